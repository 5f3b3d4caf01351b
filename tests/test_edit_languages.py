"""Translations in the studio: which texts lack one, and the lines that a translation becomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import starter
from beeprint.base.problems import BuildError
from beeprint.edit import Edit, game_settings, language_texts
from beeprint.edit.change import write
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a game in English that is declared in French too, with its title translated."""
    folder = tmp_path / "bees"
    starter.write(folder)
    game = folder / "game.yaml"
    assert "languages" not in game.read_text("utf-8")
    game.write_text(game.read_text("utf-8") + "languages: [en, fr]\n", "utf-8")
    (folder / "lang" / "fr").mkdir(parents=True)
    (folder / "lang" / "fr" / "game.yaml").write_text("title: Le jardin # court\n", "utf-8")
    return folder


def loaded(folder: Path, language: str = "") -> Game:
    return model.load(Workspace(folder), language)[0]


def translate(folder: Path, table: str, keys: tuple[str, ...], text: str, before: str = "") -> Edit:
    """Write a translation into French, and return the edit."""
    edit = language_texts.set_translation(loaded(folder), "fr", table, keys, text, before)
    write(edit)
    return edit


def text_of(folder: Path, name: str) -> str:
    return (folder / "lang" / "fr" / name).read_text("utf-8")


def test_every_text_that_people_read_is_listed_with_its_translation(folder: Path) -> None:
    pairs = {(pair.table, pair.keys): pair for pair in language_texts.language_texts(loaded(folder), "fr")}
    assert pairs["", ("title",)].text == "Le jardin"
    assert pairs["", ("decks", "cards", "title")].original == "Garden cards"
    assert (pairs["cards", ("S1", "title")].original, pairs["cards", ("S1", "title")].text) == ("First light", "")
    assert ("cards", ("S4", "text")) not in pairs  # an empty cell
    assert ("cards", ("S1", "suit")) not in pairs  # a choice
    write(game_settings.add_language(loaded(folder), "de"))
    german = language_texts.language_texts(loaded(folder), "de")
    assert [pair.keys for pair in german if pair.text] == []  # a copy of an original is no translation


def test_figures_in_braces_stay_for_the_translator(folder: Path) -> None:
    table = folder / "cards.csv"
    first, *rest = table.read_text("utf-8").splitlines()
    column = first.split(",").index("text")
    cells = rest[0].split(",")
    cells[column] = "See {cards/S2.title}."
    table.write_text("\n".join([first, ",".join(cells), *rest[1:], ""]), "utf-8")
    write(game_settings.add_language(loaded(folder), "de"))
    assert "See {cards/S2.title}." in (folder / "lang" / "de" / "cards.csv").read_text("utf-8")
    pairs = {pair.keys: pair for pair in language_texts.language_texts(loaded(folder), "de")}
    assert pairs["S1", "text"].original == "See {cards/S2.title}."


def test_a_translation_is_the_line_that_a_person_would_write(folder: Path) -> None:
    translate(folder, "", ("decks", "cards", "title"), "Cartes du jardin")
    translate(folder, "", ("credits",), "Auteur : toi\nLicence : CC BY")
    assert text_of(folder, "game.yaml").startswith("title: Le jardin # court\n")
    assert loaded(folder, "fr").spec.credits == ("Auteur : toi", "Licence : CC BY")
    translate(folder, "cards", ("S2", "title"), "Pierres chaudes")
    assert text_of(folder, "cards.csv") == "id,title,text\nS2,Pierres chaudes,Move one step on the path.\n"
    translate(folder, "cards", ("S2", "text"), "Avance de deux pas.")
    translate(folder, "cards", ("S1", "title"), "Aube")
    assert text_of(folder, "cards.csv").splitlines()[1:] == [
        "S2,Pierres chaudes,Avance de deux pas.",
        "S1,Aube,Draw a card.",
    ]
    edit = translate(folder, "cards", ("S1", "title"), "", before="Aube")
    assert edit.title == "title of S1 in fr changed"
    assert text_of(folder, "cards.csv").splitlines()[2] == "S1,First light,Draw a card."
    french = loaded(folder, "fr").decks["cards"].rows.by_id
    assert (french["S2"].texts["title"], french["S1"].texts["title"]) == ("Pierres chaudes", "First light")


