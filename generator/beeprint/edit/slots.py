"""Change the keys of slots, for all pieces or for some, and add, remove, rename and reorder slots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import Rect, millimetres
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.edit import heirs
from beeprint.edit.boxes import Side, SlotPlace, find_place
from beeprint.edit.change import Change, Edit, own_file
from beeprint.edit.document import Document, Keys
from beeprint.edit.draft import Draft
from beeprint.edit.new_slots import NewSlot
from beeprint.edit.slot_keys import keys_of_kind, order_of
from beeprint.edit.snapshot import Box, Snapshot, spots_of
from beeprint.edit.text import Piece
from beeprint.game.conditions import ELSE, EMPTY, case_of
from beeprint.game.model import Game
from beeprint.game.rows import Held
from beeprint.sources.nodes import Node
from beeprint.sources.workspace import shown

#: Where a value comes from: the slot's own entry, the case of a choice, a style, another layout, or nowhere.
Origin = Literal["own", "case", "style", "layout", "default"]
Where = Literal["here", "source"]
#: Keys of other slots that name a slot.
NAMING = ("moves-with", "stretches-with", "below")


class Value(Struct, frozen=True):
    """The value of a key as the file writes it, and where it is written; `source` names the style, layout or case."""

    plain: Any
    origin: Origin
    source: str
    place: Place


class SlotSource(Struct, frozen=True):
    """A slot, its kind and its values by key; `choice` is what its cases go by, "" where it has none."""

    at: SlotPlace
    kind: str
    style: str
    values: Mapping[str, Value]
    choice: str
    cases: tuple[str, ...]
    case: str

    @property
    def name(self) -> str:
        """Return the name of the slot."""
        return _base(self.at.use.slot)[-1]

    @property
    def file(self) -> Path:
        """Return the file of its layout."""
        return self.at.snapshot.file(self.at.use.layout)


def find_slot(game: Game, deck: str, side: Side, slot: Sequence[str], row: str = "") -> SlotSource:
    """Find a slot with all its values; BuildError if there is no such slot."""
    at = find_place(game, deck, side, slot, row)
    kind = at.node.find(["kind"])
    word = "" if kind is None else str(kind.value)
    base = _base(at.use.slot)
    choose = _slot_at(at.layout, base).find(["choose"])
    cases = choose.value if choose is not None and isinstance(choose.value, dict) else {}
    case = at.use.slot[-1] if len(at.use.slot) > len(base) else ""
    files = _Files(at.snapshot)
    style = files.document(at.snapshot.file(at.use.layout)).get(("slots", *base, "style"))
    names = [key.name for key in keys_of_kind(word)] if word else []
    values = {name: _value(at, files, base, case, node) for name in names if (node := at.node.find([name])) is not None}
    by = str(cases["by"].value) if "by" in cases else ""
    return SlotSource(at, word, str(style or ""), values, by, tuple(name for name in cases if name != "by"), case)


def _base(slot: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a slot without those of its case."""
    return tuple(slot[: len(slot) - 2] if len(slot) > 2 and slot[-2] == "choose" else slot)


def _slot_at(layout: Any, base: Sequence[str]) -> Node:
    node: Node | None = layout.nodes[base[0]].find(base[1:])
    assert node is not None
    return node


