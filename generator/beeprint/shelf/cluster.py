"""Make tasks on a Dask cluster: games travel by their contents, files of a shelf by what the place of it lacks.

Each worker has one task at a time, so that a worker's death counts against no task but the one that it was making.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import queue
import time
import warnings
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.shelf import contents, destinations, task
from beeprint.shelf.contents import Tools
from beeprint.shelf.plan import Task
from beeprint.shelf.pool import DEATHS, SELDOM, Job
from beeprint.shelf.task import FAILED, Outcome, Sent

if TYPE_CHECKING:
    from distributed import Client, Future

_INSTALL = 'install it with: pip install "beeprint[dask]"'
#: How long to wait for the scheduler, and for a worker where there is none, in seconds.
_REACH, _NO_WORKERS = 15, 300
#: How often the number of workers is looked up, in seconds.
_LOOK = 1.0


def connect(address: str) -> Client:
    """Return a client of a scheduler whose workers all draw as this machine does; BuildError that says what differs."""
    try:
        from distributed import Client
    except ImportError as error:
        raise error_at(Place("--scheduler"), f"Dask is not installed ({error})", _INSTALL) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it has to say is said here
    warnings.filterwarnings("ignore", message="Sending large graph")  # a game is as large as it is
    try:
        client = Client(address, timeout=_REACH, set_as_default=False)
    except (OSError, ValueError) as error:
        message = f"there is no Dask scheduler at {address}: {error}"
        raise error_at(Place("--scheduler"), message, "start one with: dask scheduler") from error
    try:
        client.wait_for_workers(1, timeout=_REACH)
        answers = client.run(contents.here, on_error="return")
    except TimeoutError as error:
        client.close()
        hint = f"start workers with: dask worker {address} --nthreads 1"
        raise error_at(Place("--scheduler"), f"the scheduler at {address} has no workers", hint) from error
    problems = [problem for worker, theirs in sorted(answers.items()) if (problem := _at_odds(worker, theirs))]
    if problems:
        client.close()
        raise BuildError(problems)
    return client


def _at_odds(worker: str, theirs: Tools | Exception) -> Problem | None:
    """Return the problem of a worker that draws otherwise than this machine; None where it does not."""
    if isinstance(theirs, Exception):
        message = f"this worker has no beeprint that can make a shelf ({type(theirs).__name__}: {theirs})"
        return Problem(Place(worker), message, "install the beeprint of this machine there, and start the worker again")
    differences = contents.differences(_ours(), theirs)
    if not differences:
        return None
    message = f"this worker does not draw as this machine does: {'; '.join(differences)}"
    return Problem(Place(worker), message, "install the same versions on both, and start the worker again")


@lru_cache(maxsize=1)
def _ours() -> dict[str, str]:
    return contents.here()


# here -----------------------------------------------------------------------------------------------------------------


def run(jobs: Sequence[Job], where: destinations.Destination, client: Client) -> Iterator[Outcome]:
    """Make tasks on a cluster, and yield what becomes of each; BuildError where all workers or the scheduler go."""
    marked = where.marked() if isinstance(where, destinations.Folder) else contextlib.nullcontext("")
    before = client.run_on_scheduler(_give_up_after, DEATHS - 1)
    try:
        with marked as mark:
            night = _Night(jobs, where, client, mark)
            try:
                yield from night.outcomes()
            finally:
                night.stop()
    finally:
        if client.status == "running":
            client.run_on_scheduler(_give_up_after, before)
        client.close()


def _give_up_after(deaths: int, dask_scheduler: Any) -> int:
    """Let a scheduler retry a task after so many deaths of its worker and no more; return the number before."""
    before: int = dask_scheduler.allowed_failures
    dask_scheduler.allowed_failures = deaths
    return before


class _Night:
    """Jobs on their way: those to do, those at workers, and the games that workers may still need."""

    def __init__(self, jobs: Sequence[Job], where: destinations.Destination, client: Client, mark: str) -> None:
        self._todo, self._where, self._client, self._mark = deque(jobs), where, client, mark
        self._near = bool(mark)  # whether all workers so far see the folders of this machine
        self._running: dict[str, tuple[Job, Future[Any]]] = {}
        self._games: dict[str, Future[bytes]] = {}
        self._left = Counter(job.contents for job, _ in jobs)
        self._done: queue.Queue[str] = queue.Queue()
        self._workers, self._looked, self._last_seen = 0, 0.0, time.monotonic()

    def outcomes(self) -> Iterator[Outcome]:
        """Yield what becomes of each job."""
        while self._todo or self._running:
            self._look()
            yield from self._given()
            try:
                name = self._done.get(timeout=_LOOK)
            except queue.Empty:
                continue
            job, future = self._running.pop(name)
            if future.status == "finished" and future.result() is None:
                self._near = False
                self._todo.appendleft(job)
                continue
            yield from self._given()  # its worker goes on while the files are put in place here
            yield self._outcome(job, future)

    def _given(self) -> Iterator[Outcome]:
        """Give each worker that has none a job; yield what becomes of those that cannot be sent."""
        while self._todo and len(self._running) < self._workers:
            job = self._todo.popleft()
            try:
                self._submit(job)
            except BuildError as error:
                self._left[job[0].contents] -= 1
                yield Outcome(job[0].name, FAILED, error.problems)

    def stop(self) -> None:
        """Take back what was not finished."""
        if self._client.status == "running":
            self._client.cancel([future for _, future in self._running.values()])

    def _look(self) -> None:
        """Count the workers now and then; BuildError where the scheduler has gone, or there are none for long."""
        now = time.monotonic()
        if self._client.status != "running":
            raise self._gone()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        try:
            self._workers = len(self._client.nthreads())
        except (OSError, TimeoutError) as error:
            raise self._gone() from error
        if self._workers:
            self._last_seen = now
        elif now - self._last_seen > _NO_WORKERS:
            raise error_at(
                Place("--scheduler"),
                f"there has been no worker for {_NO_WORKERS} s",
                "start workers, and run this again",
            )

    def _gone(self) -> BuildError:
        message = "the scheduler has gone; what is finished is kept"
        return error_at(Place("--scheduler"), message, "start it again, and run this again: only the rest is made")

    def _submit(self, job: Job) -> None:
        """Send a job; a game that workers may not see is sent first, unless that has been done for another job."""
        first, before = job
        future = self._client.submit(
            _work,
            first.plain(),
            None if self._near else self._game(first),
            dict(before.files),
            self._where.location,
            self._mark,
            _ours(),
            key=f"beeprint-{first.name}-{first.key[:12]}-{time.time_ns()}",
            pure=False,
        )
        self._running[first.name] = job, future
        future.add_done_callback(lambda _future: self._done.put(first.name))

    def _game(self, task: Task) -> Future[bytes]:
        """Return the game of a task, on its way; BuildError where it is not as it was."""
        if task.contents not in self._games:
            packed = contents.pack(Path(task.folder))
            if contents.digest(Path(task.folder)) != task.contents:
                message = "the game was changed after the shelf had been planned"
                raise error_at(Place(task.shown), message, "run this again, when nobody is at work on it")
            key = f"beeprint-game-{task.contents}"
            self._games[task.contents] = self._client.submit(bytes, packed, key=key, pure=True)
        return self._games[task.contents]

    def _outcome(self, job: Job, future: Future[Any]) -> Outcome:
        """Return what has become of a job, whose files are put in place here if the worker could not."""
        first, before = job
        self._left[first.contents] -= 1
        if not self._left[first.contents] and first.contents in self._games:
            self._games.pop(first.contents).release()
        if future.status == "cancelled":
            raise self._gone()
        if future.status == "error":
            return _failure(first, future.exception())
        plain, sent = future.result()
        future.release()
        outcome = Outcome.of(plain)
        return outcome if sent is None else task.receive(first, self._where, outcome, sent, before.files)


def _failure(task: Task, error: BaseException | None) -> Outcome:
    """Return the outcome of a task that has come back as an error of Dask."""
    if type(error).__name__ == "KilledWorker":
        message = f"{DEATHS} workers died while they made this"
        hint = "build the game by itself to see why; often it is the memory"
    else:
        message, hint = f"the cluster failed: {type(error).__name__}: {error}", "see the worker's log"
    return Outcome(task.name, FAILED, (Problem(Place(task.shown), message, hint),))


# on a worker ----------------------------------------------------------------------------------------------------------


def _work(
    plain: Mapping[str, Any], packed: bytes | None, before: destinations.Files, location: str, mark: str, ours: Tools
) -> tuple[dict[str, Any], Sent | None] | None:
    """Make a task; its files go to the store or the folder, or travel back where `mark` is not in that folder.

    None where the game was not sent, and this machine does not see the one that is meant.
    """
    from distributed import get_worker

    os.environ.pop("SOURCE_DATE_EPOCH", None)  # no output has a date: see __main__.py
    assigned, worker = Task.of(plain), get_worker()
    problem = _at_odds_with(worker.address, tuple(sorted(ours.items())))
    if problem is not None:
        return Outcome(assigned.name, FAILED, (problem,)).plain(), None
    files = {name: (size, digest) for name, (size, digest) in before.items()}
    usual = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        where = destinations.destination(location)
        near = not isinstance(where, destinations.Folder) or (mark != "" and where.has(mark))
        if packed is None:
            return (
                (task.make(assigned, Path(assigned.folder), where, files).plain(), None)
                if near and _sees(assigned)
                else None
            )
        with task.UNPACKED.folder(
            assigned.contents, Path(assigned.folder).name, packed, worker.local_directory
        ) as game:
            if near:
                return task.make(assigned, game, where, files, living=False).plain(), None
            outcome, sent = task.make_away(assigned, game, where.output, files)
        return outcome.plain(), sent
    finally:
        gc.set_threshold(*usual)


def _sees(task: Task) -> bool:
    """Return whether a task's game is here, where it is for the machine that asks, and as it was there."""
    try:
        return contents.digest(Path(task.folder)) == task.contents
    except BuildError:
        return False


@lru_cache(maxsize=1)
def _at_odds_with(worker: str, theirs: tuple[tuple[str, str], ...]) -> Problem | None:
    """Return the problem of this worker, which may have joined when the others had been asked already."""
    differences = contents.differences(dict(theirs), _ours())
    if not differences:
        return None
    message = f"the worker {worker} does not draw as the machine that asks: {'; '.join(differences)}"
    return Problem(Place(worker), message, "install the same versions on both, and start the worker again")
