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
from beeprint.base.options import DEFAULT_LASER, DEFAULT_PROFILES, LaserOptions
from beeprint.base.problems import BuildError, Place, did_you_mean
from beeprint.base.words import counted
from beeprint.cli import help
from beeprint.cli.console import Wrong, say, show
from beeprint.cli.help import command, option
from beeprint.files.workspace import Workspace, built_in_games, shown


@command(
    "list",
    "list games, editions, profiles, materials and plug-ins",
    ("beeprint list", "Show the names that build and laser accept"),
)
def list_games() -> None:
    """List the built-in games and their editions, and the profiles, materials and plug-ins that are installed."""
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
            click.echo(f"\n{title}:")
        for name, text in table:
            click.echo(f"{name:24} {text}")


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
        yield name, f"{stuff.title}, kerf {stuff.kerf:g} mm{_default(name == LaserOptions.material)}{_from(package)}"


def _plugins() -> Iterator[tuple[str, str]]:
    """Yield each installed plug-in with what it adds."""
    adds: dict[str, list[str]] = {}
    for group, noun in ((plugins.RULES, "rule"), (plugins.OUTPUTS, "output")):
        for name, plugin in plugins.found(group).items():
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
    "start a game of your own",
    ("beeprint new my-game", "Start a game in the folder my-game"),
    ("beeprint new my-game --from inkscape", "Start one whose cards are drawings"),
)
@click.argument("name", type=click.Path(path_type=Path))
@option(
    "--from",
    "source",
    group=help.MADE,
    metavar="STARTER",
    default=next(iter(starter.STARTERS)),
    help="; ".join(f"{key}: {shows}" for key, (shows, _) in starter.STARTERS.items())
    + f" (default: {next(iter(starter.STARTERS))}).",
)
def new(name: Path, source: str) -> None:
    """Start a game of your own: a small, complete game in the folder NAME, ready to build and change."""
    if source not in starter.names():
        raise Wrong(f"--from: there is no starter {source}: {did_you_mean(source, starter.names())}")
    try:
        files = starter.write(name, source)
    except BuildError as error:
        show(error.problems, show_all=True)
        sys.exit(1)
    for path in files:
        click.echo(shown(path))
    say(f"next: beeprint build {shlex.quote(str(name))}; then read {shown(name / 'README.md')}")
