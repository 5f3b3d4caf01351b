"""Draw pictures from layers: a mark that many pictures show is drawn once, and what a clip hides is not drawn at all.

resvg gives each clipped or translucent group a canvas round all that it holds, however little of it is seen, and lays
it down pixel by pixel. Here such a group is drawn on the pixels that are seen, and Pillow lays it down, ten times as
fast. Layers lie on whole pixels, so that edges fall where they would in one drawing; what is laid over them is rounded
once more, which changes a pixel by a level or two. How a picture is parted follows from its drawing alone: what was
drawn before, or in which process, changes no pixel.
"""

from __future__ import annotations

import io
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PIL import Image, ImageChops

from beeprint.base.colour import BLACK
from beeprint.base.geometry import MM_PER_INCH, Affine, Rect, bounds, path_box, scale, translate
from beeprint.drawing import raster, svg
from beeprint.drawing.drawing import Drawing, Group, Mark, PathMark, Run, Solid, Use, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.marks import is_upright

#: A mark of this many pixels is a layer of its own; smaller ones share one where its canvas grows by no more than this.
_LARGE, _SPARE = 10_000, 10_000
#: How many marks a layout places at most, and how many canvases the large ones may fill; more are parts of a drawing.
_MOST_PLACES, _MOST_FILLED = 200, 8
#: What a layer of ours costs for each pixel that is seen of a group, in pixels of the canvas that resvg would give it.
_COST = 2
#: What is no more than this beyond a pixel's edge changes no level of it.
_FINE = 1 / 1024
#: How many times as large as what is seen a canvas is for the sake of a whole outline.
_WHOLE = 4
#: How many pixels of layers are kept.
_MOST_KEPT = 24_000_000


