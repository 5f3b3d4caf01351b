"""Draw the first half of the royal jelly deck: art/cards/R01.svg to R09.svg, each telling the joke of its card."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import bees
import palace
import scenery
from bees import Drawn, Pencil, at
from scenery import chest, in_mm, placed, shadow, standing, whoosh, worn

Scene = Callable[[Pencil], Iterable[Drawn | None]]


# ---------------------------------------------------------------------------------------------- props


def parachute(pencil: Pencil, x: float, y: float, radius: float, grip: bees.Point) -> Drawn:
    """Draw a great dandelion seed: a dome of down over (x, y), its stalk held at `grip`."""
    r = radius
    tips = [
        (x + r * math.cos(math.radians(d)), y + r * 0.84 * math.sin(math.radians(d))) for d in range(-176, 0, 172 // 8)
    ]
    dome = f"M{at(*tips[0])}" + "".join(f"A{at(r * 0.24, r * 0.24)} 0 0 1 {at(*tip)}" for tip in tips[1:])
    dome += f"Q{at(x + r * 0.5, y - r * 0.12, x, y + 0.3)}Q{at(x - r * 0.5, y - r * 0.12, *tips[0])}Z"
    rays = "".join(
        f"M{at(x, y)}Q{at((x + tx) / 2, (y + ty) / 2 - 0.4, x + (tx - x) * 0.88, y + (ty - y) * 0.88)}"
        for tx, ty in tips
    )
    tufts = [pencil.dot(x + (tx - x) * 0.86, y + (ty - y) * 0.86, 0.55, "honey") for tx, ty in tips]
    gx, gy = grip
    return pencil.group(
        pencil.flat(dome, "white", 0.92),
        pencil.stroke(rays, pencil.detail, "honey-deep"),
        *tufts,
        pencil.shape(dome, "none"),
        scenery.ribbon(
            pencil, f"M{at(x, y)}Q{at(x + 0.4, (y + gy) / 2, gx, gy)}L{at(gx - 0.3, gy + 2.6)}", 0.5, "bark-light"
        ),
        pencil.shape(f"M{at(gx - 0.3, gy + 2.2)}q1.3 1.9 -.2 4.6q-1.5 -2.6 .2 -4.6Z", "bark"),
        pencil.oval(x, y + 0.2, 1.1, 0.8, "bark-light"),
    )


def quilt(pencil: Pencil, horizon: float) -> Drawn:
    """Draw the field of hexes as it looks from high up."""
    parts = [scenery.flood(pencil, "meadow", top=horizon)]
    inks = ("petal-yellow", "leaf", "petal-pink", "meadow-deep", "petal-blue", "leaf", "jelly")
    for row in range(4):
        deep = 1 + row * 0.7
        wide = 5.2 * deep
        y = horizon + 1.1 + row * 1.6 * (1 + row * 0.42)
        for column in range(-5, 6):
            x = 26.5 + (column + (0.5 if row % 2 else 0)) * wide
            if -wide < x < 53 + wide:
                cell = scenery.hexagon(0, 0, wide * 0.53)
                tone = pencil.flat(cell, inks[(column * 3 + row * 2) % 7], 0.55)
                parts.append(pencil.group(tone, transform=f"translate({at(x, y)})scale(1 .36)"))
    return pencil.group(*parts)


def crown_seal(pencil: Pencil, x: float, y: float, radius: float) -> Drawn:
    """Draw a blob of sealing wax stamped with a crown."""
    u = radius / 3
    crown = (
        f"M{at(-1.5 * u, 1.1 * u)}L{at(-1.9 * u, -1 * u)}L{at(-0.8 * u, 0)}L{at(0, -1.5 * u)}L{at(0.8 * u, 0)}"
        f"L{at(1.9 * u, -1 * u)}L{at(1.5 * u, 1.1 * u)}Z"
    )
    return placed(
        pencil,
        x,
        y,
        0,
        pencil.shape(bees.scallop(0, 0, radius, radius * 0.95, 8, 0.6), "jelly"),
        pencil.flat(crown, "honey"),
    )


def compass(pencil: Pencil, x: float, y: float, radius: float) -> Drawn:
    """Draw a compass rose inlaid in a floor: one point for each of the six ways off a hex."""
    points = ""
    for i in range(12):
        reach = radius * (0.94 if i % 2 == 0 else 0.3)
        a = math.radians(30 * i)
        points += f"{'L' if i else 'M'}{at(reach * math.cos(a), reach * math.sin(a))}"
    return pencil.group(
        pencil.dot(0, 0, radius * 1.12, "honey"),
        pencil.dot(0, 0, radius, "jelly-light"),
        pencil.flat(points + "Z", "jelly-deep", 0.85),
        pencil.dot(0, 0, radius * 0.34, "honey"),
        transform=f"translate({at(x, y)})scale(1 .34)",
    )


def shades(pencil: Pencil) -> list[Drawn]:
    """Draw sunglasses on a head in side view."""
    lens = "M-3.2 -1.7H2.2Q2.3 2.2 -.4 2.4Q-3.2 2.2 -3.2 -1.7ZM2.9 -1.7H6.3Q6.3 2 4.4 2.2Q2.7 2 2.9 -1.7Z"
    return [
        pencil.stroke("M-6.6 -1.9L-3 -1.4M2 -1.2H3.2", max(pencil.line, 0.6)),
        pencil.shape(lens, "hive-black"),
        pencil.flat("M-2.4 -1.1L-.9 -1.1L-2.2 1ZM3.5 -1.1L4.6 -1.1L3.6 .8Z", "white", 0.75),
    ]


def lance(pencil: Pencil) -> Drawn:
    """Draw a stinger the length of a lance, its grip at the origin, its point to the right."""
    hull = "M-9.4 -2.2Q-11.2 0 -9.4 2.2L3 2.1Q13 1.7 20.6 0Q13 -1.7 3 -2.1Z"
    return pencil.group(
        pencil.flat(hull, "bee"),
        pencil.flat("M-7.4 -2.2H-4.8V2.2H-7.4ZM-2 -2.2H.8V2.1H-2ZM3.4 -2.1Q13 -1.7 20.6 0Q13 1.7 3.4 2.1Z", "ink"),
        pencil.flat("M5 -1.2Q11 -1 16 -.3Q11 -.3 5 -.5Z", "white", 0.8),
        pencil.shape(hull, "none"),
    )


def grindstone(pencil: Pencil, x: float, y: float, radius: float) -> Drawn:
    """Draw a grindstone on its trestle."""
    r = radius
    return pencil.group(
        pencil.shape(
            f"M{at(x - 1, y)}L{at(x - 6, 32.6)}h2.6L{at(x, y + 4)}L{at(x + 3.4, 32.6)}h2.6L{at(x + 1, y)}Z", "bark"
        ),
        pencil.oval(x, y, r, r, "rock-light"),
        pencil.picture.circle((x, y), round(r * 0.76, 3), fill="none", **_line(pencil, "rock")),
        pencil.stroke(
            f"M{at(x - r * 0.5, y + r * 0.2)}A{at(r * 0.54, r * 0.54)} 0 0 0 {at(x, y + r * 0.54)}"
            f"M{at(x + r * 0.5, y - r * 0.2)}A{at(r * 0.54, r * 0.54)} 0 0 0 {at(x, y - r * 0.54)}",
            0.4,
            "rock-deep",
        ),
        pencil.oval(x, y, r * 0.2, r * 0.2, "honey"),
    )


def _line(pencil: Pencil, colour: str) -> dict[str, object]:
    """Return the attributes of a thin ring."""
    return {"stroke": pencil.ink(colour), "stroke_width": 0.4}


def shield(pencil: Pencil, x: float, y: float, width: float) -> Drawn:
    """Draw a great shield with a comb cell for its emblem."""
    u = width / 16

    def hull(inset: float) -> str:
        w, top = (8 - inset) * u, (-9 + inset) * u
        return (
            f"M{at(-w, top + 0.6 * u)}Q{at(-w * 0.4, top + 1.4 * u, 0, top - 0.4 * u)}"
            f"Q{at(w * 0.4, top + 1.4 * u, w, top + 0.6 * u)}V{at(0.5 * u)}"
            f"C{at(w, 6 * u, w * 0.5, (9 - inset) * u, 0, (11 - inset) * u)}"
            f"C{at(-w * 0.5, (9 - inset) * u, -w, 6 * u, -w, 0.5 * u)}Z"
        )

    half = f"M0 {at(-9 * u)}Q{at(3 * u, -7 * u, 6.2 * u, -6.7 * u)}V{at(0.5 * u)}C{at(6.2 * u, 5 * u, 3 * u, 8 * u, 0, 9 * u)}Z"
    return placed(
        pencil,
        x,
        y,
        0,
        pencil.shape(hull(0), "honey"),
        pencil.shape(hull(1.8), "jelly"),
        pencil.flat(half, "jelly-deep", 0.7),
        pencil.shape(scenery.hexagon(0, -0.2 * u, 3.7 * u), "honey"),
        pencil.flat(scenery.hexagon(0, -0.2 * u, 2.1 * u), "honey-light"),
    )


def stethoscope(pencil: Pencil, x: float, y: float, size: float) -> Drawn:
    """Draw a stethoscope round the neck of a bee in side view whose chest lies at (x, y)."""
    u = size / bees.TALL
    return placed(
        pencil,
        x,
        y,
        0,
        scenery.ribbon(pencil, f"M{at(-2.2 * u, -0.6 * u)}Q{at(-1.4 * u, 3.6 * u, 1.2 * u, 3.4 * u)}"
                       f"Q{at(4.2 * u, 3.2 * u, 4.4 * u, 0)}M{at(1.2 * u, 3.4 * u)}V{at(5.6 * u)}", 0.35, "jelly"),
        pencil.oval(1.2 * u, 6.6 * u, 1.6 * u, 1.6 * u, "rock-light"),
        pencil.dot(0.9 * u, 6.2 * u, 0.6 * u, "white"),
    )  # fmt: skip


def head_mirror(pencil: Pencil) -> list[Drawn]:
    """Draw a doctor's band with its round mirror on a head in side view."""
    return [
        pencil.shape("M-6.4 -2C-4.6 -4.4 4.4 -4.6 6.3 -2.2L6 -3.7C4 -5.8 -4.2 -5.7 -6 -3.6Z", "white"),
        pencil.oval(2.2, -5.3, 2.5, 2.5, "rock-light"),
        pencil.oval(2.2, -5.3, 1.0, 1.0, "sky"),
        pencil.flat("M.4 -6.2Q.9 -7.2 2.2 -7.3Q1.3 -6.6 1 -5.8Z", "white"),
    ]


