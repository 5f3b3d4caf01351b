"""The slots of a face as the studio sees them: those in the cells of a grid too, which are changed like any other."""

from __future__ import annotations

from pathlib import Path

from beeprint import edit
from beeprint.base.options import ViewOptions
from beeprint.base.store import Store
from beeprint.edit import slots
from beeprint.face.layout import SlotView
from beeprint.studio.absences import absence
from beeprint.studio.session import Session
from edits import loaded, tiny

DICE = """\
slots:
  dice:
    kind: grid
    pitch: 10
    cells: "2x1"
    values: one two
    box: [11.5, 39, 40, 10]
    each:
      pip: {kind: shape, shape: ellipse, box: [-2, -2, 4, 4], fill: ink, when: {cell: two}}
      word: {kind: text, font: fredoka, size: 8, text: "{cell}", box: [-5, 3, 10, 5]}
    edges:
      rim: {kind: edge, stroke: ink}
"""


def views(folder: Path) -> dict[str, SlotView]:
    session = Session(folder, ViewOptions(), Store.open())
    session.refresh()
    return {"/".join(view.path): view for view in session.anatomy("cards", "A", "front")}


def test_the_slots_of_a_grid_have_the_boxes_of_the_first_cell_that_shows_them(tmp_path: Path) -> None:
    tiny(tmp_path, card=DICE)
    seen = views(tmp_path)
    assert list(seen) == ["dice", "dice/each/pip", "dice/each/word", "dice/edges/rim"]
    # The middles of the two cells are 10 mm apart around the middle of the grid, 31.5 and 44.
    assert tuple(seen["dice/each/word"].box) == (21.5, 47, 10, 5)
    assert tuple(seen["dice/each/pip"].box) == (34.5, 42, 4, 4)
    assert seen["dice/edges/rim"].box == seen["dice"].box


def test_a_slot_of_a_grid_is_changed_where_it_is_written(tmp_path: Path) -> None:
    tiny(tmp_path, card=DICE)
    word = slots.find_slot(loaded(tmp_path), "cards", "front", ("dice", "each", "word"), "A")
    edit.write(slots.set_keys([(word, {"size": 9})]))
    assert (tmp_path / "layouts/card.yaml").read_text() == DICE.replace("size: 8", "size: 9")
    assert views(tmp_path)["dice/each/word"].seen


def test_a_layer_that_is_repeated_over_items_is_seen_where_all_of_them_are(tmp_path: Path) -> None:
    ends = """\
slots:
  ends:
    kind: shape
    shape: rectangle
    box: [4, 46, 9, 9]
    rotate: "{item}"
    fill: ink
    repeat: {over: [0, 180], at: {2: [[0, 0], [45, 0]]}}
  some: {kind: shape, shape: line, box: [4, 60, 9, 0], stroke: ink, when: {item: b}, repeat: {over: [a, b]}}
  none: {kind: shape, shape: line, box: [4, 70, 9, 0], stroke: ink, when: {item: c}, repeat: {over: [a, b]}}
"""
    tiny(tmp_path, card=ends)
    seen = views(tmp_path)
    assert [name for name, view in seen.items() if view.seen] == ["ends", "some"]
    shown = seen["ends"].shown
    assert shown is not None and tuple(shown) == (4, 46, 54, 9) and seen["ends"].turn == 0


def test_every_card_has_the_same_layers_and_says_why_it_draws_nothing_of_one(tmp_path: Path) -> None:
    card = """\
slots:
  title: {kind: text, font: fredoka, size: 8, text: "{title}", box: [5, 5, 50, 9]}
  price: {kind: text, font: fredoka, size: 8, text: "{cost}", box: [5, 15, 50, 9]}
  storm: {kind: shape, shape: rectangle, box: [5, 25, 9, 9], fill: ink, when: {title: Storm, cost: {min: 2}}}
  mark:
    kind: shape
    shape: ellipse
    box: [5, 35, 9, 9]
    choose: {by: "{title}", Storm: {fill: ink}}
  dots: {kind: shape, shape: ellipse, box: [5, 45, 9, 9], fill: ink, repeat: {times: "{cost}"}}
"""
    tiny(tmp_path, card=card)
    (tmp_path / "cards.csv").write_text("id,title,cost,copies\nA,Drone,,1\nB,Storm,3,1\n", "utf-8")
    session = Session(tmp_path, ViewOptions(), Store.open())
    session.refresh()
    game = session.now.game
    assert game is not None
    reasons = {
        row: {view.path[0]: absence(view, game.decks["cards"]) for view in session.anatomy("cards", row, "front")}
        for row in ("A", "B")
    }
    assert list(reasons["A"]) == list(reasons["B"]) == ["title", "price", "storm", "mark", "dots"]
    assert not any(reasons["B"].values())
    assert reasons["A"] == {
        "title": "",
        "price": "empty on this card",
        "storm": "only where title is Storm and cost is at least 2",
        "mark": "has no look for this card",
        "dots": "none on this card",
    }
