"""Open a game's pictures: SVG art and files of pixels, each once, as symbols."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import MM_PER_INCH, Rect, polygon
from beeprint.base.problems import (
    BuildError,
    Faults,
    Fix,
    Hint,
    Place,
    Problem,
    did_you_mean,
    error_at,
    nearest,
    sound,
    suggestion,
)
from beeprint.base.store import Store
from beeprint.base.words import lacking
from beeprint.delivery.stamps import Stamp, look
from beeprint.drawing import svg
from beeprint.drawing.drawing import Group, ImageMark, Layer, Mark, Run, Symbol, group, walk
from beeprint.drawing.fonts import MAX_BYTES as FONT_BYTES
from beeprint.drawing.fonts import Font, Fonts, families
from beeprint.drawing.packing import pack, unpack
from beeprint.drawing.picture_formats import OTHERS, READ, SUFFIXES, Foreign, format_of
from beeprint.face.linked import embed_linked
from beeprint.sources.data_formats import endings
from beeprint.sources.names import is_safe
from beeprint.sources.source import check_contents, read_bytes
from beeprint.sources.workspace import Workspace, shown

_READ = ", ".join(["SVG", *list(READ.values())[:-1]]) + f" and {list(READ.values())[-1]}"
MAX_PICTURE_BYTES = 64_000_000
#: How many pixels a byte may stand for at no cost, and what each further one costs, in steps.
_PIXELS_OF_A_BYTE, _PIXEL = 12, 0.02
#: What a byte of packed art costs to unpack, in steps, and takes then, in bytes.
_PACKED, _PACKED_KEPT = 0.1, 6
#: What it costs to say how to add a picture that is missing, and to compare its name with one that is there, in steps.
_MISSING, _COMPARED = 900, 2
#: Folders in which designers keep pictures, and icons: coin.svg among these is not the picture of a card called Coin.
_PICTURE_FOLDERS = ("images", "pictures", "img", "Art", "Images")
_ICON_FOLDERS = ("icons", "art/icons", "Icons")
# Art that exceeds its page by less than this, in mm, is not clipped: usually half an outline's width.
_SPILL = 0.3


class Picture(Struct, frozen=True):
    """A picture as a symbol in a box of its own; `pixels` is its width in pixels, 0 for vector art."""

    symbol: Symbol
    box: Rect
    pixels: int = 0
    vector: bool = True


def fitted(inner: Rect, box: Rect, fit: str) -> tuple[float, float]:
    """Return the factors across and down that fit a picture, or with `ends` its ends, to a box."""
    x, y = box.width / inner.width, box.height / inner.height
    if fit == "ends":
        x = min(y, 1.5 * x)  # an end is a third of the picture, and at most half of the box
    elif fit != "stretch":
        x = y = min(x, y) if fit == "contain" else max(x, y)
    return x, y


def overlaps_page(symbol: Symbol, page: Rect, fonts: Fonts) -> bool:
    """Return whether a symbol exceeds the page by more than half an outline's width."""
    area = page.grow(_SPILL)
    if symbol.box is not None and not area.contains(symbol.box):
        return True
    runs = ((mark, at) for mark, at in walk(symbol.marks) if isinstance(mark, Run) and mark.glyphs)
    return any(not area.contains((at @ run.place).rect(_letters(run, fonts))) for run, at in runs)


def _letters(run: Run, fonts: Fonts) -> Rect:
    """Return a box round the letters of a run, in its own units, that is an em wide for the last of them."""
    wide = max(glyph.x for glyph in run.glyphs) / fonts[run.font].upem + 1
    return Rect(0, -run.size, wide * run.size, 1.3 * run.size)


def _on_page(marks: Iterable[Mark], page: Rect) -> Iterator[Mark]:
    """Yield the marks without what lies wholly off the page, where drawing programs keep drafts and notes."""
    for mark in marks:
        if getattr(mark, "layer", Layer.PRINT) is not Layer.PRINT:
            yield mark
        elif mark.reach is None or not mark.reach.overlaps(page):
            continue
        elif isinstance(mark, Group) and mark.transform.scale:
            kept = tuple(_on_page(mark.marks, mark.transform.inverse().rect(page)))
            if kept:
                yield mark if kept == mark.marks else replace(mark, marks=kept)
        else:
            yield mark


