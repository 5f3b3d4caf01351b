"""`beeprint build`, `export` and `laser`: check a game and make its files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from beeprint.base.options import DEFAULT_BRIDGE, DEFAULT_LASER, DEFAULT_PROFILES, ExportOptions, LaserOptions, Options
from beeprint.base.printer import Printer
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong
from beeprint.cli.help import command, option
from beeprint.cli.run import make

#: The folder beside a build for what has changed since one, so that the whole deck stays.
_CHANGED = "changed"


@command(
    "build",
    ("beeprint build my-game", "Check the game and make its print files in output/my-game"),
    ("beeprint build my-game --profile home-letter --flip short", "Sheets for US Letter, flipped on the short edge"),
    ("beeprint build my-game --only honey:H01,H07 --copies honey=3", "Three copies of two cards"),
    ("beeprint build my-game --since output/my-game", "Only the cards that have changed since that build"),
)
@arguments.GAME
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@option(
    "--profile",
    "profiles",
    group=help.MADE,
    multiple=True,
    metavar="NAME",
    help="Profile; may be repeated (default: faces and home-a4).",
)
@option(
    "--since",
    group=help.MADE,
    default="",
    metavar="BUILD|REVISION",
    help="Only what has changed since a build or a git revision, into a folder of its own (default profile: home-a4).",
)
@arguments.ONLY
@arguments.COPIES
@arguments.OUTPUT
@arguments.DPI
@arguments.SEED
@arguments.SHEETS_PER_FILE
@arguments.FLIP
@option(
    "--backs",
    group=help.PRINTING,
    type=click.Choice(["all", "none"]),
    default="all",
    help="Whether to print backs (default: all).",
)
@arguments.OFFSET
@arguments.PRINTER
@arguments.URL
@option(
    "--icc",
    group=help.PRINTING,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The printer's own ICC profile, for press profiles.",
)
@option(
    "--proof",
    group=help.PRINTING,
    is_flag=True,
    help="Also show what a press will print: soft proofs, plates and ink, for press profiles.",
)
@arguments.DRAFT
@option("--details", group=help.MADE, is_flag=True, help="Also say how thick each deck is, and which box holds it.")
@arguments.ALL
def build(
    folder: Path,
    profiles: tuple[str, ...],
    since: str,
    output: Path | None,
    only: Mapping[str, tuple[str, ...]],
    flip: Any,
    backs: str,
    back_offset: tuple[float, float],
    printer: Printer | None,
    copies: Mapping[str, int],
    base_url: str,
    icc: Path | None,
    proof: bool,
    lang: str,
    edition: str,
    players: int | None,
    dpi: float | None,
    seed: int | None,
    sheets_per_file: int | None,
    draft: bool,
    details: bool,
    show_all: bool,
) -> None:
    """Check a game and make its print files.

    GAME is a folder that holds game.yaml, or the name of a built-in game (see beeprint list). If there are errors,
    nothing is written and the files of the last build stay as they are.
    """
    target = arguments.target(output, folder)
    options = Options(
        profiles=profiles or (DEFAULT_PROFILES[-1:] if since else DEFAULT_PROFILES),
        output=target / _CHANGED if since else target,
        only=only,
        flip=flip,
        backs="none" if backs == "none" else "profile",
        back_offset=back_offset,
        printer=printer,
        copies=copies,
        draft=draft,
        language=lang,
        base_url=base_url,
        icc=icc,
        proof=proof,
        edition=edition,
        players=players,
        dpi=dpi,
        seed=seed,
        sheets_per_file=sheets_per_file,
    )
    options = arguments.settle(folder, options)
    if since and (only or copies):
        raise Wrong("--only and --copies cannot be combined with --since, which prints what has changed")
    if since:
        from beeprint.cli.since import make_changed

        make_changed(folder, options, show_all, since)
    else:
        make(folder, options, show_all, details)


@command(
    "export",
    ("beeprint export my-game --dpi 300 --bleed", "Pictures with their bleed, fit to print"),
    ("beeprint export my-game --format webp --front-only --zip", "Small pictures of the fronts, in one file"),
    ("beeprint export my-game --only cards --name '{deck}-{id}-{n}'", "One deck, with names of your own"),
)
@arguments.GAME
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@arguments.DPI
@option("--bleed", group=help.MADE, is_flag=True, help="Show the bleed too, uncut.")
@option(
    "--format",
    group=help.MADE,
    type=click.Choice(["png", "webp", "jpg"]),
    help="Format of the pictures (default: png).",
)
@option(
    "--quality",
    group=help.MADE,
    type=click.IntRange(1, 100),
    metavar="N",
    help="Quality of WebP and JPEG, 1 to 100 (default: 90).",
)
@option("--front-only", group=help.MADE, is_flag=True, help="Leave out the backs.")
@option(
    "--corners",
    group=help.MADE,
    type=click.Choice(["round", "square"]),
    help="Cut rounded corners as designed, or leave them square (default: round).",
)
@option(
    "--ground",
    group=help.MADE,
    metavar="COLOUR",
    help="Fill what is cut off with a colour of the palette or #rrggbb (default: nothing).",
)
@option(
    "--name",
    group=help.MADE,
    metavar="PATTERN",
    callback=lambda _context, _option, value: arguments.name_pattern(value),
    help="Names of the files, of {deck}, {id}, {name}, {n}, {copy} and {side} (default: {deck}/{id}.{side}).",
)
@option("--zip", "zipped", group=help.MADE, is_flag=True, help="Write one ZIP file instead of a folder.")
@option(
    "--profile",
    group=help.MADE,
    default="images",
    metavar="NAME",
    help="Profile with the output images (default: images).",
)
@arguments.ONLY
@arguments.COPIES
@arguments.OUTPUT
@arguments.DRAFT
@arguments.ALL
def export(
    folder: Path,
    dpi: float | None,
    bleed: bool,
    format: str | None,
    quality: int | None,
    front_only: bool,
    corners: str | None,
    ground: str | None,
    name: str | None,
    zipped: bool,
    profile: str,
    only: Mapping[str, tuple[str, ...]],
    copies: Mapping[str, int],
    output: Path | None,
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Write each face of a game as a picture, with a list of the pieces and a page that shows them.

    Anything you don't set comes from the profile. The files are in the profile's folder, output/<game>/images; pictures
    are drawn on all cores of the machine.
    """
    asked: dict[str, Any] = {
        "bleed": bleed or None,
        "format": format,
        "quality": quality,
        "sides": "front" if front_only else None,
        "corners": corners,
        "ground": ground,
        "name": name,
        "zip": zipped or None,
    }
    options = ExportOptions(
        profiles=(profile,),
        output=arguments.target(output, folder),
        only=only,
        copies=copies,
        draft=draft,
        language=lang,
        edition=edition,
        players=players,
        dpi=dpi,
        instead={key: value for key, value in asked.items() if value is not None},
    )
    make(folder, arguments.settle(folder, options), show_all)


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
    read=arguments.printer,
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
    make(folder, arguments.settle(folder, options), show_all)
