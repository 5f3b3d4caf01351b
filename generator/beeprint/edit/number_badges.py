"""A column of numbers in badges: like the badges that a layout has, else as the look of the deck draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from msgspec.structs import replace

from beeprint.base.geometry import Rect
from beeprint.edit.boxes import SlotPlace
from beeprint.edit.change import Change, Edit
from beeprint.edit.deck_templates import add_look, look_of
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft
from beeprint.edit.free_places import Room, Size, where
from beeprint.edit.slot_list import unused_name
from beeprint.edit.slots import edit_of
from beeprint.game.conditions import NOT_EMPTY
from beeprint.sources.nodes import read_yaml
from beeprint.starter import arranged_face, looks
from beeprint.starter.arrangement import RIM, BadgeSize, badge_size, is_small
from beeprint.starter.deck_of_table import Guess
from beeprint.starter.looks import LOOKS

#: What the texts of badges show of each column, and the styles of a layout in which a look sets them.
_VALUE, _HEAD, _STYLES = "{item.value}", "{item.head}", ("heading", "label")
#: The keys of a repeated slot's condition on its column.
_SHOWN = {"item.value": NOT_EMPTY}
_ORDER = ("over", "at", "gaps")
#: The steps in mm in which the next place below a corner is looked for.
_STEP = 0.5


class BadgePlacement(NamedTuple):
    """An edit that shows a column in a badge: the slot of its number, and in words where on the piece it is."""

    edit: Edit
    slot: str
    where: str


def place_badge(
    at: SlotPlace, column: str, shown: Mapping[str, Sequence[Rect]] | None, beside: Iterable[Change] = ()
) -> BadgePlacement | None:
    """Return the edit that shows a column of numbers in a badge, together with the changes `beside` it.

    None where the column holds no whole numbers, the layout has neither badges nor a look, or no corner is free.
    """
    declared = at.deck.rows.columns.get(column)
    if declared is None or declared.type != "int":
        return None
    path = at.snapshot.file(at.use.layout)
    document, room = Document(path, at.snapshot.held[path]), Room(at, shown)
    return _join(at, document, room, column, beside) or _begin(at, document, room, column, beside)


# Another badge beside others -----------------------------------------------------------------------------------------


def _join(
    at: SlotPlace, document: Document, room: Room, column: str, beside: Iterable[Change]
) -> BadgePlacement | None:
    """Return the edit that lists a column in the slots of a layout's badges; None where it has none in corners."""
    entries = {name: entry for name, entry in (document.get(["slots"]) or {}).items() if isinstance(entry, dict)}
    numbers = next((name for name, entry in entries.items() if _is_of_numbers(entry)), "")
    if not numbers:
        return None
    repeat = entries[numbers]["repeat"]
    over, places = repeat["over"], repeat["at"][str(len(repeat["over"]))]
    group = {name: entry for name, entry in entries.items() if _goes_with(entry, repeat)}
    heads = [at.deck.rows.head(name) for name in (*over, column) if name in at.deck.rows.columns]
    boxes = _with_names(at, group, heads)
    extent = reduce(Rect.union, boxes.values())
    first = extent.move(*map(float, places[0]))
    box = _free_corner(at, room, first, is_first=False)
    if box is None:
        return None
    offset = [round(box.x - extent.x, 2), round(box.y - extent.y, 2)]
    may_lack = at.deck.rows.columns[column].optional or "gaps" in repeat
    for name, entry in group.items():
        keys = dict(entry["repeat"])
        if may_lack:
            keys.pop("times", None)
            keys |= {"over": [*over, column], "gaps": "yes"}
        elif "over" in keys:
            keys["over"] = [*over, column]
        else:
            keys["times"] = len(over) + 1
        keys["at"] = {str(len(over) + 1): [*places, offset]}
        document = document.set(["slots", name, "repeat"], keys, _ORDER)
        document = document.set(["slots", name, "box"], [round(number, 1) for number in boxes[name]])
        if may_lack and "when" not in entry:
            document = document.set(["slots", name, "when"], _SHOWN)
    change = edit_of(at, f"{column} added to {numbers}", [document], beside)
    return BadgePlacement(change, numbers, where(box, at.deck.shape.box))


