"""Make the files of a profile from the page: the same bytes as `beeprint build` makes."""

from __future__ import annotations

import itertools
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint import pipeline
from beeprint.base import regular
from beeprint.base.options import CheckOptions, FileOptions, LaserOptions, Options
from beeprint.base.printer import Printer
from beeprint.base.problems import BuildError, Place, Problem, only_errors
from beeprint.base.store import Store
from beeprint.face.layout.holes import PICTURES, TEXTS
from beeprint.outputs.shared import Checked
from beeprint.outputs.shared.later import LaterFaces
from beeprint.outputs.shared.output import Step
from beeprint.sources.workspace import OUTPUT, SHIPPED, output_of, shown

#: The share of an export that is done once the game has been read and checked; the rest is writing its files.
CHECKED = 0.1


class Made(NamedTuple):
    """A file that an export wrote, and its size in bytes."""

    path: Path
    size: int


class Export(Struct, frozen=True):
    """An export of one version of a game, and how far it is: `done` is a share of 1.

    `files` are what it wrote, `problems` why it wrote nothing; `steps` say what to do with its `total` of sheets,
    `summary` what else was made, `hints` what to do then; `lacks` is what a draft lacks, or why nothing is printed yet.
    """

    job: int
    profile: str
    view: CheckOptions
    done: float = 0.0
    state: Literal["running", "done", "failed"] = "running"
    files: tuple[Made, ...] = ()
    problems: tuple[Problem, ...] = ()
    steps: tuple[Step, ...] = ()
    total: str = ""
    summary: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    draft: bool = False
    lacks: str = ""


class Exports:
    """Makes one export at a time; `notify` is called at each step."""

    def __init__(self, folder: Path, store: Store, notify: Callable[[Export], None]) -> None:
        self._folder, self._store, self._notify = folder, store, notify
        self._turn = threading.Lock()
        self._count = itertools.count(1)
        self._known: dict[int, Export] = {}

    def start(
        self,
        profile: str,
        laser: bool,
        view: CheckOptions,
        only: Sequence[str] = (),
        printer: Printer | None = None,
        draft: bool = False,
    ) -> Export:
        """Begin to make a profile's files in a thread of its own, of the decks in `only` or of all, for a printer.

        A draft may have broken rules, missing pictures and texts that are cut.
        """
        export = Export(next(self._count), profile, view, draft=draft)
        self._known[export.job] = export  # before another one of this profile, whichever thread comes first
        settings: dict[str, Any] = {"language": view.language, "edition": view.edition, "players": view.players}
        settings |= {"profiles": (profile,), "output": output_folder(self._folder)}
        settings |= {"only": dict.fromkeys(only, ()), "printer": printer, "draft": draft}
        options: FileOptions = LaserOptions(**settings) if laser else Options(**settings)
        threading.Thread(target=self._make, args=(export, options), name="export", daemon=True).start()
        return export

    def latest(self, view: CheckOptions) -> list[Export]:
        """Return the last export of each profile for one version of the game."""
        return list({export.profile: export for export in tuple(self._known.values()) if export.view == view}.values())

    def file(self, job: int, index: int) -> Path:
        """Return a file that an export wrote; LookupError where there is none."""
        return self._known[job].files[index].path

    def files(self, job: int) -> list[Path]:
        """Return all files that an export wrote; LookupError where there is no such export."""
        return [file.path for file in self._known[job].files]

    def folder(self, job: int) -> Path:
        """Return the folder that holds all files of an export; LookupError where it wrote none."""
        return folder_of(self._known[job].files)

    def _make(self, export: Export, options: FileOptions) -> None:
        self._update(export)
        with self._turn:
            try:
                checked = pipeline.check(self._folder, options, self._store)
                self._update(replace(export, done=CHECKED))
                built = pipeline.build(checked, options, done=partial(self._progress, export))
                files = tuple(Made(file, file.stat().st_size) for path in built.written for file in _files(path))
                products = built.products.values()
                summary = tuple(line for product in products for line in product.summary)
                hints = tuple(dict.fromkeys(hint for product in products for hint in product.hints))
                steps = tuple(step for product in products for step in product.steps)
                total = ", ".join(product.total for product in products if product.total)
                made = replace(export, files=files, steps=steps, total=total, summary=summary, hints=hints)
                self._update(replace(made, done=1.0, state="done", lacks=_draft_words(checked)))
                self._store.tidy()
            except BuildError as error:
                self._update(replace(export, state="failed", problems=error.problems, lacks=_refusal(error.problems)))
            except Exception as error:  # a page would wait for ever
                self._update(replace(export, state="failed", problems=(_failure(self._folder, error),)))

    def _progress(self, export: Export, share: float) -> None:
        """Tell which share of the files is written, where that is news to who looks at it."""
        done = round(CHECKED + (1 - CHECKED) * share, 2)
        if done > self._known[export.job].done:
            self._update(replace(export, done=done))

    def _update(self, export: Export) -> None:
        self._known[export.job] = export
        self._notify(export)


