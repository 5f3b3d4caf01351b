"""Each data file of each built-in game, spoilt in every way a spreadsheet slips: all is caught, or listed."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from msgspec.structs import replace

from beeprint import rules
from beeprint.base.problems import BuildError, Problem, only_errors
from beeprint.game import edition, model
from beeprint.game.figures import filled
from beeprint.game.rows import Row, Rows, understand_rows
from beeprint.game.translation import translated
from beeprint.rules.chosen import Chosen, chosen_in
from beeprint.rules.rule import Entry, Rule
from beeprint.sources.tables_csv import read_csv
from beeprint.sources.workspace import Workspace, built_in_games

GAMES = sorted(built_in_games())
_ENTRIES = yaml.safe_load((Path(__file__).parent / "mutations.yaml").read_text("utf-8"))
#: The columns of each game's files in which a changed cell, or cells exchanged between two rows, are a change of the
#: game, not a mistake that can be known; each with the reason.
LISTED: dict[str, dict[str, dict[str, dict[str, str]]]] = {name: _ENTRIES[name] for name in GAMES}
#: Of a file with more rows, the values of neighbours are exchanged, and of a sample of other pairs.
FEW, SAMPLE = 24, 200


Known = list[tuple[Rule, Entry]]


class Spoilt(NamedTuple):
    """What was done to a file, the rows after it, and the column it was done to; none for a row lost or doubled."""

    what: str
    rows: Rows
    column: str
    problems: list[Problem]


def altered(whole: model.Game, rows: Rows, row: int, column: str) -> str:
    """Return another text for a cell that its column would still take: the slip that no type can catch."""
    text = rows.table.rows[row][column]
    kind = rows.columns.get(column)
    if column == "copies":
        return str(int(text or "1") + 1)
    if kind is None or kind.type in ("text",):
        return f"{text}x"
    if kind.type == "int":
        return str(int(text or "0") + 1)
    if kind.type == "bool":
        return "no" if rows.rows[row].values[column] else "yes"
    if kind.type == "choice":
        return next_of(kind.of, text)
    if kind.type == "ref":
        table = whole.rows(kind.table)
        return next_of(tuple(table.by_id), text) if table else text
    if kind.type == "list":
        first, *rest = text.split()
        known = kind.of or tuple(dict.fromkeys(item for other in rows.rows for item in other.texts[column].split()))
        return " ".join([next_of(known, first), *rest])
    if kind.type == "cells":
        *rest, last = text.split()
        q, r = last.split(",")
        return " ".join([*rest, f"{int(q) + 2},{r}"])
    return f"{float(text or '0') + 1:g}" if kind.type == "length" else "#123456"


def next_of(known: tuple[str, ...], text: str) -> str:
    return known[(known.index(text) + 1) % len(known)] if text in known and len(known) > 1 else known[0]


def rewritten(whole: model.Game, name: str, records: list[dict[str, str]], what: str, column: str) -> Spoilt:
    """Read a file again that holds other records."""
    file, problems = io.StringIO(), list[Problem]()
    rows = whole.rows(name)
    assert rows is not None
    writer = csv.DictWriter(file, rows.table.header, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    entry = whole.decks[name].spec if name in whole.decks else whole.spec.tables[name]
    table = read_csv(file.getvalue().encode(), rows.table.shown)
    new_rows = understand_rows(name, table, entry.columns, whole.node.at(["decks", name]), problems)
    return Spoilt(what, new_rows, column, problems)


def slips(whole: model.Game, name: str) -> Iterator[Spoilt]:
    """Yield a file with a row lost or doubled or a cell altered, outside the columns that are listed."""
    rows = whole.rows(name)
    assert rows is not None
    originals = [dict(row) for row in rows.table.rows]
    for index, row in enumerate(rows.rows):
        yield rewritten(whole, name, [*originals[:index], *originals[index + 1 :]], f"{row.id} lost", "")
        yield rewritten(whole, name, [*originals[: index + 1], *originals[index:]], f"{row.id} doubled", "")
        for column in columns_of(whole, rows, "altered"):
            other = altered(whole, rows, index, column)
            changed = [
                {**original, column: other} if at == index else original for at, original in enumerate(originals)
            ]
            yield rewritten(whole, name, changed, f"{row.id}, {column}: {originals[index][column]} -> {other}", column)


def swaps(whole: model.Game, name: str) -> Iterator[Spoilt]:
    """Yield a file in which two rows have exchanged the values of one column, outside the columns that are listed.

    Rows that differ in nothing else would only change places.
    """
    rows = whole.rows(name)
    assert rows is not None
    for column in columns_of(whole, rows, "exchanged"):
        for a, b in pairs(len(rows.rows), f"{rows.file} {column}"):
            first, other = rows.rows[a], rows.rows[b]
            apart = {key for key in (*rows.columns, "copies") if as_written(first, key) != as_written(other, key)}
            if column in apart and len(apart) > 1:
                changed = list(rows.rows)
                changed[a], changed[b] = taking(first, other, column), taking(other, first, column)
                what = f"{column} of {first.id} and {other.id} exchanged"
                yield Spoilt(what, replace(rows, rows=tuple(changed)), column, [])


def as_written(row: Row, column: str) -> str:
    """Return a cell without figures filled in."""
    return row.written.get(column, row.texts.get(column, ""))


def pairs(count: int, seed: str) -> list[tuple[int, int]]:
    """Return pairs of rows: all, or neighbours and a sample that is the same in every run."""
    every = list(combinations(range(count), 2))
    if count <= FEW:
        return every
    return list(dict.fromkeys([*pairwise(range(count)), *random.Random(seed).sample(every, SAMPLE)]))


def taking(row: Row, other: Row, column: str) -> Row:
    """Return a row with another one's value in a column."""
    if column == "copies":
        row = replace(row, copies=other.copies)
    written = {key: text for key, text in row.written.items() if key != column}
    if column in other.written:
        written[column] = other.written[column]
    return replace(
        row,
        id=other.id if column == "id" else row.id,
        texts={**row.texts, column: other.texts[column]},
        values={**row.values, column: other.values[column]},
        written=written,
    )


