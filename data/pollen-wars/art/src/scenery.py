"""Grounds and things that several card pictures share, drawn in mm on a stage of `WIDTH` x `HEIGHT`.

Grounds are flat and without outlines, so that the bees in front of them stand out. Things a bee handles are outlined
like the bees; each is drawn about (x, y), turned clockwise by `turn` degrees. All take a `Pencil` of scale 1:

    picture, pencil = scenery.stage()
    scenery.finish(picture, [scenery.meadow(pencil), scenery.card(pencil, 40, 12, "pattern")], "cards/example")
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import bees
from art.pen import ROOT3, Drawn, Picture, around, clip, hexagon, ring
from style import Pencil, at, canvas, ink, number, outline, polygon, save, sparkle

WIDTH, HEIGHT = 53.0, 35.0


# ---------------------------------------------------------------------------------------------- the stage


def stage() -> tuple[Picture, Pencil]:
    """Return an empty card picture and the pencil that draws on it in mm."""
    picture = canvas(WIDTH, HEIGHT)
    return picture, Pencil(picture, 1.0)


def finish(picture: Picture, parts: Iterable[Drawn | None], name: str) -> None:
    """Set the parts on the stage, cut off what sticks out of it, and save the picture."""
    label = name.replace("/", "-") + "-frame"  # unlike any other picture's, should two be set on one sheet
    scene = picture.add(clip(picture, label, picture.rect((0, 0), (number(WIDTH), number(HEIGHT)))))
    for part in parts:
        if part is not None:
            scene.add(part)
    save(picture, name)


def standing(pencil: Pencil, x: float, foot: float, size: float, **traits: Any) -> Drawn:
    """Return a bee whose soles stand at height `foot`."""
    return bees.bee(pencil.picture, x, chest(foot, size), size, **traits)


def chest(foot: float, size: float) -> float:
    """Return how high the chest of a bee is whose soles stand at `foot`."""
    return round(foot - 12.05 * size / bees.TALL, 3)


def worn(
    pencil: Pencil,
    x: float,
    y: float,
    size: float,
    draw: Callable[[Pencil], Sequence[Drawn]],
    *,
    facing: str = "right",
    turn: float = 0.0,
    pose: str = "stand",
    view: str = "side",
) -> Drawn:
    """Put something on the head of a bee that was drawn with the same traits; `draw` works in units of the head."""
    scale = size / bees.TALL
    flip = -scale if facing == "left" else scale
    tilt = 6 if pose in ("fly", "run") and view == "side" else 0
    middle = (2.0, -5.6) if view == "side" else (0.0, -5.6)
    move = f"translate({at(x, y)})rotate({at(turn)})scale({at(flip, scale)})translate({at(*middle)})rotate({tilt})"
    return pencil.group(*draw(Pencil(pencil.picture, scale)), transform=move)


def in_mm(draw: Callable[[Pencil], Drawn], size: float, turn: float = 0.0) -> bees.Prop:
    """Make a prop for a bee of the given size out of something drawn in mm about its grip."""

    def prop(pencil: Pencil) -> Drawn:
        move = f"scale({at(bees.TALL / size)})rotate({at(turn)})"
        return pencil.group(draw(Pencil(pencil.picture, 1.0)), transform=move)

    return prop


def placed(pencil: Pencil, x: float, y: float, turn: float, *parts: Drawn | None) -> Drawn:
    """Move parts drawn about the origin to (x, y) and turn them."""
    turned = f"rotate({at(turn)})" if turn else ""
    return pencil.group(*parts, transform=f"translate({at(x, y)}){turned}")


# ---------------------------------------------------------------------------------------------- flat shapes


def cell(x: float, y: float, radius: float) -> str:
    """Return the path of a honeycomb cell."""
    return polygon(hexagon(x, y, radius, 30))


def twinkle(x: float, y: float, radius: float) -> str:
    """Return the path of a gleam with a slim waist."""
    return sparkle(x, y, radius, radius * 0.16)


def rounded_box(width: float, height: float, corner: float) -> str:
    """Return the path of a rounded rectangle about the origin; the engines round a `rect` not quite alike."""
    w, h, r = width / 2, height / 2, corner
    arc = f"A{at(r, r)} 0 0 1 "
    return (
        f"M{at(r - w, -h)}H{number(w - r)}{arc}{at(w, r - h)}V{number(h - r)}{arc}{at(w - r, h)}"
        f"H{number(r - w)}{arc}{at(-w, h - r)}V{number(r - h)}{arc}{at(r - w, -h)}Z"
    )


def billow(x: float, y: float, width: float) -> str:
    """Return the path of a cloud with a level bottom whose middle lies at (x, y)."""
    w = width / 10
    return (
        f"M{at(x - 4.4 * w, y)}A{at(1.3 * w, 1.3 * w)} 0 0 1 {at(x - 3.9 * w, y - 2.4 * w)}"
        f"A{at(1.7 * w, 1.7 * w)} 0 0 1 {at(x - 1.5 * w, y - 3.6 * w)}"
        f"A{at(2.1 * w, 2.1 * w)} 0 0 1 {at(x + 2 * w, y - 3.1 * w)}"
        f"A{at(1.5 * w, 1.5 * w)} 0 0 1 {at(x + 4 * w, y - 2 * w)}A{at(1.05 * w, 1.05 * w)} 0 0 1 {at(x + 4.2 * w, y)}Z"
    )


def flood(pencil: Pencil, fill: str, opacity: float = 1.0, top: float = 0.0, bottom: float = HEIGHT) -> Drawn:
    """Fill the stage, or a strip of it from `top` to `bottom`."""
    return pencil.flat(f"M0 {number(top)}H{number(WIDTH)}V{number(bottom)}H0Z", fill, opacity)


def rays(
    pencil: Pencil, x: float, y: float, fill: str, opacity: float = 1.0, count: int = 12, turn: float = 5
) -> Drawn:
    """Fan beams of light out of (x, y) over the whole stage."""
    path, half = "", 90 / count
    for i in range(count):
        middle = turn + 360 * i / count
        path += polygon([(x, y), *(around(x, y, 66, middle + side * half) for side in (-1, 1))])
    return pencil.flat(path, fill, opacity)


def shadow(pencil: Pencil, x: float, y: float, reach: float) -> Drawn:
    """Draw the shadow something casts on the ground."""
    return pencil.picture.ellipse(
        center=(round(x, 3), round(y, 3)), r=(round(reach, 3), round(reach * 0.16, 3)), fill=ink("ink"), opacity=0.2
    )


# ---------------------------------------------------------------------------------------------- grounds


def clouds(pencil: Pencil, spots: Sequence[tuple[float, float, float]], opacity: float = 0.8) -> Drawn:
    """Draw quiet clouds, each given by its foot and its width."""
    return pencil.flat("".join(billow(*spot) for spot in spots), "white", opacity)


def hills(pencil: Pencil, horizon: float, fill: str = "meadow-deep", opacity: float = 0.55) -> Drawn:
    """Draw two far hills behind the horizon."""
    h = horizon
    return pencil.flat(
        f"M0 {number(h - 2)}Q{at(9, h - 8.5, 23, h - 1)}T{at(53, h - 5)}V{number(h + 2)}H0Z", fill, opacity
    )


def tufts(pencil: Pencil, spots: Sequence[tuple[float, float]]) -> Drawn:
    """Draw tufts of grass in a quiet green."""
    blades = "".join(
        f"M{at(x - 1.1, y)}Q{at(x - 1, y - 1, x - 1.5, y - 1.7)}Q{at(x - 0.5, y - 1.2, x - 0.4, y - 0.5)}"
        f"Q{at(x - 0.3, y - 1.6, x + 0.2, y - 2.3)}Q{at(x + 0.3, y - 1.2, x + 0.4, y - 0.5)}"
        f"Q{at(x + 0.7, y - 1.3, x + 1.5, y - 1.5)}Q{at(x + 0.9, y - 0.8, x + 1, y)}Z"
        for x, y in spots
    )
    return pencil.flat(blades, "leaf", 0.6)


def daisies(pencil: Pencil, spots: Sequence[tuple[float, float]], petal: str = "white") -> Drawn:
    """Draw little flowers dotted over the grass."""
    parts: list[Drawn] = []
    for x, y in spots:
        petals = "".join(bees.scallop(px, py, 0.36, 0.3, 4, 0.7) for px, py in ring(x, y, 0.62, 5, flat=0.5 / 0.62))
        parts += [pencil.flat(petals, petal, 0.9), pencil.dot(x, y, 0.36, "flower-eye")]
    return pencil.group(*parts)


def meadow(pencil: Pencil, horizon: float = 23.0, sky: str = "sky", grass: str = "meadow") -> Drawn:
    """Draw a summer meadow under an open sky."""
    h = horizon
    lawn = f"M0 {number(h)}Q{at(18, h - 2.2, 34, h - 0.4)}T{at(53, h - 1)}V35H0Z"
    slope = f"M0 {number(h + 6.5)}Q{at(20, h + 2.4, 53, h + 7)}V35H0Z"
    return pencil.group(
        flood(pencil, sky), hills(pencil, h), pencil.flat(lawn, grass), pencil.flat(slope, "meadow-deep", 0.5)
    )


def somewhere(chance: random.Random, x: float, y: float) -> str:
    """Return the path of a twinkle of some size somewhere about (x, y)."""
    return twinkle(x + chance.uniform(0.5, 4.5), y + chance.uniform(0.8, 5), chance.uniform(0.35, 0.9))


def night(pencil: Pencil, horizon: float = 26.0, moon: tuple[float, float, float] = (44, 8, 4)) -> Drawn:
    """Draw a starry night with a moon over dark hills."""
    chance = random.Random(7)
    stars = "".join(
        somewhere(chance, column * 7.6 + (3.8 if row % 2 else 0), row * (horizon - 4) / 3)
        for row in range(3)
        for column in range(7)
    )
    x, y, r = moon
    return pencil.group(
        flood(pencil, "night"),
        pencil.picture.circle(center=(x, y), r=round(r * 1.8, 3), fill=ink("sky-deep"), opacity=0.16),
        pencil.flat(stars, "honey-light", 0.8),
        pencil.dot(x, y, r, "honey-light"),
        pencil.picture.circle(
            center=(x + r * 0.35, y - r * 0.2), r=round(r * 0.24, 3), fill=ink("honey"), opacity=0.35
        ),
        pencil.picture.circle(center=(x - r * 0.3, y + r * 0.35), r=round(r * 0.3, 3), fill=ink("honey"), opacity=0.35),
        hills(pencil, horizon, "jelly-dark", 0.75),
        flood(pencil, "jelly-dark", top=horizon),
    )


def comb(pencil: Pencil, size: float = 4.0, ground: str = "honey-light", tone: str = "honey", seed: int = 7) -> Drawn:
    """Draw a wall of honeycomb, its cells told apart by quiet tones."""
    chance = random.Random(seed)
    wide, high = size * ROOT3, size * 1.5
    tones: dict[float, str] = {0.32: "", 0.5: "", 0.75: ""}
    for row in range(int(HEIGHT / high) + 2):
        for column in range(int(WIDTH / wide) + 2):
            x = column * wide + (wide / 2 if row % 2 else 0)
            tones[chance.choice(list(tones))] += cell(x, row * high, size * 0.9)
    return pencil.group(
        flood(pencil, ground), *(pencil.flat(path, tone, opacity) for opacity, path in tones.items() if path)
    )


def floor(pencil: Pencil, top: float, fill: str = "honey-deep", opacity: float = 0.9) -> Drawn:
    """Draw a floor of wax with a rim of light."""
    return pencil.group(
        flood(pencil, fill, opacity, top=top), flood(pencil, "honey-light", 0.55, top=top, bottom=top + 0.7)
    )


# ---------------------------------------------------------------------------------------------- things


def pollen(pencil: Pencil, x: float, y: float, radius: float = 2.4) -> Drawn:
    """Draw a ball of pollen."""
    r = radius
    return placed(
        pencil,
        x,
        y,
        0,
        pencil.dot(0, 0, r, "petal-yellow"),
        pencil.flat(
            f"M{at(-0.5 * r, 0.86 * r)}A{at(r, r)} 0 0 0 {at(0.9 * r, -0.42 * r)}"
            f"A{at(1.15 * r, 1.15 * r)} 0 0 1 {at(-0.5 * r, 0.86 * r)}Z",
            "flower-eye",
            0.75,
        ),
        pencil.oval(-0.38 * r, -0.42 * r, 0.3 * r, 0.2 * r, "white", lined=False, turn=-40),
        pencil.oval(0, 0, r, r, "none"),
    )


def card(pencil: Pencil, x: float, y: float, kind: str = "honey", width: float = 6.4, turn: float = 0.0) -> Drawn:
    """Draw a card of the game: the back of a "honey" or "jelly" card, the face of a "pattern", or a "dormant" one."""
    w, h = width, width * 1.4
    inks = {"honey": ("honey", "paper"), "jelly": ("jelly", "jelly-light"), "dormant": ("night", "sky-deep")}
    ground, mark = inks.get(kind, ("paper", "sky-deep"))

    def sheet(inset: float, **paint: Any) -> Drawn:
        corner = max(w * 0.13 - inset, 0.2)
        return pencil.picture.path(d=rounded_box(w - 2 * inset, h - 2 * inset, corner), **paint)

    parts = [sheet(0, fill=ink(ground), **outline(pencil.line))]
    if kind in ("honey", "jelly"):
        rim = sheet(w * 0.11, fill="none", **outline(pencil.detail, "honey-light" if kind == "honey" else mark))
        parts += [rim, pencil.shape(cell(0, 0, w * 0.25), mark)]
    else:
        cells = ((-0.2, -0.21), (0.2, -0.21), (0, 0.14))
        parts += [pencil.shape(cell(w * a, w * b, w * 0.215), mark) for a, b in cells]
    return placed(pencil, x, y, turn, *parts)


def fan(pencil: Pencil, kinds: Sequence[str], width: float = 6.0, spread: float = 18.0) -> Drawn:
    """Draw a hand of cards fanned out about the origin, the fist that holds them."""
    middle = (len(kinds) - 1) / 2
    cards = [
        pencil.group(card(pencil, 0, -width * 0.95, kind, width), transform=f"rotate({at((i - middle) * spread)})")
        for i, kind in enumerate(kinds)
    ]
    return pencil.group(*cards)


def blossom(
    pencil: Pencil, x: float, y: float, radius: float, petal: str = "petal-pink", squash: float = 0.55
) -> Drawn:
    """Draw a big open flower seen aslant, wide enough for a bee to land on."""
    r = radius
    places = ring(0, 0, 0.62 * r, 7, flat=squash)
    petals = [pencil.oval(*places[i], 0.44 * r, 0.44 * r * (squash + 0.12), petal) for i in (0, 1, 6, 2, 5, 3, 4)]
    return placed(
        pencil,
        x,
        y,
        0,
        *petals,
        pencil.oval(0, 0, 0.42 * r, 0.42 * r * squash, "petal-yellow"),
        pencil.oval(-0.1 * r, -0.08 * r, 0.18 * r, 0.07 * r, "white", lined=False),
    )


def skep(pencil: Pencil, x: float, y: float, width: float, *, quiet: bool = False) -> Drawn:
    """Draw a straw hive standing at (x, y); a quiet one has no outlines and belongs to the ground."""
    u = width / 10
    hull = (
        f"M{at(-5 * u, 0)}Q{at(-5.6 * u, -1.6 * u, -4.7 * u, -2.8 * u)}Q{at(-5 * u, -4.6 * u, -3.9 * u, -5.4 * u)}"
        f"Q{at(-3.8 * u, -8.6 * u, 0, -8.8 * u)}Q{at(3.8 * u, -8.6 * u, 3.9 * u, -5.4 * u)}"
        f"Q{at(5 * u, -4.6 * u, 4.7 * u, -2.8 * u)}Q{at(5.6 * u, -1.6 * u, 5 * u, 0)}Z"
    )
    rings = (
        f"M{at(-4.7 * u, -2.8 * u)}Q{at(0, -1.9 * u, 4.7 * u, -2.8 * u)}"
        f"M{at(-3.9 * u, -5.4 * u)}Q{at(0, -4.6 * u, 3.9 * u, -5.4 * u)}"
    )
    door = f"M{at(-1.3 * u, 0)}V{at(-1.5 * u)}A{at(1.3 * u, 1.3 * u)} 0 0 1 {at(1.3 * u, -1.5 * u)}V0Z"
    shade = (
        f"M{at(2.2 * u, -8.2 * u)}Q{at(3.8 * u, -7.4 * u, 3.9 * u, -5.4 * u)}Q{at(5 * u, -4.6 * u, 4.7 * u, -2.8 * u)}"
        f"Q{at(5.6 * u, -1.6 * u, 5 * u, 0)}H{number(2.6 * u)}Q{at(4 * u, -4 * u, 2.2 * u, -8.2 * u)}Z"
    )
    if quiet:
        parts = [pencil.flat(hull, "honey", 0.75), pencil.flat(shade, "honey-deep", 0.3)]
        parts += [pencil.stroke(rings, 0.4, "honey-deep"), pencil.flat(door, "honey-dark", 0.8)]
    else:
        parts = [pencil.flat(hull, "honey"), pencil.flat(shade, "honey-deep", 0.6), pencil.shape(hull, "none")]
        parts += [pencil.stroke(rings, pencil.line), pencil.shape(door, "honey-dark")]
    return placed(pencil, x, y, 0, *parts)


def puff(pencil: Pencil, x: float, y: float, radius: float, fill: str = "white", opacity: float = 0.9) -> Drawn:
    """Draw a puff of dust or breath."""
    return pencil.flat(bees.scallop(x, y, radius, radius * 0.8, 7), fill, opacity)


def ribbon(pencil: Pencil, d: str, width: float, fill: str) -> Drawn:
    """Draw a band along a path: a rope, a tube, a rail."""
    return pencil.group(pencil.stroke(d, width + 2 * pencil.line), pencil.stroke(d, width, fill))


def arrow(pencil: Pencil, d: str, tip: tuple[float, float], turn: float, fill: str, width: float = 1.3) -> Drawn:
    """Draw a fat arrow along a path that ends at `tip`, its point turned by `turn` degrees from straight right."""
    wide = width * 1.25
    point = pencil.group(
        pencil.shape(f"M{at(-0.1, -wide)}L{at(wide * 1.35, 0)}L{at(-0.1, wide)}Z", fill),
        transform=f"translate({at(*tip)})rotate({at(turn)})",
    )
    return pencil.group(pencil.stroke(d, width + 2 * pencil.line), point, pencil.stroke(d, width, fill))


def whoosh(pencil: Pencil, d: str, colour: str = "white", width: float = 0.5) -> Drawn:
    """Draw lines of wind or speed."""
    return pencil.stroke(d, width, colour)


def snooze(pencil: Pencil, x: float, y: float, radius: float) -> Drawn:
    """Draw the bubble a sleeper blows, with two smaller ones rising from it."""
    r = radius

    def bubble(dx: float, dy: float, size: float) -> list[Drawn]:
        return [
            pencil.oval(x + dx, y + dy, size, size, "sky"),
            pencil.oval(x + dx - size * 0.35, y + dy - size * 0.35, size * 0.28, size * 0.2, "white", lined=False),
        ]

    return pencil.group(*bubble(0, 0, r), *bubble(r * 1.7, -r * 1.1, r * 0.55), *bubble(r * 2.3, -r * 2.3, r * 0.38))


def note(pencil: Pencil, x: float, y: float, size: float, turn: float = 0.0) -> Drawn:
    """Draw a note somebody hums."""
    u = size / 4
    return placed(
        pencil,
        x,
        y,
        turn,
        pencil.stroke(f"M{at(0.8 * u, 0)}V{at(-3 * u)}Q{at(1.2 * u, -2 * u, 2.2 * u, -1.6 * u)}", max(0.35, 0.4 * u)),
        pencil.oval(0, 0, 0.95 * u, 0.7 * u, "ink", lined=False, turn=-20),
    )
