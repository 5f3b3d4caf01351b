"""Virtual tables: what each of them loads of a game, and the jobs that draw and write it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from beeprint.base.store import Store
from beeprint.draw.fonts import Fonts
from beeprint.formats.tabletop import Component, Made, Mosaic, Picture, loose, rooms, simulator
from beeprint.outputs.profile import Profile

#: The outputs of profiles that are made here.
OUTPUTS = ("tabletop-simulator", "playingcards-io", "images")
#: How much work 10,000 pixels are.
_PIXELS = 2.0

Job = tuple[float, Callable[[], None]]


@dataclass(frozen=True)
class Table:
    """A game as it comes onto a virtual table; `note` is its small print."""

    game: str
    title: str
    note: str
    components: tuple[Component, ...]


def address(base: str, folder: Path) -> Callable[[str], str]:
    """Return what a saved object calls its files: by where they are hosted, else by where they lie on this machine."""
    if base:
        return lambda name: f"{base.rstrip('/')}/{name.removeprefix(f'{simulator.FOLDER}/')}"
    return lambda name: Path(os.path.abspath(folder / name)).as_uri()


def make(profile: Profile, table: Table, where: Callable[[str], str]) -> Made:
    """Return what a profile's table loads of the game."""
    components = tuple(one for one in table.components if one.items)
    if profile.output == "playingcards-io":
        return rooms.room(table.game, components)
    if profile.output == "images":
        return loose.pictures(components, profile.dpi)
    return simulator.saved_object(table.game, table.title, table.note, components, where, profile.dpi)


def jobs(
    profile: Profile, table: Table, made: Made, folder: Path, fonts: Fonts, store: Store
) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
    """Return the jobs that draw each picture once, and those that put together and write what needs these."""
    # Beside the folder that is delivered, so that it goes when that has gone to its place.
    drawn = folder.parents[1] / "drawn" / folder.name
    packed = profile.output == "playingcards-io"
    files = {name: (drawn if packed else folder) / name for name in made.pictures}
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
    if packed:
        last.append((1.0, partial(rooms.pack, folder / f"{table.game}.pcio", files, made.texts)))
    else:
        last += ((1.0, partial(_write, folder / name, text)) for name, text in made.texts.items())
    return tuple(first.values()), tuple(last)


def _work(pixels: float) -> float:
    return _PIXELS * pixels / 10_000


def _job(path: Path, picture: Picture, fonts: Fonts, store: Store) -> Job:
    box = picture.drawing.box
    return _work(box.width * box.height), partial(_draw, path, picture, fonts, store)


def _draw(path: Path, picture: Picture, fonts: Fonts, store: Store) -> None:
    """Draw a picture, whose unit is a pixel: at 25.4 dots to the inch a mm is one."""

    def make() -> None:
        from beeprint.formats import png

        png.write(path, picture.drawing, fonts, 25.4, picture.cut)

    store.once(path, ("picture", picture.key, str(fonts.digests)), make)


def _join(path: Path, mosaic: Mosaic, cells: Mapping[int, Path], store: Store, digest: str) -> None:
    def make() -> None:
        from beeprint.formats import png

        png.join(path, mosaic.columns, mosaic.rows, mosaic.width, mosaic.height, cells)

    store.once(path, ("mosaic", mosaic.key, digest), make)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="")
