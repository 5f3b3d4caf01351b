"""Data files as the world has them: each is read right, warned of or refused, in the words that stand here."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from beeprint.base.problems import BuildError
from beeprint.game import model
from beeprint.game.damage import damage
from beeprint.game.rows import Rows
from beeprint.sources.workspace import Workspace, built_in_games

GAME = """\
id: game
version: "1"
title: Game
decks:
  bees:
    title: Bees
    data: bees.csv
    columns: {title: text, cost: "int?", rare: "bool?", size: "length?", text: "text?"}
    shape: {kind: card, size: us-poker}
    front: bee
    stock: cards
"""
HEAD = "id,title,cost,rare,size,text\n"


class Dirty(NamedTuple):
    """A file, and the cells that are read of it, by row and column."""

    data: bytes
    cells: Mapping[str, str] = {}


def packed(*names: str, **files: str) -> bytes:
    """Return a ZIP archive, which is what spreadsheets' own formats are."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, files.get(name, "<x/>"))
    return file.getvalue()


def row(text: str) -> bytes:
    """Return a file with this row below the header."""
    return f"{HEAD}{text}\n".encode()


PLAIN = f"{HEAD}A,Drone,1,yes,2.5,Buzz\nB,Queen,2,no,,\n"
READ = {"A.title": "Drone", "A.cost": "1", "A.rare": "yes", "A.text": "Buzz", "B.title": "Queen", "B.size": ""}

