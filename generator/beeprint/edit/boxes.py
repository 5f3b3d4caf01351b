"""Find where the box of a slot is written and which other slots change with it, and write another box."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from msgspec.structs import replace

from beeprint.base.problems import BuildError, Place, did_you_mean, error_at
from beeprint.base.words import titled
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit import frames, layouts
from beeprint.edit.change import Change, Edit, check_seen, digests, own_file
from beeprint.edit.choices import CHOOSE, base_of, case_keys
from beeprint.edit.frames import DrawnBox
from beeprint.edit.snapshot import Box, Pick, Snapshot, Spot, Use, boxes, slot_node, slots_in, spots_of
from beeprint.face.template import Layout, is_box, own_box
from beeprint.game.binding import Scope, bind, names_in
from beeprint.game.conditions import case_of
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Held
from beeprint.sources.nodes import Node
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import shown

Kind = Literal["numbers", "word", "frame", "none"]


@dataclass(frozen=True)
class BoxSource:
    """Where the box of a slot is written, in a snapshot of the files; lengths in mm.

    `places` has a place for each of the four numbers, or a single one for a word or a drawn rectangle. `own` is true if
    all of them are in the slot's own entry in the file of its layout.
    """

    use: Use
    kind: Kind
    values: Box | None
    places: tuple[Place, ...]
    own: bool
    seen: Mapping[str, str]
    snapshot: Snapshot = field(repr=False, compare=False)
    word: str = ""
    spots: tuple[Spot, ...] = field(default=(), repr=False, compare=False)
    drawn: DrawnBox | None = field(default=None, repr=False, compare=False)

    @property
    def sources(self) -> dict[Path, bytes]:
        """Return the files that say what the box is."""
        files = {path: data for path, data in self.snapshot.held.items() if shown(path) in self.seen}
        return files if self.drawn is None else {**files, self.drawn.path: self.drawn.data}

    @cached_property
    def shared(self) -> tuple[Use, ...]:
        """Return the slots, of any layout, whose boxes change too if this box is changed at its source."""
        if self.kind == "none":
            return ()
        finders = {"numbers": self._moving, "word": self._saying, "frame": self._framed}
        return tuple(other for other in finders[self.kind]() if not self._holds(other))

    def _holds(self, other: Use) -> bool:
        """Return whether a slot is this one, or one of its cases."""
        return other.layout == self.use.layout and other.slot[: len(self.use.slot)] == self.use.slot

    def _moving(self) -> Iterator[Use]:
        # That is seen by moving it: a box may add to a parent's numbers, or take them through a style.
        other = {index: spot.value + 1 for index, spot in enumerate(self.spots)}
        moved = layouts.at_source(self.snapshot, self.spots, other)
        names = self.snapshot.dependents(moved)
        before, after = boxes(self.snapshot, names), boxes(self.snapshot.with_bytes(moved), names)
        return (other for other in before if before[other] != after.get(other))

    def _saying(self) -> Iterator[Use]:
        for layout in self._layouts(self.snapshot.dependents([layouts.path_of(self.snapshot, self.places[0])])):
            for path, node in slots_in(layout.nodes):
                box = node.find(["box"])
                if box is not None and box.place == self.places[0]:
                    yield Use(layout.name, path)

    def _framed(self) -> Iterator[Use]:
        name, art = self.use.slot[0], self._art(self.snapshot.layout(self.use.layout))
        for other in self._layouts(self.snapshot.own_names()):
            entry = other.slots.get(name)
            if self._art(other) == art and entry is not None and not own_box(entry):
                yield Use(other.name, (name,))

    def _art(self, layout: Layout) -> str:
        return layout.frame.art if layout.frame is not None else ""

    def _layouts(self, names: list[str]) -> Iterator[Layout]:
        for name in names:
            with contextlib.suppress(BuildError):
                yield self.snapshot.layout(name)


def in_layout(snapshot: Snapshot, use: Use, box: Node | None) -> BoxSource | None:
    """Return where the box of a slot is written in layout files; None if no layout file has it."""
    spots, seen = spots_of(box), digests(snapshot.held)
    if spots:
        x, y, width, height = (spot.value for spot in spots)
        places = tuple(spot.place for spot in spots)
        own = layouts.is_own(snapshot, use, places)
        return BoxSource(use, "numbers", (x, y, width, height), places, own, seen, snapshot, spots=spots)
    if box is None or box.value == "frame":
        return None
    own = layouts.is_own(snapshot, use, [box.place])
    return BoxSource(use, "word", None, (box.place,), own, seen, snapshot, str(box.value))


Side = Literal["front", "back"]
Where = Literal["here", "source"]
NOTHING_HELD: Mapping[Path, bytes] = MappingProxyType({})


class SlotPlace(NamedTuple):
    """A slot in a snapshot of the layouts: its use, its node with all that it inherits, and the row to look at."""

    snapshot: Snapshot
    layout: Layout
    use: Use
    node: Node
    deck: Deck
    scope: Scope


def find_place(
    game: Game, deck: str, side: Side, slot: Sequence[str], row: str = "", held: Mapping[Path, bytes] = NOTHING_HELD
) -> SlotPlace:
    """Find a slot of a side of a piece; BuildError if there is none.

    `row` is empty for shared backs, and `held` are files with the bytes to read instead.
    """
    place = game.node.place
    if deck not in game.components:
        raise error_at(place, f"there is no deck {deck}", did_you_mean(deck, game.components))
    pieces = game.components[deck]
    if row and row not in pieces.rows.by_id:
        raise error_at(place, f"{pieces.rows.file} has no row {row}", did_you_mean(row, pieces.rows.by_id))
    scope = Scope(game, pieces.rows, pieces.rows.by_id.get(row))
    snapshot = Snapshot(game.workspace.game, game.workspace.instead, held=dict(held))
    layout = snapshot.layout(_layout_name(pieces, side, scope, place))
    path, node = slot_node(layout, slot, picker(scope)) if slot else ((), Node("", layout.place))
    return SlotPlace(snapshot, layout, Use(layout.name, path), node, pieces, scope)


def find_box(
    game: Game,
    deck: str,
    side: Side,
    slot: Sequence[str],
    row: str = "",
    *,
    of_all: bool = False,
    held: Mapping[Path, bytes] = NOTHING_HELD,
) -> BoxSource:
    """Find where the box of a slot is written; BuildError if there is no such slot. `row` and `held` are as above.

    With `of_all`, a row whose case of `choose:` has no box of its own means the box that all cases share.
    """
    snapshot, layout, use, node, pieces, scope = find_place(game, deck, side, slot, row, held)
    if of_all and CHOOSE not in slot:
        use = _without_bare_case(layout, use)
    if node.find(["panel"]) is not None:
        hint = f"change its box in {layout.name}.yaml: it counts from the panel's corner"
        raise error_at(node.at(["panel"]), f"slot {slot[-1]} lies on a panel", hint)
    box = node.find(["box"])
    written = in_layout(snapshot, use, box)
    if written is not None:
        return written
    if layout.frame is None or (box is None and node.plain().get("shape") == "outline"):
        return BoxSource(use, "none", None, (), False, digests(snapshot.held), snapshot)
    return _framed(snapshot, use, layout, pieces, scope)


def _without_bare_case(layout: Layout, use: Use) -> Use:
    """Return the slot itself in place of a case of it that has no box of its own."""
    case = case_keys(use.slot)
    if not case:
        return use
    top, *rest = base_of(use.slot)
    own = layout.nodes[top].find([*rest, *case])
    return use if own is not None and own.find(["box"]) is not None else Use(use.layout, (top, *rest))


def picker(scope: Scope) -> Pick:
    """Return a function that picks a row's case of a choice; it returns an empty name if a cell of a grid decides."""

    def pick(by: str, cases: Sequence[str]) -> str:
        try:
            value = bind(by, scope)
        except KeyError:
            return ""
        column = next((name for name in names_in(by) if by == f"{{{name}}}"), "")
        held = scope.held(column) if column else None
        return case_of(dict.fromkeys(cases), held or Held(value, value)) or ""

    return pick


