"""`beeprint list` and `beeprint new`: list what is installed, and start a game."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from beeprint import starter
from beeprint.base import plugins
from beeprint.base.options import DEFAULT_LASER, DEFAULT_PROFILES, CheckOptions, LaserOptions
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, only_errors
from beeprint.base.words import counted, legible
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong, say, show, write
from beeprint.cli.help import command, option
from beeprint.sources.workspace import Workspace, built_in_games, shown

#: What stands between the two lines of a note.
_HINT = "\n    hint: "


@command(
    "list",
    ("beeprint list", "Show the names that build and laser accept"),
    ("beeprint list --vendors my-game", "Show who can print and cut each deck of a game"),
    ("beeprint list --sleeves my-game", "Show which sleeves to buy for its cards"),
)
@option(
    "--vendors",
    "vendors",
    group=help.SHOWN,
    metavar="GAME",
    default="",
    help="Who can make which deck of a game, what the deck has to be ordered as, and the profile to build.",
)
@option(
    "--sleeves",
    "sleeves",
    group=help.SHOWN,
    metavar="GAME",
    default="",
    help="Which sleeves fit the cards of a game, how many packs to buy, and how thick the cards are.",
)
@option(
    "--format",
    "form",
    group=help.SHOWN,
    type=click.Choice(["text", "json"]),
    default="text",
    help="Format of what --vendors and --sleeves list (default: text).",
)
def list_games(vendors: str, sleeves: str, form: str) -> None:
    """List the built-in games and their editions, and the profiles, materials and plug-ins that are installed."""
    if vendors and sleeves:
        raise Wrong("give --vendors or --sleeves, not both")
    if vendors:
        from beeprint.cli import vendors as listing

        listing.show(arguments.folder(vendors), as_json=form == "json")
        return
    if sleeves:
        from beeprint.cli import sleeves as buying

        buying.show(arguments.folder(sleeves), as_json=form == "json")
        return
    if form != "text":
        raise Wrong("--format is for --vendors and --sleeves: add one of them, with a game")
    tables = {
        "": _games(),
        "editions (beeprint build GAME --edition NAME)": _editions(),
        "profiles (beeprint build GAME --profile NAME)": _profiles(),
        "laser profiles (beeprint laser GAME --profile NAME)": _lasers(),
        "materials (beeprint laser GAME --material NAME)": _materials(),
        "plug-ins": _plugins(),
    }
    for title, entries in tables.items():
        table = list(entries)
        if title and table:
            write(f"\n{title}:")
        for name, text in table:
            say(f"{name:24} {text}", out=True)


def _games() -> Iterator[tuple[str, str]]:
    from beeprint.game import model

    for name, folder in built_in_games().items():
        try:
            loaded, _ = model.load(Workspace(folder))
        except BuildError as error:
            yield name, f"cannot be read: {error.problems[0].message}"
            continue
        printed = f", {loaded.printed} of them printed" if loaded.printed != loaded.pieces else ""
        yield name, f"{loaded.spec.title}: {loaded.spec.summary} ({counted(loaded.pieces, 'piece')}{printed})"


def _editions() -> Iterator[tuple[str, str]]:
    from beeprint.game import model

    for name, folder in built_in_games().items():
        with contextlib.suppress(BuildError):
            for key, entry in model.declared(Workspace(folder)).editions.items():
                yield name, f"{key}: {entry.get('title', '') if isinstance(entry, dict) else ''}"


def _profiles() -> Iterator[tuple[str, str]]:
    from beeprint import outputs

    here = Workspace(Path.cwd())
    for name in outputs.names(here):
        package = here.package("layouts", f"profiles/{name}", [".yaml"])
        try:
            title = outputs.load(here, name, Place(name)).profile.title
        except BuildError as error:
            title = f"cannot be read: {error.problems[0].message}"
        yield name, title + _default(name in DEFAULT_PROFILES) + _from(package)


def _lasers() -> Iterator[tuple[str, str]]:
    from beeprint.laser import layers

    here = Workspace(Path.cwd())
    for name in layers.names(here):
        package = here.package("layouts", f"laser/{name}", [".yaml"])
        yield name, layers.load(here, name, Place(name)).title + _default(name == DEFAULT_LASER) + _from(package)


def _materials() -> Iterator[tuple[str, str]]:
    from beeprint.laser import material

    here = Workspace(Path.cwd())
    for name in material.names(here):
        stuff = material.load(here, name, Place(name))
        package = here.package("layouts", f"materials/{name}", [".yaml"])
        yield name, f"{stuff.title}, kerf {stuff.kerf:g} mm{_default(name == LaserOptions().material)}{_from(package)}"


def _plugins() -> Iterator[tuple[str, str]]:
    """Yield each installed plug-in with what it adds."""
    adds: dict[str, list[str]] = {}
    for group, noun in ((plugins.RULES, "rule"), (plugins.OUTPUTS, "output")):
        for name, plugin in plugins.installed(group).items():
            adds.setdefault(plugin.package, []).append(f"{noun} {name}")
    for package in plugins.folders("layouts").values():
        adds.setdefault(package, []).append("layouts")
    for name, (package, _) in starter.added().items():
        adds.setdefault(package, []).append(f"starter {name}")
    yield from ((package, ", ".join(added)) for package, added in sorted(adds.items()))


def _from(package: str) -> str:
    return f" (from {package})" if package else ""


def _default(chosen: bool) -> str:
    return " (default)" if chosen else ""


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
def new(name: Path, source: str, sheets: tuple[str, ...], size: str) -> None:
    """Start a game of your own: a small, complete game in the folder NAME, ready to build and change."""
    if source in starter.names() and (sheets or size):
        raise Wrong("--sheet and --size are for games that are made from a table: add --from TABLE")
    if source not in starter.names() and not Path(source).exists():
        hint = did_you_mean(source, starter.names())
        raise Wrong(f"--from: there is no starter and no file {source}: {hint}")
    try:
        if source in starter.names():
            files, notes = starter.write(name, source), []
        else:
            files, notes = [], starter.write_from(name, Path(source), sheets, size)
    except ValueError as error:
        raise Wrong(f"--size: {error}") from error
    except BuildError as error:
        show(error.problems, show_all=True)
        sys.exit(1)
    for path in files:
        say(shown(path), out=True)
    for note in notes:
        text, _, hint = note.rpartition(_HINT)  # the last one is ours, whatever the text quotes
        say(text or hint, out=True)
        if text:
            say(f"    hint: {hint}", out=True)
    build = f"beeprint build {shlex.quote(str(name))}"
    if notes:
        faults = _faults(name)
        show(faults, show_all=False)
        _tell_where(name)
        if faults:
            _tell_rest(faults, build)
            return
    after = "README.md" if files else "game.yaml"
    say(f"next: {build}; then read {shown(name / after)}")


def _faults(folder: Path) -> list[Problem]:
    """Return what is wrong with a game that was made of a stranger's table, such as texts too long for their boxes."""
    from beeprint import pipeline

    try:
        problems = pipeline.check(folder, CheckOptions()).problems
    except BuildError as error:
        problems = error.problems
    return only_errors(problems)


def _tell_rest(faults: list[Problem], build: str) -> None:
    """Say what has to be mended before a game can be built, and whether a draft of it can be."""
    where = ", ".join(dict.fromkeys(legible(problem.place.file) for problem in faults))
    verb, them = ("remains", "it is") if len(faults) == 1 else ("remain", "they are")
    say(f"not ready: {counted(len(faults), 'error')}, listed above, {verb} to be mended in {where}")
    if all(problem.hole for problem in faults):
        say(f"next: {build} --draft builds already, and marks what is wrong; once {them} mended, {build}")
    else:
        say(f"next: once {them} mended, {build}")


def _tell_where(folder: Path) -> None:
    """Say which files of a game that was made of a table are to be edited from now on."""
    from beeprint.game import model

    files = dict.fromkeys(deck.data.file for deck in model.declared(Workspace(folder)).decks.values())
    say(f"edit {', '.join(shown(folder / file) for file in files)} from now on: the game reads no other file")
    say("    to bring in a newer table, save it there under the same name")
    say(f"put pictures into {shown(folder / 'art' / 'pictures')}, icons into {shown(folder / 'art' / 'icons')}")
