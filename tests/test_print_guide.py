"""The print guide and the summary of a build: which paper, how to print, and what to do with one's hands, in order."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from beeprint import outputs, pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.cli import cli
from beeprint.outputs.shared import Checked, Product
from beeprint.outputs.shared.steps import PRINT_GUIDE
from beeprint.sources.workspace import built_in_games

#: The profiles of people who print on their own, or at a copy shop.
HOME = [
    *(f"home-{paper}{bleed}" for paper in ("a4", "letter") for bleed in ("", "-bleed")),
    *("counters-a4", "counters-letter", "gutterfold-a4", "playtest-a4", "playtest-letter", "copyshop", "copyshop-a3"),
]


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    folder = tmp_path_factory.mktemp("print-guide") / "mine"
    starter.write(folder)
    return pipeline.check(folder, Options())


def product(checked: Checked, profile: str, options: Options | None = None, folder: Path = Path("made")) -> Product:
    known = outputs.load(checked.game.workspace, profile, Place("tests"))
    return known.product(checked, folder / profile, options or Options(profiles=(profile,)))


def guide(checked: Checked, profile: str, folder: Path, options: Options | None = None) -> tuple[str, list[float]]:
    """Return the words of the one page of a profile's print guide, and the sides of its paper in mm."""
    made = product(checked, profile, options, folder)
    for _, write in made.jobs:
        write()
    job = pikepdf.Job(["qpdf", "--check", str(folder / profile / PRINT_GUIDE)])
    job.run()
    assert job.exit_code == 0 and not job.has_warnings
    with pypdfium2.PdfDocument(folder / profile / PRINT_GUIDE) as document:
        assert len(document) == 1
        page = document[0]
        text = page.get_textpage().get_text_range()
        return " ".join(text.split()), [side / 72 * 25.4 for side in page.get_size()]


@pytest.mark.parametrize("profile", HOME)
def test_the_steps_come_in_the_order_of_the_hands(mine: Checked, profile: str) -> None:
    made = product(mine, profile)
    order = ["paper", "print", "halves", "board", "cut", "join", "fold", "booklet", "sleeve", "bring"]
    kinds = [step.kind for step in made.steps]
    assert kinds == [kind for kind in order if kind in kinds]
    assert {"paper", "print", "cut"} <= {*kinds}
    [printing] = [step for step in made.steps if step.kind == "print"]
    assert {line.file for line in printing.lines} == {*made.sheets}
    assert made.written[0] == min(made.written) == f"{profile}/{PRINT_GUIDE}"


def test_paper_is_named_as_shops_name_it_where_it_is_sold(mine: Checked) -> None:
    metric, american = (
        {line.called: line.words for line in product(mine, profile).steps[1].lines}
        for profile in ("home-a4", "home-letter")
    )
    assert metric["cards.pdf"] == "2 sheets, both sides, long edge; card stock, 300 g/m²"
    assert american["cards.pdf"] == "2 sheets, both sides, long edge; card stock, 300 g/m² (110 lb cover)"
    assert metric["tiles.pdf"] == "1 sheet, one side; heavy paper, 120 g/m²"
    assert american["rules.pdf"].endswith("heavy paper, 120 g/m² (80 lb text)")
    assert product(mine, "home-a4").total == "4 sheets of A4"
    assert product(mine, "home-letter").total == "4 sheets of US Letter"


def test_what_is_thick_and_has_no_back_is_glued_onto_board_before_it_is_cut(mine: Checked) -> None:
    steps = {step.kind: step for step in product(mine, "home-a4").steps}
    assert steps["board"].words[0].startswith("Glue the sheets of tiles.pdf onto the board before you cut.")
    assert "2 mm board (grey board)" in steps["paper"].notes[0]
    assert {line.called: line.words for line in steps["cut"].lines}["tiles.pdf"] == "with the knife, along the lines"


