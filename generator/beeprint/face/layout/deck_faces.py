"""Lay out the faces of decks, and keep what they consist of from one reading of a game to the next."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from beeprint.base.colour import Colour
from beeprint.base.memo import Memo, Same
from beeprint.delivery.stamps import Stamp, look
from beeprint.drawing.fonts import Fonts
from beeprint.face.frame import Frames
from beeprint.face.layout.face import Face, LayoutContext, Side
from beeprint.face.layout.layout_faces import LayoutFaces
from beeprint.face.layout.memo import LayoutMemo
from beeprint.face.layout.sizes import Fit, Sizes
from beeprint.face.picture import Pictures
from beeprint.face.template import Layout, tables
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row


class DeckFaces:
    """Lays out the faces of one side of a deck, each with its own layout: that of its id, or of "" for all."""

    def __init__(
        self,
        context: LayoutContext,
        deck: Deck,
        layouts: Mapping[str, Layout],
        side: Side,
        memo: Callable[[Layout], LayoutMemo] | None = None,
    ) -> None:
        """`memo` returns what an earlier reading of the game left of a layout's faces."""
        self.context, self._deck, self._layouts, self.side = context, deck, layouts, side
        self._memo = memo
        self._drawn_by: dict[str, LayoutFaces] = {}
        self._settled: Mapping[str, Sizes] | None = None

    def face(self, row: Row | None) -> Face | None:
        """Lay out the face of a row, or of the whole deck (None); None where it has no layout."""
        drawn_by = self.drawn_by(row)
        return None if drawn_by is None else drawn_by.face(row)

    @contextlib.contextmanager
    def setting_ahead(self, rows: Sequence[Row | None]) -> Iterator[None]:
        """Have texts of rows set on other processors within the block, in which all their faces are asked for."""
        with contextlib.ExitStack() as stack:
            for drawn_by, alike in self._together(rows):
                stack.enter_context(drawn_by.setting_ahead(alike))
            yield

    def ahead(self, rows: Iterable[Row | None]) -> Iterator[Face]:
        """Yield the faces of some rows before the others are looked at; `face` may find that they look otherwise."""
        for drawn_by, alike in self._together(rows):
            yield from drawn_by.ahead(alike)

    def _together(self, rows: Iterable[Row | None]) -> Iterable[tuple[LayoutFaces, list[Row | None]]]:
        """Return what lays out the faces of rows, each with those of one layout."""
        together: dict[int, tuple[LayoutFaces, list[Row | None]]] = {}
        for row in rows:
            drawn_by = self.drawn_by(row)
            if drawn_by is not None:
                together.setdefault(id(drawn_by), (drawn_by, []))[1].append(row)
        return together.values()

    def passing(self, row: Row) -> tuple[Face, Sequence[Fit]]:
        """Lay out the face of a row that has a layout, and do not keep it; see `settle`."""
        drawn_by = self.drawn_by(row)
        assert drawn_by is not None
        return drawn_by.passing(row)

    def settle(self, sizes: Mapping[str, Sizes]) -> None:
        """Set texts at these sizes from here on, by the names of layouts."""
        self._settled = sizes
        for name, drawn_by in self._drawn_by.items():
            drawn_by.settle(sizes.get(name, Sizes()))

    def drawn_by(self, row: Row | None) -> LayoutFaces | None:
        """Return what lays out the face of a row; None where it has no layout."""
        layout = self._layouts.get(row.id if row else "")
        if layout is None:
            return None
        if layout.name not in self._drawn_by:
            memo = None if self._memo is None else self._memo(layout)
            drawn_by = LayoutFaces(self.context, self._deck, layout, self.side, self._alike(layout.name), memo)
            self._drawn_by[layout.name] = drawn_by
            if self._settled is not None:
                drawn_by.settle(self._settled.get(layout.name, Sizes()))
        return self._drawn_by[layout.name]

    def _alike(self, layout: str) -> list[Row]:
        """Return the rows that a layout draws."""
        ids = {id for id, same_layout in self._layouts.items() if same_layout.name == layout}
        return [row for row in self._deck.rows.rows if row.id in ids]


