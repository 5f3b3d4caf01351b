"""Set text into a box: shrink it to fit, break it into lines, align them, reorder right-to-left text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from math import ceil
from typing import NamedTuple
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.geometry import PT_PER_MM, Rect, scale, translate
from beeprint.drawing.drawing import Glyph, Group, Run, Solid, Use, as_glyph, group, rounded_matrix, use
from beeprint.drawing.fonts import Font, Fonts
from beeprint.drawing.text.breaks import SOFT_HYPHEN, clusters
from beeprint.drawing.text.fallback import BOX, box_mark, stretches
from beeprint.drawing.text.fitting import Fit, Measures, Style, baseline, fitted, measured, of_lines
from beeprint.drawing.text.levels import BOTH_WAYS, visual
from beeprint.drawing.text.lines import Line, line_width
from beeprint.drawing.text.markup import Fault, Part, escaped, has_marks, parse, words_cost
from beeprint.drawing.text.paragraph import Breadth, Paragraph, Span, prepare

#: What setting a text and each of its characters costs, in steps, and what a character takes, in bytes.
_TEXT, _CHARACTER, _CHARACTER_KEPT = 60, 7, 100
#: The longest text that is set; no box holds more at a legible size.
MOST_CHARACTERS = 20_000
#: The most marks on one letter, as in Unicode's stream-safe text (UAX #15); shaping takes the square of their number.
MOST_MARKS = 30
# How far a box for a letter that no font has reaches below the baseline, in em.
_BOX_DROP = 0.15
#: Wider than any line, in mm.
_ENDLESS = 10_000.0


class Icon(NamedTuple):
    """An inline icon: its name, box in mm, and the paint of the words round it.

    `BOX` and a character are the name of the red box for a character that no font has.
    """

    name: str
    box: Rect
    paint: Solid


class Block(Struct, frozen=True):
    """Text set into a box: runs and icons in reading order, the box round them, the size used in points.

    `pictures` are glyphs that have colours of their own, each with the number of the run that it is part of.
    `height` is that of the lowest box that it fits into at this size, in mm.
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
    pictures: tuple[tuple[int, Use], ...] = ()
    height: float = 0


def styles(text: str, weight: str) -> tuple[str, ...]:
    """Return the styles of a font in which a text in this weight is set: its own, then those that its markup names."""
    if not has_marks(text):
        return (weight,)
    parts = (part for parts in parse(text[:MOST_CHARACTERS]).paragraphs for part in parts)
    return tuple(dict.fromkeys((weight, *(style_of(weight, part.bold, part.italic) for part in parts))))


def style_of(weight: str, bold: bool, italic: bool) -> str:
    """Combine a slot's weight with the markup's bold and italic."""
    weight = "bold" if bold and weight in ("regular", "medium", "semibold", "italic") else weight
    if not italic or weight.endswith("italic"):
        return weight
    return "italic" if weight in ("regular", "semibold") else f"{weight}-italic"


