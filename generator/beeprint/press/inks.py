"""What is printed of each colour: the palette's inks as they are said, everything else through an ICC profile.

The waist stays in sRGB. An ink is known by its colour, which no other ink of the palette may have: wherever a face has
that colour, in slots, texts and art alike, the press prints that ink.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise, permutations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageFilter

from beeprint.base.colour import BLACK, Cmyk, Colour, PressInk, lch
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import LinearGradient, Paint, RadialGradient, Solid, Stop
from beeprint.press.icc import Profile, Values

# Keep colours under a press's limit of ink, with the least change to what is seen: more black, less of the others.


#: How many amounts of black are tried, from what a colour has to all.
_BLACKS = 33
# By how many percent the inks are changed in turn, and how often, to come nearer to the colour.
_STEPS, _ROUNDS = (6.0, 3.0, 1.5), 2
#: Bytes round to 0.2 % an ink; so far below the limit, all of them together do not pass it.
ROUNDING = 1.0


def limited(inks: Values, limit: float, lab_of: Callable[[Values], Values]) -> Values:
    """Return inks in percent, (n, 4), none of which has more than `limit` percent in all.

    What is under the limit stays. Of other colours, that is taken whose L*, a* and b* are nearest to their own among
    those with as much black or more: found by steps, so that the result is near the best, not always the best.
    """
    over = inks.sum(axis=1) > limit
    if not over.any():
        return inks
    result = inks.copy()
    result[over] = _nearest(inks[over], limit - ROUNDING, lab_of)
    return result


def _nearest(inks: Values, limit: float, lab_of: Callable[[Values], Values]) -> Values:
    wanted = lab_of(inks)
    best = _with_black(inks, inks[:, 3], limit)
    loss = _loss(best, wanted, lab_of)
    for share in np.linspace(0, 1, _BLACKS)[1:]:
        tried = _with_black(inks, inks[:, 3] + share * (100 - inks[:, 3]), limit)
        best, loss = _better(best, loss, tried, wanted, lab_of)
    for step in _STEPS:
        for _ in range(_ROUNDS):
            for more, less in permutations(range(4), 2):
                tried = best.copy()
                tried[:, more] += step
                tried[:, less] -= step
                best, loss = _better(best, loss, np.clip(tried, 0, 100), wanted, lab_of, limit)
    return best


def _with_black(inks: Values, black: Values, limit: float) -> Values:
    """Return inks with other amounts of black, the others in their proportions, as much of them as the limit allows."""
    sums = inks[:, :3].sum(axis=1)
    share = np.clip((limit - black) / np.maximum(sums, 1e-9), 0, 1)
    return np.column_stack([inks[:, :3] * share[:, None], np.minimum(black, limit)])


def _better(
    best: Values,
    loss: Values,
    tried: Values,
    wanted: Values,
    lab_of: Callable[[Values], Values],
    limit: float | None = None,
) -> tuple[Values, Values]:
    """Return the better of two colours for each row, and how far it is from the one that is wanted."""
    improvement = _loss(tried, wanted, lab_of)
    wins = improvement < loss
    if limit is not None:
        wins &= tried.sum(axis=1) <= limit
    return np.where(wins[:, None], tried, best), np.where(wins, improvement, loss)


def _loss(inks: Values, wanted: Values, lab_of: Callable[[Values], Values]) -> Values:
    difference: Values = ((lab_of(inks) - wanted) ** 2).sum(axis=1)
    return difference


# Of fine marks, colours as dark and as dull as this are printed in black alone, which looks the same in so small marks;
# nearly black ones may be more vivid: lightness and chroma.
_BLACKISH = ((45.0, 33.0), (25.0, 45.0))
# Others are printed in one ink, such as a pale yellow, where that is so near in L*, a* and b*: so far apart a hatch of
# warm grey still looks warm.
_SINGLE = 6.0
# Black of so many percent is printed solid, so that fine marks are not screened; less would be a grey, which stands for
# colours that are nearly grey only.
_SOLID = 85.0
# A gradient is halved until all of it is this near to its colours, in L*, a* and b*; into 2^9 parts at most: of the 256
# steps that a channel has, both sides. Nearer than this, L*, a* and b* in whole numbers say nothing.
_NEAR, _DEEPEST = 1.42, 9
# How many colours a side the table has that holds pictures under the limit.
_GRID = 33


class Printed(Struct, frozen=True):
    """What is printed of a colour: process inks, or a spot ink with these as its alternate."""

    cmyk: Cmyk
    spot: str = ""
    overprint: bool = False


class FixedInk(Solid, frozen=True, kw_only=True):
    """A paint that prints these inks, whichever ink of the palette has its colour; on screens it has that colour."""

    printed: Printed

    @classmethod
    def process(cls, inks: Cmyk, opacity: float = 1.0) -> FixedInk:
        """Return the paint of process inks, which knock out what is below them; its colour says nothing."""
        return cls(BLACK, opacity, printed=Printed(inks))

    @classmethod
    def spot(cls, name: str, look: Colour, alternate: Cmyk) -> FixedInk:
        """Return the paint of a spot ink that overprints."""
        return cls(look, printed=Printed(alternate, name, overprint=True))


class Inks:
    """The inks of a press: a profile, the palette's own inks, and the most ink in percent that the paper takes."""

    def __init__(self, profile: Profile, limit: float, palette: Iterable[PressInk] = ()) -> None:
        self.profile, self.limit = profile, limit
        self.palette: Mapping[Colour, PressInk] = {ink.colour: ink for ink in palette}
        self._known: dict[tuple[Colour, bool], Printed] = {}

    @cached_property
    def key(self) -> str:
        """Return a key that changes with what is printed of any colour."""
        said = (self.profile.intent, self.profile.black_point, self.limit, *self.palette.values())
        return hashlib.sha256(self.profile.data + repr(said).encode()).hexdigest()[:16]

    def of(self, colour: Colour, fine: bool = False) -> Printed:
        """Return what is printed of a colour; a `fine` mark, such as small text, in one ink if that looks alike."""
        known = self._known.get((colour, fine))
        if known is None:
            known = self._known[colour, fine] = self._printed(colour, fine)
        return known

    def printed(self, paint: Solid, fine: bool = False) -> Printed:
        """Return what is printed of a paint."""
        return paint.printed if isinstance(paint, FixedInk) else self.of(paint.colour, fine)

    def _printed(self, colour: Colour, fine: bool) -> Printed:
        ink = self.palette.get(colour)
        if ink is not None and (ink.cmyk is not None or ink.spot):
            return Printed(ink.cmyk or self.process(colour), ink.spot, ink.overprint)
        if fine and is_dark(colour) and self._black(colour) >= _SOLID:
            return Printed(Cmyk(0, 0, 0, 100), overprint=True)
        return Printed((self._single(colour) if fine else None) or self.process(colour))

    def process(self, colour: Colour) -> Cmyk:
        """Return the process inks of a colour by the profile, under the limit."""
        amounts = limited(self.profile.inks_of(np.array([colour], np.uint8)), self.limit, self.profile.lab_of)
        return _rounded(amounts[0])

    def _black(self, colour: Colour) -> float:
        """Return the amount of black that is as light as a colour, in percent."""
        return float(np.abs(self._blacks - lch(colour).lightness).argmin())

    def _single(self, colour: Colour) -> Cmyk | None:
        """Return the amount of one ink that looks like a colour; None where none does."""
        wanted = self.profile.lab_of(self.profile.inks_of(np.array([colour], np.uint8)))[0]
        away = np.sqrt(((self._singles - wanted) ** 2).sum(axis=2))
        ink, amount = np.unravel_index(away.argmin(), away.shape)
        return _rounded(np.eye(4)[ink] * float(amount)) if away.min() <= _SINGLE else None

    @property
    def _blacks(self) -> Values:
        """Return the lightness of black from 0 to 100 percent; all that is darker than black is printed as black."""
        return self._singles[3, :, 0]

    @cached_property
    def _singles(self) -> Values:
        """Return L*, a* and b* of each ink by itself, from 0 to 100 percent: (4, 101, 3)."""
        steps = np.eye(4)[:, None, :] * np.arange(101)[None, :, None]
        return self.profile.lab_of(steps.reshape(-1, 4)).reshape(4, 101, 3)

    def parts(self, stop: Stop, other: Stop) -> list[tuple[float, Cmyk]]:
        """Return the inks along a gradient between two stops, by offset; between these, they are linear.

        The gradient is linear in sRGB. Where its inks are not, it is halved until they nearly are.
        """
        shares = np.linspace(0, 1, 2**_DEEPEST + 1)
        ends = np.array([stop.colour, other.colour], np.float64)
        colours = np.rint(ends[0] + shares[:, None] * (ends[1] - ends[0])).astype(np.uint8)
        inks = limited(self.profile.inks_of(colours), self.limit, self.profile.lab_of)
        wanted = self.profile.lab_of(inks)
        kept = {0, len(shares) - 1}
        bent = [(0, len(shares) - 1)]
        while bent:
            known = sorted(kept)
            straight = np.column_stack([np.interp(shares, shares[known], inks[known, at]) for at in range(4)])
            away = np.sqrt(((self.profile.lab_of(straight) - wanted) ** 2).sum(axis=1))
            halves = [(start, (start + end) // 2, end) for start, end in bent if away[start:end].max() > _NEAR]
            kept |= {middle for _, middle, _ in halves}
            bent = [
                pair for start, middle, end in halves if end - start > 2 for pair in ((start, middle), (middle, end))
            ]
        return [
            (stop.offset + float(shares[at]) * (other.offset - stop.offset), _rounded(inks[at])) for at in sorted(kept)
        ]

    def gradient(self, paint: LinearGradient | RadialGradient, shown: Callable[[Cmyk], Colour]) -> Paint:
        """Return a gradient with as many stops as its inks need, each in the colour in which its inks are `shown`."""
        stops: list[Stop] = []
        for stop, other in pairwise((*paint.stops, *paint.stops[-1:])):
            width = other.offset - stop.offset
            for offset, inks in self.parts(stop, other):
                share = (offset - stop.offset) / width if width > 0 else 0.0
                stops.append(Stop(offset, shown(inks), stop.opacity + share * (other.opacity - stop.opacity)))
        return replace(paint, stops=tuple(stops))

    def picture(self, data: bytes) -> Image.Image:
        """Return a normal picture's pixels in inks, under the limit, without its transparency."""
        with Image.open(io.BytesIO(data)) as image:
            return self.pixels(image)

    def pixels(self, picture: Image.Image) -> Image.Image:
        """Return a picture's pixels in inks, none of them over the limit."""
        canvas = Image.new("CMYK", picture.size)
        for box in bitmap.bands(picture):
            canvas.paste(self._band(bitmap.in_mode(picture.crop(box), "RGB")), box)
        return canvas

    def _band(self, picture: Image.Image) -> Image.Image:
        amounts = self.profile.inks(picture)
        total = np.asarray(amounts).sum(axis=2, dtype=np.uint16)
        over = total > self.limit * 2.55
        if not over.any():
            return amounts
        held = picture.filter(self._table)
        return Image.composite(held, amounts, Image.fromarray(np.where(over, 255, 0).astype(np.uint8)))

    def held(self, picture: Image.Image) -> Image.Image:
        """Return a CMYK picture whose colours are thinner where it passes the limit; its black stays.

        Where marks are drawn with soft edges, a dot at an edge may have some of the inks of each.
        """
        reduced = picture.copy()
        for box in bitmap.bands(picture):
            part = np.asarray(picture.crop(box)).astype(np.float32)
            colours, black = part[:, :, :3].sum(axis=2), part[:, :, 3]
            over = colours + black > self.limit * 2.55
            if over.any():
                thinner = np.where(over, (self.limit * 2.55 - black) / np.maximum(colours, 1), 1)
                part[:, :, :3] = np.floor(part[:, :, :3] * thinner[:, :, None])
                reduced.paste(Image.frombytes("CMYK", part.shape[1::-1], part.astype(np.uint8).tobytes()), box)
        return reduced

    @cached_property
    def _table(self) -> ImageFilter.Color3DLUT:
        """Return a table from colours to inks whose entries are under the limit; so is all between them."""
        steps = np.rint(np.linspace(0, 255, _GRID)).astype(np.uint8)
        blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
        colours = np.stack([red, green, blue], axis=-1).reshape(-1, 3)
        # The table's own sums are rounded to bytes after they have been interpolated.
        inks = limited(self.profile.inks_of(colours), self.limit - 1, self.profile.lab_of)
        return ImageFilter.Color3DLUT(_GRID, (inks / 100).reshape(-1).tolist(), channels=4, target_mode="CMYK")


def _rounded(inks: Values) -> Cmyk:
    return Cmyk(*(round(float(value), 1) for value in inks))


def is_dark(colour: Colour) -> bool:
    """Return whether a colour is so dark and dull that black can stand for it in fine marks."""
    seen = lch(colour)
    return any(seen.lightness <= dark and seen.chroma <= dull for dark, dull in _BLACKISH)
