"""Set the texts of many rows on all processors: forks set those of later rows while this process sets the first.

What a fork has set travels as plain values. It is taken where this process would set the same text, at the same cost,
so that problems, budgets and faces are those of one process. Texts with problems or with pictures among their letters
are left to this process.
"""

from __future__ import annotations

import marshal
import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from beeprint.base import budget
from beeprint.base.colour import Colour
from beeprint.base.crew import Fork, can_be_copied, uninterrupted
from beeprint.base.geometry import Affine, Rect
from beeprint.base.problems import Place
from beeprint.drawing.drawing import Layer, Run, Solid, as_glyph
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout.face import Ink
from beeprint.face.layout.memo import Drawn, Terms
from beeprint.face.layout.sizes import Fit, SizeKey
from beeprint.face.template import Choice, Slot, TextSlot
from beeprint.game.rows import Row

#: From so many rows on, what a fork sets is worth more than it costs.
MANY = 400
#: So many rows are handed back together, while the fork sets the next ones.
PART = 100
#: How much more this process sets than a fair share: in a fork each text takes longer, since memory has to be copied.
_OWN = 1.12
_COSTS = ("slots", "texts")
#: A fork gives up that has spent so many steps, and so many for each that what can be taken costs.
_TRIAL, _MOST = 200_000, 2


def is_text(entry: Slot | Choice) -> bool:
    """Return whether a slot shows nothing but a text."""
    return isinstance(entry, TextSlot) or (isinstance(entry, Choice) and all(map(is_text, entry.variants.values())))


class Made(NamedTuple):
    """A slot that was drawn: the index of its row and its name, what it drew, and what that cost.

    `costs` are steps and bytes of `_COSTS` in turn; `times` is what the face's count of slots grew by.
    """

    row: int
    name: str
    drawn: Drawn
    costs: tuple[float, ...]
    times: int


class Meter:
    """Measures what drawing a slot takes from the budget."""

    def __init__(self) -> None:
        self._before = _spent()

    @property
    def costs(self) -> tuple[float, ...]:
        """Return the steps and bytes of `_COSTS` in turn."""
        return tuple(after - before for after, before in zip(_spent(), self._before, strict=True))


def _spent() -> tuple[float, ...]:
    return tuple(amount for on in _COSTS for amount in budget.spent(on))


class TextsAhead:
    """Texts of rows that forks set; those of the first rows are left to this process."""

    def __init__(
        self, rows: Sequence[Row], fonts: Fonts, draw: Callable[[Sequence[Row]], Iterable[Made]], first: float = 0
    ) -> None:
        """`draw` sets the texts of rows in a fork; this process keeps its share, or the share `first` of all."""
        self._fonts, self._sets = fonts, dict[tuple[int, str], Any]()
        # By the identity of the first row of the part that comes next, with the rows that are still to come.
        self._forks: dict[int, tuple[Fork, Sequence[Row]]] = {}
        cores = (os.cpu_count() or 1) if len(rows) >= MANY and can_be_copied() else 1
        start = round(len(rows) * (first or min(1, _OWN / cores)))
        for number in range(1, cores):
            stop = start + (len(rows) - start) // (cores - number)
            share = rows[start:stop]
            if share:
                with uninterrupted() as mask:
                    running = Fork(partial(_packed, fonts, draw, share, cores), mask)
                    self._forks[id(share[0])] = running, share
            start = stop

    def reach(self, row: Row) -> None:
        """Wait for the texts of a part of a share where this is its first row."""
        running, share = self._forks.pop(id(row), (None, ()))
        data = None if running is None else running.part()
        if running is None or data is None:
            return
        opened, packed = marshal.loads(data)
        for key in opened:
            self._fonts[key]  # outputs depend on which are open
        for mark in packed:
            self._sets[id(share[mark[0]]), mark[1]] = mark
        if len(share) > PART:
            self._forks[id(share[PART])] = running, share[PART:]
        else:
            running.drop()

    def take(self, row: Row, name: str, room: int) -> tuple[Drawn, int] | None:
        """Return once what a slot of a row drew and what it counts, at its cost; None where it is to be drawn here.

        So it is where it counts more than there is `room` for on its face.
        """
        packed_text = self._sets.pop((id(row), name), None)
        if packed_text is None or packed_text[-1] > room:
            return None
        _, _, drawn, costs, times = packed_text
        for on, steps, kept in zip(_COSTS, costs[::2], costs[1::2], strict=True):
            budget.spend(on, steps, kept)
        return _undrawn(drawn), times

    def drop(self) -> None:
        """End what still runs."""
        for running, _ in self._forks.values():
            running.drop()
        self._forks = {}


