"""Icons of what lies on the table: dice, cards, suits, pieces, players."""

from __future__ import annotations

from collections.abc import Iterable

from art.icons.shapes import (
    GAP,
    Area,
    both,
    box,
    disc,
    join,
    move,
    oval,
    over,
    poly,
    sector,
    shape,
    size,
    stroke,
    turn,
)
from art.pen import hexagon

_SPOTS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}


def _die(spots: int) -> Area:
    """Draw the face of a die."""
    side = 4.7
    places = {letter: (12 + side * (at % 3 - 1), 12 + side * (at // 3 - 1)) for at, letter in enumerate("abcdefghi")}
    radius = 2.5 if spots == 1 else 1.85
    return box(2.6, 2.6, 21.4, 21.4, 3.6) - join(*(disc(*places[letter], radius) for letter in _SPOTS[spots]))


def _points(corners: list[tuple[float, float]]) -> Area:
    return poly(*(number for corner in corners for number in corner))


def _cube(gap: float = GAP) -> Area:
    """Draw a cube that is seen from above."""
    whole = _points(hexagon(12, 12, 10.8))
    return whole - stroke("M12 12V24M12 12L2 6.2M12 12L22 6.2", gap, "flat") - disc(12, 12, gap / 2)


_TOP = [oval(12, 6.6, 2.3, 1.3)]
_LEFT = [turn(oval(x, y, 1.2, 1.6), -16, x, y) for x, y in ((5.1, 12.4), (8.9, 17.4))]
_RIGHT = [turn(oval(x, y, 0.95, 1.2), 16, x, y) for x, y in ((15, 17.5), (17, 14.9), (19, 12.3))]

_CARD = box(5, 2, 19, 22, 2.2)
_DIAMOND = poly(12, 2, 19, 12, 12, 22, 5, 12)
HEART = shape("M12 21.4C5.2 16 2 12.4 2 8.3C2 5.1 4.4 2.7 7.4 2.7C9.4 2.7 11.1 3.8 12 5.6C12.9 3.8 14.6 2.7 16.6 2.7"
              "C19.6 2.7 22 5.1 22 8.3C22 12.4 18.8 16 12 21.4Z")  # fmt: skip
_STEM = shape("M12 12C12.3 17 13.6 20 16.6 22H7.4C10.4 20 11.7 17 12 12Z") | box(11, 12, 13, 20)
_SPADE = shape("M12 1.6C17 6.6 21.4 9.8 21.4 13.8C21.4 16.6 19.4 18.4 17 18.4C15 18.4 13.2 17.2 12.6 15.6H11.4"
               "C10.8 17.2 9 18.4 7 18.4C4.6 18.4 2.6 16.6 2.6 13.8C2.6 9.8 7 6.6 12 1.6Z") | _STEM  # fmt: skip
_CLUB = join(disc(12, 6.6, 4.7), disc(6.6, 14, 4.7), disc(17.4, 14, 4.7), poly(12, 6, 7, 14, 17, 14), _STEM)

_FIGURE = disc(12, 5.4, 3.7) | shape(
    "M12 7.6C14.6 7.6 16 8.6 18 9.6C20.6 10.9 22.4 11.6 22.4 13.4C22.4 15 20.6 15.4 17.4 15.4"
    "C17.8 17.4 19.2 19.6 19.8 21.8H14.6L12 17.6L9.4 21.8H4.2C4.8 19.6 6.2 17.4 6.6 15.4"
    "C3.4 15.4 1.6 15 1.6 13.4C1.6 11.6 3.4 10.9 6 9.6C8 8.6 9.4 7.6 12 7.6Z"
)
_PAWN = over(
    disc(12, 6, 4.3) | box(7.6, 9.4, 16.4, 11.4, 1) | shape("M10 11C10 15 8 17.4 6.8 18.4H17.2C16 17.4 14 15 14 11Z"),
    box(4.6, 19.2, 19.4, 22.4, 1),
    gap=0.1,
)
_BUST = disc(12, 6.4, 4.6) | shape("M12 12.6C17 12.6 20.4 15.8 20.8 21.8H3.2C3.6 15.8 7 12.6 12 12.6Z")


def _bust(x: float, y: float, factor: float) -> Area:
    """Draw a person, feet at (x, y)."""
    return move(size(_BUST, factor, 12, 21.8), x - 12, y - 21.8)


def _fan(card: Area, degrees: Iterable[float], y: float) -> Area:
    """Draw cards of a hand that are turned about (12, y), the rightmost on top."""
    whole: Area = poly(0, 0, 0, 0, 0, 0)
    for turned in degrees:
        covered = turn(box(card.bounds[0] - 1.4, -20, 60, 60), turned, 12, y)
        whole = (whole - covered) | turn(card, turned, 12, y)
    return whole


PIECES: dict[str, Area] = {
    **{f"die-{spots}": _die(spots) for spots in _SPOTS},
    "die": _cube(1.5) - join(*_TOP, *_LEFT, *_RIGHT),
    "dice": over(move(turn(size(_die(2), 0.62), 14), 4.4, 4.4), move(turn(size(_die(1), 0.62), -16), -4.4, -4.4)),
    "d20": _points(hexagon(12, 12, 10.9))
    - stroke(
        "M12 6L18 16H6ZM12 6V1M18 16L22 18.4M6 16L2 18.4M12 6L21.6 6.4M12 6L2.4 6.4M18 16L21.6 6.4M6 16L2.4 6.4"
        "M18 16L12 23M6 16L12 23",
        1.25,
    ),
    "card": _CARD - size(_DIAMOND, 0.52),
    "cards": _fan(_CARD, (-14, 12), 24),
    "deck": over(*(move(box(2, 2, 15.4, 19, 2), step, step) for step in (0, 2.9, 5.8)), gap=1.3),
    "hand": _fan(box(7.2, 1, 16.8, 18.6, 1.9), (-25, 0, 25), 26),
    "heart": HEART,
    "diamond": shape(
        "M12 1.2C14.4 5.2 17.4 8.8 21.2 12C17.4 15.2 14.4 18.8 12 22.8C9.6 18.8 6.6 15.2 2.8 12C6.6 8.8 9.6 5.2 12 1.2Z"
    ),
    "spade": _SPADE,
    "club": _CLUB,
    "joker": over(
        both(shape("M12 17H6.8L6.2 11C5.4 9.6 4 9.8 2.6 12C1.4 7.4 3.4 3.2 7.4 3.2C9.6 3.2 11.2 4.8 12 7.6L12.2 12Z"))
        | both(disc(2.8, 13, 2)),
        box(6, 18.4, 18, 21.8, 1),
        gap=1.2,
    ),
    "figure": _FIGURE,
    "pawn": _PAWN,
    "cube": _cube(),
    "hex": _points(hexagon(12, 12, 11)) - (_points(hexagon(12, 12, 7.6)) - _points(hexagon(12, 12, 5.2))),
    "token": disc(12, 12, 10.4)
    - join(*(sector(12, 12, 8, 12, at - 11, at + 11) for at in range(0, 360, 60)))
    - (disc(12, 12, 6.6) - disc(12, 12, 4.9)),
    "bag": over(
        shape(
            "M8 8.4H16C19.4 11.4 21.4 14.4 21.4 17.4C21.4 20.6 19 22 16 22H8C5 22 2.6 20.6 2.6 17.4"
            "C2.6 14.4 4.6 11.4 8 8.4Z"
        ),
        shape("M6.6 2.4C8 3.4 9 3.4 10 2.4C11.2 3.6 12.8 3.6 14 2.4C15 3.4 16 3.4 17.4 2.4L15.6 7.4H8.4Z"),
        gap=1.3,
    ),
    "board": box(2, 2, 22, 22, 2.4)
    - join(*(box(x, y, x + 4.6, y + 4.6) for x, y in ((9.7, 4.2), (4.2, 9.7), (15.2, 9.7), (9.7, 15.2)))),
    "player": _BUST,
    "players-2": over(_bust(8.2, 21.8, 0.8), _bust(16.8, 19, 0.74), gap=1.4),
    "players-3": over(_bust(12, 22, 0.72), _bust(5.4, 18.4, 0.56), _bust(18.6, 18.4, 0.56), gap=1.4),
    "players-4": over(
        _bust(7, 22.4, 0.56), _bust(17, 22.4, 0.56), _bust(7, 11.6, 0.56), _bust(17, 11.6, 0.56), gap=1.2
    ),
    "first-player": over(_bust(12, 22.4, 0.78), shape("M5.6 1L8.8 3.8L12 .4L15.2 3.8L18.4 1L17.2 7.4H6.8Z"), gap=1.2),
}
