"""The card backs, 63 x 88 mm with 3 mm of bleed. Each looks the same upside down: one half is drawn and turned."""

from __future__ import annotations

import math

import bees
from art.pen import ROOT3, Drawn, Picture, Point, around, ring
from comb import Box, cell, cells, clipped, drips, gleams, grown, lattice, panel, save_cut, sheet, some, twice
from ladybirds import KINDS, beetle
from style import Pencil, at, canvas, number, outline, spot

WIDTH, HEIGHT = 69.0, 94.0
CENTRE: Point = (WIDTH / 2, HEIGHT / 2)
FULL: Box = (0.0, 0.0, WIDTH, HEIGHT)
HALF: Box = (0.0, 0.0, WIDTH, HEIGHT / 2)


def blank(ground: str) -> tuple[Picture, Pencil]:
    """Start a card filled with one colour."""
    picture = canvas(WIDTH, HEIGHT)
    pencil = Pencil(picture, 1.0)
    picture.add(sheet(pencil, FULL, ground))
    return picture, pencil


def medallion(pencil: Pencil, radius: float, rim: str, lit: str, field: str) -> list[Drawn]:
    """Draw a hexagonal seal: an outlined rim with a lit edge, and a calm field."""
    return [
        pencil.shape(cell(*CENTRE, radius, 2.6), rim),
        pencil.flat(cell(*CENTRE, radius - 1.1, 2.4), lit),
        pencil.shape(cell(*CENTRE, radius - 2.6, 2.2), field),
    ]


# ---------------------------------------------------------------------------------------------- honey


def honey() -> None:
    """Draw honeycomb under running honey, and two bees that chase each other round the seal."""
    picture, pencil = blank("honey-deep")
    centres = [(x, y) for x, y in lattice(grown(HALF, 1), 5.2, CENTRE) if y <= CENTRE[1]]
    pools = some(centres, 0.3)
    # No run lies within 3 mm of the trim, which would slice it.
    runs = [(8.6, 1.9, 30), (13.8, 1.4, 18.5), (19, 2.2, 24), (24.8, 1.6, 16.8), (31.2, 2.0, 19.2), (38, 1.6, 16),
            (44.6, 2.1, 20.2), (50.6, 2.1, 25.5), (55.6, 1.4, 18), (60.4, 1.9, 33)]  # fmt: skip
    bubbles = [(9.5, 7.4, 1.3), (13.2, 9.6, 0.7), (22.4, 9.2, 1.0), (29.4, 7.2, 0.7), (34.4, 9.4, 1.4), (41.6, 8, 0.8),
               (48.4, 9.4, 1.1), (55, 7.3, 0.7), (59.6, 9, 1.3)]  # fmt: skip
    shadow = [(x + 0.5, half, tip + 1.1) for x, half, tip in runs]
    picture.add(
        twice(
            picture,
            "comb",
            CENTRE,
            pencil.flat(cells(centres, 4.75), "honey"),
            pencil.flat(cells(centres, 3.7), "flower-eye"),
            pencil.flat(cells(pools, 3.7), "honey-dark", 0.45),
        )
    )
    picture.add(
        twice(
            picture,
            "honey",
            CENTRE,
            pencil.flat(drips(-1, 70, -1, 13.6, shadow), "honey-dark", 0.35),
            pencil.shape(drips(-1, 70, -1, 12.5, runs), "honey"),
            pencil.flat("M-1 -1H70V5.4Q60 6.6 51 5.6Q42 4.6 34 5.6Q25 6.8 17 5.6Q8 4.6 -1 5.8Z", "honey-light", 0.75),
            *(pencil.oval(bx, by, r, r, "honey-light") for bx, by, r in bubbles),
            *(pencil.dot(bx - r * 0.3, by - r * 0.3, r * 0.3, "white") for bx, by, r in bubbles),
            gleams(pencil, runs, 12.5),
        )
    )
    for part in medallion(pencil, 26.5, "honey-dark", "honey-deep", "paper"):
        picture.add(part)
    picture.add(pencil.flat(cell(*CENTRE, 22.3, 2), "honey-light"))
    dashes = {"fill": "none", "stroke_dasharray": "1.4 1.5", **outline(0.5, "honey-dark")}
    trail = picture.path(d="M15.4 51Q14.6 44.6 17.6 41.4", **dashes)
    bee = bees.bee(picture, 33.6, 36.9, 28.5, pose="fly", mood="laughing", near="forward", far="forward", turn=14)
    picture.add(twice(picture, "chaser", CENTRE, trail, bee))
    save_cut(picture, "backs/honey", WIDTH, HEIGHT)


