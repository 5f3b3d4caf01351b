"""The focus of a picture: which part of a cropped picture shows, and where a whole one lies in its box."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

import beeprint
from beeprint.drawing import raster
from edits import CARD, put, tiny

#: A drawing twice as wide as high, whose left half is red and whose right half is blue.
HALVES = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h20v20h-20z" fill="#ff0000"/>'
    '<path d="M20 0h20v20h-20z" fill="#0000ff"/></svg>'
)


def face(folder: Path, keys: str, box: str = "[10, 30, 20, 20]") -> Image.Image:
    """Return the front of a card with a picture in a box, 10 pixels for each mm of the card with its bleed."""
    tiny(folder, card=f"{CARD}  hero: {{kind: picture, art: hero, {keys}, box: {box}}}\n")
    put(folder, {"art/hero.svg": HALVES})
    drawing = next(each for each in beeprint.faces(beeprint.check(folder)) if each.id == "A").svg
    return Image.open(io.BytesIO(raster.draw(drawing, 254))).convert("RGB")


def colours(image: Image.Image, *places: tuple[float, float]) -> list[str]:
    """Return the colours at places in mm from the corner of the trim."""
    names = {(255, 0, 0): "red", (0, 0, 255): "blue", (255, 255, 255): "white", (0, 0, 0): "none"}
    return [names[image.getpixel((round((x + 3) * 10), round((y + 3) * 10)))] for x, y in places]  # type: ignore[index]


@pytest.mark.parametrize(
    ("keys", "left", "right"),
    [
        ("fit: cover", "red", "blue"),
        ("fit: cover, focus: [0.5, 0.5]", "red", "blue"),
        ("fit: cover, focus: [0, 0.5]", "red", "red"),
        ("fit: cover, focus: 1 0.5", "blue", "blue"),
    ],
)
def test_the_focus_says_which_part_of_a_cropped_picture_shows(tmp_path: Path, keys: str, left: str, right: str) -> None:
    assert colours(face(tmp_path, keys), (12, 40), (28, 40)) == [left, right]


def test_a_whole_picture_lies_where_the_focus_says(tmp_path: Path) -> None:
    middle = face(tmp_path, "fit: contain")
    assert colours(middle, (12, 40), (12, 32)) == ["red", colours(middle, (5, 80))[0]]
    top = face(tmp_path, "fit: contain, focus: [0.5, 0]")
    assert colours(top, (12, 32), (28, 38)) == ["red", "blue"]
    assert colours(top, (12, 42)) == colours(top, (5, 80))


def test_a_focus_outside_the_picture_is_refused(tmp_path: Path) -> None:
    tiny(tmp_path, card=f"{CARD}  hero: {{kind: picture, art: hero, focus: [1.5, 0], box: [10, 30, 20, 20]}}\n")
    assert [problem.message for problem in beeprint.check(tmp_path).problems] == ["focus is 1.5; it must be at most 1"]
