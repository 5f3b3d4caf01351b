"""The folders that the system keeps for a user's programs.

They are named by the XDG Base Directory Specification, which programs on macOS and Windows heed too where its variables
are set: a relative path in them is invalid, and ignored.
"""

from __future__ import annotations

import contextlib
import os
import re
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


def home_folder() -> Path:
    """Return the user's home folder, or ~ where the system names none."""
    return Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() fails where a user has no home folder


def documents_folder() -> Path:
    """Return the folder that the system has for the user's documents; the home folder where there is none."""
    home = home_folder()
    named = [home / "Documents"]
    with contextlib.suppress(OSError, UnicodeError):
        lines = (settings_folder().parent / "user-dirs.dirs").read_text("utf-8")
        named[:0] = [home / name for name in re.findall(r'^XDG_DOCUMENTS_DIR="\$HOME/([^"]+)"', lines, re.MULTILINE)]
    if sys.platform == "win32":
        named.insert(0, home / "OneDrive" / "Documents")
    return next((folder for folder in named if folder.is_dir()), home)


def _folder(variable: str, usual: str, on_mac: str, on_windows: str) -> Path:
    """Return beeprint's folder; `usual` and `on_mac` are below the home folder, `on_windows` is below beeprint's."""
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named / "beeprint"
    home = home_folder()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", ""))
        return (local if local.is_absolute() else home / "AppData" / "Local") / "beeprint" / on_windows
    return home / (on_mac if sys.platform == "darwin" else usual) / "beeprint"
