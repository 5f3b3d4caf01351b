"""What pictures alone tell apart: the bees by their silhouettes, the pencils by hatches that a grey print keeps."""

from __future__ import annotations

import csv
import io
from itertools import combinations

import pytest
import resvg_py
import yaml
from PIL import Image, ImageChops, ImageStat

from beeprint.base.geometry import Rect
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Symbol, use
from beeprint.drawing.fonts import Fonts
from beeprint.sheet.playtest import LowInk
from beeprint.sources.workspace import built_in_games

EYE = built_in_games()["eye-of-the-bee-holder"] / "art" / "bee"
NEST = built_in_games()["a-nest-for-the-queen"] / "art" / "blocks"
PARTS = ("wings-{wings}", "limbs", "antennae-{antennae}", "body-{texture}-{pattern}", "payload-{payload}")
WEAPONS = {"mandibles": "weapon-over-mandibles", "stinger": "weapon-under-stinger"}


def drawn(text: str, width: int) -> Image.Image:
    """Return SVG text as pixels."""
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, width=width, dpi=96)))).convert("RGBA")


def silhouette(bee: dict[str, str]) -> Image.Image:
    """Return the shape of a bee, white on black, two pixels to the millimetre."""
    shape = Image.new("L", (92, 132), 0)
    for name in (*(part.format(**bee) for part in PARTS), WEAPONS[bee["weapon"]]):
        part = drawn((EYE / bee["pose"] / f"{name}.svg").read_text("utf-8"), 92).getchannel("A")
        shape = ImageChops.lighter(shape, part.point(lambda value: 255 if value > 127 else 0))
    return shape


@pytest.mark.slow
def test_no_two_bees_have_the_same_silhouette() -> None:
    with (EYE.parents[1] / "bees.csv").open(encoding="utf-8", newline="") as file:
        shapes = {bee["id"]: silhouette(bee) for bee in csv.DictReader(file)}
    assert len(shapes) == 64
    alike = {
        (shape, other): share
        for shape, other in combinations(shapes, 2)
        if (share := ImageStat.Stat(ImageChops.difference(shapes[shape], shapes[other])).mean[0] / 255) < 0.03
    }
    assert not alike, "bees that differ in less than three hundredths of their stage"


@pytest.mark.slow
def test_every_bee_keeps_clear_of_the_frame_of_her_stage() -> None:
    layout = yaml.safe_load((EYE.parents[3] / "layouts" / EYE.parents[1].name / "bee.yaml").read_text("utf-8"))
    left, top, width, height = layout["slots"]["stage"]["box"]
    x, y, across, down = layout["styles"]["part"]["box"]
    frame, clear = 1.175, 0.75  # mm, the line round the stage and its margin; what stays free inside
    close = {}
    for path in sorted(EYE.glob("*/*.svg")):
        ink = drawn(path.read_text("utf-8"), 460).getchannel("A").point(lambda value: 255 if value > 127 else 0)
        box = ink.getbbox()
        assert box
        edges = (x + box[0] * across / 460 - left, y + box[1] * down / 660 - top)
        ends = (left + width - x - box[2] * across / 460, top + height - y - box[3] * down / 660)
        if (least := min(*edges, *ends)) < frame + clear:
            close[f"{path.parent.name}/{path.stem}"] = round(least - frame, 2)
    assert not close, "mm to the frame"


@pytest.mark.parametrize("level", ["yellow", "brown", "green"])
def test_a_hatch_survives_a_playtest(level: str, fonts: Fonts) -> None:
    block = svg.read((NEST / f"{level}.svg").read_bytes(), level)
    pale = LowInk().symbol(Symbol.of(block.marks))
    text = svg.write(Drawing(Rect(0, 0, 6, 6), (use(pale),)), fonts)
    ground = Image.new("RGBA", (120, 120), "white")
    ground.alpha_composite(drawn(text, 120))
    inside = ground.convert("L").crop((14, 14, 106, 106))
    dark, light = (inside.histogram()[:190], inside.histogram()[215:])
    assert min(sum(dark), sum(light)) > 0.06 * inside.width * inside.height
