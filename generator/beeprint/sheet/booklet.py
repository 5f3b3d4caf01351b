"""Impose a booklet: two pages per side, so that nested and folded sheets read in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from beeprint.base.geometry import Affine, Rect, rotate, translate
from beeprint.base.printer import Flip
from beeprint.base.problems import Place, error_at
from beeprint.draw.drawing import Symbol
from beeprint.draw.shape import rectangle
from beeprint.sheet.arrange import Piece
from beeprint.sheet.impose import Placed, Sheet
from beeprint.sheet.papers import Paper

_Spread = tuple[int, int]


def booklet(
    pages: Sequence[Symbol],
    size: tuple[float, float],
    paper: Paper,
    margin: float,
    place: Place,
    flip: Flip,
    two_sided: bool,
) -> tuple[Sheet, ...]:
    """Impose pages of `size` mm as a booklet; BuildError at `place` if two of them do not fit on the paper.

    `margin` mm at the paper's edges stay free. Two-sided sheets are nested and folded; one-sided ones show the pages in
    reading order.
    """
    sheet = paper.box(landscape=True)
    printable = sheet.grow(-margin)
    width, height = size
    if 2 * width > printable.width + 0.01 or height > printable.height + 0.01:
        message = f"two pages of {width:g} x {height:g} mm do not fit on {paper.name}"
        raise error_at(place, message, "make the pages of the leaflet's layout smaller")
    # In the middle of each half, so that the margins at the fold equal those at the edges.
    half = sheet.width / 2
    halves = [translate((half - width) / 2 + shift, (sheet.height - height) / 2) for shift in (0, half)]
    trim = halves[0].rect(Rect(0, 0, width, height)).union(halves[1].rect(Rect(0, 0, width, height)))
    # Flipped on the short edge of a landscape sheet, the back is upright; on the long edge it is upside down.
    turn = rotate(180, sheet.centre) if flip == "long" else translate(0, 0)
    plain = Sheet(sheet, printable, (), (), trim, trim, two_sided, marks=False, slug=False)

    def placed(spread: _Spread, matrix: Affine) -> Iterator[Placed]:
        for number, at in zip(spread, halves, strict=True):
            if 0 < number <= len(pages):
                page = Piece("", rectangle(width, height), 0, pages[number - 1])
                yield Placed(page, page.front, matrix @ at, page.shape.path())

    spreads = _folded(len(pages)) if two_sided else [(2 * n + 1, 2 * n + 2) for n in range((len(pages) + 1) // 2)]
    sides = (
        [(*spreads[n : n + 2], (0, 0))[:2] for n in range(0, len(spreads), 2)]
        if two_sided
        else [(spread, (0, 0)) for spread in spreads]
    )
    return tuple(
        replace(
            plain,
            fronts=tuple(placed(front, translate(0, 0))),
            backs=tuple(placed(back, turn)),
            number=number,
            count=len(sides),
        )
        for number, (front, back) in enumerate(sides, start=1)
    )


def _folded(count: int) -> list[_Spread]:
    """Return the left and right page of each side of a folded booklet; numbers above `count` are empty pages."""
    whole = -(-count // 4) * 4
    return [(whole - n, n + 1) if n % 2 == 0 else (n + 1, whole - n) for n in range(whole // 2)]
