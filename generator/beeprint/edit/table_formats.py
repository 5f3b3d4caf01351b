"""Rewrite a table in the format of its file, where that can be done exactly."""

from __future__ import annotations

from pathlib import Path

from beeprint.base.problems import Place, Problem, error_at
from beeprint.edit import cell_formats, workbook_file
from beeprint.edit.csv_file import rewrite_csv
from beeprint.edit.rewriting import Rewriting
from beeprint.sources.data_formats import CSV, EXCEL, FORMATS, JSON, JSON_LINES, ODS, TEXT, TSV, YAML, format_of
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.tables import DataTable
from beeprint.sources.workspace import shown

_DELIMITED, _WORKBOOKS, _RECORDS = (CSV, TSV, TEXT), (EXCEL, ODS), (JSON, JSON_LINES, YAML)
_lacking = {format_.name for format_ in FORMATS if format_.editable} ^ {
    format_.name for format_ in (*_DELIMITED, *_WORKBOOKS, *_RECORDS)
}
if _lacking:
    raise TypeError(
        f"editable in sources/data_formats.py, or written in edit/table_formats.py, but not both: {_lacking}"
    )


def name_of(file: str) -> str:
    """Return what messages call the format of a data file."""
    return "Markdown files in a folder" if file.endswith("/") else (format_of(file) or CSV).name


def check_editable(path: Path, file: str) -> None:
    """Raise BuildError where no cell of a file can be changed here."""
    if file.endswith("/"):
        message = f"{file} is a folder of Markdown files, which is not edited as a table"
        raise error_at(Place(shown(path)), message, "edit the texts of its cards, or the files")
    format_ = format_of(file) or CSV
    if not format_.editable:
        message = f"{file} is {format_.name}, which is not changed here"
        raise error_at(Place(shown(path)), message, "open it in its own program")
    locks = {"a spreadsheet program": f"~${path.name}", "LibreOffice": f".~lock.{path.name}#"}
    for program, lock in locks.items():
        if format_ in _WORKBOOKS and path.with_name(lock).exists():
            message = f"{path.name} is open in {program}, which would write over the change"
            raise error_at(Place(shown(path)), message, "close it there first")


def adds_below(file: str) -> bool:
    """Return whether rows and columns are added behind all others only, as in workbooks, where places have meaning."""
    return format_of(file) in _WORKBOOKS


def rewrite(data: bytes, shown: str, file: str, table: DataTable, rewriting: Rewriting) -> bytes:
    """Return a file's bytes after a rewriting of its table; BuildError for what its format cannot do exactly."""
    format_ = format_of(file) or CSV
    if format_ in _DELIMITED:
        return rewrite_csv(data, shown, table, rewriting)
    if format_ in _WORKBOOKS:
        return workbook_file.rewrite_workbook(data, shown, table, rewriting)
    if rewriting != Rewriting(texts=rewriting.texts):
        message = f"rows and columns of {format_.name} are not added, moved or deleted here, only cells are changed"
        raise error_at(Place(shown), message, "edit the file, or save the table as CSV")
    for (record, head), text in rewriting.texts.items():
        if format_ is YAML:
            data = cell_formats.replace_yaml(data, shown, record - 2, head, text)
        else:
            data = cell_formats.replace_json(data, shown, format_ is JSON_LINES, record - 2, head, text)
    return data


def old_results(data: bytes, shown: str, file: str, table: DataTable, rewriting: Rewriting) -> tuple[Problem, ...]:
    """Return a warning for formulas of a workbook that keep their old results beside changed cells."""
    return workbook_file.old_results(data, shown, table, rewriting) if format_of(file) in _WORKBOOKS else ()


def read_again(data: bytes, path: Path, table: DataTable) -> DataTable:
    """Read the table of a file from other bytes."""
    return read_table_bytes(data, shown(path), table.sheet, table.head)
