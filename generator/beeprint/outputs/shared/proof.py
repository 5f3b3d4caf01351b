"""Proofs: what the press will do with a page, as pictures, from its plates.

The plates are blended ink by ink, with overprint and knock-out, so that a proof shows what the press prints and not
what a screen shows.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageFilter
from PIL.PngImagePlugin import PngInfo

from beeprint.base import budget
from beeprint.base.colour import Colour
from beeprint.base.geometry import MM_PER_INCH
from beeprint.base.problems import Place
from beeprint.drawing.drawing import Drawing
from beeprint.drawing.fonts import Fonts
from beeprint.formats.pdf.render import greys
from beeprint.outputs.shared.press import Page
from beeprint.press.inks import Inks
from beeprint.press.plates import PROCESS, Plates
from beeprint.sources.tables_csv import write_csv

#: Dots per inch of proofs.
DPI = 200
#: The colours of the ink map, by the share of the limit: none, half of it, nearly all, all; what is over it is magenta.
_MAP = ((0.0, (255, 255, 255)), (0.5, (120, 190, 220)), (0.85, (250, 220, 90)), (1.0, (220, 60, 30)))
_OVER = (255, 0, 255)
#: How much black is solid, and how much makes a colour dark; how much of the other inks is a colour, and how much is
#: none; all in percent. In mm, how near is beside.
_BLACK, _DARK, _COLOUR, _NONE, _BESIDE = 90.0, 50.0, 60.0, 5.0, 0.1
#: The colour of black that has a colour beside it and none beneath, in the ink map.
_BARE = (0, 150, 60)
#: The heads of the list: areas are in mm2, the rest in percent.
_HEADS = ("page", "most ink", "black beside colours", "bare black", "share")
#: The entry of the ink map's file that holds its line of the list.
_LINE = "Comment"


#: What a pixel of a plate costs, in steps, and the bytes that a pixel of a page takes.
_PIXEL, _PIXEL_KEPT = 0.02, 70


class Black(Struct, frozen=True):
    """Which pixels are solid black `beside` a colour, and which of these are `bare`: without a colour beneath.

    Where a press is out of register, bare black shows a white rim.
    """

    beside: NDArray[np.bool_]
    bare: NDArray[np.bool_]

    @property
    def share(self) -> float:
        """Return how much of the black beside colours is bare, in percent."""
        return 100 * int(self.bare.sum()) / max(1, int(self.beside.sum()))


class Proof(Struct, frozen=True, dict=True):
    """The plates of a page as pictures, black where an ink is solid, by the names of inks; and how spot inks look."""

    plates: Mapping[str, Image.Image]
    looks: Mapping[str, Colour]
    inks: Inks
    dpi: float = DPI

    @cached_property
    def process(self) -> Image.Image:
        """Return the process inks as a CMYK picture."""
        return Image.merge("CMYK", [ImageChops.invert(self.plates[name]) for name in PROCESS])

    @cached_property
    def most(self) -> float:
        """Return the most process ink of any pixel, in percent."""
        return float(np.asarray(self.process).sum(axis=2, dtype=np.uint16).max() / 2.55)

    @cached_property
    def black(self) -> Black:
        """Return where solid black has a colour beside it, and where none of that goes on beneath it."""
        inks = np.asarray(self.process) / 2.55
        colours, black = inks[:, :, :3].sum(axis=2), inks[:, :, 3] > _BLACK
        reach = max(1, round(_BESIDE / MM_PER_INCH * self.dpi))
        # Beside a dark colour, whose own black meets the other, nothing white is seen.
        near = Image.fromarray(np.where((colours > _COLOUR) & (inks[:, :, 3] < _DARK), 255, 0).astype(np.uint8))
        beside = black & (np.asarray(near.filter(ImageFilter.MaxFilter(2 * reach + 1))) > 0)
        return Black(beside, beside & (colours < _NONE))

    def soft(self) -> Image.Image:
        """Return how the print looks: the process inks by the profile, each spot ink as a film of its colour on top."""
        seen = self.inks.profile.screen(self.process)
        for name, plate in self.plates.items():
            if name not in PROCESS:
                film = Image.new("RGB", seen.size, tuple(self.looks[name]))
                seen = Image.composite(seen, ImageChops.multiply(seen, film), plate)
        return seen

    def separations(self) -> Image.Image:
        """Return all plates side by side, in the order of their names, process inks first."""
        pictures = list(self.plates.values())
        width, height, gap = *pictures[0].size, DPI // 20
        whole = Image.new("L", (len(pictures) * (width + gap) - gap, height), 128)
        for number, picture in enumerate(pictures):
            whole.paste(picture, (number * (width + gap), 0))
        return whole

    def ink_map(self) -> Image.Image:
        """Return how much ink there is: blue for half of the limit, yellow near it, red at it, magenta over it.

        Bare black is green.
        """
        total = np.asarray(self.process).sum(axis=2, dtype=np.uint16) / 2.55
        share = total / self.inks.limit
        steps = [step for step, _ in _MAP]
        channels = [np.interp(share, steps, [colour[at] for _, colour in _MAP]) for at in range(3)]
        pixels = np.stack(channels, axis=-1).astype(np.uint8)
        pixels[self.black.bare] = _BARE
        pixels[total > self.inks.limit + 0.5] = _OVER
        return Image.fromarray(pixels)


def spend(drawing: Drawing, plates: Plates, at: Callable[[], Place]) -> int:
    """Spend what the pixels of a proof cost, and return of how many plates; SpentError at a place if it is too much."""
    pixels = drawing.box.width * drawing.box.height * (DPI / MM_PER_INCH) ** 2
    names = plates.names(drawing)
    budget.spend("pixels", _PIXEL * len(names) * pixels, at=at)
    budget.room("pixels", _PIXEL_KEPT * pixels, at)
    return len(names)


def proof(drawing: Drawing, plates: Plates, fonts: Fonts, dpi: float = DPI) -> Proof:
    """Draw the plates of a page."""
    looks, names = plates.spots(drawing), plates.names(drawing)
    drawing = plates.settled(drawing)
    drawn = greys([plates.plate(drawing, name) for name in names], fonts, dpi)
    return Proof(dict(zip(names, drawn, strict=True)), looks, plates.inks, dpi)


def write(folder: Path, page: Page, fonts: Fonts, inks: Inks) -> None:
    """Write how a page will look, its plates side by side, and its ink, as pictures with the page's name."""
    folder.joinpath(page.name).parent.mkdir(parents=True, exist_ok=True)
    proof_page = proof(page.drawing, Plates(inks, fonts), fonts)
    dot = (MM_PER_INCH / DPI) ** 2
    beside, bare = (f"{int(pixels.sum()) * dot:.2f}" for pixels in (proof_page.black.beside, proof_page.black.bare))
    said = json.dumps([page.name, f"{proof_page.most:.0f}", beside, bare, f"{proof_page.black.share:.1f}"])
    for kind, picture in (
        ("", proof_page.soft()),
        (".plates", proof_page.separations()),
        (".ink", proof_page.ink_map()),
    ):
        (folder / f"{page.name}{kind}.png").write_bytes(png(picture, said=said if kind == ".ink" else ""))


def write_list(folder: Path) -> None:
    """Write what was measured of all pages whose proofs are in a folder: their ink, and black without a colour."""
    rows: list[Sequence[object]] = []
    for path in sorted(folder.rglob("*.ink.png")):
        with Image.open(path) as picture:
            rows.append(json.loads(picture.info[_LINE]))
    (folder / "ink.csv").write_text(write_csv([_HEADS, *rows]), "utf-8", newline="")


def png(picture: Image.Image, dpi: float = DPI, said: str = "") -> bytes:
    """Return a picture as a PNG file that knows its size, with what is `said` of it."""
    made, info = io.BytesIO(), PngInfo()
    if said:
        info.add_text(_LINE, said)
    picture.save(made, "PNG", dpi=(dpi, dpi), pnginfo=info)
    return made.getvalue()
