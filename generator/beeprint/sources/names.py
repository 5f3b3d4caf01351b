"""Names of files: check that they are safe, compare them, and make them from texts."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from unicodedata import category, normalize

#: The most letters of the name of a file or folder but for its ending, which every system takes; the last of those that
#: stand for a longer name tell it apart from others that begin alike.
MOST_LETTERS, _DIGITS = 100, 10
#: What Windows reads as a drive, a stream, a folder or a wildcard.
_NOT_ON_WINDOWS = frozenset('<>:"|?*\\')
#: Windows has devices of these names, whatever follows the first dot.
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)")
#: Letters and signs that are no Latin letter with an accent, and how they are written in Latin letters (_: not at all).
_FOREIGN = (
    (
        "абвгдежзийклмнопрстуфхцчшщъыьэюяёђєіїјљњћўџґ",
        "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya yo dj ye i yi j lj nj c u dz g",
    ),
    ("αβγδεζηθικλμνξοπρςστυφχψω", "a b g d e z i th i k l m n x o p r s s t y f ch ps o"),
    ("ßæœøđðþłħŋ\u0131", "ss ae oe o d d th l h n i"),
    ("€£¥¢₹°\u00d7", "eur gbp yen cent inr deg x"),
)
_LATIN = {
    letter: spelt.strip("_")
    for letters, words in _FOREIGN
    for letter, spelt in zip(letters, words.split(), strict=True)
}


@lru_cache(maxsize=4096)
def is_safe(name: str) -> bool:
    """Return whether a name with slashes is valid and stays below the folder that it is relative to.

    No part of it may start with a dot: such files are hidden, and not part of a game.
    """
    if any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in name):
        return False
    if os.name == "nt" and not _NOT_ON_WINDOWS.isdisjoint(name):
        return False
    return all(part and not part.startswith(".") for part in name.split("/"))


def key(name: str) -> str:
    """Return what equal names have in common: their letters, however accents are encoded, and the case of the ending.

    macOS may store an accent apart from its letter, and cameras write endings in capitals.
    """
    path = PurePosixPath(normalize("NFC", name))
    return str(path.with_suffix(path.suffix.lower())) if path.suffix else str(path)


def bare(name: str) -> str:
    """Return the letters and digits of a name in lower case, which a title shares with the file named after it."""
    return "".join(char for char in normalize("NFC", name).casefold() if char.isalnum())


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Turn a text into a file name that is valid on every system, in ASCII; other letters become Latin or numbers."""
    if not text.isascii():
        text = "".join(map(_ascii, normalize("NFC", text)))
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.") or "x"
    if len(name) > MOST_LETTERS:
        name = f"{name[: MOST_LETTERS - _DIGITS]}{hashlib.sha256(name.encode()).hexdigest()[:_DIGITS]}"
    return _RESERVED.sub(r"\1_", name)


def _ascii(char: str) -> str:
    """Spell a character in Latin letters, or else as its number in Unicode; punctuation becomes a blank."""
    if char.isascii():
        return char
    small = _LATIN.get(char.lower())
    if small is not None:
        return small.capitalize() if char.isupper() else small
    parts = "".join(part for part in normalize("NFKD", char) if category(part) != "Mn")
    if parts and parts.isascii():
        return parts
    base = _LATIN.get(parts.lower())
    if base is not None:
        return base if char.islower() else base.capitalize()
    kind = category(char)
    if kind == "Cf":
        return ""
    return f"u{ord(char):04x}" if kind[0] in "LMNS" else " "


def stems(ids: Iterable[str]) -> Mapping[str, str]:
    """Return the names of files for ids outside ASCII whose slugs are taken: these get a number."""
    numbered: dict[str, str] = {}
    names = tuple(dict.fromkeys(ids))
    taken = {slug(name).lower() for name in names if name.isascii()}
    for name in names:
        if name.isascii():
            continue
        stem, number = slug(name), 2
        while stem.lower() in taken:
            stem, number = f"{slug(name)}-{number}", number + 1
        taken.add(stem.lower())
        if stem != slug(name):
            numbered[name] = stem
    return numbered