def bindle(pencil: Pencil) -> Drawn:
    """Draw a bundle on a stick, shouldered at the origin."""
    return pencil.group(
        scenery.ribbon(pencil, "M-3.6 3.2L4 -3.6", 0.45, "bark-light"),
        pencil.shape("M4 -3.6Q7 -3.2 7 -.4Q6.6 1.9 4.2 1.8Q1.4 1.6 1.6 -.8Q1.8 -2.6 4 -3.6Z", "hive-pink"),
        *(pencil.dot(x, y, 0.36, "white") for x, y in ((3.2, -0.9), (5.4, -1.5), (4.4, 0.6), (6, 0.3))),
        pencil.shape("M4 -3.6L2.6 -5.2L4.4 -4.6L5.8 -5.4Z", "hive-pink"),
    )


def pail(pencil: Pencil, x: float, y: float) -> Drawn:
    """Draw a bucket of pollen heaped high, hanging from (x, y)."""
    r = 1.75
    grains = [scenery.pollen(pencil, x + dx, y + dy, r) for dx, dy in ((-1.6, 3.6), (1.7, 3.6), (0, 2.2))]
    return pencil.group(
        pencil.stroke(f"M{at(x - 3, y + 4)}L{at(x, y)}L{at(x + 3, y + 4)}", pencil.line),
        *grains,
        placed(
            pencil,
            x,
            y + 4.2,
            0,
            pencil.flat("M-3.4 0H3.4L2.6 5.2Q0 6 -2.6 5.2Z", "rock-light"),
            pencil.flat("M1 .1H3.3L2.6 5.2Q1.8 5.6 .9 5.7Z", "rock"),
            pencil.shape("M-3.4 0H3.4L2.6 5.2Q0 6 -2.6 5.2Z", "none"),
            pencil.stroke("M-3.1 1.7Q0 2.5 3.1 1.7"),
        ),
    )


