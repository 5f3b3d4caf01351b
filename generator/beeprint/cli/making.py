"""Make what a command asks for: check the game, write it if it has no errors, and report what was made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from beeprint.base import watchdog
from beeprint.base.options import CheckOptions, ExportOptions, FileOptions, LaserOptions, Options
from beeprint.base.problems import Place, did_you_mean, only_errors
from beeprint.base.store import Store
from beeprint.cli import arguments
from beeprint.cli.console import Wrong, repeat, reporting_errors, say, show, stop
from beeprint.cli.progress import Progress
from beeprint.delivery.reuse import Lines, Reuse
from beeprint.sources.workspace import shown

if TYPE_CHECKING:
    # A build that finds everything in the cache needs none of these: they are imported where they are used.
    from beeprint import pipeline
    from beeprint.game.model import Game
    from beeprint.outputs.shared import Checked


#: Options that only some profiles use, each with one that does.
_USED = {
    "base_url": "tabletop-simulator",
    "printer": "home-a4",
    "sheets_per_file": "home-a4",
    "dpi": "images",
    "seed": "fan",
    "icc": "press-x4",
    "proof": "press-x4",
}


def make(folder: Path, options: FileOptions, show_all: bool) -> None:
    """Write a game, from the cache where nothing has changed."""
    store = Store.open()
    reuse = Reuse(store, folder, options, show_all)
    with reporting_errors(show_all):
        lines = reuse.deliver()
    if lines is None:
        _build(folder, options, show_all, store, reuse)
        return
    for out, line in lines:
        repeat(line, out)
    say("nothing has changed since this was built; the files come from the cache")


def _build(folder: Path, options: FileOptions, show_all: bool, store: Store, reuse: Reuse) -> None:
    """Check, lay out and write a game, report what was made, and keep it in the cache for the next time."""
    from beeprint import pipeline

    lines: Lines = []
    click.get_current_context().obj = lines
    ready = sound(folder, options, show_all, store)
    if isinstance(options, LaserOptions) and not pipeline.has_cuts(ready, options):
        cards = all(deck.role == "card" for deck in ready.game.decks.values())
        why = "its decks are cards; --only DECK cuts cards too" if cards else "the pieces to cut have no copies"
        say(f"{ready.game.spec.title} has nothing to cut: {why}")
        return
    with reporting_errors(show_all), Progress() as progress:

        def saying(text: str) -> None:
            progress.clear()
            say(text)

        built = pipeline.build(ready, options, saying, told=progress.told)
    tell(ready, built, options, show_all)
    if not any(product.parts for product in built.products.values()):  # these are kept part by part
        reuse.keep(built.target, built.part, ready.fonts.files, lines)
    store.tidy()


def tell(checked: Checked, built: pipeline.Built, options: FileOptions, show_all: bool = False) -> None:
    """Report which files were written, and what to do with them."""
    from beeprint.cli import summary

    show(built.warnings, show_all)
    for path in built.written:
        say(shown(path), out=True)
    for line in summary.lines(checked, built, options):
        say(line)


def sound(folder: Path, options: CheckOptions, show_all: bool, store: Store) -> Checked:
    """Check a game and show its warnings; exit 1 if it has errors."""
    result = checked(folder, options, show_all, store)
    if only_errors(result.problems):
        stop(result.problems, "nothing was written")
    return result


def checked(folder: Path, options: CheckOptions, show_all: bool, store: Store, whole: bool = False) -> Checked:
    """Check a game, with `whole` its editions and other languages too, and show the problems."""
    from beeprint import pipeline

    watchdog.begin()
    with reporting_errors(show_all), pipeline.of_game(folder):
        with Progress() as progress:
            result = pipeline.check(folder, options, store, follower=_follower(progress))
        if whole:
            result = replace(result, problems=(*result.problems, *pipeline.check_whole(result, options)))
        known(result.game, options)
    show(result.problems, show_all)
    return result


def _follower(progress: Progress) -> pipeline.Follower:
    """Return what shows how far the check of a large deck is."""
    from beeprint import pipeline

    class Shown(pipeline.Follower):
        def told(self, what: str, done: int, total: int) -> None:
            progress.told(what, done, total)

    return Shown()


def known(made: Game, options: CheckOptions) -> None:
    """Exit 2 where the options name a profile, material, deck or piece that does not exist."""
    from beeprint.game import edition

    if isinstance(options, FileOptions):
        _known_profiles(made, options)
    with arguments.known():
        edition.check_pieces(made, options)


def _known_profiles(made: Game, options: FileOptions) -> None:
    from beeprint import outputs

    place = made.workspace
    wanted = [("profile", name, outputs.names(place)) for name in options.profiles]
    if isinstance(options, LaserOptions):
        from beeprint.laser import layers, material

        wanted = [("laser profile", name, layers.names(place)) for name in options.profiles]
        wanted.append(("material", options.material, material.names(place)))
    for noun, name, names in wanted:
        if name not in names:
            raise Wrong(f"there is no {noun} {name}: {did_you_mean(name, names)}")
    if isinstance(options, Options):
        made_by = [outputs.load(place, name, Place(name)).output for name in options.profiles]
        for option, suggested in _USED.items():
            if getattr(options, option) not in ("", None, False) and not any(
                option in profile.uses for profile in made_by
            ):
                flag = option.replace("_", "-")
                raise Wrong(f"--{flag}: none of the profiles uses it; add --profile {suggested}")
        if isinstance(options, ExportOptions) and not all("export" in profile.uses for profile in made_by):
            raise Wrong(f"--profile {options.profiles[0]}: its output is not images")
