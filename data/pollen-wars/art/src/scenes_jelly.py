"""Draw the first half of the royal jelly deck: art/cards/R01.svg to R09.svg, each telling the joke of its card."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import bees
import jelly_props as props
import palace
import scenery
from art.pen import Drawn
from scenery import chest, in_mm, placed, shadow, standing, whoosh, worn
from style import Pencil, at

Scene = Callable[[Pencil], Iterable[Drawn | None]]


def gone_with_the_wing(pencil: Pencil) -> Iterable[Drawn | None]:
    """R01 Gone with the wing: the drifting bee dreams under a dandelion props.parachute, high over the field."""
    yield scenery.flood(pencil, "jelly-light")
    for reach, opacity in ((40, 0.35), (28, 0.45), (17, 0.6)):
        yield pencil.picture.ellipse(
            (12, 24), (reach, round(reach * 0.6, 3)), fill=pencil.ink("honey-light"), opacity=opacity
        )
    yield pencil.picture.circle((10.5, 11), 5, fill=pencil.ink("honey"), opacity=0.7)
    yield scenery.clouds(pencil, [(9, 14, 13), (46.5, 20.5, 14)], 0.85)
    yield scenery.hills(pencil, 26, "jelly", 0.45)
    yield props.quilt(pencil, 26)
    yield whoosh(
        pencil, "M2 22.6Q6 20.4 9.4 22.4T15 21.6M36 8.4Q40 6.4 43.4 8.2T50 7.4M37.6 28.4Q41 26.6 44 28.2", "white"
    )
    yield props.parachute(pencil, 31.6, 12.2, 10.6, (30.4, 18.8))
    yield bees.bee(
        pencil.picture,
        23,
        22.4,
        21,
        mood="laughing",
        pose="sit",
        wings="level",
        turn=-10,
        wing_size=0.9,
        near=((3.4, 5.4), (9.6, -0.6)),
        far=((9.6, 2.4), (10.6, -3.4)),
    )


def mind_your_own(pencil: Pencil) -> Iterable[Drawn | None]:
    """R02 Mind your own beeswax: a forager is sealed in a parcel and carted off."""
    yield scenery.meadow(pencil, 22)
    yield scenery.clouds(pencil, [(12, 7, 12), (50, 13, 12)])
    yield scenery.tufts(pencil, [(4, 33.6), (33, 34), (50, 27)])
    yield scenery.daisies(pencil, [(9, 25.6), (47, 33.4), (21, 34)])
    yield shadow(pencil, 36, 32.6, 13)
    yield shadow(pencil, 12, 32.6, 7)
    yield bees.bee(
        pencil.picture,
        36,
        15.4,
        21.5,
        role="forager",
        view="bust",
        mood="surprised",
        tint="hive-blue",
        look=(-0.5, 0.2),
        wings="up",
        wing_size=0.72,
    )
    yield pencil.shape("M26 15.6L22.6 12.6L29 11.4L31 15.6ZM46 15.6L49.6 12.2L43.6 11.6L41 15.6Z", "bark-light")
    yield pencil.flat("M26 15.4H46V28.4H26Z", "bark-light")
    yield pencil.flat("M40.6 15.4H46V28.4H26V25.6H40.6Z", "bark", 0.35)
    yield pencil.flat("M34.4 15.4H37.6V28.4H34.4Z", "jelly")
    yield pencil.stroke("M34.4 15.4V28.4M37.6 15.4V28.4", pencil.detail)
    yield pencil.shape("M26 15.4H46V28.4H26Z", "none")
    yield props.crown_seal(pencil, 36, 21.8, 3.5)
    for x in (31.2, 40.8):
        yield palace.fist(pencil, x, 15.4, 25)
    yield scenery.ribbon(pencil, "M21.6 15.4Q22.6 16 22.8 18L24 28.9H48.4", 0.8, "rock-deep")
    yield palace.wheel(pencil, 28.6, 30.6, 2.2)
    yield palace.wheel(pencil, 43.4, 30.6, 2.2)
    yield bees.bee(
        pencil.picture,
        12.4,
        20.6,
        23,
        role="soldier",
        mood="smug",
        tint="hive-pink",
        pose="run",
        wings="level",
        near=((4.0, 3.4), (11.4, -2.2)),
        far=((8.0, 1.4), (12.0, -4.6)),
        wing_size=0.85,
    )
    yield whoosh(pencil, "M1.6 31.4H6M2.4 28.8H4.6", "white")


def about_buzz(pencil: Pencil) -> Iterable[Drawn | None]:
    """R03 About-buzz! A drill-sergeant queen spins a soldier on its heel."""
    yield palace.hall(pencil, 23.5)
    yield palace.curtain(pencil, "left", 8, 16)
    yield props.compass(pencil, 38, 30, 12.4)
    yield shadow(pencil, 13, 32.4, 6.5)
    yield standing(
        pencil,
        11.8,
        32.6,
        23.5,
        role="queen",
        mood="angry",
        tint="jelly",
        near="hip",
        far=((8.2, 3.4), (11.6, -0.4)),
        far_prop=in_mm(props.megaphone, 23),
    )
    yield scenery.arrow(pencil, "M47.8 21.6C45 18.8 34 18.6 31 21", (30.8, 21.2), 145, "honey", 1.2)
    yield whoosh(pencil, "M30.6 8.6Q28.8 11 29 13.6M47.6 8.6Q49.6 11 49.2 13.6", "white", 0.6)
    yield standing(
        pencil,
        38.6,
        31,
        23,
        role="soldier",
        view="front",
        mood="dizzy",
        tint="hive-orange",
        wings="level",
        near=((-7.6, 2.6), (-9.8, -2.4)),
        far=((7.4, 2.8), (9.8, -1.0)),
        turn=6,
        wing_size=0.8,
    )
    yield scenery.arrow(pencil, "M29.4 24.6C31 29.4 45 29.8 48.4 25.4", (48.6, 25.1), -50, "honey", 1.2)


def sting_operation(pencil: Pencil) -> Iterable[Drawn | None]:
    """R04 Sting operation: a cool soldier whets a stinger the length of a lance."""
    yield scenery.flood(pencil, "jelly")
    yield palace.panels(pencil, "jelly-deep", 0.3, 27)
    yield scenery.flood(pencil, "jelly-deep", top=27.5)
    for reach, opacity in ((19, 0.25), (12, 0.4), (7, 0.6)):
        yield pencil.picture.circle((41, 18.6), reach, fill=pencil.ink("honey-light"), opacity=opacity)
    yield shadow(pencil, 43, 32.6, 7.6)
    yield shadow(pencil, 14, 32.6, 7)
    yield props.grindstone(pencil, 43, 25.4, 6.4)
    size, x = 24.0, 14.6
    y = chest(32.8, size)
    yield bees.bee(
        pencil.picture,
        x,
        y,
        size,
        role="soldier",
        mood="smug",
        tint="hive-green",
        far=((8.0, 4.6), (14.2, 1.4)),
        near=((2.6, 7.4), (8.6, 4.0)),
        near_prop=in_mm(props.lance, size, -19),
    )
    yield worn(pencil, x, y, size, props.shades)
    yield pencil.shape(props.spark_burst(41.2, 18.8), "honey")
    yield palace.glints(
        pencil, [(34.6, 10.6, 1.5), (46.4, 9.4, 1.9), (41.4, 6.4, 1.2), (50, 15.6, 1.2), (32.6, 15.4, 0.9)]
    )


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
            pencil,
            x,
            32.8,
            23.5,
            role="soldier",
            mood="angry",
            tint="hive-orange",
            facing=facing,
            wings="up",
            wing_size=0.8,
            near="hold",
            near_prop=bees.spear(18),
            far="down",
        )
    yield props.shield(pencil, 26.5, 23.6, 13)
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
    yield props.stethoscope(pencil, x, y, size)
    yield worn(pencil, x, y, size, props.head_mirror)
    yield placed(pencil, 44.6, 19.8, 0, props.bindle(pencil))
    yield palace.mite(pencil, 42, 25, 14.4, "sad", look=(-0.5, 0.3))
    yield pencil.shape(palace.pearl(38.9, 26.8, 0.6), "sky-deep")


def sweet_comb(pencil: Pencil) -> Iterable[Drawn | None]:
    """R07 Home, sweet comb: a forager comes to the door with buckets running over."""
    yield palace.dusk(pencil, 23, 27)
    yield scenery.daisies(pencil, [(3.4, 28.4), (10.4, 34), (33, 26)], "jelly-light")
    yield pencil.flat("M25 35Q30 29.6 41 29.4L50 30.4Q44 31.4 42 35Z", "honey-light", 0.8)
    yield scenery.skep(pencil, 44.4, 32.4, 26)
    yield pencil.flat("M41.9 32.2V28.5A2.5 2.5 0 0 1 46.9 28.5V32.2Z", "honey-light")
    yield pencil.shape("M44.4 22.2C40.2 19.4 42 16 44.4 18.2C46.8 16 48.6 19.4 44.4 22.2Z", "red")
    yield shadow(pencil, 17.6, 33, 8)
    size, x = 24.0, 16.4
    y = chest(33, size)
    yield bees.bee(
        pencil.picture, x, y, size, role="forager", mood="laughing", tint="jelly", near=((3.4, 6.0), (4.6, 1.8))
    )
    yield scenery.ribbon(pencil, f"M{at(x - 12, y + 1.7)}Q{at(x + 1, y + 1, x + 13, y + 1.7)}", 0.6, "bark-light")
    for side in (-11.4, 12.4):
        yield props.pail(pencil, x + side, y + 1.6)
    yield palace.fist(pencil, x + 3.94, y + 1.4, size)


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
        pencil.picture,
        26.5,
        y,
        size,
        view="front",
        mood="laughing",
        wings="level",
        near=((-7.0, 4.4), (-10.4, 1.4)),
        near_prop=in_mm(props.helmet_bowl, size),
        far=((7.0, 4.6), (10.2, 2.2)),
        far_prop=in_mm(props.bouquet, size, 14),
    )
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
        pencil.picture,
        x,
        y,
        size,
        mood="surprised",
        facing="left",
        wings="up",
        wing_size=0.9,
        look=(0.2, -0.7),
        near="down",
        far=((8.8, 1.0), (11.4, -2.6)),
    )
    yield worn(pencil, x, y, size, props.party_hat, facing="left")
    yield pencil.stroke(
        f"M{at(x - 7.9, y - 1.8)}Q{at(x - 9.6, y - 5, x - 7.6, y - 7.6)}T{at(x - 7.4, y - 12)}", pencil.line
    )
    yield props.burst(pencil, 34.6, 7.2, 5.8)
    size = 25.0
    yield standing(
        pencil,
        12.6,
        33,
        size,
        role="soldier",
        view="front",
        mood="angry",
        tint="hive-blue",
        near="hip",
        wings="level",
        far=((7.2, 4.6), (10.6, 1.6)),
        far_prop=in_mm(props.stop_paddle, size, 8),
        look=(0.5, 0.0),
        wing_size=0.8,
    )


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
