"""Make the safe fixes of a game's problems from the command line, or show what they would change."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path

from beeprint.base.problems import Problem
from beeprint.base.words import counted
from beeprint.cli.console import reporting_errors, say, write
from beeprint.edit.change import Change
from beeprint.edit.change import write as write_edit
from beeprint.edit.fixes import make_safe_edit
from beeprint.sources.workspace import shown


def fix(folder: Path, problems: Iterable[Problem]) -> None:
    """Make all safe fixes, and say what each did; exit 1 where the files cannot be written."""
    with reporting_errors(True):
        pairs, edit = make_safe_edit(folder, problems)
        write_edit(edit)
    for problem, each in pairs:
        say(f"{problem.place}: fixed: {each.title}")
    say(f"{counted(len(pairs), 'problem')} fixed" if pairs else "no problem has a safe fix")


def show_diff(folder: Path, problems: Iterable[Problem]) -> None:
    """Print what `fix` would write as a unified diff."""
    with reporting_errors(True):
        pairs, edit = make_safe_edit(folder, problems)
    for change in edit.changes:
        write("\n".join(_diff(change)))
    say(f"--fix would fix {counted(len(pairs), 'problem')}" if pairs else "no problem has a safe fix")


def _diff(change: Change) -> Iterator[str]:
    """Yield the lines of a file's unified diff; of a file that is not text, that it differs."""
    name = shown(change.path)
    before, after = ("/dev/null" if data is None else name for data in (change.before, change.after))
    try:
        old, new = ((data or b"").decode("utf-8-sig").splitlines() for data in (change.before, change.after))
    except UnicodeDecodeError:
        yield f"Binary files {before} and {after} differ"
        return
    yield from difflib.unified_diff(old, new, before, after, lineterm="")
