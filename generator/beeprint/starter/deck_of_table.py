"""A deck that is made from a table: its columns with their types and parts, its pictures, its copies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.problems import nearest
from beeprint.drawing.text.markup import TAG, from_html, has_tags, parse
from beeprint.game.columns import NONE, Column, Kind, as_meant, says_none, typed
from beeprint.sources.tables import DataTable

#: A number of copies, as people write it.
_TIMES = re.compile(r"(?:[x\u00d7]\s*)?(\d{1,4})(?:\s*[x\u00d7])?", re.IGNORECASE)
#: Words that YAML takes for other values than texts.
_NOT_TEXT = ("yes", "no", "true", "false", "null")
#: What YAML does not take as it is, even in quotes, or folds like the end of a line.
_NOT_IN_YAML = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


class Guess(Struct, frozen=True):
    """A column: its name in the game, its head in the file, its type, and what it seems to be for.

    `odd` are the rows whose cells do not fit, and `why` says why its texts are printed as they are written, or in which
    HTML tags.
    """

    name: str
    head: str
    kind: Kind = "text"
    optional: bool = False
    choices: tuple[str, ...] = ()
    markup: Literal["", "icons", "html"] = ""  # other markup than beeprint's own: that of icons only, or HTML
    role: str = ""  # id, copies, title, text, picture, flavour, files of pictures that are not there yet
    draws: bool = False  # its cells name pictures, which it may do beside its role
    odd: tuple[int, ...] = ()
    why: str = ""

    @property
    def declared(self) -> str:
        """Return its declaration in game.yaml, empty where the name alone says it all."""
        if self.role == "id":
            return f"{{from: {yaml_text(self.head)}}}" if self.head.strip().casefold() != "id" else ""
        kind = self.kind + ("?" if self.optional else "")
        parts = [f"from: {yaml_text(self.head)}"] if self.head.strip().casefold() != self.name else []
        if self.role == "copies":
            return f"{{{parts[0]}}}" if parts else ""
        parts += [f'type: "{kind}"' if self.optional else f"type: {kind}"]
        parts += [f"of: [{', '.join(map(yaml_text, self.choices))}]"] if self.choices else []
        parts += [f"markup: {self.markup}"] if self.markup else []
        return f"{{{', '.join(parts)}}}" if len(parts) > 1 else f'"{kind}"' if self.optional else kind


class DeckOfTable(Struct, frozen=True):
    """A deck made from a table: its names, its file and sheet, and what its columns seem to hold."""

    name: str
    title: str
    file: str
    sheet: str
    table: DataTable
    columns: tuple[Guess, ...]
    pictures: dict[str, str]  # the file that each cell of the picture column means, empty for none
    left_out: dict[str, str] = field(default_factory=dict)  # why, by head
    near: dict[str, str] = field(default_factory=dict)  # a file that no cell means, by the missing one it resembles
    aspect: float = 0  # of most pictures: width by height; 0 where none can be measured
    art: str = ""  # how layouts name a picture, such as pictures/{picture}; empty for the usual way

    def column(self, role: str) -> Guess | None:
        """Return the column with a part of its own, or None; of pictures, the one that names them."""
        return next(
            (column for column in self.columns if (column.draws if role == "picture" else column.role == role)), None
        )

    def words(self, column: Guess, row: int) -> str:
        """Return the text of a cell as beeprint's markup."""
        text = self.table.rows[row][column.head].strip()
        return from_html(text) if column.markup == "html" else text

    @property
    def pieces(self) -> int:
        """Return how many pieces the rows make, copies counted."""
        return sum(self.copies(row) for row in self.table.rows)

    def copies(self, row: Mapping[str, str]) -> int:
        """Return the copies of a row; of a cell that is no number, those it seems to mean."""
        column = self.column("copies")
        digits = re.sub(r"[.,]0+$", "", row[column.head].strip()) if column else ""
        number = _TIMES.fullmatch(digits)
        return int(number[1]) if number else 1

    @property
    def is_counted(self) -> bool:
        """Return whether the copies of all rows are known, even if they are written oddly."""
        column = self.column("copies")
        return column is None or all(_TIMES.fullmatch(self.table.rows[row][column.head].strip()) for row in column.odd)

    @property
    def title_column(self) -> Guess:
        """Return the column that names the pieces."""
        return self.column("title") or self.columns[0]


