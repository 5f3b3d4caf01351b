"""Set text into a box: shrink it to fit, break it into lines, align them, reorder right-to-left text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from unicodedata import category

from beeprint.base.colour import BLACK
from beeprint.base.geometry import PT_PER_MM, Rect, translate
from beeprint.draw.drawing import Glyph, Run, Solid, rounded_matrix
from beeprint.draw.fonts import Font, Fonts
from beeprint.draw.text.breaks import SOFT_HYPHEN
from beeprint.draw.text.levels import BOTH_WAYS, visual
from beeprint.draw.text.markup import Fault, Part, parse
from beeprint.draw.text.paragraph import ICON, Atom, Paragraph, Span, prepare

#: Sizes are tried in steps of this many points until the text fits.
STEP = 0.25
#: An inline icon's height and how far it reaches below the baseline, in em.
ICON_HEIGHT, ICON_DROP = 1.12, 0.2
#: The longest text that is set; no box holds more at a legible size.
MOST_CHARACTERS = 20_000
#: The most marks on one letter, as in Unicode's stream-safe text (UAX #15); shaping takes the square of their number.
MOST_MARKS = 30


# How much of a word is quoted in a message.
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks: sizes in points, leading as a multiple of the size; text shrinks from `size` to `smallest`.

    `align` is left, center, right, justify, start or end; `language` is that of the text, `hyphenate` the language
    whose hyphenation patterns to use, or empty.
    """

    family: str
    weight: str = "regular"
    size: float = 8
    smallest: float = 8
    leading: float = 1.2
    align: str = "left"
    valign: str = "top"
    paint: Solid = field(default_factory=lambda: Solid(BLACK))
    language: str = ""
    hyphenate: str = ""


class Icon(NamedTuple):
    """An inline icon: its name, box in mm, and the paint of the words round it."""

    name: str
    box: Rect
    paint: Solid


@dataclass(frozen=True, slots=True)
class Block:
    """Text set into a box: runs and icons in reading order, the box round them, the size used in points.

    `overflow` says why it does not fit at the smallest size, `missing` lists the characters its fonts lack, `faults`
    the errors in its markup.
    """

    runs: tuple[Run, ...]
    icons: tuple[Icon, ...]
    box: Rect
    size: float
    lines: int
    overflow: str = ""
    missing: str = ""
    faults: tuple[Fault, ...] = ()


class _Line(NamedTuple):
    """Atoms of a paragraph from `start` to before `end`; the last line of a paragraph is not justified."""

    paragraph: Paragraph
    start: int
    end: int
    last: bool

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return self.paragraph.atoms[self.start : self.end]

    @property
    def hyphen(self) -> str:
        """The hyphen it ends with, or empty."""
        atoms = self.paragraph.atoms
        if self.last or not self.end < len(atoms) or not atoms[self.end].hyphen:
            return ""
        return self.paragraph.hyphen(atoms[self.end].start - 1)


def _style_of(weight: str, bold: bool, italic: bool) -> str:
    """Combine a slot's weight with the markup's bold and italic."""
    weight = "bold" if bold and weight in ("regular", "semibold", "italic") else weight
    if not italic or weight.endswith("italic"):
        return weight
    return "italic" if weight in ("regular", "semibold") else f"{weight}-italic"


