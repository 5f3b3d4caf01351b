"""Conditions on cells, in one language for rules, editions and layouts; see docs/conditions.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated

from beeprint.base import budget
from beeprint.base.problems import Place, Problem, did_you_mean
from beeprint.base.words import quoted
from beeprint.game.binding import Meaning, Names
from beeprint.game.columns import Column, Kind, UnfitError, stands_for, typed
from beeprint.game.model import Game
from beeprint.game.rows import Held
from beeprint.sources.records import After, ByForm, Model, keys_of
from beeprint.sources.schema import Flag, Value, Words

#: The words that test whether a cell is empty.
EMPTY, NOT_EMPTY = "empty", "not-empty"
#: The case of a choice for all values that have no separate case.
ELSE = "else"
#: Types that bounds compare (lists by their length), and types that hold items.
_MEASURED: tuple[Kind, ...] = ("int", "length", "list", "cells")
_LISTS: tuple[Kind, ...] = ("list", "cells")
_NUMBERS: tuple[Kind, ...] = ("int", "length")
#: A case of a choice for numbers: 1-3, 4+.
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9})|\+)")
_NOTHING = Held("", None)
#: How to write values in YAML, for types whose own hints would mislead.
_WRITTEN = {"int": "write a whole number", "bool": "write yes or no", "colour": 'write it as "#E69F00", in quotes'}


def _some(words: tuple[str, ...]) -> tuple[str, ...]:
    if not words:
        raise ValueError("the list of values is empty")
    return words


class Bounds(Model):
    """A least and a greatest number, either of which may be omitted."""

    min: Value | None = None
    max: Value | None = None

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min} is more than max {self.max}")

    def __contains__(self, number: float) -> bool:
        return (self.min is None or number >= self.min) and (self.max is None or number <= self.max)

    def __str__(self) -> str:
        if self.min == self.max:
            return str(self.min)
        if self.min is None or self.max is None:
            return f"at least {self.min}" if self.max is None else f"at most {self.max}"
        return f"{self.min} to {self.max}"


class Comparison(Bounds):
    """A condition with several keys, all of which must hold.

    `is` and `is-not` take their words literally, even `empty` and `not-empty`; `contains` and `lacks` look for an item
    of a list.
    """

    is_: Annotated[Words, After(_some)] = ()
    is_not: Annotated[Words, After(_some)] = ()
    empty: Flag | None = None
    same_as: str | None = None
    differs_from: str | None = None
    contains: str | None = None
    lacks: str | None = None

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        super().validate(given)
        if not given:
            tests = ", ".join(key.alias for key in keys_of(Comparison))
            raise ValueError(f"the braces are empty; write one of {tests} in them")


#: One word or several, one of which the cell must equal; or a comparison.
Condition = Annotated[
    Comparison | Annotated[Words, After(_some)],
    ByForm(lambda value: 0 if isinstance(value, dict | Comparison) else 1),
]
#: Conditions by the names that they test, such as `cost` or `text or flavour`; all must hold.
Conditions = dict[str, Condition]

#: What stands between names in a condition that any of them may fulfil.
_OR = " or "
#: Look up a name in a row; None if it is unknown.
Look = Callable[[str], Held | None]


#: How many words a condition may list at no cost, and what each of more costs, in steps.
_FEW, _WORD = 20, 0.3


def hold(conditions: Conditions, look: Look) -> bool:
    """Return whether every condition holds; in bounds an empty cell counts as 0."""
    return all(
        any(_holds(wanted, look(name) or _NOTHING, look) for name in names_in(tested))
        for tested, wanted in conditions.items()
    )


def names_in(tested: str) -> list[str]:
    """Return the names of a condition; it holds where any of them fulfils it."""
    return tested.split(_OR)


def one_of(names: Iterable[str]) -> str:
    """Return what a condition tests that holds where any of these names fulfils it."""
    return _OR.join(names)


def _holds(wanted: Comparison | tuple[str, ...], held: Held, look: Look) -> bool:
    if not isinstance(wanted, Comparison):
        if len(wanted) > _FEW:
            budget.spend("conditions", len(wanted) * _WORD)
        if held.text in wanted and held.text not in (EMPTY, NOT_EMPTY):
            return True
        return any(_says(word, held) for word in wanted)
    items = held.value if isinstance(held.value, tuple) else ()
    return (
        (not wanted.is_ or any(_is(word, held) for word in wanted.is_))
        and not any(_is(word, held) for word in wanted.is_not)
        and wanted.empty in (None, not held.text)
        and (held.value if isinstance(held.value, int | float) else len(items)) in wanted
        and _beside(wanted, held, look)
        and (wanted.contains is None or _among(wanted.contains, items))
        and (wanted.lacks is None or not _among(wanted.lacks, items))
    )


def _beside(wanted: Comparison, held: Held, look: Look) -> bool:
    """Check `same-as` and `differs-from`."""
    return (wanted.same_as is None or _alike(held, look(wanted.same_as) or _NOTHING)) and (
        wanted.differs_from is None or not _alike(held, look(wanted.differs_from) or _NOTHING)
    )


def _says(word: str, held: Held) -> bool:
    """Return whether a cell matches a word; the word empty in a cell counts as empty."""
    if word in (EMPTY, NOT_EMPTY):
        return (held.text in ("", EMPTY)) == (word == EMPTY)
    return _is(word, held)


def _is(word: str, held: Held) -> bool:
    return word == held.text or stands_for(word, held.value)


def _alike(held: Held, other: Held) -> bool:
    same_type = held.value is not None and type(held.value) is type(other.value)
    return held.text == other.text or (same_type and held.value == other.value)


def _among(word: str, items: tuple[object, ...]) -> bool:
    return any(stands_for(word, (item,)) for item in items)


def case_of(cases: Mapping[str, object], held: Held) -> str | None:
    """Choose the case for a cell; None if there is none.

    Its own value comes first, then a range that holds its number, then `empty` or `not-empty`, then `else`.
    """
    if held.text in cases:
        return held.text
    values = [case for case in cases if case not in (EMPTY, NOT_EMPTY, ELSE)]
    own = (case for fits in (_is, _within) for case in values if fits(case, held))
    return next((case for case in (*own, NOT_EMPTY if held.text else EMPTY, ELSE) if case in cases), None)


def _within(case: str, held: Held) -> bool:
    """Return whether a cell's number lies in a range such as 1-3 or 4+."""
    bounds = range_of(case)
    number = isinstance(held.value, int | float) and not isinstance(held.value, bool)
    return bounds is not None and number and bounds[0] <= held.value <= bounds[1]


