"""Bring dropped files into a game and show them there: in a slot, in a cell, or on the cards that have their names."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from beeprint.base.geometry import Point, Rect
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.words import counted, titled
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit import slot_list, slots
from beeprint.edit.boxes import Side, SlotPlace, find_place
from beeprint.edit.change import Edit
from beeprint.edit.column_slots import front_of, game_of
from beeprint.edit.draft import Draft
from beeprint.edit.drop_targets import Choices, OnCell, OnDeck, OnFace, OnSlot, Target, Upload
from beeprint.edit.dropped import DroppedFile, ExistsError, InexactError, drop_file, note_pixels, title_of
from beeprint.edit.free_places import Room, Sight, Size
from beeprint.edit.icon_sets import add_credit
from beeprint.edit.named_files import cards_named
from beeprint.edit.new_slots import PLACEHOLDER, NewSlot, new_slot, picture_folder
from beeprint.edit.one_colour import tint_of
from beeprint.edit.picture_columns import Binding, DeckPictures, stem_of
from beeprint.edit.shown_on import cards_with, shown_on
from beeprint.edit.slots import Only, SlotSource
from beeprint.edit.snapshot import spots_of
from beeprint.edit.table_cells import set_cells
from beeprint.edit.table_columns import add_column, name_of
from beeprint.edit.tables import Table, find_table
from beeprint.game.binding import Scope, bind, names_in
from beeprint.game.conditions import NOT_EMPTY
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.sources.fonts import FONTS
from beeprint.sources.names import bare, is_safe, slug
from beeprint.sources.workspace import Workspace, shown

#: Stands for the cell's text while the other names of a pattern are resolved.
_MARK = "\ufffc"
#: Folders that people drop as a whole, whose names say no more than art/ does.
_PLAIN = ("art", "images", "pictures", "img")
#: The column that is added where a deck has none for pictures.
_COLUMN = "picture"
#: The greatest share of a card's width and height that a new picture takes.
_WIDE, _HIGH = 0.6, 0.5


NO_CHOICES = Choices()


class Placement(NamedTuple):
    """An edit that brings files into a game.

    `slot` is the name of a new slot, `matched` counts the pictures that cards have the names of, `unmatched` are the
    names of the other ones, and `left_out` says why files are not brought in.
    """

    edit: Edit
    slot: str = ""
    matched: int = 0
    unmatched: tuple[str, ...] = ()
    left_out: tuple[Problem, ...] = ()


def place(
    game: Game,
    uploads: Sequence[Upload],
    target: Target,
    choices: Choices = NO_CHOICES,
    fonts: Fonts | None = None,
    sight: Sight | None = None,
) -> Placement:
    """Return the edit that brings files into a game and shows its pictures at a target; with None, only into art/.

    Several pictures go to the cards of the deck that have their names. Of several files, any that cannot be read is
    left out; BuildError where none is left. ExistsError and InexactError ask for `choices`. New slots are placed where
    `sight` leaves room.
    """
    placing = _Placing(game, choices, fonts, several=len(uploads) > 1, sight=sight)
    pictures = [upload for upload in uploads if not upload.path.lower().endswith(FONTS)]
    for upload in uploads:
        if upload not in pictures:
            placing.bring(upload, "fonts")
    if len(pictures) > 1 and target is not None:
        target = OnDeck(target.deck)
    if isinstance(target, OnDeck) and target.cell and len(pictures) == 1:
        deck = game.decks.get(target.deck)
        is_named = deck is not None and any(row for _, row in cards_named(pictures, deck))
        target = target if is_named else target.cell
    match target:
        case OnSlot() if pictures:
            title = placing.on_slot(pictures[0], target)
        case OnFace() if pictures:
            title = placing.on_face(pictures[0], target)
        case OnCell() if pictures:
            title = placing.on_cell(pictures[0], target)
        case OnDeck() if pictures:
            title = placing.on_deck(pictures, target)
        case _:
            for upload in placing.bring_as_asked(pictures)[1]:
                placing.bring(upload, placing.folder_of(upload))
            title = ""
    return placing.finish(title)


class _Placing:
    """Files on their way into a game: the changes so far, the cells to write, and what could not be read."""

    def __init__(
        self, game: Game, choices: Choices, fonts: Fonts | None, several: bool, sight: Sight | None = None
    ) -> None:
        self._sight = sight
        self.game, self._choices, self._fonts, self._several = game, choices, fonts, several
        self._draft = Draft(game)
        self._files: list[DroppedFile] = []
        self._cells: dict[tuple[int, str], str] = {}
        self._table: Table | None = None
        self._exists: list[ExistsError] = []
        self._inexact: list[Problem] = []
        self._left_out: list[Problem] = []
        self._warnings: list[Problem] = []
        self._slot = ""
        self._matched, self._unmatched = 0, list[str]()

    # files ------------------------------------------------------------------------------------------------------------

    def folder_of(self, upload: Upload, home: str = "art") -> str:
        """Return the folder below `home` for a picture that was dropped with its folders."""
        parts = [slug(part).lower() for part in PurePosixPath(upload.path.replace("\\", "/")).parts[:-1]]
        return "/".join((home, *(parts[1:] if parts and parts[0] in _PLAIN else parts)))

    def bring(self, upload: Upload, folder: str, stem: str = "") -> DroppedFile | None:
        """Bring a file into a folder; None where that has to wait for an answer, or the file is left out."""
        taken = {file.path for file in self._files}
        existing, raster, _ = self._choices
        try:
            file = drop_file(self.game, upload.path, upload.data, folder, existing, self._fonts, raster, stem, taken)
        except ExistsError as error:
            self._exists.append(error)
            return None
        except InexactError as error:
            self._inexact += error.problems
            return None
        except BuildError as error:
            if not self._several:
                raise
            self._left_out += error.problems
            return None
        self._files.append(file)
        self._draft.take(file.changes)
        note_pixels(self._draft, file)
        return file

    def bring_as_asked(self, uploads: Sequence[Upload], only_cells: bool = False) -> tuple[list[Upload], list[Upload]]:
        """Bring pictures in where cards ask for missing ones of their names; return these and the others."""
        homes: dict[tuple[str, str], set[tuple[str, str]]] = {}
        stems = {stem_of(upload.path) for upload in uploads} - {""}
        for deck in self.game.decks.values():
            for binding, scope, name in DeckPictures(self.game, deck).missing(stems, only_cells):
                ending = PurePosixPath(name).suffix.lower()
                with contextlib.suppress(BuildError):  # no file can be called so
                    home = self._named(binding, scope, "art")
                    homes.setdefault((stem_of(name), ending if ending in SUFFIXES else ""), set()).add(home)
        requested: list[Upload] = []
        others: list[Upload] = []
        for upload in uploads:
            own = PurePosixPath(upload.path)
            endings = (own.suffix.lower(), "")
            homes_of = {home for ending in endings for home in homes.get((stem_of(upload.path), ending), ())}
            # Cells that differ in capitals name one file; its own name is taken where one of them has it.
            places = sorted(homes_of, key=lambda home: (home[1] != own.stem, home))
            is_sure = len({(folder, stem.casefold()) for folder, stem in places}) == 1
            (requested if is_sure else others).append(upload)
            if is_sure:
                self.bring(upload, *places[0])
        return requested, others

    def _show(self, upload: Upload, binding: Binding, deck: Deck, row: Row | None) -> str:
        """Bring a picture in as a binding shows it on a piece: write its cell, or give the file the name that it shows.

        Return its file's name, "" where it is not brought in.
        """
        home = "art/icons" if binding.is_icon else "art"
        scope = Scope(self.game, deck.rows, row)
        if binding.takes_name and row is not None:
            whole = bind(binding.pattern.replace(f"{{{binding.column}}}", _MARK), scope)
            before, _, after = whole.partition(_MARK)
            folder, _, start = before.rpartition("/")
            stem = f"{start}{slug(PurePosixPath(upload.path).stem).lower()}{after}" if start or after else ""
            file = self.bring(upload, self.folder_of(upload, f"{home}/{folder}".rstrip("/")), stem)
            if file is not None:
                name = file.name.removeprefix(before).removesuffix(after)
                self._write_cell(deck, row, binding.column, name, "" if after else file.path.suffix)
        else:
            file = self.bring(upload, *self._named(binding, scope, home))
        return file.path.name if file else ""

    def _named(self, binding: Binding, scope: Scope, home: str) -> tuple[str, str]:
        """Return the folder and the name of the file that a binding shows; BuildError where it shows none."""
        try:
            name = bind(binding.pattern, scope)
        except KeyError as error:
            raise error_at(binding.place, f"the picture depends on {error.args[0]}", "drop it on a card") from error
        path = Workspace(self.game.workspace.game).find("art", f"{home}/{name}".removeprefix("art/"), SUFFIXES)
        folder, _, stem = f"{home}/{name}".rpartition("/")
        stem = stem if path is None else path.stem
        stem = stem[: -len(PurePosixPath(stem).suffix)] if stem.lower().endswith(SUFFIXES) else stem
        plain = slug(stem).lower()
        stem = stem if path is not None or not stem or bare(plain) != bare(stem) else plain if " " in stem else stem
        if not is_safe(f"{folder}/{stem}") or set(stem) & set('<>:"|?*\\'):
            message = f"the slot shows the picture {name!r} of this card, which no file can be called"
            raise error_at(binding.place, message, "fill in the cell first")
        return folder, stem

    # cells ------------------------------------------------------------------------------------------------------------

    def _table_of(self, deck: Deck) -> Table:
        if self._table is None:
            self._table = find_table(Workspace(self.game.workspace.game), deck.name)
        return self._table

    def _write_cell(self, deck: Deck, row: Row, column: str, name: str, suffix: str) -> None:
        """Write the name of a picture, with its ending where the other cells of the column have theirs."""
        table = self._table_of(deck)
        index = next((at for at, piece in enumerate(table.pieces) if piece and piece.id == row.id), None)
        if index is None:
            raise error_at(table.head, f"{table.file} has no row {row.id}", "look at the table as it is now")
        others = [other.texts.get(column, "") for other in deck.rows.rows if other.id != row.id]
        ends = sum(text.lower().endswith(SUFFIXES) for text in others)
        self._cells[index, column] = f"{name}{suffix}" if ends and 2 * ends >= sum(map(bool, others)) else name

    # targets ----------------------------------------------------------------------------------------------------------

    def on_slot(self, upload: Upload, at: OnSlot) -> str:
        """Show a picture in a slot: in the cell of this piece where the slot shows a column, else in the layout."""
        source = slots.find_slot(self.game, at.deck, at.side, at.path, at.row)
        key = {"picture": "art", "icon": "icon"}.get(source.kind, "")
        if not key:
            raise error_at(Place(shown(source.file)), f"{source.name} shows no picture", "drop it beside the slot")
        deck, row = source.at.deck, source.at.scope.row
        value = source.values.get(key)
        pattern = str(value.plain) if value else ""
        title = self._on_one_card(upload, at, source, row, pattern) if at.whom == "card" and row is not None else None
        if title is not None:
            return title
        if names_in(pattern) and at.only is None and at.whom != "all":
            place = value.place if value else Place(shown(source.file))
            binding = DeckPictures(self.game, deck).binding(pattern, source.kind == "icon", place)
            name = self._show(upload, binding, deck, row)
            return _put_on(name, deck, row) if binding.takes_name else f"{name} put into {titled(source.name)}"
        home = "art/icons" if key == "icon" else "art"
        file = self.bring(upload, self.folder_of(upload, home))
        if file is None:
            return ""
        keys: dict[str, Any] = {key: file.name, **(tint_of(upload.data, upload.path) if key == "icon" else {})}
        if at.whom == "all":
            keys |= _without_condition(source, names_in(pattern))
        own = Only("id", row.id) if at.whom == "card" and row is not None else _case_of(source, key, row)
        only = None if at.whom == "all" else at.only or own
        self._draft.take(slots.set_keys([(source, keys)], only=only).changes)
        return f"{file.path.name} put into {titled(source.name)}{_on_some(at.only, source)}"

    def _on_one_card(self, upload: Upload, at: OnSlot, source: SlotSource, row: Row, pattern: str) -> str | None:
        """Show a picture on one card where the slot itself can show no other there; None where it can."""
        if pattern == PLACEHOLDER:
            return self._fill_placeholder(upload, at, row)
        is_drawing = source.kind == "icon" and upload.path.lower().endswith(".svg")
        if at.only is None and not is_drawing and any(choice.by != "{id}" for choice in source.choices):
            return self._beside_choice(upload, at, source, row)
        return None

    def _fill_placeholder(self, upload: Upload, at: OnSlot, row: Row) -> str:
        """Show a picture on one card in a slot that has none yet: in a column, which is empty for all other cards."""
        column = self._add_column(self._deck(at.deck), [(upload, row)])
        source = slots.find_slot(game_of(self._draft), at.deck, at.side, at.path, at.row)
        keys = {"art": f"{{{column}}}", "when": {column: NOT_EMPTY}}
        self._draft.take(slots.set_keys([(source, keys)]).changes)
        return self._last_on(self._deck(at.deck), row)

    def _beside_choice(self, upload: Upload, at: OnSlot, source: SlotSource, row: Row) -> str:
        """Show a picture on one card where a slot shows what another column chooses: in a slot of its own, over it."""
        deck = self._deck(at.deck)
        if any(each.column and each.takes_name and not each.is_icon for each in DeckPictures(self.game, deck).bindings):
            self._on_rows(deck, [(upload, row)])
            return self._last_on(deck, row)
        over = self._rooms(find_place(self.game, at.deck, at.side, (), at.row), at.side)[0].box_of(source.name)
        point = over.centre if over is not None else deck.shape.box.centre
        return self.on_face(upload, OnFace(at.deck, at.side, at.row, (point.x, point.y), "card", over))

    def on_face(self, upload: Upload, at: OnFace) -> str:
        """Show a picture in a new slot: of the deck's column of pictures that no slot shows yet, or of all pieces."""
        spot = find_place(self.game, at.deck, at.side, (), at.row)
        pictures = DeckPictures(self.game, spot.deck)
        row = spot.scope.row
        is_own = row is not None and at.whom != "all" and at.only is None
        column = next(iter(pictures.unplaced), "") if is_own else ""
        if row and at.whom == "card" and not column:
            awaiting = self._awaiting(spot, at, row)
            if awaiting is not None:
                self._show(upload, awaiting, spot.deck, row)
                return self._last_on(spot.deck, row)
            column = self._add_column(self._deck(at.deck), [(upload, row)])
            spot = find_place(game_of(self._draft), at.deck, at.side, (), at.row)
            slot = new_slot(spot, "picture", column, point=Point(*at.point))
            title = self._last_on(spot.deck, row)
        elif column:
            slot = new_slot(spot, "picture", column, point=Point(*at.point))
            binding = pictures.binding(str(slot.keys["art"]), False, Place(shown(spot.snapshot.file(spot.use.layout))))
            name = self._show(upload, binding, spot.deck, spot.scope.row)
            title = _put_on(name, spot.deck, row)
        else:
            file = self.bring(upload, self.folder_of(upload))
            if file is None:
                return ""
            slot = NewSlot("picture", {"kind": "picture", "art": file.name, "box": ()})
            slot = shown_on(slot, at.only) if at.only else slot
            title = f"{file.path.name} put on {cards_with(at.only, spot) if at.only else 'the card'}"
        size = self._files[-1].size if self._files else None
        box = self._box(spot, at, _size_of(spot, size))
        self._add_slot(spot, slot._replace(keys={**slot.keys, "box": [round(number, 1) for number in box]}))
        return title

    def _last_on(self, deck: Deck, row: Row) -> str:
        """Say that the last file was put on a card; nothing where no file could be brought in."""
        return _put_on(self._files[-1].path.name, deck, row) if self._files else ""

    def _awaiting(self, spot: SlotPlace, at: OnFace, row: Row) -> Binding | None:
        """Return what shows the picture of a piece that has none yet, where a new picture would cover its place."""
        pictures = DeckPictures(self.game, spot.deck)
        box = self._box(spot, at, _size_of(spot, None))
        for node in spot.layout.nodes.values():
            plain, spots = node.plain(), spots_of(node.find(["box"]))
            place = Rect(*(each.value for each in spots)) if spots else spot.deck.shape.box
            if plain.get("kind") == "picture" and place.contains(Rect(*box.centre, 0, 0)):
                binding = pictures.binding(str(plain.get("art", "")), False, node.place)
                if binding.column and binding.takes_name and not row.texts.get(binding.column):
                    return binding
        return None

    def _box(self, spot: SlotPlace, at: OnFace, size: Size) -> Rect:
        """Return the box of a new picture: where it hides nothing on any piece, else nothing on this one.

        Where that is nowhere, it is behind the texts at the point, and a warning says so.
        """
        point, rooms = Point(*at.point), self._rooms(spot, at.side, at.row if at.whom == "card" else "")
        box = next(filter(None, (room.free_near(point, size, at.over) for room in rooms)), None)
        if box is None and self._files:
            words = f"{self._files[-1].path.name} lies behind other layers, since nothing is free on the card"
            hint = "look whether the texts are still legible, or move the picture"
            self._warnings.append(Problem(Place(shown(spot.snapshot.file(spot.use.layout))), words, hint, "warning"))
        return box or rooms[0].about(point, size, at.over)

    def _rooms(self, spot: SlotPlace, side: Side, row: str = "") -> list[Room]:
        """Return what is free on all pieces of a deck, then what is free on the piece of a row."""
        if self._sight is None:
            return [Room(spot)]
        return [Room(spot, self._sight(spot.deck.name, side, each)) for each in dict.fromkeys(("", row))]

    def on_cell(self, upload: Upload, at: OnCell) -> str:
        """Name a picture in a cell, or bring it in as the file that the cell's slot shows."""
        deck = self._deck(at.deck)
        row, pictures = deck.rows.by_id.get(at.row), DeckPictures(self.game, deck)
        if row is None:
            raise error_at(deck.rows.table.place(None), f"{deck.rows.file} has no row {at.row}", "look at it again")
        if not at.column:
            self._on_rows(deck, [(upload, row)])
            return self._last_on(deck, row)
        shows = [each for each in pictures.bindings if each.column == at.column]
        binding = next((each for each in shows if each.takes_name), next(iter(shows), None))
        if binding is None:
            place = deck.rows.place(row, at.column)
            if not pictures.takes_names(at.column):
                message = f"{at.column} does not name pictures, so no picture is written there"
                raise error_at(place, message, "drop the picture on the card, or on a column of pictures")
            folder = picture_folder(find_place(self.game, at.deck, "front", (), at.row), at.column)
            binding = Binding(f"{folder or ''}{{{at.column}}}", at.column, False, True, place)
        name = self._show(upload, binding, deck, row)
        return _put_on(name, deck, row)

    def on_deck(self, uploads: Sequence[Upload], at: OnDeck) -> str:
        """Show pictures where cells ask for them, or on the cards whose id or title they are named after.

        The others are brought into art/ only.
        """
        deck = self._deck(at.deck)
        requested, rest = self.bring_as_asked(uploads, only_cells=True)
        matches = cards_named(rest, deck)
        matched = [(upload, row) for upload, row in matches if row is not None]
        others = [upload for upload, row in matches if row is None]
        self._matched = len(requested) + len(matched)
        self._unmatched = [PurePosixPath(upload.path).name for upload in others]
        for upload in others:
            self.bring(upload, self.folder_of(upload))
        named = self._place_named(deck, requested, others) if requested or others else ""
        if not matched:
            return named
        self._on_rows(deck, matched)
        return f"pictures put on {counted(self._matched, 'card')}"

    def _place_named(self, deck: Deck, requested: Sequence[Upload], others: Sequence[Upload]) -> str:
        """Show the column whose cells name most of these files, if no slot shows it yet; return what was done.

        Of `others`, the files that the column names count as matched.
        """
        stems = {stem_of(upload.path) for upload in (*requested, *others)}
        pictures = DeckPictures(self.game, deck)
        shown = {each.column for each in pictures.bindings}
        for name in (name for name in deck.rows.columns if name not in shown and pictures.takes_names(name)):
            texts = {row.texts.get(name, "") for row in deck.rows.rows} - {""}
            named = stems & {stem_of(text) for text in texts}
            if 2 * len(named) >= len(texts) > 0:
                left = [PurePosixPath(upload.path).name for upload in others if stem_of(upload.path) not in named]
                self._matched += len(others) - len(left)
                self._unmatched = left
                spot = front_of(self._draft, deck.name)
                self._add_slot(spot, self._new(spot, name))
                return f"pictures of the column {deck.rows.head(name)} put on the cards"
        return ""

    def _on_rows(self, deck: Deck, matched: Sequence[tuple[Upload, Row]]) -> None:
        """Show pictures on cards: as a slot of the deck asks for them, else in a column and a slot of their own."""
        pictures = DeckPictures(self.game, deck)
        shows = [each for each in pictures.bindings if each.column and not each.is_icon]
        binding = next((each for each in shows if each.takes_name), next(iter(shows), None))
        if binding is None and pictures.unplaced:
            spot = find_place(self.game, deck.name, "front", (), matched[0][1].id)
            slot = self._new(spot, pictures.unplaced[0])
            binding = pictures.binding(str(slot.keys["art"]), False, Place(shown(self.game.workspace.game)))
            self._add_slot(spot, slot)
        if binding is not None:
            for upload, row in matched:
                self._show(upload, binding, deck, row)
        else:
            name = self._add_column(deck, matched)
            spot = find_place(game_of(self._draft), deck.name, "front", (), matched[0][1].id)
            self._add_slot(spot, self._new(spot, name))

    def _add_column(self, deck: Deck, matched: Sequence[tuple[Upload, Row]]) -> str:
        """Add a column that names the pictures of cards; return its name."""
        table = self._table_of(deck)
        taken = {known.casefold() for column in table.columns for known in (column.name, column.head)}
        capitals = sum(column.head[:1].isupper() for column in table.columns)
        called = _COLUMN.capitalize() if 2 * capitals > len(table.columns) else _COLUMN
        head = next(each for number in range(1, 99) if (each := _numbered(called, number)).casefold() not in taken)
        records = {row.id: table.records[at] for at, row in enumerate(table.pieces) if row}
        texts: dict[int, str] = {}
        for upload, row in matched:
            file = self.bring(upload, self.folder_of(upload))
            if file is not None and row.id in records:
                texts[records[row.id]] = file.name
        change = add_column(table, head, "picture", (), texts, len(table.columns), table.seen)
        self._draft.take(change.changes)
        return name_of(head)

    def _new(self, spot: SlotPlace, column: str) -> NewSlot:
        """Return a slot for the pictures of a column, where the front of a deck leaves room."""
        shown = self._sight(spot.deck.name, "front", "") if self._sight else None
        return new_slot(spot, "picture", column, shown=shown)

    def _add_slot(self, spot: SlotPlace, slot: NewSlot) -> None:
        change = slot_list.add_slots(spot, [slot], self._draft.changes)
        self._slot = ", ".join(change.added)
        self._warnings += change.warnings
        self._draft.take(change.changes)

    def _deck(self, name: str) -> Deck:
        if name not in self.game.decks:
            place = Place(shown(self.game.workspace.game))
            raise error_at(place, f"{name} has no table, so no cell of it is filled in", "drop the picture on a slot")
        return self.game.decks[name]

    # the edit ---------------------------------------------------------------------------------------------------------

    def finish(self, title: str) -> Placement:
        """Return all of it as one edit, once nothing is left to ask."""
        if self._exists:
            error = ExistsError([problem for each in self._exists for problem in each.problems])
            error.choices = min((each.choices for each in self._exists), key=len)
            raise error
        if self._inexact:
            raise InexactError(self._inexact)
        if not self._files:
            raise BuildError(self._left_out or [Problem(Place("files"), "there is no picture or font to bring in")])
        if self._cells and self._table is not None:
            self._draft.take(set_cells(self._table, self._cells, self._table.seen).changes)
        if self._choices.icon_set and self._draft.changes:
            add_credit(self._draft, self._choices.icon_set)
        edit = self._draft.edit(title if title and self._draft.changes else title_of(self._files, self._draft.changes))
        read = (problem for file in self._files for problem in file.warnings)
        warnings = dict.fromkeys([*read, *self._warnings, *edit.warnings])
        edit = Edit(edit.title, edit.game, edit.changes, tuple(warnings))
        return Placement(edit, self._slot, self._matched, tuple(self._unmatched), tuple(self._left_out))


