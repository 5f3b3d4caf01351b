"""Run one process after another and say how long each took, how much processor time and how much memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_UNIT = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes there, kilobytes elsewhere


@dataclass(frozen=True)
class Sample:
    """What one process took: seconds by the clock, seconds of all processors, the most memory in bytes."""

    seconds: float
    processor: float
    memory: int


@dataclass
class Way:
    """A way to the sheets: a command in a folder, what to do before and after each run, and what the runs took."""

    name: str
    command: Sequence[str | Path]
    folder: Path
    environment: Mapping[str, str]
    before: Callable[[int], None] = lambda number: None
    after: Callable[[int], None] = lambda number: None
    rounds: range = range(1000)  # in which it runs; round 0 is not counted
    optional: bool = False  # a rival may be impossible here; beeprint may not
    samples: list[Sample] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    failure: str = ""

    @property
    def seconds(self) -> float:
        """Return the median by the clock; not a number without a sample."""
        return _median([sample.seconds for sample in self.samples])

    @property
    def least(self) -> float:
        """Return the least by the clock: what other work on the machine delayed least; not a number without one."""
        return min((sample.seconds for sample in self.samples), default=float("nan"))

    @property
    def processor(self) -> float:
        """Return the median of processor time."""
        return _median([sample.processor for sample in self.samples])

    @property
    def memory(self) -> float:
        """Return the median of the most memory, in bytes."""
        return _median([sample.memory for sample in self.samples])

    def run(self, number: int, counted: bool = True) -> None:
        """Run once; a rival that fails is left out from then on, with the last line it said."""
        if self.failure:
            return
        self.before(number)
        try:
            sample = process(self.command, self.folder, self.environment)
        except RuntimeError as error:
            if not self.optional:
                raise
            self.failure = str(error).strip().rpartition("\n")[2]
            self.samples.clear()
            return
        self.after(number)
        if counted:
            self.samples.append(sample)


def rounds(ways: Sequence[Way], count: int) -> None:
    """Run all ways in turn, round by round, so that a drift of the machine meets them all; round 0 is not counted."""
    for number in range(count + 1):
        for way in ways:
            if number in way.rounds:
                way.run(number, counted=number > 0)
        print(f"round {number} of {count}", file=sys.stderr)


def process(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> Sample:
    """Run a process to its end; RuntimeError with what it said where it fails."""
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        running = subprocess.Popen(
            [os.fspath(part) for part in command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        _, status, used = os.wait4(running.pid, 0)
        seconds = time.perf_counter() - start
        running.returncode = os.waitstatus_to_exitcode(status)
        if running.returncode != 0:
            said.seek(0)
            raise RuntimeError(f"{command}\n{said.read().decode('utf-8', 'replace')}")
    return Sample(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * _UNIT)


def spent(process: int) -> float:
    """Return the seconds of a processor that a process has used so far; Linux."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else float("nan")
