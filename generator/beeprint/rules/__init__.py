"""The rules that a game's data must meet; game.yaml names them and gives the figures.

To add a rule, write a subclass of Rule in a module beside this one and list it in RULES; or install a package with an
entry point for such a class in the group `beeprint.rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from beeprint.base import budget, plugins
from beeprint.base.problems import MAX_PROBLEMS, BuildError, Fix, Problem, capped, did_you_mean
from beeprint.game.model import Game
from beeprint.rules.cells import Arithmetic, Composition, Facts, Follows, Mentions, NonDecreasing, RefersTo, Spells
from beeprint.rules.chosen import Chosen, Decks, chosen_in
from beeprint.rules.counts import Balanced, CopiesEqual, Count, EqualSums, EveryCombination, Sum, Unique
from beeprint.rules.pieces import DistinctBacks, Fits, OppositeFacesSum, Partition, SameBack, Supply, TwoSided
from beeprint.rules.places import Clockwise, EquivalentUnder, Scattered, Tiling
from beeprint.rules.rule import Entry, Rule
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import Node

#: All rules, in the order in which the documentation explains them.
RULES: tuple[type[Rule], ...] = (
    Count,
    Sum,
    EqualSums,
    CopiesEqual,
    Unique,
    EveryCombination,
    Balanced,
    Facts,
    Follows,
    Spells,
    Mentions,
    Arithmetic,
    Composition,
    Partition,
    NonDecreasing,
    EquivalentUnder,
    TwoSided,
    Supply,
    SameBack,
    DistinctBacks,
    RefersTo,
    Tiling,
    Clockwise,
    Scattered,
    OppositeFacesSum,
    Fits,
)
_MODELS = {model.word(): model for model in RULES}
#: What a rule costs to understand, a row to look at, and each condition on it, in steps.
_RULE, _ROW, _CONDITION = 500, 7, 2


def check(game: Game) -> list[Problem]:
    """Check the game against its rules; rules that cannot be understood are problems too.

    Rules without `editions:` apply to the whole box; those that name an edition, and its own rules, to the edition.
    """
    problems: list[Problem] = []
    for node, scoped in _entries(game):
        if len(problems) > MAX_PROBLEMS:
            message = f"there are more than {MAX_PROBLEMS:,} problems; the rules from here on are not checked"
            problems.append(Problem(node.place, message, "fix the other problems first"))
            break
        try:
            budget.spend("rules", _RULE, at=lambda node=node: node.place)  # type: ignore[misc]
            rule = read_rule(node)
            if scoped and not game.edition:
                # A rule for a misspelt edition would otherwise never be checked.
                problems += capped(_unknown_editions(rule, game, Entry(node)))
            else:
                problems += capped(broken(rule, game, Entry(node)))
        except BuildError as error:
            problems += error.problems
    if not game.edition:
        return problems
    named = f"edition {game.edition} "
    return [
        problem if problem.message.startswith(named) else replace(problem, message=f"{named[:-1]}: {problem.message}")
        for problem in problems
    ]


def understood(game: Game) -> list[tuple[Rule, Entry]]:
    """Return the rules of the whole box, each with its place; BuildError for one that cannot be understood."""
    return [(read_rule(node), Entry(node)) for node, scoped in _entries(game) if not scoped]


def entries(game: Game) -> Iterator[tuple[tuple[str | int, ...], Node]]:
    """Yield each entry of rules: in game.yaml, those of editions too, with the keys that lead to it."""
    groups: list[tuple[str, ...]] = [("rules",), *(("editions", name, "rules") for name in game.spec.editions)]
    for keys in groups:
        listed = game.node.find(keys)
        for index, node in enumerate(listed.value if listed is not None and isinstance(listed.value, tuple) else ()):
            yield (*keys, index), node


def uncovered(game: Game, decks: Iterable[str] | None = None) -> Iterator[Problem]:
    """Yield a warning for each data file, or only those of `decks`, whose rows no rule counts."""
    covered: set[str] = set()
    for node, scoped in _entries(game):
        try:
            rule = read_rule(node)
        except BuildError:
            # Whatever is wrong with the rule, it may have been meant to cover these.
            covered.update(name for key in ("deck", "decks", "table") for name in _words(node.find([key])))
            continue
        if (game.edition or not scoped) and not list(faults(rule, game, Entry(node))):
            covered.update(rule.covers(game))
    for group, names in (("decks", game.decks), ("tables", game.tables)):
        for name in names if decks is None else (deck_name for deck_name in names if deck_name in decks):
            rows = game.rows(name)
            if rows is None or name in covered:
                continue
            total = sum(row.copies for row in rows.rows)
            values = {"rule": "count", group.removesuffix("s"): name, "is": total}
            keys = ["editions", game.edition, "rules"] if game.edition else ["rules"]
            entry = f"- {{rule: count, {group.removesuffix('s')}: {name}, is: {total}}}"
            does = f"Adds {entry[2:]} to the checks, in game.yaml."
            fix = Fix(f"Add a check that counts {name}", "add-rule", {"keys": keys, "entry": values}, does)
            where = ["editions", game.edition, "decks", name] if game.edition else [group, name, "data"]
            of = f"in edition {game.edition} " if game.edition else ""
            yield Problem(
                game.node.at(where),
                f"nothing {of}counts the rows of {rows.file}: a lost row would go unnoticed",
                f"add a check that counts them ({'its ' if of else ''}rules: {entry})",
                "warning",
                fixes=(fix,),
            )


def _entries(game: Game) -> Iterator[tuple[Node, bool]]:
    """Yield the entries that concern the game, an edition's own included, each with whether it is for editions only."""
    shared = game.node.find(["rules"])
    for node in shared.value if shared is not None and isinstance(shared.value, tuple) else ():
        named = node.find(["editions"])
        scoped = named is not None
        if not game.edition or (named is not None and game.edition in _words(named)):
            yield node, scoped
    own = game.node.find(["editions", game.edition, "rules"]) if game.edition else None
    for node in own.value if own is not None and isinstance(own.value, tuple) else ():
        yield node, False


