"""The looks and templates of decks that are made from a table: inks that are read and told apart, pieces that build."""

from __future__ import annotations

import re
import shutil
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from openpyxl import Workbook

from beeprint import edit, pipeline, starter
from beeprint.base.colour import parse
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.drawing.drawing import PathMark, Run, walk
from beeprint.edit.deck_sizes import set_shape
from beeprint.game import model
from beeprint.sources.workspace import Workspace
from beeprint.starter.card_templates import TEMPLATES
from beeprint.starter.looks import COLOURS, KINDS, LOOKS, MARKS, PARTS, look_of
from cases import spread
from command import beeprint
from perception import difference
from pixels import plain
from workbooks import saved

ROWS = """Name,Type,Cost,Text,Power,Picture
Thornwood Keep,Place,0,"Draw two cards, then discard one. Gain [coin] if you hold the key.",3,keep
Ferry at Dusk,Event,1,"At dusk, move one hero across the river.",2,ferry
Goblin Market,Place,3,Trade up to 2 coins for items of your choice.,4,
Ember Fox,Event,1,"Ready one exhausted ally. If it is night, ready two allies instead.",3,fox
"""
#: Machado et al. 2009, in linear RGB: what is seen without red, green and blue cones.
SEEN = {
    "usual": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
)


def linear(ink: str) -> np.ndarray:
    red = np.array([int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    light: np.ndarray = np.where(red <= 0.04045, red / 12.92, ((red + 0.055) / 1.055) ** 2.4)
    return light


def lab(light: np.ndarray) -> np.ndarray:
    xyz = TO_XYZ @ np.clip(light, 0, 1) / np.array([0.95047, 1, 1.08883])
    roots = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])])


def contrast(ink: str, other: str) -> float:
    """Return the contrast of WCAG."""
    low, high = sorted(float(TO_XYZ[1] @ linear(each)) for each in (ink, other))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(ROWS, "utf-8")
    for name in ("keep", "ferry", "fox"):
        (tmp_path / f"{name}.png").write_bytes(plain((1500, 1000), (90, 140, 60)))
    return tmp_path


@pytest.mark.parametrize("name", LOOKS)
def test_words_are_read_on_what_they_stand_on(name: str) -> None:
    inks = LOOKS[name].inks
    pairs = [("ink", "paper"), ("ink", "mat"), ("plate-ink", "plate"), *(("kind-ink", kind) for kind in KINDS)]
    assert [pair for pair in pairs if contrast(*(inks[ink] for ink in pair)) < 4.5] == []


@pytest.mark.parametrize("name", LOOKS)
def test_words_are_read_on_the_pattern_of_a_ground(name: str) -> None:
    inks, much = LOOKS[name].inks, LOOKS[name].pattern

    def mixed(kind: str) -> str:
        pairs = zip(bytes.fromhex(inks[kind][1:]), bytes.fromhex(inks["shade"][1:]), strict=True)
        return "#" + bytes(round(ground + (shade - ground) * much) for ground, shade in pairs).hex()

    assert [kind for kind in KINDS if contrast(inks["kind-ink"], mixed(kind)) < 3] == []


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("name", LOOKS)
def test_kinds_are_told_apart_whatever_colours_one_sees(name: str, seen: str) -> None:
    labs = {kind: lab(np.array(SEEN[seen]) @ linear(LOOKS[name].inks[kind])) for kind in KINDS}
    close = [pair for pair in combinations(KINDS, 2) if difference(*(labs[kind][None] for kind in pair))[0] < 9]
    assert close == []


