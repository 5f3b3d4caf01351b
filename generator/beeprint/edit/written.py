"""Where the box of a slot is written, and which other slots change with it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from beeprint.base.problems import BuildError, Place
from beeprint.edit import layouts
from beeprint.edit.change import digests
from beeprint.edit.frames import DrawnBox
from beeprint.edit.slots import Spot, slots_in, spots_of
from beeprint.edit.snapshot import Box, Snapshot, Use, boxes
from beeprint.face.template import Layout, own_box
from beeprint.files.nodes import Node

Kind = Literal["numbers", "word", "frame", "none"]


@dataclass(frozen=True)
class Written:
    """Where the box of a slot is written, in the files as they were when it was looked for; lengths in mm.

    `places` are those of the four numbers, or the only one of a word or a drawn rectangle; `own` says whether they are
    in the slot's own entry in the file of its layout.
    """

    use: Use
    kind: Kind
    values: Box | None
    places: tuple[Place, ...]
    own: bool
    seen: Mapping[str, str]
    snapshot: Snapshot = field(repr=False, compare=False)
    word: str = ""
    spots: tuple[Spot, ...] = field(default=(), repr=False, compare=False)
    drawn: DrawnBox | None = field(default=None, repr=False, compare=False)

    @cached_property
    def shared(self) -> tuple[Use, ...]:
        """Return the other slots, of any layout, whose boxes change if this one is changed at its source."""
        if self.kind == "none":
            return ()
        found = {"numbers": self._moving, "word": self._saying, "frame": self._framed}
        return tuple(other for other in found[self.kind]() if not self._holds(other))

    def _holds(self, other: Use) -> bool:
        """Return whether a slot is this one, or one of its cases."""
        return other.layout == self.use.layout and other.slot[: len(self.use.slot)] == self.use.slot

    def _moving(self) -> Iterator[Use]:
        # That is seen by moving it: a box may add to a parent's numbers, or take them through a style.
        other = {index: spot.value + 1 for index, spot in enumerate(self.spots)}
        moved = layouts.at_source(self.snapshot, self.spots, other)
        names = self.snapshot.dependents(moved)
        before, after = boxes(self.snapshot, names), boxes(self.snapshot.with_bytes(moved), names)
        return (other for other in before if before[other] != after.get(other))

    def _saying(self) -> Iterator[Use]:
        for layout in self._layouts(self.snapshot.dependents([layouts.path_of(self.snapshot, self.places[0])])):
            for path, node in slots_in(layout.nodes):
                box = node.find(["box"])
                if box is not None and box.place == self.places[0]:
                    yield Use(layout.name, path)

    def _framed(self) -> Iterator[Use]:
        name, art = self.use.slot[0], self._art(self.snapshot.layout(self.use.layout))
        for other in self._layouts(self.snapshot.own_names()):
            entry = other.slots.get(name)
            if self._art(other) == art and entry is not None and not own_box(entry):
                yield Use(other.name, (name,))

    def _art(self, layout: Layout) -> str:
        return layout.frame.art if layout.frame is not None else ""

    def _layouts(self, names: list[str]) -> Iterator[Layout]:
        for name in names:
            with contextlib.suppress(BuildError):
                yield self.snapshot.layout(name)


def in_layout(snapshot: Snapshot, use: Use, box: Node | None) -> Written | None:
    """Say where the box of a slot is written in layout files; None if it has none there."""
    spots, seen = spots_of(box), digests(snapshot.held)
    if spots:
        x, y, width, height = (spot.value for spot in spots)
        places = tuple(spot.place for spot in spots)
        own = layouts.is_own(snapshot, use, places)
        return Written(use, "numbers", (x, y, width, height), places, own, seen, snapshot, spots=spots)
    if box is None or box.value == "frame":
        return None
    own = layouts.is_own(snapshot, use, [box.place])
    return Written(use, "word", None, (box.place,), own, seen, snapshot, str(box.value))
