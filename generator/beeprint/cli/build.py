"""`beeprint build`: check a game, lay it out, write it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from beeprint.base.options import DEFAULT_PROFILES, Options
from beeprint.cli import arguments
from beeprint.cli.making import make


@click.command("build")
@arguments.GAME
@click.option("--profile", "profiles", multiple=True, metavar="NAME", help="What to make (default: faces and home-a4).")
@arguments.OUTPUT
@arguments.ONLY
@arguments.FLIP
@click.option("--backs", type=click.Choice(["all", "none"]), default="all", help="Leave the backs out with none.")
@arguments.OFFSET
@arguments.COPIES
@arguments.URL
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@arguments.DRAFT
@arguments.ALL
def build(
    folder: Path,
    profiles: tuple[str, ...],
    output: Path,
    only: Mapping[str, tuple[str, ...]],
    flip: Any,
    backs: str,
    back_offset: tuple[float, float],
    copies: Mapping[str, int],
    base_url: str,
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Check GAME, lay it out and write it.

    GAME is a folder that holds game.yaml, or the name of a game that comes with beeprint (see: beeprint list).
    Any error, and nothing is written: what an earlier build wrote stays as it is.
    """
    options = Options(
        profiles=profiles or DEFAULT_PROFILES,
        output=output,
        only=only,
        flip=flip,
        backs="none" if backs == "none" else "profile",
        back_offset=back_offset,
        copies=copies,
        draft=draft,
        language=lang,
        base_url=base_url,
        edition=edition,
        players=players,
    )
    make(folder, arguments.settled(folder, options), show_all)
