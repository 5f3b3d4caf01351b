"""Set text into a box: markup, line breaking, fitting to a stated minimum, alignment."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from beeprint.colour import BLACK
from beeprint.drawing import Glyph, Run, Solid, rounded_matrix
from beeprint.fonts import Font, Fonts
from beeprint.geometry import PT_PER_MM, Rect, translate

#: Sizes are tried in steps of this many points until the text fits.
STEP = 0.25
#: An inline icon's height and how far it reaches below the baseline, in em.
ICON_HEIGHT, ICON_DROP = 1.12, 0.2

_MARKUP = re.compile(r"\\([*:\\])|(\*\*|\*)|:([a-z0-9][a-z0-9-]*):")
# A line may also break after a hyphen or dash between letters.
_BREAK_AFTER = re.compile(r"(?<=[^\W\d_][-\u2010\u2013\u2014])(?=\w)")


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks: sizes in points, leading as a multiple of the size; text shrinks from `size` to `smallest`."""

    family: str
    weight: str = "regular"
    size: float = 8
    smallest: float = 8
    leading: float = 1.2
    align: str = "left"
    valign: str = "top"
    paint: Solid = field(default_factory=lambda: Solid(BLACK))


class Icon(NamedTuple):
    """An inline icon: its name and box in mm."""

    name: str
    box: Rect


@dataclass(frozen=True, slots=True)
class Block:
    """Text set into a box: runs and icons in reading order, the box round them, the size used in points.

    `overflow` says why it does not fit at the smallest size, `missing` the characters its fonts lack.
    """

    runs: tuple[Run, ...]
    icons: tuple[Icon, ...]
    box: Rect
    size: float
    lines: int
    overflow: str = ""
    missing: str = ""


class _Bit(NamedTuple):
    """A piece of a word in one font, or an icon; width in em."""

    font: str
    text: str
    icon: str
    width: float


_Word = tuple[_Bit, ...]


class _Part(NamedTuple):
    text: str
    bold: bool
    italic: bool
    icon: str


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[tuple[_Part, ...], ...]:
    """Return the paragraphs of a text with **bold**, *italic* and :icon: markup; a backslash takes a mark literally."""
    paragraphs = []
    for line in text.split("\n"):
        bold = italic = False
        parts: list[_Part] = []
        at = 0
        for match in _MARKUP.finditer(line):
            if match.start() > at:
                parts.append(_Part(line[at : match.start()], bold, italic, ""))
            at = match.end()
            literal, stars, icon = match.groups()
            if literal:
                parts.append(_Part(literal, bold, italic, ""))
            elif icon:
                parts.append(_Part("", bold, italic, icon))
            elif stars == "**":
                bold = not bold
            else:
                italic = not italic
        if at < len(line):
            parts.append(_Part(line[at:], bold, italic, ""))
        paragraphs.append(tuple(parts))
    return tuple(paragraphs)


def _style_of(weight: str, bold: bool, italic: bool) -> str:
    """Return the font style that markup makes of a slot's weight."""
    weight = "bold" if bold and weight in ("regular", "semibold", "italic") else weight
    if not italic or weight.endswith("italic"):
        return weight
    return "italic" if weight in ("regular", "semibold") else f"{weight}-italic"


def compose(
    fonts: Fonts, text: str, style: Style, box: Rect, icon_width: Callable[[str], float] = lambda name: 1.0
) -> Block:
    """Return the text set into the box at the largest size from `style.size` down to `style.smallest` that fits.

    `icon_width` gives an inline icon's width for a height of 1.
    """
    base = fonts[f"{style.family}/{style.weight}"]
    missing: dict[str, None] = {}
    paragraphs = [_words(fonts, part, style, icon_width, missing) for part in parse(text)]
    size = style.size
    while True:
        em = size / PT_PER_MM
        lines = [line for words in paragraphs for line in _break(words, box.width / em, _space(base))]
        reason = _overflow(lines, em, style, base, box)
        if not reason or size <= style.smallest:
            break
        size = max(style.smallest, size - STEP)
    if style.align == "center" and not reason:
        lines = [line for words in paragraphs for line in _balanced(words, box.width / em, _space(base))]
    block = _set(fonts, lines, em, style, base, box)
    return replace(block, size=size, overflow=reason, missing="".join(missing))


