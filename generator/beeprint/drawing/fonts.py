"""Fonts: shaping, outlines and measures through HarfBuzz; system fonts are never read."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path as FilePath
from typing import NamedTuple
from unicodedata import category

import uharfbuzz as hb

from beeprint.base import budget, interrupts, regular
from beeprint.base.font_styles import nearest
from beeprint.base.geometry import Path, Rect, Segment, path_box
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.base.store import Store
from beeprint.base.words import Letters, is_among
from beeprint.drawing import font_costs
from beeprint.drawing.drawing import Glyph, as_glyph

#: The largest font, in bytes: those with all letters of East Asia have half of it.
MAX_BYTES = regular.MAX_BYTES
#: The length of the table `head`.
_HEAD = 54
# Where the table `OS/2` has the typographic ascender, which the descender follows.
_TYPOGRAPHIC = 68
# What a segment of a letter's outline costs to read, in steps, and keeps with what is written of it, in bytes.
_SEGMENT, _SEGMENT_KEPT = 2, 350
# Letters that reach as high, and as low, as most texts do.
_COMMON = "HOfdklgjpqy"


class Font:
    """One font file. Measures are in font units, `upem` per em; outlines have y down."""

    def __init__(self, key: str, path: FilePath, store: Store | None = None, weight: int = 0) -> None:
        self.key = key
        self.path = path
        self._store = store or Store()
        self._weight = weight
        self._data = _read(path)
        self.face = _fixed(hb.Face(hb.Blob(self._data)), weight, path)
        self._font = hb.Font(self.face)
        self._setting = font_costs.Setting(_tables(self.face))
        self.upem = int(self.face.upem)
        self._count = int(self.face.glyph_count)
        if not self._count or not self.upem or not _has_tables(self.face):
            raise error_at(Place(path.name), f"{path.name} is not a font that can be read", "use a TTF or OTF file")
        if not self.has_outlines and not self.has_colours:
            message = f"{path.name} has no outlines of letters, and would print nothing"
            raise error_at(Place(path.name), message, "use a font with outlines, as almost all TTF and OTF files have")
        extents = self._font.get_font_extents("ltr")
        self.ascent, self.descent = int(extents.ascender), int(extents.descender)
        self._shaped: dict[tuple[str, str, bool, tuple[str, str]], tuple[tuple[Glyph, ...], int]] = {}
        self._had: set[str] = set()  # characters of texts of which it lacks none
        self._outlines: dict[int, Path] = {}
        self._boxes: dict[int, Rect | None] = {}
        self._extents: dict[int, tuple[int, int]] = {}
        self._reaches: dict[int, tuple[int, int]] = {}

    @property
    def data(self) -> bytes:
        """Return it as a file, at its weight where it is variable."""
        return bytes(self.face.blob.data)

    @cached_property
    def characters(self) -> frozenset[int]:
        """Return the code points the font has."""
        return frozenset(self.face.unicodes)

    @cached_property
    def cap_height(self) -> float:
        """Return the height of a capital H above the baseline."""
        glyphs, _ = self.shape("H")
        ys = [y for glyph in glyphs for segment in self.outline(glyph.number) for y in segment[2::2]]
        return -min(ys, default=-0.7 * self.upem)

    @cached_property
    def usual(self) -> tuple[float, float]:
        """Return how far common letters reach above and below a baseline, in em; 0 where it has none of them."""
        letters = "".join(letter for letter in _COMMON if self.glyph(letter))
        high, low = self.reach(self.shape(letters)[0]) if letters else (0, 0)
        return high / self.upem, low / self.upem

    def glyph(self, char: str) -> int:
        """Return the glyph of a character by itself, 0 where the font has none."""
        number = int(self._font.get_nominal_glyph(ord(char)) or 0)
        return number if number < self._count else 0

    @cached_property
    def space(self) -> int:
        """Return the glyph of a space, 0 where the font has none."""
        return self.glyph(" ")

    def advance(self, number: int) -> int:
        """Return a glyph's own advance, before kerning."""
        return int(self._font.get_glyph_h_advance(number))

    def reach(self, glyphs: tuple[Glyph, ...]) -> tuple[int, int]:
        """Return how far the ink of a shaped text reaches above and below the baseline; nothing reaches less than 0."""
        extent = self._reaches.get(id(glyphs))  # what was shaped is kept, so that no other text gets its id
        if extent is None:
            above = below = 0
            for number, _, rise, _ in glyphs:
                high, low = self._extents.get(number) or self._extent(number)
                above, below = max(above, high + rise), max(below, low - rise)
            extent = self._reaches[id(glyphs)] = above, below
        return extent

    def _extent(self, number: int) -> tuple[int, int]:
        """Measure how far a glyph reaches above and below the baseline."""
        box = self._font.get_glyph_extents(number)
        extent = (0, 0) if box is None else (int(box.y_bearing), -int(box.y_bearing + box.height))
        self._extents[number] = extent
        return extent

    def measure(self, tag: str) -> int:
        """Return a font metric by its OpenType name, such as `X_HEIGHT`; y up."""
        return int(self._font.get_metric_position_with_fallback(hb.OTMetricsTag[tag]))

    @cached_property
    def typographic(self) -> tuple[int, int]:
        """Return the typographic ascender and descender, both from the baseline outwards; the line's where unknown."""
        table = bytes(self.face.reference_table("OS/2").data)
        up, down = struct.unpack_from(">hh", table, _TYPOGRAPHIC) if len(table) >= _TYPOGRAPHIC + 4 else (0, 0)
        return (up, -down) if up - down > 0 else (self.ascent, -self.descent)

    def missing(self, text: str) -> list[str]:
        """Return the characters of the text that the font cannot draw, alone or as parts of other characters.

        A combining accent may be missing where the font has the accented letter, and vice versa.
        """
        if self._had.issuperset(text):
            return []
        lacking = {char for char in text if ord(char) not in self.characters and not _unseen(char)}
        if not lacking:
            self._had.update(text)
            return []
        glyphs, _ = self.shape(text)
        starts = sorted({glyph.cluster for glyph in glyphs})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        lost = (text[glyph.cluster : ends[glyph.cluster]] for glyph in glyphs if not glyph.number)
        return [char for char in dict.fromkeys("".join(lost)) if char in lacking]

    @cached_property
    def has_colours(self) -> bool:
        """Return whether glyphs may have colours of their own, as layers, drawings or bitmaps."""
        face = self.face
        return bool(face.has_color_png or face.has_color_svg or face.has_color_layers or face.has_color_paint)

    @cached_property
    def has_outlines(self) -> bool:
        """Return whether glyphs have outlines; a font of bitmaps alone cannot be embedded in a PDF."""
        return not {"glyf", "CFF ", "CFF2"}.isdisjoint(self.face.table_tags)

    def coloured(self, text: str) -> list[str]:
        """Return the characters of the text that the font has only in colours, as bitmaps or layers.

        Their glyphs have no outline, so that art, whose letters have one colour, would show nothing.
        """
        if not self.has_colours:
            return []
        glyphs, _ = self.shape(text)
        starts = sorted({glyph.cluster for glyph in glyphs})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        drawn = {glyph.cluster for glyph in glyphs if not glyph.number or self.outline(glyph.number)}
        blank = (text[start:end] for start, end in ends.items() if start not in drawn)
        return [char for char in dict.fromkeys("".join(blank)) if not _unseen(char)]

    def shape(
        self, text: str, language: str = "", leftwards: bool = False, around: tuple[str, str] = ("", "")
    ) -> tuple[tuple[Glyph, ...], int]:
        """Shape a text: return its glyphs from left to right, from x = 0, with kerning and ligatures, and its advance.

        Letters join to those `around` the text, which are not drawn. `language` is a tag such as `tr`.
        """
        key = (text, language, leftwards, around)
        line = self._shaped.get(key)
        if line is None:
            buffer = hb.Buffer()
            before, after = around
            buffer.add_str(before + self._drawable(text) + after, len(before), len(text))
            buffer.direction = "rtl" if leftwards else "ltr"
            # Always set: HarfBuzz would take a missing language from the system.
            buffer.language = language if language.isascii() and language.replace("-", "").isalnum() else "und"
            buffer.guess_segment_properties()
            letters = len(before) + len(text) + len(after)
            begun = self._setting.begin(letters)
            try:
                hb.shape(self._font, buffer)
            except MemoryError as error:  # its rules put letters for letters without end
                self._setting.give_up(begun)
                raise _damaged(self.path, "its rules for letters that stand together have no end") from error
            self._setting.end(letters, begun)
            x, glyphs = 0, []
            for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                if info.codepoint >= self._count:  # which would print nothing, and is no number in a PDF
                    raise _damaged(self.path, f"a letter of {text[:20]!r} is none of its {self._count:,} glyphs")
                place = info.cluster - len(before)
                glyphs.append(as_glyph((info.codepoint, x + position.x_offset, position.y_offset, place)))
                x += position.x_advance
            line = self._shaped[key] = (tuple(glyphs), x)
        return line

    def _drawable(self, text: str) -> str:
        """Replace hyphens that the font lacks by hyphen-minus, which looks the same."""
        if text.isascii() or not {"\u2010", "\u2011"} & set(text):
            return text
        there = "\u2010" if 0x2010 in self.characters else "-"
        return (
            text.replace("\u2010", there)
            if 0x2011 in self.characters
            else text.translate(dict.fromkeys((0x2010, 0x2011), there))
        )

    def outline(self, number: int) -> Path:
        """Return a glyph's outline in font units, y down."""
        path = self._outlines.get(number)
        if path is None:
            pen = _OutlinePen()
            with interrupts.raised_again():
                self._font.draw_glyph_with_pen(number, pen)
            path = self._outlines[number] = tuple(pen.segments)
            budget.spend("fonts", _SEGMENT * len(path), _SEGMENT_KEPT * len(path))
        return path

    def box(self, number: int) -> Rect | None:
        """Return the box of a glyph's ink in font units, y down; None where it has none."""
        if number not in self._boxes:
            path = self.outline(number)
            self._boxes[number] = path_box(path) if path else None
        return self._boxes[number]

    @cached_property
    def digest(self) -> str:
        """Return the hash of the file's content and of the weight that is taken from it."""
        weight = f"weight {self._weight}".encode() if self._weight else b""
        return hashlib.sha256(self._data + weight).hexdigest()

    def subset(self, glyphs: set[int]) -> bytes:
        """Return the font file with these glyphs only, their numbers kept."""
        sources = self.digest, repr(sorted(glyphs))
        data = self._store.get("subset", *sources)
        if data is None:
            wanted = hb.SubsetInput()
            wanted.glyph_set.update(glyphs)
            wanted.flags = hb.SubsetFlags.RETAIN_GIDS
            data = bytes(_subset(self.face, wanted, self.path).blob.data)
            self._store.put("subset", data, *sources)
        return data

    def excerpt(self, characters: set[str]) -> bytes:
        """Return the font file with what these characters need, for a program that sets texts itself."""
        wanted = hb.SubsetInput()
        wanted.unicode_set.update(map(ord, sorted(characters)))
        return bytes(_subset(self.face, wanted, self.path).blob.data)


