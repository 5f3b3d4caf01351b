"""Check a game, make its files if it has no errors, and report what was made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from beeprint.base import watchdog
from beeprint.base.options import CheckOptions, ExportOptions, FileOptions, LaserOptions, Options
from beeprint.base.problems import Place, did_you_mean, only_errors
from beeprint.base.store import Store
from beeprint.base.words import counted
from beeprint.cli import arguments
from beeprint.cli.console import Progress, Wrong, repeat, reporting_errors, say, show, stop
from beeprint.delivery.reuse import Lines, Reuse
from beeprint.sources.workspace import shown

if TYPE_CHECKING:
    from beeprint import pipeline
    from beeprint.game.model import Game
    from beeprint.outputs.shared import Checked, Product
    from beeprint.pipeline import Built


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


def make(folder: Path, options: FileOptions, show_all: bool, details: bool = False) -> None:
    """Write a game, from the cache where nothing has changed; with `details`, say how thick its decks are too."""
    store = Store.open()
    reuse = Reuse(store, folder, options, show_all, details)
    with reporting_errors(show_all):
        lines = reuse.deliver()
    if lines is None:
        _build(folder, options, show_all, details, store, reuse)
        return
    for out, line in lines:
        repeat(line, out)
    say("nothing has changed since this was built; the files come from the cache")


def _build(folder: Path, options: FileOptions, show_all: bool, details: bool, store: Store, reuse: Reuse) -> None:
    """Check, lay out and write a game, report what was made, and keep it in the cache for the next time."""
    from beeprint import pipeline

    lines: Lines = []
    click.get_current_context().obj = lines
    ready = check_or_exit(folder, options, show_all, store)
    if isinstance(options, LaserOptions) and not pipeline.has_cuts(ready, options):
        cards = all(deck.role == "card" for deck in ready.game.decks.values())
        why = "its decks are cards; --only DECK cuts cards too" if cards else "the pieces to cut have no copies"
        say(f"{ready.game.spec.title} has nothing to cut: {why}")
        return
    with reporting_errors(show_all), Progress() as progress:

        def say_above(text: str) -> None:
            progress.clear()
            say(text)

        built = pipeline.build(ready, options, say_above, told=progress.show)
    print_report(ready, built, options, show_all, details)
    if not any(product.parts for product in built.products.values()):  # these are kept part by part
        reuse.keep(built.target, built.part, ready.fonts.files, lines)
    store.tidy()


def print_report(
    checked: Checked, built: pipeline.Built, options: FileOptions, show_all: bool = False, details: bool = False
) -> None:
    """Report which files were written, and what to do with them; with `details`, how thick the decks are."""
    show(built.warnings, show_all)
    for path in built.written:
        say(shown(path), out=True)
    for line in _summary(checked, built, options, details):
        say(line)


def check_or_exit(folder: Path, options: CheckOptions, show_all: bool, store: Store) -> Checked:
    """Check a game and show its warnings; exit 1 if it has errors."""
    result = check(folder, options, show_all, store)
    if only_errors(result.problems):
        stop(result.problems, "nothing was written")
    return result


def check(folder: Path, options: CheckOptions, show_all: bool, store: Store, whole: bool = False) -> Checked:
    """Check a game, with `whole` its editions and other languages too, and show the problems."""
    from beeprint import pipeline

    watchdog.begin()
    with reporting_errors(show_all), pipeline.of_game(folder):
        with Progress() as progress:
            result = pipeline.check(folder, options, store, follower=_follower(progress))
        if whole:
            result = replace(result, problems=(*result.problems, *pipeline.check_whole(result, options)))
        validate_names(result.game, options)
    show(result.problems, show_all)
    return result


def _follower(progress: Progress) -> pipeline.Follower:
    """Return a follower that shows the progress of checking a large deck."""
    from beeprint import pipeline

    class Shown(pipeline.Follower):
        def told(self, what: str, done: int, total: int) -> None:
            progress.show(what, done, total)

    return Shown()


def validate_names(game: Game, options: CheckOptions) -> None:
    """Exit 2 where the options name a profile, material, deck or piece that does not exist."""
    from beeprint.game import edition

    if isinstance(options, FileOptions):
        _validate_profiles(game, options)
    with arguments.reporting_unknown():
        edition.check_pieces(game, options)


def _validate_profiles(game: Game, options: FileOptions) -> None:
    from beeprint import outputs

    place = game.workspace
    wanted = [("profile", name, outputs.names(place)) for name in options.profiles]
    if isinstance(options, LaserOptions):
        from beeprint.laser import layers, material

        wanted = [("laser profile", name, layers.names(place)) for name in options.profiles]
        wanted.append(("material", options.material, material.names(place)))
    for noun, name, names in wanted:
        if name not in names:
            raise Wrong(f"there is no {noun} {name}: {did_you_mean(name, names)}")
    if isinstance(options, Options):
        used = [outputs.load(place, name, Place(name)).output for name in options.profiles]
        for option, suggested in _USED.items():
            if getattr(options, option) not in ("", None, False) and not any(option in output.uses for output in used):
                flag = option.replace("_", "-")
                raise Wrong(f"--{flag}: none of the profiles uses it; add --profile {suggested}")
        if isinstance(options, ExportOptions) and not all("export" in output.uses for output in used):
            raise Wrong(f"--profile {options.profiles[0]}: its output is not images")


def _summary(checked: Checked, built: Built, options: FileOptions, details: bool) -> Iterator[str]:
    """Yield how many pieces there are, what each profile made of them, and what to do next."""
    game, cut = checked.game, isinstance(options, LaserOptions)
    short = [] if cut or _is_selection(game, options) else game.printed_in_part
    count = game.pieces if short else built.pieces
    part = f", {built.pieces} of them printed ({', '.join(short)})" if short else ""
    yield f"{game.full_title}: {counted(count, 'piece')}{_for_whom(options)}{part}"
    if checked.holes:
        yield f"a draft, with {', '.join(counted(number, kind) for kind, number in checked.holes.items())}"
    for name, product in built.products.items():
        yield from _made(name, product)
    if options.only and built.sheets:
        yield "these sheets hold only what --only asked for; build without it for the whole game"
    elif built.sheets and details:
        yield from (f"  {line}" for line in _thicknesses(game))
    yield from dict.fromkeys(hint for product in built.products.values() for hint in product.hints)
    if not cut:
        yield from _lacking(game, built)


def _for_whom(options: FileOptions) -> str:
    """Return what pieces are for: a laser, or so many players."""
    if isinstance(options, LaserOptions):
        return " to cut"
    return f" for {counted(options.players, 'player')}" if options.players else ""


def _made(name: str, product: Product) -> Iterator[str]:
    """Yield what a profile made: how many sheets, what to do with them step by step, and the other files."""
    from beeprint.outputs.shared.steps import PRINT_GUIDE, listed

    if product.steps:
        yield f"{name}: {product.total}; {PRINT_GUIDE} shows what to do with them"
        yield from (f"  {line}" for line in listed(product.steps))
    yield from (f"  {line}" for line in product.summary)


def _lacking(game: Game, built: Built) -> Iterator[str]:
    """Yield what players need that is not printed, unless the steps of a profile have said it."""
    if any(product.steps for product in built.products.values()):
        return
    if game.spec.bring:
        yield f"bring your own: {', '.join(game.spec.bring)}"
    if game.spec.not_included:
        yield f"not included yet: {', '.join(game.spec.not_included)}"


def _thicknesses(game: Game) -> Iterator[str]:
    """Yield how thick each pile is, in mm, in brackets with sleeves, and which boxes of the game hold which decks."""
    from beeprint.outputs.shared import piles

    thicknesses = [
        f"{pile.deck.name} {pile.bare:.3g}" + ("" if pile.sleeved is None else f" ({pile.sleeved:.3g})")
        for pile in piles.piles(game)
    ]
    if thicknesses:
        yield f"piles in mm (sleeved): {', '.join(thicknesses)}; beeprint list --sleeves says what to buy"
    own = dict(piles.own_boxes(game))
    for title, decks in own.items():
        yield f"the box {title} holds {', '.join(decks)}"
    for cards in piles.kept(game) if not own else ():
        for vendor, box in piles.boxes(game, cards):
            all_ = f"all {cards.pieces} cards of {cards.width:g} x {cards.height:g} mm"
            yield f"{all_} fit into {vendor}'s box for {box.cards} cards"


def _is_selection(game: Game, options: FileOptions) -> bool:
    """Return whether the build makes other pieces than the game says."""
    rows = ((deck, row) for deck, entry in game.decks.items() for row in entry.rows.rows)
    return bool(options.only) or any(options.copies_asked(deck, row.id) is not None for deck, row in rows)
