"""What `beeprint list --vendors GAME` shows: who can make which deck of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from beeprint import outputs
from beeprint.cli.console import json_of, reporting_errors, say, write
from beeprint.game import model
from beeprint.outputs.shared import press
from beeprint.outputs.shared.press import Offer
from beeprint.press.vendor import Vendor
from beeprint.sources.workspace import Workspace

_Found = Sequence[tuple[str, Vendor, Sequence[Offer]]]


def show(folder: Path, as_json: bool) -> None:
    """Print who can make which deck, as what, with which profile and what is off, and the decks that nobody cuts."""
    with reporting_errors(True):
        game, _ = model.load(Workspace(folder))
        by_vendor = list(press.of_game(game))
        profiles = outputs.for_vendors(game.workspace)
    offered = [offer for _, _, offers in by_vendor for offer in offers]
    cut = {offer.deck.name for offer in offered if not offer.punched}
    punched = {offer.deck.name: offer.pieces for offer in offered if offer.deck.name not in cut}
    uncut = {deck.name: pieces for deck, pieces in press.printed(game) if deck.name not in cut | punched.keys()}
    if as_json:
        write(json_of({"vendors": list(_entries(by_vendor, profiles)), "uncut": list(uncut)}))
        return
    for line in _lines(by_vendor, profiles):
        say(line, out=True)
    for words, decks in (
        ("nobody has a die for these, they are punched along lines", punched),
        ("nobody cuts these", uncut),
    ):
        if decks:
            say(f"{words}: {', '.join(f'{name} ({pieces})' for name, pieces in decks.items())}", out=True)


def _entries(vendors_found: _Found, profiles: Mapping[str, Sequence[str]]) -> Iterator[dict[str, Any]]:
    for name, vendor, offers in vendors_found:
        said = {"vendor": name, "name": vendor.name, "sizes": vendor.sizes, "profiles": list(profiles.get(name, ()))}
        yield {**said, "decks": [offer.as_json for offer in offers]}


def _lines(vendors_found: _Found, profiles: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the lines for each vendor; decks that are made alike share one."""
    for name, vendor, offers in vendors_found:
        use = " or ".join(f"--profile {profile}" for profile in profiles.get(name, ())) or "no profile yet"
        if offers:
            yield f"{vendor.name} ({use}){', any size' if vendor.sizes == 'any' else ''}:"
        alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for offer in offers:
            alike.setdefault((_made_as(offer, vendor), offer.off), []).append(f"{offer.deck.name} ({offer.pieces})")
        for (die, off), decks in alike.items():
            yield f"  {die}: {', '.join(decks)}"
            if off:
                yield f"    {'; '.join(off)}"


def _made_as(offer: Offer, vendor: Vendor) -> str:
    cut = offer.cut
    if offer.punched:
        return "punched along lines"
    return f"{cut.product or cut.name}, {cut.trim[0]:g} x {cut.trim[1]:g} mm" if cut in vendor.cuts else "cut to size"
