"""The coat: abdomen, chest and head, furry or polished, striped or not."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from art.pen import Point, around
from poses import HEAD, Pose, sheet
from style import Pen, smooth, sparkle, spot

HEAD_RADII = (9.8, 8.8)
CHEST_RADII = (7.4, 6.2)

#: A coat: body, its light and its shade.
COATS = {("fuzzy", "striped"): "tabby", ("fuzzy", "solid"): "velour", ("shiny", "striped"): "prism"}
#: Where the tiers of an abdomen end, from the waist (0) to the tail (1).
TIERS = (0.2, 0.4, 0.6, 0.79, 1.0)


def coat_of(texture: str, pattern: str) -> str:
    """Return the ink of a coat."""
    return COATS.get((texture, pattern), "mirror")


def girth(t: float) -> float:
    """Return half the abdomen's width."""
    return 10.6 * (math.sin(math.pi * min(1, 0.13 + 0.87 * t) ** 0.82) ** 0.84) if t < 1 else 0


@dataclass(frozen=True)
class Abdomen:
    """An abdomen along the spine of a pose; places run from the waist (0) to the tail (1)."""

    spine: tuple[Point, Point, Point]

    def middle(self, t: float) -> Point:
        """Return a point of the middle line."""
        (x0, y0), (x1, y1), (x2, y2) = self.spine
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2

    def along(self, t: float) -> Point:
        """Return the direction towards the tail, of length 1."""
        (x0, y0), (x1, y1), (x2, y2) = self.spine
        dx = (1 - t) * (x1 - x0) + t * (x2 - x1)
        dy = (1 - t) * (y1 - y0) + t * (y2 - y1)
        length = math.hypot(dx, dy)
        return dx / length, dy / length

    def rim(self, t: float, side: float, grow: float = 0, down: float = 0) -> Point:
        """Return a point of the edge; side is -1 or 1, between them a point across, sagging towards the tail."""
        (x, y), (dx, dy) = self.middle(t), self.along(t)
        half = girth(t) + grow
        sag = 1.6 * (1 - side * side) * half / 10 + down
        return x + dy * side * half + dx * sag, y - dx * side * half + dy * sag

    def belly(self, grow: float = 0) -> list[Point]:
        """Return the outline, clockwise from the waist."""
        ts = [math.sin(math.pi / 32 * index) for index in range(16)]  # closer together at the round end
        right, left = [self.rim(t, 1, grow) for t in ts], [self.rim(t, -1, grow) for t in reversed(ts)]
        return [*right, self.rim(1, 0, grow), *left]

    def tier(self, start: float, end: float) -> str:
        """Return a smooth segment between two places."""
        ts = [start + (end - start) * index / 4 for index in range(5)]
        right, left = [self.rim(t, 1) for t in ts], [self.rim(t, -1) for t in reversed(ts)]
        across = [-0.75, -0.4, 0, 0.4, 0.75]
        lower, upper = [self.rim(end, -side) for side in across], [self.rim(start, side) for side in across]
        return smooth([*right, *lower, *left, *upper])

    def fringe(self, start: float, end: float, count: int) -> str:
        """Return a tier of fur: tufts along its sides and its lower edge."""
        last = 2 * count
        drop = [(-0.6 if index % 2 else 2.1) if 0 < index < last else 0.9 for index in range(last + 1)]
        hem = [self.rim(end, 1 - 2 * index / last, 0.5, drop[index]) for index in range(last + 1)]
        top = [self.rim(start, side) for side in (-1, -0.5, 0, 0.5, 1)]
        middle = (start + end) / 2
        right = [self.rim(middle - 0.02, 1, 0.9), self.rim(middle + 0.02, 1, 0.1)]
        left = [self.rim(middle + 0.02, -1, 0.1), self.rim(middle - 0.02, -1, 0.9)]
        return tufts([*right, *hem, *left], top)


def tufts(points: Iterable[Point], rest: Iterable[Point] = ()) -> str:
    """Return a line through points with each stroke bent a little, like locks of hair, closed over `rest`."""
    corners = list(points)
    data = f"M{spot(corners[0])}"
    for (x0, y0), (x1, y1) in pairwise(corners):
        bend = ((x0 + x1) / 2 + (y1 - y0) * 0.14, (y0 + y1) / 2 - (x1 - x0) * 0.14)
        data += f" Q{spot(bend)} {spot((x1, y1))}"
    return data + "".join(f" L{spot(point)}" for point in rest) + " Z"


def fur(x: float, y: float, rx: float, ry: float, count: int, depth: float) -> str:
    """Return an ellipse with a furry edge."""
    edge: list[Point] = []
    for index in range(2 * count + 1):
        grow = 0 if index % 2 else depth
        edge.append(around(x, y, rx + grow, 180 / count * index - 90, (ry + grow) / (rx + grow)))
    return tufts(edge)


def draw_body(pose: Pose, texture: str, pattern: str) -> None:
    """Draw abdomen, chest and head: the coat."""
    pen, facing = sheet(pose)
    draw, coat = fuzzy_body if texture == "fuzzy" else shiny_body, coat_of(texture, pattern)
    with facing:
        draw(pen, pose, coat, pattern == "striped")
    pen.save(f"bee/{pose.name}/body-{texture}-{pattern}")


