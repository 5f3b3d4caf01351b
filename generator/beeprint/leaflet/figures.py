"""Figures: the real faces of a game's pieces, and pictures of its art, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Path, Rect, rectangle, scale, translate
from beeprint.base.problems import BuildError, Problem, did_you_mean
from beeprint.draw.drawing import Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.face import template
from beeprint.face.layout import Face, LayoutContext, Side, lay_out
from beeprint.face.template import Layout
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.leaflet.reading import Block

#: Faces by deck, id ("" for a shared back) and side.
Faces = Mapping[tuple[str, str, str], Face]

_GAP = 3.0
_EDGE = Stroke(Solid(BLACK, 0.35), 0.15)


class Figure(NamedTuple):
    """Something to show: a symbol with its box in mm, clipped to `outline` if it has one."""

    symbol: Symbol
    box: Rect
    outline: Path | None


class Figures:
    """The figures that a leaflet may show, drawn when first needed."""

    def __init__(self, context: LayoutContext, tint: Colour, faces: Faces) -> None:
        self._studio, self._tint, self._faces = context, tint, faces
        self._layouts: dict[tuple[str, Side], Layout | None] = {}

    def shown(self, block: Block, problems: list[Problem]) -> list[Figure]:
        """Return the figures that a block names; a name that does not exist is a problem at its place."""
        found = []
        for name in block.shown:
            try:
                found.append(self._picture(name, block) if name.startswith("art/") else self._face(name, block))
            except BuildError as error:
                problems += error.problems
        return found

    def _picture(self, name: str, block: Block) -> Figure:
        found = self._studio.pictures.get(name.removeprefix("art/"), self._tint, block.find(name), "")
        return Figure(found.symbol, found.box, rectangle(found.box))

    def _face(self, name: str, block: Block) -> Figure:
        """Return the face that `deck/id` or `deck/id:back` names."""
        game = self._studio.game
        piece, colon, turned = name.partition(":")
        source, _, key = piece.partition("/")
        deck = game.decks.get(source)
        if deck is None:
            raise _fail(block, name, f"there is no deck {source}", did_you_mean(source, game.decks))
        row = deck.rows.by_id.get(key)
        if row is None:
            raise _fail(block, name, f"{deck.rows.file} has no {key}", did_you_mean(key, deck.rows.by_id))
        if colon and turned not in ("front", "back"):
            raise _fail(block, name, f"there is no side {turned}", did_you_mean(turned, ("front", "back")))
        side: Side = "back" if turned == "back" else "front"
        return Figure(self._drawn(deck, row, side, block, name), deck.shape.box, deck.shape.cut_path())

    def _drawn(self, deck: Deck, row: Row, side: Side, block: Block, name: str) -> Symbol:
        shared = side == "back" and deck.spec.back is not None and deck.spec.back.each == "deck"
        known = self._faces.get((deck.name, "" if shared else row.id, side))
        if known is not None:
            return known.symbol
        layout = self._layout(deck, side)
        if layout is None:
            raise _fail(block, name, f"deck {deck.name} has no backs", "")
        # The problems of a face are reported where all faces are laid out.
        (face,) = lay_out(self._studio, deck, layout, [None if shared else row], side)
        return face.symbol

    def _layout(self, deck: Deck, side: Side) -> Layout | None:
        key = deck.name, side
        if key not in self._layouts:
            game, back = self._studio.game, deck.spec.back
            name = deck.spec.front if side == "front" else back.layout if back else ""
            place = game.node.at(["decks", deck.name, side])
            self._layouts[key] = template.load(game.workspace, name, place) if name else None
        return self._layouts[key]


def _fail(block: Block, name: str, message: str, hint: str) -> BuildError:
    return BuildError([Problem(block.find(name), message, hint)])


def row_of(figures: Sequence[Figure], width: float, height: float) -> tuple[list[Mark], float]:
    """Place figures side by side in the middle of a column `width` mm wide; return their marks and final height."""
    widths = [one.box.width * height / one.box.height for one in figures]
    gaps = _GAP * (len(figures) - 1)
    if sum(widths) + gaps > width:
        height *= (width - gaps) / sum(widths)
    return list(_placed(figures, width, height)), height


def _placed(figures: Sequence[Figure], width: float, height: float) -> Iterator[Mark]:
    scales = [height / one.box.height for one in figures]
    whole = sum(one.box.width * by for one, by in zip(figures, scales, strict=True)) + _GAP * (len(figures) - 1)
    x = (width - whole) / 2
    for one, by in zip(figures, scales, strict=True):
        at = translate(x, 0) @ scale(by, by) @ translate(-one.box.x, -one.box.y)
        yield group([use(one.symbol)], at, clip=one.outline)
        if one.outline is not None:
            edge = Stroke(_EDGE.paint, _EDGE.width / by)
            yield group([path_mark(one.outline, None, edge)], at)
        x += one.box.width * by + _GAP
