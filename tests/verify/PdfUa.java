import java.io.FileInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.verapdf.pdfa.validation.validators.ValidatorFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Checks PDF files against PDF/UA-1 with veraPDF. Its rules are read here, since its own reader needs JAXB. */
public class PdfUa {
    private static List<Element> all(Element in, String name) {
        List<Element> result = new ArrayList<>();
        NodeList found = in.getElementsByTagName(name);
        for (int at = 0; at < found.getLength(); at++) {
            result.add((Element) found.item(at));
        }
        return result;
    }

    private static String text(Element in, String name) {
        List<Element> found = all(in, name);
        return found.isEmpty() ? "" : found.get(0).getTextContent();
    }

    private static ValidationProfile profile() throws Exception {
        Element root;
        try (InputStream in = Profiles.class.getResourceAsStream("/org/verapdf/pdfa/validation/PDFUA-1.xml")) {
            root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in).getDocumentElement();
        }
        Set<Rule> rules = new HashSet<>();
        for (Element rule : all(root, "rule")) {
            Element id = all(rule, "id").get(0);
            RuleId key = Profiles.ruleIdFromValues(PDFAFlavour.Specification.ISO_14289_1, id.getAttribute("clause"),
                    Integer.parseInt(id.getAttribute("testNumber")));
            rules.add(Profiles.ruleFromValues(key, rule.getAttribute("object"), "true".equals(rule.getAttribute("deferred")),
                    rule.getAttribute("tags"), text(rule, "description"), text(rule, "test"),
                    Profiles.errorFromValues(text(rule, "message"), new ArrayList<>()), new ArrayList<>()));
        }
        Set<Variable> variables = new HashSet<>();
        for (Element one : all(root, "variable")) {
            variables.add(Profiles.variableFromValues(one.getAttribute("name"), one.getAttribute("object"),
                    text(one, "defaultValue"), text(one, "value")));
        }
        return Profiles.profileFromValues(PDFAFlavour.PDFUA_1,
                Profiles.profileDetailsFromValues("PDF/UA-1", "", "", new Date()), "", rules, variables);
    }

    public static void main(String[] files) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        VeraGreenfieldFoundryProvider.initialise();
        ValidationProfile profile = profile();
        System.out.println(profile.getRules().size() + " rules");
        for (String file : files) {
            try (FileInputStream in = new FileInputStream(file);
                    PDFAParser parser = Foundries.defaultInstance().createParser(in, PDFAFlavour.PDFUA_1);
                    PDFAValidator validator = ValidatorFactory.createValidator(profile)) {
                ValidationResult result = validator.validate(parser);
                for (TestAssertion one : result.getTestAssertions()) {
                    if (one.getStatus() == TestAssertion.Status.FAILED) {
                        System.out.println(file + ": " + one.getRuleId().getClause() + "-"
                                + one.getRuleId().getTestNumber() + ": " + one.getMessage());
                    }
                }
                System.out.println(file + ": " + result.getTotalAssertions() + " checks, "
                        + (result.isCompliant() ? "conforms" : "fails"));
            }
        }
    }
}
