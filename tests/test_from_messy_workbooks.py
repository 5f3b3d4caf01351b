"""`beeprint new --from` workbooks as designers keep them: two commands, and only cards come out."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from openpyxl import Workbook, load_workbook

import messy
from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import Problem, only_errors
from beeprint.drawing.drawing import Run, walk
from command import call
from workbooks import archive, line, ods, parts_of, saved, words, xlsx

SECOND_CELL = "if one is a piece or an entry, fill in a second cell of its row, such as its copies"
HEADS = ["Name", "Type", "Cost", "Rules", "Qty"]
ROWS = [
    ["Moth", "Night", 1, "Flies to the next lamp.", 2],
    ["Owl", "Night", 3, "Looks at the top three cards.", 1],
    ["Bee", "Day", 2, "Visits a flower nearby.", 3],
    ["Fox", "Night", 2, "Takes a card from a neighbour.", 2],
    ["Hare", "Day", 1, "Runs two fields further.", 2],
    ["Lark", "Day", 1, "Ends the night at once.", 1],
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def book(rows: Sequence[Sequence[Any]], heads: Sequence[str] = HEADS, forms: dict[str, str] | None = None) -> Path:
    """Write cards.xlsx; `forms` are number formats by columns' letters."""
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Cards"
    for cells in (heads, *rows):
        sheet.append(list(cells))
    for letter, form in (forms or {}).items():
        for cell in sheet[letter][1:]:
            cell.number_format = form
    Path("cards.xlsx").write_bytes(saved(made))
    return Path("cards.xlsx")


def new(source: Path) -> tuple[list[str], dict[str, Any]]:
    """Make a game; return what is said of it, and its deck."""
    notes = starter.write_from(Path("game"), source)
    (deck,) = yaml.load(Path("game/game.yaml").read_text("utf-8"), yaml.BaseLoader)["decks"].values()
    return notes, deck


def checked() -> tuple[list[str], list[Problem]]:
    """Return the titles or ids of all cards of the game, and all problems."""
    checked = pipeline.check(Path("game"), Options())
    (deck,) = checked.game.decks.values()
    return [row.texts.get("name") or row.id for row in deck.rows.rows], list(checked.problems)


def printed() -> str:
    """Return the words on the sheets of the game."""
    with pypdfium2.PdfDocument("output/game/home-a4/cards.pdf") as pdf:
        return "".join(pdf[number].get_textpage().get_text_range() for number in range(len(pdf)))


# whole workbooks -----------------------------------------------------------------------------------------------------


def test_an_english_workbook_is_printed_after_two_commands() -> None:
    Path("harbour.xlsx").write_bytes(messy.english())
    made = call("new", "game", "--from", "harbour.xlsx")
    assert made.exit_code == 0 and made.stderr.splitlines()[-2:] == [
        "next: beeprint studio game opens it in the browser, to change and to print",
        "or: beeprint build game makes the files to print; then read game/game.yaml",
    ]
    assert made.stdout.splitlines() == [
        "left out: the sheet Changes, since it does not look like a list of cards (--sheet Changes takes it)",
        "harbour.xlsx:Card list!A4: 3 rows have a single filled cell, as headings have, so they are left out: row 4, "
        "'HARBOUR CARDS'; row 12, 'Market cards'; row 20, 'printed list, please tell Sam before you...'",
        f"    hint: {SECOND_CELL}, and split merged cells",
        "harbour.xlsx:Card list!G18: row 18 sums up the column Qty, so it is left out",
        "    hint: delete it; if it is a piece or an entry, write its numbers without a formula",
        "card-list: 24 pieces in 9 rows of harbour.xlsx, sheet Card list",
        "  the names of the columns are in row 3; what stands above is left out",
        "  Card Name: title; printed in the middle",
        "  Type: one of Crew, Ship, Event; printed at the foot, colours the cards",
        "  Cost: a whole number; printed in the badge at the top",
        "  Rules Text: text; printed at the foot",
        "  Flavor Text: flavour; printed at the foot",
        "  Qty: copies",
        "  Sells for: text, as the sheet shows it, such as $2.50; printed at the foot",
        "  left out: # (a running number), Done? (about the work, by its name), Last changed (about the work, by its "
        "name), Power calc (it is hidden in the sheet), Notes (a remark, by its name)",
        "  ids are made from Card Name",
        "  the template is action, since the cards have a text (--template chooses another, --look other colours)",
        "  cards of 63 x 88 mm",
        "add and remove cards freely; to fix their number, add a check, or remove the # before rules: in game.yaml",
    ]
    assert call("build", "game").exit_code == 0
    sheets = printed()
    assert sheets.count("Sells for") == 24 and "$3.75 \r\nSells for" in sheets
    assert not any(
        text in sheets for text in ("HARBOUR CARDS", "Market cards", "please tell", "2026", "Kim", "unnamed")
    )


