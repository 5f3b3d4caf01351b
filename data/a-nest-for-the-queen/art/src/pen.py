"""What the drawing scripts share: the palette by name, a canvas in millimetres, one line weight, a few curves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import svgwrite
import yaml

ART = Path(__file__).resolve().parents[1]
LINE = 0.35  # mm, every outline at the size it is printed
DETAIL = 0.25  # mm, lines inside an outline

Point = tuple[float, float]

_INKS: dict[str, str] = yaml.safe_load((ART.parent / "palette.yaml").read_text("utf-8"))


def ink(name: str) -> str:
    """Return the screen value of a palette ink; `none` and `currentColor` pass through."""
    return name if name in ("none", "currentColor") else _INKS[name]


def number(value: float) -> str:
    """Return a coordinate with at most two decimals and no negative nought."""
    return f"{round(value, 2) + 0.0:g}"


def polygon(points: Sequence[Point]) -> str:
    """Return the path of straight edges through the points, closed."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def polyline(points: Sequence[Point]) -> str:
    """Return the path of straight lines through the points."""
    return polygon(points)[:-1]


def smooth(points: Sequence[Point], closed: bool = True) -> str:
    """Return a curve through the points (Catmull-Rom as cubics)."""
    count = len(points)

    def point(index: int) -> Point:
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for index in range(count if closed else count - 1):
        before, start, end, after = (point(index + step) for step in (-1, 0, 1, 2))
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        parts.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in (one, two, end)))
    return "".join(parts) + ("Z" if closed else "")


def oval(x: float, y: float, rx: float, ry: float, turn: float = 0) -> str:
    """Return an ellipse as a path, turned clockwise by degrees."""
    angle, k = math.radians(turn), 0.5523

    def put(u: float, v: float) -> str:
        u, v = u * rx, v * ry
        px = x + u * math.cos(angle) - v * math.sin(angle)
        return f"{number(px)} {number(y + u * math.sin(angle) + v * math.cos(angle))}"

    quarters = [
        ((1, k), (k, 1), (0, 1)),
        ((-k, 1), (-1, k), (-1, 0)),
        ((-1, -k), (-k, -1), (0, -1)),
        ((k, -1), (1, -k), (1, 0)),
    ]
    return f"M{put(1, 0)}" + "".join("C" + " ".join(put(*spot) for spot in arc) for arc in quarters) + "Z"


def slab(x: float, y: float, width: float, height: float, radius: float = 0.0) -> str:
    """Return a rectangle with round corners as a path."""
    if not radius:
        return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    r, k = radius, radius * 0.4477
    right, foot = x + width, y + height
    n = number
    return (
        f"M{n(x + r)} {n(y)}L{n(right - r)} {n(y)}C{n(right - k)} {n(y)} {n(right)} {n(y + k)} {n(right)} {n(y + r)}"
        f"L{n(right)} {n(foot - r)}C{n(right)} {n(foot - k)} {n(right - k)} {n(foot)} {n(right - r)} {n(foot)}"
        f"L{n(x + r)} {n(foot)}C{n(x + k)} {n(foot)} {n(x)} {n(foot - k)} {n(x)} {n(foot - r)}"
        f"L{n(x)} {n(y + r)}C{n(x)} {n(y + k)} {n(x + k)} {n(y)} {n(x + r)} {n(y)}Z"
    )


def around(x: float, y: float, radius: float, count: int, start: float = -90) -> list[Point]:
    """Return points evenly set on a circle, the first at `start` degrees (-90 is the top)."""
    turns = [math.radians(start + 360 * i / count) for i in range(count)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


class Pen:
    """A picture of so many mm, drawn shape by shape; `line` is its outline's width."""

    def __init__(self, width: float, height: float, line: float = LINE) -> None:
        self.picture = svgwrite.Drawing(
            size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", profile="full", debug=False
        )
        self.line_width = line
        self._groups = [self.picture]
        self._scale = 1.0
        self._clips = 0

    @contextmanager
    def at(self, x: float, y: float, size: float = 1.0, turn: float = 0.0, flip: bool = False) -> Iterator[None]:
        """Draw what follows about (x, y), scaled, turned clockwise, mirrored; outlines keep their width."""
        parts = [f"translate({number(x)} {number(y)})"]
        parts += [f"rotate({number(turn)})"] if turn else []
        if flip or size != 1:
            parts.append(f"scale({number(-size if flip else size)} {number(size)})")
        group = self.picture.g(transform=" ".join(parts))
        self._groups[-1].add(group)
        self._groups.append(group)
        self._scale *= size
        yield
        self._scale /= size
        self._groups.pop()

    @contextmanager
    def within(self, path: str) -> Iterator[None]:
        """Cut what follows to a path."""
        self._clips += 1
        clip = self.picture.clipPath(id=f"clip{self._clips}")
        clip.add(self.picture.path(d=path))
        self.picture.defs.add(clip)
        group = self.picture.g(clip_path=f"url(#clip{self._clips})")
        self._groups[-1].add(group)
        self._groups.append(group)
        yield
        self._groups.pop()

    def flat(self, path: str, fill: str, opacity: float = 1.0) -> None:
        """Fill a path without an outline."""
        extra = {"fill_opacity": opacity} if opacity < 1 else {}
        self._groups[-1].add(self.picture.path(d=path, fill=ink(fill), **extra))

    def shape(self, path: str, fill: str, width: float | None = None) -> None:
        """Fill a path and draw its outline."""
        self._stroke(path, fill, "ink", self.line_width if width is None else width)

    def line(self, path: str, colour: str = "ink", width: float | None = None) -> None:
        """Draw a line without a fill."""
        self._stroke(path, "none", colour, self.line_width if width is None else width)

    def cord(self, path: str, colour: str, width: float) -> None:
        """Draw a thick line of a colour with an outline on both sides: a leg, a handle, a root."""
        self.line(path, "ink", width + 2 * self.line_width)
        self.line(path, colour, width)

    def words(self, x: float, y: float, text: str, size: float, anchor: str = "start", weight: str = "600") -> None:
        """Set a line of text, `size` mm high, from or about (x, y) on its base line."""
        self._groups[-1].add(
            self.picture.text(
                text,
                insert=(round(x, 2), round(y, 2)),
                fill=ink("ink"),
                font_family="Source Sans Pro",
                font_size=round(size, 2),
                font_weight=weight,
                text_anchor=anchor,
            )
        )

    def _stroke(self, path: str, fill: str, colour: str, width: float) -> None:
        self._groups[-1].add(
            self.picture.path(
                d=path,
                fill=ink(fill),
                stroke=ink(colour),
                stroke_width=round(width / self._scale, 3),
                stroke_linecap="round",
                stroke_linejoin="round",
            )
        )

    def save(self, name: str) -> None:
        """Write the picture to `art/<name>.svg`, one element a line, the same bytes on every run."""
        path = ART / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            self.picture.write(file, pretty=True, indent=1)
