"""Problems in the page of the studio: cards, layers and designs by name, and what is equal about equal problems."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Place, Problem
from beeprint.game import model
from beeprint.sources.workspace import Workspace
from beeprint.studio.wording import Described, Wording
from edits import GAME, put, tiny
from workbooks import saved


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(Path("sound"))
    return Path("sound")


def rewrite(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def rewrite_cell(file: Path, sheet: str, cell: str, value: object) -> None:
    book = openpyxl.load_workbook(file)
    book[sheet][cell] = value
    file.write_bytes(saved(book))


def described(game: Path) -> list[Described]:
    """Return the problems of a game as the page shows them."""
    try:
        problems = pipeline.check(game, Options()).problems
    except BuildError as error:
        problems = error.problems
    wording = Wording(game, model.load(Workspace(game))[0])
    return [wording.describe(problem) for problem in problems]


def plain(game: Path, message: str, file: str = "sound/layouts/card.yaml") -> str:
    return Wording(game, model.load(Workspace(game))[0]).plain(message, Place(file, 9, 3))


def test_a_problem_of_a_cell_names_its_card_and_column(game: Path) -> None:
    rewrite(game / "cards.csv", "Draw a card.", "Draw a card. " * 60)
    first, second = described(game)
    assert first.where == "First light (S1), column text"
    assert second.where == "Morning dew (R1), column text"
    assert first.pieces == ["cards/S1"]
    assert "".join(first.parts).startswith("text does not fit at 8 pt") and "(S1" not in "".join(first.parts)
    assert first.parts[::2] == second.parts[::2], "they are of one kind"
    assert "in the design “Card”" in first.hint and "yaml" not in first.hint


def test_a_problem_of_a_layout_names_the_layer_the_design_and_the_card(game: Path) -> None:
    rewrite(game / "layouts" / "card.yaml", '"icons/{suit}", box: [16,', "icons/sun, within: safe, box: [-3,")
    first, *others = described(game)
    assert first.where == "First light (S1), picture “Picture” in the design “Card” (front of Garden cards)"
    assert "".join(first.parts).startswith("picture “Picture” draws ")
    assert first.pieces == ["cards/S1"] and first.hint.startswith(
        "move or shrink the picture, or remove “Keep inside: safe”"
    )
    assert all("slot" not in each.message for each in others)


def test_names_of_missing_pictures_do_not_part_equal_problems(game: Path) -> None:
    rewrite(game / "layouts" / "card.yaml", '"icons/{suit}"', '"cards/{id}"')
    problems = described(game)
    assert len({tuple(each.parts[::2]) for each in problems}) == 1 and len(problems) == 12
    assert problems[0].message == "First light (S1) has no picture: S1 is not in the folder of cards"
    assert problems[0].parts[1] == "S1" and problems[0].hint == "drop the picture on the card"


def test_a_design_that_cannot_be_read_still_names_its_layers(game: Path) -> None:
    rewrite(game / "layouts" / "card.yaml", "box: [8, 8, 47, 9]", "box: [8, 8, 47]")
    (problem,) = described(game)
    assert problem.where == "Text “Title”, Box in the design “Card” (front of Garden cards)"


def test_game_yaml_and_the_palette_are_named_by_their_parts(game: Path) -> None:
    wording = Wording(game, model.load(Workspace(game))[0])
    lines = (game / "game.yaml").read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "stock: tiles" in text)
    assert wording.places.words(Place("sound/game.yaml", line, 5)) == "Game, deck Garden tiles, Kind of paper"
    lines = (game / "palette.yaml").read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.startswith("leaf:"))
    assert wording.places.words(Place("sound/palette.yaml", line, 1)) == "Palette, leaf"


def test_a_column_that_the_game_does_not_know_is_said_without_keys(game: Path) -> None:
    rewrite(game / "cards.csv", "id,title,suit", "id,title,suits")
    rewrite(game / "game.yaml", "      suit:", "      colour: text?\n      suit:")
    for problem in described(game):
        assert ":" not in problem.hint and "{" not in problem.hint, problem
        assert problem.where == "The table of Garden cards, row 1"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("slot title is too small", "text “Title” is too small"),
        ("slot nowhere is gone", "layer “Nowhere” is gone"),
        ("a slot of the kind edge, or slots", "a layer of the kind edge, or layers"),
        ("there is no layout tile", "there is no design tile"),
        ("the word 'slot title' is long", "the word 'slot title' is long"),
        ("enlarge it in sound/layouts/card.yaml, line 5", "enlarge it in the design “Card”"),
        ("did you mean icons/sun? Otherwise write \\:snu: to print the colons", "did you mean sun?"),
        ("make [sun] an icon, or write \\[sun] to print it as text", "make [sun] an icon"),
        ("there is no picture icons/rain", "there is no icon rain"),
        ("add sound/art/icons/rain.svg or .png", "add the icon rain in Game, Icons"),
        ("a total, which game.yaml does not have", "a total, which the game does not have"),
        ("slot value-disc is gone", "shape “Value disc” is gone"),
        ("set unsafe: yes if it may", "set “May leave the safe zone: yes” if it may"),
        ("the box: comes from there", "the box: comes from there"),
        ("add 3 to cards.csv, or change this rule", "add 3 to the table of Garden cards, or change this check"),
        ("the rules of play name 'cards.csv'", "the rules of play name 'cards.csv'"),
    ],
)
def test_words_of_files_become_words_of_the_page(game: Path, message: str, words: str) -> None:
    assert plain(game, message) == words


def test_names_with_blanks_are_taken_whole(game: Path) -> None:
    rewrite(game / "layouts" / "card.yaml", "  title: {kind", '  "Card name": {kind')
    assert plain(game, "slot Card name is too small") == "text “Card name” is too small"


def test_a_game_that_cannot_be_read_is_named_by_its_files(game: Path) -> None:
    problem = Problem(Place("sound/game.yaml", 3, 1), "YAML: a tab stands here", "indent by spaces")
    assert Wording(game, None).describe(problem).where == "Game"


def test_a_cell_is_named_by_its_card_and_the_heading_of_its_column(tmp_path: Path) -> None:
    text = "id,title,Cost (coins)\nA,Drone,1\nB,Queen,x\n"
    old = 'cost: "int?", suit: {type: ref, table: suits, optional: yes}'
    game = GAME.replace(old, 'cost-coins: {type: int, from: "Cost (coins)"}')
    tiny(tmp_path)
    put(tmp_path, {"game.yaml": game, "cards.csv": text})
    game_, problems = model.load(Workspace(tmp_path))
    (fault,) = map(Wording(tmp_path, game_).describe, problems)
    assert fault.sentence.startswith("Cost (coins) is 'x', not a whole number: write a whole number, such as 3")
    assert (fault.cell, fault.where) == ("Queen (B)", "Queen (B), column Cost (coins)")
    assert fault.message == "Cost (coins) is 'x', not a whole number (B, column Cost (coins))"


def test_a_design_that_uses_a_column_names_its_heading(tmp_path: Path) -> None:
    tiny(tmp_path, card='slots:\n  title: {kind: text, font: fredoka, size: 12, text: "{title}", box: [5, 6, 53, 9]}\n')
    game = GAME.replace("title: text,", 'title: {from: "Card name", type: text},')
    put(tmp_path, {"game.yaml": game, "cards.csv": "id,Card name\nA,Drone\n"})
    wording = Wording(tmp_path, model.load(Workspace(tmp_path))[0])
    problem = Problem(
        Place(str(tmp_path / "layouts/card.yaml"), 2, 61), "this uses the column title", "change it first"
    )
    assert wording.describe(problem).message == "this uses the column Card name"


def test_a_row_of_a_sheet_is_not_taken_for_the_card_in_the_same_row_of_another(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    land, sea = book.active, book.create_sheet("Sea deck")
    assert land is not None
    land.title = "Land deck"
    head = ["Card Name", "Card Type", "Rules Text", "How Many"]
    land_rows = [head, *([name, "Ship", f"{name} text", 1] for name in ("Raft", "Sloop", "Galleon", "Whaler"))]
    sea_rows = [head, *([name, "Storm", f"{name} text", 1] for name in ("Squall", "Reef")), ["TOTAL", "", "", 2]]
    for sheet, rows in ((land, land_rows), (sea, sea_rows)):
        for row in rows:
            sheet.append(row)
    (tmp_path / "cards.xlsx").write_bytes(saved(book))
    starter.write_from(tmp_path / "game", tmp_path / "cards.xlsx")
    assert described(tmp_path / "game") == [], "a total that is right was named by the import"
    rewrite_cell(tmp_path / "game" / "cards.xlsx", "Sea deck", "D4", 3)
    (total,) = described(tmp_path / "game")
    assert (total.where, total.pieces) == ("The row TOTAL of Sea deck", [])
    words = "Your TOTAL row (row 4) is not a card. It was left out. Its numbers do not fit the cards above it"
    assert total.message == words
    rewrite_cell(tmp_path / "game" / "cards.xlsx", "Sea deck", "D3", "many")
    fault = next(each for each in described(tmp_path / "game") if "many" in each.message)
    assert (fault.cell, fault.pieces) == ("Reef", ["sea-deck/reef"]), "not the card in row 3 of the other sheet too"


def test_a_problem_of_a_lookup_table_names_it_as_one_of_a_deck_names_its_deck(tmp_path: Path) -> None:
    tiny(tmp_path)
    wording = Wording(tmp_path, model.load(Workspace(tmp_path))[0])
    of = {file: wording.describe(Problem(Place(file), f"{file} has a gap")) for file in ("suits.csv", "cards.csv")}
    assert {file: each.decks for file, each in of.items()} == {"suits.csv": ["suits"], "cards.csv": ["cards"]}
    assert of["suits.csv"].message == "the table suits has a gap"
