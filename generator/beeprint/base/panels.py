"""The places for art on a piece that is folded."""

from __future__ import annotations

from typing import NamedTuple

from beeprint.base.geometry import Affine, Rect


class PanelBox(NamedTuple):
    """A panel of a folded piece: its box as it is read, from (0, 0), and the way from there onto the flat piece.

    `bleed` says for the top, the right, the bottom and the left whether art runs on beyond that edge: it does unless
    another panel with art of its own begins there.
    """

    name: str
    box: Rect
    at: Affine
    bleed: tuple[bool, bool, bool, bool]

    def grown(self, by: float) -> Rect:
        """Return the box with `by` mm of bleed where art runs on."""
        top, right, bottom, left = (by * side for side in self.bleed)
        return Rect(-left, -top, self.box.width + left + right, self.box.height + top + bottom)

    def holds(self, box: Rect, inset: float) -> bool:
        """Return whether a box of the flat piece lies `inset` mm or more inside the panel."""
        return self.at.rect(self.box).grow(-inset).contains(box)
