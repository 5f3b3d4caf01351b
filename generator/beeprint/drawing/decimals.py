"""Write the coordinates of many points at once, as Python would write them one by one.

A bed has hundreds of thousands of them: rounded and written each by itself, they would take most of the time that its
files take.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Coordinates in mm, and in whole units of a last decimal; a row for each point.
Floats = NDArray[np.float64]
Units = NDArray[np.int64]
#: What ends a point in a row of bytes, in which nothing else is 0.
_END = "\0"
_MINUS, _POINT, _ZERO = b"-.0"


def coordinates(lines: Iterable[Iterable[Iterable[float]]]) -> Floats:
    """Return the points of lines, one after the other, as rows of x and y in mm."""
    return np.fromiter(chain.from_iterable(chain.from_iterable(lines)), np.float64).reshape(-1, 2)


def units(values: Floats, digits: int) -> Units:
    """Return values, rounded to so many decimals as `round` does, in units of the last of them."""
    scaled = values * 10.0**digits
    whole = np.rint(scaled)
    counts = whole.astype(np.int64)
    # Where the product is so near to a half that it may have been rounded to its other side, `round` knows.
    doubtful = np.abs(np.abs(scaled - whole) - 0.5) < 1e-6 + np.abs(scaled) * 1e-15
    for at in zip(*(axis.tolist() for axis in doubtful.nonzero()), strict=True):
        counts[at] = round(round(float(values[at]), digits) * 10**digits)
    return counts


def pairs(points: Units, digits: int, between: str, least: int = 0) -> list[str]:
    """Return points as texts: x, what stands between, y; as short as can be, but for so many decimals at least."""
    columns = []
    for axis, after in zip(points.T, (between, _END), strict=True):
        columns += [_written(axis, digits, least), _always(after, len(axis))]
    text, shown = (np.concatenate(parts, axis=1) for parts in zip(*columns, strict=True))
    joined: str = text[shown].tobytes().decode("ascii")
    return joined.split(_END)[:-1]


#: Letters, a row for each number, and which of them are shown.
_Letters = tuple[NDArray[np.uint8], NDArray[np.bool_]]


def _always(text: str, count: int) -> _Letters:
    """Return letters that are the same in so many rows, all of them shown."""
    letters = np.tile(np.frombuffer(text.encode("ascii"), np.uint8), (count, 1))
    return letters, np.ones_like(letters, np.bool_)


def _written(numbers: Units, digits: int, least: int) -> _Letters:
    """Return the letters of numbers in units of their last decimal, from the last to the first; zero has no sign."""
    size = np.abs(numbers)
    most = int(size.max(initial=0))
    width = max(len(str(most)), digits + 1) + 2
    point = width - 1 - digits
    text = np.full((len(numbers), width), _POINT, np.uint8)
    shown = np.zeros((len(numbers), width), np.bool_)
    text[:, 0], shown[:, 0] = _MINUS, numbers < 0
    # Numbers of 32 bits are divided in a fraction of the time.
    rest: NDArray[Any] = size.astype(np.uint32 if most < 2**32 else np.uint64)
    needed = np.zeros(len(numbers), np.bool_)
    for column in (*range(width - 1, point, -1), *range(point - 1, 0, -1)):
        above = rest // 10
        digit = (rest - above * 10).astype(np.uint8)
        text[:, column] = digit + _ZERO
        if column > point:
            needed |= (digit != 0) | (column <= point + least)
            shown[:, column] = needed
        else:
            shown[:, column] = (rest != 0) | (column == point - 1)
        rest = above
    shown[:, point] = needed
    return text, shown
