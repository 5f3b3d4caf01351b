"""Loose pictures: each face cropped to its outline, and a CSV list of the pieces, for any table that takes pictures."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from beeprint.draw.drawing import Symbol
from beeprint.files.workspace import slug
from beeprint.formats.tabletop.table import Component, Made, Picture, face_picture, pixels

LIST = "pieces.csv"
#: Pixels along the longest side of a picture.
MOST = 4096
_COLUMNS = ("id", "deck", "name", "description", "copies", "front", "back", "shape", "width-mm", "height-mm")


def pictures(components: Sequence[Component], dpi: float) -> Made:
    """Return a picture of each face, and the list that names them for each piece."""
    found: dict[str, Picture] = {}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    table.writerow(_COLUMNS)
    for deck in components:
        folder = slug(deck.name)

        def picture(name: str, symbol: Symbol | None, deck: Component = deck) -> str:
            if symbol is None:
                return ""
            width, height = pixels(deck.shape, dpi, MOST)
            found[name] = face_picture(symbol, deck.shape.box, width, height, deck.shape.cut_path())
            return name

        for item in deck.items:
            stem = f"{folder}/{slug(item.id)}"
            row: list[object] = [f"{deck.name}/{item.id}", deck.title, item.name, item.description, item.copies]
            row.append(picture(f"{stem}.front.png", item.front))
            row.append(picture(f"{folder}/back.png" if deck.shared_back else f"{stem}.back.png", item.back))
            table.writerow([*row, deck.shape.kind, f"{deck.shape.width:g}", f"{deck.shape.height:g}"])
    return Made(found, {LIST: text.getvalue()})
