"""Find where a line may end: the Unicode line breaking algorithm (UAX #14), dictionaries, hyphenation by patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category, east_asian_width

from beeprint.base import budget

SOFT_HYPHEN = "\u00ad"
#: Invisible characters that only allow or prevent a line break.
INVISIBLE = frozenset("\u00ad\u200b\u2060\ufeff")
# Most words are simple: letters and digits, a hyphen or an apostrophe between them, common punctuation around them.
# Spaces between two such words always allow a break, whatever else the text contains. The rules, which take a hundred
# times as long, are needed only for the rest; tests check that both agree.
_ALNUM = "A-Za-z0-9\u00c0-\u024f"
_OPENING, _CLOSING = "(\u201c\u2018", ".,;:!?)\u201d\u2019"
_SEAM = re.compile(f"(?<=[{_ALNUM}{_CLOSING}])( +)(?=[{_OPENING}]*[+\u2212]?[{_ALNUM}])")
_PLAIN = re.compile(f"[{_OPENING}]*[+\u2212]?[{_ALNUM}]+(?:['\u2019-][{_ALNUM}]+)*[+%]?[{_CLOSING}]*")
_INNER = re.compile("-(?![0-9])")
# Scripts without spaces between words, whose words ICU's dictionaries know: Thai, Lao, Burmese, Khmer.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{2,}")
# A range of figures: the rules allow a break after its dash, but a reader takes the figures together.
_RANGE = re.compile("(?<=[0-9])[\u2012\u2013](?=[0-9])")
#: What a character costs by the rules, in steps.
_BY_THE_RULES = 125
_WORD = re.compile(r"[^\W\d_]{5,}")
_BEFORE, _AFTER = 2, 3


@lru_cache(maxsize=1024)
def opportunities(text: str) -> tuple[int, ...]:
    """Find the places in a paragraph before which a line may begin."""
    found: list[int] = []
    at = 0
    for match in _SEAM.finditer(text):
        found += _inner(text[at : match.start()], at)
        at = match.end()
        found.append(at)
    return (*found, *_inner(text[at:], at))


def _inner(chunk: str, start: int) -> Iterator[int]:
    """Yield the places inside a chunk between seams."""
    if not _PLAIN.fullmatch(chunk):
        yield from (start + place for place in _by_the_rules(chunk))
    elif "-" in chunk:
        yield from (start + match.end() for match in _INNER.finditer(chunk))


@lru_cache(maxsize=4096)
def _by_the_rules(chunk: str) -> tuple[int, ...]:
    """Find the places inside a chunk where the Unicode rules allow a break."""
    budget.spend("texts", _BY_THE_RULES * len(chunk))
    from uniseg.linebreak import line_break_boundaries  # slow to load, and most texts never need it

    found = {*line_break_boundaries(chunk)} - {match.end() for match in _RANGE.finditer(chunk)}
    for match in _UNSPACED.finditer(chunk):
        found |= {match.start() + place for place in _words(match[0])}
    return tuple(sorted(place for place in found if 0 < place < len(chunk)))


def lookups() -> int:
    """Return how often the rules were asked for a chunk that was not known; each time is spent from the budget."""
    return _by_the_rules.cache_info().misses


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
    from icu4py.breakers import LineBreaker  # large, and only texts of which centred lines are made need it

    return frozenset(start for start, _ in LineBreaker(text, "ja-u-lw-phrase").segments() if start)


def _words(text: str) -> Iterator[int]:
    """Yield the places between words in a script that writes them without spaces."""
    from icu4py.breakers import LineBreaker  # large, and only these scripts need it

    # The script decides which dictionary is used, whatever the locale.
    yield from (start for start, _ in LineBreaker(text, "en").segments() if start)


def clusters(text: str) -> Iterator[tuple[int, str]]:
    """Yield the grapheme clusters of a text (UAX #29), each with its place: a letter with its accents and joiners."""
    from uniseg.graphemecluster import grapheme_clusters  # slow to load, and most texts never need it

    at = 0
    for cluster in grapheme_clusters(text):
        yield at, cluster
        at += len(cluster)


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
