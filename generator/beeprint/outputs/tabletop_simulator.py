"""A saved object for Tabletop Simulator: the whole game, with its pictures."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from beeprint.formats.tabletop import simulator
from beeprint.products import Order, Output, Product, small_print, target_of
from beeprint.products.exports import TableKeys, components, jobs, piece_count


class TabletopSimulatorProfile(TableKeys):
    """Pictures of `dpi` dots per inch, or of fewer, with a hint, where they would be too large."""

    output: Literal["tabletop-simulator"]


def make(order: Order[TabletopSimulatorProfile]) -> Product:
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


OUTPUT = Output(TabletopSimulatorProfile, make, frozenset({"base_url", "dpi"}))
