"""What must be true of a game, as sentences in the page: rules that hold or not, their numbers, and new ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from beeprint import edit, rules
from beeprint.base.problems import BuildError, Problem
from beeprint.edit import game_rules
from beeprint.edit.yaml_style import as_flow
from beeprint.game.conditions import Bounds
from beeprint.game.model import Game
from beeprint.rules.counts import Count
from beeprint.rules.rule import Entry, Rule, Span
from beeprint.rules.sentences import sentence
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.records import keys_of
from beeprint.sources.workspace import GAME
from beeprint.studio import views
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic
from beeprint.studio.views import Answer, Request, of_json
from beeprint.studio.wording import Wording

#: What numbers of rules are called; others have the names of their keys.
_LABELS = {"is": "Number", "min": "At least", "max": "At most", "times": "Times", "within": "At most apart"}


class RuleEdits(Topic):
    """The rules of a game by the keys that lead to them; an action says what the page saw there."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"rules": self._rules}
        self.actions = {"rule": lambda request: self.apply(self._edit(request))}

    def _rules(self, request: Request) -> Answer:
        """List the rules, and the decks and tables that no rule counts."""
        game = self.game(request)
        wording = self.studio.wording
        listed = [_view(game, keys, node, wording) for keys, node in rules.entries(game)]
        fixes = [(problem, fix) for problem in rules.uncovered(game) for fix in problem.fixes]
        uncounted = [
            {"title": fix.title, "why": wording.plain(problem.message, problem.place), "entry": fix.values["entry"]}
            for problem, fix in fixes
        ]
        return of_json({"rules": listed, "uncounted": uncounted})

    def _edit(self, request: Request) -> edit.Edit:
        body, game = request.body, self.game(request)
        act = body["do"]
        if act == "add":
            entry = {str(key): value for key, value in dict(body["entry"]).items()}
            _check(game, entry)
            edition = str(body.get("edition") or "")
            if edition and edition not in game.spec.editions:
                raise LookupError(edition)
            return game_rules.add_rule(game, entry, ("editions", edition, "rules") if edition else ("rules",))
        keys, seen = list(body["keys"]), body["seen"]
        if act == "delete":
            return game_rules.remove_rule(game, keys, seen, str(body["words"]))
        if act == "number":
            at, number = [str(key) for key in body["at"]], int(body["number"])
            _check(game, _with(seen, at, number))
            return game_rules.set_number(game, keys, seen, at, number)
        return {"follow": game_rules.follow_data}[act](game, keys, seen)


def _view(game: Game, keys: tuple[str | int, ...], node: Node, wording: Wording) -> dict[str, Any]:
    """Return a rule as a sentence, its numbers, and what contradicts it; one that is faulty says why."""
    plain = node.plain()
    edition = str(keys[1]) if keys[0] == "editions" else ""
    view: dict[str, Any] = {"keys": list(keys), "seen": plain, "edition": edition, "place": views.place(node.place)}
    try:
        rule = rules.read_rule(node)
    except BuildError as error:
        words = f"rule {keys[-1]}: {plain.get('rule', '') if isinstance(plain, dict) else ''}".rstrip(": ")
        return {**view, "words": words, "numbers": [], "problems": _words(error.problems, wording)}
    problems = [] if rule.editions or edition else _broken(rule, game, node)
    return {
        **view,
        "words": sentence(rule, game),
        "note": rule.note,
        "warning": rule.severity == "warning",
        "editions": list(rule.editions),
        "numbers": list(_numbers(rule, plain)),
        "now": _now(rule, game) if problems and isinstance(plain.get("is"), str) else None,
        "follows": _may_follow(rule, game),
        "problems": _words(problems, wording),
    }


def _broken(rule: Rule, game: Game, node: Node) -> list[Problem]:
    """Return what contradicts a rule, or why it cannot be checked."""
    try:
        return list(rules.broken(rule, game, Entry(node)))
    except BuildError as error:
        return list(error.problems)


def _words(problems: Iterable[Problem], wording: Wording) -> list[str]:
    return [wording.plain(problem.message, problem.place) for problem in problems]


def _numbers(rule: Rule, plain: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the whole numbers of a rule that a person may change, with the keys that lead to each."""
    for key in keys_of(type(rule)):
        name = next((name for name in key.names if name in plain), "")
        value = getattr(rule, key.field)
        spans = isinstance(value, dict) and any(isinstance(inner, Span) for inner in value.values())
        if name and (isinstance(value, Bounds) or spans or (isinstance(value, int) and not isinstance(value, bool))):
            yield from _leaves(plain[name], (name,))


def _leaves(value: Any, at: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, (*at, name))
    elif isinstance(value, str) and value.strip().isdecimal():
        yield {"at": list(at), "label": _LABELS.get(at[-1], at[-1]), "value": int(value)}


def _may_follow(rule: Rule, game: Game) -> bool:
    """Return whether a rule counts all pieces of its decks, and there are any."""
    if not isinstance(rule, Count) or rule.each or rule.where or rule.items or rule.of == "items":
        return False
    is_open = isinstance(rule.is_, Span) and rule.is_.max is None
    return not is_open and bool(rule.pieces(game))


def _now(rule: Rule, game: Game) -> int | None:
    """Return the number that a count of all pieces has now; None for other rules."""
    if not isinstance(rule, Count) or rule.each or not isinstance(rule.is_, Span) or rule.is_.min != rule.is_.max:
        return None
    return sum(map(rule.amount, rule.pieces(game)))


def _with(entry: Any, at: Sequence[str], number: int) -> Any:
    """Return an entry with another number at some keys."""
    return {**entry, at[0]: _with(entry[at[0]], at[1:], number)} if at else str(number)


def _check(game: Game, entry: Mapping[str, Any]) -> None:
    """Raise BuildError for a rule that cannot be understood, or names what the game does not have."""
    node = read_yaml(as_flow(entry).encode(), GAME)
    rule = rules.read_rule(node)
    faults = list(rules.faults(rule, game, Entry(node)))
    if faults:
        raise BuildError(faults)
