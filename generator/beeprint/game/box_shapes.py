"""The shapes of boxes as game.yaml states them: each becomes a net for the piles that it holds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from beeprint.base.options import MAX_COPIES
from beeprint.game import folding
from beeprint.game.folding import Net
from beeprint.game.folding.boxes import NOTCH, TAB, Size
from beeprint.game.piece_shape import Fault, NetShape
from beeprint.sources.records import ByKey, Model
from beeprint.sources.schema import Int, Line, Margin, Mm, Points, Title, Words

#: mm: the play between a tray and its lid, on each side.
_LID_PLAY = 0.4
#: mm: what a tuck box holds at least in its depth, or its dust flaps, half a millimetre narrower, come to nothing.
_LEAST_DEPTH = 1.0
#: A lid is this much as deep as what its tray holds, so that the tray can be held below it.
_LID_SHARE = 2 / 3


class Pile(NamedTuple):
    """The pieces of a deck on each other: their width and height, the height of one in mm, and how many there are."""

    width: float
    height: float
    thickness: float
    pieces: int


class BoxShape(NetShape):
    """What all boxes have in common: the decks they are `for`, in how many `stacks`, and their `clearance` in mm.

    `clearance` is added to the width, the height and the depth of what a box holds.
    """

    for_: Words
    stacks: Annotated[Int, Meta(ge=1, le=20)] = 1
    clearance: Annotated[Mm, Meta(ge=0, le=20)] = 1

    def fitted(self, piles: Sequence[Pile], card: float) -> BoxShape:
        """Return the box for piles of pieces, from card of a thickness in mm."""
        return self.with_net(self.made(self.room(piles), card))

    def room(self, piles: Sequence[Pile]) -> Size:
        """Return the width, height and depth of what the box holds, in mm, its clearance included.

        The decks lie on each other in equal stacks, side by side.
        """
        depth = sum(pile.thickness * pile.pieces for pile in piles)
        if self.stacks > 1:
            # A stack may be a piece higher than the mean.
            depth = depth / self.stacks + max(pile.thickness for pile in piles)
        width = max(pile.width for pile in piles) * self.stacks + self.clearance * (self.stacks - 1)
        height = max(pile.height for pile in piles)
        return (width + self.clearance, height + self.clearance, depth + self.clearance)

    @property
    def plain(self) -> str:
        """Return the layout of a box that states none."""
        return "base/box"

    def made(self, size: Size, card: float) -> Net:
        """Return the net of a box that holds what is `size` large, in mm, from card of a thickness."""
        raise NotImplementedError

    def faults(self, size: Size) -> Iterator[Fault]:
        """Yield what is wrong with the box for what it holds."""
        yield from ()


class TuckBox(BoxShape):
    """A box with a lid that tucks in; its `bottom` does so too or is glued.

    `tab` is how deep it tucks in, `notch` the radius of the thumb's notch, 0 for none.
    """

    kind: Literal["tuck-box"]
    tab: Annotated[Mm, Meta(ge=3, le=200)] = TAB
    notch: Annotated[Mm, Meta(ge=0, le=50)] | None = None
    bottom: Literal["tuck", "glue"] = "tuck"

    def made(self, size: Size, card: float) -> Net:
        """Return the net of a box that holds what is `size` large."""
        return folding.tuck_box(
            size, card, self.tab, NOTCH if self.notch is None else self.notch, self.bottom == "glue"
        )

    def faults(self, size: Size) -> Iterator[Fault]:
        """Yield what is wrong with the box for what it holds."""
        if 2 * self.tab > size[1]:
            message = f"tab is {self.tab:g} mm, more than half of the {size[1]:.4g} mm that the box is high inside"
            yield Fault("tab", message, f"the tabs of lid and bottom would meet: write at most {size[1] / 2:.3g}")
        most = min(size[0], size[1]) / 4
        if self.notch is not None and self.notch > most:
            message = f"notch is {self.notch:g} mm, more than a quarter of the front, {4 * most:.4g} mm"
            yield Fault("notch", message, f"write at most {math.floor(most * 10) / 10:g}, or 0 for none")
        if size[0] < 20:
            message = f"the box is {size[0]:.4g} mm wide inside, too narrow for its flaps"
            yield Fault("for", message, "use a tray, or stacks: to put piles side by side")
        if size[2] < _LEAST_DEPTH:
            message = f"the box is {size[2]:.2g} mm deep inside, too flat for its flaps"
            yield Fault(
                "for", message, f"use a sleeve, or a clearance: that makes it at least {_LEAST_DEPTH:g} mm deep"
            )


class Sleeve(BoxShape):
    """A band round a pile, open at both ends, `height` mm high; 0 is as high as the pile."""

    kind: Literal["sleeve"]
    clearance: Annotated[Mm, Meta(ge=0, le=20)] = 0.5
    height: Annotated[Mm, Meta(ge=0, le=1000)] = 0

    def made(self, size: Size, card: float) -> Net:
        """Return the net of a band round what is `size` large."""
        return folding.sleeve((size[0], self.height or size[1] - self.clearance, size[2]), card)

    def faults(self, size: Size) -> Iterator[Fault]:
        """Yield what is wrong with the band for what it holds."""
        pile = size[1] - self.clearance
        if self.height > pile:
            yield Fault("height", f"height is {self.height:g} mm, more than the {pile:.4g} mm of the pieces in it")


class _Walled(BoxShape):
    """What trays and lids have in common."""

    @property
    def plain(self) -> str:
        """Return the layout of a tray or lid that states none."""
        return "base/tray"


class Tray(_Walled):
    """An open box; `depth` is that of its walls inside in mm, 0 as deep as what it holds."""

    kind: Literal["tray"]
    depth: Annotated[Mm, Meta(ge=0, le=500)] = 0

    def made(self, size: Size, card: float) -> Net:
        """Return the net of a tray that holds what is `size` large."""
        return folding.tray((size[0], size[1], self.depth or size[2]), card)

    def faults(self, size: Size) -> Iterator[Fault]:
        """Yield what is wrong with the tray for what it holds."""
        yield from _too_flat(self.depth or size[2])


class Lid(_Walled):
    """The lid of a tray; `depth` is that of its walls inside in mm, 0 for two thirds of what the tray holds."""

    kind: Literal["lid"]
    depth: Annotated[Mm, Meta(ge=0, le=500)] = 0

    def made(self, size: Size, card: float) -> Net:
        """Return the net of a lid over a tray that holds what is `size` large, from the same card."""
        play = 2 * _LID_PLAY
        over = (size[0] + 2 * card + play, size[1] + 4 * card + play, self.depth or size[2] * _LID_SHARE)
        return folding.lid(over, card)

    def faults(self, size: Size) -> Iterator[Fault]:
        """Yield what is wrong with the lid for what its tray holds."""
        yield from _too_flat(self.depth or size[2] * _LID_SHARE)


class Divider(BoxShape):
    """A card to stand between others, as large as these, with a `tab` above it, mm high.

    The tab takes the whole width, or a share of it: `place: 2`, `places: 3` is the middle one of three.
    """

    kind: Literal["divider"]
    clearance: Annotated[Mm, Meta(ge=0, le=20)] = 0
    tab: Annotated[Mm, Meta(ge=3, le=100)] = 10
    place: Annotated[Int, Meta(ge=1, le=12)] = 1
    places: Annotated[Int, Meta(ge=1, le=12)] = 1

    def made(self, size: Size, card: float) -> Net:
        """Return the outline of a divider between cards of this size."""
        width = size[0] / self.places
        return folding.divider(size, card, ((self.place - 1) * width, width, self.tab))

    @property
    def one_each(self) -> bool:
        """Return whether there is one for each deck."""
        return True

    @property
    def plain(self) -> str:
        """Return the layout of a divider that states none."""
        return "base/divider"

    def faults(self, size: Size) -> Iterator[Fault]:
        """Yield what is wrong with the divider for the cards it stands between."""
        if self.place > self.places:
            yield Fault("place", f"place is {self.place}; it must be at most {self.places}, the places there are")
        if self.tab > size[1]:
            yield Fault("tab", f"tab is {self.tab:g} mm, more than the {size[1]:g} mm of the cards")
        if size[0] / self.places < 10:
            yield Fault("places", f"{self.places} places leave tabs of {size[0] / self.places:.3g} mm, less than 10")


def _too_flat(depth: float) -> Iterator[Fault]:
    if depth < 5:
        yield Fault("for", f"walls {depth:.2g} mm deep are too low to be glued", "write depth: of at least 5 mm")


Boxes = Annotated[TuckBox | Sleeve | Tray | Lid | Divider, ByKey("kind")]


class BoxSpec(Model):
    """A box, a sleeve, a tray, a lid or dividers for decks; the keys of a deck mean the same here.

    `texts` are columns for its layout, beside `title`, `count` and `noun`, which follow from the decks.
    """

    title: Line = ""
    texts: dict[str, str] = {}
    shape: Boxes
    front: str = ""
    stock: Title = "boxes"
    bleed: Margin = 3
    safe: Margin = 2
    legible_text: Points | None = None
    copies: Annotated[Int, Meta(ge=1, le=MAX_COPIES)] = 1
