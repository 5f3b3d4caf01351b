"""What is in a folder: the files that a build may read, in an order that is the same everywhere, and their names."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from beeprint.base import regular


def inputs(root: Path, without: Path) -> Iterator[tuple[str, str]]:
    """Yield the files below a folder in order, each as its name there, with slashes, and its path.

    They are found through links too, as a build reads them, but for those in `without`. A build never reads any whose
    name starts with a dot, nor follows a link out of the folder, where reading may never end. OSError for a link to a
    folder around itself.
    """
    whole, waiting = regular.real(root), [(str(root), "")]
    while waiting:
        folder, inner = waiting.pop()
        folders, files = _read(folder, whole)
        yield from ((f"{inner}{name}", os.path.join(folder, name)) for name in files)
        below = ((os.path.join(folder, name), f"{inner}{name}/") for name in reversed(folders))
        waiting += (one for one in below if Path(one[0]) != without)


def called(root: Path) -> Iterator[str]:
    """Yield what the files below a folder are called from there, but for hidden ones; links to folders stay closed."""
    top = os.path.join(root, "")
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inner = os.path.join(folder, "")[len(top) :].replace(os.sep, "/")
        yield from (f"{inner}{file}" for file in files)


def head(name: str, data: bytes) -> bytes:
    """Return what comes before a file's bytes in a digest of several, so that no two sets of files are the same."""
    encoded = name.encode("utf-8", "surrogatepass")
    return b"%d %b %d\n" % (len(encoded), encoded, len(data))


def _read(folder: str, root: Path) -> tuple[list[str], list[str]]:
    """Return the names in a folder that a build may read, in order: of folders, and of files."""
    folders, files = list[str](), list[str]()
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:  # a folder of others, which no build can read either
        return folders, files
    for entry in entries:
        inside, link = entry.is_dir(), entry.is_symlink()
        if inside and link and _is_below(folder, regular.real(Path(entry))):
            raise OSError(errno.ELOOP, "a link to a folder around itself", folder)
        if not entry.name.startswith(".") and (not link or _is_below(entry.path, root)):
            (folders if inside else files).append(entry.name)
    return folders, files


def _is_below(path: str, root: Path) -> bool:
    return regular.real(Path(path)).is_relative_to(root)