def _put_on(file: str, deck: Deck, row: Row | None) -> str:
    return f"{file} put on {deck.rows.called(row) if row else 'the card'}"


def _on_some(only: Only | None, source: SlotSource) -> str:
    """Return which pieces show a slot's new picture, in words that go on a sentence; "" for one or all of them."""
    return f" on {cards_with(only, source.at)}" if only is not None and only.column != "id" else ""


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}-{number}"


def _case_of(source: SlotSource, key: str, row: Row | None) -> Only | None:
    """Return the pieces for which a slot's value is written in a case of `choose:`; None where it is for all."""
    value = source.values.get(key)
    names = names_in(value.by) if value is not None else ()
    if row is None or len(names) != 1 or names[0] not in row.texts:
        return None
    return Only(names[0], row.texts[names[0]])


def _without_condition(source: SlotSource, columns: Sequence[str]) -> dict[str, Any]:
    """Return the keys of a slot without the condition that a column is filled in, which it showed so far."""
    when = source.values.get("when")
    plain = when.plain if when is not None else None
    if not isinstance(plain, dict):
        return {}
    rest = {name: wanted for name, wanted in plain.items() if name not in columns or wanted != NOT_EMPTY}
    return {} if rest == plain else {"when": rest or None}


def _size_of(spot: SlotPlace, size: tuple[float, float] | None) -> Size:
    """Return how large a new picture is at most, with the picture's own proportions."""
    trim = spot.deck.shape.box
    wide, high = size if size and all(size) else (1.0, 1.0)
    scale = min(_WIDE * trim.width / wide, _HIGH * trim.height / high)
    return Size(wide * scale, high * scale)
