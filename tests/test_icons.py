"""The icons that beeprint offers: how they are drawn, how they are found by words, and how they come into a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shapely.geometry import Polygon

from beeprint import starter
from beeprint.base.colour import parse
from beeprint.drawing import svg
from beeprint.drawing.drawing import PathMark, Solid, walk
from beeprint.drawing.outline import rings
from beeprint.sources.nodes import read_yaml

ICONS = Path(starter.__file__).parent / "icons"
NAMES = sorted(path.stem for path in ICONS.glob("*.svg"))
#: The size of an icon in units, and half of what no line and no gap falls below.
SIDE, THIN = 24, 0.3


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_is_one_area_in_one_ink_that_fills_its_square_and_has_no_hairlines(name: str) -> None:
    green = parse("#2a7f3c")
    drawing = svg.read((ICONS / f"{name}.svg").read_bytes(), name, current=green)
    marks = [(mark, at) for mark, at in walk(drawing.marks) if isinstance(mark, PathMark)]
    assert [mark.fill for mark, _ in marks] == [Solid(green)] and not marks[0][0].stroke
    factor = SIDE / drawing.box.width
    (path, at), area = marks[0], Polygon()
    for ring in rings(path.path, at):
        area = area.symmetric_difference(Polygon([(x * factor, y * factor) for x, y in ring]).buffer(0))
    left, top, right, bottom = area.bounds
    assert min(left, top) >= 0.9 and max(right, bottom) <= SIDE - 0.9
    assert max(right - left, bottom - top) >= 17
    assert (left + right) / 2 == pytest.approx(12, abs=0.15) and (top + bottom) / 2 == pytest.approx(12, abs=0.15)
    thick, open_ = area.buffer(-THIN).buffer(THIN * 1.01), area.buffer(THIN).buffer(-THIN * 1.01)
    assert (area - thick).area < 0.1 and (open_ - area).area < 0.1, "what is left of hairlines, in square units"


def test_every_icon_has_a_name_of_its_own_and_words_to_find_it() -> None:
    groups = read_yaml((ICONS / "words.yaml").read_bytes(), "words").plain()
    listed = [name for group in groups.values() for name in group]
    assert sorted(listed) == NAMES and len(NAMES) == 144
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in NAMES)
    assert all(words and len({*words}) == len(words) for group in groups.values() for words in group.values())
