"""`python -m art.looks`: draw the frames, badges, patterns and marks of games that are made from a table.

All of it is in `currentColor`, so that the layouts colour it with inks of the palette. Nothing depends on the size of a
card: patterns fill any box, corners stand beside lines of any length, and the middle third of a plate is plain.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import cos, hypot, pi, sin
from pathlib import Path

from art.pen import Canvas, Paths, Point, Studio, around, bearings, hexagon, ring, star

INK = "currentColor"
PATHS = Paths(comma=",", gap=" ")
#: The page of patterns, in mm: that of a common card with its bleed, and a half more.
WIDE, HIGH = 104.0, 141.0


class _Looks(Studio):
    """A place for drawings that has no palette: `<home>/<name>.svg`."""

    def __init__(self, home: Path) -> None:
        self.home, self.paths, self.tidy, self._inks = home, PATHS, True, {}

    def _path(self, name: str) -> Path:
        return self.home / f"{name}.svg"


class Sheet(Canvas):
    """A drawing in one ink."""

    studio = _Looks(Path(__file__).parents[1] / "generator" / "beeprint" / "starter" / "looks")

    def fill(self, d: str, opacity: float = 1) -> None:
        """Fill a path; where it crosses itself, it is open."""
        self.path(d, INK, 0, opacity=opacity, fill_rule="evenodd")

    def stroke(self, d: str, width: float = 0.4, opacity: float = 1) -> None:
        """Draw along a path."""
        self.path(d, "none", width, INK, opacity)

    def strew(self, places: Iterator[Point], motif: Callable[[], None], name: str = "motif") -> None:
        """Draw what is about (0, 0) at many places."""
        layer = self.picture.g(id=name)
        self.picture.defs.add(layer)
        with self.onto(layer):
            motif()
        for x, y in places:
            self.add(self.picture.use(f"#{name}", insert=self._rounded(x, y)))


def lattice(across: float, down: float) -> Iterator[Point]:
    """Yield the places of a pattern in rows, every second one moved by a half, symmetric about the page's middle."""
    rows, columns = int(HIGH / down / 2) + 2, int(WIDE / across / 2) + 2
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            x, y = WIDE / 2 + (column + row % 2 / 2) * across, HIGH / 2 + row * down
            if -across / 2 <= x <= WIDE + across / 2 and -down <= y <= HIGH + down:
                yield x, y


def circle(x: float, y: float, radius: float) -> str:
    """Return a circle as a path."""
    return PATHS.disc(x, y, radius)


def petals(x: float, y: float, count: int, inner: float, outer: float, wide: float, start: float = -90) -> str:
    """Return leaves round a middle, each from an inner to an outer circle."""
    leaves = []
    for bearing in bearings(count, start):
        root, tip, half = around(x, y, inner, bearing), around(x, y, outer, bearing), (inner + outer) / 2
        left, right = (around(x, y, half, bearing + side * wide) for side in (-1, 1))
        leaves.append(f"M{PATHS.spot(root)} Q{PATHS.spot(left, tip)} Q{PATHS.spot(right, root)} Z")
    return " ".join(leaves)


# ---- marks: what tells kinds apart without colour


def disc(pen: Sheet) -> None:
    """Draw a ring."""
    pen.fill(f"{circle(10, 10, 8.4)} {circle(10, 10, 4.6)}")


def diamond(pen: Sheet) -> None:
    """Draw a lozenge."""
    pen.fill(PATHS.rounded([(10, 0.8), (18.4, 10), (10, 19.2), (1.6, 10)], 0.8))


def drop(pen: Sheet) -> None:
    """Draw a drop."""
    pen.fill("M10 0.8 C12.6 5.2 16.6 8.6 16.6 12.9 A6.6 6.6 0 0 1 3.4 12.9 C3.4 8.6 7.4 5.2 10 0.8 Z")


def star_(pen: Sheet) -> None:
    """Draw a star with five points."""
    pen.fill(PATHS.rounded(star(10, 10.7, 9.8, 4.4, 5), 0.5))


def hexagon_(pen: Sheet) -> None:
    """Draw a hexagon with a hole."""
    pen.fill(f"{PATHS.rounded(hexagon(10, 10, 9.2), 1)} {PATHS.rounded(hexagon(10, 10, 4.4), 0.4)}")


def moon(pen: Sheet) -> None:
    """Draw a crescent."""
    pen.fill("M13.6 1.2 A9.2 9.2 0 1 0 18.6 13.2 A7.6 7.6 0 0 1 13.6 1.2 Z")


