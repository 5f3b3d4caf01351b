"""What a game is made of: a table, or a project of Squib, nanDECK, Cider or SVG templates with its tables and cards."""

from __future__ import annotations

import csv
import json
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.sources import names
from beeprint.sources.data_formats import EXCEL, FORMATS, endings, format_of
from beeprint.sources.foreign_files import foreign_file
from beeprint.sources.names import slug
from beeprint.sources.source import check_contents
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.workbook import open_workbook
from beeprint.sources.workbook_xlsx import sheets
from beeprint.sources.workspace import shown
from beeprint.starter import nandeck, squib, svg_templates
from beeprint.starter.folder import MAX_SCRIPT, Folder
from beeprint.starter.sketch import Column, Sketch
from beeprint.starter.sketch_face import head_of
from beeprint.starter.svg_templates import Template

# Unpack the database that Cider (Card IDE) saves in a browser into the tables of a project folder.


MAX_BYTES = 200_000_000
#: What only Cider needs of a card: numbers that link it to its deck and its templates.
_LINKS = ("id", "deckId", "frontCardTemplateId", "backCardTemplateId")


def is_database(path: Path) -> bool:
    """Return whether a file is a database of Cider, which Dexie writes."""
    if path.suffix.lower() != ".json" or path.stat().st_size > MAX_BYTES:
        return False
    head = regular.read(path, MAX_BYTES)[:4096]
    return b'"formatName"' in head and b'"dexie"' in head


def unpack(path: Path, into: Path, notes: list[str]) -> None:
    """Write the cards of each deck into a folder of its own; what is left out is added to `notes`.

    ValueError, KeyError, TypeError or AttributeError for a database of another form.
    """
    stored = {table["tableName"]: table["rows"] for table in json.loads(regular.read(path, MAX_BYTES))["data"]["data"]}
    decks = {row["id"]: str(row.get("name") or f"deck {row['id']}") for row in stored.get("decks", [])}
    for key, name in (decks or {None: "cards"}).items():
        rows = [row for row in stored.get("cards", []) if key is None or row.get("deckId") == key]
        heads = list(dict.fromkeys(head for row in rows for head in row if head not in _LINKS and head[:1] not in "$_"))
        if not rows:
            continue
        folder = into / "decks" / slug(name).lower()
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(
                [heads, *([_cell(row.get(head)) for head in heads] for row in rows)]
            )
    for table, noun in (("assets", "pictures"), ("cardTemplates", "templates in HTML")):
        if stored.get(table):
            notes.append(f"left out: {len(stored[table])} {noun} in {path.name}")


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# Projects of other programs: which tables they are made of, and what is drawn on their cards.
#
# Squib: Ruby scripts that name their tables, with layouts in YAML. nanDECK: a script with a line LINK=. SVG templates,
# whose texts name columns. Cider (Card IDE): a folder decks/ with a folder of tables and templates for each deck.


#: Folders in which package managers keep other people's programs, with their samples.
_VENDORED = frozenset(("vendor", "node_modules", "gems"))
#: How many drawings and tables of a folder are looked at for templates.
_DRAWINGS, _TABLES = 200, 50


class Table(Struct, frozen=True):
    """A table of a project: the name of its deck, its sheets that are wanted, its column of copies, its cards.

    `size` are the cards' width, height and bleed in mm; `unused` are columns that only the other program needs.
    """

    file: str
    name: str = ""
    sheets: tuple[str, ...] = ()
    size: tuple[float, float, float] | None = None
    copies: str = ""
    sketch: Sketch | None = None
    unused: tuple[str, ...] = ()
    templates: tuple[tuple[str, Template], ...] = ()  # by the values of the column `by`, or one alone
    by: str = ""

    @property
    def marks(self) -> int:
        """Return how many marks the project draws on the cards."""
        return len(self.sketch.marks) if self.sketch else 0

    @property
    def columns(self) -> Iterator[Column]:
        """Yield the columns that the project's faces use."""
        for sketch in (self.sketch, *(template.sketch for _, template in self.templates)):
            yield from sketch.columns if sketch else ()