def yaml_text(text: str) -> str:
    """Write a text for YAML: bare where that is safe, else in quotes."""
    if re.fullmatch(r"[A-Za-z][\w -]*[\w]|[A-Za-z]", text) and text.lower() not in _NOT_TEXT:
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """Write a text between double quotes for YAML; only characters that cannot be printed are escapes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + _NOT_IN_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", escaped) + '"'


# Tell the type of a column from its cells, and which markup its texts have.


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
#: A number and what it counts, such as "2 coins"; the most such values that are choices, and the fewest cells of each.
_COUNTED = re.compile(r"[+-]?\d[\d.,]*\s?[^\W\d_]+")
_FEW_COUNTED, _OFTEN = 4, 3
#: How many HTML tags a line names.
_TAGS = 3
#: What markup takes for something else.
_ODD_MARK = re.compile(r"\{[^{}]*\}|[{}]|:[a-z0-9][a-z0-9/-]*:|\[[^\[\]]*\]|\*+")


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
    if mark is not None and mark[0].startswith("{") and any(map(str.isalpha, mark[0])):
        return replace(column, markup="icons", why="")  # words that become icons, which are offered
    if mark is not None and mark[0].startswith(":"):
        why = f"{cell} holds {mark[0]}; once there is art/icons/{mark[0].strip(':')}.svg, remove markup: icons"
    return replace(column, markup="icons", why=why)


Typing = tuple[Kind, tuple[str, ...], tuple[int, ...]]
TEXT: Typing = ("text", (), ())


def type_of_cells(cells: Sequence[str], of_kinds: bool = False) -> Typing:
    """Return the narrowest type that nearly all cells have, its choices, and the rows of the cells that lack it.

    A column `of_kinds`, such as Class, is a choice although most of its words occur once.
    """
    filled = [text for text in cells if text]
    numbers = _mostly(cells, Column(type="int", optional=True))
    colours = _mostly(cells, Column(type="colour"))
    if numbers is not None or colours is not None:
        return ("int", (), numbers) if numbers is not None else ("colour", (), colours or ())
    if filled and {text.lower() for text in filled} <= {"yes", "no", "true", "false"}:
        return "bool", (), ()
    if filled and all(map(_AMOUNT.fullmatch, filled)):
        return TEXT  # 0.5, 50% and 1.20 kg are amounts, not a few words to choose from
    return _choice(cells, Counter(filled), of_kinds)


def _mostly(cells: Sequence[str], column: Column) -> tuple[int, ...] | None:
    """Return the rows of the few cells that do not fit a column; None where these are more than a few, or nothing fits.

    Cells that say none, such as -, fit a column of numbers that may be empty.
    """
    filled = [row for row, text in enumerate(cells) if text and not says_none(text, column)]
    odd = tuple(row for row in filled if not _fits(cells[row], column))
    slips = sum(cells[row].casefold() not in NONE for row in odd)
    return odd if filled and len(odd) * ONE_ODD <= len(filled) and slips <= _MOST_ODD else None


def may_be_empty(kind: Kind, cells: Sequence[str], odd: Sequence[int]) -> bool:
    """Return whether cells of a column are empty, or say that they are."""
    column = Column(type=kind, optional=True)
    empty = any(not text or says_none(text, column) for text in cells)
    return empty or any(cells[row].casefold() in NONE for row in odd)


def _choice(cells: Sequence[str], counts: Counter[str], of_kinds: bool) -> Typing:
    """Return the type of cells that hold one of a few words, mistyped ones apart, or that of other texts."""
    if len(counts) > 2 * _CHOICES:
        return TEXT
    slips = {text for text in counts if _slip(text, counts)}
    values = tuple(text for text in counts if text not in slips)
    often = len(counts) < counts.total() if of_kinds else counts.total() >= 2 * len(values)
    few = 1 < len(values) <= _CHOICES and often
    if any(map(_COUNTED.fullmatch, values)):
        few = 1 < len(values) <= _FEW_COUNTED and min(counts.values()) >= _OFTEN
    amounts = sum(bool(_AMOUNT.fullmatch(value)) for value in values)  # the next card may have another one
    if not few or 2 * amounts > len(values) or any(len(value) > _CHOICE_LETTERS for value in values):
        return TEXT
    return "choice", values, tuple(row for row, text in enumerate(cells) if text in slips)


def _slip(text: str, counts: Counter[str]) -> bool:
    """Return whether a choice that occurs once is most likely one of the others, mistyped; another number never is."""
    digits = re.findall(r"\d", text)
    others = [count for count, number in counts.items() if count != text and number > 2]
    others = [other for other in others if re.findall(r"\d", other) == digits]
    near = nearest(text, others) if len(text) > 3 else ""
    slipped = abs(len(near) - len(text)) <= _SLIP and SequenceMatcher(None, near, text).ratio() >= _ALIKE
    slipped = (bool(near) and slipped) or (len(text) > 3 and any(_is_swapped(text, other) for other in others))
    return counts[text] == 1 and (slipped or text.casefold() in {other.casefold() for other in others})


def _is_swapped(text: str, other: str) -> bool:
    """Return whether two neighbouring letters are in the wrong order, such as in Prat for Part."""
    text, other = text.casefold(), other.casefold()
    at = next((index for index, (left, right) in enumerate(zip(text, other, strict=False)) if left != right), len(text))
    return text != other and text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :] == other


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
