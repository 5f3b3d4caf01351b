"""Soft proofs as drawings: every colour looks as the inks that are printed of it, and a face stays as sharp as it is.

Marks that are half transparent are blended as on a screen, and process inks do not overprint. The pictures of
`outputs/shared/proof.py` are made of plates, which are blended ink by ink.
"""

from __future__ import annotations

import io
from collections.abc import Hashable, Iterable

import numpy as np
from msgspec.structs import replace
from PIL import Image

from beeprint.base import budget
from beeprint.base.colour import Cmyk, Colour
from beeprint.base.geometry import Affine
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import Drawing, ImageMark, Leaf, Mark, Paint, Solid, Symbol
from beeprint.drawing.marks import Rewriter
from beeprint.press.costs import COLOUR, PIXEL, STOPS
from beeprint.press.fine import detail, print_mark
from beeprint.press.inks import Inks

# How many pictures are kept.
_MOST_PICTURES = 60
#: How much of a spot ink that overprints is seen, such as varnish: what lies below shows through.
_FILM = 0.5
#: The quality of pictures without transparency, which are JPEG.
_QUALITY = 92


class SoftProof(Rewriter):
    """Draws faces as the inks of a press look; what colours, symbols and pictures become is kept."""

    def __init__(self, inks: Inks) -> None:
        super().__init__()
        self.inks = inks
        self._colours: dict[Cmyk, Colour] = {}
        self._pictures: dict[str, ImageMark] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """Return a drawing as it is printed."""
        return Drawing(drawing.box, self.marks(drawing.marks))

    def variant(self, symbol: Symbol, at: Affine) -> Hashable:
        """Return which marks of a symbol are fine, which depends on how large it is drawn."""
        return detail(symbol, at.scale)

    def leaf(self, mark: Leaf, at: Affine) -> Iterable[Mark]:
        """Return the mark in the colours that its inks look like."""
        return (self._picture(mark),) if isinstance(mark, ImageMark) else print_mark(mark, at, self._paint)

    def _paint(self, paint: Paint, fine: bool) -> Paint:
        if isinstance(paint, Solid):
            return self._solid(paint, fine)
        budget.spend("inks", STOPS * len(paint.stops))
        return self.inks.gradient(paint, self._seen)

    def _solid(self, paint: Solid, fine: bool) -> Solid:
        printed = self.inks.printed(paint, fine)
        if printed.spot:
            return replace(paint, opacity=paint.opacity * _FILM) if printed.overprint else paint
        return Solid(self._seen(printed.cmyk), paint.opacity)

    def _seen(self, inks: Cmyk) -> Colour:
        """Return what inks look like."""
        if inks not in self._colours:
            budget.spend("inks", COLOUR)
            pixel = Image.new("CMYK", (1, 1), tuple(round(value * 2.55) for value in inks))
            red, green, blue = np.asarray(self.inks.profile.screen(pixel))[0, 0]
            self._colours[inks] = Colour(int(red), int(green), int(blue))
        return self._colours[inks]

    def _picture(self, mark: ImageMark) -> ImageMark:
        picture = self._pictures.get(mark.digest)
        if picture is None:
            budget.spend("inks", PIXEL * bitmap.pixels(mark.data))
            alpha = bitmap.samples(mark.data).alpha
            seen = self.inks.profile.screen(self.inks.picture(mark.data))
            made = io.BytesIO()
            if alpha is None:
                seen.save(made, "JPEG", quality=_QUALITY, subsampling=0)
            else:
                seen.putalpha(Image.frombytes("L", seen.size, alpha))
                seen.save(made, "PNG", compress_level=1)
            if len(self._pictures) >= _MOST_PICTURES:
                del self._pictures[next(iter(self._pictures))]
            kind = "image/jpeg" if alpha is None else "image/png"
            picture = self._pictures[mark.digest] = ImageMark.of(made.getvalue(), kind, mark.box)
        return replace(picture, box=mark.box, layer=mark.layer)
