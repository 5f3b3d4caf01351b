"""Draw the second half of the royal jelly deck: art/cards/R10.svg to R18.svg."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import bees
import palace
import scenery
from bees import Drawn, Pencil, at
from scenery import card, chest, in_mm, placed, shadow, standing, whoosh, worn

Scene = Callable[[Pencil], Iterable[Drawn | None]]


# ---------------------------------------------------------------------------------------------- props


def tub(pencil: Pencil, x: float, rim: float, width: float) -> Drawn:
    """Draw the front of a golden bath tub on claw feet, brimful of honey; its rim lies at height `rim`."""
    w = width / 2
    hull = f"M{at(-w, 0)}H{at(w)}C{at(w, 7, w * 0.8, 11.4, w * 0.5, 12)}H{at(-w * 0.5)}C{at(-w * 0.8, 11.4, -w, 7, -w, 0)}Z"
    shade = f"M{at(w * 0.6, 0)}H{at(w)}C{at(w, 7, w * 0.8, 11.4, w * 0.5, 12)}H{at(w * 0.1)}C{at(w * 0.5, 9, w * 0.6, 5, w * 0.6, 0)}Z"
    honey = (
        f"M{at(-w, -0.6)}H{at(w)}V1.4Q{at(w - 0.6, 3, w - 1.4, 2.2)}L{at(w - 2, 5.4)}Q{at(w - 2.8, 6.8, w - 3.6, 5.4)}"
        f"L{at(w - 4, 2.6)}Q{at(w * 0.42, 1, w * 0.22, 2.4)}Q0 4.6 {at(-w * 0.16, 2.2)}Q{at(-w * 0.3, 1.2, -w * 0.46, 2.4)}"
        f"L{at(-w * 0.48, 6.8)}Q{at(-w * 0.54, 8.4, -w * 0.62, 6.8)}L{at(-w * 0.66, 2.4)}Q{at(-w * 0.84, 0.8, -w, 1.8)}Z"
    )
    feet = [
        pencil.shape(f"M{at(s * w * 0.62, 10.2)}Q{at(s * w * 0.74, 12.6, s * w * 0.86, 13.4)}"
                     f"Q{at(s * w * 0.7, 15.4, s * w * 0.48, 14)}Q{at(s * w * 0.52, 12, s * w * 0.4, 11)}Z", "honey-deep")
        for s in (-1, 1)
    ]  # fmt: skip
    return placed(
        pencil,
        x,
        rim,
        0,
        *feet,
        pencil.flat(hull, "white"),
        pencil.flat(shade, "jelly-light"),
        pencil.shape(hull, "none"),
        pencil.shape(honey, "honey"),
        pencil.stroke(f"M{at(-w + 1.6, 0.7)}H{at(-w * 0.1)}M{at(w * 0.06, 0.7)}H{at(w * 0.16)}", 0.5, "honey-light"),
    )


def bath_cap(pencil: Pencil) -> list[Drawn]:
    """Draw a towel wound round a head that looks at us."""
    return [
        pencil.shape("M-6.4 -1.6C-8 -6.6 -3.6 -9.4 0 -9.2C4.6 -9 7.8 -6 6.4 -1.6Q0 -5.4 -6.4 -1.6Z", "jelly-light"),
        pencil.flat("M1.6 -8.9C5.6 -8 7.4 -5.4 6.4 -1.8L3.4 -3.4Q4.6 -6.4 1.6 -8.9Z", "jelly", 0.5),
        pencil.stroke("M-6 -2.6Q-3 -7 2.4 -8.2M-3.4 -3.6Q-.6 -6.4 4.4 -7"),
    ]


def choir_bee(pencil: Pencil, x: float, y: float, size: float, facing: str) -> Drawn:
    """Draw a bee of the heavenly choir, hands folded."""
    return bees.bee(
        pencil.picture, x, y, size, mood="laughing", facing=facing, wings="up", near="chin", far="chin", wing_size=0.9
    )


def mirror_ball(pencil: Pencil, x: float, y: float, radius: float) -> Drawn:
    """Draw a dance-hall ball on its cord."""
    r = radius
    lines = f"M{at(x - r, y)}H{at(x + r)}M{at(x - r * 0.86, y - r * 0.5)}H{at(x + r * 0.86)}M{at(x - r * 0.86, y + r * 0.5)}H{at(x + r * 0.86)}"
    lines += f"M{at(x, y - r)}V{at(y + r)}M{at(x, y - r)}Q{at(x - r * 1.1, y, x, y + r)}M{at(x, y - r)}Q{at(x + r * 1.1, y, x, y + r)}"
    return pencil.group(
        pencil.stroke(f"M{at(x, -1)}V{at(y - r)}", pencil.line),
        pencil.oval(x, y, r, r, "wing"),
        pencil.stroke(lines, pencil.detail, "jelly"),
        pencil.oval(x, y, r, r, "none"),
    )


def awning(pencil: Pencil, depth: float, stripes: int = 7) -> Drawn:
    """Draw the striped awning of a market stall along the upper edge."""
    step = 53 / stripes
    parts = []
    for i in range(stripes):
        a, b = i * step, (i + 1) * step
        flap = f"M{at(a, -1)}H{at(b)}V{at(depth)}A{at(step / 2, step * 0.42)} 0 0 1 {at(a, depth)}Z"
        parts.append(pencil.shape(flap, "white" if i % 2 else "jelly"))
    return pencil.group(*parts, pencil.flat("M0 0H53V1.6H0Z", "ink", 0.12))


def roadster(pencil: Pencil) -> Drawn:
    """Draw an open getaway car, its nose to the right; the wheels stand on y = 0, the driver sits at x = 1."""
    hull = (
        "M-19.6 -10.4Q-20.4 -3.6 -18 -3.2H19Q21.4 -4 20.6 -6.6Q19.4 -9.8 13.6 -10.6L8.4 -11.2L6.6 -9.4Q1 -7.6 -4 -9.6L-5.4 -11Z"
    )
    return pencil.group(
        pencil.flat(hull, "jelly"),
        pencil.flat("M-19.8 -6.4Q-19.4 -3.4 -18 -3.2H19Q21.2 -3.8 20.7 -6Q0 -4.6 -19.8 -6.4Z", "jelly-deep"),
        pencil.flat("M10 -10.2L14 -9.8Q17.4 -9.2 18.8 -7.6Q14 -8.9 9.6 -9Z", "jelly-light", 0.8),
        pencil.shape(hull, "none"),
        pencil.stroke("M-4.6 -9.6V-4.4M6.6 -9V-4.4"),
        pencil.oval(19.6, -6.9, 1.4, 1.7, "honey-light"),
        pencil.shape("M16.6 -3.4H22.4V-1.8H17Z", "honey"),
        pencil.shape("M-22 -3.4H-16.6V-1.8H-21.8Z", "honey"),
        palace.wheel(pencil, -12, -3, 3.3),
        palace.wheel(pencil, 12.4, -3, 3.3),
    )


def thief_mask(pencil: Pencil) -> list[Drawn]:
    """Draw a knotted robber's mask on a head in side view, cut out for the eyes."""
    holes = "M-2.9 0A2.45 2.9 0 0 0 2 0A2.45 2.9 0 0 0 -2.9 0ZM2.1 0A1.85 2.7 0 0 0 5.8 0A1.85 2.7 0 0 0 2.1 0Z"
    return [
        pencil.shape("M-6 -1L-10 -3.4L-9 -.6L-10.4 1.4L-6 .4Z", "hive-black"),
        pencil.flat("M-6.5 -1.6Q0 -4.4 6.4 -1.6L6.3 1.8Q4.4 3.4 2.2 2.2Q-1.6 4 -6.2 1.6Z" + holes, "hive-black"),
    ]


