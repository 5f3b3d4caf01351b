"""The description of a sheet, from layouts/sheets/*.yaml."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, Tag, model_validator

from beeprint.base.problems import Place, error_at
from beeprint.draw.shape import Kind, Shape
from beeprint.files.schema import (
    NUMBERS,
    TEXT,
    WORD,
    Flag,
    Int,
    Length,
    Margin,
    Mm,
    Model,
    Side,
    numbers,
    reads,
    understand,
    word_or_numbers,
)
from beeprint.files.workspace import Workspace
from beeprint.sheet.papers import Paper, find, read_size
from beeprint.sheet.registration import Registration
from beeprint.sheet.rim import SLUG_KEPT

#: The word for a page as large as the piece on it, with its bleed; and the keys of a sheet that count there.
FIT = "fit"
_OF_FIT = frozenset({"paper", "fits", "bleed", "note"})
#: How far art runs on beyond a joint, so that no paper shows where a cut is not exact, in mm.
SPARE = 2.0
#: The least width and height of what is seen of a tile, in mm: less is hard to cut and to glue.
LEAST_TILE = 20.0
#: The most places that a sheet may list.
MOST_POSITIONS = 400
_Size = Annotated[tuple[Side, Side], numbers("width", "height")]


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


class Tiles(Model):
    """How a piece that is larger than the paper is parted into tiles, to be joined after printing.

    Tiles `overlap` by so many mm, each glued onto a strip of the one before it, or they `butt`, edge to edge on a
    board. `backs` are printed behind their fronts, or as tiles of their own for the other side of a board. `plan` is a
    first page that shows how to join them.
    """

    joint: Literal["overlap", "butt"] = "overlap"
    overlap: Annotated[Mm, Field(ge=5, le=500)] = 15
    backs: Literal["behind", "apart"] = "behind"
    plan: Flag = True


class SheetSpec(Model):
    """A paper and how pieces are arranged on it.

    `paper` is a name in papers.yaml, a width and height in mm, or `fit`: each piece is a page of its own size. `tiles`
    says how pieces are parted that are larger than the paper. `spacing` is `touching` (pieces share cut lines,
    bleed on the rim only), `bleed` (each piece has its whole bleed), or a gap in mm. `bleed` is the most bleed a piece
    gets; it may shrink to `least-bleed` where that saves a page. `fold` places backs below fronts, to fold and glue;
    `glue` places them on a page of their own, with marks, to glue both back to back. `unlike-backs` that `touch` share
    cut lines, too.
    `positions` places pieces by hand (x, y of the trim's corner). `margin` is what the printer cannot print: 6.35 mm, a
    quarter inch, is enough for all home printers. `registration` describes the marks for a cutting machine, which
    replace crop marks. `lines` draws where rectangles are cut, across the sheet; `corner-marks` draws arcs where their
    corners are rounded by a punch. `fill` places pieces in any room that
    earlier ones leave, on any page, not only below the last.
    """

    paper: Annotated[str | tuple[float, float], BeforeValidator(_name_or_size)]
    orientation: Literal["auto", "portrait", "landscape"] = "auto"
    margin: Margin = 6.35
    fits: Fits = Fits()
    spacing: Annotated[
        Annotated[Literal["touching", "bleed"], Tag(WORD)] | Annotated[Margin, Tag(NUMBERS)], word_or_numbers
    ] = "touching"
    bleed: Margin = 3
    least_bleed: Margin | None = None
    columns: Annotated[Int, Field(ge=1, le=100)] | None = None
    rows: Annotated[Int, Field(ge=1, le=100)] | None = None
    positions: Annotated[
        tuple[Annotated[tuple[Length, Length], numbers("x", "y")], ...], Field(max_length=MOST_POSITIONS)
    ] = ()
    fold: Flag = False
    glue: Flag = False
    unlike_backs: Literal["apart", "touch"] = "apart"
    rounds_gap: Margin = Field(default=2, description="between round pieces, which share no cut line")
    marks: Flag = True
    registration: Registration | None = None
    lines: Flag = False
    corner_marks: Flag = False
    fill: Flag = False
    tiles: Tiles = Tiles()
    note: str = ""

    @model_validator(mode="after")
    def _says_what_counts(self) -> SheetSpec:
        lost = sorted(key.replace("_", "-") for key in self.model_fields_set - _OF_FIT)
        if self.fits_pieces and lost:
            raise ValueError(f"paper is fit, a page as large as the piece, so {lost[0]} says nothing; remove it")
        return self

    @model_validator(mode="after")
    def _joins_sides_in_one_way(self) -> SheetSpec:
        if self.glue and self.fold:
            raise ValueError("a sheet is either to fold or to glue; remove fold or glue")
        if self.glue and self.registration:
            raise ValueError("a cutting machine cuts one sheet, so it takes none to glue; remove glue or registration")
        return self

    @property
    def fits_pieces(self) -> bool:
        """Return whether each piece is a page of its own size."""
        return self.paper == FIT

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
    """Load a sheet by name, with its paper; BuildError at `place` where there is none.

    For sheets that fit their pieces, the paper is of no size.
    """
    node = workspace.yaml("layouts", f"sheets/{name}", place)
    spec = understand(SheetSpec, node)
    if spec.fits_pieces:
        return spec, Paper(FIT, 0, 0)
    paper = find(workspace, spec.paper, node.at(["paper"]))
    tiles, shorter = spec.tiles, min(paper.width, paper.height) - 2 * spec.margin
    room = shorter - SLUG_KEPT - 2 * SPARE - LEAST_TILE
    if tiles.joint == "overlap" and "tiles" in spec.model_fields_set and tiles.overlap > room:
        message = f"tiles overlap by {tiles.overlap:g} mm, but only {shorter:g} mm of {paper.name} can be printed on"
        hint = f"choose an overlap of at most {math.floor(room):g} mm" if room >= 5 else "choose larger paper"
        raise error_at(node.at(["tiles", "overlap"]), message, hint)
    return spec, paper
