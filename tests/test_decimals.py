"""Coordinates written all at once are those that Python writes one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beeprint.base.geometry import Point
from beeprint.drawing.decimals import coordinates, pairs, units
from cases import examples

LENGTHS = st.one_of(
    st.floats(-1e4, 1e4, allow_nan=False),
    st.integers(-(10**7), 10**7).map(lambda n: n / 20_000),  # halves of the last decimal, or what is nearest to them
    st.integers(-(10**5), 10**5).map(lambda n: n / 32),  # true halves
    st.floats(-1e-5, 1e-5),
)
POINTS = st.lists(st.builds(Point, LENGTHS, LENGTHS), max_size=20)


def one_by_one(value: float, digits: int) -> str:
    text = f"{round(value, digits):.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@pytest.mark.parametrize("digits", [3, 4, 6])
@given(points=POINTS)
@example(points=[])
@example(points=[Point(0.00005, -0.00005), Point(-0.00001, 599.99995), Point(12345678.9, 0.5), Point(10, 100)])
@settings(max_examples=examples(60), deadline=None)
def test_points_are_rounded_and_written_as_python_does_each(digits: int, points: list[Point]) -> None:
    numbers = units(coordinates([points]), digits)
    assert (numbers / 10**digits).tolist() == [[round(x, digits) + 0.0, round(y, digits) + 0.0] for x, y in points]
    assert pairs(numbers, digits, " ") == [f"{one_by_one(x, digits)} {one_by_one(y, digits)}" for x, y in points]


def test_decimals_that_a_format_asks_for_are_kept() -> None:
    assert pairs(np.array([[1_000_000, -500_000], [0, 1_230_000]]), 6, "|", 1) == ["1.0|-0.5", "0.0|1.23"]
