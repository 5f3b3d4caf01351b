"""`beeprint new --from` an ordinary workbook: one odd cell changes no column, and all that is left out is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from openpyxl import Workbook
from openpyxl.styles import Font

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import only_errors
from beeprint.game import model
from beeprint.sources.workspace import Workspace
from beeprint.starter import folder
from beeprint.starter.own_icons import own_icon
from command import beeprint
from pixels import plain
from workbooks import saved

HEADS = ("Card Name", "Type", "Cost", "Rules Text", "Flavour", "Qty", "Picture", "Notes")
NAMES = ("Moth", "Troll", "Ferry", "Bridge", "Stub", "Whistle", "Fog", "Bell", "Reed", "Heron")
KINDS = ("Creature", "Place", "Item", "Event")


def cards() -> list[list[Any]]:
    """Return ten sound cards: 15 pieces, every second one with a picture."""
    return [
        [
            *(
                name,
                KINDS[at % 3],
                at % 4,
                f"Draw {at} cards, then discard one of them.",
                "Softly." if at % 3 else None,
            ),
            *(1 + at % 2, f"{name.lower()}.png" if at % 2 else None, "too strong?" if at == 1 else None),
        ]
        for at, name in enumerate(NAMES)
    ]


def changed(row: int, column: int, value: Any) -> list[list[Any]]:
    rows = cards()
    rows[row][column] = value
    return rows


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pictures").mkdir()
    for name in NAMES[1::2]:
        (tmp_path / "pictures" / f"{name.lower()}.png").write_bytes(plain((900, 600), (90, 140, 60)))
    return tmp_path


def book(
    here: Path, rows: Sequence[Sequence[Any]], heads: Sequence[str] = HEADS, above: Sequence[str] = (), form: str = ""
) -> Path:
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Cards"
    for line in (*([row] if row else [] for row in above), heads, *rows):
        sheet.append(line)
    for cell in sheet["C"] if form else ():
        cell.number_format = form
    (here / "cards.xlsx").write_bytes(saved(made))
    return here / "cards.xlsx"


def new(here: Path, rows: Sequence[Sequence[Any]], **given: Any) -> tuple[list[str], dict[str, Any]]:
    """Make a game; return what is said of it, and its deck, with the rules that are switched off."""
    notes = starter.write_from(Path("game"), book(here, rows, **given))
    text = (here / "game" / "game.yaml").read_text("utf-8")
    spec = yaml.safe_load(re.sub(r"^#(rules:|  - )", r"\1", text, flags=re.MULTILINE))
    (deck,) = spec["decks"].values()
    return notes, {**deck, "rules": spec.get("rules", [])}


def errors() -> list[str]:
    errors = only_errors(pipeline.check(Path("game"), Options()).problems)
    return [f"{problem.place.cell} {problem.message}" for problem in errors]


def test_a_missing_picture_is_said_and_the_others_stay(here: Path) -> None:
    notes, deck = new(here, changed(1, 6, "gone.png"))
    assert "  Picture: picture, 4 of 5 files found; missing: gone.png (Cards!G3); printed in the middle" in notes
    assert errors() == ["Cards!G3 there is no picture pictures/gone.png (Troll, column picture, cell G3)"]
    hints = [problem.hint for problem in pipeline.check(Path("game"), Options()).problems]
    assert hints == ["add game/art/pictures/gone.png"]
    assert deck["columns"]["picture"] == "text?"


def test_a_picture_that_no_cell_names_is_offered_for_a_missing_one(here: Path) -> None:
    """A near file that another cell means is no help."""
    (here / "pictures" / "bell.png").rename(here / "pictures" / "béll.png")
    notes, _ = new(here, changed(1, 6, "heron2.png"))
    missing = "missing: bell.png (did you mean béll.png?), heron2.png (Cards!G3, Cards!G9)"
    assert f"  Picture: picture, 3 of 5 files found; {missing}; printed in the middle" in notes


def test_pictures_that_are_nowhere_are_missing_pictures(here: Path) -> None:
    for file in (here / "pictures").iterdir():
        file.unlink()
    notes, _ = new(here, cards())
    assert any(note.startswith("  Picture: picture, 0 of 5 files found; missing: bell.png") for note in notes)
    assert len(errors()) == 5


def test_a_near_miss_is_corrected_as_the_cell_must_hold_it(here: Path) -> None:
    new(here, changed(1, 6, "trol.png"))
    (problem,) = pipeline.check(Path("game"), Options()).problems
    assert problem.hint == "did you mean pictures/troll.png?" or problem.hint == "add game/art/pictures/trol.png"


@pytest.mark.parametrize("text", ["x2", "2x", "2 x"])
def test_a_wrong_count_is_said_and_the_others_count(here: Path, text: str) -> None:
    notes, deck = new(here, changed(3, 5, text))
    assert notes[0] == "cards: 15 pieces in 10 rows of cards.xlsx"
    assert f"  Qty: copies; this is not a whole number: {text} (Cards!F5)" in notes
    assert deck["rules"][0] == {"rule": "count", "deck": "cards", "is": 15}
    (error,) = only_errors(pipeline.check(Path("game"), Options()).problems)
    assert error.message.startswith(f"copies is '{text}'") and error.hint == "write it as 2"


def test_where_a_count_cannot_be_known_no_rule_states_it(here: Path) -> None:
    _, deck = new(here, changed(3, 5, "some"))
    assert [rule["rule"] for rule in deck["rules"]] == ["unique"]


@pytest.mark.parametrize(
    "head", ["# Copies", "# of cards", "Copies in deck", "No. of copies", "Qty", "Count", "How many"]
)
def test_a_head_that_counts_is_read_as_copies(here: Path, head: str) -> None:
    notes, _ = new(here, cards(), heads=[*HEADS[:5], head, *HEADS[6:]])
    assert f"  {head}: copies" in notes
    assert pipeline.check(Path("game"), Options()).game.pieces == 15


def test_numbers_of_rows_are_no_copies(here: Path) -> None:
    rows = [[at, *row[:5], *row[6:]] for at, row in enumerate(cards(), start=1)]
    notes, _ = new(here, rows, heads=["#", *HEADS[:5], *HEADS[6:]])
    assert notes[0].startswith("cards: 10 pieces") and any("# (a running number)" in note for note in notes)


def test_private_notes_are_on_no_card_and_said_to_be_left_out(here: Path) -> None:
    notes, deck = new(here, cards(), heads=[*HEADS[:7], "Designer Notes"])
    assert "  left out: Designer Notes (a remark, by its name)" in notes
    assert deck["ignore"] == ["Designer Notes"] and not errors()
    assert beeprint("build", "game").returncode == 0
    with pypdfium2.PdfDocument(here / "output/game/home-a4/cards.pdf") as pdf:
        words = "".join(pdf[number].get_textpage().get_text_range() for number in range(len(pdf)))
    assert "Troll" in words and "too strong" not in words


def test_a_number_keeps_its_column_whatever_its_format_adds(here: Path) -> None:
    for form in ('0 "coins"', "#,##0", "0"):
        notes, deck = new(here, cards(), form=form)
        assert "  Cost: a whole number; printed in the badge at the top" in notes and deck["columns"]["cost"] == "int"
        game = pipeline.check(Path("game"), Options()).game
        assert [row.texts["cost"] for row in game.decks["cards"].rows.rows][:4] == ["0", "1", "2", "3"]
        (here / "game").rename(here / f"game-{len(list(here.iterdir()))}")


def test_one_cell_without_a_number_keeps_the_badge_and_is_an_error(here: Path) -> None:
    notes, deck = new(here, changed(2, 2, "X"))
    assert deck["columns"]["cost"] == "int" and any(
        note.startswith("  Cost: a whole number; this is not a whole number: X (Cards!C4)") for note in notes
    )
    assert errors() == ["Cards!C4 cost is 'X', not a whole number (Ferry, column cost, cell C4)"]


@pytest.mark.parametrize("slip", ["Creatrue", "Itme"])
def test_a_mistyped_kind_is_no_kind_of_its_own(here: Path, slip: str) -> None:
    rows = [*cards(), ["Wisp", slip, 1, "Fly.", None, 1, None, None]]
    _, deck = new(here, rows)
    assert deck["columns"]["type"]["of"] == ["Creature", "Place", "Item"]
    (error,) = only_errors(pipeline.check(Path("game"), Options()).problems)
    assert error.place.cell == "Cards!B12" and error.hint.startswith(
        f"did you mean {'Item' if slip == 'Itme' else 'Creature'}? Otherwise add it to the words of"
    )


def test_marks_that_are_no_markup_are_named(here: Path) -> None:
    notes, deck = new(here, changed(0, 3, "Pay {2}: draw a card, and then another one."))
    said = "  Rules Text: text, printed as written, since D2 holds {2}, which is no markup"
    assert any(note.startswith(said) for note in notes)
    assert deck["columns"]["rules-text"]["markup"] == "icons"


def test_words_of_two_texts_in_braces_become_icons_of_beeprint_or_are_offered(here: Path) -> None:
    rows = cards()
    rows[0][3], rows[1][3] = "Pay 1 {coin} and 1 {grue}: draw a card.", "Gain 2 {coin}, or 1 {grue}, or {sun}."
    notes, deck = new(here, rows)
    assert deck["columns"]["rules-text"]["markup"] == "icons" and not errors()
    assert "icons: {coin} is the icon coin of beeprint" in notes
    assert any(note.startswith("  {grue}: printed as they are") for note in notes)
    icons = yaml.safe_load((here / "game" / "game.yaml").read_text("utf-8"))["icons"]
    assert icons == {"{coin}": "coin", "{sun}": "sun"}, "a word between the same marks is meant alike"
    assert (here / "game" / "art" / "icons" / "coin.svg").read_bytes() == own_icon("coin")
    said = [problem.message.split(",")[0] for problem in pipeline.check(Path("game"), Options()).problems]
    assert said == ["{grue} is no icon"]


def test_a_panel_is_drawn_where_it_holds_a_text(here: Path) -> None:
    rows = cards()
    for number, row in enumerate(rows):
        row[3], row[4] = ("" if number % 2 else "Draw a card."), ("" if number % 3 else "“Ah.”")
    new(here, rows)
    checked = pipeline.check(Path("game"), Options())
    panels = {
        face.id: any(slot.slot == "panel" and slot.marks for slot in face.slots)
        for face in checked.faces.values()
        if face.side == "front"
    }
    assert list(panels.values()) == [number % 2 == 0 or number % 3 == 0 for number in range(len(rows))]


def test_a_sheet_that_is_called_counters_becomes_a_deck(here: Path) -> None:
    path = book(here, cards())
    from openpyxl import load_workbook

    made = load_workbook(path)
    sheet = made.create_sheet("Counters")
    for row in (["Who", "Count"], ["Red stall", 6], ["Chili", 12]):
        sheet.append(row)
    made.save(path)
    starter.write_from(Path("game"), path)
    counters = pipeline.check(Path("game"), Options()).game.decks["counters"]
    assert [row.copies for row in counters.rows.rows] == [6, 12]


def test_markup_stays_where_more_cells_use_it_than_not(here: Path) -> None:
    rows = cards()
    for row in rows[1:]:
        row[3] = "Draw **two** cards, then discard one of them."
    rows[0][3] = "Pay {2}: draw a card, and then another one."
    _, deck = new(here, rows)
    assert deck["columns"]["rules-text"] == {"from": "Rules Text", "type": "text"}
    assert [error.split(" ")[0] for error in errors()] == ["Cards!D2"]


def test_rows_of_one_name_are_said(here: Path) -> None:
    notes, deck = new(here, changed(6, 0, "Moth"))
    assert "  2 rows are called Moth: Cards!A2, Cards!A8" in notes
    assert [rule["rule"] for rule in deck["rules"]] == ["count"]


@pytest.mark.parametrize(("label", "total"), [("Total", 15), ("cards in total", "=SUM(F2:F11)")])
def test_a_row_of_totals_is_no_card(here: Path, label: str, total: object) -> None:
    notes, _ = new(here, [*cards(), [], [label, None, None, None, None, total]])
    assert f"cards.xlsx:Cards!F13: row 13, '{label}', sums up the column Qty, so it is left out\n" in notes[0]
    assert notes[1] == "cards: 15 pieces in 10 rows of cards.xlsx"
    checked = pipeline.check(Path("game"), Options())
    assert checked.game.pieces == 15 and not checked.problems, "said once is enough"


def test_rows_above_the_heads_are_skipped_and_written_down(here: Path) -> None:
    notes, deck = new(here, cards(), above=["MARSH LANTERNS v3", ""])
    assert "  the names of the columns are in row 3; what stands above is left out" in notes
    assert deck["data"] == {"file": "cards.xlsx", "head": 3} and not errors()
    game = pipeline.check(Path("game"), Options()).game
    assert game.decks["cards"].rows.place(game.decks["cards"].rows.rows[0]).cell == "Cards!A4"


def test_a_title_merged_over_the_table_is_skipped(here: Path) -> None:
    path = book(here, cards(), above=["MARSH LANTERNS v3"])
    from openpyxl import load_workbook

    made = load_workbook(path)
    made["Cards"].merge_cells("A1:H1")
    made["Cards"]["A1"].font = Font(bold=True)
    path.write_bytes(saved(made))
    starter.write_from(Path("game"), path)
    assert pipeline.check(Path("game"), Options()).game.pieces == 15


def test_sheets_that_are_no_lists_of_cards_are_left_out_unless_they_are_named(here: Path) -> None:
    from openpyxl import load_workbook

    path = book(here, cards())
    made = load_workbook(path)
    for line in (["Type", "Count"], ["Creature", 10], ["Place", 7], ["Item", 8]):
        made["Stats" if "Stats" in made.sheetnames else made.create_sheet("Stats").title].append(line)
    made.create_sheet("Ideas").append(["cards I cut"])
    made["Ideas"].append(["Leech"])
    made["Ideas"].append([None, "ask Tom"])
    path.write_bytes(saved(made))
    notes = starter.write_from(Path("game"), path)
    left = [note for note in notes if note.startswith("left out: the sheet")]
    assert [note.split(",")[0] for note in left] == ["left out: the sheet Stats", "left out: the sheet Ideas"]
    assert list(pipeline.check(Path("game"), Options()).game.decks) == ["cards"]
    starter.write_from(Path("both"), path, ("Stats", "Cards"))
    assert set(pipeline.check(Path("both"), Options()).game.decks) == {"stats", "cards"}
    done = beeprint("new", "none", "--from", "cards.xlsx", "--sheet", "Crads")
    assert done.returncode == 1 and "there is no sheet Crads" in done.stderr and "did you mean Cards?" in done.stderr
    assert not (here / "none").exists()


def test_a_column_of_a_workbook_without_a_name_is_left_out_with_a_warning(here: Path) -> None:
    notes, _ = new(here, [[*row, "hm" if at == 3 else None] for at, row in enumerate(cards())])
    assert any("column I (it has no name)" in note for note in notes)
    (problem,) = pipeline.check(Path("game"), Options()).problems
    assert (problem.severity, problem.place.cell) == ("warning", "Cards!I1")


def test_the_size_is_said_with_the_text_that_asks_for_it(here: Path) -> None:
    notes, deck = new(here, changed(4, 3, "Draw a card then discard it. " * 30))
    assert deck["shape"]["size"] == "tarot"
    assert any(note.startswith("  cards of 70 x 120 mm, since the text in cell D6 is too long") for note in notes)


@pytest.mark.parametrize("size", ["mini-card", "tarot", "60x60", "88 x 63", "us-poker"])
def test_cards_of_any_size_are_laid_out_for_it(here: Path, size: str) -> None:
    starter.write_from(Path("game"), book(here, cards()), size=size)
    assert not only_errors(pipeline.check(Path("game"), Options()).problems)


def test_a_size_that_is_none_is_refused(here: Path) -> None:
    book(here, cards())
    for size in ("huge", "2x3", "70"):
        done = beeprint("new", "game", "--from", "cards.xlsx", "--size", size)
        assert done.returncode == 2 and "write two sides in mm" in done.stderr and not (here / "game").exists()
    assert beeprint("new", "game", "--size", "tarot").returncode == 2


def test_a_layout_that_is_drawn_for_another_size_is_one_error(here: Path) -> None:
    new(here, cards())
    game = here / "game" / "game.yaml"
    for size in ("mini-card", "tarot"):
        game.write_text(game.read_text("utf-8").replace("size: standard-card", f"size: {size}"), "utf-8")
        errors = only_errors(pipeline.check(Path("game"), Options()).problems)
        assert [problem.place.file.rpartition("/")[2] for problem in errors] == ["cards.yaml", "back.yaml"]
        assert errors[0].message.startswith("this layout is drawn for 63 x 88 mm, but the cards are ")
        game.write_text(game.read_text("utf-8").replace(f"size: {size}", "size: standard-card"), "utf-8")


def test_layouts_of_another_size_come_from_a_second_folder(here: Path) -> None:
    new(here, cards())
    made = beeprint("new", "larger", "--from", "game/cards.xlsx", "--size", "tarot")
    assert made.returncode == 0 and "Picture: picture, 5 of 5 files found" in made.stdout
    for layout in (here / "larger" / "layouts").glob("*.yaml"):
        (here / "game" / "layouts" / layout.name).write_bytes(layout.read_bytes())
    game = here / "game" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("size: standard-card", "size: tarot"), "utf-8")
    checked = pipeline.check(Path("game"), Options())
    assert checked.problems == ()
    shape = checked.game.decks["cards"].shape
    assert (shape.width, shape.height) == (70, 120)


def test_a_draft_builds_what_can_be_read_and_counts_the_rest(here: Path) -> None:
    rows = changed(2, 2, "X")
    rows[3][5], rows[5][6] = "x2", "gone.png"
    book(here, rows)
    made = beeprint("new", "game", "--from", "cards.xlsx")
    assert made.returncode == 0
    assert "not ready: 3 errors, listed above, remain to be fixed in game/cards.xlsx" in made.stderr
    assert "or: beeprint build game --draft builds already, and marks what is wrong" in made.stderr
    assert beeprint("build", "game").returncode == 1
    done = beeprint("build", "game", "--draft")
    assert done.returncode == 0, done.stderr
    assert "2 unread cells" in done.stderr and "1 missing picture" in done.stderr
    face = (here / "output" / "game" / "faces" / "cards" / "ferry.front.svg").read_text("utf-8")
    assert "#d62020" in face.lower()


def test_a_mark_has_the_place_of_a_picture_and_the_text_that_of_a_flavour_that_a_row_lacks(here: Path) -> None:
    new(here, cards())
    layout = yaml.safe_load((here / "game" / "layouts" / "cards.yaml").read_text("utf-8"))
    slots = layout["slots"]
    text, picture, emblem = slots["text"]["choose"], slots["picture"], slots["emblem"]
    assert picture["box"][2] == 69 and picture["box"][3] > 30 and emblem["when"] == {"picture": "empty"}
    assert picture["box"][1] + picture["box"][3] > emblem["box"][1] + emblem["box"][3] > emblem["box"][1] > 3
    assert text["empty"]["box"][1] == text["not-empty"]["box"][1] >= picture["box"][1] + picture["box"][3]
    assert text["empty"]["box"][3] > text["not-empty"]["box"][3]
    assert slots["flavour"]["weight"] == "italic" and "Flavour" not in slots["flavour"]["text"]


def test_files_that_lie_beside_an_open_workbook_are_no_tables(here: Path) -> None:
    book(here, cards())
    (here / "~$cards.xlsx").write_bytes(b"\x05Tom")
    notes = starter.write_from(Path("game"), here)
    assert not any("~$" in note for note in notes)


def test_words_that_are_nearly_icons_or_become_none_are_warnings(here: Path) -> None:
    rows = changed(0, 3, "Gain 1 [coin] and 1 [cion] and a [word].")
    new(here, rows)
    game = here / "game" / "game.yaml"
    (here / "game" / "art" / "icons").mkdir(parents=True, exist_ok=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    (here / "game" / "art" / "icons" / "coin.svg").write_text(drawing, "utf-8")
    game.write_text(game.read_text("utf-8") + 'icons: {"[coin]": coin}\n', "utf-8")
    word, slip = sorted(
        pipeline.check(Path("game"), Options()).problems, key=lambda problem: problem.message[:4] == "[cio"
    )
    assert (slip.severity, slip.place.cell, slip.hint) == ("warning", "Cards!D2", "did you mean [coin]?")
    assert (word.severity, word.place.cell) == ("warning", "Cards!D2") and word.message.startswith("[word] is no icon")
    plain = game.read_text("utf-8").replace("Rules Text, type: text", "Rules Text, type: text, markup: no")
    game.write_text(plain, "utf-8")
    (problem,) = pipeline.check(Path("game"), Options()).problems
    assert problem.message.startswith("[coin] becomes no icon in the column rules-text")


def test_an_icon_that_is_not_there_says_where_to_put_it_or_how_to_print_its_name(here: Path) -> None:
    new(here, changed(0, 3, "Pay 1 :coin: to draw a card, and then another one."))
    game = here / "game" / "game.yaml"
    assert not errors()  # printed as it is written, as `new` says
    icons = here / "game" / "art" / "icons"
    icons.mkdir(parents=True, exist_ok=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    (icons / "coin.svg").write_text(drawing, "utf-8")
    (problem,) = pipeline.check(Path("game"), Options()).problems
    assert problem.message.startswith(":coin: becomes no icon in the column rules-text")
    assert problem.hint == "remove markup: from the column"
    game.write_text(game.read_text("utf-8").replace(", markup: icons", ""), "utf-8")
    assert pipeline.check(Path("game"), Options()).problems == ()
    (icons / "coin.svg").unlink()
    (problem,) = pipeline.check(Path("game"), Options()).problems
    assert problem.hint == "add game/art/icons/coin.svg or .png; or write \\:coin: to print the colons"


@pytest.mark.slow
def test_a_game_is_compared_with_its_last_build_wherever_one_stands(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(here, cards())
    done = beeprint("diff", "game")
    assert done.returncode == 2 and "there is no build of game in output or game/output: run" in done.stderr
    assert beeprint("build", "game").returncode == 0
    done = beeprint("diff", "game")
    assert done.returncode == 0 and not done.stderr and "(output/game/manifest.json)" in done.stdout
    monkeypatch.chdir(here / "game")
    for words in (["diff"], ["diff", "game"]):
        done = beeprint(*words)
        assert done.returncode == 0 and not done.stderr
        told = done.stdout.replace("\\", "")
        assert f"({here.as_posix()}/output/game/manifest.json)" in told and "looks as it did" in told
    # The newest of several builds counts.
    layout = here / "game" / "layouts" / "cards.yaml"
    layout.write_text(layout.read_text("utf-8").replace("fill: paper", "fill: mat"), "utf-8")
    assert "15 pieces to take out" in beeprint("diff").stdout
    assert beeprint("build").returncode == 0
    done = beeprint("diff")
    assert "(output/game/manifest.json)" in done.stdout and "looks as it did" in done.stdout


def test_a_missing_table_is_asked_for_in_words(here: Path) -> None:
    new(here, cards())
    (here / "game" / "cards.xlsx").unlink()
    done = beeprint("check", "game")
    assert "there is no file cards.xlsx in game" in done.stderr
    assert "put cards.xlsx into the folder of game.yaml" in done.stderr


@pytest.mark.parametrize(
    ("form", "values"),
    [
        ("0.0", (0, 0.5, 1, 1.5, 2, 2.5, 0, 1, 2, 0.5)),
        ("0%", (0.5, 0.25, 1, 0.5, 0.25, 1, 0.5, 0.25, 1, 1)),
        ('0.00" kg"', (1, 1.5, 1, 1.5, 2, 2, 1, 1.5, 1, 1)),
        ("General", (1, 0.5, 2, 1, 0.5, 2, 1, 0.5, 2, 1)),
    ],
)
def test_a_column_of_fractions_is_guessed_as_it_is_read(here: Path, form: str, values: Sequence[float]) -> None:
    rows = cards()
    for row, value in zip(rows, values, strict=True):
        row[2] = value
    _, deck = new(here, rows, form=form)
    assert deck["columns"]["cost"] == "text"
    assert errors() == []


def test_a_column_whose_format_is_unknown_is_read_and_said(here: Path) -> None:
    rows = cards()
    for at, row in enumerate(rows):
        row[2] = 0.5 + at
    notes, _ = new(here, rows, form="# ?/?")
    assert not any("Cost (it is empty)" in note for note in notes)
    assert len(errors()) == len(rows)
    assert "C2" in errors()[0]


def test_words_in_brackets_are_offered_as_icons_all_in_one_line(here: Path) -> None:
    rows = cards()
    for row in rows:
        row[3] = "Take [Münze], then [grue eye]."
    notes, _ = new(here, rows)
    said = next(at for at, note in enumerate(notes) if note.startswith("  [Münze], [grue eye]: printed as they are"))
    assert notes[said + 1].endswith('such as art/icons/munze.svg: icons: {"[Münze]": munze, "[grue eye]": grue-eye}')
    written = (here / "game" / "game.yaml").read_text("utf-8")
    line = notes[said + 1].partition(".svg: ")[2]
    (here / "game" / "game.yaml").write_text(f"{written}{line}\n", "utf-8")
    assert {error.partition(" ")[2] for error in errors()} >= {
        "there is no picture icons/grue-eye, which [grue eye] becomes"
    }


def test_a_head_with_control_characters_is_written_so_that_the_game_can_be_read(here: Path) -> None:
    heads = "Name\tCo\bst\tA\x7fge\tSi\u2028ze\tKi\x85nd"
    rows = (f"{name}\t{at % 3}\t{at}\t{at + 1}\tx{at % 2}\n" for at, name in enumerate(NAMES))
    (here / "odd.tsv").write_text(f"{heads}\n{''.join(rows)}", "utf-8", newline="")
    assert beeprint("new", "odd", "--from", "odd.tsv").returncode == 0
    columns = yaml.safe_load((here / "odd" / "game.yaml").read_text("utf-8"))["decks"]["odd"]["columns"]
    assert "Co\bst" in {column.get("from") for column in columns.values() if isinstance(column, dict)}


def test_a_table_with_nothing_but_ids_makes_a_game_that_can_be_read(here: Path) -> None:
    (here / "bare.tsv").write_text("id\ttitle\tcost\na\t\n", "utf-8")
    told = beeprint("new", "bare", "--from", "bare.tsv")
    assert told.returncode == 0 and "columns must be" not in told.stderr
    assert yaml.safe_load((here / "bare" / "game.yaml").read_text("utf-8"))["decks"]["bare"]["columns"] == {}


def test_of_too_many_files_those_beside_the_table_count(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    far = here / "a" / "b"
    far.mkdir(parents=True)
    for number in range(30):
        (far / f"{number}.png").touch()
    monkeypatch.setattr(folder, "MAX_FILES", 8)
    notes, _ = new(here, cards())
    assert "  Picture: picture, 5 of 5 files found; printed in the middle" in notes


def test_numbers_with_a_unit_are_texts_and_no_other_number_is_taken_for_a_slip(here: Path) -> None:
    costs = ["3 coins", "1 coin", "2 coins", "4 coins", "2 coins", "3 coins", "4 coins", "3 coins", "free", "6 coins"]
    costs += ["2 coins", "4 coins", "6 coins", "9 coins", "7 coins", "3 coins", "5 coins", "3 coins", "8 coins"]
    rows = [[f"Card {number}", cost, "Draw a card, then discard it."] for number, cost in enumerate(costs)]
    notes, deck = new(here, rows, heads=["Name", "Cost", "Text"])
    assert deck["columns"]["cost"] in ("text", {"from": "Cost", "type": "text"})
    assert not any("to see to" in note for note in notes) and errors() == []


def test_a_few_numbers_with_a_unit_that_come_often_are_choices(here: Path) -> None:
    rows = [[f"Card {at}", f"{at % 2 + 1} players", "Draw a card, then discard it."] for at in range(8)]
    _, deck = new(here, rows, heads=["Name", "For", "Text"])
    assert deck["columns"]["for"]["of"] == ["1 players", "2 players"]
    rows[0][1] = "3 players"
    Path("game").rename("before")
    assert new(here, rows, heads=["Name", "For", "Text"])[1]["columns"]["for"] in ("text", {"type": "text"})


def test_numbers_with_dashes_for_none_are_numbers_that_may_be_empty(here: Path) -> None:
    marks = ["-", "2", "3", "\u2013", "n/a", "2", "-", "3", "-", "1", "-", "2"]
    variable = ["1", "X", "2", "2", "1", "X", "1", "2", "X", "3", "3", "1"]
    rows = [
        [f"Card {at}", mark, cost, "Draw a card, then discard it."]
        for at, (mark, cost) in enumerate(zip(marks, variable, strict=True))
    ]
    notes, deck = new(here, rows, heads=["Name", "Power", "Cost", "Text"])
    assert deck["columns"]["power"] in ("int?", {"from": "Power", "type": "int?"})
    assert deck["columns"]["cost"] in ("text", {"from": "Cost", "type": "text"})  # no list of 1, X, 2 and 3
    (note,) = (note for note in notes if note.startswith("  Power:"))
    assert note.startswith("  Power: a whole number; -, \u2013, n/a count as empty") and errors() == []
    read = model.load(Workspace(Path("game")))[0].decks["cards"].rows.rows
    assert [row.values["power"] for row in read[:5]] == [None, 2, 3, None, None]
    assert {row.texts["power"] for row in read} == {"", "1", "2", "3"}


@pytest.mark.parametrize(
    ("file", "name"),
    [("Reef cards v1.csv", "reef-cards"), ("reef_V2.1 (3).csv", "reef"), ("Rev2.csv", "rev2"), ("V8.csv", "v8")],
)
def test_the_version_of_a_file_is_no_part_of_the_name_of_its_deck(here: Path, file: str, name: str) -> None:
    (here / file).write_text("Name,Text\nMoth,Fly.\nTroll,Sleep.\n", "utf-8")
    starter.write_from(here / "game", here / file)
    assert list(model.declared(Workspace(here / "game")).decks) == [name]
