"""Draw picture, icon and shape slots."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from beeprint.base.colour import Colour
from beeprint.base.geometry import (
    MM_PER_INCH,
    Affine,
    Path,
    Rect,
    ellipse,
    hex_corners,
    line,
    path_box,
    polygon,
    rectangle,
    scale,
    translate,
)
from beeprint.drawing.drawing import Mark, Solid, Stroke, Use, group, path_mark, use
from beeprint.drawing.marks import recoloured
from beeprint.face.layout.face import Area
from beeprint.face.layout.holes import PICTURES
from beeprint.face.layout.placement import Placement
from beeprint.face.layout.stand_ins import stand_in
from beeprint.face.picture import MissingError, Picture, fitted
from beeprint.face.template import IconSlot, PictureSlot, ShapeSlot
from beeprint.game.binding import bind, label

#: How far the proportions of a picture that fills a box may be from the box's.
_ALIKE = 0.01
#: How much of a box is empty beside a picture that does not fill it, in mm, at least.
_EMPTY = 0.01
#: How far the ends and the middle of a picture lap over each other, in mm, so that no gap shows on any screen.
_LAP = 0.2
#: The ends of lines in SVG's words.
_CAPS = {"round": "round", "flat": "butt"}


def picture(slot: PictureSlot, here: Placement) -> Iterator[Mark]:
    """Draw a picture, fitted into its box and clipped as the slot asks."""
    place, where = here.blame(slot, "art")
    tint = here.colour(slot.colour, "colour")
    if tint is None:
        return
    name, box, pictures = bind(slot.art, here.scope), here.box, here.state.context.pictures
    try:
        art = pictures.placed(name, tint, place, where, box, slot.fit, slot.raster)
    except MissingError as error:
        if here.state.hole(PICTURES, error.problem):
            state = here.state
            words = label(state.context.game, state.deck, state.row).name if state.row else state.deck.spec.title
            key = f"{state.deck.name} {state.row.id if state.row else ''}"
            yield from stand_in(name, words or state.deck.name, key, box, state.context.fonts)
        return
    art = _replaced(art, slot, tint, here)
    mark = placed(art, box, "cover" if _fills_bleed(slot, art, here) else slot.fit, slot.focus)
    drawn: Mark = _with_ends(art, box) if slot.fit == "ends" else mark
    if slot.clip != "none" or slot.corner or slot.fit == "cover":
        clip = _inscribed(slot.clip, _seen(slot, art, mark, box), slot.corner)
        drawn = group([drawn], opacity=slot.opacity, clip=clip)
    elif slot.opacity < 1:
        drawn = group([drawn], opacity=slot.opacity)
    coarse = not art.vector and box.width > 0 and box.height > 0
    if coarse or slot.within:
        dpi = _dpi_of(art, mark) if coarse else 0
        ink = replace(here.ink(slot, "art", box), dpi=dpi, guarded=False, art=name if coarse else "")
        here.state.inks.append(replace(ink, within=slot.within, mark=drawn) if slot.within else ink)
    here.note_art(slot, box, drawn)
    yield drawn


def _with_ends(picture: Picture, box: Rect) -> Mark:
    """Place a picture as high as a box: its outer thirds at the ends, and the middle one stretched between them."""
    inner = picture.box
    x, y = fitted(inner, box, "ends")
    third, end = inner.width / 3, inner.width / 3 * x
    places = ((box.x, end), (box.right - end, end), (box.x + end, box.width - 2 * end))
    marks = []
    for number, (left, wide) in zip((0, 2, 1), places, strict=True):
        if wide > 0:
            moved = translate(left, box.y) @ scale(wide / third, y) @ translate(-inner.x - number * third, -inner.y)
            part = Rect(left - _LAP, box.y, wide + 2 * _LAP, box.height).intersection(box)
            marks.append(group([use(picture.symbol, moved)], clip=rectangle(part)))
    return group(marks)


def _seen(slot: PictureSlot, art: Picture, mark: Use, box: Rect) -> Rect:
    """Return the box whose corners are round: that of the picture where it leaves part of the slot's box empty."""
    if slot.fit == "ends":
        return box
    drawn = mark.transform.rect(art.box).intersection(box)
    is_narrower = box.width - drawn.width > _EMPTY or box.height - drawn.height > _EMPTY
    return drawn if slot.clip == "none" and is_narrower else box


def _fills_bleed(slot: PictureSlot, picture: Picture, here: Placement) -> bool:
    """Return whether a picture fills the bleed that its layout was drawn for, so that it has to fill another one too.

    The other has slightly other proportions, which would leave a blank line at its edge.
    """
    deck, inner = here.state.deck, picture.box
    if slot.box != "bleed" or deck.drawn_bleed is None:
        return False
    box = deck.shape.bleed_box(deck.drawn_bleed)
    return abs(inner.width * box.height / (inner.height * box.width) - 1) < _ALIKE


