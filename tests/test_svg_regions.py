"""What paths cover together: even-odd fills, unions and intersections come out as one path that covers the same."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beeprint.base.geometry import Path, polygon
from beeprint.base.problems import BuildError
from beeprint.draw import svg
from beeprint.draw.drawing import Group, rounded_path
from beeprint.draw.svg.reader.fill_rules import nonzero
from beeprint.draw.svg.reader.limits import Budget, SpentError
from beeprint.draw.svg.reader.paths import parse_path
from beeprint.draw.svg.reader.regions import region
from svgs import again, art, off, shown

# Corners on a coarse grid, so that edges often touch, cross in corners and lie on one another.
corners = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=9)
SPOTS = [(x / 3 + 0.1, y / 3 + 0.17) for x in range(19) for y in range(19)]


def turns(path: Path, x: float, y: float) -> int:
    """Return how often a path of straight edges turns round a spot, counted along a ray."""
    count, start, at = 0, (0.0, 0.0), (0.0, 0.0)
    for segment in path:
        to = start if segment[0] == "Z" else (segment[1], segment[2])
        if segment[0] == "M":
            start = to
        elif (at[1] > y) != (to[1] > y) and x < (to[0] - at[0]) * (y - at[1]) / (to[1] - at[1]) + at[0]:
            count += 1 if to[1] > y else -1
        at = to
    return count


@given(st.lists(corners, min_size=1, max_size=3))
@example([[(0, 0), (6, 0), (6, 6), (0, 6)], [(0, 0), (6, 0), (6, 6), (0, 6)]])
@example([[(0, 0), (6, 6), (6, 0), (0, 6)], [(3, 0), (3, 6), (3, 3)]])
@settings(max_examples=150, deadline=None)
def test_an_even_odd_path_covers_the_same_when_it_is_non_zero(rings: list[list[tuple[int, int]]]) -> None:
    path = tuple(segment for ring in rings for segment in polygon(ring))
    found = region([path], lambda count: count[0] % 2 == 1, Budget())
    assert found is not None
    assert [turns(found, x, y) != 0 for x, y in SPOTS] == [turns(path, x, y) % 2 == 1 for x, y in SPOTS]
    assert all(abs(turns(found, x, y)) <= 1 for x, y in SPOTS)


@given(corners, corners, corners)
@settings(max_examples=100, deadline=None)
def test_what_two_paths_share_and_a_third_adds(
    one: list[tuple[int, int]], two: list[tuple[int, int]], three: list[tuple[int, int]]
) -> None:
    paths = [polygon(ring) for ring in (one, two, three)]
    found = region(paths, lambda count: bool(count[0] and count[1]) or bool(count[2]), Budget())
    assert found is not None
    for x, y in SPOTS:
        a, b, c = (turns(path, x, y) for path in paths)
        assert (turns(found, x, y) != 0) == bool((a and b) or c)


def test_curves_stay_curves() -> None:
    circles = parse_path("M10 5A5 5 0 1 1 0 5A5 5 0 1 1 10 5zM16 5A5 5 0 1 1 6 5A5 5 0 1 1 16 5z")
    found = region([circles], lambda count: count[0] % 2 == 1, Budget())
    assert found is not None
    assert {segment[0] for segment in found} == {"M", "C", "Z"}
    assert len(found) < 24
    ends = {segment[-2:] for segment in rounded_path(found) if segment[0] == "C"}
    assert {(8.0, 1.0), (8.0, 9.0)} <= ends


CLIP = '<rect width="40" height="30" fill="#d55e00" clip-path="url(#c)"/>'
PAGE = 'width="40mm" height="30mm" viewBox="0 0 40 30"'
LOOKS = {
    "a star": '<path fill-rule="evenodd" d="M20 2L28 27L7 11H33L12 27z" stroke="#000" stroke-width=".5"/>',
    "rings that cross": '<path fill-rule="evenodd" d="M25 15A10 10 0 1 1 5 15A10 10 0 1 1 25 15z'
    'M35 15A10 10 0 1 1 15 15A10 10 0 1 1 35 15zM30 8H8V22H30z"/>',
    "a loop": '<path fill-rule="evenodd" d="M2 28C60 -30 -20 -30 38 28S2 2 20 28"/>',
    "edges on one another": '<path fill-rule="evenodd" d="M2 2H20V20H2zM20 2H38V20H20zM2 11H38V28H2zM2 2H20V20H2z"/>',
    "shapes that meet": '<clipPath id="c"><circle cx="14" cy="14" r="10"/><path d="M14 5H36V20L9 9z"/>'
    '<path clip-rule="evenodd" d="M4 20H36V29H4zM8 22H30V27H8z"/></clipPath>' + CLIP,
    "a star to clip": '<clipPath id="c"><path clip-rule="evenodd" d="M20 2L28 27L7 11H33L12 27z"/></clipPath>' + CLIP,
    "clips inside": '<clipPath id="c"><circle cx="14" cy="14" r="10" clip-path="url(#d)"/><rect x="22" y="8" '
    'width="20" height="9" clip-path="url(#e)"/></clipPath><clipPath id="d"><path d="M0 0H20V30z"/></clipPath>'
    '<clipPath id="e" clip-path="url(#f)"><circle cx="28" cy="15" r="9"/></clipPath>'
    '<clipPath id="f"><path d="M0 0H40V12L20 18z"/></clipPath>' + CLIP,
}


@pytest.mark.parametrize("look", LOOKS)
def test_it_looks_as_in_another_engine(look: str) -> None:
    text = art(LOOKS[look], PAGE)
    wanted = shown(text)
    assert off(wanted, shown(again(text))) < 0.001
    assert off(wanted, shown(art("", PAGE))) > 0.05


def test_a_clip_that_shares_nothing_shows_nothing() -> None:
    body = (
        '<clipPath id="c"><g/><rect width="4" height="4" clip-path="url(#d)"/><rect width="3" height="4" '
        'clip-path="url(#d)"/></clipPath><clipPath id="d"><rect x="8" width="4" height="4"/></clipPath>'
    )
    with pytest.raises(BuildError, match="g in a clip path is not supported"):
        svg.read(art(body + CLIP), "a.svg")
    (mark,) = svg.read(art(body.replace("<g/>", "") + CLIP), "a.svg").marks
    assert isinstance(mark, Group) and mark.clip == (("M", 0, 0), ("Z",))


def teeth(count: int) -> str:
    """Return a path of so many teeth, each of which crosses all others."""
    return "M0 0" + "".join(f"L{n % 2 * 90 + n / 900} {n / 100}L{n / 90} {n % 2 * 90}" for n in range(count))


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fail where more calls than these are made meanwhile, of Python's functions and of built-in ones."""
    made = 0

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")
        assert made <= calls, f"more than {calls:,} calls"

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(before)


def even_odd(path: Path, budget: Budget) -> Path | None:
    return region([path], lambda count: count[0] % 2 == 1, budget)


@pytest.mark.parametrize("fill", [nonzero, even_odd])
def test_work_on_crossings_ends_with_the_budget(fill: Callable[[Path, Budget], Path | None]) -> None:
    """A step of the budget buys two or three calls: what is not paid for would go on for millions of them."""
    path, steps = parse_path(teeth(1000)), 200_000
    with at_most(3 * steps), pytest.raises(SpentError):
        fill(path, Budget(steps))


def test_endless_crossings_are_refused() -> None:
    with pytest.raises(BuildError, match=r"more than 4,000,000 steps, \d+ % of them for edges that cross"):
        svg.read(art(f'<path fill-rule="evenodd" d="{teeth(3000)}"/>' * 30), "a.svg")