class MissingError(BuildError):
    """Raised where a game names a picture that it does not have."""

    def __init__(self, problem: Problem) -> None:
        super().__init__([problem])
        self.problem = problem


#: The endings of files that are neither pictures nor anything that these show.
_NO_ART = frozenset({".yaml", ".md", *endings()})


class Pictures:
    """The pictures of a game by name and tint, opened when first asked for."""

    def __init__(
        self, workspace: Workspace, fonts: Fonts, store: Store | None = None, raster: Mapping[str, int] | None = None
    ) -> None:
        self._workspace, self.fonts, self._store = workspace, fonts, store or Store()
        self._raster_at = {key.rstrip("/"): dpi for key, dpi in (raster or {}).items()}
        self._open: dict[tuple[str, Colour | None], Picture | Faults] = {}
        self._texts: dict[str, str] = {}
        self._stamps: dict[str, Stamp | None] = {}
        #: The number of the reading of the game, and of those in which pictures had changed, by name.
        self.reading, self._changed = 0, dict[str, int]()
        self._linked: dict[str, dict[Path, Stamp | None]] = {}
        self._asked: list[str] = []
        self._used: set[str] = set()
        self._closed: dict[tuple[str, frozenset[Place]], svg.Sanitised | Faults] = {}
        self._flat: dict[tuple[object, ...], Symbol | Faults] = {}
        self._families: dict[str, list[Path]] = {}
        self._warned: dict[str, list[Problem]] = {}
        #: Is called before a drawing is read that is not in the cache.
        self.on_read: Callable[[], None] | None = None

    @property
    def warnings(self) -> list[Problem]:
        """Return the warnings about the pictures that have been asked for."""
        used = self._used.union(self._asked)
        return [problem for name, warning in self._warned.items() if name in used for problem in warning]

    def warned(self, name: str) -> list[Problem]:
        """Return the list that takes the warnings about a picture."""
        return self._warned.setdefault(name, [])

    def renewed(self, workspace: Workspace, touched: Collection[Path] = ()) -> frozenset[str]:
        """Begin another reading of the game, forget the pictures whose files have changed, and return their names.

        `touched` are all files that have changed since the last reading, none where that is not known: where they are
        layouts and tables, no picture is looked at.
        """
        self._workspace = workspace
        self.reading += 1
        self._used, self._asked = set(), []
        self._families = {}
        gone = set()
        spared = bool(touched) and all(path.suffix.lower() in _NO_ART and not path.is_dir() for path in touched)
        for name, stamp in self._stamps.items() if not spared else ():
            self._stamps[name], changed = look(self._path(name), stamp)
            gone |= {name} if changed or self._links_changed(name) else set()
        for name in gone:
            self._changed[name] = self.reading
            self._stamps.pop(name)
            self._linked.pop(name, None)
            self._texts.pop(name, None)
            self._warned.pop(name, None)
        self._open = {key: picture for key, picture in self._open.items() if key[0] not in gone}
        self._closed = {key: picture for key, picture in self._closed.items() if key[0] not in gone}
        self._flat = {key: picture for key, picture in self._flat.items() if key[0] not in gone}
        return frozenset(gone)

    def unchanged(self, names: Iterable[str], since: int) -> bool:
        """Return whether none of these pictures has changed since a reading of the game."""
        return all(self._changed.get(name, 0) <= since for name in names)

    def _links_changed(self, name: str) -> bool:
        """Return whether a picture that a drawing links to has changed, and note how it is now."""
        links = self._linked.get(name, {})
        seen = {path: look(path, stamp) for path, stamp in links.items()}
        links |= {path: stamp for path, (stamp, _) in seen.items()}
        return any(changed for _, changed in seen.values())

    def fade(self) -> None:
        """Forget what has been drawn in a colour that a layout gives it: these colours have changed."""
        for name in {name for name, tint in self._open if tint is not None}:
            self._warned.pop(name, None)
        self._open = {key: picture for key, picture in self._open.items() if key[1] is None}
        self._flat = {key: picture for key, picture in self._flat.items() if key[1] is None}

    def _path(self, name: str) -> Path | None:
        return self._workspace.find("art", name, SUFFIXES)

    def begin(self) -> int:
        """Return a mark to give to `since`."""
        return len(self._asked)

    def since(self, mark: int) -> tuple[str, ...]:
        """Return the names of the pictures asked for since a mark."""
        return tuple(dict.fromkeys(self._asked[mark:]))

    def ask(self, names: Iterable[str]) -> None:
        """Note that pictures are asked for, by something that was drawn earlier and is kept."""
        self._asked += names

    def rest(self) -> None:
        """Forget the marks: a face is done."""
        self._used.update(self._asked)
        self._asked.clear()

    def get(self, name: str, tint: Colour, place: Place, where: str) -> Picture:
        """Return a picture with `tint` as its currentColor; a problem at `place` where there is none."""
        text = self._text(name, place, where)
        key = (name, tint if "currentColor" in text else None)
        picture = self._open.get(key)
        if picture is None:
            try:
                picture = self._vector(name, text, tint) if text else self._raster(name)
            except BuildError as error:
                picture = Faults(error.problems)  # so that other rows get them at once
            self._open[key] = picture
        return sound(picture)

    def drawings(self) -> list[str]:
        """Return the names of all drawings in art/."""
        return self._workspace.names("art", [".svg"])

    def read_ahead(self, name: str) -> None:
        """Read a drawing into the cache, if it has no colour that a layout gives it; what is wrong is left unsaid."""
        with contextlib.suppress(BuildError):
            text = self._text(name, Place(name), "")
            if text and "currentColor" not in text:
                self._vector(name, text, BLACK)

    def resolution(self, name: str) -> int:
        """Return the resolution in dpi for a picture that has no outlines: that of its nearest folder; 0 for none."""
        at = self._raster_at
        parts = name.split("/")
        folders = ("/".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
        return next((at[key] for key in (name, *folders, "") if key in at), 0)

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
        """Return a picture as pixels, at `dpi` dots per inch when fitted into `box`; other pictures as they are."""
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
                self._flat[key] = Faults(error.problems)  # so that other rows get them at once
        return sound(self._flat[key])

    def _closed_as(self, name: str, text: str, file: str, taken: frozenset[Place]) -> svg.Sanitised:
        if (name, taken) not in self._closed:
            try:
                self._closed[name, taken] = svg.sanitised(text, file, taken)
            except BuildError as error:
                self._closed[name, taken] = Faults(error.problems)
        return sound(self._closed[name, taken])

    def _pixels_of(self, closed: svg.Sanitised, file: str, area: Rect, box: Rect, dpi: int, tint: Colour) -> bytes:
        """Render `area` of a picture as PNG; BuildError where it is too large or cannot be drawn."""
        from beeprint.drawing import raster  # and with it resvg, where a picture is flattened

        width, height = _pixels(box.width, dpi), _pixels(box.height, dpi)
        if width * height > raster.MAX_PIXELS:
            message = f"at {dpi} dpi the picture has {width * height:,} pixels, more than {raster.MAX_PIXELS:,}"
            raise error_at(Place(file, 1, 1), message, "lower raster: in the layout, or make the slot's box smaller")
        fonts, renamed = self._fonts(closed) if closed.families else ([], {})
        drawn = closed.text(area, width, height, tint, renamed)
        sources: list[str | bytes] = [
            drawn,
            *(hashlib.sha256(read_bytes(path, shown(path), FONT_BYTES)).digest() for path in fonts),
        ]
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
        from beeprint.drawing.svg.reader.text.typeface import add_font

        there = self._families
        if not there:
            for path in self._workspace.font_files():
                for family in sorted(families(path)):
                    there.setdefault(family, []).append(path)
        problems, files = list[Problem](), dict[Path, None]()
        letters: dict[str, set[int]] = {}
        renamed: dict[str, str] = {}
        for place, wanted, content in closed.families:
            font = self._family_of(wanted, renamed)
            if font is None:
                message = f"no font file found for {', '.join(wanted)}" if wanted else "the text names no font-family"
                hint = add_font(wanted[0] if wanted else "default", self.fonts)
                near = nearest(wanted[0], there) if wanted else ""
                hint = f"did you mean {near}? Otherwise {hint}" if near else hint
                problems.append(Problem(place, message, f"{hint}; or put the font file into the folder fonts/"))
                continue
            files |= dict.fromkeys(there[font])
            if font not in letters:
                letters[font] = {code for path in there[font] for code in Font(font, path).characters}
            missing = [char for char in content if ord(char) not in letters[font] and not char.isspace()]
            lent, missing = self._lent(font, missing)
            files |= dict.fromkeys(lent)
            if missing:
                message = f"the text holds {lacking(missing, f'the font {font}')}"
                problems.append(Problem(place, message, "use another character, or a font that has it"))
        if problems:
            raise BuildError(problems)
        return list(files), renamed

    def _lent(self, family: str, missing: list[str]) -> tuple[list[Path], list[str]]:
        """Return the files that the language lends a family for letters which it lacks, and those that none has."""
        files = []
        for key in self.fonts.chain(family, "regular") if missing else ():
            name, _, style = key.partition("/")
            if style not in self.fonts.families.get(name, ()):
                continue
            lost = self.fonts[key].missing("".join(missing))
            files += [self.fonts[key].path] if len(lost) < len({*missing}) else []
            missing = [char for char in missing if char in lost]
        return files, missing

    def _family_of(self, wanted: Sequence[str], renamed: dict[str, str]) -> str | None:
        """Return the family in which a text is set, as in vector art; note in `renamed` what it stands in for."""
        from beeprint.drawing.svg.reader.text.typeface import GENERIC

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
        """Return a picture's SVG text, empty for pixels, and its file for messages."""
        return self._text(name, place, where, noun), self._file(name)

    def _text(self, name: str, place: Place, where: str, noun: str = "picture") -> str:
        """Return an SVG file's text, empty for other pictures; messages call a missing one by `noun`."""
        self._asked.append(name)
        if name not in self._texts:
            path = self._workspace.find("art", name, SUFFIXES)
            if path is None:
                message = f"there is no {noun} {name} {where}".rstrip()
                raise MissingError(Problem(place, message, how_to_add(self._workspace, name, place)))
            text, (self._stamps[name], _) = "", look(path)
            if _is_svg(path):
                data = self._workspace.read(path, MAX_PICTURE_BYTES)
                check_contents(data, shown(path))
                text = svg.decoded(data, shown(path))
                if not text.strip():
                    raise error_at(Place(shown(path), 1, 1), "the picture is empty", "save it again")
                text, links = embed_linked(text, path, self._workspace.game)
                self._linked[name] = {link: look(link)[0] for link in links}
            self._texts[name] = text
        return self._texts[name]

    def _vector(self, name: str, text: str, tint: Colour) -> Picture:
        path = self._workspace.find("art", name, SUFFIXES)
        colour = tint.hex if "currentColor" in text else ""
        # The look of text also depends on the fonts: those available, and those opened so far.
        fonts = self.fonts
        known_fonts = sorted(fonts.families.items()), sorted(fonts.stand_ins.items()), fonts.lending
        there = repr(known_fonts) if "<text" in text or ":text" in text else ""
        known = self._store.get("art", text, colour, there)
        if known is not None:
            budget.spend("pictures", len(known) * _PACKED, len(known) * _PACKED_KEPT)
            marks, packed_picture = unpack(known)
            if all(fonts[key].digest == digest for key, digest in packed_picture["fonts"].items()):
                return Picture(Symbol(packed_picture["key"], marks), Rect(*packed_picture["box"]))
        if self.on_read is not None and self._store.keeps:
            self.on_read()
        warnings: list[Problem] = []
        drawing = svg.read(text, shown(path) if path else name, current=tint, fonts=fonts, warnings=warnings)
        marks, box = drawing.marks, drawing.box
        # A picture shows only its page; art that exceeds the page needs a clip.
        if overlaps_page(Symbol.of(marks), box, self.fonts):
            marks = tuple(_on_page(marks, box.grow(_SPILL)))
        if overlaps_page(Symbol.of(marks), box, self.fonts):
            marks = (group(marks, clip=polygon(box.corners)),)
        symbol = Symbol.of(marks)
        used = fonts.digests if there else {}
        if not warnings:
            self._store.put("art", pack(marks, box=box, key=symbol.key, fonts=used), text, colour, there)
        self.warned(name).extend(warnings)
        return Picture(symbol, box)

    def _raster(self, name: str) -> Picture:
        from beeprint.drawing import bitmap  # and with it Pillow, where there is a picture of pixels

        path = self._workspace.find("art", name, SUFFIXES)
        if path is None:
            raise FileNotFoundError(name)
        data = self._workspace.read(path, MAX_PICTURE_BYTES)
        place = Place(shown(path))
        check_contents(data, shown(path))
        try:
            normal_image = bitmap.normal(data)
            # Photographs hold more; what holds less is blank, or made to be large.
            spare = normal_image.width * normal_image.height - _PIXELS_OF_A_BYTE * len(data)
            budget.spend("pixels", max(0.0, spare * _PIXEL), at=lambda: place)
        except ValueError as error:
            form = format_of(data)
            save_as = form.save_as if isinstance(form, Foreign) else "PNG or JPEG"
            raise error_at(place, f"the picture cannot be read: {error}", f"save it again as {save_as}") from error
        box = Rect(0, 0, normal_image.width / 10, normal_image.height / 10)
        return Picture(
            Symbol.of([ImageMark.of(normal_image.data, normal_image.mime, box)]), box, normal_image.width, False
        )


def _is_svg(path: Path) -> bool:
    return path.suffix.lower() == ".svg"


def how_to_add(workspace: Workspace, name: str, place: Place) -> str:
    """Return a hint for a missing picture: another format, one of the same folder or name, or the file to add."""
    budget.spend("pictures", _MISSING + _COMPARED * len(workspace.names("art", SUFFIXES)), at=lambda: place)
    return _other_format(workspace, name) or _elsewhere(workspace, name) or _add_or_rename(workspace, name)


def _elsewhere(workspace: Workspace, name: str) -> str:
    """Return a hint for a missing picture or icon that is in the game, but not where it is looked for."""
    if not is_safe(name):
        return ""
    folder, _, base = name.rpartition("/")
    ending = next((suffix for suffix in SUFFIXES if base.lower().endswith(suffix)), "")
    wanted = base[: len(base) - len(ending)].casefold()
    files = sorted(
        path
        for home in dict.fromkeys(("", "art", folder, *_PICTURE_FOLDERS, *(_ICON_FOLDERS if folder == "icons" else ())))
        for path in _files_in(workspace.game / home)
        if path.stem.casefold() == wanted and path.suffix.lower() in ((ending,) if ending else SUFFIXES)
    )
    if len(files) != 1 or (files[0].parent.name == "art" and not folder):
        return ""
    file = files[0].relative_to(workspace.game).as_posix()
    to = f"art/{name}" if ending else f"art/{name}{files[0].suffix.lower()}"
    does = f"Copies {file} to {to}; the file itself stays where it is."
    fix = Fix(f"Use {files[0].name} of the game's folder", "copy", {"file": file, "to": to}, does, safe=True)
    return Hint(f"there is {shown(files[0])}: copy it to {shown(workspace.game / to)}", [fix])


def _files_in(folder: Path) -> list[Path]:
    """Return the files in a folder; none where it is missing."""
    try:
        return [path for path in folder.iterdir() if not path.name.startswith(".") and path.is_file()]
    except OSError:
        return []


def _other_format(workspace: Workspace, name: str) -> str:
    """Return a hint for a missing picture that is there in a format that beeprint does not read."""
    path = workspace.find("art", name, tuple(OTHERS))
    if path is None:
        return ""
    other = OTHERS[path.suffix.lower()]
    return f"{shown(path)} is {other.name}, which {other.why}; beeprint reads {_READ}: export it as {other.save_as}"


def _add_or_rename(workspace: Workspace, name: str) -> str:
    """Return a hint for a missing picture: one of the same folder or name, or else the file to add."""
    known = workspace.names("art", SUFFIXES)
    if ".." in name or name.startswith("/") or name.endswith("/") or not name:
        return did_you_mean(name, known)  # not a name that a file in art/ may have
    folder, _, word = name.rpartition("/")
    parts = [other.rpartition("/") for other in known]
    # A name with an ending, as a table may have it, is compared without, and corrected with the same one.
    ending = next((suffix for suffix in SUFFIXES if word.lower().endswith(suffix)), "")
    bare = word[: len(word) - len(ending)]
    near = nearest(bare, [base for home, _, base in parts if home == folder])
    meant = f"{folder}/{near}".lstrip("/") if near else next(("".join(part) for part in parts if part[2] == bare), "")
    if not meant:
        return f"add {shown(workspace.game / 'art' / name)}" + ("" if ending else ".svg or .png")
    return suggestion(name, f"{meant}{ending}", [f"{other}{ending}" for other in known])


def _pixels(length: float, dpi: int) -> int:
    return max(1, round(length * dpi / MM_PER_INCH))
