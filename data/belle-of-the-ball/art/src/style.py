"""How this game's art is drawn: busts that share a box, paper frills, stamps, gradients, serifs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from art.pen import Canvas, Paths, Point, Studio, ring

STUDIO = Studio(__file__, Paths(decimals=3, comma=",", gap=" "), tidy=True)
BUST = (42, 52)  # mm, the box that all parts of a bust share
AXIS = 21  # mm, the middle of a bust

number, at, spot = STUDIO.paths.number, STUDIO.paths.at, STUDIO.paths.spot
polygon, polyline = STUDIO.paths.polygon, STUDIO.paths.polyline


def scallops(x: float, y: float, radius: float, lobes: int, flat: float = 1, turn: float = 0, fat: float = 1.06) -> str:
    """Return the path of a ring of round lobes, like a paper frill; `fat` is how far the lobes swell."""
    lobe = radius * math.sin(math.pi / lobes) * fat
    return STUDIO.paths.scallops(ring(x, y, radius, lobes, turn, flat), lambda _: (lobe, lobe * max(flat, 0.75)))


class Pen(Canvas):
    """A picture of this game."""

    studio = STUDIO

    def title(self, x: float, y: float, text: str, size: float, colour: str) -> None:
        """Set text in the face of the titles."""
        self.words(x, y, text, size, family="Source Serif Pro", weight="900", colour=colour)

    def fade(self, name: str, *inks: str, round_: bool = False) -> str:
        """Define a gradient from top to bottom, or from the middle outwards, and return how to name it as a fill."""
        gradient = (
            self.picture.radialGradient(center=(0.5, 0.4), r=0.75, id=name)
            if round_
            else self.picture.linearGradient(start=(0, 0), end=(0, 1), id=name)
        )
        for index, one in enumerate(inks):
            gradient.add_stop_color(number(index / (len(inks) - 1)), STUDIO.ink(one))
        self.picture.defs.add(gradient)
        return f"url(#{name})"

    @contextmanager
    def stamp(self, name: str, size: float) -> Iterator[None]:
        """Draw what follows once, out of sight, to be put down many times with `put`."""
        held = self.picture.defs.add(self.picture.g(id=name, transform=self.scaled(size, False)))
        with self.onto(held, size):
            yield

    def put(self, name: str, places: Iterable[Point], opacity: float = 1) -> None:
        """Put a stamp down at each place."""
        extra = {"opacity": opacity} if opacity < 1 else {}
        for x, y in places:
            self.add(self.picture.use(f"#{name}", transform=f"translate({number(x)} {number(y)})", **extra))


def bust() -> Pen:
    """Return an empty canvas of the box that all parts of a bust share."""
    return Pen(*BUST)
