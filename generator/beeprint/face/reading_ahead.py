"""Read the art of a game on a second processor too, where much of it is new.

A fork of this process reads the pictures of `art/` and puts them in the cache, from the last to the first, while this
process lays out faces and reads those that it needs: what the other one was faster with, it finds there.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator

from beeprint.base import interrupts
from beeprint.base.crew import Fork, can_be_copied, uninterrupted
from beeprint.face.picture import Pictures

#: How many pictures have to be read before a fork pays.
_FEW = 4


@contextlib.contextmanager
def reading_ahead(pictures: Pictures) -> Iterator[None]:
    """Have art read ahead within the block, in a process that runs only beeprint; what is wrong is not told."""
    helper = _Helper(pictures)
    pictures.on_read = helper.asked
    try:
        yield
    finally:
        pictures.on_read = None
        helper.stop()


class _Helper:
    """The fork, once it has been started."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures, self._read = pictures, 0
        self._fork: Fork | None = None
        self._here = os.getpid()

    def asked(self) -> None:
        """Note that a picture has to be read; start the fork if there may be many more."""
        self._read += 1
        # A fork that lays out a part of a large deck has inherited this, and has neighbours on all processors.
        if self._read != _FEW or os.getpid() != self._here:
            return
        if interrupts.is_own_process() and can_be_copied() and (os.cpu_count() or 1) > 1:
            with uninterrupted() as mask:
                self._fork = Fork(self._read_all, mask)

    def _read_all(self) -> tuple[bytes, ...]:
        """Read all art, in the fork, as long as somebody waits for it; it goes into the cache."""
        self._pictures.on_read = None
        for name in reversed(self._pictures.drawings()):
            if os.getppid() != self._here:
                break
            self._pictures.read_ahead(name)
        return ()

    def stop(self) -> None:
        """End the fork, which leaves nothing half written."""
        if self._fork is not None and os.getpid() == self._here:
            with uninterrupted():
                self._fork.drop(signal.SIGTERM)
