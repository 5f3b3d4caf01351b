"""Vendors, from layouts/vendors/*.yaml: what a printer of games cuts, and where each fact about it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from beeprint.base.problems import Place
from beeprint.draw.shape import Shape
from beeprint.files.schema import Int, Line, Mm, Model, understand
from beeprint.files.workspace import Workspace

#: How far a piece may be from the size of a die, in mm: it lies in the middle, and bleed fills what is left.
NEAR = 1.0
Side = Annotated[Mm, Field(gt=0, le=2000)]
Margin = Annotated[Mm, Field(ge=0, le=50)]


class Cut(Model):
    """A size that a vendor cuts: trim, corner, bleed and safe line in mm; pixels where they ask for pictures."""

    name: Line
    trim: tuple[Side, Side]
    corner: Margin = 0
    bleed: Margin
    safe: Margin
    pixels: tuple[Int, Int] | None = None
    dpi: Int = 300
    kind: Line = "card"
    outline: Line = "rectangle"
    least: Int | None = None
    most: Int | None = None
    note: str = ""

    def takes(self, shape: Shape) -> bool:
        """Return whether pieces of a shape can be cut by this die, upright or turned."""
        return shape.kind == self.outline and min(self.away(shape)) <= NEAR

    def away(self, shape: Shape) -> tuple[float, float]:
        """Return by how much the longer difference of two sides is, upright and turned, in mm."""
        (width, height), (across, down) = self.trim, (shape.width, shape.height)
        upright = max(abs(width - across), abs(height - down))
        return upright, max(abs(width - down), abs(height - across))


class Fact(Model):
    """What is said of a vendor, where it stands, and when it was seen."""

    claim: str
    source: str
    seen: Line


class Vendor(Model):
    """A printer of games; `assumed` is what no source says."""

    name: Line
    site: Line
    checked: Line
    cuts: tuple[Cut, ...] = ()
    quantity: Mapping[str, Int] = {}
    facts: tuple[Fact, ...] = ()
    assumed: tuple[str, ...] = ()
    files: Any = None

    def cut_for(self, shape: Shape) -> Cut | None:
        """Return the die that is nearest to a shape; None if none is near."""
        fitting = [cut for cut in self.cuts if cut.takes(shape)]
        return min(fitting, key=lambda cut: min(cut.away(shape)), default=None)

    def nearest(self, shape: Shape) -> Cut | None:
        """Return the die of the same outline whose size is nearest to a shape's, however far it is."""
        alike = [cut for cut in self.cuts if cut.outline == shape.kind]
        return min(alike, key=lambda cut: min(cut.away(shape)), default=None)


@dataclass(frozen=True)
class Anybody:
    """A printer who cuts everything, with one bleed and one safe zone, in mm."""

    bleed: float
    safe: float
    name: str = "the printer"

    def cut_for(self, shape: Shape) -> Cut:
        """Return a die of the shape's own size."""
        trim = (shape.width, shape.height)
        return Cut.model_construct(name="own", trim=trim, corner=shape.corner, bleed=self.bleed, safe=self.safe)

    def nearest(self, shape: Shape) -> Cut:
        """Return a die of the shape's own size."""
        return self.cut_for(shape)


def load(workspace: Workspace, name: str, place: Place) -> Vendor:
    """Load a vendor by name; BuildError at `place` where there is none."""
    return understand(Vendor, workspace.yaml("layouts", f"vendors/{name}", place))


def names(workspace: Workspace) -> Iterator[str]:
    """Yield the names of all vendors."""
    for name in workspace.names("layouts", [".yaml"]):
        if name.startswith("vendors/"):
            yield name.removeprefix("vendors/")
