"""Replace the table of a deck from the page: a newer file is compared first, and taken whole or card by card."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from msgspec import structs, to_builtins

from beeprint import edit
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.edit import pull
from beeprint.edit.change import digest
from beeprint.edit.comparing import Comparison, compare, has_columns, read_sheets
from beeprint.edit.own_changes import OwnChanges, merged, own_changes
from beeprint.edit.replacing import faults_of, replace_table
from beeprint.edit.table_bases import base_of
from beeprint.game import model
from beeprint.sources.table_files import sheets_of
from beeprint.sources.workspace import GAME, Workspace, shown
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic, seen_in
from beeprint.studio.views import Answer, Request, of_json

#: Columns, by their names.
Names = frozenset[str]


class _Newer(NamedTuple):
    """A newer table: the name of its file, its bytes, and the address to write into game.yaml."""

    name: str
    data: bytes
    source: str


class Replacing(Topic):
    """Compare tables, and take over what a person chooses; the newer table is kept in memory until the next one."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._newer: dict[str, _Newer] = {}
        self.questions = {}
        self.actions = {
            "decks-of-table": self._decks,
            "compare-table": self._compare,
            "compare-again": self._compare_again,
            "pull-table": self._pull,
            "replace-table": self._replace,
        }

    def _decks(self, request: Request) -> Answer:
        """List the decks that have a column of a table; BuildError for a file that is no table, or of no deck."""
        name = request.query["name"]
        sheets = read_sheets(request.data, name)
        workspace = Workspace(self.studio.folder)
        tables: list[edit.Table] = []
        for deck in model.declared(workspace).decks:
            with suppress(BuildError):  # Problems says what is wrong with it
                tables.append(edit.find_table(workspace, deck))
        decks = [table.name for table in tables if has_columns(table, sheets)]
        if tables and not decks:
            heads = dict.fromkeys(column.head for table in tables for column in table.columns if column.head)
            message = f"{name} has none of the columns of your decks"
            raise error_at(Place(name), message, f"its first row must name columns such as {', '.join([*heads][:6])}")
        return of_json({"decks": decks})

    def _compare(self, request: Request) -> Answer:
        """Compare the table of a deck with the bytes of a file."""
        return self._compared(request.query["deck"], _Newer(request.query["name"], request.data, ""))

    def _compare_again(self, request: Request) -> Answer:
        """Compare with the newer table at hand, as it is once words of the columns `listing` are in their lists.

        Slips in the columns `correcting` are the listed words that they stand for.
        """
        return self._compared(
            str(request.body["deck"]), self._at_hand(request), _names(request, "listing"), _names(request, "correcting")
        )

    def _at_hand(self, request: Request) -> _Newer:
        newer = self._newer.get(str(request.body["digest"]))
        if newer is None:
            place = Place(str(request.body.get("name") or "the newer table"))
            raise error_at(place, "the newer table is no longer at hand", "drop the file again, or pull again")
        return newer

    def _pull(self, request: Request) -> Answer:
        """Compare the table of a deck with what its address answers, or a link that the game does not have yet."""
        deck, link = str(request.body["deck"]), str(request.body.get("link") or "").strip()
        table = self._read(deck)
        known = table.spec.data.source
        place = Place(shown(self.studio.folder / GAME))
        if not (link or known):
            raise error_at(place, f"{table.file} has no address", "paste the link of the sheet")
        data = pull.pull_file(table.file, link or known, place)
        return self._compared(deck, _Newer(table.file, data, link if link != known else ""))

    def _compared(
        self, deck: str, newer: _Newer, listing: Names = frozenset(), correcting: Names = frozenset()
    ) -> Answer:
        table = self._read(deck)
        read = compare(table, newer.data, newer.name)
        comparison = structs.replace(read.corrected(correcting), listing=listing)
        difference = comparison.difference
        own = self._own(comparison)
        wish = {
            card.key: [cell.column for cell in card.cells if (card.kind, cell.column) != ("renamed", "id")]
            for card in difference.cards
            if card.kind != "gone"
        }
        faults = faults_of(comparison, wish, difference.new_columns, table.seen)
        cells = ((card.key, cell) for card in difference.cards for cell in card.cells)
        fresh = (cell for key, cell in cells if own.cells.get((key, cell.column)) != "here")
        unlisted = comparison.unlisted_in(fresh)
        at_hand = digest(newer.data)
        self._newer = {at_hand: newer}
        return of_json(
            {
                "deck": deck,
                "file": table.file,
                "others": self._others(table, newer),
                "name": newer.name,
                "digest": at_hand,
                "seen": dict(table.seen),
                "source": newer.source,
                "editable": not table.reason,
                "reason": table.reason,
                "by": difference.by,
                "same": difference.same,
                "cards": to_builtins(difference.cards),
                "new-columns": difference.new_columns,
                "gone-columns": difference.gone_columns,
                "off-cards": [column.name for column in comparison.columns if column.column is None],
                "heads": {column.name: column.head or column.name for column in table.columns},
                "has-ids": any(column.name == "id" and column.head for column in table.columns),
                "unlisted": unlisted,
                "meant": comparison.meant_by(unlisted),
                "correcting": sorted(correcting),
                "emptied": comparison.emptied_by(),
                "listing": sorted(listing),
                "own": _by_card(own.cells),
                "own-columns": own.columns,
                "own-known": own.is_whole,
                "faults": _by_card({spot: self._sentence(problem) for spot, problem in faults.items()}),
            }
        )

    def _replace(self, request: Request) -> Answer:
        """Write the changes of the cards and the new columns that a person chose, as one edit."""
        body = request.body
        newer = self._at_hand(request)
        table = self._read(str(body["deck"]))
        read = compare(table, newer.data, newer.name).corrected(_names(request, "correcting"))
        comparison = structs.replace(read, listing=_names(request, "listing"))
        cards = {str(key): {str(column) for column in taken} for key, taken in dict(body["cards"]).items()}
        columns = {str(each) for each in body["columns"]}
        change = replace_table(comparison, cards, columns, seen_in(request), newer.source)
        base = merged(comparison, cards, columns, self._own(comparison))
        return self.apply(change, bases={comparison.table.name: base})

    def _others(self, table: edit.Table, newer: _Newer) -> list[str]:
        """Return the other decks of the same workbook whose sheets the newer one has too."""
        if not table.spec.data.sheet:
            return []
        sheets = sheets_of(newer.data, newer.name)
        decks = model.declared(Workspace(self.studio.folder)).decks
        others = {
            name: deck.data for name, deck in decks.items() if name != table.name and deck.data.file == table.file
        }
        return [name for name, data in others.items() if data.sheet in sheets and data.sheet != table.spec.data.sheet]

    def _own(self, comparison: Comparison) -> OwnChanges:
        table = comparison.table
        return own_changes(comparison, base_of(self.studio.store, *table.source, table.name))

    def _sentence(self, problem: Problem) -> str:
        """Return a problem of a cell in words that its place need not repeat."""
        return self.studio.wording.describe(problem).sentence

    def _read(self, deck: str) -> edit.Table:
        return edit.find_table(Workspace(self.studio.folder), deck)


def _names(request: Request, key: str) -> Names:
    """Return the columns that a request names under a key."""
    return frozenset(str(name) for name in request.body.get(key) or ())


def _by_card(cells: Mapping[tuple[str, str], str]) -> dict[str, dict[str, str]]:
    """Return what is said of cells by the key of the card, then by the column."""
    cards: dict[str, dict[str, str]] = {}
    for (key, column), words in cells.items():
        cards.setdefault(key, {})[column] = words
    return cards
