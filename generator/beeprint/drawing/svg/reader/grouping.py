"""Group marks under a transform, an opacity and clips, as exactly as a Drawing's coordinates allow.

A Drawing keeps coordinates to 0.001 and factors to 1e-6. Where a picture works in much larger or smaller units, that is
too coarse: an exact power of ten then goes into a group of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial

from msgspec.structs import replace

from beeprint.base.colour import BLACK
from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, polygon, scale, transformed
from beeprint.drawing.drawing import (
    Group,
    ImageMark,
    Leaf,
    LinearGradient,
    Mark,
    Paint,
    PathMark,
    RadialGradient,
    Run,
    Solid,
    Symbol,
    Use,
    group,
    marks_box,
    path_mark,
    rounded_matrix,
    rounded_path,
    walk,
)
from beeprint.drawing.marks import rewrite
from beeprint.drawing.svg.reader.document import growth_of
from beeprint.drawing.svg.reader.limits import Budget, FlatError
from beeprint.drawing.svg.reader.paths import tight_box
from beeprint.drawing.svg.reader.regions import Area

# How far rounding may move a point, in mm, and the largest relative error of a factor.
_LOSS = 0.02
_SHARE = 1e-5
# Anything drawn at a smaller scale is invisible.
_NOTHING = 1e-12
# Budget: steps for measuring a mark, and each segment of its path.
_MEASURED = 8


def exact(mark: PathMark, path: Path, growth: float) -> Mark:
    """Return the mark of a path, in finer units where rounding would show."""
    if growth * 0.0005 <= _LOSS or _loss(path, mark.path) * growth <= _LOSS:
        return mark
    fine = _power(growth)
    stroke = mark.stroke
    if stroke is not None:
        stroke = replace(
            stroke,
            paint=_scaled(stroke.paint, fine),
            width=stroke.width * fine,
            dashes=tuple(dash * fine for dash in stroke.dashes),
            dash_offset=stroke.dash_offset * fine,
        )
    fill = None if mark.fill is None else _scaled(mark.fill, fine)
    return group([path_mark(transformed(path, scale(fine)), fill, stroke, mark.layer, mark.even_odd)], scale(1 / fine))


def placed(
    marks: Iterable[Mark],
    matrix: Affine = IDENTITY,
    opacity: float = 1.0,
    clips: Sequence[Area] = (),
    growth: float = 1.0,
    piece: str = "",
) -> Group:
    """Group marks; the clips apply in the space that the matrix leads to, outside the opacity.

    `growth` is the enlargement of the group's content.
    """
    content = tuple(marks)
    if growth * 0.0005 > _LOSS and any(_loss(clip.path, rounded_path(clip.path)) * growth > _LOSS for clip in clips):
        fine = _power(growth)
        finer = [clip._replace(path=transformed(clip.path, scale(fine))) for clip in clips]
        inner = placed([group(content, scale(fine))], IDENTITY, opacity, finer)
        return placed([inner], matrix @ scale(1 / fine), 1.0, (), growth / fine, piece)
    kept = rounded_matrix(matrix)
    size = growth_of(matrix)
    if size > _NOTHING and growth_of(Affine(*(a - b for a, b in zip(matrix, kept, strict=True)))) > _SHARE * size:
        # Small factors: a group inside takes an exact power of ten.
        fine = 10.0 ** min(6, max(1, math.ceil(-math.log10(size))))
        return placed(
            [placed(content, scale(1 / fine), opacity, clips)], matrix @ scale(fine), 1.0, (), growth * fine, piece
        )
    around = growth / size if size else 0.0
    if around * 0.0005 > _LOSS and max(abs(matrix.e - kept.e), abs(matrix.f - kept.f)) * around > _LOSS:
        fine = _power(around)
        return group([placed(content, scale(fine) @ matrix, opacity, clips, growth)], scale(1 / fine), 1.0, None, piece)
    first, even_odd = clips[0] if clips else (None, False)
    inner = group(content, matrix, opacity, first, piece, even_odd=even_odd)
    for path, even_odd in clips[1:]:
        outer = inner.transform
        inner = Group((replace(inner, transform=IDENTITY),), outer, 1.0, rounded_path(path), even_odd=even_odd)
    return inner


def placed_use(symbol: Symbol, matrix: Affine, growth: float = 1.0) -> Mark:
    """Place a symbol, within groups where the matrix needs them."""
    use = Use(symbol, rounded_matrix(matrix))
    if use.transform == matrix:
        return use
    within = placed([Use(symbol)], matrix, 1.0, (), growth)
    return use if within == Group((Use(symbol),), use.transform) else within


def extent(marks: Iterable[Mark], budget: Budget, matrix: Affine = IDENTITY) -> Rect | None:
    """Return the box meant by objectBoundingBox: round the shapes, without line widths and clips."""
    bounds: Rect | None = None
    for mark, at in walk(marks, matrix):
        budget.spend(_MEASURED * (1 + (len(mark.path) if isinstance(mark, PathMark) else 0)), "clip paths")
        if isinstance(mark, Run):
            raise FlatError(
                "clip paths and masks in units of the box (objectBoundingBox) are not supported on text, patterns and "
                "sliced pictures",
                "use userSpaceOnUse",
            )
        if isinstance(mark, PathMark) and any(segment[0] != "M" for segment in mark.path):
            box = tight_box(transformed(mark.path, at))
        elif isinstance(mark, ImageMark):
            box = at.rect(mark.box)
        else:
            continue
        bounds = box if bounds is None else bounds.union(box)
    return bounds


def ghost(path: Path, growth: float) -> Mark:
    """Return a mark that paints nothing, for the box round shapes, which hidden ones are part of."""
    return exact(path_mark(path), path, growth)


#: A ghost of what has a box that is not worked out, such as hidden letters.
UNMEASURED = Run("", "", 0.0, IDENTITY, Solid(BLACK), ())


def without_ghosts(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the marks without ghosts, in symbols too."""
    return rewrite(marks, lambda mark: () if mark == UNMEASURED or _is_ghost(mark) else (mark,))


def _is_ghost(mark: Leaf) -> bool:
    return isinstance(mark, PathMark) and not mark.paints


def _scaled(paint: Paint, factor: float) -> Paint:
    if isinstance(paint, LinearGradient | RadialGradient):
        return replace(paint, transform=scale(factor) @ paint.transform)
    return paint


def _power(growth: float) -> float:
    return 10.0 ** math.ceil(math.log10(growth))


def _loss(path: Path, kept: Path) -> float:
    """Return the furthest that rounding moved a coordinate."""
    return max(
        (abs(a - b) for points, two in zip(path, kept, strict=True) for a, b in zip(points[1:], two[1:], strict=True)),
        default=0,
    )


def box_of(marks: Iterable[Mark], budget: Budget) -> Callable[[], Rect | None]:
    """Return a function that measures the box round marks on its first call."""
    return cache(partial(extent, marks, budget))


def cut_at(marks: list[Mark], box: Rect, own: Mapping[str, str]) -> Area | None:
    """Return the area that clips marks to a viewport's box, None where nothing is clipped."""
    if own.get("overflow", "hidden") in ("visible", "auto"):
        return None
    reach = marks_box(marks)
    return None if reach is None or box.contains(reach, 0) else Area(polygon(box.corners))


def enlarged(growth: float) -> float:
    """Return an enlargement as a cache key: 0 where it is too small to affect precision."""
    return round(growth, 6) if growth > 10 else 0.0
