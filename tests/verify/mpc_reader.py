"""Read an order with mpc-autofill's own reader: mpc_reader.py DESKTOP-TOOL ORDER.xml prints what it found as JSON.

What the program needs to drive a browser is not installed for this: those modules are stand-ins that do nothing.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

ABSENT = ("InquirerPy", "enlighten", "googleapiclient", "oauth2client", "sanitize_filename", "selenium", "ratelimit")


class StandIns(MetaPathFinder, Loader):
    """Finds stand-ins for modules of the packages that are absent."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a stand-in for a module of an absent package."""
        return ModuleSpec(fullname, self, is_package=True) if fullname.partition(".")[0] in ABSENT else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return a module that has whatever is asked of it."""
        return MagicMock(spec_set=None, name=spec.name, __path__=[])

    def exec_module(self, module: ModuleType) -> None:
        """Run nothing."""


def main(tool: str, order: str) -> None:
    """Print the number of cards, the stock, and for each picture its slots and whether its file is there."""
    sys.path.insert(0, tool)
    # The program goes into the folder that it works in, and names files as seen from there.
    os.chdir(Path(order).parent)
    sys.meta_path.append(StandIns())
    reader = importlib.import_module("src.order").CardOrder
    card_order = reader.from_file_path(str(Path(order).parent), order)
    cards = [*card_order.fronts.cards_by_id.values(), *card_order.backs.cards_by_id.values()]
    print(
        json.dumps(
            {
                "quantity": card_order.details.quantity,
                "stock": str(getattr(card_order.details.stock, "value", card_order.details.stock)),
                "fronts": sorted(slot for card in card_order.fronts.cards_by_id.values() for slot in card.slots),
                "backs": sorted(slot for card in card_order.backs.cards_by_id.values() for slot in card.slots),
                "missing": [card.drive_id for card in cards if not card.file_exists()],
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
