"""Boxes written into layout files: the numbers that change, and not a byte besides."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Callable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from msgspec.structs import replace

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit import boxes
from beeprint.edit.snapshot import Snapshot, Use, slots_in
from beeprint.edit.text import Piece, SourceText
from beeprint.face.template import GridSlot, Layout, Slot
from beeprint.sources.workspace import SHIPPED, built_in_games
from beeprint.starter import STARTERS
from cases import spread
from edits import CARD, difference, loaded, put, slot_at, tiny

STARTER = Path(edit.__file__).parents[1] / "starter"
Box = tuple[float, float, float, float]


# every layout that comes with beeprint -------------------------------------------------------------------------------


def shipped() -> list[tuple[Path, str]]:
    """Return each layout with a game that may use it; a game's own are in the folder of its name."""
    games = built_in_games()
    layouts = [
        (folder, name) for folder in (STARTER / "game", STARTER / "inkscape") for name in Snapshot(folder).own_names()
    ]
    for path in sorted((SHIPPED / "layouts").rglob("*.yaml")):
        name = path.relative_to(SHIPPED / "layouts").with_suffix("").as_posix()
        home = name.partition("/")[0]
        if "\nslots:" in "\n" + path.read_text("utf-8") and home not in ("leaflets", "sheets", "profiles", "laser"):
            layouts.append((games.get(home, games["pollen-wars"]), name))
    return layouts


#: The first and the last layout of each folder.
ENDS = {
    case
    for _, some in itertools.groupby(shipped(), lambda case: (case[0], case[1].partition("/")[0]))
    for case in itemgetter(0, -1)(list(some))
}


def numbered(snapshot: Snapshot, layout: Layout) -> Iterator[edit.BoxSource]:
    for path, node in slots_in(layout.nodes):
        box = boxes.in_layout(snapshot, Use(layout.name, path), node.find(["box"]))
        if box is not None and box.kind == "numbers":
            yield box


def changed(box: edit.BoxSource, index: int, by: float) -> Box:
    assert box.values is not None
    x, y, width, height = (value + by * (at == index) for at, value in enumerate(box.values))
    return x, y, width, height


def box_of(box: edit.BoxSource, after: dict[Path, bytes]) -> object:
    """Return the box with which a slot is drawn, once its files hold other bytes."""
    return slot_at(box.snapshot.with_bytes(after).layout(box.use.layout), box.use.slot).box


def test_there_are_layouts_of_every_game_and_starter() -> None:
    homes = {folder.name for folder, _ in shipped()}
    assert homes == {*built_in_games(), "game", "inkscape"}
    assert "inkscape" in STARTERS


#: In fast tests, two layouts of each game, of both starters and of what games share.
every_layout = pytest.mark.parametrize(
    ("folder", "name"),
    spread(shipped(), lambda case: case in ENDS),
    ids=lambda value: value if isinstance(value, str) else value.name,
)


@every_layout
def test_one_number_of_each_box_is_written_and_nothing_else(folder: Path, name: str) -> None:
    snapshot = Snapshot(folder)
    for count, box in enumerate(numbered(snapshot, snapshot.layout(name))):
        index = count % 4
        wanted = changed(box, index, 1.37)
        [change] = edit.set_box(box, wanted, "source", box.seen).changes
        before, after = difference(change.before, change.after)
        assert re.fullmatch(rb"[-+.\d]*", before + after), (box.use, before, after)
        assert change.path.read_bytes() == change.before
        assert box_of(box, {change.path: change.after}) == pytest.approx(wanted, abs=0.006)


@every_layout
def test_each_inherited_box_is_changed_here_only(folder: Path, name: str) -> None:
    snapshot = Snapshot(folder)
    layout = snapshot.layout(name)
    for count, box in enumerate(numbered(snapshot, layout)):
        if box.own:
            continue
        wanted = changed(box, count % 4, -0.5)
        [change] = edit.set_box(box, wanted, "here", box.seen).changes
        assert change.path == snapshot.file(name)
        assert len(lines_lost(change.before, change.after)) <= 1
        assert box_of(box, {change.path: change.after}) == pytest.approx(wanted, abs=0.006)
        others = snapshot.with_bytes({change.path: change.after}).layout(name)
        for path, _ in slots_in(layout.nodes):
            if path != box.use.slot:
                assert alone(slot_at(others, path)) == alone(slot_at(layout, path)), (box.use, path)


