"""Cut on a picture: a round spot as wide as the kerf runs along lines, and what hangs together is counted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw

Line = Sequence[tuple[float, ...]]


def burnt(lines: Iterable[Line], kerf: float, size: tuple[float, float], scale: float) -> np.ndarray:
    """Return a picture of a bed, `scale` pixels to the mm, true where the beam has left material."""
    picture = Image.new("1", (round(size[0] * scale), round(size[1] * scale)), 1)
    pen = ImageDraw.Draw(picture)
    half = kerf / 2
    for line in lines:
        for (x1, y1), (x2, y2) in pairwise(line):
            length = math.hypot(x2 - x1, y2 - y1)
            if length:
                nx, ny = (y2 - y1) * half / length, (x1 - x2) * half / length
                corners = [(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)]
                pen.polygon([(x * scale - 0.5, y * scale - 0.5) for x, y in corners], fill=0)
        # At each end of a line the spot burns half its width more.
        for x, y in line:
            pen.ellipse([side * scale - 0.5 for side in (x - half, y - half, x + half, y + half)], fill=0)
    return np.asarray(picture)


def pieces(left: np.ndarray) -> list[int]:
    """Return the sizes, in pixels, of what hangs together (by edges of pixels), the largest first."""
    parent: list[int] = []
    size: list[int] = []

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    above: list[tuple[int, int, int]] = []
    before: list[int] = []
    rows, columns = np.nonzero(np.diff(np.pad(left.astype(np.int8), ((0, 0), (1, 1)))))
    for steps in np.split(columns, np.searchsorted(rows, range(1, len(left)))):
        runs = steps.tolist()
        if runs == before:
            # Along straight edges the same pieces go on.
            for start, end, number in above:
                size[number] += end - start
            continue
        before, here = runs, []
        first = 0
        for start, end in zip(runs[::2], runs[1::2], strict=True):
            number = len(parent)
            parent.append(number)
            size.append(end - start)
            here.append((start, end, number))
            while first < len(above) and above[first][1] <= start:
                first += 1
            for _, _, other in above[first : _before(above, first, end)]:
                parent[root(other)] = root(number)
        above = here
    total: dict[int, int] = {}
    for number, pixels in enumerate(size):
        total[root(number)] = total.get(root(number), 0) + pixels
    return sorted(total.values(), reverse=True)


def _before(runs: Sequence[tuple[int, int, int]], first: int, end: int) -> int:
    while first < len(runs) and runs[first][0] < end:
        first += 1
    return first
