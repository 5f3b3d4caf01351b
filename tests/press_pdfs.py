"""PDFs for a press, made for tests: sound ones, and ways to spoil each in one respect."""

from __future__ import annotations

import functools
import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from tiny_fonts import letters

MM = 72 / 25.4
#: The sizes of a page in mm: the paper, and how far bleed and trim lie inside it.
PAPER, BLEED, TRIM = (75.0, 100.0), 3.0, 6.0
_XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" pdfxid:GTS_PDFXVersion="PDF/X-4" pdf:Trapped="False"
 xmp:CreateDate="2026-01-01T00:00:00Z" xmp:ModifyDate="2026-01-01T00:00:00Z" xmp:MetadataDate="2026-01-01T00:00:00Z"
 xmpMM:DocumentID="uuid:1" xmpMM:RenditionClass="default" xmpMM:VersionID="1">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Cards</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""


def profile(kind: bytes = b"prtr", space: bytes = b"CMYK") -> bytes:
    """Return the head of an ICC profile, without any table of colours."""
    head = struct.pack(">I4sI4s4s4s", 132, b"test", 0x02400000, kind, space, b"Lab ") + bytes(12) + b"acsp"
    return head.ljust(132, b"\0")


def points(*lengths: float) -> Array:
    return Array([round(length * MM, 4) for length in lengths])


@functools.cache
def _letters(folder: Path) -> bytes:
    return letters(folder / "tiny.ttf", "ABCab").read_bytes()


def font(pdf: Pdf, folder: Path, embedded: bool = True, name: str = "Tiny") -> Any:
    """Return a TrueType font whose letters are boxes."""
    data = _letters(folder)
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name(f"/{name}"),
        Flags=32,
        FontBBox=Array([0, -200, 600, 800]),
        ItalicAngle=0,
        Ascent=800,
        Descent=-200,
        CapHeight=700,
        StemV=80,
    )
    if embedded:
        descriptor.FontFile2 = pdf.make_stream(data, Length1=len(data))
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name(f"/{name}"),
            FirstChar=32,
            LastChar=126,
            Widths=Array([600] * 95),
            Encoding=Name.WinAnsiEncoding,
            FontDescriptor=pdf.make_indirect(descriptor),
        )
    )


def picture(pdf: Pdf, side: int = 240, inks: tuple[int, int, int, int] = (20, 40, 0, 10), **entries: Any) -> Any:
    """Return a CMYK picture of one colour, compressed with a predictor as most programs do."""
    row = b"\1" + bytes(inks) + bytes(4 * (side - 1))
    parms = Dictionary(Predictor=15, Colors=4, Columns=side)
    made = pdf.make_stream(zlib.compress(row * side), Filter=Name.FlateDecode, DecodeParms=parms)
    for key, value in {
        "Type": Name.XObject,
        "Subtype": Name.Image,
        "Width": side,
        "Height": side,
        "BitsPerComponent": 8,
        "ColorSpace": Name.DeviceCMYK,
        **entries,
    }.items():
        made[f"/{key}"] = value
    return made


def spot(name: str, inks: tuple[float, float, float, float] = (0, 1, 0, 0), space: str = "DeviceCMYK") -> Array:
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array(list(inks)), N=1)
    if space == "DeviceRGB":
        function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1] * 3), C1=Array([1, 0, 1]), N=1)
    return Array([Name.Separation, Name(f"/{name}"), Name(f"/{space}"), function])


def form(pdf: Pdf, content: str, **resources: Any) -> Any:
    made = pdf.make_stream(content.encode())
    made.Type, made.Subtype, made.BBox = Name.XObject, Name.Form, Array([0, 0, 1000, 1000])
    made.Resources = Dictionary(**resources)
    return made


CONTENT = """q 0.1 0.2 0.3 0 k 0 0 300 300 re f Q
q 1 0 0 1 20 20 cm /Outer Do Q
q 57 0 0 57 40 120 cm /Picture Do Q
q 0 0 0 0 k 20 220 150 40 re f Q
BT /F 10 Tf 0 0 0 1 k 30 230 Td (ABC) Tj ET
q /Over gs BT /F 6 Tf 0 0 0 1 k 30 100 Td (ab) Tj ET Q
q /Over gs /Cut CS 1 SCN 0.25 w 17.0079 17.0079 178.5827 249.4488 re S Q
"""


