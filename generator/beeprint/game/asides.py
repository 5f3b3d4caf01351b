"""Leave out rows of a spreadsheet that no game means as pieces: totals, headings of sections, heads that come again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.problems import Problem
from beeprint.base.words import one_line, quoted
from beeprint.game.columns import means_copies
from beeprint.sources.tables import DataTable, Grid, sums_up

#: A word for a total, in a cell that says little else: Total, Summe Karten, sous-total, Total général.
_TOTAL = re.compile(
    r"\b(?:(?:sub|sous)[ -]?)?(?:total(?:s|e|en)?|totaux|totaal|sum|sums|somme|suma|soma|subtotal"
    r"|(?:gesamt|zwischen|end|teil)?summen?|(?:ins)?gesamt)\b",
    re.IGNORECASE,
)
#: A word for an average, in such a cell.
_AVERAGE = re.compile(
    r"\b(?:average|avg|mean|durchschnitt|mittelwert|mittel|moyenne|promedio|media)\b|\u00f8", re.IGNORECASE
)
_NUMERAL = re.compile(r"\d{1,9}(?:[.,]\d{1,4})?", re.ASCII)
#: What a cell holds that says no more than a tick does.
_TICKS = frozenset({"true", "false"})
_LABEL_WORDS = 3
#: How many cells most rows fill in a table in which a row of one cell is a heading.
_USUAL = 3
#: From how many rows above it on the sum of a column of copies is no chance.
_MANY = 5
#: How far a mean may be from its true value, as people round it.
_ROUNDED = 0.051
#: How many rows a message names, and how many letters of each.
_NAMED, _LETTERS = 12, 40


def without_asides(table: DataTable, problems: list[Problem], *, quietly: bool = False) -> DataTable:
    """Return the table without rows that are no pieces, with a warning for each kind that names them.

    These are totals, headings (one filled cell, merged across columns or where most rows fill three or more), rows that
    repeat the names of the columns, and rows without words where all others have some. What only may be one counts as
    a row, with a warning. Records, as in JSON, are all pieces. `quietly`, a row that sums up the rows above it gets no
    warning where it is named Total or the like, or has such a word and a formula: whoever made the table knows it.
    """
    if not isinstance(table.origin, Grid):
        return table
    seen = _Seen(table)
    headings = seen.headings()
    repeats = [row for row, cells in enumerate(table.rows) if row not in headings and _repeats(cells)]
    asides: list[Problem] = []
    totals = list(_totals(seen, {*headings, *repeats}, asides, quietly=quietly))
    totals += _outdated(seen, {*headings, *repeats, *totals}, asides)
    strays = seen.strays({*headings, *repeats, *totals})
    problems += _told(table, headings, repeats)
    problems += asides
    if strays:
        alike = [list(rows) for _, rows in groupby(strays, partial(_shown, table))]
        names = [f"{_from_to(table, rows)}, {quoted(_shown(table, rows[0]))}" for rows in alike]
        head = seen.worded[0]
        lack = ", ".join(map(one_line, seen.worded[:_USUAL]))
        has, have = f"has no {lack} as others have", f"have no {lack} as others have"
        message = _left_out(names, has, have, len(strays))
        hint = f"if one is a piece or an entry, fill in its {one_line(head)}"
        problems.append(Problem(table.place(strays[0], head), message, hint, "warning"))
    return table.without({*headings, *repeats, *totals, *strays})


class _Seen(Struct, frozen=True, dict=True):
    """A table, and what its rows have in common."""

    table: DataTable

    @cached_property
    def filled(self) -> list[list[str]]:
        """Return the heads of the filled cells of each row."""
        rows = self.table.rows
        return [[head for head in self.table.header if rows[row].get(head, "").strip()] for row in range(len(rows))]

    @cached_property
    def numbers(self) -> list[dict[str, float]]:
        """Return the numbers that the filled cells of each row hold, or that their texts are, by head."""
        rows, known = self.table.rows, self.table.numbers
        figures = [
            {head: float(text.replace(",", ".")) for head, text in row} for row in map(_numerals, rows, self.filled)
        ]
        for row, head in known:
            if head in self.filled[row]:
                figures[row][head] = known[row, head]
        return figures

    @cached_property
    def formulas(self) -> frozenset[tuple[int, str]]:
        """Return the cells that may sum up their column by a formula."""
        rows = self.table.rows
        texts = ((row, head) for row, heads in enumerate(self.filled) for head in heads if "=" in rows[row][head])
        return self.table.sums.union(texts)

    @cached_property
    def usual(self) -> float:
        """Return how many cells a row usually fills, leaving out those that fill few, however many these are."""
        counts = [len(heads) for heads in self.filled]
        most = max(counts, default=0)
        usual = sorted(count for count in counts if 2 * count > most and count > 1) or [0]
        return (usual[(len(usual) - 1) // 2] + usual[len(usual) // 2]) / 2  # statistics.median is slow to import

    def is_sparse(self, row: int) -> bool:
        """Return whether a row fills at most half of the cells that others fill, and few."""
        return 2 * len(self.filled[row]) <= self.usual and len(self.filled[row]) <= _USUAL

    def is_piece(self, row: int, label: str) -> bool:
        """Return whether a row fills what others fill, words beside its name included: a piece, whatever it adds up to.

        Where it has the `label` of a total, some of these words must be its own, as a section's name is not.
        """
        filled = self.filled[row]
        if 4 * len(filled) < 3 * self.usual or not all(self.words(row, head) for head in self.worded):
            return False
        texts = {head: self.table.rows[row][head].strip() for head in filled if self.words(row, head)}
        said = [head for head, text in texts.items() if any(map(str.isalnum, text)) and head.casefold() != "id"]
        if not label:
            return len(said) > 1
        return any(not _is_label(texts[head]) and self._is_own(row, head) for head in said)

    def _is_own(self, row: int, head: str) -> bool:
        """Return whether no other row has the same text in a column."""
        texts = [cells.get(head, "").strip() for cells in self.table.rows]
        return texts.count(texts[row]) == 1

    @cached_property
    def worded(self) -> list[str]:
        """Return the heads of the columns with words, not numbers, in all rows that fill most cells."""
        whole = [row for row, heads in enumerate(self.filled) if 2 * len(heads) > self.usual and len(heads) > 1]
        most = [row for row in whole if row not in self.table.across]
        return [
            head for head in self.table.header if most and sum(self.words(row, head) for row in most) > len(most) - 2
        ]

    def words(self, row: int, head: str) -> bool:
        """Return whether a cell holds words: no number, and no tick."""
        return head in self.said[row]

    @cached_property
    def said(self) -> list[set[str]]:
        """Return the heads of the cells of each row that hold words."""
        rows = zip(self.table.rows, self.filled, self.numbers, strict=True)
        return [
            {head for head in heads if head not in numbers and cells[head].strip().casefold() not in _TICKS}
            for cells, heads, numbers in rows
        ]

    def says_average(self, row: int) -> bool:
        """Return whether any cell of a row has a word for an average."""
        return any(map(_AVERAGE.search, self.table.rows[row].values()))

    def given(self, row: int) -> str:
        """Return the id that a row has been given, empty for none."""
        cells = self.table.rows[row]
        return next((cells[head].strip() for head in self.table.header if head.strip().casefold() == "id"), "")

    @cached_property
    def ids(self) -> tuple[bool, bool]:
        """Return whether the ids of all rows that fill several cells have digits, and whether none has a space."""
        ids = [row_given for row, heads in enumerate(self.filled) if len(heads) > 1 and (row_given := self.given(row))]
        return all(any(map(str.isdigit, id_)) for id_ in ids), not any(" " in id_ for id_ in ids)

    def is_id(self, key: str) -> bool:
        """Return whether a text may be an id beside others; so may a remark with #, to be reported as such."""
        digits, solid = self.ids
        alike = (not digits or any(map(str.isdigit, key))) and (not solid or " " not in key)
        return bool(key) and (alike or key.startswith("#"))

    def headings(self) -> list[int]:
        """Return the rows that are headings."""
        return [
            row
            for row, heads in enumerate(self.filled)
            if len(heads) == 1
            and (row in self.table.across or (self.usual >= _USUAL and not self.is_id(self.given(row))))
            and (row, heads[0]) not in self.table.sums
            and self.words(row, heads[0])
        ]

    def strays(self, others: Collection[int]) -> list[int]:
        """Return the rows beside others with a few cells and no words where others have some: units, ticks, numbers."""
        return [
            row
            for row, heads in enumerate(self.filled)
            if row not in others
            and self.worded
            and not {*self.worded} & {*heads}
            and self.is_sparse(row)
            and not self.given(row)
        ]


