"""The flower field: the blossoms, the meadow hexes, and what lies about in the meadow."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from art.pen import DETAIL, Drawn, Point, around
from comb import clipped, save_cut
from style import Pencil, at, canvas, ink, number, outline, rounded, save

PETAL_LINE = 0.3  # blossoms are small: a slightly lighter outline keeps their petals apart
GROUND_WIDTH, GROUND_HEIGHT = 32.0, 36.022  # a hex of 26 mm across flats with 3 mm of bleed


def polar(angle: float, radius: float) -> Point:
    """Return the point at `angle` degrees clockwise from straight up, `radius` mm from the origin."""
    return around(0, 0, radius, angle - 90)


# ---------------------------------------------------------------------------------------------- blossoms


def flower(name: str, draw: Callable[[Pencil], list[Drawn]]) -> None:
    """Save a blossom that is drawn about the middle of its 8 mm square."""
    picture = canvas(8, 8)
    pencil = Pencil(picture, 1.0, PETAL_LINE)
    picture.add(pencil.group(*draw(pencil), transform="translate(4 4)"))
    save(picture, f"field/blossom-{name}")


def petals(pencil: Pencil, count: int, petal: Callable[[Pencil], list[Drawn]], start: float = 0.0) -> list[Drawn]:
    """Repeat a petal that points up, all round the origin."""
    return [pencil.group(*petal(pencil), transform=f"rotate({number(start + 360 / count * i)})") for i in range(count)]


def flower_eye(pencil: Pencil, radius: float, fill: str, grains: int) -> list[Drawn]:
    """Draw the middle of a blossom with its pollen and a glint."""
    dots = [polar(360 / grains * i + 20, radius * 0.58) for i in range(grains)]
    glint = radius * 0.34
    return [
        pencil.oval(0, 0, radius, radius, fill),
        *(pencil.dot(x, y, 0.13, "honey-dark") for x, y in dots),
        pencil.oval(-glint, -glint, radius * 0.26, radius * 0.2, "white", lined=False, turn=-45),
    ]


def daisy(pencil: Pencil) -> list[Drawn]:
    """Draw eight long white petals, four over four, and a yellow eye."""

    def petal(pencil: Pencil) -> list[Drawn]:
        return [
            pencil.shape("M-.45 -.6C-1.25 -1.7 -1.25 -3.72 0 -3.72C1.25 -3.72 1.25 -1.7 .45 -.6Z", "white"),
            pencil.flat("M-.42 -.7C-.8 -1.3 -.72 -2 0 -2.2C.72 -2 .8 -1.3 .42 -.7Z", "shade"),
        ]

    return [
        *petals(pencil, 4, petal, 45),
        *petals(pencil, 4, petal),
        *flower_eye(pencil, 1.28, "petal-yellow", 7),
    ]


def cosmos(pencil: Pencil) -> list[Drawn]:
    """Draw five broad pink petals with toothed tips."""

    def petal(pencil: Pencil) -> list[Drawn]:
        left, right = polar(-35.5, 2.1), polar(35.5, 2.1)
        edge = (
            f"M0 0L{at(*left)}C{at(*polar(-35.5, 2.9), *polar(-34, 3.25), *polar(-27, 3.5))}"
            f"L{at(*polar(-18, 3.16), *polar(-9, 3.74), *polar(0, 3.24), *polar(9, 3.74), *polar(18, 3.16))}"
            f"L{at(*polar(27, 3.5))}C{at(*polar(34, 3.25), *polar(35.5, 2.9), *right)}Z"
        )
        return [
            pencil.shape(edge, "petal-pink"),
            pencil.flat(f"M0 0L{at(*polar(-26, 2.2))}L{at(*polar(0, 1.6))}L{at(*polar(26, 2.2))}Z", "red", 0.35),
            pencil.stroke(
                f"M{at(*polar(-13, 2.35))}L{at(*polar(-13, 2.85))}M{at(*polar(13, 2.35))}L{at(*polar(13, 2.85))}",
                0.22,
                "white",
            ),
        ]

    return [*petals(pencil, 5, petal), *flower_eye(pencil, 1.05, "flower-eye", 6)]


def cornflower(pencil: Pencil) -> list[Drawn]:
    """Draw twelve blue petals, each frayed into three points, round a dark heart.

    No petal points straight to a side, so that blossoms set close together interlock.
    """
    fray = [(-15, 2.3), (-10, 3.4), (-5.5, 3.06), (0, 3.82), (5.5, 3.06), (10, 3.4)]
    tips = [polar(30 * i + 15 + angle, radius) for i in range(12) for angle, radius in fray]
    seams = "".join(f"M{at(*polar(30 * i, 1.3))}L{at(*polar(30 * i, 2.4))}" for i in range(12))
    veins = "".join(f"M{at(*polar(30 * i + 15, 2.15))}L{at(*polar(30 * i + 15, 2.9))}" for i in range(12))
    tufts = [polar(60 * i, 0.72) for i in range(6)]
    return [
        pencil.shape(f"M{'L'.join(at(*tip) for tip in tips)}Z", "petal-blue"),
        pencil.stroke(seams),
        pencil.stroke(veins, 0.3, "sky-deep"),
        pencil.oval(0, 0, 1.35, 1.35, "jelly-deep"),
        *(pencil.dot(x, y, 0.24, "jelly-light") for x, y in tufts),
        pencil.dot(0, 0, 0.28, "petal-pink"),
    ]


def buttercup(pencil: Pencil) -> list[Drawn]:
    """Draw five round, glossy yellow petals and a tuft of stamens."""

    def petal(pencil: Pencil) -> list[Drawn]:
        left, right = polar(-35.5, 2.25), polar(35.5, 2.25)
        rim = (
            f"C{at(*polar(-39, 3.5), *polar(-20, 3.85), *polar(0, 3.72))}"
            f"C{at(*polar(20, 3.85), *polar(39, 3.5), *right)}"
        )
        return [
            pencil.shape(f"M0 0L{at(*left)}{rim}Z", "petal-yellow"),
            pencil.flat(f"M0 0L{at(*polar(-30, 1.9))}Q{at(*polar(0, 1.6), *polar(30, 1.9))}Z", "flower-eye", 0.75),
            pencil.stroke(f"M{at(*polar(-22, 2.75))}Q{at(*polar(-17, 3.2), *polar(-6, 3.22))}", 0.36, "white"),
        ]

    stamens = [polar(36 * i, 1.2 if i % 2 else 1.42) for i in range(10)]
    return [
        *petals(pencil, 5, petal),
        *(pencil.dot(x, y, 0.2, "honey-dark") for x, y in stamens),
        pencil.oval(0, 0, 0.78, 0.78, "meadow-deep"),
        pencil.oval(-0.24, -0.24, 0.22, 0.16, "white", lined=False, turn=-45),
    ]


# ---------------------------------------------------------------------------------------------- grounds


def scatter(pick: random.Random, count: int, apart: float) -> list[Point]:
    """Strew points over a ground, none nearer than `apart` to another."""
    points: list[Point] = []
    while len(points) < count:
        spot = pick.uniform(1.5, GROUND_WIDTH - 1.5), pick.uniform(1.5, GROUND_HEIGHT - 1.5)
        if all(math.dist(spot, other) >= apart for other in points):
            points.append(spot)
    return points


def tuft(x: float, y: float, size: float) -> str:
    """Return a tuft of three blades of grass."""
    s = size
    return (
        f"M{at(x - 0.3 * s, y)}Q{at(x - 0.9 * s, y - 0.5 * s, x - 1.1 * s, y - 1.1 * s)}"
        f"Q{at(x - 0.4 * s, y - 0.9 * s, x - 0.1 * s, y - 0.3 * s)}"
        f"Q{at(x - 0.2 * s, y - 1.1 * s, x + 0.1 * s, y - 1.7 * s)}"
        f"Q{at(x + 0.4 * s, y - 1 * s, x + 0.2 * s, y - 0.3 * s)}"
        f"Q{at(x + 0.5 * s, y - 0.9 * s, x + 1.1 * s, y - 1 * s)}Q{at(x + 0.8 * s, y - 0.4 * s, x + 0.3 * s, y)}Z"
    )


def blades(x: float, y: float, size: float, turn: float) -> str:
    """Return grass from above: five blades round a spot."""
    path = ""
    for angle in range(5):
        tip, left, right = (
            polar(turn + 72 * angle + lean, size * far) for lean, far in ((0, 1.4), (-36, 0.3), (36, 0.3))
        )
        path += f"M{at(x + left[0], y + left[1])}L{at(x + tip[0], y + tip[1])}L{at(x + right[0], y + right[1])}"
        path += f"L{at(x, y)}Z"
    return path


def clover(x: float, y: float, size: float) -> str:
    """Return a clover leaf of three round lobes."""
    path = ""
    for angle in (0, 120, 240):
        (lx, ly), r = polar(angle, size * 0.62), size * 0.56
        path += f"M{at(x + lx - r, y + ly)}a{at(r, r)} 0 1 1 {at(2 * r, 0)}a{at(r, r)} 0 1 1 {at(-2 * r, 0)}z"
    return path


def mottle(pencil: Pencil, pick: random.Random, count: int) -> Drawn:
    """Lay a few broad patches of deeper green."""
    patches = [
        pencil.oval(
            x, y, pick.uniform(4.5, 7), pick.uniform(2.6, 4), "meadow-deep", lined=False, turn=pick.randint(-25, 25)
        )
        for x, y in scatter(pick, count, 9)
    ]
    group = pencil.group(*patches)
    group.attribs["opacity"] = 0.2
    return group


def ground(name: str, seed: int, tufts: int, clovers: int, specks: int) -> None:
    """Save one meadow hex: quiet greens only, as blossoms and bees go on top."""
    picture = canvas(GROUND_WIDTH, GROUND_HEIGHT)
    pencil, pick = Pencil(picture, 1.0), random.Random(seed)
    picture.add(pencil.flat(f"M0 0H{number(GROUND_WIDTH)}V{number(GROUND_HEIGHT)}H0Z", "meadow"))
    picture.add(mottle(pencil, pick, 6))
    spots = scatter(pick, tufts + clovers + specks, 3.6)
    grass = "".join(blades(x, y, pick.uniform(0.7, 1.05), pick.randint(0, 71)) for x, y in spots[:tufts])
    leaves = "".join(clover(x, y, pick.uniform(0.6, 0.8)) for x, y in spots[tufts : tufts + clovers])
    picture.add(pencil.flat(grass, "meadow-deep", 0.75))
    if leaves:
        picture.add(pencil.flat(leaves, "meadow-deep", 0.75))
    for x, y in spots[tufts + clovers :]:
        picture.add(pencil.dot(x, y, pick.uniform(0.22, 0.36), "white"))
    save_cut(picture, f"field/{name}", GROUND_WIDTH, GROUND_HEIGHT)


# ---------------------------------------------------------------------------------------------- things in the meadow


def shade_under(pencil: Pencil, x: float, y: float, rx: float, ry: float) -> Drawn:
    """Draw the shadow something casts on the meadow."""
    shadow = pencil.oval(x, y, rx, ry, "leaf-dark", lined=False)
    shadow.attribs["fill-opacity"] = 0.3
    return shadow


def grass_blades(pencil: Pencil, spots: list[tuple[float, float, float]]) -> list[Drawn]:
    """Draw outlined tufts at the foot of something."""
    return [pencil.picture.path(d=tuft(x, y, size), fill=ink("leaf"), **outline(DETAIL)) for x, y, size in spots]


def stone(pencil: Pencil, name: str, corners: list[Point], soft: float) -> Drawn:
    """Draw a stone from above: a light top, facets that fall away to all sides, so that it may be turned."""
    edge, x, y = rounded(corners, soft), *middle_of(corners)
    top = [(x + 0.6 * (u - x), y + 0.6 * (v - y)) for u, v in corners]
    facets = "".join(f"M{at(*inner)}L{at(*outer)}" for inner, outer in zip(top, corners, strict=True))
    dark = "".join(
        f"M{at(*top[i])}L{at(*corners[i])}L{at(*corners[(i + 1) % len(corners)])}L{at(*top[(i + 1) % len(corners)])}Z"
        for i in range(0, len(corners), 2)
    )
    return pencil.group(
        pencil.flat(edge, "rock"),
        clipped(
            pencil.picture,
            name,
            pencil.picture.path(d=edge),
            pencil.flat(dark, "rock-deep", 0.6),
            pencil.stroke(facets, 0.25, "rock-deep"),
        ),
        pencil.flat(rounded(top, soft * 0.5), "rock-light"),
        pencil.shape(edge, "none"),
    )


def middle_of(corners: list[Point]) -> Point:
    """Return the mean of some points."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def rock() -> None:
    """Save the boulders, seen from above like the flowers: a tile may lie any way up."""
    picture = canvas(24, 24)
    pencil = Pencil(picture, 1.0)
    stones = [
        (
            "large",
            [(4.6, 6.6), (8.6, 3.2), (14.2, 3.4), (17.6, 7.4), (17, 12.6), (12.6, 15.6), (7, 14.4), (3.8, 11)],
            1.3,
        ),
        ("right", [(15.6, 14.2), (19, 12.8), (21.6, 15.2), (21.2, 18.8), (17.6, 20.4), (14.8, 18)], 1.0),
        ("left", [(5.2, 17), (8.2, 15.8), (10.8, 17.6), (10.4, 20.4), (7.2, 21.4), (4.8, 19.8)], 0.9),
    ]
    for _, corners, _ in stones:
        x, y = middle_of(corners)
        reach = max(math.dist((x, y), corner) for corner in corners) + 0.5
        picture.add(shade_under(pencil, x, y, reach, reach))
    for x, y, size in ((3.4, 14.6, 1.1), (19.6, 10.2, 1.1), (13, 19.6, 1.2), (18.6, 4.6, 0.9)):
        picture.add(pencil.picture.path(d=clover(x, y, size), fill=ink("leaf"), **outline(DETAIL)))
    for name, corners, soft in stones:
        picture.add(stone(pencil, name, corners, soft))
    picture.add(pencil.stroke("M8.4 5.6L9.8 8.2L8.8 10.4L10.4 12.6M17.4 15.6L18.6 17.4"))
    for x, y, r in ((12.6, 17.4, 0.7), (20.4, 7.6, 0.8), (2.8, 17.4, 0.6)):
        picture.add(pencil.oval(x, y, r, r, "rock-light"))
    save(picture, "field/rock")


