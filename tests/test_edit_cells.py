"""Cells written into data files as their program writes them: the cell, and not a byte besides."""

from __future__ import annotations

import codecs
import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit import table_formats
from beeprint.edit.rewriting import Rewriting
from beeprint.game.model import Game
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.tables_csv import read_csv
from beeprint.sources.workspace import built_in_games
from cases import examples
from edits import CARDS, GAME, difference, loaded, put, tiny
from workbooks import line, ods

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}


def written(game: Game, row: str | int, column: str, text: str, language: str = "") -> edit.Edit:
    """Write a cell of the cards, and return the edit."""
    cell = edit.find_cell(game, "cards", row, column, language)
    change = edit.set_cell(cell, text, cell.seen)
    edit.write(change)
    return change


def after(folder: Path, cards: str | bytes, column: str, text: str, row: str | int = "A") -> bytes:
    """Return the bytes of a data file after a cell of it has been written."""
    tiny(folder)
    put(folder, {"cards.csv": cards})
    written(loaded(folder), row, column, text)
    assert edit.find_cell(loaded(folder), "cards", row, column).text == text
    return (folder / "cards.csv").read_bytes()


def replaced(data: bytes, record: int, head: str, text: str) -> bytes:
    """Return a CSV file with another text in a cell."""
    rewriting = Rewriting(texts={(record, head): text})
    return table_formats.rewrite(data, "cards.csv", "cards.csv", read_csv(data, "cards.csv"), rewriting)


# CSV in its dialects --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "text", "wanted"),
    [
        ("id,title,cost\nA,Drone,1\n", "Scout", "id,title,cost\nA,Scout,1\n"),
        ("id,title,cost\nA,Drone,1", "Scout", "id,title,cost\nA,Scout,1"),
        ("id,title,cost\nA,Drone,1\n", "A, B", 'id,title,cost\nA,"A, B",1\n'),
        ("id;title;cost\nA;Drone;1\n", "A, B", "id;title;cost\nA;A, B;1\n"),
        ("id;title;cost\nA;Drone;1\n", "A; B", 'id;title;cost\nA;"A; B";1\n'),
        ("id\ttitle\tcost\nA\tDrone\t1\n", "A, B;", "id\ttitle\tcost\nA\tA, B;\t1\n"),
        ("id,title,cost\nA,Drone,1\n", 'say "hi"', 'id,title,cost\nA,"say ""hi""",1\n'),
        ('id,title,cost\nA,"Drone, drone",1\n', "Scout", "id,title,cost\nA,Scout,1\n"),
        ('id,title,cost\nA,"Drone",1\n', "Scout", 'id,title,cost\nA,"Scout",1\n'),
        (
            '"id","title","cost"\n"A","",""\n"B","Queen","2"\n',
            "Scout",
            '"id","title","cost"\n"A","Scout",""\n"B","Queen","2"\n',
        ),
        ('id,title,cost\nA,"D, d",1\nB,"Queen",2\n', "Scout", 'id,title,cost\nA,"Scout",1\nB,"Queen",2\n'),
        ("id,title,cost\r\nA,Drone,1\r\n", "one\ntwo", 'id,title,cost\r\nA,"one\ntwo",1\r\n'),
        (
            'id,title,cost\r\nA,Drone,1\r\nB,"a\r\nb",1\r\n',
            "one\ntwo",
            'id,title,cost\r\nA,"one\r\ntwo",1\r\nB,"a\r\nb",1\r\n',
        ),
        ('id,title,cost\nA,"one\n""two""\nthree",1\nB,x,2\n', "Scout", "id,title,cost\nA,Scout,1\nB,x,2\n"),
        ("id, title , cost\nA , Drone  ,1\n", "Scout", "id, title , cost\nA , Scout  ,1\n"),
        ("id,cost,title\nA,1\n", "Scout", "id,cost,title\nA,1,Scout\n"),
        ("\n\nid,title,cost\n".lstrip() + "\n\nA,Drone,1\n\n", "Scout", "id,title,cost\n\n\nA,Scout,1\n\n"),
        ("id,title,cost\rA,Drone,1\r", "Scout", "id,title,cost\rA,Scout,1\r"),
        ("id,title,cost,,\nA,Drone,1,,\n", "Scout", "id,title,cost,,\nA,Scout,1,,\n"),
    ],
)
def test_a_cell_is_written_as_its_file_would(tmp_path: Path, before: str, text: str, wanted: str) -> None:
    assert after(tmp_path, before.encode(), "title", text) == wanted.encode()


