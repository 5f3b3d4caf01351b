"""What a build may be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

#: The profiles a build makes where none is named.
DEFAULT_PROFILES = ("faces", "home-a4")
#: The laser profile where none is named.
DEFAULT_LASER = "generic"
#: Sides that a laser's bed may have, and the widest line it may burn, in mm.
BED_SIZES = (50, 3000)
MAX_KERF = 2
#: Copies of one piece that data or options may ask for.
MAX_COPIES = 1_000
#: The edge on which a printer turns the paper.
Flip = Literal["long", "short"]


@dataclass(frozen=True)
class Cutting:
    """What a laser's build may be asked: lengths in mm; no `kerf` is the material's, no `bed` the profile's."""

    material: str = "grey-board-2"
    kerf: float | None = None
    bed: tuple[float, float] | None = None
    bridges: int = 0
    rounded: bool = True
    r12: bool = False


@dataclass(frozen=True)
class Options:
    """What a build may be asked; `only` maps decks to ids (none: all), `copies` decks to copies of each piece.

    With `laser` its profiles are laser profiles.
    `edition` is the name of an edition, "" the whole box.
    """

    profiles: tuple[str, ...] = DEFAULT_PROFILES
    output: Path = Path("output")
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    flip: Flip = "long"
    backs: bool = True
    back_offset: tuple[float, float] = (0.0, 0.0)
    copies: Mapping[str, int] = field(default_factory=dict)
    draft: bool = False
    language: str = ""
    base_url: str = ""  # where the files of a virtual table will lie; nothing for this machine's own disk
    laser: Cutting | None = None
    edition: str = ""
    players: int | None = None
    shared_backs: bool | None = None  # backs that are alike in a deck; None: as the profile says
    prints: Mapping[str, int] | None = None  # copies of the pieces to print, by id; None: all that the game holds
