"""Icons of actions, arrows, signs and times."""

from __future__ import annotations

from art.icons.pieces import HEART
from art.icons.shapes import (
    Area,
    box,
    disc,
    flip,
    join,
    move,
    over,
    poly,
    sector,
    shape,
    spread,
    stroke,
    turn,
)
from art.icons.things import SHIELD
from art.pen import around

_ARROW = poly(13, 2.8, 22.6, 12, 13, 21.2, 13, 15.4, 1.4, 15.4, 1.4, 8.6, 13, 8.6)


def _head(x: float, y: float, degrees: float, reach: float = 4.6) -> Area:
    """Draw the head of an arrow that points right, turned, its middle at (x, y)."""
    return turn(poly(x - reach * 0.6, y - reach, x + reach * 0.8, y, x - reach * 0.6, y + reach), degrees, x, y)


def _shaft(length: float) -> Area:
    """Draw an arrow that points right."""
    return stroke(f"M{12 - length} 12H{12 + length - 3}", 3.2, "flat") | _head(12 + length - 2.6, 12, 0, 5.2)


_CROSS = stroke("M4.6 4.6L19.4 19.4M19.4 4.6L4.6 19.4", 4.2)


def _bent(x: float, y: float, radius: float, start: float, end: float, reach: float = 4.4) -> Area:
    """Draw an arrow along a part of a circle, clockwise as seen."""
    width = 1.4
    head = _head(*around(x, y, radius, end), end + 97, reach)
    return sector(x, y, radius - width, radius + width, start, end) | head


_CYCLE = _bent(12, 12, 8.6, -165, -45) | _bent(12, 12, 8.6, 15, 135)
_BLADE = turn(
    join(
        poly(12, -2.6, 14.1, 1, 14.1, 17, 9.9, 17, 9.9, 1),
        box(8.4, 16.6, 15.6, 19.2, 1.1),
        box(10.6, 18, 13.4, 24),
        disc(12, 24.6, 2.1),
    ),
    45,
)

