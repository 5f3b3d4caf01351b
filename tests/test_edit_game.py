"""Inks, fonts, words as icons and what a game says of itself: the lines that change, and nothing besides."""

from __future__ import annotations

import difflib
import shutil
from pathlib import Path

import pytest

from beeprint import edit, starter
from beeprint.base.problems import BuildError
from beeprint.edit import own_fonts, palette, word_icons
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import SHIPPED, Workspace
from small_game import with_rules


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    starter.write(tmp_path / "garden")
    return with_rules(tmp_path / "garden")


def everything(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file of a folder by name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def game_in(folder: Path) -> Game:
    return model.load(Workspace(folder))[0]


def applied(folder: Path, change: edit.Edit) -> dict[str, list[str]]:
    """Write an edit, return the lines that differ by file, and check that undo gives every byte back."""
    before, history = everything(folder), edit.History()
    history.apply(change)
    after = everything(folder)
    history.undo()
    assert everything(folder) == before
    history.redo()
    assert everything(folder) == after
    return {
        name: [
            line
            for line in difflib.ndiff(*(_lines(state.get(name, b"")) for state in (before, after)))
            if line[0] in "+-"
        ]
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    }


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").splitlines()


def message(change: object) -> str:
    with pytest.raises(BuildError) as caught:
        change()  # type: ignore[operator]
    return str(caught.value)


def test_an_ink_is_added_and_changed(folder: Path) -> None:
    lines = applied(folder, palette.add_ink(game_in(folder), "rose", "#D98FA0"))
    assert lines == {"palette.yaml": ['+ rose: "#D98FA0"']}
    lines = applied(folder, palette.set_ink(game_in(folder), "leaf", "#00aa00"))
    assert lines == {"palette.yaml": ['- leaf: "#7FB069"', '+ leaf: "#00aa00"']}


def test_an_ink_is_renamed_wherever_layouts_name_it(folder: Path) -> None:
    card = folder / "layouts" / "card.yaml"
    card.write_text(card.read_text("utf-8").replace('text: "{title}"', 'text: "[paper: {title}]"'), "utf-8")
    lines = applied(folder, palette.rename_ink(game_in(folder), "paper", "cream"))
    assert lines["palette.yaml"] == ['- paper: "#FFFDF6"', '+ cream: "#FFFDF6"']
    assert [line for line in lines["layouts/card.yaml"] if line[0] == "+"] == [
        "+   panel: {kind: shape, shape: rectangle, box: [5, 5, 53, 78], corner: 3, fill: cream, stroke: ink}",
        '+   title: {kind: text, style: title, text: "[cream: {title}]", box: [8, 8, 47, 9]}',
    ]
    assert set(lines) == {"palette.yaml", "layouts/card.yaml", "layouts/back.yaml"}


def test_an_ink_that_cells_name_is_renamed_in_them(folder: Path) -> None:
    card = folder / "layouts" / "card.yaml"
    text = card.read_text("utf-8").replace('art: "icons/{suit}"', "art: icons/sun")
    choose = 'fill: "{suit}", choose: {by: "{suit}", sun: {corner: 1}, rain: {corner: 2}}}'
    card.write_text(text.replace('box: bleed, fill: "{suit}"}', f"box: bleed, {choose}"), "utf-8")
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("  - {rule: count, deck: cards, each: suit, is: 9}\n", ""), "utf-8")
    tile = folder / "layouts" / "tile.yaml"
    lines = applied(folder, palette.rename_ink(game_in(folder), "sun", "gold"))
    assert lines["palette.yaml"] == ['- sun: "#F2B134"', '+ gold: "#F2B134"']
    assert "      suit: {type: choice, of: [gold, rain]}" in game.read_text("utf-8").splitlines()
    assert "gold: {corner: 1}" in card.read_text("utf-8")
    cells = (folder / "cards.csv").read_text("utf-8")
    assert ",sun," not in cells and ",gold," in cells
    assert "art: icons/sun" in tile.read_text("utf-8")
    assert not game_in(folder).spec.rules[3:]


