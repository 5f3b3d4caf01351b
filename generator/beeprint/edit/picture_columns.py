"""The columns of a deck that name pictures, whether slots show them or not."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError, Place
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit.draft import layout_names
from beeprint.edit.snapshot import Snapshot, slots_in
from beeprint.game.binding import Scope, bind, names_in
from beeprint.game.model import Deck, Game
from beeprint.sources.names import bare
from beeprint.sources.workspace import Workspace
from beeprint.starter.guess import is_head_of_pictures

#: The share of a column's values that have to name pictures.
_MOSTLY = 0.5


class Binding(NamedTuple):
    """What a slot of pictures or icons shows: a text with names in braces, and the last column that it names.

    `takes_name` says that the column's cells hold names of pictures. Otherwise they hold something else, such as an id
    or a title, and a file is named after them. `column` is empty where the text names none of the deck's columns.
    """

    pattern: str
    column: str
    is_icon: bool
    takes_name: bool
    place: Place


def folder_of(workspace: Workspace, deck: Deck, column: str) -> str | None:
    """Return the folder in which most values of a column name pictures, compared by their letters and digits.

    None where they do not.
    """
    stems: dict[str, set[str]] = {}
    for name in workspace.names("art", SUFFIXES):
        folder, slash, stem = name.rpartition("/")
        stems.setdefault(f"{folder}{slash}", set()).add(bare(stem))
    values = {row.texts.get(column, "") for row in deck.rows.rows} - {""}
    parts = [_without_ending(value).rpartition("/") for value in values]
    counts = {
        home: sum(bare(stem) in stems.get(f"{home}{folder}{slash}", ()) for folder, slash, stem in parts)
        for home in sorted(stems)
    }
    best = max(counts, key=lambda home: counts[home], default=None)
    return best if best is not None and counts[best] >= max(1, len(values) * _MOSTLY) else None


def _without_ending(name: str) -> str:
    ending = next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), "")
    return name.removesuffix(name[len(name) - len(ending) :]) if ending else name


@dataclass(frozen=True)
class DeckPictures:
    """The slots of a deck's layouts as they are written, for questions about its columns; read once."""

    game: Game
    deck: Deck

    @cached_property
    def _slots(self) -> list[tuple[dict[str, Any], Place]]:
        return list(_slots(self.game, self.deck))

    @cached_property
    def _printed(self) -> frozenset[str]:
        """Return the columns that are printed as words."""
        texts = (str(plain.get("text", "")) for plain, _ in self._slots if plain.get("kind") == "text")
        return frozenset(name for text in texts for name in names_in(text))

    @cached_property
    def bindings(self) -> tuple[Binding, ...]:
        """Return what slots of pictures and icons show of columns, in the order of the layouts."""
        contents = (
            (plain.get({"picture": "art", "icon": "icon"}.get(plain["kind"], "")), plain["kind"] == "icon", place)
            for plain, place in self._slots
            if isinstance(plain.get("kind"), str)
        )
        bound = (self.binding(pattern, *more) for pattern, *more in contents if isinstance(pattern, str))
        return tuple(dict.fromkeys(binding for binding in bound if names_in(binding.pattern)))

    def binding(self, pattern: str, is_icon: bool, place: Place) -> Binding:
        """Return the binding of the content of a slot."""
        column = next((name for name in reversed(names_in(pattern)) if name in self.deck.rows.columns), "")
        is_last = "/" not in pattern.rpartition(f"{{{column}}}")[2]
        return Binding(pattern, column, is_icon, is_last and self.takes_names(column), place)

    def takes_names(self, column: str) -> bool:
        """Return whether cells of a column may hold names of pictures: texts that are not printed as words."""
        declared = self.deck.rows.columns.get(column)
        return declared is not None and declared.type == "text" and column != "id" and column not in self._printed

    @cached_property
    def unplaced(self) -> tuple[str, ...]:
        """Return the columns that name pictures, or are called so and still empty, and which no slot shows."""
        shown, workspace = {binding.column for binding in self.bindings}, Snapshot(self.game.workspace.game)
        return tuple(
            name
            for name in self.deck.rows.columns
            if name not in shown
            and self.takes_names(name)
            and (folder_of(workspace, self.deck, name) is not None or self._is_empty_and_called_so(name))
        )

    @cached_property
    def printed_names(self) -> frozenset[str]:
        """Return the columns whose cells name pictures of the game, and which texts print as words."""
        workspace = Snapshot(self.game.workspace.game)
        return frozenset(
            name
            for name in self._printed & {*self.deck.rows.columns} - {"id"}
            if folder_of(workspace, self.deck, name) is not None
            and (is_head_of_pictures(name) or self._is_of_files(name))
        )

    def _is_of_files(self, column: str) -> bool:
        texts = [text for row in self.deck.rows.rows if (text := row.texts.get(column, "").lower())]
        return all(text.endswith(SUFFIXES) for text in texts)

    def _is_empty_and_called_so(self, column: str) -> bool:
        texts = (row.texts.get(column, "").lower() for row in self.deck.rows.rows)
        return is_head_of_pictures(column) and all(not text or text.endswith(SUFFIXES) for text in texts)

    def missing(self, stems: Collection[str], only_cells: bool) -> Iterator[tuple[Binding, Scope, str]]:
        """Yield what asks for pictures that the game lacks, with their names: those whose files have one of the stems.

        A stem is of letters and digits only. A column that no slot shows yet asks for what its cells name. With
        `only_cells`, leave out names that are made of something else than names in cells, such as ids.
        """
        workspace, here = Workspace(self.game.workspace.game), Place("")
        unshown = (Binding(f"{{{column}}}", column, False, True, here) for column in self.unplaced)
        bindings = (each for each in (*self.bindings, *unshown) if each.column and not each.is_icon)
        for binding in (each for each in bindings if each.takes_name or not only_cells):
            for row in (row for row in self.deck.rows.rows if row.texts.get(binding.column)):
                scope = Scope(self.game, self.deck.rows, row)
                with contextlib.suppress(KeyError):
                    name = bind(binding.pattern, scope)
                    if stem_of(name) in stems and workspace.find("art", name, SUFFIXES) is None:
                        yield binding, scope, name

    @cached_property
    def patterns(self) -> dict[str, str]:
        """Return what a picture shows of each column that names pictures, such as `suits/{suit}`."""
        workspace = Workspace(self.game.workspace.game)
        new = {name: f"{folder_of(workspace, self.deck, name) or ''}{{{name}}}" for name in self.unplaced}
        return new | {each.column: each.pattern for each in reversed(self.bindings) if each.column and not each.is_icon}

    @property
    def folders(self) -> dict[str, str]:
        """Return the columns that name pictures, each with the folder in art/ that its pictures are in, such as suits/.

        It is empty where the cells name the whole way, or where other columns are part of it.
        """
        ends = {name: (self.patterns.get(name, ""), f"{{{name}}}") for name in self.columns}
        homes = {
            name: pattern.removesuffix(end) if pattern.endswith(end) else "" for name, (pattern, end) in ends.items()
        }
        return {name: "" if "{" in home else home for name, home in homes.items()}

    @property
    def columns(self) -> frozenset[str]:
        """Return all columns that name pictures, whether a slot shows them or not."""
        shown = {name for each in self.bindings if not each.is_icon for name in names_in(each.pattern)}
        return frozenset({*shown, *self.unplaced})


def stem_of(name: str) -> str:
    """Return the letters and digits of the name of a file, without its folders and the ending of a picture."""
    path = PurePosixPath(name)
    return bare(path.stem if path.suffix.lower() in SUFFIXES else path.name)


def _slots(game: Game, deck: Deck) -> Iterator[tuple[dict[str, Any], Place]]:
    """Yield the slots of a deck's layouts, each case by itself."""
    snapshot = Snapshot(game.workspace.game)
    names: dict[str, None] = {}
    with contextlib.suppress(BuildError):
        names = dict.fromkeys(name for side in layout_names(game, deck.name).values() for name in side)
    for name in names:
        with contextlib.suppress(BuildError):
            for _, node in slots_in(snapshot.layout(name).nodes):
                plain = node.plain()
                if isinstance(plain, dict):
                    yield plain, node.place
