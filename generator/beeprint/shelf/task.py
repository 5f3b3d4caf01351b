"""Make the files of one task: a function of the task, its game's files and what draws them, and of nothing else."""

from __future__ import annotations

import contextlib
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct, structs
from msgspec.structs import replace

from beeprint import pipeline
from beeprint.base.problems import BuildError, Place, Problem, only_errors
from beeprint.base.store import Store
from beeprint.base.temporary import temporary_folder
from beeprint.base.user_folders import cache_folder
from beeprint.shelf import contents, destinations
from beeprint.shelf.destinations import Files, Record
from beeprint.shelf.plan import Task
from beeprint.sources.workspace import shown

BUILT, REUSED, FAILED = "built", "reused", "failed"
#: How many games a worker keeps unpacked, since the tasks of a game follow each other.
_UNPACKED = 3


class Outcome(Struct, frozen=True):
    """What has become of a task: its state and problems, its files, and what it took.

    `moved` are the bytes that were written or sent, `seconds` and `processor` the time by the clock and of a processor.
    """

    name: str
    state: str
    problems: tuple[Problem, ...] = ()
    files: int = 0
    bytes: int = 0
    moved: int = 0
    pieces: int = 0
    seconds: float = 0.0
    processor: float = 0.0

    def plain(self) -> dict[str, Any]:
        """Return the outcome as values of JSON."""
        told = [[*problem.place, problem.message, problem.hint, problem.severity] for problem in self.problems]
        return {**structs.asdict(self), "problems": told}

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Outcome:
        """Return an outcome from values of JSON."""
        problems = tuple(
            Problem(Place(file, line, column, cell), message, hint, severity)
            for file, line, column, cell, message, hint, severity in plain["problems"]
        )
        return cls(**{**plain, "problems": problems})


class Sent(Struct, frozen=True):
    """The files of a task on their way to the machine that puts them in place: those that it lacks, as an archive."""

    made: Record
    part: Mapping[str, Any]
    packed: bytes = b""


def make(task: Task, game: Path, where: destinations.Destination, before: Files, living: bool = True) -> Outcome:
    """Make a task of the game in a folder, and put its files in place; nothing is raised for what is wrong with it.

    A person may change the folder of a `living` game meanwhile, of which no record must speak.
    """

    def put(work: Path, made: Record, part: Mapping[str, Any]) -> int:
        if living and contents.digest(game) != task.contents:
            made = replace(made, key="")  # it is made anew the next time
        return where.take(work, task.name, made, part, before)

    return _made(task, game, where.output, lambda: where.room(task.name, game), put)


def make_away(task: Task, game: Path, output: Path, before: Files) -> tuple[Outcome, Sent | None]:
    """Make a task on a machine that does not reach `output`, for `receive` to put in place."""
    sent: list[Sent] = []

    def put(work: Path, made: Record, part: Mapping[str, Any]) -> int:
        for name in destinations.unchanged(made.files, before):
            (work / name).unlink()
        sent.append(Sent(made, part, contents.pack(work)))
        return len(sent[0].packed)

    outcome = _made(task, game, output, temporary_folder, put)
    return outcome, sent[0] if sent else None


def receive(task: Task, where: destinations.Destination, outcome: Outcome, sent: Sent, before: Files) -> Outcome:
    """Put in place what another machine has made."""
    try:
        with where.room(task.name, Path(task.folder)) as work:
            contents.unpack(sent.packed, work)
            where.take(work, task.name, sent.made, sent.part, before)
    except BuildError as error:
        return replace(outcome, state=FAILED, problems=(*error.problems, *outcome.problems), files=0, bytes=0)
    return outcome


def _made(task: Task, game: Path, output: Path, room: Any, put: Any) -> Outcome:
    """Check the game once, write all profiles into a room, and put the files where they belong."""
    start, spent = time.perf_counter(), time.thread_time()

    def ended(state: str, problems: tuple[Problem, ...], **more: int) -> Outcome:
        told = tuple(_as_known(problem, shown(game), task.shown) for problem in problems)
        return Outcome(
            task.name, state, told, seconds=time.perf_counter() - start, processor=time.thread_time() - spent, **more
        )

    try:
        store = _store(cache_folder())
        options = task.options(output)
        checked = pipeline.check(game, options, store)
        if only_errors(checked.problems):
            return ended(FAILED, checked.problems)
        with room() as work:
            built = pipeline.write(checked, work, options)
            files = destinations.measured(work)
            problems = tuple(dict.fromkeys((*checked.problems, *built.warnings)))
            told = ended(
                BUILT, problems, files=len(files), bytes=sum(n for n, _ in files.values()), pieces=built.pieces
            )
            moved = put(work, Record(task.key, files, told.plain()), built.part)
        store.tidy()
        return replace(ended(BUILT, problems), files=told.files, bytes=told.bytes, pieces=told.pieces, moved=moved)
    except BuildError as error:
        return ended(FAILED, error.problems)
    except Exception as error:  # whatever it is, the other games go on
        return ended(FAILED, (_unforeseen(error, game),))


@lru_cache(maxsize=1)
def _store(folder: Path) -> Store:
    """Return the cache, opened once: the code that this process has loaded does not change."""
    return Store(folder)


def _unforeseen(error: Exception, game: Path) -> Problem:
    """Return the problem of an error that beeprint does not expect, such as a full disk or a mistake of its own."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    message = f"{type(error).__name__}: {error} ({where})"
    return Problem(Place(shown(game)), message, "if the disk and the store are sound, this is a fault of beeprint")


def _as_known(problem: Problem, here: str, known: str) -> Problem:
    """Return a problem that calls the game's folder as the person who asked does."""
    if here == known:
        return problem
    place, (message, hint) = problem.place, (text.replace(here, known) for text in (problem.message, problem.hint))
    file = known + place.file[len(here) :] if place.file == here or place.file.startswith(f"{here}/") else place.file
    return replace(problem, place=place._replace(file=file), message=message, hint=hint)


# games on a worker ----------------------------------------------------------------------------------------------------


class Unpacked:
    """The games that a worker has unpacked last, each in a temporary folder of the name that it has at home."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, tuple[tempfile.TemporaryDirectory[str], Path]] = {}
        self._users: dict[str, int] = {}

    @contextlib.contextmanager
    def folder(self, digest: str, name: str, packed: bytes, within: str | None = None) -> Iterator[Path]:
        """Provide the folder of a game by the digest of its files."""
        with self._lock:
            if digest not in self._found:
                made = tempfile.TemporaryDirectory(prefix="beeprint-game-", dir=within, ignore_cleanup_errors=True)
                contents.unpack(packed, Path(made.name, name))
                self._found[digest] = made, Path(made.name, name)
            self._found[digest] = entry = self._found.pop(digest)  # the latest one comes last
            self._users[digest] = self._users.get(digest, 0) + 1
        try:
            yield entry[1]
        finally:
            with self._lock:
                self._users[digest] -= 1
                idle = [key for key in self._found if not self._users[key]]
                for key in idle[: max(0, len(self._found) - _UNPACKED)]:
                    self._found.pop(key)[0].cleanup()
                    self._users.pop(key)


UNPACKED = Unpacked()