def karate_band(pencil: Pencil) -> list[Drawn]:
    """Draw a fighter's headband with flying ends on a head in side view."""
    return [
        pencil.shape("M-6 -2.6Q-8.6 -4.8 -11 -3.6Q-9.4 -2.8 -8.8 -1.4Q-7.4 -1.2 -6 -2Z", "white"),
        pencil.shape("M-6 -2.4Q-8 -1.6 -8.6 .8Q-10 1.6 -10.8 2.8Q-7.4 2.8 -5.9 -1Z", "white"),
        pencil.shape("M-6.5 -1.4C-4.6 -4 4.4 -4.2 6.4 -1.7L6.1 -3.3C4 -5.6 -4.2 -5.5 -6.1 -3.2Z", "white"),
        pencil.dot(2.0, -4.15, 0.75, "red"),
    ]


def rag(pencil: Pencil) -> Drawn:
    """Draw a polishing rag under a hand."""
    return pencil.shape("M-2.6 -.8Q-1 -2 .6 -1.2Q2.4 -1.8 3 0Q3.6 1.4 1.8 1.6Q.4 2.4 -1 1.7Q-3 1.8 -3 .4Z", "hive-pink")


def rain_cloud(pencil: Pencil, x: float, y: float, width: float) -> Drawn:
    """Draw a small private rain cloud."""
    drops = "".join(
        palace.pearl(x + dx * width, y + dy, 0.55) for dx, dy in ((-0.3, 2.2), (-0.05, 3.2), (0.2, 2.0), (0.36, 3.4))
    )
    return pencil.group(pencil.shape(scenery.billow(x, y, width), "rock-light"), pencil.flat(drops, "hive-blue"))


