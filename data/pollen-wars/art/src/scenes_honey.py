"""Draw the pictures of the honey deck: art/cards/H01.svg to H17.svg, each telling the joke of its card."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import bees
import honey_props as props
import scenery
from art.pen import Drawn
from bees import bee
from scenery import chest, in_mm, placed, standing, whoosh
from style import Pencil, at, number

Scene = Callable[[Pencil], Iterable[Drawn | None]]

FOLDED: dict[str, bees.Arm] = {"near": ((-8.4, 5.4), (4.6, 2.2)), "far": ((8.4, 5.4), (-4.6, 2.2))}


def fist(pencil: Pencil, x: float, y: float, size: float) -> Drawn:
    """Draw the hand of a bee of the given size, to be laid over what it grips."""
    scale = size / bees.TALL
    hand = bees.hand(Pencil(pencil.picture, scale), (0, 0), "hold", 1)
    return pencil.group(hand, transform=f"translate({at(x, y)})scale({number(scale)})")


def mutiny(pencil: Pencil) -> Iterable[Drawn | None]:
    """H01 Mutin-bee! Two soldiers on strike, arms folded, a spear thrown down."""
    yield scenery.flood(pencil, "honey-light")
    yield scenery.rays(pencil, 28, 30, "white", 0.5, 14)
    yield scenery.hills(pencil, 25, "honey", 0.6)
    yield scenery.skep(pencil, 29.5, 26.4, 10, quiet=True)
    yield scenery.flood(pencil, "meadow-deep", top=26)
    yield scenery.flood(pencil, "leaf", 0.35, top=31)
    yield scenery.shadow(pencil, 12.5, 32.4, 7)
    yield scenery.shadow(pencil, 41.4, 32.4, 7)
    placard = bees.placard(13.4, 11.4, 8, props.no_raid_sign)
    yield standing(
        pencil,
        12.6,
        32.6,
        24,
        role="soldier",
        mood="smug",
        tint="hive-blue",
        look=(0.7, 0.1),
        near="hip",
        far=((8.8, 5.0), (13.6, 2.4)),
        far_prop=bees.held(lambda p: [placard(p)], "rotate(10)"),
    )
    yield standing(
        pencil, 41.4, 32.6, 24, role="soldier", view="front", mood="angry", tint="hive-blue", look=(-0.6, 0.1), **FOLDED
    )
    yield fist(pencil, 41.4 + 4.6 * 24 / bees.TALL, chest(32.6, 24) + 2.2 * 24 / bees.TALL, 24)
    yield placed(
        pencil, 27, 32.6, 78, pencil.group(bees.broken_spear()(Pencil(pencil.picture, 0.9)), transform="scale(.9)")
    )


def beyond_the_limit(pencil: Pencil) -> Iterable[Drawn | None]:
    """H02 Bee-yond the limit: a juggler keeps four cards in the air."""
    yield scenery.flood(pencil, "honey-light")
    yield scenery.rays(pencil, 26.5, -6, "attack", 0.5, 26, 0)
    yield pencil.flat("M21 0H32L46 31H7Z", "white", 0.5)
    yield pencil.picture.ellipse(center=(26.5, 36), r=(34, 7.5), fill=pencil.ink("bark-light"))
    yield pencil.picture.ellipse(center=(26.5, 33.2), r=(15, 2.6), fill=pencil.ink("honey-light"), opacity=0.6)
    yield scenery.shadow(pencil, 26.5, 33.8, 5)
    yield pencil.oval(26.5, 29.9, 4.1, 4.1, "jelly")
    yield pencil.flat("M24.6 26.3Q29.8 29.9 24.9 33.7Q22.6 32.8 22.4 29.9Q22.6 27.2 24.6 26.3Z", "jelly-light")
    yield pencil.shape(scenery.twinkle(28.6, 30.2, 1.6), "honey")
    yield pencil.oval(26.5, 29.9, 4.1, 4.1, "none")
    yield whoosh(pencil, "M8.4 11.6Q9.4 8.6 11.6 6.2M23 3Q26.5 1.8 30 3M41.4 6.2Q43.6 8.6 44.6 11.6", "honey-deep", 0.5)
    yield standing(
        pencil,
        26.5,
        26.4,
        21,
        view="front",
        mood="laughing",
        near=((-8.4, 3.4), (-10.2, -2.6)),
        far=((8.4, 3.4), (10.2, -2.6)),
    )
    for x, y, turn in ((8.6, 18, -28), (17, 7.2, -14), (36, 7.2, 14), (44.4, 18, 28)):
        yield scenery.card(pencil, x, y, "honey", 6.6, turn)


def swarm_swap(pencil: Pencil) -> Iterable[Drawn | None]:
    """H03 Swarm swap: two queens, both cross, made to trade their patterns."""
    yield scenery.flood(pencil, "hive-pink", 0.45)
    yield pencil.flat("M29.5 0L25.6 9L27.8 17.5L24.4 26L26.6 35H53V0Z", "hive-sky", 0.55)
    yield pencil.stroke("M29.5 0L25.6 9L27.8 17.5L24.4 26L26.6 35", 0.9, "white")
    yield scenery.flood(pencil, "ink", 0.12, top=31)
    card = scenery.card
    yield standing(
        pencil,
        12.4,
        34,
        25,
        role="queen",
        mood="angry",
        tint="hive-pink",
        near="hold",
        near_prop=in_mm(lambda p: card(p, 0.6, -4, "pattern", 6.8, 8), 25),
        far="hip",
    )
    yield standing(
        pencil,
        40.6,
        34,
        25,
        role="queen",
        mood="smug",
        tint="hive-sky",
        facing="left",
        near="hold",
        look=(0.6, 0.2),
        near_prop=in_mm(lambda p: card(p, 0.6, -4, "pattern", 6.8, 8), 25),
        far="hip",
    )
    yield scenery.arrow(pencil, "M22 5.6Q26.4 2 30.6 4.2", (30.6, 4.2), 30, "honey")
    yield scenery.arrow(pencil, "M31 8.6Q26.6 11.8 22.6 9.6", (22.6, 9.6), 210, "paper")


def bee_dding(pencil: Pencil) -> Iterable[Drawn | None]:
    """H04 Do my bee-dding: a queen works a soldier like a puppet."""
    yield scenery.flood(pencil, "sky-deep")
    yield scenery.clouds(pencil, [(18, 13, 11), (34, 20, 9)], 0.55)
    yield scenery.flood(pencil, "bark-light", top=29)
    yield pencil.stroke("M0 31H53M0 33.2H53M12 29L9 35M26 29V35M41 29L44 35", 0.25, "bark")
    yield props.curtain(pencil)
    yield props.curtain(pencil, right=True)
    yield scenery.shadow(pencil, 15.5, 32.4, 6)
    yield placed(pencil, 41, 29.6, 0, props.crate(pencil, 12, 6))
    x, y, size = 16.5, chest(32.4, 18), 18.0
    yield pencil.stroke(f"M12 8L{x - 6.8} {y - 0.6}M24.8 8L{x + 5} {y - 1}M18.4 8V{y - 9}", 0.25)
    yield bee(
        pencil.picture,
        x,
        y,
        size,
        role="soldier",
        mood="dizzy",
        tint="hive-green",
        facing="left",
        pose="run",
        near=((-5.4, 2.4), (-7.8, -1.6)),
        far=((8.6, 3.2), (10.6, -1.0)),
    )
    bar = scenery.ribbon(pencil, "M10.6 8H31", 0.9, "bark")
    cross = scenery.ribbon(pencil, "M17.6 6L19.2 10", 0.9, "bark")
    yield cross
    yield bar
    yield standing(
        pencil,
        40.6,
        29.2,
        23,
        role="queen",
        mood="sly",
        tint="hive-pink",
        facing="left",
        near="point",
        far=((9.6, -1.4), (12.4, -11.4)),
        look=(0.6, 0.4),
    )


def sleeping_bees(pencil: Pencil) -> Iterable[Drawn | None]:
    """H05 Let sleeping bees lie: a bee on tiptoe comes for the dormant pattern in its bed."""
    yield scenery.flood(pencil, "jelly-deep")
    yield pencil.stroke("M4 0V27M12 0V27M20 0V27M28 0V27M36 0V27M44 0V27M52 0V27", 1.6, "jelly-dark")
    yield props.window(pencil, 6.2, 8.6, 6, 10.6)
    yield scenery.flood(pencil, "jelly-dark", top=27)
    yield pencil.picture.ellipse(center=(34, 32.4), r=(20, 2.6), fill=pencil.ink("jelly"), opacity=0.55)
    yield placed(pencil, 39.4, 32.4, 0, props.bed(pencil))
    yield placed(pencil, 34.4, 15.6, 0, pencil.group(scenery.snooze(pencil, 0, 0, 1.4), transform="scale(-1 1)"))
    yield standing(
        pencil,
        13.6,
        32.6,
        24,
        mood="sly",
        pose="run",
        wings="down",
        near=((2.6, 5.4), (5.6, -0.2)),
        far=((8.4, 3.6), (13.4, 0.8)),
    )


def back_from_beyond(pencil: Pencil) -> Iterable[Drawn | None]:
    """H06 Back from the bee-yond: a forager with a halo comes down from her cloud, two balls of pollen the fare."""
    yield scenery.flood(pencil, "sky-deep")
    yield scenery.rays(pencil, 8, -2, "white", 0.4, 14)
    yield scenery.clouds(pencil, [(44, 9.5, 13), (2, 35, 17)], 0.75)
    yield pencil.flat("M26 35Q36 27.6 53 28V35Z", "meadow-deep")
    yield scenery.tufts(pencil, [(42, 30.4), (49.5, 30.6)])
    yield scenery.daisies(pencil, [(37, 32.4), (46.4, 32.6)])
    yield pencil.flat(bees.scallop(6, 3, 11, 4.6, 11) + bees.scallop(7, 22.6, 11.5, 3.4, 11), "white", 0.95)
    yield bee(
        pencil.picture,
        23,
        18,
        25,
        role="forager",
        pose="fly",
        turn=10,
        wings="up",
        tint="hive-sky",
        mood="happy",
        near=((4.6, 6.2), (10.6, 5.4)),
        near_prop=in_mm(lambda p: scenery.pollen(p, 1.6, -1.2, 2.7), 25),
        far=((8.2, 3.6), (14.2, -0.8)),
        far_prop=in_mm(lambda p: scenery.pollen(p, 1.4, -1.4, 2.7), 25),
    )
    yield scenery.worn(pencil, 23, 18, 25, props.halo, pose="fly", turn=10)
    yield pencil.flat(
        scenery.twinkle(14, 12, 1.4) + scenery.twinkle(40.6, 22.6, 1.2) + scenery.twinkle(34.6, 4, 1.1), "white"
    )


def pollen_your_leg(pencil: Pencil) -> Iterable[Drawn | None]:
    """H07 Pollen your leg: a sly bee pinches the ball from a humming forager's leg."""
    yield scenery.meadow(pencil, 24)
    yield scenery.clouds(pencil, [(10, 9, 12), (27, 5.4, 8)])
    yield scenery.daisies(pencil, [(29, 28), (49, 29.6), (36, 33), (4.4, 27.6)])
    yield scenery.tufts(pencil, [(46, 33.4), (31.4, 33.6)])
    yield scenery.shadow(pencil, 18, 32.8, 7)
    yield scenery.shadow(pencil, 37.6, 31, 6)
    yield bee(
        pencil.picture,
        37.6,
        14.6,
        22,
        role="forager",
        mood="laughing",
        pose="fly",
        tint="hive-orange",
        near="hold",
        near_prop=bees.bucket(),
        far="down",
    )
    yield scenery.pollen(pencil, 35.2, 22.6, 2.7)
    yield standing(
        pencil,
        18,
        32.8,
        24,
        mood="sly",
        tint="hive-green",
        wings="down",
        look=(0.8, -0.2),
        near="belly",
        far=((9.4, 4.8), (15.6, 1.8)),
    )
    yield scenery.note(pencil, 48.4, 12.6, 4.4, 8)
    yield scenery.note(pencil, 49.2, 6.6, 3.2, -8)