def _read(path: FilePath) -> bytes:
    """Read a font's file; BuildError where that fails."""
    try:
        return regular.read(path, MAX_BYTES)
    except regular.TooLargeError as error:
        message = f"{path.name} has {error.size:,} bytes, more than {MAX_BYTES:,}"
        raise error_at(Place(path.name), message, "use a font with fewer letters") from error
    except OSError as error:
        raise error_at(Place(path.name), f"cannot read {path.name}: {error.strerror or error}") from error


def _has_tables(face: hb.Face) -> bool:
    """Return whether a font's directory can be read, and its head is whole."""
    try:
        return len(face.reference_table("head").data) >= _HEAD and bool(face.table_tags)
    except UnicodeDecodeError:
        return False


def _tables(face: hb.Face) -> font_costs.Tables:
    return lambda tag: bytes(face.reference_table(tag).data)


def _subset(face: hb.Face, wanted: hb.SubsetInput, path: FilePath) -> hb.Face:
    """Return a part of a font; BuildError where HarfBuzz cannot take it from the file."""
    font_costs.spend_part(_tables(face), int(face.glyph_count))
    try:
        return hb.subset(face, wanted)
    except (RuntimeError, ValueError, MemoryError) as error:
        raise _damaged(path, "its letters cannot be taken out of it") from error


