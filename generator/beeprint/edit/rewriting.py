"""How the rows and columns of a data file change in any format, and the table that must come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from beeprint.sources.tables import UNNAMED, DataTable, name_unnamed


class NewRow(Struct, frozen=True):
    """A row to add before a record, with texts by head; `like` is the record that it copies, 0 for none."""

    before: int
    texts: Mapping[str, str] = field(default_factory=dict)
    like: int = 0


class NewColumn(Struct, frozen=True):
    """A column to add at an index of the header, with a text for each record; workbooks may keep its `numbers`.

    It takes the place of a column without a name there, which is empty.
    """

    head: str
    at: int
    texts: Mapping[int, str]
    numbers: bool = False


class Rewriting(Struct, frozen=True):
    """A change of a data file: records count from 1 as a DataTable counts them, columns go by their heads.

    `texts` are those of existing cells, `heads` new names of columns. A record that moves is one of `gone`, and comes
    back as a NewRow like itself. With `empties`, the rows that go only lose their cells, as a workbook may need it.
    """

    texts: Mapping[tuple[int, str], str] = field(default_factory=dict)
    rows: tuple[NewRow, ...] = ()
    gone: frozenset[int] = frozenset()
    heads: Mapping[str, str] = field(default_factory=dict)
    column: NewColumn | None = None
    dropped: str = ""
    empties: bool = False

    def apply(self, table: DataTable) -> tuple[tuple[str, ...], list[dict[str, str]]]:
        """Return the header and the stripped rows that a table must have afterwards."""
        cells_of = dict(zip(table.records, table.rows, strict=True))
        rows: list[dict[str, str]] = []
        heads = {*self.header(table)}
        for kept, row in self.order(table):
            cells = cells_of[kept or row.like] if kept or row.like else dict.fromkeys(table.header, "")
            texts = {head: self.texts.get((kept, head), text) for head, text in cells.items() if head in heads}
            if self.column:
                texts[self.column.head] = self.column.texts.get(kept, "")
            rows.append({**texts, **row.texts})
        header = self.header(table)
        left = [head for head in header if head != self.dropped]
        names = {
            head: name_unnamed(at) if head == name_unnamed(header.index(head)) else self.heads.get(head, head)
            for at, head in enumerate(left)
        }
        named = [{name: texts.get(head, "").strip() for head, name in names.items()} for texts in rows]
        return tuple(names.values()), named

    def header(self, table: DataTable) -> list[str]:
        """Return the heads with the new column, under their old names."""
        column, header = self.column, list(table.header)
        if column is not None:
            takes = header[column.at : column.at + 1] == [name_unnamed(column.at)]
            header[column.at : column.at + takes] = [column.head]
        return header

    def origins(self, table: DataTable) -> list[tuple[int, bool]]:
        """Return for each row afterwards the record that it was, and whether it is a copy of that; 0 for new rows."""
        return [(kept or row.like, bool(row.like) and row.like not in self.gone) for kept, row in self.order(table)]

    def order(self, table: DataTable) -> list[tuple[int, NewRow]]:
        """Return the rows afterwards in order, each by its record, or 0 and the row that is new."""
        kept = [(record, 1, record, NewRow(0)) for record in table.records if record not in self.gone]
        new = [(row.before, 0, 0, row) for row in self.rows]
        return [(record, row) for _, _, record, row in sorted([*new, *kept], key=lambda entry: entry[:2])]

    def is_carried_out(self, before: DataTable, after: DataTable) -> bool:
        """Return whether a table differs from the one before in what was wanted, and in nothing else."""
        header, rows = self.apply(before)
        new = stripped(after.rows)
        if self.dropped:
            rows = [cells for cells in rows if any(cells.values())]  # an empty row is no row
        if self.gone:  # a merged cell beside the table holds its text in another row
            rows, new = ([_named(cells) for cells in table] for table in (rows, new))
        return (tuple(after.header), new) == (header, rows)


def _named(cells: Mapping[str, str]) -> dict[str, str]:
    return {head: text for head, text in cells.items() if not head.startswith(UNNAMED)}


def stripped(rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Return rows without blanks around their texts, as readers of cells take them."""
    return [{head: text.strip() for head, text in cells.items()} for cells in rows]
