"""Know whether anybody looks at the studio: it ends by itself once its last page has been closed."""

from __future__ import annotations

import threading
from collections.abc import Callable

#: How long no page may be open before the studio ends, in seconds: pages that are loaded again are closed for a moment.
AWAY = 45.0
#: How long the browser may take to open the first page, in seconds.
FIRST = 600.0


class Presence:
    """Counts the pages that are open; `gone` is called when none has been for a while. Any thread may use it."""

    def __init__(self, gone: Callable[[], None], away: float = AWAY, first: float = FIRST) -> None:
        self._gone, self._away = gone, away
        self._lock = threading.Lock()
        self._pages = 0
        self._timer = self._begin(first)

    def __enter__(self) -> None:
        """Take in a page."""
        with self._lock:
            self._pages += 1
            self._timer.cancel()

    def __exit__(self, *error: object) -> None:
        """Take note that a page is closed."""
        with self._lock:
            self._pages -= 1
            if not self._pages:
                self._timer = self._begin(self._away)

    def close(self) -> None:
        """Stop waiting for pages, since the studio ends."""
        with self._lock:
            timer = self._timer
        timer.cancel()
        if timer is not threading.current_thread():
            timer.join()

    def _begin(self, seconds: float) -> threading.Timer:
        timer = threading.Timer(seconds, self._end)
        timer.daemon = True
        timer.start()
        return timer

    def _end(self) -> None:
        with self._lock:
            if self._pages:
                return  # one was opened while the time ran out
        self._gone()
