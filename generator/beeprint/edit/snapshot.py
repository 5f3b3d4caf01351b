"""Layouts as their files were at one moment, and which slots of which layouts have which boxes there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from beeprint.base.problems import BuildError, Place
from beeprint.edit.slots import slots_in, spots_of
from beeprint.face.template import Layout, load
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.source import read_bytes
from beeprint.files.workspace import Workspace, shown

Box = tuple[float, float, float, float]
_YAML = (".yaml",)


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
        """Return the files with other bytes in some of them."""
        return Snapshot(self.game, self.instead, held={**self.held, **new})

    def layout(self, name: str) -> Layout:
        """Load a layout."""
        return load(self, name, Place(shown(self.game)))

    def file(self, name: str) -> Path:
        """Return the file of a layout that has been loaded."""
        path = self.find("layouts", name, _YAML)
        assert path is not None, name
        return path

    def own_names(self) -> list[str]:
        """Return the layouts in the game's own folder."""
        files = ((name, self.find("layouts", name, _YAML)) for name in self.names("layouts", _YAML))
        return [name for name, path in files if path is not None and path.is_relative_to(self.game)]

    def dependents(self, files: Iterable[Path]) -> list[str]:
        """Return the layouts that are written in any of these files, or inherit from one that is."""
        paths = {name: self.find("layouts", name, _YAML) for name in self.names("layouts", _YAML)}
        parents = {name: self._parents(name, path) for name, path in paths.items() if path is not None}
        wanted = set(files)
        found = {name for name, path in paths.items() if path in wanted}
        while more := {name for name, above in parents.items() if above & found} - found:
            found |= more
        return sorted(found)

    def _parents(self, name: str, path: Path) -> set[str]:
        """Return the layouts that a layout extends; none for another kind of file."""
        data = self.held.get(path)
        try:
            data = read_bytes(path, shown(path)) if data is None else data
            listed = _read(data, shown(path)).find(["extends"]) if b"extends" in data else None
        except BuildError:
            return set()
        names = () if listed is None else listed.value if isinstance(listed.value, tuple) else (listed,)
        return {str(one.value) for one in names if isinstance(one.value, str)}


@lru_cache(maxsize=256)
def _read(data: bytes, shown: str) -> Node:
    """Read a YAML file, once for all slots that are looked for in it."""
    return read_yaml(data, shown)


def boxes(snapshot: Snapshot, names: Iterable[str]) -> dict[Use, object]:
    """Return the box of every slot of some layouts: its numbers, its word, or None; faulty layouts have none."""
    found: dict[Use, object] = {}
    for name in names:
        try:
            layout = snapshot.layout(name)
        except BuildError:
            continue
        for path, node in slots_in(layout.nodes):
            box = node.find(["box"])
            spots = spots_of(box)
            numbers = tuple(round(spot.value, 6) for spot in spots)
            found[Use(name, path)] = numbers or (None if box is None else box.plain())
    return found
