"""Sleeves that are sold, from layouts/sleeves.yaml; a game's own file of that name adds to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from beeprint.drawing.shape import Shape
from beeprint.sources.conversion import understand_each
from beeprint.sources.records import Model
from beeprint.sources.schema import Int, Line, Mm, Title, numbers
from beeprint.sources.workspace import Workspace

#: How much longer than the maker says a card may be, in mm: 63.5 x 88.9 mm is kept in sleeves for 63.5 x 88 mm. The
#: sleeves are 2 to 3 mm larger than that (an assumption).
_GIVE = 1.0
#: How much larger than a card a sleeve's own may be before the card slides about, in mm (an assumption).
SNUG = 3.0
#: Sleeves that are still more too large are not offered, in mm.
_LOOSE = 12.0

Side = Annotated[Mm, Meta(gt=0, le=500)]
Pack = Annotated[Int, Meta(ge=1, le=10_000)]


class Size(Model):
    """A sleeve: what the maker calls it, the largest card it takes, and how large it is outside, in mm.

    `pack` is how many are in one, where it is not as many as in others of the line.
    """

    name: Title
    card: Annotated[tuple[Side, Side], numbers("width", "height")]
    sleeve: Annotated[tuple[Side, Side], numbers("width", "height")]
    pack: Pack | None = None


class SleeveLine(Model):
    """A line of sleeves: its maker, the thickness of the film in mm, of which a card has two layers, and its sizes.

    `source` is where the figures come from, `seen` when, and `assumed` what no source says.
    """

    maker: Line
    line: Line
    film: Annotated[Mm, Meta(gt=0, le=1)]
    pack: Pack
    source: Line
    seen: Line
    assumed: Line = ""
    sizes: Annotated[tuple[Size, ...], Meta(min_length=1)]


class Fit(Struct, frozen=True):
    """A sleeve for a card: by how much the card it is made for is larger than this one, in mm, on the looser side."""

    line: SleeveLine
    size: Size
    loose: float

    @property
    def pack(self) -> int:
        """Return how many sleeves are in a pack."""
        return self.size.pack or self.line.pack

    @property
    def thickness(self) -> float:
        """Return what it adds to the thickness of a card, in mm: the film before it and the one behind it."""
        return 2 * self.line.film


def lines(workspace: Workspace) -> dict[str, SleeveLine]:
    """Return all lines of sleeves by name; BuildError with all that is wrong."""
    by_name: dict[str, SleeveLine] = {}
    for node in reversed(workspace.yamls("layouts", "sleeves")):
        by_name |= understand_each(SleeveLine, node)
    return by_name


def fitting(shape: Shape, known: dict[str, SleeveLine]) -> Iterator[Fit]:
    """Yield the sleeve of each line that fits a shape best, upright or turned; none where it is no rectangle."""
    if not shape.is_rectangle:
        return
    for line in known.values():
        fits = (fit for size in line.sizes if (fit := _fit(shape, line, size)) is not None)
        best = min(fits, key=lambda fit: (fit.loose, fit.size.card), default=None)
        if best is not None:
            yield best


def _fit(shape: Shape, line: SleeveLine, size: Size) -> Fit | None:
    fits = []
    for width, height in ((shape.width, shape.height), (shape.height, shape.width)):
        room = size.card[0] - width, size.card[1] - height
        if min(room) >= -_GIVE and max(room) <= _LOOSE:
            fits.append(max(0.0, *room))
    return Fit(line, size, min(fits)) if fits else None
