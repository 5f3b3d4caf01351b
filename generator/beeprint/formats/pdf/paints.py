"""How a file writes colours; this module, as sRGB for screens and home printers."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from beeprint.base.colour import Colour
from beeprint.drawing import bitmap
from beeprint.drawing.drawing import Drawing, Solid, Stop, Symbol
from beeprint.formats.pdf.objects import Document, Name, Reference, Value, array, dictionary

#: A part of a gradient: its offset and the values there.
Part = tuple[float, tuple[float, ...]]


class Written(NamedTuple):
    """A colour as operands and the operator that sets it for fills, or as a tint of a spot ink."""

    words: str
    spot: str = ""
    overprint: bool = False

    def operators(self, space: str, stroke: bool) -> str:
        """Return the operators; `space` is the name of a spot ink's colour space among the resources."""
        words = f"{space} cs 1 scn" if self.spot else self.words
        if not stroke:
            return words
        return f"{space} CS 1 SCN" if self.spot else words.upper()


class Paints(Protocol):
    """The colours of a file: `space` is that of its gradients and, where a file says so, of its transparency."""

    space: str
    says_space: bool

    def solid(self, paint: Solid, fine: bool = False) -> Written:
        """Return a paint's colour; `fine` marks are small text and thin lines."""

    def parts(self, stop: Stop, other: Stop) -> list[Part]:
        """Return the values along a gradient between two stops, linear between each other."""

    def spot(self, document: Document, name: str, spot: str) -> None:
        """Add the colour space of a spot ink as the object `name`."""

    def image(self, document: Document, name: str, data: bytes) -> None:
        """Add a normal picture as the image `name`, with its transparency as a soft mask."""

    def detail(self, symbol: Symbol, scale: float) -> object:
        """Return what differs in a symbol where it is drawn at a scale; equal things are drawn by one form."""

    def line_width(self, width: float, scale: float) -> float:
        """Return how wide a line is drawn, where a unit is `scale` mm."""

    def settled(self, drawing: Drawing) -> Drawing:
        """Return a page as it is printed: what overprints stays under the limit of ink."""


class Screen:
    """Colours as sRGB; greys are written as greys, which printers make of black alone."""

    space, says_space = "DeviceRGB", False

    def solid(self, paint: Solid, fine: bool = False) -> Written:
        """Return a paint's colour; fine marks are as others."""
        return _on_screen(paint.colour)

    def parts(self, start: Stop, other: Stop) -> list[Part]:
        """Return the two ends: gradients are linear in sRGB."""
        return [(stop.offset, tuple(channel / 255 for channel in stop.colour)) for stop in (start, other)]

    def spot(self, document: Document, name: str, spot: str) -> None:
        """Add nothing: no colour of a screen is a spot ink."""

    def image(self, document: Document, name: str, data: bytes) -> None:
        """Add a picture: a JPEG as it is, everything else as packed samples."""
        samples = bitmap.samples(data)
        space = "DeviceGray" if samples.grey else "DeviceRGB"
        if samples.packed:
            add_image(document, name, data, samples.size, space, packed="DCTDecode")
        else:
            mask = masked(document, name, samples.size, samples.alpha)
            add_image(document, name, samples.data, samples.size, space, mask=mask)

    def detail(self, symbol: Symbol, scale: float) -> object:
        """Return nothing: a symbol is the same at each scale."""
        return None

    def line_width(self, width: float, scale: float) -> float:
        """Return the width itself."""
        return width

    def settled(self, drawing: Drawing) -> Drawing:
        """Return the page itself: nothing overprints on a screen."""
        return drawing


@lru_cache(maxsize=4096)
def _on_screen(colour: Colour) -> Written:
    red, green, blue = (precise(round(channel / 255, 4)) for channel in colour)
    return Written(f"{red} g" if red == green == blue else f"{red} {green} {blue} rg")


def stitched(parts: list[Part]) -> Value:
    """Return the function of a gradient whose parts are linear; offsets run from 0 to 1 and never fall."""
    pairs = [(part, other) for part, other in pairwise(parts) if other[0] > part[0]]
    functions = [
        dictionary({"FunctionType": 2, "Domain": array([0, 1]), "C0": array(pair), "C1": array(other), "N": 1})
        for (_, pair), (_, other) in pairs
    ]
    if len(functions) == 1:
        return functions[0]
    return dictionary(
        {
            "FunctionType": 3,
            "Domain": array([0, 1]),
            "Functions": array(functions),
            "Bounds": array([float(pair[0]) for pair, _ in pairs[1:]]),
            "Encode": array([0, 1] * len(functions)),
        }
    )


@lru_cache(maxsize=65536)
def precise(value: float) -> str:
    """Return a number to 1e-7."""
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def masked(document: Document, name: str, size: tuple[int, int], alpha: bytes | None) -> str | None:
    """Add the transparency of an image, and return its name; None where there is none."""
    if alpha is None:
        return None
    add_image(document, f"{name}-alpha", alpha, size, "DeviceGray")
    return f"{name}-alpha"


def add_image(
    document: Document,
    name: str,
    data: bytes,
    size: tuple[int, int],
    space: str,
    packed: str = "",
    mask: str | None = None,
) -> None:
    """Add samples as an image, or a file of a picture that is `packed` by a filter; `mask` names its transparency."""
    entries = {
        "Type": Name("XObject"),
        "Subtype": Name("Image"),
        "Width": size[0],
        "Height": size[1],
        "ColorSpace": Name(space),
        "BitsPerComponent": 8,
        "SMask": Reference(mask) if mask else None,
    }
    document.add_stream(name, data, entries, packed)
