"""Find the table of a deck as its file has it, and edit its rows."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from msgspec import Struct, structs

from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.base.words import counted
from beeprint.edit import table_formats
from beeprint.edit.card_uses import warn_of
from beeprint.edit.change import Change, Edit, check_seen, digests, own_file
from beeprint.edit.draft import DraftWorkspace, problems_of
from beeprint.edit.kept_totals import kept_totals, total_of
from beeprint.edit.new_rows import fresh_texts, next_id
from beeprint.edit.rewriting import NewRow, Rewriting
from beeprint.edit.table_words import follow, translated
from beeprint.game import model
from beeprint.game.columns import Column
from beeprint.game.model import DeckSpec, GameSpec, TableSpec
from beeprint.game.rows import Row, Rows, understand_rows
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import read_yaml
from beeprint.sources.source import read_bytes
from beeprint.sources.table_files import read_table
from beeprint.sources.tables import UNNAMED, DataTable, name_unnamed
from beeprint.sources.workspace import GAME, Workspace, shown

#: The row and the column of a cell in a message: a row may get another name by the change.
_CELL = re.compile(r"\([^()]*, (column [^,()]+)[^()]*\)")
#: The place of a cell or a row in a message, which changes when rows are added or taken out above it.
_PLACES = re.compile(r"\b(cell [A-Z]+|rows? |lines? |items? )\d+")


class TableColumn(Struct, frozen=True):
    """A column of a table: its name in the game, its head in the file, and what game.yaml declares, if anything."""

    name: str
    head: str
    column: Column | None
    editable: bool = True


@dataclass(frozen=True)
class Table:
    """A snapshot of a table: all rows of its file that hold anything, rows that are no pieces as well.

    `problems` are those of its rows, `seen` the digest of the file, to send with an edit.
    """

    name: str
    file: str
    spec: DeckSpec | TableSpec
    seen: Mapping[str, str]
    problems: tuple[Problem, ...]
    group: str
    workspace: Workspace = field(repr=False, compare=False)
    _path: Path = field(repr=False, compare=False)
    _data: bytes = field(repr=False, compare=False)
    _raw: DataTable = field(repr=False, compare=False)
    _rows: Rows = field(repr=False, compare=False)

    @property
    def path(self) -> tuple[str, str]:
        """Return the keys of its declaration in game.yaml."""
        return self.group, self.name

    @property
    def title(self) -> str:
        """Return what messages call it."""
        return self.spec.title or self.name

    @property
    def head(self) -> Place:
        """Return the place of the row that names the columns."""
        return self._raw.place(None)

    @property
    def header(self) -> tuple[str, ...]:
        """Return the heads of the columns in the order of the file."""
        return self._raw.header

    def free_column(self, number: int = 0) -> int:
        """Return the index of a new column, `number` columns behind the first one that follows all that have names.

        An empty column without a name is taken first; what is beside the table, such as a legend, stays where it is.
        """
        rows = self._raw.rows
        named = [at for at, head in enumerate(self.header) if head != name_unnamed(at)]
        first = max(named, default=-1) + 1
        beside = (at for at in range(first, len(self.header)) if any(row[self.header[at]].strip() for row in rows))
        filled = next(beside, None)
        at = first + number
        return at if filled is None or at < filled else len(self.header) + at - filled

    @property
    def records(self) -> tuple[int, ...]:
        """Return the number of the record of each row."""
        return self._raw.records

    @property
    def made_from(self) -> str:
        """Return the column that ids are made from, empty where the file has ids."""
        return self._rows.table.made_from

    @property
    def format(self) -> str:
        """Return what messages call the format of the file."""
        return table_formats.name_of(self.file)

    @cached_property
    def reason(self) -> str:
        """Return why the table cannot be edited, empty if it can be."""
        try:
            table_formats.check_editable(self._path, self.file)
            own_file(self._path, self.workspace.game)
        except BuildError as error:
            problem = error.problems[0]
            return f"{problem.message}: {problem.hint}" if problem.hint else problem.message
        return ""

    @cached_property
    def columns(self) -> tuple[TableColumn, ...]:
        """Return its columns, first id, then in the order of the file."""
        names: dict[str, str] = {}
        for name, head in self._rows.table.aliases.items():
            if not (name == "id" and self.made_from):
                names.setdefault(head, name)
        declared = self._rows.columns
        columns = [
            TableColumn(name, head, declared.get(name), not head.startswith(UNNAMED))
            for head in self._raw.header
            for name in [names.get(head, head)]
        ]
        ids = [column for column in columns if column.name == "id"]
        if self.made_from:
            ids = [TableColumn("id", "", declared["id"], editable=False)]
        return (*ids, *(column for column in columns if column.name != "id"))

    @cached_property
    def pieces(self) -> tuple[Row | None, ...]:
        """Return the piece of each row, None for a heading, a total or a row without an id."""
        by_record = {self._rows.table.records[row.index]: row for row in self._rows.rows}
        return tuple(by_record.get(record) for record in self.records)

    @property
    def texts(self) -> list[list[str]]:
        """Return the text of each cell, by row and column; of a total below the cards, what it comes to."""
        heads = [column.head for column in self.columns]
        pairs = zip(self._raw.rows, self.pieces, strict=True)
        texts = [
            [cells.get(head, "").strip() if head else row.id if row else "" for head in heads] for cells, row in pairs
        ]
        cards = [index for index in range(len(texts)) if index not in self.asides]
        for index in self.asides:
            sums = [total_of(self._raw, index, head, cards) for head in heads]
            texts[index] = [total or text for total, text in zip(sums, texts[index], strict=True)]
        return texts

    @property
    def texts_by_head(self) -> tuple[Mapping[str, str], ...]:
        """Return the cells of each row as the file has them, by head."""
        return self._raw.rows

    @property
    def declared(self) -> Mapping[str, Column]:
        """Return the columns that game.yaml declares, with id."""
        return self._rows.columns

    @property
    def source(self) -> tuple[Path, bytes]:
        """Return its file and the bytes that it was read from."""
        return self._path, self._data

    def again(self, data: bytes | None = None) -> DataTable:
        """Read the table with all its rows, from other bytes if any are given."""
        return self._raw if data is None else table_formats.read_again(data, self._path, self._raw)

    def place(self, index: int, column: TableColumn) -> Place:
        """Return the place of a cell."""
        return self._raw.place(index, column.head or self.made_from)

    def column(self, name: str) -> TableColumn:
        """Return the column of a name that can be edited; BuildError if there is none."""
        column = next((column for column in self.columns if column.name == name), None)
        if column is None:
            names = [column.name for column in self.columns]
            raise error_at(self.head, f"{self.file} has no column {name}", did_you_mean(name, names))
        if not column.editable:
            where = f"ids are made from the column {self.made_from}" if self.made_from else "the column has no name"
            raise error_at(self.head, where, "edit that column" if self.made_from else "name it first")
        return column

    def called(self, index: int) -> str:
        """Return what a person knows a row by: the name of its card, or else its number."""
        row = self.pieces[index]
        return self._rows.called(row) if row else self._raw.row_name(index)

    def below(self, index: int) -> int:
        """Return the number of the record below the row before an index."""
        return self.records[index - 1] + 1 if index else self._raw.head + 1

    def before(self, index: int) -> int:
        """Return the number of the record that a new row at an index comes before: never one below the last card."""
        at_end = index >= self.end_of_cards or table_formats.adds_below(self.file)
        return self.below(self.end_of_cards) if at_end else self.records[index]

    @cached_property
    def asides(self) -> frozenset[int]:
        """Return the indexes of the rows that the game leaves out, such as headings, totals and notes."""
        counted = set(self._rows.table.records)
        return frozenset(index for index, record in enumerate(self.records) if record not in counted)

    @cached_property
    def end_of_cards(self) -> int:
        """Return the index after the last row that is no aside."""
        return next((at + 1 for at in reversed(range(len(self.records))) if at not in self.asides), 0)


def find_table(workspace: Workspace, name: str) -> Table:
    """Read the table of a deck or of `tables:` as its file is now; BuildError if it cannot be read."""
    workspace = Workspace(workspace.game, workspace.instead)  # with no name of a file remembered
    node = read_yaml(*workspace.data(GAME, Place(shown(workspace.game))))
    spec = understand(GameSpec, node)
    entry: DeckSpec | TableSpec | None = spec.decks.get(name) or spec.tables.get(name)
    if entry is None:
        raise error_at(node.place, f"there is no deck or table {name}", did_you_mean(name, [*spec.decks, *spec.tables]))
    group = "decks" if name in spec.decks else "tables"
    place = node.at([group, name, "data"])
    raw = read_table(workspace, entry.data.file, entry.data.sheet, place, entry.data.head)
    kept = model.rows_memo(workspace.game)
    rows, problems = model.read_rows(workspace, spec, node, (group, name), entry, kept)
    path = workspace.data_file(entry.data.file, place) or workspace.game / entry.data.file
    data = b"" if entry.data.file.endswith("/") else read_bytes(path, shown(path))
    seen = digests({path: data})
    return Table(name, entry.data.file, entry, seen, tuple(problems), group, workspace, path, data, raw, rows)


# Edits of rows --------------------------------------------------------------------------------------------------------


def add_row(table: Table, at: int, seen: Mapping[str, str]) -> Edit:
    """Return the edit that adds a row at an index: with a new id, and values that its columns need."""
    at = table.end_of_cards if table_formats.adds_below(table.file) else at
    rows, open_cells = new_rows(table, at, [{}])
    name = rows[0].texts.get(table.column("id").head, "") if not table.made_from else ""
    return finish(table, Rewriting(rows=rows), f"{name or 'a row'} added to {table.title}", seen, open_cells)


def duplicate_rows(table: Table, indexes: Collection[int], seen: Mapping[str, str]) -> Edit:
    """Return the edit that copies rows below the last of them, under new ids."""
    order = _in_order(table, indexes)
    taken = {row.id for row in table.pieces if row}
    at = order[-1] + 1
    before = table.before(at) if table_formats.adds_below(table.file) else min(table.before(at), table.below(at))
    rows: list[NewRow] = []
    for index in order:
        row, texts = table.pieces[index], {}
        if row and not table.made_from:
            new = next_id(list(taken), row.id, row.id)
            taken.add(new)
            texts[table.column("id").head] = new
        rows.append(NewRow(before, texts, table.records[index]))
    return finish(table, Rewriting(rows=tuple(rows)), f"{_names(table, order)} duplicated", seen)


def delete_rows(table: Table, indexes: Collection[int], seen: Mapping[str, str]) -> Edit:
    """Return the edit that deletes rows; its warnings say what names them."""
    order = _in_order(table, indexes)
    gone = frozenset(table.records[index] for index in order)
    return finish(table, Rewriting(gone=gone), f"{_names(table, order)} deleted", seen, lambda _: True)


def move_rows(table: Table, indexes: Collection[int], at: int, seen: Mapping[str, str]) -> Edit:
    """Return the edit that moves rows, in their order, before the row that is at an index now."""
    order = _in_order(table, indexes)
    before = table.below(len(table.pieces)) if at >= len(table.pieces) else table.records[at]
    rows = tuple(NewRow(before, like=table.records[index]) for index in order)
    title = f"{_names(table, order)} moved"
    rest = [index for index in range(len(table.pieces)) if index not in order]
    place = sum(index < at for index in rest)
    if [*rest[:place], *order, *rest[place:]] == list(range(len(table.pieces))):
        return Edit(title, table.workspace.game, ())
    return finish(table, Rewriting(rows=rows, gone=frozenset(row.like for row in rows)), title, seen)


def _in_order(table: Table, indexes: Collection[int]) -> list[int]:
    order = sorted({index for index in indexes if 0 <= index < len(table.pieces)})
    if not order or len(order) != len(set(indexes)):
        raise error_at(table.head, f"{table.file} has no such rows", "look at the table as it is now")
    return order


def name_column(columns: Sequence[TableColumn]) -> str:
    """Return the first column of texts, which holds the names of cards; empty where there is none."""
    texts = (column.name for column in columns if column.column is not None and column.column.type == "text")
    return next((name for name in texts if name != "id"), "")


def _names(table: Table, indexes: Sequence[int]) -> str:
    """Return rows in words, the first by its name: Full Moon and 2 others."""
    row, *others = indexes
    name = name_column(table.columns)
    title = table.texts_by_head[row].get(table.column(name).head, "") if name and table.pieces[row] else ""
    first = " ".join(title.split()) or table.called(row)
    return f"{first} and {counted(len(others), 'other')}" if others else first


def new_rows(
    table: Table, at: int, given: Sequence[Mapping[str, str]]
) -> tuple[tuple[NewRow, ...], Callable[[Problem], bool]]:
    """Return rows with texts by the names of columns, completed by what the columns need.

    Also return whether a problem is of a cell that nobody has filled in yet.
    """
    rows: list[NewRow] = []
    taken = [row.id for row in table.pieces if row]
    above = next((row for row in reversed(table.pieces[:at]) if row), None)
    unfilled: set[str] = set()
    for texts in given:
        whole = {**fresh_texts(table._rows, above, texts, taken), **texts}
        taken.append(whole.get("id", ""))
        unfilled |= {column.name for column in table.columns if not texts.get(column.name)}
        heads = {column.head: whole[column.name] for column in table.columns if column.name in whole and column.head}
        rows.append(NewRow(table.before(at), heads))
    return tuple(rows), lambda problem: any(problem.message.startswith(f"{name} is empty") for name in unfilled)


# Carry out ------------------------------------------------------------------------------------------------------------


def finish(
    table: Table,
    rewriting: Rewriting,
    title: str,
    seen: Mapping[str, str],
    allow: Callable[[Problem], bool] = lambda _: False,
    others: Iterable[Change] = (),
    first: Sequence[Rewriting] = (),
) -> Edit:
    """Return the edit that carries out a rewriting of a table, with changes of other files.

    `first` are rewritings of its columns, which come before. The table and the game are read again first. Errors that
    the edit brings are raised, except errors to `allow`, which become its warnings.
    """
    game = table.workspace.game
    check_seen({table._path: table._data}, seen)
    changes = {change.path: change for change in others if change.before != change.after}
    lost: tuple[Problem, ...] = ()
    steps = [step for step in (*first, rewriting) if step != Rewriting()]
    if steps:
        table_formats.check_editable(table._path, table.file)
        data, raw = table._data, table._raw
        for step in steps:
            try:
                data, raw = _rewritten(table, data, raw, step)
            except BuildError as error:
                rewriting, warning = _otherwise(table, step, error)
                try:
                    data, raw = _rewritten(table, data, raw, rewriting)
                except BuildError:
                    raise error from None
                lost = (warning,)
        own = {table._path: Change(table._path, table._data, data)}
        followed, ids = _followed(table, rewriting, data)
        changes = {**own, **followed, **changes}
        lost += tuple(warn_of(table.workspace, table.name, ids)) if ids else ()
        lost += table_formats.old_results(table._data, shown(table._path), table.file, table._raw, rewriting)
    if not changes:
        return Edit(title, game, ())
    for path in changes:
        own_file(path, game)
    new = brought(table.workspace, _after(table, changes), allow)
    return Edit(title, game, tuple(changes.values()), (*new, *lost))


def check_steps(table: Table, steps: Iterable[Rewriting]) -> None:
    """Raise BuildError where the file of a table cannot take rewritings one after the other, exactly as they are."""
    data, raw = table._data, table._raw
    for step in steps:
        if step != Rewriting():
            data, raw = _rewritten(table, data, raw, step)


def _otherwise(table: Table, rewriting: Rewriting, error: BuildError) -> tuple[Rewriting, Problem]:
    """Return what else a workbook can take, and a warning: new rows below all others, or rows that are only emptied.

    Raise the error that the rewriting caused where this is no way out.
    """
    end, why = table.below(len(table.records)), error.problems[0]
    is_workbook = table_formats.adds_below(table.file)
    if is_workbook and rewriting.gone and not rewriting.rows:
        (first, *others) = [table.called(at) for at, record in enumerate(table.records) if record in rewriting.gone]
        rows = (
            f"the rows of {first} and {counted(len(others), 'other')} stay" if others else f"the row of {first} stays"
        )
        warning = Problem(why.place, f"{rows} in the workbook, but empty: {why.message}", why.hint, "warning")
        changed = structs.replace(rewriting, empties=True)
    elif is_workbook and rewriting.rows and not rewriting.gone and any(row.before != end for row in rewriting.rows):
        first = table._raw.row_name(table.end_of_cards)
        message = f"the new card is below the last row, not above {first}, where no card begins: {why.message}"
        warning = Problem(why.place, message, "move the row in a spreadsheet program", "warning")
        changed = structs.replace(rewriting, rows=tuple(structs.replace(row, before=end) for row in rewriting.rows))
    else:
        raise error
    return changed, warning


def _after(table: Table, changes: Mapping[Path, Change]) -> Workspace:
    return DraftWorkspace(table.workspace.game, new={path: change.after for path, change in changes.items()})


def _followed(table: Table, rewriting: Rewriting, data: bytes) -> tuple[dict[Path, Change], set[str]]:
    """Return what changes in translations, whose rows go by the ids of cards, and the ids that cards no longer have."""
    old = {record: row.id for record, row in zip(table.records, table.pieces, strict=True) if row}
    raw = table_formats.read_again(data, table._path, table._raw)
    rows = understand_rows(table.name, raw, table.spec.columns, table.head, [], table.spec.ignore)
    new = {rows.table.records[row.index]: row.id for row in rows.rows}
    ids: dict[str, str | None] = {key: None for record, key in old.items() if record in rewriting.gone}
    copies: dict[str, list[str]] = {}
    for record, (origin, is_copy) in zip(raw.records, rewriting.origins(table._raw), strict=True):
        key, now = old.get(origin, ""), new.get(record, "")
        if key and now and is_copy:
            copies.setdefault(key, []).append(now)
        elif key and now:
            ids[key] = now
    if not copies and all(key == now for key, now in ids.items()):
        return {}, set()
    changes = translated(table, lambda words: follow(words, ids, copies))
    return {change.path: change for change in changes}, {key for key, now in ids.items() if key != now}


def _rewritten(table: Table, data: bytes, raw: DataTable, rewriting: Rewriting) -> tuple[bytes, DataTable]:
    """Return a file's bytes and its table after a rewriting, with right totals where their cells can be changed."""
    totals = kept_totals(raw, {table.records[index] for index in table.asides}, rewriting)
    if totals:
        with contextlib.suppress(BuildError):  # a formula, a locked or a merged cell
            return _exactly(table, data, raw, structs.replace(rewriting, texts={**rewriting.texts, **totals}))
    return _exactly(table, data, raw, rewriting)


