"""Faces as they were laid out last, each with all that it depends on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from beeprint.face.layout.face import Face
from beeprint.face.layout.sizes import Fit, Sizes

#: The values of all names that a layout mentions, and the name of the face's file.
Facts = tuple[object, ...]


class Known(NamedTuple):
    """A face with what it followed from: facts, the sizes of its texts, its pictures.

    Without facts it has to be laid out again, and only says whether that changes anything.
    """

    face: Face
    facts: Facts | None
    fits: Sequence[Fit]
    sizes: Sequence[float]
    pictures: tuple[str, ...]

    def holds(self, sizes: Sizes) -> bool:
        """Return whether its texts have the sizes that are asked for now."""
        return all(sizes.of(fit) == size for fit, size in zip(self.fits, self.sizes, strict=True))


class KnownFaces:
    """The faces of one layout by the ids of their rows."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}

    @property
    def is_empty(self) -> bool:
        """Return whether no face is known."""
        return not self._known

    def find(self, id: str, facts: Facts) -> Known | None:
        """Return the face of a row with these facts, whatever sizes its texts have."""
        known = self._known.get(id)
        return known if known is not None and known.facts == facts else None

    def keep(self, id: str, new: Known) -> Face:
        """Keep a face, and return it; where it is as before, this is the object that it was before."""
        old, face = self._known.get(id), new.face
        if old is not None and old.face == face and (old.face.problems, old.face.holes) == (face.problems, face.holes):
            new = new._replace(face=old.face)
        self._known[id] = new
        return new.face

    def keep_only(self, ids: Collection[str]) -> None:
        """Drop the faces of other rows."""
        self._known = {id: known for id, known in self._known.items() if id in ids}

    def forget(self, pictures: frozenset[str] | None = None) -> None:
        """Have laid out again what shows one of these pictures, or all faces."""
        for id, known in self._known.items():
            if pictures is None or not pictures.isdisjoint(known.pictures):
                self._known[id] = known._replace(facts=None)
