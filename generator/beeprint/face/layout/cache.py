"""Lay out the faces that one layout draws, each slot once for each set of values."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial

from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.geometry import IDENTITY, Point, Rect, mirror_x, rotate
from beeprint.base.problems import BuildError, error_at
from beeprint.draw.drawing import Drawing, Mark, group, rounded_rect
from beeprint.draw.recolour import without
from beeprint.face.frame import Ground, lay_under
from beeprint.face.layout.drawn import Drawn, DrawnSlots
from beeprint.face.layout.edges import asked, drawn
from beeprint.face.layout.face import Art, Face, Ink, LayoutContext, Side, SlotMarks
from beeprint.face.layout.fitting import height
from beeprint.face.layout.grids import cells
from beeprint.face.layout.holes import unread
from beeprint.face.layout.kinds import DRAW
from beeprint.face.layout.known import Facts, Known, KnownFaces
from beeprint.face.layout.placement import FaceState, Placement, SlotPath
from beeprint.face.layout.pushing import Push, Pushes
from beeprint.face.layout.repeating import repetitions
from beeprint.face.layout.sizes import Fit, Sizes, may_differ
from beeprint.face.layout.texts_ahead import MANY, Made, Meter, TextsAhead, is_text
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
    tables,
)
from beeprint.game.binding import Scope, bind
from beeprint.game.conditions import hold
from beeprint.game.model import Deck
from beeprint.game.rows import Row

#: The most times that slots are drawn on a face, and how many times a text counts, being slower to set.
MAX_DRAWN, TEXT_COUNTS = 50_000, 20
#: What a slot costs that is drawn, and one that is as on another face, in steps; what a face and a slot take, in bytes.
_SLOT, _SLOT_KNOWN, _FACE_KEPT, _SLOT_KEPT = 40, 4, 1_500, 2_500
#: How many things a slot may note for the checks at no cost.
_FEW = 50


class FaceCache:
    """Lays out the faces of one side of a deck, row after row.

    What a slot draws depends only on the values that it names. It is drawn once for each set of values, and rows with
    the same values share the same marks, so that outputs serialise these once as well. Before the first face, the texts
    of the whole deck, or of those `rows` of it that the layout draws, are set where their sizes may differ: a face
    looks the same whichever others are made with it.
    """

    def __init__(
        self,
        context: LayoutContext,
        deck: Deck,
        layout: Layout,
        side: Side,
        rows: Sequence[Row] | None = None,
        sizes: Sizes | None = None,
    ) -> None:
        """`sizes` are those that the texts had in an earlier reading, for faces that are laid out `ahead`."""
        self.context, self.deck, self.layout, self.side = context, deck, layout, side
        self._rows = deck.rows.rows if rows is None else rows
        self.state = FaceState(context, deck, layout, side=side)
        self._sizes: Sizes | None = None
        self._sizes_before = sizes or Sizes()
        self._guess: Sizes | None = None
        self._count = 0
        self._grounds: dict[tuple[object, ...], tuple[Ground, tuple[str, ...]]] = {}
        self._names: dict[int, tuple[str, ...]] = {}
        self._bound: dict[int, bool] = {}
        self._drawn = DrawnSlots()
        self._known = KnownFaces()
        self._mentioned: tuple[str, ...] | None = None
        self._heights: dict[tuple[object, ...], float] = {}
        self._pushing = is_pushing(layout)
        self._texts: TextsAhead | None = None

    def begin(self, row: Row | None) -> tuple[FaceState, Scope]:
        """Return the state of a row's face with no slot drawn, but all of them where they belong, and its names."""
        scope = self._scope(row)
        state = self._begun(row, scope, self._settled(row))
        if self._pushing:
            self.push(scope)
        return state, scope

    def face(self, row: Row | None) -> Face:
        """Lay out the face of a row, or of the whole deck (None); problems are part of it, none is raised."""
        budget.spend("slots", _SLOT_KNOWN * (5 + len(self.layout.slots)), _FACE_KEPT, lambda: self.layout.place)
        sizes, pictures, id = self._settled(row), self.context.pictures, row.id if row else ""
        facts = self._facts(row)
        known = self._known.find(id, facts)
        if known is not None and known.holds(sizes):
            pictures.ask(known.pictures)
            pictures.rest()
            return known.face
        asked = pictures.begin()
        if self._texts is not None and row is not None:
            self._texts.reach(row)
        face = self._laid_out(row)
        # A face with problems names places in the files, and a cell that cannot be read is a hole whatever it holds.
        sound = not (face.problems or face.holes or (row is not None and row.faulty))
        fits = self.state.fits
        new = Known(face, facts if sound else None, fits, [sizes.of(fit) for fit in fits], pictures.since(asked))
        pictures.rest()
        return self._known.keep(id, new)

    @contextlib.contextmanager
    def setting_ahead(self, rows: Sequence[Row | None]) -> Iterator[None]:
        """Have texts of rows set by forks within the block, in which the faces of all of these are asked for in order.

        This process draws the rest of the faces meanwhile, and begins with the texts of a few, so as not to wait.
        """
        own = [row for row in rows if row is not None]
        if len(own) >= MANY and self._known.is_empty:
            sizes = self._settled(own[0])
            with self._helped(own, {name for name, entry in self.layout.slots.items() if is_text(entry)}, sizes, 0.15):
                yield
        else:
            yield

    @contextlib.contextmanager
    def _helped(self, rows: Sequence[Row], names: Collection[str], sizes: Sizes, first: float = 0) -> Iterator[None]:
        """Have the texts of these slots set at these sizes by forks within the block."""

        def texts(some: Sequence[Row]) -> Iterator[Made]:
            for index, row in enumerate(some):
                yield from self._made(index, row, names, sizes)

        self._texts = TextsAhead(rows, self.context.fonts, texts, first)
        try:
            yield
        finally:
            self._texts.drop()
            self._texts = None

    def _made(self, index: int, row: Row, names: Collection[str], sizes: Sizes) -> Iterator[Made]:
        """Draw those of the slots of a row, in a fork, that are not yet drawn, and yield what has no problems."""
        self._texts = self._sizes = None  # all that is drawn is kept
        scope = self._scope(row)
        state = self._begun(row, scope, sizes)
        for name, entry in state.ground.slots if not row.faulty else ():
            path = (name,)
            key = (Point(0, 0), None, *self.values(entry, path, scope)) if name in names else ()
            if key and self._drawn.get(path, key) is None:
                meter, count = Meter(), self._count
                self.slot(entry, path, scope, Point(0, 0))
                drawn = self._drawn.get(path, key)
                if drawn is not None:
                    yield Made(index, name, drawn, meter.costs, self._count - count)

    def _taken(self, path: SlotPath, key: tuple[object, ...]) -> Drawn | None:
        """Return what a fork has drawn of a text, which is kept as if it had been drawn here; None where none has."""
        row = self.state.row
        if self._texts is None or row is None or len(path) > 1 or key[1] is not None:
            return None
        try:
            found = self._texts.take(row, path[0], MAX_DRAWN - self._count)
        except budget.SpentError as error:
            raise error.at(self.layout.at(path)) from None
        if found is None:
            return None
        drawn, count = found
        self._count += count
        self._drawn.alone(path, key)
        self._drawn.keep(path, key, drawn, always=self._sizes is None)
        return drawn

    def passing(self, row: Row) -> tuple[Face, Sequence[Fit]]:
        """Lay out the face of a row and do not keep it; return it with what its texts were set at by themselves."""
        face = self._laid_out(row)
        self.context.pictures.rest()
        return face, self.state.fits

    def settle(self, sizes: Sizes) -> None:
        """Set texts at these sizes from here on, whatever other rows there are."""
        self._sizes, self._heights = sizes, {}
        self._drawn.settle(sizes)

    @property
    def sizes(self) -> Sizes:
        """Return the sizes of the texts as far as they are known, from the last reading if need be."""
        return self._sizes or self._sizes_before

    def ahead(self, rows: Sequence[Row | None]) -> list[Face]:
        """Lay out some faces before the texts of all others are set, at the sizes that these had in the last reading.

        Where that turns out otherwise, `face` lays them out again.
        """
        if self._sizes is None:
            self._guess = self._measured(rows, self._sizes_before)
        found = [self.face(row) for row in rows]
        if self._guess is not None:
            self._guess, self._heights = None, {}
        return found

    def _facts(self, row: Row | None) -> Facts:
        """Return what a row's face depends on besides all that outlives a reading."""
        if self._mentioned is None:
            frame = self.layout.frame
            names = {name for entry in self.layout.slots.values() for name in names_used(entry)}
            names |= {name for bound in bound_texts(frame) for name in bound.names} if frame else set()
            self._mentioned = tuple(sorted(names))
        return (row.stem if row else "", *map(self._scope(row).value, self._mentioned))

    def _laid_out(self, row: Row | None) -> Face:
        deck, (state, scope) = self.deck, self.begin(row)
        ground = state.ground
        if ground.dpi:
            state.inks.append(
                Ink("frame", self._box, "", self.layout.at_frame("raster"), dpi=ground.dpi, guarded=False)
            )
        if ground.marks and deck.drawn_bleed is not None:
            state.inks.append(Art("frame", self._box, "", self.layout.at_frame("art"), ground.marks))
        slots = [
            SlotMarks(name, shown, row is not None and self._is_bound(entry), self.layout.at((name,)))
            for name, entry in ground.slots
            if (shown := self.slot(entry, (name,), scope, Point(0, 0)))
        ]
        marks: Sequence[Mark] = [*ground.marks, *(mark for slot in slots for mark in slot.marks)]
        unseen = {ink.colour for ink in self.context.game.inks if not ink.shown}
        if unseen and not self.context.press:
            marks = without(marks, unseen)
        if not deck.shape.is_rectangle:
            marks = [group(marks, clip=self.state.outline.path(deck.spec.bleed))]
        drawing = Drawing(self._box, tuple(marks))
        id, stem = (row.id, row.stem) if row else ("", "")
        problems, holes = tuple(state.problems), tuple(state.holes)
        return Face(deck.name, id, self.side, drawing, tuple(state.inks), problems, stem, holes, tuple(slots))

    def renew(
        self,
        context: LayoutContext,
        deck: Deck,
        layout: Layout,
        rows: Sequence[Row],
        changed: frozenset[str],
    ) -> bool:
        """Go on with another reading of the deck; return whether this can be done.

        `changed` names the pictures that have changed since. Where the layout's frame or a table of its grids has,
        everything is laid out again; else only the slots that have.
        """
        framed = {name for _, names in self._grounds.values() for name in names}
        if not framed.isdisjoint(changed) or not self._adopted(layout):
            return False
        if any(_rows(context, name) != _rows(self.context, name) for name in tables(layout)):
            return False
        self.context, self.deck, self._rows = context, deck, rows
        self._sizes_before, self._sizes = self.sizes, None
        self.state = FaceState(context, deck, layout, side=self.side)  # the old one holds all of the reading before
        self._drawn.forget(changed)
        self._known.keep_only({"", *(row.id for row in rows)})
        self._known.forget(changed)
        self._heights = {}
        return True

    def _adopted(self, layout: Layout) -> bool:
        """Go on with another state of the layout; return whether this can be done: its frame is the same."""
        old = self.layout
        if layout is old:
            return True
        if (layout.place, layout.frame, layout.frame_node) != (old.place, old.frame, old.frame_node):
            return False
        # A node has the places of its values, which problems and inks name: what has moved in its file is drawn again.
        self._drawn.keep_only({name for name, node in layout.nodes.items() if old.nodes.get(name) == node})
        self.layout, self._pushing = layout, is_pushing(layout)
        self._grounds, self._names, self._bound, self._mentioned = {}, {}, {}, None
        self._known.forget()
        return True

    def _scope(self, row: Row | None) -> Scope:
        return Scope(self.context.game, self.deck.rows if row else None, row)

    def _begun(self, row: Row | None, scope: Scope, sizes: Sizes) -> FaceState:
        """Return the state of a face that nothing is drawn on yet."""
        self._count = 0
        ground = self._ground(row, scope)
        problems = [*ground.problems]
        self.state = FaceState(
            self.context, self.deck, self.layout, row, ground, [], problems, [], sizes, side=self.side
        )
        return self.state

    def _settled(self, row: Row | None) -> Sizes:
        """Return the sizes of the texts on all faces like that of a row."""
        if self._guess is not None:
            return self._guess
        if self._sizes is None:
            self._sizes = self._measured((None,) if row is None else self._rows)
        return self._sizes

    def _measured(self, rows: Iterable[Row | None], besides: Sizes | None = None) -> Sizes:
        """Set the texts of rows whose sizes may differ, and decide on their sizes; what stays as it is, is kept.

        The sizes `besides` are those of other rows.
        """
        sizes = Sizes(besides)
        differing = {name for name, entry in self.layout.slots.items() if may_differ(entry)}
        own = [row for row in rows if row is not None] if differing and self._known.is_empty else []
        with self._helped(own, differing, sizes):
            self._measure(rows if differing else (), differing, sizes)
        sizes.settle()
        self._drawn.settle(sizes)
        return sizes

    def _measure(self, rows: Iterable[Row | None], differing: Collection[str], sizes: Sizes) -> None:
        """Set the texts of these slots of rows, and note their sizes."""
        for row in rows:
            if self._texts is not None and row is not None:
                self._texts.reach(row)
            budget.spend("slots", _SLOT_KNOWN * (5 + len(differing)), at=lambda: self.layout.place)
            known = None if self._known.is_empty else self._known.find(row.id if row else "", self._facts(row))
            if known is not None:
                sizes.note(fit for fit in known.fits if fit.key.path[0] in differing)
            elif row is None or not row.faulty:
                scope = self._scope(row)
                state = self._begun(row, scope, sizes)
                for name, entry in state.ground.slots:
                    if name in differing:
                        self.slot(entry, (name,), scope, Point(0, 0))
                sizes.note(state.fits)

    def _ground(self, row: Row | None, scope: Scope) -> Ground:
        """Return what lies under the slots of a row; rows with the same frame share it."""
        frame = self.layout.frame
        key = tuple(scope.value(name) for bound in bound_texts(frame) for name in bound.names) if frame else ()
        ground, names = self._grounds.get(key, (None, ()))
        pictures = self.context.pictures
        if ground is None or ground.problems or (row and row.faulty):
            mark = pictures.begin()
            ground = lay_under(self.context.frames, self.deck, self.layout, scope)
            self._grounds[key] = ground, pictures.since(mark)
        else:
            pictures.ask(names)
        return ground

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
        state, pictures = self.state, self.context.pictures
        key = (origin, state.pushed.get(path), *self.values(entry, path, scope))
        # A cell that cannot be read has no value, as an empty one, but is drawn as a hole: its row shares nothing.
        shared = not (state.row and state.row.faulty)
        found = self._drawn.get(path, key) or self._taken(path, key) if shared else None
        if found is not None:
            if len(found.inks) > _FEW:
                budget.spend("slots", len(found.inks), 16 * len(found.inks))
            state.inks += found.inks
            state.fits += found.fits
            pictures.ask(found.pictures)
            return found.marks
        inks, problems, fits, asked = len(state.inks), len(state.problems), len(state.fits), pictures.begin()
        state.alone = self._drawn.alone(path, key) if shared and isinstance(entry, TextSlot) else None
        marks = self.drawn(entry, path, scope, origin)
        state.alone = None
        if shared and len(state.problems) == problems:
            fitted = tuple(state.fits[fits:])
            sizes = tuple(map(state.sizes.of, fitted))
            drawn = Drawn(marks, tuple(state.inks[inks:]), fitted, sizes, pictures.since(asked))
            # The texts that are set before the first face are kept for it, however many there are.
            self._drawn.keep(path, key, drawn, always=self._sizes is None)
        return marks

    def values(self, entry: Slot | Choice, path: SlotPath, scope: Scope) -> tuple[object, ...]:
        """Return all that a slot's drawing depends on: its box in the frame, and the values of the names in it."""
        names = self._names.get(id(entry))
        if names is None:
            names = self._names[id(entry)] = names_used(entry)
        return (self.state.ground.box(path), *map(scope.value, names))

    def _is_bound(self, entry: Slot | Choice) -> bool:
        """Return whether what a slot draws follows from columns, or is repeated."""
        bound = self._bound.get(id(entry))
        if bound is None:
            repeated = isinstance(entry, GridSlot) or (isinstance(entry, Slot) and entry.repeat is not None)
            columns = {"id", "copies", *self.deck.rows.columns}
            bound = self._bound[id(entry)] = repeated or not columns.isdisjoint(columns_named(entry))
        return bound

    def push(self, scope: Scope) -> None:
        """Note which slots of a face move or stretch, and how far."""
        slots = dict(self.state.ground.slots)

        def chosen(name: str) -> Slot | None:
            entry = slots.get(name)
            try:
                return entry if isinstance(entry, Slot) or entry is None else variant(entry, scope)
            except KeyError:
                return None  # drawing the slot says which name has no value

        def rise(name: str, slot: TextSlot) -> float:
            key = (name, *self.values(slots[name], (name,), scope))
            if key not in self._heights:
                box = self.state.box(slot, (name,))
                entry, place = slots[name], Placement(self.state, (name,), scope, box)
                self._heights[key] = height(slot, place, is_seen(slot, entry, scope)) - box.height
            return self._heights[key]

        found = Pushes(chosen, rise)
        moved = {(name,): found.of(name) for name in slots}
        self.state.pushed.update({path: push for path, push in moved.items() if push != Push()})

    def drawn(self, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point) -> tuple[Mark, ...]:
        """Draw a slot; faults become problems."""
        state = self.state
        if state.row and state.row.faulty and not state.row.faulty.isdisjoint(columns_named(entry)):
            other = despite(entry, state.row) if state.context.draft else None
            if other is None:
                # The cell is wrong and has been reported; further problems would be noise.
                first = entry if isinstance(entry, Slot) else next(iter(entry.variants.values()))
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
        found = variant(entry, scope)
        if found is None:
            value = bind(entry.by, scope)
            place = self.layout.at((*path, "choose"))
            message = f"choose has no case for {value!r}{self.state.who}"
            case = value or repr(value)
            self.state.problem(place, message, f"add a case {case}:, or else: for all other values")
        return found

    def repeated(self, slot: Slot, path: SlotPath, scope: Scope, origin: Point) -> Iterator[Mark]:
        """Yield the slot's marks, repeated as `repeat:` asks."""
        box = self.state.box(slot, path).move(*origin)
        if slot.repeat is None:
            self.count(slot, path, 1)
            yield from self.turned(slot, Placement(self.state, path, scope, box))
            return
        found = repetitions(slot.repeat, slot.when, scope, lambda key: self.layout.at((*path, "repeat", key)))
        self.count(slot, path, len(found))
        for number, (one, (dx, dy)) in enumerate(found, start=1):
            here = replace(one, extra={**one.extra, "n": str(number)})
            yield from self.turned(slot, Placement(self.state, path, here, box.move(dx, dy)))

    def count(self, slot: Slot, path: SlotPath, times: int) -> None:
        """Count the slots drawn on a face; BuildError where there are too many."""
        budget.spend("slots", _SLOT * times, _SLOT_KEPT * times)
        self._count += times * (TEXT_COUNTS if isinstance(slot, TextSlot) else 1)
        if self._count > MAX_DRAWN:
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
        found = list(cells(slot, here))
        # Slot by slot, not cell by cell: what overlaps a cell's edge lies under all later slots.
        for child in slot.each.items():
            for scope, origin in found:
                yield from self.slots([child], (*here.path, "each"), scope, origin)
        for name, entry in slot.edges.items():
            path = (*here.path, "edges", name)
            there = replace(here, path=path)
            edges = list(asked(slot, found, partial(self._edge, entry, path), there))
            self.count(slot, path, len(edges))
            yield from drawn(edges, there)

    def _edge(self, entry: Slot | Choice, path: SlotPath, scope: Scope) -> EdgeSlot | None:
        """Return the slot that draws edges of a cell; None where its conditions hide it."""
        slot = self.chosen(entry, path, scope)
        return slot if isinstance(slot, EdgeSlot) and hold(slot.when, scope.held) else None


def _rows(context: LayoutContext, name: str) -> tuple[Row, ...]:
    """Return the rows of a table."""
    found = context.game.rows(name)
    return found.rows if found is not None else ()


def _degrees(text: str) -> float:
    """Parse an angle; ValueError where the text is not one between -3600 and 3600."""
    value = float(text)
    if not abs(value) <= 3600:
        raise ValueError(text)
    return value
