"""Run tasks in forks of this process, as many at a time as there are cores, where the system can fork.

Each task has a fork of its own, which ends with it, so that the memory it took is free again.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial

from msgspec import Struct

from beeprint.base import interrupts

#: How many bytes tell the length of a part.
_LENGTH = 8
#: The least work of a job, such as the number of marks to draw, for which another process saves more than it costs.
_LEAST = 40.0
#: How many batches of jobs each process does about: more even out better what they take, fewer share more.
_BATCHES = 3

Task = Callable[[], bytes]
Job = Callable[[], None]
Jobs = Sequence[tuple[float, Job]]


class Akin(Struct, frozen=True):
    """A job that shares what it draws with others of its kin: one process does as many of them as it can."""

    kin: Hashable
    do: Job

    def __call__(self) -> None:
        """Do it."""
        self.do()


def run(jobs: Jobs, done: Callable[[float], None] = lambda share: None) -> None:
    """Run all jobs, each given with its amount of work; exceptions propagate, and `done` hears the share that is done.

    Forks take batch after batch of the jobs; files are their only result. Jobs that follow each other, and those of one
    kin, are in one batch, since they may share what they draw.
    """
    total, so_far = _work(jobs) or 1.0, 0.0
    cores = max(1, min(os.cpu_count() or 1, int(total / _LEAST)))
    batches = _batches(jobs, total / cores)

    def noted(number: int) -> None:
        nonlocal so_far
        so_far += _work(batches[number])
        done(so_far / total)

    for _ in results([partial(_do, batch) for batch in batches], noted, cores):
        pass


def _batches(jobs: Jobs, share: float) -> list[Jobs]:
    """Return batches of jobs, those with the most work first; none has more than the share of a process, or one job."""
    kins: dict[Hashable, list[tuple[float, Job]]] = {}
    for job in jobs:
        kins.setdefault(job[1].kin if isinstance(job[1], Akin) else None, []).append(job)
    batches = _cut(kins.pop(None, []), share / _BATCHES)
    batches += [batch for kin in kins.values() for batch in _cut(kin, share)]
    return sorted(batches, key=_work, reverse=True)


def _cut(jobs: Jobs, most: float) -> list[Jobs]:
    """Cut jobs in batches of about so much work; a job that is larger is a batch of its own."""
    batches: list[list[tuple[float, Job]]] = []
    room = 0.0
    for job in jobs:
        if not batches or job[0] > room:
            batches.append([])
            room = most
        batches[-1].append(job)
        room -= job[0]
    return [*batches]


def _work(jobs: Jobs) -> float:
    return sum(work for work, _ in jobs)


def _do(jobs: Jobs) -> bytes:
    for _, do in jobs:
        do()
    return b""


class Fork:
    """A fork of this process that does one task, and the parts of its result; its owner takes all parts or drops it."""

    def __init__(self, task: Callable[[], Iterable[bytes]], mask: Iterable[int]) -> None:
        """Start it; the process must be one that can be copied.

        Its owner delays interrupts, since one just after the fork would lose it: `mask` are the signals blocked before.
        """
        # Parts are in a file, however large they are; a pipe tells their lengths, and closes when the fork ends.
        self._parts = tempfile.TemporaryFile()  # noqa: SIM115, closed where it is dropped
        self._taken = 0
        with ExitStack() as undo:
            undo.callback(self._parts.close)
            #: The end of the pipe to wait for.
            self.pipe, self._tell = os.pipe()
            undo.callback(os.close, self.pipe)
            undo.callback(os.close, self._tell)
            self._process = fork(lambda: self._write(task()), mask)
            undo.pop_all()
        os.close(self._tell)

    def _write(self, parts: Iterable[bytes]) -> None:
        os.close(self.pipe)
        for part in parts:
            self._parts.write(part)
            self._parts.flush()
            os.write(self._tell, len(part).to_bytes(_LENGTH, "little"))

    def part(self) -> bytes | None:
        """Wait for the next part and return it; None where there is none, since the task has ended or failed."""
        length = os.read(self.pipe, _LENGTH) if self._process else b""
        if len(length) < _LENGTH:
            self.drop()
            return None
        size = int.from_bytes(length, "little")
        part = os.pread(self._parts.fileno(), size, self._taken)
        self._taken += size
        return part

    def drop(self, by: int = signal.SIGKILL) -> None:
        """End the task with a signal, however much it has done."""
        process, self._process = self._process, 0
        if not process:
            return
        with suppress(ProcessLookupError):
            os.kill(process, by)
        with suppress(ChildProcessError):  # someone else waits for all children
            os.waitpid(process, 0)
        os.close(self.pipe)
        self._parts.close()


def results(
    tasks: Sequence[Task], done: Callable[[int], None] = lambda number: None, most: int | None = None
) -> Iterator[bytes]:
    """Yield the result of each task, in order; exceptions propagate. `done` hears the numbers of those done.

    At most `most` run side by side; without, as many as there are cores.

    A task whose fork fails runs again here, where problems can be reported. If this process must not be forked, all run
    here, one after the other. If the caller goes away, as by Ctrl-C, what still runs is killed.
    """
    cores = min(os.cpu_count() or 1, len(tasks)) if most is None else most
    if not can_be_copied() or len(tasks) < 2 or cores < 2:
        for number, task in enumerate(tasks):
            result = task()
            gc.collect()  # the program runs without it, and here no process ends with its task
            done(number)
            yield result
        return
    crew = _Crew(tasks, done, cores)
    try:
        yield from crew.results()
    finally:
        crew.dismiss()


class _Crew:
    """The forks that run; results that came early wait for their turn."""

    def __init__(self, tasks: Sequence[Task], done: Callable[[int], None], cores: int) -> None:
        self._tasks, self._done, self._cores = tasks, done, cores
        self._running: dict[int, Fork] = {}
        self._early: dict[int, bytes | None] = {}
        self._next = 0

    def results(self) -> Iterator[bytes]:
        """Yield the results in order."""
        cores = self._cores
        for number, task in enumerate(self._tasks):
            while number not in self._early:
                # Few results wait, however slow the one before them is.
                while self._next < len(self._tasks) and len(self._running) < cores and self._next < number + 4 * cores:
                    self._start()
                self._wait()
            result = self._early.pop(number)
            if result is None:
                result = task()
                self._done(number)
            yield result

    def dismiss(self) -> None:
        """Kill what still runs, and wait for its end."""
        with uninterrupted():
            for running in self._running.values():
                running.drop()
            self._running = {}

    def _start(self) -> None:
        with uninterrupted() as mask:
            task = self._tasks[self._next]
            self._running[self._next] = Fork(lambda: [task()], mask)
            self._next += 1

    def _wait(self) -> None:
        """Wait until a fork is done or has failed, and take its result."""
        ready, _, _ = select.select([running.pipe for running in self._running.values()], [], [])
        for number in [number for number, running in self._running.items() if running.pipe in ready]:
            with uninterrupted():
                running = self._running.pop(number)
                result = running.part()
                running.drop()
            self._early[number] = result
            if result is not None:
                self._done(number)


def can_be_copied() -> bool:
    """Return whether this process can be forked safely.

    A fork has only the thread that made it: a lock that another thread holds at that moment is never released in the
    fork. A daemon of multiprocessing is killed without notice, and its forks would go on writing.
    """
    if not hasattr(os, "fork") or sys.platform == "darwin":  # macOS's own libraries do not survive a fork
        return False
    if threading.active_count() > 1 or threading.current_thread() is not threading.main_thread():
        return False
    # Not imported here: if nobody has imported it, this is not such a daemon.
    workers = sys.modules.get("multiprocessing.process")
    return workers is None or not workers.current_process().daemon


@contextlib.contextmanager
def uninterrupted() -> Iterator[set[int]]:
    """Delay interrupts until the end of the block; yield the signals blocked before."""
    mask = {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, interrupts.POLITE)}
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def fork(do: Job, mask: Iterable[int]) -> int:
    """Do something in a fork of this process, with these signals blocked, and return its process id."""
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        do()
        code = 0
    finally:
        # Nothing else inherited from the parent may run here: no exit handlers, no removal of temporary folders.
        os._exit(code)
