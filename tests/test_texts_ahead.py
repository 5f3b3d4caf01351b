"""Texts that forks set: the same faces, problems, fonts and cost as in one process."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from beeprint import pipeline
from beeprint.base import budget, crew
from beeprint.base.options import CheckOptions
from beeprint.base.problems import Place
from beeprint.face.layout import layout_faces, texts_ahead
from beeprint.game.rows import Row
from beeprint.outputs.shared import Checked
from cases import spread
from test_large_decks import WORDS, write

CARDS = 90


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a deck with texts that fit, that are too long, equal, in other fonts and inks, and with odd breaks."""
    folder = write(tmp_path_factory.mktemp("ahead") / "lottery", CARDS)
    file = folder / "tickets.csv"
    rows = file.read_text("utf-8").splitlines()
    rows[50] = f"T50,{' '.join(WORDS * 4)},{' '.join(WORDS * 40)}"
    rows[55] = "T55,equal,the same words"
    rows[60] = "T60,equal,the same words"
    rows[70] = "T70,*slanted*,**bold** words"
    rows[75] = "T75,one [blue: ink],a prize"
    rows[80] = "T80,one\u2014other/third,two\u2014words \u2026 (three)/four"
    rows[82] = "T82,and\u2014other/third,two\u2014words \u2026 (three)/four once more"
    rows[85] = "T85,a :star:,a prize"
    rows[88] = "T88,one [#ff0000: ink],a prize"
    file.write_text("\n".join(rows) + "\n", "utf-8")
    return folder


def checked(game: Path) -> tuple[Checked, tuple[tuple[float, float], ...]]:
    """Check a game; return what was found, and the steps and bytes that slots and texts took."""
    with budget.of_game("check", Place("game.yaml")):
        checked = pipeline.check(game, CheckOptions())
        return checked, (budget.spent("slots"), budget.spent("texts"))


@pytest.fixture(scope="module")
def by_one(game: Path) -> tuple[Checked, tuple[tuple[float, float], ...]]:
    """Return what is found of the deck, and what that takes, where no fork sets any of its texts."""
    return checked(game)


@pytest.mark.parametrize("cores", spread([2, 3, 7], lambda cores: cores == 3))
@pytest.mark.skipif(not crew.can_be_copied(), reason="this system does not fork")
def test_texts_that_forks_set_are_those_of_one_process(
    cores: int, game: Path, by_one: tuple[Checked, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (alone, spent), taken = by_one, list[bool]()
    take = texts_ahead.TextsAhead.take

    def noted(self: texts_ahead.TextsAhead, *asked: object) -> object:
        result = take(self, *asked)  # type: ignore[arg-type]
        taken.append(result is not None)
        return result

    monkeypatch.setattr(texts_ahead.TextsAhead, "take", noted)
    monkeypatch.setattr(texts_ahead, "PART", 8)
    monkeypatch.setattr(texts_ahead, "MANY", 20)
    monkeypatch.setattr(layout_faces, "MANY", 20)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    together, spent_together = checked(game)
    assert sum(taken) > CARDS / 2
    assert len(alone.problems) >= 4
    assert together.problems == alone.problems
    assert dict(together.faces) == dict(alone.faces)
    assert [face.inks for face in together.faces.values()] == [face.inks for face in alone.faces.values()]
    assert [face.symbol.key for face in together.faces.values()] == [face.symbol.key for face in alone.faces.values()]
    assert together.fonts.digests == alone.fonts.digests
    assert spent_together == spent


@pytest.mark.skipif(not crew.can_be_copied(), reason="this system does not fork")
@pytest.mark.slow
def test_a_fork_gives_up_whose_texts_cannot_be_taken(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shutil.copytree(game, tmp_path / "lottery")
    file = game / "tickets.csv"
    head, *rows = file.read_text("utf-8").splitlines()
    file.write_text("\n".join((head, *(row.replace(",", ",a :star: ") for row in rows), "")), "utf-8")
    alone, counts = checked(game), list[int]()
    made = layout_faces.LayoutFaces._made

    def counting(self: layout_faces.LayoutFaces, *asked: object) -> object:
        with (game / "counted").open("a") as stream:
            stream.write("x")
        return made(self, *asked)  # type: ignore[arg-type]

    monkeypatch.setattr(layout_faces.LayoutFaces, "_made", counting)
    monkeypatch.setattr(texts_ahead, "MANY", 20)
    monkeypatch.setattr(layout_faces, "MANY", 20)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    for trial in (200_000, 0):
        (game / "counted").write_text("")
        monkeypatch.setattr(texts_ahead, "_TRIAL", trial)
        together = checked(game)
        assert dict(together[0].faces) == dict(alone[0].faces) and together[1] == alone[1]
        counts.append(len((game / "counted").read_text()))
    assert 0 < counts[1] < counts[0] / 4


def test_what_a_fork_fails_at_is_set_here(
    game: Path, by_one: tuple[Checked, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, here = by_one[0], os.getpid()
    made = layout_faces.LayoutFaces._made

    def failing(*asked: object) -> object:
        assert os.getpid() == here, "this fork fails"
        return made(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(layout_faces.LayoutFaces, "_made", failing)
    monkeypatch.setattr(texts_ahead, "MANY", 20)
    monkeypatch.setattr(layout_faces, "MANY", 20)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    together = checked(game)[0]
    assert (together.problems, dict(together.faces)) == (alone.problems, dict(alone.faces))


def test_what_a_fork_has_handed_back_before_it_fails_is_taken(
    game: Path, by_one: tuple[Checked, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, here, taken = by_one[0], os.getpid(), list[bool]()
    made, take = layout_faces.LayoutFaces._made, texts_ahead.TextsAhead.take

    def failing(self: layout_faces.LayoutFaces, index: int, row: Row, *asked: object) -> object:
        assert os.getpid() == here or row.id < "T65", "this fork fails"
        return made(self, index, row, *asked)  # type: ignore[arg-type]

    def noted(self: texts_ahead.TextsAhead, *asked: object) -> object:
        result = take(self, *asked)  # type: ignore[arg-type]
        taken.append(result is not None)
        return result

    monkeypatch.setattr(layout_faces.LayoutFaces, "_made", failing)
    monkeypatch.setattr(texts_ahead.TextsAhead, "take", noted)
    monkeypatch.setattr(texts_ahead, "PART", 8)
    monkeypatch.setattr(texts_ahead, "MANY", 20)
    monkeypatch.setattr(layout_faces, "MANY", 20)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    together = checked(game)[0]
    assert (together.problems, dict(together.faces)) == (alone.problems, dict(alone.faces))
    assert any(taken) or not crew.can_be_copied()
