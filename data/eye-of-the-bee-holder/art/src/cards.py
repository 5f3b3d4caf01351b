"""The grounds of cards: the picture palace's wall, its stage, the panel of a reference card, and the back."""

from __future__ import annotations

import math

from art.pen import DETAIL, Point, around
from style import Pen, cell, polygon, spot

CARD = (63, 88)
BLEED = 3
STRIP = (2.85, 2.85, 15.9, 82.3)  # mm, the traits; with its line as far from the trim as the stage
STAGE = (40.2, 70.2)  # mm, with its frame


def card() -> Pen:
    """Return an empty card with its bleed."""
    return Pen(CARD[0] + 2 * BLEED, CARD[1] + 2 * BLEED)


def stepped(x: float, y: float, width: float, height: float, steps: tuple[Point, ...]) -> str:
    """Return a panel whose upper corners go up in steps, like an old cinema's front."""
    left: list[Point] = []
    at = (x, y + sum(rise for _, rise in steps))
    left.append(at)
    for run, rise in steps:
        left.append((at[0], at[1] - rise))
        at = (at[0] + run, at[1] - rise)
        left.append(at)
    right = [(2 * x + width - px, py) for px, py in reversed(left)]
    return polygon([(x, y + height), *left, *right, (x + width, y + height)])


def scales(pen: Pen, width: float, height: float, pitch: float, colour: str, opacity: float = 1) -> None:
    """Draw a wall of fans, row behind row, as lines."""
    for row in range(math.ceil(height / (pitch / 2)) + 1):
        data = ""
        for column in range(math.ceil(width / pitch) + 2):
            x, y = (column - 0.5 * (row % 2)) * pitch, row * pitch / 2
            for radius in (pitch * 0.5, pitch * 0.28):
                data += f"M{spot((x - radius, y))} a{radius:g},{radius:g} 0 0 1 {2 * radius:g},0 "
        pen.detail(data.strip(), colour, DETAIL, opacity)


def wall() -> None:
    """Draw the ground of a bee card: velvet, a bar for the name, a paper strip for the traits."""
    pen = card()
    pen.box(0, 0, 69, 94, "velvet", 0)
    with pen.group("translate(3 3)"):
        with pen.group("translate(-3 -3)"):
            scales(pen, 69, 94, 9, "velvet-light", 0.55)
        pen.path("M-3,74.2 H66 V91 H-3 Z", "velvet-deep", 0)
        pen.path("M-3,74.2 H66", "none", 0.5, "gold")
        x, y, width, height = STRIP
        pen.box(x, y, width, height, "paper", 0.5, "gold", radius=1.4)
    pen.save("cards/wall")


def rays(pen: Pen, x: float, y: float, reach: float, count: int, fill: str, opacity: float) -> None:
    """Draw every other ray of a sunburst."""
    step = 180 / count
    for index in range(count):
        turn = 2 * step * index - 90 - step / 2
        pen.wash(polygon([(x, y), around(x, y, reach, turn), around(x, y, reach, turn + step)]), fill, opacity)


def stage() -> None:
    """Draw a stage in the colour of the layout: a stepped frame, rays of light, a rostrum."""
    width, height = STAGE
    pen = Pen(width, height)
    middle = width / 2
    frame = stepped(0.6, 0.6, width - 1.2, height - 1.2, ((1.7, 1.9), (1.7, 1.5), (2.2, 1.1)))
    pen.path(frame, "currentColor")
    with pen.within(frame):
        rays(pen, middle, 34, 50, 16, "white", 0.5)
        pen.path(f"M-2,{height} V63.2 Q{middle:g},58.2 {width + 2:g},63.2 V{height} Z", "gold-light")
        pen.wash(f"M-2,{height} V66 Q{middle:g},61.2 {width + 2:g},66 V{height} Z", "gold", 0.55)
    pen.path(frame, "none", 1.15)
    pen.path(frame, "none", 0.6, "gold")
    pen.save("cards/stage")


