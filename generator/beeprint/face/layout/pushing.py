"""Find how far slots move and stretch on a face, because texts above them are higher or lower than their boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from beeprint.face.template import Slot, TextSlot, pushed_by


class Push(NamedTuple):
    """How far the top and the bottom edge of a slot's box move down, in mm; up where negative."""

    top: float = 0.0
    bottom: float = 0.0


class Pushes:
    """The moves of a face's slots; `chosen` gives a slot by name, `rise` how much higher a text's box becomes."""

    def __init__(self, chosen: Callable[[str], Slot | None], rise: Callable[[str, TextSlot], float]) -> None:
        self._chosen, self._rise = chosen, rise
        self._found: dict[str, Push] = {}

    def of(self, name: str) -> Push:
        """Return how far a slot's edges move."""
        if name not in self._found:
            self._found[name] = self._of(name)
        return self._found[name]

    def _of(self, name: str) -> Push:
        slot = self._chosen(name)
        if slot is None:
            return Push()
        by = pushed_by(slot)
        top = self._furthest(by["moves-with"])
        if isinstance(slot, TextSlot) and slot.height is not None:
            return Push(top, top + self._rise(name, slot))
        return Push(top, self._furthest(by["stretches-with"]) if by["stretches-with"] else top)

    def _furthest(self, names: Iterable[str]) -> float:
        return max((self.of(name).bottom for name in names), default=0.0)
