"""The waist as files: write a Drawing as SVG in normal form, read SVG as a Drawing.

What is asked for is loaded when it is first asked for: a build whose art has been read before reads none.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beeprint.draw.svg.closing import Closed, closed
    from beeprint.draw.svg.document import parse
    from beeprint.draw.svg.reader import read, read_tree
    from beeprint.draw.svg.spots import Spot, Spots, onto, take_spots
    from beeprint.draw.svg.writer import write

__all__ = ["Closed", "Spot", "Spots", "closed", "onto", "parse", "read", "read_tree", "take_spots", "write"]

_HOMES = {
    "closing": ("Closed", "closed"),
    "document": ("parse",),
    "reader": ("read", "read_tree"),
    "spots": ("Spot", "Spots", "onto", "take_spots"),
    "writer": ("write",),
}


def __getattr__(name: str) -> Any:
    """Return what a module of this package gives to others."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"beeprint.draw.svg.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
