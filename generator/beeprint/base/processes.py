"""Run independent jobs in parallel, if the system can fork and there is enough work to pay for it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise

from msgspec import Struct

from beeprint.base import interrupts

#: The least work, such as the number of marks to draw, for which another process saves more than it costs.
_LEAST = 40.0
#: How many batches each process does about: more even out better what they take, fewer share more.
_BATCHES = 6
#: How many lanes there are at most: each has a pipe.
_LANES = 100
#: No number of a batch.
_NONE = 2**32 - 1

Job = Callable[[], None]
_Jobs = list[tuple[float, Job]]


class Akin(Struct, frozen=True):
    """A job that shares what it draws with others of its kin: one process does as many of them as it can."""

    kin: Hashable
    do: Job

    def __call__(self) -> None:
        """Do it."""
        self.do()


def run(jobs: Sequence[tuple[float, Job]]) -> None:
    """Run all jobs, each given with its amount of work; exceptions propagate.

    This process and forks of it take batch after batch of the jobs; files are their only result. Jobs that follow each
    other are in one batch, since they may share what they draw, and batches of one kin are in one lane: a process goes
    along a lane, and takes from that of another only when all are begun. What a fork has not done runs again here,
    where problems can be reported. If this process must not be forked, all jobs run here, one after the other.
    """
    cores = (os.cpu_count() or 1) if can_be_copied() else 1
    lanes = _lanes(jobs, cores)
    batches = [batch for lane in lanes for batch in lane]
    total = _work(jobs)
    count = max((n for n in range(1, min(cores, len(batches)) + 1) if n * _LEAST <= total), default=1)
    done = _side_by_side(lanes, count) if count > 1 else set()
    for number, batch in enumerate(batches):
        if number not in done:
            _do(batch)


def _lanes(jobs: Sequence[tuple[float, Job]], cores: int) -> list[list[_Jobs]]:
    """Return lanes of batches, those with the most work first; a job that is large is a batch of its own.

    A kin that is more than the work of a process has several lanes, and each batch without kin has its own.
    """
    share = _work(jobs) / cores
    kins: dict[Hashable, _Jobs] = {}
    for job in jobs:
        kins.setdefault(job[1].kin if isinstance(job[1], Akin) else None, []).append(job)
    lanes = [[batch] for batch in _cut(kins.pop(None, []), share / _BATCHES)]
    lanes += [_cut(part, share / _BATCHES) for kin in kins.values() for part in _cut(kin, share)]
    lanes.sort(key=lambda lane: -sum(map(_work, lane)))
    rest = [batch for lane in lanes[_LANES - 1 :] for batch in lane]
    return [*lanes[: _LANES - 1], rest] if rest else lanes


def _cut(jobs: _Jobs, most: float) -> list[_Jobs]:
    """Cut jobs in parts of about so much work."""
    parts: list[_Jobs] = []
    room = 0.0
    for job in jobs:
        if not parts or job[0] > room:
            parts.append([])
            room = most
        parts[-1].append(job)
        room -= job[0]
    return parts


def _work(jobs: Iterable[tuple[float, Job]]) -> float:
    return sum(work for work, _ in jobs)


def _side_by_side(lanes: Sequence[Sequence[_Jobs]], count: int) -> set[int]:
    """Do lanes in so many processes, and return the numbers of the batches that were done, along the lanes."""
    started: list[int] = []
    done: set[int] = set()
    batches = [batch for lane in lanes for batch in lane]
    queue = _Queue([len(lane) for lane in lanes], count)
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


def _take(process: int, batches: Sequence[_Jobs], queue: _Queue) -> None:
    for number in queue.taken(process):
        _do(batches[number])
        queue.tell(number)


class _Queue:
    """Numbers of batches that any of `count` processes may take, each once, and those that forks have done: pipes.

    There is one for each lane of so many batches, and one for the lanes that nobody has begun. Each process is given
    one of the first lanes, whose first batch is its own: nobody takes it before that process has started.
    """

    def __init__(self, sizes: Sequence[int], count: int) -> None:
        self._given = min(count, len(sizes))
        self._next = self._filled(range(self._given, len(sizes)))
        self._starts = [0, *accumulate(sizes)]
        ranges = [range(*ends) for ends in pairwise(self._starts)]
        self._lanes = [self._filled(lane[number < self._given :]) for number, lane in enumerate(ranges)]
        self._told, self._tell = os.pipe()

    def _filled(self, numbers: Iterable[int]) -> int:
        """Return a pipe that gives these numbers and then ends: it holds thousands, and there are about a hundred."""
        read, write = os.pipe()
        os.write(write, b"".join(map(self._bytes, numbers)))
        os.close(write)
        return read

    @staticmethod
    def _bytes(number: int) -> bytes:
        return number.to_bytes(4, "little")

    @staticmethod
    def _read(pipe: int) -> Iterator[int]:
        while data := os.read(pipe, 4):
            yield int.from_bytes(data, "little")

    def taken(self, process: int) -> Iterator[int]:
        """Yield one number after another until none is left, for one of the processes."""
        if process < self._given:
            yield self._starts[process]
            yield from self._read(self._lanes[process])
        for lane in self._read(self._next):
            yield from self._read(self._lanes[lane])
        # The lane that was begun last has most left.
        for pipe in reversed(self._lanes):
            yield from self._read(pipe)

    def tell(self, number: int) -> None:
        """Tell, in a fork, that a number is done."""
        os.write(self._tell, self._bytes(number))

    def empty(self) -> None:
        """Leave no number to take."""
        for pipe in (self._next, *self._lanes):
            while os.read(pipe, 4096):
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
        for stream in (self._next, *self._lanes, self._told, self._tell):
            os.close(stream)


def told(jobs: Sequence[tuple[float, Job]], done: Callable[[float], None]) -> list[tuple[float, Job]]:
    """Return jobs that tell, once each is done in this process, which share of all the work is done."""
    total, so_far = sum(work for work, _ in jobs) or 1.0, 0.0

    def telling(work: float, do: Job) -> Job:
        def run_and_tell() -> None:
            nonlocal so_far
            do()
            so_far += work
            done(so_far / total)

        return Akin(do.kin, run_and_tell) if isinstance(do, Akin) else run_and_tell

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
    mask = {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, interrupts.POLITE)}
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _do(batch: _Jobs) -> None:
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
