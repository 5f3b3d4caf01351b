"""What the drawing scripts share: the palette by name, a canvas in millimetres, one line weight, mirrored parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import svgwrite
import yaml
from svgwrite.container import Group

ART = Path(__file__).resolve().parents[1]
LINE = 0.35  # mm, every outline at the size it is printed
DETAIL = 0.22  # mm, lines inside an outline
BUST = (42, 52)  # mm, the box that all parts of a bust share
AXIS = 21  # mm, the middle of a bust

_INKS: dict[str, str] = yaml.safe_load((ART.parent / "palette.yaml").read_text("utf-8"))

Point = tuple[float, float]


def ink(name: str) -> str:
    """Return the screen value of a palette ink; `none`, `currentColor` and `url(#...)` pass through."""
    return name if name in ("none", "currentColor") or name.startswith("url(") else _INKS[name]


def number(value: float) -> str:
    """Return a number with at most three decimals."""
    return f"{round(value, 3) + 0:g}"


def joined(points: Iterable[Point], closed: bool = True) -> str:
    """Return straight path data through points."""
    return "M" + " L".join(f"{number(x)},{number(y)}" for x, y in points) + (" Z" if closed else "")


def around(x: float, y: float, radius: float, degrees: float, flat: float = 1) -> Point:
    """Return the point at an angle (0 to the right, clockwise) on a circle, flattened to `flat` of its height."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * flat * math.sin(angle)


def star(x: float, y: float, far: float, near: float, points: int, turn: float = -90) -> list[Point]:
    """Return the corners of a star."""
    step = 180 / points
    return [around(x, y, near if index % 2 else far, turn + step * index) for index in range(2 * points)]


def scallops(x: float, y: float, radius: float, lobes: int, flat: float = 1, turn: float = 0, fat: float = 1.06) -> str:
    """Return the path of a ring of round lobes, like a paper frill; `fat` is how far the lobes swell."""
    corners = [around(x, y, radius, turn + 360 / lobes * index, flat) for index in range(lobes)]
    lobe = radius * math.sin(math.pi / lobes) * fat
    data = f"M{number(corners[0][0])},{number(corners[0][1])}"
    for cx, cy in [*corners[1:], corners[0]]:
        data += f" A{number(lobe)},{number(lobe * max(flat, 0.75))} 0 0 1 {number(cx)},{number(cy)}"
    return data + " Z"


