"""Translations lie over the data and never touch it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from beeprint import starter
from beeprint.cli import cli


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "garden")
    path = tmp_path / "garden" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("players: 2-4\n", "players: 2-4\nlanguages: [en, fr]\n"), "utf-8")
    (tmp_path / "garden" / "lang" / "fr").mkdir(parents=True)
    return tmp_path / "garden"


def french(game: Path, text: str) -> None:
    (game / "lang" / "fr" / "cards.csv").write_text(text, "utf-8")


ALL = "id,title\n" + "".join(f"{suit}{n},Carte {suit}{n}\n" for suit in "SR" for n in range(1, 7))


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def test_the_translation_is_shown_and_the_original_stays(game: Path) -> None:
    french(game, ALL)
    before = (game / "cards.csv").read_bytes()
    assert call("build", "garden", "--lang", "fr", "--profile", "faces").stdout == "output/garden.fr/faces\n"
    face = Path("output/garden.fr/faces/cards/S1.front.svg").read_text("utf-8")
    assert 'aria-label="Carte S1 "' in face and 'aria-label="Draw a card. "' in face
    assert call("build", "garden", "--lang", "en", "--profile", "faces").stdout == "output/garden/faces\n"
    assert 'aria-label="First light "' in Path("output/garden/faces/cards/S1.front.svg").read_text("utf-8")
    assert (game / "cards.csv").read_bytes() == before


def test_what_is_not_translated_is_a_warning_and_shows_the_original(game: Path) -> None:
    french(game, ALL.replace("S1,Carte S1\n", "").replace("R2,Carte R2", "R2,"))
    result = call("build", "garden", "--lang", "fr", "--profile", "faces")
    assert result.exit_code == 0
    assert "garden/lang/fr/cards.csv:1:1: warning: S1 is not translated; the original is shown" in result.stderr
    where = "(R2, column title, cell B8)"
    assert f"cards.csv:8:4: warning: title is not translated; the original is shown {where}" in result.stderr
    assert "First light" in Path("output/garden.fr/faces/cards/S1.front.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("S1,", "S9,", "garden/lang/fr/cards.csv:2:1: error: cards.csv has no row S9"),
        ("id,title", "id,titre", "garden/lang/fr/cards.csv:1:4: error: cards.csv has no text column titre"),
        ("Carte S1", "Carte " * 30, "garden/lang/fr/cards.csv:2:4: error: title does not fit at 9 pt"),
        ("S2,", "S1,", "garden/lang/fr/cards.csv:3:1: error: duplicate id S1"),
    ],
)
def test_errors_are_placed_in_the_translation(game: Path, old: str, new: str, message: str) -> None:
    french(game, ALL.replace(old, new, 1))
    result = call("check", "garden", "--lang", "fr")
    assert result.exit_code == 1 and message in result.stderr


def test_an_unknown_language_is_a_wrong_command_line(game: Path) -> None:
    result = call("build", "garden", "--lang", "de")
    assert result.exit_code == 2 and "the game has no language de: choose from en, fr" in result.stderr
