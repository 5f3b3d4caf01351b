"""Make decks of a table's sheets, and say what was guessed of each and where its layout shows it."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.base.words import counted, one_line
from beeprint.game.asides import without_asides
from beeprint.game.columns import NONE, Column, says_none
from beeprint.sources import names
from beeprint.sources.names import slug
from beeprint.sources.nodes import read_yaml
from beeprint.sources.table_files import read_table_bytes, sheets_of
from beeprint.sources.tables import DataTable
from beeprint.sources.tables_records import BODY
from beeprint.sources.workspace import shown
from beeprint.starter.card_templates import TOKENS
from beeprint.starter.deck_of_table import DeckOfTable, Guess
from beeprint.starter.folder import Folder, name_few, near_files, picture_file, typical_aspect
from beeprint.starter.guess import PICTURES, TEXTS, TITLES, guess, key_of, language_of, plain, shows_format
from beeprint.starter.sketch_face import head_of
from beeprint.starter.sources import Table

# Say where on a card the columns of a table are printed, as the layout that was written for them says.


#: Down to which part of a card's height things stand at its top, and from which at its foot.
_TOP, _FOOT = 0.25, 0.62
_BADGE = "numbers"
_COLOURS = "colours the cards"
#: What sheets list that are no cards, by the heads of their columns.
_ASIDE = {"change", "comment", "date", "idea", "log", "note", "question", "rule", "session", "task", "test", "todo"}


def places(layout: str, column: str) -> str:
    """Say where a layout shows a column: printed at the top, colours the cards; empty where it does not."""
    spec = read_yaml(layout.encode(), "layout").plain()
    assert isinstance(spec, dict)
    height = float(str(spec["size"][1]))
    uses = dict.fromkeys(_uses(spec["slots"], column, height))
    printed = " and ".join(place for place in uses if place != _COLOURS)
    return ", ".join([*([f"printed {printed}"] if printed else []), *([_COLOURS] if _COLOURS in uses else [])])


def _uses(slots: Mapping[str, Any], column: str, height: float) -> Iterator[str]:
    """Yield what each slot does with a column."""
    for name, slot in slots.items():
        shown = [text for key, text in slot.items() if isinstance(text, str) and key in ("text", "art")]
        over = [str(item) for item in slot.get("repeat", {}).get("over", ())]
        listed = column in over and "{item.value}" in slot.get("text", "")
        if listed or any(f"{{{column}}}" in text for text in shown):
            at = _at(slot, height, over.index(column) if column in over else 0)
            yield f"in the badge{at}" if name == _BADGE else at.strip() or f"in {name}"
        elif slot.get("choose", {}).get("by") == f"{{{column}}}" and slot.get("kind") == "shape":
            yield _COLOURS


def _at(slot: Mapping[str, Any], height: float, item: int = 0) -> str:
    """Say at which height of a card an item of a slot stands, after a space; empty where the layout does not say."""
    boxes = [slot.get("box"), *(case.get("box") for case in slot.get("choose", {}).values() if isinstance(case, dict))]
    box = next((box for box in boxes if isinstance(box, (list, tuple)) and len(box) == 4), None)
    numbers = [float(str(value)) for value in box or () if re.fullmatch(r"-?[\d.]+", str(value))]
    if len(numbers) < 4:
        return ""
    places: list[Any] = next(iter(slot.get("repeat", {}).get("at", {}).values()), [])
    moved = float(str(places[item][1])) if places else 0.0
    middle = (moved + numbers[1] + numbers[3] / 2) / height
    return " at the top" if middle < _TOP else " at the foot" if middle > _FOOT else " in the middle"


#: How many cells are named in a line.
_NAMED = 3
#: The most rows that are named in a line.
_MOST_ROWS = 12
#: Names of sheets that hold cards, whatever their columns are called.
_OF_CARDS = re.compile(r"(?:.*[\s_-])?(?:cards?|decks?|karten|cartes?|cartas?)(?:[\s_-]*list[ea]?)?", re.IGNORECASE)
#: What the names of files end with that say which version of a table they hold, such as " v3" or " (2)".
_VERSION = re.compile(r"(?<=\w)(?:[\s_-]v(?:ersion|er)?\.?[\s_-]?\d+(?:\.\d+)*|[\s_-]*\(\d+\))+$", re.IGNORECASE)
#: The fewest letters of a text that is more than a word to choose from.
_SENTENCE = 24
#: The most words that are offered as icons.
_MOST_ICONS = 12


def decks_of(
    given: Table, folder: Folder, taken: Sequence[str], wanted: Sequence[str], notes: list[str]
) -> Iterator[DeckOfTable]:
    """Yield a deck for each sheet of a table that is wanted, or that looks like a list of cards where none is.

    What is left out is added to `notes`; BuildError where no sheet makes a deck.
    """
    path, data = folder.home / given.file, folder.read(given.file)
    sheets = sheets_of(data, shown(path))
    for sheet in wanted:
        if sheet not in sheets:
            raise error_at(Place(shown(path)), f"there is no sheet {sheet}", did_you_mean(sheet, sheets))
    asides: list[Problem] = []
    tables, problems = _read(path, data, wanted or sheets, asides)
    cards = tables if wanted else _lists_of_cards(tables, any(why.place.line for why in problems.values()))
    if not cards or (wanted and problems):
        raise BuildError(problems.values())
    for sheet in sheets if not wanted else ():
        if sheet in problems:
            notes.append(f"left out: the sheet {sheet}, since {problems[sheet].message}")
        elif sheet not in cards:
            hint = f"(--sheet {shlex.quote(sheet)} takes it)"
            notes.append(f"left out: the sheet {sheet}, since it does not look like a list of cards {hint}")
    said = [*asides, *(problem for table in cards.values() for problem in table.warnings)]
    notes += [f"{problem.place}: {problem.message}\n    hint: {problem.hint}" for problem in said]
    names_ = list(taken)
    for sheet, table in cards.items():
        named = given.name or (_VERSION.sub("", path.stem) if sheet.lower() in ("", "sheet1") else sheet)
        deck = _deck(given, named, names_, table, folder)
        names_.append(deck.name)
        yield replace(deck, sheet="" if len(sheets) == 1 else sheet)


def sheets_of_cards(path: Path, data: bytes) -> dict[str, bool]:
    """Return the sheets of a table, and whether a game is made of each where no sheets are wanted."""
    sheets = sheets_of(data, shown(path))
    tables, problems = _read(path, data, sheets, [])
    cards = _lists_of_cards(tables, any(why.place.line for why in problems.values()))
    return {sheet: sheet in cards for sheet in sheets}


def _read(
    path: Path, data: bytes, sheets: Sequence[str], asides: list[Problem]
) -> tuple[dict[str, DataTable], dict[str, Problem]]:
    """Read sheets; return those that can be read and have rows, and the first problem of each other one."""
    tables: dict[str, DataTable] = {}
    problems: dict[str, Problem] = {}
    for sheet in sheets:
        try:
            table = read_table_bytes(data, shown(path), sheet, None)
            language = language_of(table.header)
            if language:
                table = read_table_bytes(data, shown(path), sheet, None, language)
            table = without_asides(table, asides)
        except BuildError as error:
            problems[sheet] = error.problems[0]
            continue
        if table.rows:
            tables[sheet] = table
        else:
            problems[sheet] = Problem(Place(shown(path)), "the table has no rows")
    return tables, problems


def _deck(given: Table, named: str, taken: Sequence[str], table: DataTable, folder: Folder) -> DeckOfTable:
    """Return the deck that a table makes; BuildError for one of remarks only."""
    used = {head_of(column, table.header) for column in given.columns} - {""}
    columns, left_out = guess(plain(table), folder.files, given.copies, used)
    columns = [column for column in columns if column.head not in given.unused]
    if not columns:
        raise error_at(table.place(None), "the table has nothing but remarks, by the names of its columns")
    title = one_line(named)
    name = _free(key_of(title), taken)
    title = re.sub(r"[\s_-]+", " ", title).strip() or title or name
    with_pictures, pictures = _with_pictures(table, columns, folder.files)
    title, near = title[:1].upper() + title[1:], near_files(pictures, folder.files)
    aspect = typical_aspect(folder, [file for file in pictures.values() if file])
    return DeckOfTable(name, title, given.file, "", plain(table), with_pictures, pictures, left_out, near, aspect)


def _free(name: str, taken: Sequence[str]) -> str:
    """Return a name for a deck that no other has, and no layout of backs."""
    while name in taken or name.startswith("back"):
        name = f"{name}-2" if name in taken else f"deck-{name}"
    return name


def _lists_of_cards(tables: dict[str, DataTable], strict: bool) -> dict[str, DataTable]:
    """Return the sheets that look like lists of cards: all that name a column as cards do, else the largest one.

    Where another one could not be read, which may be the list of cards, it is not said for the largest: `strict`.
    """
    if len(tables) < 2 and not strict:
        return {sheet: table for sheet, table in tables.items() if table.header != (BODY,) or _is_sentences(table)}
    lists = {sheet: table for sheet, table in tables.items() if _is_list_of_cards(sheet, table)}
    if lists or strict or not tables:
        return lists
    largest = max(tables, key=lambda sheet: len(tables[sheet].rows) * len(tables[sheet].header))
    return {largest: tables[largest]}


def _is_list_of_cards(sheet: str, table: DataTable) -> bool:
    heads = [head.strip().casefold() for head in table.header]
    if len(heads) > 1 and (_OF_CARDS.fullmatch(sheet.strip()) or sheet.strip().casefold() in TOKENS):
        return True
    if table.header == (BODY,) and _is_sentences(table):
        return True
    words = [sheet.strip().casefold(), *re.findall(r"[^\W\d_]{3,}", sheet.casefold())]
    own = {form for word in words for form in _singulars(word)} - _ASIDE  # sheet Heroes & Monsters, column Hero
    drawn = {*PICTURES} - {"art"}  # German for kind
    return len(heads) > 1 and bool({*heads} & {"id", *TITLES, *TEXTS, *drawn, *own})


def _singulars(word: str) -> set[str]:
    """Return a word as it is, and the words that it may be the plural of, in English and German."""
    return {word, f"{word}e", word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('s')}e"}


def _is_sentences(table: DataTable) -> bool:
    """Return whether a list of texts holds what cards say, not words to choose from."""
    return any(len(row[BODY]) > _SENTENCE for row in table.rows)


def _with_pictures(
    table: DataTable, columns: list[Guess], files: Sequence[str]
) -> tuple[tuple[Guess, ...], dict[str, str]]:
    """Return the columns and the file that each cell of the picture column means, if all can be named so in a game."""
    drawn = next((column for column in columns if column.draws), None)
    cells = {row[drawn.head].strip() for row in table.rows} - {""} if drawn else set()
    if all(map(names.is_safe, cells)):
        return tuple(columns), {cell: picture_file(cell, files) for cell in sorted(cells)}
    return tuple(_without_pictures(column) if column == drawn else column for column in columns), {}


def _without_pictures(column: Guess) -> Guess:
    return replace(column, draws=False, role="" if column.role == "picture" else column.role)


def summary(deck: DeckOfTable, layout: str, icons: Container[str] = ()) -> Iterator[str]:
    """Say what was guessed of a deck, and where its layout shows each column; `icons` are words that are icons."""
    where = f"{deck.file}, sheet {deck.sheet}" if deck.sheet else deck.file
    yield f"{deck.name}: {counted(deck.pieces, 'piece')} in {counted(len(deck.table.rows), 'row')} of {where}"
    if deck.table.head > 1:
        yield f"  the names of the columns are in row {deck.table.head}; what stands above is left out"
    for column in deck.columns:
        place = "" if column.role in ("id", "copies") else f"; {places(layout, column.name) or 'on no card'}"
        yield f"  {one_line(column.head)}: {_what(deck, column)}{place}"
    yield from _could_be_icons(deck, icons)
    if deck.left_out:
        yield f"  left out: {', '.join(f'{head} ({why})' for head, why in deck.left_out.items())}"
    title = deck.title_column
    hidden = [deck.table.row_name(row).removeprefix("row ") for row in sorted(deck.table.hidden_rows)]
    if hidden:
        more = ", ..." if len(hidden) > _MOST_ROWS else ""
        verb = "count" if hidden[1:] else "counts"
        yield f"  {counted(len(hidden), 'hidden row')} {verb} like any other: {', '.join(hidden[:_MOST_ROWS])}{more}"
    for text, number in Counter(row[title.head].strip() for row in deck.table.rows).items():
        if number > 1 and text.casefold() not in ("", *NONE) and title.role == "title":
            rows = (row for row, cells in enumerate(deck.table.rows) if cells[title.head].strip() == text)
            yield f"  {number} rows are called {text}: {_cells(deck, title, rows)}"
    if deck.column("id") is None:
        yield f"  ids are made from {title.head}"


#: A word in brackets or braces, such as [coin].
BRACKETS = re.compile(r"\[[^\W\d_]+(?: [^\W\d_]+)?\]|\{[^\W\d_]+(?: [^\W\d_]+)?\}")


def _could_be_icons(deck: DeckOfTable, icons: Container[str]) -> Iterator[str]:
    """Say which words in brackets could be icons."""
    texts = (row[column.head] for column in deck.columns if column.kind == "text" for row in deck.table.rows)
    brackets = Counter(word for text in texts for word in BRACKETS.findall(text))
    words = [word for word, number in brackets.items() if number > 1 and word not in icons][:_MOST_ICONS]
    if words:
        pairs = ", ".join(f'"{word}": {slug(word[1:-1]).lower()}' for word in words)
        files = f"art/icons/{slug(words[0][1:-1]).lower()}.svg"
        yield f"  {', '.join(words[:_NAMED])}{', ...' if len(words) > _NAMED else ''}: printed as they are; a line in"
        yield f"  game.yaml makes icons of them, once there are pictures such as {files}: icons: {{{pairs}}}"


def _markup(column: Guess) -> str:
    """Say which markup the texts of a column have, after a comma; empty for beeprint's own."""
    if column.markup == "html":
        return f", with HTML tags as markup ({column.why})" if column.why else ", with HTML names of characters"
    return f", printed as written, since {column.why}" if column.markup == "icons" and column.why else ""


