"""Where the slots of a face lie, for views that show or change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import Point, Rect, rotate
from beeprint.base.problems import BuildError, Place
from beeprint.drawing.drawing import Group, Mark, Run
from beeprint.face.layout.deck_faces import DeckFaces
from beeprint.face.layout.face import Ink
from beeprint.face.layout.grids import cells
from beeprint.face.layout.placement import Placement, SlotPath
from beeprint.face.layout.render import Renderer
from beeprint.face.layout.repeating import Repetition, repetitions
from beeprint.face.layout.variants import variant
from beeprint.face.template import Choice, GridSlot, ShapeSlot, Slot, TextSlot, first_column, variants_of
from beeprint.game.binding import Scope, bind
from beeprint.game.conditions import Conditions, hold
from beeprint.game.rows import Row

Paint = Literal["content", "area", "outline", "nothing"]
#: Why a face does not draw a slot: its conditions do not hold, its choice has no case for the row, it has no content or
#: nothing to repeat, or it has a fault; "" where the face draws it.
Absence = Literal["", "when", "case", "empty", "none", "fault"]
#: What shows how an empty text would be set: a word with a capital and a descender.
_SAMPLE = "Hp"


class Setting(Struct, frozen=True):
    """How a text is set on a face: the key of its font, its size in mm, its colour, and its first baseline.

    `baseline` is in mm below the top of its box, before both are turned.
    """

    font: str
    size: float
    colour: str
    baseline: float


class SlotView(Struct, frozen=True):
    """A slot on a face: its box in mm where it is drawn, turned by `turn` degrees, and where that box is written.

    A slot of a grid comes after the grid, with the box that it has in the first cell that shows it.
    `seen` is false where its conditions hide it. `absent` says why the face does not draw it; `unmet` has the
    conditions that do not hold. `column` is the source of its content, "" where the layout sets it.
    `paint` is what one sees of it: its content, an area that hides what is behind it, only an outline, or nothing.
    `shape` is the word of a shape's form, "" for other kinds.
    `shown` is the box in mm round what is drawn, turned as it is: round the glyphs of a text; None where nothing is.
    `setting` is how a text is set, or would be if it were not empty, None for all else.
    `repeats` has the box of each repetition of a slot that is repeated.
    """

    path: SlotPath
    kind: str
    box: Rect
    turn: float
    place: Place
    in_frame: bool
    seen: bool
    column: str
    shape: str
    paint: Paint
    shown: Rect | None
    setting: Setting | None = None
    absent: Absence = ""
    unmet: Conditions = {}
    repeats: tuple[Rect, ...] = ()


def anatomy(faces: DeckFaces, row: Row | None) -> list[SlotView]:
    """Return all slots of a face's layout in painting order, also the ones that the face does not draw."""
    drawn = faces.drawn_by(row)
    return [] if drawn is None else list(_views(drawn.begin(row)))


def boxes_shown(faces: DeckFaces, rows: Iterable[Row | None]) -> Mapping[str, Sequence[Rect]]:
    """Return the boxes that each slot of some faces fills on any of them, in mm, by its name, the lowest slot first.

    A slot that is repeated has several. Slots that no face shows are left out.
    """
    boxes: dict[str, Sequence[Rect]] = {}
    for row in rows:
        for view in anatomy(faces, row):
            if view.seen and view.paint != "nothing" and view.shown is not None:
                before = boxes.get(view.path[0], ())
                if view.repeats:
                    boxes[view.path[0]] = tuple(dict.fromkeys((*before, *view.repeats)))
                else:
                    boxes[view.path[0]] = (reduce(Rect.union, before, view.shown),)
    return boxes


def _views(face: Renderer) -> Iterator[SlotView]:
    nowhere = Point(0, 0)
    for name, entry in face.state.ground.slots:
        path = (name,)
        slot = _view(face, entry, path, face.scope, nowhere)
        yield slot
        if isinstance(entry, GridSlot):
            inner = _inside(face, entry, Placement(face.state, path, face.scope, slot.box))
            yield from inner if slot.seen else (replace(view, seen=False, absent="none") for view in inner)


def _inside(face: Renderer, grid: GridSlot, here: Placement) -> Iterator[SlotView]:
    """Yield the slots of a grid's cells and edges."""
    try:
        places = list(cells(grid, here))
    except (BuildError, KeyError, ValueError):
        places = []
    somewhere = places or [(here.scope, here.box.centre)]
    views: list[SlotView] = []
    for name, entry in grid.each.items():
        drawn = [_view(face, entry, (*here.path, "each", name), scope, at) for scope, at in somewhere]
        views.append(next((view for view in drawn if view.seen), drawn[0]))
    for name, entry in grid.edges.items():
        edge = _view(face, entry, (*here.path, "edges", name), somewhere[0][0], Point(0, 0))
        views.append(replace(edge, box=here.box))
    yield from views if places else (replace(view, seen=False, absent="none") for view in views)


