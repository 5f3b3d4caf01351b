"""Faces: one side of a piece, with what the checks need, and where its content comes from in the data."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from beeprint.base.geometry import Rect
from beeprint.base.problems import Place, Problem
from beeprint.draw.drawing import Drawing, Symbol
from beeprint.draw.fonts import Fonts
from beeprint.face.frame import Frames
from beeprint.face.picture import Pictures
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row

Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Ink:
    """Something on a face that has to be legible, for the checks before printing.

    `column` is the source of its content, "" where the layout sets it at `place`; `size` is the text size in points and
    `dpi` a picture's resolution, 0 where they do not apply; `home` is the place of its box in a frame.
    """

    slot: str
    box: Rect
    column: str
    place: Place
    size: float = 0
    dpi: float = 0
    guarded: bool = True
    home: str = ""


@dataclass(frozen=True)
class Face:
    """One side of a piece: its drawing, whose box is the bleed box, and what the checks need."""

    deck: str
    id: str
    side: Side
    drawing: Drawing
    inks: tuple[Ink, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    stem: str = ""  # the name of its file

    @cached_property
    def symbol(self) -> Symbol:
        """Return the drawing as a symbol to place on sheets."""
        return Symbol.of(self.drawing.marks)


@dataclass(frozen=True)
class LayoutContext:
    """What layout needs besides a deck and its rows."""

    game: Game
    fonts: Fonts
    pictures: Pictures
    frames: Frames


def blamed(deck: Deck, row: Row | None, column: str, place: Place) -> tuple[Place, str]:
    """Return the place to blame for content, a row's cell or else the layout, and its name for messages."""
    if column and row:
        return deck.rows.place(row, column), deck.rows.cell(row, column)
    return place, f"({row.id})" if row else ""
