"""The insects: a worker seen from the side for the scenes, four colonies seen from above for tokens and sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from art.pen import Point, around
from style import DETAIL, Pen, oval, polygon, polyline, smooth

# ---------------------------------------------------------------------------------------------- from the side


#: The inks of a worker: body, light, shade.
Coat = tuple[str, str, str]
OURS: Coat = ("worker", "worker-light", "worker-deep")
RIVAL: Coat = ("ebony", "brown-light", "ebony")


def worker(
    pen: Pen,
    x: float,
    y: float,
    size: float = 1.0,
    flip: bool = False,
    turn: float = 0.0,
    reach: Point = (8.2, 0.0),
    look: float = 0.0,
    jaws: float = 0.5,
    coat: Coat = OURS,
    brood: float = 1.0,
) -> None:
    """Draw a worker whose middle feet stand at (x, y), facing right; about 19 mm long at size 1.

    `reach` is where its front foot is, `look` turns its head, `jaws` opens its mandibles, `coat` is its colour; `brood`
    is how much larger its hind body is, as a queen's.
    """
    fur, light, shade = coat
    with pen.at(x, y, size, turn, flip):
        far = (reach[0] - 2, min(reach[1] + 1.3, -0.6))
        legs: list[tuple[Point, Point, Point]] = [
            ((-0.8, -4), (-2, -6.2), (-3.1, -0.6)),
            ((0.8, -4), (1, -6), (2.6, -0.6)),
            ((1.9, -4.2), ((1.9 + far[0]) / 2 + 0.5, min(-4.4, far[1]) - 1.4), far),
            ((-1.2, -4), (-3.4, -6.4), (-5.4, 0)),
            ((0.2, -4), (-0.6, -6.2), (0.6, 0)),
        ]
        for hip, knee, foot in legs:
            leg(pen, hip, knee, foot, shade)
        with pen.at(-3.4, -4.6, brood):
            abdomen(pen, coat)
        pen.path(oval(-3.2, -4.5, 1.1, 1.1), shade)
        pen.path(smooth([(-2.6, -4.6), (-0.4, -6.4), (2.6, -6.6), (3.6, -5), (1.6, -3), (-1.2, -3)]), fur)
        pen.flat(smooth([(-1, -5.1), (0.2, -5.9), (2, -5.9), (1.2, -5.3)]), light)
        knee = ((1.6 + reach[0]) / 2 + 0.9, min(-4.2, reach[1]) - 1.6)
        leg(pen, (1.6, -4), knee, reach, fur)
        with pen.at(4.6, -6.3, 1, look):
            head(pen, jaws, coat)


def leg(pen: Pen, hip: Point, knee: Point, foot: Point, fill: str) -> None:
    """Draw a jointed leg with a small foot."""
    side = 0.9 if foot[0] >= hip[0] else -0.9
    pen.cord(smooth([hip, knee, ((knee[0] + foot[0] * 2) / 3, (knee[1] + foot[1] * 2) / 3), foot], False), fill, 0.42)
    pen.line(polyline([foot, (foot[0] + side, foot[1])]), "ink", 0.6)


def abdomen(pen: Pen, coat: Coat) -> None:
    """Draw the large hind body with its bands, about where it joins the waist."""
    fur, light, shade = coat
    outline = smooth([(-0.5, 0), (-2.2, -2.5), (-5.6, -2.8), (-8.2, -0.4), (-7.4, 2), (-3.6, 2.5)])
    pen.flat(outline, fur)
    with pen.within(outline):
        pen.flat(smooth([(-1.6, -1.8), (-4, -2.6), (-6.2, -2), (-5, -1.4), (-2.8, -1)]), light)
        for at in (-3, -5, -6.8):
            pen.line(smooth([(at - 0.4, -3.4), (at + 0.7, -0.4), (at - 0.2, 3)], False), shade, 0.5)
    pen.path(outline)


def head(pen: Pen, jaws: float, coat: Coat) -> None:
    """Draw the head about its neck: mandibles, elbowed feelers, one large eye."""
    fur, light, shade = coat
    for spread in (-1, 1):
        with pen.at(4.6, 0.5, 1, spread * jaws * 30):
            pen.path(smooth([(-0.6, -0.4 * spread), (1, 0.5 * spread), (2, 0.0), (1.1, -0.1)]), shade)
    for tip, elbow in (((4.2, -5.4), (1.8, -4.4)), ((6.2, -4.2), (3.4, -3.9))):
        pen.line(smooth([(2.4, -1.6), elbow, tip], False), "ink", 0.45)
        pen.flat(oval(*tip, 0.4, 0.4), "ink")
    pen.path(smooth([(-0.6, 0.4), (0.2, -1.8), (2.6, -2.4), (4.6, -1), (4.9, 0.9), (3, 2.2), (0.6, 1.8)]), fur)
    pen.flat(smooth([(0.4, -0.9), (1.6, -1.8), (3, -1.7), (1.8, -1.1)]), light)
    pen.path(oval(3.1, -0.3, 1.05, 1.2), "white", DETAIL)
    pen.flat(oval(3.45, -0.2, 0.55, 0.7), "ink")
    pen.flat(oval(3.65, -0.55, 0.2, 0.2), "white")


# ---------------------------------------------------------------------------------------------- from above

BODY = "egg"  # cream paper cut-outs: they stand out on all four colours, yellow and black alike


def mirrored(pen: Pen, draw: Callable[[], None]) -> None:
    """Draw something on both sides of the vertical axis."""
    draw()
    with pen.at(0, 0, 1, 0, True):
        draw()


def legs_above(pen: Pen, legs: Sequence[Sequence[Point]]) -> None:
    """Draw the right-hand legs and their mirror images."""

    def draw() -> None:
        for points in legs:
            pen.cord(smooth(points, False), BODY, 0.4)

    mirrored(pen, draw)


def feelers(pen: Pen, points: Sequence[Point]) -> None:
    """Draw the right-hand feeler and its mirror image."""
    mirrored(pen, lambda: pen.cord(smooth(points, False), BODY, 0.25))


def banded(pen: Pen, outline: str, bands: Sequence[float], height: float, bend: float = 0.5, half: float = 5) -> None:
    """Draw a hind body with dark bands across at the given y."""
    pen.flat(outline, BODY)
    with pen.within(outline):
        for y in bands:
            upper = [(-half, y - bend), (0, y), (half, y - bend)]
            lower = [(half, y - bend + height), (0, y + height), (-half, y - bend + height)]
            pen.flat(smooth(upper, False) + "L" + smooth(lower, False)[1:] + "Z", "ink")
    pen.path(outline)


def eyes(pen: Pen, x: float, y: float, rx: float = 0.55, ry: float = 0.8, turn: float = 20) -> None:
    """Draw both eyes."""
    mirrored(pen, lambda: pen.flat(oval(x, y, rx, ry, turn), "ink"))


def bee(pen: Pen) -> None:
    """Draw a honey bee from above, head up, in a box from -7 to 7."""
    legs_above(
        pen,
        [[(1.2, -2.4), (3.4, -3.8), (4, -5.2)], [(1.4, -1), (3.6, 0.2), (5, 0.6)], [(1.2, 0.2), (3, 2.6), (3.8, 4.6)]],
    )

    def wings() -> None:
        pen.path(smooth([(0.9, -1.4), (3.6, -3), (6.6, -2.2), (6.6, -0.4), (3.6, 0.4)]), "wing")
        pen.path(smooth([(0.9, -0.4), (3.4, 0.3), (5, 2), (3.8, 2.7), (1.8, 1.6)]), "wing")
        pen.detail(smooth([(1.6, -1.2), (3.6, -1.6), (5.6, -1.4)], False))

    mirrored(pen, wings)
    feelers(pen, [(0.6, -5), (1.4, -6.2), (2.6, -6.6)])
    banded(
        pen,
        smooth([(-2, 0.6), (0, 0), (2, 0.6), (2.5, 3.2), (1.5, 5.8), (0, 6.9), (-1.5, 5.8), (-2.5, 3.2)]),
        (1.4, 3.3, 5.1),
        0.95,
        0.5,
    )
    pen.path(oval(0, -1.3, 2.2, 2), BODY)
    pen.flat(oval(0, -1.3, 1.1, 1), "ink")
    pen.path(smooth([(-1.7, -4), (-1.2, -5.2), (0, -5.5), (1.2, -5.2), (1.7, -4), (0, -3)]), BODY)
    eyes(pen, 1.25, -4.3)


def ant(pen: Pen) -> None:
    """Draw an ant from above, head up."""
    legs_above(
        pen,
        [
            [(0.8, -2.4), (3, -3), (4.2, -5.6)],
            [(0.9, -1.4), (3.6, -0.9), (5.4, 0.6)],
            [(0.8, -0.4), (3.2, 1.6), (4.4, 5.2)],
        ],
    )
    feelers(pen, [(0.7, -5.6), (2.2, -6.4), (2.4, -8)])
    pen.path(
        smooth([(-1.9, 3.2), (-1.1, 1.6), (0, 1.2), (1.1, 1.6), (1.9, 3.2), (1.5, 5.4), (0, 6.8), (-1.5, 5.4)]), BODY
    )
    for y, half in ((3.0, 1.5), (4.4, 1.45)):
        pen.line(smooth([(-half, y - 0.3), (0, y), (half, y - 0.3)], False), "ink", 0.45)
    pen.path(oval(0, 0.7, 0.75, 0.7), BODY)
    pen.path(smooth([(-1, -2.4), (0, -3.4), (1, -2.4), (0.8, -0.7), (0, 0.1), (-0.8, -0.7)]), BODY)
    mirrored(pen, lambda: pen.path(smooth([(0.3, -5.9), (0.9, -6.3), (0.7, -7.1), (0.1, -7.2), (0.3, -6.6)]), BODY))
    pen.path(smooth([(-1.6, -5.2), (-0.8, -6.2), (0, -6.1), (0.8, -6.2), (1.6, -5.2), (0.9, -3.5), (-0.9, -3.5)]), BODY)
    eyes(pen, 1.05, -4.9, 0.4, 0.6, 20)


def wasp(pen: Pen) -> None:
    """Draw a wasp from above, head up: a waist, slim folded wings, a sting."""
    legs_above(
        pen,
        [[(1, -2.8), (3, -4), (3.2, -5.6)], [(1.1, -1.6), (3.4, -1.4), (4.6, -0.4)], [(1, -0.8), (2.6, 1), (4.4, 1.6)]],
    )
    pen.path(polygon([(-0.35, 6.8), (0.35, 6.8), (0, 8.4)]), "ink")
    banded(
        pen,
        smooth([(-0.4, 0.8), (0.4, 0.8), (2.1, 2.8), (1.6, 5.2), (0.3, 7.3), (-0.3, 7.3), (-1.6, 5.2), (-2.1, 2.8)]),
        (1.9, 3.5, 5.1),
        0.8,
        -0.5,
    )

    def wings() -> None:
        pen.path(smooth([(0.8, -2), (2.2, -1.2), (4.4, 3), (4.2, 4.8), (3, 4.2), (1.4, 1)]), "wing")
        pen.detail(smooth([(1.4, -1), (2.6, 1.2), (3.5, 3.4)], False))

    mirrored(pen, wings)
    feelers(pen, [(0.5, -5.6), (1.6, -6.8), (2.8, -7)])
    pen.path(smooth([(-1.4, -2.4), (0, -3.6), (1.4, -2.4), (0.9, -0.4), (0, 0.5), (-0.9, -0.4)]), BODY)
    pen.flat(polygon([(-0.7, -2.4), (0.7, -2.4), (0, -0.7)]), "ink")
    pen.path(smooth([(-1.7, -4.6), (-1, -5.7), (1, -5.7), (1.7, -4.6), (0, -3.3)]), BODY)
    eyes(pen, 1.15, -4.8, 0.45, 0.75, 20)


def termite(pen: Pen) -> None:
    """Draw a termite from above, head up: a broad body without a waist, beaded feelers, large jaws."""
    legs_above(
        pen,
        [[(1, -2.2), (3, -3), (3.8, -4.6)], [(1.2, -1.2), (3.4, -0.9), (4.8, 0.2)], [(1.2, 0), (3.2, 1), (4.4, 3)]],
    )
    pen.path(smooth([(-1.6, 0.2), (0, -0.3), (1.6, 0.2), (2.5, 2.8), (2, 5.6), (0, 7), (-2, 5.6), (-2.5, 2.8)]), BODY)
    for y, half in ((1.5, 1.9), (2.8, 2.25), (4.1, 2.2), (5.3, 1.8)):
        pen.line(smooth([(-half, y - 0.3), (0, y), (half, y - 0.3)], False), "ink", 0.5)
    pen.path(smooth([(-1.5, -2.2), (0, -2.7), (1.5, -2.2), (1.7, -0.6), (0, 0.4), (-1.7, -0.6)]), BODY)

    def beads() -> None:
        for step in range(4):
            pen.path(oval(*around(1.4, -5.2, 0.95 * step, -42 + 7 * step), 0.5, 0.5), BODY, 0.25)

    mirrored(pen, beads)
    mirrored(pen, lambda: pen.path(smooth([(0.3, -5.6), (1.1, -6), (1, -7.1), (0.1, -7.7), (0.4, -6.5)]), BODY))
    pen.path(smooth([(-1.7, -4.2), (-1.2, -5.6), (0, -5.9), (1.2, -5.6), (1.7, -4.2), (0.9, -2.5), (-0.9, -2.5)]), BODY)
    eyes(pen, 1.1, -4.5, 0.35, 0.5, 10)


ABOVE: dict[str, Callable[[Pen], None]] = {"bee": bee, "ant": ant, "wasp": wasp, "termite": termite}
