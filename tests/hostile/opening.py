"""Open hostile files, each in a fork of its own, and say what is wrong with what comes of it.

A process that opens them must be a young one: a fork begins with the memory of what it is forked from.
"""

from __future__ import annotations

import random
import re
import signal
import tempfile
from pathlib import Path

from msgspec import Struct

import fuzz
import room
from hostile.files import KINDS, PRECIOUS

#: Processor seconds that a command may take on one file, and seconds by the clock, for whoever waits for a server.
SECONDS, PATIENCE = 20 * room.TIME, 120 * room.TIME
#: What the folder of a case may hold afterwards.
_THERE = re.compile(r"a\.\w+|s\.yaml|game|out|made|made\.pdf|cache|said|precious")
#: A message that names its file or option, in each of the forms in which commands write them.
_PLACED = re.compile(
    r'(?m)^\S.*: error: |^ *\d+\. error: |^beeprint: \S|^Error: \S|^::error file=|"severity": "error"|"errors": [1-9]'
)


class Opened(Struct):
    """What has become of a file: its case, the command, the exit code, what was said, what it took and left."""

    case: str
    command: list[str]
    code: int
    told: str
    seconds: float
    megabytes: float
    there: list[str]
    kept: bool

    def wrong(self) -> list[str]:
        """Return what is wrong, in words."""
        return [
            text
            for text, faulty in (
                (f"exit code {self.code}", self.code not in (0, 1, 2)),
                ("a traceback", "Traceback" in self.told),
                (f"{self.seconds:.1f} s", self.seconds > SECONDS),
                (f"{self.megabytes:.0f} MB", self.megabytes * 2**20 > fuzz.MEMORY),
                ("a control character is printed", fuzz.OBEYED.search(self.told) is not None),
                ("no placed message", self.code in (1, 2) and not _PLACED.search(self.told)),
                (f"left in the folder: {self.there}", not all(map(_THERE.fullmatch, self.there))),
                ("a person's file is changed", not self.kept),
            )
            if faulty
        ]


def prepare(folder: str) -> None:
    """Load what the files and their commands need, once for all forks; what is temporary goes into a folder."""
    tempfile.tempdir = folder
    fuzz.prepare(["game", "art", "workbook", "pdf", "page"])


def opened(name: str, number: int, seed: int) -> Opened:
    """Open the file with this number of a kind by its command in a fork, in an empty folder."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        return _opened(name, number, seed, Path(folder))


def _opened(name: str, number: int, seed: int, folder: Path) -> Opened:
    (kind,) = (kind for kind in KINDS if kind.__name__ == name)
    case = f"{name} {number}"
    (folder / "precious").write_bytes(PRECIOUS)

    def open_it() -> int:
        signal.alarm(PATIENCE)
        command = kind(random.Random(f"{case} {seed}"), number)
        Path("command").write_text("\n".join(command), "utf-8")
        return fuzz.said_code(command) if command else 0

    code, told, used = fuzz.alone(folder, 2 * SECONDS, open_it)
    noted = folder / "command"
    command = noted.read_text("utf-8").split("\n") if noted.exists() else []
    noted.unlink(missing_ok=True)
    there = sorted(path.name for path in folder.iterdir())
    kept = (folder / "precious").read_bytes() == PRECIOUS
    return Opened(case, command, code, told, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, there, kept)
