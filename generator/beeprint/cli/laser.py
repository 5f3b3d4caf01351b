"""`beeprint laser`: files for a laser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from beeprint.base.options import DEFAULT_LASER, LaserOptions
from beeprint.cli import arguments
from beeprint.cli.making import make


@click.command("laser")
@arguments.GAME
@click.option(
    "--profile", "profiles", multiple=True, metavar="NAME", help=f"The laser's program (default: {DEFAULT_LASER})."
)
@click.option("--material", default=LaserOptions.material, metavar="NAME", help="What is cut.", show_default=True)
@arguments.KERF
@arguments.BED
@click.option(
    "--bridges", "--tabs", "bridges", type=click.IntRange(0, 12), default=0, help="Hold each piece by N short gaps."
)
@click.option(
    "--corners", type=click.Choice(["round", "square"]), default="round", help="Cut rounded corners, or leave them out."
)
@click.option("--dxf", type=click.Choice(["r2010", "r12"]), default="r2010", help="Which DXF to write.")
@arguments.OUTPUT
@arguments.ONLY
@arguments.COPIES
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@arguments.DRAFT
@arguments.ALL
def laser(
    folder: Path,
    profiles: tuple[str, ...],
    material: str,
    kerf: float | None,
    bed: tuple[float, float] | None,
    bridges: int,
    corners: str,
    dxf: str,
    output: Path,
    only: Mapping[str, tuple[str, ...]],
    copies: Mapping[str, int],
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Write files that a laser cuts: the tiles, tokens, boards and dice of GAME.

    Decks of cards are left out unless --only names them. Each bed is an SVG, a DXF and a PDF to look at.
    """
    options = LaserOptions(
        profiles=profiles or (DEFAULT_LASER,),
        output=output,
        only=only,
        copies=copies,
        draft=draft,
        language=lang,
        edition=edition,
        players=players,
        material=material,
        kerf=kerf,
        bed=bed,
        bridges=bridges,
        rounded=corners == "round",
        r12=dxf == "r12",
    )
    make(folder, arguments.settled(folder, options), show_all)