def _exactly(table: Table, data: bytes, raw: DataTable, rewriting: Rewriting) -> tuple[bytes, DataTable]:
    """Return a file's bytes and its table after a rewriting; BuildError unless it differs in what was wanted only."""
    data = table_formats.rewrite(data, shown(table._path), table.file, raw, rewriting)
    again = table_formats.read_again(data, table._path, raw)
    if not rewriting.is_carried_out(raw, again):
        message = f"{table.file} cannot be changed like this without changing something else"
        raise error_at(Place(shown(table._path)), message, "edit it in its own program")
    return data, again


def brought(
    before: Workspace, after: Workspace, allow: Callable[[Problem], bool], language: str = ""
) -> tuple[Problem, ...]:
    """Return the problems that a change brings to the game's data; BuildError for errors that are not allowed."""
    known = Counter(map(_describe, problems_of(before, language)))
    new: list[Problem] = []
    for problem in problems_of(after, language):
        if known[_describe(problem)]:
            known[_describe(problem)] -= 1
        else:
            new.append(problem)
    if any(problem.severity == "error" and not allow(problem) for problem in new):
        raise BuildError(dict.fromkeys(new))
    return tuple(dict.fromkeys(new))


def _describe(problem: Problem) -> tuple[str, ...]:
    """Return a problem without its line and its row, which may have moved or have another name."""
    message, hint = (_PLACES.sub(r"\1", _CELL.sub(r"(\1)", text)) for text in (problem.message, problem.hint))
    return (problem.place.file, message, hint, problem.severity)
