"""What slots need to be drawn: cells of grids, outlines in boxes, pictures fitted in."""

from __future__ import annotations

from beeprint.base.geometry import (
    MM_PER_INCH,
    ROSETTE,
    Affine,
    Path,
    Point,
    Rect,
    ellipse,
    hex_centre,
    hex_corners,
    polygon,
    rectangle,
    scale,
    translate,
)
from beeprint.base.problems import whole
from beeprint.draw.drawing import Use, use
from beeprint.face.picture import Picture, fitted
from beeprint.face.template import GridSlot
from beeprint.game.columns import parse_cells

#: How often one slot is repeated, and how often all slots of a face are drawn.
MAX_REPEATS, MAX_DRAWN = 2_000, 50_000
#: How many a text counts for, which takes that much longer to set.
TEXT_COUNTS = 20


def cells_of(text: str) -> tuple[tuple[int, int], ...]:
    """Return a grid's cells from `rosette`, `4x3` or a list such as `0,0 1,0`; ValueError for anything else."""
    if text == "rosette":
        return ROSETTE
    across, mark, down = text.partition("x")
    columns, rows = whole(across), whole(down)
    if mark and columns and rows and columns * rows <= MAX_REPEATS:
        return tuple((q, r) for r in range(rows) for q in range(columns))
    return parse_cells(text)


def centre_of(slot: GridSlot, q: int, r: int) -> Point:
    """Return the middle of a grid's cell, the cell 0, 0 lying at the origin."""
    if slot.lattice == "square":
        return Point(q * slot.pitch, r * slot.pitch)
    return hex_centre(q, r, slot.pitch, slot.lattice == "hex")


def degrees(text: str) -> float:
    """Return an angle; ValueError where the text is none between -3600 and 3600."""
    value = float(text)
    if not abs(value) <= 3600:
        raise ValueError(text)
    return value


def inscribed(shape: str, box: Rect, radius: float = 0) -> Path:
    """Return a rectangle, an ellipse or a hexagon (pointy where the box is higher than wide) in a box."""
    if shape == "ellipse":
        return ellipse(*box.centre, box.width / 2, box.height / 2)
    if shape == "hexagon":
        pointy = box.height >= box.width
        return polygon(hex_corners(box.centre, box.width if pointy else box.height, pointy))
    return rectangle(box, radius)


def dpi_of(picture: Picture, mark: Use) -> float:
    """Return the dots to the inch of a picture where it is placed."""
    return picture.pixels / mark.transform.rect(picture.box).width * MM_PER_INCH


def placed(picture: Picture, box: Rect, fit: str = "contain") -> Use:
    """Return a picture fitted into a box and centred there."""
    inner = picture.box
    x, y = fitted(inner, box, fit)
    matrix: Affine = translate(*box.centre) @ scale(x, y) @ translate(-inner.centre.x, -inner.centre.y)
    return use(picture.symbol, matrix)
