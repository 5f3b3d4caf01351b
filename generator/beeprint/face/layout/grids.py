"""Grid slots: which cells there are, and what each shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from beeprint.base.geometry import ROSETTE, Point, Rect, bounds, hex_centre
from beeprint.base.problems import did_you_mean, whole
from beeprint.face.layout.placement import MAX_REPEATS, Placement
from beeprint.face.template import GridSlot
from beeprint.game.binding import Scope, bind
from beeprint.game.columns import parse_cells

_Cells = tuple[Sequence[tuple[int, int]], Sequence[str]]


def cells(slot: GridSlot, here: Placement) -> Iterator[tuple[Scope, Point]]:
    """Yield the scope and the centre of each cell."""
    game, scope, box = here.state.context.game, here.scope, here.box
    from_table = _from_table(slot, here) if slot.table else _from_text(slot, here)
    if from_table is None:
        return
    places, values = from_table
    lookup = game.rows(slot.table or slot.lookup) if slot.table or slot.lookup else None
    centres = [_centre_of(slot, q, r) for q, r in places]
    around = bounds(centres) if centres else Rect(0, 0, 0, 0)
    dx, dy = (box.centre.x - around.centre.x, box.centre.y - around.centre.y) if slot.centre else (box.x, box.y)
    for index, (centre, value) in enumerate(zip(centres, values, strict=True)):
        row = lookup.by_id.get(value) if lookup is not None else None
        if lookup is not None and row is None:
            place, where = here.blame(slot, "values")
            message = f"{value} is not in {lookup.file} {where}".rstrip()
            here.state.problem(place, message, did_you_mean(value, lookup.by_id))
            continue
        extra = {**scope.extra, "cell": value, "i": str(index)}
        yield replace(scope, extra=extra, cell=row), Point(centre.x + dx, centre.y + dy)


def _from_table(slot: GridSlot, here: Placement) -> _Cells | None:
    """Return the cells that a table lists; None where the table is wrong, which has been reported."""
    table = here.state.context.game.rows(slot.table)
    if table is None or any({"x", "y"} & row.faulty for row in table.rows):
        return None
    return [(int(row.values["x"]), int(row.values["y"])) for row in table.rows], [row.id for row in table.rows]


def _from_text(slot: GridSlot, here: Placement) -> _Cells | None:
    """Return the cells that the slot lists and their values; None, with a problem, where these are wrong."""
    try:
        places = _cells_of(bind(slot.cells, here.scope))
    except ValueError as error:
        message, _, hint = str(error).partition("\n")
        here.state.problem(here.place("cells"), f"cells {message}", hint)
        return None
    values = bind(slot.values, here.scope).split() if slot.values else [""] * len(places)
    if len(values) != len(places):
        place, where = here.blame(slot, "values")
        message = f"{len(values)} values for {len(places)} cells {where}".rstrip()
        here.state.problem(place, message, "give each cell one value")
        return None
    return places, values


def _cells_of(text: str) -> tuple[tuple[int, int], ...]:
    """Parse a grid's cells: `rosette`, `4x3` or a list such as `0,0 1,0`; ValueError for anything else."""
    if text == "rosette":
        return ROSETTE
    across, mark, down = text.partition("x")
    columns, rows = whole(across), whole(down)
    if mark and columns and rows and columns * rows <= MAX_REPEATS:
        return tuple((q, r) for r in range(rows) for q in range(columns))
    return parse_cells(text)


def _centre_of(slot: GridSlot, q: int, r: int) -> Point:
    """Return the centre of a grid's cell; cell 0, 0 is at the origin."""
    if slot.lattice == "square":
        return Point(q * slot.pitch, r * slot.pitch)
    return hex_centre(q, r, slot.pitch, slot.lattice == "hex")
