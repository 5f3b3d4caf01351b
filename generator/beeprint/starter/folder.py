"""A stranger's folder: which files it holds, and what is in them; links that lead out of it are not followed."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from beeprint.base import regular
from beeprint.sources import names
from beeprint.sources.source import MAX_BYTES, read_bytes
from beeprint.sources.workspace import OUTPUT, shown

#: The most files of a folder that are looked at.
MAX_FILES = 20_000
#: How many links are named in a line.
_NAMED = 3


class Folder(Struct, frozen=True):
    """A folder, the names of its files, with slashes, and those of links in it that lead elsewhere."""

    home: Path
    files: tuple[str, ...]
    links: tuple[str, ...] = ()

    def read(self, name: str, limit: int = MAX_BYTES) -> bytes:
        """Read a file; BuildError if that fails, it has more bytes than the limit, or a link now leads elsewhere."""
        path = self.home / name
        return read_bytes(path, shown(path), limit, within=self.home)

    def left_out(self, endings: str | tuple[str, ...] = "") -> Iterator[str]:
        """Name the links that are not followed, of files with some endings or of all."""
        links = [link for link in self.links if link.lower().endswith(endings)]
        if links:
            more = f" and {len(links) - _NAMED} more" if len(links) > _NAMED else ""
            what = "these links lead" if links[1:] else "this link leads"
            cure = "copy into the folder what the game needs"
            yield f"left out: {', '.join(links[:_NAMED])}{more}, since {what} out of the folder ({cure})"


def look_into(home: Path) -> Folder:
    """List the files below a folder, hidden ones left out; of too many, those that are nearest to it."""
    links: list[Path] = []
    paths = sorted(itertools.islice(_nearest(home, links), MAX_FILES))
    return Folder(home, tuple(_names(home, paths)), tuple(_names(home, sorted(links))))


def _names(home: Path, paths: list[Path]) -> Iterator[str]:
    """Yield the names of files that may be part of a game."""
    for path in paths:
        name = path.relative_to(home).as_posix()
        lock = path.name.startswith(("~$", ".~lock."))  # is beside a workbook that is open
        if names.is_safe(name) and f"{OUTPUT}/" not in name and not lock:
            yield name


def _nearest(home: Path, links: list[Path]) -> Iterator[Path]:
    """Yield all files below a folder, folder by folder: a table may be in one that holds half a disk.

    Links that lead out of it are added to `links`; links to folders inside it show nothing new.
    """
    root, folders = regular.real(home), deque([home])
    while folders:
        try:
            entries = sorted(folders.popleft().iterdir())
        except OSError:
            continue
        for path in entries:
            if path.is_symlink() and not regular.real(path).is_relative_to(root):
                links.append(path)
            elif path.is_file():
                yield path
            elif path.is_dir() and not path.is_symlink() and not path.name.startswith("."):
                folders.append(path)