def lines_lost(before: bytes, after: bytes) -> list[str]:
    """Return the lines of a file that it does not hold any more, in their order."""
    diff = difflib.ndiff(before.decode().splitlines(), after.decode().splitlines())
    return [line for line in diff if line.startswith("- ")]


def alone(slot: Slot) -> Slot:
    """Return a slot without those in it."""
    return replace(slot, each={}) if isinstance(slot, GridSlot) else slot


# forms of a box ------------------------------------------------------------------------------------------------------

SLOT = 'kind: text, font: fredoka, size: 12, text: "{title}"'


@pytest.mark.parametrize(
    ("before", "box", "after"),
    [
        ("[5, 6, 53, 9]", (5, 7.254, 53, 9), "[5, 7.25, 53, 9]"),
        ("[5, 6, 53, 9]", (5.004, 6, 53, 9), "[5, 6, 53, 9]"),
        ("[ 5,6 , 53,9 ]  # title", (4, 6, 53, 10.999), "[ 4,6 , 53,11 ]  # title"),
        ("['5', \"6\", 53.0, 09]", (1, 2, 53, 9), "['1', \"2\", 53.0, 09]"),
        ("[2.5in, 10pt, 53mm, 0.9 cm]", (63.5, 4, 54, 9.05), "[2.5in, 11.34pt, 54mm, 0.905 cm]"),
        ("[2.5in, 6, 53, 9]", (64.5, 6, 53, 9), "[2.5394in, 6, 53, 9]"),
        ("[-1.5, .5, 53, 9]", (-2, 1, 53, 9), "[-2, 1, 53, 9]"),
        ("[1, 6, 53, 9]", (-0.001, 6, 53, 9), "[0, 6, 53, 9]"),
        ("5 6 53 9", (5, 6, 50, 8), "5 6 50 8"),
        ("'5, 6 x 53x9'", (4, 6, 53.5, 9), "'4, 6 x 53.5x9'"),
        ("0.25in 1cm 30 30", (12.7, 10, 30, 31), "0.5in 1cm 30 31"),
        ("&here [5, 6, 53, 9]", (5, 6, 53, 8), "&here [5, 6, 53, 8]"),
        ("[&left 5, 6, 53, 9]", (6, 6, 53, 9), "[&left 6, 6, 53, 9]"),
        ("[5, 6,\n      53, 9]", (5, 6, 53, 8), "[5, 6,\n      53, 8]"),
    ],
)
def test_a_number_keeps_the_form_in_which_it_is_written(tmp_path: Path, before: str, box: Box, after: str) -> None:
    text = "slots:\n  title: {" + SLOT + ", box: %s\n  }\n  # the end\n"
    game = tiny(tmp_path, card=text % before)
    title_box = edit.find_box(game, "cards", "front", ["title"], "A")
    assert title_box.own and title_box.shared == ()
    edit.write(edit.set_box(title_box, box, "source", title_box.seen))
    assert (tmp_path / "layouts" / "card.yaml").read_text() == text % after
    again = edit.find_box(loaded(tmp_path), "cards", "front", ["title"], "A")
    assert again.values == pytest.approx(box, abs=0.006)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_byte_order_mark_and_letters_of_any_kind_stay(tmp_path: Path, mark: bytes, end: str) -> None:
    text = f"# Straße 🐝\nnote: 'Bücher 🐝'\nslots:\n  title:\n    {SLOT.replace(', ', chr(10) + '    ')}\n"
    text += "    box:\n      - 5\n      - 6  # 🐝\n      - 53\n      - 9\n# the end"
    data = mark + text.replace("\n", end).encode()
    game = tiny(tmp_path, card=data)
    box = edit.find_box(game, "cards", "front", ["title"], "A")
    edit.write(edit.set_box(box, (5, 16.5, 53, 9), "here", box.seen))
    assert (tmp_path / "layouts" / "card.yaml").read_bytes() == data.replace(b"- 6 ", b"- 16.5 ")


def test_places_name_each_number(tmp_path: Path) -> None:
    box = edit.find_box(tiny(tmp_path), "cards", "front", ["title"], "A")
    assert [(place.line, place.column) for place in box.places] == [(2, at) for at in (71, 74, 77, 81)]
    assert box.places[0].file.endswith("layouts/card.yaml")