def columns_of(whole: model.Game, rows: Rows, how: str) -> list[str]:
    """Return the columns to spoil: those that are not remarks, and not listed."""
    allowed = LISTED[whole.spec.id].get(how, {}).get(rows.file, {})
    return [column for column in rows.table.header if not column.startswith(("#", "note")) and column not in allowed]


def concerns(rule: Rule, place: Entry, name: str, column: str) -> bool:
    """Return whether a rule is about a deck or table and reads a column of it; any, if none is given."""
    parts = [part for part, _ in chosen_in(rule, place) if name in part.decks]
    return any(not isinstance(part, Chosen) or not column or column in part.reads() for part in parts)


def problems_of(whole: model.Game, known: Known, name: str, spoilt: Spoilt) -> list[Problem]:
    """Return an error that steps 3 and 4 find, in the box or else in its editions; none where nothing is wrong.

    The rules that read the column come first, so that most faults are found soon; only what they pass is checked whole.
    """
    all_problems = list(spoilt.problems)
    read = {name: data for name in whole.names if (data := whole.rows(name))} | {name: spoilt.rows}
    read = filled(read, whole.decks, all_problems)
    all_problems += model.faulty_refs(whole.spec, whole.node, read)
    if only_errors(all_problems):
        return only_errors(all_problems)
    decks = {deck_name: replace(deck, rows=read[deck_name]) for deck_name, deck in whole.decks.items()}
    game = replace(whole, decks=decks, tables={table: read[table] for table in whole.tables})
    try:
        near = (
            problem
            for rule, place in known
            if concerns(rule, place, name, spoilt.column)
            for problem in rules.broken(rule, game, place)
        )
        all_problems += next(([problem] for problem in near if problem.severity == "error"), None) or rules.check(game)
        if only_errors(all_problems):
            return only_errors(all_problems)
        for variant, faults in edition.variants(game, edition.editions(game)):
            all_problems += [*faults, *rules.check(variant)]
    except BuildError as error:
        all_problems += error.problems
    return only_errors(all_problems)


#: A column in which this many mutations pass is reported without trying the others.
ENOUGH = 3


@pytest.mark.parametrize("how", ["altered", "exchanged"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_what_breaks_a_rule_is_caught(name: str, how: str) -> None:
    whole, problems = model.load(Workspace(built_in_games()[name]))
    assert not problems and not rules.check(whole)
    known = rules.understood(whole)
    passed: dict[tuple[str, str], list[str]] = {}
    caught = 0
    for part in whole.names:
        for spoilt in (slips if how == "altered" else swaps)(whole, part):
            column = passed.get((part, spoilt.column), [])
            faults = problems_of(whole, known, part, spoilt) if len(column) < ENOUGH else []
            if not faults:
                passed[part, spoilt.column] = [*column, spoilt.what][:ENOUGH]
                continue
            caught += 1
            assert all(problem.place.line and len(problem.message) > 10 for problem in faults)
    assert passed == {}
    count = sum(len(rows.rows) for rows in map(whole.rows, whole.names) if rows)
    assert caught > 2 * count


TRANSLATED = [(name, language) for name in GAMES for language in model.languages(Workspace(built_in_games()[name]))[1:]]


@pytest.mark.parametrize(("name", "language"), TRANSLATED)
def test_what_spoils_a_translation_is_caught(name: str, language: str) -> None:
    workspace = Workspace(built_in_games()[name])
    whole, _ = model.load(workspace)
    files = sorted((workspace.game / "lang" / language).glob("*.csv"))
    assert files
    for file in files:
        rows = next(rows for part in whole.names if (rows := whole.rows(part)) and rows.file == file.name)
        # As written: what is compared are texts before figures are filled in.
        rows = replace(rows, rows=tuple(replace(row, texts={**row.texts, **row.written}) for row in rows.rows))
        table = read_csv(file.read_bytes(), file.name)
        sound: list[Problem] = []
        translated(rows, table, sound)
        assert sound == []
        for index, row in enumerate(table.rows):
            for column in set(table.header) - {"id"}:
                other = re.sub(r"\d", lambda match: str((int(match[0]) + 1) % 10), row[column])
                for text in {"", f"{row[column]}\nx", f"{row[column]} :x:", f"{row[column]} {{id}}", other} - {
                    row[column]
                }:
                    spoilt = [*table.rows[:index], {**row, column: text}, *table.rows[index + 1 :]]
                    faults: list[Problem] = []
                    translated(rows, replace(table, rows=tuple(spoilt)), faults)
                    assert only_errors(faults), (column, text)


def test_the_list_names_only_what_is_there_each_with_a_reason() -> None:
    assert {name for name, entry in _ENTRIES.items() if isinstance(entry, dict)} == set(GAMES)
    for name, kinds in LISTED.items():
        whole, _ = model.load(Workspace(built_in_games()[name]))
        headers = {rows.file: rows.table.header for part in whole.names if (rows := whole.rows(part))}
        assert set(kinds) <= {"altered", "exchanged"}
        for files in kinds.values():
            for file, columns in files.items():
                assert set(columns) <= set(headers[file]), (name, file)
                assert all(len(reason.split()) >= 4 for reason in columns.values()), (name, file)