def gift_box(pencil: Pencil, x: float, y: float) -> Drawn:
    """Draw the lower half of a gift box, its rim at y, tied with gold."""
    return placed(
        pencil,
        x,
        y,
        0,
        pencil.flat("M-6 0H6V9.4H-6Z", "jelly"),
        pencil.flat("M2.6 0H6V9.4H-6V7.8H2.6Z", "jelly-deep", 0.8),
        pencil.shape("M-1.3 0H1.3V9.4H-1.3Z", "honey"),
        pencil.shape("M-6 0H6V9.4H-6Z", "none"),
    )


def gift_lid(pencil: Pencil, x: float, y: float, turn: float) -> Drawn:
    """Draw the lid of the gift box with its bow."""
    return placed(
        pencil,
        x,
        y,
        turn,
        pencil.shape("M0 -2.8C-1 -6.4 -5.4 -6.4 -4.6 -4.2Q-3.8 -2.4 0 -2.8C1 -6.4 5.4 -6.4 4.6 -4.2Q3.8 -2.4 0 -2.8Z", "honey"),
        pencil.shape("M-6.8 -2.6H6.8V.4H-6.8Z", "jelly"),
        pencil.shape("M-1.4 -2.6H1.4V.4H-1.4Z", "honey"),
    )


# ---------------------------------------------------------------------------------------------- scenes


def honey_honey(pencil: Pencil) -> Iterable[Drawn | None]:
    """R10 Honey, honey, honey: three honey cards, and a bath full of it."""
    yield palace.hall(pencil, 27, "jelly-light", "jelly-deep")
    yield palace.curtain(pencil, "left", 10, 20)
    yield palace.valance(pencil, 4.2)
    yield shadow(pencil, 25, 33, 14)
    yield bees.bee(
        pencil.picture, 25, 16.4, 23, view="front", mood="laughing", wings="none", near=((-7.4, 1.0), (-9.4, 3.4)),
        far=((9.0, 3.6), (12.8, -1.6)),
        far_prop=in_mm(lambda p: scenery.fan(p, ("honey", "honey", "honey"), 7.2, 26), 23, 24),
    )  # fmt: skip
    yield worn(pencil, 25, 16.4, 23, bath_cap, view="front")
    yield tub(pencil, 25, 19.6, 27)
    yield palace.fist(pencil, 17.2, 19.4, 23)
    for x, y, r in ((7.4, 13.6, 1.3), (11, 9.4, 0.9), (44.6, 24.6, 1.1), (42, 28.6, 0.8)):
        yield pencil.shape(palace.pearl(x, y, r), "honey")


def bee_hold(pencil: Pencil) -> Iterable[Drawn | None]:
    """R11 Bee-hold! A forager rises again in a blaze of light, and the choir sings."""
    yield scenery.flood(pencil, "honey-light")
    yield scenery.rays(pencil, 26.5, 15, "white", 0.75, 14)
    yield pencil.picture.circle((26.5, 14.5), 15, fill=pencil.ink("white"), opacity=0.55)
    yield pencil.picture.circle((26.5, 14.5), 11, fill=pencil.ink("honey"), opacity=0.3)
    yield scenery.clouds(pencil, [(5, 37, 24), (48, 37, 24), (20, 38, 16), (34, 38, 16)], 1)
    yield pencil.flat("M20.4 35L23.4 8H29.6L32.6 35Z", "white", 0.7)
    yield choir_bee(pencil, 8.4, 25.8, 14.5, "right")
    yield choir_bee(pencil, 44.6, 25.8, 14.5, "left")
    yield pencil.flat(scenery.billow(8, 37.4, 22) + scenery.billow(45, 37.4, 22), "white")
    yield scenery.ribbon(pencil, "M22 4.6A4.5 1.2 0 0 1 31 4.6A4.5 1.2 0 0 1 22 4.6Z", 0.7, "honey")
    yield bees.bee(
        pencil.picture, 26.5, 18.6, 23, role="forager", view="front", mood="laughing", tint="jelly", near="up", far="up",
        wings="level",
    )  # fmt: skip
    for x, y, turn in ((10.4, 14.4, -12), (4.6, 10.8, 8), (40.8, 14.4, 10), (46.4, 10.4, -8)):
        yield scenery.note(pencil, x, y, 3.6, turn)
    yield palace.glints(pencil, [(12.4, 6.4, 1.4), (40, 6, 1.4)], "honey-deep")


