"""No arc of a line is missed at a glance."""

from __future__ import annotations

import math

from hypothesis import example, given, settings
from hypothesis import strategies as st

from beeprint.base.geometry import Point
from beeprint.drawing.decimals import coordinates
from beeprint.laser.arcs import bent, steps
from beeprint.laser.plan import Polyline
from cases import examples


def arc(x: float, y: float, radius: float, start: float, sweep: float, count: int) -> list[Point]:
    turns = [start + sweep * step / count for step in range(count + 1)]
    return [Point(round(x + radius * math.cos(t), 4), round(y + radius * math.sin(t), 4)) for t in turns]


ARCS = st.builds(
    arc,
    st.floats(0, 600),
    st.floats(0, 400),
    st.one_of(st.floats(0.002, 0.5), st.floats(0.5, 2500)),
    st.floats(-3, 3),
    st.floats(-6, 6),
    st.integers(2, 40),
)
LINES = st.builds(
    Polyline,
    st.lists(st.one_of(ARCS, st.lists(st.builds(Point, st.floats(0, 600), st.floats(0, 400)), max_size=5)), max_size=4)
    .map(lambda parts: tuple(point for part in parts for point in part))
    .filter(bool),
    st.booleans(),
)


@given(lines=st.lists(LINES, max_size=6))
@example(lines=[Polyline((Point(1, 1),)), Polyline((Point(1, 1), Point(1, 1)), True)])
@settings(max_examples=examples(80), deadline=None)
def test_no_arc_is_missed_where_none_is_told_to_begin(lines: list[Polyline]) -> None:
    told = bent(lines, coordinates(line.points for line in lines))
    for line, begins in zip(lines, told, strict=True):
        assert [*steps(line, begins)] == [*steps(line, range(len(line.points)))]


def test_arcs_are_not_looked_for_where_none_is_told_to_begin() -> None:
    line = Polyline((Point(0, 0), Point(50, 0), Point(50, 30), *arc(100, 30, 20, 0, 3, 12), Point(0, 90), Point(5, 80)))
    [begins] = bent([line], coordinates([line.points]))
    assert {at for at, bulge in steps(line, begins) if bulge} <= begins
    assert begins.isdisjoint({0, 1, len(line.points) - 2})
    assert not any(bulge for _, bulge in steps(line, ()))
