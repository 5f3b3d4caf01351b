"""SVG for tests: small documents, what is read of them, and how they look."""

from __future__ import annotations

import functools
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import resvg_py
from PIL import Image, ImageChops

from beeprint.base import geometry
from beeprint.base.colour import Colour
from beeprint.base.geometry import Point, rectangle
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, ImageMark, Mark, PathMark, Solid, path_mark, walk
from beeprint.drawing.fonts import Fonts
from beeprint.formats import pdf


def pixel(colour: tuple[int, int, int]) -> bytes:
    """Return a PNG file of one colour, 2 by 3 pixels."""
    data = io.BytesIO()
    Image.new("RGB", (2, 3), colour).save(data, "PNG")
    return data.getvalue()


def art(body: str, attributes: str = 'width="10mm" height="10mm" viewBox="0 0 10 10"') -> str:
    """Return a document whose body begins in its second line."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>\n{body}\n</svg>'


def marks(body: str) -> list[Mark]:
    """Return the paths and pictures of a body, in the order they are drawn."""
    return [mark for mark, _ in walk(svg.read(art(body), "art.svg").marks) if isinstance(mark, PathMark | ImageMark)]


def only(body: str) -> PathMark:
    """Return the one path of a body."""
    (mark,) = marks(body)
    assert isinstance(mark, PathMark)
    return mark


def path_points(path: geometry.Path) -> Iterator[Point]:
    """Yield the end points and handles of a path."""
    for _, *values in path:
        yield from map(Point, values[::2], values[1::2])


@functools.lru_cache(maxsize=8)
def shown(text: str, width: int = 120, by: int = 4) -> Image.Image:
    """Return how resvg shows a document, on violet; drawn larger, `by` times along each side, and averaged.

    Two pictures by resvg need half of what a picture by another engine is compared with. Many looks are compared with
    the same empty page.
    """
    picture = resvg_py.svg_to_bytes(
        svg_string=text, dpi=96, width=by * width, background="#9664c8", skip_system_fonts=True
    )
    with Image.open(io.BytesIO(bytes(picture))) as image:
        return image.convert("RGB").reduce(by)


def shown_in_pdf(text: str, width: int = 120, fonts: Fonts | None = None) -> Image.Image:
    """Return how pdfium shows a document that was read and written as a PDF, on violet as `shown` does."""
    drawing, known = svg.read(text, "art.svg", fonts=fonts), fonts or Fonts(Path)
    ground = path_mark(rectangle(drawing.box), Solid(Colour(0x96, 0x64, 0xC8)))
    page = pdf.Page(Drawing(drawing.box, (ground, *drawing.marks)), drawing.box, drawing.box)
    with tempfile.TemporaryDirectory() as folder:
        pdf.write(Path(folder) / "art.pdf", [page], known, pdf.Info("art"))
        with pypdfium2.PdfDocument(Path(folder) / "art.pdf") as document:
            factor = 4 * width / document[0].get_width()
            image = document[0].render(scale=factor * (1 - 1e-6)).to_pil().convert("RGB")
    assert image.width == 4 * width
    return image.reduce(4)


def again(text: str) -> str:
    """Return a document as it is written after it was read."""
    return svg.write(svg.read(text, "art.svg"), Fonts(Path))


def off(image: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ by more than 48 of 255 in a channel."""
    assert image.size == other.size
    red, green, blue = ImageChops.difference(image, other).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(worst.histogram()[49:]) / (worst.width * worst.height)
