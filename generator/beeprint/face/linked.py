"""Pictures that a drawing links to, as Inkscape does unless it is told to embed them, become parts of the drawing."""

from __future__ import annotations

import base64
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from beeprint.base.problems import BuildError
from beeprint.drawing.picture_formats import ENDINGS
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import shown

#: The most bytes of a linked picture: in base64, a drawing with one stays below what its reader takes.
MAX_BYTES = 5_000_000
_IMAGE = re.compile(r"<(?:\w+:)?image\b[^<>]*>")
_HREF = re.compile(r"((?<![\w:-])(?:xlink:)?href\s*=\s*)(?:\"([^\"#:]+)\"|'([^'#:]+)')")


def embed_linked(text: str, file: Path, within: Path) -> tuple[str, list[Path]]:
    """Embed the pictures that lie beside a drawing or below its folder; return its text and the files it refers to.

    `file` is the drawing's own path. A file outside the folder `within`, or one that is missing or too large, stays a
    link, which the reader refuses by name.
    """
    files: list[Path] = []

    def embed(link: re.Match[str]) -> str:
        path = file.parent / unquote(unescape(link[2] or link[3])).strip().replace("\\", "/")
        if ".." in path.parts or path.suffix.lower() not in ENDINGS:
            return link[0]
        files.append(path)
        try:
            data = read_bytes(path, shown(path), MAX_BYTES, within)
        except BuildError:
            return link[0]
        return f'{link[1]}"data:;base64,{base64.b64encode(data).decode("ascii")}"'

    return _IMAGE.sub(lambda image: _HREF.sub(embed, image[0]), text), files
