"""Interrupts: Ctrl-C stops a build before anything is changed, and comes too late once files are put in place."""

from __future__ import annotations

import contextlib
import signal

_own = False


def own_process() -> None:
    """Say that this process runs beeprint and nothing else, so that what it does with signals is beeprint's affair."""
    global _own
    _own = True


def too_late() -> None:
    """Ignore interrupts from here on: what is asked for is being put in place, and the process ends soon."""
    if _own:
        with contextlib.suppress(ValueError):  # only a main thread may, and only there do interrupts arrive
            signal.signal(signal.SIGINT, signal.SIG_IGN)