def _with_names(at: SlotPlace, group: Mapping[str, Mapping[str, Any]], heads: Sequence[str]) -> dict[str, Rect]:
    """Return the boxes of the slots of badges; those of names are as wide as their columns need, if there is room."""
    boxes = {name: Rect(*map(float, entry["box"])) for name, entry in group.items()}
    names = next((boxes[name] for name, entry in group.items() if _HEAD in str(entry.get("text"))), None)
    if names is None:
        return boxes
    trim = at.deck.shape.box
    wider = (badge_size(heads, trim.width, trim.height).label - names.width) / 2
    wider = max(0.0, min(wider, names.x - trim.x - at.deck.spec.safe))
    grown = names._replace(x=names.x - wider, width=names.width + 2 * wider)
    return {name: grown if box == names else box for name, box in boxes.items()}


def _is_of_numbers(entry: Mapping[str, Any]) -> bool:
    """Return whether a slot shows columns at listed places, as the numbers in badges are."""
    repeat = entry.get("repeat")
    over, places = (repeat.get("over"), repeat.get("at")) if isinstance(repeat, dict) else (None, None)
    is_listed = isinstance(over, list) and isinstance(places, dict) and str(len(over)) in places
    return is_listed and _VALUE in str(entry.get("text")) and isinstance(entry.get("box"), list)


def _goes_with(entry: Mapping[str, Any], numbers: Mapping[str, Any]) -> bool:
    """Return whether a slot is repeated like the numbers in badges: over the same columns, or as many times."""
    repeat = entry.get("repeat")
    if not isinstance(repeat, dict) or repeat.get("at") != numbers["at"]:
        return False
    return repeat.get("over", numbers["over"]) == numbers["over"] and isinstance(entry.get("box"), list)


def _free_corner(at: SlotPlace, room: Room, first: Rect, is_first: bool) -> Rect | None:
    """Return where a badge hides no words: as far from the edges as the first one, else the place nearest to a corner.

    Of places below the corners, the highest one comes first.
    """
    trim = at.deck.shape.box
    right, low = trim.right + trim.x - first.right, trim.bottom + trim.y - first.bottom
    corners = [first._replace(x=x, y=y) for x, y in ((right, low), (first.x, low), (right, first.y))]
    steps = range(1, int(max(0, low - first.y) / _STEP))
    below = [first._replace(x=x, y=first.y + _STEP * step) for step in steps for x in (right, first.x)]
    free = next(filter(room.is_without_marks, [*([first] if is_first else []), *corners, *below]), None)
    return free or room.corner(Size(first.width, first.height, corner=True, shrinks=False))


# The first badge of a layout -----------------------------------------------------------------------------------------


def _begin(
    at: SlotPlace, document: Document, room: Room, column: str, beside: Iterable[Change]
) -> BadgePlacement | None:
    """Return the edit that draws the first badge of a layout as its look does; None where it has no look."""
    game, shape = at.scope.game, at.deck.shape
    look, styles = look_of(game, at.deck.name), document.get(["styles"]) or {}
    if not look or any(style not in styles for style in _STYLES):
        return None
    guess = Guess(column, at.deck.rows.head(column), "int", at.deck.rows.columns[column].optional)
    size = badge_size([guess.head], shape.width, shape.height)
    box = _free_corner(at, room, Rect(RIM + 0.4, RIM, size.wide, size.high), is_first=True)
    if box is None:
        return None
    is_beside = look != looks.look_of(game.palette)
    names: dict[str, str] = {}
    for name, keys in _slots(guess, box, size, look, is_small(shape.width, shape.height), is_beside).items():
        names[name] = unused_name(name, document.get(["slots"]) or {})
        document = document.set(["slots", names[name]], keys)
    draft = Draft(game)
    change = edit_of(at, f"{column} added in a badge", [document], beside)
    draft.take(change.changes)
    add_look(game, draft, look, is_beside)
    change = replace(change, changes=draft.changes, added=tuple(names.values()))
    return BadgePlacement(change, names["numbers"], where(box, shape.box))


def _slots(guess: Guess, box: Rect, size: BadgeSize, look: str, small: bool, is_beside: bool) -> dict[str, Any]:
    """Return the slots of a badge with their keys."""
    text = "\n".join(["slots:", *arranged_face.badges([guess], [(box.x, box.y)], size, LOOKS[look], small)])
    plain = read_yaml((looks.beside(text, look) if is_beside else text).encode(), "badge").plain()
    assert isinstance(plain, dict)
    return dict(plain["slots"])
