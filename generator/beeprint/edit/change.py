"""Edits as values, and how they are written: whole, into the game's own files, only over what was seen."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

import beeprint
from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.files.overwrite import Overwrite, overwrite
from beeprint.files.workspace import SHIPPED, shown

_LOOK_AGAIN = "look at it as it is now, and make the change again"


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


def write(edit: Edit) -> None:
    """Write an edit's files, all or none; BuildError where one has changed meanwhile or cannot be written."""
    files = [Overwrite(one.path, own_file(one.path, edit.game), one.before, one.after) for one in edit.changes]
    overwrite(files, _LOOK_AGAIN)
