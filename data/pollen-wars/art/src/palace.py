"""Grounds and things of the royal jelly cards: violet halls, curtains, dusk over the meadow, and the mite.

It goes with `scenery` (the stage, the props of both decks) and follows its manners: grounds are flat and quiet,
things are outlined, everything is drawn in mm with a `Pencil` of scale 1.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import bees
import scenery
from art.pen import ROOT3, Drawn, Point
from scenery import HEIGHT, WIDTH
from style import Pencil, at, ink, number

# ---------------------------------------------------------------------------------------------- grounds


def panels(pencil: Pencil, fill: str, opacity: float, bottom: float = HEIGHT) -> Drawn:
    """Draw a wallpaper of comb cells, each with a drop of jelly in it."""
    cell = 5.2
    wide, high = cell * ROOT3, cell * 1.5
    motif = pencil.picture.defs.add(pencil.picture.g(id=f"cell-{fill}"))
    motif.add(pencil.flat(scenery.cell(0, 0, cell * 0.88), fill, opacity))
    motif.add(pencil.flat(pearl(0, 0, cell * 0.36), "white", round(opacity * 0.6, 3)))
    paper = pencil.group()
    for row in range(int(bottom / high) + 1):
        for column in range(int(WIDTH / wide) + 2):
            spot = (round(column * wide + (wide / 2 if row % 2 else 0), 2), round(row * high, 2))
            paper.add(pencil.picture.use(f"#cell-{fill}", insert=spot))
    return paper


def pearl(x: float, y: float, radius: float) -> str:
    """Return the path of a drop of royal jelly."""
    r = radius
    return (
        f"M{at(x, y - 1.5 * r)}C{at(x + 0.3 * r, y - 0.7 * r, x + r, y - 0.3 * r, x + r, y + 0.35 * r)}"
        f"A{at(r, r)} 0 0 1 {at(x - r, y + 0.35 * r)}"
        f"C{at(x - r, y - 0.3 * r, x - 0.3 * r, y - 0.7 * r, x, y - 1.5 * r)}Z"
    )


def hall(pencil: Pencil, floor: float = 27.0, wall: str = "jelly-light", ground: str = "jelly") -> Drawn:
    """Draw a room of the palace: papered wall, gilded skirting, polished floor."""
    tone = "jelly" if wall == "jelly-light" else "jelly-light"
    shine = f"M4 {number(floor + 1)}H22L14 35H-4ZM30 {number(floor + 1)}H36L30 35H24Z"
    return pencil.group(
        scenery.flood(pencil, wall),
        panels(pencil, tone, 0.2, bottom=floor),
        scenery.flood(pencil, ground, top=floor),
        pencil.flat(shine, "white", 0.13),
        scenery.flood(pencil, "honey", top=floor - 0.9, bottom=floor),
        scenery.flood(pencil, "jelly-deep", 0.4, top=floor, bottom=floor + 0.6),
    )


def curtain(pencil: Pencil, side: str = "left", width: float = 9.0, tie: float = 17.0) -> Drawn:
    """Draw a violet curtain gathered with a golden cord at one edge of the picture."""
    w, t = width, tie
    cloth = (
        f"M-1 -1H{number(w)}C{at(w, t * 0.55, w * 0.75, t * 0.85, w * 0.3, t)}"
        f"C{at(w * 0.6, t + 5, w * 0.75, t + 11, w * 0.8, 36)}H-1Z"
    )
    folds = (
        f"M{at(w * 0.42, -1)}H{number(w * 0.68)}C{at(w * 0.68, t * 0.55, w * 0.45, t * 0.85, w * 0.18, t)}"
        f"C{at(w * 0.3, t * 0.85, w * 0.42, t * 0.5, w * 0.42, -1)}Z"
        f"M{at(w * 0.18, t)}C{at(w * 0.4, t + 5, w * 0.5, t + 11, w * 0.5, 36)}H{number(w * 0.24)}"
        f"C{at(w * 0.24, t + 11, w * 0.2, t + 5, w * 0.1, t)}Z"
    )
    cord = f"M-1 {number(t - 0.7)}L{at(w * 0.34, t - 0.5)}V{number(t + 0.8)}L-1 {number(t + 0.9)}Z"
    drawn = [pencil.flat(cloth, "jelly-deep"), pencil.flat(folds, "jelly-dark", 0.6), pencil.flat(cord, "honey")]
    return pencil.group(*drawn, transform="translate(53 0)scale(-1 1)" if side == "right" else "")


def valance(pencil: Pencil, depth: float = 5.0, bows: int = 5) -> Drawn:
    """Draw swags of violet cloth along the upper edge, with a golden fringe and a drop of jelly between them."""
    step = WIDTH / bows
    edge = "".join(f"Q{at((i + 0.5) * step, depth * 1.9, (i + 1) * step, depth * 0.45)}" for i in range(bows))
    inner = "".join(f"Q{at((i + 0.5) * step, depth * 1.5, (i + 1) * step, depth * 0.3)}" for i in range(bows))
    drops = "".join(pearl(i * step, depth * 0.95, 0.9) for i in range(1, bows))
    return pencil.group(
        pencil.flat(f"M0 -1V{number(depth * 0.45)}{edge}V-1Z", "honey"),
        pencil.flat(f"M0 -1V{number(depth * 0.3)}{inner}V-1Z", "jelly-deep"),
        pencil.flat(drops, "white", 0.9),
    )


def dusk(pencil: Pencil, horizon: float = 24.0, sun: float = 38.0, grass: str = "leaf") -> Drawn:
    """Draw the meadow at dusk under a violet and golden sky; the sun sets at x = `sun`."""
    h = horizon
    glow = [
        pencil.picture.ellipse((sun, h), (round(r, 3), round(r * 0.62, 3)), fill=ink(tone), opacity=o)
        for r, o, tone in (
            (52, 0.5, "jelly-light"),
            (38, 0.6, "jelly-light"),
            (27, 0.55, "honey-light"),
            (16, 0.75, "honey-light"),
        )
    ]
    lawn = f"M0 {number(h)}Q{at(18, h - 2, 34, h - 0.2)}T{at(53, h - 0.8)}V35H0Z"
    slope = f"M0 {number(h + 7)}Q{at(22, h + 3, 53, h + 7.5)}V35H0Z"
    return pencil.group(
        scenery.flood(pencil, "jelly"),
        *glow,
        pencil.dot(sun, h - 1, 5.2, "honey"),
        scenery.hills(pencil, h, "jelly", 0.6),
        pencil.flat(lawn, "meadow-deep"),
        pencil.flat(lawn, grass, 0.45),
        pencil.flat(slope, grass),
    )


def archway(pencil: Pencil, x: float, floor: float, width: float, height: float, view: str = "honey-light") -> Drawn:
    """Draw a golden archway that stands on the floor and opens on a light."""

    def arch(grow: float) -> str:
        half = width / 2 + grow
        return (
            f"M{at(x - half, floor)}V{number(floor - height + width / 2)}A{at(half, half)} 0 0 1 "
            f"{at(x + half, floor - height + width / 2)}V{number(floor)}Z"
        )

    return pencil.group(
        pencil.flat(arch(1.5), "honey-deep"), pencil.flat(arch(1.1), "honey"), pencil.flat(arch(0), view)
    )


def confetti(pencil: Pencil, count: int, top: float = 1.0, bottom: float = 26.0, seed: int = 7) -> Drawn:
    """Scatter scraps of paper over the picture."""
    chance = random.Random(seed)
    paths = {"honey": "", "white": "", "hive-pink": "", "hive-sky": ""}
    for i in range(count):
        x, y, a = chance.uniform(1, 52), chance.uniform(top, bottom), chance.uniform(0, math.pi)
        c, s = 0.75 * math.cos(a), 0.75 * math.sin(a)
        colour = list(paths)[i % len(paths)]
        paths[colour] += f"M{at(x - c, y - s)}l{at(-s * 0.7, c * 0.7)}l{at(2 * c, 2 * s)}l{at(s * 0.7, -c * 0.7)}Z"
    return pencil.group(*(pencil.flat(path, colour, 0.85) for colour, path in paths.items()))


def glints(pencil: Pencil, spots: Sequence[tuple[float, float, float]], fill: str = "white") -> Drawn:
    """Draw twinkles, each given by its middle and its reach."""
    return pencil.flat("".join(scenery.twinkle(*spot) for spot in spots), fill)


# ---------------------------------------------------------------------------------------------- things

SHELL = "M-7.4 .6C-7.6 -3.6 -4.4 -5.8 0 -5.8C4.4 -5.8 7.6 -3.6 7.4 .6C7.2 4.2 4 5.8 0 5.8C-4 5.8 -7.2 4.2 -7.4 .6Z"
BELLY = "M-7.3 1.2C-6.8 4.4 -3.8 5.8 0 5.8C4 5.8 7 4.3 7.35 .9C6 3.4 3.2 4.5 0 4.5C-3.2 4.5 -5.8 3.5 -7.3 1.2Z"
GRIN = "M-4.4 1Q0 2.6 4.4 1Q4 5 0 5Q-4 5 -4.4 1Z"


def mite_leg(pencil: Pencil, side: int, root: Point, knee: Point, foot: Point) -> Drawn:
    """Draw one stubby leg of a mite."""
    path = f"M{at(side * root[0], root[1])}Q{at(side * knee[0], knee[1], side * foot[0], foot[1])}"
    return pencil.group(pencil.stroke(path, 1.5), pencil.oval(side * foot[0], foot[1], 0.95, 0.95, "mite-light"))


def mite(
    pencil: Pencil, x: float, y: float, width: float, mood: str = "sly", *, legs: int = 4, look: Point = (0, 0.2)
) -> Drawn:
    """Draw a mite `width` mm wide over its legs, standing on its lowest pairs; it grins unless it is sad."""
    scale = width / 20
    small = Pencil(pencil.picture, scale, inks={"honey": "mite"})
    joints = (
        ((4.4, -2.6), (7.4, -5.6), (6.6, -7.2)),
        ((5.8, -1.0), (9.2, -2.6), (9.4, -4.4)),
        ((5.8, 2.0), (9.2, 3.0), (9.0, 6.8)),
        ((4.0, 4.0), (5.4, 5.6), (4.6, 7.8)),
    )
    face = bees.MOODS[mood]
    mouth = [small.shape(GRIN, "ink"), small.flat("M-3.6 1.4L-2.7 3.2L-1.8 1.9ZM3.6 1.4L2.7 3.2L1.8 1.9Z", "white")]
    if mood in ("sad", "crying", "scared"):
        mouth = [small.stroke("M-1.9 4Q0 1.9 1.9 4", max(small.line, 0.6))]
    return small.group(
        *(mite_leg(small, side, *joint) for joint in joints[:legs] for side in (-1, 1)),
        small.flat(SHELL, "mite-light"),
        small.flat(BELLY, "mite"),
        small.oval(-3.2, -4.2, 2.0, 0.6, "blush", lined=False, turn=-22),
        small.shape(SHELL, "none"),
        bees.eye(small, 2.3, -1.1, 1.9, 2.1, face, look, -1),
        bees.eye(small, -2.3, -1.1, 1.9, 2.1, face, look, 1),
        *mouth,
        transform=f"translate({at(x, y)})scale({at(scale)})",
    )


def wheel(pencil: Pencil, x: float, y: float, radius: float) -> Drawn:
    """Draw a cart wheel with a golden hub."""
    return pencil.group(
        pencil.oval(x, y, radius, radius, "hive-black"),
        pencil.oval(x, y, radius * 0.58, radius * 0.58, "honey-light"),
        pencil.oval(x, y, radius * 0.2, radius * 0.2, "honey-deep"),
    )


def fist(pencil: Pencil, x: float, y: float, size: float) -> Drawn:
    """Draw the mitten of a bee of the given size, for a grip on something in front of it."""
    scale = size / bees.TALL
    return pencil.oval(x, y, 1.25 * scale, 1.15 * scale, "bee-light")


def throne(pencil: Pencil, x: float, floor: float, width: float, height: float) -> Drawn:
    """Draw the back of a throne, quiet as a ground."""
    w, top = width / 2, floor - height
    back = f"M{at(x - w, floor)}V{number(top + w)}A{at(w, w)} 0 0 1 {at(x + w, top + w)}V{number(floor)}Z"
    pad = (
        f"M{at(x - w * 0.74, floor)}V{number(top + w)}A{at(w * 0.74, w * 0.74)} 0 0 1 {at(x + w * 0.74, top + w)}"
        f"V{number(floor)}Z"
    )
    knobs = [pencil.dot(x + s * w, top + w, 1.3, "honey") for s in (-1, 1)]
    return pencil.group(
        pencil.flat(back, "honey"), pencil.flat(pad, "jelly-deep"), *knobs, pencil.dot(x, top - 0.4, 1.4, "honey")
    )
