"""All faces of each deck in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from beeprint import sheet
from beeprint.base.options import Options
from beeprint.files.names import slug
from beeprint.files.schema import Number
from beeprint.formats.tabletop import Picture
from beeprint.formats.tabletop.table import face_picture
from beeprint.game.model import Deck
from beeprint.game.words import say
from beeprint.products import Checked, Order, Output, PrintedSide, Product, Profile, rows_of, selected
from beeprint.products.exports import CELL, beside, drawing
from beeprint.products.files import write_over
from beeprint.products.output import PIXELS, Job
from beeprint.sheet import GROUND, Contact, NamedFace


class ContactSheetProfile(Profile):
    """Pictures of `dpi` dots per inch."""

    output: Literal["contact-sheet"]
    dpi: Annotated[Number, Field(ge=10, le=1200)] = 100


def make(order: Order[ContactSheetProfile]) -> Product:
    """Return a picture of each deck; faces are drawn one by one, so that those which are as before are not drawn."""
    checked, dpi = order.checked, order.options.dpi or order.profile.dpi
    first: dict[Path, Job] = {}
    last: list[Job] = []
    contacts: dict[str, Contact] = {}
    for deck in selected(checked.game, order.options, boxes=True):
        made = sheet.contact(list(_shown(checked, deck, order.options)), deck.shape, checked.fonts, dpi)
        pictures = [_picture(made, one) for one in made.faces]
        files = [beside(order) / f"{picture.key}{CELL}" for picture in pictures]
        first |= {file: drawing(file, one, checked) for file, one in zip(files, pictures, strict=True)}
        name = f"{slug(deck.name)}.png"
        contacts[name] = made
        cells = [(*corner, file) for corner, file in zip(made.places, files, strict=True)]
        work = PIXELS * made.paper.width * made.paper.height / 100_000
        last.append((work, partial(write_over, order.folder / name, made.under, cells, checked, dpi)))
    return Product((order.name,), tuple(first.values()), tuple(last), sides=partial(_sides, order.name, contacts))


def _picture(made: Contact, one: NamedFace) -> Picture:
    """Return the picture of a face, cut along its outline."""
    outline = made.outline(one)
    return face_picture(one.face, outline.box, *made.size, outline.cut_path(), GROUND)


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


OUTPUT = Output(ContactSheetProfile, make, frozenset({"dpi"}))
