"""Draw what is worn on the head: the guests' headdresses, and the Belles' towers of hair under a crown."""

from __future__ import annotations

from collections.abc import Callable

from art.pen import DETAIL, LINE, star
from style import AXIS, Pen, bust, polygon, scallops
from symbols import crown


def tophat(pen: Pen) -> None:
    """Draw a top hat with a band in the colour of the house."""
    with pen.group("rotate(6 21 14)"):
        pen.path("M15.2,13.6 C15.6,9 15.2,6 14.4,2.8 C18,1.4 24,1.4 27.6,2.8 C26.8,6 26.4,9 26.8,13.6 Z", "plum")
        pen.path("M15.3,10 C19,11.2 23,11.2 26.7,10 L26.8,13.4 C23,14.6 19,14.6 15.2,13.4 Z", "currentColor")
        pen.path("M10.4,12.2 C13,13.6 29,13.6 31.6,12.2 C32,15 27,16.8 21,16.8 C15,16.8 10,15 10.4,12.2 Z", "plum")
        pen.wash("M16.2,3.6 C17,6 17.2,7.6 17,9.6 L18.6,9.9 C18.8,7.6 18.6,5.4 18,3.2 Z", "dusk-light", 0.7)


def plume(pen: Pen) -> None:
    """Draw a jewelled band with three ostrich plumes."""
    for turn, x in ((-32, 18.4), (32, 23.6), (0, 21)):
        with pen.at(x, 14.4, turn=turn):
            pen.path(
                "M0,0 C-3.6,-3 -4,-8 -1.6,-12 C-0.4,-13.6 2.6,-13.4 2.4,-11.2 C4.2,-8 3.2,-3 0,0 Z",
                "paper" if turn else "currentColor",
            )
            pen.detail(
                "M0,-0.6 C-0.4,-4.4 -0.2,-8 1.2,-11 M-0.3,-4.6 L-2,-6.4 M-0.2,-7 L-1.6,-9 M0,-5 L2,-6.8 M0.3,-8 L2,-9.4"
            )
    pen.path("M13.4,16.6 C17,13 25,13 28.6,16.6 L28,18.2 C24.6,15.4 17.4,15.4 14,18.2 Z", "gold-light")
    pen.disc(AXIS, 14.6, 1.5, 1.7, "rose")


def tiara(pen: Pen) -> None:
    """Draw a tiara of points and pearls."""
    pen.path(
        "M12.8,17 L11.6,10.6 L15,12.8 L16.4,7.4 L19,11 L21,4.4 L23,11 L25.6,7.4 L27,12.8 L30.4,10.6 L29.2,17 "
        "C25,13.8 17,13.8 12.8,17 Z",
        "gold-light",
    )
    pen.detail("M13,15 C17,12 25,12 29,15")
    for x, y in ((11.6, 10.4), (16.4, 7.2), (25.6, 7.2), (30.4, 10.4)):
        pen.disc(x, y, 0.9, fill="white", line=DETAIL)
    pen.path("M21,2.2 L22.6,4.4 L21,6.8 L19.4,4.4 Z", "currentColor")


def wig(pen: Pen) -> None:
    """Draw a powdered wig with side rolls and a bow."""

    def rolls() -> None:
        for y, size in ((18.4, 2.5), (22.6, 2.3), (26.4, 2)):
            pen.disc(11.4 - (26.4 - y) * 0.06, y, size * 1.15, size, "paper")
            pen.detail(f"M{10.2:g},{y + 0.5:g} a1.1,0.9 0 1 1 1.5,0.5")

    pen.both(rolls)
    pen.path(
        "M11.4,18.6 C9.8,11 14,4.6 21,4.6 C28,4.6 32.2,11 30.6,18.6 C29,15.8 26,14.4 21,14.4 "
        "C16,14.4 13,15.8 11.4,18.6 Z",
        "paper",
    )
    pen.detail(
        "M14,14.4 C14.4,10.4 16.4,7.8 19,6.4 M18.2,13 C18.4,10.4 19.4,8.4 21,7.2 M28,14.4 C27.6,10.4 25.6,7.8 23,6.4 "
        "M23.8,13 C23.6,10.4 22.6,8.4 21,7.2"
    )
    pen.both(lambda: pen.path("M21,4.8 C18.4,2 15.8,2 15.6,4.4 C15.6,6.8 18.6,6.8 21,4.8 Z", "currentColor"))
    pen.disc(AXIS, 4.8, 1.1, fill="gold-light")


