"""Open a game's pictures: SVG art, PNG and JPEG files, each once, as symbols."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from beeprint.base.colour import Colour
from beeprint.base.geometry import MM_PER_INCH, Rect, polygon
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at, nearest
from beeprint.base.store import Store
from beeprint.draw import svg
from beeprint.draw.drawing import ImageMark, Symbol, group
from beeprint.draw.fonts import Font, Fonts, families
from beeprint.draw.packing import pack, unpack
from beeprint.files.source import read_bytes
from beeprint.files.workspace import Workspace, shown

T = TypeVar("T")
SUFFIXES = (".svg", ".png", ".jpg", ".jpeg")
MAX_PICTURE_BYTES = 64_000_000
# Art that exceeds its page by less than this, in mm, is not clipped: usually half an outline's width.
_SPILL = 0.3


@dataclass(frozen=True)
class Picture:
    """A picture as a symbol in a box of its own; `pixels` is its width in pixels, 0 for vector art."""

    symbol: Symbol
    box: Rect
    pixels: int = 0
    vector: bool = True


def fitted(inner: Rect, box: Rect, fit: str) -> tuple[float, float]:
    """Return the factors across and down that fit a picture to a box: contain, cover or stretch."""
    x, y = box.width / inner.width, box.height / inner.height
    if fit != "stretch":
        x = y = min(x, y) if fit == "contain" else max(x, y)
    return x, y


def overlaps_page(box: Rect | None, page: Rect) -> bool:
    """Return whether marks in `box` exceed the page by more than half an outline's width."""
    return box is not None and not page.grow(_SPILL).contains(box)


