"""The marks of a tile: where it is cut, and the strips that the tiles beside it are glued onto."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Point, Rect, line, rectangle, rotate, translate
from beeprint.draw.drawing import Layer, Mark, Solid, Stroke, group, path_mark
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import Style, line_run, text_width
from beeprint.sheet.impose import Placed
from beeprint.sheet.marks import LINE, along, outline_marks
from beeprint.sheet.tiling import Tile, grown, letters

#: Says a word or sentence that beeprint prints itself, with values filled in.
Say = Callable[..., str]

# Lines to cut along lie beside the cut, on the side that is cut off or covered, so that nothing of them is left.
_BESIDE = LINE / 2
_GREY, _PALE = Solid(Colour(0x6B, 0x66, 0x60)), Solid(Colour(0xC9, 0xC4, 0xBD))
_WHITE = Solid(Colour(0xFF, 0xFF, 0xFF))
# How far the marks of folds reach beyond a piece, in mm.
_RIM = 3.0
# The distance of the lines of a hatch, in mm.
_HATCH = 5.0
_NAME = Style("source-sans", "semibold", 8.5, 8.5, paint=_GREY)
_FOOT = Style("source-sans", "semibold", 7.5, 7.5, paint=_GREY)


def tile_marks(one: Placed, tile: Tile, bare: bool, several: bool, say: Say, fonts: Fonts) -> Mark:
    """Draw the marks of a tile on its page; where there are `several` pieces, its name tells which it is of.

    With `bare`, lines are as dark as on bare paper, whatever is under them.
    """
    marks = [*_strips(tile, say, fonts), *_art_marks(one, tile, bare), *_strip_cuts(tile)]
    if tile.foot:
        name = title(one, tile, several, say)
        marks.append(line_run(fonts, name, _FOOT, tile.whole.x, tile.whole.bottom + 2.6))
    return group(marks, one.at)


def title(one: Placed, tile: Tile, several: bool, say: Say) -> str:
    """Return what a tile is called: its name, its piece where there are several, and its side if that is a back."""
    is_back = one.symbol == one.piece.back and one.symbol != one.piece.front
    parts = (tile.name, one.piece.title if several else "", say("back") if is_back else "")
    return " \u00b7 ".join(filter(None, parts))


def _art_marks(one: Placed, tile: Tile, bare: bool) -> Iterator[Mark]:
    """Draw the lines to cut along, the lines up to which tiles are glued, and how the board folds.

    Around the piece, where it has little bleed, the marks are on the paper beside it.
    """
    symbol, shape = one.symbol, one.piece.shape
    marks: list[Mark] = []
    for a, b in (*_joints(tile), *(_trims(shape.box, tile.art) if shape.is_rectangle else ())):
        marks += along(symbol, (a, b), bare)
    marks += outline_marks(one, IDENTITY, bare)
    yield group(marks, clip=rectangle(grown(tile.art, *(LINE if joint else _RIM for joint in tile.beyond))))


def _joints(tile: Tile) -> Iterator[tuple[Point, Point]]:
    """Yield the lines beside the joints of a tile, as far as its art runs."""
    left, above, right, below = tile.beyond
    own, art = tile.own, tile.art
    for there, x in ((left, own.x - _BESIDE), (right, own.right + _BESIDE)):
        if there:
            yield Point(x, art.y), Point(x, art.bottom)
    for there, y in ((above, own.y - _BESIDE), (below, own.bottom + _BESIDE)):
        if there:
            yield Point(art.x, y), Point(art.right, y)


def _trims(box: Rect, art: Rect) -> Iterator[tuple[Point, Point]]:
    """Yield the lines beside the trim of a rectangle that cross the art of a tile."""
    for x in (box.x - _BESIDE, box.right + _BESIDE):
        if art.x - LINE < x < art.right + LINE:
            yield Point(x, art.y), Point(x, art.bottom)
    for y in (box.y - _BESIDE, box.bottom + _BESIDE):
        if art.y - LINE < y < art.bottom + LINE:
            yield Point(art.x, y), Point(art.right, y)


def _strip_cuts(tile: Tile) -> Iterator[Mark]:
    """Draw the cuts of a tile on through its strips, and both edges of the corner between these."""
    own, art, whole = tile.own, tile.art, tile.whole
    left, above, *_ = tile.beyond
    stroke = Stroke(_GREY, LINE)
    if tile.strip_below:
        for x in (own.x - _BESIDE if left else art.x, own.right + _BESIDE):
            yield path_mark(line((x, art.bottom), (x, whole.bottom)), None, stroke, Layer.CUT)
    if tile.strip_right:
        for y in (own.y - _BESIDE if above else art.y, own.bottom + _BESIDE):
            yield path_mark(line((art.right, y), (whole.right, y)), None, stroke, Layer.CUT)


def _strips(tile: Tile, say: Say, fonts: Fonts) -> Iterator[Mark]:
    """Draw the strips that other tiles cover: hatched paper, which takes glue better than ink, and what goes there."""
    own, art, whole = tile.own, tile.art, tile.whole
    if tile.strip_right:
        box = Rect(art.right, own.y, whole.right - art.right, own.height)
        other = f"{letters(tile.column + 1)}{tile.row + 1}"
        yield from _strip(box, say("glue", tile=tile.name, other=other), True, fonts)
    if tile.strip_below:
        box = Rect(own.x, art.bottom, own.width, whole.bottom - art.bottom)
        other = f"{letters(tile.column)}{tile.row + 2}"
        yield from _strip(box, say("glue", tile=tile.name, other=other), False, fonts)


def _strip(box: Rect, words: str, upright: bool, fonts: Fonts) -> Iterator[Mark]:
    """Draw a strip with its words in the middle, read from the right where it is upright."""
    far, reach = box.width + box.height, box.height
    hatch = (
        line((box.x + step * _HATCH, box.y), (box.x + step * _HATCH - reach, box.bottom))
        for step in range(1, int(far / _HATCH) + 1)
    )
    lines = tuple(segment for one in hatch for segment in one)
    yield group([path_mark(lines, None, Stroke(_PALE, 0.2), Layer.GUIDE)], clip=rectangle(box))
    yield path_mark(rectangle(box), None, Stroke(_PALE, 0.2), Layer.GUIDE)
    long = text_width(fonts, words, _NAME)
    if long + 4 > max(box.width, box.height) or min(box.width, box.height) < 5:
        return
    pill = Rect(-long / 2 - 2, -2.4, long + 4, 4.8)
    label = [path_mark(rectangle(pill, 2.4), _WHITE), line_run(fonts, words, _NAME, -long / 2, 1.05)]
    yield group(label, translate(*box.centre) @ rotate(-90 if upright else 0))