def _space(font: Font) -> float:
    return font.shape(" ")[1] / font.upem


def _words(
    fonts: Fonts,
    parts: Sequence[_Part],
    style: Style,
    icon_width: Callable[[str], float],
    missing: dict[str, None],
) -> list[_Word]:
    """Return a paragraph's words; an empty word follows a hyphen where a line may break without a space."""
    words: list[list[_Bit]] = [[]]
    for part in parts:
        if part.icon:
            words[-1].append(_Bit("", "", part.icon, icon_width(part.icon) * ICON_HEIGHT))
            continue
        key = f"{style.family}/{_style_of(style.weight, part.bold, part.italic)}"
        font = fonts[key]
        missing.update(dict.fromkeys(font.missing(part.text)))
        for index, chunk in enumerate(re.split(r"[ \t]+", part.text)):
            if index:
                words.append([])
            for number, piece in enumerate(_BREAK_AFTER.split(chunk)):
                if number:
                    words.append([_Bit("", "", "", 0.0)])
                if piece:
                    words[-1].append(_Bit(key, piece, "", font.shape(piece)[1] / font.upem))
    return [tuple(word) for word in words if word]


def _glued(word: _Word) -> bool:
    """Return whether a word continues the one before it without a space."""
    return word[0].width == 0.0 and not word[0].text and not word[0].icon


def _width(word: _Word) -> float:
    return sum(bit.width for bit in word)


def _break(words: list[_Word], width: float, space: float) -> list[list[_Word]]:
    """Return the lines, filled greedily; widths in em. An empty paragraph is an empty line."""
    lines: list[list[_Word]] = [[]]
    used = 0.0
    for word in words:
        extra = _width(word) + (0 if _glued(word) or not lines[-1] else space)
        if lines[-1] and used + extra > width + 1e-6:
            lines.append([])
            used, extra = 0.0, _width(word)
        lines[-1].append(word)
        used += extra
    return lines


def _balanced(words: list[_Word], width: float, space: float) -> list[list[_Word]]:
    """Return as few lines as filling takes, but of lengths as even as possible, so that no word is left alone."""
    lines = _break(words, width, space)
    least, most = max(map(_width, words), default=0.0), width
    for _ in range(12 if len(lines) > 1 else 0):
        middle = (least + most) / 2
        if len(_break(words, middle, space)) > len(lines):
            least = middle
        else:
            most = middle
    return _break(words, most, space)


def _line_width(line: list[_Word], space: float) -> float:
    return sum(_width(word) + (space if index and not _glued(word) else 0) for index, word in enumerate(line))


def _height(count: int, em: float, style: Style, base: Font) -> float:
    """Return the height from the first line's capitals to the last line's descenders, in mm."""
    return em * ((base.cap_height - base.descent * 0.75) / base.upem + (count - 1) * style.leading)


def _overflow(lines: list[list[_Word]], em: float, style: Style, base: Font, box: Rect) -> str:
    """Return why the lines do not fit, or nothing."""
    widest = max((_width(word), "".join(bit.text for bit in word)) for line in lines for word in line or [()])
    if widest[0] * em > box.width + 1e-6:
        return f"the word {widest[1]!r} is {widest[0] * em:.1f} mm wide, the box {box.width:.1f} mm"
    room = int((box.height / em - (base.cap_height - base.descent * 0.75) / base.upem) / style.leading + 1 + 1e-6)
    if len(lines) > room or _height(1, em, style, base) > box.height + 1e-6:
        return f"it needs {len(lines)} {'lines' if len(lines) > 1 else 'line'}, the box holds {max(room, 0)}"
    return ""


