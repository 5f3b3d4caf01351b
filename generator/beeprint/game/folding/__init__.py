"""Pieces folded from a sheet: panels joined by folds, their outline and glue, and what they look like folded."""

from beeprint.game.folding.boxes import divider, lid, paper_standee, sleeve, tray, tuck_box
from beeprint.game.folding.net import Fold, Glue, Net, Panel, parted
from beeprint.game.folding.view import Face, Slab, Turn, folded, view

__all__ = [
    "Face",
    "Fold",
    "Glue",
    "Net",
    "Panel",
    "Slab",
    "Turn",
    "divider",
    "folded",
    "lid",
    "paper_standee",
    "parted",
    "sleeve",
    "tray",
    "tuck_box",
    "view",
]
