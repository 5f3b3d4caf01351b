"""The bee, the token she is printed on, and the guests that sit on a few of the daisies."""

from __future__ import annotations

from art.pen import Frame, frame
from style import DROP, PETAL, Blade, Sheet, disc, ellipse, polygon, slim, spot

GUEST = 9  # mm

#: The abdomen's half outline, from the waist to the sting.
BODY = Blade(((0.02, -0.42), (0.2, -0.56), (0.42, -0.54)), ((0.68, -0.5), (0.86, -0.22), (1, 0)))


def _band(to: Frame, near: float, far: float) -> str:
    """Return a stripe across the body, bowed towards the sting."""
    left, right = [spot(to(u, -0.7)) for u in (near, far)], [spot(to(u, 0.7)) for u in (near, far)]
    return f"M{left[0]} Q{spot(to(near + 0.1, 0))} {right[0]} L{right[1]} Q{spot(to(far + 0.1, 0))} {left[1]} Z"


def bee(sheet: Sheet, x: float, y: float, size: float, bearing: float, name: str, swept: bool = False) -> None:
    """Lay a bee seen from above, about 2.5 x `size` mm long, flying towards a bearing; `name` tells her clip apart.

    Her wings are spread wide, or `swept` back to fit into a disc.
    """
    here = frame(x, y, bearing, size)
    for side in (-1, 1):
        for turn, length, wide in (
            ((76, 1.02, 0.56), (50, 1.3, 0.78)) if swept else ((100, 1.16, 0.6), (70, 1.48, 0.84))
        ):
            root = here(0.02, 0.16 * side)
            to = slim(*root, bearing + side * (180 - turn), length * size, wide * size)
            sheet.folded(DROP, to, "wing", "wing-shade", size / 5, side)
    # The abdomen points away from the flight.
    tail = slim(*here(-0.05, 0), bearing + 180, 1.22 * size, 0.92 * size)
    outline = BODY.whole(tail)
    sheet.cut(outline, "bee", size / 5)
    with sheet.within(outline, f"{name}-body"):
        sheet.flat(BODY.half(tail, 1), "honey")
        for near, far in ((0.2, 0.37), (0.52, 0.69), (0.83, 1.05)):
            sheet.flat(_band(tail, near, far), "heart")
    for side in (-1, 1):
        feeler = (here(0.94, 0.1 * side), here(1.16, 0.14 * side), here(1.24, 0.36 * side))
        sheet.line(f"M{spot(feeler[0])} Q{spot(feeler[1])} {spot(feeler[2])}", "heart", round(0.08 * size, 3))
        sheet.flat(disc(*feeler[2], 0.075 * size), "heart")
    sheet.cut(ellipse(here, 0.7, 0, 0.29, 0.4), "heart", size / 6)
    sheet.cut(ellipse(here, 0.22, 0, 0.38, 0.44), "fur-shade", size / 6)
    sheet.flat(ellipse(here, 0.24, 0, 0.31, 0.36), "fur")
    with sheet.within(ellipse(here, 0.24, 0, 0.31, 0.36), f"{name}-fur"):
        sheet.flat(polygon([here(u, v) for u, v in ((-0.2, 0), (0.7, 0), (0.7, 0.5), (-0.2, 0.5))]), "fur-shade", 0.4)
    for side in (-1, 1):
        sheet.flat(ellipse(here, 0.73, 0.23 * side, 0.13, 0.11), "white")
        sheet.flat(ellipse(here, 0.77, 0.23 * side, 0.065, 0.06), "heart")


def token() -> None:
    """Draw the bee's token, 15 mm and 3 mm of bleed."""
    sheet = Sheet(21, 21)
    sheet.flat(disc(10.5, 10.5, 10.5), "honey-dark")
    sheet.cut(disc(10.5, 10.5, 6.7), "honey-pale", 0.6)
    bee(sheet, 10.5, 10.5, 4.324, -90, "token", swept=True)
    sheet.save("tokens/bee")


