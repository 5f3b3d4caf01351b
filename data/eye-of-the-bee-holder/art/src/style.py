"""How this game's art is drawn: two decimals, cells of a comb, parts that look left and right."""

from __future__ import annotations

from contextlib import AbstractContextManager

from art.pen import ROOT3, Canvas, Paths, Studio, hexagon

STUDIO = Studio(__file__, Paths(comma=",", gap=" "), tidy=True)

number, spot, polygon = STUDIO.paths.number, STUDIO.paths.spot, STUDIO.paths.polygon
smooth, sparkle, scallops = STUDIO.paths.smooth, STUDIO.paths.sparkle, STUDIO.paths.scallops


def cell(x: float, y: float, flats: float, pointed: bool = False) -> str:
    """Return a cell of the comb, `flats` across its flats, which lie at top and bottom unless it is pointed."""
    return polygon(hexagon(x, y, flats / ROOT3, 30 if pointed else 0))


class Pen(Canvas):
    """A picture of this game."""

    studio = STUDIO

    def about(self, x: float, y: float, mirrored: bool = False) -> AbstractContextManager[None]:
        """Draw what follows about a point, mirrored or not."""
        return self.group(f"matrix({-1 if mirrored else 1} 0 0 1 {number(x)} {number(y)})")