def helmet_bowl(pencil: Pencil) -> Drawn:
    """Draw a helmet turned over and heaped with pollen, held from below at the origin."""
    heap = [
        scenery.pollen(pencil, x, y, 1.9) for x, y in ((-2.6, -5.6), (2.7, -5.5), (0, -5.2), (-1.3, -7.6), (1.4, -7.6))
    ]
    return pencil.group(
        pencil.shape("M-1.6 -.9C-2.4 1.2 -1.6 2.9 0 3C1.6 2.9 2.4 1.2 1.6 -.9Z", "hive-green"),
        *heap,
        pencil.shape("M-5 -4.8H5Q4.9 .2 0 .4Q-4.9 .2 -5 -4.8Z", "rock-light"),
        pencil.flat("M2.6 -4.6H4.8Q4.7 -.4 1 .2Q2.8 -1.4 2.6 -4.6Z", "rock"),
        pencil.shape("M-5.6 -5.2Q0 -3.9 5.6 -5.2L5.3 -3.7Q0 -2.6 -5.3 -3.7Z", "honey"),
        *(pencil.dot(x, y, 0.28, "ink") for x, y in ((-3.4, -4.1), (0, -3.8), (3.4, -4.1))),
    )


def bouquet(pencil: Pencil) -> Drawn:
    """Draw a bunch of flowers in a paper cone, gripped at the origin."""
    heads = []
    for x, y, ink in (
        (-3.2, -6, "hive-pink"),
        (3.2, -6.2, "petal-blue"),
        (0, -8.2, "petal-yellow"),
        (0.2, -5.2, "white"),
    ):
        ring = [
            pencil.oval(x + 1.35 * math.cos(a), y + 1.35 * math.sin(a), 0.95, 0.95, ink)
            for a in (math.radians(72 * i - 90) for i in range(5))
        ]
        heads += [*ring, pencil.oval(x, y, 0.9, 0.9, "flower-eye")]
    leaves = "M-2 -3Q-5.6 -3 -6 -6Q-3 -5.8 -2 -3ZM2 -3Q5.6 -3.2 6 -6Q3.2 -5.6 2 -3Z"
    return pencil.group(
        pencil.shape(leaves, "leaf"),
        *heads,
        pencil.shape("M-3.4 -4.2Q-1.6 -3.2 0 -3.9Q1.6 -3.2 3.4 -4.2L.9 2.4H-.9Z", "jelly-light"),
        pencil.stroke("M-1.2 -3.2L-.4 1.4M1.4 -3.2L.5 1.4"),
    )


