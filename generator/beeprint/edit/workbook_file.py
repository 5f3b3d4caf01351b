"""Rewrite a table in a workbook: the cells in the XML of its sheet, and no byte of the other parts."""

from __future__ import annotations

import re
import zipfile

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.ods_file import write_ods
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.workbook_plan import IN_SPREADSHEET, plans
from beeprint.edit.xlsx_file import write_xlsx
from beeprint.edit.zip_parts import replace_parts
from beeprint.sources.tables import DataTable
from beeprint.sources.tables_workbook import read_workbook
from beeprint.sources.workbook import kind_of, open_workbook

_SIGNATURES = re.compile(r"_xmlsignatures/|META-INF/.*signatures", re.IGNORECASE)


def rewrite_workbook(data: bytes, shown: str, table: DataTable, rewriting: Rewriting) -> bytes:
    """Return a workbook's bytes after a rewriting of a table, which is read again; all other parts are copied.

    BuildError for formulas, merged and locked cells, for signed workbooks, and for what would change other cells.
    """
    errors: list[BuildError] = []
    with open_workbook(data, shown) as archive:
        _check_unsigned(archive, shown)
        write = write_ods if kind_of(archive) == "ods" else write_xlsx
        for plan in plans(shown, table, rewriting):
            try:
                new = replace_parts(data, shown, write(archive, plan))
                if rewriting.is_carried_out(table, read_workbook(new, shown, plan.sheet, table.head)):
                    return new
            except BuildError as error:
                errors.append(error)
    message = "the sheet cannot be changed like this without changing something else"
    raise errors[0] if errors else error_at(Place(shown), message, IN_SPREADSHEET)


def _check_unsigned(archive: zipfile.ZipFile, shown: str) -> None:
    if any(map(_SIGNATURES.match, archive.namelist())):
        message = "the workbook is signed, and a change makes the signature invalid"
        raise error_at(Place(shown), message, "save it without a signature first")