def leaf(pen: Sheet) -> None:
    """Draw a leaf with its rib."""
    pen.fill("M18.2 1.8 C8 1.6 1.8 6 2 12.6 C2 14 2.4 15.4 3.2 16.4 L1.4 18.4 L2.8 19.6 L4.8 17.6 "
             "C12.6 20 18.8 13.4 18.2 1.8 Z M14.2 6.4 L6.4 15 L5.4 14.1 Z")  # fmt: skip


def crown(pen: Sheet) -> None:
    """Draw a crown."""
    pen.fill("M2 16.6 L1 5.4 L6 9.6 L10 2.4 L14 9.6 L19 5.4 L18 16.6 Z")


MARKS = {"disc": disc, "diamond": diamond, "drop": drop, "star": star_, "hexagon": hexagon_, "moon": moon, "leaf": leaf,
         "crown": crown}  # fmt: skip


# ---- bright: rays, scales, round badges


def bright_ground(pen: Sheet) -> None:
    """Draw rays from a point above the middle."""
    x, y, far = WIDE / 2, HIGH * 0.36, hypot(WIDE, HIGH)
    for bearing in bearings(18, -95):
        pen.fill(PATHS.polygon([(x, y), around(x, y, far, bearing), around(x, y, far, bearing + 10)]))


def bright_back(pen: Sheet) -> None:
    """Draw scales, each of three arcs, in rows."""

    def scale() -> None:
        for radius in (6.5, 4.3):
            pen.stroke(f"M{PATHS.at(-radius, 0)} A{PATHS.at(radius, radius)} 0 0 1 {PATHS.at(radius, 0)}", 0.7)
        pen.fill("M-2,0 A2,2 0 0 1 2,0 Z")

    pen.strew(lattice(13, 6.5), scale)


def bright_badge(pen: Sheet) -> None:
    """Draw a disc."""
    pen.fill(circle(12, 12, 11.6))


def bright_ring(pen: Sheet) -> None:
    """Draw a circle."""
    pen.stroke(circle(12, 12, 9.9), 0.8)


def bright_corner(pen: Sheet) -> None:
    """Draw a round corner with a dot."""
    pen.fill(circle(3.2, 3.2, 1.2))


def bright_plate(pen: Sheet) -> None:
    """Draw a title's plate with round ends."""
    pen.fill("M5 0 A5 5 0 0 0 5 10 H25 A5 5 0 0 0 25 0 Z")


def bright_medal(pen: Sheet) -> None:
    """Draw a burst of rays with a ring."""
    pen.fill(PATHS.rounded(star(30, 30, 29, 24.6, 18), 0.8))


# ---- antique: lozenges with fleurons, cartouches


def fleuron(x: float, y: float, size: float) -> str:
    """Return a flower of four petals with a bead between each two."""
    beads = " ".join(circle(*place, size * 0.13) for place in ring(x, y, size * 0.72, 4, -45))
    return f"{petals(x, y, 4, size * 0.12, size, 26)} {beads}"


def antique_ground(pen: Sheet) -> None:
    """Draw a damask of fleurons in lozenges."""

    def lozenge() -> None:
        pen.fill(fleuron(0, 0, 4.2))
        pen.stroke("M-8,0 L0,-11 L8,0", 0.3)

    pen.strew(lattice(16, 11), lozenge)


def antique_back(pen: Sheet) -> None:
    """Draw a lattice of double lines with a rosette in each field and a knot on each crossing."""

    def field() -> None:
        pen.stroke("M-9,0 L0,-9 L9,0", 0.35)
        pen.stroke(PATHS.polygon(ring(0, 0, 7.6, 4)), 0.35)
        pen.fill(petals(0, 0, 8, 1.3, 4.9, 14))
        pen.fill(f"{circle(0, 0, 0.9)} {circle(9, 0, 1.15)}")

    pen.strew(lattice(18, 9), field)


def antique_badge(pen: Sheet) -> None:
    """Draw a seal with eight lobes."""
    pen.fill(PATHS.scallops(ring(12, 12, 10.6, 8, -112.5), lambda chord: (chord * 0.62, chord * 0.62)))


def antique_ring(pen: Sheet) -> None:
    """Draw two circles."""
    pen.stroke(circle(12, 12, 9.3), 0.5)
    pen.stroke(circle(12, 12, 8.3), 0.25)


def antique_corner(pen: Sheet) -> None:
    """Draw two scrolls that meet in a leaf."""
    for flip in ("", "matrix(0 1 1 0 0 0)"):
        with pen.group(flip):
            pen.stroke("M0.4 11.6 V5.2 C0.4 2.4 2.4 1.2 4 2 C5.4 2.8 5 4.8 3.6 4.8 C2.7 4.8 2.4 3.8 3.1 3.3", 0.5)
            pen.fill(circle(0.4, 12, 0.62))
    pen.fill("M0.2 0.2 C2.6 0.6 4.4 2.2 4.9 4.9 C2.2 4.4 0.6 2.6 0.2 0.2 Z")


