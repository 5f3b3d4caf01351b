"""What numbers, paths and texts are in the words of a content stream."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import islice, pairwise

from msgspec.structs import replace

from beeprint.base.geometry import Affine, Path, Segment, path_box
from beeprint.drawing.drawing import Run, Stroke
from beeprint.drawing.fonts import Font
from beeprint.formats.pdf.fonts import shown_by, width
from beeprint.formats.pdf.joins import settle_mitres
from beeprint.formats.pdf.paints import precise

_OPERATOR = {"M": "m", "L": "l", "C": "c", "Z": "h"}
# Glyphs stand where they were set to this many thousandths of the em: what a width loses by being a whole number.
_NEAR = 0.5
# Paths of more segments than this are written all at once.
_MANY = 5_000


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


def line_of(path: Path, stroke: Stroke) -> tuple[Path, Stroke]:
    """Return the path to stroke and its stroke, so that readers of PDF draw what SVG does; mostly as they are.

    A subpath of no length without caps or with dashes is nothing; a square cap stands upright (SVG 1.1, 11.4), and
    readers leave it out or turn it as they like, so the subpath becomes a line too short to be seen.
    """
    if stroke.join == "miter":
        path, limit = settle_mitres(path, stroke.width / 2, stroke.miter_limit)
        stroke = stroke if limit == stroke.miter_limit else replace(stroke, miter_limit=limit)
    starts = [index for index, segment in enumerate(path) if segment[0] == "M"]
    subpaths = [path[start:end] for start, end in pairwise((*starts, len(path)))]
    if not any(map(_has_no_length, subpaths)):
        return path, stroke
    kept: list[Segment] = []
    for subpath in subpaths:
        if not _has_no_length(subpath):
            kept += subpath
        elif len(subpath) > 1 and stroke.cap != "butt" and not stroke.dashes:
            x, y, _, _ = path_box(subpath)
            kept += (("M", x, y), ("L", x + max(stroke.width / 1000, 1e-6), y))
    return tuple(kept), stroke


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
    from beeprint.drawing.decimals import coordinates, pairs, units  # loads numpy, which few files need

    points = units(coordinates([[segment[1:] for segment in path]]), 3)
    texts = iter(pairs(points, 3, " "))
    return " ".join(
        f"{next(texts)} {_OPERATOR[segment[0]]}"
        if len(segment) == 3
        else " ".join((*islice(texts, len(segment) // 2), _OPERATOR[segment[0]]))
        for segment in path
    )
