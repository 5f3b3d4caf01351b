"""The cover of the rules leaflet: a cut through the meadow and the nest below it, the queen in its midst."""

from __future__ import annotations

from blocks import square
from ground import DAY, chamber, grass, rough, sky, stones, strata
from insects import worker
from props import jar, larva, leaf, mushroom, seed
from style import Pen, oval, polygon, slab, smooth
from tokens import crown_shape, egg_shape

WIDTH, HEIGHT = 119.0, 48.0  # mm; a leaflet cuts a little off where it makes its cover higher or lower
MEADOW = 9.6

Box = tuple[float, float, float, float]
HALL: Box = (32.0, 15.0, 55.0, 28.0)
LARDER: Box = (5.0, 14.8, 22.6, 14.0)
WALLS: Box = (91.4, 14.8, 22.6, 14.0)
NURSERY: Box = (5.0, 31.8, 22.6, 13.2)
GARDEN: Box = (91.4, 31.8, 22.6, 13.2)
CHAMBERS = (HALL, LARDER, WALLS, NURSERY, GARDEN)
GALLERIES = (
    [(77.0, 8.0), (77.0, 11.0), (74.0, 14.0), (73.2, 20.0)],
    [(24.0, 23.6), (30.0, 24.4), (38.0, 23.4)],
    [(81.0, 23.4), (89.0, 24.4), (95.0, 23.6)],
    [(24.0, 40.0), (31.0, 39.6), (38.0, 36.0)],
    [(80.0, 36.0), (88.0, 39.6), (95.0, 40.0)],
)


def floor(box: Box) -> float:
    """Return the height at which feet stand in a chamber."""
    return box[1] + box[3] - 3.6


def dig(pen: Pen) -> None:
    """Dig the chambers and the tunnels between them, layer by layer, so that they open into each other."""
    outlines = [rough(*box, seed, 0.5) for seed, box in enumerate(CHAMBERS, start=61)]
    for points in GALLERIES:
        pen.line(smooth(points, False), DAY.hollow, 6.6)
        pen.line(smooth(points, False), "ink", 5.1)
    for outline in outlines:
        chamber(pen, DAY, outline)
    for outline, box in zip(outlines, CHAMBERS, strict=True):
        x, width, y = box[0], box[2], floor(box) - 0.8
        with pen.within(outline):
            ground = [(x - 2, y + 0.4), (x + width * 0.3, y - 0.3), (x + width * 0.7, y + 0.4), (x + width + 2, y)]
            pen.flat(smooth(ground, False) + f"L{x + width + 2:g} {y + 9:g}L{x - 2:g} {y + 9:g}Z", DAY.floor)
        pen.path(outline)
    for points in GALLERIES:
        pen.line(smooth(points, False), "paper", 4.4)


def roots(pen: Pen) -> None:
    """Let roots hang from the meadow into the soil."""
    for at, length, bend in ((30.4, 4.6, 0.6), (33.0, 2.4, -0.5), (88.6, 4.2, -0.7)):
        root = [(at, MEADOW), (at + bend, MEADOW + 2 + length * 0.4), (at - bend, MEADOW + 2 + length)]
        pen.cord(smooth(root, False), DAY.root, 0.5)


def royal(pen: Pen) -> None:
    """Draw the queen, crowned, her eggs before her, and cells for more in the wall behind."""
    top, foot = HALL[1], floor(HALL)
    for x, y in ((65.4, 7.2), (71.6, 7.2), (77.8, 7.2), (68.5, 11.4), (74.7, 11.4), (80.9, 11.4)):
        pen.flat(oval(x, top + y, 2.5, 2.0), "sand")
        pen.flat(oval(x, top + y + 0.2, 1.05, 1.3), "white", 0.8)
    for x, y in ((36.5, 15.0), (42.0, 11.8), (58.4, 4.6)):
        pen.line(smooth([(x, top + y), (x + 1.4, top + y - 0.8), (x + 2.8, top + y)], False), "sand", 0.5)
    for at, length, bend in ((38.6, 4.4, -0.7), (42.0, 6.4, 0.9), (45.4, 4.0, 0.6)):
        root = [(at, top + 0.6), (at + bend, top + length * 0.4), (at - bend * 0.3, top + length * 0.75)]
        pen.cord(smooth([*root, (at + bend, top + length)], False), DAY.root, 0.5)
    for x, half in ((63.4, 14.0), (41.8, 5.4)):
        pen.flat(oval(x, foot + 0.3, half, 1), "soil-light", 0.55)
    worker(pen, 60.6, foot - 0.2, 1.34, True, 9, (8.2, -1.3), -4, 0.2, brood=1.28)
    with pen.at(54.3, foot - 16.1, 0.36, 15):
        crown_shape(pen, 0, 0, 1)
    for x, turn in ((38.4, -8.0), (41.9, 3.0), (45.4, 12.0)):
        egg_shape(pen, x, foot - 2.0, 1.6, turn)


