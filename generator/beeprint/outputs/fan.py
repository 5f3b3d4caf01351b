"""Hands of cards as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from beeprint import scene
from beeprint.files.names import slug
from beeprint.files.schema import Flag, Int, Number
from beeprint.products import Order, Output, Product
from beeprint.products.scenes import SCENE, DrawnKeys, Picture, hands, picture, product, seen, thing
from beeprint.scene import Spread, Thing


class FanProfile(DrawnKeys):
    """A hand of each deck, or with `together` one of all decks; `side` is which side of the cards is seen.

    `step` and `arc` are degrees, from card to card and from the first to the last, at most; `radius` is in diagonals of
    a card: a larger one makes a flatter hand.
    """

    output: Literal["fan"]
    count: Annotated[Int, Field(ge=1, le=60)] = 5
    side: Literal["front", "back"] = "front"
    together: Flag = False
    step: Annotated[Number, Field(ge=0, le=90)] = Spread().step
    arc: Annotated[Number, Field(ge=0, le=360)] = Spread().arc
    radius: Annotated[Number, Field(ge=0, le=20)] = Spread().radius


def make(order: Order[FanProfile]) -> Product:
    """Return a picture of each hand."""
    return product(order, _pictures(order), seen(order))


def _pictures(order: Order[FanProfile]) -> Iterator[Picture]:
    keys = order.profile
    spread = Spread(keys.step, keys.arc, keys.radius)
    held: dict[str, Sequence[Thing]] = {}
    for deck, rows in hands(order):
        found = (thing(order.checked, deck, row, keys.side) or thing(order.checked, deck, row) for row in rows)
        name = "hand" if keys.together else slug(deck.name)
        held[name] = [*held.get(name, ()), *(one for one in found if one)]
    for name, things in held.items():
        yield picture(order, name, scene.fan(things, spread))


OUTPUT = Output(FanProfile, make, SCENE)
