"""beeprint as a library: every example of docs/python.md, threads, and what is asked for in vain."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import threading
import typing
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import beeprint
from beeprint import starter

PAGE = Path(__file__).parents[1] / "docs" / "python.md"


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_example_of_the_page_prints_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(python|output)\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    said = ""
    for kind, text in blocks:
        if kind == "output":
            assert said == text
            continue
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(text, str(PAGE), "exec"), names)
        said = out.getvalue()
    assert len([kind for kind, _ in blocks if kind == "output"]) >= 7


def test_the_page_names_all_that_the_library_offers() -> None:
    text = PAGE.read_text("utf-8")
    told = {"Built", "Checked", "DrawnFace", "Game", "Place", "Problem", "__version__"}  # what functions give
    assert {name for name in beeprint.__all__ if not re.search(rf"\b{name}\b", text)} <= told
    assert [getattr(beeprint, name) for name in beeprint.__all__]
    for function in (beeprint.load, beeprint.check, beeprint.build, beeprint.faces):
        hints = typing.get_type_hints(function)
        assert hints["return"] is not None and function.__doc__


def test_importing_the_library_loads_next_to_nothing() -> None:
    script = "import sys, beeprint; print(sorted({m.partition('.')[0] for m in sys.modules} & {'click', 'PIL'}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_several_threads_build_several_games_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = beeprint.Options(profiles=("home-a4", "faces"), output=tmp_path / "alone")
    names = ("eye-of-the-bee-holder", "belle-of-the-ball")
    alone = {name: files(beeprint.build(name, options, cache=False).target) for name in names}

    def fork() -> int:
        raise AssertionError("a process with threads was copied")

    monkeypatch.setattr(os, "fork", fork, raising=False)

    def builds(job: tuple[int, str]) -> bool:
        number, name = job
        there = beeprint.Options(profiles=("home-a4", "faces"), output=tmp_path / str(number))
        return files(beeprint.build(name, there, cache=False).target) == alone[name]

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(builds, enumerate(names * 2)))
    assert threading.active_count() >= 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (beeprint.CheckOptions(language="xx"), "language: the game has no language xx"),
        (beeprint.CheckOptions(edition="famly"), "edition: Butine! has no edition famly: did you mean family?"),
        (beeprint.CheckOptions(players=9), "players: Butine! is for 2-4 players, not 9"),
    ],
)
def test_what_a_game_does_not_have_is_refused(options: beeprint.CheckOptions, message: str) -> None:
    with pytest.raises(beeprint.BuildError, match=re.escape(message)):
        beeprint.check("butine", options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (beeprint.CheckOptions(only={"tils": ()}), "only: Mine has no deck tils: did you mean tiles?"),
        (beeprint.CheckOptions(only={"tiles": ("X",)}), "only: tiles.csv has no X"),
        (beeprint.Options(copies={"tils": 2}), "copies: Mine has no deck tils"),
    ],
)
def test_pieces_that_a_game_does_not_have_are_refused(
    options: beeprint.CheckOptions, message: str, tmp_path: Path
) -> None:
    starter.write(tmp_path / "mine")
    with pytest.raises(beeprint.BuildError, match=re.escape(message)):
        beeprint.check(tmp_path / "mine", options)


def test_a_profile_that_there_is_not_is_refused_and_nothing_written(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    with pytest.raises(beeprint.BuildError, match=r"home-a44"):
        beeprint.build(tmp_path / "mine", beeprint.Options(profiles=("home-a44",), output=tmp_path / "out"))
    assert not (tmp_path / "out").exists()
