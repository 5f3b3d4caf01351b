"""Remember what functions return, in memory: the one way in which a process keeps what it may need again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_NOTHING: Any = object()


class Memo(Generic[T]):
    """Values by keys that hold all they follow from.

    It has two halves. A turn drops the older half: all values that were not read since the turn before. A turn comes
    when the younger half holds `most` values, so that a memo never holds more than twice as many, and whenever its
    owner asks for it.
    """

    __slots__ = ("_before", "_now", "most")

    def __init__(self, most: int = 1024) -> None:
        self.most = most
        self._now: dict[Hashable, T] = {}
        self._before: dict[Hashable, T] = {}

    def __len__(self) -> int:
        return len(self._now) + len(self._before)

    def find(self, key: Hashable) -> T | None:
        """Return the value of a key; None if there is none."""
        value = self._now.get(key)
        if value is None:
            # Another thread may take a turn meanwhile, so that each half is asked only once.
            value = self._before.get(key)
            if value is not None:
                self.keep(key, value)
        return value

    def keep(self, key: Hashable, value: T) -> T:
        """Set the value of a key, which is not None, and return it."""
        if len(self._now) >= self.most:
            self.turn()
        self._before.pop(key, None)
        self._now[key] = value
        return value

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of a key; make it if there is none."""
        value = self.find(key)
        return self.keep(key, make()) if value is None else value

    def turn(self) -> None:
        """Drop the values that were not read since the turn before."""
        self._before, self._now = self._now, {}


class Same(Generic[T]):
    """A value as a key that equals only itself: for values that are slow to compare or cannot be hashed."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


_RECENT: list[Memo[Any]] = []


def recent(function: Callable[P, T]) -> Callable[P, T]:
    """Call a function once for the same arguments, which can be hashed, until two turns pass without such a call."""
    memo: Memo[tuple[T]] = Memo(most=10_000)
    _RECENT.append(memo)

    @wraps(function)
    def remembered(*args: P.args, **kwargs: P.kwargs) -> T:
        return memo.get((args, *sorted(kwargs.items())), lambda: (function(*args, **kwargs),))[0]

    return remembered


def turn() -> None:
    """Take a turn in the memos of all `recent` functions; a program that reads a game again and again takes turns."""
    for memo in _RECENT:
        memo.turn()
