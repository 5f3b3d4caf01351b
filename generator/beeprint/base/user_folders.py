"""The folders that the system keeps for a user's programs."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder for what can be made anew: below XDG_CACHE_HOME if that is set, else the system's."""
    home = os.environ.get("XDG_CACHE_HOME")
    if home:
        return Path(home) / "beeprint"
    import platformdirs

    return platformdirs.user_cache_path("beeprint", appauthor=False)


def settings_folder() -> Path:
    """Return the folder for what the user has set: below XDG_CONFIG_HOME if that is set, else the system's."""
    home = os.environ.get("XDG_CONFIG_HOME")
    if home:
        return Path(home) / "beeprint"
    import platformdirs

    return platformdirs.user_config_path("beeprint", appauthor=False)
