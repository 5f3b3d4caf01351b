"""Let a picture fill the whole piece, behind all that people read there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from beeprint.base.geometry import Rect
from beeprint.base.problems import error_at
from beeprint.base.words import titled
from beeprint.edit import slot_list, slots
from beeprint.edit.change import Edit
from beeprint.edit.free_places import GROUND
from beeprint.edit.slots import Only, SlotSource
from beeprint.face.layout import SlotView

#: The kinds of slots that people read.
_READ = ("text", "icon", "grid")
#: A shape is the mat of a picture, and moves with it, where at least this part of the shape is behind the picture.
_MAT = 0.5
#: The part of a piece that a ground of the whole piece covers at least: edges may leave a hair.
_WHOLE = 0.98


def fill_piece(source: SlotSource, views: Sequence[SlotView], only: Only | None = None) -> Edit:
    """Return the edit that makes a picture as large as the piece with its bleed, behind what people read.

    `views` are the slots of a piece in painting order. The picture is cropped where it has another shape. BuildError
    where its box is in the drawing of a frame.
    """
    at, picture = source.at, source.name
    here = next((view for view in views if view.path[-1] == picture and view.in_frame), None)
    if here is not None:
        message = f"the box of {picture} is a shape in the drawing of the frame"
        raise error_at(here.place, message, "enlarge that shape in your drawing program")
    (document,) = slots.write_keys([(source, {"box": "bleed", "fit": "cover"})], "here", only).values()
    outer = [view for view in views if len(view.path) == 1]
    order = [view.path[0] for view in outer]
    title = f"{titled(picture)} fills the whole card"
    if picture in order and at.use.slot[0] == picture:
        mats = _mats(outer, order.index(picture))
        before = _lowest(outer, {picture, *mats}, at.deck.shape.box)
        moved = [name for name in (*mats, picture) if before and order.index(before) < order.index(name)]
        for name in moved:
            document = slot_list.draw_below(document, at, ("slots", name), before)
        title += ", behind texts and icons" if picture in moved else ""
    return slots.edit_of(at, title, [document])


def _mats(views: Sequence[SlotView], picture: int) -> list[str]:
    """Return the shapes that are mostly behind the picture at an index, the lowest first."""
    box = views[picture].box
    areas = (view for view in views[:picture] if view.paint == "area")
    return [view.path[0] for view in areas if _area(view.box.intersection(box)) >= _MAT * _area(view.box)]


def _lowest(views: Sequence[SlotView], but: Collection[str], trim: Rect) -> str | None:
    """Return the lowest slot above the grounds of a piece, behind which a picture of the whole piece belongs."""
    read = next((index for index, view in enumerate(views) if view.kind in _READ), len(views))
    grounds = (
        index
        for index, view in enumerate(views[:read])
        if (view.paint == "area" or view.kind == "picture")
        and view.path[0] not in but
        and _area(view.box.intersection(trim)) >= GROUND * _area(trim)
    )
    above = views[max(grounds, default=-1) + 1 :]
    return next((view.path[0] for view in above if view.path[0] not in but), None)


def grounds_of(views: Sequence[SlotView], trim: Rect) -> frozenset[str]:
    """Return the names of the lowest slots of a piece: its grounds, and what they hide, by its slots in painting order.

    A ground is a filled shape or a picture that covers the whole piece, behind what people read.
    """
    outer = [view for view in views if len(view.path) == 1]
    read = next((index for index, view in enumerate(outer) if view.kind in _READ), len(outer))
    whole = [_area(view.box.intersection(trim)) >= _WHOLE * _area(trim) for view in outer[:read]]
    fills = (index for index, view in enumerate(outer[:read]) if whole[index] and view.paint == "area")
    end = max(fills, default=-1) + 1
    while end < read and whole[end] and outer[end].kind == "picture":
        end += 1
    return frozenset(view.path[0] for view in outer[:end])


def _area(box: Rect) -> float:
    return box.width * box.height
