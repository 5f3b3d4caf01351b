"""Files reach the output folder whole, builds side by side too, and nothing that a person keeps there is lost."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from beeprint import delivery
from beeprint.base.problems import BuildError
from beeprint.cli import cli
from beeprint.delivery import exchange, replacing
from beeprint.delivery.lock import Lock
from small_game import small_game

HEAD = {"beeprint": "1", "game": "mine"}


def part(files: dict[str, bytes], known: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Return a build's share of the manifest: every file of its profiles."""
    profiles: dict[str, list[str]] = {}
    for name in files:
        profiles.setdefault(name.partition("/")[0], []).append(name)
    return {"head": HEAD, "pieces": [], "decks": [], "profiles": profiles, **({"known": known} if known else {})}


def put(target: Path, files: dict[str, bytes], known: tuple[str, ...] | None = None) -> None:
    """Deliver files by their paths below the target."""
    with delivery.delivery(target, target.parent / "game") as made:
        for name, data in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        delivery.deliver(made, target, part(files, known))


def tree(folder: Path) -> dict[str, bytes]:
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items() if name != "manifest.json"}


def listed(target: Path) -> dict[str, list[str]]:
    profiles: dict[str, list[str]] = json.loads((target / "manifest.json").read_text("utf-8"))["profiles"]
    return profiles


OLD = {"faces/a.svg": b"a1", "faces/b/c.svg": b"c1", "home-a4/cards.pdf": b"p1"}
NEW = {"faces/a.svg": b"a2", "faces/d.svg": b"d2", "home-a4/cards.pdf": b"p2"}


links = pytest.mark.skipif(os.name == "nt", reason="links need a right that is not given there")


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Path]:
    out = tmp_path / "out" / "mine"
    put(out, OLD)
    yield out
    # No build leaves anything of its own beside the target.
    assert [path.name for path in out.parent.iterdir() if path.name.startswith(".beeprint-")] == []


