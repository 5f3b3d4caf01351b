"""`beeprint new --from` folders of SVG templates beside a table: card makers, Inkscape's generator, countersheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.drawing.svg import parse, take_slot_boxes
from beeprint.sources.nodes import read_yaml
from pixels import plain

BEES = """Card Name,Template,Copies,Kind,Rules,Art
Queen,royal,1,Royal,Draw two cards.,queen.png
Drone,worker,3,Worker,Gain 1 honey.,drone.png
"""
#: A card of 63.5 by 88.9 mm in a page that is 3 mm larger on all sides; 1 unit is 1 mm.
PAGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
    'width="69.5mm" height="94.9mm" viewBox="0 0 69.5 94.9">'
)
ROYAL = f"""<?xml version="1.0"?>
{PAGE}<defs><rect id="flow" x="10" y="50" width="50" height="30"/></defs>
<!-- <text>{{Kind}}</text> -->
<rect id="ground" width="69.5" height="94.9" fill="#fec"/>
<g transform="translate(3,3)">
<text id="t1" x="31.75" y="10"
  style="font-size:5px;font-family:Arial;text-anchor:middle;font-weight:bold;fill:#aa0000">
<tspan x="31.75" y="10">{{Card Name}}</tspan></text>
<text id="t2" transform="scale(2)" x="2" y="40"
  style="font-size:2.5px;font-family:'Kaisei Deco', serif">Kind: %VAR_Kind%</text>
</g>
<text id="t3" style="font-size:4px;font-style:italic;shape-inside:url(#flow)" xml:space="preserve"
  ><tspan x="10" y="54">{{4}}</tspan></text>
