"""A bee on the catwalk, part by part: all parts share one box, so that any of the 64 bees is a stack of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from art.pen import DETAIL, Point, around, hexagon, ring
from style import Pen, cell, scallops, smooth, sparkle, spot

WIDTH, HEIGHT = 46, 66  # mm, the box of every part
AXIS = 23
HEAD = (23.0, 22.5, 9.8, 8.8)
CHEST = (23.0, 34.5, 7.4, 6.2)

#: A coat: body, its light and its shade.
COATS = {("fuzzy", "striped"): "tabby", ("fuzzy", "solid"): "velour", ("shiny", "striped"): "prism"}
#: Where the tiers of an abdomen end, from the waist (0) to the tail (1).
TIERS = (0.2, 0.4, 0.6, 0.79, 1.0)


def sheet() -> Pen:
    """Return an empty part."""
    return Pen(WIDTH, HEIGHT)


def coat_of(texture: str, pattern: str) -> str:
    """Return the ink of a coat."""
    return COATS.get((texture, pattern), "mirror")


# the abdomen --------------------------------------------------------------------------------------------------


def spine(t: float) -> Point:
    """Return a point of the abdomen's middle line, which swings out to the right."""
    return 22.6 + 1.2 * math.sin(math.pi * t) * -1 + 4.2 * t * t, 36.5 + 21.8 * t


def girth(t: float) -> float:
    """Return half the abdomen's width."""
    return 10.6 * (math.sin(math.pi * min(1, 0.13 + 0.87 * t) ** 0.82) ** 0.72) if t < 1 else 0


def rim(t: float, side: float, grow: float = 0) -> Point:
    """Return a point of the abdomen's edge; side is -1 or 1, between them a point across, sagging towards the tail."""
    x, y = spine(t)
    half = girth(t) + grow
    return x + side * half, y + 1.6 * (1 - side * side) * half / 10 + 0.25 * side


def belly(grow: float = 0) -> list[Point]:
    """Return the abdomen's outline, clockwise from the waist."""
    ts = [index / 14 for index in range(15)]
    return [rim(t, 1, grow) for t in ts[:-1]] + [rim(1, 0, grow)] + [rim(t, -1, grow) for t in reversed(ts[:-1])]


def tier(start: float, end: float) -> str:
    """Return a smooth segment of the abdomen between two places."""
    ts = [start + (end - start) * index / 4 for index in range(5)]
    right, left = [rim(t, 1) for t in ts], [rim(t, -1) for t in reversed(ts)]
    across = [-0.75, -0.4, 0, 0.4, 0.75]
    return smooth([*right, *(rim(end, -side) for side in across), *left, *(rim(start, side) for side in across)])


def fringe(start: float, end: float, count: int) -> str:
    """Return a tier of fur: tufts along its sides and its lower edge."""
    hem = [rim(end, 1 - 2 * index / (2 * count), 0.5) for index in range(2 * count + 1)]
    points = [
        (x, y + (-0.6 if index % 2 else 2.1) if 0 < index < 2 * count else y + 0.9) for index, (x, y) in enumerate(hem)
    ]
    top = [rim(start, side) for side in (-1, -0.5, 0, 0.5, 1)]
    middle = (start + end) / 2
    right = [rim(middle - 0.02, 1, 0.9), rim(middle + 0.02, 1, 0.1)]
    left = [rim(middle + 0.02, -1, 0.1), rim(middle - 0.02, -1, 0.9)]
    return tufts([*right, *points, *left], top)


def tufts(points: Iterable[Point], rest: Iterable[Point] = ()) -> str:
    """Return a line through points with each stroke bent a little, like locks of hair, closed over `rest`."""
    corners = list(points)
    data = f"M{spot(corners[0])}"
    for (x0, y0), (x1, y1) in pairwise(corners):
        bend = ((x0 + x1) / 2 + (y1 - y0) * 0.14, (y0 + y1) / 2 - (x1 - x0) * 0.14)
        data += f" Q{spot(bend)} {spot((x1, y1))}"
    return data + "".join(f" L{spot(point)}" for point in rest) + " Z"