CASES: dict[str, Dirty] = {
    # separators, line ends, character sets
    "semicolons": Dirty(PLAIN.replace(",", ";").encode(), READ),
    "tabs": Dirty(PLAIN.replace(",", "\t").encode(), READ),
    "vertical bars": Dirty(PLAIN.replace(",", "|").encode(), READ),
    "sep line of Excel": Dirty(b"sep=;\n" + PLAIN.replace(",", ";").encode()),
    "sep line in quotes": Dirty(b'"sep=,"\n' + PLAIN.encode()),
    "byte order mark": Dirty(PLAIN.encode("utf-8-sig"), READ),
    "UTF-16": Dirty(PLAIN.encode("utf-16"), READ),
    "UTF-16 without a mark": Dirty(PLAIN.encode("utf-16-le"), READ),
    "UTF-16 big endian": Dirty(PLAIN.encode("utf-16-be"), READ),
    "Latin-1": Dirty(PLAIN.replace("Queen", "Königin").encode("latin-1")),
    "Windows-1252": Dirty(PLAIN.replace("Buzz", "“Buzz”").encode("cp1252")),
    "Windows line ends": Dirty(PLAIN.replace("\n", "\r\n").encode(), READ),
    "line ends of old Macs": Dirty(PLAIN.replace("\n", "\r").encode(), READ),
    "mixed line ends": Dirty(PLAIN.replace("\n", "\r\n", 1).replace("Buzz\n", "Buzz\r").encode(), READ),
    "no line end at the end": Dirty(PLAIN.rstrip("\n").encode(), READ),
    "NUL bytes": Dirty(PLAIN.replace("Buzz", "Bu\0zz").encode()),
    # quotes
    "unclosed quote": Dirty(PLAIN.replace("Buzz", '"Buzz').encode()),
    "text after a closing quote": Dirty(PLAIN.replace("Buzz", '"Buzz" loudly').encode()),
    "quote inside a cell": Dirty(row('A,5" wide,,,,'), {"A.title": '5" wide'}),
    "doubled quotes": Dirty(row('A,"say ""hi"", twice",,,,'), {"A.title": 'say "hi", twice'}),
    "smart quotes in a text": Dirty(row("A,“Drone”,,,,it\u2019s"), {"A.title": "“Drone”", "A.text": "it\u2019s"}),
    "smart quotes around a cell": Dirty(row("A,Drone,,,,“a, b”")),
    # header
    "only a header": Dirty(HEAD.encode()),
    "empty file": Dirty(b""),
    "only blank lines": Dirty(b"\n\n\n"),
    "no header": Dirty(b"A,Drone,1,yes,2.5,Buzz\n"),
    "duplicate header": Dirty(PLAIN.replace("size", "cost").encode()),
    "empty header": Dirty(PLAIN.replace("size", "").encode()),
    "header in capitals": Dirty(PLAIN.replace(HEAD, HEAD.upper()).encode(), READ),
    "header in smart quotes": Dirty(PLAIN.replace("title", "“title”").encode()),
    "zero-width space in the header": Dirty(PLAIN.replace("title", "ti\u200btle").encode()),
    "no-break space in the header": Dirty(PLAIN.replace("title", "ti\u00a0tle").encode()),
    "second byte order mark": Dirty(b"\xef\xbb\xbf\xef\xbb\xbf" + PLAIN.encode()),
    "a title above the header": Dirty(f"My bees\n\n{PLAIN}".encode()),
    "a comment above the header": Dirty(f"# my bees,,,,,\n{PLAIN}".encode()),
    "qty": Dirty(b"id,title,cost,rare,size,text,qty\nA,Drone,,,,,2\n"),
    "Anzahl": Dirty(b"id,title,cost,rare,size,text,Anzahl\nA,Drone,,,,,2\n"),
    # rows
    "trailing commas": Dirty(PLAIN.replace("\n", ",,\n").encode(), READ),
    "blank lines": Dirty(PLAIN.replace("\n", "\n\n,,,,,\n").encode(), READ),
    "a row with too many cells": Dirty(row("A,Drone,1,yes,2,sting, fly away")),
    "a row with too many cells between semicolons": Dirty(row("A,Drone,1,yes,2,sting, fly").replace(b",", b";")),
    "copies with decimals": Dirty(b"id,title,cost,rare,size,text,copies\nA,Drone,,,,,2.0\n", {"A.copies": "2"}),
    "a row with too few cells": Dirty(row("A,Drone"), {"A.title": "Drone", "A.cost": "", "A.text": ""}),
    "a row without an id": Dirty(row(",Drone,,,,")),
    "a comment": Dirty(row("# the drones,,,,,\nA,Drone,,,,")),
    "an id with #": Dirty(row("#1,Drone,,,,")),
    "ids that differ by case": Dirty(row("A,Drone,,,,\na,Queen,,,,")),
    "ids with spaces": Dirty(row("big bee,Drone,,,,"), {"big bee.title": "Drone"}),
    "zero-width space in an id": Dirty(row("A\u200b,Drone,,,,")),
    "a conflict of git": Dirty(row("<<<<<<< HEAD\nA,Drone,,,,\n=======\nA,Queen,,,,\n>>>>>>> new")),
    # cells
    "cells with line breaks": Dirty(row('A,Drone,,,,"one\ntwo"'), {"A.text": "one\ntwo"}),
    "cells with tabs": Dirty(row("A,Drone,,,,one\ttwo"), {"A.text": "one\ttwo"}),
    "spaces around cells": Dirty(row("A , Drone , 1 ,,,"), {"A.title": "Drone", "A.cost": "1"}),
    "a very long cell": Dirty(row(f"A,Drone,,,,{'buzz ' * 30_000}")),
    "thousands separator": Dirty(row('A,Drone,"1,000",,,'), {"A.cost": "1,000"}),
    "decimal comma": Dirty(row('A,Drone,,,"2,5",'), {"A.size": "2,5"}),
    "decimals of a whole number": Dirty(row("A,Drone,3.0,,,"), {"A.cost": "3.0"}),
    "percent": Dirty(row("A,Drone,50%,,,")),
    "a number as text": Dirty(row("A,Drone,'5,,,")),
    "a number in a formula": Dirty(row('A,Drone,"=""5""",,,')),
    "leading zeros": Dirty(row("007,Drone,05,,,"), {"007.title": "Drone", "007.cost": "05"}),
    "dates": Dirty(row("A,Drone,,,,2026-11-22"), {"A.text": "2026-11-22"}),
    "a date that was 2-4": Dirty(row("A,Drone,,,,04-Feb"), {"A.text": "04-Feb"}),
    "TRUE and FALSE": Dirty(row("A,Drone,,TRUE,,\nB,Queen,,FALSE,,"), {"A.rare": "TRUE", "B.rare": "FALSE"}),
    "WAHR": Dirty(row("A,Drone,,WAHR,,")),
    "an error in a text": Dirty(row("A,Drone,,,,#REF!")),
    "errors in other cells": Dirty(row("A,Drone,#DIV/0!,#N/A,#NAME?,\nB,#VALUE!,#BEZUG!,,Err:508,")),
    "a column too narrow": Dirty(row("A,Drone,#####,,,")),
    "a formula in a text": Dirty(row('A,Drone,,,,"=SUM(B2,B3)"'), {"A.text": "=SUM(B2,B3)"}),
    "a formula in a number": Dirty(row("A,Drone,=B2*2,,,")),
    "an equals sign in a text": Dirty(row("A,Drone,,,,= 3 honey"), {"A.text": "= 3 honey"}),
    "garbled letters": Dirty(row("A,KÃ¶nigin,,,,Itâ€™s"), {"A.title": "KÃ¶nigin"}),
    "garbled Cyrillic": Dirty(row("A,Ð²Ð¾Ð»Ðº,,,,"), {"A.title": "Ð²Ð¾Ð»Ðº"}),
    "a lost letter": Dirty(row("A,K\ufffdnigin,,,,")),
    "accents in capitals": Dirty(row("A,“CAFÉ”,,,,À 20°"), {"A.title": "“CAFÉ”", "A.text": "À 20°"}),
    "a terminal's escape": Dirty(row("A,Drone,\x1b[31m5,,,")),
    "accents before marks": Dirty(row("A,“Olé…”,,,,Désolé…\u00a0» café— “ä…“ Ñ» É™"), {"A.title": "“Olé…”"}),
    # other files under the name
    "XLSX": Dirty(packed("[Content_Types].xml", "xl/workbook.xml")),
    "ODS": Dirty(packed("mimetype", mimetype="application/vnd.oasis.opendocument.spreadsheet")),
    "Numbers": Dirty(packed("Index/Document.iwa")),
    "another archive": Dirty(packed("bees.csv")),
    "XLS": Dirty(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)),
    "HTML": Dirty(b"<html><table><tr><td>id</td></tr></table></html>"),
    "Google's page to sign in": Dirty(b'<!DOCTYPE html><a href="https://accounts.google.com/ServiceLogin">Sign in</a>'),
    "PDF": Dirty(b"%PDF-1.7\n\xe2\xe3\xcf\xd3"),
    "RTF": Dirty(b"{\\rtf1 id,title}"),
    "a pointer of Git LFS": Dirty(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n"),
    "two million rows": Dirty(HEAD.encode() + b"A\n" * 2_000_001),
    "300,000 rows": Dirty(HEAD.encode() + b"A,B,,,,\n" * 300_000),
}