def larder(pen: Pen) -> None:
    """Draw a jar, a heap of grain and a worker that brings more."""
    foot = floor(LARDER)
    jar(pen, 10.6, foot + 0.2, 0.6)
    for x, y, turn in ((16.2, 0.8, 8.0), (18.6, 0.8, -10.0), (17.4, 2.2, 12.0)):
        seed(pen, x, foot - y, 0.68, turn)
    worker(pen, 23.6, foot, 0.52, True, look=-6)


def walls(pen: Pen) -> None:
    """Draw blocks as a player sketches them, and a worker that adds to them."""
    side, foot = 3.3, floor(WALLS)
    plan = (("green", 0, 0), ("green", 1, 0), ("yellow", 2, 0), ("brown", 1, 1), ("yellow", 2, 1), ("brown", 2, 2))
    for level, column, row in plan:
        square(pen, level, 102.4 + column * side, foot - (row + 1) * side, side)
    worker(pen, 97.4, foot, 0.5, look=-8, reach=(8.2, -2.0))


def nursery(pen: Pen) -> None:
    """Draw two larvae in their cradles."""
    foot = floor(NURSERY)
    for x in (11.0, 19.0):
        larva(pen, x, foot - 0.4, 0.68, True)
        with pen.at(x, foot + 0.8, 0.8):
            pen.path("M-4.4 -3.4C-4.4 1.6 4.4 1.6 4.4 -3.4C1.6 -1.9 -1.6 -1.9 -4.4 -3.4Z", "green")


def garden(pen: Pen) -> None:
    """Draw mushrooms on cut leaves."""
    foot = floor(GARDEN) + 0.4
    for x, length, turn in ((102.0, 7.0, 172.0), (103.0, 7.0, -8.0), (109.0, 5.0, 184.0)):
        leaf(pen, x, foot, length, turn)
    mushroom(pen, 108.6, foot, 0.62, 8, "soil-light")
    mushroom(pen, 103.4, foot, 0.86)
    mushroom(pen, 98.4, foot, 0.54, -6, "soil-light")


def meadow(pen: Pen) -> None:
    """Draw the mound at the mouth of the nest, and foragers on their way to it."""
    foot = MEADOW + 0.6
    mound = [(65.5, foot + 1.4), (70.6, foot - 1.6), (74.0, foot - 5.0), (80.0, foot - 5.2), (83.4, foot - 1.8)]
    pen.path(smooth([*mound, (88.5, foot + 1.4)], False) + "Z", "soil")
    pen.path(oval(77, foot - 5, 3.1, 0.95), "soil-dark")
    for x, y in ((71.4, -0.4), (75.6, -2.6), (80.4, -1.2), (84.0, 0.2)):
        pen.flat(
            polygon([(x - 0.5, foot + y), (x, foot + y - 0.4), (x + 0.5, foot + y), (x, foot + y + 0.35)]), "soil-deep"
        )
    leaf(pen, 57.8, foot - 3.9, 5.6, -24, "green")
    worker(pen, 53.6, foot + 0.2, 0.52, look=-6)
    seed(pen, 36.3, foot - 2.8, 0.8, -10)
    worker(pen, 31.6, foot + 0.2, 0.52, look=2)
    mushroom(pen, 103.6, foot + 1, 0.72)
    mushroom(pen, 108.2, foot + 1, 0.5, 8, "soil-light")


def main() -> None:
    """Write the cover."""
    pen = Pen(WIDTH, HEIGHT)
    with pen.within(slab(0, 0, WIDTH, HEIGHT)):
        sky(pen, DAY, WIDTH, MEADOW, ((15, 4.6, 0.85), (67.6, 3.4, 0.55), (95, 4.2, 0.75)))
        strata(pen, DAY, WIDTH, MEADOW + 1, HEIGHT, 41)
        stones(pen, DAY, [(29.6, 31.2, 1.2, 20), (89, 31.4, 1.4, -15), (47, 45.9, 1.3, 0), (75.4, 45.8, 1.1, 25)])
        roots(pen)
        dig(pen)
        meadow(pen)
        for draw in (royal, larder, walls, nursery, garden):
            draw(pen)
        grass(pen, DAY, WIDTH, MEADOW, 43)
    pen.save("leaflet/cover")
