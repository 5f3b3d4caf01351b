"""Write lines, problems and the progress of long tasks to the terminal."""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import click

from beeprint.base.problems import BuildError, Fix, Problem, only_errors
from beeprint.base.words import counted, harmless, legible

#: How many different problems are shown without --all.
SHOWN_PROBLEMS = 50
_NO_ASCII = re.compile("[^\x20-\x7e\n]")


class Wrong(click.UsageError):
    """A wrong command line: exit code 2, without click's usage lines, which add nothing."""

    def show(self, file: Any = None) -> None:
        """Write the message to stderr."""
        say(f"beeprint: {self.format_message()}")


def say(text: str, out: bool = False) -> None:
    """Write a line to stderr, or with `out` to stdout, and to the context's list of lines if it has one.

    It may quote a game's titles and file names, so control characters are escaped, and so are ends of lines: nothing
    quoted can pass for a line of its own.
    """
    _note_and_print(harmless(text).replace("\n", "\\n"), out)


def repeat(line: str, out: bool) -> None:
    """Write a line without noting it, to stdout with `out`, else to stderr."""
    click.echo(line, err=not out)


def write(text: str, err: bool = False) -> None:
    """Write a text of several lines to stdout, or with `err` to stderr, as `say` does; its ends of lines stay."""
    _note_and_print(harmless(text), not err)


def _note_and_print(text: str, out: bool) -> None:
    """Print a text, and add it to the context's list of lines, which a build from the cache repeats."""
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, list):
        context.obj.append((out, text))
    repeat(text, out)


@contextlib.contextmanager
def reporting_errors(show_all: bool) -> Iterator[None]:
    """Show the problems that the block raises, and exit 1."""
    try:
        yield
    except BuildError as error:
        show(error.problems, show_all)
        stop(error.problems, error.outcome)


def stop(problems: Iterable[Problem], note: str = "") -> NoReturn:
    """Write how many errors there are, and exit 1."""
    count = len(only_errors(problems))
    say(counted(count, "error") + (f"; {note}" if note else ""))
    sys.exit(1)


def show(problems: Iterable[Problem], show_all: bool) -> None:
    """Print problems to stderr, errors first; similar ones are counted, not repeated, and at most 50 are shown."""
    ordered = sorted(problems, key=lambda problem: (problem.severity != "error", problem.place))
    groups: dict[Any, list[Problem]] = {}
    for problem in ordered:
        key: Any = problem if show_all else (problem.place.file, _alike(problem), problem.severity)
        groups.setdefault(key, []).append(problem)
    for number, group in enumerate(groups.values()):
        if number == SHOWN_PROBLEMS and not show_all:
            say(f"... and {len(groups) - SHOWN_PROBLEMS} more; --all shows every one")
            break
        write(str(group[0]), err=True)
        if len(group) > 3:
            say(f"    and {len(group) - 1} more like it, in lines {_lines(group[1:])}; --all shows every one")
        else:
            for problem in group[1:]:
                write(str(problem), err=True)


def _alike(problem: Problem) -> str:
    """Return the message without the parts that differ from row to row."""
    return re.sub(r"\([^()]*\)$|U\+[0-9A-F]+|\d+(\.\d+)?|'[^']*'", "_", problem.message)


def _lines(group: list[Problem]) -> str:
    lines = [str(problem.place.line) for problem in group[:6]]
    return ", ".join(lines) + (", ..." if len(group) > 6 else "")


def json_of(value: Any) -> str:
    """Return a value as JSON, in which letters stay as they are and characters that a terminal obeys are escaped."""
    written = json.dumps(value, ensure_ascii=False, indent=1)
    return _NO_ASCII.sub(lambda match: match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1], written)


def problems_json(problems: Iterable[Problem], offered: Callable[[Problem], Iterable[Fix]] = lambda _: ()) -> str:
    """Return problems as JSON, for tools, with the fixes that `offered` returns for each."""
    entries = [
        {
            "file": problem.place.file,
            "line": problem.place.line,
            "column": problem.place.column,
            "severity": problem.severity,
            "message": problem.message,
            "hint": problem.hint,
            "fixes": [{"title": fix.title, "does": fix.does, "safe": fix.safe} for fix in offered(problem)],
        }
        for problem in problems
    ]
    return json_of({"problems": entries})


def as_github(problem: Problem) -> str:
    """Return a problem as a workflow command of GitHub, escaped as such commands require."""

    def escape(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    place = problem.place
    spot = f"file={escape(legible(place.file))},line={place.line or 1},col={place.column or 1}"
    message = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
    return f"::{problem.severity} {spot}::{escape(message)}"


#: How often the line changes, in seconds.
_EVERY = 0.2


class Progress:
    """A line of stderr that is written over and over; nothing where stderr is not a terminal."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()
        self._what, self._started, self._from, self._last, self._shown = "", 0.0, 0, 0.0, 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, what: str, done: int, total: int) -> None:
        """Show how many are done of how many, and the time left at the pace so far; clear the line at the end."""
        if not self._shows:
            return
        now = time.monotonic()
        if what != self._what:
            self._what, self._started, self._from, self._last = what, now, done, 0.0
        if done >= total:
            self.clear()
            self._what = ""
        elif now - self._last >= _EVERY:
            self._last = now
            pace = (done - self._from) / (now - self._started) if now > self._started else 0.0
            rest = f", {format_time_left((total - done) / pace)} left" if pace else ""
            self._write(f"{done:,} of {total:,} {what}{rest}")

    def clear(self) -> None:
        """Clear the line, so that another text may be written."""
        if self._shown:
            self._write("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _write(self, text: str) -> None:
        import shutil  # it takes a while to load, and a short command shows nothing

        text = text[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write(f"\r{text.ljust(self._shown)}")
        sys.stderr.flush()
        self._shown = len(text)


def format_time_left(seconds: float) -> str:
    """Return a time to wait, rounded as far as an estimate deserves: 40 s, 3 min, 2 h."""
    if seconds < 55:
        return f"{max(5, 5 * round(seconds / 5))} s"
    if seconds < 3570:
        return f"{max(1, round(seconds / 60))} min"
    return f"{seconds / 3600:.1f} h"
