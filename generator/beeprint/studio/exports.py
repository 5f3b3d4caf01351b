"""Make the files of a profile from the page: the same bytes as `beeprint build` makes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from beeprint import pipeline
from beeprint.base.options import CheckOptions, FileOptions, LaserOptions, Options
from beeprint.base.problems import BuildError, Problem
from beeprint.base.store import Store
from beeprint.files.workspace import output_of, shown

#: The steps of an export: reading and checking the game, writing its files.
STEPS = 2


@dataclass(frozen=True)
class Export:
    """An export and how far it is; `files` are what it wrote, `problems` why it wrote nothing."""

    job: int
    profile: str
    done: int = 0
    state: Literal["running", "done", "failed"] = "running"
    files: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


class Exports:
    """Makes one export at a time; `told` hears of each step."""

    def __init__(self, folder: Path, store: Store, told: Callable[[Export], None]) -> None:
        self._folder, self._store, self._told = folder, store, told
        self._turn = threading.Lock()
        self._count = 0

    def start(self, profile: str, laser: bool, view: CheckOptions) -> Export:
        """Begin to make a profile's files in a thread of its own."""
        self._count += 1
        export = Export(self._count, profile)
        asked: dict[str, Any] = {"language": view.language, "edition": view.edition, "players": view.players}
        asked |= {"profiles": (profile,), "output": output_of(self._folder)}
        options: FileOptions = LaserOptions(**asked) if laser else Options(**asked)
        threading.Thread(target=self._make, args=(export, options), name="export", daemon=True).start()
        return export

    def _make(self, export: Export, options: FileOptions) -> None:
        with self._turn:
            self._told(export)
            try:
                checked = pipeline.check(self._folder, options, self._store)
                export = replace(export, done=1)
                self._told(export)
                built = pipeline.build(checked, options)
            except BuildError as error:
                self._told(replace(export, state="failed", problems=error.problems))
                return
            self._store.tidy()
            files = tuple(shown(path) for path in built.written)
            self._told(replace(export, done=STEPS, state="done", files=files))
