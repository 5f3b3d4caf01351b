"""Load layouts from YAML: merge parents, fill in named styles, report each fault at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod

from msgspec.structs import replace

from beeprint.base.memo import Same, recent
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.face.template.slots import (
    ALSO,
    CHOICE_KEYS,
    Choice,
    DrawnFor,
    EdgeSlot,
    FrameSpec,
    GridSlot,
    Layout,
    Slot,
    Slots,
)
from beeprint.game.conditions import Conditions
from beeprint.sources.conversion import understand, written
from beeprint.sources.nodes import Node
from beeprint.sources.records import Model
from beeprint.sources.workspace import Workspace

_MAX_PARENTS = 16
#: How many variants a slot may have by all of its choices.
_MAX_VARIANTS = 4_000
#: The keys of a grid that hold slots.
_INNER = ("each", "edges")
# The keys of slots that say nothing of one without a box.
_OF_BOXES = ("box", "repeat", "rotate", "mirror", "moves-with")
_BOX = ("x", "y", "width", "height")
_KEYS = ("extends", "drop", "size", "styles", "frame", "slots", "note")


class _When(Model):
    """The conditions of a slot with `choose:`, which are read separately."""

    when: Conditions = {}


def load(workspace: Workspace, name: str, place: Place) -> Layout:
    """Load a layout by name, its parents merged; BuildError with every fault at its place."""
    return _understood(name, Same(merged(workspace, name, place)))


def merged(workspace: Workspace, name: str, place: Place) -> Node:
    """Return what a layout's file says, with its parents merged in and no style filled in; BuildError as by `load`."""
    return _Parents(workspace).merged(name, place, ())


@recent
def _understood(name: str, merged: Same[Node]) -> Layout:
    """Read the slots of a layout that is merged with its parents."""
    root = merged.value
    slots = root.find(["slots"])
    if slots is None or not isinstance(slots.value, dict):
        raise error_at(root.place, f"the layout {name} has no slots")
    result: dict[str, Slot | Choice] = {}
    problems: list[Problem] = []
    warnings: list[Problem] = []
    styles = root.find(["styles"])
    problems += filter(None, (_faulty_style(style, entry) for style, entry in _entries(styles).items()))
    nodes: dict[str, Node] = {}
    for key, plain in slots.value.items():
        faults = len(problems)
        try:
            node = nodes[key] = _styled(plain, styles, problems)
            if len(problems) == faults:  # without its style a slot may lack required keys
                result[key] = _slot(node, warnings)
        except BuildError as error:
            problems += error.problems
    frame, frame_node = None, root.find(["frame"])
    if frame_node is not None:
        named = Node({"art": frame_node}, frame_node.place) if isinstance(frame_node.value, str) else frame_node
        try:
            frame = understand(FrameSpec, named, warnings)
        except BuildError as error:
            problems += error.problems
    size = _size(root.find(["size"]), problems)
    if problems:
        raise BuildError(dict.fromkeys(problems))
    return Layout(name, root.place, result, nodes, frame, frame_node, tuple(dict.fromkeys(warnings)), size)


def _size(node: Node | None, problems: list[Problem]) -> tuple[Place, float, float] | None:
    """Read the size that a layout is drawn for, with its place; None where it says none."""
    if node is None:
        return None
    try:
        return node.place, *understand(DrawnFor, Node({"size": node}, node.place)).size
    except BuildError as error:
        problems += error.problems
        return None


