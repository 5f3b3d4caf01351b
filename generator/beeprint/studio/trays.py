"""Files that a page uploads one by one, to make a game of or to bring into one, in a temporary folder."""

from __future__ import annotations

import itertools
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.sources.data_formats import endings
from beeprint.sources.names import is_safe
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import shown
from beeprint.starter.decks import sheets_of_cards
from beeprint.starter.packed import MOST_BYTES, MOST_FILES


class Trays:
    """The last upload: a new one takes the place of the one before."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = itertools.count(1)
        self._number = 0
        self._folder: TemporaryDirectory[str] | None = None
        self._sizes: dict[str, int] = {}

    def begin(self) -> int:
        """Begin an upload, and return its number."""
        with self._lock:
            self._clear()
            self._folder = TemporaryDirectory(prefix="beeprint-", ignore_cleanup_errors=True)
            self._number = next(self._count)
            return self._number

    def put(self, number: int, name: str, data: bytes) -> None:
        """Add a file with a name with slashes; BuildError if it cannot be part of a game, or is too much."""
        with self._lock:
            path = self._path(number) / name
            if not is_safe(name) or ".." in name.split("/"):
                raise error_at(Place(name), "no file of a game may have this name", "rename the file")
            sizes = {**self._sizes, name: len(data)}
            if len(sizes) > MOST_FILES or sum(sizes.values()) > MOST_BYTES:
                message = f"a game is made of at most {MOST_FILES:,} files of {MOST_BYTES // 1_000_000} MB together"
                raise error_at(Place(name), message, "choose only the table and its pictures")
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            except OSError as error:
                raise error_at(Place(name), f"cannot be stored: {error.strerror or error}") from error
            self._sizes = sizes

    def files(self, number: int) -> list[tuple[str, bytes]]:
        """Return the files of an upload: their names with slashes, in order, and their bytes."""
        with self._lock:
            folder = self._path(number)
            paths = [folder / name for name in sorted(self._sizes)]
            return [(path.relative_to(folder).as_posix(), read_bytes(path, shown(path))) for path in paths]

    def source(self, number: int) -> Path:
        """Return what a game is made of: the table if there is one at the top, else the folder that was uploaded."""
        with self._lock:
            folder = self._path(number)
            entries = sorted(folder.iterdir())
            tables = [path for path in entries if path.is_file() and path.name.lower().endswith(endings())]
            if len(entries) == 1:
                return entries[0]
            return tables[0] if len(tables) == 1 else folder

    def sheets(self, number: int) -> dict[str, bool]:
        """Return the sheets to choose from, and whether each looks like a list of cards; empty if there is one."""
        source = self.source(number)
        files = [source] if source.is_file() else [path for path in source.iterdir() if path.is_file()]
        tables = [path for path in files if path.name.lower().endswith(endings())]
        if len(tables) != 1:
            return {}
        try:
            sheets = sheets_of_cards(tables[0], read_bytes(tables[0], shown(tables[0])))
        except BuildError as error:
            raise self.renamed(number, error) from error
        return sheets if len(sheets) > 1 else {}

    def renamed(self, number: int, error: BuildError) -> BuildError:
        """Return an error that names uploaded files as the person knows them."""
        return BuildError(
            Problem(
                problem.place._replace(file=self.plain(number, problem.place.file)),
                self.plain(number, problem.message),
                problem.hint and self.plain(number, problem.hint),
                problem.severity,
            )
            for problem in error.problems
        )

    def plain(self, number: int, text: str) -> str:
        """Return a text without the path of the temporary folder."""
        folder = self._path(number)
        for name in (shown(folder), str(folder), folder.as_posix()):
            text = text.replace(f"{name}/", "").replace(name, "the files")
        return text

    def close(self) -> None:
        """Remove all that was uploaded."""
        with self._lock:
            self._clear()

    def _path(self, number: int) -> Path:
        if self._folder is None or number != self._number:
            raise LookupError(number)
        return Path(self._folder.name)

    def _clear(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
        self._folder, self._sizes = None, {}