def robbin_hive(pencil: Pencil) -> Iterable[Drawn | None]:
    """H08 Robbin' Hive: the outlaw of the forest gives away what another had gathered."""
    yield scenery.flood(pencil, "meadow")
    yield pencil.flat(
        "M0 0H53V6Q49 10.4 45 7.4Q41 12 36 8Q31 11.4 27 7.6Q21 12 16 7.4Q11 11.4 7 8Q3 11 0 8Z", "leaf", 0.75
    )
    yield pencil.flat("M4 0H9L8.4 28H3.4ZM27 0H30.6L31 27H27.2ZM45 0H50.6L51.4 28H45.6Z", "bark", 0.5)
    yield pencil.flat("M0 28Q14 25.4 30 27.4T53 26.6V35H0Z", "meadow-deep")
    yield scenery.tufts(pencil, [(28.6, 29.6), (50, 30), (4, 33.4), (32, 34)])
    yield scenery.shadow(pencil, 16, 32.8, 7)
    yield scenery.shadow(pencil, 42, 32.8, 6)
    size, x = 25.0, 15.5
    y = chest(32.8, size)
    yield bee(
        pencil.picture,
        x,
        y,
        size,
        mood="smug",
        wings="up",
        look=(0.7, 0.2),
        near=((-5.6, 4.6), (-9.0, 1.6)),
        near_prop=in_mm(props.bow, size, 10),
        far=((8.4, 3.6), (15.0, 0.4)),
        far_prop=in_mm(lambda p: scenery.pollen(p, 1.2, -2.2, 2.7), size),
    )
    yield scenery.worn(pencil, x, y, size, props.robin_hat)
    yield standing(
        pencil,
        42.4,
        32.8,
        20,
        mood="happy",
        facing="left",
        near="hold",
        near_prop=in_mm(lambda p: placed(p, 2.6, 0.4, 0, props.bowl(p)), 20),
        far="belly",
        look=(0.7, 0.0),
    )


