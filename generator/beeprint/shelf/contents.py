"""A game by its content: a digest of all that a build may read of its folder, and the same files as one archive."""

from __future__ import annotations

import hashlib
import io
import re
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath

from beeprint import __version__
from beeprint.base import installed, regular
from beeprint.base.problems import Place, error_at
from beeprint.sources.source import digest_header, list_inputs
from beeprint.sources.workspace import OUTPUT, SHIPPED, Workspace, shown


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
    hash_ = hashlib.sha256()
    for name, path in _files(folder, without):
        data = _read(path, folder)
        hash_.update(digest_header(name, data) + data)
    return hash_.hexdigest()


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


# What draws a game, in figures that can be compared: beeprint's code and layouts, fonts, libraries and plug-ins.


#: What is drawn with on a machine: each thing with a word that is the same where it is the same.
Tools = Mapping[str, str]


def here() -> dict[str, str]:
    """Return what draws games on this machine, beeprint and fonts first."""
    versions = {"beeprint": __version__, "beeprint's code": installed.own_code(), "layouts": shipped()}
    fonts = Workspace(SHIPPED)
    for family, styles in fonts.font_styles().items():
        for style in styles:
            path = fonts.font_file(f"{family}/{style}")
            data = b"" if path is None else path.read_bytes()
            versions[f"font {family} {style}"] = hashlib.sha256(data).hexdigest()
    versions["Python"] = f"{sys.version_info.major}.{sys.version_info.minor}"
    versions["zlib"] = zlib.ZLIB_RUNTIME_VERSION  # the system's or Python's own; PDFs and pictures are packed with it
    for distribution in installed.needed(installed.distributions(installed.folders(sys.path))):
        version = re.search(r"^Version: *(.+)$", distribution.head, re.MULTILINE)
        versions.setdefault(distribution.name, version[1].strip() if version else "")
        for name, code in installed.plugin_code(distribution).items():
            versions[f"plug-in {name}"] = code
    return versions


def differences(ours: Tools, theirs: Tools) -> list[str]:
    """Say what differs on another machine, in few words each; nothing where it draws the same."""
    said = []
    for name in dict.fromkeys([*ours, *theirs]):
        versions, other = ours.get(name, ""), theirs.get(name, "")
        if versions == other:
            continue
        if not other or not versions:
            # Some libraries are needed on some systems only; whatever lacks another one says so itself.
            if name.startswith(("font ", "plug-in ")):
                said.append(f"the {name} is missing {'there' if versions else 'here'}")
        elif len(versions) == len(other) == 64:
            said.append(f"{'the ' * name.startswith(('font ', 'plug-in '))}{name} is not the same")
        else:
            said.append(f"{name} is {other} there, {versions} here")
    # Another beeprint has other code and layouts, which need not be said as well.
    older = any(line.startswith("beeprint is ") for line in said)
    return [line for line in said if not (older and line.startswith(("beeprint's code", "layouts ")))]
