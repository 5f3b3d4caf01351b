"""The plates of a drawing: for each ink a drawing in greys, black where the ink is solid and white where it is not.

What is blended in a grey drawing is blended in that ink, so that the plates of a page together are the page in CMYK,
with transparency, overprint and knock-out as on the press. What is below an ink that overprints stays on its plate.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from msgspec.structs import replace
from PIL import Image

from beeprint.base.colour import Cmyk, Colour
from beeprint.base.geometry import IDENTITY, Affine
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import (
    Drawing,
    Group,
    ImageMark,
    Mark,
    Paint,
    PathMark,
    Run,
    Solid,
    Symbol,
    Use,
    group,
    path_mark,
    use,
    walk,
)
from beeprint.drawing.fonts import Fonts
from beeprint.press.fine import detail, is_fine_line, is_fine_text, printable
from beeprint.press.inks import Inks, Printed
from beeprint.press.overprint import Overprints

#: The plates of the process inks, in the order of CMYK.
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")


class Plates:
    """Draws the plates of pages; what symbols and pictures become is kept."""

    def __init__(self, inks: Inks, fonts: Fonts) -> None:
        self.inks = inks
        self.settled = Overprints(inks, fonts).settled
        self._symbols: dict[tuple[object, ...], Symbol] = {}
        self._pictures: dict[str, tuple[Image.Image, bytes | None]] = {}

    def names(self, drawing: Drawing) -> tuple[str, ...]:
        """Return the plates of a drawing: the process inks, and the spot inks that it uses."""
        return (*PROCESS, *sorted(self.spots(drawing)))

    def spots(self, drawing: Drawing) -> dict[str, Colour]:
        """Return the spot inks that a drawing uses, each with its look on a screen."""
        paints = set(_solids(drawing.marks))
        return {spot: paint.colour for paint in paints if (spot := self.inks.printed(paint).spot)}

    def plate(self, drawing: Drawing, name: str, alternates: bool = False) -> Drawing:
        """Return one plate of a settled drawing as greys; with `alternates`, process inks stand for spot inks."""
        plate = _Plate(self, name, alternates)
        return Drawing(drawing.box, tuple(plate.marks(drawing.marks, IDENTITY)))

    def symbol(self, symbol: Symbol, plate: _Plate, at: Affine) -> Symbol:
        """Return a symbol's plate; how large it is drawn decides which of its marks are fine."""
        key = (symbol.key, plate.name, plate.alternates, detail(symbol, at.scale))
        plate_symbol = self._symbols.get(key)
        if plate_symbol is None:
            plate_symbol = self._symbols[key] = Symbol.of(plate.marks(symbol.marks, at))
        return plate_symbol

    def picture(self, mark: ImageMark) -> tuple[Image.Image, bytes | None]:
        """Return a picture in inks, and its transparency."""
        if mark.digest not in self._pictures:
            alpha = bitmap.samples(mark.data).alpha
            self._pictures[mark.digest] = (self.inks.picture(mark.data), alpha)
        return self._pictures[mark.digest]


class _Plate:
    def __init__(self, plates: Plates, name: str, alternates: bool) -> None:
        self.plates, self.name, self.alternates = plates, name, alternates
        self.index = PROCESS.index(name) if name in PROCESS else None

    def marks(self, marks: Iterable[Mark], at: Affine) -> Iterator[Mark]:
        """Yield the marks that are on the plate, `at` from their space to millimetres of the page."""
        for mark in marks:
            if isinstance(mark, Group):
                inner = self.marks(mark.marks, at @ mark.transform)
                yield group(inner, mark.transform, mark.opacity, mark.clip, even_odd=mark.even_odd)
            elif isinstance(mark, Use):
                inside = self.plates.symbol(mark.symbol, self, at @ mark.transform)
                yield use(inside, mark.transform)
            elif isinstance(mark, ImageMark):
                yield self._image(mark)
            elif isinstance(mark, Run):
                paint = self._paint(mark.paint, is_fine_text(mark.size * (at @ mark.place).scale))
                if isinstance(paint, Solid):
                    yield replace(mark, paint=paint)
            else:
                yield from self._path(mark, at)

    def _path(self, mark: PathMark, at: Affine) -> Iterator[Mark]:
        fill = None if mark.fill is None else self._paint(mark.fill, False)
        stroke = mark.stroke
        if stroke is not None:
            line = self._paint(stroke.paint, is_fine_line(stroke.width * at.scale))
            stroke = None if line is None else replace(stroke, paint=line, width=printable(stroke.width, at.scale))
        if fill is not None or stroke is not None:
            yield path_mark(mark.path, fill, stroke, mark.layer, mark.even_odd)

    def _paint(self, paint: Paint, fine: bool) -> Paint | None:
        """Return a paint as the grey of its ink; None where it overprints and has none of it."""
        if isinstance(paint, Solid):
            printed = self.plates.inks.printed(paint, fine)
            amount = self._amount(printed)
            if amount == 0 and printed.overprint:
                return None
            return Solid(_grey(amount), paint.opacity)
        return self.plates.inks.gradient(paint, lambda inks: _grey(self._of(inks)))

    def _amount(self, printed: Printed) -> float:
        if printed.spot and not self.alternates:
            return 100.0 if printed.spot == self.name else 0.0
        return 0.0 if self.index is None else printed.cmyk[self.index]

    def _of(self, inks: Cmyk) -> float:
        return 0.0 if self.index is None else inks[self.index]

    def _image(self, mark: ImageMark) -> ImageMark:
        picture, alpha = self.plates.picture(mark)
        blank = Image.new("L", picture.size, 255)
        grey = blank if self.index is None else picture.getchannel(self.index).point(lambda value: 255 - value)
        if alpha is not None:
            grey = Image.merge("LA", (grey, Image.frombytes("L", picture.size, alpha)))
        made = io.BytesIO()
        grey.save(made, "PNG", compress_level=1)
        return ImageMark.of(made.getvalue(), "image/png", mark.box)


def _grey(amount: float) -> Colour:
    """Return the grey of an ink's amount in percent."""
    value = round(255 * (1 - amount / 100))
    return Colour(value, value, value)


def _solids(marks: Iterable[Mark]) -> Iterator[Solid]:
    for mark, _ in walk(marks):
        if isinstance(mark, Run):
            yield mark.paint
        elif isinstance(mark, PathMark):
            for paint in (mark.fill, mark.stroke.paint if mark.stroke else None):
                if isinstance(paint, Solid):
                    yield paint
