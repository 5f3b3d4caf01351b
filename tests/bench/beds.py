"""Time the beds of a laser: all of Pollen Wars, after a change of a card or of a tile's drawing, and after none."""

from __future__ import annotations

import csv
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import report
from measure import Sample, process

ROOT = Path(__file__).parents[2]
GAME = "pollen-wars"
#: A cell of a card, which no bed holds, and the drawing of a tile, which one of the beds holds.
FILE, COLUMN, DRAWING = "honey.csv", "pun", "art/field/fungus.svg"
AGAIN = 3
COLD = "all, with an empty cache"


@dataclass(frozen=True)
class Measured:
    """What `beeprint laser` took, by what had changed since it ran before; and the number of beds."""

    ways: dict[str, Sample]
    beds: int

    @property
    def cold(self) -> Sample:
        """Return what it took with an empty cache."""
        return self.ways[COLD]


def measure() -> Measured:
    """Measure the beds; each figure is that of the run that took the least processor time."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        game = work / "game"
        shutil.copytree(ROOT / "data" / GAME, game)
        _made(work / "compiled", game)
        ways = {COLD: _least(_made(work / f"cold-{number}", game) for number in range(AGAIN))}
        changes: dict[str, Callable[[int], object]] = {
            "nothing": lambda number: None,
            "a cell of a card, which is on no bed": lambda number: _change_cell(game / FILE, number),
            "the drawing of a tile, which is on one": lambda number: _change_drawing(game / DRAWING, number),
        }
        for name, change in changes.items():
            ways[name] = _least(_after(change, work / "cold-0", game))
        return Measured(ways, len([*(work / "cold-0" / "output").rglob("*.dxf")]))


def _after(change: Callable[[int], object], folder: Path, game: Path) -> Iterator[Sample]:
    """Yield what the beds took after each of some changes."""
    for number in range(AGAIN):
        change(number)
        yield _made(folder, game)


def _change_cell(path: Path, number: int) -> None:
    """Change the cell of the first row to a text that was never there."""
    with path.open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    rows[0][header.index(COLUMN)] = f"Mutin-bee {number}"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows([header, *rows])


def _change_drawing(path: Path, number: int) -> None:
    """Add a dot to a drawing that it never had."""
    drawing, end, rest = path.read_text("utf-8").rpartition("</svg>")
    path.write_text(f'{drawing}<circle cx="{5 + number}" cy="5" r="0.5"/>{end}{rest}', "utf-8")


def _made(folder: Path, game: Path) -> Sample:
    """Make the beds with a cache and an output in a folder."""
    folder.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    inherited = kept | {"PYTHONPATH": str(ROOT / "generator"), "XDG_CACHE_HOME": str(folder / "cache")}
    return process([sys.executable, "-m", "beeprint", "laser", game], folder, inherited)


def _least(samples: Iterable[Sample]) -> Sample:
    return min(samples, key=lambda sample: sample.processor)


if __name__ == "__main__":
    print(report.beds(measure()))
