"""Projects of other programs: which tables they are made of, and how large their cards are.

Squib: a Ruby script that names its tables, with layouts in YAML. nanDECK: a script with a line LINK=. Cider (Card IDE):
a folder decks/ with a folder of tables and templates for each deck.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from beeprint.base import regular
from beeprint.files.names import is_safe
from beeprint.files.workspace import shown
from beeprint.starter.squib import Script, scripts

MAX_SCRIPT = 1_000_000
_NANDECK = re.compile(r"^\s*(?:LINK|CARDSIZE|CARDS)\s*=", re.IGNORECASE | re.MULTILINE)
_UNITS = {"MM": 1.0, "CM": 10.0, "INCH": 25.4}
#: The least and the greatest side of a card, in mm, that is taken from a script.
_SIDES = (20, 400)


class Table(Struct, frozen=True):
    """A table of a project: the name of its deck, its cards' width, height and bleed in mm, its column of copies.

    `script` is the Squib script that prints it; `unused` are columns that only the other program needs.
    """

    file: str
    name: str = ""
    size: tuple[float, float, float] | None = None
    copies: str = ""
    script: Script | None = None
    unused: tuple[str, ...] = ()


def tables(home: Path, files: Sequence[str], notes: list[str], script: str = "") -> list[Table]:
    """Return the tables of a project in a folder; none where it is no project of a program that is known.

    With a `script`, they are only those that it names. What is left out is added to `notes`.
    """
    found = [("", table) for table in ([] if script else _cider(files, notes))]
    for file in [script] if script else files:
        if PurePosixPath(file).suffix.lower() not in (".rb", ".txt", ".nde") or not is_script(home / file, home):
            continue
        text = regular.read(home / file, MAX_SCRIPT, home).decode("utf-8", "replace")
        read = _squib(home, files, file, text, notes) if file.endswith(".rb") else _nandeck(files, file, text, notes)
        found += [(file, table) for table in read]
    unique: dict[str, tuple[str, Table]] = {}
    for file, table in found:
        # A script that prints more than it places is a lesser guide than one that places everything.
        other = unique.setdefault(table.file, (file, table))
        if len(table.script.bound if table.script else ()) > len(other[1].script.bound if other[1].script else ()):
            unique[table.file] = file, table
    for file, table in found:
        taken, _ = unique[table.file]
        if file != taken:
            way = f"--from {shlex.quote(shown(home / file))} takes this one"
            notes.append(f"{file}: left out for {table.file}, whose cards {taken} makes ({way})")
    return [table for _, table in unique.values()]


def is_script(path: Path, within: Path | None = None) -> bool:
    """Return whether a file is a script of Squib or nanDECK."""
    if path.stat().st_size > MAX_SCRIPT:
        return False
    text = regular.read(path, MAX_SCRIPT, within).decode("utf-8", "replace")
    return "Squib" in text if path.suffix.lower() == ".rb" else bool(_NANDECK.search(text))


def _there(name: str, script: str, files: Sequence[str]) -> str:
    """Return the file that a script names, from where it lies or from the top of the project; empty for none."""
    plain = re.sub(r"^(\./)+", "", name.replace("\\", "/"))
    beside = (PurePosixPath(script).parent / plain).as_posix()
    return next((one for one in (beside, plain) if one in files and is_safe(one)), "")


def _squib(home: Path, files: Sequence[str], file: str, text: str, notes: list[str]) -> Iterator[Table]:
    """Yield the tables that a script of Squib names, with its layouts."""
    for read in scripts(text):
        there = {name: _there(name, file, files) for name in (*read.layouts, *read.data.values())}
        notes += [f"{file}: left out: {name}, which is not in the folder" for name, path in there.items() if not path]
        read = read.placed(
            {name: regular.read(home / there[name], within=home) for name in read.layouts if there[name]}, notes
        )
        yield from (Table(there[name], size=read.size, script=read) for name in read.data.values() if there[name])


def _nandeck(files: Sequence[str], file: str, text: str, notes: list[str]) -> Iterator[Table]:
    """Yield the tables that a nanDECK script links to, with its size of cards and its column of copies."""
    said = {
        match[1].upper(): match[2].strip()
        for match in re.finditer(
            r"^[ \t]*(LINKMULTI|CARDSIZE|UNIT)[ \t]*=[ \t]*([^\n;]*)", text, re.MULTILINE | re.IGNORECASE
        )
    }
    unit = _UNITS.get(said.get("UNIT", "CM").upper(), 10.0)
    sides = re.fullmatch(r"(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)", said.get("CARDSIZE", "6, 9"))
    size = (float(sides[1]) * unit, float(sides[2]) * unit, 3.0) if sides else None
    if size and not all(_SIDES[0] <= side <= _SIDES[1] for side in size[:2]):
        size = None
    for match in re.finditer(
        r"""^[ \t]*LINK[ \t]*=[ \t]*(?:"([^"\n]+)"|([^\s,;"]+))""", text, re.MULTILINE | re.IGNORECASE
    ):
        name = (match[1] or match[2]).split("!")[0]
        if name.startswith("["):  # a label, whose value is worked out elsewhere
            continue
        there = _there(name, file, files)
        if there:
            yield Table(there, size=size, copies=said.get("LINKMULTI", "").strip('"[] '))
        else:
            notes.append(f"{file}: left out: {name}, which is not in the folder")
    if "LINK" in text.upper():
        notes.append(f"{file}: left out: where things stand on a card; they stand in a plain layout")


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
