"""Translations lie over the data and never touch it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
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
    lines = [",".join([*cell[:4], f'"{english}"', cell[-1]] if cell[0] == "S1" else cell) for cell in cells]
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


def problems_in(game: Path, language: str = "fr") -> list[str]:
    lines = call("check", "garden", "--lang", language).stderr.splitlines()
    return [line for line in lines if "warning: " in line or "error: " in line]


def test_a_declared_language_without_its_folder_is_an_error(game: Path) -> None:
    (game / "lang" / "fr").rmdir()
    said = call("check", "garden")
    assert said.exit_code == 1 and "sound" not in said.stderr
    place = "garden/game.yaml:9:12: error: "
    assert f"{place}language fr: there is no translation in garden/lang/fr/" in said.stderr
    assert (
        "hint: put translated files there (beeprint docs game, Translations), or take fr out of languages:"
        in said.stderr
    )
    # One line, not one for each file that is not there.
    assert problems_in(game) == [f"{place}there is no translation in garden/lang/fr/"]
    assert call("build", "garden", "--lang", "fr").exit_code == 1 and not Path("output").exists()
    (game / "lang" / "FR").mkdir()
    assert "hint: rename lang/FR to lang/fr" in call("check", "garden").stderr


def test_a_data_file_without_its_translation_is_a_warning(game: Path) -> None:
    (game / "lang" / "fr" / "game.yaml").write_text("title: Le jardin\n", "utf-8")
    said = problems_in(game)
    assert "garden/lang/fr/cards.csv: warning: there is no such file; the originals are shown" in said
    french(game, ALL)
    assert not any("cards.csv" in line for line in problems_in(game))


def test_a_translated_choice_is_named_and_a_copied_one_is_not(game: Path) -> None:
    rows = [
        f"{card},Carte {name},{'sun' if card[0] == 'S' else 'rain'},{card[1]}"
        for card, name in zip(IDS, NAMES, strict=True)
    ]
    text = "id,title,suit,value\n" + "\n".join(rows) + "\n"
    french(game, text)
    assert not any("cards.csv" in line for line in problems_in(game))
    french(game, text.replace(",sun,", ",soleil,"))
    [line] = [line for line in problems_in(game) if "cards.csv" in line]
    assert line == (
        "garden/lang/fr/cards.csv:2:13: warning: suit is a column of type choice, which is not translated: "
        "'soleil' is not printed (S1, column suit, cell C2)"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "id,title\n",
            "1:1: warning: 12 rows are not translated; the originals are shown: "
            "S1, S2, S3, S4, S5, S6, R1, R2 and others",
        ),
        (ALL.replace("id,title", "nr,title"), "1:1: error: there is no column id, which says what row a text is for"),
        (ALL.replace("\nS", "\nX").replace("\nR", "\nY"), "1:1: error: none of the ids is an id of cards.csv"),
    ],
)
def test_what_concerns_all_rows_is_one_line(game: Path, text: str, said: str) -> None:
    french(game, text)
    assert [line for line in problems_in(game) if "cards.csv" in line] == [f"garden/lang/fr/cards.csv:{said}"]


def test_a_sheet_that_a_translated_workbook_lacks_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    book = openpyxl.Workbook()
    for name in ("Cards", "Items"):
        sheet = book.active if name == "Cards" else book.create_sheet()
        sheet.title = name
        sheet.append(["id", "Name", "Text"])
        for number in range(40):
            letters = "abcdefghij"[number % 10] + "klmn"[number // 10]
            sheet.append([f"{name[0]}{number}", f"{name} {letters}", f"Do the thing called {letters}"])
    book.save("two.xlsx")
    assert call("new", "two", "--from", "two.xlsx").exit_code == 0
    spec = Path("two/game.yaml")
    spec.write_text(spec.read_text("utf-8").replace("title: Two", "title: Two\nlanguages: [en, de]", 1), "utf-8")
    Path("two/lang/de").mkdir(parents=True)
    del book["Items"]
    for row in book["Cards"].iter_rows(min_row=2):
        row[1].value, row[2].value = f"Karte {row[1].value[6:]}", f"Tu {row[2].value[20:]}"
    book.save("two/lang/de/two.xlsx")
    done = call("check", "two", "--lang", "de")
    lines = [line for line in done.stderr.splitlines() if "two.xlsx" in line]
    assert done.exit_code == 0
    assert lines == ["two/lang/de/two.xlsx: warning: the workbook has no sheet Items; the originals are shown"]
