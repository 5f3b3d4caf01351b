"""The set-ups of a game: files that say what lies where on a table, read and checked against its decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.schema import understand
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.products.scenes import colour_of, drawn_from
from beeprint.scene import Place as Spot
from beeprint.scene import SetUp

#: What the names of these files begin with.
NAMES = "set-up"


class Lying(Struct, frozen=True):
    """Pieces of a deck at a place of the table; `cells` are their coordinates, if they lie on a lattice."""

    spot: Spot
    deck: Deck
    rows: Sequence[Row]
    cells: Sequence[tuple[int, int]]


class Table(Struct, frozen=True):
    """A set-up that is sound: what it says, the pieces at its places in order, and the colour of the table."""

    set_up: SetUp
    lying: Sequence[Lying]
    ground: Colour | None


def check(game: Game) -> list[Problem]:
    """Return what is wrong with the set-ups of a game, those files in its folder whose names begin with `set-up`."""
    problems: list[Problem] = []
    for name in game.workspace.data_names(NAMES, ".yaml"):
        try:
            read(game, name, Place(name))
        except BuildError as error:
            problems += error.problems
    return problems


def read(game: Game, name: str, place: Place, seed: int | None = None) -> Table:
    """Read a set-up, the file `name` of a game's folder; `seed` shuffles decks instead of those that it gives.

    BuildError with all that is wrong with it, and at `place` where there is no such file.
    """
    node = read_yaml(*game.workspace.data(name, place))
    set_up = understand(SetUp, node)
    lying: list[Lying] = []
    problems: list[Problem] = []
    ground = None
    for index, spot in enumerate(set_up.places):
        try:
            lying.append(_lying(game, spot, node, index, seed))
        except BuildError as error:
            problems += error.problems
    try:
        ground = colour_of(game, set_up.ground, node.at(["ground"])) if set_up.ground else None
    except BuildError as error:
        problems += error.problems
    if problems:
        raise BuildError(problems)
    return Table(set_up, lying, ground)


def _lying(game: Game, spot: Spot, node: Node, index: int, seed: int | None) -> Lying:
    """Return the pieces at a place; BuildError for decks, pieces and columns that the game does not have."""
    deck = game.decks.get(spot.deck)
    if deck is None:
        at = node.at(["places", index, "deck"])
        raise error_at(at, f"{game.spec.title} has no deck {spot.deck}", did_you_mean(spot.deck, game.decks))
    problems = [*_unknown(deck, spot, node, index), *_no_numbers(deck, spot, node, index)]
    if problems:
        raise BuildError(problems)
    rows = _rows(deck, spot, spot.seed if seed is None else seed)
    return Lying(spot, deck, rows, list(_cells(deck, rows, spot, node, index)) if spot.as_ == "lattice" else ())


def _unknown(deck: Deck, spot: Spot, node: Node, index: int) -> Iterator[Problem]:
    """Yield a problem for each piece that the deck does not have."""
    for number, piece in enumerate(spot.pieces):
        if piece not in deck.rows.ids:
            at = node.at(["places", index, "pieces", number])
            yield Problem(at, f"{deck.rows.file} has no {piece}", did_you_mean(piece, deck.rows.ids))


def _no_numbers(deck: Deck, spot: Spot, node: Node, index: int) -> Iterator[Problem]:
    """Yield a problem for each coordinate of a lattice that is no column of whole numbers."""
    known = [name for name, kind in deck.rows.columns.items() if kind.type == "int"]
    for number, column in enumerate(spot.lattice or () if spot.as_ == "lattice" else ()):
        if column not in known:
            at = node.at(["places", index, "lattice", number])
            message = f"{column} is no column of whole numbers of {deck.name}"
            yield Problem(at, message, did_you_mean(column, known))


def _rows(deck: Deck, spot: Spot, seed: int) -> Sequence[Row]:
    if spot.pieces:
        return [deck.rows.by_id[piece] for piece in spot.pieces if piece in deck.rows.by_id]
    every = sum(row.copies for row in deck.rows.rows)
    if spot.draw or spot.as_ in ("pile", "heap"):
        return drawn_from(deck, deck.rows.rows, spot.draw or every, seed)
    return deck.rows.rows


def _cells(deck: Deck, rows: Sequence[Row], spot: Spot, node: Node, index: int) -> Iterator[tuple[int, int]]:
    """Yield the coordinates of pieces on a lattice; BuildError for a piece whose cell is empty."""
    for row in rows:
        found: list[int] = []
        for number, column in enumerate(spot.lattice or ()):
            value = row.values.get(column)
            if not isinstance(value, int):
                at = node.at(["places", index, "lattice", number])
                raise error_at(at, f"{row.id} of {deck.name} has no {column}", "fill in its cell, or name the pieces")
            found.append(value)
        yield found[0], found[1]
