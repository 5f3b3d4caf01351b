"""Repeat a slot: for each item of a list, several times, at a step or at listed places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from beeprint.base.problems import Place, error_at, whole
from beeprint.face.layout.placement import MAX_REPEATS
from beeprint.face.template import Repeat
from beeprint.game.binding import Scope, bind
from beeprint.game.conditions import Conditions, hold

#: What names mean in a repetition of a slot but for its number, and how far it lies from the slot's box, in mm.
Repetition = tuple[Scope, tuple[float, float]]


def repetitions(repeat: Repeat, when: Conditions, scope: Scope, at: Callable[[str], Place]) -> list[Repetition]:
    """Return the repetitions of a slot; BuildError, at the place of a key, where there is no telling how many.

    `when` decides on each item that it is repeated over. With `gaps`, items that are left out keep their places.
    """
    repetitions: list[Scope | None] = []
    for item in _items(repeat, scope):
        if item is None or (repeat.over and not hold(when, item.held)):
            repetitions += [None] if repeat.gaps else []
            continue
        text = bind(repeat.times, item).strip() or "0"
        times = whole(text)
        if times is None or len(repetitions) + times > MAX_REPEATS:
            raise error_at(at("times"), f"repeat: {text!r} is not a whole number up to {MAX_REPEATS}")
        repetitions += [item] * times
    if repeat.at and repetitions and str(len(repetitions)) not in repeat.at:
        raise error_at(at("at"), f"repeat has no places for {len(repetitions)}")
    places = repeat.at.get(str(len(repetitions)), ()) if repeat.at else _steps(repeat, len(repetitions))
    return [
        (text_scope, place) for text_scope, place in zip(repetitions, places, strict=False) if text_scope is not None
    ]


def _items(repeat: Repeat, scope: Scope) -> Iterator[Scope | None]:
    """Yield what names mean for each item that a slot is repeated over, None for an empty one; once for no items."""
    if not repeat.over:
        yield scope
    elif isinstance(repeat.over, str):
        for item in filter(None, re.split(r"[\s,;]+", bind(repeat.over, scope))):
            yield replace(scope, extra={**scope.extra, "item": item})
    else:
        for text in repeat.over:
            item = bind(text, scope).strip()
            value = {"item.value": scope.value(item) or "", "item.head": _head(scope, item)} if repeat.columns else {}
            yield replace(scope, extra={**scope.extra, "item": item, **value}) if item else None


def _head(scope: Scope, column: str) -> str:
    """Return what a column is called in the data file."""
    return scope.rows.head(column) if scope.rows else column


def _steps(repeat: Repeat, times: int) -> Sequence[tuple[float, float]]:
    """Return the offset of each of so many repetitions that lie a step apart, in mm."""
    (dx, dy), share = repeat.step, {"start": 0.0, "centre": 0.5, "end": 1.0}[repeat.align]
    shift = (times - 1) * share
    return [(dx * (index - shift), dy * (index - shift)) for index in range(times)]
