"""Show a column on the cards, together with the changes that bring the column."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from beeprint.base.geometry import Rect
from beeprint.base.problems import Place, error_at
from beeprint.edit import slots
from beeprint.edit.boxes import SlotPlace, find_place
from beeprint.edit.change import Edit
from beeprint.edit.draft import Draft, DraftWorkspace
from beeprint.edit.new_slots import new_slot
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources import workspace


class PlacedColumn(NamedTuple):
    """An edit that adds a column and shows it: the name of its slot, and in words where on the card that is."""

    edit: Edit
    slot: str
    where: str


def add_placed_column(
    game: Game, deck: str, column: str, kind: str, change: Edit, shown: Mapping[str, Rect] | None = None
) -> PlacedColumn:
    """Return the edit of `change`, which adds a column to a deck, and of a slot on the cards for it.

    `kind` is that of the slot, empty for the kind that shows the column best; `shown` is what slots of the front fill.
    """
    if deck not in game.decks:
        place = Place(workspace.shown(game.workspace.game))
        raise error_at(place, f"no card shows the table {deck}", "add the column alone")
    draft = Draft(game)
    draft.take(change.changes)
    spot = front_of(draft, deck)
    slot = new_slot(spot, kind, column, shown=shown)
    placed = slots.add_slots(spot, [slot], draft.changes)
    draft.take(placed.changes)
    both = draft.edit(f"{change.title} and placed")
    both = replace(both, warnings=(*placed.warnings, *both.warnings))
    return PlacedColumn(both, placed.title.removesuffix(" added"), slot.where)


def front_of(draft: Draft, deck: str, row: str = "") -> SlotPlace:
    """Return the front of a piece, of the first without `row`, with the columns that a draft gives its deck."""
    new: Mapping[Path, bytes | None] = {change.path: change.after for change in draft.changes}
    game = model.load(DraftWorkspace(draft.folder, new=new), draft.language)[0]
    rows = game.decks[deck].rows.rows
    return find_place(game, deck, "front", (), row or (rows[0].id if rows else ""))
