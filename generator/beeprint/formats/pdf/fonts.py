"""Embed fonts: Type0 with Identity-H, subset by HarfBuzz, glyph numbers kept, ToUnicode from the shaping."""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from weakref import WeakKeyDictionary

from beeprint.drawing.drawing import Run
from beeprint.drawing.fonts import Font
from beeprint.drawing.text import mirror
from beeprint.formats.pdf.objects import Document, Item, Name, Reference, Value, array, dictionary, number, text_string

_SHOWN: WeakKeyDictionary[Font, dict[int, tuple[str, int]]] = WeakKeyDictionary()


def texts_of(run: Run, font: Font) -> Iterator[tuple[int, str]]:
    """Yield each glyph with the characters it stands for; a ligature has several.

    A bracket that is mirrored stands for what it looks like: readers expect the glyphs of a line that runs leftwards
    so, and turn them back.
    """
    starts = sorted({glyph.cluster for glyph in run.glyphs})
    texts = {start: run.text[start:end] for start, end in zip(starts, [*starts[1:], len(run.text)], strict=True)}
    leftwards = run.glyphs[0].cluster > run.glyphs[-1].cluster
    for cluster, group in groupby(run.glyphs, key=lambda glyph: glyph.cluster):
        glyphs, text = [glyph.number for glyph in group], texts[cluster]
        if len(glyphs) > 1:
            # The letter comes first in the text, and last where its marks are drawn before it.
            shared = _shared(glyphs[::-1] if leftwards else glyphs, text, font)
            yield from zip(glyphs, shared[::-1] if leftwards else shared, strict=True)
            continue
        turned = mirror(text) if len(text) == 1 else text
        yield glyphs[0], turned if turned != text and font.glyph(turned) == glyphs[0] else text


def _shared(glyphs: Sequence[int], text: str, font: Font) -> list[str]:
    """Return what the glyphs of a letter and its marks stand for: each for its own character where the font says so.

    What is left is shared out in order, or stands all at the first glyph that is left.
    """
    chars = list(text)
    ligatures = []
    for number_ in glyphs:
        own = next((char for char in chars if font.glyph(char) == number_), "")
        if own:
            chars.remove(own)
        ligatures.append(own)
    open_ = [index for index, own in enumerate(ligatures) if not own]
    if len(open_) == len(chars):
        for index, char in zip(open_, chars, strict=True):
            ligatures[index] = char
    else:
        ligatures[open_[0] if open_ else 0] += "".join(chars)
    return ligatures


def embed(document: Document, name: str, font: Font, glyphs: Mapping[int, str]) -> None:
    """Add the font `name` with the glyphs and the characters that each stands for."""
    data = font.subset({0, *glyphs})
    tag = "".join(
        chr(65 + byte % 26) for byte in hashlib.sha256(repr((font.key, sorted(glyphs))).encode()).digest()[:6]
    )
    base = f"{tag}+{re.sub('[^A-Za-z0-9-]', '', font.path.stem) or 'Font'}"
    cff = data[:4] == b"OTTO"
    if cff:
        document.add_stream(f"{name}-file", data, {"Subtype": Name("OpenType")})
    else:
        document.add_stream(f"{name}-file", data, {"Length1": len(data)})
    document.add(f"{name}-descriptor", _descriptor(document, name, base, font, glyphs, cff))
    document.add(
        f"{name}-cid",
        dictionary(
            {
                "Type": Name("Font"),
                "Subtype": Name("CIDFontType0" if cff else "CIDFontType2"),
                "BaseFont": Name(base),
                "CIDSystemInfo": dictionary(
                    {"Registry": text_string("Adobe"), "Ordering": text_string("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": Reference(f"{name}-descriptor"),
                "DW": 1000,
                "W": array(_widths(font, glyphs)),
                "CIDToGIDMap": None if cff else Name("Identity"),
            }
        ),
    )
    document.add_stream(f"{name}-unicode", _to_unicode(glyphs), {})
    document.add(
        name,
        dictionary(
            {
                "Type": Name("Font"),
                "Subtype": Name("Type0"),
                "BaseFont": Name(base),
                "Encoding": Name("Identity-H"),
                "DescendantFonts": array([Reference(f"{name}-cid")]),
                "ToUnicode": Reference(f"{name}-unicode"),
            }
        ),
    )


def _descriptor(document: Document, name: str, base: str, font: Font, glyphs: Mapping[int, str], cff: bool) -> Value:
    unit = 1000 / font.upem
    slant, fixed = _post(font)
    box = struct.unpack(">4h", bytes(font.face.reference_table("head").data)[36:44])
    return dictionary(
        {
            "Type": Name("FontDescriptor"),
            "FontName": Name(base),
            # Symbolic, as glyph numbers are; 1 is of fixed pitch, 64 italic.
            "Flags": 4 | (1 if fixed else 0) | (64 if slant else 0),
            "FontBBox": array([round(value * unit) for value in box]),
            "ItalicAngle": number(slant),
            "Ascent": round(font.ascent * unit),
            "Descent": round(font.descent * unit),
            "CapHeight": round(font.cap_height * unit),
            "StemV": 80,
            "FontFile3" if cff else "FontFile2": Reference(f"{name}-file"),
        }
    )


def _post(font: Font) -> tuple[float, bool]:
    """Return the slant in degrees, and whether all advances are the same, as the font's table `post` says."""
    data = bytes(font.face.reference_table("post").data)
    if len(data) < 16:
        return 0.0, False
    slant, _, _, fixed = struct.unpack(">ihhI", data[4:16])
    return slant / 65536, bool(fixed)


def shown_by(font: Font) -> dict[int, tuple[str, int]]:
    """Return the digits that show a font's glyphs and their widths, to be filled in as they are asked for."""
    return _SHOWN.setdefault(font, {})


def width(font: Font, glyph: int) -> int:
    """Return a glyph's width in whole thousandths of the em: pdfium drops what is behind the point, others do not."""
    return round(font.advance(glyph) * 1000 / font.upem)


def _widths(font: Font, glyphs: Mapping[int, str]) -> Iterator[Item]:
    for glyph in sorted(glyphs):
        yield glyph
        yield array([width(font, glyph)])


def _to_unicode(glyphs: Mapping[int, str]) -> bytes:
    pairs = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in sorted(glyphs.items()) if text]
    blocks = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
    lines = [
        "/CIDInit /ProcSet findresource begin",
        "12 dict begin",
        "begincmap",
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
        "/CMapName /Adobe-Identity-UCS def",
        "/CMapType 2 def",
        "1 begincodespacerange",
        "<0000> <ffff>",
        "endcodespacerange",
    ]
    for block in blocks:
        lines += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    lines += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
    return "\n".join(lines).encode("ascii")
