"""Overwrite files of a person: all or none, and only while they are as they were seen."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from beeprint.base import interrupts, regular
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.delivery import exchange
from beeprint.delivery.replacing import beside, keep_rights
from beeprint.sources.workspace import shown

_CHANGED = "the file has changed meanwhile"
_HINTS = {
    errno.ENOSPC: "free some space on the disk; the file is as it was",
    errno.EDQUOT: "free some space on the disk; the file is as it was",
    errno.EACCES: "allow this user to write to its folder; the file is as it was",
    errno.EROFS: "copy the game to a disk that can be written to",
}


class Overwrite(Struct, frozen=True):
    """New bytes for a file, and the bytes that it was seen to hold; None for a file that is to go, or is not there yet.

    `path` is how messages call the file, and `target` is the file itself, with links followed.
    """

    path: Path
    target: Path
    before: bytes | None
    after: bytes | None

    def check(self, again: str) -> None:
        """Raise BuildError unless the file is as it was seen, and may be written; `again` is what to do if not."""
        place = Place(shown(self.path))
        with self.explained():
            try:
                now = regular.read(self.target)
            except FileNotFoundError:
                if self.before is None:
                    return
                raise error_at(place, "the file is gone", again) from None
            mode = self.target.stat().st_mode
        if now != self.before:
            raise error_at(place, _CHANGED, again)
        # A file that is not to be written could still be replaced, if its folder allows it.
        if not mode & 0o222 or not os.access(self.target, os.W_OK):
            raise error_at(place, "the file is read-only", "allow writing to it; it is as it was")

    def make_folder(self) -> None:
        """Make the folder of the file where there is none; BuildError unless files can be made in it."""
        folder = self.target.parent
        with self.explained():
            folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            message = f"the folder {shown(folder)} is read-only"
            raise error_at(Place(shown(self.path)), message, "allow writing to this folder; nothing was changed")

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Turn an OSError into a problem of the file."""
        try:
            yield
        except OSError as error:
            hint = _HINTS.get(error.errno or 0, "the file is as it was" if self.before is not None else "")
            message = f"cannot write the file: {error.strerror or error}"
            raise error_at(Place(shown(self.path)), message, hint) from error


@interrupts.runs_to_its_end
def overwrite(files: Sequence[Overwrite], again: str) -> None:
    """Write files whole and safely to the disk, all or none; BuildError as for `Overwrite.check`, and of the disk.

    Processes and threads that overwrite the same file take turns. Between the moves of several files a kill leaves some
    of them new; each is whole.
    """
    with contextlib.ExitStack() as stack:
        for file in files:
            file.check(again)
            file.make_folder()
        for target in sorted({file.target for file in files}):  # in one order, so that no two wait for each other
            stack.enter_context(exchange.alone(target))
        ready: list[_Ready] = []
        for file in files:
            file.check(again)
            new = stack.enter_context(_staged(file, file.after or b""))
            # What takes back the first of several files is ready too: a disk may be full by then.
            back = file.before is not None and len(files) > 1
            old = stack.enter_context(_staged(file, file.before or b"")) if back else None
            ready.append(_Ready(file, new, old))
        placed: list[_Ready] = []
        try:
            for each in ready:
                _place(each, again)
                placed.append(each)
        except BuildError:
            for each in placed:
                with each.file.explained():
                    _take_back(each)
            raise
        for folder in {file.target.parent for file in files}:
            _sync(folder)


class _Ready(NamedTuple):
    """A file, and beside it files with its new and, where it may have to be put back, its old bytes."""

    file: Overwrite
    new: Path
    old: Path | None


@contextlib.contextmanager
@interrupts.runs_to_its_end
def _staged(file: Overwrite, data: bytes) -> Iterator[Path]:
    """Provide a file beside the target with its rights and these data, safe on the disk."""
    with beside(file.target) as new:
        with file.explained():
            with new.open("wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            if file.before is not None:
                keep_rights(file.target, new)
        yield new


def _place(ready: _Ready, again: str) -> None:
    """Put the new file in place; BuildError, and the target untouched, unless that is as it was seen."""
    file = ready.file
    file.check(again)
    with file.explained():
        if file.before is None:
            placed = _link(ready.new, file.target)
        else:
            placed = _exchange(ready.new, file.target, file.before)
        if file.after is None and placed is not False:
            file.target.unlink()  # the old bytes are beside it until all files are in place
            return
        if placed is None:  # the system can do neither, so that an editor may save between the check and the move
            file.check(again)
            os.replace(ready.new, file.target)
        elif not placed:
            raise error_at(Place(shown(file.path)), _CHANGED, again)


def _take_back(ready: _Ready) -> None:
    """Put the old file back, or remove one that is new, unless somebody has saved another one since."""
    file = ready.file
    if file.after is None and ready.old is not None:
        if _link(ready.old, file.target) is None:  # the disk has no links, or is full
            os.replace(ready.old, file.target)
    elif ready.old is not None:
        if _exchange(ready.old, file.target, file.after or b"") is None:
            os.replace(ready.old, file.target)
    elif _held(file.target) == file.after:
        file.target.unlink()


def _link(new: Path, target: Path) -> bool | None:
    """Give a file the name of the target; False where that exists by now, None where the disk has no links."""
    try:
        os.link(new, target)
    except FileExistsError:
        return False
    except OSError:
        return None
    return True


def _exchange(new: Path, target: Path, seen: bytes) -> bool | None:
    """Exchange a file with a target that holds the bytes `seen`; None where the system cannot exchange them.

    An editor may save at any moment, by moving a file of its own over the target. What the exchange brings back is
    therefore compared with what was seen. False where it differs: the file that was saved last is the target then.
    """
    placed = _held(new)
    if not exchange.swap(new, target):
        return None
    back = _held(new)
    if back == seen:
        return True
    while exchange.swap(new, target):
        returned = _held(new)
        if returned == placed:
            break
        placed, back = back, returned  # somebody saved once more in between; that file goes back too
    return False


def _held(path: Path) -> bytes | None:
    """Return the bytes of a file; None where there is none."""
    try:
        return regular.read(path)
    except OSError:
        return None


def _sync(folder: Path) -> None:
    """Write a folder's entries to the disk, where the system can."""
    if os.name != "nt":
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
