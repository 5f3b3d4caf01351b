"""Passages of a leaflet, from a mark such as `{for kid}` to `{end}`: for some boxes only, or once for each piece.

A passage may hold words, lines or whole blocks, so passages are settled before the text is read as Markdown.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from msgspec import Struct, field

from beeprint.base import budget
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean
from beeprint.game.edition import FULL, players_of
from beeprint.game.model import Game
from beeprint.game.rows import Row

#: About thirty thousand words: more than any leaflet holds.
MOST_BYTES = 200_000

_MARK = re.compile(r"\{(?:(?P<word>for|except|with|without|each)(?: ++(?P<names>[^{}\n]*+))?|end)\}")
_PLAYERS = re.compile(r"(\d{1,3}(?:-\d{1,3})?) players?")
_CELL = re.compile(r"\{\.([^{}\n]*)\}")
#: What is left of a line, such as the bullet of an item, when all it said has been taken out.
_HOLLOW = re.compile(r"[>\s]*+(?:[-*+]|\d++[.)])?\s*+")
_MOST_DEPTH = 4
#: What a part of a passage costs, and a row that is looked at, in steps; a fault too, and what it keeps, in bytes.
_PART, _ROW = 4, 0.2
_FAULT, _FAULT_KEPT = 100, 700


class Text(NamedTuple):
    """The lines of a leaflet that are for one box, and the number of each in the file, from 1."""

    lines: tuple[str, ...]
    numbers: tuple[int, ...]


class _Piece(NamedTuple):
    """A part of the text and where it begins; one that is empty is a mark that was taken out."""

    text: str
    start: int


class _Passage(Struct):
    """What is between a mark and its end; the outermost one is the whole text and has no word."""

    word: str
    names: tuple[str, ...]
    mark: str
    start: int
    parts: list[_Piece | _Passage] = field(default_factory=list)


def passages(text: str, file: str, game: Game) -> Text:
    """Return what a leaflet says of the box that is built; BuildError with every faulty mark of a passage."""
    reader = _Reader(text, file, game)
    whole = reader.parsed()
    lines, numbers, left = [], [], MOST_BYTES + 1
    for line, number in reader.lines(reader.pieces(whole, None)):
        lines.append(line)
        numbers.append(number)
        left -= len(line) + 1
        if left < 0:
            reader.fault(0, f"the leaflet has more than {MOST_BYTES:,} letters with its passages", "")
            break
    if reader.problems:
        raise BuildError(dict.fromkeys(reader.problems))
    return Text(tuple(lines), tuple(numbers))


class _Reader:
    def __init__(self, text: str, file: str, game: Game) -> None:
        self.text, self.file, self.game = text, file, game
        self.problems: list[Problem] = []
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def place(self, start: int) -> Place:
        number = bisect_right(self._starts, start)
        return Place(self.file, number, start - self._starts[number - 1] + 1)

    def fault(self, start: int, message: str, hint: str) -> None:
        budget.spend("leaflets", _FAULT, _FAULT_KEPT, partial(self.place, start))
        self.problems.append(Problem(self.place(start), message, hint))

    def parsed(self) -> _Passage:
        """Return the text with its passages nested."""
        opened, start = [_Passage("", (), "", 0)], 0
        for match in _MARK.finditer(self.text):
            opened[-1].parts.append(_Piece(self.text[start : match.start()], start))
            start = match.end()
            if match["word"]:
                names = tuple(name.strip() for name in (match["names"] or "").split(","))
                passage = _Passage(match["word"], names, match[0], match.start())
                opened[-1].parts.append(passage)
                opened.append(passage)
            elif len(opened) > 1:
                opened.pop()
            else:
                self.fault(match.start(), "{end} ends no passage", "remove it, or begin one, such as {for full}")
            if len(opened) > _MOST_DEPTH + 1:
                self.fault(match.start(), f"passages are nested deeper than {_MOST_DEPTH} levels", "close them earlier")
                return opened[0]
        opened[-1].parts.append(_Piece(self.text[start:], start))
        for left in opened[1:]:
            self.fault(left.start, f"the passage {left.mark} has no end", "close it with {end}")
        return opened[0]

    def pieces(self, passage: _Passage, row: tuple[str, Row] | None) -> Iterator[_Piece]:
        """Yield what is shown of a passage, in the row of a deck if it is said for each."""
        for part in passage.parts:
            budget.spend("leaflets", _PART, at=partial(self.place, part.start))
            if isinstance(part, _Piece):
                yield _Piece(_CELL.sub(lambda match: _of_row(match[1], row), part.text), part.start) if row else part
                continue
            yield _Piece("", part.start)
            if part.names == ("",):
                example = FULL if part.word in ("for", "except") else next(iter(self.game.decks), "deck")
                self.fault(part.start, f"{part.mark} names nothing", f"write a name, such as {{{part.word} {example}}}")
            elif part.word == "each":
                yield from self._each(part, row)
            elif self._holds(part):
                yield from self.pieces(part, row)
            yield _Piece("", part.start)

    def _each(self, part: _Passage, row: tuple[str, Row] | None) -> Iterator[_Piece]:
        """Yield a passage once for each piece of a deck that is printed."""
        if row is not None or len(part.names) > 1:
            message = "is inside another" if row is not None else "names more than one deck"
            self.fault(part.start, f"{part.mark} {message}", "write one {each} after the other")
            return
        name = part.names[0]
        deck = self.game.decks.get(name)
        if deck is None:
            self.fault(part.start, f"there is no deck {name}", did_you_mean(name, self.game.decks))
            return
        budget.spend("leaflets", _ROW * len(deck.rows.rows), at=partial(self.place, part.start))
        for member in deck.rows.rows:
            if deck.printed(member):
                yield from self.pieces(part, (name, member))
                yield _Piece("", part.start)

    def lines(self, pieces: Iterator[_Piece]) -> Iterator[tuple[str, int]]:
        """Yield the lines that pieces make, with their numbers; none that passages have left hollow."""
        words, marked, first = "", False, 0
        for text, start in pieces:
            marked |= not text
            for index, line in enumerate(text.split("\n")):
                if index:
                    if not (marked and _HOLLOW.fullmatch(words)):
                        yield words, self.place(first).line or 1
                    words, marked = "", False
                if not words:
                    first = start
                words += line
                start += len(line) + 1
        if words or not marked:
            yield words, self.place(first).line or 1

    def _holds(self, part: _Passage) -> bool:
        """Return whether a passage is for the game's box."""
        if part.word in ("for", "except"):
            boxes = [self._is_for(name, part) for name in part.names]
            return any(boxes) == (part.word == "for")
        held = [self._printed(name, part) for name in part.names]
        return all(held) if part.word == "with" else not any(held)

    def _is_for(self, name: str, part: _Passage) -> bool:
        """Return whether the box is that of an edition, or holds what a number of players uses."""
        match = _PLAYERS.fullmatch(name)
        if match is not None:
            span = players_of(match[1])
            if span is None:
                hint = "write a number or a range, such as 3-4 players"
                self.fault(part.start, f"{part.mark}: {match[1]} is no number of players", hint)
                return False
            return self.game.players is None or span[0] <= self.game.players <= span[1]
        known = (FULL, *self.game.spec.editions)
        if name not in known:
            self.fault(part.start, f"there is no edition {name}", did_you_mean(name, known))
        return name == (self.game.edition or FULL)

    def _printed(self, name: str, part: _Passage) -> bool:
        """Return whether a deck, a piece of it or its back is in the box that is printed."""
        front, _, side = name.partition(":")
        source, slash, piece = front.partition("/")
        deck = self.game.decks.get(source)
        if deck is None:
            self.fault(part.start, f"there is no deck {source}", did_you_mean(source, self.game.decks))
            return False
        if slash and piece not in deck.rows.ids:
            self.fault(part.start, f"{deck.rows.file} has no {piece}", did_you_mean(piece, deck.rows.ids))
        if side not in ("", "front", "back"):
            self.fault(part.start, f"there is no side {side}", did_you_mean(side, ("front", "back")))
        if side == "back" and deck.spec.back is None:
            return False
        if slash:
            row = deck.rows.by_id.get(piece)
            return row is not None and deck.printed(row) > 0
        budget.spend("leaflets", _ROW * len(deck.rows.rows), at=partial(self.place, part.start))
        return any(deck.printed(row) for row in deck.rows.rows)


def _of_row(column: str, row: tuple[str, Row]) -> str:
    """Return what `{.column}` means in a row: its id, or a value that is filled in later."""
    deck, last = row
    return last.id if column == "id" else f"{{{deck}/{last.id}.{column}}}"
