"""Start a new game: copy a starter, a small, complete game, into a new folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

from beeprint.base import plugins
from beeprint.base.problems import Place, error_at
from beeprint.files.delivery import work_folder
from beeprint.files.workspace import shown

_HERE = Path(__file__).parent
#: The starters: what each shows, and its folder beside this file. The first is the default.
STARTERS = {
    "plain": ("cards and tiles whose boxes are given in the layouts", "game"),
    "inkscape": ("cards designed as drawings, whose rectangles are the boxes", "inkscape"),
}
_TEXT = (".yaml", ".csv", ".md", ".svg")


def added() -> dict[str, tuple[str, Path]]:
    """Find the starters in plug-ins, each with its package and folder."""
    return {
        path.parent.name: (package, path.parent)
        for root, package in plugins.folders("starters").items()
        for path in sorted(root.glob("*/game.yaml"))
        if path.parent.name not in STARTERS
    }


def names() -> list[str]:
    """Return the names of all starters."""
    return [*STARTERS, *added()]


def write(folder: Path, starter: str = "plain") -> list[Path]:
    """Write a new game into `folder`, named after it, and return its files; an existing folder is refused."""
    source = _HERE / STARTERS[starter][1] if starter in STARTERS else added()[starter][1]
    place = Place(shown(folder))
    try:
        there = folder.exists()
    except OSError as error:
        raise error_at(place, f"cannot write here: {error.strerror or error}") from error
    if there:
        raise error_at(place, "this already exists; nothing was written", "choose another name")
    title = re.sub(r"[-_ ]+", " ", folder.resolve().name).strip().title()
    name = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")
    if not name:
        raise error_at(place, "the folder's name has no letter from a to z or digit to make the game's id from")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Written to a temporary folder and then moved, so that no partial game is left behind.
        with work_folder(folder) as work:
            for path in sorted(source.rglob("*")):
                target = work / "game" / path.relative_to(source)
                if path.is_file() and path.suffix in _TEXT:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    text = (
                        path.read_text("utf-8")
                        .replace("GAME-ID", name)
                        .replace("GAME-TITLE", title if path.suffix == ".md" else json.dumps(title)[1:-1])
                    )
                    target.write_text(text, "utf-8", newline="\n")
            (work / "game").rename(folder)
    except OSError as error:
        raise error_at(place, f"cannot write here: {error.strerror or error}") from error
    return sorted(path for path in folder.rglob("*") if path.is_file())
