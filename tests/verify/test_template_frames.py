"""Frames that `beeprint new --from` makes of SVG templates, opened in Inkscape and Chromium."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from painters import by_chromium, by_inkscape
from PIL import Image

from beeprint import starter

TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<defs><rect id="flow" x="5" y="50" width="53" height="30"/></defs>
<rect id="ground" width="63" height="88" fill="#ccddee"/>
<g transform="translate(1,2)"><text x="30" y="10" style="font-size:5px;text-anchor:middle">{Name}</text></g>
<text style="font-size:4px;shape-inside:url(#flow)"><tspan x="5" y="54">{Rules}</tspan></text>
</svg>
"""


def test_a_frame_shows_the_drawing_without_its_texts_and_has_the_boxes_in_other_programs(tmp_path: Path) -> None:
    source = tmp_path / "cards"
    source.mkdir()
    (source / "card.svg").write_text(TEMPLATE, "utf-8")
    (source / "bees.csv").write_text("Name,Rules\nQueen,Draw two cards.\nDrone,Gain 1 honey.\n", "utf-8")
    starter.write_from(tmp_path / "game", source)
    frame = tmp_path / "game" / "art" / "frames" / "bees-card.svg"
    asked = subprocess.run(["inkscape", "--query-all", str(frame)], capture_output=True, text=True, check=True)
    boxes = {
        name: [float(side) for side in sides] for name, *sides in (line.split(",") for line in asked.stdout.split())
    }
    unit = 96 / 25.4
    assert boxes["rules"] == pytest.approx([side * unit for side in (5, 50, 53, 30)], abs=0.1)
    assert boxes["name"][1] < 12 * unit < boxes["name"][1] + boxes["name"][3]  # the baseline of the name
    with Image.open(by_inkscape([frame], 96)[0]) as image:
        shown = [image.convert("RGB"), *by_chromium([frame], [image.size])]
    for picture in shown:
        colours = [colour for _, colour in sorted(picture.getcolors(1_000_000) or [])]
        assert colours[-1] == (0xCC, 0xDD, 0xEE)
        assert min(min(colour) for colour in colours if isinstance(colour, tuple)) > 180  # no letter is left
