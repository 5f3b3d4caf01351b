"""The rule `equivalent-under`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from beeprint.base.problems import Problem
from beeprint.base.words import counted
from beeprint.files.schema import Count, Flag, one_or_more
from beeprint.game.model import Game
from beeprint.rules import lattice
from beeprint.rules.chosen import Chosen, Piece, number_of
from beeprint.rules.rule import Entry, Figure, Holds, Rule, Span

Symmetry = Literal["reversal", "rotation", "reflection"]
_Symmetries = Annotated[
    tuple[Symmetry, ...],
    BeforeValidator(one_or_more),
    Field(min_length=1),
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
