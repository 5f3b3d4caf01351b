"""Draw the sheet by which a printer is measured, and work out from readings what the printer does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from beeprint.base.colour import BLACK
from beeprint.base.geometry import Affine, Point, Rect, ellipse, line, translate
from beeprint.base.printer import Flip, Printer
from beeprint.drawing.drawing import Drawing, Layer, Mark, Solid, Stroke, group, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, compose, line_run, text_width
from beeprint.sheet.impose import mirroring
from beeprint.sheet.spec import Paper

# Verniers: pairs of scales on the two sides of a sheet, by which backs are measured, and what follows from readings.
#
# A scale on the front and one on the back have ticks a tenth of a mm more or less far apart. Where the tick of a number
# meets that of the same number on the other side, the back is off by as many tenths: the principle of Pierre Vernier
# (1631).


#: The distance of ticks on the front and the step of a vernier, in mm, and its greatest number. Ticks are farther apart
#: than all that a vernier measures, so that only those of one number ever meet.
PITCH, STEP, TICKS = 3.1, 0.1, 15
#: Negative numbers are in a row of their own, this far outside the other one, in mm.
ROW = 16.0
#: How far the outer rows are from the edges of the paper, and the first ticks from its corners, in mm.
RIM, CORNER = 23.0, (20.0, 52.0)
#: How much a reading may differ from what all of them say together, in mm: more than half a step is a slip somewhere.
SLIP = 0.09


class Vernier(NamedTuple):
    """A pair of scales: its letter, the direction that it measures, and where the first tick of its outer row is.

    Ticks on the front point to the paper's edge: up or left if `out` is -1, down or right if it is 1.
    """

    letter: str
    axis: Literal["x", "y"]
    start: Point
    out: int

    def front(self, number: float) -> Point:
        """Return where a tick meets the line of its row on the front, in mm of the page."""
        along, away = (number + TICKS) * PITCH if number < 0 else number * PITCH, 0.0 if number < 0 else -self.out * ROW
        across, down = (along, away) if self.axis == "x" else (away, along)
        return Point(self.start.x + across, self.start.y + down)

    def back(self, number: float, mirror: Affine) -> Point:
        """Return where it does so on the back, in mm of that page; `mirror` maps a place to the one behind it."""
        x, y = mirror.point(*self.front(number))
        off = number * STEP
        return Point(x - off, y) if self.axis == "x" else Point(x, y - off)


class Ruler(NamedTuple):
    """A line whose printed length gives the scale: its letter, its direction, its middle and its length in mm."""

    letter: str
    axis: Literal["x", "y"]
    middle: Point
    length: float

    @property
    def ends(self) -> tuple[Point, Point]:
        """Return where it starts and ends."""
        half, (x, y) = self.length / 2, self.middle
        if self.axis == "x":
            return Point(x - half, y), Point(x + half, y)
        return Point(x, y - half), Point(x, y + half)


def verniers(paper: Rect) -> tuple[Vernier, ...]:
    """Return the verniers of an upright paper: A to D measure to the right, E to H down, each at the four corners."""
    left, right = CORNER[0], paper.width - CORNER[0] - TICKS * PITCH
    top, bottom = CORNER[1], paper.height - CORNER[1] - TICKS * PITCH
    far, low = paper.width - RIM, paper.height - RIM
    return (
        Vernier("A", "x", Point(left, RIM), -1),
        Vernier("B", "x", Point(right, RIM), -1),
        Vernier("C", "x", Point(left, low), 1),
        Vernier("D", "x", Point(right, low), 1),
        Vernier("E", "y", Point(RIM, top), -1),
        Vernier("F", "y", Point(far, top), 1),
        Vernier("G", "y", Point(RIM, bottom), -1),
        Vernier("H", "y", Point(far, bottom), 1),
    )


def rulers(paper: Rect) -> tuple[Ruler, Ruler]:
    """Return the lines to measure on an upright paper, J across and K down, as long as whole 10 mm allow."""
    across = math.floor((paper.width - 2 * 20) / 10) * 10
    down = math.floor((paper.height - 2 * CORNER[1]) / 10) * 10
    at = paper.height - CORNER[1] - TICKS * PITCH - 15
    return (
        Ruler("J", "x", Point(paper.width / 2, at), across),
        Ruler("K", "y", Point(paper.width - RIM - ROW - 12, paper.height / 2), down),
    )


class Found(Struct, frozen=True):
    """What readings say: a printer, and by how much each vernier's reading differs from that, in mm."""

    printer: Printer
    off: Mapping[str, float]


