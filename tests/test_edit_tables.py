"""Cells, rows and columns of a table of cards: each edit changes the lines concerned, and is taken back to the byte."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from beeprint import edit, pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError, only_errors
from beeprint.drawing.text.markup import parse
from beeprint.game import model
from beeprint.game.binding import Scope
from beeprint.sources.workspace import Workspace
from edits import GAME, loaded, put, tiny
from workbooks import saved

CSV = 'id,title,cost,suit,copies\r\nC1,Drone,1,sun,1\r\nC2,"Queen, old",2,rain,2\r\n\r\nC3,Scout,,,1'


def table(folder: Path, cards: str = CSV, **others: str) -> edit.Table:
    tiny(folder)
    put(folder, {"cards.csv": cards, **others})
    return edit.find_table(Workspace(folder), "cards")


def done(change: edit.Edit, file: str = "cards.csv") -> str:
    """Write an edit, take it back, and write it again; return what the file holds then."""
    path = change.game / file
    before = path.read_bytes()
    edit.write(change)
    edit.write(change.reversed)
    assert path.read_bytes() == before
    edit.write(change)
    return path.read_bytes().decode()


def test_a_block_of_cells_is_one_edit(tmp_path: Path) -> None:
    cards = table(tmp_path)
    change = edit.set_cells(cards, {(0, "title"): "Drone, b", (1, "cost"): "7", (2, "suit"): "sun"}, cards.seen)
    assert change.title == "3 cells of Cards changed"
    wanted = CSV.replace("Drone", '"Drone, b"').replace('old",2', 'old",7').replace("Scout,,", "Scout,,sun")
    assert done(change) == wanted


def test_a_block_with_a_wrong_cell_changes_nothing(tmp_path: Path) -> None:
    cards = table(tmp_path)
    with pytest.raises(BuildError, match="cost is 'many', not a whole number"):
        edit.set_cells(cards, {(0, "title"): "x", (1, "cost"): "many"}, cards.seen)


def test_a_word_that_the_list_of_a_column_lacks_is_added_with_the_cell(tmp_path: Path) -> None:
    game = GAME.replace("{type: ref, table: suits, optional: yes}", '{type: "choice?", of: [sun, rain]}')
    cards = table(tmp_path, **{"game.yaml": game})
    with pytest.raises(BuildError, match="suit is 9, not one of sun, rain"):
        edit.set_cells(cards, {(0, "suit"): "9"}, cards.seen)
    change = edit.set_cells(cards, {(0, "suit"): "9", (1, "suit"): "fog"}, cards.seen, {"suit": ["9", "fog"]})
    assert change.title == "2 cells of Cards changed, 9, fog added to the list of suit"
    before = (tmp_path / "game.yaml").read_text("utf-8")
    assert done(change) == CSV.replace("1,sun", "1,9").replace("2,rain", "2,fog")
    after = (tmp_path / "game.yaml").read_text("utf-8")
    assert after == before.replace("of: [sun, rain]", "of: [sun, rain, 9, fog]") != before
    with pytest.raises(BuildError, match="title has no list of words"):
        edit.set_cells(cards, {(0, "title"): "9"}, cards.seen, {"title": ["9"]})


TEXTS = GAME.replace("{title: text,", '{title: text, text: "text?",')


def test_a_word_in_braces_that_is_no_column_makes_only_icons_markup(tmp_path: Path) -> None:
    cards = table(tmp_path, "id,title,text\nC1,Lamp,Burn: 2\nC2,Jar,\n", **{"game.yaml": TEXTS})
    change = edit.set_cells(cards, {(1, "text"): "Gain {oil}.", (2, "text"): "Pay {oil} for [coin]"}, cards.seen)
    assert change.title == "2 cells of Cards changed, {oil} kept as words"
    assert "C2,Jar,Gain {oil}.\nC3,New card,Pay {oil} for [coin]\n" in done(change)
    deck = loaded(tmp_path).decks["cards"]
    assert (deck.rows.columns["text"].markup, deck.rows.columns["text"].optional) == ("icons", True)
    assert deck.rows.by_id["C2"].texts["text"] == "Gain {oil}."
    problems = pipeline.check(tmp_path, CheckOptions()).problems
    offers = [fix.title for problem in problems for fix in problem.fixes if problem.message.startswith("{oil}")]
    assert "Make {oil} an icon" in offers


def test_words_stay_bold_where_a_word_in_braces_makes_only_icons_markup(tmp_path: Path) -> None:
    cards = table(tmp_path, "id,title,text\nC1,Lamp,\nC2,Jar,\n", **{"game.yaml": TEXTS})
    change = edit.set_cells(cards, {(1, "text"): "**Sting** the {crab} now: *ouch*."}, cards.seen)
    assert "C2,Jar,**Sting** the {crab} now: *ouch*.\n" in done(change)
    deck = loaded(tmp_path).decks["cards"]
    assert deck.rows.columns["text"].markup == "icons"
    marked = Scope(loaded(tmp_path), deck.rows, deck.rows.by_id["C2"]).marked("text") or ""
    parts = parse(marked).paragraphs[0]
    assert [part.text for part in parts if part.bold] == ["Sting"]
    assert [part.text for part in parts if part.italic] == ["ouch"]


@pytest.mark.parametrize("other", ["Costs {cost}.", "**Burn** it.", "{{sic}}"])
def test_braces_of_a_word_are_doubled_where_the_column_has_marks(tmp_path: Path, other: str) -> None:
    cards = table(tmp_path, f"id,title,cost,text\nC1,Lamp,1,{other}\nC2,Jar,2,\n", **{"game.yaml": TEXTS})
    change = edit.set_cells(cards, {(1, "text"): "Gain {oil} for {cost}."}, cards.seen)
    assert "C2,Jar,2,Gain {{oil}} for {cost}.\n" in done(change)
    row = loaded(tmp_path).decks["cards"].rows.by_id["C2"]
    assert row.texts["text"] == "Gain {oil} for 2."


def test_a_slip_for_a_column_is_refused_where_texts_take_figures(tmp_path: Path) -> None:
    cards = table(tmp_path, "id,title,cost,text\nC1,Lamp,1,\nC2,Jar,1,{cost}\n", **{"game.yaml": TEXTS})
    with pytest.raises(BuildError, match="csot"):
        edit.set_cells(cards, {(0, "text"): "Pay {csot}."}, cards.seen)


def test_new_columns_come_with_their_cells_in_one_edit(tmp_path: Path) -> None:
    cards = table(tmp_path)
    cells = {(0, "Oil"): "3", (3, "title"): "Worker", (3, "Oil"): "4", (3, "Art by"): "Uses {wax}"}
    change = edit.set_cells(cards, cells, cards.seen, columns={"Oil": "whole number", "Art by": "text"})
    assert change.title == "4 cells of Cards changed, {wax} kept as words, 2 columns added"
    lines = done(change).split("\r\n")
    assert (lines[0], lines[1]) == ("id,title,cost,suit,copies,Oil,Art by", "C1,Drone,1,sun,1,3,")
    assert lines[-1] == "C4,Worker,,,1,4,Uses {wax}"


def test_a_card_is_named_before_all_its_cells_are_filled_in(tmp_path: Path) -> None:
    game = GAME.replace("{title: text,", "{id: auto, title: text, words: text,")
    cards = table(tmp_path, "title,cost,suit,words\nDrone,1,sun,Idle\n", **{"game.yaml": game})
    done(edit.add_row(cards, 1, cards.seen))
    cards = edit.find_table(Workspace(tmp_path), "cards")
    assert done(edit.set_cells(cards, {(1, "title"): "Harbour Cat"}, cards.seen)).endswith("Harbour Cat,,,\n")


def test_what_is_pasted_below_the_end_makes_rows(tmp_path: Path) -> None:
    cards = table(tmp_path)
    change = edit.set_cells(cards, {(3, "title"): "Worker", (4, "title"): "Guard"}, cards.seen)
    assert done(change) == CSV + "\r\nC4,Worker,,,1\r\nC5,Guard,,,1"


def test_a_card_is_added_where_it_is_wanted(tmp_path: Path) -> None:
    cards = table(tmp_path)
    change = edit.add_row(cards, 1, cards.seen)
    assert change.title == "C4 added to Cards"
    assert done(change) == CSV.replace("\r\nC2", "\r\nC4,New card,,,1\r\nC2")


def test_a_card_is_duplicated_with_an_id_of_its_own(tmp_path: Path) -> None:
    cards = table(tmp_path)
    assert done(edit.duplicate_rows(cards, [0, 1], cards.seen)) == CSV.replace(
        "rain,2\r\n", 'rain,2\r\nC4,Drone,1,sun,1\r\nC5,"Queen, old",2,rain,2\r\n'
    )


@pytest.mark.parametrize(("rows", "wanted"), [([1], "C1 C3"), ([2], "C1 C2"), ([0, 1], "C3")])
def test_cards_are_deleted(tmp_path: Path, rows: list[int], wanted: str) -> None:
    cards = table(tmp_path)
    text = done(edit.delete_rows(cards, rows, cards.seen))
    assert [line.split(",")[0] for line in text.split("\r\n")[1:] if line] == wanted.split()


def test_cards_move_in_their_order(tmp_path: Path) -> None:
    cards = table(tmp_path)
    text = done(edit.move_rows(cards, [0, 1], 3, cards.seen))
    assert [line.split(",")[0] for line in text.split("\r\n")] == ["id", "", "C3", "C1", "C2"]
    assert edit.move_rows(cards, [0], 1, cards.seen).changes == ()


def test_a_column_is_added_to_the_file_and_declared(tmp_path: Path) -> None:
    cards = table(tmp_path)
    change = edit.add_column(cards, "Strength", "choice", ["low", "high"], "low", 2, cards.seen)
    assert done(change).startswith("id,title,Strength,cost")
    new = edit.find_table(Workspace(tmp_path), "cards")
    declared = next(column.column for column in new.columns if column.name == "Strength")
    assert declared is not None and (declared.type, declared.of) == ("choice", ("low", "high"))
    assert [texts[2] for texts in new.texts] == ["low"] * 3


def test_a_file_that_changed_is_refused(tmp_path: Path) -> None:
    cards = table(tmp_path)
    with pytest.raises(BuildError, match="the file has changed meanwhile"):
        edit.add_row(cards, 1, {"cards.csv": "0"})


# What follows a change ------------------------------------------------------------------------------------------------

FR = "id,title\nC1,Bourdon\nC2,Reine\nC3,Éclaireuse\n"


def french(folder: Path) -> str:
    return (folder / "lang/fr/cards.csv").read_text("utf-8")


def test_the_translation_of_a_card_goes_with_it_and_comes_back(tmp_path: Path) -> None:
    cards = table(tmp_path, **{"lang/fr/cards.csv": FR})
    change = edit.delete_rows(cards, [1], cards.seen)
    done(change)
    assert french(tmp_path) == FR.replace("C2,Reine\n", "")
    edit.write(change.reversed)
    assert french(tmp_path) == FR


def test_a_card_with_another_id_keeps_its_translation_and_a_copy_takes_it_along(tmp_path: Path) -> None:
    cards = table(tmp_path, **{"lang/fr/cards.csv": FR})
    done(edit.set_cells(cards, {(0, "id"): "C9"}, cards.seen))
    assert french(tmp_path) == FR.replace("C1", "C9")
    cards = edit.find_table(Workspace(tmp_path), "cards")
    done(edit.duplicate_rows(cards, [1], cards.seen))
    assert french(tmp_path) == FR.replace("C1", "C9") + "C10,Reine\n"


def test_a_card_that_moves_keeps_its_translation(tmp_path: Path) -> None:
    cards = table(tmp_path, **{"lang/fr/cards.csv": FR})
    done(edit.move_rows(cards, [0], 3, cards.seen))
    assert french(tmp_path) == FR


def test_an_id_made_from_a_title_changes_with_it_and_the_translation_follows(tmp_path: Path) -> None:
    game = GAME.replace("{title: text,", "{id: auto, title: text,")
    words = "id,title\ndrone,Bourdon\nscout,Éclaireuse\n"
    data = "title,cost,suit\nDrone,1,sun\nScout,2,rain\n"
    cards = table(tmp_path, data, **{"game.yaml": game, "lang/fr/cards.csv": words})
    assert cards.made_from == "title" and cards.texts[0] == ["drone", "Drone", "1", "sun"]
    done(edit.set_cells(cards, {(0, "title"): "Big Drone"}, cards.seen))
    assert french(tmp_path) == words.replace("drone", "big-drone")
    with pytest.raises(BuildError, match="ids are made from the column title"):
        edit.set_cells(edit.find_table(Workspace(tmp_path), "cards"), {(0, "id"): "x"}, {})


LAYOUT = """\
slots:
  title: {kind: text, font: fredoka, size: 12, text: "{title}", box: [5, 6, 53, 9]}
  cost: {kind: text, font: fredoka, size: 12, text: "costs {cost}", box: [5, 20, 53, 9], when: {cost: {min: 1}}}  # dear