@pytest.fixture(params=["exchanged", "file by file"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "file by file":
        monkeypatch.setattr(exchange, "_call", lambda: None)


@pytest.mark.usefixtures("way")
def test_new_files_replace_old_ones_and_what_is_gone_is_removed(target: Path) -> None:
    put(target, NEW)
    assert tree(target) == NEW
    assert not (target / "faces" / "b").exists()
    assert listed(target) == {"faces": ["faces/a.svg", "faces/d.svg"], "home-a4": ["home-a4/cards.pdf"]}


def test_a_folder_with_the_name_of_any_file_to_be_written_is_refused(target: Path) -> None:
    (target / "faces" / "d.svg").mkdir()
    with pytest.raises(BuildError) as error:
        put(target, NEW)
    assert [problem.message for problem in error.value.problems] == ["a folder has the name of a file to be written"]
    assert tree(target) == OLD


@pytest.mark.usefixtures("way")
def test_other_profiles_and_the_rest_of_a_part_stay(target: Path) -> None:
    put(target, {"cricut/sheet.png": b"s"})
    put(target, {"faces/d.svg": b"d2"}, known=("cards/a",))
    assert tree(target) == OLD | {"cricut/sheet.png": b"s", "faces/d.svg": b"d2"}
    assert listed(target)["faces"] == ["faces/a.svg", "faces/b/c.svg", "faces/d.svg"]
    assert set(listed(target)) == {"faces", "home-a4", "cricut"}


@pytest.mark.usefixtures("way")
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")
def test_all_that_a_person_keeps_there_stays_as_it_is(target: Path, tmp_path: Path) -> None:
    (target / "notes.txt").write_bytes(b"top")
    (target / "faces" / "notes.txt").write_bytes(b"in a profile")
    (target / "mine").mkdir(mode=0o700)
    (target / "faces" / "private").mkdir(mode=0o700)
    (target / "faces" / "private" / "x").write_bytes(b"x")
    (target / "faces" / "private" / "x").chmod(0o640)
    (target / "faces" / "empty").mkdir()
    (target / "faces" / "link").symlink_to(tmp_path)
    os.mkfifo(target / "faces" / "pipe")
    os.mkfifo(target / "pipe")
    (target / "faces").chmod(0o750)
    top = (target / "notes.txt").stat().st_ino
    put(target, NEW)
    assert (target / "notes.txt").stat().st_ino == top
    kept = {"notes.txt": b"top", "faces/notes.txt": b"in a profile", "faces/private/x": b"x"}
    assert {name: data for name, data in tree(target).items() if name not in NEW} == kept
    modes = {name: stat.S_IMODE((target / name).stat().st_mode) for name in ("mine", "faces/private", "faces")}
    assert modes == {"mine": 0o700, "faces/private": 0o700, "faces": 0o750}
    assert stat.S_IMODE((target / "faces/private/x").stat().st_mode) == 0o640
    assert (target / "faces/empty").is_dir() and (target / "faces/link").readlink() == tmp_path
    assert (target / "pipe").is_fifo() and (target / "faces/pipe").is_fifo()


@pytest.mark.usefixtures("way")
def test_nothing_is_lost_that_is_saved_while_builds_run(target: Path) -> None:
    """A program saves files again and again into the folders that are exchanged."""
    stop, rounds = threading.Event(), threading.Semaphore(0)
    saved: dict[Path, bytes] = {}

    def save() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            for folder in (target, target / "faces", target / "home-a4"):
                beside, path = folder / f"x-{number}.tmp", folder / f"note-{number % 40}.txt"
                # As editors save: a new file takes the name of the old one. The folder may be exchanged in between.
                while saved.get(path) != b"%d" % number:
                    with contextlib.suppress(FileNotFoundError):  # the program knows that it has not saved
                        beside.write_bytes(b"%d" % number)
                        beside.replace(path)
                        saved[path] = b"%d" % number
            rounds.release()

    thread = threading.Thread(target=save)
    thread.start()
    for count in range(60):
        rounds.acquire()  # so that there are as many savings as builds at least
        put(target, NEW if count % 2 else OLD)
    stop.set()
    thread.join()
    assert len(saved) == 120
    assert {path: path.read_bytes() for path in saved} == saved


def test_a_file_that_gets_its_name_while_folders_change_places_is_moved_along(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor writes a new file, and gives it the old one's name when the build has just listed the folder."""
    (target / "faces" / "x.tmp").write_bytes(b"saved")
    listed_by_build = exchange.tree

    def saved_meanwhile(folder: Path) -> Iterator[Path]:
        builds = list(listed_by_build(folder))
        beside = folder / "x.tmp"
        if folder.parent != target and beside.exists() and (folder / "b").exists():  # the old folder, in its new place
            beside.rename(folder / "note.txt")
        yield from builds

    monkeypatch.setattr(exchange, "tree", saved_meanwhile)
    put(target, NEW)
    assert tree(target) == NEW | {"faces/note.txt": b"saved"}


def test_builds_side_by_side_keep_what_each_has_made(tmp_path: Path) -> None:
    target = tmp_path / "out" / "mine"
    for round_ in range(12):
        files = [{f"p{n}/{name}": f"{round_} {n}".encode() for name in ("a", f"only-{n}")} for n in range(4)]
        threads = [threading.Thread(target=put, args=(target, listing)) for listing in files]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert tree(target) == {name: data for listing in files for name, data in listing.items()}
        assert listed(target) == {f"p{n}": sorted(files[n]) for n in range(4)}
    assert sorted(path.name for path in target.parent.iterdir()) == ["mine"]


def test_the_lock_of_a_target_with_a_short_name_is_not_taken_for_a_work_folder(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    lock = Lock(tmp_path / ".beeprint-two.lock")
    assert lock.take()
    with delivery.delivery(tmp_path / "one", tmp_path / "game") as work:
        assert work.is_dir()
    assert (tmp_path / ".beeprint-two.lock").exists()
    lock.free()


@pytest.mark.slow
def test_commands_side_by_side_keep_what_each_has_made(tmp_path: Path) -> None:
    small_game(tmp_path / "mine")
    profiles = ("faces", "home-a4", "home-letter", "gutterfold-a4")
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "beeprint", "build", "mine", "--profile", name, "--only", "cards:S1"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for name in profiles
    ]
    told = [process.communicate()[1] for process in running]
    assert [process.returncode for process in running] == [0] * 4, told
    files = listed(tmp_path / "output" / "mine")
    assert set(files) == set(profiles)
    assert all((tmp_path / "output" / "mine" / name).is_file() for names in files.values() for name in names)
    assert sorted(path.name for path in (tmp_path / "output").iterdir()) == ["mine"]


def test_a_build_that_waits_too_long_says_for_whom(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "_PATIENCE", 0.05)
    with exchange.alone(target), pytest.raises(BuildError) as caught:
        put(target, NEW)
    (problem,) = caught.value.problems
    assert problem.message.startswith(f"process {os.getpid()} on ") and "has been writing here" in problem.message
    assert tree(target) == OLD
    put(target, NEW)
    assert tree(target) == NEW


@pytest.mark.skipif(os.name == "nt", reason="needs a process that dies at once")
@pytest.mark.parametrize("moment", ["before", "between", "after"])
def test_a_build_killed_while_it_exchanges_loses_nothing(target: Path, moment: str) -> None:
    """What was saved since the folders were linked lies in the old one when the build dies; the next build finds it."""
    (target / "faces" / "notes.txt").write_bytes(b"mine")
    code = f"""
import os, sys
from pathlib import Path
from beeprint.delivery import exchange
from beeprint.delivery.lock import Lock
sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_delivery import NEW, put
swap, target = exchange.swap, Path({str(target)!r})
def watched(first, other):
    if {moment!r} == "before" or first.name == "home-a4" and {moment!r} == "between":
        os._exit(9)
    (other / "late.txt").write_bytes(b"late")
    return swap(first, other)
exchange.swap = watched
if {moment!r} == "after":
    exchange.settle = lambda *_: os._exit(9)
put(target, NEW)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    files = tree(target)
    whole = [{name: data for name, data in state.items() if name.startswith("faces/")} for state in (OLD, NEW)]
    assert {name: data for name, data in files.items() if name.endswith(".svg")} in whole
    assert files["home-a4/cards.pdf"] == b"p1" and files["faces/notes.txt"] == b"mine"
    put(target, NEW)
    late = {} if moment == "before" else {"faces/late.txt": b"late"}
    assert tree(target) == NEW | {"faces/notes.txt": b"mine"} | late


def test_files_that_cannot_be_linked_move_along(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")  # another user's file, as Linux protects it

    monkeypatch.setattr(os, "link", refused)
    (target / "faces" / "foreign").write_bytes(b"theirs")
    put(target, {"faces/d.svg": b"d2"}, known=("cards/a",))
    assert tree(target) == OLD | {"faces/d.svg": b"d2", "faces/foreign": b"theirs"}


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX modes")
def test_a_folder_that_may_not_be_read_stays_with_all_it_holds(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in a folder of another user cannot be moved along, so its profile's folder is not exchanged."""
    foreign = target / "faces" / "theirs"
    foreign.mkdir()
    (foreign / "x").write_bytes(b"x")
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != foreign and allowed(path, mode))
    inodes = (target / "faces").stat().st_ino, (target / "home-a4").stat().st_ino
    put(target, NEW)
    other = (target / "faces").stat().st_ino, (target / "home-a4").stat().st_ino
    assert tree(target) == NEW | {"faces/theirs/x": b"x"}
    assert other[0] == inodes[0] and (other[1] != inodes[1]) == (exchange.is_possible())


def test_what_a_person_moves_or_deletes_meanwhile_does_not_come_back(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (target / "faces" / "x.tmp").write_bytes(b"one")
    (target / "faces" / "dropped").write_bytes(b"two")
    swap = exchange.swap

    def late(path: Path, other: Path) -> bool:
        if other.name == "faces":
            (other / "x.tmp").rename(other / "x.txt")
            (other / "dropped").unlink()
        return swap(path, other)

    monkeypatch.setattr(exchange, "swap", late)
    put(target, NEW)
    assert tree(target) == NEW | {"faces/x.txt": b"one"}


def test_a_target_that_may_not_be_written_is_left_alone(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != target and allowed(path, mode))
    for _ in range(2):
        with pytest.raises(BuildError, match="mine: error: cannot write here: Permission denied") as caught:
            put(target, NEW)
        assert caught.value.outcome == "nothing was written"
    assert tree(target) == OLD


@pytest.mark.usefixtures("way")
def test_a_move_that_fails_halfway_says_so(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace

    def full(file: Path, path: Path) -> None:
        if Path(path).name == "manifest.json":
            raise OSError(28, "No space left on device")
        replace(file, path)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BuildError, match=r"manifest\.json: error: cannot write the file: No space left") as caught:
        put(target, NEW)
    assert caught.value.outcome == "some files have been replaced; build again"
    monkeypatch.undo()
    put(target, NEW)
    assert tree(target) == NEW


def test_who_stands_in_the_output_still_stands_there(tmp_path: Path) -> None:
    runner = CliRunner()
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        small_game(tmp_path / "mine")
        arguments = ["build", str(tmp_path / "mine"), "--output", str(tmp_path / "output"), "--profile", "faces"]
        assert runner.invoke(cli, arguments).exit_code == 0
        for folder in ("output/mine", "output/mine/faces", "output/mine/faces/cards"):
            os.chdir(tmp_path / folder)
            table = tmp_path / "mine" / "cards.csv"
            table.write_text(table.read_text("utf-8").replace("Rainbow", "Rainbow."), "utf-8", newline="\n")
            done = runner.invoke(cli, arguments)
            assert done.exit_code == 0, done.stderr
            assert Path.cwd() == tmp_path / folder and os.path.samestat(Path().stat(), (tmp_path / folder).stat())
    finally:
        os.chdir(here)


def test_only_what_dead_builds_left_is_cleared_up(target: Path) -> None:
    out = target.parent
    (out / ".beeprint-config").mkdir()
    (out / ".beeprint-config" / "mine.ini").write_bytes(b"a person's")
    os.utime(out / ".beeprint-config", (0, 0))
    dead = out / ".beeprint-dead_one"
    (dead / "new" / "faces").mkdir(parents=True)
    (dead / "build.lock").write_bytes(b"process 1 on a machine that was switched off\n")
    with replacing.work_folder(target) as alive:
        os.utime(alive, (0, 0))
        put(target, NEW)
        assert alive.is_dir() and not dead.exists()
    assert (out / ".beeprint-config" / "mine.ini").read_bytes() == b"a person's"
    (out / ".beeprint-config" / "mine.ini").unlink()
    (out / ".beeprint-config").rmdir()


# links that a stranger's output folder may hold ---------------------------------------------------------------------


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "precious.txt").write_bytes(b"precious")
    return tmp_path / "outside"


@links
def test_a_lock_that_is_a_link_is_not_written_through(target: Path, outside: Path) -> None:
    lock = target.parent / ".beeprint-mine.lock"
    for name in ("precious.txt", "new.txt"):
        lock.symlink_to(outside / name)
        with pytest.raises(BuildError, match=r"\.beeprint-mine\.lock: error: cannot write the file: this is a link"):
            put(target, NEW)
        lock.unlink()
    assert tree(target) == OLD
    assert tree(outside) == {"precious.txt": b"precious"}


@links
def test_what_looks_like_a_dead_build_moves_and_empties_nothing_elsewhere(target: Path, outside: Path) -> None:
    dead = target.parent / ".beeprint-dead_one"
    dead.mkdir()
    (dead / "build.lock").symlink_to(outside / "precious.txt")
    put(target, NEW)
    assert tree(outside) == {"precious.txt": b"precious"}
    (dead / "build.lock").unlink()
    (dead / "build.lock").touch()
    (dead / "new").mkdir()
    (dead / "new" / "faces").symlink_to(outside)
    journal = {"target": "mine", "profile": "faces", "folder": outside.stat().st_ino, "ours": []}
    (dead / "journal.json").write_text(json.dumps(journal), "utf-8")
    put(target, NEW)
    assert tree(outside) == {"precious.txt": b"precious"}
    assert tree(target) == NEW and not dead.exists()


@links
@pytest.mark.parametrize("name", ["output", "output/mine"])
def test_output_of_a_game_is_no_link_out_of_it(
    tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    small_game(tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).symlink_to(outside)
    (outside / "calibrate-a4-long.pdf").write_bytes(b"a person's")
    before = tree(outside)
    for command in (["build", "."], ["calibrate"])[: 2 if name == "output" else 1]:
        done = CliRunner().invoke(cli, command)
        assert done.exit_code == 1
        assert "a link leads from here to a folder outside the game's folder ." in done.stderr
    assert tree(outside) == before
    assert CliRunner().invoke(cli, ["build", ".", "--output", str(outside)]).exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="such signals end a process at once there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_who_ends_a_build_politely_leaves_no_folder_behind(target: Path, name: str) -> None:
    code = f"""
import os, signal, sys
from pathlib import Path
from beeprint.base import interrupts
from beeprint.delivery import replacing
from beeprint.delivery.lock import Lock
interrupts.own_process()
try:
    with replacing.work_folder(Path({str(target)!r})) as work:
        os.kill(os.getpid(), signal.{name})
except KeyboardInterrupt:
    sys.exit(interrupts.exit_code())
"""
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 128 + signal.Signals[name]
    # The fixture sees that no folder is left.


#: Calls `do`, which calls `awaited` where an interrupt that has come is waited for, again and again: a signal comes at
#: its first line in one of `files`, then at its second, and so on. Calls `look` after each time, which gets whether an
#: interrupt has come; prints how many lines there are, and at how many one came in time.
_AT_ANY_LINE = """
import signal, sys, threading, time
from beeprint.base import interrupts
interrupts._AGAIN = 0.001
def awaited():
    while interrupts.came():
        time.sleep(0.001)
def interrupted(do, files, at):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where whoever started this ignores it
    interrupts.own_process()
    interrupts._last, left = 0, [at]
    def tracing(frame, event, argument):
        if frame.f_code.co_filename in files:
            left[0] -= 1
            if left[0] == 0:
                signal.raise_signal(signal.SIGINT)
            return tracing
    sys.settrace(tracing)
    try:
        do()
        awaited()
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for thread in threading.enumerate()[1:]:
            thread.join()  # one that would interrupt again what has been stopped already
    return left[0] <= 0
def at_any_line(do, files, look):
    at = early = 1
    while interrupted(do, files, at):
        look(interrupts.came())
        early += interrupts.came()
        at += 1
    print(at, early)
"""


def at_any_line(code: str) -> tuple[int, int]:
    command = [sys.executable, "-c", _AT_ANY_LINE + code]
    # One that gets lost is waited for until pytest ends the test.
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines, early = map(int, done.stdout.split())
    return lines, early


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no thread can be woken here")
def test_an_interrupt_at_any_line_leaves_nothing_behind_or_comes_too_late(target: Path) -> None:
    lines, early = at_any_line(f"""
import contextlib, shutil
from pathlib import Path
from beeprint import delivery
from beeprint.delivery import exchange, lock, replacing
target = Path({str(target.with_name("deeper") / "mine")!r})
def build():
    with delivery.delivery(target, Path({str(target.with_name("game"))!r})) as work:
        (work / "faces").mkdir()
        (work / "faces" / "a.svg").write_bytes(b"a")
        awaited()
        delivery.deliver(work, target, {part({"faces/a.svg": b"a"})!r})
        awaited()
def look(came):
    names = sorted(path.name for path in target.parent.rglob("*"))
    assert names == ([] if came else ["a.svg", "faces", "manifest.json", "mine"]), names
    shutil.rmtree(target.parent, ignore_errors=came)
rooms = (delivery, exchange, replacing, lock, contextlib)
at_any_line(build, [room.__file__ for room in rooms], look)
""")
    assert 100 < early < lines - 20


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no thread can be woken here")
def test_an_interrupt_at_any_line_leaves_no_temporary_folder(tmp_path: Path) -> None:
    lines, early = at_any_line(f"""
import contextlib, shutil, tempfile
from pathlib import Path
from beeprint.base import temporary
within = Path({str(tmp_path)!r})
def use():
    with temporary.temporary_folder(within) as made:
        (made / "deeper").mkdir()
        awaited()
def look(came):
    assert came and list(within.iterdir()) == []
at_any_line(use, (temporary.__file__, tempfile.__file__, shutil.__file__, contextlib.__file__), look)
""")
    assert early == lines > 50


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no thread can be woken here")
def test_an_interrupt_at_any_line_leaves_no_part_of_an_entry_in_the_cache(tmp_path: Path) -> None:
    lines, early = at_any_line(f"""
from pathlib import Path
from beeprint.base import store
kept = store.Store(Path({str(tmp_path / "cache")!r}))
def put():
    kept.put("art", b"a star", "star.svg")
    awaited()
def look(came):
    assert came and not list(Path({str(tmp_path)!r}).rglob(".new-*"))
    assert kept.get("art", "star.svg") in (None, b"a star")
at_any_line(put, (store.__file__,), look)
assert kept.get("art", "star.svg") == b"a star"
""")
    assert early == lines > 20


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no thread can be woken here")
def test_a_build_that_waits_for_another_one_can_be_interrupted(target: Path) -> None:
    code = f"""
import signal, sys, threading, time
from pathlib import Path
from beeprint.base import interrupts
from beeprint import delivery
from beeprint.delivery import exchange
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where whoever started this ignores it
interrupts.own_process()
target = Path({str(target)!r})
exchange._PATIENCE = 1_000
threading.Timer(0.2, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
try:
    with delivery.delivery(target, target.with_name("game")) as work:
        delivery.deliver(work, target, {part({})!r})
except KeyboardInterrupt:
    sys.exit(interrupts.exit_code())
"""
    other = Lock(target.with_name(".beeprint-mine.lock"))
    assert other.take()
    try:
        done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    finally:
        other.free()
    assert done.returncode == 130, done.stderr


def test_a_work_folder_that_cannot_be_emptied_is_emptied_by_the_next_build(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(os, "scandir", full)
    with replacing.work_folder(target) as work:
        (work / "new").mkdir()
        (work / "new" / "cards.pdf").write_bytes(b"p2")
    monkeypatch.undo()
    assert [path.name for path in target.parent.glob(".beeprint-*")] == [work.name]
    (target.parent / ".beeprint-12345678").mkdir()  # of a build that was killed before it could lock it
    put(target, NEW)
    assert tree(target) == NEW


def test_a_chart_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chart = tmp_path / "chart.svg"
    chart.write_bytes(b"good")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(BuildError, match=r"chart\.svg: error: cannot write the file: No space"):
        replacing.write_whole(chart, b"new")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"good"]
    monkeypatch.undo()
    # What a command left that was killed while it wrote goes with the next one; a name may be as long as any.
    (tmp_path / ".beeprint-dead_one").mkdir()
    for name in ("build.lock", "chart.svg"):
        (tmp_path / ".beeprint-dead_one" / name).touch()
    chart = chart.rename(tmp_path / f"{'x' * 251}.svg")
    replacing.write_whole(chart, b"new")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"new"]


def test_a_folder_of_made_files_that_cannot_be_read_is_no_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files would be missing in the manifest, and no later build would know them for its own."""
    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    scan = os.scandir

    def failing(path: Any = ".") -> Any:
        if os.fspath(path).replace(os.sep, "/").endswith("new/faces/cards"):
            monkeypatch.setattr(os, "scandir", scan)
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", failing)
    result = CliRunner().invoke(cli, ["build", "mine", "--profile", "faces"])
    assert result.exit_code == 1
    assert "cannot write: Permission denied" in result.stderr
    assert not (tmp_path / "output").exists()


def test_a_lock_that_could_not_be_removed_is_cleared_up_and_no_other_file(target: Path) -> None:
    left, kept = target.parent / ".beeprint-other.lock", target.parent / ".beeprint-notes.lock"
    left.write_text("process 1 on a machine\n")
    kept.write_text("a person's")
    put(target, NEW)
    assert not left.exists()
    assert kept.read_text() == "a person's"
    kept.unlink()


def test_a_file_that_is_called_like_a_journal_leaves_nothing_where_it_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="cannot write the file"), replacing.beside(tmp_path / "journal.json") as new:
        new.write_bytes(b"[]")
        raise OSError("no space is left")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("failing", "said"), [("a.svg", ""), ("b.svg", "some files have been replaced; try again")])
def test_files_of_which_one_cannot_be_replaced_say_whether_others_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, said: str
) -> None:
    move = os.replace

    def refused(old: Path, new: Path) -> None:
        if new.name == failing:
            raise PermissionError(1, "Operation not permitted", str(new))
        move(old, new)

    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(BuildError) as caught, replacing.loose(tmp_path / "a.svg") as made:
        (made / "a.svg").write_bytes(b"a")
        (made / "b.svg").write_bytes(b"b")
    assert caught.value.problems[0].place.file.endswith(failing)
    assert caught.value.outcome == (said or "nothing was written")
    assert [path.name for path in tmp_path.iterdir()] == (["a.svg"] if said else [])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a fork, since rights do not bind the administrator")
def test_what_a_killed_build_left_unreadable_is_cleared_up(tmp_path: Path) -> None:
    folder = Path(tempfile.mkdtemp(dir="/tmp"))  # one of pytest's own is closed to other users
    left = folder / ".beeprint-0a1b2c3d" / "new" / "faces"
    left.mkdir(parents=True)
    for name in ("new/faces/a.svg", "build.lock"):
        (folder / ".beeprint-0a1b2c3d" / name).write_bytes(b"")
    nobody = 65534
    for path in (left / "a.svg", left, left.parent, left.parents[1] / "build.lock", left.parents[1], folder):
        path.chmod(0 if path == left else 0o700)
        if os.getuid() == 0:
            os.chown(path, nobody, nobody)
    child = os.fork()
    if not child:
        try:
            if os.getuid() == 0:
                os.setuid(nobody)
            replacing.clear_up(folder)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert list(folder.iterdir()) == []
    folder.rmdir()
