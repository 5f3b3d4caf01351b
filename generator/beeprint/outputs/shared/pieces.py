"""A checked game, and which of its pieces a build makes, in how many copies."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from beeprint.base.options import CheckOptions, FileOptions
from beeprint.base.problems import Problem
from beeprint.base.store import Store
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout import Face, FaceId
from beeprint.game import edition
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.game.words import say
from beeprint.leaflet import Leaflet
from beeprint.outputs.shared.later import LaterFaces


class Checked(Struct, frozen=True):
    """A game whose faces are laid out, with all its problems."""

    game: Game
    fonts: Fonts
    faces: Mapping[FaceId, Face]  # by deck, id ("" for a shared back) and side
    problems: tuple[Problem, ...]
    store: Store = field(default_factory=Store)
    leaflet: Leaflet | None = None
    holes: Mapping[str, int] = field(default_factory=dict)  # what a draft lacks, and how often
    draft: bool = False  # whether sheets say so

    def back(self, deck: Deck, row: Row) -> Face | None:
        """Return the back of a row's pieces."""
        return self.faces.get((deck.name, row.id, "back")) or self.faces.get((deck.name, "", "back"))

    def key(self, deck: Deck, row: Row, side: Literal["front", "back"]) -> str | None:
        """Return the key of what a side of a row's pieces shows; None where it shows nothing."""
        later = self.faces.key((deck.name, row.id, side)) if isinstance(self.faces, LaterFaces) else None
        if later is not None:
            return later
        face = self.faces[deck.name, row.id, side] if side == "front" else self.back(deck, row)
        return face.symbol.key if face else None


def folder_name(made: Game) -> str:
    """Return the name of the folder that a game, an edition, what some players use or a translation is built into."""
    return edition.folder_name(made.spec.id, made.edition, made.asked_players, made.language)


def small_print(game: Game) -> str:
    """Return a game's version and credits, to print beside its title."""
    spec = game.spec
    version = say(game.written_in, "version", version=spec.version)
    return " \u00b7 ".join([version, *spec.credits, *([say(game.written_in, "unofficial")] if spec.unofficial else [])])


def target_of(game: Game, options: FileOptions) -> Path:
    """Return the folder that a build of a game is written to."""
    return options.output / folder_name(game)


def selected(loaded: Game, options: CheckOptions, boxes: bool = False) -> list[Deck]:
    """Return the decks that a build makes; with `boxes`, those in which decks are kept too."""
    parts = loaded.components if boxes else loaded.decks
    kept = ((name, deck) for name, deck in parts.items() if deck.rows.rows or not loaded.edition)
    return [deck for name, deck in kept if not options.only or name in options.only]


def is_punched(deck: Deck) -> bool:
    """Return whether the pieces of a deck are punched out with a die: no cards, and no dice to fold."""
    return deck.role == "box" or (deck.role != "card" and not deck.shape.folds)


def rows_of(deck: Deck, options: CheckOptions) -> list[Row]:
    """Return the rows of a deck that a build makes."""
    ids = options.only.get(deck.name, ())
    return [row for row in deck.rows.rows if not ids or row.id in ids]


def copies_of(deck: Deck, row: Row, options: FileOptions) -> int:
    """Return how many copies of a row's piece are printed."""
    asked = options.copies_asked(deck.name, row.id)
    return deck.printed(row) if asked is None else asked


def copies_in_box(deck: Deck, row: Row, options: FileOptions) -> int:
    """Return how many pieces of a row the box holds; a virtual table shows them all, even if fewer are printed."""
    return options.copies.get(deck.name, row.copies)
