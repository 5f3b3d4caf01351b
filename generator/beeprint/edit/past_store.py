"""Keep the steps of undo in the store, so that they are there when a game is opened again.

A step is read back only while the files hold what it left, by their digests: a file that was changed since is never
overwritten, and the steps before it are forgotten.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from beeprint.base import regular
from beeprint.base.store import Store
from beeprint.edit.change import Change, Edit, Past, digest

#: The most steps that are kept, and the most bytes of files that are read back for them.
MAX_STEPS, MAX_BYTES = 100, 64_000_000


class _File(Struct, frozen=True):
    """A file, and the keys of its bytes in the store before and after; None where there is no file."""

    path: str
    before: str | None
    after: str | None


class _Step(Struct, frozen=True):
    title: str
    files: tuple[_File, ...]


class _Steps(Struct, frozen=True):
    done: tuple[_Step, ...] = ()
    undone: tuple[_Step, ...] = ()


class PastStore:
    """The past of one game in a store."""

    def __init__(self, store: Store, game: Path) -> None:
        self._store, self._game = store, game
        self._name = str(regular.real(game))
        self._steps: dict[tuple[str, tuple[Change, ...]], _Step] = {}  # stored ones

    def put(self, past: Past) -> None:
        """Keep the latest steps of a past; the bytes of a step are written once."""
        kept = Past(past.done[-MAX_STEPS:], past.undone[-MAX_STEPS:])
        before = self._steps
        self._steps = {
            key: before.get(key) or self._step(edit)
            for edit in (*kept.done, *kept.undone)
            for key in [(edit.title, edit.changes)]
        }
        steps = _Steps(*(tuple(self._steps[edit.title, edit.changes] for edit in edits) for edits in kept))
        self._store.put("past", msgspec.json.encode(steps), self._name)

    def get(self) -> Past:
        """Return the steps that the files of the game still allow."""
        data = self._store.get("past", self._name)
        if data is None:
            return Past()
        steps = msgspec.json.decode(data, type=_Steps)
        known: dict[str | None, bytes | None] = {None: None}
        done = list(self._read(reversed(steps.done), known, back=True))
        undone = list(self._read(reversed(steps.undone), known, back=False))
        return Past(tuple(reversed(done)), tuple(reversed(undone)))

    def _step(self, edit: Edit) -> _Step:
        keys = (
            tuple(data if data is None else self._store.put_file(data) for data in (each.before, each.after))
            for each in edit.changes
        )
        files = zip(edit.changes, keys, strict=True)
        return _Step(edit.title, tuple(_File(os.path.abspath(each.path), *pair) for each, pair in files))

    def _read(self, steps: Iterable[_Step], known: dict[str | None, bytes | None], *, back: bool) -> Iterator[Edit]:
        """Yield steps in the order in which they would be carried out, up to the first that is not possible.

        `known` are the bytes by key that were read for other steps.
        """
        now: dict[str, str | None] = {}
        for step in steps:
            changes = []
            for file in step.files:
                here, there = (file.after, file.before) if back else (file.before, file.after)
                if now.setdefault(file.path, _key_now(file.path)) != here:
                    return
                now[file.path] = there
                for key in (file.before, file.after):
                    if key and key not in known:
                        known[key] = self._store.get("file", key)
                    if key and known[key] is None:
                        return  # the store has tidied it away
                changes.append(Change(Path(file.path), known[file.before], known[file.after]))
            if sum(len(data) for data in known.values() if data) > MAX_BYTES:
                return
            yield Edit(step.title, self._game, tuple(changes))


def _key_now(path: str) -> str | None:
    """Return the key of what a file holds now; None where there is none, "" where it cannot be read."""
    try:
        return digest(regular.read(path))
    except FileNotFoundError:
        return None
    except OSError:
        return ""
