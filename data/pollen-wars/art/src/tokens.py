"""Draw the round tokens (with 3 mm of bleed ground round the trim circle) and the two faces of the die."""

from __future__ import annotations

import math
from collections.abc import Iterable

import bees
from art.pen import Drawn, Picture, Point, ring, star
from comb import clipped
from scenery import twinkle
from style import Pencil, at, canvas, ink, number, outline, save

BLEED = 3.0
# The shields with the emblems, which the layouts fill: large enough to tell hives apart across a table, and wide enough
# that corners of an emblem keep clear of the edge.
FORAGER_SHIELD = (14.0, 20.45, 3.6)
SOLDIER_SHIELD = (11.0, 15.1, 3.2)


def rounded_off(points: Iterable[Point]) -> list[Point]:
    """Return points to the micrometre."""
    return [(round(x, 3), round(y, 3)) for x, y in points]


def blank(diameter: float, ground: str) -> Picture:
    """Return a token whose ground runs to the edge of the bleed."""
    side = diameter + 2 * BLEED
    token = canvas(side, side)
    token.add(token.rect((0, 0), (side, side), fill=ink(ground)))
    return token


def disc(token: Picture, radius: float, fill: str) -> None:
    """Add an outlined disc round the middle of the token."""
    middle = float(token["width"][:-2]) / 2
    token.add(token.circle((middle, middle), radius, fill=ink(fill), **outline()))


def hatch(token: Picture, step: float = 1.5) -> None:
    """Hatch the ground from edge to edge, the mark of what is out of the game."""
    side = float(token["width"][:-2])
    count = int(2 * side / step)
    lines = []
    for i in range(1, count):
        t = i * step
        a, b = (t, 0.0) if t <= side else (side, t - side), (0.0, t) if t <= side else (t - side, side)
        lines.append(f"M{at(*a)}L{at(*b)}")
    token.add(token.path(d="".join(lines), fill="none", **outline(0.4, "faded")))


def emblem_seat(token: Picture, place: tuple[float, float, float]) -> None:
    """Hold a round shield before the bee: the paper disc, given as x, y and radius, that bears the hive's emblem."""
    x, y, radius = place
    token.add(token.circle((x, y), radius, fill=ink("paper"), **outline()))


def hive_ground(diameter: float, *, out: bool) -> Picture:
    """Return the ground of a bee token: the hive's colour, a pale ring and a pale field for the bee."""
    inner = round(diameter / 2 - 1.9, 3)
    if out:
        token = blank(diameter, "fog")
        hatch(token)
        middle = diameter / 2 + BLEED
        token.add(token.circle((middle, middle), round(inner + 0.45, 3), fill="none", **outline(1.6)))
        token.add(token.circle((middle, middle), round(inner + 0.45, 3), fill="none", **outline(0.9, "currentColor")))
        return token
    token = blank(diameter, "currentColor")
    middle = diameter / 2 + BLEED
    token.add(token.circle((middle, middle), round(inner + 0.55, 3), fill=ink("white")))
    token.add(token.circle((middle, middle), inner, fill="currentColor", fill_opacity=0.2))
    return token


def forager() -> None:
    """Draw a forager on the wing with a bucket of pollen."""
    token = hive_ground(22, out=False)
    token.add(
        bees.bee(
            token, 13.0, 13.3, 14.0, role="forager", pose="fly", wings="up", tint="currentColor", wing_size=0.94,
            near=((2.6, 5.6), (8.2, 2.6)), far=((8.0, 4.0), (11.0, 0.4)), far_prop=bees.bucket(),
        )
    )  # fmt: skip
    emblem_seat(token, FORAGER_SHIELD)
    save(token, "tokens/forager")


def forager_dead() -> None:
    """Draw the same forager on its back, legs up."""
    token = hive_ground(22, out=True)
    token.add(
        bees.bee(
            token, 14.2, 11.6, 13.6, role="forager", mood="dead", pose="fly", wings="up", tint="currentColor",
            near="forward", far="forward", facing="left", turn=180, faded=True, wing_size=0.94,
        )
    )  # fmt: skip
    emblem_seat(token, FORAGER_SHIELD)
    save(token, "tokens/forager-dead")


def without_feet(token: Picture, bee: Drawn) -> Drawn:
    """Cut off the feet of a soldier, which would stick out below the shield, but not the spear beside it."""
    side, waist, spear = 22, 15.9, 14.6
    kept = f"M0 0H{side}V{side}H{number(spear)}V{number(waist)}H0Z"
    return clipped(token, "feet", token.path(d=kept), bee)


