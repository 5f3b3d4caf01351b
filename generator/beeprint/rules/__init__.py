"""The rules that a game's data has to keep: game.yaml names them and gives the figures.

To add a rule: a file beside this one with a model that subclasses Rule, and its name in RULES.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from beeprint.game import Game
from beeprint.problems import BuildError, Problem, did_you_mean
from beeprint.rules.balanced import Balanced
from beeprint.rules.chosen import Chosen, chosen_in
from beeprint.rules.composition import Composition
from beeprint.rules.copies_equal import CopiesEqual
from beeprint.rules.count import Count
from beeprint.rules.distinct_backs import DistinctBacks
from beeprint.rules.equal_sums import EqualSums
from beeprint.rules.equivalent_under import EquivalentUnder
from beeprint.rules.every_combination import EveryCombination
from beeprint.rules.fits import Fits
from beeprint.rules.follows import Follows
from beeprint.rules.non_decreasing import NonDecreasing
from beeprint.rules.opposite_faces_sum import OppositeFacesSum
from beeprint.rules.partition import Partition
from beeprint.rules.refers_to import RefersTo
from beeprint.rules.rule import Entry, Rule
from beeprint.rules.same_back import SameBack
from beeprint.rules.sums import Sum
from beeprint.rules.supply import Supply
from beeprint.rules.tiling import Tiling
from beeprint.rules.two_sided import TwoSided
from beeprint.rules.unique import Unique
from beeprint.schema import understand
from beeprint.source import Node

#: The vocabulary of `rule:`, in the order in which the documentation explains it.
RULES: tuple[type[Rule], ...] = (
    Count,
    Sum,
    EqualSums,
    CopiesEqual,
    Unique,
    EveryCombination,
    Balanced,
    Follows,
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
    OppositeFacesSum,
    Fits,
)


def check(game: Game) -> list[Problem]:
    """Return everything in the game that contradicts its rules, and every rule that cannot be understood."""
    problems: list[Problem] = []
    for node in _entries(game):
        try:
            rule = _rule(node)
            problems += _checked(rule, game, Entry(node))
        except BuildError as error:
            problems += error.problems
    return problems


def uncovered(game: Game) -> Iterator[Problem]:
    """Yield a warning for each data file of which no rule counts the rows."""
    covered: set[str] = set()
    for node in _entries(game):
        try:
            rule = _rule(node)
        except BuildError:
            continue
        if not rule.editions and not list(_faults(rule, game, Entry(node))):
            covered.update(rule.covers(game))
    for group, names in (("decks", game.decks), ("tables", game.tables)):
        for name in names:
            rows = game.rows(name)
            if rows is None or name in covered:
                continue
            total = sum(row.copies for row in rows.rows)
            yield Problem(
                game.node.at([group, name, "data"]),
                f"no count covers {rows.file}: a lost row would pass unseen",
                f"add to rules: - {{rule: count, {group.removesuffix('s')}: {name}, is: {total}}}",
                "warning",
            )


def _entries(game: Game) -> tuple[Node, ...]:
    """Return the entries of `rules:`."""
    rules = game.node.find(["rules"])
    return rules.value if rules is not None and isinstance(rules.value, tuple) else ()


def _rule(node: Node) -> Rule:
    """Return an entry as the rule it names; BuildError with every fault placed."""
    models = {model.word(): model for model in RULES}
    word = node.find(["rule"])
    if not isinstance(node.value, dict) or word is None:
        hint = "a rule is a mapping such as {rule: count, deck: cards, is: 52}"
        raise BuildError([Problem(node.place, "the key rule is missing", hint)])
    if not isinstance(word.value, str) or word.value not in models:
        name = word.value if isinstance(word.value, str) else ""
        raise BuildError([Problem(word.place, f"there is no rule {name}".rstrip(), did_you_mean(name, models))])
    return understand(models[word.value], node)


def _faults(rule: Rule, game: Game, place: Entry) -> Iterator[Problem]:
    """Yield a problem for each name in a rule that the game does not know."""
    for index, edition in enumerate(rule.editions):
        # A rule for an edition must not pass because nobody builds that edition.
        yield Problem(place("editions", index), f"there is no edition {edition}", "the game declares none")
    for chosen, spot in chosen_in(rule, place):
        yield from chosen.faults(game, spot)


def _checked(rule: Rule, game: Game, place: Entry) -> Iterator[Problem]:
    """Yield what a rule finds; nothing where a cell it reads is wrong, which is reported already."""
    faults = list(_faults(rule, game, place))
    yield from faults
    chosen = [part for part, _ in chosen_in(rule, place)]
    if faults or not all(part.is_sound(game) for part in chosen if isinstance(part, Chosen)):
        return
    yield from map(partial(replace, severity=rule.severity), rule.check(game, place))
