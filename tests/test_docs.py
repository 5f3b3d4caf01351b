"""The reference pages name what there is: every key of game.yaml and of layouts, every rule, every word."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from beeprint import leaflet, outputs, rules
from beeprint.base.geometry import hex_centre
from beeprint.base.problems import Place
from beeprint.drawing import shape
from beeprint.drawing.text.markup import parse as parse_markup
from beeprint.face import template
from beeprint.face.template import slots
from beeprint.game import box_shapes, columns, conditions, edition, model, shapes, standees
from beeprint.game.palette import InkSpec
from beeprint.game.piece_shape import Stock
from beeprint.game.sleeves import Size as SleeveSize
from beeprint.game.sleeves import SleeveLine
from beeprint.laser import layers, material
from beeprint.outputs.scene import Place as SetUpPlace
from beeprint.outputs.scene import SetUp
from beeprint.outputs.shared import Profile
from beeprint.outputs.shared.scenes import DrawnKeys, SceneKeys
from beeprint.outputs.shared.stocks import SheetsKeys
from beeprint.press import condition, vendor
from beeprint.rules.rule import Rule
from beeprint.sheet import Registration, papers, spec
from beeprint.sheet.spec import Entry
from beeprint.shelf.plan import ShelfSpec
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import read_yaml
from beeprint.sources.records import Model, keys_of
from beeprint.sources.workspace import Workspace

ROOT = Path(__file__).parents[1]
GAME = (model.GameSpec, model.DeckSpec, model.TableSpec, model.DataFile, model.Back, columns.Column)
SHAPES = (
    shapes.CardShape,
    shapes.HexShape,
    shapes.PolygonShape,
    shapes.RoundShape,
    shapes.DieShape,
    shapes.OutlineShape,
)
STANDEES = (standees.PaperStandee, standees.Standee, standees.StandeeBase)
BOXES = get_args(get_args(box_shapes.Boxes)[0])
SLOTS = (*slots.KINDS.values(), slots.Repeat)
PRESS = outputs.find("press").profile
UPLOAD = outputs.find("upload").profile
DIE_CUT = outputs.find("die-cut").profile
FAN, SHOWCASE, POSTER, TABLE, IMAGES = (
    outputs.find(word).profile for word in ("fan", "showcase", "poster", "table", "images")
)
SCENES = (FAN, SHOWCASE, POSTER, TABLE, IMAGES)
OTHERS = (PRESS, UPLOAD, DIE_CUT, *SCENES)
PROFILES = tuple(profile for word in outputs.built_in() if (profile := outputs.find(word).profile) not in OTHERS)
SHEETS = (spec.SheetSpec, spec.Fits, spec.Tiles, Registration)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def coded(text: str) -> set[str]:
    """Return every word that stands in code, inline or in a block."""
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    blocks = re.findall(r"```.*?\n(.*?)```", text, re.DOTALL)
    return set(re.findall(r"[\w#-]+", " ".join([*inline, *blocks])))


def words(model: type[Model]) -> set[str]:
    """Return a model's keys, and the words that are the values of one."""
    keys = {key.alias for key in keys_of(model)}
    kinds: list[Any] = [key.kind for key in keys_of(model)]
    while kinds:
        inner = get_args(kinds.pop())
        keys |= {word for word in inner if isinstance(word, str) and word}
        kinds += [kind for kind in inner if not isinstance(kind, str)]
    return keys


@pytest.mark.parametrize(
    ("name", "models"),
    [
        ("game.md", (*GAME, *SHAPES)),
        ("standees.md", STANDEES),
        ("boxes.md", (box_shapes.BoxSpec, *BOXES)),
        ("layouts.md", SLOTS),
        ("sheets.md", (*SHEETS, *PROFILES, material.MaterialSpec, layers.LaserProfile, layers.LayerStyle, Entry)),
        ("press.md", (PRESS, UPLOAD, InkSpec, condition.ConditionSpec, vendor.Vendor)),
        ("showing.md", (*SCENES, SetUp, SetUpPlace)),
        ("sleeves.md", (SleeveLine, SleeveSize)),
        ("frames.md", (slots.FrameSpec,)),
        ("shelf.md", (ShelfSpec,)),
        ("editions.md", (edition.EditionSpec, edition.Change)),
        ("conditions.md", (conditions.Comparison,)),
        ("leaflets.md", (model.LeafletSpec, leaflet.LeafletLayout, leaflet.Look)),
    ],
)
def test_every_key_and_word_is_on_its_page(name: str, models: tuple[type[Model], ...]) -> None:
    there = coded(page(name))
    missing = {model.__name__: sorted(words(model) - there) for model in models}
    assert {model: keys for model, keys in missing.items() if keys} == {}