def finders(pencil: Pencil) -> Iterable[Drawn | None]:
    """H09 Finders, bee-pers: a burglar's grabber picks a card out of somebody's hand."""
    yield scenery.night(pencil, 27, (7.5, 7.5, 3.6))
    size, x = 23.0, 13.0
    y = chest(32.8, size)
    yield pencil.picture.ellipse(center=(13, 32.8), r=(8, 1.2), fill=pencil.ink("ink"), opacity=0.4)
    yield bees.limb(pencil, (53.5, 34), (48, 33))((44.6, 28.6))
    yield placed(pencil, 44.4, 28.8, -4, scenery.fan(pencil, ["honey", "honey", "honey"], 7.2, 20))
    yield placed(pencil, 34.4, 15.4, -24, scenery.card(pencil, 0, 0, "honey", 7.2))
    yield pencil.oval(44.4, 28.8, 1.5, 1.4, "bee-light")
    yield bee(
        pencil.picture,
        x,
        y,
        size,
        mood="sly",
        look=(0.8, 0),
        wings="down",
        near="hold",
        near_prop=in_mm(lambda p: props.grabber(p, 13.5), size, -28),
        far="chin",
    )
    yield scenery.worn(pencil, x, y, size, props.thief_mask)


def drift(pencil: Pencil) -> Iterable[Drawn | None]:
    """H10 Catch my drift? A bee asleep on a leaf is towed ashore."""
    yield scenery.meadow(pencil, 14, grass="meadow-deep")
    yield pencil.flat("M0 15Q14 13.4 31 15.4Q42 17 44 24T53 35H0Z", "hive-sky")
    yield pencil.flat("M0 15Q14 13.4 31 15.4Q35 16 38 17.4Q20 15.6 0 17.2Z", "white", 0.4)
    yield whoosh(pencil, "M1.6 20.6h3M26 18.8h6M1.6 33h5M27 32h5M31 27.4h4M10 33.8h5", "sky", 0.5)
    yield pencil.flat("M33 35Q37 27.6 53 26V35Z", "meadow")
    yield scenery.tufts(pencil, [(50.4, 33.6)])
    yield pencil.picture.ellipse(center=(14.5, 31.4), r=(12, 1.7), fill=pencil.ink("hive-blue"), opacity=0.35)
    yield placed(pencil, 14.5, 28, 0, props.leaf_boat_stern(pencil))
    yield bee(
        pencil.picture,
        15.4,
        22,
        20,
        mood="asleep",
        pose="fly",
        turn=6,
        wings="up",
        near=((4.6, 6.4), (9.4, 6.2)),
        far=((8.0, 4.4), (11.4, 4.4)),
    )
    yield placed(pencil, 14.5, 28, 0, props.leaf_boat_bow(pencil))
    yield scenery.snooze(pencil, 22, 20.2, 1.4)
    yield scenery.ribbon(pencil, "M26.6 25.4Q30.4 26.6 34.8 23", 0.5, "honey-light")
    yield standing(
        pencil,
        42.8,
        31.6,
        22,
        role="forager",
        mood="happy",
        tint="hive-pink",
        facing="left",
        turn=9,
        near=((4.2, 4.8), (10.2, 3.2)),
        far=((7.2, 3.6), (12.6, 4.6)),
    )


