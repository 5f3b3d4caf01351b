"""Templates of decks that are made from a table: what stands where on a card, and which table suits which of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from beeprint.drawing.shape import Shape
from beeprint.starter.deck_of_table import DeckOfTable

#: The strips of a card, one below the other.
Strip = Literal["picture", "title", "kind", "text"]
#: The letters above which the usual text of a deck is long, beside pictures or numbers and alone; the fewest numbers
#: of a card of values.
_LONG, _LONG_ALONE, _NUMBERS = 190, 90, 3
#: What decks of round tokens are called.
TOKENS = ("token", "tokens", "chits", "counters", "markers", "coins")
#: The most numbers and words beside a name, and letters of a word, on a token.
_MOST_BESIDE, _SHORT = 2, 12
#: The parts of columns that a token has room for.
_ON_TOKENS = ("", "id", "copies", "title", "picture", "files")


class Template(Struct, frozen=True):
    """A template: its title, for which cards it is, and its proportions.

    `picture` is the least part of the card that a picture has at best, and the most where texts are short. An `inset`
    picture has a frame, a `bleed` one runs over the edges, a `whole` one is behind everything. `corners` is how many
    numbers stand in corners. With `is_value`, the first is large in the middle of pieces without pictures. `shape` is
    that of the pieces in game.yaml, with its size in mm, if it is always the same.
    """

    title: str
    words: str
    order: tuple[Strip, ...] = ("picture", "title", "text", "kind")
    form: Literal["bleed", "inset", "whole"] = "bleed"
    picture: tuple[float, float] = (0.42, 0.6)
    align: Literal["left", "centre"] = "left"
    corners: int = 4
    is_value: bool = False
    shape: str = ""
    size: tuple[float, float] = (0, 0)


TEMPLATES = {
    "action": Template("Action", "what a player does"),
    "character": Template(
        "Character", "people and creatures with several numbers", ("title", "picture", "kind", "text"), "inset",
        (0.4, 0.6),
    ),
    "event": Template(
        "Event", "what happens to everyone", ("title", "picture", "text", "kind"), picture=(0.42, 0.6), align="centre"
    ),
    "item": Template(
        "Item", "things to own and to use", ("title", "kind", "picture", "text"), "inset", (0.4, 0.6),
        "centre",
    ),
    "resource": Template("Resource", "names and numbers without a text", picture=(0.5, 0.8), align="centre"),
    "quest": Template(
        "Quest", "tales, questions and long tasks", ("title", "kind", "text", "picture"), picture=(0.3, 0.5)
    ),
    "tarot": Template(
        "Tarot", "large cards with a large picture", ("picture", "title", "kind", "text"), "inset", (0.4, 0.6),
        "centre", shape="{kind: card, size: tarot, corner: 4}", size=(70, 120),
    ),
    "mini": Template(
        "Mini", "small cards with few words", picture=(0.42, 0.7), align="centre", corners=2,
        shape="{kind: card, size: mini-card, corner: 3}", size=(44, 63),
    ),
    "square": Template(
        "Square tile", "tiles whose picture fills them", form="whole", picture=(0.5, 1), align="centre", corners=2,
        shape="{kind: board, width: 60, height: 60}", size=(60, 60),
    ),
    "hex": Template(
        "Hex tile", "hexagons of a map", ("picture", "title"), "whole", (0.5, 1), corners=1,
        shape="{kind: hexagon, flats: 60}", size=(60, 69.28),
    ),
    "token": Template(
        "Token", "round markers", ("picture", "title"), "whole", (0.5, 1), corners=1, is_value=True,
        shape="{kind: round, diameter: 35}", size=(35, 35),
    ),
    "money": Template(
        "Money", "notes of a value", ("picture", "title", "kind"), "whole", (0.5, 1), is_value=True,
        shape="{kind: card, width: 88, height: 56, corner: 3}", size=(88, 56),
    ),
}  # fmt: skip
DEFAULT = next(iter(TEMPLATES))
#: The area of a card, in mm², below which it is mini; how much higher than wide a tarot card is at least, a card of
#: values and a tile at most; the longest side in mm of a piece that a template is made for.
_MINI, _TALL, _FLAT, _LONGEST = 4200, 1.6, 1.12, 180


def choose(deck: DeckOfTable, is_sized: bool = False) -> tuple[str, str]:
    """Return the template that suits a deck, by what its table holds, and why; with a size, one of cards."""
    if not is_sized and _is_of_tokens(deck):
        return "token", f"the {'sheet' if deck.sheet else 'file'} is called {deck.title}"
    text, numbers = deck.column("text"), [column for column in deck.columns if column.kind == "int" and not column.role]
    if text is None:
        return "resource", "the cards have no text"
    letters = sorted(len(row[text.head]) for row in deck.table.rows)
    usual, is_bare = letters[len(letters) // 2], not numbers and deck.column("picture") is None
    if usual > (_LONG_ALONE if is_bare else _LONG):
        return "quest", "the texts are long"
    if len(numbers) >= _NUMBERS:
        return "character", f"the cards have {len(numbers)} numbers"
    return DEFAULT, "the cards have a text" + (" and a picture" if deck.column("picture") else "")


def for_shape(deck: DeckOfTable, shape: Shape) -> tuple[str, str]:
    """Return the template for pieces of a shape, and why; empty where no template is made for such pieces."""
    words = f"pieces of {shape.width:.4g} x {shape.height:.4g} mm"
    if max(shape.width, shape.height) > _LONGEST:
        return "", ""
    if shape.is_round:
        return "token", "a round piece has room for a picture, a number and a name"
    if shape.is_a("hexagon"):
        return "hex", "a hexagon has room for a picture, a number and a name"
    if not shape.is_rectangle:
        return "", ""
    if shape.height < _FLAT * shape.width:
        return "square", f"{words} are as wide as high" if shape.width < _FLAT * shape.height else f"{words} are wide"
    if shape.width * shape.height < _MINI:
        return "mini", f"{words} have room for few words"
    if shape.height > _TALL * shape.width and shape.width * shape.height > 1.5 * _MINI:
        return "tarot", f"{words} have room for a large picture"
    return choose(deck, is_sized=True)


def suits(name: str, shape: Shape) -> bool:
    """Return whether a template is made for pieces of a shape: for cards of any size, or for those like its own."""
    template = TEMPLATES[name]
    if max(shape.width, shape.height) > _LONGEST:
        return False
    if name in ("token", "hex"):
        return shape.is_round if name == "token" else shape.is_a("hexagon")
    if not shape.is_rectangle:
        return False
    is_flat = shape.height < _FLAT * shape.width
    is_mini = shape.width * shape.height < _MINI
    if not template.shape or name == "tarot":
        return not (is_flat or is_mini) and (name != "tarot" or shape.height > _TALL * shape.width)
    return {"mini": is_mini and not is_flat, "square": is_flat, "money": is_flat and shape.width > shape.height}[name]


def _is_of_tokens(deck: DeckOfTable) -> bool:
    """Return whether a deck is called like tokens and has no more on a piece than a token has room for."""
    beside = [each.head for each in deck.columns if not (each.role or each.draws or each is deck.title_column)]
    return (
        deck.title.casefold() in TOKENS
        and all(column.role in _ON_TOKENS for column in deck.columns)
        and len(beside) <= _MOST_BESIDE
        and all(len(row[head]) <= _SHORT for row in deck.table.rows for head in beside)
    )
