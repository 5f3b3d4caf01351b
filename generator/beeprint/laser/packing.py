"""Pack artwork and planned beds for the cache: JSON, in which a coordinate comes back as the number that it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain

import msgspec

from beeprint.base.geometry import Affine, Point, Rect, Ring
from beeprint.laser.beds import CutPiece, PlannedBed, Setup
from beeprint.laser.plan import Area, Artwork, Bed, Pass, PlacedPiece, Polyline

#: Makes a point of a pair, without the call of a function for each.
_POINT = partial(tuple.__new__, Point)


def packed(artwork: Artwork) -> bytes:
    """Return artwork as bytes; the same artwork gives the same bytes."""
    lines = _lines(artwork.lines)
    areas = {pass_.value: [[*map(_flat, one.rings)] for one in some] for pass_, some in artwork.areas.items()}
    return msgspec.json.encode([lines, areas])


def unpacked(data: bytes) -> Artwork:
    """Return the artwork that `packed` packed."""
    lines, areas = msgspec.json.decode(data)
    return Artwork(
        _polylines(lines),
        {Pass(pass_): tuple(Area(tuple(map(_ring, rings))) for rings in some) for pass_, some in areas.items()},
    )


def sources_of(stock: str, pieces: Sequence[CutPiece], setup: Setup) -> tuple[str, ...]:
    """Return all that the plan of a stock's beds follows from, as texts; what the pieces' faces show is none of it."""
    outlines = {(piece.shape, piece.holes): None for piece in pieces}
    numbers = {outline: number for number, outline in enumerate(outlines)}
    listed = (f"{one.id} {one.deck} {numbers[one.shape, one.holes]} {one.back is not None}" for one in pieces)
    return stock, repr(setup), repr([*outlines]), "\n".join(listed)


def packed_beds(planned: Iterable[PlannedBed], pieces: Sequence[CutPiece]) -> bytes:
    """Return the planned beds of pieces as bytes; the same beds give the same bytes."""
    numbers = {piece.id: number for number, piece in enumerate(pieces)}
    return msgspec.json.encode([_bed(one.bed, numbers) for one in planned])


def unpacked_beds(data: bytes, stock: str, pieces: Sequence[CutPiece], setup: Setup) -> tuple[PlannedBed, ...]:
    """Return the beds that `packed_beds` packed; stock, pieces and set-up are those for which they were planned."""
    planned = []
    for number, side, placed, lines, cut_length, waste, notes, offcut in msgspec.json.decode(data):
        front = side == "front"
        bed = Bed(
            stock,
            number,
            "front" if front else "back",
            setup.width,
            setup.height,
            setup.material,
            setup.kerf,
            tuple(_placed(pieces[piece], *more) for piece, *more in placed),
            _polylines(lines),
            cut_length=cut_length,
            waste=waste,
            notes=tuple(notes),
            offcut=Rect(*offcut) if offcut else None,
        )
        faces = (pieces[piece].front if front else pieces[piece].back for piece, *_ in placed)
        planned.append(PlannedBed(bed, tuple(faces)))
    return tuple(planned)


def _bed(bed: Bed, numbers: Mapping[str, int]) -> list[object]:
    placed = [
        [numbers[one.piece], one.at, _flat(one.outline), one.folded, [*map(_flat, one.holes)]] for one in bed.placed
    ]
    return [bed.number, bed.side, placed, _lines(bed.lines), bed.cut_length, bed.waste, bed.notes, bed.offcut]


def _placed(
    piece: CutPiece, at: Sequence[float], outline: Sequence[float], folded: bool, holes: Sequence[Sequence[float]]
) -> PlacedPiece:
    return PlacedPiece(piece.id, piece.deck, Affine(*at), _ring(outline), folded, tuple(map(_ring, holes)))


def _lines(lines: Mapping[Pass, Sequence[Polyline]]) -> dict[str, list[tuple[bool, list[float]]]]:
    return {pass_.value: [(one.closed, _flat(one.points)) for one in some] for pass_, some in lines.items()}


def _polylines(lines: Mapping[str, Sequence[tuple[bool, Sequence[float]]]]) -> dict[Pass, tuple[Polyline, ...]]:
    return {Pass(pass_): tuple(Polyline(_ring(flat), closed) for closed, flat in some) for pass_, some in lines.items()}


def _flat(points: Ring) -> list[float]:
    return [*chain.from_iterable(points)]


def _ring(flat: Sequence[float]) -> Ring:
    return tuple(map(_POINT, zip(flat[::2], flat[1::2], strict=True)))
