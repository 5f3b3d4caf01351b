"""Slots of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from beeprint.base.colour import Colour
from beeprint.base.problems import BuildError, did_you_mean
from beeprint.draw.drawing import Mark, Solid
from beeprint.draw.text import Block, Style
from beeprint.face.layout.inline import Inline
from beeprint.face.layout.work import Spot
from beeprint.face.template import TextSlot, first_column
from beeprint.game.binding import bind


def words(slot: TextSlot, spot: Spot) -> Iterator[Mark]:
    """Yield the runs and icons of a text."""
    content = bind(slot.text, spot.scope)
    if not content.strip():
        return
    colour = spot.colour(slot.colour, "colour")
    if colour is None or not _has_font(slot, spot):
        return
    place, where = spot.blame(slot, "text")
    inline = Inline(spot.work.context, colour, lambda name: place, where)
    block = inline.compose(content, _style(slot, spot, colour), spot.box)
    _blame(slot, spot, block, inline.unknown)
    ink = spot.ink(slot, "text", block.box)
    spot.work.inks.append(replace(ink, size=block.size, guarded=not (slot.unsafe or block.overflow)))
    yield from inline.marks(block)


def _has_font(slot: TextSlot, spot: Spot) -> bool:
    """Return whether the slot's font is there; a problem where the layout names it, if not."""
    try:
        spot.work.context.fonts[f"{slot.font}/{slot.weight}"]
    except BuildError as error:
        spot.work.problems += [replace(problem, place=spot.place("font")) for problem in error.problems]
        return False
    return True


def _style(slot: TextSlot, spot: Spot, colour: Colour) -> Style:
    language = spot.work.context.game.written_in
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


def _blame(slot: TextSlot, spot: Spot, block: Block, unknown: Iterable[str]) -> None:
    """Note what is wrong with a text that was set."""
    work = spot.work
    place, where = spot.blame(slot, "text")
    what = first_column(slot, work.rows) or spot.path[-1]
    if block.overflow:
        file = work.ground.file(spot.path, work.layout)
        work.problem(
            place,
            f"{what} does not fit at {_smallest(slot):g} pt: {block.overflow} {where}".rstrip(),
            f"shorten the text, or enlarge the box of slot {spot.path[-1]} in {file}",
        )
    for char in block.missing:
        work.problem(
            place,
            f"{what} holds {char!r} (U+{ord(char):04X}), which the font {slot.font} lacks {where}".rstrip(),
            "use another character, or a font that has it",
        )
    for message, hint in block.faults:
        work.problem(place, f"{what}: {message} {where}".rstrip(), hint)
    palette = work.context.game.palette
    for name in unknown:
        near = did_you_mean(name, palette)
        hint = f"{near}{'' if near.endswith('?') else ';'} write \\[ for a bracket itself"
        work.problem(place, f"there is no ink {name} {where}".rstrip(), hint)
