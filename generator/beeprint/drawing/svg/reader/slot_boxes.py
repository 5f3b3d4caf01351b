"""Frames of cards: SVG drawings in which a shape named like a slot gives its box, and is not drawn."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct, field

from beeprint.base.geometry import IDENTITY, Affine, Path, Point, Rect, transformed, translate
from beeprint.base.problems import BuildError, Place, Problem
from beeprint.drawing.svg.reader import style, viewports
from beeprint.drawing.svg.reader.paths import parse_path, parse_transform, tight_box
from beeprint.drawing.svg.reader.shapes import ATTRIBUTES, shape_path
from beeprint.drawing.svg.reader.xml import Element

# Where editors keep the name a person gave: Inkscape, Illustrator and Affinity alter it to make an id.
_LABELS = (
    "{}http://www.inkscape.org/namespaces/inkscape label",
    "data-name",
    "{}http://www.serif.com/ id",
)
_ENCODED = re.compile(r"_x([0-9A-Fa-f]{2,4})_")
#: Ids that editors generate; not names that a person gave.
_GIVEN = re.compile(r"(rect|path|g|layer|svg|circle|ellipse|line|polygon|use|image|text|tspan)[-_\d]*", re.IGNORECASE)
#: Elements whose content is drawn elsewhere or not at all.
_ASIDE = {"defs", "symbol", "clipPath", "mask", "pattern", "marker", "metadata", "title", "desc"}
_SHAPES = {*ATTRIBUTES, "image"}
# How far two sides may be from a right angle, as a sine, and a rectangle from upright, in degrees.
_SQUARE = 1e-3
_UPRIGHT = 0.01


class SlotBox(Struct, frozen=True):
    """Where a named shape lies in mm on its page: its box, turned by `turn` degrees about its middle."""

    box: Rect
    turn: float
    place: Place


class SlotBoxes(Struct, frozen=True):
    """The shapes of a picture that are named like slots, and the names of its other rectangles.

    `others` are elements with a slot's name that are not shapes: groups and texts.
    """

    page: Rect
    boxes: Mapping[str, SlotBox]
    names: tuple[str, ...] = ()
    others: Mapping[str, Element] = field(default_factory=dict)


def take_slot_boxes(root: Element, names: Collection[str]) -> SlotBoxes:
    """Find the shapes with these names and take them out of the tree; BuildError where one is not a box.

    Hidden shapes and layers count; line widths do not.
    """
    box, matrix = _page(root)
    boxes: dict[str, SlotBox] = {}
    others: dict[str, Element] = {}
    known: set[str] = set()
    taken: list[tuple[Element, Element]] = []
    problems: list[Problem] = []
    for element, parent, outer, nested in _walk(root, matrix):
        own = names_of(element)
        named = [name for name in dict.fromkeys(own) if name in names]
        try:
            shape, space = _only_shape(element, outer) if named else (element, outer)
        except ValueError as error:
            problems.append(Problem(element.place, f"{element.name} {named[0]}: {error}"))
            continue
        if shape.name not in _SHAPES:
            others |= {name: element for name in named if name not in others}
            continue
        if element.name == "rect" and not named and own and not _GIVEN.fullmatch(own[0]):
            known.add(own[0])
        for name in named[:1]:
            if name in boxes:
                first = boxes[name].place
                message = f"a second shape is named {name}; the first is on line {first.line}"
                problems.append(Problem(element.place, message, "rename one of the two: a slot has one box"))
                continue
            taken.append((parent, element))
            try:
                if nested:
                    raise ValueError("a box inside a nested svg is not read; move it out")
                boxes[name] = _slot_box(shape, space)
            except ValueError as error:
                problems.append(Problem(element.place, f"{element.name} {name}: {error}"))
    if problems:
        raise BuildError(problems)
    for parent, element in taken:
        parent.children.remove(element)
    return SlotBoxes(box, boxes, tuple(sorted(known)), others)


def _page(root: Element) -> tuple[Rect, Affine]:
    try:
        box, matrix = viewports.read_page(root.attributes)
    except ValueError as error:
        raise BuildError([Problem(root.place, f"svg: {error}")]) from error
    return box, IDENTITY if matrix is None else matrix


def _walk(root: Element, matrix: Affine) -> Iterator[tuple[Element, Element, Affine, bool]]:
    """Yield every visible kind of element, its parent, the matrix from the parent to the page, and if it is nested."""
    stack = [(child, root, matrix, False) for child in reversed(root.children)]
    while stack:
        element, parent, outer, nested = stack.pop()
        if element.name in _ASIDE or element.name.startswith("{"):
            continue
        yield element, parent, outer, nested
        if element.children:
            try:
                inner = outer @ parse_transform(style.properties(element.attributes).get("transform", ""))
            except ValueError:
                continue  # the reader says what is wrong with it
            deeper = nested or element.name == "svg"
            stack += [(child, element, inner, deeper) for child in reversed(element.children)]


def _only_shape(element: Element, outer: Affine) -> tuple[Element, Affine]:
    """Return a shape, or the single nameless one in a group: Affinity and Figma name shapes that way."""
    inner = [child for child in element.children if child.name not in _ASIDE and not child.name.startswith("{")]
    if element.name != "g" or len(inner) != 1:
        return element, outer
    [child] = inner
    if any(not _GIVEN.fullmatch(name) for name in names_of(child)):
        return element, outer
    shape, matrix = _only_shape(
        child, outer @ parse_transform(style.properties(element.attributes).get("transform", ""))
    )
    return (shape, matrix) if shape.name in _SHAPES else (element, outer)


def names_of(element: Element) -> list[str]:
    """Return an element's names, the one that a person gave first."""
    labels = [element.attributes[key].strip() for key in _LABELS if key in element.attributes]
    key = element.attributes.get("id", "")
    plain = _ENCODED.sub(lambda match: chr(int(match[1], 16)), key)
    return [name for name in (*labels, key, plain) if name]


