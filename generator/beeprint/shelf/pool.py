"""Make tasks in processes of this machine, each new and on its own, so that a crash takes no other task with it.

Processes are spawned, as on every system they can be, and not forked. What goes through their pipes is JSON.
"""

from __future__ import annotations

import contextlib
import gc
import json
import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from msgspec import Struct

from beeprint.base.problems import Place, Problem
from beeprint.shelf import destinations
from beeprint.shelf.destinations import Record
from beeprint.shelf.plan import Task
from beeprint.shelf.task import FAILED, Outcome, make

#: A task, and what is known of it from the night before.
Job = tuple[Task, Record]
#: The collector's thresholds while tasks are made: a build makes few cycles, but many tuples to scan in vain.
SELDOM = (100_000, 20, 100)
#: How many processes may die of a task before it is given up.
DEATHS = 2


def processors() -> int:
    """Return how many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def run(jobs: Sequence[Job], where: destinations.Destination, count: int) -> Iterator[Outcome]:
    """Make tasks in so many processes, and yield what becomes of each, as soon as it is known."""
    pool = _Pool(jobs, where.location, count)
    try:
        while pool.give():
            yield from filter(None, map(pool.take, pool.ready()))
    finally:
        pool.stop()


class _Pool:
    """Processes and their jobs: those to do, and how many processes have died of each."""

    def __init__(self, jobs: Sequence[Job], location: str, count: int) -> None:
        self._todo, self._location, self._count = deque(jobs), location, count
        self._deaths: Counter[str] = Counter()
        self._workers: list[_Worker] = []

    def give(self) -> bool:
        """Give a job to each idle process, and start those that are missing; return whether anything is going on."""
        self._workers = [worker for worker in self._workers if worker.job or worker.process.is_alive()]
        idle = [worker for worker in self._workers if not worker.job]
        while self._todo and (idle or len(self._workers) < self._count):
            if not idle:
                idle.append(_Worker.start(self._location))
                self._workers.append(idle[0])
            idle.pop().give(self._todo.popleft())
        return any(worker.job for worker in self._workers)

    def ready(self) -> list[_Worker]:
        """Wait until at least one process has made its job or has died, and return these."""
        busy = {id(worker.pipe): worker for worker in self._workers if worker.job}
        return [busy[id(pipe)] for pipe in wait([worker.pipe for worker in busy.values()])]

    def take(self, worker: _Worker) -> Outcome | None:
        """Return what has become of a process's job; None where it is to be made again, since the process has died."""
        (task, before), outcome = worker.take()
        if outcome is not None:
            return outcome
        self._deaths[task.name] += 1
        if self._deaths[task.name] >= DEATHS:
            return given_up(task, worker.end())
        self._todo.appendleft((task, before))
        return None

    def stop(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.stop()


def given_up(task: Task, how: str) -> Outcome:
    """Return the outcome of a task that worker after worker has died of."""
    message = f"{DEATHS} processes died while they made this, the last one {how}"
    hint = "build the game by itself to see why; often it is the memory"
    return Outcome(task.name, FAILED, (Problem(Place(task.shown), message, hint),))


class _Worker(Struct):
    """A process, the end of the pipe to it, and the job that it has."""

    process: BaseProcess
    pipe: Connection[Any, Any]
    job: Job | None = None

    @classmethod
    def start(cls, location: str) -> _Worker:
        """Start a process that waits for jobs."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, location), daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours)

    def give(self, job: Job) -> None:
        """Send a job; a process that has just died is noticed when its answer is awaited."""
        self.job = job
        task, before = job
        with contextlib.suppress(OSError):
            self.pipe.send_bytes(json.dumps([task.plain(), before.files]).encode("utf-8", "surrogatepass"))

    def take(self) -> tuple[Job, Outcome | None]:
        """Return the job, and its outcome, None where the process has died of it."""
        job, self.job = self.job, None
        assert job is not None
        try:
            return job, Outcome.of(json.loads(self.pipe.recv_bytes()))
        except (EOFError, OSError):
            self.process.join()
            return job, None

    def end(self) -> str:
        """Say how the process has ended."""
        code = self.process.exitcode or 0
        if code >= 0:
            return f"with code {code}"
        try:
            return f"by {signal.Signals(-code).name}"
        except ValueError:
            return f"by signal {-code}"

    def stop(self) -> None:
        """End the process; what it has not put in place is cleared up by the next build."""
        self.pipe.close()
        if self.job is not None:
            self.process.terminate()
        self.process.join()


def _work(pipe: Connection[Any, Any], location: str) -> None:
    """Make one task after another, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the one that asked ends the others
    gc.freeze()
    gc.set_threshold(*SELDOM)
    where = destinations.destination(location)
    while True:
        try:
            plain, before = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        task = Task.of(plain)
        files = {name: (size, digest) for name, (size, digest) in before.items()}
        outcome = make(task, Path(task.folder), where, files)
        try:
            pipe.send_bytes(json.dumps(outcome.plain()).encode("utf-8", "surrogatepass"))
        except OSError:
            return  # whoever asked was killed; the record of the task is there
