"""Tabletop Simulator: a saved object with every deck, tile and die, and the sheets of pictures that it shows.

The format is Berserk Games' knowledge base (save file format, custom deck, tile, model, dice): a card's id is a hundred
times the number of its sheet plus its place on it; sheets have 2 to 10 columns and 2 to 7 rows, and the last place is
what others see of a card.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from beeprint.base.geometry import Rect
from beeprint.drawing.drawing import Drawing, Symbol
from beeprint.drawing.shape import Shape
from beeprint.formats.tabletop import dice, mesh
from beeprint.formats.tabletop.table import (
    LOOSE,
    Address,
    Component,
    Item,
    Made,
    Mosaic,
    Names,
    Picture,
    face_picture,
    heaps,
    pixels,
)
from beeprint.formats.tabletop.thumbnail import thumbnail
from beeprint.sources.names import slug

#: The fewest and the most columns and rows of a sheet.
COLUMNS, ROWS = (2, 10), (2, 7)
#: Pixels across a picture: larger ones are scaled down by some graphics cards, badly.
MOST = 4096
#: Where pictures and meshes lie, beside the saved object: what has to be hosted.
FOLDER = "files"
#: mm that a card is high at scale 1, and a square tile wide (two inches).
_CARD, _TILE = 80.0, 50.8
#: Inches across the table before a new row of things begins, and between them.
_ACROSS, _BETWEEN = 44.0, 1.0
#: Inches that a bag takes.
_BAG = 2.0
_PLAIN = {"r": 1.0, "g": 1.0, "b": 1.0}


class _Thing(Struct, frozen=True):
    """An object on the table and the room it takes, in inches."""

    state: dict[str, Any]
    width: float
    height: float


class _Maker:
    """The pictures and objects of one game, as they are gathered."""

    def __init__(self, game: str, address: Address, dpi: float) -> None:
        self._game, self._address, self._dpi = game, address, dpi
        self._names = Names(f"{FOLDER}/")
        self._texts: dict[str, str] = {}
        self._marks: set[str] = set()
        self._sheets = 0

    @property
    def made(self) -> Made:
        """Return the pictures and texts so far."""
        return Made(self._names.pictures, self._texts)

    def _picture(self, stem: str, picture: Picture | Mosaic) -> str:
        return self._address(self._names.file(stem, picture))

    def guid(self, *parts: object) -> str:
        """Return six digits that follow from what an object is and that no other has."""
        number = 0
        while True:
            text = f"{self._game}|{'|'.join(map(str, parts))}|{number}"
            digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
            if digest not in self._marks:
                self._marks.add(digest)
                return digest
            number += 1

    # cards ----------------------------------------------------------------------------------------------------------

    def cards(self, decks: Sequence[Component]) -> Iterator[_Thing]:
        """Yield decks of one size, their faces on sheets that they share."""
        shape = decks[0].shape
        width, height = cell(shape, self._dpi)
        # The last place is kept for the hidden card.
        most = _fit(width, COLUMNS) * _fit(height, ROWS) - 1
        rows = [(deck, item) for deck in decks for item in deck.items]
        numbers: dict[tuple[str, str], tuple[str, int]] = {}
        entries: dict[tuple[str, str], dict[str, Any]] = {}
        for start in range(0, len(rows), most):
            part = rows[start : start + most]
            columns, lines = grid(len(part) + 1, width, height)
            stem = f"cards-{shape.width:g}x{shape.height:g}"
            faces = self._sheet(stem, shape, {place: item.front for place, (_, item) in enumerate(part)}, len(part))
            own = {place: item.back for place, (deck, item) in enumerate(part) if item.back and not deck.shared_back}
            backs = self._sheet(f"{stem}-backs", shape, own, len(part)) if own else ""
            here: dict[str, str] = {}
            for place, (deck, item) in enumerate(part):
                if deck.name not in here:
                    self._sheets += 1
                    here[deck.name] = str(self._sheets)
                    shared = deck.shared_back
                    picture = face_picture(shared, shape.box, width, height) if shared else blank(width, height)
                    unique = not shared and any(card.back for card in deck.items)
                    entries[deck.name, here[deck.name]] = {
                        "FaceURL": faces,
                        "BackURL": backs if unique else self._picture(f"back-{deck.name}", picture),
                        "NumWidth": columns,
                        "NumHeight": lines,
                        "BackIsHidden": True,
                        "UniqueBack": unique,
                        "Type": 0 if shape.corner else 1,
                    }
                numbers[deck.name, item.id] = here[deck.name], place
        for deck in decks:
            own_entries = {key: entry for (name, key), entry in entries.items() if name == deck.name}
            if deck.pieces:
                yield self._deck(deck, own_entries, numbers)

    def _sheet(self, stem: str, shape: Shape, faces: dict[int, Symbol], count: int) -> str:
        """Return the address of a sheet of so many cards: cells of whole pixels, the last one the hidden card."""
        width, height = cell(shape, self._dpi)
        columns, rows = grid(count + 1, width, height)
        cells = {place: face_picture(symbol, shape.box, width, height) for place, symbol in faces.items()}
        hidden = {columns * rows - 1: blank(width, height)}
        return self._picture(stem, Mosaic(columns, rows, width, height, {**cells, **hidden}))

    def _deck(
        self, deck: Component, entries: dict[str, dict[str, Any]], numbers: dict[tuple[str, str], tuple[str, int]]
    ) -> _Thing:
        """Return a deck's cards as one object."""
        size = deck.shape.height / _CARD
        turned = 180 if deck.one_back else 0
        cards = []
        for copy, item in enumerate(deck.pieces):
            key, place = numbers[deck.name, item.id]
            state = self._object("Card", item, (deck.name, item.id, copy), (size, 1, size), turned)
            more = {"HideWhenFaceDown": True, "Hands": True, "SidewaysCard": False}
            cards.append(state | more | {"CardID": int(key) * 100 + place, "CustomDeck": {key: entries[key]}})
        room = deck.shape.width / mesh.INCH, deck.shape.height / mesh.INCH
        if len(cards) == 1:
            return _Thing(cards[0], *room)
        whole = Item(deck.name, deck.title, "", 1, deck.items[0].front)
        state = self._object("DeckCustom", whole, (deck.name,), (size, 1, size), turned)
        state |= {"HideWhenFaceDown": True, "Hands": False, "SidewaysCard": False}
        state |= {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": entries, "ContainedObjects": cards}
        return _Thing(state, *room)

    # tiles and dice -------------------------------------------------------------------------------------------------

    def tiles(self, deck: Component) -> Iterator[_Thing]:
        """Yield a deck's tiles, tokens, boards or dice: a few lie on the table, more come in bags."""
        if len(deck.pieces) <= LOOSE:
            room = deck.shape.width / mesh.INCH, deck.shape.height / mesh.INCH
            yield from (_Thing(state, *room) for state in self._pieces(deck))
            return
        for heap in heaps(deck):
            whole = Item(deck.name, heap.title, "", 1, heap.items[0].front)
            bag = self._object("Bag", whole, (deck.name,), (1, 1, 1))
            contents = {"MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": self._pieces(heap)}
            yield _Thing(bag | contents, _BAG, _BAG)

    def _pieces(self, deck: Component) -> list[dict[str, Any]]:
        """Return each piece of a deck that is not of cards."""
        build = self._die if deck.role == "die" else self._tile if _native(deck.shape) else self._model
        return [build(deck, item, copy) for copy, item in enumerate(deck.pieces)]

    def _tile(self, deck: Component, item: Item, copy: int) -> dict[str, Any]:
        """Return a round or rectangular piece as a custom tile, which has a picture on each side."""
        shape = deck.shape
        width, height = pixels(shape, self._dpi, MOST)
        faces = [
            self._picture(f"{deck.name}-{item.id}-{side}", face_picture(symbol, shape.box, width, height))
            if symbol
            else ""
            for side, symbol in (("front", item.front), ("back", item.back))
        ]
        size = (shape.width / _TILE, 1, shape.height / _TILE)
        kind = 2 if shape.is_round else 3 if shape.corner else 0
        custom = {"Type": kind, "Thickness": 0.1, "Stackable": False, "Stretch": True}
        image = {"ImageURL": faces[0], "ImageSecondaryURL": faces[1], "ImageScalar": 1.0, "WidthScale": 0.0}
        state = self._object("Custom_Tile", item, (deck.name, item.id, copy), size)
        return state | {"CustomImage": image | {"CustomTile": custom}}

    def _model(self, deck: Component, item: Item, copy: int) -> dict[str, Any]:
        """Return a piece of another outline as a model: a mesh of its shape, front and back in one picture."""
        skin = mesh.skin(deck.shape, item.front, item.back, self._dpi, MOST)
        custom = {
            "MeshURL": self._text(f"tile-{deck.shape.kind}", mesh.tile(deck.shape, skin.parts)),
            "DiffuseURL": self._picture(f"{deck.name}-{item.id}", skin.picture),
            "NormalURL": "",
            "ColliderURL": self._text(f"collider-{deck.shape.kind}", mesh.collider(deck.shape)),
            "Convex": True,
            "MaterialIndex": 3,  # cardboard
            "TypeIndex": 0,  # generic
            "CastShadows": True,
        }
        return self._object("Custom_Model", item, (deck.name, item.id, copy), (1, 1, 1)) | {"CustomMesh": custom}

    def _die(self, deck: Component, item: Item, copy: int) -> dict[str, Any]:
        """Return a die whose picture holds the six faces of the net."""
        size = dice.edge(deck.shape) / mesh.INCH
        image = {
            "ImageURL": self._picture(f"{deck.name}-{item.id}", dice.picture(deck.shape, item.front, self._dpi)),
            "ImageSecondaryURL": "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomDice": {"Type": 1},  # six sides
        }
        state = self._object("Custom_Dice", item, (deck.name, item.id, copy), (size, size, size))
        turns = [
            {"Value": value, "Rotation": dict(zip("xyz", turn, strict=True))} for value, turn in dice.turns(item.values)
        ]
        return state | {"CustomImage": image, "RotationValues": turns}

    def _text(self, stem: str, text: str) -> str:
        name = f"{FOLDER}/{slug(stem)}-{hashlib.sha256(text.encode()).hexdigest()[:10]}.obj"
        self._texts[name] = text
        return self._address(name)

    def _object(
        self, name: str, item: Item, parts: tuple[object, ...], size: tuple[float, ...], turned: int = 0
    ) -> dict[str, Any]:
        """Return what all objects have; the note for the game master is the piece's id, for people's scripts."""
        across, up, along = (round(factor, 4) for factor in size)
        return {
            "GUID": self.guid(*parts),
            "Name": name,
            "Transform": {
                **{"posX": 0.0, "posY": 1.0, "posZ": 0.0},
                **{"rotX": 0.0, "rotY": 180.0, "rotZ": float(turned)},
                **{"scaleX": across, "scaleY": up, "scaleZ": along},
            },
            "Nickname": item.name,
            "Description": item.description,
            "GMNotes": "/".join(map(str, parts[:2])),
            "ColorDiffuse": _PLAIN,
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }


def cell(shape: Shape, dpi: float) -> tuple[int, int]:
    """Return a card's size on a sheet in whole pixels at `dpi`, or as large as two across and two down may be."""
    return pixels(shape, dpi, MOST // 2)


def _fit(side: int, limits: tuple[int, int]) -> int:
    """Return how many cells of so many pixels a sheet holds along a side."""
    return min(limits[1], max(limits[0], MOST // side))


def grid(count: int, width: int, height: int) -> tuple[int, int]:
    """Return the columns and rows of the smallest sheet with `count` cells, the most compact of equals."""
    fitting = (
        (columns, rows)
        for columns in range(COLUMNS[0], _fit(width, COLUMNS) + 1)
        for rows in range(ROWS[0], _fit(height, ROWS) + 1)
        if columns * rows >= count
    )
    return min(fitting, key=lambda counts: (counts[0] * counts[1], max(counts[0] * width, counts[1] * height)))


def coarser(components: Sequence[Component], dpi: float) -> Iterator[tuple[Component, float]]:
    """Yield each deck whose pictures, at most MOST pixels a side, have fewer dots per inch than asked; and how many."""
    for deck in components:
        shape, each = deck.shape, MOST * mesh.INCH
        if deck.role == "card":
            reached = each / 2 / max(shape.width, shape.height)
        elif deck.role == "die":
            reached = dice.MOST * mesh.INCH / dice.edge(shape)
        elif _native(shape):
            reached = each / max(shape.width, shape.height)
        else:
            box = mesh.boxed(shape)
            reached = min(each / (box.width * (2 if any(item.back for item in deck.items) else 1)), each / box.height)
        if reached < dpi:
            yield deck, reached


def blank(width: int, height: int) -> Picture:
    """Return a picture with nothing on it."""
    return Picture(Drawing(Rect(0, 0, width, height), ()))


def _native(shape: Shape) -> bool:
    return shape.is_round or shape.is_rectangle


def saved_object(
    game: str, title: str, note: str, components: Sequence[Component], address: Address, dpi: float
) -> Made:
    """Return a game as a saved object, its thumbnail, and the files that it shows."""
    maker = _Maker(game, address, dpi)
    sizes: dict[tuple[float, float, float], list[Component]] = {}
    for deck in components:
        if deck.role == "card" and deck.items:
            sizes.setdefault((deck.shape.width, deck.shape.height, deck.shape.corner), []).append(deck)
    things = [thing for decks in sizes.values() for thing in maker.cards(decks)]
    for deck in components:
        if deck.role != "card" and deck.pieces:
            things += maker.tiles(deck)
    save = {
        "SaveName": title,
        "GameMode": title,
        "Date": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": note,
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
        "TabStates": {},
        "VersionNumber": "",
        "ObjectStates": list(_spread(things)),
    }
    made = maker.made
    text = json.dumps(save, ensure_ascii=False, indent=1) + "\n"
    return Made({**made.pictures, f"{game}.png": thumbnail(components)}, {**made.texts, f"{game}.json": text})


def _spread(things: Sequence[_Thing]) -> Iterator[dict[str, Any]]:
    """Yield the objects in rows across the table, the first farthest from the player, around its middle."""
    places: list[tuple[float, float]] = []
    x = z = deep = wide = 0.0
    for thing in things:
        if x and x + thing.width > _ACROSS:
            x, z, deep = 0.0, z - deep - _BETWEEN, 0.0
        places.append((x + thing.width / 2, z - thing.height / 2))
        wide = max(wide, x + thing.width)
        x, deep = x + thing.width + _BETWEEN, max(deep, thing.height)
    for thing, (across, along) in zip(things, places, strict=True):
        place = {"posX": round(across - wide / 2, 3), "posZ": round(along - (z - deep) / 2, 3)}
        yield thing.state | {"Transform": thing.state["Transform"] | place}
