"""Impose pieces that are larger than the paper: tiles, how they are joined, and a plan that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import (
    IDENTITY,
    Path,
    Point,
    Rect,
    bounds,
    line,
    path_box,
    rectangle,
    rotate,
    scale,
    translate,
)
from beeprint.base.printer import Flip
from beeprint.base.problems import Place, error_at
from beeprint.drawing.drawing import Layer, Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.shape import Shape
from beeprint.drawing.text import Block, Style, compose, line_run, text_width
from beeprint.drawing.text.markup import escaped
from beeprint.sheet.arrange import Piece, ways
from beeprint.sheet.impose import Placed, Plan, Sheet, behind, mirroring, turned
from beeprint.sheet.marks import LINE, along, outline_marks
from beeprint.sheet.spec import SPARE, Paper, SheetSpec
from beeprint.sheet.tiling import MOST_TILES, Spread, Tile, Tiling, cost, free_area, grown, letters, tilings


def holds(spec: SheetSpec, paper: Paper, shape: Shape, bleed: float, two_sided: bool) -> bool:
    """Return whether a sheet holds a piece of this outline whole."""
    if spec.fits_pieces:
        return True
    symbol = Symbol.of([])
    piece = Piece("", shape, bleed, symbol, symbol if two_sided else None)
    return any(way for box in turned(spec, paper) for way in ways([piece], spec, box))


def can_tile(spec: SheetSpec) -> bool:
    """Return whether a sheet takes tiles: one with fixed places, or with marks for a machine that cuts it, does not."""
    return not (spec.fits_pieces or spec.positions or spec.registration)


def whole(pieces: Sequence[Piece], spec: SheetSpec, backs: bool) -> tuple[Sheet, ...]:
    """Return each piece on a page of exactly its size with its bleed, its back on the next page, upright."""
    sheets = []
    for piece in pieces:
        bleed = min(piece.bleed, spec.bleed)
        box = path_box(piece.shape.path(bleed))
        paper = Rect(0, 0, round(box.width, 3), round(box.height, 3))
        at = translate(-box.x, -box.y)
        front = Placed(piece, piece.front, at, piece.shape.path(bleed))
        turn = translate(paper.width - piece.shape.width + box.x, -box.y)
        back = [Placed(piece, piece.back, turn, piece.shape.mirrored.path(bleed))] if piece.back and backs else []
        trim = at.rect(piece.shape.box)
        sheets.append(Sheet(paper, paper, (front,), tuple(back), trim, paper, bool(back), marks=False, slug=False))
    return tuple(replace(sheet, number=number, count=len(sheets)) for number, sheet in enumerate(sheets, start=1))


def tiled(
    pieces: Sequence[Piece],
    spec: SheetSpec,
    paper: Paper,
    place: Place,
    flip: Flip = "long",
    backs: bool = True,
    offset: tuple[float, float] = (0, 0),
) -> tuple[Sheet, ...]:
    """Return sheets with the tiles of pieces, each kind after a plan; BuildError at `place` for too many tiles.

    Backs are behind their tiles; where the sheet says `backs: apart`, or is one to fold, they are tiles of their own.
    """
    groups: dict[tuple[Shape, float, bool], list[Piece]] = {}
    for piece in pieces:
        groups.setdefault((piece.shape, piece.bleed, backs and piece.back is not None), []).append(piece)
    apart = spec.fold or spec.glue or spec.tiles.backs == "apart"
    sheets: list[Sheet] = []
    for (shape, bleed, backed), alike in groups.items():
        poster = _Poster(alike, shape, min(bleed, spec.bleed), spec, paper, place)
        sheets += poster.sheets([piece.front for piece in alike], backed and not apart, flip, offset)
        if backed and apart:
            other = replace(poster, shape=shape.mirrored)
            sheets += other.sheets([piece.back or piece.front for piece in alike], False, flip, offset, True)
    return tuple(replace(sheet, number=number, count=len(sheets)) for number, sheet in enumerate(sheets, start=1))


class _Poster(Struct, frozen=True):
    """Equal pieces that are larger than the paper."""

    pieces: Sequence[Piece]
    shape: Shape
    bleed: float
    spec: SheetSpec
    paper: Paper
    place: Place

    def sheets(
        self,
        faces: Sequence[Symbol],
        two_sided: bool,
        flip: Flip,
        offset: tuple[float, float],
        is_back: bool = False,
    ) -> Iterator[Sheet]:
        """Yield the plan, and the sheets with the tiles of all pieces."""
        spec, (box, tiling) = self.spec, self._best()
        printable = box.grow(-spec.margin)
        area = free_area(printable)
        mirror = mirroring(box, flip, False)
        clip = self.shape.path(self.bleed)
        empty = Sheet(box, printable, (), (), area, area, two_sided, marks=False, lines=spec.lines)
        if spec.tiles.plan:
            shown = tuple({piece.title: piece for piece in self.pieces}.values())
            plan = Plan(shown, faces[0], self.shape, tiling, spec.tiles, is_back, two_sided)
            yield replace(empty, plan=plan)
        for spreads in tiling.sheets:
            fronts = tuple(self._placed(spreads, faces, area, clip))
            backs = (behind(front, front.piece.back, mirror, offset) for front in fronts if front.piece.back)
            trims = [front.at.rect(front.tile.own.intersection(self.shape.box)) for front in fronts if front.tile]
            bleeds = [front.at.rect(front.tile.whole) for front in fronts if front.tile]
            yield replace(
                empty,
                fronts=fronts,
                backs=tuple(backs) if two_sided else (),
                trim=_round(trims),
                bleed=_round(bleeds),
            )

    def _placed(self, spreads: Sequence[Spread], faces: Sequence[Symbol], area: Rect, clip: Path) -> Iterator[Placed]:
        """Place tiles in the middle of an area of the page."""
        right = max(spread.x + spread.tile.whole.width for spread in spreads)
        low = max(spread.y + spread.tile.whole.height + spread.tile.foot for spread in spreads)
        x, y = area.x + (area.width - right) / 2, area.y + (area.height - low) / 2
        for spread in spreads:
            whole = spread.tile.whole
            at = translate(round(x + spread.x - whole.x, 3), round(y + spread.y - whole.y, 3))
            piece = replace(self.pieces[spread.piece], shape=self.shape)
            yield Placed(piece, faces[spread.piece], at, clip, spread.tile.art, spread.tile)

    def _best(self) -> tuple[Rect, Tiling]:
        """Return the paper, upright or not, and the tiling that take the fewest sheets."""
        best: tuple[tuple[float, ...], Rect, Tiling] | None = None
        tiles = self.spec.tiles
        strip = SPARE if tiles.joint == "butt" else tiles.overlap
        for box in turned(self.spec, self.paper):
            area = free_area(box.grow(-self.spec.margin))
            for tiling in tilings(self.shape, self.bleed, tiles, area.width, area.height, len(self.pieces)):
                price = cost(tiling, self.shape, strip)
                if best is None or price < best[0]:
                    best = price, box, tiling
        if best is not None:
            return best[1:]
        size = f"{self.shape.width:g} x {self.shape.height:g} mm"
        message = f"a piece of {size} ({self.pieces[0].id}) is too large for tiles of {self.paper.name}"
        hint = f"there may be {MOST_TILES} tiles: choose a profile with larger paper, or make the piece smaller"
        raise error_at(self.place, message, hint)


def _round(boxes: Sequence[Rect]) -> Rect:
    return bounds([corner for box in boxes for corner in box.corners])


# The marks of a tile: where it is cut, and the strips that the tiles beside it are glued onto.


#: Says a word or sentence that beeprint prints itself, with values filled in.
Say = Callable[..., str]

# Lines to cut along lie beside the cut, on the side that is cut off or covered, so that nothing of them is left.
_BESIDE = LINE / 2
_GREY, _PALE = Solid(Colour(0x6B, 0x66, 0x60)), Solid(Colour(0xC9, 0xC4, 0xBD))
_WHITE = Solid(Colour(0xFF, 0xFF, 0xFF))
# How far the marks of folds reach beyond a piece, in mm.
_RIM = 3.0
# The distance of the lines of a hatch, in mm.
_HATCH = 5.0
_NAME = Style("source-sans", "semibold", 8.5, 8.5, paint=_GREY)
_FOOT = Style("source-sans", "semibold", 7.5, 7.5, paint=_GREY)


def tile_marks(placement: Placed, tile: Tile, bare: bool, several: bool, say: Say, fonts: Fonts) -> Mark:
    """Draw the marks of a tile on its page; where there are `several` pieces, its name tells which it is of.

    With `bare`, lines are as dark as on bare paper, whatever is under them.
    """
    marks = [*_strips(tile, say, fonts), *_art_marks(placement, tile, bare), *_strip_cuts(tile)]
    if tile.foot:
        name = title(placement, tile, several, say)
        marks.append(line_run(fonts, name, _FOOT, tile.whole.x, tile.whole.bottom + 2.6))
    return group(marks, placement.at)


def title(placement: Placed, tile: Tile, several: bool, say: Say) -> str:
    """Return what a tile is called: its name, its piece where there are several, and its side if that is a back."""
    is_back = placement.symbol == placement.piece.back and placement.symbol != placement.piece.front
    parts = (tile.name, placement.piece.title if several else "", say("back") if is_back else "")
    return " \u00b7 ".join(filter(None, parts))


def _art_marks(placement: Placed, tile: Tile, bare: bool) -> Iterator[Mark]:
    """Draw the lines to cut along, the lines up to which tiles are glued, and how the board folds.

    Around the piece, where it has little bleed, the marks are on the paper beside it.
    """
    symbol, shape = placement.symbol, placement.piece.shape
    marks: list[Mark] = []
    for a, b in (*_joints(tile), *(_trims(shape.box, tile.art) if shape.is_rectangle else ())):
        marks += along(symbol, (a, b), bare)
    marks += outline_marks(placement, IDENTITY, bare)
    yield group(marks, clip=rectangle(grown(tile.art, *(LINE if joint else _RIM for joint in tile.beyond))))


def _joints(tile: Tile) -> Iterator[tuple[Point, Point]]:
    """Yield the lines beside the joints of a tile, as far as its art runs."""
    left, above, right, below = tile.beyond
    own, art = tile.own, tile.art
    for there, x in ((left, own.x - _BESIDE), (right, own.right + _BESIDE)):
        if there:
            yield Point(x, art.y), Point(x, art.bottom)
    for there, y in ((above, own.y - _BESIDE), (below, own.bottom + _BESIDE)):
        if there:
            yield Point(art.x, y), Point(art.right, y)


def _trims(box: Rect, art: Rect) -> Iterator[tuple[Point, Point]]:
    """Yield the lines beside the trim of a rectangle that cross the art of a tile."""
    for x in (box.x - _BESIDE, box.right + _BESIDE):
        if art.x - LINE < x < art.right + LINE:
            yield Point(x, art.y), Point(x, art.bottom)
    for y in (box.y - _BESIDE, box.bottom + _BESIDE):
        if art.y - LINE < y < art.bottom + LINE:
            yield Point(art.x, y), Point(art.right, y)


def _strip_cuts(tile: Tile) -> Iterator[Mark]:
    """Draw the cuts of a tile on through its strips, and both edges of the corner between these."""
    own, art, whole = tile.own, tile.art, tile.whole
    left, above, *_ = tile.beyond
    stroke = Stroke(_GREY, LINE)
    if tile.strip_below:
        for x in (own.x - _BESIDE if left else art.x, own.right + _BESIDE):
            yield path_mark(line((x, art.bottom), (x, whole.bottom)), None, stroke, Layer.CUT)
    if tile.strip_right:
        for y in (own.y - _BESIDE if above else art.y, own.bottom + _BESIDE):
            yield path_mark(line((art.right, y), (whole.right, y)), None, stroke, Layer.CUT)


def _strips(tile: Tile, say: Say, fonts: Fonts) -> Iterator[Mark]:
    """Draw the strips that other tiles cover: hatched paper, which takes glue better than ink, and what goes there."""
    own, art, whole = tile.own, tile.art, tile.whole
    if tile.strip_right:
        box = Rect(art.right, own.y, whole.right - art.right, own.height)
        other = f"{letters(tile.column + 1)}{tile.row + 1}"
        yield from _strip(box, say("glue", tile=tile.name, other=other), True, fonts)
    if tile.strip_below:
        box = Rect(own.x, art.bottom, own.width, whole.bottom - art.bottom)
        other = f"{letters(tile.column)}{tile.row + 2}"
        yield from _strip(box, say("glue", tile=tile.name, other=other), False, fonts)


def _strip(box: Rect, words: str, upright: bool, fonts: Fonts) -> Iterator[Mark]:
    """Draw a strip with its words in the middle, read from the right where it is upright."""
    far, reach = box.width + box.height, box.height
    hatch = (
        line((box.x + step * _HATCH, box.y), (box.x + step * _HATCH - reach, box.bottom))
        for step in range(1, int(far / _HATCH) + 1)
    )
    lines = tuple(segment for part in hatch for segment in part)
    yield group([path_mark(lines, None, Stroke(_PALE, 0.2), Layer.GUIDE)], clip=rectangle(box))
    yield path_mark(rectangle(box), None, Stroke(_PALE, 0.2), Layer.GUIDE)
    long = text_width(fonts, words, _NAME)
    if long + 4 > max(box.width, box.height) or min(box.width, box.height) < 5:
        return
    pill = Rect(-long / 2 - 2, -2.4, long + 4, 4.8)
    label = [path_mark(rectangle(pill, 2.4), _WHITE), line_run(fonts, words, _NAME, -long / 2, 1.05)]
    yield group(label, translate(*box.centre) @ rotate(-90 if upright else 0))


# The assembly plan: a first page that shows how the tiles of a piece are joined.


_TITLE = Style("source-sans", "bold", 15, 8)
_TEXT = Style("source-sans", "regular", 11, 5, leading=1.35, valign="top")
_INK = Solid(BLACK)
# How much the art is paled under the names, the height of the title, and the room between parts of the page, in mm.
_VEIL, _HEAD, _GAP = 0.45, 10.0, 8.0
# The share of the page that the picture takes at most, with the text beside it or below.
_NEIGHBOURS, _ABOVE = 0.66, 0.72


def plan_marks(sheet: Sheet, plan: Plan, say: Say, fonts: Fonts) -> Iterator[Mark]:
    """Draw a plan on its page: what it is of, a picture with the tiles' names, and what to do step by step."""
    page = sheet.trim
    titles = ", ".join(piece.title for piece in plan.pieces)
    titles = f"{titles} \u00b7 {say('back')}" if plan.is_back else titles
    head = compose(fonts, escaped(titles), _TITLE, Rect(page.x, page.y, page.width, _HEAD))
    yield _set(head)
    body = Rect(page.x, page.y + _HEAD + 2, page.width, page.height - _HEAD - 4)
    shape, beside = plan.shape, body.width > body.height
    if beside:
        room = Rect(body.x, body.y, body.width * _NEIGHBOURS, body.height)
    else:
        room = Rect(body.x, body.y, body.width, body.height * _ABOVE)
    by = min(room.width / shape.width, room.height / shape.height)
    wide, high = shape.width * by, shape.height * by
    corner = Point(room.x if beside else room.x + (room.width - wide) / 2, room.y)
    yield from _picture(sheet, plan, corner, by, fonts)
    if beside:
        text = Rect(room.x + wide + _GAP, body.y, body.right - room.x - wide - _GAP, body.height)
    else:
        text = Rect(body.x, room.y + high + _GAP, body.width, body.bottom - room.y - high - _GAP)
    steps = "\n".join(escaped(words) for words in _steps(plan, say))
    yield _set(compose(fonts, steps, _TEXT, text))


