"""Find slots with what their keys hold, and change keys, for all pieces or for some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.words import titled
from beeprint.edit import heirs
from beeprint.edit.boxes import Side, SlotPlace, find_place
from beeprint.edit.change import Change, Edit, own_file
from beeprint.edit.document import Document, Keys
from beeprint.edit.draft import Draft
from beeprint.edit.slot_keys import keys_of_kind, order_of
from beeprint.edit.snapshot import Snapshot
from beeprint.edit.text import Piece
from beeprint.game.conditions import ELSE, EMPTY, case_of
from beeprint.game.model import Game
from beeprint.game.rows import Held
from beeprint.sources.nodes import Node
from beeprint.sources.workspace import shown

#: Where a value comes from: the slot's own entry, the case of a choice, a style, another layout, or nowhere.
Origin = Literal["own", "case", "style", "layout", "default"]
Where = Literal["here", "source"]


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
        return base_of(self.at.use.slot)[-1]

    @property
    def file(self) -> Path:
        """Return the file of its layout."""
        return self.at.snapshot.file(self.at.use.layout)


def find_slot(game: Game, deck: str, side: Side, slot: Sequence[str], row: str = "") -> SlotSource:
    """Find a slot with all its values; BuildError if there is no such slot."""
    at = find_place(game, deck, side, slot, row)
    kind = at.node.find(["kind"])
    word = "" if kind is None else str(kind.value)
    base = base_of(at.use.slot)
    choose = entry_at(at.layout, base).find(["choose"])
    cases = choose.value if choose is not None and isinstance(choose.value, dict) else {}
    case = at.use.slot[-1] if len(at.use.slot) > len(base) else ""
    files = _Files(at.snapshot)
    style = files.document(at.snapshot.file(at.use.layout)).get(("slots", *base, "style"))
    names = [key.name for key in keys_of_kind(word)] if word else []
    values = {name: _value(at, files, base, case, node) for name in names if (node := at.node.find([name])) is not None}
    by = str(cases["by"].value) if "by" in cases else ""
    return SlotSource(at, word, str(style or ""), values, by, tuple(name for name in cases if name != "by"), case)


def base_of(slot: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a slot without those of its case."""
    return tuple(slot[: len(slot) - 2] if len(slot) > 2 and slot[-2] == "choose" else slot)


def entry_at(layout: Any, base: Sequence[str]) -> Node:
    """Return what a layout holds of a slot, with all that it inherits."""
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
    title = f"{', '.join(labels)} of {', '.join(f'“{titled(source.name)}”' for source, _ in changes)} changed"
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
    slot = ("slots", *base_of(source.at.use.slot))
    document = _without_cases(document, slot, key)
    if value is None:
        return document.remove((*slot, key))
    document = document.set((*slot, key), value, order_of(source.kind))
    for case in source.cases:  # a case that is inherited
        entry = entry_at(source.at.layout, base_of(source.at.use.slot)).find(["choose", case])
        if entry is not None and entry.find([key]) is not None and document.path != _path_of(source, entry, key):
            document = document.set((*slot, "choose", case, key), value)
    return document


def _without_cases(document: Document, slot: Keys, key: str) -> Document:
    """Return a layout in which no case of a slot has a key.

    A case that nothing is left of stays where its cards have no other one.
    """
    cases = {case: keys for case, keys in (document.get((*slot, "choose")) or {}).items() if case != "by"}
    if key not in {each for keys in cases.values() for each in keys or ()}:
        return document
    left = {case: {each: value for each, value in (keys or {}).items() if each != key} for case, keys in cases.items()}
    if not any(left.values()):
        return document.remove((*slot, "choose"))
    for case, keys in cases.items():
        if keys and key in keys:
            way = (*slot, "choose", case)
            document = document.remove((*way, key)) if left[case] or ELSE in cases else document.set(way, {})
    return document


def _path_of(source: SlotSource, entry: Node, key: str) -> Path:
    return next(path for path in source.at.snapshot.held if shown(path) == entry.at([key]).file)


def _set_case(source: SlotSource, document: Document, key: str, value: Any, only: Only | None) -> Document:
    """Set a key for the pieces whose column has a value: in a case of the slot."""
    assert only is not None
    slot = ("slots", *base_of(source.at.use.slot))
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
        entry = entry_at(source.at.layout, base_of(source.at.use.slot)).find(["choose", held])
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