def test_a_word_is_a_word_until_it_is_replaced(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    box = edit.find_box(game, "cards", "back", ["ground"])
    assert (box.kind, box.word, box.values) == ("word", "bleed", None)
    with pytest.raises(BuildError, match="the box of ground is bleed, without numbers"):
        edit.set_box(box, (0, 0, 63, 88), "here", box.seen)
    edit.write(edit.set_box(box, (0, 0, 63, 88), "here", box.seen, replace_word=True))
    assert "box: [0, 0, 63, 88], fill: none}" in (tmp_path / "layouts" / "back.yaml").read_text()


def test_an_outline_has_no_box(tmp_path: Path) -> None:
    game = tiny(tmp_path, card="slots:\n  rim: {kind: shape, shape: outline, stroke: ink}\n")
    box = edit.find_box(game, "cards", "front", ["rim"], "A")
    assert box.kind == "none" and box.shared == ()
    with pytest.raises(BuildError, match="slot rim is as large as the piece and has no box"):
        edit.set_box(box, (0, 0, 63, 88), "here", box.seen)


@pytest.mark.parametrize(
    "box", [(0, 0, -1, 5), (0, 0, 0, 5), (0, 0, 5, 0), (0, 0, float("nan"), 5), (1e9, 0, 5, 5), (0, 0, 5, 2001)]
)
def test_a_box_that_cannot_be_is_refused(tmp_path: Path, box: Box) -> None:
    title_box = edit.find_box(tiny(tmp_path), "cards", "front", ["title"], "A")
    with pytest.raises(BuildError, match="a box cannot be"):
        edit.set_box(title_box, box, "here", title_box.seen)


def test_a_number_with_escapes_is_refused_and_the_file_stays(tmp_path: Path) -> None:
    text = CARD.replace("[5, 6, 53, 9]", '["\\x35", 6, 53, 9]')
    box = edit.find_box(tiny(tmp_path, card=text), "cards", "front", ["title"], "A")
    assert box.values == (5, 6, 53, 9)
    with pytest.raises(BuildError, match="not written letter by letter"):
        edit.set_box(box, (6, 6, 53, 9), "here", box.seen)
    assert (tmp_path / "layouts" / "card.yaml").read_text() == text


def test_aliases_are_refused_before_any_edit(tmp_path: Path) -> None:
    text = f"slots:\n  one: {{{SLOT}, box: &box [5, 6, 53, 9]}}\n  two: {{{SLOT}, box: *box}}\n"
    game = tiny(tmp_path, card=text)
    with pytest.raises(BuildError, match="an alias of YAML"):
        edit.find_box(game, "cards", "front", ["one"], "A")


def test_unknown_decks_rows_slots_and_cases_are_named(tmp_path: Path) -> None:
    game = tiny(tmp_path, card=CHOICE)
    for arguments, message in (
        (("card", "front", ["title"], "A"), "there is no deck card"),
        (("cards", "front", ["title"], "C"), "has no row C"),
        (("cards", "front", ["tilte"], "A"), "there is no slot tilte"),
        (("cards", "front", ["title", "choose", "C"], "A"), "choose has no case C"),
    ):
        with pytest.raises(BuildError, match=message):
            edit.find_box(game, *arguments)  # type: ignore[arg-type]


# where a box is written ----------------------------------------------------------------------------------------------

PARENT = (
    f"slots:\n  title: {{{SLOT}, box: [5, 6, 53, 9]}}\n  seal: {{kind: shape, shape: ellipse, box: [5, 70, 9, 9]}}\n"
)


def diff(folder: Path, name: str, before: str) -> tuple[str, str]:
    removed, other = difference(before.encode(), (folder / "layouts" / f"{name}.yaml").read_bytes())
    return removed.decode(), other.decode()


@pytest.mark.parametrize(
    "child",
    [
        "extends: parent<|\nslots:\n  title: {box: {y: 7}}>\n",
        "extends: parent<|\nslots:\n  title: {box: {y: 7}}>",
        "{extends: parent<|, slots: {title: {box: {y: 7}}}>}\n",
        "extends: parent\nslots: {<|title: {box: {y: 7}}>}\n",
        "extends: parent\nslots: {seal: {corner: 1}<|, title: {box: {y: 7}}>}\n",
        "extends: parent\nslots:\n  seal: {fill: ink}  # why<|\n  title: {box: {y: 7}}>\n# end\n",
        "slots:\n  seal:\n    fill: ink<|\n  title:\n    box: {y: 7}>\nextends: parent\n",
        "extends: parent\nslots:\n  seal:\n    note: |\n      a\n      b\n<|  title:\n    box: {y: 7}\n>",
        "extends: parent\nslots:\n  title: {<|box: {y: 7}>}\n",
        "extends: parent\nslots:\n  title: {<|box: {y: 7}, >size: 10}\n",
        "extends: parent\nslots:\n  title: {kind: text<|, box: {y: 7}>, size: 10}\n",
        "extends: parent\nslots:\n  title:\n    # small\n    size: 10  # or 9<|\n    box: {y: 7}>\n    leading: 1\n",
        "extends: parent\nslots:\n  title: {box: {x: 6<|, y: 7>}}\n",
        "extends: parent\nslots:\n  title: {box: {<|y: 7, >height: 8}}\n",
        "extends: parent\nslots:\n  title:\n    box:\n      x: 6<|\n      y: 7>\n",
        "extends: parent\nslots:\n  title: {box: {y: <6|7>}}\n",
        'extends: parent\nslots:\n  title: {box: {y: "+<5|1>"}}\n',
        'extends: parent\nslots:\n  title: {box: {y: "+<-2|1>"}}\n',
        "extends: parent\nslots:\n  title: {box: [5, <6|7>, 50, 9]}\n",
    ],
)
def test_an_inherited_box_is_changed_here_only(tmp_path: Path, child: str) -> None:
    """What stands in angle brackets is there before and after the edit."""
    before, after = (re.sub(r"<(.*?)\|(.*?)>", part, child, flags=re.DOTALL) for part in (r"\1", r"\2"))
    parent = PARENT.replace("ellipse,", "rectangle,")
    game = tiny(tmp_path, card=before, parent=parent)
    box = edit.find_box(game, "cards", "front", ["title"], "A")
    assert box.values is not None
    x, _, width, height = box.values
    edit.write(edit.set_box(box, (x, 7, width, height), "here", box.seen))
    assert (tmp_path / "layouts/card.yaml").read_text() == after
    again = edit.find_box(loaded(tmp_path), "cards", "front", ["title"], "A")
    assert again.values == (x, 7, width, height)
    assert (tmp_path / "layouts/parent.yaml").read_text() == parent


def test_a_parents_box_is_changed_for_all_that_inherit(tmp_path: Path) -> None:
    other = 'extends: parent\nslots:\n  title: {box: {y: "+5"}}\n'
    game = tiny(tmp_path, card="extends: parent\n", parent=PARENT, other=other, own="extends: parent\ndrop: [title]\n")
    box = edit.find_box(game, "cards", "front", ["title"], "A")
    assert not box.own
    assert {place.file.rpartition("/")[2] for place in box.places} == {"parent.yaml"}
    assert box.shared == (edit.Use("other", ("title",)), edit.Use("parent", ("title",)))
    edit.write(edit.set_box(box, (5, 9, 53, 9), "source", box.seen))
    assert diff(tmp_path, "parent", PARENT) == ("6", "9")
    assert diff(tmp_path, "card", "extends: parent\n") == diff(tmp_path, "other", other) == ("", "")


def test_numbers_of_two_files_are_changed_each_in_its_own(tmp_path: Path) -> None:
    child = "extends: parent\nslots:\n  title: {box: {y: 8}}\n"
    game = tiny(tmp_path, card=child, parent=PARENT)
    box = edit.find_box(game, "cards", "front", ["title"], "A")
    change = edit.set_box(box, (6, 9, 53, 9), "source", box.seen)
    assert {file_change.path.name for file_change in change.changes} == {"card.yaml", "parent.yaml"}
    edit.write(change)
    assert diff(tmp_path, "card", child) == ("8", "9")
    assert diff(tmp_path, "parent", PARENT) == ("5", "6")


def test_a_word_of_a_parent_is_replaced_here_or_there(tmp_path: Path) -> None:
    parent = "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: ink}\n"
    game = tiny(tmp_path, card="extends: parent\n", parent=parent)
    box = edit.find_box(game, "cards", "front", ["ground"], "A")
    assert (box.word, box.own, box.shared) == ("bleed", False, (edit.Use("parent", ("ground",)),))
    here = edit.set_box(box, (1, 2, 3, 4.5), "here", box.seen, replace_word=True)
    assert here.changes[0].after.decode() == "extends: parent\nslots:\n  ground: {box: [1, 2, 3, 4.5]}\n"
    there = edit.set_box(box, (1, 2, 3, 4.5), "source", box.seen, replace_word=True)
    assert there.changes[0].after.decode() == parent.replace("bleed", "[1, 2, 3, 4.5]")


STYLED = """\
styles:
  line: {font: fredoka, size: 9, box: [5, 6, 53, 9]}
slots:
  title: {kind: text, style: line, text: "{title}"}
  cost: {kind: text, style: line, text: "{cost}", box: {y: "+20"}}
"""


def test_the_box_of_a_style_is_changed_here_or_for_the_style(tmp_path: Path) -> None:
    game = tiny(tmp_path, card=STYLED)
    box = edit.find_box(game, "cards", "front", ["title"], "A")
    assert not box.own and box.shared == (edit.Use("card", ("cost",)),)
    here = edit.set_box(box, (5, 7, 53, 9), "here", box.seen)
    title = 'style: line, text: "{title}"'
    assert here.changes[0].after.decode() == STYLED.replace(title, title.replace("line,", "line, box: {y: 7},"))
    there = edit.set_box(box, (5, 7, 53, 9), "source", box.seen)
    assert there.changes[0].after.decode() == STYLED.replace("[5, 6,", "[5, 7,")
    cost = edit.find_box(game, "cards", "front", ["cost"], "A")
    both = edit.set_box(cost, (6, 28.5, 53, 9), "here", cost.seen)
    assert both.changes[0].after.decode() == STYLED.replace('{y: "+20"}', '{x: 6, y: "+22.5"}')


CHOICE = f"""\
slots:
  title:
    {SLOT.replace(", ", chr(10) + "    ")}
    box: [5, 6, 53, 9]
    choose:
      by: "{{id}}"
      A: {{box: {{width: 40}}}}
      else: {{}}
"""


def test_a_case_has_a_box_of_its_own_or_that_of_all_cases(tmp_path: Path) -> None:
    game = tiny(tmp_path, card=CHOICE)
    first, other = (edit.find_box(game, "cards", "front", ["title"], row) for row in "AB")
    assert (first.use.slot, first.values) == (("title", "choose", "A"), (5, 6, 40, 9))
    assert (other.use.slot, other.values) == (("title", "choose", "else"), (5, 6, 53, 9))
    assert other.shared == (edit.Use("card", ("title", "choose", "A")),)
    here = edit.set_box(other, (5, 6, 50, 9), "here", other.seen)
    assert here.changes[0].after.decode() == CHOICE.replace("else: {}", "else: {box: {width: 50}}")
    case = edit.set_box(first, (5, 6, 41, 9), "here", first.seen)
    assert case.changes[0].after.decode() == CHOICE.replace("width: 40", "width: 41")
    there = edit.set_box(first, (5, 8, 40, 9), "source", first.seen)
    assert there.changes[0].after.decode() == CHOICE.replace("[5, 6,", "[5, 8,")


def test_a_box_of_all_cards_moves_for_all_but_the_case_that_has_its_own(tmp_path: Path) -> None:
    game = tiny(tmp_path, card=CHOICE)
    first, other = (edit.find_box(game, "cards", "front", ["title"], row, of_all=True) for row in "AB")
    assert (first.use.slot, other.use.slot) == (("title", "choose", "A"), ("title",)) and other.own
    here = edit.set_box(other, (5, 6, 50, 9), "here", other.seen)
    assert here.changes[0].after.decode() == CHOICE.replace("[5, 6, 53,", "[5, 6, 50,")


GRID = """\
slots:
  board:
    kind: grid
    pitch: 10
    cells: 2x2
    box: [5, 5, 40, 40]
    each:
      spot: {kind: shape, shape: ellipse, box: [-4, -4, 8, 8]}
      mark:
        kind: shape
        shape: ellipse
        box: [-1, -1, 2, 2]
        choose: {by: "{i}", "0": {fill: ink}, else: {box: {x: 3}}}
"""


@pytest.mark.parametrize("slot", [("board", "spot"), ("board", "each", "spot")])
def test_a_slot_in_a_grid_is_found_by_both_of_its_paths(tmp_path: Path, slot: tuple[str, ...]) -> None:
    game = tiny(tmp_path, card=GRID)
    box = edit.find_box(game, "cards", "front", slot, "A")
    assert box.use.slot == ("board", "each", "spot")
    edit.write(edit.set_box(box, (-4.5, -4, 9, 8), "here", box.seen))
    assert (tmp_path / "layouts/card.yaml").read_text() == GRID.replace("[-4, -4, 8, 8]", "[-4.5, -4, 9, 8]")


def test_a_case_in_a_grid_is_named_and_without_its_name_all_are_meant(tmp_path: Path) -> None:
    game = tiny(tmp_path, card=GRID)
    every = edit.find_box(game, "cards", "front", ["board", "mark"], "A")
    assert every.use.slot == ("board", "each", "mark") and every.own
    case = edit.find_box(game, "cards", "front", ["board", "mark", "choose", "0"], "A")
    assert not case.own and case.shared == (edit.Use("card", ("board", "each", "mark", "choose", "else")),)
    change = edit.set_box(case, (-1, -2, 2, 2), "here", case.seen)
    assert change.changes[0].after.decode() == GRID.replace("{fill: ink}", "{box: {y: -2}, fill: ink}")


def test_a_grids_slot_and_a_case_of_a_parent_are_changed_here_only(tmp_path: Path) -> None:
    child = "extends: parent\n"
    game = tiny(tmp_path, card=child, parent=GRID)
    box = edit.find_box(game, "cards", "front", ["board", "mark", "choose", "0"], "A")
    change = edit.set_box(box, (-1, -2, 2, 2), "here", box.seen)
    assert change.changes[0].after.decode() == (
        'extends: parent\nslots:\n  board: {each: {mark: {choose: {"0": {box: {y: -2}}}}}}\n'
    )


# files in other hands ------------------------------------------------------------------------------------------------


class Texts(yaml.SafeLoader):
    """Reads every value as the text that is written."""

    yaml_implicit_resolvers: ClassVar[dict[str, object]] = {}  # type: ignore[assignment]


def dumped(text: str, **style: Any) -> str:
    return yaml.dump(yaml.load(text, Texts), sort_keys=False, allow_unicode=True, **style)


HANDS: dict[str, Callable[[str], str]] = {
    "block": lambda text: dumped(text, default_flow_style=False),
    "flow": lambda text: dumped(text, default_flow_style=True, width=40),
    "one line": lambda text: dumped(text, default_flow_style=True, width=10_000),
    "narrow": lambda text: dumped(text, default_flow_style=None, width=20, indent=4),
    "quoted": lambda text: dumped(text, default_flow_style=None, default_style="'"),
    "quoted twice": lambda text: dumped(text, default_flow_style=False, default_style='"'),
    "Windows": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "marked": lambda text: f"%YAML 1.1\n# 🐝\n---\n{text}...\n",
    "remarked": lambda text: text.replace("\n", "  # ä 🐝 {box: [1, 2\n"),
    "no end": lambda text: text.rstrip("\n"),
}


@pytest.mark.parametrize("hand", HANDS)
def test_boxes_are_changed_whatever_the_style_of_the_file(tmp_path: Path, hand: str) -> None:
    grown = 'extends: grid\nslots:\n  board: {each: {mark: {box: {width: "+1"}}}}\n'
    texts = {"grid": GRID, "choice": CHOICE, "styled": STYLED, "grown": grown, "child": "extends: [styled, grown]\n"}
    tiny(tmp_path, **{name: HANDS[hand](text).encode() for name, text in texts.items()})
    snapshot, count = Snapshot(tmp_path), 0
    for name in texts:
        for box in numbered(snapshot, snapshot.layout(name)):
            for where in ("here", "source"):
                wanted = changed(box, count % 4, 1.5)
                [change] = edit.set_box(box, wanted, where, box.seen).changes  # type: ignore[arg-type]
                assert box_of(box, {change.path: change.after}) == pytest.approx(wanted, abs=0.006)
                old, new = (data.decode("utf-8-sig").replace("\r\n", "\n") for data in (change.before, change.after))
                assert old.count("#") == new.count("#") and change.after.count(b"\r") == (
                    change.after.count(b"\n") if hand == "Windows" else 0
                )
                count += 1
    assert count == 2 * (4 + 2 + 2 + 4 + 6)


# whose files they are ------------------------------------------------------------------------------------------------


def test_a_layout_that_comes_with_beeprint_is_changed_in_a_copy_only(tmp_path: Path) -> None:
    name = "base/die"
    game = tiny(tmp_path, card=f"extends: {name}\n")
    snapshot = Snapshot(tmp_path)
    slot = next(box.use.slot for box in numbered(snapshot, snapshot.layout("card")))
    box = edit.find_box(game, "cards", "front", slot, "A")
    wanted = changed(box, 0, 2)
    with pytest.raises(BuildError, match="comes with beeprint, and other games use it") as refused:
        edit.set_box(box, wanted, "source", box.seen)
    assert f"copy the file to {(tmp_path / 'layouts/base/die.yaml').as_posix()} first" in str(refused.value)
    edit.write(edit.set_box(box, wanted, "here", box.seen))
    assert edit.find_box(loaded(tmp_path), "cards", "front", slot, "A").values == pytest.approx(wanted)
    put(tmp_path, {"layouts/base/die.yaml": (SHIPPED / "layouts/base/die.yaml").read_bytes()})
    put(tmp_path, {"layouts/card.yaml": f"extends: {name}\n"})
    copied = edit.find_box(loaded(tmp_path), "cards", "front", slot, "A")
    assert edit.set_box(copied, wanted, "source", copied.seen).changes[0].path == tmp_path / "layouts/base/die.yaml"


def test_nothing_changes_where_the_box_is_so_already(tmp_path: Path) -> None:
    box = edit.find_box(tiny(tmp_path), "cards", "front", ["title"], "A")
    assert edit.set_box(box, (5, 6, 53, 9), "here", box.seen).changes == ()


def test_the_rule_of_what_moves_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit that would move something else is refused, whatever made it."""
    game = tiny(tmp_path, card=STYLED)
    title_box = edit.find_box(game, "cards", "front", ["title"], "A")
    there = boxes.layouts.at_source
    monkeypatch.setattr(boxes.layouts, "here", lambda snapshot, use, spots, new, box: there(snapshot, spots, new))
    with pytest.raises(BuildError, match="slot cost would move with title"):
        edit.set_box(title_box, (5, 7, 53, 9), "here", title_box.seen)


def test_the_rule_of_what_differs_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit that would change another value of the file is refused, whatever made it."""
    box = edit.find_box(tiny(tmp_path), "cards", "front", ["title"], "A")
    real = boxes.layouts.inside

    def wider(source: SourceText, piece: Piece) -> tuple[int, int]:
        start, end = real(source, piece)
        return start, end + len(", 53")

    monkeypatch.setattr(boxes.layouts, "inside", wider)
    with pytest.raises(BuildError, match="the box cannot be changed here without changing something else"):
        edit.set_box(box, (5, 7, 53, 9), "here", box.seen)


def test_several_boxes_move_in_one_edit_also_where_they_share_their_numbers(tmp_path: Path) -> None:
    parent = "slots:\n  base: {kind: shape, shape: ellipse, fill: ink, box: [5, 40, 20, 9]}\n"
    bar = "{kind: shape, shape: rectangle, fill: ink, "
    card = (
        f"extends: parent\nstyles:\n  high: {{box: [5, 6, 20, 9]}}\nslots:\n  title: {bar}style: high}}\n"
        f"  other: {bar}style: high}}\n  own: {bar}box: [30, 6, 20, 9]}}\n"
    )
    game = tiny(tmp_path, card=card, parent=parent)

    def find(slot: Any, held: Any) -> edit.BoxSource:
        return boxes.find_box(game, "cards", "front", slot, "A", of_all=True, held=held)

    seen: dict[str, str] = {}
    for name in ("title", "other", "own", "base"):
        seen.update(find((name,), {}).seen)
    wanted: dict[tuple[str, ...], Box] = {
        ("title",): (7, 9, 20, 9), ("other",): (7, 9, 20, 9), ("own",): (32, 9, 20, 9), ("base",): (7, 43, 20, 9),
    }  # fmt: skip
    change = boxes.set_boxes(find, wanted, "source", seen)
    edit.write(change)
    assert change.title == "Title, Other, Own, Base moved 2 mm right and 3 mm down"
    assert [find((name,), {}).values for (name,) in wanted] == list(wanted.values())
    assert "high: {box: [7, 9, 20, 9]}" in (tmp_path / "layouts/card.yaml").read_text("utf-8")
    edit.write(change.reversed)
    assert (tmp_path / "layouts/card.yaml").read_text("utf-8") == card
    with pytest.raises(BuildError, match="the file has changed meanwhile"):
        boxes.set_boxes(find, wanted, "here", dict.fromkeys(seen, ""))
