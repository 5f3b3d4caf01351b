"""The assembly plan: a first page that shows how the tiles of a piece are joined."""

from __future__ import annotations

from collections.abc import Iterator

from beeprint.base.colour import BLACK, WHITE
from beeprint.base.geometry import Point, Rect, line, rectangle, scale, translate
from beeprint.draw.drawing import Layer, Mark, Solid, Stroke, group, path_mark, use
from beeprint.draw.fonts import Fonts
from beeprint.draw.text import Block, Style, compose, line_run, text_width
from beeprint.draw.text.markup import escaped
from beeprint.sheet.impose import Plan, Sheet
from beeprint.sheet.joints import Say
from beeprint.sheet.tiling import Tile

_TITLE = Style("source-sans", "bold", 15, 8)
_TEXT = Style("source-sans", "regular", 11, 5, leading=1.35, valign="top")
_INK = Solid(BLACK)
# How much the art is paled under the names, the height of the title, and the room between parts of the page, in mm.
_VEIL, _HEAD, _GAP = 0.45, 10.0, 8.0
# The share of the page that the picture takes at most, with the text beside it or below.
_BESIDE, _ABOVE = 0.66, 0.72


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
        room = Rect(body.x, body.y, body.width * _BESIDE, body.height)
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
