"""Prepare a game for virtual tables: its pieces with faces and names, and jobs that draw and join pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

from pydantic import Field

from beeprint.base.options import FileOptions
from beeprint.base.store import Store
from beeprint.base.words import counted
from beeprint.draw.fonts import Fonts
from beeprint.files.schema import Number
from beeprint.formats import png
from beeprint.formats.tabletop import Component, Item, Made, Mosaic, Picture
from beeprint.game import labels
from beeprint.products.files import write_text
from beeprint.products.output import Job, Order, Profile
from beeprint.products.pieces import Checked, copies_in_box, rows_of, selected

#: The work of 10,000 pixels.
_PIXELS = 2.0


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
        yield Component(deck.name, deck.spec.title, deck.role, deck.shape, tuple(items), one_back)


def jobs(
    order: Order[Profile], made: Made, pack: Callable[[Mapping[str, Path]], None] | None = None
) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
    """Return the jobs that draw each picture once, and those that join the pictures and write the other files.

    With `pack` the pictures are drawn in a temporary folder, and it packs them into one file.
    """
    checked, folder = order.checked, order.folder
    fonts, store = checked.fonts, checked.store
    # Outside the folder that is delivered, so that the loose pictures are not delivered with it.
    drawn = folder.parents[1] / "drawn" / folder.name
    files = {name: (drawn if pack else folder) / name for name in made.pictures}
    first: dict[Path, Job] = {}
    last: list[Job] = []
    for name, picture in made.pictures.items():
        if isinstance(picture, Picture):
            first[files[name]] = _job(files[name], picture, fonts, store)
            continue
        cells = {place: drawn / f"{cell.key}.png" for place, cell in picture.cells.items()}
        first |= {cells[place]: _job(cells[place], cell, fonts, store) for place, cell in picture.cells.items()}
        size = picture.columns * picture.width * picture.rows * picture.height
        last.append((_work(size) / 10, partial(_join, files[name], picture, cells, store, str(fonts.digests))))
    if pack:
        last.append((1.0, partial(pack, files)))
    else:
        last += ((1.0, partial(write_text, folder / name, text)) for name, text in made.texts.items())
    return tuple(first.values()), tuple(last)


def _work(pixels: float) -> float:
    return _PIXELS * pixels / 10_000


def _job(path: Path, picture: Picture, fonts: Fonts, store: Store) -> Job:
    box = picture.drawing.box
    return _work(box.width * box.height), partial(_draw, path, picture, fonts, store)


def _draw(path: Path, picture: Picture, fonts: Fonts, store: Store) -> None:
    """Draw a picture whose unit is a pixel: at 25.4 dots per inch, a pixel is a mm."""

    def make() -> None:
        png.write(path, picture.drawing, fonts, 25.4, picture.cut)

    store.once(path, ("picture", picture.key, str(fonts.digests)), make)


def _join(path: Path, mosaic: Mosaic, cells: Mapping[int, Path], store: Store, digest: str) -> None:
    def make() -> None:
        png.join(path, mosaic.columns, mosaic.rows, mosaic.width, mosaic.height, cells)

    store.once(path, ("mosaic", mosaic.key, digest), make)
