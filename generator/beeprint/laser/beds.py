"""Plan beds: which piece lies where, what is cut in which order; planned beds are packed for the cache."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import Affine, Rect, Ring, area, mirror_x, translate
from beeprint.base.options import DEFAULT_BRIDGE
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import Shape
from beeprint.laser import bridges
from beeprint.laser.clusters import clusters
from beeprint.laser.nest import largest_free, nest
from beeprint.laser.outline_nest import Item, Nested, outline_nest
from beeprint.laser.plan import (
    Area,
    Artwork,
    Bed,
    Fiducials,
    Material,
    Pass,
    PlacedPiece,
    Polyline,
    fiducial_guides,
    fiducial_holes,
    fiducial_notes,
    fiducials,
    usable,
)
from beeprint.laser.route import clockwise, in_order, ordered, route, route_open, shrunk

#: Into how many clusters pieces that do not fill a bed are divided, to fill the gaps that others leave: for nesting by
#: boxes, and at first for nesting by outlines, which divides them further.
_BOXED, _OUTLINED = (1, 2, 3, 4), (1, 2, 3)

#: Makes the artwork of a face, from its symbol, its place on the bed, and its outline and holes there, which clip it.
Engrave = Callable[[Symbol, Affine, Ring, Sequence[Ring]], Artwork]


class CutPiece(Struct, frozen=True):
    """One copy of a piece to cut: an `id` such as field/F01#2, faces as symbols in mm from the trim's corner.

    `holes` are closed rings in the piece, at nominal size.
    """

    id: str
    deck: str
    shape: Shape
    front: Symbol
    back: Symbol | None = None
    holes: tuple[Ring, ...] = ()


class Setup(Struct, frozen=True):
    """A sheet of material: its size in mm, the kerf, bridges per piece and their width, whether corners are rounded."""

    width: float
    height: float
    material: Material
    kerf: float
    bridges: int = 0
    rounded: bool = True
    bridge: float = DEFAULT_BRIDGE

    @property
    def apart(self) -> float:
        """Return the distance between trims that share no cut: the web and the kerf on both sides of it."""
        return self.material.distance + 2 * self.kerf


class PlannedBed(Struct, frozen=True):
    """A bed without its artwork, and the face of each piece on it, in the same order."""

    bed: Bed
    faces: tuple[Symbol | None, ...]


class _Nested(Struct, frozen=True):
    """A piece to cut and where it goes on its bed."""

    piece: CutPiece
    at: Affine


#: The pieces of a cluster, and a cluster with them.
_Members = tuple[CutPiece, ...]
_Item = Item[_Members]


def plan(stock: str, pieces: Sequence[CutPiece], setup: Setup) -> tuple[PlannedBed, ...]:
    """Plan the beds of a stock: each one's front and, if a piece on it has a back, its back.

    ValueError if a piece is larger than the bed.
    """
    turned = any(piece.back for piece in pieces)
    planned: list[PlannedBed] = []
    for number, nested in enumerate(_beds(pieces, setup, turned), start=1):
        front = _front(stock, number, nested, setup)
        behind = any(bed.piece.back for bed in nested)
        marks = fiducials(setup.width, setup.height, setup.material, setup.kerf) if behind else None
        planned.append(PlannedBed(_finished(front, marks), tuple(bed.piece.front for bed in nested)))
        if marks:
            back = _finished(_back(front, nested, setup), marks)
            planned.append(PlannedBed(back, tuple(bed.piece.back for bed in nested)))
    return tuple(planned)


def engraved(planned: PlannedBed, engrave: Engrave) -> Bed:
    """Return a bed with the artwork of its faces, engraved and scored piece by piece."""
    lines: dict[Pass, list[Polyline]] = {Pass.ENGRAVE: [], Pass.SCORE: []}
    areas: list[Area] = []
    for symbol, piece in zip(planned.faces, planned.bed.placed, strict=True):
        if symbol is None:
            continue
        artwork = engrave(symbol, piece.at, piece.outline, piece.holes)
        for pass_ in lines:
            lines[pass_] += artwork.lines.get(pass_, ())
        areas += artwork.areas.get(Pass.ENGRAVE, ())
    # Folds are scored after the scored artwork.
    every = {pass_: (*ordered(lines.get(pass_, ())), *planned.bed.lines.get(pass_, ())) for pass_ in Pass}
    return replace(
        planned.bed,
        lines={pass_: some for pass_, some in every.items() if some},
        areas={Pass.ENGRAVE: tuple(areas)} if areas else {},
    )


def _beds(pieces: Sequence[CutPiece], setup: Setup, turned: bool) -> list[list[_Nested]]:
    """Distribute pieces over beds, by the division into clusters with the fewest beds, then the fewest clusters.

    Clusters are nested by their boxes, and by their true outlines where that saves a bed.
    """
    free = usable(setup.width, setup.height, setup.material, setup.kerf, turned)
    room = (free.width, free.height)
    groups: dict[Shape, list[CutPiece]] = {}
    for piece in pieces:
        groups.setdefault(piece.shape, []).append(piece)

    def divided(shares: int) -> list[_Item]:
        return [item for shape, members in groups.items() for item in _clusters(shape, members, room, setup, shares)]

    best: list[list[_Nested]] = []
    for shares in _BOXED:
        items = divided(shares)
        spots = nest([(item.cluster.width, item.cluster.height) for item in items], room, setup.apart)
        count = max(bed for bed, _ in spots) + 1
        if not best or count < len(best):
            best = _filled((Nested(item, *spot) for item, spot in zip(items, spots, strict=True)), free)
        if len(best) == 1:
            return best

    def halves(item: _Item) -> list[_Item]:
        return list(_clusters(item.shape, item.members, room, setup, 2))

    divisions = [divided(shares) for shares in _OUTLINED]
    fewer = outline_nest(divisions, room, setup.apart, setup.kerf, len(best) - 1, halves)
    if fewer is None:
        return best
    number = {piece.id: number for number, piece in enumerate(pieces)}
    return [sorted(bed, key=lambda placement: number[placement.piece.id]) for bed in _filled(fewer, free)]


def _clusters(
    shape: Shape, pieces: Sequence[CutPiece], room: tuple[float, float], setup: Setup, shares: int
) -> Iterator[_Item]:
    """Yield clusters of equal pieces; those that fill no bed are divided into `shares`."""
    left = iter(pieces)
    for cluster in clusters(shape, len(pieces), room, setup.kerf, setup.apart, shares):
        yield Item(shape, cluster, tuple(next(left) for _ in cluster.at))


def _filled(nested: Iterable[Nested[_Members]], free: Rect) -> list[list[_Nested]]:
    """Return beds with the pieces of clusters that go on them."""
    beds: dict[int, list[_Nested]] = {}
    for item, bed, corner in nested:
        to_bed = translate(free.x, free.y) @ corner
        beds.setdefault(bed, []).extend(
            _Nested(piece, to_bed @ at) for piece, at in zip(item.members, item.cluster.at, strict=True)
        )
    return [beds[bed] for bed in sorted(beds)]


def _through(at: Affine, points: Ring) -> Ring:
    return tuple(at.point(x, y) for x, y in points)


def _front(stock: str, number: int, nested: Sequence[_Nested], setup: Setup) -> Bed:
    """Return the front of a bed, on which pieces are engraved, scored and cut out."""
    placed = tuple(_placed(placement.piece, placement.at, setup) for placement in nested)
    half = setup.kerf / 2
    grown = [_through(placement.at, placement.piece.shape.ring(half, setup.rounded)) for placement in nested]
    alone = [outline for placement, outline in zip(nested, grown, strict=True) if not placement.piece.shape.edges]
    others = [outline for placement, outline in zip(nested, grown, strict=True) if placement.piece.shape.edges]
    outer = route(others, alone)
    if setup.bridges:
        gap = setup.bridge + setup.kerf
        outer = tuple(bridges.cut(outer, bridges.bridges(grown, setup.bridges, gap), gap))
    holes = [hole for placement in placed for hole in placement.holes]
    folds = [
        (placement.at.point(*a), placement.at.point(*b))
        for placement in nested
        for a, b in placement.piece.shape.creases
    ]
    slits = [
        (placement.at.point(*a), placement.at.point(*b)) for placement in nested for a, b in placement.piece.shape.slits
    ]
    lines = {
        Pass.SCORE: route_open(folds),
        Pass.CUT_INNER: (*in_order(shrunk(hole, half) for hole in holes), *route_open(slits)),
        Pass.CUT_OUTER: outer,
    }
    used = sum(area(placement.outline) for placement in placed) - sum(abs(area(hole)) for hole in holes)
    return Bed(
        stock,
        number,
        "front",
        setup.width,
        setup.height,
        setup.material,
        setup.kerf,
        placed,
        lines,
        waste=1 - used / (setup.width * setup.height),
        notes=(_contents(placed),),
    )


def _placed(piece: CutPiece, at: Affine, setup: Setup) -> PlacedPiece:
    """Return a piece as it lies on a bed; its outline runs clockwise, turned over or not."""
    outline = clockwise(_through(at, piece.shape.ring(rounded=setup.rounded)))
    holes = tuple(_through(at, hole) for hole in piece.holes)
    return PlacedPiece(piece.id, piece.deck, at, outline, bool(piece.shape.folds), holes)


def _back(front: Bed, nested: Sequence[_Nested], setup: Setup) -> Bed:
    """Return the back of a bed turned over left to right, which is only engraved and scored.

    Each piece is turned over like the page of a book: its back is upright if the piece is.
    """
    over = mirror_x(setup.width / 2)
    behind = [(placement, over @ placement.at @ mirror_x(placement.piece.shape.width / 2)) for placement in nested]
    placed = tuple(replace(_placed(placement.piece, over @ placement.at, setup), at=at) for placement, at in behind)
    return replace(front, side="back", placed=placed, lines={})


def _finished(bed: Bed, marks: Fiducials | None) -> Bed:
    """Complete one side of a bed with the length of its cuts and, if it is two-sided, the marks that align it."""
    lines = dict(bed.lines)
    notes = bed.notes
    if marks:
        back = bed.side == "back"
        lines[Pass.GUIDE] = tuple(fiducial_guides(marks, bed.width, back))
        notes = (*notes, *fiducial_notes(marks, bed.width, back))
        if not back:
            holes = (line.points for line in lines[Pass.CUT_INNER])
            lines[Pass.CUT_INNER] = in_order([*holes, *fiducial_holes(marks, -bed.kerf / 2)])
    length = sum(line.length for pass_ in (Pass.CUT_INNER, Pass.CUT_OUTER) for line in lines.get(pass_, ()))
    held = {pass_: lines[pass_] for pass_ in Pass if lines.get(pass_)}
    outlines = [placement.outline for placement in bed.placed]
    outlines += list(fiducial_holes(marks, 0)) if marks else []
    offcut = None if bed.side == "back" else largest_free(bed.width, bed.height, outlines, bed.kerf)
    return replace(bed, lines=held, cut_length=length, notes=notes, offcut=offcut)


def _contents(placed: Sequence[PlacedPiece]) -> str:
    """Return a line on what lies on a bed, deck by deck."""
    return "holds " + ", ".join(
        f"{count} of {deck}" for deck, count in Counter(placement.deck for placement in placed).items()
    )


# Planned beds for the cache: MessagePack, in which a coordinate comes back as the number that it was.


def sources_of(stock: str, pieces: Sequence[CutPiece], setup: Setup) -> tuple[str, ...]:
    """Return all that the plan of a stock's beds follows from, as texts; what the pieces' faces show is none of it."""
    outlines = {(piece.shape, piece.holes): None for piece in pieces}
    numbers = {outline: number for number, outline in enumerate(outlines)}
    listed = (
        f"{piece.id} {piece.deck} {numbers[piece.shape, piece.holes]} {piece.back is not None}" for piece in pieces
    )
    return stock, repr(setup), repr([*outlines]), "\n".join(listed)


def packed_beds(planned: Iterable[PlannedBed]) -> bytes:
    """Return planned beds as bytes; the same beds give the same bytes."""
    return msgspec.msgpack.encode([side.bed for side in planned])


def unpacked_beds(data: bytes, pieces: Sequence[CutPiece]) -> tuple[PlannedBed, ...]:
    """Return the beds that `packed_beds` packed, with the faces of the pieces for which they were planned."""
    faces = {piece.id: {"front": piece.front, "back": piece.back} for piece in pieces}
    beds = msgspec.msgpack.decode(data, type=tuple[Bed, ...])
    return tuple(PlannedBed(bed, tuple(faces[placed.piece][bed.side] for placed in bed.placed)) for bed in beds)
