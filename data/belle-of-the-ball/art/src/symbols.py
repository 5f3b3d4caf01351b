"""The motifs: two moods, three doings, six crests and the marks of the rules, drawn about (0, 0) in a box of 10 x 10.

Icons, framed signs, props and grounds are all made of them, so that a thing looks the same wherever it is seen.
"""

from __future__ import annotations

from collections.abc import Callable

from art.pen import DETAIL, LINE, around, star
from style import Pen, at, number, polygon, polyline, spot

Motif = Callable[[Pen], None]


def fan(pen: Pen) -> None:
    """Draw an open fan."""
    pivot, first, last, folds = 4, -152, -28, 5
    ends = [around(0, pivot, 7.6, first + (last - first) / folds * index) for index in range(folds + 1)]
    rim = "".join(f" A1.9,1.9 0 0 1 {spot(end)}" for end in ends[1:])
    pen.path(f"M0,{pivot} L{spot(ends[0])}{rim} Z", "rose")
    left, right = around(0, pivot, 4.4, first), around(0, pivot, 4.4, last)
    pen.path(f"M0,{pivot} L{spot(left)} A4.4,4.4 0 0 1 {spot(right)} Z", "rose-light", DETAIL)
    for x, y in ends[1:-1]:
        pen.detail(polyline([(0, pivot), (x, y)]))
    pen.disc(0, pivot, 0.85, fill="gold-light")


def mask(pen: Pen) -> None:
    """Draw a half mask with a feather."""
    pen.path("M3,-1.6 C2.6,-3.6 3.4,-4.8 4.9,-4.9 C5,-3.4 4.5,-2.2 3.8,-1.2 Z", "gold-light")
    pen.path(
        "M-4.9,-1.4 C-3.4,-2.9 -1.3,-2.2 0,-1.3 C1.3,-2.2 3.4,-2.9 4.9,-1.4 C5,1.5 3.6,3.5 1.9,3.1 "
        "C0.9,2.8 0.6,1.5 0,1.3 C-0.6,1.5 -0.9,2.8 -1.9,3.1 C-3.6,3.5 -5,1.5 -4.9,-1.4 Z",
        "plum-mid",
    )
    for side in (-1, 1):
        pen.disc(2.4 * side, 0.3, 1.35, 0.95, "paper")


def cake(pen: Pen) -> None:
    """Draw a little cake with a cherry."""
    pen.path("M-3.4,0.6 H3.4 L2.5,4.7 H-2.5 Z", "chestnut-light")
    for x in (-1.2, 0, 1.2):
        pen.detail(f"M{number(x)},1.4 L{number(x * 0.78)},4.6")
    pen.path(
        "M-3.9,1.2 C-5,0.2 -4.4,-1.4 -3,-1.2 C-3.3,-2.9 -1.6,-3.5 -0.9,-3.1 H0.9 C1.6,-3.5 3.3,-2.9 3,-1.2 "
        "C4.4,-1.4 5,0.2 3.9,1.2 C2.9,2 2.1,1.2 1.9,0.9 C1.5,1.9 -1.1,1.9 -1.3,0.9 C-1.7,1.6 -2.9,2 -3.9,1.2 Z",
        "rose-light",
    )
    pen.detail("M-2.4,-0.9 C-1,-0.2 1.2,-0.3 2.3,-1.1")
    pen.disc(0, -3.6, 1.25, fill="punch")


def glass(pen: Pen) -> None:
    """Draw a glass of punch."""
    pen.path("M-0.45,0.6 H0.45 V3.9 H-0.45 Z", "wing")
    pen.path("M-2.4,4.8 C-2,3.7 2,3.7 2.4,4.8 Z", "wing")
    pen.path("M-3.7,-4.5 H3.7 C3.7,-1 2.2,1 0,1 C-2.2,1 -3.7,-1 -3.7,-4.5 Z", "wing")
    pen.path("M-3.4,-2.7 H3.4 C3,-0.4 1.8,1 0,1 C-1.8,1 -3,-0.4 -3.4,-2.7 Z", "punch", DETAIL)
    pen.disc(1, -1.6, 0.55, fill="rose-light", line=0)
    pen.disc(-0.7, -0.6, 0.4, fill="rose-light", line=0)


def note(pen: Pen, fill: str = "dusk") -> None:
    """Draw two notes on a beam."""
    pen.path("M-2.3,-3.6 L4,-4.8 V1.9 H3.2 V-2.8 L-1.5,-1.9 V3 H-2.3 Z", fill)
    for x, y in ((-2.9, 3.1), (2.6, 2)):
        with pen.at(x, y, turn=-20):
            pen.disc(0, 0, 1.75, 1.35, fill)


