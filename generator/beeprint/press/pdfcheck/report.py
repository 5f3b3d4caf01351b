"""What a check of a PDF has found: faults, each once with its places, and the words and data in which it is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, to_builtins

from beeprint.base.words import counted, legible

# The rules by which a PDF is checked, by name: how bad a breach is, and what to do about it.


class Rule(NamedTuple):
    """A rule: what it asks for, in a line; what to do where it is broken; error or warning.

    A rule `of_x` holds for the standards of PDF/X only. Where it asks for `more`, the least value is the worst.
    """

    asks: str
    hint: str
    severity: str = "error"
    of_x: bool = False
    more: bool = False


_X = "export it again as PDF/X from the program that made it"
_PROCESS = "convert it to CMYK or a spot colour where the page is designed"

RULES: Mapping[str, Rule] = {
    # the file
    "syntax": Rule("the file is whole", "save it again with another program, such as qpdf or mutool clean", "error"),
    "unchecked": Rule("all of the file can be looked at", "split the file or simplify its pages, and check the parts"),
    "encryption": Rule("no encryption", "save it without a password and without restrictions"),
    "pdf-version": Rule("no newer version of PDF than the standard knows", _X, of_x=True),
    "compressed-objects": Rule("no object streams", "save it for PDF 1.4, without object streams", of_x=True),
    "file-id": Rule("an /ID in the trailer", _X, of_x=True),
    "identification": Rule("the file says which standard it follows", _X, of_x=True),
    "info": Rule("title and dates", "give the document a title, and " + _X, of_x=True),
    "trapped": Rule("the file says whether it is trapped", "set Trapped to False, unless it is trapped", of_x=True),
    "page-count": Rule("as many pages as the order has, in pairs where backs follow fronts", "add or remove pages"),
    # colour management
    "output-intent": Rule("exactly one output intent of PDF/X", _X + ", with one output intent", of_x=True),
    "output-profile": Rule(
        "the output intent has a CMYK printer profile",
        "embed the profile of the press, as the printer names it",
        of_x=True,
    ),
    "output-condition": Rule(
        "the output intent names the printer's condition", "choose the profile that the printer asks for"
    ),
    # boxes
    "trim-box": Rule(
        "each page has a TrimBox or an ArtBox, not both",
        "set the TrimBox to the cut size; remove the ArtBox",
        of_x=True,
    ),
    "box-nesting": Rule("TrimBox lies within BleedBox within MediaBox and CropBox", "correct the boxes of the page"),
    "bleed-width": Rule(
        "the bleed that the press asks for", "export it with more bleed, and let the art reach into it", more=True
    ),
    "page-size": Rule(
        "pages have one trim size, one that the press offers", "give all pages the same size; one file for each size"
    ),
    "page-marks": Rule(
        "the page ends with the bleed, where the press wants no marks", "export it without marks, with the bleed alone"
    ),
    # fonts and text
    "font-embedded": Rule("every font is embedded", "embed the font, or turn the text to outlines"),
    "black-text": Rule(
        "small text has one ink", "print it in black alone, or larger: inks never meet exactly", "warning"
    ),
    "black-knockout": Rule(
        "small black text overprints what is below it", "set it to overprint: 0 0 0 1 k, /op true and /OPM 1", "warning"
    ),
    "text-size": Rule("text is large enough for the press", "set it larger", "warning", more=True),
    "safe-zone": Rule("text keeps its distance from the trim", "move the text inwards", "warning", more=True),
    # colours
    "colour-rgb": Rule("no DeviceRGB", _PROCESS, of_x=True),
    "colour-calibrated": Rule("no ICC-based, Lab or calibrated colour", _PROCESS, of_x=True),
    "spot-name": Rule("spot colours that the press knows", "rename the spot colour, or convert it to CMYK"),
    "spot-missing": Rule(
        "the spot colours that the press needs",
        "draw what is cut or coated in this spot colour, named letter by letter",
    ),
    "spot-alternate": Rule("one spot colour looks the same everywhere", "define the spot colour once", "warning"),
    "cut-line": Rule(
        "cut lines are strokes of a spot colour that overprint",
        "draw the line as a stroke in the spot colour, set to overprint",
    ),
    "white-overprint": Rule("white does not overprint", "switch overprint off for it: it would vanish"),
    "hairline": Rule("lines are wide enough to print", "make the line at least 0.25 pt wide", "warning", more=True),
    "ink-limit": Rule(
        "no more ink than the paper takes", "reduce the inks, as by converting with the profile of the press"
    ),
    "picture-data": Rule(
        "pictures can be decoded", "place the picture again, saved anew as JPEG or without loss, and export the file"
    ),
    "resolution": Rule("pictures have enough pixels", "use a larger picture, or show it smaller", more=True),
    "resolution-low": Rule(
        "pictures have as many pixels as the press asks for",
        "use a larger picture, or show it smaller",
        "warning",
        more=True,
    ),
    # what no press takes
    "transparency": Rule("no transparency", "flatten it, or deliver PDF/X-4", of_x=True, more=True),
    "layers": Rule("no layers", "merge the layers, or deliver PDF/X-4", of_x=True),
    "jpx": Rule("no JPEG 2000", "save the picture as JPEG or without loss", of_x=True),
    "lzw": Rule("no LZW compression", "save it with Flate compression", of_x=True),
    "postscript": Rule(
        "no PostScript inside", "replace what is written in PostScript, such as an EPS picture", of_x=True
    ),
    "opi": Rule("no stand-ins for pictures (OPI)", "place the picture itself", of_x=True),
    "external": Rule("no data outside the file", "embed what it refers to", of_x=True),
    "alternate-image": Rule("no alternate picture for printing", "keep one picture", of_x=True),
    "transfer-curve": Rule("no transfer curves", _X + ", without transfer functions", of_x=True),
    "halftone": Rule("no halftone by name, and none but types 1 and 5", _X + ", without halftones", of_x=True),
    "javascript": Rule("no JavaScript", "remove the scripts", of_x=True),
    "actions": Rule("no actions", "remove links, buttons and actions", of_x=True),
    "forms": Rule("no form fields", "flatten the form", of_x=True),
    "annotations": Rule(
        "annotations lie outside the bleed", "remove comments and links, or move them off the page", of_x=True
    ),
}


#: How many places of a fault are kept, how many of a page, and how many the text names.
MAX_PLACES, PAGE_PLACES, SHOWN_PLACES = 400, 8, 3
#: How many different faults are kept.
MAX_FAULTS = 500
#: How many characters of a text of the file are told, and how many inks the text names.
MAX_WORDS, _SHOWN_INKS = 400, 40
_RUNS = 12
Box = tuple[float, float, float, float]


class Spot(Struct, frozen=True):
    """Where a fault is: the page from 1, or 0 for the file as a whole; the object; a box in mm.

    A box is x, y, width and height; x and y count from the left and the top edge of the page as it is shown unturned.
    """

    page: int = 0
    object: str = ""
    box: Box | None = None

    def __str__(self) -> str:
        words = [f"page {self.page}"] if self.page else []
        if self.box is not None:
            x, y, width, height = self.box
            words.append(f"at {x:.1f}, {y:.1f} mm, {width:.1f} x {height:.1f} mm")
        if self.object:
            words.append(self.object)
        return ", ".join(words) or "the file"


class Fault(Struct, frozen=True):
    """A fault, as often as it occurs: what was found, what was expected, what to do, where.

    `places` are the first of each page; `pages` are all on which it occurs, none where it is the file's own.
    """

    rule: str
    severity: str
    found: str
    expected: str
    hint: str
    count: int
    places: tuple[Spot, ...]
    pages: tuple[int, ...]


class Report(Struct, frozen=True):
    """What is known of a file after its structure was checked; `notes` say what could not be known."""

    file: str
    pages: int
    profile: str
    standard: str
    claims: str
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    inks: tuple[str, ...] = ()
    most_ink: float = 0
    lowest_resolution: float = 0
    fonts: tuple[str, ...] = ()

    @property
    def errors(self) -> int:
        """Return how many different errors there are."""
        return sum(fault.severity == "error" for fault in self.faults)

    @property
    def warnings(self) -> int:
        """Return how many different warnings there are."""
        return len(self.faults) - self.errors

    def verdict(self) -> str:
        """Return the line that says whether the file is sound; it is never called certified."""
        if not self.faults:
            return f"no fault found; structure checked as {self.standard}"
        return (
            f"{counted(self.errors, 'error')}, {counted(self.warnings, 'warning')}; "
            f"structure checked as {self.standard}"
        )

    def lines(self, every: bool = False) -> Iterator[str]:
        """Yield the report as text; `every` names all places that are known."""
        claims = f", which says it is {legible(self.claims)}" if self.claims else ""
        yield f"{legible(self.file)}: {counted(self.pages, 'page')}{claims}"
        if self.inks:
            more = f" and {len(self.inks) - _SHOWN_INKS:,} more" if len(self.inks) > _SHOWN_INKS else ""
            yield f"    inks: {', '.join(map(legible, self.inks[:_SHOWN_INKS]))}{more}"
        if self.most_ink:
            yield f"    most ink of what could be measured: {self.most_ink:.0f} %"
        if self.lowest_resolution:
            yield f"    lowest resolution of a picture: {self.lowest_resolution:.0f} dpi"
        for number, fault in enumerate(self.faults, start=1):
            yield from _told(number, fault, MAX_PLACES if every else SHOWN_PLACES)
        for note in self.notes:
            yield f"note: {legible(note)}"
        yield self.verdict()

    def json(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
        return {"checked": "structure", **to_builtins(self)}

    @staticmethod
    def of(data: Mapping[str, Any]) -> Report:
        """Return the report that `json` gave."""
        faults = []
        for fault in data["faults"]:
            places = (Spot(at["page"], at["object"], tuple(at["box"]) if at["box"] else None) for at in fault["places"])
            faults.append(Fault(**{**fault, "places": tuple(places), "pages": tuple(fault["pages"])}))
        known = {key: value for key, value in data.items() if key in Report.__struct_fields__}
        lists = {key: tuple(known[key]) for key in ("notes", "inks", "fonts")}
        return Report(**{**known, **lists, "faults": tuple(faults)})


def shortened(text: str) -> str:
    """Return a text of the file, cut where it is longer than a person would write it."""
    return text if len(text) <= MAX_WORDS else f"{text[:MAX_WORDS]}..."


def _told(number: int, fault: Fault, most: int) -> Iterator[str]:
    times = f", {fault.count:,} times" if fault.count > 1 else ""
    on = f", on {in_ranges(fault.pages)}" if len(fault.pages) > 1 else ""
    text = legible(fault.found)
    yield f"{number}. {fault.severity}: {fault.rule}: {text}{times}{on}; expected {legible(fault.expected)}"
    for place in fault.places[:most]:
        if place != Spot():
            yield f"    {legible(str(place))}"
    if len(fault.places) > most:
        yield "    and elsewhere; --all names more places"
    yield f"    hint: {fault.hint}"


def in_ranges(pages: Sequence[int]) -> str:
    """Write numbers of pages: page 3, pages 1-4, 7."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    words = [str(first) if first == last else f"{first}-{last}" for first, last in runs[:_RUNS]]
    more = ", ..." if len(runs) > _RUNS else ""
    return f"page{'s' if len(pages) > 1 else ''} {', '.join(words)}{more}"