def compose(
    fonts: Fonts,
    text: str,
    style: Style,
    box: Rect,
    icon_width: Callable[[str], float] = lambda name: 1.0,
    ink: Callable[[str], Solid | None] = lambda name: None,
) -> Block:
    """Set text into the box at the largest size from `style.size` down to `style.smallest` that fits.

    `icon_width` gives an inline icon's width for a height of 1, `ink` the paint of an ink's name, or None.
    """
    if len(text) > MOST_CHARACTERS:
        return Block((), (), box, style.smallest, 0, f"it has {len(text):,} characters, more than {MOST_CHARACTERS:,}")
    if _marked(text):
        return Block((), (), box, style.smallest, 0, f"it has more than {MOST_MARKS} accents on one letter")
    base = fonts[f"{style.family}/{style.weight}"]
    markup = parse(text)
    missing: dict[str, None] = {}
    coloured: dict[Fault, None] = {}

    def look(part: Part) -> tuple[str, Solid]:
        paint = ink(part.ink) if part.ink else None
        return f"{style.family}/{_style_of(style.weight, part.bold, part.italic)}", paint or style.paint

    def width(name: str) -> float:
        return icon_width(name) * ICON_HEIGHT

    for part in (part for parts in markup.paragraphs for part in parts):
        font = fonts[look(part)[0]]
        missing.update(dict.fromkeys(font.missing(part.text)))
        for char in font.coloured(part.text):
            message = f"{char!r} (U+{ord(char):04X}) has no outline in the font {style.family}, only colours"
            coloured[Fault(message, "use another font, or an icon")] = None
    paragraphs = [prepare(fonts, parts, look, width, style.language, style.hyphenate) for parts in markup.paragraphs]
    size, lines, overflow = _fitted(paragraphs, style, base, box)
    if style.align == "centre" and not overflow:
        room = box.width * PT_PER_MM / size
        lines = [line for paragraph in paragraphs for line in _balanced(paragraph, room, _space(base))]
    block = _set(fonts, lines, size / PT_PER_MM, style, base, box)
    return replace(block, size=size, overflow=overflow, missing="".join(missing), faults=(*markup.faults, *coloured))


def _marked(text: str) -> bool:
    """Return whether a letter has too many combining marks; joiners between them count too."""
    row = 0
    for char in () if text.isascii() else text:
        row = row + 1 if category(char) in ("Mn", "Mc", "Me", "Cf") else 0
        if row > MOST_MARKS:
            return True
    return False


def _space(font: Font) -> float:
    return font.shape(" ")[1] / font.upem


def _fitted(paragraphs: Sequence[Paragraph], style: Style, base: Font, box: Rect) -> tuple[float, list[_Line], str]:
    """Find the largest size that fits; return it, its lines, and why none fits.

    A binary search: text that fits at one size fits at all smaller ones.
    """
    space = _space(base)

    def attempt(size: float) -> tuple[float, list[_Line], str]:
        em = size / PT_PER_MM
        lines = [line for paragraph in paragraphs for line in _filled(paragraph, box.width / em, space, style.align)]
        return size, lines, _overflow(lines, em, style, base, box, space)

    best = attempt(style.size)
    if not best[2] or style.size <= style.smallest:
        return best
    steps = 1
    while style.size - steps * STEP > style.smallest:
        steps += 1
    best = attempt(style.smallest)
    low, high = 1, steps  # the step `high` is the smallest size; all below `low` are known not to fit
    while not best[2] and low < high:
        middle = (low + high) // 2
        found = attempt(style.size - middle * STEP)
        if found[2]:
            low = middle + 1
        else:
            best, high = found, middle
    return best


def _filled(paragraph: Paragraph, room: float, space: float, align: str) -> list[_Line]:
    """Break a paragraph into lines, with hyphens only where they save a line or even out justified spaces."""
    lines = _broken(paragraph, room, space)
    if paragraph.soft and align != "justify" and any(line.hyphen for line in lines):
        whole = _broken(paragraph, room, space, hyphens=False)
        if len(whole) == len(lines) and all(_width(line, space) <= room + 1e-6 for line in whole):
            return whole
    return lines


def _broken(paragraph: Paragraph, room: float, space: float, hyphens: bool = True) -> list[_Line]:
    """Break a paragraph greedily; widths in em. An empty paragraph is an empty line."""
    atoms = paragraph.atoms
    lines: list[_Line] = []
    start = good = 0
    index, used, room = 1, atoms[0].width if atoms else 0.0, room + 1e-6
    while index < len(atoms):
        atom = atoms[index]
        if atom.free and (hyphens or not atom.hyphen) and (good == start or used + atom.hyphen <= room):
            good = index  # the line may end before this atom
        longer = used + atom.width + (space if atom.spaced else 0.0)
        if longer > room and good > start:
            lines.append(_Line(paragraph, start, good, False))
            start, index = good, good + 1
            used = atoms[start].width + atoms[start].lead
        else:
            used = longer
            index += 1
    return [*lines, _Line(paragraph, start, len(atoms), True)]


