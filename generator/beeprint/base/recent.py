"""Keep what functions returned lately: what two turns in a row do not ask for is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_NOTHING: Any = object()
_CACHES: list[tuple[dict[Hashable, Any], dict[Hashable, Any]]] = []


def recent(function: Callable[P, T]) -> Callable[P, T]:
    """Call a function once for the same arguments, which can be hashed; without turns, as in a build, all is kept."""
    now: dict[Hashable, Any] = {}
    before: dict[Hashable, Any] = {}
    _CACHES.append((now, before))

    @wraps(function)
    def known(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (args, *sorted(kwargs.items()))
        # Another thread may take a turn meanwhile, so that each is asked only once.
        found: T = now.get(key, _NOTHING)
        if found is _NOTHING:
            found = before.get(key, _NOTHING)
            found = now[key] = function(*args, **kwargs) if found is _NOTHING else found
        return found

    return known


def turn() -> None:
    """Forget what was not asked for since the turn before; a program that reads again and again takes turns."""
    for now, before in _CACHES:
        before.clear()
        before.update(now)
        now.clear()