def _repeats(cells: Mapping[str, str]) -> bool:
    """Return whether a row repeats the names of the columns."""
    filled = [(head, text) for head, text in cells.items() if text.strip()]
    return len(filled) > 1 and all(one_line(head).casefold() == one_line(text).casefold() for head, text in filled)


def _told(table: DataTable, headings: list[int], repeats: list[int]) -> Iterator[Problem]:
    """Yield a warning for the rows that are headings, and one for those that repeat the names of the columns."""
    if headings:
        names = [f"{table.row_name(row)}, {quoted(_shown(table, row))}" for row in headings]
        singular, several = "has a single filled cell, as a heading has", "have a single filled cell, as headings have"
        message = _left_out(names, singular, several)
        hint = "if one is a piece or an entry, fill in a second cell of its row, such as its copies"
        if set(headings) & table.across:
            hint += ", and split merged cells"
        head = next(head for head in table.header if table.rows[headings[0]][head].strip())
        yield Problem(table.place(headings[0], head), message, hint, "warning")
    if repeats:
        names = [table.row_name(row) for row in repeats]
        message = _left_out(names, "repeats the names of the columns", "repeat the names of the columns")
        yield Problem(table.place(repeats[0]), message, "delete what the game does not need", "warning")


def _from_to(table: DataTable, rows: list[int]) -> str:
    last = f" to {table.row_name(rows[-1]).removeprefix('row ')}" if rows[1:] else ""
    return f"{table.row_name(rows[0])}{last}"


