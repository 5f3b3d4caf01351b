"""What pages for a press cost, spent from the budget before any of them is printed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from beeprint.outputs.shared import opaque, proof
from beeprint.outputs.shared.pieces import Checked
from beeprint.outputs.shared.press import Page
from beeprint.press.costs import Costs
from beeprint.press.inks import Inks
from beeprint.press.plates import PROCESS, Plates


def spend(pages: Iterable[Page], checked: Checked, inks: Inks, flat: bool, proofs: bool) -> None:
    """Spend what pages cost, and their `proofs`; with `flat`, what is transparent is drawn. SpentError if too much.

    Pages are taken one by one: those of many sheets need not be in memory at once.
    """
    fonts, at = checked.fonts, partial(checked.game.node.at, ["decks"])
    plates, costs = Plates(inks, fonts), Costs(inks, at)
    for page in pages:
        times = 2 + (len(PROCESS) if flat else 0)
        if flat:
            opaque.spend(page.drawing, plates, fonts, at)
        if proofs:
            times += proof.spend(page.drawing, plates, at)
        costs.spend(page.drawing, times)
