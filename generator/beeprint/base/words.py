"""Wording of messages: counts with their nouns, values in quotes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_NO_ASCII = re.compile("[^\x20-\x7e]")
#: What a terminal obeys: control and bidi characters; and halves of surrogate pairs, which no encoding takes.
_OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

#: Blocks of Unicode, each by its first and its last code point.
Letters = tuple[tuple[int, int], ...]

#: How many missing characters a message shows.
_MOST_SHOWN = 24


def counted(count: int, noun: str) -> str:
    """Join a count and a noun with a regular plural: 1 piece, 2 pieces."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def titled(name: str) -> str:
    """Return what a page calls a layer, a design or a colour of a name: "Moon light" for moon-light."""
    words = re.sub(r"(?<=\w)[-_]+(?=\w)", " ", name)
    return words[:1].upper() + words[1:]


def legible(text: str) -> str:
    """Write characters that a terminal obeys or does not show, such as zero-width ones, as escapes."""
    return text if text.isprintable() else _NO_ASCII.sub(lambda match: _shown(match[0]), text)


def harmless(text: str) -> str:
    """Write characters that a terminal obeys as escapes, like `legible`, but not line feeds."""
    return text if text.isprintable() else _OBEYED.sub(lambda match: _shown(match[0]), text)


def _shown(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


def invisible(text: str) -> str:
    """Name the first character of a text that a person cannot see; empty if there is none."""
    char = next((char for char in text if not char.isprintable()), "")
    if not char:
        return ""
    name = unicodedata.name(char, "a control character").lower()
    return f"an invisible character, {name.removeprefix('a ')} (U+{ord(char):04X})"


def lacking(characters: Iterable[str], font: str) -> str:
    """Say which characters a font lacks: a single one with its number in Unicode, several as they look."""
    missing = tuple(dict.fromkeys(characters))
    if len(missing) == 1:
        return f"{missing[0]!r} (U+{ord(missing[0]):04X}), which {font} lacks"
    shown = "".join(missing[:_MOST_SHOWN])
    more = "" if len(missing) <= _MOST_SHOWN else " and others"
    return f"{len(missing)} characters that {font} lacks: {shown!r}{more}"


def is_among(char: str, blocks: Letters) -> bool:
    """Return whether a character is in one of these blocks of Unicode."""
    return any(first <= ord(char) <= last for first, last in blocks)


def one_line(text: str) -> str:
    """Return a text on one line, with single spaces."""
    return " ".join(text.split())


def quoted(text: str) -> str:
    """Put a value from a game's files into quotes; a number stays bare."""
    return text if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text) else repr(text)
