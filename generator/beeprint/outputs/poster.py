"""Whole decks as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from beeprint import scene
from beeprint.files.names import slug
from beeprint.files.schema import Flag, Int, Mm, Number
from beeprint.products import Checked, Order, Output, Product
from beeprint.products.scenes import Chosen, Picture, SceneKeys, chosen, picture, product, thing
from beeprint.scene import Thing


class PosterProfile(SceneKeys):
    """A picture of each deck, or with `together` one of all; `copies` shows each copy, and `backs` the backs too.

    `gap` is in mm. `ratio` is about the width of the picture divided by its height, unless `columns` are given.
    """

    output: Literal["poster"]
    together: Flag = False
    copies: Flag = False
    backs: Flag = False
    gap: Annotated[Mm, Field(ge=0, le=200)] = 5
    ratio: Annotated[Number, Field(ge=0.05, le=20)] = 1.5
    columns: Annotated[Int, Field(ge=0, le=1000)] = 0


def make(order: Order[PosterProfile]) -> Product:
    """Return a picture of each deck, or one of all."""
    return product(order, _pictures(order))


def _pictures(order: Order[PosterProfile]) -> Iterator[Picture]:
    keys = order.profile
    decks = {slug(one.deck.name): list(_shown(order.checked, one, keys)) for one in chosen(order)}
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
            yield from (one for one in sides if one)
    last = thing(checked, deck, rows[0], "back") if shared and keys.backs else None
    if last is not None:
        yield last


OUTPUT = Output(PosterProfile, make, frozenset({"dpi"}))