def test_a_german_workbook_whose_pictures_are_missing_is_a_draft_after_two_commands() -> None:
    Path("Waldlichter.xlsx").write_bytes(messy.german())
    made = call("new", "game", "--from", "Waldlichter.xlsx")
    assert made.exit_code == 0
    assert "karten: 20 pieces in 8 rows of Waldlichter.xlsx, sheet Karten" in made.stdout
    assert "row 2, 'Waldkarten'; row 7, 'Wetterkarten'" in made.stdout
    assert "row 13, 'Summe Karten:', sums up the column Anzahl, so it is left out" in made.stdout
    assert "  Wert in €: text, as the sheet shows it, such as 0,50 €; printed at the foot" in made.stdout
    assert made.stderr.splitlines()[-3:] == [
        "not ready: 8 errors, listed above, remain to be fixed in game/Waldlichter.xlsx",
        "next: beeprint studio game opens it in the browser, and shows what to fix",
        "or: beeprint build game --draft builds already, and marks what is wrong; once they are fixed, "
        "beeprint build game",
    ]
    spec = yaml.safe_load(Path("game/game.yaml").read_text("utf-8"))
    deck = spec["decks"]["karten"]
    assert spec["languages"] == ["de"] and "the language is de, by the names of the columns" in made.stdout
    assert deck["ignore"] == ["lfd. Nr.", "fertig?", "geändert am", "Bemerkung"]
    assert deck["columns"]["wert-in-eur"] == {"from": "Wert in €", "type": "text"}
    assert call("build", "game").exit_code == 1
    done = call("build", "game", "--draft")
    assert done.exit_code == 0 and "a draft, with 8 missing pictures" in done.stderr
    assert printed().count("2,50 € \r\nWert in €") == 2


def test_a_french_workbook_with_subtotals_is_printed_after_two_commands() -> None:
    Path("port.xlsx").write_bytes(messy.french())
    made = call("new", "game", "--from", "port.xlsx")
    assert made.exit_code == 0 and "cartes: 17 pieces in 8 rows of port.xlsx, sheet Cartes" in made.stdout
    for said in (
        "row 11, 'Cartes du marché', has a single filled cell, as a heading has, so it is left out",
        "row 12 repeats the names of the columns, so it is left out",
        "row 9, 'Sous-total', sums up the column Exemplaires, so it is left out",
        "row 17, 'Sous-total', sums up the column Exemplaires, so it is left out",
        "row 18, 'TOTAL GÉNÉRAL', sums up the column Exemplaires, so it is left out",
        "left out: N° (a running number), Terminé (about the work, by its name), Remarques (a remark, by its name)",
    ):
        assert said in made.stdout
    assert call("build", "game").exit_code == 0
    sheets = printed()
    assert "feuille 1 sur 2" in sheets.lower()
    assert (
        sheets.count("2,25 € \r\nPrix") == 2
        and sheets.count("Prix") == 17
        and sheets.count("Équipage") == 9
        and "otal" not in sheets
    )


