"""The hive board, 190 x 126 mm with 3 mm of bleed, and the pictures on it: the hive, its banner, the bees at home."""

from __future__ import annotations

from typing import Any

import bees
from art.pen import DETAIL, Drawn
from comb import Box, cells, clipped, lattice, panel, save_cut, sheet, some
from style import Pencil, at, canvas, number, outline, rounded, save

WIDTH, HEIGHT = 196.0, 132.0
FULL: Box = (0.0, 0.0, WIDTH, HEIGHT)

# The comb leaves the track free, whose cells of 15 mm start at (8, 6): 12 of them along the top and the bottom, the
# right column, one cell at the left.
COMB = [(9.2, 22.2), (171.8, 22.2), (171.8, 109.8), (24.2, 109.8), (24.2, 94.8), (9.2, 94.8)]


def frame(pencil: Pencil) -> list[Drawn]:
    """Draw the frame that the track lies on: the hive's colour from the bleed to the comb, so that any cut shows it."""
    woven = pencil.picture.g(data_engrave="none")  # a laser would draw its lines as strongly as those of the track
    woven.add(pencil.flat(cells(lattice(FULL, 6.0, (98, 66)), 5.2), "white", 0.1))
    return [sheet(pencil, FULL, "currentColor"), woven]


def comb_wall(pencil: Pencil) -> list[Drawn]:
    """Draw the comb inside: quiet cells, a few of them full."""
    picture, radius = pencil.picture, 6.0
    edge = rounded(COMB, 3)
    inside = (9.2, 22.2, 171.8, 109.8)
    centres = lattice(inside, radius, (98, 66))
    full = some(centres, 0.16)
    texture = clipped(
        picture,
        "comb",
        picture.path(d=edge),
        pencil.flat(cells(centres, radius - 0.5), "paper"),
        pencil.flat(cells(full, radius - 1.5), "honey-light", 0.6),
    )
    return [
        pencil.flat(edge, "paper"),
        pencil.flat(edge, "honey-light", 0.55),
        texture,
        picture.path(d=edge, fill="none", **outline(1.6)),
        picture.path(d=edge, fill="none", **outline(0.9, "honey")),
    ]


def hive() -> None:
    """Save the board: a frame in the hive's colour for the track, comb inside."""
    picture = canvas(WIDTH, HEIGHT)
    pencil = Pencil(picture, 1.0)
    for part in [*frame(pencil), *comb_wall(pencil)]:
        picture.add(part)
    save_cut(picture, "board/hive", WIDTH, HEIGHT)


# ---------------------------------------------------------------------------------------------- the picture of the hive


