"""A table that is set up, as a picture."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beeprint import scene
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.files.names import slug
from beeprint.files.schema import Line
from beeprint.products import Order, Output, Product, set_ups
from beeprint.products.scenes import SCENE, Picture, SceneKeys, picture, product, thing
from beeprint.scene import Thing


class TableProfile(SceneKeys):
    """Pictures of the set-ups in these files of the game's folder, named without their ending."""

    output: Literal["table"]
    set_ups: Annotated[tuple[Line, ...], Field(min_length=1)] = ("set-up",)


def make(order: Order[TableProfile]) -> Product:
    """Return a picture of each set-up."""
    pictures: list[Picture] = []
    problems: list[Problem] = []
    for number, name in enumerate(order.profile.set_ups):
        try:
            pictures.append(_picture(order, name, order.node.at(["set-ups", number])))
        except BuildError as error:
            problems += error.problems
    if problems:
        raise BuildError(problems)
    return product(order, pictures)


def _picture(order: Order[TableProfile], name: str, place: Place) -> Picture:
    """Return the picture of a set-up; BuildError with all that is wrong with its places."""
    game = order.checked.game
    if name == set_ups.NAMES and not game.workspace.data_names(set_ups.NAMES, ".yaml"):
        hint = "write one that says which pieces lie where on the table: docs/showing.md tells how"
        raise error_at(place, f"there is no file {name}.yaml in the game's folder", hint)
    table = set_ups.read(game, f"{name}.yaml", place, order.options.seed)
    things: list[Thing] = []
    for one in table.lying:
        sides = (thing(order.checked, one.deck, row, one.spot.side) for row in one.rows)
        fronts = (thing(order.checked, one.deck, row) for row in one.rows)
        found = [side or front for side, front in zip(sides, fronts, strict=True)]
        thickness = game.stock(one.deck).height(one.deck.role)
        things += scene.arranged([each for each in found if each is not None], one.spot, thickness, one.cells)
    box = Rect(0, 0, *table.set_up.size) if table.set_up.size else None
    return picture(order, slug(name), things, box, table.ground)


OUTPUT = Output(TableProfile, make, SCENE)
