"""The columns of a deck as its cards have them: which have places of their own, and what stands below a text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from beeprint.base.geometry import PT_PER_MM
from beeprint.drawing.text.markup import escaped
from beeprint.starter import letters
from beeprint.starter.deck_of_table import DeckOfTable, Guess
from beeprint.starter.looks import KINDS, colour_of

#: The sizes in points that are legible, and that a text may shrink to; those of the list at the foot and of labels.
LEGIBLE, SMALLEST, FOOT, LABEL = 7.5, 6, 8, 7.5
#: The room between one thing and the next, in mm.
GAP = 2.0
#: The longest value of a column that stands as a number above its name, and the least width of one, in mm.
_FIGURE, _COLUMN = 6, 10.5
#: The longest value in a badge.
_NEARLY = 3
#: Heads of columns that say which colour a piece has.
_COLOUR = ("colour", "color", "farbe", "couleur", "colore", "cor")
#: How high the numbers above their names are, and one line of names, in mm.
NUMBER, NAME = 5.4, 3.3


class Columns:
    """Which columns of a deck have places of their own on its cards, and how many numbers stand in corners."""

    def __init__(self, deck: DeckOfTable, corners: int, flavour: bool = True) -> None:
        self.deck = deck
        self.title, self.text, self.picture = (deck.column(role) for role in ("title", "text", "picture"))
        self.flavour = deck.column("flavour") if flavour else None
        rest = [column for column in deck.columns if not column.role]
        self.colour = next(filter(None, map(self._as_colours, rest)), None)
        rest = [column for column in rest if self.colour is None or column.name != self.colour.name]
        self.suit = next((column for column in rest if column.kind == "choice"), None)
        self.called = self.title.name if self.title else "id" if self._says_its_id() else ""
        self.numbers = self._numbers(rest, corners)
        self.others = [column for column in rest if column not in (*self.numbers, self.suit)]
        self.tint = self.suit or self._few_titles()

    def _as_colours(self, column: Guess) -> Guess | None:
        """Return a column that is called colour and holds words for colours, as a choice of them; None for another."""
        words = tuple(dict.fromkeys(self.texts(column)))
        if not words or column.head.strip().casefold() not in _COLOUR or not all(map(colour_of, words)):
            return None
        return replace(column, choices=words)

    def _numbers(self, rest: Sequence[Guess], corners: int) -> list[Guess]:
        """Return the columns of numbers in corners: all if they are few and short, else the first."""
        numbers = [column for column in rest if column.kind == "int"] or list(filter(self._is_nearly_numbers, rest))
        first = numbers[: min(1, corners)]
        figures = [column for column in rest if column not in first and self.is_figure(column)]
        short = all(len(text) <= _NEARLY for column in figures for text in self.texts(column))
        return [*first, *figures] if first and short and len(figures) < corners else first

    def _says_its_id(self) -> bool:
        """Return whether cards without a title are called by their ids: by words, or if they have nothing else."""
        id_ = self.deck.column("id")
        texts = [row[id_.head] for row in self.deck.table.rows] if id_ else []
        others = [column for column in self.deck.columns if column.role not in ("copies", "id")]
        return not others or 2 * sum(any(map(str.isdigit, text)) for text in texts) < len(texts)

    def _few_titles(self) -> Guess | None:
        """Return the column of titles as a choice where each of a few cards without pictures is a kind of its own."""
        titles = self.texts(self.title)
        distinct = len({*titles}) == len(titles) == len(self.deck.table.rows) <= len(KINDS)
        if self.title is None or self.picture is not None or self.text or not distinct or self.title.markup:
            return None
        return replace(self.title, choices=tuple(titles))

    def texts(self, column: Guess | None) -> list[str]:
        """Return the texts of a column that are not empty."""
        words = [self.deck.words(column, row) for row in range(len(self.deck.table.rows))] if column else []
        return list(filter(None, words))

    def is_figure(self, column: Guess) -> bool:
        """Return whether a column holds nothing but numbers and what looks like them: 3, $2.50, 2-4."""
        texts = [text for row, text in enumerate(self.texts(column)) if row not in column.odd]
        figures = all(len(text) <= _FIGURE and any(map(str.isdigit, text)) for text in texts)
        return column.kind == "int" or (column.kind == "text" and not column.markup and figures)

    def _is_nearly_numbers(self, column: Guess) -> bool:
        """Return whether most cells of a column are whole numbers, and the others as short: X, 2+, any."""
        texts = self.texts(column)
        short = column.kind == "text" and not column.markup and all(len(text) <= _NEARLY for text in texts)
        return short and 4 * sum(map(str.isdigit, texts)) > 3 * len(texts) > 0

    def lacking(self, part: Sequence[Guess]) -> int:
        """Return how many rows have nothing in any of these columns."""
        return sum(not any(row[column.head].strip() for column in part) for row in self.deck.table.rows)


class Foot:
    """What stands at the foot of a text: its flavour, numbers above their names, and a list."""

    def __init__(self, columns: Columns, inner: float, room: float, family: str) -> None:
        """Choose what stands there, `inner` mm wide, up to a height in mm, and find out how high it is."""
        self.columns, self.inner, self.family = columns, inner, family
        self.off: list[Guess] = []
        self.short: list[Guess] = []
        self.long: list[Guess] = []
        self.figures = self._figures(columns.others) if room >= NUMBER + 2 * NAME else []
        self.wide = self.inner / max(1, len(self.figures))
        tall = max((letters.height(column.head, self.wide - 2, LABEL, family) for column in self.figures), default=0)
        self.names = 0 if not tall else NAME if tall <= line(LABEL) else 2 * NAME
        self._list([column for column in columns.others if column not in self.figures], room - self.of(self.figures))
        self.height = self.of(self.figures) + self.listed
        self.quote = max(
            (letters.height(text, inner, FOOT, family) for text in columns.texts(columns.flavour)), default=0
        )
        flavour = columns.deck.column("flavour")
        if flavour and (columns.flavour is None or self.height + self.quote > room):
            self.quote = 0
            self.off.append(flavour)
        self.height += (GAP if self.height else 0) + (self.quote + GAP if self.quote else 0)

    def _figures(self, columns: Sequence[Guess]) -> list[Guess]:
        """Return the columns of numbers that stand side by side, above their names."""
        numbers = [column for column in columns if self.columns.is_figure(column)][: int(self.inner / _COLUMN)]
        wide = self.inner / max(1, len(numbers))
        numbers = [column for column in numbers if letters.longest_word(column.head, SMALLEST) <= wide - 2]
        return [] if len(numbers) == 1 and numbers[0].optional else numbers  # in a list, it leaves no hole

    def _list(self, columns: Sequence[Guess], room: float) -> None:
        """Choose the columns of the list, up to a height: short ones in two columns, long ones below them."""
        half = self.inner / 2 - 1
        for column in columns:
            short = all(
                letters.height(text, half, FOOT, self.family) <= line(FOOT) for text in self.label_texts(column)
            )
            part = self.short if short else self.long
            part.append(column)
            if self.listed > room:
                part.remove(column)
                self.off.append(column)
        if len(self.short) == 1:
            self.short, self.long = [], [column for column in columns if column in (*self.short, *self.long)]
        self.short.sort(key=lambda column: self.columns.lacking([column]))  # what is missing is so at the right

    @property
    def listed(self) -> float:
        """Return the height of the list: lines of two columns, then lines of one."""
        return self.of(self.short) + self.of(self.long)

    def of(self, part: Sequence[Guess]) -> float:
        """Return the height in mm of a part of the foot: of numbers, of short lines, of long ones."""
        if part is self.figures:
            return self.names + (NUMBER + GAP / 2 if part else 0)
        if part is self.short:
            return line(FOOT) * math.ceil(len(part) / 2)
        return sum(
            max(letters.height(text, self.inner, FOOT, self.family) for text in self.label_texts(column))
            for column in part
        )

    def label_texts(self, column: Guess) -> list[str]:
        """Return the lines of a list that a column makes."""
        return [f"{label(column)} {text}" for text in self.columns.texts(column)] or [label(column)]


def label(column: Guess) -> str:
    """Return the name of a column as markup, in bold."""
    return f"**{literal(column.head)}**"


def literal(text: str) -> str:
    """Return the text of a slot that prints these words and nothing else."""
    return escaped(" ".join(text.split())).replace("{", "{{").replace("}", "}}")


def line(size: float) -> float:
    """Return the height of a line in mm, and a little more, at a size in points."""
    return letters.LEADING * size / PT_PER_MM + 1e-6