def bow(pen: Pen) -> None:
    """Draw a great bow, worn askew."""
    with pen.group("rotate(-10 21 13)"):

        def loop() -> None:
            pen.path("M21,11 C16,4.6 9.6,3.4 9,7.6 C8.4,12 9.4,15.6 11.6,16.4 C14.4,17 18,14.4 21,11 Z", "currentColor")
            pen.wash("M21,11 C18,9.4 14.4,9 11.8,10.6 C13.8,12.4 17.6,12.6 21,11 Z", "ink", 0.25)

        pen.both(loop)
        pen.path(
            "M18.8,9 H23.2 Q24,9 23.8,9.8 L23.2,13 Q23,13.8 22.2,13.8 H19.8 Q19,13.8 18.8,13 L18.2,9.8 Q18,9 18.8,9 Z",
            "gold-light",
        )


def tricorne(pen: Pen) -> None:
    """Draw a three-cornered hat with a gold edge and a cockade."""
    pen.path("M14.2,13 C14.6,6.4 17.4,4 21,4 C24.6,4 27.4,6.4 27.8,13 Z", "plum")
    pen.path(
        "M8,9.8 C10.4,14.4 15,10.2 21,10.2 C27,10.2 31.6,14.4 34,9.8 C35.2,14.8 28.4,17.8 21,17.8 "
        "C13.6,17.8 6.8,14.8 8,9.8 Z",
        "plum",
    )
    pen.detail("M8.8,11.6 C11,14.8 15.4,11.6 21,11.6 C26.6,11.6 31,14.8 33.2,11.6", "gold-light", LINE * 1.6)
    pen.path(scallops(28, 9.6, 2.2, 8), "currentColor")
    pen.disc(28, 9.6, 0.9, fill="gold-light", line=DETAIL)
    pen.path("M26.6,8 C26,4.4 27.6,1.6 30.8,0.6 C31.6,3.4 30.6,6.4 28.4,8 Z", "paper")


def wreath(pen: Pen) -> None:
    """Draw a wreath of leaves and blossoms."""

    def leaf() -> None:
        for x, y, turn in ((12.6, 16.6, -60), (15, 12.6, -38), (18.6, 10.8, -15)):
            with pen.at(x, y, turn=turn):
                pen.path("M0,1 C-2.2,-0.4 -2,-3.4 0,-5 C2,-3.4 2.2,-0.4 0,1 Z", "hedge-light")

    pen.both(leaf)
    pen.path("M12.4,17.8 C16,12.6 26,12.6 29.6,17.8", line=LINE * 2, colour="hedge")
    for x, y, size, fill in (
        (13.4, 15.4, 1.9, "rose-light"),
        (28.6, 15.4, 1.9, "rose-light"),
        (16.8, 12.8, 2.2, "currentColor"),
        (25.2, 12.8, 2.2, "currentColor"),
        (21, 11.6, 2.8, "paper"),
    ):
        pen.path(scallops(x, y, size, 5, turn=-90), fill)
        pen.disc(x, y, size * 0.42, fill="gold-light", line=DETAIL)


def veil(pen: Pen) -> None:
    """Draw a little hat, worn aside, with a wisp of net and a rose."""
    pen.path(
        "M12.6,15 C15,9 25,8 30.2,16 C31,18.4 30.8,20 30,21.6 C26,16.6 18,15.4 12.6,15 Z", "plum-light", 0, opacity=0.5
    )
    pen.detail(
        "M15,12.8 L20,16 M18,11.2 L24.4,17.2 M22,10.8 L28,18.8 M28.4,13.4 L25.6,17.6 M25.6,11.6 L22,16.4 "
        "M22,10.8 L18,15.6",
        "plum",
    )
    with pen.group("rotate(14 24 10)"):
        pen.path("M15.4,11 C16,5.6 19,3.6 23,3.6 C27,3.6 30,5.6 30.6,11 Z", "currentColor")
        pen.wash("M26,4 C29,5.2 30.2,7.4 30.6,11 H27.6 C27.6,8 27.2,5.8 26,4 Z", "ink", 0.22)
        pen.path("M13.2,11 C13.2,9.4 32.8,9.4 32.8,11 C32.8,13 13.2,13 13.2,11 Z", "currentColor")
    pen.path(scallops(18.2, 8.4, 2.5, 6), "rose")
    pen.detail("M17.4,8.8 a1,1 0 1 1 1.6,0.4 M16.8,7.6 a1.9,1.9 0 0 1 2.8,-0.2")
    pen.path("M17,10.4 C14.4,10.6 13,9.4 12.4,7.6 C14.6,7.2 16.2,8.2 17,10.4 Z", "hedge-light")


