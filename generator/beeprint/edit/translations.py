"""Add rows to the translation of a data file, with the original texts for a person to translate."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from beeprint.base.problems import Fix, Place, error_at
from beeprint.edit.draft import Draft
from beeprint.edit.text import Splice, source_text
from beeprint.sources.data_formats import CSV, TEXT, TSV, format_of
from beeprint.sources.source import decode_export
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.tables_csv import SEPARATORS
from beeprint.sources.workspace import shown


def translate(draft: Draft, fix: Fix, place: Place) -> None:
    """Add rows to a file in lang/, and make it where it is missing; each row is a text by the name of its column."""
    path = draft.folder / str(fix.values["file"])
    if (format_of(path.name) or CSV) not in (CSV, TSV, TEXT):
        raise error_at(place, f"{path.name} is not CSV", "add the rows in its own program")
    rows: Sequence[dict[str, str]] = fix.values["rows"]
    data = draft.read(path)
    if data is None:
        heads = list(dict.fromkeys(head for row in rows for head in row))
        draft.write(
            path, _lines([dict(zip(heads, heads, strict=True)), *rows], heads, _mark(path.suffix), "\n").encode()
        )
        return
    table = read_table_bytes(data, shown(path))
    reading = decode_export(data, shown(path))[0]
    source = source_text(data, shown(path), ("utf-16-le", "utf-16-be", "cp1252"), reading)
    heads = [next((name for name, head in table.aliases.items() if head == each), each) for each in table.header]
    ended = source.text.endswith(("\n", "\r"))
    lines = _lines(rows, heads, SEPARATORS[table.separator], source.newline)
    new = lines if ended or not source.text else f"{source.newline}{lines.removesuffix(source.newline)}"
    draft.write(path, source.splice([Splice(len(source.text), len(source.text), new)]))


def _mark(suffix: str) -> str:
    return "\t" if suffix.lower() == ".tsv" else ","


def _lines(rows: Sequence[dict[str, str]], heads: Sequence[str], separator: str, newline: str) -> str:
    """Return rows as lines of CSV."""
    written = io.StringIO()
    writer = csv.writer(written, delimiter=separator, lineterminator=newline)
    by_name = [head.strip().casefold() for head in heads]
    for row in rows:
        cells = {name.strip().casefold(): text for name, text in row.items()}
        writer.writerow([cells.get(name, "") for name in by_name])
    return written.getvalue()
