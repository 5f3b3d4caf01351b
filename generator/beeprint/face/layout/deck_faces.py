"""Lay out the faces of decks, and keep what they consist of from one reading of a game to the next."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from beeprint.base.colour import Colour
from beeprint.draw.fonts import Fonts
from beeprint.face.frame import Frames
from beeprint.face.layout.cache import FaceCache
from beeprint.face.layout.face import Face, LayoutContext, Side
from beeprint.face.layout.sizes import Fit, Sizes
from beeprint.face.picture import Pictures
from beeprint.face.template import Layout
from beeprint.files.stamps import Stamp, look
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
        sizes: Mapping[str, Sizes] | None = None,
    ) -> None:
        """`sizes` are those of the last reading, by the names of layouts."""
        self._context, self._deck, self._layouts, self.side = context, deck, layouts, side
        self._sizes = dict(sizes or {})
        self._caches: dict[str, FaceCache] = {}
        self._settled: Mapping[str, Sizes] | None = None

    def face(self, row: Row | None) -> Face | None:
        """Lay out the face of a row, or of the whole deck (None); None where it has no layout."""
        cache = self.cache(row)
        return None if cache is None else cache.face(row)

    @contextlib.contextmanager
    def setting_ahead(self, rows: Sequence[Row | None]) -> Iterator[None]:
        """Have texts of rows set on other processors within the block, in which all their faces are asked for."""
        with contextlib.ExitStack() as stack:
            for cache, alike in self._together(rows):
                stack.enter_context(cache.setting_ahead(alike))
            yield

    def ahead(self, rows: Iterable[Row | None]) -> Iterator[Face]:
        """Yield the faces of some rows before the others are looked at; `face` may find that they look otherwise."""
        for cache, alike in self._together(rows):
            yield from cache.ahead(alike)

    def _together(self, rows: Iterable[Row | None]) -> Iterable[tuple[FaceCache, list[Row | None]]]:
        """Return what lays out the faces of rows, each with those of one layout."""
        together: dict[int, tuple[FaceCache, list[Row | None]]] = {}
        for row in rows:
            cache = self.cache(row)
            if cache is not None:
                together.setdefault(id(cache), (cache, []))[1].append(row)
        return together.values()

    def passing(self, row: Row) -> tuple[Face, Sequence[Fit]]:
        """Lay out the face of a row that has a layout, and do not keep it; see `settle`."""
        cache = self.cache(row)
        assert cache is not None
        return cache.passing(row)

    def settle(self, sizes: Mapping[str, Sizes]) -> None:
        """Set texts at these sizes from here on, by the names of layouts."""
        self._settled = sizes
        for name, cache in self._caches.items():
            cache.settle(sizes.get(name, Sizes()))

    def cache(self, row: Row | None) -> FaceCache | None:
        """Return what lays out the face of a row."""
        layout = self._layouts.get(row.id if row else "")
        if layout is None:
            return None
        if layout.name not in self._caches:
            rows, sizes = self._alike(layout.name), self._sizes.get(layout.name)
            self._caches[layout.name] = FaceCache(self._context, self._deck, layout, self.side, rows, sizes)
            if self._settled is not None:
                self._caches[layout.name].settle(self._settled.get(layout.name, Sizes()))
        return self._caches[layout.name]

    def renew(self, context: LayoutContext, deck: Deck, layouts: Mapping[str, Layout], changed: frozenset[str]) -> None:
        """Go on with another reading of the deck, after the pictures with these names have changed."""
        named = {layout.name: layout for layout in layouts.values()}
        same = deck.spec == self._deck.spec and deck.rows.columns == self._deck.rows.columns
        old = self._caches if same else {}
        self._sizes = {name: sizes for name, sizes in self.sizes.items() if name in named}
        self._context, self._deck, self._layouts = context, deck, layouts
        self._caches = {
            name: cache
            for name, cache in old.items()
            if name in named and cache.renew(context, deck, named[name], self._alike(name), changed)
        }

    @property
    def sizes(self) -> dict[str, Sizes]:
        """Return the sizes of texts by the names of layouts."""
        return {**self._sizes, **{name: cache.sizes for name, cache in self._caches.items()}}

    def _alike(self, layout: str) -> list[Row]:
        """Return the rows that a layout draws."""
        found = {id for id, one in self._layouts.items() if one.name == layout}
        return [row for row in self._deck.rows.rows if row.id in found]


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
        self._changed: frozenset[str] = frozenset()
        self._sides: dict[tuple[str, Side], DeckFaces] = {}
        self._sizes: dict[tuple[str, Side], Mapping[str, Sizes]] = {}
        self._begun: set[tuple[str, Side]] = set()

    def context(
        self, game: Game, draft: bool, fonts: Callable[[], Fonts], pictures: Callable[[Fonts], Pictures]
    ) -> LayoutContext:
        """Begin another reading of a game; `fonts` and `pictures` open these where none can be kept."""
        common, opened, old = Common.of(game, draft), _Opened.of(game), self._context
        # A deck that could not be laid out has not been told of the pictures that changed then.
        self._sides = {key: side for key, side in self._sides.items() if key in self._begun}
        self._begun = set()
        if self._have_fonts_changed(game) or old is None or opened != self._opened:
            found = pictures(fonts())
            self._forget()
            self._changed = frozenset()
            self._context = LayoutContext(game, found.fonts, found, Frames(found), draft)
        else:
            self._changed = old.pictures.renewed(game.workspace)
            frames = old.frames
            frames.forget(self._changed)
            if common != self._common:
                self._forget()
                frames = Frames(old.pictures)
                old.pictures.fade()
            self._context = LayoutContext(game, old.fonts, old.pictures, frames, draft)
        self._common, self._opened = common, opened
        return self._context

    def _forget(self) -> None:
        """Drop everything but the sizes of texts, from which faces are laid out ahead of the others."""
        self._sizes = {key: side.sizes for key, side in self._sides.items()}
        self._sides = {}

    def _have_fonts_changed(self, game: Game) -> bool:
        """Look at the game's own fonts."""
        files = [path for path in sorted((game.workspace.game / "fonts").rglob("*")) if path.is_file()]
        found = {path: look(path, self._fonts.get(path)) for path in files}
        changed = files != list(self._fonts) or any(differs for _, differs in found.values())
        self._fonts = {path: stamp for path, (stamp, _) in found.items()}
        return changed

    def known(self, deck: str, side: Side) -> DeckFaces | None:
        """Return what has laid out one side of a deck."""
        return self._sides.get((deck, side))

    def faces(self, context: LayoutContext, deck: Deck, layouts: Mapping[str, Layout], side: Side) -> DeckFaces:
        """Return what lays out one side of a deck."""
        key = (deck.name, side)
        if key not in self._sides:
            self._sides[key] = DeckFaces(context, deck, layouts, side, self._sizes.get(key))
        elif key not in self._begun:
            self._sides[key].renew(context, deck, layouts, self._changed)
        self._begun.add(key)
        return self._sides[key]
