"""A simulated printer: what it does to the pages of a PDF, and how a sheet is read against the light."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import shapely
from shapely import affinity

from sheets import MM, multiply


@dataclass(frozen=True)
class Device:
    """A printer that moves, turns (clockwise as seen) and scales backs, all about the middle of upright paper.

    The paper runs through it in one way only. On the short edge, the program that prints turns the back upside down.
    """

    shift: tuple[float, float] = (0, 0)
    turn: float = 0
    scale: tuple[float, float] = (1, 1)
    back: tuple[float, float] = (1, 1)

    def front(self, geometry: shapely.Geometry, paper: tuple[float, float]) -> shapely.Geometry:
        """Return where something on a front's page is on the paper, seen from the front."""
        middle = (paper[0] / 2, paper[1] / 2)
        return affinity.scale(geometry, *self.scale, origin=middle)

    def behind(self, geometry: shapely.Geometry, paper: tuple[float, float], flip: str) -> shapely.Geometry:
        """Return where something on a back's page is on the paper, seen through it from the front."""
        middle = (paper[0] / 2, paper[1] / 2)
        if flip == "short":
            geometry = affinity.rotate(geometry, 180, origin=middle)
        geometry = affinity.scale(geometry, *self.scale, origin=middle)
        geometry = affinity.scale(geometry, *self.back, origin=middle)
        geometry = affinity.rotate(geometry, self.turn, origin=middle)  # y points down, so this is clockwise as seen
        geometry = affinity.translate(geometry, *self.shift)
        return affinity.scale(geometry, -1, 1, origin=middle)


def size(page: pikepdf.Page) -> tuple[float, float]:
    """Return the width and the height of a page in mm."""
    return float(page.mediabox[2]) * MM, float(page.mediabox[3]) * MM


def lines(page: pikepdf.Page) -> Iterator[shapely.LineString]:
    """Yield the lines without curves that a page strokes, in mm, y down from its top left."""
    height = float(page.mediabox[3])
    matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)
    stack, points, curved = [], [], False
    for operands, operator in pikepdf.parse_content_stream(page):
        word, numbers = (
            str(operator),
            [float(operand) for operand in operands if isinstance(operand, (int, float)) or _is_number(operand)],
        )
        if word == "q":
            stack.append(matrix)
        elif word == "Q":
            matrix = stack.pop()
        elif word == "cm":
            matrix = multiply(matrix, tuple(numbers))
        elif word in ("m", "l"):
            a, b, c, d, e, f = matrix
            x, y = numbers
            points.append(((a * x + c * y + e) * MM, (height - (b * x + d * y + f)) * MM))
        elif word == "c":
            curved = True
        elif word in ("S", "s", "n", "f", "f*", "B"):
            if word == "S" and len(points) > 1 and not curved:
                yield shapely.LineString(points)
            points, curved = [], False


def _is_number(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


def letters(file: Path) -> dict[str, shapely.Point]:
    """Return where the letters of the scales stand on the first page, by pdfium."""
    letters: dict[str, shapely.Point] = {}
    with pypdfium2.PdfDocument(file) as document:
        page = document[0]
        text, height = page.get_textpage(), page.get_height()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            letter = text.get_text_range(index, 1)
            if letter in "ABCDEFGHJK" and top - bottom > 8.2:  # in points: a capital of the title is larger yet
                letters.setdefault(letter, shapely.Point((left + right) / 2 * MM, (height - (bottom + top) / 2) * MM))
    return letters


def read(file: Path, device: Device, flip: str) -> dict[str, float]:
    """Print a calibration sheet with a device and read it: which ticks meet at each letter, how long J and K are."""
    with pikepdf.open(file) as pdf:
        paper = size(pdf.pages[0])
        straight = [[line for line in lines(page) if len(line.coords) == 2] for page in pdf.pages]
        front = [device.front(line, paper) for line in straight[0]]
        back = [device.behind(line, paper, flip) for line in straight[1]]
    places = {letter: device.front(strokes, paper) for letter, strokes in letters(file).items()}
    assert sorted(places) == list("ABCDEFGHJK")
    readings: dict[str, float] = {}
    for letter, axis in zip("ABCDEFGH", "xxxxyyyy", strict=True):
        across = 0 if axis == "x" else 1
        own = [
            line
            for line in front
            if min(abs(line.length - 4), abs(line.length - 5.5)) < 0.1 and _along(line, 1 - across)
        ]
        near = sorted(own, key=lambda line, at=places[letter]: line.distance(at))[:1]
        scale = _scale(own, near[0], across)
        ticks = [line for line in back if 3 < line.length < 9 and _along(line, 1 - across)]
        best = min(
            (abs(a.centroid.coords[0][across] - b.centroid.coords[0][across]), number)
            for number, a in scale.items()
            for b in ticks
            if a.distance(b) < 2.2
        )
        readings[letter] = best[1] / 10
    for letter, axis in (("J", 0), ("K", 1)):
        readings[letter] = max((line.length for line in front if _along(line, axis)), default=0)
    return readings


def _along(line_string: shapely.LineString, axis: int) -> bool:
    """Return whether a line runs nearly along an axis."""
    (x, y), (u, v) = line_string.coords
    return abs((u - x, v - y)[1 - axis]) < 0.1 * line_string.length


def _scale(ticks: list[shapely.LineString], near: shapely.LineString, across: int) -> dict[int, shapely.LineString]:
    """Return the ticks of a letter's scale by their numbers: the outer row holds -15 to -1, the inner one 0 to 15."""
    at = np.array(near.centroid.coords[0])
    own = [
        tick
        for tick in ticks
        if np.abs(np.array(tick.centroid.coords[0]) - at)[across] < 55
        and np.abs(np.array(tick.centroid.coords[0]) - at)[1 - across] < 20
    ]
    rows: dict[bool, list[shapely.LineString]] = {True: [], False: []}
    levels = [tick.coords[0][1 - across] for tick in own]
    middle = (min(levels) + max(levels)) / 2
    for tick, level in zip(own, levels, strict=True):
        rows[bool(level > middle)].append(tick)
    ordered = {key: sorted(row, key=lambda tick: tick.centroid.coords[0][across]) for key, row in rows.items()}
    [negative] = [row for row in ordered.values() if len(row) == 15]
    [positive] = [row for row in ordered.values() if len(row) == 16]
    return {**{k - 15: sign for k, sign in enumerate(negative)}, **dict(enumerate(positive))}
