"""Shipped layouts: each loads, is used, and repeats no other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from beeprint import outputs, pipeline, sheet, starter
from beeprint.base.colour import BLACK
from beeprint.base.geometry import MM_PER_INCH, Rect, path_box, rectangle
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.drawing.drawing import Mark, PathMark, Run, Solid, path_mark, walk
from beeprint.face import template
from beeprint.face.frame import Frames
from beeprint.face.layout import LayoutContext
from beeprint.face.layout.layout_faces import LayoutFaces
from beeprint.face.layout.placement import Placement
from beeprint.face.layout.render import Renderer
from beeprint.face.picture import Pictures
from beeprint.face.template.slots import Bound, Content, ShapeSlot, Slot
from beeprint.game import box_shapes, edition, model
from beeprint.game.binding import bind
from beeprint.leaflet import setter
from beeprint.outputs.shared.stocks import SheetsKeys
from beeprint.sources.conversion import convert
from beeprint.sources.records import Model, words_of
from beeprint.sources.workspace import SHIPPED, Workspace, built_in_games

LAYOUTS = SHIPPED / "layouts"
#: The folders of layouts/ that hold something else than layouts of faces.
OTHERS = {"sheets", "profiles", "leaflets", "laser", "materials", "conditions", "vendors"}
FACES = sorted(
    path.relative_to(LAYOUTS).with_suffix("").as_posix()
    for path in LAYOUTS.rglob("*.yaml")
    if path.parent != LAYOUTS and path.parent.name not in OTHERS
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
    return {str(name) for name in names} | {other for name in names for other in parents(str(name))}


def test_every_layout_is_used_by_a_game_or_by_another_layout() -> None:
    used: set[str] = set()
    for folder in built_in_games().values():
        whole, _ = model.load(Workspace(folder))
        for deck in whole.decks.values():
            for name in (deck.spec.front, *([deck.spec.back.layout] if deck.spec.back else [])):
                used |= {name, *parents(name)}
        used |= {
            name for box in whole.spec.boxes.values() for front in [box.front] for name in [front, *parents(front)]
        }
        for variant in edition.editions(whole).values():
            for name in filter(None, (change.front for change in variant.decks.values())):
                used |= {name, *parents(name)}
    plain = {kind(kind=words_of(kind, "kind")[0], for_=()).plain for kind in get_args(get_args(box_shapes.Boxes)[0])}
    assert set(FACES) == used | plain


def test_every_leaflets_layout_loads_and_is_used() -> None:
    specs = [model.declared(Workspace(folder)).leaflet for folder in built_in_games().values()]
    used = {"plain", *(spec.layout for spec in specs if spec is not None)}
    assert {path.stem for path in (LAYOUTS / "leaflets").glob("*.yaml")} == used
    for name in used:
        layout, _ = setter.load(Workspace(Path.cwd()), name, Place("tests"))
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


ALSO = """\
styles: {large: {size: 18}}
slots:
  title:
    kind: text
    font: source-sans
    size: 10
    text: "{title}"
    box: [5, 5, 50, 8]
    choose:
      by: "{text}"
      empty: {weight: bold}
      not-empty: {}
      also: {by: "{suit}", sun: {colour: ink}, else: {}, also: {by: "{id}", S1: {style: large}, else: {}}}
