"""What PDF/X asks of a file besides its pages: output intent, identification, dates (ISO 15930-4 and -7)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from beeprint.formats.pdf.objects import Document, Item, Name, Reference, array, dictionary, text_string

if TYPE_CHECKING:
    from beeprint.press.inks import Inks

Standard = Literal["x4", "x1a", "x1a-2001", "pdf"]
#: The version of PDF that each standard is a part of.
_VERSIONS: Mapping[Standard, tuple[int, int]] = {"x4": (1, 6), "x1a": (1, 4), "x1a-2001": (1, 3), "pdf": (1, 6)}
_KEYS: Mapping[Standard, Mapping[str, str]] = {
    # X-4 is identified in XMP alone; readers such as poppler look here.
    "x4": {"GTS_PDFXVersion": "PDF/X-4"},
    "x1a": {"GTS_PDFXVersion": "PDF/X-1a:2003"},
    "x1a-2001": {"GTS_PDFXVersion": "PDF/X-1:2001", "GTS_PDFXConformance": "PDF/X-1a:2001"},
    "pdf": {},
}
# PDF/X asks for dates. A clock would make other bytes of the same game each time.
_DATE, _XMP_DATE = "D:20000101000000Z", "2000-01-01T00:00:00Z"
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate><xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Trapped>False</pdf:Trapped>
{keys}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class PressFile(Struct, frozen=True):
    """What a file for a press is: its inks, the standard it keeps, and the printing condition it is made for."""

    inks: Inks
    standard: Standard
    identifier: str
    registry: str
    condition: str

    @property
    def transparency(self) -> bool:
        """Return whether the standard allows transparency."""
        return self.standard in ("x4", "pdf")


def document(entries: Mapping[str, str], preferences: Mapping[str, Item], press: PressFile) -> Document:
    """Return a document that says what PDF/X asks for."""
    dates = {"CreationDate": _DATE, "ModDate": _DATE} if press.standard != "pdf" else {}
    info = {**entries, **dates, **_KEYS[press.standard]}
    made = Document(info, preferences, _VERSIONS[press.standard])
    space = {"N": 4, "Alternate": Name("DeviceCMYK")}
    made.add_stream("profile", press.inks.profile.data, space, recurs=True)
    intent = {
        "Type": Name("OutputIntent"),
        "S": Name("GTS_PDFX"),
        "OutputConditionIdentifier": text_string(press.identifier),
        "OutputCondition": text_string(press.condition),
        "Info": text_string(press.condition),
        "RegistryName": text_string(press.registry) if press.registry else None,
        "DestOutputProfile": Reference("profile"),
    }
    made.extend({"OutputIntents": array([dictionary(intent)])})
    if press.standard != "pdf":
        made.add_stream(
            "metadata", _xmp(entries, press.standard), {"Type": Name("Metadata"), "Subtype": Name("XML")}, None
        )
        made.extend({"Metadata": Reference("metadata")})
    return made


def _xmp(entries: Mapping[str, str], standard: Standard) -> bytes:
    """Return the metadata; the document's id follows from what the file says of itself."""
    space = "pdfxid" if standard == "x4" else "pdfx"
    keys = "".join(f"<{space}:{key}>{value}</{space}:{key}>" for key, value in _KEYS[standard].items())
    said = "\n".join(f"{key}={value}" for key, value in sorted(entries.items()))
    digest = hashlib.sha256(said.encode()).hexdigest()
    properties = {
        "title": entries["Title"],
        "author": entries.get("Author", ""),
        "creator": entries.get("Creator", ""),
        "date": _XMP_DATE,
        "id": "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32])),
    }
    return _XMP.format(**{key: escape(value) for key, value in properties.items()}, keys=keys).encode()
