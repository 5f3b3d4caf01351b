"""Run independent jobs in parallel, if the system can fork and there is enough work to pay for it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from beeprint.base import interrupts

#: The least work, such as the number of marks to draw, for which another process saves more than it costs.
_LEAST = 40.0
#: How many batches each process does about: more even out better what they take, fewer share more.
_BATCHES = 6
#: No number of a batch.
_NONE = 2**32 - 1

Job = Callable[[], None]
_Batch = list[tuple[float, Job]]


def run(jobs: Sequence[tuple[float, Job]]) -> None:
    """Run all jobs, each given with its amount of work; exceptions propagate.

    This process and forks of it take batch after batch of the jobs; files are their only result. Jobs that follow each
    other are in one batch, since they may share what they draw. What a fork has not done runs again here, where
    problems can be reported. If this process must not be forked, all jobs run here, one after the other.
    """
    cores = (os.cpu_count() or 1) if can_be_copied() else 1
    batches = _batches(jobs, cores)
    total = sum(work for work, _ in jobs)
    count = max((n for n in range(1, min(cores, len(batches)) + 1) if n * _LEAST <= total), default=1)
    done = _side_by_side(batches, count) if count > 1 else set()
    for number, batch in enumerate(batches):
        if number not in done:
            _do(batch)


def _batches(jobs: Sequence[tuple[float, Job]], cores: int) -> list[_Batch]:
    """Return jobs in batches, the largest first; a job that is large is a batch of its own."""
    most = sum(work for work, _ in jobs) / (cores * _BATCHES)
    batches: list[_Batch] = []
    room = 0.0
    for job in jobs:
        if not batches or job[0] > room:
            batches.append([])
            room = most
        batches[-1].append(job)
        room -= job[0]
    return sorted(batches, key=lambda batch: -sum(work for work, _ in batch))


def _side_by_side(batches: Sequence[_Batch], count: int) -> set[int]:
    """Do batches in so many processes, and return the numbers of those that were done."""
    started: list[int] = []
    done: set[int] = set()
    queue = _Queue(range(count, len(batches)))
    try:
        # An interrupt just after a fork would lose its process id, and nobody would wait for its files.
        with uninterrupted() as mask:
            for number in range(1, count):
                started.append(fork(partial(_take, number, batches, queue), mask))
        for number in queue.taken(0):
            _do(batches[number])
            done.add(number)
    finally:
        # Wait for all, even when interrupted: a fork that goes on would write into a folder that is being removed.
        with uninterrupted():
            queue.empty()
            for process in started:
                with contextlib.suppress(ChildProcessError):  # someone else waits for all children, or ignores them
                    os.waitpid(process, 0)
            done |= queue.done()
            queue.close()
    return done


def _take(first: int, batches: Sequence[_Batch], queue: _Queue) -> None:
    for number in queue.taken(first):
        _do(batches[number])
        queue.tell(number)


class _Queue:
    """Numbers that any process may take, each once, and those that forks have done: two pipes."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._next, more = os.pipe()
        self._told, self._tell = os.pipe()
        # A pipe holds some thousand numbers, and there are about a hundred for each process.
        os.write(more, b"".join(map(self._bytes, numbers)))
        os.close(more)

    @staticmethod
    def _bytes(number: int) -> bytes:
        return number.to_bytes(4, "little")

    def taken(self, first: int) -> Iterator[int]:
        """Yield a first number, and then one after another until none is left."""
        yield first
        while data := os.read(self._next, 4):
            yield int.from_bytes(data, "little")

    def tell(self, number: int) -> None:
        """Tell, in a fork, that a number is done."""
        os.write(self._tell, self._bytes(number))

    def empty(self) -> None:
        """Leave no number to take."""
        while os.read(self._next, 4096):
            pass

    def done(self) -> set[int]:
        """Return what forks have told, once they have ended."""
        self.tell(_NONE)
        data = b""
        while not data.endswith(self._bytes(_NONE)):
            data += os.read(self._told, 4096)
        return {int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data) - 4, 4)}

    def close(self) -> None:
        """Close the pipes."""
        for one in (self._next, self._told, self._tell):
            os.close(one)


def told(jobs: Sequence[tuple[float, Job]], done: Callable[[float], None]) -> list[tuple[float, Job]]:
    """Return jobs that tell, once each is done in this process, which share of all the work is done."""
    total, so_far = sum(work for work, _ in jobs) or 1.0, 0.0

    def telling(work: float, do: Job) -> Job:
        def run_and_tell() -> None:
            nonlocal so_far
            do()
            so_far += work
            done(so_far / total)

        return run_and_tell

    return [(work, telling(work, do)) for work, do in jobs]


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
    mask = {int(one) for one in signal.pthread_sigmask(signal.SIG_BLOCK, interrupts.POLITE)}
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _do(batch: _Batch) -> None:
    for _, do in batch:
        do()


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
