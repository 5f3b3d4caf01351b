"""Pictures of folded pieces, in parallel projection: the art of each panel where it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import Rect, bounds, polygon, translate
from beeprint.draw.drawing import Drawing, Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.folding import Face, Net, view

#: Degrees: how far a piece is turned to its right, and its top forward; from behind the other side comes forward.
YAW, PITCH = 32.0, 24.0
#: mm round each view.
_MARGIN = 6.0
#: What card looks like inside, and how opaque the shade of a face is that looks left or right, and of an inner face.
_CARD = Colour(0xF4, 0xF0, 0xE8)
_SIDE, _INSIDE = 0.3, 0.1
_EDGE = Stroke(Solid(BLACK, 0.25), 0.12, "round", "round")


def picture(net: Net, front: Symbol) -> Drawing:
    """Return a folded piece with its art, from the front and from behind, at true size in mm."""
    views = [list(view(net, YAW + behind, PITCH)) for behind in (0.0, 180.0)]
    marks: list[Mark] = []
    right = 0.0
    boxes = [_box(faces) for faces in views]
    foot = max(box.height for box in boxes)
    for faces, box in zip(views, boxes, strict=True):
        moved = translate(right + _MARGIN - box.x, _MARGIN + foot - box.bottom)
        marks.append(group(list(_drawn(faces, front)), moved))
        right += box.width + 2 * _MARGIN
    return Drawing(Rect(0, 0, right, foot + 2 * _MARGIN), tuple(marks))


def _box(faces: Sequence[Face]) -> Rect:
    return bounds([face.at.point(*corner) for face in faces for corner in face.ring])


def _drawn(faces: Sequence[Face], front: Symbol) -> Iterator[Mark]:
    for face in faces:
        ring = [face.at.point(*corner) for corner in face.ring]
        yield path_mark(polygon(ring), Solid(WHITE if face.printed else _CARD), None)
        if face.printed:
            yield group([use(front)], face.at, clip=polygon(face.ring))
        shade = _SIDE * abs(face.facing[0]) ** 2 + (0 if face.printed else _INSIDE)
        if shade > 0.01:
            yield path_mark(polygon(ring), Solid(BLACK, round(shade, 3)), None)
        yield path_mark(polygon(ring), None, _EDGE)