def test_an_ink_that_is_also_a_picture_is_not_renamed(folder: Path) -> None:
    text = message(lambda: palette.rename_ink(game_in(folder), "sun", "gold"))
    assert "sun is also what the column suit of cards says" in text
    assert "slot picture of card" in text


def test_an_ink_in_use_is_not_deleted(folder: Path) -> None:
    assert "ink paper is used by slot panel of layout card" in message(
        lambda: palette.delete_ink(game_in(folder), "paper")
    ) or "ink paper is used by" in message(lambda: palette.delete_ink(game_in(folder), "paper"))
    applied(folder, palette.add_ink(game_in(folder), "rose", "#D98FA0"))
    assert applied(folder, palette.delete_ink(game_in(folder), "rose")) == {"palette.yaml": ['- rose: "#D98FA0"']}


def test_names_and_colours_of_inks_are_checked(folder: Path) -> None:
    game = game_in(folder)
    assert "cannot be the name of an ink" in message(lambda: palette.add_ink(game, "Dark Red", "#aa0000"))
    assert "there is an ink sun already" in message(lambda: palette.add_ink(game, "sun", "#aa0000"))
    assert "'red' is not a colour" in message(lambda: palette.add_ink(game, "rose", "red")).replace('"', "'")


def test_own_fonts_are_listed_first_and_removed(folder: Path) -> None:
    shipped = own_fonts.font_families(game_in(folder))
    assert not any(family.own for family in shipped)
    source = Workspace(folder).font("fredoka/regular")
    (folder / "fonts").mkdir()
    shutil.copy(source, folder / "fonts" / f"merry{source.suffix}")
    first = own_fonts.font_families(game_in(folder))[0]
    assert (first.own, "regular" in first.styles) == (True, True)
    lines = applied(folder, own_fonts.remove_font(game_in(folder), "merry"))
    assert set(lines) == {f"fonts/merry{source.suffix}"}


def test_words_in_brackets_can_become_icons(folder: Path) -> None:
    cards = folder / "cards.csv"
    text = cards.read_text("utf-8").replace("S1,", "S0,Coin,sun,1,Gain [coin] and pay [coin] (rain).,1\nS1,", 1)
    cards.write_text(text, "utf-8", newline="")
    assert word_icons.icon_words(game_in(folder)) == [("[coin]", 2, 1, "", 0)]
    assert word_icons.icons(game_in(folder)) == ["rain", "sun"]
    lines = applied(folder, word_icons.make_icon(game_in(folder), ["[coin]"], "sun"))
    assert [line for line in lines["game.yaml"] if line.strip("+ ")] == ['+ icons: {"[coin]": sun}']
    assert game_in(folder).spec.icons == {"[coin]": "sun"}
    assert word_icons.icon_words(game_in(folder)) == []
    assert "there is no icon" in message(lambda: word_icons.make_icon(game_in(folder), ["[gem]"], "gem"))


def test_words_that_texts_count_become_icons_with_their_plural(folder: Path) -> None:
    cards = folder / "cards.csv"
    rows = "S8,Mint,sun,1,Gain 2 coins. Pay 1 coin.,1\nS9,Fox,sun,1,Steal 3 coins from 1 player.,1\nS1,"
    cards.write_text(cards.read_text("utf-8").replace("S1,", rows, 1), "utf-8", newline="")
    assert word_icons.icon_words(game_in(folder)) == [("coin", 1, 2, "coins", 2)]
    change = word_icons.make_icon(game_in(folder), ["coin", "coins"], "sun")
    assert change.title == "icon sun put in place of coin and coins: 2 texts show it"
    applied(folder, change)
    assert game_in(folder).spec.icons == {"coin": "sun", "coins": "sun"}
    assert word_icons.icon_words(game_in(folder)) == []


def test_the_games_that_come_with_beeprint_name_their_inks() -> None:
    game = game_in(SHIPPED / "data" / "pollen-wars")
    used = {use.ink for use in palette.ink_uses(game)}
    assert used <= set(game.palette)
    assert len(used) > 3
