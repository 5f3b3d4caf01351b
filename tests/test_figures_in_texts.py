"""Figures in the texts of cells come from the data, in every edition and translation."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import starter
from beeprint.base.options import CheckOptions
from beeprint.game import edition, model
from beeprint.game.edition import read
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace

EDITIONS = """
editions:
  dry:
    title: dry days
    decks: {cards: {where: {suit: sun}}, tiles: {copies: 2}}
    rules: [{rule: count, deck: cards, is: 9}, {rule: count, deck: tiles, is: 2}]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "garden")
    path = tmp_path / "garden" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("players: 2-4\n", "players: 2-4\nlanguages: [en, fr]\n") + EDITIONS)
    return tmp_path / "garden"


def write(folder: Path, card: str, text: str) -> None:
    """Give a card another text."""
    path = folder / "cards.csv"
    lines = path.read_text("utf-8").splitlines()
    cells = next(line for line in lines if line.startswith(f"{card},")).split(",")
    new = ",".join([*cells[:4], f'"{text}"', cells[-1]])
    path.write_text("\n".join(new if line.startswith(f"{card},") else line for line in lines) + "\n", "utf-8")


def text_of(game: Game, card: str) -> str:
    row = game.decks["cards"].rows.by_id[card]
    assert row.values["text"] == row.texts["text"]
    return row.texts["text"]


def test_a_text_takes_its_figures_from_its_row_other_cells_and_decks(folder: Path) -> None:
    write(folder, "S6", "Gather {value} :sun: as {cards/R1.title} does, {cards} cards, {tiles/meadow.copies}, {{sic}}.")
    game, problems = model.load(Workspace(folder))
    assert problems == []
    assert text_of(game, "S6") == "Gather 6 :sun: as Morning dew does, 18 cards, 3, {sic}."


def test_an_edition_states_its_own_numbers_and_is_drawn_anew(folder: Path) -> None:
    write(folder, "S1", "{cards} cards, {tiles} tiles, {copies} of this, {cards/R1.title}")
    box, _ = model.load(Workspace(folder))
    editions = edition.editions(box)
    (dry, faults), *_ = edition.variants(box, editions)
    assert faults == [] and text_of(box, "S1") == "18 cards, 3 tiles, 2 of this, Morning dew"
    # The rain is left out of this edition, so what is named there stays as it is in the box.
    assert text_of(dry, "S1") == "18 cards, 3 tiles, 2 of this, Morning dew"
    write(folder, "S1", "{cards} cards, {tiles} tiles, {copies} of this")
    box, _ = model.load(Workspace(folder))
    (dry, _), *_ = edition.variants(box, edition.editions(box))
    assert text_of(dry, "S1") == "9 cards, 2 tiles, 2 of this"
    assert edition.redrawn(box, dry) == ["cards", "tiles"]


def test_only_other_pieces_make_an_edition_count_a_deck(folder: Path) -> None:
    write(folder, "S1", "{tiles} tiles")
    path = folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("cards: {where: {suit: sun}}, ", ""), "utf-8")
    box, _ = model.load(Workspace(folder))
    (dry, _), *_ = edition.variants(box, edition.editions(box))
    assert edition.altered(box, dry) == ["tiles"]
    assert edition.redrawn(box, dry) == ["cards", "tiles"]


def test_a_translation_takes_its_figures_from_the_same_cells(folder: Path) -> None:
    write(folder, "S6", "Gather {value} :sun:")
    (folder / "lang" / "fr").mkdir(parents=True)
    (folder / "lang" / "fr" / "cards.csv").write_text("id,text\nS6,Prends {value} :sun:\n", "utf-8")
    assert text_of(read(folder, CheckOptions(language="fr")), "S6") == "Prends 6 :sun:"
