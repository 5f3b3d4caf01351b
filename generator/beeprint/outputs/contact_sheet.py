"""All faces of each deck in one picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from beeprint import sheet
from beeprint.base.options import Options
from beeprint.files.names import slug
from beeprint.files.schema import Number
from beeprint.game.model import Deck
from beeprint.game.words import say
from beeprint.products import Checked, Order, Output, PrintedSide, Product, Profile, rows_of, selected
from beeprint.products.files import write_png
from beeprint.products.output import PIXELS, Job
from beeprint.sheet import NamedFace


class ContactSheetProfile(Profile):
    """Pictures of `dpi` dots per inch."""

    output: Literal["contact-sheet"]
    dpi: Annotated[Number, Field(ge=10, le=1200)] = 100


def make(order: Order[ContactSheetProfile]) -> Product:
    """Return a picture of each deck."""
    checked, dpi = order.checked, order.options.dpi or order.profile.dpi
    jobs: list[Job] = []
    sides: list[PrintedSide] = []
    for deck in selected(checked.game, order.options, boxes=True):
        picture = sheet.contact(list(_shown(checked, deck, order.options)), deck.shape, checked.fonts)
        name = f"{slug(deck.name)}.png"
        work = PIXELS * picture.box.width * picture.box.height / 645 + len(deck.rows.rows)
        jobs.append((work, partial(write_png, order.folder / name, picture, checked, dpi)))
        sides.append(PrintedSide(name, "front", f"{order.name}/{name}", 1, picture))
    return Product((order.name,), tuple(jobs), sides=lambda: sides)


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