WEAR: dict[str, Callable[[Pen], None]] = {
    "tophat": tophat,
    "plume": plume,
    "tiara": tiara,
    "wig": wig,
    "bow": bow,
    "tricorne": tricorne,
    "wreath": wreath,
    "veil": veil,
}


def curls(pen: Pen) -> None:
    """Draw auburn ringlets that fall to the shoulders."""

    def side() -> None:
        for x, y, rx, ry in (
            (10.6, 32.2, 1.9, 2.3),
            (10.2, 28.4, 2.3, 2.5),
            (10, 24.2, 2.6, 2.8),
            (10.6, 19.6, 2.9, 3),
        ):
            pen.disc(x, y, rx, ry, "chestnut")
            pen.detail(f"M{x - 0.9:g},{y + 0.6:g} a1.2,1.1 0 1 1 1.7,0.5", "chestnut-light", LINE)

    pen.both(side)
    pen.path(
        "M10.6,19.6 C9,11 14.4,7.4 21,7.4 C27.6,7.4 33,11 31.4,19.6 C29,16.4 25.4,15.4 21,13.4 "
        "C16.6,15.4 13,16.4 10.6,19.6 Z",
        "chestnut",
    )
    pen.both(
        lambda: pen.detail(
            "M20.4,12 C16.6,13 13.6,14.4 12,16.6 M20.2,9.6 C17,10 14.2,11.2 12.6,13.4", "chestnut-light", LINE
        )
    )
    with pen.at(AXIS, 6.2, 1.05):
        crown(pen)


def tower(pen: Pen) -> None:
    """Draw a tower of powdered hair with roses."""
    pen.both(lambda: pen.disc(11, 20.6, 2.3, 2.6, "paper"))
    pen.both(lambda: pen.disc(11.4, 25.2, 1.9, 2.2, "paper"))
    pen.path(
        "M11,20 C9.6,14 11,6.4 14.6,3.6 C18,1.4 24,1.4 27.4,3.6 C31,6.4 32.4,14 31,20 C28.6,16 25,14.6 21,14.6 "
        "C17,14.6 13.4,16 11,20 Z",
        "paper",
    )
    pen.both(lambda: pen.detail("M13.6,15.4 C12.8,11 13.6,7 16,4.4 M17.2,13.6 C16.4,10.4 16.8,7.4 18.4,5.4"))
    for x, y, size, fill in ((15.4, 11.2, 2.2, "rose"), (26.6, 11.2, 2.2, "rose"), (21, 12.6, 2, "rose-light")):
        pen.path(scallops(x, y, size, 6), fill)
        pen.disc(x, y, size * 0.4, fill="gold-pale", line=DETAIL)
    with pen.at(AXIS, 4.3, 0.82):
        crown(pen)


def buns(pen: Pen) -> None:
    """Draw dark hair in two great buns."""

    def bun() -> None:
        pen.disc(11.4, 13, 4.6, 4.4, "soot")
        pen.detail("M9.4,14.4 a2.4,2.2 0 1 1 3.6,0.8 M8.2,11.8 a3.6,3.4 0 0 1 4.6,-1.8", "dusk-light", LINE)

    pen.both(bun)
    pen.path(
        "M11.4,20.4 C10.4,12.4 15,9 21,9 C27,9 31.6,12.4 30.6,20.4 C29.6,17.4 25.6,17.2 21,12.8 "
        "C16.4,17.2 12.4,17.4 11.4,20.4 Z",
        "soot",
    )
    pen.both(lambda: pen.detail("M20,11.4 C16.8,12.2 14.4,13.8 13,16", "dusk-light", LINE))
    for x, y in ((8.4, 16.2), (33.6, 16.2)):
        pen.path(polygon(star(x, y, 1.5, 0.7, 5)), "gold-light", DETAIL)
    with pen.at(AXIS, 7.4, 1.05):
        crown(pen)


HAIR: dict[str, Callable[[Pen], None]] = {"curls": curls, "tower": tower, "buns": buns}


def main() -> None:
    """Draw them all."""
    for folder, parts in (("wear", WEAR), ("hair", HAIR)):
        for name, draw in parts.items():
            pen = bust()
            draw(pen)
            pen.save(f"{folder}/{name}")
