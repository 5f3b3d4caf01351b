"""Render one face: a function of a row, a layout and what these are drawn with, which remembers nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cached_property, partial

from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.geometry import IDENTITY, Point, Rect, mirror_x, rotate
from beeprint.base.memo import Memo, Same
from beeprint.base.problems import BuildError, error_at
from beeprint.drawing.drawing import Drawing, Mark, group, rounded_rect
from beeprint.drawing.marks import without_colours
from beeprint.face.frame import Ground, lay_under
from beeprint.face.layout.edges import asked, drawn
from beeprint.face.layout.face import Art, Face, Ink, LayoutContext, Side, SlotMarks
from beeprint.face.layout.fitting import height
from beeprint.face.layout.grids import cells
from beeprint.face.layout.holes import unread
from beeprint.face.layout.kinds import DRAW
from beeprint.face.layout.placement import FaceState, Placement, SlotPath
from beeprint.face.layout.pushing import Push, Pushes
from beeprint.face.layout.repeating import repetitions
from beeprint.face.layout.sizes import Sizes
from beeprint.face.layout.variants import despite, is_seen, variant
from beeprint.face.template import (
    Choice,
    EdgeSlot,
    GridSlot,
    Layout,
    Slot,
    TextSlot,
    bound_texts,
    columns_named,
    is_pushing,
    names_used,
    variants_of,
)
from beeprint.game.binding import Scope, bind
from beeprint.game.conditions import hold
from beeprint.game.model import Deck
from beeprint.game.rows import Row

#: The most times that slots are drawn on a face, and how many times a text counts, being slower to set.
MAX_DRAWN, TEXT_COUNTS = 50_000, 20
#: What a slot costs that is drawn, in steps, and what it takes, in bytes.
_SLOT, _SLOT_KEPT = 40, 2_500


class Design:
    """A layout of one side of a deck, with what follows from it for all faces."""

    def __init__(self, context: LayoutContext, deck: Deck, layout: Layout, side: Side) -> None:
        self.context, self.deck, self.layout, self.side = context, deck, layout, side
        self._names: dict[int, tuple[str, ...]] = {}
        self._bound: dict[int, bool] = {}
        self._grounds: Memo[tuple[Ground, tuple[str, ...]]] = Memo()
        #: The heights of texts that push others.
        self.heights: Memo[float] = Memo()

    @cached_property
    def box(self) -> Rect:
        """Return the bleed box of its faces."""
        return rounded_rect(self.deck.shape.bleed_box(self.deck.spec.bleed))

    @cached_property
    def is_pushing(self) -> bool:
        """Return whether slots move with others."""
        return is_pushing(self.layout)

    @cached_property
    def mentioned(self) -> tuple[str, ...]:
        """Return all names in its slots and in its frame."""
        frame = self.layout.frame
        names = {name for entry in self.layout.slots.values() for name in names_used(entry)}
        names |= {name for bound in bound_texts(frame) for name in bound.names} if frame else set()
        return tuple(sorted(names))

    def names(self, entry: Slot | Choice) -> tuple[str, ...]:
        """Return the names whose values a slot depends on."""
        names = self._names.get(id(entry))
        if names is None:
            names = self._names[id(entry)] = names_used(entry)
        return names

    def is_bound(self, entry: Slot | Choice) -> bool:
        """Return whether what a slot draws follows from columns, or is repeated."""
        bound = self._bound.get(id(entry))
        if bound is None:
            repeated = isinstance(entry, GridSlot) or (isinstance(entry, Slot) and entry.repeat is not None)
            columns = {"id", "copies", *self.deck.rows.columns}
            bound = self._bound[id(entry)] = repeated or not columns.isdisjoint(columns_named(entry))
        return bound

    def scope(self, row: Row | None) -> Scope:
        """Return what names mean on the face of a row."""
        return Scope(self.context.game, self.deck.rows if row else None, row)

    def ground(self, row: Row | None, scope: Scope) -> Ground:
        """Return what is under the slots of a row; rows with the same frame share it."""
        frame = self.layout.frame
        key = tuple(scope.value(name) for bound in bound_texts(frame) for name in bound.names) if frame else ()
        ground, names = self._grounds.find(key) or (None, ())
        pictures = self.context.pictures
        if ground is None or ground.problems or (row and row.faulty):
            mark = pictures.begin()
            ground = lay_under(self.context.frames, self.deck, self.layout, scope)
            self._grounds.keep(key, (ground, pictures.since(mark)))
        else:
            pictures.ask(names)
        return ground


class Renderer:
    """Draws the slots of one face. All that it draws follows from the design, the row and the sizes of texts."""

    def __init__(self, design: Design, row: Row | None, sizes: Sizes, slot: DrawSlot | None = None) -> None:
        """`slot` is what draws each slot, such as from a memo; None for a renderer that draws all by itself."""
        self.design, self.layout, self.scope = design, design.layout, design.scope(row)
        self._slot = slot or _draw
        self.times = 0
        ground = design.ground(row, self.scope)
        self.state = FaceState(
            design.context,
            design.deck,
            design.layout,
            row,
            ground,
            problems=[*ground.problems],
            sizes=sizes,
            side=design.side,
        )

    def face(self) -> Face:
        """Render the face; problems are part of it, none is raised."""
        if self.design.is_pushing:
            self.push()
        deck, state, row, layout = self.design.deck, self.state, self.state.row, self.layout
        context, ground, box = self.design.context, state.ground, self.design.box
        if ground.dpi:
            state.inks.append(Ink("frame", box, "", layout.at_frame("raster"), dpi=ground.dpi, guarded=False))
        if ground.marks and deck.drawn_bleed is not None:
            state.inks.append(Art("frame", box, "", layout.at_frame("art"), ground.marks))
        slots = [
            SlotMarks(name, shown, row is not None and self.design.is_bound(entry), layout.at((name,)))
            for name, entry in ground.slots
            if (shown := self.slot(entry, (name,), self.scope, Point(0, 0)))
        ]
        marks: Sequence[Mark] = [*ground.marks, *(mark for slot in slots for mark in slot.marks)]
        unseen = {ink.colour for ink in context.game.inks if not ink.shown}
        if unseen and not context.press:
            marks = without_colours(marks, unseen)
        if not deck.shape.is_rectangle:
            marks = [group(marks, clip=state.outline.path(deck.spec.bleed))]
        drawing = Drawing(box, tuple(marks))
        id, stem = (row.id, row.stem) if row else ("", "")
        problems, holes = tuple(state.problems), tuple(state.holes)
        painted = tuple(state.inks)
        return Face(deck.name, id, state.side, drawing, painted, problems, stem, holes, tuple(slots), ground.marks)

    def slots(
        self, slots: Iterable[tuple[str, Slot | Choice]], path: SlotPath, scope: Scope, origin: Point
    ) -> Iterator[Mark]:
        """Yield the marks of slots in painting order, their boxes moved by `origin`."""
        for name, entry in slots:
            yield from self.slot(entry, (*path, name), scope, origin)

    def slot(self, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point) -> tuple[Mark, ...]:
        """Return the marks of a slot; its inks, texts and problems are added to the state."""
        return self._slot(self, entry, path, scope, origin)

    def values(self, entry: Slot | Choice, path: SlotPath, scope: Scope) -> tuple[object, ...]:
        """Return all that a slot's drawing depends on: its box in the frame, and the values of the names in it."""
        return (self.state.ground.box(path), *map(scope.value, self.design.names(entry)))

    def push(self) -> None:
        """Note which slots of the face move or stretch, and how far."""
        slots, scope = dict(self.state.ground.slots), self.scope

        def chosen(name: str) -> Slot | None:
            entry = slots.get(name)
            try:
                slot = entry and variant(entry, scope)
                return slot if isinstance(slot, Slot) else None
            except KeyError:
                return None  # drawing the slot says which name has no value

        def rise(name: str, slot: TextSlot) -> float:
            key = (Same(self.state.sizes), name, *self.values(slots[name], (name,), scope))
            rise_height = self.design.heights.find(key)
            if rise_height is None:
                box = self.state.box(slot, (name,))
                entry, place = slots[name], Placement(self.state, (name,), scope, box)
                rise_height = height(slot, place, is_seen(slot, entry, scope)) - box.height
            return self.design.heights.keep(key, rise_height)

        pushes = Pushes(chosen, rise)
        moved = {(name,): pushes.of(name) for name in slots}
        self.state.pushed.update({path: push for path, push in moved.items() if push != Push()})

    def drawn(self, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point) -> tuple[Mark, ...]:
        """Draw a slot; faults become problems."""
        state = self.state
        if state.row and state.row.faulty and not state.row.faulty.isdisjoint(columns_named(entry) - _items(entry)):
            other = despite(entry, state.row) if state.context.draft else None
            if other is None:
                # The cell is wrong and has been reported; further problems would be noise.
                first = variants_of(entry)[0]
                return tuple(unread(first, columns_named(entry), state, state.box(first, path).move(*origin)))
            if not hold(entry.when, scope.held):
                return ()
            entry = other
        try:
            slot = self.chosen(entry, path, scope)
            # A slot that is repeated over several items is drawn for those that the conditions hold for.
            over = slot is not None and slot.repeat is not None and slot.repeat.over
            if slot is not None and (over or hold(slot.when, scope.held)):
                return tuple(self.repeated(slot, path, scope, origin))
        except KeyError as error:
            state.problem(self.layout.at(path), f"{error.args[0]} has no value here{state.who}")
        except BuildError as error:
            state.problems += error.problems
        except budget.SpentError as error:
            raise error.at(self.layout.at(path)) from None
        return ()

    def chosen(self, entry: Slot | Choice, path: SlotPath, scope: Scope) -> Slot | None:
        """Resolve `choose:`; a value without a case is a problem."""
        if not isinstance(entry, Choice):
            return entry
        if not hold(entry.when, scope.held):
            return None
        slot = variant(entry, scope)
        if isinstance(slot, Slot):
            return slot
        value = bind(slot.by, scope)
        place = self.layout.at((*path, *slot.keys))
        message = f"slot {path[-1]} has no case for {value!r}{self.state.who}"
        case = value or repr(value)
        self.state.problem(place, message, f"add a case {case}:, or else: for all other values")
        return None

    def repeated(self, slot: Slot, path: SlotPath, scope: Scope, origin: Point) -> Iterator[Mark]:
        """Yield the slot's marks, repeated as `repeat:` asks."""
        box = self.state.box(slot, path).move(*origin)
        if slot.repeat is None:
            self.count(slot, path, 1)
            yield from self.turned(slot, Placement(self.state, path, scope, box))
            return
        repeats = repetitions(slot.repeat, slot.when, scope, lambda key: self.layout.at((*path, "repeat", key)))
        self.count(slot, path, len(repeats))
        for number, (repeat, (dx, dy)) in enumerate(repeats, start=1):
            item, place = repeat.extra.get("item", ""), box.move(dx, dy)
            if self.state.row and item in self.state.row.faulty:
                yield from unread(slot, (item,), self.state, place)
                continue
            here = replace(repeat, extra={**repeat.extra, "n": str(number)})
            yield from self.turned(slot, Placement(self.state, path, here, place))

    def count(self, slot: Slot, path: SlotPath, times: int) -> None:
        """Count the slots drawn on a face; BuildError where there are too many."""
        budget.spend("slots", _SLOT * times, _SLOT_KEPT * times)
        self.times += times * (TEXT_COUNTS if isinstance(slot, TextSlot) else 1)
        if self.times > MAX_DRAWN:
            message = f"a face draws its slots more than {MAX_DRAWN:,} times (each text counts {TEXT_COUNTS} times)"
            raise error_at(self.layout.at(path), message, "draw what is repeated as one picture")

    def turned(self, slot: Slot, here: Placement) -> Iterator[Mark]:
        """Yield the slot's marks, rotated and mirrored about the centre of its box."""
        text = bind(slot.rotate, here.scope) or "0"
        centre, inks = here.box.centre, self.state.inks
        try:
            home = self.state.ground.box(here.path)
            turn = _degrees(text) + (home.turn if home is not None else 0)
        except ValueError:
            self.state.problem(here.place("rotate"), f"rotate is {text!r}, not a number of degrees")
            return
        matrix = rotate(turn, centre) if turn else IDENTITY
        if slot.mirror:
            matrix = matrix @ mirror_x(centre.x)
        panel = self.state.panel(slot)
        if panel is not None:
            matrix = panel.at @ matrix
        engrave = "" if slot.engrave == "tone" else slot.engrave
        start = len(inks)
        marks = list(self.draw(slot, here))
        if not marks or (matrix == IDENTITY and not engrave):
            yield from marks
            return
        inks[start:] = [ink.moved(matrix) for ink in inks[start:]]
        yield group(marks, matrix, engrave=engrave)

    def draw(self, slot: Slot, here: Placement) -> Iterable[Mark]:
        """Draw one slot in a box."""
        return self.grid(slot, here) if isinstance(slot, GridSlot) else DRAW[type(slot)](slot, here)

    def grid(self, slot: GridSlot, here: Placement) -> Iterator[Mark]:
        """Yield the marks of a grid's cells."""
        items = list(cells(slot, here))
        # Slot by slot, not cell by cell: what overlaps a cell's edge lies under all later slots.
        for child in slot.each.items():
            for scope, origin in items:
                yield from self.slots([child], (*here.path, "each"), scope, origin)
        for name, entry in slot.edges.items():
            path = (*here.path, "edges", name)
            there = replace(here, path=path)
            edges = list(asked(slot, items, partial(self._edge, entry, path), there))
            self.count(slot, path, len(edges))
            yield from drawn(edges, there)

    def _edge(self, entry: Slot | Choice, path: SlotPath, scope: Scope) -> EdgeSlot | None:
        """Return the slot that draws edges of a cell; None where its conditions hide it."""
        slot = self.chosen(entry, path, scope)
        return slot if isinstance(slot, EdgeSlot) and hold(slot.when, scope.held) else None


def _items(entry: Slot | Choice) -> Set[str]:
    """Return the columns that a slot is repeated over: one that cannot be read leaves the others as they are."""
    return set(entry.repeat.columns) if isinstance(entry, Slot) and entry.repeat is not None else set()


#: Draws a slot of a face: its marks are returned, all else is added to the renderer's state.
DrawSlot = Callable[[Renderer, Slot | Choice, SlotPath, Scope, Point], tuple[Mark, ...]]


def _draw(face: Renderer, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point) -> tuple[Mark, ...]:
    return face.drawn(entry, path, scope, origin)


def _degrees(text: str) -> float:
    """Parse an angle; ValueError where the text is not one between -3600 and 3600."""
    value = float(text)
    if not abs(value) <= 3600:
        raise ValueError(text)
    return value
