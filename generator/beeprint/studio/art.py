"""Show the pictures of a game's art folder, so that the page can show what a cell names."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from beeprint.drawing.picture_formats import SUFFIXES, format_of
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import Workspace, shown
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic
from beeprint.studio.views import FOR_EVER, SHUT_IN, Answer, Request, of_json, refused

#: The media types of the formats that browsers show, beside SVG.
_TYPES = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "WEBP": "image/webp",
    "AVIF": "image/avif",
    "BMP": "image/bmp",
    "GIF": "image/gif",
}


class Art(Topic):
    """The art of a game: its names, and each picture as its file has it."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"art": self._art}

    def _art(self, request: Request) -> Answer:
        """List the names of all art, each with a key that changes with its file; or return the picture of a name."""
        workspace = Workspace(self.studio.folder)
        if len(request.parts) == 1:
            files = ((name, workspace.find("art", name, SUFFIXES)) for name in workspace.names("art", SUFFIXES))
            return of_json([{"name": name, "key": _key(path)} for name, path in files if path is not None])
        path = workspace.find("art", request.parts[1], SUFFIXES)
        if path is None:
            return refused(HTTPStatus.NOT_FOUND)
        data = read_bytes(path, shown(path), within=self.studio.folder)
        kind = "image/svg+xml" if path.suffix.lower() == ".svg" else _TYPES.get(str(format_of(data)), "")
        if not kind:
            return refused(HTTPStatus.NOT_FOUND)
        cache = FOR_EVER if request.query.get("key") == _key(path) else "no-store"
        return Answer(HTTPStatus.OK, data, kind, cache, SHUT_IN)


def _key(path: Path) -> str:
    """Return a text that changes with a file: its time and its size."""
    status = path.stat()
    return f"{status.st_mtime_ns}-{status.st_size}"