def compose(
    fonts: Fonts,
    text: str,
    style: Style,
    box: Rect,
    breadth: Callable[[str], Breadth] = lambda name: Breadth(1.0),
    ink: Callable[[str], Solid | None] = lambda name: None,
    boxed: bool = False,
) -> Block:
    """Set text into the box at the largest size from `style.size` down to `style.smallest` that fits.

    `breadth` gives that of an inline icon for a height of 1, `ink` the paint of an ink's name, or None. If `boxed`,
    a box of one em takes the place of each letter that no font has.
    """
    length = min(len(text), MOST_CHARACTERS)
    steps = _TEXT + _CHARACTER * length + words_cost(text[:MOST_CHARACTERS], style.icons)
    budget.spend("texts", steps, _CHARACTER_KEPT * length)
    if len(text) > MOST_CHARACTERS:
        return Block((), (), box, style.smallest, 0, f"it has {len(text):,} characters, more than {MOST_CHARACTERS:,}")
    if _marked(text):
        return Block((), (), box, style.smallest, 0, f"it has more than {MOST_MARKS} accents on one letter")
    base = fonts.first(style.family, style.weight)
    markup = parse(text, style.icons)
    missing: dict[str, None] = {}

    def looked(part: Part) -> Iterator[tuple[Part, str, Solid]]:
        """Yield a part in pieces of one font each, with the font and the paint."""
        paint = (ink(part.ink) if part.ink else None) or style.paint
        keys = fonts.chain(style.family, style_of(style.weight, part.bold, part.italic))
        if part.icon:
            yield part, keys[0], paint
        for piece, key in stretches(fonts, part.text, keys):
            lost = fonts[key].missing(piece) if boxed else ()
            for words in _around(piece, lost) if lost else (piece,):
                box = BOX + words if not {*words}.isdisjoint(lost) else ""
                yield part if words == part.text and not box else part._replace(text=words, icon=box), key, paint

    def width(name: str) -> Breadth:
        return Breadth(1.0) if name.startswith(BOX) else breadth(name).scaled(style.icon_height)

    looks = [[piece for part in parts for piece in looked(part)] for parts in markup.paragraphs]
    for part, key, _ in chain.from_iterable(looks):
        missing.update(dict.fromkeys(fonts[key].missing(part.text)))
    paragraphs = [prepare(fonts, pieces, width, style.language, style.hyphenate) for pieces in looks]
    measures = measured(paragraphs, style, base)
    box = box.grow(-(style.clear or 0))
    fit = fitted(paragraphs, style, box, measures)
    if fit.overflow and style.anywhere:
        opened = [paragraph.opened(box.width * PT_PER_MM / style.smallest) for paragraph in paragraphs]
        fit = fitted(opened, style, box, measures)
    room = measures.room(len(fit.lines), style.leading, style.valign == "middle") * fit.size / PT_PER_MM
    height = ceil((room + 2 * (style.clear or 0)) * 1000) / 1000
    return _set(fonts, fit, style, box, measures, "".join(missing), markup.faults, height)


def _around(text: str, lost: Collection[str]) -> Iterator[str]:
    """Yield the stretches of a text between letters that are lost, and each of these by itself."""
    start = 0
    for at, cluster in clusters(text):
        if not {*cluster}.isdisjoint(lost):
            if start < at:
                yield text[start:at]
            yield cluster
            start = at + len(cluster)
    if start < len(text):
        yield text[start:]


def _marked(text: str) -> bool:
    """Return whether a letter has too many combining marks; joiners between them count too."""
    row = 0
    for char in () if text.isascii() else text:
        row = row + 1 if category(char) in ("Mn", "Mc", "Me", "Cf") else 0
        if row > MOST_MARKS:
            return True
    return False


def _set(
    fonts: Fonts,
    fit: Fit,
    style: Style,
    box: Rect,
    measures: Measures,
    missing: str,
    wrong: tuple[Fault, ...],
    needed: float,
) -> Block:
    """Place the lines as runs and icons; `missing`, `wrong` and the height `needed` are known of the text already."""
    lines, em, space = fit.lines, fit.size / PT_PER_MM, measures.space
    step = em * style.leading
    measures = of_lines(measures, lines, style)
    y = baseline(len(lines), em, style, box, measures)
    runs: list[Run] = []
    icons: list[Icon] = []
    pictures: list[tuple[int, Use]] = []
    faults: dict[Fault, None] = {}
    left, right = box.right, box.x
    for number, line in enumerate(lines):
        width, gap = line_width(line, space) * em, space * em
        gaps = sum(atom.spaced for atom in line.atoms[1:])
        if style.align == "justify" and gaps and not line.last:
            gap += (box.width - width) / gaps
            width = box.width
        x = box.x + _share(style.align, line.paragraph.base) * (box.width - width)
        left, right = min(left, x), max(right, x + width)
        for mark in _marks(fonts, line, style, x, y + number * step, em, gap):
            if isinstance(mark, Icon):
                icons.append(mark)
                continue
            if fonts[mark.font].has_colours:
                mark, in_colour = _in_colours(fonts, mark, fonts.chain(style.family, style.weight), faults)
                pictures += ((len(runs), run) for run in in_colour)
            runs.append(mark)
    height = em * measures.height(len(lines), style.leading)
    ink = Rect(left, y - em * measures.above, max(0, right - left), height)
    if runs:
        runs[-1] = parted(runs[-1], fonts[runs[-1].font])
    said, drawn = (*wrong, *faults), (tuple(runs), tuple(icons))
    return Block(*drawn, ink, fit.size, len(lines), fit.overflow, missing, said, tuple(pictures), needed)


