"""A game as one file to send: its folder as a ZIP, and such a ZIP from a stranger made a game again."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.sources.names import is_safe
from beeprint.sources.source import list_inputs, read_bytes
from beeprint.sources.workspace import GAME, OUTPUT, shown

#: The most files of a game that is unpacked, and the most bytes of all of them.
MOST_FILES, MOST_BYTES = 2_000, 500_000_000
#: What programs leave beside a person's files: folders, whole names, and the lock files of spreadsheet programs.
_FOLDERS = frozenset({"__MACOSX", "__pycache__", OUTPUT})
_NAMES = frozenset({"thumbs.db", "desktop.ini"})
_LOCK = "~$"
#: The time of all files, which is the first that a ZIP can state: equal games have equal bytes.
_TIME = (1980, 1, 1, 0, 0, 0)
_ENCRYPTED = 0x1
_CHUNK = 1_000_000


class Packed(NamedTuple):
    """A ZIP that holds a game, and each file of the game by its name there."""

    files: dict[str, zipfile.ZipInfo]
    archive: zipfile.ZipFile


def files_to_send(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a game with their names, without what was exported, hidden files and leftovers.

    BuildError where the folder cannot be read.
    """
    try:
        for name, path in list_inputs(folder, folder / OUTPUT):
            if Path(path).is_file() and not _is_leftover(name):
                yield name, Path(path)
    except OSError as error:
        place = Place(shown(Path(error.filename or folder)))
        raise error_at(place, f"cannot read this: {error.strerror or error}") from error


def pack(folder: Path) -> bytes:
    """Return a game as a ZIP that unpacks to one folder of its name; equal files make equal bytes."""
    files = ((name, read_bytes(path, shown(path), within=folder)) for name, path in files_to_send(folder))
    return zip_files(regular.real(folder).name, files)


def zip_files(top: str, files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files, by their names, as a ZIP that unpacks to one folder `top`."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            entry = zipfile.ZipInfo(f"{top}/{name}", _TIME)
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def open_packed(data: bytes, name: str) -> Packed:
    """Open a ZIP that somebody sent; BuildError where it holds no game, or what no game holds.

    Refused are names that lead out of the folder, links, files with a password, and more than a game may have.
    Hidden files and what systems leave beside files are left out.
    """
    place = Place(name)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        parts = [part for part in archive.infolist() if not part.is_dir()]
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise error_at(place, "this is not a ZIP, or it is damaged", "ask for it again") from error
    if len(parts) > MOST_FILES or sum(part.file_size for part in parts) > MOST_BYTES:
        message = f"a game has at most {MOST_FILES:,} files of {MOST_BYTES // 1_000_000} MB together"
        raise error_at(place, message, "ask for a ZIP of the game alone")
    entries = {part.filename.replace("\\", "/"): part for part in parts}
    for path, part in entries.items():
        _check(place, path, part)
    files = _game_in({path: part for path, part in entries.items() if is_safe(path) and not _is_leftover(path)})
    if GAME not in files:
        message = "this ZIP holds no game: it has no game.yaml"
        raise error_at(place, message, "unpack it; if it holds a table, choose Import a table")
    if len(entries) < len(parts) or len({path.casefold() for path in files}) < len(files):
        raise error_at(place, "two files in this ZIP have the same name", "ask for it again")
    return Packed(files, archive)


def _game_in(entries: Mapping[str, zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Return the files of the game that a ZIP is, or that one of its folders is; none without a game."""
    homes = ("", *sorted(f"{path.split('/')[0]}/" for path in entries if path.count("/") == 1))
    home = next((home for home in homes if f"{home}{GAME}" in entries), None)
    if home is None:
        return {}
    return {path.removeprefix(home): part for path, part in entries.items() if path.startswith(home)}


def write_files(packed: Packed, name: str, target: Path) -> None:
    """Write the files of a ZIP into a new folder; BuildError where one is damaged or larger than it claims."""
    for path, part in packed.files.items():
        file = target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with packed.archive.open(part) as source, file.open("wb") as out:
                while chunk := source.read(_CHUNK):
                    out.write(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise error_at(Place(name), f"{path} in this ZIP is damaged", "ask for it again") from error


def _check(place: Place, path: str, part: zipfile.ZipInfo) -> None:
    """Raise BuildError for an entry that only a faulty or a hostile ZIP has."""
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts or path[1:2] == ":":
        raise _strange(place, f"the file {path!r} would be written outside the game's folder")
    if stat.S_ISLNK(part.external_attr >> 16):
        raise _strange(place, f"{path} is a link to another file")
    if part.flag_bits & _ENCRYPTED:
        raise error_at(place, "the ZIP is locked with a password", "ask for one without a password")


def _strange(place: Place, message: str) -> BuildError:
    return error_at(place, message, "do not open it unless you trust who sent it; ask for a ZIP that the studio made")


def _is_leftover(name: str) -> bool:
    *folders, file = name.split("/")
    return not _FOLDERS.isdisjoint(folders) or file.lower() in _NAMES or file.startswith(_LOCK)
