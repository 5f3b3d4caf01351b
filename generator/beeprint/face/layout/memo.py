"""Remember what slots and faces of a layout look like, from row to row and from one reading of a game to the next.

Each entry holds what it follows from besides its key: pictures as they were, and the sizes of its texts. It is used
only while these are the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from beeprint.base.memo import Memo
from beeprint.drawing.drawing import Mark
from beeprint.face.layout.face import Face, Painted
from beeprint.face.layout.placement import SlotPath
from beeprint.face.layout.sizes import Fit, Sizes
from beeprint.face.picture import Pictures
from beeprint.face.template import Layout

#: How many drawings of a slot are remembered at least; with more, its values hardly repeat.
_SLOTS = 1024


class Terms(NamedTuple):
    """Pictures as they were in a reading of the game, by name, and texts with the sizes at which they were set."""

    pictures: tuple[str, ...] = ()
    reading: int = 0
    fits: Sequence[Fit] = ()
    sizes: Sequence[float] = ()

    def hold(self, pictures: Pictures, sizes: Sizes) -> bool:
        """Return whether nothing has changed."""
        same = all(sizes.of(fit) == size for fit, size in zip(self.fits, self.sizes, strict=True))
        return same and self.have_pictures(pictures)

    def have_pictures(self, pictures: Pictures) -> bool:
        """Return whether no picture has changed since."""
        return not self.pictures or pictures.unchanged(self.pictures, self.reading)


class Drawn(NamedTuple):
    """The result of a slot without problems."""

    marks: tuple[Mark, ...]
    inks: tuple[Painted, ...] = ()
    terms: Terms = Terms()


class Known(NamedTuple):
    """A face without problems."""

    face: Face
    terms: Terms


class LayoutMemo:
    """What the slots of one layout have drawn, by the values that they name, and its faces by those of their rows.

    It serves as long as all that its owner names in `terms` stays the same. `sizes` are those that texts had last, and
    `layout` is the layout that was drawn last.
    """

    def __init__(self, terms: object, layout: Layout, before: LayoutMemo | None = None) -> None:
        """`before` is the memo of other terms: its faces stay the same objects where they look the same."""
        self.terms, self.layout = terms, layout
        self.sizes: Sizes = before.sizes if before else Sizes()
        self.faces: Memo[Known] = Memo()
        self._last: dict[str, Face] = dict(before._last) if before else {}
        self._slots: dict[SlotPath, Memo[Drawn]] = {}

    @property
    def is_empty(self) -> bool:
        """Return whether no slot has been drawn."""
        return not self._slots

    def begin(self, layout: Layout, ids: Collection[str]) -> None:
        """Begin another reading: drop the slots that differ in the layout, and the faces of rows that are gone."""
        old, self.layout = self.layout, layout
        if layout is not old:
            # A node has the places of its values, which problems and inks name: what has moved in its file is drawn
            # again.
            same = {name for name, node in layout.nodes.items() if old.nodes.get(name) == node}
            self._slots = {path: memo for path, memo in self._slots.items() if path[0] in same}
            self.faces = Memo()
        self._last = {id: face for id, face in self._last.items() if not id or id in ids}
        self.faces.most = len(ids) + 1
        self.faces.turn()

    def slots(self, path: SlotPath, most: int = _SLOTS) -> Memo[Drawn]:
        """Return what a slot has drawn, with room for `most` drawings or more."""
        memo = self._slots.get(path)
        if memo is None:
            memo = self._slots[path] = Memo(_SLOTS)
        memo.most = max(memo.most, most)
        return memo

    def reuse(self, face: Face) -> Face:
        """Return the face that its row had before if it equals this one, so that it stays the same object."""
        old = self._last.get(face.id)
        if old is not None and old == face and (old.problems, old.holes) == (face.problems, face.holes):
            return old
        self._last[face.id] = face
        return face
