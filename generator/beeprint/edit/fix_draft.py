"""A game's files while several changes are made in them, one after the other, before any is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.change import Change, own_file
from beeprint.edit.document import Document
from beeprint.sources.nodes import read_yaml
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import GAME, Workspace, shown


class FixDraft:
    """The bytes of a game's files: as they are on the disk, and as the changes so far leave them."""

    def __init__(self, game: Path) -> None:
        self.game = game
        self._before: dict[Path, bytes | None] = {}
        self._now: dict[Path, bytes | None] = {}

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return what differs from the disk."""
        pairs = ((path, self._before[path], data) for path, data in self._now.items())
        return tuple(Change(path, before, data) for path, before, data in pairs if before != data)

    @property
    def workspace(self) -> Workspace:
        """Return the game's folder with the files as they are in the draft."""
        own = {
            path.relative_to(self.game).as_posix(): data
            for path, data in self._now.items()
            if data is not None and path.is_relative_to(self.game)
        }
        return Workspace(self.game, own)

    def path(self, place: Place) -> Path:
        """Return the file of a place as a path below the game's folder; BuildError where it is another's file."""
        path = Path(place.file)
        if not path.is_file():
            raise error_at(place, "there is no such file", "look at the problem as it is now")
        own_file(path, self.game)
        home, absolute = self.game.absolute(), path.absolute()
        return self.game / absolute.relative_to(home) if absolute.is_relative_to(home) else path

    def read(self, path: Path) -> bytes | None:
        """Return the bytes of a file, None where there is none."""
        if path not in self._now:
            held = read_bytes(path, shown(path)) if path.is_file() else None
            self._before[path] = self._now[path] = held
        return self._now[path]

    def write(self, path: Path, data: bytes | None) -> None:
        """Give a file other bytes, or with None remove it."""
        self.read(path)
        self._now[path] = data

    def document(self, path: Path) -> Document:
        """Return a YAML file; BuildError where it cannot be read."""
        return Document(path, self.read(path) or b"")

    def original(self, path: Path) -> Document:
        """Return a YAML file as it is on the disk."""
        self.read(path)
        return Document(path, self._before[path] or b"")

    def write_document(self, document: Document) -> None:
        """Take over a YAML file's changes."""
        self.write(document.path, document.data)

    def declared(self) -> dict[str, tuple[tuple[str, str], Any]]:
        """Return, by the names of data files, the keys of a deck or table in game.yaml and what it says of its data."""
        try:
            plain = read_yaml(self.read(self.game / GAME) or b"", GAME).plain()
        except BuildError:
            return {}
        entries: dict[str, tuple[tuple[str, str], Any]] = {}
        for group in ("decks", "tables"):
            named = plain.get(group) if isinstance(plain, dict) else None
            for name, entry in named.items() if isinstance(named, dict) else ():
                data = entry.get("data") if isinstance(entry, dict) else None
                file = data.get("file") if isinstance(data, dict) else data
                if isinstance(file, str):
                    entries.setdefault(file, ((group, name), data))
        return entries
