"""Draw the second half of the royal jelly deck: art/cards/R10.svg to R18.svg."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import bees
import jelly_props as props
import palace
import scenery
from art.pen import Drawn
from scenery import card, chest, in_mm, placed, shadow, standing, whoosh, worn
from style import Pencil, at

Scene = Callable[[Pencil], Iterable[Drawn | None]]


def honey_honey(pencil: Pencil) -> Iterable[Drawn | None]:
    """R10 Honey, honey, honey: three honey cards, and a bath full of it."""
    yield palace.hall(pencil, 27, "jelly-light", "jelly-deep")
    yield palace.curtain(pencil, "left", 10, 20)
    yield palace.valance(pencil, 4.2)
    yield shadow(pencil, 25, 33, 14)
    yield bees.bee(
        pencil.picture,
        25,
        16.4,
        23,
        view="front",
        mood="laughing",
        wings="none",
        near=((-7.4, 1.0), (-9.4, 3.4)),
        far=((9.0, 3.6), (12.8, -1.6)),
        far_prop=in_mm(lambda p: scenery.fan(p, ("honey", "honey", "honey"), 7.2, 26), 23, 24),
    )
    yield worn(pencil, 25, 16.4, 23, props.bath_cap, view="front")
    yield props.tub(pencil, 25, 19.6, 27)
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
    yield props.choir_bee(pencil, 8.4, 25.8, 14.5, "right")
    yield props.choir_bee(pencil, 44.6, 25.8, 14.5, "left")
    yield pencil.flat(scenery.billow(8, 37.4, 22) + scenery.billow(45, 37.4, 22), "white")
    yield scenery.ribbon(pencil, "M22 4.6A4.5 1.2 0 0 1 31 4.6A4.5 1.2 0 0 1 22 4.6Z", 0.7, "honey")
    yield bees.bee(
        pencil.picture,
        26.5,
        18.6,
        23,
        role="forager",
        view="front",
        mood="laughing",
        tint="jelly",
        near="up",
        far="up",
        wings="level",
    )
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
    yield props.mirror_ball(pencil, 26.5, 4.2, 2.8)
    passed = pencil.picture.defs.add(card(pencil, -0.7, -3.2, "pattern", 6, -12))
    passed.attribs["id"] = "passed"
    for x, foot, role in ((13, 33, "plain"), (29.4, 31.8, "forager"), (45.8, 33, "plain")):
        yield shadow(pencil, x, 33, 4.6)
        yield standing(
            pencil,
            x,
            foot,
            20,
            role=role,
            view="front",
            mood="laughing",
            tint="hive-green",
            turn=-7,
            wings="up",
            wing_size=0.6,
            near=((-7.0, 3.6), (-9.4, 1.6)),
            near_prop=in_mm(lambda p: p.picture.use("#passed"), 20),
            far=((8.0, 4.6), (5.2, 6.4)),
            look=(-0.7, 0.1),
        )
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
        pencil.picture,
        26.5,
        y,
        size,
        role="plain",
        view="front",
        mood="smug",
        wings="up",
        wing_size=0.8,
        look=(0.8, 0),
        near=((-8.4, 5.0), (-11.4, 0.4)),
        near_prop=in_mm(lambda p: card(p, -0.6, -4.4, "pattern", 9, -10), size),
        far=((8.4, 5.0), (11.4, 0.4)),
        far_prop=in_mm(lambda p: card(p, 0.6, -4.4, "dormant", 9, 10), size),
    )
    yield props.awning(pencil, 5.2)
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
    near, far = ((2.6, 5.0), (7.4, 4.0)), ((7.0, 3.4), (9.6, 3.0))
    for px, py in ((12.8, 16.6), (20.4, 17.2), (16.8, 10.4)):
        yield scenery.pollen(pencil, px, py, 4.3)
    yield bees.bee(pencil.picture, x, y, size, mood="sly", near=near, far=far, pose="sit", wing_size=0.62)
    yield worn(pencil, x, y, size, props.thief_mask, pose="sit")
    yield scenery.ribbon(pencil, "M39.6 16.6L36.4 21.8", 0.6, "bark-light")
    yield palace.fist(pencil, 38, 19.2, 24)
    yield placed(pencil, 28, 31, -2, props.roadster(pencil))
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
        pencil.picture,
        x,
        y,
        size,
        mood="smug",
        pose="run",
        wings="level",
        near=((5.6, 4.4), (9.4, 0.0)),
        near_prop=in_mm(props.rag, size),
        far=((9.4, 1.0), (8.6, -6.0)),
        wing_size=0.85,
    )
    yield worn(pencil, x, y, size, props.karate_band, pose="run")
    yield whoosh(pencil, "M23.6 16.4A3.4 3.4 0 0 1 26.4 20.6", "jelly", 0.6)
    yield shadow(pencil, 42, 32.8, 8)
    yield bees.bee(
        pencil.picture,
        42.4,
        21,
        20,
        role="soldier",
        mood="scared",
        tint="hive-sky",
        facing="left",
        pose="sit",
        turn=42,
        near=((-6.4, 0.4), (-7.0, -6.4)),
        far=((9.6, 2.0), (11.0, -4.6)),
        wings="level",
        wing_size=0.8,
        look=(0.4, -0.6),
    )
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
        pencil,
        36.4,
        32.4,
        20,
        role="soldier",
        mood="crying",
        tint="hive-green",
        wings="down",
        near="carry",
        near_prop=props.empty_bucket(),
        far="down",
        turn=5,
    )
    yield props.rain_cloud(pencil, 38, 6.6, 10)


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
        pencil,
        9.4,
        33.2,
        size,
        role="queen",
        mood="smug",
        tint="hive-green",
        near="hip",
        wings="up",
        wing_size=0.8,
        far=((15, 8.6), (25.6, -1.0)),
        far_prop=left,
    )
    yield standing(
        pencil,
        43.6,
        33.2,
        size,
        role="queen",
        mood="sly",
        tint="hive-pink",
        facing="left",
        wings="up",
        wing_size=0.8,
        near="hip",
        far=((15, 8.6), (25.6, -1.0)),
        far_prop=right,
    )


def share(pencil: Pencil) -> Iterable[Drawn | None]:
    """R18 Mite as well share: a sly bee has a present for its neighbour, and the present grins."""
    yield palace.dusk(pencil, 23, 27, "leaf")
    yield scenery.daisies(pencil, [(3.6, 31), (24, 27), (31.4, 33), (50, 28)], "jelly-light")
    yield shadow(pencil, 12, 33, 7)
    yield shadow(pencil, 43, 33, 7)
    yield standing(
        pencil,
        42.6,
        33.2,
        22,
        role="forager",
        mood="happy",
        tint="hive-sky",
        facing="left",
        near="chin",
        far="chin",
        wing_size=0.85,
    )
    yield palace.mite(pencil, 28, 15.2, 11, "sly", legs=2, look=(0.6, 0.2))
    yield props.gift_box(pencil, 28, 17.8)
    yield standing(
        pencil, 12, 33.2, 24, mood="sly", near=((3.4, 7.6), (11.6, 5.6)), far=((8.4, 2.4), (13.4, -4.4)), wing_size=0.9
    )
    yield props.gift_lid(pencil, 29.8, 8.0, 14)


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