@pytest.mark.parametrize("look", LOOKS)
def test_pieces_of_a_colour_have_it_and_a_mark_that_is_seen_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, look: str
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [*COLOURS]
    rows = "".join(f"Token {at},{word},4\n" for at, word in enumerate(words))
    (tmp_path / "tokens.csv").write_text(f"Token,Colour,Count\n{rows}", "utf-8")
    starter.write_from(Path("game"), Path("tokens.csv"), template="token", look=look)
    checked = pipeline.check(Path("game"), Options())
    assert checked.problems == ()
    faces = [face for key, face in checked.faces.items() if key[2] == "front"]
    for word, face in zip(words, faces, strict=True):
        drawn = {slot.slot: slot.marks for slot in face.slots}
        (ground,) = (mark.fill.colour.hex for mark, _ in walk(drawn["ground"]) if isinstance(mark, PathMark))
        marks = {mark.fill.colour.hex for mark, _ in walk(drawn["emblem"]) if isinstance(mark, PathMark) and mark.fill}
        assert min(contrast(ground, mark) for mark in marks) >= 4.5
        assert difference(*(lab(linear(each))[None] for each in (ground, COLOURS[word])))[0] < 12


def test_looks_have_the_same_inks_and_the_same_drawings() -> None:
    assert len({tuple(look.inks) for look in LOOKS.values()}) == 1 and len(KINDS) == len(MARKS)
    home = Path(starter.__file__).parent / "looks"
    names = {f"{look}/{part}.svg" for look in LOOKS for part in PARTS} | {f"marks/{mark}.svg" for mark in MARKS}
    assert names == {path.relative_to(home).as_posix() for path in home.rglob("*.svg")}


def test_another_palette_turns_the_colours_of_one_look_into_those_of_another(here: Path) -> None:
    starter.write_from(Path("game"), Path("cards.csv"))
    named = set()
    for layout in (here / "game" / "layouts").glob("*.yaml"):
        named |= set(re.findall(r"(?:fill|stroke|colour): ([\w-]+)", layout.read_text("utf-8")))
        assert "#" not in re.sub(r"^#.*|  #.*", "", layout.read_text("utf-8"), flags=re.MULTILINE)
    assert named <= set(LOOKS["dark"].inks)
    (here / "game" / "palette.yaml").write_text(LOOKS["dark"].palette, "utf-8")
    assert pipeline.check(Path("game"), Options()).problems == ()


@pytest.mark.parametrize(
    ("template", "look"),
    spread(
        [(template, look) for template in TEMPLATES for look in LOOKS],
        lambda pair: [*LOOKS].index(pair[1]) == [*TEMPLATES].index(pair[0]) % len(LOOKS),
    ),
)
def test_each_template_makes_pieces_without_a_fault(here: Path, template: str, look: str) -> None:
    notes = starter.write_from(Path("game"), Path("cards.csv"), template=template, look=look)
    assert any(note.startswith(f"  the template is {template} (") for note in notes)
    checked = pipeline.check(Path("game"), Options())
    assert checked.problems == ()
    for row in ("thornwood-keep", "goblin-market"):
        sizes = [
            mark.size * 72 / 25.4
            for mark, _ in walk(checked.faces["cards", row, "front"].drawing.marks)
            if isinstance(mark, Run)
        ]
        assert min(sizes) >= 7.4, template
    assert yaml.safe_load((here / "game" / "palette.yaml").read_text("utf-8")) == LOOKS[look].inks


@pytest.mark.parametrize("look", LOOKS)
def test_a_card_without_a_text_or_a_kind_has_no_panel_and_no_mark_for_it(here: Path, look: str) -> None:
    rows = "Fox,Beast,Run.\nOwl,Beast,\nFog,,Hide.\nElm,Tree,Grow.\nOak,Tree,Fall.\n"
    (here / "table.csv").write_text(f"Name,Type,Text\n{rows}", "utf-8")
    starter.write_from(here / "game", here / "table.csv", template="action", look=look)
    slots = yaml.safe_load((here / "game" / "layouts" / "table.yaml").read_text("utf-8"))["slots"]
    assert slots["panel"]["when"] == slots["panel-line"]["when"] == {"text": "not-empty"}
    assert slots["kind-mark"]["when"] == {"type": "not-empty"}
    assert pipeline.check(here / "game", Options()).problems == ()


