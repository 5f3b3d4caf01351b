"""Symbols that are drawn where they are written: faces of large decks, which are not kept, and those in little ink."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from beeprint.drawing.drawing import Mark, Symbol
from beeprint.face.layout import DeckFaces, Face, FaceId, Side
from beeprint.game.model import Deck
from beeprint.sheet import Placed, Sheet


class Later(Symbol):
    """A symbol whose marks are made anew whenever they are asked for; its key is known before."""

    def __init__(self, key: str, make: Callable[[str], Symbol], id: str) -> None:
        """Two that are drawn alike have the same key; `make` draws that of a row's id."""
        self.key, self._make, self._id = key, make, id

    def drawn(self) -> Symbol:
        """Return the symbol with its marks."""
        return self._make(self._id)

    @property
    def marks(self) -> tuple[Mark, ...]:  # type: ignore[override]
        """Return the marks."""
        return self.drawn().marks


class Deferred(Symbol):
    """A symbol that is drawn when its marks are first asked for, such as in the process that writes them."""

    def __init__(self, key: str, make: Callable[[], Symbol]) -> None:
        """Two that are drawn alike may differ in their keys; of one key, all are drawn alike."""
        self.key, self._make = key, make
        self._symbol: Symbol | None = None

    def drawn(self) -> Symbol:
        """Return the symbol with its marks, whose key depends on these alone."""
        if self._symbol is None:
            self._symbol = self._make()
        return self._symbol

    @property
    def marks(self) -> tuple[Mark, ...]:  # type: ignore[override]
        """Return the marks."""
        return self.drawn().marks


def drawn_sheets(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Return sheets with all that they show drawn, each symbol once."""
    made: dict[str, Symbol] = {}

    def drawn(placed: Placed) -> Placed:
        symbol = placed.symbol
        if not isinstance(symbol, Later | Deferred):
            return placed
        if symbol.key not in made:
            made[symbol.key] = symbol.drawn()
        return replace(placed, symbol=made[symbol.key])

    return tuple(
        replace(sheet, fronts=tuple(map(drawn, sheet.fronts)), backs=tuple(map(drawn, sheet.backs))) for sheet in sheets
    )


class LaterSide:
    """One side of a large deck, of whose faces only the keys are known, row by row."""

    def __init__(self, deck: Deck, layouts: DeckFaces, keys: Mapping[str, str]) -> None:
        """`keys` are those of the symbols, by the ids of rows; the sizes of texts are settled in the `layouts`."""
        self._deck, self._layouts, self.keys = deck, layouts, keys

    @property
    def name(self) -> tuple[str, Side]:
        """Return the deck and the side."""
        return self._deck.name, self._layouts.side

    def face(self, id: str) -> Face:
        """Lay out the face of a row."""
        return self._layouts.passing(self._deck.rows.by_id[id])[0]


class LaterFaces(Mapping[FaceId, Face]):
    """The faces of a game with large decks; those of small decks, and backs that a deck shares, are kept."""

    def __init__(self, kept: Mapping[FaceId, Face], sides: Sequence[LaterSide]) -> None:
        self._kept, self._sides = kept, {side.name: side for side in sides}

    def __getitem__(self, id: FaceId) -> Face:
        face = self._kept.get(id)
        if face is not None:
            return face
        deck, row, side = id
        later = self._sides.get((deck, side))  # type: ignore[arg-type]
        if later is None or row not in later.keys:
            raise KeyError(id)
        return later.face(row)

    def __contains__(self, id: object) -> bool:
        return id in self._kept or self.key(id) is not None  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[FaceId]:
        yield from self._kept
        for (deck, side), later in self._sides.items():
            yield from ((deck, id, side) for id in later.keys)

    def __len__(self) -> int:
        return len(self._kept) + sum(len(later.keys) for later in self._sides.values())

    def key(self, id: FaceId) -> str | None:
        """Return the key of a face that is laid out later; None for others."""
        deck, row, side = id
        later = self._sides.get((deck, side))  # type: ignore[arg-type]
        return None if later is None else later.keys.get(row)
