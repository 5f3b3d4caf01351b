"""`beeprint new --from` projects of Squib: what comes through, and what is said to be left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import Workbook

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.cli import cli
from beeprint.sources.nodes import read_yaml
from beeprint.starter import ruby
from pixels import plain
from tiny_fonts import letters

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
  font: Lora Bold 12
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
  font_size: 10
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


def slots(here: Path, deck: str = "bees") -> dict[str, dict[str, object]]:
    layout = read_yaml((here / "game" / "layouts" / f"{deck}.yaml").read_bytes(), "layout").plain()
    assert isinstance(layout, dict)
    return layout["slots"]


def test_a_layout_of_squib_places_the_columns_that_its_script_prints(here: Path) -> None:
    assert squib(here) == [
        "src/deck.rb: left out: economy.yml, which is not in the folder",
        "bees: 4 pieces in 2 rows of data/bees.csv",
        "  Name: title; printed at the top",
        "  Kind: text; on no card",
        "  Qty: copies",
        "  Rules: text; printed at the foot",
        "  Art: picture, 2 of 2 files found; printed in the middle",
        "  ids are made from Name",
        "  src/deck.rb: left out: cut in line 8: it shows where cards are cut",
        "  src/deck.rb in line 10: Rules is printed as its cells are, without what is computed",
        "  Lora is not in the project: source-sans stands in for it (a font file in fonts/ changes that)",
        "  on no card: Kind",
        "  cards of 63.5 x 88.9 mm, as the project has them",
        "add and remove cards freely; to fix their number, add a check, or remove the # before rules: in game.yaml",
    ]
    text = (here / "game" / "layouts" / "bees.yaml").read_text("utf-8")
    assert text.splitlines()[3:] == [  # below the schema and two lines of comment
        "size: [63.5, 88.9]",
        "slots:",
        "  ground: {kind: shape, shape: outline, grow: 3.175, fill: xffeecc}",
        "  frame: {kind: shape, shape: rectangle, box: [3.17, 3.17, 57.15, 82.55], "
        "fill: none, stroke: x000000, width: 0.169, corner: 4.233}",
        '  title: {kind: text, font: source-sans, size: 12, min: 5, text: "{name}", box: [3.17, 3.17, 57.15, 6.35], '
        "weight: bold, align: centre, colour: x00aa00}",
        '  words: {kind: text, font: source-sans, size: 10, min: 5, text: "{rules}", box: [3.17, 53.98, 57.15, 25.4], '
        "weight: bold, align: centre, valign: middle, colour: x222222}",
        '  art: {kind: picture, art: "pictures/{art}", box: [3.17, 17.99, 57.15, 38.1], fit: stretch}',
        '  seal: {kind: picture, art: "pictures/seal", box: [56.09, 81.49, 6.35, 6.35], fit: stretch}',
    ]
    checked = pipeline.check(Path("game"), Options())
    deck = checked.game.decks["bees"]
    assert (deck.shape.width, deck.shape.height, deck.spec.bleed) == (63.5, 88.9, 3.175)
    assert checked.game.pieces == 4 and [problem for problem in checked.problems if problem.severity == "error"] == []


@pytest.mark.parametrize(
    ("lock", "points"), [("", 30), ("0.14.0", 30), ("0.19.0", 30), ("0.13.2", 9.6), ("0.9.0", 9.6)]
)
def test_the_size_of_texts_follows_the_version_that_the_lock_file_names(lock: str, points: float, here: Path) -> None:
    if lock:
        written(here, {"Gemfile.lock": f"GEM\n  specs:\n    squib ({lock})\n      rsvg2\n"})
    squib(here, layout=LAYOUT.replace("font_size: 10", "font_size: 30"))
    assert float(str(slots(here)["words"]["size"])) == pytest.approx(points)


def test_each_script_of_a_folder_makes_a_deck_of_the_sheet_that_it_names(here: Path) -> None:
    book = Workbook()
    for title, row in (("Bees", ["Queen", 3]), ("Notes", ["never", 1]), ("Hives", ["Log hive", 4])):
        sheet = book.create_sheet(title)
        sheet.append(["Name", "Power"])
        sheet.append(row)
    book.remove(book.worksheets[0])
    (here / "deck").mkdir()
    book.save(here / "deck" / "game.xlsx")
    script = "data = Squib.xlsx file: 'game.xlsx', sheet: SHEET\nSquib::Deck.new cards: data.nrows do\n"
    script += " text str: WORDS, x: 100, y: 100\nend\n"
    rooms = script.replace("WORDS", 'data.power.map { |n| "#{n} rooms" }')
    source = written(
        here,
        {
            "bees.rb": script.replace("SHEET", "0").replace("WORDS", "data.name"),
            "hives.rb": "require_relative 'sheets'\n" + rooms.replace("SHEET", "Sheets::HIVES"),
            "sheets.rb": "# of Squib\nmodule Sheets\n  HIVES = 2\nend\n",
            "gone.rb": script.replace("SHEET", "9").replace("WORDS", "data.name"),
        },
    )
    notes = starter.write_from(Path("game"), source)
    assert "gone.rb: left out: game.xlsx has no sheet of the number 9, counted from 0" in notes
    game = pipeline.check(Path("game"), Options()).game
    titles = {name: [row.texts["name"] for row in deck.rows.rows] for name, deck in game.decks.items()}
    assert titles == {"bees": ["Queen"], "hives": ["Log hive"]}
    assert slots(here, "hives")["text"]["text"] == "{power} rooms"


DRAWING = """require 'squib'
data = Squib.csv file: 'bees.csv'
INKS = { 'Royal' => 'gold', 'Worker' => '#00F' }
Squib::Deck.new(cards: data['Name'].size, width: '2.5in', height: '3.5in') do
  %w(Name Rules).each_with_index { |head, i| text str: data[head], x: '1cm', y: 100 + 200 * i, width: 500 }
  text str: data['Qty'].map { |n| "Damage #{n}" }, x: '0.5in', y: 900
  text str: data['Kind'].zip(data['Name']).map { |k, n| "#{k}: #{n}" }, x: 100, y: 800, font: 'Kaisei Bold 9'
  line x1: 75, y1: 300, x2: 675, y2: 300, stroke_width: 12, stroke_color: :red
  kings = data.kind.each_index.select { |i| data.kind[i] == 'Royal' }
  rect x: 0, y: 0, width: 100, height: 100, fill_color: 'gold', range: kings
  circle x: 375, y: 525, radius: 75, fill_color: data['Kind'].map { |k| INKS[k] }
  polygon x: 100, y: 100, n: 5
  star x: 100, y: 100, n: 5
  polygon x: 200, y: 100, n: 6
  text str: 'Royal only', x: 0, y: 0 if data.any?
  text str: data['Rules'], x: 200, y: 200, range: 0..2