def _slot(node: Node, warnings: list[Problem], within: str = "", level: int = 0) -> Slot | Choice:
    """Read a slot, or its variants where it has `choose:`; `within` is the key of a grid that it stands under.

    `also:` beside `by:` is a further choice, which is laid over each of the cases; `level` counts those before it.
    """
    choose = node.find(["choose"])
    if choose is None:
        slot = _load_slot(node, warnings)
        _misplaced(slot, node, within)
        return slot
    by = choose.find(["by"])
    if by is None or not isinstance(by.value, str) or not isinstance(choose.value, dict):
        key = "also" if level else "choose"
        raise error_at(choose.place, f"{key} needs by: and a slot for each value")
    plain, also = _without(node, "choose"), choose.find([ALSO])
    cases = {value: case for value, case in choose.value.items() if value not in CHOICE_KEYS}
    if level == 0 and prod(_sizes(choose)) > _MAX_VARIANTS:
        message = f"the cases of this choice and of its also: are more than {_MAX_VARIANTS} together"
        raise error_at(choose.place, message, "draw the slot as several ones with when:")
    when = node.find(["when"])
    conditions = understand(_When, Node({"when": when}, when.place)).when if when is not None else {}
    variants: dict[str, Slot | Choice] = {}
    for value, case in cases.items():
        if (inner := case.find(["choose"])) is not None:
            raise error_at(inner.place, "unknown key choose", "write a further choice beside by: as also:")
        merged = merge(plain, case)
        further = merged if also is None else merge(merged, Node({"choose": also}, merged.place))
        variants[value] = _slot(further, warnings, within, level + 1)
    return Choice(by=by.value, variants=variants, when=conditions, level=level)


def _sizes(choose: Node) -> Iterator[int]:
    """Yield how many cases a choice has, and each further one in it."""
    level: Node | None = choose
    while level is not None and isinstance(level.value, dict):
        yield len(level.value.keys() - {*CHOICE_KEYS})
        level = level.find([ALSO])


def _load_slot(node: Node, warnings: list[Problem]) -> Slot:
    inner = {key: slot_node for key in _INNER if (slot_node := node.find([key])) is not None}
    plain = node
    for key in inner:
        plain = _without(plain, key)
    layout = understand(Slots, Node({"slots": Node({"slot": plain}, node.place)}, node.place), warnings)
    slot = layout.slots["slot"]
    for key, listed in inner.items():
        if not isinstance(slot, GridSlot) or not isinstance(listed.value, dict):
            raise error_at(listed.place, f"{key}: is for grids only, and lists their slots by name")
        slots = {name: _slot(child, warnings, key) for name, child in listed.value.items()}
        slot = replace(slot, **{key: slots})
    return slot


def _misplaced(slot: Slot, node: Node, within: str) -> None:
    """Raise BuildError for a slot that is no edge under `edges:`, or that is one elsewhere."""
    kind = node.at(["kind"])
    if isinstance(slot, EdgeSlot) != (within == "edges"):
        if within == "edges":
            raise error_at(kind, "edges: of a grid holds slots of the kind edge", "put other slots under each:")
        raise error_at(kind, "a slot of the kind edge stands under edges: of a grid")
    for key in _OF_BOXES if isinstance(slot, EdgeSlot) else ():
        if key in _entries(node):
            raise error_at(node.key_at([], key), f"an edge lies beside its cell, and has no {key}", "remove it")


def _without(node: Node, key: str) -> Node:
    return Node({name: value for name, value in _entries(node).items() if name != key}, node.place, node.keys)


def _styled(node: Node, styles: Node | None, problems: list[Problem]) -> Node:
    """Fill in a slot's named style below its own keys, in grids' slots and cases too."""
    if not isinstance(node.value, dict):
        return node
    for inner in (*_INNER, "choose"):
        child = node.find([inner])
        if child is not None and isinstance(child.value, dict):
            styled = _styled_children(child, inner == "choose", styles, problems)
            node = Node({**_entries(node), inner: styled}, node.place, node.keys)
    name = node.find(["style"])
    if name is None:
        return node
    known = _entries(styles)
    if not isinstance(name.value, str):
        message = f"style is {written(name.plain())}, not the name of one style"
        problems.append(
            Problem(name.place, message, "name one, and write what you want of the other into the slot itself")
        )
    elif name.value not in known:
        problems.append(Problem(name.place, f"there is no style {name.value}", did_you_mean(name.value, known)))
    else:
        style, plain = known[name.value], _without(node, "style")
        faulty = _faulty_style(name.value, style)
        problems += [faulty] if faulty else []
        return plain if faulty else merge(style, plain)
    return _without(node, "style")


