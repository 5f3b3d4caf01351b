"""Let two paths change places in one step, and move along what a person keeps in a folder that was there.

Whoever writes at a target holds its lock, so that builds and edits side by side take turns. A build notes in a journal
in its work folder which folder it exchanges next, from which the next build finishes what a killed one began.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from beeprint.base import interrupts, regular
from beeprint.base.problems import Place, error_at
from beeprint.delivery.lock import Lock
from beeprint.sources.workspace import shown

#: How the names of locks and work folders begin, which lie beside what is written.
PREFIX = ".beeprint-"
#: What a work folder holds: new files, and the journal.
NEW, JOURNAL = "new", "journal.json"
#: How long a process waits for another one to put its files in place, in seconds; that takes a fraction of one.
_PATIENCE = 60.0


@contextlib.contextmanager
@interrupts.runs_to_its_end
def alone(target: Path) -> Iterator[None]:
    """Hold the lock of a target; BuildError that says who holds it, if nobody frees it in time."""
    path = target.parent / f"{PREFIX}{target.name}.lock"
    lock, end = Lock(path), time.monotonic() + _PATIENCE
    try:
        while not _took(lock, path, target):
            interrupts.raise_again()
            if time.monotonic() > end:
                message = f"{lock.holder()} has been writing here for over {_PATIENCE:.0f} s"
                raise error_at(Place(shown(target)), message, "wait until it has ended, or stop it")
            time.sleep(0.01)
        yield
    finally:
        lock.free()


def _took(lock: Lock, path: Path, target: Path) -> bool:
    """Take the lock of a target; False while another holds it, BuildError where its file cannot be written."""
    try:
        return lock.take()
    except OSError as error:
        if error.errno == errno.ELOOP:
            message = f"cannot write the file: {error.strerror}"
            raise error_at(Place(shown(path)), message, "remove it") from error
        raise error_at(Place(shown(target)), f"cannot write here: {error.strerror or error}") from error


def swap(path: Path, other: Path) -> bool:
    """Exchange two files or two folders in one step; False if that is impossible."""
    call = _call()
    return call is not None and call(os.fsencode(path), os.fsencode(other)) == 0


def is_possible() -> bool:
    """Return whether this system can exchange paths at all."""
    return _call() is not None


def _call() -> Callable[[bytes, bytes], int] | None:
    """Return the call of Linux or macOS that exchanges two paths and returns 0; None on other systems."""
    if not sys.platform.startswith(("linux", "darwin")):
        return None
    try:
        import ctypes

        library = ctypes.CDLL(None)
        flag = 2  # RENAME_EXCHANGE in linux/fs.h, RENAME_SWAP in sys/stdio.h
        if sys.platform == "darwin":
            named = library.renamex_np
            return lambda old, other: int(named(old, other, flag))
        at, here = library.renameat2, -100  # AT_FDCWD
        return lambda old, other: int(at(here, old, here, other, flag))
    except (ImportError, AttributeError, OSError, TypeError):
        return None


def tree(folder: Path) -> Iterator[Path]:
    """Yield all that lies below a folder, links as links, each folder before what it holds; OSError where it cannot."""
    for inner, folders, files in os.walk(folder, onerror=_raised):
        yield from (Path(inner, name) for name in (*sorted(folders), *sorted(files)))


def folders_below(folder: Path) -> list[Path]:
    """Return all folders below a folder that are no links, inner ones first; OSError as for `tree`."""
    return sorted((path for path in tree(folder) if path.is_dir() and not path.is_symlink()), reverse=True)


def _raised(error: OSError) -> None:
    raise error


def settle(old: Path, new: Path, ours: Collection[str], linked: Collection[str]) -> None:
    """Move what a person has in a folder that was exchanged to its successor, and remove the rest.

    `ours`, paths below both, have been replaced or are gone. Files that were `linked` before the exchange are in both
    folders; if one is no longer in the old one, the person had moved or deleted it by then. A file that was saved
    meanwhile is in the old one only, or newer there.
    """
    for link in linked:
        if not os.path.lexists(old / link):
            (new / link).unlink(missing_ok=True)
    for _ in range(3):  # a program may still be saving into the old folder
        for path in [path for path in tree(old) if path.is_symlink() or not path.is_dir()]:
            name = path.relative_to(old)
            there = new / name
            with contextlib.suppress(FileNotFoundError):  # it has another name by now, which the next look finds
                if name.as_posix() in ours or (os.path.lexists(there) and not _newer(path, there)):
                    path.unlink()
                else:
                    there.parent.mkdir(parents=True, exist_ok=True)
                    os.replace(path, there)
        for inner in folders_below(old):
            with contextlib.suppress(OSError):
                inner.rmdir()
        with contextlib.suppress(OSError):
            old.rmdir()
            return


def _newer(path: Path, other: Path) -> bool:
    """Return whether a path is another file than `other`, changed later."""
    first, two = path.lstat(), other.lstat()
    return not os.path.samestat(first, two) and first.st_mtime_ns > two.st_mtime_ns


def note(work: Path, old: Path, ours: Collection[str]) -> None:
    """Write down which folder is exchanged next, for the next build if this one is killed: see `recover`.

    `ours` are as for `settle`.
    """
    place = {"target": old.parent.name, "profile": old.name, "folder": old.stat().st_ino}
    # Whole or not at all: with half a journal, the next build could not tell whether anything was exchanged.
    beside = work / f"{JOURNAL}.new"
    beside.write_text(json.dumps({**place, "ours": sorted(ours)}), "utf-8")
    beside.replace(work / JOURNAL)


def recover(work: Path) -> None:
    """Move a person's files out of the folders that a killed build had exchanged."""
    if not (work / JOURNAL).is_file():
        return
    journal = json.loads(regular.read(work / JOURNAL).decode("utf-8"))
    target = work.parent / Path(str(journal["target"])).name
    with alone(target):
        old = work / NEW / Path(str(journal["profile"])).name
        # A link, which a stranger's folder may hold, would move what lies elsewhere.
        own = regular.real(old) == regular.real(work) / NEW / old.name
        if own and old.is_dir() and old.stat().st_ino == journal["folder"]:
            settle(old, target / old.name, frozenset(journal["ours"]), ())
        (work / JOURNAL).unlink()
