"""The type and limits of a column: what game.yaml says of it afterwards, and the cells that do not fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit.column_types import TYPES, column_keys, column_settings, set_column_type
from beeprint.game.columns import Column
from beeprint.sources.records import keys_of
from beeprint.sources.workspace import Workspace
from edits import GAME, put, tiny

#: How the game declares its columns: a word, a mapping on one line with a comment behind it, and a block.
COLUMNS = """\
    columns:
      title: text
      cost: {from: Price, type: "int?", max: 9}  # in honey
      suit:
        # which is a row of suits.csv
        type: ref
        table: suits
        optional: yes
"""
HEAD = GAME.replace(
    '    columns: {title: text, cost: "int?", suit: {type: ref, table: suits, optional: yes}}\n', COLUMNS
)
CARDS = "id,title,Price,suit,copies\nA,Drone,1,sun,1\nB,Queen,2,rain,2\nC,Drone,,,1\n"


def cards_of(folder: Path, text: str = HEAD) -> edit.Table:
    tiny(folder)
    put(folder, {"game.yaml": text, "cards.csv": CARDS})
    return edit.find_table(Workspace(folder), "cards")


def lines(folder: Path, name: str, unique: bool = False, **values: Any) -> tuple[list[str], list[str]]:
    """Set a column, take that back and set it again; return the lines that go and those that come."""
    table = cards_of(folder)
    change, _ = set_column_type(table, name, values, unique, table.seen)
    before = (folder / "game.yaml").read_text("utf-8")
    for each in (change, change.reversed):
        edit.write(each)
    assert (folder / "game.yaml").read_text("utf-8") == before
    edit.write(change)
    after = (folder / "game.yaml").read_text("utf-8")
    assert (folder / "cards.csv").read_text("utf-8") == CARDS
    old, new = before.splitlines(), after.splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


@pytest.mark.parametrize(
    ("name", "values", "gone", "come"),
    [
        ("title", {"type": "text", "optional": True}, ["      title: text"], ["      title: text?"]),
        (
            "title",
            {"type": "choice", "of": ["Drone", "Queen"]},
            ["      title: text"],
            ["      title: {type: choice, of: [Drone, Queen]}"],
        ),
        (
            "cost",
            {"type": "int", "optional": True, "min": 0, "max": 9},
            ['      cost: {from: Price, type: "int?", max: 9}  # in honey'],
            ['      cost: {from: Price, type: "int?", min: 0, max: 9}  # in honey'],
        ),
        (
            "cost",
            {"type": "text", "markup": "no"},
            ['      cost: {from: Price, type: "int?", max: 9}  # in honey'],
            ['      cost: {from: Price, type: "text", markup: no}  # in honey'],
        ),
        ("suit", {"type": "ref", "table": "suits"}, ["        optional: yes"], []),
        (
            "suit",
            {"type": "text", "optional": True},
            ["        type: ref", "        table: suits"],
            ["        type: text"],
        ),
    ],
)
def test_the_lines_are_those_that_a_careful_person_writes(
    tmp_path: Path, name: str, values: dict[str, Any], gone: list[str], come: list[str]
) -> None:
    assert lines(tmp_path, name, **values) == (gone, come)


def test_what_is_set_already_changes_nothing(tmp_path: Path) -> None:
    table = cards_of(tmp_path)
    for name in ("title", "cost", "suit"):
        known = column_settings(table, name)
        change, fit = set_column_type(table, name, known.values, known.unique, table.seen)
        assert change.changes == () and not fit.faulty


def test_cells_that_do_not_fit_are_counted_and_stay(tmp_path: Path) -> None:
    table = cards_of(tmp_path)
    change, fit = set_column_type(table, "cost", {"type": "int", "min": 2}, False, table.seen)
    messages = {index: problem.message for index, problem in fit.faulty.items()}
    assert messages == {
        0: "cost is 1; it must be at least 2 (A, column cost, cell C2)",
        2: "cost is empty (C, column cost, cell C4)",
    }
    assert [each.path.name for each in change.changes] == ["game.yaml"]
    _, fit = set_column_type(table, "suit", {"type": "ref", "table": "cards"}, False, table.seen)
    assert len(fit.faulty) == 3  # two that are no ids of cards, and one that is empty


def test_a_check_that_no_two_rows_have_the_same_comes_and_goes(tmp_path: Path) -> None:
    table = cards_of(tmp_path)
    change, fit = set_column_type(table, "title", {"type": "text"}, True, table.seen)
    edit.write(change)
    assert fit.same == 1
    assert (
        (tmp_path / "game.yaml")
        .read_text("utf-8")
        .endswith("rules:\n  - {rule: unique, deck: cards, of: rows, column: title}\n")
    )
    table = edit.find_table(Workspace(tmp_path), "cards")
    assert column_settings(table, "title").unique
    change, _ = set_column_type(table, "title", {"type": "text"}, False, table.seen)
    edit.write(change)
    assert (tmp_path / "game.yaml").read_text("utf-8") == HEAD


def test_decks_that_declare_a_shared_table_alike_change_together(tmp_path: Path) -> None:
    second = (
        HEAD[HEAD.index("  cards:\n") :].replace("  cards:\n", "  more:\n", 1).replace("title: Cards", "title: More")
    )
    text = HEAD + second.replace("      title: text\n", '      title: "text?"\n')
    table = cards_of(tmp_path, text)
    edit.write(set_column_type(table, "cost", {"type": "int", "optional": True}, False, table.seen)[0])
    edit.write(set_column_type(table, "title", {"type": "text", "markup": "icons"}, False, table.seen)[0])
    after = (tmp_path / "game.yaml").read_text("utf-8")
    assert after.count('cost: {from: Price, type: "int?"}') == 2
    assert after.count("title: {type: text, markup: icons}") == 1 and after.count('title: "text?"') == 1


def test_what_makes_the_game_unreadable_is_refused(tmp_path: Path) -> None:
    table = cards_of(tmp_path)
    with pytest.raises(BuildError, match="min is 5, more than max, which is 2"):
        set_column_type(table, "cost", {"type": "int", "min": 5, "max": 2}, False, table.seen)
    put(tmp_path, {"game.yaml": HEAD.replace("title: text", "title: {min: 3}")})
    with pytest.raises(BuildError, match="min is a limit of numbers; the type text holds none"):
        edit.find_table(Workspace(tmp_path), "cards")


def test_every_key_of_a_column_is_set_by_some_type() -> None:
    offered = {name for each in TYPES.values() for name in each.keys} | {"type", "optional"}
    assert {key.alias for key in keys_of(Column)} - offered == {"from", "auto"}  # which belong to heads and ids
    assert {key.name for key in column_keys()} == offered and all(key.label for key in column_keys())
