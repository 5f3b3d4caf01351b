"""Plug-ins: what installed packages add to beeprint, told by the entry points of their metadata.

A package is installed by a person. No game names one, and none is imported before what it adds is used: a rule, an
output, a layout or a starter that does not come with beeprint.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beeprint.base.problems import Place, error_at

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: The groups of entry points: an entry's name is what game.yaml or a profile says.
RULES, OUTPUTS, DATA = "beeprint.rules", "beeprint.outputs", "beeprint.data"


@dataclass(frozen=True)
class Plugin:
    """One entry point of an installed package: `package` is the distribution's name and version."""

    name: str
    package: str
    entry: EntryPoint

    def load(self, kind: type[Any]) -> Any:
        """Return the object that the entry point names, a `kind` or a class of it; BuildError where there is none."""
        try:
            found = self.entry.load()
        except Exception as error:  # whatever a stranger's package raises while it is imported
            message = f"its {self.entry.group} entry point {self.name} cannot be loaded: {error}"
            raise error_at(Place(self.package), message, "update the package") from error
        if not isinstance(found, kind) and not (isinstance(found, type) and issubclass(found, kind)):
            message = f"its {self.entry.group} entry point {self.name} is not {_article(kind.__name__)}"
            raise error_at(Place(self.package), message, "update the package")
        return found

    @property
    def folder(self) -> Path | None:
        """Return the folder of the package that the entry point names, which is found without being imported."""
        try:
            spec = find_spec(self.entry.module)
        except (ImportError, ValueError):
            return None
        places = spec.submodule_search_locations if spec is not None else None
        return Path(places[0]) if places else None


@cache
def found(group: str) -> dict[str, Plugin]:
    """Return the plug-ins of a group by name; of two with one name, that of the package whose name comes first."""
    # Reading what is installed takes a while, and most builds ask for nothing that beeprint does not bring.
    from importlib.metadata import entry_points

    plugins: dict[str, Plugin] = {}
    for entry in entry_points(group=group):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown package"
        one = Plugin(entry.name, package, entry)
        plugins[entry.name] = min(one, plugins.get(entry.name, one), key=lambda plugin: plugin.package)
    return dict(sorted(plugins.items()))


def folders(kind: str) -> dict[Path, str]:
    """Return the folders that hold a kind of data, such as layouts, in plug-ins' packages, with the packages' names."""
    places = ((plugin.folder, plugin.package) for plugin in found(DATA).values())
    return {folder / kind: package for folder, package in places if folder is not None and (folder / kind).is_dir()}


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "AEIOU" else f"a {noun}"