"""
RULES = "rules:\n  - {rule: sum, deck: cards, column: cost, is: 3}\n  - {rule: count, deck: cards, is: 4}\n"


def test_a_column_is_renamed_in_all_that_uses_it(tmp_path: Path) -> None:
    game = GAME.replace("    title: Cards\n", '    title: Cards\n    name: "{title} for {cost}"\n') + RULES
    others = {"layouts/card.yaml": LAYOUT, "game.yaml": game, "lang/fr/cards.csv": "id,cost,title\nC1,1,Bourdon\n"}
    cards = table(tmp_path, **others)
    done(edit.rename_column(cards, "cost", "price", cards.seen))
    assert (tmp_path / "layouts/card.yaml").read_text("utf-8") == LAYOUT.replace("{cost}", "{price}").replace(
        "{cost:", "{price:"
    )
    wanted = game.replace("{cost}", "{price}").replace("column: cost", "column: price").replace("cost:", "price:")
    assert (tmp_path / "game.yaml").read_text("utf-8") == wanted
    assert (tmp_path / "cards.csv").read_bytes().decode() == CSV.replace("cost", "price")
    assert french(tmp_path) == "id,price,title\nC1,1,Bourdon\n"


def test_a_column_that_is_used_is_deleted_only_in_spite_of_that(tmp_path: Path) -> None:
    cards = table(tmp_path, **{"layouts/card.yaml": LAYOUT, "game.yaml": GAME + RULES})
    with pytest.raises(BuildError) as refused:
        edit.delete_column(cards, "cost", cards.seen)
    places = [str(problem.place).rsplit("/", 1)[-1] for problem in refused.value.problems]
    assert places == ["game.yaml:17:38", "card.yaml:3:53", "card.yaml:3:103"]
    done(edit.delete_column(cards, "cost", cards.seen, force=True))
    assert "cost: " not in (tmp_path / "game.yaml").read_text("utf-8")
    assert edit.find_table(Workspace(tmp_path), "cards").header == ("id", "title", "suit", "copies")


def test_what_names_a_card_that_goes_is_said(tmp_path: Path) -> None:
    files = {
        "set-up.yaml": "title: Start\nplaces:\n  - {deck: cards, pieces: [C1, C2], at: [1, 2]}\n",
        "rules.md": '# Play\n\n![Two cards](cards/C2 cards/C3 "17")\n',
    }
    cards = table(tmp_path, **files)
    change = edit.delete_rows(cards, [1], cards.seen)
    words = [(str(problem.place).rsplit("/", 1)[-1], problem.message) for problem in change.warnings]
    assert words == [("set-up.yaml:3:32", "this names the card C2"), ("rules.md:3:14", "this names the card C2")]
    assert all(problem.severity == "warning" for problem in change.warnings)


def test_rows_that_stay_the_same_are_typed_once(tmp_path: Path) -> None:
    before = table(tmp_path).pieces
    put(tmp_path, {"cards.csv": CSV.replace("Scout", "Spy")})
    after = edit.find_table(Workspace(tmp_path), "cards").pieces
    assert [old is new for old, new in zip(before, after, strict=True)] == [True, True, False]


@pytest.mark.parametrize("name", starter.names())
def test_a_new_game_takes_another_card(tmp_path: Path, name: str) -> None:
    starter.write(tmp_path / "mine", name)
    workspace = Workspace(tmp_path / "mine")
    cards = edit.find_table(workspace, next(iter(model.declared(workspace).decks)))
    edit.write(edit.duplicate_rows(cards, [0], cards.seen))
    assert only_errors(pipeline.check(tmp_path / "mine", CheckOptions()).problems) == []


@pytest.mark.parametrize(
    ("head", "declared", "to", "after"),
    [
        ("Cost (coins)", 'cost-coins: {from: "Cost (coins)", type: int}', "Price (coins)", "price-coins"),
        ("Cost (coins)", 'cost-coins: {from: "Cost (coins)", type: int}', "Price", "price"),
        ("Cost", "cost: int", "Cost (coins)", "cost-coins"),
        ("cost", 'cost: {type: "int?"}', "Cost!", "cost"),
    ],
)
def test_a_column_gets_another_heading_whatever_it_says(
    tmp_path: Path, head: str, declared: str, to: str, after: str
) -> None:
    name = declared.partition(":")[0]
    game = GAME.replace("columns: {title: text,", "columns: {title: text, " + declared + ",").replace(
        ' cost: "int?",', ""
    )
    layout = LAYOUT.replace("{cost}", "{" + name + "}").replace("{cost:", "{" + name + ":")
    files = {"game.yaml": game, "layouts/card.yaml": layout, "lang/fr/cards.csv": "id,title\nC1,Bourdon\n"}
    cards = table(tmp_path, CSV.replace("cost", head).replace('"', "").replace("Queen, old", "Queen"), **files)
    assert cards.column(name).head == head
    done(edit.rename_column(cards, name, to, cards.seen))
    again = edit.find_table(Workspace(tmp_path), "cards")
    assert (again.column(after).head, again.column(after).column is not None) == (to, True)
    assert "{" + after + "}" in (tmp_path / "layouts/card.yaml").read_text("utf-8")
    assert [row.values[after] for row in again.pieces if row][:2] == [1, 2]


def test_a_new_column_may_have_any_heading(tmp_path: Path) -> None:
    cards = table(tmp_path)
    done(edit.add_column(cards, "Power (max.)", "whole number", [], "3", 5, cards.seen))
    again = edit.find_table(Workspace(tmp_path), "cards")
    assert again.column("power-max").head == "Power (max.)"
    with pytest.raises(BuildError, match="there is a column power max already"):
        edit.add_column(again, "power max", "text", [], "", 5, again.seen)
    with pytest.raises(BuildError, match="cannot be the heading of a column"):
        edit.add_column(again, "#", "text", [], "", 5, again.seen)


SLOTS = """\
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: paper,
    choose: {by: "{suit}", sun: {fill: black}, else: {fill: ink}}}
  suit: {kind: text, font: source-sans, size: 8, text: "{suit}", box: [5, 50, 53, 5], height: [3, 9]}
  title: {kind: text, font: source-sans, size: 12, text: "{title} of {suit}", box: [5, 5, 53, 8]}
  cost: {kind: text, font: source-sans, size: 9, text: "{cost}", box: [5, 60, 53, 5], moves-with: suit,
    when: {suit: {is-not: rain}}}