def measured(name: str, readings: Mapping[str, float], paper: Rect, flip: Flip, named: str) -> Found:
    """Return the printer that explains the readings best, by least squares.

    `readings` are in mm: what the verniers A to H say, and how long the lines J and K are. Where some are missing, the
    rest counts as true: the scale, that of the back, or the turn. ValueError where no vernier measures a direction.
    """
    known = [(vernier, readings[vernier.letter]) for vernier in verniers(paper) if vernier.letter in readings]
    lacking = {"x": "A, B, C or D", "y": "E, F, G or H"}
    for axis, letters in lacking.items():
        if not any(vernier.axis == axis for vernier, _ in known):
            raise ValueError(f"a reading of {letters} is missing")
    mirror = mirroring(paper, flip)
    rows, values = [], []
    for vernier, reading in known:
        # The displacement is that of the point of the back which now lies behind the tick, about the paper's middle.
        x, y = vernier.back(reading / STEP, mirror)
        x, y = x - paper.centre.x, y - paper.centre.y
        rows.append((1.0, 0.0, -y, x, 0.0) if vernier.axis == "x" else (0.0, 1.0, x, 0.0, y))
        values.append(reading)
    solution = _least_squares(rows, values)
    right, down, turn, wide, high = solution
    off = {
        vernier.letter: value - sum(a * b for a, b in zip(row, solution, strict=True))
        for (vernier, value), row in zip(known, rows, strict=True)
    }
    lengths = {
        ruler.axis: 100 * readings[ruler.letter] / ruler.length for ruler in rulers(paper) if ruler.letter in readings
    }
    across, along = lengths.get("x", lengths.get("y", 100.0)), lengths.get("y", lengths.get("x", 100.0))
    upright = math.sqrt(1 - turn**2)  # a turn makes what is measured along the axes shorter
    printer = Printer(
        name=name,
        shift=(round(right, 2) + 0.0, round(down, 2) + 0.0),
        turn=round(math.degrees(math.asin(turn)), 3) + 0.0,
        scale=(round(across, 2), round(along, 2)),
        back_scale=(round(100 * (1 + wide) / upright, 2), round(100 * (1 + high) / upright, 2)),
        flip=flip,
        paper=named,
    )
    return Found(printer, off)


def compose_errors(first: Printer, more: Printer) -> Printer:
    """Return a printer whose pages, corrected for `first`, came out as `more` says: both together."""
    there = more.misprint("back", Rect(0, 0, 0, 0), more.flip)
    sign = 1 if first.flip == more.flip else -1
    x, y = there.point(sign * first.shift[0], sign * first.shift[1])
    return Printer(
        name=more.name,
        shift=(round(x, 2) + 0.0, round(y, 2) + 0.0),
        turn=round(first.turn + more.turn, 3) + 0.0,
        scale=_product(first.scale, more.scale),
        back_scale=_product(first.back_scale, more.back_scale),
        flip=more.flip,
        paper=more.paper,
    )


