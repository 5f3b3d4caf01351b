"""`beeprint laser`: files for a laser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from beeprint.base.options import DEFAULT_BRIDGE, DEFAULT_LASER, LaserOptions
from beeprint.base.printer import Printer
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong
from beeprint.cli.help import command, option
from beeprint.cli.making import make


@command(
    "laser",
    ("beeprint laser my-game", "Make files for a laser's program to open"),
    (
        "beeprint laser my-game --material plywood-3 --bed 400x400 --bridges 2",
        "Cut from 3 mm plywood; bridges hold the pieces",
    ),
    ("beeprint laser my-game --profile lightburn --merge", "Make LightBurn projects, all stocks on common beds"),
    ("beeprint laser my-game --only cards --material cardstock", "Cut a deck of cards too"),
)
@arguments.GAME
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@arguments.ONLY
@arguments.COPIES
@arguments.OUTPUT
@option(
    "--profile",
    "profiles",
    group=help.LASER,
    multiple=True,
    metavar="NAME",
    help=f"Profile of the laser's program; may be repeated (default: {DEFAULT_LASER}).",
)
@option(
    "--material",
    group=help.LASER,
    default=LaserOptions().material,
    metavar="NAME",
    help=f"Material (default: {LaserOptions().material}).",
)
@arguments.KERF
@arguments.BED
@arguments.BRIDGES
@arguments.BRIDGE_WIDTH
@option("--merge", group=help.LASER, is_flag=True, help="Put all stocks on common beds: they are of one material.")
@arguments.read_option(
    "--printer",
    group=help.LASER,
    means=arguments.printer,
    default="",
    metavar="NAME",
    help="Correct two-sided beds for this machine, kept by beeprint calibrate.",
)
@option(
    "--corners",
    group=help.LASER,
    type=click.Choice(["round", "square"]),
    default="round",
    help="Cut rounded corners as designed, or square (default: round).",
)
@option(
    "--dxf",
    group=help.LASER,
    type=click.Choice(["r2010", "r12"]),
    default="r2010",
    help="Version of the DXF files (default: r2010).",
)
@option("--trays", group=help.LASER, is_flag=True, help="Say how Boxes.py makes a tray for each stack of pieces.")
@arguments.DRAFT
@arguments.ALL
def laser(
    folder: Path,
    profiles: tuple[str, ...],
    material: str,
    kerf: float | None,
    bed: tuple[float, float] | None,
    bridges: int,
    bridge_width: float,
    merge: bool,
    printer: Printer | None,
    corners: str,
    dxf: str,
    trays: bool,
    output: Path | None,
    only: Mapping[str, tuple[str, ...]],
    copies: Mapping[str, int],
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Write a game's tiles, tokens, boards and dice as files for a laser.

    Decks of cards are left out unless --only names them. Each bed (a sheet of material with its pieces) is written in
    the formats of the profile, SVG and DXF at least, with a PDF proof.
    """
    if bridge_width != DEFAULT_BRIDGE and not bridges:
        raise Wrong("--bridge-width belongs to --bridges; add how many, such as --bridges 2")
    options = LaserOptions(
        profiles=profiles or (DEFAULT_LASER,),
        output=arguments.target(output, folder),
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
        bridge_width=bridge_width,
        printer=printer,
        rounded=corners == "round",
        r12=dxf == "r12",
        merge=merge,
        trays=trays,
    )
    make(folder, arguments.settled(folder, options), show_all)
