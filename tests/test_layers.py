"""Pictures drawn from layers: they show what one drawing of all marks would, for less work."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from beeprint import pipeline
from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import MM_PER_INCH, Rect, ellipse, rectangle, rotate, scale, translate
from beeprint.base.geometry import Path as Outline
from beeprint.base.options import Options
from beeprint.drawing import layers, raster, svg
from beeprint.drawing.drawing import Drawing, Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.drawing.fonts import Fonts
from beeprint.outputs.shared import Checked
from cases import spread
from small_game import small_game

BOX = Rect(0, 0, 400, 300)
RED, BLUE = Solid(Colour(200, 30, 20)), Solid(Colour(20, 40, 190), 0.4)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checked]:
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(tmp_path_factory.mktemp("layers"))
        small_game(Path("mine"))
        yield pipeline.check(Path("mine"), Options())


@pytest.fixture
def fonts(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> Fonts:
    """Return the fonts of a game, with no layer kept yet."""
    layers.forget(checked.fonts)
    return checked.fonts


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the pixels of each canvas that resvg draws, as they come."""
    pixels: list[int] = []
    draw: Callable[[str, float], bytes] = raster.draw

    def counted(text: str, dpi: float) -> bytes:
        data = draw(text, dpi)
        with Image.open(io.BytesIO(data)) as image:
            pixels.append(image.width * image.height)
        return data

    monkeypatch.setattr(raster, "draw", counted)
    return pixels


def at_once(drawing: Drawing, fonts: Fonts, dpi: float) -> Image.Image:
    return Image.open(io.BytesIO(raster.draw(svg.write(drawing, fonts), dpi))).convert("RGBA")


def spots(picture: Image.Image, other: Image.Image, levels: int) -> int:
    """Count the pixels that look different on white by more than so many levels."""
    assert picture.size == other.size
    seen = []
    for image in (picture, other):
        ground = Image.new("RGBA", image.size, "white")
        ground.alpha_composite(image.convert("RGBA"))
        seen.append(ground.convert("RGB"))
    bands = ImageChops.difference(*seen).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(most.histogram()[levels + 1 :])


def disc(x: float, y: float, radius: float) -> Outline:
    return ellipse(x, y, radius, radius)


def star(at: float) -> list[Mark]:
    """Return art that reaches far beyond the picture, and is clipped to a disc in it."""
    rays = [path_mark(rectangle(Rect(-900, -4, 1800, 8)), RED if turn % 20 else BLUE) for turn in range(0, 180, 10)]
    turned = [group([ray], rotate(10 * number)) for number, ray in enumerate(rays)]
    return [group([group(turned, translate(at, 120))], clip=disc(at, 120, 60))]


PICTURES: dict[str, list[Mark]] = {
    "a ground, and marks over each other": [
        path_mark(rectangle(BOX), RED),
        *(path_mark(disc(60 + 13.3 * n, 100 + 7.7 * n, 50), BLUE) for n in range(9)),
    ],
    "clips in clips": [group([*star(150.4), path_mark(disc(190, 120, 30), BLUE)], clip=disc(150.5, 125, 49))],
    "a group that is seen through": [
        path_mark(rectangle(Rect(20.3, 20.7, 200, 200)), RED),
        group([path_mark(disc(150 + 30 * n, 120, 70), Solid(BLACK)) for n in range(4)], opacity=0.3),
    ],
    "lines thinner than a pixel": [
        path_mark(disc(200, 150, 20 + 9.1 * n), None, Stroke(Solid(BLACK), 0.2)) for n in range(12)
    ],
    "symbols, turned and small": [
        use(Symbol.of(star(0)), translate(80 * n, 50 * n) @ rotate(31 * n) @ scale(0.5)) for n in range(5)
    ],
    "a clip of nothing": [path_mark(disc(90, 90, 80), RED), group([path_mark(disc(90, 90, 80), BLUE)], clip=())],
}


