"""Spreadsheets as the world has them, edited: only the parts of the sheet change, or the edit is refused in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import messy
from beeprint.base.problems import BuildError
from beeprint.edit.rewriting import NewColumn, NewRow, Rewriting
from beeprint.edit.table_formats import rewrite
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.tables import DataTable
from test_dirty_workbooks import CASES
from workbooks import parts_of

MESSY = {name: ("cards.xlsx", getattr(messy, name)) for name in ("english", "german", "french")}
#: Parts that a change of a sheet's rows changes with it.
FOLLOWING = ("xl/worksheets/", "xl/tables/", "xl/workbook.xml", "xl/charts/", "xl/drawings/", "xl/comments")
LARGE = ("million", "bomb")
WORKBOOKS = {
    name: case
    for name, case in CASES.items()
    if case[0].endswith((".xlsx", ".ods")) and not any(word in name for word in LARGE)
}


def edits(table: DataTable) -> Iterator[Rewriting]:
    """Yield an edit of each kind: of a cell, of rows and of columns."""
    heads = [head for head in table.header if not head.startswith("#")]
    first, end = table.records[0], table.records[-1] + 1
    yield Rewriting(texts={(first, heads[-1]): "New & <text>"})
    yield Rewriting(rows=(NewRow(end, {heads[0]: "Z9"}), NewRow(end, {heads[0]: "Z8"}, first)))
    yield Rewriting(rows=(NewRow(end - 1, {heads[0]: "Z7"}), NewRow(end - 1, {heads[0]: "Z6"}, first)))
    yield Rewriting(gone=frozenset({first}))
    yield Rewriting(rows=(NewRow(end, like=first),), gone=frozenset({first}))
    yield Rewriting(column=NewColumn("Power", len(table.header), dict.fromkeys(table.records, "3"), numbers=True))
    yield Rewriting(heads={heads[-1]: "Another"})
    yield Rewriting(dropped=heads[0])
    yield Rewriting(dropped=heads[-1])


@pytest.mark.parametrize("name", [*WORKBOOKS, *MESSY])
def test_any_workbook_is_edited_exactly_or_not_at_all(name: str) -> None:
    file, made, *sheet = {**WORKBOOKS, **MESSY}[name]
    data = made() if callable(made) else made
    try:
        table = read_table_bytes(data, file, *sheet, head=None)
    except BuildError:
        return
    before = parts_of(data)
    for rewriting in edits(table) if table.rows else ():
        try:
            after = parts_of(rewrite(data, file, file, table, rewriting))
        except BuildError as error:
            assert all(problem.hint for problem in error.problems)
            continue
        assert list(after) == list(before)
        changed = {part for part, content in before.items() if after[part] != content}
        assert all(part == "content.xml" or part.startswith(FOLLOWING) for part in changed)
