"""Each face as an SVG file, with its bleed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

from beeprint.face.layout import FaceId
from beeprint.formats import faces
from beeprint.products import Order, Output, Product, Profile
from beeprint.products.later import LaterFaces
from beeprint.products.output import FACE, Job

#: How many faces of a large deck a job writes.
_TOGETHER = 1_000


class FacesProfile(Profile):
    """Faces as SVG files; there is nothing to choose."""

    output: Literal["faces"]


def make(order: Order[FacesProfile]) -> Product:
    """Return the one job that writes all faces."""
    found = order.checked.faces
    if isinstance(found, LaterFaces):
        return Product((order.name,), tuple(_jobs(order, found)))
    drawn = tuple(found.values())
    job = partial(faces.write, order.folder, drawn, order.checked.fonts)
    return Product((order.name,), ((FACE * len(drawn), job),))


def _jobs(order: Order[FacesProfile], drawn: LaterFaces) -> Iterator[Job]:
    """Yield jobs that write the faces of large decks, each laid out when it is written."""
    ids = tuple(drawn)
    for start in range(0, len(ids), _TOGETHER):
        some = ids[start : start + _TOGETHER]
        yield FACE * len(some), partial(_write, order, drawn, some)


def _write(order: Order[FacesProfile], drawn: LaterFaces, some: Sequence[FaceId]) -> None:
    faces.write(order.folder, (drawn[id] for id in some), order.checked.fonts)


OUTPUT = Output(FacesProfile, make)