# rows that are no cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "total",
    [
        [None, None, None, None, 11],
        [None, None, None, "Karten gesamt", 11],
        [None, None, 10, "in the box", 11],
        [None, "Sum", None, None, 11],
        ["Kartenzahl", None, None, None, 11],
        [None, None, 1.7, None, 11],
        ["Average", None, 1.7, None, 1.8],
    ],
)
def test_a_total_is_no_card_wherever_its_label_stands(total: list[Any]) -> None:
    unsure = "in the box" in total
    notes, _ = new(book([*ROWS, total]))
    names, problems = checked()
    assert "sums up the column Qty" in notes[0]
    if {"Sum", "Average"} & {*total}:  # it says so itself: the notes of the import are enough
        assert names == [row[0] for row in ROWS] and not problems
        return
    (warning,) = problems
    assert warning.severity == "warning" and warning.place.cell == "Cards!E8" and warning.message in notes[0]
    assert "sums up the column Qty" in warning.message
    assert ("so it is left out" in warning.message) is not unsure
    assert names == [row[0] for row in ROWS] + (["unnamed"] if unsure else [])


def test_a_card_that_happens_to_sum_up_others_stays() -> None:
    Path("cards.csv").write_text("Name,Qty\nSun,2\nRain,1\nFog,3\nHail,6\n", "utf-8")
    notes, _ = new(Path("cards.csv"))
    assert notes[0] == "cards: 12 pieces in 4 rows of cards.csv" and not checked()[1]


@pytest.mark.parametrize(
    ("at", "card"),
    [
        (6, ["Log", "Day", 5, "Swap two cards.", 11]),
        (6, ["Total Eclipse", "Night", 4, "All go dark for a round.", 11]),
        (3, ["Average Joe", "Day", 2, "Does his best every day.", 2]),
    ],
)
def test_a_row_that_says_what_a_card_says_is_one_whatever_its_name_and_number(at: int, card: list[Any]) -> None:
    rows = [*ROWS[:at], card, *ROWS[at:]]
    new(book(rows))
    names, problems = checked()
    assert names == [row[0] for row in rows] and not problems


@pytest.mark.parametrize(
    "total",
    [
        ["Subtotal", "Night", None, None, 11],
        ["Subtotal", "Night", 10, None, 11],
        ["All of it", "Day", 7, "Not a card.", "=SUM(E2:E7)"],
    ],
)
def test_a_row_with_the_name_of_its_section_or_a_formula_is_still_a_total(total: list[Any]) -> None:
    notes, _ = new(book([*ROWS, total]))
    names, problems = checked()
    assert names == [row[0] for row in ROWS] and "sums up the column Qty, so it is left out" in notes[0]
    assert len(problems) == ("Subtotal" not in total), "what says that it is a total needs no warning later"


def test_headings_are_named_in_one_line_and_come_back_with_a_second_cell() -> None:
    rows = [
        ["Night"],
        *ROWS[:3],
        [],
        ["A day without an end, for those who cannot sleep"],
        *ROWS[3:],
        ["Ghost"],
    ]
    notes, _ = new(book(rows))
    assert notes[0].splitlines() == [
        "cards.xlsx:Cards!A2: 3 rows have a single filled cell, as headings have, so they are left out: row 2, "
        "'Night'; row 7, 'A day without an end, for those who cann...'; row 11, 'Ghost'",
        f"    hint: {SECOND_CELL}",
    ]
    names, (warning,) = checked()
    assert names == [row[0] for row in ROWS] and warning.message in notes[0]
    rows[-1] = ["Ghost", None, None, None, 1]
    book(rows).rename("game/cards.xlsx")
    assert "Ghost" in checked()[0]


