"""Lay out the faces of one layout, row after row, each slot once for each set of values."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.geometry import Point, Rect
from beeprint.base.memo import Memo
from beeprint.drawing.drawing import Mark
from beeprint.face.layout.face import Face, LayoutContext, Side
from beeprint.face.layout.memo import Drawn, Known, LayoutMemo, Terms
from beeprint.face.layout.placement import SlotPath
from beeprint.face.layout.render import MAX_DRAWN, Design, Renderer
from beeprint.face.layout.sizes import Fit, Sizes, may_differ
from beeprint.face.layout.texts_ahead import MANY, Made, Meter, TextsAhead, is_text
from beeprint.face.template import Choice, Layout, Slot, TextSlot
from beeprint.game.binding import Scope
from beeprint.game.model import Deck
from beeprint.game.rows import Row

#: What a slot costs that is as on another face, in steps; what a face takes, in bytes.
_SLOT_KNOWN, _FACE_KEPT = 4, 1_500
#: How many things a slot may note for the checks at no cost.
_FEW = 50


class LayoutFaces:
    """Lays out the faces of one side of a deck that one layout draws.

    What a slot draws depends only on the values that it names. It is drawn once for each set of values, and rows with
    the same values share the same marks, so that outputs serialise these once as well. Before the first face, the texts
    of the whole deck, or of those `rows` of it that the layout draws, are set where their sizes may differ: a face
    looks the same whichever others are made with it.
    """

    #: What draws a face.
    renderer = Renderer

    def __init__(
        self,
        context: LayoutContext,
        deck: Deck,
        layout: Layout,
        side: Side,
        rows: Sequence[Row] | None = None,
        memo: LayoutMemo | None = None,
    ) -> None:
        """`memo` is what an earlier reading of the game left."""
        self.context, self.layout = context, layout
        self._rows = deck.rows.rows if rows is None else rows
        self._design = Design(context, deck, layout, side)
        self._memo = LayoutMemo((), layout) if memo is None else memo
        self._memo.begin(layout, {row.id for row in self._rows})
        self._is_new = self._memo.is_empty
        self._sizes: Sizes | None = None
        self._guess: Sizes | None = None
        self._texts: TextsAhead | None = None
        self._differing = {name for name, entry in layout.slots.items() if may_differ(entry)}

    def begin(self, row: Row | None) -> Renderer:
        """Return what renders a row's face, with no slot drawn, but all of them where they belong."""
        face = self._face(row, self._settled(row))
        if self._design.is_pushing:
            face.push()
        return face

    def face(self, row: Row | None) -> Face:
        """Lay out the face of a row, or of the whole deck (None); problems are part of it, none is raised."""
        budget.spend("slots", _SLOT_KNOWN * (5 + len(self.layout.slots)), _FACE_KEPT, lambda: self.layout.place)
        sizes, pictures, key = self._settled(row), self.context.pictures, self._facts(row)
        known = self._memo.faces.find(key)
        if known is not None and known.terms.hold(pictures, sizes):
            pictures.ask(known.terms.pictures)
            pictures.rest()
            return known.face
        asked = pictures.begin()
        if self._texts is not None and row is not None:
            self._texts.reach(row)
        renderer = self._face(row, sizes)
        face = self._memo.reuse(renderer.face())
        # A face with problems names places in the files, and an unreadable cell is a hole with any text.
        if not (face.problems or face.holes or (row is not None and row.faulty)):
            self._memo.faces.keep(key, Known(face, self._terms(renderer, asked)))
        pictures.rest()
        return face

    def resized(self, row: Row | None, name: str, box: Rect) -> tuple[Mark, ...]:
        """Draw a slot of a row's face in another box, and remember nothing of it; KeyError for an unknown slot."""
        face, entry = self.begin(row), self.layout.slots[name]
        face.state.pushed.pop((name,), None)
        return face.drawn(_in_box(entry, box), (name,), face.scope, Point(0, 0))

    def passing(self, row: Row) -> tuple[Face, Sequence[Fit]]:
        """Lay out the face of a row and do not keep it; return it with what its texts were set at by themselves."""
        renderer = self._face(row, self._settled(row))
        face = renderer.face()
        self.context.pictures.rest()
        return face, renderer.state.fits

    def settle(self, sizes: Sizes) -> None:
        """Set texts at these sizes from here on, without measuring other rows."""
        self._sizes = self._memo.sizes = sizes

    @property
    def sizes(self) -> Sizes:
        """Return the sizes of the texts as far as they are known, from the last reading if need be."""
        return self._memo.sizes

    def ahead(self, rows: Sequence[Row | None]) -> list[Face]:
        """Lay out some faces before the texts of all others are set, at the sizes that these had in the last reading.

        Where that turns out otherwise, `face` lays them out again.
        """
        if self._sizes is None:
            self._guess = self._measured(rows, self._memo.sizes)
        faces = [self.face(row) for row in rows]
        self._guess = None
        return faces

    @contextlib.contextmanager
    def setting_ahead(self, rows: Sequence[Row | None]) -> Iterator[None]:
        """Have texts of rows set by forks within the block, in which the faces of all of these are asked for in order.

        This process draws the rest of the faces meanwhile, and begins with the texts of a few, so as not to wait.
        """
        own = [row for row in rows if row is not None]
        if len(own) >= MANY and self._is_new:
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
        """Draw the named slots of a row, in a fork, that are not yet drawn, and yield what has no problems."""
        self._texts = None
        face = self._face(row, sizes)
        for name, entry in face.state.ground.slots if not row.faulty else ():
            if name not in names:
                continue
            path = (name,)
            key, memo = self._key(face, entry, path, face.scope, Point(0, 0)), self._slots(path)
            known = memo.find(key)
            if known is None or not known.terms.hold(self.context.pictures, sizes):
                meter, count = Meter(), face.times
                face.slot(entry, path, face.scope, Point(0, 0))
                drawn = memo.find(key)
                if drawn is not None and drawn is not known:
                    yield Made(index, name, drawn, meter.costs, face.times - count)

    def _face(self, row: Row | None, sizes: Sizes) -> Renderer:
        """Return what renders the face of a row at these sizes."""
        return self.renderer(self._design, row, sizes, self._slot)

    def _facts(self, row: Row | None) -> tuple[object, ...]:
        """Return what a row's face depends on besides all that outlives a reading."""
        names = map(self._design.scope(row).value, self._design.mentioned)
        return (row.id, row.stem, *names) if row else ("", "", *names)

    def _terms(self, face: Renderer, asked: int, fits: int = 0) -> Terms:
        """Return what a face, or a slot, followed from since so many pictures and texts."""
        pictures, texts = self.context.pictures, tuple(face.state.fits[fits:])
        return Terms(pictures.since(asked), pictures.reading, texts, tuple(map(face.state.sizes.of, texts)))

    def _settled(self, row: Row | None) -> Sizes:
        """Return the sizes of the texts on all faces like that of a row."""
        if self._guess is not None:
            return self._guess
        if self._sizes is None:
            self._sizes = self._memo.sizes = self._measured((None,) if row is None else self._rows)
        return self._sizes

    def _measured(self, rows: Iterable[Row | None], besides: Sizes | None = None) -> Sizes:
        """Set the texts of rows whose sizes may differ, and decide on their sizes.

        The sizes `besides` are those of other rows.
        """
        sizes = Sizes(besides)
        own = [row for row in rows if row is not None] if self._differing and self._is_new else []
        with self._helped(own, self._differing, sizes):
            for row in rows if self._differing else ():
                self._measure(row, sizes)
        sizes.settle()
        return sizes

    def _measure(self, row: Row | None, sizes: Sizes) -> None:
        """Set the texts of a row, and note their sizes."""
        if self._texts is not None and row is not None:
            self._texts.reach(row)
        budget.spend("slots", _SLOT_KNOWN * (5 + len(self._differing)), at=lambda: self.layout.place)
        pictures, known = self.context.pictures, None
        if not self._is_new:
            known = self._memo.faces.find(self._facts(row))
        if known is not None and known.terms.have_pictures(pictures):
            sizes.note(fit for fit in known.terms.fits if fit.key.path[0] in self._differing)
        elif row is None or not row.faulty:
            face = self._face(row, sizes)
            for name, entry in face.state.ground.slots:
                if name in self._differing:
                    path = (name,)
                    drawn = self._slots(path).find(self._key(face, entry, path, face.scope, Point(0, 0)))
                    if drawn is not None and drawn.terms.have_pictures(pictures):
                        face.state.fits += drawn.terms.fits  # measured at any size
                        pictures.ask(drawn.terms.pictures)
                    else:
                        face.slot(entry, path, face.scope, Point(0, 0))
            sizes.note(face.state.fits)

    def _slots(self, path: SlotPath) -> Memo[Drawn]:
        """Return what a slot has drawn; the texts that are measured are kept for the first face, however many."""
        return self._memo.slots(path, len(self._rows) if path[0] in self._differing and self._sizes is None else 0)

    @staticmethod
    def _key(face: Renderer, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point) -> tuple[object, ...]:
        return (origin, face.state.pushed.get(path), *face.values(entry, path, scope))

    def _slot(
        self, face: Renderer, entry: Slot | Choice, path: SlotPath, scope: Scope, origin: Point
    ) -> tuple[Mark, ...]:
        """Return the marks of a slot, from the memo where its values are the same."""
        state, pictures = face.state, self.context.pictures
        # A cell that cannot be read has no value, as an empty one, but is drawn as a hole: its row shares nothing.
        if state.row and state.row.faulty:
            return face.drawn(entry, path, scope, origin)
        key, memo = self._key(face, entry, path, scope, origin), self._slots(path)
        known = memo.find(key)
        if known is not None and not known.terms.have_pictures(pictures):
            known = None
        drawn = known if known is not None and known.terms.hold(pictures, state.sizes) else self._taken(face, path, key)
        if drawn is not None:
            if len(drawn.inks) > _FEW:
                budget.spend("slots", len(drawn.inks), 16 * len(drawn.inks))
            state.inks += drawn.inks
            state.fits += drawn.terms.fits
            pictures.ask(drawn.terms.pictures)
            return drawn.marks
        inks, problems, fits, asked = len(state.inks), len(state.problems), len(state.fits), pictures.begin()
        if known is not None and isinstance(entry, TextSlot) and len(known.terms.fits) == 1:
            state.alone = known.terms.fits[0]
        marks = face.drawn(entry, path, scope, origin)
        state.alone = None
        if len(state.problems) == problems:
            memo.keep(key, Drawn(marks, tuple(state.inks[inks:]), self._terms(face, asked, fits)))
        return marks

    def _taken(self, face: Renderer, path: SlotPath, key: tuple[object, ...]) -> Drawn | None:
        """Return what a fork has drawn of a text, which is kept as if it had been drawn here; None where none has."""
        row = face.state.row
        if self._texts is None or row is None or len(path) > 1 or key[1] is not None:
            return None
        try:
            text = self._texts.take(row, path[0], MAX_DRAWN - face.times)
        except budget.SpentError as error:
            raise error.at(self.layout.at(path)) from None
        if text is None:
            return None
        drawn, count = text
        face.times += count
        return self._slots(path).keep(key, drawn)


def _in_box(entry: Slot | Choice, box: Rect) -> Slot | Choice:
    if isinstance(entry, Choice):
        return replace(entry, variants={case: _in_box(inner, box) for case, inner in entry.variants.items()})
    return replace(entry, box=tuple(box))
