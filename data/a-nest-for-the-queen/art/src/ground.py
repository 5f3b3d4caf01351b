"""The grounds: soil with chambers for cards and sheet, the back of the draw deck. All with 3 mm of bleed."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from art.pen import Point, around
from style import Pen, oval, polygon, polyline, slab, smooth
from tokens import egg_shape

WIDTH, HEIGHT, BLEED = 63.0, 88.0, 3.0


@dataclass(frozen=True)
class Season:
    """The inks of a ground, from the sky down."""

    sky: str
    cloud: str
    grass: str
    soils: tuple[str, str, str]
    hollow: str
    floor: str
    stone: str
    root: str
    scratch: str


DAY = Season(
    sky="sky",
    cloud="white",
    grass="grass",
    soils=("soil", "soil-light", "soil"),
    hollow="soil-deep",
    floor="sand",
    stone="stone",
    root="soil-light",
    scratch="sand",
)
DUSK = Season(
    sky="dusk",
    cloud="white",
    grass="violet-deep",
    soils=("violet", "violet-light", "violet"),
    hollow="violet-deep",
    floor="dusk",
    stone="violet-light",
    root="violet",
    scratch="dusk",
)
#: For the nest sheet: little ink, and light enough for pencils beside it.
PALE = replace(DAY, soils=("sand", "sand", "sand"), hollow="stone", floor="paper", stone="paper")


def sky(pen: Pen, season: Season, width: float, foot: float, clouds: Sequence[tuple[float, float, float]] = ()) -> None:
    """Draw the sky down to `foot`, with clouds: x, y, size. One at an edge goes on at the other edge."""
    pen.flat(slab(-BLEED, -BLEED, width + 2 * BLEED, foot + 2 * BLEED), season.sky)
    for x, y, size in clouds:
        for beside in (-width, 0, width):
            if -BLEED - 8 * size < x + beside < width + BLEED + 8 * size:
                cloud(pen, x + beside, y, size, season.cloud)


def cloud(pen: Pen, x: float, y: float, size: float, fill: str) -> None:
    """Draw a flat-footed cloud."""
    with pen.at(x, y, size):
        pen.flat(
            "M-6 2C-8 2 -8 -1 -5.6 -1C-5 -3.4 -1.6 -3.8 -.6 -1.8C1 -3.4 4 -2.4 4 -.4C6.6 -.6 6.6 2 4.6 2Z", fill, 0.75
        )


def grass(pen: Pen, season: Season, width: float, y: float, seed: int) -> None:
    """Draw the edge of the meadow at height y, blade by blade."""
    chance = random.Random(seed)
    points: list[Point] = [(-BLEED - 1, y + 2.6)]
    x = -BLEED - 1.0
    while x < width + BLEED + 1:
        points += [(x, y), (x + 0.5 + chance.uniform(-0.3, 0.3), y - chance.uniform(0.9, 2.3))]
        x += chance.uniform(1.0, 1.6)
    points += [(x, y), (x, y + 2.6)]
    pen.path(polygon(points), season.grass)


def strata(
    pen: Pen, season: Season, width: float, top: float, foot: float, seed: int, bare: Point | None = None
) -> None:
    """Draw layers of soil with crumbs from `top` to `foot`; none between the heights `bare`, where words stand."""
    chance = random.Random(seed)
    pen.flat(slab(-BLEED, top, width + 2 * BLEED, foot - top + BLEED), season.soils[0])
    depth = foot - top
    for share, fill in ((0.3, season.soils[1]), (0.66, season.soils[2])):
        y = top + depth * share
        wave = [(-BLEED + step * (width + 6) / 6, y + chance.uniform(-2.4, 2.4)) for step in range(7)]
        ground = smooth(wave, False) + f"L{width + BLEED:g} {foot + BLEED:g}L{-BLEED:g} {foot + BLEED:g}Z"
        pen.flat(ground, fill)
    crumbs = []
    for _ in range(round(width * depth / 42)):
        x, y = chance.uniform(-2, width + 2), chance.uniform(top + 3, foot + 2)
        half = chance.uniform(0.28, 0.5)
        if bare is None or not bare[0] < y < bare[1]:
            crumbs.append(crumb(x, y, half, 0.3))
    pen.flat("".join(crumbs), season.hollow)


def crumb(x: float, y: float, half: float, high: float) -> str:
    """Return a crumb of soil as a path: short, since there are hundreds."""
    return polygon(
        [(x - half, y), (x - half * 0.4, y - high), (x + half * 0.6, y - high), (x + half, y), (x, y + high)]
    )


def stones(pen: Pen, season: Season, spots: list[tuple[float, float, float, float]]) -> None:
    """Draw stones: x, y, half width, turn."""
    for x, y, half, turn in spots:
        pen.path(oval(x, y, half, half * 0.66, turn), season.stone)
        pen.flat(oval(x - half * 0.2, y - half * 0.2, half * 0.4, half * 0.16, turn), "white", 0.6)


def chamber(pen: Pen, season: Season, outline: str, rim: float = 2.2) -> None:
    """Dig a chamber: a trodden rim, an outline, light inside."""
    pen.line(outline, season.hollow, rim)
    pen.path(outline, "paper")


def rough(x: float, y: float, width: float, height: float, seed: int, wobble: float = 0.7) -> str:
    """Return a dug-out outline: a superellipse within the box that is nowhere quite even."""
    chance = random.Random(seed)
    points = []
    for index in range(18):
        angle = 2 * math.pi * index / 18
        c, s = math.cos(angle), math.sin(angle)
        dx = math.copysign(abs(c) ** 0.42, c) * (width / 2 - chance.uniform(0, wobble))
        dy = math.copysign(abs(s) ** 0.42, s) * (height / 2 - chance.uniform(0, wobble))
        points.append((x + width / 2 + dx, y + height / 2 + dy))
    return smooth(points)


def decorate(pen: Pen, season: Season) -> None:
    """Hang roots from the hall's ceiling and mark its back wall with scratches."""
    for x, y in ((12, 33.5), (20, 38.5), (31, 33), (45, 30), (52, 35), (26, 45)):
        pen.line(smooth([(x, y), (x + 1.3, y - 0.7), (x + 2.6, y)], False), season.scratch, 0.4)
        pen.line(smooth([(x + 1.6, y + 1.3), (x + 2.7, y + 0.8), (x + 3.8, y + 1.2)], False), season.scratch, 0.4)
    for at, length, bend in ((10.5, 6.0, -0.9), (14.2, 10.5, 1.1), (18.2, 7.0, 0.8), (21.4, 4.4, -0.6)):
        root = [
            (at, 20),
            (at + bend, 21.5 + length * 0.4),
            (at - bend * 0.3, 21.5 + length * 0.75),
            (at + bend * 0.8, 21.5 + length),
        ]
        pen.cord(smooth(root, False), season.root, 0.5)


