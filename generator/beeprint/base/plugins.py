"""Plug-ins: installed packages that extend beeprint through entry points in their metadata.

A person installs a package; games do not name any. A package is imported only when something that it adds is used: a
rule, an output, a layout or a starter that does not come with beeprint.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from beeprint.base.problems import Place, error_at

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: The groups of entry points: game.yaml or a profile uses the names of the entries.
RULES, OUTPUTS, DATA = "beeprint.rules", "beeprint.outputs", "beeprint.data"


class Plugin(Struct, frozen=True):
    """One entry point of an installed package: `package` is the distribution's name and version."""

    name: str
    package: str
    entry: EntryPoint

    def load(self, kind: type[Any]) -> Any:
        """Load the object of the entry point, an instance or subclass of `kind`; BuildError for anything else."""
        try:
            loaded = self.entry.load()
        except Exception as error:  # a package may raise anything on import
            message = f"its {self.entry.group} entry point {self.name} cannot be loaded: {error}"
            raise error_at(Place(self.package), message, "update the package") from error
        if not isinstance(loaded, kind) and not (isinstance(loaded, type) and issubclass(loaded, kind)):
            message = f"its {self.entry.group} entry point {self.name} is not {_article(kind.__name__)}"
            raise error_at(Place(self.package), message, "update the package")
        return loaded

    @property
    def folder(self) -> Path | None:
        """Find the folder of the package that the entry point names, without importing it."""
        try:
            spec = find_spec(self.entry.module)
        except (ImportError, ValueError):
            return None
        places = spec.submodule_search_locations if spec is not None else None
        return Path(places[0]) if places else None


@cache
def installed(group: str) -> dict[str, Plugin]:
    """Find the plug-ins of a group, by name; of two with the same name, the one whose package sorts first."""
    # Importing this and reading the metadata take a while, and most builds use only what comes with beeprint.
    from importlib.metadata import entry_points

    plugins: dict[str, Plugin] = {}
    for entry in entry_points(group=group):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown package"
        candidate = Plugin(entry.name, package, entry)
        plugins[entry.name] = min(candidate, plugins.get(entry.name, candidate), key=lambda plugin: plugin.package)
    return dict(sorted(plugins.items()))


def folders(kind: str) -> dict[Path, str]:
    """Map the folders in plug-ins that hold a kind of data, such as layouts, to their packages' names."""
    places = ((plugin.folder, plugin.package) for plugin in installed(DATA).values())
    return {folder / kind: package for folder, package in places if folder is not None and (folder / kind).is_dir()}


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "AEIOU" else f"a {noun}"
