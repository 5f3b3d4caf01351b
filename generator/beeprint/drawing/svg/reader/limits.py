"""Limits of one picture: the cost of reading it, how much it draws and how deeply; the errors beyond them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.problems import BuildError, Place, Problem
from beeprint.drawing.drawing import Mark, Symbol
from beeprint.drawing.svg.reader.xml import Element

#: The budget of one picture in steps. A step is about a microsecond or a hundred bytes kept: a few seconds and
#: less than 200 MB in all. Detailed art takes a tenth of it.
STEPS = 4_000_000

#: What the hint of everything says that pixels show as its author meant it.
PIXELS = "add raster: 600dpi to game.yaml, or to the slot that places the picture"
#: What helps an icon in a text, which is drawn by its outlines at any size.
_AS_PNG = "save it as a PNG, since raster: does not reach icons in texts"
_HINT = f"simplify the picture, or {PIXELS}"
#: Hints by what used most of the budget.
_HINTS = {
    "markers": "use simpler markers, or turn them into paths (Inkscape: Path > Stroke to Path)",
    "masks": "use fewer shapes in masks",
    "patterns": "enlarge the tiles",
    "clip paths": "release clip paths that have no effect (Inkscape: Object > Clip > Release), or combine their shapes",
    "gradients": "use fewer stops and fewer repetitions",
    "stylesheets": "use fewer rules, or set the editor to write style attributes",
    "edges that cross": "turn paths that cross into one outline (Inkscape: Path > Union)",
    "text": "use a text slot",
    "embedded pictures": "embed fewer or smaller pictures, or use a picture slot",
    "mistakes": "fix the other problems first",
}
#: What a picture may draw; reused parts count each time.
MAX_MARKS = 200_000
MAX_SEGMENTS = 2_000_000
#: Nested levels of groups and uses; each takes up to six frames of Python's stack.
MAX_LEVELS = 100


class RefusedError(Exception):
    """Something that cannot be drawn; becomes a problem at its place, and reading continues."""

    def __init__(self, place: Place, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(place, message, hint)


class FlatError(ValueError):
    """Something that cannot be drawn, but that pixels show; `otherwise` is another way out."""

    def __init__(self, message: str, otherwise: str) -> None:
        super().__init__(message)
        self.hint = f"{otherwise}, or {PIXELS}"


class SpentError(Exception):
    """The budget is spent and reading stops; `place` is set by the innermost element being read."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint
        self.place: Place | None = None

    def problem(self, otherwise: Place) -> Problem:
        """Return the problem, at `otherwise` where its place is unknown."""
        return Problem(self.place or otherwise, self.message, self.hint)


class Budget(Struct):
    """What is left to spend on one picture, and what the rest was spent on."""

    left: float = STEPS
    spent: Counter[str] = field(default_factory=Counter)

    def spend(self, steps: float, on: str) -> None:
        """Spend steps on a kind of work; SpentError where too few are left."""
        self.left -= steps
        self.spent[on] += int(steps)
        if self.left < 0:
            raise self.error()

    def error(self) -> SpentError:
        """Return the error for a spent budget, which names what used most of it."""
        kind, steps = self.spent.most_common(1)[0]
        share = 100 * steps // max(1, self.spent.total())
        message = f"reading the picture takes more than {STEPS:,} steps, {share} % of them for {kind}"
        return SpentError(message, _HINTS.get(kind, _HINT))


def suits_pixels(error: BuildError) -> bool:
    """Return whether a picture is refused only for what pixels would show as its author meant it."""
    return all(PIXELS in problem.hint for problem in error.problems)


class Weight(NamedTuple):
    """How much something draws: its marks and their path segments; reused parts count each time."""

    marks: int
    segments: int

    def since(self, before: Weight) -> Weight:
        """Return what has been added since an earlier weight."""
        return Weight(self.marks - before.marks, self.segments - before.segments)


class Drawn:
    """What one picture has drawn so far."""

    def __init__(self) -> None:
        self.weight, self.deepest = Weight(0, 0), 0
        self._symbols: dict[tuple[object, ...], tuple[Symbol, Weight, int]] = {}

    def count(self, weight: Weight, hint: str) -> None:
        """Count what is drawn, each time it is; SpentError beyond the limits."""
        self.weight = Weight(self.weight.marks + weight.marks, self.weight.segments + weight.segments)
        if self.weight.marks > MAX_MARKS:
            raise SpentError(f"the picture draws more than {MAX_MARKS:,} marks", hint)
        if self.weight.segments > MAX_SEGMENTS:
            raise SpentError(f"the picture draws more than {MAX_SEGMENTS:,} path segments", hint)

    def enter(self, element: Element, level: int) -> None:
        """Note the level at which something is drawn; RefusedError where it is too deep."""
        self.deepest = max(self.deepest, level)
        if level >= MAX_LEVELS:
            message = f"groups, uses and markers are nested deeper than {MAX_LEVELS} levels"
            raise RefusedError(element.place, message, "ungroup it")

    def symbol(
        self, known: tuple[object, ...], element: Element, level: int, make: Callable[[], Iterable[Mark]]
    ) -> Symbol:
        """Return what `make` draws as a symbol, made once for each value of `known`.

        `element` places it, at `level`.
        """
        known_symbol = self._symbols.get(known)
        if known_symbol is not None:
            symbol, weight, depth = known_symbol
            self.enter(element, level + depth)
            self.count(weight, "use fewer copies")
            return symbol
        before, deepest = self.weight, self.deepest
        self.deepest = level
        symbol = Symbol.of(make())
        self._symbols[known] = symbol, self.weight.since(before), self.deepest - level
        self.deepest = max(deepest, self.deepest)
        return symbol


def in_text(error: BuildError) -> BuildError:
    """Return the problems of a drawing that is an icon in a text, with advice that helps there."""
    return BuildError(replace(problem, hint=problem.hint.replace(PIXELS, _AS_PNG)) for problem in error.problems)


def said_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems each once; where a drawing is a picture and an icon in a text too, with the advice for both."""
    known: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        where = (problem.place, problem.message, problem.severity, problem.hole)
        is_same = _AS_PNG in problem.hint or _AS_PNG in getattr(known.get(where), "hint", "")
        key = where if is_same or PIXELS in problem.hint else (*where, problem.hint)
        if key not in known or _AS_PNG in problem.hint:
            known[key] = problem
    return tuple(known.values())
