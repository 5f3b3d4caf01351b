"""Formats of data files: an entry of the registry is read, hinted at, made a game of and shown like all others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import beeprint
from beeprint import edit, starter
from beeprint.base.problems import BuildError, Place
from beeprint.sources import data_formats
from beeprint.sources.data_formats import FORMATS, Format, Wanted
from beeprint.sources.tables import DataTable, Grid, table_of
from edits import GAME, loaded, put, tiny

DOCS = Path(__file__).parents[1] / "docs"


class Lines(Grid):
    """Where a record of the format below is: each in a line."""

    def place(self, record: int, column: int = 0) -> Place:
        return Place("cards.slash", record)


def read_slashes(data: bytes, shown: str, wanted: Wanted) -> DataTable:
    """Read cells with slashes between them."""
    return table_of(shown, [line.split("/") for line in data.decode().splitlines()], Lines())


SLASHES = Format("a table with slashes", (".slash",), read_slashes, has_rows=True)
TABLE = "id/title\nA/Drone\nB/Queen\n"


@pytest.fixture
def slashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game whose data are in a format that a plain entry of the registry adds."""
    monkeypatch.setattr(data_formats, "FORMATS", (*FORMATS, SLASHES))
    tiny(tmp_path)
    (tmp_path / "cards.csv").unlink()
    columns = '{title: text, cost: "int?", suit: {type: ref, table: suits, optional: yes}}'
    game = GAME.replace("data: cards.csv", "data: cards.slash").replace(columns, "{title: text}")
    put(tmp_path, {"game.yaml": game, "cards.slash": TABLE})
    return tmp_path


def test_a_build_reads_a_format_that_an_entry_adds(slashes: Path) -> None:
    checked = beeprint.check(slashes)
    assert [face.id for face in beeprint.faces(checked) if face.side == "front"] == ["A", "B"]


def test_a_missing_file_is_looked_for_in_each_format(slashes: Path) -> None:
    text = (slashes / "game.yaml").read_text("utf-8")
    put(slashes, {"game.yaml": text.replace("cards.slash", "cards.csv")})
    with pytest.raises(BuildError, match=r"there is cards\.slash: write data: cards\.slash"):
        loaded(slashes)


def test_a_game_is_made_of_a_table_in_it(slashes: Path) -> None:
    starter.write_from(slashes / "made", slashes / "cards.slash")
    assert [row.values["title"] for row in loaded(slashes / "made").decks["cards"].rows.rows] == ["Drone", "Queen"]


def test_a_cell_of_a_format_without_a_writer_is_refused(slashes: Path) -> None:
    with pytest.raises(BuildError, match=r"cards\.slash is a table with slashes, which is not changed here"):
        edit.find_cell(loaded(slashes), "cards", "B", "title")


def test_an_editable_format_without_a_writer_fails_when_cells_are_loaded() -> None:
    script = (
        "from msgspec.structs import replace; from beeprint.sources import data_formats as d;"
        "d.FORMATS = (*d.FORMATS, replace(d.CSV, name='slashes', endings=('.slash',))); import beeprint.edit.cells"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (
        "TypeError: editable in sources/data_formats.py, or written in edit/table_formats.py, but not both: {'slashes'}"
        in done.stderr
    )


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_each_format_is_complete(format_: Format) -> None:
    others = {ending for other in FORMATS if other is not format_ for ending in other.endings}
    assert not others & {*format_.endings} and all(ending.startswith(".") for ending in format_.endings)
    page = (DOCS / "game.md").read_text("utf-8")
    assert [ending for ending in format_.endings if f"`{ending}`" not in page] == []