def _view(face: Renderer, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point) -> SlotView:
    """Return a slot where it is drawn around an origin, or would be drawn if the face had it."""
    state = face.state
    slot, absent, unmet = _variant(entry, scope)
    repeats, turn, lost = _spread(face, slot, path, scope)
    absent = absent or lost
    scope = repeats[0][0] if repeats else scope
    spot = state.ground.box(path)
    written = path if isinstance(entry, Choice) else (*path, "box")
    place = spot.place if spot is not None else face.layout.at(written)
    column = first_column(slot, state.rows) or ""
    panel = state.panel(slot)
    box = state.box(slot, path).move(*origin)
    turn += spot.turn if spot is not None else 0
    placed = box if panel is None else panel.at.rect(box)
    drawn: Rect | None = _turned(placed, turn, repeats) if slot.repeat is None or repeats else None
    shape, paint = slot.shape if isinstance(slot, ShapeSlot) else "", _paint(slot, scope)
    setting = None
    if not absent and len(path) == 1 and isinstance(slot, TextSlot):
        drawn, marks = _inked(face, entry, path)
        setting = _setting(marks, box) or _setting(face.drawn(replace(slot, text=_SAMPLE), path, scope, origin), box)
    reason: Absence = absent or ("empty" if drawn is None or paint == "nothing" else "")
    at = (path, slot.kind, placed, turn, place, spot is not None)
    each = tuple(_turned(placed, turn, [repeat]) for repeat in repeats)
    return SlotView(*at, not absent, column, shape, paint, drawn, setting, reason, unmet, each)


def _spread(face: Renderer, slot: Slot, path: SlotPath, scope: Scope) -> tuple[list[Repetition], float, Absence]:
    """Return the repetitions of a slot, by how many degrees the first is turned, and why there is none."""
    try:
        repeats = _repeats(face, slot, path, scope)
        turn = float(bind(slot.rotate, repeats[0][0] if repeats else scope) or 0)
    except (BuildError, KeyError, ValueError):
        return [], 0.0, "fault"
    return repeats, turn, "none" if slot.repeat is not None and not repeats else ""


def _variant(entry: Slot | Choice, scope: Scope) -> tuple[Slot, Absence, Conditions]:
    """Return the slot that stands for an entry, why the face lacks it, and the conditions that do not hold."""
    absent: Absence = ""
    conditions: Conditions = {}
    if isinstance(entry, Choice):
        try:
            case = variant(entry, scope)
        except (BuildError, KeyError, ValueError):
            case = entry
        slot, absent = (case, "") if isinstance(case, Slot) else (variants_of(entry)[0], "case")
        conditions = entry.when
    else:
        slot = entry
    if not absent and (slot.repeat is None or not slot.repeat.over):  # else they decide on each item
        conditions = {**conditions, **slot.when}
    unmet = {name: wanted for name, wanted in conditions.items() if not hold({name: wanted}, scope.held)}
    return slot, "when" if unmet else absent, unmet


def _turned(box: Rect, turn: float, repeats: Iterable[Repetition]) -> Rect:
    """Return the box round what fills a box that is turned by so many degrees, and round its repetitions."""
    turned = rotate(turn, box.centre).rect(box) if turn else box
    return reduce(Rect.union, [turned.move(*offset) for _, offset in repeats] or [turned])


def _repeats(face: Renderer, slot: Slot, path: SlotPath, scope: Scope) -> list[Repetition]:
    """Return the repetitions of a slot; none where it is not repeated."""
    if slot.repeat is None:
        return []
    repeats = repetitions(slot.repeat, slot.when, scope, lambda key: face.layout.at((*path, "repeat", key)))
    return [
        (replace(repeat, extra={**repeat.extra, "n": str(number)}), offset)
        for number, (repeat, offset) in enumerate(repeats, start=1)
    ]


def _setting(marks: Iterable[Mark], box: Rect) -> Setting | None:
    """Return how the first line of a text is set in its box; None where there is no text among its marks."""
    run = next(_runs(marks), None)
    return None if run is None else Setting(run.font, run.size, run.paint.colour.hex, run.place.f - box.y)


def _inked(face: Renderer, entry: Slot | Choice, path: SlotPath) -> tuple[Rect | None, tuple[Mark, ...]]:
    """Return the box round the glyphs and pictures that a slot draws, repeated ones too, and its marks.

    The box is None where it draws none.
    """
    before = len(face.state.inks)
    marks = face.slot(entry, path, face.scope, Point(0, 0))
    boxes = [ink.box for ink in face.state.inks[before:] if isinstance(ink, Ink)]
    return reduce(Rect.union, boxes) if boxes else None, marks


def _runs(marks: Iterable[Mark]) -> Iterator[Run]:
    """Yield the runs of text among marks, those of groups as they are inside."""
    for mark in marks:
        if isinstance(mark, Run):
            yield mark
        elif isinstance(mark, Group):
            yield from _runs(mark.marks)


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