def ladybird() -> None:
    """Draw a ladybird that climbs to the upper left."""
    sheet = Sheet(GUEST, GUEST)
    here = frame(4.5, 4.5, -135, 2.6)
    for side in (-1, 1):
        for along in (-0.5, 0, 0.5):
            foot = (here(along, 0.7 * side), here(along + 0.12, 1.24 * side))
            sheet.line(f"M{spot(foot[0])} L{spot(foot[1])}", "heart", 0.32)
        feeler = (here(1.1, 0.2 * side), here(1.62, 0.5 * side))
        sheet.line(f"M{spot(feeler[0])} L{spot(feeler[1])}", "heart", 0.28)
    sheet.cut(ellipse(here, 0.95, 0, 0.42, 0.55), "heart", 0.8)
    shell = ellipse(here, -0.1, 0, 1.12, 1)
    sheet.cut(shell, "poppy", 1.2)
    with sheet.within(shell, "ladybird-shell"):
        sheet.flat(ellipse(here, -0.1, 1.6, 1.6, 1.6), "poppy-deep")
        for u, v, r in ((0.42, 0.5, 0.22), (-0.28, 0.56, 0.26), (-0.85, 0.3, 0.18)):
            for side in (-1, 1):
                sheet.flat(ellipse(here, u, v * side, r, r), "heart")
    sheet.line(f"M{spot(here(1, 0))} L{spot(here(-1.2, 0))}", "heart", 0.26)
    for side in (-1, 1):
        sheet.flat(ellipse(here, 1.08, 0.27 * side, 0.13, 0.13), "white")
    sheet.save("guests/ladybird")


def butterfly() -> None:
    """Draw a butterfly with folded wings spread wide."""
    sheet = Sheet(GUEST, GUEST)
    x, y, bearing = 4.5, 4.7, -60
    here = frame(x, y, bearing)
    for side in (-1, 1):
        sheet.folded(PETAL, slim(*here(-0.3, 0), bearing + 128 * side, 3.2, 2.9), "honey", "honey-deep", 0.9, side)
        sheet.folded(PETAL, slim(*here(0.3, 0), bearing + 62 * side, 3.9, 3.4), "honey", "honey-deep", 1, side)
        for turn, reach, r in ((62, 2.9, 0.45), (62, 1.9, 0.28), (128, 2.3, 0.36)):
            sheet.flat(disc(*slim(*here(0, 0), bearing + turn * side, 1, 1)(reach, 0), r), "honey-light")
        feeler = (here(1.5, 0.1 * side), here(2.6, 0.2 * side), here(3, 1 * side))
        sheet.line(f"M{spot(feeler[0])} Q{spot(feeler[1])} {spot(feeler[2])}", "heart", 0.26)
        sheet.flat(disc(*feeler[2], 0.24), "heart")
    sheet.cut(ellipse(here, -0.2, 0, 2, 0.42), "heart", 0.6)
    sheet.flat(ellipse(here, 1.5, 0, 0.5, 0.5), "heart")
    sheet.save("guests/butterfly")


def snail() -> None:
    """Draw a snail that creeps to the left."""
    sheet = Sheet(GUEST, GUEST)
    for tip in ((0.9, 2.1), (2.3, 1.8)):
        sheet.line(f"M1.9,4.4 L{spot(tip)}", "honey-light", 0.42)
        sheet.flat(disc(*tip, 0.36), "heart")
    sheet.cut(
        "M8.6,7.8 C7,8.2 3.4,8.3 2.2,7.6 C0.9,6.8 0.4,4.6 1,3.8 C1.6,3 2.8,3.3 2.9,4.4 C3,5.6 3.4,6.4 4.6,6.4 "
        "C6.2,6.4 7.4,7 8.6,7.8 Z",
        "honey-light",
    )
    sheet.cut(disc(5.3, 4.5, 2.75), "honey-deep", 1.1)
    for x, y, r, colour in ((5, 4.35, 2.1, "honey"), (5.35, 4.6, 1.45, "honey-deep"), (5.15, 4.5, 0.85, "honey-light")):
        sheet.flat(disc(x, y, r), colour)
    sheet.line("M1.2,5.5 Q1.5,6 2,5.9", "heart", 0.24)
    sheet.save("guests/snail")


def main() -> None:
    """Draw the token and the guests."""
    token()
    ladybird()
    butterfly()
    snail()
