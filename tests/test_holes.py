"""An unfinished game: what is missing is named on the paper, counted, and no reason not to play tonight."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from beeprint import pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.drawing import svg
from beeprint.face.layout.stand_ins import initials
from command import call
from small_game import with_rules

LONG = " ".join(["and then draw another one"] * 12)


@pytest.fixture
def game(new_game: Path) -> Path:
    """A game with a picture too few, a text too long and a card too few."""
    with_rules(new_game)
    (new_game / "art" / "icons" / "sun.svg").unlink()
    head, first, second, *rest = (new_game / "cards.csv").read_text("utf-8").splitlines()
    lines = [head, first.replace("Draw a card.", LONG), *rest]
    (new_game / "cards.csv").write_text("\n".join([*lines, ""]), "utf-8")
    assert second.startswith("S2,")
    return new_game


def words(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return " ".join(page.get_textpage().get_text_bounded() for page in document)


def test_without_draft_nothing_is_built(game: Path) -> None:
    result = call("build", "my-game")
    assert result.exit_code == 1 and result.stderr.endswith("errors; nothing was written\n")
    assert not Path("output").exists()


@pytest.mark.parametrize("again", [False, True], ids=["first", "from the cache"])
def test_a_draft_names_what_is_missing_and_counts_it(game: Path, again: bool) -> None:
    result = [call("build", "my-game", "--draft") for _ in range(1 + again)][-1]
    assert result.exit_code == 0, result.stderr
    assert "a draft, with 10 missing pictures, 1 cut text, 2 broken rules" in result.stderr
    if not again:
        assert "warning: there is no picture icons/sun (S1, column suit, cell C2)" in result.stderr
        assert "rules.md:16:86: warning: there is no picture icons/sun" in result.stderr
        assert "warning: text does not fit at 8 pt" in result.stderr
    assert " error: " not in result.stderr
    text = words(Path("output/my-game/home-a4/cards.pdf"))
    assert "DRAFT" in text and "icons/" in text
    assert all(f"output/my-game/home-a4/{name}.pdf" in result.stdout for name in ("cards", "tiles", "rules"))


def test_a_text_is_cut_to_its_box_with_a_red_corner(game: Path) -> None:
    assert call("build", "my-game", "--draft", "--profile", "faces").exit_code == 0
    face = Path("output/my-game/faces/cards/S1.front.svg").read_text("utf-8")
    # The box of the slot text: x 8, y 55, 47 x 19 mm.
    assert "#d62020" in face and '<path d="M8 55 L55 55 L55 74 L8 74 Z"' in face
    assert "#d62020" not in Path("output/my-game/faces/cards/S3.front.svg").read_text("utf-8")


def test_a_playtest_needs_no_finished_game(game: Path) -> None:
    result = call("playtest", "my-game")
    assert result.exit_code == 0, result.stderr
    assert "a draft, with 10 missing pictures, 1 cut text, 2 broken rules" in result.stderr
    text = words(Path("output/my-game/playtest-a4/one-side.pdf"))
    assert "DRAFT" in text and "icons/" in text


@pytest.mark.usefixtures("new_game")
def test_a_playtest_of_a_finished_game_is_no_draft() -> None:
    result = call("playtest", "my-game")
    assert result.exit_code == 0 and "draft" not in result.stderr
    assert "DRAFT" not in words(Path("output/my-game/playtest-a4/one-side.pdf"))


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("cards.csv", "id,title", "id,tittle", "the game does not know the column tittle"),
        ("layouts/card.yaml", "colour: ink", "colour: ikn", "there is no ink ikn"),
        ("art/icons/rain.svg", "<svg", "<svgg", "invalid XML: mismatched tag"),
    ],
)
def test_what_a_draft_cannot_draw_is_still_an_error(game: Path, file: str, old: str, new: str, said: str) -> None:
    text = (game / file).read_text("utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new, 1), "utf-8")
    result = call("build", "my-game", "--draft")
    assert result.exit_code == 1 and said in result.stderr and "nothing was written" in result.stderr


def test_a_cell_that_cannot_be_read_is_one_problem_however_many_slots_show_it(tmp_path: Path) -> None:
    table = tmp_path / "bees.csv"
    numbers = "1,2,3,4,5,ten,7"
    rows = "".join(f"Bee {row},{price},{row},Draw a card.\n" for row, price in enumerate(numbers.split(",")))
    table.write_text(f"name,price,heat,text\n{rows}", "utf-8")
    game = tmp_path / "mine"
    starter.write_from(game, table)
    problems = pipeline.check(game, CheckOptions(draft=True)).problems
    said = "price is 'ten', not a whole number (Bee 5, column price, cell B7)"
    assert [problem.message for problem in problems] == [said]


def test_a_missing_picture_is_a_calm_drawing_from_the_words_of_its_row(tmp_path: Path) -> None:
    table = tmp_path / "bees.csv"
    table.write_text("name,text,art\nQueen bee,Draw two cards.,queen.png\nOld oak,Rest here.,oak.png\n", "utf-8")
    game = tmp_path / "mine"
    starter.write_from(game, table)

    def fronts() -> dict[str, str]:
        checked = pipeline.check(game, CheckOptions(draft=True))
        faces = [face for face in checked.faces.values() if face.side == "front"]
        return {face.id: svg.write(face.drawing, checked.fonts) for face in faces}

    drawn = fronts()
    assert fronts() == drawn
    assert len({*drawn.values()}) == 2 and not any("#e8e8e8" in text for text in drawn.values())
    assert [initials(words) for words in ("Queen bee", "oak", "été doux, long", "…", "4 + 5")] == [
        *("QB", "O", "ÉD", "", "45"),
    ]