def range_of(case: str) -> tuple[float, float] | None:
    """Return the least and the greatest number of a case such as 1-3 or 4+; None for one that is no range."""
    match = _RANGE.fullmatch(case)
    return None if match is None else (float(match[1]), float(match[2] or "inf"))


def columns_of(conditions: Conditions) -> Iterator[str]:
    """Yield every name that the conditions test."""
    for tested, wanted in conditions.items():
        yield from names_in(tested)
        if isinstance(wanted, Comparison):
            yield from (other for other in (wanted.same_as, wanted.differs_from) if other)


def in_words(name: str, wanted: Comparison | tuple[str, ...]) -> str:
    """Put a condition into words for messages: suit 'sun' or 'rain'."""
    wording = {"": EMPTY, EMPTY: EMPTY, NOT_EMPTY: "not empty"}
    if not isinstance(wanted, Comparison):
        return f"{name} {' or '.join(wording.get(word) or quoted(word) for word in wanted)}"
    words = [" or ".join(quoted(word) if word else EMPTY for word in wanted.is_)] if wanted.is_ else []
    words += [f"not {' or '.join(quoted(word) if word else EMPTY for word in wanted.is_not)}"] if wanted.is_not else []
    words += [] if wanted.empty is None else [EMPTY if wanted.empty else "not empty"]
    words += [] if wanted.min is None and wanted.max is None else [str(wanted)]
    words += [f"the same as {wanted.same_as}"] if wanted.same_as else []
    words += [f"different from {wanted.differs_from}"] if wanted.differs_from else []
    words += [f"containing {quoted(wanted.contains)}"] if wanted.contains is not None else []
    words += [f"lacking {quoted(wanted.lacks)}"] if wanted.lacks is not None else []
    return f"{name} {' and '.join(words)}"


