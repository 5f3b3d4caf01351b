"""A bed to calibrate a laser with: a gauge that reads its kerf, a comb of slots, and a coupon of hatches and powers.

The gauge is a window with bars side by side. Each of its lines takes a kerf away, so bars that are pushed to one side
leave a gap of so many kerfs; a scale beside it reads the kerf itself. The comb has slots that are a little narrower and
wider than the material is thick: the one that holds it says how wide to draw a slot. In the coupon each row has layers
of its own, to be set to another power or speed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import shapely
from msgspec import Struct

from beeprint.base.colour import BLACK
from beeprint.base.geometry import IDENTITY, Point, Rect, Ring, offset_polygon
from beeprint.drawing.drawing import Mark, Solid, Symbol
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.laser import planar
from beeprint.laser.engrave import HATCHES, engrave
from beeprint.laser.material import FOLDS
from beeprint.laser.plan import Area, Bed, Material, Pass, Polyline, Trial
from beeprint.laser.route import clockwise

#: The gauge in mm: its place, the bars' width, their number and height; the scale reads so much at most.
_GAUGE, _BAR, _BARS, _TALL, _MOST_KERF, _TICK = Point(10, 20), 6.0, 19, 18.0, 0.8, 0.05
#: The comb in mm: how high it is, how deep its slots are, how wide its teeth, what slots differ from the thickness.
_COMB, _DEEP, _TOOTH, _OFF = 26.0, 14.0, 8.0, (-0.4, -0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4)
#: How much wider than the beam a slot is at least, in mm.
_OPEN = 0.1
#: The strip to push into the comb, in mm.
_STRIP = 30.0
#: The coupon: rows, the side of a cell and the step to the next in mm, and the room for numbers.
_ROWS, _CELL, _STEP, _ROOM = 5, 10.0, 13.0, 8.0
_APART, _SMALL, _TEXT = 8.0, 5.5, 8.0
#: The thickest material in mm that a comb is cut from.
THICKEST = 12.0


class _Label(Struct, frozen=True):
    """A word to engrave, the middle of its baseline at a place."""

    text: str
    at: Point
    size: float = _SMALL


def calibration(material: Material, kerf: float, fonts: Fonts) -> Bed:
    """Return a bed to calibrate with, drawn for a kerf: what it says of the gauge holds whatever the kerf is."""
    comb_top = _GAUGE.y + _TALL + 2 * _APART
    slots = _slots(material, kerf)
    comb = [_shifted(ring, 10, comb_top) for ring in _comb(material.thickness, slots, kerf)] if slots else []
    coupon_top = comb_top + (_COMB + _APART if comb else 0)
    columns = len(HATCHES) + 2
    coupon = Rect(10, coupon_top, _ROOM + columns * _STEP + 3, 6 + _ROWS * _STEP)
    right = max([coupon.right, _GAUGE.x + _BARS * _BAR, *(x for ring in comb for x, _ in ring)])
    width, height = math.ceil(right) + 10, math.ceil(coupon.bottom) + 10
    bars, window = _gauge()
    rim = clockwise(offset_polygon(clockwise(coupon.corners), [kerf / 2] * 4))
    of_comb = _comb_labels(material.thickness, slots, comb_top) if comb else ()
    labels = (*_scale_labels(), *of_comb, *_coupon_labels(coupon))
    artwork = engrave(Symbol.of(_written(labels, fonts)), fonts, IDENTITY, Rect(0, 0, width, height).corners)
    cuts = (window, *(Polyline(clockwise(ring), True) for ring in comb), Polyline(rim, True))
    lines = {
        Pass.ENGRAVE: (*artwork.lines.get(Pass.ENGRAVE, ()), *_scale()),
        Pass.CUT_INNER: bars,
        Pass.CUT_OUTER: cuts,
    }
    length = sum(line.length for line in (*bars, *cuts))
    return Bed(
        "calibration", 1, "front", width, height, material, kerf, (), lines,
        areas=artwork.areas, cut_length=length, notes=tuple(_notes(material, slots)), trials=tuple(_trials(coupon)),
    )  # fmt: skip


def _notes(material: Material, slots: Sequence[float]) -> Iterator[str]:
    yield (
        "Kerf: cut the gauge, push its bars to the left, and read the scale at the right edge of the last bar: "
        "that is the kerf for --kerf."
    )
    if slots:
        yield (
            "Slots: push the edge of the strip into the comb. The slot that holds it is as much wider than "
            f"{material.thickness:g} mm as its number says. Slots of standees are as wide as the thickness of their "
            "stock in game.yaml."
        )
    yield (
        "Power: give the layers of each row of the coupon another power or speed. The columns are a filled area, "
        f"beeprint's hatches ({', '.join(f'{spacing:g}' for _, spacing in HATCHES)} mm apart) and a line."
    )


def _gauge() -> tuple[tuple[Polyline, ...], Polyline]:
    """Return the lines between the bars, and the window round them."""
    frame = Rect(_GAUGE.x, _GAUGE.y, _BARS * _BAR, _TALL)
    xs = [frame.x + number * _BAR for number in range(1, _BARS)]
    ends = [(Point(x, frame.y), Point(x, frame.bottom)) for x in xs]
    bars = tuple(Polyline(pair if number % 2 else pair[::-1]) for number, pair in enumerate(ends))
    return bars, Polyline(clockwise(frame.corners), True)


def _scale_at(kerf: float) -> float:
    """Return where the edge of the last bar is, once all are pushed to the left.

    The window begins half a kerf outside its line; each bar is a kerf narrower than the distance of its lines.
    """
    return _GAUGE.x + _BARS * _BAR - (_BARS + 0.5) * kerf


def _ticks() -> list[tuple[int, float]]:
    return [(number, number * _TICK) for number in range(round(_MOST_KERF / _TICK) + 1)]


def _scale() -> Iterator[Polyline]:
    for number, kerf in _ticks():
        x, length = _scale_at(kerf), 3.0 if number % 4 == 0 else 2.2 if number % 2 == 0 else 1.5
        yield Polyline((Point(x, _GAUGE.y - 1), Point(x, _GAUGE.y - 1 - length)))


def _scale_labels() -> Iterator[_Label]:
    for number, kerf in _ticks():
        if number % 4 == 0:
            yield _Label(f"{kerf:g}", Point(_scale_at(kerf), _GAUGE.y - 4.8))
    yield _Label("kerf, mm", Point(_scale_at(_MOST_KERF / 2), _GAUGE.y - 8), _TEXT)
    yield _Label("push the bars to the left", Point(_GAUGE.x + 20, _GAUGE.y - 3), _TEXT)


def _slots(material: Material, kerf: float) -> list[float]:
    """Return by how much slots are wider than the material, in mm; none where it is too thin to stand in one."""
    thin = material.thickness <= FOLDS
    return [] if thin else [off for off in _OFF if material.thickness + off >= kerf + _OPEN]


def _comb(thickness: float, slots: Sequence[float], kerf: float) -> Iterator[Ring]:
    """Yield the comb and the strip, grown by half a kerf."""
    points, x = [Point(0, 0)], 0.0
    for off in slots:
        slot = thickness + off
        x += _TOOTH
        points += [Point(x, 0), Point(x, _DEEP), Point(x + slot, _DEEP), Point(x + slot, 0)]
        x += slot
    points += [Point(x + _TOOTH, 0), Point(x + _TOOTH, _COMB), Point(0, _COMB)]
    left = x + _TOOTH + _APART
    strip = Rect(left, 0, _STRIP, _COMB).corners
    for ring in (clockwise(points), clockwise(strip)):
        yield offset_polygon(ring, [kerf / 2] * len(ring))


def _comb_labels(thickness: float, slots: Sequence[float], top: float) -> Iterator[_Label]:
    x = 10.0
    for off in slots:
        x += _TOOTH
        yield _Label(f"{off:+g}" if off else "0", Point(x + (thickness + off) / 2, top + _DEEP + 4), _TEXT)
        x += thickness + off
    yield _Label("mm wider than the material", Point(10 + (x - 10 + _TOOTH) / 2, top + _COMB - 2.2), _TEXT)
    yield _Label(f"{thickness:g} mm", Point(x + _TOOTH + _APART + _STRIP / 2, top + _COMB / 2 + 1), _TEXT)


def _coupon_labels(coupon: Rect) -> Iterator[_Label]:
    heads = ("fill", *(f"{spacing:g}" for _, spacing in HATCHES), "line")
    for column, head in enumerate(heads):
        yield _Label(head, Point(_cell(coupon, 0, column).centre.x, coupon.y + 4), _TEXT)
    for row in range(_ROWS):
        cell = _cell(coupon, row, 0)
        yield _Label(f"{row + 1}", Point(coupon.x + _ROOM / 2 + 0.5, cell.centre.y + 1), _TEXT)


def _cell(coupon: Rect, row: int, column: int) -> Rect:
    return Rect(coupon.x + _ROOM + column * _STEP, coupon.y + 6 + row * _STEP, _CELL, _CELL)


def _trials(coupon: Rect) -> Iterator[Trial]:
    """Yield the rows of the coupon: a filled cell, the hatches of beeprint's tones, and a line."""
    for row in range(_ROWS):
        first, *hatched, last = (_cell(coupon, row, column) for column in range(len(HATCHES) + 2))
        lines = [Polyline(clockwise(cell.corners), True) for cell in (*hatched, last)]
        for cell, (_, spacing) in zip(hatched, HATCHES, strict=True):
            square = shapely.box(cell.x, cell.y, cell.right, cell.bottom)
            lines += [Polyline(tuple(Point(x, y) for x, y in line)) for line in planar.hatch(square, spacing)]
        yield Trial(f"Row {row + 1}", tuple(lines), (Area((clockwise(first.corners),)),))


def _written(labels: tuple[_Label, ...], fonts: Fonts) -> Iterator[Mark]:
    for label in labels:
        style = Style("source-sans", "regular", label.size, label.size, paint=Solid(BLACK))
        width = text_width(fonts, label.text, style)
        yield line_run(fonts, label.text, style, label.at.x - width / 2, label.at.y)


def _shifted(ring: Ring, x: float, y: float) -> Ring:
    return tuple(Point(p.x + x, p.y + y) for p in ring)