def icon(slot: IconSlot, here: Placement) -> Iterator[Mark]:
    """Draw an icon, which has to be wholly visible."""
    place, where = here.blame(slot, "icon")
    name = bind(slot.icon, here.scope)
    tint = here.colour(slot.colour, "colour")
    if not name or tint is None:
        return
    box, pictures = here.box, here.state.context.pictures
    try:
        art = pictures.placed(f"icons/{name}", tint, place, where, box, dpi=slot.raster)
    except MissingError as error:
        if here.state.hole(PICTURES, error.problem):
            yield from stand_in(name, name, name, box, here.state.context.fonts)
        return
    art = _replaced(art, slot, tint, here)
    mark = placed(art, box)
    dpi = 0 if art.vector or not box.width or not box.height else _dpi_of(art, mark)
    ink = replace(here.ink(slot, "icon", box), dpi=dpi, guarded=not slot.unsafe, art=f"icons/{name}" if dpi else "")
    here.state.inks.append(ink if slot.unsafe else replace(ink, mark=mark))
    yield group([mark], opacity=slot.opacity) if slot.opacity < 1 else mark


def _replaced(picture: Picture, slot: PictureSlot | IconSlot, tint: Colour, here: Placement) -> Picture:
    """Return a picture with the colour that the slot replaces in its own colour; a problem if it is of pixels."""
    if slot.replaces == "none":
        return picture
    old = here.colour(slot.replaces, "replaces")
    if old is None:
        return picture
    if not picture.vector:
        message = "a picture of pixels keeps its colours"
        hint = "remove replaces:, or draw the picture as an SVG file without effects"
        here.state.problem(here.place("replaces"), message, hint)
        return picture
    return replace(picture, symbol=recoloured(picture.symbol, old, tint))


def shape(slot: ShapeSlot, here: Placement) -> Iterator[Mark]:
    """Draw a shape, unless it has neither fill nor stroke."""
    fill = here.colour(slot.fill, "fill")
    ink = here.colour(slot.stroke, "stroke")
    stroke = None
    if ink is not None:
        stroke = Stroke(Solid(ink, slot.opacity), slot.width, _CAPS[slot.ends], "round", 4.0, slot.dash)
    if fill is not None or stroke is not None:
        path = _outline(slot, here)
        covers = fill is not None and slot.opacity == 1
        frame = here.box.grow(slot.grow) if slot.shape == "rectangle" and stroke else None
        area = Area(here.path[-1], path, slot.width if stroke else 0, covers, frame=frame, place=here.place("shape"))
        here.state.inks.append(area)
        drawn = path_mark(path, None if fill is None else Solid(fill, slot.opacity), stroke)
        here.note_art(slot, path_box(path).grow(slot.width / 2 if stroke else 0), drawn)
        yield drawn


def _outline(slot: ShapeSlot, here: Placement) -> Path:
    """Return the path of a shape slot."""
    box = here.box
    if slot.shape == "outline":
        return here.state.outline.path(slot.grow)
    if slot.shape == "line":
        return line((box.x, box.y), (box.right, box.bottom))
    return _inscribed(slot.shape, box.grow(slot.grow), slot.corner)


def _inscribed(shape: str, box: Rect, radius: float = 0) -> Path:
    """Return a rectangle, an ellipse or a hexagon (pointy where the box is higher than wide) in a box."""
    if shape == "ellipse":
        return ellipse(*box.centre, box.width / 2, box.height / 2)
    if shape == "hexagon":
        pointy = box.height >= box.width
        return polygon(hex_corners(box.centre, box.width if pointy else box.height, pointy))
    return rectangle(box, radius)


def _dpi_of(picture: Picture, mark: Use) -> float:
    """Return a picture's resolution, in dots per inch, as placed."""
    return picture.pixels / mark.transform.rect(picture.box).width * MM_PER_INCH


def placed(picture: Picture, box: Rect, fit: str = "contain", focus: tuple[float, float] = (0.5, 0.5)) -> Use:
    """Place a picture, fitted into a box; `focus` shares out the room beside it, or what it exceeds the box by."""
    inner = picture.box
    x, y = fitted(inner, box, fit)
    middle = box.centre
    across = middle.x + (box.width - inner.width * x) * (focus[0] - 0.5)
    down = middle.y + (box.height - inner.height * y) * (focus[1] - 0.5)
    matrix: Affine = translate(across, down) @ scale(x, y) @ translate(-inner.centre.x, -inner.centre.y)
    return use(picture.symbol, matrix)