# faults -------------------------------------------------------------------------------------------------------------


def faults(
    conditions: Conditions, names: Names, place: Callable[..., Place], occurring: bool = False
) -> Iterator[Problem]:
    """Yield a problem for each unknown name, and for each condition that can never hold.

    `place` returns the place of a path below the conditions. With `occurring`, values must also occur in the data.
    """
    for tested, wanted in conditions.items():
        for name in names_in(tested):
            yield from _faults_of(name, wanted, names, partial(place, tested), occurring)


def _faults_of(
    name: str, wanted: Condition, names: Names, place: Callable[..., Place], occurring: bool
) -> Iterator[Problem]:
    """Yield the problems of a condition on a name; `place` returns the place of a path below the condition."""
    meaning = names.meaning(name)
    if meaning is None:
        yield from filter(None, [names.unknown(place(), name)])
    elif isinstance(wanted, Comparison):
        yield from _faulty_comparison(name, wanted, meaning, names, place, occurring)
    else:
        for index, word in enumerate(wanted):
            spot = place(index)
            if word not in (EMPTY, NOT_EMPTY):
                yield from _never(names.game, name, meaning, word, spot, occurring)
            elif value := _taken_for(names.game, meaning, word):
                yield Problem(spot, _two_ways(name, value), _one_way(name, word, value))


def faulty_cases(
    name: str, cases: Mapping[str, object], names: Names, place: Callable[[str], Place]
) -> Iterator[Problem]:
    """Yield a problem for each case of a choice that can never apply."""
    meaning = names.meaning(name)
    if meaning is None:
        return
    for case in cases:
        if case in (EMPTY, NOT_EMPTY):
            value = _taken_for(names.game, meaning, case)
            if value and "" not in cases:
                yield Problem(place(case), _two_ways(name, value), 'add a separate case for empty cells, "": {}')
        elif case != ELSE and (meaning.loose or meaning.column.type in _NUMBERS) and (bounds := range_of(case)):
            if bounds[0] > bounds[1]:
                hint = "write the smaller number first: 1-3 for 1 to 3, 4+ for 4 and more"
                yield Problem(place(case), f"{name}: no number lies in {case}", hint)
        elif case != ELSE:
            yield from _never(names.game, name, meaning, case, place(case))


def _faulty_comparison(
    name: str, wanted: Comparison, meaning: Meaning, names: Names, place: Callable[..., Place], occurring: bool
) -> Iterator[Problem]:
    for key, words in (("is", wanted.is_), ("is-not", wanted.is_not)):
        for index, word in enumerate(words):
            yield from _never(names.game, name, meaning, word, place(key, index), occurring)
    for key in ("min", "max"):
        if getattr(wanted, key) is not None and not (meaning.loose or meaning.column.type in _MEASURED):
            yield Problem(place(key), _of_type(name, meaning, key, "numbers and lists"), _instead(name, meaning))
    for key in ("contains", "lacks"):
        word = getattr(wanted, key)
        if word is not None:
            yield from _faulty_item(name, meaning, key, word, names.game, place(key))
    for key, other in (("same-as", wanted.same_as), ("differs-from", wanted.differs_from)):
        if other is not None:
            yield from filter(None, [names.unknown(place(key), other)])


def _of_type(name: str, meaning: Meaning, key: str, wanted: str) -> str:
    of = f"column {meaning.name} of {meaning.rows.name}" if meaning.rows else name
    return f"{of} is of type {meaning.column.type}; {key} is for {wanted}"


def _instead(name: str, meaning: Meaning) -> str:
    """Return a hint for bounds on a column that has no order."""
    if meaning.column.type == "text":
        return f"write {name}: {NOT_EMPTY} for any text, or declare the column as int to compare numbers"
    values = "yes" if meaning.column.type == "bool" else f"[{', '.join(meaning.column.of[:3])}]"
    return f"write the values: {name}: {values}" if values != "[]" else "write the values"


