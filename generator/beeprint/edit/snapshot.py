"""A snapshot of layouts, their slots, and the boxes of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.geometry import millimetres
from beeprint.base.problems import BuildError, Place, did_you_mean, error_at
from beeprint.edit.choices import CHOOSE, choices_of
from beeprint.face.template import ALSO, Layout, load, merge
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.source import list_names, read_bytes
from beeprint.sources.workspace import SHIPPED, Workspace, shown

#: Returns which of some cases holds, by `by:` of a choice; empty where that is not known.
Pick = Callable[[str, Sequence[str]], str]


class Spot(NamedTuple):
    """A number of a box: its value in mm, its text in the file, and its place."""

    value: float
    text: str
    place: Place


def spots_of(box: Node | None) -> tuple[Spot, ...]:
    """Return the four numbers of a box; empty for a word or a missing box."""
    if box is None or isinstance(box.value, dict):
        return ()
    if isinstance(box.value, tuple):
        return tuple(Spot(millimetres(str(node.value)), str(node.value), node.place) for node in box.value)
    parts = re.split(r"[\s,x]+", box.value.strip())
    return tuple(Spot(millimetres(part), part, box.place) for part in parts) if len(parts) == 4 else ()


def slot_node(layout: Layout, slot: Sequence[str], pick: Pick) -> tuple[tuple[str, ...], Node]:
    """Find a slot and the keys that lead to it; BuildError if there is none.

    `slot` lists the names of its grids and its own; the keys `each`, and those of a case, may come between them.
    `pick` chooses a case that is missing; if it returns nothing, the slot is what all cases have in common. Where a
    slot has several choices, the keys are those of the last case that is chosen and has a box, else of the first.
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
        if _entries(node.find([CHOOSE])):
            case, node = _case_of(node, rest, pick)
            path = (*path, *case)
        here = _entries(node.find(["each"]))
    return path, node


def _case_of(node: Node, rest: list[str], pick: Pick) -> tuple[tuple[str, ...], Node]:
    """Return the keys of the case that a path names, which are taken off its `rest`, or that holds; and its slot."""
    named: tuple[str, ...] = ()
    if rest[:1] == [CHOOSE] and len(rest) > 1:
        end = next(at for at, key in enumerate(rest[1:], 1) if key != ALSO or at == len(rest) - 1) + 1
        named = tuple(rest[:end])
        del rest[:end]
    slot, chosen = _without(node, CHOOSE), []
    for choice in choices_of(node):
        is_named = choice.keys == named[:-1]
        case = named[-1] if is_named else pick(choice.by, [*choice.cases])
        if is_named and case not in choice.cases:
            raise error_at(node.at(choice.keys), f"choose has no case {case}", did_you_mean(case, choice.cases))
        if case:
            slot = merge(slot, choice.cases[case])
            chosen.append(((*choice.keys, case), choice.cases[case]))
    placed = [keys for keys, own in chosen if own.find(["box"]) is not None]
    return named or (placed[-1] if placed else chosen[0][0] if chosen else ()), slot


