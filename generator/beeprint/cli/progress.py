"""Say on a terminal how far a long task is, and how long the rest will take."""

from __future__ import annotations

import sys
import time

#: How often the line changes, in seconds.
_EVERY = 0.2


class Progress:
    """One line of stderr that is written over and over; nothing where stderr is no terminal."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()
        self._what, self._started, self._from, self._last, self._shown = "", 0.0, 0, 0.0, 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def told(self, what: str, done: int, total: int) -> None:
        """Show how many are done of how many, and the time left at the pace so far; clear the line at the end."""
        if not self._shows:
            return
        now = time.monotonic()
        if what != self._what:
            self._what, self._started, self._from, self._last = what, now, done, 0.0
        if done >= total:
            self.clear()
            self._what = ""
        elif now - self._last >= _EVERY:
            self._last = now
            pace = (done - self._from) / (now - self._started) if now > self._started else 0.0
            rest = f", {left((total - done) / pace)} left" if pace else ""
            self._write(f"{done:,} of {total:,} {what}{rest}")

    def clear(self) -> None:
        """Clear the line, so that another text may be written."""
        if self._shown:
            self._write("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _write(self, text: str) -> None:
        import shutil  # it takes a while to load, and a short command shows nothing

        text = text[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write(f"\r{text.ljust(self._shown)}")
        sys.stderr.flush()
        self._shown = len(text)


def left(seconds: float) -> str:
    """Return a time to wait, not more exactly than it is known: 40 s, 3 min, 2 h."""
    if seconds < 55:
        return f"{max(5, 5 * round(seconds / 5))} s"
    if seconds < 3570:
        return f"{max(1, round(seconds / 60))} min"
    return f"{seconds / 3600:.1f} h"