#: What beeprint says of each file, below a line with its name; a file without messages is read as it is meant.
EXPECTED = Path(__file__).parent / "dirty_data.txt"


def expected() -> dict[str, str]:
    parts = EXPECTED.read_text("utf-8").split("== ")[1:]
    return {name: messages for name, _, messages in (part.partition("\n") for part in parts)}


def told(folder: Path, data: bytes) -> tuple[Rows | None, str]:
    """Read a file as the data of a game, and return its rows, if it can be read, and the messages."""
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "bees.csv").write_bytes(data)
    try:
        game, problems = model.load(Workspace(folder))
        rows = game.decks["bees"].rows
    except BuildError as error:
        rows, problems = None, list(error.problems)
    return rows, "".join(f"{problem}\n" for problem in problems)


@pytest.mark.parametrize("case", CASES)
def test_a_dirty_file_is_read_right_warned_of_or_refused(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows, messages = told(tmp_path, CASES[case].data)
    assert messages == expected()[case]
    for name, text in CASES[case].cells.items():
        key, column = name.split(".")
        assert rows is not None and rows.by_id[key].texts[column] == text
    if not messages:
        assert rows is not None and [row.id for row in rows.rows] == list(
            dict.fromkeys(name.split(".")[0] for name in CASES[case].cells)
        )


def test_every_expectation_has_its_file(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--refresh"):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(tmp_path)
            text = "".join(f"== {name}\n{told(tmp_path, case.data)[1]}" for name, case in CASES.items())
        EXPECTED.write_text(text, "utf-8", newline="\n")
    assert list(expected()) == list(CASES) and len(CASES) >= 40


def test_a_translation_is_looked_over_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told(tmp_path, PLAIN.encode())
    (tmp_path / "lang/fr").mkdir(parents=True)
    text = "id,title,text\nA,Abeille mÃ¢le,#REF!\nB,Reine,\n"
    (tmp_path / "lang/fr/bees.csv").write_text(text, "utf-8")
    _, problems = model.load(Workspace(tmp_path), "fr")
    assert [(problem.severity, problem.message) for problem in problems] == [
        ("warning", "title holds 'Ã¢', which is 'â' read in a wrong character set (A, column title, cell B2)"),
        ("error", "text is #REF!, an error from a formula (A, column text, cell C2)"),
    ]


@pytest.mark.parametrize("name", sorted(built_in_games()))
def test_no_cell_of_a_shipped_game_looks_damaged(name: str) -> None:
    game, problems = model.load(Workspace(built_in_games()[name]))
    texts = [
        text
        for rows in (*game.tables.values(), *(deck.rows for deck in game.decks.values()))
        for row in rows.rows
        for text in row.texts.values()
    ]
    assert texts and not problems and not any(map(damage, texts))
