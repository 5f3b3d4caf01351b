import com.printmagus.preflight.Preflight;
import com.printmagus.preflight.Violation;
import com.printmagus.preflight.standard.X1a;
import java.io.File;
import org.apache.pdfbox.pdmodel.PDDocument;

/** Checks files with pdfbox-preflight as PDF/X-1a:2001, and prints a line for each thing that it does not like. */
public class PdfX1a {
    public static void main(String[] files) throws Exception {
        for (String file : files) {
            Preflight preflight = new Preflight();
            preflight.addStandard(new X1a());
            try (PDDocument document = PDDocument.load(new File(file))) {
                for (Violation one : preflight.validate(document)) {
                    System.out.println(file + "\t" + one.getRule() + "\t" + one.getMessage() + "\t" + one.getPage());
                }
            }
        }
    }
}
