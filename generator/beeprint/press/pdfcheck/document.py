"""What a PDF says of itself as a whole: its keys, output intent, actions, layers, encryption."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pikepdf

from beeprint.press.pdfcheck import objects
from beeprint.press.pdfcheck.filters import DamagedError, TooLargeError
from beeprint.press.pdfcheck.marks import Findings
from beeprint.press.pdfcheck.objects import get
from beeprint.press.standard import Expected

_PDFX, _XMP = "{http://www.npes.org/pdfx/ns/id/}", "{http://ns.adobe.com/xap/1.0/}"
_DC, _MM, _PDF = (
    "{http://purl.org/dc/elements/1.1/}",
    "{http://ns.adobe.com/xap/1.0/mm/}",
    "{http://ns.adobe.com/pdf/1.3/}",
)
_VERSION = "GTS_PDFXVersion"
#: Properties that the XMP metadata of X-4 has to have.
_PROPERTIES = {
    f"{_DC}title": "dc:title",
    f"{_XMP}CreateDate": "xmp:CreateDate",
    f"{_XMP}ModifyDate": "xmp:ModifyDate",
    f"{_XMP}MetadataDate": "xmp:MetadataDate",
    f"{_MM}DocumentID": "xmpMM:DocumentID",
    f"{_MM}RenditionClass": "xmpMM:RenditionClass",
    f"{_MM}VersionID": "xmpMM:VersionID",
}
_REGISTRY = "http://www.color.org"
_MAX_NODES = 20_000
#: The most elements of a property of the XMP metadata: its languages, for one.
_MAX_PARTS = 100


def claims(pdf: pikepdf.Pdf) -> str:
    """Return the standard that the file says it follows, "" for none; XMP comes before Info."""
    return metadata(pdf).get(f"{_PDFX}{_VERSION}", "") or objects.text(get(get(pdf.trailer, "Info"), _VERSION))


def metadata(pdf: pikepdf.Pdf) -> dict[str, str]:
    """Return the properties of the XMP metadata, by their full names; nothing where it cannot be read."""
    stream = get(pdf.Root, "Metadata")
    if not isinstance(stream, pikepdf.Stream):
        return {}
    try:
        data, _ = objects.data(stream, 1 << 20)
        if b"<!" in data.replace(b"<!--", b""):
            return {}
        tree = ElementTree.fromstring(data.strip(b"\0 \r\n"))
    except (DamagedError, TooLargeError, ElementTree.ParseError, ValueError, LookupError, RecursionError):
        return {}
    properties: dict[str, str] = {}
    for element in tree.iter():
        properties.update({key: value for key, value in element.attrib.items() if value})
        few = len(list(islice(element.iter(), _MAX_PARTS + 1))) <= _MAX_PARTS
        text = "".join(element.itertext()).strip() if few else ""
        if text and isinstance(element.tag, str):
            properties.setdefault(element.tag, text)
    return properties


def check(pdf: pikepdf.Pdf, expected: Expected, findings: Findings) -> None:
    """Check the file as a whole."""
    _check_keys(pdf, expected, findings)
    _check_intent(pdf, expected, findings)
    _check_actions(pdf, findings)
    if pdf.is_encrypted:
        findings.add("encryption", "an encrypted file", "none")
    layers = get(pdf.Root, "OCProperties")
    if layers is not None and not expected.allows.layers:
        findings.add("layers", "layers (OCProperties)", "none", objects.label(layers))
    version = tuple(int(part) for part in pdf.pdf_version.split(".") if part.isdigit())[:2]
    if version > expected.allows.newest:
        newest = ".".join(map(str, expected.allows.newest))
        findings.add("pdf-version", f"PDF {pdf.pdf_version}", f"{newest} or older")


def _check_keys(pdf: pikepdf.Pdf, expected: Expected, findings: Findings) -> None:
    allows, info, known = expected.allows, get(pdf.trailer, "Info"), metadata(pdf)
    in_xmp = allows.said_in == "XMP"
    said = known.get(f"{_PDFX}{_VERSION}", "") if in_xmp else objects.text(get(info, _VERSION))
    if said not in allows.versions:
        wanted = f"{_VERSION} in {allows.said_in}: {' or '.join(allows.versions)}"
        findings.add(
            "identification", f"a file that says {said}" if said else f"no {_VERSION} in {allows.said_in}", wanted
        )
    conformance = objects.text(get(info, "GTS_PDFXConformance"))
    if allows.conformance and conformance != allows.conformance:
        fault = f"a file that says {conformance}" if conformance else "no GTS_PDFXConformance in Info"
        findings.add("identification", fault, f"GTS_PDFXConformance in Info: {allows.conformance}")
    missing = _missing(info, known, in_xmp)
    if missing:
        place = "XMP" if in_xmp else "Info"
        findings.add("info", f"{place} without {', '.join(missing)}", "all of them, not empty")
    trapped = objects.name(get(info, "Trapped")) or known.get(f"{_PDF}Trapped", "")
    if trapped not in ("True", "False"):
        findings.add("trapped", f"Trapped is {trapped}" if trapped else "no Trapped", "True or False")
    identity = [objects.text(part) for part in objects.items(get(pdf.trailer, "ID"), 3)]
    if len(identity) != 2 or not all(identity):
        findings.add("file-id", "no /ID", "two strings in the trailer")


def _missing(info: Any, known: Mapping[str, str], in_xmp: bool) -> list[str]:
    if in_xmp:
        return [short for full, short in _PROPERTIES.items() if not known.get(full)]
    return [key for key in ("Title", "CreationDate", "ModDate") if not objects.text(get(info, key)).strip()]


# the output intent ------------------------------------------------------------------------------------------------


def _check_intent(pdf: pikepdf.Pdf, expected: Expected, findings: Findings) -> None:
    intents = [
        item
        for item in objects.items(get(pdf.Root, "OutputIntents"), 100)
        if objects.name(get(item, "S")) == "GTS_PDFX"
    ]
    if len(intents) != 1:
        fault = f"{len(intents)} output intents of PDF/X" if intents else "no output intent of PDF/X"
        findings.add("output-intent", fault, "exactly one (S GTS_PDFX)")
    for intent in intents:
        _check_condition(intent, expected, findings)
    if expected.conditions and not intents:
        findings.add("output-condition", "no printing condition", " or ".join(expected.conditions))


def _check_condition(intent: Any, expected: Expected, findings: Findings) -> None:
    place = objects.label(intent)
    condition = objects.text(get(intent, "OutputConditionIdentifier")).strip()
    if not condition:
        findings.add("output-intent", "an output intent without OutputConditionIdentifier", "its name", place)
    elif expected.conditions and condition not in expected.conditions:
        wanted = " or ".join(expected.conditions)
        findings.add("output-condition", f"the printing condition {condition}", wanted, place)
    profile = get(intent, "DestOutputProfile")
    if not isinstance(profile, pikepdf.Stream):
        named = objects.text(get(intent, "RegistryName")).rstrip("/") == _REGISTRY
        if expected.allows.embedded_profile or not named:
            wanted = "an embedded profile" + (
                "" if expected.allows.embedded_profile else f", or RegistryName {_REGISTRY}"
            )
            findings.add("output-profile", "an output intent without a profile", wanted, place)
        return
    _check_profile(profile, findings)


def _check_profile(profile: Any, findings: Findings) -> None:
    place, channels = objects.label(profile), objects.number(get(profile, "N"))
    if channels != 4:
        findings.add("output-profile", f"an output profile with /N {channels:g}", "/N 4", place)
    try:
        data, _ = objects.data(profile)
        size, _, _, kind, space = struct.unpack(">I4sI4s4s", data[:20])
    except (DamagedError, TooLargeError, struct.error):
        findings.add("output-profile", "an output profile that cannot be read", "an ICC profile", place)
        return
    if data[36:40] != b"acsp" or size > len(data):
        findings.add("output-profile", "an output profile that is damaged", "an ICC profile", place)
    elif kind != b"prtr" or space != b"CMYK":
        fault = f"an output profile of class {_word(kind)} for {_word(space)}"
        findings.add("output-profile", fault, "class prtr for CMYK", place)


def _word(code: bytes) -> str:
    return code.decode("ascii", "replace").strip()


# actions ----------------------------------------------------------------------------------------------------------


def _check_actions(pdf: pikepdf.Pdf, findings: Findings) -> None:
    root = pdf.Root
    if get(get(root, "Names"), "JavaScript") is not None:
        findings.add("javascript", "scripts of the document", "none", objects.label(get(root, "Names")))
    for action in _actions_of(root, ("OpenAction",)):
        add_action(action, "when the file is opened", findings)
    for node in _outline(get(root, "Outlines")):
        add_action(get(node, "A"), "of a bookmark", findings)
    form = get(root, "AcroForm")
    fields = list(objects.items(get(form, "Fields"), 1000))
    if fields:
        findings.add("forms", "form fields", "none", objects.label(form))
    if get(form, "XFA") is not None:
        findings.add("forms", "a form in XFA", "none", objects.label(form))


def _actions_of(holder: Any, names: tuple[str, ...]) -> Iterator[Any]:
    """Yield the actions of an object: those under these keys, and its additional ones."""
    yield from (get(holder, name) for name in names)
    more = get(holder, "AA")
    yield from (get(more, key) for key in objects.keys(more))


def add_action(action: Any, when: str, findings: Findings, page: int = 0, source: str = "") -> None:
    """Add the fault that an action is; a destination is none."""
    if not objects.is_dictionary(action):
        return
    kind = objects.name(get(action, "S"))
    place = objects.label(action) or source
    if kind == "JavaScript" or get(action, "JS") is not None:
        findings.add("javascript", f"a script {when}", "none", place, page=page)
    else:
        findings.add("actions", f"an action {kind} {when}".replace("  ", " "), "none", place, page=page)


def actions(holder: Any, when: str, findings: Findings, page: int, source: str = "") -> None:
    """Add the faults that the actions of a page or an annotation are."""
    for action in _actions_of(holder, ("A",)):
        add_action(action, when, findings, page, source)


def _outline(outlines: Any) -> Iterator[Any]:
    """Yield the bookmarks, each once."""
    waiting, seen = [get(outlines, "First")], set[tuple[int, int]]()
    while waiting and len(seen) < _MAX_NODES:
        node = waiting.pop()
        key = objects.identity(node)
        if key is None or key in seen or not objects.is_dictionary(node):
            continue
        seen.add(key)
        yield node
        waiting += [get(node, "Next"), get(node, "First")]


# all objects ------------------------------------------------------------------------------------------------------


def check_objects(pdf: pikepdf.Pdf, expected: Expected, findings: Findings, most: int) -> int:
    """Check every object of the file by itself, at most so many; return how many there are."""
    count = len(pdf.objects)
    compressed = False
    # Not by their index: for each, pikepdf would gather all of them.
    for value in islice(pdf.objects, most):
        if not isinstance(value, pikepdf.Stream):
            continue
        if "LZWDecode" in objects.filters_of(value):
            findings.add("lzw", "LZW compression", "none", objects.label(value))
        if get(value, "F") is not None:
            findings.add("external", "data in another file", "data in this file", objects.label(value))
        compressed |= objects.name(get(value, "Type")) in ("ObjStm", "XRef")
    if compressed and not expected.allows.compressed_objects:
        findings.add("compressed-objects", "object streams or a cross-reference stream", "none")
    return count
