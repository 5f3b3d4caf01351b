"""Products: what each profile makes of a checked game, as jobs that can be done side by side."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from beeprint import profile, virtual
from beeprint.options import Options
from beeprint.outputs import faces
from beeprint.problems import Place
from beeprint.products.changed import BEFORE, Told, with_changes
from beeprint.products.contact import contact_sheets
from beeprint.products.cut import print_cut
from beeprint.products.parts import (
    FACE,
    Checked,
    Product,
    boxed,
    copies_of,
    folder_name,
    rows_of,
    selected,
    target_of,
)
from beeprint.products.printed import sheets
from beeprint.products.tables import components, tables

__all__ = [
    "BEFORE",
    "Checked",
    "Product",
    "Told",
    "boxed",
    "components",
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