@pytest.mark.parametrize("profile", HOME)
def test_the_first_step_names_the_tools_that_the_cuts_need(mine: Checked, profile: str) -> None:
    steps = {step.kind: step for step in product(mine, profile).steps}
    tools, cuts = " ".join(steps["paper"].notes), " ".join(line.words for line in steps["cut"].lines)
    assert ("scissors" in tools) == ("scissors" in cuts)
    assert ("a corner punch (3 mm)" in tools) == ("round corners, 3 mm" in cuts)


def test_a_step_says_what_is_true_of_the_sheets(mine: Checked) -> None:
    def words_of(profile: str, **options: object) -> dict[str, str]:
        made = product(mine, profile, Options(profiles=(profile,), **options))  # type: ignore[arg-type]
        return {step.kind: " ".join(step.words) for step in made.steps}

    assert "flipped on the short edge" in words_of("home-a4", flip="short")["print"]
    assert "flipped" not in words_of("home-a4", backs="none")["print"]
    assert words_of("home-a4")["booklet"] == "rules.pdf: fold the sheet in the middle, page 1 outside."
    assert "on its dashed line, the print outside" in words_of("gutterfold-a4")["halves"]
    assert "push pins through the crosses" in words_of("counters-a4")["board"]
    assert "sleeve" in words_of("playtest-a4") and "booklet" not in words_of("playtest-a4")
    assert "numbers in cutting-guide.pdf" in words_of("home-a4")["cut"]
    assert words_of("home-a4-bleed")["cut"].startswith("Cut along the marks")


@pytest.mark.parametrize(
    ("profile", "sides"),
    [("home-a4", (210, 297)), ("home-letter", (215.9, 279.4)), ("copyshop-a3", (210, 297))],
)
def test_the_guide_is_one_page_that_says_each_step(
    mine: Checked, profile: str, sides: tuple[float, float], tmp_path: Path
) -> None:
    words, paper = guide(mine, profile, tmp_path)
    assert paper == pytest.approx(sides, abs=0.1)
    made = product(mine, profile)
    assert made.total in words and mine.game.full_title in words
    for number, step in enumerate(made.steps, start=1):
        assert step.title in words and str(number) in words
        assert all(line.called in words for line in step.lines)


_CARDS_AND_HEXAGONS = """
id: mixed
title: Mixed
version: "1"
decks:
  cards:
    title: Events
    data: events.csv
    columns: {text: text}
    shape: {kind: card, size: standard-card, corner: 3}
    front: plain
    stock: cards
  lands:
    title: Lands
    data: lands.csv
    columns: {text: text}
    shape: {kind: hexagon, flats: 60}
    front: plain
"""


def mixed(folder: Path, events: int, stock: str = "cards") -> Checked:
    """Return a game of cards and hexagons, on one stock unless the hexagons have their own."""
    (folder / "layouts").mkdir(parents=True)
    (folder / "game.yaml").write_text(f"{_CARDS_AND_HEXAGONS}    stock: {stock}\n", "utf-8")
    for name, count in (("events", events), ("lands", 8)):
        rows = "".join(f"{name[0].upper()}{number},word\n" for number in range(count))
        (folder / f"{name}.csv").write_text(f"id,text\n{rows}", "utf-8")
    plain = "slots:\n  text: {kind: text, box: [15, 15, 30, 20], font: source-sans, size: 9, text: '{text}'}\n"
    (folder / "layouts" / "plain.yaml").write_text(plain, "utf-8")
    return pipeline.check(folder, Options())


def test_sheets_that_straight_cuts_do_not_part_are_named_for_the_scissors(tmp_path: Path) -> None:
    steps = {step.kind: step for step in product(mixed(tmp_path / "mixed", 9), "home-a4").steps}
    assert [line.words for line in steps["cut"].lines] == [
        "sheet 1: straight cuts 1 to 8, round corners, 3 mm",
        "sheet 2: with scissors, along the lines (Lands)",
    ]
    outlines = "Straight cuts cannot free Lands: cut them out along their lines with scissors."
    assert steps["cut"].words[1] == outlines
    assert "scissors" in steps["paper"].notes[0]


