"""Keep colours under a press's limit of ink, with the least change to what is seen: more black, less of the others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np

from beeprint.press.icc import Values

#: How many amounts of black are tried, from what a colour has to all.
_BLACKS = 33
# By how many percent the inks are changed in turn, and how often, to come nearer to the colour.
_STEPS, _ROUNDS = (6.0, 3.0, 1.5), 2
#: Bytes round to 0.2 % an ink; so far below the limit, all of them together do not pass it.
ROUNDING = 1.0


def limited(inks: Values, limit: float, lab_of: Callable[[Values], Values]) -> Values:
    """Return inks in percent, (n, 4), none of which has more than `limit` percent in all.

    What is under the limit stays. Of other colours, that is taken whose L*, a* and b* are nearest to their own among
    those with as much black or more: found by steps, so that the result is near the best, not always the best.
    """
    over = inks.sum(axis=1) > limit
    if not over.any():
        return inks
    result = inks.copy()
    result[over] = _nearest(inks[over], limit - ROUNDING, lab_of)
    return result


def _nearest(inks: Values, limit: float, lab_of: Callable[[Values], Values]) -> Values:
    wanted = lab_of(inks)
    best = _with_black(inks, inks[:, 3], limit)
    loss = _loss(best, wanted, lab_of)
    for share in np.linspace(0, 1, _BLACKS)[1:]:
        tried = _with_black(inks, inks[:, 3] + share * (100 - inks[:, 3]), limit)
        best, loss = _better(best, loss, tried, wanted, lab_of)
    for step in _STEPS:
        for _ in range(_ROUNDS):
            for more, less in permutations(range(4), 2):
                tried = best.copy()
                tried[:, more] += step
                tried[:, less] -= step
                best, loss = _better(best, loss, np.clip(tried, 0, 100), wanted, lab_of, limit)
    return best


def _with_black(inks: Values, black: Values, limit: float) -> Values:
    """Return inks with other amounts of black, the others in their proportions, as much of them as the limit allows."""
    sums = inks[:, :3].sum(axis=1)
    share = np.clip((limit - black) / np.maximum(sums, 1e-9), 0, 1)
    return np.column_stack([inks[:, :3] * share[:, None], np.minimum(black, limit)])


def _better(
    best: Values,
    loss: Values,
    tried: Values,
    wanted: Values,
    lab_of: Callable[[Values], Values],
    limit: float | None = None,
) -> tuple[Values, Values]:
    """Return the better of two colours for each row, and how far it is from the one that is wanted."""
    found = _loss(tried, wanted, lab_of)
    wins = found < loss
    if limit is not None:
        wins &= tried.sum(axis=1) <= limit
    return np.where(wins[:, None], tried, best), np.where(wins, found, loss)


def _loss(inks: Values, wanted: Values, lab_of: Callable[[Values], Values]) -> Values:
    difference: Values = ((lab_of(inks) - wanted) ** 2).sum(axis=1)
    return difference
