"""Contact sheets: all faces of a deck in one picture, cut to their trim, each with its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect, rectangle, translate
from beeprint.draw.drawing import Drawing, Mark, Solid, Symbol, group, path_mark, use
from beeprint.draw.fonts import Fonts
from beeprint.draw.shape import Shape
from beeprint.draw.text import Style, line_run, text_width

_GROUND = Solid(Colour(0xE9, 0xE7, 0xE2))
_LABEL = Style("source-sans", "semibold", 7, 7, paint=Solid(Colour(0x55, 0x50, 0x48)))
_GAP, _LABEL_HEIGHT = 5.0, 4.5
# The least width in mm; beyond it, the picture is about as wide as high, to be seen at a glance.
_WIDTH = 300.0


@dataclass(frozen=True)
class NamedFace:
    """A face to show and its name."""

    name: str
    face: Symbol
    behind: bool = False


def contact(faces: Sequence[NamedFace], shape: Shape, fonts: Fonts) -> Drawing:
    """Draw the faces in rows, in mm, on a pale ground, with their names below."""
    width, height = shape.width + _GAP, shape.height + _GAP + _LABEL_HEIGHT
    columns = max(1, min(len(faces), round(max(_WIDTH, (len(faces) * width * height) ** 0.5 * 1.2) / width)))
    rows = -(-len(faces) // columns)
    paper = Rect(0, 0, columns * width + _GAP, rows * height + _GAP)
    marks: list[Mark] = [path_mark(rectangle(paper), _GROUND)]
    for index, shown in enumerate(faces):
        x, y = _GAP + index % columns * width, _GAP + index // columns * height
        marks.append(
            group([use(shown.face)], translate(x, y), clip=(shape.mirrored if shown.behind else shape).cut_path())
        )
        start = x + (shape.width - text_width(fonts, shown.name, _LABEL)) / 2
        marks.append(line_run(fonts, shown.name, _LABEL, max(start, x - _GAP / 2), y + shape.height + 3.4))
    return Drawing(paper, tuple(marks))
