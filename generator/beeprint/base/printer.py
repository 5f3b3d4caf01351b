"""A misaligned printer: how far its backs land from their fronts, and how large it prints."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from beeprint.base.geometry import Affine, Rect, rotate, scale, translate

#: The most that backs may be off, in mm and in degrees, and the least and the most that a printer may scale by, in per
#: cent. What is further off has another cause, such as a page that was made to fit the paper.
MAX_SHIFT, MAX_TURN, SCALES = 10.0, 3.0, (90.0, 110.0)
#: Percentages across and down the upright paper.
Scale = tuple[float, float]
#: The edge on which a printer flips the paper, and the sides of that.
Flip = Literal["long", "short"]
Side = Literal["front", "back"]


class Printer(Struct, frozen=True, kw_only=True):
    """What a printer does to pages, as measured on a sheet of paper that stands upright.

    All is seen from the back: `shift` is how far the middle of the back lies to the right of and below the place behind
    the middle of the front, in mm; `turn` by how many degrees the back is turned clockwise about it. In per cent,
    `scale` is the size of what it prints, on both sides, and `back_scale` that of the back compared with the front:
    many printers shrink the paper while they print its first side. `flip` is the edge on which the measured sheet was
    flipped, and `paper` its name. ValueError for figures that no printer has.
    """

    name: str
    shift: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    scale: Scale = (100.0, 100.0)
    back_scale: Scale = (100.0, 100.0)
    flip: Flip = "long"
    paper: str = "a4"

    def __post_init__(self) -> None:
        """Check the ranges, for a printer that is made in Python."""
        (least, most), scales = SCALES, (*self.scale, *self.back_scale)
        if not all(abs(length) <= MAX_SHIFT for length in self.shift):
            raise ValueError(f"shift is {self.shift}; it must be from {-MAX_SHIFT:g} to {MAX_SHIFT:g} mm")
        if not abs(self.turn) <= MAX_TURN:
            raise ValueError(f"turn is {self.turn}; it must be from {-MAX_TURN:g} to {MAX_TURN:g} degrees")
        if not all(least <= scale <= most for scale in scales):
            raise ValueError(f"a scale of {scales}; it must be from {least:g} to {most:g} %")

    def misprint(self, side: Side, paper: Rect, flip: Flip) -> Affine:
        """Return where the printer puts what a page says, in mm of an upright page of this size.

        Fronts count as being in their place. The printer turns the paper over in one way only: where paper is flipped
        on another edge than it was for the measured sheet, the program that prints turns the back's page upside down.
        """
        middle = paper.centre
        true = scale(self.scale[0] / 100, self.scale[1] / 100)
        if side == "back":
            sign = 1 if flip == self.flip else -1
            across, down = self.back_scale
            moved = translate(sign * self.shift[0], sign * self.shift[1])
            true = moved @ rotate(self.turn) @ scale(across / 100, down / 100) @ true
        return translate(*middle) @ true @ translate(-middle.x, -middle.y)

    def entry(self) -> dict[str, Any]:
        """Return the figures, as the manifest keeps them."""
        return {
            "name": self.name,
            "shift": list(self.shift),
            "turn": self.turn,
            "scale": list(self.scale),
            "back-scale": list(self.back_scale),
            "flip": self.flip,
            "paper": self.paper,
        }

    @property
    def says(self) -> str:
        """Return what the printer does, in words."""
        parts = [
            f"shift {self.shift[0]:g}, {self.shift[1]:g} mm",
            f"turn {self.turn:g} degrees",
            f"scale {_both(self.scale)} %",
        ]
        if self.back_scale != (100, 100):
            parts.append(f"back scale {_both(self.back_scale)} %")
        return "; ".join(parts)


def _both(percentages: Scale) -> str:
    """Write a scale across and down, once if both are equal."""
    return ", ".join(f"{percentage:g}" for percentage in dict.fromkeys(percentages))