def stop_paddle(pencil: Pencil) -> Drawn:
    """Draw a red eight-sided paddle with a flat palm on it, held by its stick at the origin."""
    corners = [(math.cos(math.radians(22.5 + 45 * i)), math.sin(math.radians(22.5 + 45 * i))) for i in range(8)]

    def sides(radius: float) -> str:
        return "M" + "L".join(at(radius * c, -9.6 + radius * s) for c, s in corners) + "Z"

    palm = (
        "M-1.7 -8.6V-11.6A.6 .6 0 0 1 -.5 -11.6V-12.7A.6 .6 0 0 1 .7 -12.7V-12.2A.6 .6 0 0 1 1.9 -12.2V-9.9"
        "L2.5 -10.5A.65 .65 0 0 1 3.4 -9.6L1.9 -7.4Q1.4 -6.6 .3 -6.6Q-1.7 -6.7 -1.7 -8.6Z"
    )
    return pencil.group(
        scenery.ribbon(pencil, "M0 3V-5", 0.6, "bark-light"),
        pencil.shape(sides(6.4), "white"),
        pencil.flat(sides(5.5), "red"),
        pencil.flat(palm, "white"),
        pencil.stroke("M-.5 -11.4V-9.7M.7 -12V-9.8", 0.24, "red"),
    )


def party_hat(pencil: Pencil) -> list[Drawn]:
    """Draw a striped paper cone on a head in side view."""
    return [
        pencil.shape("M-3.6 -4.6L-1.2 -12.6L3.4 -5.4Q0 -6.4 -3.6 -4.6Z", "hive-pink"),
        pencil.flat("M-2.8 -7.3L-2.2 -9.3L1.4 -8.4L2.4 -6.9Z", "white", 0.9),
        pencil.shape("M-3.6 -4.6L-1.2 -12.6L3.4 -5.4Q0 -6.4 -3.6 -4.6Z", "none"),
        pencil.shape(bees.scallop(-1.2, -12.8, 1.3, 1.2, 6), "honey-light"),
    ]


