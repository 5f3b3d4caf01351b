"""Drawings: marks, paints and symbols, the normal form that layouts emit and outputs read.

One unit is 1 mm, y points down, and (0, 0) is the top left of the trim. Values are frozen. Coordinates are rounded
to 0.001 mm and matrices to 1e-6 when a mark is made (`rounded`, `rounded_matrix`), so that a Drawing and its SVG are
exactly equal. Fills and clips are non-zero, or even-odd where a mark says so.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Affine, Path, Point, Rect, Segment, path_box

#: How a laser engraves marks: along their lines, as filled areas, scored, not at all; "" goes by their tone.
ENGRAVE = ("", "line", "fill", "score", "none")
# What the even-odd rule adds to the content that a key follows from.
_EVEN_ODD = " even-odd"


class Layer(enum.Enum):
    """What a mark is for; the value is its name in SVG."""

    PRINT = "print"
    CUT = "cut"
    SCORE = "score"
    ENGRAVE = "engrave"
    GUIDE = "guide"


class Solid(Struct, frozen=True):
    """One colour, opacity 0 to 1."""

    colour: Colour
    opacity: float = 1.0


class Stop(Struct, frozen=True):
    """A gradient's colour at offset 0 to 1."""

    offset: float
    colour: Colour
    opacity: float = 1.0


class LinearGradient(Struct, frozen=True):
    """A gradient from `start` to `end` in the space that `transform` maps to the mark's own; padded at both ends."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]
    transform: Affine = IDENTITY
    opacity: float = 1.0


class RadialGradient(Struct, frozen=True):
    """A gradient from the focus to the circle round `centre`, in the space of `transform`; padded outside.

    A focus outside the circle paints a cone; programs disagree on one that lies on it, so none does.
    """

    centre: Point
    radius: float
    focus: Point
    stops: tuple[Stop, ...]
    transform: Affine = IDENTITY
    opacity: float = 1.0


Paint = Solid | LinearGradient | RadialGradient


class Stroke(Struct, frozen=True):
    """A line along a path: width in mm, SVG's words for cap and join, dashes as on and off lengths in mm."""

    paint: Paint
    width: float
    cap: str = "butt"
    join: str = "miter"
    miter_limit: float = 4.0
    dashes: tuple[float, ...] = ()
    dash_offset: float = 0.0


class _Keyed(Struct, frozen=True, dict=True):
    """A value with a key that follows from its content: equal marks have equal keys; computed once."""

    @cached_property
    def key(self) -> str:
        """Return a key that depends on the content alone."""
        return digest(repr(self))

    @property
    def known_key(self) -> str | None:
        """Return the key if it has been computed already: a mark that was never compared is unlikely to recur."""
        return self.__dict__.get("key")

    @cached_property
    def reach(self) -> Rect | None:
        """Return a box that encloses the mark, clips not counted; None where it is empty."""
        return _mark_box(self, lines=True)  # type: ignore[arg-type]

    @property
    def paints(self) -> tuple[Paint, ...]:
        """Return the paints of this very mark in painting order: a fill, then a line; of a group or a picture, none."""
        return ()

    @cached_property
    def depth(self) -> int:
        """Return how many levels of groups and uses are nested here."""
        return 0

    @cached_property
    def clipped(self) -> bool:
        """Return whether this is a group with a clip, or holds one, however deep."""
        return False


def digest(content: str) -> str:
    """Return a short hash of the content."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:20]


class PathMark(_Keyed, frozen=True):
    """A path, filled, stroked or both (fill first); `even_odd` is the rule of its fill, non-zero otherwise."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    layer: Layer = Layer.PRINT
    even_odd: bool = False

    @cached_property
    def box(self) -> Rect:
        """Return the box round the path's end points and handles; ValueError where it is empty."""
        return path_box(self.path)

    @property
    def paints(self) -> tuple[Paint, ...]:
        """Return the paint of the fill, then that of the line."""
        line = () if self.stroke is None else (self.stroke.paint,)
        return line if self.fill is None else (self.fill, *line)

    def painted(self, fill: Paint | None, stroke: Stroke | None) -> PathMark:
        """Return the path with another fill and stroke; only a fill has a rule."""
        return PathMark(self.path, fill, stroke, self.layer, self.even_odd and fill is not None)

    @cached_property
    def key(self) -> str:
        """Return a key that depends on the content alone."""
        content = f"path={self.path!r}, fill={self.fill!r}, stroke={self.stroke!r}, layer={self.layer!r}"
        return digest(f"PathMark({content}){_EVEN_ODD if self.even_odd else ''}")


