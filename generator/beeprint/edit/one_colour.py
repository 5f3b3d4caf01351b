"""Give drawings in one colour the colour of their slot: `replaces:` says which colour of the file goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beeprint.base.colour import Colour
from beeprint.base.problems import BuildError
from beeprint.drawing import svg
from beeprint.drawing.drawing import ImageMark, Solid, walk
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit.slots import SlotSource
from beeprint.game.binding import bind
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import Workspace, shown


def tint_of(data: bytes, name: str) -> dict[str, str]:
    """Return the key by which a drawing takes the colour of its slot; none where it is not of one colour."""
    colour = _only_colour(data, name)
    return {} if colour is None else {"replaces": colour.hex}


def tint_of_slot(source: SlotSource, changes: Mapping[str, Any]) -> dict[str, str]:
    """Return the key by which the drawing that a slot shows, or will show, takes the slot's colour."""
    key, folder = {"icon": ("icon", "icons/"), "picture": ("art", "")}.get(source.kind, ("", ""))
    value = source.values.get(key)
    name = str(changes.get(key) or (value.plain if value else ""))
    if not name or ("replaces" in source.values and key not in changes):
        return {}
    try:
        return _tint_of_art(source.at.snapshot, f"{folder}{bind(name, source.at.scope)}")
    except KeyError:
        return {}


def _tint_of_art(workspace: Workspace, name: str) -> dict[str, str]:
    path = workspace.find("art", name, SUFFIXES)
    if path is None:
        return {}
    try:
        return tint_of(read_bytes(path, shown(path), within=workspace.game), shown(path))
    except BuildError:
        return {}


def _only_colour(data: bytes, name: str) -> Colour | None:
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
