"""The budget of a game: the steps and the memory that a command may spend on it, whoever wrote the game.

Limits of single files, pictures and texts do not bound a game that has many of them. So every stage draws on one
budget, and the first to find too little left ends the command with a problem that says what took most of it. Steps
are counted, so a game that is refused on one machine is refused on all, with one exception: letters of a font whose
rules nothing counts are charged the processor's time they took, once that is ten times an honest font's
(`drawing/font_costs.py`). Nothing is spent outside of `of_game`.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.problems import BuildError, Place, Problem

Stage = Literal["check", "write"]
#: What may be spent on checking a game, and then on writing its files; a step takes about a microsecond, on a slow or
#: busy machine up to one and a half.
STEPS: dict[Stage, int] = {"check": 6_000_000, "write": 50_000_000}
#: What may be kept of a game in memory, in bytes.
KEPT: dict[Stage, int] = {"check": 360_000_000, "write": 700_000_000}
#: The cards of a game that these steps are for, and what each further card may take besides: a share of the steps, but
#: no more than a share for each letter of its row. All of them together get so many times the steps at most.
_CARDS, _CARD, _LETTER, _FOR_CARDS = 1000, 1 / 1000, 1 / 300_000, 4
#: The environment variable that a person sets who wants more: how many times as much.
VARIABLE = "BEEPRINT_LIMITS"
_MOST = 10_000

#: What is spent on, and what makes it less.
SMALLER = {
    "rows": "delete rows and columns that nothing needs, and name each data file once",
    "editions": "delete editions, or split the game",
    "boxes": "make fewer boxes",
    "outlines": "draw outlines with fewer points, which turn to and fro less often",
    "languages": "list fewer languages, or check one at a time with --lang",
    "conditions": "list fewer words in conditions",
    "problems": "mend the first unknown keys, then check again",
    "rules": "delete rules, or let one rule count several values with each:",
    "slots": "draw what is repeated as one picture, or use fewer slots and rows",
    "leaflets": "shorten the leaflet, and repeat less of it with {each}",
    "texts": "shorten the texts, or split the deck into several games",
    "fonts": "use fewer fonts, or fonts with fewer letters, weights and colours",
    "pictures": "simplify the pictures, or use fewer of them",
    "pixels": "use smaller pictures, or a lower dpi",
    "inks": "use fewer colours, gradients and marks over each other, or less that is transparent on large pages",
    "files": "make fewer pieces at once, with --only or --copies, fewer profiles, or pictures of fewer dpi",
    "beds": "cut fewer pieces at once, with --only or --copies, or draw simpler faces",
}


class SpentError(Exception):
    """The budget is spent; no BuildError, so that no stage takes it for the fault of one of its parts and goes on."""

    def __init__(self, problem: Problem, placed: bool) -> None:
        super().__init__(str(problem))
        self.problem, self._placed = problem, placed

    def at(self, place: Place) -> SpentError:
        """Return the error at a place, unless what is called further in knows a better one."""
        if not self._placed:
            self.problem, self._placed = replace(self.problem, place=place), True
        return self


class Budget(Struct):
    """What is left of a budget, and what the rest was spent on."""

    stage: Stage
    place: Place
    times: int
    share: float = 1
    steps: float = 0
    kept: float = 0
    cards: int = 0
    allowed: float = 0  # for cards, in multiples of the steps
    spent: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.steps, self.kept = self._whole(STEPS) * self.share, self._whole(KEPT)

    def _whole(self, limits: Mapping[Stage, int]) -> int:
        return limits[self.stage] * self.times

    def allow(self, letters: Iterable[int]) -> None:
        """Allow steps for cards, by the letters in the row of each."""
        more = 0.0
        for count in letters:
            self.cards += 1
            more += min(_CARD, count * _LETTER) if self.cards > _CARDS else 0
        more = min(more, _FOR_CARDS - self.allowed)
        self.allowed += more
        self.steps += more * self._whole(STEPS) * self.share

    def error(self, place: Place | None) -> SpentError:
        """Return the error for a spent budget, which names what took most of it."""
        short = self.kept < 0
        on, most = (self.held if short else self.spent).most_common(1)[0]
        total = self._whole(KEPT) if short else round(self._whole(STEPS) * self.share * (1 + self.allowed))
        limit = f"keep {total // 1_000_000:,} MB in memory" if short else f"take {total:,} steps"
        doing = "checking" if self.stage == "check" else "writing"
        share = min(100, round(100 * most / total))
        message = f"{doing} the game would {limit} and more, {share} % of that for {on}"
        more = f"a game of your own that is meant to be so large gets more with {VARIABLE}={self.times * 10} set"
        return SpentError(Problem(place or self.place, message, f"{SMALLER[on]}; {more}"), place is not None)


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextlib.contextmanager
def of_game(stage: Stage, place: Place, share: float = 1) -> Iterator[None]:
    """Spend from a budget within the block, from that around it if there is one of this stage; then BuildError.

    `place` is where to look for what is too large, if nothing else is known. Work that a person waits for gets a
    `share` of the steps.
    """
    around = _current.get()
    if around is not None and around.stage == stage:
        yield
        return
    token = _current.set(Budget(stage, place, times(), share))
    try:
        yield
    except SpentError as error:
        raise BuildError([error.problem]) from None
    finally:
        _current.reset(token)


def spend(on: str, steps: float, kept: float = 0, at: Callable[[], Place] | None = None) -> None:
    """Spend steps and bytes on a kind of work, one of SMALLER; SpentError, at the place, where too little is left."""
    budget = _current.get()
    if budget is None:
        return
    budget.steps -= steps
    budget.spent[on] += steps  # type: ignore[assignment]
    if kept:
        budget.kept -= kept
        budget.held[on] += kept  # type: ignore[assignment]
    if budget.steps < 0 or budget.kept < 0:
        raise budget.error(at() if at is not None else None)


def allow_cards(letters: Iterable[int]) -> None:
    """Allow more steps for the cards of a data file, by the letters in the row of each: a large deck takes longer."""
    budget = _current.get()
    if budget is not None:
        budget.allow(letters)


def spent(on: str) -> tuple[float, float]:
    """Return the steps and bytes that a kind of work has taken so far."""
    budget = _current.get()
    return (0.0, 0.0) if budget is None else (budget.spent[on], budget.held[on])


def room(on: str, kept: float, at: Callable[[], Place] | None = None) -> None:
    """Ask for so many bytes that are free again before the next such work; SpentError where they are too many."""
    spend(on, 0, kept, at)
    spend(on, 0, -kept)


def left(most: float) -> float:
    """Return how many steps are left, of at most so many."""
    budget = _current.get()
    return most if budget is None else min(most, budget.steps)


def keep_share(cores: int) -> None:
    """Leave a fork, one of so many that work at the same game, its share of the steps that are left."""
    budget = _current.get()
    if budget is not None:
        budget.steps /= cores


def times() -> int:
    """Return how many times as much as usual the person who runs beeprint allows; 1 unless they say so."""
    return _allowed() or 1


def misread() -> str:
    """Return what the environment variable holds if no number of times can be read from it; else nothing."""
    return "" if _allowed() is not None else os.environ.get(VARIABLE, "")


def _allowed() -> int | None:
    """Return the number of times in the environment variable, 1 where it is empty; None for anything else."""
    text = os.environ.get(VARIABLE, "").strip() or "1"
    factor = min(_MOST, int(text[:9])) if text.isascii() and text.isdigit() else 0
    return factor or None
