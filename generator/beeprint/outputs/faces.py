"""Each face as an SVG file, with its bleed."""

from __future__ import annotations

from functools import partial
from typing import Literal

from beeprint.formats import faces
from beeprint.products import Order, Output, Product, Profile
from beeprint.products.output import FACE


class FacesProfile(Profile):
    """Faces as SVG files; there is nothing to choose."""

    output: Literal["faces"]


def make(order: Order[FacesProfile]) -> Product:
    """Return the one job that writes all faces."""
    drawn = tuple(order.checked.faces.values())
    job = partial(faces.write, order.folder, drawn, order.checked.fonts)
    return Product((order.name,), ((FACE * len(drawn), job),))


OUTPUT = Output(FacesProfile, make)
