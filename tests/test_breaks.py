"""Where lines may end: the Unicode rules, hyphens; against the library for what is done without it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uniseg.linebreak import line_break_boundaries

from beeprint.draw.text import breaks
from cases import examples

PLAIN = "ab zÀé 123 .,;:!?()\u201c\u201d\u2018\u2019'-+\u2212%\u00d7"
ODD = '/\u2013\u2014\u2026\u00ab\u00bb\u00a0\u202f\u200b\u00ad\u2060\u5b57\u3002\u300c\u300d\u05d0$\u20ac&="[]\u0301'


def parted(text: str) -> str:
    """Return the text with a bar wherever a line may end."""
    places = breaks.opportunities(text)
    return "|".join(text[a:b] for a, b in zip((0, *places), (*places, len(text)), strict=True))


@pytest.mark.parametrize(
    "expected",
    [
        "Send |a |drifting |bee, |then |stop!",
        "never-|ever |Eye-|of-|the-|bee",
        "10-12 |cards, |\u22125 |and |+3",
        "5 |to |1\u20133, |2\u20114 |and |a\u2013|b",  # a range holds
        "1\u202f000,5 |km |and |5\u00a0:x:",  # no-break spaces hold
        "and/|or |1/2",
        "https://|bee.org/|hive/|comb",
        "Vraiment ? |Oui !",  # French spaces before marks
        "zwi\u00ad|schen |a\u200b|b |c\u2060d",
        "\u8702|\u306f|\u300c\u871c\u300d\u3001|\u82b1\u3002",  # between ideographs, never off their marks
        "one|\u2014|two",  # an em dash may go either way
        "สวัสดี|ชาว|โลก|วัน|นี้|อากาศ|ดี|มาก",  # Thai: hello world, the weather is very good today
        "หยิบ|การ์ด |2 |ใบ|จาก|กอง",  # draw 2 cards from the pile
        "ສະບາຍດີ|ຊາວໂລກ|ມື້ນີ້|ອາກາດ|ດີ",  # Lao
        "ពិភពលោក|ថ្ងៃនេះ|អាកាសធាតុ|ល្អ",  # Khmer
        "ชาว\u2060โลก|วัน\u200b|นี้",  # as the joiner and the space of no width say
        "word(s) |(or |more)",
    ],
)
def test_lines_may_end_where_unicode_says(expected: str) -> None:
    assert parted(expected.replace("|", "")) == expected


@pytest.mark.parametrize(
    ("expected", "rests"),
    [
        ("図書館の|自由に関する|宣言を|読み上げる", 0),
        ("ジャーナリズム、|新聞", 1),  # katakana words stay whole
        ("카드를 |두 |장 |뽑고 |차례를 |마칩니다", 5),
        ("花\u200b粉「蜜」", 2),
    ],
)
def test_ideographs_have_phrases_and_rests(expected: str, rests: int) -> None:
    text = expected.replace("|", "")
    places = frozenset(breaks.opportunities(text))
    assert len(breaks.rests(text, places)) == rests
    if "|" in expected:
        assert breaks.phrases(text) == {
            len(expected[:at].replace("|", "")) for at, bar in enumerate(expected) if bar == "|"
        }
    assert not breaks.rests("Draw two cards.", frozenset({5, 9}))


@settings(max_examples=examples(400))
@given(st.one_of(st.text(PLAIN, max_size=24), st.text(PLAIN + ODD, max_size=16)))
def test_the_short_way_finds_what_the_rules_find(text: str) -> None:
    text = " ".join(filter(None, text.split(" ")))
    held = {
        match.end() for match in re.finditer("(?<=[0-9])\u2013(?=[0-9])", text)
    }  # a range, which the rules would part
    expected = tuple(place for place in line_break_boundaries(text) if 0 < place < len(text) and place not in held)
    assert breaks.opportunities(text) == expected


def test_plain_text_loads_no_library_of_rules() -> None:
    code = (
        "import sys; from beeprint.draw.text import breaks;"
        "breaks.opportunities('\u8702\u306f (\u871c) \u0628\u064a\u062a');"
        "sys.exit('icu4py' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    code = (
        "import sys; from beeprint.draw.text import breaks;"
        "breaks.opportunities('\u201cDraw 2 cards,\u201d it said (if you like): a Bee-holder\u2019s +1.');"
        "sys.exit('uniseg' in sys.modules or 'pyphen' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_words_are_parted_by_patterns_with_letters_left_on_both_sides() -> None:
    text = "international hexagonal honeycombs development bee"
    places = sorted(breaks.hyphens(text, "en"))
    assert len(places) >= 4 and all(text[place - 2 : place + 3].isalpha() for place in places)
    assert list(breaks.hyphens("bees", "en")) == [] and list(breaks.hyphens("wab\u00adenbau", "de")) == []
    # asszonnyal is spelled otherwise where it is parted: asz-szony-nyal.
    assert list(breaks.hyphens("asszonnyal", "hu")) == []
    assert breaks.hyphenates("fr") and breaks.hyphenates("pt-BR") and not breaks.hyphenates("he")
    assert {"en", "fr", "de-CH"} <= set(breaks.languages())
