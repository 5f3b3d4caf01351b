"""Round tokens, the faces of the dice, and the colonies' shapes for the sheet."""

from __future__ import annotations

from art.pen import Point, hexagon, ring
from insects import ABOVE
from style import Pen, oval, polygon, polyline, slab, smooth

#: The shape of each colony about (0, 0), corners within 10 mm; the colour is the layout's.
FORMS: dict[str, list[Point]] = {
    "bee": hexagon(0, 0, 9.6),
    "ant": [(0, -9.4), (8.1, 4.7), (-8.1, 4.7)],
    "wasp": [(0, -9.8), (7.6, 0), (0, 9.8), (-7.6, 0)],
    "termite": [(-6.9, -6.9), (6.9, -6.9), (6.9, 6.9), (-6.9, 6.9)],
}
#: How large the insect stands on it, and how far down.
STANDS = {"bee": (0.98, 0.0), "ant": (0.8, 0.6), "wasp": (0.98, -0.4), "termite": (0.84, 0.3)}


def rounded(points: list[Point], share: float = 0.12) -> str:
    """Return a polygon whose corners are rounded off."""
    parts: list[str] = []
    count = len(points)
    for index, corner in enumerate(points):
        (ax, ay), (bx, by) = points[index - 1], points[(index + 1) % count]
        x, y = corner
        start = (x + (ax - x) * share, y + (ay - y) * share)
        end = (x + (bx - x) * share, y + (by - y) * share)
        parts.append(f"{'L' if parts else 'M'}{start[0]:.2f} {start[1]:.2f}Q{x:.2f} {y:.2f} {end[0]:.2f} {end[1]:.2f}")
    return "".join(parts) + "Z"


def disc(diameter: float, ground: str, ring: str) -> Pen:
    """Return a round token with its bleed: a coloured rim, a fine line, a ground."""
    side = diameter + 6
    pen = Pen(side, side)
    pen.flat(slab(0, 0, side, side), ring)
    pen.path(oval(side / 2, side / 2, diameter / 2 - 1.1, diameter / 2 - 1.1), ground)
    return pen


def marker(colony: str) -> None:
    """Write the marker of a colony, 22 mm."""
    pen = disc(22, "sand", "currentColor")
    size, down = STANDS[colony]
    with pen.at(14, 14, 0.9):
        pen.path(rounded(FORMS[colony]), "currentColor")
        with pen.at(0, down, size):
            ABOVE[colony](pen)
    pen.save(f"tokens/{colony}")


def colony(name: str) -> None:
    """Write the colony's shape with its insect, 20 x 20 mm, printed at half size on the sheet."""
    pen = Pen(20, 20, 0.6)
    with pen.at(10, 10 + (1.2 if name == "ant" else 0)):
        pen.path(rounded(FORMS[name]), "currentColor")
        with pen.at(0, STANDS[name][1], STANDS[name][0]):
            ABOVE[name](pen)
    pen.save(f"colonies/{name}")


def egg_shape(pen: Pen, x: float, y: float, half: float, turn: float = 0) -> None:
    """Draw an egg, pointed end up, `half` mm half as wide."""
    with pen.at(x, y, half / 5, turn):
        pen.flat("M0 -7C3 -7 5 -2.4 5 1.2C5 4.6 2.9 6.6 0 6.6C-2.9 6.6 -5 4.6 -5 1.2C-5 -2.4 -3 -7 0 -7Z", "egg")
        pen.flat(
            "M3.4 -4.4C4.4 -2.8 5 -.6 5 1.2C5 4.6 2.9 6.6 0 6.6C-1.8 6.6 -3.4 5.8 -4.2 4.4C-.4 6 4.4 3.4 3.4 -4.4Z",
            "egg-shade",
        )
        pen.flat(oval(-1.9, -2.4, 0.8, 1.7, 22), "white")
        pen.path("M0 -7C3 -7 5 -2.4 5 1.2C5 4.6 2.9 6.6 0 6.6C-2.9 6.6 -5 4.6 -5 1.2C-5 -2.4 -3 -7 0 -7Z")


def egg() -> None:
    """Write the egg chip, 22 mm: an egg in a hollow of the soil."""
    pen = disc(22, "soil-light", "soil-deep")
    pen.flat(smooth([(6.9, 15.4), (9, 9), (14, 6.4), (19, 9), (21.1, 15.4), (19, 20), (14, 22), (9, 20)]), "soil")
    for x, y, rx, turn in ((7.6, 18.8, 1.2, 20), (20.5, 18.6, 1.3, -25), (10, 21.2, 0.9, 15), (18.2, 21.2, 1, -12)):
        pen.path(oval(x, y, rx, rx * 0.7, turn), "stone", 0.25)
    egg_shape(pen, 14, 14.2, 4.7)
    pen.save("tokens/egg")


