"""Do independent work side by side, where the system can copy a process and there is enough of it to pay."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

#: Work, in a measure of its own such as marks to draw, below which a further process costs more than it saves.
_LEAST = 40.0

Job = Callable[[], None]
_Share = list[tuple[float, Job]]


def run(jobs: Sequence[tuple[float, Job]]) -> None:
    """Do all jobs, each given with how much work it is; what one raises is raised here.

    Copies of this process take shares of them and leave files behind, nothing else. A copy that fails is of no matter:
    its jobs are done again here, where what is wrong can be told.
    """
    ordered = sorted(jobs, key=lambda job: -job[0])
    count = max(1, min(os.cpu_count() or 1, len(ordered))) if hasattr(os, "fork") and sys.platform != "darwin" else 1
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
        return [share for process, share in started if os.waitpid(process, 0)[1] != 0]


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
