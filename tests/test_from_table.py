"""`beeprint new --from` a table: a whole game that builds at once, and says what was guessed."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from PIL import Image

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import only_errors
from cases import examples
from command import beeprint
from workbooks import saved

BEES = """Card Name,Type,Cost,Qty,Rules Text,Image,Flavour
Queen Bee,Royal,5,1,"Draw *two* cards, then discard one.",queen.png,All hail
Drone,Worker,1,4,When played: gain 1 honey.,drone,Buzz
Scout,Worker,2,3,Look at the top three cards of any pile.,,
Guard,Royal,3,4,,queen.png,Stand back
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_table_becomes_a_game_that_builds(here: Path) -> None:
    (here / "sheets" / "img").mkdir(parents=True)
    (here / "sheets" / "bees.csv").write_text(BEES, "utf-8")
    for name in ("queen.png", "drone.jpg"):
        Image.new("RGB", (1200, 900), (200, 120, 40)).save(here / "sheets" / "img" / name)
    made = beeprint("new", "bees", "--from", "sheets/bees.csv")
    assert made.returncode == 0
    assert made.stdout.splitlines() == [
        "bees: 12 pieces in 4 rows of bees.csv",
        "  Card Name: title; printed in the middle",
        "  Type: one of Royal, Worker; printed at the foot, colours the cards",
        "  Cost: a whole number; printed in the badge at the top",
        "  Qty: copies",
        "  Rules Text: text; printed at the foot",
        "  Image: picture, 2 of 2 files found; printed in the middle",
        "  Flavour: flavour; printed at the foot",
        "  ids are made from Card Name",
        "  the template is action, since the cards have a text and a picture (--template chooses another, --look other "
        "colours)",
        "  cards of 63 x 88 mm",
        "add and remove cards freely; to fix their number, add a check, or remove the # before rules: in game.yaml",
    ]
    assert "edit bees/bees.csv from now on: the game reads no other file" in made.stderr
    assert "put pictures into bees/art/pictures" in made.stderr
    assert (here / "bees" / "bees.csv").read_text("utf-8") == BEES
    assert (here / "bees" / "art" / "pictures" / "drone.jpg").is_file()
    spec = yaml.safe_load((here / "bees" / "game.yaml").read_text("utf-8"))
    assert spec["decks"]["bees"]["columns"]["copies"] == {"from": "Qty"}
    built = beeprint("build", "bees")
    assert built.returncode == 0 and "warning" not in built.stderr, built.stderr
    assert "12 pieces" in built.stderr


def test_each_sheet_of_a_workbook_becomes_a_deck(here: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Honey cards"
    for row in (["ID", "Name", "Points"], ["H1", "Clover", 3], ["H2", "Lime", 4]):
        sheet.append(row)
    tools = book.create_sheet("Tools")
    for row in (["Name", "Hint"], ["Smoker", "Calms 12 : 3 [bees]"], ["Veil", "*"]):
        tools.append(row)
    book.create_sheet("Ideas").append(["nothing yet"])
    (here / "hive.xlsx").write_bytes(saved(book))
    notes = starter.write_from(Path("hive"), Path("hive.xlsx"))
    assert notes[:3] == [
        "left out: the sheet Ideas, since the table has no rows",
        "honey-cards: 2 pieces in 2 rows of hive.xlsx, sheet Honey cards",
        "  ID: id",
    ]
    checked = pipeline.check(Path("hive"), Options())
    assert {deck: [row.id for row in content.rows.rows] for deck, content in checked.game.decks.items()} == {
        "honey-cards": ["H1", "H2"],
        "tools": ["smoker", "veil"],
    }


def test_the_next_card_is_welcome_until_a_number_is_fixed(here: Path) -> None:
    (here / "bees.csv").write_text(BEES.replace(",Image,", ",Author,"), "utf-8")
    notes = starter.write_from(Path("game"), Path("bees.csv"))
    assert notes[-1].startswith("add and remove cards freely")
    file = here / "game" / "game.yaml"
    assert "rules" not in yaml.safe_load(file.read_text("utf-8"))
    more = BEES.replace(",Image,", ",Author,").replace("Drone,Worker,1,4", "Drone,Worker,1,5")
    (here / "game" / "bees.csv").write_text(more, "utf-8")
    assert beeprint("check", "game").returncode == 0
    file.write_text(re.sub(r"^#(rules:|  - )", r"\1", file.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    assert yaml.safe_load(file.read_text("utf-8"))["rules"] == [
        {"rule": "count", "deck": "bees", "is": 12},
        {"rule": "unique", "deck": "bees", "of": "rows", "column": "card-name"},
    ]
    done = beeprint("check", "game")
    assert done.returncode == 1 and "bees.csv holds 13 bees" in done.stderr


def test_a_folder_of_squib_gives_the_tables_that_its_script_names(here: Path) -> None:
    folder = here / "deck"
    folder.mkdir()
    (folder / "deck.rb").write_text("Squib::Deck.new(cards: 2) do\n  data = csv file: 'cards.csv'\nend\n", "utf-8")
    (folder / "cards.csv").write_text("name,qty\nSun,2\nRain,1\n", "utf-8")
    (folder / "other.csv").write_text("name\nx\n", "utf-8")
    starter.write_from(Path("game"), Path("deck"))
    assert list(pipeline.check(Path("game"), Options()).game.decks) == ["cards"]


def test_what_cannot_be_read_is_named_and_nothing_is_written(here: Path) -> None:
    (here / "empty").mkdir()
    for source, message in (
        ("empty", "this folder holds no table with rows"),
        ("none.csv", "no starter and no file none.csv"),
    ):
        done = beeprint("new", "game", "--from", source)
        assert done.returncode and message in done.stderr and not (here / "game").exists()


words = st.text(st.sampled_from("abc XYZ 0123456789 *:[]{}\\#'\"-,é—%&"), max_size=30)


@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_table_makes_a_game_that_checks(here: Path, data: st.DataObject) -> None:
    named = words.filter(lambda head: re.search(r"[A-Za-z0-9]", head) and not head.strip().startswith("#"))
    heads = data.draw(st.lists(named, min_size=1, max_size=6, unique_by=lambda head: " ".join(head.split()).casefold()))
    line = st.lists(words, min_size=len(heads), max_size=len(heads)).filter(lambda cells: any(map(str.strip, cells)))
    rows = data.draw(st.lists(line, min_size=1, max_size=5))
    with (here / "t.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([heads, *rows])
    name = f"game-{len(list(here.iterdir()))}"
    starter.write_from(Path(name), Path("t.csv"))
    # What is an error is a cell that does not fit the others of its column, and a draft can do without it.
    assert all(problem.hole for problem in only_errors(pipeline.check(Path(name), Options()).problems))
    assert not only_errors(pipeline.check(Path(name), Options(draft=True)).problems)
