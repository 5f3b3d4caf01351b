"""Embed fonts: Type0 with Identity-H, subset by HarfBuzz, glyph numbers kept, ToUnicode from the shaping."""

from __future__ import annotations

import hashlib
import re
import struct
from collections import Counter
from collections.abc import Iterator, Mapping

from beeprint.drawing import Run
from beeprint.fonts import Font
from beeprint.outputs.pdf.objects import Document, Item, Name, Reference, Value, array, dictionary, number, text_string


def texts_of(run: Run) -> Iterator[tuple[int, str]]:
    """Yield each glyph with the characters it stands for; a ligature has several.

    A cluster of as many glyphs as characters, such as a letter and its accent, is shared out one by one; else its
    first glyph stands for all of it and the others for nothing.
    """
    starts = sorted({glyph.cluster for glyph in run.glyphs})
    texts = {one: run.text[one:end] for one, end in zip(starts, [*starts[1:], len(run.text)], strict=True)}
    if len(starts) == len(run.glyphs):
        yield from ((glyph.number, texts[glyph.cluster]) for glyph in run.glyphs)
        return
    counts = Counter(glyph.cluster for glyph in run.glyphs)
    seen: Counter[int] = Counter()
    for glyph in run.glyphs:
        text, index = texts[glyph.cluster], seen[glyph.cluster]
        seen[glyph.cluster] += 1
        if counts[glyph.cluster] == len(text):
            yield glyph.number, text[index]
        else:
            yield glyph.number, "" if index else text


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


def _widths(font: Font, glyphs: Mapping[int, str]) -> Iterator[Item]:
    for glyph in sorted(glyphs):
        yield glyph
        yield array([float(font.advance(glyph) * 1000 / font.upem)])


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
