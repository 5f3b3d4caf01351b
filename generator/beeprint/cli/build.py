"""`beeprint build`: check a game and make its print files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from beeprint.base.options import DEFAULT_PROFILES, Options
from beeprint.base.printer import Printer
from beeprint.cli import arguments, help
from beeprint.cli.help import command, option
from beeprint.cli.making import make


@command(
    "build",
    ("beeprint build my-game", "Check the game and make its print files in output/my-game"),
    ("beeprint build my-game --profile home-letter --flip short", "Sheets for US Letter, flipped on the short edge"),
    ("beeprint build my-game --only honey:H01,H07 --copies honey=3", "Three copies of two cards"),
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
@arguments.ALL
def build(
    folder: Path,
    profiles: tuple[str, ...],
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
    show_all: bool,
) -> None:
    """Check a game and make its print files.

    GAME is a folder that holds game.yaml, or the name of a built-in game (see beeprint list). If there are errors,
    nothing is written and the files of the last build stay as they are.
    """
    options = Options(
        profiles=profiles or DEFAULT_PROFILES,
        output=arguments.target(output, folder),
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
    make(folder, arguments.settled(folder, options), show_all)
