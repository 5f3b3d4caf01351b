"""Do independent work side by side, where the system can copy a process and there is enough of it to pay."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

#: Work, in a measure of its own such as marks to draw, below which a further process costs more than it saves.
_LEAST = 40.0

Job = Callable[[], None]


def run(jobs: Sequence[tuple[float, Job]]) -> None:
    """Do all jobs, each given with how much work it is; what one raises is raised here.

    Copies of this process take shares of them and leave files behind, nothing else. A copy that fails is of no matter:
    its jobs are done again here, where what is wrong can be told.
    """
    ordered = sorted(jobs, key=lambda job: -job[0])
    count = max(1, min(os.cpu_count() or 1, len(ordered))) if hasattr(os, "fork") and sys.platform != "darwin" else 1
    shares: list[list[tuple[float, Job]]] = [[] for _ in range(count)]
    for job in ordered:
        min(shares, key=lambda share: sum(work for work, _ in share)).append(job)
    here, *others = shares
    todo = list(here)
    started = [(_fork(share), share) for share in others if sum(work for work, _ in share) >= _LEAST]
    todo += (job for share in others if sum(work for work, _ in share) < _LEAST for job in share)
    try:
        for _, do in todo:
            do()
    finally:
        failed = [share for process, share in started if os.waitpid(process, 0)[1] != 0]
    for share in failed:
        for _, do in share:
            do()


def _fork(share: Sequence[tuple[float, Job]]) -> int:
    """Do a share of jobs in a copy of this process, and return its number."""
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        for _, do in share:
            do()
        code = 0
    finally:
        # Nothing else of what was copied may run to its end here: no handlers, no cleaning up of folders.
        os._exit(code)
