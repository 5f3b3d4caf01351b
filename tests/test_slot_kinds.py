"""Kinds of slots: a model and a function that draws it are all that a build needs of one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

import beeprint
from beeprint.base.geometry import line
from beeprint.base.options import ViewOptions
from beeprint.base.store import Store
from beeprint.drawing.drawing import Mark, Solid, Stroke, path_mark
from beeprint.face.layout import kinds
from beeprint.face.layout.placement import Placement
from beeprint.face.template import KINDS, loading
from beeprint.face.template.slots import Bound, ShapeSlot, Slot, TextSlot, is_box
from beeprint.sources.records import ByKey, Model, keys_of
from beeprint.studio.session import Session
from edits import CARD, tiny


class SlashSlot(Slot):
    """A diagonal in a colour."""

    content_key, section = "colour", "Shapes"

    kind: Literal["slash"]
    colour: Bound


class Slots(Model):
    slots: dict[str, Annotated[TextSlot | ShapeSlot | SlashSlot, ByKey("kind")]]


def draw_slash(slot: SlashSlot, here: Placement) -> Iterator[Mark]:
    """Yield the diagonal of the box."""
    box, ink = here.box, here.colour(slot.colour, "colour")
    assert ink is not None
    yield path_mark(line((box.x, box.y), (box.right, box.bottom)), None, Stroke(Solid(ink), 1))


@pytest.fixture
def slashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game whose cards have a slot of a kind that is added here."""
    monkeypatch.setattr(loading, "Slots", Slots)
    monkeypatch.setitem(KINDS, "slash", SlashSlot)
    monkeypatch.setitem(kinds.DRAW, SlashSlot, draw_slash)
    tiny(tmp_path, card=f'{CARD}  slash: {{kind: slash, colour: "#12AB34", box: [10, 20, 30, 40]}}\n')
    return tmp_path


def test_a_slot_of_an_added_kind_is_drawn(slashed: Path) -> None:
    checked = beeprint.check(slashed)
    lines = {face.id: face.svg.lower().count('stroke="#12ab34"') for face in beeprint.faces(checked)}
    assert lines == {"A": 1, "B": 1, "": 0}


def test_the_studio_sees_a_slot_of_an_added_kind(slashed: Path) -> None:
    session = Session(slashed, ViewOptions(), Store.open())
    session.refresh()
    [view] = [view for view in session.anatomy("cards", "A", "front") if view.kind == "slash"]
    assert (view.path, tuple(view.box), view.paint) == (("slash",), (10, 20, 30, 40), "content")


def test_a_box_of_content_is_larger_than_a_line(slashed: Path) -> None:
    assert is_box("shape", (1, 2, 0, 4)) and not is_box("slash", (1, 2, 0, 4))


def test_a_kind_that_nothing_draws_fails_when_layouts_are_loaded() -> None:
    script = (
        "from beeprint.face.template import KINDS, TextSlot;"
        "KINDS['slash'] = type('Slash', (TextSlot,), {}); import beeprint.face.layout"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "TypeError: nothing in face/layout/kinds.py draws slots of the kind slash" in done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_complete(kind: str) -> None:
    model: type[Any] = KINDS[kind]
    page = (Path(__file__).parents[1] / "docs" / "layouts.md").read_text("utf-8")
    assert f"`{kind}`" in page and f"# {model.section}\n" in page
    assert not model.content_key or model.content_key in {key.alias for key in keys_of(model)}
