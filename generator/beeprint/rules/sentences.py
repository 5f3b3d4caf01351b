"""Put rules into sentences, as a list of what must be true of a game shows them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from beeprint.game.conditions import Bounds
from beeprint.game.model import Game
from beeprint.rules import cells, counts, pieces, places
from beeprint.rules.chosen import Chosen, Decks, listed, number_of, singular
from beeprint.rules.rule import Rule, Span


def sentence(rule: Rule, game: Game) -> str:
    """Return what a rule asks of a game; of a plug-in's rule, what it says of itself."""
    describe = _SENTENCES.get(type(rule))
    if describe is None:
        first = (inspect.getdoc(type(rule)) or rule.rule).partition("\n")[0].rstrip(".")
        return f"{first} ({_data(rule, game)})" if isinstance(rule, Decks) else first
    words = describe(rule, game)
    return words[:1].upper() + words[1:]


def _data(rule: Decks, game: Game) -> str:
    """Name the decks and tables of a rule, with the conditions on their rows: deck honey with kid 'raid'."""
    names = list(rule.decks)
    kind = "table" if all(name in game.spec.tables for name in names) else "deck"
    where = rule.conditions() if isinstance(rule, Chosen) else ""
    return f"{kind}{'s' if len(names) > 1 else ''} {listed(names)}{where}"


def _is(figure: Bounds, noun: str) -> str:
    """Return `is 1 card` and `are 2 to 4 cards`."""
    exact = _exact(figure)
    if exact is not None:
        return "are no " + noun if exact == 0 else f"{_verb(exact)} {number_of(exact, noun)}"
    last = figure.max if figure.max is not None else figure.min
    return f"{_verb(last)} {figure} {singular(noun) if last == 1 else noun}"


def _exact(figure: Bounds) -> int | None:
    """Return the number that a figure is; None for a range."""
    return figure.min if figure.min == figure.max else None


def _verb(number: int | None) -> str:
    return "is" if number == 1 else "are"


def _often(figure: Bounds) -> str:
    """Return how often something occurs: once, twice, 1 to 2 times."""
    exact = _exact(figure)
    if exact is not None:
        return {0: "never", 1: "once", 2: "twice"}.get(exact, f"{figure} times")
    return f"{figure} {'time' if 1 == figure.max == (figure.min or 1) else 'times'}"


def _combined(columns: Iterable[str]) -> str:
    """Return `each mood`, and `each combination of house and mood`."""
    names = list(columns)
    return f"each combination of {listed(names)}" if len(names) > 1 else f"each {names[0]}"


def _each(columns: Iterable[str]) -> str:
    names = list(columns)
    return f" of {_combined(names)}" if names else ""


def _in(rule: Decks, game: Game) -> str:
    return f"in {_data(rule, game)}"


# Each rule ------------------------------------------------------------------------------------------------------------


def _count(rule: counts.Count, game: Game) -> str:
    noun, rest = rule.counted(game)
    if isinstance(rule.is_, Span):
        return f"there {_is(rule.is_, noun)}{rest}{_each(rule.each)} {_in(rule, game)}"
    numbers = [f"{span} with {rule.each[0]} {word}" for word, span in rule.is_.items()]
    return f"of the {noun}{rest} {_in(rule, game)} there are {listed(numbers)}"


def _sum(rule: counts.Sum, game: Game) -> str:
    each = f" for {_combined(rule.each)}" if rule.each else ""
    return f"{rule.column} adds up to {rule.is_}{each} {_in(rule, game)}"


def _equal_sums(rule: counts.EqualSums, game: Game) -> str:
    sums = f"numbers at most {rule.within} apart" if rule.within else "the same number"
    return f"{listed(rule.columns)} add up to {sums} {_in(rule, game)}"


def _copies_equal(rule: counts.CopiesEqual, game: Game) -> str:
    copies = f"as many copies as its {rule.column} says" if rule.column else number_of(rule.is_ or 0, "copies")
    return f"each row {_in(rule, game)} has {copies}".replace("1 copie", "1 copy")


def _unique(rule: counts.Unique, game: Game) -> str:
    noun = "rows" if rule.of == "rows" else rule.noun(game)
    return f"no two {noun} {_in(rule, game)} have the same {listed(rule.columns)}"


def _every_combination(rule: counts.EveryCombination, game: Game) -> str:
    return f"{_combined(rule.columns)} occurs {_often(rule.times)} {_in(rule, game)}"


def _balanced(rule: counts.Balanced, game: Game) -> str:
    often = "equally often" if rule.is_ is None else _often(rule.is_)
    return f"{_combined(rule.columns)} occurs {often} {_in(rule, game)}"


def _facts(rule: cells.Facts, game: Game) -> str:
    rows = number_of(len(rule.is_), "rows")
    return f"{listed(rule.columns)} {_hold(rule.columns)} what the rules of play say of {rows} {_in(rule, game)}"


def _hold(columns: Iterable[str]) -> str:
    return "hold" if len(list(columns)) > 1 else "holds"


def _follows(rule: cells.Follows, game: Game) -> str:
    back = ", and the other way round" if rule.one_to_one else ""
    return f"rows with the same {listed(rule.from_)} have the same {rule.column} {_in(rule, game)}{back}"


def _spells(rule: cells.Spells, game: Game) -> str:
    return f"{rule.column} spells {rule.is_} in each row {_in(rule, game)}"


def _mentions(rule: cells.Mentions, game: Game) -> str:
    return f"{rule.column} names what its row is about, {_in(rule, game)}: words for {len(rule.words)}"


