"""A bee on the catwalk, part by part: the parts of a pose share one box, and each of the 64 bees is a stack of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import pairwise
from math import dist

from art.pen import DETAIL, Point, around
from body import Abdomen, draw_body, tufts
from poses import ALL, HEAD, Leg, Pose, sheet
from style import Pen, cell, number, smooth, spot

AXIS = 23

# the face -----------------------------------------------------------------------------------------------------


def draw_face(pose: Pose, mood: str) -> None:
    """Draw the face's ground and the eyes; the mouth comes with the weapon."""
    pen, facing = sheet(pose)
    with facing, pose.about_head(pen):
        ground(pen)
        for x, side in ((18.6, -1), (27.4, 1)):
            if mood == "dreamy" or (mood == "wink" and side > 0):
                shut(pen, x, side)
            else:
                eye(pen, x, "proud" if mood == "wink" else mood, side)
    pen.save(f"bee/{pose.name}/face-{mood}")


def ground(pen: Pen) -> None:
    """Draw the face's ground and cheeks."""
    x = HEAD[0]
    edge = [(x, 17.6), (28.2, 16.4), (31.4, 20.6), (29.6, 26.6), (x, 30.2), (16.4, 26.6), (14.6, 20.6), (17.8, 16.4)]
    pen.path(smooth(edge), "face", DETAIL)
    jaw = [(17, 27), (20, 28.4), (x, 28.8), (26, 28.4), (29, 27), (26.5, 29.2), (x, 30.1), (19.5, 29.2)]
    pen.wash(smooth(jaw), "face-shade", 1)
    for cheek in (16.9, 29.1):
        pen.disc(cheek, 25.4, 1.5, 1.05, "blush", 0, opacity=0.8)


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


def draw_stinger(pose: Pose) -> None:
    """Draw the needle under the tail, and apart from it the painted mouth and the pearls of whoever carries one."""
    abdomen = Abdomen(pose.spine)
    (x, y), (dx, dy) = abdomen.rim(0.88, 0), abdomen.along(0.97)
    pen, facing = sheet(pose)
    with facing, pen.at(x, y, turn=math.degrees(math.atan2(dy, dx)) - 90):
        edge = "0,9.9 C0.8,6.4 1.7,3.4 2.7,-0.6 Z"
        pen.path(f"M-2.7,-0.6 C-1.7,3.4 -0.8,6.4 {edge}", "steel")
        pen.wash(f"M0.5,-0.6 C0.5,4 0.3,8 {edge}", "steel-deep", 1)
        pen.path(f"M-2.7,-0.6 C-1.7,3.4 -0.8,6.4 {edge}")
    pen.save(f"bee/{pose.name}/weapon-under-stinger")
    pen, facing = sheet(pose)
    with facing:
        with pose.about_head(pen):
            pen.path("M20.6,26.2 Q21.7,25.3 23,25.9 Q24.3,25.3 25.4,26.2 Q23,28.9 20.6,26.2 Z", "lips")
            pen.detail("M20.9,26.3 Q23,26.9 25.1,26.3", "white", 0.25)
        with pose.about_neck(pen):
            pearls(pen)
    pen.save(f"bee/{pose.name}/weapon-over-stinger")


def draw_mandibles(pose: Pose) -> None:
    """Draw two pincers at the sides of the mouth whose points meet in front of it, like those of the icon."""
    pen, facing = sheet(pose)

    def pincer() -> None:
        pen.path(
            "M18.4,24 C15.2,23.4 13.2,25.6 13.3,28.4 C13.5,31.8 17.6,34.2 22.6,33.6 C20.7,32.9 19.3,32 18.3,30.9 "
            "L20.1,30.5 L17,29.3 C16.7,28.7 16.6,28.2 16.7,27.7 L18.6,28.1 L17.4,26.7 C17.9,26.2 18.4,26 19,26 Z",
            "steel",
        )
        pen.wash(
            "M22.6,33.6 C17.6,34.2 13.5,31.8 13.3,28.4 C13.3,27.3 13.6,26.2 14.2,25.4 C13.9,29.4 16.6,32.6 22.6,33.6 Z",
            "steel-deep",
            1,
        )
        pen.path(
            "M18.4,24 C15.2,23.4 13.2,25.6 13.3,28.4 C13.5,31.8 17.6,34.2 22.6,33.6 C20.7,32.9 19.3,32 18.3,30.9 "
            "L20.1,30.5 L17,29.3 C16.7,28.7 16.6,28.2 16.7,27.7 L18.6,28.1 L17.4,26.7 C17.9,26.2 18.4,26 19,26 Z"
        )

    with facing, pose.about_head(pen):
        pen.path("M20.6,26.3 Q21.7,25.3 23,25.9 Q24.3,25.3 25.4,26.3 Q23,29.6 20.6,26.3 Z", "lips")
        pen.path("M21.4,26.6 Q23,26.1 24.6,26.6 Q23,28.6 21.4,26.6 Z", "stripe", DETAIL)
        pen.both(pincer)
    pen.save(f"bee/{pose.name}/weapon-over-mandibles")


