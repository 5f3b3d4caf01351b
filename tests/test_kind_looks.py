"""New words of a choice get a colour and a mark of their own on cards in a look, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from beeprint import starter
from beeprint.edit import Document, Edit, deck_templates
from beeprint.edit.kind_looks import follow_words
from beeprint.edit.word_icons import make_icon
from beeprint.game.model import Game
from test_reshaped_decks import loaded

ROWS = "Name,Type,Cost,Text\nHands,Action,1,Draw.\nRain,Event,0,Wait.\nWind,Action,2,Move.\nFair,Event,1,Buy.\n"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "cards.csv").write_text(ROWS, "utf-8")
    starter.write_from(tmp_path / "reef", tmp_path / "cards.csv", template="action", look="bright")
    return loaded(tmp_path / "reef")


def listing(game: Game, *words: str) -> Edit:
    """Return the edit that gives the column type these words."""
    path = game.workspace.game / "game.yaml"
    document = Document(path, path.read_bytes()).set(["decks", "cards", "columns", "type", "of"], list(words))
    return Edit("words", game.workspace.game, (document.change,))


def changed(game: Game, change: Edit) -> dict[str, str]:
    """Return the texts of the files that an edit writes, by their paths in the game."""
    return {
        each.path.relative_to(game.workspace.game).as_posix(): (each.after or b"").decode() for each in change.changes
    }


def ground_of(files: dict[str, str]) -> dict[str, object]:
    """Return the cases of the ground of the cards."""
    return dict(yaml.safe_load(files["layouts/cards.yaml"])["slots"]["ground"]["choose"])


def test_new_words_get_the_next_colours_and_marks(game: Game) -> None:
    files = changed(game, follow_words(game, listing(game, "Action", "Event", "Ship", "Ozimand Qux")))
    assert sorted(files) == [
        "art/icons/ship.svg", "game.yaml", "layouts/cards.yaml",
    ]  # fmt: skip
    before = yaml.safe_load((game.workspace.game / "layouts/cards.yaml").read_text("utf-8"))
    after = yaml.safe_load(files["layouts/cards.yaml"])
    mark, ground = after["styles"]["mark"]["choose"], after["slots"]["ground"]["choose"]
    assert (mark.pop("Ship"), mark.pop("Ozimand Qux")) == ({"icon": "ship"}, {"icon": "marks/disc"})
    assert (ground.pop("Ship"), ground.pop("Ozimand Qux")) == ({"fill": "leaf"}, {"fill": "rose"})
    assert after == before and list(ground) == ["by", "Action", "Event", "else"]


def test_a_colour_that_a_person_gave_up_is_free_again(game: Game) -> None:
    layout = game.workspace.game / "layouts/cards.yaml"
    layout.write_text(layout.read_text("utf-8").replace("Action: {fill: amber}", "Action: {fill: plate}"), "utf-8")
    files = changed(game, follow_words(game, listing(game, "Action", "Event", "Ship")))
    assert ground_of(files)["Ship"] == {"fill": "amber"}


def test_a_kind_and_its_word_in_texts_keep_one_icon(tmp_path: Path) -> None:
    rows = (
        "Name,Type,Text\nPurse,Coin,Pay 1 {coin}.\nLog,Wood,Gain 2 {coin}.\nChest,Coin,Lose {coin}.\nTwig,Wood,Burn.\n"
    )
    (tmp_path / "cards.csv").write_text(rows, "utf-8")
    starter.write_from(tmp_path / "reef", tmp_path / "cards.csv", template="action", look="bright")
    game = loaded(tmp_path / "reef")
    before = yaml.safe_load((tmp_path / "reef/layouts/cards.yaml").read_text("utf-8"))
    assert game.spec.icons == {"{coin}": "coin"} and before["styles"]["mark"]["choose"]["Coin"] == {"icon": "coin"}
    change = make_icon(game, ["{coin}"], "wood")
    assert change.title == "icon wood put in place of {coin}: 3 texts show it, and so do cards that are 'Coin'"
    after = yaml.safe_load(changed(game, change)["layouts/cards.yaml"])
    assert after["styles"]["mark"]["choose"].pop("Coin") == {"icon": "wood"}
    del before["styles"]["mark"]["choose"]["Coin"]
    assert after == before


def test_words_past_the_last_colour_look_like_all_others(game: Game) -> None:
    words = [f"kind {number}" for number in range(9)]
    files = changed(game, follow_words(game, listing(game, "Action", "Event", *words)))
    assert list(ground_of(files)) == ["by", "Action", "Event", *words[:6], "else"]


def test_a_deck_in_another_look_than_its_game_gets_inks_of_that_look(game: Game) -> None:
    change = deck_templates.set_template(game, "cards", "item", "dark")
    for each in change.changes:
        each.path.parent.mkdir(parents=True, exist_ok=True)
        each.path.write_bytes(each.after or b"")
    game = loaded(game.workspace.game)
    files = changed(game, follow_words(game, listing(game, "Action", "Event", "Ship")))
    assert "Ship: {fill: dark-leaf}" in files["layouts/cards-item.yaml"]
    assert 'dark-leaf: "#1A4C32"' in files["palette.yaml"]


def test_a_layout_without_kinds_stays_as_it_is(game: Game) -> None:
    layout = game.workspace.game / "layouts/cards.yaml"
    text = layout.read_text("utf-8").replace("amber", "ink").replace("sky", "paper")
    layout.write_text(
        text.replace("marks/disc", "look/badge").replace("bolt", "look/corner").replace("alert", "look/ring"), "utf-8"
    )
    change = listing(game, "Action", "Event", "Ship")
    assert follow_words(game, change) == change


def test_an_edit_that_adds_no_word_stays_as_it_is(game: Game) -> None:
    change = listing(game, "Event", "Action")
    assert follow_words(game, change) == change
    assert follow_words(None, change) == change
