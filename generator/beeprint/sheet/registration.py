"""Registration marks, by which a cutting machine finds a printed sheet, and the room kept clear round them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Struct
from pydantic import Field

from beeprint.base.geometry import Point, Rect
from beeprint.files.schema import Mm, Model

#: In mm: the side of the black square in the standard style, and the radius of a camera mark's ring.
_SQUARE, _RING = 5.0, 2.5
#: The white space kept round a mark, and in the angle between its arms, where a machine looks for them, in mm.
_ROOM, _INSIDE = 1.0, 5.0


class Registration(Model):
    """Marks at the corners of a sheet, `inset` mm from the paper's edges to their middle lines.

    `silhouette` is the standard style: a black square at the top left, angles of `length` mm at the top right and
    bottom left; `silhouette-4` has four angles; `camera` a ring with a cross at each corner, whose middle counts.
    Silhouette Studio draws all of them with lines of `thickness` mm, the outline of the square included.
    """

    style: Literal["silhouette", "silhouette-4", "camera"]
    inset: Annotated[Mm, Field(ge=5, le=50)] = 10
    length: Annotated[Mm, Field(ge=5, le=50)] = 20
    thickness: Annotated[Mm, Field(ge=0.1, le=2)] = 0.3

    @property
    def arm(self) -> float:
        """Return how far a mark reaches from the middle of its corner."""
        return _RING if self.style == "camera" else self.length

    @property
    def margin(self) -> float:
        """Return how far from the paper's edges trims stay: a machine cuts only between its marks."""
        return self.inset + _ROOM

    @property
    def side(self) -> float:
        """Return how far a corner with a mark reaches along the paper's edges."""
        return max(box.width for box in self.clear(Rect(0, 0, 1e4, 1e4)))

    def corners(self, paper: Rect) -> tuple[Point, Point, Point, Point]:
        """Return where the marks are, clockwise from the top left."""
        return paper.grow(-self.inset).corners

    def clear(self, paper: Rect) -> tuple[Rect, ...]:
        """Return the parts of the paper in which nothing else may be printed: squares, and L shapes along angles."""
        half = 0.0 if self.style == "camera" else self.thickness / 2
        long = self.inset + self.arm + half + _ROOM
        deep = min(long, self.inset + half + _INSIDE)
        square = self.inset + _SQUARE + half + _ROOM
        angle = {(long, deep), (deep, long)} if self.style != "camera" else {(long, long)}
        found: list[Rect] = []
        for right, low in ((False, False), (True, False), (False, True), (True, True)):
            if self.style == "silhouette" and right and low:
                continue
            sizes = {(square, square)} if self.style == "silhouette" and not (right or low) else angle
            for width, height in sorted(sizes):
                x = paper.right - width if right else paper.x
                y = paper.bottom - height if low else paper.y
                found.append(Rect(x, y, width, height))
        return tuple(found)

    def says(self, paper: Rect) -> str:
        """Return the text that tells what to enter in the machine's program."""
        inner = paper.grow(-self.inset)
        if self.style == "camera":
            return (
                f"camera marks: middles {inner.width:g} x {inner.height:g} mm apart, {self.inset:g} mm from the edges"
            )
        style = "standard" if self.style == "silhouette" else "four corners"
        return (
            f"Silhouette Studio, registration marks: {style}, length {self.length:g} mm, "
            f"thickness {self.thickness:g} mm, inset {self.inset:g} mm on all sides; paper {paper.width:g} x "
            f"{paper.height:g} mm"
        )


class Outline(Struct, frozen=True, dict=True):
    """A line of a mark; filled ones are printed as black areas, others as lines of the marks' thickness."""

    points: tuple[Point, ...]
    closed: bool = False
    filled: bool = False


def outlines(registration: Registration, paper: Rect) -> Iterator[Outline]:
    """Yield the lines of the marks, the same for the printed sheet and the cut file."""
    corners = registration.corners(paper)
    arm = registration.arm
    for number, (x, y) in enumerate(corners):
        right, down = (1 if number in (0, 3) else -1), (1 if number in (0, 1) else -1)
        if registration.style == "camera":
            ring = (math.radians(5 * step) for step in range(72))
            yield Outline(tuple(Point(x + arm * math.cos(a), y + arm * math.sin(a)) for a in ring), closed=True)
            yield Outline((Point(x - arm, y), Point(x + arm, y)))
            yield Outline((Point(x, y - arm), Point(x, y + arm)))
        elif registration.style == "silhouette-4" or number in (1, 3):
            yield Outline((Point(x + right * arm, y), Point(x, y), Point(x, y + down * arm)))
        elif number == 0:
            square = Rect(x, y, _SQUARE, _SQUARE).grow(registration.thickness / 2)
            yield Outline(square.corners, closed=True, filled=True)
