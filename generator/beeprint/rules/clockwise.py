"""The rule `clockwise`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.geometry import Point, hex_centre
from beeprint.base.problems import Problem
from beeprint.files.schema import Flag, Words
from beeprint.game.model import Game
from beeprint.rules.chosen import Chosen, Piece, show
from beeprint.rules.rule import Entry, Holds, NumberColumn, Rule


class Clockwise(Rule, Chosen):
    """Places follow one another clockwise round their middle, in the order of the file or of a column.

    - {rule: clockwise, table: track, centres: [x, y], adjacent: yes}
    - {rule: clockwise, decks: [field, flower], by: position, centres: [q, r], lattice: hex, rings: yes}

    `centres` names the columns with the coordinates of a place; `lattice` is `square`, `hex` (a corner on top) or
    `hex-flat` (a side on top), and y points down. With `rings: yes` the places go round ring by ring, from the
    outside in. Where each ring starts makes no difference. With `adjacent: yes` each place lies beside the one before.
    """

    rule: Literal["clockwise"]
    by: NumberColumn = ""
    centres: Annotated[Words, Holds(("int",)), Field(min_length=2, max_length=2)]
    lattice: Literal["square", "hex", "hex-flat"] = "square"
    rings: Flag = False
    adjacent: Flag = False

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each piece that does not lie clockwise of the one before it."""
        pieces = [piece for piece in self.pieces(game) if None not in piece.key(self.centres)]
        if self.by:
            pieces = sorted((one for one in pieces if one.value(self.by) is not None), key=lambda p: p.value(self.by))
        points = [self._point(piece) for piece in pieces]
        if not points:
            return
        middle = Point(*((min(values) + max(values)) / 2 for values in zip(*points, strict=True)))
        turned, before, at = 0.0, None, middle
        for piece, point in zip(pieces, points, strict=True):
            far, last = math.dist(point, middle), math.dist(at, middle)
            inner = self.rings and far < last - 1e-6
            if before is None or inner:
                turned = 0.0
            elif self.rings and far > last + 1e-6:
                yield self._problem(piece, before, "lies farther out than", place)
            else:
                step = math.degrees(_direction(middle, point) - _direction(middle, at)) % 360
                turned += step
                if not 1e-6 < step <= 180 or turned >= 360 - 1e-6:
                    yield self._problem(piece, before, "does not lie clockwise of", place)
                if self.adjacent and not math.isclose(math.dist(point, at), 1):
                    yield self._problem(piece, before, "does not lie beside", place)
            before, at = piece, point

    def _point(self, piece: Piece) -> Point:
        x, y = piece.key(self.centres)
        return Point(x, y) if self.lattice == "square" else hex_centre(x, y, 1, self.lattice == "hex")

    def _problem(self, piece: Piece, before: Piece, how: str, place: Entry) -> Problem:
        column = self.by or self.centres[0]
        order = f", {self.by} {show(piece.value(self.by))}," if self.by else ""
        columns = [self.by, *self.centres] if self.by else self.centres
        return Problem(
            piece.place(column),
            f"{piece.row.id}{order} {how} {before.seen_from(piece)} {piece.cell(column)}",
            f"change {' or '.join(columns)}, or the rule in {place('centres')}",
        )


def _direction(middle: Point, point: Point) -> float:
    """Return the direction of a point in radians; y points down, so angles grow clockwise."""
    return math.atan2(point.y - middle.y, point.x - middle.x)