def buzz_off(pencil: Pencil) -> Iterable[Drawn | None]:
    """H11 Buzz off! A soldier with bellows blows a forager off her flower."""
    yield scenery.flood(pencil, "jelly-light")
    yield scenery.clouds(pencil, [(13, 7.4, 13), (27.4, 8.6, 7)])
    yield scenery.hills(pencil, 27, "meadow")
    yield pencil.flat("M0 27.6Q18 25.2 34 27.4T53 26.8V35H0Z", "meadow-deep")
    yield scenery.tufts(pencil, [(28.6, 33.4), (50, 33.4)])
    yield scenery.shadow(pencil, 11.6, 32.6, 7)
    yield scenery.ribbon(pencil, "M41.6 36Q40.2 33 41 29", 1.2, "leaf")
    yield scenery.blossom(pencil, 41, 28, 6.6)
    yield whoosh(pencil, "M35.6 19.4Q37.4 18.4 39 18.8M35.2 21.6Q38 21.2 41 22.6", "white", 0.7)
    yield bee(
        pencil.picture,
        42.4,
        12.8,
        20,
        role="forager",
        mood="scared",
        tint="hive-orange",
        facing="left",
        turn=24,
        pose="run",
        near=((-4.8, 0.6), (-7.2, -4.4)),
        far=((8.6, 1.0), (11.4, -5.0)),
        wings="level",
    )
    yield standing(
        pencil,
        11.6,
        32.6,
        23,
        role="soldier",
        mood="smug",
        tint="hive-blue",
        look=(0.9, -0.1),
        wings="up",
        near=((4.0, 8.0), (12.5, 7.6)),
        near_prop=in_mm(props.bellows, 23, -24),
        far=((7.0, 3.4), (8.4, 0.8)),
    )
    yield fist(pencil, 18.6, 23.1, 23)