def _damaged(path: FilePath, how: str) -> BuildError:
    """Return the error for a font that can be read only in part."""
    message = f"{path.name} is damaged: {how}"
    return error_at(Place(path.name), message, "download the font again, or export it from its program again")


def _fixed(face: hb.Face, weight: int, path: FilePath) -> hb.Face:
    """Return a variable font's face at a weight, 0 for its own, and at its own values otherwise; other faces as is."""
    if not face.has_var_data:
        return face
    font_costs.spend_weight(_tables(face))
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    try:
        axes = face.axis_infos
    except UnicodeDecodeError as error:
        raise _damaged(path, "the axes along which it varies have no names") from error
    for axis in axes:
        if axis.tag == "wght" and weight and axis.min_value <= weight <= axis.max_value:
            wanted.pin_axis_location(face, axis.tag, weight)
        else:
            wanted.pin_axis_to_default(face, axis.tag)
    return _subset(face, wanted, path)


def _unseen(char: str) -> bool:
    """Return whether a character has no ink of its own: spaces, joiners, variation selectors."""
    return (
        char.isspace() or category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    )


class _OutlinePen:
    """Collects a glyph as path segments: quadratics become cubics, y is turned down."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at = (0.0, 0.0)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - the pen protocol's names
        self._at = point
        self.segments.append(("M", point[0], -point[1]))

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._at = point
        self.segments.append(("L", point[0], -point[1]))

    def curveTo(self, control: tuple[float, float], two: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        self._at = end
        self.segments.append(("C", control[0], -control[1], two[0], -two[1], end[0], -end[1]))

    def qCurveTo(self, handle: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        (x0, y0), (x1, y1), (x2, y2) = self._at, handle, end
        control = (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3)
        two = (x2 + (x1 - x2) * 2 / 3, y2 + (y1 - y2) * 2 / 3)
        self.curveTo(control, two, end)

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))

    def endPath(self) -> None:  # noqa: N802
        pass


def families(path: FilePath) -> frozenset[str]:
    """Return a font file's family names, as drawings refer to them."""
    face = hb.Face(hb.Blob(_read(path)))
    wanted = (hb.OTNameIdPredefined.FONT_FAMILY, hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY)
    return frozenset(name for entry in wanted if (name := face.get_name(entry)))


