"""Where files are dropped, and what a person answered about them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from beeprint.base.geometry import Rect
from beeprint.edit.boxes import Side
from beeprint.edit.slots import Only

#: Whose picture it is: that of one card or of all.
Whom = Literal["", "card", "all"]


class Upload(NamedTuple):
    """A file that was dropped: its name, with the folders that it was dropped in, and its bytes."""

    path: str
    data: bytes


class OnSlot(NamedTuple):
    """A slot of a piece, by the names of the grids around it and its own; `row` is empty for shared backs.

    With `only`, all other pieces go on showing what they did. `whom` says whether this card alone shows the picture, or
    all; without it, that follows from what the slot shows.
    """

    deck: str
    side: Side
    row: str
    path: tuple[str, ...]
    only: Only | None = None
    whom: Whom = ""


class OnFace(NamedTuple):
    """A place of a piece without a picture, in mm from the corner of the trim; `whom` as for a slot.

    Without `whom`, a column of pictures that no slot shows yet is shown there, else all pieces, or those of `only`,
    show the picture. It may hide what is `over` it.
    """

    deck: str
    side: Side
    row: str
    point: tuple[float, float]
    whom: Whom = ""
    over: Rect | None = None
    only: Only | None = None


class OnCell(NamedTuple):
    """A cell of a deck's table, by the id of its row; with no column, the row's picture."""

    deck: str
    row: str
    column: str


class OnDeck(NamedTuple):
    """The table of a deck: pictures go to the cards that have their names, a single one without a card to a cell."""

    deck: str
    cell: OnCell | None = None


Target = OnSlot | OnFace | OnCell | OnDeck | None


class Choices(NamedTuple):
    """What a person has answered: what to do with names that are taken, and whether pixels may stand for outlines.

    `icon_set` is the set that the files are icons of, which may ask for a credit; "" for files of the person.
    """

    existing: str = ""
    raster: bool = False
    icon_set: str = ""
