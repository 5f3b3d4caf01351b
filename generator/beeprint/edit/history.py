"""Undo and redo."""

from __future__ import annotations

from beeprint.base.problems import Place, error_at
from beeprint.edit.change import Edit, write


class History:
    """The edits that were written, the latest last, and those that were undone."""

    def __init__(self) -> None:
        self._done: list[Edit] = []
        self._undone: list[Edit] = []

    @property
    def can_undo(self) -> Edit | None:
        """Return the edit that `undo` takes back."""
        return self._done[-1] if self._done else None

    @property
    def can_redo(self) -> Edit | None:
        """Return the edit that `redo` carries out again."""
        return self._undone[-1] if self._undone else None

    def apply(self, edit: Edit) -> None:
        """Write an edit, unless it changes nothing; after that nothing can be redone. BuildError as by `write`."""
        if not edit.changes:
            return
        write(edit)
        self._done.append(edit)
        self._undone.clear()

    def undo(self) -> Edit:
        """Take back the latest edit and return it; BuildError if there is none, or its files hold something else."""
        edit = self.can_undo
        if edit is None:
            raise error_at(Place("history"), "there is nothing to undo")
        write(edit.reversed)
        self._undone.append(self._done.pop())
        return edit

    def redo(self) -> Edit:
        """Carry out the edit that was undone last and return it; BuildError as for `undo`."""
        edit = self.can_redo
        if edit is None:
            raise error_at(Place("history"), "there is nothing to redo")
        write(edit)
        self._done.append(self._undone.pop())
        return edit
