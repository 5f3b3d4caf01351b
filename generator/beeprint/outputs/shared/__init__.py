"""What outputs share: the contract, a checked game, the pieces asked for, and sheets and pictures as jobs."""

from beeprint.outputs.shared.output import Order, Output, PrintedSide, Product, Profile
from beeprint.outputs.shared.pieces import (
    Checked,
    copies_in_box,
    copies_of,
    folder_name,
    rows_of,
    selected,
    small_print,
    target_of,
)

__all__ = [
    "Checked",
    "Order",
    "Output",
    "PrintedSide",
    "Product",
    "Profile",
    "copies_in_box",
    "copies_of",
    "folder_name",
    "rows_of",
    "selected",
    "small_print",
    "target_of",
]