class _Box(NamedTuple):
    """A box of whole pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left, self.bottom - self.top

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    def union(self, other: _Box) -> _Box:
        return _Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


#: A canvas without edges.
_ANYWHERE = _Box(-1_000_000, -1_000_000, 1_000_000, 1_000_000)


class _Placed(NamedTuple):
    """A mark, the transform from its space to pixels of the canvas, and the pixels of the canvas that may show it."""

    mark: Mark
    place: Affine
    box: _Box


def picture(drawing: Drawing, fonts: Fonts, dpi: float) -> Image.Image:
    """Return a drawing at `dpi` dots per inch, as large as resvg makes it.

    It is in RGBA, on a transparent ground, or in RGB where a mark of the drawing covers all of it.
    """
    each, box = dpi / MM_PER_INCH, drawing.box
    size = max(1, math.floor(box.width * each + 0.5)), max(1, math.floor(box.height * each + 0.5))
    kept = _KEPT.setdefault(fonts, _Kept())
    return _Painter(fonts, kept).painted(size, drawing.marks, scale(each) @ translate(-box.x, -box.y), whole=True)


class _Kept:
    """Layers by what they show: the latest ones."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[object, ...], Image.Image] = OrderedDict()
        self._pixels = 0

    def known_or(self, key: tuple[object, ...], draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a layer that was drawn before, or else is drawn now."""
        value = self._known.pop(key, None)
        if value is None:
            value = draw()
            self._pixels += value.width * value.height
        self._known[key] = value
        while self._pixels > _MOST_KEPT and len(self._known) > 1:
            _, oldest = self._known.popitem(last=False)
            self._pixels -= oldest.width * oldest.height
        return value


#: For the fonts' lifetime.
_KEPT: WeakKeyDictionary[Fonts, _Kept] = WeakKeyDictionary()


def forget(fonts: Fonts) -> None:
    """Forget the layers that were drawn with these fonts."""
    _KEPT.pop(fonts, None)


class _Canvas:
    """Pixels to lay layers on.

    What covers all of it makes it opaque: in RGB, what is laid over it is mixed to the levels that it would have in
    RGBA, in half the time. A layer in RGB is opaque, too, and only copied.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.box = _Box(0, 0, *size)
        self._image: Image.Image | None = None  # nothing was laid so far

    @property
    def image(self) -> Image.Image:
        """Return what was laid, in RGB where it is opaque, else in RGBA."""
        return Image.new("RGBA", self.box.size) if self._image is None else self._image

    def lay(self, layer: Image.Image, box: _Box) -> None:
        """Lay a layer over what is there."""
        if box == self.box and (self._image is None or layer.mode == "RGB"):
            self._image = layer.copy()
        elif self._image is None or layer.mode == "RGB":
            self._image = self.image
            self._image.paste(layer, box)
        elif self._image.mode == "RGB":
            self._image.paste(layer, box, layer)
        else:
            self._image.alpha_composite(layer, box[:2])

    def fill(self, fill: Solid, box: _Box) -> None:
        """Fill a box with a colour."""
        colour = (fill.colour.red, fill.colour.green, fill.colour.blue, round(255 * fill.opacity))
        if colour[3] < 255:
            self.lay(Image.new("RGBA", box.size, colour), box)
        elif box == self.box:
            self._image = Image.new("RGB", box.size, colour[:3])
        else:
            self._image = self.image
            self._image.paste(colour, box)


class _Painter:
    """Draws marks on canvases."""

    def __init__(self, fonts: Fonts, kept: _Kept) -> None:
        self._fonts, self._kept = fonts, kept

    def painted(self, size: tuple[int, int], marks: Sequence[Mark], place: Affine, whole: bool = False) -> Image.Image:
        """Return marks on a canvas of their own; `whole` is whether they are all that a picture shows."""
        canvas = _Canvas(size)
        self._paint(canvas, marks, place, whole)
        return canvas.image

    def _paint(self, canvas: _Canvas, marks: Sequence[Mark], place: Affine, whole: bool) -> None:
        placed = list(self._placed(marks, place, canvas.box))
        while whole and len(placed) > 1 and (fill := _flat_fill(placed[0])):
            canvas.fill(fill, placed.pop(0).box)
        if whole and len(placed) == 1 and isinstance(placed[0].mark, Group | Use):
            self._lay_inside(canvas, placed[0])
            return
        large = sum(item.box.area for item in placed if item.box.area >= _LARGE)
        if whole and len(placed) <= _MOST_PLACES and large <= _MOST_FILLED * canvas.box.area:
            self._paint_places(canvas, placed)
        else:
            self._paint_marks(canvas, [each for item in placed for each in self._parted(item, canvas.box)])

    def _lay_inside(self, canvas: _Canvas, placed: _Placed) -> None:
        """Draw what the only mark of a picture holds, such as a face inside its outline."""
        if isinstance(placed.mark, Use):
            self._paint(canvas, placed.mark.symbol.marks, placed.place @ placed.mark.transform, whole=True)
        elif isinstance(placed.mark, Group) and not _isolated(placed.mark):
            self._paint(canvas, placed.mark.marks, placed.place @ placed.mark.transform, whole=True)
        elif isinstance(placed.mark, Group):
            canvas.lay(self._group(placed.mark, placed.place, placed.box, whole=True), placed.box)

    def _paint_places(self, canvas: _Canvas, placed: Iterable[_Placed]) -> None:
        """Draw the places of a layout: the large ones are layers that are kept, as other pictures may show the same."""
        run: list[_Placed] = []
        around = _Box(0, 0, 0, 0)
        for item in placed:
            together = around.union(item.box) if run else item.box
            if run and (item.box.area >= _LARGE or together.area > around.area + item.box.area + _SPARE):
                self._paint_run(canvas, run)
                run, together = [], item.box
            if item.box.area < _LARGE:
                run.append(item)
                around = together
            elif fill := _flat_fill(item):
                canvas.fill(fill, item.box)
            else:
                canvas.lay(self._place(item), item.box)
        self._paint_run(canvas, run)

    def _paint_marks(self, canvas: _Canvas, placed: Iterable[_Placed]) -> None:
        """Draw marks, those groups apart of which little is seen, all others in as few canvases as their order lets."""
        run: list[_Placed] = []
        for item in placed:
            fill = _flat_fill(item)
            # What follows a layer begins a canvas anew, as large perhaps as the one before it.
            begun = reduce(_Box.union, (each.box for each in run)).area if run else 0
            apart = isinstance(item.mark, Group) and _saves(item.mark, item, canvas.box) > begun
            if not apart and fill is None:
                run.append(item)
                continue
            self._paint_run(canvas, run)
            run = []
            if fill is not None:
                canvas.fill(fill, item.box)
            elif isinstance(item.mark, Group):
                canvas.lay(self._group(item.mark, item.place, item.box), item.box)
        self._paint_run(canvas, run)

    def _paint_run(self, canvas: _Canvas, run: Sequence[_Placed]) -> None:
        """Draw marks in one canvas."""
        if not run:
            return
        box = reduce(_Box.union, (item.box for item in run))
        away = translate(-box.left, -box.top)
        key = ("run", *((item.mark.key, away @ item.place) for item in run), box.size)
        canvas.lay(self._kept.known_or(key, lambda: self._drawn(run, box)), box)

    def _place(self, placed: _Placed) -> Image.Image:
        """Return the layer of a mark, drawn before or now."""
        place = translate(-placed.box.left, -placed.box.top) @ placed.place
        return self._kept.known_or(
            ("mark", placed.mark.key, place, placed.box.size), lambda: self._layer(placed, place)
        )

    def _layer(self, placed: _Placed, place: Affine) -> Image.Image:
        if isinstance(placed.mark, Group) and _isolated(placed.mark):
            return self._group(placed.mark, placed.place, placed.box)
        return self.painted(placed.box.size, (placed.mark,), place)

    def _group(self, group: Group, place: Affine, box: _Box, whole: bool = False) -> Image.Image:
        """Return what is seen of a clipped or translucent group in a box."""
        place = translate(-box.left, -box.top) @ place @ group.transform
        image = self.painted(box.size, group.marks, place, whole)
        mask = self._mask(group, place, box.size) if group.clip is not None else None
        if mask is None or image.mode == "RGBA":
            alpha = _alpha(image)
            mask = alpha if mask is None else ImageChops.multiply(alpha, mask)
        if group.opacity != 1:
            mask = mask.point([round(level * group.opacity) for level in range(256)])
        image.putalpha(mask)
        return image

    def _mask(self, group: Group, place: Affine, size: tuple[int, int]) -> Image.Image:
        """Return how much of each pixel a clip leaves; faces of a deck have one outline, which is drawn once."""
        clip, canvas = group.clip or (), _Box(0, 0, *size)

        def drawn() -> Image.Image:
            # resvg draws curves that leave the canvas less exactly, so that all of the outline is drawn if it may be.
            box = _pixels(place.rect(path_box(clip)), _ANYWHERE) if clip else canvas
            if box.area > _WHOLE * canvas.area:
                box = canvas
            outline = _Placed(path_mark(clip, Solid(BLACK), even_odd=group.even_odd), place, box)
            mask = Image.new("L", size)
            mask.paste(_alpha(self._drawn([outline], box)), box[:2])
            return mask

        return self._kept.known_or(("clip", clip, group.even_odd, place, size), drawn)

    def _drawn(self, run: Iterable[_Placed], box: _Box) -> Image.Image:
        """Return what resvg draws of marks in a box; a unit is a pixel."""
        across, down = box.size
        away = translate(-box.left, -box.top)
        # Not rounded: a factor counts over thousands of pixels.
        marks = tuple(Group((item.mark,), away @ item.place) for item in run)
        text = svg.write(Drawing(Rect(0, 0, across, down), marks), self._fonts)
        with Image.open(io.BytesIO(raster.draw(text, MM_PER_INCH)), formats=("PNG",)) as image:
            image.load()
            layer = image if image.mode == "RGBA" else image.convert("RGBA")
        return layer.convert("RGB") if layer.getchannel("A").getextrema() == (255, 255) else layer

    # what is where ----------------------------------------------------------------------------------------------------

    def _placed(self, marks: Iterable[Mark], place: Affine, canvas: _Box) -> Iterator[_Placed]:
        """Yield the marks of which something may be seen on a canvas."""
        for mark in marks:
            box = self._box(mark, place, canvas)
            if box.area > 0:
                yield _Placed(mark, place, box)

    def _parted(self, placed: _Placed, canvas: _Box) -> Iterator[_Placed]:
        """Yield a mark, or what it holds where a clipped or translucent group is among it."""
        inner, place = _held(placed.mark), placed.place
        if inner is None or (isinstance(placed.mark, Group) and _isolated(placed.mark)) or not _isolates(inner):
            yield placed
            return
        assert isinstance(placed.mark, Group | Use)
        for held in self._placed(inner, place @ placed.mark.transform, canvas):
            yield from self._parted(held, canvas)

    def _box(self, mark: Mark, place: Affine, canvas: _Box) -> _Box:
        """Return the pixels of a canvas that may show something of a mark."""
        reach = self._run_box(mark) if isinstance(mark, Run) else mark.reach
        if reach is None:
            return _Box(0, 0, 0, 0)
        box = _pixels(place.rect(reach), canvas)
        if isinstance(mark, Group) and mark.clip:
            inner = _pixels((place @ mark.transform).rect(path_box(mark.clip)), canvas)
            box = _Box(
                max(box.left, inner.left),
                max(box.top, inner.top),
                min(box.right, inner.right),
                min(box.bottom, inner.bottom),
            )
        return box if box.left < box.right and box.top < box.bottom else _Box(0, 0, 0, 0)

    def _run_box(self, run: Run) -> Rect | None:
        """Return the box of a run's ink, in the run's own drawing."""
        font = self._fonts[run.font]
        each = run.size / font.upem
        boxes: list[tuple[float, float]] = []
        for glyph in run.glyphs:
            box = font.box(glyph.number)
            if box is not None:
                moved = box.move(glyph.x, -glyph.y)
                boxes += [(moved.x, moved.y), (moved.right, moved.bottom)]
        return (run.place @ scale(each)).rect(bounds(boxes)) if boxes else None


def _alpha(image: Image.Image) -> Image.Image:
    """Return how opaque each pixel of a layer is."""
    return image.getchannel("A") if image.mode == "RGBA" else Image.new("L", image.size, 255)


def _pixels(box: Rect, canvas: _Box) -> _Box:
    """Return the whole pixels that a box in pixels touches, and one more on each side, which thin lines may."""
    return _Box(
        max(canvas.left, math.floor(box.x) - 1),
        max(canvas.top, math.floor(box.y) - 1),
        min(canvas.right, math.ceil(box.right) + 1),
        min(canvas.bottom, math.ceil(box.bottom) + 1),
    )


def _flat_fill(placed: _Placed) -> Solid | None:
    """Return the colour of a mark that fills all of its whole pixels and no part of others; None for other marks."""
    mark = placed.mark
    if not isinstance(mark, PathMark) or mark.stroke is not None or not isinstance(mark.fill, Solid):
        return None
    if not is_upright(mark.path, placed.place):
        return None
    seen = placed.place.rect(mark.box)
    left, top, right, bottom = placed.box
    whole = seen.x <= left + _FINE and seen.y <= top + _FINE and seen.right >= right - _FINE
    return mark.fill if whole and seen.bottom >= bottom - _FINE else None


def _saves(group: Group, placed: _Placed, canvas: _Box) -> float:
    """Return by how many pixels resvg's own canvas for a group costs more than a layer of what is seen of it."""
    if not _isolated(group) or group.reach is None:
        return 0
    reach = placed.place.rect(group.reach)
    # resvg's canvases reach twice as far as the picture on each side.
    across, down = min(reach.width, 5 * canvas.right), min(reach.height, 5 * canvas.bottom)
    return across * down - _COST * placed.box.area - _SPARE


def _isolated(group: Group) -> bool:
    """Return whether a group is drawn on a canvas of its own."""
    return group.clip is not None or group.opacity != 1


def _held(mark: Mark) -> Sequence[Mark] | None:
    """Return what a group or a use holds; None for marks that are drawn."""
    if isinstance(mark, Group):
        return mark.marks
    return mark.symbol.marks if isinstance(mark, Use) else None


def _isolates(marks: Iterable[Mark]) -> bool:
    """Return whether a clipped or translucent group is among marks, however deep."""
    for mark in marks:
        if isinstance(mark, Group) and _isolated(mark):
            return True
        inner = _held(mark)
        if inner is not None and _isolates(inner):
            return True
    return False