def _layout_name(deck: Deck, side: Side, scope: Scope, place: Place) -> str:
    """Return the name of the layout of a side of a piece."""
    back = deck.spec.back
    if side == "back" and back is None:
        raise error_at(place, f"deck {deck.name} has no backs")
    try:
        return bind(back.layout if side == "back" and back is not None else deck.spec.front, scope)
    except KeyError as error:
        raise error_at(place, f"deck {deck.name} has several layouts, by {error.args[0]}", "name a row") from error


def _framed(snapshot: Snapshot, use: Use, layout: Layout, deck: Deck, scope: Scope) -> BoxSource:
    """Return where the box of a slot is drawn in the frame of its layout."""
    spec, place = layout.frame, layout.at_frame("art")
    assert spec is not None
    try:
        name = bind(spec.art, scope)
    except KeyError as error:
        raise error_at(place, f"the frame depends on {error.args[0]}", "name a row") from error
    path = snapshot.find("art", name, SUFFIXES)
    if path is None or path.suffix.lower() != ".svg":
        raise error_at(place, f"there is no drawing {name} in art/", "check the name of the frame")
    page = frames.Page(deck.shape.box, deck.shape.bleed_box(deck.spec.bleed), spec.page)
    data = snapshot.held[path] if path in snapshot.held else read_bytes(path, shown(path))
    drawn = frames.find_drawn(path, data, use.slot[0], tuple(layout.slots), page)
    seen = digests({**snapshot.held, path: data})
    return BoxSource(use, "frame", drawn.box, (drawn.place,), False, seen, snapshot, "frame", drawn=drawn)


