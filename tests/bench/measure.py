"""Run one process after another and say how long each took, how much processor time and how much memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

#: Starts a command and writes what it used into a file. What the system tells as a process's most memory begins with
#: that of whoever started it, so the one in between has to be small.
_LAUNCHER = """
import json, os, sys, time
start = time.perf_counter()
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, used = os.wait4(child, 0)
seconds = time.perf_counter() - start
with open(sys.argv[1], "w") as file:
    json.dump([os.waitstatus_to_exitcode(status), seconds, used.ru_utime + used.ru_stime, used.ru_maxrss], file)
"""
_UNIT = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes there, kilobytes elsewhere


@dataclass(frozen=True)
class Sample:
    """What one process took: seconds by the clock, seconds of all processors, the most memory in bytes; what it said.

    With the processes that it waited for: their processor time, and the memory of the one with the most.
    """

    seconds: float
    processor: float
    memory: int
    said: str = ""


def _nothing(number: int) -> None:
    """Do nothing before or after a run."""


@dataclass
class Way:
    """A way to the sheets: a command in a folder, what to do before and after each run, and what the runs took."""

    name: str
    command: Sequence[str | Path]
    folder: Path
    environment: Mapping[str, str]
    before: Callable[[int], None] = _nothing
    after: Callable[[int], None] = _nothing
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

    def told(self) -> Way:
        """Return what its runs took, without how to run it, so that it can be kept."""
        return replace(self, before=_nothing, after=_nothing)

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


def process(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str], told: bool = False) -> Sample:
    """Run a process to its end and keep what it said, `told` on stdout too; RuntimeError with that where it fails."""
    with tempfile.TemporaryFile() as said, tempfile.NamedTemporaryFile() as used:
        subprocess.run(
            [sys.executable, "-ISc", _LAUNCHER, used.name, *map(os.fspath, command)],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said if told else subprocess.DEVNULL,
            stderr=said,
            check=True,
        )
        code, seconds, processor, memory = json.load(used)
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    if code != 0:
        raise RuntimeError(f"{command}\n{text}")
    return Sample(seconds, processor, memory * _UNIT, text)


def spent(process: int) -> float:
    """Return the seconds of a processor that a process has used so far; Linux."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else float("nan")
