"""The rules by which a PDF is checked, by name: how bad a breach is, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


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
