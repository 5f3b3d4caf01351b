"""Compare two states of a game, piece by piece."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from beeprint.changes.state import Piece, State

#: What may have happened to a piece; `data` is a change that no face shows.
Kind = Literal["removed", "changed", "added", "copies", "data"]


@dataclass(frozen=True)
class Change:
    """What happened to one piece: it was removed or added, or its look, its copies or only its data changed."""

    kind: Kind
    before: Piece | None
    after: Piece | None

    @property
    def piece(self) -> Piece:
        """Return the piece as it is now, or as it was."""
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def fields(self) -> list[tuple[str, str, str]]:
        """Return each field that changed, with its old and new value; a missing one is empty."""
        if self.before is None or self.after is None:
            return []
        old, new = self.before.fields, self.after.fields
        names = dict.fromkeys([*new, *old])
        return [
            (name, old.get(name, ""), new.get(name, "")) for name in names if old.get(name, "") != new.get(name, "")
        ]

    @property
    def sides(self) -> list[str]:
        """Return the sides that look different."""
        if self.before is None or self.after is None:
            return []
        pairs = (("front", self.before.front, self.after.front), ("back", self.before.back, self.after.back))
        return [side for side, old, new in pairs if old != new]

    @property
    def resized(self) -> tuple[str, str] | None:
        """Return the old and new outline where both are known and differ."""
        old, new = (one.shape if one else "" for one in (self.before, self.after))
        return (old, new) if old and new and old != new else None

    @property
    def numbers(self) -> list[tuple[str, int, int]]:
        """Return the old and new numbers of copies, and of printed copies, where they differ."""
        if self.before is None or self.after is None:
            return []
        found = [("copies", self.before.copies, self.after.copies)]
        if self._printed != found[0][1:]:
            found.append(("printed", *self._printed))
        return [(name, old, new) for name, old, new in found if old != new]

    @property
    def _printed(self) -> tuple[int, int]:
        return self.before.printed if self.before else 0, self.after.printed if self.after else 0

    @property
    def take_out(self) -> int:
        """Return how many old copies to take out of the deck on the table."""
        old, new = self._printed
        return old if self.kind in ("removed", "changed") else max(0, old - new)

    @property
    def put_in(self) -> int:
        """Return how many new copies to put in."""
        old, new = self._printed
        return new if self.kind in ("added", "changed") else max(0, new - old)


def compare(old: State, new: State) -> tuple[Change, ...]:
    """Return a change for each piece that is not as it was, in the order of the new state's decks."""
    found = [change for piece in new.pieces.values() if (change := _change(old.pieces.get(piece.id), piece))]
    found += [Change("removed", piece, None) for piece in old.pieces.values() if piece.id not in new.pieces]
    decks = {name: index for index, name in enumerate(_decks([*new.pieces.values(), *old.pieces.values()]))}
    return tuple(sorted(found, key=lambda change: decks[change.piece.deck]))


def _decks(pieces: Iterable[Piece]) -> list[str]:
    return list(dict.fromkeys(piece.deck for piece in pieces))


def _change(old: Piece | None, new: Piece) -> Change | None:
    if old is None:
        return Change("added", None, new)
    changed = Change("changed", old, new)
    if changed.sides or changed.resized:
        return changed
    if old.printed != new.printed:
        return Change("copies", old, new)
    return Change("data", old, new) if changed.numbers or changed.fields else None
