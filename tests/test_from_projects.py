"""`beeprint new --from` projects of nanDECK and Cider: what comes through, and what is said to be left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import BuildError


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(here: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (here / "deck" / name).parent.mkdir(parents=True, exist_ok=True)
        (here / "deck" / name).write_text(text, "utf-8")
    return Path("deck")


NANDECK = """; cards of the hive
UNIT = MM
CARDSIZE = 70, 120
LINK = "bees.csv"
LINKMULTI = Howmany
FONT = Arial, 24, , #000000
TEXT = 1-{(name)}, [name], 5%, 0, 75%, 15%
"""


def test_a_script_of_nandeck_names_its_table_its_copies_and_the_size_of_its_cards(here: Path) -> None:
    source = written(
        here,
        {
            "hive.txt": NANDECK,
            "notes.txt": "Print on card stock.\n",
            "bees.csv": "name,cost,Howmany,x,y\nQueen,5,1,3,4\nDrone,1,4,5,6\n",
            "other.csv": "name\nx\n",
        },
    )
    assert starter.write_from(Path("game"), source)[:3] == [
        "hive.txt: left out: where things stand on a card; they stand in a plain layout",
        "bees: 5 pieces in 2 rows of bees.csv",
        "  name: title; printed at the top",
    ]
    game = pipeline.check(Path("game"), Options()).game
    assert list(game.decks) == ["bees"] and game.pieces == 5
    assert (game.decks["bees"].shape.width, game.decks["bees"].shape.height) == (70, 120)


def test_a_table_that_a_script_names_and_that_is_not_there_is_said(here: Path) -> None:
    source = written(here, {"hive.nde": "LINK=gone.csv\nLINK=[label]\n", "bees.csv": "name\nQueen\nDrone\n"})
    notes = starter.write_from(Path("game"), source)
    assert notes[0] == "hive.nde: left out: gone.csv, which is not in the folder" and "[label]" not in "".join(notes)


CARDS = '"Name","Count","Front Template","Back Template","Power","Rules"\n"Queen","1","Front","Back","5","Draw two."\n'


def test_each_deck_of_a_cider_project_becomes_a_deck(here: Path) -> None:
    source = written(
        here,
        {
            "decks/royal-court/cards.csv": CARDS,
            "decks/royal-court/attributes.csv": '"Name","Description","Type"\n"Power","","numeric"\n',
            "decks/royal-court/front.html": "<div>{{card.name}}</div>",
            "decks/royal-court/front.css": ".card {}",
            "decks/workers/cards.csv": CARDS.replace("Queen", "Drone").replace('"1"', '"4"'),
            "assets/crown.svg": "<svg/>",
        },
    )
    assert starter.write_from(Path("game"), source)[:2] == [
        "left out: decks/royal-court/front.html, templates in HTML; cards have a plain layout",
        "royal-court: 1 piece in 1 row of decks/royal-court/cards.csv",
    ]
    game = pipeline.check(Path("game"), Options()).game
    assert {name: (deck.spec.title, deck.rows.rows[0].copies) for name, deck in game.decks.items()} == {
        "royal-court": ("Royal court", 1),
        "workers": ("Workers", 4),
    }
    assert game.decks["workers"].spec.ignore == ("Front Template", "Back Template")


def test_a_database_of_cider_becomes_tables(here: Path) -> None:
    tables = {
        "decks": [{"id": 1, "name": "Royal Court"}, {"id": 2, "name": "Empty"}],
        "cards": [
            {"id": 7, "deckId": 1, "name": "Queen", "count": 2, "frontCardTemplateId": 1, "power": 5, "rare": True},
            {"id": 8, "deckId": 1, "name": "Guard", "count": 1, "power": 3, "rare": False},
        ],
        "assets": [{"id": 1}],
        "cardTemplates": [{"id": 1}],
    }
    stored = [{"tableName": name, "inbound": True, "rows": rows} for name, rows in tables.items()]
    (here / "database.json").write_text(
        json.dumps({"formatName": "dexie", "formatVersion": 1, "data": {"databaseName": "x", "data": stored}}), "utf-8"
    )
    notes = starter.write_from(Path("game"), Path("database.json"))
    assert notes[:3] == [
        "left out: 1 pictures in database.json",
        "left out: 1 templates in HTML in database.json",
        "royal-court: 3 pieces in 2 rows of decks/royal-court/cards.csv",
    ]
    rows = pipeline.check(Path("game"), Options()).game.decks["royal-court"].rows.rows
    assert [(row.texts["name"], row.values["power"], row.values["rare"]) for row in rows] == [
        ("Queen", 5, True),
        ("Guard", 3, False),
    ]


def test_a_database_of_another_form_is_refused(here: Path) -> None:
    (here / "database.json").write_text('{"formatName": "dexie", "data": []}', "utf-8")
    with pytest.raises(BuildError, match="this is not a database of Cider that beeprint knows"):
        starter.write_from(Path("game"), Path("database.json"))
    assert not (here / "game").exists()