end
"""


def test_what_a_script_computes_from_columns_is_printed_and_the_rest_is_named_with_its_lines(here: Path) -> None:
    source = written(here, {"deck.rb": DRAWING, "bees.csv": BEES})
    letters(here / "deck" / "fonts" / "KaiseiBold.ttf", "abc", family="Kaisei", style="Bold")
    notes = starter.write_from(Path("game"), source)
    drawn = slots(here)
    assert [slot["text"] for slot in drawn.values() if slot["kind"] == "text"] == [
        "{name}",
        "{rules}",
        "Damage {copies}",
        "{kind}\\: {name}",
    ]
    assert drawn["line"]["box"] == ["6.35", "25.4", "50.8", "0"] and drawn["line"]["width"] == "1.02"
    assert drawn["rect"]["when"] == {"kind": "Royal"}
    assert drawn["circle"]["choose"] == {
        "by": "{kind}",
        "Royal": {"fill": "xffd700"},
        "Worker": {"fill": "x0000ff"},
        "else": {},
    }
    assert (drawn["text-4"]["font"], drawn["text-4"]["weight"]) == ("kaisei", "bold")
    assert (here / "game" / "fonts" / "KaiseiBold.ttf").is_file()
    assert [note for note in notes if ": left out: " in note] == [
        "deck.rb: left out: polygon in lines 12, 14: beeprint draws it only as a picture, such as an SVG file",
        "deck.rb: left out: star in line 13: beeprint draws it only as a picture, such as an SVG file",
        "deck.rb: left out: text in line 15: drawn only if a condition of the script holds",
        "deck.rb: left out: text in line 16: the script draws it on some cards only",
    ]


def test_a_box_with_the_name_of_a_column_shows_it_where_the_script_computes_its_boxes(here: Path) -> None:
    script = SCRIPT.replace("text str: data['Name'], layout: 'title'", "")
    script = script.replace(
        "  svg layout", "  data.columns.each { |key| text str: data[key], layout: key }\n  svg layout"
    )
    squib(here, script, LAYOUT.replace("title:", "name:", 1).replace("extends: title", "extends: name"))
    assert slots(here)["name"]["text"] == "{name}"


def test_a_layout_may_share_values_by_anchors(here: Path) -> None:
    shared = (
        "all: &all\n  x: 100\n  width: 4cm\ntitle:\n  <<: *all\n  y: 100\n  height: 1cm\nwords:\n  <<: *all\n  y: 300\n"
    )
    squib(here, layout=shared)
    assert slots(here)["title"]["box"] == ["5.29", "5.29", "40", "10"]


def test_a_link_that_leads_out_of_the_project_is_not_followed(here: Path) -> None:
    (here / "secret.yml").write_text(LAYOUT, "utf-8")
    written(here, {"layouts/bees.yml": LAYOUT})
    (here / "deck" / "layouts" / "bees.yml").unlink()
    (here / "deck" / "layouts" / "bees.yml").symlink_to(here / "secret.yml")
    source = written(here, {"src/deck.rb": SCRIPT, "data/bees.csv": BEES})
    notes = starter.write_from(Path("game"), source)
    named = (
        "left out: layouts/bees.yml, since this link leads out of the folder (copy into the folder what the game needs)"
    )
    assert named in notes


def test_a_picture_that_a_link_takes_from_elsewhere_is_not_copied(here: Path) -> None:
    (here / "secret.png").write_bytes(plain((90, 90), (1, 2, 3)))
    script = "d = csv file: 'a.csv'\nSquib::Deck.new do\n text str: d['Name']\n png file: 'crest.png'\nend\n"
    source = written(here, {"deck.rb": script, "a.csv": "Name\nQueen\nDrone\n"})
    (source / "crest.png").symlink_to(here / "secret.png")
    notes = starter.write_from(Path("game"), source)
    assert "  deck.rb: left out: png in line 4: its picture is not in the folder: crest" in notes
    assert not (here / "game" / "art" / "pictures").exists() and not [*(here / "game" / "art").rglob("crest*")]


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
    notes = squib(here, layout="other: {x: middle}\nwords: [1, 2]\n")
    assert (
        "  left out: the layout of the project, which shows no column of the table; cards have a plain layout" in notes
    )
    assert not [problem for problem in pipeline.check(Path("game"), Options()).problems if problem.severity == "error"]


def test_a_layout_that_is_no_yaml_is_said_to_be_left_out(here: Path) -> None:
    notes = squib(here, layout="title: {x: 1\nbroken\n")
    assert any(note.startswith("left out: layouts/bees.yml:") for note in notes)


def test_a_script_is_read_and_never_run(here: Path) -> None:
    squib(here, f"`touch ran`\nsystem('touch ran')\n{SCRIPT.replace('seal', '#{`touch ran`}')}")
    assert not (here / "ran").exists() and not (here / "deck" / "ran").exists()


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
    assert not [problem for problem in pipeline.check(Path("game"), Options()).problems if problem.severity == "error"]


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
    assert done.exit_code == 0 and "does not fit at 5 pt" in done.stderr
    assert "not ready: 1 error, listed above, remains to be fixed in game/a.csv" in done.stderr
    assert "or: beeprint build game --draft builds already, and marks what is wrong" in done.stderr


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
    body = ruby.statements(f"data = Squib.csv file: 'bees.csv'\nSquib::Deck.new do\n{part}\nend\n")
    assert [token.text for token in body[0]][:3] == ["data", "=", "Squib"]


def built(here: Path, game: str = "game") -> int:
    return CliRunner().invoke(cli, ["build", str(here / game)]).exit_code


def test_columns_that_a_script_prints_are_texts_that_no_cell_breaks(here: Path) -> None:
    rows = [f"Bee {n},{'d6' if n == 7 else n},{('Royal', 'Worker')[n % 2]},{n}" for n in range(1, 21)]
    rows.append("Bee 21,3,Workers,21")
    script = """data = Squib.csv file: 'bees.csv'
