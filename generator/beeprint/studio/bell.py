"""Sleep until something changes below a folder, where the system rings: on Linux, by inotify."""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

#: What inotify rings for: files written, renamed, made and removed, their times, and the folder itself (inotify(7)).
_EVENTS = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800


class Bell:
    """Rings when something changes below folders, without saying what; OSError where the system has no bell to give.

    It may be late for what happens in a folder that is new, so that nobody should wait for it alone.
    """

    def __init__(self, folders: Iterable[Path], is_part: Callable[[Path], bool]) -> None:
        if not sys.platform.startswith("linux"):
            raise OSError("inotify is a part of Linux")
        self._folders, self._is_part = tuple(folders), is_part
        self._library = ctypes.CDLL(None, use_errno=True)
        self._file = self._checked(self._library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
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
        """Give the bell back to the system."""
        os.close(self._file)

    def _spread(self) -> None:
        """Listen to all folders there are; those that are listened to already stay so."""
        for folder in self._folders:
            for home, inner, _ in os.walk(folder):
                inner[:] = [name for name in inner if self._is_part(Path(home, name))]
                with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                    self._checked(self._library.inotify_add_watch(self._file, os.fsencode(home), _EVENTS))

    def _checked(self, result: int) -> int:
        if result < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return result
