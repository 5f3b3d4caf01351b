"""Translations: files of the same name in lang/<xx>/, whose texts stand for those of the original, row by row."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from beeprint.base.problems import Fix, Place, Problem, Severity, did_you_mean, reworded
from beeprint.base.words import counted, quoted
from beeprint.drawing.text.markup import parse
from beeprint.game.columns import match_heads
from beeprint.game.damage import damage, in_workbook
from beeprint.game.figures import BOUND
from beeprint.game.rows import Row, Rows, Wrong, doubt
from beeprint.sources.nodes import Node
from beeprint.sources.table_files import read_table
from beeprint.sources.tables import DataTable, NoSheetError
from beeprint.sources.workspace import Workspace, shown

#: How many rows without a translation a message names.
_MOST_NAMED = 8


def untranslated(workspace: Workspace, node: Node, language: str) -> Problem | None:
    """Return the problem of a language, other than the game's first, without its folder; `node` is game.yaml."""
    languages = node.find(["languages"])
    declared = languages.plain() if languages is not None else []
    first = declared[0] if isinstance(declared, list) and declared else declared
    folder = workspace.game / "lang" / language
    if not language or language == first or (folder.is_dir() and any(folder.iterdir())):
        return None
    there = [path.name for path in folder.parent.iterdir() if path.is_dir()] if folder.parent.is_dir() else []
    near = next((name for name in there if name.lower() == language.lower() != name), "")
    hint = f"put translated files there (beeprint docs game, Translations), or take {language} out of languages:"
    hint = f"rename lang/{near} to lang/{language}" if near else hint
    return Problem(node.at(["languages"]), f"there is no translation in {shown(folder)}/", hint)


def words_of(
    workspace: Workspace, rows: Rows, at: tuple[str, str, int], place: Place, language: str, problems: list[Problem]
) -> DataTable | None:
    """Read the translation of rows; None where there is no file, or no sheet in it, with a warning if they have texts.

    `at` is their data file, its sheet and the row of its heads.
    """
    name, sheet, head = at
    file = f"lang/{language}/{name}"
    texts = [column for column, kind in rows.columns.items() if kind.type == "text" and column != "id"]
    written = [row for row in rows.rows if any(row.texts.get(column) for column in texts)]
    fix = replace(_to_translate(file, written, texts), place=place)  # of game.yaml: the file is not there yet
    spot = Place(shown(workspace.game / file))
    missing = Problem(spot, "there is no such file", f"translate {name} there", fixes=(fix,))
    if workspace.has(file):
        try:
            return read_table(workspace, file, sheet, place, head, language)
        except NoSheetError as error:
            missing = error.problems[0]
    if any(has_words(row.texts.get(column, "")) for row in rows.rows for column in texts):
        message = f"{missing.message}; the originals are shown"
        problems.append(Problem(missing.place, message, missing.hint, "warning", fixes=missing.fixes))
    return None


def has_words(text: str) -> bool:
    """Return whether a text holds letters that can be translated."""
    return re.search(r"[^\W\d_]{2}", BOUND.sub("", text)) is not None


def translated(rows: Rows, table: DataTable, problems: list[Problem]) -> Rows:
    """Replace cells of the rows by those of a translation, which has only the columns that are translated.

    A row that is missing shows the original, with a warning; an unknown id or column is an error, and so is a text that
    cannot be a translation of its original.
    """
    texts = [column for column, kind in rows.columns.items() if kind.type == "text" and column != "id"]
    heads_of = match_heads(rows.columns, table.header)
    table = table.renamed(heads_of)
    problems += table.warnings
    if "id" not in table.names:
        hint = f"add a column id with the ids of {rows.file}, such as {', '.join([*rows.by_id][:3])}"
        problems.append(Problem(table.place(None), "there is no column id, which says what row a text is for", hint))
        return rows
    if table.rows and not any(cells.get("id", "").strip() in rows.by_id for cells in table.rows):
        hint = f"the ids of {rows.file} are {', '.join([*rows.by_id][:3])} and so on"
        problems.append(Problem(table.place(None, "id"), f"none of the ids is an id of {rows.file}", hint))
        return rows
    problems += _unknown_columns(rows, table, heads_of, texts)
    columns = [name for name in table.names if name in texts]
    rows_by_id = _indexes(rows, table, problems)
    problems += _misplaced(rows, table, rows_by_id, columns)
    problems += _untranslated(rows, table, rows_by_id, columns)
    return replace(
        rows,
        rows=tuple(
            _translated_row(row, table, rows_by_id[row.id], columns, problems) if row.id in rows_by_id else row
            for row in rows.rows
        ),
    )


