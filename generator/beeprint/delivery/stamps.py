"""Tell whether a file has changed since it was looked at last, without reading it again where that can be avoided."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from beeprint.base import regular

#: For so many nanoseconds after a change, a second one may leave the same times: FAT counts in steps of 2 s.
_STEP = 2_000_000_000


class Stamp(NamedTuple):
    """A file as it was: its times, size and number on the disk, and as long as it is new, what its bytes are."""

    path: Path
    state: tuple[int, ...]
    digest: bytes = b""


def look(path: Path | None, old: Stamp | None = None) -> tuple[Stamp | None, bool]:
    """Return the stamp of a file, None where there is none, and whether it differs from how it was at `old`.

    Look before the file is read: a change that comes between is then seen next time.
    """
    try:
        new = None if path is None else _stamp(path, old)
    except OSError:
        new = None  # it has just been removed
    if new is None or old is None or new[:2] != old[:2]:
        return new, new is not old
    if new.digest != old.digest:
        return new, True
    return new if _is_new(new.state) else new._replace(digest=b""), False


def settled(paths: Iterable[Path | str]) -> str:
    """Return a text that differs once one of these files has changed; empty where that may go unnoticed.

    That is where one is new, missing or no regular file, and on Windows, which does not tell when a file was changed
    whose time somebody has put back.
    """
    if os.name == "nt":
        return ""
    states = []
    for path in paths:
        try:
            status = os.lstat(path)
        except OSError:
            return ""
        state = status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino, status.st_dev
        if not stat.S_ISREG(status.st_mode) or _is_new(state):
            return ""
        states.append((os.fspath(path), *state))
    return f"{states}"


def _stamp(path: Path, old: Stamp | None) -> Stamp:
    status = path.stat()
    state = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
    unsure = old.digest if old is not None and old[:2] == (path, state) else _is_new(state)
    return Stamp(path, state, hashlib.sha256(regular.read(path)).digest() if unsure else b"")


def _is_new(state: tuple[int, ...]) -> bool:
    return time.time_ns() - max(state[:2]) < _STEP