def _set(fonts: Fonts, lines: list[list[_Word]], em: float, style: Style, base: Font, box: Rect) -> Block:
    """Return the lines as runs and icons at their places."""
    space = _space(base)
    cap = em * base.cap_height / base.upem
    step = em * style.leading
    visible = cap + (len(lines) - 1) * step
    # Centred text is centred by what the eye sees, from the capitals' top to the last baseline.
    y = {"top": box.y, "middle": box.y + (box.height - visible) / 2}.get(style.valign)
    if y is None:
        y = box.bottom - _height(len(lines), em, style, base)
    y += cap
    runs: list[Run] = []
    icons: list[Icon] = []
    left, right = box.right, box.x
    for number, line in enumerate(lines):
        width = _line_width(line, space) * em
        gap = space * em
        gaps = sum(1 for index, word in enumerate(line) if index and not _glued(word))
        x = box.x + {"center": (box.width - width) / 2, "right": box.width - width}.get(style.align, 0)
        if style.align == "justify" and gaps and number + 1 < len(lines):
            gap += (box.width - width) / gaps
            width = box.width
        left, right = min(left, x), max(right, x + width)
        _set_line(fonts, line, x, y + number * step, em, gap, style, runs, icons)
    ink = Rect(left, y - cap, max(0, right - left), _height(len(lines), em, style, base))
    return Block(tuple(runs), tuple(icons), ink, 0, len(lines))


def _set_line(
    fonts: Fonts,
    line: list[_Word],
    x: float,
    y: float,
    em: float,
    gap: float,
    style: Style,
    runs: list[Run],
    icons: list[Icon],
) -> None:
    """Add a line's runs and icons; neighbouring words in one font make one run, spaces included."""
    key, text, start, width = "", "", x, 0.0
    glyphs: list[Glyph] = []

    def flush() -> None:
        if glyphs:
            place = rounded_matrix(translate(start, y))
            runs.append(Run(text, key, round(em, 4), place, style.paint, tuple(glyphs)))

    for index, word in enumerate(line):
        spaced = index > 0 and not _glued(word)
        for bit in word:
            if bit.icon or (bit.text and bit.font != key):
                flush()
                x, text, glyphs, width = x + width, "", [], 0.0
                if bit.icon:
                    x += gap if spaced else 0
                    size = em * ICON_HEIGHT
                    icons.append(Icon(bit.icon, Rect(x, y + em * ICON_DROP - size, em * bit.width, size)))
                    x, key, spaced = x + em * bit.width, "", False
                    start = x
                    continue
                key, start = bit.font, x
                if spaced:
                    # The space opens the run, so that words stay apart when the text is copied out of a PDF.
                    start, spaced = x, True
            if not bit.text:
                continue
            font = fonts[bit.font]
            if spaced:
                glyphs.append(Glyph(font.shape(" ")[0][0].number, round(width / em * font.upem), 0, len(text)))
                text += " "
                width += gap
                spaced = False
            offset = round(width / em * font.upem)
            shaped, advance = font.shape(bit.text)
            glyphs += [Glyph(g.number, g.x + offset, g.y, g.cluster + len(text)) for g in shaped]
            text += bit.text
            width += advance / font.upem * em
    flush()


def text_width(fonts: Fonts, text: str, style: Style) -> float:
    """Return the width in mm of one line at the style's size, markup not read."""
    font = fonts[f"{style.family}/{style.weight}"]
    return font.shape(text)[1] / font.upem * style.size / PT_PER_MM


def line_run(fonts: Fonts, text: str, style: Style, x: float, y: float) -> Run:
    """Return one line of plain text whose baseline starts at x, y."""
    font = fonts[f"{style.family}/{style.weight}"]
    place = rounded_matrix(translate(x, y))
    return Run(text, font.key, round(style.size / PT_PER_MM, 4), place, style.paint, font.shape(text)[0])