#: The models whose keys a section of a page lists, in one or more tables.
LISTED: dict[tuple[str, str], tuple[type[Model], ...]] = {
    ("game.md", "The game"): (model.GameSpec,),
    ("game.md", "A deck"): (model.DeckSpec,),
    ("game.md", "Shapes"): SHAPES,
    ("leaflets.md", ""): (model.LeafletSpec,),
    ("editions.md", ""): (edition.EditionSpec,),
    ("frames.md", ""): (slots.FrameSpec,),
    **{
        ("layouts.md", section): tuple(kind for kind in slots.KINDS.values() if kind.section == section)
        for section in dict.fromkeys(kind.section for kind in slots.KINDS.values())
    },
    ("text.md", "Keys of a text slot"): (slots.TextSlot,),
    ("boxes.md", "A box"): (box_shapes.BoxSpec,),
    ("boxes.md", "Shapes of boxes"): BOXES,
    ("standees.md", "Keys of standees"): STANDEES,
    ("game.md", "Stocks"): (Stock,),
    ("sheets.md", "Profiles"): (Profile,),
    ("sheets.md", "Keys of sheets and print-cut"): (SheetsKeys,),
    ("sheets.md", "Keys of print-cut"): (outputs.find("print-cut").profile,),
    ("sheets.md", "Sheets"): (spec.SheetSpec,),
    ("sheets.md", "Keys of fits"): (spec.Fits,),
    ("sheets.md", "Keys of registration"): (Registration,),
    ("sheets.md", "Keys of tiles"): (spec.Tiles,),
    ("sheets.md", "Papers"): (Entry,),
    ("sheets.md", "Materials"): (material.MaterialSpec,),
    ("sheets.md", "Laser profiles"): (layers.LaserProfile,),
    ("sheets.md", "Keys of layers"): (layers.LayerStyle,),
    ("press.md", "Inks"): (InkSpec,),
    ("press.md", "Printing conditions"): (condition.ConditionSpec,),
    ("press.md", "Profiles for a press"): (PRESS,),
    ("press.md", "Profiles for uploads"): (UPLOAD,),
    ("press.md", "Keys of die-cut"): (DIE_CUT,),
    ("press.md", "Files of vendors"): (vendor.Vendor,),
    ("showing.md", "Keys of all of them"): (SceneKeys,),
    ("showing.md", "Keys of drawn pieces"): (DrawnKeys,),
    ("showing.md", "Keys of fan"): (FAN,),
    ("showing.md", "Keys of showcase"): (SHOWCASE,),
    ("showing.md", "Keys of poster"): (POSTER,),
    ("showing.md", "A table"): (SetUp, SetUpPlace),
    ("showing.md", "Keys of images"): (IMAGES,),
    ("sleeves.md", "The table of sleeves"): (SleeveLine, SleeveSize),
    ("shelf.md", "The file"): (ShelfSpec,),
}
#: Keys that have a table of their own, elsewhere on the page: those of every slot, and of every profile.
ELSEWHERE = {key.alias for model in (slots.Slot, Profile, SheetsKeys) for key in keys_of(model)} | {"kind"}


@pytest.mark.parametrize("where", LISTED, ids=" ".join)
def test_required_keys_are_bold_and_no_others(where: tuple[str, str]) -> None:
    body = section(*where)
    rows = re.findall(r"^\| ([^|]*`[^|]*) \|", body, re.MULTILINE)
    bold = {key for row in rows for key in re.findall(r"\*\*`([\w-]+)`\*\*", row)}
    listed = {key for row in rows for key in re.findall(r"`([\w-]+)", row)}
    models = LISTED[where]
    keys = [key for model in models for key in keys_of(model)]
    needed = {key.alias for key in keys if key.required}
    assert listed & {key.alias for key in keys}, "no table"
    assert bold == needed & listed
    assert needed - listed <= ELSEWHERE


def section(name: str, title: str) -> str:
    """Return a section of a page up to the next heading; without a title, what stands above the first."""
    text = page(name)
    start = text.index(f"# {title}\n") + len(title) + 3 if title else 2
    return re.split(r"^##+ ", text[start:], maxsplit=1, flags=re.MULTILINE)[0]


