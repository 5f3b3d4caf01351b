"""The game that an import has just made: taken back whole while it is as the import wrote it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from beeprint.base import regular
from beeprint.base.problems import Place, error_at


class Made(NamedTuple):
    """A new game: its folder, and the digests of its files by their paths; a folder has an empty one."""

    folder: Path
    digests: dict[Path, bytes]

    @classmethod
    def look(cls, folder: Path) -> Made:
        """Return a game as it is now; OSError where a file cannot be read."""
        return cls(folder, {path: _digest(path) for path in folder.rglob("*")})

    def is_untouched(self) -> bool:
        """Return whether the folder holds exactly what it held at first."""
        try:
            return not self.folder.is_symlink() and Made.look(self.folder) == self
        except OSError:
            return False

    def remove(self) -> None:
        """Remove the files and folders of the game; BuildError where one of them stays."""
        try:
            for path in sorted(self.digests, reverse=True):  # what is in a folder comes before the folder
                path.unlink() if self.digests[path] else path.rmdir()
            self.folder.rmdir()
        except OSError as error:
            message = f"not all of the game could be removed: {error.strerror or error}"
            raise error_at(Place(self.folder.name), message, "remove the folder by hand") from error


def _digest(path: Path) -> bytes:
    if path.is_symlink():
        return b"a link"
    return b"" if path.is_dir() else hashlib.sha256(regular.read(path, regular.MAX_BYTES)).digest()
