"""The stocks of a game: how thick a piece of each is, and in which sleeves its cards are kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from beeprint.base.problems import Problem, did_you_mean
from beeprint.files.nodes import Node
from beeprint.files.schema import Mm, Model
from beeprint.game.piece_shape import Role

#: mm a bare card: a third of a millimetre (sumpfork/dominiontabs, config_options.py). The Game Crafter's boxes for n
#: cards fit n/72 inch, 0.353 mm.
CARD = 0.333
#: mm a tile, token or board: the grey board of layouts/materials/grey-board-2.yaml.
BOARD = 2.0
#: mm: card of 250 to 300 g/m2, of which boxes are folded (an assumption; a stock's `thickness` says otherwise).
CARTON = 0.3


class Sleeve(NamedTuple):
    """What a sleeve adds to a card, in mm: to its thickness, and to its width and height."""

    thickness: float
    size: float


#: By name. Thickness: 0.40 mm a card in thin and 0.533 mm in thick sleeves (sumpfork/dominiontabs, config_options.py),
#: less the card; size: a sleeve for 63 x 88 mm measures 66 x 91 mm outside (an assumption for all others).
SLEEVES = {"none": Sleeve(0, 0), "thin": Sleeve(0.067, 3), "thick": Sleeve(0.2, 3)}


class Stock(Model):
    """What a stock is: the `thickness` of one piece in mm, and the `sleeves` that its cards are kept in."""

    thickness: Annotated[Mm, Field(ge=0.05, le=20)] | None = None
    sleeves: Literal["none", "thin", "thick"] = "none"

    def height(self, role: Role) -> float:
        """Return how much of a pile's height one piece takes, in mm, its sleeve included."""
        bare = self.thickness if self.thickness is not None else CARD if role == "card" else BOARD
        return bare + (self.sleeve.thickness if role == "card" else 0)

    @property
    def sleeve(self) -> Sleeve:
        """Return what the sleeves of its cards add."""
        return SLEEVES[self.sleeves]


def unused(stocks: Mapping[str, Stock], used: Collection[str], node: Node) -> Iterator[Problem]:
    """Yield a problem for each entry of `stocks:` that no deck or box has, at its name in game.yaml."""
    for name in stocks:
        if name not in used:
            yield Problem(node.key_at(["stocks"], name), f"no deck has the stock {name}", did_you_mean(name, used))
