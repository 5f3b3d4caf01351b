"""Pieces folded from a sheet: panels joined by folds, their outline and glue, and what they look like folded."""

from beeprint.folding.boxes import divider, lid, sleeve, tray, tuck_box
from beeprint.folding.net import Fold, Glue, Net, Panel
from beeprint.folding.parting import parted
from beeprint.folding.solid import Slab, Turn, folded
from beeprint.folding.standees import paper_standee
from beeprint.folding.view import Face, view

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