def burst(pencil: Pencil, x: float, y: float, radius: float) -> Drawn:
    """Draw the bang of a bursting balloon with its flying shreds."""
    star = ""
    for i in range(20):
        reach = radius * (0.55 if i % 2 else (1.0 if i % 4 else 0.8))
        a = math.radians(18 * i - 90)
        star += f"{'L' if i else 'M'}{at(reach * math.cos(a), reach * math.sin(a))}"
    scraps = [
        pencil.group(pencil.shape("M-1.3 -.6Q0 -1.6 1.2 -.5Q1.5 .6 .4 1Q-.4 .2 -1 .7Q-1.7 .2 -1.3 -.6Z", "hive-sky"),
                     transform=f"translate({at(dx * radius, dy * radius)})rotate({at(turn)})")
        for dx, dy, turn in ((-0.75, -0.15, 30), (0.62, -0.5, 160), (0.3, 0.52, 80), (-0.2, -0.66, -40))
    ]  # fmt: skip
    core = pencil.oval(0, 0, radius * 0.42, radius * 0.42, "white", lined=False)
    return placed(pencil, x, y, 0, pencil.shape(star + "Z", "honey"), core, *scraps)


# ---------------------------------------------------------------------------------------------- scenes


def gone_with_the_wing(pencil: Pencil) -> Iterable[Drawn | None]:
    """R01 Gone with the wing: the drifting bee dreams under a dandelion parachute, high over the field."""
    yield scenery.flood(pencil, "jelly-light")
    for reach, opacity in ((40, 0.35), (28, 0.45), (17, 0.6)):
        yield pencil.picture.ellipse((12, 24), (reach, round(reach * 0.6, 3)), fill=pencil.ink("honey-light"), opacity=opacity)
    yield pencil.picture.circle((10.5, 11), 5, fill=pencil.ink("honey"), opacity=0.7)
    yield scenery.clouds(pencil, [(9, 14, 13), (46.5, 20.5, 14)], 0.85)
    yield scenery.hills(pencil, 26, "jelly", 0.45)
    yield quilt(pencil, 26)
    yield whoosh(
        pencil, "M2 22.6Q6 20.4 9.4 22.4T15 21.6M36 8.4Q40 6.4 43.4 8.2T50 7.4M37.6 28.4Q41 26.6 44 28.2", "white"
    )
    yield parachute(pencil, 31.6, 12.2, 10.6, (30.4, 18.8))
    yield bees.bee(
        pencil.picture, 23, 22.4, 21, mood="laughing", pose="sit", wings="level", turn=-10, wing_size=0.9,
        near=((3.4, 5.4), (9.6, -0.6)), far=((9.6, 2.4), (10.6, -3.4)),
    )  # fmt: skip


def mind_your_own(pencil: Pencil) -> Iterable[Drawn | None]:
    """R02 Mind your own beeswax: a forager is sealed in a parcel and carted off."""
    yield scenery.meadow(pencil, 22)
    yield scenery.clouds(pencil, [(12, 7, 12), (50, 13, 12)])
    yield scenery.tufts(pencil, [(4, 33.6), (33, 34), (50, 27)])
    yield scenery.daisies(pencil, [(9, 25.6), (47, 33.4), (21, 34)])
    yield shadow(pencil, 36, 32.6, 13)
    yield shadow(pencil, 12, 32.6, 7)
    yield bees.bee(
        pencil.picture, 36, 15.4, 21.5, role="forager", view="bust", mood="surprised", tint="hive-blue", look=(-0.5, 0.2),
        wings="up", wing_size=0.72,
    )  # fmt: skip
    yield pencil.shape("M26 15.6L22.6 12.6L29 11.4L31 15.6ZM46 15.6L49.6 12.2L43.6 11.6L41 15.6Z", "bark-light")
    yield pencil.flat("M26 15.4H46V28.4H26Z", "bark-light")
    yield pencil.flat("M40.6 15.4H46V28.4H26V25.6H40.6Z", "bark", 0.35)
    yield pencil.flat("M34.4 15.4H37.6V28.4H34.4Z", "jelly")
    yield pencil.stroke("M34.4 15.4V28.4M37.6 15.4V28.4", pencil.detail)
    yield pencil.shape("M26 15.4H46V28.4H26Z", "none")
    yield crown_seal(pencil, 36, 21.8, 3.5)
    for x in (31.2, 40.8):
        yield palace.fist(pencil, x, 15.4, 25)
    yield scenery.ribbon(pencil, "M21.6 15.4Q22.6 16 22.8 18L24 28.9H48.4", 0.8, "rock-deep")
    yield palace.wheel(pencil, 28.6, 30.6, 2.2)
    yield palace.wheel(pencil, 43.4, 30.6, 2.2)
    yield bees.bee(
        pencil.picture, 12.4, 20.6, 23, role="soldier", mood="smug", tint="hive-pink", pose="run", wings="level",
        near=((4.0, 3.4), (11.4, -2.2)), far=((8.0, 1.4), (12.0, -4.6)), wing_size=0.85,
    )  # fmt: skip
    yield whoosh(pencil, "M1.6 31.4H6M2.4 28.8H4.6", "white")