def fur(x: float, y: float, rx: float, ry: float, count: int, depth: float) -> str:
    """Return an ellipse with a furry edge."""
    edge: list[Point] = []
    for index in range(2 * count + 1):
        grow = 0 if index % 2 else depth
        edge.append(around(x, y, rx + grow, 180 / count * index - 90, (ry + grow) / (rx + grow)))
    return tufts(edge)


def draw_body(texture: str, pattern: str) -> None:
    """Draw abdomen, chest and head: the coat."""
    pen, coat = sheet(), coat_of(texture, pattern)
    if texture == "fuzzy":
        fuzzy_body(pen, coat, pattern == "striped")
    else:
        shiny_body(pen, coat, pattern == "striped")
    pen.save(f"bee/body-{texture}-{pattern}")


def fuzzy_body(pen: Pen, coat: str, striped: bool) -> None:
    """Draw tiers of fur, a boa and a mop of hair."""
    starts = (0.0, *TIERS[:-1])
    for index in reversed(range(len(TIERS))):
        fill = "stripe" if striped and index % 2 else coat
        tuft_count = max(3, round(girth(min(0.97, TIERS[index])) * 0.75))
        data = fringe(max(0, starts[index] - 0.08), min(0.985, TIERS[index]), tuft_count)
        pen.path(data, fill)
        strands(
            pen, (starts[index] + TIERS[index]) / 2, "stripe-light" if fill == "stripe" else f"{coat}-light", tuft_count
        )
    shade = [rim(t, 1, -0.3) for t in (0.1, 0.3, 0.5, 0.7, 0.88)] + [rim(t, 0.6) for t in (0.8, 0.6, 0.4, 0.2)]
    pen.wash(smooth(shade))
    x, y, rx, ry = CHEST
    pen.path(fur(x, y, rx, ry, 15, 1.6), f"{coat}")
    for index in range(9):
        at = around(x, y, 5, 20 + 17.5 * index, 0.85)
        pen.detail(f"M{spot(at)} l{spot(((at[0] - x) * 0.25, 1.3))}", f"{coat}-deep", 0.3)
    x, y, rx, ry = HEAD
    pen.path(fur(x, y, rx - 0.2, ry - 0.2, 19, 1.5), coat)
    for index in range(7):
        at = around(x, y, 8.1, 207 + 21 * index, 0.88)
        pen.detail(f"M{spot(at)} l{spot(((x - at[0]) * 0.16, 1.5))}", f"{coat}-deep", 0.3)


def strands(pen: Pen, t: float, colour: str, count: int) -> None:
    """Draw short hairs across a tier."""
    for index in range(count):
        x, y = rim(t, -0.8 + 1.6 * index / max(1, count - 1))
        if t < 0.93:
            pen.detail(f"M{spot((x, y))} q{spot((-0.3, 0.8))} {spot((0.1, 1.7))}", colour, 0.32)


def shiny_body(pen: Pen, coat: str, striped: bool) -> None:
    """Draw a polished body with a gleam on every round."""
    outline = smooth(belly())
    pen.path(outline, coat)
    with pen.within(outline):
        if striped:
            for start, end in ((TIERS[0], TIERS[1]), (TIERS[2], TIERS[3])):
                pen.path(tier(start, end), "stripe", 0)
        side = [rim(t, 1, 1) for t in (0, 0.25, 0.5, 0.75, 1)] + [rim(t, 0.5) for t in (0.9, 0.7, 0.5, 0.3, 0.1)]
        pen.wash(smooth(side), opacity=0.22)
        gleam = [rim(t, -0.72) for t in (0.16, 0.3, 0.45, 0.6, 0.7)] + [rim(t, -0.42) for t in (0.62, 0.45, 0.3, 0.18)]
        pen.path(smooth(gleam), "white", 0, opacity=0.75)
        pen.disc(*rim(0.83, -0.5), 0.7, 1.1, "white", 0, opacity=0.75)
    pen.path(outline)
    if striped:
        for end in TIERS[:-1]:
            pen.path(smooth([rim(end, side) for side in (-1, -0.6, -0.2, 0.2, 0.6, 1)], closed=False))
    x, y, rx, ry = CHEST
    pen.disc(x, y, rx, ry, coat)
    pen.path(f"M{spot((x - 5, y - 1))} q0.4,3.6 3,4.8", "none", 1.1, "white", 0.75)
    x, y, rx, ry = HEAD
    pen.disc(x, y, rx, ry, coat)
    crown_gleam = f"M{spot(around(x, y, 8.2, 197, 0.89))} A8.2,7.3 0 0 1 {spot(around(x, y, 8.2, 262, 0.89))}"
    pen.path(crown_gleam, "none", 1.1, "white", 0.8)
    pen.disc(*around(x, y, 8.2, 281, 0.89), 0.6, 0.55, "white", 0, opacity=0.8)
    for at, size in ((rim(0.27, 0.45), 2.5), ((13.4, 16.8), 2)):
        pen.path(sparkle(*at, size), "white", 0.25)


