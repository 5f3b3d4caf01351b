"""Each face as a picture, and a list of the pieces, for the web and for any virtual table."""

from __future__ import annotations

from typing import Literal

from beeprint.products import Order, Output, Product
from beeprint.products.exports import ExportKeys, product


class ImagesProfile(ExportKeys):
    """Pictures of `dpi` dots per inch."""

    output: Literal["images"]


def make(order: Order[ImagesProfile]) -> Product:
    """Return the pictures, the list and the page of previews."""
    return product(order)


OUTPUT = Output(ImagesProfile, make, frozenset({"dpi", "export"}))
