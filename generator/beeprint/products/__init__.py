"""What outputs share: a checked game, the pieces that are asked for, sheets and pictures as jobs, and the contract."""

from beeprint.products.output import Order, Output, Product, Profile
from beeprint.products.pieces import (
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