class ImageMark(_Keyed, frozen=True):
    """A PNG or JPEG file, normal as `bitmap` makes it, stretched over a box."""

    data: bytes
    mime: str
    box: Rect
    digest: str
    layer: Layer = Layer.PRINT

    @classmethod
    def of(cls, data: bytes, mime: str, box: Rect) -> ImageMark:
        """Return the mark of a file's bytes; `mime` is image/png or image/jpeg."""
        return cls(data, mime, rounded_rect(box), hashlib.sha256(data).hexdigest()[:24])

    @cached_property
    def key(self) -> str:
        """Return a key that depends on the content alone."""
        content = f"mime={self.mime!r}, box={self.box!r}, digest={self.digest!r}, layer={self.layer!r}"
        return digest(f"ImageMark({content})")


class Group(_Keyed, frozen=True):
    """Marks under one transform; `clip` is a path inside it, `piece` the id of the placed piece it shows.

    `engrave` is how a laser engraves the marks, one of ENGRAVE; a group inside may override it. `even_odd` is the rule
    of the clip, non-zero otherwise.
    """

    marks: tuple[Mark, ...]
    transform: Affine = IDENTITY
    opacity: float = 1.0
    clip: Path | None = None
    piece: str = ""
    engrave: str = ""
    even_odd: bool = False

    @cached_property
    def depth(self) -> int:
        """Return how many levels of groups and uses are nested here."""
        return 1 + max((mark.depth for mark in self.marks), default=0)

    @cached_property
    def clipped(self) -> bool:
        """Return whether this is a group with a clip, or holds one, however deep."""
        return self.clip is not None or any(mark.clipped for mark in self.marks)

    @cached_property
    def key(self) -> str:
        """Return a key that depends on the content alone."""
        inner = " ".join(mark.key for mark in self.marks)
        rule = _EVEN_ODD if self.even_odd else ""
        return digest(f"{inner} {self.transform} {self.opacity!r} {self.clip} {self.piece!r} {self.engrave}{rule}")


class Symbol:
    """Marks that are stored once and placed often; `key` depends on the content alone."""

    def __init__(self, key: str, marks: tuple[Mark, ...]) -> None:
        self.key = key
        self.marks = marks

    @classmethod
    def of(cls, marks: Iterable[Mark]) -> Symbol:
        """Return the symbol of these marks."""
        content = tuple(marks)
        return cls("s" + digest(" ".join(mark.key for mark in content)), content)

    def __repr__(self) -> str:
        return f"Symbol({self.key})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def box(self) -> Rect | None:
        """Return the box round the marks' points, without line widths and text; None where there are none."""
        return marks_box(self.marks, lines=False)

    @cached_property
    def depth(self) -> int:
        """Return how many levels of groups and uses are nested here."""
        return max((mark.depth for mark in self.marks), default=0)

    @cached_property
    def clipped(self) -> bool:
        """Return whether a group with a clip is among the marks, however deep."""
        return any(mark.clipped for mark in self.marks)

    @cached_property
    def reach(self) -> Rect | None:
        """Return a box that encloses every mark; None where there are none."""
        return marks_box(self.marks)