# ---------------------------------------------------------------------------------------------- royal jelly


def pearl(pencil: Pencil, x: float, y: float, radius: float) -> list[Drawn]:
    """Draw one pearl of royal jelly."""
    return [
        pencil.oval(x, y, radius, radius, "jelly-light"),
        pencil.dot(x - radius * 0.3, y - radius * 0.34, radius * 0.36, "white"),
    ]


def garland(pencil: Pencil, left: float, right: float, top: float, sag: float, count: int) -> list[Drawn]:
    """Hang a string of pearls, the largest in the middle."""
    drawn: list[Drawn] = []
    middle = (left + right) / 2
    drawn.append(pencil.stroke(f"M{at(left, top)}Q{at(middle, top + 2 * sag, right, top)}", 0.35))
    for i in range(1, count):
        t = i / count
        x, y = left + (right - left) * t, top + 4 * sag * t * (1 - t)
        drawn += pearl(pencil, x, y, 0.8 + 0.75 * math.sin(math.pi * t))
    return drawn


def drop(x: float, y: float, size: float) -> str:
    """Return a drop whose tip points up, its bulb centred on (x, y)."""
    s = size
    return (
        f"M{at(x, y - 1.9 * s)}C{at(x + 0.3 * s, y - 1.1 * s, x + s, y - 0.7 * s, x + s, y)}"
        f"A{at(s, s)} 0 0 1 {at(x - s, y)}C{at(x - s, y - 0.7 * s, x - 0.3 * s, y - 1.1 * s, x, y - 1.9 * s)}Z"
    )


def half_crown(pencil: Pencil) -> list[Drawn]:
    """Draw a crown that stands on the middle line of the card."""
    x, y = CENTRE
    gold = (
        f"M{at(x - 11, y + 0.2)}L{at(x - 12.6, y - 10.4)}Q{at(x - 9, y - 6.4, x - 6.4, y - 6.6)}"
        f"Q{at(x - 2.2, y - 7.4, x, y - 14.6)}Q{at(x + 2.2, y - 7.4, x + 6.4, y - 6.6)}"
        f"Q{at(x + 9, y - 6.4, x + 12.6, y - 10.4)}L{at(x + 11, y + 0.2)}Z"
    )
    shade = f"M{at(x + 4, y)}Q{at(x + 9.6, y - 3.6, x + 11.2, y - 9)}L{at(x + 12.6, y - 10.4)}L{at(x + 11, y)}Z"
    return [
        pencil.shape(gold, "honey"),
        pencil.flat(shade, "honey-deep", 0.6),
        pencil.stroke(f"M{at(x - 11.2, y - 8)}L{at(x - 10.4, y - 3.6)}", 0.55, "white"),
        *pearl(pencil, x - 12.8, y - 11.4, 1.6),
        *pearl(pencil, x + 12.8, y - 11.4, 1.6),
        *pearl(pencil, x, y - 15.8, 2),
        pencil.shape(drop(x, y - 5.6, 1.7), "jelly"),
        pencil.dot(x - 0.55, y - 6, 0.4, "white"),
        pencil.shape(drop(x - 6, y - 4.3, 1), "red"),
        pencil.shape(drop(x + 6, y - 4.3, 1), "red"),
    ]


