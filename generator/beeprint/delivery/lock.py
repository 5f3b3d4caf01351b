"""Lock files that say who holds them; the system frees one when its process ends, however it ends."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path

from beeprint.base import regular

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        """Lock an open file, or raise an OSError at once."""
        # Far behind the content, which others may read meanwhile.
        os.lseek(file, 1 << 20, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(file: int) -> None:
        """Lock an open file, or raise an OSError at once."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """A lock file, taken by one process or thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1

    def take(self, create: bool = True) -> bool:
        """Take the lock; False if another process, or another thread, holds it, or it is to exist and does not.

        OSError where a link has its name: a stranger's output folder may hold one to any file of this user, which
        would be emptied.
        """
        if self._path.is_symlink():
            raise OSError(errno.ELOOP, "this is a link", str(self._path))
        flags = os.O_RDWR | getattr(os, "O_BINARY", 0) | (os.O_CREAT if create else 0)
        try:
            file = os.open(self._path, flags, 0o666)
        except FileNotFoundError:
            return False
        try:
            if _locked(file) and os.path.samestat(os.fstat(file), self._path.stat()):
                os.ftruncate(file, 0)
                os.write(file, f"process {os.getpid()} on {_machine()}\n".encode())
                self._file, file = file, -1
                return True
        except FileNotFoundError:
            pass  # the holder removed the file when it was done: what was locked here is gone
        finally:
            if file >= 0:
                os.close(file)
        return False

    def free(self, keep: bool = False) -> None:
        """Remove the file, and the lock with it, if it is held; `keep` leaves the file, for others to find."""
        file, self._file = self._file, -1
        if file < 0:
            return
        # On Windows an open file cannot be removed, elsewhere a closed one might be another's by now.
        if keep or sys.platform == "win32":
            os.close(file)
        if not keep:
            with contextlib.suppress(OSError):
                self._path.unlink()
        if not keep and sys.platform != "win32":
            os.close(file)

    def holder(self) -> str:
        """Return who holds the lock, as far as the file says it."""
        try:
            return regular.read(self._path).decode("utf-8", "replace")[:200].strip() or "another process"
        except OSError:
            return "another process"


def _machine() -> str:
    """Return the machine's name; the module `socket` knows it too, but takes longer to load than a warm build."""
    return os.environ.get("COMPUTERNAME", "this machine") if sys.platform == "win32" else os.uname().nodename


def _locked(file: int) -> bool:
    """Lock an open file without waiting; True also where the file system knows no locks."""
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True