def parted(run: Run, font: Font) -> Run:
    """Append a space to the last run of a text or line, so that its words and the next ones stay separate in a PDF."""
    if BOTH_WAYS.search(run.text) or not font.space or not run.glyphs:
        return run  # where it ends on the left, PDF readers have to judge by distance
    last = run.glyphs[-1]
    space = as_glyph((font.space, last.x + font.advance(last.number), 0, len(run.text)))
    return Run(f"{run.text} ", run.font, run.size, run.place, run.paint, (*run.glyphs, space), run.layer)


def _share(align: str, base: int) -> float:
    """Return how much of a line's free room is on its left; `base` is 1 where lines start on the right."""
    if align in ("start", "end", "justify"):
        return float(base if align != "end" else 1 - base)
    return {"centre": 0.5, "right": 1.0}.get(align, 0.0)


def _marks(fonts: Fonts, line: Line, style: Style, x: float, y: float, em: float, gap: float) -> Iterator[Run | Icon]:
    """Yield a line's runs and icons from left to right; words in one style make one run, spaces included."""
    paragraph, atoms = line.paragraph, line.atoms
    if not atoms:
        return
    end = atoms[-1].end
    for span, start, stop in _looks(paragraph, atoms[0].start, end):
        if span.icon:
            height, drop = (1.0, _BOX_DROP) if span.icon.startswith(BOX) else (style.icon_height, style.icon_drop)
            wide = span.left + span.width + span.right
            place = Rect(x - em * span.left, y + em * (drop - height), em * wide, em * height)
            yield Icon(span.icon, place, span.paint)
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
        for begin, two in pieces:
            tail = line.hyphen if two == end else ""
            shaped, advance = paragraph.shape(begin, two, tail)
            offset, before = round(width * scale), begin - start
            if offset or before:
                glyphs += [as_glyph((glyph, right + offset, rise, at + before)) for glyph, right, rise, at in shaped]
            else:
                glyphs += shaped
            width += gap if paragraph.text[begin] == " " else advance / scale
            text += SOFT_HYPHEN if tail else ""
        yield Run(text, span.font, round(em, 4), rounded_matrix(translate(x, y)), span.paint, tuple(glyphs))
        x += width


def _looks(paragraph: Paragraph, start: int, end: int) -> list[tuple[Span, int, int]]:
    """Return a line's stretches of one style and direction, from left to right."""
    looks = []
    levels = paragraph.levels
    while start < end:
        span = paragraph.span(start)
        stop = min(paragraph.span_end(start), end)
        if levels:
            stop = next((index for index in range(start, stop) if levels[index] != levels[start]), stop)
        looks.append((span, start, stop))
        start = stop
    if not levels:
        return looks
    return [looks[index] for index in visual([levels[start] for _, start, _ in looks])]


def text_width(fonts: Fonts, text: str, style: Style) -> float:
    """Measure one line of plain text in mm at the style's size."""
    font = fonts.first(style.family, style.weight)
    if _is_mixed(fonts, text, style):
        return _line(fonts, text, style).box.width
    return font.shape(text)[1] / font.upem * style.size / PT_PER_MM


def line_run(fonts: Fonts, text: str, style: Style, x: float, y: float) -> Run | Group:
    """Set one line of plain text whose baseline starts at x, y."""
    if _is_mixed(fonts, text, style):
        block = _line(fonts, text, style)
        top = block.runs[0].place.f if block.runs else block.box.bottom
        boxes = (box_mark(icon.box) for icon in block.icons)
        return group((*block.runs, *(mark for _, mark in block.pictures), *boxes), translate(x, y - top))
    font = fonts.first(style.family, style.weight)
    place = rounded_matrix(translate(x, y))
    return Run(text, font.key, round(style.size / PT_PER_MM, 4), place, style.paint, font.shape(text)[0])


