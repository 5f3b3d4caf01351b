"""Keep words in braces that name no column, such as {oil}, as words: designers mean an icon or the word itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from beeprint.base.problems import is_slip, nearest
from beeprint.drawing.text.markup import emphasised, parse
from beeprint.edit.document import Document
from beeprint.edit.table_columns import readers
from beeprint.edit.tables import Table
from beeprint.game.columns import Column
from beeprint.game.figures import BOUND

_WORD = re.compile(r"[^\W_][\w -]*")


def keep_words(
    table: Table, document: Document, cells: Mapping[tuple[int, str], str], new: Mapping[str, str]
) -> tuple[dict[tuple[int, str], str], Document, list[str]]:
    """Return texts of cells and game.yaml with which words in braces that name nothing are printed, and these words.

    A column whose texts all read the same with `markup: icons` gets it; in others, the braces of the words are
    doubled. Where texts take figures, a word that is surely a slip for a column stays an error. `new` are columns to
    add, with their types.
    """
    kept, words = dict(cells), dict[str, None]()
    braces = _Braces(table, document, new)
    for name in dict.fromkeys(name for _, name in cells if braces.takes_figures(name)):
        own = {at: text for at, text in cells.items() if at[1] == name}
        texts = [*own.values(), *_others(table, name, own)]
        meant = dict.fromkeys(word for text in own.values() for word in braces.words(text))
        if not meant or (any(map(braces.has_figures, texts)) and any(map(braces.is_slip, meant))):
            continue
        words |= meant
        is_plain = all(map(braces.reads_alike, texts))
        changed = _with_icons_only(table, document, name) if is_plain else None
        kept |= {} if changed else {at: braces.doubled(text) for at, text in own.items()}
        document = changed or document
    return kept, document, list(words)


class _Braces:
    """What braces mean in the texts of a table: a column, a deck, an icon, or a mere word."""

    def __init__(self, table: Table, document: Document, new: Mapping[str, str]) -> None:
        self._columns = {**table.declared, **{name: Column() for name, kind in new.items() if kind == "text"}}
        self._known = {*self._columns, *new, *(column.name for column in table.columns), "copies"}
        self._names = {*self._known, *(document.get(["decks"]) or ())}
        self._icons = tuple((str(word), str(icon)) for word, icon in (document.get(["icons"]) or {}).items())
        self._marks = {word for word, _ in self._icons}

    def takes_figures(self, name: str) -> bool:
        """Return whether braces in the texts of a column name columns."""
        column = self._columns.get(name)
        return column is not None and column.type == "text" and column.markup is True and name != "id"

    def words(self, text: str) -> list[str]:
        """Return the words in braces that name nothing."""
        return [match[0] for match in BOUND.finditer(text) if self._is_word(match)]

    def doubled(self, text: str) -> str:
        """Return a text with two braces around the words that name nothing."""
        return BOUND.sub(lambda match: f"{{{match[0]}}}" if self._is_word(match) else match[0], text)

    def has_figures(self, text: str) -> bool:
        """Return whether a text has braces that are neither words nor icons."""
        return any(match[0] not in self._marks and not self._is_word(match) for match in BOUND.finditer(text))

    def is_slip(self, word: str) -> bool:
        """Return whether a word in braces is surely a slip for a column."""
        near = nearest(word[1:-1], self._known)
        return bool(near) and is_slip(word[1:-1], near, self._known)

    def reads_alike(self, text: str) -> bool:
        """Return whether a text reads the same where only icons and asterisks are marks."""
        if self.has_figures(text):
            return False
        return self._letters(text) == self._letters(emphasised(text, self._icons))

    def _letters(self, text: str) -> list[list[tuple[object, ...]]]:
        """Return the letters and icons of each paragraph with their style."""
        paragraphs = parse(text, self._icons).paragraphs
        return [[(char, *part[1:]) for part in line for char in part.text or [""]] for line in paragraphs]

    def _is_word(self, match: re.Match[str]) -> bool:
        name = match[1]
        is_known = name is None or name in self._names or match[0] in self._marks
        return not is_known and bool(_WORD.fullmatch(name))


def _others(table: Table, name: str, own: Collection[tuple[int, str]]) -> Iterable[str]:
    """Return the texts of a column in the cells that are not written."""
    head = next((column.head for column in table.columns if column.name == name), "")
    cells = enumerate(table.texts_by_head)
    return [row.get(head, "") for index, row in cells if (index, name) not in own and table.pieces[index]]


def _with_icons_only(table: Table, document: Document, name: str) -> Document | None:
    """Return game.yaml with `markup: icons` for a column; None where it does not declare the column."""
    old = document.get([*table.path, "columns", name])
    if old is None:
        return None
    wanted = {**(old if isinstance(old, dict) else {"type": old}), "markup": "icons"}
    for path in readers(table, document):
        keys = [*path, "columns", name]
        if document.get(keys) == old:
            document = document.set(keys, wanted)
    return document
