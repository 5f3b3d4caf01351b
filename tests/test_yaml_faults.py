"""Slips in YAML: each message names the line of the slip and how to write it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from beeprint.base.problems import BuildError
from beeprint.delivery.replacing import cannot_write, how_to_write, said_at
from beeprint.sources.nodes import read_yaml
from command import call
from conftest import ROOT
from small_game import small_game

HEAD = 'id: game\nversion: "1"\n'
COMMENT = 'put the value between quotes: "{0}"; or write a space after the # of a comment'
INDENT = "indent lines that belong together by the same number of spaces"
COMMA = "write commas between values"


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ('title: "Base\nby: ["you"]\n', "3:8", "this quote is not closed", 'write " after the last word too'),
        ("title: 'Base\nby: you\n", "3:8", "this quote is not closed", "write ' after the last word too"),
        ('a: {text: "{b}, c: 1}\nd: {text: "e"}\n', "3:11", "this quote is not closed", "a backslash before it"),
        ("title: 'The bee's nest'\n", "3:16", "this quote closes the text, which goes on", "another one beside it"),
        ("a: {text: “{b}”, c: 1}\n", "3:11", "“ is no quote to YAML", "write straight quotes: \" or '"),
        ("players 2-4\nby: you\n", "3:8", "no colon follows players", "write players: 2-4"),
        ("players = 2-4\nby: you\n", "3:8", "no colon follows players", "write players: 2-4 instead of ="),
        ("players\uff1a2-4\nby: you\n", "3:8", "no colon follows players", "write players: 2-4 instead of \uff1a"),
        ("players:2-4\nby: you\n", "3:9", "no space follows the colon of players:", "write a space after it"),
        ("a: b: c\n", "3:5", "the text of a holds a colon and a space, which begin a value", "a: 'b: c'"),
        ("a:\n\tb: c\n", "4:1", "a tab stands here", "indent by spaces"),
        ("a:\n  b: c\n d: e\n", "5:2", "this line is indented by 1 space, the line above by 2", INDENT),
        ("a:\n  b: c\n    d: e\n", "5:5", "this line is indented by 4 spaces, the line above by 2", INDENT),
        ("a:\n  {b: c}\n  - {b: d}\n", "5:3", "a list begins here, and the line above has no dash", "line 4 too"),
        ("a:\n  -{b: c}\n  - {b: d}\n", "4:4", "no space follows the dash", "write a space after it"),
        ("a: %b c\n", "3:4", "a text cannot begin with % unless it is between quotes", "write '%b c'"),
        ("a: @b c\n", "3:4", "a text cannot begin with @ unless it is between quotes", "write '@b c'"),
        ("a: *b c*\n", "3:4", "a text cannot begin with * unless it is between quotes", "write '*b c*'"),
        ("a: > b c\n", "3:4", "a text cannot begin with > unless it is between quotes", "write '> b c'"),
        ('a: "C:\\Users\\me"\n', "3:7", "a backslash between double quotes begins an escape", "write / in paths"),
        ("a: {b: [1, 2}\nc: d\n", "3:8", "this [ is not closed", "write ] after its last value"),
        ("a: {b: 1\nc: d\n", "3:4", "this { is not closed", "write } after its last value"),
        ("a: {b: 1}}\nc: d\n", "3:10", "nothing opens this }", "delete it"),
        ("a: {b: 1 c: 2}\n", "3:11", "a comma is missing before this, or a }", COMMA),
        ("a: {b: #fff, c: 2}\nd: e\n", "3:8", "#fff and all that follows it is a comment to YAML", '"#fff"'),
        ("a: #fff\nd: e\n", "3:4", "YAML takes #fff for a comment, which leaves no value", COMMENT.format("#fff")),
        ("a: &b c\n", "3:4", "YAML takes &b for a mark of its own, and beeprint does not read such marks", "quotes"),
        ("a: !b c\n", "3:4", "YAML takes !b for a mark of its own, and beeprint does not read such marks", "quotes"),
        ("a:\u00a0b\nc: d\n", "3:3", "this is not an ordinary space but U+00A0", "replace it by a space"),
        ("a:\n\u00a0 b: c\n  d: e\n", "4:1", "this is not an ordinary space but U+00A0", "replace it by a space"),
    ],
)
def test_a_slip_is_named_at_its_place_with_its_cure(text: str, place: str, message: str, hint: str) -> None:
    with pytest.raises(BuildError) as caught:
        read_yaml((HEAD + text).encode(), "game.yaml")
    [problem] = caught.value.problems
    assert (str(problem.place), problem.message.removeprefix("YAML: ")) == (f"game.yaml:{place}", message)
    assert hint in problem.hint


@pytest.mark.parametrize(
    "text",
    [
        "a: # a comment\n  b: c\n",
        "a: 'it''s'\n",
        'a: "b \\" c"\n',
        "a: [1, 2]  # b\n",
        "a: don't\n",
        "a: x#y\n",
        "a:\n",
    ],
)
def test_what_yaml_allows_is_read(text: str) -> None:
    assert "a" in read_yaml((HEAD + text).encode(), "game.yaml").plain()


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return small_game(tmp_path / "bees")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_layout_that_is_a_link_out_of_the_game_is_called_so(game: Path) -> None:
    layout = game / "layouts" / "back.yaml"
    elsewhere = layout.rename(game.parent / "back.yaml")
    layout.symlink_to(elsewhere)
    done = call("check", "bees")
    assert "error: bees/layouts/back.yaml is a link to a file outside the game's folder" in done.stderr
    assert "hint: copy the file itself into the folder" in done.stderr and "did you mean back?" not in done.stderr


def test_what_is_no_layout_is_called_by_its_own_name(game: Path) -> None:
    (game / "layouts" / "profiles").mkdir()
    text = (ROOT / "layouts" / "profiles" / "home-a4.yaml").read_text("utf-8")
    (game / "layouts" / "profiles" / "mine.yaml").write_text(text.replace("[a4]", "[a4-marigns]"), "utf-8")
    said = call("build", "bees", "--profile", "mine").stderr
    assert "there is no sheet a4-marigns" in said and "there is no layout" not in said


def test_a_layout_named_by_its_folder_is_suggested(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("front: tile ", "front: layouts/tile "), "utf-8")
    said = call("check", "bees").stderr
    assert "there is no layout layouts/tile" in said and "hint: did you mean tile?" in said


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
@pytest.mark.parametrize("command", ["check", "list", "new mine", "build pollen-wars"])
def test_a_deleted_folder_is_named(tmp_path: Path, command: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = "import os, sys; os.rmdir(os.getcwd()); from beeprint.cli import main; main(sys.argv[1:])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", code, *command.split()]
    done = subprocess.run(words, cwd=gone, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "beeprint: the current folder has been deleted: change to another one with cd, and try again\n"
    )


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (28, "free some space on the disk, and try again"),
        (30, "choose a folder on a disk that can be written to"),
        (13, "allow this user to write there, or choose another folder"),
        (5, ""),
    ],
)
def test_what_cannot_be_written_says_what_to_do(number: int, hint: str) -> None:
    assert how_to_write(OSError(number, os.strerror(number))) == hint
    with pytest.raises(BuildError) as caught, said_at(Path("output")):
        raise OSError(number, os.strerror(number))
    assert caught.value.problems[0].hint == hint
    if number == 28:
        assert cannot_write(Path("a"), OSError(28, "full")).problems[0].hint == hint


def test_a_size_with_one_unit_has_it_on_both_sides(game: Path) -> None:
    layout = game / "layouts" / "card.yaml"
    layout.write_text(f"size: 2.5x3.5in\n{layout.read_text('utf-8')}", "utf-8")
    said = call("check", "bees").stderr
    assert "63.5 x 88.9 mm" in said
