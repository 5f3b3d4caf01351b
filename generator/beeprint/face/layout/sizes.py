"""Give the texts of one slot the same size over a whole deck, where that costs them little."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from beeprint.face.template import Choice, GridSlot, Slot, TextSlot

#: The most points that a text is made smaller so that others of its slot have the same size.
MOST = 1.0


class SizeKey(NamedTuple):
    """Texts that may share a size: those of one slot that ask for the same sizes, but not with those that grew."""

    path: tuple[str, ...]
    size: float
    smallest: float
    grown: bool


class Fit(NamedTuple):
    """A text that was set: what it may share its size with, and the size that fits it alone, in points."""

    key: SizeKey
    size: float


class Sizes:
    """The sizes of a deck's texts on one side: collected first, then settled once."""

    def __init__(self, besides: Sizes | None = None) -> None:
        """`besides` are sizes of other texts, noted already."""
        self._found: dict[SizeKey, set[float]] = (
            {key: set(sizes) for key, sizes in besides._found.items()} if besides else {}
        )
        self._shared: dict[SizeKey, dict[float, float]] = {}

    def note(self, fits: Iterable[Fit]) -> None:
        """Note the sizes that texts have by themselves."""
        for fit in fits:
            self._found.setdefault(fit.key, set()).add(fit.size)

    def settle(self) -> None:
        """Decide which texts share a size."""
        self._shared = {key: shared(size) for key, size in self._found.items() if len(size) > 1}

    def of(self, fit: Fit) -> float:
        """Return the size at which a text is drawn."""
        return self._shared.get(fit.key, {}).get(fit.size, fit.size)


def shared(sizes: Iterable[float]) -> dict[float, float]:
    """Return what each size becomes: the smallest one that is at most a point smaller than the largest beside it.

    Beginning with the largest size, so that few long texts keep their small one to themselves.
    """
    common: dict[float, float] = {}
    beside: list[float] = []
    for size in sorted(sizes, reverse=True):
        if beside and beside[0] - size > MOST + 1e-6:
            beside = []
        beside.append(size)
        common.update(dict.fromkeys(beside, size))
    return common


def may_differ(entry: Slot | Choice) -> bool:
    """Return whether a slot shows texts, in its grid or variants too, whose sizes depend on their words."""
    if isinstance(entry, Choice):
        return any(map(may_differ, entry.variants.values()))
    if isinstance(entry, GridSlot):
        return any(map(may_differ, entry.each.values()))
    return (
        isinstance(entry, TextSlot)
        and entry.uniform
        and (entry.smallest < entry.size or entry.largest > entry.size or bool(entry.resize))
    )
