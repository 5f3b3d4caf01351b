"""Keep the latest of values that are made again and again, for as long as what they follow from stays the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """The latest value of each name, with its terms: all that it follows from, compared with `==`."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, T]] = {}

    def last(self, name: str) -> T | None:
        """Return the value that a name had last, whatever it followed from."""
        known = self._known.get(name)
        return None if known is None else known[1]

    def get(self, name: str, terms: object, make: Callable[[], T]) -> T:
        """Return the value of a name, made anew where its terms are others than before."""
        known = self._known.get(name)
        if known is None or known[0] != terms:
            known = self._known[name] = terms, make()
        return known[1]
