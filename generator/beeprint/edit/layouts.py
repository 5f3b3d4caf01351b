"""Write another box of a slot into a layout file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from beeprint.base.geometry import millimetres, written_like
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.snapshot import Box, Snapshot, Spot, Use, boxes
from beeprint.edit.text import (
    Piece,
    SourceText,
    Splice,
    add_section,
    compose,
    insert,
    inside,
    source_text,
    with_value,
)
from beeprint.sources.nodes import read_yaml
from beeprint.sources.workspace import shown

NAMES = ("x", "y", "width", "height")
#: How far a number may be from the one that was asked for, in mm: it is written to 0.01 mm.
ROUNDED = 0.006
#: The keys of a slot that come before its box.
_BEFORE = ("kind", "style")


class LayoutFile:
    """A layout's file, whose values are found by their places."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path, self.data = path, data
        self.source: SourceText = source_text(data, shown(path))
        self.root: Piece = compose(self.source)
        self._at = {(piece.line, piece.column): piece for piece in self.root.scalars()}

    def at(self, place: Place) -> Piece:
        """Return the scalar that begins at a place."""
        return self._at[place.line, place.column]

    def change(self, splices: Sequence[Splice], wanted: Mapping[tuple[str | int, ...], object]) -> bytes:
        """Return the file's bytes with splices; BuildError unless its values differ at `wanted` only, as meant."""
        data = self.source.splice(splices)
        expected = read_yaml(self.data, shown(self.path)).plain()
        for path, value in wanted.items():
            expected = with_value(expected, path, value)
        try:
            same = read_yaml(data, shown(self.path)).plain() == expected
        except BuildError:
            same = False
        if not same:
            message = "the box cannot be changed here without changing something else"
            raise error_at(Place(shown(self.path)), message, "write it into the file by hand")
        return data


def changes_of(old: Sequence[float], new: Sequence[float]) -> dict[int, float]:
    """Return the numbers of a box that differ by more than what is rounded away, by their index."""
    return {at: value for at, value in enumerate(new) if abs(value - old[at]) > ROUNDED}


def at_source(snapshot: Snapshot, spots: Sequence[Spot], new: Mapping[int, float]) -> dict[Path, bytes]:
    """Return the bytes of the files in which some numbers of a box are replaced where they are written."""
    by_file: dict[str, dict[int, float]] = {}
    for index, value in new.items():
        by_file.setdefault(spots[index].place.file, {})[index] = value
    files: dict[Path, bytes] = {}
    for numbers in by_file.values():
        path = path_of(snapshot, spots[next(iter(numbers))].place)
        files[path] = _replaced(LayoutFile(path, snapshot.held[path]), spots, numbers)
    return files


def _replaced(file: LayoutFile, spots: Sequence[Spot], new: Mapping[int, float]) -> bytes:
    """Replace the numbers of a box in the file in which they are written."""
    splices: list[Splice] = []
    texts: dict[tuple[str | int, ...], object] = {}
    for index, value in new.items():
        piece = file.at(spots[index].place)
        start, end = inside(file.source, piece)
        before = str(texts.get(piece.path, piece.value))
        first, last = _number_in(before, index) if spots[index].text != piece.value else (0, len(before))
        number = _rewritten(before[first:last], spots[index], value)
        texts[piece.path] = before[:first] + number + before[last:]
        splices = [splice for splice in splices if splice.start != start]
        splices.append(Splice(start, end, str(texts[piece.path])))
    return file.change(splices, texts)


def _number_in(text: str, index: int) -> tuple[int, int]:
    """Return the span of the number at an index in a text that holds all four; else the span of the only number."""
    spans = [match.span() for match in re.finditer(r"[^\s,x]+", text)]
    return spans[index] if len(spans) == len(NAMES) else (0, len(text))


def _rewritten(text: str, spot: Spot, value: float) -> str:
    """Write a number in the unit of the old one; an offset to a parent's number stays an offset."""
    if text.startswith("+") and spot.text != text:
        return f"+{written_like(millimetres(text[1:]) + value - spot.value, text[1:])}"
    return written_like(value, text.lstrip("+"))


def word_replaced(snapshot: Snapshot, place: Place, box: Box) -> dict[Path, bytes]:
    """Return the bytes of the file with a box in place of a word."""
    path = path_of(snapshot, place)
    file = LayoutFile(path, snapshot.held[path])
    piece, texts = file.at(place), [written_like(value, "0") for value in box]
    return {path: file.change([Splice(piece.start, piece.end, f"[{', '.join(texts)}]")], {piece.path: texts})}


def path_of(snapshot: Snapshot, place: Place) -> Path:
    """Return the file that a place is in."""
    return next(path for path in snapshot.held if shown(path) == place.file)