def jelly() -> None:
    """Draw royal violet set with drops, strings of pearls, and a double crown in a ring of pearls."""
    picture, pencil = blank("jelly-deep")
    x, y = CENTRE
    centres = [c for c in lattice(grown(HALF, 2), 5, CENTRE) if c[1] < y - 1]
    middle_row = [c for c in lattice((-2, y, x, y), 5, CENTRE) if abs(c[1] - y) < 1]
    motif = "".join(drop(cx, cy + 0.6, 1.5) for cx, cy in centres)
    glints = "".join(f"M{at(cx - 0.7, cy + 0.2)}v.6" for cx, cy in centres)
    picture.add(
        twice(
            picture,
            "drops",
            CENTRE,
            pencil.flat(motif, "jelly", 0.75),
            pencil.stroke(glints, 0.35, "jelly-light"),
            *(pencil.dot(cx, cy, 1.1, "jelly") for cx, cy in middle_row),
        )
    )
    velvet = "M-1 -1H70V13Q60 23.4 48.6 15.4Q43 22.6 34.5 22.6Q26 22.6 20.4 15.4Q9 23.4 -1 13Z"
    sheen = "M-1 -1H70V8Q59 16.4 48.6 10.4Q43 16.4 34.5 16.4Q26 16.4 20.4 10.4Q10 16.4 -1 8Z"
    stitched = "".join(drop(4.5 + 6 * i, 7.4 + (1.6 if i % 2 else 0), 1.1) for i in range(11))
    picture.add(
        twice(
            picture,
            "velvet",
            CENTRE,
            pencil.shape(velvet, "jelly"),
            pencil.flat(sheen, "jelly-light", 0.28),
            pencil.flat(stitched, "jelly-light", 0.7),
            *garland(pencil, -4, 20.4, 13, 4.4, 9),
            *garland(pencil, 48.6, 73, 13, 4.4, 9),
            *garland(pencil, 20.4, 48.6, 13.4, 4.8, 10),
            *pearl(pencil, 20.4, 13.6, 2),
            *pearl(pencil, 48.6, 13.6, 2),
        )
    )
    picture.add(pencil.oval(x, y, 22.6, 22.6, "jelly-dark"))
    picture.add(pencil.oval(x, y, 18.8, 18.8, "jelly-light"))
    picture.add(pencil.oval(x, y, 17.2, 17.2, "paper", lined=False))
    beads = [p for dx, dy in ring(*CENTRE, 20.7, 28, 0) for p in pearl(pencil, dx, dy, 1.35)]
    for bead in beads:
        picture.add(bead)
    picture.add(twice(picture, "crown", CENTRE, *half_crown(pencil)))
    picture.add(panel(pencil, (x - 13, y - 1.6, x + 13, y + 1.6), 1.6, "jelly"))
    for i in range(-2, 3):
        picture.add(pencil.oval(x + 4.6 * i, y, 0.85, 0.85, "honey-light"))
    save_cut(picture, "backs/jelly", WIDTH, HEIGHT)


# ---------------------------------------------------------------------------------------------- patterns


def ticks(left: float, right: float, y: float, step: float, length: float) -> str:
    """Return the marks of a ruler."""
    count = round((right - left) / step)
    return "".join(f"M{at(left + i * step, y)}v{number(length * (1.7 if i % 5 == 0 else 1))}" for i in range(count + 1))


def turning_arrow(pencil: Pencil, radius: float) -> list[Drawn]:
    """Draw half of the sign for turning a figure: an arrow a third of the way round the middle."""
    x, y = CENTRE
    start, end = around(x, y, radius, 195), around(x, y, radius, 318)
    arc = f"M{spot(start)}A{at(radius, radius)} 0 0 1 {spot(end)}"
    tip = pencil.shape("M-1.9 -1L0 2.6L1.9 -1Z", "petal-yellow")
    turn = f"translate({spot(end)})rotate({number(318 - 360)})"
    return [
        pencil.stroke(arc, 2.1),
        pencil.stroke(arc, 1.4, "petal-yellow"),
        pencil.group(tip, transform=turn),
    ]


def pattern() -> None:
    """Draw a blueprint: the hex grid, a figure of four cells and its twin, and the marks of the draughtsman."""
    picture, pencil = blank("night")
    size = 5.4
    wide = size * ROOT3
    x, y = CENTRE
    grid = lattice(grown(FULL, 1), size, CENTRE)
    washed = [c for c in some(grid, 0.32, 5) if c[1] < y - 1]
    washed += [(2 * x - cx, 2 * y - cy) for cx, cy in washed]
    lines = picture.path(d=cells(grid, size), fill="none", stroke_opacity=0.55, **outline(0.25, "sky-deep"))
    plan = picture.rect((7.5, 7.5), (54, 79), 2.6)
    picture.add(clipped(picture, "plan", plan, pencil.flat(cells(washed, size), "sky-deep", 0.16), lines))
    row = 1.5 * size
    figure = [
        (x - wide * 1.5, y - 3 * row),
        (x - wide / 2, y - 3 * row),
        (x, y - 4 * row),
        (x + wide, y - 4 * row),
    ]
    route = "M" + "L".join(at(*cell) for cell in figure)
    corner = "M34.5 6H10A4 4 0 0 0 6 10V47M34.5 6H59A4 4 0 0 1 63 10V47"
    rings = f"M{at(x - 19, y)}A19 19 0 0 1 {at(x + 19, y)}"
    picture.add(
        twice(
            picture,
            "figure",
            CENTRE,
            pencil.stroke(corner, 0.6, "sky"),
            pencil.stroke(ticks(11.1, 57.9, 6, 1.8, 0.9), 0.25, "sky"),
            picture.path(d=rings, fill="none", stroke_dasharray="2 1.6", **outline(0.3, "sky")),
            pencil.flat(cells(figure, size), "sky-deep"),
            pencil.flat(cells(figure, size * 0.78), "sky"),
            pencil.stroke(cells(figure, size), 0.5),
            picture.path(d=route, fill="none", stroke_dasharray="1.5 1.4", **outline(0.45)),
            *(pencil.oval(cx, cy, 1.6, 1.6, "petal-yellow") for cx, cy in figure),
        )
    )
    for part in (
        pencil.shape(cell(x, y, 12.6, 1.6), "sky"),
        pencil.shape(cell(x, y, 11.2, 1.4), "night"),
        pencil.shape(cell(x, y, 3.4, 0.5), "sky-deep"),
    ):
        picture.add(part)
    picture.add(twice(picture, "turn", CENTRE, *turning_arrow(pencil, 6.6)))
    save_cut(picture, "backs/pattern", WIDTH, HEIGHT)


