"""Do a task part by part in a fork of this process, which takes each part as soon as it is done."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress

from beeprint.base.processes import fork, uninterrupted

#: How many bytes tell the length of a part.
_LENGTH = 8


class Errand:
    """A task that a fork does, and the parts of its result; whoever starts one takes them all or drops it."""

    def __init__(self, task: Callable[[], Iterable[bytes]]) -> None:
        """Start it; the process must be one that can be copied."""
        # Parts are in a file, however large they are; a pipe tells their lengths, and closes when the fork ends.
        self._parts = tempfile.TemporaryFile()  # noqa: SIM115, closed where it is dropped
        self._taken = 0
        self._told, self._tell = os.pipe()
        # An interrupt just after the fork would lose its process id.
        with uninterrupted() as mask:
            self._process = fork(lambda: self._write(task()), mask)
        os.close(self._tell)

    def _write(self, parts: Iterable[bytes]) -> None:
        os.close(self._told)
        for part in parts:
            self._parts.write(part)
            self._parts.flush()
            os.write(self._tell, len(part).to_bytes(_LENGTH, "little"))

    def part(self) -> bytes | None:
        """Wait for the next part and return it; None where there is none, since the task has ended or failed."""
        told = os.read(self._told, _LENGTH) if self._process else b""
        if len(told) < _LENGTH:
            self.drop()
            return None
        length = int.from_bytes(told, "little")
        found = os.pread(self._parts.fileno(), length, self._taken)
        self._taken += length
        return found

    def drop(self) -> None:
        """End the task, whatever it has done."""
        process, self._process = self._process, 0
        if not process:
            return
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        with suppress(ChildProcessError):  # someone else waits for all children
            os.waitpid(process, 0)
        os.close(self._told)
        self._parts.close()
