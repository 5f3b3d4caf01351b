"""Fit a text into a box: how large it may be, where its lines end, and where the first one stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from beeprint.base.colour import BLACK
from beeprint.base.geometry import PT_PER_MM, Rect
from beeprint.drawing.drawing import Solid
from beeprint.drawing.fonts import Font
from beeprint.drawing.text.lines import Line, ends_alone, filled, line_width, settled
from beeprint.drawing.text.markup import IconWords
from beeprint.drawing.text.paragraph import ICON, Paragraph

#: Sizes are tried in steps of this many points until the text fits.
STEP = 0.25
#: The share of its box's height that a text may fill to be short.
SHORT = 0.5
#: An inline icon's height and how far it reaches below the baseline, in em.
ICON_HEIGHT, ICON_DROP = 1.12, 0.2
# How much of a word is quoted in a message.
_SHOWN = 60


class Style(Struct, frozen=True):
    """How text looks: sizes in points, leading as a multiple of the size; text shrinks from `size` to `smallest`.

    A text that is short even at `largest`, if that is more than `size`, is set at that size. `clear` is how far all ink
    stays from the edges of its box, in mm; None lets letters reach beyond the first line's capitals and the last line's
    descenders, as in a column of paragraphs. With `anywhere`, words that are too wide at `smallest` may break anywhere.
    `align` is left, center, right, justify, start or end; `language` is that of the text, `hyphenate` the language
    whose hyphenation patterns to use, or empty. `shortest` is the least length of a last line, as a share of its box.
    `icons` are words that become icons, and `icon_size` how high icons are, as a multiple of their usual height.
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
    largest: float = 0
    clear: float | None = 0
    icons: IconWords = ()
    shortest: float = 0
    anywhere: bool = False
    icon_size: float = 1

    @property
    def icon_height(self) -> float:
        """Return how high an inline icon is, in em."""
        return ICON_HEIGHT * self.icon_size

    @property
    def icon_drop(self) -> float:
        """Return how far an inline icon reaches below the baseline, in em; its middle stays where it is."""
        return ICON_DROP + (self.icon_height - ICON_HEIGHT) / 2


class Measures(NamedTuple):
    """Measures of a text in em: a space, the first line's capitals and the last line's usual descenders.

    `above` and `below` are how far ink reaches above a baseline in the first paragraph, and below one in the last;
    `usual` is how far common letters reach above and below one.
    """

    space: float
    capitals: float
    descenders: float
    above: float
    below: float
    usual: tuple[float, float]

    def height(self, lines: int, leading: float) -> float:
        """Return the height of lines, from the highest ink to the lowest."""
        return self.above + (lines - 1) * leading + self.below

    def room(self, lines: int, leading: float, centred: bool) -> float:
        """Return the height that lines need so that texts of as many lines are alike, whichever letters are in them."""
        under = max(self.below, self.usual[1])
        above = max(self.above, self.usual[0], self.capitals + under if centred else 0)
        return above + (lines - 1) * leading + under


def measured(paragraphs: Sequence[Paragraph], style: Style, base: Font) -> Measures:
    """Measure a text; where the ink is not judged, what lies above its capitals counts as nothing."""
    capitals, descenders = base.cap_height / base.upem, -base.descent * 0.75 / base.upem
    above, below = capitals, descenders
    if style.clear is not None:
        first, last = paragraphs[0], paragraphs[-1]
        above = max(first.reach[0], style.icon_height - style.icon_drop if first.has_icons else 0)
        below = max(last.reach[1], style.icon_drop if last.has_icons else 0)
    return Measures(base.shape(" ")[1] / base.upem, capitals, descenders, above, below, base.usual)


def of_lines(measures: Measures, lines: Sequence[Line], style: Style) -> Measures:
    """Measure a text again once its lines are known: an accent counts only where it is in the first of them."""
    if style.clear is None or not all(line.atoms for line in (lines[0], lines[-1])):
        return measures
    above, below = _ink(lines[0], style)
    if len(lines) > 1:
        below = _ink(lines[-1], style)[1]
    return Measures(measures.space, measures.capitals, measures.descenders, above, below, measures.usual)


def _ink(line: Line, style: Style) -> tuple[float, float]:
    """Return how far the ink of a line reaches above and below its baseline, icons included, in em."""
    start, end = line.atoms[0].start, line.atoms[-1].end
    paragraph = line.paragraph
    whole = start == 0 and end == len(paragraph.text)
    above, below = paragraph.reach if whole else paragraph.reach_of(start, end)
    if paragraph.has_icons and any(span.icon and start <= span.start < end for span in paragraph.spans):
        above, below = max(above, style.icon_height - style.icon_drop), max(below, style.icon_drop)
    return above, below


