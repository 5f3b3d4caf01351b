"""Sheets for a printer: a PDF for each stock, and the leaflet."""

from __future__ import annotations

from functools import partial
from typing import Literal

from beeprint.files.names import slug
from beeprint.products import Order, Output, Product
from beeprint.products.files import write_pdf
from beeprint.products.output import FACE
from beeprint.products.readings import readings
from beeprint.products.stocks import HINT, SheetsKeys, booklet, paper_line, stocks


class SheetsProfile(SheetsKeys):
    """Sheets to print."""

    output: Literal["sheets"]


def make(order: Order[SheetsProfile]) -> Product:
    """Return a PDF for each stock, the leaflet as a booklet to fold, and the leaflet to read on a screen."""
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
    read = readings(order)
    return Product(
        (*files, *(one.file for one in read)),
        (*jobs, *(one.job for one in read)),
        summary=(*lines, *(one.line for one in read)),
        hints=(HINT,) if sheets else (),
        sheets=sheets,
        recorded=order.profile.stamp,
    )


OUTPUT = Output(SheetsProfile, make)
