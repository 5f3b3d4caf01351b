"""playingcards.io: a room as a .pcio file, a ZIP of widgets.json and the pictures that it names.

Every deck is a deck of cards, tiles and tokens too, since a card there has any shape and two sides; dice are spinners.
The format is that of exported rooms, as other programs that import them read it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from beeprint.drawing.drawing import Symbol
from beeprint.formats.tabletop.simulator import blank
from beeprint.formats.tabletop.table import Component, Made, Names, face_picture, heaps, pixels

WIDGETS = "widgets.json"
FOLDER = "userassets"
#: A picture has at most so many pixels, four bytes each: importers leave larger files than 2 MiB out.
_AREA = 500_000
_DPI = 165.0
#: The room's width and the height above the players' hands, in its own units, and units to the mm of a card.
_WIDTH, _HEIGHT, _EACH = 1600.0, 790.0, 103 / 63
_GAP, _LABEL, _BUTTON = 16.0, 24.0, 40.0
_SPINNER = 110.0


def room(game: str, components: Sequence[Component]) -> Made:
    """Return the widgets and pictures of a room that holds the whole game."""
    names = Names(f"{FOLDER}/")
    widgets: list[dict[str, Any]] = [{"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}]
    piles = [heap for deck in components for heap in heaps(deck)]
    each = _EACH
    while (places := _placed(piles, each))[-1] > _HEIGHT and each > 0.2:
        each *= 0.93
    z = 2
    for deck, (x, y) in zip(piles, places[:-1], strict=True):
        made = _spinners(game, deck, x, y) if deck.role == "die" else _deck(game, deck, x, y, each, names)
        for widget in made:
            widgets.append(widget | {"z": z})
            z += 1
    text = json.dumps(widgets, ensure_ascii=False, indent=1) + "\n"
    return Made(names.pictures, {WIDGETS: text})


def _placed(components: Sequence[Component], each: float) -> list[Any]:
    """Return where each deck's pile lies, row by row, and at the end how far down they reach."""
    places: list[Any] = []
    x, y, deep = _GAP, _LABEL + _GAP, 0.0
    for deck in components:
        width, height = _size(deck, each)
        if x > _GAP and x + width > _WIDTH - _GAP:
            x, y, deep = _GAP, y + deep + _LABEL + _GAP, 0.0
        places.append((round(x), round(y)))
        x, deep = x + width + _GAP, max(deep, height)
    return [*places, y + deep]


def _size(deck: Component, each: float) -> tuple[float, float]:
    """Return the room that a deck takes: its pile with a button to shuffle, or its dice side by side."""
    if deck.role == "die":
        return _SPINNER * len(deck.pieces), _SPINNER
    return max(deck.shape.width * each + 8, 80.0), deck.shape.height * each + 8 + _BUTTON


def _deck(game: str, deck: Component, x: int, y: int, each: float, names: Names) -> list[dict[str, Any]]:
    """Return a pile, the deck on it and its cards."""
    width, height = round(deck.shape.width * each), round(deck.shape.height * each)
    # A heap of one kind has the name of its deck, not its first piece.
    pile, stack = (_id(game, deck.name, deck.items[0].id, part) for part in ("pile", "deck"))
    shared = deck.shared_back
    kinds = {
        item.id: {
            "id": f"{deck.name}/{item.id}",
            "label": item.name,
            "text": item.description,
            "face": _picture(deck, f"{deck.name}-{item.id}", item.front, names),
            "back": _picture(
                deck, f"{deck.name}-back" if shared else f"{deck.name}-{item.id}-back", item.back, names, behind=True
            ),
        }
        for item in deck.items
    }
    rounded = bool(deck.shape.corner)
    face, back = (
        {
            "includeBorder": False,
            "includeRadius": rounded,
            "objects": [
                {
                    **{"type": "image", "x": 0, "y": 0, "w": width, "h": height},
                    **{"color": "transparent", "valueType": "dynamic", "value": column},
                }
            ],
        }
        for column in ("face", "back")
    )
    place = {"x": x, "y": y}
    cards = [
        {
            **{"id": _id(game, deck.name, item.id, copy), "type": "card", "deck": stack, "cardType": item.id},
            **{"parent": pile, "faceup": not deck.one_back, "x": x + 4, "y": y + 4},
        }
        for copy, item in enumerate(deck.pieces)
    ]
    return [
        {
            **{"id": pile, "type": "cardPile", "label": deck.title, **place},
            **{"width": width + 8, "height": height + 8, "hasShuffleButton": deck.one_back and len(cards) > 1},
        },
        {
            **{"id": stack, "type": "cardDeck", "parent": pile, "cardTypes": kinds, "x": x + 4, "y": y + 4},
            **{"cardWidth": width, "cardHeight": height, "faceTemplate": face, "backTemplate": back},
            **{"enlarge": True, "autoShuffle": False},
        },
        *cards,
    ]


def _picture(deck: Component, stem: str, symbol: Symbol | None, names: Names, behind: bool = False) -> str:
    width, height = pixels(deck.shape, _DPI, 4096, _AREA)
    shape = deck.shape.mirrored if behind else deck.shape
    outline = None if deck.role == "card" else shape.cut_path()
    picture = face_picture(symbol, deck.shape.box, width, height, outline) if symbol else blank(width, height)
    return f"package://{names.file(stem, picture)}"


def _spinners(game: str, deck: Component, x: int, y: int) -> list[dict[str, Any]]:
    """Return each die as a spinner of its values."""
    return [
        {
            **{"id": _id(game, deck.name, item.id, copy), "type": "spinner", "label": item.name},
            **{"options": list(item.values) or [1, 2, 3, 4, 5, 6], "value": (item.values or ("1",))[0]},
            **{"x": x + round(copy * _SPINNER), "y": y, "width": 110, "height": 110},
        }
        for copy, item in enumerate(deck.pieces)
    ]


def _id(*parts: object) -> str:
    """Return an id in the form of a UUID that follows from what a widget is."""
    text = hashlib.sha256("|".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:32]}"