def swarm_to_the_left(pencil: Pencil) -> Iterable[Drawn | None]:
    """R12 Swarm to the left: three dancers in a row pass their patterns on."""
    yield scenery.flood(pencil, "jelly")
    yield pencil.flat("M26.5 4L-8 35H12ZM26.5 4L18 35H34ZM26.5 4L41 35H62Z", "jelly-light", 0.5)
    yield scenery.flood(pencil, "jelly-deep", 0.8, top=28)
    chevrons = "".join(f"M{at(x, 31.5)}l4.4 -3h3.4l-4.4 3l4.4 3h-3.4Z" for x in (1, 10.4, 19.8, 29.2, 38.6, 48))
    yield pencil.flat(chevrons, "honey", 0.75)
    yield mirror_ball(pencil, 26.5, 4.2, 2.8)
    passed = pencil.picture.defs.add(card(pencil, -0.7, -3.2, "pattern", 6, -12))
    passed.attribs["id"] = "passed"
    for x, foot, role in ((13, 33, "plain"), (29.4, 31.8, "forager"), (45.8, 33, "plain")):
        yield shadow(pencil, x, 33, 4.6)
        yield standing(
            pencil, x, foot, 20, role=role, view="front", mood="laughing", tint="hive-green", turn=-7, wings="up", wing_size=0.6,
            near=((-7.0, 3.6), (-9.4, 1.6)), near_prop=in_mm(lambda p: p.picture.use("#passed"), 20),
            far=((8.0, 4.6), (5.2, 6.4)), look=(-0.7, 0.1),
        )  # fmt: skip
    yield whoosh(pencil, "M9.6 9.8Q7 9.4 5.2 11.4M26 9.8Q23.4 9.4 21.6 11.4M42.4 9.8Q39.8 9.4 38 11.4", "white", 0.6)


def better_one(pencil: Pencil) -> Iterable[Drawn | None]:
    """R13 Hive a better one: at the market a bee weighs one pattern against another."""
    yield scenery.flood(pencil, "honey-light", 0.8)
    yield pencil.flat("M0 10H53V27H0Z", "jelly-light", 0.6)
    yield pencil.flat("M3.4 8H5V29H3.4ZM48 8H49.6V29H48Z", "bark-light")
    yield pencil.flat("M5 20.6H17V21.6H5ZM36 20.6H48V21.6H36Z", "bark-light")
    size = 26.0
    y = 22.2
    yield bees.bee(
        pencil.picture, 26.5, y, size, role="plain", view="front", mood="smug", wings="up", wing_size=0.8, look=(0.8, 0),
        near=((-8.4, 5.0), (-11.4, 0.4)), near_prop=in_mm(lambda p: card(p, -0.6, -4.4, "pattern", 9, -10), size),
        far=((8.4, 5.0), (11.4, 0.4)), far_prop=in_mm(lambda p: card(p, 0.6, -4.4, "dormant", 9, 10), size),
    )  # fmt: skip
    yield awning(pencil, 5.2)
    yield pencil.shape("M-1 28.2H54V36H-1Z", "bark-light")
    yield pencil.flat("M-1 30.4H54V36H-1Z", "bark", 0.55)
    yield pencil.stroke("M0 30.4H53", pencil.detail)
    for x, kind, turn in ((7, "pattern", -8), (12, "dormant", 6)):
        yield card(pencil, x, 29.4, kind, 5, 80 + turn)
    yield scenery.pollen(pencil, 44, 27, 1.9)
    yield scenery.pollen(pencil, 40.6, 27.2, 1.9)
    yield scenery.pollen(pencil, 42.3, 24.4, 1.9)


