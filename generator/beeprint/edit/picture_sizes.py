"""The size of a game's picture."""

from __future__ import annotations

from beeprint.base.problems import BuildError
from beeprint.drawing import bitmap, svg
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
