"""Draw text slots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from beeprint.base.colour import Colour
from beeprint.base.problems import BuildError, Problem, did_you_mean, otherwise
from beeprint.draw.drawing import Mark, Solid
from beeprint.draw.text import Block, Style, styles
from beeprint.face.layout.inline import Inline
from beeprint.face.layout.placement import Placement
from beeprint.face.template import TextSlot, first_column
from beeprint.game.binding import bind


def words(slot: TextSlot, here: Placement) -> Iterator[Mark]:
    """Yield the runs and icons of a text."""
    content = bind(slot.text, here.scope)
    if not content.strip():
        return
    colour = here.colour(slot.colour, "colour")
    if colour is None or not _has_fonts(slot, content, here):
        return
    place, where = here.blame(slot, "text")
    inline = Inline(here.state.context, colour, lambda name: place, where)
    block = inline.compose(content, _style(slot, here, colour), here.box)
    _blame(slot, here, block, inline.unknown)
    ink = here.ink(slot, "text", block.box)
    here.state.inks.append(replace(ink, size=block.size, guarded=not (slot.unsafe or block.overflow)))
    yield from inline.marks(block)


def _has_fonts(slot: TextSlot, content: str, here: Placement) -> bool:
    """Return whether the fonts of a text exist; if not, note a problem where the layout or the cell asks for them."""
    state = here.state
    problems = len(state.problems)
    for style in styles(content, slot.weight):
        try:
            state.context.fonts[f"{slot.font}/{style}"]
        except BuildError as error:
            state.problems += (_at_fault(slot, style, here, problem) for problem in error.problems)
            if style == slot.weight:
                break
    return len(state.problems) == problems


def _at_fault(slot: TextSlot, style: str, here: Placement, problem: Problem) -> Problem:
    """Place a problem of a font at the layout's `font` or `weight`, or at the cell whose markup asks for a style."""
    if style == slot.weight:
        key = "weight" if slot.font in here.state.context.fonts.families and style != "regular" else "font"
        return replace(problem, place=here.place(key))
    place, where = here.blame(slot, "text")
    if style in styles(slot.text, slot.weight):
        place, where = here.place("text"), ""
    named = here.place("font")
    return Problem(
        place,
        f"asterisks in the text ask for {style}, but {problem.message} {where}".rstrip(),
        f"{problem.hint}; drop the asterisks, or choose another font in {named.file}, line {named.line}",
    )


def _style(slot: TextSlot, here: Placement, colour: Colour) -> Style:
    language = here.state.context.game.written_in
    return Style(
        slot.font,
        slot.weight,
        slot.size,
        _smallest(slot),
        slot.leading,
        slot.align,
        slot.valign,
        Solid(colour),
        language,
        slot.patterns(language),
    )


def _smallest(slot: TextSlot) -> float:
    return slot.size if slot.min is None else slot.min


def _blame(slot: TextSlot, here: Placement, block: Block, unknown: Iterable[str]) -> None:
    """Note the problems of a text that was set."""
    state = here.state
    place, where = here.blame(slot, "text")
    what = first_column(slot, state.rows) or here.path[-1]
    if block.overflow:
        file = state.ground.file(here.path, state.layout)
        state.problem(
            place,
            f"{what} does not fit at {_smallest(slot):g} pt: {block.overflow} {where}".rstrip(),
            f"shorten the text, or enlarge the box of slot {here.path[-1]} in {file}",
        )
    for char in block.missing:
        state.problem(
            place,
            f"{what} holds {char!r} (U+{ord(char):04X}), which the font {slot.font} lacks {where}".rstrip(),
            "use another character, or a font that has it",
        )
    for message, hint in block.faults:
        state.problem(place, f"{what}: {message} {where}".rstrip(), hint)
    palette = state.context.game.palette
    for name in unknown:
        hint = otherwise(did_you_mean(name, palette), "write \\[ to print a bracket")
        state.problem(place, f"there is no ink {name} {where}".rstrip(), hint)
