"""Each data file of each built-in game, spoilt in every way a spreadsheet slips: all is caught, or listed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from beeprint import rules
from beeprint.base.problems import BuildError, Problem, only_errors
from beeprint.files.tables import DataTable
from beeprint.files.tables_csv import read_csv
from beeprint.files.workspace import Workspace, built_in_games
from beeprint.game import edition, model
from beeprint.game.rows import Rows, understand_rows

#: The columns of each game's files in which a changed cell is a change of the game, not a mistake that can be known:
#: words, names, and pictures or places that only somebody's eye can judge.
ALLOWED: dict[str, dict[str, list[str]]] = yaml.safe_load((Path(__file__).parent / "mutations.yaml").read_text("utf-8"))


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


def problems_of(whole: model.Game, name: str, table: DataTable) -> list[Problem]:
    """Return what steps 3 and 4 find when one data file holds this table instead."""
    found: list[Problem] = []
    entry = whole.decks[name].spec if name in whole.decks else whole.spec.tables[name]
    rows = understand_rows(name, table, entry.columns, whole.node.at(["decks", name]), found)
    if name in whole.decks:
        spoilt = replace(whole, decks={**whole.decks, name: replace(whole.decks[name], rows=rows)})
    else:
        spoilt = replace(whole, tables={**whole.tables, name: rows})
    read = {one: data for one in spoilt.names if (data := spoilt.rows(one))}
    found += model.faulty_refs(spoilt.spec, spoilt.node, read)
    try:
        found += rules.check(spoilt)
        for variant, faults in edition.variants(spoilt, edition.editions(spoilt)):
            found += [*faults, *rules.check(variant)]
    except BuildError as error:
        found += error.problems
    return only_errors(found)


def spoilt_tables(whole: model.Game, rows: Rows) -> Iterator[tuple[str, str, DataTable]]:
    """Yield what was done, to which column, and the table after it: rows lost and doubled, every cell altered."""
    table = rows.table

    def rewritten(records: list[dict[str, str]]) -> DataTable:
        file = io.StringIO()
        writer = csv.DictWriter(file, table.header, lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        return read_csv(file.getvalue().encode(), table.shown)

    originals = [dict(row) for row in table.rows]
    for index, row in enumerate(rows.rows):
        yield f"{row.id} lost", "", rewritten([*originals[:index], *originals[index + 1 :]])
        yield f"{row.id} doubled", "", rewritten([*originals[: index + 1], *originals[index:]])
        for column in table.header:
            if column.startswith(("#", "note")):
                continue
            other = altered(whole, rows, index, column)
            changed = [{**one, column: other} if at == index else one for at, one in enumerate(originals)]
            yield f"{row.id}, {column}: {originals[index][column]} -> {other}", column, rewritten(changed)


@pytest.mark.parametrize("name", sorted(built_in_games()))
def test_what_breaks_a_rule_is_caught(name: str) -> None:
    whole, problems = model.load(Workspace(built_in_games()[name]))
    assert not problems and not rules.check(whole)
    passed: dict[str, list[str]] = {}
    caught = 0
    for part in whole.names:
        rows = whole.rows(part)
        assert rows is not None
        for what, column, table in spoilt_tables(whole, rows):
            found = problems_of(whole, part, table)
            if not found:
                if column not in ALLOWED[name].get(rows.file, []):
                    passed.setdefault(rows.file, []).append(what)
                continue
            caught += 1
            assert all(problem.place.line and len(problem.message) > 10 for problem in found)
    assert passed == {}
    count = sum(len(rows.rows) for rows in map(whole.rows, whole.names) if rows)
    assert caught > 2 * count


def test_the_list_names_only_what_is_there() -> None:
    games = built_in_games()
    for name, files in ALLOWED.items():
        whole, _ = model.load(Workspace(games[name]))
        headers = {rows.file: rows.table.header for part in whole.names if (rows := whole.rows(part))}
        for file, columns in files.items():
            assert set(columns) <= set(headers[file]), (name, file)
