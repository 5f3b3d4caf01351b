"""Vendors, from layouts/vendors/*.yaml: what a printer of games cuts and takes, and where each fact comes from."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Annotated, Literal

from msgspec import Meta

from beeprint.base.geometry import MM_PER_INCH, Rect
from beeprint.base.problems import Place
from beeprint.drawing.shape import Kind, Shape
from beeprint.sources.conversion import understand
from beeprint.sources.records import Model
from beeprint.sources.schema import Flag, Int, Line, Margin, Number, Side, Title, Words
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import Workspace, shown

#: How a file that has `boxes:` has it, whatever else it is.
_BOXES = re.compile(rb"""boxes["']?\s*:""")

#: How far a piece may be from the size of a die, in mm: it lies in the middle, and bleed fills what is left.
NEAR = 1.0
#: The dots per inch at which vendors count the pixels of a die.
DPI = 300
#: How much of something is taken or paid for, such as cards, pixels and bytes.
Most = Annotated[Int, Meta(ge=1, le=999_999_999)]
Dpi = Annotated[Int, Meta(ge=72, le=4800)]
Pixels = Annotated[Int, Meta(ge=50, le=20_000)]
# What names of files may hold; width and height are those of the trim, in mm.
_FIELDS = {"pdf": ("deck", "width", "height"), "png": ("deck", "piece", "number")}
Percent = Annotated[Number, Meta(ge=0, le=100)]


class Margins(Model):
    """What a vendor asks for round any size: radius of the corners, bleed and safe line, in mm."""

    corner: Margin | None = None
    bleed: Margin
    safe: Margin


class Cut(Margins):
    """A size that a vendor cuts, in mm; `pixels` are those of a picture with its bleed, at 300 dpi.

    `bleed` is the least on any side. `product` is what the vendor calls it.
    """

    name: Title
    kind: Literal["card", "tile", "token", "board", "box"]
    trim: tuple[Side, Side]
    shape: Kind = "rectangle"
    pixels: tuple[Pixels, Pixels] | None = None
    product: Line = ""

    @property
    def page(self) -> Rect:
        """Return what a page or a picture shows, in mm from the trim's corner: its pixels, or the trim with its bleed.

        The trim lies in the middle.
        """
        width, height = self.trim
        if self.pixels is None:
            return Rect(0, 0, width, height).grow(self.bleed)
        across, down = (side / DPI * MM_PER_INCH for side in self.pixels)
        return Rect((width - across) / 2, (height - down) / 2, across, down)

    def pixels_at(self, dpi: float) -> tuple[int, int]:
        """Return the pixels of a picture of so many dots per inch."""
        return round(self.page.width * dpi / MM_PER_INCH), round(self.page.height * dpi / MM_PER_INCH)

    def takes(self, shape: Shape) -> bool:
        """Return whether pieces of a shape can be cut by this die, upright or turned."""
        return shape.is_a(self.shape) and min(self.away(shape)) <= NEAR

    def away(self, shape: Shape) -> tuple[float, float]:
        """Return by how much the longer difference of two sides is, upright and turned, in mm."""
        (width, height), (across, down) = self.trim, (shape.width, shape.height)
        upright = max(abs(width - across), abs(height - down))
        return upright, max(abs(width - down), abs(height - across))


class Box(Model):
    """A printed box: how many cards it holds, its outside in mm, and the pixels of the flat sheet."""

    name: Title
    cards: Most | None = None
    outside: tuple[Side, Side, Side]
    pixels: tuple[Pixels, Pixels]
    product: Line = ""


class DieRules(Model):
    """Least distances of die-cut board, in mm."""

    distance: Margin
    least_token: tuple[Side, Side]
    least_edge: Margin
    least_safe: Margin
    board_smaller_than_box: Margin


class Quantity(Model):
    """The least and the most pieces of an order, of which each deck or the game is one, and the steps of the price."""

    least: Most | None = None
    most: Most | None = None
    per: Literal["deck", "game"] = "deck"
    steps: tuple[Most, ...] = ()

    def step(self, count: int) -> int:
        """Return how many pieces are paid for where so many are wanted."""
        return min((step for step in self.steps if step >= count), default=count)


class Fact(Model):
    """What is said of a vendor, where it stands, and when it was seen."""

    claim: str
    source: str
    seen: Line