def _set(block: Block) -> Mark:
    return group([*block.runs, *(mark for _, mark in block.pictures)])


def _steps(plan: Plan, say: Say) -> Iterator[str]:
    """Yield what there is to know and to do, the steps with their numbers."""
    tiling, shape = plan.tiling, plan.shape
    size = f"{round(shape.width, 1):g} \u00d7 {round(shape.height, 1):g}"
    yield say("plan-size", size=size, tiles=len(tiling.tiles), sheets=len(tiling.sheets))
    first, last = tiling.tiles[0].name, tiling.tiles[-1].name
    overlap = plan.tiles.joint == "overlap"
    steps = ["plan-print", *(("plan-cut", "plan-glue") if overlap else ("plan-name", "plan-butt")), "plan-trim"]
    if overlap and plan.two_sided:
        steps.insert(2, "plan-strips")
    steps += ["plan-slit"] if shape.slits else []
    steps += ["plan-fold"] if shape.hinges else []
    for number, step in enumerate(steps, start=1):
        yield f"{number}. {say(step, first=first, last=last)}"


def _picture(sheet: Sheet, plan: Plan, corner: Point, by: float, fonts: Fonts) -> Iterator[Mark]:
    """Draw the piece small and pale, its tiles with their names, and its folds."""
    shape, tiling = plan.shape, plan.tiling
    art: list[Mark] = [use(plan.face), path_mark(rectangle(shape.box), Solid(WHITE, _VEIL))]
    marks: list[Mark] = [group(art, clip=shape.cut_path())]
    width = 0.25 / by
    joints: list[Mark] = []
    for tile in tiling.tiles:
        box = rectangle(tile.own)
        joints.append(path_mark(box, None, Stroke(Solid(WHITE), 2.5 * width), Layer.GUIDE))
        joints.append(path_mark(box, None, Stroke(_INK, width), Layer.GUIDE))
    marks.append(group(joints, clip=shape.cut_path()))
    marks.append(path_mark(shape.cut_path(), None, Stroke(_INK, 2 * width), Layer.GUIDE))
    for start, end, inwards in shape.hinges:
        dashes = (3 / by, 1.5 / by) if inwards else (3 / by, 1 / by, 0.4 / by, 1 / by)
        marks.append(path_mark(line(start, end), None, Stroke(Solid(WHITE), 4 * width), Layer.GUIDE))
        marks.append(path_mark(line(start, end), None, Stroke(_INK, 2 * width, dashes=dashes), Layer.GUIDE))
    for slit in shape.slits:
        marks.append(path_mark(line(*slit), None, Stroke(_INK, 4 * width), Layer.GUIDE))
    yield group(marks, translate(*corner) @ scale(by))
    numbers = {
        spread.tile.name: sheet.number + at
        for at, spreads in enumerate(tiling.sheets, start=1)
        for spread in spreads
        if spread.piece == 0
    }
    shared = any(len(spreads) > 1 for spreads in tiling.sheets)
    for tile in tiling.tiles:
        middle = tile.own.intersection(shape.box).centre
        number = f"{numbers[tile.name]}/{sheet.count}" if shared and len(plan.pieces) == 1 else ""
        yield _name(tile, number, Point(corner.x + middle.x * by, corner.y + middle.y * by), by, fonts)


def _name(tile: Tile, number: str, middle: Point, by: float, fonts: Fonts) -> Mark:
    """Draw a tile's name on a white ground, and below it the sheet that it is on."""
    room = min(tile.own.width, tile.own.height) * by
    size = max(5.0, min(13.0, room * 1.2))
    big = Style("source-sans", "bold", size, size)
    small = Style("source-sans", "regular", size * 0.62, size * 0.62)
    em = size / 72 * 25.4
    high = em * (1.9 if number else 1.25)
    wide = max(text_width(fonts, tile.name, big), text_width(fonts, number, small) if number else 0) + em * 0.7
    ground = Rect(-wide / 2, -high / 2, wide, high)
    marks: list[Mark] = [path_mark(rectangle(ground, em * 0.35), Solid(WHITE, 0.9))]
    base = em * 0.35 if not number else em * 0.05
    marks.append(line_run(fonts, tile.name, big, -text_width(fonts, tile.name, big) / 2, base))
    if number:
        marks.append(line_run(fonts, number, small, -text_width(fonts, number, small) / 2, base + em * 0.68))
    return group(marks, translate(*middle))
