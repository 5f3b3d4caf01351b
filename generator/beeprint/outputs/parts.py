"""What products are made of: a checked game, the pieces that a build asks for, the jobs that write files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from beeprint.base.options import Options
from beeprint.base.problems import Problem
from beeprint.base.store import Store
from beeprint.draw.fonts import Fonts
from beeprint.face.layout import Face
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.leaflet import Leaflet
from beeprint.sheet import Sheet

if TYPE_CHECKING:
    from beeprint.laser.plan import Bed


#: How many marks' worth of work a face and a square inch of pixels are.
FACE, PIXELS = 1.0, 2.0


@dataclass(frozen=True)
class Checked:
    """A game whose faces are laid out, and everything that is wrong with it."""

    game: Game
    fonts: Fonts
    faces: Mapping[tuple[str, str, str], Face]  # by deck, id ("" for a shared back) and side
    problems: tuple[Problem, ...]
    store: Store = field(default_factory=Store)
    leaflet: Leaflet | None = None

    def back(self, deck: Deck, row: Row) -> Face | None:
        """Return the back of a row's pieces."""
        return self.faces.get((deck.name, row.id, "back")) or self.faces.get((deck.name, "", "back"))


@dataclass(frozen=True)
class Product:
    """What a profile makes: its folder or files, the jobs that write them and how much work each is.

    `sheets` are those of PDFs, `beds` those of a laser, by their files' names; the jobs of `last` need what the others
    write. With `recorded` the folder keeps what the game was when this was made, whatever is built later.
    """

    title: str
    written: tuple[str, ...]
    jobs: tuple[tuple[float, Callable[[], None]], ...]
    sheets: Mapping[str, tuple[Sheet, ...]] = field(default_factory=dict)
    beds: Mapping[str, Bed] = field(default_factory=dict)
    last: tuple[tuple[float, Callable[[], None]], ...] = ()
    recorded: bool = False


def folder_name(made: Game) -> str:
    """Return the name of the folder that a game, an edition or a translation is built into."""
    return ".".join(filter(None, (made.spec.id, made.edition, made.language)))


def target_of(game: Game, options: Options) -> Path:
    """Return the folder that a build of a game is written to."""
    return options.output / folder_name(game)


def selected(loaded: Game, options: Options) -> list[Deck]:
    """Return the decks a build makes."""
    there = ((name, deck) for name, deck in loaded.decks.items() if deck.rows.rows or not loaded.edition)
    return [deck for name, deck in there if not options.only or name in options.only]


def rows_of(deck: Deck, options: Options) -> list[Row]:
    """Return the rows of a deck that a build makes."""
    ids = options.only.get(deck.name, ())
    return [row for row in deck.rows.rows if not ids or row.id in ids]


def copies_of(deck: Deck, row: Row, options: Options) -> int:
    """Return how many copies of a row's piece are printed."""
    if options.prints is not None:
        return options.prints.get(f"{deck.name}/{row.id}", 0)
    return options.copies.get(deck.name, deck.printed(row))


def copies_in_box(deck: Deck, row: Row, options: Options) -> int:
    """Return how many pieces of a row the box holds, which a virtual table shows though fewer may be printed."""
    return options.copies.get(deck.name, row.copies)
