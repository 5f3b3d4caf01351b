"""The icons that come with beeprint, and how icons are found by words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple

from beeprint.sources.nodes import read_yaml

#: How well a word meets an icon, the best first: its whole name, a word of it, one of its other words, the beginning of
#: either, or a word of its name that is the name of one of beeprint's icons with that word.
_NAME, _PART, _WORD, _BEGIN, _BEGINS_WORD, _AKIN = range(6)
_MOST_WORDS, _LEAST_BEGIN = 6, 2


class Match(NamedTuple):
    """How well an icon meets all words of a query: whether it has each of them, and how far it is from them."""

    fits: bool
    distance: int


class Query:
    """Words that icons are looked for by."""

    def __init__(self, text: str) -> None:
        self.words = tuple(words_of(text))[:_MOST_WORDS]
        self._akin = {word: _names_of(word) for word in self.words}

    def match(self, tokens: tuple[str, ...], more: Set[str] = frozenset()) -> Match | None:
        """Return how well an icon meets the words, by those of its name and its others; None where one is missing."""
        distances = [_distance(word, tokens, more, self._akin[word]) for word in self.words]
        known = [distance for distance in distances if distance is not None]
        if not known or len(known) < len(distances):
            return None
        return Match(max(known) <= _WORD, 0 if tokens == self.words else sum(known))


def own_icon(name: str) -> bytes:
    """Return the drawing of one of beeprint's own icons."""
    return (own_folder() / f"{name}.svg").read_bytes()


def own_folder() -> Path:
    """Return the folder of beeprint's own icons."""
    return Path(__file__).parent / "icons"


@cache
def own_words() -> Mapping[str, frozenset[str]]:
    """Return the words by which each of beeprint's own icons is found, besides its name."""
    groups = read_yaml((own_folder() / "words.yaml").read_bytes(), "words.yaml").plain()
    listed = {name: phrases for group in groups.values() for name, phrases in group.items()}
    return {
        name: frozenset(word for phrase in phrases for word in words_of(phrase)) for name, phrases in listed.items()
    }


def own_icon_for(words: str) -> str:
    """Return the name of the icon that stands for words, such as coin for [money]; empty for none."""
    query = Query(words)
    matches = {name: query.match(tuple(words_of(name)), more) for name, more in own_words().items()}
    distances = {name: match.distance for name, match in matches.items() if match is not None and match.fits}
    return min(distances, key=lambda name: (distances[name], len(name), name), default="")


def _names_of(word: str) -> frozenset[str]:
    """Return the names of beeprint's icons, of one word each, that a word means: coin for money."""
    return frozenset(name for name, words in own_words().items() if word in words and "-" not in name)


def _distance(word: str, tokens: tuple[str, ...], more: Set[str], akin: Set[str]) -> int | None:
    if word in tokens:
        return _NAME if tokens == (word,) else _PART
    if word in more:
        return _WORD
    if len(word) >= _LEAST_BEGIN:
        if any(token.startswith(word) for token in tokens):
            return _BEGIN
        if any(each.startswith(word) for each in more):
            return _BEGINS_WORD
    return None if akin.isdisjoint(tokens) else _AKIN


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a text, in small letters and without plurals."""
    for word in re.findall(r"[^\W_]+", text.casefold()):
        yield _single(word)


def _single(word: str) -> str:
    """Return the singular of a word, roughly: berry of berries, box of boxes, coin of coins."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word
