"""Interrupts: Ctrl-C stops a build before anything is changed, and comes too late once files are put in place.

So does whoever ends the process politely, such as a shutdown, a closed terminal or a time limit: what a build keeps in
temporary folders is removed.
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
from types import FrameType

_own = False
#: The signals that ask a process to end, those that the system knows.
POLITE = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
#: How soon an interrupt that meets an import comes again, in seconds.
_AGAIN = 0.01
_last = 0


class StoppedError(BaseException):
    """The watchdog has stopped the process; no Exception, so that nobody goes on."""


def own_process() -> None:
    """Declare that this process runs only beeprint, which may therefore handle its signals."""
    global _own
    _own = True
    for number in POLITE:
        # Not where the shell has it ignored.
        if signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL):
            signal.signal(number, _interrupt)


def exit_code() -> int:
    """Return the exit code of a process that was interrupted, as shells have it: 130 after Ctrl-C."""
    return 128 + (_last or signal.SIGINT)


def came() -> bool:
    """Return whether this process was interrupted; libraries in C may make an error of their own of that."""
    return _last != 0


def is_own_process() -> bool:
    """Return whether this process runs only beeprint."""
    return _own


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt once no module is loading, where libraries in C print it and raise their own errors."""
    global _last
    _last = number
    if _is_loading(frame):
        again = threading.Timer(_AGAIN, _come_again, (number,))
        again.daemon = True
        again.start()
    else:
        signal.default_int_handler(number, frame)


def _come_again(number: int) -> None:
    """Send the main thread a signal; only a real one wakes it where it waits for another thread or process."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


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
            for number in POLITE:
                signal.signal(number, signal.SIG_IGN)
