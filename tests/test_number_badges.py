"""A number column that is placed on a card of a template: a badge like those that are there, in one step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from beeprint import edit, pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.base.store import Store
from beeprint.drawing.drawing import Run
from beeprint.edit.column_slots import PlacedColumn, add_placed_column
from beeprint.edit.table_columns import name_of
from beeprint.face.layout import boxes_shown
from beeprint.sources.workspace import Workspace
from edits import loaded, tiny
from test_layouts import walk

BADGE = ("badges", "badge-rings", "badge-plates", "numbers", "number-names")


def made(folder: Path, template: str, table: str = "") -> Path:
    if table:
        (folder / "cards.csv").write_text(table, "utf-8")
        starter.write_from(folder / "game", folder / "cards.csv", template=template, look="antique")
    else:
        starter.write_cards(folder / "game", "Begun", template, "antique")
    return folder / "game"


def slots(game: Path) -> dict[str, Any]:
    return dict(yaml.safe_load((game / "layouts" / "cards.yaml").read_text("utf-8"))["slots"])


def add(game: Path, head: str) -> PlacedColumn:
    """Add a column of sevens and place it on the cards."""
    kept = pipeline.Kept()
    checked = pipeline.check(game, CheckOptions(), Store(), kept)
    faces = kept.faces.known("cards", "front")
    assert faces is not None
    table = edit.find_table(Workspace(game), "cards")
    column = edit.add_column(table, head, "whole number", (), "7", len(table.columns), table.seen)
    shown = boxes_shown(faces, checked.game.decks["cards"].rows.rows)
    placed = add_placed_column(loaded(game), "cards", name_of(head), "", column, shown)
    edit.write(placed.edit)
    return placed


@pytest.mark.parametrize("template", ["character", "action", "quest", "resource", "mini", "square", "hex", "event"])
def test_a_new_number_is_one_more_badge_in_the_next_free_place(tmp_path: Path, template: str) -> None:
    game = made(tmp_path, template)
    before = slots(game)
    for number, head in enumerate(("Speed", "Gold cost"), start=1):
        placed = add(game, head)
        assert (placed.slot, placed.edit.title) == ("numbers", f"column {head} added and placed")
        after, count = slots(game), len(before["numbers"]["repeat"]["over"]) + number
        assert [*after] == [*before]
        for name in BADGE:
            repeat = after[name]["repeat"]
            assert repeat["over"] == [*before["numbers"]["repeat"]["over"], "Speed", "Gold cost"][:count]
            assert len(repeat["at"][count]) == len({tuple(place) for place in repeat["at"][count]}) == count
        checked = pipeline.check(game, CheckOptions())
        assert checked.problems == ()
        face = next(face for face in checked.faces.values() if face.side == "front")
        texts = [mark.text for mark, _ in walk(face.drawing.marks) if isinstance(mark, Run)]
        assert {"7", head} <= {text.strip() for text in texts}
    lines = (game / "layouts" / "cards.yaml").read_text("utf-8").splitlines()
    assert sum(line.startswith("  numbers: {") and line.endswith("}") for line in lines) == 1


def test_badges_that_are_on_all_cards_wait_for_the_new_number(tmp_path: Path) -> None:
    game = made(tmp_path, "action", "Name,Cost,Text\nFox,1,Run away.\nOwl,2,Wait.\n")
    assert slots(game)["badges"]["repeat"] == {"times": 1, "at": {1: [[0, 0]]}}
    add(game, "Speed")
    assert slots(game)["badges"]["repeat"] == {
        "over": ["cost", "Speed"], "at": {2: [[0, 0], [45.4, 68.6]]}, "gaps": True,
    }  # fmt: skip
    assert slots(game)["badges"]["when"] == {"item.value": "not-empty"}


def test_the_first_number_is_a_badge_of_the_look(tmp_path: Path) -> None:
    game = made(tmp_path, "action", "Name,Text\nFox,Run away.\nOwl,Wait.\n")
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    placed = add(game, "Speed")
    assert (placed.slot, placed.where) == ("numbers", "at the top left")
    assert [name for name in slots(game) if name in BADGE] == [*BADGE] == [*slots(game)][-5:]
    assert (game / "art" / "look" / "badge.svg").is_file() and pipeline.check(game, CheckOptions()).problems == ()
    for change in placed.edit.changes:
        change.path.unlink() if change.before is None else change.path.write_bytes(change.before)
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before


def test_a_layout_without_a_look_gets_a_text(tmp_path: Path) -> None:
    tiny(tmp_path)
    table = edit.find_table(Workspace(tmp_path), "cards")
    column = edit.add_column(table, "Speed", "whole number", (), "7", len(table.columns), table.seen)
    placed = add_placed_column(loaded(tmp_path), "cards", "Speed", "", column)
    edit.write(placed.edit)
    layout = yaml.safe_load((tmp_path / "layouts" / "card.yaml").read_text("utf-8"))
    assert placed.slot == "Speed" and layout["slots"]["Speed"]["text"] == "{Speed}"
