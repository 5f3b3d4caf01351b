"""Where the slots of a face lie, for views that show or change them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place
from beeprint.face.layout.deck_faces import DeckFaces
from beeprint.face.layout.placement import SlotPath
from beeprint.face.layout.render import Renderer
from beeprint.face.layout.variants import is_seen
from beeprint.face.template import Choice, ShapeSlot, Slot, first_column
from beeprint.game.binding import Scope, bind
from beeprint.game.rows import Row

Paint = Literal["content", "area", "outline", "nothing"]


class SlotView(Struct, frozen=True):
    """A slot on a face: its box in mm where it is drawn, turned by `turn` degrees, and where that box is written.

    `seen` is false where its conditions hide it; `column` is the source of its content, "" where the layout sets it.
    `paint` is what one sees of it: its content, an area that hides what is behind it, only an outline, or nothing.
    """

    path: SlotPath
    kind: str
    box: Rect
    turn: float
    place: Place
    in_frame: bool
    seen: bool
    column: str
    paint: Paint


def anatomy(faces: DeckFaces, row: Row | None) -> list[SlotView]:
    """Return the slots of a face in painting order, without those that cannot be drawn."""
    drawn = faces.drawn_by(row)
    return [] if drawn is None else list(_views(drawn.begin(row)))


def _views(face: Renderer) -> Iterator[SlotView]:
    state, scope = face.state, face.scope
    for name, entry in state.ground.slots:
        path = (name,)
        try:
            slot = face.chosen(entry, path, scope)
            turn = float(bind(slot.rotate, scope) or 0) if slot else 0.0
        except (BuildError, KeyError, ValueError):
            continue
        if slot is None:
            continue
        spot = state.ground.box(path)
        place = spot.place if spot is not None else face.layout.at((name, "box"))
        if isinstance(entry, Choice):
            place = spot.place if spot is not None else face.layout.at(path)
        column = first_column(slot, state.rows) or ""
        panel = state.panel(slot)
        box = state.box(slot, path)
        yield SlotView(
            path,
            slot.kind,
            box if panel is None else panel.at.rect(box),
            turn + (spot.turn if spot is not None else 0),
            place,
            spot is not None,
            is_seen(slot, entry, scope),
            column,
            _paint(slot, scope),
        )


def _paint(slot: Slot, scope: Scope) -> Paint:
    """Return what one sees of a slot; "content" where that cannot be known."""
    try:
        if isinstance(slot, ShapeSlot):
            is_area = slot.shape != "line" and bind(slot.fill, scope) != "none" and slot.opacity == 1
            return "area" if is_area else "outline"
        content = getattr(slot, slot.content_key) if slot.content_key else "content"
        return "content" if bind(content, scope).strip() else "nothing"
    except KeyError:
        return "content"