# the face -----------------------------------------------------------------------------------------------------


def draw_face(mood: str) -> None:
    """Draw the face's ground, the eyes and pearls; the mouth comes with the weapon."""
    pen = sheet()
    x = HEAD[0]
    ground = [(x, 17.6), (28.2, 16.4), (31.4, 20.6), (29.6, 26.6), (x, 30.2), (16.4, 26.6), (14.6, 20.6), (17.8, 16.4)]
    pen.path(smooth(ground), "face", DETAIL)
    pen.wash(
        smooth([(17, 27), (20, 28.4), (x, 28.8), (26, 28.4), (29, 27), (26.5, 29.2), (x, 30.1), (19.5, 29.2)]),
        "face-shade",
        1,
    )
    for cheek in (16.9, 29.1):
        pen.disc(cheek, 25.4, 1.5, 1.05, "blush", 0, opacity=0.8)
    if mood == "wink":
        eye(pen, 18.6, "proud", -1)
        shut(pen, 27.4, 1)
    elif mood == "dreamy":
        shut(pen, 18.6, -1)
        shut(pen, 27.4, 1)
    else:
        eye(pen, 18.6, mood, -1)
        eye(pen, 27.4, mood, 1)
    pearls(pen)
    pen.save(f"bee/face-{mood}")


def eye(pen: Pen, x: float, mood: str, side: int) -> None:
    """Draw an open eye: a cell of the comb for an iris, a painted lid, three lashes."""
    look, drop = {"coy": ((0.7, 0.7), 0.9), "proud": ((-0.3, 0.3), 1.35)}[mood]
    with pen.about(x, 21.2):
        pen.disc(0, 0, 2.9, 3.5, "white")
        pen.path(cell(*look, 3.5, pointed=True), "gold", DETAIL)
        pen.disc(*look, 1.05, fill="ink", line=0)
        pen.disc(look[0] - 0.55, look[1] - 0.65, 0.55, fill="white", line=0)
        edge = drop - 2
        left, right, fold = (-2.9, edge), (2.9, edge), (0, edge - 1.5)
        pen.path(f"M{spot(left)} C-2.9,-4.2 2.9,-4.2 {spot(right)} Q{spot(fold)} {spot(left)} Z", "velvet-light")
    lashes(pen, x + side * 1.8, 18.68, side)


def lashes(pen: Pen, x: float, y: float, side: int) -> None:
    """Draw three lashes, fanned outwards."""
    for index, (turn, far) in enumerate(((-62, 1.7), (-34, 2.1), (-6, 2.0))):
        tip, root = around(0, 0, far, turn), around(0, 0, 1.1, turn - 6)
        start = (x + side * root[0] * 0.5, y + root[1] * 0.35 + index / 2)
        bend, end = (side * tip[0] * 0.55, tip[1] * 0.25), (side * tip[0], tip[1])
        pen.path(f"M{spot(start)} q{spot(bend)} {spot(end)}", "none", 0.45)


