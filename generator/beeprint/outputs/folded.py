"""Pictures of folded pieces: boxes, trays, sleeves and standees, from the front and from behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from beeprint.base.colour import BLACK, WHITE, Colour
from beeprint.base.geometry import Rect, bounds, polygon, translate
from beeprint.base.problems import error_at
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Mark, Solid, Stroke, Symbol, group, path_mark, use
from beeprint.game.folding import Face, Net, view
from beeprint.outputs.shared import Checked, Order, Output, PrintedSide, Product, Profile, rows_of, selected
from beeprint.outputs.shared.files import write_png
from beeprint.outputs.shared.output import FACE, PIXELS, Job
from beeprint.sources.names import slug
from beeprint.sources.schema import Number

# Pictures of folded pieces, in parallel projection: the art of each panel where it is seen.


#: Degrees: how far a piece is turned to its right, and its top forward; from behind the other side comes forward.
YAW, PITCH = 32.0, 24.0
#: mm round each view.
_MARGIN = 6.0
#: What card looks like inside, and how opaque the shade of a face is that looks left or right, and of an inner face.
_CARD = Colour(0xF4, 0xF0, 0xE8)
_SIDE, _INSIDE = 0.3, 0.1
_EDGE = Stroke(Solid(BLACK, 0.25), 0.12, "round", "round")


def draw_folded(net: Net, front: Symbol) -> Drawing:
    """Return a folded piece with its art, from the front and from behind, at true size in mm."""
    views = [list(view(net, YAW + behind, PITCH)) for behind in (0.0, 180.0)]
    marks: list[Mark] = []
    right = 0.0
    boxes = [_box(faces) for faces in views]
    foot = max(box.height for box in boxes)
    for faces, box in zip(views, boxes, strict=True):
        moved = translate(right + _MARGIN - box.x, _MARGIN + foot - box.bottom)
        marks.append(group(list(_drawn(faces, front)), moved))
        right += box.width + 2 * _MARGIN
    return Drawing(Rect(0, 0, right, foot + 2 * _MARGIN), tuple(marks))


def _box(faces: Sequence[Face]) -> Rect:
    return bounds([face.at.point(*corner) for face in faces for corner in face.ring])


def _drawn(faces: Sequence[Face], front: Symbol) -> Iterator[Mark]:
    for face in faces:
        ring = [face.at.point(*corner) for corner in face.ring]
        yield path_mark(polygon(ring), Solid(WHITE if face.printed else _CARD), None)
        if face.printed:
            yield group([use(front)], face.at, clip=polygon(face.ring))
        shade = _SIDE * abs(face.facing[0]) ** 2 + (0 if face.printed else _INSIDE)
        if shade > 0.01:
            yield path_mark(polygon(ring), Solid(BLACK, round(shade, 3)), None)
        yield path_mark(polygon(ring), None, _EDGE)


class FoldedProfile(Profile):
    """Pictures of `dpi` dots per inch, each as an SVG too."""

    output: Literal["folded"]
    dpi: Annotated[Number, Meta(ge=10, le=1200)] = 100


def make(order: Order[FoldedProfile]) -> Product:
    """Return a picture of each folded piece, as PNG and as SVG."""
    pictures = tuple(_pictures(order))
    if not pictures:
        place = order.node.at(["output"])
        raise error_at(place, "the game has nothing to fold", "add a box: beeprint docs boxes says how")
    jobs = tuple(job for picture in pictures for job in _jobs(order, picture))
    return Product((order.name,), jobs, sides=partial(_sides, order.name, pictures))


class _Picture(NamedTuple):
    stem: str
    drawn: Drawing


def _pictures(order: Order[FoldedProfile]) -> Iterator[_Picture]:
    """Yield the picture of each folded piece."""
    checked = order.checked
    for deck in selected(checked.game, order.options, boxes=True):
        net = deck.spec.shape.folded
        for row in rows_of(deck, order.options) if net is not None else ():
            assert net is not None
            drawn = draw_folded(net, checked.faces[deck.name, row.id, "front"].symbol)
            stem = slug(deck.name) if row.stem == slug(deck.name) else f"{slug(deck.name)}-{row.stem}"
            yield _Picture(stem, drawn)


def _jobs(order: Order[FoldedProfile], picture: _Picture) -> Iterator[Job]:
    (stem, drawn), checked, dpi = picture, order.checked, order.profile.dpi
    pixels = PIXELS * drawn.box.width * drawn.box.height / 645 * (dpi / 100) ** 2
    yield pixels, partial(write_png, order.folder / f"{stem}.png", drawn, checked, dpi)
    yield FACE, partial(_write_svg, order.folder / f"{stem}.svg", drawn, checked)


def _sides(folder: str, pictures: Sequence[_Picture]) -> Iterator[PrintedSide]:
    for stem, drawn in pictures:
        file = f"{folder}/{stem}.png"
        yield PrintedSide(file, "front", file, 1, drawn)


def _write_svg(path: Path, drawn: Drawing, checked: Checked) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(svg.write(drawn, checked.fonts), "utf-8", newline="\n")


FOLDED = Output(FoldedProfile, make)