def _balanced(paragraph: Paragraph, room: float, space: float) -> list[_Line]:
    """Break a paragraph into as few lines as greedily, but as even in length as possible."""
    lines = _filled(paragraph, room, space, "centre")
    hyphens = any(line.hyphen for line in lines)
    least, most = max((atom.width for atom in paragraph.atoms), default=0.0), room
    for _ in range(12 if len(lines) > 1 else 0):
        middle = (least + most) / 2
        tried = _broken(paragraph, middle, space, hyphens)
        if len(tried) > len(lines) or any(_width(line, space) > middle + 1e-6 for line in tried):
            least = middle
        else:
            most = middle
    return _broken(paragraph, most, space, hyphens)


def _width(line: _Line, space: float) -> float:
    """Return a line's width in em."""
    atoms = line.atoms
    if not atoms:
        return 0.0
    total = atoms[0].lead + sum(atom.width + (space if atom.spaced else 0.0) for atom in atoms)
    total -= space if atoms[0].spaced else 0.0
    return total + (line.paragraph.atoms[line.end].hyphen if not line.last else 0.0)


def _height(count: int, em: float, style: Style, base: Font) -> float:
    """Return the height from the first line's capitals to the last line's descenders, in mm."""
    return em * ((base.cap_height - base.descent * 0.75) / base.upem + (count - 1) * style.leading)


def _overflow(lines: list[_Line], em: float, style: Style, base: Font, box: Rect, space: float) -> str:
    """Return why the lines do not fit, or an empty string."""
    widest = max(lines, key=lambda line: _width(line, space))
    if _width(widest, space) * em > box.width + 1e-6 * em:
        # Only a line that could not be broken is too wide.
        atoms = widest.atoms
        word = widest.paragraph.text[atoms[0].start : atoms[-1].end].replace(ICON, "")
        word = word if len(word) <= _SHOWN else f"{word[:_SHOWN]}..."
        return f"the word {word!r} is {_width(widest, space) * em:.1f} mm wide, the box {box.width:.1f} mm"
    room = int((box.height / em - (base.cap_height - base.descent * 0.75) / base.upem) / style.leading + 1 + 1e-6)
    if len(lines) > room or _height(1, em, style, base) > box.height + 1e-6:
        return f"it needs {len(lines)} {'lines' if len(lines) > 1 else 'line'}, the box holds {max(room, 0)}"
    return ""


def _set(fonts: Fonts, lines: list[_Line], em: float, style: Style, base: Font, box: Rect) -> Block:
    """Place the lines as runs and icons."""
    space = _space(base)
    cap = em * base.cap_height / base.upem
    step = em * style.leading
    visible = cap + (len(lines) - 1) * step
    # Text is centred optically, from the top of the capitals to the last baseline.
    y = {"top": box.y, "middle": box.y + (box.height - visible) / 2}.get(style.valign)
    if y is None:
        y = box.bottom - _height(len(lines), em, style, base)
    y += cap
    runs: list[Run] = []
    icons: list[Icon] = []
    left, right = box.right, box.x
    for number, line in enumerate(lines):
        width, gap = _width(line, space) * em, space * em
        gaps = sum(atom.spaced for atom in line.atoms[1:])
        if style.align == "justify" and gaps and not line.last:
            gap += (box.width - width) / gaps
            width = box.width
        x = box.x + _share(style.align, line.paragraph.base) * (box.width - width)
        left, right = min(left, x), max(right, x + width)
        for mark in _marks(fonts, line, x, y + number * step, em, gap):
            if isinstance(mark, Run):
                runs.append(mark)
            else:
                icons.append(mark)
    ink = Rect(left, y - cap, max(0, right - left), _height(len(lines), em, style, base))
    if runs:
        runs[-1] = _parted(runs[-1], fonts[runs[-1].font])
    return Block(tuple(runs), tuple(icons), ink, 0, len(lines))


