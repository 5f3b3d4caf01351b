"""What the field, the backs and fronts of the cards and the hive boards share: honeycomb, drips, half turns."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence

from art.pen import LINE, ROOT3, Drawn, Picture, Point, clip, hexagon
from style import Pencil, at, number, outline, rounded, save

Box = tuple[float, float, float, float]  # left, top, right, bottom


def cell(x: float, y: float, radius: float, soft: float) -> str:
    """Return a honeycomb cell with a corner up, its corners rounded."""
    return rounded(hexagon(x, y, radius), soft)


def lattice(box: Box, radius: float, through: Point) -> list[Point]:
    """Return the centres of the cells that reach into the box; one cell lies at `through`."""
    left, top, right, bottom = box
    wide, tall = radius * ROOT3, radius * 1.5
    centres = []
    for row in range(math.floor((top - through[1]) / tall), math.ceil((bottom - through[1]) / tall) + 1):
        shift = through[0] + (wide / 2 if row % 2 else 0)
        for column in range(math.floor((left - shift) / wide), math.ceil((right - shift) / wide) + 1):
            x, y = shift + column * wide, through[1] + row * tall
            if left - wide / 2 < x < right + wide / 2 and top - radius < y < bottom + radius:
                centres.append((x, y))
    return centres


def cells(centres: Iterable[Point], radius: float) -> str:
    """Return many cells as one path, in short relative steps."""
    w, h = radius * ROOT3 / 2, radius / 2
    tour = f"l{at(w, h)}v{number(radius)}l{at(-w, h)} {at(-w, -h)}v{number(-radius)}z"
    return "".join(f"M{at(x, y - radius)}{tour}" for x, y in centres)


def some(centres: Sequence[Point], share: float, seed: int = 7) -> list[Point]:
    """Pick about a share of the cells, the same ones on each run."""
    pick = random.Random(seed)
    return [centre for centre in centres if pick.random() < share]


def drips(left: float, right: float, top: float, level: float, drops: Sequence[tuple[float, float, float]]) -> str:
    """Return honey that runs down from `top`: level at `level`, with drops given as (x, half width, tip)."""
    path = f"M{at(left, top)}V{number(level)}"
    for x, half, tip in drops:
        soft = min(0.9, half, (tip - level) / 2)
        path += (
            f"H{number(x - half - soft)}Q{at(x - half, level, x - half, level + soft)}"
            f"V{number(tip - half)}A{at(half, half)} 0 0 0 {at(x + half, tip - half)}"
            f"V{number(level + soft)}Q{at(x + half, level, x + half + soft, level)}"
        )
    return path + f"H{number(right)}V{number(top)}Z"


def gleams(pencil: Pencil, drops: Sequence[tuple[float, float, float]], level: float, fill: str = "white") -> Drawn:
    """Draw the light on the left side of each long drop."""
    path = ""
    for x, half, tip in drops:
        if tip - level > 3 * half:
            side = x - half * 0.42
            path += f"M{at(side, tip - half * 2.1)}V{number(tip - half * 0.95)}"
    return pencil.stroke(path, 0.5, fill)


def sheet(pencil: Pencil, box: Box, fill: str) -> Drawn:
    """Fill a box without an outline."""
    left, top, right, bottom = box
    return pencil.flat(f"M{at(left, top)}H{number(right)}V{number(bottom)}H{number(left)}Z", fill)


def panel(
    pencil: Pencil, box: Box, radius: float, fill: str, *, line: float | None = LINE, colour: str = "ink"
) -> Drawn:
    """Draw a rounded box; `line` is the outline in mm."""
    left, top, right, bottom = box
    more = outline(line, colour) if line else {}
    return pencil.picture.rect(
        (number(left), number(top)),
        (number(right - left), number(bottom - top)),
        number(radius),
        fill=pencil.ink(fill),
        **more,
    )


def grown(box: Box, by: float) -> Box:
    """Return a box larger by `by` on each side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def clipped(picture: Picture, name: str, shape: Drawn, *parts: Drawn) -> Drawn:
    """Gather parts and cut off what sticks out of a shape."""
    group = clip(picture, name, shape)
    for part in parts:
        group.add(part)
    return group


def twice(picture: Picture, name: str, centre: Point, *parts: Drawn) -> Drawn:
    """Draw parts and, upside down, their twin: what makes a card back the same either way up."""
    half = picture.defs.add(picture.g(id=name))
    for part in parts:
        half.add(part)
    both = picture.g()
    both.add(picture.use(half))
    both.add(picture.use(half, transform=f"rotate(180 {at(*centre)})"))
    return both


def save_cut(picture: Picture, name: str, width: float, height: float) -> None:
    """Cut off what sticks out of the picture, so that it shows nowhere on a sheet, and save it."""
    drawn = [part for part in picture.elements if part is not picture.defs]
    picture.elements = [part for part in picture.elements if part is picture.defs]
    picture.add(clipped(picture, "edge", picture.rect((0, 0), (number(width), number(height))), *drawn))
    save(picture, name)
