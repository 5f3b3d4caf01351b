"""The rules of game.yaml as a list: each removed, given another number, or added, as one edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beeprint.base.problems import Place, error_at
from beeprint.edit.change import Edit
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft
from beeprint.game.model import Game
from beeprint.sources.workspace import GAME, shown

#: Keys and indexes that lead to a rule, such as rules and 2.
Keys = Sequence[str | int]


def remove_rule(game: Game, keys: Keys, seen: Any, words: str) -> Edit:
    """Return the edit that removes a rule; `seen` is what the caller saw there, `words` what it asks for."""
    draft = Draft(game)
    draft.put(_rule_at(draft, keys, seen).remove(keys))
    return draft.edit(f"check deleted: {words}")


def set_number(game: Game, keys: Keys, seen: Any, at: Keys, number: int) -> Edit:
    """Return the edit that gives a number of a rule another value; `at` are the keys that lead to it in the rule."""
    draft = Draft(game)
    document = _rule_at(draft, keys, seen)
    place = [*keys, *at]
    if document.get(place) is None:
        raise error_at(_place(game), f"the rule has no number {at[-1]}", "look at it again")
    draft.put(document.set(place, number))
    return draft.edit(f"number of a check changed to {number}")


def follow_data(game: Game, keys: Keys, seen: Any) -> Edit:
    """Return the edit after which a count asks for one piece at least, so that pieces can be added and taken out."""
    draft = Draft(game)
    draft.put(_rule_at(draft, keys, seen).set([*keys, "is"], {"min": 1}))
    return draft.edit("check of a number removed")


def add_rule(game: Game, entry: Mapping[str, Any], keys: Keys = ("rules",)) -> Edit:
    """Return the edit that adds a rule to the end of a list of rules."""
    draft = Draft(game)
    document = draft.game_yaml
    listed = document.get(keys)
    draft.put(document.insert(keys, len(listed) if isinstance(listed, list) else 0, dict(entry)))
    return draft.edit(f"check added: {entry.get('rule', '')}")


def _rule_at(draft: Draft, keys: Keys, seen: Any) -> Document:
    """Return game.yaml, in which a rule is as the caller saw it; BuildError if it is another one now."""
    document = draft.game_yaml
    if document.get(keys) != seen:
        raise error_at(Place(shown(draft.folder / GAME)), "the rules have changed meanwhile", "look at them again")
    return document


def _place(game: Game) -> Place:
    return Place(shown(game.workspace.game / GAME))