def _arithmetic(rule: cells.Arithmetic, game: Game) -> str:
    joined = (
        f"{listed(rule.sum)} add up to" if rule.sum
        else f"{' less '.join(rule.difference)} is" if rule.difference
        else f"{' times '.join(rule.product)} is"
    )  # fmt: skip
    return f"{joined} {rule.is_} in each row {_in(rule, game)}"


def _composition(rule: cells.Composition, game: Game) -> str:
    values = listed(f"{value} {_often(span)}" for value, span in rule.is_.items())
    return f"{rule.column} holds {values} in each row {_in(rule, game)}"


def _partition(rule: pieces.Partition, game: Game) -> str:
    rows = "in each row" if rule.over == "row" else "in all rows together"
    each = f", for {_combined(rule.each)}" if rule.each else ""
    return f"{rule.column} holds {listed(rule.set_)} once {rows} {_in(rule, game)}{each}"


def _non_decreasing(rule: cells.NonDecreasing, game: Game) -> str:
    within = f" within {_combined(rule.within)}" if rule.within else ""
    return f"{rule.column} never falls from one row to the next{within} {_in(rule, game)}"


def _equivalent(rule: places.EquivalentUnder, game: Game) -> str:
    classes = f"; there are {rule.classes} different ones" if rule.classes is not None else ""
    most = "" if rule.times.max == 1 else f" more than {rule.times.max} times"
    under = " or ".join(rule.under)
    return f"no {rule.column} {_in(rule, game)} occurs again{most} under {under}{classes}"


def _two_sided(rule: pieces.TwoSided, game: Game) -> str:
    sides = "on both sides" if rule.is_ else "on the front only"
    return f"the pieces of {_data(rule, game)} have something of their own {sides}"


def _supply(rule: pieces.Supply, game: Game) -> str:
    need = _terms(rule.need, game)
    if rule.per_player is not None:
        players = f"{rule.per_player} for each of {rule.players} players"
        need = f"{players} plus {need}" if need else players
    return f"there are enough {_terms(rule.have, game)} for {need}"


def _terms(terms: Iterable[pieces.Term], game: Game) -> str:
    """Put a sum of terms into words, without their present numbers."""
    words = ""
    for term in terms:
        noun, rest = ("", "") if term.decks == () else term.counted(game)
        amount = str(term.number) if term.number is not None else f"{noun}{rest}{term.conditions()}"
        words += (" less " if term.minus else " plus ") + amount if words else amount
    return words


def _same_back(rule: pieces.SameBack, game: Game) -> str:
    share = "share one back" if len(rule.decks) > 1 else "has one back for all pieces"
    return f"{_data(rule, game)} {share}"


def _distinct_backs(rule: pieces.DistinctBacks, game: Game) -> str:
    return f"{_data(rule, game)} can be told apart by their backs"


def _refers_to(rule: cells.RefersTo, game: Game) -> str:
    columns = " and each ".join(rule.columns)
    return f"each {columns} {_in(rule, game)} is one of the {rule.to.column} of {listed(rule.to.decks)}"


def _tiling(rule: places.Tiling, game: Game) -> str:
    area = f" of {rule.cells} hexagons" if rule.cells is not None else ""
    return f"the pieces of {_data(rule, game)} form one area{area} without gaps"


def _clockwise(rule: places.Clockwise, game: Game) -> str:
    ring = " ring by ring" if rule.rings else ""
    beside = ", each beside the one before" if rule.adjacent else ""
    return f"the places of {_data(rule, game)} follow one another clockwise{ring}{beside}"


def _scattered(rule: places.Scattered, game: Game) -> str:
    what = f"hexagons with {rule.value} in {rule.column} {_in(rule, game)}"
    if rule.together is not None:
        return f"at most {rule.together} {what} lie together"
    return f"{what} are at least {rule.apart} steps apart"


def _opposite(rule: pieces.OppositeFacesSum, game: Game) -> str:
    return f"opposite faces {_in(rule, game)} add up to {rule.sum}"


def _fits(rule: pieces.Fits, game: Game) -> str:
    onto = f"onto those of {rule.into}" if rule.into else f"into a circle of {rule.diameter:g} mm"
    margin = f", with {rule.margin:g} mm free on all sides" if rule.margin else ""
    return f"the pieces of {_data(rule, game)} fit {onto}{margin}"


_SENTENCES: dict[type[Rule], Callable[[Any, Game], str]] = {
    counts.Count: _count,
    counts.Sum: _sum,
    counts.EqualSums: _equal_sums,
    counts.CopiesEqual: _copies_equal,
    counts.Unique: _unique,
    counts.EveryCombination: _every_combination,
    counts.Balanced: _balanced,
    cells.Facts: _facts,
    cells.Follows: _follows,
    cells.Spells: _spells,
    cells.Mentions: _mentions,
    cells.Arithmetic: _arithmetic,
    cells.Composition: _composition,
    cells.NonDecreasing: _non_decreasing,
    cells.RefersTo: _refers_to,
    pieces.Partition: _partition,
    pieces.Supply: _supply,
    pieces.TwoSided: _two_sided,
    pieces.SameBack: _same_back,
    pieces.DistinctBacks: _distinct_backs,
    pieces.Fits: _fits,
    pieces.OppositeFacesSum: _opposite,
    places.Tiling: _tiling,
    places.Clockwise: _clockwise,
    places.Scattered: _scattered,
    places.EquivalentUnder: _equivalent,
}
