"""Figures: the real faces of a game's pieces, and pictures of its art, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from beeprint.base import budget
from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Path, Rect, rectangle, scale, translate
from beeprint.base.problems import BuildError, Problem, did_you_mean
from beeprint.drawing.drawing import Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.face import template
from beeprint.face.layout import DeckFaces, Face, FaceId, LayoutContext, Side
from beeprint.game.binding import label, plain
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.game.words import say
from beeprint.leaflet.parts import Inked
from beeprint.leaflet.reading import Block
from beeprint.leaflet.values import lacking

#: Faces by deck, id ("" for a shared back) and side.
Faces = Mapping[FaceId, Face]

_GAP = 3.0
#: What a figure costs, in steps, and what it takes, in bytes.
_FIGURE, _FIGURE_KEPT = 60, 3_000
_EDGE = Stroke(Solid(BLACK, 0.35), 0.15)


class Figure(NamedTuple):
    """Something to show: a symbol with its box in mm, clipped to `outline` if it has one; `alt` says what it is."""

    symbol: Symbol
    box: Rect
    outline: Path | None
    alt: str
    piece: bool = True


class Figures:
    """The figures that a leaflet may show, drawn when first needed."""

    def __init__(self, context: LayoutContext, tint: Colour, faces: Faces) -> None:
        self._studio, self._tint, self._faces = context, tint, faces
        self._caches: dict[tuple[str, Side], DeckFaces] = {}

    def shown(self, block: Block, problems: list[Problem]) -> list[Figure]:
        """Return the figures that a block names; a name that does not exist is a problem at its place."""
        shown = []
        for name in block.shown:
            budget.spend("leaflets", _FIGURE, _FIGURE_KEPT, lambda: block.place)
            try:
                shown.append(self._picture(name, block) if name.startswith("art/") else self._face(name, block))
            except BuildError as error:
                problems += error.problems
        return shown

    def _picture(self, name: str, block: Block) -> Figure:
        art = self._studio.pictures.get(name.removeprefix("art/"), self._tint, block.find(name), "")
        return Figure(art.symbol, art.box, rectangle(art.box), plain(block.text, self._studio.game), piece=False)

    def _face(self, name: str, block: Block) -> Figure:
        """Return the face that `deck/id` or `deck/id:back` names."""
        deck, row, side = named(name, block, self._studio.game)
        drawn = self._drawn(deck, row, side)
        return Figure(drawn, deck.shape.box, deck.outline(side).cut_path(), self._said(deck, row, side))

    def first(self, deck: Deck) -> Figure:
        """Return the front of the first piece of a deck that is printed."""
        row = next(row for row in deck.rows.rows if deck.printed(row))
        alt = self._said(deck, row, "front")
        return Figure(self._drawn(deck, row, "front"), deck.shape.box, deck.shape.cut_path(), alt)

    def _said(self, deck: Deck, row: Row, side: Side) -> str:
        """Return a piece in words: its deck, its name and the side that is shown."""
        title, back = plain(deck.spec.title), say(self._studio.game.written_in, "back")
        if side == "back" and deck.spec.back is not None and deck.spec.back.each == "deck":
            return f"{title}: {back}"
        name = label(self._studio.game, deck, row).name.replace("\n", ", ")
        return f"{title}: {name}{f', {back}' if side == 'back' else ''}"

    def _drawn(self, deck: Deck, row: Row, side: Side) -> Symbol:
        shared = side == "back" and deck.spec.back is not None and deck.spec.back.each == "deck"
        known = self._faces.get((deck.name, "" if shared else row.id, side))
        if known is not None:
            return known.symbol
        # The problems of a face are reported where all faces are laid out.
        face = self._deck_faces(deck, side).face(None if shared else row)
        return face.symbol if face is not None else Symbol.of(())

    def _deck_faces(self, deck: Deck, side: Side) -> DeckFaces:
        key = deck.name, side
        if key not in self._caches:
            layouts, _ = template.layouts(self._studio.game, deck, side, deck.rows.rows)
            self._caches[key] = DeckFaces(self._studio, deck, layouts, side)
        return self._caches[key]


def named(name: str, block: Block, game: Game) -> tuple[Deck, Row, Side]:
    """Find the piece and the side that `deck/id` or `deck/id:back` names; BuildError where the box has none."""
    piece, colon, turned = name.partition(":")
    source, _, key = piece.partition("/")
    deck = game.decks.get(source)
    if deck is None:
        raise _fail(block, name, f"there is no deck {source}", did_you_mean(source, game.decks))
    row = deck.rows.by_id.get(key)
    if row is None:
        raise _fail(block, name, *lacking(game, source, key))
    if colon and turned not in ("front", "back"):
        raise _fail(block, name, f"there is no side {turned}", did_you_mean(turned, ("front", "back")))
    side: Side = "back" if turned == "back" else "front"
    if side == "back" and deck.spec.back is None:
        hint = f"if others have, put it between {{with {name}}} and {{end}}"
        raise _fail(block, name, f"deck {deck.name} has no backs", hint)
    return deck, row, side


def _fail(block: Block, name: str, message: str, hint: str) -> BuildError:
    return BuildError([Problem(block.find(name), message, hint)])


def widest(figures: Sequence[Figure], width: float) -> float:
    """Return the height at which figures side by side fill a column `width` mm wide."""
    return (width - _GAP * (len(figures) - 1)) / sum(figure.box.width / figure.box.height for figure in figures)


def row_width(figures: Sequence[Figure], height: float) -> float:
    """Return the width of figures side by side, all of a height, in mm."""
    return sum(figure.box.width / figure.box.height for figure in figures) * height + _GAP * (len(figures) - 1)


def row_of(figures: Sequence[Figure], width: float, height: float) -> tuple[list[Inked], float]:
    """Place figures side by side in the middle of a column `width` mm wide; return them and their final height."""
    height = min(height, widest(figures, width))
    return list(_placed(figures, width, height)), height


def _placed(figures: Sequence[Figure], width: float, height: float) -> Iterator[Inked]:
    scales = [height / figure.box.height for figure in figures]
    whole = sum(figure.box.width * by for figure, by in zip(figures, scales, strict=True)) + _GAP * (len(figures) - 1)
    x = (width - whole) / 2
    for figure, by in zip(figures, scales, strict=True):
        yield drawn(figure, x, 0, by)
        x += figure.box.width * by + _GAP


def drawn(figure: Figure, x: float, y: float, by: float) -> Inked:
    """Return a figure with its top left corner at x, y, scaled, with a hairline round it if it has an outline."""
    at = translate(x, y) @ scale(by, by) @ translate(-figure.box.x, -figure.box.y)
    marks: list[Mark] = [group([use(figure.symbol)], at, clip=figure.outline)]
    if figure.outline is not None:
        edge = Stroke(_EDGE.paint, _EDGE.width / by)
        marks.append(group([path_mark(figure.outline, None, edge)], at))
    return Inked(group(marks), Rect(x, y, figure.box.width * by, figure.box.height * by))