def antique_plate(pen: Sheet) -> None:
    """Draw a title's plate whose ends are cut by round notches, with points."""
    pen.fill("M4.4 0 C4.4 2.3 3 3.6 1.4 3.8 V4 L0 5 L1.4 6 V6.2 C3 6.4 4.4 7.7 4.4 10 "
             "H25.6 C25.6 7.7 27 6.4 28.6 6.2 V6 L30 5 L28.6 4 V3.8 C27 3.6 25.6 2.3 25.6 0 Z")  # fmt: skip


def antique_medal(pen: Sheet) -> None:
    """Draw a rosette with a scalloped edge and beads."""
    edge = PATHS.scallops(ring(30, 30, 26.5, 16), lambda chord: (chord * 0.55, chord * 0.55))
    pen.fill(f"{edge} {' '.join(circle(*place, 0.8) for place in ring(30, 30, 26, 16, -78.75))}")


# ---- dark: a sky with constellations, hexagons


def _stars(count: int, seed: float) -> Iterator[tuple[float, float, float]]:
    """Yield places spread evenly without a pattern (the R2 sequence), and a size for each."""
    for number in range(count):
        yield (
            WIDE * ((seed + 0.7548776662 * number) % 1),
            HIGH * ((seed + 0.5698402910 * number) % 1),
            (number * 7 % 10) / 10,
        )


def dark_ground(pen: Sheet) -> None:
    """Draw a sky: small stars, some with rays."""
    for x, y, size in _stars(90, 0.31):
        if size > 0.75:
            pen.fill(PATHS.sparkle(x, y, 1 + 1.6 * size, 0.25))
        else:
            pen.fill(circle(x, y, 0.2 + 0.35 * size))


def dark_back(pen: Sheet) -> None:
    """Draw an astrolabe: rings, hours, moons and rays over the whole page."""
    x, y = WIDE / 2, HIGH / 2
    for bearing in bearings(48):
        pen.stroke(PATHS.polyline([around(x, y, 41, bearing), around(x, y, 110, bearing)]), 0.28)
    for radius, width in ((20, 0.5), (22, 0.25), (30, 0.25), (39, 0.25), (41, 0.6), (54, 0.4), (66, 0.4), (78, 0.4)):
        pen.stroke(circle(x, y, radius), width)
    for hour, bearing in enumerate(bearings(12)):
        moon_x, moon_y = around(x, y, 34.5, bearing)
        bulge = 3 * cos(2 * pi * hour / 12)
        pen.stroke(circle(moon_x, moon_y, 3), 0.3)
        pen.fill(f"M{PATHS.at(moon_x, moon_y - 3)} A3,3 0 0 1 {PATHS.at(moon_x, moon_y + 3)} "
                 f"A{PATHS.at(abs(bulge), 3)} 0 0 {int(bulge < 0)} {PATHS.at(moon_x, moon_y - 3)} Z")  # fmt: skip
    pen.fill(petals(x, y, 24, 22.4, 29.6, 3.2))
    for far, count in ((47.5, 24), (60, 24), (72, 48)):
        for number, bearing in enumerate(bearings(count, -90 + 180 / count)):
            pen.fill(PATHS.sparkle(*around(x, y, far, bearing), 1.9 if number % 2 else 1, 0.2))


def dark_badge(pen: Sheet) -> None:
    """Draw a hexagon."""
    pen.fill(PATHS.rounded(hexagon(12, 12, 11.9), 1))


def dark_ring(pen: Sheet) -> None:
    """Draw the outline of a hexagon."""
    pen.stroke(PATHS.rounded(hexagon(12, 12, 10.2), 0.8), 0.6)


def dark_corner(pen: Sheet) -> None:
    """Draw a bevel with a spark."""
    pen.stroke("M0.4 12 V5.4 L5.4 0.4 H12", 0.5)
    pen.stroke("M2.2 12 V6.2 L6.2 2.2 H12", 0.25)
    pen.fill(PATHS.sparkle(2.1, 2.1, 2, 0.3))


def dark_plate(pen: Sheet) -> None:
    """Draw a title's plate with pointed ends."""
    pen.fill("M4 0 L0 5 L4 10 H26 L30 5 L26 0 Z")


