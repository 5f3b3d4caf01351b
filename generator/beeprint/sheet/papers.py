"""Papers by name and size, from layouts/papers.yaml; a game's own file of that name adds to it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct
from pydantic import Field, RootModel

from beeprint.base.geometry import Rect
from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.files.schema import Mm, Model, numbers, understand
from beeprint.files.workspace import Workspace

#: The shortest and the longest side of a paper, in mm: a business card, and a banner off a roll.
SIDES = 50.0, 3000.0
#: A side of a paper.
PaperSide = Annotated[Mm, Field(ge=SIDES[0], le=SIDES[1])]
_HINT = f"each side of a paper must be from {SIDES[0]:g} to {SIDES[1]:g} mm"
#: Reads a width and a height; ValueError for anything else.
read_size = numbers("width", "height").func


class Paper(Struct, frozen=True):
    """A paper with the name that messages use, in mm, its short side as the width."""

    name: str
    width: float
    height: float

    @property
    def title(self) -> str:
        """The name as a sheet says it: A4, Letter."""
        return self.name.upper() if any(map(str.isdigit, self.name)) else self.name.capitalize()

    def box(self, landscape: bool = False) -> Rect:
        """Return the box of a sheet, upright or lying on its long side."""
        return Rect(0, 0, self.height, self.width) if landscape else Rect(0, 0, self.width, self.height)


class Entry(Model):
    """A paper in papers.yaml: its size in mm; `source` is where the figures come from."""

    width: PaperSide
    height: PaperSide
    source: str = ""


class _File(RootModel[dict[str, Entry]]):
    """The file papers.yaml: papers by name."""


def papers(workspace: Workspace, installed: bool = False) -> dict[str, Paper]:
    """Return all papers by name, a game's own in place of shipped ones; BuildError with all that is wrong.

    With `installed`, those of plug-ins too.
    """
    found: dict[str, Paper] = {}
    for node in reversed(workspace.yamls("layouts", "papers", installed)):
        for name, entry in understand(_File, node).root.items():
            found[name] = _upright(name, entry.width, entry.height)
    return found


def find(workspace: Workspace, wanted: str | tuple[float, float], place: Place) -> Paper:
    """Find a paper by name, or by width and height in mm; BuildError at `place` where there is none."""
    if isinstance(wanted, str):
        known = papers(workspace)
        known = known if wanted in known else papers(workspace, installed=True)
        if wanted in known:
            return known[wanted]
        try:
            width, height = read_size(wanted)
        except ValueError:
            raise error_at(place, f"there is no paper {wanted}", did_you_mean(wanted, known)) from None
    else:
        width, height = wanted
    own = _upright(f"{width:g} x {height:g} mm", width, height)
    if not _usable(own):
        raise error_at(place, f"the paper is {width:g} x {height:g} mm", _HINT)
    return own


def _upright(name: str, width: float, height: float) -> Paper:
    return Paper(name, min(width, height), max(width, height))


def _usable(paper: Paper) -> bool:
    return SIDES[0] <= paper.width and paper.height <= SIDES[1]