def _left_out(names: list[str], row_id: str, several: str, count: int = 0) -> str:
    """Say that rows are left out, and why; `count` is their number where a name stands for several."""
    count = count or len(names)
    if count == 1:
        return f"{names[0]}{',' if ',' in names[0] else ''} {row_id}, so it is left out"
    more = f"; and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{count} rows {several}, so they are left out: {'; '.join(names[:_NAMED])}{more}"


def _shown(table: DataTable, row: int) -> str:
    return _short(" ".join(filter(None, map(str.strip, table.rows[row].values()))))


def _short(text: str) -> str:
    plain = one_line(text)
    return plain if len(plain) <= _LETTERS else f"{plain[:_LETTERS]}..."


# totals --------------------------------------------------------------------------------------------------------------


class _Running:
    """The sums of columns over rows that have been added, and how many numbers each has that count."""

    def __init__(self, seen: _Seen) -> None:
        self._seen = seen
        self._sums: dict[str, float] = {}
        self._counts: dict[str, int] = {}

    def add(self, row: int) -> None:
        """Add the numbers of a row."""
        for head, number in self._seen.numbers[row].items():
            if number:
                self._sums[head] = self._sums.get(head, 0) + number
                self._counts[head] = self._counts.get(head, 0) + 1

    def is_sum(self, head: str, number: float) -> bool:
        """Return whether a number is the sum of several others in a column."""
        return self._counts.get(head, 0) > 1 and abs(self._sums[head] - number) < 1e-6

    def is_mean(self, head: str, number: float) -> bool:
        """Return whether a number is the mean of several others in a column, rounded."""
        count = self._counts.get(head, 0)
        return count > 1 and abs(self._sums[head] / count - number) <= _ROUNDED


def _totals(seen: _Seen, others: Collection[int], problems: list[Problem], *, quietly: bool) -> Iterator[int]:
    """Yield the rows that sum up the rows above them, or a section above or below them; add warnings."""
    above, block = _Running(seen), _Running(seen)
    below = dict(_below(seen, others))
    for row in range(len(seen.table.rows)):
        if row in others:
            block = _Running(seen)
            continue
        around = [above, block, *below.get(row, ())]
        numbers, formulas = seen.numbers[row], seen.formulas
        heads = (head for head in seen.filled[row] if head in numbers or (row, head) in formulas)
        sums = [head for head in heads if _sums_up(seen, row, head, around)]
        if sums and _is_total(seen, row, sums, problems, quietly=quietly):
            yield row
            block = _Running(seen)
        else:
            above.add(row)
            block.add(row)


def _outdated(seen: _Seen, others: Collection[int], problems: list[Problem]) -> list[int]:
    """Return the rows at the table's end that say they are totals, whatever their numbers; add warnings.

    A total that is no formula is outdated as soon as a card above it changes.
    """
    rows: list[int] = []
    for row in reversed(range(len(seen.table.rows))):
        if row in others:
            continue
        if not _says_total(seen, row):
            break
        rows.insert(0, row)
    for row in rows:
        name = f"{seen.table.row_name(row)}, {quoted(_label(seen, row))},"
        message = f"{name} is named as a total, so it is left out; its numbers are no longer those of the rows above"
        head = next(head for head in seen.filled[row] if not seen.words(row, head))
        hint = "correct its numbers, or delete it; if it is a piece or an entry, give it another name"
        problems.append(Problem(seen.table.place(row, head), message, hint, "warning"))
    return rows


def _label(seen: _Seen, row: int) -> str:
    """Return the words of a row that has a single cell of words; empty for any other."""
    texts = [one_line(seen.table.rows[row][head]) for head in seen.filled[row] if seen.words(row, head)]
    return texts[0] if len(texts) == 1 else ""


