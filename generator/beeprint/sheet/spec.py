"""The description of a sheet, from layouts/sheets/*.yaml."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from beeprint.base.problems import Place
from beeprint.draw.shape import Kind, Shape
from beeprint.files.schema import TEXT, Flag, Int, Mm, Model, numbers, reads, understand
from beeprint.files.workspace import Workspace
from beeprint.sheet.papers import Paper, find, read_size
from beeprint.sheet.registration import Registration

_Size = Annotated[tuple[Mm, Mm], numbers("width", "height")]


def _outline(value: object) -> object:
    """Refuse the kinds of game.yaml that are no outlines, with what to write instead."""
    if value in ("card", "board"):
        raise ValueError(f"{value!r} is a kind of piece; in sheet files cards and boards are rectangle")
    return value


class Fits(Model):
    """Which pieces a sheet is for: all, or those of a kind, of a trim size in mm, in stocks with or without backs."""

    kind: Annotated[Kind | None, BeforeValidator(_outline)] = None
    size: _Size | None = None
    two_sided: Flag | None = None

    def takes(self, shape: Shape, two_sided: bool) -> bool:
        """Return whether the sheet is for pieces of this shape."""
        if not shape.is_a(self.kind) or self.two_sided not in (None, two_sided):
            return False
        return self.size is None or (abs(self.size[0] - shape.width) < 0.01 and abs(self.size[1] - shape.height) < 0.01)


@reads({"anyOf": [TEXT, {"type": "array", "items": {"type": ["number", "string"]}, "minItems": 2, "maxItems": 2}]})
def _name_or_size(value: object) -> object:
    return value if isinstance(value, str) else read_size(value)


class SheetSpec(Model):
    """A paper and how pieces are arranged on it.

    `paper` is a name in papers.yaml, or a width and height in mm. `spacing` is `touching` (pieces share cut lines,
    bleed on the rim only), `bleed` (each piece has its whole bleed), or a gap in mm. `bleed` is the most bleed a piece
    gets; it may shrink to `least-bleed` where that saves a page. `fold` places backs below fronts, to fold and glue.
    `positions` places pieces by hand (x, y of the trim's corner). `margin` is what the printer cannot print: 6.35 mm, a
    quarter inch, is enough for all home printers. `registration` describes the marks for a cutting machine, which
    replace crop marks. `lines` draws where rectangles are cut, across the sheet. `fill` places pieces in any room that
    earlier ones leave, on any page, not only below the last.
    """

    paper: Annotated[str | tuple[float, float], BeforeValidator(_name_or_size)]
    orientation: Literal["auto", "portrait", "landscape"] = "auto"
    margin: Mm = 6.35
    fits: Fits = Fits()
    spacing: Literal["touching", "bleed"] | Mm = "touching"
    bleed: Mm = 3
    least_bleed: Mm | None = None
    columns: Int | None = None
    rows: Int | None = None
    positions: tuple[Annotated[tuple[Mm, Mm], numbers("x", "y")], ...] = ()
    fold: Flag = False
    rounds_gap: Mm = Field(default=2, description="between round pieces, which share no cut line")
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
            if shape.lattice:
                return 0.0
            return self.rounds_gap if shape.is_round or shape.edges else max(self.rounds_gap, 2 * bleed)
        return float(self.spacing)


def load(workspace: Workspace, name: str, place: Place) -> tuple[SheetSpec, Paper]:
    """Load a sheet by name, with its paper; BuildError at `place` where there is none."""
    node = workspace.yaml("layouts", f"sheets/{name}", place)
    spec = understand(SheetSpec, node)
    return spec, find(workspace, spec.paper, node.at(["paper"]))
