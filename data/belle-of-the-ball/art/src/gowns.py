"""Draw what guests wear, a coat whose collar is cut like the plant of the house; and the gown of the Belles."""

from __future__ import annotations

from collections.abc import Callable

from art.pen import DETAIL, LINE, around, star
from style import AXIS, Pen, bust, number, polygon, polyline, scallops, spot
from symbols import CRESTS

SHOULDERS = (
    "M15.6,33 C11,35 6.8,36.8 5.2,41 C4.2,44 3.8,48 3.6,53 H38.4 C38.2,48 37.8,44 36.8,41 C35.2,36.8 31,35 26.4,33 Z"
)


def coat(pen: Pen, fill: str = "currentColor") -> None:
    """Draw shoulders and sleeves."""
    pen.path(SHOULDERS, fill)
    pen.wash("M26,53 C29,47 30,41 29,34.4 C33,36 35.8,38 36.8,41 C37.8,44 38.2,48 38.4,53 Z", "ink", 0.2)
    pen.both(lambda: pen.detail("M9.4,53 C9,48.6 9.2,45.4 10,42.6", line=LINE))


def front(pen: Pen) -> None:
    """Draw a cream shirt front with gold buttons between lapels."""
    pen.path("M15.8,34 L21,46 L26.2,34 L28,53 H14 Z", "currentColor", 0)
    pen.path("M16.4,34 H25.6 L21,47.5 Z", "paper")
    pen.path("M21,47.5 V53", line=LINE)


def lobes(pen: Pen) -> None:
    """Draw a collar of round clover leaves."""
    pen.path(scallops(AXIS, 34, 11.2, 12, 0.5, turn=15, fat=1.25), "paper")
    pen.path(scallops(AXIS, 33.4, 7.8, 9, 0.55, turn=10, fat=1.2), "currentColor")


def frills(pen: Pen) -> None:
    """Draw a collar of bells in two rows."""
    for y, radius, count in ((35, 11.4, 9), (33.2, 8.6, 7)):
        for index in range(count):
            x, level = around(AXIS, y, radius, 180 - 180 / (count - 1) * index, 0.42)
            with pen.at(x, level - 1, 1.05, turn=(AXIS - x) * 3.2):
                pen.path(
                    "M0,-1.6 C1.8,-1.6 2.2,0.6 2.3,2.8 L1.2,2.2 L0,3.2 L-1.2,2.2 L-2.3,2.8 "
                    "C-2.2,0.6 -1.8,-1.6 0,-1.6 Z",
                    "paper" if count == 9 else "currentColor",
                )


def hearts(pen: Pen) -> None:
    """Draw two broad lapels like heart-shaped leaves."""

    def lapel() -> None:
        pen.path(
            "M20.8,45.6 C14,46 8.4,42 8.2,36.4 C8.2,33.2 11,31.2 14,32 C16,32.6 17,34 17,35.4 "
            "C18.8,37.6 20.4,41 20.8,45.6 Z",
            "paper",
        )
        pen.detail(
            "M20.4,44.6 C16.6,42 13,38.4 11.4,34.4 M16.4,41.4 L11.6,41 M13.6,38.4 L9.6,37.2 M16.4,41.4 L16.8,37.2"
        )

    pen.both(lapel)


def spikes(pen: Pen) -> None:
    """Draw a spiny ruff."""
    ring = [(x, 34 + (y - 34) * 0.6) for x, y in star(AXIS, 34, 14.2, 9.4, 20)]
    pen.path(polygon(ring), "paper")
    inner = [(x, 33.4 + (y - 33.4) * 0.6) for x, y in star(AXIS, 33.4, 9.6, 6.6, 16)]
    pen.path(polygon(inner), "currentColor")


def points(pen: Pen) -> None:
    """Draw a collar of five long petals."""
    for turn in (172, 8, 132, 48, 90):
        x, y = around(AXIS, 32, 13, turn, 0.86 if turn == 90 else 0.7)
        with pen.at(AXIS, 32, turn=turn - 90):
            reach = ((x - AXIS) ** 2 + (y - 32) ** 2) ** 0.5
            far = number(reach)
            half = number(reach * 0.6)
            pen.path(f"M0,0 C3.4,1.6 4.2,{half} 0,{far} C-4.2,{half} -3.4,1.6 0,0 Z", "paper")
            pen.detail(f"M0,3 V{number(reach - 2.4)}")


def leaves(pen: Pen) -> None:
    """Draw a tie of two long leaves under a stand-up collar."""

    def half() -> None:
        pen.path("M21,37.4 C16.4,36.4 12.6,38.6 10.6,42.6 C15,44 19,42.4 21,37.4 Z", "paper")
        pen.detail("M20,38 C17,38.8 14.4,40.4 12,42.2")
        pen.path("M20.4,37.4 C15.6,36 13,33 12.4,28.6 C15.4,29.4 18.4,32 21,36.4 Z", "paper")

    pen.both(half)
    pen.disc(AXIS, 37.4, 1.7, 1.5, "gold-light")


COLLARS: dict[str, Callable[[Pen], None]] = {
    "clover": lobes,
    "heather": frills,
    "linden": hearts,
    "thistle": spikes,
    "borage": points,
    "sage": leaves,
}


def house(name: str) -> None:
    """Draw and save a house's coat, its crest pinned to the chest."""
    pen = bust()
    coat(pen)
    if name in ("clover", "heather", "thistle"):
        pen.path("M21,37 V53", line=LINE)
    else:
        front(pen)
    COLLARS[name](pen)
    pen.disc(AXIS, 43.6, 3.7, fill="gold-light")
    pen.disc(AXIS, 43.6, 3, fill="paper", line=DETAIL)
    with pen.at(AXIS, 43.6, 0.44):
        CRESTS[name](pen)
    pen.save(f"gowns/{name}")


def belle() -> None:
    """Draw the gown of a Belle: puffed sleeves in the colour the layout gives, a lace fan behind the neck, pearls."""
    pen = bust()
    fan = [around(AXIS, 40, 19, -166 + 19 * index) for index in range(9)]
    rim = "".join(f" A3.3,3.3 0 0 1 {spot(place)}" for place in fan[1:])
    pen.path(f"M21,42 L{spot(fan[0])}{rim} Z", "gold-pale")
    for x, y in fan[1:-1]:
        pen.detail(polyline([(AXIS, 42), (x, y)]), "gold", LINE)
    pen.path(SHOULDERS, "plum-mid")
    pen.both(lambda: pen.path(scallops(8, 42.4, 5.4, 9, 1.1), "currentColor"))
    pen.both(lambda: pen.detail("M5.4,40.4 C6.6,42 6.8,44.4 6,46.6 M9.6,39.6 C8.8,42 9,44.4 10.2,46.8"))
    pen.path("M14.6,33.4 C13.6,38 16.6,41 21,42.4 C25.4,41 28.4,38 27.4,33.4 Z", "cream")
    pen.both(lambda: pen.path(scallops(13.2, 38.6, 2.2, 7), "gold-pale"))
    for turn in range(20, 161, 20):
        x, y = around(AXIS, 32.4, 6.2, turn, 0.85)
        pen.disc(x, y, 0.85, fill="white", line=DETAIL)
    pen.save("gowns/belle")


def main() -> None:
    """Draw them all."""
    for name in COLLARS:
        house(name)
    belle()
