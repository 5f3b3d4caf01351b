"""Arguments and options that several commands share, and how their texts are read."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from beeprint.base.geometry import millimetres
from beeprint.base.options import (
    BED_SIZES,
    BRIDGE_WIDTHS,
    DEFAULT_BRIDGE,
    DPI_RANGE,
    MAX_BRIDGES,
    MAX_COPIES,
    MAX_KERF,
    MAX_SHEETS,
    CheckOptions,
)
from beeprint.base.printer import Printer
from beeprint.base.problems import BuildError, did_you_mean, whole
from beeprint.cli import help
from beeprint.cli.console import Wrong, reporting_errors, say
from beeprint.cli.help import option
from beeprint.sources.workspace import Workspace, built_in_games, game_folder, game_here, misnamed, output_of


def folder(name: str) -> Path:
    """Return the folder of a game, "" as the game in the current folder; exit 2 when there is no such game."""
    if not name:
        here = game_here()
        if here is None:
            raise Wrong("there is no game.yaml here: name a game, such as my-game, or go to its folder")
        return here
    located = game_folder(name)
    if located is None:
        other = misnamed(Path(name))
        if other:
            raise Wrong(f"{name} holds {other}, but no game.yaml: rename it")
        hint = did_you_mean(name, built_in_games())
        raise Wrong(f"there is no game {name}: {hint}; or give a folder that holds game.yaml")
    path, note = located
    if note:
        say(f"note: {note}")
    return path


def target(output: Path | None, folder: Path) -> Path:
    """Return the output folder of the option, or else the usual one of a game."""
    return output if output is not None else output_of(folder)


def only(values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Read `deck:id,id` and `deck` as a mapping of decks to ids; exit 2 for any other text."""
    result: dict[str, tuple[str, ...]] = {}
    for value in values:
        deck, mark, ids = value.partition(":")
        wanted = tuple(part for part in ids.split(",") if part)
        if mark and not wanted:
            raise Wrong(f"--only {value}: write DECK or DECK:ID,ID")
        # A deck named without ids is made whole, even if other values name some of its ids.
        result[deck] = (*result[deck], *wanted) if wanted and result.get(deck) else () if deck in result else wanted
    return result


def copies(values: Sequence[str]) -> dict[str, int]:
    """Read `deck=number` as a mapping of decks to numbers; exit 2 for any other text."""
    result = {}
    for value in values:
        deck, mark, number = value.partition("=")
        count = whole(number)
        if not mark or count is None or count > MAX_COPIES:
            raise Wrong(f"--copies {value}: write DECK=N, such as --copies nest-sheets=100")
        result[deck] = count
    return result


def offset(value: str) -> tuple[float, float]:
    """Read `x,y` in mm; exit 2 for any other text, or for more than any printer is off."""
    sides = lengths(value, ",")
    if len(sides) != 2 or any(abs(side) > 20 for side in sides):
        raise Wrong(f"--back-offset {value}: write X,Y in mm, such as --back-offset 0.5,-1 (at most 20)")
    return sides[0], sides[1]


def url(value: str) -> str:
    """Check an address at which files can be hosted; exit 2 for any other text."""
    if value and not re.fullmatch(r"https?://[A-Za-z0-9.-]+(:\d+)?(/[A-Za-z0-9._~/%+@-]*)?", value):
        raise Wrong(
            f"--base-url {value}: write the address of the hosted files, such as --base-url https://example.org/my-game"
        )
    return value


def players(value: str) -> int | None:
    """Read a number of players, "" as None; exit 2 for any other text."""
    number = whole(value)
    if value and not number:
        raise Wrong(f"--players {value}: write a number, such as --players 3")
    return number


def dpi(value: str) -> float | None:
    """Read a resolution in dots per inch, "" as None (the profile's); exit 2 for any other text."""
    if not value:
        return None
    number = whole(value)
    least, most = DPI_RANGE
    if number is None or not least <= number <= most:
        raise Wrong(f"--dpi {value}: write the dots per inch, such as --dpi 300 (from {least} to {most})")
    return float(number)


