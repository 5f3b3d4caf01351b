"""Move a slot by the way that a problem asks for."""

from __future__ import annotations

from beeprint.base.problems import Fix, Place, error_at
from beeprint.edit.boxes import find_box, set_box
from beeprint.edit.draft import Draft
from beeprint.game import model
from beeprint.sources.workspace import Workspace


def move_slot(draft: Draft, fix: Fix, place: Place) -> None:
    """Move the box of a slot; of several fixes for it, the longest way counts. BuildError where it has no numbers."""
    game, _ = model.load(Workspace(draft.folder), draft.language)
    deck, side, slot, piece = (str(fix.values[key]) for key in ("deck", "side", "slot", "piece"))
    held = {change.path: change.after for change in draft.changes if change.after is not None}
    where: tuple[str, str, list[str], str] = (deck, side, slot.split("/"), piece)
    before, written = (find_box(game, *where, of_all=True, held=each) for each in ({}, held))  # type: ignore[arg-type]
    if before.values is None or written.values is None:
        raise error_at(place, f"the box of {slot} has no numbers", "move it by hand in Design")
    box = list(written.values)
    for axis, way in enumerate(fix.values["by"]):
        moved = written.values[axis] - before.values[axis]
        if moved * way < 0:
            raise error_at(place, f"{slot} has to move both ways, on two pieces", "make its box smaller")
        box[axis] = round(before.values[axis] + (way if abs(way) > abs(moved) else moved), 2)
    change = set_box(written, (box[0], box[1], box[2], box[3]), "source" if written.drawn else "here", written.seen)
    draft.take(change.changes)