def set_box(written: BoxSource, box: Box, where: Where, seen: Mapping[str, str], replace_word: bool = False) -> Edit:
    """Return the edit that changes a slot's box, in mm to 0.01; BuildError if that cannot be done exactly.

    A word such as `bleed` becomes a box only with `replace_word`. The Edit is empty if the box is unchanged.
    """
    snapshot, use = written.snapshot, written.use
    place = written.places[0] if written.places else Place(shown(snapshot.file(use.layout)))
    _check_box(box, written, place)
    sources = written.sources
    check_seen(sources, seen)
    if written.drawn is not None:
        new = _in_frame(written.drawn, box, where)
    elif written.kind == "word":
        new = _in_word(written, box, where, place, replace_word)
    else:
        new = _in_numbers(written, box, where, place)
    for path in new:
        own_file(path, snapshot.game)
    if new and written.drawn is None:
        layouts.check_moved(snapshot, new, use, box, only_here=where == "here" and not written.own)
    changes = (Change(path, sources[path], data) for path, data in new.items())
    changed = tuple(change for change in changes if change.before != change.after)
    return Edit(_title(_name(use.slot), written.values, box), snapshot.game, changed)


def set_boxes(
    find: Callable[[Sequence[str], Mapping[Path, bytes]], BoxSource],
    boxes: Mapping[tuple[str, ...], Box],
    where: Where,
    seen: Mapping[str, str],
) -> Edit:
    """Return one edit that moves several slots; `find` finds the box of a slot with other bytes in some files.

    A word becomes a box, and a rectangle in a drawing moves there. BuildError as for `set_box`.
    """
    before = {slot: find(slot, NOTHING_HELD) for slot in boxes}
    for written in before.values():
        check_seen(written.sources, seen)
    changes: dict[Path, Change] = {}
    for slot, box in boxes.items():
        written = find(slot, {path: change.after or b"" for path, change in changes.items()})
        moved = set_box(written, box, "source" if written.drawn else where, written.seen, replace_word=True)
        for change in moved.changes:
            changes[change.path] = replace(change, before=changes.get(change.path, change).before)
    (first, box), *_ = boxes.items()
    names = ", ".join(_name(slot) for slot in boxes)
    return Edit(_title(names, before[first].values, box), before[first].snapshot.game, tuple(changes.values()))


def _title(name: str, before: Sequence[float] | None, box: Box) -> str:
    """Return what became of a box in words: how far it moved, in mm, or that it has another size."""
    if before is None or tuple(before[2:]) != tuple(box[2:]):
        return f"{name} resized"
    across, down = (round(new - old, 2) for new, old in zip(box[:2], before[:2], strict=True))
    ways = ((across, "right" if across > 0 else "left"), (down, "down" if down > 0 else "up"))
    moved = [f"{abs(length):g} mm {way}" for length, way in ways if length]
    return f"{name} moved {' and '.join(moved)}".rstrip()


def _name(slot: Sequence[str]) -> str:
    """Return what a slot is called, without its cases."""
    return titled(base_of(slot)[-1])


def _in_frame(drawn: frames.DrawnBox, box: Box, where: Where) -> dict[Path, bytes]:
    """Return the bytes of a frame with a moved rectangle."""
    if where == "here":
        message = f"the frame says where slot {drawn.slot} is, and a slot has one box only"
        raise error_at(drawn.place, message, "move its rectangle in the frame, for all that share it")
    return {drawn.path: frames.move(drawn, box)}


def _in_word(written: BoxSource, box: Box, where: Where, place: Place, replace_word: bool) -> dict[Path, bytes]:
    """Return the bytes of a layout with a box in place of a word."""
    name, every = written.use.slot[-1], dict(enumerate(box))
    if not replace_word:
        message = f"the box of {name} is {written.word}, without numbers"
        raise error_at(place, message, f"replace {written.word} by a box, which does not follow it any more")
    if where == "source" or written.own:
        return layouts.word_replaced(written.snapshot, place, box)
    return layouts.here(written.snapshot, written.use, (), every, box)


def _in_numbers(written: BoxSource, box: Box, where: Where, place: Place) -> dict[Path, bytes]:
    """Return the bytes of layouts with other numbers in a box."""
    if written.values is None:
        message = f"slot {written.use.slot[-1]} is as large as the piece and has no box"
        raise error_at(place, message, "change its grow:, or the shape of the deck")
    numbers = layouts.changes_of(written.values, box)
    if where == "source" or written.own or not numbers:
        return layouts.at_source(written.snapshot, written.spots, numbers)
    return layouts.here(written.snapshot, written.use, written.spots, numbers, box)


def _check_box(box: Box, written: BoxSource, place: Place) -> None:
    """Raise BuildError for numbers that the box of a slot cannot have in a layout."""
    _, node = slot_node(written.snapshot.layout(written.use.layout), written.use.slot, lambda by, cases: "")
    kind = node.find(["kind"])
    if not is_box("" if kind is None else str(kind.value), box):
        numbers = ", ".join(f"{round(value, 2):.12g}" for value in box)
        hint = "write x, y, width and height in mm, of at most 2000; only lines and grids may be 0 wide or high"
        raise error_at(place, f"a box cannot be {numbers}", hint)
