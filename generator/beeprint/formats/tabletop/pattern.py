"""Names of pictures by a pattern such as `{deck}-{id}-{n}`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from beeprint.base.problems import did_you_mean
from beeprint.formats.tabletop.table import Component, Item
from beeprint.sources.names import is_safe, slug

#: What is filled in: deck, id and name of the piece, its number in the deck, the number of its copy, its side.
FIELDS = ("deck", "id", "name", "n", "copy", "side")
#: How names are formed unless a profile says otherwise.
USUAL = "{deck}/{id}.{side}"
#: Fields by which the pieces of a deck differ; a back that they share has none of them.
_OF_PIECES = frozenset(FIELDS) - {"deck"}
_PARTS = re.compile(r"\{([^{}]*)\}")
_NOT_IN_NAMES = re.compile(r'[<>:"|?*\\{}]')


def checked(pattern: str) -> str:
    """Return a pattern; ValueError where it fills in something else, or would form names that no system takes."""
    for field in _PARTS.findall(pattern):
        if field not in FIELDS:
            raise ValueError(f"there is no {{{field}}}: {did_you_mean(field, FIELDS)}")
    plain = _PARTS.sub("x", pattern)
    if not plain or _NOT_IN_NAMES.search(plain) or not is_safe(plain) or plain != plain.strip(" ."):
        raise ValueError(f"{pattern!r} forms no safe names of files; write one such as {{deck}}-{{id}}-{{n}}")
    if plain.endswith((".png", ".webp", ".jpg", ".jpeg")):
        raise ValueError(f"{pattern!r} has an ending; leave it out, the format gives it")
    return pattern


def per_copy(pattern: str) -> bool:
    """Return whether each copy of a piece has a file of its own."""
    return "{copy}" in pattern


def stem(pattern: str, deck: Component, number: int, item: Item, side: str, copy: int = 1) -> str:
    """Return the name of a piece's picture, without ending; `number` and `copy` count from 1, as wide as the highest.

    Without `{side}`, the name of a back ends with -back.
    """
    values = {
        "deck": slug(deck.name),
        "id": item.stem or slug(item.id),
        "name": slug(item.name),
        "n": str(number).zfill(len(str(len(deck.items)))),
        "copy": str(copy).zfill(len(str(item.copies))),
        "side": side,
    }
    name = _filled(pattern, values)
    return name if side == "front" or "{side}" in pattern else f"{name}-back"


def shared_back(pattern: str, deck: Component) -> str:
    """Return the name of the picture of a back that a deck shares.

    The first field that tells pieces apart becomes `back`; the others go, with the separator before them.
    """
    first = next((field for field in _PARTS.findall(pattern) if field in _OF_PIECES), "")
    for field in _OF_PIECES - {first}:
        pattern = re.sub(r"[-_. ]*\{" + field + r"\}", "", pattern)
    name = _filled(pattern, {"deck": slug(deck.name), first: "back"}).strip("/-_. ")
    return name if first else f"{name}-back"


def _filled(pattern: str, values: Mapping[str, str]) -> str:
    return _PARTS.sub(lambda match: values[match[1]], pattern)
