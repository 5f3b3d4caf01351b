"""Interrupts: Ctrl-C stops a build before anything is changed, and comes too late once files are put in place."""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
from types import FrameType

_own = False
#: How soon an interrupt that meets an import comes again, in seconds.
_AGAIN = 0.01


class StoppedError(BaseException):
    """The watchdog has stopped the process; no Exception, so that nobody goes on."""


def own_process() -> None:
    """Declare that this process runs only beeprint, which may therefore handle its signals."""
    global _own
    _own = True
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where the shell has it ignored
        signal.signal(signal.SIGINT, _interrupt)


def is_own_process() -> bool:
    """Return whether this process runs only beeprint."""
    return _own


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt once no module is loading, where libraries in C print it and raise their own errors."""
    if _is_loading(frame):
        again = threading.Timer(_AGAIN, _thread.interrupt_main)
        again.daemon = True
        again.start()
    else:
        signal.default_int_handler(number, frame)


def _is_loading(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def too_late() -> None:
    """Ignore interrupts from here on: files are being put in place, and the process ends soon."""
    if _own:
        with contextlib.suppress(ValueError):  # raised outside the main thread, where no interrupts arrive
            signal.signal(signal.SIGINT, signal.SIG_IGN)
