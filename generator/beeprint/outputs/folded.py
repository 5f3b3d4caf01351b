"""Pictures of folded pieces: boxes, trays, sleeves and standees, from the front and from behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from beeprint.base.problems import error_at
from beeprint.draw import svg
from beeprint.draw.drawing import Drawing
from beeprint.files.names import slug
from beeprint.files.schema import Number
from beeprint.products import Checked, Order, Output, PrintedSide, Product, Profile, rows_of, selected
from beeprint.products.files import write_png
from beeprint.products.folded import picture
from beeprint.products.output import FACE, PIXELS, Job


class FoldedProfile(Profile):
    """Pictures of `dpi` dots per inch, each as an SVG too."""

    output: Literal["folded"]
    dpi: Annotated[Number, Field(ge=10, le=1200)] = 100


def make(order: Order[FoldedProfile]) -> Product:
    """Return a picture of each folded piece, as PNG and as SVG."""
    pictures = tuple(_pictures(order))
    if not pictures:
        place = order.node.at(["output"])
        raise error_at(place, "the game has nothing to fold", "add a box: beeprint docs boxes says how")
    jobs = tuple(job for one in pictures for job in _jobs(order, one))
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
            drawn = picture(net, checked.faces[deck.name, row.id, "front"].symbol)
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


OUTPUT = Output(FoldedProfile, make)
