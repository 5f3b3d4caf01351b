"""Hatching in little ink: what a large fill meant is told by lines that stay in the shape and cost little."""

from __future__ import annotations

import io
import math
from itertools import pairwise
from pathlib import Path

import pytest
import svgelements
from PIL import ImageChops, ImageStat

from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import IDENTITY, Affine, Rect, ellipse, rectangle, rotate, scale
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Symbol, group, path_mark, use
from beeprint.drawing.drawing import Solid as Fill
from beeprint.drawing.fonts import Fonts
from beeprint.sheet.playtest import LowInk
from engines import by_pdfium, by_resvg, write_pdf

BOX = Rect(0, 0, 40, 40)
#: As many pixels for one, each way, tell how dark a square is.
FEW = 4
# The colours that the built-in games tell things by, and the directions of engravers of arms.
DIRECTIONS = {
    "#d55e00": {90},  # vermillion
    "#b3202a": {90},
    "#0072b2": {0},
    "#56b4e9": {0},
    "#009e73": {45},
    "#4e8b57": {45},
    "#cc79a7": {135},
    "#4b1d4d": {135},
    "#333333": {0, 90},
    "#5f6770": {0, 90},
}


def colour(text: str) -> Colour:
    value = parse(text)
    assert value is not None
    return value


def drawn(fill: str, at: Affine = IDENTITY, box: Rect = BOX) -> Drawing:
    """Return a square of 40 mm in little ink, drawn apart and placed on the face."""
    square = Symbol.of([path_mark(rectangle(at.inverse().rect(box)), Fill(colour(fill)))])
    return Drawing(box, (use(LowInk().symbol(Symbol.of([group([use(square)], at)]))),))


def lines(drawing: Drawing) -> list[tuple[float, float]]:
    """Return each line's direction in degrees, clockwise from level, and its distance from the middle of the square."""
    lines = []
    document = svgelements.SVG.parse(io.StringIO(svg.write(drawing, Fonts(Path))), ppi=25.4)
    for path in document.elements(lambda part: isinstance(part, svgelements.Path)):
        points = [(segment.start, segment.end) for segment in path if isinstance(segment, svgelements.Line)]
        closed = any(isinstance(segment, svgelements.Close) for segment in path)  # the edge of the square
        for start, end in () if closed else points:
            angle = math.degrees(math.atan2(end.y - start.y, end.x - start.x)) % 180
            turn = math.radians(angle)
            lines.append((round(angle) % 180, (start.x - 20) * math.sin(turn) - (start.y - 20) * math.cos(turn)))
    return lines


@pytest.mark.parametrize("fill", DIRECTIONS)
def test_a_hue_has_its_direction_however_its_shape_is_turned(fill: str) -> None:
    for at in (IDENTITY, rotate(90), rotate(180), scale(0.2), scale(-1, 1)):
        assert {angle for angle, _ in lines(drawn(fill, at))} == DIRECTIONS[fill]


def test_yellow_is_dotted_and_pale_fills_are_paper() -> None:
    dotted = by_resvg(svg.write(drawn("#e69f00"), Fonts(Path))).convert("L").crop((6, 6, 110, 110))
    shares = [ImageStat.Stat(dotted.crop((0, y, 104, y + 1))).mean[0] for y in range(104)]
    assert min(shares) < max(shares) - 5 and max(shares) > 253  # rows of dots, and rows without
    for pale in ("#fff8e7", "#ffffff", "#c9e4b4", "#e8d9c0"):
        assert not lines(drawn(pale))


def test_the_darker_the_closer() -> None:
    def distance(fill: str) -> float:
        offsets = sorted(offset for _, offset in lines(drawn(fill)))
        steps = [b - a for a, b in pairwise(offsets)]
        assert max(steps) - min(steps) < 0.005  # coordinates are rounded to 0.001
        return steps[0]

    assert distance("#003050") < 0.8 * distance("#0072b2") < 0.8 * 0.8 * distance("#56b4e9")


def test_hatching_stays_in_its_shape_and_all_engines_draw_it(tmp_path: Path, fonts: Fonts) -> None:
    blot = path_mark(ellipse(20, 20, 12, 12), Fill(colour("#0072b2")))
    drawing = Drawing(Rect(0, 0, 39.957, 39.957), (use(LowInk().symbol(Symbol.of([blot]))),))
    write_pdf(tmp_path / "blot.pdf", [drawing], fonts)
    for picture in (by_resvg(svg.write(drawing, fonts)), next(by_pdfium(tmp_path / "blot.pdf"))):
        ink = ImageChops.invert(picture.convert("L"))
        left, top, right, bottom = (
            value * 40 / picture.width for value in ink.point(lambda v: 255 * (v > 8)).getbbox()
        )
        assert min(left, top) == pytest.approx(8, abs=0.4) and max(right, bottom) == pytest.approx(32, abs=0.4)
        middle = ink.crop(tuple(round(value * picture.width / 40) for value in (14, 14, 26, 26)))
        assert 2 < ImageStat.Stat(middle).mean[0] < 0.1 * 255
    assert (tmp_path / "blot.pdf").stat().st_size < 3000


def test_two_colours_that_a_grey_print_confuses_are_told_apart() -> None:
    """A red and a green of one lightness have one grey; their hatchings differ by more than a shade."""
    red, green = (by_resvg(svg.write(drawn(fill), Fonts(Path)), FEW).convert("L") for fill in ("#c0504d", "#3f8f3f"))
    assert abs(ImageStat.Stat(red).mean[0] - ImageStat.Stat(green).mean[0]) < 6
    assert ImageStat.Stat(ImageChops.difference(red, green)).mean[0] > 6


def test_a_dark_square_takes_a_fifth_of_its_ink_at_most() -> None:
    for fill in ("#333333", "#4b1d4d", "#0072b2", "#f5c710"):
        low = ImageStat.Stat(by_resvg(svg.write(drawn(fill), Fonts(Path)), FEW)).mean
        assert sum(255 - value for value in low) < 0.2 * sum(255 - value for value in colour(fill)), fill


def test_the_hole_of_an_even_odd_fill_stays_clear() -> None:
    ring = path_mark(rectangle(BOX) + rectangle(Rect(10, 10, 20, 20)), Fill(colour("#0072b2")), even_odd=True)
    drawing = Drawing(BOX, (use(LowInk().symbol(Symbol.of([ring]))),))
    image = by_resvg(svg.write(drawing, Fonts(Path)), 3)
    across, down = image.width // 4, image.height // 4
    hole = image.crop((across + 2, down + 2, 3 * across - 2, 3 * down - 2))
    assert ImageStat.Stat(hole.convert("L")).extrema == [(255, 255)]
    assert ImageStat.Stat(image.crop((2, 2, across - 2, 4 * down - 2)).convert("L")).mean[0] < 253
