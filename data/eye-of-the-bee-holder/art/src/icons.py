"""The icons of the twelve traits, and of what is done in a round; those of side a are white, of side b coloured."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from art.pen import around, star
from style import Pen, cell, sparkle, spot

SIZE = 10  # units
SMALL = 0.6  # units: 0.33 mm where an icon is printed 5.5 mm high
LARGE = 0.22  # units: 0.6 mm where it fills a facet
TINT = "currentColor"


def fuzzy(pen: Pen) -> None:
    """Draw a tuft of fur."""
    ends = star(5, 5, 4.5, 3.1, 11)
    data = f"M{spot(ends[0])}"
    for (x0, y0), (x1, y1) in zip(ends, [*ends[1:], ends[0]], strict=True):
        data += f" Q{spot(((x0 + x1) / 2 + (y1 - y0) * 0.18, (y0 + y1) / 2 - (x1 - x0) * 0.18))} {spot((x1, y1))}"
    pen.path(f"{data} Z", TINT)
    for x, y in ((3.4, 3.9), (5.3, 3.3), (4.4, 5.7), (6.3, 5.2)):
        pen.path(f"M{spot((x, y))} q-0.35,0.75 0.1,1.5", line=max(pen.weight * 0.8, 0.2))


def shiny(pen: Pen) -> None:
    """Draw two gleams."""
    pen.path(sparkle(4.1, 5.6, 3.9), TINT)
    pen.path(sparkle(7.7, 2.3, 2), TINT)


def feathered(pen: Pen) -> None:
    """Draw two antennae like combs."""

    def comb() -> None:
        for width, colour in ((pen.weight * 2 + 0.55, "ink"), (0.55, TINT)):
            pen.path("M4.3,9.2 C4.2,6.2 3.3,3.6 1.3,1.4", line=width, colour=colour)
            for part in (0.34, 0.53, 0.72, 0.9):
                x, y = bezier(part)
                pen.path(f"M{spot((x, y))} l-1.5,0.15 M{spot((x, y))} l1.1,-1.05", line=width, colour=colour)

    pen.both(comb)


def bezier(t: float) -> tuple[float, float]:
    """Return a point of the left comb's back."""
    points = ((4.3, 9.2), (4.2, 6.2), (3.3, 3.6), (1.3, 1.4))
    shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    return (
        sum(share * x for share, (x, _) in zip(shares, points, strict=True)),
        sum(share * y for share, (_, y) in zip(shares, points, strict=True)),
    )


def whips(pen: Pen) -> None:
    """Draw two slim antennae that end in a curl."""

    def whip() -> None:
        pen.cord("M4.3,9.2 C4.3,6.6 3.9,5.6 2.9,4.4 C1.6,2.8 0.8,1.2 2.2,0.9 C3.3,0.7 3.6,2 2.7,2.3", TINT, 0.62)

    pen.both(whip)


def stinger(pen: Pen) -> None:
    """Draw a tail with two bands below a waist, its needle and a drop of venom."""
    tail = "M5,1.2 C7.6,1.2 8.3,2.8 7.7,4.2 C7.2,5.4 6,6 5,6.9 C4,6 2.8,5.4 2.3,4.2 C1.7,2.8 2.4,1.2 5,1.2 Z"
    with pen.turned(-35, 5, 5):
        pen.disc(5, 0.9, 1.6, 1.25, TINT)
        pen.path("M4.2,5.4 L5,10 L5.8,5.4 Z", TINT)
        pen.path(tail, TINT)
        with pen.within(tail):
            for y in (2.3, 4.2):
                pen.path(f"M0,{y} Q5,{y + 1.6:g} 10,{y}", line=1)
        pen.path(tail)
    pen.path(
        "M4.8,6.9 C5.4,7.7 5.8,8.1 5.8,8.6 A1,0.95 0 0 1 3.8,8.6 C3.8,8.1 4.2,7.7 4.8,6.9 Z", TINT, pen.weight * 0.8
    )


def mandibles(pen: Pen) -> None:
    """Draw two pincers."""

    def pincer() -> None:
        pen.path(
            "M3.9,0.7 C1.2,1 0.3,3.4 0.7,5.6 C1.1,7.8 2.6,9.2 4.4,9.4 C3.5,8.5 3,7.6 2.9,6.6 L3.9,6.2 L2.8,5.2 "
            "C2.9,4.3 3.3,3.5 4.2,2.9 Z",
            TINT,
        )

    pen.both(pincer)


def coat(pen: Pen, bars: Sequence[float]) -> None:
    """Draw a bee from above, with bars across her coat."""
    outline = "M5,3 C7.2,3 7.9,4.6 7.7,6.2 C7.5,7.9 6.3,9.3 5,9.6 C3.7,9.3 2.5,7.9 2.3,6.2 C2.1,4.6 2.8,3 5,3 Z"

    def side() -> None:
        pen.path("M4.2,1.2 Q3.7,0.5 2.9,0.5")
        pen.path("M4.1,4.2 C2.6,2.3 0.9,2.2 0.5,3.2 C0.1,4.4 1.5,5.6 3.4,5.2 Z", TINT)

    pen.both(side)
    pen.path(outline, TINT)
    with pen.within(outline):
        for y in bars:
            pen.path(f"M0,{y} Q5,{y + 0.8:g} 10,{y}", line=1)
    pen.path(outline)
    pen.disc(5, 2.1, 1.75, 1.45, TINT)


def striped(pen: Pen) -> None:
    """Draw a bee with bars."""
    coat(pen, (4.7, 6.5, 8.2))


def solid(pen: Pen) -> None:
    """Draw the same bee all in one tone."""
    coat(pen, ())


