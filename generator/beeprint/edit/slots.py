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
from beeprint.edit.boxes import Side, SlotPlace, find_place, picker
from beeprint.edit.change import Change, Edit, own_file
from beeprint.edit.choices import CHOOSE, OF_CARD, Choice, base_of, case_keys, choices_of, choices_written
from beeprint.edit.document import Document, Keys
from beeprint.edit.draft import Draft
from beeprint.edit.slot_keys import keys_of_kind, order_of
from beeprint.edit.snapshot import Snapshot
from beeprint.edit.text import Piece
from beeprint.face.template import ALSO, CHOICE_KEYS
from beeprint.game.conditions import ELSE, EMPTY, NOT_EMPTY, case_of
from beeprint.game.model import Game
from beeprint.game.rows import Held
from beeprint.sources.nodes import Node
from beeprint.sources.workspace import shown

#: The keys that a style chooses for a kind of pieces, and all slots of the style change together: the icon of a kind.
_OF_KINDS = ("icon", "replaces")
#: How many values or cards a title names.
_FEW = 3
#: Where a value comes from: the slot's own entry, the case of a choice, a style, another layout, or nowhere.
Origin = Literal["own", "case", "style", "layout", "default"]
Where = Literal["here", "source"]


class Value(Struct, frozen=True):
    """The value of a key as the file writes it, and where it is written; `source` names the style, layout or case.

    `by` is what a case goes by, empty for other values.
    """

    plain: Any
    origin: Origin
    source: str
    place: Place
    by: str = ""


class SlotSource(Struct, frozen=True):
    """A slot, its kind and its values by key; of its choices, each is laid over those before it."""

    at: SlotPlace
    kind: str
    style: str
    values: Mapping[str, Value]
    choices: tuple[Choice[Node], ...]

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
    pick, named = picker(at.scope), case_keys(slot)
    choices = tuple(
        each._replace(case=named[-1] if each.keys == named[:-1] else pick(each.by, tuple(each.cases)))
        for each in choices_of(entry_at(at.layout, base))
    )
    files = _Files(at.snapshot)
    style = files.document(at.snapshot.file(at.use.layout)).get(("slots", *base, "style"))
    names = [key.name for key in keys_of_kind(word)] if word else []
    nodes = {name: node for name in names if (node := at.node.find([name])) is not None}
    values = {name: _value(at, files, base, choices, node) for name, node in nodes.items()}
    return SlotSource(at, word, str(style or ""), values, choices)


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


def _value(at: SlotPlace, files: _Files, base: Keys, choices: Sequence[Choice[Node]], node: Node) -> Value:
    document, keys = files.locate(node.place)
    if keys[:1] == ("styles",):
        return Value(node.plain(), "style", str(keys[1]), node.place)
    if document.path != at.snapshot.file(at.use.layout):
        return Value(node.plain(), "layout", document.path.stem, node.place)
    for choice in choices:
        way = ("slots", *base, *choice.keys, choice.case)
        if choice.case and keys[: len(way)] == way:
            return Value(node.plain(), "case", choice.case, node.place, choice.by)
    return Value(node.plain(), "own", "", node.place)


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
    labels = dict.fromkeys(
        _label(source.kind, key)
        for source, values in changes
        for key in values
        if key != "replaces" or len(values) == 1
    )
    concerned = [name for source, values in changes for name in (source.name, *_alike(source, values, only))]
    names = ", ".join(f"“{titled(name)}”" for name in dict.fromkeys(concerned))
    dropped = _dropped(changes) if where == "here" and only is None else ()
    others = f" and {len(dropped) - _FEW} more" if len(dropped) > _FEW else ""
    too = f" on all, those of {', '.join(dropped[:_FEW])}{others} too" if dropped else ""
    title = f"{', '.join(labels)} of {names} changed{too}"
    documents = write_keys(changes, where, only)
    broken = heirs.broken_by(at, documents) if at.snapshot.file(at.use.layout) not in documents else None
    if broken is None:
        return edit_of(at, title, documents.values(), beside)
    change = edit_of(at, title, write_keys(changes, "here", only).values(), beside)
    message = f"this is written in {at.use.layout} only, since {broken.layout} shares it: {broken.problem.message}"
    warning = Problem(Place(shown(at.snapshot.file(at.use.layout))), message, "", "warning")
    return replace(change, warnings=(warning, *change.warnings))


def _alike(source: SlotSource, values: Iterable[str], only: Only | None) -> tuple[str, ...]:
    """Return the other slots that change with one: whose style says what its kind of pieces shows."""
    ways = [way for key in values if only is not None and (way := _case_of_style(source, key, only))]
    slots = _Files(source.at.snapshot).document(source.file).get(("slots",)) or {}
    styles = {way[1] for way in ways}
    return tuple(name for name, plain in slots.items() if isinstance(plain, dict) and plain.get("style") in styles)


