"""Write drawings as files, each only when its content has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from beeprint import __version__, sheet
from beeprint.base.geometry import IDENTITY
from beeprint.base.options import Options
from beeprint.base.printer import Printer, Side
from beeprint.drawing.drawing import Drawing
from beeprint.drawing.structure import Shape
from beeprint.game.words import say
from beeprint.outputs.shared.later import drawn_sheets
from beeprint.outputs.shared.pieces import Checked, small_print
from beeprint.sheet import Sheet, Slug

if TYPE_CHECKING:
    from beeprint.formats.pdf import Standard
    from beeprint.outputs.shared.press import Page
    from beeprint.press.condition import Condition
    from beeprint.press.inks import Inks


def write_pdf(path: Path, stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> None:
    """Write a stock's sheets as a PDF, fronts and backs alternating where it is two-sided."""
    sources = pdf_sources(stock, sheets, checked, options)
    checked.store.once(path, sources, partial(make_pdf, path, stock, sheets, checked, options))


def pdf_sources(stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> tuple[str, ...]:
    """Return all that the PDF of a stock's sheets follows from, faces by their keys: nothing is drawn for it."""
    slugs = (slug_of(sheet, stock, checked, options.printer, side) for sheet in sheets for side in sheet.sides)
    words = (f"{slug.title} {slug.fine}" for slug in slugs)
    said = (checked.game.written_in, repr(options.printer), options.flip, str(checked.fonts.digests))
    return ("sheets", *_shown_on(sheets), *words, *_pdf_info(stock, checked), *said)


def _shown_on(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield all that sheets show, faces by their keys.

    Where a piece lies is put into words once, since they lie alike on sheet after sheet.
    """
    places: dict[tuple[int, int], str] = {}  # by the identities of values that live as long as the sheets
    for printed in sheets:
        yield repr(replace(printed, fronts=(), backs=()))
        for side in (printed.fronts, printed.backs):
            yield f"{len(side)}"
            for placed in side:
                key = id(placed.at), id(placed.clip)
                if key not in places:
                    places[key] = f"{placed.at} {placed.clip}"
                yield f"{placed.piece} {placed.symbol} {places[key]} {placed.window} {placed.tile}"


def make_pdf(path: Path, stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> None:
    """Draw a stock's sheets, and write them as `write_pdf` does."""
    from beeprint.formats import pdf

    pages = []
    for drawn_sheet in drawn_sheets(sheets):
        for side in drawn_sheet.sides:
            words = slug_of(drawn_sheet, stock, checked, options.printer, side)
            page, moved = sheet.draw(drawn_sheet, side, words, checked.fonts), IDENTITY
            if options.printer is not None:
                page, moved = sheet.corrected(
                    page, "front" if drawn_sheet.glued else side, options.printer, options.flip
                )
            pages.append(pdf.Page(page, moved.rect(drawn_sheet.trim), moved.rect(drawn_sheet.bleed)))
    duplex = "none" if any(drawn_sheet.glued for drawn_sheet in sheets) else ""
    duplex = options.flip if any(drawn_sheet.two_sided for drawn_sheet in sheets) else duplex
    pdf.write(path, pages, checked.fonts, pdf.Info(*_pdf_info(stock, checked)), duplex)


def _pdf_info(title: str, checked: Checked) -> tuple[str, str, str, str]:
    """Return what a PDF says of itself: its title, its authors, its subject and what made it."""
    spec = checked.game.spec
    return f"{spec.title}: {title}", ", ".join(spec.credits), spec.summary, f"beeprint {__version__}"


def write_press(
    path: Path,
    title: str,
    pages: Sequence[Page],
    checked: Checked,
    standard: Standard,
    condition: Condition,
    inks: Inks,
) -> None:
    """Write the pages of a file for a press, in its inks."""
    info = _pdf_info(title, checked)
    said = (standard, condition.identifier, condition.registry, condition.title)
    drawn = (f"{_content(page.drawing)} {page.trim}" for page in pages)

    def make() -> None:
        from beeprint.formats import pdf
        from beeprint.outputs.shared import opaque
        from beeprint.press.plates import Plates

        about, plates = pdf.PressFile(inks, *said), Plates(inks, checked.fonts)

        def made() -> Iterator[pdf.Page]:
            """Yield the pages one by one: the pictures of all of them together would fill the memory."""
            seen: set[int] = set()
            for page in pages:
                new = not about.transparency and id(page.drawing) not in seen
                layers = opaque.layers(page.drawing, plates, checked.fonts) if new else ()
                seen.add(id(page.drawing))
                yield pdf.Page(page.drawing, page.trim, page.drawing.box, layers)

        pdf.write(path, made(), checked.fonts, pdf.Info(*info), press=about)

    checked.store.once(path, (*drawn, *info, repr(said), inks.key, str(checked.fonts.digests)), make)


def slug_of(sheet: Sheet, stock: str, checked: Checked, printer: Printer | None = None, side: Side = "front") -> Slug:
    """Return what a side of a sheet says of itself, and which printer it is corrected for."""
    game, language = checked.game, checked.game.written_in
    draft = f"{say(language, 'draft')} \u00b7 " if checked.draft else ""
    title = " \u00b7 ".join(filter(None, (game.spec.title, game.edition_title)))
    number = f"{draft}{title} \u00b7 {stock} \u00b7 {say(language, 'sheet', number=sheet.number, count=sheet.count)}"
    number += f" \u00b7 {say(language, 'back')}" if side == "back" else ""
    only = f"{say(language, 'printer', name=printer.name)} \u00b7 " if printer else ""
    return Slug(number, f"{only}{small_print(game)}", partial(say, language))


def write_pages(path: Path, title: str, pages: Sequence[Drawing], checked: Checked) -> None:
    """Write pages that say something about a game as a PDF."""
    info = _pdf_info(title, checked)

    def make() -> None:
        from beeprint.formats import pdf

        pdf.write(path, [pdf.Page(page, page.box, page.box) for page in pages], checked.fonts, pdf.Info(*info))

    checked.store.once(path, (*map(_content, pages), *info, str(checked.fonts.digests)), make)


def write_reading(path: Path, checked: Checked, options: Options) -> None:
    """Write the leaflet as a PDF to read: single pages in order, tagged, with bookmarks and links."""
    spec, made = checked.game.spec, checked.leaflet
    assert made is not None
    info = (_title(made.title, checked), ", ".join(spec.credits), spec.summary, f"beeprint {__version__}")
    drawn = (_content(page) for page in made.pages)

    def make() -> None:
        from beeprint.formats import pdf

        pages = [pdf.Page(page, page.box, page.box) for page in made.pages]
        pdf.write(path, pages, checked.fonts, pdf.Info(*info), structure=made.structure)

    checked.store.once(path, (*drawn, repr(made.structure), *info, str(checked.fonts.digests)), make)


def write_page(path: Path, checked: Checked, options: Options) -> None:
    """Write the leaflet as a web page."""
    spec, made = checked.game.spec, checked.leaflet
    assert made is not None and made.look is not None
    look, title = made.look, _title(made.title, checked)
    asked = {"body": look.body, "h1": look.title, "h2": look.heading, "h3": look.subheading, "h1+p": look.intro}
    asked |= {"figcaption": look.caption, "footer": look.caption}
    looks = repr((made.inks, look, title, spec.summary, made.structure.language))
    said = repr(made.document.mapped(lambda leaf: _content(leaf.drawing) if isinstance(leaf, Shape) else str(leaf)))

    def make() -> None:
        from beeprint.formats import html

        types = {
            selector: html.Type(
                *(wish.font, wish.weight, wish.size / look.body.size, wish.leading, wish.align, made.inks[wish.colour]),
                tuple(key.partition("/")[0] for key in checked.fonts.chain(wish.font, wish.weight)),
            )
            for selector, wish in asked.items()
        }
        info = html.Info(title, made.structure.language, spec.summary, f"beeprint {__version__}")
        accent, aside = made.inks[look.accent], made.inks[look.tint]
        html.write(path, made.document, info, types, accent, aside, look.page[0] - 2 * look.margin, checked.fonts)

    checked.store.once(path, (said, looks, __version__, str(checked.fonts.digests)), make)


def _title(title: str, checked: Checked) -> str:
    return f"DRAFT \u00b7 {title}" if checked.draft else title


def write_png(path: Path, picture: Drawing, checked: Checked, dpi: float) -> None:
    """Write a drawing as a PNG of `dpi` dots per inch."""
    sources = (_content(picture), str(dpi), str(checked.fonts.digests))

    def make() -> None:
        from beeprint.formats import png

        png.write(path, picture, checked.fonts, dpi)

    checked.store.once(path, sources, make)


def write_over(
    path: Path, picture: Drawing, cells: Sequence[tuple[int, int, Path]], checked: Checked, dpi: float
) -> None:
    """Write a drawing in pixels as a PNG, with pictures over it: where they lie, and files named by what they show."""
    shown = " ".join(f"{x},{y}:{file.name}" for x, y, file in cells)
    sources = ("over", _content(picture), shown, str(dpi), str(checked.fonts.digests))

    def make() -> None:
        from beeprint.formats import png

        png.write_over(path, picture, checked.fonts, dpi, cells)

    checked.store.once(path, sources, make)


def write_drawing(path: Path, picture: Drawing, checked: Checked, dpi: float) -> None:
    """Write a drawing in the format of the path's ending, SVG, PNG or WebP, transparent where nothing is drawn."""
    kind = path.suffix.removeprefix(".")
    sources = (kind, _content(picture), str(dpi), str(checked.fonts.digests))

    def make() -> None:
        from beeprint.drawing import svg
        from beeprint.formats import png, webp

        if kind == "svg":
            path.write_text(svg.write(picture, checked.fonts), "utf-8", newline="\n")
        else:
            path.write_bytes(webp.encode(png.encoded(picture, checked.fonts, dpi, cut=True), path.suffix))

    checked.store.once(path, sources, make)


def write_picture(path: Path, picture: Drawing, checked: Checked, size: tuple[int, int], dpi: float) -> None:
    """Write a drawing as a PNG of exactly so many pixels; `dpi` is noted in it."""
    sources = (_content(picture), str(size), str(dpi), str(checked.fonts.digests))

    def make() -> None:
        from beeprint.formats import png

        png.write_exact(path, picture, checked.fonts, size, dpi)

    checked.store.once(path, sources, make)


def write_text(path: Path, text: str) -> None:
    """Write a text file, byte for byte as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="")


def _content(drawing: Drawing) -> str:
    return f"{drawing.box} {' '.join(mark.key for mark in drawing.marks)}"
