"""Read what virtual tables load, from the formats' documents, and draw what they should show from the faces' files."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import resvg_py
from PIL import Image, ImageChops, ImageStat

from beeprint import build, svg
from beeprint.geometry import Rect

#: Where the tests' pictures would be hosted.
BASE = "https://example.org/art/"


def manifest(made: Path) -> dict[str, dict[str, Any]]:
    return {piece["id"]: piece for piece in json.loads((made / "manifest.json").read_text("utf-8"))["pieces"]}


def drawn(checked: build.Checked, key: tuple[str, str, str], size: tuple[int, int]) -> Image.Image:
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


def off(one: Image.Image, other: Image.Image) -> float:
    """Return how far two pictures are from each other, mean of 255."""
    assert one.size == other.size
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


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


def face_of(made: Path, state: dict[str, Any], side: str = "FaceURL") -> Image.Image:
    """Return what a card shows: the sheet of its id's hundreds, the place of what is left, row by row."""
    number, place = divmod(state["CardID"], 100)
    deck = state["CustomDeck"][str(number)]
    picture = opened(local(made, deck[side]))
    if side == "BackURL" and not deck["UniqueBack"]:
        return picture
    width, height = picture.width / deck["NumWidth"], picture.height / deck["NumHeight"]
    assert width == int(width) and height == int(height)
    column, row = place % deck["NumWidth"], place // deck["NumWidth"]
    return picture.crop((int(column * width), int(row * height), int((column + 1) * width), int((row + 1) * height)))


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