def test_a_row_that_is_too_short_gets_the_marks_that_it_lacks(tmp_path: Path) -> None:
    assert after(tmp_path, "id,title,cost,suit\nA,Drone\n", "suit", "sun") == b"id,title,cost,suit\nA,Drone,,sun\n"


def test_an_empty_cell_is_written_as_the_file_writes_empty_ones(tmp_path: Path) -> None:
    bare = after(tmp_path / "bare", 'id,title,cost\n"A","Drone",1\n"B","Queen",\n', "cost", "")
    assert bare == b'id,title,cost\n"A","Drone",\n"B","Queen",\n'
    quoted = after(tmp_path / "quoted", 'id,title,cost\n"A","Drone",1\n"B","Queen",""\n', "cost", "")
    assert quoted == b'id,title,cost\n"A","Drone",""\n"B","Queen",""\n'


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
        (b"", "cp1252"),
    ],
)
def test_the_encoding_and_its_mark_stay(tmp_path: Path, mark: bytes, codec: str) -> None:
    text = "id\ttitle\tcost\r\nA\tBiene\t1\r\nB\tKönigin\t2\r\n"
    data = after(tmp_path, mark + text.encode(codec), "title", "Süße")
    assert data == mark + text.replace("Biene", "Süße").encode(codec)


def test_a_letter_that_the_encoding_lacks_is_refused(tmp_path: Path) -> None:
    tiny(tmp_path)
    data = "id,title\nA,Königin\n".encode("cp1252")
    put(tmp_path, {"cards.csv": data})
    with pytest.raises(BuildError, match="the file is Windows-1252, which has no character 🐝"):
        written(loaded(tmp_path), "A", "title", "🐝")
    assert (tmp_path / "cards.csv").read_bytes() == data


PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="\0\ufeff"), max_size=12)
MARKS = st.text(st.sampled_from(" ab,;\t\"'\n\r|=#ü🐝"), max_size=12)
CELLS = st.one_of(PLAIN, MARKS)


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, int, int]:
    """Return a CSV file, and a row and a column of it."""
    separator = draw(st.sampled_from(list(SEPARATORS)))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]))
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator=end, quoting=quoting)
    writer.writerow(["id", "title", "cost", "text"][: width + 1])
    for number in range(height):
        cells = [draw(CELLS) for _ in range(draw(st.integers(1, width)))]
        writer.writerow([f"R{number}", *cells])
        if draw(st.integers(0, 5)) == 0:
            out.write(end)  # a blank line
    text = out.getvalue()
    text = text.removesuffix(end) if draw(st.booleans()) and not text.endswith(end * 2) else text
    mark, codec = draw(
        st.sampled_from([(b"", "utf-8"), (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le")])
    )
    return mark + text.encode(codec), draw(st.integers(0, height - 1)), draw(st.integers(1, width))


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(files(), CELLS)
def test_any_cell_of_any_file_becomes_any_text_and_all_else_stays(file: tuple[bytes, int, int], text: str) -> None:
    data, row, column = file
    before = read_csv(data, "cards.csv")
    wanted = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    record, head = before.records[row], before.header[column]
    new = replaced(data, record, head, wanted)
    table = read_csv(new, "cards.csv")
    assert table.rows[row][head].strip() == wanted
    rows = [dict(cells) for cells in before.rows]
    rows[row][head] = table.rows[row][head]
    assert (list(table.rows), table.header, table.records) == (rows, before.header, before.records)
    # All bytes but those of one cell are the same: they stand between the cell before and the cell behind.
    again = replaced(new, record, head, 'A marked place, "here"')
    once = replaced(data, record, head, 'A marked place, "here"')
    assert again == once


def test_cells_of_the_games_are_found_where_they_are() -> None:
    """In the first, the middle and the last row of each file, every cell is written as it is, and as another."""
    for folder in built_in_games().values():
        for path in sorted(folder.glob("*.csv")):
            data = path.read_bytes()
            table = read_csv(data, path.name)
            for row in {0, len(table.rows) // 2, len(table.rows) - 1}:
                for column, head in enumerate(table.header):
                    text, record = table.rows[row][head], table.records[row]
                    assert replaced(data, record, table.header[column], text) == data
                    new = replaced(data, record, table.header[column], "Ωmega")
                    old, _ = difference(data, new)
                    assert len(old) <= len(text.encode()) + text.count('"') + 2, (path, row, head)
                    assert read_csv(new, path.name).rows[row][head] == "Ωmega"


# what the game says of it ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "text", "message"),
    [
        ("cost", "three", "cost is 'three', not a whole number (A, column cost, cell C2)"),
        ("copies", "0", "copies is 0, not a whole number from 1 to 1,000 (A, column copies, cell E2)"),
        ("suit", "snow", "suit is 'snow', which is not an id in suits.csv (A, column suit, cell D2)"),
        ("title", "", "title is empty (A, column title, cell B2)"),
        ("title", "{price} honey", "price"),
        ("id", "B", "duplicate id B"),
    ],
)
def test_a_text_that_its_column_does_not_allow_is_refused_as_the_reader_would(
    tmp_path: Path, column: str, text: str, message: str
) -> None:
    game = tiny(tmp_path)
    with pytest.raises(BuildError) as refused:
        written(game, "A", column, text)
    assert message in str(refused.value)
    assert all(problem.place.file.endswith("cards.csv") for problem in refused.value.problems)
    assert (tmp_path / "cards.csv").read_text() == CARDS


def test_a_doubtful_text_is_written_and_the_warning_told(tmp_path: Path) -> None:
    change = written(tiny(tmp_path), "A", "title", "KÃ¶nigin")
    [warning] = change.warnings
    assert warning.severity == "warning" and warning.place.file.endswith("cards.csv")


def test_faults_that_were_there_before_do_not_keep_a_cell_from_being_written(tmp_path: Path) -> None:
    tiny(tmp_path)
    put(tmp_path, {"cards.csv": "id,title,cost\nA,Drone,many\nB,Queen,2\n"})
    written(loaded(tmp_path), "B", "title", "over\ntwo lines")
    written(loaded(tmp_path), "A", "cost", "3")
    assert (tmp_path / "cards.csv").read_text() == 'id,title,cost\nA,Drone,3\nB,"over\ntwo lines",2\n'


def test_blanks_around_a_text_are_left_out_and_nul_is_refused(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    written(game, "A", "title", "  Scout \r\n")
    assert (tmp_path / "cards.csv").read_text() == CARDS.replace("Drone", "Scout")
    with pytest.raises(BuildError, match="title cannot hold a NUL character"):
        written(game, "A", "title", "a\0b")


def test_a_cell_that_holds_the_text_already_is_no_change(tmp_path: Path) -> None:
    cell = edit.find_cell(tiny(tmp_path), "cards", "A", "title")
    assert edit.set_cell(cell, "Drone", cell.seen).changes == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Queen", b"Scout"),
        (b"B,", b"C,"),
        (b"copies", b"ignored"),
        (b"B,Queen,2,rain,2\n", b""),
        (b"Scout", b"Scouts"),
    ],
)
def test_the_rule_of_what_differs_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bytes, new: bytes
) -> None:
    """An edit that would change anything but the cell is refused, whatever made it."""
    cell = edit.find_cell(tiny(tmp_path), "cards", "A", "title")
    spoilt = CARDS.encode().replace(b"Drone", b"Scout").replace(old, new)
    monkeypatch.setattr(table_formats, "rewrite_csv", lambda *given: spoilt)
    with pytest.raises(BuildError, match="title of A cannot be changed without changing something else"):
        edit.set_cell(cell, "Scout", cell.seen)


# which cell it is -----------------------------------------------------------------------------------------------------


def test_a_column_is_found_by_the_name_that_the_game_gives_it(tmp_path: Path) -> None:
    tiny(tmp_path)
    columns = 'columns: {id: auto, title: {from: "Card Name"}, cost: "int?", copies: {from: Qty}}'
    game = GAME.replace('columns: {title: text, cost: "int?", suit: {type: ref, table: suits, optional: yes}}', columns)
    put(tmp_path, {"game.yaml": game, "cards.csv": "Card Name,COST,Qty\nDrone,1,2\nQueen Bee,2,1\n"})
    written(loaded(tmp_path), "queen-bee", "copies", "3")
    written(loaded(tmp_path), "queen-bee", "cost", "7")
    written(loaded(tmp_path), "queen-bee", "title", "Drone Bee")
    assert (tmp_path / "cards.csv").read_text() == "Card Name,COST,Qty\nDrone,1,2\nDrone Bee,7,3\n"
    with pytest.raises(BuildError, match="ids are made from the column Card Name"):
        written(loaded(tmp_path), "drone", "id", "bee")


def test_a_cell_is_found_below_a_title_and_below_rows_that_are_no_pieces(tmp_path: Path) -> None:
    """The rows above `head:` stay as they are, and so does a head that comes again."""
    tiny(tmp_path)
    head = "id,title,cost,suit,copies"
    cards = f"Bees of ours,,,,\n,,,,\n{head}\nA,Drone,1,sun,1\n{head}\nB,Queen,2,rain,2\n"
    put(
        tmp_path, {"game.yaml": GAME.replace("data: cards.csv", "data: {file: cards.csv, head: 3}"), "cards.csv": cards}
    )
    assert [row["id"] for row in loaded(tmp_path).decks["cards"].rows.table.rows] == ["A", "B"]
    written(loaded(tmp_path), "B", "title", "Empress")
    assert (tmp_path / "cards.csv").read_text() == cards.replace("Queen", "Empress")


def test_a_row_is_found_by_its_line(tmp_path: Path) -> None:
    tiny(tmp_path)
    put(tmp_path, {"cards.csv": 'id,title\nA,"one\ntwo"\n\nB,Queen\n'})
    rows = {line: edit.find_cell(loaded(tmp_path), "cards", line, "title").row for line in (2, 3, 4, 5)}
    assert rows == {2: "A", 3: "A", 4: "A", 5: "B"}
    with pytest.raises(BuildError, match=r"no row of cards.csv is on line 1"):
        edit.find_cell(loaded(tmp_path), "cards", 1, "title")


def test_a_table_has_cells_too_and_what_is_unknown_is_named(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    assert edit.find_cell(game, "suits", "sun", "ink").text == "#E8A33D"
    for arguments, message in (
        (("suit", "sun", "ink"), "there is no deck or table suit"),
        (("suits", "snow", "ink"), "suits.csv has no row snow"),
        (("suits", "sun", "inks"), "has no column inks"),
        (("suits", "sun", "copies"), "has no column copies"),
    ):
        with pytest.raises(BuildError, match=message):
            edit.find_cell(game, *arguments)


def test_a_cell_of_a_translation_is_written_there(tmp_path: Path) -> None:
    tiny(tmp_path)
    put(tmp_path, {"lang/fr/cards.csv": "id;Title\r\nB;Reine\r\n"})
    game = loaded(tmp_path)
    cell = edit.find_cell(game, "cards", "B", "title", "fr")
    assert (cell.text, cell.place.line) == ("Reine", 2)
    written(game, "B", "title", "La reine", "fr")
    assert (tmp_path / "lang/fr/cards.csv").read_bytes() == b"id;Title\r\nB;La reine\r\n"
    assert (tmp_path / "cards.csv").read_text() == CARDS
    with pytest.raises(BuildError, match="is empty, but the original is not"):
        written(game, "B", "title", "", "fr")
    with pytest.raises(BuildError, match="A is not translated"):
        edit.find_cell(game, "cards", "A", "title", "fr")
    with pytest.raises(BuildError, match="there is no such translation"):
        edit.find_cell(game, "cards", "B", "title", "de")


@pytest.mark.parametrize(("column", "language"), [("cost", "fr"), ("id", "fr"), ("copies", "fr"), ("title", "en")])
def test_what_is_not_translated_is_a_cell_of_the_original(tmp_path: Path, column: str, language: str) -> None:
    tiny(tmp_path)
    put(tmp_path, {"lang/fr/cards.csv": "id,title\nA,Faux-bourdon\nB,Reine\n"})
    cell = edit.find_cell(loaded(tmp_path), "cards", "A", column, language)
    assert (cell.language, cell.path) == ("", tmp_path / "cards.csv")


def test_a_cell_of_a_spreadsheet_of_libreoffice_is_written(tmp_path: Path) -> None:
    tiny(tmp_path)
    put(tmp_path, {"game.yaml": GAME.replace("data: cards.csv", "data: {file: cards.ods, sheet: Bees}")})
    put(tmp_path, {"cards.ods": ods(line("id", "title") + line("A", "Drone") + line("B", "Queen"))})
    cell = edit.find_cell(loaded(tmp_path), "cards", "B", "title")
    assert cell.place.cell == "Bees!B3"
    edit.write(edit.set_cell(cell, "Old queen", cell.seen))
    assert edit.find_cell(loaded(tmp_path), "cards", "B", "title").text == "Old queen"


# records --------------------------------------------------------------------------------------------------------------


def record_file(folder: Path, file: str, text: str) -> Game:
    tiny(folder)
    columns = '{title: text, cost: "int?", tags: {type: list, optional: yes}, rare: "bool?"}'
    head, _, tail = GAME.partition("    columns:")
    put(folder, {"game.yaml": f"{head}    columns: {columns}\n{tail.partition(chr(10))[2]}".replace("cards.csv", file)})
    put(folder, {(f"{file}A.md" if file.endswith("/") else file): text})
    return loaded(folder)


JSON = """\
{
  "note": "Straße",
  "cards": [
    {"id": "A", "title": "Drone",  "cost": 1, "rare": false, "tags": ["a", "b"]},
    { "id" : "B" , "title" : "Queen \\"Bee\\"" }
  ]
}
"""


@pytest.mark.parametrize(
    ("row", "column", "text", "old", "new"),
    [
        ("A", "title", 'Say "hi"\nö', '"Drone"', '"Say \\"hi\\"\\nö"'),
        ("A", "cost", "12", " 1,", " 12,"),
        ("A", "cost", "", " 1,", " null,"),
        ("A", "rare", "yes", "false", "true"),
        ("A", "tags", "c d e", '["a", "b"]', '["c", "d", "e"]'),
        ("B", "title", "Scout", '"Queen \\"Bee\\""', '"Scout"'),
        ("B", "cost", "3", '"Queen \\"Bee\\"" }', '"Queen \\"Bee\\"", "cost": "3" }'),
    ],
)
def test_a_value_of_json_keeps_its_type(tmp_path: Path, row: str, column: str, text: str, old: str, new: str) -> None:
    game = record_file(tmp_path, "cards.json", JSON)
    written(game, row, column, text)
    assert (tmp_path / "cards.json").read_text("utf-8") == JSON.replace(old, new)
    assert edit.find_cell(loaded(tmp_path), "cards", row, column).text == text


def test_lines_of_json_stay_lines(tmp_path: Path) -> None:
    text = '{"id": "A", "title": "Drone"}\r\n\r\n{"title": "K\\u00f6nigin", "id": "B"}\r\n'
    game = record_file(tmp_path, "cards.jsonl", text)
    written(game, "B", "title", "Süß")
    assert (tmp_path / "cards.jsonl").read_bytes().decode() == text.replace("K\\u00f6nigin", "S\\u00fc\\u00df")


YAML = """\
# the cards
cards:
  - id: A
    title: Drone  # male
    cost: 1
    tags: [a, b]
  - {id: B, title: 'Queen''s bee', rare: yes}
  - id: C
    title: |
      First line
      second line

    cost: 3
"""


@pytest.mark.parametrize(
    ("row", "column", "text", "old", "new"),
    [
        ("A", "title", "Scout bee", "Drone  #", "Scout bee  #"),
        ("A", "title", "Scout: # bee", "Drone  #", '"Scout: # bee"  #'),
        ("A", "title", "one\ntwo", "Drone  #", '"one\\ntwo"  #'),
        ("A", "cost", "12", "cost: 1\n", "cost: 12\n"),
        ("A", "tags", "c d", "[a, b]", "[c, d]"),
        ("B", "title", "It's", "'Queen''s bee'", "'It''s'"),
        ("B", "cost", "4", "rare: yes}", 'rare: yes, cost: "4"}'),
        ("A", "rare", "no", "[a, b]\n", '[a, b]\n    rare: "no"\n'),
        (
            "C",
            "title",
            "Alone\nno more\n\nlonely",
            "First line\n      second line\n",
            "Alone\n      no more\n\n      lonely\n",
        ),
    ],
)
def test_a_value_of_a_yaml_list_keeps_its_form(
    tmp_path: Path, row: str, column: str, text: str, old: str, new: str
) -> None:
    game = record_file(tmp_path, "cards.yaml", YAML)
    written(game, row, column, text)
    assert (tmp_path / "cards.yaml").read_text("utf-8") == YAML.replace(old, new)
    assert edit.find_cell(loaded(tmp_path), "cards", row, column).text == text


MARKDOWN = "---\r\ntitle: Drone\r\ncost: 1\r\n---\r\n\r\nA bee.\r\n"


def test_values_and_text_of_a_markdown_file_are_written_apart(tmp_path: Path) -> None:
    game = record_file(tmp_path, "cards/", MARKDOWN)
    written(game, "A", "title", "Scout")
    assert (tmp_path / "cards/A.md").read_bytes().decode() == MARKDOWN.replace("Drone", "Scout")
    head = (tmp_path / "game.yaml").read_text()
    put(tmp_path, {"game.yaml": head.replace("{title: text,", "{title: text, text: text,")})
    written(loaded(tmp_path), "A", "text", "Two\nlines.")
    assert (tmp_path / "cards/A.md").read_bytes().decode() == (
        "---\r\ntitle: Scout\r\ncost: 1\r\n---\r\n\r\nTwo\r\nlines.\r\n"
    )
    with pytest.raises(BuildError, match="the id is the name of the file"):
        written(loaded(tmp_path), "A", "id", "B")


WORDS = st.one_of(PLAIN, st.text(st.sampled_from(" ab:#-'\"\\{}[],&*!|>%@`\n?~ü🐝"), max_size=10))


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(WORDS, st.sampled_from([("cards.json", JSON), ("cards.yaml", YAML)]), st.sampled_from("AB"))
def test_any_text_is_read_back_from_records(text: str, file: tuple[str, str], row: str) -> None:
    from beeprint.edit import cell_formats

    name, source = file
    wanted = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    data, item = source.encode(), "AB".index(row)
    try:
        if name == "cards.json":
            new = cell_formats.replace_json(data, name, False, item, "title", wanted)
        else:
            new = cell_formats.replace_yaml(data, name, item, "title", wanted)
    except BuildError as error:
        assert name == "cards.yaml" and "cannot be written here" in str(error)
        return
    before, table = read_table_bytes(data, name), read_table_bytes(new, name)
    rows = [dict(cells) for cells in before.rows]
    rows[item]["title"] = "" if name == "cards.yaml" and wanted in ("null", "~") else wanted
    assert list(table.rows) == rows
