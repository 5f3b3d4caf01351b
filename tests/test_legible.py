"""Messages hold nothing that a terminal obeys or hides, whatever a game's files hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from beeprint import starter
from beeprint.base.problems import MAX_LETTERS, Place, Problem
from beeprint.base.words import harmless, legible
from beeprint.cli import cli
from beeprint.cli.console import as_github, json_of, problems_json

#: An escape sequence, a bell, an override of direction, a zero-width space, half a surrogate pair, a C1 control.
WICKED = "a\x1b[31mb\x07c\u202ed\u200be\udc80f\x9bg"
SEEN = r"a\x1b[31mb\x07c\u202ed\u200be\udc80f\x9bg"


@given(st.text(), st.text(), st.text())
def test_no_problem_holds_what_cannot_be_printed(file: str, message: str, hint: str) -> None:
    problem = Problem(Place(file, 1, 2), message, hint)
    assert all(line.isprintable() for line in str(problem).split("\n")) and str(problem).count("\n") == bool(hint)
    (entry,) = json.loads(problems_json([problem]))["problems"]
    assert (entry["file"], entry["message"], entry["hint"]) == (file, problem.message, problem.hint)
    assert problems_json([problem]).replace("\n", "").isprintable()
    assert as_github(problem).isprintable()
    assert len(problem.message) <= MAX_LETTERS + 5


def test_what_is_hidden_is_shown() -> None:
    assert legible(WICKED) == SEEN
    assert legible("Grün 蜂 🐝 “é” 20°") == "Grün 蜂 🐝 “é” 20°"
    assert legible("no\u00a0break") == r"no\xa0break" and harmless("no\u00a0break") == "no\u00a0break"
    assert harmless("a\x1b[2J\nb") == "a\\x1b[2J\nb"


def test_json_keeps_letters_and_escapes_the_rest() -> None:
    value = {"title": f"蜂{WICKED}\U000e0041"}
    assert json.loads(json_of(value)) == value
    assert "蜂" in json_of(value) and json_of(value).replace("\n", "").isprintable()


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "sound")
    return tmp_path / "sound"


def put(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_bytes(text.replace(old, new).encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_cells_and_keys_are_shown_without_their_controls(form: str, game: Path) -> None:
    wicked = WICKED.replace("\udc80", "")
    put(game / "cards.csv", ",sun,1,", f",{wicked},{wicked},")
    put(game / "cards.csv", "S2,Warm stones", f"S2,{wicked}")
    put(game / "layouts/tile.yaml", "sun: {kind", "wi\u202eck: 3\n  sun: {kind")
    result = CliRunner().invoke(cli, ["check", "sound", "--all", "--format", form])
    told = result.stdout + result.stderr
    assert result.exit_code == 1 and r"b\x07c" in told.replace("\\\\", "\\")
    assert told.replace("\n", "").isprintable()
    if form == "json":
        assert len(json.loads(result.stdout)["problems"]) >= 4


def test_a_title_cannot_command_the_terminal(game: Path) -> None:
    put(game / "game.yaml", 'title: "Sound"', 'title: "So\\x1b]0;und\\a"')
    result = CliRunner().invoke(cli, ["stats", "sound"])
    assert "\x1b" not in result.stdout + result.stderr
    result = CliRunner().invoke(cli, ["check", "sound"])
    assert "\x1b" not in result.stderr and r"lacks: '\x1b\x07'" in result.stderr


def test_no_title_writes_lines_of_its_own(game: Path) -> None:
    put(game / "game.yaml", 'title: "Sound"', 'title: "Sound\\n0 errors"')
    put(game / "game.yaml", "title: Garden cards", 'title: "Cards\\n::error file=x::y"')
    put(game / "cards.csv", "S2,Warm stones", 'S2,"Warm\n0 errors"')
    for command in (["build", "sound"], ["stats", "sound", "--by", "title"], ["list"], ["laser", "sound"]):
        result = CliRunner().invoke(cli, command)
        assert result.exit_code == 0
        lines = (result.stdout + result.stderr).splitlines()
        assert [line for line in lines if line.startswith(("0 errors", "::error"))] == []


def test_what_was_asked_for_is_quoted_without_its_controls(game: Path) -> None:
    result = CliRunner().invoke(cli, ["check", "sound", "--edition", "q\x1b[2Juick"])
    assert result.exit_code == 2 and r"q\x1b[2Juick" in result.stderr and "\x1b" not in result.stderr