def shut(pen: Pen, x: float, side: int) -> None:
    """Draw a closed eye under its painted lid."""
    y, rx = 21.4, 2.9
    left, right = (x - rx, y), (x + rx, y)
    lid = f"M{spot(left)} C{spot((x - rx, y - 2.9))} {spot((x + rx, y - 2.9))} {spot(right)} Q{spot((x, y + 3.4))}"
    pen.path(f"{lid} {spot(left)} Z", "velvet-light", DETAIL)
    pen.path(f"M{spot((x - 1.6, y - 0.7))} Q{spot((x, y - 1.6))} {spot((x + 1.6, y - 0.7))}", "none", 0.4, "wing-shade")
    pen.path(f"M{spot(left)} Q{spot((x, y + 3.4))} {spot(right)}", "none", 0.6)
    for step, far in ((0.35, 1.5), (0.75, 1.9), (1.05, 2.1)):
        at = x + side * rx * step * 0.92, y + 1.55 * (1 - (step * 0.92) ** 2)
        pen.path(f"M{spot(at)} q{spot((side * 0.5, 0.9))} {spot((side * far * 0.75, far * 0.55))}", "none", 0.45)


def pearls(pen: Pen) -> None:
    """Draw a string of pearls under the chin."""
    for index in range(9):
        turn = 28 + 15.5 * index
        x, y = around(23, 28.6, 7.2, turn, 0.62)
        pen.disc(x, y, 0.95, fill="jar", line=DETAIL)
        pen.disc(x - 0.25, y - 0.3, 0.25, fill="white", line=0)


# weapons ------------------------------------------------------------------------------------------------------


def draw_stinger() -> None:
    """Draw the needle under the tail, and apart from it the painted mouth of whoever carries one."""
    pen = sheet()
    with pen.about(*rim(0.97, 0)):
        edge = "1.9,8.3 C2,4 2.6,1.8 3.4,-1.8 Z"
        pen.path(f"M-3.2,-1.6 C-2,1.8 -0.4,4 {edge}", "steel")
        pen.wash(f"M0.6,0 C0.9,3 1.2,5 {edge}", "steel-deep", 1)
        pen.path(f"M-3.2,-1.6 C-2,1.8 -0.4,4 {edge}")
    pen.save("bee/weapon-under-stinger")
    pen = sheet()
    pen.path("M20.6,26.2 Q21.7,25.3 23,25.9 Q24.3,25.3 25.4,26.2 Q23,28.9 20.6,26.2 Z", "lips")
    pen.detail("M20.9,26.3 Q23,26.9 25.1,26.3", "white", 0.25)
    pen.save("bee/weapon-over-stinger")


def draw_mandibles() -> None:
    """Draw two pincers at the mouth."""
    pen = sheet()

    def pincer() -> None:
        pen.path(
            "M18.6,25.9 C13.2,25.2 8.3,29 7.6,34.2 C7.1,38 9.6,42 15.2,43.6 C12.9,41.2 11.6,38.8 11.7,36.6 "
            "L14.5,37.2 L12.5,34 C12.9,32.7 13.6,31.6 14.5,30.9 L16.8,32.6 L16.4,29.9 C17.2,29.6 18,29.6 18.9,29.8 Z",
            "steel",
        )
        pen.wash(
            "M9.3,34.6 C9.1,37.8 10.9,41 15.2,43.6 C9.6,42 7.1,38 7.6,34.2 C8,31.2 9.9,28.7 12.4,27.2 "
            "C10.7,29.3 9.5,31.8 9.3,34.6 Z",
            "steel-deep",
            1,
        )
        pen.path("M13.6,28.4 Q11.2,30.4 10.5,33.4", "none", 0.6, "white")
        pen.disc(17.6, 27.8, 2, fill="steel")
        pen.disc(17.6, 27.8, 0.8, fill="gold", line=DETAIL)

    pen.both(pincer)
    pen.path("M20.8,25.7 Q23,26.7 25.2,25.7 Q25.3,28.2 23,28.4 Q20.7,28.2 20.8,25.7 Z", "lips")
    pen.save("bee/weapon-over-mandibles")


# antennae -----------------------------------------------------------------------------------------------------


def draw_feathered() -> None:
    """Draw two plumes."""
    pen = sheet()

    def plume() -> None:
        quill = [(18.6, 15.4), (16.6, 11.4), (13.2, 7.6), (8.8, 4.6), (4.2, 3.6)]
        upper = [(19.8, 12.4), (18.2, 6), (14, 1.6), (8.6, 0.4), (3.2, 2)]
        lower = [(15.6, 15.4), (11.4, 13.8), (7.6, 11.4), (4.4, 8.6), (2.6, 5)]
        pen.path(barbed(upper, lower, quill), "plume")
        pen.cord(smooth(quill, closed=False), "gold-deep", 0.5, 0.25)

    pen.both(plume)
    pen.save("bee/antennae-feathered")