def test_merged_cells_of_cards_are_named_all_at_once_and_a_draft_does_without() -> None:
    path = book([["The night", None, None, None, None], *ROWS])
    made = load_workbook(path)
    for cells in ("A2:E2", "C4:D4", "C6:D6"):
        made["Cards"].merge_cells(cells)
    path.write_bytes(saved(made))
    done = call("new", "game", "--from", "cards.xlsx")
    assert done.exit_code == 0
    faults = only_errors(checked()[1])
    assert {problem.place.cell for problem in faults} == {f"Cards!{cell}" for cell in ("C4", "D4", "C6", "D6")}
    assert all(problem.hint == "split them, and write into each cell what it holds" for problem in faults)
    assert call("build", "game", "--draft").exit_code == 0


def test_of_merged_cells_one_may_stay_empty_where_others_do_and_a_draft_marks_only_theirs() -> None:
    hints = ["Dusty.", None, None, "Red.", None, "Loud."]
    path = book(
        [[*row[:4], hint, row[4]] for row, hint in zip(ROWS, hints, strict=True)], [*HEADS[:3], "Règle", "Goût", "Qty"]
    )
    made = load_workbook(path)
    made["Cards"].merge_cells("D4:E4")
    path.write_bytes(saved(made))
    new(path)
    first, second = only_errors(checked()[1])
    assert first.message == "Règle is merged: D4 to E4 are one cell (Bee, column Règle, cell D4)"
    assert first.hint == "split them, and write into each cell what it holds"
    assert second.message == "Goût is merged: D4 to E4 are one cell (Bee, column Goût, cell E4)"
    assert second.hint == "split them; cell E4 may stay empty"
    assert call("build", "game", "--draft", "--profile", "faces").exit_code == 0
    faces = Path("output/game/faces/cards").glob("*.front.svg")
    assert [face.name for face in faces if "#d62020" in face.read_text("utf-8")] == ["bee.front.svg"]


def test_ticks_that_were_filled_in_ahead_are_one_entry_of_a_line() -> None:
    lines = [",".join(map(str, [*row, "TRUE"])) for row in ROWS]
    Path("cards.csv").write_text("\n".join([",".join([*HEADS, "Done"]), *lines, *[",,,,,FALSE"] * 50]), "utf-8")
    notes, _ = new(Path("cards.csv"))
    assert "50 rows have no Name, Type, Rules as others have, so they are left out: row 8 to 57, 'FALSE'\n" in notes[0]
    assert checked()[0] == [row[0] for row in ROWS]


def test_a_row_of_units_below_the_heads_is_no_card() -> None:
    notes, deck = new(book([[None, None, "(coins)", None, "(pieces)"], *ROWS]))
    assert "row 2, '(coins) (pieces)', has no Name, Type, Rules as others have, so it is left out" in notes[0]
    assert deck["columns"]["cost"] == "int" and checked()[0] == [row[0] for row in ROWS]


def test_a_heading_that_states_the_sum_of_its_section_is_no_card() -> None:
    notes, _ = new(book([["The night", *[None] * 3, 3], *ROWS[:2], ["The day", *[None] * 3, 8], *ROWS[2:]]))
    assert "row 2, 'The night', sums up the column Qty, so it is left out" in notes[0]
    assert "row 5, 'The day', sums up the column Qty, so it is left out" in notes[1]
    assert checked()[0] == [row[0] for row in ROWS]


def test_names_of_groups_above_the_heads_are_skipped() -> None:
    path = book([HEADS, *ROWS], ["Card", "", "Play", "", ""])
    made = load_workbook(path)
    for cells in ("A1:B1", "C1:E1"):
        made["Cards"].merge_cells(cells)
    path.write_bytes(saved(made))
    notes, deck = new(path)
    assert "  the names of the columns are in row 2; what stands above is left out" in notes
    assert deck["data"] == {"file": "cards.xlsx", "head": "2"} and not checked()[1]


