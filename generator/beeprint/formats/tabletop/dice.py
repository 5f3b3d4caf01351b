"""A die's net as Tabletop Simulator's picture of a custom die, and the turns at which it shows its values.

Places, numbers and the face that stands on its head are those of the template for six sides in Berserk Games' knowledge
base; turns are those that saved dice have. Folded, a net's faces lie as these say: with 2 on top, 1 is behind it and 4
on its right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beeprint.base.geometry import MM_PER_INCH, Rect, rotate
from beeprint.drawing.drawing import Drawing, Symbol, group
from beeprint.drawing.shape import Shape
from beeprint.formats.tabletop.table import NET, Mosaic, Picture, face_picture

#: The places of a die's values in its picture, a third of it each, and the number of each face of a net: faces that
#: are opposite each other on the net are opposite on the die.
_PLACES = {2: (0, 1), 4: (1, 1), 5: (2, 1), 1: (0, 2), 3: (1, 2), 6: (2, 2)}
_NUMBERS = (1, 2, 6, 5, 3, 4)
_TURNS = {1: (270, 0, 0), 2: (0, 0, 0), 3: (0, 0, 270), 4: (0, 0, 90), 5: (0, 0, 180), 6: (90, 0, 0)}
#: The least and the most pixels across a face, three of which make 4096 at most.
_LEAST, MOST = 340, 1365
#: The part of a face's edge at its corner whose ground the die's edges take.
_CORNER = 0.05


def edge(shape: Shape) -> float:
    """Return the edge of a die's net in mm, which is three faces wide."""
    return shape.width / 3


def picture(shape: Shape, net: Symbol, dpi: float) -> Mosaic:
    """Return the faces of a net in two rows of three, above them the ground that the die's edges show."""
    side = edge(shape)
    cell = min(MOST, max(_LEAST, int(side * dpi / MM_PER_INCH)))
    ground = face_picture(net, Rect(NET[0][0] * side, NET[0][1] * side, _CORNER * side, _CORNER * side), cell, cell)
    cells = dict.fromkeys(range(3), ground)
    for (column, row), number in zip(NET, _NUMBERS, strict=True):
        x, y = _PLACES[number]
        face = face_picture(net, Rect(column * side, row * side, side, side), cell, cell)
        cells[3 * y + x] = _on_its_head(face) if number == 1 else face
    return Mosaic(3, 3, cell, cell, cells)


def _on_its_head(picture: Picture) -> Picture:
    drawing = picture.drawing
    return Picture(Drawing(drawing.box, (group(drawing.marks, rotate(180, drawing.box.centre)),)))


def turns(values: Sequence[str]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Yield what a die says and how it is turned then, in degrees about x, y and z; numbers where it has no values."""
    named = dict(zip(_NUMBERS, values, strict=True)) if values else {}
    return ((named.get(number, str(number)), turn) for number, turn in _TURNS.items())
