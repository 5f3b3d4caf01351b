"""The inks of a page where marks lie over each other, on small plates: what overprints, and what black text knocks out.

This is no renderer: plates have a few dots a mm, and marks whose inks only a renderer knows leave unknown ground.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageMath

from beeprint.press.pdfcheck.colours import PLATES, Inks
from beeprint.press.pdfcheck.marks import Edges, Findings, Mark, Ring, meeting
from beeprint.press.standard import Expected

#: Dots of the longer side of a plate, and what a mark costs beside its dots.
_DOTS, _COST = 320, 4_000
#: The same of a sheet: dots in a mm, so that what is small on it has some, and the most dots along a side.
_FINE, _MOST_DOTS = 3.5, 1200
#: The most dots that may be drawn for a file.
MAX_DOTS = 400_000_000
#: Ink, 0 to 1, below which a place counts as empty, and above the limit at which it counts as too much.
_LEAST, _TOO_MUCH = 0.02, 0.01
_FULL = 255
# Left, top, right, bottom on a plate.
Dots = tuple[int, int, int, int]


class Plates:
    """The inks of one page; `trim` and `bleed` are its boxes in mm."""

    def __init__(self, expected: Expected, trim: Edges, bleed: Edges) -> None:
        self.expected, self.trim, self.bleed = expected, trim, bleed
        x0, y0, x1, y1 = bleed
        longest = max(x1 - x0, y1 - y0, 1e-3)
        self._unit = max(_DOTS, min(_MOST_DOTS, _FINE * longest)) / longest
        self.size = max(1, round((x1 - x0) * self._unit)), max(1, round((y1 - y0) * self._unit))
        self._inks: Image.Image | None = None
        self._spots: Image.Image | None = None
        self._waiting: list[Mark] = []
        self.most = 0.0

    def paint(self, marks: Sequence[Mark], findings: Findings, page: int, dots: int) -> int:
        """Check the marks of the page one over the other, as long as there are dots to draw; return what is left."""
        asked = sum(1 for mark in marks if mark.keeps or self._asks(mark))
        for mark in marks:
            if not self._checked(mark, findings, page):
                continue
            if asked and dots > 0 and (mark.keeps or self._asks(mark)):
                asked -= 1
                dots -= self._settle()
                dots -= self._look_below(mark, findings, page)
            if asked and not mark.vague:
                self._waiting.append(mark)
        return dots

    def _asks(self, mark: Mark) -> bool:
        return 0 < mark.text_size < self.expected.small_text and _is_black(mark.inks)

    def _checked(self, mark: Mark, findings: Findings, page: int) -> bool:
        """Check a mark by itself; return whether it lies on the printed part of the page."""
        if meeting(mark.box, self.bleed) is None:
            return False
        if mark.inks is not None:
            self._sum(self._total(mark.inks), mark, "", findings, page)
        if mark.text_size and self.expected.safe:
            self._keeps_distance(mark, findings, page)
        return True

    def _total(self, inks: Inks) -> float:
        return sum(amount for name, amount in inks.items() if name not in self.expected.cuts)

    def _sum(self, total: float, mark: Mark, how: str, findings: Findings, page: int) -> None:
        self.most = max(self.most, total)
        if total * 100 > self.expected.limit + 100 * _TOO_MUCH:
            wanted = f"at most {self.expected.limit:g} %"
            findings.add("ink-limit", "{} % of ink" + how, wanted, mark.source, mark.box, page, value=total * 100)

    def _keeps_distance(self, mark: Mark, findings: Findings, page: int) -> None:
        x0, y0, x1, y1 = self.trim
        safe = self.expected.safe
        left, top, right, bottom = mark.box
        if meeting(mark.box, self.trim) is None:
            return
        near = min(left - x0, top - y0, x1 - right, y1 - bottom)
        if near < safe - 0.05:
            fault = f"text {near:.1f} mm inside the trim" if near >= 0 else "text that crosses the trim"
            findings.add("safe-zone", fault, f"{safe:g} mm", mark.source, mark.box, page)

    # plates ------------------------------------------------------------------------------------------------------

    def _settle(self) -> int:
        """Lay down the marks that wait, and return how many dots that drew."""
        dots = 0
        for mark in self._waiting:
            dots += self._lay(mark)
        self._waiting.clear()
        return dots

    def _plates(self) -> tuple[Image.Image, Image.Image]:
        if self._inks is None or self._spots is None:
            self._inks, self._spots = Image.new("CMYK", self.size, (0, 0, 0, 0)), Image.new("L", self.size, 0)
        return self._inks, self._spots

    def _lay(self, mark: Mark) -> int:
        """Lay a mark over what is there."""
        shape = self._shape(mark)
        if shape is None:
            return 0
        box, mask = shape
        inks, spots = self._plates()
        if mark.inks is not None and not mark.keeps and mark.picture is None:
            flat, spot_amount = self._flat(mark.inks)
            inks.paste(flat, box, mask)
            spots.paste(spot_amount, box, mask)
            return (mask.width * mask.height + _COST) // 4
        process, spot = self._above(mark, inks.crop(box), spots.crop(box))
        inks.paste(process, box[:2], mask)
        spots.paste(spot, box[:2], mask)
        return mask.width * mask.height + _COST

    def _flat(self, inks: Inks) -> tuple[tuple[int, ...], int]:
        """Return inks as the plates hold them: four process inks, and the sum of the others, 255 being 400 %."""
        unseen = (*PLATES, *self.expected.cuts)
        amount = round(255 / 4 * sum(part for name, part in inks.items() if name not in unseen))
        return tuple(round(255 * inks.get(name, 0.0)) for name in PLATES), min(255, amount)

    def _above(self, mark: Mark, below: Image.Image, below_spots: Image.Image) -> tuple[Image.Image, Image.Image]:
        """Return the inks of a mark together with what its overprint leaves of those below."""
        size = below.size
        if mark.inks is None:
            # Unknown ground takes no part in sums, but it is not empty.
            return Image.new("CMYK", size, (0, 0, 0, 0)), Image.new("L", size, 1)
        flat, amount = self._flat(mark.inks)
        process = mark.picture.resize(size) if mark.picture is not None else Image.new("CMYK", size, flat)
        spot = Image.new("L", size, amount)
        if not mark.keeps:
            return process, spot
        if mark.keeps == "others":
            channels = zip(process.split(), below.split(), flat, strict=True)
            process = Image.merge("CMYK", [own if tone or mark.picture else under for own, under, tone in channels])
        return process, ImageChops.add(spot, below_spots)

    def _look_below(self, mark: Mark, findings: Findings, page: int) -> int:
        """Check a mark against what lies below it, and return how many dots that drew."""
        shape = None if mark.vague else self._shape(mark)
        if shape is None:
            return 0
        box, mask = shape
        inks, spots = self._plates()
        below, below_spots = inks.crop(box), spots.crop(box)
        if mark.keeps != "others" and self._asks(mark):
            ground = _brightest(below)
            if not mark.keeps:
                ground = ImageChops.lighter(ground, below_spots.point([255 * (v > 0) for v in range(256)]))
            if _covered(ground, mask):
                fault = "small black text that knocks out the colour below it"
                findings.add("black-knockout", fault, "black that overprints", mark.source, mark.box, page)
        elif mark.inks is not None:
            total = _most(*self._above(mark, below, below_spots), mask, self.expected.limit / 100)
            if total > self._total(mark.inks) + _TOO_MUCH:
                self._sum(total, mark, " where it overprints", findings, page)
        return mask.width * mask.height + _COST

    def _shape(self, mark: Mark) -> tuple[Dots, Image.Image] | None:
        """Return the dots that a mark covers: their box on the plate, and a mask in it."""
        here = meeting(mark.box, self.bleed)
        if here is None:
            return None
        left, top = ((here[0] - self.bleed[0]) * self._unit, (here[1] - self.bleed[1]) * self._unit)
        right, bottom = ((here[2] - self.bleed[0]) * self._unit, (here[3] - self.bleed[1]) * self._unit)
        width, height = self.size
        x, y = min(int(left), width - 1), min(int(top), height - 1)
        box = (x, y, min(width, max(x + 1, round(right))), min(height, max(y + 1, round(bottom))))
        size = box[2] - box[0], box[3] - box[1]
        mask = Image.new("1", size, 1)
        if mark.rings:
            mask = self._outlined(mark.rings, mark.by, mark.line, box, size)
        for rings, by in mark.clips:
            mask = ImageChops.logical_and(mask, self._outlined(rings, by, 0, box, size))
        return box, mask

    def _outlined(
        self, rings: Sequence[Ring], by: tuple[float, float], line: float, box: Dots, size: tuple[int, int]
    ) -> Image.Image:
        """Draw lines along rings that have been moved, or what is inside them: those inside others are holes."""
        mask = Image.new("1", size, 0)
        left, top = self.bleed[0] - by[0], self.bleed[1] - by[1]
        for ring in rings:
            points = [((x - left) * self._unit - box[0] - 0.5, (y - top) * self._unit - box[1] - 0.5) for x, y in ring]
            if line:
                ImageDraw.Draw(mask).line(points, 1, max(1, round(line * self._unit)))
                continue
            if len(points) < 3:
                continue
            layer = Image.new("1", size, 0)
            ImageDraw.Draw(layer).polygon(points, 1, 1)
            mask = ImageChops.logical_xor(mask, layer)
        return mask


def _is_black(inks: Inks | None) -> bool:
    """Return whether a colour is black ink alone, or nearly."""
    return (
        inks is not None and inks.get("Black", 0) >= 0.9 and all(not v for name, v in inks.items() if name != "Black")
    )


def _brightest(image: Image.Image) -> Image.Image:
    """Return for each dot the most of any of its inks, where that is worth speaking of."""
    c, m, y, k = image.split()
    most = ImageChops.lighter(ImageChops.lighter(c, m), ImageChops.lighter(y, k))
    return most.point([255 * (value > 255 * _LEAST) for value in range(256)])


def _covered(ground: Image.Image, mask: Image.Image) -> bool:
    """Return whether at least a twentieth of the masked dots lies on ground that is not empty."""
    on = ImageChops.multiply(ground, mask.convert("L")).histogram()[_FULL]
    return on > 0 and on * 20 >= max(1, mask.convert("L").histogram()[255])


def _most(process: Image.Image, spot: Image.Image, mask: Image.Image, limit: float) -> float:
    """Return the largest sum of inks, 0 to 8, of masked dots; above the limit of those that do not stand alone.

    Where edges meet they share dots, on which their inks do not add up.
    """
    plates = dict(zip("cmyk", process.split(), strict=True))
    total = ImageMath.lambda_eval(
        lambda args: (args["c"] + args["m"] + args["y"] + args["k"] + args["spot"] * 4) * (args["mask"] / 255),
        spot=spot,
        mask=mask.convert("L"),
        **plates,
    )
    if min(total.size) > 2 and total.getextrema()[1] > 255 * limit:
        total = total.filter(ImageFilter.MinFilter(3))
    return float(total.getextrema()[1]) / 255
