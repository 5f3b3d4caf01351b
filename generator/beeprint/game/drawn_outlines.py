"""Read the outlines of pieces that a game draws as SVG files."""

from __future__ import annotations

from collections.abc import Mapping

from beeprint.base import budget
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.draw import svg
from beeprint.draw.shape import LEAST, MOST, Shape
from beeprint.files.nodes import Node
from beeprint.files.workspace import Workspace
from beeprint.game.shapes import OutlineShape, ShapeSpec

#: What reading a point of an outline costs, in steps, and what is kept of it, in bytes.
_POINT, _POINT_KEPT = 15, 1_000


def read_outlines(
    workspace: Workspace, shapes: Mapping[str, ShapeSpec], node: Node, fatal: list[Problem]
) -> dict[str, OutlineShape]:
    """Read the outlines that decks draw, by deck; what is wrong with them is added to `fatal`."""
    found = {}
    for name, spec in shapes.items():
        if isinstance(spec, OutlineShape):
            place = node.at(["decks", name, "shape", "file"])
            try:
                found[name] = spec.drawn(_outline(workspace, spec.file, (spec.width, spec.height), place))
            except BuildError as error:
                fatal += error.problems
    return found


def _outline(workspace: Workspace, file: str, size: tuple[float, float], place: Place) -> Shape:
    """Read the outline in a file of the game, scaled to a width or height in mm where there is one.

    BuildError at `place`, where the file is named, if there is none or its outline is too large or too small; else in
    the file.
    """
    if min(size) < 0 or all(size):
        message = "the outline has both a width and a height" if all(size) else "the outline has a negative size"
        raise error_at(place, message, "write one of the two: the other follows from the drawing")
    if not file.lower().endswith(".svg"):
        raise error_at(
            place, f"{file} is not an SVG file", "draw the outline as an SVG, such as art/shapes/standee.svg"
        )
    data, path = _read(workspace, file, place)
    found = svg.read_cut_shape(svg.parse(svg.decoded(data, path), path), size)
    # Only games with such outlines need the library that it loads.
    from beeprint.draw.free import free

    points = sum(map(len, (found.outer, *found.holes, *found.folds)))
    budget.spend("outlines", _POINT * points, _POINT_KEPT * points, lambda: place)
    made = free(found.outer, found.holes, found.folds)
    if not (min(made.width, made.height) >= LEAST and max(made.width, made.height) <= MOST):
        message = f"the outline in {path} is {made.width:.4g} x {made.height:.4g} mm; pieces are {LEAST} to {MOST} mm"
        raise error_at(place, message, "draw it at its true size, or write width: of the piece in mm")
    return made


def _read(workspace: Workspace, file: str, place: Place) -> tuple[bytes, str]:
    """Read a drawing; where there is none, the hint names one with a similar name."""
    drawings = [f"art/{name}.svg" for name in workspace.names("art", [".svg"])]
    try:
        return workspace.data(file, place)
    except BuildError as error:
        if (workspace.game / file).exists():
            raise
        raise error_at(place, error.problems[0].message, did_you_mean(file, drawings)) from error