class Sound(NamedTuple):
    """A sound file in progress: what a spoiler may change."""

    pdf: Pdf
    folder: Path

    @property
    def page(self) -> Any:
        return self.pdf.pages[0]

    @property
    def resources(self) -> Any:
        return self.page.Resources

    def draw(self, content: str) -> None:
        """Draw more on the first page."""
        self.page.Contents = self.pdf.make_stream(self.page.Contents.read_bytes() + content.encode())

    def put(self, kind: str, name: str, value: Any) -> None:
        """Give the first page a resource."""
        if f"/{kind}" not in self.resources:
            self.resources[f"/{kind}"] = Dictionary()
        self.resources[f"/{kind}"][f"/{name}"] = value


def sound(folder: Path, standard: str = "x4") -> Sound:
    """Return two pages of a card with text, a picture, forms in forms and a cut line, sound as the standard asks."""
    pdf = Pdf.new()
    inner = form(pdf, "0 0.3 0.6 0 k 5 5 20 20 re f")
    resources = Dictionary(
        Font=Dictionary(F=font(pdf, folder)),
        XObject=Dictionary(
            Outer=form(pdf, "0.5 g 0 0 60 60 re f /Inner Do", XObject=Dictionary(Inner=inner)), Picture=picture(pdf)
        ),
        ExtGState=Dictionary(Over=Dictionary(OP=True, op=True, OPM=1)),
        ColorSpace=Dictionary(Cut=spot("CutContour")),
    )
    for _ in range(2):
        pdf.add_blank_page(page_size=(PAPER[0] * MM, PAPER[1] * MM))
        page = pdf.pages[-1]
        page.Contents = pdf.make_stream(CONTENT.encode())
        page.Resources = resources
        for key, inset in (("MediaBox", 0.0), ("BleedBox", BLEED), ("TrimBox", TRIM)):
            page[f"/{key}"] = points(inset, inset, PAPER[0] - inset, PAPER[1] - inset)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String("FOGRA39"),
        Info=String("Coated FOGRA39"),
        RegistryName=String("http://www.color.org"),
        DestOutputProfile=pdf.make_stream(profile(), N=4),
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    date = String("D:20260101000000Z")
    pdf.trailer.Info = pdf.make_indirect(
        Dictionary(Title=String("Cards"), CreationDate=date, ModDate=date, Trapped=Name("/False"))
    )
    info = pdf.trailer.Info
    if standard == "x4":
        pdf.Root.Metadata = pdf.make_stream(_XMP.encode(), Type=Name.Metadata, Subtype=Name.XML)
    else:
        info.GTS_PDFXVersion = String(
            {"x1a": "PDF/X-1a:2003", "x3": "PDF/X-3:2003", "x1a-2001": "PDF/X-1:2001"}[standard]
        )
        if standard == "x1a-2001":
            info.GTS_PDFXConformance = String("PDF/X-1a:2001")
    return Sound(pdf, folder)


_VERSIONS = {"x4": "1.6", "x3": "1.4", "x1a": "1.4", "x1a-2001": "1.3"}


def save(made: Sound, standard: str = "x4", **options: Any) -> Path:
    """Write a file as its standard asks; `options` are those of pikepdf."""
    path = made.folder / "made.pdf"
    settings: dict[str, Any] = {
        "force_version": _VERSIONS[standard],
        "object_stream_mode": pikepdf.ObjectStreamMode.disable,
        "deterministic_id": True,
        "fix_metadata_version": False,
        "compress_streams": False,
        "stream_decode_level": pikepdf.StreamDecodeLevel.none,
    }
    made.pdf.save(path, **{**settings, **options})
    return path


# ways to spoil it -----------------------------------------------------------------------------------------------------


class Spoilt(NamedTuple):
    """A way to spoil a sound file, the rule that it breaks, and words that the report has of it."""

    rule: str
    says: str
    spoil: Callable[[Sound], Any]
    standard: str = "x4"
    place: tuple[float, float] | None = None  # left and top, in mm


def _metadata(made: Sound, old: str, new: str) -> None:
    made.pdf.Root.Metadata = made.pdf.make_stream(_XMP.replace(old, new).encode(), Type=Name.Metadata, Subtype=Name.XML)


