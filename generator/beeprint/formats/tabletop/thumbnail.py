"""The small picture that stands for a game in a menu: three of its faces, fanned."""

from __future__ import annotations

from collections.abc import Sequence

from beeprint.base.geometry import Rect, rotate, scale, translate
from beeprint.drawing.drawing import Drawing, Mark, Symbol, group, use
from beeprint.drawing.shape import Shape
from beeprint.formats.tabletop.table import Component, Picture

#: Pixels along a side.
SIDE = 256
#: Degrees that faces lean, by how many there are; the first is drawn last, upright between two others.
_LEANS: tuple[tuple[float, ...], ...] = ((), (0,), (7, -7), (0, -14, 14))


def thumbnail(components: Sequence[Component]) -> Picture:
    """Return a square picture of the faces that say most of a game, those of its most varied decks."""
    faces = _chosen(components)
    marks = [_fanned(shape, face, lean) for (shape, face), lean in zip(faces, _LEANS[len(faces)], strict=True)]
    return Picture(Drawing(Rect(0, 0, SIDE, SIDE), tuple(reversed(marks))), cut=True)


def _chosen(components: Sequence[Component]) -> list[tuple[Shape, Symbol]]:
    """Return the first face of each of the three decks of cards with most of them, or several of the largest deck."""
    held = [component for component in components if component.items]
    decks = sorted(
        [component for component in held if component.role == "card"] or held,
        key=lambda component: -len(component.items),
    )
    if not decks:
        return []
    varied = [deck for deck in decks if len(deck.items) > 1] or decks
    faces = [(face.shape, face.items[0].front) for face in varied[:3]]
    largest = varied[0]
    more = [largest.items[-1], largest.items[len(largest.items) // 2]][: len(largest.items) - 1]
    return (faces + [(largest.shape, item.front) for item in more])[:3]


def _fanned(shape: Shape, face: Symbol, lean: float) -> Mark:
    """Return a face as one of a hand of cards, its lower end nearest to the others."""
    place = (
        translate(SIDE / 2, SIDE * 1.35)
        @ rotate(lean)
        @ translate(0, -SIDE * 0.85)
        @ scale(SIDE * 0.62 / max(shape.width, shape.height))
        @ translate(-shape.width / 2, -shape.height / 2)
    )
    return group([use(face)], place, clip=shape.cut_path())
