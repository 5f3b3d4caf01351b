"""The folders that the start page shows: names below the user's home, drives and volumes, and never what files hold."""

from __future__ import annotations

import os
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beeprint.base import regular
from beeprint.base.problems import Place, error_at
from beeprint.base.user_folders import documents_folder, home_folder
from beeprint.sources.workspace import GAME

#: The most folders of one folder that are listed.
_MOST = 500
#: Where systems mount drives.
_VOLUMES = {"darwin": ("/Volumes",), "linux": ("/media", "/run/media", "/mnt")}
_HIDDEN = 0x2  # a file attribute of Windows


def places() -> list[tuple[str, Path]]:
    """Return where a person may begin to look: the folders that all others are below, each with its name."""
    home, documents, here = home_folder(), documents_folder(), Path.cwd()
    named = [("Documents", documents), ("Home", home)]
    named += [] if home.is_relative_to(here) else [("Where the studio was started", here)]
    if sys.platform == "win32":
        drives = (Path(f"{letter}:\\") for letter in string.ascii_uppercase)
        named += [(str(drive), drive) for drive in drives if drive.is_dir()]
    for root in _VOLUMES.get(sys.platform, ()):
        volumes = (path for folder in _below(Path(root)) for path in (folder, *_below(folder)))
        named += [(path.name, path) for path in volumes if os.path.ismount(path)]
    names = {regular.real(path): name for name, path in reversed(named)}  # of two names, the first
    return [(names[path], path) for path in dict.fromkeys(regular.real(path) for _, path in named)]


def folder_at(path: str) -> Path:
    """Return a folder by its absolute path; ValueError for a path that is not below one of the places."""
    folder = regular.real(Path(path))
    if not Path(path).is_absolute() or not any(folder.is_relative_to(root) for _, root in places()):
        raise ValueError(path)
    return folder


def is_game(folder: Path) -> bool:
    """Return whether a folder holds game.yaml."""
    try:
        return (folder / GAME).is_file()
    except (OSError, ValueError):
        return False


def view(folder: Path) -> dict[str, Any]:
    """Return the names of the folders in a folder, hidden ones left out, and the way to it from its place.

    BuildError where the folder cannot be read.
    """
    if not folder.is_dir():
        raise error_at(Place(folder.name), "this folder is not there any more", "choose another folder")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise error_at(Place(folder.name), "you may not look into this folder", "choose another folder")
    roots = [root for _, root in places()]
    trail = [path for path in (*reversed(folder.parents), folder) if any(path.is_relative_to(root) for root in roots)]
    inner = [path for path in _below(folder) if any(regular.real(path).is_relative_to(root) for root in roots)]
    return {
        "path": str(folder),
        "trail": [{"name": path.name or str(path), "path": str(path)} for path in trail],
        "folders": [{"name": path.name, "path": str(path), "game": is_game(path)} for path in inner[:_MOST]],
        "more": max(0, len(inner) - _MOST),
        "game": is_game(folder),
        "writable": os.access(folder, os.W_OK),
        "places": [{"name": name, "path": str(path)} for name, path in places()],
    }


def _below(folder: Path) -> list[Path]:
    """Return the folders in a folder by name, without hidden ones and those whose names are no text."""
    return sorted(_visible(folder), key=lambda path: path.name.casefold())


def _visible(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                hidden = entry.name.startswith((".", "$")) or _attributes(entry) & _HIDDEN
                if not hidden and _is_text(entry.name) and entry.is_dir():
                    yield folder / entry.name
    except OSError:
        return


def _attributes(entry: os.DirEntry[str]) -> int:
    return int(getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)) if sys.platform == "win32" else 0


def _is_text(name: str) -> bool:
    return name.isprintable()
