"""What a font costs the budget of a game, spent before HarfBuzz is asked: nothing stops it while it works."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from functools import cached_property

from beeprint.base import budget
from beeprint.drawing.letter_rules import rules
from beeprint.drawing.variations import interpreted, moved

# What a point costs that is moved to where a weight has it, and a number or operator that says so, in steps.
_MOVED, _INTERPRETED = 0.01, 0.005
# What it costs to read a rule for letters that stand together, and to try it at a letter, in steps, and what it takes,
# in bytes; how many rules cost nothing, because honest fonts have as many.
_RULE, _RULE_KEPT, _TRIED, _FREE, _FREE_TRIED = 0.03, 12, 0.018, 500_000, 40_000
# How long it may take to set letters, each and together, in microseconds: an honest font takes a tenth of it. What is
# slower is charged as it is measured, since a font can have more kinds of rules than can be counted.
_SLOW, _SLOW_LETTER = 200, 20
# What it costs until rules that call themselves are given up, in steps.
_GAVE_UP = 60_000
# As many rules as are tried in no time, and tables with rules of other kinds.
_FEW_TRIED, _UNCOUNTED = 500, ("kern", "kerx", "morx", "mort", "Silf")
# What it costs to read a character that the table `cmap` lists, in steps, and how long a table of few is, in bytes.
_LISTED, _LONG_CMAP = 0.0006, 100_000


#: Returns a table of a font by its tag, empty if there is none.
Tables = Callable[[str], bytes]


def spend_weight(tables: Tables) -> None:
    """Spend what it costs to cut a weight out of a variable font."""
    points, numbers = moved(tables), interpreted(tables("CFF2"))
    budget.spend("fonts", points * _MOVED + numbers * _INTERPRETED)


def spend_part(tables: Tables, glyphs: int) -> None:
    """Spend what it costs to take a part of the letters out of a font of so many glyphs."""
    budget.spend("fonts", _LISTED * _listed(tables("cmap"), glyphs))


class Setting:
    """Spends what it costs to set letters of a font."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def begin(self, letters: int) -> float:
        """Spend what is known before so many letters are set; return when that began, for `end` and `give_up`."""
        budget.spend("fonts", _TRIED * max(0, self._rules - _FREE_TRIED) * letters)
        return time.thread_time() if self._watched else 0

    def end(self, letters: int, begun: float) -> None:
        """Spend what it took, if that is far more than honest fonts take."""
        if self._watched:
            took = 1_000_000 * (time.thread_time() - begun)
            budget.spend("fonts", took if took > _SLOW + _SLOW_LETTER * letters else 0)

    def give_up(self, begun: float) -> None:
        """Spend what it took until HarfBuzz gave up: each text tries anew."""
        budget.spend("fonts", 1_000_000 * (time.thread_time() - begun) if self._watched else _GAVE_UP)

    @cached_property
    def _rules(self) -> int:
        """Return how many rules are tried at a letter, and pay for reading them all."""
        found = rules(self._tables)
        read = max(0, found.all - _FREE)
        budget.spend("fonts", _RULE * read, _RULE_KEPT * read)
        return found.tried

    @cached_property
    def _watched(self) -> bool:
        """Return whether setting letters may take long: there are many rules, or such as are not counted."""
        return self._rules > _FEW_TRIED or any(map(self._tables, _UNCOUNTED))


def _listed(cmap: bytes, most: int) -> int:
    """Return how many characters are listed in groups of a very long table `cmap`, each as often as it is.

    `most` are the glyphs of the font, so many of which a group can name.
    """
    if len(cmap) < _LONG_CMAP:
        return 0
    found = 0
    for at in {int.from_bytes(cmap[n + 4 : n + 8], "big") for n in range(4, 4 + 8 * min(cmap[3], 32), 8)}:
        if cmap[at : at + 2] in (b"\0\x0c", b"\0\x0d"):
            groups = cmap[at + 16 : at + 16 + 12 * int.from_bytes(cmap[at + 12 : at + 16], "big")]
            pairs = struct.iter_unpack(">III", groups[: len(groups) // 12 * 12])
            found += sum(min(max(0, end - start) + 1, most) for start, end, _ in pairs)
    return found
