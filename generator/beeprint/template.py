"""Layouts as data: named slots, read from YAML with `extends`, merged, checked once for a deck's columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from beeprint.binding import BOUND, names_in
from beeprint.game import Deck, Game
from beeprint.problems import BuildError, Place, Problem, did_you_mean, fail
from beeprint.rows import Rows, Where, columns_of
from beeprint.schema import Flag, Model, Number, flag, understand
from beeprint.source import Node
from beeprint.text import hyphenates, languages
from beeprint.workspace import Workspace

_MAX_PARENTS = 16
_LEAST_DPI, _MOST_DPI = 72, 2400


def _pair(value: Any) -> Any:
    return value if not isinstance(value, str) else value.replace(",", " ").split()


def _flag_or_word(value: Any) -> Any:
    try:
        return flag(value)
    except ValueError:
        return str(value)


#: Sizes of text in points, opacities, and lengths in mm that cannot be negative.
Points = Annotated[Number, Field(ge=1, le=500)]
Share = Annotated[Number, Field(ge=0, le=1)]
Length = Annotated[Number, Field(ge=0, le=2000)]
Pair = Annotated[tuple[Number, Number], BeforeValidator(_pair)]
Box = Annotated[
    tuple[Number, Number, Number, Number] | Literal["trim", "bleed", "safe", "frame"],
    BeforeValidator(lambda value: value if value in ("trim", "bleed", "safe", "frame") else _pair(value)),
]


def _resolution(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"(\d{1,5}) ?dpi", value.strip())
        if not match or not _LEAST_DPI <= int(match[1]) <= _MOST_DPI:
            expected = f"expected such as 600dpi, from {_LEAST_DPI} to {_MOST_DPI}"
            raise ValueError(f"{expected}, found {value!r}")
        return int(match[1])
    return value


#: Dots to the inch at which a picture is flattened to pixels; 0 draws it as it is.
Resolution = Annotated[int, BeforeValidator(_resolution)]


#: What a laser makes of a slot or a frame.
Engraving = Literal["tone", "line", "fill", "score", "none"]


class Repeat(Model):
    """Draw a slot several times: each `step` mm further, or at the places listed for that number."""

    times: str
    step: Pair = (0, 0)
    align: Literal["start", "center", "end"] = "start"
    at: dict[str, tuple[Pair, ...]] = Field(default_factory=dict)


class Slot(Model):
    """What every slot has; `{column}` is filled in from the row, `rotate` turns clockwise about the box's middle.

    `engrave` is what a laser makes of it: lines along its edges, filled areas, scored lines or nothing; `tone`, unless
    said otherwise, goes by how dark it is beside the piece's ground.
    Without a box, or with `box: frame`, the slot lies where the shape of its name lies in the layout's frame.
    """

    box: Box | None = None
    when: Where = Field(default_factory=dict)
    repeat: Repeat | None = None
    rotate: str = "0"
    mirror: Flag = False
    engrave: Engraving = "tone"
    note: str = ""


class TextSlot(Slot):
    """Text: wrapped, shrunk from `size` to `min` points until it fits; `unsafe` allows it outside the safe zone.

    `start` and `end` are left and right where the text runs from left to right; `hyphenate` is true for the game's
    language, or a language such as `de`.
    """

    kind: Literal["text"]
    text: str
    font: str
    weight: str = "regular"
    size: Points
    min: Points | None = None
    leading: Annotated[Number, Field(ge=0.5, le=5)] = 1.2
    align: Literal["left", "center", "right", "justify", "start", "end"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    colour: str = "#000000"
    hyphenate: Annotated[bool | str, BeforeValidator(_flag_or_word)] = False
    unsafe: Flag = False

    def patterns(self, language: str) -> str:
        """Return the language whose words are hyphenated in a game written in `language`, or nothing."""
        return self.hyphenate if isinstance(self.hyphenate, str) else language if self.hyphenate else ""


class PictureSlot(Slot):
    """A picture of the game's art folder, its box cut to `clip`; `colour` is what currentColor becomes.

    `round` rounds the corners of the box. `raster: 600dpi` draws art as pixels that cannot be drawn exactly.
    """

    kind: Literal["picture"]
    art: str
    fit: Literal["contain", "cover", "stretch"] = "contain"
    colour: str = "#000000"
    opacity: Share = 1
    clip: Literal["none", "rectangle", "ellipse", "hexagon"] = "none"
    round: Length = 0
    raster: Resolution = 0


class IconSlot(Slot):
    """A picture of art/icons that has to lie in the safe zone."""

    kind: Literal["icon"]
    icon: str
    colour: str = "#000000"
    opacity: Share = 1
    unsafe: Flag = False
    raster: Resolution = 0


class ShapeSlot(Slot):
    """A rectangle, ellipse, line (the box's diagonal), hexagon, or the piece's own outline grown by `grow` mm."""

    kind: Literal["shape"]
    shape: Literal["rectangle", "ellipse", "line", "hexagon", "outline"]
    radius: Length = 0
    grow: Number = 0
    fill: str = "none"
    stroke: str = "none"
    width: Length = 0.35
    dash: Annotated[tuple[Number, ...], BeforeValidator(_pair)] = ()
    opacity: Share = 1


class GridSlot(Slot):
    """Cells of a lattice, each drawn with the slots of `each`, whose boxes are relative to the cell's middle.

    `cells` lists them (`0,0 1,0`), names a column of them, or is `rosette` or `4x3`; `table` takes a table's rows with
    columns x and y instead. `values` gives each cell a value, `{cell}`, which `lookup` finds in a table.
    """

    kind: Literal["grid"]
    lattice: Literal["square", "hex", "hex-flat"] = "square"
    pitch: Length
    cells: str = ""
    table: str = ""
    values: str = ""
    lookup: str = ""
    centre: Flag = True
    each: dict[str, Any] = Field(default_factory=dict)  # Slot or Choice, understood one by one


AnySlot = Annotated[
    TextSlot | PictureSlot | IconSlot | ShapeSlot | GridSlot,
    Field(discriminator="kind"),
]


class FrameSpec(Model):
    """The drawing that lies under all slots, whose shapes named like slots are their boxes.

    `page` says whether its page stands for the trim or the bleed where its size in mm does not;
    `engrave` what a laser makes of the drawing, as slots say it.
    """

    art: str
    colour: str = "#000000"
    page: Literal["", "trim", "bleed"] = ""
    engrave: Engraving = "tone"
    raster: Resolution = 0


class _Condition(Model):
    when: Where = Field(default_factory=dict)


class _Layout(Model):
    slots: dict[str, AnySlot]
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """A slot as the value of `by` makes it: the variants by value, and what stands for any other value."""

    by: str
    variants: Mapping[str, Slot]
    when: Where = field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    """A layout's slots in painting order, with the node each came from."""

    name: str
    place: Place
    slots: Mapping[str, Slot | Choice]
    nodes: Mapping[str, Node] = field(repr=False)
    frame: FrameSpec | None = None
    frame_node: Node | None = field(default=None, repr=False)

    def at_frame(self, key: str) -> Place:
        """Return where a key of the frame stands."""
        return self.place if self.frame_node is None else self.frame_node.at([key])

    def at(self, path: Iterable[str | int]) -> Place:
        """Return where a slot's key stands."""
        name, *rest = path
        return self.nodes[str(name)].at(rest) if name in self.nodes else self.place


def load(workspace: Workspace, name: str, place: Place) -> Layout:
    """Return the layout of a name, its parents merged; BuildError with every fault placed."""
    root = _merged(workspace, name, place, ())
    slots = root.find(["slots"])
    if slots is None or not isinstance(slots.value, dict):
        raise fail(root.place, f"the layout {name} has no slots")
    result: dict[str, Slot | Choice] = {}
    problems: list[Problem] = []
    styles = root.find(["styles"])
    nodes: dict[str, Node] = {}
    for key, plain in slots.value.items():
        faults = len(problems)
        node = nodes[key] = _styled(plain, styles, problems)
        if len(problems) > faults:
            continue  # without its style a slot lacks what the style would have said
        try:
            result[key] = _slot(node)
        except BuildError as error:
            problems += error.problems
    frame, frame_node = None, root.find(["frame"])
    if frame_node is not None:
        named = Node({"art": frame_node}, frame_node.place) if isinstance(frame_node.value, str) else frame_node
        try:
            frame = understand(FrameSpec, named)
        except BuildError as error:
            problems += error.problems
    if problems:
        raise BuildError(problems)
    return Layout(name, root.place, result, nodes, frame, frame_node)


def _slot(node: Node) -> Slot | Choice:
    """Return a slot, or its variants where it says `choose:`."""
    choose = node.find(["choose"])
    if choose is None:
        return _one(node)
    by = choose.find(["by"])
    if by is None or not isinstance(by.value, str) or not isinstance(choose.value, dict):
        raise fail(choose.place, "choose needs by: and a value for each case")
    plain = _without(node, "choose")
    cases = {value: case for value, case in choose.value.items() if value != "by"}
    when = node.find(["when"])
    condition = understand(_Condition, Node({"when": when}, when.place)) if when is not None else _Condition()
    return Choice(by.value, {value: _one(merge(plain, case)) for value, case in cases.items()}, condition.when)


def _one(node: Node) -> Slot:
    each = node.find(["each"])
    plain = node if each is None else _without(node, "each")
    layout = understand(_Layout, Node({"slots": Node({"slot": plain}, node.place)}, node.place))
    slot = layout.slots["slot"]
    if each is None:
        return slot
    if not isinstance(slot, GridSlot) or not isinstance(each.value, dict):
        raise fail(each.place, "only a grid has slots under each:, by name")
    return slot.model_copy(update={"each": {name: _slot(child) for name, child in each.value.items()}})


def _without(node: Node, key: str) -> Node:
    values = dict(node.value) if isinstance(node.value, dict) else {}
    values.pop(key, None)
    return Node(values, node.place, node.keys)


def _styled(node: Node, styles: Node | None, problems: list[Problem]) -> Node:
    """Return the slot with its named style filled in below its own keys, in grids' slots and cases too."""
    if not isinstance(node.value, dict):
        return node
    for inner in ("each", "choose"):
        child = node.find([inner])
        if child is not None and isinstance(child.value, dict):
            styled = {key: _styled(value, styles, problems) for key, value in child.value.items()}
            node = Node({**node.value, inner: Node(styled, child.place, child.keys)}, node.place, node.keys)
    name = node.find(["style"])
    if name is None or not isinstance(node.value, dict):
        return node
    known = styles.value if styles is not None and isinstance(styles.value, dict) else {}
    if not isinstance(name.value, str) or name.value not in known:
        problems.append(Problem(name.place, f"there is no style {name.value}", did_you_mean(str(name.value), known)))
        return _without(node, "style")
    return merge(known[name.value], _without(node, "style"))


def merge(base: Node, over: Node) -> Node:
    """Return `base` with the keys of `over` put over it, mapping by mapping; places stay with the values."""
    if not (isinstance(base.value, dict) and isinstance(over.value, dict)):
        return over
    values = dict(base.value)
    for key, node in over.value.items():
        values[key] = merge(values[key], node) if key in values else node
    return Node(values, over.place, {**base.keys, **over.keys})


def _merged(workspace: Workspace, name: str, place: Place, above: tuple[str, ...]) -> Node:
    """Return a layout's node with its parents below it; `drop:` leaves parents' slots out, `below:` orders new ones."""
    if name in above or len(above) > _MAX_PARENTS:
        raise fail(place, f"the layout {name} extends itself: {' > '.join((*above, name))}")
    node = workspace.yaml("layouts", name, place)
    if not isinstance(node.value, dict):
        raise fail(node.place, f"the layout {name} has to be a mapping with slots")
    known = ("extends", "drop", "styles", "frame", "slots", "note")
    faults = [
        Problem(node.keys[key], f"unknown key {key}", did_you_mean(key, known))
        for key in node.value
        if key not in known
    ]
    if faults:
        raise BuildError(faults)
    extends = node.find(["extends"])
    parents = () if extends is None else extends.value if isinstance(extends.value, tuple) else (extends,)
    merged = Node({}, node.place)
    for parent in parents:
        if isinstance(parent, Node):
            merged = merge(merged, _merged(workspace, str(parent.value), parent.place, (*above, name)))
    drop = node.find(["drop"])
    slots = merged.find(["slots"])
    for item in (drop.value if isinstance(drop.value, tuple) else (drop,)) if drop is not None else ():
        key = str(item.value) if isinstance(item, Node) else ""
        if slots is None or not isinstance(slots.value, dict) or key not in slots.value:
            there = slots.value if slots is not None and isinstance(slots.value, dict) else ()
            raise fail(
                item.place if isinstance(item, Node) else node.place,
                f"no parent has a slot {key}",
                did_you_mean(key, there),
            )
        slots = _without(slots, key)
        merged = Node({**merged.value, "slots": slots}, merged.place, merged.keys)  # type: ignore[dict-item]
    return _ordered(merge(merged, _without(_without(node, "extends"), "drop")))


def _ordered(node: Node) -> Node:
    """Return the layout with every slot that says `below: NAME` moved under that slot in the painting order."""
    slots = node.find(["slots"])
    if slots is None or not isinstance(slots.value, dict):
        return node
    order = list(slots.value)
    moved: dict[str, Node] = dict(slots.value)
    for key, slot in slots.value.items():
        below = slot.find(["below"])
        if below is None:
            continue
        if not isinstance(below.value, str) or below.value not in slots.value or below.value == key:
            raise fail(
                below.place, f"there is no other slot {below.plain()}", did_you_mean(str(below.value), slots.value)
            )
        order.remove(key)
        order.insert(order.index(str(below.value)), key)
        moved[key] = _without(slot, "below")
    placed = Node({key: moved[key] for key in order}, slots.place, slots.keys)
    return Node({**node.value, "slots": placed}, node.place, node.keys)  # type: ignore[dict-item]


def check(layout: Layout, game: Game, deck: Deck, shared: bool) -> Iterator[Problem]:
    """Yield a problem for each name in the layout that the deck's data does not have; a shared back has none."""
    if layout.frame is not None:
        rows = None if shared else deck.rows
        for key in ("art", "colour"):
            yield from _check_text(layout.at_frame(key), getattr(layout.frame, key), game, rows, set())
    for name, slot in layout.slots.items():
        yield from _check_slot(layout, (name,), slot, game, None if shared else deck.rows, set())


def _check_slot(
    layout: Layout, path: tuple[str, ...], slot: Slot | Choice, game: Game, rows: Rows | None, extra: set[str]
) -> Iterator[Problem]:
    def unknown(key: tuple[str, ...], name: str) -> Problem | None:
        return _unknown(layout.at((*path, *key)), name, game, rows, extra)

    if isinstance(slot, Choice):
        yield from filter(None, (unknown(("choose", "by"), name) for name in names_in(slot.by)))
        for variant in slot.variants.values():
            yield from _check_slot(layout, path, variant, game, rows, extra)
        return
    if not own_box(slot) and (layout.frame is None or len(path) > 1):
        hint = "write box: [x, y, width, height] in mm, or give the layout a frame: with a rectangle of that name"
        yield Problem(layout.at(path), f"slot {path[-1]} has no box", hint)
    inner = {*extra, "n"} if slot.repeat else extra
    for key in _BINDABLE:
        text = getattr(slot, key, None)
        if isinstance(text, str):
            yield from _check_text(layout.at((*path, key)), text, game, rows, inner)
    if slot.repeat:
        yield from filter(None, (unknown(("repeat", "times"), name) for name in names_in(slot.repeat.times)))
    yield from filter(None, (unknown(("when", name), name) for name in columns_of(slot.when)))
    if isinstance(slot, TextSlot) and (patterns := slot.patterns(game.written_in)) and not hyphenates(patterns):
        message = f"there is no hyphenation for the language {patterns}"
        yield Problem(layout.at((*path, "hyphenate")), message, did_you_mean(patterns, languages()))
    if isinstance(slot, GridSlot):
        deeper = {*extra, "cell", "i"}
        for key in ("table", "lookup"):
            target = getattr(slot, key)
            if target and game.rows(target) is None:
                yield Problem(layout.at((*path, key)), f"there is no table {target}", did_you_mean(target, game.names))
            elif target and (table := game.rows(target)):
                deeper |= {f"cell.{column}" for column in table.columns}
        for name, child in slot.each.items():
            yield from _check_slot(layout, (*path, "each", name), child, game, rows, deeper)


def _check_text(place: Place, text: str, game: Game, rows: Rows | None, extra: set[str]) -> Iterator[Problem]:
    """Yield a problem for each name in a bound text that means nothing, and for a lone brace."""
    if {"{", "}"} & set(BOUND.sub("", text)):
        message = f"{text!r} has a brace without its other half"
        yield Problem(place, message, "write {column}; for a brace itself write it twice")
    yield from filter(None, (_unknown(place, name, game, rows, extra) for name in names_in(text)))


def _unknown(place: Place, name: str, game: Game, rows: Rows | None, extra: set[str]) -> Problem | None:
    if _known(name, game, rows, extra):
        return None
    known = [*(rows.columns if rows else ()), *extra, "game.title", "game.version"]
    where = f"{rows.file} has no column" if rows else "a shared back has no"
    return Problem(place, f"{where} {name}", did_you_mean(name, known))


def _known(name: str, game: Game, rows: Rows | None, extra: set[str]) -> bool:
    if name in extra or name in ("game.title", "game.version"):
        return True
    if rows is None:
        return False
    head, _, tail = name.partition(".")
    if not tail:
        return name in rows.columns or name == "copies"
    column = rows.columns.get(head)
    table = game.rows(column.table) if column is not None and column.type == "ref" else None
    return table is not None and tail in table.columns


_BINDABLE = ("text", "art", "icon", "colour", "fill", "stroke", "rotate", "cells", "values")


def own_box(entry: Slot | Choice) -> bool | None:
    """Return whether a slot brings a box of its own, or needs none as an outline does; None where variants differ."""
    if isinstance(entry, Choice):
        found = {own_box(variant) for variant in entry.variants.values()}
        return found.pop() if len(found) == 1 else None
    outline = isinstance(entry, ShapeSlot) and entry.shape == "outline"
    return outline or entry.box not in (None, "frame")


def columns_named(entry: Slot | Choice) -> set[str]:
    """Return every column that a slot's content or conditions come from."""
    if isinstance(entry, Choice):
        return {*_heads(entry.by), *(name for slot in entry.variants.values() for name in columns_named(slot))}
    found = {head for key in _BINDABLE for head in _heads(getattr(entry, key, "") or "")}
    found |= set(columns_of(entry.when)) | set(_heads(entry.repeat.times if entry.repeat else ""))
    if isinstance(entry, GridSlot):
        found |= {name for child in entry.each.values() for name in columns_named(child)}
    return found


def names_used(entry: Slot | Choice) -> tuple[str, ...]:
    """Return every name whose value a slot's drawing follows from, but those that its own grid or repetition gives."""
    return tuple(sorted(_names_used(entry)))


def _names_used(entry: Slot | Choice) -> set[str]:
    if isinstance(entry, Choice):
        inner = {name for slot in entry.variants.values() for name in _names_used(slot)}
        return inner | {*names_in(entry.by), *columns_of(entry.when)}
    found = {name for key in _BINDABLE for name in names_in(getattr(entry, key, "") or "")}
    if isinstance(entry, GridSlot):
        inner = {name for child in entry.each.values() for name in _names_used(child)}
        found |= {name for name in inner if name not in ("cell", "i") and not name.startswith("cell.")}
    if entry.repeat:
        found -= {"n"}
        found |= set(names_in(entry.repeat.times))
    return found | set(columns_of(entry.when))


def _heads(text: str) -> list[str]:
    return [name.partition(".")[0] for name in names_in(text)]


def first_column(slot: Slot, rows: Rows | None) -> str | None:
    """Return the first column that a slot's content comes from: where to point when it does not fit."""
    for key in ("text", "art", "icon", "values", "cells"):
        for name in names_in(getattr(slot, key, "") or ""):
            head = name.partition(".")[0]
            if rows is not None and head in rows.columns:
                return head
    return None
