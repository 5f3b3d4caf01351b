"""Orders of mpc-autofill: an XML file that says which picture goes into which place of an order of cards.

The tool's own reader is desktop-tool/src/order.py of github.com/chilli-axe/mpc-autofill; docs/press.md tells what it
reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape


def order(cards: Sequence[tuple[str, str]], stock: str, foil: bool) -> str:
    """Return the order of cards, each with the files of its front and its back, seen from the folder of the order.

    The back that most of them have is that of the whole order, and only others are listed.
    """
    [(most, _)] = Counter(back for _, back in cards).most_common(1)
    lines = ["<order>", "  <details>", *_elements(4, quantity=str(len(cards)), stock=stock, foil=str(foil).lower())]
    lines += ["  </details>", "  <fronts>", *_cards([front for front, _ in cards]), "  </fronts>"]
    others = list(_cards([back if back != most else "" for _, back in cards]))
    lines += ["  <backs>", *others, "  </backs>"] if others else []
    return "\n".join([*lines, *_elements(2, cardback=most), "</order>", ""])


def _cards(files: Sequence[str]) -> list[str]:
    """Return an element for each file, with the places that it fills; none for places without one."""
    slots: dict[str, list[str]] = {}
    for place, file in enumerate(files):
        slots.setdefault(file, []).append(str(place))
    lines: list[str] = []
    for file, places in slots.items():
        if file:
            name = file.rpartition("/")[2]
            said = {"id": file, "sourceType": "Local File", "slots": ",".join(places), "name": name, "query": ""}
            lines += ["    <card>", *_elements(6, **said), "    </card>"]
    return lines


def _elements(indent: int, **texts: str) -> list[str]:
    return [f"{'':{indent}}<{name}>{escape(text)}</{name}>" for name, text in texts.items()]
