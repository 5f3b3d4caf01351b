"""Lay out faces, drawing each slot once for each set of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from beeprint.base.geometry import IDENTITY, Point, Rect, mirror_x, rotate
from beeprint.base.problems import BuildError, error_at, whole
from beeprint.draw.drawing import Drawing, Mark, group, rounded_rect
from beeprint.face.frame import Ground, lay_under
from beeprint.face.layout import art
from beeprint.face.layout.face import Face, Ink, LayoutContext, Side
from beeprint.face.layout.grids import cells
from beeprint.face.layout.placement import MAX_REPEATS, FaceState, Placement, SlotPath
from beeprint.face.layout.words import words
from beeprint.face.template import (
    Choice,
    GridSlot,
    IconSlot,
    Layout,
    PictureSlot,
    ShapeSlot,
    Slot,
    TextSlot,
    bound_texts,
    columns_named,
    names_used,
)
from beeprint.game.binding import Scope, bind
from beeprint.game.conditions import case_of, hold
from beeprint.game.model import Deck
from beeprint.game.rows import Held, Row

#: The most times that slots are drawn on a face, and how many times a text counts, being slower to set.
MAX_DRAWN, TEXT_COUNTS = 50_000, 20
#: The most results kept for one slot; with more than these, its values hardly repeat.
_KEPT = 1024


def lay_out(
    context: LayoutContext, deck: Deck, layout: Layout, rows: Iterable[Row | None], side: Side
) -> Iterator[Face]:
    """Yield the face of each row, or of the whole deck (row None); problems are part of it, none is raised."""
    cache = FaceCache(context, deck, layout, side)
    for row in rows:
        yield cache.face(row)


class _Drawn(NamedTuple):
    """The result of a slot without problems."""

    marks: tuple[Mark, ...]
    inks: tuple[Ink, ...]


class FaceCache:
    """Lays out the faces of one side of a deck, row after row.

    What a slot draws depends only on the values that it names. It is drawn once for each set of values, and rows with
    the same values share the same marks, so that outputs serialise these once as well.
    """

    def __init__(self, context: LayoutContext, deck: Deck, layout: Layout, side: Side) -> None:
        self.context, self.deck, self.layout, self.side = context, deck, layout, side
        self.state = FaceState(context, deck, layout)
        self._count = 0
        self._grounds: dict[tuple[object, ...], Ground] = {}
        self._names: dict[int, tuple[str, ...]] = {}
        self._drawn: dict[SlotPath, dict[tuple[object, ...], _Drawn]] = {}

    def face(self, row: Row | None) -> Face:
        """Lay out the face of a row, or of the whole deck (None); problems are part of it, none is raised."""
        deck, scope = self.deck, Scope(self.context.game, self.deck.rows if row else None, row)
        self._count = 0
        ground = self._ground(row, scope)
        state = self.state = FaceState(self.context, deck, self.layout, row, ground, [], list(ground.problems))
        if ground.dpi:
            state.inks.append(
                Ink("frame", self._box, "", self.layout.at_frame("raster"), dpi=ground.dpi, guarded=False)
            )
        marks = [*ground.marks, *self.slots(ground.slots, (), scope, Point(0, 0))]
        if not deck.shape.is_rectangle:
            marks = [group(marks, clip=deck.shape.path(deck.spec.bleed))]
        drawing = Drawing(self._box, tuple(marks))
        key, stem = (row.id, row.stem) if row else ("", "")
        return Face(deck.name, key, self.side, drawing, tuple(state.inks), tuple(state.problems), stem)

    def _ground(self, row: Row | None, scope: Scope) -> Ground:
        """Return what lies under the slots of a row; rows with the same frame share it."""
        frame = self.layout.frame
        key = tuple(scope.value(name) for bound in bound_texts(frame) for name in bound.names) if frame else ()
        found = self._grounds.get(key)
        if found is None or found.problems or (row and row.faulty):
            found = self._grounds[key] = lay_under(self.context.frames, self.deck, self.layout, scope)
        return found

    @cached_property
    def _box(self) -> Rect:
        return rounded_rect(self.deck.shape.bleed_box(self.deck.spec.bleed))

    def slots(
        self, slots: Iterable[tuple[str, Slot | Choice]], path: SlotPath, scope: Scope, origin: Point
    ) -> Iterator[Mark]:
        """Yield the marks of slots in painting order, their boxes moved by `origin`."""
        for name, entry in slots:
            yield from self.slot(entry, (*path, name), scope, origin)

    def slot(self, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point) -> tuple[Mark, ...]:
        """Return the marks of a slot, from the cache where its values are the same."""
        state = self.state
        names = self._names.get(id(entry))
        if names is None:
            names = self._names[id(entry)] = names_used(entry)
        known = self._drawn.setdefault(path, {})
        key = (origin, state.ground.box(path), *map(scope.value, names))
        found = known.get(key)
        if found is not None and not (state.row and state.row.faulty):
            state.inks += found.inks
            return found.marks
        inks, problems = len(state.inks), len(state.problems)
        marks = self.drawn(entry, path, scope, origin)
        if len(state.problems) == problems and len(known) < _KEPT:
            known[key] = _Drawn(marks, tuple(state.inks[inks:]))
        return marks

    def drawn(self, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point) -> tuple[Mark, ...]:
        """Draw a slot; faults become problems."""
        state = self.state
        if state.row and state.row.faulty and not state.row.faulty.isdisjoint(columns_named(entry)):
            return ()  # the cell is wrong and has been reported; further problems would be noise
        try:
            slot = self.chosen(entry, path, scope)
            if slot is not None and hold(slot.when, scope.held):
                return tuple(self.repeated(slot, path, scope, origin))
        except KeyError as error:
            state.problem(self.layout.at(path), f"{error.args[0]} has no value here{state.who}")
        except BuildError as error:
            state.problems += error.problems
        return ()

    def chosen(self, entry: Slot | Choice, path: SlotPath, scope: Scope) -> Slot | None:
        """Resolve `choose:`; a value without a case is a problem."""
        if not isinstance(entry, Choice):
            return entry
        if not hold(entry.when, scope.held):
            return None
        value = bind(entry.by, scope)
        held = scope.held(entry.column) if entry.column else None
        case = case_of(entry.variants, held or Held(value, value))
        if case is None:
            place = self.layout.at((*path, "choose"))
            message = f"choose has no case for {value!r}{self.state.who}"
            case = value or repr(value)
            self.state.problem(place, message, f"add a case {case}:, or else: for all other values")
            return None
        return entry.variants[case]

    def repeated(self, slot: Slot, path: SlotPath, scope: Scope, origin: Point) -> Iterator[Mark]:
        """Yield the slot's marks, repeated as `repeat:` asks."""
        box = self.box(slot, path).move(*origin)
        if slot.repeat is None:
            self.count(slot, path, 1)
            yield from self.turned(slot, Placement(self.state, path, scope, box))
            return
        places = self.places(slot, path, scope)
        self.count(slot, path, len(places))
        for number, (dx, dy) in enumerate(places, start=1):
            inner = replace(scope, extra={**scope.extra, "n": str(number)})
            yield from self.turned(slot, Placement(self.state, path, inner, box.move(dx, dy)))

    def count(self, slot: Slot, path: SlotPath, times: int) -> None:
        """Count the slots drawn on a face; BuildError where there are too many."""
        self._count += times * (TEXT_COUNTS if isinstance(slot, TextSlot) else 1)
        if self._count > MAX_DRAWN:
            message = f"a face draws its slots more than {MAX_DRAWN:,} times (each text counts {TEXT_COUNTS} times)"
            raise error_at(self.layout.at(path), message, "draw what is repeated as one picture")

    def places(self, slot: Slot, path: SlotPath, scope: Scope) -> Sequence[tuple[float, float]]:
        """Return the offset of each repetition of a slot, in mm."""
        repeat = slot.repeat
        assert repeat is not None
        text = bind(repeat.times, scope).strip() or "0"
        times = whole(text)
        if times is None or times > MAX_REPEATS:
            place = self.layout.at((*path, "repeat", "times"))
            self.state.problem(place, f"repeat: {text!r} is not a whole number up to {MAX_REPEATS}")
            return ()
        if repeat.at:
            if times and text not in repeat.at:
                self.state.problem(self.layout.at((*path, "repeat", "at")), f"repeat has no places for {text}")
            return repeat.at.get(text, ())
        (dx, dy), share = repeat.step, {"start": 0.0, "centre": 0.5, "end": 1.0}[repeat.align]
        shift = (times - 1) * share
        return [(dx * (index - shift), dy * (index - shift)) for index in range(times)]

    def box(self, slot: Slot, path: SlotPath) -> Rect:
        """Return a slot's box in mm."""
        trim = self.deck.shape.box
        if slot.box is None or slot.box == "frame":
            spot = self.state.ground.box(path)
            return spot.box if spot is not None else Rect(0, 0, 0, 0)
        if slot.box == "trim":
            return trim
        if slot.box == "bleed":
            return self.deck.shape.bleed_box(self.deck.spec.bleed)
        return trim.grow(-self.deck.spec.safe) if slot.box == "safe" else Rect(*slot.box)

    def turned(self, slot: Slot, here: Placement) -> Iterator[Mark]:
        """Yield the slot's marks, rotated and mirrored about the centre of its box."""
        text = bind(slot.rotate, here.scope) or "0"
        centre, inks = here.box.centre, self.state.inks
        try:
            home = self.state.ground.box(here.path)
            matrix = rotate(_degrees(text) + (home.turn if home is not None else 0), centre)
        except ValueError:
            self.state.problem(here.place("rotate"), f"rotate is {text!r}, not a number of degrees")
            return
        if slot.mirror:
            matrix = matrix @ mirror_x(centre.x)
        engrave = "" if slot.engrave == "tone" else slot.engrave
        start = len(inks)
        marks = list(self.draw(slot, here))
        if not marks or (matrix == IDENTITY and not engrave):
            yield from marks
            return
        inks[start:] = [replace(ink, box=matrix.rect(ink.box)) for ink in inks[start:]]
        yield group(marks, matrix, engrave=engrave)

    def draw(self, slot: Slot, here: Placement) -> Iterable[Mark]:
        """Draw one slot in a box."""
        if isinstance(slot, TextSlot):
            return words(slot, here)
        if isinstance(slot, PictureSlot):
            return art.picture(slot, here)
        if isinstance(slot, IconSlot):
            return art.icon(slot, here)
        if isinstance(slot, ShapeSlot):
            return art.shape(slot, here)
        return self.grid(slot, here) if isinstance(slot, GridSlot) else ()

    def grid(self, slot: GridSlot, here: Placement) -> Iterator[Mark]:
        """Yield the marks of a grid's cells."""
        found = list(cells(slot, here))
        # Slot by slot, not cell by cell: what overlaps a cell's edge lies under all later slots.
        for child in slot.each.items():
            for scope, origin in found:
                yield from self.slots([child], (*here.path, "each"), scope, origin)


def _degrees(text: str) -> float:
    """Parse an angle; ValueError where the text is not one between -3600 and 3600."""
    value = float(text)
    if not abs(value) <= 3600:
        raise ValueError(text)
    return value