def reference() -> None:
    """Draw the ground of a reference card: a paper panel under a velvet head."""
    pen = card()
    pen.box(0, 0, 69, 94, "velvet", 0)
    with pen.group("translate(3 3)"):
        with pen.group("translate(-3 -3)"):
            scales(pen, 69, 94, 9, "velvet-light", 0.55)
        panel = stepped(3, 12.4, 57, 72.4, ((1.6, 1.6), (1.6, 1.2)))
        pen.path(panel, "paper")
        pen.path(stepped(3.8, 13.2, 55.4, 70.8, ((1.6, 1.6), (1.6, 1.2))), "none", DETAIL, "gold")
    pen.save("cards/reference")


def medallion(pen: Pen, x: float, y: float, flats: float) -> None:
    """Draw the Queen's eye in a cell, the same when turned half round."""
    pen.path(cell(x, y, flats), "gold", 0.6)
    pen.path(cell(x, y, flats * 0.9), "velvet-deep")
    pen.path(cell(x, y, flats * 0.84), "none", DETAIL, "gold")
    unit = flats / 30

    def lashes() -> None:
        for turn, reach in (
            (-154, 11.6),
            (-134, 11.2),
            (-112, 10.8),
            (-90, 10.8),
            (-68, 10.8),
            (-46, 11.2),
            (-26, 11.6),
        ):
            root, tip = around(x, y, 8.2 * unit, turn, 0.72), around(x, y, reach * unit, turn, 0.86)
            pen.path(f"M{spot(root)} L{spot(tip)}", "none", 0.8 * unit, "gold")

    for turn in (0, 180):
        with pen.turned(turn, x, y):
            lashes()
    w, h = 10.6 * unit, 12.4 * unit
    pen.path(
        f"M{spot((x - w, y))} Q{spot((x, y - h))} {spot((x + w, y))} Q{spot((x, y + h))} {spot((x - w, y))} Z",
        "paper",
        0.5,
    )
    pen.path(cell(x, y, 9 * unit), "gold", 0.45)
    pen.path(cell(x, y, 6.6 * unit), "gold-light", DETAIL)
    pen.disc(x, y, 1.9 * unit, fill="ink", line=0)


def crown(pen: Pen, x: float, y: float, size: float) -> None:
    """Draw the Queen's crown; y is its foot."""
    w, h = size, size * 0.9
    points = [(x - w * 0.78, y), (x - w, y - h * 0.72), (x - w * 0.45, y - h * 0.38), (x, y - h)]
    whole = [*points, *[(2 * x - px, py) for px, py in reversed(points[:-1])]]
    pen.path(polygon(whole), "gold", 0.45)
    for px, py in ((x - w, y - h * 0.78), (x, y - h * 1.08), (x + w, y - h * 0.78)):
        pen.disc(px, py, size * 0.15, fill="gold-light", line=0.35)
    pen.path(f"M{spot((x - w * 0.72, y - h * 0.2))} H{x + w * 0.72:g}", "none", DETAIL)


def comb(pen: Pen, width: float, height: float, pitch: float) -> None:
    """Draw a honeycomb about the middle, every third cell lighter; it is alike from both ends."""
    for row in range(-8, 9):
        for column in range(-8, 9):
            x, y = width / 2 + column * pitch * math.sqrt(3) / 2, height / 2 + (row + column / 2) * pitch
            if not (-pitch < x < width + pitch and -pitch < y < height + pitch):
                continue
            fill = ("velvet-light", "velvet", "velvet")[(row - column) % 3]
            pen.path(cell(x, y, pitch * 0.9), fill, 0.35, "gold")
            if fill == "velvet-light":
                pen.path(cell(x, y, pitch * 0.3), "gold", 0)


def back() -> None:
    """Draw the back: a comb with the Queen's eye, alike from both ends."""
    pen = card()
    pen.box(0, 0, 69, 94, "velvet-deep", 0)
    comb(pen, 69, 94, 13)
    medallion(pen, 34.5, 47, 40)
    for turn in (0, 180):
        with pen.turned(turn, 34.5, 47):
            pen.path(cell(34.5, 21, 14), "velvet-deep", 0.6, "gold")
            crown(pen, 34.5, 24.3, 4.6)
    pen.save("backs/bee")


def main() -> None:
    """Write every ground."""
    wall()
    stage()
    reference()
    back()
