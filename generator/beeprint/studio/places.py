"""Places in a designer's words: a card and its column, a layer of a design; no lines of files."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import dropwhile
from pathlib import Path
from typing import NamedTuple

from beeprint.base.problems import BuildError, Place
from beeprint.base.words import titled
from beeprint.edit.choices import CHOOSE
from beeprint.edit.document import Document
from beeprint.edit.fixed_words import pieces
from beeprint.edit.palette import InkUse
from beeprint.edit.slot_keys import label_of
from beeprint.edit.snapshot import Snapshot
from beeprint.edit.text import source_text
from beeprint.face.template import ALSO
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.sources.nodes import Node
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import GAME, shown

#: What the keys of game.yaml are called that name several things, and each of these.
_GROUPS = {
    "decks": "deck",
    "boxes": "box",
    "editions": "edition",
    "tables": "table",
    "icons": "icon",
    "fonts": "font",
    "columns": "column",
    "rules": "check",
}
#: The most sides of decks that are listed.
_FEW = 2
#: Keys of a layout between a slot and what is in it.
_BETWEEN = ("each", "choose", "edges")


class Cell(NamedTuple):
    """The row of a data file at a place, the key of its piece, and its column, "" where that is not known."""

    deck: Deck
    row: Row
    column: str

    @property
    def key(self) -> str:
        """Return the key of the piece."""
        return f"{self.deck.name}/{self.row.id}"

    @property
    def called(self) -> str:
        """Return what the card is called."""
        return self.deck.rows.called(self.row)

    @property
    def suffix(self) -> str:
        """Return how messages name the cell at their end."""
        return f" {self.deck.rows.cell(self.row, self.column)}" if self.column else f" ({self.row.id})"


class Places:
    """Says where the places in the files of a game are; of a game that cannot be read, only what its files say."""

    def __init__(self, folder: Path, game: Game | None) -> None:
        self.folder, self.game = folder, game
        self._snapshot = Snapshot(folder)
        self._paths: dict[Path, Mapping[tuple[int, int], tuple[str | int, ...]]] = {}
        self._kinds: dict[str, Mapping[str, str]] = {}

    @cached_property
    def tables(self) -> Mapping[str, str]:
        """The data files of one deck or lookup table each, by their names and as messages show them.

        They are called "the table of Garden cards" or "the table suits".
        """
        names: dict[str, set[str]] = {}
        for name, file in self._files.items():
            deck = self.game.decks.get(name) if self.game else None
            words = f"the table of {deck.spec.title or name}" if deck else f"the table {name}"
            for known in (file, Path(file).name):
                names.setdefault(known, set()).add(words)
        return {file: next(iter(words)) for file, words in names.items() if len(words) == 1}

    def tables_named(self, message: str) -> list[str]:
        """Return the decks and lookup tables whose data file a message names."""
        return [name for name, file in self._files.items() if Path(file).name in message]

    @cached_property
    def _files(self) -> Mapping[str, str]:
        """The data file of each deck and lookup table, as messages show it."""
        rows = {deck.name: deck.rows for deck in self.game.decks.values()} | dict(self.game.tables) if self.game else {}
        return {name: each.table.shown for name, each in rows.items()}

    @property
    def _decks(self) -> Sequence[Deck]:
        return tuple(self.game.components.values()) if self.game else ()

    # cards ------------------------------------------------------------------------------------------------------------

    @cached_property
    def _rows(self) -> Mapping[tuple[str, str, int], list[tuple[Deck, Row]]]:
        """The rows in each line of a data file, or of its translation; in a workbook, in each row of each sheet."""
        rows: dict[tuple[str, str, int], list[tuple[Deck, Row]]] = {}
        for deck in self._decks:
            for row in deck.rows.rows:
                places = (deck.rows.place(row, column) for column in ["id", *row.translated])
                for at in dict.fromkeys((place.file, _sheet(place), place.line) for place in places):
                    rows.setdefault(at, []).append((deck, row))
        return rows

    def cells(self, place: Place) -> Iterator[Cell]:
        """Yield the cells at a place of a data file, one for each deck that reads it."""
        for deck, row in self._rows.get((place.file, _sheet(place), place.line), ()) if place.line else ():
            names = dict.fromkeys((*deck.rows.columns, *deck.rows.table.header))
            columns = (name for name in names if deck.rows.place(row, name) == place)
            yield Cell(deck, row, next(columns, ""))

    def heads(self, place: Place) -> Mapping[str, str]:
        """Return what a data file, or that of a design's decks, calls columns by other names than the game's."""
        users = {deck.name for deck, _ in self.users(self.design(place))}
        decks = (deck for deck in self._decks if deck.rows.table.shown == place.file or deck.name in users)
        aliases = (alias for deck in decks for alias in deck.rows.table.aliases.items())
        return {name: head for name, head in aliases if name not in ("id", head)}

    def called(self, place: Place, card: str) -> str:
        """Return what the card of an id in a data file is called."""
        decks = (deck for deck in self._decks if deck.rows.table.shown == place.file)
        return next((deck.rows.called(deck.rows.by_id[card]) for deck in decks if card in deck.rows.by_id), card)

    def cards_of(self, place: Place, name: str) -> Iterator[Cell]:
        """Yield the card of an id that a design draws: those of its decks, or else of any deck."""
        users = {deck.name: deck for deck, _ in self.users(self.design(place))}
        for deck in users.values() or self._decks:
            if name in deck.rows.by_id:
                yield Cell(deck, deck.rows.by_id[name], "")

    # designs ----------------------------------------------------------------------------------------------------------

    def design(self, place: Place) -> str:
        """Return the name of the layout whose file a place is in, "" for another file."""
        path = Path(place.file)
        if path.suffix != ".yaml":
            return ""
        try:
            homes = [root.absolute() for root in self._snapshot.roots("layouts")]
        except BuildError:
            return ""
        home = next((home for home in homes if path.absolute().is_relative_to(home)), None)
        return path.absolute().relative_to(home).with_suffix("").as_posix() if home else ""

    def users(self, design: str) -> Iterator[tuple[Deck, str]]:
        """Yield the decks that a layout draws, and which side."""
        for deck in self.game.decks.values() if self.game else ():
            back = deck.spec.back
            for side, name in (("front", deck.spec.front), ("back", back.layout if back else "")):
                pattern = ".+".join(map(re.escape, re.split(r"\{[^{}]*\}", name)))
                if design and name and re.fullmatch(pattern, design):
                    yield deck, side

    def slots(self, place: Place) -> Mapping[str, str]:
        """Return the kinds of the slots that a problem at a place may name: of its design, or of those of its decks."""
        own = self.design(place)
        if own:
            return self._kinds_in(own)
        decks = {cell.deck.name for cell in self.cells(place)}
        kinds: dict[str, str] = {}
        for deck in self.game.decks.values() if self.game else ():
            if not decks or deck.name in decks:
                for name in (deck.spec.back.layout if deck.spec.back else "", deck.spec.front):
                    kinds |= self._kinds_in(name) if name and "{" not in name else {}
        return kinds

    def layer(self, place: Place) -> str:
        """Return the path of the slot of a design that a place is in, such as dice/each/word; "" for none."""
        group, *keys = map(str, (self._keys_at(place) if self.design(place) else ()) or ("",))
        is_inner = keys[1:2] in (["each"], ["edges"]) and len(keys) > 2
        return "" if group != "slots" or not keys else "/".join(keys[: 3 if is_inner else 1])

    def draws(self, place: Place) -> list[str]:
        """Return the names of the decks that the design of a place draws."""
        return sorted({deck.name for deck, _ in self.users(self.design(place))})

    def kind_of(self, slot: str, place: Place) -> str:
        """Return the kind of a slot that a problem at a place names; "layer" where nothing says so."""
        return self.slots(place).get(slot, "layer")

    def _kinds_in(self, design: str) -> Mapping[str, str]:
        """Return the kinds of the slots of a layout, with those of its grids; none where it cannot be read."""
        if design not in self._kinds:
            self._kinds[design] = dict(_kinds(self._nodes(design)))
        return self._kinds[design]

    def _nodes(self, design: str) -> Mapping[str, Node]:
        """Return the slots of a layout, only its own where it cannot be read together with those it extends."""
        try:
            return self._snapshot.layout(design).nodes
        except BuildError:
            pass
        try:
            slots = self._snapshot.yaml("layouts", design, Place("")).find(["slots"])
        except BuildError:
            return {}
        return slots.value if slots is not None and isinstance(slots.value, dict) else {}

    # words ------------------------------------------------------------------------------------------------------------

    def words(self, place: Place) -> str:
        """Return where a place is, such as "Storm Lantern (S6), column title"."""
        cell = next(self.cells(place), None)
        if cell is not None:
            return _words_of_cell(cell)
        path = Path(place.file)
        design = self.design(place)
        if design:
            return self._words_of_design(place, design)
        if place.cell:
            deck = self._deck_at(place)
            return f"{f'The table of {deck}' if deck else f'{path.name}, sheet {_sheet(place)}'}, row {place.line}"
        if path.name == GAME:
            return self._words_of_game(place)
        if path.name == "palette.yaml":
            ink = next((str(key) for key in reversed(self._keys_at(place)) if isinstance(key, str)), "")
            return f"Palette, {ink}" if ink else "Palette"
        table = capitalised(self.tables.get(place.file, "")) or path.name
        if place.line and (table != path.name or path.suffix.lower() in (".csv", ".tsv")):
            return f"{table}, row {place.line}"
        return f"{path.name}, line {place.line}" if place.line else path.name

    def words_of_row(self, place: Place, label: str) -> str:
        """Return what a row that is not a card is called, such as "The row TOTAL of Sea deck"."""
        return f"The row {label} of {self._deck_at(place) or Path(place.file).name}" if label else self.words(place)

    def _deck_at(self, place: Place) -> str:
        """Return the title of the deck that reads a sheet or another data file; empty unless exactly one does."""
        tables = ((deck.rows.table.place(None), deck.spec.title or deck.name) for deck in self._decks)
        titles = {title for at, title in tables if (at.file, _sheet(at)) == (place.file, _sheet(place))}
        return next(iter(titles)) if len(titles) == 1 else ""

    def words_of_use(self, use: InkUse) -> str:
        """Return what uses an ink, such as "Shape “ground” on the back of Garden cards"."""
        if self.game and use.how.startswith("cell"):
            deck = self.game.decks[str(use.keys[0])]
            return f"Column {deck.rows.head(str(use.keys[1]))} of {deck.spec.title or deck.name}"
        place = Place(str(use.path))
        design = self.design(place)
        group, *keys = map(str, use.keys)
        if not design or not keys:
            return use.words
        what = self._words_of_layer(keys[:-1], place) if group == "slots" else f"style “{titled(keys[0])}”"
        return capitalised(f"{what} {self.home(design)}")

    def decks_of_use(self, use: InkUse) -> set[str]:
        """Return the names of the decks on which one sees what uses an ink."""
        if use.how.startswith("cell"):
            return {str(use.keys[0])}
        design = self.design(Place(str(use.path)))
        return {deck.name for deck, _ in self.users(design)} if design else set()

    def home(self, design: str) -> str:
        """Return where one sees what a design draws, such as "on the back of Garden cards"."""
        sides = [f"the {side} of {deck.spec.title or deck.name}" for deck, side in self.users(design)]
        return f"on {' and '.join(sides)}" if 0 < len(sides) <= _FEW else f"in the design “{titled(design)}”"

    def _words_of_design(self, place: Place, design: str) -> str:
        sides = [f"{side} of {deck.spec.title or deck.name}" for deck, side in self.users(design)]
        listed = ", ".join((*sides[:_FEW], *(["..."] if len(sides) > _FEW else [])))
        whole = f"design “{titled(design)}”{f' ({listed})' if sides else ''}"
        group, *keys = map(str, self._keys_at(place) or ("",))
        if group == "styles" and keys:
            return f"Style “{titled(keys[0])}” in the {whole}"
        if group == "slots" and keys:
            return capitalised(f"{self._words_of_layer(keys, place)} in the {whole}")
        return f"The {whole}"

    def _words_of_layer(self, keys: list[str], place: Place) -> str:
        """Return what the keys below `slots:` lead to, such as: text “title” for sun, Size."""
        slot, rest = (keys[2], keys[3:]) if keys[1:2] == ["each"] and len(keys) > 2 else (keys[0], keys[1:])
        case = ""
        if rest[:1] == [CHOOSE]:
            rest = [*dropwhile(lambda key: key in (CHOOSE, ALSO), rest)]
            case, rest = "".join(f" for {name}" for name in rest[:1] if name != "by"), rest[1:]
        kind = self.kind_of(slot, place)
        label = next((label_of(key) for key in rest if key not in _BETWEEN and not key.isdigit()), kind)
        field = f", {label}" if label.lower() != kind else ""  # its content is what one sees of it
        return f"{kind} “{titled(slot)}”{case}{field}"

    def _words_of_game(self, place: Place) -> str:
        keys = self._keys_at(place)
        words = ["Game"]
        rest = list(keys)
        while rest:
            key = str(rest.pop(0))
            if key in _GROUPS and rest:
                name = rest.pop(0)
                deck = self.game.decks.get(str(name)) if self.game and key == "decks" else None
                called = name + 1 if isinstance(name, int) else (deck.spec.title if deck else "") or name
                words.append(f"{_GROUPS[key]} {called}")
                if key == "rules":
                    break
            elif key in _GROUPS:
                words.append(key)
            else:
                words.append(label_of(key))
                break
        return ", ".join(words)

    def _keys_at(self, place: Place) -> tuple[str | int, ...]:
        """Return the keys and indexes that lead to a place of a YAML file, none where it cannot be read."""
        path = Path(place.file)
        if path not in self._paths:
            try:
                document = Document(path, read_bytes(path, shown(path)))
                self._paths[path] = _paths_in(document) if document.plain else {}
            except (BuildError, OSError):
                self._paths[path] = {}
        return self._paths[path].get((place.line, place.column or 1), ())


def _paths_in(document: Document) -> dict[tuple[int, int], tuple[str | int, ...]]:
    """Return what leads to each value by its line and column, outer ones first, and to each key."""
    text = source_text(document.data, shown(document.path)).text
    starts = [0, *(end.end() for end in re.finditer(r"\r\n?|\n", text))]
    values = list(pieces(document.root))
    paths: dict[tuple[int, int], tuple[str | int, ...]] = {}
    for value in values:
        paths.setdefault((value.line, value.column), value.path)
    for value in values:
        if value.key:
            line = bisect.bisect(starts, value.key[0])
            paths.setdefault((line, value.key[0] - starts[line - 1] + 1), value.path)
    return paths


def _kinds(nodes: Mapping[str, Node]) -> Iterator[tuple[str, str]]:
    """Yield the names of slots and their kinds."""
    for name, node in nodes.items():
        kind = node.find(["kind"])
        if kind is not None and isinstance(kind.value, str):
            yield name, kind.value
        inner = node.find(["each"])
        if inner is not None and isinstance(inner.value, dict):
            yield from _kinds(inner.value)


def _sheet(place: Place) -> str:
    """Return the sheet of a cell; empty for a place in a file without sheets."""
    return place.cell.rpartition("!")[0]


def _words_of_cell(cell: Cell) -> str:
    return f"{cell.called}, column {cell.deck.rows.head(cell.column)}" if cell.column else cell.called


def capitalised(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]
