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

Job = Callable[[], None]
_Share = list[tuple[float, Job]]


def run(jobs: Sequence[tuple[float, Job]]) -> None:
    """Run all jobs, each given with its amount of work; exceptions propagate.

    Forks of this process take shares of the jobs; files are their only result. If one fails, its jobs run again here,
    where problems can be reported. If this process must not be forked, all jobs run here, one after the other.
    """
    ordered = sorted(jobs, key=lambda job: -job[0])
    count = max(1, min(os.cpu_count() or 1, len(ordered))) if can_be_copied() else 1
    shares: list[_Share] = [[] for _ in range(count)]
    for job in ordered:
        min(shares, key=lambda share: sum(work for work, _ in share)).append(job)
    here, *others = shares
    todo = [*here, *(job for share in others if not _pays(share) for job in share)]
    started: list[tuple[int, _Share]] = []
    try:
        _start([share for share in others if _pays(share)], started)
        for _, do in todo:
            do()
    finally:
        failed = _unfinished(started)
    for share in failed:
        for _, do in share:
            do()


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


def _pays(share: _Share) -> bool:
    return sum(work for work, _ in share) >= _LEAST


@contextlib.contextmanager
def uninterrupted() -> Iterator[set[int]]:
    """Delay interrupts until the end of the block; yield the signals blocked before."""
    mask = {int(one) for one in signal.pthread_sigmask(signal.SIG_BLOCK, interrupts.POLITE)}
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _start(shares: Sequence[_Share], started: list[tuple[int, _Share]]) -> None:
    """Fork this process for each share, and note the process ids."""
    if not shares:
        return
    # An interrupt just after a fork would lose its process id, and nobody would wait for its files.
    with uninterrupted() as mask:
        for share in shares:
            started.append((fork(partial(_do, share), mask), share))


def _unfinished(started: Sequence[tuple[int, _Share]]) -> list[_Share]:
    """Wait for the forks, and return the shares of those that failed."""
    if not started:
        return []
    # Wait for all, even when interrupted: a fork that goes on would write into a folder that is being removed.
    with uninterrupted():
        return [share for process, share in started if not _succeeded(process)]


def _succeeded(process: int) -> bool:
    """Wait for a fork, and return whether it finished all its jobs."""
    try:
        return os.waitpid(process, 0)[1] == 0
    except ChildProcessError:
        return False  # it has ended, but its status is unknown: someone else waits for all children, or ignores them


def _do(share: _Share) -> None:
    for _, do in share:
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
