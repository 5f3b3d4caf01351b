"""Write drawings as files, each only when its content has changed."""

from __future__ import annotations

from pathlib import Path

from beeprint import __version__, sheet
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.draw.drawing import Drawing
from beeprint.products.pieces import Checked, small_print
from beeprint.sheet import Sheet, Slug


def write_pdf(path: Path, stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> None:
    """Write a stock's sheets as a PDF, fronts and backs alternating where it is two-sided."""
    spec = checked.game.spec
    pages: list[tuple[Drawing, Rect, Rect]] = []
    for one in sheets:
        draft = "DRAFT \u00b7 " if options.draft else ""
        title = " \u00b7 ".join(filter(None, (spec.title, checked.game.edition_title)))
        number = f"{draft}{title} \u00b7 {stock} \u00b7 sheet {one.number} of {one.count}"
        words = Slug(number, small_print(checked.game))
        pages.append((sheet.draw(one, "front", words, checked.fonts), one.trim, one.bleed))
        if one.two_sided:
            pages.append((sheet.draw(one, "back", words, checked.fonts), one.trim, one.bleed))
    info = (f"{spec.title}: {stock}", ", ".join(spec.credits), spec.summary, f"beeprint {__version__}")
    duplex = options.flip if any(one.two_sided for one in sheets) else ""
    drawn = (f"{_content(drawing)} {trim} {bleed}" for drawing, trim, bleed in pages)

    def make() -> None:
        from beeprint.formats import pdf

        pdf.write(path, [pdf.Page(*page) for page in pages], checked.fonts, pdf.Info(*info), duplex)

    checked.store.once(path, (*drawn, *info, duplex, str(checked.fonts.digests)), make)


def write_png(path: Path, picture: Drawing, checked: Checked, dpi: float) -> None:
    """Write a drawing as a PNG of `dpi` dots per inch."""
    sources = (_content(picture), str(dpi), str(checked.fonts.digests))

    def make() -> None:
        from beeprint.formats import png

        png.write(path, picture, checked.fonts, dpi)

    checked.store.once(path, sources, make)


def _content(drawing: Drawing) -> str:
    return f"{drawing.box} {' '.join(mark.key for mark in drawing.marks)}"