class Files(Model):
    """What a vendor takes: the kind of file, its colours, the order of pages, how copies appear, and names.

    Of pictures, `names` are those of a front, of a back, of a back that a deck shares, and of the list; of PDF files
    those of fronts and backs, or of both in one. Without `other-spots`, no spot colours are taken but `spots`.
    `least-text` is in points.
    """

    kind: Literal["pdf", "png"]
    standard: Literal["PDF/X-4", "PDF/X-1a:2003", "PDF", ""] = ""
    colour: Literal["cmyk", "rgb"]
    condition: Line = ""
    profile: Line = ""
    ink: Annotated[Number, Meta(ge=100, le=400)] | None = None
    rich_black: tuple[Percent, ...] = ()
    black_text: Literal["k", ""] = ""
    dpi: Dpi
    line_dpi: Dpi | None = None
    transparency: Flag = True
    fonts: Literal["embedded", "outlined", ""] = ""
    marks: Flag
    page: Literal["bleed", "sheet", "template", ""] = ""
    papers: tuple[Line, ...] = ()
    order: Literal["back-front", "front-back", "fronts-backs", "faces"]
    split: Literal["one", "two", "faces"]
    per: Literal["deck", "stock", "sheet", ""] = ""
    shared_back: Literal["one-page", ""] = ""
    copies: Literal["pages", "list", "sheet"]
    names: tuple[Line, ...] = ()
    list_: Literal["csv", "xml", "none"]
    template: Line = ""
    exact_pixels: Flag = False
    corners: Literal["square", ""] = ""
    stocks: tuple[Line, ...] = ()
    foil: tuple[Line, ...] = ()
    spots: dict[str, Line] = {}
    other_spots: Flag = True
    least_text: Annotated[Number, Meta(ge=0, le=20)] = 0
    cut_lines: Literal["overprint", ""] = ""
    cut_file: Flag = False
    most_bytes: Most | None = None
    most_pixels: Most | None = None

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        fields = _FIELDS[self.kind]
        if self.kind == "png" and len(self.names) != 4:
            raise ValueError("pictures have 4 names: of a front, of a back, of a back that a deck shares, of the list")
        for name in self.names:
            rest = re.sub(r"\{(" + "|".join(fields) + r")\}", "x", name)
            if re.search(r"[{}\\:]", rest) or {"", ".", ".."} & set(rest.split("/")):
                known = ", ".join(f"{{{field}}}" for field in fields)
                raise ValueError(f"names: {name} is no file in the profile's folder; it may hold {known}")
            if self.kind == "pdf" and not ("{deck}" in name and name.endswith(".pdf")):
                wish = "write one with {deck} that ends in .pdf"
                raise ValueError(f"names: {name} is no name of a PDF for each deck; {wish}")


class Vendor(Model):
    """A printer of games; `sizes` says whether only those of `cuts` are made; `assumed` is what no source says."""

    name: Title
    site: Line
    checked: Line
    note: str = ""
    sizes: Literal["any", "listed"]
    cuts: tuple[Cut, ...] = ()
    any_size: Margins | None = None
    boxes: tuple[Box, ...] = ()
    rules: DieRules | None = None
    quantity: Quantity = Quantity()
    backs: Literal["deck-or-card", "card"] = "deck-or-card"
    files: Files
    facts: tuple[Fact, ...] = ()
    assumed: Words = ()

    @property
    def punches(self) -> bool:
        """Return whether pieces of any outline are punched, along lines that the file holds."""
        return self.rules is not None or "cut" in self.files.spots

    @property
    def margins(self) -> tuple[Margins, ...]:
        """Return the margins of all dies, and of other sizes."""
        return (*self.cuts, *([self.any_size] if self.any_size else ()))

    def cut_for(self, shape: Shape, role: str = "card") -> Cut | None:
        """Return the die that is nearest to a shape, or where any size is made one of its own; else None.

        Among dies of one size, that with the most similar corners counts, then one of the kind that `role` says.
        """

        def unlike(cut: Cut) -> tuple[float, float, bool]:
            corner = shape.corner if cut.corner is None else cut.corner
            return min(cut.away(shape)), abs(corner - shape.corner), (cut.kind == "card") != (role == "card")

        fitting = [cut for cut in self.cuts if cut.takes(shape)]
        if fitting or self.any_size is None or self.sizes != "any":
            return min(fitting, key=unlike, default=None)
        margins, trim = self.any_size, (shape.width, shape.height)
        corner = shape.corner if margins.corner is None else margins.corner
        return Cut(name="own", kind="card", trim=trim, corner=corner, bleed=margins.bleed, safe=margins.safe)

    def nearest(self, shape: Shape) -> Cut | None:
        """Return the die whose size is nearest to a shape's, however far it is: of the same outline if there is one."""
        alike = [cut for cut in self.cuts if shape.is_a(cut.shape)]
        return min(alike or self.cuts, key=lambda cut: min(cut.away(shape)), default=None)


def load(workspace: Workspace, name: str, place: Place) -> Vendor:
    """Load a vendor by name; BuildError at `place` where there is none."""
    return understand(Vendor, workspace.yaml("layouts", f"vendors/{name}", place))


def names(workspace: Workspace) -> Iterator[str]:
    """Yield the names of all vendors."""
    for name in workspace.names("layouts", [".yaml"]):
        if name.startswith("vendors/"):
            yield name.removeprefix("vendors/")


def with_boxes(workspace: Workspace, place: Place) -> Iterator[Vendor]:
    """Yield the vendors that sell boxes; the files of the others, most of them, are not parsed for each build."""
    for name in names(workspace):
        path = workspace.find("layouts", f"vendors/{name}", [".yaml"])
        if path is not None and _BOXES.search(read_bytes(path, shown(path))):
            yield load(workspace, name, place)
