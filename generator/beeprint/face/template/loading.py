"""Load layouts from YAML: merge parents, fill in named styles, report each fault at its place."""

from __future__ import annotations

from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.face.template.slots import Choice, FrameSpec, GridSlot, Layout, Slot, Slots
from beeprint.files.nodes import Node
from beeprint.files.schema import Model, understand
from beeprint.files.workspace import Workspace
from beeprint.game.conditions import Conditions

_MAX_PARENTS = 16
_KEYS = ("extends", "drop", "styles", "frame", "slots", "note")


class _When(Model):
    """The conditions of a slot with `choose:`, which are read separately."""

    when: Conditions = {}


def load(workspace: Workspace, name: str, place: Place) -> Layout:
    """Load a layout by name, its parents merged; BuildError with every fault at its place."""
    root = _merged(workspace, name, place, ())
    slots = root.find(["slots"])
    if slots is None or not isinstance(slots.value, dict):
        raise error_at(root.place, f"the layout {name} has no slots")
    result: dict[str, Slot | Choice] = {}
    problems: list[Problem] = []
    warnings: list[Problem] = []
    styles = root.find(["styles"])
    nodes: dict[str, Node] = {}
    for key, plain in slots.value.items():
        faults = len(problems)
        node = nodes[key] = _styled(plain, styles, problems)
        if len(problems) > faults:
            continue  # without its style a slot may lack required keys
        try:
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
    if problems:
        raise BuildError(problems)
    return Layout(name, root.place, result, nodes, frame, frame_node, tuple(dict.fromkeys(warnings)))


def _slot(node: Node, warnings: list[Problem]) -> Slot | Choice:
    """Read a slot, or its variants where it has `choose:`."""
    choose = node.find(["choose"])
    if choose is None:
        return _one(node, warnings)
    by = choose.find(["by"])
    if by is None or not isinstance(by.value, str) or not isinstance(choose.value, dict):
        raise error_at(choose.place, "choose needs by: and a slot for each value")
    plain = _without(node, "choose")
    cases = {value: case for value, case in choose.value.items() if value != "by"}
    when = node.find(["when"])
    conditions = understand(_When, Node({"when": when}, when.place)).when if when is not None else {}
    variants = {value: _one(merge(plain, case), warnings) for value, case in cases.items()}
    return Choice(by=by.value, variants=variants, when=conditions)


def _one(node: Node, warnings: list[Problem]) -> Slot:
    each = node.find(["each"])
    plain = node if each is None else _without(node, "each")
    layout = understand(Slots, Node({"slots": Node({"slot": plain}, node.place)}, node.place), warnings)
    slot = layout.slots["slot"]
    if each is None:
        return slot
    if not isinstance(slot, GridSlot) or not isinstance(each.value, dict):
        raise error_at(each.place, "each: is for grids only, and lists their slots by name")
    return slot.model_copy(update={"each": {name: _slot(child, warnings) for name, child in each.value.items()}})


def _without(node: Node, key: str) -> Node:
    return Node({name: value for name, value in _entries(node).items() if name != key}, node.place, node.keys)


def _styled(node: Node, styles: Node | None, problems: list[Problem]) -> Node:
    """Fill in a slot's named style below its own keys, in grids' slots and cases too."""
    if not isinstance(node.value, dict):
        return node
    for inner in ("each", "choose"):
        child = node.find([inner])
        if child is not None and isinstance(child.value, dict):
            styled = {key: _styled(value, styles, problems) for key, value in child.value.items()}
            node = Node({**_entries(node), inner: Node(styled, child.place, child.keys)}, node.place, node.keys)
    name = node.find(["style"])
    if name is None:
        return node
    known = _entries(styles)
    if not isinstance(name.value, str) or name.value not in known:
        problems.append(Problem(name.place, f"there is no style {name.value}", did_you_mean(str(name.value), known)))
        return _without(node, "style")
    return merge(known[name.value], _without(node, "style"))


def merge(base: Node, over: Node) -> Node:
    """Merge `over` into `base`, mapping by mapping; values keep their places."""
    if not (isinstance(base.value, dict) and isinstance(over.value, dict)):
        return over
    values = dict(base.value)
    for key, node in over.value.items():
        values[key] = merge(values[key], node) if key in values else node
    return Node(values, over.place, {**base.keys, **over.keys})


def _merged(workspace: Workspace, name: str, place: Place, above: tuple[str, ...]) -> Node:
    """Merge a layout with its parents; `drop:` omits parents' slots, `below:` orders new ones."""
    if name in above or len(above) > _MAX_PARENTS:
        raise error_at(place, f"the layout {name} extends itself: {' > '.join((*above, name))}")
    node = _read(workspace, name, place)
    merged = Node({}, node.place)
    for parent in _items(node.find(["extends"])):
        merged = merge(merged, _merged(workspace, str(parent.value), parent.place, (*above, name)))
    for item in _items(node.find(["drop"])):
        merged = _dropped(merged, item)
    return _ordered(merge(merged, _without(_without(node, "extends"), "drop")))


def _read(workspace: Workspace, name: str, place: Place) -> Node:
    """Read a layout's file; BuildError for unknown keys."""
    node = workspace.yaml("layouts", name, place)
    if not isinstance(node.value, dict):
        raise error_at(node.place, f"the layout {name} has to be a mapping with slots")
    unknown = [key for key in node.value if key not in _KEYS]
    if unknown:
        raise BuildError(Problem(node.keys[key], f"unknown key {key}", did_you_mean(key, _KEYS)) for key in unknown)
    return node


def _dropped(node: Node, item: Node) -> Node:
    """Remove the slot that an item of `drop:` names from the merged parents."""
    slots, key = node.find(["slots"]), str(item.value)
    if slots is None or key not in _entries(slots):
        raise error_at(item.place, f"no parent has a slot {key}", did_you_mean(key, _entries(slots)))
    return Node({**_entries(node), "slots": _without(slots, key)}, node.place, node.keys)


def _items(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a list; anything else is a single item."""
    if node is None:
        return ()
    return node.value if isinstance(node.value, tuple) else (node,)


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
            raise error_at(below.place, f"there is no slot {below.plain()}", did_you_mean(str(below.value), others))
        order.remove(key)
        order.insert(order.index(str(below.value)), key)
        moved[key] = _without(slot, "below")
    placed = Node({key: moved[key] for key in order}, slots.place, slots.keys)
    return Node({**_entries(node), "slots": placed}, node.place, node.keys)
