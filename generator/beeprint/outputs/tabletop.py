"""Faces as files for virtual tables, the web and other programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from beeprint import sheet
from beeprint.base.options import Options
from beeprint.face.layout import Face, FaceId
from beeprint.formats import archive, faces
from beeprint.formats.tabletop import Picture, rooms, simulator
from beeprint.formats.tabletop.table import face_picture
from beeprint.game.model import Deck
from beeprint.game.words import say
from beeprint.outputs.shared import (
    Checked,
    Order,
    Output,
    PrintedSide,
    Product,
    Profile,
    rows_of,
    selected,
    small_print,
    target_of,
)
from beeprint.outputs.shared.exports import (
    CELL,
    ExportKeys,
    TableKeys,
    beside,
    components,
    drawing,
    jobs,
    one_page,
    piece_count,
    product,
)
from beeprint.outputs.shared.files import write_over
from beeprint.outputs.shared.output import FACE, PIXELS, Job
from beeprint.sheet import GROUND, Contact, NamedFace
from beeprint.sources.names import slug
from beeprint.sources.schema import Number

# All faces of each deck in one picture.


class ContactSheetProfile(Profile):
    """Pictures of `dpi` dots per inch."""

    output: Literal["contact-sheet"]
    dpi: Annotated[Number, Meta(ge=10, le=1200)] = 100


def make_contact_sheet(order: Order[ContactSheetProfile]) -> Product:
    """Return a picture of each deck; faces are drawn one by one, so that those which are as before are not drawn."""
    checked, dpi = order.checked, order.options.dpi or order.profile.dpi
    first: dict[Path, Job] = {}
    last: list[Job] = []
    contacts: dict[str, Contact] = {}
    for deck in selected(checked.game, order.options, boxes=True):
        made = sheet.contact(list(_shown(checked, deck, order.options)), deck.shape, checked.fonts, dpi)
        pictures = [_picture(made, face) for face in made.faces]
        files = [beside(order) / f"{picture.key}{CELL}" for picture in pictures]
        first |= {file: drawing(file, size, checked) for file, size in zip(files, pictures, strict=True)}
        name = f"{slug(deck.name)}.png"
        contacts[name] = made
        cells = [(*corner, file) for corner, file in zip(made.places, files, strict=True)]
        work = PIXELS * made.paper.width * made.paper.height / 100_000
        last.append((work, partial(write_over, order.folder / name, made.under, cells, checked, dpi)))
    return Product((order.name,), tuple(first.values()), tuple(last), sides=partial(_sides, order.name, contacts))


def _picture(made: Contact, named: NamedFace) -> Picture:
    """Return the picture of a face, cut along its outline."""
    outline = made.outline(named)
    return face_picture(named.face, outline.box, *made.size, outline.cut_path(), GROUND)


def _sides(folder: str, contacts: Mapping[str, Contact]) -> Iterator[PrintedSide]:
    for name, made in contacts.items():
        yield PrintedSide(name, "front", f"{folder}/{name}", 1, made.drawing)


def _shown(checked: Checked, deck: Deck, options: Options) -> Iterator[NamedFace]:
    """Yield the faces of a deck with their names: each row's front and own back, and last a shared back."""
    back = say(checked.game.written_in, "back")
    for row in rows_of(deck, options):
        for side in ("front", "back"):
            face = checked.faces.get((deck.name, row.id, side))
            if face is not None:
                copies = f" \u00d7 {row.copies}" if row.copies > 1 and side == "front" else ""
                yield NamedFace(
                    f"{row.id}{copies}" if side == "front" else f"{row.id}, {back}", face.symbol, side == "back"
                )
    shared = checked.faces.get((deck.name, "", "back"))
    if shared is not None:
        yield NamedFace(back, shared.symbol, behind=True)


CONTACT_SHEET = Output(ContactSheetProfile, make_contact_sheet, frozenset({"dpi"}))


# Each face as an SVG file, with its bleed.


#: How many faces a job writes, so that processors share those of a large deck.
_TOGETHER = 500


class FacesProfile(Profile):
    """Faces as SVG files; there is nothing to choose."""

    output: Literal["faces"]


def make_faces(order: Order[FacesProfile]) -> Product:
    """Return the jobs that write all faces."""
    return Product((order.name,), tuple(_face_jobs(order, order.checked.faces)))