DEEDS: dict[str, Area] = {
    "arrow": _ARROW,
    "arrow-left": flip(_ARROW),
    "arrow-up": turn(_ARROW, -90),
    "arrow-down": turn(_ARROW, 90),
    "arrows": stroke("M6 12H18", 4.2, "flat")
    | poly(8.6, 4.2, 8.6, 19.8, 0.6, 12)
    | poly(15.4, 4.2, 15.4, 19.8, 23.4, 12),
    "turn": stroke("M20.4 19.8V13.4A5.6 5.6 0 0 0 14.8 7.8H8", 3.4) | poly(10, 1.2, 10, 14.4, 2, 7.8),
    "cycle": _CYCLE,
    "move": spread(poly(12, 1, 16.4, 6.2, 13.5, 6.2, 13.5, 12, 10.5, 12, 10.5, 6.2, 7.6, 6.2), 4),
    "plus": stroke("M12 3.4V20.6M3.4 12H20.6", 4.6),
    "minus": stroke("M3.6 12H20.4", 4.6),
    "check": stroke("M3.6 13L9.4 18.8L20.6 5.6", 4.2),
    "cross": _CROSS,
    "question": stroke("M6.6 7.8C6.6 4.6 9 2.8 12 2.8S17.4 4.8 17.4 7.6C17.4 11.4 12 11.4 12 15.4", 3.6)
    | disc(12, 20.8, 2.2),
    "alert": poly(12, 1.6, 23, 21.4, 1, 21.4) - stroke("M12 9V13.8", 2.3) - disc(12, 17.7, 1.3),
    "attack": over(_BLADE, flip(_BLADE), gap=1.3),
    "defend": SHIELD - stroke("M12 7V16.6M7.4 11H16.6", 2.9),
    "draw": over(
        stroke("M17.6 21.6V12", 3, "flat") | poly(17.6, 6.6, 22.8, 13.2, 12.4, 13.2),
        box(2, 2, 15, 20.6, 2),
        gap=1.4,
    ),
    "discard": over(
        stroke("M17.6 6.6V16", 3, "flat") | poly(17.6, 22.2, 22.8, 15.6, 12.4, 15.6),
        box(2, 3.4, 15, 22, 2),
        gap=1.4,
    ),
    "play": box(4.6, 2, 19.4, 22, 2.2) - poly(9, 7.4, 16.6, 12, 9, 16.6),
    "flip": join(_bent(12, 12, 9.9, -165, -45, 4.2), _bent(12, 12, 9.9, 15, 135, 4.2), box(8.5, 7.4, 15.5, 16.6, 1.4)),
    "tap": over(box(2.6, 11.6, 21.4, 22.4, 2), _bent(11, 12, 8.8, -172, -48, 4.6), gap=1.5),
    "shuffle": over(
        stroke("M1.8 6.6H5.2C8 6.6 9.4 8.2 11 11.2L13 14.8C14.4 17 15.6 17.6 17.4 17.6", 2.8)
        | _head(19.8, 17.6, 0, 4.2),
        stroke("M1.8 17.6H5.2C8 17.6 9.4 16 11 13L13 9.4C14.4 7.2 15.6 6.6 17.4 6.6", 2.8) | _head(19.8, 6.6, 0, 4.2),
        gap=1.2,
    ),
    "trade": move(_shaft(10.4), 0, -5.4) | flip(move(_shaft(10.4), 0, 5.4)),
    "build": turn(
        box(10.2, 7, 13.8, 23.4, 1.4)
        | shape("M5.6 2H16.4C19.4 2 20.8 3.8 21.6 6.8L18.4 8.4H5.6C4.6 8.4 4.2 8 4.2 7V3.4C4.2 2.4 4.6 2 5.6 2Z"),
        38,
    ),
    "repair": turn(
        (disc(12, 5.6, 5.4) | box(9.9, 8, 14.1, 22, 2.1)) - poly(10, -1, 14, -1, 14, 5.4, 12, 7, 10, 5.4), 45
    ),
    "heal": HEART - stroke("M12 7.4V16M7.7 11.7H16.3", 2.7),
    "search": (disc(9.8, 9.8, 8) - disc(9.8, 9.8, 4.9)) | stroke("M16 16L20.8 20.8", 3.8),
    "research": shape(
        "M8.2 1.8H15.8V4.6H14.8V9.4L20.8 18.6C22 20.6 21 22.2 18.8 22.2H5.2C3 22.2 2 20.6 3.2 18.6L9.2 9.4V4.6H8.2Z"
    )
    - disc(9.6, 17.8, 1.7)
    - disc(14.2, 14.6, 1.5)
    - disc(15.6, 19, 1.1),
    "harvest": shape(
        "M9 1.6C16.4 1.2 21.8 6 21.8 12.4C21.8 16 20 18.6 17.2 19.8C18.2 17.8 18.6 15.6 18 13.4"
        "C17 9.4 13.4 6.6 8.4 6.8C6.6 5.4 6.8 2.6 9 1.6Z"
    )
    | stroke("M10 6L3.6 20.4", 3.4),
    "lock": over(
        box(3.6, 10.4, 20.4, 22.4, 2.2) - disc(12, 15.2, 1.9) - stroke("M12 15.4V18.6", 1.7),
        stroke("M7.2 13V7.4A4.8 4.8 0 0 1 16.8 7.4V13", 2.9),
        gap=0.02,
    ),
    "key": turn(
        join(
            disc(6.6, 12, 5.2), box(9, 10.4, 23, 13.6, 0.6), box(16, 12, 18.4, 17, 0.4), box(20.4, 12, 22.8, 17.6, 0.4)
        )
        - disc(6.6, 12, 2.2),
        -45,
    ),
    "hourglass": shape(
        "M4.4 1.6H19.6V4.6H18C18 8.4 16.2 10.4 13.8 12C16.2 13.6 18 15.6 18 19.4H19.6V22.4H4.4V19.4H6"
        "C6 15.6 7.8 13.6 10.2 12C7.8 10.4 6 8.4 6 4.6H4.4Z"
    )
    - shape("M9 19.4C9 17.2 10.4 16 12 14.8C13.6 16 15 17.2 15 19.4Z"),
    "clock": disc(12, 12, 10.4) - stroke("M12 5.8V12L16.2 14.6", 2.1),
    "calendar": over(
        box(2.6, 4, 21.4, 21.8, 2.2)
        - box(2, 8.4, 22, 9.9)
        - join(*(box(x, y, x + 2.6, y + 2.6) for x in (5.6, 10.7, 15.8) for y in (12, 16.4))),
        box(6.2, 1.6, 8.8, 5, 1) | box(15.2, 1.6, 17.8, 5, 1),
        gap=0.02,
    ),
    "sunrise": (
        disc(12, 15.6, 5.2)
        | join(*(turn(box(10.8, 3.6, 13.2, 8.2, 1.1), degrees, 12, 15.6) for degrees in (-76, -38, 0, 38, 76)))
    )
    - box(0, 16.2, 24, 24)
    | box(1.6, 18, 22.4, 20.6, 1.2),
    "stop": disc(12, 12, 10.4) - stroke("M6.8 12H17.2", 3.2, "flat"),
    "palm": shape(
        "M3.2 12.4C2.4 9.6 2.6 8.4 3.6 8C4.6 7.6 5.4 8.4 5.8 9.6L6.6 11.6L6 5.4C5.8 4 6.4 3.2 7.4 3.2"
        "S9 3.8 9.2 5L9.8 10.4"
        "L10.4 3.6C10.5 2.4 11.2 1.8 12.2 1.8S13.8 2.6 13.8 3.8V10.6L15.2 5.2"
        "C15.5 4.2 16.2 3.6 17 3.8C18 4 18.4 4.8 18.2 6"
        "L17 12.6L19 10.6C20 9.6 21 9.6 21.6 10.2C22.2 10.8 22 11.8 21.4 12.6L17.6 18C16.4 20 15 22.4 11.6 22.4"
        "C7.4 22.4 5.4 19.6 4.4 16.4Z"
    ),
}
