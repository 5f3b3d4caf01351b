"""Tables as designers keep them: heads of their own, ids made from a column, columns that a game does not use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from beeprint.base.problems import BuildError, Place, Problem
from beeprint.game import model
from beeprint.game.binding import Scope, bind, plain
from beeprint.game.columns import Column
from beeprint.game.rows import Rows, understand_rows
from beeprint.sources.tables_csv import read_csv
from beeprint.sources.tables_records import read_folder, read_json, read_yaml_list
from beeprint.sources.workspace import Workspace
from workbooks import saved

NOWHERE = Place("game.yaml", 5)


def rows_of(text: str, columns: dict[str, Column], *ignore: str) -> tuple[Rows, list[Problem]]:
    problems: list[Problem] = []
    table = read_csv(text.encode(), "cards.csv")
    return understand_rows("cards", table, columns, NOWHERE, problems, ignore), problems


TITLE = Column(from_="Card Name")
COUNT = Column(type="int")


def test_a_column_is_read_from_the_head_that_the_file_has() -> None:
    columns = {"title": TITLE, "cost": COUNT, "copies": Column(from_="Qty")}
    rows, problems = rows_of("ID, card  name ,Cost,Qty\nA,Queen,3,2\nB,Drone,x,1\n", columns)
    assert [(row.id, row.texts["title"], row.copies) for row in rows.rows] == [("A", "Queen", 2), ("B", "Drone", 1)]
    assert [str(problem) for problem in problems] == [
        "cards.csv:3:9: error: cost is 'x', not a whole number (B, column cost, cell C3)\n"
        "    hint: write a whole number, such as 3; if it is meant, make it a text column (game.yaml, line 5)"
    ]


def test_a_head_of_any_name_counts_copies() -> None:
    rows, problems = rows_of("id,#\nA,4\n", {"copies": Column(from_="#")})
    assert not problems and rows.rows[0].copies == 4


def test_a_missing_head_is_reported_first() -> None:
    _, problems = rows_of("id,Card,cost\nA,Queen,x\n", {"title": TITLE, "cost": COUNT})
    assert problems[0].message == "the column Card Name is missing, which title is read from"
    starts = ["the column Card Name is missing", "the game does not know the column Card", "cost is"]
    assert all(problem.message.startswith(start) for problem, start in zip(problems, starts, strict=True))


def test_columns_that_are_not_used_are_ignored_by_name_or_all() -> None:
    text = "id,Playtest 1,idea\nA,good,x\n"
    assert [problem.message for problem in rows_of(text, {}, "playtest 1")[1]] == [
        "the game does not know the column idea"
    ]
    assert not rows_of(text, {}, "rest")[1]


def auto(text: str, columns: dict[str, Column] | None = None) -> list[str]:
    made = Column(auto="title")
    rows, problems = rows_of(text, {"id": made, "title": Column(), **(columns or {})})
    assert not problems
    return [row.id for row in rows.rows]


def test_ids_are_made_from_a_column_and_numbered_where_it_repeats() -> None:
    assert auto("title\nQueen Bee\nDrone\n") == ["queen-bee", "drone"]
    assert auto("title,cost\nBee,2\nBee,1\nBee 1,3\n", {"cost": COUNT}) == ["bee-3", "bee-2", "bee-1"]
    assert auto("title\nBiene Ä\n蜂\n") == ["biene-a", "u8702"]
    optional = {"cost": COUNT, "title": Column(optional=True)}
    assert auto("title,cost\n,2\nBee,1\n,1\n", optional) == ["unnamed-2", "bee", "unnamed-1"]


@given(st.lists(st.sampled_from(["Bee", "Bee 1", "bee", "Wasp", "bee-2"]), min_size=1, max_size=8), st.randoms())
def test_sorting_the_rows_changes_no_id(titles: list[str], random: Random) -> None:
    lines = [f"{title},{number}" for number, title in enumerate(titles)]
    mixed = random.sample(lines, len(lines))
    ids = [
        dict(zip(given, auto("\n".join(["title,cost", *given]), {"cost": COUNT}), strict=True))
        for given in (lines, mixed)
    ]
    assert ids[0] == ids[1] and len(set(ids[0].values())) == len(lines)


def test_a_column_called_id_that_is_read_as_another_is_no_id() -> None:
    number = {"number": Column(from_="ID", optional=True)}
    assert auto("ID,title\n3 Gds,Bee\n3 Gds,Drone\n,Wasp\n", number) == ["bee", "drone", "wasp"]
    made = {"id": Column(auto="number"), **number}
    rows, problems = rows_of("ID\n3 Gds\n3 Gds\n5\n", made)
    assert not problems and [(row.id, row.texts["number"]) for row in rows.rows] == [
        ("3-gds-1", "3 Gds"),
        ("3-gds-2", "3 Gds"),
        ("5", "5"),
    ]
    # Without that, or where no ids are made, the column is the id.
    assert auto("ID,title\nB,Bee\nD,Drone\n") == ["B", "D"]
    rows, problems = rows_of("ID\n3 Gds\n3 Gds\n", number)
    assert [problem.message for problem in problems] == ["duplicate id 3 Gds, first used in row 2 (cell A3)"]
    assert "if ID is no id, read it as another column, such as number: {from: ID}" in problems[0].hint


def test_ids_need_a_column_that_is_there() -> None:
    with pytest.raises(BuildError) as caught:
        rows_of("title\nBee\n", {"id": Column(auto="name"), "title": Column()})
    assert "ids cannot be made from the column name" in str(caught.value)


@pytest.mark.parametrize(
    ("separator", "text", "value"),
    [(",", "1.0", 1), (",", '"1,000"', 1000), (";", "1.000", 1000), (";", "1,0", 1), (",", '"-1,234,567"', -1234567)],
)
def test_whole_numbers_are_read_as_the_sheet_means_them(separator: str, text: str, value: int) -> None:
    rows, problems = rows_of(f"id{separator}cost\nA{separator}{text}\n", {"cost": COUNT})
    assert not problems and rows.rows[0].values["cost"] == value
    assert rows.rows[0].texts["cost"] == text.strip('"')


@pytest.mark.parametrize(("separator", "text"), [(",", "1.000"), (";", "1,000"), ("\t", "1,000"), ("\t", "1.000")])
def test_what_may_be_a_thousand_or_one_is_refused(separator: str, text: str) -> None:
    (problem,) = rows_of(f"id{separator}cost\nA{separator}{text}\n", {"cost": COUNT})[1]
    assert "not a whole number" in problem.message


# records -------------------------------------------------------------------------------------------------------------


def test_json_json_lines_and_yaml_read_alike() -> None:
    lists = '[{"id": "A", "n": 1.0, "rare": true, "tags": ["x", "y"]},\n {"id": "B", "n": null, "text": "two words"}]'
    lines = "\n".join(part.strip() for part in lists.strip("[]").split(",\n"))
    written = "- {id: A, n: 1.0, rare: yes, tags: [x, y]}\n- {id: B, n: ~, text: two words}\n"
    tables = [
        read_json(lists.encode(), "a.json"),
        read_json(f'{{"cards": {lists}}}'.encode(), "a.json"),
        read_json(lines.encode(), "a.jsonl", lines=True),
        read_yaml_list(written.encode(), "a.yaml"),
        read_yaml_list(f"cards:\n{written}".encode(), "a.yaml"),
    ]
    assert {table.header for table in tables} == {("id", "n", "rare", "tags", "text")}
    for table in tables:
        assert [list(row.values()) for row in table.rows] == [
            ["A", "1.0", "yes", "x y", ""],
            ["B", "", "", "", "two words"],
        ]
        assert table.cell(1, "text") == "item 2"
    assert [str(table.place(1, "text")) for table in tables] == [
        "a.json:2:2", "a.json:2:2", "a.jsonl:2:1", "a.yaml:2:3", "a.yaml:3:3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        '{"\\u0063ards": [{"id": "A"}]}',  # an escape in the name
        '{"title": "cards", "note": "[{}]", "cards": [{"id": "A"}]}',  # the name and a bracket in other values
        '{"more": {"cards": [{"id": "B"}]}, "cards" : [{"id": "A"}], "last": 1}',
    ],
)
def test_the_only_list_of_an_object_is_found(text: str) -> None:
    assert [dict(row) for row in read_json(text.encode(), "a.json").rows] == [{"id": "A"}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "a.json:1:1: error: the list is empty"),
        ("3", "a.json:1:1: error: the file does not hold a list of records"),
        ("[3]", "a.json:1:2: error: this is not a record"),
        ('[{"id": "A"', "a.json:1:12: error: JSON: Expecting ',' delimiter"),
        ('[{"id": "A", "id": "B"}]', "a.json: error: a record has two values id"),
        ('{"a": [{"x": 1}], "b": [{"x": 1}]}', "a.json:1:1: error: the file holds 2 lists: a, b"),
        ('{"a": 1}', "a.json:1:1: error: the file holds an object, not a list of records"),
        ('[{"id": "A"}]\n[{"id": "B"}]', "a.json:2:1: error: JSON: Extra data"),
        ("[" * 100_000, "a.json: error: the values are nested too deeply"),
        ("", "a.json:1:1: error: the file does not hold a list of records"),
    ],
)
def test_faulty_json_is_named(text: str, message: str) -> None:
    with pytest.raises(BuildError) as caught:
        read_json(text.encode(), "a.json")
    assert str(caught.value).startswith(message)


def test_a_folder_of_markdown_is_a_table() -> None:
    files = [(b"---\ntitle: Sun\ncost: 2\n---\nShine on\nall.\n", "cards/sun.md"), (b"Just text\n", "cards/rain.md")]
    table = read_folder(files, "cards/")
    assert [dict(row) for row in table.rows] == [
        {"id": "sun", "title": "Sun", "cost": "2", "text": "Shine on\nall."},
        {"id": "rain", "title": "", "cost": "", "text": "Just text"},
    ]
    assert str(table.place(1, "text")) == "cards/rain.md:1:1" and table.cell(1, "text") == "file 2"


# a whole game --------------------------------------------------------------------------------------------------------

GAME = """
id: bees
version: "1"
title: Bees
decks:
  cards:
    title: Cards
    data: {data}
    ignore: rest
    columns:
      id: auto
      title: {{from: Card Name, type: text}}
      copies: {{from: Qty}}
      cost: {{type: int, from: Cost}}
    shape: {{kind: card, size: us-poker}}
    front: base/plain
    stock: cards
