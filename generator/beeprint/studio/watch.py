"""Tell when files of a game change."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from beeprint.files.workspace import OUTPUT, SHIPPED

#: How long to wait for further files of the same save, and how often to look, in ms: watchfiles' own 1,600 and 50 are
#: felt as a delay.
_DEBOUNCE, _STEP = 20, 5
#: How long to wait for a folder that is gone to come back, in seconds.
_PATIENCE = 0.5
_IGNORED = frozenset({OUTPUT, ".git", "__pycache__", "node_modules"})


def changes(game: Path, stop: threading.Event) -> Iterator[frozenset[Path]]:
    """Yield the files of a game that have changed, those of each save together, until `stop` is set.

    What lies in `output/`, and what editors write beside a file while they save it, is no part of a game. Where the
    game's folder is removed this waits until it is back.
    """
    from watchfiles import watch

    home = game.resolve()
    while not stop.is_set():
        if not home.is_dir():
            stop.wait(_PATIENCE)
            continue
        yield frozenset({home})
        try:
            for found in watch(
                *{home, (SHIPPED / "layouts").resolve()},
                watch_filter=lambda change, path: is_part(Path(path), home),
                debounce=_DEBOUNCE,
                step=_STEP,
                stop_event=stop,
                ignore_permission_denied=True,
            ):
                yield frozenset(Path(path) for _, path in found)
                if not home.is_dir():
                    break
        except (FileNotFoundError, RuntimeError):
            stop.wait(_PATIENCE)  # the folder went while it was looked at


def is_part(path: Path, game: Path) -> bool:
    """Return whether a file may be part of a game."""
    inside = path.relative_to(game).parts if path.is_relative_to(game) else path.parts[-2:]
    name = path.name
    return _IGNORED.isdisjoint(inside) and not name.endswith(("~", ".swp", ".tmp")) and not name.startswith((".", "~$"))