def output_folder(game: Path) -> Path:
    """Return the folder that exports write to: output/ in the game, from any place where the studio was started.

    A game that comes with beeprint is not a person's own: its exports go where builds go.
    """
    own = not regular.real(game).is_relative_to(regular.real(SHIPPED))
    return game / OUTPUT if own else output_of(game)


#: How the studio says what a game that is refused lacks, or that a draft has cut: one, several.
_LACKS = {
    PICTURES: ("1 picture is missing", "{} pictures are missing"),
    TEXTS: ("1 text is too long", "{} texts are too long"),
}
_STAND_INS = ("1 card with placeholder art", "{} cards with placeholder art")
_CUT = ("1 text that is cut", "{} texts that are cut")
_OTHERS = ("1 other problem", "{} other problems")


def _draft_words(checked: Checked) -> str:
    """Return what a draft has in place of what it lacks; empty for a finished game."""
    pictures, cut = checked.holes.get(PICTURES, 0), checked.holes.get(TEXTS, 0)
    if not isinstance(checked.faces, LaterFaces):
        pictures = len({(face.deck, face.id) for face in checked.faces.values() if PICTURES in face.holes})
    others = sum(count for kind, count in checked.holes.items() if kind not in _LACKS)
    counts = ((_STAND_INS, pictures), (_CUT, cut), (_OTHERS, others))
    words = [_counted(words, count) for words, count in counts if count]
    return f"Draft: {', '.join(words)}" if words else ""


def _refusal(problems: Iterable[Problem]) -> str:
    """Return what a game lacks that would not be printed; empty where its errors are of other kinds."""
    errors = only_errors(problems)
    counts = Counter(problem.hole for problem in errors)
    words = [_counted(_LACKS[kind], counts[kind]) for kind in _LACKS if counts[kind]]
    others = len(errors) - sum(counts[kind] for kind in _LACKS)
    if words and others:
        words.append(_counted(_OTHERS, others))
    return f"Not printed yet: {', '.join(words)}" if words else ""


def _counted(words: Sequence[str], count: int) -> str:
    return words[0] if count == 1 else words[1].format(count)


def _failure(folder: Path, error: Exception) -> Problem:
    """Return the problem of an export that ended otherwise than by a problem of the game."""
    if isinstance(error, OSError):
        why, hint = error.strerror or str(error), "check that the disk has free space, and make the files again"
    else:
        why, hint = f"{type(error).__name__}: {error}", "this is a fault of beeprint: please report it"
    return Problem(Place(shown(folder)), f"the files cannot be made: {why}", hint)


def folder_of(files: Sequence[Made]) -> Path:
    """Return the folder that holds all of some files."""
    if not files:
        raise LookupError
    return Path(os.path.commonpath([file.path.parent for file in files]))


def _files(path: Path) -> list[Path]:
    """Return a file, or all that a folder holds."""
    return sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
