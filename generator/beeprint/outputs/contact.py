"""All faces of each deck in one picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from beeprint import sheet
from beeprint.base.options import Options
from beeprint.files.workspace import slug
from beeprint.game.model import Deck
from beeprint.outputs.files import write_png
from beeprint.outputs.parts import PIXELS, Checked, rows_of, selected
from beeprint.outputs.profile import Profile
from beeprint.sheet import Shown


def contact_sheets(
    checked: Checked, found: Profile, folder: Path, options: Options
) -> Iterator[tuple[float, Callable[[], None]]]:
    """Yield the job of each deck's picture."""
    for deck in selected(checked.game, options):
        picture = sheet.contact(list(_shown(checked, deck, options)), deck.shape, checked.fonts)
        job = partial(write_png, folder / f"{slug(deck.name)}.png", picture, checked, found.dpi)
        yield PIXELS * picture.box.width * picture.box.height / 645 + len(deck.rows.rows), job


def _shown(checked: Checked, deck: Deck, options: Options) -> Iterator[Shown]:
    """Yield the faces of a deck with their names: each row's front and own back, at the end the back that all share."""
    for row in rows_of(deck, options):
        for side in ("front", "back"):
            face = checked.faces.get((deck.name, row.id, side))
            if face is not None:
                copies = f" \u00d7 {row.copies}" if row.copies > 1 and side == "front" else ""
                yield Shown(f"{row.id}{copies}" if side == "front" else f"{row.id}, back", face.symbol)
    shared = checked.faces.get((deck.name, "", "back"))
    if shared is not None:
        yield Shown("back", shared.symbol)
