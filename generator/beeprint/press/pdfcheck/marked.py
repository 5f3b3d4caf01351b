"""Write a PDF once more with its faults marked: boxes with numbers on its pages, and a list of them at the end.

The boxes are annotations, so that the pages themselves stay as they are, and programs list them as comments.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from beeprint.base.words import legible
from beeprint.press.pdfcheck.checking import open_pdf
from beeprint.press.pdfcheck.pages import Page, pages
from beeprint.press.pdfcheck.report import Box, Fault, Report, in_ranges

_COLOURS = {"error": (0.85, 0.1, 0.1), "warning": (0.85, 0.5, 0.0)}
# In points: how far a box is drawn around its place, how large it is at least with the figures above it, its line.
_ROOM, _LEAST, _FIGURES, _LINE = 1.0, 14.0, 9.0, 1.0
_MM = 72 / 25.4
_A4, _EDGE, _TYPE, _LEADING = (595.276, 841.89), 48.0, 9.0, 12.5
#: Letters of a line, which fit in Helvetica whatever they are, but for lines of capitals.
_LETTERS = 108


def write(path: Path, target: Path, report: Report) -> None:
    """Write the file at `path` with the faults of its report marked to `target`; ValueError says why it cannot be."""
    with open_pdf(path) as pdf:
        try:
            _add(pdf, report)
            pdf.save(target, encryption=False, deterministic_id=True, fix_metadata_version=False)
        except (pikepdf.PdfError, RuntimeError) as error:
            raise ValueError(f"it cannot be written again with its faults marked: {str(error)[:100]}") from None


def _add(pdf: pikepdf.Pdf, report: Report) -> None:
    """Add the boxes and the list."""
    numbered = {page.number: page for page in pages(pdf)}
    # One of its own for each file: what is in one cannot be put into another.
    helvetica = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    font = pdf.make_indirect(helvetica)
    for number, fault in enumerate(report.faults, start=1):
        for place in dict.fromkeys(fault.places):
            page = numbered.get(place.page)
            if page is not None:
                _mark(pdf, page, place.box, number, fault, font)
    for lines in _sheets(report):
        _list(pdf, lines, font)


def _mark(pdf: pikepdf.Pdf, page: Page, box: Box | None, number: int, fault: Fault, font: Any) -> None:
    """Add a box with a number to a page, and what it stands for as its comment; without a place, at the top left."""
    scale, _, _, _, e, f = page.to_mm
    x, y, width, height = box or (1.0, 1.0, 0.0, 0.0)
    x0, y1 = (x - e) / scale - _ROOM, (f - y) / scale + _ROOM
    x1, y0 = (x + width - e) / scale + _ROOM, (f - y - height) / scale - _ROOM
    y1 += _FIGURES
    left, bottom, right, top = page.boxes["MediaBox"]
    x0, y0 = max(min(x0, right - _LEAST), left), max(min(y0, top - _LEAST), bottom)
    x1, y1 = min(max(x1, x0 + _LEAST), right), min(max(y1, y0 + _LEAST), top)
    words = String(f"{number} {fault.rule}: {fault.found}; expected {fault.expected}. {fault.hint}")
    annotation = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Square,
        Rect=Array([round(value, 3) for value in (x0, y0, x1, y1)]),
        Contents=words,
        T=String("beeprint preflight"),
        C=Array(list(_COLOURS[fault.severity])),
        F=4,
        AP=Dictionary(N=_appearance(pdf, x1 - x0, y1 - y0, number, fault.severity, font)),
    )
    there = page.value.get("/Annots")
    if not isinstance(there, Array):
        page.value["/Annots"] = there = Array()
    there.append(pdf.make_indirect(annotation))


def _appearance(pdf: pikepdf.Pdf, width: float, height: float, number: int, severity: str, font: Any) -> pikepdf.Stream:
    colour = " ".join(f"{part:g}" for part in _COLOURS[severity])
    label = 5.2 * len(str(number)) + 4
    content = (
        f"{colour} RG {_LINE} w {_LINE / 2} {_LINE / 2} {width - _LINE:.3f} {height - _LINE - _FIGURES:.3f} re S "
        f"{colour} rg 0 {height - _FIGURES:.3f} {label} {_FIGURES} re f "
        f"BT 1 g /F {_TYPE - 1:g} Tf 2 {height - _FIGURES + 2:.3f} Td ({number}) Tj ET"
    )
    made = pdf.make_stream(content.encode("ascii"))
    entries = {
        "/Type": Name.XObject,
        "/Subtype": Name.Form,
        "/BBox": Array([0, 0, round(max(width, label), 3), round(height, 3)]),
        "/Resources": Dictionary(Font=Dictionary(F=font)),
    }
    for key, value in entries.items():
        made[key] = value
    return made


Line = tuple[str, str]  # its text, and the severity in whose colour it begins


def _sheets(report: Report) -> Iterator[Sequence[Line]]:
    """Yield the lines of the list, as many as a page holds."""
    lines: list[Line] = [(report.file, "title"), (report.verdict(), ""), ("", "")]
    for number, fault in enumerate(report.faults, start=1):
        where = f", on {in_ranges(fault.pages)}" if fault.pages else ""
        times = f", {fault.count:,} times" if fault.count > 1 else ""
        text = f"{number}  {fault.rule}: {fault.found}{times}{where}; expected {fault.expected}"
        first, *rest = textwrap.wrap(legible(text), _LETTERS)
        lines += [(first, fault.severity), *((line, "") for line in rest)]
        lines += [(f"    {line}", "") for line in textwrap.wrap(legible(fault.hint), _LETTERS - 4)] + [("", "")]
    for note in report.notes:
        lines += [(line, "") for line in textwrap.wrap(legible(f"Note: {note}"), _LETTERS)]
    room = int((_A4[1] - 2 * _EDGE) / _LEADING) - 1
    for start in range(0, len(lines), room):
        yield lines[start : start + room]


def _list(pdf: pikepdf.Pdf, lines: Sequence[Line], font: Any) -> None:
    """Add a page of the list."""
    content = []
    y = _A4[1] - _EDGE
    for text, kind in lines:
        size = 14.0 if kind == "title" else _TYPE
        y -= _LEADING
        colour = " ".join(f"{part:g}" for part in _COLOURS.get(kind, (0.0, 0.0, 0.0)))
        shown = text.encode("cp1252", "replace")
        for byte in (b"\\", b"(", b")"):
            shown = shown.replace(byte, b"\\" + byte)
        content.append(b"BT %s rg /F %g Tf %g %.2f Td (%s) Tj ET" % (colour.encode(), size, _EDGE, y, shown))
    pdf.add_blank_page(page_size=_A4)
    page = pdf.pages[-1]
    page.Contents = pdf.make_stream(b"\n".join(content))
    page.Resources = Dictionary(Font=Dictionary(F=font))
