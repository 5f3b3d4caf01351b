"""Fonts made for tests: all letters are one polygon, so that a few hundred bytes have any letters and names."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Sequence
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

WEIGHTS = {"Light": 300, "Regular": 400, "Italic": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "Bold Italic": 700}


def letters(
    path: Path,
    chars: str,
    family: str = "Tiny",
    style: str = "Regular",
    width: int = 600,
    corners: Sequence[tuple[float, float]] = (),
) -> Path:
    """Write a font that has a space and these letters, all `width` units wide at 1000 units an em.

    They are boxes, or polygons with these corners.
    """
    names = [".notdef", "space", *(f"u{ord(char):04X}" for char in chars)]
    box, nothing = TTGlyphPen(None), TTGlyphPen(None)
    first, *others = corners or ((50, 0), (50, 700), (width - 50, 700), (width - 50, 0))
    box.moveTo(first)
    for corner in others:
        box.lineTo(corner)
    box.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x20: "space"} | {ord(char): f"u{ord(char):04X}" for char in chars})
    solid, empty = box.glyph(), nothing.glyph()
    builder.setupGlyf({name: empty if name == "space" else solid for name in names})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (width, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": style})
    builder.setupOS2(usWeightClass=WEIGHTS.get(style, 400), fsSelection=1 if "Italic" in style else 0x40)
    builder.setupPost()
    path.parent.mkdir(parents=True, exist_ok=True)
    builder.save(path)
    return path


def varied(path: Path, tuples: int, glyphs: int, compound: bool) -> Path:
    """Write a font whose glyphs, every other one, are the same outline with the same variations: their places repeat.

    A compound glyph has the first one, of 64 points, as its only part.
    """
    letters(path, "a")
    simple = struct.pack(">5hHHBB", 1, 0, 0, 99, 99, 63, 0, 0x3F, 63) + b"\1" * 128
    simple += bytes(-len(simple) % 4)
    part = struct.pack(">5hHHbbH", -1, 0, 0, 99, 99, 0x0002, 0, 0, 0, 0)
    deltas = b"\0" + (b"\x3f" + b"\1" * 64 + b"\3" + b"\1" * 4) * 2
    moves = struct.pack(">HH", tuples, 4 + 4 * tuples) + struct.pack(">HH", len(deltas), 0x2000) * tuples + deltas
    moves += bytes(-len(moves) % 4)
    first, last = len(simple), len(simple) + len(part)
    ends = (first, last) if compound else (0, first)
    places = [0, first, *itertools.islice(itertools.cycle(ends), glyphs - 1)]
    spans = [0, len(moves)] * (glyphs // 2 + 1)
    with TTFont(path) as font:
        tables = {tag: bytes(font.reader[tag]) for tag in font.reader.keys()}  # noqa: SIM118
    tables |= {"glyf": simple + part, "loca": struct.pack(f">{glyphs + 1}I", *places)}
    tables["head"] = tables["head"][:50] + struct.pack(">hh", 1, 0)
    tables["maxp"] = tables["maxp"][:4] + struct.pack(">H", glyphs) + tables["maxp"][6:]
    tables["hhea"] = tables["hhea"][:34] + struct.pack(">H", 1)
    tables["hmtx"] = struct.pack(">Hh", 600, 0) + bytes(2 * glyphs - 2)
    tables["post"] = struct.pack(">I", 0x30000) + tables["post"][4:32]
    tables["fvar"] = struct.pack(
        ">8H4s3i2H", 1, 0, 16, 2, 1, 20, 0, 8, b"wght", *(n << 16 for n in (300, 400, 700)), 0, 1
    )
    at = 20 + 4 * (glyphs + 1)
    head = struct.pack(">4HIHHI", 1, 0, 1, 1, at, glyphs, 1, at + 2)
    tables["gvar"] = head + struct.pack(f">{glyphs + 1}I", *spans[: glyphs + 1]) + struct.pack(">h", 0x4000) + moves
    return _saved(path, tables)


def ruled(path: Path, chars: str, rules: int, lookups: int) -> Path:
    """Write a font that tries the same rules at its first letter in each of its lookups.

    They are ligatures that begin with that letter twice, and end with a glyph that there is not.
    """
    letters(path, chars)
    with TTFont(path) as font:
        tables = {tag: bytes(font.reader[tag]) for tag in font.reader.keys()}  # noqa: SIM118
        first = font.getGlyphID(font.getBestCmap()[ord(chars[0])])
    ligature = struct.pack(">4H", 1, 3, first, 0xFFF0)
    sets = struct.pack(">H", rules) + struct.pack(">H", 2 + 2 * rules) * rules + ligature
    subtable = struct.pack(">4H3H", 1, 8, 1, 14, 1, 1, first) + sets
    lookup = struct.pack(">4H", 4, 0, 1, 8) + subtable
    scripts = struct.pack(">H4s6H", 1, b"DFLT", 8, 4, 0, 0, 0xFFFF, 1) + struct.pack(">H", 0)
    numbers = struct.pack(f">{lookups}H", *range(lookups))
    features = struct.pack(">H4s4H", 1, b"liga", 8, 0, lookups, 0)[:-2] + numbers
    places = (10, 10 + len(scripts), 10 + len(scripts) + len(features))
    listed = struct.pack(">H", lookups) + struct.pack(">H", 2 + 2 * lookups) * lookups + lookup
    # HarfBuzz reads at most 64 times as much as the table is long.
    tables["GSUB"] = struct.pack(">2H3H", 1, 0, *places) + scripts + features + listed + bytes(lookups * rules // 4)
    return _saved(path, tables)


def _saved(path: Path, tables: dict[str, bytes]) -> Path:
    directory, body = b"\0\1\0\0" + struct.pack(">4H", len(tables), 0, 0, 0), b""
    for tag, data in sorted(tables.items()):
        directory += struct.pack(">4s3I", tag.encode(), 0, 12 + 16 * len(tables) + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    path.write_bytes(directory + body)
    return path