@pytest.mark.parametrize(
    ("above", "heads"),
    [
        ([["Night Garden: list of cards"], []], HEADS),
        ([["Night Garden", "as of 3 May"], []], HEADS),
        ([["Night Garden", None, None, None, datetime.date(2026, 5, 3)], []], HEADS),
        ([["Night Garden"], ["Version", 3], ["Author", "Ada"], []], HEADS),
        ([["Night Garden", "as of 3 May"]], HEADS),  # the numbers below Cost show that it is a name
        ([["Night Garden"], []], [*HEADS[:3], None, *HEADS[4:]]),
    ],
)
def test_names_of_columns_are_read_below_a_title_and_notes(above: list[list[Any]], heads: list[Any]) -> None:
    notes, deck = new(book([*above[1:], heads, *ROWS], above[0]))
    row = len(above) + 1
    assert f"  the names of the columns are in row {row}; what stands above is left out" in notes
    assert deck["data"] == {"file": "cards.xlsx", "head": str(row)}
    names, problems = checked()
    assert names == [cells[0] for cells in ROWS] and not [each for each in problems if "no name" not in each.message]


@pytest.mark.parametrize(
    ("heads", "rows"),
    [
        (["Name", "Type"], [[], ["Moth", "Night", "quick", "ink"], ["Owl", "Night", "slow", "ink"]]),  # they repeat
        (["Name", "Type"], [["Moth", "Night", "quick", "ink"], ["Owl", "Day", "slow", "pen"]]),  # nothing shows it
        (["Name", "Cost"], [["Moth", 1, 2, 3], ["Owl", 2, 3, 4], ["Bee", 3, 4, 5], ["Fox", 4, 5, 6]]),
    ],
)
def test_names_of_few_columns_in_the_first_row_stay(heads: list[Any], rows: list[list[Any]]) -> None:
    assert new(book(rows, heads))[1]["data"] == "cards.xlsx"


def test_rows_that_hold_only_what_was_filled_in_ahead_are_no_cards() -> None:
    ticked = [[at, *row, False] for at, row in enumerate(ROWS, start=1)]
    ahead = [[at, None, None, None, None, None, False] for at in range(7, 40)]
    notes, _ = new(book([*ticked, *ahead], ["#", *HEADS, "Done?"]))
    said = (
        "33 rows have no Name, Type, Rules as others have, so they are left out: row 8, '7 FALSE'; row 9, '8 FALSE'; "
    )
    assert said in notes[0]
    assert checked()[0] == [row[0] for row in ROWS]


# columns -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ("0.00\\ €", "2.50 €"),
        ('"$"#,##0.00', "$2.50"),
        ("0.00", "2.50"),
        ("[$€-407]\\ #,##0.00", "€ 2.50"),
        ('_-* #,##0.00\\ "€"_-', "2.50 €"),
    ],
)
def test_money_is_printed_as_the_sheet_shows_it_though_cents_are_few(form: str, shown: str) -> None:
    rows = [[*row, price] for row, price in zip(ROWS, (1, 2.5, 3, 4, 5, 10), strict=True)]
    notes, deck = new(book(rows, [*HEADS, "Price"], {"F": form}))
    assert deck["columns"]["price"] == "text" and not checked()[1]
    assert f"such as {shown.replace('2.50', '1.00')}; printed at the foot" in "".join(notes)
    assert call("build", "game").exit_code == 0
    there = printed()
    assert f"{shown} \r\nPrice" in there or f"Price {shown}" in there


@pytest.mark.parametrize(("form", "kind"), [("0%", "text"), ('"$"0', "text"), ('0 "coins"', "int"), ("General", "int")])
def test_whole_numbers_keep_what_their_format_says_of_them(form: str, kind: str) -> None:
    _, deck = new(book(ROWS, forms={"C": form}))
    assert deck["columns"]["cost"] == kind and not checked()[1]