STUMP = (
    "M4.4 7.2C4.7 10.6 4.5 13.6 2 17.4C1.4 18.4 2.2 19 3.4 18.6C4.8 18.2 5.8 17.8 6.6 18.6C8 20.2 9.4 20.5 11 19.2"
    "C12.4 20.6 14.2 20.3 15.4 18.7C16.2 17.8 17.4 18.3 18.6 18.6C19.8 18.9 20.6 18.3 20 17.4"
    "C17.5 13.6 17.3 10.6 17.6 7.2Z"
)


def stump() -> None:
    """Save the stump of a felled tree, which is sad about it."""
    picture = canvas(22, 22)
    pencil = Pencil(picture, 1.0)
    shadow = "M13.4 6C13.2 11 14.2 15 12.4 21H22V6Z"
    parts = [
        shade_under(pencil, 11, 18.7, 9.8, 2),
        pencil.flat(STUMP, "bark"),
        clipped(picture, "trunk", picture.path(d=STUMP), pencil.flat(shadow, "bark-deep", 0.55)),
        pencil.shape(STUMP, "none"),
        pencil.stroke("M5.9 13.8C5.8 15 5.2 16 4.6 16.8M16.6 14.4C16.8 15.4 17.2 16.2 17.7 16.9M11 16.6V18.3"),
        pencil.oval(11, 6.7, 6.7, 3.7, "bark-light"),
        pencil.flat(
            "M5.2 7C5.6 9.2 8 9.9 11 9.9C14 9.9 16.4 9.2 16.8 7C16.2 8.6 14 9.3 11 9.3C8 9.3 5.8 8.6 5.2 7Z",
            "bark",
            0.6,
        ),
        pencil.stroke(
            "M6.6 6.7A4.4 2.3 0 1 1 15.4 6.7A4.4 2.3 0 0 1 8.2 8.4M8.9 6.6A2.2 1.1 0 1 1 13.3 6.6"
            "A2.2 1.1 0 0 1 9.6 7.3M11 6.5H11.3"
        ),
        pencil.stroke("M16.6 4.9L14.4 6.1M7.2 3.9L8.2 4.9"),
    ]
    for side in (-1, 1):
        x = 11 + side * 2.3
        parts += [
            pencil.oval(x, 12.8, 1.45, 1.7, "white"),
            pencil.oval(x - side * 0.1, 13.3, 0.85, 1.0, "ink", lined=False),
            pencil.dot(x - 0.4, 12.9, 0.34, "white"),
            pencil.stroke(f"M{at(x - side * 1.3, 10.5)}L{at(x + side * 1.5, 11.1)}", 0.45),
        ]
    parts += [
        pencil.stroke("M9.8 16.1Q11 15 12.2 16.1", 0.4),
        pencil.shape(
            "M14.6 14.6C15.4 15.8 15.7 16.4 15.7 16.9A1.1 1.1 0 0 1 13.5 16.9C13.5 16.4 13.8 15.8 14.6 14.6Z",
            "sky-deep",
        ),
        pencil.dot(14.2, 16.9, 0.25, "white"),
        *grass_blades(pencil, [(3.6, 20.6, 1.7), (18.4, 20.6, 1.7)]),
    ]
    for part in parts:
        picture.add(part)
    save(picture, "field/stump")


