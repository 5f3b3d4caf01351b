"""Find the picture files that the cells of a stranger's table mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from beeprint.base.problems import nearest
from beeprint.files.names import is_safe

#: The endings of picture files.
ENDINGS = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".avif", ".tif", ".tiff", ".bmp", ".gif")
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
    found = {
        cell: nearest(path.stem if path.suffix.lower() in ENDINGS else path.name, spare) for cell, path in words.items()
    }
    return {cell: spare[near] for cell, near in found.items() if near}


def by_name(files: Iterable[str]) -> dict[str, str]:
    """Return the picture files by what a cell may call them, in small letters; of two, the first by name."""
    found: dict[str, str] = {}
    for file in sorted(files, reverse=True):
        path = PurePosixPath(file)
        if path.suffix.lower() in ENDINGS:
            found |= {key.casefold(): file for key in (path.stem, path.name, str(path.with_suffix("")), file)}
    return found


def names_picture(text: str) -> bool:
    """Return whether a text looks like the name of a picture's file, which need not be there."""
    named = text.lower().endswith(ENDINGS) or re.fullmatch(r"[\w-]+", text) is not None
    return named and len(text) <= _LETTERS and is_safe(text)