@pytest.mark.parametrize(
    ("name", "dpi"),
    spread(itertools.product(PICTURES, [MM_PER_INCH, 31.7]), lambda case: case[1] != MM_PER_INCH),
)
def test_layers_show_what_one_drawing_does(name: str, dpi: float, fonts: Fonts) -> None:
    drawing = Drawing(BOX, tuple(PICTURES[name]))
    picture, other = layers.picture(drawing, fonts, dpi), at_once(drawing, fonts, dpi)
    # An edge that lies just between two of the sixteen parts of a pixel's side may fall into the other one.
    assert spots(picture, other, 2) < 0.005 * picture.width * picture.height
    assert spots(picture, other, 16) < 0.0001 * picture.width * picture.height


def test_faces_of_a_game_look_the_same(checked: Checked, fonts: Fonts) -> None:
    for face in checked.faces.values():
        picture, other = layers.picture(face.drawing, fonts, 150), at_once(face.drawing, fonts, 150)
        assert spots(picture, other, 2) < 0.0005 * picture.width * picture.height
        assert spots(picture, other, 16) < 0.0001 * picture.width * picture.height


def test_what_was_drawn_before_changes_no_pixel(fonts: Fonts) -> None:
    drawings = [Drawing(BOX, (*star(120), *star(260), *PICTURES[name])) for name in PICTURES]
    alone = []
    for drawing in drawings:
        layers.forget(fonts)
        alone.append(layers.picture(drawing, fonts, MM_PER_INCH).tobytes())
    after = {number: layers.picture(drawings[number], fonts, MM_PER_INCH).tobytes() for number in (5, 3, 0, 4, 2, 1)}
    assert [after[number] for number in range(6)] == alone


def test_what_lies_on_an_opaque_ground_has_the_levels_of_alpha(fonts: Fonts) -> None:
    over = [path_mark(disc(60 + 23 * n, 90 + 11 * n, 70), Solid(Colour(9 * n, 200, 30), 0.1 * n)) for n in range(1, 9)]
    ground = path_mark(rectangle(BOX), RED)
    shown = layers.picture(Drawing(BOX, (ground, group(over, clip=disc(200, 150, 140)))), fonts, MM_PER_INCH)
    marks = layers.picture(Drawing(BOX, (group(over, clip=disc(200, 150, 140)),)), fonts, MM_PER_INCH)
    expected = Image.new("RGBA", marks.size, (200, 30, 20))
    expected.alpha_composite(marks)
    assert (shown.mode, marks.mode) == ("RGB", "RGBA")
    assert shown.tobytes() == expected.convert("RGB").tobytes()


def test_what_many_pictures_show_is_drawn_once(fonts: Fonts, drawn: list[int]) -> None:
    ground = use(Symbol.of(star(200)))
    for number in range(5):
        own = path_mark(disc(300, 40 + 10 * number, 30), RED)
        layers.picture(Drawing(BOX, (group([ground, own], clip=disc(200, 150, 140)),)), fonts, MM_PER_INCH)
    assert len(drawn) == 2 + 5 + 1  # the art and its clip, what is each picture's own, the outline of all of them


def test_what_a_clip_hides_is_not_drawn(fonts: Fonts, drawn: list[int]) -> None:
    marks = [group([path_mark(rectangle(BOX), RED)], rotate(n), clip=disc(200, 150, 60)) for n in (1, 2, 3)]
    layers.picture(Drawing(BOX, (use(Symbol.of(marks)),)), fonts, MM_PER_INCH)
    assert len(drawn) == 6
    assert max(drawn) < 150 * 150


def test_a_picture_of_very_many_marks_is_drawn_at_once(fonts: Fonts, drawn: list[int]) -> None:
    marks = tuple(path_mark(disc(5 + 37 * n % 390, 5 + 91 * n % 290, 4), RED) for n in range(900))
    layers.picture(Drawing(BOX, marks), fonts, MM_PER_INCH)
    assert len(drawn) == 1