def _face_jobs(order: Order[FacesProfile], drawn: Mapping[FaceId, Face]) -> Iterator[Job]:
    """Yield jobs that write faces, those of large decks each laid out when it is written."""
    ids = tuple(drawn)
    for start in range(0, len(ids), _TOGETHER):
        some = ids[start : start + _TOGETHER]
        yield FACE * len(some), partial(_write, order, drawn, some)


def _write(order: Order[FacesProfile], drawn: Mapping[FaceId, Face], some: Sequence[FaceId]) -> None:
    faces.write(order.folder, (drawn[id] for id in some), order.checked.fonts)


FACES = Output(FacesProfile, make_faces)


# Each face as a picture, and a list of the pieces, for the web and for any virtual table.


class ImagesProfile(ExportKeys):
    """Pictures of `dpi` dots per inch."""

    output: Literal["images"]


def make_images(order: Order[ImagesProfile]) -> Product:
    """Return the pictures, the list and the page of previews."""
    return product(order)


IMAGES = Output(ImagesProfile, make_images, frozenset({"dpi", "export"}))


# All faces on one web page, to send.


class WebPageProfile(TableKeys):
    """Pictures of `dpi` dots per inch, all in one file."""

    output: Literal["web-page"]


def make_web_page(order: Order[WebPageProfile]) -> Product:
    """Return the page."""
    return one_page(order)


WEB_PAGE = Output(WebPageProfile, make_web_page, frozenset({"dpi"}))


# A room for playingcards.io: one file that holds every piece.


class PlayingcardsIoProfile(Profile):
    """Rooms have pictures of one size only."""

    output: Literal["playingcards-io"]


def make_playingcards_io(order: Order[PlayingcardsIoProfile]) -> Product:
    """Return the room."""
    name = order.checked.game.spec.id
    made = rooms.room(name, tuple(components(order.checked, order.options)))
    first, last = jobs(order, made, lambda files: archive.pack(order.folder / f"{name}.pcio", files, made.texts))
    line = f"{order.name}: {piece_count(order)}; import {name}.pcio into a room of playingcards.io"
    return Product((order.name,), first, last, (line,))


PLAYINGCARDS_IO = Output(PlayingcardsIoProfile, make_playingcards_io)


# A saved object for Tabletop Simulator: the whole game, with its pictures.


class TabletopSimulatorProfile(TableKeys):
    """Pictures of `dpi` dots per inch, or of fewer, with a hint, where they would be too large."""

    output: Literal["tabletop-simulator"]


def make_tabletop_simulator(order: Order[TabletopSimulatorProfile]) -> Product:
    """Return the saved object and its pictures."""
    dpi = order.options.dpi or order.profile.dpi
    game, base = order.checked.game, order.options.base_url
    where = _address(base, target_of(game, order.options) / order.name)
    pieces = tuple(components(order.checked, order.options))
    saved = simulator.saved_object(game.spec.id, game.spec.title, small_print(game), pieces, where, dpi)
    first, last = jobs(order, saved)
    name, id_ = order.name, game.spec.id
    files = f"copy {id_}.json and {id_}.png into Tabletop Simulator's folder Saves/Saved Objects"
    hosted = (
        f"host the contents of files/ at {base}"
        if base
        else "it shows files on this machine, which other players cannot see; to host them, give --base-url"
    )
    summary = (f"{name}: {piece_count(order)}; {files}", f"{name}: {hosted}")
    hints = tuple(
        f"{name}: pictures of {deck.name} have {int(reached)} dpi, not {dpi:g}: "
        f"none may have more than {simulator.MOST} pixels a side"
        for deck, reached in simulator.coarser(pieces, dpi)
    )
    return Product((name,), first, last, summary, hints)


def _address(base: str, folder: Path) -> Callable[[str], str]:
    """Return a function from a file's name to its address: where it is hosted, else its place on this machine."""
    if base:
        return lambda name: f"{base.rstrip('/')}/{name.removeprefix(f'{simulator.FOLDER}/')}"
    return lambda name: Path(os.path.abspath(folder / name)).as_uri()


TABLETOP_SIMULATOR = Output(TabletopSimulatorProfile, make_tabletop_simulator, frozenset({"base_url", "dpi"}))
