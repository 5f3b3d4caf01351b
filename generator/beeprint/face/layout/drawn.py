"""What slots have drawn, kept by all that it depends on."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from beeprint.draw.drawing import Mark
from beeprint.face.layout.face import Painted
from beeprint.face.layout.placement import SlotPath
from beeprint.face.layout.sizes import Fit, Sizes

#: The most results kept for one slot; with more than these, its values hardly repeat.
_KEPT = 1024


class Drawn(NamedTuple):
    """The result of a slot without problems: what it drew, at which text sizes, and the pictures it asked for."""

    marks: tuple[Mark, ...]
    inks: tuple[Painted, ...] = ()
    fits: tuple[Fit, ...] = ()
    sizes: tuple[float, ...] = ()
    pictures: tuple[str, ...] = ()


class DrawnSlots:
    """The results of a layout's slots, each by its path and by the values that it names."""

    def __init__(self) -> None:
        self._known: dict[SlotPath, dict[tuple[object, ...], Drawn]] = {}
        self._alone: dict[SlotPath, dict[tuple[object, ...], Fit]] = {}

    def get(self, path: SlotPath, key: tuple[object, ...]) -> Drawn | None:
        """Return what a slot drew with these values, if it is known."""
        known = self._known.get(path)
        return None if known is None else known.get(key)

    def keep(self, path: SlotPath, key: tuple[object, ...], drawn: Drawn, always: bool) -> None:
        """Keep what a slot drew; unless it is wanted always, only if its values may repeat."""
        known = self._known.setdefault(path, {})
        if always or len(known) < _KEPT:
            known[key] = drawn

    def alone(self, path: SlotPath, key: tuple[object, ...]) -> Fit | None:
        """Return once the size that fits the only text of a slot, if it was dropped because others share another."""
        known = self._alone.get(path)
        return None if known is None else known.pop(key, None)

    def settle(self, sizes: Sizes) -> None:
        """Drop the texts that are to be drawn at other sizes now."""

        def is_gone(drawn: Drawn) -> bool:
            return any(sizes.of(fit) != size for fit, size in zip(drawn.fits, drawn.sizes, strict=True))

        for path, known in self._known.items():
            one = {key: drawn.fits[0] for key, drawn in known.items() if len(drawn.fits) == 1 and is_gone(drawn)}
            self._alone.setdefault(path, {}).update(one)
        self._drop(is_gone)

    def keep_only(self, slots: Collection[str]) -> None:
        """Drop what other slots of the layout than these have drawn."""
        self._alone = {}
        self._known = {path: known for path, known in self._known.items() if path[0] in slots}

    def forget(self, pictures: Collection[str]) -> None:
        """Drop what shows pictures that have changed, and slots with so many results that most must be old."""
        self._alone = {}
        self._known = {path: known for path, known in self._known.items() if len(known) < _KEPT}
        if pictures:
            gone = frozenset(pictures)
            self._drop(lambda drawn: not gone.isdisjoint(drawn.pictures))

    def _drop(self, is_gone: Callable[[Drawn], bool]) -> None:
        for known in self._known.values():
            for key in [key for key, drawn in known.items() if is_gone(drawn)]:
                del known[key]
