"""Rules about places on a board and in a grid."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Annotated, Any, Literal

from msgspec import Meta

from beeprint.base.geometry import ROSETTE, Point, hex_centre
from beeprint.base.problems import Problem
from beeprint.base.words import counted
from beeprint.game.model import Game
from beeprint.rules import lattice
from beeprint.rules.chosen import Chosen, Piece, number_of, show
from beeprint.rules.rule import Entry, Figure, Holds, ListColumn, NumberColumn, Rule, Span
from beeprint.sources.records import Before
from beeprint.sources.schema import Count, Flag, Words, one_or_more

#: Rosettes tile the plane on only two lattices, (2, 1) with (-1, 3) and its mirror image: on each, one of these
#: sums of the coordinates of the centres is the same modulo 7.
_NESTED = ((3, 1), (1, 3))


class Tiling(Rule, Chosen):
    """Hexagons or rosettes at given positions form one area without gaps, holes or overlaps.

    - {rule: tiling, decks: [field, flower], centres: [q, r], rosette: yes, cells: 91}

    `centres` names the two columns with the axial coordinates of a piece's middle hexagon; a rosette also covers the
    six around it, and has to nest with the others. `cells` is the number of hexagons covered in total.
    """

    rule: Literal["tiling"]
    centres: Annotated[Words, Holds(("int",)), Meta(min_length=2, max_length=2)]
    rosette: Flag = False
    cells: Count | None = None

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | {"copies"}

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each piece that overlaps another, then the problems of the area as a whole."""
        covered: dict[lattice.Cell, Piece] = {}
        placed: list[Piece] = []
        pieces = self.pieces(game)
        for piece in pieces:
            if None in piece.key(self.centres):
                yield Problem(piece.place(self.centres[0]), f"the piece has no position {piece.cell(self.centres[0])}")
                continue
            cells = self._cells(piece)
            taken = next((cell for cell in cells if cell in covered), None)
            if taken is not None:
                yield Problem(
                    piece.place(self.centres[0]),
                    f"{piece.row.id} overlaps {covered[taken].seen_from(piece)} at {_shown(taken)} "
                    f"{piece.cell(self.centres[0])}",
                    f"move one of them: columns {' and '.join(self.centres)}",
                )
                continue
            placed.append(piece)
            if piece.row.copies > 1:
                yield Problem(
                    piece.place("copies"),
                    f"{piece.row.copies} copies of {piece.row.id} lie on top of each other {piece.cell('copies')}",
                    "give each piece its own row and position",
                )
            covered.update(dict.fromkeys(cells, piece))
        if self.rosette and placed:
            yield from self._astray(placed)
        if len(placed) == len(pieces):
            yield from self._whole(game, place, covered)

    def _cells(self, piece: Piece) -> list[lattice.Cell]:
        q, r = piece.key(self.centres)
        return [(q + dq, r + dr) for dq, dr in (ROSETTE if self.rosette else ROSETTE[:1])]

    def _astray(self, pieces: list[Piece]) -> Iterator[Problem]:
        """Yield a problem for each rosette that does not nest with the majority."""
        places = [piece.key(self.centres) for piece in pieces]
        lattices = [Counter((a * q + b * r) % 7 for q, r in places) for a, b in _NESTED]
        (a, b), remainders = max(zip(_NESTED, lattices, strict=True), key=lambda pair: max(pair[1].values()))
        usual = remainders.most_common(1)[0][0]
        for piece, (q, r) in zip(pieces, places, strict=True):
            if (a * q + b * r) % 7 != usual:
                yield Problem(
                    piece.place(self.centres[0]),
                    f"{piece.row.id} leaves a gap to its neighbours {piece.cell(self.centres[0])}",
                    f"nested rosettes lie 2,1 and -1,3 apart, or all mirrored: columns {' and '.join(self.centres)}",
                )

    def _whole(self, game: Game, place: Entry, covered: dict[lattice.Cell, Piece]) -> Iterator[Problem]:
        """Yield what is wrong with the area as a whole."""
        files = self.files(game)
        islands = lattice.islands(covered)
        for island in islands[1:]:
            first = covered[min(island)]
            yield Problem(
                first.place(self.centres[0]),
                f"{first.row.id} is not connected to {covered[min(islands[0])].seen_from(first)} "
                f"{first.cell(self.centres[0])}",
                "the pieces must form a single area",
            )
        if len(islands) == 1:
            for hole in lattice.holes(covered):
                yield Problem(place("centres"), f"the pieces of {files} leave a hole at {_shown(min(hole))}", "fill it")
        if self.cells is not None and len(covered) != self.cells:
            message = f"the pieces of {files} cover {len(covered)} hexagons, not {self.cells}"
            yield Problem(place("cells"), message, "correct the positions there, or the number in this rule")


