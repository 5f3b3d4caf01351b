"""Who goes first: what somebody looks at is drawn and sent before the checks, which take longer, go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

#: How long after the last answer nothing more is expected: a page asks for the pictures that it is told of, and paints.
_QUIET = 0.15
#: The longest that checks wait, in seconds; a page that loads hundreds of pictures need not have all of them.
_MOST = 1.5


class Turns:
    """Lets checks wait for as long as pages ask for what they have been told of."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asking: list[int] = []  # the threads that answer
        self._told = self._last = -_MOST

    def tell(self) -> None:
        """Note that pages are told of something new."""
        with self._lock:
            self._told = self._last = time.monotonic()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Answer a request meanwhile."""
        with self._lock:
            self._asking.append(threading.get_ident())
        try:
            yield
        finally:
            with self._lock:
                self._asking.remove(threading.get_ident())
                self._last = time.monotonic()

    @property
    def wait(self) -> float:
        """Return for how many seconds checks should wait from now on: 0 where nobody asks for anything.

        A question for another language reads the game itself, and does not wait for its own answer.
        """
        with self._lock:
            now, own = time.monotonic(), threading.get_ident()
            quiet = now + _QUIET if any(asked != own for asked in self._asking) else self._last + _QUIET
            return max(0.0, min(quiet, self._told + _MOST) - now)