def fuzzy_body(pen: Pen, pose: Pose, coat: str, striped: bool) -> None:
    """Draw tiers of fur, a boa and a mop of hair."""
    abdomen = Abdomen(pose.spine)
    starts = (0.0, *TIERS[:-1])
    for index in reversed(range(len(TIERS))):
        fill = "stripe" if striped and index % 2 else coat
        tuft_count = max(3, round(girth(min(0.97, TIERS[index])) * 0.75))
        pen.path(abdomen.fringe(max(0, starts[index] - 0.08), min(0.985, TIERS[index]), tuft_count), fill)
        tone = "stripe-light" if fill == "stripe" else f"{coat}-light"
        strands(pen, abdomen, (starts[index] + TIERS[index]) / 2, tone, tuft_count)
    shade = [abdomen.rim(t, 1, -0.3) for t in (0.1, 0.3, 0.5, 0.7, 0.88)]
    pen.wash(smooth(shade + [abdomen.rim(t, 0.6) for t in (0.8, 0.6, 0.4, 0.2)]))
    (x, y), (rx, ry) = pose.chest, CHEST_RADII
    pen.path(fur(x, y, rx, ry, 15, 1.6), coat)
    for index in range(9):
        at = around(x, y, 5, 20 + 17.5 * index, 0.85)
        pen.detail(f"M{spot(at)} l{spot(((at[0] - x) * 0.25, 1.3))}", f"{coat}-deep", 0.3)
    with pose.about_head(pen):
        (x, y), (rx, ry) = HEAD, HEAD_RADII
        pen.path(fur(x, y, rx - 0.2, ry - 0.2, 19, 1.5), coat)
        for index in range(7):
            at = around(x, y, 8.1, 207 + 21 * index, 0.88)
            pen.detail(f"M{spot(at)} l{spot(((x - at[0]) * 0.16, 1.5))}", f"{coat}-deep", 0.3)


def strands(pen: Pen, abdomen: Abdomen, t: float, colour: str, count: int) -> None:
    """Draw short hairs across a tier."""
    dx, dy = abdomen.along(t)
    for index in range(count):
        at = abdomen.rim(t, -0.8 + 1.6 * index / max(1, count - 1))
        if t < 0.93:
            bend = (dx * 0.8 - dy * 0.3, dy * 0.8 + dx * 0.3)
            pen.detail(f"M{spot(at)} q{spot(bend)} {spot((dx * 1.7, dy * 1.7))}", colour, 0.32)


def shiny_body(pen: Pen, pose: Pose, coat: str, striped: bool) -> None:
    """Draw a polished body with a gleam on every round."""
    abdomen = Abdomen(pose.spine)
    rim, outline = abdomen.rim, smooth(abdomen.belly())
    pen.path(outline, coat)
    with pen.within(outline):
        if striped:
            for start, end in ((TIERS[0], TIERS[1]), (TIERS[2], TIERS[3])):
                pen.path(abdomen.tier(start, end), "stripe", 0)
        side = [rim(t, 1, 1) for t in (0, 0.25, 0.5, 0.75, 1)] + [rim(t, 0.5) for t in (0.9, 0.7, 0.5, 0.3, 0.1)]
        pen.wash(smooth(side), opacity=0.22)
        gleam = [rim(t, -0.72) for t in (0.16, 0.3, 0.45, 0.6, 0.7)] + [rim(t, -0.42) for t in (0.62, 0.45, 0.3, 0.18)]
        pen.path(smooth(gleam), "white", 0, opacity=0.75)
        pen.disc(*rim(0.83, -0.5), 0.7, 1.1, "white", 0, opacity=0.75)
    pen.path(outline)
    if striped:
        for end in TIERS[:-1]:
            pen.path(smooth([rim(end, side) for side in (-1, -0.6, -0.2, 0.2, 0.6, 1)], closed=False))
    (x, y), (rx, ry) = pose.chest, CHEST_RADII
    pen.disc(x, y, rx, ry, coat)
    pen.path(f"M{spot((x - 5, y - 1))} q0.4,3.6 3,4.8", "none", 1.1, "white", 0.75)
    pen.path(sparkle(*rim(0.27, 0.45), 2.5), "white", 0.25)
    with pose.about_head(pen):
        (x, y), (rx, ry) = HEAD, HEAD_RADII
        pen.disc(x, y, rx, ry, coat)
        gleam_ends = around(x, y, 8.2, 197, 0.89), around(x, y, 8.2, 262, 0.89)
        pen.path(f"M{spot(gleam_ends[0])} A8.2,7.3 0 0 1 {spot(gleam_ends[1])}", "none", 1.1, "white", 0.8)
        pen.disc(*around(x, y, 8.2, 281, 0.89), 0.6, 0.55, "white", 0, opacity=0.8)
        pen.path(sparkle(13.4, 16.8, 2), "white", 0.25)