"""


def with_layout(game: Path, text: str) -> None:
    """Draw the cards of a game with a layout."""
    (game / "layouts" / "also.yaml").write_text(text, "utf-8")
    file = game / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("front: card ", "front: also "), "utf-8")


def test_a_further_choice_is_laid_over_the_one_before_it(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    with_layout(tmp_path / "mine", ALSO)
    checked = pipeline.check(tmp_path / "mine", Options(only={"cards": ()}))
    assert checked.problems == ()
    runs = {
        key[1]: next(mark for mark, _ in walk(face.drawing.marks) if isinstance(mark, Run))
        for key, face in checked.faces.items()
        if key[2] == "front"
    }
    rows = checked.game.decks["cards"].rows.rows
    points = {name: round(run.size * 72 / MM_PER_INCH) for name, run in runs.items()}
    assert points.pop("S1") == 18 and set(points.values()) == {10}
    ink = checked.game.palette["ink"]
    for row in rows:
        assert runs[row.id].font == f"source-sans/{'regular' if row.texts['text'] else 'bold'}"
        assert (runs[row.id].paint.colour == ink) == (row.texts["suit"] == "sun")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("sun: {colour: ink}, else: {}", "sun: {colour: ink}", "slot title has no case for 'rain'"),
        ('also: {by: "{id}"', 'also: {by: "{idea}"', "has no column idea"),
        ("S1: {style: large}", "S1: {style: larger}", "there is no style larger"),
        ('also: {by: "{id}", S1', "also: {S1", "also needs by: and a slot for each value"),
        ("empty: {weight: bold}", "empty: {choose: {by: '{id}', else: {}}}", "unknown key choose"),
    ],
)
def test_a_fault_in_a_further_choice_is_said_at_its_place(tmp_path: Path, before: str, after: str, said: str) -> None:
    starter.write(tmp_path / "mine")
    with_layout(tmp_path / "mine", ALSO.replace(before, after))
    problems = [str(problem) for problem in pipeline.check(tmp_path / "mine", Options(only={"cards": ()})).problems]
    assert any(said in problem and "layouts/also.yaml:1" in problem for problem in problems), problems


class Scale(Model):
    upto: Bound = "10"


class Gauge(ShapeSlot):
    """A kind of slot that a layout could have: a bar as long as a column says."""

    level: Content = "1"
    scale: Scale | None = None


class Unmarked(Gauge):
    level: str = "1"


class Drawer(Renderer):
    """What renders faces, and can draw a gauge."""

    def draw(self, slot: Slot, here: Placement) -> Iterable[Mark]:
        assert isinstance(slot, Gauge)
        upto = float(bind(slot.scale.upto, here.scope)) if slot.scale else 10
        wide = 50 * float(bind(slot.level, here.scope)) / upto
        return [path_mark(rectangle(Rect(0, 0, wide, 5)), Solid(BLACK), None)]


class GaugeFaces(LayoutFaces):
    """What lays out faces with gauges."""

    renderer = Drawer


def bars(folder: Path, slot: Gauge) -> list[float]:
    """Return how long the bar is on the card of each row of a small game."""
    starter.write(folder / "mine")
    checked = pipeline.check(folder / "mine", Options(only={"tiles": ()}))
    pictures = Pictures(checked.game.workspace, checked.fonts, checked.store)
    context = LayoutContext(checked.game, checked.fonts, pictures, Frames(pictures))
    deck = checked.game.decks["cards"]
    layout = template.Layout("toy", Place("toy"), {"gauge": slot}, {})
    assert list(template.check(layout, checked.game, deck, shared=False)) == []
    drawer = GaugeFaces(context, deck, layout, "front")
    faces = [drawer.face(row) for row in deck.rows.rows]
    marks = [mark for face in faces for mark, _ in walk(face.drawing.marks) if isinstance(mark, PathMark)]
    return [path_box(mark.path).width for mark in marks]


@pytest.mark.parametrize(
    ("keys", "lengths"),
    [
        ({"level": "{value}"}, [5, 10, 15, 20, 25, 30]),
        ({"scale": {"upto": "{value}"}}, [50, 25, 16.667, 12.5, 10, 8.333]),
    ],
    ids=["a key of the slot", "a key of a model in it"],
)
def test_a_key_that_a_slot_marks_as_bound_draws_each_row_anew(
    keys: dict[str, object], lengths: list[float], tmp_path: Path
) -> None:
    slot = convert(Gauge, {"kind": "shape", "shape": "rectangle", "box": "0 0 50 5", **keys})
    assert bars(tmp_path, slot) == pytest.approx(lengths * 2, abs=1e-3)


def test_a_key_that_is_not_marked_is_drawn_once_for_all_rows(tmp_path: Path) -> None:
    slot = convert(Unmarked, {"kind": "shape", "shape": "rectangle", "box": "0 0 50 5", "level": "{value}"})
    assert bars(tmp_path, slot) == [5] * 12


def test_what_is_wrong_is_told_at_the_first_column_that_the_content_names(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    rows = model.load(Workspace(tmp_path / "mine"))[0].decks["cards"].rows
    gauge = Gauge(kind="shape", shape="rectangle", fill="{suit}", level="{game.title}{value}{id}")
    assert template.first_column(gauge, rows) == "value"
    grid = template.GridSlot(kind="grid", pitch=1, cells="{suit}", values="{text}")
    assert template.first_column(grid, rows) == "text"
    assert template.first_column(ShapeSlot(kind="shape", shape="rectangle", fill="{suit}"), rows) is None


def test_former_names_are_accepted_with_a_warning_at_the_key(tmp_path: Path) -> None:
    """Faces come out the same as with the present names."""
    starter.write(tmp_path / "old")
    starter.write(tmp_path / "new")
    slots = {
        "old": "frame: {kind: shape, shape: rectangle, box: safe, radius: 2, stroke: ink}\n"
        "  words: {kind: text, text: hello, box: [5, 5, 40, 9], font: source-sans, size: 9, align: center}\n"
        "  sun: {kind: picture, art: icons/sun, box: [9, 20, 9, 9], round: 1}\n"
        "  dot: {kind: shape, shape: ellipse, box: [30, 60, 2, 2], fill: ink, "
        'repeat: {times: "3", step: [4, 0], align: center}}\n',
    }
    slots["new"] = re.sub("radius|round", "corner", slots["old"]).replace("center", "centre")
    faces = {}
    for name, text in slots.items():
        (tmp_path / name / "layouts" / "card.yaml").write_text(f"slots:\n  {text}", "utf-8")
        checked = pipeline.check(tmp_path / name, Options(only={"cards": ("S1",)}))
        faces[name] = checked.faces["cards", "S1", "front"].drawing
        said = [
            (problem.place.line, problem.place.column, problem.severity, problem.message)
            for problem in checked.problems
            if problem.place.file.endswith("layouts/card.yaml")
        ]
        assert said == (
            [
                (2, 53, "warning", "the key radius is now called corner"),
                (3, 91, "warning", "align: center is now spelt centre"),
                (4, 60, "warning", "the key round is now called corner"),
                (5, 112, "warning", "align: center is now spelt centre"),
            ]
            if name == "old"
            else []
        )
    assert faces["old"] == faces["new"]
