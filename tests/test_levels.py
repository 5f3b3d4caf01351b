"""What runs from right to left: against python-bidi, which puts the characters of whole lines in order."""

from __future__ import annotations

from unicodedata import bidirectional

import pytest
from bidi import get_base_level, get_display
from hypothesis import given, settings
from hypothesis import strategies as st

from beeprint.drawing.text.levels import levels, mirror, visual
from cases import examples

STRONG = "ab\u05d0\u05d1\u0639\u0628"
WEAK = "12\u0663 .,:-+%$()[]{}\u0301\u05b0"
CONTROLS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
UNSEEN = {"BN", "LRE", "RLE", "LRO", "RLO", "PDF"}


def displayed(text: str) -> str:
    """Return a line's characters from left to right."""
    depths = levels(text)[1]
    kept = [index for index, char in enumerate(text) if bidirectional(char) not in UNSEEN]
    return "".join(text[kept[place]] for place in visual([depths[index] for index in kept]))


@settings(max_examples=examples(500))
@given(st.text(STRONG + WEAK, max_size=14), st.sampled_from(STRONG))
def test_lines_are_ordered_as_python_bidi_orders_them(text: str, last: str) -> None:
    line = text + last
    assert displayed(line) == get_display(line)
    assert levels(line)[0] == get_base_level(line)


@settings(max_examples=examples(300))
@given(st.text("ab\u05d0\u05d11 " + CONTROLS, max_size=12), st.sampled_from(STRONG))
def test_embeddings_and_isolates_too(text: str, last: str) -> None:
    # Without brackets: python-bidi pairs them without what stands before an isolate, unlike rule N0.
    # A strong character that closes the paragraph in its own direction keeps controls from its end.
    line = text + "\u2069" * 12 + "\u202c" * 12 + last
    expected = "".join(char for char in get_display(line) if bidirectional(char) not in UNSEEN)
    assert displayed(line) == expected


def test_brackets_after_an_isolate_go_with_what_stands_before_it() -> None:
    # The levels that java.text.Bidi of OpenJDK 17 finds.
    assert levels("a\u05d0\u20661\u2069(1)\u2069a")[1] == (0, 1, 1, 2, 1, 1, 2, 1, 0, 0)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("\u05d0\u05d1 (ab) 12 \u05d2", "\u05d2 12 (ab) \u05d1\u05d0"),  # brackets go with the Hebrew round them
        ("ab \u05d0\u05d1 12", "ab 12 \u05d1\u05d0"),  # a number after Hebrew stands on its left
        ("\u05d0 3.5% \u05d1", "\u05d1 3.5% \u05d0"),
    ],
)
def test_cases_a_reader_would_notice(line: str, order: str) -> None:
    mirrored = {index: mirror(char) for index, char in enumerate(line)}
    depths = levels(line)[1]
    places = visual(depths)
    assert "".join(mirrored[i] if depths[i] % 2 else line[i] for i in places) == order
