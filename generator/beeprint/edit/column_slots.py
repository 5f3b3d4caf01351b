"""Show a column on the cards, together with the changes that bring the column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.base.words import titled
from beeprint.edit import slot_list
from beeprint.edit.boxes import SlotPlace, find_place
from beeprint.edit.change import Change, Edit
from beeprint.edit.choices import CHOOSE, choices_written
from beeprint.edit.contrast import Beneath
from beeprint.edit.draft import Draft, DraftWorkspace
from beeprint.edit.new_slots import new_slot
from beeprint.edit.number_badges import place_badge
from beeprint.face.template import ALSO, Slot, bound_texts, columns_named, layouts
from beeprint.game import model
from beeprint.game.binding import names_in
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.sources import workspace
from beeprint.sources.records import keys_of


def columns_shown(game: Game, deck: Deck, row: Row) -> Set[str]:
    """Return the columns that a piece's layouts show, or ask for in a condition; all where one cannot be read."""
    sides: list[Literal["front", "back"]] = ["front", "back"] if deck.spec.back else ["front"]
    shown: set[str] = set()
    for side in sides:
        try:
            drawn = layouts(game, deck, side, [row])[0]
        except BuildError:
            return deck.rows.columns.keys()
        for layout in drawn.values():
            shown = shown.union(*map(columns_named, layout.slots.values()))
            frame = bound_texts(layout.frame) if layout.frame else ()
            shown.update(name for bound in frame for name in bound.names)
    return shown


class PlacedColumn(NamedTuple):
    """An edit that adds a column and shows it: the name of its slot, and in words where on the card that is."""

    edit: Edit
    slot: str
    where: str


def add_placed_column(
    game: Game, deck: str, column: str, kind: str, change: Edit, shown: Mapping[str, Sequence[Rect]] | None = None
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
    placed = place_column(spot, kind, column, shown, draft.changes)
    draft.take(placed.edit.changes)
    both = draft.edit(f"{change.title} and placed")
    both = replace(both, warnings=(*placed.edit.warnings, *both.warnings))
    return placed._replace(edit=both)


def place_column(
    spot: SlotPlace,
    kind: str,
    column: str,
    shown: Mapping[str, Sequence[Rect]] | None = None,
    beside: Iterable[Change] = (),
    beneath: Beneath | None = None,
) -> PlacedColumn:
    """Return the edit that shows a column where the pieces leave room: a number in a badge where their look has one.

    `kind`, `shown` and `beneath` are as for a new slot; `beside` are changes that belong to the same edit.
    """
    badge = place_badge(spot, column, shown, beside) if not kind else None
    if badge is not None:
        return PlacedColumn(*badge)
    slot = new_slot(spot, kind, column, shown=shown, beneath=beneath)
    placed = slot_list.add_slots(spot, [slot], beside)
    return PlacedColumn(placed, ", ".join(placed.added), slot.where)


def show_pictures(game: Game, deck: str, column: str, change: Edit) -> Edit:
    """Return the edit of `change` for a column that begins to name pictures: the cards show these.

    A text that shows nothing but the column becomes a picture in the same place; without one, a picture is added.
    """
    draft = Draft(game)
    draft.take(change.changes)
    spot = front_of(draft, deck) if deck in game.decks else None
    nodes = spot.layout.nodes if spot else {}
    name = next((name for name, node in nodes.items() if _shows_alone(node.plain(), column)), None)
    if spot is None or name is None:
        return add_placed_column(game, deck, column, "picture", change).edit
    turned = slot_list.replace_slot(spot, name, _as_picture(spot, name, column), draft.changes)
    draft.take(turned.changes)
    edit = draft.edit(f"{change.title}, and text “{titled(name)}” became a picture in the same place")
    return replace(edit, warnings=(*turned.warnings, *edit.warnings))


def turn_into_picture(spot: SlotPlace, name: str) -> Edit:
    """Return the edit that makes a picture of a text that shows nothing but a column, in the same place."""
    plain = spot.layout.nodes[name].plain() if name in spot.layout.nodes else {}
    column = next((each for each in names_in(str(plain.get("text", ""))) if _shows_alone(plain, each)), "")
    if not column:
        place = Place(workspace.shown(spot.snapshot.file(spot.use.layout)))
        raise error_at(place, f"{name} does not show a column alone", "choose the column that it shows first")
    turned = slot_list.replace_slot(spot, name, _as_picture(spot, name, column), ())
    return replace(turned, title=f"text {name} shows pictures")


def _shows_alone(plain: Any, column: str) -> bool:
    """Return whether a slot is a text that shows nothing but a column."""
    return isinstance(plain, dict) and plain.get("kind") == "text" and str(plain.get("text")).strip() == f"{{{column}}}"


def _as_picture(spot: SlotPlace, name: str, column: str) -> dict[str, Any]:
    """Return the keys of a picture of a column that is where a text was, under the same conditions."""
    plain = spot.layout.nodes[name].plain()
    kept = {key.alias for key in keys_of(Slot)}
    keys = {**new_slot(spot, "picture", column).keys, **{key: plain[key] for key in plain if key in kept}}
    also: dict[str, Any] = {}
    for choice in reversed([*choices_written(plain.get(CHOOSE))]):
        cases = {case: {key: each[key] for key in each if key in kept} for case, each in choice.cases.items()}
        if any(cases.values()):
            also = {"by": choice.by, **cases, **({ALSO: also} if also else {})}
    return {**keys, CHOOSE: also} if also else keys


def game_of(draft: Draft) -> Game:
    """Return the game as a draft leaves it."""
    new: Mapping[Path, bytes | None] = {change.path: change.after for change in draft.changes}
    return model.load(DraftWorkspace(draft.folder, new=new), draft.language)[0]


def front_of(draft: Draft, deck: str, row: str = "") -> SlotPlace:
    """Return the front of a piece, of the first without `row`, with the columns that a draft gives its deck."""
    game = game_of(draft)
    rows = game.decks[deck].rows.rows
    return find_place(game, deck, "front", (), row or (rows[0].id if rows else ""))
