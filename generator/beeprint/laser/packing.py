"""Pack artwork for the cache: JSON, in which a coordinate comes back as the number that it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import chain

from beeprint.base.geometry import Point, Ring
from beeprint.laser.plan import Area, Artwork, Pass, Polyline

#: Makes a point of a pair, without the call of a function for each.
_POINT = partial(tuple.__new__, Point)


def packed(artwork: Artwork) -> bytes:
    """Return artwork as bytes; the same artwork gives the same bytes."""
    lines = {pass_.value: [[one.closed, _flat(one.points)] for one in some] for pass_, some in artwork.lines.items()}
    areas = {pass_.value: [[*map(_flat, one.rings)] for one in some] for pass_, some in artwork.areas.items()}
    return json.dumps([lines, areas], separators=(",", ":")).encode()


def unpacked(data: bytes) -> Artwork:
    """Return the artwork that `packed` packed."""
    lines, areas = json.loads(data)
    return Artwork(
        {Pass(pass_): tuple(Polyline(_ring(flat), closed) for closed, flat in some) for pass_, some in lines.items()},
        {Pass(pass_): tuple(Area(tuple(map(_ring, rings))) for rings in some) for pass_, some in areas.items()},
    )


def _flat(points: Ring) -> list[float]:
    return [*chain.from_iterable(points)]


def _ring(flat: Sequence[float]) -> Ring:
    return tuple(map(_POINT, zip(flat[::2], flat[1::2], strict=True)))