def _packed(
    fonts: Fonts, draw: Callable[[Sequence[Row]], Iterable[Made]], share: Sequence[Row], cores: int
) -> Iterator[bytes]:
    """Yield the texts of each part of a share of the rows, and the keys of all fonts that are open then.

    Where most of the work is for texts that cannot be taken, or the budget ends, those that follow are left out.
    """
    budget.keep_share(cores)
    worth, whole = 0.0, budget.left(math.inf)
    for start in range(0, len(share), PART):
        sets, goes_on = list[Any](), True
        try:
            for index, row in enumerate(share[start : start + PART]):
                for mark in draw((row,)):
                    packed = _drawn(mark.drawn)
                    if packed is not None:
                        sets.append((index, mark.name, packed, mark.costs, mark.times))
                        worth += sum(mark.costs[::2])
                goes_on = whole - budget.left(math.inf) <= max(_TRIAL, _MOST * worth)
                if not goes_on:
                    break
        except budget.SpentError:
            goes_on = False
        yield marshal.dumps((fonts.opened, sets))
        if not goes_on:
            return


def _drawn(drawn: Drawn) -> Any:
    """Return what a text drew as plain values; None where it is more than letters."""
    if drawn.terms.pictures or not all(isinstance(mark, Run) for mark in drawn.marks):
        return None
    if not all(isinstance(ink, Ink) and ink.mark is None for ink in drawn.inks):
        return None
    runs = [_run(mark) for mark in drawn.marks if isinstance(mark, Run)]
    inks = [_ink(ink) for ink in drawn.inks if isinstance(ink, Ink)]
    return runs, inks, [((*fit.key,), fit.size) for fit in drawn.terms.fits], drawn.terms.sizes


def _run(run: Run) -> Any:
    glyphs = [*map(tuple, run.glyphs)]
    paint = (*run.paint.colour,), run.paint.opacity
    return (run.text, run.font, run.size, (*run.place,), paint, glyphs, run.layer.value), run.key


def _ink(ink: Ink) -> Any:
    asked = None if ink.asked is None else (*ink.asked,)
    plain = ink.size, ink.dpi, ink.guarded, ink.home, ink.legible
    return ink.slot, (*ink.box,), ink.column, (*ink.place,), plain, asked, ink.within, (*ink.at,)


def _undrawn(packed: Any) -> Drawn:
    runs, inks, fits, sizes = packed
    marks = tuple(_unrun(*run).with_key(key) for run, key in runs)
    return Drawn(marks, tuple(_unink(*ink) for ink in inks), Terms(fits=tuple(_unfits(fits)), sizes=tuple(sizes)))


def _unrun(text: str, font: str, size: float, place: Any, paint: Any, glyphs: Any, layer: str) -> Run:
    colour, opacity = paint
    shown = tuple(map(as_glyph, glyphs))
    return Run(text, font, size, Affine(*place), Solid(Colour(*colour), opacity), shown, Layer(layer))


def _unink(slot: str, box: Any, column: str, place: Any, plain: Any, asked: Any, within: Any, at: Any) -> Ink:
    small = None if asked is None else Place(*asked)
    size, dpi, guarded, home, legible = plain
    return Ink(
        slot, Rect(*box), column, Place(*place), size, dpi, guarded, home, legible, small, within, None, Affine(*at)
    )


def _unfits(fits: Any) -> Iterator[Fit]:
    for key, size in fits:
        yield Fit(SizeKey(*key), size)