def test_money_of_an_ods_spreadsheet_is_printed_as_it_is_shown() -> None:
    def money(name: str, value: str, text: str) -> str:
        cell = f'<table:table-cell office:value-type="currency" office:value="{value}"><text:p>{text}</text:p>'
        return line(name, "Sings a long song in the evening.").replace(
            "</table:table-row>", f"{cell}</table:table-cell></table:table-row>"
        )

    cards = money("Moth", "2.5", "2,50 €") + money("Owl", "3", "3,00 €") + money("Bee", "4", "4,00 €")
    Path("cards.ods").write_bytes(ods(line("Name", "Text", "Preis") + cards))
    _, deck = new(Path("cards.ods"))
    (money_deck,) = pipeline.check(Path("game"), Options()).game.decks.values()
    assert deck["columns"]["preis"] == "text"
    assert [row.texts["preis"] for row in money_deck.rows.rows] == ["2,50 €", "3,00 €", "4,00 €"]


def test_a_number_that_its_format_rounds_is_a_warning_wherever_it_counts() -> None:
    rows = [list(row) for row in ROWS]
    rows[1][2], rows[2][4] = 2.5, 1.5
    new(book(rows, forms={"C": "0", "E": "0"}))
    shown = "the sheet shows {}, which is what counts"
    assert [(problem.severity, problem.place.cell, problem.message) for problem in checked()[1]] == [
        ("warning", "Cards!C3", f"cost is 2.5, but {shown.format(3)} (Owl, column cost, cell C3)"),
        ("warning", "Cards!E4", f"copies is 1.5, but {shown.format(2)} (Bee, column copies, cell E4)"),
    ]


@pytest.mark.parametrize("head", ["Nr.", "No.", "#", "lfd. Nr.", "N°", "Karten-Nr.", "Card #", "Index"])
def test_running_numbers_are_on_no_card(head: str) -> None:
    notes, deck = new(book([[at, *row] for at, row in enumerate(ROWS, start=1)], [head, *HEADS]))
    assert f"  left out: {head} (a running number)" in notes
    assert "  Cost: a whole number; printed in the badge at the top" in notes
    assert len(deck["columns"]) == 6 and not checked()[1]


def test_numbers_that_are_the_cards_own_stay() -> None:
    _, deck = new(book([[at, *row] for at, row in enumerate(ROWS, start=1)], ["Number", *HEADS]))
    assert deck["columns"]["number"] == "int"
    Path("game").rename("other")
    _, deck = new(book([[at, *row] for at, row in zip((3, 1, 1, 2, 2, 5), ROWS, strict=True)], ["No.", *HEADS]))
    assert deck["columns"]["no"] == {"from": "No.", "type": "int"} and not checked()[1]


@pytest.mark.parametrize(
    "head",
    [
        *(
            "fertig?",
            "done",
            "geändert",
            "changed",
            "Date",
            "version",
            "status",
            "Last update",
            "Bild fertig",
            "Art status",
        ),
        *("geändert am", "Datum", "Stand", "Terminé", "Statut", "Playtested"),
    ],
)
def test_what_is_said_of_the_work_is_on_no_card(head: str) -> None:
    day = datetime.date(2026, 5, 3)
    notes, deck = new(book([[*row, day] for row in ROWS], [*HEADS, head], {"F": "yyyy-mm-dd"}))
    (said,) = [note for note in notes if "left out" in note]
    assert said.startswith(f"  left out: {head} (") and said.endswith(", by its name)")
    assert deck["ignore"] == [head] and not checked()[1]


@pytest.mark.parametrize("head", ["Status effect", "Versions of you", "Update rule", "Reprinted", "Standing"])
def test_heads_that_only_begin_like_remarks_stay(head: str) -> None:
    _, deck = new(book([[*row, "frozen"] for row in ROWS], [*HEADS, head]))
    assert len(deck["columns"]) == 7 and "ignore" not in deck


def test_dates_of_history_stay() -> None:
    _, deck = new(book([[*row, year] for row, year in zip(ROWS, range(1492, 1498), strict=True)], [*HEADS, "Date"]))
    assert deck["columns"]["date"] == "int"
    Path("game").rename("years")
    _, deck = new(book([[*row, f"20 July 19{60 + at}"] for at, row in enumerate(ROWS)], [*HEADS, "Date"]))
    assert deck["columns"]["date"] == "text"