<image x="15" y="20" width="40" height="25" xlink:href="{{Art}}"/>
</svg>
"""
WORKER = ROYAL.replace("Kind: %VAR_Kind%", "worker of %Kind%").replace("#fec", "#cef")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(here: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (here / "cards" / name).parent.mkdir(parents=True, exist_ok=True)
        (here / "cards" / name).write_text(text, "utf-8")
    return Path("cards")


def made(here: Path, files: dict[str, str]) -> list[str]:
    source = written(here, files)
    for name in ("queen", "drone"):
        (source / f"{name}.png").write_bytes(plain((900, 600), (200, 120, 40)))
    return starter.write_from(Path("game"), source)


def layout(name: str) -> dict[str, Any]:
    read = read_yaml(Path(f"game/layouts/{name}.yaml").read_bytes(), "layout").plain()
    assert isinstance(read, dict)
    return read


def test_a_template_becomes_a_frame_whose_texts_are_slots_with_their_looks(here: Path) -> None:
    notes = made(here, {"bees.csv": BEES, "royal.svg": ROYAL})
    assert "  cards of 63.5 x 88.9 mm, as the project has them" in notes
    face = layout("bees")
    assert face["frame"] == {"art": "frames/bees-royal", "page": "bleed"}
    title, kind, rules, art = face["slots"].values()
    assert [*face["slots"]] == ["card-name", "kind", "rules", "art"]
    assert (title["text"], title["font"], title["weight"], title["align"]) == ("{card-name}", "arimo", "bold", "centre")
    assert (title["size"], title["colour"]) == ("14.2", "xaa0000")  # 5 mm
    assert (kind["text"], kind["font"], kind["size"]) == ("Kind\\: {kind}", "source-serif", "14.2")  # 2.5 mm, twice
    assert (rules["text"], rules["weight"], rules["size"]) == ("{rules}", "italic", "11.3")
    assert art["art"] == "pictures/{art}"
    drawing = Path("game/art/frames/bees-royal.svg").read_text("utf-8")
    assert "<!-- <text>{Kind}</text> -->" in drawing and drawing.count("<text") == 1
    boxes = take_slot_boxes(parse(drawing, "bees-royal.svg"), set(face["slots"])).boxes
    assert boxes["rules"].box == pytest.approx((10, 50, 50, 30))
    assert boxes["art"].box == pytest.approx((15, 20, 40, 25))
    x, y, width, height = boxes["card-name"].box
    assert x + width / 2 == pytest.approx(34.75) and y < 13 < y + height  # its anchor and its baseline
    assert boxes["kind"].box[0] == pytest.approx(7)
    assert not [problem for problem in pipeline.check(Path("game"), Options()).problems if problem.severity == "error"]


def test_a_column_that_names_templates_chooses_between_them(here: Path) -> None:
    made(here, {"bees.csv": BEES, "royal.svg": ROYAL, "worker.svg": WORKER})
    game = read_yaml(Path("game/game.yaml").read_bytes(), "game").plain()
    assert isinstance(game, dict) and game["decks"]["bees"]["front"] == "bees/{template}"
    assert layout("bees/royal")["slots"]["kind"]["text"] == "Kind\\: {kind}"
    assert layout("bees/worker")["slots"]["kind"]["text"] == "worker of {kind}"
    assert layout("bees/worker")["frame"]["art"] == "frames/bees-worker"
    assert not [problem for problem in pipeline.check(Path("game"), Options()).problems if problem.severity == "error"]


def test_of_templates_that_no_column_names_the_one_that_uses_most_columns_is_taken(here: Path) -> None:
    less = ROYAL.replace("{4}", "word")
    notes = made(here, {"bees.csv": BEES.replace("Template", "Look"), "royal.svg": ROYAL, "less.svg": less})
    assert "less.svg: left out for royal.svg, which uses at least as many columns of bees.csv" in notes
    assert layout("bees")["frame"]["art"] == "frames/bees-royal"


def test_a_frame_that_cannot_be_drawn_as_outlines_is_drawn_as_pixels_and_said_to_be(here: Path) -> None:
    blended = ROYAL.replace('fill="#fec"', 'style="fill:#fec;mix-blend-mode:multiply"')
    notes = made(here, {"bees.csv": BEES, "royal.svg": blended})
    assert any(note.startswith("royal.svg: drawn as pixels (raster: 600dpi), since mix-blend-mode") for note in notes)
    assert layout("bees")["frame"]["raster"] == "600dpi"


COUNTERS = """<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">
<g><rect id="unit" x="40" y="60" width="25" height="25" fill="#cec"/>
<text id="combat" x="42" y="82" style="font-size:4px">9</text>
<text id="move" x="63" y="82" style="font-size:4px;text-anchor:end">9</text></g>
<g><rect id="other" x="80" y="60" width="25" height="25" fill="#cec"/>
<text id="name" x="82" y="70" style="font-size:4px;font-family:Unheard">of another counter</text></g>
</svg>
"""


def test_a_counter_is_cut_out_of_its_countersheet(here: Path) -> None:
    table = "unit,combat,move>,unit[style:fill]\n3,5,4,red\n2,2,3,blue\n"
    notes = made(here, {"counters.csv": table, "sheet.svg": COUNTERS})
    assert "sheet.svg: left out: the column unit[style:fill]: what it changes in the drawing" in notes
    assert "  unit: copies" in notes and "  cards of 25 x 25 mm, as the project has them" in notes
    game = pipeline.check(Path("game"), Options()).game
    assert game.pieces == 5
    assert [slot["text"] for slot in layout("counters")["slots"].values()] == ["{combat}", "{move}"]
    boxes = take_slot_boxes(
        parse(Path("game/art/frames/counters-sheet.svg").read_text("utf-8"), "sheet"), {*layout("counters")["slots"]}
    )
    assert boxes.page == pytest.approx((40, 60, 25, 25)) or boxes.page == pytest.approx((0, 0, 25, 25))
    assert not [problem for problem in pipeline.check(Path("game"), Options()).problems if problem.severity == "error"]


def test_a_drawing_that_is_no_template_of_the_table_changes_nothing(here: Path) -> None:
    notes = made(here, {"bees.csv": BEES, "logo.svg": ROYAL.replace("{", "(").replace("%", "").replace("}", ")")})
    assert "frame" not in layout("bees") and not any("logo.svg" in note for note in notes)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "words", ["{" * 300_000, "{" + " " * 300_000, "%a" * 200_000, "<text " * 100_000, "<!--" * 100_000]
)
@pytest.mark.parametrize("template", [ROYAL, PAGE + "</svg>"])
def test_a_drawing_made_to_cost_much_is_read_in_time(here: Path, template: str, words: str) -> None:
    made(here, {"bees.csv": BEES, "royal.svg": template.replace("</svg>", f"<desc>{words}</desc></svg>")})
    assert Path("game/game.yaml").is_file()
