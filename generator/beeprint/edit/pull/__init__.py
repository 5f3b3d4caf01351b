"""Pull data files from the addresses that game.yaml names, and put them in place once they are sound."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.words import counted
from beeprint.delivery.overwrite import Overwrite, overwrite
from beeprint.delivery.replacing import clear_up
from beeprint.edit.pull.fetch import AddressError, Fetched, Limits, fetch, resolve, split
from beeprint.game import model
from beeprint.sources import names
from beeprint.sources.conversion import understand
from beeprint.sources.data_formats import format_of
from beeprint.sources.nodes import read_yaml
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.tables import DataTable
from beeprint.sources.workspace import Workspace, shown

_DOWNLOADED = (
    "give the address from which the file itself is downloaded; for a Google sheet that of its browser tab, and share "
    "the sheet with everyone who has the link"
)


class Source(Struct, frozen=True):
    """A data file with its address, the sheets that the game uses, and the place in game.yaml that names it."""

    file: str
    url: str
    sheets: tuple[tuple[str, int], ...]  # the names of the sheets, each with the row that names its columns
    place: Place


class Pulled(Struct, frozen=True):
    """A fetched data file: its bytes, and a line for the user; `changed` unless its cells are the same.

    `before` are the bytes to be replaced; None if there is no file yet.
    """

    source: Source
    data: bytes
    changed: bool
    summary: str
    before: bytes | None = None


def sources(folder: Path) -> list[Source]:
    """Return the data files of a game that have addresses; BuildError for faulty addresses, or if there are none."""
    home = Place(shown(folder))
    node = read_yaml(*Workspace(folder).data("game.yaml", home))
    spec = understand(model.GameSpec, node)
    by_file: dict[str, Source] = {}
    problems: list[Problem] = []
    for group, entries in (("tables", spec.tables), ("decks", spec.decks)):
        for name, entry in entries.items():
            if not entry.data.source:
                continue
            place = node.at([group, name, "data", "source"])
            try:
                source = _source(entry.data, place)
            except AddressError as error:
                problems.append(Problem(place, error.message, error.hint))
                continue
            other = by_file.get(source.file)
            if other is not None and other.url != source.url:
                message = f"{source.file} comes from another address in line {other.place.line}"
                problems.append(Problem(place, message, "write the same address, or name another file"))
            sheets = dict.fromkeys((*(other or source).sheets, *source.sheets))
            by_file[source.file] = replace(other or source, sheets=tuple(sheets))
    if problems:
        raise BuildError(problems)
    if not by_file:
        message = "no data file has an address to be pulled from"
        raise error_at(node.place, message, "write data: {file: cards.csv, source: https://...} in a deck")
    return list(by_file.values())


def _source(data: model.DataFile, place: Place) -> Source:
    """Return the source that a data file names; AddressError if it cannot be pulled."""
    file = data.file
    if not names.is_safe(file) or file == "game.yaml" or format_of(file) is None:
        raise AddressError(f"{file} is not a data file that can be pulled", "name a file, such as cards.csv")
    split(data.source)
    return Source(file, resolve(data.source, file), ((data.sheet, data.head),), place)


def pull(
    folder: Path,
    wanted: Sequence[Source],
    allow_private: bool = False,
    draft: bool = False,
    limits: Limits | None = None,
) -> list[Pulled]:
    """Fetch data files, and check that the game can be read with them; nothing is written yet.

    With `draft`, cells may be wrong and tables empty. BuildError for all that fails, whichever file it is in.
    """
    problems: list[Problem] = []
    fetched: dict[str, bytes] = {}
    for source in wanted:
        try:
            fetched[source.file] = _file(fetch(source.url, allow_private, limits))
        except AddressError as error:
            message = f"{source.file} cannot be pulled: {error.message}"
            problems.append(Problem(source.place, message, error.hint))
    faults = _faults(folder, fetched, draft)
    if problems or faults:
        where = "; places in data are those of the files that were fetched" if faults else ""
        raise BuildError([*problems, *faults], f"nothing was written{where}")
    return [_compare(folder, source, fetched[source.file]) for source in wanted]


def pull_file(file: str, url: str, place: Place, allow_private: bool = False) -> bytes:
    """Fetch a data file from an address, which may be that of a page that shows a Google sheet; nothing is written.

    BuildError at a place for an address that is refused, and for what is no file.
    """
    try:
        return _file(fetch(_source(model.DataFile(file=file, source=url), place).url, allow_private))
    except AddressError as error:
        raise error_at(place, f"{file} cannot be pulled: {error.message}", error.hint) from error


def _file(fetched: Fetched) -> bytes:
    """Return the bytes of a file that was fetched; AddressError for a web page."""
    head = fetched.data[:400].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if fetched.kind == "text/html" or head.startswith((b"<!doctype html", b"<html", b"<head", b"<script")):
        raise AddressError("the address answers with a web page, not with a file", _DOWNLOADED)
    if not fetched.data:
        raise AddressError("the file is empty", "look at the address in a browser")
    return fetched.data


def _faults(folder: Path, fetched: Mapping[str, bytes], draft: bool) -> list[Problem]:
    """Return what is wrong with the game's data where they come from files that were fetched."""
    ours = {shown(folder / file) for file in fetched}
    try:
        loaded, problems = model.load(Workspace(folder, fetched))
    except BuildError as error:
        # A file that is missing, or another file's fault, keeps no file from being pulled.
        return [problem for problem in error.problems if problem.place.file in ours and problem.severity == "error"]
    if draft:
        return []
    tables = [rows.table for rows in (*loaded.tables.values(), *(deck.rows for deck in loaded.decks.values()))]
    hint = "if that is meant, pull with --draft"
    empty = [Problem(table.place(None), "the table has no rows", hint) for table in tables if not table.rows]
    return [problem for problem in (*problems, *empty) if problem.place.file in ours and problem.severity == "error"]


