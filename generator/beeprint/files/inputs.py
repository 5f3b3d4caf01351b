"""What a build may read of a folder: its files, in an order that is the same everywhere, and a digest of them."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path


def inputs(root: Path, without: Path) -> Iterator[Path]:
    """Yield the files below a folder in order, through links too, as a build reads them, but for those in `without`.

    A build never reads any whose name starts with a dot. OSError for a link to a folder around itself.
    """
    for folder, folders, names in os.walk(root, followlinks=True):
        if any(_around(Path(folder, name)) for name in folders):
            raise OSError(errno.ELOOP, "a link to a folder around itself", folder)
        folders[:] = sorted(name for name in folders if not name.startswith(".") and Path(folder, name) != without)
        yield from (Path(folder, name) for name in sorted(names) if not name.startswith("."))


def head(name: str, data: bytes) -> bytes:
    """Return what comes before a file's bytes in a digest of several, so that no two sets of files are the same."""
    encoded = name.encode("utf-8", "surrogatepass")
    return b"%d %b %d\n" % (len(encoded), encoded, len(data))


def _around(path: Path) -> bool:
    """Return whether a path is a link to a folder that holds it."""
    return path.is_symlink() and path.parent.resolve().is_relative_to(path.resolve())
