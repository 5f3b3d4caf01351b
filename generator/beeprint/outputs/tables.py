"""What virtual tables load: every piece of the box with its faces and its name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from beeprint.base.options import Options
from beeprint.formats.tabletop import Component, Item
from beeprint.game import labels
from beeprint.outputs import virtual
from beeprint.outputs.parts import Checked, Product, copies_in_box, rows_of, selected, target_of
from beeprint.outputs.profile import Profile
from beeprint.outputs.virtual import Table


def tables(checked: Checked, found: Profile, name: str, work: Path, options: Options) -> Product:
    """Return what a virtual table loads of a game."""
    spec = checked.game.spec
    fine = [f"version {spec.version}", *spec.credits, *(["unofficial"] if spec.unofficial else [])]
    table = Table(spec.id, spec.title, " \u00b7 ".join(fine), tuple(components(checked, options)))
    there = target_of(checked.game, options) / name
    made = virtual.make(found, table, virtual.address(options.base_url, there))
    jobs, last = virtual.jobs(found, table, made, work / name, checked.fonts, checked.store)
    return Product(found.title, (name,), jobs, last=last)


def components(checked: Checked, options: Options) -> Iterator[Component]:
    """Yield the decks as a virtual table shows them, with as many pieces as the box holds."""
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
                )
            )
        shape = deck.spec.shape.kind
        kind: Literal["card", "tile", "die"] = "card" if shape == "card" else "die" if shape == "die-net" else "tile"
        hidden = deck.spec.back is not None and deck.spec.back.each == "deck"
        yield Component(deck.name, deck.spec.title, kind, deck.shape, tuple(items), hidden)
