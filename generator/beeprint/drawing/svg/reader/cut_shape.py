"""Outlines of pieces drawn in SVG: the line to cut, holes, and lines to fold along, in mm on the drawing's page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, NamedTuple

import shapely
from msgspec import Struct
from shapely import Polygon

from beeprint.base.geometry import Affine, Path, Point, Rect, Ring, transformed
from beeprint.base.problems import BuildError, Place, Problem, capped
from beeprint.drawing.flatten import parts, subpaths
from beeprint.drawing.svg.reader import style, viewports
from beeprint.drawing.svg.reader.paths import parse_path, parse_transform, tight_box
from beeprint.drawing.svg.reader.shapes import ATTRIBUTES, shape_path
from beeprint.drawing.svg.reader.slot_boxes import names_of
from beeprint.drawing.svg.reader.style import Measure
from beeprint.drawing.svg.reader.xml import Element

#: The most points of an outline, with its holes and folds.
MAX_NODES = 2_000
#: How far a line may leave the page, in mm, and the least size of a line that is cut.
_OVER, _LEAST = 0.1, 0.2

Role = Literal["cut", "fold"]
_ROLE = re.compile(r"(cut|hole|fold|score)s?(?:[-_ .]*+\d++)*+", re.IGNORECASE)
_ROLES: dict[str, Role] = {"cut": "cut", "hole": "cut", "fold": "fold", "score": "fold"}
_SIZED = re.compile(r"\s*[+]?[\d.]+(e[+-]?\d+)?\s*(mm|cm|in|pt|pc|q)\s*", re.IGNORECASE)
#: Elements whose content is drawn elsewhere or not at all.
_ASIDE = {"defs", "symbol", "clipPath", "mask", "pattern", "marker", "metadata", "title", "desc", "style", "script"}
_NAMES = 'name it cut (Inkscape: Object > Object Properties, label), or write data-layer="cut"'


class CutShape(Struct, frozen=True):
    """The outline of a piece as it is drawn: a closed path, closed paths inside it, and lines to fold along."""

    outer: Path
    holes: tuple[Path, ...]
    folds: tuple[Ring, ...]


class _Line(NamedTuple):
    """A path of the drawing in mm on its page, what it is for, if it can be seen, and where it is in the file."""

    path: Path
    role: Role | None
    seen: bool
    place: Place


@dataclass
class _Contour:
    """A closed line to cut, with the area that it encloses."""

    path: Path
    ring: Ring
    place: Place
    area: Polygon = field(init=False)

    def __post_init__(self) -> None:
        self.area = Polygon(self.ring)


def read_cut_shape(root: Element, size: tuple[float, float] = (0, 0)) -> CutShape:
    """Read the outline in a drawing; BuildError with everything that is wrong.

    `size` is the width or height in mm to which the outline is scaled; with neither, the page has to say how large it
    is. Lines count by their names or layers: cut or hole, fold or score; without any to cut, the only closed one does.
    """
    try:
        box, matrix = viewports.read_page(root.attributes)
        measure = viewports.user_size(root.attributes)
    except ValueError as error:
        raise BuildError([Problem(root.place, f"svg: {error}")]) from error
    _check_size(root, size)
    problems: list[Problem] = []
    lines = list(_lines(root, matrix or Affine(), measure, problems))
    if sum(len(line.path) for line in lines if line.role) > MAX_NODES:
        message = f"the outline has more than {MAX_NODES:,} points"
        raise BuildError([Problem(root.place, message, "simplify its path (Inkscape: Path > Simplify)")])
    contours = list(_contours(_cuts(lines, root.place, problems), box, problems))
    if problems:
        raise BuildError(capped(problems))
    outer, holes = _nested(contours)
    by = _factor(tight_box(outer.path), size)
    rings = [transformed(contour.path, by) for contour in (outer, *holes)]
    folds = list(_folds(lines, outer, problems))
    if problems:
        raise BuildError(problems)
    return CutShape(rings[0], tuple(rings[1:]), tuple(tuple(by.point(*point) for point in fold) for fold in folds))


def _check_size(root: Element, size: tuple[float, float]) -> None:
    """Refuse a page whose size is not a length on paper, unless the deck says how large the piece is."""
    attributes = viewports.with_style(root.attributes)
    if not any(size) and not all(_SIZED.fullmatch(attributes.get(key, "")) for key in ("width", "height")):
        message = "the drawing does not say how large it is: its width and height need a unit such as mm"
        hint = 'write width="60mm" height="90mm" (Inkscape: File > Document Properties), or a width: below shape:'
        raise BuildError([Problem(root.place, message, hint)])


def _factor(box: Rect, size: tuple[float, float]) -> Affine:
    """Return how the outline is scaled to a width or a height."""
    by = size[0] / box.width if size[0] else size[1] / box.height if size[1] else 1.0
    return Affine(by, 0, 0, by, 0, 0)


def _lines(root: Element, matrix: Affine, measure: Measure, problems: list[Problem]) -> Iterator[_Line]:
    """Yield every shape of the drawing."""
    stack: list[tuple[Element, Affine, Role | None, bool]] = [(root, matrix, None, True)]
    while stack:
        element, outer, role, seen = stack.pop()
        if element.name in _ASIDE or element.name.startswith("{"):
            continue
        own = style.properties(element.attributes)
        role = _role(element, role)
        seen = seen and own.get("display") != "none" and own.get("visibility") != "hidden"
        try:
            inner = outer if element is root else outer @ parse_transform(own.get("transform", ""))
            if element.name in ATTRIBUTES:
                path = _path(element, measure)
                for part in parts(transformed(path, inner)):
                    yield _Line(part, role, seen, element.place)
            elif role and element.name not in ("svg", "g", "a", "switch"):
                message = f"{element.name} cannot be a line to {role}"
                problems.append(
                    Problem(element.place, message, "convert it to a path (Inkscape: Path > Object to Path)")
                )
        except ValueError as error:
            problems.append(Problem(element.place, f"{element.name}: {error}"))
            continue
        stack += [(child, inner, role, seen) for child in reversed(element.children)]


def _path(element: Element, measure: Measure) -> Path:
    if element.name == "path":
        return parse_path(element.attributes.get("d", ""))
    return shape_path(element.name, element.attributes, measure)


def _role(element: Element, around: Role | None) -> Role | None:
    """Return what a shape or layer is for, by its layer or by its names; else what the group round it is for."""
    if "data-layer" in element.attributes:
        return _ROLES.get(element.attributes["data-layer"])
    if element.name == "svg":
        return around
    named = (_ROLE.fullmatch(name) for name in names_of(element))
    return next((_ROLES[match[1].lower()] for match in named if match), around)


def _cuts(lines: Sequence[_Line], place: Place, problems: list[Problem]) -> list[_Line]:
    """Return the lines to cut: those that are named so, else the only closed one; neither is a problem at `place`."""
    if cuts := [line for line in lines if line.role == "cut"]:
        return cuts
    closed = [line for line in lines if line.role is None and line.seen and _is_closed(line.path)]
    if len(closed) == 1:
        return closed
    fault = f"{len(closed)} closed paths" if closed else "no closed path"
    which = "the outline" if not closed else "the one to cut along"
    message = f"the drawing has {fault}, and none with the name cut"
    # What could not be read may be what is missed.
    problems += [] if problems else [Problem(place, message, f"draw {which}, and {_NAMES}")]
    return []


def _is_closed(path: Path) -> bool:
    return all(closed for _, closed in subpaths(path)) and len(path) > 1


def _contours(cuts: Sequence[_Line], page: Rect, problems: list[Problem]) -> Iterator[_Contour]:
    """Yield the closed lines to cut; what cannot be cut is a problem."""
    for line in cuts:
        for ring, closed in subpaths(line.path):
            if not closed:
                (x, y), (u, v) = ring[0], ring[-1]
                message = f"the line to cut that begins at {_at(x, y)} and ends at {_at(u, v)} is not closed"
                hint = "close its path, or give it another name or layer if it is not to be cut"
                problems.append(Problem(line.place, message, hint))
                continue
            contour = _Contour(line.path, ring, line.place)
            left, top, right, bottom = contour.area.bounds
            if not contour.area.is_valid:
                spot = re.search(r"\[(\S+) (\S+)\]", shapely.is_valid_reason(contour.area))
                where = f" at {_at(float(spot[1]), float(spot[2]))}" if spot else ""
                problems.append(Problem(line.place, f"the line to cut crosses itself{where}", "draw it without loops"))
            elif min(right - left, bottom - top) < _LEAST:
                message = f"the line to cut at {_at(left, top)} encloses {right - left:.2g} x {bottom - top:.2g} mm"
                problems.append(Problem(line.place, message, f"draw it at least {_LEAST:g} mm wide, or remove it"))
            elif not page.grow(_OVER).contains(Rect(left, top, right - left, bottom - top)):
                message = f"the line to cut reaches from {_at(left, top)} to {_at(right, bottom)}"
                message += f", beyond the page of {page.width:g} x {page.height:g} mm"
                hint = "enlarge the page, or move the line (Inkscape: Edit > Resize Page to Selection)"
                problems.append(Problem(line.place, message, hint))
            else:
                yield contour


def _nested(contours: Sequence[_Contour]) -> tuple[_Contour, list[_Contour]]:
    """Return the outline and its holes; BuildError where lines cross, or there are several outlines."""
    outer, *inner = sorted(contours, key=lambda contour: -contour.area.area)
    problems = []
    for contour in inner:
        if not outer.area.intersects(contour.area):
            message = f"there is a second outline at {_middle(contour)}; the first is on line {outer.place.line}"
            hint = "a file holds one piece: draw the other in a file of its own, or give it another name"
            problems.append(Problem(contour.place, message, hint))
        elif not outer.area.contains_properly(contour.area):
            hint = "keep the whole hole inside the outline; what is open to the rim is a part of the outline"
            problems.append(Problem(contour.place, f"the hole at {_middle(contour)} crosses the outline", hint))
    for pair, other in combinations(inner, 2):
        if pair.area.intersects(other.area) and outer.area.contains(other.area):
            message = f"the holes at {_middle(pair)} and {_middle(other)} touch or lie in each other"
            problems.append(Problem(other.place, message, "draw them as one hole, or move them apart"))
    if problems:
        raise BuildError(capped(problems))
    return outer, inner


def _folds(lines: Sequence[_Line], outer: _Contour, problems: list[Problem]) -> Iterator[tuple[Point, ...]]:
    """Yield the lines to fold along, as points."""
    for line in lines:
        for ring, closed in subpaths(line.path) if line.role == "fold" else ():
            points = (*ring, ring[0]) if closed else ring
            if not shapely.LineString(points).intersects(outer.area):
                (x, y) = points[0]
                message = f"the line to fold along that begins at {_at(x, y)} lies outside the piece"
                problems.append(Problem(line.place, message, "draw it across the piece, or give it another name"))
            yield points


def _middle(contour: _Contour) -> str:
    left, top, right, bottom = contour.area.bounds
    return _at((left + right) / 2, (top + bottom) / 2)


def _at(x: float, y: float) -> str:
    """Return a place on the page as text; adding 0.0 turns a rounded minus zero into zero."""
    return f"{round(x, 1) + 0.0:g}, {round(y, 1) + 0.0:g} mm"
