"""Pack files into ZIP archives."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path


def pack(path: Path, files: Mapping[str, Path], texts: Mapping[str, str]) -> None:
    """Write files and texts as an archive: stored, since pictures do not shrink, and without a clock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in [
            *((name, text.encode("utf-8")) for name, text in texts.items()),
            *((name, files[name].read_bytes()) for name in sorted(files)),
        ]:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
