"""How a file for a press writes colours: as inks, with spot inks and overprint."""

from __future__ import annotations

from PIL import Image

from beeprint.base.colour import Cmyk
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import Solid, Stop, Symbol
from beeprint.drawing.fonts import Fonts
from beeprint.formats.pdf.objects import Document, Name, array, dictionary
from beeprint.formats.pdf.paints import Part, Written, add_image, masked, precise
from beeprint.press import fine
from beeprint.press.inks import Inks
from beeprint.press.overprint import Overprints


class Press:
    """Colours as the inks of a press; transparency is blended in CMYK."""

    space = "DeviceCMYK"

    def __init__(self, inks: Inks, fonts: Fonts, transparency: bool) -> None:
        self.says_space = transparency
        self.inks = inks
        self._spots: dict[str, Cmyk] = {}
        self.settled = Overprints(inks, fonts).settled

    def solid(self, paint: Solid, fine: bool = False) -> Written:
        """Return a paint in inks; a spot ink as itself."""
        printed = self.inks.printed(paint, fine)
        if printed.spot:
            self._spots[printed.spot] = printed.cmyk
        return Written(
            f"{' '.join(precise(value) for value in _shares(printed.cmyk))} k", printed.spot, printed.overprint
        )

    def parts(self, stop: Stop, other: Stop) -> list[Part]:
        """Return so many parts that each is linear in its inks."""
        return [(offset, _shares(inks)) for offset, inks in self.inks.parts(stop, other)]

    def spot(self, document: Document, name: str, spot: str) -> None:
        """Add a Separation with its alternate in CMYK (ISO 32000-1, 8.6.6.4)."""
        tint = dictionary(
            {
                "FunctionType": 2,
                "Domain": array([0, 1]),
                "C0": array([0, 0, 0, 0]),
                "C1": array(_shares(self._spots[spot])),
                "N": 1,
            }
        )
        document.add(name, array([Name("Separation"), Name(spot), Name("DeviceCMYK"), tint]))

    def image(self, document: Document, name: str, data: bytes) -> None:
        """Add a picture in inks, as packed samples."""
        alpha = bitmap.samples(data).alpha  # first: a large picture has no room for its samples beside its inks
        add_inks(document, name, self.inks.picture(data), alpha)

    def detail(self, symbol: Symbol, scale: float) -> object:
        """Return which marks of a symbol are fine at a scale, and how its lines are widened."""
        return fine.detail(symbol, scale)

    def line_width(self, width: float, scale: float) -> float:
        """Return the width, no thinner than what prints."""
        return fine.printable(width, scale)


def add_inks(document: Document, name: str, picture: Image.Image, alpha: bytes | None = None) -> None:
    """Add a CMYK picture as the image `name`."""
    mask = masked(document, name, picture.size, alpha)
    samples = bytearray()  # all at once, Pillow would gather them in twice the memory
    for box in bitmap.bands(picture):
        samples += picture.crop(box).tobytes()
    add_image(document, name, samples, picture.size, "DeviceCMYK", mask=mask)  # type: ignore[arg-type]


def _shares(inks: Cmyk) -> tuple[float, ...]:
    return tuple(round(value / 100, 4) for value in inks)
