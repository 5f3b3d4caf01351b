"""Slots of layouts changed, added, deleted, renamed and reordered: the lines that a careful person would write."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest
import yaml

from beeprint import edit, pipeline, starter
from beeprint.base.colour import Colour
from beeprint.base.geometry import Point, Rect
from beeprint.base.options import ViewOptions
from beeprint.base.problems import BuildError
from beeprint.edit import slot_list, slots
from beeprint.edit.boxes import find_place
from beeprint.edit.column_slots import add_placed_column, show_pictures
from beeprint.edit.new_slots import NewSlot, new_slot
from beeprint.edit.picture_columns import DeckPictures
from beeprint.edit.shown_on import add_for, take_off
from beeprint.edit.slot_keys import keys_of_kind, order_of
from beeprint.edit.slots import Only, SlotSource
from beeprint.edit.snapshot import Box
from beeprint.edit.splitting import split_slot
from beeprint.face.template.slots import KINDS
from beeprint.sources.records import keys_of
from beeprint.sources.workspace import Workspace
from edits import BACK, CARD, GAME, loaded, put, tiny


def slot_at(folder: Path, *path: str, row: str = "A", side: str = "front") -> SlotSource:
    return slots.find_slot(loaded(folder), "cards", side, path, row)  # type: ignore[arg-type]


def lines(change: edit.Edit) -> list[str]:
    """Return the lines that an edit takes out and puts in."""
    texts = [(each.before or b"", each.after or b"") for each in change.changes]
    pairs = [[data.decode().splitlines() for data in pair] for pair in texts]
    return [line for old, new in pairs for line in difflib.ndiff(old, new) if line[0] in "+-"]


def written(change: edit.Edit) -> str:
    (change_of_file,) = change.changes
    edit.write(change)
    return (change_of_file.after or b"").decode()


def test_the_keys_of_every_kind_have_a_control_and_a_sentence() -> None:
    for kind, model in KINDS.items():
        keys = {key.name: key for key in keys_of_kind(kind)}
        assert set(keys) == {key.alias for key in keys_of(model)} - {"kind", "each", "edges"}
        assert [name for name, key in keys.items() if not key.sentence] == []
        assert order_of(kind)[0] == "kind"
        typed = [key for key in keys.values() if key.control in ("text", "words", "numbers") and not key.default]
        assert [key.name for key in typed if not key.hint] == []  # an empty field shows what may be written
    text = {key.name: key for key in keys_of_kind("text")}
    assert text["panel"].rare and text["engrave"].rare and not text["repeat"].rare
    assert (text["size"].control, text["size"].unit, text["size"].least, text["size"].most) == ("number", "pt", 1, 500)
    assert (text["colour"].control, text["font"].control, text["mirror"].control) == ("ink", "font", "flag")
    assert text["align"].words == ("left", "centre", "right", "justify", "start", "end")


def test_values_say_where_they_come_from(tmp_path: Path) -> None:
    card = (
        "extends: parent\nstyles:\n  big: {weight: bold, size: 12}\n"
        'slots:\n  title: {style: big, colour: ink, choose: {by: "{id}", A: {size: 9}, else: {}}}\n'
    )
    tiny(tmp_path, card=card, parent=CARD)
    slot = slot_at(tmp_path, "title")
    origins = {key: (value.origin, value.source) for key, value in slot.values.items()}
    assert origins["text"] == ("layout", "parent")
    assert origins["weight"] == ("style", "big")
    assert origins["colour"] == ("own", "")
    assert origins["size"] == ("case", "A")
    assert (slot.kind, slot.style) == ("text", "big")
    assert [(each.keys, each.by, [*each.cases], each.case) for each in slot.choices] == [
        (("choose",), "{id}", ["A", "else"], "A")
    ]


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"size": 9.5}, '  title: {kind: text, font: fredoka, size: 9.5, text: "{title}", box: [5, 6, 53, 9]}'),
        (
            {"colour": "#AA0000"},
            '  title: {kind: text, font: fredoka, size: 12, text: "{title}", colour: "#AA0000", box: [5, 6, 53, 9]}',
        ),
        ({"text": "{title}!"}, '  title: {kind: text, font: fredoka, size: 12, text: "{title}!", box: [5, 6, 53, 9]}'),
    ],
)
def test_a_key_is_set_in_its_line(tmp_path: Path, changes: dict[str, Any], line: str) -> None:
    tiny(tmp_path)
    change = slots.set_keys([(slot_at(tmp_path, "title"), changes)])
    assert [each for each in lines(change) if each.startswith("+")] == [f"+ {line}"]


def test_some_pieces_get_a_case_and_all_pieces_lose_it(tmp_path: Path) -> None:
    tiny(tmp_path)
    only = Only("id", "A")
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"size": 9})], only=only))
    assert 'choose: {by: "{id}", A: {size: 9}, else: {}}' in text
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"colour": "ink"})], only=only))
    assert 'choose: {by: "{id}", A: {size: 9, colour: ink}, else: {}}' in text
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"size": 11})]))
    assert 'choose: {by: "{id}", A: {colour: ink}, else: {}}' in text
    assert slot_at(tmp_path, "title", row="B").values["size"].plain == "11"


def test_a_slot_differs_by_several_columns_and_single_cards_come_last(tmp_path: Path) -> None:
    tiny(tmp_path)
    edit.write(slots.set_keys([(slot_at(tmp_path, "title"), {"size": 9})], only=Only("cost", "3")))
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"size": 8})], only=Only("id", "A")))
    assert 'choose: {by: "{cost}", 3: {size: 9}, else: {}, also: {by: "{id}", A: {size: 8}, else: {}}}' in text
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"colour": "ink"})], only=Only("suit", "sun")))
    assert (
        'choose: {by: "{cost}", 3: {size: 9}, else: {}, also: {by: "{suit}", sun: {colour: ink}, else: {}, '
        'also: {by: "{id}", A: {size: 8}, else: {}}}}' in " ".join(text.split())
    )
    assert not pipeline.check(tmp_path, ViewOptions()).problems
    size = slot_at(tmp_path, "title").values["size"]
    assert (size.plain, size.origin, size.source, size.by) == ("8", "case", "A", "{id}")
    assert slot_at(tmp_path, "title", row="B").values["size"].origin == "own"
    change = slots.set_keys([(slot_at(tmp_path, "title"), {"size": 11})])
    assert change.title == "size of “Title” changed on all, those of 3, Drone (A) too"
    text = written(change)
    assert 'choose: {by: "{suit}", sun: {colour: ink}, else: {}}' in text, "a choice that decides nothing goes"
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"colour": "ink"})]))
    assert "choose" not in text


def test_what_a_style_chooses_changes_on_all_pieces_and_on_one(tmp_path: Path) -> None:
    style = 'styles:\n  big: {size: 12, choose: {by: "{suit}", sun: {size: 14}, else: {}}}\n'
    card = style + 'slots:\n  title: {kind: text, style: big, font: fredoka, text: "{title}", box: [5, 6, 53, 9]}\n'
    tiny(tmp_path, card=card)
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"size": 9})], only=Only("id", "A")))
    assert 'choose: {also: {by: "{id}", A: {size: 9}, else: {}}}' in text
    assert slot_at(tmp_path, "title").values["size"].plain == "9"
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"size": 8})]))
    assert text.startswith(style)
    assert {slot_at(tmp_path, "title", row=row).values["size"].plain for row in "AB"} == {"8"}


@pytest.mark.parametrize(
    ("cases", "left"),
    [
        ("not-empty: {size: 9}, empty: {}", ""),
        ("not-empty: {size: 9}, empty: {colour: ink}", ', choose: {by: "{cost}", not-empty: {}, empty: {colour: ink}}'),
        ("1: {size: 9}, else: {size: 8, colour: ink}", ', choose: {by: "{cost}", else: {colour: ink}}'),
    ],
)
def test_cases_that_nothing_is_left_of_stay_where_others_need_them(tmp_path: Path, cases: str, left: str) -> None:
    tiny(tmp_path, card=CARD.replace("53, 9]", f'53, 9], choose: {{by: "{{cost}}", {cases}}}'))
    text = written(slots.set_keys([(slot_at(tmp_path, "title"), {"size": 11})]))
    assert text == CARD.replace("size: 12", "size: 11").replace("53, 9]", f"53, 9]{left}")
    assert not pipeline.check(tmp_path, ViewOptions()).problems


def test_an_inherited_key_changes_here_or_there(tmp_path: Path) -> None:
    tiny(tmp_path, card="extends: parent\nslots: {}\n", parent=CARD)
    here = slots.set_keys([(slot_at(tmp_path, "title"), {"size": 9})])
    assert [change.path.name for change in here.changes] == ["card.yaml"]
    there = slots.set_keys([(slot_at(tmp_path, "title"), {"size": 9})], where="source")
    assert [change.path.name for change in there.changes] == ["parent.yaml"]
    assert "size: 9, text" in (there.changes[0].after or b"").decode()


def test_what_a_model_refuses_is_refused_in_its_words(tmp_path: Path) -> None:
    tiny(tmp_path)
    with pytest.raises(BuildError, match="align"):
        slots.set_keys([(slot_at(tmp_path, "title"), {"align": "middle"})])
    with pytest.raises(BuildError, match="size"):
        slots.set_keys([(slot_at(tmp_path, "title"), {"size": 9000})])


@pytest.mark.parametrize("kind", ["text", "picture", "icon", "shape", "grid"])
def test_a_new_slot_of_each_kind_can_be_drawn_and_taken_back(tmp_path: Path, kind: str) -> None:
    tiny(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    change = slot_list.add_slots(at, [new_slot(at, kind)])
    history = edit.History()
    history.apply(change)
    layout = slot_at(tmp_path, "title").at.layout
    name = list(layout.nodes)[-2 if kind == "picture" else -1]  # texts stay above pictures
    x, y, width, height = (float(number) for number in slot_at(tmp_path, name).values["box"].plain)
    assert (x + width / 2, y + height / 2) == pytest.approx((31.5, 50 if kind in ("picture", "grid") else 44), abs=0.1)
    history.undo()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_new_slot_has_a_box_where_nothing_else_is_shown(tmp_path: Path) -> None:
    tiny(tmp_path)
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    middle = {"kind": "text", "text": "a", "font": "fredoka", "size": 9, "box": [5, 40, 53, 12]}
    edit.write(slot_list.add_slots(at, [NewSlot("middle", middle)]))
    box = new_slot(find_place(loaded(tmp_path), "cards", "front", (), "A"), "picture").keys["box"]
    assert box[1] + box[3] <= 40 or box[1] >= 52
    assert min(box[:2]) >= 3 and box[0] + box[2] <= 60 and box[1] + box[3] <= 85


def test_a_new_slot_is_placed_by_what_the_pieces_show(tmp_path: Path) -> None:
    tiny(tmp_path)
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    shown = {"ground": (Rect(-3, -3, 69, 94),), "title": (Rect(5, 5, 53, 8),), "text": (Rect(5, 45, 53, 10),)}

    def box(kind: str, column: str = "") -> Rect:
        return Rect(*new_slot(at, kind, column, shown=shown).keys["box"])

    def is_free(placed: Rect) -> bool:
        return not any(placed.overlaps(shown[name][0]) for name in ("title", "text"))

    number = box("", "cost")
    assert (number.right, number.bottom) == (60, 85) and is_free(number)  # a corner
    picture = box("picture")
    assert picture.y >= 14 and picture.bottom <= 44 and picture.width > 40  # the largest free place
    shown["picture"] = (picture,)
    second = box("picture")
    assert is_free(second) and not second.overlaps(picture) and second.y > 55
    shown["rest"] = (second,)
    shown.update({f"row{y}": (Rect(0, y, 63, 3),) for y in range(0, 88, 3)})
    third = box("picture")
    assert third.centre == pytest.approx((31.5, 44), abs=0.1) and third.y > 13  # in the middle


def test_a_picture_that_finds_no_room_says_which_text_is_in_front_of_it(tmp_path: Path) -> None:
    tiny(tmp_path)
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    shown = {"ground": (Rect(-3, -3, 69, 94),), "title": tuple(Rect(5, y, 53, 8) for y in range(5, 80, 9))}
    assert new_slot(at, "picture", shown=shown).where == "in the middle, behind Title, since nothing is free"
    assert new_slot(at, "picture", shown={**shown, "title": shown["title"][:2]}).where == "in the middle"


@pytest.mark.parametrize(
    "shape", ["{kind: hexagon, flats: 30}", "{kind: round, diameter: 25}", "{kind: board, width: 24, height: 24}"]
)
def test_what_is_added_to_a_small_piece_is_in_the_middle_of_its_safe_zone_and_seen(tmp_path: Path, shape: str) -> None:
    tiny(tmp_path)
    game = GAME.replace("{kind: card, size: standard-card}", shape)
    put(tmp_path, {"game.yaml": game, "palette.yaml": "ink: '#222222'\nsand: '#F3E3B0'\n"})
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    trim, safe = at.deck.shape.box, at.deck.spec.safe
    shown = {"ground": (trim.grow(3),), "emblem": (Rect(*trim.centre, 0, 0).grow(5),)}
    for kind, key in (("text", "colour"), ("icon", "colour"), ("shape", "fill"), ("picture", "")):
        keys = new_slot(at, kind, shown=shown, beneath=lambda box: [Colour(40, 60, 100)]).keys
        box = Rect(*keys["box"])
        assert box.centre == pytest.approx(trim.centre, abs=0.1) and at.deck.shape.encloses(box, safe - 0.1), kind
        assert 0.2 * trim.width < box.width < trim.width
        assert not key or keys[key] == "sand"
        usual = new_slot(at, kind, shown=shown, beneath=lambda box: [Colour(250, 250, 250)]).keys
        assert not key or usual.get(key) != "sand"


def test_two_new_columns_without_a_word_in_them_are_placed_beside_each_other(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine", "blank")
    boxes = []
    for name in ("kind", "cost"):
        table = edit.find_table(Workspace(tmp_path / "mine"), "cards")
        added = edit.add_column(table, name, "text", (), "", len(table.columns), table.seen)
        shown = {"ground": (Rect(-3, -3, 69, 94),)}  # what is empty fills nothing on any piece
        edit.write(add_placed_column(loaded(tmp_path / "mine"), "cards", name, "", added, shown).edit)
        boxes.append(Rect(*map(float, slot_at(tmp_path / "mine", name, row="").values["box"].plain)))
    assert not boxes[0].overlaps(boxes[1])


def test_a_circle_is_round_and_has_a_name_that_fits_every_shape(tmp_path: Path) -> None:
    tiny(tmp_path)
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    for box in (None, (10.0, 20.0, 12.0, 30.0)):
        circle = new_slot(at, "shape", shape="circle", box=box)
        assert (circle.name, circle.keys["shape"]) == ("shape", "ellipse")
        assert circle.keys["box"][2] == circle.keys["box"][3]


def test_a_new_shape_has_an_ink_that_one_sees(tmp_path: Path) -> None:
    tiny(tmp_path)

    def made(palette: str, shape: str = "rectangle") -> dict[str, Any]:
        (tmp_path / "palette.yaml").write_text(palette, "utf-8")
        return dict(new_slot(find_place(loaded(tmp_path), "cards", "front", (), "A"), "shape", shape=shape).keys)

    assert made('pale: "#FFFDF6"\nink: "#222222"\nrose: "#FF4E72"\nslate: "#9AAEC2"\n')["fill"] == "rose"
    assert made('ink: "#222222"\n')["fill"] == "#4477AA"
    line = made('ink: "#222222"\n', "line")
    assert (line["stroke"], line["width"], "fill" in line) == ("ink", 0.6, False)


def test_a_column_becomes_what_its_values_are(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    at = find_place(loaded(tmp_path / "mine"), "cards", "front", (), "S1")
    kinds = {column: new_slot(at, "", column).keys["kind"] for column in ("title", "text", "suit")}
    assert kinds == {"title": "text", "text": "text", "suit": "icon"}
    slot = new_slot(at, "", "title", point=Point(30, 30))
    x, y, width, height = slot.keys["box"]
    assert (x + width / 2, y + height / 2) == pytest.approx((30, 30), abs=0.1)
    assert slot.keys["text"] == "{title}"
    assert slot.keys["font"] in ("fredoka", "source-sans")


def test_slots_are_copied_renamed_reordered_and_deleted(tmp_path: Path) -> None:
    tiny(tmp_path)
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    line = {"kind": "shape", "shape": "line", "box": [1, 2, 3, 0], "stroke": "ink"}
    edit.write(slot_list.add_slots(at, [NewSlot("rule", line)]))
    edit.write(slot_list.duplicate_slots([slot_at(tmp_path, "rule")]))
    assert slot_at(tmp_path, "rule-2").values["box"].plain == ["4", "5", "3", "0"]
    edit.write(slot_list.rename_slot(slot_at(tmp_path, "rule-2"), "bar"))
    edit.write(slot_list.move_slots([slot_at(tmp_path, "bar")], "backward"))
    assert list(slot_at(tmp_path, "title").at.layout.nodes) == ["title", "bar", "rule"]
    edit.write(slot_list.move_slot(slot_at(tmp_path, "bar"), "title"))
    assert list(slot_at(tmp_path, "title").at.layout.nodes) == ["bar", "title", "rule"]
    with pytest.raises(BuildError, match="there is a slot title already"):
        slot_list.rename_slot(slot_at(tmp_path, "bar"), "title")
    edit.write(slot_list.delete_slots([slot_at(tmp_path, "bar"), slot_at(tmp_path, "rule")]))
    assert (tmp_path / "layouts" / "card.yaml").read_text() == CARD


def test_several_slots_are_brought_forward_and_duplicated_at_once(tmp_path: Path) -> None:
    bars = "".join(f"  {name}: {{kind: shape, shape: rectangle, box: [1, 1, 3, 3], fill: ink}}\n" for name in "abcd")
    tiny(tmp_path, card=f"slots:\n{bars}")

    def moved(names: str, way: Any) -> str:
        edit.write(slot_list.move_slots([slot_at(tmp_path, name) for name in names], way))
        return "".join(slot_at(tmp_path, "a").at.layout.nodes)

    assert moved("ab", "forward") == "cabd"
    assert moved("ba", "forward") == "cdab"
    assert moved("ab", "forward") == "cdab"
    assert moved("ca", "backward") == "cadb"
    change = slot_list.duplicate_slots([slot_at(tmp_path, "a"), slot_at(tmp_path, "c")])
    edit.write(change)
    assert change.added == ("a-2", "c-2")
    assert list(slot_at(tmp_path, "a").at.layout.nodes) == ["c", "a", "a-2", "c-2", "d", "b"]
    assert slot_list.duplicate_slots([slot_at(tmp_path, "a-2")]).added == ("a-3",)


def test_slots_are_brought_to_the_front_and_sent_to_the_back_in_one_step(tmp_path: Path) -> None:
    bars = "".join(f"  {name}: {{kind: shape, shape: rectangle, box: [1, 1, 3, 3], fill: ink}}\n" for name in "gabcd")
    tiny(tmp_path, card=f"slots:\n{bars}")

    def order() -> str:
        return "".join(slot_at(tmp_path, "a").at.layout.nodes)

    def back(names: str, grounds: str = "g") -> str:
        edit.write(slot_list.send_to_back([slot_at(tmp_path, name) for name in names], set(grounds)))
        return order()

    before = (tmp_path / "layouts" / "card.yaml").read_text().splitlines()
    assert back("d") == "gdabc"
    after = (tmp_path / "layouts" / "card.yaml").read_text().splitlines()
    assert [line for line in after if "  d:" not in line] == [line for line in before if "  d:" not in line]
    assert back("d") == "dgabc"  # once more, behind the ground
    assert back("d") == "dgabc"
    assert back("cb", "dg") == "dgbca"
    assert back("cb", "dg") == "bcdga"
    edit.write(slot_list.bring_to_front([slot_at(tmp_path, name) for name in "cb"]))
    assert order() == "dgabc"
    edit.write(slot_list.bring_to_front([slot_at(tmp_path, "d")]))
    assert order() == "gabcd"
    assert (tmp_path / "layouts" / "card.yaml").read_text().splitlines() == before


def test_a_new_shape_is_behind_what_it_would_hide_and_above_panels(tmp_path: Path) -> None:
    panels = (
        "slots:\n"
        "  ground: {kind: shape, shape: rectangle, box: bleed, fill: ink}\n"
        "  rules: {kind: text, text: Rules, font: fredoka, size: 9, box: [5, 50, 53, 20]}\n"
        "  panel: {kind: shape, shape: rectangle, box: [3, 3, 57, 40], fill: '#fff'}\n"
        "  title: {kind: text, text: '{title}', font: fredoka, size: 9, box: [5, 5, 53, 12]}\n"
    )
    tiny(tmp_path, card=panels)
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    shown = {
        "ground": [Rect(-3, -3, 69, 94)], "rules": [Rect(5, 50, 20, 5)],
        "panel": [Rect(3, 3, 57, 40)], "title": [Rect(5, 5, 20, 5)],
    }  # fmt: skip

    def behind(kind: str, box: Box, shape: str = "rectangle") -> str:
        return new_slot(at, kind, shape=shape, box=box, shown=shown).behind

    assert behind("shape", (4, 4, 30, 10)) == "title"  # on the panel
    assert behind("shape", (4, 4, 30, 30), "circle") == "title"
    assert behind("shape", (2, 2, 58, 60)) == "rules"
    assert behind("shape", (4, 20, 30, 10)) == ""
    assert behind("shape", (4, 4, 30, 0), "line") == behind("text", (4, 4, 30, 10)) == ""
    change = slot_list.add_slots(at, [new_slot(at, "shape", box=(4, 4, 30, 10), shown=shown)])
    assert change.title == "Shape added behind Title"
    edit.write(change)
    assert list(slot_at(tmp_path, "title").at.layout.nodes) == ["ground", "rules", "panel", "shape", "title"]


def test_a_copy_of_a_slot_in_a_grid_has_a_name_of_its_own_there(tmp_path: Path) -> None:
    grid = (
        "slots:\n  grid:\n    kind: grid\n    lattice: square\n    pitch: 10\n    cells: 2x2\n    box: [5, 5, 50, 50]\n"
        "    each:\n      cell: {kind: shape, shape: rectangle, box: [0, 0, 9, 9]}  # a cell\n"
    )
    tiny(tmp_path, card="extends: parent\nslots:\n  grid: {pitch: 9}\n", parent=grid)
    change = slot_list.duplicate_slots([slot_at(tmp_path, "grid", "each", "cell")])
    assert "cell-2: {kind: shape, shape: rectangle, box: [3, 3, 9, 9]}" in "\n".join(lines(change))
    tiny(tmp_path, card=grid)
    change = slot_list.duplicate_slots([slot_at(tmp_path, "grid", "each", "cell")])
    assert lines(change) == ["+       cell-2: {kind: shape, shape: rectangle, box: [3, 3, 9, 9]}  # a cell"]


def test_an_inherited_slot_is_dropped(tmp_path: Path) -> None:
    tiny(tmp_path, card="extends: parent\nslots:\n  more: {kind: shape, shape: outline}\n", parent=CARD)
    edit.write(slot_list.delete_slots([slot_at(tmp_path, "title")]))
    assert "drop: [title]" in (tmp_path / "layouts" / "card.yaml").read_text()
    assert (tmp_path / "layouts" / "parent.yaml").read_text() == CARD


def test_names_in_other_slots_follow(tmp_path: Path) -> None:
    card = CARD + "  seal: {kind: shape, shape: ellipse, box: [5, 20, 4, 4], moves-with: title}\n"
    tiny(tmp_path, card=card, back=BACK)
    edit.write(slot_list.rename_slot(slot_at(tmp_path, "title"), "name"))
    assert "moves-with: name" in (tmp_path / "layouts" / "card.yaml").read_text()


def test_boxes_are_aligned_and_distributed() -> None:
    boxes = [(1.0, 2.0, 4.0, 2.0), (9.0, 8.0, 2.0, 2.0), (20.0, 5.0, 6.0, 4.0)]
    assert [box[0] for box in slot_list.aligned(boxes, "left")] == [1, 1, 1]
    assert [box[0] + box[2] for box in slot_list.aligned(boxes, "right")] == [26, 26, 26]
    spread = slot_list.aligned(boxes, "distribute-x")
    assert spread[1][0] - 5 == pytest.approx(20 - (spread[1][0] + 2))
    assert [box[2] for box in slot_list.aligned(boxes, "same-width")] == [4, 4, 4]


def test_a_layout_of_another_folder_is_refused(tmp_path: Path) -> None:
    tiny(tmp_path)
    put(tmp_path, {"layouts/card.yaml": "extends: base/die\n"})
    slot = next(iter(find_place(loaded(tmp_path), "cards", "front", (), "A").layout.nodes))
    source = slot_at(tmp_path, slot)
    with pytest.raises(BuildError, match="other games use it"):
        slots.set_keys([(source, {next(iter(source.values)): "x"})], where="source")


def test_yes_or_no_becomes_an_icon_on_the_cards_of_yes_and_icons_of_a_folder_keep_it(tmp_path: Path) -> None:
    tiny(tmp_path)
    game = (tmp_path / "game.yaml").read_text().replace('cost: "int?"', "rare: bool, kind: text")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7v7z"/></svg>'
    cards = "id,title,rare,kind,suit,copies\nA,Drone,yes,fire,sun,1\nB,Queen,no,ice,rain,2\n"
    put(tmp_path, {"game.yaml": game, "cards.csv": cards})
    put(tmp_path, {f"art/icons/kinds/{name}.svg": svg for name in ("fire", "ice")})
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    change = slot_list.add_slots(at, [new_slot(at, "", "rare"), new_slot(at, "", "kind")])
    rare, kind = [line for line in lines(change) if line.startswith("+   ") and "kind:" in line]
    assert rare == "+   rare: {kind: icon, icon: star, box: [50, 75, 10, 10], when: {rare: yes}}"
    assert kind.startswith('+   kind: {kind: icon, icon: "kinds/{kind}", box: [')
    put(tmp_path, {"art/icons/rare.svg": svg})
    assert new_slot(find_place(loaded(tmp_path), "cards", "front", (), "A"), "", "rare").keys["icon"] == "rare"


def test_a_new_picture_is_neutral_and_the_game_stays_sound(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    game = loaded(tmp_path / "mine")
    shown = {"title": (Rect(20, 9, 23, 7),), "picture": (Rect(16, 21, 31, 31),)}
    new = new_slot(find_place(game, "cards", "front", (), "S1"), "picture", shown=shown)
    assert new.keys["art"] == "placeholder"  # no picture of the game, which has some
    edit.write(slot_list.add_slots(find_place(game, "cards", "front", (), "S1"), [new]))
    assert pipeline.check(tmp_path / "mine", ViewOptions()).problems == ()
    assert DeckPictures(game, game.decks["cards"]).patterns == {"suit": "icons/{suit}"}


def test_a_column_is_placed_and_layouts_that_extend_its_own_stay_as_they_were(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    table = edit.find_table(Workspace(tmp_path / "mine"), "cards")
    added = edit.add_column(table, "strength", "whole number", (), "3", len(table.columns), table.seen)
    placed = add_placed_column(loaded(tmp_path / "mine"), "cards", "strength", "", added)
    texts = {each.path.name: (each.after or b"").decode() for each in placed.edit.changes}
    assert texts.keys() == {"cards.csv", "game.yaml", "card.yaml", "tile.yaml"}
    assert 'text: "{strength}"' in texts["card.yaml"] and "strength" in texts["tile.yaml"].partition("slots:")[0]


PRINTED = """\
styles:
  words: {font: fredoka, size: 12, colour: ink}
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: none}
  # what it shows
  title:
    {kind: text, style: words, text: "{title}", box: [5, 6, 53, 40], rotate: 5, when: {suit: sun}, valign: middle}
  cost: {kind: text, style: words, text: "{cost}", box: [5, 60, 53, 9]}