def _parted(run: Run, font: Font) -> Run:
    """Append a space to a text's last run, so that words of two slots stay separate in a PDF."""
    if BOTH_WAYS.search(run.text) or not font.glyph(" ") or not run.glyphs:
        return run  # where it ends on the left, PDF readers have to judge by distance
    last = run.glyphs[-1]
    space = Glyph(font.glyph(" "), last.x + font.advance(last.number), 0, len(run.text))
    return replace(run, text=f"{run.text} ", glyphs=(*run.glyphs, space))


def _share(align: str, base: int) -> float:
    """Return how much of a line's free room is on its left; `base` is 1 where lines start on the right."""
    if align in ("start", "end", "justify"):
        return float(base if align != "end" else 1 - base)
    return {"centre": 0.5, "right": 1.0}.get(align, 0.0)


def _marks(fonts: Fonts, line: _Line, x: float, y: float, em: float, gap: float) -> Iterator[Run | Icon]:
    """Yield a line's runs and icons from left to right; words in one style make one run, spaces included."""
    paragraph, atoms = line.paragraph, line.atoms
    if not atoms:
        return
    end = atoms[-1].end
    for span, start, stop in _looks(paragraph, atoms[0].start, end):
        if span.icon:
            height = em * ICON_HEIGHT
            yield Icon(span.icon, Rect(x, y + em * ICON_DROP - height, em * span.width, height), span.paint)
            x += em * span.width
            continue
        font = fonts[span.font]
        scale = font.upem / em
        pieces = list(paragraph.pieces(start, stop))
        if paragraph.levels and paragraph.levels[start] % 2:
            pieces.reverse()
        glyphs: list[Glyph] = []
        width, text = 0.0, paragraph.text[start:stop]
        if text == " " and not paragraph.levels:
            x += gap  # between icons, or an icon and a word: nothing to see or to copy
            continue
        for one, two in pieces:
            tail = line.hyphen if two == end else ""
            shaped, advance = paragraph.shape(one, two, tail)
            offset = round(width * scale)
            glyphs += [Glyph(glyph.number, glyph.x + offset, glyph.y, glyph.cluster + one - start) for glyph in shaped]
            width += gap if paragraph.text[one] == " " else advance / scale
            text += SOFT_HYPHEN if tail else ""
        yield Run(text, span.font, round(em, 4), rounded_matrix(translate(x, y)), span.paint, tuple(glyphs))
        x += width


def _looks(paragraph: Paragraph, start: int, end: int) -> list[tuple[Span, int, int]]:
    """Return a line's stretches of one style and direction, from left to right."""
    found = []
    levels = paragraph.levels
    while start < end:
        span = paragraph.span(start)
        stop = min(paragraph.span_end(start), end)
        if levels:
            stop = next((index for index in range(start, stop) if levels[index] != levels[start]), stop)
        found.append((span, start, stop))
        start = stop
    if not levels:
        return found
    return [found[index] for index in visual([levels[start] for _, start, _ in found])]


def text_width(fonts: Fonts, text: str, style: Style) -> float:
    """Measure one line of plain text in mm at the style's size."""
    font = fonts[f"{style.family}/{style.weight}"]
    return font.shape(text)[1] / font.upem * style.size / PT_PER_MM


def line_run(fonts: Fonts, text: str, style: Style, x: float, y: float) -> Run:
    """Set one line of plain text whose baseline starts at x, y."""
    font = fonts[f"{style.family}/{style.weight}"]
    place = rounded_matrix(translate(x, y))
    return Run(text, font.key, round(style.size / PT_PER_MM, 4), place, style.paint, font.shape(text)[0])
