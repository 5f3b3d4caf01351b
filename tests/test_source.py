"""Data files as spreadsheets write them, and the place of every cell."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from beeprint.base.problems import BuildError, Place, did_you_mean
from beeprint.sources.nodes import read_yaml
from beeprint.sources.tables_csv import read_csv
from cases import spread

ROOT = Path(__file__).parents[1]
PLAIN = "id,title,copies\nA,One,2\nB,Two,1\n"


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.replace(",", ";").encode(),
        PLAIN.replace(",", "\t").encode(),
        PLAIN.replace("\n", "\r\n").encode(),
        (PLAIN + ",,\n\n,,\n").encode(),
        PLAIN.replace("copies", "copies,,").encode(),
    ],
    ids=["comma", "byte order mark", "semicolon", "tab", "Windows", "blank rows", "empty columns"],
)
def test_every_spreadsheets_csv_reads_alike(data: bytes) -> None:
    table = read_csv(data, "cards.csv")
    assert table.header == ("id", "title", "copies")
    assert [dict(row) for row in table.rows] == [
        {"id": "A", "title": "One", "copies": "2"},
        {"id": "B", "title": "Two", "copies": "1"},
    ]
    assert (table.place(1, "title"), table.cell(1, "title")) == (Place("cards.csv", 3, 3), "cell B3")


def test_places_know_quoted_cells_of_several_lines() -> None:
    table = read_csv(b'id,text,copies\nH1,"a ""b""\nline two, with comma",3\nH2,plain,4\n', "h.csv")
    assert table.rows[0]["text"] == 'a "b"\nline two, with comma'
    assert table.place(0, "copies") == Place("h.csv", 3, 23)
    assert (table.place(1, "text"), table.cell(1, "text")) == (Place("h.csv", 4, 4), "cell B3")


def test_blank_rows_do_not_shift_the_spreadsheets_row_numbers() -> None:
    table = read_csv(b"id\nA\n\n,\nB\n", "h.csv")
    assert [table.cell(row, "id") for row in (0, 1)] == ["cell A2", "cell A5"]


cells = st.text(st.characters(codec="utf-8", exclude_characters="\r\0", exclude_categories=["Cs"]), max_size=8)


@given(st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_a_cells_place_is_where_its_text_starts(rows: list[list[str]], delimiter: str) -> None:
    rows = [[f"r{number}", *row[1:]] for number, row in enumerate(rows)]
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows([["id", "b", "c"], *rows])
    text = file.getvalue()
    table = read_csv(text.encode(), "x.csv")
    lines = text.split("\n")
    assert [list(row.values()) for row in table.rows] == rows
    for number, row in enumerate(rows):
        for name, cell in zip(("id", "b", "c"), row, strict=True):
            place = table.place(number, name)
            rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
            assert rest.startswith(cell) or rest.startswith('"' + cell.replace('"', '""'))


def test_yaml_scalars_are_text_and_know_their_place() -> None:
    node = read_yaml(b"a: no\nb: [0123, 1:30]\nc:\n  d: 2026-01-02\n", "g.yaml")
    assert node.plain() == {"a": "no", "b": ["0123", "1:30"], "c": {"d": "2026-01-02"}}
    assert node.at(["c", "d"]) == Place("g.yaml", 4, 6)
    assert node.at(["b", 1]) == Place("g.yaml", 2, 11)
    assert node.key_at(["c"], "d") == Place("g.yaml", 4, 3)
    assert node.at(["b", "no such thing", 0]) == Place("g.yaml", 2, 5)


def test_a_yaml_bomb_is_refused_before_it_grows() -> None:
    bomb = b"a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n"
    with pytest.raises(BuildError, match="an alias of YAML"):
        read_yaml(bomb, "g.yaml")
    with pytest.raises(BuildError, match="nested deeper than 40"):
        read_yaml(b"[" * 60 + b"]" * 60, "g.yaml")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for read in (read_csv, read_yaml):
        try:
            read(data, "x")
        except BuildError as error:
            assert error.problems[0].place.file == "x"


def test_did_you_mean() -> None:
    assert did_you_mean("honye", ["honey", "jelly"]) == "did you mean honey?"
    assert did_you_mean("xyz", ["honey", "jelly"]) == "choose from honey, jelly"
    assert did_you_mean("xyz", []) == "none available"


SHIPPED_YAML = sorted(
    path
    for folder in ("data", "layouts", "fonts", "generator/beeprint/starter", "tests/plugin")
    for path in (ROOT / folder).rglob("*.yaml")
)
#: The largest file of each folder: those beside it are of its kind.
SOME_YAML = {path.parent: path for path in sorted(SHIPPED_YAML, key=lambda path: path.stat().st_size)}.values()


def plain(value: object) -> object:
    """Return what PyYAML reads as beeprint does: texts, lists and mappings."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else str(value)


@pytest.mark.parametrize(
    "path", spread(SHIPPED_YAML, lambda path: path in SOME_YAML), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_other_programs_read_every_shipped_file_too(path: Path) -> None:
    loaded = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)
    assert plain(loaded) == plain(read_yaml(path.read_bytes(), path.name).plain())
    assert isinstance(yaml.load(path.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)), dict | list)


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))])
def test_other_programs_read_the_yaml_of_every_page(page: str) -> None:
    blocks = re.findall(r"^```yaml\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for block in blocks:
        assert plain(yaml.load(block, Loader=yaml.BaseLoader)) == plain(read_yaml(block.encode(), page).plain())
        yaml.safe_load(block)