def test_a_deck_that_just_needs_one_sheet_more_says_so(tmp_path: Path) -> None:
    def notes(events: int) -> str:
        steps = product(mixed(tmp_path / str(events), events, "tiles"), "home-a4").steps
        return " ".join(steps[0].notes)

    assert "Events: 1 card more than 2 full sheets. Leave out that many to save a sheet." in notes(19)
    assert "Events: 2 cards more than 1 full sheet." in notes(11)
    assert "full sheet" not in notes(18) + notes(21)


def test_people_whose_printer_prints_one_side_only_are_told_how(mine: Checked) -> None:
    def notes(profile: str) -> str:
        return " ".join(next(step for step in product(mine, profile).steps if step.kind == "print").notes)

    assert "print the odd pages (the fronts)" in notes("home-a4") and "upside down" in notes("home-letter")
    assert not notes("copyshop") and not notes("gutterfold-a4")


def test_a_guide_of_few_steps_fills_the_width_of_its_page(tmp_path: Path) -> None:
    guide(mixed(tmp_path / "mixed", 9), "home-a4", tmp_path)
    with pypdfium2.PdfDocument(tmp_path / "home-a4" / PRINT_GUIDE) as document:
        text = document[0].get_textpage()
        boxes = [text.get_rect(index) for index in range(text.count_rects())]
    lowest = min(bottom for _, bottom, _, _ in boxes)
    cut = [box for box in boxes if box[3] < lowest + 120]
    assert max(right for _, _, right, _ in cut) > 400  # of 595 points
    assert lowest < 380  # of 842 points from the foot


def test_the_guide_speaks_the_language_of_the_game(mine: Checked, tmp_path: Path) -> None:
    path = tmp_path / "fr"
    starter.write(path)
    game = path / "game.yaml"
    game.write_text(game.read_text("utf-8") + "\nlanguages: [fr]\n", "utf-8")
    checked = pipeline.check(path, Options())
    words, _ = guide(checked, "home-a4", tmp_path)
    assert "Guide d\u2019impression \u00b7 4 feuilles A4" in words and "papier cartonné, 300 g/m²" in words
    assert product(checked, "home-a4").steps[0].title == "Get the paper"  # as all that the command line says


def test_many_files_stay_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    game = (tmp_path / "mine" / "game.yaml").read_text("utf-8")
    head, _, tail = game.partition("\ndecks:\n")
    deck = tail[tail.index("  tiles:") :].split("\n\n")[0].rstrip()
    named = deck.replace("  tiles:", "  more-{n}:", 1).replace("stock: tiles", "stock: more {n}")
    copies = "\n".join(named.replace("{n}", str(number)) for number in range(30))
    (tmp_path / "mine" / "game.yaml").write_text(f"{head}\ndecks:\n{copies}\n{tail}", "utf-8")
    checked = pipeline.check(tmp_path / "mine", Options())
    words, _ = guide(checked, "home-a4", tmp_path)
    assert "and 22 more files" in words and "Fold the booklet" in words


def test_presses_and_lasers_have_no_guide(mine: Checked) -> None:
    for profile in ("press-x4", "contact-sheet"):
        made = product(mine, profile)
        assert not made.steps and not any(PRINT_GUIDE in file for file in made.written)


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in_games())
def test_every_game_has_a_guide_of_one_page_for_both_papers(name: str, tmp_path: Path) -> None:
    checked = pipeline.check(built_in_games()[name], Options())
    for profile in ("home-a4", "home-letter"):
        words, _ = guide(checked, profile, tmp_path)
        for step in product(checked, profile).steps:
            assert step.title in words
            assert all(line.called in words for line in step.lines)


def test_details_are_said_only_where_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    plain = CliRunner().invoke(cli, ["build", "mine", "--profile", "home-a4"]).stderr
    assert "piles in mm" not in plain
    assert "piles in mm" in CliRunner().invoke(cli, ["build", "mine", "--profile", "home-a4", "--details"]).stderr
