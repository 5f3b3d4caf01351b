"""Rows and columns of any CSV file: what an edit does not concern keeps its bytes."""

from __future__ import annotations

import csv
import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beeprint.edit.csv_file import rewrite_csv
from beeprint.edit.rewriting import NewColumn, NewRow, Rewriting
from beeprint.sources.tables_csv import read_csv
from cases import examples

CELLS = st.text(st.sampled_from(" ab,;\t\"'\n=#ü🐝"), max_size=6)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Return a CSV file of four columns in an odd dialect, with or without a line end at its end."""
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]))
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=draw(st.sampled_from(",;\t")), lineterminator=end, quoting=quoting)
    writer.writerow(["id", "title", "cost", "text"])
    for number in range(draw(st.integers(1, 5))):
        writer.writerow([f"R{number}", *(draw(CELLS) for _ in range(draw(st.integers(1, 3))))])
        if draw(st.integers(0, 4)) == 0:
            out.write(end)
    text = out.getvalue()
    text = text.removesuffix(end) if draw(st.booleans()) and not text.endswith(end * 2) else text
    return text.encode(draw(st.sampled_from(["utf-8", "utf-8-sig"])))


@settings(max_examples=examples(80), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(files(), st.data())
def test_rows_and_columns_change_and_all_else_stays(data: bytes, draw: st.DataObject) -> None:
    table = read_csv(data, "cards.csv")
    records = st.sampled_from(table.records)
    gone = draw.draw(st.frozensets(records, max_size=2))
    new = [
        NewRow(
            draw.draw(records), {"id": f"N{number}", "text": draw.draw(CELLS).strip()}, draw.draw(records | st.just(0))
        )
        for number in range(draw.draw(st.integers(0, 2)))
    ]
    way = draw.draw(st.sampled_from(["rows", "column", "dropped", "head"]))
    rewriting = {
        "rows": Rewriting(rows=tuple(new), gone=gone),
        "column": Rewriting(
            column=NewColumn("power", draw.draw(st.integers(0, 4)), dict.fromkeys(table.records, "a, b"))
        ),
        "dropped": Rewriting(dropped="cost"),
        "head": Rewriting(heads={"cost": "price, in all"}),
    }[way]
    after = rewrite_csv(data, "cards.csv", table, rewriting)
    again = read_csv(after, "cards.csv")
    assert rewriting.is_carried_out(table, again)
    lines, old = after.split(b"\n"), data.split(b"\n")
    if way == "rows" and not new and len(gone) == 0:
        assert after == data
    if way == "head":
        assert lines[1:] == old[1:]
    if way == "column":  # taken out again, the file is what it was, except for cells that short rows got
        back = rewrite_csv(after, "cards.csv", again, Rewriting(dropped="power"))
        assert read_csv(back, "cards.csv") == table


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(files(), st.data())
def test_a_row_that_is_added_and_taken_out_again_leaves_every_byte(data: bytes, draw: st.DataObject) -> None:
    table = read_csv(data, "cards.csv")
    before = draw.draw(st.sampled_from([*table.records, table.records[-1] + 1]))
    more = rewrite_csv(data, "cards.csv", table, Rewriting(rows=(NewRow(before, {"id": "N", "title": "x, y"}),)))
    again = read_csv(more, "cards.csv")
    record = next(record for record, cells in zip(again.records, again.rows, strict=True) if cells["id"] == "N")
    assert rewrite_csv(more, "cards.csv", again, Rewriting(gone=frozenset({record}))) == data


def test_a_new_row_before_an_empty_line_keeps_that_line() -> None:
    data = b"id,title\rR0,Lantern\n\n\r"
    table = read_csv(data, "cards.csv")
    more = rewrite_csv(data, "cards.csv", table, Rewriting(rows=(NewRow(3, {"id": "N", "title": "Reed"}),)))
    assert more == b"id,title\rR0,Lantern\nN,Reed\n\n\r"