Squib::Deck.new(cards: data.nrows) do
  text str: data['Strength'], x: 100, y: 100, width: 400, height: 100
  text str: data['Kind'], x: 100, y: 300, width: 400, height: 100
end
"""
    source = written(here, {"deck.rb": f"require 'squib'\n{script}"})
    written(here, {"bees.csv": "\n".join(["Name,Strength,Kind,Age", *rows]) + "\n"})
    notes = starter.write_from(Path("game"), source)
    assert [note for note in notes if "see to" in note] == []
    assert "  Strength: text; printed at the top" in notes
    assert "  Kind: text; printed in the middle" in notes
    assert "  Age: a whole number; on no card" in notes  # not the script's: guessed as ever
    assert built(here) == 0


def test_odd_cells_of_columns_that_a_script_does_not_print_stop_no_build(here: Path) -> None:
    rows = [f"Bee {n},{'?' if n == 7 else n}" for n in range(1, 21)]
    source = written(here, {"deck.rb": f"require 'squib'\n{_PRINTED.format('Name')}"})
    written(here, {"bees.csv": "\n".join(["Name,Strength", *rows]) + "\n"})
    assert "  Strength: text; on no card" in starter.write_from(Path("game"), source)
    assert built(here) == 0


_PRINTED = """data = Squib.csv file: 'bees.csv'
Squib::Deck.new(cards: data.nrows) do
  text str: data['{}'], x: 100, y: 100, width: 400, height: 100