def soldier() -> None:
    """Draw a soldier on guard, spear in hand."""
    token = hive_ground(16, out=False)
    bee = bees.bee(
        token, 10.6, 12.35, 11.2, role="soldier", view="front", mood="angry", tint="currentColor",
        far="hold", far_prop=bees.spear(13), near="down", wings="up", wing_size=0.74,
    )  # fmt: skip
    token.add(without_feet(token, bee))
    emblem_seat(token, SOLDIER_SHIELD)
    save(token, "tokens/soldier")


def soldier_injured() -> None:
    """Draw the same soldier bandaged, the spear gone."""
    token = hive_ground(16, out=True)
    bee = bees.bee(
        token, 10.6, 12.35, 11.2, role="soldier", view="front", mood="dizzy", tint="currentColor",
        near="down", far="down", wings="up", faded=True, hurt=True, wing_size=0.74,
    )  # fmt: skip
    token.add(without_feet(token, bee))
    emblem_seat(token, SOLDIER_SHIELD)
    save(token, "tokens/soldier-injured")


def grains(token: Picture, count: int, orbit: float, radius: float, start: float = -90.0) -> None:
    """Lay a ring of pollen grains round the middle of a pollen token."""
    for x, y in rounded_off(ring(10, 10, orbit, count, start)):
        token.add(token.circle((x, y), radius, fill=ink("petal-yellow"), **outline()))
        shine = round(radius * 0.3, 3)
        token.add(token.circle((round(x - shine, 3), round(y - shine, 3)), shine, fill=ink("white")))


def pollen() -> None:
    """Draw a ring of pollen round a seat for the emblem."""
    token = blank(14, "currentColor")
    grains(token, 12, 5.15, 1.05)
    disc(token, 4, "paper")
    save(token, "tokens/pollen")


def pollen_plus30() -> None:
    """Draw the back: a burst of pollen round a double ring, told from the front by its shape."""
    token = blank(14, "currentColor")
    burst = rounded_off(star(10, 10, 6.35, 4.7, 12))
    token.add(token.polygon(burst, fill=ink("petal-yellow"), **outline()))
    disc(token, 4.45, "white")
    disc(token, 4, "paper")
    save(token, "tokens/pollen-plus30")


def mite_body(pencil: Pencil) -> Drawn:
    """Draw a varroa mite about its own middle: broad as a bean, eight stubby legs, all teeth."""
    legs = []
    for side in (-1, 1):
        for root, knee, foot in (
            ((4.4, -2.6), (7.4, -5.6), (6.6, -7.2)),
            ((5.8, -1.0), (9.2, -2.6), (9.6, -4.4)),
            ((6.0, 1.0), (9.4, 1.6), (10.2, 3.6)),
            ((5.0, 2.8), (7.8, 4.4), (7.8, 6.4)),
        ):
            path = f"M{at(side * root[0], root[1])}Q{at(side * knee[0], knee[1], side * foot[0], foot[1])}"
            legs.append(pencil.stroke(path, 1.5))
            legs.append(pencil.oval(side * foot[0], foot[1], 0.95, 0.95, "mite-light"))
    shell = "M-7.4 .6C-7.6 -3.6 -4.4 -5.8 0 -5.8C4.4 -5.8 7.6 -3.6 7.4 .6C7.2 4.2 4 5.8 0 5.8C-4 5.8 -7.2 4.2 -7.4 .6Z"
    under = "M-7.3 1.2C-6.8 4.4 -3.8 5.8 0 5.8C4 5.8 7 4.3 7.35 .9C6 3.4 3.2 4.5 0 4.5C-3.2 4.5 -5.8 3.5 -7.3 1.2Z"
    mood = bees.MOODS["angry"]
    return pencil.group(
        *legs,
        pencil.flat(shell, "mite-light"),
        pencil.flat(under, "mite"),
        pencil.oval(-3.2, -4.2, 2.0, 0.6, "blush", lined=False, turn=-22),
        pencil.stroke("M-1.4 -5.2Q0 -4.2 1.4 -5.2M-2 -4.4Q0 -3 2 -4.4"),
        pencil.shape(shell, "none"),
        bees.eye(pencil, 2.3, -0.9, 1.9, 2.1, mood, (-0.2, 0.3), -1),
        bees.eye(pencil, -2.3, -0.9, 1.9, 2.1, mood, (0.2, 0.3), 1),
        pencil.shape("M-3.6 1.7Q0 2.9 3.6 1.7Q3.2 4.7 0 4.7Q-3.2 4.7 -3.6 1.7Z", "ink"),
        pencil.flat("M-2.7 2.1L-1.9 3.8L-1.1 2.4ZM2.7 2.1L1.9 3.8L1.1 2.4ZM-.7 4.6L0 3.4L.7 4.6Z", "white"),
    )