class Common(NamedTuple):
    """What every face of a game depends on, whatever it shows; where it changes, all are laid out again."""

    draft: bool
    palette: Mapping[str, Colour]
    unseen: frozenset[Colour]
    icons: Mapping[str, str]
    columns: Mapping[str, object]

    @classmethod
    def of(cls, game: Game, draft: bool) -> Common:
        """Return what the faces of a game have in common."""
        columns = {name: (rows.columns, rows.table.aliases) for name in game.names if (rows := game.rows(name))}
        unseen = frozenset(ink.colour for ink in game.inks if not ink.shown)
        return cls(draft, game.palette, unseen, game.spec.icons, columns)


class _Opened(NamedTuple):
    """What fonts and pictures depend on besides their files; where it changes, all are opened again."""

    languages: Sequence[str]
    written_in: str
    fonts: object
    raster: Mapping[str, int]

    @classmethod
    def of(cls, game: Game) -> _Opened:
        spec = game.spec
        return cls(spec.languages, game.written_in, spec.fonts, spec.raster)


class KeptFaces:
    """What outlives a reading of a game, so that the next one lays out only what its changes reach.

    A face depends on what all have in common (`Common`), on its deck's outline and columns, on its layout, slot by
    slot, on the files of the pictures that it shows, on the tables of its grids, and of its row on the values that its
    slots name; a text that shares its size with others, also on theirs. Whatever else changes, a face stays the same
    object.
    """

    def __init__(self) -> None:
        self._common: Common | None = None
        self._opened: _Opened | None = None
        self._fonts: dict[Path, Stamp | None] = {}
        self._context: LayoutContext | None = None
        self._memos: Memo[LayoutMemo] = Memo()
        self._sides: dict[tuple[str, Side], DeckFaces] = {}

    def context(
        self,
        game: Game,
        draft: bool,
        fonts: Callable[[], Fonts],
        pictures: Callable[[Fonts], Pictures],
        touched: Collection[Path] = (),
    ) -> LayoutContext:
        """Begin another reading of a game; `fonts` and `pictures` open these where none can be kept.

        `touched` are all files that have changed since the last one, none where that is not known.
        """
        common, opened, old = Common.of(game, draft), _Opened.of(game), self._context
        self._sides = {key: side for key, side in self._sides.items() if side.context is old}
        if self._have_fonts_changed(game) or old is None or opened != self._opened:
            context_pictures = pictures(fonts())
            self._context = LayoutContext(
                game, context_pictures.fonts, context_pictures, Frames(context_pictures), draft
            )
        else:
            changed, frames = old.pictures.renewed(game.workspace, touched), old.frames
            frames.forget(changed)
            if common != self._common:
                frames = Frames(old.pictures)
                old.pictures.fade()
            self._context = LayoutContext(game, old.fonts, old.pictures, frames, draft)
        self._memos.turn()
        self._common, self._opened = common, opened
        return self._context

    def _have_fonts_changed(self, game: Game) -> bool:
        """Look at the game's own fonts."""
        files = [path for path in sorted((game.workspace.game / "fonts").rglob("*")) if path.is_file()]
        looks = {path: look(path, self._fonts.get(path)) for path in files}
        changed = files != list(self._fonts) or any(differs for _, differs in looks.values())
        self._fonts = {path: stamp for path, (stamp, _) in looks.items()}
        return changed

    def known(self, deck: str, side: Side) -> DeckFaces | None:
        """Return what has laid out one side of a deck."""
        return self._sides.get((deck, side))

    def faces(self, context: LayoutContext, deck: Deck, layouts: Mapping[str, Layout], side: Side) -> DeckFaces:
        """Return what lays out one side of a deck."""
        faces = DeckFaces(context, deck, layouts, side, partial(self._memo, context, deck, side))
        self._sides[deck.name, side] = faces
        return faces

    def _memo(self, context: LayoutContext, deck: Deck, side: Side, layout: Layout) -> LayoutMemo:
        """Return what earlier readings left of a layout's faces: sizes of texts, and equal faces, where all are new."""
        key = deck.name, side, layout.name
        drawn_with = Same(context.pictures), self._common, context.press, deck.spec, deck.rows.columns
        rows = [context.game.rows(name) for name in tables(layout)]
        shown = [table.rows for table in rows if table is not None]
        terms = drawn_with, shown, layout.place, layout.frame, layout.frame_node
        memo = self._memos.find(key)
        if memo is None or memo.terms != terms:
            memo = self._memos.keep(key, LayoutMemo(terms, layout, memo))
        return memo
