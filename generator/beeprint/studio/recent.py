"""The games that were opened last, in the user's settings."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from beeprint.base import regular
from beeprint.base.user_folders import settings_folder
from beeprint.delivery.replacing import write_whole
from beeprint.sources.workspace import GAME, SHIPPED

#: How many games are remembered, and the most bytes of their list.
_MOST, _MOST_BYTES = 36, 100_000


def recent_games() -> list[Path]:
    """Return the folders of the games that were opened last, the latest first; without games that are gone."""
    return [folder for folder in _noted() if _is_game(folder)]


def note(folder: Path) -> None:
    """Put a game at the top of the list; a built-in game is not noted, nor where the list cannot be written."""
    home = regular.real(folder)
    if home.is_relative_to(regular.real(SHIPPED)):
        return
    names = [str(home), *(str(other) for other in _noted() if other != home)][:_MOST]
    with contextlib.suppress(OSError, UnicodeError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(), json.dumps(names, ensure_ascii=False, indent=1).encode())


def note_home(folder: Path) -> None:
    """Remember the folder in which a game was made; not where that cannot be written."""
    with contextlib.suppress(OSError, UnicodeError):
        _home_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_home_file(), json.dumps(str(regular.real(folder)), ensure_ascii=False).encode())


def last_home() -> Path | None:
    """Return the folder in which a game was made last; None where it is gone or not known."""
    try:
        name = json.loads(regular.read(_home_file(), _MOST_BYTES))
        return Path(name) if isinstance(name, str) and Path(name).is_absolute() and Path(name).is_dir() else None
    except (OSError, ValueError, RecursionError):
        return None


def _noted() -> list[Path]:
    """Return all folders of the list; none where it cannot be read."""
    try:
        names = json.loads(regular.read(_file(), _MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return []
    texts = names if isinstance(names, list) else []
    folders = [Path(name) for name in texts if isinstance(name, str)]
    return [folder for folder in folders if folder.is_absolute()]


def _is_game(folder: Path) -> bool:
    try:
        return (folder / GAME).is_file()
    except (OSError, ValueError):
        return False


def _file() -> Path:
    return settings_folder() / "recent-games.json"


def _home_file() -> Path:
    return settings_folder() / "home-of-games.json"
