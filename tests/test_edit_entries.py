"""Entries of game.yaml that have names: what is written for boxes, editions, stocks and others, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit.deck_settings import deck_keys
from beeprint.edit.entry_keys import GROUPS, keys_of_group
from beeprint.edit.game_entries import add_entry, entries_of, remove_entry, set_entry
from beeprint.edit.game_settings import game_keys
from beeprint.edit.slot_keys import keys_of_kind
from beeprint.game.box_shapes import BoxSpec, Divider, Lid, Sleeve, Tray, TuckBox
from beeprint.game.edition import Change, EditionSpec
from beeprint.game.model import DataFile, DeckSpec, GameSpec, TableSpec
from beeprint.game.piece_shape import Stock
from beeprint.sources.records import keys_of
from edits import GAME, loaded, put, tiny

#: Entries as people write them: on one line, in blocks with comments, and in their short forms.
ENTRIES = """\
boxes:
  # what the cards are kept in
  card-box:
    title: Cards
    shape: {kind: tuck-box, for: [cards], tab: 12}  # a deep tab
editions:
  kid:
    title: Kid game
    decks:
      cards: {where: {cost: empty}}
  none: {title: Nothing, decks: {cards: no}}
stocks: {cards: {thickness: 0.3}}
raster: 300dpi
"""


def game_with(folder: Path, entries: str = ENTRIES) -> Path:
    tiny(folder)
    put(folder, {"game.yaml": GAME + entries, "art/icons/sun.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"})
    return folder


def lines(folder: Path, change: edit.Edit) -> tuple[list[str], list[str]]:
    """Write an edit, take it back and write it again; return the lines that go and those that come."""
    path = folder / "game.yaml"
    before = path.read_text("utf-8")
    for each in (change, change.reversed):
        edit.write(each)
    assert path.read_text("utf-8") == before
    edit.write(change)
    old, new = before.splitlines(), path.read_text("utf-8").splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


BOX = "    shape: {kind: tuck-box, for: [cards], tab: 12}  # a deep tab"
KID = "      cards: {where: {cost: empty}}"


@pytest.mark.parametrize(
    ("group", "name", "path", "value", "gone", "come"),
    [
        ("boxes", "card-box", "copies", 2, [], ["    copies: 2"]),
        ("boxes", "card-box", "shape.stacks", 2, [BOX], [BOX.replace("[cards]", "[cards], stacks: 2")]),
        ("boxes", "card-box", "shape.tab", None, [BOX], [BOX.replace(", tab: 12", "")]),
        ("boxes", "card-box", "shape.kind", "tray", [BOX], ["    shape: {kind: tray, for: [cards]}  # a deep tab"]),
        ("editions", "kid", "decks.cards.leave-out", True, [KID], [KID.replace("}}", "}, leave-out: yes}")]),
        ("editions", "kid", "decks.cards.where", {"suit": ["sun"]}, [KID], ["      cards: {where: {suit: [sun]}}"]),
        ("editions", "none", "decks.cards.print-all", True, [], []),
        ("stocks", "cards", "sleeves", "thin", ["stocks: {cards: {thickness: 0.3}}"],
         ["stocks: {cards: {thickness: 0.3, sleeves: thin}}"]),
        ("tables", "suits", "title", "The suits", ["  suits: {data: suits.csv, columns: {ink: colour}}"],
         ["  suits: {title: The suits, data: suits.csv, columns: {ink: colour}}"]),
        ("raster", "", "", "600dpi", ["raster: 300dpi"], ["raster: 600dpi"]),
        ("raster", "sun", "", "600dpi", ["raster: 300dpi"], ['raster: {"": 300dpi, sun: 600dpi}']),
    ],
)  # fmt: skip
def test_a_key_is_set_as_a_careful_person_would(
    tmp_path: Path, group: str, name: str, path: str, value: Any, gone: list[str], come: list[str]
) -> None:
    game = loaded(game_with(tmp_path))
    keys = tuple(filter(None, path.split(".")))
    if not come and path.endswith("print-all"):
        gone, come = (
            ["  none: {title: Nothing, decks: {cards: no}}"],
            ["  none: {title: Nothing, decks: {cards: {leave-out: yes, print-all: yes}}}"],
        )
    assert lines(tmp_path, set_entry(game, group, name, keys, value)) == (gone, come)


def test_the_short_form_comes_back_where_it_says_all(tmp_path: Path) -> None:
    path = ("decks", "cards", "leave-out")
    game = loaded(game_with(tmp_path))
    assert entries_of(game, "editions")["none"]["decks"] == {"cards": {"leave-out": "yes"}}
    assert lines(tmp_path, set_entry(game, "editions", "none", path, None))[1] == ["  none: {title: Nothing}"]
    change = set_entry(loaded(tmp_path), "editions", "none", path, True)
    assert lines(tmp_path, change)[1] == ["  none: {title: Nothing, decks: {cards: no}}"]


@pytest.mark.parametrize(
    ("group", "name", "values", "come"),
    [
        ("boxes", "tray", [(("shape", "for"), ["cards"]), (("title",), "A: tray"), (("shape", "kind"), "tray")],
         ["boxes:", '  tray: {title: "A: tray", shape: {kind: tray, for: [cards]}}']),
        ("editions", "two", [(("title",), "For two"), (("note",), ["Quick."])],
         ["editions:", "  two: {title: For two, note: [Quick.]}"]),
        ("stocks", "cards", [(("thickness",), 0.35)], ["stocks:", "  cards: {thickness: 0.35}"]),
        ("tables", "hives", [(("title",), "The hives"), (("data", "file"), "hives.csv")],
         ["  hives: {title: The hives, data: hives.csv, columns: {name: text, big: bool}}"]),
        ("fonts", "fr", [((), "arimo")], ["fonts:", "  fr: arimo"]),
        ("icon-names", "sun", [((), "a fine day")], ["icon-names:", "  sun: a fine day"]),
        ("raster", "", [((), "600dpi")], ["raster: 600dpi"]),
        ("raster", "icons", [((), "600dpi")], ["raster:", "  icons: 600dpi"]),
    ],
)  # fmt: skip
def test_an_entry_comes_and_goes(tmp_path: Path, group: str, name: str, values: Any, come: list[str]) -> None:
    put(game_with(tmp_path, ""), {"hives.csv": "id,name,big\na,North,yes\nb,South,no\n"})
    before = (tmp_path / "game.yaml").read_text("utf-8")
    assert lines(tmp_path, add_entry(loaded(tmp_path), group, name, values)) == ([], come)
    with pytest.raises(BuildError, match="already"):
        add_entry(loaded(tmp_path), group, name, values)
    edit.write(remove_entry(loaded(tmp_path), group, name))
    assert (tmp_path / "game.yaml").read_text("utf-8") == before


def test_what_cannot_be_is_refused_in_words(tmp_path: Path) -> None:
    game = loaded(game_with(tmp_path))
    for group, name, path, value, words in (
        ("boxes", "card-box", ("shape", "for"), None, "the key for is missing"),
        ("boxes", "card-box", ("shape", "depth"), 60, "unknown key depth"),
        ("boxes", "card-box", ("rules",), [], "rules is not set here"),
        ("editions", "kid", ("title",), None, "the key title is missing"),
        ("editions", "kid", ("decks", "cards", "where"), {"price": "1"}, "price"),
        ("stocks", "cards", ("thickness",), 90, "it must be at most 20"),
        ("decks", "cards", ("title",), "x", "decks is not set here"),
    ):
        with pytest.raises(BuildError, match=words):
            set_entry(game, group, name, path, value)
    with pytest.raises(BuildError, match="no deck has the stock paper"):
        add_entry(game, "stocks", "paper", [(("thickness",), 0.1)])


def test_a_box_that_does_not_fit_is_written_and_said(tmp_path: Path) -> None:
    change = set_entry(loaded(game_with(tmp_path)), "boxes", "card-box", ("shape", "tab"), 60)
    assert change.changes
    (warning,) = change.warnings
    assert warning.message == "tab is 60 mm, more than half of the 89 mm that the box is high inside"


def test_a_resolution_is_asked_in_points_per_inch() -> None:
    (slot,) = [key for key in keys_of_kind("picture") if key.name == "raster"]
    (entry,) = keys_of_group("raster")
    assert (slot.control, slot.unit, entry.key.control, entry.key.unit) == ("number", "dpi", "number", "dpi")


def test_every_key_of_a_game_has_a_control() -> None:
    """A key of a model that no part of the page sets has to be named here, with where it is set."""
    apart = {"tables", "decks", "rules", "leaflet", "icons", "palette"}  # views and parts of their own
    assert {key.alias for key in keys_of(GameSpec)} - {key.name for key in game_keys()} - {*GROUPS} == apart - {*GROUPS}
    apart = {"data", "columns", "shape", "front", "back"}
    assert {key.alias for key in keys_of(DeckSpec)} - {key.name for key in deck_keys()} == apart

    def names(group: str, *path: str) -> set[str]:
        start = len(path)
        paths = [each.path for each in keys_of_group(group)]
        return {each[start] for each in paths if each[:start] == path and len(each) > start}

    for model, fields, elsewhere in (
        (BoxSpec, names("boxes"), set()),
        (Stock, names("stocks"), set()),
        (TableSpec, names("tables"), {"columns"}),  # the menus of its columns in Cards
        (DataFile, names("tables", "data"), set()),
        (EditionSpec, names("editions"), {"rules"}),  # Checks
        (Change, names("editions", "decks", "*"), set()),
    ):
        assert {key.alias for key in keys_of(model)} - fields == elsewhere  # type: ignore[arg-type]
    shapes = {key.alias for shape in (TuckBox, Sleeve, Tray, Lid, Divider) for key in keys_of(shape)}
    assert shapes == names("boxes", "shape")
    assert all(key.key.label and key.key.control for group in GROUPS for key in keys_of_group(group))