def sheets_per_file(value: str) -> int | None:
    """Read a number of sheets, "" as None (the profile's); exit 2 for any other text."""
    number = whole(value)
    if value and (number is None or not 1 <= number <= MAX_SHEETS):
        raise Wrong(f"--sheets-per-file {value}: write a number from 1 to {MAX_SHEETS:,}")
    return number


def seed(value: str) -> int | None:
    """Read a seed, "" as None (the profile's); exit 2 for any other text."""
    number = whole(value)
    if value and number is None:
        raise Wrong(f"--seed {value}: write a whole number, such as --seed 7")
    return number


def name_pattern(value: str | None) -> str | None:
    """Check a pattern of names of files; exit 2 for one that forms none."""
    from beeprint.formats.tabletop import pattern

    try:
        return None if value is None else pattern.checked(value)
    except ValueError as error:
        raise Wrong(f"--name: {error}") from error


def bridges(value: str) -> int:
    """Read the number of bridges per piece; exit 2 for any other text."""
    number = whole(value)
    if number is None or number > MAX_BRIDGES:
        raise Wrong(f"--bridges {value}: write a number from 0 to {MAX_BRIDGES}")
    return number


def bridge_width(value: str) -> float:
    """Read the width of a bridge in mm; exit 2 for any other text."""
    widths, (least, most) = lengths(value), BRIDGE_WIDTHS
    if len(widths) != 1 or not least <= widths[0] <= most:
        raise Wrong(f"--bridge-width {value}: write a width in mm, such as --bridge-width 0.5 (from {least} to {most})")
    return widths[0]


def kerf(value: str) -> float | None:
    """Read a kerf in mm, "" as None (the material's); exit 2 for any other text."""
    if not value:
        return None
    widths = lengths(value)
    if not widths or not 0 <= widths[0] <= MAX_KERF:
        raise Wrong(f"--kerf {value}: write the width of the cut in mm, such as --kerf 0.15 (at most {MAX_KERF})")
    return widths[0]


def bed(value: str) -> tuple[float, float] | None:
    """Read the sides of a bed in mm, "" as None (the profile's); exit 2 for any other text."""
    if not value:
        return None
    sides = lengths(value, "[xX*]")
    least, most = BED_SIZES
    if len(sides) != 2 or not all(least <= side <= most for side in sides):
        raise Wrong(f"--bed {value}: write WxH in mm, such as --bed 600x400 (sides from {least} to {most})")
    return sides[0], sides[1]


def lengths(value: str, between: str = "$") -> list[float]:
    """Read lengths in mm, or with their units; none where one of them is wrong."""
    try:
        return [millimetres(part) for part in re.split(between, value) if part]
    except ValueError:
        return []


def printer(name: str) -> Printer | None:
    """Return a printer of the user's settings, "" as None; exit 2 where there is none, 1 where they are faulty."""
    if not name:
        return None
    from beeprint.sheet import printers

    with reporting_errors(True):
        known = printers.printers()
    if name not in known:
        raise Wrong(f"--printer: {printers.unknown(name, known)}")
    return known[name]


AnyOptions = TypeVar("AnyOptions", bound=CheckOptions)
#: The names on the command line of options that are called otherwise in Python.
_FLAGS = {"language": "--lang"}


def settle(folder: Path, options: AnyOptions) -> AnyOptions:
    """Resolve the language and the edition that options name; exit 2 where the game does not have them."""
    if not (options.language or options.edition or options.players is not None):
        return options
    from beeprint.game import edition, model

    try:
        spec = model.declared(Workspace(folder))
    except BuildError:
        return options  # checking the game reports its errors
    with reporting_unknown():
        return edition.settled(spec, options)


@contextlib.contextmanager
def reporting_unknown() -> Iterator[None]:
    """Exit 2 where the block raises UnknownError: for a language, deck or piece that the game does not have."""
    from beeprint.game import edition

    try:
        yield
    except edition.UnknownError as error:
        raise Wrong(f"{_FLAGS.get(error.option, f'--{error.option}')}: {error.message}") from error