def bee_line(pencil: Pencil) -> Iterable[Drawn | None]:
    """H12 Bee-line: a forager in goggles takes the straight way."""
    yield scenery.flood(pencil, "honey-light")
    yield scenery.rays(pencil, 62, 17, "honey", 0.5, 40, 0)
    yield whoosh(pencil, "M2 8H14M-1 13.6H10.4M-1 27.6H13M5 31.4H13", "white", 0.9)
    yield pencil.flat(bees.scallop(4.4, 19.6, 3.2, 2.5, 8) + bees.scallop(9.6, 23.2, 1.8, 1.4, 7), "white", 0.9)
    yield bee(
        pencil.picture,
        27.4,
        19.4,
        30,
        role="forager",
        mood="happy",
        pose="fly",
        tint="attack",
        wings="level",
        turn=-4,
        near=((-2.0, 6.4), (-5.6, 7.4)),
        far=((8.6, 3.0), (15.4, -0.4)),
        look=(0.9, 0),
    )
    yield scenery.worn(pencil, 27.4, 19.4, 30, props.goggles, pose="fly", turn=-4)


def piggy_buzz(pencil: Pencil) -> Iterable[Drawn | None]:
    """H13 Piggy-buzz ride: a forager carries her soldier home, flower, full bucket and all."""
    yield scenery.flood(pencil, "sky-deep")
    yield scenery.clouds(pencil, [(8, 9, 11), (45, 9, 11)], 0.7)
    yield pencil.flat("M0 30Q24 25 53 28.4V35H0Z", "meadow-deep")
    yield scenery.skep(pencil, 47.4, 29.6, 10, quiet=True)
    yield scenery.daisies(pencil, [(8, 32), (38, 32.6), (14.4, 30)])
    yield scenery.shadow(pencil, 25, 33.2, 9)
    yield whoosh(pencil, "M1.6 22H6.4M.8 25.6H10M3.4 29.2H9", "white", 0.7)
    x, y, size = 30.0, 23.2, 22.0
    scale = size / bees.TALL
    wings = [bees.wing(Pencil(pencil.picture, scale), turn, 1.0, (0, 0)) for turn in (-118, -172)]
    yield pencil.group(*wings, transform=f"translate({at(x - 1, y - 1)})scale({number(scale)})")
    yield bee(
        pencil.picture,
        15.6,
        16.8,
        19,
        role="soldier",
        mood="laughing",
        tint="hive-green",
        pose="sit",
        wings="up",
        near="down",
        far=((8.6, 2.4), (12.4, -3.4)),
        far_prop=bees.flower(),
    )
    yield bee(
        pencil.picture,
        x,
        y,
        size,
        role="forager",
        mood="happy",
        tint="hive-green",
        pose="fly",
        wings="none",
        near=((4.0, 5.6), (10.4, 1.6)),
        near_prop=bees.bucket(),
        far="down",
    )