def grand_theft(pencil: Pencil) -> Iterable[Drawn | None]:
    """R14 Grand theft nectar: the getaway car makes off with three balls of pollen."""
    yield scenery.night(pencil, 25, (44, 7.6, 4.2))
    yield scenery.flood(pencil, "jelly-deep", top=27)
    yield pencil.flat("M2 31.4H12V32.2H2ZM20 31.4H30V32.2H20ZM38 31.4H48V32.2H38Z", "honey-light", 0.7)
    yield shadow(pencil, 28, 31.4, 21)
    for x, y, r in ((4.6, 28.4, 2.8), (1.6, 25, 2), (8.4, 30, 1.6)):
        yield scenery.puff(pencil, x, y, r, "jelly-light", 0.8)
    yield whoosh(pencil, "M1.6 12.6H8.4M3 16H6.4M.8 19.6H5.4", "jelly-light")
    size, x, y = 22.0, 31.4, 16.6
    traits = {"mood": "sly", "near": ((2.6, 5.0), (7.4, 4.0)), "far": ((7.0, 3.4), (9.6, 3.0)), "pose": "sit"}
    for px, py in ((12.8, 16.6), (20.4, 17.2), (16.8, 10.4)):
        yield scenery.pollen(pencil, px, py, 4.3)
    yield bees.bee(pencil.picture, x, y, size, wings="up", wing_size=0.62, **traits)
    yield worn(pencil, x, y, size, thief_mask, pose="sit")
    yield scenery.ribbon(pencil, "M39.6 16.6L36.4 21.8", 0.6, "bark-light")
    yield palace.fist(pencil, 38, 19.2, 24)
    yield placed(pencil, 28, 31, -2, roadster(pencil))
    yield pencil.flat("M49 24.4L56 20.6V31.4L49 25.4Z", "honey-light", 0.6)


def wax_off(pencil: Pencil) -> Iterable[Drawn | None]:
    """R15 Wax off! A master of the rag has polished the floor, and a rival loses its footing and its whole hand."""
    yield scenery.flood(pencil, "paper")
    yield pencil.picture.circle((15, 13), 11.4, fill=pencil.ink("red"), opacity=0.75)
    yield pencil.flat("M0 0H53V1.8H0ZM0 5.2H53V6.2H0ZM45 0H46.4V25H45ZM33 0H34V25H33Z", "bark-light", 0.7)
    yield scenery.flood(pencil, "honey", top=24.6)
    yield pencil.flat("M4 26H20L12 35H-6ZM27 26H31L24 35H19ZM40 26H52L46 35H32Z", "white", 0.45)
    yield shadow(pencil, 13, 32.4, 7)
    size, x = 23.0, 13.2
    y = chest(32.4, size)
    yield bees.bee(
        pencil.picture, x, y, size, mood="smug", pose="run", wings="level", near=((5.6, 4.4), (9.4, 0.0)),
        near_prop=in_mm(rag, size), far=((9.4, 1.0), (8.6, -6.0)), wing_size=0.85,
    )  # fmt: skip
    yield worn(pencil, x, y, size, karate_band, pose="run")
    yield whoosh(pencil, "M23.6 16.4A3.4 3.4 0 0 1 26.4 20.6", "jelly", 0.6)
    yield shadow(pencil, 42, 32.8, 8)
    yield bees.bee(
        pencil.picture, 42.4, 21, 20, role="soldier", mood="scared", tint="hive-sky", facing="left", pose="sit", turn=42,
        near=((-6.4, 0.4), (-7.0, -6.4)), far=((9.6, 2.0), (11.0, -4.6)), wings="level", wing_size=0.8, look=(0.4, -0.6),
    )  # fmt: skip
    for cx, cy, kind, turn in ((29, 9.6, "honey", -28), (36.6, 5.8, "jelly", 14), (32.2, 25.4, "honey", 58)):
        yield card(pencil, cx, cy, kind, 5.6, turn)
    yield palace.glints(pencil, [(22.6, 29.4, 1.6), (31.4, 31, 1.1), (5, 29.6, 1.1)])