class Pictures:
    """The pictures of a game by name and tint, opened when first asked for."""

    def __init__(
        self, workspace: Workspace, fonts: Fonts, store: Store | None = None, raster: Mapping[str, int] | None = None
    ) -> None:
        self._workspace, self.fonts, self._store, self._raster_at = workspace, fonts, store or Store(), raster or {}
        self._open: dict[tuple[str, Colour | None], Picture | BuildError] = {}
        self._texts: dict[str, str] = {}
        self._closed: dict[tuple[str, frozenset[Place]], svg.Sanitised | BuildError] = {}
        self._flat: dict[tuple[object, ...], Symbol | BuildError] = {}
        self._families: dict[str, list[Path]] = {}
        #: Warnings about the pictures opened so far.
        self.warnings: list[Problem] = []

    def get(self, name: str, tint: Colour, place: Place, where: str) -> Picture:
        """Return a picture with `tint` as its currentColor; a problem at `place` where there is none."""
        text = self._text(name, place, where)
        key = (name, tint if "currentColor" in text else None)
        found = self._open.get(key)
        if found is None:
            try:
                found = self._vector(name, text, tint) if text else self._raster(name)
            except BuildError as error:
                found = error  # so that other rows get the same error at once
            self._open[key] = found
        return _sound(found)

    def resolution(self, name: str) -> int:
        """Return the resolution in dpi for a picture that has no outlines: that of its nearest folder; 0 for none."""
        keys = [key for key in self._raster_at if not key or name == key or name.startswith(f"{key.rstrip('/')}/")]
        return self._raster_at[max(keys, key=len)] if keys else 0

    def placed(
        self, name: str, tint: Colour, place: Place, where: str, box: Rect, fit: str = "contain", dpi: int = 0
    ) -> Picture:
        """Return a picture for a box: pixels of `dpi`, or those that the game allows where it has no outlines."""
        if not dpi:
            try:
                return self.get(name, tint, place, where)
            except BuildError as error:
                dpi = self.resolution(name)
                if not dpi or not svg.suits_pixels(error):
                    raise
        return self.flat(name, tint, place, where, dpi, box, fit)

    def flat(
        self, name: str, tint: Colour, place: Place, where: str, dpi: int, box: Rect, fit: str = "contain"
    ) -> Picture:
        """Return a picture as pixels, at `dpi` dots per inch when fitted into `box`; PNG and JPEG as they are."""
        text, file = self.source(name, place, where)
        if not text:
            return self.get(name, tint, place, where)
        page = self._closed_as(name, text, file, frozenset()).page
        x, y = fitted(page, box, fit)
        drawn = Rect(0, 0, page.width * x, page.height * y)
        if not drawn.width or not drawn.height:
            return Picture(Symbol.of(()), page)
        return Picture(self.flat_symbol(name, tint, dpi, page, drawn), drawn, _pixels(drawn.width, dpi), False)

    def flat_symbol(
        self, name: str, tint: Colour, dpi: int, area: Rect, box: Rect, taken: Collection[Place] = ()
    ) -> Symbol:
        """Flatten `area` of a picture's page to an image of `dpi` in `box`, without the elements at `taken`."""
        text, file, gone = self._texts[name], self._file(name), frozenset(taken)
        key = (name, tint if "currentColor" in text else None, dpi, area, box, gone)
        if key not in self._flat:
            try:
                data = self._pixels_of(self._closed_as(name, text, file, gone), file, area, box, dpi, tint)
                self._flat[key] = Symbol.of([ImageMark.of(data, "image/png", box)])
            except BuildError as error:
                self._flat[key] = error  # so that other rows get the same error at once
        return _sound(self._flat[key])

    def _closed_as(self, name: str, text: str, file: str, taken: frozenset[Place]) -> svg.Sanitised:
        if (name, taken) not in self._closed:
            try:
                self._closed[name, taken] = svg.sanitised(text, file, taken)
            except BuildError as error:
                self._closed[name, taken] = error
        return _sound(self._closed[name, taken])

    def _pixels_of(self, closed: svg.Sanitised, file: str, area: Rect, box: Rect, dpi: int, tint: Colour) -> bytes:
        """Render `area` of a picture as PNG; BuildError where it is too large or cannot be drawn."""
        from beeprint.draw import raster  # and with it resvg, where a picture is flattened

        width, height = _pixels(box.width, dpi), _pixels(box.height, dpi)
        if width * height > raster.MAX_PIXELS:
            message = f"at {dpi} dpi the picture has {width * height:,} pixels, more than {raster.MAX_PIXELS:,}"
            raise error_at(Place(file, 1, 1), message, "choose a lower resolution, or a smaller box")
        fonts, renamed = self._fonts(closed) if closed.families else ([], {})
        drawn = closed.text(area, width, height, tint, renamed)
        sources: list[str | bytes] = [drawn, *(hashlib.sha256(path.read_bytes()).digest() for path in fonts)]
        data = self._store.get("flat", *sources)
        if data is None:
            try:
                data = raster.draw_apart(drawn, fonts)
            except ValueError as error:
                message = f"the picture cannot be drawn as pixels: {error}"
                raise error_at(Place(file, 1, 1), message, "simplify it") from error
            self._store.put("flat", data, *sources)
        return data

    def _fonts(self, closed: svg.Sanitised) -> tuple[list[Path], dict[str, str]]:
        """Find the font files that a picture's texts need, and the names in them of families that stand in for others.

        BuildError for missing families and characters.
        """
        from beeprint.draw.svg.reader.text.typeface import add_font

        there = self._families
        if not there:
            for path in self._workspace.font_files():
                for family in sorted(families(path)):
                    there.setdefault(family, []).append(path)
        problems, files = list[Problem](), dict[Path, None]()
        letters: dict[str, set[int]] = {}
        renamed: dict[str, str] = {}
        for place, wanted, content in closed.families:
            found = self._family_of(wanted, renamed)
            if found is None:
                message = f"no font file found for {', '.join(wanted)}" if wanted else "the text names no font-family"
                hint = add_font(wanted[0] if wanted else "default", self.fonts)
                near = nearest(wanted[0], there) if wanted else ""
                hint = f"did you mean {near}? Otherwise {hint}" if near else hint
                problems.append(Problem(place, message, f"{hint}; or put the font file into the folder fonts/"))
                continue
            files |= dict.fromkeys(there[found])
            if found not in letters:
                letters[found] = {code for path in there[found] for code in Font(found, path).characters}
            for char in dict.fromkeys(content):
                if ord(char) not in letters[found] and not char.isspace():
                    message = f"the text holds {char!r} (U+{ord(char):04X}), which the font {found} lacks"
                    problems.append(Problem(place, message, "use another character, or a font that has it"))
        if problems:
            raise BuildError(problems)
        return list(files), renamed

    def _family_of(self, wanted: Sequence[str], renamed: dict[str, str]) -> str | None:
        """Return the family in which a text is set, as in vector art; note in `renamed` what it stands in for."""
        from beeprint.draw.svg.reader.text.typeface import GENERIC

        fonts = self.fonts
        for name in (*wanted, "default"):
            asked = name.lower()
            key = fonts.stand_ins.get(asked)
            if key is None and name in self._families:
                return name
            key = key or GENERIC.get(asked)
            if key in fonts.families and key is not None:
                path = self._workspace.font_file(f"{key}/{fonts.families[key][0]}")
                shown_name = min(families(path), key=len) if path is not None else key
                renamed[asked if asked != "default" else wanted[0].lower() if wanted else ""] = shown_name
                return shown_name
        return None

    def _file(self, name: str) -> str:
        path = self._workspace.find("art", name, SUFFIXES)
        return shown(path) if path else name

    def source(self, name: str, place: Place, where: str, noun: str = "picture") -> tuple[str, str]:
        """Return a picture's SVG text, empty for PNG and JPEG, and its file for messages."""
        return self._text(name, place, where, noun), self._file(name)

    def _text(self, name: str, place: Place, where: str, noun: str = "picture") -> str:
        """Return an SVG file's text, empty for other pictures; messages call a missing one by `noun`."""
        if name not in self._texts:
            path = self._workspace.find("art", name, SUFFIXES)
            if path is None:
                hint = _add_or_rename(name, self._workspace.names("art", SUFFIXES))
                raise error_at(place, f"there is no {noun} {name}{f' {where}' if where else ''}", hint)
            text = ""
            if path.suffix == ".svg":
                text = svg.decoded(read_bytes(path, shown(path), MAX_PICTURE_BYTES), shown(path))
                if not text.strip():
                    raise error_at(Place(shown(path), 1, 1), "the picture is empty", "save it again")
            self._texts[name] = text
        return self._texts[name]

    def _vector(self, name: str, text: str, tint: Colour) -> Picture:
        path = self._workspace.find("art", name, SUFFIXES)
        colour = tint.hex if "currentColor" in text else ""
        # The look of text also depends on the fonts: those available, and those opened so far.
        known_fonts = sorted(self.fonts.families.items()), sorted(self.fonts.stand_ins.items())
        there = repr(known_fonts) if "<text" in text or ":text" in text else ""
        known = self._store.get("art", text, colour, there)
        if known is not None:
            marks, found = unpack(known)
            if all(self.fonts[key].digest == digest for key, digest in found["fonts"].items()):
                return Picture(Symbol(found["key"], marks), Rect(*found["box"]))
        warnings: list[Problem] = []
        drawing = svg.read(text, shown(path) if path else name, current=tint, fonts=self.fonts, warnings=warnings)
        marks, box = drawing.marks, drawing.box
        # A picture shows only its page; art that exceeds the page needs a clip.
        if overlaps_page(Symbol.of(marks).box, box):
            marks = (group(marks, clip=polygon(box.corners)),)
        symbol = Symbol.of(marks)
        used = self.fonts.digests if there else {}
        if not warnings:
            self._store.put("art", pack(marks, box=box, key=symbol.key, fonts=used), text, colour, there)
        self.warnings += warnings
        return Picture(symbol, box)

    def _raster(self, name: str) -> Picture:
        from beeprint.draw import bitmap  # and with it Pillow, where there is a picture of pixels

        path = self._workspace.find("art", name, SUFFIXES)
        if path is None:
            raise FileNotFoundError(name)
        data = read_bytes(path, shown(path), MAX_PICTURE_BYTES)
        place = Place(shown(path))
        try:
            found = bitmap.normal(data)
        except ValueError as error:
            raise error_at(place, f"the picture cannot be read: {error}", "save it again as PNG or JPEG") from error
        box = Rect(0, 0, found.width / 10, found.height / 10)
        return Picture(Symbol.of([ImageMark.of(found.data, found.mime, box)]), box, found.width, False)


def _add_or_rename(name: str, known: Iterable[str]) -> str:
    """Return a hint for a missing picture: one of the same folder or name, or else the file to add."""
    if ".." in name or name.startswith("/") or name.endswith("/") or not name:
        return did_you_mean(name, known)  # not a name that a file in art/ may have
    folder, _, word = name.rpartition("/")
    parts = [other.rpartition("/") for other in known]
    near = nearest(word, [base for home, _, base in parts if home == folder])
    meant = f"{folder}/{near}".lstrip("/") if near else next(("".join(part) for part in parts if part[2] == word), "")
    return f"did you mean {meant}?" if meant else f"add art/{name}.svg"


def _pixels(length: float, dpi: int) -> int:
    return max(1, round(length * dpi / MM_PER_INCH))


def _sound(found: T | BuildError) -> T:
    """Return a cached result, or raise the cached error."""
    if isinstance(found, BuildError):
        raise found
    return found