def coil(pencil: Pencil, x: float, y: float, half: float, tall: float) -> Drawn:
    """Draw one rope of straw of the skep, bound at intervals."""
    left, right, r = x - half, x + half, tall / 2
    rope = (
        f"M{at(left + r, y - r)}Q{at(x, y - r - 0.5, right - r, y - r)}A{at(r, r)} 0 0 1 {at(right - r, y + r)}"
        f"Q{at(x, y + r + 0.6, left + r, y + r)}A{at(r, r)} 0 0 1 {at(left + r, y - r)}Z"
    )
    shade = (
        f"M{at(left + r, y + r)}Q{at(x, y + r + 0.6, right - r, y + r)}A{at(r, r)} 0 0 0 {at(right - r, y - r)}"
        f"Q{at(right - r * 1.2, y + r * 0.55, right - 2.4 * r, y + r * 0.4)}Q{at(x, y + r * 0.9, left + r, y + r)}Z"
    )
    count = int(half // 2)
    bands = "".join(
        f"M{at(x + half * 1.8 * ((i + 0.5) / count - 0.5), y - r * 0.45)}l-.5 {number(r * 0.9)}" for i in range(count)
    )
    return pencil.group(
        pencil.flat(rope, "honey"),
        pencil.flat(shade, "honey-deep", 0.55),
        pencil.stroke(bands, DETAIL, "honey-dark"),
        pencil.stroke(f"M{at(left + r * 1.2, y - r * 0.3)}L{at(left + r * 2.6, y - r * 0.45)}", 0.6, "honey-light"),
        pencil.shape(rope, "none"),
    )


def bunting(pencil: Pencil) -> list[Drawn]:
    """Draw the awning over the door, scalloped, in the hive's colour with white stripes."""
    left, top, step, count = 19.8, 20.6, 4.08, 5
    drawn = []
    for i in range(count):
        a, b = left + i * step, left + (i + 1) * step
        u, v = 30 + (a - 30) * 0.84, 30 + (b - 30) * 0.84  # narrower at the top: the cloth stands off the wall
        stripe = f"M{at(u, top)}L{at(v, top)}L{at(b, top + 4.2)}A{at((b - a) / 2, 1.8)} 0 0 1 {at(a, top + 4.2)}Z"
        drawn.append(pencil.shape(stripe, "white" if i % 2 else "currentColor"))
    drawn.append(panel(pencil, (20.6, 19.6, 39.4, 21.4), 0.9, "currentColor"))
    return drawn


def door(pencil: Pencil) -> list[Drawn]:
    """Draw the dark doorway and, in it, the bee on guard."""
    arch = "M23.4 36.2V27A6.6 6.6 0 0 1 36.6 27V36.2Z"
    guard = bees.bee(pencil.picture, 30, 34.2, 17.5, view="bust", mood="smug", role="soldier", tint="currentColor")
    return [
        pencil.shape("M21.8 36.2V21H38.2V36.2Z", "bark-light"),
        pencil.shape(arch, "bark-deep"),
        clipped(pencil.picture, "door", pencil.picture.path(d=arch), guard),
        pencil.shape(arch, "none"),
    ]


def flag(pencil: Pencil) -> list[Drawn]:
    """Draw the pennant on the top of the hive."""
    return [
        pencil.stroke("M30 8V1.2", 0.8),
        pencil.shape("M30.2 1.2Q33 .4 35.4 1.6T40.6 1.6L38.6 3.4L40.6 5.4Q37.6 6.4 35.2 5.2T30.2 5Z", "currentColor"),
        pencil.dot(30, 1.1, 0.6, "ink"),
    ]


def bloom(pencil: Pencil, x: float, y: float, stem: float, petal: str) -> list[Drawn]:
    """Draw a small flower on its stem."""
    top = y - stem
    return [
        pencil.stroke(f"M{at(x, y)}V{number(top)}", 0.6, "leaf-dark"),
        pencil.shape(f"M{at(x, y - 0.6)}q{at(0.4, -1.8, 2, -2)}q{at(-0.2, 1.6, -2, 2)}Z", "leaf"),
        pencil.shape(bees.scallop(x, top, 1.7, 1.7, 5), petal),
        pencil.oval(x, top, 0.8, 0.8, "petal-yellow"),
    ]


def entrance() -> None:
    """Save the hive: a straw skep on a bench in the grass, with a guard in the door."""
    picture = canvas(60, 40)
    pencil = Pencil(picture, 1.0)
    hill = "M1 38.6C5 33.6 14 33 30 33C46 33 55 33.6 59 38.6Q30 40.6 1 38.6Z"
    coils = [(10.2, 6.2), (13.6, 10.4), (17.2, 13.6), (20.9, 15.8), (24.6, 17.2), (28.3, 18), (32, 18.2)]
    bench = [
        pencil.shape("M14 36.4H17.6V39H14ZM42.4 36.4H46V39H42.4Z", "bark"),
        panel(pencil, (9.6, 34.2, 50.4, 37), 1, "bark-light"),
        pencil.stroke("M12 35.6H20M26 35.4H33M40 35.7H48", DETAIL, "bark"),
    ]
    parts = [
        pencil.flat(hill, "meadow-deep"),
        *bench,
        *flag(pencil),
        *(coil(pencil, 30, y, half, 4.3) for y, half in reversed(coils)),
        *door(pencil),
        *bunting(pencil),
        *bloom(pencil, 5.4, 38.2, 5.4, "petal-pink"),
        *bloom(pencil, 9.2, 38.8, 3.2, "white"),
        *bloom(pencil, 54.4, 38.2, 5.8, "petal-blue"),
        *bloom(pencil, 50.6, 38.8, 3, "white"),
        bees.bee(picture, 52, 14.6, 11, pose="fly", mood="happy", facing="left", turn=-8),
        picture.path(d="M58.6 22Q54 25 53 20.6", fill="none", stroke_dasharray="1 1.1", **outline(0.35)),
    ]
    for part in parts:
        picture.add(part)
    save(picture, "board/entrance")


# ---------------------------------------------------------------------------------------------- what is at home


def banner() -> None:
    """Save the banner that hangs from the frame, 13 x 44 mm, with a disc for the emblem 13 mm below its top."""
    picture = canvas(13, 44)
    pencil = Pencil(picture, 1.0)
    cloth = "M.6 1.8H12.4V42.4L6.5 37.8L.6 42.4Z"
    parts = [
        pencil.shape(cloth, "currentColor"),
        pencil.flat("M9.6 1.8H12.4V42.4L9.6 40.2Z", "ink", 0.18),
        pencil.stroke("M2 3.4V39.4L6.5 36L11 39.4V3.4", 0.5, "paper"),
        panel(pencil, (0.2, 0.2, 12.8, 2.4), 1.1, "bark-light"),
        pencil.oval(6.5, 13, 5, 5, "paper"),
        *(pencil.dot(6.5, y, 0.75, "paper") for y in (22.5, 26.5, 30.5)),
    ]
    for part in parts:
        picture.add(part)
    save(picture, "board/banner")


def at_home(name: str, **pose: Any) -> None:
    """Save a bee as it waits on its place, in the hive's colour."""
    picture = canvas(20, 20)
    picture.add(bees.bee(picture, **pose, tint="currentColor"))
    save(picture, f"board/{name}")


def waiting() -> None:
    """Save the forager and the soldier that their tokens cover."""
    at_home("forager", x=9.8, y=10.2, size=17.4, role="forager", pose="fly", wings="up", wing_size=0.94,
            near=((2.6, 5.6), (8.2, 2.6)), far=((8.0, 4.0), (11.0, 0.4)), far_prop=bees.bucket())  # fmt: skip
    at_home("soldier", x=10, y=14.6, size=25, role="soldier", view="bust", mood="angry", wings="up", wing_size=0.74)


def main() -> None:
    """Draw the board and its pictures."""
    hive()
    entrance()
    banner()
    waiting()
