"""Pages without transparency, as PDF/X-1a asks: what is transparent becomes pictures in inks, all else stays as it is.

A picture covers only the area that something transparent reaches, and shows there everything up to it. Texts and marks
in spot inks lie on top of it, live, unless something else covers them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import overload

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops

from beeprint.base import budget
from beeprint.base.geometry import IDENTITY, MM_PER_INCH, SAME, Affine, Rect
from beeprint.base.problems import Place
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import (
    Drawing,
    Group,
    ImageMark,
    Mark,
    Paint,
    PathMark,
    Run,
    Solid,
    Symbol,
    Use,
    group,
    walk,
)
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import run_box
from beeprint.formats.pdf import InkPicture
from beeprint.press.plates import PROCESS, Plates

#: Dots per inch of the pictures: lines of a hundredth of an inch keep their edges.
DPI = 600
# Pictures that cover more than this share of a page together become one of the whole page.
_MOST = 0.6
# mm: areas so near to each other are one.
_NEAR = 0.5


#: What it costs to look at a mark, to compare a transparent one with another, to see whether a mark is in an area, to
#: draw an area, and a pixel of it, in steps; and the bytes that a pixel takes.
_LOOKED, _COMPARED, _WITHIN, _AREA, _PIXEL = 5, 2, 0.5, 4_000, 0.006
_PIXEL_KEPT = 13


class _Leaf(Struct, frozen=True):
    """A mark by itself, and the groups that it is in: its box on the page, and whether anything of it is transparent.

    A live one is a text or a mark in a spot ink, which must not become pixels.
    """

    mark: Mark
    outer: tuple[Group, ...]
    box: Rect
    clear: bool
    live: bool


class _Patch(Struct, frozen=True):
    box: Rect
    top: int


def spend(drawing: Drawing, plates: Plates, fonts: Fonts, at: Callable[[], Place]) -> None:
    """Spend what it costs to draw what is transparent on a page; SpentError at a place where that is too much."""
    leaves: list[_Leaf] = []
    clear = 0
    for leaf in _leaves(drawing.marks, (), IDENTITY, plates, fonts):
        leaves.append(leaf)
        clear += leaf.clear
        # Areas are joined one by one, so that each may be compared with all.
        budget.spend("inks", _LOOKED + (_COMPARED * clear if leaf.clear else 0), at=at)
    patches = _patches(leaves, drawing.box)
    pixels = sum(patch.box.width * patch.box.height for patch in patches) * (DPI / MM_PER_INCH) ** 2
    shown = _WITHIN * len(patches) * len(leaves)
    budget.spend("inks", _AREA * len(patches) + shown + _PIXEL * len(PROCESS) * pixels, at=at)
    budget.room("inks", _PIXEL_KEPT * pixels, at)


def layers(drawing: Drawing, plates: Plates, fonts: Fonts) -> tuple[Mark | InkPicture, ...]:
    """Return what is to be drawn on a page, in order: marks without transparency, and pictures in their places."""
    marks = plates.settled(drawing).marks
    leaves = list(_leaves(marks, (), IDENTITY, plates, fonts))
    patches = _patches(leaves, drawing.box)
    if not patches:
        return marks
    after = _kept_live(leaves, patches)
    pictures = dict(zip(patches, _pictures(leaves, patches, after, plates, fonts), strict=True))
    made: list[_Leaf | InkPicture] = []
    for index, leaf in enumerate(leaves):
        if not leaf.clear and index not in after:
            made.append(leaf)
        made += (pictures[patch] for patch in patches if patch.top == index)
        made += (leaves[text] for text, last in after.items() if last == index)
    return tuple(_together(made))


def _leaves(
    marks: Iterable[Mark], outer: tuple[Group, ...], at: Affine, plates: Plates, fonts: Fonts
) -> Iterator[_Leaf]:
    for mark in marks:
        if isinstance(mark, Group) and mark.opacity >= 1:
            yield from _leaves(mark.marks, (*outer, mark), at @ mark.transform, plates, fonts)
        elif isinstance(mark, Use) and _has_text(mark.symbol):
            inside = group((), mark.transform)
            yield from _leaves(mark.symbol.marks, (*outer, inside), at @ mark.transform, plates, fonts)
        else:
            box = run_box(mark, fonts) if isinstance(mark, Run) else mark.reach
            if box is not None:
                clear = is_clear(mark)
                live = not clear and (isinstance(mark, Run) or _is_spot(mark, plates))
                yield _Leaf(mark, outer, at.rect(box), clear, live)


@overload
def _together(made: Iterable[_Leaf], depth: int = 0) -> Iterator[Mark]: ...
@overload
def _together(made: Iterable[_Leaf | InkPicture], depth: int = 0) -> Iterator[Mark | InkPicture]: ...
def _together(made: Iterable[_Leaf | InkPicture], depth: int = 0) -> Iterator[Mark | InkPicture]:
    """Yield marks in their groups, neighbours that were in one group in one again: each clip costs a mask of the page.

    `depth` is how many groups the marks are in already.
    """

    def outer(leaf: _Leaf | InkPicture) -> Group | None:
        return leaf.outer[depth] if isinstance(leaf, _Leaf) and len(leaf.outer) > depth else None

    for _, some in groupby(made, key=lambda leaf: id(outer(leaf))):
        alike = list(some)
        around = outer(alike[0])
        if around is None:
            yield from (leaf.mark if isinstance(leaf, _Leaf) else leaf for leaf in alike)
        else:
            inside = [leaf for leaf in alike if isinstance(leaf, _Leaf)]
            yield replace(around, marks=tuple(_together(inside, depth + 1)))


def _is_spot(mark: Mark, plates: Plates) -> bool:
    if not isinstance(mark, PathMark):
        return False
    return all(isinstance(paint, Solid) and plates.inks.printed(paint).spot for paint in mark.paints)


def is_clear(mark: Mark) -> bool:
    """Return whether anything of a mark is transparent."""
    if isinstance(mark, Group):
        return mark.opacity < 1 or any(map(is_clear, mark.marks))
    if isinstance(mark, Use):
        return _symbol_is_clear(mark.symbol)
    if isinstance(mark, ImageMark):
        return _picture_is_clear(mark.data)
    return any(map(_paint_is_clear, mark.paints))


def _paint_is_clear(paint: Paint) -> bool:
    if paint.opacity < 1:
        return True
    return not isinstance(paint, Solid) and any(stop.opacity < 1 for stop in paint.stops)


@lru_cache(maxsize=4096)
def _symbol_is_clear(symbol: Symbol) -> bool:
    return any(map(is_clear, symbol.marks))


@lru_cache(maxsize=256)
def _picture_is_clear(data: bytes) -> bool:
    return bitmap.samples(data).alpha is not None


@lru_cache(maxsize=4096)
def _has_text(symbol: Symbol) -> bool:
    return any(isinstance(mark, Run) for mark, _ in walk(symbol.marks))


def _patches(leaves: Sequence[_Leaf], page: Rect) -> list[_Patch]:
    """Return the areas that transparent marks reach, joined where they are near, in steps of a dot of the pictures."""
    clear = [(index, leaf.box) for index, leaf in enumerate(leaves) if leaf.clear and leaf.box.overlaps(page)]
    strips: dict[int, _Patch] = {}
    # The edges of all boxes found, with what is near to them; pages may have thousands.
    edges = np.full((4, len(clear)), np.nan)
    for number, (index, box) in enumerate(clear):
        patch = _Patch(box.intersection(page), index)
        while True:
            left, top, right, bottom = edges
            across = (left < patch.box.right - SAME) & (right > patch.box.x)
            near = np.flatnonzero(across & (top < patch.box.bottom - SAME) & (bottom > patch.box.y)).tolist()
            if not near:
                break
            edges[:, near] = np.nan
            for strip in map(strips.pop, near):
                patch = _Patch(patch.box.union(strip.box), max(patch.top, strip.top))
        strips[number] = patch
        area = patch.box.grow(_NEAR)
        edges[:, number] = area.x, area.y, area.right - SAME, area.bottom - SAME
    whole = page.width * page.height
    if sum(strip.box.width * strip.box.height for strip in strips.values()) > _MOST * whole:
        return [_Patch(page, max(strips.values(), key=lambda strip: strip.top).top)]
    return [
        _Patch(_on_dots(strip.box, page), strip.top) for strip in sorted(strips.values(), key=lambda strip: strip.top)
    ]


def _on_dots(box: Rect, page: Rect) -> Rect:
    dot = MM_PER_INCH / DPI
    left, top = ((value // dot) * dot for value in (box.x - page.x, box.y - page.y))
    right, bottom = (-(-value // dot) * dot for value in (box.right - page.x, box.bottom - page.y))
    return Rect(page.x + left, page.y + top, right - left, bottom - top)


def _kept_live(leaves: Sequence[_Leaf], patches: Sequence[_Patch]) -> dict[int, int]:
    """Return the live marks that a picture would cover, each with the last such picture's mark, which it follows."""
    kept: dict[int, int] = {}
    for index, leaf in enumerate(leaves):
        tops = [patch.top for patch in patches if patch.top > index and patch.box.overlaps(leaf.box)]
        if not leaf.live or not tops:
            continue
        later = leaves[index + 1 : max(tops) + 1]
        if not any(other.box.overlaps(leaf.box) and not other.live for other in later):
            kept[index] = max(tops)
    return kept


def _pictures(
    leaves: Sequence[_Leaf], patches: Sequence[_Patch], after: dict[int, int], plates: Plates, fonts: Fonts
) -> Iterator[InkPicture]:
    from beeprint.formats.pdf.render import greys

    pages: list[Drawing] = []
    for patch in patches:
        below = enumerate(leaves[: patch.top + 1])
        some = (leaf for index, leaf in below if index not in after and leaf.box.overlaps(patch.box))
        page = Drawing(patch.box, tuple(_together(some)))
        pages += (plates.plate(page, name, alternates=True) for name in PROCESS)
    drawn = greys(pages, fonts, DPI)
    for number, patch in enumerate(patches):
        channels = [ImageChops.invert(picture) for picture in drawn[4 * number : 4 * number + 4]]
        yield InkPicture(patch.box, plates.inks.held(Image.merge("CMYK", channels)))
