"""Problems in a designer's words: layers and designs by name, keys by the labels of their fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from beeprint.base.problems import Place, Problem
from beeprint.base.words import titled
from beeprint.edit.deck_settings import deck_keys
from beeprint.edit.game_settings import game_keys
from beeprint.edit.slot_keys import SlotKey, keys_of_kind
from beeprint.face.template.slots import KINDS
from beeprint.game.model import Game
from beeprint.studio.import_notes import label_of_total, total_row
from beeprint.studio.places import Places, words_of_card

#: Words of a message after "slot" that are no name.
_NO_NAMES = frozenset("""and by has here in is itself of on or stands that to under whose with""".split())  # noqa: SIM905
#: Texts of the game in a message, which stay as they are: quotes, braces, brackets and names of files.
_GIVEN = re.compile(
    r"(?<!\w)'[^'\n]*'|\{[^{}]*\}|\[[^\[\]]*\]|“[^”]*”|\S*[/\\]\S*|\S+\.(?:yaml|csv|tsv|xlsx|ods|svg|png)\b\S*"
)
_NAME = r"[\w-]+"
_TERMS = (
    (re.compile(r"\bthe slot's box\b"), "its box"),
    (re.compile(r"(?<![“-])\bslot(s?)\b(?!-)"), r"layer\1"),
    (re.compile(r"(?<![“-])\blayout(s?)\b(?!-)"), r"design\1"),
    (re.compile(r"(?<![“-])(?<!key )\brule(s?)\b(?!-| of play)"), r"check\1"),
)
#: A key with a word that it accepts, or a key alone.
_KEY = re.compile(r"(?<![\w-])([a-z][a-z-]*):(?: ([a-z]+)\b|(?=[),;]|$))")
#: What hints tell people who write files.
_ASIDE = re.compile(r" \((?:[^()]*game\.yaml[^()]*|(?:under |its )?([a-z-]+):([^()]*))\)")
#: The file of a layout, and a line of it.
_DESIGN = re.compile(r"[^\s()]*layouts/[^\s():,;]+?\.yaml(?:, line \d+|(?::\d+){1,2})?")
#: What differs between the messages of one kind: quotes and numbers; the text of the cell and the id come first.
_DIFFERS = r"(?<!\w)'[^'\n]*'|(?<![\w#])[+-]?\d[\d.,]*(?<![.,])(?!\w)"
_CELL = re.compile(r" \((?:[^()]*, )?(?:cell|item|line|row) [^()]*\)$")
#: The address of a cell after its card and column: the page shows the id first, so that people count otherwise.
_ADDRESS = re.compile(r"(?<=\w), (?:cell|item|line|row) [^(),]*\)$")
#: What the page calls files and folders of a game, whichever path a message gives them.
_FILES = (
    (re.compile(r"(?:\S*/)?palette\.yaml"), "the palette"),
    (re.compile(r"(?:\S*/)?(?:art/)?icons/?"), "the icons of the game"),
    (re.compile(r"(?:\S*/)?art/?"), "the pictures of the game"),
    (re.compile(r"\S+/fonts/?"), "the fonts of the game"),
)
#: What hints tell people who write files, and what does the same in the page.
_IN_PAGE = (
    (re.compile(r"there is no picture (?:\S*/)?icons/(\S+)"), r"there is no icon \1"),
    (re.compile(r"did you mean icons/"), "did you mean "),
    (
        re.compile(r"\badd \S*art/icons/([^\s/]+?)(?:\.svg or \.png|\.\w+)(?=$|[;,.])"),
        r"add the icon \1 in Game, Icons",
    ),
    (re.compile(r"(?:[;,] or|(?<=[.?]) Otherwise) write \\\S+ to print [^;,.]*"), ""),
    (re.compile(r", or \\\S+ to print (?:it|a bracket)"), ""),
    (re.compile(r"; with markup: no or markup: icons, a column is printed as it is written"), ""),
    (re.compile(r"make it an icon, in game\.yaml: icons: \{[^{}]*\}"), "make it an icon in Game, Icons"),
    (re.compile(r"put (\S+) into \S*fonts/, and write in game\.yaml: fonts: \{[^{}]*\}"), r"add \1 in Game, Fonts"),
    (
        re.compile(
            r"put (\S+, or another font that has them), into \S*fonts/, and write in game\.yaml: fonts: \{[^{}]*\}"
        ),
        r"add \1, in Game, Fonts",
    ),
    (
        re.compile(r"put its TTF or OTF file into \S*fonts: fonts of the system are not used"),
        "add its TTF or OTF file in Game, Fonts",
    ),
    (
        re.compile(r"add a case (\S+):, or else: for all other values"),
        r"choose the layer on a card of \1, and set “Edit for” to those cards",
    ),
    (
        re.compile(r"write \{column\}, or \{\{ and \}\} for the braces themselves"),
        "write a column as «Name», or each brace twice to print it",
    ),
    (re.compile(r"\b(which|in|to|by) (?:\S*/)?game\.yaml"), r"\1 the game"),
)
#: What a design names that its table lacks.
_GONE = re.compile(r"^([^:;]+) has no column ([\w.-]+)$")
_LACKED = r"the design uses the column \2, which \1 does not have"
_NAMED = re.compile(r" \(([^()]*), column ([^(),]*)[^()]*\)$")
_ID = re.compile(r" \(([^()\s]+)\)$")
#: A picture that a cell names and the game lacks: its folder and its file.
_NO_PICTURE = re.compile(r"there is no picture (?:(\S+)/)?([^/]+)")


class Described(NamedTuple):
    """What a page shows of a problem.

    `parts` is the message without its card and cell: fixed words, and in between what differs from card to card.
    `cell` is the card by its name, and its column unless the message begins with that; empty where none is named.
    `decks` are the decks and lookup tables whose file the message names.
    """

    where: str
    message: str
    hint: str
    parts: list[str]
    pieces: list[str]
    cell: str
    decks: list[str]

    @property
    def sentence(self) -> str:
        """Return what is wrong and what to do, beside its cell."""
        message = "".join(self.parts)
        return f"{message}: {self.hint}" if self.hint else message


class Wording:
    """Writes the problems of a game as designers read them; `game` is None where it cannot be read."""

    def __init__(self, folder: Path, game: Game | None) -> None:
        self.places = Places(folder, game)

    def describe(self, problem: Problem) -> Described:
        """Return a problem in words."""
        place, message = problem.place, problem.message
        cells = list(self.places.cells(place))
        if not cells and self.places.design(place) and (named := _ID.search(message)):
            cells = list(self.places.cards_of(place, named[1]))
        short = next((message.removesuffix(cell.suffix) for cell in cells if message.endswith(cell.suffix)), message)
        short = _CELL.sub("", short)
        texts = (text for cell in cells for text in (cell.row.id, cell.row.texts.get(cell.column, "")))
        values = {text for text in texts if len(text) > 1}
        where = self.places.words(place)
        if cells and not next(self.places.cells(place), None):
            where = f"{words_of_card(cells[0].row)}, {where[:1].lower()}{where[1:]}"
        pieces = list(dict.fromkeys(cell.key for cell in cells))
        plain = self.plain(short, place)
        decks, hint = self.places.tables_named(message), self.advice(problem.hint, place)
        if total := total_row(problem.message):
            where = self.places.words_of_row(place, label_of_total(problem.message))
            return Described(where, total, hint, [total], pieces, "", decks)
        if cells and (lost := _NO_PICTURE.fullmatch(short)):
            card, folder = words_of_card(cells[0].row), f" in the folder of {lost[1] or 'pictures'}"
            hint = "drop the picture on the card" if hint.startswith("add ") else hint
            message = f"{card} has no picture: {lost[2]} is not{folder}"
            parts = ["no picture ", lost[2], folder]
            return Described(where, message, hint, parts, pieces, card, decks)
        parts, cell = _split(plain, values), ""
        if named := _NAMED.search(message):
            head = self.places.heads(place).get(named[2], named[2])
            cell = self.places.called(place, named[1]) + ("" if plain.startswith(head) else f", {head}")
        return Described(where, self.plain(_ADDRESS.sub(")", message), place), hint, parts, pieces, cell, decks)

    def plain(self, text: str, place: Place) -> str:
        """Return a message or a hint without the words of files: what is quoted from the game stays."""
        names = sorted(map(re.escape, self.places.slots(place)), key=len, reverse=True)
        known = re.compile(rf"\bslot ({'|'.join((*names, _NAME))})(?![\w-])")

        def in_words(words: str) -> str:
            return _in_terms(known.sub(lambda match: self._layer(match, place), words))

        for pattern, instead in _IN_PAGE:
            text = pattern.sub(instead, text)
        pairs = _pairs(_DESIGN.sub(self._design, self._with_heads(text, place)))
        plain = "".join(self._table(given) if given else in_words(words) for words, given in pairs)
        return _GONE.sub(_LACKED, plain) if self.places.design(place) else plain

    def _with_heads(self, text: str, place: Place) -> str:
        """Return a text with columns as their file calls them, where it begins with one or says that it is one."""
        heads = self.places.heads(place)
        names = "|".join(map(re.escape, sorted(heads, key=len, reverse=True)))
        start = "" if self.places.design(place) else "^|"  # what is said of a design may begin with a layer
        pattern = rf"({start}\bcolumns? )({names})(?![\w-])"
        return re.sub(pattern, lambda match: match[1] + heads[match[2]], text) if names else text

    def advice(self, hint: str, place: Place) -> str:
        """Return a hint, or what a fix does, without what only helps in a file."""
        return self.plain(_ASIDE.sub(_without_keys, hint), place)

    def _table(self, given: str) -> str:
        """Return what a message quotes; the file of a deck's table by the title of the deck, others by their use."""
        file = given.rstrip(",.;:)")
        words = next((words for known, words in _FILES if known.fullmatch(file)), file)
        return f"{self.places.tables.get(file, words)}{given[len(file) :]}"

    def _design(self, match: re.Match[str]) -> str:
        design = self.places.design(Place(re.sub(r"\.yaml.*", ".yaml", match[0])))
        return f"the design “{titled(design)}”" if design else match[0]

    def _layer(self, match: re.Match[str], place: Place) -> str:
        name = match[1]
        return match[0] if name in _NO_NAMES else f"{self.places.kind_of(name, place)} “{titled(name)}”"


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield words of a message, then what it quotes, in turn."""
    at = 0
    for match in _GIVEN.finditer(text):
        yield text[at : match.start()], ""
        yield "", match[0]
        at = match.end()
    yield text[at:], ""


def _in_terms(words: str) -> str:
    for pattern, term in _TERMS:
        words = pattern.sub(term, words)
    return _KEY.sub(_labelled, words)


def _without_keys(match: re.Match[str]) -> str:
    return match[0] if match[1] in _keys() and not match[2] else ""


def _labelled(match: re.Match[str]) -> str:
    key = _keys().get(match[1])
    words = ("yes", "no") if key and key.control == "flag" else key.words if key else ()
    if key is None or (match[2] and match[2] not in (*words, "or", "and", "in")):
        return match[0]
    return f"“{key.label}: {match[2]}”" if match[2] in words else f"“{key.label}” {match[2] or ''}".rstrip()


@cache
def _keys() -> dict[str, SlotKey]:
    """Return the keys that fields of the page set, those of slots before those of decks and the game."""
    slots = {key.name: key for kind in KINDS for key in keys_of_kind(kind)}
    return {key.name: key for key in (*game_keys(), *deck_keys())} | slots


def _split(message: str, values: Collection[str]) -> list[str]:
    """Split a message before and after what differs from card to card: texts at odd indexes differ."""
    own = "|".join(rf"(?<!\w){re.escape(value)}(?!\w)" for value in sorted(values, key=len, reverse=True))
    return re.split(f"({own}|{_DIFFERS})" if own else f"({_DIFFERS})", message)
