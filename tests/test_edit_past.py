"""The steps of undo are kept in the store, and come back only while the files hold what they left."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import edit
from beeprint.base.store import Store
from beeprint.edit import past_store
from beeprint.edit.past_store import PastStore


def history(folder: Path, store: Store) -> edit.History:
    """Return the history of a game that was just opened."""
    steps = PastStore(store, folder)
    return edit.History(past=steps.get(), keep=steps.put)


def written(history: edit.History, folder: Path, *changes: tuple[str, str | None]) -> None:
    """Write files as one step; None removes one."""
    made = []
    for name, text in changes:
        path = folder / name
        before = path.read_bytes() if path.exists() else None
        made.append(edit.Change(path, before, None if text is None else text.encode()))
    history.apply(edit.Edit(f"{changes[0][0]} changed", folder, tuple(made)))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "a.txt").write_text("1")
    return tmp_path / "game"


def test_steps_of_several_files_come_back_in_their_order(game: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    first = history(game, store)
    written(first, game, ("a.txt", "2"))
    written(first, game, ("a.txt", "3"), ("b.txt", "new"))
    written(first, game, ("a.txt", None))
    first.undo()
    again = history(game, store)
    assert [step.title for step in again.past.done] == ["a.txt changed"] * 2
    again.redo()
    assert not (game / "a.txt").exists()
    for _ in range(3):
        again.undo()
    assert (game / "a.txt").read_text() == "1" and not (game / "b.txt").exists()
    assert history(game, store).past.can_undo is None


def test_a_file_that_was_changed_since_is_left_alone(game: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    first = history(game, store)
    written(first, game, ("a.txt", "2"))
    written(first, game, ("b.txt", "new"))
    (game / "a.txt").write_text("by hand")
    again = history(game, store)
    assert [step.title for step in again.past.done] == ["b.txt changed"]
    again.undo()
    assert (game / "a.txt").read_text() == "by hand"
    (game / "b.txt").write_text("by hand")
    assert history(game, store).past == edit.NO_PAST


def test_steps_whose_bytes_the_store_has_lost_are_left_out(game: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    first = history(game, store)
    written(first, game, ("a.txt", "2"))
    written(first, game, ("a.txt", "3"))
    next(file for file in (tmp_path / "cache" / "file").iterdir() if file.read_bytes().endswith(b"\n1")).unlink()
    assert len(history(game, store).past.done) == 1
    assert history(game, Store()).past == edit.NO_PAST


def test_only_the_latest_steps_are_kept(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "cache")
    monkeypatch.setattr(past_store, "MAX_STEPS", 3)
    first = history(game, store)
    for number in range(2, 9):
        written(first, game, ("a.txt", str(number) * 100))
    assert len(history(game, store).past.done) == 3
    monkeypatch.setattr(past_store, "MAX_BYTES", 350)
    assert len(history(game, store).past.done) == 2
