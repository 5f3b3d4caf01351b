"""What a new slot is drawn with: the look of its neighbours, a column's words or pictures, and a box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Point, Rect
from beeprint.base.words import counted, titled
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit.boxes import SlotPlace
from beeprint.edit.change import Change
from beeprint.edit.contrast import Beneath, seen_ink
from beeprint.edit.free_places import Room, Size, where
from beeprint.edit.picture_columns import DeckPictures, folder_of
from beeprint.edit.slot_keys import order_of
from beeprint.edit.snapshot import Box
from beeprint.starter.own_icons import own_icon

#: The sides of icons and shapes, in mm, and the greatest part of a card's width and height that pictures fill.
_SIDES: Mapping[str, float] = {"icon": 10, "shape": 20}
#: The least side of an icon or a shape for each mm of a large piece, and the greatest for each mm of a small one.
_PARTS: Mapping[str, tuple[float, float]] = {"icon": (0.1, 0.35), "shape": (0.2, 0.5)}
_WIDEST, _HIGHEST = 0.8, 0.5
#: The types of columns whose values are short, and how many characters fill a corner, a short line and a line.
_NUMBERS = ("int", "length", "bool")
_SHORT, _WORD, _SENTENCE = 3, 12, 40
_ICONS = "icons/"
#: The size of text where no neighbour has any, and the smallest that it shrinks to, in points.
_SIZE, _SMALLEST = 10, 7
#: The least height of a line of text, in mm.
_LINE_HEIGHT = 5.0
#: Between which means of their highest and lowest channel inks are vivid, by how much these differ at least, and what a
#: new shape is filled with where no ink is. The width of a new line, in mm.
_DARK, _LIGHT, _DULL, _BLUE, _LINE = 60, 190, 60, "#4477AA", 0.6
#: Up to how many texts in front of a new picture are named.
_NAMED = 2
#: The picture that a new slot shows until a person chooses one.
PLACEHOLDER = "placeholder"
_PLACEHOLDER = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">\n'
    b'  <rect x="2" y="2" width="36" height="36" rx="4" fill="#e9e4d8" stroke="#8a8478" stroke-width="1.5"/>\n'
    b'  <path d="M8 30 17 18 24 26 28 21 33 30Z" fill="#8a8478"/>\n'
    b'  <circle cx="27" cy="13" r="3.5" fill="#8a8478"/>\n'
    b"</svg>\n"
)


class NewSlot(NamedTuple):
    """A slot to add: its name, its keys, and the files that come with it.

    `where` says in words where on the piece it is; `behind` names the slot right below which it is drawn,
    "" for above all.
    """

    name: str
    keys: Mapping[str, Any]
    files: tuple[Change, ...] = ()
    where: str = ""
    behind: str = ""


def new_slot(
    at: SlotPlace,
    kind: str,
    column: str = "",
    shape: str = "rectangle",
    box: Box | None = None,
    point: Point | None = None,
    shown: Mapping[str, Sequence[Rect]] | None = None,
    beneath: Beneath | None = None,
) -> NewSlot:
    """Return a slot of a kind, or of the kind that shows a column best if `kind` is empty.

    Its box is `box`, about `point`, or where `shown`, what slots fill on the pieces, leaves room; all in mm. Its ink is
    seen on what is `beneath`.
    """
    if not kind:
        kind = _kind_for(at, column)
    make = {"text": _text, "picture": _picture, "icon": _icon, "shape": _shape, "grid": _grid}[kind]
    name, keys, files = make(at, column)[:3]
    if kind == "shape":
        keys = _shaped(at, keys, shape)
    room, size = Room(at, shown), _size(at, kind, column)
    if box and shape == "circle":
        box = (*box[:2], *(2 * (min(box[2:]),)))
    place = Rect(*box) if box else room.about(point, size) if point else room.find(size)
    if kind == "text" and size.corner:
        keys = {**keys, "align": "centre", "valign": "middle"}
    keys = {**keys, **_seen(at, kind, keys, beneath(place) if beneath else ())}
    keys = {"kind": kind, **keys, "box": [_rounded(number) for number in place]}
    is_placed = bool(box or point)  # by a person, who sees where it is
    words = where(place, at.deck.shape.box) + ("" if is_placed else _before(at, kind, place, shown or {}))
    behind = _hidden_by(at, place, shown or {}) if kind == "shape" and shape != "line" else ""
    return NewSlot(column or name, {key: keys[key] for key in order_of(kind) if key in keys}, files, words, behind)


def _hidden_by(at: SlotPlace, place: Rect, shown: Mapping[str, Sequence[Rect]]) -> str:
    """Return the lowest text, icon, picture or grid that a shape would hide on any piece; "" for none.

    A slot that holds the whole shape, such as a panel, is the ground of the shape and of all slots above it.
    """
    kinds = {name: node.plain().get("kind") for name, node in at.layout.nodes.items()}
    grounds = (
        index
        for index, (name, kind) in enumerate(kinds.items())
        if kind in ("shape", "picture") and any(box.contains(place) for box in shown.get(name, ()))
    )
    above = list(kinds)[max(grounds, default=-1) + 1 :]
    met = (name for name in above if kinds[name] != "shape" and any(map(place.overlaps, shown.get(name, ()))))
    return next(met, "")


def _before(at: SlotPlace, kind: str, place: Rect, shown: Mapping[str, Sequence[Rect]]) -> str:
    """Return which texts lie on a new picture on any piece, in words that go on a sentence; "" for none of them."""
    if kind != "picture":
        return ""
    kinds = {name: node.plain().get("kind") for name, node in at.layout.nodes.items()}
    texts = [name for name, boxes in shown.items() if kinds.get(name) == "text" and any(map(place.overlaps, boxes))]
    words = " and ".join(map(titled, texts)) if len(texts) <= _NAMED else counted(len(texts), "text")
    return f", behind {words}, since nothing is free" if texts else ""


def _seen(at: SlotPlace, kind: str, keys: Mapping[str, Any], beneath: Sequence[Colour]) -> dict[str, Any]:
    """Return the ink that a new slot needs to be seen; nothing where its own one is."""
    names = {"text": ("colour",), "icon": ("colour",), "shape": ("fill", "stroke")}.get(kind, ())
    name = next((name for name in names if name in keys or kind != "shape"), "")
    usual = str(keys.get(name, BLACK.hex))
    ink = seen_ink(at.scope.game, usual, beneath) if name else usual
    return {} if ink == usual else {name: ink}


def _rounded(number: float) -> float:
    return round(number, 1)


def _size(at: SlotPlace, kind: str, column: str) -> Size:
    """Return how large a slot is, by what it shows."""
    trim = at.deck.shape.box
    if kind in ("icon", "shape"):
        short, (least, most) = min(trim.width, trim.height), _PARTS[kind]
        side = min(max(_SIDES[kind], least * short), most * short)
        return Size(side, side, corner=kind == "icon" and bool(column), middle=not column)
    if kind in ("picture", "grid"):
        return Size(_WIDEST * trim.width, _HIGHEST * trim.height, grows=True, middle=not column)
    longest = max((len(row.texts.get(column, "")) for row in at.deck.rows.rows), default=0) if column else 0
    declared = at.deck.rows.columns.get(column)
    if column and declared is not None and (declared.type in _NUMBERS or longest <= _SHORT):
        return Size(min(12, trim.width / 3), min(8, trim.height / 3), corner=True)
    if column and longest <= _WORD:
        return Size(0.4 * trim.width, min(7, trim.height / 4), corner=True)
    height = (0.2 if longest > _SENTENCE else 0.1) * trim.height
    return Size(0.7 * trim.width, max(height, _LINE_HEIGHT), middle=not column)


def _kind_for(at: SlotPlace, column: str) -> str:
    if _is_flag(at, column):
        return "icon"
    folder = picture_folder(at, column)
    if folder is None:
        awaits = bool(column) and column in DeckPictures(at.scope.game, at.deck).unplaced
        return "picture" if awaits else "text"
    return "icon" if folder.startswith(_ICONS) else "picture"


def _is_flag(at: SlotPlace, column: str) -> bool:
    declared = at.deck.rows.columns.get(column)
    return declared is not None and declared.type == "bool"


def picture_folder(at: SlotPlace, column: str) -> str | None:
    """Return the folder of art in which the values of a column name pictures, with a slash; None where they do not."""
    return folder_of(at.snapshot, at.deck, column)


def _text(at: SlotPlace, column: str) -> NewSlot:
    look = _look(at)
    return NewSlot("text", {**look, "text": f"{{{column}}}" if column else "Text"})


def _look(at: SlotPlace) -> dict[str, Any]:
    """Return the font and colour of most texts of the layout."""
    texts = [node for node in at.layout.nodes.values() if node.plain().get("kind") == "text"]
    plain = [node.plain() for node in texts]

    def most(key: str) -> Any:
        values = Counter(str(each[key]) for each in plain if isinstance(each.get(key), str))
        return values.most_common(1)[0][0] if values else None

    font, colour = most("font") or "source-sans", most("colour")
    look: dict[str, Any] = {"font": font, "size": _SIZE, "min": _SMALLEST}
    return look if colour is None or "{" in colour else {**look, "colour": colour}


def _picture(at: SlotPlace, column: str) -> NewSlot:
    if column:
        bound = {"art": f"{picture_folder(at, column) or ''}{{{column}}}"}
        return NewSlot("picture", {**bound, "when": {column: "not-empty"}} if _may_be_empty(at, column) else bound)
    return NewSlot("picture", {"art": PLACEHOLDER}, _made(at, f"{PLACEHOLDER}.svg", _PLACEHOLDER))


def _may_be_empty(at: SlotPlace, column: str) -> bool:
    declared = at.deck.rows.columns.get(column)
    return declared is not None and declared.optional


def _icon(at: SlotPlace, column: str) -> NewSlot:
    if column and not _is_flag(at, column):
        return NewSlot("icon", {"icon": f"{(picture_folder(at, column) or '').removeprefix(_ICONS)}{{{column}}}"})
    shown = {"when": {column: "yes"}} if column else {}  # yes or no is an icon on the cards of yes
    if column and f"{_ICONS}{column}" in at.snapshot.names("art", SUFFIXES):
        return NewSlot("icon", {"icon": column, **shown})
    return NewSlot("icon", {"icon": "star", **shown}, _made(at, "icons/star.svg", own_icon("star")))


def _made(at: SlotPlace, name: str, data: bytes) -> tuple[Change, ...]:
    """Return what makes a picture that stands for one to choose, as a file of the game: nothing where it is there."""
    path = at.snapshot.game / "art" / name
    return () if path.exists() else (Change(path, None, data),)


def _shape(at: SlotPlace, column: str) -> NewSlot:
    return NewSlot("shape", {"fill": _vivid(at.scope.game.palette)})


def _vivid(palette: Mapping[str, Colour]) -> str:
    """Return the ink that is seen best on light and on dark grounds; a colour where the palette has none."""
    inks = {name: ink for name, ink in palette.items() if _DARK <= (max(ink) + min(ink)) / 2 <= _LIGHT}
    name = max(inks, key=lambda name: max(inks[name]) - min(inks[name]), default="")
    return name if name and max(inks[name]) - min(inks[name]) >= _DULL else _BLUE


def _shaped(at: SlotPlace, keys: Mapping[str, Any], shape: str) -> dict[str, Any]:
    keys = {"stroke": _stroke(at), "width": _LINE} if shape == "line" else keys
    return {**keys, "shape": "ellipse" if shape == "circle" else shape}


def _stroke(at: SlotPlace) -> str:
    return "ink" if "ink" in at.scope.game.palette else "#222222"


def _grid(at: SlotPlace, column: str) -> NewSlot:
    cell = {"kind": "shape", "shape": "rectangle", "box": [-4.5, -4.5, 9, 9], "stroke": _stroke(at)}
    cells = f"{{{column}}}" if column else "3x3"
    return NewSlot("grid", {"lattice": "square", "pitch": 10, "cells": cells, "each": {"cell": cell}})