def barbed(upper: list[Point], lower: list[Point], quill: list[Point]) -> str:
    """Return the outline of a plume whose vane is cut into barbs between its edges and its quill."""
    teeth = 8
    out: list[Point] = []
    for index in range(teeth):
        out += [
            along(quill, (index + 0.05) / teeth, along(upper, (index + 0.05) / teeth), 0.3),
            along(upper, (index + 0.8) / teeth),
        ]
    out.append(quill[-1])
    for index in reversed(range(teeth)):
        out += [
            along(lower, (index + 0.8) / teeth),
            along(quill, (index + 0.05) / teeth, along(lower, (index + 0.05) / teeth), 0.3),
        ]
    return tufts([*out, out[0]])


def along(points: list[Point], part: float, towards: Point | None = None, share: float = 0) -> Point:
    """Return a point part of the way along straight pieces, moved a share of the way towards another."""
    place = part * (len(points) - 1)
    index = min(int(place), len(points) - 2)
    (x0, y0), (x1, y1) = points[index], points[index + 1]
    x, y = x0 + (x1 - x0) * (place - index), y0 + (y1 - y0) * (place - index)
    return (x, y) if towards is None else (x + (towards[0] - x) * share, y + (towards[1] - y) * share)


def draw_whips() -> None:
    """Draw two slim whips that end in a curl."""
    pen = sheet()
    curl = "C8.6,6.9 8,1.6 4.6,1.7 C2.2,1.8 1.7,4.9 3.6,5.3 C4.9,5.5 5.4,4.1 4.5,3.7"
    pen.both(lambda: pen.cord(f"M19,15.4 C18,9.6 15.6,7.4 12.6,7.2 {curl}", "gold", 0.75))
    pen.save("bee/antennae-whips")


# wings --------------------------------------------------------------------------------------------------------


def draw_sleek() -> None:
    """Draw two pairs of narrow wings, swept like blades."""
    pen = sheet()

    def pair() -> None:
        pen.path("M19,34 C13,36.4 6.8,41 3.4,49.2 C9.6,48.8 16.6,44.4 20.6,37.6 Z", "wing-shade")
        pen.detail("M18.6,36 Q11,41 5.8,47 M18.8,37.2 Q13.4,42 9,46", "velvet-light")
        pen.path("M20,31 C13.6,27.4 6.2,24.6 0.6,14.6 C0.6,23.6 7.6,33 19,35.4 Z", "wing")
        pen.detail("M18.6,32.6 Q8.6,28 2.6,20.2 M18,33.8 Q9.4,31 4.6,26", "velvet-light")

    pen.both(pair)
    pen.save("bee/wings-sleek")


def draw_flutter() -> None:
    """Draw four round wings with frilled edges, like a butterfly's."""
    pen = sheet()

    def lobe(x: float, y: float, radius: float, lobes: int) -> None:
        pen.path(scallops(ring(x, y, radius, lobes, 0), lambda chord: (chord * 0.55, chord * 0.55)), "frill")
        pen.disc(x, y, radius * 0.72, fill="frill-deep", line=DETAIL)
        pen.disc(x, y, radius * 0.4, fill="gold-pale", line=DETAIL)

    def pair() -> None:
        pen.path("M20,34 L10,40 L16,46 Z", "frill-deep")
        lobe(9, 43.6, 6.2, 13)
        pen.path("M20,30 L10,24 L12,35 L20,35 Z", "frill")
        lobe(8.6, 28.2, 7.2, 15)

    pen.both(pair)
    pen.save("bee/wings-flutter")


# limbs and payload --------------------------------------------------------------------------------------------


def limb(pen: Pen, d: str) -> None:
    """Draw an arm or a leg."""
    pen.cord(d, "stripe", 1.5)


