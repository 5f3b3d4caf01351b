"""Check that slots do not hide, cross or crowd each other."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import reduce
from typing import NamedTuple

from msgspec import Struct
from PIL import Image, ImageChops

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, SAME, Affine, Point, Rect, bounds, path_box, scale, translate
from beeprint.drawing import raster, svg
from beeprint.drawing.drawing import (
    Drawing,
    Group,
    ImageMark,
    Mark,
    PathMark,
    Run,
    Solid,
    Symbol,
    Use,
    group,
    marks_box,
)
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.marks import without_colours
from beeprint.drawing.outline import STEP, Edge, edges, rings
from beeprint.drawing.shape import is_inside
from beeprint.drawing.text import run_box
from beeprint.face.layout import Area, Face, Ink, SlotMarks

#: How finely letters are looked at: pixels in an em. Less opaque paint lets letters through.
_PIXELS, OPAQUE = 24, 235
#: Letters count as hidden where, in a window of so many ems, more than this share of their ink is hidden, and there is
#: ink on more than this share of the window.
_WINDOW, _HIDDEN, _INKED = 0.6, 0.5, 0.04
#: Letters lie on other letters where, in a window, more than this share of their ink does. Neighbours that just touch,
#: such as a descender and an ascender, share less.
_CROSSED = 0.12
#: The share of the height of a line that another one has to reach into it for letters to meet.
_DEEP = 0.25


class Line(NamedTuple):
    """A line of text where it is on the face; `opaque` where what is under it does not shine through."""

    run: Run
    at: Affine
    box: Rect
    opaque: bool


class _Slot(Struct, frozen=True):
    """What a slot draws: its lines of text where they are on the face, and a box round all that is no text.

    `marks` are those that are printed, `source` those that the slot is known by.
    """

    source: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    lines: tuple[Line, ...]
    around: Rect | None


class Covering(NamedTuple):
    """A slot that lies on letters of another, with their line, and its own line where it is a text, else empty."""

    over: SlotMarks
    under: SlotMarks
    line: str
    own_line: str


class Covers:
    """Finds slots that lie on letters of others; pairs of slots that faces share are compared once."""

    def __init__(self, fonts: Fonts, unseen: Set[Colour]) -> None:
        self.fonts, self._unseen = fonts, unseen
        self._slots: dict[int, _Slot] = {}  # by the id of the marks, which each entry keeps alive
        self._known: dict[tuple[int, int], tuple[str, str]] = {}
        self._symbols: dict[str, tuple[Rect, ...]] = {}

    def covered(self, face: Face) -> Iterator[Covering]:
        """Yield each slot that lies on letters of a slot drawn before it."""
        beneath: list[tuple[SlotMarks, _Slot]] = []
        for slot in face.slots:
            here = self._slot(slot.marks)
            for under, there in beneath:
                key = (id(under.marks), id(slot.marks))
                lines = self._known.get(key)
                if lines is None:
                    hidden = self._hidden(there, here)
                    lines = self._known[key] = (hidden, "") if hidden else self._crossed(there, here)
                if lines[0]:
                    yield Covering(slot, under, *lines)
            if here.lines:
                beneath.append((slot, here))

    def keep_only(self, seen: set[int]) -> None:
        """Forget what no face shows; `seen` are the ids of the marks of slots."""
        if len(seen) < len(self._slots):
            self._slots = {key: slot for key, slot in self._slots.items() if key in seen}
            self._known = {pair: line for pair, line in self._known.items() if seen.issuperset(pair)}

    def _slot(self, marks: tuple[Mark, ...]) -> _Slot:
        slot = self._slots.get(id(marks))
        if slot is None:
            shown = without_colours(marks, self._unseen) if self._unseen else marks
            lines = tuple(lines_of(shown, IDENTITY, self.fonts))
            around = marks_box(mark for mark in shown if not isinstance(mark, Run))
            slot = self._slots[id(marks)] = _Slot(marks, shown, lines, around)
        return slot

    def _paints(self, marks: Iterable[Mark], at: Affine, clip: Rect | None) -> Iterator[Rect]:
        """Yield the boxes of opaque fills and pictures."""
        for mark in marks:
            if isinstance(mark, Group):
                if mark.opacity * 255 >= OPAQUE:
                    inner = at @ mark.transform
                    window = None if mark.clip is None else inner.rect(path_box(mark.clip))
                    both = window if clip is None or window is None else window.intersection(clip)
                    yield from self._paints(mark.marks, inner, clip if window is None else both)
                continue
            if isinstance(mark, Use):
                boxes, inner = self._symbol(mark.symbol), at @ mark.transform
            elif isinstance(mark, ImageMark) or (isinstance(mark, PathMark) and _is_opaque(mark)):
                boxes, inner = (mark.box,), at
            else:
                continue
            for box in map(inner.rect, boxes):
                yield box if clip is None else box.intersection(clip)

    def _symbol(self, symbol: Symbol) -> tuple[Rect, ...]:
        boxes = self._symbols.get(symbol.key)
        if boxes is None:
            boxes = self._symbols[symbol.key] = tuple(self._paints(symbol.marks, IDENTITY, None))
        return boxes

    def _hidden(self, under: _Slot, over: _Slot) -> str:
        """Return the first line of which letters are hidden, empty where there is none."""
        if over.around is None:
            return ""
        near = [line for line in under.lines if line.box.overlaps(over.around)]
        paints = list(self._paints(over.marks, IDENTITY, None)) if near else []
        for line in near:
            if any(line.box.overlaps(paint) for paint in paints) and self._hides(_without_text(over.marks), line):
                return line.run.text
        return ""

    def _crossed(self, under: _Slot, over: _Slot) -> tuple[str, str]:
        """Return the first line whose letters lie under those of another, and that one; both empty if there is none.

        A line over its own words is their light or shade.
        """
        for line in under.lines:
            for other in over.lines:
                words, others = line.run.text, other.run.text
                if words == others or not other.opaque or not _are_crossing(line.box, other.box):
                    continue
                if self._hides([group([other.run], other.at)], line, _CROSSED):
                    return words, others
        return "", ""

    def _hides(self, over: Sequence[Mark], line: Line, most: float = _HIDDEN) -> bool:
        """Return whether marks hide more than a share of the ink of a line, in a window somewhere along it."""
        run, at, box, _ = line
        em = run.size * (at @ run.place).scale
        each = _PIXELS / em
        place = scale(each) @ translate(-box.x, -box.y)
        letters = self._alpha([group([run], place @ at)], box, each)
        paint = self._alpha([group(over, place)], box, each)
        hiding = paint.point([255 if value >= OPAQUE else 0 for value in range(256)])
        hidden = ImageChops.multiply(letters, hiding)
        across = box.width >= box.height
        side = max(1, round(_WINDOW * _PIXELS))
        long, short = (letters.width, letters.height) if across else (letters.height, letters.width)
        for start in range(0, max(1, long - side // 2), max(1, side // 2)):
            ends = (start, 0, start + side, short) if across else (0, start, short, start + side)
            ink, gone = (_sum(image.crop(ends)) for image in (letters, hidden))
            if ink > _INKED * side * _PIXELS and gone > most * ink:
                return True
        return False

    def _alpha(self, marks: Sequence[Mark], box: Rect, each: float) -> Image.Image:
        """Return how opaque marks are, in the pixels of a box of which a mm has `each`."""
        paper = Rect(0, 0, max(1, math.ceil(box.width * each)), max(1, math.ceil(box.height * each)))
        data = raster.draw(svg.write(Drawing(paper, tuple(marks)), self.fonts), 25.4)
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            return image.convert("RGBA").getchannel("A")


def _are_crossing(box: Rect, other: Rect) -> bool:
    """Return whether lines of text in two boxes share more than the room of their ascenders and descenders."""
    if not box.overlaps(other):
        return False
    both = box.intersection(other)
    return min(both.width, both.height) > _DEEP * min(box.width, box.height, other.width, other.height)


def _sum(image: Image.Image) -> float:
    """Return how many pixels are covered."""
    return sum(value * count for value, count in enumerate(image.histogram())) / 255


def _is_opaque(mark: PathMark) -> bool:
    fill = mark.fill
    return fill is not None and (not isinstance(fill, Solid) or fill.opacity * 255 >= OPAQUE)


def lines_of(marks: Iterable[Mark], at: Affine, fonts: Fonts, opacity: float = 1) -> Iterator[Line]:
    """Yield the runs of a slot with their places and boxes; letters of its pictures are art."""
    for mark in marks:
        if isinstance(mark, Group):
            yield from lines_of(mark.marks, at @ mark.transform, fonts, opacity * mark.opacity)
        elif isinstance(mark, Run) and mark.text.strip():
            yield Line(mark, at, at.rect(run_box(mark, fonts)), opacity * 255 >= OPAQUE)


def _without_text(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return marks without the letters of texts, which may lie on others as their light or shade."""
    kept: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Group):
            inside = _without_text(mark.marks)
            kept.append(group(inside, mark.transform, mark.opacity, mark.clip, even_odd=mark.even_odd))
        elif not isinstance(mark, Run):
            kept.append(mark)
    return tuple(kept)


