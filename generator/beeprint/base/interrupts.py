"""Interrupts: Ctrl-C stops a build before anything is changed, and comes too late once files are put in place."""

from __future__ import annotations

import contextlib
import signal

_own = False


def own_process() -> None:
    """Declare that this process runs only beeprint, which may therefore handle its signals."""
    global _own
    _own = True


def too_late() -> None:
    """Ignore interrupts from here on: files are being put in place, and the process ends soon."""
    if _own:
        with contextlib.suppress(ValueError):  # raised outside the main thread, where no interrupts arrive
            signal.signal(signal.SIGINT, signal.SIG_IGN)
