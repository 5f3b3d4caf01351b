"""What a build may read of a folder: its files, in an order that is the same everywhere, and a digest of them."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def inputs(root: Path, without: Path) -> Iterator[tuple[str, str]]:
    """Yield the files below a folder in order, each as its name there, with slashes, and its path.

    They are found through links too, as a build reads them, but for those in `without`. A build never reads any whose
    name starts with a dot, nor follows a link out of the folder, where reading may never end. OSError for a link to a
    folder around itself.
    """
    whole, top = root.resolve(), os.path.join(root, "")
    for folder, folders, names in os.walk(root, followlinks=True):
        if any(_around(os.path.join(folder, name)) for name in folders):
            raise OSError(errno.ELOOP, "a link to a folder around itself", folder)
        folders[:] = [name for name in _read(folder, folders, whole) if Path(folder, name) != without]
        for name in _read(folder, names, whole):
            path = os.path.join(folder, name)
            yield path[len(top) :].replace(os.sep, "/"), path


def head(name: str, data: bytes) -> bytes:
    """Return what comes before a file's bytes in a digest of several, so that no two sets of files are the same."""
    encoded = name.encode("utf-8", "surrogatepass")
    return b"%d %b %d\n" % (len(encoded), encoded, len(data))


def _read(folder: str, names: Iterable[str], root: Path) -> list[str]:
    """Return the names in a folder that a build may read, in order."""
    seen = sorted(name for name in names if not name.startswith("."))
    paths = ((name, os.path.join(folder, name)) for name in seen)
    return [name for name, path in paths if not os.path.islink(path) or Path(path).resolve().is_relative_to(root)]


def _around(path: str) -> bool:
    """Return whether a path is a link to a folder that holds it."""
    return os.path.islink(path) and Path(path).parent.resolve().is_relative_to(Path(path).resolve())
