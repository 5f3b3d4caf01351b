"""Where lines may end: the Unicode rules, phrases, hyphens; which characters are one letter."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beeprint.drawing.text import breaks
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


@pytest.mark.parametrize(
    ("expected", "phrases"),
    [
        ("\U00020bb7|\u91ce|\u5bb6|\u306e|\u725b|\u4e3c|\u304c|\u597d|\u304d|\u3067|\u3059", (1, 4, 5, 7)),
        ("\U0001f41d |Draw |two |\U0001f3b2 |and |roll-|again", None),
        ("\U0001f41d|สวัสดี|ชาว|โลก", None),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467 |plays |3\u20135 |\U0001f0cf", None),
    ],
)
def test_letters_beyond_the_first_plane_leave_all_breaks_in_their_places(
    expected: str, phrases: tuple[int, ...] | None
) -> None:
    assert parted(expected.replace("|", "")) == expected
    if phrases is not None:
        assert breaks.phrases(expected.replace("|", "")) == frozenset(phrases)


def test_a_letter_is_whole_with_its_accents_and_joiners() -> None:
    letters = [
        "a\u0301",
        "b",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u2694\ufe0f",
        "z",
    ]
    clusters = [*breaks.clusters("".join(letters))]
    assert [cluster for _, cluster in clusters] == letters
    assert all("".join(letters)[at:].startswith(cluster) for at, cluster in clusters)
    assert [*breaks.clusters("")] == [] == [*breaks.opportunities("")]


@settings(max_examples=examples(400))
@given(st.text(PLAIN + ODD + "\U0001f41d\U00020bb7\ud800", max_size=24))
def test_any_text_breaks_at_places_inside_it(text: str) -> None:
    places = breaks.opportunities(text)
    assert all(0 < place < len(text) for place in places) and list(places) == sorted(set(places))
    assert "".join(cluster for _, cluster in breaks.clusters(text)) == text
    assert not any(text[place] == " " for place in places)


def test_words_are_parted_by_patterns_with_letters_left_on_both_sides() -> None:
    text = "international hexagonal honeycombs development bee"
    places = sorted(breaks.hyphens(text, "en"))
    assert len(places) >= 4 and all(text[place - 2 : place + 3].isalpha() for place in places)
    assert list(breaks.hyphens("bees", "en")) == [] and list(breaks.hyphens("wab\u00adenbau", "de")) == []
    # asszonnyal is spelled otherwise where it is parted: asz-szony-nyal.
    assert list(breaks.hyphens("asszonnyal", "hu")) == []
    assert breaks.hyphenates("fr") and breaks.hyphenates("pt-BR") and not breaks.hyphenates("he")
    assert {"en", "fr", "de-CH"} <= set(breaks.languages())
