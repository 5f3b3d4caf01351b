"""Edits as values, written whole and only over what was seen; undo and redo."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

import beeprint
from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.delivery.overwrite import Overwrite, overwrite
from beeprint.sources.workspace import SHIPPED, shown

_LOOK_AGAIN = "look at it as it is now, and make the change again"


class Change(Struct, frozen=True):
    """A file's bytes before and after an edit; None where there is no file."""

    path: Path
    before: bytes | None
    after: bytes | None


class Edit(Struct, frozen=True):
    """An edit of a game's files, which `write` carries out; `title` sums it up in a few words.

    `game` is the folder outside which nothing is written; `warnings` are problems that the edit brings, and `added` the
    names of the slots that it adds to a layout.
    """

    title: str
    game: Path
    changes: tuple[Change, ...]
    warnings: tuple[Problem, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return the title as it begins a sentence; a file or an id at its start stays as it is written."""
        first = self.title.partition(" ")[0]
        return self.title[:1].upper() + self.title[1:] if first.removesuffix(":").isalpha() else self.title

    @property
    def reversed(self) -> Edit:
        """Return the edit that takes this one back."""
        changes = tuple(Change(change.path, change.after, change.before) for change in self.changes)
        return Edit(self.title, self.game, changes)


def digest(data: bytes) -> str:
    """Return the SHA-256 of a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def digests(sources: Mapping[Path, bytes]) -> dict[str, str]:
    """Return the digests of files by their names for messages."""
    return {shown(path): digest(data) for path, data in sources.items()}


def check_seen(sources: Mapping[Path, bytes], seen: Mapping[str, str]) -> None:
    """Raise BuildError with a problem for each file that has changed since the caller saw it."""
    now = digests(sources)
    changed = [file for file in now if seen.get(file) != now[file]]
    if changed:
        raise BuildError(_conflict(file) for file in changed)


def _conflict(file: str) -> Problem:
    return Problem(Place(file), "the file has changed meanwhile", _LOOK_AGAIN)


def own_file(path: Path, game: Path) -> Path:
    """Resolve the links of a game's file; BuildError if it is not the game's to change.

    In a checkout, the layouts of the built-in games count as theirs, so that they can be edited.
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
    files = [
        Overwrite(change.path, own_file(change.path, edit.game), change.before, change.after) for change in edit.changes
    ]
    overwrite(files, _LOOK_AGAIN)


class Past(NamedTuple):
    """Edits on disk, the latest last, and undone edits."""

    done: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()

    @property
    def can_undo(self) -> Edit | None:
        """Return the edit that `undo` takes back."""
        return self.done[-1] if self.done else None

    @property
    def can_redo(self) -> Edit | None:
        """Return the edit that `redo` carries out again."""
        return self.undone[-1] if self.undone else None


def _join(first: Edit, then: Edit) -> Edit | None:
    """Return two edits as one; None where the second does not go on from the first."""
    before = {change.path: change for change in first.changes}
    goes_on = all(change.path in before and before[change.path].after == change.before for change in then.changes)
    if not goes_on or len(before) != len(then.changes):
        return None
    changes = tuple(Change(each.path, before[each.path].before, each.after) for each in then.changes)
    return Edit(then.title, then.game, changes, then.warnings)


NO_PAST = Past()


class History:
    """Writes edits, and takes them back. Any thread may call it; files and `past` change in the same order."""

    def __init__(
        self,
        written: Callable[[Edit], None] = lambda edit: None,
        past: Past = NO_PAST,
        keep: Callable[[Past], None] = lambda past: None,
    ) -> None:
        """Go on from a past; `keep` is called with what it becomes.

        `written` is called with each edit once its files are in place, and with each that is undone or redone.
        """
        self._writing, self._written, self._keep = threading.Lock(), written, keep
        #: Always whole: replaced in one step, so that reading it waits for no write.
        self.past = past
        self._joins = ""

    def apply(self, edit: Edit, joins: str = "") -> None:
        """Write an edit, unless it changes nothing; after that nothing can be redone. BuildError as by `write`.

        Edits in a row with the same `joins`, such as letters that a person types into a field, are one step of undo.
        """
        if not edit.changes:
            return
        with self._writing:
            self._write(edit)
            done = self.past.done
            step = _join(done[-1], edit) if done and joins and joins == self._joins else None
            self._go_on(Past((*done, edit)) if step is None else Past((*done[:-1], step)), joins)

    def undo(self) -> Edit:
        """Take back the latest edit and return it; BuildError if there is none, or its files hold something else."""
        with self._writing:
            done, undone = self.past
            if not done:
                raise error_at(Place("history"), "there is nothing to undo")
            self._write(done[-1].reversed)
            self._go_on(Past(done[:-1], (*undone, done[-1])))
            return done[-1]

    def redo(self) -> Edit:
        """Carry out the edit that was undone last and return it; BuildError as for `undo`."""
        with self._writing:
            done, undone = self.past
            if not undone:
                raise error_at(Place("history"), "there is nothing to redo")
            self._write(undone[-1])
            self._go_on(Past((*done, undone[-1]), undone[:-1]))
            return undone[-1]

    def _write(self, edit: Edit) -> None:
        write(edit)
        self._written(edit)

    def _go_on(self, past: Past, joins: str = "") -> None:
        self.past, self._joins = past, joins
        self._keep(past)

    def wait(self) -> None:
        """Return once no edit is being written."""
        with self._writing:
            pass
