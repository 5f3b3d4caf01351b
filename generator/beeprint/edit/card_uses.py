"""Find the places of rules, set-ups and the leaflet that name a card by its id."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from beeprint.base.problems import BuildError, Place, Problem
from beeprint.edit.column_uses import named_decks
from beeprint.edit.document import Document
from beeprint.edit.text import Piece
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import Workspace, shown

_HINT = "name another card there"


def warn_of(workspace: Workspace, deck: str, ids: Collection[str]) -> Iterator[Problem]:
    """Yield a warning for each place that names a card of a deck which goes, or gets another id."""
    for path in sorted(workspace.game.glob("*.yaml")):
        try:
            document = Document(path, read_bytes(path, shown(path)))
            named = list(_named(document.root, deck, ids))
        except BuildError:
            continue
        for piece in named:
            place = Place(shown(path), piece.line, piece.column)
            yield Problem(place, f"this names the card {piece.value}", _HINT, "warning")
    pattern = re.compile(rf"(?<![\w/-]){re.escape(deck)}/({'|'.join(map(re.escape, ids))})(?![\w-])") if ids else None
    for path in sorted([*workspace.game.glob("*.md"), *workspace.game.glob("lang/*/*.md")]) if pattern else ():
        lines = read_bytes(path, shown(path)).decode("utf-8", "replace").splitlines()
        for number, line in enumerate(lines, start=1):
            for match in pattern.finditer(line) if pattern else ():
                place = Place(shown(path), number, match.start() + 1)
                yield Problem(place, f"this names the card {match[1]}", _HINT, "warning")


def _named(piece: Piece, deck: str, ids: Collection[str], inside: bool = False) -> Iterator[Piece]:
    """Yield each scalar that is an id of the deck: within an entry that names the deck, or as deck/id."""
    if piece.entries is not None:
        plain = {key: [each.value for each in value.scalars()] for key, value in piece.entries.items()}
        inside = inside or deck in named_decks(plain)
    keys = piece.path
    is_id = piece.value in ids if inside else piece.value in {f"{deck}/{key}" for key in ids}
    if piece.is_scalar and is_id and not {"deck", "decks"} & set(map(str, keys[-2:])):
        yield piece
    for child in piece.children:
        yield from _named(child, deck, ids, inside)
