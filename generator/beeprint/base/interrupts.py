"""Interrupts: Ctrl-C stops a build before anything is changed, and comes too late once files are put in place.

So does whoever ends the process politely, such as a shutdown, a closed terminal or a time limit: what a build keeps in
temporary folders is removed.
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import TypeVar

_own = False
#: The signals that ask a process to end, those that the system knows.
POLITE = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
#: How soon an interrupt comes again that meets an import, or a function that is to run to its end, in seconds.
_AGAIN = 0.01
_last = 0
_hooks = threading.Lock()
_to_the_end: set[CodeType] = set()

_Function = TypeVar("_Function", bound=Callable[..., object])


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


def raise_again() -> None:
    """Raise an interrupt that has come and waits, or got lost; where a function that runs to its end may end early."""
    if came():
        raise KeyboardInterrupt


def is_own_process() -> bool:
    """Return whether this process runs only beeprint."""
    return _own


def runs_to_its_end(function: _Function) -> _Function:
    """Have an interrupt wait until this function is done, which leaves something behind if it stops halfway.

    Of a context manager, what comes before and after the block: there is no moment between a file that has been made
    and the knowledge that it has to be removed. The function must be short.
    """
    _to_the_end.add(function.__code__)
    return function


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt once no module is loading, where libraries in C print it and raise their own errors."""
    global _last
    _last = number
    if _has_to_end(frame):
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


def _has_to_end(frame: FrameType | None) -> bool:
    while frame is not None:
        code = frame.f_code
        if code in _to_the_end or code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def raised_again() -> Iterator[None]:
    """Raise what a library in C was interrupted by, or met otherwise, where it calls Python, once the library is done.

    Python only prints and tells of it, and the library goes on: a glyph would lose a part of its outline.
    """
    told: list[BaseException] = []
    here = threading.get_ident()
    # Threads take turns: each has to find the hooks that it puts back.
    with _hooks:
        tell, show = sys.unraisablehook, sys.excepthook

        def note(hook: sys.UnraisableHookArgs) -> None:
            if threading.get_ident() == here and hook.exc_value is not None:
                told.append(hook.exc_value)
            else:
                tell(hook)

        sys.unraisablehook, sys.excepthook = note, lambda *_: None
        try:
            yield
        finally:
            sys.unraisablehook, sys.excepthook = tell, show
    for error in told:
        raise error


def too_late() -> None:
    """Ignore interrupts from here on: files are being put in place, and the process ends soon.

    KeyboardInterrupt if one has come and got lost, as in what Python calls while it tidies up.
    """
    if _own:
        raise_again()
        with contextlib.suppress(ValueError):  # raised outside the main thread, where no interrupts arrive
            for number in POLITE:
                signal.signal(number, signal.SIG_IGN)
