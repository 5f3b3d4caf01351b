"""Read the data files of a game, whatever their format."""

from __future__ import annotations

from pathlib import PurePosixPath

from beeprint.base.problems import Place, error_at
from beeprint.files.source import check_contents
from beeprint.files.tables import DataTable
from beeprint.files.tables_csv import read_csv
from beeprint.files.workspace import WORKBOOKS, Workspace

#: The endings of tables, workbooks first.
ENDINGS = (*WORKBOOKS, ".csv", ".tsv", ".json", ".jsonl", ".ndjson")
#: Those that may hold several lists of records, each with a name.
_WITH_LISTS = (".json", ".yaml", ".yml")
#: Those whose columns are named in a row, and text files.
_WITH_ROWS = (*WORKBOOKS, ".csv", ".tsv", ".txt")


def read_table(
    workspace: Workspace, name: str, sheet: str, place: Place, head: int = 1, language: str = ""
) -> DataTable:
    """Read a data file of a game by its ending, or all Markdown files of a folder; `place` is where it is named.

    `sheet` names a sheet of a workbook, or a list in a file of several; other formats have none. `head` is the row that
    names the columns, in files that have rows; `language` says how a workbook shows decimals. BuildError for all that
    cannot be read exactly.
    """
    ending = PurePosixPath(name).suffix.lower()
    if sheet and ending not in (*WORKBOOKS, *_WITH_LISTS):
        raise error_at(place, f"{name} has no sheets", "write data: with the name of the file alone")
    if head != 1 and ending not in _WITH_ROWS:
        raise error_at(place, f"{name} has no row with the names of its columns", "remove head:")
    if name.endswith("/"):
        from beeprint.files.tables_records import read_folder

        return read_folder(workspace.folder(name, ".md", place), name)
    return read_table_bytes(*workspace.data(name, place), sheet, head, language)


def read_table_bytes(data: bytes, shown: str, sheet: str = "", head: int | None = 1, language: str = "") -> DataTable:
    """Read a data file by the ending of its path; BuildError for all that cannot be read exactly.

    `head` is the number of the row that names the columns; None looks for it. `language` says how a workbook shows
    decimals.
    """
    check_contents(data, shown)
    ending = PurePosixPath(shown).suffix.lower()
    if ending in WORKBOOKS:
        from beeprint.files.tables_workbook import read_workbook

        return read_workbook(data, shown, sheet, head, language)
    if ending in (".json", ".jsonl", ".ndjson"):
        from beeprint.files.tables_records import read_json

        return read_json(data, shown, ending != ".json", sheet)
    if ending in (".yaml", ".yml"):
        from beeprint.files.tables_records import read_yaml_list

        return read_yaml_list(data, shown, sheet)
    return read_csv(data, shown, head)


def sheets_of(data: bytes, shown: str) -> list[str]:
    """Return the names of a workbook's visible sheets that hold anything, or of the lists in a file of records.

    A file without sheets or lists counts as one, whose name is empty.
    """
    check_contents(data, shown)
    ending = PurePosixPath(shown).suffix.lower()
    if ending in WORKBOOKS:
        from beeprint.files.tables_workbook import sheet_names

        return sheet_names(data, shown)
    if ending in _WITH_LISTS:
        from beeprint.files.tables_records import list_names

        return list_names(data, shown)
    return [""]
