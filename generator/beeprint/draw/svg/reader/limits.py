"""What reading one picture may cost, how much it may draw and how deep; the errors past those limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from beeprint.base.problems import Place, Problem
from beeprint.draw.drawing import Mark, Symbol
from beeprint.draw.svg.reader.xml import Element

#: Steps for one picture. A step is about a microsecond, or about a hundred bytes of what is kept: a few seconds in all,
#: and less than 200 MB. Detailed art takes a tenth of them.
STEPS = 4_000_000

_HINT = "simplify the picture, or set raster: 600dpi where the layout places it"
#: What a budget is spent on, and what to do where that is too much.
_HINTS = {
    "markers": "use simpler markers, or turn them into paths (Inkscape: Path > Stroke to Path)",
    "clip paths": "release clip paths that have no effect (Inkscape: Object > Clip > Release), or combine their shapes",
    "gradients": "use fewer stops and fewer repetitions",
    "stylesheets": "use fewer rules, or set the editor to write style attributes",
    "edges that cross": "turn paths that cross into one outline (Inkscape: Path > Union)",
    "text": "use a text slot",
    "embedded pictures": "embed fewer or smaller pictures, or use a picture slot",
    "mistakes": "fix the other problems first",
}
#: What a picture may draw, what is used again counted each time.
MAX_MARKS = 200_000
MAX_SEGMENTS = 2_000_000
#: Levels of groups and uses, one through the other; each takes up to six calls of Python's stack.
MAX_LEVELS = 100


class RefusedError(Exception):
    """Something at a place that cannot be drawn; becomes a problem, reading goes on."""

    def __init__(self, place: Place, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(place, message, hint)


class SpentError(Exception):
    """The budget is spent, and reading ends; `place` is set to that of the first element which this passes."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint
        self.place: Place | None = None

    def problem(self, otherwise: Place) -> Problem:
        """Return the problem, at a place given where none is known."""
        return Problem(self.place or otherwise, self.message, self.hint)


@dataclass
class Budget:
    """What may still be spent on one picture, and on what the rest has gone."""

    left: float = STEPS
    spent: Counter[str] = field(default_factory=Counter)

    def spend(self, steps: float, on: str) -> None:
        """Take steps for work of a kind; SpentError where there are not as many left."""
        self.left -= steps
        self.spent[on] += int(steps)
        if self.left < 0:
            raise self.error()

    def error(self) -> SpentError:
        """Return what is wrong where the budget is spent: most of it will have gone on one thing."""
        kind, steps = self.spent.most_common(1)[0]
        share = 100 * steps // max(1, self.spent.total())
        message = f"reading the picture takes more than {STEPS:,} steps, {share} % of them for {kind}"
        return SpentError(message, _HINTS.get(kind, _HINT))


class Weight(NamedTuple):
    """How much something draws: its marks and the segments of their paths, what is used again counted each time."""

    marks: int
    segments: int

    def since(self, before: Weight) -> Weight:
        """Return what has come to an earlier weight."""
        return Weight(self.marks - before.marks, self.segments - before.segments)


class Drawn:
    """What has been drawn so far of one picture."""

    def __init__(self) -> None:
        self.weight, self.deepest = Weight(0, 0), 0
        self._symbols: dict[tuple[object, ...], tuple[Symbol, Weight, int]] = {}

    def count(self, weight: Weight, hint: str) -> None:
        """Count what is drawn, once more where it is drawn before; SpentError where that becomes too much."""
        self.weight = Weight(self.weight.marks + weight.marks, self.weight.segments + weight.segments)
        if self.weight.marks > MAX_MARKS:
            raise SpentError(f"the picture draws more than {MAX_MARKS:,} marks", hint)
        if self.weight.segments > MAX_SEGMENTS:
            raise SpentError(f"the picture draws more than {MAX_SEGMENTS:,} path segments", hint)

    def enter(self, element: Element, level: int) -> None:
        """Note that something is drawn so many levels deep; RefusedError where that is too deep."""
        self.deepest = max(self.deepest, level)
        if level >= MAX_LEVELS:
            message = f"groups, uses and markers are nested deeper than {MAX_LEVELS} levels"
            raise RefusedError(element.place, message, "ungroup it")

    def symbol(
        self, known: tuple[object, ...], element: Element, level: int, make: Callable[[], Iterable[Mark]]
    ) -> Symbol:
        """Return what `make` draws as a symbol, made once for all places where the same is known of it.

        `element` is the one that places it, so many levels deep.
        """
        found = self._symbols.get(known)
        if found is not None:
            symbol, weight, depth = found
            self.enter(element, level + depth)
            self.count(weight, "use fewer copies")
            return symbol
        before, deepest = self.weight, self.deepest
        self.deepest = level
        symbol = Symbol.of(make())
        self._symbols[known] = symbol, self.weight.since(before), self.deepest - level
        self.deepest = max(deepest, self.deepest)
        return symbol