def hatching() -> None:
    """Write the other side of the egg chip, 22 mm: the same egg on leaves, a larva peeping out of it."""
    pen = disc(22, "sun", "soil-deep")
    for turn in (-158.0, -128.0, -52.0, -22.0):
        with pen.at(14, 19.4, 1, turn):
            pen.path("M2 0C3.8 -2.6 7 -2.6 9 0C7 2.6 3.8 2.6 2 0Z", "green")
            pen.detail(polyline([(3, 0), (8, 0)]), "green-deep")
    egg_shape(pen, 14, 14.2, 4.7)
    hole = polygon(
        [
            (10.4, 12.6),
            (11.6, 10.8),
            (12.8, 11.6),
            (14.2, 9.8),
            (15.4, 11.4),
            (17, 10.8),
            (17.4, 13.2),
            (16.6, 15.8),
            (15.2, 15),
            (13.8, 16.6),
            (12.4, 15.2),
            (11.2, 15.6),
        ]
    )
    pen.path(hole, "soil-dark", 0.25)
    with pen.within(hole):
        pen.path(oval(14, 14.6, 2.5, 3), "egg", 0.25)
    for x in (13.1, 14.9):
        pen.flat(oval(x, 13.3, 0.4, 0.5), "ink")
    pen.line(smooth([(13.3, 14.5), (14, 14.9), (14.7, 14.5)], False), "ink", 0.3)
    pen.save("tokens/egg-hatching")


def crown_shape(pen: Pen, x: float, y: float, size: float) -> None:
    """Draw the queen's crown about (x, y), 20 mm wide at size 1."""
    with pen.at(x, y, size):
        band = [(-8, 5.6), (8, 5.6)]
        tips = [(10, -4.6), (4.4, 0.2), (0, -7.6), (-4.4, 0.2), (-10, -4.6)]
        pen.path(polygon([*band, *tips]), "gold")
        pen.flat(polygon([(8, 5.6), (10, -4.6), (4.4, 0.2), (2.2, -3.6), (3.4, 5.6)]), "gold-deep", 0.55)
        pen.path(polygon([*band, *tips]))
        pen.path(slab(-8.4, 4.4, 16.8, 3.6, 0.8), "gold")
        for px, py in ((-10.0, -5.4), (0.0, -8.4), (10.0, -5.4)):
            pen.path(oval(px, py, 1.5, 1.5), "egg")
        for at, half in ((-4.8, 0.9), (0.0, 1.2), (4.8, 0.9)):
            pen.path(
                polygon([(at, 6.2 - half), (at + half, 6.2), (at, 6.2 + half), (at - half, 6.2)]), "vermillion", 0.25
            )


def chip() -> None:
    """Write the first-turn chip, 36 mm: the crown in its chamber, a ring of eggs around."""
    pen = disc(36, "violet-dark", "gold")
    for index, (x, y) in enumerate(ring(21, 21, 14.2, 16)):
        egg_shape(pen, x, y, 1.35, 360 / 16 * index)
    pen.path(oval(21, 21, 11.4, 11.4), "dusk")
    crown_shape(pen, 21, 21.8, 0.85)
    pen.save("tokens/chip")


def die() -> None:
    """Write a face of the dice, 16 mm, the digit left to the layout: a chamber dug out, a leaf in each corner."""
    pen = Pen(16, 16)
    pen.flat(slab(0, 0, 16, 16), "green")
    for quarter in range(4):
        with pen.at(8, 8, 1, 90 * quarter - 45):
            pen.flat("M7.4 0C8.2 -1.1 9.3 -1.1 10 0C9.3 1.1 8.2 1.1 7.4 0Z", "green-light")
            pen.detail(polyline([(7.7, 0), (9.4, 0)]), "green-deep")
    field = slab(2.2, 2.2, 11.6, 11.6, 4.2)
    pen.line(field, "green-deep", 1.5)
    pen.path(field, "paper")
    pen.save("tokens/die")


def main() -> None:
    """Write all tokens."""
    for name in FORMS:
        marker(name)
        colony(name)
    egg()
    hatching()
    chip()
    die()