def bee_gone(pencil: Pencil) -> Iterable[Drawn | None]:
    """R16 Bee gone! The queen points to the way out, and a soldier trudges home with an empty bucket."""
    yield scenery.meadow(pencil, 22, "sky-deep", "meadow")
    yield scenery.flood(pencil, "jelly-light", 0.35, bottom=19)
    yield pencil.flat("M16 35Q30 27 53 26.6V30.4Q38 30.6 30 35Z", "honey-light", 0.8)
    yield scenery.skep(pencil, 48.2, 23, 7.4, quiet=True)
    yield scenery.tufts(pencil, [(22.4, 26.6), (49, 33.6), (26, 33.8)])
    yield shadow(pencil, 13, 32.6, 6.6)
    yield shadow(pencil, 36, 32.2, 6)
    yield standing(
        pencil, 12.8, 32.8, 25, role="queen", mood="angry", tint="jelly", near="hip", far="point", wings="up"
    )
    yield standing(
        pencil, 36.4, 32.4, 20, role="soldier", mood="crying", tint="hive-green", wings="down", near="carry",
        near_prop=empty_bucket(), far="down", turn=5,
    )  # fmt: skip
    yield rain_cloud(pencil, 38, 6.6, 10)


def empty_bucket() -> bees.Prop:
    """Return a bucket without anything in it, upside down."""

    def draw(pencil: Pencil) -> list[Drawn]:
        return [
            pencil.stroke("M-2.4 .4C-2.6 4 2.6 4 2.4 .4", pencil.line),
            pencil.shape("M-2.9 6.4L-2.2 1.4Q0 .6 2.2 1.4L2.9 6.4Q0 7.4 -2.9 6.4Z", "rock-light"),
            pencil.oval(0, 6.4, 2.9, 0.8, "rock-deep"),
        ]

    return bees.held(draw)


def hands_across(pencil: Pencil) -> Iterable[Drawn | None]:
    """R17 Hands across the hive: two queens trade all their cards, arm over arm."""
    yield palace.hall(pencil, 27.4, "jelly-light", "jelly-deep")
    yield palace.throne(pencil, 7, 29, 11, 23)
    yield palace.throne(pencil, 46, 29, 11, 23)
    yield shadow(pencil, 11, 33, 6)
    yield shadow(pencil, 42, 33, 6)
    size = 23.5
    left = in_mm(lambda p: scenery.fan(p, ("honey", "jelly"), 5.4, 22), size, 4)
    right = in_mm(lambda p: scenery.fan(p, ("jelly", "honey"), 5.4, 22), size, 4)
    yield standing(
        pencil, 9.4, 33.2, size, role="queen", mood="smug", tint="hive-green", near="hip", wings="up", wing_size=0.8,
        far=((15, 8.6), (25.6, -1.0)), far_prop=left,
    )  # fmt: skip
    yield standing(
        pencil, 43.6, 33.2, size, role="queen", mood="sly", tint="hive-pink", facing="left", wings="up", wing_size=0.8,
        near="hip", far=((15, 8.6), (25.6, -1.0)), far_prop=right,
    )  # fmt: skip


def share(pencil: Pencil) -> Iterable[Drawn | None]:
    """R18 Mite as well share: a sly bee has a present for its neighbour, and the present grins."""
    yield palace.dusk(pencil, 23, 27, "leaf")
    yield scenery.daisies(pencil, [(3.6, 31), (24, 27), (31.4, 33), (50, 28)], "jelly-light")
    yield shadow(pencil, 12, 33, 7)
    yield shadow(pencil, 43, 33, 7)
    yield standing(
        pencil, 42.6, 33.2, 22, role="forager", mood="happy", tint="hive-sky", facing="left", near="chin", far="chin",
        wing_size=0.85,
    )  # fmt: skip
    yield palace.mite(pencil, 28, 15.2, 11, "sly", legs=2, look=(0.6, 0.2))
    yield gift_box(pencil, 28, 17.8)
    yield standing(
        pencil, 12, 33.2, 24, mood="sly", near=((3.4, 7.6), (11.6, 5.6)), far=((8.4, 2.4), (13.4, -4.4)), wing_size=0.9
    )
    yield gift_lid(pencil, 29.8, 8.0, 14)


SCENES: dict[str, Scene] = {
    "R10": honey_honey,
    "R11": bee_hold,
    "R12": swarm_to_the_left,
    "R13": better_one,
    "R14": grand_theft,
    "R15": wax_off,
    "R16": bee_gone,
    "R17": hands_across,
    "R18": share,
}


def main() -> None:
    """Draw this half of the deck."""
    for name, scene in SCENES.items():
        picture, pencil = scenery.stage()
        scenery.finish(picture, scene(pencil), f"cards/{name}")


if __name__ == "__main__":
    main()