def slots_in(nodes: Mapping[str, Node], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield every slot with the keys that lead to it: each case of a choice, and the slots in grids."""
    for name, node in nodes.items():
        yield from _cases((*path, name), node)


def _cases(path: tuple[str, ...], node: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    choices = tuple(choices_of(node))
    for choice in choices:
        for case, own in choice.cases.items():
            yield from _cases((*path, *choice.keys, case), merge(_without(node, CHOOSE), own))
    if not choices:
        yield path, node
        yield from slots_in(_entries(node.find(["each"])), (*path, "each"))


def _entries(node: Node | None) -> dict[str, Node]:
    """Return the values of a mapping by key, empty for anything else."""
    return node.value if node is not None and isinstance(node.value, dict) else {}


def _without(node: Node, key: str) -> Node:
    """Return a mapping without one of its keys."""
    return Node({name: value for name, value in _entries(node).items() if name != key}, node.place, node.keys)


Box = tuple[float, float, float, float]
_YAML = (".yaml",)
#: The folder of shipped layouts that any game may extend.
_SHARED = "base"


class Use(Struct, frozen=True, dict=True):
    """A slot of a layout, by the keys that lead to it."""

    layout: str
    slot: tuple[str, ...]


@dataclass(frozen=True)
class Snapshot(Workspace):
    """A workspace that reads each YAML file once; `held` are the bytes that it has read, or is to read instead."""

    held: dict[Path, bytes] = field(default_factory=dict, repr=False, compare=False)

    def yaml(self, kind: str, name: str, place: Place) -> Node:
        """Read the YAML file of a name from the bytes that are held, or else from its file."""
        path = self.find(kind, name, _YAML)
        if path is None:
            return super().yaml(kind, name, place)
        if path not in self.held:
            self.held[path] = read_bytes(path, shown(path))
        return _read(self.held[path], shown(path))

    def with_bytes(self, new: Mapping[Path, bytes]) -> Snapshot:
        """Return a snapshot with other bytes in some files."""
        return Snapshot(self.game, self.instead, held={**self.held, **new})

    def layout(self, name: str) -> Layout:
        """Load a layout."""
        return load(self, name, Place(shown(self.game)))

    def file(self, name: str) -> Path:
        """Return the file of a layout; BuildError where it is gone since it was loaded."""
        path = self.find("layouts", name, _YAML)
        if path is None:
            message = f"the layout {name} is not there any more"
            raise error_at(
                Place(shown(self.game / "layouts" / f"{name}.yaml")), message, "look at the game as it is now"
            )
        return path

    def own_names(self) -> list[str]:
        """Return the layouts in the game's own folder."""
        files = ((name, self.find("layouts", name, _YAML)) for name in self._names_near(()))
        return [name for name, path in files if path is not None and path.is_relative_to(self.game)]

    def dependents(self, files: Iterable[Path]) -> list[str]:
        """Return the layouts in any of these files, and the layouts that inherit from them."""
        files = tuple(files)
        paths = {name: self.find("layouts", name, _YAML) for name in self._names_near(files)}
        parents = {name: self._parents(name, path) for name, path in paths.items() if path is not None}
        wanted = set(files)
        layouts = {name for name, path in paths.items() if path in wanted}
        while more := {name for name, above in parents.items() if above & layouts} - layouts:
            layouts |= more
        return sorted(layouts)

    def _names_near(self, files: Iterable[Path]) -> list[str]:
        """Return all layouts but those of other games that come with beeprint; `files` are layouts that count."""
        roots = self.roots("layouts")
        changed = (path.relative_to(root).as_posix() for path in files for root in roots if path.is_relative_to(root))
        folders = {_SHARED, *(name.partition("/")[0] for name in (*list_names(roots[0]), *changed))}
        shipped = set(list_names(SHIPPED / "layouts"))
        names = self.names("layouts", _YAML)
        return [name for name in names if name.partition("/")[0] in folders or f"{name}.yaml" not in shipped]

    def parents(self, name: str) -> set[str]:
        """Return the layouts that a layout extends; none where it has no file."""
        path = self.find("layouts", name, _YAML)
        return set() if path is None else self._parents(name, path)

    def _parents(self, name: str, path: Path) -> set[str]:
        """Return the layouts that a layout extends; none for another kind of file."""
        data = self.held.get(path)
        try:
            data = read_bytes(path, shown(path)) if data is None else data
            listed = _read(data, shown(path)).find(["extends"]) if b"extends" in data else None
        except BuildError:
            return set()
        names = () if listed is None else listed.value if isinstance(listed.value, tuple) else (listed,)
        return {str(parent.value) for parent in names if isinstance(parent.value, str)}


@lru_cache(maxsize=256)
def _read(data: bytes, shown: str) -> Node:
    """Read a YAML file, once for all slots that are looked for in it."""
    return read_yaml(data, shown)


def boxes(snapshot: Snapshot, names: Iterable[str]) -> dict[Use, object]:
    """Return the box of every slot of some layouts: its numbers, its word, or None; faulty layouts are skipped."""
    by_use: dict[Use, object] = {}
    for name in names:
        try:
            layout = snapshot.layout(name)
        except BuildError:
            continue
        for path, node in slots_in(layout.nodes):
            box = node.find(["box"])
            spots = spots_of(box)
            numbers = tuple(round(spot.value, 6) for spot in spots)
            by_use[Use(name, path)] = numbers or (None if box is None else box.plain())
    return by_use
