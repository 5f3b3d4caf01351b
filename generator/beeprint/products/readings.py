"""The leaflet to read on a screen: a PDF of single pages and a web page, beside the booklet to fold."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from beeprint.base.words import counted
from beeprint.files.names import slug
from beeprint.products.files import write_page, write_reading
from beeprint.products.output import FACE, Job, Order
from beeprint.products.stocks import SheetsKeys, leaflet_of


class Reading(NamedTuple):
    """A file to read, by its name below the target, the job that writes it, and a line that tells what it is."""

    file: str
    job: Job
    line: str


def readings(order: Order[SheetsKeys]) -> list[Reading]:
    """Return the files to read, if the build makes the leaflet."""
    made = leaflet_of(order)
    if made is None:
        return []
    pages, name = len(made.pages), slug(made.stock)
    kinds = (
        (f"{name}-read.pdf", write_reading, f"{counted(pages, 'page')} to read on a screen"),
        (f"{name}.html", write_page, "the same as a web page"),
    )
    return [
        Reading(
            f"{order.name}/{file}",
            (FACE * pages, partial(write, order.folder / file, order.checked, order.options)),
            f"{order.name}/{file}: {line}",
        )
        for file, write, line in kinds
    ]