def clover(pen: Pen) -> None:
    """Draw three leaves."""
    pen.path("M0,0.6 C0.4,2.4 1.2,3.8 2.4,4.8", line=LINE * 1.6)
    for turn in (0, 120, 240):
        with pen.at(0, 0.3, turn=turn):
            pen.path(
                "M0,0 C-2.2,-0.9 -2.9,-3 -1.9,-4.2 C-1.2,-5 -0.3,-4.7 0,-4 C0.3,-4.7 1.2,-5 1.9,-4.2 "
                "C2.9,-3 2.2,-0.9 0,0 Z",
                "currentColor",
            )
            pen.detail("M0,-0.8 V-2.6", "paper")


def heather(pen: Pen) -> None:
    """Draw a spike of bells."""
    pen.path("M0.2,-3.4 C-0.3,-1 0.3,2 0,5", line=LINE * 1.6)
    bell = "M0,-0.2 C1.5,-0.2 2,1.1 2,2.6 L1.2,2.2 L0.6,3 L0,2.3 L-0.6,3 L-1.2,2.2 L-2,2.6 C-2,1.1 -1.5,-0.2 0,-0.2 Z"
    for x, y, size in ((2.5, 1, 0.95), (-2.5, 0.6, 0.95), (2.1, -2, 0.8), (-2.1, -2.3, 0.8)):
        pen.detail(f"M0,{number(y - 0.4)} Q{at(x * 0.6, y - 1.4, x, y)}", line=LINE)
        with pen.at(x, y, size, turn=-12 if x > 0 else 12):
            pen.path(bell, "currentColor")
    with pen.at(0.1, -4.9, 0.75):
        pen.path(bell, "currentColor")


def linden(pen: Pen) -> None:
    """Draw a heart-shaped leaf."""
    pen.path("M0,-2.6 C0,-4 0.3,-4.6 0.9,-5", line=LINE * 1.6)
    pen.path(
        "M0,-2.5 C1.4,-4.2 4.6,-3.6 4.6,-0.7 C4.6,1.9 2,3.2 0,5 C-2,3.2 -4.6,1.9 -4.6,-0.7 "
        "C-4.6,-3.6 -1.4,-4.2 0,-2.5 Z",
        "currentColor",
    )
    pen.detail("M0,-1.6 V3.2 M0,1.4 L2.2,-0.4 M0,1.4 L-2.2,-0.4 M0,-0.2 L1.6,-1.7 M0,-0.2 L-1.6,-1.7")


def thistle(pen: Pen) -> None:
    """Draw a spiny ball."""
    pen.path("M0,2 V5", line=LINE * 1.6)
    pen.path(polygon(star(0, -0.3, 4.7, 3, 12)), "currentColor")
    for turn in range(-90, 270, 120):
        x, y = around(0, -0.3, 1.25, turn)
        pen.disc(x, y, 0.55, fill="paper", line=0)


def borage(pen: Pen) -> None:
    """Draw a star of five petals."""
    pen.path(polygon(star(0, 0.3, 5, 2.1, 5)), "currentColor")
    for turn in range(0, 360, 72):
        with pen.at(0, 0.3, turn=turn):
            pen.detail("M0,-1.6 V-3.2")
    pen.disc(0, 0.3, 1.15, fill="paper", line=DETAIL)


def sage(pen: Pen) -> None:
    """Draw an oval leaf."""
    with pen.at(0, 0, turn=28):
        pen.path("M0,3.6 V5", line=LINE * 1.6)
        pen.path(
            "M0,-5 C2.6,-3.6 3,0.6 2,2.6 C1.4,3.7 0.6,3.9 0,3.9 C-0.6,3.9 -1.4,3.7 -2,2.6 C-3,0.6 -2.6,-3.6 0,-5 Z",
            "currentColor",
        )
        pen.detail("M0,-3.4 V3 M0,1.8 L1.4,0.6 M0,1.8 L-1.4,0.6 M0,-0.2 L1.4,-1.4 M0,-0.2 L-1.4,-1.4", "paper")


def _cuff(pen: Pen) -> None:
    """Draw the lace at the wrist of a glove."""
    pen.path("M-2.7,2.9 H2.7 L3.3,5 L1.7,4.5 L0,5.1 L-1.7,4.5 L-3.3,5 Z", "paper")