class Use(_Keyed, frozen=True):
    """A symbol placed by a transform."""

    symbol: Symbol
    transform: Affine = IDENTITY

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Return the marks of the symbol."""
        return self.symbol.marks

    @cached_property
    def depth(self) -> int:
        """Return how many levels of groups and uses are nested here."""
        return 1 + self.symbol.depth

    @cached_property
    def clipped(self) -> bool:
        """Return whether a group with a clip is among the marks, however deep."""
        return self.symbol.clipped


class Glyph(NamedTuple):
    """A glyph of a run: its number in the font, its place in font units (y up), its first character in the text."""

    number: int
    x: int
    y: int
    cluster: int


#: Makes a glyph of a tuple of its four values; where there are thousands, `Glyph` itself takes three times as long.
as_glyph: Callable[[tuple[int, int, int, int]], Glyph] = partial(tuple.__new__, Glyph)


class Run(_Keyed, frozen=True):
    """A line of shaped text in one font, size and colour.

    `place` maps mm along the baseline to the drawing; `size` is the em in mm; `font` a key such as `source-sans/bold`.
    Outlines are not stored here: outputs get them from the fonts.
    """

    text: str
    font: str
    size: float
    place: Affine
    paint: Solid
    glyphs: tuple[Glyph, ...]
    layer: Layer = Layer.PRINT

    @cached_property
    def key(self) -> str:
        """Return a key that depends on the content alone."""
        glyphs = ", ".join([f"({number}, {x}, {y}, {cluster})" for number, x, y, cluster in self.glyphs])
        return digest(f"{self.text!r} {self.font} {self.size!r} {self.place} {self.paint} [{glyphs}] {self.layer}")

    @property
    def paints(self) -> tuple[Solid, ...]:
        """Return the paint of the letters."""
        return (self.paint,)

    def with_key(self, key: str) -> Run:
        """Take a key that another process has worked out, and return the run."""
        self.__dict__["key"] = key
        return self


#: A mark that holds no others.
Leaf = PathMark | ImageMark | Run
Mark = Leaf | Group | Use


class Drawing(Struct, frozen=True):
    """Marks on a ground of the given box; for a face the box is the bleed box and its trim starts at (0, 0)."""

    box: Rect
    marks: tuple[Mark, ...]


def rounded(value: float) -> float:
    """Round a coordinate in mm as a Drawing keeps it: to 0.001 mm, never minus zero."""
    return round(value, 3) + 0.0


def rounded_path(path: Path) -> Path:
    """Round a path as a Drawing keeps it."""
    kept: list[Segment] = []
    for segment in path:
        if segment[0] == "C":
            _, x1, y1, x2, y2, x, y = segment
            control, two = (round(x1, 3) + 0.0, round(y1, 3) + 0.0), (round(x2, 3) + 0.0, round(y2, 3) + 0.0)
            kept.append(("C", *control, *two, round(x, 3) + 0.0, round(y, 3) + 0.0))
        elif segment[0] == "L":
            _, x, y = segment
            kept.append(("L", round(x, 3) + 0.0, round(y, 3) + 0.0))
        elif segment[0] == "M":
            _, x, y = segment
            kept.append(("M", round(x, 3) + 0.0, round(y, 3) + 0.0))
        else:
            kept.append(segment)
    return tuple(kept)


def rounded_rect(box: Rect) -> Rect:
    """Round a box as a Drawing keeps it."""
    return Rect(rounded(box.x), rounded(box.y), rounded(box.width), rounded(box.height))


def rounded_matrix(matrix: Affine) -> Affine:
    """Round a matrix as a Drawing keeps it: factors to 1e-6, translations to 0.001 mm."""
    a, b, c, d, e, f = matrix
    return Affine(
        round(a, 6) + 0.0, round(b, 6) + 0.0, round(c, 6) + 0.0, round(d, 6) + 0.0, round(e, 3) + 0.0, round(f, 3) + 0.0
    )


def path_mark(
    path: Path,
    fill: Paint | None = None,
    stroke: Stroke | None = None,
    layer: Layer = Layer.PRINT,
    even_odd: bool = False,
) -> PathMark:
    """Make the mark of a path, rounded; only a fill has a rule."""
    return PathMark(rounded_path(path), fill, stroke, layer, even_odd and fill is not None)


def group(
    marks: Iterable[Mark],
    transform: Affine = IDENTITY,
    opacity: float = 1.0,
    clip: Path | None = None,
    piece: str = "",
    engrave: str = "",
    even_odd: bool = False,
) -> Group:
    """Make a group, rounded; only a clip has a rule."""
    cut = None if clip is None else rounded_path(clip)
    return Group(tuple(marks), rounded_matrix(transform), opacity, cut, piece, engrave, even_odd and clip is not None)


def use(symbol: Symbol, transform: Affine = IDENTITY) -> Use:
    """Place a symbol, rounded."""
    return Use(symbol, rounded_matrix(transform))


def walk(marks: Iterable[Mark], transform: Affine = IDENTITY) -> Iterator[tuple[Mark, Affine]]:
    """Yield every mark below groups and symbols, each with the transform from its own space to the drawing's."""
    # Not by recursion: each level would pass on all below it.
    levels = [(iter(marks), transform)]
    while levels:
        level, at = levels[-1]
        for mark in level:
            yield mark, at
            if isinstance(mark, Group | Use):
                levels.append((iter(mark.marks), at @ mark.transform))
                break
        else:
            levels.pop()


def marks_box(marks: Iterable[Mark], lines: bool = True) -> Rect | None:
    """Return a box round the marks, clips not counted; with `lines`, allowing for line widths, mitres and text."""
    bounds: Rect | None = None
    for mark in marks:
        box = mark.reach if lines else _mark_box(mark, lines)
        if box is not None:
            bounds = box if bounds is None else bounds.union(box)
    return bounds


def _mark_box(mark: Mark, lines: bool) -> Rect | None:
    if isinstance(mark, PathMark):
        if not mark.path:
            return None
        box = mark.box
        if not lines or mark.stroke is None:
            return box
        sharp = mark.stroke.miter_limit if mark.stroke.join == "miter" else 1.5
        return box.grow(mark.stroke.width / 2 * max(sharp, 1.5))
    if isinstance(mark, Use):
        inner = mark.symbol.reach if lines else mark.symbol.box
        return None if inner is None else mark.transform.rect(inner)
    if isinstance(mark, Group):
        inner = marks_box(mark.marks, lines)
        return None if inner is None else mark.transform.rect(inner)
    if isinstance(mark, ImageMark):
        return mark.box
    if not lines or not mark.glyphs:
        return None
    # The units per em are not known here; few fonts have less than 200, and two more ems hold any last glyph.
    width = (max(glyph.x for glyph in mark.glyphs) / 200 + 2) * mark.size
    return mark.place.rect(Rect(-mark.size, -1.5 * mark.size, width + mark.size, 2.5 * mark.size))
