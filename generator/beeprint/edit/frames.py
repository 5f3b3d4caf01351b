"""Move the rectangle of a slot in the drawing of a frame."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.geometry import Rect
from beeprint.base.problems import Place, error_at
from beeprint.drawing import svg
from beeprint.drawing.svg.reader.xml import Element
from beeprint.edit.snapshot import Box
from beeprint.edit.text import SourceText, Splice, source_text
from beeprint.sources.workspace import shown

_NAMES = ("x", "y", "width", "height")
#: An attribute of a start tag: its name, and its value between quotes.
_ATTRIBUTE = re.compile(r"""([^\s=<>/"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
_TAG = re.compile(r"""<[^\s/>]+(?:[^>"']|"[^"]*"|'[^']*')*>""")
_NUMBER = re.compile(r"\s*+([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*+([a-z]*)\s*+", re.ASCII)
#: How exactly a rectangle is placed, in mm, and how far others may move: not at all, but for the numbers' last digits.
_STEP, _SAME = 0.01, 1e-6
_MANY = 2


class Page(NamedTuple):
    """The trim and the bleed of a piece, and which of them the page of a frame represents, if it is named."""

    trim: Rect
    bleed: Rect
    meant: str


class _Attribute(NamedTuple):
    """An attribute of a start tag: the present or future position of its value, its number and its unit."""

    name: str
    start: int
    end: int
    number: float
    unit: str
    there: bool


class DrawnBox(Struct, frozen=True):
    """A slot's box in a frame: the rectangle's place in the file, and where that is on the face, in mm."""

    path: Path
    data: bytes
    slot: str
    slots: tuple[str, ...]
    page: Page
    box: Box
    place: Place


def find_drawn(path: Path, data: bytes, slot: str, slots: tuple[str, ...], page: Page) -> DrawnBox:
    """Find the shape of a slot in a frame; BuildError where there is none."""
    boxes = _spots(data, shown(path), slots, page)
    if slot not in boxes:
        message = f"slot {slot} has no box, and the frame has no shape of that name"
        raise error_at(Place(shown(path)), message, f"draw a rectangle there and name it {slot}")
    x, y, width, height = boxes[slot].box
    return DrawnBox(path, data, slot, slots, page, (x, y, width, height), boxes[slot].place)


def _spots(data: bytes | str, file: str, slots: tuple[str, ...], page: Page) -> dict[str, svg.SlotBox]:
    """Return the boxes of slots on the face."""
    shapes = svg.take_slot_boxes(svg.parse(data, file), slots)
    matrix = svg.page_to_face(shapes, file, page.trim, page.bleed, page.meant)
    return {name: svg.SlotBox(matrix.rect(spot.box), spot.turn, spot.place) for name, spot in shapes.boxes.items()}


def move(drawn: DrawnBox, box: Box) -> bytes:
    """Return the drawing's bytes with the rectangle of a slot elsewhere; BuildError where only a person can move it."""
    file = shown(drawn.path)
    source = source_text(drawn.data, file)
    if svg.decoded(drawn.data, file) != source.text:
        raise error_at(Place(file), "the drawing is not in UTF-8", "save it as UTF-8 first")
    attributes = _attributes(source, drawn)
    splices = []
    for index, attribute in enumerate(attributes):
        if abs(box[index] - drawn.box[index]) > _STEP / 2:
            slope = _slope(source, drawn, attributes, index)
            decimals = max(0, math.ceil(math.log10(slope / _STEP)))
            number = f"{attribute.number + (box[index] - drawn.box[index]) / slope:.{decimals}f}"
            number = number.rstrip("0").rstrip(".") if "." in number else number
            splices.append(_write_number(attribute, "0" if number == "-0" else number))
    data = source.splice(splices)
    _check(drawn, data, box)
    return data


def _write_number(attribute: _Attribute, number: str) -> Splice:
    text = f"{number}{attribute.unit}"
    return Splice(attribute.start, attribute.end, text if attribute.there else f' {attribute.name}="{text}"')


def _attributes(source: SourceText, drawn: DrawnBox) -> list[_Attribute]:
    """Find the numbers of a rectangle in its start tag."""
    at = _tag_at(source.text, drawn.place)
    tag = _TAG.match(source.text, at)
    name = re.match(r"<(?:[\w.-]+:)?([\w-]+)", source.text[at:])
    if tag is None or name is None or name[1] != "rect":
        shape = name[1] if name else "shape"
        message = f"the box of {drawn.slot} is a {shape}, not a rectangle"
        raise error_at(drawn.place, message, "draw a rectangle in its place, or move it in your drawing program")
    first = at + name.end()
    values = {match[1]: match for match in _ATTRIBUTE.finditer(source.text, first, tag.end())}
    result = []
    for key in _NAMES:
        value = values.get(key)
        if value is None:
            result.append(_Attribute(key, first, first, 0.0, "", False))
            continue
        group = 2 if value[2] is not None else 3
        number = _NUMBER.fullmatch(value[group])
        if number is None:
            message = f"{key} of the rectangle {drawn.slot} is {value[group]!r}, not a plain number"
            raise error_at(drawn.place, message, "move it in your drawing program")
        result.append(_Attribute(key, *value.span(group), float(number[1]), number[2], True))
    return result


def _tag_at(text: str, place: Place) -> int:
    """Return the position of the start tag at the reader's place, whose lines are counted as in XML."""
    ends = (match.end() for match in re.finditer(r"\r\n?|\n", text))
    lines = [0, *ends]
    return lines[place.line - 1] + place.column - 1


def _slope(source: SourceText, drawn: DrawnBox, attributes: list[_Attribute], index: int) -> float:
    """Return by how many mm the box on the face changes with a number; BuildError where anything else changes too.

    The reader itself is asked, with other numbers in the drawing, so that all transforms around the rectangle count.
    """
    attribute = attributes[index]
    probe = attribute.number + 1
    data = source.splice([_write_number(attribute, repr(probe))])
    spot = _spots(data, shown(drawn.path), drawn.slots, drawn.page)[drawn.slot]
    changes = [new - old for new, old in zip(spot.box, drawn.box, strict=True)]
    slope = changes.pop(index)
    if spot.turn or slope <= 0 or any(abs(change) > 1e-6 * slope for change in changes):
        message = f"the rectangle {drawn.slot} is turned, mirrored or skewed by a transform"
        raise error_at(drawn.place, message, "move it in your drawing program")
    return slope


def _check(drawn: DrawnBox, data: bytes, box: Box) -> None:
    """Raise BuildError unless only the numbers of one rectangle differ, and it is where it should be."""
    file = shown(drawn.path)
    before, after = (_spots(source, file, drawn.slots, drawn.page) for source in (drawn.data, data))
    right = all(abs(new - wanted) <= _STEP for new, wanted in zip(after[drawn.slot].box, box, strict=True))
    others = all(
        abs(new - old) <= _SAME
        for name, spot in before.items()
        for new, old in zip(after[name].box, spot.box, strict=True)
        if name != drawn.slot
    )
    old_root, new_root = svg.parse(drawn.data, file), svg.parse(data, file)
    if not (right and others and _differing(old_root, new_root) <= 1):
        message = f"the rectangle {drawn.slot} cannot be moved without changing something else"
        raise error_at(drawn.place, message, "move it in your drawing program")


def _differing(before: Element, after: Element) -> int:
    """Count the elements that differ in the numbers of a rectangle; many if the drawings differ in anything else."""
    count, pairs = 0, [(before, after)]
    while pairs:
        old, new = pairs.pop()
        if (old.name, old.text, old.tail, len(old.children)) != (new.name, new.text, new.tail, len(new.children)):
            return _MANY
        changed = {key for key, value in (old.attributes.items() ^ new.attributes.items())}
        if not changed <= set(_NAMES):
            return _MANY
        count += bool(changed)
        pairs += zip(old.children, new.children, strict=True)
    return count
