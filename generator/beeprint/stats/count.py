"""Count a game's pieces by columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from beeprint.base.words import counted, one_line
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row

#: The column that every piece has beside those of its data file: the name of its deck.
DECK = "deck"
#: A table by two columns with more cells than this is too large to read.
MAX_CELLS = 1_000


class CountTable(Struct, frozen=True):
    """Pieces counted by one column or by two: for each value, or pair of values, pieces with copies, and rows.

    `down` and `across` hold the values in order ("" for empty cells); without a second column `across` is one nameless
    value. `pieces` and `rows` are lists of lines, with a number for each value across. In a list column each item
    counts, so sums may exceed the number of pieces.
    """

    title: str
    by: tuple[str, ...]
    down: tuple[str, ...]
    across: tuple[str, ...]
    pieces: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    items: bool = False

    @property
    def total(self) -> int:
        """Return the sum of all pieces counted."""
        return sum(map(sum, self.pieces))

    def lines(self) -> list[str]:
        """Return the table as aligned text."""
        head, body = self._cells()
        widths = [max(len(line[index]) for line in (head, *body)) for index in range(len(head))]

        def line(cells: list[str]) -> str:
            first, *rest = zip(cells, widths, strict=True)
            return "  ".join([first[0].ljust(first[1]), *(text.rjust(width) for text, width in rest)]).rstrip()

        rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
        return [self.title, line(head), rule, *map(line, body[:-1]), rule, line(body[-1])]

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        noun = "items" if self.items else "pieces"
        if len(self.by) == 1:
            head = [self.by[0], noun, "share", "rows"]
            body = [
                [_shown(value), str(n), _share(n, self.total), str(r)]
                for value, (n,), (r,) in zip(self.down, self.pieces, self.rows, strict=True)
            ]
            return head, [*body, ["all", str(self.total), "", str(sum(map(sum, self.rows)))]]
        head = [f"{self.by[0]} \\ {self.by[1]}", *map(_shown, self.across), "all"]
        body = [
            [_shown(value), *(str(n) if n else "." for n in numbers), str(sum(numbers))]
            for value, numbers in zip(self.down, self.pieces, strict=True)
        ]
        sums = [sum(column) for column in zip(*self.pieces, strict=True)]
        return head, [*body, ["all", *map(str, sums), str(self.total)]]

    def json(self) -> dict[str, Any]:
        """Return the table for scripts: an entry for each value or pair of values."""
        entries = []
        for value, numbers, rows in zip(self.down, self.pieces, self.rows, strict=True):
            for other, number, count in zip(self.across, numbers, rows, strict=True):
                key = dict(zip(self.by, (value, other), strict=False))
                entries.append({"values": key, "pieces": number, "rows": count})
        return {"title": self.title, "by": list(self.by), "items": self.items, "total": self.total, "counts": entries}


def columns(game: Game) -> list[str]:
    """Return the columns that pieces can be counted by."""
    return list(dict.fromkeys([DECK, *(name for deck in game.decks.values() for name in deck.rows.columns)]))


def tables(game: Game, by: tuple[str, ...], decks: Iterable[str] = ()) -> Iterator[CountTable]:
    """Yield a table for each deck that has the columns, or one for all of these decks if `deck` is a column.

    Without columns, one table counts by deck. ValueError where two columns have too many pairs of values.
    """
    by = by or (DECK,)
    wanted = list(decks) or list(game.decks)
    filled = [game.decks[name] for name in wanted if game.decks[name].rows.rows and game.decks[name].spec.print_ != 0]
    fitting = [deck for deck in filled if all(name == DECK or name in deck.rows.columns for name in by)]
    if DECK in by:
        if fitting:
            yield _table(game, _title(game), by, fitting)
        return
    for deck in fitting:
        yield _table(game, f"{_title(game)}: {deck.spec.title}", by, [deck])


def _title(game: Game) -> str:
    players = counted(game.players, "player") if game.players is not None else ""
    return ", ".join(filter(None, (game.spec.title, game.edition_title, players)))


def _table(game: Game, title: str, by: tuple[str, ...], decks: list[Deck]) -> CountTable:
    values = [_order(game, name, decks) for name in by]
    down, across = values[0], values[1] if len(by) > 1 else ("",)
    if len(down) * len(across) > MAX_CELLS:
        raise ValueError(f"{' and '.join(by)} have more than {MAX_CELLS:,} pairs of values")
    pieces: dict[tuple[str, str], int] = {}
    rows: dict[tuple[str, str], int] = {}
    for deck in decks:
        for row in deck.rows.rows:
            for one in _values(deck, row, by[0]):
                for other in _values(deck, row, by[1]) if len(by) > 1 else ("",):
                    pieces[one, other] = pieces.get((one, other), 0) + row.copies
                    rows[one, other] = rows.get((one, other), 0) + 1
    kinds = {deck.rows.columns[name].type for deck in decks for name in by if name != DECK}
    return CountTable(
        title,
        by,
        down,
        across,
        tuple(tuple(pieces.get((one, other), 0) for other in across) for one in down),
        tuple(tuple(rows.get((one, other), 0) for other in across) for one in down),
        "list" in kinds,
    )


def _values(deck: Deck, row: Row, column: str) -> tuple[str, ...]:
    """Return what a row counts for in a column: its text, or each item of its list."""
    if column == DECK:
        return (deck.name,)
    value = row.values.get(column)
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if deck.rows.columns[column].type == "list":
        return tuple(map(str, value or ())) or ("",)
    return (str(value) if isinstance(value, int) else row.texts.get(column, ""),)


def _order(game: Game, column: str, decks: list[Deck]) -> tuple[str, ...]:
    """Return the values of a column: those of its type in their order, then others as they occur."""
    found: dict[str, None] = {}
    written = dict.fromkeys(value for deck in decks for row in deck.rows.rows for value in _values(deck, row, column))
    if column == DECK:
        return tuple(written)
    numbers = True
    for deck in decks:
        kind = deck.rows.columns[column]
        table = game.rows(kind.table) if kind.type == "ref" else None
        closed = table.by_id if table else ("yes", "no") if kind.type == "bool" else kind.of
        found |= dict.fromkeys(map(str, closed))
        numbers = numbers and (kind.type == "int" or (kind.type == "list" and kind.items == "int"))
    found |= written
    empty = [""] if "" in found else []
    rest = [value for value in found if value]
    return (*(sorted(rest, key=int) if numbers else rest), *empty)


def _shown(value: str) -> str:
    text = one_line(value)
    return (f"{text[:37]}..." if len(text) > 40 else text) or "(empty)"


def _share(number: int, total: int) -> str:
    return f"{100 * number / total:.1f} %" if total else ""
