"""Do independent work side by side, where the system can copy a process and there is enough of it to pay."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence

#: Work, in a measure of its own such as marks to draw, below which a further process costs more than it saves.
_LEAST = 40.0

Job = Callable[[], None]
_Share = list[tuple[float, Job]]


def run(jobs: Sequence[tuple[float, Job]]) -> None:
    """Do all jobs, each given with how much work it is; what one raises is raised here.

    Copies of this process take shares of them and leave files behind, nothing else. A copy that fails is of no matter:
    its jobs are done again here, where what is wrong can be told. Where this process must not be copied, all of them
    are done here, one after the other.
    """
    ordered = sorted(jobs, key=lambda job: -job[0])
    count = max(1, min(os.cpu_count() or 1, len(ordered))) if _can_be_copied() else 1
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


def _can_be_copied() -> bool:
    """Return whether the system can copy this process, and a copy of it would be sound.

    A copy has only the thread that made it: what another thread holds at that moment, such as a lock, is held for ever
    in the copy. A daemon of multiprocessing is ended without notice, and its copies would write on.
    """
    if not hasattr(os, "fork") or sys.platform == "darwin":  # macOS's own libraries do not survive a fork
        return False
    if threading.active_count() > 1 or threading.current_thread() is not threading.main_thread():
        return False
    # Not imported here: where nobody has, this is no such daemon.
    workers = sys.modules.get("multiprocessing.process")
    return workers is None or not workers.current_process().daemon


def _pays(share: _Share) -> bool:
    return sum(work for work, _ in share) >= _LEAST


@contextlib.contextmanager
def _uninterrupted() -> Iterator[set[int]]:
    """Keep an interrupt until after what is done here; give what was blocked before."""
    mask = {int(one) for one in signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})}
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _start(shares: Sequence[_Share], started: list[tuple[int, _Share]]) -> None:
    """Start a copy of this process for each share, and note its number."""
    if not shares:
        return
    # An interrupt just after a copy was made would lose its number, and nobody would wait for what it writes.
    with _uninterrupted() as mask:
        for share in shares:
            started.append((_fork(share, mask), share))


def _unfinished(started: Sequence[tuple[int, _Share]]) -> list[_Share]:
    """Wait for the copies, and return the shares of those that failed."""
    if not started:
        return []
    # All of them, interrupted or not: what writes on would put files into a folder that is being taken away.
    with _uninterrupted():
        return [share for process, share in started if not _succeeded(process)]


def _succeeded(process: int) -> bool:
    """Wait for a copy, and return whether it did all of its jobs."""
    try:
        return os.waitpid(process, 0)[1] == 0
    except ChildProcessError:
        return False  # it has ended, but how is not known: others wait for all children of this process, or ignore them


def _fork(share: _Share, mask: Iterable[int]) -> int:
    """Do a share of jobs in a copy of this process, with these signals blocked, and return its number."""
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for _, do in share:
            do()
        code = 0
    finally:
        # Nothing else of what was copied may run to its end here: no handlers, no cleaning up of folders.
        os._exit(code)
