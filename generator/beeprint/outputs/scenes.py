"""Pictures to show: hands of cards, whole decks, pieces beside their backs, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.outputs import scene
from beeprint.outputs.scene import Place as Spot
from beeprint.outputs.scene import Spread, Thing
from beeprint.outputs.shared import Checked, Order, Output, Product, scenes
from beeprint.outputs.shared.scenes import (
    SCENE,
    Chosen,
    DrawnKeys,
    Picture,
    SceneKeys,
    chosen,
    hands,
    picture,
    product,
    rolled,
    seen,
    thing,
)
from beeprint.sources.names import slug
from beeprint.sources.schema import Flag, Int, Line, Mm, Number

# Hands of cards as pictures.


class FanProfile(DrawnKeys):
    """A hand of each deck, or with `together` one of all decks; `side` is which side of the cards is seen.

    `step` and `arc` are degrees, from card to card and from the first to the last, at most; `radius` is in diagonals of
    a card: a larger one makes a flatter hand.
    """

    output: Literal["fan"]
    count: Annotated[Int, Meta(ge=1, le=60)] = 5
    side: Literal["front", "back"] = "front"
    together: Flag = False
    step: Annotated[Number, Meta(ge=0, le=90)] = Spread().step
    arc: Annotated[Number, Meta(ge=0, le=360)] = Spread().arc
    radius: Annotated[Number, Meta(ge=0, le=20)] = Spread().radius


def make_fan(order: Order[FanProfile]) -> Product:
    """Return a picture of each hand."""
    return product(order, _fans(order), seen(order))


def _fans(order: Order[FanProfile]) -> Iterator[Picture]:
    keys = order.profile
    spread = Spread(keys.step, keys.arc, keys.radius)
    held: dict[str, Sequence[Thing]] = {}
    for deck, rows in hands(order):
        shown = (thing(order.checked, deck, row, keys.side) or thing(order.checked, deck, row) for row in rows)
        name = "hand" if keys.together else slug(deck.name)
        held[name] = [*held.get(name, ()), *(shown_thing for shown_thing in shown if shown_thing)]
    for name, things in held.items():
        yield picture(order, name, scene.fan(things, spread))


FAN = Output(FanProfile, make_fan, SCENE)


# Whole decks as pictures.


class PosterProfile(SceneKeys):
    """A picture of each deck, or with `together` one of all; `copies` shows each copy, and `backs` the backs too.

    `gap` is in mm. `ratio` is about the width of the picture divided by its height, unless `columns` are given.
    """

    output: Literal["poster"]
    together: Flag = False
    copies: Flag = False
    backs: Flag = False
    gap: Annotated[Mm, Meta(ge=0, le=200)] = 5
    ratio: Annotated[Number, Meta(ge=0.05, le=20)] = 1.5
    columns: Annotated[Int, Meta(ge=0, le=1000)] = 0


def make_poster(order: Order[PosterProfile]) -> Product:
    """Return a picture of each deck, or one of all."""
    return product(order, _posters(order))


def _posters(order: Order[PosterProfile]) -> Iterator[Picture]:
    keys = order.profile
    decks = {slug(poster.deck.name): list(_shown(order.checked, poster, keys)) for poster in chosen(order)}
    pictures: dict[str, list[Sequence[Thing]]] = {name: [things] for name, things in decks.items()}
    if keys.together:
        pictures = {"poster": list(decks.values())}
    for name, shown in pictures.items():
        yield picture(order, name, scene.poster(shown, keys.gap, keys.ratio, keys.columns))


def _shown(checked: Checked, chosen: Chosen, keys: PosterProfile) -> Iterator[Thing]:
    """Yield the fronts of a deck, each with its own back where it has one, and last a back that all share."""
    deck, rows, _ = chosen
    shared = deck.spec.back is None or deck.spec.back.each == "deck"
    for row in rows:
        for _ in range(row.copies if keys.copies else 1):
            sides = (thing(checked, deck, row), None if shared or not keys.backs else thing(checked, deck, row, "back"))
            yield from (side for side in sides if side)
    last = thing(checked, deck, rows[0], "back") if shared and keys.backs else None
    if last is not None:
        yield last


POSTER = Output(PosterProfile, make_poster, frozenset({"dpi"}))


# A piece beside its back, each at an angle, as a picture.


class ShowcaseProfile(DrawnKeys):
    """Front and back turned away by `angle` degrees, to either side, and tilted by `tilt` degrees."""

    output: Literal["showcase"]
    angle: Annotated[Number, Meta(ge=-80, le=80)] = 22
    tilt: Annotated[Number, Meta(ge=-180, le=180)] = 6


def make_showcase(order: Order[ShowcaseProfile]) -> Product:
    """Return a picture of each piece."""
    return product(order, _showcases(order), seen(order))


def _showcases(order: Order[ShowcaseProfile]) -> Iterator[Picture]:
    checked, keys = order.checked, order.profile
    for deck, rows in hands(order):
        thickness = checked.game.stock(deck).height(deck.role)
        for row in {row.id: row for row in rows}.values():
            sides = (thing(checked, deck, row), thing(checked, deck, row, "back"))
            things = scene.pair([side for side in sides if side], thickness, keys.angle, keys.tilt)
            yield picture(order, f"{slug(deck.name)}/{row.stem}", things)


SHOWCASE = Output(ShowcaseProfile, make_showcase, SCENE)


# A table that is set up, as a picture.


class TableProfile(SceneKeys):
    """Pictures of the set-ups in these files of the game's folder, named without their ending."""

    output: Literal["table"]
    set_ups: Annotated[tuple[Line, ...], Meta(min_length=1)] = ("set-up",)