def _faulty_item(name: str, meaning: Meaning, key: str, word: str, game: Game, place: Place) -> Iterator[Problem]:
    """Yield a problem if a column holds no items, or never this one."""
    if meaning.column.type not in _LISTS:
        hint = f"write {name}: {word} to match the whole cell" if key == "contains" else "list the values to match"
        yield Problem(place, _of_type(name, meaning, key, "lists"), hint)
    elif len(word.split()) != 1:
        yield Problem(place, f"{name} can never hold {word!r} as one item", f"{key} looks for a single item")
    else:
        impossible = _impossible(game, meaning.column, word)
        if impossible is not None:
            yield Problem(place, f"{name} can never hold {quoted(word)}{_in_file(meaning)}", impossible)


def _in_file(meaning: Meaning) -> str:
    return f" in {meaning.rows.file}" if meaning.rows else ""


def _never(
    game: Game, name: str, meaning: Meaning, word: str, place: Place, occurring: bool = False
) -> Iterator[Problem]:
    """Yield a problem if a name never has a value; any cell may be empty."""
    if not word:
        return
    hints = [_impossible(game, column, word) for column in (meaning.column, *meaning.peers)]
    hint = None if None in hints else hints[0]
    if hint is not None:
        yield Problem(place, f"{name} can never be {quoted(word)}{_in_file(meaning)}", hint)
    elif occurring and meaning.rows is not None:
        hint = _absent(meaning, word)
        if hint is not None:
            yield Problem(place, f"no row of {meaning.rows.file} has {meaning.name} {quoted(word)}", hint)


def _impossible(game: Game, column: Column, word: str) -> str | None:
    """Return a hint if no cell of a column's type can equal a word; None if one can."""
    if column.type == "choice" and not column.of:
        return None
    if column.type == "ref":
        table = game.rows(column.table)
        return None if table is None or word in table.ids else did_you_mean(word, table.ids)
    try:
        typed(word, column)
    except ValueError as error:
        hint = error.hint if isinstance(error, UnfitError) else str(error).partition("\n")[2]
        return _WRITTEN.get(column.type) or hint or _WRITTEN["int"]
    return None


def _absent(meaning: Meaning, word: str) -> str | None:
    """Return a hint if a value occurs in no row and the column's type does not list it; None otherwise."""
    column, rows = meaning.column, meaning.rows
    if rows is None or column.type == "bool" or word in column.of:
        return None
    held = [row.held(meaning.name) for row in rows.rows]
    if any(_is(word, held_row) for held_row in held):
        return None
    return did_you_mean(word, {*column.of, *(held_row.text for held_row in held)} - {""})


def _taken_for(game: Game, meaning: Meaning, word: str) -> str:
    """Return the value of a column that `empty` or `not-empty` may be confused with; empty if there is none."""
    if meaning.column.optional and _may_say(game, meaning, EMPTY):
        return EMPTY
    return word if word == NOT_EMPTY and _may_say(game, meaning, NOT_EMPTY) else ""


def _may_say(game: Game, meaning: Meaning, word: str) -> bool:
    """Return whether a cell may hold just a word, judged by the type or else by the data."""
    column, rows = meaning.column, meaning.rows
    if column.type == "ref":
        table = game.rows(column.table)
        return table is not None and word in table.ids
    if column.of or rows is None:
        return word in column.of
    return column.type in ("text", "list") and any(row.texts.get(meaning.name) == word for row in rows.rows)


def _two_ways(name: str, value: str) -> str:
    return f"ambiguous: a cell of {name} may be empty, or hold the word {value!r}"


def _one_way(name: str, word: str, value: str) -> str:
    """Return a hint on how to write an ambiguous `empty` or `not-empty` unambiguously."""
    cell = f"{name}: {{empty: {'yes} for an empty cell' if word == EMPTY else 'no} for a cell that is not empty'}"
    return f"write {cell}, " + (
        f"{name}: {{is: {word}}} for the word" if word == value else "or list the values to match"
    )