class Fit(NamedTuple):
    """The lines of each paragraph at a size in points, and why they do not fit, or empty."""

    size: float
    paragraphs: list[list[Line]]
    overflow: str

    @property
    def lines(self) -> list[Line]:
        """All lines in order."""
        return [line for lines in self.paragraphs for line in lines]

    @property
    def ends_alone(self) -> bool:
        """Whether any paragraph ends in a line of one word that could stand with others."""
        return any(ends_alone(lines) for lines in self.paragraphs)


def fitted(paragraphs: Sequence[Paragraph], style: Style, box: Rect, measures: Measures) -> Fit:
    """Find the size that fits, and its lines: the largest one, or a little less where no word has to stand alone."""

    def attempt(size: float) -> Fit:
        em = size / PT_PER_MM
        broken = [filled(paragraph, box.width / em, measures.space, style.align) for paragraph in paragraphs]
        lines = [line for lines in broken for line in lines]
        return Fit(size, broken, _overflow(lines, em, style, box, measures))

    def settle(fit: Fit) -> Fit:
        room = box.width * PT_PER_MM / fit.size
        paragraphs = [settled(lines, room, measures.space, style.align, style.shortest) for lines in fit.paragraphs]
        return Fit(fit.size, paragraphs, fit.overflow)

    if style.largest > style.size:
        grown = attempt(style.largest)
        # By capitals and usual descenders, so that texts of as many lines are alike, whichever letters are in them.
        tall = (
            (measures.capitals + (len(grown.lines) - 1) * style.leading + measures.descenders) * grown.size / PT_PER_MM
        )
        if not grown.overflow and tall <= box.height * SHORT:
            return settle(grown)
    best = _largest(attempt, style)
    if best.overflow:
        return best
    best = settle(best)
    for size in (best.size - STEP, best.size - 2 * STEP):
        if not best.ends_alone or size < style.smallest:
            break
        other = attempt(size)
        if not other.overflow and not (other := settle(other)).ends_alone:
            return other
    return best


def _largest(attempt: Callable[[float], Fit], style: Style) -> Fit:
    """Find the largest size that fits, or the smallest if none does.

    A binary search: text that fits at one size fits at all smaller ones.
    """
    best = attempt(style.size)
    if not best.overflow or style.size <= style.smallest:
        return best
    steps = 1
    while style.size - steps * STEP > style.smallest:
        steps += 1
    best = attempt(style.smallest)
    low, high = 1, steps  # the step `high` is the smallest size; all below `low` are known not to fit
    while not best.overflow and low < high:
        middle = (low + high) // 2
        trial = attempt(style.size - middle * STEP)
        if trial.overflow:
            low = middle + 1
        else:
            best, high = trial, middle
    return best


def _overflow(lines: list[Line], em: float, style: Style, box: Rect, measures: Measures) -> str:
    """Return why the lines do not fit, or an empty string."""
    space, high = measures.space, measures.height(1, 0)
    widths = [line_width(line, space) for line in lines]
    most = max(widths)
    if most * em > box.width + 1e-6 * em:
        # Only a line that could not be broken is too wide.
        widest = lines[widths.index(most)]
        atoms = widest.atoms
        word = widest.paragraph.text[atoms[0].start : atoms[-1].end].replace(ICON, "")
        word = word if len(word) <= _SHOWN else f"{word[:_SHOWN]}..."
        return f"the word {word!r} is {most * em:.1f} mm wide, the box {box.width:.1f} mm"
    room = int((box.height / em - high) / style.leading + 1 + 1e-6)
    if len(lines) > room or high * em > box.height + 1e-6:
        return f"it needs {len(lines)} {'lines' if len(lines) > 1 else 'line'}, the box holds {max(room, 0)}"
    return ""


def baseline(lines: int, em: float, style: Style, box: Rect, measures: Measures) -> float:
    """Return the first baseline: placed by the capitals and the usual descenders, then moved until all ink is inside.

    Text is centred optically, from the top of the capitals to the last baseline.
    """
    step = em * style.leading
    span = em * measures.capitals + (lines - 1) * step
    top = {"top": box.y, "middle": box.y + (box.height - span) / 2}.get(style.valign)
    if top is None:
        top = box.bottom - em * measures.descenders - span
    line = top + em * measures.capitals
    highest, lowest = box.y + em * measures.above, box.bottom - em * measures.below - (lines - 1) * step
    if style.clear is None or highest > lowest:
        return line
    if style.valign == "top":
        # Common letters count whether they are there or not, so that the first lines of two texts stand alike.
        line = box.y + em * (measures.usual[0] or measures.capitals)
    return min(max(line, highest), lowest)
