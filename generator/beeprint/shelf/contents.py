"""A game by its content: a digest of all that a build may read of its folder, and the same files as one archive."""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePath

from beeprint.base import regular
from beeprint.base.problems import Place, error_at
from beeprint.files.source import digest_header, list_inputs
from beeprint.files.workspace import OUTPUT, SHIPPED, shown


def digest(folder: Path) -> str:
    """Return the digest of a game's files; BuildError where one cannot be read."""
    return _digest(folder, folder / OUTPUT)


def shipped() -> str:
    """Return the digest of the layouts and the table of fonts that come with beeprint."""
    kinds = (SHIPPED / kind for kind in ("layouts", "fonts"))
    return hashlib.sha256("".join(_digest(folder, folder / OUTPUT) for folder in kinds).encode()).hexdigest()


def pack(folder: Path) -> bytes:
    """Return a game's files as an archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in _files(folder, folder / OUTPUT):
            archive.writestr(zipfile.ZipInfo(name), _read(path, folder), zipfile.ZIP_DEFLATED, compresslevel=1)
    return packed.getvalue()


def unpack(packed: bytes, folder: Path) -> None:
    """Write the files of an archive into a folder; ValueError for a name that leads out of it."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for name in archive.namelist():
            path = folder / safe(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(name))


def safe(name: str) -> str:
    """Return the name of a file below a folder; ValueError for one that leads out of it."""
    path = PurePath(name)
    if path.is_absolute() or path.drive or ".." in path.parts or not path.parts:
        raise ValueError(f"{name} leads out of its folder")
    return name


def _digest(folder: Path, without: Path) -> str:
    found = hashlib.sha256()
    for name, path in _files(folder, without):
        data = _read(path, folder)
        found.update(digest_header(name, data) + data)
    return found.hexdigest()


def _read(path: Path, folder: Path) -> bytes:
    return regular.read(path, sys.maxsize, folder)


def _files(folder: Path, without: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a folder with their names below it; BuildError where it cannot be read."""
    try:
        for name, path in list_inputs(folder, without):
            if Path(path).is_file():  # reading anything else, such as a device, may never end
                yield name, Path(path)
    except OSError as error:
        place = Place(shown(Path(error.filename or folder)))
        raise error_at(place, f"cannot read this: {error.strerror or error}") from error
