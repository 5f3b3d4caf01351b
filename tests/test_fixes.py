"""Fixes of problems: each solves its problem, can be undone byte for byte, and is refused where files have changed."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from beeprint import edit, pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError, Fix, Problem
from beeprint.cli import cli
from beeprint.edit.draft import Draft
from beeprint.edit.fixes import listed, make_edit, make_together, offered
from beeprint.sources.table_files import read_table_bytes
from edits import put, tiny
from faulty_games import CASES, spoil
from workbooks import line, ods, saved


def problems_of(game: Path) -> tuple[Problem, ...]:
    try:
        return pipeline.check(game, CheckOptions()).problems
    except BuildError as error:
        return error.problems


def files_of(game: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}


def sound(folder: Path) -> Path:
    starter.write(folder / "sound")
    return folder / "sound"


@pytest.mark.parametrize("case", CASES)
def test_every_fix_solves_its_problem_and_can_be_undone(case: str, tmp_path: Path) -> None:
    game = sound(tmp_path)
    spoil(case, game)
    before, problems = files_of(game), problems_of(game)
    messages = Counter(problem.message for problem in problems)
    for problem in problems:
        for fix in offered(game, problem):
            history = edit.History()
            history.apply(make_edit(game, [fix]))
            assert Counter(each.message for each in problems_of(game))[problem.message] < messages[problem.message]
            history.undo()
            assert files_of(game) == before


def misspelt(tmp_path: Path) -> Path:
    """Return a game with a misspelt choice on three cards, a column that is not declared, and comments in game.yaml."""
    game = sound(tmp_path)
    head, *rows = (game / "cards.csv").read_text("utf-8").splitlines()
    rows = [
        f"{row},4".replace(",rain,", ",rian,") if number in (6, 7, 8) else f"{row},4" for number, row in enumerate(rows)
    ]
    (game / "cards.csv").write_text("\n".join([f"{head},Strength", *rows, ""]), "utf-8", newline="\n")
    return game


def test_check_fix_makes_what_is_safe_and_diff_shows_it_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = misspelt(tmp_path)
    before = files_of(game)
    shown = CliRunner().invoke(cli, ["check", "sound", "--diff"])
    assert shown.exit_code == 1 and files_of(game) == before
    lines = [line for line in shown.stdout.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert "+      strength: int" in lines and sum(",rian," in line for line in lines) == 3
    done = CliRunner().invoke(cli, ["check", "sound", "--fix"])
    assert edit.Edit("fixed: Change rian to rain", Path(), ()).words == "Fixed: Change rian to rain"
    assert "fixed: Change rian to rain" in done.stderr and "4 problems fixed" in done.stderr
    assert not [problem for problem in problems_of(game) if "rian" in problem.message or "Strength" in problem.message]
    after = (game / "game.yaml").read_text("utf-8").splitlines()
    assert [line for line in after if line != "      strength: int"] == before[game / "game.yaml"].decode().splitlines()


@pytest.mark.parametrize("word", ["Rain", "RAIN"])
def test_a_choice_in_other_capitals_is_first_changed_to_the_declared_word(tmp_path: Path, word: str) -> None:
    game = sound(tmp_path)
    text = (game / "cards.csv").read_text("utf-8")
    put(game, {"cards.csv": text.replace(",rain,", f",{word},", 1)})
    (problem,) = problems_of(game)
    assert f"is '{word}', not one of" in problem.message and problem.hint.startswith("did you mean rain?")
    fixes = offered(game, problem)
    assert [(fix.title, fix.safe) for fix in fixes] == [
        (f"Change {word} to rain", True),
        (f"Add {word} to the list of suit", False),
    ]
    edit.write(make_edit(game, fixes[:1]))
    assert (game / "cards.csv").read_text("utf-8") == text and not problems_of(game)


@pytest.mark.parametrize(("text", "number"), [("ten", "10"), ("Zwölf", "12"), ("free", "0"), ("l2", "12")])
def test_a_number_in_words_is_changed_to_the_number_and_a_fix_calls_a_column_as_its_table_does(
    tmp_path: Path, text: str, number: str
) -> None:
    rows = "".join(f"Card {each},{each}\n" for each in range(1, 9))
    put(tmp_path, {"cards.csv": f"Name,Price (NT$)\n{rows}Last,{text}\n"})
    starter.write_from(tmp_path / "game", tmp_path / "cards.csv")
    (problem,) = problems_of(tmp_path / "game")
    titles = [fix.title for _, fix in listed(Draft(tmp_path / "game"), problem)]
    assert titles == [f"Change {text} to {number}", "Write the right number", "Let Price (NT$) hold any text"]


def test_a_column_that_becomes_a_text_loses_the_limits_of_its_numbers(tmp_path: Path) -> None:
    game = sound(tmp_path)
    text, cards = (game / "game.yaml").read_text("utf-8"), (game / "cards.csv").read_text("utf-8")
    put(game, {"game.yaml": text.replace("value: int", "value: {type: int, min: 1, max: 9}")})
    put(game, {"cards.csv": cards.replace(",rain,1,", ",rain,odd,", 1)})
    (problem,) = problems_of(game)
    fix = next(fix for fix in offered(game, problem) if fix.title.endswith("hold any text"))
    edit.write(make_edit(game, [fix]))
    assert "value: {type: text}" in (game / "game.yaml").read_text("utf-8") and not problems_of(game)


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_words_are_fixed_in_workbooks(tmp_path: Path, ending: str) -> None:
    game = misspelt(tmp_path)
    rows = list(csv.reader((game / "cards.csv").read_text("utf-8").splitlines()))
    book = Workbook()
    assert isinstance(book.active, Worksheet)
    for cells in rows:
        book.active.append(cells)
    file = game / f"cards.{ending}"
    file.write_bytes(saved(book) if ending == "xlsx" else ods("".join(line(*cells) for cells in rows)))
    text = (game / "game.yaml").read_text("utf-8")
    put(game, {"game.yaml": text.replace("data: cards.csv", f"data: cards.{ending}")})
    before = read_table_bytes(file.read_bytes(), file.name)
    problem = next(problem for problem in problems_of(game) if "rian" in problem.message)
    titles = ["Change rian to rain", "Add rian to the list of suit"]
    assert [fix.title for _, fix in listed(Draft(game), problem)] == titles  # what the page offers, in this order
    edit.write(make_edit(game, offered(game, problem)[:1]))
    after = read_table_bytes(file.read_bytes(), file.name)
    changes = {(old[head], new[head]) for old, new in zip(before.rows, after.rows, strict=True) for head in old}
    assert {(old, new) for old, new in changes if old != new} == {("rian", "rain")}


def test_an_id_of_a_fix_changes_with_its_file(tmp_path: Path) -> None:
    game = misspelt(tmp_path)
    problem = next(problem for problem in problems_of(game) if "rian" in problem.message)
    names = [name for name, _ in listed(Draft(game), problem)]
    with (game / "cards.csv").open("a", encoding="utf-8") as stream:
        stream.write("\n")
    assert names[0] not in [name for name, _ in listed(Draft(game), problem)]


def test_a_picture_that_several_cards_lack_is_copied_once(tmp_path: Path) -> None:
    picture = 'slots:\n  art: {kind: picture, art: "pictures/{suit}.svg", box: [9, 20, 40, 40]}\n'
    tiny(tmp_path, card=picture)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z"/></svg>'
    put(tmp_path, {"sun.svg": drawing, "cards.csv": "id,title,cost,suit\nA,Ant,1,sun\nB,Bee,2,sun\n"})
    problems = problems_of(tmp_path)
    wanted = [fix for each in problems for fix in offered(tmp_path, each) if fix.kind == "copy"]
    assert len(wanted) == 2 and {fix.title for fix in wanted} == {"Use sun.svg of the game's folder"}
    edit.write(make_edit(tmp_path, wanted))
    assert (tmp_path / "art/pictures/sun.svg").read_text("utf-8") == drawing and not problems_of(tmp_path)


def test_a_fix_that_is_refused_stops_no_other(tmp_path: Path) -> None:
    game = misspelt(tmp_path)
    fixes = [fix for problem in problems_of(game) for fix in offered(game, problem)]
    refused = Fix("Use sun.svg", "copy", {"file": "gone.svg", "to": "art/gone.svg"}, place=fixes[0].place)
    made, change = make_together(game, [refused, fixes[0]])
    assert made == [fixes[0]] and change.changes == make_edit(game, fixes[:1]).changes
