"""Shipped layouts: each loads, is used, and repeats no other."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from beeprint import outputs, pipeline, sheet, starter
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.draw.drawing import PathMark, Solid, walk
from beeprint.face import template
from beeprint.files.workspace import SHIPPED, Workspace, built_in_games
from beeprint.game import edition, model
from beeprint.leaflet import style
from beeprint.products.stocks import SheetsKeys

LAYOUTS = SHIPPED / "layouts"
FACES = sorted(
    path.relative_to(LAYOUTS).with_suffix("").as_posix()
    for path in LAYOUTS.rglob("*.yaml")
    if path.parent != LAYOUTS and path.parent.name not in ("sheets", "profiles", "leaflets", "laser", "materials")
)


@pytest.mark.parametrize("name", FACES)
def test_every_layout_loads(name: str) -> None:
    layout = template.load(Workspace(Path.cwd()), name, Place("tests"))
    assert layout.name == name


def parents(name: str) -> set[str]:
    node = Workspace(Path.cwd()).yaml("layouts", name, Place("tests")).find(["extends"])
    if node is None:
        return set()
    names = [node.value] if isinstance(node.value, str) else [str(item.value) for item in node.value]
    return {str(one) for one in names} | {other for one in names for other in parents(str(one))}


def test_every_layout_is_used_by_a_game_or_by_another_layout() -> None:
    used: set[str] = set()
    for folder in built_in_games().values():
        whole, _ = model.load(Workspace(folder))
        for deck in whole.decks.values():
            for name in (deck.spec.front, *([deck.spec.back.layout] if deck.spec.back else [])):
                used |= {name, *parents(name)}
        for one in edition.editions(whole).values():
            for name in filter(None, (change.front for change in one.decks.values())):
                used |= {name, *parents(name)}
    assert set(FACES) == used


def test_every_leaflets_layout_loads_and_is_used() -> None:
    specs = [model.declared(Workspace(folder)).leaflet for folder in built_in_games().values()]
    used = {"plain", *(spec.layout for spec in specs if spec is not None)}
    assert {path.stem for path in (LAYOUTS / "leaflets").glob("*.yaml")} == used
    for name in used:
        layout, _ = style.load(Workspace(Path.cwd()), name, Place("tests"))
        assert 2 * layout.page[0] <= 279.4 - 2 * 6.35, "two pages have to fit on Letter"


def test_no_two_layouts_share_six_lines_that_could_be_one_parent() -> None:
    seen: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in FACES:
        lines = [line.strip() for line in (LAYOUTS / f"{name}.yaml").read_text("utf-8").splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        for start in range(len(lines) - 5):
            seen[tuple(lines[start : start + 6])].add(name)
    assert [names for names in seen.values() if len(names) > 1] == []


def test_every_sheet_is_used_by_a_profile_and_loads() -> None:
    workspace = Workspace(Path.cwd())
    used = set()
    for name in outputs.names(workspace):
        profile = outputs.load(workspace, name, Place("tests")).profile
        used |= set(profile.sheets) if isinstance(profile, SheetsKeys) else set()
    sheets = {path.stem for path in (LAYOUTS / "sheets").glob("*.yaml")}
    assert sheets == used
    for name in sheets:
        spec, _ = sheet.load(workspace, name, Place("tests"))
        assert spec.margin >= 5, "most printers leave at least 5 mm unprinted"


def test_choose_works_inside_a_grid(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    layout = tmp_path / "mine" / "layouts" / "tile.yaml"
    layout.write_text(
        """
slots:
  cells:
    kind: grid
    pitch: 12
    cells: 3x1
    values: sun rain sun
    box: trim
    each:
      cell:
        kind: shape
        shape: rectangle
        box: [-5, -5, 10, 10]
        choose: {by: "{cell}", sun: {fill: sun}, rain: {fill: rain}}
""",
        "utf-8",
    )
    checked = pipeline.check(tmp_path / "mine", Options(only={"tiles": ()}))
    assert checked.problems == ()
    marks = [mark for mark, _ in walk(checked.faces["tiles", "meadow", "front"].drawing.marks)]
    fills = [mark.fill.colour for mark in marks if isinstance(mark, PathMark) and isinstance(mark.fill, Solid)]
    palette = checked.game.palette
    assert fills == [palette["sun"], palette["rain"], palette["sun"]]
