"""Art that is new is read on a second processor too, and no word of what is wrong there is lost or said twice."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from beeprint.base import interrupts
from beeprint.base.colour import BLACK
from beeprint.base.crew import can_be_copied
from beeprint.base.problems import BuildError, Place
from beeprint.base.store import Store
from beeprint.drawing.fonts import Fonts
from beeprint.face.picture import Pictures
from beeprint.face.reading_ahead import reading_ahead
from beeprint.sources.workspace import Workspace

pytestmark = pytest.mark.skipif(not can_be_copied(), reason="this system does not fork")
NAMES = [f"a{number}" for number in range(5)]


def drawing(number: int) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="{number / 3}"/></svg>'


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pictures:
    """A game's art: five drawings that are asked for, one that is not, one that cannot be read, one that is dyed."""
    monkeypatch.setattr(interrupts, "_own", True)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    art = tmp_path / "game" / "art"
    art.mkdir(parents=True)
    for number, name in enumerate([*NAMES, "m"], 1):
        (art / f"{name}.svg").write_text(drawing(number), "utf-8")
    (art / "n.svg").write_text(drawing(8).replace("circle", "squircle"), "utf-8")
    (art / "o.svg").write_text(drawing(9).replace("<circle", '<circle fill="currentColor"'), "utf-8")
    return Pictures(Workspace(tmp_path / "game"), Fonts(Path), Store(tmp_path / "cache"))


def entries(folder: Path) -> int:
    return len([path for path in (folder / "cache" / "art").glob("*") if not path.name.startswith(".")])


def get(pictures: Pictures, name: str) -> object:
    return pictures.get(name, BLACK, Place("test"), "").symbol.marks


def test_a_fork_reads_what_nobody_has_asked_for_yet(pictures: Pictures, tmp_path: Path) -> None:
    with reading_ahead(pictures):
        for name in NAMES[:4]:
            get(pictures, name)
        while entries(tmp_path) < 6:  # until pytest ends the test
            time.sleep(0.01)
    assert entries(tmp_path) == 6  # five, and the one that no face shows; the dyed one has no colour yet
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, 0)  # nobody is left behind


def test_what_is_read_ahead_is_what_would_be_read_here(pictures: Pictures, tmp_path: Path) -> None:
    here = Pictures(Workspace(tmp_path / "game"), Fonts(Path))
    with reading_ahead(pictures):
        images = [get(pictures, name) for name in (*NAMES, "m")]
    again = Pictures(Workspace(tmp_path / "game"), Fonts(Path), Store(tmp_path / "cache"))
    assert images == [get(here, name) for name in (*NAMES, "m")] == [get(again, name) for name in (*NAMES, "m")]


def test_what_is_wrong_is_said_where_it_is_asked_for(pictures: Pictures) -> None:
    with reading_ahead(pictures):
        for name in NAMES:
            get(pictures, name)
        with pytest.raises(BuildError, match="squircle"):
            get(pictures, "n")


def test_few_new_drawings_start_nobody(pictures: Pictures, tmp_path: Path) -> None:
    with reading_ahead(pictures):
        for name in NAMES[:3]:
            get(pictures, name)
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)
    assert entries(tmp_path) == 3


def test_a_program_that_imports_beeprint_is_not_copied(pictures: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts, "_own", False)
    with reading_ahead(pictures):
        for name in NAMES:
            get(pictures, name)
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)