def dark_medal(pen: Sheet) -> None:
    """Draw a compass of rays in two rings."""
    for radius, width in ((28.6, 0.7), (26.8, 0.3), (17.5, 0.4)):
        pen.stroke(circle(30, 30, radius), width)
    pen.fill(petals(30, 30, 24, 18.4, 26, 3.6))


# ---- paper: cut leaves and stamps


def sprig(x: float, y: float, turn: float, size: float) -> str:
    """Return a twig with seven leaves, whose middle is at (x, y)."""
    c, s = cos(turn * pi / 180) * size, sin(turn * pi / 180) * size

    def to(u: float, v: float) -> Point:
        return x + u * c - v * s, y + u * s + v * c

    def blade(u: float, v: float, du: float, dv: float) -> str:
        root, tip = to(u, v), to(u + du, v + dv)
        left, right = (
            to(u + du * 0.35 - dv * 0.38, v + dv * 0.35 + du * 0.38),
            to(u + du * 0.35 + dv * 0.38, v + dv * 0.35 - du * 0.38),
        )
        return f"M{PATHS.spot(root)} Q{PATHS.spot(left, tip)} Q{PATHS.spot(right, root)} Z"

    leaves = [blade(0, -4, 0, -4.4)]
    for at, reach in ((4.5, 3.2), (1.2, 3.9), (-2, 3.4)):
        leaves += [blade(0, at, side * reach, -reach * 0.85) for side in (-1, 1)]
    stem = PATHS.polygon([to(-0.16, 8), to(0.16, 8), to(0.1, -4.4), to(-0.1, -4.4)])
    return " ".join([*leaves, stem])


def paper_ground(pen: Sheet) -> None:
    """Draw sprigs strewn in rows, turned one way and the other."""
    places = [*lattice(15, 13)]
    for number, turn in enumerate((24, -24, 160, -160)):
        pen.strew(iter(places[number::4]), partial(pen.fill, sprig(0, 0, turn, 0.62)), f"sprig-{number}")


def paper_back(pen: Sheet) -> None:
    """Draw sprigs that point to and from each other, with berries between them."""
    places = [*lattice(14, 12)]
    for number, turn in enumerate((45, 225)):
        pen.strew(iter(places[number::2]), partial(pen.fill, sprig(0, 0, turn, 0.72)), f"sprig-{number}")
    berries = " ".join(circle(7, y, radius) for y, radius in ((0, 0.9), (2.4, 0.55), (-2.4, 0.55)))
    pen.strew(iter(places), partial(pen.fill, berries), "berries")


def paper_badge(pen: Sheet) -> None:
    """Draw a disc cut by hand."""
    points = [around(12, 12, 11.2 + 0.35 * sin(number * 2.4), bearing) for number, bearing in enumerate(bearings(14))]
    pen.fill(PATHS.smooth(points))


def paper_ring(pen: Sheet) -> None:
    """Draw stitches round a disc."""
    for bearing in bearings(20):
        pen.stroke(PATHS.polyline([around(12, 12, 9.6, bearing), around(12, 12, 9.6, bearing + 9)]), 0.45)


def paper_corner(pen: Sheet) -> None:
    """Draw a twig in the corner."""
    pen.fill(sprig(5.4, 5.4, -45, 0.66))


def paper_plate(pen: Sheet) -> None:
    """Draw a title's plate: a ribbon with swallowtails."""
    pen.fill("M0 0 L3.2 5 L0 10 H30 L26.8 5 L30 0 Z")


def paper_medal(pen: Sheet) -> None:
    """Draw a wreath."""
    for bearing in bearings(14):
        pen.fill(sprig(*around(30, 30, 24, bearing), bearing + 150, 0.72))


#: The look's drawings: what draws each, and its page in mm.
_PAGES = {"ground": (WIDE, HIGH), "back": (WIDE, HIGH), "badge": (24, 24), "ring": (24, 24), "corner": (13, 13),
          "plate": (30, 10), "medal": (60, 60)}  # fmt: skip
LOOKS = ("bright", "antique", "dark", "paper")


def drawings() -> Iterator[tuple[str, tuple[float, float], Callable[[Sheet], None]]]:
    """Yield the name of each drawing, its page, and what draws it."""
    for name, mark in MARKS.items():
        yield f"marks/{name}", (20, 20), mark
    for look in LOOKS:
        for part, page in _PAGES.items():
            yield f"{look}/{part}", page, globals()[f"{look}_{part}"]


def main(into: Path | None = None) -> None:
    """Draw everything."""
    if into is not None:
        Sheet.studio = _Looks(into)
    for name, page, draw in drawings():
        pen = Sheet(*page)
        draw(pen)
        pen.save(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else None)