def _folded(name: str) -> str:
    return " ".join(name.lower().split())


class Lending(NamedTuple):
    """The fonts of a language: families to ask before one that is named, and those to ask after all others.

    `before` may have the entry `default`, for every family without one of its own.
    """

    before: Mapping[str, Sequence[str]] = {}
    after: Sequence[str] = ()


class Fonts:
    """The fonts of a build by key (`source-sans/bold`), each opened once; `locate` finds the file of a key.

    `listed` returns the available families, each with its styles. `stand_ins` says which of them is used for another
    family that art names, `default` for any other; what `alike` returns is used without being asked for, because its
    letters have the same widths. `weigh` returns the weight that a key takes from a variable font, 0 for its own.
    `lending` is what the language of the texts adds to the families that layouts name. `spares` are families that lend
    what none of these has, each with the blocks of Unicode for which it is tried.
    """

    def __init__(
        self,
        locate: Callable[[str], FilePath],
        listed: Callable[[], Mapping[str, Sequence[str]]] = dict,
        store: Store | None = None,
        stand_ins: Mapping[str, str] | None = None,
        alike: Callable[[], Mapping[str, str]] = dict,
        weigh: Callable[[str], int] = lambda key: 0,
        lending: Lending | None = None,
        spares: Mapping[str, Letters] | None = None,
    ) -> None:
        self._locate, self._listed, self._store, self._alike, self._weigh = locate, listed, store, alike, weigh
        self._asked = {_folded(name): family for name, family in (stand_ins or {}).items()}
        self.lending = lending or Lending()
        self._spares = spares or {}
        self._open: dict[str, Font] = {}
        self._chains: dict[tuple[str, str], tuple[str, ...]] = {}

    @property
    def files(self) -> list[FilePath]:
        """Return the files of the fonts opened so far."""
        return sorted({font.path for font in self._open.values()})

    @property
    def opened(self) -> tuple[str, ...]:
        """Return the keys of the fonts opened so far."""
        return tuple(self._open)

    @property
    def digests(self) -> dict[str, str]:
        """Return the hash of each font opened so far, by key."""
        return {key: font.digest for key, font in sorted(self._open.items())}

    @cached_property
    def families(self) -> Mapping[str, Sequence[str]]:
        """Return the available families, each with its styles."""
        return self._listed()

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Return the families by all their names, in lower case: their keys and the names in their files."""
        return {name.lower(): family for name, family in self.spelt.items()}

    @cached_property
    def spelt(self) -> Mapping[str, str]:
        """Return the families by all their names, as those are written."""
        named = (
            (family, self._locate(f"{family}/{style}"))
            for family, own in self.families.items()
            for style in own[:1]
            if family not in self._spares
        )
        own = {name: family for family, path in named for name in sorted(families(path))}
        spares = {family.replace("-", " ").title(): family for family in self._spares}
        return spares | own | {family: family for family in self.families}

    @cached_property
    def stand_ins(self) -> Mapping[str, str]:
        """Return the families that stand in for others, by the names of these in lower case."""
        asked = {name: self.names.get(_folded(family), "") for name, family in self._asked.items()}
        alike = {_folded(name): family for name, family in self._alike().items()}
        return {name: family for name, family in {**alike, **asked}.items() if family}

    def chain(self, family: str, style: str) -> tuple[str, ...]:
        """Return the keys of the fonts that set a text, in the order in which they are asked for its letters.

        `family` is a family, or several with commas between them. Only the first has to have the style: the others, and
        those that the language adds, lend the nearest one that they have.
        """
        names = self._chains.get((family, style))
        if names is None:
            named = [self._family(name.strip()) for name in family.split(",")]
            before = {self._family(name): others for name, others in self.lending.before.items()}
            order: list[str] = []
            for name in named:
                order += (*before.get(name, before.get("default", ())), name)
            families = dict.fromkeys(map(self._family, (*order, *self.lending.after)))
            names = self._chains[family, style] = tuple(
                f"{name}/{style if name == named[0] else self._lent(name, style)}" for name in families
            )
        return names

    def open(self, family: str, style: str) -> None:
        """Open the fonts of a text; BuildError where there is none of a name or style."""
        for key in self.chain(family, style):
            self[key]

    def knows(self, family: str) -> bool:
        """Return whether there are all the families of a text."""
        return all(self._family(name.strip()) in self.families for name in family.split(","))

    def first(self, family: str, style: str) -> Font:
        """Return the font by which a text is measured: the first of its chain."""
        return self[self.chain(family, style)[0]]

    def missing(self, family: str, style: str, text: str) -> list[str]:
        """Return the characters of a text that none of its fonts can draw."""
        lost = self.first(family, style).missing(text)
        for key in self.chain(family, style)[1:]:
            lost = self[key].missing("".join(lost)) if lost else lost
        return [char for char in lost if not self.spare(char, style)]

    def spare(self, cluster: str, style: str) -> str:
        """Return the key of the first spare font that has all of a letter with its accents; empty if none has."""
        for family, blocks in self._spares.items():
            if is_among(cluster[0], blocks):
                key = f"{family}/{self._lent(family, style)}"
                if not self[key].missing(cluster):
                    return key
        return ""

    def named(self, family: str, style: str) -> str:
        """Return the fonts of a text for messages: `the font lato`, `each of lato and cairo`."""
        names = [key.partition("/")[0] for key in self.chain(family, style)]
        return f"the font {names[0]}" if len(names) == 1 else f"each of {', '.join(names[:-1])} and {names[-1]}"

    def _family(self, name: str) -> str:
        """Return the key of a family that is named by key, or by the name that its files give it."""
        return name if name in self.families else self.names.get(name.lower(), name)

    def _lent(self, family: str, style: str) -> str:
        styles = self.families.get(family, ())
        return nearest(style, styles) if styles and style not in styles else style

    def __getitem__(self, key: str) -> Font:
        font = self._open.get(key)
        if font is None:
            font = self._open[key] = Font(key, self._locate(key), self._store, self._weigh(key))
        return font