def _styled_children(children: Node, chosen: bool, styles: Node | None, problems: list[Problem]) -> Node:
    """Fill in the named styles of a grid's slots, or of the cases of a choice and of the further ones in it."""
    styled = {
        key: _styled_children(child, True, styles, problems)
        if chosen and key == ALSO
        else _styled(child, styles, problems)
        for key, child in _entries(children).items()
    }
    return Node(styled, children.place, children.keys) if isinstance(children.value, dict) else children


def _faulty_style(name: str, style: Node) -> Problem | None:
    """Return the problem of a style that is no mapping, or that names another style."""
    if not isinstance(style.value, dict):
        message = f"style {name} is {written(style.plain())}, not keys with their values"
        return Problem(style.place, message, "write it like {font: fredoka, size: 13}")
    if "style" not in style.value:
        return None
    message = f"style {name} names another style, which only slots may do"
    other = style.value["style"].value
    hint = f"copy the keys of {other if isinstance(other, str) else 'the other style'} into {name}"
    return Problem(style.keys.get("style", style.place), message, hint)


def merge(base: Node, over: Node) -> Node:
    """Merge `over` into `base`, mapping by mapping; values keep their places. A box may change single numbers."""
    if not (isinstance(base.value, dict) and isinstance(over.value, dict)):
        return over
    values = dict(base.value)
    for key, node in over.value.items():
        below = values.get(key)
        if below is None:
            values[key] = node
        elif key == "box" and isinstance(node.value, dict) and not isinstance(below.value, dict):
            values[key] = _changed_box(below, node)
        else:
            values[key] = merge(below, node)
    return Node(values, over.place, {**base.keys, **over.keys})


def _changed_box(base: Node, over: Node) -> Node:
    """Change the numbers of a box that a mapping names: `y: 12` replaces one, `y: "+5"` adds to it."""
    changes = _entries(over)
    unknown = [key for key in changes if key not in _BOX]
    if unknown:
        raise BuildError(Problem(over.keys[key], f"unknown key {key}", did_you_mean(key, _BOX)) for key in unknown)
    items = base.value if isinstance(base.value, tuple) else ()
    if isinstance(base.value, str):
        items = tuple(Node(part, base.place) for part in re.split(r"[\s,x]+", base.value.strip()))
    if len(items) != len(_BOX):
        message = f"this changes numbers of the inherited box, but that is {written(base.plain())}, without numbers"
        raise error_at(over.place, message, f"write the whole box: [{', '.join(_BOX)}]; or remove the key")
    return Node(tuple(map(_changed_number, items, map(changes.get, _BOX))), over.place)


def _changed_number(base: Node, over: Node | None) -> Node:
    if over is None or not isinstance(over.value, str) or not over.value.startswith("+"):
        return over or base
    try:
        return Node(f"{round(float(str(base.value)) + float(over.value[1:]), 6):.10g}", over.place)
    except ValueError:
        return over  # what is no number is reported when the box is read