def about_buzz(pencil: Pencil) -> Iterable[Drawn | None]:
    """R03 About-buzz! A drill-sergeant queen spins a soldier on its heel."""
    yield palace.hall(pencil, 23.5)
    yield palace.curtain(pencil, "left", 8, 16)
    yield compass(pencil, 38, 30, 12.4)
    yield shadow(pencil, 13, 32.4, 6.5)
    yield standing(
        pencil, 11.8, 32.6, 23.5, role="queen", mood="angry", tint="jelly", near="hip", far=((8.2, 3.4), (11.6, -0.4)),
        far_prop=in_mm(megaphone, 23),
    )  # fmt: skip
    yield scenery.arrow(pencil, "M47.8 21.6C45 18.8 34 18.6 31 21", (30.8, 21.2), 145, "honey", 1.2)
    yield whoosh(pencil, "M30.6 8.6Q28.8 11 29 13.6M47.6 8.6Q49.6 11 49.2 13.6", "white", 0.6)
    yield standing(
        pencil, 38.6, 31, 23, role="soldier", view="front", mood="dizzy", tint="hive-orange", wings="level",
        near=((-7.6, 2.6), (-9.8, -2.4)), far=((7.4, 2.8), (9.8, -1.0)), turn=6, wing_size=0.8,
    )  # fmt: skip
    yield scenery.arrow(pencil, "M29.4 24.6C31 29.4 45 29.8 48.4 25.4", (48.6, 25.1), -50, "honey", 1.2)


def megaphone(pencil: Pencil) -> Drawn:
    """Draw a golden megaphone held by its handle, its mouth to the right."""
    return pencil.group(
        pencil.shape("M-2.6 -3.4L4 -6.4V.8L-2.6 -1.6Z", "honey"),
        pencil.oval(4, -2.8, 1.1, 3.7, "honey-light"),
        pencil.shape("M-1.2 -1.3L-.6 .8L.6 .8L.8 -.5Z", "jelly"),
    )


def sting_operation(pencil: Pencil) -> Iterable[Drawn | None]:
    """R04 Sting operation: a cool soldier whets a stinger the length of a lance."""
    yield scenery.flood(pencil, "jelly")
    yield palace.panels(pencil, "jelly-deep", 0.3, 27)
    yield scenery.flood(pencil, "jelly-deep", top=27.5)
    for reach, opacity in ((19, 0.25), (12, 0.4), (7, 0.6)):
        yield pencil.picture.circle((41, 18.6), reach, fill=pencil.ink("honey-light"), opacity=opacity)
    yield shadow(pencil, 43, 32.6, 7.6)
    yield shadow(pencil, 14, 32.6, 7)
    yield grindstone(pencil, 43, 25.4, 6.4)
    size, x = 24.0, 14.6
    y = chest(32.8, size)
    yield bees.bee(
        pencil.picture, x, y, size, role="soldier", mood="smug", tint="hive-green", far=((8.0, 4.6), (14.2, 1.4)),
        near=((2.6, 7.4), (8.6, 4.0)), near_prop=in_mm(lance, size, -19),
    )  # fmt: skip
    yield worn(pencil, x, y, size, shades)
    yield pencil.shape(spark_burst(41.2, 18.8), "honey")
    yield palace.glints(
        pencil, [(34.6, 10.6, 1.5), (46.4, 9.4, 1.9), (41.4, 6.4, 1.2), (50, 15.6, 1.2), (32.6, 15.4, 0.9)]
    )


