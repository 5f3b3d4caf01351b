"""What numbers, paths and texts are in the words of a content stream."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import islice, pairwise

from beeprint.base.geometry import Affine, Path, Segment, path_box
from beeprint.draw.drawing import Run, Stroke
from beeprint.draw.fonts import Font
from beeprint.formats.pdf.fonts import shown_by, width
from beeprint.formats.pdf.paints import precise

_OPERATOR = {"M": "m", "L": "l", "C": "c", "Z": "h"}
# Glyphs stand where they were set to this many thousandths of the em: what a width loses by being a whole number.
_NEAR = 0.5
# Paths of more segments than this are written all at once.
_MANY = 5_000
# Parts of a tight bend turn by less than this, in radians, or are halved this many times.
_LITTLE, _DEPTH = 0.3, 12
#: A curve's start, handles and end.
_Curve = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """Return a coordinate to 0.001, as short as it can be written."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def matrix(m: Affine) -> str:
    """Return a matrix as operands."""
    a, b, c, d, e, f = m
    return f"{precise(a)} {precise(b)} {precise(c)} {precise(d)} {number(e)} {number(f)}"


def text_words(run: Run, font: Font) -> str:
    """Return the operators that show a run's glyphs: one TJ a height, moves where the advance leads elsewhere."""
    shows: list[str] = []
    row: list[str] = []
    hexes: list[str] = []
    pen, rise, unit = 0.0, 0, 1000 / font.upem  # the pen is in thousandths of the em, as moves and widths are
    known = shown_by(font)

    def end_string() -> None:
        if hexes:
            row.append(f"<{''.join(hexes)}>")
            hexes.clear()

    def end_row() -> None:
        end_string()
        if row:
            shows.append(f"[{''.join(row)}] TJ")
            row.clear()

    for glyph, x, y, _ in run.glyphs:
        if y != rise:
            end_row()
            rise = y
            shows.append(f"{precise(rise * run.size / font.upem)} Ts")
        move = pen - x * unit
        if not -_NEAR <= move <= _NEAR:
            end_string()
            row.append(number(move))
            pen -= move
        shown = known.get(glyph)
        if shown is None:
            shown = known[glyph] = f"{glyph:04x}", width(font, glyph)
        hexes.append(shown[0])
        pen += shown[1]
    end_row()
    if rise:
        shows.append("0 Ts")
    return " ".join(shows)


def line_of(path: Path, stroke: Stroke) -> Path:
    """Return the path to stroke: subpaths of no length as SVG shows them, others as they are.

    Without caps or with dashes there is nothing; a square cap stands upright (SVG 1.1, 11.4), and readers of PDF leave
    it out or turn it as they like, so a subpath becomes a line too short to be seen. Curves are split where they bend
    more tightly than the line is wide (`split_bends`).
    """
    if stroke.join == "miter":
        path = split_bends(path, stroke.width / 2)
    starts = [index for index, segment in enumerate(path) if segment[0] == "M"]
    subpaths = [path[start:end] for start, end in pairwise((*starts, len(path)))]
    if not any(map(_has_no_length, subpaths)):
        return path
    kept: list[Segment] = []
    for subpath in subpaths:
        if not _has_no_length(subpath):
            kept += subpath
        elif len(subpath) > 1 and stroke.cap != "butt" and not stroke.dashes:
            x, y, _, _ = path_box(subpath)
            kept += (("M", x, y), ("L", x + max(stroke.width / 1000, 1e-6), y))
    return tuple(kept)


def split_bends(path: Path, radius: float) -> Path:
    """Split the curves that bend more tightly than `radius` into curves that turn little each; others stay.

    SVG has no joins inside a curve. Readers of PDF draw a curve as a few chords and join these, and where it bends
    tightly a mitre between two chords becomes a spike.
    """
    result: list[Segment] = []
    at = start = (0.0, 0.0)
    for segment in path:
        if segment[0] == "C":
            curve = (at, segment[1:3], segment[3:5], segment[5:7])
            if _turn(curve) > _LITTLE and _bends_within(curve, radius):
                result += (("C", *one, *other, *end) for _, one, other, end in _halved(curve, _DEPTH))
            else:
                result.append(segment)
        else:
            result.append(segment)
        if segment[0] == "M":
            start = segment[1:3]
        at = start if segment[0] == "Z" else segment[-2:]
    return path if len(result) == len(path) else tuple(result)


def _turn(curve: _Curve) -> float:
    """Return how far the legs of a curve's handles turn in all, in radians."""
    legs = [(x2 - x, y2 - y) for (x, y), (x2, y2) in pairwise(curve) if (x, y) != (x2, y2)]
    return sum(abs(math.atan2(a * d - b * c, a * c + b * d)) for (a, b), (c, d) in pairwise(legs))


def _halves(curve: _Curve) -> tuple[_Curve, _Curve]:
    """Return the two halves of a curve (de Casteljau)."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    ab, bc, cd = ((ax + bx) / 2, (ay + by) / 2), ((bx + cx) / 2, (by + cy) / 2), ((cx + dx) / 2, (cy + dy) / 2)
    abc, bcd = ((ab[0] + bc[0]) / 2, (ab[1] + bc[1]) / 2), ((bc[0] + cd[0]) / 2, (bc[1] + cd[1]) / 2)
    middle = (abc[0] + bcd[0]) / 2, (abc[1] + bcd[1]) / 2
    return (curve[0], ab, abc, middle), (middle, bcd, cd, curve[3])


def _bends_within(curve: _Curve, radius: float) -> bool:
    """Return whether one of 16 parts of a curve bends more tightly than a radius."""
    parts = [curve]
    for _ in range(4):
        parts = [half for part in parts for half in _halves(part)]
    return any(_turn(part) * radius > math.dist(part[0], part[3]) for part in parts)


def _halved(curve: _Curve, depth: int) -> list[_Curve]:
    """Return a curve in parts that turn little each, halved `depth` times at most."""
    if not depth or _turn(curve) <= _LITTLE:
        return [curve]
    return [part for half in _halves(curve) for part in _halved(half, depth - 1)]


def _has_no_length(subpath: Path) -> bool:
    place = subpath[0][-2:]
    if len(subpath) > 1 and len(subpath[1]) > 1 and subpath[1][1:3] != place:
        return False  # as nearly always
    return all(segment[at : at + 2] == place for segment in subpath for at in range(1, len(segment), 2))


def path_words(path: Path, written: Callable[[float], str] = number) -> str:
    """Return the operators that construct a path, its coordinates as they are to be written."""
    if written is number and len(path) > _MANY:
        return _all_operators(path)
    words: list[str] = []
    for kind, *numbers in path:
        words += map(written, numbers)
        words.append(_OPERATOR[kind])
    return " ".join(words)


def _all_operators(path: Path) -> str:
    """Return the operators of a very long path, its numbers written all at once."""
    from beeprint.draw.decimals import coordinates, pairs, units  # loads numpy, which few files need

    points = units(coordinates([[segment[1:] for segment in path]]), 3)
    texts = iter(pairs(points, 3, " "))
    return " ".join(
        f"{next(texts)} {_OPERATOR[segment[0]]}"
        if len(segment) == 3
        else " ".join((*islice(texts, len(segment) // 2), _OPERATOR[segment[0]]))
        for segment in path
    )