def cap(pencil: Pencil, name: str, x: float, y: float, half: float) -> Drawn:
    """Draw a bracket fungus: a domed cap in bands over a pale, gilled underside."""
    h = half * 0.95
    dome = (
        f"M{at(x - half, y)}C{at(x - half, y - h * 1.2, x + half, y - h * 1.2, x + half, y)}"
        f"Q{at(x + half, y + 0.5, x + half - 0.6, y + 0.55)}H{number(x - half + 0.6)}"
        f"Q{at(x - half, y + 0.5, x - half, y)}Z"
    )
    under = f"M{at(x - half + 0.7, y + 0.4)}Q{at(x, y + half * 0.62, x + half - 0.7, y + 0.4)}Z"
    gills = "".join(
        f"M{at(x + half * t, y + 0.6)}l{at(-half * t * 0.12, half * (0.2 - 0.16 * abs(t)))}" for t in (-0.4, 0, 0.4)
    )
    bands = [
        pencil.oval(x, y + 0.5, half * 1.05, h * 0.62, "bark-light", lined=False),
        pencil.oval(x, y + 0.6, half * 1.05, h * 0.36, "fungus", lined=False),
    ]
    return pencil.group(
        pencil.shape(under, "paper"),
        pencil.stroke(gills),
        pencil.flat(dome, "flower-eye"),
        clipped(pencil.picture, name, pencil.picture.path(d=dome), *bands),
        pencil.shape(dome, "none"),
        pencil.stroke(
            f"M{at(x - half * 0.5, y - h * 0.62)}Q{at(x - half * 0.3, y - h * 0.74, x - half * 0.05, y - h * 0.76)}",
            0.5,
            "white",
        ),
    )