def _unknown_columns(
    rows: Rows, table: DataTable, heads_of: Mapping[str, str], texts: Sequence[str]
) -> Iterator[Problem]:
    """Yield a problem for each column that the original lacks, or that is not text and differs from the original's."""
    meant = {head: column for column, head in heads_of.items()}
    for head in table.header:
        column = meant.get(head, head)
        if column in rows.columns:
            if column not in texts and column != "id":
                yield from _unprinted(rows, table, column)
        elif column != "copies" and not head.startswith(("#", "note")) and head not in table.aliases.values():
            yield Problem(table.place(None, head), f"{rows.file} has no text column {head}", did_you_mean(head, texts))


def _indexes(rows: Rows, table: DataTable, problems: list[Problem]) -> dict[str, int]:
    """Return the index of each id's row in a translation; note ids that are unknown, and those that occur twice."""
    indexes: dict[str, int] = {}
    problems += [table.too_many(index) for index in table.ragged]
    for index, cells in enumerate(table.rows):
        key = cells.get("id", "").strip()
        if key not in rows.by_id:
            hint = did_you_mean(key, rows.by_id)
            message = f"{rows.file} has no row {key}" if key else "the id is empty"
            problems.append(Problem(table.place(index, "id"), message, hint))
        elif key in indexes:
            problems.append(Problem(table.place(index, "id"), f"duplicate id {key}"))
        indexes.setdefault(key, index)
    return indexes


def _unprinted(rows: Rows, table: DataTable, column: str) -> Iterator[Problem]:
    """Yield a warning for a column other than text whose cells differ from the originals, at the first such cell."""
    for index, cells in enumerate(table.rows):
        row, text = rows.by_id.get(cells.get("id", "").strip()), cells.get(column, "").strip()
        if row is None or not text or text == row.texts.get(column, "").strip():
            continue
        kind = rows.columns[column].type
        where = f"({row.id}, column {column}, {table.cell(index, column)})"
        message = f"{column} is a column of type {kind}, which is not translated: {quoted(text)} is not printed {where}"
        hint = "print a text column instead, which can be translated, and delete this column here"
        yield Problem(table.place(index, column), message, hint, "warning")
        return


def _untranslated(rows: Rows, table: DataTable, lines: Mapping[str, int], columns: list[str]) -> Iterator[Problem]:
    """Yield a warning for the rows that the translation lacks; all in one line."""
    missing = [row for row in rows.rows if row.id not in lines and any(row.texts.get(name) for name in columns)]
    lacking = [row.id for row in missing]
    if len(lacking) == 1:
        message, hint = f"{lacking[0]} is not translated; the original is shown", f"add a row with the id {lacking[0]}"
    else:
        named = ", ".join(lacking[:_MOST_NAMED]) + (" and others" if len(lacking) > _MOST_NAMED else "")
        message = f"{len(lacking)} rows are not translated; the originals are shown: {named}"
        hint = "add rows with these ids"
    if lacking:
        fix = _to_translate(table.shown, missing, columns)
        yield Problem(table.place(None), message, hint, "warning", fixes=(fix,))


def rows_to_translate(rows: Rows) -> list[dict[str, str]]:
    """Return the texts of a table by id and column, those of rows without any left out."""
    texts = [column for column, kind in rows.columns.items() if kind.type == "text" and column != "id"]
    written = [row for row in rows.rows if any(row.texts.get(column) for column in texts)]
    return _lines(written, texts)


def _lines(rows: Sequence[Row], columns: Sequence[str]) -> list[dict[str, str]]:
    return [{"id": row.id, **{column: row.as_written(column) for column in columns}} for row in rows]