def spark_burst(x: float, y: float) -> str:
    """Return the path of a spray of sparks, flying up."""
    path = ""
    reaches = (3.2, 1.5, 4.4, 1.6, 5.4, 1.7, 4.8, 1.6, 4.2, 1.4, 3.0)
    for i, reach in enumerate(reaches):
        a = math.radians(-165 + 15 * i)
        path += f"{'L' if i else 'M'}{at(x + reach * math.cos(a), y + reach * math.sin(a))}"
    return path + f"L{at(x, y + 1)}Z"


def got_your_back(pencil: Pencil) -> Iterable[Drawn | None]:
    """R05 Hive got your back: two soldiers back to back behind one great shield."""
    yield scenery.flood(pencil, "jelly-light")
    yield scenery.rays(pencil, 26.5, 19, "jelly", 0.35, 12)
    yield scenery.hills(pencil, 26, "jelly", 0.5)
    yield scenery.flood(pencil, "jelly", top=26)
    yield scenery.flood(pencil, "jelly-deep", 0.5, top=31)
    yield shadow(pencil, 26.5, 32.6, 19)
    for x, facing in ((17.6, "left"), (35.4, "right")):
        yield standing(
            pencil, x, 32.8, 23.5, role="soldier", mood="angry", tint="hive-orange", facing=facing, wings="up",
            wing_size=0.8, near="hold", near_prop=bees.spear(18), far="down",
        )  # fmt: skip
    yield shield(pencil, 26.5, 23.6, 13)
    yield palace.glints(pencil, [(22.6, 18.4, 1.3), (29.4, 28.6, 0.9)])


def all_mite_now(pencil: Pencil) -> Iterable[Drawn | None]:
    """R06 All mite now: the doctor shows a mite the door."""
    yield palace.hall(pencil, 27.5, ground="jelly")
    yield pencil.flat("M34.6 4H50.4V28.6H34.6Z", "honey-deep")
    yield pencil.flat("M35.8 5.2H49.2V28.6H35.8Z", "sky")
    yield pencil.flat("M35.8 20Q42 17.4 49.2 19.6V28.6H35.8Z", "meadow-deep")
    yield pencil.flat("M39.6 28.6L42.2 19Q43 18.8 43.4 19L47.2 28.6Z", "honey-light")
    yield pencil.flat("M49.2 5.2L53 2.8V32.4L49.2 28.6Z", "bark-light")
    yield pencil.dot(51.6, 15.4, 0.6, "honey")
    yield pencil.flat("M33 28.6H51.6L54 32H31Z", "jelly-deep", 0.6)
    yield shadow(pencil, 42.4, 30.6, 6)
    yield shadow(pencil, 14.4, 32.6, 7)
    size, x = 25.0, 14.6
    y = chest(32.8, size)
    yield bees.bee(pencil.picture, x, y, size, mood="smug", near="hip", far="point", wings="up", wing_size=0.9)
    yield stethoscope(pencil, x, y, size)
    yield worn(pencil, x, y, size, head_mirror)
    yield placed(pencil, 44.6, 19.8, 0, bindle(pencil))
    yield palace.mite(pencil, 42, 25, 14.4, "sad", look=(-0.5, 0.3))
    yield pencil.shape(palace.pearl(38.9, 26.8, 0.6), "sky-deep")


def sweet_comb(pencil: Pencil) -> Iterable[Drawn | None]:
    """R07 Home, sweet comb: a forager comes to the door with buckets running over."""
    yield palace.dusk(pencil, 23, 27)
    yield scenery.daisies(pencil, [(4, 29.5), (8.6, 33.2), (27.4, 26.6)], "jelly-light")
    yield pencil.flat("M25 35Q30 29.6 41 29.4L50 30.4Q44 31.4 42 35Z", "honey-light", 0.8)
    yield scenery.skep(pencil, 44.4, 32.4, 26)
    yield pencil.flat("M41.9 32.2V28.5A2.5 2.5 0 0 1 46.9 28.5V32.2Z", "honey-light")
    yield pencil.shape("M44.4 22.2C40.2 19.4 42 16 44.4 18.2C46.8 16 48.6 19.4 44.4 22.2Z", "red")
    yield shadow(pencil, 17.6, 33, 8)
    size, x = 24.0, 16.4
    y = chest(33, size)
    yield bees.bee(pencil.picture, x, y, size, role="forager", mood="laughing", tint="jelly", near=((3.4, 5.2), (4.4, 0.8)))
    yield scenery.ribbon(pencil, f"M{at(x - 12, y + 0.6)}Q{at(x + 1, y - 1.6, x + 13, y + 0.6)}", 0.6, "bark-light")
    for side in (-11.4, 12.4):
        yield pail(pencil, x + side, y + 0.6)
    yield palace.fist(pencil, x + 3.8, y - 0.3, size)


