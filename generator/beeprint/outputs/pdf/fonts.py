"""Embed fonts: Type0 with Identity-H, subset by HarfBuzz, glyph numbers kept, ToUnicode from the shaping."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from beeprint.drawing import Run
from beeprint.fonts import Font
from beeprint.geometry import path_points
from beeprint.outputs.pdf.objects import Document, Name, array, dictionary, text_string


def texts_of(run: Run) -> Iterator[tuple[int, str]]:
    """Yield each glyph with the characters it stands for; a ligature has several, a cluster's further glyphs none."""
    starts = sorted({glyph.cluster for glyph in run.glyphs})
    ends = dict(zip(starts, [*starts[1:], len(run.text)], strict=True))
    seen: set[int] = set()
    for glyph in run.glyphs:
        first = glyph.cluster not in seen
        seen.add(glyph.cluster)
        yield glyph.number, run.text[glyph.cluster : ends[glyph.cluster]] if first else ""


def embed(document: Document, name: str, font: Font, glyphs: Mapping[int, str]) -> None:
    """Add the font `name` with the glyphs and the characters that each stands for."""
    data = font.subset({0, *glyphs})
    tag = "".join(
        chr(65 + byte % 26) for byte in hashlib.sha256(repr((font.key, sorted(glyphs))).encode()).digest()[:6]
    )
    base = f"{tag}+{font.path.stem.replace(' ', '')}"
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
                "FontDescriptor": document.reference(f"{name}-descriptor"),
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
                "DescendantFonts": array([document.reference(f"{name}-cid")]),
                "ToUnicode": document.reference(f"{name}-unicode"),
            }
        ),
    )


def _descriptor(document: Document, name: str, base: str, font: Font, glyphs: Mapping[int, str], cff: bool) -> object:
    unit = 1000 / font.upem
    points = [point for number in glyphs for point in path_points(font.outline(number))]
    xs, ys = [p.x for p in points] or [0.0], [-p.y for p in points] or [0.0]
    return dictionary(
        {
            "Type": Name("FontDescriptor"),
            "FontName": Name(base),
            "Flags": 4,
            "FontBBox": array([float(round(v * unit)) for v in (min(xs), min(ys), max(xs), max(ys))]),
            "ItalicAngle": -12 if "italic" in font.key else 0,
            "Ascent": round(font.ascent * unit),
            "Descent": round(font.descent * unit),
            "CapHeight": round(font.cap_height * unit),
            "StemV": 80,
            "FontFile3" if cff else "FontFile2": document.reference(f"{name}-file"),
        }
    )


def _widths(font: Font, glyphs: Mapping[int, str]) -> Iterator[object]:
    for number in sorted(glyphs):
        yield number
        yield array([float(font.advance(number) * 1000 / font.upem)])


def _to_unicode(glyphs: Mapping[int, str]) -> bytes:
    pairs = [f"<{number:04x}> <{text.encode('utf-16-be').hex()}>" for number, text in sorted(glyphs.items()) if text]
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
