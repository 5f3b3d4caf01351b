"""Draw text slots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from beeprint.base.geometry import rectangle
from beeprint.base.problems import BuildError, Fix, Place, Problem, did_you_mean, otherwise
from beeprint.base.words import lacking
from beeprint.drawing.drawing import Mark, group
from beeprint.drawing.text import Block, styles
from beeprint.face.layout.face import Ink, blamed
from beeprint.face.layout.fitting import content, fitted, resized, style_of, whole_lines
from beeprint.face.layout.holes import LETTERS, TEXTS, cut
from beeprint.face.layout.inline import Inline
from beeprint.face.layout.placement import Placement
from beeprint.face.layout.room import ways_to_fit
from beeprint.face.template import TextSlot, first_column
from beeprint.game.binding import names_in
from beeprint.game.game_fonts import how_to_lend


def words(slot: TextSlot, here: Placement) -> Iterator[Mark]:
    """Yield the runs and icons of a text."""
    written = content(slot, here.scope)
    if not written.strip():
        return
    sized = _sized(slot, here)
    colour = here.colour(slot.colour, "colour")
    if sized is None or colour is None or not _has_fonts(slot, written, here) or _is_turned(slot, here):
        return
    icons = here.colour(slot.icon_colour, "icon-colour")
    inline = Inline(here.state.context, colour, lambda name: here.blame(slot, "text"), here.state.hole, icons)
    style = style_of(sized, here, colour)
    block, box = fitted(sized, here, inline, written, style)
    fixes = ways_to_fit(sized, here, lambda style, box: inline.compose(written, style, box), style, box)
    _blame(sized, here, block, inline.unknown, fixes if block.overflow else ())
    clipped = bool(block.overflow) and slot.overflow != "shrink"
    if block.overflow and (clipped or here.state.context.draft):
        # A cut text shows how it begins.
        block = inline.compose(written, replace(style, largest=0, valign="top"), box)
        block = whole_lines(block, box) if clipped else block
    asks = here.place("size") if sized is slot else _size_asked(slot, here)[0]
    here.state.inks.append(_ink(sized, here, block, asks))
    if clipped:
        yield group(inline.marks(block), clip=rectangle(box))
    elif block.overflow and here.state.context.draft:
        yield from cut(inline.marks(block), box)
    else:
        yield from inline.marks(block)


def _ink(slot: TextSlot, here: Placement, block: Block, asks: Place) -> Ink:
    """Return what a text is to the checks before printing; `asks` is the place of its size."""
    legible = here.state.deck.legible_text if slot.legible is None else slot.legible
    # A text that does not fit is an error already, unless it is cut to its box.
    guarded = not slot.unsafe and (not block.overflow or slot.overflow != "shrink")
    small = asks if slot.size < legible else None
    ink = here.ink(slot, "text", block.box)
    return replace(ink, size=block.size, legible=legible, asked=small, guarded=guarded)


def _is_turned(slot: TextSlot, here: Placement) -> bool:
    """Return whether a box that should be as high as its text is turned in the frame; if so, note a problem."""
    spot = here.state.ground.box(here.path)
    if slot.height is None or spot is None or not spot.turn:
        return False
    where = f"{spot.place.file}:{spot.place.line}"
    message = f"slot {here.path[-1]} is turned in the frame, {where}, so that its height is fixed"
    here.state.problem(here.place("height"), message, "turn it back there, or remove height:")
    return True


def _sized(slot: TextSlot, here: Placement) -> TextSlot | None:
    """Return the slot with the size that a cell asks for; None where it asks for nonsense, which is noted."""
    try:
        return resized(slot, here)
    except ValueError as error:
        place, where = _size_asked(slot, here)
        hint = "write the points to add, such as +1 or -0.5, or nothing"
        here.state.problem(place, f"{error} {where}".rstrip(), hint)
        return None


def _size_asked(slot: TextSlot, here: Placement) -> tuple[Place, str]:
    """Return the place that asks for another size, a cell or the layout's key, and words for it."""
    state = here.state
    heads = (name.partition(".")[0] for name in names_in(slot.resize))
    column = next((head for head in heads if state.rows is not None and head in state.rows.columns), "")
    return blamed(state.deck, state.row, column, here.place("resize"))


def _has_fonts(slot: TextSlot, content: str, here: Placement) -> bool:
    """Return whether the fonts of a text exist; if not, note a problem where the layout or the cell asks for them."""
    state = here.state
    problems = len(state.problems)
    for style in styles(content, slot.weight):
        try:
            state.context.fonts.open(slot.font, style)
        except BuildError as error:
            state.problems += (_at_fault(slot, style, here, problem) for problem in error.problems)
            if style == slot.weight:
                break
    return len(state.problems) == problems


def _at_fault(slot: TextSlot, style: str, here: Placement, problem: Problem) -> Problem:
    """Place a problem of a font at the layout's `font` or `weight`, or at the cell whose markup asks for a style."""
    if style == slot.weight:
        key = "weight" if here.state.context.fonts.knows(slot.font) and style != "regular" else "font"
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


def _blame(slot: TextSlot, here: Placement, block: Block, unknown: Sequence[str], fixes: Iterable[Fix]) -> None:
    """Note the problems of a text that was set; `fixes` are what makes it fit."""
    if not (block.overflow or block.missing or block.faults or unknown):
        return
    state = here.state
    place, where = here.blame(slot, "text")
    what, path = first_column(slot, state.rows) or here.path[-1], "/".join(here.path)
    if block.overflow:
        file = state.ground.file(here.path, state.layout)
        message = f"{what} does not fit at {slot.smallest:g} pt: {block.overflow} {where}".rstrip()
        room = "enlarge the box" if slot.height is None else "raise the second number of height:"
        hint = f"shorten the text, or {room} of slot {here.path[-1]} in {file}"
        if slot.overflow == "shrink":
            state.hole(TEXTS, Problem(place, message, hint, fixes=tuple(fixes), slot=path))
        elif slot.overflow == "clip":
            hint += "; with overflow: hide, it is cut without a warning"
            problem = Problem(place, f"{message}; it is cut", hint, "warning", fixes=tuple(fixes), slot=path)
            state.problems.append(problem)
    if block.missing:
        _blame_letters(slot, here, block, place, where)
    for message, hint in block.faults:
        if where:
            hint += "; with markup: no or markup: icons, a column is printed as it is written"
        state.problem(place, f"{what}: {message} {where}".rstrip(), hint)
    palette = state.context.game.palette
    for name in unknown:
        hint = otherwise(did_you_mean(name, palette), "write \\[ to print a bracket")
        state.problem(place, f"there is no ink {name} {where}".rstrip(), hint)


def _blame_letters(slot: TextSlot, here: Placement, block: Block, place: Place, where: str) -> None:
    """Note the characters that the fonts of a text lack: at its cell, or at the layout's own text."""
    state, lost = here.state, {*block.missing}
    what = first_column(slot, state.rows) or here.path[-1]
    if lost <= {*slot.text}:
        place, where, what = here.place("text"), "", "the text"
    elif state.row is None or lost.isdisjoint("".join(state.row.texts.values())):
        where = ""  # such as a column's head, which is the same for all rows
    message = f"{what} holds {lacking(block.missing, state.context.fonts.named(slot.font, slot.weight))} {where}"
    hint = how_to_lend(block.missing, state.context.game)
    state.hole(LETTERS, Problem(place, message.rstrip(), hint), len(block.missing))
