"""What a profile prints with: a printing condition, and no more ink than its vendor takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from msgspec import Meta

from beeprint.game.model import Game
from beeprint.outputs.shared.output import Profile
from beeprint.sources.nodes import Node
from beeprint.sources.schema import Flag, Line, Number
from beeprint.sources.workspace import Workspace

if TYPE_CHECKING:
    from beeprint.press.condition import Condition
    from beeprint.press.inks import Inks
    from beeprint.press.vendor import Vendor


class InkKeys(Profile, mixin=True):
    """The keys of profiles that are printed in inks: for a `vendor` of layouts/vendors/, in a printing `condition`.

    `limit`, the most ink in percent, counts instead of what the vendor's file says, but never beyond the condition's.
    `intent` and `black-point` are how colours are converted.
    """

    vendor: str
    condition: str
    limit: Annotated[Number, Meta(ge=100, le=400)] | None = None
    intent: Literal["relative", "perceptual", "saturation"] = "relative"
    black_point: Flag = True


class DieKeys(InkKeys, mixin=True):
    """The keys of profiles with lines for a die: see InkKeys.

    `cut` is the name of the spot ink of the cut lines, `score` that of lines to fold along; the vendor's, if missing.
    """

    cut: Line = ""
    score: Line = ""


def ink_names(profile: DieKeys, printer: Vendor) -> tuple[str, str]:
    """Return the names of the spot inks of cut lines, and of lines to fold along."""
    spots = printer.files.spots
    return profile.cut or spots.get("cut", "CutContour"), profile.score or spots.get("score", "Crease")


class Printing(NamedTuple):
    """A printing condition, and the inks in it of a game's colours."""

    condition: Condition
    inks: Inks


def printing(game: Game, profile: InkKeys, node: Node, icc: Path | None = None) -> Printing:
    """Return what a profile, whose YAML is `node`, prints a game with; `icc` counts instead of the condition's profile.

    BuildError where the condition or the vendor cannot be loaded.
    """
    from beeprint.press import vendor
    from beeprint.press.inks import Inks

    printer = vendor.load(game.workspace, profile.vendor, node.at(["vendor"]))
    printing, limit = limited(game.workspace, profile, printer, node, icc)
    return Printing(printing, Inks(printing.profile, limit, game.inks))


def limited(
    workspace: Workspace, profile: InkKeys, printer: Vendor, node: Node, icc: Path | None = None
) -> tuple[Condition, float]:
    """Return the printing condition of a profile, and the most ink in percent that it may print there."""
    from beeprint.press import condition

    if icc is not None:
        known_limit = condition.of_file(icc, profile.intent, profile.black_point)
    else:
        place = node.at(["condition"])
        known_limit = condition.load(workspace, profile.condition, place, profile.intent, profile.black_point)
    return known_limit, min(profile.limit or printer.files.ink or known_limit.limit, known_limit.limit)
