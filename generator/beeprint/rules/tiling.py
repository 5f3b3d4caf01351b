"""The rule `tiling`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.geometry import ROSETTE
from beeprint.base.problems import Problem
from beeprint.files.schema import Count, Flag, Words
from beeprint.game.model import Game
from beeprint.rules import lattice
from beeprint.rules.chosen import Chosen, Piece
from beeprint.rules.rule import Entry, Holds, Rule

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
    centres: Annotated[Words, Holds(("int",)), Field(min_length=2, max_length=2)]
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
        (a, b), found = max(zip(_NESTED, lattices, strict=True), key=lambda pair: max(pair[1].values()))
        usual = found.most_common(1)[0][0]
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