@pytest.mark.parametrize("look", LOOKS)
def test_the_texts_of_a_deck_begin_at_one_height(here: Path, look: str) -> None:
    long = "Each other player may discard a card to stop you from doing so this turn."
    rows = f"Fox,Run.,\nOwl,{long},Hoo.\nElm,{long} {long},Old.\nOak,Grow.,Older.\n"
    (here / "table.csv").write_text(f"Name,Text,Flavour\n{rows}", "utf-8")
    starter.write_from(here / "game", here / "table.csv", template="action", look=look)
    checked = pipeline.check(here / "game", Options())
    firsts = []
    for row in ("fox", "owl", "elm", "oak"):
        runs = (mark for mark, _ in walk(checked.faces["table", row, "front"].drawing.marks) if isinstance(mark, Run))
        texts = [run for run in runs if run.text.startswith(("Run.", "Each", "Grow."))]
        firsts.append(texts[0].place[5] - texts[0].size)
    assert max(firsts) - min(firsts) < 0.6, "but for smaller letters of the longest text"


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_cards_that_a_template_begins_with_have_no_fault_and_kinds_of_their_own(here: Path, template: str) -> None:
    starter.write_cards(here / "begun", "Begun", template, "bright")
    checked = pipeline.check(here / "begun", Options())
    assert checked.problems == ()
    (deck,) = checked.game.decks.values()
    grounds = {face.drawing.marks[0] for face in checked.faces.values() if face.side == "front"}
    assert len(grounds) >= 3 and 4 <= len(deck.rows.rows) <= 6


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_game_of_any_title_begins_without_a_problem_on_its_backs(here: Path, template: str) -> None:
    (here / "table.csv").write_text(ROWS, "utf-8")
    for size in ("", "mini-card", "40x40") if template == "action" else ("",):
        starter.write_from(here / "game", here / "table.csv", size=size, template=template)
        settings = (here / "game/game.yaml").read_text("utf-8")
        for title in ("LanternMarketer", "Wonderlanternmarketeer", "The Lantern Market"):
            text = re.sub("^title:.*", f"title: {title}", settings, flags=re.M)
            (here / "game/game.yaml").write_text(text, "utf-8")
            assert not [each for each in problems_of(here / "game") if "back" in each], (template, size, title)
        shutil.rmtree(here / "game")


@pytest.mark.parametrize(
    "shape",
    [
        {"kind": "hexagon", "flats": 30},
        {"kind": "hexagon", "flats": 40},
        {"kind": "round", "diameter": 30},
        {"kind": "board", "width": 38, "height": 38},
    ],
)
def test_a_back_that_follows_a_small_shape_has_its_title_and_its_drawings(here: Path, shape: dict[str, Any]) -> None:
    (here / "table.csv").write_text(ROWS, "utf-8")
    starter.write_from(here / "game", here / "table.csv", title="LanternMarket", template="token")
    game = model.load(Workspace(here / "game"))[0]
    edit.write(set_shape(game, "table", shape, fit_design=True))
    assert not [each for each in problems_of(here / "game") if "back" in each]


def problems_of(folder: Path) -> list[str]:
    """Return what is wrong with a game, in words."""
    try:
        problems = pipeline.check(folder, Options()).problems
    except BuildError as error:
        problems = error.problems
    return [str(problem) for problem in problems]


@pytest.mark.parametrize("template", ["action", "character", "event", "item"])
def test_a_picture_has_two_fifths_of_a_card_cropped_to_fill(here: Path, template: str) -> None:
    starter.write_from(Path("game"), Path("cards.csv"), template=template)
    slot = yaml.safe_load((here / "game" / "layouts" / "cards.yaml").read_text("utf-8"))["slots"]["picture"]
    x, y, width, height = slot["box"]
    width, height = min(x + width, 63) - max(x, 0), min(y + height, 88) - max(y, 0)
    assert slot["fit"] == "cover" and 0.36 * 63 * 88 <= width * height <= 0.63 * 63 * 88


