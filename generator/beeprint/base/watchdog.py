"""The watchdog: the last limits of a process that runs only beeprint, far beyond what any budget admits.

Only the command line sets them, where the system lets it; a studio, which runs on and on, and programs that import
beeprint never have them.
"""

from __future__ import annotations

import contextlib
import signal
from types import FrameType

from beeprint.base import budget, interrupts

#: The processor time of a process in seconds, and its memory in bytes: no game within its budget comes near.
SECONDS = 1_800
MEMORY = 6_000_000_000


def begin() -> None:
    """Limit this process, if it runs only beeprint, and those that it starts."""
    if not interrupts.is_own_process():
        return
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        times = budget.times()
        signal.signal(signal.SIGXCPU, _stop)
        for kind, most in ((resource.RLIMIT_CPU, SECONDS * times), (resource.RLIMIT_DATA, MEMORY * times)):
            soft, hard = resource.getrlimit(kind)
            known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
            resource.setrlimit(kind, (min([most, *known]), hard))


def _stop(number: int, frame: FrameType | None) -> None:
    raise interrupts.StoppedError(f"this takes more than {SECONDS * budget.times():,} seconds of processor time")
