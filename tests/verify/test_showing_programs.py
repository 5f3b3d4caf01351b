"""Pictures to show as SVG: Inkscape and Chromium draw their shadows and cards as resvg does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsing import browser
from click.testing import CliRunner
from painters import by_inkscape
from PIL import Image, ImageChops, ImageFilter, ImageStat

from beeprint.cli import cli

DPI = 60
PROFILES = ("fan", "showcase", "poster", "table")


def on_white(path: Path, size: tuple[int, int]) -> Image.Image:
    with Image.open(path) as image:
        white = Image.new("RGBA", image.size, "white")
        white.alpha_composite(image.convert("RGBA"))
        return white.convert("RGB").crop((0, 0, *size))


def by_chromium(paths: list[Path]) -> list[Path]:
    made = []
    with browser() as chromium:
        for path in paths:
            text = path.read_text("utf-8")
            width, height = (
                float(side) * DPI / 25.4 for side in re.findall(r'(?:width|height)="([\d.]+)mm"', text)[:2]
            )
            page = chromium.new_page(viewport={"width": int(width) + 1, "height": int(height) + 1})
            sized = re.sub(r'width="[\d.]+mm" height="[\d.]+mm"', f'width="{width}" height="{height}"', text, count=1)
            page.set_content(f'<body style="margin: 0; background: transparent">{sized}</body>')
            made.append(path.with_name(f"{path.stem}.chromium.png"))
            page.screenshot(path=made[-1], omit_background=True)
            page.close()
    return made


@pytest.mark.parametrize("game", ["butine", "belle-of-the-ball"])
def test_programs_draw_pictures_to_show_alike(game: str, tmp_path: Path) -> None:
    arguments = [f"--profile={name}" for name in PROFILES]
    done = CliRunner().invoke(cli, ["build", game, "--output", str(tmp_path), "--dpi", str(DPI), *arguments])
    assert done.exit_code == 0, done.stderr
    drawings = sorted(path for name in PROFILES for path in (tmp_path / game / name).rglob("*.svg"))
    assert len(drawings) >= 8
    for made in (by_inkscape(drawings, DPI), by_chromium(drawings)):
        for drawing, picture in zip(drawings, made, strict=True):
            with Image.open(drawing.with_suffix(".png")) as image:
                size = image.size
            ours, theirs = on_white(drawing.with_suffix(".png"), size), on_white(picture, size)
            # Softened, since each program smooths edges in its own way.
            soft = [picture.filter(ImageFilter.GaussianBlur(1.5)) for picture in (ours, theirs)]
            mean = ImageStat.Stat(ImageChops.difference(*soft)).mean
            assert max(mean) < 4, (picture.name, mean)
