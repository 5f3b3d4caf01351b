"""A table that is set up, as a picture."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beeprint import scene
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.files.names import slug
from beeprint.files.schema import Line
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.products import Checked, Order, Output, Product, scenes
from beeprint.products.scenes import SCENE, Picture, SceneKeys, picture, product, rolled, thing
from beeprint.scene import Place as Spot
from beeprint.scene import Thing


class TableProfile(SceneKeys):
    """Pictures of the set-ups in these files of the game's folder, named without their ending."""

    output: Literal["table"]
    set_ups: Annotated[tuple[Line, ...], Field(min_length=1)] = ("set-up",)


def make(order: Order[TableProfile]) -> Product:
    """Return a picture of each set-up with the pieces that are asked for; BuildError where none of them lies there."""
    pictures: list[Picture] = []
    problems: list[Problem] = []
    for number, name in enumerate(order.profile.set_ups):
        try:
            found = _picture(order, name, order.node.at(["set-ups", number]))
            pictures += [found] if found else []
        except BuildError as error:
            problems += error.problems
    if problems:
        raise BuildError(problems)
    if not pictures:
        message = f"no pieces of {' and '.join(order.options.only)} lie on the table"
        raise error_at(Place("--only"), message, "leave --only out, or choose pieces that the set-up names")
    return product(order, pictures)


def _picture(order: Order[TableProfile], name: str, place: Place) -> Picture | None:
    """Return the picture of a set-up, None where nothing lies there that is asked for.

    BuildError with all that is wrong with its places.
    """
    game = order.checked.game
    if name == scenes.NAMES and not game.workspace.data_names(scenes.NAMES, ".yaml"):
        hint = "write one that says which pieces lie where on the table: beeprint docs showing says how"
        raise error_at(place, f"there is no file {name}.yaml in the game's folder", hint)
    table = scenes.read(game, f"{name}.yaml", place, order.options.seed)
    things: list[Thing] = []
    for one in table.lying:
        kept = [at for at, (deck, row) in enumerate(one.pieces) if _is_asked_for(order, deck, row)]
        if not kept:
            continue
        pieces, cells = [one.pieces[at] for at in kept], [one.cells[at] for at in kept if one.cells]
        found = [_seen(order.checked, *piece, one.spot, number) for number, piece in enumerate(pieces)]
        deck = pieces[0][0]
        things += scene.arranged(found, one.spot, game.stock(deck).height(deck.role), cells)
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


OUTPUT = Output(TableProfile, make, SCENE)
