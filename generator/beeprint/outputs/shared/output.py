"""The contract of an output, which makes the files of a profile.

A module of `beeprint.outputs`, or of an installed package, holds an Output: the model of its profiles' keys, and the
function that turns an order into jobs, a summary and hints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct, field

from beeprint.base import geometry
from beeprint.base.options import Options
from beeprint.base.printer import Printer
from beeprint.base.problems import Problem
from beeprint.drawing.drawing import Drawing
from beeprint.outputs.shared.pieces import Checked
from beeprint.sheet import Sheet
from beeprint.sources.nodes import Node
from beeprint.sources.records import Model
from beeprint.sources.schema import Title
from beeprint.sources.workspace import Workspace

if TYPE_CHECKING:
    from beeprint.laser.plan import Bed
    from beeprint.press.inks import Inks
    from beeprint.press.standard import Expected

#: How much work a job is, in marks on a face, and the function that does it.
Job = tuple[float, Callable[[], None]]
#: The work of a face, and of a square inch of pixels.
FACE, PIXELS = 1.0, 2.0


#: Hears of what a long task does how many are done, and of how many.
Told = Callable[[str, int, int], None]


class Part(NamedTuple):
    """A file of a large deck that is made by itself: its name, all that it follows from, and what writes it."""

    file: str
    sources: tuple[str, ...]
    make: Callable[[Path], None]


class StepLine(NamedTuple):
    """What a step is about: a file by its name below the target, or "", what it is called, and what to do with it."""

    file: str
    called: str
    words: str


class Step(NamedTuple):
    """A thing to do with what was made: sentences, lines about files, then `notes`; `kind` chooses its picture."""

    kind: str
    title: str
    words: tuple[str, ...] = ()
    lines: tuple[StepLine, ...] = ()
    notes: tuple[str, ...] = ()


class Profile(Model):
    """The keys of every profile: its output and its title. The model of an output adds its own keys."""

    output: str
    title: Title
    note: str = ""


P = TypeVar("P", bound=Profile)
Asked = TypeVar("Asked", bound=Profile, covariant=True)


class Order(Struct, Generic[Asked], frozen=True):
    """What an output is asked for: the product of a game by a profile, whose files go into `folder`.

    `node` is the profile's YAML, for the places of problems.
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


class PrintedSide(NamedTuple):
    """A page or a picture to look at before it is written: where it will be, what it shows, and its cuts in mm.

    `leaf` is the same for the front and the back of one piece or sheet, which may be in files of their own.
    """

    leaf: str
    side: Literal["front", "back"]
    file: str
    number: int
    drawing: Drawing
    cut: geometry.Path = ()


def _free() -> None:
    """Spend nothing."""


class Product(Struct, frozen=True):
    """What is made for an order: the files or folders to report, and the jobs that write them.

    `last` are jobs that need what the others have written. `steps` say what to do with sheets, in order, and `total`
    how many there are; `summary` holds lines on what was made, `hints` lines on what to do with it; a hint that several
    products give is shown once. `sheets` are those of PDFs and `beds` those of a laser, by the names of their files.
    `problems` are what this product finds wrong, such as text beyond a printer's
    safe zone. With `recorded` the folder keeps the state of the game it was made from. `printer` is the one that its
    sheets are corrected for. `sides` draws what is printed but on `sheets`, in the order of the files; `inks` are what
    a press prints it with. `parts` are files of a large deck, which a build that starts over need not make again.
    `spend` draws on the budget what the jobs cost, as far as the game decides it: whoever runs them calls it first.
    """

    written: tuple[str, ...]
    jobs: tuple[Job, ...]
    last: tuple[Job, ...] = ()
    summary: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    sheets: Mapping[str, tuple[Sheet, ...]] = field(default_factory=dict)
    beds: Mapping[str, Bed] = field(default_factory=dict)
    recorded: bool = False
    problems: tuple[Problem, ...] = ()
    printer: Printer | None = None
    sides: Callable[[], Iterable[PrintedSide]] = tuple
    steps: tuple[Step, ...] = ()
    total: str = ""
    inks: Inks | None = None
    parts: tuple[Part, ...] = ()
    spend: Callable[[], None] = _free


class Output(Struct, Generic[P], frozen=True):
    """An output: the model of its profiles, and the function that makes a product.

    `uses` names options of a build that only some outputs heed, such as base_url; `export` stands for all options of an
    export. `asks` says what a profile asks of a PDF, whoever made it, for `beeprint preflight`; an output that makes no
    PDF for a press has none.
    """

    profile: type[P]
    make: Callable[[Order[P]], Product]
    uses: frozenset[str] = frozenset()
    asks: Callable[[Workspace, P, Node], Expected] | None = None
