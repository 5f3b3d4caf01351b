"""Keep the tables of an Excel sheet true: their heads, and the range that grows with new rows below them."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence

from msgspec import Struct

from beeprint.base.problems import error_at
from beeprint.edit.sheet_xml import Element, Spot, XmlSplice, elements_of, set_attribute, spliced
from beeprint.edit.workbook_plan import IN_SPREADSHEET, SheetPlan
from beeprint.sources.tables import address
from beeprint.sources.workbook import position
from beeprint.sources.workbook_xlsx import related


class SheetTable(Struct, frozen=True):
    """A table of a sheet, which has its own part: its range with the row of heads, and the elements that say so."""

    path: str
    xml: bytes
    first: Spot
    last: Spot
    has_heads: bool
    has_totals: bool
    root: Element
    filters: tuple[Element, ...]
    columns: tuple[Element, ...]

    @property
    def name(self) -> str:
        """Return what formulas call the table."""
        return self.root.attributes.get("displayName", "")


def sheet_tables(archive: zipfile.ZipFile, sheet: str, shown: str) -> list[SheetTable]:
    """Return the tables of a sheet, which is known by the path of its part."""
    return [
        table
        for _, kind, path in related(archive, sheet, shown)
        if kind == "table" and path in archive.namelist()
        for table in _read(archive.read(path), path, shown)
    ]


def _read(xml: bytes, path: str, shown: str) -> Iterator[SheetTable]:
    elements = [element for element, _ in elements_of(xml, shown)]
    root = elements[0]
    first, _, last = root.attributes.get("ref", "").partition(":")
    corners = position(first), position(last or first)
    if corners[0] and corners[1]:
        yield SheetTable(
            path,
            xml,
            corners[0],
            corners[1],
            root.attributes.get("headerRowCount", "1") != "0",
            root.attributes.get("totalsRowCount", "0") != "0",
            root,
            tuple(element for element in elements if element.local == "autoFilter"),
            tuple(element for element in elements if element.local == "tableColumn"),
        )


def commented(archive: zipfile.ZipFile, sheet: str, shown: str) -> list[tuple[Spot, Spot]]:
    """Return the cells of a sheet that have comments, each as a range."""
    spots: list[tuple[Spot, Spot]] = []
    for _, kind, path in related(archive, sheet, shown):
        if kind in ("comments", "threadedComment") and path in archive.namelist():
            comments = (element for element, _ in elements_of(archive.read(path), shown))
            refs = (element.attributes.get("ref", "") for element in comments if "omment" in element.local)
            spots += [(spot, spot) for ref in refs for spot in [position(ref)] if spot]
    return spots


def follow(archive: zipfile.ZipFile, tables: Sequence[SheetTable], plan: SheetPlan) -> dict[str, bytes]:
    """Return the parts of tables whose heads change or that get rows below their last."""
    parts: dict[str, bytes] = {}
    written = {spot[0] for spot, text in plan.texts.items() if text} | set(plan.sources)
    for table in tables:
        splices = list(_heads(archive, table, plan))
        bottom = table.last[0]
        while not table.has_totals and bottom >= plan.last and bottom + 1 in written:
            bottom += 1
        if bottom > table.last[0]:
            ref = f"{address(*table.first)}:{address(bottom, table.last[1])}"
            splices += [set_attribute(table.xml, element, "ref", ref) for element in (table.root, *table.filters)]
        if splices:
            parts[table.path] = spliced(table.xml, splices)
    return parts


def _heads(archive: zipfile.ZipFile, table: SheetTable, plan: SheetPlan) -> Iterator[XmlSplice]:
    """Yield what gives columns of a table other names; BuildError where formulas use a name, or none is left."""
    for (row, column), text in plan.texts.items():
        at = column - table.first[1]
        if not table.has_heads or row != table.first[0] or not 0 <= at < len(table.columns):
            continue
        name = table.columns[at].attributes.get("name", "")
        if not text or is_used(archive, name):
            message = f"{name} is the name of a column of a table, which formulas use"
            message = message if text else f"{name} is a column of a table, which needs its name"
            raise error_at(plan.place((row, column)), message, IN_SPREADSHEET)
        if text != name:
            yield set_attribute(table.xml, table.columns[at], "name", text)


def is_used(archive: zipfile.ZipFile, name: str) -> bool:
    """Return whether formulas of a workbook name a column of a table."""
    pattern = re.compile(rf"\[[^\]]*{re.escape(name)}\s*\]".encode())
    formulas = (part for part in archive.namelist() if part.startswith("xl/") and part.endswith(".xml"))
    return any(pattern.search(archive.read(part)) for part in formulas)
