"""Compare what beeprint took with the most that it should take, as ratios to others that were measured beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from report import Result


class Goal(NamedTuple):
    """What is measured, what beeprint took, with what and with which figure it is compared, and the ratio to reach."""

    what: str
    took: float
    beside: str
    figure: float
    most: float


def goals(result: Result) -> Iterator[Goal]:
    """Yield all goals; times are the least of their runs, since other work on the machine can only add to them."""
    yield from _builds(result)
    yield from _cards(result)
    yield from _press(result)
    yield from _scale(result)
    drawn, cut = result.pictures, result.beds
    for name, way in drawn.ways.items():
        yield Goal(f"CPU ms, a face as picture: {name}", way.drawn, "resvg alone", drawn.alone, 0.25)
    yield Goal("CPU s, all beds of Pollen Wars", cut.cold.processor, "6 s", 6, 1)
    home, playtest = (result.builds.way(name).least for name in ("pollen home", "pollen playtest"))
    yield Goal("s, playtest of Pollen Wars", playtest, "home-a4", home, 1)
    yield Goal("s, `make test`", result.tests, "100 s", 100, 1)


def _builds(result: Result) -> Iterator[Goal]:
    """Yield the goals of a small game: whole, after a change, after none."""
    least = {way.name: way.least for way in (*result.builds.rivals, *result.builds.ours)}
    python, places = least["nothing"], least["typst_places"]
    yield Goal("s, cold cache", least["cold"], "Typst (a)", places, 2)
    yield Goal("", least["cold"], "CairoSVG", least["cairosvg_and_pikepdf"], 0.2)
    yield Goal("s, one cell changed", least["one cell changed"], "Typst (a) + 0.05 s", places + 0.05, 1)
    yield Goal("s, nothing changed", least["again"], "Typst (a)", places, 0.3)
    yield Goal("s, `--version`", least["version"], "Python", python, 2)
    yield Goal("s, `--help`", least["help"], "Python", python, 2)


def _cards(result: Result) -> Iterator[Goal]:
    """Yield the goals of what a further card costs."""
    ours, _, lean = result.builds.slopes
    yield Goal("ms, a further card", ours.milliseconds, "Typst (c)", lean.milliseconds, 1)
    yield Goal("KB of memory, a further card", ours.memory / 1e3, "Typst (c)", lean.memory / 1e3, 0.25)
    yield Goal("KB of PDF, a further card", ours.pdf / 1e3, "Typst (c)", lean.pdf / 1e3, 1)


def _scale(result: Result) -> Iterator[Goal]:
    """Yield the goals of large decks, and of what a cluster adds to a task."""
    (few, first), *_, (many, last) = result.large.items()
    each, further = 1000 * first.seconds / few, 1000 * last.seconds / many
    yield Goal(f"ms, each of {many:,} cards", further, f"each of {few:,}", each, 1.1)
    yield Goal(f"MB, a deck of {many:,} cards", last.memory / 1e6, "600 MB", 600, 1)
    plain, *others = (processor for _, processor in result.shelf.small.values())
    for dask in others[:1]:
        yield Goal("CPU ms that Dask adds to a task", dask - plain, "20 ms", 20, 1)


def _press(result: Result) -> Iterator[Goal]:
    """Yield the goals of files for a press."""
    spent = {way.name: way.processor for way in result.builds.ours}
    yield Goal("CPU s, Belle of the Ball as PDF/X-4", spent["belle x4"], "home-a4", spent["belle home"], 3)
    yield Goal("CPU s, a further face as PDF/X-1a", (spent["belle x1a"] - spent["belle x1a one"]) / 10, "1 s", 1, 1)
