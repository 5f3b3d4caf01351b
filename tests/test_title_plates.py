"""Titles of templates: their plates are one layer whose ends keep their form, and use the room beside no number."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from beeprint import pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.starter.looks import LOOKS
from edits import put, tiny
from tables import drawn

RIBBON = """\
<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="10mm" viewBox="0 0 30 10">
<path d="M0 0H10V10H0Z" fill="#ff0000"/><path d="M10 0H20V10H10Z" fill="#00ff00"/>
<path d="M20 0H30V10H20Z" fill="#0000ff"/></svg>
"""


@pytest.mark.parametrize(("wide", "end"), [(60, 10), (24, 10), (14, 7)])
def test_a_picture_between_its_ends_keeps_them_and_stretches_its_middle(tmp_path: Path, wide: int, end: int) -> None:
    put(tmp_path, {"art/ribbon.svg": RIBBON})
    slots = f"slots:\n  ribbon: {{kind: picture, art: ribbon, box: [1, 20, {wide}, 10], fit: ends}}\n"
    tiny(tmp_path, card=slots)
    checked = pipeline.check(tmp_path, CheckOptions())
    assert checked.problems == ()
    row = drawn(checked, ("cards", "A", "front"), (630, 880)).crop((0, 250, 630, 251))
    seen = [row.getpixel((10 * x + 5, 0)) for x in range(63)]
    red, green, blue, white = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
    assert seen == [white, *[red] * end, *[green] * (wide - 2 * end), *[blue] * end, *[white] * (62 - wide)]


@pytest.mark.parametrize("look", LOOKS)
def test_a_title_has_one_plate_with_the_ends_of_its_look(tmp_path: Path, look: str) -> None:
    (tmp_path / "cards.csv").write_text("Name,Text\nFox,Run.\nOwl,Fly.\n", "utf-8")
    starter.write_from(tmp_path / "game", tmp_path / "cards.csv", template="item", look=look)
    slots = yaml.safe_load((tmp_path / "game/layouts/cards.yaml").read_text("utf-8"))["slots"]
    assert [name for name in slots if name.startswith("plate")] == ["plate"]
    assert slots["plate"] == {
        "kind": "picture", "art": "look/plate", "box": [4, 4, 55, 9.6], "fit": "ends", "colour": "plate",
    }  # fmt: skip
    assert pipeline.check(tmp_path / "game", CheckOptions()).problems == ()