def is_own(snapshot: Snapshot, use: Use, places: Sequence[Place]) -> bool:
    """Return whether all places are in the `box:` of a slot's own entry in the file of its layout."""
    path = snapshot.file(use.layout)
    if any(place.file != shown(path) for place in places):
        return False
    file = LayoutFile(path, snapshot.held[path])
    own = file.root.find(("slots", *use.slot, "box"))
    return own is not None and all(own.start <= file.at(place).start < max(own.end, own.start + 1) for place in places)


def here(snapshot: Snapshot, use: Use, spots: Sequence[Spot], new: Mapping[int, float], box: Box) -> dict[Path, bytes]:
    """Return the bytes of a layout's file in which a slot has a box of its own; `new` are the numbers that change.

    `spots` are those of the box so far, none where it is a word.
    """
    path = snapshot.file(use.layout)
    file = LayoutFile(path, snapshot.held[path])
    keys = ("slots", *use.slot, "box")
    own = file.root.find(keys)
    if own is not None and own.entries is None and spots:
        return {path: _replaced(file, spots, new)}
    texts = [written_like(value, _unit(spots, index)) for index, value in enumerate(box)]
    whole = f"[{', '.join(texts)}]"
    if own is not None and own.entries is None:
        return {path: file.change([Splice(own.start, own.end, whole)], {keys: texts})}
    if own is not None:
        return {path: _in_mapping(file, own, spots, new)}
    few = spots and len(new) < len(NAMES)
    value = "{" + ", ".join(f"{NAMES[index]}: {texts[index]}" for index in new) + "}" if few else whole
    wanted: object = {NAMES[index]: texts[index] for index in new} if few else texts
    return {path: file.change([_add(file, keys, value)], {keys: wanted})}


def _unit(spots: Sequence[Spot], index: int) -> str:
    text = spots[index].text if spots else "0"
    return text.lstrip("+")


def _in_mapping(file: LayoutFile, own: Piece, spots: Sequence[Spot], new: Mapping[int, float]) -> bytes:
    """Change the numbers that a box as a mapping names, and add those that it does not."""
    splices: list[Splice] = []
    wanted: dict[tuple[str | int, ...], object] = {}
    entries = own.entries or {}
    for index, value in new.items():
        name = NAMES[index]
        piece = entries.get(name)
        if piece is not None:
            start, end = inside(file.source, piece)
            text = _rewritten(piece.value, spots[index], value)
            splices.append(Splice(start, end, text))
        else:
            text = written_like(value, _unit(spots, index))
            after = [other for other in entries if other in NAMES[:index]]
            splices.append(insert(file.source, own, [name], text, after))
        wanted[*own.path, name] = text
    return file.change(_join(splices), wanted)


def _join(splices: Sequence[Splice]) -> list[Splice]:
    """Join what is insert at the same place, in its order."""
    joined: dict[tuple[int, int], Splice] = {}
    for splice in splices:
        before = joined.get((splice.start, splice.end))
        joined[splice.start, splice.end] = splice if before is None else splice._replace(new=before.new + splice.new)
    return list(joined.values())


def _add(file: LayoutFile, keys: Sequence[str], value: str) -> Splice:
    """Return what adds the box of a slot to the innermost mapping of the file that leads to it."""
    depth = len(keys) - 1
    while depth and ((inner := file.root.find(keys[:depth])) is None or inner.entries is None):
        depth -= 1
    mapping = file.root.find(keys[:depth])
    assert mapping is not None
    if not depth:
        return add_section(file.source, file.root, keys[0], keys[1:], value)
    return insert(file.source, mapping, keys[depth:], value, _BEFORE if depth == len(keys) - 1 else None)


def check_moved(snapshot: Snapshot, new: Mapping[Path, bytes], use: Use, box: Box, only_here: bool) -> None:
    """Raise BuildError unless a slot has the wanted box and, with `only_here`, the other slots of its layout stay put.

    If the layout cannot be read with the new box, the problems of its model are raised.
    """
    changed = snapshot.with_bytes(new)
    changed.layout(use.layout)  # the model says what a box may be
    before, after = boxes(snapshot, [use.layout]), boxes(changed, [use.layout])
    place = Place(shown(snapshot.file(use.layout)))
    ours = [other for other in after if other.slot[: len(use.slot)] == use.slot]
    moved = [after[other] for other in ours if other == use] or [after[other] for other in ours]
    if not any(isinstance(numbers, tuple) and not changes_of(numbers, box) for numbers in moved):
        message = f"slot {use.slot[-1]} would not lie where it should"
        raise error_at(place, message, "write its box into the file by hand")
    others = [other for other in before if other not in ours and before[other] != after.get(other)]
    if only_here and others:
        message = f"slot {others[0].slot[-1]} would move with {use.slot[-1]}"
        raise error_at(place, message, "write the box into the file by hand")