#: Antennae are made larger, and wider, than there is room for; their roots stay where they are.
ANTENNAE = "translate(5.2 2.16) scale(0.9 1)"

# antennae -----------------------------------------------------------------------------------------------------


def draw_feathered(pose: Pose) -> None:
    """Draw two plumes."""
    pen, facing = sheet(pose)

    def plume() -> None:
        quill = [(18.6, 15.4), (16.6, 11.4), (13.2, 7.6), (8.8, 4.6), (4.2, 3.6)]
        upper = [(19.8, 12.4), (18.2, 6), (14, 1.6), (8.6, 0.4), (3.2, 2)]
        lower = [(15.6, 15.4), (11.4, 13.8), (7.6, 11.4), (4.4, 8.6), (2.6, 5)]
        pen.path(barbed(upper, lower, quill), "plume")
        pen.cord(smooth(quill, closed=False), "gold-deep", 0.5, 0.25)

    with facing, pose.about_head(pen), pen.group(ANTENNAE, 0.86):
        pen.both(plume)
    pen.save(f"bee/{pose.name}/antennae-feathered")


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


def draw_whips(pose: Pose) -> None:
    """Draw two slim whips that end in a curl."""
    pen, facing = sheet(pose)
    curl = "C8.6,6.9 8,1.6 4.6,1.7 C2.2,1.8 1.7,4.9 3.6,5.3 C4.9,5.5 5.4,4.1 4.5,3.7"
    with facing, pose.about_head(pen), pen.group(ANTENNAE, 0.86):
        pen.both(lambda: pen.cord(f"M19,15.4 C18,9.6 15.6,7.4 12.6,7.2 {curl}", "gold", 0.75))
    pen.save(f"bee/{pose.name}/antennae-whips")


# wings --------------------------------------------------------------------------------------------------------


def both_wings(pen: Pen, pose: Pose, facing: AbstractContextManager[None], wings: Callable[[], None]) -> None:
    """Draw a left wing, and a right one like it, each lifted as the pose has it."""
    with facing:
        for side in (-1, 1):
            with pose.about_wing(pen, side), pen.group("translate(4.6 6.9)", 0.8):
                wings()


def draw_sleek(pose: Pose) -> None:
    """Draw two pairs of narrow wings, swept like blades."""
    pen, facing = sheet(pose)

    def wings() -> None:
        pen.path("M19,34 C13,36.4 6.8,41 3.4,49.2 C9.6,48.8 16.6,44.4 20.6,37.6 Z", "wing-shade")
        pen.detail("M18.6,36 Q11,41 5.8,47 M18.8,37.2 Q13.4,42 9,46", "velvet-light")
        pen.path("M20,31 C13.6,27.4 6.2,24.6 0.6,14.6 C0.6,23.6 7.6,33 19,35.4 Z", "wing")
        pen.detail("M18.6,32.6 Q8.6,28 2.6,20.2 M18,33.8 Q9.4,31 4.6,26", "velvet-light")

    both_wings(pen, pose, facing, wings)
    pen.save(f"bee/{pose.name}/wings-sleek")


