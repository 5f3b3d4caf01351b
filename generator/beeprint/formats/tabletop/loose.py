"""Loose pictures: each face cropped to its outline, and a CSV list of the pieces, for any table that takes pictures."""

from __future__ import annotations

from collections.abc import Sequence

from beeprint.draw.drawing import Symbol
from beeprint.files import lists
from beeprint.files.names import slug
from beeprint.formats.tabletop.table import Component, Made, Picture, face_picture, pixels

LIST = "pieces.csv"
#: Pixels along the longest side of a picture.
MOST = 4096
_COLUMNS = ("id", "deck", "name", "description", "copies", "front", "back", "shape", "width-mm", "height-mm")


def pictures(components: Sequence[Component], dpi: float) -> Made:
    """Return a picture of each face, and the list that names them for each piece."""
    found: dict[str, Picture] = {}
    rows: list[tuple[object, ...]] = [_COLUMNS]
    for deck in components:
        folder = slug(deck.name)

        def picture(name: str, symbol: Symbol | None, behind: bool = False, deck: Component = deck) -> str:
            if symbol is None:
                return ""
            width, height = pixels(deck.shape, dpi, MOST)
            shape = deck.shape.mirrored if behind else deck.shape
            found[name] = face_picture(symbol, shape.box, width, height, shape.cut_path())
            return name

        for item in deck.items:
            stem = f"{folder}/{item.stem}"
            row: list[object] = [f"{deck.name}/{item.id}", deck.title, item.name, item.description, item.copies]
            row.append(picture(f"{stem}.front.png", item.front))
            # By what the deck declares: the pieces that happen to be made must not change the names of files.
            row.append(picture(f"{folder}/back.png" if deck.one_back else f"{stem}.back.png", item.back, behind=True))
            rows.append((*row, f"{deck.shape.kind}", f"{deck.shape.width:g}", f"{deck.shape.height:g}"))
    return Made(found, {LIST: lists.written(rows)})
