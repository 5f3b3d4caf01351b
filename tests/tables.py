"""Read what virtual tables load, from the formats' documents, and draw what they should show from the faces' files."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import resvg_py
from PIL import Image, ImageChops, ImageStat

from beeprint.base.geometry import Rect
from beeprint.drawing import svg
from beeprint.outputs.shared import Checked

#: Where the tests' pictures would be hosted.
BASE = "https://example.org/art/"


def manifest(made: Path) -> dict[str, dict[str, Any]]:
    return {piece["id"]: piece for piece in json.loads((made / "manifest.json").read_text("utf-8"))["pieces"]}


def drawn(checked: Checked, key: tuple[str, str, str], size: tuple[int, int]) -> Image.Image:
    """Return a face's trim as resvg draws the face's own SVG file, stretched to a size in pixels, on white."""
    box = checked.game.decks[key[0]].shape.box
    return _drawn(svg.write(checked.faces[key].drawing, checked.fonts), size, box)


@lru_cache(maxsize=256)
def _drawn(text: str, size: tuple[int, int], box: Rect) -> Image.Image:
    view = f'viewBox="{box.x} {box.y} {box.width} {box.height}" preserveAspectRatio="none"'
    head = f'width="{size[0]}" height="{size[1]}" {view}'
    text = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', head, text, count=1)
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True))))
    assert image.size == size
    ground = Image.new("RGB", size, "white")
    ground.paste(image, mask=image.convert("RGBA").getchannel("A"))
    return ground


def off(image: Image.Image, other: Image.Image) -> float:
    """Return how far two pictures are from each other, mean of 255."""
    assert image.size == other.size
    return max(ImageStat.Stat(ImageChops.difference(image.convert("RGB"), other.convert("RGB"))).mean)


def objects(states: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the pieces of a saved object, out of decks and bags."""
    for state in states:
        if state["Name"] in ("DeckCustom", "Deck", "Bag"):
            yield from objects(state["ContainedObjects"])
        else:
            yield state


def local(made: Path, address: str) -> Path:
    """Return the file that is to be hosted at an address."""
    assert address.startswith(BASE)
    return made / "tabletop-simulator" / "files" / address.removeprefix(BASE)


@lru_cache(maxsize=8)
def opened(path: Path) -> Image.Image:
    """Return a picture read whole, once."""
    picture = Image.open(path)
    picture.load()
    return picture


def shown(made: Path, state: dict[str, Any]) -> tuple[Image.Image, Image.Image | None]:
    """Return what a card, a tile or a model shows in front and behind, cut to its trim; None where nothing is said."""
    if state["Name"] == "Card":
        return _cell(made, state, "FaceURL"), _cell(made, state, "BackURL")
    if state["Name"] == "Custom_Tile":
        front, back = (state["CustomImage"][key] for key in ("ImageURL", "ImageSecondaryURL"))
        return opened(local(made, front)), opened(local(made, back)) if back else None
    assert state["Name"] == "Custom_Model"
    return _side(made, state["CustomMesh"], 1), _side(made, state["CustomMesh"], -1)


def _cell(made: Path, state: dict[str, Any], side: str) -> Image.Image:
    """Return what a card shows: the sheet of its id's hundreds, the place of what is left, row by row."""
    number, place = divmod(state["CardID"], 100)
    deck = state["CustomDeck"][str(number)]
    columns, rows = deck["NumWidth"], deck["NumHeight"]
    picture = opened(local(made, deck[side]))
    assert 2 <= columns <= 10 and 2 <= rows <= 7 and max(picture.size) <= 4096 and picture.mode == "RGB"
    assert place < columns * rows - 1, "the last place is the hidden card's"
    if side == "BackURL" and not deck["UniqueBack"]:
        return picture
    assert picture.width % columns == 0 and picture.height % rows == 0
    width, height = picture.width // columns, picture.height // rows
    x, y = place % columns * width, place // columns * height
    return picture.crop((x, y, x + width, y + height))


