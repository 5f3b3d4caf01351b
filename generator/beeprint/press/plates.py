"""The plates of a drawing: for each ink a drawing in greys, black where the ink is solid and white where it is not.

What is blended in a grey drawing is blended in that ink, so that the plates of a page together are the page in CMYK,
with transparency, overprint and knock-out as on the press. What is below an ink that overprints stays on its plate.
"""

from __future__ import annotations

import io
from collections.abc import Hashable, Iterable

from msgspec.structs import replace
from PIL import Image

from beeprint.base.colour import Cmyk, Colour
from beeprint.base.geometry import Affine
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import Drawing, Group, ImageMark, Leaf, Mark, Paint, Solid, Symbol, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.marks import Rewriter
from beeprint.press.fine import detail, print_mark
from beeprint.press.inks import Inks, Printed
from beeprint.press.overprint import Overprints

#: The plates of the process inks, in the order of CMYK.
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")


class Plates:
    """Draws the plates of pages; what symbols and pictures become is kept."""

    def __init__(self, inks: Inks, fonts: Fonts) -> None:
        self.inks = inks
        self.settled = Overprints(inks, fonts).settled
        self._kept: dict[tuple[str, bool], _Plate] = {}
        self._pictures: dict[str, tuple[Image.Image, bytes | None]] = {}

    def names(self, drawing: Drawing) -> tuple[str, ...]:
        """Return the plates of a drawing: the process inks, and the spot inks that it uses."""
        return (*PROCESS, *sorted(self.spots(drawing)))

    def spots(self, drawing: Drawing) -> dict[str, Colour]:
        """Return the spot inks that a drawing uses, each with its look on a screen."""
        paints = {paint for mark, _ in walk(drawing.marks) for paint in mark.paints if isinstance(paint, Solid)}
        return {spot: paint.colour for paint in paints if (spot := self.inks.printed(paint).spot)}

    def plate(self, drawing: Drawing, name: str, alternates: bool = False) -> Drawing:
        """Return one plate of a settled drawing as greys; with `alternates`, process inks stand for spot inks."""
        key = name, alternates
        if key not in self._kept:
            self._kept[key] = _Plate(self, name, alternates)
        return Drawing(drawing.box, self._kept[key].marks(drawing.marks))

    def picture(self, mark: ImageMark) -> tuple[Image.Image, bytes | None]:
        """Return a picture in inks, and its transparency."""
        if mark.digest not in self._pictures:
            alpha = bitmap.samples(mark.data).alpha
            self._pictures[mark.digest] = (self.inks.picture(mark.data), alpha)
        return self._pictures[mark.digest]


class _Plate(Rewriter):
    """Turns pages into the greys of one ink."""

    def __init__(self, plates: Plates, name: str, alternates: bool) -> None:
        super().__init__()
        self._plates, self._name, self._alternates = plates, name, alternates
        self._index = PROCESS.index(name) if name in PROCESS else None

    def variant(self, symbol: Symbol, at: Affine) -> Hashable:
        """Return which marks of a symbol are fine, which depends on how large it is drawn."""
        return detail(symbol, at.scale)

    def group(self, mark: Group, at: Affine) -> Iterable[Group]:
        """Return a group in the greys of the ink, without the piece that it shows: plates are drawn in pixels."""
        return super().group(replace(mark, piece="") if mark.piece else mark, at)

    def leaf(self, mark: Leaf, at: Affine) -> Iterable[Mark]:
        """Return the mark in the greys of its ink; nothing where it overprints and has none of it."""
        return (self._image(mark),) if isinstance(mark, ImageMark) else print_mark(mark, at, self._paint)

    def _paint(self, paint: Paint, fine: bool) -> Paint | None:
        """Return a paint as the grey of its ink; None where it overprints and has none of it."""
        if isinstance(paint, Solid):
            printed = self._plates.inks.printed(paint, fine)
            amount = self._amount(printed)
            if amount == 0 and printed.overprint:
                return None
            return Solid(_grey(amount), paint.opacity)
        return self._plates.inks.gradient(paint, lambda inks: _grey(self._of(inks)))

    def _amount(self, printed: Printed) -> float:
        if printed.spot and not self._alternates:
            return 100.0 if printed.spot == self._name else 0.0
        return 0.0 if self._index is None else printed.cmyk[self._index]

    def _of(self, inks: Cmyk) -> float:
        return 0.0 if self._index is None else inks[self._index]

    def _image(self, mark: ImageMark) -> ImageMark:
        picture, alpha = self._plates.picture(mark)
        blank = Image.new("L", picture.size, 255)
        grey = blank if self._index is None else picture.getchannel(self._index).point(lambda value: 255 - value)
        if alpha is not None:
            grey = Image.merge("LA", (grey, Image.frombytes("L", picture.size, alpha)))
        made = io.BytesIO()
        grey.save(made, "PNG", compress_level=1)
        return ImageMark.of(made.getvalue(), "image/png", mark.box)


def _grey(amount: float) -> Colour:
    """Return the grey of an ink's amount in percent."""
    value = round(255 * (1 - amount / 100))
    return Colour(value, value, value)