def test_hidden_columns_and_rows_are_said() -> None:
    hidden = '<cols><col min="3" max="3" hidden="1"/></cols>'
    rows = words("Name", "Rules", "Power") + words("Moth", "Flies to the next lamp tonight.", "4")
    rows += words("Owl", "Looks.", "7").replace("<row>", '<row hidden="1">')
    parts = parts_of(xlsx(rows))
    name = "xl/worksheets/sheet1.xml"
    parts[name] = parts[name].replace(b"<sheetData>", f"{hidden}<sheetData>".encode())
    Path("cards.xlsx").write_bytes(archive(parts))
    notes, _ = new(Path("cards.xlsx"))
    assert "  left out: Power (it is hidden in the sheet)" in notes
    assert "  1 hidden row counts like any other: 3" in notes


def test_hidden_columns_and_rows_of_an_ods_spreadsheet_are_said() -> None:
    columns = "<table:table-column table:number-columns-repeated='2'/><table:table-column table:visibility='collapse'/>"
    rows = line("Name", "Rules", "Power") + line("Moth", "Flies to the next lamp tonight.", "4")
    rows += line("Owl", "Looks.", "7").replace("<table:table-row", "<table:table-row table:visibility='filter'")
    Path("cards.ods").write_bytes(ods(columns + rows))
    notes, _ = new(Path("cards.ods"))
    assert "  left out: Power (it is hidden in the sheet)" in notes
    assert "  1 hidden row counts like any other: 3" in notes


def test_signs_in_heads_become_words() -> None:
    rows = [[*row, "1", "2", "3"] for row in ROWS]
    _, deck = new(book(rows, [*HEADS, "Wert in €", "⚔️", "Macht ★"]))
    assert {"wert-in-eur", "crossed-swords", "macht"} <= {*deck["columns"]}


def test_art_is_german_for_kind() -> None:
    heads = ["Name", "Art", "Kosten", "Effekt", "Anzahl"]
    notes, deck = new(book(ROWS, heads))
    assert "  Art: one of Night, Day; printed at the foot, colours the cards" in notes
    assert deck["columns"]["copies"] == {"from": "Anzahl"}


# messages ------------------------------------------------------------------------------------------------------------


def test_a_message_names_the_line_that_declares_a_column() -> None:
    rows = [*ROWS, *([f"Card {at}", "Day", 1, f"Text {at}", 1] for at in range(6))]
    new(book(rows))
    rows[3][2], rows[4][1] = "X", "Dya"
    book(rows).rename("game/cards.xlsx")
    lines = Path("game/game.yaml").read_text("utf-8").splitlines()
    faults = only_errors(checked()[1])
    assert [problem.place.cell for problem in faults] == ["Cards!C5", "Cards!B6"]
    for problem in faults:
        number = int(problem.hint.rpartition("game.yaml, line ")[2].rstrip(")"))
        assert lines[number - 1].strip().startswith("cost:" if problem.place.cell == "Cards!C5" else "type:")


