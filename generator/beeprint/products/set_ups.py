"""The set-ups of a game: files that say what lies where on a table, read and checked against its decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.schema import understand
from beeprint.game.edition import FULL
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.products.scenes import colour_of, drawn_from
from beeprint.scene import Place as Spot
from beeprint.scene import SetUp

#: What the names of these files begin with.
NAMES = "set-up"


#: A piece: its deck and its row.
Piece = tuple[Deck, Row]


class Lying(Struct, frozen=True):
    """Pieces at a place of the table; `cells` are their coordinates, if they lie on a lattice."""

    spot: Spot
    pieces: Sequence[Piece]
    cells: Sequence[tuple[int, int]]


class Table(Struct, frozen=True):
    """A set-up that is sound: what it says, the pieces at its places in order, and the colour of the table."""

    set_up: SetUp
    lying: Sequence[Lying]
    ground: Colour | None


def check(game: Game, editions: Iterable[Game]) -> list[Problem]:
    """Return what is wrong with the set-ups of a game, those files in its folder whose names begin with `set-up`.

    A place that the whole game or one of its `editions` leaves empty, or fills in part only, is a problem too.
    """
    problems: list[Problem] = []
    names = game.workspace.data_names(NAMES, ".yaml")
    variants = [game, *editions] if names else []
    for name in names:
        try:
            read(game, name, Place(name))
            problems += _gaps(variants, read_yaml(*game.workspace.data(name, Place(name))))
        except BuildError as error:
            problems += error.problems
    return problems


def _gaps(variants: Iterable[Game], node: Node) -> Iterator[Problem]:
    """Yield a problem for each place of a sound set-up at which a variant of the game lacks pieces."""
    spots = understand(SetUp, node).places
    for game in variants:
        who = f"edition {game.edition}" if game.edition else "the whole box"
        hint = f"name other pieces, or write leave-out: {game.edition or FULL}"
        for index, spot in enumerate(spots):
            if _is_left_out(game, spot):
                continue
            decks = _printed(game, spot)
            titles = " and ".join(game.decks[deck].spec.title for deck in spot.deck)
            copies = sum(row.copies for deck in decks for row in deck.rows.rows)
            missing = [piece for piece in spot.pieces if not any(piece in deck.rows.by_id for deck in decks)]
            if not copies:
                at = node.at(["places", index, "deck"])
                yield Problem(at, f"{who} has no {titles}, so this place is empty", hint)
            elif missing:
                at = node.at(["places", index, "pieces", spot.pieces.index(missing[0])])
                yield Problem(at, f"{who} leaves out {', '.join(missing)} of {titles}", hint)
            elif spot.draw and spot.draw > copies:
                at = node.at(["places", index, "draw"])
                yield Problem(at, f"draw is {spot.draw}, but {who} has {copies} {titles}", f"draw at most {copies}")


def _is_left_out(game: Game, spot: Spot) -> bool:
    return (game.edition or FULL) in spot.leave_out


def _printed(game: Game, spot: Spot) -> list[Deck]:
    """Return the decks of a place of which the game prints any pieces."""
    decks = (game.decks[name] for name in spot.deck)
    return [deck for deck in decks if deck.spec.print_ != 0 and deck.rows.rows]


def read(game: Game, name: str, place: Place, seed: int | None = None) -> Table:
    """Read a set-up, the file `name` of a game's folder; `seed` shuffles decks instead of those that it gives.

    Places that it leaves out in the game's edition are not among `lying`.

    BuildError with all that is wrong with it, and at `place` where there is no such file.
    """
    node = read_yaml(*game.workspace.data(name, place))
    set_up = understand(SetUp, node)
    lying: list[Lying] = []
    problems: list[Problem] = []
    ground = None
    for index, spot in enumerate(set_up.places):
        try:
            there = _lying(game, spot, node, index, seed)
            lying += [] if _is_left_out(game, spot) else [there]
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
    """Return the pieces at a place; BuildError for decks, pieces, columns and editions that the game does not have."""
    problems = [*_unknown_names(game, spot, node, index)]
    if problems:
        raise BuildError(problems)
    decks = [game.decks[name] for name in spot.deck]
    problems = [*_unknown(decks, spot, node, index), *_no_numbers(decks, spot, node, index)]
    if problems:
        raise BuildError(problems)
    pieces = _pieces(_printed(game, spot), spot, spot.seed if seed is None else seed)
    return Lying(spot, pieces, list(_cells(pieces, spot, node, index)) if spot.as_ == "lattice" else ())


def _unknown_names(game: Game, spot: Spot, node: Node, index: int) -> Iterator[Problem]:
    """Yield a problem for each deck and each edition that the game does not have."""
    for number, name in enumerate(spot.deck):
        if name not in game.decks:
            at = _listed(node, ["places", index, "deck"], number)
            yield Problem(at, f"{game.spec.title} has no deck {name}", did_you_mean(name, game.decks))
    for number, name in enumerate(spot.leave_out):
        if name not in (known := [*game.spec.editions, FULL]):
            at = _listed(node, ["places", index, "leave-out"], number)
            yield Problem(at, f"there is no edition {name}", did_you_mean(name, known))


def _listed(node: Node, at: list[str | int], number: int) -> Place:
    """Return the place of a value that may stand alone or in a list."""
    return node.at([*at, number] if node.find([*at, number]) is not None else at)


def _unknown(decks: Sequence[Deck], spot: Spot, node: Node, index: int) -> Iterator[Problem]:
    """Yield a problem for each piece that none of the decks has."""
    ids = [piece for deck in decks for piece in deck.rows.ids]
    files = " and ".join(dict.fromkeys(deck.rows.file for deck in decks))
    for number, piece in enumerate(spot.pieces):
        if piece not in ids:
            at = _listed(node, ["places", index, "pieces"], number)
            yield Problem(at, f"{files} has no {piece}", did_you_mean(piece, ids))


def _no_numbers(decks: Sequence[Deck], spot: Spot, node: Node, index: int) -> Iterator[Problem]:
    """Yield a problem for each coordinate of a lattice that is no column of whole numbers."""
    for deck in decks if spot.as_ == "lattice" else ():
        known = [name for name, kind in deck.rows.columns.items() if kind.type == "int"]
        for number, column in enumerate(spot.lattice or ()):
            if column not in known:
                at = node.at(["places", index, "lattice", number])
                message = f"{column} is no column of whole numbers of {deck.name}"
                yield Problem(at, message, did_you_mean(column, known))


def _pieces(decks: Sequence[Deck], spot: Spot, seed: int) -> Sequence[Piece]:
    if spot.pieces:
        first = {row.id: (deck, row) for deck in reversed(decks) for row in deck.rows.rows}
        return [first[piece] for piece in spot.pieces if piece in first]
    every = [(deck, row) for deck in decks for row in deck.rows.rows]
    if spot.draw or spot.as_ in ("pile", "heap"):
        return drawn_from(every, spot.draw, seed)
    return every


def _cells(pieces: Sequence[Piece], spot: Spot, node: Node, index: int) -> Iterator[tuple[int, int]]:
    """Yield the coordinates of pieces on a lattice; BuildError for a piece whose cell is empty."""
    for deck, row in pieces:
        found: list[int] = []
        for number, column in enumerate(spot.lattice or ()):
            value = row.values.get(column)
            if not isinstance(value, int):
                at = node.at(["places", index, "lattice", number])
                raise error_at(at, f"{row.id} of {deck.name} has no {column}", "fill in its cell, or name the pieces")
            found.append(value)
        yield found[0], found[1]
