"""A picture of so many mm that is drawn mark by mark: shapes with and without outlines, in groups, clipped, mirrored.

An outline is printed as wide as it is asked for, however much the group it is in is enlarged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from .points import Point
from .studio import DETAIL, LINE, Drawn, Picture, Studio


def clip(picture: Picture, name: str, shape: Drawn) -> Drawn:
    """Return an empty group, not yet in the picture, in which everything is cut off at the edge of a shape."""
    edge = picture.defs.add(picture.clipPath(id=name))
    edge.add(shape)
    return picture.g(clip_path=f"url(#{name})")


class Canvas:
    """Draws in the manner of a `studio`, which each game's own canvas names.

    Where a mark takes a `line`, that is the width of its outline in mm: none for 0, the canvas' own for None.
    """

    studio: Studio
    detail_width = DETAIL

    def __init__(self, width: float, height: float, line: float = LINE) -> None:
        """Start an empty picture, in mm, whose outlines are `line` mm wide."""
        self.width, self.height, self.weight = width, height, line
        self.picture = self.studio.canvas(width, height)
        self.number = self.studio.paths.number
        self._layers: list[Drawn] = [self.picture]
        self._scale = 1.0
        self._clips = 0

    def add(self, mark: Drawn) -> None:
        """Put a mark above those that are there."""
        self._layers[-1].add(mark)

    def look(self, fill: str, line: float | None, colour: str, opacity: float) -> dict[str, Any]:
        """Return the attributes of a mark."""
        attributes: dict[str, Any] = {"fill": self.studio.ink(fill)}
        width = self.weight if line is None else line
        if width:
            attributes |= self.studio.outline(width if self._scale == 1 else width / self._scale, colour)
        return attributes | ({"opacity": opacity} if opacity < 1 else {})

    # ---------------------------------------------------------------------------------------------- marks

    def path(
        self,
        d: str,
        fill: str = "none",
        line: float | None = None,
        colour: str = "ink",
        opacity: float = 1,
        **attributes: Any,
    ) -> None:
        """Draw a path, filled and outlined."""
        self.add(self.picture.path(d=d, **self.look(fill, line, colour, opacity), **attributes))

    def flat(self, d: str, fill: str, opacity: float = 1) -> None:
        """Fill a path without an outline."""
        translucent = {"fill_opacity": opacity} if opacity < 1 else {}
        self.add(self.picture.path(d=d, fill=self.studio.ink(fill), **translucent))

    def wash(self, d: str, fill: str = "ink", opacity: float = 0.16) -> None:
        """Lay a tone over what is there."""
        self.path(d, fill, 0, opacity=opacity)

    def line(self, d: str, colour: str = "ink", width: float | None = None, **attributes: Any) -> None:
        """Draw along a path."""
        self.path(d, "none", width, colour, **attributes)

    def detail(self, d: str, colour: str = "ink", line: float | None = None, opacity: float = 1) -> None:
        """Draw a fine inner line along a path."""
        self.path(d, "none", self.detail_width if line is None else line, colour, opacity)

    def cord(self, d: str, colour: str, width: float, line: float | None = None) -> None:
        """Draw a line `width` mm wide with an outline on both sides: a leg, a handle, a root."""
        self.line(d, "ink", width + 2 * (self.weight if line is None else line))
        self.line(d, colour, width)

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
        """Draw an ellipse, or a circle without `ry`."""
        radii = self._rounded(rx, rx if ry is None else ry)
        look = self.look(fill, line, colour, opacity)
        self.add(self.picture.ellipse(center=self._rounded(x, y), r=radii, **look))

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
        look = self.look(fill, line, colour, opacity)
        place, size = self._rounded(x, y), self._rounded(width, height)
        self.add(self.picture.rect(insert=place, size=size, **corner, **look))

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        anchor: str = "middle",
        family: str = "Source Sans Pro",
        weight: str = "600",
        colour: str = "ink",
    ) -> None:
        """Set a line of text, `size` mm high, its base line at (x, y)."""
        look = {"font_family": family, "font_weight": weight, "text_anchor": anchor, "fill": self.studio.ink(colour)}
        height = round(size, self.studio.paths.decimals)
        self.add(self.picture.text(text, insert=self._rounded(x, y), font_size=height, **look))

    # ---------------------------------------------------------------------------------------------- groups

    @contextmanager
    def onto(self, layer: Drawn, size: float = 1) -> Iterator[None]:
        """Draw what follows on a layer that is enlarged."""
        outer, self._scale = self._scale, self._scale * size
        self._layers.append(layer)
        yield
        self._layers.pop()
        self._scale = outer

    @contextmanager
    def group(
        self, transform: str = "", size: float = 1, flip: bool = False, opacity: float = 1, **attributes: Any
    ) -> Iterator[None]:
        """Draw what follows moved, then enlarged, then mirrored."""
        if flip or size != 1:
            transform = f"{transform} {self.scaled(size, flip)}".lstrip()
        attributes |= ({"transform": transform} if transform else {}) | ({"opacity": opacity} if opacity < 1 else {})
        layer = self.picture.g(**attributes)
        self.add(layer)
        with self.onto(layer, size):
            yield

    def scaled(self, size: float, flip: bool) -> str:
        """Return the transform that enlarges and mirrors."""
        return f"scale({self.number(-size)} {self.number(size)})" if flip else f"scale({self.number(size)})"

    def at(
        self, x: float, y: float, size: float = 1, turn: float = 0, flip: bool = False
    ) -> AbstractContextManager[None]:
        """Draw what follows about (x, y), turned by degrees."""
        turned = f" rotate({self.number(turn)})" if turn else ""
        return self.group(f"translate({self.number(x)} {self.number(y)}){turned}", size, flip)

    def turned(self, degrees: float, x: float, y: float) -> AbstractContextManager[None]:
        """Draw what follows turned about (x, y)."""
        return self.group(f"rotate({self.number(degrees)} {self.number(x)} {self.number(y)})")

    @contextmanager
    def within(self, d: str, name: str = "") -> Iterator[None]:
        """Cut off what follows at the edge of a path; `name` is for pictures that others may hold."""
        self._clips += 1
        layer = clip(self.picture, name or f"clip{self._clips}", self.picture.path(d=d))
        self.add(layer)
        with self.onto(layer):
            yield

    def both(self, draw: Callable[[], None]) -> None:
        """Draw something, and its mirror image in the other half of the picture."""
        draw()
        with self.group(f"matrix(-1 0 0 1 {self.number(self.width)} 0)"):
            draw()

    def save(self, name: str) -> None:
        """Write the picture to `art/<name>.svg`."""
        self.studio.save(self.picture, name)

    def _rounded(self, x: float, y: float) -> Point:
        return round(x, self.studio.paths.decimals), round(y, self.studio.paths.decimals)
