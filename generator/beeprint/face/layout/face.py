"""Faces: one side of a piece, with what the checks need, and where its content comes from in the data."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import IDENTITY, Affine, Path, Rect
from beeprint.base.problems import Place, Problem
from beeprint.drawing.drawing import Drawing, Mark, Symbol
from beeprint.drawing.fonts import Fonts
from beeprint.face.frame import Frames
from beeprint.face.picture import Pictures
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row

Side = Literal["front", "back"]
SIDES: tuple[Side, ...] = ("front", "back")
#: A face by deck, id of its row ("" for a back that a deck shares) and side.
FaceId = tuple[str, str, str]


class Ink(Struct, frozen=True):
    """Something on a face that has to be legible, for the checks before printing.

    `column` is the source of its content, "" where the layout sets it at `place`; `size` is the text size in points and
    `dpi` a picture's resolution, 0 where they do not apply; `legible` is the size from which it is easy to read, and
    `asked` the place of the layout's size where that is smaller; `home` is the place of its box in a frame. `within` is
    what a picture's own edges must keep to; `mark` is a picture or icon whose edges count, transformed by `at`.
    `art` is the name of a picture of pixels.
    """

    slot: str
    box: Rect
    column: str
    place: Place
    size: float = 0
    dpi: float = 0
    guarded: bool = True
    home: str = ""
    legible: float = 0
    asked: Place | None = None
    within: Literal["", "trim", "safe"] = ""
    mark: Mark | None = None
    at: Affine = IDENTITY
    art: str = ""

    def moved(self, matrix: Affine) -> Ink:
        """Return the ink, transformed."""
        return replace(self, box=matrix.rect(self.box), at=matrix @ self.at)


class Area(Struct, frozen=True):
    """The path of a shape slot: `line` is the width in mm of the line along it, `covers` whether its fill hides.

    A rectangle with a line is a `frame`, and `place` is where the layout says that it is one; None for other shapes.
    """

    slot: str
    path: Path
    line: float
    covers: bool
    at: Affine = IDENTITY
    frame: Rect | None = None
    place: Place | None = None

    def moved(self, matrix: Affine) -> Area:
        """Return the area, transformed."""
        return replace(self, at=matrix @ self.at)


class Art(Struct, frozen=True):
    """What a picture, a shape or a frame paints, in a box; noted only where a printer asks for another bleed.

    `place` is where the box stands, and `column` the source of what is shown, "" where the layout says it.
    """

    slot: str
    box: Rect
    column: str
    place: Place
    marks: tuple[Mark, ...]
    at: Affine = IDENTITY

    def moved(self, matrix: Affine) -> Art:
        """Return the art, transformed."""
        return replace(self, at=matrix @ self.at)


class SlotMarks(Struct, frozen=True):
    """What a slot of the layout draws on a face, in painting order.

    `bound` says whether the marks follow from the row, or are repeated, so that they tell of the piece. `place` is that
    of the slot in its layout.
    """

    slot: str
    marks: tuple[Mark, ...]
    bound: bool
    place: Place


#: What a face notes of its slots, for the checks.
Painted = Ink | Area | Art


@dataclass(frozen=True)
class Face:
    """One side of a piece: its drawing, whose box is the bleed box, and what the checks need, in painting order."""

    deck: str
    id: str
    side: Side
    drawing: Drawing
    painted: tuple[Painted, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    stem: str = ""  # the name of its file
    holes: tuple[str, ...] = field(default=(), compare=False)  # what a draft lacks here, for counting
    slots: tuple[SlotMarks, ...] = field(default=(), compare=False)  # its drawing slot by slot, the lowest first
    ground: tuple[Mark, ...] = field(default=(), compare=False)  # what is drawn below all slots

    @cached_property
    def inks(self) -> tuple[Ink, ...]:
        """Return what has to be legible."""
        return tuple(area for area in self.painted if isinstance(area, Ink))

    @cached_property
    def symbol(self) -> Symbol:
        """Return the drawing as a symbol to place on sheets."""
        return Symbol.of(self.drawing.marks)


class LayoutContext(Struct, frozen=True):
    """What layout needs besides a deck and its rows; with `draft`, what is missing becomes a hole and a warning.

    With `press` slots in inks that only a press prints, such as varnish, are drawn too.
    """

    game: Game
    fonts: Fonts
    pictures: Pictures
    frames: Frames
    draft: bool = False
    press: bool = False


def blamed(deck: Deck, row: Row | None, column: str, place: Place) -> tuple[Place, str]:
    """Return the place to blame for content, a row's cell or else the layout, and its name for messages."""
    if column and row:
        return deck.rows.place(row, column), deck.rows.cell(row, column)
    return place, f"({row.id})" if row else ""
