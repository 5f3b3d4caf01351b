"""`beeprint new --from` JSON and YAML as games on screens keep their cards, and tables as other programs write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import only_errors
from beeprint.drawing.drawing import Run, walk
from beeprint.outputs.shared import Checked
from beeprint.studio.import_notes import plain_notes


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(name: str, content: Any) -> tuple[list[str], dict[str, Any], Checked]:
    """Make a game of a file; return what was said, its decks in game.yaml, and what came of it."""
    text = content if isinstance(content, str) else json.dumps(content)
    Path(name).write_text(text, "utf-8")
    return made_from(Path(name))


def made_from(source: Path) -> tuple[list[str], dict[str, Any], Checked]:
    notes = starter.write_from(Path("game"), source)
    spec = yaml.safe_load(Path("game/game.yaml").read_text("utf-8"))
    checked = pipeline.check(Path("game"), Options())
    assert not only_errors(checked.problems), checked.problems
    return notes, spec["decks"], checked


def printed(checked: Checked, deck: str, row: str) -> list[str]:
    """Return the words of a front, those of a line together."""
    marks = walk(checked.faces[deck, row, "front"].drawing.marks)
    return [mark.text.strip() for mark, _ in marks if isinstance(mark, Run)]


WHITE = ["A very large and friendly bee.", "Being late.", "The last biscuit."]


def test_each_list_of_a_file_becomes_a_deck() -> None:
    black = [{"text": "What is that sound? _.", "pick": 1}, {"text": "I never leave without _ and _.", "pick": 2}]
    notes, decks, checked = make("party.json", {"white": WHITE, "black": black, "colours": ["red", "blue"]})
    assert decks["white"]["data"] == {"file": "party.json", "sheet": "white"}
    assert [row.texts["text"] for row in checked.game.decks["white"].rows.rows] == WHITE
    assert [row.texts["pick"] for row in checked.game.decks["black"].rows.rows] == ["1", "2"]
    assert notes[0].startswith("left out: the sheet colours, since it does not look like a list of cards")


def test_a_text_without_a_title_is_a_text() -> None:
    notes, _, checked = make("party.json", {"white": WHITE})
    assert "  text: text; printed at the foot" in notes
    second = checked.game.decks["white"].rows.rows[1].id
    assert " ".join(printed(checked, "white", second)) == "Being late."


def test_lists_deeper_in_a_file_are_chosen_by_their_path() -> None:
    cards = [{"name": "Bee", "power": 1}, {"name": "Wasp", "power": 2}]
    _, decks, _ = make("set.json", {"meta": {"date": "2020"}, "data": {"cards": cards, "tokens": cards[:1]}})
    assert decks["data-cards"]["data"] == {"file": "set.json", "sheet": "data.cards"}


def test_records_by_name_keep_their_names() -> None:
    notes, _, checked = make("cards.json", {"Strike": {"cost": 1, "text": "Hit."}, "Block": {"cost": 2, "text": "No."}})
    assert "  name: title; printed in the middle" in notes
    assert "Strike" in printed(checked, "cards", "strike")


def test_lists_of_texts_are_joined_and_mappings_left_out() -> None:
    cards = [
        {"name": "Bee", "keywords": ["First strike", "Flying"], "rules": ["Draw a card.", "Stop."], "at": {"x": 1}},
        {"name": "Wasp", "keywords": ["Flying"], "rules": ["Sting."], "at": {"x": 2}, "prints": [{"set": "A"}]},
    ]
    notes, decks, checked = make("cards.json", cards)
    assert "  left out: at (it holds a mapping), prints (it holds a list of mappings or lists)" in notes
    assert decks["cards"]["ignore"] == ["at", "prints"]
    rows = checked.game.decks["cards"].rows.rows
    assert [row.texts["keywords"] for row in rows] == ["First strike, Flying", "Flying"]
    assert [row.texts["rules"] for row in rows] == ["Draw a card.\nStop.", "Sting."]


def test_a_mapping_in_a_column_that_is_used_is_an_error_at_its_record() -> None:
    make("cards.json", [{"name": "Bee", "text": "Buzz."}, {"name": "Wasp", "text": "Sting."}])
    text = json.dumps([{"name": "Bee", "text": "Buzz."}, {"name": "Wasp", "text": {"en": "Sting."}}])
    Path("game/cards.json").write_text(text, "utf-8")
    (problem,) = only_errors(pipeline.check(Path("game"), Options()).problems)
    assert str(problem.place) == "game/cards.json:1:36" and "text holds a mapping" in problem.message


def test_tags_of_html_become_markup() -> None:
    text = "<b>Battlecry:</b> draw <i>two</i> cards &amp; stop*.<br>Then rest."
    notes, decks, checked = make("cards.json", [{"name": "Bee", "text": text}, {"name": "Wasp", "text": "Sting."}])
    assert "  text: text, with HTML tags as markup (<b>, <i>, <br>); printed at the foot" in notes
    assert decks["cards"]["columns"]["text"] == {"type": "text", "markup": "html"}
    marks = [mark for mark, _ in walk(checked.faces["cards", "bee", "front"].drawing.marks) if isinstance(mark, Run)]
    words = " ".join(mark.text.strip() for mark in marks)
    assert "Battlecry:" in words and "& stop*." in words and "<" not in words
    assert any("bold" in mark.font and "Battlecry:" in mark.text for mark in marks)


def test_lists_in_yaml_are_read_alike() -> None:
    _, decks, checked = make(
        "cards.yaml", "white:\n- A very large and friendly bee.\n- Late.\nblack:\n- {text: What? _}\n"
    )
    assert decks["white"]["data"]["sheet"] == "white" and len(checked.game.decks["white"].rows.rows) == 2


@pytest.mark.parametrize("name", ["deck/tables/cards.csv", "deck/src/data/cards.json"])
def test_a_table_below_the_folder_is_found(name: str) -> None:
    Path(name).parent.mkdir(parents=True)
    content = json.dumps([{"name": "Bee"}, {"name": "Wasp"}]) if name.endswith(".json") else "name\nBee\nWasp\n"
    Path(name).write_text(content, "utf-8")
    Path("deck/package.json").write_text('{"keywords": ["a game of bees that is very long"]}', "utf-8")
    _, decks, _ = made_from(Path("deck"))
    assert decks["cards"]["data"] == name.removeprefix("deck/")


def test_yaml_in_a_folder_is_a_table_where_there_is_no_other() -> None:
    Path("deck").mkdir()
    Path("deck/cards.yaml").write_text("- {name: Bee, power: 1}\n- {name: Wasp, power: 2}\n", "utf-8")
    Path("deck/settings.yaml").write_text("colour: red\n", "utf-8")
    notes, decks, _ = made_from(Path("deck"))
    assert list(decks) == ["cards"]
    assert any(note.startswith("left out: deck/settings.yaml:1:1: error: ") for note in notes)


def test_the_index_of_pandas_is_left_out_with_a_word() -> None:
    notes, _, _ = make("cards.csv", ",name,power\n0,Bee,3\n1,Wasp,5\n2,Fly,1\n")
    assert "  left out: column A (it has no name)" in notes


def test_bars_between_cells_are_read() -> None:
    _, _, checked = make("cards.csv", "name|power|text\nBee|3|Buzz, buzz.\nWasp|5|Sting.\n")
    assert checked.game.decks["cards"].rows.rows[0].texts["text"] == "Buzz, buzz."


def test_a_dash_is_no_title() -> None:
    rows = "".join(f"-,Bee {at},{at}\n" for at in range(5))
    notes, _, _ = make("cards.csv", f"title,creature,power\nQueen,Bee,7\n{rows}")
    assert not any("called -" in note for note in notes)
    assert any(note.startswith("  creature: title;") for note in notes)


def test_codes_of_cards_are_no_titles() -> None:
    _, _, checked = make("cards.csv", "id,text\nC01,The river floods the fields.\nC02,A dry year.\n")
    assert "C01" not in printed(checked, "cards", "C01")


@pytest.mark.parametrize(
    ("dates", "kept"),
    [
        (["2001-09-11", "2010-05-02", "2019-04-15"], True),
        (["4 July", "1 May", "25 December"], True),
        (["2025-03-01", "2025-03-04", "2026-01-09"], False),
        (["1.3.25", "4.3.25", "9.1.26"], False),
    ],
)
def test_dates_that_the_cards_are_about_stay(dates: list[str], kept: bool) -> None:
    rows = "".join(f"Event {at},{date}\n" for at, date in enumerate(dates))
    notes, _, _ = make("cards.csv", f"name,date\n{rows}")
    assert any("left out: date (about the work, by its name)" in note for note in notes) is not kept


@pytest.mark.parametrize(
    ("file", "deck", "title"), [("Keepers - Cards", "keepers-cards", "Keepers Cards"), ("a.b--c", "a-b-c", "A.b c")]
)
def test_names_of_decks_have_single_hyphens(file: str, deck: str, title: str) -> None:
    _, decks, _ = make(f"{file}.csv", "name,power\nBee,3\nWasp,5\n")
    assert decks[deck]["title"] == title


def test_a_picture_may_end_in_jfif() -> None:
    from pixels import plain

    Path("bee.jfif").write_bytes(plain((60, 60), (200, 160, 40)))
    notes, _, _ = make("cards.csv", "name,image\nBee,bee.jfif\nWasp,bee\n")
    assert "  image: picture, 2 of 2 files found; printed in the middle" in notes


def test_a_draft_keeps_title_and_kind_beside_a_number_that_cannot_be_read() -> None:
    kinds = ("Sky", "Land")
    rows = "".join(f"Card {at},{kinds[at % 2]},{(1, 'X', 3, '', 4, 4)[at]},It is bright.\n" for at in range(6))
    Path("cards.csv").write_text(f"Name,Type,Cost,Text\n{rows}", "utf-8")
    starter.write_from(Path("game"), Path("cards.csv"))
    checked = pipeline.check(Path("game"), Options(draft=True))
    assert {"Card 1", "Land", "X", "It is bright."} <= {*printed(checked, "cards", "card-1")}


def test_words_that_share_most_letters_are_choices_of_their_own() -> None:
    kinds = ["cave_familiar"] * 3 + ["forest_familiar"] * 3 + ["volcano_familiar", "forest_familiarr"]
    Path("cards.csv").write_text(
        "name,kind\n" + "".join(f"Card {at},{kind}\n" for at, kind in enumerate(kinds)), "utf-8"
    )
    notes = starter.write_from(Path("game"), Path("cards.csv"))
    said = next(note for note in notes if note.startswith("  kind: "))
    odd = "this is not in the list: forest_familiarr (cell B9)"
    assert said.startswith(f"  kind: one of cave_familiar, forest_familiar, volcano_familiar; {odd};")
    assert "not in the list: forest_familiarr; " in plain_notes([said])[0], "the page names no cells"


def test_many_cells_that_are_no_numbers_make_a_column_of_texts() -> None:
    costs = [*range(26), "(1|0)", "X", "X", "X", "X"]
    rows = "".join(f"Card {at},{cost}\n" for at, cost in enumerate(costs))
    _, _, checked = make("cards.csv", f"name,cost\n{rows}")
    assert "(1|0)" in " ".join(printed(checked, "cards", "card-26"))


def test_a_cost_that_may_be_x_is_still_in_the_badge() -> None:
    rows = "".join(f"Card {at},{cost}\n" for at, cost in enumerate([*range(26), "X", "X", "X", "X"]))
    notes, _, _ = make("cards.csv", f"name,cost\n{rows}")
    assert "  cost: text; printed in the badge at the top" in notes


def test_long_texts_below_the_name_of_a_title_are_texts() -> None:
    text = "Your whole crop was sold before the rain came. Collect 200 at once and move to the market."
    notes, _, _ = make("cards.csv", f"Card,Quantity\n{text},2\n{text[::-1]},1\n")
    assert "  Card: text; printed at the foot" in notes


def test_addresses_on_the_web_are_on_no_card() -> None:
    rows = "".join(f"Zombie {at % 2},https://example.org/{at}.png,type-5050ac23-{at}\n" for at in range(4))
    notes, decks, _ = make("cards.csv", f"label,image,key\n{rows}")
    assert "  left out: image (addresses on the web)" in notes and decks["cards"]["ignore"] == ["image"]
    assert not any("key: title" in note for note in notes)  # a key for machines


def test_blank_rows_above_the_names_of_columns_are_skipped() -> None:
    _, decks, _ = make("cards.csv", ",,\n,,\nname,power,\nBee,3,\nWasp,5,\n")
    assert decks["cards"]["data"] == {"file": "cards.csv", "head": 3}


def test_long_names_of_files_are_missing_pictures() -> None:
    files = [f"summoning-ritual_9e8899a18e56199d18893854bafc031{at}.jpg" for at in range(3)]
    Path("cards.csv").write_text("name,image\n" + "".join(f"C{file[-5]},{file}\n" for file in files), "utf-8")
    notes = starter.write_from(Path("game"), Path("cards.csv"))
    assert any(note.startswith("  image: picture, 0 of 3 files found; missing: ") for note in notes)
