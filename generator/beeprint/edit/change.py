"""Edits as values, and how they are written: whole, into the game's own files, only over what was seen."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

import beeprint
from beeprint.base import interrupts, regular
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.files.delivery import beside, keep_rights
from beeprint.files.workspace import SHIPPED, shown

_LOOK_AGAIN = "look at it as it is now, and make the change again"
_HINTS = {
    errno.ENOSPC: "free some space on the disk; the file is as it was",
    errno.EDQUOT: "free some space on the disk; the file is as it was",
    errno.EACCES: "allow this user to write to its folder; the file is as it was",
    errno.EROFS: "copy the game to a disk that can be written to",
}


class Change(Struct, frozen=True):
    """A file's bytes before and after an edit."""

    path: Path
    before: bytes
    after: bytes


class Edit(Struct, frozen=True):
    """An edit of a game's files, which `write` carries out; `title` says in a few words what it does.

    `game` is the folder outside which nothing is written; `warnings` are problems that the edit brings.
    """

    title: str
    game: Path
    changes: tuple[Change, ...]
    warnings: tuple[Problem, ...] = ()

    @property
    def reversed(self) -> Edit:
        """Return the edit that takes this one back."""
        changes = tuple(Change(one.path, one.after, one.before) for one in self.changes)
        return Edit(self.title, self.game, changes)


def digest(data: bytes) -> str:
    """Return what tells the bytes of a file from others."""
    return hashlib.sha256(data).hexdigest()


def digests(sources: Mapping[Path, bytes]) -> dict[str, str]:
    """Return the digests of files by their names for messages."""
    return {shown(path): digest(data) for path, data in sources.items()}


def check_seen(sources: Mapping[Path, bytes], seen: Mapping[str, str]) -> None:
    """Raise BuildError with a problem for each file that is no longer as the caller saw it."""
    now = digests(sources)
    changed = [file for file in now if seen.get(file) != now[file]]
    if changed:
        raise BuildError(_changed(file) for file in changed)


def _changed(file: str) -> Problem:
    return Problem(Place(file), "the file has changed meanwhile", _LOOK_AGAIN)


def own_file(path: Path, game: Path) -> Path:
    """Return a file of the game with its links followed; BuildError for one that is not the game's to change.

    The layouts of the games that come with beeprint are theirs in a checkout, where they are edited.
    """
    file, home = regular.real(path), regular.real(game)
    if file.is_relative_to(home):
        return file
    checkout = Path(beeprint.__file__).resolve().parent != SHIPPED
    if checkout and home.is_relative_to(SHIPPED / "data") and file.is_relative_to(SHIPPED / "layouts"):
        return file
    if Path(os.path.abspath(path)).is_relative_to(Path(os.path.abspath(game))):
        message = f"this is a link to a file outside the game's folder {shown(game)}"
        raise error_at(Place(shown(path)), message, "copy the file itself into the folder")
    message = "this file comes with beeprint, and other games use it"
    if not file.is_relative_to(SHIPPED):
        message = f"this file is not in the game's folder {shown(game)}"
    root = next((folder for folder in file.parents if folder.name == "layouts"), file.parent)
    hint = f"change the slot here only, or copy the file to {shown(game / 'layouts' / file.relative_to(root))} first"
    raise error_at(Place(shown(path)), message, hint)


@interrupts.runs_to_its_end
def write(edit: Edit) -> None:
    """Write an edit's files, all or none; BuildError where one has changed meanwhile or cannot be written."""
    with contextlib.ExitStack() as stack:
        ready: list[_Ready] = []
        for change in edit.changes:
            target = own_file(change.path, edit.game)
            _check_unchanged(change, target)
            new = stack.enter_context(_staged(change.path, target, change.after))
            # What takes back the first of several files lies ready too: a disk may be full by then.
            several = len(edit.changes) > 1
            old = stack.enter_context(_staged(change.path, target, change.before)) if several else new
            ready.append(_Ready(change, target, new, old))
        placed: list[_Ready] = []
        try:
            for one in ready:
                _check_unchanged(one.change, one.target)
                with _explained(one.change.path):
                    os.replace(one.new, one.target)
                placed.append(one)
        except BuildError:
            for one in placed:
                with _explained(one.change.path):
                    os.replace(one.old, one.target)
            raise
        for folder in {one.target.parent for one in ready}:
            _sync(folder)


class _Ready(NamedTuple):
    """A change, the file it is for, and files beside that one with its new and its old bytes."""

    change: Change
    target: Path
    new: Path
    old: Path


def _check_unchanged(change: Change, target: Path) -> None:
    """Raise BuildError unless a file holds what the edit was made for, and may be written."""
    file = shown(change.path)
    with _explained(change.path):
        try:
            now = regular.read(target)
            mode = target.stat().st_mode
        except FileNotFoundError:
            raise error_at(Place(file), "the file is gone", _LOOK_AGAIN) from None
    if now != change.before:
        raise BuildError([_changed(file)])
    # A file that is not to be written could still be replaced, if its folder allows it.
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise error_at(Place(file), "the file is read-only", "allow writing to it; it is as it was")


@contextlib.contextmanager
@interrupts.runs_to_its_end
def _staged(path: Path, target: Path, data: bytes) -> Iterator[Path]:
    """Provide a file beside the target with its rights and these data, safe on the disk."""
    with beside(target) as new:
        with _explained(path):
            with new.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            keep_rights(target, new)
        yield new


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn an OSError into a problem of the file."""
    try:
        yield
    except OSError as error:
        hint = _HINTS.get(error.errno or 0, "the file is as it was")
        message = f"cannot write the file: {error.strerror or error}"
        raise error_at(Place(shown(path)), message, hint) from error


def _sync(folder: Path) -> None:
    """Write a folder's entries to the disk, where the system can."""
    if os.name != "nt":
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
