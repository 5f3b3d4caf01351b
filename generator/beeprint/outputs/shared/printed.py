"""What is printed of an order, file by file: its sheets, how they are cut, and decks that just need one sheet more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from beeprint import sheet
from beeprint.game.model import Deck, Game
from beeprint.sheet import Layout, Sheet

#: A deck with so few pieces on its last sheet may do without them.
_FEW = 2


class Printed(Struct, frozen=True, dict=True):
    """A file of sheets, or several that hold a stock together: `called` names them, `file` is the first of them.

    `layouts` are the ways to cut its sheets; none where only scissors free its pieces. The leaflet's pages are no
    pieces of a deck.
    """

    file: str
    called: str
    sheets: tuple[Sheet, ...]
    decks: tuple[Deck, ...]
    layouts: tuple[Layout, ...] = ()
    is_leaflet: bool = False

    @property
    def count(self) -> int:
        """Return how many sheets of paper it takes."""
        return sum(len(printed.sides) if printed.glued else 1 for printed in self.sheets)

    @property
    def two_sided(self) -> bool:
        """Return whether a printer has to turn the paper over."""
        return any(printed.two_sided for printed in self.sheets)

    @property
    def glued(self) -> bool:
        """Return whether the backs are sheets of their own, to be glued behind the fronts."""
        return any(printed.glued for printed in self.sheets)

    @property
    def folded(self) -> bool:
        """Return whether sheets are folded in the middle, and their halves glued."""
        return any(printed.folded for printed in self.sheets)

    @property
    def plans(self) -> list[int]:
        """Return the numbers of the sheets that show how to join tiles."""
        return [printed.number for printed in self.sheets if printed.plan is not None]

    @cached_property
    def folds(self) -> bool:
        """Return whether pieces are folded after they are cut."""
        return any(deck.shape.folds for deck in self.decks) and not self.plans

    @property
    def has_flaps(self) -> bool:
        """Return whether pieces have areas of glue."""
        return self.folds and any(sheet.has_glue(printed.fronts) for printed in self.sheets)


def decks_on(game: Game, sheets: Iterable[Sheet]) -> tuple[Deck, ...]:
    """Return the decks with pieces on sheets."""
    names = {
        piece.id.partition("/")[0]: None
        for printed in sheets
        for piece in (*(front.piece for front in printed.fronts), *(printed.plan.pieces if printed.plan else ()))
    }
    return tuple(game.components[name] for name in names if name in game.components)


class CutAlike(NamedTuple):
    """Sheets of a file that are cut alike, by their numbers.

    `last` is the number of their last straight cut, 0 without any; `free` are the decks whose pieces straight cuts do
    not free, `radii` those of the corners to round, in mm.
    """

    numbers: tuple[int, ...]
    last: int
    free: tuple[Deck, ...]
    radii: tuple[float, ...]


def cut_alike(game: Game, part: Printed) -> list[CutAlike]:
    """Return the sheets of a file in groups that are cut alike; tiles follow the plan that is printed with them."""
    lasts = {number: layout.plan.numbers for layout in part.layouts for number in layout.numbers}
    groups: dict[tuple[bool, tuple[str, ...], tuple[float, ...]], list[Sheet]] = {}
    for laid in part.sheets:
        if laid.plan is not None or any(placed.tile for placed in laid.fronts):
            continue
        straight = laid.number in lasts
        decks = decks_on(game, [laid]) if straight else ()
        free = tuple(deck.name for deck in decks if not deck.shape.is_rectangle)
        corners = {deck.shape.corner for deck in decks if deck.shape.is_rectangle and deck.shape.corner}
        groups.setdefault((straight, free, tuple(sorted(corners))), []).append(laid)
    return [
        CutAlike(
            tuple(laid.number for laid in some),
            max(lasts.get(laid.number, 0) for laid in some),
            tuple(game.components[name] for name in free) if straight else decks_on(game, some),
            radii,
        )
        for (straight, free, radii), some in groups.items()
    ]


class Overflow(NamedTuple):
    """Decks that fill sheets, and need one more for `pieces` of them."""

    decks: tuple[Deck, ...]
    pieces: int
    sheets: int


def overflows(game: Game, part: Printed) -> Iterator[Overflow]:
    """Yield the decks of a file that need a sheet for one or two pieces more than full sheets hold."""
    groups: list[tuple[set[str], list[Sheet]]] = []
    for laid in part.sheets:
        names = {deck.name for deck in decks_on(game, [laid])}
        shared = [group for group in groups if group[0] & names]
        joined = [each for group in shared for each in group[1]]
        groups = [group for group in groups if group not in shared]
        groups.append((names.union(*(group[0] for group in shared)), [*joined, laid]))
    for names, some in groups:
        *full, last = sorted((len(laid.fronts) for laid in some), reverse=True)
        if full and len({*full}) == 1 and 0 < last <= _FEW < full[0] and not any(laid.plan for laid in some):
            yield Overflow(tuple(game.components[name] for name in sorted(names)), last, len(full))


def ranges(numbers: Sequence[int]) -> str:
    """Write numbers in order, as in 1, 3\u20135."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}\u2013{part[-1]}" for part in parts)
