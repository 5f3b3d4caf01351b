"""A piece beside its back, each at an angle, as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint import scene
from beeprint.files.names import slug
from beeprint.files.schema import Number
from beeprint.products import Order, Output, Product
from beeprint.products.scenes import SCENE, DrawnKeys, Picture, hands, picture, product, seen, thing


class ShowcaseProfile(DrawnKeys):
    """Front and back turned away by `angle` degrees, to either side, and tilted by `tilt` degrees."""

    output: Literal["showcase"]
    angle: Annotated[Number, Field(ge=-80, le=80)] = 22
    tilt: Annotated[Number, Field(ge=-180, le=180)] = 6


def make(order: Order[ShowcaseProfile]) -> Product:
    """Return a picture of each piece."""
    return product(order, _pictures(order), seen(order))


def _pictures(order: Order[ShowcaseProfile]) -> Iterator[Picture]:
    checked, keys = order.checked, order.profile
    for deck, rows in hands(order):
        thickness = checked.game.stock(deck).height(deck.role)
        for row in {row.id: row for row in rows}.values():
            sides = (thing(checked, deck, row), thing(checked, deck, row, "back"))
            things = scene.pair([one for one in sides if one], thickness, keys.angle, keys.tilt)
            yield picture(order, f"{slug(deck.name)}/{row.stem}", things)


OUTPUT = Output(ShowcaseProfile, make, SCENE)
