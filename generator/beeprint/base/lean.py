"""Mappings that take little room: many with the same keys, as the rows of a large table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

V = TypeVar("V")
#: From more entries than this, room counts for more than the time of looking something up.
MANY = 8_000


class Lean(Mapping[str, V]):
    """A mapping from keys that many share to values of its own; a dictionary takes twice the room and more."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: Mapping[str, int], values: Sequence[V]) -> None:
        """`places` are the indices of the values by their keys, in order."""
        self._places, self._values = places, tuple(values)

    def __getitem__(self, key: str) -> V:
        return self._values[self._places[key]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(dict(self))


class Sharing:
    """Makes mappings lean: those with the same keys share them, and equal texts are one."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, ...], dict[str, int]] = {}
        self._texts: dict[Any, Any] = {}

    def lean(self, mapping: Mapping[str, V]) -> Mapping[str, V]:
        """Return an equal mapping that takes little room."""
        keys = tuple(mapping)
        places = self._places.get(keys)
        if places is None:
            places = self._places[keys] = {key: at for at, key in enumerate(keys)}
        known = self._texts
        return Lean(
            places, [known.setdefault(value, value) if type(value) is str else value for value in mapping.values()]
        )
