"""The deck that a person begins with: three cards with a name and a text, in the game's own words, of any shape."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from beeprint import starter
from beeprint.base.geometry import Rect
from beeprint.drawing.shape import Shape
from beeprint.edit.deck_layouts import largest_rectangle
from beeprint.edit.deck_shapes import outline_of
from beeprint.edit.document import Document
from beeprint.edit.tables import find_table
from beeprint.game.columns import match_head
from beeprint.game.model import Game
from beeprint.sources.workspace import GAME
from beeprint.starter.guess import TEXTS

#: The name of the deck that is written, and of its layout, which a copy names as its own deck.
PLAIN = "card"
#: The shape of the starter's cards, and the part of them, in mm, that its boxes fill.
_SHAPE = {"kind": "card", "size": "standard-card", "corner": 3}
_FILLED = Rect(4, 4, 55, 80)
#: How far from the edge of another shape the boxes stay, in mm.
_SAFE = 3.0
#: The sides in mm below which a piece has room for its name alone.
_LEAST = 30.0
#: How far the panel and the ring of another shape than a rectangle stay from its edge, as a part of its width, and at
#: most, in mm.
_RIM, _WIDEST_RIM = 0.06, 4.0
#: What the pieces of a kind of shape are called.
_PIECES = {"round": "token", "hexagon": "tile", "polygon": "tile", "rosette": "tile", "board": "tile", "die-net": "die"}
#: The side in mm from which a board is no tile.
_BOARD = 100.0


class _Words(NamedTuple):
    """What the columns of names and texts are called in game.yaml, and their heads in the data file."""

    name: str = "name"
    text: str = "text"
    name_head: str = "name"
    text_head: str = "text"


def write_plain_deck(folder: Path, game: Game, shape: Mapping[str, Any] | None = None) -> None:
    """Write a game with one deck, of the name PLAIN, into a folder; None is the shape of a common card.

    Its columns are called as those of the first deck of `game`. BuildError for a shape that has no outline.
    """
    starter.write(folder, "blank", deck=PLAIN)
    words = _words_of(game)
    _replace(folder / f"{PLAIN}.csv", {"name,text": f"{words.name_head},{words.text_head}"})
    _replace(
        folder / GAME,
        {"{auto: name}": f"{{auto: {words.name}}}", "name: text": f"{words.name}: text", "text: ": f"{words.text}: "},
    )
    layout = folder / "layouts" / f"{PLAIN}.yaml"
    _replace(layout, {"{name}": f"{{{words.name}}}", "{text}": f"{{{words.text}}}"})
    if shape is not None and dict(shape) != _SHAPE:
        outline = outline_of(shape)
        game_yaml = Document(folder / GAME, (folder / GAME).read_bytes())
        (folder / GAME).write_bytes(game_yaml.set(["decks", PLAIN, "shape"], dict(shape)).data)
        piece = _piece(shape, outline)
        _replace(folder / f"{PLAIN}.csv", {" card": f" {piece}"})
        _replace(layout, {"A card is 63 x 88 mm": f"A piece is {outline.width:g} x {outline.height:g} mm"})
        for path in (layout, folder / "layouts" / "back.yaml"):
            path.write_bytes(_fitted(Document(path, path.read_bytes()), outline).data)
        if "text" not in Document(layout, layout.read_bytes()).get(["slots"]):
            _drop_texts(folder, words)


def _drop_texts(folder: Path, words: _Words) -> None:
    """Take the column of texts out of a table and its declaration, for pieces whose face shows their names only."""
    path = folder / f"{PLAIN}.csv"
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    text = io.StringIO()
    heads = [head for head in rows[0] if head != words.text_head]
    writer = csv.DictWriter(text, heads, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(text.getvalue(), "utf-8", newline="\n")
    game_yaml = Document(folder / GAME, (folder / GAME).read_bytes())
    (folder / GAME).write_bytes(game_yaml.remove(["decks", PLAIN, "columns", words.text]).data)


def _piece(shape: Mapping[str, Any], outline: Shape) -> str:
    """Return what a piece of a shape is called."""
    is_board = shape["kind"] == "board" and max(outline.width, outline.height) > _BOARD
    return "board" if is_board else _PIECES.get(str(shape["kind"]), "card")


def _words_of(game: Game) -> _Words:
    """Return the words of the first deck for names and texts; those of the starter where it has none."""
    words = _Words()
    for deck in list(game.decks)[:1]:
        columns = find_table(game.workspace, deck).columns
        texts = [column for column in columns if column.name != "id" and column.column and column.column.type == "text"]
        name = next(iter(texts), None)
        text = next((column for column in texts[1:] if column.head.casefold() in TEXTS), None)
        if name is not None and name.name not in ("copies", words.text):
            words = words._replace(name=name.name, name_head=_head(name.name, name.head))
        if text is not None and text.name not in ("copies", words.name):
            words = words._replace(text=text.name, text_head=_head(text.name, text.head))
    return words


def _head(name: str, head: str) -> str:
    """Return the head of a column in its file if it is read as this column without more, else its name."""
    plain = head.replace(" ", "").replace("-", "").isalnum()
    return head if plain and match_head(name, (head,)) else name


def _replace(path: Path, words: Mapping[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in words.items():
        text = text.replace(old, new)
    path.write_text(text, "utf-8", newline="\n")


def _fitted(layout: Document, outline: Shape) -> Document:
    """Return a layout of the starter whose boxes lie in the largest upright rectangle within an outline."""
    rim = min(_RIM * outline.width, _WIDEST_RIM)
    room = outline.box.grow(-_FILLED.x) if outline.is_rectangle else largest_rectangle(outline, rim, _SAFE)
    small = min(room.width, room.height) < _LEAST
    x, y = room.width / _FILLED.width, room.height / _FILLED.height
    for name, slot in dict(layout.get(["slots"])).items():
        box = slot["box"]
        if name in ("panel", "frame") and not outline.is_rectangle:
            layout = layout.set(["slots", name, "shape"], "outline").set(["slots", name, "grow"], -round(rim, 1))
            layout = layout.remove(["slots", name, "box"]).remove(["slots", name, "corner"])
        elif small and (name in ("rule", "text") or (name == "title" and "game" in slot["text"])):
            layout = layout.remove(["slots", name])
        elif small and name == "title":
            alone = {"size": 10, "min": 5, "box": _box(room), "align": "centre", "valign": "middle"}
            for key, value in alone.items():
                layout = layout.set(["slots", name, key], value)
        elif isinstance(box, list):
            left, top, width, height = map(float, box)
            place = Rect(room.x + (left - _FILLED.x) * x, room.y + (top - _FILLED.y) * y, width * x, height * y)
            layout = layout.set(["slots", name, "box"], _box(place))
            if slot["kind"] == "text" and not outline.is_rectangle:
                layout = layout.set(["slots", name, "align"], "centre")
    return layout


def _box(rectangle: Rect) -> list[float]:
    """Return a box as a layout has it: x, y, width and height in mm, to tenths."""
    lengths = (round(length, 1) for length in (rectangle.x, rectangle.y, rectangle.width, rectangle.height))
    return [int(length) if length == int(length) else length for length in lengths]