def draw_flutter(pose: Pose) -> None:
    """Draw four wings with frilled edges, whose veins meet at the back."""
    pen, facing = sheet(pose)

    def fan(root: Point, reach: float, start: float, end: float, frills: int) -> None:
        """Draw a wing from its root, between two directions, with so many frills at its edge."""
        step = (end - start) / frills
        bulge = [math.sin(math.pi * (0.16 + 0.68 * i / frills)) ** 0.6 for i in range(frills + 1)]
        edge = [around(*root, reach * bulge[i], start + step * i) for i in range(frills + 1)]
        lobes = "".join(
            f" A{number(0.56 * dist(*ends))},{number(0.62 * dist(*ends))} 0 0 1 {spot(ends[1])}"
            for ends in pairwise(edge)
        )
        pen.path(f"M{spot(root)} L{spot(edge[0])}{lobes} Z", "frill")
        inner = [(root[0] + (x - root[0]) * 0.78, root[1] + (y - root[1]) * 0.78) for x, y in edge[1:-1]]
        pen.path(f"M{spot(root)} " + smooth(inner, closed=False).replace("M", "L", 1) + " Z", "frill-deep", DETAIL)
        for x, y in edge[1:-1]:
            tip = root[0] + (x - root[0]) * 0.93, root[1] + (y - root[1]) * 0.93
            pen.detail(f"M{spot(root)} L{spot(tip)}", "lips", 0.3)

    def wings() -> None:
        fan((21, 34), 19.5, 100, 176, 8)
        fan((21, 33), 22, 168, 252, 9)

    both_wings(pen, pose, facing, wings)
    pen.save(f"bee/{pose.name}/wings-flutter")


# limbs and payload --------------------------------------------------------------------------------------------


def limb(pen: Pen, points: Sequence[Point]) -> None:
    """Draw a leg."""
    pen.cord(smooth(points, closed=False), "stripe", 1.5)


def arm(pen: Pen, points: Sequence[Point]) -> None:
    """Draw an arm that tapers from the shoulder to the wrist, in a glove."""
    places = bend(points)[::2]
    last = len(places) - 1
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y) in enumerate(places):
        (x0, y0), (x1, y1) = places[max(index - 1, 0)], places[min(index + 1, last)]
        half = (1.25 - 0.65 * index / last) / dist((x0, y0), (x1, y1))
        left.append((x - (y1 - y0) * half, y + (x1 - x0) * half))
        right.append((x + (y1 - y0) * half, y - (x1 - x0) * half))
    outline = smooth([*left, *reversed(right)])
    pen.path(outline, "stripe")
    cuff = round(last * 0.72)
    pen.path(smooth([*left[cuff:], *reversed(right[cuff:])]), "lips", DETAIL)
    glove(pen, points)


def glove(pen: Pen, points: Sequence[Point]) -> None:
    """Draw a hand at the end of an arm: a palm, two fingers and a thumb."""
    before, (x, y) = bend(points)[-6], points[-1]
    with pen.at(x, y, turn=math.degrees(math.atan2(y - before[1], x - before[0]))):
        pen.path(
            "M-1.5,-0.6 C-0.9,-1.5 0.2,-1.5 0.9,-1.2 L2.3,-1 C3,-0.8 2.9,-0.1 2.2,-0.1 C3,0.1 2.8,0.9 2.1,0.8 L1.2,0.8 "
            "C0.9,1.2 0.8,1.5 0.5,1.9 C0.1,2.4 -0.6,2.1 -0.4,1.4 C-0.8,1.3 -1.2,1 -1.5,0.6 Z",
            "lips",
        )
        pen.detail("M2.2,-0.1 H1.1", "ink", DETAIL)


def shoe(pen: Pen, leg: Leg) -> None:
    """Draw a small pump on its heel, the tip away from the other foot."""
    _, knee, (x, y), turn = leg
    left = knee[0] < AXIS
    with pen.about(x, y + 0.4, left), pen.group(f"rotate({number(turn)})"):
        pen.path("M-1,-1.2 L-1.3,1.9 H-0.7 L-0.3,0.9 Q1.1,1.9 3.3,1.9 Q3,0.4 1,-1.2 Z", "lips")


def shadow(pen: Pen, pose: Pose) -> None:
    """Draw the shadow on the stage, under the feet that stand."""
    feet = [foot[0] for _, _, foot, _ in pose.legs if foot[1] > 60.5]
    middle = sum(feet) / len(feet)
    pen.disc(middle, 64.3, max(feet) - middle + 5, 1.4, "gold-deep", 0, opacity=0.45)


def draw_limbs(pose: Pose) -> None:
    """Draw the legs with their shadow, and the free arm, behind the body."""
    pen, facing = sheet(pose)
    with facing:
        shadow(pen, pose)
        for leg in pose.legs:
            limb(pen, leg[:3])
            shoe(pen, leg)
        arm(pen, pose.arm)
    pen.save(f"bee/{pose.name}/limbs")


def draw_honey(pose: Pose) -> None:
    """Draw a full honey jar, hanging from a hand or held up on it."""
    pen, facing = sheet(pose)
    with facing:
        arm(pen, pose.carrying)
        jar(pen, *pose.jar, pose.flip)
        glove(pen, pose.carrying)
    pen.save(f"bee/{pose.name}/payload-honey")


