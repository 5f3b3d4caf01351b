"""Shapes as path data, in the notation of a game: how many decimals, what is between numbers and commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import dist

from .points import Frame, Point, frame

ARC = 0.5523  # the handle of a cubic that draws a quarter of a circle, in radii


@dataclass(frozen=True)
class Paths:
    """Writes numbers, points and shapes; all of a game's art in one way."""

    decimals: int = 2
    comma: str = " "  # between x and y; points are always a space apart
    gap: str = ""  # before each command of a path but the first

    def number(self, value: float) -> str:
        """Return a number without idle noughts, and without a negative one."""
        return f"{round(value, self.decimals) + 0.0:g}"

    def at(self, *values: float) -> str:
        """Return coordinates, x and y in turn."""
        pairs = (values[i : i + 2] for i in range(0, len(values), 2))
        return " ".join(self.comma.join(map(self.number, pair)) for pair in pairs)

    def spot(self, *points: Point) -> str:
        """Return points."""
        return " ".join(self.at(*point) for point in points)

    def polyline(self, points: Iterable[Point]) -> str:
        """Return straight lines through the points."""
        return "M" + f"{self.gap}L".join(map(self.spot, points))

    def polygon(self, points: Iterable[Point]) -> str:
        """Return straight edges through the points, closed."""
        return f"{self.polyline(points)}{self.gap}Z"

    def rounded(self, points: Sequence[Point], soft: float) -> str:
        """Return a polygon whose corners are rounded, beginning `soft` before each, less where an edge is short."""
        if not soft:
            return self.polygon(points)
        parts: list[str] = []
        for before, here, after in zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True):
            ends = []
            for other in (before, after):
                length = dist(here, other)
                share = min(soft, length / 2) / length
                ends.append((here[0] + (other[0] - here[0]) * share, here[1] + (other[1] - here[1]) * share))
            parts.append(f"{'L' if parts else 'M'}{self.spot(ends[0])}{self.gap}Q{self.spot(here, ends[1])}")
        return self.gap.join([*parts, "Z"])

    def smooth(self, points: Sequence[Point], closed: bool = True) -> str:
        """Return a curve through the points (Catmull-Rom as cubics)."""
        count = len(points)
        parts = [f"M{self.spot(points[0])}"]
        for index in range(count if closed else count - 1):
            before, start, end, after = (
                points[(index + step) % count if closed else min(max(index + step, 0), count - 1)]
                for step in (-1, 0, 1, 2)
            )
            handle = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
            two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
            parts.append(f"C{self.spot(handle, two, end)}")
        return self.gap.join([*parts, "Z"] if closed else parts)

    def ellipse(self, to: Frame, u: float, v: float, ru: float, rv: float) -> str:
        """Return an ellipse about (u, v) of a frame, in four cubics."""
        quarters = (
            ((1, ARC), (ARC, 1), (0, 1)),
            ((-ARC, 1), (-1, ARC), (-1, 0)),
            ((-1, -ARC), (-ARC, -1), (0, -1)),
            ((ARC, -1), (1, -ARC), (1, 0)),
        )
        curves = (f"C{self.spot(*(to(u + a * ru, v + b * rv) for a, b in quarter))}" for quarter in quarters)
        return self.gap.join([f"M{self.spot(to(u + ru, v))}", *curves, "Z"])

    def oval(self, x: float, y: float, rx: float, ry: float, turn: float = 0.0) -> str:
        """Return an ellipse about (x, y), turned by degrees."""
        return self.ellipse(frame(x, y, turn), 0, 0, rx, ry)

    def disc(self, x: float, y: float, radius: float) -> str:
        """Return a circle."""
        return self.oval(x, y, radius, radius)

    def scallops(self, points: Sequence[Point], radii: Callable[[float], tuple[float, float]]) -> str:
        """Return an edge of round lobes between the points; `radii` of a lobe follow from the length of its chord."""
        parts = [f"M{self.spot(points[0])}"]
        for start, end in zip(points, [*points[1:], points[0]], strict=True):
            parts.append(f"A{self.at(*radii(dist(start, end)))} 0 0 1 {self.spot(end)}")
        return self.gap.join([*parts, "Z"])

    def sparkle(self, x: float, y: float, reach: float, waist: float = 0.0) -> str:
        """Return a gleam with four points; its sides bend towards corners `waist` from the middle."""
        tips = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        bends = [(x + a * waist, y + b * waist) for a, b in ((1, -1), (1, 1), (-1, 1), (-1, -1))]
        sides = (f"Q{self.spot(*side)}" for side in zip(bends, [*tips[1:], tips[0]], strict=True))
        return self.gap.join([f"M{self.spot(tips[0])}", *sides, "Z"])
