"""`beeprint new --from` projects of Squib, nanDECK and Cider: what comes through, and what is said to be left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.cli import cli
from beeprint.starter.squib import scripts
from pixels import plain

BEES = """Name,Kind,Qty,Rules,Art
Queen,Royal,1,Draw two cards.,queen
Drone,Worker,3,Gain 1 honey.,drone
"""
SCRIPT = """require 'squib'
# old = csv file: 'gone.csv'
data = Squib.csv file: 'data/bees.csv'

Squib::Deck.new(cards: data.nrows, layout: ['layouts/bees.yml', 'economy.yml']) do
  background color: '#FFEECC'
  rect layout: :frame
  rect layout: :cut
  text str: data['Name'], layout: 'title', color: "#0A0"
  text(str: data.rules.map { |r| r.upcase },
       layout: :words)
  png file: data['Art'].map { |a| "img/#{a}.png" }, layout: 'art'
  svg layout: 'seal'
  save_pdf trim: '0.125in'
end
"""
LAYOUT = """base:
  x: 0.25in
  width: 57.15mm
  font: Lora Bold 36
title:
  extends: base
  y: 75
  height: 2cell
  align: center
  color: '#222'
words:
  extends: title
  y: += 600
  height: 2.54cm
  font_size: 30
  valign: middle
art:
  extends: base
  y: 250
  height: 1.5in
frame:
  x: 0.25in
  y: 0.25in
  width: 2.25in
  height: 3.25in
  radius: 50
  stroke_color: black
cut:
  x: 37.5
  y: 37.5
  width: 750
  height: 1050
seal:
  file: seal.png
  x: 700
  y: 1000
  width: 75
  height: 75
kind:
  extends: base
  y: 1000
  height: 60
  width: 400
unused:
  x: middle
