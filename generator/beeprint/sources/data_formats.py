"""The formats of data files: how each is called and read, and what else can be done with it.

A new format is an entry of FORMATS; everything that asks about formats asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import PurePosixPath
from typing import Literal

from msgspec import Struct

from beeprint.sources.tables import DataTable


class Wanted(Struct, frozen=True):
    """What is wanted of a data file.

    `sheet` names a sheet of a workbook, or a list in a file of several. `head` is the number of the row that names the
    columns; None looks for it. `language` says how a workbook shows decimals.
    """

    sheet: str = ""
    head: int | None = 1
    language: str = ""


class Format(Struct, frozen=True):
    """A format of data files.

    `name` is what messages call a file in it. `read` takes the bytes, the path for messages and what is wanted.
    `sheets` returns the names of the sheets or lists in a file; None where a file holds a single table. `has_rows` says
    that a row names the columns. `editable` says that cells can be changed, by edit/table_formats.py.
    `taken` says when a folder's file is taken for a table: always, if the folder has no others, or only if it is named.
    """

    name: str
    endings: tuple[str, ...]
    read: Callable[[bytes, str, Wanted], DataTable]
    sheets: Callable[[bytes, str], list[str]] | None = None
    has_rows: bool = False
    editable: bool = False
    taken: Literal["always", "alone", "named"] = "always"


# Readers load their modules when they are called: most games have files of one format.


def _read_workbook(data: bytes, shown: str, wanted: Wanted) -> DataTable:
    from beeprint.sources.tables_workbook import read_workbook

    return read_workbook(data, shown, wanted.sheet, wanted.head, wanted.language)


def _sheet_names(data: bytes, shown: str) -> list[str]:
    from beeprint.sources.tables_workbook import sheet_names

    return sheet_names(data, shown)


def _read_csv(data: bytes, shown: str, wanted: Wanted) -> DataTable:
    from beeprint.sources.tables_csv import read_csv

    return read_csv(data, shown, wanted.head)


def _read_json(data: bytes, shown: str, wanted: Wanted) -> DataTable:
    from beeprint.sources.tables_records import read_json

    return read_json(data, shown, False, wanted.sheet)


def _read_json_lines(data: bytes, shown: str, wanted: Wanted) -> DataTable:
    from beeprint.sources.tables_records import read_json

    return read_json(data, shown, True)


def _read_yaml(data: bytes, shown: str, wanted: Wanted) -> DataTable:
    from beeprint.sources.tables_records import read_yaml_list

    return read_yaml_list(data, shown, wanted.sheet)


def _list_names(data: bytes, shown: str) -> list[str]:
    from beeprint.sources.tables_records import list_names

    return list_names(data, shown)


EXCEL = Format("an Excel workbook", (".xlsx", ".xlsm"), _read_workbook, _sheet_names, has_rows=True, editable=True)
ODS = Format("an OpenDocument spreadsheet", (".ods",), _read_workbook, _sheet_names, has_rows=True, editable=True)
CSV = Format("CSV", (".csv",), _read_csv, has_rows=True, editable=True)
TSV = Format("TSV", (".tsv",), _read_csv, has_rows=True, editable=True)
JSON = Format("JSON", (".json",), _read_json, _list_names, editable=True)
JSON_LINES = Format("JSON Lines", (".jsonl", ".ndjson"), _read_json_lines, editable=True)
TEXT = Format("a text file", (".txt",), _read_csv, has_rows=True, editable=True, taken="named")
YAML = Format("YAML", (".yaml", ".yml"), _read_yaml, _list_names, editable=True, taken="alone")

FORMATS = (EXCEL, ODS, CSV, TSV, JSON, JSON_LINES, TEXT, YAML)


def format_of(name: str) -> Format | None:
    """Return the format of a file by its ending; None for a folder, and for an ending that no format has."""
    ending = PurePosixPath(name).suffix.lower()
    return next((format_ for format_ in FORMATS if ending in format_.endings), None)


def is_editable(name: str) -> bool:
    """Return whether single cells of a file can be changed; those of Markdown files in a folder can."""
    return (format_of(name) or CSV).editable


def endings(taken: Collection[str] = ("always",)) -> tuple[str, ...]:
    """Return the endings of the formats whose files are taken so for tables."""
    return tuple(ending for format_ in FORMATS if format_.taken in taken for ending in format_.endings)