def sleek(pen: Pen) -> None:
    """Draw two swept wings."""
    pen.path("M9.3,5.6 C5.6,9.4 2.6,9.6 0.6,8.6 C2.2,5.8 5.2,4.6 9.3,5.6 Z", TINT)
    pen.path("M9.4,6.2 C5,6.6 1.3,4.6 0.5,0.6 C4.6,0.4 8.4,2.2 9.4,6.2 Z", TINT)
    pen.path("M8.2,5.2 C6,4.6 4.2,3.5 2.9,2.3")


def flutter(pen: Pen) -> None:
    """Draw a butterfly's wings."""

    def pair() -> None:
        pen.path("M5,5.2 C2.6,5.4 1.3,6.4 1.6,7.9 C1.9,9.3 4.2,9.6 5,6.4 Z", TINT)
        pen.path("M5,5.6 C4.8,2.6 3,0.7 1.5,1 C-0.1,1.4 0,5 1.9,5.7 C3,6.1 4.2,6 5,5.6 Z", TINT)

    pen.both(pair)
    pen.path("M5,3.9 V7.6", line=pen.weight * 1.8)


def honey(pen: Pen) -> None:
    """Draw a drop."""
    pen.path("M5,0.6 C6.6,3 8.3,4.8 8.3,6.5 A3.3,3.1 0 0 1 1.7,6.5 C1.7,4.8 3.4,3 5,0.6 Z", TINT)
    pen.path("M3.4,6.5 A1.7,1.6 0 0 0 4.8,7.9", line=max(0.3, pen.weight * 0.9))


def pollen(pen: Pen) -> None:
    """Draw a heap of balls."""
    for x, y in ((5, 2.1), (3.5, 4.8), (6.5, 4.8), (2, 7.6), (5, 7.6), (8, 7.6)):
        pen.disc(x, y, 1.55, fill=TINT)


def flip(pen: Pen) -> None:
    """Draw a tile that is turned over."""
    pen.path(cell(5, 6.4, 5.4), "white")
    pen.path("M2,6.4 H8", line=0.35)
    pen.path("M1,4.2 C1.6,1.2 6,-0.2 8.4,2.4", line=0.9)
    pen.path("M9.6,0.9 L9.4,4.2 L6.6,3 Z", "ink", 0.3)


def present(pen: Pen) -> None:
    """Draw a card that is laid down."""
    with pen.turned(-10, 5, 5):
        pen.box(2, 0.9, 6, 8.2, TINT, radius=0.9)
        pen.path(cell(5, 5, 2.9), "ink", 0)


def judge(pen: Pen) -> None:
    """Draw the Queen's eye."""
    pen.path("M0.5,5.4 Q5,0.4 9.5,5.4 Q5,9.8 0.5,5.4 Z", "white")
    pen.path(cell(5, 5.3, 3.6, pointed=True), TINT)
    pen.disc(5, 5.3, 0.85, fill="ink", line=0)
    for x, tip in ((2.3, (1.2, 1.7)), (5, (5, 0.7)), (7.7, (8.8, 1.7))):
        pen.path(f"M{spot((x, 3.2 - (0.3 if x == 5 else 0)))} L{spot(tip)}")


def manipulate(pen: Pen) -> None:
    """Draw two arrows in a ring."""
    for turn in (0, 180):
        with pen.turned(turn, 5, 5):
            pen.path(f"M{spot(around(5, 5, 3.5, 195))} A3.5,3.5 0 0 1 {spot(around(5, 5, 3.5, 318))}", line=1.1)
            with pen.turned(50, *around(5, 5, 3.5, 325)):
                x, y = around(5, 5, 3.5, 325)
                pen.path(f"M{spot((x - 1.1, y - 1.7))} L{spot((x + 1.5, y))} L{spot((x - 1.1, y + 1.7))} Z", "ink", 0.3)


def crown(pen: Pen) -> None:
    """Draw the Queen's crown."""
    pen.path("M1.3,8.6 L0.8,3 L3.2,5.2 L5,1.4 L6.8,5.2 L9.2,3 L8.7,8.6 Z", TINT)
    for x, y in ((0.9, 2.7), (5, 1.2), (9.1, 2.7)):
        pen.disc(x, y, 0.75, fill=TINT, line=pen.weight * 0.8)
    pen.path("M1.5,7 H8.5", line=pen.weight * 0.8)


def draft(pen: Pen) -> None:
    """Draw a ring that runs counter-clockwise."""
    pen.path(f"M{spot(around(5, 5.2, 3.6, 60))} A3.6,3.6 0 1 0 {spot(around(5, 5.2, 3.6, 125))}", line=1.1)
    x, y = around(5, 5.2, 3.6, 118)
    with pen.turned(28, x, y):
        pen.path(f"M{spot((x - 1.2, y - 1.8))} L{spot((x + 1.6, y))} L{spot((x - 1.2, y + 1.8))} Z", "ink", 0.3)


TRAITS: tuple[Callable[[Pen], None], ...] = (
    fuzzy, shiny, feathered, whips, stinger, mandibles, striped, solid, sleek, flutter, honey, pollen,
)  # fmt: skip
SIGNS: tuple[Callable[[Pen], None], ...] = (flip, present, judge, manipulate, crown, draft)


def main() -> None:
    """Write every icon, and those of the traits once more as they stand on the facets."""
    for draw in (*TRAITS, *SIGNS):
        pen = Pen(SIZE, SIZE, SMALL)
        draw(pen)
        pen.save(f"icons/{draw.__name__}")
    for draw in TRAITS:
        pen = Pen(SIZE, SIZE, LARGE)
        draw(pen)
        pen.save(f"facets/{draw.__name__}")