def _case_of_style(source: SlotSource, key: str, only: Only) -> Keys | None:
    """Return where a style says which icon the pieces of `only` have, for all slots of the style; None elsewhere."""
    value = source.values.get("icon")
    if key not in _OF_KINDS or value is None or value.origin != "style":
        return None
    document, keys = _Files(source.at.snapshot).locate(value.place)
    of_column = document.get((*keys[:-2], "by")) == f"{{{only.column}}}"
    return (*keys[:-1], key) if document.path == source.file and of_column and keys[-2] == only.value else None


def _dropped(changes: Sequence[tuple[SlotSource, Mapping[str, Any]]]) -> tuple[str, ...]:
    """Return the values, or cards, that had their own of the keys that change for all pieces."""
    rows = changes[0][0].at.deck.rows

    def name(choice: Choice[Node], case: str) -> str:
        row = rows.by_id.get(case) if choice.by == OF_CARD else None
        return case if row is None else rows.called(row)

    return tuple(
        dict.fromkeys(
            name(choice, case)
            for source, values in changes
            for choice in choices_of(entry_at(source.at.layout, base_of(source.at.use.slot)))
            for case, entry in choice.cases.items()
            if case not in (ELSE, EMPTY, NOT_EMPTY) and any(entry.find([key]) is not None for key in values)
        )
    )


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
    files = _Files(source.at.snapshot)
    for choice in choices_of(entry_at(source.at.layout, base_of(source.at.use.slot))):
        for case, entry in choice.cases.items():
            node = entry.find([key])
            home, keys = files.locate(node.place) if node is not None else (document, slot)
            if home.path != document.path or keys[: len(slot)] != slot:  # a case of a parent, or of a style
                document = document.set((*slot, *choice.keys, case, key), value)
    return document


def _without_cases(document: Document, slot: Keys, key: str) -> Document:
    """Return a layout in which no case of a slot has a key.

    A case that nothing is left of stays where its cards have no other one.
    """
    for choice in reversed([*choices_written(document.get((*slot, CHOOSE)))]):
        way, cases, also = (*slot, *choice.keys), choice.cases, document.get((*slot, *choice.keys, ALSO))
        if key not in {each for values in cases.values() for each in values or ()}:
            continue
        left = {case: {each for each in values or () if each != key} for case, values in cases.items()}
        if not any(left.values()):
            document = document.set(way, also, [*also]) if also else document.remove(way)
            continue
        for case, values in cases.items():
            if key in (values or ()):
                in_case = (*way, case)
                emptied = not left[case] and ELSE not in cases
                document = document.set(in_case, {}) if emptied else document.remove((*in_case, key))
    return document


def _set_case(source: SlotSource, document: Document, key: str, value: Any, only: Only | None) -> Document:
    """Set a key for the pieces whose column has a value: in a case of the choice by that column.

    A new choice is laid over the slot's other choices, and under the choice of single cards.
    """
    assert only is not None
    slot = ("slots", *base_of(source.at.use.slot))
    by, case = f"{{{only.column}}}", only.value or EMPTY
    if case in (*CHOICE_KEYS, ELSE):
        place = Place(shown(document.path))
        raise error_at(place, f"{case} is a word of choose:", f"write another value into the column {only.column}")
    of_style = _case_of_style(source, key, only)
    if of_style is not None:
        return document.remove(of_style) if value is None else document.set(of_style, value)
    choice = _choice_by(by, source, document, slot)
    if choice is not None:
        return _set_in(choice, case, source, document, slot, key, value)
    new = {"by": by, case: {key: value}, ELSE: {}}
    return document if value is None else _add_choice(source, document, slot, new)


def _choice_by(by: str, source: SlotSource, document: Document, slot: Keys) -> Choice[Any] | None:
    """Return the choice of a slot by a column, which another key of the same edit may have added."""
    written = choices_written(document.get((*slot, CHOOSE)))
    return next((choice for choice in (*source.choices, *written) if choice.by == by), None)


def _set_in(
    choice: Choice[Any], case: str, source: SlotSource, document: Document, slot: Keys, key: str, value: Any
) -> Document:
    """Set a key in a case of a choice; a new case begins with what its pieces had so far."""
    way = (*slot, *choice.keys)
    if value is None:
        return document.remove((*way, case, key))
    word = "" if case == EMPTY else case
    held = case_of(dict.fromkeys(choice.cases), Held(word, word))
    if case not in choice.cases and held is not None and not document.get((*way, case)):
        entry = entry_at(source.at.layout, base_of(source.at.use.slot)).find([*choice.keys, held])
        return document.set((*way, case), {**(entry.plain() if entry else {}), key: value})
    now = document.get(way) or {}
    cases = [name for name in now if name not in (ELSE, ALSO)]
    return document.set((*way, case, key), value, cases if case not in now else ())


def _add_choice(source: SlotSource, document: Document, slot: Keys, choice: Mapping[str, Any]) -> Document:
    """Add a choice to a slot."""
    if not source.choices:
        return document.set((*slot, CHOOSE), choice, order_of(source.kind))
    last = source.choices[-1]
    way = (*slot, *last.keys)
    written = document.get(way)
    if last.by == OF_CARD and isinstance(written, dict) and "by" in written:
        return document.set(way, {**choice, ALSO: written}, [*choice])
    return document.set((*way, ALSO), choice)


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
