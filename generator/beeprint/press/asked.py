"""What a vendor asks of a PDF, as `beeprint preflight` checks it, whoever made the file."""

from __future__ import annotations

from collections.abc import Sequence

from beeprint.press.condition import Condition
from beeprint.press.standard import CUTS, Expected
from beeprint.press.vendor import Vendor


def asked(
    vendor: Vendor, condition: Condition, standard: str, limit: float, order: str = "", lines: Sequence[str] = ()
) -> Expected:
    """Return what a vendor asks of a file of pieces, a side on each page.

    `order` is that of the pages, the vendor's own if it is missing. `lines` are the spot inks of cut lines and folds
    that a profile adds. Of several sizes, the least bleed and safe distance count.
    """
    takes = vendor.files
    cut = (takes.spots["cut"],) if "cut" in takes.spots else ()
    conditions = dict.fromkeys(filter(None, (condition.identifier, takes.condition)))
    return Expected(
        standard,
        title=vendor.name,
        limit=limit,
        dpi=takes.dpi,
        conditions=tuple(conditions),
        bleed=min(one.bleed for one in vendor.margins),
        safe=min(one.safe for one in vendor.margins),
        sizes=tuple(cut.trim for cut in vendor.cuts) if vendor.sizes == "listed" else (),
        marks=takes.marks,
        spots=None if takes.other_spots else tuple(takes.spots.values()),
        cuts=tuple(dict.fromkeys((*cut, *lines, *(CUTS if takes.other_spots else ())))),
        even=(order or takes.order) in ("back-front", "front-back") and vendor.backs == "card",
        least_text=takes.least_text,
    )
