"""What a sheet is, as layouts/sheets/*.yaml say it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beeprint.draw.shape import Kind, Shape
from beeprint.files.schema import Flag, Int, Model, Number, numbers
from beeprint.sheet.registration import Registration

#: Papers, portrait, in mm (ISO 216; ANSI/ASME Y14.1 for letter; legal and tabloid as US trade sizes).
PAPERS = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
    "cricut": (171.45, 234.95),  # 6.75 x 9.25 in: what Design Space prints and cuts of a letter on any machine
}

_Size = Annotated[tuple[Number, Number], numbers("width", "height")]


class Fits(Model):
    """Which pieces a sheet is for: all, or those of one kind, one trim size in mm, with backs in the stock or not."""

    kind: Kind | None = None
    size: _Size | None = None
    two_sided: Flag | None = None

    def takes(self, shape: Shape, two_sided: bool) -> bool:
        """Return whether the sheet is for pieces of this shape."""
        if not shape.is_a(self.kind) or self.two_sided not in (None, two_sided):
            return False
        return self.size is None or (abs(self.size[0] - shape.width) < 0.01 and abs(self.size[1] - shape.height) < 0.01)


class SheetSpec(Model):
    """A paper and how pieces lie on it.

    `spacing` is `touching` (pieces share cut lines, bleed on the rim only), `bleed` (each piece has its whole bleed),
    or a gap in mm. `bleed` is the most bleed a piece gets. `fold` lays backs below fronts, to fold and glue.
    `positions` places pieces by hand (x, y of the trim's corner). `margin` is what the printer cannot print: 6.35 mm, a
    quarter inch, holds for all home printers. `registration` are the marks of a cutting machine, which take the place
    of those to cut by hand. `lines` draws where rectangles are cut, across the sheet. `fill` lays pieces into
    any room that those before them leave, on any page, not only below the last.
    """

    paper: str
    orientation: Literal["auto", "portrait", "landscape"] = "auto"
    margin: Number = 6.35
    fits: Fits = Fits()
    spacing: Literal["touching", "bleed"] | Number = "touching"
    bleed: Number = 3
    columns: Int | None = None
    rows: Int | None = None
    positions: tuple[Annotated[tuple[Number, Number], numbers("x", "y")], ...] = ()
    fold: Flag = False
    rounds_gap: Number = Field(default=2, description="between round pieces, which share no cut line")
    marks: Flag = True
    registration: Registration | None = None
    lines: Flag = False
    fill: Flag = False
    note: str = ""

    def gap(self, shape: Shape, bleed: float) -> float:
        """Return the distance between neighbours' trims in mm."""
        bleed = min(bleed, self.bleed)
        if self.spacing == "bleed":
            return 2 * bleed
        if self.spacing == "touching":
            return 0.0 if shape.lattice else self.rounds_gap
        return float(self.spacing)
