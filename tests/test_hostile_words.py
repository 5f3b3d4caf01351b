"""What a stranger's texts and names may do: nothing to a terminal, to a spreadsheet, or to a file system."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import beeprint
from beeprint.sources import names
from beeprint.sources.tables_csv import write_csv
from command import call

#: Ends a line, names the terminal's window, and turns letters red and round.
EVIL = "E\x1b]0;pwned\x07\x9b31m\u202e\r\n::error file=a::forged\n0 errors\nX"
WRITTEN = '"E\\e]0;pwned\\a\\x9b31m\\u202e\\r\\n::error file=a::forged\\n0 errors\\nX"'
_OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("game.yaml", 'title: "Mine"', f"title: {WRITTEN}"),
        ("game.yaml", "  cards:\n", f"  {WRITTEN}:\n"),
        ("game.yaml", "noun: garden cards", f"noun: {WRITTEN}"),
        ("game.yaml", "data: cards.csv", f"data: {WRITTEN}"),
        ("game.yaml", "of: [sun, rain]", f"of: [sun, rain, {WRITTEN}]"),
        ("cards.csv", "First light", f'"{EVIL}"'),
        ("cards.csv", "S1", f'"{EVIL}"'),
        ("cards.csv", "title", f'"{EVIL}"'),
        ("palette.yaml", "ink:", f"{WRITTEN}:"),
    ],
)
def test_no_text_of_a_game_reaches_the_terminal_raw(new_game: Path, file: str, old: str, new: str) -> None:
    text = (new_game / file).read_text("utf-8").replace("My Game", "Mine").replace("my-game", "mine")
    assert old in text
    (new_game / file).write_bytes(text.replace(old, new, 1).encode())
    said = [
        call(*command)
        for command in (
            ("build", "my-game", "--profile", "faces"),
            ("check", "my-game", "--format", "json"),
            ("check", "my-game", "--format", "github"),
            ("stats", "my-game"),
            ("stats", "my-game", "--by", "title"),
            ("list", "--vendors", "my-game"),
            ("list", "--sleeves", "my-game"),
        )
    ]
    lines = [line for result in said for line in (result.stdout + result.stderr).split("\n")]
    assert len(lines) > 10
    assert [line for line in lines if _OBEYED.search(line)] == []
    assert [line for line in lines if line.startswith(("::error file=a:", "0 errors", "X"))] == []


def test_all_that_is_printed_goes_through_one_module() -> None:
    """Whatever writes to the terminal itself might forget to escape."""
    writes = re.compile(r"click\.s?echo\(|(?<![\w.])print\(")
    modules = Path(beeprint.__file__).parent.rglob("*.py")
    writers = {f"{path.parent.name}/{path.name}" for path in modules if writes.search(path.read_text("utf-8"))}
    # The second one tells the process that started it, in JSON.
    assert writers == {"cli/console.py", "pdfcheck/child.py"}


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t=", "\r", "\n=", " =", "\uff1d", "x;=", "x\t+", "x\r\n@", "x\n="]
)
def test_no_cell_becomes_a_formula_however_a_list_is_parted(start: str) -> None:
    text = write_csv([("id", "text"), ("a", f'{start}HYPERLINK("http://x","y")'), (1, -1.5)])
    # As a comma parts it by the rules, and as programs part it that are set to semicolons or tabs.
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    cells += [cell for separator in ";\t" for line in text.splitlines() for cell in line.split(separator)]
    begun = [cell for cell in cells if re.match(r"[\s\"]*[=+\-@\uff1d]", cell) and not re.match("-1.5$", cell)]
    assert begun == []


def test_numbers_and_words_stay_as_they_are_in_a_list() -> None:
    row = ("-5", "+2", "-1,5", "a-b", "a = b", "9;8", "")
    assert list(csv.reader(io.StringIO(write_csv([row])))) == [list(row)]


def hostile_ids() -> Iterator[str]:
    yield from ("con", "CON", "nul", "NUL.front", "com1", "lpt9.x", "com\u00b9", "conin$", "CLOCK$", "aux ", "prn.")
    yield from ("a.", "a ", " a", "..", ".", "...", "-", "a/b", "a\\b", "a:b", 'a"b', "a*b", "a?b", "a<b", "a|b", "~")
    yield from ("\x00", "a\nb", "\u202e", "\ud800", "\U0001f41d", "\u00e9", "e\u0301", "x" * 300)


@pytest.mark.parametrize("text", list(hostile_ids()), ids=ascii)
def test_every_file_has_a_name_that_every_system_takes(text: str) -> None:
    name = names.slug(text)
    assert re.fullmatch(r"[A-Za-z0-9._-]+", name)
    assert not name.endswith(".") and not name.startswith((".", "-"))
    assert not re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)", name.partition(".")[0])
    assert os.path.normpath(name) == name
