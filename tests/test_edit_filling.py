"""A picture that fills the whole card: it is behind all texts and icons, in any order of the layers."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import edit
from beeprint.base.options import ViewOptions
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.edit import slots
from beeprint.edit.filling import fill_piece
from beeprint.edit.slots import Only
from beeprint.studio.session import Session
from edits import put, tiny

CARD = """\
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: ink}
  panel: {kind: shape, shape: rectangle, box: [4, 4, 55, 80], fill: "#ffffff"}  # most of the card
  badge: {kind: shape, shape: ellipse, box: [7, 6, 8, 8], fill: ink}
  cost: {kind: text, font: fredoka, size: 9, text: "{cost}", box: [7, 6, 8, 8], colour: "#ffffff"}
  title: {kind: text, font: fredoka, size: 12, text: "{title}", box: [17, 6, 40, 9]}
  mat: {kind: shape, shape: rectangle, box: [7, 17, 49, 30], fill: "#dddddd"}
  # the bee
  picture: {kind: picture, art: bee, box: [7, 17, 49, 30]}
  foot: {kind: shape, shape: line, box: [7, 50, 49, 0], stroke: ink}
"""
BEE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="#b86e05"/></svg>'


def fill(folder: Path, only: Only | None = None) -> edit.Edit:
    """Let the picture of the first card fill it."""
    session = Session(folder, ViewOptions(), Store.open())
    game = session.refresh().game
    assert game is not None
    source = slots.find_slot(game, "cards", "front", ("picture",), "A")
    change = fill_piece(source, session.anatomy("cards", "A", "front"), only)
    edit.write(change)
    return change


def order(folder: Path) -> list[str]:
    session = Session(folder, ViewOptions(), Store.open())
    session.refresh()
    return [view.path[0] for view in session.anatomy("cards", "A", "front")]


def test_it_goes_behind_texts_and_what_they_are_on_and_takes_its_mat_along(tmp_path: Path) -> None:
    tiny(tmp_path, card=CARD)
    put(tmp_path, {"art/bee.svg": BEE})
    change = fill(tmp_path)
    assert change.title == "Picture fills the whole card, behind texts and icons"
    assert order(tmp_path) == ["ground", "panel", "mat", "picture", "badge", "cost", "title", "foot"]
    lines = (tmp_path / "layouts/card.yaml").read_text().splitlines()
    picture = "  picture: {kind: picture, art: bee, fit: cover, box: bleed}"
    assert sorted(lines) == sorted(picture if "art: bee" in line else line for line in CARD.splitlines())
    assert lines[lines.index("  # the bee") + 1] == picture
    assert lines[lines.index("  # the bee") + 1].startswith("  picture:")


def test_a_picture_that_is_behind_already_keeps_its_place(tmp_path: Path) -> None:
    first, ground, *rest = CARD.splitlines(keepends=True)
    picture = next(line for line in rest if "picture" in line)
    tiny(tmp_path, card="".join([first, ground, picture, *(line for line in rest[1:] if line != picture)]))
    put(tmp_path, {"art/bee.svg": BEE})
    before = order(tmp_path)
    assert fill(tmp_path).title == "Picture fills the whole card"
    assert order(tmp_path) == before


def test_a_picture_whose_box_is_drawn_in_a_frame_is_enlarged_there(tmp_path: Path) -> None:
    frame = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        '<g id="slots" display="none"><rect id="picture" x="5" y="20" width="53" height="30"/></g></svg>'
    )
    tiny(tmp_path, card="frame: frame\nslots:\n  picture: {kind: picture, art: bee}\n")
    put(tmp_path, {"art/bee.svg": BEE, "art/frame.svg": frame})
    with pytest.raises(BuildError, match="the box of picture is a shape in the drawing of the frame"):
        fill(tmp_path)


def test_a_picture_of_another_layout_goes_behind_the_texts_of_that_layout(tmp_path: Path) -> None:
    note = "note: {kind: text, font: fredoka, size: 9, text: Hi, box: [7, 70, 30, 8]}"
    tiny(tmp_path, card=f"extends: parent\nslots:\n  {note}\n", parent=CARD)
    put(tmp_path, {"art/bee.svg": BEE})
    fill(tmp_path, Only("id", "A"))
    assert order(tmp_path) == ["ground", "panel", "mat", "picture", "badge", "cost", "title", "foot", "note"]
    assert (tmp_path / "layouts/parent.yaml").read_text() == CARD
    assert "below: badge" in (tmp_path / "layouts/card.yaml").read_text()
