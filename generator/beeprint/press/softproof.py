"""Soft proofs as drawings: every colour looks as the inks that are printed of it, and a face stays as sharp as it is.

Marks that are half transparent are blended as on a screen, and process inks do not overprint. The pictures of
`outputs/shared/proof.py` are made of plates, which are blended ink by ink.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from msgspec.structs import replace
from PIL import Image

from beeprint.base import budget
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
)
from beeprint.press.costs import COLOUR, PIXEL, STOPS
from beeprint.press.fine import detail, is_fine_line, is_fine_text, printable
from beeprint.press.inks import Inks

#: How many symbols and pictures are kept; a game that changes for long leaves many that are seen no more.
_MOST_SYMBOLS, _MOST_PICTURES = 4_000, 60
#: How much of a spot ink that overprints is seen, such as varnish: what lies below shows through.
_FILM = 0.5
#: The quality of pictures without transparency, which are JPEG.
_QUALITY = 92


class SoftProof:
    """Draws faces as the inks of a press look; what colours, symbols and pictures become is kept."""

    def __init__(self, inks: Inks) -> None:
        self.inks = inks
        self._colours: dict[Cmyk, Colour] = {}
        self._symbols: dict[tuple[object, ...], Symbol] = {}
        self._pictures: dict[str, ImageMark] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """Return a drawing as it is printed."""
        return Drawing(drawing.box, tuple(self._marks(drawing.marks, IDENTITY)))

    def _marks(self, marks: Iterable[Mark], at: Affine) -> Iterator[Mark]:
        for mark in marks:
            if isinstance(mark, Group):
                inner = self._marks(mark.marks, at @ mark.transform)
                yield group(inner, mark.transform, mark.opacity, mark.clip, even_odd=mark.even_odd)
            elif isinstance(mark, Use):
                yield use(self._symbol(mark.symbol, at @ mark.transform), mark.transform)
            elif isinstance(mark, ImageMark):
                yield self._picture(mark)
            elif isinstance(mark, Run):
                yield replace(mark, paint=self._solid(mark.paint, is_fine_text(mark.size * (at @ mark.place).scale)))
            else:
                yield self._path(mark, at)

    def _symbol(self, symbol: Symbol, at: Affine) -> Symbol:
        """Return a symbol as it is printed; how large it is drawn decides which of its marks are fine."""
        key = (symbol.key, detail(symbol, at.scale))
        if key not in self._symbols:
            _make_room(self._symbols, _MOST_SYMBOLS)
            self._symbols[key] = Symbol.of(self._marks(symbol.marks, at))
        return self._symbols[key]

    def _path(self, mark: PathMark, at: Affine) -> Mark:
        fill, stroke = mark.fill, mark.stroke
        if stroke is not None:
            line = self._paint(stroke.paint, is_fine_line(stroke.width * at.scale))
            stroke = replace(stroke, paint=line, width=printable(stroke.width, at.scale))
        return path_mark(
            mark.path, None if fill is None else self._paint(fill, False), stroke, mark.layer, mark.even_odd
        )

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
            _make_room(self._pictures, _MOST_PICTURES)
            kind = "image/jpeg" if alpha is None else "image/png"
            picture = self._pictures[mark.digest] = ImageMark.of(made.getvalue(), kind, mark.box)
        return replace(picture, box=mark.box, layer=mark.layer)


def _make_room(kept: dict[Any, Any], most: int) -> None:
    """Drop what was made first, so that one more is not too many."""
    while len(kept) >= most:
        del kept[next(iter(kept))]
