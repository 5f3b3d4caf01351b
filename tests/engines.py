"""Draw faces with engines that are not ours: 600 dpi, each 8 x 8 pixels averaged to one of 75 dpi."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path

import pypdfium2
import resvg_py
from PIL import Image

from beeprint.base.geometry import Rect
from beeprint.drawing.drawing import Drawing, use
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout import Face
from beeprint.formats import pdf
from beeprint.outputs.shared import Checked
from pixels import averaged

DPI, BY = 600, 8
#: The share of a face's pixels that may be off: half of what is asked for, less than one short word.
FACE_SHARE = 0.0005
_PIXEL = 25.4 / DPI * BY


# faces --------------------------------------------------------------------------------------------------------------


def distinct(checked: Checked) -> list[Face]:
    """Return the faces of a game, those that are drawn alike once."""
    return list({(face.symbol, face.drawing.box): face for face in reversed(checked.faces.values())}.values())[::-1]


def named(face: Face) -> str:
    """Return what to call a face."""
    return "/".join(word for word in (face.deck, face.id, face.side) if word)


def whole(face: Face) -> Drawing:
    """Return a face as one placed symbol, as sheets hold it, on a ground of whole pixels, where all engines agree.

    The ground ends a hair before its last pixel does, because engines round a page up to its next one.
    """
    box = face.drawing.box
    width, height = (math.ceil(length / _PIXEL - 1e-6) * _PIXEL - 0.001 for length in (box.width, box.height))
    return Drawing(Rect(box.x, box.y, round(width, 3), round(height, 3)), (use(face.symbol),))


def size(drawing: Drawing) -> tuple[int, int]:
    """Return the pixels of a drawing's averaged picture."""
    return math.ceil(drawing.box.width / _PIXEL), math.ceil(drawing.box.height / _PIXEL)


# engines ------------------------------------------------------------------------------------------------------------


def by_resvg(text: str, by: int = BY) -> Image.Image:
    """Return the averaged picture of an SVG document as resvg draws it, `by` x `by` pixels for one."""
    return averaged(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=DPI / BY * by, skip_system_fonts=True)), by)


def by_pdfium(path: Path) -> Iterator[Image.Image]:
    """Yield the averaged pictures of a PDF's pages as pdfium draws them."""
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            yield page.render(scale=DPI / 72).to_pil().convert("RGB").reduce(BY)


def write_pdf(path: Path, drawings: Iterable[Drawing], fonts: Fonts) -> None:
    """Write drawings as the pages of one PDF, which share symbols and fonts as a sheet's pieces do."""
    pdf.write(path, [pdf.Page(drawing, drawing.box, drawing.box) for drawing in drawings], fonts, pdf.Info("test"))
