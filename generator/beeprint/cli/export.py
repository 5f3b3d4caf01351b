"""`beeprint export`: faces as pictures, for the web and for virtual tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from beeprint.base.options import ExportOptions
from beeprint.cli import arguments, help
from beeprint.cli.help import command, option
from beeprint.cli.making import make


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
    make(folder, arguments.settled(folder, options), show_all)
