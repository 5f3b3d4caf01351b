"""Fit a text slot's text into its box, or the box to the text where it may be as high as the text needs."""

from __future__ import annotations

import re

from msgspec.structs import replace

from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError
from beeprint.drawing.drawing import Solid
from beeprint.drawing.text import Block, Style
from beeprint.face.layout.inline import Inline
from beeprint.face.layout.placement import Placement
from beeprint.face.layout.sizes import Fit, SizeKey, may_differ
from beeprint.face.template import TextSlot
from beeprint.game.binding import Scope, bind, names_in

#: The sizes that a cell may ask for, in points.
_LEAST, _MOST = 1, 500
# How far letters usually reach below their baseline, in em.
_DROP = 0.2


def fitted(slot: TextSlot, here: Placement, inline: Inline, text: str, style: Style) -> tuple[Block, Rect]:
    """Set a text at the size that it shares with others of its slot, and return it with its box; BuildError for icons.

    A box of no fixed height is as high as the text needs at that size, between its least and its most.
    """
    tallest = here.box if slot.height is None else _high(here.box, slot.height[1])
    state, block = here.state, None
    if state.alone is None:
        block = inline.compose(text, style, tallest)
        size = _shared(slot, here, block)
    else:
        state.fits.append(state.alone)
        size = state.sizes.of(state.alone)
    if block is None or size != block.size:
        block = inline.compose(text, _at(style, size), tallest)
    if slot.height is None or block.overflow:
        return block, tallest
    least, most = slot.height
    box = _high(here.box, min(max(block.height, least), most))
    return inline.compose(text, _at(style, size), box), box


def _at(style: Style, size: float) -> Style:
    """Return a style at one size."""
    return replace(style, size=size, smallest=size, largest=0)


def _high(box: Rect, height: float) -> Rect:
    return box._replace(height=height)


def _shared(slot: TextSlot, here: Placement, block: Block) -> float:
    """Return the size of a text among the others of its slot; note the one that it has by itself."""
    if not may_differ(slot) or block.overflow:
        return block.size
    fit = Fit(SizeKey(here.path, slot.size, slot.smallest, block.size > slot.size), block.size)
    here.state.fits.append(fit)
    return here.state.sizes.of(fit)


def content(slot: TextSlot, scope: Scope) -> str:
    """Fill in a slot's text as markup, without the lines to omit; KeyError for a name without a value."""
    text = slot.text
    if slot.empty_lines == "omit":
        named = [(line, [scope.value(name) for name in names_in(line)]) for line in text.split("\n")]
        text = "\n".join(line for line, values in named if not values or any(value != "" for value in values))
    return bind(text, scope, markup=True)


def height(slot: TextSlot, here: Placement, seen: bool) -> float:
    """Return the height in mm of the box of a text with `height:`; the least where nothing is seen or can be set."""
    assert slot.height is not None
    try:
        text = content(slot, here.scope)
        if not seen or not text.strip():
            return slot.height[0]
        slot = resized(slot, here)
        inline = Inline(here.state.context, BLACK, lambda name: (here.place("text"), ""))
        return fitted(slot, here, inline, text, style_of(slot, here, BLACK))[1].height
    except (BuildError, KeyError, ValueError):
        return slot.height[0] if slot.height else 0  # drawing the slot says what is wrong


def whole_lines(block: Block, box: Rect) -> Block:
    """Return a text that begins at the top of its box without the lines that end below it; the first one stays."""
    runs = [(run.place[5] + run.size * _DROP, run) for run in block.runs]
    icons = [(icon.box.bottom, icon) for icon in block.icons]
    feet = sorted(foot for foot, _ in (*runs, *icons))
    last = max([foot for foot in feet if foot <= box.bottom] or feet[:1], default=0.0) + 1e-6
    kept = [number for number, (foot, _) in enumerate(runs) if foot <= last]
    return replace(
        block,
        runs=tuple(block.runs[number] for number in kept),
        pictures=tuple((kept.index(number), mark) for number, mark in block.pictures if number in kept),
        icons=tuple(icon for foot, icon in icons if foot <= last),
        box=block.box.intersection(box),
    )


def resized(slot: TextSlot, here: Placement) -> TextSlot:
    """Return the slot with the size that a cell asks for; ValueError with the fault of what it asks."""
    asked = bind(slot.resize, here.scope).strip().replace("\u2212", "-")
    if not asked:
        return slot
    if not re.fullmatch(r"[+-]?\d{1,3}(\.\d{1,2})?", asked):
        raise ValueError(f"resize is {asked!r}, not a number of points")
    points = float(asked)
    size = slot.size + points
    if not _LEAST <= size <= _MOST:
        raise ValueError(f"resize is {asked}, which makes {slot.size:g} pt {size:g} pt, not {_LEAST} to {_MOST} pt")
    largest = None if slot.max is None else slot.max + points
    return replace(slot, size=size, min=min(slot.smallest, size), max=largest)


def style_of(slot: TextSlot, here: Placement, colour: Colour) -> Style:
    """Return how a slot's text looks in a colour."""
    game = here.state.context.game
    language = game.written_in
    return Style(
        slot.font,
        slot.weight,
        slot.size,
        slot.smallest,
        slot.leading,
        slot.align,
        slot.valign,
        Solid(colour),
        language,
        slot.patterns(language),
        slot.largest,
        slot.clear,
        game.spec.icon_words,
        anywhere=slot.break_ == "anywhere",
        icon_size=slot.icon_size,
    )
