"""Where a fault of a layout is reported: at the line of the key, in the file that holds it, for every kind of slot."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import beeprint
from beeprint.base.problems import BuildError, Place
from beeprint.face import template
from beeprint.face.template import Choice, GridSlot, IconSlot, PictureSlot, ShapeSlot, Slot, TextSlot
from beeprint.game.model import declared
from beeprint.game.shapes import CardShape, DieShape, HexShape, PolygonShape, RoundShape
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import read_yaml
from beeprint.sources.records import Model, keys_of
from beeprint.sources.workspace import Workspace

#: A sound slot of each kind, one key a line.
SOUND = {
    "text": (TextSlot, {"kind": "text", "text": "hi", "font": "fredoka", "size": "9", "box": "trim"}),
    "picture": (PictureSlot, {"kind": "picture", "art": "sun", "box": "trim"}),
    "icon": (IconSlot, {"kind": "icon", "icon": "sun", "box": "trim"}),
    "shape": (ShapeSlot, {"kind": "shape", "shape": "ellipse", "box": "trim"}),
    "grid": (GridSlot, {"kind": "grid", "pitch": "4", "cells": "4x3", "box": "trim"}),
}
#: No key of a slot may have this value.
WRONG = "[{wrong: [1]}]"


def fields(model: type[Model]) -> list[str]:
    return sorted({key.alias for key in keys_of(model)} - {"each", "kind"})


EVERY = [(kind, key) for kind, (model, _) in SOUND.items() for key in fields(model)]


def written(folder: Path, **layouts: str) -> None:
    (folder / "layouts").mkdir()
    for name, text in layouts.items():
        (folder / "layouts" / f"{name}.yaml").write_text(text, "utf-8")


def faults(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Place]:
    """Load the layout `card`, and return where its faults are, without their columns."""
    monkeypatch.chdir(folder)
    with pytest.raises(BuildError) as raised:
        template.load(Workspace(folder), "card", Place("game.yaml"))
    assert "Input should" not in str(raised.value) and "Node(" not in str(raised.value)  # the library's and our insides
    return [problem.place._replace(column=0) for problem in raised.value.problems]


def slot(values: dict[str, str], indent: int) -> str:
    return "".join(f"{' ' * indent}{key}: {value}\n" for key, value in values.items())


def line(text: str, mark: str) -> int:
    (number,) = (number for number, line in enumerate(text.splitlines(), start=1) if mark in line)
    return number


@pytest.mark.parametrize(("kind", "key"), EVERY)
def test_a_fault_is_at_its_line(kind: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = SOUND[kind][1]
    bad = {**good, key: WRONG}
    layout = f"slots:\n  mine:\n{slot(bad, 4)}"
    grid = f"  grid:\n    kind: grid\n    pitch: 4\n    box: trim\n    each:\n      mine:\n{slot(bad, 8)}"
    rest = {name: value for name, value in good.items() if name != key}
    choice = f"slots:\n  mine:\n{slot(rest, 4)}    choose:\n      by: x\n      else:\n        {key}: {WRONG}\n"
    for number, text in enumerate((layout, f"slots:\n{grid}", choice)):
        folder = tmp_path / str(number)
        folder.mkdir()
        written(folder, card=text)
        assert faults(folder, monkeypatch) == [Place("layouts/card.yaml", line(text, WRONG))]


@pytest.mark.parametrize(("kind", "key"), EVERY)
def test_a_fault_is_in_the_file_that_holds_it(
    kind: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = SOUND[kind][1]
    whole = f"# parent\nslots:\n  mine:\n{slot(good, 4)}"
    faulty = f"# parent\n\nslots:\n  mine:\n{slot({**good, key: WRONG}, 4)}"
    child = f"extends: base\nslots:\n  mine:\n    note: mine\n    {key}: {WRONG}\n"
    if key == "note":
        child = child.replace("    note: mine\n", "")
    plain = "extends: base\nslots:\n  mine:\n    mirror: yes\n"
    if key == "mirror":
        plain = plain.replace("mirror: yes", "unsafe: no" if kind in ("text", "icon") else "rotate: 90")
    styled = f"styles:\n  look:\n    {key}: {WRONG}\n"
    rest = {name: value for name, value in good.items() if name != key}
    user = f"extends: base\nslots:\n  mine:\n{slot({**rest, 'style': 'look'}, 4)}"
    cases = (
        (whole, child, Place("layouts/card.yaml", line(child, WRONG))),
        (faulty, plain, Place("layouts/base.yaml", line(faulty, WRONG))),
        (styled, user, Place("layouts/base.yaml", line(styled, WRONG))),
    )
    for number, (parent, layout, place) in enumerate(cases):
        folder = tmp_path / str(number)
        folder.mkdir()
        written(folder, base=parent, card=layout)
        assert faults(folder, monkeypatch) == [place]


def test_a_wrong_number_beside_the_key_that_is_called_like_its_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {
        "text": "{kind: text, text: hi,\n size: abc, font: fredoka, box: trim}",
        "shape": "{kind: shape, shape: line,\n width: abc, box: trim}",
        "icon": "{kind: icon, icon: sun,\n opacity: abc, box: trim}",
    }
    for kind, text in texts.items():
        folder = tmp_path / kind
        folder.mkdir()
        written(folder, card=f"slots:\n mine: {text}\n")
        assert faults(folder, monkeypatch) == [Place("layouts/card.yaml", 3)]


def chain(folder: Path, length: int, last: str) -> None:
    """Write layouts of which each extends the next one twice, from card to the last."""
    names = ["card", *(f"w{number}" for number in range(1, length))]
    layouts = {
        name: f"extends: [{after}, {after}]\nslots: {{}}\n"
        for name, after in zip(names, [*names[1:], "last"], strict=True)
    }
    written(folder, **layouts, last=last)


def test_parents_that_share_parents_are_merged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chain(tmp_path, 14, "slots: {mine: {kind: shape, shape: line, box: trim}}\n")
    monkeypatch.chdir(tmp_path)
    read: list[str] = []
    yaml = Workspace.yaml
    monkeypatch.setattr(
        Workspace, "yaml", lambda self, kind, name, place: read.append(name) or yaml(self, kind, name, place)
    )
    assert list(template.load(Workspace(tmp_path), "card", Place("game.yaml")).slots) == ["mine"]
    assert len(read) == len(set(read)) == 15


@pytest.mark.parametrize(
    ("parent", "child", "box"),
    [
        ("[1, 2, 30, 40]", "{y: 12}", (1, 12, 30, 40)),
        ("[1, 2, 30, 40]", '{y: "+5"}', (1, 7, 30, 40)),
        ("1 2 30 x 40", '{x: -1, height: "+-5.5"}', (-1, 2, 30, 34.5)),
        ('"1.1, 2.2, 30, 40"', '{x: "+0.1", y: "+0.1", width: "+1", height: 3}', (1.2, 2.3, 31, 3)),
        ("[1, 2, 30, 40]", "trim", "trim"),
        ("trim", "[1, 2, 30, 40]", (1, 2, 30, 40)),
    ],
)
def test_a_box_may_change_single_numbers_of_its_parents(
    parent: str, child: str, box: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    base = f"slots: {{mine: {{kind: shape, shape: line, box: {parent}}}}}\n"
    card = f"extends: base\nslots: {{mine: {{box: {child}}}}}\n"
    styled = f"styles: {{s: {{box: {parent}}}}}\nslots: {{own: {{kind: shape, shape: line, style: s, box: {child}}}}}\n"
    written(tmp_path, base=base, card=card, styled=styled)
    load = template.load(Workspace(tmp_path), "card", Place("game.yaml")).slots["mine"]
    own = template.load(Workspace(tmp_path), "styled", Place("game.yaml")).slots["own"]
    assert isinstance(load, Slot) and load.box == box
    assert isinstance(own, Slot) and own.box == box


def test_steps_of_a_box_add_up_from_parent_to_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    step = 'slots: {mine: {box: {y: "+5"}}}\n'
    base = "slots: {mine: {kind: shape, shape: line, box: [1, 2, 30, 40]}}\n"
    written(tmp_path, base=base, middle=f"extends: base\n{step}", card=f"extends: middle\n{step}")
    slot = template.load(Workspace(tmp_path), "card", Place("game.yaml")).slots["mine"]
    assert isinstance(slot, Slot) and slot.box == (1, 12, 30, 40)


def test_cases_and_slots_of_grids_change_single_numbers_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shape = "kind: shape, shape: line, box: [1, 2, 30, 40]"
    grid = f"{{kind: grid, pitch: 9, cells: 4x3, box: trim, each: {{cell: {{{shape}}}}}}}"
    base = f"slots: {{mine: {{{shape}}}, all: {grid}}}\n"
    case = 'mine: {choose: {by: x, else: {box: {x: "+2"}}}}'
    written(
        tmp_path, base=base, card=f"extends: base\nslots: {{{case}, all: {{each: {{cell: {{box: {{height: 4}}}}}}}}}}\n"
    )
    slots = template.load(Workspace(tmp_path), "card", Place("game.yaml")).slots
    choice, every = slots["mine"], slots["all"]
    assert isinstance(choice, Choice) and choice.variants["else"].box == (3, 2, 30, 40)
    assert isinstance(every, GridSlot) and every.each["cell"].box == (1, 2, 30, 4)


def test_a_slot_may_be_called_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    base = "slots: {box: {kind: shape, shape: line, box: trim}}\n"
    written(tmp_path, base=base, card="extends: base\nslots: {box: {shape: ellipse}}\n")
    slot = template.load(Workspace(tmp_path), "card", Place("game.yaml")).slots["box"]
    assert isinstance(slot, ShapeSlot) and (slot.shape, slot.box) == ("ellipse", "trim")


#: A sound shape of each kind, on a line of its own for each key, and all keys it may have.
SHAPES = {
    "card": ({"size": "us-poker"}, CardShape),
    "board": ({"width": "80", "height": "80"}, CardShape),
    "hexagon": ({"flats": "40"}, HexShape),
    "rosette": ({"flats": "20"}, HexShape),
    "polygon": ({"polygon": "rhombus", "edge": "30"}, PolygonShape),
    "round": ({"diameter": "20"}, RoundShape),
    "die-net": ({"edge": "16"}, DieShape),
}


@pytest.mark.parametrize(
    ("kind", "key"),
    [(kind, key) for kind, (_, shape) in SHAPES.items() for key in fields(shape)],
)
@pytest.mark.parametrize("wrong", [WRONG, "abc"])
def test_a_fault_of_a_shape_is_at_its_line(
    kind: str, key: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if wrong == "abc" and key == "size":
        pytest.skip("the names of sizes are looked up later")
    monkeypatch.chdir(tmp_path)
    values = {"kind": kind, **SHAPES[kind][0], key: wrong}
    deck = f"    title: A\n    data: a.csv\n    front: a\n    stock: a\n    shape:\n{slot(values, 6)}"
    text = f'id: a\nversion: "1"\ntitle: A\ndecks:\n  polygon:\n{deck}'
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    with pytest.raises(BuildError) as raised:
        declared(Workspace(tmp_path))
    assert [problem.place._replace(column=0) for problem in raised.value.problems] == [
        Place("game.yaml", line(text, f"      {key}: {wrong}"))
    ]
    assert "Input should" not in str(raised.value)


def models(above: type[Model] = Model) -> set[type[Model]]:
    return {below for model in above.__subclasses__() for below in {model, *models(model)}}


def test_no_message_of_any_file_is_in_the_words_of_a_library() -> None:
    for module in pkgutil.walk_packages(beeprint.__path__, "beeprint."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    told = 0
    for model in models():
        for key in (key.alias for key in keys_of(model)):
            for wrong in (WRONG, "abc", "{a: {b: c}}", "[]", "-1", "9" * 20):
                try:
                    understand(model, read_yaml(f"{key}: {wrong}\n".encode(), "f.yaml"))
                except BuildError as error:
                    told += 1
                    foreign = re.search(r"Input|Value |should|Node\(|'wrong'|Tuple|validation", str(error))
                    assert not foreign, (model, key, str(error))
    assert told > 1_000
