"""Run tasks in forks of this process, whose results come back to it: side by side and in order, or part by part.

Each task has a fork of its own, which ends with it, so that the memory it took is free again. `processes.run` lets a
fork take many jobs instead, which costs fewer forks.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress

from beeprint.base.processes import can_be_copied, fork, uninterrupted

#: How many bytes tell the length of a part.
_LENGTH = 8

Task = Callable[[], bytes]


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


def results(tasks: Sequence[Task], done: Callable[[int], None] = lambda number: None) -> Iterator[bytes]:
    """Yield the result of each task, in order; exceptions propagate. `done` hears the numbers of those done.

    A task whose fork fails runs again here, where problems can be reported. If this process must not be forked, all run
    here, one after the other. If the caller goes away, as by Ctrl-C, what still runs is killed.
    """
    if not can_be_copied() or len(tasks) < 2:
        for number, task in enumerate(tasks):
            result = task()
            gc.collect()  # the program runs without it, and here no process ends with its task
            done(number)
            yield result
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
        self._running: dict[int, Fork] = {}
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