"""


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, dict[str, bytes]], Path]:
    """Write a game of a table and further files."""
    monkeypatch.chdir(tmp_path)

    def written(data: str, files: dict[str, bytes]) -> Path:
        folder = tmp_path / "bees"
        folder.mkdir()
        (folder / "game.yaml").write_text(GAME.format(data=data), "utf-8")
        for name, content in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        return folder

    return written


def workbook(*rows: list[object]) -> bytes:
    book = Workbook()
    sheet = book.create_sheet("Honey")
    for row in rows:
        sheet.append(row)
    notes = book.active
    assert notes is not None
    notes.append(["remember"])
    return saved(book)


def test_a_game_reads_the_sheet_it_names(play: Callable[[str, dict[str, bytes]], Path]) -> None:
    data = workbook(["Card Name", "Idea", "Qty", "Cost"], ["Queen", "!", 2, 3.0], ["Drone", None, 1, "many"])
    game, problems = model.load(Workspace(play("{file: cards.xlsx, sheet: Honey}", {"cards.xlsx": data})))
    assert [(row.id, row.copies, row.values["cost"]) for row in game.decks["cards"].rows.rows] == [
        ("queen", 2, 3),
        ("drone", 1, None),
    ]
    assert [str(problem) for problem in problems] == [
        "bees/cards.xlsx:Honey!D3: error: cost is 'many', not a whole number (Drone, column cost, cell D3)\n"
        "    hint: write a whole number, such as 3; if it is meant, make it a text column (game.yaml, line 14)"
    ]
    assert game.decks["cards"].rows.file == "cards.xlsx:Honey"


def test_a_translation_has_the_heads_of_the_original(play: Callable[[str, dict[str, bytes]], Path]) -> None:
    head = "Card Name,Qty,Cost\n"
    folder = play("cards.csv", {"cards.csv": f"{head}Queen,1,1\n".encode()})
    (folder / "lang" / "de").mkdir(parents=True)
    (folder / "lang" / "de" / "cards.csv").write_text("id,Card Name\nqueen,Königin\n", "utf-8")
    game, problems = model.load(Workspace(folder), "de")
    assert not problems and game.decks["cards"].rows.rows[0].texts["title"] == "Königin"


def test_a_sheet_is_for_workbooks_only(play: Callable[[str, dict[str, bytes]], Path]) -> None:
    with pytest.raises(BuildError) as caught:
        model.load(Workspace(play("{file: cards.csv, sheet: Honey}", {"cards.csv": b"id\nA\n"})))
    assert "cards.csv has no sheets" in str(caught.value)


def test_a_folder_of_a_game_is_read(play: Callable[[str, dict[str, bytes]], Path]) -> None:
    front = b"---\nCard Name: Sun\nCost: 2\nQty: 3\n---\n"
    game, problems = model.load(Workspace(play("cards/", {"cards/sun.md": front})))
    assert not problems and [(row.id, row.copies) for row in game.decks["cards"].rows.rows] == [("sun", 3)]


def test_a_column_without_markup_prints_letter_by_letter(play: Callable[[str, dict[str, bytes]], Path]) -> None:
    folder = play("cards.csv", {"cards.csv": b"Card Name,Qty,Cost\n*a* [ink: b] :sun: \\,1,1\n"})
    spec = (folder / "game.yaml").read_text("utf-8").replace("type: text}", "type: text, markup: no}")
    (folder / "game.yaml").write_text(spec, "utf-8")
    game, _ = model.load(Workspace(folder))
    rows = game.decks["cards"].rows
    text = bind("**{title}** {game.title}", Scope(game, rows, rows.rows[0]), markup=True)
    assert plain(text) == "*a* [ink: b] :sun: \\ Bees"
    assert bind("{title}", Scope(game, rows, rows.rows[0])) == "*a* [ink: b] :sun: \\"
