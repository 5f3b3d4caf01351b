"""Read an order of mpc-autofill as its desktop tool does, and say what would go wrong with it.

The rules are described in docs/press.md; they were read in desktop-tool/src/order.py and constants.py of
github.com/chilli-axe/mpc-autofill at ceb7c3b2 (9 August 2026). What the tool lets pass in silence, such as two pictures
for one slot, is a problem here.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

#: The texts that a stock may have, letter by letter.
STOCKS = ("(S27) Smooth", "(S30) Standard Smooth", "(S33) Superior Smooth", "(M31) Linen", "(P10) Plastic")
#: The stocks that are not printed on foil.
WITHOUT_FOIL = ("(P10) Plastic",)
SOURCES = ("Local File", "Google Drive", "AWS S3")
#: The most cards of one order, on every site.
MOST = 612
#: The least pixels of a card of 63 x 88 mm with its bleed: 300 dots per inch.
LEAST = (816, 1110)


@dataclass
class Order:
    """An order as it would be printed: for each slot the picture of its front and of its back, and what is wrong."""

    quantity: int = 0
    stock: str = ""
    foil: bool = False
    fronts: dict[int, str] = field(default_factory=dict)
    backs: dict[int, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def problems(path: Path) -> list[str]:
    """Return what is wrong with an order file and the pictures it names; nothing if it can be ordered."""
    return read(path).problems


def read(path: Path) -> Order:
    """Read an order file; its pictures lie where it says, seen from its folder."""
    order = Order()
    try:
        root = ET.fromstring(path.read_bytes())
    except ET.ParseError as error:
        order.problems.append(f"not well-formed XML: {error}")
        return order
    if root.tag != "order":
        order.problems.append(f"the root is {root.tag}, not order")
    repeated = [tag for tag, count in Counter(part.tag for part in root).items() if count > 1]
    order.problems += [f"{tag} stands there more than once; only the last counts" for tag in repeated]
    parts = {part.tag: part for part in root}
    _details(parts.get("details", ET.Element("details")), order)
    back = (parts.get("cardback", ET.Element("cardback")).text or "").strip(' "')
    for face, slots in (("fronts", order.fronts), ("backs", order.backs)):
        for card in parts.get(face, ET.Element(face)):
            _card(card, face, slots, order)
        if face == "backs" and back:
            slots.update(dict.fromkeys(set(range(order.quantity)) - set(slots), back))
        if missing := sorted(set(range(order.quantity)) - set(slots)):
            order.problems.append(f"{face}: no picture for slots {_listed(missing)}")
    for name in sorted({*order.fronts.values(), *order.backs.values()}):
        order.problems += [f"{name}: {said}" for said in _picture(path.parent / name)]
    return order


def _details(details: ET.Element, order: Order) -> None:
    said = {part.tag: part.text or "" for part in details}
    try:
        order.quantity = int(said.get("quantity", ""))
    except ValueError:
        order.problems.append(f"the quantity is {said.get('quantity', '')!r}, not a whole number")
    else:
        if not 1 <= order.quantity <= MOST:
            order.problems.append(f"{order.quantity} cards; an order has 1 to {MOST}")
    order.stock = said.get("stock") or STOCKS[1]
    if order.stock not in STOCKS:
        order.problems.append(f"no such stock: {order.stock!r}")
    foil = said.get("foil", "")
    order.foil = foil == "true"
    if foil not in ("true", "false"):
        order.problems.append(f"foil is {foil!r}, which is taken for false")
    if order.foil and order.stock in WITHOUT_FOIL:
        order.problems.append(f"{order.stock} is not printed on foil")


def _card(card: ET.Element, face: str, slots: dict[int, str], order: Order) -> None:
    said = {part.tag: part.text or "" for part in card}
    name = said.get("id", "").strip(' "')
    if card.tag != "card":
        order.problems.append(f"{face}: {card.tag}, where a card is expected")
    if missing := {"id", "slots"} - set(said):
        order.problems.append(f"{face}: {name or 'a card'} has no {' and no '.join(sorted(missing))}")
        return
    if not name or name != name.strip():
        order.problems.append(f"{face}: the id {name!r} is empty or has blanks around it, so no file is found")
    source = said.get("sourceType", "")
    if source != SOURCES[0]:
        order.problems.append(f"{face}: {name} is from {source!r}, not {SOURCES[0]}")
    try:
        numbers = [int(number) for number in said["slots"].strip("][").split(",")]
    except ValueError:
        order.problems.append(f"{face}: {name} has slots {said['slots']!r}, not numbers with commas")
        return
    for number in numbers:
        if not 0 <= number < order.quantity:
            order.problems.append(f"{face}: {name} is in slot {number} of {order.quantity}; the first slot is 0")
        elif number in slots:
            order.problems.append(f"{face}: slot {number} has two pictures, {slots[number]} and {name}")
        else:
            slots[number] = name


def _picture(path: Path) -> list[str]:
    if not path.is_file() or not path.stat().st_size:
        return ["no such file, or nothing in it"]
    try:
        with Image.open(path) as picture:
            kind, mode, size = picture.format, picture.mode, picture.size
    except OSError:
        return ["not a picture"]
    faults = [] if kind in ("PNG", "JPEG") else [f"a {kind}, not PNG or JPEG"]
    if mode not in ("RGB", "L"):
        faults.append(f"its colours are {mode}, not RGB")
    if size[0] < LEAST[0] or size[1] < LEAST[1]:
        faults.append(f"{size[0]} x {size[1]} pixels, less than {LEAST[0]} x {LEAST[1]}")
    return faults


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    return f"{shown} and {len(numbers) - 10} more" if len(numbers) > 10 else shown
