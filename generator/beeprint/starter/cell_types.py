"""Tell of which type the cells of a column are, but for a few odd ones, and which markup its texts have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import islice

from msgspec.structs import replace

from beeprint.base.problems import nearest
from beeprint.drawing.text.markup import TAG, has_tags, parse
from beeprint.game.columns import Column, Kind, as_meant, typed
from beeprint.sources.tables import DataTable
from beeprint.starter.deck_of_table import Guess

#: The most choices of a column, and the most letters of one, that make it more than a text.
_CHOICES, _CHOICE_LETTERS = 8, 20
#: Cells per tolerated odd one, which doesn't change the type of a column; with fewer cells, none is tolerated.
ONE_ODD = 5
#: How many letters a mistyped word is longer or shorter, and how much like the other one it is.
_SLIP, _ALIKE = 2, 0.8
#: The most cells of a column that are odd and not merely empty; more are words of its own.
_MOST_ODD = 3
#: A number with the signs and units beside it: a sign, a currency, a short unit.
_AMOUNT = re.compile(r"[^\w\s]*\s?\d[\d.,]*\s?[^\w\s]*\w{0,3}")
#: How many HTML tags a line names.
_TAGS = 3
#: What markup takes for something else.
_ODD_MARK = re.compile(r"\{[^{}]*\}|[{}]|:[a-z0-9][a-z0-9/-]*:|\[[^\[\]]*\]|\*+")
#: How people write that a cell of numbers is empty.
NONE = ("-", "\u2013", "\u2014", "n/a", "none")


def mark_texts(column: Guess, cells: Sequence[str], table: DataTable) -> Guess:
    """Return a column of texts with the markup that they have: HTML tags, beeprint's own marks, or none."""
    if any(map(has_tags, cells)):
        tags = dict.fromkeys(match[0] for text in cells for match in TAG.finditer(text) if not match["end"])
        return replace(column, markup="html", why=", ".join(islice(tags, _TAGS)))
    marked = _as_written(cells)
    if marked is None:
        return column
    mark = _ODD_MARK.search(cells[marked])
    cell = table.cell(marked, column.head).removeprefix("cell ")
    why = f"{cell} holds {mark[0] if mark else 'marks'}, which is no markup"
    if mark is not None and mark[0].startswith(":"):
        why = f"{cell} holds {mark[0]}; once there is art/icons/{mark[0].strip(':')}.svg, remove markup: icons"
    return replace(column, markup="icons", why=why)


Typing = tuple[Kind, tuple[str, ...], tuple[int, ...]]
TEXT: Typing = ("text", (), ())


def type_of_cells(cells: Sequence[str]) -> Typing:
    """Return the narrowest type that the cells have but for a few odd ones, its choices, and the rows of these."""
    filled = [text for text in cells if text]
    kinds: tuple[Kind, ...] = ("int", "colour")
    for kind in kinds:
        odd = [row for row, text in enumerate(cells) if text and not _fits(text, Column(type=kind))]
        slips = sum(cells[row].casefold() not in NONE for row in odd)
        if filled and len(odd) * ONE_ODD <= len(filled) and slips <= _MOST_ODD:
            return kind, (), tuple(odd)
    if filled and {text.lower() for text in filled} <= {"yes", "no", "true", "false"}:
        return "bool", (), ()
    if filled and all(map(_AMOUNT.fullmatch, filled)):
        return TEXT  # 0.5, 50% and 1.20 kg are amounts, not a few words to choose from
    return _choice(cells, Counter(filled))


def _choice(cells: Sequence[str], counts: Counter[str]) -> Typing:
    """Return the type of cells that hold one of a few words, mistyped ones apart, or that of other texts."""
    if len(counts) > 2 * _CHOICES:
        return TEXT
    slips = {text for text in counts if _slip(text, counts)}
    values = tuple(text for text in counts if text not in slips)
    few = 1 < len(values) <= _CHOICES and counts.total() >= 2 * len(values)
    if not few or any(len(value) > _CHOICE_LETTERS for value in values):
        return TEXT
    return "choice", values, tuple(row for row, text in enumerate(cells) if text in slips)


def _slip(text: str, counts: Counter[str]) -> bool:
    """Return whether a choice that occurs once is most likely one of the others, mistyped."""
    others = [count for count, number in counts.items() if count != text and number > 2]
    near = nearest(text, others) if len(text) > 3 else ""
    slipped = abs(len(near) - len(text)) <= _SLIP and SequenceMatcher(None, near, text).ratio() >= _ALIKE
    return counts[text] == 1 and ((bool(near) and slipped) or text.casefold() in {other.casefold() for other in others})


def _fits(text: str, column: Column) -> bool:
    try:
        typed(as_meant(text, column, "."), column)
    except ValueError:
        return False
    return True


def _as_written(cells: Sequence[str]) -> int | None:
    """Return the first row that shows that texts are no markup, whatever their asterisks, colons and braces mean.

    None where they are markup: no mark has another meaning, or more texts are bold and italic than have such marks.
    """
    odd: list[int] = []
    styled = 0
    for row, text in enumerate(cells):
        marked = parse(text)
        parts = [part for line in marked.paragraphs for part in line]
        if marked.faults or {"{", "}"} & {*text} or any(part.icon or part.ink for part in parts):
            odd.append(row)
        else:
            styled += any(part.bold or part.italic for part in parts)
    return odd[0] if odd and len(odd) >= styled else None
