"""How edits reach the disk: whole or not at all, over what was seen only, and never outside the game's folder."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beeprint import edit
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.delivery import exchange
from beeprint.delivery.lock import Lock
from beeprint.delivery.overwrite import Overwrite, overwrite
from beeprint.edit import change as changes
from beeprint.edit import snapshot
from edits import BACK, CARD, loaded, put, tiny

#: How long to wait for what must happen, in seconds.
PATIENCE = 60.0
needs_exchange = pytest.mark.skipif(not exchange.is_possible(), reason="exchanges of Linux and macOS")
posix = pytest.mark.skipif(os.name == "nt", reason="modes, links and limits of POSIX")


def moved(folder: Path, y: float = 7) -> edit.Edit:
    """Return an edit of the title's box, in a game that is there already."""
    box = edit.find_box(loaded(folder), "cards", "front", ["title"], "A")
    return edit.set_box(box, (5, y, 53, 9), "here", box.seen)


def card(folder: Path) -> Path:
    return folder / "layouts" / "card.yaml"


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


# over what was seen ---------------------------------------------------------------------------------------------------


def test_a_file_that_changed_since_it_was_seen_is_refused_by_its_name(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    seen = edit.find_box(game, "cards", "front", ["title"], "A").seen
    put(tmp_path, {"layouts/card.yaml": CARD + "# mine\n"})
    box = edit.find_box(game, "cards", "front", ["title"], "A")
    with pytest.raises(BuildError, match=r"layouts/card.yaml: error: the file has changed meanwhile"):
        edit.set_box(box, (5, 7, 53, 9), "here", seen)
    assert card(tmp_path).read_text() == CARD + "# mine\n"


def test_a_parent_that_changed_is_refused_too(tmp_path: Path) -> None:
    game = tiny(tmp_path, card="extends: parent\n", parent=CARD)
    seen = edit.find_box(game, "cards", "front", ["title"], "A").seen
    put(tmp_path, {"layouts/parent.yaml": CARD.replace("53", "50")})
    box = edit.find_box(game, "cards", "front", ["title"], "A")
    with pytest.raises(BuildError, match=r"layouts/parent.yaml: error: the file has changed meanwhile"):
        edit.set_box(box, (5, 7, 50, 9), "here", seen)


def test_a_cell_whose_file_changed_is_refused(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    seen = edit.find_cell(game, "cards", "A", "title").seen
    put(tmp_path, {"cards.csv": "id,title\nA,Scout\n"})
    with pytest.raises(BuildError, match=r"cards.csv: error: the file has changed meanwhile"):
        edit.set_cell(edit.find_cell(game, "cards", "A", "title"), "Queen", seen)


def test_what_changes_between_edit_and_writing_stays(tmp_path: Path) -> None:
    tiny(tmp_path)
    change = moved(tmp_path)
    put(tmp_path, {"layouts/card.yaml": CARD + "# mine\n"})
    with pytest.raises(BuildError, match="changed meanwhile"):
        edit.write(change)
    assert card(tmp_path).read_text() == CARD + "# mine\n"


def test_a_file_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    tiny(tmp_path)
    change = moved(tmp_path)
    card(tmp_path).unlink()
    with pytest.raises(BuildError, match=r"card.yaml: error: the file is gone"):
        edit.write(change)
    assert not card(tmp_path).exists()


# what a box may be ----------------------------------------------------------------------------------------------------


def test_a_box_that_layouts_refuse_is_refused_in_the_words_of_their_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny(tmp_path)
    load = snapshot.load

    def strict(place: snapshot.Snapshot, *more: Any) -> Any:
        if any(b"[5, 6, 1, 9]" in data for data in place.held.values()):
            raise error_at(Place("layouts/card.yaml", 2, 70), "box: width is 1; expected more than 2 mm")
        return load(place, *more)

    monkeypatch.setattr(snapshot, "load", strict)
    box = edit.find_box(loaded(tmp_path), "cards", "front", ["title"], "A")
    with pytest.raises(BuildError, match=r"card.yaml:2:70: error: box: width is 1; expected more than 2 mm"):
        edit.set_box(box, (5, 6, 1, 9), "here", box.seen)


# whole or not at all --------------------------------------------------------------------------------------------------


def refuse(number: int) -> Callable[..., None]:
    def fail(*arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES])
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    tiny(tmp_path)
    change, before = moved(tmp_path), files(tmp_path)
    monkeypatch.setattr(changes.os, call, refuse(number))
    monkeypatch.setattr(exchange, "swap", lambda first, other: False)
    with pytest.raises(BuildError) as failed:
        edit.write(change)
    [problem] = failed.value.problems
    assert problem.place.file.endswith("layouts/card.yaml")
    assert problem.message == f"cannot write the file: {os.strerror(number)}"
    assert card(tmp_path).read_text() == CARD
    assert files(tmp_path) == before


@posix
def test_a_limit_on_the_size_of_files_leaves_the_old_file_whole(tmp_path: Path) -> None:
    """No stand-in: the system itself refuses to write more than 100 bytes of a file of 30,000."""
    text = CARD + "# " + "bee " * 7_500 + "\n"
    tiny(tmp_path, card=text)
    script = f"""
import resource, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from pathlib import Path
from beeprint import edit
from beeprint.base.problems import BuildError, Place, error_at
from test_edit_writing import moved
change = moved(Path({str(tmp_path)!r}))
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    edit.write(change)
except BuildError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert run.stdout.startswith("layouts/card.yaml: error: cannot write the file: File too large")
    assert card(tmp_path).read_text() == text
    assert not [path for path in card(tmp_path).parent.iterdir() if path.name.startswith(".")]


#: A layout that shares its box with a parent, so that an edit of it changes two files.
CHILD = "extends: parent\nslots:\n  title: {box: {y: 8}}\n"


def moved_in_two_files(folder: Path) -> edit.Edit:
    game = tiny(folder, card=CHILD, parent=CARD)
    box = edit.find_box(game, "cards", "front", ["title"], "A")
    change = edit.set_box(box, (6, 9, 53, 9), "source", box.seen)
    assert len(change.changes) == 2
    return change


@pytest.mark.parametrize("can", [True, False], ids=["exchanged", "replaced"])
def test_of_two_files_both_stay_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can: bool) -> None:
    change = moved_in_two_files(tmp_path)
    placed: list[Path] = []
    swap, replace = exchange.swap, os.replace

    def second_fails(new: Path, target: Path) -> None:
        if len({*placed, target}) == 2 and not (placed and target == placed[0]):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        placed.append(target)
        replace(new, target)

    def exchanged(new: Path, target: Path) -> bool:
        if not can or (placed and target != placed[0]):
            return False
        placed.append(target)
        return swap(new, target)

    before = files(tmp_path)
    monkeypatch.setattr(changes.os, "replace", second_fails)
    monkeypatch.setattr(exchange, "swap", exchanged)
    with pytest.raises(BuildError, match="No space left"):
        edit.write(change)
    assert len(placed) == 2 and len(set(placed)) == 1  # put in place, and taken back
    assert card(tmp_path).read_text() == CHILD
    assert (tmp_path / "layouts/parent.yaml").read_text() == CARD
    assert files(tmp_path) == before


@posix
def test_a_read_only_file_stays_and_the_problem_says_so(tmp_path: Path) -> None:
    tiny(tmp_path)
    change = moved(tmp_path)
    card(tmp_path).chmod(0o444)
    with pytest.raises(BuildError, match=r"card.yaml: error: the file is read-only"):
        edit.write(change)
    assert card(tmp_path).read_text() == CARD


@posix
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_the_mode_of_the_file_is_kept(tmp_path: Path, mode: int) -> None:
    tiny(tmp_path)
    card(tmp_path).chmod(mode)
    edit.write(moved(tmp_path))
    assert stat.S_IMODE(card(tmp_path).stat().st_mode) == mode
    assert "[5, 7, 53, 9]" in card(tmp_path).read_text()


@posix
@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="attributes of Linux")
def test_attributes_of_the_file_are_kept(tmp_path: Path) -> None:
    tiny(tmp_path)
    try:
        os.setxattr(card(tmp_path), "user.colour", b"red")
    except OSError:
        pytest.skip("this disk keeps no attributes")
    os.utime(card(tmp_path), (0, 0))
    edit.write(moved(tmp_path))
    assert os.getxattr(card(tmp_path), "user.colour") == b"red"
    assert card(tmp_path).stat().st_mtime > 0  # by which others see that it has changed


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the administrator gives files away")
def test_the_owner_of_the_file_is_kept(tmp_path: Path) -> None:
    tiny(tmp_path)
    os.chown(card(tmp_path), 65534, 65534)
    edit.write(moved(tmp_path))
    assert (card(tmp_path).stat().st_uid, card(tmp_path).stat().st_gid) == (65534, 65534)


def test_what_a_killed_edit_left_goes_with_the_next(tmp_path: Path) -> None:
    tiny(tmp_path)
    before = files(tmp_path)
    left = card(tmp_path).parent / ".beeprint-dead_one"
    left.mkdir()
    for name in ("build.lock", "card.yaml"):
        (left / name).touch()
    edit.write(moved(tmp_path))
    assert files(tmp_path) == before


# side by side ---------------------------------------------------------------------------------------------------------


class Others:
    """Threads that write too, started in the midst of a write, and whether each has come to its end or has to wait."""

    def __init__(self, *acts: Callable[[], object]) -> None:
        self.ends: list[str] = []
        self._met = {threading.Thread(target=self.end, args=(act,)): threading.Event() for act in acts}

    def end(self, act: Callable[[], object]) -> None:
        try:
            act()
            self.ends.append("done")
        except BuildError as error:
            self.ends.append(error.problems[0].message)
        self.meet()

    def meet(self) -> None:
        """Note that the thread that calls this need not be waited for."""
        if threading.current_thread() in self._met:
            self._met[threading.current_thread()].set()

    def come(self) -> None:
        """Start the threads, and go on when all have met what holds them up."""
        for thread in self._met:
            thread.start()
        for met in self._met.values():
            assert met.wait(PATIENCE)

    def leave(self) -> None:
        for thread in self._met:
            thread.join(PATIENCE)


class Watched:
    """A lock that notes who has to wait for it."""

    def __init__(self, others: Others) -> None:
        self._lock, self._others = threading.Lock(), others

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            self._others.meet()
            self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def at_the_move(monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], object]) -> None:
    """Have something done right before each of the first moves of a file to its place."""
    coming, swap = list(acts), exchange.swap

    def swapped(new: Path, target: Path) -> bool:
        if coming:
            coming.pop(0)()
        return swap(new, target)

    monkeypatch.setattr(exchange, "swap", swapped)


def saved(path: Path, text: str) -> Callable[[], None]:
    """Return what saves a file as editors do: a whole new one is moved over it."""

    def save() -> None:
        beside = path.with_name(f"{path.name}.tmp")
        beside.write_text(text)
        os.replace(beside, path)

    return save


def test_of_two_histories_that_edit_what_both_have_seen_the_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As two studios of one game do, whose only bond is the lock file of the target."""
    tiny(tmp_path)
    first, second = moved(tmp_path, 7), moved(tmp_path, 8)
    others, take = Others(lambda: edit.History().apply(second)), Lock.take

    def watched(lock: Lock, create: bool = True) -> bool:
        taken = take(lock, create)
        if not taken and lock._path.name == ".beeprint-card.yaml.lock":
            others.meet()
        return taken

    monkeypatch.setattr(Lock, "take", watched)
    at_the_move(monkeypatch, others.come)
    edit.History().apply(first)
    others.leave()
    assert others.ends == ["the file has changed meanwhile"]
    assert card(tmp_path).read_bytes() == first.changes[0].after
    assert not list(card(tmp_path).parent.glob(".*"))


def test_undos_at_the_same_time_take_back_one_edit_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(tmp_path)
    history, texts = edit.History(), []
    for y in (7, 8):
        history.apply(moved(tmp_path, y))
        texts.append(card(tmp_path).read_text())
    others = Others(history.undo, history.undo, history.undo)
    monkeypatch.setattr(history, "_writing", Watched(others))
    at_the_move(monkeypatch, others.come)
    history.undo()
    others.leave()
    assert sorted(others.ends) == ["done", "there is nothing to undo", "there is nothing to undo"]
    assert card(tmp_path).read_text() == CARD
    for text in texts:
        history.redo()
        assert card(tmp_path).read_text() == text


@pytest.mark.parametrize("can", [True, False], ids=["exchanged", "replaced"])
def test_what_an_editor_saves_in_the_last_moment_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can: bool
) -> None:
    tiny(tmp_path)
    if not can:
        monkeypatch.setattr(exchange, "swap", lambda new, target: False)
    change, before = moved(tmp_path), files(tmp_path)
    at_the_move(monkeypatch, saved(card(tmp_path), CARD + "# mine\n"))
    with pytest.raises(BuildError, match=r"card.yaml: error: the file has changed meanwhile"):
        edit.write(change)
    assert card(tmp_path).read_text() == CARD + "# mine\n"
    assert files(tmp_path) == before


