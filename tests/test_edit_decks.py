"""Decks added, copied, renamed, removed and resized: which lines change, which files come and go, and undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.edit import deck_backs, deck_sizes, decks
from beeprint.edit.deck_shapes import shape_choices
from beeprint.edit.draft import layout_names
from cases import spread
from test_edit_game import applied, folder, game_in, message

__all__ = ["folder"]


def errors(folder: Path) -> list[str]:
    """Return the errors that a check of a game reports."""
    checked = pipeline.check(folder, CheckOptions())
    return [problem.message for problem in checked.problems if problem.severity == "error"]


def test_a_plain_deck_has_a_table_a_layout_and_a_back(folder: Path) -> None:
    lines = applied(folder, decks.add_plain(game_in(folder), "Events", {"kind": "card", "size": "tarot"}))
    game = game_in(folder)
    assert [line for line in lines["game.yaml"] if line[0] == "-"] == []
    assert set(lines) == {"game.yaml", "events.csv", "layouts/events.yaml", "layouts/back-2.yaml", "palette.yaml"}
    assert (game.decks["events"].shape.width, len(game.decks["events"].rows.rows)) == (70, 3)
    assert errors(folder) == []


def test_a_plain_deck_has_the_words_of_the_first_deck(folder: Path) -> None:
    applied(folder, decks.add_plain(game_in(folder), "Events"))
    assert (folder / "events.csv").read_text("utf-8").splitlines()[0] == "title,text,copies"
    assert list(game_in(folder).decks["events"].rows.columns) == ["id", "title", "text"]


@pytest.mark.parametrize(
    "title", spread([choice.title for choice in shape_choices()], {"Half sheet", "Round token", "Rhombus"}.__contains__)
)
def test_a_plain_deck_has_any_shape_without_a_problem(tmp_path: Path, title: str) -> None:
    choice = next(choice for choice in shape_choices() if choice.title == title)
    starter.write(tmp_path / "game", "blank", "Night market")
    before = pipeline.check(tmp_path / "game", CheckOptions()).problems
    applied(tmp_path / "game", decks.add_plain(game_in(tmp_path / "game"), "Events", choice.shape))
    assert [
        problem.message
        for problem in pipeline.check(tmp_path / "game", CheckOptions()).problems
        if problem not in before
    ] == []
    heads = (tmp_path / "game/events.csv").read_text("utf-8").splitlines()[0]
    shows_text = "{text}" in (tmp_path / "game/layouts/events.yaml").read_text("utf-8")
    assert heads == ("name,text,copies" if shows_text else "name,copies"), "nothing that no face shows"


def test_a_plain_deck_of_round_tokens_has_round_panels_and_their_words(folder: Path) -> None:
    lines = applied(folder, decks.add_plain(game_in(folder), "Tokens", {"kind": "round", "diameter": 25}))
    assert lines["tokens.csv"] == ["+ title,copies", "+ First token,1", "+ Second token,1", "+ Third token,1"]
    texts = [(folder / name).read_text("utf-8") for name in lines if name.startswith("layouts/")]
    assert len(texts) == 2  # of the fronts and of the back
    for text in texts:
        assert "shape: outline" in text and "grow: -1.5" in text and "corner:" not in text


def test_a_deck_of_a_table_that_is_dropped(folder: Path) -> None:
    data = b"Name,Cost,Text\nBee,2,Draw a card.\nWasp,3,Discard a card.\n"
    applied(folder, decks.add_from_table(game_in(folder), "Insects", "My insects.csv", data))
    deck = game_in(folder).decks["insects"]
    assert [row.texts["name"] for row in deck.rows.rows] == ["Bee", "Wasp"]
    assert errors(folder) == []


def test_a_deck_of_a_template_brings_its_art(folder: Path) -> None:
    applied(folder, decks.add_from_template(game_in(folder), "Night", "inkscape", "cards"))
    assert errors(folder) == []
    assert (folder / "art" / "frames" / "night.svg").is_file()
    assert list(game_in(folder).decks) == ["cards", "tiles", "night"]


def test_a_copy_has_data_and_layouts_of_its_own(folder: Path) -> None:
    lines = applied(folder, decks.copy_deck(game_in(folder), "cards", "Winter cards"))
    game = game_in(folder)
    assert set(lines) == {
        "game.yaml",
        "winter-cards.csv",
        "layouts/winter-cards.yaml",
        "layouts/winter-cards-back.yaml",
    }
    assert layout_names(game, "winter-cards") == {"front": ["winter-cards"], "back": ["winter-cards-back"]}
    assert (folder / "winter-cards.csv").read_bytes() == (folder / "cards.csv").read_bytes()
    assert [line for line in lines["game.yaml"] if line[0] == "-"] == []
    assert errors(folder) == []


def test_keys_are_set_where_they_belong(folder: Path) -> None:
    lines = applied(
        folder, decks.set_keys(game_in(folder), "tiles", {"title": "Meadows", "bleed": 2, "stock": "board"})
    )
    assert lines["game.yaml"] == [
        "-     title: Garden tiles",
        "+     title: Meadows",
        "+     bleed: 2",
        "-     stock: tiles",
        "+     stock: board",
    ]


def test_a_deck_is_renamed_in_rules_and_leaflet(folder: Path) -> None:
    assert (folder / "rules.md").read_text("utf-8").count("{cards") > 0
    applied(folder, decks.rename_deck(game_in(folder), "cards", "garden"))
    game = (folder / "game.yaml").read_text("utf-8")
    assert "rule: count, deck: garden, is: 18" in game
    assert "  garden:\n    title: Garden cards" in game
    assert "{cards" not in (folder / "rules.md").read_text("utf-8")
    assert errors(folder) == []
    assert "there is a deck or table tiles already" in message(
        lambda: decks.rename_deck(game_in(folder), "garden", "tiles")
    )


def test_a_deck_that_rules_name_is_deleted_only_on_demand(folder: Path) -> None:
    text = message(lambda: decks.delete_deck(game_in(folder), "tiles"))
    assert "rule 3 (count) names the deck tiles" in text
    assert [path.name for path in decks.removed_with(game_in(folder), "tiles")] == ["tiles.csv", "tile.yaml"]
    lines = applied(folder, decks.delete_deck(game_in(folder), "tiles", force=True))
    assert set(lines) == {"game.yaml", "tiles.csv", "layouts/tile.yaml"}
    assert "-   - {rule: count, deck: tiles, is: 3}" in lines["game.yaml"]
    assert list(game_in(folder).decks) == ["cards"]


def test_what_another_deck_uses_stays(folder: Path) -> None:
    game = game_in(folder)
    assert [path.name for path in decks.removed_with(game, "cards")] == ["cards.csv", "back.yaml"]  # tile extends card


def test_another_size_moves_the_boxes_of_the_decks_own_layouts(folder: Path) -> None:
    tile = (folder / "layouts" / "tile.yaml").read_bytes()
    change = deck_sizes.set_shape(
        game_in(folder), "cards", {"kind": "card", "size": "tarot", "corner": 4}, fit_design=True
    )
    lines = applied(folder, change)
    assert "-     shape: {kind: card, size: standard-card, corner: 3}" in lines["game.yaml"]
    assert "+     shape: {kind: card, size: tarot, corner: 4}" in lines["game.yaml"]
    assert "+     front: cards              # layouts/card.yaml" in lines["game.yaml"]
    copy = (folder / "layouts" / "cards.yaml").read_text("utf-8")
    assert "box: [5.6, 5.6, 58.9, 108.9], corner: 3" in copy  # of 5, 5, 53, 78 on 63 x 88
    assert "box: [28.3, 103.9, 13.3, 13.3], fill" in copy  # a disc of 12 mm near the lower edge is round
    assert "box: [17.8, 29.7, 34.4, 34.4]" in copy  # a square picture
    assert "size: 14.4, min: 10," in copy  # of 13 and 9 points
    assert "ground: {kind: shape, shape: rectangle, box: bleed" in copy
    assert (folder / "layouts" / "tile.yaml").read_bytes() == tile
    assert "layouts/card.yaml" not in lines
    assert "box: [5.6, 5.6, 58.9, 108.9]" in (folder / "layouts" / "back.yaml").read_text("utf-8")
    assert [problem.message for problem in change.warnings] == [
        "card is used elsewhere too, so cards has a copy of it now: cards"
    ]
    assert errors(folder) == []


def test_without_fitting_only_the_shape_changes(folder: Path) -> None:
    lines = applied(
        folder, deck_sizes.set_shape(game_in(folder), "tiles", {"kind": "round", "diameter": 60}, fit_design=False)
    )
    assert lines == {
        "game.yaml": ["-     shape: {kind: hexagon, flats: 60}", "+     shape: {kind: round, diameter: 60}"]
    }


def test_a_size_that_cannot_be_is_refused_by_the_reader(folder: Path) -> None:
    text = message(
        lambda: deck_sizes.set_shape(game_in(folder), "cards", {"kind": "card", "width": 1, "height": 2}, True)
    )
    assert "4" in text


@pytest.mark.parametrize("kind", ["deck", "piece"])
def test_a_deck_gets_a_plain_back_and_loses_it(folder: Path, kind: str) -> None:
    lines = applied(folder, deck_backs.set_back(game_in(folder), "tiles", kind, "leaf"))
    assert set(lines) == {"game.yaml", "layouts/tiles-back.yaml"}
    assert errors(folder) == []
    lines = applied(folder, deck_backs.set_back(game_in(folder), "tiles", "none"))
    assert len(lines["game.yaml"]) == 1


def test_all_cards_get_as_many_copies(folder: Path) -> None:
    applied(folder, decks.set_copies(game_in(folder), "cards", 3))
    assert {row.copies for row in game_in(folder).decks["cards"].rows.rows} == {3}


def test_only_what_means_a_deck_is_a_use_of_it(folder: Path) -> None:
    text = (folder / "game.yaml").read_text("utf-8")
    text = text.replace("columns: {name: text}", 'columns: {name: text, tiles: "text?"}')
    text = text.replace("credits: [", "credits: [tiles, ").replace(
        "  - {rule: count, deck: tiles, is: 3}",
        "  - {rule: count, deck: tiles, is: 3}\n  - {rule: fits, deck: cards, into: tiles}\n"
        "  - {rule: count, decks: [cards, tiles], is: 21}",
    )
    text += "editions:\n  small:\n    decks: {tiles: 1}\n    rules:\n      - {rule: count, deck: tiles, is: 1}\n"
    (folder / "game.yaml").write_text(text, "utf-8")
    assert [use.words for use in decks.deck_uses(game_in(folder), "tiles")] == [
        "rule 3 (count)",
        "rule 4 (fits)",
        "rule 5 (count)",
        "edition small",
        "rule 1 (count) of edition small",
        "rules.md",
    ]


def test_a_rule_about_several_decks_stays_for_the_others(folder: Path) -> None:
    text = (folder / "game.yaml").read_text("utf-8")
    more = "  - {rule: count, decks: [cards, tiles], is: 21}   # all\n  - {rule: two-sided, decks: [tiles, tiles]}\n"
    rule = "  - {rule: count, deck: tiles, is: 3}\n"
    (folder / "game.yaml").write_text(text.replace(rule, rule + more), "utf-8")
    change = decks.delete_deck(game_in(folder), "tiles", force=True)
    assert [warning.message for warning in change.warnings] == [
        "rule 4 (count) is about other decks too, and no longer about tiles"
    ]
    lines = applied(folder, change)["game.yaml"]
    assert sorted(line for line in lines if "rule:" in line) == [
        "+   - {rule: count, decks: [cards], is: 21}   # all",
        "-   - {rule: count, deck: tiles, is: 3}",
        "-   - {rule: count, decks: [cards, tiles], is: 21}   # all",
        "-   - {rule: two-sided, decks: [tiles, tiles]}",
    ]
    assert list(game_in(folder).decks) == ["cards"]
