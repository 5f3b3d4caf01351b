"""Prepare a game for virtual tables: its pieces with faces and names, and jobs that draw and join pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field

from beeprint.base.geometry import MM_PER_INCH
from beeprint.base.options import FileOptions
from beeprint.base.processes import Akin
from beeprint.base.words import counted
from beeprint.files.schema import Number
from beeprint.formats import png, webp
from beeprint.formats.tabletop import Component, Item, Made, Mosaic, Picture
from beeprint.game import labels
from beeprint.products.files import write_text
from beeprint.products.output import Job, Order, Profile
from beeprint.products.pieces import Checked, copies_in_box, rows_of, selected

#: What puts drawn pictures, by their names, into one file.
Pack = Callable[[Mapping[str, Path]], None]
#: The ending of pictures that are joined to others.
CELL = ".tga"
#: The work of 10,000 pixels.
_PIXELS = 2.0


class Preview(NamedTuple):
    """A small picture beside another one: its file, and its size in pixels."""

    file: Path
    size: tuple[int, int]


class TableKeys(Profile):
    """The keys of profiles for virtual tables: the dots per inch of their pictures."""

    dpi: Annotated[Number, Field(ge=10, le=1200)] = 100


def piece_count(order: Order[Profile]) -> str:
    """Count the pieces that come onto the table in words; unlike the box, it holds alternative packs too."""
    options = order.options
    counts = {
        deck.name: sum(copies_in_box(deck, row, options) for row in rows_of(deck, options))
        for deck in selected(order.checked.game, options)
    }
    found = counted(sum(counts.values()), "piece")
    extra = [
        f"{deck.spec.title}: {counts[name]}"
        for name, deck in order.checked.game.decks.items()
        if counts.get(name) and deck.spec.print_ == 0
    ]
    return f"{found}, with alternative packs ({', '.join(extra)})" if extra and not options.only else found


def components(checked: Checked, options: FileOptions) -> Iterator[Component]:
    """Yield each deck with pieces as a virtual table shows it, with as many copies as the box holds."""
    for deck in selected(checked.game, options):
        items = []
        for row in rows_of(deck, options):
            back = checked.back(deck, row)
            named = labels.label(checked.game, deck, row)
            values = row.values.get("faces")
            items.append(
                Item(
                    row.id,
                    named.name,
                    named.description,
                    copies_in_box(deck, row, options),
                    checked.faces[deck.name, row.id, "front"].symbol,
                    back.symbol if back else None,
                    tuple(map(str, values)) if isinstance(values, (list, tuple)) and len(values) == 6 else (),
                    row.stem,
                )
            )
        if not items:
            continue
        one_back = deck.spec.back is not None and deck.spec.back.each == "deck"
        yield Component(deck.name, deck.spec.title, deck.role, deck.shape, tuple(items), one_back, deck.spec.bleed)


def jobs(
    order: Order[Profile],
    made: Made,
    pack: Pack | None = None,
    dpi: float = 0,
    quality: int = webp.FINE,
    previews: Mapping[str, Preview] | None = None,
) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
    """Return the jobs that draw each picture once, and those that join the pictures and write the other files.

    With `pack` the pictures are drawn in a temporary folder, and it packs them into one file. Pictures note that they
    have so many `dpi`, if it is given; `quality`, of 100, is that of WebP and JPEG files.
    `previews` are those of pictures by their names.
    """
    checked, folder = order.checked, order.folder
    drawn = beside(order)
    files = {name: (drawn if pack else folder) / name for name in made.pictures}
    first: dict[Path, Job] = {}
    last: list[Job] = []
    for name, picture in made.pictures.items():
        if isinstance(picture, Picture):
            preview = previews.get(name) if previews else None
            first[files[name]] = drawing(files[name], picture, checked, dpi, quality, preview)
            continue
        cells = {place: drawn / f"{cell.key}{CELL}" for place, cell in picture.cells.items()}
        first |= {cells[place]: drawing(cells[place], cell, checked) for place, cell in picture.cells.items()}
        size = picture.columns * picture.width * picture.rows * picture.height
        last.append((_work(size) / 10, partial(_join, files[name], picture, cells, checked)))
    if pack:
        last.append((1.0, partial(pack, files)))
    else:
        last += ((1.0, partial(write_text, folder / name, text)) for name, text in made.texts.items())
    return tuple(first.values()), tuple(last)


def beside(order: Order[Profile]) -> Path:
    """Return the folder for pictures of an order that are put into other files, outside the one that is delivered."""
    return order.folder.parents[1] / "drawn" / order.folder.name


def _work(pixels: float) -> float:
    return _PIXELS * pixels / 10_000


def drawing(
    path: Path,
    picture: Picture,
    checked: Checked,
    dpi: float = 0,
    quality: int = webp.FINE,
    preview: Preview | None = None,
) -> Job:
    """Return the job that draws a picture in the format of its file's ending, and notes that it has so many dpi.

    Pictures of one size show the faces of one deck, most often, and so the same ground and frame.
    """
    box = picture.drawing.box
    work = _work(box.width * box.height + (preview.size[0] * preview.size[1] if preview else 0))
    return work, Akin((box.width, box.height), partial(_draw, path, picture, checked, dpi, quality, preview))


def _draw(path: Path, picture: Picture, checked: Checked, dpi: float, quality: int, preview: Preview | None) -> None:
    """Draw a picture whose unit is a pixel: at 25.4 dots per inch, a pixel is a mm."""
    noted = () if not dpi and path.suffix == ".png" else (path.suffix, f"{dpi} {quality}")
    # The preview shows what was drawn, not what a format has left of it, whichever of both is in the cache.
    drawn = cache(partial(png.drawn, picture.drawing, checked.fonts, MM_PER_INCH, picture.cut))

    def make() -> None:
        if path.suffix == CELL:
            path.write_bytes(png.cell(drawn()))
        else:
            path.write_bytes(webp.encode(png.packed(drawn(), dpi or MM_PER_INCH), path.suffix, quality))

    checked.store.once(path, ("picture", picture.key, *noted, str(checked.fonts.digests)), make)
    if preview is not None:
        _shrink(preview, picture, checked, drawn)


def _shrink(preview: Preview, picture: Picture, checked: Checked, drawn: Callable[[], png.Pixels]) -> None:
    file, size = preview

    def make() -> None:
        file.write_bytes(webp.small(drawn(), size))

    checked.store.once(file, ("preview", picture.key, f"{size}", str(checked.fonts.digests)), make)


def _join(path: Path, mosaic: Mosaic, cells: Mapping[int, Path], checked: Checked) -> None:
    def make() -> None:
        png.join(path, mosaic.columns, mosaic.rows, mosaic.width, mosaic.height, cells)

    checked.store.once(path, ("mosaic", mosaic.key, str(checked.fonts.digests)), make)
