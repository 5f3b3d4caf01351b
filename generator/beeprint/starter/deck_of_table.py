"""What a deck that is made from a table has: its columns with their types and parts, its pictures, its copies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from beeprint.drawing.text.markup import from_html
from beeprint.game.columns import Kind
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
    role: str = ""  # id, copies, title, text, picture, flavour
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
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + _NOT_IN_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", escaped) + '"'
