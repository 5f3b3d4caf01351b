"""How this game's art is drawn: three decimals, and a pencil that hands over its marks to be put together."""

from __future__ import annotations

from typing import Any

from art.pen import DETAIL, LINE, Drawn, Paths, Picture, Studio

STUDIO = Studio(__file__, Paths(decimals=3))

ink, outline, canvas, save, rows = STUDIO.ink, STUDIO.outline, STUDIO.canvas, STUDIO.save, STUDIO.rows
number, at, spot, polygon = STUDIO.paths.number, STUDIO.paths.at, STUDIO.paths.spot, STUDIO.paths.polygon
rounded, scallops, sparkle = STUDIO.paths.rounded, STUDIO.paths.scallops, STUDIO.paths.sparkle


class Pencil:
    """Draws outlined shapes whose line keeps its printed weight in a picture scaled by `scale`."""

    def __init__(self, picture: Picture, scale: float, line: float = LINE, inks: dict[str, str] | None = None) -> None:
        self.picture = picture
        self.inks = inks or {}
        self.line = line / scale
        self.detail = min(line, DETAIL) / scale

    def ink(self, name: str) -> str:
        """Return the screen value of an ink, or of the one that stands in for it."""
        return ink(self.inks.get(name, name))

    def group(self, *parts: Drawn, transform: str = "") -> Drawn:
        """Gather parts in one group."""
        group = self.picture.g(**({"transform": transform} if transform else {}))
        for part in parts:
            if part is not None:
                group.add(part)
        return group

    def shape(self, d: str, fill: str, **more: Any) -> Drawn:
        """Fill a path and outline it in ink."""
        return self.picture.path(d=d, fill=self.ink(fill), **outline(self.line), **more)

    def flat(self, d: str, fill: str, opacity: float = 1.0) -> Drawn:
        """Fill a path without any outline: a second tone, a highlight, a stripe."""
        return self.picture.path(d=d, fill=self.ink(fill), **({"fill_opacity": opacity} if opacity < 1 else {}))

    def stroke(self, d: str, width: float | None = None, colour: str = "ink") -> Drawn:
        """Draw a line along a path; without a width it is a detail line."""
        return self.picture.path(d=d, fill="none", **outline(width or self.detail, self.inks.get(colour, colour)))

    def oval(
        self, x: float, y: float, rx: float, ry: float, fill: str, *, lined: bool = True, turn: float = 0
    ) -> Drawn:
        """Draw an ellipse, outlined unless told otherwise."""
        more: dict[str, Any] = outline(self.line) if lined else {}
        if turn:
            more["transform"] = f"rotate({at(turn, x, y)})"
        return self.picture.ellipse(
            center=(round(x, 3), round(y, 3)), r=(round(rx, 3), round(ry, 3)), fill=self.ink(fill), **more
        )

    def dot(self, x: float, y: float, radius: float, fill: str) -> Drawn:
        """Draw a small disc without an outline."""
        return self.picture.circle(center=(round(x, 3), round(y, 3)), r=round(radius, 3), fill=self.ink(fill))
