"""Each face as an SVG file, with its bleed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from beeprint.face.layout import Face, FaceId
from beeprint.formats import faces
from beeprint.products import Order, Output, Product, Profile
from beeprint.products.output import FACE, Job

#: How many faces a job writes, so that processors share those of a large deck.
_TOGETHER = 500


class FacesProfile(Profile):
    """Faces as SVG files; there is nothing to choose."""

    output: Literal["faces"]


def make(order: Order[FacesProfile]) -> Product:
    """Return the jobs that write all faces."""
    return Product((order.name,), tuple(_jobs(order, order.checked.faces)))


def _jobs(order: Order[FacesProfile], drawn: Mapping[FaceId, Face]) -> Iterator[Job]:
    """Yield jobs that write faces, those of large decks each laid out when it is written."""
    ids = tuple(drawn)
    for start in range(0, len(ids), _TOGETHER):
        some = ids[start : start + _TOGETHER]
        yield FACE * len(some), partial(_write, order, drawn, some)


def _write(order: Order[FacesProfile], drawn: Mapping[FaceId, Face], some: Sequence[FaceId]) -> None:
    faces.write(order.folder, (drawn[id] for id in some), order.checked.fonts)


OUTPUT = Output(FacesProfile, make)
