"""What the tests of edits share: a small game whose files are written on the spot, and what differs between bytes."""

from __future__ import annotations

from pathlib import Path

from beeprint.face.template import Choice, GridSlot, Layout, Slot
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace

GAME = """\
id: tiny
version: "1"
title: Tiny
languages: [en, fr]
tables:
  suits: {data: suits.csv, columns: {ink: colour}}
decks:
  cards:
    title: Cards
    data: cards.csv
    columns: {title: text, cost: "int?", suit: {type: ref, table: suits, optional: yes}}
    shape: {kind: card, size: standard-card}
    front: card
    back: {layout: back}
    stock: cards
"""
CARDS = "id,title,cost,suit,copies\nA,Drone,1,sun,1\nB,Queen,2,rain,2\n"
SUITS = "id,ink\nsun,#E8A33D\nrain,#336699\n"
CARD = """\
slots:
  title: {kind: text, font: fredoka, size: 12, text: "{title}", box: [5, 6, 53, 9]}
"""
BACK = "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: none}\n"


def tiny(folder: Path, **layouts: str | bytes) -> Game:
    """Write the game with these layouts, and load it."""
    files = {"game.yaml": GAME, "cards.csv": CARDS, "suits.csv": SUITS, "palette.yaml": "ink: '#222222'\n"}
    put(folder, {**files, **{f"layouts/{name}.yaml": text for name, text in {"card": CARD, "back": BACK}.items()}})
    put(folder, {f"layouts/{name.replace('__', '/')}.yaml": text for name, text in layouts.items()})
    return loaded(folder)


def put(folder: Path, files: dict[str, str | bytes]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def loaded(folder: Path) -> Game:
    return model.load(Workspace(folder))[0]


def difference(before: bytes, after: bytes) -> tuple[bytes, bytes]:
    """Return what stands between the common beginning and the common end of two files, in each of them."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    return before[start : len(before) - end], after[start : len(after) - end]


def _alike(data: bytes, other: bytes) -> int:
    pairs = enumerate(zip(data, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(data), len(other)))


def slot_at(layout: Layout, path: tuple[str, ...]) -> Slot:
    """Return the slot that keys lead to, as layout will draw it."""
    slots, rest = dict(layout.slots), list(path)
    while True:
        entry = slots[rest.pop(0)]
        if isinstance(entry, Choice):
            assert rest.pop(0) == "choose"
            entry = entry.variants[rest.pop(0)]
        if not rest:
            return entry
        assert isinstance(entry, GridSlot) and rest.pop(0) == "each"
        slots = entry.each