# ---------------------------------------------------------------------------------------------- ladybirds


def speck(pencil: Pencil, x: float, y: float, size: float, turn: float) -> Drawn:
    """Draw a ladybird so far away that it is a red dot with a head, a seam and two spots."""
    s = size
    return pencil.group(
        pencil.oval(0, -0.78 * s, 0.62 * s, 0.5 * s, "ink"),
        pencil.oval(0, 0, s, s, "red"),
        pencil.stroke(f"M0 {number(-s)}V{number(s)}"),
        pencil.dot(-0.48 * s, 0.1 * s, 0.27 * s, "ink"),
        pencil.dot(0.48 * s, 0.1 * s, 0.27 * s, "ink"),
        pencil.stroke(f"M{at(-0.66 * s, -0.3 * s)}Q{at(-0.55 * s, -0.5 * s, -0.4 * s, -0.62 * s)}", 0.4, "white"),
        transform=f"translate({at(x, y)})rotate({number(turn)})",
    )


def rib(side: int, rank: float) -> str:
    """Return one side vein of the leaf as a curve from the midrib to the edge."""
    y = 47 - 11 * rank
    return f"{at(34.5, y)}Q{at(34.5 + side * 18, y - 6, 34.5 + side * 36, y - 22)}"


def lit_field(side: int, rank: int) -> str:
    """Return the leaf between two neighbouring side veins."""
    y = 47 - 11 * (rank + 1)
    return f"M{rib(side, rank)}V{number(y - 22)}Q{at(34.5 + side * 18, y - 6, 34.5, y)}Z"


def ladybird() -> None:
    """Draw leaves that grow both ways, strewn with red dots, and two ladybirds walking round each other."""
    picture, pencil = blank("leaf")
    x, y = CENTRE
    sides = (-1, 1)
    lit = "".join(lit_field(side, rank) for rank in (0, 2, 4) for side in sides)
    veins = "".join(f"M{rib(side, rank)}" for rank in range(5) for side in sides)
    veinlets = "".join(
        f"M{at(34.5 + s * 18, 38.5 - 11 * rank)}q{at(s * 3, -2.4, s * 7.4, -3.4)}" for rank in range(4) for s in sides
    )
    strewn = [
        (11.4, 12, 3.4, 35), (24.4, 15.4, 2.4, -20), (46.4, 12.4, 2.9, 160), (58, 21.4, 3.2, -60),
        (15.6, 28, 2.7, 110), (9.4, 41, 2.9, 10), (59.6, 36.6, 2.4, 75), (35.4, 9.4, 2.1, -8),
    ]  # fmt: skip
    picture.add(
        twice(
            picture,
            "leaf",
            CENTRE,
            pencil.flat(lit, "meadow-deep", 0.45),
            pencil.stroke(veinlets, 0.35, "leaf-dark"),
            pencil.stroke(veins, 0.6, "leaf-dark"),
            pencil.stroke("M34.5 47V-1", 1.1, "leaf-dark"),
            *(speck(pencil, *place) for place in strewn),
        )
    )
    for part in (
        pencil.oval(x, y, 20.5, 20.5, "leaf-dark"),
        pencil.oval(x, y, 19.2, 19.2, "meadow-deep", lined=False),
        pencil.oval(x, y, 17.8, 17.8, "meadow"),
    ):
        picture.add(part)
    scale = 0.42
    walker = beetle(Pencil(picture, scale), KINDS[2])
    walker.attribs["transform"] = f"translate({at(x - 8.2, y + 0.8)})rotate(8)scale({scale})"
    picture.add(twice(picture, "walker", CENTRE, walker))
    save_cut(picture, "backs/ladybird", WIDTH, HEIGHT)


def main() -> None:
    """Draw all backs."""
    honey()
    jelly()
    pattern()
    ladybird()
