"""Draw the two sides of the sheet by which a printer is measured, to read against the light."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beeprint.base.colour import BLACK
from beeprint.base.geometry import Point, Rect, ellipse, line, translate
from beeprint.base.printer import Flip
from beeprint.draw.drawing import Drawing, Layer, Mark, Solid, Stroke, group, path_mark
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import Style, compose, line_run, text_width
from beeprint.sheet.impose import mirroring
from beeprint.sheet.papers import Paper
from beeprint.sheet.verniers import RIM, ROW, STEP, TICKS, Ruler, Vernier, rulers, verniers

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
    for one in verniers(box):
        front += _front(one, fonts)
        back += (_tick(one, one.back(k, mirror), _flipped(one, flip)) for k in range(-TICKS, TICKS + 1))
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


def _flipped(one: Vernier, flip: Flip) -> int:
    """Return in which direction the ticks of a vernier point to the paper's edge on the back."""
    turned = (one.axis == "y") == (flip == "long")
    return -one.out if turned else one.out


def _tick(one: Vernier, at: Point, out: int) -> Mark:
    """Draw a tick of the back, which begins beyond the line where it meets the front's, and points inwards."""
    start, end = out * _OVER, -out * _AWAY
    if one.axis == "x":
        return path_mark(line((at.x, at.y + start), (at.x, at.y + end)), None, _PEN, Layer.GUIDE)
    return path_mark(line((at.x + start, at.y), (at.x + end, at.y)), None, _PEN, Layer.GUIDE)


def _front(one: Vernier, fonts: Fonts) -> Iterator[Mark]:
    """Draw a scale of the front: ticks that point outwards, their numbers in mm, and its letter towards the middle."""
    for k in range(-TICKS, TICKS + 1):
        at = one.front(k)
        long = _LONG[0 if k % 5 else 1] * one.out
        end = (at.x, at.y + long) if one.axis == "x" else (at.x + long, at.y)
        yield path_mark(line(at, end), None, _PEN, Layer.GUIDE)
        if k % 5 == 0:
            yield _number(one, f"{k * STEP:.1f}".replace("-", "\u2212") if k else "0", at, fonts)
    first, last = one.front(0), one.front(TICKS)
    end, sign = (last, 1) if one.letter in "ACEF" else (first, -1)
    width = text_width(fonts, one.letter, _LETTER)
    across, down = (sign * 7, one.out * ROW / 2) if one.axis == "x" else (one.out * ROW / 2, sign * 7)
    yield line_run(fonts, one.letter, _LETTER, end.x + across - width / 2, end.y + down + 1.6)


def _number(one: Vernier, text: str, at: Point, fonts: Fonts) -> Mark:
    width, away = text_width(fonts, text, _NUMBER), _LONG[1] + 1.2
    if one.axis == "x":
        # A minus sign hangs over, so that the digits stand at the tick.
        hang = text_width(fonts, "\u2212", _NUMBER) if text.startswith("\u2212") else 0
        return line_run(fonts, text, _NUMBER, at.x - (width + hang) / 2, at.y + (away + 1.6 if one.out > 0 else -away))
    x = at.x + away if one.out > 0 else at.x - away - width
    return line_run(fonts, text, _NUMBER, x, at.y + 0.8)


def _ruler(one: Ruler, fonts: Fonts) -> Iterator[Mark]:
    """Draw a line to measure, with a tick at either end, its letter and its length."""
    a, b = one.ends
    yield path_mark(line(a, b), None, _PEN, Layer.GUIDE)
    x, y = (0.0, 2.5) if one.axis == "x" else (2.5, 0.0)
    for end in (a, b):
        yield path_mark(line((end.x - x, end.y - y), (end.x + x, end.y + y)), None, _PEN, Layer.GUIDE)
    letter = line_run(fonts, one.letter, _LETTER, 0, 0)
    size = line_run(fonts, f"{one.length:g} mm", _NUMBER, text_width(fonts, one.letter, _LETTER) + 1, 0)
    yield group((letter, size), translate(a.x + 6, a.y - 1.5) if one.axis == "x" else translate(b.x - 16.5, b.y - 6))


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
