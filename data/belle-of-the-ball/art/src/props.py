"""Draw what guests hold: a fan or the ribbon of a mask in one hand, a cake, a glass or a dance card in the other."""

from __future__ import annotations

from art.pen import DETAIL, LINE
from style import Pen, bust
from symbols import cake, fan, glass, note


def arm(pen: Pen, x: float, y: float) -> None:
    """Draw a raised right forearm in the house's colour, a lace cuff, and the glove at a point."""
    dx = x - 34
    pen.path(
        f"M30.6,53 C31,49.6 {31.6 + dx:g},{y + 5.6:g} {32.6 + dx:g},{y + 2.8:g} L{36 + dx:g},{y + 3.4:g} "
        f"C{37.4 + dx / 2:g},{y + 7:g} 38.4,50 38.6,53 Z",
        "currentColor",
    )
    pen.path(
        f"M{31.4 + dx:g},{y + 3.2:g} L{32.2 + dx:g},{y + 1.2:g} L{36.8 + dx:g},{y + 2:g} L{37 + dx:g},{y + 4.2:g} "
        f"L{35.6 + dx:g},{y + 3.6:g} L{34.2 + dx:g},{y + 4.2:g} L{32.8 + dx:g},{y + 3:g} Z",
        "paper",
    )
    pen.path(
        f"M{32.6 + dx:g},{y + 1.6:g} C{31.6 + dx:g},{y - 0.6:g} {33 + dx:g},{y - 1.6:g} {34.4 + dx:g},{y - 1.5:g} "
        f"C{36.2 + dx:g},{y - 1.4:g} {37 + dx:g},{y:g} {36.2 + dx:g},{y + 2:g} Z",
        "white",
    )


def fingers(pen: Pen, x: float, y: float) -> None:
    """Draw the fingers that close over what is held."""
    pen.path(f"M{x - 1.5:g},{y:g} q1.5,-0.9 3,0 M{x - 1.4:g},{y + 1:g} q1.4,-0.8 2.8,0", line=DETAIL * 1.2)


def with_cake() -> None:
    """Draw a little cake on the flat of a hand."""
    pen = bust()
    arm(pen, 34.4, 44)
    pen.path("M29.2,42.6 H39.8 C39.6,44 37.4,44.6 34.5,44.6 C31.6,44.6 29.4,44 29.2,42.6 Z", "gold-light")
    with pen.at(34.5, 37.8):
        cake(pen)
    pen.save("props/eat")


def with_glass() -> None:
    """Draw a raised glass."""
    pen = bust()
    arm(pen, 34.6, 42.6)
    with pen.at(34.8, 37.8, 1.05, turn=6):
        glass(pen)
    pen.path("M32.8,41 C33.4,40 36,40 36.7,41.2 C37,42.6 36.6,43.6 36,44 H33.4 C32.6,43.2 32.4,42 32.8,41 Z", "white")
    fingers(pen, 34.7, 42)
    pen.save("props/drink")


def with_card() -> None:
    """Draw a dance card held up, the music on its cover, its pencil on a cord."""
    pen = bust()
    arm(pen, 34.6, 43.4)
    with pen.at(34.8, 36, turn=7):
        pen.box(-3.7, -5.8, 8.6, 11.4, "shade", radius=0.8)
        pen.box(-4.6, -5.8, 8.6, 11.4, "paper", radius=0.8)
        pen.box(-3.8, -5, 7, 9.8, "none", DETAIL, "gold", 0.4)
        with pen.at(-0.4, -0.7, 0.72):
            note(pen)
    pen.path("M38.3,31.2 C40.6,32.6 40.8,35.4 40,37.4", line=LINE, colour="gold-light")
    pen.path("M39.4,37.2 L40.7,37.6 L39.4,42.6 L38.8,43.6 L38.4,42.4 Z", "punch", DETAIL)
    pen.path(
        "M32.4,42 C33,41 35.8,40.9 36.5,42.1 C36.9,43.6 36.4,44.6 35.8,45 H33.2 C32.2,44.2 32,43 32.4,42 Z", "white"
    )
    fingers(pen, 34.4, 43)
    pen.save("props/dance")


def with_fan() -> None:
    """Draw an open fan before the shoulder."""
    pen = bust()
    with pen.group("matrix(-1 0 0 1 42 0)"):
        arm(pen, 33.8, 44.6)
    with pen.at(8.1, 39.1, 1.1, turn=-14):
        fan(pen)
    pen.path(
        "M6.8,43 C7.6,42 10.2,42.2 10.6,43.4 C10.8,44.8 10.2,46 9.6,46.2 L7.2,45.8 C6.4,45 6.2,44 6.8,43 Z", "white"
    )
    fingers(pen, 8.7, 44.2)
    pen.save("props/flirt")


def with_mask() -> None:
    """Draw the stick of the mask and the hand that holds it; the mask itself is drawn with the face."""
    pen = bust()
    with pen.group("matrix(-1 0 0 1 42 0)"):
        arm(pen, 35, 41.6)
    pen.path("M10.6,25.4 L7.4,43.6", line=LINE * 3.2)
    pen.path("M10.6,25.4 L7.4,43.6", line=LINE * 1.4, colour="gold-light")
    pen.path(
        "M5.6,39.8 C6.4,38.8 9.2,39 9.8,40.2 C10,41.8 9.4,43 8.8,43.2 L6.2,42.8 C5.2,42 5,40.8 5.6,39.8 Z", "white"
    )
    fingers(pen, 7.7, 41)
    pen.path(
        "M7.8,43.4 C6.4,44.8 6.8,46.4 5.6,47.8 M8.2,43.4 C8.6,45 9.6,45.6 9.4,47.6", line=LINE * 1.6, colour="rose"
    )
    pen.save("props/snub")


def main() -> None:
    """Draw them all."""
    with_cake()
    with_glass()
    with_card()
    with_fan()
    with_mask()