def shoe(pen: Pen, x: float, y: float, side: int) -> None:
    """Draw a small pump on its heel."""
    with pen.about(x, y, side < 0):
        pen.path("M-1,-1.2 L-1.3,1.9 H-0.7 L-0.3,0.9 Q1.1,1.9 3.3,1.9 Q3,0.4 1,-1.2 Z", "lips")


def legs(pen: Pen) -> None:
    """Draw the two legs she stands on, behind the body."""
    for side in (-1, 1):
        x = AXIS + 1 + side * 7.5
        limb(pen, f"M{spot((x, 50))} Q{spot((x + side * 5.4, 54))} {spot((x + side * 3.2, 61.6))}")
        shoe(pen, x + side * 3, 62, side)


def draw_limbs() -> None:
    """Draw the legs, and the arm on the hip, behind the body."""
    pen = sheet()
    legs(pen)
    limb(pen, "M29,33.6 C36,33.4 39.6,36.8 37.8,39.8 C36.8,41.6 34.4,42.6 32.2,43.4")
    pen.save("bee/limbs")


def draw_honey() -> None:
    """Draw a full honey jar in a crooked arm."""
    pen = sheet()
    limb(pen, "M17,34 C11.6,34.6 8.6,37.4 7.6,41")
    half = [(3.8, -5.4), (6, -2), (6, 3), (4.2, 5.6)]
    jar = smooth([*half, *((-x, y) for x, y in reversed(half))])
    with pen.about(8.2, 48):
        pen.path(jar, "honey")
        with pen.within(jar):
            pen.wash(smooth([(2, -6), (3.6, 0), (2, 6), (7, 6), (7, -6)]), opacity=0.2)
            pen.path("M-4.2,-2 q-0.5,2.4 0.2,4.6", "none", 1, "honey-light")
        pen.path(jar)
        pen.path(cell(0, 0.6, 5), "jar", DETAIL)
        pen.path("M0,-1.4 q2.6,3.4 0,3.7 q-2.6,-0.3 0,-3.7 Z", "honey", DETAIL)
        pen.path(
            "M-4.4,-6.6 h8.8 v2 q0,1.1 -0.9,1.1 q-0.9,0 -0.9,-1 v1.9 q0,1.2 -1,1.2 q-1,0 -1,-1.2 v-1.5 "
            "q-1,0.6 -1.6,-0.4 q-0.5,1 -1.6,0.8 q-1.8,-0.2 -1.8,-1.6 Z",
            "honey-light",
        )
        pen.box(-5, -8.2, 10, 2.4, "jar", radius=1)
    pen.disc(7.2, 41, 1.35, 1.2, "stripe")
    pen.save("bee/payload-honey")


def draw_pollen() -> None:
    """Draw two heaps of pollen on the legs, and a waving arm."""
    pen = sheet()
    limb(pen, "M17,34 C11.4,36.8 6,36.6 4.6,30.4")
    pen.disc(4.6, 29.8, 1.4, 1.3, "stripe")
    for x, side in ((9.8, -1), (38.4, 1)):
        heap(pen, x, 55.6, side)
    pen.save("bee/payload-pollen")


def heap(pen: Pen, x: float, y: float, side: int) -> None:
    """Draw a ball of pollen grains."""
    grains = hexagon(x, y, 3.7, 10 * side)
    for at in grains:
        pen.disc(*at, 2.3, fill="pollen")
    pen.disc(x, y, 2.5, fill="pollen")
    for at in (*grains, (x, y)):
        pen.path(f"M{spot((at[0] - 1.2, at[1] + 0.5))} q0.6,1.3 1.9,1", "none", DETAIL, "pollen-deep")
        pen.disc(at[0] - 0.7, at[1] - 0.8, 0.42, fill="white", line=0)


def main() -> None:
    """Write every part."""
    for texture in ("fuzzy", "shiny"):
        for pattern in ("striped", "solid"):
            draw_body(texture, pattern)
    for mood in ("coy", "proud", "wink", "dreamy"):
        draw_face(mood)
    draw_stinger()
    draw_mandibles()
    draw_feathered()
    draw_whips()
    draw_sleek()
    draw_flutter()
    draw_limbs()
    draw_honey()
    draw_pollen()