# Whether what is printed touches a line that it should be clear of.


#: The least distance between an icon and the line of a shape, in mm: what a home printer keeps apart.
CLEARANCE = 0.15


class Lines:
    """Finds the lines that icons touch; pairs that faces share are compared once.

    Boxes are compared first, since most edges and lines lie far apart, and only then points.
    """

    def __init__(self) -> None:
        self._edges: dict[int, tuple[Edge, ...]] = {}
        self._reaches: dict[int, tuple[Rect, float]] = {}
        self._boxes: dict[int, Rect] = {}
        self._rings: dict[int, list[list[Point]]] = {}
        self._known: dict[tuple[int, int], tuple[bool, bool]] = {}

    def forget(self, gone: Set[int]) -> None:
        """Forget inks and areas, by their ids, that are no longer there."""
        for known in (self._edges, self._reaches, self._boxes, self._rings):
            for face_id in gone:
                known.pop(face_id, None)
        self._known = {pair: areas for pair, areas in self._known.items() if gone.isdisjoint(pair)}

    def touched(self, face: Face) -> Iterator[tuple[Ink, Area]]:
        """Yield each icon of a face, and each picture that has to stay inside, with a line beneath that it touches."""
        beneath: list[Area] = []
        for mark in face.painted:
            if isinstance(mark, Area):
                beneath.append(mark)
            elif isinstance(mark, Ink) and mark.mark is not None and beneath and self.edges(mark):
                for area in self._below(mark, beneath):
                    yield mark, area

    def _below(self, ink: Ink, beneath: Sequence[Area]) -> list[Area]:
        """Return the areas whose lines an icon touches, from the uppermost down to the filled shape that it lies on."""
        touched: list[Area] = []
        for area in reversed(beneath):
            key = (id(ink), id(area))
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = self._touches(ink, area), self._lies_on(ink, area)
            touches, lies_on = known
            if touches:
                touched.append(area)
            if lies_on:
                break
        return touched

    def edges(self, ink: Ink) -> tuple[Edge, ...]:
        """Return the edges of a picture or icon."""
        lines = self._edges.get(id(ink))
        if lines is None:
            lines = self._edges[id(ink)] = () if ink.mark is None else tuple(edges([ink.mark], ink.at))
        return lines

    def reach(self, ink: Ink) -> tuple[Rect, float]:
        """Return a box that encloses the edges of a picture or icon that has some, and half its widest line."""
        extent = self._reaches.get(id(ink))
        if extent is None:
            box = reduce(Rect.union, (edge.box for edge in self.edges(ink)))
            extent = self._reaches[id(ink)] = box, max(edge.half for edge in self.edges(ink))
        return extent

    def box(self, ink: Ink) -> Rect | None:
        """Return the box round the points of a drawing's edges; None where it has none."""
        box = self._boxes.get(id(ink))
        if box is None:
            # From the largest edge down, so that few have to be followed point by point.
            for edge in sorted(self.edges(ink), key=lambda edge: edge.box.width * edge.box.height, reverse=True):
                if box is None or not box.contains(edge.box, 0):
                    points = bounds([point for point, _ in edge.spots])
                    box = points if box is None else box.union(points)
            if box is not None:
                self._boxes[id(ink)] = box
        return box

    def _outline(self, area: Area) -> list[list[Point]]:
        outline = self._rings.get(id(area))
        if outline is None:
            outline = self._rings[id(area)] = list(rings(area.path, area.at))
        return outline

    def _lies_on(self, ink: Ink, area: Area) -> bool:
        box, (around, _) = self._box_of(area), self.reach(ink)
        if not area.covers or not box.overlaps(around, -SAME):
            return False
        if not all(box.overlaps(edge.box, -SAME) for edge in self.edges(ink)):
            return False
        outline = self._outline(area)
        # Where no line runs through the larger box, its corners lie on the same side as those of the exact one.
        crossed = any(_within(around.grow(STEP), ring) for ring in outline)
        corners = ((self.box(ink) if crossed else None) or around).corners
        return all(is_inside(corner, ring) for ring in outline for corner in corners)

    def _touches(self, ink: Ink, area: Area) -> bool:
        if not area.line:
            return False
        least = area.line / 2 * area.at.scale + CLEARANCE
        box, widest = self.reach(ink)
        around = box.grow(least + widest)
        if not self._box_of(area).overlaps(around, -SAME):
            return False
        points = _within(around, (point for ring in self._outline(area) for point in ring))
        return any(
            math.dist(point, spot) < least + half
            for edge in self.edges(ink)
            for point in _within(edge.box.grow(least + edge.half), points)
            for spot, half in edge.spots
        )

    def _box_of(self, area: Area) -> Rect:
        return area.at.rect(path_box(area.path))


def _within(box: Rect, points: Iterable[Point]) -> list[Point]:
    """Return those of the points that lie in the box."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return [point for point in points if left <= point.x <= right and top <= point.y <= bottom]