def im_home(pencil: Pencil) -> Iterable[Drawn | None]:
    """R08 Honey, I'm home! A soldier in the doorway, helmet full of pollen, flowers in hand."""
    yield palace.hall(pencil, 28, "jelly-light", "jelly")
    yield palace.archway(pencil, 26.5, 28.6, 23, 26, "honey-light")
    yield pencil.dot(26.5, 18, 9.4, "white")
    yield pencil.flat("M15 22Q26 18.4 38 21.6V28.6H15Z", "meadow-deep")
    yield pencil.flat("M15 28.4H38L43 33.6H10Z", "honey-deep", 0.9)
    yield palace.curtain(pencil, "left", 6, 18)
    yield palace.curtain(pencil, "right", 6, 18)
    yield shadow(pencil, 26.5, 33, 7)
    size = 25.0
    y = chest(33.2, size) - 0.4
    yield bees.bee(
        pencil.picture, 26.5, y, size, view="front", mood="laughing", wings="level",
        near=((-7.0, 4.4), (-10.4, 1.4)), near_prop=in_mm(helmet_bowl, size),
        far=((7.0, 4.6), (10.2, 2.2)), far_prop=in_mm(bouquet, size, 14),
    )  # fmt: skip
    scale = size / bees.TALL
    kerchief = bees.neckerchief(Pencil(pencil.picture, scale), 0, 0.9, "hive-green")
    yield pencil.group(kerchief, transform=f"translate({at(26.5, y)})scale({at(scale)})")


def buzz_kill(pencil: Pencil) -> Iterable[Drawn | None]:
    """R09 Buzz-kill: a guard holds up a paddle, and the party is over."""
    yield scenery.flood(pencil, "hive-pink", 0.35)
    yield scenery.flood(pencil, "jelly-light", 0.5)
    yield scenery.flood(pencil, "jelly", 0.75, top=27)
    bunting = "".join(
        f"M{at(x, 1.2 + 2.2 * math.sin(math.radians(x * 6.8)))}h4.4l-2.2 4.6Z"
        for x in (1.4, 7.4, 13.4, 19.4, 25.4, 31.4, 37.4, 43.4, 49.4)
    )
    yield pencil.flat(bunting, "jelly", 0.7)
    yield palace.confetti(pencil, 44, 3, 33)
    yield shadow(pencil, 14, 32.8, 6)
    yield shadow(pencil, 41.4, 32.8, 6.4)
    size = 19.5
    x, y = 42.2, chest(33, size)
    yield bees.bee(
        pencil.picture, x, y, size, mood="surprised", facing="left", wings="up", wing_size=0.9, look=(0.2, -0.7),
        near="down", far=((8.8, 1.0), (11.4, -2.6)),
    )  # fmt: skip
    yield worn(pencil, x, y, size, party_hat, facing="left")
    yield pencil.stroke(
        f"M{at(x - 7.9, y - 1.8)}Q{at(x - 9.6, y - 5, x - 7.6, y - 7.6)}T{at(x - 7.4, y - 12)}", pencil.line
    )
    yield burst(pencil, 34.6, 7.2, 5.8)
    size = 25.0
    yield standing(
        pencil, 12.6, 33, size, role="soldier", view="front", mood="angry", tint="hive-blue", near="hip", wings="level",
        far=((7.2, 4.6), (10.6, 1.6)), far_prop=in_mm(stop_paddle, size, 8), look=(0.5, 0.0), wing_size=0.8,
    )  # fmt: skip


SCENES: dict[str, Scene] = {
    "R01": gone_with_the_wing,
    "R02": mind_your_own,
    "R03": about_buzz,
    "R04": sting_operation,
    "R05": got_your_back,
    "R06": all_mite_now,
    "R07": sweet_comb,
    "R08": im_home,
    "R09": buzz_kill,
}


def main() -> None:
    """Draw this half of the deck."""
    for name, scene in SCENES.items():
        picture, pencil = scenery.stage()
        scenery.finish(picture, scene(pencil), f"cards/{name}")


if __name__ == "__main__":
    main()
