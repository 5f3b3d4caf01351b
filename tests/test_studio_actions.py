"""Every action of the studio is one edit that can be undone, and a refused one changes nothing: random actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import starter
from beeprint.studio.answers import TOPICS
from beeprint.studio.studio import Studio
from random_actions import ACTIONS, OTHERS, Player, files_in, serve

STARTERS = ("blank", "plain", "inkscape")
GAMES = ("a-nest-for-the-queen", "belle-of-the-ball", "butine", "eye-of-the-bee-holder", "pollen-wars")


def copied(folder: Path, name: str) -> Path:
    """Write a starter, or a copy of a game that comes with beeprint."""
    if name in STARTERS:
        starter.write(folder, name, "Bees", "Cards")
    else:
        starter.write_copy(folder, name, "Bees")
    return folder


def play(folder: Path, name: str, seed: int, count: int) -> Player:
    """Play random actions on a game, then undo, redo and undo all of them: the files are those of before."""
    folder = copied(folder / "bees", name)
    before = files_in(folder)
    for server in serve(folder):
        player = Player(server, folder, seed)
        player.play(count)
        player.undo_all()
        assert files_in(folder) == before
    return player


def test_every_action_is_one_that_is_played() -> None:
    topics = [topic(Studio.__new__(Studio)) for topic in TOPICS]
    names = {name for topic in topics for name in topic.actions}
    assert names == ACTIONS.keys() | OTHERS


@pytest.mark.parametrize("name", STARTERS)
def test_random_actions_can_all_be_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    play(tmp_path, name, seed=3, count=20)


@pytest.mark.slow
def test_a_thousand_random_actions_can_all_be_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play(tmp_path, "plain", seed=2, count=1000)


@pytest.mark.slow
@pytest.mark.parametrize("name", (*STARTERS, *GAMES))
def test_random_actions_on_every_game_can_all_be_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    play(tmp_path, name, seed=3, count=40)
