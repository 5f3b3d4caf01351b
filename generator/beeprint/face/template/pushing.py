"""Check how slots push one another: texts as high as they need to be, and what moves or stretches with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from beeprint.base.problems import Place, Problem, did_you_mean
from beeprint.face.template.slots import GridSlot, Layout, ShapeSlot, Slot, TextSlot, variants_of

_HOW = "write {0}: {{height: [10, 30]}} or so: the least and the most that its box may be high, in mm"


def pushed_by(slot: Slot) -> dict[str, tuple[str, ...]]:
    """Return the names of the slots that move a slot or its bottom edge, by key."""
    stretched = getattr(slot, "stretches_with", ())
    return {"moves-with": slot.moves_with, "stretches-with": stretched}


def grows(slot: Slot) -> bool:
    """Return whether the box of a slot is as high as its text needs."""
    return isinstance(slot, TextSlot) and slot.height is not None


def is_pushing(layout: Layout) -> bool:
    """Return whether any slot moves or stretches with another."""
    return any(any(pushed_by(slot).values()) for entry in layout.slots.values() for slot in variants_of(entry))


def order_faults(layout: Layout) -> Iterator[Problem]:
    """Yield a problem for each slot that pushes none, is unknown, or moves with itself through others."""
    known = {name: variants_of(entry) for name, entry in layout.slots.items()}
    above = {
        name: {other: key for slot in slots for key, others in pushed_by(slot).items() for other in others}
        for name, slots in known.items()
    }
    for name, others in above.items():
        for other, key in others.items():
            if other == name or other not in known:
                yield _unknown(layout, name, key, other)
            elif not any(map(grows, known[other])) and not above[other]:
                message = f"slot {name} {key.replace('-', ' ')} {other}, whose bottom edge always stays where it is"
                texts = all(isinstance(slot, TextSlot) for slot in known[other])
                hint = _HOW.format(other) if texts else "name a text with height:, or what moves with one"
                yield Problem(layout.at([name, key]), message, hint)
        line = _circle(name, above)
        if line and name == min(line):
            message = f"slots move with one another: {' > '.join([*line, name])}"
            yield Problem(layout.at([name, others[line[1]]]), message, "remove one of these keys")


def _unknown(layout: Layout, name: str, key: str, other: str) -> Problem:
    """Return the problem of a slot that names itself, one inside a grid, or none."""
    place = layout.at([name, key])
    if other == name:
        return Problem(place, f"slot {name} cannot move with itself", "name another slot")
    for grid, entry in layout.slots.items():
        if any(isinstance(slot, GridSlot) and other in slot.each for slot in variants_of(entry)):
            message = f"slot {other} is inside the grid {grid}, and pushes nothing outside it"
            return Problem(place, message, "name a slot that is not in a grid")
    where = "" if place.file == layout.place.file else f" in {layout.place.file}"
    return Problem(place, f"there is no slot {other}{where}", did_you_mean(other, layout.slots.keys() - {name}))


def _circle(name: str, above: dict[str, dict[str, str]]) -> list[str]:
    """Return the shortest line of slots that leads from one back to itself, empty if there is none."""
    lines, seen = [[name]], {name}
    while lines:
        line = lines.pop(0)
        for other in above.get(line[-1], {}):
            if other == name and len(line) > 1:
                return line
            if other not in seen:
                seen.add(other)
                lines.append([*line, other])
    return []


def slot_faults(slot: Slot, name: str, nested: bool, at: partial[Place]) -> Iterator[Problem]:
    """Yield what is wrong with the keys of one slot that push it or others; `nested` if it is in a grid."""
    keys = [key for key, others in pushed_by(slot).items() if others]
    if nested and (keys or grows(slot)):
        key = keys[0] if keys else "height"
        hint = "let the grid itself move, or place these slots one by one"
        yield Problem(at(key), f"slot {name} is in a grid, whose slots have no {key}:", hint)
        return
    outline = isinstance(slot, ShapeSlot) and slot.shape == "outline"
    if keys and (outline or slot.box in ("trim", "bleed", "safe")):
        message = f"slot {name} is as large as the piece, and cannot move or stretch"
        yield Problem(at(keys[0]), message, "give it a box of its own: [x, y, width, height]")
    if isinstance(slot, TextSlot) and slot.height is not None:
        yield from _height_faults(slot, slot.height, name, at)
    if slot.rotate != "0" and ("stretches-with" in keys or grows(slot)):
        key = "height" if grows(slot) else "stretches-with"
        yield Problem(at(key), f"slot {name} is rotated, so that its height is fixed", f"remove {key}: or rotate:")


def _height_faults(slot: TextSlot, height: tuple[float, float], name: str, at: partial[Place]) -> Iterator[Problem]:
    least, most = height
    if least > most:
        message = f"height is [{least:g}, {most:g}], but the second number must not be the smaller one"
        yield Problem(at("height"), message, f"write the least height first: [{most:g}, {least:g}]")
    if slot.box in ("trim", "bleed", "safe"):
        message = f"slot {name} is as large as the piece, and has no height of its own"
        yield Problem(at("height"), message, "give it a box of its own: [x, y, width, height]")
    if slot.repeat is not None:
        yield Problem(
            at("height"), f"slot {name} is repeated, so that its height is fixed", "remove height: or repeat:"
        )
    if slot.largest > slot.size:
        message = f"slot {name} has both height: and max:, but a box as high as its text is never half empty"
        yield Problem(at("max"), message, "remove one of the two")