def _deep_rgb(made: Sound) -> None:
    outer = made.resources.XObject.Outer
    deeper = form(made.pdf, "0 0 1 rg 1 1 8 8 re f")
    outer.Resources.XObject.Inner = form(made.pdf, "1 0 0 1 10 0 cm /Deep Do", XObject=Dictionary(Deep=deeper))


def _pattern(made: Sound, content: str, **entries: Any) -> None:
    tile = made.pdf.make_stream(content.encode())
    for key, value in {
        "Type": Name.Pattern,
        "PatternType": 1,
        "PaintType": 1,
        "TilingType": 1,
        "BBox": Array([0, 0, 9, 9]),
        "XStep": 9,
        "YStep": 9,
        "Resources": Dictionary(),
        **entries,
    }.items():
        tile[f"/{key}"] = value
    made.put("Pattern", "P", tile)


def _tiled_rgb(made: Sound) -> None:
    _pattern(made, "1 0 0 rg 0 0 5 5 re f")
    made.draw("q /Pattern cs /P scn 50 60 20 20 re f Q\n")


def _uncoloured_rgb(made: Sound) -> None:
    _pattern(made, "0 0 5 5 re f", PaintType=2)
    made.put("ColorSpace", "U", Array([Name.Pattern, Name.DeviceRGB]))
    made.draw("q /U cs 1 0 0 /P scn 50 60 20 20 re f Q\n")


def _gradient_rgb(made: Sound) -> None:
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1, 0, 0]), C1=Array([0, 1, 0]), N=1)
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=Array([0, 0, 100, 0]), Function=function)
    made.put("Shading", "S", shading)
    made.draw("q 50 60 20 20 re W n /S sh Q\n")


def _type3(made: Sound) -> None:
    glyph = made.pdf.make_stream(b"600 0 d0 1 0 0 rg 0 0 500 700 re f")
    made.put(
        "Font",
        "T",
        made.pdf.make_indirect(
            Dictionary(
                Type=Name.Font,
                Subtype=Name.Type3,
                FontBBox=Array([0, 0, 600, 800]),
                FirstChar=65,
                LastChar=65,
                FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
                CharProcs=Dictionary(A=glyph),
                Widths=Array([600]),
                Encoding=Dictionary(Differences=Array([65, Name.A])),
                Resources=Dictionary(),
            ),
        ),
    )
    made.draw("BT /T 12 Tf 60 60 Td (A) Tj ET\n")


def _annotation(made: Sound, *sides: float, content: str = "", kind: str = "Stamp", **resources: Any) -> Any:
    made_form = form(made.pdf, content, **resources)
    annotation = Dictionary(
        Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=points(*sides), F=4, AP=Dictionary(N=made_form)
    )
    made.page.Annots = Array([made.pdf.make_indirect(annotation)])
    return made.page.Annots[0]


def _field(made: Sound) -> None:
    field = _annotation(made, 0, 0, 2, 2, kind="Widget")
    made.pdf.Root.AcroForm = Dictionary(Fields=Array([field]))


def _unembedded(made: Sound) -> None:
    made.put("Font", "F", font(made.pdf, made.folder, embedded=False))


def _unembedded_in_appearance(made: Sound) -> None:
    loose = font(made.pdf, made.folder, embedded=False, name="Loose")
    # Beside the bleed, where PDF/X allows annotations.
    _annotation(made, 0, 0, 2, 2, content="BT /L 300 Tf 0 0 Td (A) Tj ET", Font=Dictionary(L=loose))


def _state(made: Sound, **entries: Any) -> None:
    made.put("ExtGState", "S", made.pdf.make_indirect(Dictionary(**entries)))
    made.draw("q /S gs 0 1 0 0 k 50 60 20 20 re f Q\n")


def _opi(made: Sound) -> None:
    made.resources.XObject.Picture["/OPI"] = Dictionary({"/1.3": Dictionary(Type=Name.OPI)})


def _layers(made: Sound) -> None:
    layer = made.pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Cut")))
    made.pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(Order=Array([layer])))


def _postscript(made: Sound) -> None:
    code = made.pdf.make_stream(b"showpage")
    code.Type, code.Subtype = Name.XObject, Name.PS
    made.put("XObject", "PS", code)
    made.draw("/PS Do\n")


