"""Turn a tabletop game's data into things a person can hold: cards, tiles, tokens, boards, ready to print.

As a library: load, check, build, faces and printers (docs/python.md). They are loaded when they are first asked for, so
that a command that needs none of them starts at once.
"""

from __future__ import annotations

# What type checkers take for true. The module typing takes longer to load than all that comes before Ctrl-C is handled.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from beeprint.api import (
        BuildError,
        Built,
        Checked,
        CheckOptions,
        DrawnFace,
        Game,
        LaserOptions,
        Options,
        Place,
        Printer,
        Problem,
        build,
        check,
        faces,
        load,
        printers,
    )

__version__ = "0.1.0"
__all__ = [
    "BuildError",
    "Built",
    "CheckOptions",
    "Checked",
    "DrawnFace",
    "Game",
    "LaserOptions",
    "Options",
    "Place",
    "Printer",
    "Problem",
    "__version__",
    "build",
    "check",
    "faces",
    "load",
    "printers",
]


def __getattr__(name: str) -> Any:
    """Return what the library offers."""
    if name in __all__:
        from beeprint import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
