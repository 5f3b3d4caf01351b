"""What paths cover: even-odd fills stay so, unions and intersections come out as one path that covers the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beeprint.base.geometry import Path, polygon
from beeprint.base.problems import BuildError
from beeprint.drawing import svg
from beeprint.drawing.drawing import Group, rounded_path
from beeprint.drawing.svg.reader.limits import Budget, SpentError
from beeprint.drawing.svg.reader.paths import parse_path
from beeprint.drawing.svg.reader.regions import Area, region, union
from cases import examples
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
@settings(max_examples=examples(150), deadline=None)
def test_an_even_odd_path_covers_the_same_when_it_is_non_zero(rings: list[list[tuple[int, int]]]) -> None:
    path = tuple(segment for ring in rings for segment in polygon(ring))
    area = region([path], lambda count: count[0] % 2 == 1, Budget())
    assert area is not None
    assert [turns(area, x, y) != 0 for x, y in SPOTS] == [turns(path, x, y) % 2 == 1 for x, y in SPOTS]
    assert all(abs(turns(area, x, y)) <= 1 for x, y in SPOTS)


@given(corners, corners, corners)
@settings(max_examples=examples(100), deadline=None)
def test_what_two_paths_share_and_a_third_adds(
    path: list[tuple[int, int]], two: list[tuple[int, int]], three: list[tuple[int, int]]
) -> None:
    paths = [polygon(ring) for ring in (path, two, three)]
    area = region(paths, lambda count: bool(count[0] and count[1]) or bool(count[2]), Budget())
    assert area is not None
    for x, y in SPOTS:
        a, b, c = (turns(path, x, y) for path in paths)
        assert (turns(area, x, y) != 0) == bool((a and b) or c)


def test_curves_stay_curves() -> None:
    circles = parse_path("M10 5A5 5 0 1 1 0 5A5 5 0 1 1 10 5zM16 5A5 5 0 1 1 6 5A5 5 0 1 1 16 5z")
    area = region([circles], lambda count: count[0] % 2 == 1, Budget())
    assert area is not None
    assert {segment[0] for segment in area} == {"M", "C", "Z"}
    assert len(area) < 24
    ends = {segment[-2:] for segment in rounded_path(area) if segment[0] == "C"}
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
    "even-odd shapes apart": '<clipPath id="c" clip-rule="evenodd"><path d="M2 2H18V28H2zM6 6H14V24H6z"/>'
    '<path d="M22 2H38V28H22zM26 6H34V24H26z"/></clipPath>' + CLIP,
    "a star filled by a gradient": '<linearGradient id="g"><stop stop-color="#d55e00"/><stop offset="1" '
    'stop-color="#0072b2"/></linearGradient><path fill="url(#g)" fill-rule="evenodd" d="M20 2L28 27L7 11H33L12 27z"/>',
    "a star below its line and above": '<g fill-rule="evenodd" fill="#d55e00" stroke="#0072b2" stroke-width="2" '
    'stroke-opacity=".5"><path d="M10 2L14 27L3 11H17L6 27z"/><path d="M30 2L34 27L23 11H37L26 27z" '
    'paint-order="stroke" fill-opacity=".6"/></g>',
    "a star in large units": '<path transform="scale(250)" fill-rule="evenodd" '
    'd="M.08 .01L.112 .108L.028 .044H.132L.048 .108z"/>',
    "clips inside": '<clipPath id="c"><circle cx="14" cy="14" r="10" clip-path="url(#d)"/><rect x="22" y="8" '
    'width="20" height="9" clip-path="url(#e)"/></clipPath><clipPath id="d"><path d="M0 0H20V30z"/></clipPath>'
    '<clipPath id="e" clip-path="url(#f)"><circle cx="28" cy="15" r="9"/></clipPath>'
    '<clipPath id="f"><path d="M0 0H40V12L20 18z"/></clipPath>' + CLIP,
}


def test_areas_that_lie_apart_are_one_path_of_their_rule() -> None:
    left, right = parse_path("M0 0H4V4H0zM1 1H3V3H1z"), parse_path("M5 0H9V4H5z")
    for even_odd in (False, True):
        assert union([[Area(left, even_odd)], [Area(right, even_odd)]], Budget()) == Area(left + right, even_odd)
    # The hole of an even-odd path is none of a non-zero one: no rule holds for both.
    mixed = union([[Area(left, True)], [Area(right)]], Budget())
    assert mixed is not None and not mixed.even_odd
    assert [turns(mixed.path, x, 2) != 0 for x in (0.5, 2, 3.5, 4.5, 6)] == [True, False, True, False, True]


@pytest.mark.parametrize("look", LOOKS)
def test_it_looks_as_in_another_engine(look: str) -> None:
    text = art(LOOKS[look], PAGE)
    wanted = shown(text, by=2)
    assert off(wanted, shown(again(text), by=2)) < 0.001
    assert off(wanted, shown(art("", PAGE), by=2)) > 0.05


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


def test_work_on_crossings_ends_with_the_budget() -> None:
    """A step of the budget buys two or three calls: what is not paid for would go on for millions of them."""
    path, steps = parse_path(teeth(1000)), 200_000
    with at_most(3 * steps), pytest.raises(SpentError):
        union([[Area(path)], [Area(path, even_odd=True)]], Budget(steps))


@pytest.mark.slow
def test_endless_crossings_are_refused() -> None:
    with pytest.raises(BuildError, match=r"more than 4,000,000 steps, \d+ % of them for edges that cross"):
        clips = (f'<clipPath id="c{n}">{f"""<path d="{teeth(1000)}"/>""" * 2}</clipPath>' for n in range(30))
        shapes = (f'<path d="M0 0H9V9z" clip-path="url(#c{n})"/>' for n in range(30))
        svg.read(art("".join((*clips, *shapes))), "a.svg")
