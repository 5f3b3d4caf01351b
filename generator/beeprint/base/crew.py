"""Run tasks side by side in forks of this process, a few at a time, and give their results in order.

Each task has a fork of its own, which ends with it: whatever it took in memory is free again. `processes.run` lets
a fork take many jobs instead, which costs fewer forks.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from typing import IO, NamedTuple

from beeprint.base.processes import can_be_copied, fork, uninterrupted

Task = Callable[[], bytes]


class _Running(NamedTuple):
    """A fork: the number of its task, where its result goes, and a pipe that closes when it ends."""

    number: int
    process: int
    result: IO[bytes]
    ended: int


def results(tasks: Sequence[Task], done: Callable[[int], None] = lambda number: None) -> Iterator[bytes]:
    """Yield the result of each task, in order; exceptions propagate. `done` hears the numbers of those done.

    A task whose fork fails runs again here, where problems can be reported. If this process must not be forked, all run
    here, one after the other. If the caller goes away, as by Ctrl-C, what still runs is killed.
    """
    if not can_be_copied() or len(tasks) < 2:
        for number, task in enumerate(tasks):
            found = task()
            gc.collect()  # the program runs without it, and here no process ends with its task
            done(number)
            yield found
        return
    crew = _Crew(tasks, done)
    try:
        yield from crew.results()
    finally:
        crew.dismiss()


class _Crew:
    """The forks that run, as many as there are cores; results that came early wait for their turn."""

    def __init__(self, tasks: Sequence[Task], done: Callable[[int], None]) -> None:
        self._tasks, self._done = tasks, done
        self._running: list[_Running] = []
        self._early: dict[int, bytes | None] = {}
        self._next = 0

    def results(self) -> Iterator[bytes]:
        """Yield the results in order."""
        cores = os.cpu_count() or 1
        for number, task in enumerate(self._tasks):
            while number not in self._early:
                # Few results wait, however slow the one before them is.
                while self._next < len(self._tasks) and len(self._running) < cores and self._next < number + 4 * cores:
                    self._start()
                self._wait()
            found = self._early.pop(number)
            if found is None:
                found = task()
                self._done(number)
            yield found

    def dismiss(self) -> None:
        """Kill what still runs, and wait for its end."""
        with uninterrupted():
            for one in self._running:
                with suppress(ProcessLookupError):
                    os.kill(one.process, signal.SIGKILL)
            for one in self._running:
                with suppress(ChildProcessError):
                    os.waitpid(one.process, 0)
                os.close(one.ended)
                one.result.close()
            self._running = []

    def _start(self) -> None:
        with ExitStack() as undo:
            result = undo.enter_context(tempfile.TemporaryFile())
            ended, alive = os.pipe()
            # An interrupt just after the fork would lose its process id.
            with uninterrupted() as mask:
                process = fork(partial(_write, self._tasks[self._next], result), mask)
                self._running.append(_Running(self._next, process, result, ended))
                self._next += 1
            os.close(alive)
            undo.pop_all()

    def _wait(self) -> None:
        """Wait until one of the forks ends, and take its result."""
        ready, _, _ = select.select([one.ended for one in self._running], [], [])
        for one in [one for one in self._running if one.ended in ready]:
            with uninterrupted():
                self._running.remove(one)
                try:
                    sound = os.waitpid(one.process, 0)[1] == 0
                except ChildProcessError:
                    sound = False  # someone else waits for all children, so how it ended is unknown
                os.close(one.ended)
            with one.result:
                one.result.seek(0)
                self._early[one.number] = one.result.read() if sound else None
            if sound:
                self._done(one.number)


def _write(task: Task, result: IO[bytes]) -> None:
    result.write(task())
    result.flush()
