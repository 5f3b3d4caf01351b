"""Open a game's pictures: SVG art, PNG and JPEG files, each once, as symbols."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image

from beeprint import svg
from beeprint.colour import Colour
from beeprint.drawing import ImageMark, Symbol, group
from beeprint.geometry import Rect, polygon
from beeprint.problems import Place, did_you_mean, fail
from beeprint.source import read_bytes
from beeprint.workspace import Workspace, shown

SUFFIXES = (".svg", ".png", ".jpg", ".jpeg")
MAX_PICTURE_BYTES = 64_000_000
MAX_PIXELS = 150_000_000
# Art that pokes out of its page by less than this is not clipped: half an outline's width, mostly.
_SPILL = 0.3


@dataclass(frozen=True)
class Picture:
    """A picture as a symbol in a box of its own; `pixels` is its width in pixels, 0 for vector art."""

    symbol: Symbol
    box: Rect
    pixels: int = 0
    vector: bool = True


class Pictures:
    """The pictures of a game by name and tint, opened when first asked for."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._open: dict[tuple[str, Colour | None], Picture] = {}
        self._texts: dict[str, str] = {}

    def get(self, name: str, tint: Colour, place: Place, where: str) -> Picture:
        """Return a picture, its currentColor being `tint`; a problem at `place` where there is none."""
        text = self._text(name, place, where)
        key = (name, tint if "currentColor" in text else None)
        found = self._open.get(key)
        if found is None:
            found = self._open[key] = self._vector(name, text, tint) if text else self._raster(name)
        return found

    def _text(self, name: str, place: Place, where: str) -> str:
        """Return an SVG file's text; nothing for other pictures."""
        if name not in self._texts:
            path = self._workspace.find("art", name, SUFFIXES)
            if path is None:
                hint = did_you_mean(name, self._workspace.names("art", SUFFIXES))
                raise fail(place, f"there is no picture {name}{f' {where}' if where else ''}", hint)
            data = read_bytes(path, shown(path), MAX_PICTURE_BYTES) if path.suffix == ".svg" else b""
            self._texts[name] = data.decode("utf-8", "replace")
            if path.suffix == ".svg" and not data.strip():
                raise fail(Place(shown(path), 1, 1), "the picture is empty", "save it anew")
        return self._texts[name]

    def _vector(self, name: str, text: str, tint: Colour) -> Picture:
        path = self._workspace.find("art", name, SUFFIXES)
        drawing = svg.read(text, shown(path) if path else name, current=tint)
        symbol = Symbol.of(drawing.marks)
        box = drawing.box
        # A picture shows what its page shows; only art that really leaves the page needs the clip.
        if symbol.box is not None and not box.grow(_SPILL).contains(symbol.box):
            symbol = Symbol.of([group(drawing.marks, clip=polygon(box.corners))])
        return Picture(symbol, box)

    def _raster(self, name: str) -> Picture:
        path = self._workspace.find("art", name, SUFFIXES)
        if path is None:
            raise FileNotFoundError(name)
        data = read_bytes(path, shown(path), MAX_PICTURE_BYTES)
        place = Place(shown(path))
        try:
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
                width, height = image.size
                if width * height > MAX_PIXELS:
                    raise fail(place, f"the picture has {width * height:,} pixels, more than {MAX_PIXELS:,}")
                image.load()
                turned = image.getexif().get(0x0112, 1) >= 5
                mime = "image/png" if image.format == "PNG" else "image/jpeg"
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
            raise fail(place, "the picture cannot be read as PNG or JPEG", "save it anew as PNG or JPEG") from error
        if turned:
            width, height = height, width
        box = Rect(0, 0, width / 10, height / 10)
        return Picture(Symbol.of([ImageMark.of(data, mime, box)]), box, width, False)
