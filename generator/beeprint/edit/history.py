"""Undo and redo."""

from __future__ import annotations

import threading
from typing import NamedTuple

from beeprint.base.problems import Place, error_at
from beeprint.edit.change import Edit, write


class Past(NamedTuple):
    """The edits that were written, the latest last, and those that were undone."""

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


class History:
    """Writes edits, and takes them back. Any thread may call it; files and `past` change in the same order."""

    def __init__(self) -> None:
        self._writing = threading.Lock()
        #: Always whole: replaced in one step, so that reading it waits for no write.
        self.past = Past()

    @property
    def can_undo(self) -> Edit | None:
        """Return the edit that `undo` takes back."""
        return self.past.can_undo

    @property
    def can_redo(self) -> Edit | None:
        """Return the edit that `redo` carries out again."""
        return self.past.can_redo

    def apply(self, edit: Edit) -> None:
        """Write an edit, unless it changes nothing; after that nothing can be redone. BuildError as by `write`."""
        if not edit.changes:
            return
        with self._writing:
            write(edit)
            self.past = Past((*self.past.done, edit))

    def undo(self) -> Edit:
        """Take back the latest edit and return it; BuildError if there is none, or its files hold something else."""
        with self._writing:
            done, undone = self.past
            if not done:
                raise error_at(Place("history"), "there is nothing to undo")
            write(done[-1].reversed)
            self.past = Past(done[:-1], (*undone, done[-1]))
            return done[-1]

    def redo(self) -> Edit:
        """Carry out the edit that was undone last and return it; BuildError as for `undo`."""
        with self._writing:
            done, undone = self.past
            if not undone:
                raise error_at(Place("history"), "there is nothing to redo")
            write(undone[-1])
            self.past = Past((*done, undone[-1]), undone[:-1])
            return undone[-1]

    def rest(self) -> None:
        """Return once no edit is being written."""
        with self._writing:
            pass
