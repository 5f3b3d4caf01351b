"""The folder of a stranger's project: its files, by the names that cells and scripts call them."""

from __future__ import annotations

import itertools
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath

from msgspec import Struct

from beeprint.base import regular
from beeprint.base.problems import BuildError, nearest
from beeprint.drawing import bitmap, picture_formats, svg
from beeprint.drawing.svg.reader.geometry import read_page
from beeprint.sources.fonts import FONTS, FontFolder, font_key
from beeprint.sources.names import is_safe
from beeprint.sources.source import MAX_BYTES, read_bytes
from beeprint.sources.workspace import OUTPUT, shown

#: The most files of a folder that are looked at.
MAX_FILES = 20_000
#: The most bytes of a script.
MAX_SCRIPT = 1_000_000
#: How many links are named in a line.
_NAMED = 3


class Folder(Struct, frozen=True, dict=True):
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
            what = "these links lead" if links[1:] else "this link leads"
            cure = "copy into the folder what the game needs"
            yield f"left out: {name_few(links, _NAMED)}, since {what} out of the folder ({cure})"

    def text(self, file: str) -> str:
        """Read a text of at most MAX_SCRIPT bytes; empty where it cannot be read."""
        try:
            return self.read(file, MAX_SCRIPT).decode("utf-8-sig", "replace")
        except BuildError:
            return ""

    def find(self, name: str, near: str = "") -> str:
        """Return the file of a name, from where another one is, from any folder above it, or from the top."""
        parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
        for folder in (*PurePosixPath(near).parents, PurePosixPath(".")):
            path = list(folder.parts)
            for part in parts:
                path = path[:-1] if part == ".." else [*path, part]
            file = "/".join(path)
            if file in self._known and is_safe(file):
                return file
        return ""

    def picture(self, name: str, near: str = "") -> str:
        """Return the picture of a name, as `find`, else by its name alone, with or without its ending."""
        plain = PurePosixPath(name.replace("\\", "/"))
        if not plain.name:
            return ""
        return self.find(name, near) or next(
            (self._pictures[key] for key in (str(plain).casefold(), plain.name.casefold()) if key in self._pictures), ""
        )

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.files)

    @cached_property
    def _pictures(self) -> dict[str, str]:
        return by_name(self.files)

    @cached_property
    def fonts(self) -> FontFolder:
        """Return the fonts in the folder, by their families and styles."""
        fonts: list[tuple[str, Path]] = []
        for file in self.files:
            path = self.home / file
            if path.suffix.lower() in FONTS and regular.seen_from(
                str(regular.real(self.home)), str(regular.real(path))
            ):
                fonts.append((font_key(path.stem), path))
        return FontFolder(fonts)


def name_few(names: Sequence[str], most: int) -> str:
    """Return the first names and how many more there are: `a, b, c and 2 more`."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if names[most:] else "")


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
        if is_safe(name) and f"{OUTPUT}/" not in name and not lock:
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


#: The endings of picture files.
ENDINGS = (*picture_formats.ENDINGS, ".svg")
#: How many pictures of a deck are measured at most.
_MEASURED = 40
#: How long the name of a picture's file may be, in letters.
_LETTERS = 40


def picture_file(text: str, files: Iterable[str]) -> str:
    """Return the picture file that a cell means, by its name with or without folders and ending; empty for none."""
    return by_name(files).get(text.strip().casefold(), "")


def near_files(pictures: Mapping[str, str], files: Iterable[str]) -> dict[str, str]:
    """Return the names of files that no cell means, by the cells that mean none and may have misspelt them."""
    paths = {PurePosixPath(file) for file in files if file not in pictures.values()}
    spare = {path.stem: path.name for path in sorted(paths) if path.suffix.lower() in ENDINGS}
    words = {cell: PurePosixPath(cell) for cell, file in pictures.items() if not file}
    closest = {
        cell: nearest(path.stem if path.suffix.lower() in ENDINGS else path.name, spare) for cell, path in words.items()
    }
    return {cell: spare[near] for cell, near in closest.items() if near}


def typical_aspect(folder: Folder, files: Sequence[str]) -> float:
    """Return the median of the pictures' width divided by their height; 0 if none can be read.

    Of many files, only some are measured, spread evenly.
    """
    aspects = sorted(filter(None, (_aspect(folder, file) for file in files[:: len(files) // _MEASURED + 1])))
    return aspects[len(aspects) // 2] if aspects else 0


def _aspect(folder: Folder, file: str) -> float:
    """Return a picture's width divided by its height; 0 if it cannot be read."""
    try:
        data = folder.read(file, regular.MAX_BYTES)
        if file.lower().endswith(".svg"):
            page, _ = read_page(svg.parse(svg.decoded(data, file), file).attributes)
            return page.width / page.height
        width, height = bitmap.size(data)
    except (BuildError, ValueError):
        return 0
    return width / height


def by_name(files: Iterable[str]) -> dict[str, str]:
    """Return the picture files by what a cell may call them, in small letters; of two, the first by name."""
    files_by_name: dict[str, str] = {}
    for file in sorted(files, reverse=True):
        path = PurePosixPath(file)
        if path.suffix.lower() in ENDINGS:
            files_by_name |= {key.casefold(): file for key in (path.stem, path.name, str(path.with_suffix("")), file)}
    return files_by_name


def is_file_name(text: str) -> bool:
    """Return whether a text ends as the names of pictures' files do."""
    return text.lower().endswith(ENDINGS)


def names_picture(text: str) -> bool:
    """Return whether a text looks like the name of a picture's file, which need not be there."""
    if is_file_name(text):
        return is_safe(text)
    named = re.fullmatch(r"[\w-]+", text) is not None
    return named and len(text) <= _LETTERS and is_safe(text)