"""


def test_a_text_of_a_column_that_names_pictures_becomes_a_picture_in_its_place(tmp_path: Path) -> None:
    tiny(tmp_path, card=PRINTED)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    put(tmp_path, {"art/bees/drone.svg": svg, "art/bees/queen.svg": svg})
    change = show_pictures(loaded(tmp_path), "cards", "title", edit.Edit("type of title changed", tmp_path, ()))
    assert change.title == "type of title changed, and text “Title” became a picture in the same place"
    text = written(change)
    picture = 'picture, art: "bees/{title}", box: [5, 6, 53, 40], rotate: 5, when: {suit: sun}}'
    assert [line for line in PRINTED.splitlines() if line not in text.splitlines()] == [PRINTED.splitlines()[6]]
    assert f"  # what it shows\n  title:\n    {{kind: {picture}\n" in text
    assert list(slot_at(tmp_path, "title").at.layout.nodes) == ["ground", "title", "cost"]


def test_a_text_of_another_layout_becomes_a_picture_in_the_layout_of_the_deck_alone(tmp_path: Path) -> None:
    tiny(tmp_path, card="extends: parent\nslots: {}\n", parent=PRINTED)
    edit.write(show_pictures(loaded(tmp_path), "cards", "title", edit.Edit("changed", tmp_path, ())))
    assert (tmp_path / "layouts/parent.yaml").read_text() == PRINTED
    title = slot_at(tmp_path, "title")
    assert title.kind == "picture" and list(title.at.layout.nodes) == ["ground", "title", "cost"]


def test_words_beside_a_column_stay_where_it_names_pictures(tmp_path: Path) -> None:
    tiny(tmp_path, card=CARD.replace('"{title}"', '"The {title}"'))
    change = show_pictures(loaded(tmp_path), "cards", "title", edit.Edit("changed", tmp_path, ()))
    assert change.title == "changed and placed"
    assert [line[:1] for line in lines(change)] == ["+"]


def test_an_empty_column_that_is_called_picture_is_placed_as_a_picture(tmp_path: Path) -> None:
    tiny(tmp_path)
    game = GAME.replace("title: text,", "title: text, Picture: text?,")
    put(tmp_path, {"game.yaml": game, "cards.csv": "id,title,cost,suit,Picture\nA,One,1,,\nB,Two,2,,\n"})
    keys = new_slot(find_place(loaded(tmp_path), "cards", "front", (), "A"), "", "Picture").keys
    assert (keys["kind"], keys["art"], keys["when"]) == ("picture", "{Picture}", {"Picture": "not-empty"})


def test_the_icon_of_a_kind_changes_in_all_layers_of_its_style(tmp_path: Path) -> None:
    styles = 'styles:\n  mark: {kind: icon, icon: dot, choose: {by: "{suit}", sun: {icon: sun}, else: {}}}\n'
    emblem, seal = "emblem: {style: mark, box: [5, 6, 9, 9]}", "seal: {style: mark, box: [30, 6, 9, 9]}"
    card = f"{styles}slots:\n  {emblem}\n  {seal}\n"
    tiny(tmp_path, card=card)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    put(tmp_path, {f"art/icons/{name}.svg": drawing for name in ("dot", "sun", "eye")})
    values = {"icon": "eye", "replaces": "#112233"}
    change = slots.set_keys([(slot_at(tmp_path, "emblem"), values)], only=Only("suit", "sun"))
    assert change.title == "icon of “Emblem”, “Seal” changed"
    assert written(change) == card.replace("sun: {icon: sun}", 'sun: {icon: eye, replaces: "#112233"}')
    text = written(slots.set_keys([(slot_at(tmp_path, "seal"), {"icon": "sun"})], only=Only("id", "A")))
    assert 'choose: {also: {by: "{id}", A: {icon: sun}, else: {}}}' in " ".join(text.split())


def test_slots_are_added_for_some_pieces_and_taken_off_them(tmp_path: Path) -> None:
    tiny(tmp_path)
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    line = {"kind": "shape", "shape": "line", "box": [1, 2, 3, 0], "stroke": "ink"}
    change = add_for(at, [NewSlot("rule", line)], Only("suit", "sun"))
    assert change.title == "Rule added on the cards with suit = sun"
    assert "rule: {kind: shape, shape: line, stroke: ink, box: [1, 2, 3, 0], when: {suit: sun}}" in written(change)
    change = take_off([slot_at(tmp_path, "title")], Only("suit", "sun"))
    assert change.title == "“Title” taken off the cards with suit = sun"
    assert "when: {suit: {is-not: sun}}" in written(change)
    change = take_off([slot_at(tmp_path, "title")], Only("suit", "rain"))
    assert "when: {suit: {is-not: [sun, rain]}}" in written(change)
    change = take_off([slot_at(tmp_path, "title")], Only("id", "A"))
    assert change.title == "“Title” taken off the card Drone (A)"
    assert "when: {suit: {is-not: [sun, rain]}, id: {is-not: A}}" in " ".join(written(change).split())
    assert "rule" not in written(take_off([slot_at(tmp_path, "rule")], Only("suit", "sun"))), "no other piece has it"


def test_slots_that_some_pieces_alone_have_are_deleted_where_others_are_taken_off(tmp_path: Path) -> None:
    tiny(tmp_path)
    at = find_place(loaded(tmp_path), "cards", "front", (), "A")
    rule = {"kind": "shape", "shape": "line", "box": [1, 2, 3, 0], "stroke": "ink"}
    edit.write(add_for(at, [NewSlot("rule", rule)], Only("suit", "sun")))
    change = take_off([slot_at(tmp_path, "title"), slot_at(tmp_path, "rule")], Only("suit", "sun"))
    assert change.title == "“Title”, “Rule” taken off the cards with suit = sun"
    text = written(change)
    assert "rule" not in text and "when: {suit: {is-not: sun}}" in text


@pytest.mark.parametrize(
    ("when", "value", "left"),
    [
        ("not-empty", "sun", "{empty: no, is-not: sun}"),
        ("[sun, rain]", "sun", "rain"),
        ("{empty: no}", "sun", "{empty: no, is-not: sun}"),
    ],
)
def test_a_slot_is_taken_off_pieces_whatever_its_condition_is(tmp_path: Path, when: str, value: str, left: str) -> None:
    tiny(tmp_path, card=CARD.replace("53, 9]", f"53, 9], when: {{suit: {when}}}"))
    text = " ".join(written(take_off([slot_at(tmp_path, "title")], Only("suit", value))).split())
    assert f"when: {{suit: {left}}}" in text
    assert not pipeline.check(tmp_path, ViewOptions()).problems


def test_repeated_slots_become_single_ones_each_in_its_place(tmp_path: Path) -> None:
    places = "at: {2: [[0, 0], [40, 10]]}, gaps: yes"
    card = (
        "slots:\n"
        f"  plates: {{kind: shape, shape: ellipse, box: [5, 5, 9, 9], fill: ink, repeat: {{times: 2, {places}}}}}\n"
        "  title: {kind: text, font: fredoka, size: 12, text: title, box: [5, 30, 53, 9]}\n"
        '  numbers: {kind: text, font: fredoka, size: 9, text: "{item.value} {item.head}", box: [6, 6, 9, 5], '
        f"when: {{item.value: not-empty}}, repeat: {{over: [cost, title], {places}}}}}\n"
    )
    tiny(tmp_path, card=card)
    before = pipeline.check(tmp_path, ViewOptions()).faces["cards", "A", "front"].drawing
    change = split_slot(slot_at(tmp_path, "numbers"))
    assert change.title == "“Plates”, “Numbers” made single layers" and change.added == (
        "numbers-cost",
        "numbers-title",
    )
    edit.write(change)
    slots_now = yaml.safe_load((tmp_path / "layouts" / "card.yaml").read_text("utf-8"))["slots"]
    assert list(slots_now) == ["plates-cost", "plates-title", "title", "numbers-cost", "numbers-title"]
    assert slots_now["numbers-title"]["box"] == [46, 16, 9, 5]
    assert slots_now["numbers-title"]["text"] == "{title} title"
    assert slots_now["numbers-cost"]["when"] == {"cost": "not-empty"}
    assert pipeline.check(tmp_path, ViewOptions()).faces["cards", "A", "front"].drawing == before, "nothing moves"
    with pytest.raises(BuildError, match="not repeated a fixed number of times"):
        split_slot(slot_at(tmp_path, "title"))


def test_items_that_move_up_where_one_is_left_out_stay_a_repeated_slot(tmp_path: Path) -> None:
    repeat = "when: {item.value: not-empty}, repeat: {over: [cost, title], step: [0, 9]}"
    keys = f'kind: text, font: fredoka, size: 9, text: "{{item.value}}", box: [6, 6, 9, 5], {repeat}'
    tiny(tmp_path, card=f"slots:\n  numbers: {{{keys}}}\n")
    with pytest.raises(BuildError, match="set Gaps to yes first"):
        split_slot(slot_at(tmp_path, "numbers"))