def _project_tables(folder: Folder, notes: list[str], script: str = "") -> list[Table]:
    """Return the tables of a project in a folder; none where it is no project of a program that is known.

    With a `script`, they are only those that it names. What is left out is added to `notes`.
    """
    home = folder.home
    made = [("", table) for table in ([] if script else _cider(folder.files, notes))]
    for file in [script] if script else folder.files:
        if not script and _VENDORED & {*PurePosixPath(file).parts[:-1]}:
            continue
        if PurePosixPath(file).suffix.lower() not in (".rb", ".txt", ".nde") or not is_script(home / file, home):
            continue
        read = _squib(folder, file, notes) if file.endswith(".rb") else _nandeck(folder, file, notes)
        made += [(file, table) for table in read]
    unique: dict[tuple[str, tuple[str, ...]], tuple[str, Table]] = {}
    for file, table in made:
        # A script that prints more than it places is a lesser guide than one that places everything.
        other = unique.setdefault((table.file, table.sheets), (file, table))
        if table is not other[1] and _worth(folder, table) > _worth(folder, other[1]):
            unique[table.file, table.sheets] = file, table
    for file, table in made:
        taken, _ = unique[table.file, table.sheets]
        if file != taken:
            way = f"--from {shlex.quote(shown(home / file))} takes this one"
            notes.append(f"{file}: left out for {table.file}, whose cards {taken} makes ({way})")
    return [table for _, table in unique.values()] or ([] if script else list(_templates(folder, notes)))


def _worth(folder: Folder, table: Table) -> tuple[int, int]:
    """Return how many columns of a table its project prints, and how many marks it draws."""
    try:
        sheet = table.sheets[0] if table.sheets else ""
        heads = read_table_bytes(folder.read(table.file, regular.MAX_BYTES), table.file, sheet, None).header
    except BuildError:
        heads = ()  # what is wrong with it is said where it is read
    return len({head for column in table.columns if (head := head_of(column, heads))}), table.marks


def _templates(folder: Folder, notes: list[str]) -> Iterator[Table]:
    """Yield the tables whose columns the SVG templates of a folder use, and the other tables at its top."""
    drawings = [file for file in folder.files if PurePosixPath(file).suffix.lower() == ".svg"][:_DRAWINGS]
    made: list[Table] = []
    rest: list[Table] = []
    for file in [file for file in folder.files if PurePosixPath(file).suffix.lower() in endings()][:_TABLES]:
        table = _with_templates(folder, file, drawings, notes) if drawings else None
        made += [table] if table is not None else []
        rest += [Table(file)] if table is None and "/" not in file else []
    yield from [*made, *rest] if made else ()


def _with_templates(folder: Folder, file: str, drawings: Sequence[str], notes: list[str]) -> Table | None:
    """Return a table with its templates: those that a column of it names, or the one with most of its columns."""
    try:
        table = read_table_bytes(folder.read(file, regular.MAX_BYTES), file, "", None)
    except BuildError:
        return None  # what is wrong with it is said where it is read
    own: list[str] = []
    read = {path: svg_templates.read(path, folder, file, table.header, own) for path in drawings}
    used = {path: template for path, template in read.items() if template is not None}
    if not used:
        return None
    notes += own
    stems = {PurePosixPath(path).stem.casefold(): template for path, template in used.items()}
    for head in table.header:
        values = list(dict.fromkeys(row[head].strip() for row in table.rows))
        named = [(value, stems.get(PurePosixPath(value).stem.casefold() if value else "")) for value in values]
        known = tuple((value, template) for value, template in named if template is not None)
        if known and len(known) == len(named) and all(slug(value).lower() == value for value in values):
            return Table(file, templates=known, by=head, size=known[0][1].sketch.size)
    best = max(used.values(), key=lambda template: len(template.columns))
    others = [path for path in used if path != best.file]
    notes += [f"{path}: left out for {best.file}, which uses at least as many columns of {file}" for path in others]
    return Table(file, templates=(("", best),), size=best.sketch.size, copies=best.copies)


def is_script(path: Path, within: Path | None = None) -> bool:
    """Return whether a file is a script of Squib or nanDECK."""
    if path.stat().st_size > MAX_SCRIPT:
        return False
    text = regular.read(path, MAX_SCRIPT, within).decode("utf-8", "replace")
    return "Squib" in text if path.suffix.lower() == ".rb" else nandeck.is_script(text)


def _squib(folder: Folder, file: str, notes: list[str]) -> Iterator[Table]:
    """Yield the tables that a script of Squib names, with its cards."""
    for deck in squib.decks(file, folder, notes):
        there = folder.find(deck.sheet.file, file)
        if not there:
            notes.append(f"{file}: left out: {deck.sheet.file}, which is not in the folder")
            continue
        named = _sheet(folder, there, deck.sheet.sheet)
        if named is None:
            notes.append(f"{file}: left out: {there} has no sheet of the number {deck.sheet.sheet}, counted from 0")
            continue
        yield Table(there, sheets=named, size=deck.sketch.size, copies=deck.sheet.copies, sketch=deck.sketch)


