"""Add, remove, duplicate, rename, reorder and align the slots of a layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from beeprint.base.geometry import Rect, millimetres
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.base.words import titled
from beeprint.edit.boxes import SlotPlace
from beeprint.edit.change import Change, Edit
from beeprint.edit.choices import base_of
from beeprint.edit.document import Document
from beeprint.edit.new_slots import NewSlot
from beeprint.edit.slot_keys import order_of
from beeprint.edit.slots import SlotSource, edit_of, entry_at
from beeprint.edit.snapshot import Box, spots_of
from beeprint.sources.nodes import Node
from beeprint.sources.workspace import shown

#: Keys of other slots that name a slot.
NAMING = ("moves-with", "stretches-with", "below")


def add_slots(at: SlotPlace, slots: Sequence[NewSlot], beside: Iterable[Change] = ()) -> Edit:
    """Return the edit that draws more slots above all others, pictures below the layout's own texts.

    A slot with `behind` is drawn right below the slot of that name. A name that is taken gets a number. A picture is
    above the pictures that it would hide behind.

    `beside` are changes of other files that belong to the same edit, such as the column that a slot shows. BuildError
    where the slots name a column that a deck lacks.
    """
    document, names = _document(at), list(at.layout.nodes)
    files = list(beside)
    for slot in slots:
        names.append(unused_name(slot.name, names))
        document = document.set(("slots", names[-1]), slot.keys)
        text = _first_text(at, document, slot) if slot.keys.get("kind") == "picture" else None
        document = document.move(("slots", names[-1]), text) if text else document
        document = draw_below(document, at, ("slots", names[-1]), slot.behind) if slot.behind else document
        files += slot.files
    added = tuple(names[len(at.layout.nodes) :])
    behind = "".join(f" behind {titled(slot.behind)}" for slot in slots if slot.behind)
    return replace(edit_of(at, f"{', '.join(map(titled, added))} added{behind}", [document], files), added=added)


def _first_text(at: SlotPlace, document: Document, picture: NewSlot) -> str | None:
    """Return the text of a layout itself that it draws first over the pictures that a new picture meets."""
    own = [name for name in document.get(("slots",)) or {} if name in at.layout.nodes]
    kinds = [at.layout.nodes[name].plain().get("kind") for name in own]
    pictures = (index for index, kind in enumerate(kinds) if kind == "picture")
    above = max((index + 1 for index in pictures if _may_hide(at.layout.nodes[own[index]], picture)), default=0)
    return next((name for name, kind in zip(own[above:], kinds[above:], strict=True) if kind == "text"), None)


def _may_hide(node: Node, slot: NewSlot) -> bool:
    """Return whether the box of a slot holds the middle of a new one; a box without numbers may be anywhere."""
    spots = spots_of(node.find(["box"]))
    return not spots or Rect(*(spot.value for spot in spots)).contains(Rect(*Rect(*slot.keys["box"]).centre, 0, 0))


def _document(at: SlotPlace) -> Document:
    path = at.snapshot.file(at.use.layout)
    return Document(path, at.snapshot.held[path])


def unused_name(name: str, names: Iterable[str]) -> str:
    """Return a name that is not taken: the copy of icon-2 is icon-3."""
    known = set(names)
    stem = re.sub(r"(?<=.)-\d+$", "", name)
    numbered = (f"{stem}-{number}" for number in range(2, len(known) + 3))
    return name if name not in known else next(other for other in numbered if other not in known)


def delete_slots(sources: Sequence[SlotSource]) -> Edit:
    """Return the edit that removes slots: their own entries, and with `drop:` those of parents."""
    at = sources[0].at
    names = ", ".join(titled(each.name) for each in sources)
    return edit_of(at, f"{names} deleted", [without_slots(_document(at), sources)])


def without_slots(document: Document, sources: Iterable[SlotSource]) -> Document:
    """Return a layout without some slots, those of parents too."""
    for each in sources:
        slot = base_of(each.at.use.slot)
        document = document.remove(("slots", *slot))
        document = _without_inherited(each.at, slot[0], document) if len(slot) == 1 else document
    return document


def _is_inherited(at: SlotPlace, name: str, document: Document) -> bool:
    """Return whether a layout without its own entry for a slot still has that slot."""
    if not document.get(("extends",)):
        return False
    try:
        layout = at.snapshot.with_bytes({document.path: document.data}).layout(at.use.layout)
    except BuildError:
        return True
    return name in layout.nodes


def _without_inherited(at: SlotPlace, name: str, document: Document) -> Document:
    """Return a layout that leaves out the slot of a parent, if there is such a slot."""
    if not _is_inherited(at, name, document):
        return document
    return document.insert(("drop",), len(document.get(("drop",)) or ()), name)


def replace_slot(at: SlotPlace, name: str, keys: Mapping[str, Any], beside: Iterable[Change]) -> Edit:
    """Return the edit that gives a slot all other keys, where it is drawn between the others; `beside` is as above."""
    document = _document(at)
    rest = document.remove(("slots", name))
    dropped = _without_inherited(at, name, rest)
    if dropped is not rest:  # slots of parents are drawn before all of this layout's own
        names = list(at.layout.nodes)
        above = names[names.index(name) + 1 :]
        document, keys = dropped, {**keys, "below": above[0]} if above else keys
    document = document.set(("slots", name), keys, order_of(str(keys["kind"])))
    return edit_of(at, f"{titled(name)} replaced", [document], beside)


def duplicate_slots(sources: Sequence[SlotSource], shift: float = 3) -> Edit:
    """Return the edit that draws slots once more, right above them, `shift` mm to the right and further down.

    Copies of slots that come from another layout are above all others. The edit names the copies by their paths.
    """
    source = sources[0]
    document = _document(source.at)
    order = [*(document.get(("slots",)) or {})]
    last = max((order.index(each.name) for each in sources if each.name in order), default=len(order))
    above = order[last + 1] if last + 1 < len(order) else None
    names = list(source.at.layout.nodes)
    added: list[str] = []
    for each in sources:
        base = base_of(each.at.use.slot)
        own, plain = document.get(("slots", *base)), entry_at(each.at.layout, base).plain()
        beside = entry_at(each.at.layout, base[:-1]).value if len(base) > 1 else {}
        name = unused_name(each.name, [*names, *(beside if isinstance(beside, dict) else ())])
        names.append(name)
        keys = ("slots", *base[:-1], name)
        added.append("/".join(keys[1:]))
        is_whole = isinstance(own, dict) and "kind" in own
        is_whole = is_whole and not _is_inherited(each.at, each.name, document.remove(("slots", *base)))
        document = document.copy(("slots", *base), name) if is_whole else document.set(keys, plain)
        if above is not None and len(base) == 1:
            document = document.move(keys, above)
        box = document.get((*keys, "box"))
        if box is not None and (moved := _shifted(box, shift)) != box:
            document = document.set((*keys, "box"), moved)
    change = edit_of(source.at, f"{', '.join(titled(each.name) for each in sources)} duplicated", [document])
    return replace(change, added=tuple(added))


def _shifted(box: Any, by: float) -> Any:
    """Return a box, as a list or as a text with four numbers, to the right and further down; another one as it is."""
    parts = box if isinstance(box, list) else re.split(r"([\s,x]+)", str(box).strip())
    at = (0, 1) if isinstance(box, list) else (0, 2)
    if not isinstance(box, list | str) or len(parts) != (4 if isinstance(box, list) else 7):
        return box
    moved = [f"{millimetres(str(part)) + by:.10g}" if index in at else part for index, part in enumerate(parts)]
    return moved if isinstance(box, list) else "".join(moved)


def rename_slot(source: SlotSource, name: str) -> Edit:
    """Return the edit that gives a slot another name, in all layouts that name it."""
    place = Place(shown(source.file))
    base = base_of(source.at.use.slot)
    if name in source.at.layout.nodes or not name.strip():
        raise error_at(
            place, f"there is a slot {name} already" if name.strip() else "the name is empty", "name it otherwise"
        )
    documents = []
    snapshot = source.at.snapshot
    names = snapshot.dependents([source.file])
    for layout in names:
        snapshot.layout(layout)
    for path in dict.fromkeys(snapshot.file(layout) for layout in names):
        document = Document(path, snapshot.held[path])
        if document.get(("slots", *base)) is not None:
            document = document.rename(("slots", *base), name)
        elif path == source.file:
            raise error_at(place, f"slot {source.name} comes from another layout", "rename it there")
        documents.append(_renamed_in(document, source.name, name))
    return edit_of(
        source.at, f"{titled(source.name)} renamed to {titled(name)}", documents, renamed=(source.name, name)
    )


def _renamed_in(document: Document, before: str, after: str) -> Document:
    """Change the name of a slot where other slots and `drop:` mention it."""
    mentions = [("drop",), *(("slots", slot, key) for slot in document.get(("slots",)) or () for key in NAMING)]
    for keys in mentions:
        value = document.get(keys)
        if value == before:
            document = document.set(keys, after)
        elif isinstance(value, list) and before in value:
            document = document.set(keys, [after if item == before else item for item in value])
    return document


def move_slot(source: SlotSource, before: str | None) -> Edit:
    """Return the edit that draws a slot right below another one, `before`, or above all others where that is None."""
    document = _document(source.at)
    keys = ("slots", *base_of(source.at.use.slot))
    _check_own(source.at, document, keys[:-1], source.name)
    moved = draw_below(document, source.at, keys, before)
    order = list(source.at.layout.nodes)
    backward = before in order and source.name in order and order.index(before) < order.index(source.name)
    return edit_of(source.at, f"{titled(source.name)} {'sent backward' if backward else 'brought forward'}", [moved])


def draw_below(document: Document, at: SlotPlace, keys: Sequence[str], before: str | None) -> Document:
    """Return a layout that draws a slot right below another one, or above all others where `before` is None."""

    def is_own(name: str) -> bool:
        entry = (*keys[:-1], name)
        is_here = document.get(entry) is not None
        return is_here and (len(keys) > 2 or not _is_inherited(at, name, document.remove(entry)))

    if before is None or (is_own(keys[-1]) and is_own(before)):
        return document.remove((*keys, "below")).move(keys, before)
    return document.set((*keys, "below"), before)  # slots of parents are drawn before all of this layout's own


def move_slots(sources: Sequence[SlotSource], way: Literal["forward", "backward"]) -> Edit:
    """Return the edit that draws slots one step further forward or backward; those side by side stay together."""
    at, document = sources[0].at, _document(sources[0].at)
    for keys, names, moving in _held(sources):
        steps = reversed(names) if way == "forward" else tuple(names)
        for name in [name for name in steps if name in moving]:
            index = names.index(name)
            other = index + (1 if way == "forward" else -1)
            if not 0 <= other < len(names) or names[other] in moving:
                continue
            _check_own(at, document, keys, name)
            names[index], names[other] = names[other], names[index]
            document = draw_below(document, at, (*keys, name), names[other + 1] if other + 1 < len(names) else None)
    words = "brought forward" if way == "forward" else "sent backward"
    return edit_of(at, f"{', '.join(titled(source.name) for source in sources)} {words}", [document])


def bring_to_front(sources: Sequence[SlotSource]) -> Edit:
    """Return the edit that draws slots above all others, in the order that they have among themselves."""
    at, document = sources[0].at, _document(sources[0].at)
    for keys, names, moving in _held(sources):
        if names[-len(moving) :] != moving:
            document = _drawn_below(document, at, keys, moving, None)
    words = ", ".join(titled(source.name) for source in sources)
    return edit_of(at, f"{words} brought to the front", [document])


def send_to_back(sources: Sequence[SlotSource], grounds: Collection[str] = ()) -> Edit:
    """Return the edit that draws slots right above the lowest slots, `grounds`.

    Slots that are there already are drawn below all others. They keep the order that they have among themselves.
    """
    at, document = sources[0].at, _document(sources[0].at)
    lowest = False
    for keys, names, moving in _held(sources):
        rest = [name for name in names if name not in moving]
        floor = next((index for index, name in enumerate(rest) if len(keys) > 1 or name not in grounds), len(rest))
        is_there = [*rest[:floor], *moving, *rest[floor:]] == names or names.index(moving[0]) < floor
        above = rest[0 if is_there else floor :]
        lowest = lowest or bool(is_there and floor)
        if above and [*rest[: len(rest) - len(above)], *moving, *above] != names:
            document = _drawn_below(document, at, keys, moving, above[0])
    words = ", ".join(titled(source.name) for source in sources)
    return edit_of(at, f"{words} sent to the back{', behind the ground' if lowest else ''}", [document])


def _held(sources: Sequence[SlotSource]) -> Iterator[tuple[tuple[str, ...], list[str], list[str]]]:
    """Yield the keys of each mapping that holds some of the slots, the names in it, and theirs, the lowest first."""
    holders: dict[tuple[str, ...], list[str]] = {}
    for source in sources:
        holders.setdefault(base_of(source.at.use.slot)[:-1], []).append(source.name)
    layout = sources[0].at.layout
    for holder, moving in holders.items():
        inner = entry_at(layout, holder).value if holder else layout.nodes
        names = list(inner) if isinstance(inner, Mapping) else []
        if held := [name for name in names if name in moving]:
            yield ("slots", *holder), names, held


def _drawn_below(
    document: Document, at: SlotPlace, holder: Sequence[str], names: Sequence[str], before: str | None
) -> Document:
    """Return a layout that draws slots right below another one, in their order, or above all others."""
    for name in names:
        _check_own(at, document, holder, name)
        document = draw_below(document, at, (*holder, name), before)
    return document


def _check_own(at: SlotPlace, document: Document, holder: Sequence[str], name: str) -> None:
    """Raise BuildError for a slot whose entry is in another layout."""
    if name not in (document.get(holder) or {}):
        place = Place(shown(document.path))
        raise error_at(place, f"slot {name} comes from another layout", "change its order there")


def aligned(boxes: Sequence[Box], how: str) -> list[Box]:
    """Return boxes, in mm, that are aligned, distributed or as large as the first one; KeyError for another word."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    if how.startswith("distribute"):
        return _distributed(boxes, 0 if how == "distribute-x" else 1)
    place: Callable[[float, float, float, float], Box] = {
        "left": lambda x, y, w, h: (left, y, w, h),
        "centre": lambda x, y, w, h: ((left + right - w) / 2, y, w, h),
        "right": lambda x, y, w, h: (right - w, y, w, h),
        "top": lambda x, y, w, h: (x, top, w, h),
        "middle": lambda x, y, w, h: (x, (top + bottom - h) / 2, w, h),
        "bottom": lambda x, y, w, h: (x, bottom - h, w, h),
        "same-width": lambda x, y, w, h: (x, y, boxes[0][2], h),
        "same-height": lambda x, y, w, h: (x, y, w, boxes[0][3]),
    }[how]
    return [place(*box) for box in boxes]


def _distributed(boxes: Sequence[Box], axis: int) -> list[Box]:
    """Return boxes with equal gaps between the first and the last along an axis."""
    order = sorted(range(len(boxes)), key=lambda index: boxes[index][axis])
    first, last = boxes[order[0]], boxes[order[-1]]
    room = last[axis] + last[axis + 2] - first[axis] - sum(box[axis + 2] for box in boxes)
    gap, at = room / max(1, len(boxes) - 1), first[axis]
    placed: dict[int, Box] = {}
    for index in order:
        box = list(boxes[index])
        box[axis] = at
        at += box[axis + 2] + gap
        placed[index] = (box[0], box[1], box[2], box[3])
    return [placed[index] for index in range(len(boxes))]
