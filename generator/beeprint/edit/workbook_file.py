"""Rewrite a table in a workbook: the cells in the XML of its sheet, and no byte of the other parts."""

from __future__ import annotations

import re
import zipfile

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.edit import ods_file, ods_shift, xlsx_file, xlsx_shift
from beeprint.edit.rewriting import Rewriting
from beeprint.edit.workbook_plan import IN_SPREADSHEET, SheetPlan, plans
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
    message = "the sheet cannot be changed like this without changing something else"
    for plan in plans(shown, table, rewriting):
        try:
            new = _written(data, shown, plan)
            if rewriting.is_carried_out(table, read_workbook(new, shown, plan.sheet, table.head)):
                return new
            errors.append(error_at(Place(shown), message, IN_SPREADSHEET))
        except BuildError as error:
            errors.append(error)
    raise errors[0]


def _written(data: bytes, shown: str, plan: SheetPlan) -> bytes:
    """Return a workbook's bytes after a plan, whose rows and columns come and go first."""
    with open_workbook(data, shown) as archive:
        _check_unsigned(archive, shown)
        is_ods = kind_of(archive) == "ods"
        if plan.shift is not None:
            shift_cells = (ods_shift if is_ods else xlsx_shift).shift_cells
            data = replace_parts(data, shown, shift_cells(archive, shown, plan.shift))
    with open_workbook(data, shown) as archive:
        return replace_parts(data, shown, (ods_file.write_ods if is_ods else xlsx_file.write_xlsx)(archive, plan))


def old_results(data: bytes, shown: str, table: DataTable, rewriting: Rewriting) -> tuple[Problem, ...]:
    """Return a warning for the formulas beside cells that a rewriting changes: they keep the results that they have."""
    rows = {record - 1 for record, _ in rewriting.texts}
    sheet = table.place(None).cell.rpartition("!")[0]
    if not rows:
        return ()
    with open_workbook(data, shown) as archive:
        cells = (ods_file if kind_of(archive) == "ods" else xlsx_file).formula_cells(archive, shown, sheet)
    beside = sorted(spot for spot in cells if spot[0] in rows and spot[1] < len(table.header))
    if not beside:
        return ()
    place = table.origin.place(beside[0][0] + 1, beside[0][1])
    hint = "open the workbook in a spreadsheet and save it, so that it is worked out again"
    message = "a formula beside the changed cell keeps its old result"
    if len(beside) > 1:
        message = f"{len(beside)} formulas beside the changed cells keep their old results"
        hint = "open the workbook in a spreadsheet and save it, so that they are worked out again"
    return (Problem(place, message, hint, "warning"),)


def _check_unsigned(archive: zipfile.ZipFile, shown: str) -> None:
    if any(map(_SIGNATURES.match, archive.namelist())):
        message = "the workbook is signed, and a change makes the signature invalid"
        raise error_at(Place(shown), message, "save it without a signature first")
