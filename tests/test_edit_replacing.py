"""Replace the table of a deck by a newer one: what differs is listed first, and each card can be taken by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import openpyxl
import pytest
from msgspec import structs

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.edit.comparing import Comparison, compare
from beeprint.edit.own_changes import OwnChanges, merged, own_changes
from beeprint.edit.replacing import faults_of, replace_table
from beeprint.edit.table_bases import base_of, begin, carry
from beeprint.sources.workspace import Workspace
from edited_workbooks import WORKBOOKS, resulting
from edits import CARDS, GAME, loaded, put, tiny
from workbooks import line, ods, saved

NEWER = "id,title,cost,suit,copies\nB,Old queen,3,rain,2\nC,Scout,1,sun,1\n"


def cards(folder: Path, text: str | bytes = CARDS, file: str = "cards.csv", game: str = GAME) -> edit.Table:
    """Write a game, and return the table of its cards."""
    tiny(folder)
    put(folder, {"game.yaml": game.replace("data: cards.csv", f"data: {file}"), file: text})
    return edit.find_table(Workspace(folder), "cards")


def take(comparison: Comparison, keys: Collection[str] | None = None, columns: Collection[str] = ()) -> edit.Edit:
    """Take whole changes of cards, all if no keys are given, write them, take them back, and write them again."""
    cells = {card.key: {cell.column for cell in card.cells} for card in comparison.difference.cards}
    return take_cells(comparison, {key: cells[key] for key in (cells if keys is None else keys)}, columns)


def take_cells(
    comparison: Comparison, cells: Mapping[str, Collection[str]], columns: Collection[str] = ()
) -> edit.Edit:
    """Take cells of cards, write them, take them back, and write them again."""
    table = comparison.table
    change = replace_table(comparison, cells, columns, table.seen)
    before = {each.path: each.path.read_bytes() for each in change.changes}
    edit.write(change)
    edit.write(change.reversed)
    assert {path: path.read_bytes() for path in before} == before
    edit.write(change)
    return change


def test_cards_that_differ_are_listed_cell_by_cell(tmp_path: Path) -> None:
    difference = compare(cards(tmp_path), NEWER.encode(), "cards (2).csv").difference
    assert (difference.by, difference.same, difference.new_columns, difference.gone_columns) == ("id", 0, (), ())
    listed = [(card.kind, card.card, [tuple(vars_of(cell)) for cell in card.cells]) for card in difference.cards]
    assert listed == [
        ("renamed", "B", [("title", "Queen", "Old queen"), ("cost", "2", "3")]),
        (
            "added",
            "C",
            [("id", "", "C"), ("title", "", "Scout"), ("cost", "", "1"), ("suit", "", "sun"), ("copies", "", "1")],
        ),
        (
            "gone",
            "A",
            [("id", "A", ""), ("title", "Drone", ""), ("cost", "1", ""), ("suit", "sun", ""), ("copies", "1", "")],
        ),
    ]


def vars_of(cell: object) -> list[str]:
    return [getattr(cell, name) for name in ("column", "before", "after")]


def test_all_is_taken_in_the_way_in_which_the_file_is_written(tmp_path: Path) -> None:
    ours = CARDS.replace(",", ";").replace("\n", "\r\n").encode("utf-8-sig")
    change = take(compare(cards(tmp_path, ours), NEWER.encode(), "new.csv"))
    assert change.title == "newer table taken into Cards: 3 cards"
    expected = "id;title;cost;suit;copies\r\nB;Old queen;3;rain;2\r\nC;Scout;1;sun;1\r\n"
    assert (tmp_path / "cards.csv").read_bytes() == expected.encode("utf-8-sig")


def test_some_cards_are_taken_and_the_rest_stays(tmp_path: Path) -> None:
    comparison = compare(cards(tmp_path), NEWER.encode(), "new.csv")
    take(comparison, {"changed:1"})
    assert (tmp_path / "cards.csv").read_text("utf-8") == CARDS.replace("Queen,2", "Old queen,3")
    take(compare(cards(tmp_path), NEWER.encode(), "new.csv"), {"added:1"})
    assert (tmp_path / "cards.csv").read_text("utf-8") == CARDS + "C,Scout,1,sun,1\n"
    assert take(compare(cards(tmp_path), NEWER.encode(), "new.csv"), set()).changes == ()


def test_some_cells_of_a_card_are_taken_and_the_rest_stays(tmp_path: Path) -> None:
    comparison = compare(cards(tmp_path), NEWER.encode(), "new.csv")
    take_cells(comparison, {"changed:1": {"cost"}})
    assert (tmp_path / "cards.csv").read_text("utf-8") == CARDS.replace("Queen,2", "Queen,3")
    again = compare(cards(tmp_path), NEWER.encode(), "new.csv")
    change = replace_table(again, {"changed:1": ()}, (), again.table.seen)
    assert (change.changes, change.title) == ((), "newer table taken into Cards: 0 cards")


def renamed(comparison: Comparison) -> list[tuple[str, str, str]]:
    """Return each card that another one took the place of: its id, its name, and what it is called now."""
    assert {card.kind for card in comparison.difference.cards} <= {"renamed"}
    return [(card.card, card.title, card.now) for card in comparison.difference.cards]


@pytest.mark.parametrize(
    ("newer", "now"),
    [
        ("id,title,cost,suit,copies\nA,Drone,1,sun,1\nB,Empress,5,sun,1\n", "Empress"),  # the same id
        ("id,title,cost,suit,copies\nA,Drone,1,sun,1\nQ7,Queen,5,sun,1\n", "Q7"),  # the same name
        ("id,title,cost,suit,copies\nA,Drone,1,sun,1\n,Queen,5,rain,2\n", ""),  # no id, the same name
        ("id,title,cost,suit,copies\nA,Drone,1,sun,1\nQ7,Queen Bee,2,rain,2\n", "Queen Bee"),  # the same other cells
        ("title,cost,suit,copies\nQueen bee,2,rain,2\nDrone,1,sun,1\n", "Queen bee"),
    ],
)
def test_a_card_with_another_id_or_name_is_the_same_card(tmp_path: Path, newer: str, now: str) -> None:
    cards(tmp_path)
    put(tmp_path, {"lang/fr/cards.csv": "id,title\nA,Faux-bourdon\nB,Reine\n"})
    comparison = compare(edit.find_table(Workspace(tmp_path), "cards"), newer.encode(), "new.csv")
    if now:
        assert renamed(comparison) == [("B", "Queen", now)]
    columns = {cell.column for card in comparison.difference.cards for cell in card.cells}
    take_cells(comparison, {card.key: columns - {"id"} for card in comparison.difference.cards})
    table = edit.find_table(Workspace(tmp_path), "cards")
    assert [row.id for row in table.pieces if row] == ["A", "B"]
    assert (tmp_path / "lang/fr/cards.csv").read_text("utf-8") == "id,title\nA,Faux-bourdon\nB,Reine\n"


def test_translations_follow_a_card_that_gets_another_id(tmp_path: Path) -> None:
    game = GAME.replace("columns: {title: text,", "columns: {id: {auto: title}, title: text,")
    cards(tmp_path, "title,cost,suit\nDrone,1,sun\nQueen,2,rain\n", game=game)
    put(tmp_path, {"lang/fr/cards.csv": "id,title\ndrone,Faux-bourdon\nqueen,Reine\n"})
    table = edit.find_table(Workspace(tmp_path), "cards")
    comparison = compare(table, b"title,cost,suit\nDrone,1,sun\nQueen bee,2,rain\n", "new.csv")
    assert renamed(comparison) == [("queen", "Queen", "Queen bee")]
    take(comparison)
    assert (tmp_path / "lang/fr/cards.csv").read_text("utf-8") == "id,title\ndrone,Faux-bourdon\nqueen-bee,Reine\n"


def test_cards_of_which_two_could_be_the_same_are_new(tmp_path: Path) -> None:
    table = cards(tmp_path, "id,title,cost,suit,copies\nA,Small bee,1,sun,1\nB,Small bees,1,sun,1\n")
    difference = compare(table, b"id,title,cost,suit,copies\nC,Small be,1,sun,1\n", "new.csv").difference
    assert [card.kind for card in difference.cards] == ["added", "gone", "gone"]


def test_equal_tables_do_not_differ(tmp_path: Path) -> None:
    difference = compare(cards(tmp_path), CARDS.replace(",", "\t").encode(), "new.tsv").difference
    assert (difference.cards, difference.same) == ((), 2)


def test_cards_are_matched_by_their_titles_or_places_where_ids_are_missing(tmp_path: Path) -> None:
    titles = compare(cards(tmp_path), b"title,cost\nQueen,5\nDrone,1\nQueen,9\n", "new.csv").difference
    assert (titles.by, titles.gone_columns) == ("title", ("id", "suit", "copies"))
    assert [(card.kind, card.card) for card in titles.cards] == [("changed", "B"), ("added", "Queen")]
    places = compare(cards(tmp_path), b"cost,suit\n1,sun\n4,rain\n", "new.csv").difference
    assert (places.by, [(card.kind, card.card) for card in places.cards]) == ("", [("changed", "B")])


def test_ids_are_made_where_they_are_made_in_the_game(tmp_path: Path) -> None:
    game = GAME.replace("columns: {title: text,", "columns: {id: {auto: title}, title: text,")
    table = cards(tmp_path, "title,cost\nDrone,1\nQueen,2\n", game=game)
    comparison = compare(table, b"title,cost\nDrone,4\nScout,1\n", "new.csv")
    assert comparison.difference.by == "title"
    take(comparison)
    assert (tmp_path / "cards.csv").read_text("utf-8") == "title,cost\nDrone,4\nScout,1\n"


def test_a_card_without_an_id_gets_one(tmp_path: Path) -> None:
    take(compare(cards(tmp_path), f"{NEWER},Egg,0,sun,1\n".encode(), "new.csv"))
    assert (tmp_path / "cards.csv").read_text("utf-8").endswith(",Egg,0,sun,1\n")
    ids = [row.id for row in edit.find_table(Workspace(tmp_path), "cards").pieces if row]
    assert len(ids) == 3 and ids[:2] == ["B", "C"] and ids[2]


def test_heads_are_matched_as_the_game_reads_them(tmp_path: Path) -> None:
    game = GAME.replace("title: text,", "title: {from: Card name, type: text},")
    table = cards(tmp_path, CARDS.replace("title", "Card name"), game=game)
    for head in ("Card name", "card NAME", "Title"):
        difference = compare(
            table, NEWER.replace("title", head).replace("copies", "Qty").encode(), "new.csv"
        ).difference
        assert (difference.new_columns, difference.gone_columns, len(difference.cards)) == ((), (), 3)


def test_new_columns_are_declared_and_gone_ones_stay(tmp_path: Path) -> None:
    newer = "id,title,cost,Power\nA,Drone,1,4\nB,Queen,2,6\n"
    comparison = compare(cards(tmp_path), newer.encode(), "new.csv")
    difference = comparison.difference
    assert (difference.new_columns, difference.gone_columns, difference.cards) == (("Power",), ("suit", "copies"), ())
    take(comparison, None, {"Power"})
    assert (tmp_path / "cards.csv").read_text("utf-8") == (
        "id,title,cost,suit,copies,Power\nA,Drone,1,sun,1,4\nB,Queen,2,rain,2,6\n"
    )
    assert edit.find_table(Workspace(tmp_path), "cards").column("power").column is not None


def test_a_text_that_does_not_fit_its_column_is_refused_with_all_others(tmp_path: Path) -> None:
    comparison = compare(cards(tmp_path), NEWER.replace("3", "many").encode(), "new.csv")
    with pytest.raises(BuildError, match="cost is 'many'"):
        replace_table(comparison, {"changed:1": {"cost"}}, (), comparison.table.seen)
    assert replace_table(comparison, {"added:1": ()}, (), comparison.table.seen).changes


def test_words_that_a_list_lacks_are_added_with_the_cells_that_have_them(tmp_path: Path) -> None:
    game = GAME.replace("{type: ref, table: suits, optional: yes}", '{type: "choice?", of: [sun, rain]}')
    newer = NEWER.replace("3,rain", "3,fog").replace("1,sun", "1,hail")
    comparison = compare(cards(tmp_path, game=game), newer.encode(), "new.csv")
    cells = [cell for card in comparison.difference.cards for cell in card.cells]
    assert comparison.unlisted_in(cells) == {"suit": ("fog", "hail")}
    wish = {card.key: [cell.column for cell in card.cells] for card in comparison.difference.cards}
    seen = comparison.table.seen
    faulty = {key for key, column in faults_of(comparison, wish, (), seen) if column == "suit"}
    assert faulty == {"changed:1", "added:1"}
    listing = structs.replace(comparison, listing=frozenset({"suit"}))
    assert not faults_of(listing, wish, (), seen)
    take_cells(listing, {"changed:1": ["suit"]})
    assert "of: [sun, rain, fog]}" in (tmp_path / "game.yaml").read_text("utf-8")  # not hail, which no card has
    assert (tmp_path / "cards.csv").read_text("utf-8") == CARDS.replace("2,rain", "2,fog")


def test_words_in_other_capitals_are_the_listed_ones_and_slips_on_request(tmp_path: Path) -> None:
    game = GAME.replace("{type: ref, table: suits, optional: yes}", '{type: "choice?", of: [sun, rain]}')
    newer = f"{CARDS.replace('1,sun', '1,Sun ')}C,Moth,3,RAIN,1\nD,Fly,1,rian,1\n"
    comparison = compare(cards(tmp_path, game=game), newer.encode(), "new.csv")
    assert [(card.kind, card.title) for card in comparison.difference.cards] == [("added", "Moth"), ("added", "Fly")]
    cells = [cell for card in comparison.difference.cards for cell in card.cells]
    unlisted = comparison.unlisted_in(cells)
    assert unlisted == {"suit": ("rian",)} and comparison.meant_by(unlisted) == {"suit": {"rian": "rain"}}
    corrected = comparison.corrected({"suit"})
    take_cells(corrected, {card.key: [cell.column for cell in card.cells] for card in corrected.difference.cards})
    assert (tmp_path / "cards.csv").read_text("utf-8") == f"{CARDS}C,Moth,3,rain,1\nD,Fly,1,rain,1\n"


def test_a_column_may_be_empty_with_the_new_cards_that_leave_it_so(tmp_path: Path) -> None:
    game = GAME.replace('cost: "int?"', "cost: int")
    newer = f"{CARDS}C,Moth,,sun,1\n"
    comparison = compare(cards(tmp_path, game=game), newer.encode(), "new.csv")
    assert comparison.emptied_by() == {"cost": 1} and comparison.emptied_by(()) == {}
    wish, seen = {"added:2": ("title",)}, comparison.table.seen
    assert {column for _, column in faults_of(comparison, wish, (), seen)} == {"cost"}
    listing = structs.replace(comparison, listing=frozenset({"cost"}))
    assert not faults_of(listing, wish, (), seen)
    take_cells(listing, {"added:2": ["title"]})
    assert "cost: int?" in (tmp_path / "game.yaml").read_text("utf-8")
    assert (tmp_path / "cards.csv").read_text("utf-8") == newer


def test_translations_follow_cards_that_are_gone(tmp_path: Path) -> None:
    cards(tmp_path)
    put(tmp_path, {"lang/fr/cards.csv": "id,title\nA,Faux-bourdon\nB,Reine\n"})
    take(compare(edit.find_table(Workspace(tmp_path), "cards"), NEWER.encode(), "new.csv"), {"gone:0"})
    assert (tmp_path / "lang/fr/cards.csv").read_text("utf-8") == "id,title\nB,Reine\n"


def test_what_is_no_table_of_these_cards_is_refused(tmp_path: Path) -> None:
    table = cards(tmp_path)
    with pytest.raises(BuildError, match=r"notes\.csv:1:1.* has none of the columns of cards\.csv"):
        compare(table, b"day,guest\n1,Ann\n2,Bob\n", "notes.csv")
    with pytest.raises(BuildError, match="this is a PDF"):
        compare(table, b"%PDF", "../cards.pdf")
    with pytest.raises(BuildError, match="this is not a workbook"):
        compare(table, b"id,title\n", "cards.xlsx")
    comparison = compare(table, NEWER.encode(), "new.csv")
    put(tmp_path, {"cards.csv": CARDS + "Z,Late,1,sun,1\n"})
    with pytest.raises(BuildError, match="changed meanwhile"):
        replace_table(comparison, {"added:1": ()}, (), {"cards.csv": "0"})


@pytest.mark.parametrize(("other", "written"), [("Burn: 2", "Gain {oil}."), ("Costs {cost}.", "Gain {{oil}}.")])
def test_a_word_in_braces_that_is_no_column_is_taken_as_a_word(tmp_path: Path, other: str, written: str) -> None:
    game = GAME.replace("{title: text,", '{title: text, text: "text?",')
    table = cards(tmp_path, f"id,title,cost,text\nA,Lamp,1,{other}\nB,Jar,2,\n", game=game)
    newer = f"id,title,cost,text\nA,Lamp,1,{other}\nB,Jar,2,Gain {{oil}}.\nC,Well,3,Dig for {{oil}}.\n".encode()
    comparison = compare(table, newer, "new.csv")
    cells = {card.key: [cell.column for cell in card.cells] for card in comparison.difference.cards}
    assert not faults_of(comparison, cells, (), table.seen)
    change = take(comparison)
    assert change.title == "newer table taken into Cards: 2 cards, {oil} kept as words"
    rows = loaded(tmp_path).decks["cards"].rows.by_id
    assert [rows[name].texts["text"] for name in "BC"] == ["Gain {oil}.", "Dig for {oil}."]
    assert f"B,Jar,2,{written}\n" in (tmp_path / "cards.csv").read_text("utf-8")


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_workbook_is_changed_in_its_cells(tmp_path: Path, ending: str) -> None:
    game = GAME.replace(", suit: {type: ref, table: suits, optional: yes}", "")
    file = "{file: cards." + ending + ", sheet: Cards}"
    tiny(tmp_path)
    put(tmp_path, {"game.yaml": game.replace("data: cards.csv", f"data: {file}"), f"cards.{ending}": WORKBOOKS[ending]})
    table = edit.find_table(Workspace(tmp_path), "cards")
    newer = b"id,title,cost,copies\nC1,Old drone,7,1\nC2,Queen,2,1\nC9,Larva,0,1\n"
    comparison = compare(table, newer, "new.csv")
    take(comparison, {"changed:0", "added:2"})
    rows = edit.find_table(Workspace(tmp_path), "cards").texts
    assert rows[0][:3] == ["C1", "Old drone", "7"] and rows[2][:3] == ["C9", "Larva", "0"]
    assert [row[0] for row in rows] == ["C1", "C2", "C9", *(["C3"] if ending == "xlsx" else [])]


def test_new_cards_come_into_a_workbook_where_the_newer_one_has_them(tmp_path: Path) -> None:
    tiny(tmp_path)
    rows = [[f"C{number}", f"Card {number}", str(number), "1"] for number in range(1, 7)]
    newer = [*rows[:2], ["N1", "New 1", "7", "1"], rows[2], rows[4], ["N2", "New 2", "8", "1"], rows[5]]
    game = GAME.replace(", suit: {type: ref, table: suits, optional: yes}", "").replace(
        "cards.csv", "{file: cards.xlsx, sheet: Sheet}"
    )
    put(tmp_path, {"game.yaml": game, "cards.xlsx": book_of(rows, "=SUM(A1)")})
    comparison = compare(edit.find_table(Workspace(tmp_path), "cards"), book_of(newer), "newer.xlsx")
    take(comparison, {card.key for card in comparison.difference.cards})
    table = edit.find_table(Workspace(tmp_path), "cards")
    assert [row[0] for row in table.texts] == ["C1", "C2", "N1", "C3", "C5", "N2", "C6"]
    comparison = compare(table, book_of([["N0", "New 0", "9", "1"], *newer]), "newer.xlsx")
    take(comparison, {card.key for card in comparison.difference.cards})
    assert edit.find_table(Workspace(tmp_path), "cards").texts[0][0] == "N0"
    # where a formula keeps rows in their places, they come below all others
    put(tmp_path, {"cards.xlsx": book_of(rows, "=C4")})
    comparison = compare(edit.find_table(Workspace(tmp_path), "cards"), book_of(newer), "newer.xlsx")
    take(comparison, {card.key for card in comparison.difference.cards if card.kind == "added"})
    ids = [row[0] for row in edit.find_table(Workspace(tmp_path), "cards").texts]
    assert ids == ["C1", "C2", "C3", "C4", "C5", "C6", "N1", "N2"]


def book_of(rows: list[list[str]], formula: str = "") -> bytes:
    """Return a workbook of cards, with a formula on another sheet."""
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in [["id", "title", "cost", "copies"], *rows]:
        book.active.append([int(cell) if cell.isdigit() else cell for cell in row])
    if formula:
        book.create_sheet("Sums")["A1"] = formula.replace("=", f"={book.active.title}!") if formula == "=C4" else "=1"
    return saved(book)


def test_the_sheet_with_the_columns_of_the_cards_is_compared(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["About these cards"])
    sheet = book.create_sheet("New cards")
    for row in NEWER.splitlines():
        sheet.append(row.split(","))
    table = cards(tmp_path)
    assert len(compare(table, saved(book), "cards.xlsx").difference.cards) == 3
    other = ods("".join(line(*row.split(",")) for row in NEWER.splitlines()))
    assert len(compare(table, other, "cards.ods").difference.cards) == 3


def test_an_address_is_written_beside_the_file(tmp_path: Path) -> None:
    comparison = compare(cards(tmp_path), CARDS.encode(), "new.csv")
    edit.write(replace_table(comparison, {}, (), comparison.table.seen, "https://example.org/cards.csv"))
    text = (tmp_path / "game.yaml").read_text("utf-8")
    assert edit.find_table(Workspace(tmp_path), "cards").spec.data.source == "https://example.org/cards.csv"
    assert "cards.csv" in text and text.count("\n") - GAME.count("\n") in (0, 1, 2)


# What cannot be taken, and what is a person's own -------------------------------------------------------------------


def marked(comparison: Comparison) -> dict[tuple[str, str], str]:
    """Return the message of each cell that cannot be taken, where all cells of all cards are wanted."""
    wish = {card.key: [cell.column for cell in card.cells] for card in comparison.difference.cards}
    faults = faults_of(comparison, wish, comparison.new_columns, comparison.table.seen)
    return {spot: problem.message.partition(" (")[0] for spot, problem in faults.items()}


def test_each_text_that_does_not_fit_is_named_and_the_others_are_taken(tmp_path: Path) -> None:
    newer = NEWER.replace("3,rain", "many,rain").replace("sun,1", "moon,1") + "D,Egg,2,sun,none\nE,Pupa,2,sun,1\n"
    comparison = compare(cards(tmp_path), newer.encode(), "new.csv")
    assert marked(comparison) == {
        ("changed:1", "cost"): "cost is 'many', not a whole number",
        ("added:1", "suit"): "suit is 'moon', which is not an id in suits.csv",
        ("added:2", "copies"): "copies is 'none', not a whole number from 1 to 1,000",
    }
    take_cells(comparison, {"changed:1": {"title"}, "added:3": ()})
    assert (tmp_path / "cards.csv").read_text("utf-8") == CARDS.replace("Queen", "Old queen") + "E,Pupa,2,sun,1\n"


def test_cells_that_the_newer_file_has_wrong_hold_up_no_other_card(tmp_path: Path) -> None:
    newer = NEWER.replace("C,Scout,1,sun,1", "C,Scout,1,sun,1,more") + "D,Egg,2,sun,1\n"
    comparison = compare(cards(tmp_path), newer.encode(), "new.csv")
    assert list(marked(comparison)) == [("added:1", "")]
    with pytest.raises(BuildError, match="row 3 has 6 cells, but the header has 5"):
        replace_table(comparison, {"added:1": ()}, (), comparison.table.seen)
    take(comparison, {"changed:1", "added:2"})
    assert [row.id for row in edit.find_table(Workspace(tmp_path), "cards").pieces if row] == ["A", "B", "D"]


def test_an_error_that_the_game_has_already_holds_up_nothing(tmp_path: Path) -> None:
    old = CARDS + "X,Old,wrong,sun,1\n"
    comparison = compare(cards(tmp_path, old), (NEWER + "X,Old,wrong,sun,1\n").encode(), "new.csv")
    assert marked(comparison) == {}
    take(comparison)
    assert (tmp_path / "cards.csv").read_text("utf-8").splitlines()[-1] == "X,Old,wrong,sun,1"


class Hand:
    """A person who edits the table of a game, while a store keeps its bases."""

    def __init__(self, folder: Path, text: str, store: Store) -> None:
        cards(folder, text)
        self.folder, self.store, self.history = folder, store, edit.History()

    def now(self) -> edit.Table:
        return edit.find_table(Workspace(self.folder), "cards")

    def apply(self, change: edit.Edit, bases: Mapping[str, bytes] | None = None) -> None:
        self.history.apply(change)
        carry(self.store, change, bases)

    def put_cell(self, row: int, column: str, text: str) -> None:
        self.apply(edit.set_cells(self.now(), {(row, column): text}, self.now().seen))

    def replace(self, newer: str, cells: Mapping[str, Collection[str]]) -> None:
        comparison = compare(self.now(), newer.encode(), "new.csv")
        base = merged(comparison, cells, (), self.own(newer))
        self.apply(replace_table(comparison, cells, (), comparison.table.seen), {"cards": base})

    def own(self, newer: str) -> OwnChanges:
        table = self.now()
        comparison = compare(table, newer.encode(), "new.csv")
        return own_changes(comparison, base_of(self.store, *table.source, "cards"))


OWN_TEXT = CARDS + "C,Scout,1,sun,1\nD,Egg,0,sun,1\n"


def test_a_persons_own_changes_are_known_since_the_table_was_imported(tmp_path: Path) -> None:
    hand = Hand(tmp_path / "game", OWN_TEXT, Store(tmp_path / "store"))
    begin(hand.store, hand.folder.iterdir())
    newer = OWN_TEXT.replace("Drone,1", "Drone,8").replace("Scout,1", "Scout,9")
    assert hand.own(newer) == OwnChanges({}, (), True)
    hand.put_cell(1, "title", "My queen")
    hand.put_cell(0, "cost", "5")
    hand.put_cell(0, "cost", "6")
    hand.apply(edit.delete_rows(hand.now(), [3], hand.now().seen))
    hand.apply(edit.set_cells(hand.now(), {(3, "title"): "Mine", (3, "cost"): "1"}, hand.now().seen))
    hand.apply(edit.delete_column(hand.now(), "suit", hand.now().seen, force=True))
    hand.store = Store(tmp_path / "store")  # the studio is started again
    expected = {
        ("changed:1", "title"): "here",  # the newer table still has Queen
        ("changed:0", "cost"): "both",
        ("added:3", ""): "here",  # deleted here
        ("gone:3", ""): "here",  # added here
    }
    assert hand.own(newer) == OwnChanges(expected, ("suit",), True)
    hand.replace(newer, {"changed:0": {"cost"}})
    latest = newer.replace("Drone,8", "Drone,7")
    kept = {spot: mark for spot, mark in expected.items() if spot != ("changed:0", "cost")}
    assert hand.own(latest) == OwnChanges(kept, ("suit",), True)  # Scout was left out, and comes again
    hand.put_cell(2, "cost", "4")
    assert hand.own(newer).cells["changed:2", "cost"] == "both"
    for _ in range(2):
        hand.history.undo()
    assert hand.own(newer) == OwnChanges(expected, ("suit",), True)


def test_who_changed_a_table_that_another_program_wrote_is_not_known(tmp_path: Path) -> None:
    hand = Hand(tmp_path / "game", OWN_TEXT, Store(tmp_path / "store"))
    begin(hand.store, hand.folder.iterdir())
    (hand.folder / "cards.csv").write_text(OWN_TEXT.replace("Queen", "My queen"), "utf-8")
    assert hand.own(OWN_TEXT) == OwnChanges({}, (), False)
    hand.put_cell(0, "cost", "5")
    assert hand.own(OWN_TEXT) == OwnChanges({("changed:0", "cost"): "here"}, (), False)
    hand.replace(OWN_TEXT, {"changed:0": {"cost"}})
    assert hand.own(OWN_TEXT) == OwnChanges({("changed:1", "title"): "here"}, (), True)


@pytest.mark.parametrize("newer_total", [6, None])
def test_a_total_below_the_cards_stays_right(tmp_path: Path, newer_total: int | None) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    rows = [("id", "title", "cost", "suit", "copies"), ("A", "Drone", 1, "sun", 1), ("B", "Queen", 2, "rain", 2)]
    for row in [*rows, (), (None, "TOTAL", None, None, 3)]:
        sheet.append(row)
    table = cards(tmp_path, saved(book), "cards.xlsx")
    sheet.cell(5, 2, "TOTAL"), sheet.cell(5, 5, newer_total)
    for column, value in enumerate(("C", "Scout", 3, "sun", 3), start=1):
        sheet.cell(4, column, value)
    change = take(compare(table, saved(book), "cards (2).xlsx"))
    assert change.warnings == ()
    after = openpyxl.load_workbook(tmp_path / "cards.xlsx").active
    assert after is not None
    assert [cell.value for cell in after[6]] == [None, "TOTAL", None, None, 6], "as a number"


def test_a_cell_and_a_card_that_the_workbook_keeps_are_named_and_the_rest_is_taken(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("id", "title", "cost", "suit", "copies"), ("A", "Drone", 1, "sun", 1), ("B", "Queen", 2, "rain", 2)):
        sheet.append(row)
    sheet.append(("C", "Scout", 3, "sun", 1))
    sheet["E3"], sheet["H1"] = "=1+1", "=C4"
    data = resulting(saved(book))
    comparison = compare(cards(tmp_path, data, "cards.xlsx"), NEWER.replace("rain,2", "rain,5").encode(), "new.csv")
    wish = {card.key: [cell.column for cell in card.cells] for card in comparison.difference.cards}
    wish = {key: columns for key, columns in wish.items() if not key.startswith("gone:")}
    gone = compare(cards(tmp_path / "gone", data, "cards.xlsx"), b"id,title,cost\nA,Drone,1\nB,Queen,2\n", "new.csv")
    faults = faults_of(comparison, wish, (), comparison.table.seen)
    assert {spot: problem.message for spot, problem in faults.items()} == {
        ("changed:1", "copies"): "this cell is worked out by a formula"
    }
    take_cells(comparison, {"changed:1": {"title", "cost"}, "changed:2": {"cost"}})
    rows = edit.find_table(Workspace(tmp_path), "cards").texts
    assert [row[:3] for row in rows] == [["A", "Drone", "1"], ["B", "Old queen", "3"], ["C", "Scout", "1"]]
    faults = faults_of(gone, {}, (), gone.table.seen)
    assert {spot: problem.message for spot, problem in faults.items()} == {
        ("gone:2", ""): "the formula =C4 in H1 counts on cells that would go"
    }