@needs_exchange
def test_of_what_an_editor_saves_again_and_again_the_last_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is saved while the first is put back, the third while the second is."""
    tiny(tmp_path)
    change = moved(tmp_path)
    at_the_move(monkeypatch, *(saved(card(tmp_path), f"{CARD}# {number}\n") for number in range(3)))
    with pytest.raises(BuildError, match="changed meanwhile"):
        edit.write(change)
    assert card(tmp_path).read_text() == f"{CARD}# 2\n"


@needs_exchange
def test_what_an_editor_saved_over_the_first_of_two_files_is_not_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = moved_in_two_files(tmp_path)
    first, two = (each.path for each in change.changes)

    def save_both() -> None:
        for path in (first, two):
            saved(path, f"# {path.name}\n")()

    at_the_move(monkeypatch, lambda: None, save_both)
    with pytest.raises(BuildError, match="changed meanwhile"):
        edit.write(change)
    assert [path.read_text() for path in (first, two)] == [f"# {path.name}\n" for path in (first, two)]


@pytest.mark.parametrize("can", [True, False], ids=["linked", "replaced"])
def test_a_new_file_leaves_one_that_somebody_has_made_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can: bool
) -> None:
    target, link = tmp_path / "new.csv", os.link

    def linked(path: Path, other: Path) -> None:
        saved(target, "mine")()
        if not can:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        link(path, other)

    monkeypatch.setattr(changes.os, "link", linked)
    with pytest.raises(BuildError, match=r"new.csv: error: the file has changed meanwhile"):
        overwrite([Overwrite(target, target, None, b"theirs")], "try again")
    assert target.read_text() == "mine"
    assert files(tmp_path) == {"new.csv"}


# inside the game ------------------------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("name", ["cards.csv", "layouts/card.yaml"])
def test_a_link_out_of_the_game_is_not_followed(tmp_path: Path, name: str) -> None:
    game = tiny(tmp_path / "game")
    edits = [moved(tmp_path / "game")]
    cell = edit.find_cell(game, "cards", "A", "title")
    edits.append(edit.set_cell(cell, "Scout", cell.seen))
    [change] = [edit for edit in edits if edit.changes[0].path.as_posix().endswith(name)]
    path, outside = tmp_path / "game" / name, tmp_path / "outside"
    path.rename(outside)
    path.symlink_to(outside)
    with pytest.raises(BuildError, match="this is a link to a file outside the game's folder"):
        edit.write(change)
    assert outside.read_bytes() == change.changes[0].before
    assert path.is_symlink()


@posix
def test_a_link_within_the_game_stays_one_and_its_file_is_changed(tmp_path: Path) -> None:
    tiny(tmp_path)
    card(tmp_path).rename(tmp_path / "layouts" / "other.yaml")
    card(tmp_path).symlink_to("other.yaml")
    edit.write(moved(tmp_path))
    assert card(tmp_path).is_symlink()
    assert "[5, 7, 53, 9]" in (tmp_path / "layouts" / "other.yaml").read_text()


# undo -----------------------------------------------------------------------------------------------------------------


def test_edits_are_undone_and_done_again_in_their_order(tmp_path: Path) -> None:
    tiny(tmp_path)
    history, texts = edit.History(), [CARD]
    for y in (7, 8, 9):
        history.apply(moved(tmp_path, y))
        texts.append(card(tmp_path).read_text())
    assert len(set(texts)) == 4
    for text in texts[2::-1]:
        history.undo()
        assert card(tmp_path).read_text() == text
    assert history.past.can_undo is None
    for text in texts[1:]:
        assert history.redo().title == "Title moved 1 mm down"
        assert card(tmp_path).read_text() == text
    assert history.past.can_redo is None


def test_nothing_is_undone_over_what_somebody_else_wrote(tmp_path: Path) -> None:
    tiny(tmp_path)
    history = edit.History()
    history.apply(moved(tmp_path))
    text = card(tmp_path).read_text() + "# mine\n"
    put(tmp_path, {"layouts/card.yaml": text})
    with pytest.raises(BuildError, match=r"card.yaml: error: the file has changed meanwhile"):
        history.undo()
    assert card(tmp_path).read_text() == text
    put(tmp_path, {"layouts/card.yaml": text.removesuffix("# mine\n")})
    history.undo()
    assert card(tmp_path).read_text() == CARD


def test_a_new_edit_ends_what_can_be_done_again(tmp_path: Path) -> None:
    tiny(tmp_path)
    history = edit.History()
    history.apply(moved(tmp_path))
    history.undo()
    history.apply(moved(tmp_path, 8))
    with pytest.raises(BuildError, match="there is nothing to redo"):
        history.redo()


def test_an_edit_that_fails_is_no_part_of_the_history(tmp_path: Path) -> None:
    tiny(tmp_path)
    history, change = edit.History(), moved(tmp_path)
    put(tmp_path, {"layouts/card.yaml": "slots: {}\n"})
    with pytest.raises(BuildError):
        history.apply(change)
    with pytest.raises(BuildError, match="there is nothing to undo"):
        history.undo()


def test_an_edit_that_changes_nothing_is_no_part_of_the_history(tmp_path: Path) -> None:
    tiny(tmp_path)
    history = edit.History()
    history.apply(moved(tmp_path, 6))
    assert history.past.can_undo is None


def test_an_edit_may_make_and_remove_files_and_all_of_it_is_taken_back(tmp_path: Path) -> None:
    tiny(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    new, old = tmp_path / "art" / "queen.svg", tmp_path / "layouts" / "back.yaml"
    changes = (edit.Change(new, None, b"<svg/>"), edit.Change(old, BACK.encode(), None), moved(tmp_path).changes[0])
    history = edit.History()
    history.apply(edit.Edit("three files", tmp_path, changes))
    assert new.read_bytes() == b"<svg/>"
    assert not old.exists()
    history.undo()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    history.redo()
    assert (new.exists(), old.exists()) == (True, False)


def test_a_file_to_remove_that_somebody_changed_stays(tmp_path: Path) -> None:
    tiny(tmp_path)
    old = tmp_path / "layouts" / "back.yaml"
    change = edit.Edit("remove it", tmp_path, (edit.Change(old, BACK.encode(), None),))
    put(tmp_path, {"layouts/back.yaml": BACK + "# mine\n"})
    with pytest.raises(BuildError, match="changed meanwhile"):
        edit.write(change)
    assert old.read_text() == BACK + "# mine\n"


def test_what_is_typed_into_one_field_is_one_step_of_undo(tmp_path: Path) -> None:
    tiny(tmp_path)
    history = edit.History()
    for text in ("D", "Dr", "Dro"):
        cell = edit.find_cell(loaded(tmp_path), "cards", "A", "title")
        history.apply(edit.set_cell(cell, text, cell.seen), joins="title 1")
    cell = edit.find_cell(loaded(tmp_path), "cards", "A", "title")
    history.apply(edit.set_cell(cell, "Queen", cell.seen), joins="title 2")
    assert [step.title for step in history.past.done] == ["title of Dr (A) changed", "title of Dro (A) changed"]
    history.undo()
    assert edit.find_cell(loaded(tmp_path), "cards", "A", "title").text == "Dro"
    history.undo()
    assert edit.find_cell(loaded(tmp_path), "cards", "A", "title").text == "Drone"
    assert history.past.can_undo is None