def whats_the_buzz(pencil: Pencil) -> Iterable[Drawn | None]:
    """H14 What's the buzz? A scout in a bush reads a rival's cards through binoculars."""
    yield scenery.meadow(pencil, 22, sky="honey-light", grass="meadow")
    yield scenery.clouds(pencil, [(23, 6.6, 9), (47, 9, 11)], 0.9)
    yield scenery.daisies(pencil, [(47.6, 31.6), (44, 28.4)])
    yield scenery.shadow(pencil, 32.4, 33, 8)
    yield standing(
        pencil,
        32.4,
        33,
        25,
        role="queen",
        mood="smug",
        tint="hive-blue",
        look=(0.8, 0.5),
        near=((4.0, 6.2), (10.8, 4.8)),
        far="hip",
        near_prop=in_mm(lambda p: placed(p, 0.6, 0.6, 24, scenery.fan(p, ["honey", "jelly", "honey"], 6.2, 20)), 25),
    )
    size, x, y = 24.0, 10.6, 20.6
    yield bee(pencil.picture, x, y, size, mood="surprised", near=((3.4, 5.6), (7.6, -3.0)), far=((8, 3), (9.6, -4)))
    yield scenery.worn(pencil, x, y, size, props.leaf_camouflage)
    yield scenery.worn(pencil, x, y, size, props.binoculars)
    yield fist(pencil, x + 6.4, y - 2.0, size)
    yield props.bush(pencil)


