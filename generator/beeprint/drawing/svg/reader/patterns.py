"""Patterns: a tile is drawn once and placed side by side under a clip."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, polygon, scale, translate
from beeprint.drawing.drawing import Group, Mark, PathMark, Solid, Symbol, marks_box, path_mark, rounded_path
from beeprint.drawing.svg.reader import style
from beeprint.drawing.svg.reader.document import HINTS, Context, Document, growth_of
from beeprint.drawing.svg.reader.grouping import UNMEASURED, enlarged, exact, placed, placed_use
from beeprint.drawing.svg.reader.limits import PIXELS, RefusedError
from beeprint.drawing.svg.reader.paths import parse_transform, tight_box
from beeprint.drawing.svg.reader.regions import Area
from beeprint.drawing.svg.reader.style import Measure
from beeprint.drawing.svg.reader.viewports import fit, is_empty, view_box
from beeprint.drawing.svg.reader.xml import Element

#: The most tiles on one shape.
MAX_TILES = 10_000
_MAX_CHAIN = 16
# Budget: steps for a placed tile.
_PLACED = 40
# How far tiles overlap in mm, so that no gap shows where a line crosses from one to the next.
_OVERLAP = 0.01
_ON = "patterns"
_SIDES = ("x", "y", "width", "height")
_OWN = {*_SIDES, "patternUnits", "patternContentUnits", "patternTransform", "viewBox", "preserveAspectRatio"}
_UNITS = "objectBoundingBox", "userSpaceOnUse"


class _Tile(NamedTuple):
    """A tile in the pattern's space, the matrix of its content there and the measure inside, and the pattern's own."""

    box: Rect
    content: Affine
    measure: Measure
    space: Affine


class Patterns:
    """The patterns of one document; `children` draws an element's content."""

    def __init__(self, document: Document, children: Callable[[Element, Context], Iterable[Mark]]) -> None:
        self._document, self._children = document, children

    def named(self, context: Context) -> Element | None:
        """Return the pattern that a shape is filled with, None where it is filled with anything else."""
        target = self._document.ids.get(style.reference(context.style["fill"]) or "")
        return target if target is not None and target.name == "pattern" else None

    def fill(self, element: Element, pattern: Element, area: Area, context: Context) -> list[Mark] | None:
        """Return the marks that fill a shape's area with a pattern, None where the pattern has no size."""
        document, key = self._document, pattern.attributes["id"]
        if key in context.through:
            raise RefusedError(element.place, f"a pattern refers to itself: {' > '.join((*context.through, key))}")
        chain = self._chain(pattern)
        attributes = _attributes(chain)
        tile = _tile(attributes, tight_box(area.path), context.measure)
        source = next((link for link in chain if link.children), None)
        opacity = style.ratio(context.style["fill-opacity"])
        if tile is None:
            return None
        if source is None or not opacity:
            return []
        document.drawn.enter(element, context.level)
        inside = replace(context, through=(*context.through, key), level=context.level + 1, shape=None)
        known = (source, *tile, *sorted(attributes.items()), enlarged(context.growth))
        ground, symbol = self._drawn(known, source, tile, inside)
        marks: list[Mark] = []
        for mark in ground:
            fill = mark.fill if isinstance(mark, PathMark) else None
            marks.append(exact(path_mark(area.path, fill, even_odd=area.even_odd), area.path, context.growth))
        if symbol.marks:
            rows = self._rows(element, known, symbol, tile, area.path, inside)
            marks.append(placed(rows, IDENTITY, 1.0, (area,), context.growth))
        if document.boxed:
            marks.append(UNMEASURED)
        return marks if opacity == 1 else [placed(marks, IDENTITY, opacity, (), context.growth)]

    def _chain(self, pattern: Element) -> list[Element]:
        """Return a pattern and those it inherits attributes and content from."""
        document, chain = self._document, [pattern]
        while True:
            link = chain[-1]
            document.check_attributes(link, {"href", *_OWN})
            own = document.own(link)
            document.check_refused(link, own)
            if own.get("overflow", "hidden") not in ("hidden", "scroll"):
                raise RefusedError(link.place, "a pattern with visible overflow is not supported", HINTS["pattern"])
            href = link.attributes.get("href")
            if href is None:
                return chain
            target = document.ids.get(href.strip().removeprefix("#"))
            if target is None and href.strip().startswith("#"):
                return chain  # a pattern that is not there has nothing to pass on
            if target is None or target in chain or target.name != "pattern":
                raise RefusedError(link.place, f"a pattern refers to {href}, which is not another pattern")
            if len(chain) > _MAX_CHAIN:
                raise RefusedError(link.place, f"more than {_MAX_CHAIN} patterns refer to each other in a row")
            chain.append(target)

    def _drawn(
        self, known: tuple[object, ...], source: Element, tile: _Tile, inside: Context
    ) -> tuple[list[Mark], Symbol]:
        """Draw a tile; return its grounds, which fill it wholly and are painted once below all tiles, and the rest."""
        document = self._document
        growth = inside.growth * growth_of(tile.space)
        content = replace(
            inside,
            style=document.standing(source),
            measure=tile.measure,
            growth=growth * growth_of(tile.content),
        )
        make = partial(self._children, source, content)
        whole = document.drawn.symbol((*known, "tile"), source, inside.level, make)
        grounds = [*takewhile(partial(_is_ground, tile=tile), whole.marks)]
        rest = whole.marks[len(grounds) :]
        if not rest:
            return grounds, Symbol.of(())
        overlap = min(_OVERLAP / growth, tile.box.width / 100, tile.box.height / 100)
        room = tile.box.grow(overlap)
        shown: Mark = placed(rest, tile.content, growth=content.growth)
        reach = marks_box([shown])
        if reach is not None and not tile.box.contains(reach, overlap):
            shown = placed([shown], IDENTITY, 1.0, (Area(polygon(room.corners)),), growth)
        plain = isinstance(shown, Group) and shown == Group(shown.marks)
        return grounds, Symbol.of(shown.marks if plain and isinstance(shown, Group) else (shown,))

    def _rows(
        self, element: Element, known: tuple[object, ...], symbol: Symbol, tile: _Tile, path: Path, inside: Context
    ) -> list[Mark]:
        """Place as many tiles as a path needs: a row as a symbol, and the rows one below the other."""
        document = self._document
        back = tile.space.inverse()
        reach = back.rect(tight_box(path))
        first, last = _span(reach.x - tile.box.x, reach.width, tile.box.width)
        top, bottom = _span(reach.y - tile.box.y, reach.height, tile.box.height)
        count = (last - first) * (bottom - top)
        if not 0 < count <= MAX_TILES:
            message = f"a pattern repeats more than {MAX_TILES:,} times on one shape"
            raise RefusedError(element.place, message, f"enlarge its tile, or {PIXELS}")
        document.budget.spend(_PLACED * count, _ON)
        for _ in range(count):
            document.drawn.symbol((*known, "tile"), element, inside.level, tuple)
        growth = inside.growth * growth_of(tile.space)
        row = [placed_use(symbol, translate(column * tile.box.width, 0), growth) for column in range(first, last)]
        if bottom - top == 1:
            rows: Sequence[Mark] = row
            space = tile.space @ translate(0, top * tile.box.height)
        else:
            line = Symbol.of(row)
            rows = [placed_use(line, translate(0, number * tile.box.height), growth) for number in range(top, bottom)]
            space = tile.space
        return [placed(rows, space, growth=growth)] if space != IDENTITY else [*rows]