def test_without_a_translation_no_key_of_it_stays(folder: Path) -> None:
    before = text_of(folder, "game.yaml")
    translate(folder, "", ("decks", "cards", "title"), "Cartes du jardin")
    translate(folder, "", ("decks", "cards", "title"), "", before="Cartes du jardin")
    assert text_of(folder, "game.yaml") == before


def test_a_column_that_a_translation_lacks_is_added_with_the_originals(folder: Path) -> None:
    (folder / "lang" / "fr" / "cards.csv").write_text("id;title\nS2;Pierres\nS1;Aube\n", "utf-8")
    translate(folder, "cards", ("S1", "text"), "Pioche une carte.")
    assert (
        text_of(folder, "cards.csv")
        == "id;title;text\nS2;Pierres;Move one step on the path.\nS1;Aube;Pioche une carte.\n"
    )


def test_what_is_no_translation_is_refused_and_nothing_is_written(folder: Path) -> None:
    with pytest.raises(BuildError, match="lacks the icon :sun: of the original"):
        translate(folder, "cards", ("S3", "text"), "Rien")
    with pytest.raises(BuildError, match="this translation has changed meanwhile"):
        translate(folder, "cards", ("S1", "title"), "Aube", before="Matin")
    with pytest.raises(BuildError, match="the game is not translated into de"):
        language_texts.set_translation(loaded(folder), "de", "cards", ("S1", "title"), "Morgen", "")
    with pytest.raises(BuildError, match="has no text suit of S1"):
        translate(folder, "cards", ("S1", "suit"), "soleil")
    with pytest.raises(BuildError, match=r"game\.yaml has no subtitle"):
        translate(folder, "", ("subtitle",), "Le pré")
    assert not (folder / "lang" / "fr" / "cards.csv").exists()


def test_a_workbook_without_a_translation_says_which_file_to_make(folder: Path) -> None:
    assert language_texts.reasons(loaded(folder), "fr") == {}
    (folder / "cards.json").write_text('[{"id": "A", "title": "Dawn"}]', "utf-8")
    game = folder / "game.yaml"
    deck = "  more: {title: More, stock: cards, data: cards.json, columns: {title: text}, front: card, "
    deck += "shape: {kind: card, size: us-poker}}\n"
    game.write_text(game.read_text("utf-8").replace("decks:\n", f"decks:\n{deck}", 1), "utf-8")
    reason = language_texts.reasons(loaded(folder), "fr")["more"]
    assert reason == "cards.json is no CSV: save a copy as lang/fr/cards.json, with the id and the texts to translate."


def test_a_leaflet_is_translated_beside_the_original(folder: Path) -> None:
    write(game_settings.translate_leaflet(loaded(folder), "fr"))
    text, seen = game_settings.leaflet_text(loaded(folder), "fr")
    assert text_of(folder, "rules.md") == text == (folder / "rules.md").read_text("utf-8")
    with pytest.raises(BuildError, match="this translation is there already"):
        game_settings.translate_leaflet(loaded(folder), "fr")
    write(game_settings.set_leaflet_text(loaded(folder), text.replace("Setup", "Mise en place"), seen, "fr"))
    assert "## Mise en place" in text_of(folder, "rules.md") and "## Setup" in (folder / "rules.md").read_text("utf-8")
    with pytest.raises(BuildError, match="no leaflet to translate into de"):
        game_settings.translate_leaflet(loaded(folder), "de")


def test_the_look_and_the_name_of_a_leaflet_are_set(folder: Path) -> None:
    write(game_settings.set_leaflet_keys(loaded(folder), {"stock": "play"}))
    write(game_settings.set_leaflet_keys(loaded(folder), {"layout": "plain"}))
    leaflet = loaded(folder).spec.leaflet
    assert leaflet is not None and (leaflet.stock, leaflet.layout) == ("play", "plain")
    with pytest.raises(BuildError, match="there is no layout plian of leaflets"):
        game_settings.set_leaflet_keys(loaded(folder), {"layout": "plian"})