def _lzw(made: Sound) -> None:
    # 9 bits each: clear, then `q`, ` `, `Q`, end.
    codes = [256, ord("q"), ord(" "), ord("Q"), 257]
    bits = "".join(f"{code:09b}" for code in codes).ljust(48, "0")
    made.resources.XObject.Outer.Resources.XObject.Inner.write(
        bytes(int(bits[at : at + 8], 2) for at in range(0, 48, 8)), filter=Name.LZWDecode
    )


def _script(made: Sound) -> None:
    action = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
    made.pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([String("a"), action])))


def _rgb_jpeg(made: Sound) -> None:
    from PIL import Image

    data = io.BytesIO()
    Image.new("RGB", (240, 240), (200, 30, 30)).save(data, "JPEG")
    made.put("XObject", "Picture", picture(made.pdf))
    made.resources.XObject.Picture.write(data.getvalue(), filter=Name.DCTDecode)
    made.resources.XObject.Picture.ColorSpace = Name.DeviceRGB


def _second_intent(made: Sound) -> None:
    intents = made.pdf.Root.OutputIntents
    intents.append(made.pdf.make_indirect(Dictionary({key: intents[0][key] for key in intents[0].keys()})))  # noqa: SIM118


def _lab(made: Sound) -> None:
    made.put("ColorSpace", "L", Array([Name.Lab, Dictionary(WhitePoint=Array([0.9, 1, 0.8]))]))
    made.draw("q /L cs 50 20 20 sc 50 60 20 20 re f Q\n")


def _other_look(made: Sound) -> None:
    made.put("ColorSpace", "Other", spot("CutContour", (1, 0, 0, 0)))
    made.draw("q /Over gs /Other CS 1 SCN 1 w 50 60 20 20 re S Q\n")


def _page_box(key: str, *sides: float, page: int = 0) -> Callable[[Sound], None]:
    def spoil(made: Sound) -> None:
        made.pdf.pages[page][f"/{key}"] = points(*sides)

    return spoil


def _without(*path: str) -> Callable[[Sound], None]:
    def spoil(made: Sound) -> None:
        holder: Any = made.pdf.trailer
        for key in path[:-1]:
            holder = holder[f"/{key}"]
        del holder[f"/{path[-1]}"]

    return spoil


def _with(value: Any, *path: str) -> Callable[[Sound], None]:
    def spoil(made: Sound) -> None:
        holder: Any = made.pdf.trailer
        for key in path[:-1]:
            holder = holder[int(key)] if key.isdigit() else holder[f"/{key}"]
        holder[f"/{path[-1]}"] = value

    return spoil


def _drawing(content: str) -> Callable[[Sound], None]:
    return lambda made: made.draw(content)


def _over_art(content: str) -> str:
    return f"q 0 1 1 0 k 60 60 40 40 re f {content} Q\n"


