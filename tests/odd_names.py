"""Names of files that are no text, such as those of an archive in Latin-1 that was unpacked on Linux."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def not_utf8(folder: Path, ending: str = "") -> Path:
    """Return a path in a folder whose name is not UTF-8; skip the test where the system takes none."""
    path = folder / os.fsdecode(b"k\xf6nig" + ending.encode())
    try:
        path.mkdir()
        path.rmdir()
    except (OSError, ValueError):
        pytest.skip("this system's names are UTF-8")
    return path
