"""Preflight's sense of where art ends: by its edges, not by its box."""

from __future__ import annotations

import itertools
from math import hypot

import pytest
from msgspec import structs

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Point, Rect, ellipse, line, rectangle, rotate, scale, translate
from beeprint.base.problems import Place
from beeprint.drawing.drawing import Drawing, Group, Mark, PathMark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.outline import STEP, edges, rings
from beeprint.drawing.shape import circle, hexagon
from beeprint.drawing.text import Style, line_run
from beeprint.face.layout import Area, Face, Ink, SlotMarks
from beeprint.rules.contrast import Grounds
from beeprint.rules.covering import CLEARANCE, Covers, Lines

BLACK = Solid(Colour(0, 0, 0))
DOT = path_mark(ellipse(0, 0, 2, 2), BLACK)
HERE = Place("layouts/card.yaml", 1, 1)


def touches(mark: Mark, *areas: Area) -> list[str]:
    icon = Ink("icon", Rect(0, 0, 1, 1), "", HERE, mark=mark)
    face = Face("cards", "a", "front", Drawing(Rect(0, 0, 63, 88), ()), (*areas, icon))
    return [area.slot for _, area in Lines().touched(face)]


def panel(name: str, inset: float, line_width: float = 0.35, filled: bool = False) -> Area:
    return Area(name, rectangle(Rect(0, 0, 63, 88).grow(-inset)), line_width, filled)


def test_points_of_an_edge_lie_close_together_and_on_it() -> None:
    (ring,) = rings(ellipse(10, 10, 5, 5))
    assert all(abs(hypot(x - 10, y - 10) - 5) < 0.005 for x, y in ring)
    assert all(hypot(x - u, y - v) <= STEP + 1e-9 for (x, y), (u, v) in itertools.pairwise(ring))


def test_edges_follow_every_transform_and_know_half_the_width_of_their_line() -> None:
    stroke = path_mark(line((0, 0), (1, 0)), None, Stroke(BLACK, 0.5))
    placed = group([use(Symbol.of([stroke]), scale(2))], translate(10, 5) @ rotate(90))
    (edge,) = edges([placed])
    assert edge.spots[0] == (Point(10, 5), 0.5) and edge.spots[-1][0] == pytest.approx((10, 7))
    assert (edge.box, edge.half) == (Rect(10, 5, 0, 2), 0.5)


def test_what_a_clip_cuts_off_is_not_there() -> None:
    clipped = Group((DOT,), IDENTITY, 1.0, rectangle(Rect(-1, -1, 2, 2)))
    (edge,) = edges([clipped])
    assert max(x for (x, _), _ in edge.spots) == pytest.approx(1)
    assert edge.box.right == pytest.approx(1, abs=0.001), "nor is it in the box"
    assert not list(edges([PathMark(ellipse(0, 0, 1, 1))])), "a path without paint is not printed"


def test_an_icon_clear_of_a_line_passes_and_one_beside_it_does_not() -> None:
    def at(gap: float) -> Mark:
        return group([DOT], translate(5 + 0.175 + gap + 2, 44))

    assert touches(at(CLEARANCE + 0.1), panel("edge", 5)) == []
    assert touches(at(CLEARANCE - 0.1), panel("edge", 5)) == ["edge"]
    assert touches(at(-2), panel("edge", 5, line_width=0)) == [], "a shape without a line has none to touch"


def test_a_filled_shape_beneath_an_icon_hides_the_lines_under_it() -> None:
    icon = group([DOT], translate(5, 44))
    disc = Area("disc", ellipse(5, 44, 3, 3), 0.35, True)
    assert touches(icon, panel("edge", 5)) == ["edge"]
    assert touches(icon, panel("edge", 5), disc) == []
    assert touches(icon, panel("edge", 5), Area("wide disc", ellipse(5, 44, 10, 10), 0.35, True)) == []
    assert touches(icon, disc, panel("edge", 5)) == ["edge"], "the line is drawn over the disc"


def test_points_are_held_by_an_outline_moved_inwards() -> None:
    tile = hexagon(60, pointy=False)
    assert tile.holds([Point(34.64, 0.5), Point(34.64, 59.5)]) and not tile.holds([Point(34.64, 0.5)], 1)
    assert not tile.holds([Point(1, 1)]), "the corner of its box is outside a hexagon"
    chip = circle(22)
    assert chip.holds([Point(11, 1)], 1) and not chip.holds([Point(3, 3)], 1)