def _what(deck: DeckOfTable, column: Guess) -> str:
    """Say what a column holds."""
    what = "files of pictures, to bring into the game" if column.role == "files" else column.role or column.kind
    if column.choices:
        what = f"one of {', '.join(column.choices)}"
    if column.draws:
        what = f"{'' if column.role == 'picture' else f'{what}, and '}{_pictures(deck, column)}"
    elif shows_format(deck.table, column.head) and not column.role:
        shown_as = next(filter(None, (row[column.head].strip() for row in deck.table.rows)), "")
        what = f"text, as the sheet shows it, such as {shown_as}"
    elif column.kind == "int" and not column.role:
        what = "a whole number"
    what += _markup(column)
    typed = Column(type=column.kind, optional=column.optional)
    texts = (row[column.head].strip() for row in deck.table.rows)
    if none := list(dict.fromkeys(text for text in texts if says_none(text, typed))):
        what += f"; {name_few(none, _NAMED)} {'count' if none[1:] else 'counts'} as empty"
    if column.odd:
        what += f"; {_odd(deck, column)}"
    return what


def _odd(deck: DeckOfTable, column: Guess) -> str:
    """Say which texts of a column do not fit its type, and where they are."""
    texts = list(dict.fromkeys(deck.table.rows[row][column.head].strip() for row in column.odd))
    which = f"these {len(texts)} are not" if texts[1:] else "this is not"
    noun = "whole number" if column.kind == "int" or column.role == "copies" else "colour"
    wanted = "in the list" if column.kind == "choice" else f"{noun}s" if texts[1:] else f"a {noun}"
    return f"{which} {wanted}: {name_few(texts, _NAMED)} ({_cells(deck, column, iter(column.odd))})"


def _pictures(deck: DeckOfTable, column: Guess) -> str:
    """Say how many pictures of a column are there, and which are missing."""
    lost = [text for text, file in deck.pictures.items() if not file]
    what = f"picture, {len(deck.pictures) - len(lost)} of {counted(len(deck.pictures), 'file')} found"
    if not lost:
        return what
    rows = (row for row, cells in enumerate(deck.table.rows) if cells[column.head].strip() in lost)
    more = f", and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
    named = [f"{text} (did you mean {deck.near[text]}?)" if text in deck.near else text for text in lost[:_NAMED]]
    return f"{what}; missing: {', '.join(named)}{more} ({_cells(deck, column, rows)})"


def _cells(deck: DeckOfTable, column: Guess, rows: Iterator[int]) -> str:
    """Name the first cells of a column, each with its sheet where it has one."""
    cells = list(rows)
    named = [deck.table.place(row, column.head).cell or deck.table.cell(row, column.head) for row in cells[:_NAMED]]
    return ", ".join([*named, *(["..."] if len(cells) > _NAMED else [])])
