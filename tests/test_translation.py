"""Translations lie over the data and never touch it."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import starter
from command import call


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


NAMES = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"]
IDS = [f"{suit}{n}" for suit in "SR" for n in range(1, 7)]
ALL = "id,title\n" + "".join(f"{card},Carte {name}\n" for card, name in zip(IDS, NAMES, strict=True))


def test_the_translation_is_shown_and_the_original_stays(game: Path) -> None:
    french(game, ALL)
    before = (game / "cards.csv").read_bytes()
    assert call("build", "garden", "--lang", "fr", "--profile", "faces").stdout == "output/garden.fr/faces\n"
    face = Path("output/garden.fr/faces/cards/S1.front.svg").read_text("utf-8")
    assert 'aria-label="Carte un "' in face and 'aria-label="Draw a card. "' in face
    assert call("build", "garden", "--lang", "en", "--profile", "faces").stdout == "output/garden/faces\n"
    assert 'aria-label="First light "' in Path("output/garden/faces/cards/S1.front.svg").read_text("utf-8")
    assert (game / "cards.csv").read_bytes() == before


def test_what_is_not_translated_is_a_warning_and_shows_the_original(game: Path) -> None:
    french(game, ALL.replace("S1,Carte un\n", "").replace("R2,Carte huit", "R2,Drizzle"))
    result = call("build", "garden", "--lang", "fr", "--profile", "faces")
    assert result.exit_code == 0
    assert "garden/lang/fr/cards.csv:1:1: warning: S1 is not translated; the original is shown" in result.stderr
    where = "(R2, column title, cell B8)"
    assert f"cards.csv:8:4: warning: title is the same as the original {where}" in result.stderr
    assert "First light" in Path("output/garden.fr/faces/cards/S1.front.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("S1,", "S9,", "garden/lang/fr/cards.csv:2:1: error: cards.csv has no row S9"),
        ("id,title", "id,titre", "garden/lang/fr/cards.csv:1:4: error: cards.csv has no text column titre"),
        ("Carte un", "Carte " * 30, "garden/lang/fr/cards.csv:2:4: error: title does not fit at 9 pt"),
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


#: A card's text in English and in French, and what is said of it.
UNLIKE = [
    (
        "Draw {value} cards.",
        "Pioche 6 cartes.",
        ["lacks the name {value} of the original", "holds the figure 6, which"],
    ),
    ("Draw {value} cards.", "Pioche {copies} cartes.", ["holds the name {copies}, which the original does not"]),
    ("Gather 2 :sun:", "Prends 2 soleils", ["lacks the icon :sun: of the original"]),
    ("Gather 2 :sun:", "Prends 3 :sun:", ["lacks the figure 2 of the original", "holds the figure 3, which"]),
    ("Gather.\nThen move.", "Prends, puis avance.", ["has 1 paragraph, the original 2"]),
    ("Gather.", "", ["is empty, but the original is not"]),
    ("", "Prends.", ["holds a text, but the original is empty"]),
]


@pytest.mark.parametrize(("english", "text", "said"), UNLIKE)
def test_what_cannot_be_a_translation_is_refused(game: Path, english: str, text: str, said: list[str]) -> None:
    path = game / "cards.csv"
    cells = [line.split(",") for line in path.read_text("utf-8").splitlines()]
    lines = [",".join([*one[:4], f'"{english}"', one[-1]] if one[0] == "S1" else one) for one in cells]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    french(game, f'id,text\nS1,"{text}"\n')
    result = call("check", "garden", "--lang", "fr")
    assert result.exit_code == 1
    for words in said:
        assert f"lang/fr/cards.csv:2:4: error: text {words}" in result.stderr


def test_a_text_on_the_wrong_row_is_found(game: Path) -> None:
    french(game, ALL.replace("R2,Carte huit", "R2,Carte un").replace("R3,Carte neuf", "R3,First light"))
    result = call("check", "garden", "--lang", "fr")
    assert result.exit_code == 1
    assert "title is the text of S1, whose original differs (R2, column title, cell B9)" in result.stderr
    assert "title is the text of S1, whose original differs (R3, column title, cell B10)" in result.stderr


def test_one_word_may_stand_for_two(game: Path) -> None:
    french(game, ALL.replace("Carte un", "Pluie").replace("Carte huit", "Pluie"))
    result = call("check", "garden", "--lang", "fr")
    assert result.exit_code == 0
    assert "warning: title is the text of S1, whose original differs (R2, column title, cell B9)" in result.stderr
