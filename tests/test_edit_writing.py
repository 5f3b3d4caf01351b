"""How edits reach the disk: whole or not at all, over what was seen only, and never outside the game's folder."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit import change as changes
from edits import CARD, loaded, put, tiny

posix = pytest.mark.skipif(os.name == "nt", reason="modes, links and limits of POSIX")


def moved(folder: Path, y: float = 7) -> edit.Edit:
    """Return an edit of the title's box, in a game that is there already."""
    found = edit.find_box(loaded(folder), "cards", "front", ["title"], "A")
    return edit.set_box(found, (5, y, 53, 9), "here", found.seen)


def card(folder: Path) -> Path:
    return folder / "layouts" / "card.yaml"


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


# over what was seen ---------------------------------------------------------------------------------------------------


def test_a_file_that_changed_since_it_was_seen_is_refused_by_its_name(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    seen = edit.find_box(game, "cards", "front", ["title"], "A").seen
    put(tmp_path, {"layouts/card.yaml": CARD + "# mine\n"})
    found = edit.find_box(game, "cards", "front", ["title"], "A")
    with pytest.raises(BuildError, match=r"layouts/card.yaml: error: the file has changed meanwhile"):
        edit.set_box(found, (5, 7, 53, 9), "here", seen)
    assert card(tmp_path).read_text() == CARD + "# mine\n"


def test_a_parent_that_changed_is_refused_too(tmp_path: Path) -> None:
    game = tiny(tmp_path, card="extends: parent\n", parent=CARD)
    seen = edit.find_box(game, "cards", "front", ["title"], "A").seen
    put(tmp_path, {"layouts/parent.yaml": CARD.replace("53", "50")})
    found = edit.find_box(game, "cards", "front", ["title"], "A")
    with pytest.raises(BuildError, match=r"layouts/parent.yaml: error: the file has changed meanwhile"):
        edit.set_box(found, (5, 7, 50, 9), "here", seen)


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
from beeprint.base.problems import BuildError
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


def test_of_two_files_both_stay_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = "extends: parent\nslots:\n  title: {box: {y: 8}}\n"
    game = tiny(tmp_path, card=child, parent=CARD)
    found = edit.find_box(game, "cards", "front", ["title"], "A")
    change = edit.set_box(found, (6, 9, 53, 9), "source", found.seen)
    calls: list[object] = []
    real = os.replace

    def second_fails(old: Path, new: Path) -> None:
        calls.append(new)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(old, new)

    before = files(tmp_path)
    monkeypatch.setattr(changes.os, "replace", second_fails)
    with pytest.raises(BuildError, match="No space left"):
        edit.write(change)
    assert len(calls) == 3  # the third puts the first file back
    assert card(tmp_path).read_text() == child
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


# inside the game ------------------------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("name", ["cards.csv", "layouts/card.yaml"])
def test_a_link_out_of_the_game_is_not_followed(tmp_path: Path, name: str) -> None:
    game = tiny(tmp_path / "game")
    edits = [moved(tmp_path / "game")]
    found = edit.find_cell(game, "cards", "A", "title")
    edits.append(edit.set_cell(found, "Scout", found.seen))
    [change] = [one for one in edits if one.changes[0].path.as_posix().endswith(name)]
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
    assert history.can_undo is None
    for text in texts[1:]:
        assert history.redo().title == "box of title"
        assert card(tmp_path).read_text() == text
    assert history.can_redo is None


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
    assert history.can_undo is None
