"""What the drawing scripts share: inks by name, a canvas in millimetres, one line weight, curves through points."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import svgwrite
import yaml

ART = Path(__file__).resolve().parents[1]
LINE = 0.35  # mm, every outline at the size it is printed
DETAIL = 0.22  # mm, lines inside an outline

_INKS: dict[str, str] = yaml.safe_load((ART.parent / "palette.yaml").read_text("utf-8"))

Point = tuple[float, float]


def ink(name: str) -> str:
    """Return the screen value of a palette ink; `none` and `currentColor` pass through."""
    return name if name in ("none", "currentColor") else _INKS[name]


def number(value: float) -> str:
    """Return a number with at most two decimals."""
    return f"{round(value, 2) + 0:g}"


def spot(point: Point) -> str:
    """Return a point as path data."""
    return f"{number(point[0])},{number(point[1])}"


def around(x: float, y: float, radius: float, degrees: float, flat: float = 1) -> Point:
    """Return the point at an angle (0 to the right, clockwise) on a circle, flattened to `flat` of its height."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * flat * math.sin(angle)


def straight(points: Sequence[Point], closed: bool = True) -> str:
    """Return straight path data through points."""
    return "M" + " L".join(map(spot, points)) + (" Z" if closed else "")


def smooth(points: Sequence[Point], closed: bool = True) -> str:
    """Return a curve through points (Catmull-Rom as cubics)."""
    count = len(points)
    data = f"M{spot(points[0])}"
    for index in range(count if closed else count - 1):
        before, here, there, after = (
            points[(index + step) % count] if closed else points[min(max(index + step, 0), count - 1)]
            for step in (-1, 0, 1, 2)
        )
        one = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        two = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        data += f" C{spot(one)} {spot(two)} {spot(there)}"
    return data + (" Z" if closed else "")


def hexagon(x: float, y: float, flats: float, flat_top: bool = True) -> list[Point]:
    """Return the corners of a hexagon `flats` across its flats."""
    turn = 0 if flat_top else 30
    return [around(x, y, flats / math.sqrt(3), turn + 60 * corner) for corner in range(6)]


def star(x: float, y: float, far: float, near: float, points: int, turn: float = -90) -> list[Point]:
    """Return the corners of a star."""
    step = 180 / points
    return [around(x, y, near if index % 2 else far, turn + step * index) for index in range(2 * points)]


def sparkle(x: float, y: float, size: float) -> str:
    """Return the path of a four-pointed gleam."""
    tips = [around(x, y, size, 90 * index - 90) for index in range(4)]
    data = f"M{spot(tips[0])}"
    for tip in (*tips[1:], tips[0]):
        data += f" Q{spot((x, y))} {spot(tip)}"
    return data + " Z"


class Pen:
    """A picture in the making, `width` x `height` mm, a user unit a millimetre."""

    def __init__(self, width: float, height: float, line: float = LINE) -> None:
        self.picture = svgwrite.Drawing(
            size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", profile="full", debug=False
        )
        self.line = line
        self._open: list[Any] = [self.picture]
        self._clips = 0

    def look(self, fill: str, line: float | None, colour: str, opacity: float) -> dict[str, Any]:
        """Return the presentation attributes of a mark; without a `line` it has the picture's."""
        found: dict[str, Any] = {"fill": ink(fill)}
        width = self.line if line is None else line
        if width:
            found |= {
                "stroke": ink(colour),
                "stroke_width": round(width, 3),
                "stroke_linecap": "round",
                "stroke_linejoin": "round",
            }
        if opacity < 1:
            found["opacity"] = opacity
        return found

    def path(
        self, d: str, fill: str = "none", line: float | None = None, colour: str = "ink", opacity: float = 1
    ) -> None:
        """Draw a path."""
        self._open[-1].add(self.picture.path(d=d, **self.look(fill, line, colour, opacity)))

    def wash(self, d: str, fill: str = "ink", opacity: float = 0.16) -> None:
        """Lay a flat tone without an outline."""
        self.path(d, fill, 0, opacity=opacity)

    def detail(self, d: str, colour: str = "ink", line: float = DETAIL, opacity: float = 1) -> None:
        """Draw a thin inner line."""
        self.path(d, "none", line, colour, opacity)

    def rope(self, d: str, width: float, colour: str, line: float | None = None) -> None:
        """Draw a stroke `width` wide with an outline on both sides."""
        self.path(d, "none", width + 2 * (self.line if line is None else line))
        self.path(d, "none", width, colour)

    def disc(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float | None = None,
        fill: str = "none",
        line: float | None = None,
        colour: str = "ink",
        opacity: float = 1,
    ) -> None:
        """Draw an ellipse."""
        center, radii = (round(x, 2), round(y, 2)), (round(rx, 2), round(rx if ry is None else ry, 2))
        look = self.look(fill, line, colour, opacity)
        self._open[-1].add(self.picture.ellipse(center=center, r=radii, **look))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        line: float | None = None,
        colour: str = "ink",
        radius: float = 0,
        opacity: float = 1,
    ) -> None:
        """Draw a rectangle."""
        corner = {"rx": radius, "ry": radius} if radius else {}
        insert, size = (round(x, 2), round(y, 2)), (round(width, 2), round(height, 2))
        look = self.look(fill, line, colour, opacity)
        self._open[-1].add(self.picture.rect(insert=insert, size=size, **corner, **look))

    def words(
        self, x: float, y: float, text: str, size: float, family: str = "Source Sans Pro", weight: str = "600"
    ) -> None:
        """Set a line of text, `size` mm high, its base line's middle at (x, y)."""
        self._open[-1].add(
            self.picture.text(
                text,
                insert=(round(x, 2), round(y, 2)),
                fill=ink("ink"),
                font_family=family,
                font_size=round(size, 2),
                font_weight=weight,
                text_anchor="middle",
            )
        )

    @contextmanager
    def group(self, transform: str = "", opacity: float = 1, **extra: str) -> Iterator[None]:
        """Draw what follows in a group of its own."""
        if transform:
            extra["transform"] = transform
        inner = self.picture.g(**extra, **({"opacity": opacity} if opacity < 1 else {}))
        self._open[-1].add(inner)
        self._open.append(inner)
        yield
        self._open.pop()

    def within(self, d: str) -> Any:
        """Draw what follows only inside a path."""
        self._clips += 1
        clip = self.picture.clipPath(id=f"clip{self._clips}")
        clip.add(self.picture.path(d=d))
        self.picture.defs.add(clip)
        return self.group(clip_path=f"url(#clip{self._clips})")

    def at(self, x: float, y: float, mirrored: bool = False) -> Any:
        """Draw what follows about a point, mirrored or not."""
        return self.group(f"matrix({-1 if mirrored else 1} 0 0 1 {number(x)} {number(y)})")

    def turned(self, degrees: float, x: float, y: float) -> Any:
        """Draw what follows turned clockwise about a point."""
        return self.group(f"rotate({number(degrees)} {number(x)} {number(y)})")

    def both(self, draw: Callable[[], None], axis: float) -> None:
        """Draw something and its mirror image."""
        draw()
        with self.group(f"matrix(-1 0 0 1 {number(2 * axis)} 0)"):
            draw()

    def save(self, name: str) -> None:
        """Write the picture to `art/<name>.svg`, one element a line, the same bytes on every run."""
        path = ART / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not self.picture.defs.elements:
            self.picture.elements.remove(self.picture.defs)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            self.picture.write(file, pretty=True, indent=1)
            if not self.picture.tostring().endswith("\n"):
                file.write("\n")
