"""Text in a box: where lines break, when they shrink, what does not fit, what can be copied out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeprint.fonts import Fonts
from beeprint.geometry import Rect
from beeprint.text import Block, Style, compose
from beeprint.text.markup import parse

STYLE = Style("source-sans", size=10, smallest=6)
BOX = Rect(10, 20, 40, 30)


def lines(block: Block) -> list[str]:
    """Return the words of each line, by baseline."""
    found: dict[float, list[str]] = {}
    for run in block.runs:
        found.setdefault(run.place.f, []).append(run.text)
    return ["".join(texts).strip() for _, texts in sorted(found.items())]


def test_lines_break_at_spaces_and_hyphens_only(fonts: Fonts) -> None:
    block = compose(fonts, "The drifting bee never-ever moves alone", STYLE, Rect(0, 0, 20.5, 40))
    assert lines(block) == ["The drifting", "bee never-", "ever moves", "alone"]
    assert not block.overflow


def test_a_line_break_in_the_cell_is_one_on_the_card(fonts: Fonts) -> None:
    assert lines(compose(fonts, "Send\nMove a bee", STYLE, BOX)) == ["Send", "Move a bee"]


def test_centred_lines_are_balanced(fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10, align="center")
    found = lines(compose(fonts, "Move a rival forager to a hex two steps away", style, Rect(0, 0, 44, 30)))
    assert len(found) == 2 and abs(len(found[0]) - len(found[1])) < 8


def test_text_shrinks_to_fit_both_ways_but_not_below_its_minimum(fonts: Fonts) -> None:
    long = "Every queen passes their pattern card to the queen on their left. " * 3
    block = compose(fonts, long, STYLE, BOX)
    assert 6 <= block.size < 10 and not block.overflow and BOX.contains(block.box, 0.01)
    assert compose(fonts, long * 4, STYLE, BOX).overflow.endswith("lines, the box holds 12")
    wide = compose(fonts, "Donaudampfschifffahrtsgesellschaft", STYLE, Rect(0, 0, 20, 30))
    assert wide.overflow.startswith("the word 'Donaudampfschifffahrtsgesellschaft' is ")


@pytest.mark.parametrize(
    ("align", "valign", "x", "y"),
    [("left", "top", 10, 20), ("center", "middle", 30, 35), ("right", "bottom", 50, 50)],
)
def test_alignment(fonts: Fonts, align: str, valign: str, x: float, y: float) -> None:
    style = Style("source-sans", size=10, smallest=10, align=align, valign=valign)
    box = compose(fonts, "Bee", style, BOX).box
    middle = box.y + box.height * 0.656 / (0.656 + 0.273 * 0.75) / 2  # of the capitals, descenders left out
    assert {"left": box.x, "center": box.centre.x, "right": box.right}[align] == pytest.approx(x, abs=0.01)
    assert {"top": box.y, "middle": middle, "bottom": box.bottom}[valign] == pytest.approx(y, abs=0.01)


def test_justified_lines_reach_both_edges_but_the_last(fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10, align="justify")
    block = compose(fonts, "one two three four five six seven eight nine ten eleven twelve", style, BOX)
    ends = []
    for run in block.runs:
        last = run.glyphs[-1]
        font = fonts[run.font]
        ends.append(run.place.e + (last.x + font.advance(last.number)) / font.upem * run.size)
    assert len(ends) == 3 and ends[:-1] == pytest.approx([50, 50], abs=0.05) and ends[-1] < 49


def test_bold_italic_and_icons_keep_their_place_in_the_line(fonts: Fonts) -> None:
    block = compose(fonts, "Take **2** :pollen: *now*", STYLE, BOX)
    assert [(run.font, run.text) for run in block.runs] == [
        ("source-sans/regular", "Take "),
        ("source-sans/bold", "2 "),
        ("source-sans/italic", "now"),
    ]
    ((name, box, paint),) = block.icons
    assert (
        name == "pollen"
        and paint == STYLE.paint
        and block.runs[1].place.e < box.x < box.right < block.runs[2].place.e + 1
    )
    baseline = block.runs[0].place.f
    assert box.y < baseline < box.bottom


def test_a_backslash_takes_marks_literally() -> None:
    assert [part.text for part in parse(r"5 \* 3 \:sun:").paragraphs[0]] == ["5 ", "*", " 3 ", ":", "sun:"]


def test_missing_characters_are_named(fonts: Fonts) -> None:
    assert compose(fonts, "honey 蜂 and 蜜", STYLE, BOX).missing == "蜂蜜"


def test_ligatures_and_kerning_come_from_the_font(fonts: Fonts) -> None:
    (run,) = compose(fonts, "office AVATAR", STYLE, BOX).runs
    assert run.text == "office AVATAR" and len(run.glyphs) <= len(run.text)
    font = fonts[run.font]
    kerned = font.shape("AVATAR")[1]
    assert kerned < sum(font.shape(letter)[1] for letter in "AVATAR")


words = st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=1, max_size=40)


@given(words, st.sampled_from(["left", "center", "right"]), st.integers(14, 60))
def test_no_word_is_lost_and_what_fits_stays_inside(fonts: Fonts, text: list[str], align: str, width: int) -> None:
    box = Rect(5, 5, width, 50)
    block = compose(fonts, " ".join(text), Style("source-sans", size=9, smallest=5, align=align), box)
    assert " ".join(lines(block)).split() == text
    if not block.overflow:
        assert box.contains(block.box, 0.01)
        assert len(lines(block)) == block.lines
