"""Make what a command asks for: check first, write where nothing is wrong, say what was made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beeprint.base.options import CheckOptions, FileOptions, LaserOptions, Options
from beeprint.base.problems import Place, did_you_mean, only_errors
from beeprint.base.store import Store
from beeprint.cli import arguments
from beeprint.cli.console import Wrong, reporting_errors, say, show, stop
from beeprint.files.reuse import Lines, Reuse
from beeprint.files.workspace import shown

if TYPE_CHECKING:
    # What a build that has nothing to do does without is imported where there is something to do.
    from beeprint import pipeline
    from beeprint.game.model import Game
    from beeprint.products import Checked


def make(folder: Path, options: FileOptions, show_all: bool) -> None:
    """Write a game, from the cache where nothing has changed."""
    store = Store.open()
    reuse = Reuse(store, folder, options, show_all)
    with reporting_errors(show_all):
        said = reuse.deliver()
    if said is None:
        _build(folder, options, show_all, store, reuse)
        return
    for out, line in said:
        click.echo(line, err=not out)
    say("nothing has changed since this was built; the files come from the cache")


def _build(folder: Path, options: FileOptions, show_all: bool, store: Store, reuse: Reuse) -> None:
    """Check, lay out and write a game, say what was made, and keep all of it for the next time."""
    from beeprint import pipeline

    lines: Lines = []
    click.get_current_context().obj = lines
    found = sound(folder, options, show_all, store)
    if isinstance(options, LaserOptions) and not pipeline.has_cuts(found, options):
        cards = all(deck.role == "card" for deck in found.game.decks.values())
        why = "its decks are cards; --only DECK cuts cards too" if cards else "there are no copies of them"
        say(f"{found.game.spec.title} has no parts to cut: {why}")
        return
    with reporting_errors(show_all):
        built = pipeline.build(found, options, say)
    tell(found, built, options)
    reuse.keep(built.target, built.part, found.fonts.files, lines)
    store.tidy()


def tell(found: Checked, built: pipeline.Built, options: FileOptions) -> None:
    """Say which files were written, and what to do with them."""
    from beeprint.cli import summary

    for path in built.written:
        say(shown(path), out=True)
    for line in summary.lines(found, built, options):
        say(line)


def sound(folder: Path, options: CheckOptions, show_all: bool, store: Store) -> Checked:
    """Return the checked game, its warnings shown; exit 1 where there are errors."""
    found = checked(folder, options, show_all, store)
    if only_errors(found.problems):
        stop(found.problems, "nothing was written")
    return found


def checked(folder: Path, options: CheckOptions, show_all: bool, store: Store, editions: bool = False) -> Checked:
    """Return the checked game, with all its editions where that is asked for, its problems shown."""
    from beeprint import pipeline

    with reporting_errors(show_all):
        found = pipeline.check(folder, options, store)
        if editions:
            found = replace(found, problems=(*found.problems, *pipeline.check_editions(found, options)))
        known(found.game, options)
    show(found.problems, show_all)
    return found


def known(made: Game, options: CheckOptions) -> None:
    """Exit 2 where the options name a profile, material, deck or piece that there is not."""
    from beeprint.game import request

    if isinstance(options, FileOptions):
        _known_profiles(made, options)
    with arguments.known():
        request.check_pieces(made, options)


def _known_profiles(made: Game, options: FileOptions) -> None:
    from beeprint import outputs
    from beeprint.laser import layers, material

    place = made.workspace
    wanted = [("profile", name, outputs.names(place)) for name in options.profiles]
    if isinstance(options, LaserOptions):
        wanted = [("laser profile", name, layers.names(place)) for name in options.profiles]
        wanted.append(("material", options.material, material.names(place)))
    for noun, name, names in wanted:
        if name not in names:
            raise Wrong(f"there is no {noun} {name}: {did_you_mean(name, names)}")
    if isinstance(options, Options) and options.base_url:
        used = (outputs.load(place, name, Place(name)).output.uses for name in options.profiles)
        if not any("base_url" in names for names in used):
            raise Wrong("--base-url: none of the profiles uses it; add --profile tabletop-simulator")
