"""Draw pages in pixels with pdfium, as fast as a viewer does; nothing else in beeprint imports it."""

from __future__ import annotations

from collections.abc import Sequence

import pypdfium2
from PIL import Image

from beeprint.base.geometry import MM_PER_INCH
from beeprint.base.temporary import temporary_folder
from beeprint.drawing.drawing import Drawing
from beeprint.drawing.fonts import Fonts
from beeprint.formats.pdf.write import Info, Page, write


def greys(drawings: Sequence[Drawing], fonts: Fonts, dpi: float) -> list[Image.Image]:
    """Return each drawing as a grey picture of `dpi` dots per inch, on white."""
    with temporary_folder() as folder:
        file = folder / "pages.pdf"
        write(file, [Page(drawing, drawing.box, drawing.box) for drawing in drawings], fonts, Info("plates"))
        document = pypdfium2.PdfDocument(file.read_bytes())
    try:
        return [_drawn(document, number, drawing, dpi) for number, drawing in enumerate(drawings)]
    finally:
        document.close()


def _drawn(document: pypdfium2.PdfDocument, number: int, drawing: Drawing, dpi: float) -> Image.Image:
    page = document[number]
    bitmap = page.render(scale=dpi / 72, grayscale=True)
    picture: Image.Image = bitmap.to_pil().convert("L")
    page.close()
    width, height = (max(1, round(side * dpi / MM_PER_INCH)) for side in (drawing.box.width, drawing.box.height))
    # pdfium rounds a page's size up.
    return picture if picture.size == (width, height) else picture.crop((0, 0, width, height))