def peek_a_bee(pencil: Pencil) -> Iterable[Drawn | None]:
    """H15 Peek-a-bee: somebody looks over the rim of a pattern card."""
    yield scenery.flood(pencil, "hive-sky", 0.6)
    yield scenery.rays(pencil, 26.5, 20, "white", 0.35, 16)
    yield bee(pencil.picture, 26.5, 18.8, 29, view="front", mood="sly", look=(0, 0.9), wings="level")
    yield placed(pencil, 26.5, 32.9, -3, scenery.card(pencil, 0, 0, "pattern", 22))
    yield fist(pencil, 18.6, 18.2, 32)
    yield fist(pencil, 34.2, 17.3, 32)


def comb_and_see(pencil: Pencil) -> Iterable[Drawn | None]:
    """H16 Comb and see: a detective finds a pattern asleep in the comb."""
    yield scenery.comb(pencil, 5.2, "honey", "honey-deep")
    size, x = 25.0, 13.6
    y = chest(33, size)
    yield pencil.shape(scenery.cell(39.4, 17, 13), "honey-dark")
    yield pencil.flat(scenery.cell(39.4, 18.2, 11), "ink", 0.35)
    yield placed(pencil, 41, 17.6, 9, props.sleeping_card(pencil, 12, 0.27))
    lens = [
        pencil.dot(0, 0, 5.4, "paper"),
        placed(pencil, 0, -0.6, 9, props.sleepy_face(pencil, 8.6)),
        props.magnifier(pencil, 5.4),
    ]
    yield placed(pencil, 38.4, 14.6, 0, *lens)
    yield bee(
        pencil.picture, x, y, size, mood="surprised", near=((6.0, 6.2), (16.6, 2.0)), far="chin", look=(0.9, -0.1)
    )
    yield scenery.worn(pencil, x, y, size, props.sleuth_hat)


def bee_siege(pencil: Pencil) -> Iterable[Drawn | None]:
    """H17 Bee-siege: soldiers run a ram at the door of a hive, where two eyes see them come."""
    yield scenery.flood(pencil, "blush")
    yield scenery.rays(pencil, 44, 28, "honey-light", 0.6, 16)
    yield scenery.hills(pencil, 27, "attack", 0.3)
    yield pencil.flat("M0 28Q20 26.4 53 28V35H0Z", "bark-light")
    yield scenery.shadow(pencil, 18, 33.4, 15)
    yield scenery.skep(pencil, 49.4, 33, 27)
    yield props.frightened_eyes(pencil, 49.2, 29)
    size = 23.5
    y = chest(33, size)
    yield bee(
        pencil.picture,
        9.6,
        y,
        size,
        role="soldier",
        mood="laughing",
        tint="hive-blue",
        pose="run",
        near="carry",
        far="down",
        wing_size=0.85,
    )
    yield bee(
        pencil.picture,
        25,
        y,
        size,
        role="soldier",
        mood="angry",
        tint="hive-blue",
        pose="run",
        near="carry",
        far="down",
        wing_size=0.8,
        near_prop=in_mm(lambda p: placed(p, -4.2, 0.4, 0, props.ram(p, 33)), size),
    )
    yield fist(pencil, 13.6, y + 4.5, size)


SCENES: dict[str, Scene] = {
    "H01": mutiny,
    "H02": beyond_the_limit,
    "H03": swarm_swap,
    "H04": bee_dding,
    "H05": sleeping_bees,
    "H06": back_from_beyond,
    "H07": pollen_your_leg,
    "H08": robbin_hive,
    "H09": finders,
    "H10": drift,
    "H11": buzz_off,
    "H12": bee_line,
    "H13": piggy_buzz,
    "H14": whats_the_buzz,
    "H15": peek_a_bee,
    "H16": comb_and_see,
    "H17": bee_siege,
}


def main() -> None:
    """Draw the whole deck."""
    for name, scene in SCENES.items():
        picture, pencil = scenery.stage()
        scenery.finish(picture, scene(pencil), f"cards/{name}")
