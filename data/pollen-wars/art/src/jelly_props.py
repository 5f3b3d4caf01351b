"""What only the royal jelly cards show: the props of their jokes, drawn in mm (worn ones in units of the head)."""

from __future__ import annotations

import bees
import palace
import scenery
from art.pen import Drawn, Point, around, bearings, ring, star
from scenery import placed
from style import Pencil, at, polygon


def parachute(pencil: Pencil, x: float, y: float, radius: float, grip: Point) -> Drawn:
    """Draw a great dandelion seed: a dome of down over (x, y), its stalk held at `grip`."""
    r = radius
    tips = [around(x, y, r, turn, 0.84) for turn in range(-176, 0, 172 // 8)]
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
                cell = scenery.cell(0, 0, wide * 0.53)
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
    rose = star(0, 0, radius * 0.94, radius * 0.3, 6, 0)
    return pencil.group(
        pencil.dot(0, 0, radius * 1.12, "honey"),
        pencil.dot(0, 0, radius, "jelly-light"),
        pencil.flat(polygon(rose), "jelly-deep", 0.85),
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

    half = (
        f"M0 {at(-9 * u)}Q{at(3 * u, -7 * u, 6.2 * u, -6.7 * u)}V{at(0.5 * u)}"
        f"C{at(6.2 * u, 5 * u, 3 * u, 8 * u, 0, 9 * u)}Z"
    )
    return placed(
        pencil,
        x,
        y,
        0,
        pencil.shape(hull(0), "honey"),
        pencil.shape(hull(1.8), "jelly"),
        pencil.flat(half, "jelly-deep", 0.7),
        pencil.shape(scenery.cell(0, -0.2 * u, 3.7 * u), "honey"),
        pencil.flat(scenery.cell(0, -0.2 * u, 2.1 * u), "honey-light"),
    )


def stethoscope(pencil: Pencil, x: float, y: float, size: float) -> Drawn:
    """Draw a stethoscope round the neck of a bee in side view whose chest lies at (x, y)."""
    u = size / bees.TALL
    return placed(
        pencil,
        x,
        y,
        0,
        scenery.ribbon(
            pencil,
            f"M{at(-2.2 * u, -0.6 * u)}Q{at(-1.4 * u, 3.6 * u, 1.2 * u, 3.4 * u)}"
            f"Q{at(4.2 * u, 3.2 * u, 4.4 * u, 0)}M{at(1.2 * u, 3.4 * u)}V{at(5.6 * u)}",
            0.35,
            "jelly",
        ),
        pencil.oval(1.2 * u, 6.6 * u, 1.6 * u, 1.6 * u, "rock-light"),
        pencil.dot(0.9 * u, 6.2 * u, 0.6 * u, "white"),
    )


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
    """Draw a bucket running over with pollen, hanging from (x, y)."""
    rim = y + 4.6
    grains = [scenery.pollen(pencil, x + dx, rim + dy, 1.6) for dx, dy in ((-1.6, -0.5), (1.6, -0.5), (0, -1.3))]
    spilt = [scenery.pollen(pencil, x + dx, rim + dy, 0.8) for dx, dy in ((3.1, 0.9), (3.8, 3.6))]
    hull = "M-3.1 0H3.1L2.4 4.3Q0 5 -2.4 4.3Z"
    return pencil.group(
        *grains,
        pencil.stroke(f"M{at(x - 2.9, rim + 0.2)}L{at(x, y)}L{at(x + 2.9, rim + 0.2)}", pencil.line),
        placed(
            pencil,
            x,
            rim,
            0,
            pencil.flat(hull, "rock-light"),
            pencil.flat("M.9 .1H3L2.3 4.3Q1.6 4.6 .8 4.7Z", "rock"),
            pencil.shape(hull, "none"),
            pencil.stroke("M-2.8 1.5Q0 2.2 2.8 1.5"),
        ),
        *spilt,
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
        petals = [pencil.oval(*place, 0.95, 0.95, ink) for place in ring(x, y, 1.35, 5)]
        heads += [*petals, pencil.oval(x, y, 0.9, 0.9, "flower-eye")]
    leaves = "M-2 -3Q-5.6 -3 -6 -6Q-3 -5.8 -2 -3ZM2 -3Q5.6 -3.2 6 -6Q3.2 -5.6 2 -3Z"
    return pencil.group(
        pencil.shape(leaves, "leaf"),
        *heads,
        pencil.shape("M-3.4 -4.2Q-1.6 -3.2 0 -3.9Q1.6 -3.2 3.4 -4.2L.9 2.4H-.9Z", "jelly-light"),
        pencil.stroke("M-1.2 -3.2L-.4 1.4M1.4 -3.2L.5 1.4"),
    )


def stop_paddle(pencil: Pencil) -> Drawn:
    """Draw a red eight-sided paddle with a flat palm on it, held by its stick at the origin."""
    palm = (
        "M-1.7 -8.6V-11.6A.6 .6 0 0 1 -.5 -11.6V-12.7A.6 .6 0 0 1 .7 -12.7V-12.2A.6 .6 0 0 1 1.9 -12.2V-9.9"
        "L2.5 -10.5A.65 .65 0 0 1 3.4 -9.6L1.9 -7.4Q1.4 -6.6 .3 -6.6Q-1.7 -6.7 -1.7 -8.6Z"
    )
    return pencil.group(
        scenery.ribbon(pencil, "M0 3V-5", 0.6, "bark-light"),
        pencil.shape(polygon(ring(0, -9.6, 6.4, 8, 22.5)), "white"),
        pencil.flat(polygon(ring(0, -9.6, 5.5, 8, 22.5)), "red"),
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
    reaches = [radius * share for share in (0.8, 0.55, 1.0, 0.55) * 5]
    bang = polygon(around(0, 0, reach, turn) for reach, turn in zip(reaches, bearings(20), strict=True))
    scraps = [
        pencil.group(
            pencil.shape("M-1.3 -.6Q0 -1.6 1.2 -.5Q1.5 .6 .4 1Q-.4 .2 -1 .7Q-1.7 .2 -1.3 -.6Z", "hive-sky"),
            transform=f"translate({at(dx * radius, dy * radius)})rotate({at(turn)})",
        )
        for dx, dy, turn in ((-0.75, -0.15, 30), (0.62, -0.5, 160), (0.3, 0.52, 80), (-0.2, -0.66, -40))
    ]
    core = pencil.oval(0, 0, radius * 0.42, radius * 0.42, "white", lined=False)
    return placed(pencil, x, y, 0, pencil.shape(bang, "honey"), core, *scraps)


def tub(pencil: Pencil, x: float, rim: float, width: float) -> Drawn:
    """Draw the front of a golden bath tub on claw feet, brimful of honey; its rim lies at height `rim`."""
    w = width / 2
    hull = (
        f"M{at(-w, 0)}H{at(w)}C{at(w, 7, w * 0.8, 11.4, w * 0.5, 12)}"
        f"H{at(-w * 0.5)}C{at(-w * 0.8, 11.4, -w, 7, -w, 0)}Z"
    )
    shade = (
        f"M{at(w * 0.6, 0)}H{at(w)}C{at(w, 7, w * 0.8, 11.4, w * 0.5, 12)}"
        f"H{at(w * 0.1)}C{at(w * 0.5, 9, w * 0.6, 5, w * 0.6, 0)}Z"
    )
    honey = (
        f"M{at(-w, -0.6)}H{at(w)}V1.4Q{at(w - 0.6, 3, w - 1.4, 2.2)}L{at(w - 2, 5.4)}Q{at(w - 2.8, 6.8, w - 3.6, 5.4)}"
        f"L{at(w - 4, 2.6)}Q{at(w * 0.42, 1, w * 0.22, 2.4)}"
        f"Q0 4.6 {at(-w * 0.16, 2.2)}Q{at(-w * 0.3, 1.2, -w * 0.46, 2.4)}"
        f"L{at(-w * 0.48, 6.8)}Q{at(-w * 0.54, 8.4, -w * 0.62, 6.8)}"
        f"L{at(-w * 0.66, 2.4)}Q{at(-w * 0.84, 0.8, -w, 1.8)}Z"
    )
    feet = [
        pencil.shape(
            f"M{at(s * w * 0.62, 10.2)}Q{at(s * w * 0.74, 12.6, s * w * 0.86, 13.4)}"
            f"Q{at(s * w * 0.7, 15.4, s * w * 0.48, 14)}Q{at(s * w * 0.52, 12, s * w * 0.4, 11)}Z",
            "honey-deep",
        )
        for s in (-1, 1)
    ]
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
    lines = (
        f"M{at(x - r, y)}H{at(x + r)}M{at(x - r * 0.86, y - r * 0.5)}H{at(x + r * 0.86)}"
        f"M{at(x - r * 0.86, y + r * 0.5)}H{at(x + r * 0.86)}"
    )
    lines += (
        f"M{at(x, y - r)}V{at(y + r)}M{at(x, y - r)}Q{at(x - r * 1.1, y, x, y + r)}"
        f"M{at(x, y - r)}Q{at(x + r * 1.1, y, x, y + r)}"
    )
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
        "M-19.6 -10.4Q-20.4 -3.6 -18 -3.2H19Q21.4 -4 20.6 -6.6Q19.4 -9.8 13.6 -10.6"
        "L8.4 -11.2L6.6 -9.4Q1 -7.6 -4 -9.6L-5.4 -11Z"
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
        pencil.shape(
            "M0 -2.8C-1 -6.4 -5.4 -6.4 -4.6 -4.2Q-3.8 -2.4 0 -2.8C1 -6.4 5.4 -6.4 4.6 -4.2Q3.8 -2.4 0 -2.8Z", "honey"
        ),
        pencil.shape("M-6.8 -2.6H6.8V.4H-6.8Z", "jelly"),
        pencil.shape("M-1.4 -2.6H1.4V.4H-1.4Z", "honey"),
    )


def megaphone(pencil: Pencil) -> Drawn:
    """Draw a golden megaphone held by its handle, its mouth to the right."""
    return pencil.group(
        pencil.shape("M-2.6 -3.4L4 -6.4V.8L-2.6 -1.6Z", "honey"),
        pencil.oval(4, -2.8, 1.1, 3.7, "honey-light"),
        pencil.shape("M-1.2 -1.3L-.6 .8L.6 .8L.8 -.5Z", "jelly"),
    )


def spark_burst(x: float, y: float) -> str:
    """Return the path of a spray of sparks, flying up."""
    reaches = (3.2, 1.5, 4.4, 1.6, 5.4, 1.7, 4.8, 1.6, 4.2, 1.4, 3.0)
    return polygon([*(around(x, y, reach, -165 + 15 * i) for i, reach in enumerate(reaches)), (x, y + 1)])


def empty_bucket() -> bees.Prop:
    """Return a bucket without anything in it, upside down."""

    def draw(pencil: Pencil) -> list[Drawn]:
        return [
            pencil.stroke("M-2.4 .4C-2.6 4 2.6 4 2.4 .4", pencil.line),
            pencil.shape("M-2.9 6.4L-2.2 1.4Q0 .6 2.2 1.4L2.9 6.4Q0 7.4 -2.9 6.4Z", "rock-light"),
            pencil.oval(0, 6.4, 2.9, 0.8, "rock-deep"),
        ]

    return bees.held(draw)
