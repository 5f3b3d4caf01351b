"""Read regular files: opened once, checked on what was opened, and bounded before they are read."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

#: The largest file that is read where nothing else is asked for, in bytes.
MAX_BYTES = 64_000_000
#: A pipe would be waited for, a terminal would become this process's own; Windows turns line ends.
_HOW = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class NotRegularError(OSError):
    """What was opened is a folder, a pipe, a socket or a device."""


class OutsideError(OSError):
    """A link has led out of the folder."""


class TooLargeError(OSError):
    """The file has `size` bytes or more, which is more than is wanted."""

    def __init__(self, path: Path | str, size: int) -> None:
        super().__init__(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        self.size = size


def read(path: Path | str, most: int = MAX_BYTES, within: Path | None = None) -> bytes:
    """Read a regular file of at most `most` bytes, which lies `within` a folder; OSError for anything else."""
    descriptor = os.open(path, _HOW)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegularError(errno.EINVAL, "not a regular file", str(path))
        if within is not None:
            _check_inside(Path(path), status, within)
        if status.st_size > most:
            raise TooLargeError(path, status.st_size)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            data = file.read(status.st_size + 1)
            if len(data) > status.st_size:  # it grows, or the system does not say how large it is, as in /proc
                data += file.read(most + 1 - len(data))
    finally:
        os.close(descriptor)
    if len(data) > most:
        raise TooLargeError(path, len(data))
    return data


def _check_inside(path: Path, status: os.stat_result, folder: Path) -> None:
    """Check that the file which was opened, and no other that a link has since led to, lies in a folder."""
    real = path.resolve()
    if not real.is_relative_to(folder.resolve()) or not os.path.samestat(real.stat(), status):
        raise OutsideError(errno.EXDEV, "a link leads out of the game's folder", str(path))
