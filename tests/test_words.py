"""The words that beeprint prints itself, and the texts of game.yaml, in the language of a build."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.cli import cli
from beeprint.game import model, words
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import Workspace, built_in_games

LANGUAGES = ("en", "fr", "de", "es", "it")
TRANSLATED = [
    (name, language)
    for name, folder in built_in_games().items()
    for language in model.declared(Workspace(folder)).languages[1:]
]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    path = tmp_path / "mine" / "game.yaml"
    path.write_text(f"{path.read_text('utf-8')}\nlanguages: [en, fr, nl]\nunofficial: yes\n", "utf-8")
    for language in ("fr", "nl"):
        translate(tmp_path / "mine", "title: Mine\n", language)
    return tmp_path / "mine"


def translate(game: Path, text: str, language: str = "fr") -> None:
    (game / "lang" / language).mkdir(parents=True, exist_ok=True)
    (game / "lang" / language / "game.yaml").write_text(text, "utf-8")


def french(game: Path) -> Checked:
    return pipeline.check(game, Options(language="fr"))


@pytest.mark.parametrize("what", words.WORDS)
def test_every_language_has_all_words_with_the_same_values(what: str) -> None:
    texts = words.WORDS[what]
    assert tuple(texts) == LANGUAGES
    assert all(text.strip() for text in texts.values())
    assert len({tuple(sorted(re.findall(r"\{\w+\}", text))) for text in texts.values()}) == 1


@pytest.mark.parametrize(
    ("language", "same"), [("fr-CA", "fr"), ("DE", "de"), ("it_IT", "it"), ("nl", "en"), ("", "en")]
)
def test_a_variety_of_a_language_has_its_words(language: str, same: str) -> None:
    assert words.say(language, "sheet", number=1, count=2) == words.say(same, "sheet", number=1, count=2)


def test_margins_and_imprint_are_in_the_language_of_the_build(game: Path) -> None:
    translate(game, 'title: Le mien\nsummary: un jeu\ncredits: ["Auteure : toi"]\n')
    result = CliRunner().invoke(cli, ["build", "mine", "--lang", "fr", "--profile", "home-a4"])
    assert result.exit_code == 0, result.stderr
    for name, expected in (
        ("cards", ("Le mien · cards · feuille 1 sur", "version 0.1 · Auteure : toi · non officiel")),
        ("rules", ("Auteure : toi", "Le mien, version 0.1, non officiel")),
    ):
        with pypdfium2.PdfDocument(Path("output/mine.fr/home-a4") / f"{name}.pdf") as pdf:
            text = " ".join(" ".join(page.get_textpage().get_text_bounded() for page in pdf).split())
        assert all(phrase in text for phrase in expected), text
        assert not re.search(r"\b(sheet|unofficial|of|design)\b", text.split("feuille")[-1] if name == "cards" else "")


def test_titles_of_decks_are_listed_in_the_language_of_the_build(game: Path) -> None:
    translate(game, "decks:\n  cards: {title: Cartes du jardin}\n  tiles: {title: Tuiles du jardin}\n")
    checked = french(game)
    assert [deck.spec.title for deck in checked.game.decks.values()] == ["Cartes du jardin", "Tuiles du jardin"]
    assert pipeline.check(game, Options()).game.decks["cards"].spec.title == "Garden cards"


def test_what_is_not_translated_is_a_warning(game: Path) -> None:
    translate(game, "title: Le mien\ndecks:\n  cards: {title: Cartes du jardin}\n")
    assert [str(problem).splitlines()[0] for problem in french(game).problems] == [
        "mine/lang/fr/game.yaml:1:1: warning: summary is not translated; the original is printed",
        "mine/lang/fr/game.yaml:1:1: warning: credits is not translated; the original is printed",
        "mine/lang/fr/game.yaml:3:3: warning: decks > tiles > title is not translated; the original is printed",
        "mine/lang/fr/cards.csv: warning: there is no such file; the originals are shown",
        "mine/lang/fr/tiles.csv: warning: there is no such file; the originals are shown",
    ]


def test_what_cannot_be_translated_is_an_error(game: Path) -> None:
    translate(game, "title: Le mien\nsummary: un jeu\ncredits: toi\nplayers: 2-5\ndecks:\n  crads: {title: Cartes}\n")
    assert [str(problem).splitlines()[0] for problem in french(game).problems if problem.severity == "error"] == [
        "mine/lang/fr/game.yaml:3:10: error: credits is a list in one of the two files only",
        "mine/lang/fr/game.yaml:4:10: error: players cannot be translated",
        "mine/lang/fr/game.yaml:6:3: error: game.yaml has no crads here",
    ]


def test_a_language_without_words_is_a_warning(game: Path) -> None:
    checked = pipeline.check(game, Options(language="nl"))
    message = "beeprint has no words of its own in nl: sheet margins and the imprint are in English"
    assert message in [problem.message for problem in checked.problems]


@pytest.mark.parametrize(("name", "language"), TRANSLATED)
def test_nothing_of_a_translated_game_is_left_in_its_first_language(name: str, language: str) -> None:
    folder = built_in_games()[name]
    assert (folder / "lang" / language / "game.yaml").is_file()
    _, problems = model.load(Workspace(folder), language)
    assert problems == []
