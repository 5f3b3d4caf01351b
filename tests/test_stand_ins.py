"""Files that only stand for a table or a picture, and tables that are not quite one: fault and cure are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError
from small_game import small_game

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n"
GOOGLE = b'{"doc_id": "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789", "email": "somebody@example.org"}'
LOCK = "this is the lock that Excel puts beside a workbook while it is open, not the workbook"
TABLE = "name,text\nSun,It shines.\nMoon,It is pale.\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(source: str) -> str:
    with pytest.raises(BuildError) as caught:
        starter.write_from(Path("game"), Path(source))
    return str(caught.value.problems[0])


def checked(folder: Path) -> list[str]:
    try:
        return [str(problem) for problem in pipeline.check(folder, CheckOptions()).problems]
    except BuildError as error:
        return [str(problem) for problem in error.problems]


@pytest.mark.parametrize(
    ("name", "data", "message", "hint"),
    [
        ("~$cards.xlsx", b"\5Somebody", LOCK, "give the workbook itself, such as cards.xlsx"),
        ("cards.xlsx", b"", "the file is empty: it has 0 bytes", "save it again"),
        ("cards.csv", b"", "the file is empty: it has 0 bytes", "save it again"),
        ("cards.json", LFS, "this stands for a file that Git LFS keeps", "run git lfs pull"),
        ("cards.xlsx", LFS, "this stands for a file that Git LFS keeps", "run git lfs pull"),
        ("cards.gsheet", GOOGLE, "this is a link to a Google sheet", "download the sheet: File > Download"),
        ("cards.numbers", b"PK", "this is a Numbers spreadsheet", "export it from Numbers: File > Export To > Excel"),
    ],
)
def test_what_stands_for_a_table_is_named(name: str, data: bytes, message: str, hint: str) -> None:
    Path(name).write_bytes(data)
    said = refused(name)
    assert said.startswith(f"{name}: error: {message}") and f"hint: {hint}" in said
    assert not Path("game").exists()


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("~$cards.xlsx", b"\5Somebody", LOCK),
        ("cards.gsheet", GOOGLE, "this is a link to a Google sheet, not the sheet"),
        ("cards.csv", b"", "the file is empty: it has 0 bytes"),
        ("cards.yaml", LFS, "this stands for a file that Git LFS keeps"),
    ],
)
def test_what_stands_for_a_table_of_a_game_is_named(here: Path, name: str, data: bytes, message: str) -> None:
    folder = small_game(here / "mine")
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("data: cards.csv", f'data: "{name}"'), "utf-8")
    (folder / name).write_bytes(data)
    assert any(said.startswith(f"mine/{name}: error: {message}") for said in checked(folder))


@pytest.mark.parametrize("name", ["sun.png", "sun.svg"])
@pytest.mark.parametrize(
    ("data", "message"),
    [(LFS, "this stands for a file that Git LFS keeps"), (b"", "the file is empty: it has 0 bytes")],
)
def test_what_stands_for_a_picture_is_named(name: str, data: bytes, message: str) -> None:
    Path(name).write_bytes(data)
    Path("cards.csv").write_text(f"name,image\nSun,{name}\nMoon,{name}\n", "utf-8")
    starter.write_from(Path("game"), Path("cards.csv"))
    assert any(said.startswith(f"game/art/pictures/{name}: error: {message}") for said in checked(Path("game")))


def test_a_quote_that_is_closed_too_late_is_placed_where_it_opens() -> None:
    Path("cards.csv").write_text('name,text\nSun,One.\nMoon,"Two.\nStar,x\nSky,y\nSea,z" and more\n', "utf-8")
    message, hint = refused("cards.csv").splitlines()
    assert message == "cards.csv:3:1: error: a quote is opened here, and text follows the one that closes it, in line 6"
    assert hint.startswith(
        "    hint: close the cell with a quote in line 3, or write a quote inside such a cell twice: "
    )


def test_a_cell_that_swallows_rows_is_a_warning_where_it_begins() -> None:
    Path("cards.csv").write_text('name,text\nSun,One.\nMoon,"Two.\nStar,x\nSky,y\nSea,z"\nDew,It is wet.\n', "utf-8")
    notes = starter.write_from(Path("game"), Path("cards.csv"))
    assert notes[0].startswith("cards.csv:3:6: cell B3 holds 2 lines that look like rows\n    hint: if they are rows, ")
    assert [said.partition(" holds")[0] for said in checked(Path("game"))] == ["game/cards.csv:3:6: warning: cell B3"]


def test_a_text_of_several_lines_is_no_fault() -> None:
    Path("cards.csv").write_text('name,text\nSun,"One.\nTwo.\nThree.\nFour."\nDew,It is wet.\n', "utf-8")
    starter.write_from(Path("game"), Path("cards.csv"))
    assert checked(Path("game")) == []


def test_a_folder_with_the_name_of_a_table_is_called_a_folder(here: Path) -> None:
    Path("cards.csv").mkdir()
    assert refused("cards.csv").startswith("cards.csv: error: this folder holds no table with rows")
    folder = small_game(here / "mine")
    (folder / "cards.csv").unlink()
    (folder / "cards.csv").mkdir()
    (said,) = checked(folder)
    assert "error: cards.csv is a folder\n    hint: put the table itself in its place" in said


@pytest.mark.parametrize("name", ["tables", "tables/"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_folder_of_tables_is_no_data_of_a_deck(here: Path, name: str, number: int) -> None:
    folder = small_game(here / "mine")
    (folder / "tables").mkdir()
    for at in range(number):
        (folder / "tables" / f"{at}.csv").write_text(TABLE, "utf-8")
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("data: cards.csv", f"data: {name}"), "utf-8")
    (said,) = checked(folder)
    assert "tables is a folder" in said and "hint: write data: tables/0.csv" in said
    assert ("and a deck for each of the others" in said) is (number > 1)
