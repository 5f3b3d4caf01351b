"""Draw the icons, and the signs: a crest in a hexagon, a mood in a triangle, a doing in a diamond, the rosette."""

from __future__ import annotations

from art.pen import hexagon
from style import Pen, polygon, scallops
from symbols import CRESTS, DOINGS, MARKS, MOODS, Motif, couple

ICON = 6  # mm, the size icons are drawn for
BROAD = {"flirt": 0.42}  # how much smaller than the others a motif is drawn that is broader than 10
INSIDE = 0.93  # how much of its box the outermost line of a sign may fill
SIGN = 11.5  # mm
MIDDLE = SIGN / 2


def icon(name: str, motif: Motif) -> None:
    """Draw and save one icon."""
    pen = Pen(ICON, ICON)
    with pen.at(ICON / 2, ICON / 2, size=BROAD.get(name, 0.54)):
        motif(pen)
    pen.save(f"icons/{name}")


def triangle() -> str:
    """Return the frame of a mood, its corners blunted."""
    return "M5.1,1.1 Q5.75,0.1 6.4,1.1 L11.1,9.6 Q11.5,10.7 10.5,10.7 H1 Q0,10.7 0.4,9.6 Z"


def diamond() -> str:
    """Return the frame of a doing, its corners blunted."""
    return (
        "M5.05,0.75 Q5.75,0.05 6.45,0.75 L10.75,5.05 Q11.45,5.75 10.75,6.45 L6.45,10.75 Q5.75,11.45 5.05,10.75 "
        "L0.75,6.45 Q0.05,5.75 0.75,5.05 Z"
    )


def sign(name: str, frame: str, motif: Motif | None, middle: float = MIDDLE, size: float = 0.6) -> None:
    """Draw and save a framed motif, or the frame of a trait that is not there: dashed, with a stroke."""
    pen = Pen(SIGN, SIGN)
    rim = MIDDLE * (1 - INSIDE)
    with pen.at(rim, rim, INSIDE):
        if motif is None:
            pen.path(frame, "paper", 0, opacity=0.75)
            pen.line(frame, width=0.5, stroke_dasharray="1.2 0.9")
            pen.path(f"M4.35,{middle:g} H7.15", line=0.6)
        else:
            pen.path(frame, "paper", 1.1, "gold-light")
            pen.path(frame, "none")
            with pen.at(MIDDLE, middle, size=size):
                motif(pen)
    pen.save(f"signs/{name}")


def rosette() -> None:
    """Draw the rosette that holds the popularity, its tails below."""
    pen = Pen(SIGN, 13.5)
    pen.path("M3.4,8.6 L2,13.2 L4.2,12.3 L5.6,13.3 L6.2,9 Z", "plum-mid")
    pen.path("M8.1,8.6 L9.5,13.2 L7.3,12.3 L5.9,13.3 L5.3,9 Z", "plum-mid")
    pen.path(scallops(MIDDLE, MIDDLE, 4.85, 14), "gold-light")
    pen.disc(MIDDLE, MIDDLE, 4.15, fill="paper")
    pen.save("signs/rosette")


def crown() -> None:
    """Draw what a Belle has instead of a rosette: a crown on plum, in the same gold frill."""
    pen = Pen(SIGN, SIGN)
    pen.path(scallops(MIDDLE, MIDDLE, 4.85, 14), "gold-light")
    pen.disc(MIDDLE, MIDDLE, 4.3, fill="plum")
    with pen.at(MIDDLE, MIDDLE + 0.2, size=0.6):
        MARKS["crown"](pen)
    pen.save("signs/crown")


def main() -> None:
    """Draw them all."""
    for name, motif in {**MOODS, **DOINGS, **CRESTS, **MARKS}.items():
        icon(name, motif)
    for name, motif in CRESTS.items():
        sign(name, polygon(hexagon(MIDDLE, MIDDLE, 5.55)), motif, size=0.72)
    for name, mood in {**MOODS, "none": None}.items():
        sign(f"mood-{name}", triangle(), mood, middle=7.3, size=0.53)
    for name, doing in {**DOINGS, "none": None}.items():
        sign(f"doing-{name}", diamond(), doing, size=0.6)
    sign("couple", scallops(MIDDLE, MIDDLE, 4.5, 12), couple, size=0.72)
    rosette()
    crown()
