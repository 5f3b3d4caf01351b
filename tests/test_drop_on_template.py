"""Pictures that are dropped on cards of a template for one card only: they hide no words, and fill what is empty."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import yaml
from PIL import Image

from beeprint import edit, pipeline, starter
from beeprint.base.geometry import Rect
from beeprint.base.options import CheckOptions
from beeprint.base.store import Store
from beeprint.edit.boxes import Side
from beeprint.edit.drop_targets import OnDeck, OnFace, Upload
from beeprint.edit.placing import Placement, place
from beeprint.face.layout import boxes_shown
from edits import loaded

LONG = "Two people have to agree before they chase it away. Then each of them draws a card and puts it on the table."
TABLE = f"""\
Name,Type,Strength,Wits,Text,Flavour
The Lamplighter,Townsfolk,2,3,Once a night you look at any card.,Nobody lights the lamps twice.
Old Bramble,Beast,5,1,{LONG},It was here first.
Captain Vane,Townsfolk,3,4,Move twice.,
Baker Thorne,Beast,3,2,Gain a loaf.,
"""
PICTURED = "".join(
    f"{line},{cell}\n" for line, cell in zip(TABLE.splitlines(), ("Picture", "", "tree", "", ""), strict=True)
)
#: Places of a card: on its text, on its kind, on its title, on a badge, and on its picture or the mark there.
PLACES = ((31, 68), (31, 76), (31, 56), (40, 8), (10, 75), (31, 35))


def picture() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (900, 600), "plum").save(data, "PNG")
    return data.getvalue()


def made(folder: Path, table: str, template: str) -> Path:
    (folder / "cards.csv").write_text(table, "utf-8")
    (folder / "tree.png").write_bytes(picture())
    starter.write_from(folder / "game", folder / "cards.csv", template=template, look="antique")
    return folder / "game"


def shown(folder: Path, piece: str = "", side: Side = "front") -> Mapping[str, Sequence[Rect]]:
    """Return what the slots of all pieces, or of one, fill."""
    kept = pipeline.Kept()
    checked = pipeline.check(folder, CheckOptions(), Store(), kept)
    faces = kept.faces.known("cards", side)
    assert faces is not None
    return boxes_shown(faces, [row for row in checked.game.decks["cards"].rows.rows if piece in ("", row.id)])


def dropped(folder: Path, row: str, point: tuple[float, float]) -> Placement:
    """Drop a picture on a place of a card, for this card only."""
    upload, target = Upload("my.png", picture()), OnFace("cards", "front", row, point, "card")
    placement = place(loaded(folder), [upload], target, sight=lambda deck, side, piece: shown(folder, piece, side))
    edit.write(placement.edit)
    return placement


@pytest.mark.parametrize("point", PLACES)
@pytest.mark.parametrize("row", ["the-lamplighter", "old-bramble"])
def test_a_picture_for_one_card_hides_no_words(tmp_path: Path, point: tuple[float, float], row: str) -> None:
    game = made(tmp_path, TABLE, "character")
    before = shown(game, row)
    placement = dropped(game, row, point)
    assert (placement.slot, placement.edit.warnings) == ("Picture", ())
    boxes = shown(game, row)
    words = ("title", "text", "flavour", "kind")
    (new,) = boxes["Picture"]
    assert [name for name in words for box in before.get(name, ()) if new.overlaps(box)] == [] and new.width >= 22
    assert pipeline.check(game, CheckOptions()).problems == ()


def test_a_picture_that_finds_its_card_by_name_takes_the_place_of_the_mark(tmp_path: Path) -> None:
    game = made(tmp_path, TABLE, "character")
    before = shown(game)
    upload, target = Upload("The Lamplighter.png", picture()), OnDeck("cards")
    edit.write(place(loaded(game), [upload], target, sight=lambda deck, side, piece: shown(game, piece, side)).edit)
    (new,) = shown(game, "the-lamplighter")["Picture"]
    assert new.contains(before["emblem"][0]) and new.width >= 30
    assert [name for name in ("title", "text", "kind") for box in before[name] if new.overlaps(box)] == []
    assert pipeline.check(game, CheckOptions()).problems == ()


@pytest.mark.parametrize("point", PLACES)
@pytest.mark.parametrize("template", ["character", "action"])
def test_an_empty_place_for_a_picture_is_filled_first(
    tmp_path: Path, point: tuple[float, float], template: str
) -> None:
    game = made(tmp_path, PICTURED, template)
    before = (game / "layouts" / "cards.yaml").read_bytes()
    assert dropped(game, "the-lamplighter", point).edit.title == "my.png put on The Lamplighter"
    assert (game / "layouts" / "cards.yaml").read_bytes() == before
    pictures = [row.texts["picture"] for row in loaded(game).decks["cards"].rows.rows]
    assert [Path(name).stem for name in pictures] == ["my", "tree", "", ""]


def test_where_nothing_is_free_a_picture_is_behind_the_words_and_that_is_said(tmp_path: Path) -> None:
    game = made(tmp_path, TABLE, "character")
    path = game / "layouts" / "cards.yaml"
    layout = yaml.safe_load(path.read_text("utf-8"))
    full = {"kind": "text", "style": "words", "size": 30, "text": "WORD " * 99, "box": [3, 3, 57, 82]}
    layout["slots"] = {"seal": {"kind": "picture", "art": "look/medal", "box": [20, 60, 9, 9]}, "all": full}
    path.write_text(yaml.safe_dump(layout, sort_keys=False), "utf-8")
    (warning,) = dropped(game, "captain-vane", (31, 68)).edit.warnings
    assert "lies behind other layers, since nothing is free" in warning.message
    assert [*yaml.safe_load(path.read_text("utf-8"))["slots"]] == ["seal", "Picture", "all"]
