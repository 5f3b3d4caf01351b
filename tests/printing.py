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

    def front(self, found: shapely.Geometry, paper: tuple[float, float]) -> shapely.Geometry:
        """Return where something on a front's page is on the paper, seen from the front."""
        middle = (paper[0] / 2, paper[1] / 2)
        return affinity.scale(found, *self.scale, origin=middle)

    def behind(self, found: shapely.Geometry, paper: tuple[float, float], flip: str) -> shapely.Geometry:
        """Return where something on a back's page is on the paper, seen through it from the front."""
        middle = (paper[0] / 2, paper[1] / 2)
        if flip == "short":
            found = affinity.rotate(found, 180, origin=middle)
        found = affinity.scale(found, *self.scale, origin=middle)
        found = affinity.scale(found, *self.back, origin=middle)
        found = affinity.rotate(found, self.turn, origin=middle)  # y points down, so this is clockwise as seen
        found = affinity.translate(found, *self.shift)
        return affinity.scale(found, -1, 1, origin=middle)


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
            [float(one) for one in operands if isinstance(one, (int, float)) or _is_number(one)],
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


def _is_number(one: object) -> bool:
    try:
        float(one)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


def letters(file: Path) -> dict[str, shapely.Point]:
    """Return where the letters of the scales stand on the first page, by pdfium."""
    found: dict[str, shapely.Point] = {}
    with pypdfium2.PdfDocument(file) as document:
        page = document[0]
        text, height = page.get_textpage(), page.get_height()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            letter = text.get_text_range(index, 1)
            if letter in "ABCDEFGHJK" and top - bottom > 8.2:  # in points: a capital of the title is larger yet
                found.setdefault(letter, shapely.Point((left + right) / 2 * MM, (height - (bottom + top) / 2) * MM))
    return found


def read(file: Path, device: Device, flip: str) -> dict[str, float]:
    """Print a calibration sheet with a device and read it: which ticks meet at each letter, how long J and K are."""
    with pikepdf.open(file) as pdf:
        paper = size(pdf.pages[0])
        straight = [[one for one in lines(page) if len(one.coords) == 2] for page in pdf.pages]
        front = [device.front(one, paper) for one in straight[0]]
        back = [device.behind(one, paper, flip) for one in straight[1]]
    places = {letter: device.front(one, paper) for letter, one in letters(file).items()}
    assert sorted(places) == list("ABCDEFGHJK")
    found: dict[str, float] = {}
    for letter, axis in zip("ABCDEFGH", "xxxxyyyy", strict=True):
        across = 0 if axis == "x" else 1
        own = [
            one for one in front if min(abs(one.length - 4), abs(one.length - 5.5)) < 0.1 and _along(one, 1 - across)
        ]
        near = sorted(own, key=lambda one, at=places[letter]: one.distance(at))[:1]
        scale = _scale(own, near[0], across)
        ticks = [one for one in back if 3 < one.length < 9 and _along(one, 1 - across)]
        best = min(
            (abs(a.centroid.coords[0][across] - b.centroid.coords[0][across]), number)
            for number, a in scale.items()
            for b in ticks
            if a.distance(b) < 2.2
        )
        found[letter] = best[1] / 10
    for letter, axis in (("J", 0), ("K", 1)):
        found[letter] = max((one.length for one in front if _along(one, axis)), default=0)
    return found


def _along(one: shapely.LineString, axis: int) -> bool:
    """Return whether a line runs nearly along an axis."""
    (x, y), (u, v) = one.coords
    return abs((u - x, v - y)[1 - axis]) < 0.1 * one.length


def _scale(ticks: list[shapely.LineString], near: shapely.LineString, across: int) -> dict[int, shapely.LineString]:
    """Return the ticks of a letter's scale by their numbers: the outer row holds -15 to -1, the inner one 0 to 15."""
    at = np.array(near.centroid.coords[0])
    own = [
        one
        for one in ticks
        if np.abs(np.array(one.centroid.coords[0]) - at)[across] < 55
        and np.abs(np.array(one.centroid.coords[0]) - at)[1 - across] < 20
    ]
    rows: dict[bool, list[shapely.LineString]] = {True: [], False: []}
    levels = [one.coords[0][1 - across] for one in own]
    middle = (min(levels) + max(levels)) / 2
    for one, level in zip(own, levels, strict=True):
        rows[bool(level > middle)].append(one)
    ordered = {key: sorted(row, key=lambda one: one.centroid.coords[0][across]) for key, row in rows.items()}
    [negative] = [row for row in ordered.values() if len(row) == 15]
    [positive] = [row for row in ordered.values() if len(row) == 16]
    return {**{k - 15: one for k, one in enumerate(negative)}, **dict(enumerate(positive))}
