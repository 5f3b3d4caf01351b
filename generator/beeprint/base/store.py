"""The cache: results of earlier builds on this machine, stored by the content that they depend on.

An entry's name is a digest of everything that its data depends on, including beeprint's own code and its libraries, so
an entry may be missing but is never out of date. Entries are written to a temporary file and moved into place, which
makes simultaneous builds safe; each carries a digest of its name and its data, so one that is damaged, or has another's
name, counts as missing. A cache that cannot be read or written only costs time.

Every process notes what it is going to write in one file, so that the bound of all is known without looking at each
entry, whoever wrote it and however that ended. Past the bound, the least recently used go.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from beeprint.base import installed, interrupts, regular
from beeprint.base.user_folders import cache_folder

#: The largest entry that is stored, and the most that all entries may take, in bytes.
MAX_ENTRY = 64_000_000
MAX_TOTAL = 1_000_000_000
#: How much one process writes before it looks whether the bound is passed, and what is left then, by the bound.
_STEP, _LEFT = 50_000_000, 0.8
#: A temporary file that is older, in seconds, has been left behind.
_STALE = 3600
_NOTES, _MAX_NOTES = "written", 1_000_000
_HEAD = b"beeprint "
#: More bytes than the first line has.
_HEAD_ROOM = 200


def _head(path: Path, body: bytes) -> bytes:
    """Return the first line of an entry."""
    digest = hashlib.sha256(f"{path.parent.name}/{path.name}\n".encode())
    digest.update(body)
    return _HEAD + digest.hexdigest().encode()


def _private(path: str, flags: int) -> int:
    """Open a file that no other user may read."""
    return os.open(path, flags, 0o600)


def _at_once(path: str, flags: int) -> int:
    """Open a file to write without waiting: of a pipe that nobody reads, OSError."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


class Store:
    """Entries by kind and by what they depend on; a store without a folder keeps nothing."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._written = 0
        self._salt = b""
        if folder is not None:
            self._salt = installed.stamp(partial(self.get, "installed"), partial(self.put, "installed"))

    @classmethod
    def open(cls) -> Store:
        """Open this user's store."""
        return cls(cache_folder())

    @property
    def keeps(self) -> bool:
        """Return whether anything is kept at all."""
        return self._folder is not None

    @property
    def salt(self) -> bytes:
        """Return what every entry depends on: a digest of beeprint's code, its libraries and plug-ins."""
        return self._salt

    def _path(self, kind: str, sources: tuple[str | bytes, ...]) -> Path | None:
        if self._folder is None:
            return None
        digest = hashlib.sha256(self._salt)
        for source in sources:
            data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
            digest.update(len(data).to_bytes(8, "little"))
            digest.update(data)
        return self._folder / kind / digest.hexdigest()[:40]

    def get(self, kind: str, *sources: str | bytes) -> bytes | None:
        """Return the data of a kind for these sources, or None."""
        path = self._path(kind, sources)
        if path is None:
            return None
        try:
            data = regular.read(path, MAX_ENTRY + _HEAD_ROOM)
            head, _, body = data.partition(b"\n")
            if head != _head(path, body):
                return None
            os.utime(path)
        except OSError:
            return None
        return body

    def put(self, kind: str, data: bytes, *sources: str | bytes) -> None:
        """Store data of a kind that depends on these sources."""
        path = self._path(kind, sources)
        if path is None or len(data) > MAX_ENTRY:
            return
        self._write(path, _head(path, data) + b"\n" + data)
        if self._written > _STEP:
            self.tidy()

    @interrupts.runs_to_its_end
    def _write(self, path: Path, body: bytes) -> None:
        """Write an entry whole, or not at all where it cannot be written."""
        beside: Path | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._note(len(body))
            # Not by tempfile: to import it takes a while, which every command would wait for.
            made = path.parent / f".new-{os.getpid()}-{time.time_ns()}"
            with open(made, "xb", opener=_private) as file:
                beside = made
                file.write(body)
            beside.replace(path)
            beside = None
        except OSError:
            pass
        finally:
            # On a full disk another one would be left each time.
            if beside is not None:
                with contextlib.suppress(OSError):
                    beside.unlink()

    def _note(self, size: int) -> None:
        """Note what is going to be written, for all processes that use this store."""
        if self._folder is not None:
            self._written += size
            with open(self._folder / _NOTES, "ab", opener=_at_once) as notes:
                notes.write(b"%d\n" % size)

    def put_file(self, data: bytes) -> str:
        """Store a whole file as kind `file`, and return the digest that is its key."""
        key = hashlib.sha256(data).hexdigest()
        self.put("file", data, key)
        return key

    def has(self, sources: Sequence[str]) -> bool:
        """Return whether a file was made from these sources earlier."""
        return self.get("drawn", *sources) is not None

    def copy(self, path: Path, sources: Sequence[str]) -> bool:
        """Write a file as it was made earlier from the same sources; False where it has to be made."""
        known = self.get("drawn", *sources)
        data = self.get("file", known) if known is not None else None
        if data is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return data is not None

    def once(self, path: Path, sources: Sequence[str], make: Callable[[], None]) -> None:
        """Write a file as it was made earlier from the same sources, or else make it."""
        if self.copy(path, sources):
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        make()
        if self.keeps:
            self.put("drawn", self.put_file(path.read_bytes()).encode(), *sources)

    def tidy(self) -> None:
        """Remove the least recently used entries if all may be too large together."""
        if self._folder is None or not self._written:
            return
        self._written = 0
        notes = self._folder / _NOTES
        try:
            if _noted(notes) <= MAX_TOTAL:
                return
            with open(notes, "wb", opener=_at_once):
                pass  # what others write from here on is noted there, and counted twice at most
            entries = []
            for path in self._folder.glob("*/*"):
                with contextlib.suppress(FileNotFoundError):  # another process tidies up, too
                    status = path.stat()
                    entries.append((status.st_mtime, status.st_size, path))
        except OSError:
            return
        total = sum(size for _, size, _ in entries)
        aim = MAX_TOTAL if total <= MAX_TOTAL else MAX_TOTAL * _LEFT
        for moment, size, path in sorted(entries):
            left_behind = path.name.startswith(".new-") and time.time() - moment > _STALE
            if total <= aim and not left_behind:
                continue
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size
        with contextlib.suppress(OSError):
            self._note(total)
            self._written = 0


def _noted(notes: Path) -> float:
    """Return how many bytes all entries have at most, by the notes; without end where these are missing or damaged."""
    try:
        text = regular.read(notes, _MAX_NOTES)
        return sum(map(int, text.split())) if text else math.inf
    except (OSError, ValueError):
        return math.inf


#: A store that keeps nothing.
NOWHERE = Store()