def _sheet(folder: Folder, file: str, number: int) -> tuple[str, ...] | None:
    """Return the name of a workbook's sheet by its number, from 0; none for other tables, None where it has none."""
    if PurePosixPath(file).suffix.lower() not in EXCEL.endings:
        return ()
    path = folder.home / file
    try:
        data = folder.read(file, regular.MAX_BYTES)
        with open_workbook(data, shown(path)) as archive:
            names = [sheet.name for sheet, _ in sheets(archive, data, shown(path))]
    except BuildError:
        return ()  # what is wrong with it is said where it is read
    return (names[number],) if 0 <= number < len(names) else None


def _nandeck(folder: Folder, file: str, notes: list[str]) -> Iterator[Table]:
    """Yield the tables that a nanDECK script links to, with its cards and its column of copies."""
    deck = nandeck.deck(file, folder, notes)
    for name, sheet in deck.tables:
        there = folder.find(name, file) or folder.find(re.split(r"[/\\]", name)[-1], file)
        if there:
            yield Table(there, "", (sheet,) if sheet else (), deck.sketch.size, deck.copies, deck.sketch)
        else:
            notes.append(f"{file}: left out: {name}, which is not in the folder")


def _cider(files: Sequence[str], notes: list[str]) -> Iterator[Table]:
    """Yield the cards of each deck of a Cider project, whose templates in HTML are not read."""
    decks = [match[1] for file in files if (match := re.fullmatch(r"(?:.+/)?decks/([^/]+)/cards\.csv", file))]
    for file in files:
        if re.fullmatch(r"(?:.+/)?decks/[^/]+/cards\.csv", file):
            name = PurePosixPath(file).parent.name
            yield Table(file, name, unused=("Front Template", "Back Template"))
    templates = [file for file in files if re.fullmatch(r"(?:.+/)?decks/[^/]+/[^/]+\.html", file)]
    if decks and templates:
        notes.append(f"left out: {', '.join(templates)}, templates in HTML; cards have a plain layout")


#: How many folders deep tables are looked for, and files that hold a program's settings.
_DEEP = 2
_SETTINGS = frozenset(
    (
        "package.json",
        "package-lock.json",
        "composer.json",
        "tsconfig.json",
        "jsconfig.json",
        "manifest.json",
        "app.json",
    )
)
_SCRIPTS = (".rb", ".txt", ".nde")


def tables(source: Path, folder: Folder, notes: list[str]) -> list[list[Table]]:
    """Return the tables of a source: itself, those of a script or of a project, or those in the folder.

    Of these lists, the first that makes any deck is the one to take. What is left out is added to `notes`; BuildError
    for a file that is neither.
    """
    if source.is_dir():
        project = _project_tables(folder, notes)
        return [project] if project else _in_folder(folder.files)
    if not source.is_file():
        raise error_at(Place(shown(source)), "there is no such file or folder")
    ending = source.suffix.lower()
    if ending in _SCRIPTS and is_script(source):
        own: list[str] = []
        project_table = _project_tables(folder, own, source.name)
        notes += own
        if project_table:
            return [project_table]
        lost = [note.partition(": left out: ")[2] for note in own if note.endswith("which is not in the folder")]
        message = f"this script names no table that lies in its folder or below{''.join(f'; {name}' for name in lost)}"
        raise error_at(Place(shown(source)), message, "give the folder of the project, or the table itself")
    if source.name.startswith("~$"):
        check_contents(b"", shown(source))
    if format_of(source.name) is not None:
        if not names.is_safe(source.name):
            message = "no file of a game may be called so: the name begins with a dot, or holds what is no text"
            raise error_at(Place(shown(source)), message, "rename the table")
        return [[Table(source.name)]]
    raise _refuse(source, ending)


def _in_folder(files: Sequence[str]) -> list[list[Table]]:
    """Return the tables in a folder, then those in folders below it; at each level, YAML comes last."""
    levels: list[list[Table]] = []
    for depth in range(_DEEP + 1):
        here = [file for file in files if file.count("/") == depth and PurePosixPath(file).name not in _SETTINGS]
        for taken in ("always", "alone"):
            levels.append([Table(file) for file in here if PurePosixPath(file).suffix.lower() in endings((taken,))])
    return levels


def _refuse(source: Path, ending: str) -> Exception:
    """Return the error for a file that is no table, by its ending."""
    if ending == ".rb":
        message, hint = "this is a Ruby script, but none of Squib", "give the script that makes the deck, or its table"
    elif foreign := foreign_file(source.name):
        message, hint = f"this is {foreign.name}", foreign.cure
    else:
        message = f"files with the ending {ending} are not known" if ending else "the file's name has no ending"
        hint = "if it is a table with commas, semicolons or tabs between its cells, give it the ending .csv"
    *names_, last = [format_.name for format_ in FORMATS if format_.taken == "always"]
    kinds = f"{', '.join(names_)} or {last}"
    message = f"{message}; a game is made of a table, such as {kinds}, or of a folder of these"
    return error_at(Place(shown(source)), message, hint)
