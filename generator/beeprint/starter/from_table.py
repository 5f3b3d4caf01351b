"""Start a game from a table that is already there: data as they are, a plain layout, rules that hold today's counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from msgspec import Struct

from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.temporary import temporary_folder
from beeprint.files.table_files import ENDINGS
from beeprint.files.workspace import shown
from beeprint.starter import cider, pages, plain_face, sources
from beeprint.starter.decks import decks_of, said
from beeprint.starter.folder import Folder, look_into
from beeprint.starter.guess import DeckOfTable, language_of
from beeprint.starter.pictures import ENDINGS as PICTURES
from beeprint.starter.pictures import picture_file
from beeprint.starter.projects import Table
from beeprint.starter.squib_face import Face, face


class Wishes(NamedTuple):
    """What a person asks for: the sheets of a workbook to take, and the size of the cards; none lets it be guessed."""

    sheets: tuple[str, ...] = ()
    size: pages.Size | None = None


def fill(folder: Path, source: Path, game: str, title: str, wishes: Wishes) -> list[str]:
    """Write a game into `folder` made from a table, or from a folder of tables and pictures; return what was guessed.

    BuildError where the source holds no table that can be read.
    """
    notes: list[str] = []
    if source.is_file() and cider.is_database(source):
        with temporary_folder() as work:
            try:
                cider.unpack(source, work, notes)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise error_at(Place(shown(source)), "this is not a database of Cider that beeprint knows") from error
            return [*notes, *_fill(folder, work, game, title, wishes)]
    return _fill(folder, source, game, title, wishes)


def _fill(folder: Path, source: Path, game: str, title: str, wishes: Wishes) -> list[str]:
    source = source if source.is_dir() else regular.real(source)  # a link that a person gives is what they mean
    given = look_into(source if source.is_dir() else source.parent)
    notes = list(given.left_out("" if source.is_dir() else PICTURES))
    made = _decks(source, given, wishes, notes)
    plain, cell = (wishes.size, "") if wishes.size else pages.size_for([one.deck for one in made])
    inks: dict[str, str] = {}
    sized: list[tuple[DeckOfTable, pages.Size]] = []
    for one in made:
        own = pages.size_of(one.table.size, one.face.margin if one.face else 3)
        sized.append((one.deck, own or plain))
        notes += _copy(folder, given, one)
        inks = {**(one.face.inks if one.face else {}), **inks}
        notes += _lay_out(folder, one, own or plain)
        notes[-1] += _why("" if own else cell, bool(own))
    for name, size in pages.backs(sized).items():
        _write(folder / "layouts" / f"{name}.yaml", pages.back(size))
    _write(folder / "palette.yaml", pages.palette(inks))
    language = language_of(head for one in made for head in one.deck.table.header)
    _write(folder / "game.yaml", pages.game(sized, game, title, language))
    return [*notes, *_language(language)]


def _decks(source: Path, given: Folder, wishes: Wishes, notes: list[str]) -> list[_Made]:
    """Make the decks of a source; what is left out is added to `notes`. BuildError where there is none."""
    made: list[_Made] = []
    problems: list[Problem] = []
    for tables in sources.tables(source, given.files, notes):
        for table in tables if not made else ():
            try:
                decks = list(decks_of(table, given, [one.deck.name for one in made], wishes.sheets, notes))
            except BuildError as error:
                problems += error.problems
                continue
            made += [_Made(deck, table, _face(deck, table, given.files)) for deck in decks]
    if not made:
        hint = f"give a table with the names of its columns in the first row: {', '.join(ENDINGS)}"
        what = "this folder holds no table with rows" if source.is_dir() else "there is no table with rows"
        raise BuildError(problems) if problems else error_at(Place(shown(source)), what, hint)
    notes[:] = [*dict.fromkeys(notes), *(f"left out: {problem}" for problem in problems)]
    return made


def _language(code: str) -> Iterator[str]:
    if code:
        yield f"the language is {code}, by the names of the columns: languages: [{code}] in game.yaml"


def _lay_out(folder: Path, one: _Made, size: pages.Size) -> Iterator[str]:
    """Write the layout of a deck, and say what was guessed of it; the size of its cards comes last."""
    own = one.face.lines if one.face else []
    face = pages.placed(own, size) if own else plain_face.front(one.deck, size.width, size.height)
    _write(folder / "layouts" / f"{one.deck.name}.yaml", face)
    yield from said(one.deck, face)
    yield from _left_out(one, one.face) if one.face else ()
    off = [] if own else plain_face.off_the_cards(one.deck, size.width, size.height)
    if off:
        yield f"  on no card, for lack of room: {', '.join(off)}"
    yield f"  cards of {size.width:g} x {size.height:g} mm"


def _why(cell: str, given: bool) -> str:
    """Say why cards have their size, where that is not plain."""
    if cell:
        return f", since the text in {cell} is too long for smaller ones (--size chooses another size)"
    return ", as the project has them" if given else ""


class _Made(Struct, frozen=True):
    """A deck, the table that it is made from, and its face if a layout of Squib places its columns."""

    deck: DeckOfTable
    table: Table
    face: Face | None


def _face(deck: DeckOfTable, table: Table, files: Sequence[str]) -> Face | None:
    """Return the face that a script of Squib gives a deck; None for none."""
    if table.script is None or pages.size_of(table.size, 3) is None:
        return None
    named = {step.file for step in table.script.bound} | {box.file for box in table.script.boxes.values()}
    pictures = {name: file for name in sorted(named - {""}) if (file := picture_file(PurePosixPath(name).name, files))}
    return face(table.script, deck, pictures)


def _copy(folder: Path, given: Folder, made: _Made) -> Iterator[str]:
    """Copy a deck's table, and the pictures that its cells and its script name; say which cannot be read."""
    pictures = {_picture_name(cell, file): file for cell, file in made.deck.pictures.items() if file}
    for file in made.face.files if made.face else ():
        pictures.setdefault(PurePosixPath(file).name, file)
    for name, file in {f"art/pictures/{name}": file for name, file in pictures.items()}.items():
        try:
            data = given.read(file, regular.MAX_BYTES)
        except BuildError as error:
            yield f"left out: {error.problems[0]}"
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / made.deck.file).parent.mkdir(parents=True, exist_ok=True)
    (folder / made.deck.file).write_bytes(given.read(made.deck.file))


def _left_out(made: _Made, found: Face) -> Iterator[str]:
    """Say what of a script and its layouts is not in the game."""
    script = made.table.script
    if script is None:
        return
    if not found.lines:
        yield "  left out: the layout of the script, which does not say where names stand; cards have a plain layout"
        return
    boxes = [name for name in script.boxes if name not in found.used]
    columns = [
        column.head for column in made.deck.columns if column.name not in found.shown and column.role != "copies"
    ]
    if boxes:
        yield f"  left out of the layout: {', '.join(boxes)}"
    if columns and found.shown:
        yield f"  on no card: {', '.join(columns)}"
    if found.changed:
        yield f"  printed as they are, without what the script computes: {', '.join(found.changed)}"
    yield "  fonts are not read: texts are set in Source Sans"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


def _picture_name(cell: str, file: str) -> str:
    """Return the name of a picture in art/pictures, as the cell has it, with the file's ending."""
    ending = PurePosixPath(file).suffix.lower()
    return cell if cell.lower().endswith(ending) else f"{cell}{ending}"