SPOILT: dict[str, Spoilt] = {
    "an unembedded font": Spoilt("font-embedded", "the font Tiny (TrueType) is not embedded", _unembedded),
    "a font only in an appearance": Spoilt(
        "font-embedded", "the font Loose", _unembedded_in_appearance, "x1a", (0, 99.5)
    ),
    "a font that no text uses": Spoilt(
        "font-embedded",
        "in which no text is set",
        lambda made: made.put("Font", "Unused", font(made.pdf, made.folder, False, "Loose")),
    ),
    "a fill in RGB deep in forms": Spoilt("colour-rgb", "a fill in DeviceRGB", _deep_rgb, "x4", (10.9, 89.8)),
    "a tile in RGB": Spoilt("colour-rgb", "a fill in DeviceRGB", _tiled_rgb, "x1a", (17.6, 71.8)),
    "an uncoloured tile in RGB": Spoilt("colour-rgb", "a fill with a pattern in DeviceRGB", _uncoloured_rgb),
    "a gradient in RGB": Spoilt("colour-rgb", "a gradient in DeviceRGB", _gradient_rgb, "x4", (17.6, 71.8)),
    "a glyph in RGB": Spoilt("colour-rgb", "a fill in DeviceRGB", _type3),
    "a spot whose alternate is RGB": Spoilt(
        "colour-rgb",
        "a stroke in CutContour, whose alternate is in DeviceRGB",
        lambda made: made.put("ColorSpace", "Cut", spot("CutContour", space="DeviceRGB")),
    ),
    "a picture in RGB": Spoilt("colour-rgb", "a picture in DeviceRGB", _rgb_jpeg, "x3"),
    "a fill in Lab": Spoilt("colour-calibrated", "a fill in Lab", _lab, "x1a"),
    "too much ink in a fill": Spoilt(
        "ink-limit", "320 % of ink", _drawing("q 0.8 0.8 0.7 0.9 k 50 60 20 20 re f Q\n"), "x4", (17.6, 71.8)
    ),
    "too much ink by overprint": Spoilt(
        "ink-limit",
        "310 % of ink where it overprints",
        _drawing("q 1 0.9 0 0 k 50 60 20 20 re f /Over gs 0 0 1 0.2 k 55 65 20 20 re f Q\n"),
        "x1a",
        (19.4, 70.0),
    ),
    "too much ink in a picture": Spoilt(
        "ink-limit",
        "333 % of ink",
        lambda made: made.put("XObject", "Picture", picture(made.pdf, 240, (255, 255, 255, 85))),
    ),
    "OPI": Spoilt("opi", "OPI", _opi, "x4"),
    "layers": Spoilt("layers", "OCProperties", _layers, "x1a"),
    "an opacity": Spoilt("transparency", "an opacity of 50 %", lambda made: _state(made, ca=0.5), "x1a", (17.6, 71.8)),
    "a blend mode": Spoilt(
        "transparency", "the blend mode Multiply", lambda made: _state(made, BM=Name.Multiply), "x3"
    ),
    "a group": Spoilt(
        "transparency",
        "a transparency group",
        _with(Dictionary(S=Name.Transparency), "Root", "Pages", "Kids", "0", "Group"),
        "x1a",
    ),
    "a soft mask of a picture": Spoilt(
        "transparency",
        "a soft mask",
        lambda made: _with(
            picture(made.pdf, ColorSpace=Name.DeviceGray),
            "Root",
            "Pages",
            "Kids",
            "0",
            "Resources",
            "XObject",
            "Picture",
            "SMask",
        )(made),
        "x1a",
    ),
    "a transfer curve": Spoilt("transfer-curve", "a transfer curve", lambda made: _state(made, TR=Name.Identity)),
    "a halftone by name": Spoilt(
        "halftone", "a halftone", lambda made: _state(made, HT=Dictionary(HalftoneType=1, HalftoneName=String("Dots")))
    ),
    "PostScript": Spoilt("postscript", "a PostScript object", _postscript, "x1a"),
    "LZW": Spoilt("lzw", "LZW", _lzw, "x1a"),
    "alternate pictures": Spoilt(
        "alternate-image",
        "alternate",
        lambda made: _with(Array([]), "Root", "Pages", "Kids", "0", "Resources", "XObject", "Picture", "Alternates")(
            made
        ),
    ),
    "data elsewhere": Spoilt(
        "external",
        "another file",
        lambda made: _with(String("a.tif"), "Root", "Pages", "Kids", "0", "Resources", "XObject", "Outer", "F")(made),
    ),
    "a script": Spoilt("javascript", "scripts of the document", _script),
    "an action": Spoilt(
        "actions", "an action Launch", _with(Dictionary(S=Name.Launch, F=String("x")), "Root", "OpenAction")
    ),
    "a comment on the card": Spoilt(
        "annotations", "an annotation (Stamp)", lambda made: _annotation(made, 20, 20, 30, 30), "x4", (20, 70)
    ),
    "a form field": Spoilt("forms", "form fields", _field),
    "no version in XMP": Spoilt(
        "identification",
        "no GTS_PDFXVersion in XMP",
        lambda made: _metadata(made, 'pdfxid:GTS_PDFXVersion="PDF/X-4"', ""),
    ),
    "another version in Info": Spoilt(
        "identification", "a file that says PDF/X-9", _with(String("PDF/X-9"), "Info", "GTS_PDFXVersion"), "x1a"
    ),
    "no conformance": Spoilt(
        "identification", "no GTS_PDFXConformance", _without("Info", "GTS_PDFXConformance"), "x1a-2001"
    ),
    "no dates": Spoilt("info", "Info without ModDate", _without("Info", "ModDate"), "x1a"),
    "no dates in XMP": Spoilt(
        "info", "XMP without xmp:ModifyDate", lambda made: _metadata(made, "xmp:ModifyDate", "xmp:Label")
    ),
    "Trapped unknown": Spoilt("trapped", "Trapped is Unknown", _with(Name.Unknown, "Info", "Trapped"), "x1a"),
    "two output intents": Spoilt("output-intent", "2 output intents", _second_intent),
    "no output intent": Spoilt("output-intent", "no output intent", _without("Root", "OutputIntents"), "x1a"),
    "a profile of a screen": Spoilt(
        "output-profile",
        "class mntr for RGB",
        lambda made: _with(
            made.pdf.make_stream(profile(b"mntr", b"RGB "), N=4), "Root", "OutputIntents", "0", "DestOutputProfile"
        )(made),
    ),
    "a profile of three channels": Spoilt(
        "output-profile", "/N 3", _with(3, "Root", "OutputIntents", "0", "DestOutputProfile", "N")
    ),
    "a TrimBox and an ArtBox": Spoilt("trim-box", "both", _page_box("ArtBox", 6, 6, 69, 94)),
    "no TrimBox": Spoilt(
        "trim-box", "no TrimBox", lambda made: [page.__delitem__("/TrimBox") for page in made.pdf.pages], "x1a"
    ),
    "a trim outside the bleed": Spoilt(
        "box-nesting", "a TrimBox that reaches outside the BleedBox", _page_box("BleedBox", 8, 3, 72, 97), "x4", (6, 6)
    ),
    "pages of two sizes": Spoilt(
        "page-size", "a page of 60 x 88 mm", _page_box("TrimBox", 6, 6, 66, 94, page=1), "x4", (6, 6)
    ),
    "a picture of few pixels": Spoilt(
        "resolution",
        "a picture at 101 dpi",
        lambda made: made.put("XObject", "Picture", picture(made.pdf, 80)),
        "x4",
        (14.1, 37.6),
    ),
    "a picture that says it is larger than its data": Spoilt(
        "picture-data",
        "it has 230,400 bytes of the 240,000 that its size asks for",
        lambda made: made.put("XObject", "Picture", picture(made.pdf, Height=250)),
        "x4",
        (14.1, 37.6),
    ),
    "small text in four inks": Spoilt(
        "black-text", "small text in Cyan, Magenta, Black", _drawing("BT /F 6 Tf 0.5 0.4 0 0.9 k 50 60 Td (A) Tj ET\n")
    ),
    "black text that knocks out": Spoilt(
        "black-knockout",
        "knocks out",
        _drawing(_over_art("BT /F 7 Tf 0 0 0 1 k 70 70 Td (A) Tj ET")),
        "x4",
        (24.7, 73.5),
    ),
    "black text in grey, whose overprint leaves no other ink": Spoilt(
        "black-knockout",
        "knocks out",
        _drawing(_over_art("/Over gs BT /F 7 Tf 0 g 70 70 Td (A) Tj ET")),
        "x1a",
        (24.7, 73.5),
    ),
    "white that overprints": Spoilt(
        "white-overprint",
        "a fill in white",
        _drawing(_over_art("/Over gs 0 0 0 0 k 70 70 9 9 re f")),
        "x1a",
        (24.7, 72.1),
    ),
    "a hairline": Spoilt(
        "hairline", "a line of 0.04 mm", _drawing("q 0 1 0 0 K 0.1 w 60 60 m 90 60 l S Q\n"), "x4", (21.1, 78.8)
    ),
    "a cut line that is filled": Spoilt(
        "cut-line", "a fill in CutContour", _drawing("q /Cut cs 1 scn 60 60 9 9 re f Q\n")
    ),
    "a cut line that knocks out": Spoilt(
        "cut-line", "a stroke in CutContour that knocks out", _drawing("q /Cut CS 1 SCN 1 w 60 60 9 9 re S Q\n")
    ),
    "a cut line of another case": Spoilt(
        "spot-name", "the spot colour Cutcontour", lambda made: made.put("ColorSpace", "Cut", spot("Cutcontour"))
    ),
    "a spot with two looks": Spoilt("spot-alternate", "CutContour with two looks", _other_look),
    "an operator that is none": Spoilt("syntax", "no operator", _drawing("frobnicate\n")),
    "a picture that is missing": Spoilt("syntax", "the operator Do", _drawing("/Nowhere Do\n")),
}