def mite(token: Picture, x: float, y: float, width: float) -> Drawn:
    """Return a mite `width` mm wide."""
    scale = width / 22
    drawn = mite_body(Pencil(token, scale, inks={"honey": "mite"}))
    drawn.attribs["transform"] = f"translate({at(x, y)})scale({at(scale)})"
    return drawn


def varroa() -> None:
    """Draw a mite in a jagged ring."""
    token = blank(22, "mite")
    token.add(token.polygon(rounded_off(star(14, 14, 9.9, 8.5, 18)), fill=ink("honey-light"), **outline()))
    token.add(mite(token, 14, 14, 16.4))
    save(token, "tokens/varroa")


def heart(token: Picture, x: float, y: float, size: float, fill: str = "red") -> Drawn:
    """Return a heart `size` mm wide."""
    s = size / 10
    path = (
        f"M{at(x, y + 4.6 * s)}C{at(x - 7.4 * s, y - 0.4 * s, x - 4.6 * s, y - 6.4 * s, x, y - 2.4 * s)}"
        f"C{at(x + 4.6 * s, y - 6.4 * s, x + 7.4 * s, y - 0.4 * s, x, y + 4.6 * s)}Z"
    )
    return token.path(d=path, fill=ink(fill), **outline())


def sparkle(token: Picture, x: float, y: float, size: float) -> Drawn:
    """Return a four-pointed glint."""
    return token.path(d=twinkle(x, y, size), fill=ink("white"), **outline())


def clean() -> None:
    """Draw a healthy hive bee in a smooth ring."""
    token = blank(22, "leaf")
    disc(token, 9.3, "white")
    disc(token, 8.6, "meadow")
    token.add(
        bees.bee(
            token, 14, 15.0, 18, view="front", mood="laughing", near="hug", far="hug", wings="level", wing_size=0.78
        )
    )
    token.add(heart(token, 14, 17.6, 4.6))
    token.add(sparkle(token, 8.3, 10.0, 1.6))
    token.add(sparkle(token, 19.9, 9.2, 1.25))
    save(token, "tokens/clean")


def die_face(fill: str) -> tuple[Picture, Drawn]:
    """Return a face of the die and the group to draw in: a panel whose colour tells the result from afar."""
    face = canvas(16, 16)
    face.add(face.rect((0, 0), (16, 16), fill=ink("paper")))
    face.add(face.rect((0.7, 0.7), (14.6, 14.6), rx=2.4, fill=ink(fill), **outline()))
    drawing = face.g(transform="translate(0.9 1)scale(.89)")
    face.add(drawing)
    return face, drawing


def board_bee(face: Picture, drawing: Drawn, mood: str) -> None:
    """Add a bee that holds a blank board before it."""
    drawing.add(bees.bee(face, 8, 7.9, 12.6, view="bust", mood=mood))
    drawing.add(face.rect((7.55, 13.6), (0.9, 2.0), fill=ink("bark-light"), **outline()))
    drawing.add(face.rect((3.6, 8.4), (8.8, 5.9), rx=0.6, fill=ink("white"), **outline()))
    pencil = Pencil(face, 1)
    for x in (3.7, 12.3):
        drawing.add(pencil.oval(x, 10.6, 0.75, 0.6, "bee-light"))


def peace() -> None:
    """Draw the face of the die for peace."""
    face, drawing = die_face("meadow")
    board_bee(face, drawing, "happy")
    x, y, r = 8, 11.35, 2.2
    slant = round(r * math.sqrt(0.5), 3)
    sign = f"M{at(x, y - r)}V{at(y + r)}M{at(x, y)}L{at(x - slant, y + slant)}M{at(x, y)}L{at(x + slant, y + slant)}"
    drawing.add(face.circle((x, y), r, fill="none", **outline(0.75, "leaf-dark")))
    drawing.add(face.path(d=sign, fill="none", **outline(0.75, "leaf-dark")))
    save(face, "die/peace")


def mite_face() -> None:
    """Draw the face of the die for the mite."""
    face, drawing = die_face("mite-light")
    board_bee(face, drawing, "scared")
    drawing.add(mite(face, 8, 11.4, 7.0))
    save(face, "die/mite")


def main() -> None:
    """Draw everything."""
    for draw in (forager, forager_dead, soldier, soldier_injured, pollen, pollen_plus30, varroa, clean):
        draw()
    peace()
    mite_face()