def test_each_output_is_on_the_page_of_profiles() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|", section("sheets.md", "Profiles"), re.MULTILINE)
    assert set(outputs.built_in()) <= set(rows)


@pytest.mark.parametrize("text", ["10\\:30:15", "Gain: 2"])
def test_colons_are_printed_as_the_page_of_texts_says(text: str) -> None:
    (paragraph,) = parse_markup(text).paragraphs
    assert "".join(part.text for part in paragraph) == text.replace("\\", "")
    assert not any(part.icon for part in paragraph) and text in page("text.md")


@pytest.mark.parametrize(("lattice", "cell", "where"), [
    ("hex", (1, 0), (1, 0)), ("hex", (0, 1), (0.5, 1)), ("hex", (-1, 1), (-0.5, 1)),
    ("hex-flat", (0, 1), (0, 1)), ("hex-flat", (1, 0), (1, 0.5)),
])  # fmt: skip
def test_cells_of_hexagons_lie_where_the_page_of_layouts_says(
    lattice: str, cell: tuple[int, int], where: tuple[float, float]
) -> None:
    """A step to the next row, or column, is shorter than the pitch: only its sign counts, or its share along a row."""
    x, y = hex_centre(*cell, 1.0, lattice == "hex")
    along, across = (x, y) if lattice == "hex" else (y, x)
    wanted_along, wanted_across = where if lattice == "hex" else (where[1], where[0])
    assert along == pytest.approx(wanted_along) and (across > 0) == (wanted_across > 0)


def test_conditions_are_explained_on_their_page_and_linked_from_where_they_are_used() -> None:
    there = coded(page("conditions.md"))
    assert {conditions.EMPTY, conditions.NOT_EMPTY, conditions.ELSE, *get_args(columns.Kind)} <= there
    for name in ("game.md", "layouts.md", "rules.md", "editions.md"):
        assert "](conditions.md)" in page(name)
        assert not {"same-as", "differs-from", "lacks"} & coded(page(name)), f"{name} explains conditions itself"


def test_sizes_and_fonts_are_named() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| ([\d.]+) x ([\d.]+) \|", page("game.md"), re.MULTILINE)
    assert {name: (float(width), float(height)) for name, width, height in rows} == shape.SIZES
    catalogue = yaml.safe_load((ROOT / "fonts" / "fonts.yaml").read_text("utf-8"))
    text = page("fonts.md")
    for family, entry in catalogue.items():
        if "extra" in entry:
            named = f"`{family}`" if entry["extra"] != "languages" else family.removeprefix("noto-sans-").title()
            assert named in text
            continue
        assert f"`{family}`" in text and f"`{family}`" in page("layouts.md")
        assert all(style in text for style in entry if style not in ("package", "like"))


def test_papers_are_named(tmp_path: Path) -> None:
    assert set(papers(Workspace(tmp_path))) <= coded(page("sheets.md"))


def test_the_example_of_a_sheet_is_one() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", section("sheets.md", "Sheets"), re.DOTALL)
    sheet = understand(spec.SheetSpec, read_yaml(example.encode(), "sheets.md"))
    assert sheet.paper == (216.0, 330.0)


def test_the_page_of_rules_says_what_each_rule_says_of_itself() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "rules.py"))
    assert page("rules.md") == made["page"]() + "\n", "run: make rules"


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.word())
def test_the_examples_of_a_rule_are_rules(rule: type[Rule]) -> None:
    section = page("rules.md").split(f"\n## {rule.word()}\n")[1]
    examples = read_yaml(re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)[0].encode(), "rules.md").value
    assert isinstance(examples, tuple) and examples
    assert [understand(rule, example).rule for example in examples] == [rule.word()] * len(examples)


def test_the_example_of_a_layout_is_one(tmp_path: Path) -> None:
    (tmp_path / "layouts").mkdir()
    example = re.findall(r"```yaml\n(.*?)```", page("layouts.md"), re.DOTALL)[0]
    (tmp_path / "layouts" / "card.yaml").write_text(example, "utf-8")
    layout = template.load(Workspace(tmp_path), "card", Place("card"))
    assert list(layout.slots) == ["ground", "art", "name", "cost", "seal"]


@pytest.mark.parametrize("path", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]), ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text("utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", prose)
    assert [link for link in links if not (path.parent / link).exists()] == []