def test_two_cards_of_one_name_are_named_by_it_and_their_cells() -> None:
    new(book(ROWS))
    spec = Path("game/game.yaml")
    spec.write_text(re.sub(r"^#(rules:|  - )", r"\1", spec.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    rows = [*ROWS, ["Moth", "Day", 4, "Another moth altogether.", 1]]
    book(rows).rename("game/cards.xlsx")
    (fault, *_) = [problem for problem in checked()[1] if "already" in problem.message]
    assert fault.place.cell == "Cards!A8"
    assert fault.message == "name 'Moth' is already used in cell A2 (Moth, column name, cell A8)"


@pytest.mark.parametrize(
    ("name", "kind", "way"),
    [
        ("script.py", "this is a script", "give the table that it reads or writes"),
        ("deck.rb", "this is a Ruby script, but none of Squib", "give the script that makes the deck, or its table"),
        ("cards.docx", "this is a Word document", "copy its table into a spreadsheet, and save that as XLSX or CSV"),
        ("cards.pdf", "this is a PDF", "copy its table into a spreadsheet, and save that as XLSX or CSV"),
        ("cards.numbers", "this is a Numbers spreadsheet", "export it from Numbers: File > Export To"),
        (
            "cards.xls",
            "this is a spreadsheet in a format that is not read",
            "save the table as an Excel workbook (XLSX)",
        ),
        ("moth.png", "this is a picture", "give the table that names the pictures"),
        ("cards.dat", "files with the ending .dat are not known", "give it the ending .csv"),
        ("cards", "the file's name has no ending", "give it the ending .csv"),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_what_will_do(name: str, kind: str, way: str) -> None:
    Path(name).write_bytes(b"print(1)\n")
    done = call("new", "game", "--from", name)
    assert done.exit_code == 1 and not Path("game").exists()
    error, hint = done.stderr.splitlines()
    assert error.startswith(f"{name}: error: {kind}; a game is made of a table") and way in hint


def test_a_sheet_of_several_kinds_is_a_list_of_cards_and_one_of_notes_is_none(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Heroes & Monsters"
    for row in (["Hero", "Class", "HP"], ["Mira", "Rogue", 4], ["Ink", "Wizard", 3], ["Mimic", "Monster", 4]):
        sheet.append(row)
    notes = book.create_sheet("Playtest notes")
    for row in (["Note", "Date"], ["The boss is too strong.", "May"], ["More keys.", "June"]):
        notes.append(row)
    (tmp_path / "game.xlsx").write_bytes(saved(book))
    said = starter.write_from(tmp_path / "made", tmp_path / "game.xlsx")
    assert any(note.startswith("heroes-monsters: 3 pieces in 3 rows") for note in said), said
    assert any("the sheet Playtest notes, since it does not look like a list" in note for note in said), said


def test_kinds_by_their_head_and_symbols_in_parentheses_are_understood(tmp_path: Path) -> None:
    rows = [
        "Mira,Rogue,4,2,Open a door.",
        "Oat,Cleric,5,1,Heal 2 (heart).",
        "Ink,Wizard,3,1,Pay 1 (mana).",
        "Bat,Monster,2,1,",
    ]
    rows += ["Rat,Monster,1,1,Lose 1 (heart) (once)."]
    (tmp_path / "cards.csv").write_text("\n".join(["Hero,Class,HP,ATK,Skill", *rows, ""]), "utf-8")
    said = starter.write_from(tmp_path / "made", tmp_path / "cards.csv")
    assert any("Class: one of Rogue, Cleric, Wizard, Monster" in note and "colours the cards" in note for note in said)
    game = yaml.safe_load((tmp_path / "made" / "game.yaml").read_text("utf-8"))
    assert game["icons"] == {"(heart)": "heart", "(mana)": "drop"}
    layout = (tmp_path / "made" / "layouts" / "cards.yaml").read_text("utf-8")
    assert "Cleric: {icon: heal}" in layout and "Rogue: {icon: mask}" in layout
    assert not only_errors(pipeline.check(tmp_path / "made", Options()).problems)


def test_a_number_that_cannot_be_read_leaves_the_one_beside_it_in_a_draft(tmp_path: Path) -> None:
    rows = [f"Card {at},{at},{at + 1},A text that says what it does." for at in range(1, 9)]
    (tmp_path / "cards.csv").write_text("\n".join(["Name,HP,ATK,Text", *rows, "Boss,8,3?,Roar.", ""]), "utf-8")
    starter.write_from(tmp_path / "made", tmp_path / "cards.csv")
    checked = pipeline.check(tmp_path / "made", Options(draft=True))
    face = checked.faces["cards", "boss", "front"]
    said = {mark.text.strip() for mark, _ in walk(face.drawing.marks) if isinstance(mark, Run)}
    assert {"8", "HP", "Boss"} <= said
