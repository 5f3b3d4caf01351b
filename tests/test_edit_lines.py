"""Every action changes the lines that a careful person would: in layouts as strangers write them, and in all games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from beeprint import edit, starter
from beeprint.sources.workspace import built_in_games
from beeprint.sources.workspace import shown as file_name
from edit_walk import Act, Lines, acts, comments_in, lines_of, printed
from strange_layouts import STRANGE, write

#: The most lines that an action takes out of a file and puts in, where it changes one entry on one line.
BOUNDS = {
    "set-key": (1, 2),
    "remove-key": (1, 1),
    "set-case": (1, 3),
    "box": (3, 3),
    "slot-add": (1, 9),
    "cell": (1, 1),
    "row-add": (1, 2),
    "row-duplicate": (1, 2),
    "row-delete": (1, 1),
    "column-optional": (4, 4),  # decks that declare a table alike
    "column-unique": (0, 3),
    "ink-set": (1, 1),
    "ink-add": (1, 2),
    "deck-title": (1, 1),
    "deck-key": (1, 1),
    "entry-add": (1, 3),
    "entry-set": (2, 2),
    "deck-front": (1, 1),
    "deck-link": (1, 2),
    "deck-shape": (4, 1),
    "deck-add": (1, 40),
    "deck-copy": (1, 40),
}
#: What moves or renames lines: as many go as come.
SAME = {"slot-rename", "slot-move", "row-move", "ink-rename", "deck-rename"}
#: What takes lines out: none comes but an empty mapping or an item of `drop:`.
OUT = {"slot-delete", "entry-remove", "deck-delete", "deck-back", "ink-delete"}


def check(act: Act, change: edit.Edit, several: set[str]) -> None:
    """Check the changed lines of an edit; `several` are labels of slots whose keys may be on several lines."""
    shown = printed(act, change)
    for each in change.changes:
        if (
            each.before is None
            or each.after is None
            or file_name(each.path) in {warning.place.file for warning in change.warnings}
        ):
            continue  # a new file, one that goes, or a layout that keeps what it has
        lines = lines_of(each)
        check_lines(act, lines, shown, act.label.rpartition(" ")[0] in several)
        assert ends_of(each.after) <= ends_of(each.before) or b"\n" not in each.before, shown
        if each.path.suffix == ".yaml" and act.kind not in (*OUT, "remove-key"):
            gone = set(comments_in(each.before)) - set(comments_in(each.after))
            assert not gone or "choose" in each.before.decode(), shown


def check_lines(act: Act, lines: Lines, shown: str, is_several: bool) -> None:
    taken, put = lines
    if act.kind == "slot-move" or act.kind == "row-move":
        assert plain(taken) == plain(put), shown
    elif act.kind in SAME:
        assert len(taken) == len(put), shown
    elif act.kind in OUT:
        assert len(put) <= 2, shown
    elif act.kind == "slot-duplicate":
        assert len(taken) <= 1, shown
        assert not taken or put[0].startswith(taken[0].replace(" {}", "").rstrip("}\r\n")), shown
    elif not is_several:
        most_taken, most_put = (4, 3) if act.kind == "set-key" and act.label.endswith(" text") else BOUNDS[act.kind]
        assert len(taken) <= most_taken and len(put) <= most_put, shown
        if act.kind in ("slot-add", "row-add", "row-duplicate", "ink-add", "deck-add", "deck-copy"):
            kept = [line.strip().replace("slots: {}", "slots:") for line in taken]
            assert kept == [line.strip() for line in put[: len(taken)]], shown


def plain(lines: list[str]) -> list[str]:
    """Return the words of lines without `below:`, which moves a slot among those of a parent, in any order."""
    return sorted(re.findall(r"[^\s,{}]+", re.sub(r"\bbelow: [\w-]+", "", "".join(lines))))


def ends_of(data: bytes) -> set[bytes]:
    """Return the ways in which lines end."""
    return set(re.findall(rb"\r\n|\r|\n", data))


def walk(folder: Path) -> int:
    """Check all actions on a game; return how many were done."""
    several = {act.label.rpartition(" ")[0] for act in acts(folder) if "choose" in act.label}
    several |= {label.partition(".choose")[0] for label in several}
    count = 0
    for act in acts(folder):
        change = act.edit()
        if change is not None:
            check(act, change, several)
            count += bool(change.changes)
    return count


@pytest.mark.parametrize("name", STRANGE)
def test_layouts_keep_the_style_of_strangers(tmp_path: Path, name: str) -> None:
    assert walk(write(tmp_path, name)) > 50


@pytest.mark.parametrize("name", ["blank", "plain", "inkscape"])
def test_starters_keep_their_style(tmp_path: Path, name: str) -> None:
    starter.write(tmp_path / "bees", name, "Bees", "Cards")
    assert walk(tmp_path / "bees") > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in_games())
def test_games_keep_their_style(name: str) -> None:
    assert walk(built_in_games()[name]) > 50
