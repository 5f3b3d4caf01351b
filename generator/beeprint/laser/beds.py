"""Plan beds: pieces in blocks, blocks on beds, and on each bed what is engraved, scored and cut, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from beeprint.base.geometry import Affine, Point, area, mirror_x, translate
from beeprint.draw.drawing import Symbol
from beeprint.draw.shape import Shape
from beeprint.laser import bridges, jig
from beeprint.laser.blocks import Block, blocks
from beeprint.laser.edges import Ring
from beeprint.laser.nest import nest
from beeprint.laser.outline import clockwise, shrunk
from beeprint.laser.plan import Area, Bed, Material, Nested, Pass, Polyline
from beeprint.laser.route import in_order, route, route_open

#: Into how many blocks what does not fill a bed is divided at most, to fill the gaps that others leave.
_MOST_PARTS = 4

Work = tuple[Mapping[Pass, tuple[Polyline, ...]], Mapping[Pass, tuple[Area, ...]]]
#: Makes lines and areas of a face: its symbol, where it goes on the bed, the outline there that nothing may leave.
Engrave = Callable[[Symbol, Affine, Ring], Work]


@dataclass(frozen=True)
class Part:
    """One copy of a piece to cut: `id` such as field/F01#2, faces as symbols in mm from the trim's corner.

    `holes` are closed rings in the piece, nominal.
    """

    id: str
    deck: str
    shape: Shape
    front: Symbol
    back: Symbol | None = None
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True)
class Setup:
    """A sheet of material: its size in mm, the kerf, bridges to each piece, whether corners are rounded."""

    width: float
    height: float
    material: Material
    kerf: float
    bridges: int = 0
    rounded: bool = True

    @property
    def apart(self) -> float:
        """Return how far trims lie from each other where they share no cut: the web and the kerf on its both sides."""
        return self.material.distance + 2 * self.kerf


@dataclass(frozen=True)
class Job:
    """A bed planned but for its artwork, and the face of each piece on it, in the order in which they lie there."""

    bed: Bed
    faces: tuple[Symbol | None, ...]


@dataclass(frozen=True)
class _Placed:
    """A part and where it goes."""

    part: Part
    at: Affine


def plan(stock: str, parts: Sequence[Part], setup: Setup) -> tuple[Job, ...]:
    """Return the jobs of a stock: each bed's front and, where a piece on it has one, the back behind it.

    ValueError where a piece is larger than the bed.
    """
    two_sided = any(part.back for part in parts)
    found: list[Job] = []
    for number, placed in enumerate(_nested(parts, setup, two_sided), start=1):
        bed = _front(stock, number, placed, setup)
        behind = any(one.part.back for one in placed)
        turn = jig.jig(setup.width, setup.height, setup.material, setup.kerf) if behind else None
        found.append(Job(_with_jig(bed, turn), tuple(one.part.front for one in placed)))
        if turn:
            back = _with_jig(_back(bed, placed, setup), turn)
            found.append(Job(back, tuple(one.part.back for one in placed)))
    return tuple(found)


def engraved(job: Job, engrave: Engrave) -> Bed:
    """Return the bed of a job with what is engraved and scored of its faces, piece by piece."""
    lines: dict[Pass, list[Polyline]] = {Pass.ENGRAVE: [], Pass.SCORE: []}
    areas: list[Area] = []
    for symbol, piece in zip(job.faces, job.bed.placed, strict=True):
        if symbol is None:
            continue
        drawn, filled = engrave(symbol, piece.at, piece.outline)
        for work, found in lines.items():
            found += drawn.get(work, ())
        areas += filled.get(Pass.ENGRAVE, ())
    # Folds come after the artwork that is scored.
    every = {work: (*lines.get(work, ()), *job.bed.lines.get(work, ())) for work in Pass}
    return replace(
        job.bed,
        lines={work: some for work, some in every.items() if some},
        areas={Pass.ENGRAVE: tuple(areas)} if areas else {},
    )


def _nested(parts: Sequence[Part], setup: Setup, two_sided: bool) -> list[list[_Placed]]:
    """Return the pieces of each bed: on as few beds as several ways of dividing blocks need, in as few blocks."""
    free = jig.room(setup.width, setup.height, setup.material, setup.kerf, two_sided)
    groups: dict[Shape, list[Part]] = {}
    for part in parts:
        groups.setdefault(part.shape, []).append(part)
    best: list[list[_Placed]] = []
    for pieces in range(1, _MOST_PARTS + 1):
        made: list[tuple[Block, list[Part]]] = []
        for shape, members in groups.items():
            left = iter(members)
            for block in blocks(shape, len(members), (free.width, free.height), setup.kerf, setup.apart, pieces):
                made.append((block, [next(left) for _ in block.at]))
        spots = nest([(block.width, block.height) for block, _ in made], (free.width, free.height), setup.apart)
        beds: list[list[_Placed]] = [[] for _ in range(max(bed for bed, _ in spots) + 1)]
        for (bed, corner), (block, members) in zip(spots, made, strict=True):
            to_bed = translate(free.x, free.y) @ corner
            beds[bed] += [_Placed(part, to_bed @ at) for part, at in zip(members, block.at, strict=True)]
        if not best or len(beds) < len(best):
            best = beds
        if len(best) == 1:
            break
    return best


def _through(at: Affine, points: Ring) -> tuple[Point, ...]:
    return tuple(at.point(x, y) for x, y in points)


def _front(stock: str, number: int, placed: Sequence[_Placed], setup: Setup) -> Bed:
    """Return the job that engraves the fronts and cuts the pieces out."""
    nested = tuple(_nest(one.part, one.at, setup) for one in placed)
    half = setup.kerf / 2
    grown = [_through(one.at, one.part.shape.ring(half, setup.rounded)) for one in placed]
    # Rounds have no edge to share.
    rounds = [outline for one, outline in zip(placed, grown, strict=True) if one.part.shape.is_round]
    others = [outline for one, outline in zip(placed, grown, strict=True) if not one.part.shape.is_round]
    outer = route(others, rounds)
    if setup.bridges:
        outer = tuple(bridges.cut(outer, bridges.bridges(grown, setup.bridges, setup.kerf), setup.kerf))
    inner = [_through(one.at, hole) for one in placed for hole in one.part.holes]
    folds = [(one.at.point(*a), one.at.point(*b)) for one in placed for a, b in one.part.shape.folds]
    lines = {
        Pass.SCORE: route_open(folds),
        Pass.CUT_INNER: in_order(shrunk(hole, half) for hole in inner),
        Pass.CUT_OUTER: outer,
    }
    used = sum(area(one.outline) for one in nested) - sum(abs(area(hole)) for hole in inner)
    return Bed(
        stock,
        number,
        "front",
        setup.width,
        setup.height,
        setup.material,
        setup.kerf,
        nested,
        lines,
        waste=1 - used / (setup.width * setup.height),
        notes=(_contents(nested),),
    )


def _nest(part: Part, at: Affine, setup: Setup) -> Nested:
    """Return a piece as it lies on a bed; its outline runs clockwise whether it is turned over or not."""
    return Nested(
        part.id, part.deck, at, clockwise(_through(at, part.shape.ring(rounded=setup.rounded))), bool(part.shape.folds)
    )


def _back(front: Bed, placed: Sequence[_Placed], setup: Setup) -> Bed:
    """Return the job behind a bed, turned over left to right, which only engraves and scores.

    A piece is turned over like the page of a book: its back is upright when the piece is.
    """
    over = mirror_x(setup.width / 2)
    behind = [(one, over @ one.at @ mirror_x(one.part.shape.width / 2)) for one in placed]
    nested = tuple(replace(_nest(one.part, over @ one.at, setup), at=at) for one, at in behind)
    return replace(front, side="back", placed=nested, lines={})


def _with_jig(bed: Bed, turn: jig.Jig | None) -> Bed:
    """Return a bed with what makes front and back meet, and with the length of its cuts."""
    lines = dict(bed.lines)
    notes = bed.notes
    if turn:
        back = bed.side == "back"
        lines[Pass.GUIDE] = tuple(jig.guides(turn, bed.width, back))
        notes = (*notes, *jig.notes(turn, bed.width, back))
        if not back:
            lines[Pass.CUT_INNER] = in_order([*map(_ring, lines[Pass.CUT_INNER]), *jig.holes(turn, -bed.kerf / 2)])
    length = sum(line.length for work in (Pass.CUT_INNER, Pass.CUT_OUTER) for line in lines.get(work, ()))
    return replace(bed, lines={work: lines[work] for work in Pass if lines.get(work)}, cut_length=length, notes=notes)


def _ring(line: Polyline) -> Ring:
    return line.points


def _contents(nested: Sequence[Nested]) -> str:
    """Return what lies on a bed, deck by deck."""
    return "holds " + ", ".join(f"{count} of {deck}" for deck, count in Counter(one.deck for one in nested).items())