def _product(first: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return round(first[0] * other[0] / 100, 2), round(first[1] * other[1] / 100, 2)


def _least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> tuple[float, ...]:
    """Return the shift, turn and growth for which the rows differ least from the values.

    Where the rows do not tell all of them apart, growth counts as 0, then the turn too.
    """
    import numpy as np  # loads slowly, and only this needs it

    table = np.array(rows)
    for unknown in (5, 3, 2):
        part = table[:, :unknown]
        if np.linalg.matrix_rank(part) == unknown:
            break
    solution = np.linalg.lstsq(part, np.array(values), rcond=None)[0]
    return (*(float(value) for value in solution), *(0.0 for _ in range(5 - unknown)))


# In mm: the width of ticks; the lengths of ordinary and of fifth ticks on the front; how far ticks of the back reach
# over the line along which they meet, and away from it.
_WIDTH, _LONG, _OVER, _AWAY = 0.18, (4.0, 5.5), 1.5, 5.0
_NUMBER = Style("source-sans", "regular", 6.5, 6.5)
_LETTER = Style("source-sans", "bold", 13, 13)
_TITLE = Style("source-sans", "bold", 17, 17)
_TEXT = Style("source-sans", "regular", 9.5, 9.5, leading=1.28)
_COMMAND = Style("source-sans", "semibold", 9.5, 9.5)
_SMALL = Style("source-sans", "regular", 8, 8, leading=1.25)
_PEN = Stroke(Solid(BLACK), _WIDTH, "butt")
_THIN = Stroke(Solid(BLACK, 0.6), 0.12, "butt")
#: The middle of the target above the lower edge, and its largest ring, in mm.
_TARGET, _RINGS = 68.0, 10

#: What a printer is called in the sheet's examples.
_NAME = "study"
_FAR = (
    "If no lines meet anywhere, turn the sheet, its back towards you, and see",
    "where the cross lies: the rings are a millimetre apart. Keep that, such as",
    "--save rough --shift 3,-2 for 3 mm to the right and 2 mm up,",
    "and print this sheet again, with --printer rough.",
)
_BACK = ("Back. If the front is not behind this, print", "on both sides, flipped on the {edge} edge.")
_HOW = (
    "**1** Print this file on both sides, flipped on the {edge} edge, at 100 % (actual size, never “fit”), on the "
    "paper and with the settings you use for cards.",
    "**2** Hold the sheet against the light, this side towards you. The short lines on the back shine through. At each "
    "of the letters A to H, find the pair of lines that run straight into each other, and write its number down.",
    "**3** With a ruler, measure the lines J and K from tick to tick, to a quarter of a millimetre if you can.",
    "**4** Type what you found (leave out what you cannot read):",
    "**5** From now on, add **--printer {name}** when you build. To check it, print this sheet once more, corrected; "
    "A to H should then read 0:",
)


def calibration(paper: Paper, flip: Flip, fonts: Fonts, printer: str = "") -> tuple[Drawing, Drawing]:
    """Draw the front and the back for an upright paper, flipped on an edge.

    `printer` is the one that the sheet will be corrected for, to check it.
    """
    box = paper.box()
    mirror = mirroring(box, flip)
    front: list[Mark] = []
    back: list[Mark] = []
    for vernier in verniers(box):
        front += _front(vernier, fonts)
        back += (_tick(vernier, vernier.back(k, mirror), _flipped(vernier, flip)) for k in range(-TICKS, TICKS + 1))
    for ruler in rulers(box):
        front += _ruler(ruler, fonts)
    target = Point(paper.width / 2, paper.height - _TARGET)
    front += _target(target, fonts)
    back += _cross(mirror.point(*target))
    front += _words(paper, flip, fonts, printer)
    # Between the scales, where the front has nothing that it would shine through.
    x, y = mirror.point(paper.width / 2, paper.height - RIM)
    for line_number, said in enumerate(_BACK):
        words = said.format(edge=flip)
        back.append(line_run(fonts, words, _SMALL, x - text_width(fonts, words, _SMALL) / 2, y + 3.6 * line_number))
    return Drawing(box, tuple(front)), Drawing(box, tuple(back))


def _flipped(vernier: Vernier, flip: Flip) -> int:
    """Return in which direction the ticks of a vernier point to the paper's edge on the back."""
    turned = (vernier.axis == "y") == (flip == "long")
    return -vernier.out if turned else vernier.out


def _tick(vernier: Vernier, at: Point, out: int) -> Mark:
    """Draw a tick of the back, which begins beyond the line where it meets the front's, and points inwards."""
    start, end = out * _OVER, -out * _AWAY
    if vernier.axis == "x":
        return path_mark(line((at.x, at.y + start), (at.x, at.y + end)), None, _PEN, Layer.GUIDE)
    return path_mark(line((at.x + start, at.y), (at.x + end, at.y)), None, _PEN, Layer.GUIDE)


def _front(vernier: Vernier, fonts: Fonts) -> Iterator[Mark]:
    """Draw a scale of the front: ticks that point outwards, their numbers in mm, and its letter towards the middle."""
    for k in range(-TICKS, TICKS + 1):
        at = vernier.front(k)
        long = _LONG[0 if k % 5 else 1] * vernier.out
        end = (at.x, at.y + long) if vernier.axis == "x" else (at.x + long, at.y)
        yield path_mark(line(at, end), None, _PEN, Layer.GUIDE)
        if k % 5 == 0:
            yield _number(vernier, f"{k * STEP:.1f}".replace("-", "\u2212") if k else "0", at, fonts)
    first, last = vernier.front(0), vernier.front(TICKS)
    end, sign = (last, 1) if vernier.letter in "ACEF" else (first, -1)
    width = text_width(fonts, vernier.letter, _LETTER)
    across, down = (sign * 7, vernier.out * ROW / 2) if vernier.axis == "x" else (vernier.out * ROW / 2, sign * 7)
    yield line_run(fonts, vernier.letter, _LETTER, end.x + across - width / 2, end.y + down + 1.6)


def _number(vernier: Vernier, text: str, at: Point, fonts: Fonts) -> Mark:
    width, away = text_width(fonts, text, _NUMBER), _LONG[1] + 1.2
    if vernier.axis == "x":
        # A minus sign hangs over, so that the digits stand at the tick.
        hang = text_width(fonts, "\u2212", _NUMBER) if text.startswith("\u2212") else 0
        return line_run(
            fonts, text, _NUMBER, at.x - (width + hang) / 2, at.y + (away + 1.6 if vernier.out > 0 else -away)
        )
    x = at.x + away if vernier.out > 0 else at.x - away - width
    return line_run(fonts, text, _NUMBER, x, at.y + 0.8)


def _ruler(ruler: Ruler, fonts: Fonts) -> Iterator[Mark]:
    """Draw a line to measure, with a tick at either end, its letter and its length."""
    a, b = ruler.ends
    yield path_mark(line(a, b), None, _PEN, Layer.GUIDE)
    x, y = (0.0, 2.5) if ruler.axis == "x" else (2.5, 0.0)
    for end in (a, b):
        yield path_mark(line((end.x - x, end.y - y), (end.x + x, end.y + y)), None, _PEN, Layer.GUIDE)
    letter = line_run(fonts, ruler.letter, _LETTER, 0, 0)
    size = line_run(fonts, f"{ruler.length:g} mm", _NUMBER, text_width(fonts, ruler.letter, _LETTER) + 1, 0)
    yield group((letter, size), translate(a.x + 6, a.y - 1.5) if ruler.axis == "x" else translate(b.x - 16.5, b.y - 6))


def _target(at: Point, fonts: Fonts) -> Iterator[Mark]:
    """Draw rings a millimetre apart, on which a cross of the back shows at first sight how far off it is."""
    for radius in range(1, _RINGS + 1):
        yield path_mark(ellipse(at.x, at.y, radius, radius), None, _PEN if radius % 5 == 0 else _THIN, Layer.GUIDE)
    for number, text in enumerate(_FAR):
        x, y = at.x - text_width(fonts, text, _NUMBER) / 2, at.y + 16.5 + 3.2 * number
        yield line_run(fonts, text, _NUMBER, x, y)


def _cross(at: Point) -> Iterator[Mark]:
    for x, y in ((13, 0), (0, 13)):
        yield path_mark(line((at.x - x, at.y - y), (at.x + x, at.y + y)), None, _PEN, Layer.GUIDE)


def _words(paper: Paper, flip: Flip, fonts: Fonts, printer: str) -> Iterator[Mark]:
    """Set the title, what to do, and the command to type with room for the readings."""
    left, right = RIM + ROW + 11, min(paper.width - RIM - ROW - 17, RIM + ROW + 131)
    y = RIM + ROW + 13
    yield line_run(fonts, f"Is {printer} true now?" if printer else "How true is this printer?", _TITLE, left, y)
    kind = f"{paper.title}, {paper.width:g} x {paper.height:g} mm, flipped on the {flip} edge"
    yield line_run(fonts, kind, _SMALL, left, y + 5.5)
    y += 9.5
    for number, text in enumerate(_HOW, start=1):
        block = compose(fonts, text.format(edge=flip, name=printer or _NAME), _TEXT, Rect(left, y, right - left, 60))
        yield group(block.runs)
        y += block.box.height + 2.2
        if number == 2:
            yield group(_example(fonts), translate(left + 4, y + 8))
            y += 17
        if number == 4:
            command = f"beeprint calibrate --save {printer or _NAME}"
            options = f"--paper {paper.name} --flip {flip} --read"
            said = [command, f"--printer {printer} {options}"] if printer else [f"{command} {options}"]
            yield from _form(left, right, y + 2, said, fonts)
            y += 15 + 4.5 * len(said)
    yield line_run(fonts, f"beeprint calibrate --printer {printer or _NAME}", _COMMAND, left, y + 2)


def _example(fonts: Fonts) -> Iterator[Mark]:
    """Draw what a reader sees at a scale, enlarged: ticks that part more and more on either side of those that meet."""
    pitch, seen, met = 5.0, 9, 4
    grey = Stroke(Solid(BLACK, 0.45), 0.5, "butt")
    ink = Stroke(Solid(BLACK), 0.35, "butt")
    for k in range(seen):
        x, behind = k * pitch, k * pitch + (k - met) * -0.45
        yield path_mark(line((x, 0), (x, -5 if k % 5 else -6)), None, ink, Layer.GUIDE)
        yield path_mark(line((behind, 1), (behind, 6)), None, grey, Layer.GUIDE)
    yield path_mark(ellipse(met * pitch, 0.2, 1.9, 7.5), None, Stroke(Solid(BLACK), 0.25), Layer.GUIDE)
    for text, x in (("0", 0.0), ("0.5", 5 * pitch)):
        yield line_run(fonts, text, _NUMBER, x - text_width(fonts, text, _NUMBER) / 2, -6.8)
    for text, y in (
        ("Here the lines at 0.4 meet: the", -1.5),
        ("reading is 0.4. Numbers below 0 are", 2.3),
        ("in the outer row of each letter.", 6.1),
    ):
        yield line_run(fonts, text, _SMALL, seen * pitch + 2, y)


def _form(left: float, right: float, y: float, command: Sequence[str], fonts: Fonts) -> Iterator[Mark]:
    """Draw a command in one or more lines, with a line to write on after each letter."""
    for index, text in enumerate(command):
        yield line_run(fonts, text, _COMMAND, left, y + 4.5 * index)
    y += 4.5 * (len(command) - 1)
    letters = "ABCDEFGHJK"
    cell = (right - left) / 5
    for index, letter in enumerate(letters):
        x, below = left + index % 5 * cell, y + 7 + 7 * (index // 5)
        text = f"{letter}="
        end = x + cell - (0 if letter == "K" else 2.2)
        start = x + text_width(fonts, text, _COMMAND) + 0.3
        yield line_run(fonts, text, _COMMAND, x, below)
        yield path_mark(line((start, below + 0.5), (end - 1.2, below + 0.5)), None, _THIN, Layer.GUIDE)
        if letter != "K":
            yield line_run(fonts, ",", _COMMAND, end - 0.9, below)
