"""Find where a line may end: the Unicode line breaking algorithm (UAX #14), and hyphenation by patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

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
    from uniseg.linebreak import line_break_boundaries  # slow to load, and most texts never need it

    return tuple(place for place in line_break_boundaries(chunk) if 0 < place < len(chunk))


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