def _shown(cell: lattice.Cell) -> str:
    return f"hexagon {cell[0]},{cell[1]}"


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
    centres: Annotated[Words, Holds(("int",)), Meta(min_length=2, max_length=2)]
    lattice: Literal["square", "hex", "hex-flat"] = "square"
    rings: Flag = False
    adjacent: Flag = False

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each piece that does not lie clockwise of the one before it."""
        pieces = [piece for piece in self.pieces(game) if None not in piece.key(self.centres)]
        if self.by:
            pieces = sorted(
                (piece for piece in pieces if piece.value(self.by) is not None), key=lambda p: p.value(self.by)
            )
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


class Scattered(Rule, Chosen):
    """Hexagons of one value are scattered over the area that rosettes form: they keep apart, or do not cluster.

    - {rule: scattered, decks: [field, flower], centres: [q, r], column: a, value: 5, apart: 3}
    - {rule: scattered, decks: [field, flower], centres: [q, r], column: a, value: 3, together: 2}

    `column` lists the values of a rosette, the middle first; `centres` names the columns with the place of its middle.
    `apart` is the least number of steps from one such hexagon to the next, `together` the most that may form a group.
    """

    rule: Literal["scattered"]
    centres: Annotated[Words, Holds(("int",)), Meta(min_length=2, max_length=2)]
    column: ListColumn
    value: str
    apart: Annotated[Count, Meta(ge=1)] = 1
    together: Annotated[Count, Meta(ge=1)] | None = None

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if (self.apart == 1) == (self.together is None):
            raise ValueError("give either apart (2 or more) or together")

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each two that lie too near, and for each group that is too large."""
        grid: dict[lattice.Cell, Piece] = {}
        for piece in self.pieces(game):
            q, r = piece.key(self.centres)
            if q is None or r is None:
                continue
            for (dq, dr), item in zip(ROSETTE, piece.value(self.column), strict=False):
                if show(item) == self.value:
                    grid[q + dq, r + dr] = piece
        for cell, other in combinations(sorted(grid), 2):
            steps = max(abs(a - b) for a, b in zip((*cell, sum(cell)), (*other, sum(other)), strict=True))
            if steps < self.apart:
                where = (
                    f"{grid[cell].seen_from(grid[other])}, {counted(steps, 'step')} apart, not at least {self.apart}"
                )
                yield self._problem(grid[other], f"lies too near the one of {where}", place("apart"))
        for group in lattice.islands(grid) if self.together else ():
            if len(group) > (self.together or 0):
                pieces = list(dict.fromkeys(grid[cell].row.id for cell in sorted(group)))
                where = f"is one of {len(group)} together on {', '.join(pieces)}, not at most {self.together}"
                yield self._problem(grid[max(group)], where, place("together"))

    def _problem(self, piece: Piece, what: str, place: object) -> Problem:
        return Problem(
            piece.place(self.column),
            f"a hexagon of value {self.value} {what} {piece.cell(self.column)}",
            f"change {self.column} or the places, or the rule in {place}",
        )


Symmetry = Literal["reversal", "rotation", "reflection"]
_Symmetries = Annotated[
    tuple[Symmetry, ...],
    Before(one_or_more),
    Meta(min_length=1),
]