def _is_mixed(fonts: Fonts, text: str, style: Style) -> bool:
    """Return whether a line needs more than its letters side by side in the first of its fonts."""
    chain = fonts.chain(style.family, style.weight)
    return (len(chain) > 1 and BOTH_WAYS.search(text) is not None) or bool(fonts[chain[0]].missing(text))


def _line(fonts: Fonts, text: str, style: Style) -> Block:
    """Set one line of plain text in its fonts, from x = 0."""
    plain = replace(style, smallest=style.size, largest=0, align="left", valign="top", clear=None)
    return compose(fonts, escaped(text), plain, Rect(0, 0, _ENDLESS, _ENDLESS), boxed=True)


def run_box(run: Run, fonts: Fonts) -> Rect:
    """Return the box of a run: as wide as its glyphs, from ascender to descender, in mm."""
    font = fonts[run.font]
    by = run.size / font.upem
    width = max((glyph.x + font.advance(glyph.number) for glyph in run.glyphs), default=0) * by
    return run.place.rect(Rect(0, -font.ascent * by, width, (font.ascent - font.descent) * by))


def _in_colours(fonts: Fonts, run: Run, chain: Sequence[str], faults: dict[Fault, None]) -> tuple[Run, list[Use]]:
    """Return a run without the ink of its coloured glyphs, and these as symbols in their places.

    In the run, a space stands for each of them, so that a PDF still says what is there. Those that cannot be drawn are
    added to `faults`.
    """
    from beeprint.drawing import colour_glyphs  # only where a font has colours

    font = fonts[run.font]
    unit = run.size / font.upem
    ends = _ends(run)
    plain, coloured, shown = list[Glyph](), list[Glyph](), list[Use]()
    for glyph in run.glyphs:
        try:
            symbol = colour_glyphs.picture(font, glyph.number, run.paint.colour)
        except colour_glyphs.UndrawableError as error:
            text = run.text[glyph.cluster : ends[glyph.cluster]]
            code = " ".join(f"U+{ord(char):04X}" for char in text)
            message = f"{text!r} ({code}) of the font {font.key.partition('/')[0]} cannot be printed: {error}"
            faults[Fault(message, "use another font, or an icon")] = None
            continue
        if symbol is None:
            plain.append(glyph)
            continue
        place = run.place @ translate(glyph.x * unit, -glyph.y * unit) @ scale(run.size / colour_glyphs.EM)
        shown.append(use(symbol, place))
        coloured.append(glyph)
    return _spaced(fonts, run, chain, plain, coloured), shown


def _ends(run: Run) -> dict[int, int]:
    """Return where the characters of each cluster end."""
    starts = sorted({glyph.cluster for glyph in run.glyphs})
    return dict(zip(starts, [*starts[1:], len(run.text)], strict=True))


def _spaced(fonts: Fonts, run: Run, chain: Sequence[str], plain: Sequence[Glyph], coloured: Sequence[Glyph]) -> Run:
    """Return a run with its plain glyphs, and spaces for the coloured ones.

    Where its font has no space, or no outlines and so no place in a PDF, the spaces are those of another font of the
    chain, unless plain letters are among them.
    """
    font = fonts[run.font]
    if not font.has_outlines or (not font.glyph(" ") and not any(font.outline(glyph.number) for glyph in plain)):
        others = (fonts[key] for key in chain)
        other = next((neighbour for neighbour in others if neighbour.has_outlines and neighbour.glyph(" ")), None)
        if other is None:
            return replace(run, glyphs=())
        by, blank = other.upem / font.upem, other.glyph(" ")
        moved = (glyph._replace(number=blank, x=round(glyph.x * by), y=round(glyph.y * by)) for glyph in coloured)
        return replace(run, font=other.key, glyphs=tuple(moved))
    kept = [*plain, *(glyph._replace(number=font.glyph(" ")) for glyph in coloured if font.glyph(" "))]
    order = {(glyph.x, glyph.cluster): at for at, glyph in enumerate(run.glyphs)}
    return replace(run, glyphs=tuple(sorted(kept, key=lambda glyph: order[glyph.x, glyph.cluster])))
