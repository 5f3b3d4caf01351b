"""Notice when files of a game change: woken by inotify on Linux, else by looking again and again."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from beeprint.base import regular
from beeprint.sources.workspace import OUTPUT, SHIPPED

#: What inotify rings for: files written, renamed, made and removed, their times, and the folder itself (inotify(7)).
_EVENTS = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800


class Bell:
    """Rings when something changes below folders, without saying what; OSError where the system has no inotify.

    It may be late for what happens in a folder that is new, so that nobody should wait for it alone.
    """

    def __init__(self, folders: Iterable[Path], is_part: Callable[[Path], bool]) -> None:
        if not sys.platform.startswith("linux"):
            raise OSError("inotify is a part of Linux")
        self._folders, self._is_part = tuple(folders), is_part
        self._library = ctypes.CDLL(None, use_errno=True)
        self._file = self._check(self._library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        try:
            self._spread()
        except OSError:
            self.close()
            raise

    def wait(self, seconds: float) -> None:
        """Return when the bell has rung since the last call, at the latest after so many seconds."""
        rung, _, _ = select.select([self._file], [], [], seconds)
        if not rung:
            return
        with contextlib.suppress(BlockingIOError):
            while os.read(self._file, 1 << 16):
                pass
        self._spread()

    def close(self) -> None:
        """Close the file of inotify."""
        os.close(self._file)

    def _spread(self) -> None:
        """Listen to all folders, new ones among them."""
        for folder in self._folders:
            for home, inner, _ in os.walk(folder):
                inner[:] = [name for name in inner if self._is_part(Path(home, name))]
                with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                    self._check(self._library.inotify_add_watch(self._file, os.fsencode(home), _EVENTS))

    def _check(self, result: int) -> int:
        if result < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return result


#: How long to wait for further files of the same save, and how often to look whether there are any, in ms: watchfiles'
#: own 1,600 and 50 are felt as a delay. Looking takes a little of a processor, so that where a bell rings it is done
#: for a moment only, and elsewhere less often after a while without changes, in seconds.
_DEBOUNCE, _STEP, _IDLE_STEP = 20, 3, 40
_MOMENT = 20
_AWAKE = 120.0
#: How often to look at a folder whose system tells nothing, and whether the folder is still the same one, in ms.
_POLL, _LOOK = 300, 1000
#: How long to wait for a folder that is gone to come back, in seconds.
_PATIENCE = 0.5
_IGNORED = frozenset({OUTPUT, ".git", "__pycache__", "node_modules"})
#: File systems on which another machine may change files, of which nobody is told here.
_REMOTE = re.compile(r"nfs\d?|cifs|smb.*|9p|afs|ceph|vboxsf|prl_fs|drvfs|virtiofs|fuse\..*")


def changes(game: Path, stop: threading.Event) -> Iterator[frozenset[Path]]:
    """Yield the files of a game that have changed, those of each save together, until `stop` is set.

    What lies in `output/`, and what editors write beside a file while they save it, is no part of a game. The folder
    itself is among them when watching begins, and whenever something may have been missed. Where it is removed this
    waits until it is back. Where the system tells of no changes the files are looked at again and again.
    """
    home = regular.real(game)
    polls, odd, last = is_remote(home), False, time.monotonic()
    while not stop.is_set():
        if not home.is_dir():
            stop.wait(_PATIENCE)
            continue
        idle = time.monotonic() - last > _AWAKE
        try:
            for files in _compare(home, stop) if odd else _watch(home, stop, polls, idle):
                if files:
                    yield files
                    last = time.monotonic()
                if idle is not (time.monotonic() - last > _AWAKE):
                    break
        except (FileNotFoundError, RuntimeError, UnicodeError):
            odd = odd or _has_odd_names(home)
            stop.wait(_PATIENCE)  # else the folder went while it was looked at
        except OSError:
            polls = True  # the system has no more watchers, or none for this folder


def _watch(home: Path, stop: threading.Event, polls: bool, idle: bool) -> Iterator[frozenset[Path]]:
    """Yield what changes in a folder until another one is in its place; nothing, now and then, while nothing does."""
    folders = _folders(home)
    bell = None if polls else _bell(folders, home)
    with _keep_open(home), contextlib.closing(bell) if bell else contextlib.nullcontext():
        yield from _look(home, folders, stop, polls, _IDLE_STEP if idle and not bell else _STEP, bell)


def _folders(home: Path) -> set[Path]:
    return {home, (SHIPPED / "layouts").resolve()}


@contextlib.contextmanager
def _keep_open(folder: Path) -> Iterator[None]:
    """Keep a folder open, so that another one in its place cannot get its number; Windows opens no folders."""
    try:
        held = os.open(folder, os.O_RDONLY)
    except PermissionError:
        yield
        return
    try:
        yield
    finally:
        os.close(held)


def _look(
    home: Path, folders: set[Path], stop: threading.Event, polls: bool, step: int, bell: Bell | None = None
) -> Iterator[frozenset[Path]]:
    """Yield what changes, looking every so many ms, or when the bell rings."""
    from watchfiles import watch

    itself = home.stat()
    # What changed before the watch began is not told, nor what a new folder held by the time it was seen.
    unsure: float | None = time.monotonic()
    for notices in watch(
        *folders,
        watch_filter=lambda change, path: is_part(Path(path), home),
        debounce=_DEBOUNCE,
        step=step,
        stop_event=stop,
        rust_timeout=_MOMENT if bell else _LOOK,
        yield_on_timeout=True,
        force_polling=polls or None,
        poll_delay_ms=_POLL,
        ignore_permission_denied=True,
    ):
        paths = frozenset(Path(path) for _, path in notices)
        if any(path.is_dir() for path in paths):
            unsure = time.monotonic()
        if not paths and unsure is not None and time.monotonic() - unsure > 0.9 * _LOOK / 1000:
            paths, unsure = frozenset({home}), None
        yield paths
        now = home.stat() if home.is_dir() else None
        if now is None or (now.st_dev, now.st_ino) != (itself.st_dev, itself.st_ino):
            yield frozenset({home})
            return
        if bell:
            bell.wait(_LOOK / 1000)


def _compare(home: Path, stop: threading.Event) -> Iterator[frozenset[Path]]:
    """Yield a folder whenever files in it differ, by their times and sizes, until it is gone."""
    seen: dict[Path, object] | None = None
    while home.is_dir():
        now = {path: stamp for folder in _folders(home) for path, stamp in _stamps(folder, home)}
        if now != seen:
            seen = now
            yield frozenset({home})
        if stop.wait(_POLL / 1000):
            return


def _stamps(folder: Path, home: Path) -> Iterator[tuple[Path, object]]:
    for above, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if is_part(Path(above, name), home)]
        for path in (Path(above, name) for name in names):
            if is_part(path, home):
                with contextlib.suppress(OSError):
                    stat = path.stat()
                    yield path, (stat.st_mtime_ns, stat.st_size, stat.st_ino)


def _has_odd_names(home: Path) -> bool:
    """Return whether a name in a folder, or its own, is no text in UTF-8: watchfiles fails at such names."""
    paths = (path for above, inner, names in os.walk(home) for path in (above, *inner, *names))
    return any(0xD800 <= ord(char) <= 0xDFFF for path in paths for char in path)


def _bell(folders: set[Path], home: Path) -> Bell | None:
    """Return a bell that rings when files in folders change; None where the system has no inotify."""
    try:
        return Bell(folders, lambda path: is_part(path, home))
    except (OSError, AttributeError):
        return None


def is_part(path: Path, game: Path) -> bool:
    """Return whether a file may be part of a game."""
    inside = path.relative_to(game).parts if path.is_relative_to(game) else path.parts[-2:]
    name = path.name
    hidden = any(part.startswith((".", "~$")) for part in inside)
    return _IGNORED.isdisjoint(inside) and not name.endswith(("~", ".swp", ".tmp")) and not hidden


def is_remote(folder: Path, mounts: Path = Path("/proc/self/mountinfo")) -> bool:
    """Return whether a folder lies on a network drive, as far as that can be told."""
    if folder.drive.startswith("\\\\"):
        return True
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return False
    systems = {}
    for line in lines:
        place, _, system = line.partition(" - ")
        mounted = re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), place.split(" ")[4])
        systems[Path(mounted)] = system.split(" ")[0]
    above = next((parent for parent in (folder, *folder.parents) if parent in systems), None)
    return above is not None and bool(_REMOTE.fullmatch(systems[above]))