def card(season: Season, name: str, seed: int) -> None:
    """Write the ground of a card: sky, grass, a large chamber for the scene, a second one for the text."""
    pen = Pen(WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
    with pen.at(BLEED, BLEED):
        sky(pen, season, WIDTH, 17, ((1.5, 2.4, 0.8), (40, 2.2, 0.75)))
        strata(pen, season, WIDTH, 18, HEIGHT, seed)
        stones(pen, season, [(2.2, 21, 1.5, 20), (60.2, 23, 1.9, -15), (1.4, 57.4, 1.6, 0), (61.4, 58.2, 1.4, 30)])
        grass(pen, season, WIDTH, 17, seed + 3)
        # Both at one height at the trim, so that cards side by side share a tunnel.
        galleries: list[list[Point]] = [[(-6, 40.4), (0, 41), (8, 43.2)], [(69, 41.6), (63, 41), (55, 38.8)]]
        hall, store = rough(4.4, 21.6, 54.2, 34.9, seed + 1), rough(4.2, 58.4, 54.6, 26.6, seed + 2)
        for points in galleries:
            pen.line(smooth(points, False), season.hollow, 7.2)
            pen.line(smooth(points, False), "ink", 5.7)
        chamber(pen, season, hall)
        chamber(pen, season, store)
        with pen.within(hall):
            floor = [(-2, 51.5), (12, 50.4), (26, 51.6), (42, 50.6), (66, 51.6)]
            pen.flat(smooth(floor, False) + "L66 60L-2 60Z", season.floor)
            decorate(pen, season)
        pen.path(hall)
        for points in galleries:
            pen.line(smooth(points, False), "paper", 5.0)
    pen.save(f"grounds/{name}")


def reference() -> None:
    """Write the ground of the reference cards: a strip of sky, and a sheet of paper in the soil."""
    pen = Pen(WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
    with pen.at(BLEED, BLEED):
        sky(pen, DAY, WIDTH, 11.5, ((0.5, 3.4, 0.75), (52, 6.2, 0.62)))
        strata(pen, DAY, WIDTH, 12.4, HEIGHT, 21)
        grass(pen, DAY, WIDTH, 11.9, 22)
        pen.line(slab(3.4, 16.4, 56.2, 68.4, 4), "soil-deep", 2.2)
        pen.path(slab(3.4, 16.4, 56.2, 68.4, 4), "paper")
    pen.save("grounds/reference")


# ---------------------------------------------------------------------------------------------- the back


def spiral(turns: float, inner: float, outer: float, start: float) -> list[Point]:
    """Return a spiral about (0, 0) from its heart outwards, stretched to the card's proportions."""
    steps = round(turns * 16)
    shares = (step / steps for step in range(steps + 1))
    return [around(0, 0, inner + (outer - inner) * share, start + share * turns * 360, 1.32) for share in shares]


def back() -> None:
    """Write the back of all 44 cards: one tunnel winds in to two eggs and out again; the same upside down."""
    pen = Pen(WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
    middle = ((WIDTH / 2) + BLEED, (HEIGHT / 2) + BLEED)
    pen.flat(slab(0, 0, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED), "soil-deep")
    arm = spiral(1.5, 5.5, 26.5, -90)
    way = [*arm, (-9, 43), (-9, 52)]
    for half in (0, 180):
        with pen.at(*middle, 1, half):
            speckle(pen, 8)
    hall = oval(0, 0, 7.6, 9.4)
    with pen.at(*middle):
        # Layer by layer over tunnel and hall together, so that they open into each other.
        for colour, width, rim in (("soil-dark", 9.2, 2.8), ("ink", 7.1, 0.7), ("sand", 6.4, 0.0)):
            for half in (0, 180):
                with pen.at(0, 0, 1, half):
                    pen.line(smooth(way, False), colour, width)
            pen.line(hall, colour, rim) if rim else pen.flat(hall, colour)
        for half in (0, 180):
            with pen.at(0, 0, 1, half):
                egg_shape(pen, 2.75, 0.3, 2.2, 14)
                march(pen, arm)
                corners(pen)
    pen.save("grounds/back")


def corners(pen: Pen) -> None:
    """Fill the two corners that the tunnel leaves on one half of the back: roots with stones, a cell with eggs."""
    for at, length, bend in ((-29, 17, 1), (-24.6, 11.5, -0.9), (-20.6, 7, 0.7)):
        points = [(at, -48.0), (at + bend, -43 + length * 0.1), (at - bend, -43 + length * 0.4)]
        points += [(at + bend * 0.8, -43 + length * 0.72), (at - bend * 0.5, -43 + length)]
        pen.cord(smooth(points, False), "soil-light", 0.6)
    stones(pen, DAY, [(-15.4, -39.6, 1.5, 15), (-29.8, -19.6, 1.3, -30), (-28, 23.4, 1.4, 20), (-23.6, 29.2, 1, -15)])
    cell = oval(-25, 38, 3.9, 4.6, 20)
    pen.line(cell, "soil-dark", 2.2)
    pen.path(cell, "sand")
    egg_shape(pen, -25.9, 38.5, 1.5, -8)
    egg_shape(pen, -23.6, 37.6, 1.5, 20)


def speckle(pen: Pen, seed: int) -> None:
    """Scatter crumbs and stones over one half of the card, the middle left free."""
    chance = random.Random(seed)
    for fill in ("soil", "soil-dark"):
        spots = [(chance.uniform(-34, 34), chance.uniform(0, 47)) for _ in range(55)]
        pen.flat("".join(crumb(x, y, chance.uniform(0.3, 0.6), 0.34) for x, y in spots), fill)


def march(pen: Pen, arm: list[Point]) -> None:
    """Let small ants walk along the tunnel."""
    for index in (6, 12, 18):
        (x0, y0), (x1, y1) = arm[index - 1], arm[index + 1]
        small_ant(pen, *arm[index], math.degrees(math.atan2(y1 - y0, x1 - x0)))


def small_ant(pen: Pen, x: float, y: float, turn: float) -> None:
    """Draw an ant from above, 5 mm long, on its way to the right before it is turned."""
    with pen.at(x, y, 1, turn):
        for hip, foot in ((-0.4, -1.4), (0.1, 0.1), (0.4, 1.5)):
            pen.detail(polyline([(foot, -1.5), (hip, 0), (foot, 1.5)]))
        pen.detail(polyline([(3, -0.9), (1.8, 0), (3, 0.9)]))
        for at, rx, ry in ((-1.7, 1.2, 0.8), (0, 0.8, 0.5), (1.5, 0.8, 0.7)):
            pen.flat(oval(at, 0, rx, ry), "ink")


# ---------------------------------------------------------------------------------------------- the sheet

SHEET = (126.0, 190.0)


def sheet() -> None:
    """Write the ground of the nest sheet: sky over the grid, walls of soil beside it, all light enough for pencils."""
    width, height = SHEET
    pen = Pen(width + 2 * BLEED, height + 2 * BLEED)
    with pen.at(BLEED, BLEED):
        sky(pen, PALE, width, 25, ((0, 3.2, 0.75),))
        strata(pen, PALE, width, 27, height, 31, (44, 156))
        stones(pen, PALE, [(5.6, 38, 1.8, 10), (120.4, 36.4, 2, -15), (5.4, 163, 2, 20), (120.6, 161, 1.7, 0)])
        for y, turn in ((50, -84), (60, -96), (138, -96), (148, -84)):  # a file on each side, the words between them
            small_ant(pen, 5.5, y, turn)
            small_ant(pen, width - 5.5, y, turn)
        pen.path(slab(11, 30.6, 104, 156.4, 4), "white")
        grass(pen, PALE, width, 26, 32)
    pen.save("grounds/sheet")


def main() -> None:
    """Write all grounds."""
    card(DAY, "action", 3)
    card(DUSK, "ability", 5)
    reference()
    back()
    sheet()
