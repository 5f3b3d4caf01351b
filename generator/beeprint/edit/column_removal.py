"""Take a column out of all that uses it: layers that show it, conditions and choices that go by it, and rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from beeprint.base.problems import Problem
from beeprint.edit.choices import CHOOSE, cases_of, choices_written
from beeprint.edit.column_uses import Use, bound, named_decks
from beeprint.edit.document import Document
from beeprint.edit.slot_list import NAMING
from beeprint.face.template import ALSO
from beeprint.game.conditions import ELSE, names_in, one_of

_Keys = tuple[str | int, ...]
_KEPT = "change it first, or delete the column only"


class Removal(NamedTuple):
    """What becomes of a use: `remove` is what goes, `keys` are written in its place, and `hint` says so."""

    use: Use
    hint: str
    remove: _Keys = ()
    keys: tuple[tuple[_Keys, Any], ...] = ()

    @property
    def is_possible(self) -> bool:
        """Return whether beeprint knows how the file goes on without the column."""
        return bool(self.remove or self.keys)


def removals(uses: Iterable[Use], name: str, table: str) -> list[Removal]:
    """Return what becomes of each use of a column of a table that is deleted with all that uses it."""
    return [_rule(use, table) if "rules" in use.keys else _slot(use, name) for use in uses]


def removal_words(removed: Collection[Removal], name: str) -> list[Problem]:
    """Return a problem for each place that uses a column, with what becomes of it, for a person who deletes it."""
    return [Problem(each.use.place, f"this uses the column {name}", each.hint) for each in removed]


def without_column(removed: Collection[Removal]) -> list[Document]:
    """Return the documents without what uses a column; a slot that stood by a slot that goes stands by itself."""
    documents: dict[Path, Document] = {}
    for each in sorted(removed, key=_order, reverse=True):  # the last item of a list first
        document = documents.get(each.use.document.path, each.use.document)
        for keys, value in each.keys:
            document = document.set(keys, value) if _is_there(document, keys[:2]) else document
        if each.remove and _is_there(document, each.remove):
            document = document.remove(each.remove)
        if document.get(each.remove[:-1]) == {} and each.remove[-2:-1] == ("when",):
            document = document.remove(each.remove[:-1])
        if each.remove[:1] == ("slots",) and len(each.remove) == 2:
            document = _alone(document, str(each.remove[1]))
        documents[each.use.document.path] = document
    return list(documents.values())


def _order(removed: Removal) -> tuple[str, ...]:
    return tuple(f"{key:09}" if isinstance(key, int) else key for key in removed.remove)


def _is_there(document: Document, keys: _Keys) -> bool:
    return document.get(keys) is not None


def _alone(document: Document, gone: str) -> Document:
    """Return a layout whose slots do not name a slot that is gone."""
    for slot in document.get(("slots",)) or {}:
        for key in NAMING:
            if document.get(("slots", slot, key)) == gone:
                document = document.remove(("slots", slot, key))
    return document


def _rule(use: Use, table: str) -> Removal:
    keys = use.keys[: use.keys.index("rules") + 2]
    if named_decks(use.document.get(keys)) - {table}:  # the rule of several decks
        return Removal(use, _KEPT)
    return Removal(use, "the rule is deleted too", keys)


def _slot(use: Use, name: str) -> Removal:
    """Return what becomes of a slot: it goes, unless a condition, a choice or a part of its text names the column."""
    if use.keys[:1] != ("slots",):
        return Removal(use, _KEPT)
    slot = use.keys[:2]
    while use.keys[len(slot) : len(slot) + 1] == ("each",):
        slot = use.keys[: len(slot) + 2]
    rest = use.keys[len(slot) :]
    if "when" in rest and use.is_key:
        if left := [each for each in names_in(str(use.keys[-1])) if each != name]:
            keys = (((*use.keys[:-1], one_of(left)), use.document.get(use.keys)),)
            return Removal(use, "the other columns of its condition stay", use.keys, keys)
        others = len(use.document.get(use.keys[:-1])) > 1
        hint = "its other conditions stay" if others else "it shows on all cards then"
        return Removal(use, hint, use.keys)
    levels = [choice.keys for choice in choices_written(use.document.get((*slot, CHOOSE)))]
    level = next((keys for keys in reversed(levels) if rest[: len(keys)] == keys), ())
    if level and rest[len(level) :] == ("by",):
        others_by = bound(name).sub("{", use.piece.value).replace("{}", "")
        if "{" in others_by:
            return Removal(use, "the other columns of its choice stay", keys=((use.keys, others_by),))
        return _unchosen(use, slot, level)
    if level:
        return Removal(use, "this look of some cards is deleted too", (*slot, *rest[: len(level) + 1]))
    text = " ".join(bound(name).sub("{", use.piece.value).replace("{}", " ").split())
    if rest == ("text",) and text:
        return Removal(use, f"its text is {text} then", keys=((use.keys, text),))
    return Removal(use, "it is deleted too", slot)


def _unchosen(use: Use, slot: _Keys, level: _Keys) -> Removal:
    """Return what becomes of a slot with a choice: it looks as it did on all other cards, else as in its first case."""
    choice = use.document.get((*slot, *level))
    cases = cases_of(choice)
    case = cases.get(ELSE, next(iter(cases.values()), None)) or {}
    keys: tuple[tuple[_Keys, Any], ...] = tuple(((*slot, key), value) for key, value in case.items())
    if ALSO in choice:  # a further choice stays
        return Removal(use, "it looks alike on all cards then", (), (*keys, ((*slot, *level), choice[ALSO])))
    return Removal(use, "it looks alike on all cards then", (*slot, *level), keys)
