"""Boxes for decks: each becomes a deck of its own, whose outline follows from the pieces that it holds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean
from beeprint.base.words import counted
from beeprint.drawing.shape import LEAST, MOST
from beeprint.game.box_shapes import BoxSpec, Pile
from beeprint.game.columns import Column
from beeprint.game.model import DataFile, Deck, DeckSpec, Game
from beeprint.game.piece_shape import CARTON, Stock
from beeprint.game.rows import Row, Rows
from beeprint.sources.nodes import Node
from beeprint.sources.tables import DataTable

#: The columns that every box has; a divider has them of its own deck.
COLUMNS = ("title", "count", "noun", "depth")
_NUMBERS = ("count", "depth")
#: What the outline of a box costs, and checking its layout against its panels, in steps.
_BOX = 20_000


class _InGameFile(Struct, frozen=True):
    """Where the row of a box stands: it is an entry of game.yaml."""

    at: Place

    def place(self, record: int, column: int = 0) -> Place:
        return self.at

    def cell(self, record: int, column: int) -> str:
        return "game.yaml"

    def row(self, record: int) -> str:
        return "game.yaml"


def with_boxes(game: Game) -> Game:
    """Return a game with its boxes, which hold the decks as they are now; BuildError with all that is wrong with them.

    A box is made for those of its decks that are printed: where an edition leaves out all of them, it omits the box.
    """
    problems: list[Problem] = []
    box_decks = {}
    for name, spec in game.spec.boxes.items():
        budget.spend("boxes", _BOX, at=lambda name=name: game.node.key_at(["boxes"], name))  # type: ignore[misc]
        made = _box(game, name, spec, problems)
        if made is not None:
            box_decks[name] = made
    if problems:
        raise BuildError(problems)
    return replace(game, boxes=box_decks)


def _box(game: Game, name: str, spec: BoxSpec, problems: list[Problem]) -> Deck | None:
    """Return a box as a deck; None where it holds nothing, or is wrong."""
    node, shape = game.node, spec.shape
    faults = list(_wrong_names(game, name, spec))
    problems += faults
    inside = held_in(game, spec)
    if faults or not inside:
        return None
    piles = [pile_of(game, deck) for deck in inside]
    wrong = [*shape.faults(shape.room(piles))]
    at = ["boxes", name, "shape"]
    for fault in wrong:
        problems.append(Problem(_key(node, at, fault.key), fault.message, fault.hint))
    if wrong:
        return None
    own = game.spec.stocks.get(spec.stock, Stock()).thickness
    fitted = shape.fitted(piles, CARTON if own is None else own)
    outline = fitted.outline()
    if not LEAST <= min(outline.width, outline.height) <= max(outline.width, outline.height) <= MOST:
        message = (
            f"the box {name} is {outline.width:.4g} x {outline.height:.4g} mm unfolded; pieces are up to {MOST} mm"
        )
        problems.append(Problem(node.at(at), message, "put fewer decks into it, or more stacks: side by side"))
        return None
    deck = DeckSpec(
        title=spec.title or name,
        noun="boxes",
        data=DataFile(file="game.yaml"),
        shape=fitted,  # type: ignore[arg-type]  # of no kind that a deck of game.yaml may have
        bleed=spec.bleed,
        safe=spec.safe,
        legible_text=spec.legible_text,
        front=spec.front or shape.plain,
        stock=spec.stock,
    )
    return Deck(name, deck, _rows(game, name, spec, inside, math.floor(shape.room(piles)[2])))


def held_in(game: Game, spec: BoxSpec) -> list[Deck]:
    """Return the decks that a box holds: those it is for whose pieces are printed."""
    decks = (game.decks[name] for name in spec.shape.for_ if name in game.decks)
    return [deck for deck in decks if _printed(deck)]


def left_out(game: Game) -> Iterator[Problem]:
    """Yield a warning for each deck of cards that no box holds, in a game that has boxes for cards.

    Alternative packs (`print: 0`) count too, since an edition prints them. Tiles, tokens and boards may stay outside.
    An error for a deck that stays out (`boxed: no`) and is in a box.
    """
    holders = {name: spec for name, spec in game.spec.boxes.items() if not spec.shape.one_each}
    cards = [name for name, deck in game.decks.items() if deck.role == "card"]
    at_home = {deck for spec in holders.values() for deck in spec.shape.for_}
    for name, spec in holders.items():
        for index, deck in enumerate(spec.shape.for_):
            if deck in game.decks and not game.decks[deck].spec.boxed:
                message = f"the box {name} holds the deck {deck}, which says boxed: no"
                place = _key(game.node, ["boxes", name, "shape", "for"], index)
                yield Problem(place, message, f"remove {deck} from for:, or boxed: no from the deck")
    if at_home.isdisjoint(cards):
        return
    first = next(name for name, spec in holders.items() if not set(cards).isdisjoint(spec.shape.for_))
    for name in cards:
        pack = game.decks[name]
        if name not in at_home and pack.spec.boxed and pack.rows.rows:
            copies = sum(row.copies for row in pack.rows.rows)
            message = f"no box holds the deck {name}: {counted(copies, 'card')} without a home"
            hint = f"add {name} to for: of a box, such as {first}; or write boxed: no in the deck if it stays outside"
            yield Problem(game.node.key_at(["decks"], name), message, hint, "warning")


def _printed(deck: Deck) -> int:
    return sum(deck.printed(row) for row in deck.rows.rows)


def pile_of(game: Game, deck: Deck) -> Pile:
    """Return the printed pieces of a deck on each other, in their sleeves."""
    stock = game.stock(deck)
    width, height, own = deck.spec.shape.piled
    more = stock.sleeve.size if deck.role == "card" else 0
    thickness = stock.height(deck.role) * deck.spec.shape.layers if own is None else own
    return Pile(width + more, height + more, thickness, _printed(deck))


def _wrong_names(game: Game, name: str, spec: BoxSpec) -> Iterator[Problem]:
    node, at = game.node, ["boxes", name, "shape"]
    if name in game.decks or name in game.tables:
        what = "deck" if name in game.decks else "table"
        yield Problem(node.key_at(["boxes"], name), f"{name} is the name of a box and of a {what}", "rename the box")
    if not spec.shape.for_:
        hint = f"write for: [{next(iter(game.decks))}], the decks that it holds"
        yield Problem(node.at(at), f"the box {name} is for no deck", hint)
    for index, deck in enumerate(spec.shape.for_):
        place = _key(node, [*at, "for"], index)
        if deck not in game.decks:
            yield Problem(place, f"there is no deck {deck}", did_you_mean(deck, game.decks))
        elif deck in spec.shape.for_[:index]:
            yield Problem(place, f"the box {name} is for the deck {deck} twice", "remove one of them")
    for key, length in (("bleed", spec.bleed), ("safe", spec.safe)):
        if not 0 <= length <= 20:
            yield Problem(node.at(["boxes", name, key]), f"{key} is {length:g} mm; it must be from 0 to 20")
    for key in spec.texts:
        if key in COLUMNS:
            place = node.key_at(["boxes", name, "texts"], key)
            yield Problem(place, f"a box has {key} already, from its decks", "choose another name")


def _key(node: Node, at: Sequence[str | int], key: str | int) -> Place:
    """Return the place of a key that may be missing, or that of the whole."""
    key_node = node.find([*at, key])
    return node.at([*at, key]) if key_node is not None else node.at(list(at))


def _rows(game: Game, name: str, spec: BoxSpec, inside: Sequence[Deck], depth: int) -> Rows:
    """Return the rows of a box, which has room for a pile of `depth` mm: one, or one for each of its decks."""
    groups = [[deck] for deck in inside] if spec.shape.one_each else [list(inside)]
    cells = [{**_cells(name, spec, group), "depth": str(depth)} for group in groups]
    header = ("id", *COLUMNS, *spec.texts)
    place = game.node.key_at(["boxes"], name)
    table = DataTable("game.yaml", header, tuple(cells), tuple(range(1, len(cells) + 1)), {}, _InGameFile(place))
    columns: Mapping[str, Column] = {
        **{head: Column(type="text", optional=True) for head in header},
        **{head: Column(type="int") for head in _NUMBERS},
    }
    rows = [
        Row(
            cell["id"],
            index,
            spec.copies,
            {**cell, "copies": str(spec.copies)},
            {**cell, **{head: int(cell[head]) for head in _NUMBERS}},
        )
        for index, cell in enumerate(cells)
    ]
    return Rows(name, table, columns, tuple(rows))


def _cells(name: str, spec: BoxSpec, decks: Sequence[Deck]) -> dict[str, str]:
    alone = decks[0] if spec.shape.one_each else None
    titles = " \u00b7 ".join(dict.fromkeys(deck.spec.title for deck in decks))
    return {
        "id": alone.name if alone else name,
        "title": titles if alone else spec.title or titles,
        "count": str(sum(map(_printed, decks))),
        "noun": " \u00b7 ".join(dict.fromkeys(deck.noun for deck in decks)),
        **spec.texts,
    }
