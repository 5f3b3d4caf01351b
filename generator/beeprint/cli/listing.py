"""`beeprint list`: games, profiles, materials and plug-ins; who can make a deck, and which sleeves fit it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beeprint import starter
from beeprint.base import plugins
from beeprint.base.options import DEFAULT_LASER, DEFAULT_PROFILES, LaserOptions
from beeprint.base.problems import BuildError, Place
from beeprint.base.words import counted
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong, json_of, reporting_errors, say, write
from beeprint.cli.help import command, option
from beeprint.sources.workspace import Workspace, built_in_games

if TYPE_CHECKING:
    from beeprint.game.model import Game
    from beeprint.game.sleeves import Fit
    from beeprint.outputs.shared.piles import Kept
    from beeprint.outputs.shared.press import Offer
    from beeprint.press.vendor import Vendor


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
        _list_vendors(arguments.folder(vendors), as_json=form == "json")
        return
    if sleeves:
        _list_sleeves(arguments.folder(sleeves), as_json=form == "json")
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


# Vendors -------------------------------------------------------------------------------------------------------------


def _list_vendors(folder: Path, as_json: bool) -> None:
    """Print who can make which deck, as what, with which profile and what is off, and the decks that nobody cuts."""
    from beeprint import outputs
    from beeprint.game import model
    from beeprint.outputs.shared import press

    with reporting_errors(True):
        game, _ = model.load(Workspace(folder))
        entries = list(press.of_game(game))
        profiles = outputs.for_vendors(game.workspace)
    offered = [offer for _, _, offers in entries for offer in offers]
    cut = {offer.deck.name for offer in offered if not offer.punched}
    punched = {offer.deck.name: offer.pieces for offer in offered if offer.deck.name not in cut}
    uncut = {deck.name: pieces for deck, pieces in press.printed(game) if deck.name not in cut | punched.keys()}
    if as_json:
        listed = [
            {
                "vendor": name,
                "name": vendor.name,
                "sizes": vendor.sizes,
                "profiles": list(profiles.get(name, ())),
                "decks": [offer.as_json for offer in offers],
            }
            for name, vendor, offers in entries
        ]
        write(json_of({"vendors": listed, "uncut": list(uncut)}))
        return
    for name, vendor, offers in entries:
        for line in _vendor_lines(vendor, offers, profiles.get(name, ())):
            say(line, out=True)
    for words, decks in (
        ("nobody has a die for these, they are punched along lines", punched),
        ("nobody cuts these", uncut),
    ):
        if decks:
            say(f"{words}: {', '.join(f'{name} ({pieces})' for name, pieces in decks.items())}", out=True)


def _vendor_lines(vendor: Vendor, offers: Sequence[Offer], profiles: Sequence[str]) -> Iterator[str]:
    """Yield the lines for a vendor; decks that are made alike share a line."""
    use = " or ".join(f"--profile {profile}" for profile in profiles) or "no profile yet"
    if offers:
        yield f"{vendor.name} ({use}){', any size' if vendor.sizes == 'any' else ''}:"
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for offer in offers:
        alike.setdefault((_die(offer, vendor), offer.off), []).append(f"{offer.deck.name} ({offer.pieces})")
    for (die, off), decks in alike.items():
        yield f"  {die}: {', '.join(decks)}"
        if off:
            yield f"    {'; '.join(off)}"


def _die(offer: Offer, vendor: Vendor) -> str:
    """Name the die that cuts a deck, with its size."""
    cut = offer.cut
    if offer.punched:
        return "punched along lines"
    return f"{cut.product or cut.name}, {cut.trim[0]:g} x {cut.trim[1]:g} mm" if cut in vendor.cuts else "cut to size"


# Sleeves -------------------------------------------------------------------------------------------------------------


def _list_sleeves(folder: Path, as_json: bool) -> None:
    """Print the cards of each size with the sleeves that fit, how many packs, and the boxes that hold the cards."""
    from beeprint.game import model
    from beeprint.outputs.shared import piles

    with reporting_errors(True):
        game, _ = model.load(Workspace(folder))
        sizes = list(piles.kept(game))
    if as_json:
        rest = [pile.deck.name for pile in piles.unsleeved(game)]
        write(json_of({"sizes": [_sleeves_json(game, cards) for cards in sizes], "unsleeved": rest}))
        return
    for line in _sleeve_lines(game, sizes):
        say(line, out=True)


def _sleeve_lines(game: Game, sizes: Sequence[Kept]) -> Iterator[str]:
    from beeprint.outputs.shared import piles

    for cards in sizes:
        decks = ", ".join(f"{pile.deck.name} ({pile.pieces})" for pile in cards.piles)
        bare = sum(pile.bare for pile in cards.piles)
        yield f"{counted(cards.pieces, 'card')} of {cards.width:g} x {cards.height:g} mm, {bare:.3g} mm thick: {decks}"
        for fit in cards.fits:
            yield f"  {_sleeve_line(cards, fit)}"
        if not cards.fits:
            yield "  no sleeve in the table is for cards of this size"
        holding = [f"{vendor}'s box for {box.cards} cards" for vendor, box in piles.boxes(game, cards)]
        yield f"  all of them, bare, fit into {' or '.join(holding)}" if holding else "  no vendor's box holds them all"
    for title, inside in piles.own_boxes(game):
        yield f"the box {title} holds {', '.join(inside)}"
    rest = ", ".join(f"{pile.deck.name} ({pile.pieces})" for pile in piles.unsleeved(game))
    if rest:
        yield f"no cards, so without sleeves: {rest}"


def _sleeve_line(cards: Kept, fit: Fit) -> str:
    from beeprint.game.sleeves import SNUG

    size = " x ".join(f"{side:g}" for side in fit.size.sleeve)
    loose = f"; loose, made for cards {fit.loose:.2g} mm larger" if fit.loose > SNUG else ""
    packs = f"{counted(cards.packs(fit), 'pack')} of {fit.pack}"
    thick = f"{cards.thickness(fit):.3g} mm thick"
    return f"{fit.line.maker} {fit.line.line}, {fit.size.name} ({size} mm): {packs}, {thick}{loose}"


def _sleeves_json(game: Game, cards: Kept) -> dict[str, Any]:
    from beeprint.outputs.shared import piles

    return {
        "card": [cards.width, cards.height],
        "cards": cards.pieces,
        "decks": {pile.deck.name: {"cards": pile.pieces, "thickness": round(pile.bare, 2)} for pile in cards.piles},
        "sleeves": [
            {
                "maker": fit.line.maker,
                "line": fit.line.line,
                "name": fit.size.name,
                "outside": list(fit.size.sleeve),
                "loose": round(fit.loose, 2),
                "pack": fit.pack,
                "packs": cards.packs(fit),
                "thickness": round(cards.thickness(fit), 2),
            }
            for fit in cards.fits
        ],
        "boxes": {vendor: box.product or box.name for vendor, box in piles.boxes(game, cards)},
    }