lost:
  x: 5
  y: 5
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(here: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (here / "deck" / name).parent.mkdir(parents=True, exist_ok=True)
        (here / "deck" / name).write_text(text, "utf-8")
    return Path("deck")


def squib(here: Path, script: str = SCRIPT, layout: str = LAYOUT) -> list[str]:
    source = written(here, {"src/deck.rb": script, "layouts/bees.yml": layout, "data/bees.csv": BEES})
    for name in ("queen", "drone", "seal"):
        (here / "deck" / "img").mkdir(exist_ok=True)
        (here / "deck" / "img" / f"{name}.png").write_bytes(plain((900, 900), (200, 120, 40)))
    return starter.write_from(Path("game"), source)


def test_a_layout_of_squib_places_the_columns_that_its_script_prints(here: Path) -> None:
    assert squib(here) == [
        "src/deck.rb: left out: economy.yml, which is not in the folder",
        "bees: 4 pieces in 2 rows of data/bees.csv",
        "  Name: title; printed at the top",
        "  Kind: text; printed at the foot",
        "  Qty: copies",
        "  Rules: text; printed at the foot",
        "  Art: picture, 2 of 2 files found; printed in the middle",
        "  ids are made from Name",
        "  left out of the layout: base, cut, lost",
        "  printed as they are, without what the script computes: words, art",
        "  fonts are not read: texts are set in Source Sans",
        "  cards of 63.5 x 88.9 mm, as the project has them",
    ]
    text = (here / "game" / "layouts" / "bees.yaml").read_text("utf-8")
    assert text.splitlines()[3:] == [  # below the schema and two lines of comment
        "size: [63.5, 88.9]",
        "slots:",
        "  ground: {kind: shape, shape: outline, grow: 3.175, fill: xffeecc}",
        "  frame: {kind: shape, shape: rectangle, box: [3.17, 3.17, 57.15, 82.55], "
        "fill: none, stroke: x000000, corner: 4.233}",
        '  title: {kind: text, font: source-sans, size: 11.5, min: 6, text: "{name}", box: [3.17, 3.17, 57.15, 6.35], '
        "weight: bold, align: centre, colour: x00aa00}",
        '  words: {kind: text, font: source-sans, size: 9.6, min: 6, text: "{rules}", box: [3.17, 53.98, 57.15, 25.4], '
        "weight: bold, align: centre, valign: middle, colour: x222222}",
        '  art: {kind: picture, art: "pictures/{art}", box: [3.17, 17.99, 57.15, 38.1]}',
        '  seal: {kind: picture, art: "pictures/seal", box: [56.09, 81.49, 6.35, 6.35]}',
        '  kind: {kind: text, font: source-sans, size: 11.5, min: 6, text: "{kind}", box: [3.17, 81.49, 33.87, 5.08], '
        "weight: bold, colour: ink}",
    ]
    checked = pipeline.check(Path("game"), Options())
    deck = checked.game.decks["bees"]
    assert (deck.shape.width, deck.shape.height, deck.spec.bleed) == (63.5, 88.9, 3.175)
    assert checked.game.pieces == 4 and [problem for problem in checked.problems if problem.severity == "error"] == []


def test_a_box_with_the_name_of_a_column_shows_it_though_no_step_says_so(here: Path) -> None:
    script = SCRIPT.replace("png file: data['Art'].map { |a| \"img/#{a}.png\" }, layout: 'art'", "")
    squib(
        here,
        script.replace("text str: data['Name'], layout: 'title'", ""),
        LAYOUT.replace("title:", "name:", 1).replace("extends: title", "extends: name"),
    )
    text = (here / "game" / "layouts" / "bees.yaml").read_text("utf-8")
    assert '  art: {kind: picture, art: "pictures/{art}"' in text and "  name: {kind: text" in text


def test_each_deck_of_a_script_has_its_own_size_and_layout(here: Path) -> None:
    script = """
    one = csv file: 'one.csv'
    Squib::Deck.new cards: 2, width: '2.5in', height: '3.5in', layout: 'one.yml' do
      text str: one['Name'], layout: 'name'
    end
    two = csv(file: 'two.csv')
    Squib::Deck.new cards: 2, width: 600, height: 825, dpi: 300, layout: 'two.yml' do
      text str: two['Name'], layout: 'name'
      save_pdf trim: 37.5
    end
    """
    source = written(
        here,
        {
            "deck.rb": script,
            "one.csv": "Name\nQueen\nDrone\n",
            "two.csv": "Name\nSun\nRain\n",
            "one.yml": "name: {x: 1cm, y: 1cm, width: 4cm, height: 1cm}\n",
            "two.yml": "name: {x: 100, y: 200, width: 400, height: 100}\n",
        },
    )
    starter.write_from(Path("game"), source)
    game = pipeline.check(Path("game"), Options()).game
    assert {name: (deck.shape.width, deck.shape.height) for name, deck in game.decks.items()} == {
        "one": (63.5, 88.9),
        "two": (44.45, 63.5),
    }
    assert game.decks["one"].spec.back != game.decks["two"].spec.back
    assert "box: [10, 10, 40, 10]" in (here / "game" / "layouts" / "one.yaml").read_text("utf-8")
    assert "box: [5.29, 13.76, 33.87, 8.47]" in (here / "game" / "layouts" / "two.yaml").read_text("utf-8")


@pytest.mark.parametrize(("x", "size"), [(50, (63.5, 88.9)), (20, (69.85, 95.25)), (0, (63.5, 88.9))])
def test_what_is_cut_off_follows_from_the_boxes_where_the_script_does_not_say_it(
    x: int, size: tuple[float, float], here: Path
) -> None:
    squib(here, SCRIPT.replace("save_pdf trim: '0.125in'", ""), f"title: {{x: {x}, y: 50, width: 300, height: 100}}\n")
    shape = pipeline.check(Path("game"), Options()).game.decks["bees"].shape
    assert (shape.width, shape.height) == size


def test_a_layout_that_is_not_understood_leaves_a_plain_one(here: Path) -> None:
    notes = squib(here, layout="title: {x: middle}\nwords: [1, 2]\n")
    assert (
        "  left out: the layout of the script, which does not say where names stand; cards have a plain layout" in notes
    )
    assert not [one for one in pipeline.check(Path("game"), Options()).problems if one.severity == "error"]


def test_a_layout_that_is_no_yaml_is_said_to_be_left_out(here: Path) -> None:
    notes = squib(here, layout="title: {x: 1\nbroken\n")
    assert any(note.startswith("left out: layouts/bees.yml:") for note in notes)


def test_a_script_is_read_and_never_run() -> None:
    (script,) = scripts(
        "Squib::Deck.new do\n  data = csv file: `touch here`\n  text str: system('x'), layout: :a\nend\n"
    )
    assert script.data == {} and [(step.box, step.column) for step in script.bound] == [("a", "")]


@pytest.mark.parametrize(
    "words",
    [
        "dpi: 1.2.3",
        "dpi: 0",
        "width: 99999999999, height: 1",
        "width: '', height: '1 2 3'",
        "trim: 9999",
        "layout: ['layouts/bees.yml', 'src/deck.rb']",
        "layout: 'data/bees.csv.yml'",
    ],
)
def test_a_script_that_makes_no_sense_still_makes_a_game(words: str, here: Path) -> None:
    squib(here, SCRIPT.replace("cards: data.nrows,", f"{words},"))
    assert not [one for one in pipeline.check(Path("game"), Options()).problems if one.severity == "error"]


@pytest.mark.parametrize(
    "layout",
    [
        "title: {extends: title, x: 1}\n",
        "a: {extends: title}\ntitle: {extends: a, x: += 5, y: /= 0}\n",
        "title: {x: -5000, y: 9999999, width: -3, height: 1e400}\n",
        "title: {x: [1, 2], y: {a: b}, font: [x], align: [y]}\n",
        "title: {x: 1cm, y: 1cm, font_size: 99999, width: 1mm}\n",
        "title: {x: 0, y: 0, radius: 1e9,font: 'Arial 0'}\nframe: {x: 0, y: 0, radius: 99999, width: 50, height: 50}\n",
        "- title\n",
        "",
    ],
)
def test_a_layout_that_makes_no_sense_still_makes_a_game(layout: str, here: Path) -> None:
    squib(here, layout=layout)
    pipeline.check(Path("game"), Options())


def test_texts_too_long_for_their_boxes_are_told_when_the_game_is_made(here: Path) -> None:
    source = written(
        here,
        {
            "deck.rb": "d = csv file: 'a.csv'\n"
            "Squib::Deck.new layout: 'a.yml' do\n text str: d['Name'], layout: 'name'\nend\n",
            "a.csv": f"Name\n{'Queen of all the bees ' * 9}\n",
            "a.yml": "name: {x: 100, y: 100, width: 200, height: 50}\n",
        },
    )
    done = CliRunner().invoke(cli, ["new", "game", "--from", str(source)])
    assert done.exit_code == 0 and "does not fit at 6 pt" in done.stderr
    assert "not ready: 1 error, listed above, remains to be mended in game/a.csv" in done.stderr
    assert "next: beeprint build game --draft builds already, and marks what is wrong" in done.stderr


def test_of_several_scripts_for_one_table_it_is_said_which_is_taken_and_another_can_be(here: Path) -> None:
    def script(*boxes: str) -> str:
        steps = "".join(f" text str: d['Name'], layout: '{box}'\n" for box in boxes)
        return f"d = csv file: 'a.csv'\nSquib::Deck.new layout: 'a.yml' do\n{steps}end\n"

    source = written(
        here,
        {
            "small.rb": script("one"),
            "large.rb": script("one", "two"),
            "tokens.rb": "d = csv file: 'b.csv'\nSquib::Deck.new do\nend\n",
            "a.csv": "Name\nQueen\n",
            "b.csv": "Name\nHoney\n",
            "a.yml": "one: {x: 100, y: 100, width: 600, height: 90}\ntwo: {x: 100, y: 300, width: 600, height: 90}\n",
        },
    )
    notes = starter.write_from(Path("both"), source)
    assert "small.rb: left out for a.csv, whose cards large.rb makes (--from deck/small.rb takes this one)" in notes
    assert {*pipeline.check(Path("both"), Options()).game.decks} == {"a", "b"}
    assert "two: {" in Path("both/layouts/a.yaml").read_text("utf-8")
    starter.write_from(Path("one"), source / "small.rb")
    assert [*pipeline.check(Path("one"), Options()).game.decks] == ["a"]
    assert "two: {" not in Path("one/layouts/a.yaml").read_text("utf-8")


def test_a_script_alone_whose_table_lies_elsewhere_asks_for_the_folder(here: Path) -> None:
    source = written(here, {"src/deck.rb": SCRIPT, "data/bees.csv": BEES})
    done = CliRunner().invoke(cli, ["new", "game", "--from", str(source / "src" / "deck.rb")])
    assert done.exit_code == 1 and "this script names no table that lies in its folder or below" in done.stderr
    assert "data/bees.csv, which is not in the folder" in done.stderr
    assert "hint: give the folder of the project, or the table itself" in done.stderr


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


@pytest.mark.timeout(60)
@pytest.mark.parametrize("words", ["a" * 300_000, "a = " * 80_000])
def test_a_script_of_one_long_line_is_read_at_once(here: Path, words: str) -> None:
    assert "src/deck.rb: left out: economy.yml, which is not in the folder" in squib(here, f"{SCRIPT}\n{words}\n")


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "part",
    [
        f"background{' ' * 900_000}",
        "".join(f"a{number} = csv file: 'x'\n" for number in range(20_000)) + "b c " * 100_000,
    ],
    ids=["spaces", "names"],
)
def test_a_script_made_to_cost_much_is_read_in_time(part: str) -> None:
    assert len(list(scripts(f"data = Squib.csv file: 'bees.csv'\nSquib::Deck.new do\n{part}\nend\n"))) == 1