class _Files:
    """The documents of a snapshot, each read once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._paths = {shown(path): path for path in snapshot.held}
        self._documents: dict[Path, Document] = {}

    def document(self, path: Path) -> Document:
        """Return a file of the snapshot."""
        if path not in self._documents:
            self._documents[path] = Document(path, self._snapshot.held[path])
        return self._documents[path]

    def locate(self, place: Place) -> tuple[Document, tuple[str | int, ...]]:
        """Return the document that a place is in, and the keys of the value that begins there."""
        document = self.document(self._paths[place.file])
        piece = _piece_at(document.root, place)
        return document, () if piece is None else piece.path


def _piece_at(piece: Piece, place: Place) -> Piece | None:
    if piece.path and (piece.line, piece.column) == (place.line, place.column):
        return piece
    for child in piece.children:
        inner = _piece_at(child, place)
        if inner is not None:
            return inner
    return None


def _value(at: SlotPlace, files: _Files, base: Keys, case: str, node: Node) -> Value:
    document, keys = files.locate(node.place)
    if keys[:1] == ("styles",):
        return Value(node.plain(), "style", str(keys[1]), node.place)
    if document.path != at.snapshot.file(at.use.layout):
        return Value(node.plain(), "layout", document.path.stem, node.place)
    own = case and keys[: len(base) + 3] == ("slots", *base, "choose", case)
    return Value(node.plain(), "case" if own else "own", case if own else "", node.place)


# change keys ----------------------------------------------------------------------------------------------------------


class Only(NamedTuple):
    """The pieces that a change concerns: those whose column has a value."""

    column: str
    value: str


def set_keys(
    changes: Sequence[tuple[SlotSource, Mapping[str, Any]]],
    where: Where = "here",
    only: Only | None = None,
    beside: Sequence[Change] = (),
) -> Edit:
    """Return the edit that gives keys of slots other values, None for inherited ones.

    `where="source"` changes a value where it is written, for all that share it. `only` writes a case of `choose:` for
    some pieces. `beside` are changes of other files that belong to the same edit, such as a new ink that a value names.
    BuildError where a layout cannot be read with it, in the words of its model.
    """
    at = changes[0][0].at
    labels = dict.fromkeys(_label(source.kind, key) for source, values in changes for key in values)
    title = f"{', '.join(labels)} of {', '.join(f'“{source.name}”' for source, _ in changes)} changed"
    documents = write_keys(changes, where, only)
    broken = heirs.broken_by(at, documents) if at.snapshot.file(at.use.layout) not in documents else None
    if broken is None:
        return edit_of(at, title, documents.values(), beside)
    change = edit_of(at, title, write_keys(changes, "here", only).values(), beside)
    message = f"this is written in {at.use.layout} only, since {broken.layout} shares it: {broken.problem.message}"
    warning = Problem(Place(shown(at.snapshot.file(at.use.layout))), message, "", "warning")
    return replace(change, warnings=(warning, *change.warnings))


def _label(kind: str, key: str) -> str:
    """Return what a key is called in a title, as its control is labelled."""
    return next((each.label.lower() for each in keys_of_kind(kind) if each.name == key), key) if kind else key


def write_keys(
    changes: Sequence[tuple[SlotSource, Mapping[str, Any]]], where: Where, only: Only | None
) -> dict[Path, Document]:
    """Return the layouts in which keys of slots have other values, by their files."""
    files = _Files(changes[0][0].at.snapshot)
    documents: dict[Path, Document] = {}
    for source, values in changes:
        for key, value in values.items():
            if where == "source" and key in source.values:
                document, keys = files.locate(source.values[key].place)
                documents[document.path] = documents.get(document.path, document).set(keys, value)
                continue
            home = files.document(source.file)
            setter = _set_here if only is None else _set_case
            documents[home.path] = setter(source, documents.get(home.path, home), key, value, only)
    for path in documents:
        own_file(path, changes[0][0].at.snapshot.game)
    return documents


def _set_here(source: SlotSource, document: Document, key: str, value: Any, only: Only | None) -> Document:
    """Set a key for all pieces: in the slot itself, and in no case of it."""
    slot = ("slots", *_base(source.at.use.slot))
    for case in source.cases:
        document = document.remove((*slot, "choose", case, key))
    if value is None:
        return document.remove((*slot, key))
    document = document.set((*slot, key), value, order_of(source.kind))
    for case in source.cases:  # a case that is inherited
        entry = _slot_at(source.at.layout, _base(source.at.use.slot)).find(["choose", case])
        if entry is not None and entry.find([key]) is not None and document.path != _path_of(source, entry, key):
            document = document.set((*slot, "choose", case, key), value)
    return document


def _path_of(source: SlotSource, entry: Node, key: str) -> Path:
    return next(path for path in source.at.snapshot.held if shown(path) == entry.at([key]).file)


def _set_case(source: SlotSource, document: Document, key: str, value: Any, only: Only | None) -> Document:
    """Set a key for the pieces whose column has a value: in a case of the slot."""
    assert only is not None
    slot = ("slots", *_base(source.at.use.slot))
    by, case = f"{{{only.column}}}", only.value or EMPTY
    place = Place(shown(document.path))
    if source.choice and source.choice != by:
        message = f"{source.name} is chosen by {source.choice} already, so it cannot also differ by {by}"
        raise error_at(place, message, f"change it for the pieces of one {source.choice}, or for all")
    if case in ("by", ELSE):
        raise error_at(place, f"{case} is a word of choose:", f"write another value into the column {only.column}")
    if value is None:
        return document.remove((*slot, "choose", case, key))
    now = document.get((*slot, "choose"))
    if not source.choice:
        return document.set((*slot, "choose"), {"by": by, case: {key: value}, ELSE: {}}, order_of(source.kind))
    held = case_of(dict.fromkeys(source.cases), Held(only.value, only.value))
    if case not in source.cases and held is not None:  # what it had so far stays
        entry = _slot_at(source.at.layout, _base(source.at.use.slot)).find(["choose", held])
        return document.set((*slot, "choose", case), {**(entry.plain() if entry else {}), key: value})
    cases = [name for name in now or () if name != ELSE]
    return document.set((*slot, "choose", case, key), value, cases if case not in (now or ()) else ())


def edit_of(
    at: SlotPlace,
    title: str,
    documents: Iterable[Document],
    files: Iterable[Change] = (),
    renamed: tuple[str, str] = ("", ""),
) -> Edit:
    """Return the edit of some layouts, with new files; BuildError where a layout cannot draw its decks with it.

    A layout that extends them, and that this would break, stays as it was, which a warning says. `renamed` is the name
    of a slot before and after.
    """
    changes = [change for document in documents if (change := document.change).before != change.after]
    for change in changes:
        own_file(change.path, at.snapshot.game)
    changed = at.snapshot.with_bytes({change.path: change.after for change in changes if change.after is not None})
    faults = heirs.new_faults(at, changed, at.use.layout, renamed)
    if faults:
        raise BuildError(faults)
    others, warnings = heirs.keep(at, changed, [change.path for change in changes])
    draft = Draft(at.scope.game)
    draft.take([*files, *changes])
    for document in others:
        draft.put(document)
    if not others:
        return Edit(title, at.snapshot.game, draft.changes)
    edit = draft.edit(title)
    return replace(edit, warnings=(*warnings, *edit.warnings))


# slots ----------------------------------------------------------------------------------------------------------------


def add_slots(at: SlotPlace, slots: Iterable[NewSlot], beside: Iterable[Change] = ()) -> Edit:
    """Return the edit that draws more slots above all others, pictures below the layout's own texts.

    A name that is taken gets a number. A picture is above the pictures that it would hide behind.

    `beside` are changes of other files that belong to the same edit, such as the column that a slot shows. BuildError
    where the slots name a column that a deck lacks.
    """
    document, names = _document(at), list(at.layout.nodes)
    files = list(beside)
    for slot in slots:
        names.append(_unused(slot.name, names))
        document = document.set(("slots", names[-1]), slot.keys)
        text = _first_text(at, document, slot) if slot.keys.get("kind") == "picture" else None
        document = document.move(("slots", names[-1]), text) if text else document
        files += slot.files
    added = tuple(names[len(at.layout.nodes) :])
    return replace(edit_of(at, f"{', '.join(added)} added", [document], files), added=added)


def _first_text(at: SlotPlace, document: Document, picture: NewSlot) -> str | None:
    """Return the text of a layout itself that it draws first over the pictures that a new picture meets."""
    own = [name for name in document.get(("slots",)) or {} if name in at.layout.nodes]
    kinds = [at.layout.nodes[name].plain().get("kind") for name in own]
    pictures = (index for index, kind in enumerate(kinds) if kind == "picture")
    above = max((index + 1 for index in pictures if _may_meet(at.layout.nodes[own[index]], picture)), default=0)
    return next((name for name, kind in zip(own[above:], kinds[above:], strict=True) if kind == "text"), None)


def _may_meet(node: Node, slot: NewSlot) -> bool:
    """Return whether the box of a slot may overlap that of a new one; a box without numbers may be anywhere."""
    spots = spots_of(node.find(["box"]))
    return not spots or Rect(*(spot.value for spot in spots)).overlaps(Rect(*slot.keys["box"]))


def _document(at: SlotPlace) -> Document:
    path = at.snapshot.file(at.use.layout)
    return Document(path, at.snapshot.held[path])


def _unused(name: str, names: Iterable[str]) -> str:
    known = set(names)
    numbered = (f"{name}-{number}" for number in range(2, len(known) + 3))
    return name if name not in known else next(other for other in numbered if other not in known)


def delete_slots(sources: Sequence[SlotSource]) -> Edit:
    """Return the edit that removes slots: their own entries, and with `drop:` those of parents."""
    source = sources[0]
    document = _document(source.at)
    for each in sources:
        slot = _base(each.at.use.slot)
        document = document.remove(("slots", *slot))
        document = _without_inherited(each.at, slot[0], document) if len(slot) == 1 else document
    names = ", ".join(each.name for each in sources)
    return edit_of(source.at, f"{names} deleted", [document])


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
    return edit_of(at, f"{name} replaced", [document], beside)


def duplicate_slots(sources: Sequence[SlotSource], shift: float = 3) -> Edit:
    """Return the edit that draws slots once more, above all others, `shift` mm to the right and further down."""
    source = sources[0]
    document = _document(source.at)
    names = list(source.at.layout.nodes)
    for each in sources:
        base = _base(each.at.use.slot)
        own, plain = document.get(("slots", *base)), _slot_at(each.at.layout, base).plain()
        beside = _slot_at(each.at.layout, base[:-1]).value if len(base) > 1 else {}
        name = _unused(each.name, [*names, *(beside if isinstance(beside, dict) else ())])
        names.append(name)
        keys = ("slots", *base[:-1], name)
        is_whole = isinstance(own, dict) and "kind" in own
        is_whole = is_whole and not _is_inherited(each.at, each.name, document.remove(("slots", *base)))
        document = document.copy(("slots", *base), name) if is_whole else document.set(keys, plain)
        box = document.get((*keys, "box"))
        if box is not None and (moved := _shifted(box, shift)) != box:
            document = document.set((*keys, "box"), moved)
    return edit_of(source.at, f"{', '.join(each.name for each in sources)} duplicated", [document])


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
    base = _base(source.at.use.slot)
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
    return edit_of(source.at, f"{source.name} renamed to {name}", documents, renamed=(source.name, name))


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
    keys = ("slots", *_base(source.at.use.slot))
    own = document.get(keys[:-1]) or {}
    if source.name not in own:
        place = Place(shown(source.file))
        raise error_at(place, f"slot {source.name} comes from another layout", "change its order there")
    moved = draw_below(document, source.at, keys, before)
    order = list(source.at.layout.nodes)
    backward = before in order and source.name in order and order.index(before) < order.index(source.name)
    return edit_of(source.at, f"{source.name} {'sent backward' if backward else 'brought forward'}", [moved])


def draw_below(document: Document, at: SlotPlace, keys: Sequence[str], before: str | None) -> Document:
    """Return a layout that draws a slot right below another one, or above all others where `before` is None."""

    def is_own(name: str) -> bool:
        entry = (*keys[:-1], name)
        is_here = document.get(entry) is not None
        return is_here and (len(keys) > 2 or not _is_inherited(at, name, document.remove(entry)))

    if before is None or (is_own(keys[-1]) and is_own(before)):
        return document.remove((*keys, "below")).move(keys, before)
    return document.set((*keys, "below"), before)  # slots of parents are drawn before all of this layout's own


def neighbour(source: SlotSource, way: Literal["forward", "backward"]) -> str | None:
    """Return the slot before which a slot comes if it goes one step forward or backward; None for above all."""
    base = _base(source.at.use.slot)
    holder = _slot_at(source.at.layout, base[:-1]).value if len(base) > 1 else source.at.layout.nodes
    names = list(holder) if isinstance(holder, Mapping) else []
    at = names.index(source.name)
    if way == "forward":
        return names[at + 2] if at + 2 < len(names) else None
    return names[at - 1] if at else source.name


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
