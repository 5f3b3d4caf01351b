"""Time pictures of faces beside resvg alone, which draws the same ones. Run: python tests/bench/pictures.py.

All figures are processor time, that of every process that takes part. What a command takes to read, check and lay out
the game is that of the same command with the profile `faces`, which writes the SVG files that resvg is given.
"""

from __future__ import annotations

import csv
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import report
from measure import process

ROOT = Path(__file__).parents[2]
GAME = "pollen-wars"
#: Cards with a picture each, hexagons with patterns, large boards, small tokens.
DECKS = ("honey", "field", "board", "soldier")
DPI, AGAIN = 300, 3
#: The file and the column of which a cell changes: text on one card.
FILE, COLUMN = "honey.csv", "pun"
_DRAW = "import sys, resvg_py\nfor path in sys.argv[1:]:\n    "
_DRAW += f"resvg_py.svg_to_bytes(svg_string=open(path, encoding='utf-8').read(), dpi={DPI}, skip_system_fonts=True)"


class Way(NamedTuple):
    """What a command took, with an empty cache and after a change: as a whole, and its pictures by themselves."""

    cold: float
    drawn: float
    changed: float
    redrawn: float


@dataclass(frozen=True)
class Measured:
    """What pictures took, in ms of a processor for each of so many faces; `alone` is resvg without beeprint."""

    faces: int
    alone: float
    ways: dict[str, Way]


def measure() -> Measured:
    """Measure the commands that make pictures, and resvg alone."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        game = work / "game"
        shutil.copytree(ROOT / "data" / GAME, game)
        _cold(work / "compiled", ("export", str(game), "--only", DECKS[-1]))
        commands = dict(_commands(game))
        # All ways take turns, so that a drift in the machine's speed affects all of them alike.
        cold: dict[str, list[float]] = {name: [] for name in commands}
        drawn = list[float]()
        for number in range(AGAIN):
            for name, command in commands.items():
                cold[name].append(_cold(work / f"{name}-{number}", command))
            files = sorted(str(path) for path in (work / f"faces-{number}").rglob("*.svg"))
            drawn.append(_spent([sys.executable, "-c", _DRAW, *files], work))
        last = AGAIN - 1
        whole = {
            name: (min(cold[name]), _changed(work / f"{name}-{last}", command, game))
            for name, command in commands.items()
        }
        each = 1000 / len(files)
        first, changed = whole.pop("faces")
        ways = {
            name: Way(each * full, each * (full - first), each * other, each * (other - changed))
            for name, (full, other) in whole.items()
        }
        return Measured(len(files), each * min(drawn), ways)


def _commands(game: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what is measured by name, first what all of it begins with."""
    only = [word for deck in DECKS for word in ("--only", deck)]
    for name in ("faces", "contact-sheet", "tabletop-simulator"):
        dpi = () if name == "faces" else ("--dpi", str(DPI))
        yield name, ("build", str(game), "--profile", name, *only, *dpi)
    yield "export", ("export", str(game), *only, "--dpi", str(DPI))


def _cold(folder: Path, command: Sequence[str]) -> float:
    """Return the seconds of a command with nothing in the cache."""
    folder.mkdir()
    return _spent([sys.executable, "-m", "beeprint", *command], folder)


def _changed(folder: Path, command: Sequence[str], game: Path) -> float:
    """Return the least seconds of a command after a cell has changed."""
    path, times = game / FILE, []
    before = path.read_bytes()
    with path.open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    for number in range(AGAIN):
        rows[0][header.index(COLUMN)] = f"Mutin-bee {number}"
        with path.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows([header, *rows])
        times.append(_spent([sys.executable, "-m", "beeprint", *command], folder))
    path.write_bytes(before)
    return min(times)


def _spent(command: Sequence[str], folder: Path) -> float:
    """Return the seconds of all processors that a command takes, with a cache of its own in the folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    inherited = kept | {"PYTHONPATH": str(ROOT / "generator"), "XDG_CACHE_HOME": str(folder / "cache")}
    return process(command, folder, inherited).processor


if __name__ == "__main__":
    print(report.pictures(measure()))
