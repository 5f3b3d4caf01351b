"""The options of the commands and of the Python functions: which game, what to make of it, and how.

Each command has its own class of options; shared ones are in the base classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field

from beeprint.base.printer import Flip, Printer

#: The profiles that a build makes if none is named.
DEFAULT_PROFILES = ("faces", "home-a4")
#: The laser profile if none is named.
DEFAULT_LASER = "generic"
#: Least and greatest side of a laser's bed, and the widest kerf, in mm; the most bridges of a piece.
BED_SIZES = (50, 3000)
MAX_KERF = 2
MAX_BRIDGES = 12
#: The width of a bridge in mm, which breaks by hand in plywood or board, and the least and greatest.
DEFAULT_BRIDGE = 0.3
BRIDGE_WIDTHS = (0.1, 5)
#: Least and greatest resolution of a picture, in dots per inch.
DPI_RANGE = (10, 1200)
#: Copies of one piece that data or options may ask for.
MAX_COPIES = 1_000
#: Sheets of one file that a profile or an option may ask for at most.
MAX_SHEETS = 10_000
#: Which backs are printed: those that the profile prints, all, or none.
Backs = Literal["profile", "all", "none"]


class CheckOptions(Struct, frozen=True, kw_only=True):
    """Which version of a game: language, edition ("" is the whole box), number of players, decks.

    `only` maps decks to ids of pieces, no ids meaning all of a deck; an empty mapping is the whole game. With `draft`
    a game need not be finished: broken rules, missing pictures and texts that do not fit are warnings.
    """

    language: str = ""
    edition: str = ""
    players: int | None = None
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    draft: bool = False

    @property
    def unfinished(self) -> bool:
        """Return whether a game may have holes and break its rules."""
        return self.draft


class ViewOptions(CheckOptions, frozen=True, kw_only=True):
    """Options of a view of a game that is being made: sheets say that it is a draft only where something is missing."""

    @property
    def unfinished(self) -> bool:
        """Return whether a game may have holes and break its rules: while it is made it may."""
        return True


class FileOptions(CheckOptions, frozen=True, kw_only=True):
    """Which files to write, and where; `copies` maps decks to the number of copies of each of their pieces."""

    profiles: tuple[str, ...] = ()
    output: Path = Path("output")
    copies: Mapping[str, int] = field(default_factory=dict)

    def copies_asked(self, deck: str, piece: str) -> int | None:
        """Return how many copies of a deck's piece are asked for, None where the game says it."""
        return self.copies.get(deck)


class Options(FileOptions, frozen=True, kw_only=True):
    """Options of a build: `back_offset` moves backs by x, y mm; `base_url` is where a virtual table finds its files.

    `printer` is the one that sheets are corrected for; None prints them as they are.
    `icc` is an ICC profile to print with instead of that of a profile's condition. With `proof`, files for a press come
    with pictures of what it will print. `sheets_per_file` is how many sheets a PDF has at most.
    `dpi` is the resolution of pictures, and `seed` shuffles the decks from
    which some of them draw, instead of the profile's.
    `prints`, if given, maps the pieces to print, as `deck/id`, to their copies.
    """

    profiles: tuple[str, ...] = DEFAULT_PROFILES
    flip: Flip = "long"
    backs: Backs = "profile"
    back_offset: tuple[float, float] = (0.0, 0.0)
    printer: Printer | None = None
    base_url: str = ""
    icc: Path | None = None
    proof: bool = False
    dpi: float | None = None
    seed: int | None = None
    sheets_per_file: int | None = None
    prints: Mapping[str, int] | None = None

    def copies_asked(self, deck: str, piece: str) -> int | None:
        """Return how many copies of a deck's piece are asked for, None where the game says it."""
        if self.prints is None:
            return super().copies_asked(deck, piece)
        return self.prints.get(f"{deck}/{piece}", 0)


class ExportOptions(Options, frozen=True, kw_only=True):
    """Options of an export: the keys of the profile, by their names in Python, that have another value this time."""

    profiles: tuple[str, ...] = ("images",)
    instead: Mapping[str, Any] = field(default_factory=dict)


class PlaytestOptions(Options, frozen=True, kw_only=True):
    """Options of a playtest."""

    @property
    def unfinished(self) -> bool:
        """Return whether a game may have holes and break its rules: tonight it may."""
        return True


class LaserOptions(FileOptions, frozen=True, kw_only=True):
    """Options of a laser build, in mm; `kerf` defaults to the material's, `bed` to the profile's.

    `bridges` is the number of them on each piece, `bridge_width` their width. With `merge` all stocks are cut from the
    same beds; with `trays` the summary says how to have Boxes.py draw a tray for each stack.
    `printer` is the machine that beds are corrected for, as it is for sheets.
    """

    profiles: tuple[str, ...] = (DEFAULT_LASER,)
    material: str = "grey-board-2"
    kerf: float | None = None
    bed: tuple[float, float] | None = None
    bridges: int = 0
    bridge_width: float = DEFAULT_BRIDGE
    rounded: bool = True
    r12: bool = False
    merge: bool = False
    trays: bool = False
    printer: Printer | None = None
