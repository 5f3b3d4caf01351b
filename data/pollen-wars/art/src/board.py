"""The hive board, 190 x 126 mm with 3 mm of bleed, and the picture of the hive that stands in its free room."""

from __future__ import annotations

import bees
from art.pen import DETAIL, Drawn
from comb import Box, cells, clipped, grown, lattice, panel, save_cut, sheet, some
from style import Pencil, at, canvas, number, outline, rounded, save

WIDTH, HEIGHT = 196.0, 132.0
FULL: Box = (0.0, 0.0, WIDTH, HEIGHT)
WALL: Box = (6.4, 4.6, 189.6, 127.4)  # the inside of the hive; the track of 15 mm cells starts at (8, 6)

# The comb leaves the track free: 12 cells along the top and the bottom, the right column, one cell at the left.
COMB = [(9.2, 22.2), (171.8, 22.2), (171.8, 109.8), (24.2, 109.8), (24.2, 94.8), (9.2, 94.8)]


def bracket(pencil: Pencil, x: float, y: float, flip_x: int, flip_y: int) -> Drawn:
    """Draw a wooden corner piece with two nails; drawn for the upper left corner and flipped to the others."""
    wood = "M-1 -1H31Q33.4 1.4 31.6 4.6H12V12H6.4V27.6Q2.6 29.8 -1 27.6Z"
    lines = "M-1 1.2H28M10 2.9H24M1.6 10V25M4.3 9.4V20"
    return pencil.group(
        pencil.shape(wood, "bark-light"),
        pencil.stroke(lines, 0.25, "bark"),
        pencil.oval(28, 3, 0.7, 0.7, "rock-light"),
        pencil.oval(4.4, 24, 0.7, 0.7, "rock-light"),
        transform=f"translate({at(x, y)})scale({flip_x} {flip_y})",
    )


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
        pencil.flat(edge, "honey-light", 0.55),
        texture,
        picture.path(d=edge, fill="none", **outline(1.5, "honey")),
        picture.path(d=edge, fill="none", stroke_opacity=0.6, **outline(0.35, "honey-deep")),
    ]


def hive() -> None:
    """Save the board: a rim in the hive's colour with wooden corners, a calm ring for the track, comb inside."""
    picture = canvas(WIDTH, HEIGHT)
    pencil = Pencil(picture, 1.0)
    parts = [
        sheet(pencil, FULL, "currentColor"),
        *(bracket(pencil, x, y, 1 if x == 0 else -1, 1 if y == 0 else -1) for x in (0, WIDTH) for y in (0, HEIGHT)),
        panel(pencil, WALL, 3.4, "honey"),
        panel(pencil, grown(WALL, -0.8), 2.6, "honey-light", line=None),
        *comb_wall(pencil),
    ]
    for part in parts:
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


def main() -> None:
    """Draw the board and its picture."""
    hive()
    entrance()
