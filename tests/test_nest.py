"""A Nest for the Queen as players hold it: figures that are not mistaken, whole icons, texts in one place."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

from beeprint import pipeline
from beeprint.base.geometry import Rect, path_box
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.drawing.drawing import PathMark, Run, Use, walk
from beeprint.face.layout import Face
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import built_in_games

FOLDER = built_in_games()["a-nest-for-the-queen"]
ACTIONS = ("store", "repair", "farm", "hunt", "breed", "build", "raid")
#: mm: how wide and how high the line under a 6 is, on cards and on dice.
BARS = {(5.6, 0.9), (4.2, 0.7), (6.0, 0.9)}


@pytest.fixture(scope="module")
def nest(store: Store) -> Checked:
    """Return the game checked and laid out."""
    return pipeline.check(FOLDER, Options(), store)


def bars(face: Face) -> list[Rect]:
    """Return the boxes of the lines under figures, those of a turned figure over it."""
    boxes = [at.rect(path_box(mark.path)) for mark, at in walk(face.drawing.marks) if isinstance(mark, PathMark)]
    return [box for box in boxes if (round(box.width, 3), round(box.height, 3)) in BARS]


def lines(face: Face) -> Iterator[tuple[str, float, float]]:
    """Yield each line of text with its size in mm and the height of its baseline."""
    for mark, at in walk(face.drawing.marks):
        if isinstance(mark, Run):
            yield mark.text, mark.size, (at @ mark.place).point(0, 0).y


def test_a_six_is_underlined_wherever_it_could_be_a_nine(nest: Checked) -> None:
    for card in ACTIONS:
        underlines = bars(nest.faces["action", card, "front"])
        assert len(underlines) == (2 if card == "build" else 0), card
    upper, lower = sorted(bars(nest.faces["action", "build", "front"]), key=lambda box: box.y)
    assert upper.y > 12 and lower.bottom < 78, "below the figure in the corner, above the one that stands on its head"
    assert len(bars(nest.faces["die", "die", "front"])) == 1


@pytest.mark.parametrize("icon", sorted((FOLDER / "art" / "icons").glob("*.svg")), ids=lambda path: path.stem)
def test_no_icon_is_cut_off_at_the_edge_of_its_page(icon: Path) -> None:
    text, rim, scale = icon.read_text("utf-8"), 2.0, 20
    page = re.search(r'viewBox="0[ ,]0[ ,]([\d.]+)[ ,]([\d.]+)"', text)
    assert page
    width, height = float(page[1]), float(page[2])
    head = f'viewBox="{-rim} {-rim} {width + 2 * rim} {height + 2 * rim}"'
    head += f' width="{(width + 2 * rim) * scale}" height="{(height + 2 * rim) * scale}"'
    text = re.sub(r"<svg[^>]*>", lambda tag: re.sub(r' (?:width|height|viewBox)="[^"]*"', "", tag[0]), text, count=1)
    text = text.replace("<svg ", f"<svg {head} ", 1)
    seen = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=96)))).getchannel("A")
    box = seen.point(lambda value: 255 if value > 127 else 0).getbbox()
    assert box
    left, top, right, bottom = (edge / scale - rim for edge in box)
    assert left > -0.1 and top > -0.1 and right < width + 0.1 and bottom < height + 0.1


def first_baseline(face: Face) -> float:
    """Return the height of the first line of a card's text, below its scene."""
    return min(baseline for _, size, baseline in lines(face) if size < 4 and baseline > 60)


def marks_below(face: Face, y: float) -> list[Rect]:
    """Return the boxes of the pictures that lie below a height."""
    boxes = [
        (at @ mark.transform).rect(mark.symbol.box)
        for mark, at in walk(face.drawing.marks)
        if isinstance(mark, Use) and mark.symbol.box
    ]
    return [box for box in boxes if box.y > y]


@pytest.mark.parametrize("deck", ["action", "ability"])
def test_the_texts_of_a_deck_begin_at_one_height(nest: Checked, deck: str) -> None:
    starts = [first_baseline(nest.faces[deck, row.id, "front"]) for row in nest.game.decks[deck].rows.rows]
    assert max(starts) - min(starts) < 0.05, "the same to the eye; ink that reaches higher moves a line a hair down"


def test_action_cards_keep_their_texts_off_the_blocks_and_the_dots(nest: Checked) -> None:
    capitals = 0.66 * 10 / 72 * 25.4  # mm, of 10 pt
    for row in nest.game.decks["action"].rows.rows:
        face = nest.faces["action", row.id, "front"]
        body = [baseline for _, size, baseline in lines(face) if size < 4 and baseline > 60]
        blocks = [box for box in marks_below(face, 60) if box.bottom < min(body)]
        dots = [box for box in marks_below(face, 79) if box.width < 2.5]
        assert len(dots) == row.copies
        assert min(box.y for box in dots) - max(body) > 1, row.id
        assert blocks and 1.9 < min(body) - capitals - max(box.bottom for box in blocks) < 2.3, row.id


def test_reference_cards_are_set_in_seven_and_three_quarter_points_at_least(nest: Checked) -> None:
    for side in ("front", "back"):
        sizes = [size for _, size, _ in lines(nest.faces["reference", "round", side])]
        assert sizes and min(sizes) / 25.4 * 72 > 7.7