def _compare(folder: Path, source: Source, data: bytes) -> Pulled:
    """Compare a fetched file with the present one."""
    path = _path(folder, source)
    name = shown(Workspace(folder).data_file(source.file, source.place) or folder / source.file)
    new = _tables(data, name, source)
    rows = counted(sum(len(table.rows) for table in new), "row")
    before = _bytes(path, source)
    if before is None:
        return Pulled(source, data, True, f"{name} is new: {rows}")
    try:
        old = _tables(before, name, source)
    except BuildError:
        summary = f"{name} has {rows} now; before it could not be read"
        return Pulled(source, data, True, summary, before)
    if old == new:
        return Pulled(source, data, False, f"{name} is as it was: {rows}")
    summary = f"{name} has {rows} now, {sum(len(table.rows) for table in old)} before"
    return Pulled(source, data, True, summary, before)


def _path(folder: Path, source: Source) -> Path:
    """Return where a data file is, or is to be, links followed; BuildError for a place that is not the game's."""
    path = regular.real(Workspace(folder).data_file(source.file, source.place) or folder / source.file)
    if not path.is_relative_to(regular.real(folder)):
        message = f"a link leads from {source.file} out of the game's folder {shown(folder)}"
        raise error_at(source.place, message, "copy what it leads to into the folder")
    if path.is_file() and (not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK)):
        raise error_at(source.place, f"{source.file} is read-only", "allow writing to it; it is as it was")
    return path


def _bytes(path: Path, source: Source) -> bytes | None:
    """Return the bytes to be replaced; None if there is no file yet."""
    try:
        return regular.read(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise error_at(source.place, f"{source.file} cannot be replaced: {error.strerror or error}") from error


def _tables(data: bytes, name: str, source: Source) -> list[DataTable]:
    return [read_table_bytes(data, name, sheet, head) for sheet, head in source.sheets]


def put(folder: Path, pulled: Sequence[Pulled]) -> None:
    """Put changed files in place of the old ones; BuildError where the disk does not let it, the old files kept."""
    paths = [(file, _path(folder, file.source)) for file in pulled]
    for home in {path.parent for file, path in paths if not file.changed}:
        clear_up(home)  # a pull that was killed may have put the file in place, and left its work folder
    overwrite([Overwrite(path, path, file.before, file.data) for file, path in paths if file.changed], "pull again")
