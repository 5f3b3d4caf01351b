"""The description of a sheet, from layouts/sheets/*.yaml: its paper, rim and registration marks."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from beeprint.base.geometry import Point, Rect
from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.drawing.shape import Kind, Shape
from beeprint.sources.conversion import understand, understand_each
from beeprint.sources.records import Before, Model
from beeprint.sources.schema import (
    TEXT,
    Flag,
    Int,
    Length,
    Margin,
    Mm,
    Side,
    numbers,
    reads,
    word_or_numbers,
)
from beeprint.sources.workspace import Workspace

# Papers by name and size, from layouts/papers.yaml; a game's own file of that name adds to it.


#: The shortest and the longest side of a paper, in mm: a business card, and a banner off a roll.
SIDES = 50.0, 3000.0
#: A side of a paper.
PaperSide = Annotated[Mm, Meta(ge=SIDES[0], le=SIDES[1])]
_HINT = f"each side of a paper must be from {SIDES[0]:g} to {SIDES[1]:g} mm"
#: Reads a width and a height; ValueError for anything else.
read_size = numbers("width", "height").func


class Paper(Struct, frozen=True):
    """A paper with the name that messages use, in mm, its short side as the width."""

    name: str
    width: float
    height: float

    @property
    def title(self) -> str:
        """The name as a sheet says it: A4, Letter."""
        return self.name.upper() if any(map(str.isdigit, self.name)) else self.name.capitalize()

    def box(self, landscape: bool = False) -> Rect:
        """Return the box of a sheet, upright or lying on its long side."""
        return Rect(0, 0, self.height, self.width) if landscape else Rect(0, 0, self.width, self.height)


class Entry(Model):
    """A paper in papers.yaml: its size in mm; `source` is where the figures come from."""

    width: PaperSide
    height: PaperSide
    source: str = ""


def papers(workspace: Workspace, installed: bool = False) -> dict[str, Paper]:
    """Return all papers by name, a game's own in place of shipped ones; BuildError with all that is wrong.

    With `installed`, those of plug-ins too.
    """
    sizes: dict[str, Paper] = {}
    for node in reversed(workspace.yamls("layouts", "papers", installed)):
        for name, entry in understand_each(Entry, node).items():
            sizes[name] = _upright(name, entry.width, entry.height)
    return sizes


def find(workspace: Workspace, wanted: str | tuple[float, float], place: Place) -> Paper:
    """Find a paper by name, or by width and height in mm; BuildError at `place` where there is none."""
    if isinstance(wanted, str):
        known = papers(workspace)
        known = known if wanted in known else papers(workspace, installed=True)
        if wanted in known:
            return known[wanted]
        try:
            width, height = read_size(wanted)
        except ValueError:
            raise error_at(place, f"there is no paper {wanted}", did_you_mean(wanted, known)) from None
    else:
        width, height = wanted
    own = _upright(f"{width:g} x {height:g} mm", width, height)
    if not _usable(own):
        raise error_at(place, f"the paper is {width:g} x {height:g} mm", _HINT)
    return own


def _upright(name: str, width: float, height: float) -> Paper:
    return Paper(name, min(width, height), max(width, height))


def _usable(paper: Paper) -> bool:
    return SIDES[0] <= paper.width and paper.height <= SIDES[1]


# Registration marks, by which a cutting machine finds a printed sheet, and the room kept clear round them.


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
    inset: Annotated[Mm, Meta(ge=5, le=50)] = 10
    length: Annotated[Mm, Meta(ge=5, le=50)] = 20
    thickness: Annotated[Mm, Meta(ge=0.1, le=2)] = 0.3

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
        zones: list[Rect] = []
        for right, low in ((False, False), (True, False), (False, True), (True, True)):
            if self.style == "silhouette" and right and low:
                continue
            sizes = {(square, square)} if self.style == "silhouette" and not (right or low) else angle
            for width, height in sorted(sizes):
                x = paper.right - width if right else paper.x
                y = paper.bottom - height if low else paper.y
                zones.append(Rect(x, y, width, height))
        return tuple(zones)

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


# The rim of a sheet, beyond its pieces: how much of it crop marks and the slug need, in mm.


#: How far crop marks stay from the trim, and their least length.
MARK_AWAY, MARK_LEAST = 2.0, 1.0
#: The height of the slug, and of a strip that holds it beyond the marks; in a lower one it is between them.
SLUG_HEIGHT = 3.0
SLUG_ROOM = SLUG_HEIGHT + 0.4 + MARK_LEAST
#: The least strip that is kept for it: rounding must not take it away.
SLUG_LEAST = SLUG_HEIGHT + 0.01
#: What is kept free for the slug beyond a bleed.
SLUG_KEPT = SLUG_HEIGHT + 0.4

#: How far the mark to glue by reaches from its middle, and how far the middle is from the printable edges.
GLUE_MARK, GLUE_AWAY = 3.0, 3.2
#: What is kept free inside the printable edges of sheets to glue, for these marks, ticks and the slug.
GLUE_RIM = 9.5


def strips(inner: Rect, outer: Rect) -> tuple[float, float, float, float]:
    """Return how much is free left, above, right and below a box."""
    return inner.x - outer.x, inner.y - outer.y, outer.right - inner.right, outer.bottom - inner.bottom


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

    kind: Annotated[Kind | None, Before(_outline)] = None
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
    overlap: Annotated[Mm, Meta(ge=5, le=500)] = 15
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

    paper: Annotated[str | tuple[float, float], Before(_name_or_size)]
    orientation: Literal["auto", "portrait", "landscape"] = "auto"
    margin: Margin = 6.35
    fits: Fits = Fits()
    spacing: Annotated[Literal["touching", "bleed"] | Margin, word_or_numbers] = "touching"
    bleed: Margin = 3
    least_bleed: Margin | None = None
    columns: Annotated[Int, Meta(ge=1, le=100)] | None = None
    rows: Annotated[Int, Meta(ge=1, le=100)] | None = None
    positions: Annotated[
        tuple[Annotated[tuple[Length, Length], numbers("x", "y")], ...], Meta(max_length=MOST_POSITIONS)
    ] = ()
    fold: Flag = False
    glue: Flag = False
    unlike_backs: Literal["apart", "touch"] = "apart"
    rounds_gap: Margin = 2  # between round pieces, which share no cut line
    marks: Flag = True
    registration: Registration | None = None
    lines: Flag = False
    corner_marks: Flag = False
    fill: Flag = False
    tiles: Tiles = Tiles()
    note: str = ""

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        lost = sorted(key.replace("_", "-") for key in {*given} - _OF_FIT)
        if self.fits_pieces and lost:
            raise ValueError(f"paper is fit, a page as large as the piece, so {lost[0]} says nothing; remove it")
        if self.glue and self.fold:
            raise ValueError("a sheet is either to fold or to glue; remove fold or glue")
        if self.glue and self.registration:
            raise ValueError("a cutting machine cuts one sheet, so it takes none to glue; remove glue or registration")

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
    if tiles.joint == "overlap" and node.find(["tiles"]) is not None and tiles.overlap > room:
        message = f"tiles overlap by {tiles.overlap:g} mm, but only {shorter:g} mm of {paper.name} can be printed on"
        hint = f"choose an overlap of at most {math.floor(room):g} mm" if room >= 5 else "choose larger paper"
        raise error_at(node.at(["tiles", "overlap"]), message, hint)
    return spec, paper