class Pen:
    """A picture in the making, `width` x `height` mm, a user unit a millimetre."""

    def __init__(self, width: float, height: float) -> None:
        self.picture = svgwrite.Drawing(
            size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", profile="full", debug=False
        )
        self._open: list[Any] = [self.picture]
        self._scale = [1.0]

    def look(self, fill: str, line: float, colour: str, opacity: float, dash: str = "") -> dict[str, Any]:
        """Return the presentation attributes of a mark; `line` is what is printed, whatever the group's scale."""
        found: dict[str, Any] = {"fill": ink(fill)}
        if line:
            found |= {
                "stroke": ink(colour),
                "stroke_width": round(line / self._scale[-1], 3),
                "stroke_linecap": "round",
                "stroke_linejoin": "round",
            }
        if dash:
            found["stroke_dasharray"] = dash
        if opacity < 1:
            found["opacity"] = opacity
        return found

    def path(
        self, d: str, fill: str = "none", line: float = LINE, colour: str = "ink", opacity: float = 1, dash: str = ""
    ) -> None:
        """Draw a path."""
        self._open[-1].add(self.picture.path(d=d, **self.look(fill, line, colour, opacity, dash)))

    def wash(self, d: str, fill: str = "ink", opacity: float = 0.18) -> None:
        """Lay a flat tone without an outline."""
        self.path(d, fill, 0, opacity=opacity)

    def detail(self, d: str, colour: str = "ink", line: float = DETAIL, opacity: float = 1) -> None:
        """Draw a thin inner line."""
        self.path(d, "none", line, colour, opacity)

    def disc(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float | None = None,
        fill: str = "none",
        line: float = LINE,
        colour: str = "ink",
        opacity: float = 1,
    ) -> None:
        """Draw an ellipse."""
        look = self.look(fill, line, colour, opacity)
        center, radii = (round(x, 3), round(y, 3)), (round(rx, 3), round(rx if ry is None else ry, 3))
        self._open[-1].add(self.picture.ellipse(center=center, r=radii, **look))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        line: float = LINE,
        colour: str = "ink",
        radius: float = 0,
        opacity: float = 1,
    ) -> None:
        """Draw a rectangle."""
        look = self.look(fill, line, colour, opacity)
        corner = {"rx": radius, "ry": radius} if radius else {}
        size = (round(width, 3), round(height, 3))
        self._open[-1].add(self.picture.rect(insert=(round(x, 3), round(y, 3)), size=size, **corner, **look))

    def words(self, text: str, x: float, y: float, size: float, colour: str) -> None:
        """Set text centred on x, its baseline at y, in the face of the titles; `size` in mm."""
        look = {"font_family": "Source Serif Pro", "font_weight": 900, "text_anchor": "middle"}
        place = (round(x, 3), round(y, 3))
        self._open[-1].add(self.picture.text(text, insert=place, font_size=number(size), fill=ink(colour), **look))

    def fade(self, name: str, *inks: str, round_: bool = False) -> str:
        """Define a gradient from top to bottom, or from the middle outwards, and return how to name it as a fill."""
        gradient = (
            self.picture.radialGradient(center=(0.5, 0.4), r=0.75, id=name)
            if round_
            else self.picture.linearGradient(start=(0, 0), end=(0, 1), id=name)
        )
        for index, one in enumerate(inks):
            gradient.add_stop_color(number(index / (len(inks) - 1)), ink(one))
        self.picture.defs.add(gradient)
        return f"url(#{name})"

    @contextmanager
    def group(self, transform: str = "", scale: float = 1, opacity: float = 1) -> Iterator[None]:
        """Draw what follows moved or turned; `scale` is written last and keeps the lines' printed width."""
        extra: dict[str, Any] = {"opacity": opacity} if opacity < 1 else {}
        whole = " ".join(filter(None, (transform, f"scale({number(scale)})" if scale != 1 else "")))
        if whole:
            extra["transform"] = whole
        inner: Group = self.picture.g(**extra)
        self._open[-1].add(inner)
        self._open.append(inner)
        self._scale.append(self._scale[-1] * scale)
        yield
        self._open.pop()
        self._scale.pop()

    @contextmanager
    def stamp(self, name: str, scale: float) -> Iterator[None]:
        """Draw what follows once, out of sight, to be put down many times with `put`."""
        held: Group = self.picture.g(id=name, transform=f"scale({number(scale)})")
        self.picture.defs.add(held)
        self._open.append(held)
        self._scale.append(scale)
        yield
        self._open.pop()
        self._scale.pop()

    def put(self, name: str, places: Iterable[Point], opacity: float = 1) -> None:
        """Put a stamp down at each place."""
        extra: dict[str, Any] = {"opacity": opacity} if opacity < 1 else {}
        for x, y in places:
            self._open[-1].add(self.picture.use(f"#{name}", transform=f"translate({number(x)} {number(y)})", **extra))

    def at(self, x: float, y: float, scale: float = 1, turn: float = 0) -> Any:
        """Draw what follows about a point, scaled and turned."""
        turned = f" rotate({number(turn)})" if turn else ""
        return self.group(f"translate({number(x)} {number(y)}){turned}", scale)

    def both(self, draw: Callable[[], None], axis: float = AXIS) -> None:
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


def bust() -> Pen:
    """Return an empty canvas of the box that all parts of a bust share."""
    return Pen(*BUST)
