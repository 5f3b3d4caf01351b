"""The contract of an output: what makes the files of a profile, and all that the rest has to know of it.

A module of `beeprint.outputs`, or of an installed package, holds one as OUTPUT: the model of its profiles' keys, and
the function that turns an order into jobs, a summary and hints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from beeprint.base.options import Options
from beeprint.files.nodes import Node
from beeprint.files.schema import Model
from beeprint.products.pieces import Checked
from beeprint.sheet import Sheet

if TYPE_CHECKING:
    from beeprint.laser.plan import Bed

#: Something to do, and how much work it is, a mark on a face being one.
Job = tuple[float, Callable[[], None]]
#: How much work a face, and a square inch of pixels, are.
FACE, PIXELS = 1.0, 2.0


class Profile(Model):
    """What every profile says: the output that makes it, its title. An output's own model adds what it knows."""

    output: str
    title: str
    note: str = ""


P = TypeVar("P", bound=Profile)
Asked = TypeVar("Asked", bound=Profile, covariant=True)


@dataclass(frozen=True)
class Order(Generic[Asked]):
    """What an output is asked for: a game's product by a profile, whose files go into `folder`.

    `node` is the profile as it is written, for the places of what is wrong with it.
    """

    checked: Checked
    profile: Asked
    node: Node
    folder: Path
    options: Options

    @property
    def name(self) -> str:
        """Return the profile's name, which is its folder's."""
        return self.folder.name


@dataclass(frozen=True)
class Product:
    """What is made for an order: the files or folders to name to a person, and the jobs that write them.

    `last` are jobs that need what the others have written. `summary` says in a line or more what was made, `hints`
    what to do with it; a hint that several products give is said once. `sheets` are those of PDFs and `beds` those of a
    laser, by their files' names. With `recorded` the folder keeps the state of the game that it was made from.
    """

    written: tuple[str, ...]
    jobs: tuple[Job, ...]
    last: tuple[Job, ...] = ()
    summary: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    sheets: Mapping[str, tuple[Sheet, ...]] = field(default_factory=dict)
    beds: Mapping[str, Bed] = field(default_factory=dict)
    recorded: bool = False


@dataclass(frozen=True)
class Output(Generic[P]):
    """An output: the model of its profiles, and what makes a product of them.

    `uses` names options of a build that only some outputs take notice of, such as base_url.
    """

    profile: type[P]
    make: Callable[[Order[P]], Product]
    uses: frozenset[str] = frozenset()
