"""A layout that extends the one that is changed, and that the change would break, stays as it was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from beeprint import edit, starter
from beeprint.base.problems import BuildError
from beeprint.edit import slot_list, slots
from beeprint.edit.boxes import find_place
from beeprint.edit.draft import problems_of
from beeprint.edit.new_slots import new_slot
from beeprint.edit.slots import SlotSource
from beeprint.face.template import merged
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace
from edits import loaded, put
from test_edit_slots import lines


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game whose layout of tiles extends that of cards, and whose tiles have no suit, value and text."""
    starter.write(tmp_path / "bees", "plain", "Bees", "Cards")
    return tmp_path / "bees"


def slot(game: Path, *path: str, deck: str = "cards") -> SlotSource:
    loaded_game: Game = loaded(game)
    return slots.find_slot(loaded_game, deck, "front", path, next(iter(loaded_game.decks[deck].rows.by_id)))


def tile(game: Path) -> dict[str, Any]:
    """Return the slots of the layout of tiles, with all that they inherit."""
    workspace = Workspace(game)
    plain: dict[str, Any] = merged(workspace, "tile", loaded(game).node.place).plain()
    return plain


def kept(game: Path, change: edit.Edit) -> Sequence[str]:
    """Carry out an edit after which the game has no problem and tiles look as before; return its warnings."""
    before = tile(game)
    edit.write(change)
    assert problems_of(Workspace(game)) == []
    after = tile(game)
    assert after == before
    assert list(after["slots"]) == list(before["slots"])  # the order in which they are drawn
    return [warning.message for warning in change.warnings]


def test_new_slots_are_dropped_where_they_cannot_be_drawn(game: Path) -> None:
    change = slot_list.duplicate_slots([slot(game, "ground"), slot(game, "title")])
    assert lines(change)[-2:] == [
        "- drop: [panel, picture, text, value-disc, value]",
        "+ drop: [panel, picture, text, value-disc, value, ground-2, title-2]",
    ]
    assert kept(game, change) == ["tile extends card and keeps what it has: tiles.csv has no column suit"]
    at = find_place(loaded(game), "cards", "front", (), "S1")
    kept(game, slot_list.add_slots(at, [new_slot(at, "text", "value")]))


def test_a_new_slot_that_can_be_drawn_is_inherited(game: Path) -> None:
    change = slot_list.duplicate_slots([slot(game, "panel")])
    assert [each.path.name for each in change.changes] == ["card.yaml"]
    assert change.warnings == ()


@pytest.mark.parametrize(
    ("name", "keys", "entry"),
    [
        ("ground", {"stroke": "{suit}"}, "  ground: {shape: outline, grow: 3, fill: leaf, stroke: none}"),
        ("title", {"colour": "{suit}"}, '  title: {text: "{name}", box: [10, 42, 40, 10], size: 15, colour: ink}'),
        # Nothing in a slot takes an inherited `when:` back, so the tile gets a slot of its own.
        (
            "title",
            {"when": {"suit": "sun"}},
            '  title: {kind: text, style: title, text: "{name}", box: [10, 42, 40, 10], size: 15, below: sun}',
        ),
    ],
)
def test_a_key_stays_what_it_was(game: Path, name: str, keys: dict[str, Any], entry: str) -> None:
    change = slots.set_keys([(slot(game, name), keys)])
    before = tile(game)
    edit.write(change)
    assert problems_of(Workspace(game)) == []
    assert entry in (game / "layouts" / "tile.yaml").read_text("utf-8").splitlines()
    assert [*tile(game)["slots"]] == [*before["slots"]]
    assert "tile extends card and keeps what it has" in change.warnings[0].message


def test_a_slot_that_is_deleted_stays_where_only_some_keys_are_its_own(game: Path) -> None:
    kept(game, slot_list.delete_slots([slot(game, "ground")]))
    kept(game, slot_list.delete_slots([slot(game, "title")]))


def test_a_deleted_slot_is_not_dropped_any_more(game: Path) -> None:
    change = slot_list.delete_slots([slot(game, "panel")])
    assert lines(change)[-2:] == [
        "- drop: [panel, picture, text, value-disc, value]",
        "+ drop: [picture, text, value-disc, value]",
    ]
    assert kept(game, change) == []


def test_a_style_stays_what_it_was(game: Path) -> None:
    change = slots.set_keys([(slot(game, "title"), {"colour": "{suit}"})], where="source")
    assert kept(game, change) == ["tile extends card and keeps what it has: tiles.csv has no column suit"]


def test_what_would_break_a_sibling_is_written_in_the_layout_itself(game: Path) -> None:
    change = slots.set_keys([(slot(game, "title", deck="tiles"), {"colour": "{name}"})], where="source")
    assert lines(change) == [
        '-   title: {text: "{name}", box: [10, 42, 40, 10], size: 15}',
        '+   title: {text: "{name}", box: [10, 42, 40, 10], size: 15, colour: "{name}"}',
    ]
    assert [warning.message for warning in change.warnings] == [
        "this is written in tile only, since card shares it: cards.csv has no column name"
    ]


def test_what_the_deck_itself_cannot_draw_is_refused(game: Path) -> None:
    for keys in ({"text": "{nothing}"}, {"when": {"nothing": "x"}}, {"moves-with": "nothing"}):
        with pytest.raises(BuildError, match="nothing"):
            slots.set_keys([(slot(game, "title"), keys)])


def test_a_layout_that_two_decks_share_is_changed_only_as_both_can_draw_it(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8").replace("front: tile ", "front: card ")
    put(
        game,
        {
            "game.yaml": text,
            "layouts/card.yaml": "slots:\n  a: {kind: text, text: x, font: fredoka, size: 9, box: [1, 1, 9, 9]}\n",
        },
    )
    with pytest.raises(BuildError, match=r"tiles\.csv has no column value"):
        slots.set_keys([(slot(game, "a"), {"text": "{value}"})])
