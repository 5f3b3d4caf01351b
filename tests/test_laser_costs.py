"""What a face costs under a laser is counted by how often its lines meet, before anything is engraved."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import shapely

from beeprint.base import budget, geometry
from beeprint.base.colour import BLACK
from beeprint.base.geometry import IDENTITY, Affine, Rect, rectangle
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import svg
from beeprint.drawing.drawing import Glyph, Mark, PathMark, Run, Solid, Symbol
from beeprint.drawing.fonts import Fonts
from beeprint.laser import costs
from beeprint.laser.crossings import crossings
from beeprint.laser.traced import tracer
from beeprint.sources.workspace import SHIPPED, Workspace
from hostile.base import comb, star, web, zigzag
from svgs import art
from tiny_fonts import letters

HERE = Place("game.yaml")
WORKSPACE = Workspace(SHIPPED)


outlines = tracer(Fonts(WORKSPACE.font_file, WORKSPACE.font_styles))


def face(body: str) -> Symbol:
    return Symbol.of(svg.read(art(body), "a.svg").marks)


def met(*paths: geometry.Path) -> tuple[int, float]:
    """Return how often the lines of paths meet, and what their own crossings count."""
    pairs = list(crossings(list(outlines([(PathMark(path), IDENTITY) for path in paths]))))
    return sum(pair.met for pair in pairs), sum(pair.crossed for pair in pairs)


def path(*points: tuple[float, float]) -> geometry.Path:
    first, *rest = points
    return (("M", *first), *(("L", *point) for point in rest), ("Z",))


SQUARE = path((0, 0), (4, 0), (4, 4), (0, 4))


def test_lines_meet_as_often_as_they_cross_or_touch_those_of_other_paths() -> None:
    assert met(SQUARE) == met() == met((("M", 1, 1),)) == (0, 0)
    assert met(SQUARE, path((1, 1), (2, 1), (2, 2))) == (0, 0)
    assert met(SQUARE, path((2, 2), (6, 2), (6, 6), (2, 6)))[0] == 2
    assert met(path((0, 0), (4, 4), (4, 0), (0, 4))) == (0, 4)  # a bow of four lines crosses itself once
    curve: geometry.Path = (("M", 0, 2), ("C", 2, -4, 2, 8, 4, 2))
    assert met(curve, (("M", 0, 2.5), ("L", 4, 2.5)))[0] == 2


@pytest.mark.parametrize(
    "body",
    [
        f'<path fill-rule="evenodd" d="{web(999)}"/>',
        f'<path d="{comb(2_000)}"/><path d="{comb(2_000, True)}"/>',
        pytest.param(
            "".join(f'<circle cx="5" cy="5" r="{5 - number / 400}"/>' for number in range(1_900)),
            marks=pytest.mark.slow,
        ),
    ],
    ids=["a path that crosses itself", "combs across each other", "circles in circles"],
)
def test_a_face_whose_lines_meet_too_often_is_refused_before_it_is_engraved(body: str) -> None:
    with pytest.raises(BuildError, match="of that for beds"), budget.of_game("write", HERE):
        costs.of_face(face(body), outlines, lambda: HERE)


def test_a_long_line_that_meets_nothing_costs_little() -> None:
    with budget.of_game("write", HERE):
        seen, _ = costs.of_face(face(f'<path fill="none" stroke="#000" d="{zigzag(9_000)}"/>'), outlines, lambda: HERE)
    assert seen < 10_000


def written(body: str) -> costs.Written:
    """Return what a copy of a face costs."""
    return costs.of_face(face(body), outlines, lambda: HERE)[1]


def test_a_copy_costs_as_its_points_and_strokes() -> None:
    first, two = (f'<path stroke="none" d="{"M1 1h1v1z" * count}"/>' for count in (1, 2))
    assert written(two) == written(first) * 2
    line = '<path fill="none" stroke="#000" d="M1 1h1v1z"/>'
    assert written(line).steps > written(first).steps
    assert written(line).kept > written(first).kept
    # A curve costs as much as the chords that it becomes, and a line that crosses another as the strokes of both.
    small, large = (f'<circle cx="5" cy="5" r="{radius}"/>' for radius in (0.1, 4))
    assert written(large).steps > 1.5 * written(small).steps
    across, beside = (f'<path fill="none" stroke="#000" d="M1 {y}h1v1z"/>' for y in (1.5, 5))
    assert written(line + across).steps > written(line + beside).steps == 2 * written(line).steps


def test_letters_that_cross_themselves_cost_as_a_path_does(tmp_path: Path) -> None:
    file = letters(tmp_path / "web.ttf", "a", corners=star(99, 300))
    own = tracer(Fonts(lambda _: file))
    run = Run("aa", "web/regular", 10, IDENTITY, Solid(BLACK), (Glyph(2, 0, 0, 0), Glyph(2, 900, 0, 1)))
    drawn = crossings(list(own([(run, IDENTITY)])))
    path = crossings(list(outlines([(mark, IDENTITY) for mark in face(f'<path d="{web(99)}"/>').marks])))
    of_run, of_path = (sum(pair.crossed for pair in some) for some in (drawn, path))
    assert of_run == pytest.approx(2 * of_path, rel=0.02)
    assert of_path > 99 * 99 * 40


@pytest.mark.parametrize(
    "flat", [(), ((2, 3, 5, 0), (3, 3, 0, 0), (3, 3, 1, 0))], ids=["areas", "lines and dots among"]
)
def test_boxes_that_meet_and_hold_each_other_are_those_of_geos(flat: tuple[tuple[int, int, int, int], ...]) -> None:
    sizes = [(x, y, 1 + (8 - x) * y % 5, 1 + (16 - x - y) // 3) for x in range(9) for y in range(9)] + [*flat]
    boxes = [shapely.box(x, y, x + width, y + height) for x, y, width, height in sizes]
    marks: list[tuple[Mark, Affine]] = [
        (PathMark(rectangle(Rect(*size)), Solid(BLACK) if number % 3 else None), IDENTITY)
        for number, size in enumerate(sizes)
    ]
    shapely.prepare(boxes)  # of boxes without an area GEOS thinks otherwise where they are not
    pairs = sum(int(shapely.intersects(box, boxes).sum()) for box in boxes)
    filled = [number for number in range(len(boxes)) if number % 3]
    held = sum(boxes[low].contains(boxes[high]) for low, high in combinations(filled, 2))
    assert held > 40
    overlaps = [*costs._overlaps(marks, np.full(len(marks), 5.0))]
    assert overlaps == [costs._PAIR * pairs, pytest.approx(costs._HELD * 5 * held)]


def test_lines_that_are_too_near_each_other_cost_more_than_those_that_have_room() -> None:
    line = '<path fill="none" stroke="#000" d="{}"/>'
    apart = written(line.format("".join(f"M{n % 10} {n // 10}h.8" for n in range(100))))
    near = written(line.format("".join(f"M1 {1 + n / 5000:g}h.8" for n in range(100))))
    assert near.steps == pytest.approx(apart.steps + 100 * costs._CROWDED.steps)
    assert near.kept > apart.kept
