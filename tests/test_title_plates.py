"""Cards of templates: a title's plate is one layer, and what a card lacks leaves its room to the rest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from beeprint import pipeline, starter
from beeprint.base.geometry import Rect
from beeprint.base.options import CheckOptions
from beeprint.base.store import Store
from beeprint.face.layout import boxes_shown
from beeprint.starter.looks import LOOKS
from edits import put, tiny
from pixels import plain
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


def made(folder: Path, template: str, table: str, look: str = "paper") -> Path:
    (folder / "cards.csv").write_text(table, "utf-8")
    (folder / "fox.png").write_bytes(plain((1800, 1500), (90, 140, 60)))
    starter.write_from(folder / "game", folder / "cards.csv", template=template, look=look)
    return folder / "game"


def shown(game: Path, card: str) -> Mapping[str, Rect]:
    """Return the box of each layer that a card shows, by name."""
    kept = pipeline.Kept()
    checked = pipeline.check(game, CheckOptions(), Store(), kept)
    assert [str(each) for each in checked.problems] == []
    faces = kept.faces.known("cards", "front")
    assert faces is not None
    boxes = boxes_shown(faces, [row for row in checked.game.decks["cards"].rows.rows if row.id == card])
    return {name: each[0] for name, each in boxes.items()}


@pytest.mark.parametrize("template", ["character", "event", "item", "quest"])
def test_a_title_has_the_whole_width_where_no_number_is_beside_it(tmp_path: Path, template: str) -> None:
    game = made(tmp_path, template, "Name,Price,Heat,Text\nStall,40,1,Sell.\nGuest,,2,Buy.\nRain,,,Wet.\n")
    narrow, wide, free = (shown(game, card) for card in ("stall", "guest", "rain"))
    for whole in (wide, free):
        assert (whole["plate"].x, whole["plate"].right) == (4, 59)
        assert whole["title"].centre.x == pytest.approx(31.5, abs=0.1)
    assert narrow["plate"].x > narrow["badges"].right and narrow["plate"].right == 59


@pytest.mark.parametrize(
    ("numbers", "left", "right"),
    [
        ("1,2,3,4 | ,2,3,4", 4, 48.2),  # the number at the left is missing
        ("1,2,3,4 | 1,,3,4", 14.8, 59),  # that at the right
        ("1,2,3,4 | ,,3,4", 4, 59),
    ],
)
def test_a_title_has_the_width_of_either_corner_that_is_empty(
    tmp_path: Path, numbers: str, left: float, right: float
) -> None:
    full, lacking = numbers.split(" | ")
    game = made(tmp_path, "character", f"Name,A,B,C,D,Text\nOrc,{full},Run.\nElf,{lacking},Fly.\n")
    assert shown(game, "orc")["plate"].x > 14 and shown(game, "orc")["plate"].right < 49
    plate = shown(game, "elf")["plate"]
    assert (plate.x, plate.right) == pytest.approx((left, right))


@pytest.mark.parametrize("template", ["action", "character", "event", "item", "resource", "quest"])
def test_a_card_without_text_has_no_panel_and_its_mark_in_the_middle_of_what_is_free(
    tmp_path: Path, template: str
) -> None:
    long = "Draw two cards and discard one of them."
    rows = f"Stall,Trade,4,{long},Old.\nGuest,Trade,4,,\nRain,Weather,,Hide.,\nElm,Weather,3,,Older.\n"
    game = made(tmp_path, template, f"Name,Type,Price,Text,Flavour\n{rows}")
    usual, bare = shown(game, "stall"), shown(game, "guest")
    assert {"panel", "emblem"} <= {*usual} and not {"panel", "panel-line"} & {*bare}
    assert bare["medal"].width > 1.2 * usual["medal"].width
    assert bare["emblem"].centre == pytest.approx(bare["medal"].centre, abs=0.2)
    assert 28 < bare["medal"].centre.y < 60, "about the middle of the card"
    for words in ("title", "kind"):
        assert not bare[words].overlaps(bare["emblem"])
    assert {"panel", "emblem"} <= {*shown(game, "elm")}, "a card with a flavour alone has a panel"


@pytest.mark.parametrize("template", ["action", "character", "event", "item", "quest"])
def test_a_picture_fills_the_room_of_a_panel_that_a_card_lacks(tmp_path: Path, template: str) -> None:
    game = made(tmp_path, template, "Name,Price,Text,Picture\nStall,4,Sell.,fox.png\nGuest,2,,fox.png\n")
    usual, bare = shown(game, "stall"), shown(game, "guest")
    assert bare["picture"].height > usual["picture"].height + 5
    assert {*usual} - {*bare} == {"panel", "panel-line", "text"}
    if "corners" in bare:
        assert bare["frame"].height == pytest.approx(bare["picture"].height, abs=1)