def make_table(order: Order[TableProfile]) -> Product:
    """Return a picture of each set-up with the pieces that are asked for; BuildError where none of them lies there."""
    pictures: list[Picture] = []
    problems: list[Problem] = []
    for number, name in enumerate(order.profile.set_ups):
        try:
            table = _table(order, name, order.node.at(["set-ups", number]))
            pictures += [table] if table else []
        except BuildError as error:
            problems += error.problems
    if problems:
        raise BuildError(problems)
    if not pictures:
        message = f"no pieces of {' and '.join(order.options.only)} lie on the table"
        raise error_at(Place("--only"), message, "leave --only out, or choose pieces that the set-up names")
    return product(order, pictures)


def _table(order: Order[TableProfile], name: str, place: Place) -> Picture | None:
    """Return the picture of a set-up, None where nothing lies there that is asked for.

    BuildError with all that is wrong with its places.
    """
    game = order.checked.game
    if name == scenes.NAMES and not game.workspace.data_names(scenes.NAMES, ".yaml"):
        hint = "write one that says which pieces lie where on the table: beeprint docs showing says how"
        raise error_at(place, f"there is no file {name}.yaml in the game's folder", hint)
    table = scenes.read(game, f"{name}.yaml", place, order.options.seed)
    things: list[Thing] = []
    for lying in table.lying:
        kept = [at for at, (deck, row) in enumerate(lying.pieces) if _is_asked_for(order, deck, row)]
        if not kept:
            continue
        pieces, cells = [lying.pieces[at] for at in kept], [lying.cells[at] for at in kept if lying.cells]
        seen_things = [_seen(order.checked, *piece, lying.spot, number) for number, piece in enumerate(pieces)]
        deck = pieces[0][0]
        things += scene.arranged(seen_things, lying.spot, game.stock(deck).height(deck.role), cells)
    if not things and order.options.only:
        return None
    box = Rect(0, 0, *table.set_up.size) if table.set_up.size else None
    return picture(order, slug(name), things, box, table.ground)


def _seen(checked: Checked, deck: Deck, row: Row, spot: Spot, number: int) -> Thing:
    """Return a piece as it lies at a place: its side, its front if it has no back, or the face of a die that is up."""
    if deck.spec.shape.faces:
        return rolled(checked, deck, row, spot.faces[number % len(spot.faces)])
    side, front = thing(checked, deck, row, spot.side), thing(checked, deck, row)
    assert front is not None
    return side or front


def _is_asked_for(order: Order[TableProfile], deck: Deck, row: Row) -> bool:
    only = order.options.only
    return not only or (deck.name in only and (not only[deck.name] or row.id in only[deck.name]))


TABLE = Output(TableProfile, make_table, SCENE)
