"""Read the data files of a game, whatever their format."""

from __future__ import annotations

from beeprint.base.problems import Place, error_at
from beeprint.sources.data_formats import CSV, Wanted, format_of
from beeprint.sources.source import check_contents
from beeprint.sources.tables import DataTable
from beeprint.sources.workspace import Workspace


def read_table(
    workspace: Workspace, name: str, sheet: str, place: Place, head: int = 1, language: str = ""
) -> DataTable:
    """Read a data file of a game by its ending, or all Markdown files of a folder; `place` is where it is named.

    `sheet`, `head` and `language` are those of `Wanted`. BuildError for all that cannot be read exactly.
    """
    format_ = format_of(name)
    if sheet and (format_ is None or format_.sheets is None):
        raise error_at(place, f"{name} has no sheets", "write data: with the name of the file alone")
    if head != 1 and (format_ is None or not format_.has_rows):
        raise error_at(place, f"{name} has no row with the names of its columns", "remove head:")
    if name.endswith("/"):
        from beeprint.sources.tables_records import read_folder

        return read_folder(workspace.folder(name, ".md", place), name)
    return read_table_bytes(*workspace.data(name, place), sheet, head, language)


def read_table_bytes(data: bytes, shown: str, sheet: str = "", head: int | None = 1, language: str = "") -> DataTable:
    """Read a data file by the ending of its path, as CSV where no format has it, for what is `Wanted` of it.

    BuildError for all that cannot be read exactly.
    """
    check_contents(data, shown)
    return (format_of(shown) or CSV).read(data, shown, Wanted(sheet, head, language))


def sheets_of(data: bytes, shown: str) -> list[str]:
    """Return the names of a workbook's visible sheets that hold anything, or of the lists in a file of records.

    A file without sheets or lists counts as one, whose name is empty.
    """
    check_contents(data, shown)
    format_ = format_of(shown)
    return [""] if format_ is None or format_.sheets is None else format_.sheets(data, shown)
