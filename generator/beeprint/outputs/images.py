"""Each face as a PNG picture cropped to its outline, and a list of the pieces, for any virtual table."""

from __future__ import annotations

from typing import Literal

from beeprint.base.geometry import MM_PER_INCH
from beeprint.formats.tabletop import loose
from beeprint.products import Order, Output, Product
from beeprint.products.tables import TableKeys, components, jobs


class ImagesProfile(TableKeys):
    """Pictures of `dpi` dots per inch."""

    output: Literal["images"]


def make(order: Order[ImagesProfile]) -> Product:
    """Return the pictures and the list."""
    made = loose.pictures(tuple(components(order.checked, order.options)), order.profile.dpi)
    first, last = jobs(order, made)
    hints = tuple(
        f"{order.name}: pictures of {deck.name} have {int(reached)} dpi, not {order.profile.dpi:g}: "
        f"none may have more than {loose.MOST} pixels a side"
        for deck in components(order.checked, order.options)
        if (reached := loose.MOST * MM_PER_INCH / max(deck.shape.width, deck.shape.height)) < order.profile.dpi
    )
    return Product((order.name,), first, last, hints=hints)


OUTPUT = Output(ImagesProfile, make)
