"""PNG files that beeprint packs itself: every reader sees the same pixels, and none is larger than it has to be."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.drawing import layers
from beeprint.formats import png


def flat(mode: str) -> Image.Image:
    """Return art of few colours with soft edges, such as a honeycomb; some of it is clear where there is alpha."""
    image = Image.new(mode, (1400, 1800), (250, 240, 200, 0)[: len(mode)])
    draw = ImageDraw.Draw(image)
    for row in range(15):
        for column in range(12):
            x, y = 60 + 130 * column + 65 * (row % 2), 60 + 120 * row
            draw.regular_polygon((x, y, 66), 6, fill=(90 + 30 * (row % 3), 120, 9 * column, 255))
    return image.resize((700, 900), Image.Resampling.LANCZOS)


def photograph() -> Image.Image:
    noise, ramp = random.Random(5), Image.linear_gradient("L").resize((400, 300)).tobytes()
    grains = [bytes(min(255, level + noise.randrange(6)) for level in ramp) for _ in range(3)]
    return Image.merge("RGB", [Image.frombytes("L", (400, 300), grain) for grain in grains])


def pillows(image: Image.Image) -> bytes:
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


@pytest.mark.parametrize(
    "drawn",
    [
        lambda: flat("RGB"),
        lambda: flat("RGBA"),
        photograph,
        lambda: Image.new("RGB", (1, 1)),
        lambda: flat("RGB").crop((0, 0, 9, 64)),
    ],
    ids=["flat", "clear", "photograph", "dot", "strip"],
)
def test_a_reader_sees_the_pixels_that_were_packed(drawn: Callable[[], Image.Image]) -> None:
    image = drawn()
    with Image.open(io.BytesIO(png.packed(image, 300))) as read:
        assert (read.mode, read.size, read.tobytes()) == (image.mode, image.size, image.tobytes())
        assert read.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    with Image.open(io.BytesIO(png.packed(image))) as read:
        assert "dpi" not in read.info


def test_no_face_takes_more_room_than_with_filters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(Path("mine"))
    checked = pipeline.check(Path("mine"), Options())
    for face in checked.faces.values():
        image = layers.picture(face.drawing, checked.fonts, 150)
        assert len(png.packed(image)) < 1.15 * len(pillows(image))


def test_art_that_repeats_takes_less_room_without_filters() -> None:
    noise, image = random.Random(7), Image.new("RGB", (400, 400))
    tiles = [Image.frombytes("RGB", (40, 8), noise.randbytes(960)) for _ in range(3)]
    for number in range(500):
        image.paste(noise.choice(tiles), (number % 10 * 40, number // 10 * 8))
    assert len(png.packed(image)) < 0.9 * len(pillows(image))


def test_a_photograph_keeps_its_filters() -> None:
    image = photograph()
    assert len(png.packed(image)) <= len(pillows(image)) + 30


@pytest.mark.parametrize("size", [(41, 30), (70_000, 2)])
def test_pictures_are_joined_without_loss(size: tuple[int, int], tmp_path: Path) -> None:
    width, height = size
    drawn = [Image.effect_noise(size, 60 + number).convert("RGB") for number in range(2)]
    drawn[1].paste("red", (5, 0, width - 5, height))
    files = [tmp_path / f"{number}" for number in range(2)]
    for file, image in zip(files, drawn, strict=True):
        file.write_bytes(png.cell(image))
    png.join(tmp_path / "joined.png", 1, 2, width, height, dict(enumerate(files)))
    with Image.open(tmp_path / "joined.png") as joined:
        assert joined.tobytes() == b"".join(image.tobytes() for image in drawn)