FUNGUS = 0.9  # how much smaller the tree with the fungus is drawn than the stump, to make room for its crown


def crown(pencil: Pencil) -> list[Drawn]:
    """Draw the crown of the tree, which its other side has lost: leaves spread like a fan, the outer ones behind."""
    leaves = []
    for lean, size in ((-104, 7), (104, 7), (-76, 8.6), (76, 8.6), (-46, 8.6), (46, 8.6), (-15, 7.8), (15, 7.8)):
        edge = (
            f"M0 1C{at(-0.42 * size, -0.2 * size, -0.4 * size, -0.66 * size, 0, -size)}"
            f"C{at(0.4 * size, -0.66 * size, 0.42 * size, -0.2 * size, 0, 1)}Z"
        )
        half = f"M0 1C{at(-0.42 * size, -0.2 * size, -0.4 * size, -0.66 * size, 0, -size)}Z"
        leaves.append(
            pencil.group(
                pencil.flat(edge, "leaf"),
                pencil.flat(half, "meadow-deep", 0.75),
                pencil.stroke(f"M0 -.6V{number(-0.76 * size)}", None, "leaf-dark"),
                pencil.shape(edge, "none"),
                transform=f"translate(10.8 5)rotate({number(lean)})",
            )
        )
    return leaves


def fungus() -> None:
    """Save the tree whose fungus cures mites: three caps on its trunk, and a drop of remedy."""
    picture = canvas(22, 22)
    pencil = Pencil(picture, FUNGUS)
    trunk = (
        "M6.9 2.2C8.2 1.5 9.4 2.6 10.8 1.9C12.2 1.3 13.6 2.5 15.1 1.9C14.9 6.5 14.9 12 15.4 16"
        "C15.6 17.4 16.6 18.6 17.9 19.3"
        "C15.6 19.9 14.2 19.2 13 20.1C12 20.7 10.3 20.6 9.4 19.9C8 19.2 6.4 20 4.2 19.4C5.8 18.4 6.4 17.4 6.6 16"
        "C7.1 12 7.1 6.5 6.9 2.2Z"
    )
    shadow = "M12.4 0C12.2 7 12.4 13 13 22H22V0Z"
    parts = [
        shade_under(pencil, 11, 19.7, 8.4, 1.7),
        pencil.flat(trunk, "bark"),
        clipped(picture, "trunk", picture.path(d=trunk), pencil.flat(shadow, "bark-deep", 0.55)),
        pencil.shape(trunk, "none"),
        pencil.stroke("M9.3 12.6V15M11.8 16.4V18.4M8.7 17V17.8"),
        *crown(pencil),
        cap(pencil, "top", 14.8, 6.4, 4.6),
        cap(pencil, "middle", 6.6, 10.6, 4.4),
        cap(pencil, "low", 14.6, 14.3, 5.1),
        *grass_blades(pencil, [(5, 21, 1.8)]),
    ]
    picture.add(
        pencil.group(*parts, transform=f"translate({at(11 - 11 * FUNGUS, 21.8 - 21.4 * FUNGUS)})scale({FUNGUS})")
    )
    for part in remedy(Pencil(picture, 1.0), 17.9, 17.6):
        picture.add(part)
    save(picture, "field/fungus")


def remedy(pencil: Pencil, x: float, y: float) -> list[Drawn]:
    """Draw the drop of remedy on a white disc."""
    drop = "M0 -2.6C1.5 -.7 2 .1 2 .9A2 2 0 0 1 -2 .9C-2 .1 -1.5 -.7 0 -2.6Z"
    return [
        pencil.oval(x, y, 3.5, 3.5, "white"),
        pencil.group(
            pencil.shape(drop, "timing-green"),
            pencil.oval(-0.7, 0.6, 0.4, 0.7, "white", lined=False, turn=15),
            transform=f"translate({at(x, y)})",
        ),
    ]


def main() -> None:
    """Draw everything the field is made of."""
    flower("white", daisy)
    flower("pink", cosmos)
    flower("blue", cornflower)
    flower("yellow", buttercup)
    ground("ground", 7, tufts=13, clovers=0, specks=6)
    ground("ground-2", 11, tufts=9, clovers=6, specks=3)
    ground("ground-3", 19, tufts=11, clovers=2, specks=8)
    rock()
    stump()
    fungus()
