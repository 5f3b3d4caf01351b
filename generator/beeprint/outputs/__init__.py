"""Products: what each profile makes of a checked game, as jobs that can be done side by side."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.formats import faces
from beeprint.outputs import profile, virtual
from beeprint.outputs.changed import BEFORE, Told, with_changes
from beeprint.outputs.contact import contact_sheets
from beeprint.outputs.cut import print_cut
from beeprint.outputs.parts import (
    FACE,
    Checked,
    Product,
    copies_in_box,
    copies_of,
    folder_name,
    rows_of,
    selected,
    target_of,
)
from beeprint.outputs.printed import sheets
from beeprint.outputs.tables import components, tables

__all__ = [
    "BEFORE",
    "Checked",
    "Product",
    "Told",
    "components",
    "copies_in_box",
    "copies_of",
    "folder_name",
    "product",
    "rows_of",
    "selected",
    "target_of",
    "with_changes",
]


def product(checked: Checked, name: str, work: Path, options: Options) -> Product:
    """Return how a profile is made in the folder `work`; its sheets by their files' names."""
    found, node = profile.load(checked.game.workspace, name, Place(name))
    if found.output == "faces":
        job = partial(faces.write, work / name, tuple(checked.faces.values()), checked.fonts)
        return Product(found.title, (name,), ((FACE * len(checked.faces), job),))
    if found.output == "contact-sheet":
        return Product(found.title, (name,), tuple(contact_sheets(checked, found, work / name, options)))
    if found.output in virtual.OUTPUTS:
        return tables(checked, found, name, work, options)
    if found.output == "print-cut":
        return print_cut(checked, found, node, work / name, options)
    return sheets(checked, found, node, name, work, options)
