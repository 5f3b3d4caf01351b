"""`beeprint new`: start a game of your own, from a starter or a table."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Collection
from pathlib import Path

import click

from beeprint import starter
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError, Problem, did_you_mean, only_errors
from beeprint.base.store import Store
from beeprint.base.words import counted, legible
from beeprint.cli import help
from beeprint.cli.console import Wrong, say, show
from beeprint.cli.help import command, option
from beeprint.sources.workspace import Workspace, shown
from beeprint.starter import card_templates, looks

#: What separates the two lines of a note.
_HINT = "\n    hint: "


@command(
    "new",
    ("beeprint new my-game", "Start a game in the folder my-game"),
    ("beeprint new my-game --from inkscape", "Start one whose cards are drawings"),
    ("beeprint new my-game --from cards.xlsx", "Make one from a table"),
    ("beeprint new my-game --from my-squib-deck", "Make one from a folder of Squib, nanDECK or Cider"),
)
@click.argument("name", type=click.Path(path_type=Path))
@option(
    "--from",
    "source",
    group=help.MADE,
    metavar="STARTER|TABLE",
    default=next(iter(starter.STARTERS)),
    help="; ".join(f"{key}: {shows}" for key, (shows, _) in starter.STARTERS.items())
    + f" (default: {next(iter(starter.STARTERS))}); or a table, or a folder of tables "
    "and pictures, such as a project of Squib, nanDECK or Cider, to make a game of.",
)
@option(
    "--sheet",
    "sheets",
    group=help.MADE,
    metavar="NAME",
    multiple=True,
    help="The sheet of the workbook to make cards of; repeat it for several "
    "(default: those that look like a list of cards).",
)
@option(
    "--size",
    group=help.MADE,
    metavar="SIZE",
    default="",
    help="The size of the cards that are made of a table: tarot, mini-card and so on, or 70x120 in mm "
    "(default: the smallest of three that holds the longest text).",
)
@option(
    "--template",
    group=help.MADE,
    metavar="NAME",
    default="",
    help=f"What the cards that are made of a table are like: {', '.join(card_templates.TEMPLATES)} "
    "(default: what suits the table).",
)
@option(
    "--look",
    group=help.MADE,
    metavar="NAME",
    default="",
    help=f"Their colours, letters and ornaments: {', '.join(looks.LOOKS)} (default: {looks.DEFAULT}).",
)
def new(name: Path, source: str, sheets: tuple[str, ...], size: str, template: str, look: str) -> None:
    """Start a game of your own: a small, complete game in the folder NAME, ready to build and change."""
    if source in starter.names() and (sheets or size or template or look):
        options = "--sheet, --size, --template and --look"
        raise Wrong(f"{options} are for games that are made from a table: add --from TABLE")
    _check_name("--template", template, card_templates.TEMPLATES)
    _check_name("--look", look, looks.LOOKS)
    if source not in starter.names() and not Path(source).exists():
        hint = did_you_mean(source, starter.names())
        raise Wrong(f"--from: there is no starter and no file {source}: {hint}")
    try:
        if source in starter.names():
            files, notes = starter.write(name, source), []
        else:
            files, notes = [], starter.write_from(name, Path(source), sheets, size, "", template, look)
    except ValueError as error:
        raise Wrong(f"--size: {error}") from error
    except BuildError as error:
        show(error.problems, show_all=True)
        sys.exit(1)
    from beeprint.edit import table_bases  # loads slowly

    table_bases.begin(Store.open(), Path(name).iterdir())
    for path in files:
        say(shown(path), out=True)
    for note in notes:
        text, _, hint = note.rpartition(_HINT)  # the last one is ours, whatever the text quotes
        say(text or hint, out=True)
        if text:
            say(f"    hint: {hint}", out=True)
    quoted = shlex.quote(str(name))
    build = f"beeprint build {quoted}"
    if notes:
        faults = _check(name)
        show(faults, show_all=False)
        _say_where(name)
        if faults:
            _say_next(faults, build, f"beeprint studio {quoted}")
            return
    after = "README.md" if files else "game.yaml"
    say(f"next: beeprint studio {quoted} opens it in the browser, to change and to print")
    say(f"or: {build} makes the files to print; then read {shown(name / after)}")


def _check_name(option_name: str, given: str, known: Collection[str]) -> None:
    """Refuse a template or a look that there is not."""
    if given and given not in known:
        raise Wrong(f"{option_name}: there is no {given}: {did_you_mean(given, known)}")


def _check(folder: Path) -> list[Problem]:
    """Return the errors of a game that was made from a table, such as texts too long for their boxes."""
    from beeprint import pipeline

    try:
        problems = pipeline.check(folder, CheckOptions()).problems
    except BuildError as error:
        problems = error.problems
    return only_errors(problems)


def _say_next(faults: list[Problem], build: str, studio: str) -> None:
    """Say what to fix before the game can be built, and whether a draft can be built now."""
    where = ", ".join(dict.fromkeys(legible(problem.place.file) for problem in faults))
    verb, them = ("remains", "it is") if len(faults) == 1 else ("remain", "they are")
    say(f"not ready: {counted(len(faults), 'error')}, listed above, {verb} to be fixed in {where}")
    say(f"next: {studio} opens it in the browser, and shows what to fix")
    if all(problem.hole for problem in faults):
        say(f"or: {build} --draft builds already, and marks what is wrong; once {them} fixed, {build}")
    else:
        say(f"or: once {them} fixed, {build}")


def _say_where(folder: Path) -> None:
    """Say which files to edit from now on in a game that was made from a table."""
    from beeprint.game import model

    files = dict.fromkeys(deck.data.file for deck in model.declared(Workspace(folder)).decks.values())
    say(f"edit {', '.join(shown(folder / file) for file in files)} from now on: the game reads no other file")
    say("    to bring in a newer table, save it there under the same name")
    say(f"put pictures into {shown(folder / 'art' / 'pictures')}, icons into {shown(folder / 'art' / 'icons')}")