def attract(pen: Pen) -> None:
    """Draw a glove that beckons with a crooked finger."""
    pen.path(
        "M-2.7,3.1 L-3.6,1.2 V-4 A1,1 0 0 1 -1.6,-4 V-0.1 A0.85,0.75 0 0 1 0.1,-0.1 A0.85,0.75 0 0 1 1.8,-0.1 "
        "A0.75,0.7 0 0 1 3.3,0.1 V1.5 L2.7,3.1 Z",
        "lagoon",
    )
    pen.detail("M0.1,0 V1.3 M1.8,0 V1.3 M-1.6,0 C-1,1.6 -1.6,2.2 -2.4,1.6")
    pen.path("M0.2,-4.7 C2.2,-4.8 3.3,-3.8 3.3,-2.3 M1.9,-3.2 L3.3,-1.8 L4.7,-3.2", line=LINE * 1.4)
    _cuff(pen)


def repel(pen: Pen) -> None:
    """Draw a glove raised palm first: no further."""
    pen.path(
        "M-2.7,3.1 V-2.6 A0.7,0.7 0 0 1 -1.3,-2.6 V-4.2 A0.7,0.7 0 0 1 0.1,-4.2 V-4 A0.7,0.7 0 0 1 1.5,-4 "
        "V-2.9 A0.7,0.7 0 0 1 2.9,-2.9 V-0.2 L3.5,-1.1 C4.1,-1.9 5.2,-1.2 4.8,-0.3 L3.2,2.5 L2.7,3.1 Z",
        "rose",
    )
    pen.detail("M-1.3,-2.6 V-0.6 M0.1,-4 V-0.6 M1.5,-2.9 V-0.6")
    _cuff(pen)


def invite(pen: Pen) -> None:
    """Draw a flash: now."""
    pen.path("M1.4,-4.9 L-3.4,0.9 H-0.5 L-1.7,4.9 L3.4,-1.3 H0.4 Z", "gold-light")


def end(pen: Pen) -> None:
    """Draw a moon: at the end of the round."""
    pen.path(
        "M1.6,-4.6 C-2.6,-4.4 -4.8,-1.4 -4.4,1.4 C-3.9,4.6 0.6,6.2 4,2.9 C0.6,3.2 -1.3,1.2 -1.2,-1 "
        "C-1.1,-2.6 0,-3.9 1.6,-4.6 Z",
        "gold-pale",
    )
    pen.path(polygon(star(2.5, -0.6, 1.7, 0.75, 5)), "gold-pale", DETAIL)


def gift(pen: Pen) -> None:
    """Draw a wrapped box."""
    pen.path("M-3.7,-0.6 H3.7 V4.7 H-3.7 Z", "plum-mid")
    pen.path("M-4.4,-2.6 H4.4 V-0.4 H-4.4 Z", "plum-mid")
    pen.path("M-0.9,-2.6 H0.9 V4.7 H-0.9 Z", "gold-light", DETAIL)
    for side in (-1, 1):
        with pen.group(f"scale({side} 1)"):
            pen.path("M0,-2.6 C0.8,-5.2 3.6,-5.4 3.4,-3.7 C3.2,-2.7 1.4,-2.6 0,-2.6 Z", "gold-light")


def couple(pen: Pen) -> None:
    """Draw two heads close together."""
    for x, fill in ((1.9, "rose-light"), (-1.9, "gold-light")):
        pen.path(f"M{number(x - 2.9)},4.7 C{number(x - 2.9)},1.6 {number(x + 2.9)},1.6 {number(x + 2.9)},4.7 Z", fill)
        pen.disc(x, -0.6, 2.4, fill=fill)
        side = 1 if x > 0 else -1
        pen.path(
            f"M{number(x + side * 0.9)},-2.8 C{number(x + side)},-4.2 {number(x + side * 1.6)},-4.7 "
            f"{number(x + side * 2.5)},-4.7"
        )


def crown(pen: Pen) -> None:
    """Draw a Belle's crown."""
    pen.path("M-4,3.6 L-4.7,-2.4 L-2.2,0.3 L0,-4 L2.2,0.3 L4.7,-2.4 L4,3.6 Z", "gold-light")
    pen.path("M-4,3.6 L-4.15,2 H4.15 L4,3.6 Z", "gold", DETAIL)
    for x, y in ((-4.5, -2.7), (0, -4.1), (4.5, -2.7)):
        pen.disc(x, y, 0.75, fill="rose")


MOODS: dict[str, Motif] = {"flirt": fan, "snub": mask}
DOINGS: dict[str, Motif] = {"eat": cake, "drink": glass, "dance": note}
CRESTS: dict[str, Motif] = {
    "clover": clover,
    "heather": heather,
    "linden": linden,
    "thistle": thistle,
    "borage": borage,
    "sage": sage,
}
MARKS: dict[str, Motif] = {
    "attract": attract,
    "repel": repel,
    "invite": invite,
    "end": end,
    "gift": gift,
    "couple": couple,
    "crown": crown,
}