class _Parents:
    """Layouts merged with their parents, each once, however many others extend it."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._merged: dict[str, Node] = {}
        self._depth: dict[str, int] = {}  # how many layouts are above one another there

    def merged(self, name: str, place: Place, below: tuple[str, ...]) -> Node:
        """Merge a layout with its parents; `drop:` omits parents' slots, `below:` orders new ones."""
        if name in below:
            raise error_at(place, f"the layout {name} extends itself: {' > '.join((*below, name))}")
        if len(below) + self._depth.get(name, 0) > _MAX_PARENTS:
            first = (*below, name)[0]
            message = (
                f"the layout {first} extends a chain of more than {_MAX_PARENTS} layouts, which gets too long here"
            )
            raise error_at(place, message, "let a layout extend several others directly: extends: [a, b]")
        if name not in self._merged:
            self._merged[name] = self._read(name, place, (*below, name))
        return self._merged[name]

    def _read(self, name: str, place: Place, line: tuple[str, ...]) -> Node:
        node = _read(self._workspace, name, place)
        merged = _empty(Same(node))
        depth = 0
        for other, spot in _names(node, "extends", "the name of a layout"):
            merged = _with_parent(Same(merged), Same(self.merged(other, spot, line)))
            depth = max(depth, self._depth[other] + 1)
        self._depth[name] = depth
        for key, spot in _names(node, "drop", "the name of a slot"):
            merged = _dropped(Same(merged), key, spot)
        return _complete(Same(merged), Same(node))


@recent
def _empty(own: Same[Node]) -> Node:
    """Return what the parents of a layout are merged into."""
    return Node({}, own.value.place)


@recent
def _with_parent(merged: Same[Node], parent: Same[Node]) -> Node:
    return merge(merged.value, parent.value)


@recent
def _complete(merged: Same[Node], own: Same[Node]) -> Node:
    """Merge a layout into its parents."""
    return _ordered(merge(merged.value, _without(_without(own.value, "extends"), "drop")))


def _read(workspace: Workspace, name: str, place: Place) -> Node:
    """Read a layout's file; BuildError for unknown keys."""
    node = workspace.yaml("layouts", name, place)
    if not isinstance(node.value, dict):
        raise error_at(node.place, f"the layout {name} has to be a mapping with slots")
    unknown = [key for key in node.value if key not in _KEYS]
    if unknown:
        raise BuildError(Problem(node.keys[key], f"unknown key {key}", did_you_mean(key, _KEYS)) for key in unknown)
    return node


@recent
def _dropped(merged: Same[Node], key: str, place: Place) -> Node:
    """Remove the slot that an item of `drop:` names from the merged parents."""
    node = merged.value
    slots = node.find(["slots"])
    if slots is None or key not in _entries(slots):
        raise error_at(place, f"no parent has a slot {key}", did_you_mean(key, _entries(slots)))
    return Node({**_entries(node), "slots": _without(slots, key)}, node.place, node.keys)


def _names(node: Node, key: str, expected: str) -> Iterator[tuple[str, Place]]:
    """Yield the names that a key lists, or its only one, with their places; BuildError for anything else."""
    listed = node.find([key])
    for item in () if listed is None else listed.value if isinstance(listed.value, tuple) else (listed,):
        if not isinstance(item.value, str):
            raise error_at(item.place, f"{key} holds {written(item.plain())}, not {expected}")
        yield item.value, item.place


def _entries(node: Node | None) -> dict[str, Node]:
    """Return the values of a mapping by key, empty for anything else."""
    return node.value if node is not None and isinstance(node.value, dict) else {}


def _ordered(node: Node) -> Node:
    """Move every slot with `below: NAME` under that slot in the painting order."""
    slots = node.find(["slots"])
    if slots is None or not isinstance(slots.value, dict):
        return node
    order = list(slots.value)
    moved: dict[str, Node] = dict(slots.value)
    for key, slot in slots.value.items():
        below = slot.find(["below"])
        if below is None:
            continue
        if below.value == key:
            raise error_at(below.place, f"slot {key} cannot be drawn below itself", "name another slot")
        if not isinstance(below.value, str) or below.value not in slots.value:
            others = slots.value.keys() - {key}
            wanted = below.value if isinstance(below.value, str) else written(below.plain())
            raise error_at(below.place, f"there is no slot {wanted}", did_you_mean(wanted, others))
        order.remove(key)
        order.insert(order.index(str(below.value)), key)
        moved[key] = _without(slot, "below")
    placed = Node({key: moved[key] for key in order}, slots.place, slots.keys)
    return Node({**_entries(node), "slots": placed}, node.place, node.keys)
