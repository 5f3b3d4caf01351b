"""Find the picture files that the cells of a stranger's table mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from beeprint.base import regular
from beeprint.base.problems import BuildError, nearest
from beeprint.drawing import bitmap, picture_formats, svg
from beeprint.drawing.svg.reader.geometry import read_page
from beeprint.sources.names import is_safe
from beeprint.starter.folder import Folder

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
