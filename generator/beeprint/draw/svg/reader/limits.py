"""What a picture draws in all: how much, how deep, and what is the same in several places and made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from beeprint.base.problems import Place, Problem
from beeprint.draw.drawing import Mark, Symbol
from beeprint.draw.svg.reader.budget import SpentError
from beeprint.draw.svg.reader.xml import Element

#: What a picture may draw, what is used again counted each time.
MAX_MARKS = 200_000
MAX_SEGMENTS = 2_000_000
#: Levels of groups and uses, one through the other; each takes four calls of Python's stack.
MAX_LEVELS = 100


class RefusedError(Exception):
    """Something at a place that cannot be drawn; becomes a problem, reading goes on."""

    def __init__(self, place: Place, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(place, message, hint)


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