def _to_translate(file: str, missing: Sequence[Row], columns: Sequence[str]) -> Fix:
    """Return the fix that adds rows with their original texts to a translation; `file` is in lang/."""
    name = file[file.rindex("lang/") :] if "lang/" in file else file
    lines = _lines(missing, columns)
    does = f"Adds {counted(len(lines), 'row')} to {name}, with the original texts for you to translate."
    return Fix("Add what is to be translated", "translate", {"file": name, "rows": lines}, does)


def differences(original: str, text: str) -> Iterator[Wrong]:
    """Yield what shows that a text is no translation of its original: other names in braces, icons, figures, lines."""
    if original and not text:
        yield Wrong("is empty, but the original is not", "translate it, or leave out its row or column")
        return
    if text and not original:
        yield Wrong("holds a text, but the original is empty", "delete it, or add the original")
        return
    for what, name, other in zip(("the name", "the icon", "the figure"), _marks(original), _marks(text), strict=True):
        for mark in sorted(name - other):
            yield Wrong(f"lacks {what} {mark} of the original", "use the same names, icons and figures")
        for mark in sorted(other - name):
            yield Wrong(f"holds {what} {mark}, which the original does not", "use the same names, icons and figures")
    lines, wanted = text.count("\n") + 1, original.count("\n") + 1
    if lines != wanted:
        message = f"has {counted(lines, 'paragraph')}, the original {wanted}"
        yield Wrong(message, "begin a new line where the original does")
    if text == original and has_words(text):
        yield Wrong("is the same as the original", "translate it, or leave out its row or column", "warning")


def _marks(text: str) -> tuple[set[str], set[str], set[str]]:
    """Return the names in braces, the icons and the figures of a text."""
    names = {match[0] for match in BOUND.finditer(text) if match[1]}
    parts = [part for paragraph in parse(BOUND.sub("", text)).paragraphs for part in paragraph]
    icons = {f":{part.icon}:" for part in parts if part.icon}
    return names, icons, set(re.findall(r"\d+", " ".join(part.text for part in parts if not part.icon)))


def _misplaced(rows: Rows, table: DataTable, lines: dict[str, int], columns: list[str]) -> Iterator[Problem]:
    """Yield a problem for each text that stands on two rows, though their originals differ.

    A single word may well stand for two words of another language, so that is a warning.
    """
    for column in columns:
        first: dict[str, Row] = {}
        meant: dict[str, list[Row]] = defaultdict(list)
        for row in rows.rows:
            meant[row.texts.get(column, "")].append(row)
        for row in rows.rows:
            text = table.rows[lines[row.id]].get(column, "").strip() if row.id in lines else ""
            own = row.texts.get(column, "")
            if not text or text == own:
                continue
            other = first.setdefault(text, row)
            if other.texts.get(column, "") == own:
                other = next(iter(meant.get(text, ())), row)
            if other is not row:
                index = lines[row.id]
                where = f"({row.id}, column {column}, {table.cell(index, column)})"
                message = f"{column} is the text of {other.id}, whose original differs {where}"
                severity: Severity = "error" if " " in text else "warning"
                yield Problem(table.place(index, column), message, "put the text of this row there", severity)


def _translated_row(row: Row, table: DataTable, index: int, columns: list[str], problems: list[Problem]) -> Row:
    """Replace the cells of a row by those of its translation."""
    cells = {column: table.rows[index].get(column, "").strip() for column in columns}
    for column, text in cells.items():
        mark = damage(text)
        faults = [doubt(mark)] if mark else list(differences(row.texts.get(column, ""), text))
        if (index, column) in table.wrong:
            faults = [Wrong(*table.wrong[index, column])]
        for wrong in faults:
            where = f"({row.id}, column {column}, {table.cell(index, column)})"
            message = f"{column} {wrong.message} {where}"
            place = table.place(index, column)
            hint = reworded(wrong.hint, in_workbook(wrong.hint)) if place.cell else wrong.hint
            problems.append(Problem(place, message, hint, wrong.severity))
    changed = {column: text for column, text in cells.items() if text}
    places = dict.fromkeys(changed, (table, index))
    return replace(row, texts={**row.texts, **changed}, values={**row.values, **changed}, translated=places)
