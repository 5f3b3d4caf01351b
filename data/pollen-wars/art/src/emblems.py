"""Draw the emblems of the six hives: each shape alone names its hive, the layout gives the colour."""

from __future__ import annotations

from collections.abc import Callable

from art.pen import ring, star
from icon import Icon, blunt, box, disc, polyline

EDGE = 0.7  # a little bolder than the icons: an emblem is read across the table


def emblem(name: str, d: str, gloss: str) -> None:
    """Draw and save one emblem."""
    icon = Icon(f"emblems/{name}")
    icon.body(d, "currentColor", shaded=False, edge=EDGE)
    icon.gloss(gloss)
    icon.save(icon.name)


def circle() -> tuple[str, str]:
    """Return a round drop of honey."""
    return disc(5, 5, 3.75), "M2.75,4.6 A2.35 2.35 0 0 1 4.3,2.8"


def triangle() -> tuple[str, str]:
    """Return a triangle standing on its side, a little above the middle of its box, since a shield is round."""
    return blunt(ring(5, 5.55, 4.9, 3), 1), polyline([(3.55, 5.5), (4.5, 3.85)])


def square() -> tuple[str, str]:
    """Return a square."""
    return box(5, 5, 6.8, 6.8, soft=0.8), "M3,4.7 V3.5 Q3,3 3.5,3 H4.2"


def five_points() -> tuple[str, str]:
    """Return a plump star, so that it weighs as much as the circle."""
    return blunt(star(5, 5.35, 4.7, 2.6, 5), 0.5), polyline([(3.75, 4.5), (4.3, 3.9), (4.6, 3.2)])


def moon() -> tuple[str, str]:
    """Return a fat crescent."""
    return (
        "M6.5,1.25 Q7.2,1.1 6.8,1.7 C5.4,3.6 6.2,6.4 8.5,6.9 Q9.2,7.05 8.7,7.5 "
        "C6.9,9.5 3.9,9.5 2.3,7.6 C0.2,5.1 1.4,1.5 6.5,1.25 Z"
    ), "M2.65,5 C2.75,3.9 3.3,3.2 4.1,2.75"


def cross() -> tuple[str, str]:
    """Return a cross with four equal arms."""
    near, far = 1.55, 4.05
    quarter = [(near, -far), (near, -near), (far, -near)]
    corners = []
    for _ in range(4):
        corners += [(5 + x, 5 + y) for x, y in quarter]
        quarter = [(-y, x) for x, y in quarter]
    return blunt(corners, 0.6), polyline([(4.45, 3.6), (4.45, 2.3)])


EMBLEMS: dict[str, Callable[[], tuple[str, str]]] = {
    "circle": circle,
    "triangle": triangle,
    "square": square,
    "star": five_points,
    "moon": moon,
    "cross": cross,
}


def main() -> None:
    """Draw all emblems."""
    for name, shape in EMBLEMS.items():
        emblem(name, *shape())