"""


def test_a_condition_of_several_columns_follows_one_that_is_renamed_or_deleted(tmp_path: Path) -> None:
    layout = SLOTS.replace("when: {suit: {is-not: rain}}", "when: {suit or cost: not-empty}")
    cards = table(tmp_path, **{"layouts/card.yaml": layout})

    def conditions() -> str:
        return (tmp_path / "layouts/card.yaml").read_text("utf-8").partition("when: ")[2]

    done(edit.rename_column(cards, "suit", "weather", cards.seen))
    assert conditions() == "{weather or cost: not-empty}}\n"
    again = edit.find_table(Workspace(tmp_path), "cards")
    done(edit.delete_column(again, "weather", again.seen, everywhere=True))
    assert conditions() == "{cost: not-empty}}\n"


def test_a_choice_by_several_columns_goes_on_by_those_that_are_left(tmp_path: Path) -> None:
    layout = SLOTS.replace('by: "{suit}", sun: {fill: black}, else:', 'by: "{suit}{cost}", empty: {fill: black}, else:')
    cards = table(tmp_path, **{"layouts/card.yaml": layout})
    with pytest.raises(BuildError) as refused:
        edit.delete_column(cards, "suit", cards.seen)
    assert refused.value.problems[0].hint == "the other columns of its choice stay"
    done(edit.delete_column(cards, "suit", cards.seen, everywhere=True))
    assert 'choose: {by: "{cost}", empty: {fill: black}' in (tmp_path / "layouts/card.yaml").read_text("utf-8")


def test_a_column_is_deleted_with_the_layers_and_conditions_that_use_it(tmp_path: Path) -> None:
    cards = table(tmp_path, **{"layouts/card.yaml": SLOTS})
    with pytest.raises(BuildError) as refused:
        edit.delete_column(cards, "suit", cards.seen)
    assert [problem.hint for problem in refused.value.problems] == [
        "it looks alike on all cards then",
        "it is deleted too",
        "its text is {title} of then",
        "it shows on all cards then",
    ]
    done(edit.delete_column(cards, "suit", cards.seen, everywhere=True))
    assert (
        (tmp_path / "layouts/card.yaml").read_text("utf-8")
        == """\
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: ink}
  title: {kind: text, font: source-sans, size: 12, text: "{title} of", box: [5, 5, 53, 8]}
  cost: {kind: text, font: source-sans, size: 9, text: "{cost}", box: [5, 60, 53, 5]}
"""
    )
    assert not only_errors(pipeline.check(tmp_path, CheckOptions()).problems)


def test_a_total_that_a_formula_makes_is_shown_as_what_it_comes_to(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Cards"
    rows = (("id", "title", "cost", "suit", "copies"), ("C1", "Drone", 1, "sun", 2), ("C2", "Queen", 2, "rain", 3))
    for row in (*rows, ("TOTAL", None, None, None, "=SUM(E2:E3)")):
        sheet.append(row)
    tiny(tmp_path)
    game = GAME.replace("data: cards.csv", "data: {file: cards.xlsx, sheet: Cards}")
    put(tmp_path, {"game.yaml": game, "cards.xlsx": saved(book)})
    cards = edit.find_table(Workspace(tmp_path), "cards")
    assert [row[-1] for row in cards.texts] == ["2", "3", "5"] and cards.asides == {2}