def _side(made: Path, custom: dict[str, Any], up: int) -> Image.Image:
    """Return what the upper or the lower side of a mesh shows within its outline, as one sees it who turns it over."""
    points, places, triangles = read_mesh(local(made, custom["MeshURL"]).read_text("utf-8"))
    picture = opened(local(made, custom["DiffuseURL"]))
    seen = {
        (points[a][0], points[a][2]): places[b]
        for triangle in triangles
        if all(points[a][1] * up > 0 for a, _ in triangle)
        for a, b in triangle
    }
    left, right = min(seen), max(seen)
    top, foot = (choose(seen, key=lambda point: point[1]) for choose in (min, max))
    (u, other), v, low = sorted((seen[left][0], seen[right][0])), seen[top][1], seen[foot][1]
    assert v > low
    whole = (u * picture.width, (1 - v) * picture.height, other * picture.width, (1 - low) * picture.height)
    face = picture.crop(tuple(map(round, whole)))
    # Whoever turns a tile about its long axis sees left and right change places.
    upright = (seen[left][0] < seen[right][0]) == (up > 0)
    return face if upright else face.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


class Dealt(NamedTuple):
    """A card of a room: what its deck calls it, where it lies, and the pictures of its sides."""

    id: str
    pile: str
    sides: dict[str, Image.Image]


def dealt(path: Path) -> tuple[list[Dealt], list[dict[str, Any]]]:
    """Return the cards of a room and all its widgets; each picture of the file is some card's, none is too large."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert all(entry.file_size < 2 * 1024 * 1024 for entry in archive.infolist())
        pictures = {f"package://{name}": Image.open(archive.open(name)) for name in archive.namelist()[1:]}
        widgets = json.loads(archive.read("widgets.json"))
        for picture in pictures.values():
            picture.load()
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    cards, used = [], set()
    for widget in widgets:
        if widget["type"] != "card":
            continue
        stack, pile = by_id[widget["deck"]], by_id[widget["parent"]]
        assert stack["type"] == "cardDeck" and stack["parent"] == pile["id"] and pile["type"] == "cardPile"
        row = stack["cardTypes"][widget["cardType"]]
        assert all(isinstance(value, str) for value in row.values()), "importers take texts only"
        sides = {}
        for side, template in (("front", "faceTemplate"), ("back", "backTemplate")):
            [image] = stack[template]["objects"]
            assert (image["type"], image["valueType"], image["x"], image["y"]) == ("image", "dynamic", 0, 0)
            assert (image["w"], image["h"]) == (stack["cardWidth"], stack["cardHeight"])
            used.add(row[image["value"]])
            sides[side] = pictures[row[image["value"]]]
        cards.append(Dealt(row["id"], pile["label"], sides))
    assert used == set(pictures)
    return cards, widgets


def cut_off(picture: Image.Image, expected: Image.Image) -> float:
    """Return how far a picture, cut to an outline, is from what it should show, where it is not transparent."""
    if picture.mode != "RGBA":
        return off(picture, expected)
    mask = picture.getchannel("A").point(lambda alpha: 255 if alpha == 255 else 0)
    assert mask.getextrema()[1] == 255
    ground = Image.new("RGB", picture.size, "white")
    return off(Image.composite(picture.convert("RGB"), ground, mask), Image.composite(expected, ground, mask))


def behind(checked: Checked, piece: str) -> tuple[str, str, str] | None:
    """Return the key of the face behind a piece: its own, else the deck's, else none."""
    deck, row = piece.split("/")
    return next((key for key in ((deck, row, "back"), (deck, "", "back")) if key in checked.faces), None)


def read_mesh(text: str) -> tuple[list[list[float]], list[list[float]], list[list[tuple[int, int]]]]:
    """Return a mesh's points, picture points, and triangles of numbers of both, from 0."""
    points, places, triangles = [], [], []
    for line in text.splitlines():
        kind, *rest = line.split()
        if kind == "v":
            points.append([float(part) for part in rest])
        elif kind == "vt":
            places.append([float(part) for part in rest])
        elif kind == "f":
            numbers = [[int(part) - 1 for part in corner.split("/")] for corner in rest]
            triangles.append([(corner[0], corner[1]) for corner in numbers])
    return points, places, triangles
