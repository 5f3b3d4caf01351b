"""The folders that the system keeps for a user's programs.

They are named by the XDG Base Directory Specification, which programs on macOS and Windows heed too where its variables
are set: a relative path in them is invalid, and ignored.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder for files that can be made again: below XDG_CACHE_HOME if that is absolute, else the system's.

    Errors: none; without a home folder it is below one that is called ~.
    """
    return _folder("XDG_CACHE_HOME", ".cache", "Library/Caches", "Cache")


def settings_folder() -> Path:
    """Return the folder for the user's settings: below XDG_CONFIG_HOME if that is absolute, else the system's."""
    return _folder("XDG_CONFIG_HOME", ".config", "Library/Application Support", "")


def _folder(variable: str, usual: str, on_mac: str, on_windows: str) -> Path:
    """Return beeprint's folder; `usual` and `on_mac` are below the home folder, `on_windows` is below beeprint's."""
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named / "beeprint"
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() fails where a user has no home folder
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", ""))
        return (local if local.is_absolute() else home / "AppData" / "Local") / "beeprint" / on_windows
    return home / (on_mac if sys.platform == "darwin" else usual) / "beeprint"