# inks that lie over each other ---------------------------------------------------------------------------------------

_OVER = "/Over gs 0 0 0.5 0 k 70 70 60 60 re f"
#: What is drawn on a page, and the most ink of it in per cent.
INKS: dict[str, float] = {
    "1 1 0 0 k 60 60 40 40 re f 0 0 0.5 0 k 70 70 60 60 re f": 200,  # what lies on top knocks out
    "1 1 0 0 k 60 60 40 40 re f " + _OVER: 250,
    "1 1 0 0 k 60 60 40 40 re f 1 0 0 1 90 0 cm " + _OVER: 200,  # beside it
    # Clipped away, by a path with a hole and by a slanted one; and not.
    "1 1 0 0 k 60 60 40 40 re f 60 60 40 40 re 65 65 30 30 re W* n 0 0 0.5 0 k /Over gs 70 70 9 9 re f": 200,
    "1 1 0 0 k 60 60 40 40 re f 110 20 m 140 80 l 110 140 l h W n 0 0 0.5 0 k /Over gs 20 20 150 150 re f": 200,
    "1 1 0 0 k 60 60 40 40 re f 60 20 m 140 80 l 60 140 l h W n 0 0 0.5 0 k /Over gs 20 20 150 150 re f": 250,
    # Clips of a form and of what paints it.
    "1 1 0 0 k 60 60 40 40 re f q 60 60 40 40 re 65 65 30 30 re W* n 1 0 0 1 70 70 cm /Piece Do Q": 200,
    "1 1 0 0 k 60 60 40 40 re f q 60 60 30 30 re 65 65 5 5 re W* n 1 0 0 1 70 70 cm /Piece Do Q": 250,
    # A frame whose hole is left free by what overprints.
    "1 1 0 0 k 20 20 160 160 re 60 60 90 90 re f* " + _OVER: 200,
    "1 1 0 0 k 60 60 40 40 re f /Over gs 0 0 0.5 0 K 4 w 50 80 m 120 80 l S": 250,
    "1 1 0 0 k 60 60 40 40 re f /Over gs 0 0 0.5 0 K 4 w 55 55 60 60 re S": 200,  # a line around it
    "1 1 0 0 k 60 60 40 40 re f /Over gs 0.5 g 70 70 9 9 re f": 200,  # grey replaces the process inks
    "1 1 0 0 k 60 60 40 40 re f /Over gs /Gold cs 0.5 scn 70 70 9 9 re f": 250,
    "/Gold cs 0.5 scn 60 60 40 40 re f /Over gs 1 1 0 0 k 70 70 9 9 re f": 250,
    "/Gold cs 0.5 scn 60 60 40 40 re f 1 1 0 0 k 70 70 9 9 re f": 200,
    "/All cs 0.5 scn 60 60 40 40 re f": 200,  # of each process ink
    "/All cs 1 scn 0 0 5 5 re f": 0,  # outside the bleed, where marks of the printer stand
    "/Table cs 1 sc 60 60 40 40 re f": 120,
    "q 57 0 0 57 60 60 cm /Dark Do Q": 260,
    "q 57 0 0 57 60 60 cm /Dark Do Q " + _OVER.replace("0.5", "1"): 360,
    "q 60 60 40 40 re W n /Fade sh Q": 240,
}


def inked(folder: Path, content: str) -> Path:
    """Write a file whose pages hold only this, with a spot colour, a table, a gradient, a picture and a form to use."""
    made = sound(folder)
    table = Array([Name.Indexed, Name.DeviceCMYK, 1, String(bytes([0, 0, 0, 0, 102, 102, 102, 0]))])
    for name, space in {"Gold": spot("Gold"), "All": spot("All"), "Table": table}.items():
        made.put("ColorSpace", name, space)
    ends = {"C0": Array([0, 0, 0, 0]), "C1": Array([0.9, 0.9, 0.3, 0.3])}
    fade = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, **ends)
    along = Array([0, 0, 99, 0])
    made.put("Shading", "Fade", Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=along, Function=fade))
    made.put("XObject", "Dark", picture(made.pdf, 240, (204, 204, 0, 255)))
    piece = form(made.pdf, "0 0 9 9 re 99 9 9 9 re W n 0 0 0.5 0 k /Over gs 0 0 50 9 re f")
    piece.Resources.ExtGState = made.resources.ExtGState
    made.put("XObject", "Piece", piece)
    for page in made.pdf.pages:
        page.Contents = made.pdf.make_stream(content.encode())
    return save(made)
