"""Read regular files: opened once, checked on what was opened, and bounded before they are read."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

#: The largest file that is read where nothing else is asked for, in bytes.
MAX_BYTES = 64_000_000
#: How often a file is opened again that was replaced meanwhile.
_TIMES = 100
#: A pipe would be waited for, a terminal would become this process's own; Windows turns line ends.
_HOW = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class NotRegularError(OSError):
    """What was opened is a folder, a pipe, a socket or a device."""


class OutsideError(OSError):
    """A link has led out of the folder."""


class _ReplacedError(Exception):
    """Another file has taken the place of the one that was opened, as when an editor saves it."""


class TooLargeError(OSError):
    """The file has `size` bytes or more, which is more than is wanted."""

    def __init__(self, path: Path | str, size: int) -> None:
        super().__init__(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        self.size = size


def read(path: Path | str, most: int = MAX_BYTES, within: Path | None = None) -> bytes:
    """Read a regular file of at most `most` bytes, which lies `within` a folder; OSError for anything else."""
    for _ in range(_TIMES):
        with contextlib.suppress(_ReplacedError):
            return _read(path, most, within)
    raise OSError(errno.EAGAIN, "other programs replace the file all the time", str(path))


def _read(path: Path | str, most: int, within: Path | None) -> bytes:
    """Read a file as `read` does; _ReplacedError if another one takes its place meanwhile."""
    descriptor = os.open(path, _HOW)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegularError(errno.EINVAL, "not a regular file", str(path))
        if within is not None:
            _check_inside(os.fspath(path), status, within)
        if status.st_size > most:
            raise TooLargeError(path, status.st_size)
        data = os.read(descriptor, status.st_size + 1)
        # Else it was read in part, or it grows, or the system does not say how large it is, as in /proc.
        if len(data) != status.st_size:
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                data += file.read(most + 1 - len(data))
    finally:
        os.close(descriptor)
    if len(data) > most:
        raise TooLargeError(path, len(data))
    return data


def seen_from(folder: str, path: str) -> str:
    """Return what a path is called from a folder that holds it, `.` for the folder; empty where it lies elsewhere.

    Both are absolute and without `..`; links are not followed.
    """
    if os.path.normcase(path) == os.path.normcase(folder):
        return "."
    top = os.path.join(folder, "")
    return path[len(top) :] if os.path.normcase(path).startswith(os.path.normcase(top)) else ""


def real(path: Path) -> Path:
    """Return a path with its links followed; those that lead in a circle stay, for whoever opens it to fail at."""
    return Path(os.path.realpath(path))  # Path.resolve raises a RuntimeError of its own before Python 3.13


def _check_inside(path: str, status: os.stat_result, folder: Path) -> None:
    """Check that the file which was opened, and no other that a link has since led to, lies in a folder."""
    real = os.path.realpath(path)
    if not seen_from(os.path.realpath(folder), real):
        raise OutsideError(errno.EXDEV, "a link leads out of the folder", path)
    if not os.path.samestat(os.stat(real), status):
        raise _ReplacedError
