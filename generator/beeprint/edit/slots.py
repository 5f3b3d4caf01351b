"""The slots of a layout as nodes, with the places at which their boxes are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.face.template import Layout, merge
from beeprint.files.measures import millimetres
from beeprint.files.nodes import Node

#: Returns which of some cases holds, by `by:` of a choice; empty where that is not known.
Pick = Callable[[str, Sequence[str]], str]


class Spot(NamedTuple):
    """One of the numbers of a box: what it says in the end, in mm, as it is written, and where."""

    value: float
    text: str
    place: Place


def spots_of(box: Node | None) -> tuple[Spot, ...]:
    """Return the four numbers of a box; none for a word, and for no box."""
    if box is None or isinstance(box.value, dict):
        return ()
    if isinstance(box.value, tuple):
        return tuple(Spot(millimetres(str(one.value)), str(one.value), one.place) for one in box.value)
    parts = re.split(r"[\s,x]+", box.value.strip())
    return tuple(Spot(millimetres(part), part, box.place) for part in parts) if len(parts) == 4 else ()


def slot_node(layout: Layout, slot: Sequence[str], pick: Pick) -> tuple[tuple[str, ...], Node]:
    """Find a slot and the keys that lead to it; BuildError if there is none.

    `slot` names the grids it is in and itself; the keys `each` and `choose` with a case may stand between them. Where a
    case is missing, `pick` says which one holds; where it does not know, the slot is what all cases have in common.
    """
    path: tuple[str, ...] = ()
    here: Mapping[str, Node] = layout.nodes
    node = Node("", layout.place)
    rest = list(slot)
    while rest:
        name = rest.pop(0)
        if name == "each" and path and rest and name not in here:
            name = rest.pop(0)
        if name not in here:
            raise error_at(layout.place, f"there is no slot {name}", did_you_mean(name, here))
        path, node = (*path, *(("each",) if path else ()), name), here[name]
        if _entries(node.find(["choose"])):
            case, node = _chosen(node, rest, pick)
            path = (*path, "choose", case) if case else path
        here = _entries(node.find(["each"]))
    return path, node


def _chosen(node: Node, rest: list[str], pick: Pick) -> tuple[str, Node]:
    """Return the case that a path names, which is taken off its `rest`, or that holds; and the slot in that case."""
    plain, cases = _without(node, "choose"), _entries(node.find(["choose"]))
    known = [case for case in cases if case != "by"]
    if rest[:1] == ["choose"] and len(rest) > 1:
        case = rest[1]
        del rest[:2]
        if case not in known:
            raise error_at(node.at(["choose"]), f"choose has no case {case}", did_you_mean(case, known))
    else:
        case = pick(str(cases["by"].value), known)
    return case, merge(plain, cases[case]) if case else plain


def slots_in(nodes: Mapping[str, Node], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield every slot with the keys that lead to it: each case of a choice, and the slots in grids."""
    for name, node in nodes.items():
        yield from _cases((*path, name), node)


def _cases(path: tuple[str, ...], node: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    cases = _entries(node.find(["choose"]))
    for case, own in cases.items():
        if case != "by":
            yield from _cases((*path, "choose", case), merge(_without(node, "choose"), own))
    if not cases:
        yield path, node
        yield from slots_in(_entries(node.find(["each"])), (*path, "each"))


def _entries(node: Node | None) -> dict[str, Node]:
    """Return the values of a mapping by key, empty for anything else."""
    return node.value if node is not None and isinstance(node.value, dict) else {}


def _without(node: Node, key: str) -> Node:
    """Return a mapping without one of its keys."""
    return Node({name: value for name, value in _entries(node).items() if name != key}, node.place, node.keys)
