"""`beeprint new --from` projects of nanDECK and Cider: what comes through, and what is said to be left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.sources.nodes import read_yaml
from pixels import plain


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


def slots(here: Path, deck: str) -> dict[str, Any]:
    layout = read_yaml((here / "game" / "layouts" / f"{deck}.yaml").read_bytes(), "layout").plain()
    assert isinstance(layout, dict)
    return layout["slots"]


def test_a_script_of_nandeck_places_columns_in_percent_of_its_cards(here: Path) -> None:
    source = written(
        here,
        {
            "hive.txt": NANDECK,
            "notes.txt": "Print on card stock.\n",
            "bees.csv": "name,cost,Howmany,x,y\nQueen,5,1,3,4\nDrone,1,4,5,6\n",
            "other.csv": "name\nx\n",
        },
    )
    assert starter.write_from(Path("game"), source)[:2] == [
        "bees: 5 pieces in 2 rows of bees.csv",
        "  name: title; printed at the top",
    ]
    game = pipeline.check(Path("game"), Options()).game
    assert list(game.decks) == ["bees"] and game.pieces == 5
    assert (game.decks["bees"].shape.width, game.decks["bees"].shape.height) == (70, 120)
    text = slots(here, "bees")["text"]
    assert (text["text"], text["font"], text["size"]) == ("{name}", "arimo", "24")
    assert text["box"] == ["3.5", "1", "52.5", "16"] and text["align"] == "centre"  # 5% and 75% of 70 mm


FULL = """;; the hive
CARDSIZE = 6, 9
LINK = "bees.csv", name, kind
[all] = "1-{(name)}"
[ink] = #AA0000
[crest] = "img/crest.png"
[both] = join([name], " of ", [kind])
INCLUDE = common.nde
FONT = Unknown Sans, 11, BI, [ink]
TEXT = [all], "[both]\\13\\hive", 1, 1, 4, 1.5, left, wordwrap
FONT = Georgia, 9, , [hue]
TEXT = "1-{(name)}", [kind], 0, 90%, 100%, 10%, center, wwcenter, 180
RECTANGLE = [all], 5%, 5%, 90%, 90%, #112233, EMPTY, 0.05
RECTANGLE = [all], 0, 0, 1, 1, [hue]
LINE = [all], 1, 2, 5, 2, #000000, 0.1
IF = [kind] = "Royal"
IMAGE = [all], [crest], 2, 3, 2, 2, 0, P
ELSE
ELLIPSE = [all], 2, 3, 2, 2, #FFFF00
ENDIF
IF = [kind] = [name]
TEXT = [all], never, 0, 0, 1, 1
ENDIF
TEXT = 2, "only the second", 0, 0, 1, 1
TEXT = [all], [name], <frame>, left
POLY = 1, 0, 0
POLY = 1, 5, 5
FOR = A, 1, 5
TEXT = [all], [name], 0, 0, 1, 1
NEXT
"""


def test_what_a_script_of_nandeck_draws_becomes_slots_and_the_rest_is_named_with_its_lines(here: Path) -> None:
    source = written(
        here,
        {
            "hive.nde": FULL,
            "common.nde": "TEXT = , [kind], 0, 8, 3, 1, right, bottom\nCHORD = 1\n",
            "bees.csv": "name,kind,hue\nQueen,Royal,#FF0000\nDrone,Worker,#0000FF\nNurse,Worker,#0000FF\n",
        },
    )
    (source / "img").mkdir()
    (source / "img" / "crest.png").write_bytes(plain((200, 200), (200, 120, 40)))
    notes = starter.write_from(Path("game"), source)
    assert [note for note in notes if ": left out: " in note] == [
        "common.nde: left out: CHORD in line 2: beeprint has no such step",
        "hive.nde: left out: TEXT in line 22: drawn only where a condition holds that is not of one column",
        "hive.nde: left out: TEXT in line 24: drawn only on the cards 2",
        "hive.nde: left out: TEXT in line 25: its box is not four lengths: <frame>, left",
        "hive.nde: left out: POLY in lines 26, 27: beeprint has no such step",
        "hive.nde: left out: FOR in line 28: what stands in it, which may be drawn often or never",
    ]
    drawn = slots(here, "bees")
    assert list(drawn) == ["ground", "text", "text-2", "text-3", "rectangle", "rectangle-2", "line", "image", "ellipse"]
    assert drawn["text-2"]["text"] == "{name} of {kind}\nhive" and drawn["text-2"]["weight"] == "bold-italic"
    assert drawn["text-2"]["box"] == ["10", "10", "40", "15"] and drawn["text-2"]["colour"] == "xaa0000"
    assert drawn["text-3"]["rotate"] == "180" and drawn["text-3"]["font"] == "source-serif"
    hues = {"#FF0000": {"colour": "xff0000"}, "#0000FF": {"colour": "x0000ff"}, "else": {}}
    assert drawn["text-3"]["choose"] == {"by": "{hue}", **hues}
    assert drawn["rectangle"]["stroke"] == "x112233" and drawn["rectangle"]["width"] == "0.5"
    assert drawn["line"]["box"] == ["10", "20", "40", "0"] and drawn["line"]["width"] == "1"
    assert drawn["image"]["when"] == {"kind": "Royal"} and drawn["ellipse"]["when"] == {"kind": "Worker"}
    problems = pipeline.check(Path("game"), Options()).problems
    assert [problem.message for problem in problems if problem.severity == "error"] == []


def test_a_text_in_the_middle_of_a_box_that_leaves_the_card_stays_where_it_is(here: Path) -> None:
    script = "LINK=bees.csv\nCARDSIZE=6,9\nFONT=Arial,12,,#000000\nTEXT=,[name],1,-4,4,9,left,center\n"
    starter.write_from(Path("game"), written(here, {"hive.nde": script, "bees.csv": "name\nQueen\nDrone\n"}))
    _, top, _, height = map(float, slots(here, "bees")["text"]["box"])
    assert top + height / 2 == pytest.approx(5)


def test_a_table_that_a_script_names_and_that_is_not_there_is_said(here: Path) -> None:
    source = written(here, {"hive.nde": "LINK=gone.csv\nLINK=[label]\n", "bees.csv": "name\nQueen\nDrone\n"})
    notes = starter.write_from(Path("game"), source)
    assert notes[0] == "hive.nde: left out: gone.csv, which is not in the folder" and "[label]" not in "".join(notes)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "script",
    ["[a]=[a][a]\n", '"' * 200_000, "{" * 200_000, "[" * 200_000, "IF=[a]=1\n" * 20_000, "TEXT=" + "," * 300_000],
)
def test_a_script_made_to_cost_much_is_read_in_time(here: Path, script: str) -> None:
    source = written(here, {"a.nde": f"LINK=b.csv\nTEXT=,[a],0,0,1,1\n{script}\n", "b.csv": "name\nQueen\nDrone\n"})
    starter.write_from(Path("game"), source)
    assert (here / "game" / "game.yaml").is_file()


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