def read_option(
    *names: str, group: str, read: Callable[[Any], Any] | None = None, **settings: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return an option of a group whose text `read` converts."""
    callback = None if read is None else lambda _context, _option, value: read(value)
    return option(*names, group=group, callback=callback, **settings)


GAME = click.argument(
    "folder",
    metavar="[GAME]",
    required=False,
    default="",
    callback=lambda _context, _argument, value: folder(value),
)
#: As GAME; None where none is named and none is here.
GAME_OR_NONE = click.argument(
    "folder",
    metavar="[GAME]",
    required=False,
    default="",
    callback=lambda _context, _argument, value: folder(value) if value else game_here(),
)
LANG = option("--lang", group=help.GAME, default="", metavar="XX", help="Language; one that the game declares.")
EDITION = option("--edition", group=help.GAME, default="", metavar="NAME", help="Edition (default: the whole box).")
PLAYERS = read_option(
    "--players",
    group=help.GAME,
    read=players,
    default="",
    metavar="N",
    help="Only the components for N players.",
)
ONLY = read_option(
    "--only",
    group=help.MADE,
    read=only,
    multiple=True,
    metavar="DECK[:ID,...]",
    help="Only this deck, or these pieces of it; may be repeated.",
)
COPIES = read_option(
    "--copies",
    group=help.MADE,
    read=copies,
    multiple=True,
    metavar="DECK=N",
    help="N copies of each piece of a deck; may be repeated.",
)
OUTPUT = option(
    "--output",
    group=help.MADE,
    default=None,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Output folder (default: output, in the game's folder if you are in it).",
)
FLIP = option(
    "--flip",
    group=help.PRINTING,
    type=click.Choice(["long", "short"]),
    default="long",
    help="Edge on which the printer flips the paper (default: long).",
)
PRINTER = read_option(
    "--printer",
    group=help.PRINTING,
    read=printer,
    default="",
    metavar="NAME",
    help="Correct sheets for this printer, which beeprint calibrate has measured.",
)
OFFSET = read_option(
    "--back-offset",
    group=help.PRINTING,
    read=offset,
    default="0,0",
    metavar="X,Y",
    help="Shift backs by X,Y mm, for a printer that misaligns them.",
)
URL = read_option(
    "--base-url",
    group=help.TABLES,
    read=url,
    default="",
    metavar="URL",
    help="Address at which the files will be hosted.",
)
DPI = read_option(
    "--dpi",
    group=help.MADE,
    read=dpi,
    default="",
    metavar="N",
    help="Dots per inch of pictures, 10 to 1200 (default: the profile's).",
)
SHEETS_PER_FILE = read_option(
    "--sheets-per-file",
    group=help.MADE,
    read=sheets_per_file,
    default="",
    metavar="N",
    help="Write PDFs of at most N sheets each (default: the profile's; 200 for large decks).",
)
SEED = read_option(
    "--seed",
    group=help.MADE,
    read=seed,
    default="",
    metavar="N",
    help="Shuffle the decks that pictures such as fan draw from in another way (default: the profile's).",
)
KERF = read_option(
    "--kerf",
    group=help.LASER,
    read=kerf,
    default="",
    metavar="MM",
    help="Kerf (width of the cut), in mm (default: the material's).",
)
BED = read_option(
    "--bed",
    group=help.LASER,
    read=bed,
    default="",
    metavar="WxH",
    help="Size of the sheet of material, in mm (default: the profile's).",
)
BRIDGES = read_option(
    "--bridges",
    "--tabs",
    group=help.LASER,
    read=bridges,
    default="0",
    metavar="N",
    help=f"Leave at least N bridges on each piece, 0 to {MAX_BRIDGES} (default: 0).",
)
BRIDGE_WIDTH = read_option(
    "--bridge-width",
    group=help.LASER,
    read=bridge_width,
    default=f"{DEFAULT_BRIDGE}",
    metavar="MM",
    help=f"Width of a bridge, in mm, {BRIDGE_WIDTHS[0]} to {BRIDGE_WIDTHS[1]} (default: {DEFAULT_BRIDGE}).",
)
DRAFT = option(
    "--draft",
    group=help.PROBLEMS,
    is_flag=True,
    help="Build an unfinished game, with broken rules, missing pictures and texts that are cut; mark sheets DRAFT.",
)
ALL = option("--all", "show_all", group=help.PROBLEMS, is_flag=True, help="Show every problem, including similar ones.")
