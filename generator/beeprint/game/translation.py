"""Translations: files of the same name in lang/<xx>/, whose texts stand for those of the original, row by row."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from beeprint.base.problems import Problem, Severity, did_you_mean
from beeprint.base.words import counted
from beeprint.draw.text.markup import parse
from beeprint.files.tables import DataTable
from beeprint.game import heads
from beeprint.game.damage import damage, in_workbook
from beeprint.game.figures import BOUND
from beeprint.game.rows import Row, Rows, Wrong, doubt


def translated(rows: Rows, table: DataTable, problems: list[Problem]) -> Rows:
    """Replace cells of the rows by those of a translation, which has only the columns that are translated.

    A row that is missing shows the original, with a warning; an unknown id or column is an error, and so is a text that
    cannot be a translation of its original.
    """
    texts = [column for column, kind in rows.columns.items() if kind.type == "text" and column != "id"]
    table = table.renamed(heads.found(rows.columns, table.header))
    for head in table.header:
        if (
            head not in texts
            and head not in table.aliases.values()
            and head != "id"
            and not head.startswith(("#", "note"))
        ):
            hint = did_you_mean(head, texts)
            problems.append(Problem(table.place(None, head), f"{rows.file} has no text column {head}", hint))
    columns = [name for name in table.names if name in texts]
    problems += table.warnings
    found: dict[str, int] = {}
    problems += [table.too_many(index) for index in table.ragged]
    for index, cells in enumerate(table.rows):
        key = cells.get("id", "").strip()
        if key not in rows.by_id:
            hint = did_you_mean(key, rows.by_id)
            message = f"{rows.file} has no row {key}" if key else "the id is empty"
            problems.append(Problem(table.place(index, "id"), message, hint))
        elif key in found:
            problems.append(Problem(table.place(index, "id"), f"duplicate id {key}"))
        found.setdefault(key, index)
    problems += _misplaced(rows, table, found, columns)
    return replace(
        rows, rows=tuple(_translated_row(row, table, found.get(row.id), columns, problems) for row in rows.rows)
    )


def differences(original: str, text: str) -> Iterator[Wrong]:
    """Yield what shows that a text is no translation of its original: other names in braces, icons, figures, lines."""
    if original and not text:
        yield Wrong("is empty, but the original is not", "translate it, or leave out its row or column")
        return
    if text and not original:
        yield Wrong("holds a text, but the original is empty", "delete it, or add the original")
        return
    for what, one, other in zip(("the name", "the icon", "the figure"), _marks(original), _marks(text), strict=True):
        for mark in sorted(one - other):
            yield Wrong(f"lacks {what} {mark} of the original", "use the same names, icons and figures")
        for mark in sorted(other - one):
            yield Wrong(f"holds {what} {mark}, which the original does not", "use the same names, icons and figures")
    lines, wanted = text.count("\n") + 1, original.count("\n") + 1
    if lines != wanted:
        message = f"has {counted(lines, 'paragraph')}, the original {wanted}"
        yield Wrong(message, "begin a new line where the original does")
    if text == original and re.search(r"[^\W\d_]{2}", BOUND.sub("", text)):
        yield Wrong("is the same as the original", "translate it, or leave out its row or column", "warning")


def _marks(text: str) -> tuple[set[str], set[str], set[str]]:
    """Return the names in braces, the icons and the figures of a text."""
    names = {match[0] for match in BOUND.finditer(text) if match[1]}
    parts = [part for paragraph in parse(BOUND.sub("", text)).paragraphs for part in paragraph]
    icons = {f":{part.icon}:" for part in parts if part.icon}
    return names, icons, set(re.findall(r"\d+", " ".join(part.text for part in parts if not part.icon)))


def _misplaced(rows: Rows, table: DataTable, found: dict[str, int], columns: list[str]) -> Iterator[Problem]:
    """Yield a problem for each text that stands on two rows, though their originals differ.

    A single word may well stand for two words of another language, so that is a warning.
    """
    for column in columns:
        first: dict[str, Row] = {}
        meant: dict[str, list[Row]] = defaultdict(list)
        for row in rows.rows:
            meant[row.texts.get(column, "")].append(row)
        for row in rows.rows:
            text = table.rows[found[row.id]].get(column, "").strip() if row.id in found else ""
            own = row.texts.get(column, "")
            if not text or text == own:
                continue
            other = first.setdefault(text, row)
            if other.texts.get(column, "") == own:
                other = next(iter(meant.get(text, ())), row)
            if other is not row:
                index = found[row.id]
                where = f"({row.id}, column {column}, {table.cell(index, column)})"
                message = f"{column} is the text of {other.id}, whose original differs {where}"
                severity: Severity = "error" if " " in text else "warning"
                yield Problem(table.place(index, column), message, "put the text of this row there", severity)


def _translated_row(row: Row, table: DataTable, index: int | None, columns: list[str], problems: list[Problem]) -> Row:
    """Replace the cells of a row by those of its translation."""
    if index is None:
        missing = [column for column in columns if row.texts.get(column)]
        if missing:
            message = f"{row.id} is not translated; the original is shown"
            problems.append(Problem(table.place(None), message, f"add a row with the id {row.id}", "warning"))
        return row
    cells = {column: table.rows[index].get(column, "").strip() for column in columns}
    for column, text in cells.items():
        found = damage(text)
        faults = [doubt(found)] if found else list(differences(row.texts.get(column, ""), text))
        if (index, column) in table.wrong:
            faults = [Wrong(*table.wrong[index, column])]
        for wrong in faults:
            where = f"({row.id}, column {column}, {table.cell(index, column)})"
            message = f"{column} {wrong.message} {where}"
            place = table.place(index, column)
            hint = in_workbook(wrong.hint) if place.cell else wrong.hint
            problems.append(Problem(place, message, hint, wrong.severity))
    changed = {column: text for column, text in cells.items() if text}
    places = dict.fromkeys(changed, (table, index))
    return replace(row, texts={**row.texts, **changed}, values={**row.values, **changed}, translated=places)
