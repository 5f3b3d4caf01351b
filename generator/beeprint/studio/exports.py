"""Make the files of a profile from the page: the same bytes as `beeprint build` makes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from beeprint import pipeline
from beeprint.base.options import CheckOptions, FileOptions, LaserOptions, Options
from beeprint.base.problems import BuildError, Problem
from beeprint.base.store import Store
from beeprint.files.workspace import output_of

#: The steps of an export: reading and checking the game, writing its files.
STEPS = 2


@dataclass(frozen=True)
class Export:
    """An export and how far it is; `files` are what it wrote, `problems` why it wrote nothing."""

    job: int
    profile: str
    done: int = 0
    state: Literal["running", "done", "failed"] = "running"
    files: tuple[Path, ...] = ()
    problems: tuple[Problem, ...] = ()


class Exports:
    """Makes one export at a time; `told` hears of each step."""

    def __init__(self, folder: Path, store: Store, told: Callable[[Export], None]) -> None:
        self._folder, self._store, self._told = folder, store, told
        self._turn = threading.Lock()
        self._count = 0
        self._made: dict[int, tuple[Path, ...]] = {}

    def start(self, profile: str, laser: bool, view: CheckOptions) -> Export:
        """Begin to make a profile's files in a thread of its own."""
        self._count += 1
        export = Export(self._count, profile)
        asked: dict[str, Any] = {"language": view.language, "edition": view.edition, "players": view.players}
        asked |= {"profiles": (profile,), "output": output_of(self._folder)}
        options: FileOptions = LaserOptions(**asked) if laser else Options(**asked)
        threading.Thread(target=self._make, args=(export, options), name="export", daemon=True).start()
        return export

    def file(self, job: int, index: int) -> Path:
        """Return a file that an export wrote; LookupError where there is none."""
        return self._made[job][index]

    def folder(self, job: int) -> Path:
        """Return the folder that holds all files of an export; LookupError where it wrote none."""
        return folder_of(self._made[job])

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
            files = self._made[export.job] = tuple(one for path in built.written for one in _files(path))
            self._told(replace(export, done=STEPS, state="done", files=files))


def folder_of(files: Sequence[Path]) -> Path:
    """Return the folder in which all these files lie."""
    return Path(os.path.commonpath([file.parent for file in files]))


def _files(path: Path) -> list[Path]:
    """Return a file, or all that a folder holds."""
    return sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