def _words(node: Node | None) -> list[str]:
    """Return one word or several, as they are written."""
    if node is None:
        return []
    if isinstance(node.value, str):
        return [node.value]
    return [word.value for word in node.value if isinstance(word.value, str)] if isinstance(node.value, tuple) else []


def _unknown_editions(rule: Rule, game: Game, place: Entry) -> Iterator[Problem]:
    for index, name in enumerate(rule.editions):
        if name not in game.spec.editions:
            hint = did_you_mean(name, game.spec.editions) if game.spec.editions else "the game has no editions"
            yield Problem(place("editions", index), f"there is no edition {name}", hint)
    if not rule.editions:
        yield Problem(
            place("editions"), "editions is empty", "delete the key: without it the rule is for the whole box"
        )


def read_rule(node: Node) -> Rule:
    """Return an entry as the rule it names; BuildError with every fault placed."""
    word = node.find(["rule"])
    if not isinstance(node.value, dict) or word is None:
        hint = "a rule is a mapping such as {rule: count, deck: cards, is: 52}"
        raise BuildError([Problem(node.place, "the key rule is missing", hint)])
    name = word.value if isinstance(word.value, str) else ""
    model = _MODELS.get(name)
    if model is None and name in plugins.installed(plugins.RULES):
        model = plugins.installed(plugins.RULES)[name].load(Rule)
    if model is None:
        known = [*_MODELS, *plugins.installed(plugins.RULES)]
        raise BuildError([Problem(word.place, f"there is no rule {name}".rstrip(), did_you_mean(name, known))])
    return understand(model, node)


def faults(rule: Rule, game: Game, place: Entry) -> Iterator[Problem]:
    """Yield a problem for each name in a rule that the game does not know."""
    if rule.editions and game.edition and game.edition not in rule.editions:
        yield Problem(
            place("editions"),
            f"this rule already belongs to edition {game.edition}",
            f"remove {game.edition} from editions",
        )
    for chosen, spot in chosen_in(rule, place):
        yield from chosen.faults(game, spot)


def broken(rule: Rule, game: Game, place: Entry) -> Iterator[Problem]:
    """Yield what a rule finds; nothing if a cell that it reads is wrong, which has been reported already."""
    unknown = list(faults(rule, game, place))
    yield from unknown
    chosen = [part for part, _ in chosen_in(rule, place)]
    if unknown or not all(part.is_sound(game) for part in chosen if isinstance(part, Chosen)):
        return
    budget.spend("rules", sum(map(partial(_cost, game), chosen)), at=place)
    yield from map(partial(replace, severity=rule.severity), rule.check(game, place))


def _cost(game: Game, part: Decks) -> float:
    """Return what it costs to look at the rows of a selection, in steps."""
    if not isinstance(part, Chosen):
        return 0.0
    wanted = len(part.where) + sum(len(choices) for choices in part.where.values() if isinstance(choices, tuple)) / 8
    return sum(len(rows.rows) for rows in part.data(game)) * (_ROW + _CONDITION * wanted)