end
"""


@pytest.mark.parametrize("head, cells", [("No", "12345"), ("Empty", "     "), ("Notes", "abcde"), ("# Mark", "vwxyz")])
def test_a_column_that_a_script_prints_is_never_left_out(here: Path, head: str, cells: str) -> None:
    source = written(here, {"deck.rb": f"require 'squib'\n{_PRINTED.format(head)}"})
    rows = [f"Bee {n},{cell.strip()}" for n, cell in enumerate(cells)]
    written(here, {"bees.csv": "\n".join([f"Name,{head}", *rows]) + "\n"})
    notes = starter.write_from(Path("game"), source)
    assert f"  {head}: text; printed at the top" in notes
    assert [note for note in notes if "left out" in note] == []
    assert built(here) == 0


def test_ids_that_repeat_in_a_script_s_table_are_texts(here: Path) -> None:
    source = written(here, {"deck.rb": f"require 'squib'\n{_PRINTED.format('ID')}"})
    ids = ["a", "b", "c", "d", "e", "e"]
    written(here, {"bees.csv": "\n".join(["Name,ID", *(f"Bee {n},{bee}" for n, bee in enumerate(ids))]) + "\n"})
    assert "  ID: text; printed at the top" in starter.write_from(Path("game"), source)
    assert built(here) == 0


def test_a_deck_whose_table_a_script_computes_is_named_with_the_cure(here: Path) -> None:
    script = "require 'squib'\nbees = Hive.new.bees\nSquib::Deck.new(cards: bees.size) do\n  text str: 'Bee'\nend\n"
    with pytest.raises(BuildError) as caught:
        starter.write_from(Path("game"), written(here, {"deck.rb": script}))
    named = "this folder holds no table with rows; deck.rb: left out: the deck in line 3: the script computes its table"
    assert named in str(caught.value)
    assert "save its rows as CSV" in str(caught.value)


def test_a_folder_without_tables_names_the_tables_below_it(here: Path) -> None:
    source = written(here, {"README.md": "Bees.\n", "a/b/c/d/bees.csv": BEES})
    with pytest.raises(BuildError) as caught:
        starter.write_from(Path("game"), source)
    assert "there are tables in folders below: a/b/c/d/bees.csv" in str(caught.value)
    assert "give one of these tables, or the folder that they are in" in str(caught.value)


def test_a_text_too_long_for_its_box_is_named_with_what_to_do(here: Path) -> None:
    script = _PRINTED.format("Text").replace("height: 100", "height: 40")
    source = written(here, {"deck.rb": f"require 'squib'\n{script}"})
    written(here, {"bees.csv": f"Name,Text\nQueen,Short\nDrone,{'Gain much honey. ' * 20}\n"})
    (note,) = [note for note in starter.write_from(Path("game"), source) if "too long" in note]
    assert note == (
        "  slot text: cell B3 may be too long for its box at 5 pt: "
        "shorten the text, enlarge the box, or cut what is too much with overflow: clip"
    )


def test_texts_of_a_project_shrink_to_five_points_before_they_are_too_long(here: Path) -> None:
    script = _PRINTED.format("Text").replace("height: 100", "height: 60")
    source = written(here, {"deck.rb": f"require 'squib'\n{script}"})
    for words, code in ((6, 0), (60, 1)):
        written(here, {"bees.csv": f"Name,Text\nQueen,Short\nDrone,{'Gain honey. ' * words}\n"})
        starter.write_from(Path(f"game{words}"), source)
        assert "smallest-text: 5" in Path(f"game{words}/game.yaml").read_text("utf-8")
        assert CliRunner().invoke(cli, ["check", f"game{words}"]).exit_code == code


def test_lines_run_between_their_ends_whichever_is_first(here: Path) -> None:
    ends = [(75, 400, 75, 100), (675, 400, 75, 400), (75, 100, 375, 400), (75, 400, 375, 100)]
    lines = "".join(f" line x1: {x1}, y1: {y1}, x2: {x2}, y2: {y2}, stroke_width: 3\n" for x1, y1, x2, y2 in ends)
    steps = f"{lines} text str: d['Name'], x: 75, y: 75, width: 600\n"
    deck = f"d = csv file: 'a.csv'\nSquib::Deck.new(width: 750, height: 1050) do\n{steps}end\n"
    starter.write_from(Path("game"), written(here, {"deck.rb": deck, "a.csv": "Name\nQueen\n"}))
    drawn = [
        ([*map(float, slot["box"])], float(slot.get("rotate", 0)))
        for name, slot in slots(here, "a").items()
        if name.startswith("line")
    ]
    mm = 25.4 / 300
    assert drawn[0] == (pytest.approx([75 * mm, 100 * mm, 0, 300 * mm], abs=0.01), 0)
    assert drawn[1] == (pytest.approx([75 * mm, 400 * mm, 600 * mm, 0], abs=0.01), 0)
    assert drawn[2] == (pytest.approx([75 * mm, 100 * mm, 300 * mm, 300 * mm], abs=0.01), 0)
    length = 300 * mm * 2**0.5
    assert drawn[3] == (pytest.approx([225 * mm - length / 2, 250 * mm, length, 0], abs=0.01), -45)
    assert built(here) == 0


def test_a_guide_that_is_laid_over_the_whole_card_is_left_out(here: Path) -> None:
    steps = " text str: d['Name'], x: 75, y: 75, width: 600\n png file: 'img/tgc-proof-overlay.png'\n"
    deck = f"d = csv file: 'a.csv'\nSquib::Deck.new do\n{steps}end\n"
    source = written(here, {"deck.rb": deck, "a.csv": "Name\nQueen\n"})
    (source / "img").mkdir()
    (source / "img" / "tgc-proof-overlay.png").write_bytes(plain((825, 1125), "white"))
    notes = starter.write_from(Path("game"), source)
    assert "  deck.rb: left out: png in line 4: it shows where cards are cut" in notes
    assert [*slots(here, "a")] == ["ground", "text"]


def test_a_text_at_the_foot_of_a_card_has_room_for_its_line(here: Path) -> None:
    steps = " text str: d['Name'], x: 45, y: 1060, font: 'Sans 16'\n"
    deck = f"d = csv file: 'a.csv'\nSquib::Deck.new(width: 750, height: 1100) do\n{steps}end\n"
    starter.write_from(Path("game"), written(here, {"deck.rb": deck, "a.csv": "Name\nQueen\n"}))
    _, top, _, tall = map(float, slots(here, "a")["text"]["box"])
    assert top + tall == pytest.approx(1100 * 25.4 / 300 - 1, abs=0.02) and tall > 16 * 25.4 / 72
    assert built(here) == 0


def test_of_two_scripts_for_a_table_the_one_that_prints_more_of_its_columns_is_taken(here: Path) -> None:
    def script(head: str, marks: int) -> str:
        steps = "".join(f" text str: d['{head}'], x: 75, y: {75 + 100 * n}, width: 600\n" for n in range(marks))
        return f"d = csv file: 'a.csv'\nSquib::Deck.new do\n{steps}end\n"

    files = {"gone.rb": script("Attack", 5), "here.rb": script("Name", 1), "a.csv": "Name\nQueen\n"}
    notes = starter.write_from(Path("game"), written(here, files))
    assert "gone.rb: left out for a.csv, whose cards here.rb makes (--from deck/gone.rb takes this one)" in notes
    assert slots(here, "a")["text"]["text"] == "{name}"


def test_programs_that_a_package_manager_keeps_in_a_project_are_not_read(here: Path) -> None:
    deck = "d = csv file: 'a.csv'\nSquib::Deck.new do\n text str: d['Name']\nend\n"
    files = {
        "deck.rb": deck,
        "a.csv": "Name\nQueen\n",
        "vendor/gems/squib/samples/b.rb": deck.replace("a.csv", "b.csv"),
    }
    notes = starter.write_from(Path("game"), written(here, files))
    assert not [note for note in notes if "vendor" in note]


def test_a_column_of_nested_lists_that_a_script_prints_is_left_out_and_named(here: Path) -> None:
    deck = "d = yaml file: 'a.yml'\nSquib::Deck.new do\n text str: d['name'], width: 600\n text str: d['cards']\nend\n"
    rows = "".join(f"- name: {name}\n  cards: [{{name: Buzz}}]\n" for name in ("Queen", "Drone"))
    notes = starter.write_from(Path("game"), written(here, {"deck.rb": deck, "a.yml": rows}))
    assert "  left out: cards (it holds a list of mappings or lists)" in notes
    assert built(here) == 0


def test_texts_of_drawings_whose_fonts_are_missing_are_set_in_another_font(here: Path) -> None:
    steps = " text str: d['Name'], x: 75, y: 75, width: 600\n svg file: 'rig.svg'\n"
    deck = f"d = csv file: 'a.csv'\nSquib::Deck.new do\n{steps}end\n"
    words = "".join(
        f'<text x="9" y="{y}" font-family="{family}">Buzz</text>'
        for y, family in ((20, "Consolas, monospace"), (40, "Arial"), (60, "source-serif"), (80, "sans-serif"))
    )
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{words}</svg>'
    source = written(here, {"deck.rb": deck, "a.csv": "Name\nQueen\n", "rig.svg": drawing})
    notes = starter.write_from(Path("game"), source)
    assert "fonts of drawings that are missing are set in source-sans: Consolas (fonts: in game.yaml)" in notes
    assert built(here) == 0
