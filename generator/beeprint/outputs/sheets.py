"""Sheets for a printer: a PDF for each stock, and the leaflet."""

from __future__ import annotations

from functools import partial
from typing import Literal

from beeprint.files.names import slug
from beeprint.products import Order, Output, Product
from beeprint.products.files import write_pdf
from beeprint.products.output import FACE
from beeprint.products.stocks import HINT, SheetsKeys, booklet, paper_line, stocks


class SheetsProfile(SheetsKeys):
    """Sheets to print."""

    output: Literal["sheets"]


def make(order: Order[SheetsProfile]) -> Product:
    """Return a PDF for each stock, and one of the leaflet."""
    files = {f"{order.name}/{slug(stock)}.pdf": (stock, drawn) for stock, drawn in (*stocks(order), *booklet(order))}
    jobs = tuple(
        (
            FACE * len({placed.symbol.key for one in drawn for placed in (*one.fronts, *one.backs)}) + len(drawn),
            partial(write_pdf, order.folder.parent / file, stock, drawn, order.checked, order.options),
        )
        for file, (stock, drawn) in files.items()
    )
    sheets = {file: drawn for file, (_, drawn) in files.items()}
    lines = tuple(paper_line(file, drawn, order.options) for file, drawn in sheets.items() if drawn)
    return Product(
        tuple(files), jobs, summary=lines, hints=(HINT,) if sheets else (), sheets=sheets, recorded=order.profile.stamp
    )


OUTPUT = Output(SheetsProfile, make)
