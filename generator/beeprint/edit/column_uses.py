"""Find what uses a column: bindings and conditions of layouts, rules, editions, names of cards, texts of cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError, Place, Problem
from beeprint.edit.document import Document, Keys
from beeprint.edit.snapshot import Snapshot
from beeprint.edit.text import Piece
from beeprint.face.template import layouts
from beeprint.game import model
from beeprint.game.conditions import names_in, one_of
from beeprint.game.model import Game
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import GAME, Workspace, shown

#: Keys that name columns, in rules and layouts, and keys of conditions, whose own keys are columns.
_NAMING = frozenset(
    {"auto", "by", "column", "columns", "difference", "each", "from", "items", "product", "sum", "within"}
)
_CONDITIONS = frozenset({"when", "where"})
_DECKS = ("deck", "decks", "table", "tables")


class Use(NamedTuple):
    """A place of a YAML file that names a column: a key, or a value that names it alone or in braces."""

    document: Document
    keys: tuple[str | int, ...]
    is_key: bool
    piece: Piece

    @property
    def place(self) -> Place:
        """Return where the value is."""
        return Place(shown(self.document.path), self.piece.line, self.piece.column)


def bound(name: str) -> re.Pattern[str]:
    """Return the pattern of a column in braces: {cost}, and {suit.ink} for a column that refers to a table."""
    return re.compile(rf"\{{{re.escape(name)}(?=[}}.])")


def uses_of(workspace: Workspace, table: str, name: str) -> list[Use]:
    """Find what uses a column in game.yaml and in the layouts of its deck; its declaration is not a use."""
    path = workspace.game / GAME
    game = Document(path, read_bytes(path, shown(path)))
    uses = [use for use in _walk(game, game.root, name) if _concerns(game.plain, use.keys, table)]
    for document in layouts_of(workspace, table):
        uses += _walk(document, document.root, name)
    return uses


def layouts_of(workspace: Workspace, deck: str) -> Iterator[Document]:
    """Yield the layouts that a deck draws its sides with, and all that these extend."""
    game = _loaded(workspace)
    snapshot = Snapshot(workspace.game)
    if game is None or deck not in game.decks:
        return
    drawn = game.decks[deck]
    wanted: list[str] = []
    for side in ("front", "back") if drawn.spec.back else ("front",):
        try:
            wanted += [layout.name for layout in layouts(game, drawn, side, drawn.rows.rows)[0].values()]
        except BuildError:
            continue
    seen: set[str] = set()
    while wanted:
        layout = wanted.pop()
        path = snapshot.find("layouts", layout, (".yaml",))
        if layout in seen or path is None:
            continue
        seen.add(layout)
        wanted += snapshot.parents(layout)
        yield Document(path, read_bytes(path, shown(path)))


def _loaded(workspace: Workspace) -> Game | None:
    try:
        return model.load(workspace)[0]
    except BuildError:
        return None


def _walk(document: Document, piece: Piece, name: str) -> Iterator[Use]:
    keys = piece.path
    words = [key for key in keys if isinstance(key, str)]
    if piece.entries and words and words[-1] in _CONDITIONS:
        for tested in piece.entries:
            if name in names_in(tested):
                yield Use(document, (*keys, tested), True, piece.entries[tested])
    if piece.is_scalar:
        alone = piece.value == name and bool(words) and words[-1] in _NAMING and "columns" not in words[:-1]
        made = piece.value == name and words[-2:] in (["id", "auto"],)
        if alone or made or bound(name).search(piece.value):
            yield Use(document, keys, False, piece)
    for child in piece.children:
        yield from _walk(document, child, name)


def _concerns(plain: Any, keys: Keys, table: str) -> bool:
    """Return whether a place of game.yaml is about a deck or table: its declaration, its edition, or a rule of it."""
    if "rules" in keys:
        at = keys.index("rules")
        rule = plain
        for key in keys[: at + 2]:
            rule = rule[key]
        return table in named_decks(rule)
    return table in keys


def named_decks(value: Any) -> set[str]:
    """Return the decks and tables that a rule names."""
    if isinstance(value, list):
        return set().union(*map(named_decks, value))
    if not isinstance(value, dict):
        return set()
    names: set[str] = set().union(*(named_decks(item) for item in value.values()))
    for key in _DECKS:
        word = value.get(key, ())
        names |= {word} if isinstance(word, str) else {str(item) for item in word} if isinstance(word, list) else set()
    return names


def renamed(uses: Iterable[Use], name: str, to: str) -> list[Document]:
    """Return the documents with a column under another name in all that uses it; values change before keys."""
    documents: dict[Any, Document] = {}
    pattern = bound(name)
    for use in sorted(uses, key=lambda use: use.is_key):
        document = documents.get(use.document.path, use.document)
        if use.is_key:
            names = (to if each == name else each for each in names_in(str(use.keys[-1])))
            document = document.rename(use.keys, one_of(names))
        else:
            value = use.piece.value
            new = to if value == name else pattern.sub("{" + to.replace("\\", r"\\"), value)
            document = document.set(use.keys, new)
        documents[use.document.path] = document
    return list(documents.values())


def shared_rules(uses: Iterable[Use], table: str) -> list[Problem]:
    """Return a problem for each rule that names the column of several decks, which keep its old name."""
    problems = []
    for use in uses:
        if "rules" in use.keys:
            at = use.keys.index("rules")
            rule = use.document.get(use.keys[: at + 2])
            others = sorted(named_decks(rule) - {table})
            if others:
                message = f"this rule names the column of {', '.join(others)} too"
                problems.append(Problem(use.place, message, "rename the column in the files, or divide the rule first"))
    return problems
