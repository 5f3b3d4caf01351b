"""What a game's picture is like: its size, and its colour if it has only one."""

from __future__ import annotations

from beeprint.base.colour import Colour
from beeprint.base.problems import BuildError
from beeprint.drawing import bitmap, svg
from beeprint.drawing.drawing import ImageMark, Solid, walk
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.drawing.svg.reader.geometry import read_page
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import Workspace, shown


def picture_size(workspace: Workspace, name: str) -> tuple[float, float] | None:
    """Return the width and height of a picture in art/, in any unit; None where it is missing or cannot be read."""
    path = workspace.find("art", name, SUFFIXES)
    if path is None:
        return None
    try:
        data = read_bytes(path, shown(path), within=workspace.game)
        if path.suffix.lower() != ".svg":
            return bitmap.size(data)
        page, _ = read_page(svg.parse(svg.decoded(data, shown(path)), shown(path)).attributes)
    except (BuildError, ValueError):
        return None
    return page.width, page.height


def picture_colour(workspace: Workspace, name: str) -> Colour | None:
    """Return the one colour of a picture in art/, as `only_colour` does; None where it is missing."""
    path = workspace.find("art", name, SUFFIXES)
    if path is None:
        return None
    try:
        return only_colour(read_bytes(path, shown(path), within=workspace.game), shown(path))
    except BuildError:
        return None


def only_colour(data: bytes, name: str) -> Colour | None:
    """Return the one colour that an SVG file is drawn in; None for one of several, of pixels, or that takes a tint."""
    if not name.lower().endswith(".svg"):
        return None
    try:
        text = svg.decoded(data, name)
        marks = [mark for mark, _ in walk(svg.read(text, name).marks)]
    except (BuildError, ValueError):
        return None
    paints = [paint for mark in marks for paint in mark.paints]
    if "currentColor" in text or any(isinstance(mark, ImageMark) for mark in marks):
        return None
    colours = {paint.colour.hex if isinstance(paint, Solid) else "": paint for paint in paints}
    paint = colours.popitem()[1] if len(colours) == 1 else None
    return paint.colour if isinstance(paint, Solid) else None