def hidden(fonts: Fonts, *over: Mark) -> list[str]:
    """Return the lines that marks hide of a text of 10 pt, of which the baseline is at y = 20 mm."""
    run = line_run(fonts, "They nailed the door shut, and then they left.", Style("source-sans", "bold", 10, 10), 5, 20)
    slots = (SlotMarks("story", (run,), True, HERE), SlotMarks("seal", over, False, HERE))
    face = Face("cards", "a", "front", Drawing(Rect(0, 0, 88, 63), ()), slots=slots)
    return [fault.line for fault in Covers(fonts, frozenset({Colour(1, 2, 3)})).covered(face)]


def test_letters_are_hidden_by_what_is_drawn_later_and_opaque(fonts: Fonts) -> None:
    seal = path_mark(ellipse(20, 19, 5, 5), BLACK)
    story = ["They nailed the door shut, and then they left."]
    assert hidden(fonts, seal) == story
    assert hidden(fonts, group([use(Symbol.of([seal]), translate(1, 0))])) == story
    # A clip that leaves the letters free, paint that lets them through or that only some presses print, a ring, a line.
    assert not hidden(fonts, group([seal], clip=rectangle(Rect(0, 0, 60, 15))))
    assert not hidden(fonts, group([seal], opacity=0.6))
    assert not hidden(fonts, path_mark(ellipse(20, 19, 5, 5), Solid(Colour(0, 0, 0), 0.6)))
    assert not hidden(fonts, path_mark(ellipse(20, 19, 5, 5), Solid(Colour(1, 2, 3))))
    assert not hidden(fonts, path_mark(ellipse(20, 19, 5, 5), None, Stroke(BLACK, 0.3)))
    assert not hidden(fonts, path_mark(line((5, 19), (80, 19)), None, Stroke(BLACK, 0.35)))
    # Beside the letters, and the same words, as a light lies on its shade.
    assert not hidden(fonts, path_mark(ellipse(20, 27, 5, 5), BLACK))
    assert not hidden(fonts, line_run(fonts, *story, Style("source-sans", "bold", 10, 10), 5.2, 20))
    # Other words on the letters, in opaque ink; those of the line below are apart.
    other = line_run(fonts, "Speed 4", Style("source-sans", "bold", 10, 10), 30, 20.8)
    assert hidden(fonts, other) == story and not hidden(fonts, group([other], opacity=0.5))
    assert not hidden(fonts, line_run(fonts, "Speed 4", Style("source-sans", "bold", 10, 10), 30, 23.6))
    # Art with a window over the text.
    frame = (*rectangle(Rect(0, 0, 88, 63)), *rectangle(Rect(4, 14, 80, 9)))
    assert not hidden(fonts, PathMark(frame, BLACK, even_odd=True))


def unseen(fonts: Fonts, ink: Colour, *beneath: Mark, twin: Colour | None = None) -> list[tuple[str, str]]:
    """Return the ink and ground of a text of 10 pt that is hardly seen on some marks, with the same words under it."""
    run = line_run(fonts, "Speed 4", Style("source-sans", "bold", 10, 10), 20, 20)
    texts = [structs.replace(run, paint=Solid(each)) for each in (twin, ink) if each]
    slots = (SlotMarks("ground", beneath, False, HERE), *(SlotMarks("text", (text,), True, HERE) for text in texts))
    face = Face("cards", "a", "front", Drawing(Rect(0, 0, 88, 63), ()), slots=slots)
    return [(fault.ink.hex, fault.ground.hex) for fault in Grounds(fonts, frozenset()).hardly_seen(face)]


def test_letters_are_hardly_seen_on_a_ground_of_nearly_their_colour(fonts: Fonts) -> None:
    night, dark, pale = Colour(20, 24, 40), Colour(30, 30, 44), Colour(240, 240, 230)
    disc = path_mark(ellipse(25, 19, 12, 12), Solid(night))
    assert unseen(fonts, dark, disc) == [(dark.hex, night.hex)]
    assert unseen(fonts, dark, group([use(Symbol.of([disc]), translate(1, 0))])) == [(dark.hex, night.hex)]
    assert unseen(fonts, pale) == [(pale.hex, "#ffffff")], "on paper"
    assert not unseen(fonts, pale, disc) and not unseen(fonts, dark)
    # What is partly behind them, lets other things through, or has a window there; a line; the light round the letters.
    assert not unseen(fonts, dark, path_mark(ellipse(20, 19, 5, 5), Solid(night)))
    assert not unseen(fonts, dark, group([disc], opacity=0.5))
    frame = (*rectangle(Rect(0, 0, 88, 63)), *rectangle(Rect(4, 10, 80, 20)))
    assert not unseen(fonts, dark, PathMark(frame, Solid(night), even_odd=True))
    assert not unseen(fonts, dark, path_mark(ellipse(25, 19, 12, 12), None, Stroke(Solid(night), 0.3)))
    assert not unseen(fonts, dark, disc, twin=pale)
