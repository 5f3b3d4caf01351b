"""Find where a line may end: the Unicode line breaking algorithm (UAX #14), dictionaries, hyphenation by patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width

if TYPE_CHECKING:
    from icu4py.breakers import BaseBreaker

SOFT_HYPHEN = "\u00ad"
#: Invisible characters that only allow or prevent a line break.
INVISIBLE = frozenset("\u00ad\u200b\u2060\ufeff")
# A range of figures: the rules allow a break after its dash, but a reader takes the figures together.
_RANGE = re.compile("(?<=[0-9])[\u2012\u2013](?=[0-9])")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"[^\W\d_]{5,}")
_BEFORE, _AFTER = 2, 3


@lru_cache(maxsize=4096)
def opportunities(text: str) -> tuple[int, ...]:
    """Find the places in a paragraph before which a line may begin, in Thai and the like between words."""
    from icu4py.breakers import LineBreaker

    ranges = {match.end() for match in _RANGE.finditer(text)}
    return tuple(place for place in _starts(LineBreaker, text, "en") if place not in ranges)


def _starts(breaker: type[BaseBreaker], text: str, locale: str) -> Iterator[int]:
    """Return where each segment of a text but the first begins; ICU counts in UTF-16, where an emoji has two units."""
    starts = (start for start, _ in breaker(_LONE_SURROGATE.sub("\ufffd", text), locale).segments() if start)
    if text.isascii() or max(text, default="") <= "\uffff":
        return starts
    units = accumulate(2 if char > "\uffff" else 1 for char in text)
    places = {unit: place for place, unit in enumerate(units, 1)}
    return (places[start] for start in starts)


def rests(text: str, places: frozenset[int]) -> frozenset[int]:
    """Return those of the places where a reader of ideographs or Hangul rests; none in text without such letters.

    That is after punctuation, spaces and zero width spaces, and before an opening bracket.
    """
    if text.isascii() or not any(east_asian_width(char) in "WF" for char in text):
        return frozenset()
    return frozenset(
        place
        for place in places
        if category(text[place - 1])[0] in "PZ" or text[place - 1] == "\u200b" or category(text[place]) in ("Ps", "Pi")
    )


@lru_cache(maxsize=4096)
def phrases(text: str) -> frozenset[int]:
    """Find the places in Chinese, Japanese or Korean text before which a phrase begins, as dictionaries see it."""
    from icu4py.breakers import LineBreaker

    return frozenset(_starts(LineBreaker, text, "ja-u-lw-phrase"))


def clusters(text: str) -> Iterator[tuple[int, str]]:
    """Yield the grapheme clusters of a text (UAX #29), each with its place: a letter with its accents and joiners."""
    from icu4py.breakers import CharacterBreaker

    starts = (0, *_starts(CharacterBreaker, text, "en"), len(text))
    yield from ((start, text[start:end]) for start, end in pairwise(starts) if start < end)


def languages() -> list[str]:
    """Return the languages that can be hyphenated."""
    from pyphen import LANGUAGES

    return sorted({name.replace("_", "-") for name in LANGUAGES})


def hyphenates(language: str) -> bool:
    """Return whether there are hyphenation patterns for a language such as `en` or `pt-BR`."""
    from pyphen import language_fallback

    return language_fallback(language) is not None


def hyphens(text: str, language: str) -> Iterator[int]:
    """Yield the places where words may be hyphenated, with at least two letters before and three after the hyphen.

    A word that contains soft hyphens breaks only there; words whose spelling changes at a hyphen are not hyphenated.
    """
    for match in _WORD.finditer(text):
        start, end = match.span()
        if text[start - 1 : start] != SOFT_HYPHEN and text[end : end + 1] != SOFT_HYPHEN:
            yield from (start + place for place in _positions(match[0], language))


@lru_cache(maxsize=8192)
def _positions(word: str, language: str) -> tuple[int, ...]:
    from pyphen import Pyphen

    places = Pyphen(lang=language, left=_BEFORE, right=_AFTER).positions(word)
    return tuple(int(place) for place in places if place.data is None)