class EquivalentUnder(Rule, Chosen):
    """No two pieces are alike after a list is reversed, a ring turned, or a figure of hexagons turned or mirrored.

    - {rule: equivalent-under, deck: hive-cards, column: flowers, under: reversal, times: 2, classes: 24}
    - {rule: equivalent-under, decks: [field, flower], column: a, under: rotation, centre: yes}
    - {rule: equivalent-under, deck: pattern, column: cells, under: [rotation, reflection], size: 4, connected: yes}

    A list under rotation or reflection is a ring; with `centre: yes` its first item lies in the middle. Hexagons
    (a column of type cells) are given in axial coordinates; where a figure lies makes no difference. `times` lets each
    occur more than once; copies count unless the rule says `of: rows`. `classes` says how many different ones there
    are, `size` how many items or cells each has, `connected` that its cells are joined by edges. Empty cells are not
    compared.
    """

    rule: Literal["equivalent-under"]
    column: Annotated[str, Holds(("list", "cells"))]
    under: _Symmetries
    of: Literal["copies", "rows"] = "copies"
    centre: Flag = False
    times: Figure = Span(max=1)
    classes: Count | None = None
    size: Count | None = None
    connected: Flag = False

    def reads(self) -> set[str]:
        """Return the columns that the rule reads."""
        return super().reads() | ({"copies"} if self.of == "copies" else set())

    def faults(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each unknown name, and each key that the column's type makes meaningless."""
        yield from super().faults(game, place)
        for rows in self.data(game):
            kind = rows.columns[self.column].type if self.column in rows.columns else ""
            if kind == "cells" and "reversal" in self.under:
                yield Problem(place("under"), "cells have no order to reverse", "write reflection for the mirror image")
            if kind == "cells" and self.centre:
                yield Problem(place("centre"), "cells have no centre item", "centre is for lists that are rings")
            if kind == "list" and self.connected:
                yield Problem(
                    place("connected"), f"the items of {self.column} cannot be connected", "connected is for cells"
                )

    def check(self, game: Game, place: Entry) -> Iterator[Problem]:
        """Yield a problem for each row that repeats another, each faulty figure, and a wrong number of classes."""
        alike: dict[Any, list[Piece]] = {}
        for piece in self.pieces(game):
            if not piece.value(self.column):
                continue
            yield from self._faulty_figure(piece)
            alike.setdefault(self._form(piece), []).append(piece)
        for pieces in alike.values():
            yield from self._repeated(place, pieces)
        if self.classes is not None and len(alike) != self.classes:
            yield Problem(
                place("classes"),
                f"{self.files(game)} holds {number_of(len(alike), 'different pieces')} under {self._under}, "
                f"not {self.classes}",
                f"change {self.column} there, or the number in this rule",
            )

    @property
    def _under(self) -> str:
        return " and ".join(self.under)

    def _form(self, piece: Piece) -> Any:
        """Return the standard form that pieces alike have in common."""
        value = piece.value(self.column)
        turned, mirrored = "rotation" in self.under, "reflection" in self.under
        if piece.source.columns[self.column].type == "cells":
            return lattice.figure(value, turned, mirrored)
        return lattice.sequence(value, "reversal" in self.under, turned, mirrored, self.centre)

    def _faulty_figure(self, piece: Piece) -> Iterator[Problem]:
        """Yield the faults of one cell."""
        value, column = piece.value(self.column), self.column
        place, cell, noun = piece.place(column), piece.cell(column), "items"
        if piece.source.columns[column].type == "cells":
            noun = "hexagons"
            if len(set(value)) < len(value):
                yield Problem(place, f"{column} holds the same hexagon twice {cell}", "write each hexagon once")
            pieces = len(lattice.islands(value))
            if self.connected and pieces > 1:
                yield Problem(
                    place, f"{column} falls into {pieces} separate parts {cell}", "the hexagons must share edges"
                )
        if self.size is not None and len(value) != self.size:
            yield Problem(
                place,
                f"{column} holds {number_of(len(value), noun)}, not {self.size} {cell}",
                "correct the cell, or size in the rule",
            )

    def _repeated(self, place: Entry, pieces: list[Piece]) -> Iterator[Problem]:
        """Yield a problem if there are too many or too few pieces alike."""
        count = sum(piece.row.copies if self.of == "copies" else 1 for piece in pieces)
        if count in self.times:
            return
        last = pieces[-1]
        rule = f"change {self.column} or copies, or add times: to the rule if pieces may be alike"
        if len(pieces) == 1:
            yield Problem(
                last.place("copies"),
                f"{last.row.id} occurs {counted(count, 'time')}, not {self.times} {last.cell('copies')}",
                rule,
            )
            return
        others = ", ".join(piece.seen_from(last) for piece in pieces[:-1])
        if self.times.max == 1:
            message = f"{self.column} is the same as in {others} under {self._under}"
        else:
            message = (
                f"{self.column}, the same as in {others} under {self._under}, occurs {counted(count, 'time')}, "
                f"not {self.times}"
            )
            rule = f"change a row or its copies, or the number in {place('times')}"
        yield Problem(last.place(self.column), f"{message} {last.cell(self.column)}", rule)