def _says_total(seen: _Seen, row: int) -> bool:
    """Return whether a row says nothing but that it is a total, beside its numbers."""
    label = _label(seen, row)
    is_named = _is_plain_label(label) and len(seen.filled[row]) > 1
    return is_named and not seen.is_piece(row, label) and seen.given(row) in ("", label)


def _below(seen: _Seen, others: Collection[int]) -> Iterator[tuple[int, list[_Running]]]:
    """Yield each sparse row with the sums of the rows below it, up to the next one, which a heading may state."""
    running = _Running(seen)
    for row in reversed(range(len(seen.table.rows))):
        if row in others:
            running = _Running(seen)
        elif seen.is_sparse(row):
            yield row, [running]
            running = _Running(seen)
        else:
            running.add(row)


class _Signs(NamedTuple):
    """What speaks for a total: a label, a formula's column, a column of copies, no words or hardly any cells at all."""

    label: str
    name: str
    formula: str
    copies: str
    wordless: bool
    sparse: bool

    @property
    def sure(self) -> bool:
        """Return whether the row is a total, not only maybe."""
        return bool(self.label or self.formula or self.wordless or (self.sparse and self.copies))


def _signs(seen: _Seen, row: int, sums: list[str]) -> _Signs:
    """Return what speaks for a total in a row that sums up columns."""
    table, filled = seen.table, seen.filled[row]
    texts = [one_line(table.rows[row][head]) for head in filled if seen.words(row, head)]
    label = next(filter(_is_label, texts), "")
    formula = next((head for head in sums if _by_formula(table, row, head)), "")
    copies = next((head for head in sums if means_copies(head) and head.strip().casefold() != "x"), "")
    sparse = seen.is_sparse(row)
    return _Signs(label, label or "".join(texts[:1]), formula, copies, bool(seen.worded) and not texts, sparse)


def _is_total(seen: _Seen, row: int, sums: list[str], problems: list[Problem], *, quietly: bool) -> bool:
    """Return whether a row that sums up columns is a total, and add a warning for it, or for one that may be one."""
    signs = _signs(seen, row, sums)
    if not signs.formula and seen.is_piece(row, signs.label):
        return False
    if not signs.sure and (seen.given(row) or not (signs.sparse or (signs.copies and row >= _MANY))):
        return False
    meant = not signs.sure or seen.given(row) not in ("", signs.label)  # a row that was given an id is meant
    outcome, hint = ", but counts as a row", "delete it if it is none"
    if not meant:
        named = "give it another name" if signs.label else "name it" if signs.wordless else "fill in its other cells"
        way = "write its numbers without a formula" if signs.formula else named
        outcome, hint = ", so it is left out", f"delete it; if it is a piece or an entry, {way}"
    if not meant and quietly and (_is_plain_label(signs.label) or (signs.label and signs.formula)):
        return True
    head = signs.formula or signs.copies or sums[0]
    problems.append(_warned(seen.table, row, head, signs.name, outcome, hint))
    return not meant


def _warned(table: DataTable, row: int, head: str, name: str, outcome: str, hint: str) -> Problem:
    called = f", {quoted(_short(name))}," if name else ""
    message = f"{table.row_name(row)}{called} sums up the column {one_line(head)}{outcome}"
    return Problem(table.place(row, head), message, hint, "warning")


def _by_formula(table: DataTable, row: int, head: str) -> bool:
    """Return whether a cell sums up its column by a formula, which a text file holds as its text."""
    text = table.rows[row][head].strip()
    as_text = text.startswith("=") and sums_up(text, table.records[row] - 1, table.header.index(head))
    return as_text or (row, head) in table.sums


def _is_label(text: str) -> bool:
    return len(text.split()) <= _LABEL_WORDS and bool(_TOTAL.search(text) or _AVERAGE.search(text))


def _is_plain_label(text: str) -> bool:
    """Return whether a text is nothing but a word for a total or an average: Total, Summe:."""
    plain = text.strip(" .:=")
    return bool(_TOTAL.fullmatch(plain) or _AVERAGE.fullmatch(plain))


def _sums_up(seen: _Seen, row: int, head: str, above: list[_Running]) -> bool:
    """Return whether a cell sums up its column, by its formula or by the numbers above it, or is said to average it."""
    if _by_formula(seen.table, row, head):
        return True
    number = seen.numbers[row].get(head)
    if not number:
        return False
    if any(sums.is_sum(head, number) for sums in above):
        return True
    return any(sums.is_mean(head, number) for sums in above) and seen.says_average(row)


def _numerals(cells: Mapping[str, str], heads: Iterable[str]) -> list[tuple[str, str]]:
    """Return the cells of a row whose texts are numbers."""
    texts = [(head, cells[head].strip()) for head in heads]
    return [(head, text) for head, text in texts if text[:1].isdigit() and _NUMERAL.fullmatch(text)]