def jar(pen: Pen, x: float, y: float, flip: bool) -> None:
    """Draw the jar; its light comes from the left however the bee faces."""
    half = [(3.8, -5.4), (6, -2), (6, 3), (4.2, 5.6)]
    glass = smooth([*half, *((-x, y) for x, y in reversed(half))])
    with pen.about(x, y, flip), pen.group("", 0.9):
        pen.path(glass, "honey")
        with pen.within(glass):
            pen.wash(smooth([(2, -6), (3.6, 0), (2, 6), (7, 6), (7, -6)]), opacity=0.2)
            pen.path("M-4.2,-2 q-0.5,2.4 0.2,4.6", "none", 1, "honey-light")
        pen.path(glass)
        pen.path(cell(0, 0.6, 5), "jar", DETAIL)
        pen.path("M0,-1.4 q2.6,3.4 0,3.7 q-2.6,-0.3 0,-3.7 Z", "honey", DETAIL)
        pen.path(
            "M-4.4,-6.6 h8.8 v2 q0,1.1 -0.9,1.1 q-0.9,0 -0.9,-1 v1.9 q0,1.2 -1,1.2 q-1,0 -1,-1.2 v-1.5 "
            "q-1,0.6 -1.6,-0.4 q-0.5,1 -1.6,0.8 q-1.8,-0.2 -1.8,-1.6 Z",
            "honey-light",
        )
        pen.box(-5, -8.2, 10, 2.4, "jar", radius=1)


def draw_pollen(pose: Pose) -> None:
    """Draw a basket of pollen on each leg, and the arm that is free for other things."""
    pen, facing = sheet(pose)
    with facing:
        arm(pen, pose.waving)
        for leg, place in zip(pose.legs, pose.heaps, strict=True):
            basket(pen, leg, place)
    pen.save(f"bee/{pose.name}/payload-pollen")


def basket(pen: Pen, leg: Leg, place: Point) -> None:
    """Draw a heap on a leg, turned with it, its lowest row behind the leg."""
    points = bend(leg[:3])
    nearest = min(range(len(points)), key=lambda index: dist(points[index], place))
    before, after = points[max(nearest - 3, 0)], points[min(nearest + 3, len(points) - 1)]
    lean = math.degrees(math.atan2(after[1] - before[1], after[0] - before[0]))
    outward = lean if leg[1][0] >= leg[0][0] else lean + 180  # what is above the leg, or beside it
    x, y = points[nearest]
    with pen.at(x, y, 1.12, outward):
        for dx, dy in ((0, -4.8), (-1.45, -2.65), (1.45, -2.65), (-2.8, -0.5), (0, -0.5), (2.8, -0.5)):
            pen.disc(dx, dy, 1.6, fill="pollen")
            pen.path(f"M{spot((dx - 0.7, dy + 0.5))} q0.5,0.8 1.4,0.3", "none", DETAIL, "pollen-deep")
            pen.disc(dx - 0.5, dy - 0.55, 0.32, fill="white", line=0)
    kept = [point for index, point in enumerate(points) if index >= nearest or dist(point, (x, y)) < 3.4]
    limb(pen, kept[::2])
    shoe(pen, leg)


def bend(points: Sequence[Point]) -> list[Point]:
    """Return places close together along the curve of a limb."""
    first, last = points[0], points[-1]
    out: list[Point] = []
    for p, q, r, s in zip((first, *points), points, points[1:], (*points[2:], last), strict=False):
        for step in range(16):
            t = step / 16
            out.append((_catmull(t, p[0], q[0], r[0], s[0]), _catmull(t, p[1], q[1], r[1], s[1])))
    return [*out, last]


def _catmull(t: float, p: float, q: float, r: float, s: float) -> float:
    return q + t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * q - p - 3 * r + s))) / 2


def main() -> None:
    """Write every part in every pose."""
    for pose in ALL:
        for texture in ("fuzzy", "shiny"):
            for pattern in ("striped", "solid"):
                draw_body(pose, texture, pattern)
        for mood in ("coy", "proud", "wink", "dreamy"):
            draw_face(pose, mood)
        for draw in (draw_stinger, draw_mandibles, draw_feathered, draw_whips, draw_sleek, draw_flutter):
            draw(pose)
        draw_limbs(pose)
        draw_honey(pose)
        draw_pollen(pose)
