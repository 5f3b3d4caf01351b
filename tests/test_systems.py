"""What other systems lack, taken away here: the same files all the same."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.delivery import exchange
from cases import spread
from small_game import small_game


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    small_game(Path("mine"))
    return Path("mine")


def made(game: Path, target: str = "output") -> dict[str, bytes]:
    options = Options(profiles=("faces", "home-a4"), output=Path(target))
    return tree(pipeline.build(pipeline.check(game, options), options).target)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rename_a_card(game: Path) -> None:
    table = game / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("R6,Rainbow", "R7,Rainbow"), "utf-8", newline="\n")


# how files reach the output folder ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "system",
    spread(
        ["Windows", "no ctypes", "no such call", "no hard links"], lambda name: name in ("Windows", "no hard links")
    ),
)
def test_where_folders_cannot_be_exchanged_files_are_moved_one_by_one(
    game: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    made(game)
    target = Path("output", "mine")
    (target / "faces" / "notes.txt").write_text("somebody's own")
    rename_a_card(game)
    expected = made(game, "elsewhere") | {"faces/notes.txt": b"somebody's own"}

    def refused(*_: object, **__: object) -> Any:
        raise OSError("not on this disk")

    def of_no_library(_: object) -> Any:
        raise TypeError("argument of type 'NoneType' is not iterable")  # as Windows has it

    if system == "Windows":
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr(ctypes, "CDLL", of_no_library)
    elif system == "no ctypes":
        monkeypatch.setitem(sys.modules, "ctypes", None)
    elif system == "no such call":
        monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    else:
        monkeypatch.setattr(os, "link", refused)
    assert made(game) == expected
    assert "faces/cards/R7.front.svg" in expected and "faces/cards/R6.front.svg" not in expected
    assert [path.name for path in Path("output").iterdir()] == ["mine"]


def test_windows_is_spared_what_only_an_exchange_needs(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(game)
    (Path("output", "mine") / "notes.txt").write_text("somebody's own")
    monkeypatch.setattr(sys, "platform", "win32")
    linked: list[object] = []
    monkeypatch.setattr(os, "link", lambda *names: linked.append(names))
    assert made(game)["notes.txt"] == b"somebody's own"
    assert linked == []


def test_a_file_that_a_viewer_keeps_open_is_named(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(game)
    replace = os.replace

    def kept_open(file: Path, target: Path) -> None:
        if target.name == "cards.pdf":
            raise PermissionError(13, "Permission denied")  # as Windows answers
        replace(file, target)

    monkeypatch.setattr(exchange, "_call", lambda: None)
    monkeypatch.setattr(os, "replace", kept_open)
    with pytest.raises(BuildError) as failure:
        made(game)
    (problem,) = failure.value.problems
    assert problem.place.file == "output/mine/home-a4/cards.pdf"
    assert problem.message.startswith("cannot write the file")
    assert problem.hint == "is the file open in another program?"


# what is printed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", spread(["cp1252", "cp437", "utf-8"], lambda encoding: encoding == "cp437"))
def test_any_title_can_be_printed_into_a_file(game: Path, encoding: str) -> None:
    table = game / "cards.csv"
    text = table.read_text("utf-8").replace(
        "R6,Rainbow,rain,6", "R6,Rainbow \u2192 \U0001f41d,rain,six \u2192 \U0001f41d"
    )
    table.write_text(text, "utf-8", newline="\n")
    command = [sys.executable, "-m", "beeprint", "check", "mine", "--format", "json"]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding}, check=False)
    assert done.returncode == 1, done.stderr
    messages = [problem["message"] for problem in json.loads(done.stdout.decode(encoding))["problems"]]
    assert any("six \u2192 \U0001f41d" in message for message in messages)


@pytest.mark.parametrize(
    "command",
    spread(["new other", "stats mine --by title", "list --sleeves mine"], lambda command: command.startswith("stats")),
)
def test_what_an_old_encoding_lacks_stops_no_command(game: Path, command: str) -> None:
    table = game / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("Rainbow", "Rainbow \u2192 \U0001f41d"), "utf-8", newline="\n")
    run = [sys.executable, "-m", "beeprint", *command.split()]
    done = subprocess.run(run, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"}, check=False)
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr


# art by a process of its own ----------------------------------------------------------------------------------------


def test_art_is_drawn_where_the_system_limits_no_memory() -> None:
    code = "import sys; sys.modules['resource'] = None; from beeprint.drawing import raster; raster._main()"
    order = {"text": '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>', "fonts": []}
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(order).encode(), capture_output=True, check=True
    )
    assert done.stdout.startswith(b"\x89PNG")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_every_checkout_ends_its_lines_alike() -> None:
    root = Path(__file__).parents[1]
    names = ["data/butine/game.yaml", "tests/test_systems.py"]
    done = subprocess.run(
        ["git", "-C", str(root), "check-attr", "eol", "--", *names], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("this is no repository of git")
    assert [line.rpartition(" ")[2] for line in done.stdout.splitlines()] == ["lf", "lf"]
