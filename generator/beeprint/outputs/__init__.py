"""Find outputs and profiles by the word that a profile gives after `output:`.

To add an output such as `contact-sheet`, write an Output called CONTACT_SHEET in a module beside this one, and list the
module in MODULES; or install a package with an entry point in the group `beeprint.outputs`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from beeprint.base import plugins
from beeprint.base.options import Options
from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.outputs.shared import Checked, Order, Output, Product, Profile
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import Node
from beeprint.sources.workspace import Workspace

if TYPE_CHECKING:
    from beeprint.press.standard import Expected

#: The module of each output that comes with beeprint. Only those of the profiles that are built are imported.
MODULES = {
    "contact-sheet": "tabletop",
    "die-cut": "die_cut",
    "faces": "tabletop",
    "fan": "scenes",
    "folded": "folded",
    "images": "tabletop",
    "playingcards-io": "tabletop",
    "poster": "scenes",
    "press": "press",
    "print-cut": "print_cut",
    "sheets": "sheets",
    "showcase": "scenes",
    "table": "scenes",
    "tabletop-simulator": "tabletop",
    "upload": "upload",
    "web-page": "tabletop",
}


class Known(Struct, frozen=True):
    """A loaded profile, with its node and the output that makes it."""

    profile: Profile
    node: Node
    output: Output[Any]

    def product(self, checked: Checked, folder: Path, options: Options) -> Product:
        """Return what the profile makes of a game in `folder`, which bears the profile's name."""
        return self.output.make(Order(checked, self.profile, self.node, folder, options))

    def asks(self, workspace: Workspace) -> Expected | None:
        """Return what the profile asks of a PDF, whoever made it; None if it is for no PDF."""
        return None if self.output.asks is None else self.output.asks(workspace, self.profile, self.node)


def built_in() -> tuple[str, ...]:
    """Return the names of the outputs that come with beeprint."""
    return tuple(MODULES)


def find(word: str) -> Output[Any] | None:
    """Find an output by name; None if there is none."""
    if word in MODULES:
        output: Output[Any] = getattr(
            import_module(f"beeprint.outputs.{MODULES[word]}"), word.replace("-", "_").upper()
        )
        return output
    plugin = plugins.installed(plugins.OUTPUTS).get(word)
    return None if plugin is None else plugin.load(Output)


def load(workspace: Workspace, name: str, place: Place) -> Known:
    """Load a profile by name; BuildError at `place` where there is none, and in its file for each fault."""
    node = workspace.yaml("layouts", f"profiles/{name}", place)
    word = node.find(["output"])
    if word is None or not isinstance(word.value, str):
        understand(Profile, node)
        raise error_at(node.at(["output"]), "output must be a name", did_you_mean("", built_in()))
    output = find(word.value)
    if output is None:
        known = [*built_in(), *plugins.installed(plugins.OUTPUTS)]
        raise error_at(word.place, f"there is no output {word.value}", did_you_mean(word.value, known))
    return Known(understand(output.profile, node), node, output)


def names(workspace: Workspace) -> list[str]:
    """Return the names of all profiles."""
    files = workspace.names("layouts", [".yaml"])
    return [name.removeprefix("profiles/") for name in files if name.startswith("profiles/")]


def for_vendors(workspace: Workspace) -> dict[str, list[str]]:
    """Return the names of the profiles that make files for each vendor."""
    vendors: dict[str, list[str]] = {}
    for name in names(workspace):
        vendor = getattr(load(workspace, name, Place(name)).profile, "vendor", "")
        if vendor:
            vendors.setdefault(vendor, []).append(name)
    return vendors