def _attributes(chain: Sequence[Element]) -> dict[str, str]:
    """Return a pattern's attributes, missing ones taken from the patterns it refers to."""
    values: dict[str, str] = {}
    for link in reversed(chain):
        values |= {key: value for key, value in link.attributes.items() if key in _OWN}
    return values


def _tile(attributes: Mapping[str, str], box: Rect, measure: Measure) -> _Tile | None:
    """Return the tile on a shape with this box, None where it has no size; ValueError where a value is bad."""
    units, content_units = (
        attributes.get(key, default).strip()
        for key, default in (("patternUnits", _UNITS[0]), ("patternContentUnits", _UNITS[1]))
    )
    if not {units, content_units} <= {*_UNITS}:
        raise ValueError(f"patternUnits or patternContentUnits is not {' or '.join(_UNITS)}")
    by_box = _UNITS[0] in (units, content_units)
    if by_box and (not box.width or not box.height):
        return None
    within = Measure(1, 1, measure.em) if units == _UNITS[0] else measure
    x, y, width, height = (style.length(attributes.get(key, "0"), key, within) for key in _SIDES)
    if min(width, height) < 0:
        raise ValueError("a pattern's width or height is negative")
    if not width or not height or is_empty(attributes):
        return None
    if units == _UNITS[0]:
        x, y, width, height = box.x + x * box.width, box.y + y * box.height, width * box.width, height * box.height
    space = parse_transform(attributes.get("patternTransform", ""))
    if space.a * space.d == space.b * space.c:
        raise ValueError("patternTransform flattens the pattern to nothing; remove it")
    # A tile's content starts at its corner, whatever the specification may be read to say: all programs agree.
    content, view = translate(x, y), view_box(attributes)
    if view is not None:
        content, measure = content @ fit(attributes, view, width, height), Measure(view.width, view.height, measure.em)
    elif content_units == _UNITS[0]:
        content = content @ scale(box.width, box.height)
    return _Tile(Rect(x, y, width, height), content, measure, space)


def _span(start: float, length: float, step: float) -> tuple[int, int]:
    """Return the numbers of the first tile that a stretch touches, and of the first one beyond it."""
    if not (abs(start) + length) / step < 1e7:
        return 0, 0
    first = math.floor(start / step + 1e-6)
    return first, max(first + 1, math.ceil((start + length) / step - 1e-6))


def _is_ground(mark: Mark, tile: _Tile) -> bool:
    """Return whether a mark covers the whole tile evenly: seams between its copies would only show."""
    if not isinstance(mark, PathMark) or mark.stroke is not None or not isinstance(mark.fill, Solid):
        return False
    box = mark.box
    return mark.path == rounded_path(polygon(box.corners)) and tile.content.rect(box).contains(tile.box)
