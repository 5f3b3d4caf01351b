"""What a draft draws where a cell or a text is wrong: a box with the cell's text, a red corner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect, line, polygon, rectangle
from beeprint.drawing.drawing import Mark, Solid, Stroke, group, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, compose
from beeprint.face.layout.placement import FaceState
from beeprint.face.template import Slot

#: What holes are counted as in the summary of a build.
PICTURES, TEXTS, LETTERS = "missing picture", "cut text", "missing character"

_GROUND, _WORDS = Colour(232, 232, 232), Colour(70, 70, 70)
_RED = Colour(214, 32, 32)
#: The most letters of a cell that cannot be read.
_LETTERS = 40
#: Sizes of the words in a crossed box in points, the sides of a red corner and the width of a line in mm.
_SIZES, _CORNER, _WIDTH = (9.0, 4.0), 2.5, 0.2


def unread(slot: Slot, columns: Iterable[str], state: FaceState, box: Rect) -> Iterator[Mark]:
    """Yield what a draft shows instead of a slot whose cell cannot be read: a red box with the cell's text."""
    row = state.row
    if row is not None and state.context.draft and slot.content_key:
        text = next((row.texts.get(name, "") for name in sorted(columns) if name in row.faulty), "")
        yield from _crossed(text[:_LETTERS], box, state.context.fonts)


def _crossed(name: str, box: Rect, fonts: Fonts) -> Iterator[Mark]:
    """Yield a crossed red box, with words where there is room."""
    frame = box.grow(-_WIDTH / 2)
    if frame.width <= 0 or frame.height <= 0:
        return
    stroke = Stroke(Solid(_RED), _WIDTH)
    yield path_mark(rectangle(frame), Solid(_GROUND), stroke)
    yield path_mark(line((frame.x, frame.y), (frame.right, frame.bottom)), None, stroke)
    yield path_mark(line((frame.x, frame.bottom), (frame.right, frame.y)), None, stroke)
    largest, smallest = _SIZES
    style = Style("source-sans", "semibold", largest, smallest, 1.1, "centre", "middle", Solid(_WORDS))
    inner = frame.grow(-1)
    if inner.width <= 0 or inner.height <= 0:
        return
    words = compose(fonts, name.replace("/", "/\u200b"), style, inner)
    if not words.overflow and not words.missing:
        yield path_mark(rectangle(words.box.grow(0.5)), Solid(_GROUND), None)
        yield from words.runs


def cut(marks: Iterable[Mark], box: Rect) -> Iterator[Mark]:
    """Yield a text cut to its box, with a red corner at the bottom right."""
    yield group(marks, clip=rectangle(box))
    side = min(_CORNER, box.width, box.height)
    corner = ((box.right, box.bottom), (box.right - side, box.bottom), (box.right, box.bottom - side))
    yield path_mark(polygon(corner), Solid(_RED), None)
