"""What another program draws on the cards of a deck, with its colours and fonts: one description for all programs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec import Struct, field

from beeprint.base.colour import BLACK, parse
from beeprint.drawing.svg.reader.colours import colour as svg_colour

MM_PER_POINT = 25.4 / 72


class Column(NamedTuple):
    """A column in a text or in the name of a file, by its head."""

    head: str


#: A text, or the name of a file, that columns are filled into.
Parts = tuple[str | Column, ...]


class Box(NamedTuple):
    """A box in mm from the trim's top left corner; a width or height of None is as large as its content."""

    x: float
    y: float
    width: float | None
    height: float | None


class Font(NamedTuple):
    """A font as a project names it, by its families, with its size in points; 0 for none."""

    families: tuple[str, ...] = ()
    points: float = 0
    bold: bool = False
    italic: bool = False


class Mark(Struct, frozen=True):
    """A text, picture or shape on a card; colours are `#rrggbb`, empty for none.

    `by` is a column on whose values a colour depends: `cases` are the colours by these. `when` are values of columns on
    the cards that have the mark: an empty value means any but an empty cell, and one after a NUL all others. `line` is
    that of the script.
    """

    kind: Literal["text", "picture", "shape"]
    name: str
    box: Box
    parts: Parts = ()
    font: Font = Font()
    align: str = ""
    valign: str = ""
    colour: str = ""
    shape: str = "rectangle"
    fill: str = ""
    stroke: str = ""
    stroke_width: float = 0
    corner: float = 0
    turn: float = 0
    fit: str = "contain"
    opacity: float = 1
    by: tuple[str, Column] | None = None
    cases: Mapping[str, str] = field(default_factory=dict)
    when: tuple[tuple[Column, str], ...] = ()
    computed: bool = False  # the project computes with its columns before it prints them
    tentative: bool = False  # a guess, which counts only if its columns and files are there
    line: int = 0


class Sketch(Struct, frozen=True):
    """The cards of a deck: where that is said, their width, height and bleed in mm, and their marks, lowest first.

    `size` is None where the project does not say it. `frame` is a drawing below all marks, of which `slots` names the
    shapes that are the boxes of marks.
    """

    file: str
    size: tuple[float, float, float] | None
    marks: tuple[Mark, ...]
    ground: str = ""
    frame: str = ""
    frame_page: str = ""
    frame_raster: bool = False  # it cannot be drawn as outlines

    @property
    def columns(self) -> Iterator[Column]:
        """Yield the columns that marks print, test or take colours from."""
        for mark in self.marks:
            yield from (part for part in mark.parts if isinstance(part, Column))
            yield from (column for column, _ in mark.when)
            yield from (mark.by[1:] if mark.by else ())


class Losses:
    """What of a script is left out, by what it is and why, with its lines."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._lines: defaultdict[tuple[str, str], list[int]] = defaultdict(list)

    def add(self, verb: str, why: str, line: int) -> None:
        """Note a step that is left out."""
        self._lines[verb, why].append(line)

    def notes(self) -> Iterator[str]:
        """Yield a line for each verb and reason, in the order of the script."""
        for (verb, why), lines in sorted(self._lines.items(), key=lambda item: min(item[1])):
            where = f" in {named_lines(lines)}" if any(lines) else ""
            yield f"{self.file}: left out: {verb}{where}: {why}"


def named_lines(lines: Iterable[int]) -> str:
    """Return `line 3` or `lines 3, 5`."""
    unique = sorted(set(lines))
    return f"line{'s' if unique[1:] else ''} {', '.join(map(str, unique))}"


# Colours and fonts as other programs name them.


_BOLD = ("bold", "heavy", "black", "semi-bold", "semibold", "demi-bold", "demibold", "extrabold", "extra-bold")
_ITALIC = ("italic", "oblique")
_PLAIN = ("normal", "regular", "light", "medium", "thin", "condensed", "book", "roman", "semi-condensed")


def colour(text: str) -> str | None:
    """Return a colour as `#rrggbb`, empty for none or one that is clear; None for one that is not known."""
    plain = text.strip(" :'\"").lower().replace("_", "")
    if plain in ("", "none", "empty", "transparent", "nil"):
        return ""
    digits = plain.removeprefix("#")
    if re.fullmatch(r"[0-9a-f]{4}|[0-9a-f]{8}", digits) and plain.startswith("#"):
        short = len(digits) == 4
        alpha, rest = (digits[3:], digits[:3]) if short else (digits[6:], digits[:6])
        return "" if not int(alpha, 16) else (parse(f"#{rest}") or BLACK).hex
    try:
        return svg_colour(plain, BLACK)[0].hex
    except (ValueError, KeyError):
        return None


def font(text: str) -> Font:
    """Read a font as Pango names it, such as `Lora, Sans Bold 36`: families, styles, points."""
    match = re.fullmatch(r"(.*?)\s*(\d+(?:\.\d+)?)?\s*(?:pt|px)?\s*", text.strip(), re.DOTALL)
    words = (match[1] if match else text).split()
    styles: set[str] = set()
    while words and words[-1].strip(",").lower() in (*_BOLD, *_ITALIC, *_PLAIN):
        styles.add(words.pop().strip(",").lower())
    families = tuple(family.strip(" '\"") for family in " ".join(words).split(",") if family.strip(" '\""))
    points = float(match[2]) if match and match[2] else 0.0
    return Font(families, points, bool(styles & {*_BOLD}), bool(styles & {*_ITALIC}))
