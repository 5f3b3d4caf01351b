"""Other ways from finished faces, or from data and art, to sheets; one way a process. Runs in .venv-bench alone.

Run as `python -m rivals WAY FOLDER PDF`. FOLDER is what `bench.py` sets up: `game/` (data and art), `faces/` (the SVG
files that beeprint wrote), `fonts/` and the Typst templates. Each import stands in the way that needs it, so that no
process pays for another's.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

POINTS = 72 / 25.4
PAPER = 210 * POINTS, 297 * POINTS
CARD = 63 * POINTS, 88 * POINTS
MARGIN = 10.5 * POINTS, 16.5 * POINTS
BLEED = 3 * POINTS
COLUMNS = ROWS = 3


def nothing(folder: Path, pdf: Path) -> None:
    """Start Python and end it: what every process here pays."""


def typst_places(folder: Path, pdf: Path) -> None:
    """Place finished faces with Typst."""
    _compile(folder, "place.typ", pdf)


def typst_lays_out(folder: Path, pdf: Path) -> None:
    """Lay the cards out with Typst, from the SVG art as it stands."""
    _compile(folder, "layout.typ", pdf, suffix="svg")


def typst_lays_out_pdf_art(folder: Path, pdf: Path) -> None:
    """Turn each part of the art into a PDF, which Typst embeds once, and lay the cards out with those."""
    import typst

    inks = dict(re.findall(r'^([a-z-]+): +"(#\w+)"', (folder / "game" / "palette.yaml").read_text("utf-8"), re.M))
    wanted = [
        f"bee/{path.parent.name}/{path.stem}" for path in sorted((folder / "game" / "art" / "bee").glob("*/*.svg"))
    ]
    wanted += ["cards/wall", "backs/bee"]
    dyed = [("cards/stage", row["stage"]) for row in _table(folder, "coats")]
    dyed += [
        (f"icons/{row['id']}", "white" if row["side"] == "a" else row["attribute"]) for row in _table(folder, "traits")
    ]
    compiler = typst.Compiler(str(folder / "part.typ"), font_paths=_fonts(folder))
    for name, ink in [*((name, "") for name in wanted), *dyed]:
        target = folder / "parts" / (f"{name}-{ink}.pdf" if ink else f"{name}.pdf")
        target.parent.mkdir(parents=True, exist_ok=True)
        asked = {"art": f"game/art/{name}.svg", "ink": inks.get(ink, "")}
        compiler.compile(output=str(target), sys_inputs=asked, pdf_tags=False)
    _compile(folder, "layout.typ", pdf, suffix="pdf")


def cairosvg_and_pikepdf(folder: Path, pdf: Path) -> None:
    """Turn each face into a PDF with CairoSVG, merge them and place them on sheets with pikepdf."""
    import cairosvg
    import pikepdf

    with pikepdf.new() as parts, pikepdf.new() as sheets:
        faces: dict[Path, Any] = {}
        for page in _pages(folder):
            sheets.add_blank_page(page_size=PAPER)
            sheet = sheets.pages[-1]
            for face, x, y in page:
                if face not in faces:
                    with pikepdf.open(io.BytesIO(cairosvg.svg2pdf(url=str(face)))) as document:
                        parts.pages.extend(document.pages)
                    faces[face] = parts.pages[-1]
                    faces[face].trimbox = _trim(faces[face])
                sheet.add_overlay(faces[face], pikepdf.Rectangle(x, y, x + CARD[0], y + CARD[1]))
        sheets.save(pdf)


def _trim(page: Any) -> list[float]:
    """Return the box of a face without its bleed: what is placed of it."""
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    bleed = BLEED * (right - left) / (CARD[0] + 2 * BLEED)
    return [left + bleed, bottom + bleed, right - bleed, top - bleed]


def svglib_and_reportlab(folder: Path, pdf: Path) -> None:
    """Read each face with svglib and draw it with ReportLab."""
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    canvas = Canvas(str(pdf), pagesize=PAPER, pageCompression=1)
    shared: dict[Path, Any] = {}
    for page in _pages(folder):
        for face, x, y in page:
            drawing = shared.get(face) or svg2rlg(str(face))
            if face.stem == "back":
                shared[face] = drawing
            canvas.saveState()
            trim = canvas.beginPath()
            trim.rect(x, y, *CARD)
            canvas.clipPath(trim, stroke=0)
            renderPDF.draw(drawing, canvas, x - BLEED, y - BLEED)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


def _compile(folder: Path, template: str, pdf: Path, **inputs: str) -> None:
    """Compile a template with the two fonts it names and no others, untagged: the fastest Typst there is."""
    import typst

    compiler = typst.Compiler(str(folder / template), root=str(folder), font_paths=_fonts(folder))
    compiler.compile(output=str(pdf), sys_inputs=inputs, pdf_tags=False)


def _fonts(folder: Path) -> Any:
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder / "fonts")])


def _table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "game" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _pages(folder: Path) -> Iterator[list[tuple[Path, float, float]]]:
    """Yield each page as faces with their lower left corners in points: nine fronts, then nine backs."""
    fronts = [folder / "faces" / "bees" / f"{row['id']}.front.svg" for row in _table(folder, "bees")]
    back = folder / "faces" / "bees" / "back.svg"
    for start in range(0, len(fronts), COLUMNS * ROWS):
        nine = fronts[start : start + COLUMNS * ROWS]
        yield list(_placed(nine))
        yield list(_placed([back] * len(nine)))


def _placed(faces: Sequence[Path]) -> Iterator[tuple[Path, float, float]]:
    for index, face in enumerate(faces):
        row, column = divmod(index, COLUMNS)
        yield face, MARGIN[0] + column * CARD[0], PAPER[1] - MARGIN[1] - (row + 1) * CARD[1]


WAYS: dict[str, Callable[[Path, Path], None]] = {
    way.__name__: way
    for way in (
        nothing,
        typst_places,
        typst_lays_out,
        typst_lays_out_pdf_art,
        cairosvg_and_pikepdf,
        svglib_and_reportlab,
    )
}


if __name__ == "__main__":
    WAYS[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