def _slot_box(element: Element, outer: Affine) -> SlotBox:
    """Return the box of a shape; ValueError where it is not a box."""
    matrix = outer @ parse_transform(style.properties(element.attributes).get("transform", ""))
    if element.name in ("rect", "image"):
        sizes = (style.length(element.attributes.get(key, "0"), key) for key in ("x", "y", "width", "height"))
        box, turn = _turned(Rect(*sizes), matrix)
    else:
        path = transformed(_path(element), matrix)
        box, turn = tight_box(path) if path else Rect(0, 0, 0, 0), 0.0
    if box.width <= 0 or box.height <= 0:
        raise ValueError("a slot's box needs a size; this one has none")
    return SlotBox(box, turn, element.place)


def _path(element: Element) -> Path:
    attributes = element.attributes
    return parse_path(attributes.get("d", "")) if element.name == "path" else shape_path(element.name, attributes)


def _turned(box: Rect, matrix: Affine) -> tuple[Rect, float]:
    """Place a rectangle on the page: return its box and by how many degrees that is turned, 45 at most.

    A rectangle on its side counts as an upright one with width and height swapped, and a mirrored one as itself: only
    its appearance counts.
    """
    a, b, c, d, _, _ = matrix
    across, down = math.hypot(a, b), math.hypot(c, d)
    if abs(a * c + b * d) > _SQUARE * across * down:
        raise ValueError("a slot's box needs right angles; this one is skewed: draw it again, without skewing it")
    width, height = box.width * across, box.height * down
    turn = math.degrees(math.atan2(b, a))
    quarters = round(turn / 90)
    turn -= 90 * quarters
    if quarters % 2:
        width, height = height, width
    middle: Point = matrix.point(*box.centre)
    return Rect(middle.x - width / 2, middle.y - height / 2, width, height), turn if abs(turn) > _UPRIGHT else 0.0


def page_to_face(boxes: SlotBoxes, shown: str, trim: Rect, bleed: Rect, meant: str = "") -> Affine:
    """Return the matrix from a frame's page in mm to the face; BuildError where the page is neither trim nor bleed.

    `meant` is `trim` or `bleed` where the layout says which of them the page represents, whatever its units.
    """
    targets = {"trim": trim, "bleed": bleed}
    width, height = boxes.page.width, boxes.page.height
    if meant:
        target = targets[meant]
        x, y = target.width / width, target.height / height
        if abs(x / y - 1) > 0.01:
            raise BuildError([_disproportionate(boxes, shown, meant, targets)])
        matrix = Affine(x, 0, 0, y, target.x, target.y)
        return matrix @ translate(-boxes.page.x, -boxes.page.y)
    for target in targets.values():
        if abs(target.width - width) <= TOLERANCE and abs(target.height - height) <= TOLERANCE:
            return translate(target.x - boxes.page.x, target.y - boxes.page.y)
    raise BuildError([_misfit(boxes, shown, trim, bleed, "which is neither the trim nor the bleed")])


#: How far a page's sides may be from the trim's or the bleed's, in mm.
TOLERANCE = 0.2


_WHERE = "(Inkscape: File > Document Properties)"


def _disproportionate(boxes: SlotBoxes, shown: str, meant: str, targets: Mapping[str, Rect]) -> Problem:
    """Return the problem of a page with other proportions than those of the box that the layout names."""
    page, sizes = _size(boxes.page), {name: _size(target) for name, target in targets.items()}
    other = next(name for name in targets if name != meant)
    hint = f"set the page to {sizes[meant]} {_WHERE}, or to {sizes[other]} and write page: {other}"
    message = f"the frame's page is {page}, but page: {meant} needs the proportions of the {meant}, {sizes[meant]}"
    return Problem(Place(shown, 1, 1), message, hint)


def _size(rect: Rect) -> str:
    return f"{rect.width:.4g} x {rect.height:.4g} mm"


def _misfit(boxes: SlotBoxes, shown: str, trim: Rect, bleed: Rect, how: str) -> Problem:
    sizes = f"the trim is {trim.width:g} x {trim.height:g} mm, the bleed {bleed.width:g} x {bleed.height:g} mm"
    hint = f"set the page's size to one of the two {_WHERE}"
    ratio = boxes.page.width / boxes.page.height
    for name, target in (("trim", trim), ("bleed", bleed)):
        if abs(target.width / target.height / ratio - 1) < 0.01:
            hint += f"; or, where the page is drawn in other units, write frame: {{art: ..., page: {name}}}"
            break
    message = f"the frame's page is {boxes.page.width:.4g} x {boxes.page.height:.4g} mm, {how}: {sizes}"
    return Problem(Place(shown, 1, 1), message, hint)
