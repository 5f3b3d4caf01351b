"""Loose pictures: each face on its own, and a CSV list of the pieces, for any table or page that takes pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.geometry import MM_PER_INCH, Path, Rect
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import Shape
from beeprint.formats.tabletop import pattern
from beeprint.formats.tabletop.table import Component, Item, Made, Picture, face_picture
from beeprint.sources.tables_csv import write_csv

LIST = "pieces.csv"
#: Pixels along the longest side of a picture: what the cards of many graphics processors and virtual tables take.
MOST = 4096
_COLUMNS = ("id", "deck", "name", "description", "copies", "front", "back", "shape", "width-mm", "height-mm")

Sides = Literal["both", "front", "back"]


class Look(Struct, frozen=True):
    """How faces are pictured, at `dpi` dots per inch, or fewer where a side would have more than `most` pixels.

    With `bleed` they show their bleed. Not `rounded`, corners are as square as what is drawn there. Around the outline
    is the `ground`, or nothing. `kind` is the ending of the files, and `name` the pattern of their names.
    """

    dpi: float
    bleed: bool = False
    rounded: bool = True
    ground: Colour | None = None
    sides: Sides = "both"
    kind: str = "png"
    name: str = pattern.USUAL
    most: int = MOST


class Named(Struct, frozen=True):
    """A picture to make: the piece it shows, None for a back that a deck shares, its side and its file."""

    deck: Component
    item: Item | None
    side: Literal["front", "back"]
    file: str
    picture: Picture


def box(deck: Component, look: Look, side: str = "front") -> Rect:
    """Return what a picture shows of a side, in mm: its trim, or its bleed box."""
    shape = _shape(deck, side)
    return shape.bleed_box(deck.bleed) if look.bleed and deck.bleed else shape.box


def reached(deck: Component, look: Look) -> float:
    """Return the dots per inch that the pictures of a deck can have."""
    shown = box(deck, look)
    return min(look.dpi, look.most * MM_PER_INCH / max(shown.width, shown.height))


def faces(components: Sequence[Component], look: Look) -> Iterator[Named]:
    """Yield the picture of each side of each piece, or of each copy, and last that of a back that a deck shares."""
    for deck in components:
        for number, item in enumerate(deck.items, start=1):
            for copy in range(1, (item.copies if pattern.per_copy(look.name) else 1) + 1):
                if look.sides != "back":
                    name = pattern.stem(look.name, deck, number, item, "front", copy)
                    yield _named(deck, item, "front", name, item.front, look)
                if item.back is not None and look.sides != "front" and not deck.one_back:
                    name = pattern.stem(look.name, deck, number, item, "back", copy)
                    yield _named(deck, item, "back", name, item.back, look)
        back = deck.items[0].back if deck.items else None
        # By what the deck declares: the pieces that happen to be made must not change the names of files.
        if back is not None and deck.one_back and look.sides != "front":
            yield _named(deck, None, "back", pattern.shared_back(look.name, deck), back, look)


def pictures(components: Sequence[Component], dpi: float, look: Look | None = None) -> Made:
    """Return a picture of each face, and the list that names them for each piece."""
    return made(components, list(faces(components, look or Look(dpi))))


def made(components: Sequence[Component], named: Sequence[Named]) -> Made:
    """Return pictures and the list that names them for each piece."""
    return Made({picture.file: picture.picture for picture in named}, {LIST: listed(components, named)})


def listed(components: Sequence[Component], named: Sequence[Named]) -> str:
    """Return the list of the pieces; where each copy has a file of its own, each has a row."""
    rows: list[tuple[object, ...]] = [_COLUMNS]
    for deck in components:
        own = [file for file in named if file.deck is deck]
        shared = next((own_file.file for own_file in own if own_file.item is None), "")
        for item in deck.items:
            fronts = [own_file.file for own_file in own if own_file.item is item and own_file.side == "front"]
            backs = [own_file.file for own_file in own if own_file.item is item and own_file.side == "back"]
            count = max(len(fronts), len(backs), 1)
            for at in range(count):
                row = (f"{deck.name}/{item.id}", deck.title, item.name, item.description)
                copies = item.copies if count == 1 else 1
                files = (fronts[at] if fronts else "", backs[at] if backs else shared)
                shape = (f"{deck.shape.kind}", f"{deck.shape.width:g}", f"{deck.shape.height:g}")
                rows.append((*row, copies, *files, *shape))
    return write_csv(rows)


def _shape(deck: Component, side: str) -> Shape:
    return deck.shape.mirrored if side == "back" else deck.shape


def _named(
    deck: Component, item: Item | None, side: Literal["front", "back"], name: str, symbol: Symbol, look: Look
) -> Named:
    return Named(deck, item, side, f"{name}.{look.kind}", face(deck, side, symbol, look))


def face(deck: Component, side: str, symbol: Symbol, look: Look) -> Picture:
    """Return the picture of a side."""
    shown, pixels = box(deck, look, side), size(deck, side, look)
    return face_picture(symbol, shown, *pixels, _outline(deck, side, look), look.ground)


def size(deck: Component, side: str, look: Look) -> tuple[int, int]:
    """Return the size of the picture of a side, in pixels."""
    shown, each = box(deck, look, side), reached(deck, look) / MM_PER_INCH
    return max(1, int(shown.width * each + 1e-6)), max(1, int(shown.height * each + 1e-6))


def _outline(deck: Component, side: str, look: Look) -> Path | None:
    """Return along which line a face is cut out; None where all of its box is shown."""
    shape = _shape(deck, side)
    if look.bleed and deck.bleed:
        return None if shape.is_rectangle else shape.path(deck.bleed)
    return None if shape.is_rectangle and not look.rounded else shape.cut_path()