@pytest.mark.parametrize(
    ("rows", "template"),
    [
        (ROWS, "action"),
        ("Name,Value\nWood,1\nStone,2\nGlass,3\n", "resource"),
        ("Question,Answer\n" + "".join(f"{'How many bees are there ' * 5} {at}?,A{at}\n" for at in range(4)), "quest"),
        ("Name,Attack,Armour,Life,Text\nOrc,3,2,5,Attacks first.\nElf,2,1,3,Shoots twice.\n", "character"),
    ],
)  # fmt: skip
def test_the_template_follows_from_the_table_and_says_why(here: Path, rows: str, template: str) -> None:
    (here / "cards.csv").write_text(rows, "utf-8")
    notes = starter.write_from(Path("game"), Path("cards.csv"))
    assert any(note.startswith(f"  the template is {template}, since the ") for note in notes)


@pytest.mark.parametrize(
    ("file", "head", "row", "size", "template"),
    [
        ("tokens", "Name,Value,Picture", "Gold,5,gold.png", "", "token"),
        ("Coins", "Name,Value,Kind,Quantity", "Gold,5,Metal,4", "", "token"),
        ("chits", "Name", "Gold", "", "token"),
        ("tokens", "Name,Value", "Gold,5", "70x120", "resource"),
        ("tokens", "Name,Attack,Armour,Life", "Gold,5,1,2", "", "resource"),
        ("tokens", "Name,Value,Text", "Gold,5,Pay it to draw a card.", "", "action"),
        ("goods", "Name,Value", "Gold,5", "", "resource"),
    ],
)
def test_a_table_of_tokens_becomes_round_ones(
    here: Path, file: str, head: str, row: str, size: str, template: str
) -> None:
    (here / f"{file}.csv").write_text(f"{head}\n{row}\n{row.replace('Gold', 'Silver')}\n", "utf-8")
    notes = starter.write_from(Path("game"), Path(f"{file}.csv"), size=size)
    why = f"file is called {file.title()} (" if template == "token" else "cards have "
    assert any(note.startswith(f"  the template is {template}, since the {why}") for note in notes)
    shape = yaml.safe_load((here / "game" / "game.yaml").read_text("utf-8"))["decks"][file.lower()]["shape"]
    assert (shape == {"kind": "round", "diameter": 35}) == (template == "token")


def test_only_the_sheet_of_tokens_becomes_round_ones(here: Path) -> None:
    book = Workbook()
    for name in ("Tokens", "Goods"):
        sheet = book.create_sheet(name)
        for row in (["Name", "Value"], ["Gold", 5], ["Silver", 2]):
            sheet.append(row)
    (here / "game.xlsx").write_bytes(saved(book))
    notes = starter.write_from(Path("game"), Path("game.xlsx"))
    chosen = [note.partition(" (")[0] for note in notes if note.startswith("  the template is")]
    assert chosen == [
        "  the template is token, since the sheet is called Tokens",
        "  the template is resource, since the cards have no text",
    ]
    assert pipeline.check(Path("game"), Options()).problems == ()


def test_options_that_need_a_table_are_refused_without_one(here: Path) -> None:
    done = beeprint("new", "game", "--look", "dark")
    assert done.returncode == 2 and "are for games that are made from a table" in done.stderr
    assert beeprint("new", "game", "--from", "cards.csv", "--look", "neon").returncode == 2


def test_a_palette_without_the_ink_of_a_kind_is_still_of_its_look() -> None:
    inks = {name: parse(ink) for name, ink in LOOKS["dark"].inks.items()}
    for name in KINDS:
        assert look_of({other: ink for other, ink in inks.items() if other != name}) == "dark"
    assert look_of({name: ink for name, ink in inks.items() if name != "plate"}) == ""
