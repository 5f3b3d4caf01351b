"""The files of a game that is made from a table, as text."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from beeprint.drawing.shape import SIZES
from beeprint.game.columns import is_remark
from beeprint.starter import arrangement, letters
from beeprint.starter.card_templates import Template
from beeprint.starter.deck_of_table import DeckOfTable, yaml_text
from beeprint.starter.looks import Look


class Size(NamedTuple):
    """A card: its shape in game.yaml, its measures in mm."""

    shape: str
    width: float
    height: float
    bleed: float = 3
    safe: float = 3

    @property
    def is_round(self) -> bool:
        """Return whether the piece is round, or a hexagon: it has no corners for ornaments."""
        return self.shape.startswith(("{kind: round", "{kind: hexagon"))


def named_size(name: str, corner: float = 3) -> Size:
    """Return the size of cards with a name."""
    width, height = SIZES[name]
    return Size(f"{{kind: card, size: {name}, corner: {corner:g}}}", width, height)


def read_size(text: str) -> Size:
    """Return the size that a person asks for, a name or two sides in mm such as 70x120; ValueError for another."""
    if text in SIZES:
        return named_size(text)
    sides = re.fullmatch(r"(\d{2,3}(?:\.\d+)?) ?[x\u00d7] ?(\d{2,3}(?:\.\d+)?)", text)
    size = size_of((float(sides[1]), float(sides[2]), 3), 3) if sides else None
    if size is None or min(size.width, size.height) < _LEAST:
        raise ValueError(f"write two sides in mm, at least {_LEAST:g}, such as 70x120, or {', '.join(SIZES)}")
    return size


#: The shortest side, in mm, that leaves room for a name and a text.
_LEAST = 40.0
#: The sizes that cards are given, the smallest first.
_SIZES = (
    named_size("standard-card"),
    named_size("tarot", 4),
    Size("{kind: card, width: 105, height: 148, corner: 4}", 105, 148),
)


def game(
    decks: Sequence[tuple[DeckOfTable, Size]],
    key: str,
    title: str,
    language: str = "",
    fronts: Mapping[str, str] = {},
    smallest: float = 0,
    stand_in: bool = False,
    icons: Mapping[str, str] = {},
) -> str:
    """Write game.yaml; without a language, the game is in English.

    `fronts` are layouts that a column chooses. `smallest` is the size in points down to which texts shrink, 0 for the
    one that all games have. With `stand_in`, texts in drawings whose font is missing are set in that of new games.
    `icons` are words of texts that become icons.
    """
    back_of = {size: name for name, size in backs(decks).items()}
    lines = [
        "# What the game is, as guessed from its table. You can change every line;",
        "# `beeprint check` says what does not fit together.",
        "",
        f"id: {key}",
        'version: "0.1"',
        f"title: {yaml_text(title)}",
        *([f"languages: [{language}]"] if language else []),
        *([f"smallest-text: {smallest:g}"] if smallest else []),
        *([f"icons: {{{', '.join(f'{yaml_text(word)}: {name}' for word, name in icons.items())}}}"] if icons else []),
        *(
            [f"fonts: {{default: {letters.FAMILY}}}    # for texts in drawings whose font is missing"]
            if stand_in
            else []
        ),
        "",
        "decks:",
    ]
    rules: list[str] = []
    for deck, size in decks:
        lines += _deck(deck, size, back_of[size], fronts.get(deck.name, ""))
        rules += _rules(deck)
    return "\n".join([*lines, *(_RULES if rules else ()), *rules, ""])


def _deck(deck: DeckOfTable, size: Size, back: str, front: str) -> list[str]:
    data = [f"file: {yaml_text(deck.file)}"]
    data += [f"sheet: {yaml_text(deck.sheet)}"] if deck.sheet else []
    data += [f"head: {deck.table.head}"] if deck.table.head > 1 else []
    columns = [] if deck.column("id") else [f"      id: {{auto: {deck.title_column.name}}}"]
    columns += [f"      {column.name}: {column.declared}" for column in deck.columns if column.declared]
    used = {column.head for column in deck.columns}
    unused = [head for head in deck.table.header if head not in used and not is_remark(head)]
    return [
        f"  {deck.name}:",
        f"    title: {yaml_text(deck.title)}",
        f"    data: {{{', '.join(data)}}}" if data[1:] else f"    data: {yaml_text(deck.file)}",
        f"    columns:{'' if columns else ' {}'}",
        *columns,
        *([f"    ignore: [{', '.join(map(yaml_text, unused))}]"] if unused else []),
        f"    shape: {size.shape}",
        *([f"    bleed: {size.bleed:g}"] if size.bleed != 3 else []),
        *([f"    safe: {size.safe:g}"] if size.safe != 3 else []),
        f'    front: "{front}"' if front else f"    front: {deck.name}    # layouts/{deck.name}.yaml",
        f"    back: {{layout: {back}}}",
        "    stock: cards",
        "",
    ]


#: The key of rules that are switched off.
OFF = "#rules:"
#: What is above rules that are true today, as comments: as rules they would refuse the next card.
_RULES = (
    "# Add and remove cards freely: nothing counts them. Once a number is final, remove the # before rules: and before",
    "# its line, such as is: 36, and beeprint checks it before anything is drawn.",
    OFF,
)


def _rules(deck: DeckOfTable) -> list[str]:
    """Return, as comments, what is true of a deck: its pieces, those of each choice, that no two have one name."""
    lines: list[str] = []
    if deck.is_counted:
        lines.append(f"#  - {{rule: count, deck: {deck.name}, is: {deck.pieces}}}")
    title = deck.title_column
    if len({row[title.head].strip() for row in deck.table.rows} - {""}) == len(deck.table.rows) > 1:
        lines.append(f"#  - {{rule: unique, deck: {deck.name}, of: rows, column: {title.name}}}")
    for column in deck.columns if lines else ():
        if column.kind != "choice" or column.optional or column.odd:
            continue
        counts: Counter[str] = Counter()
        for row in deck.table.rows:
            counts[row[column.head].strip()] += deck.copies(row)
        if len(set(counts.values())) == 1:
            lines.append(f"#  - {{rule: count, deck: {deck.name}, each: {column.name}, is: {max(counts.values())}}}")
    return lines


def size_for(decks: Sequence[tuple[DeckOfTable, Template]], look: Look) -> tuple[Size, str]:
    """Return the smallest size of cards that holds all texts legibly, and the cell that needs it, empty for none."""
    cell = ""
    for size in _SIZES[:-1]:
        long = (arrangement.too_long(deck, size.width, size.height, template, look) for deck, template in decks)
        needs = next(filter(None, long), "")
        if not needs:
            return size, cell
        cell = needs
    return _SIZES[-1], cell


def shape_of(template: Template) -> Size | None:
    """Return the shape of pieces that a template always has; None where their texts decide."""
    return Size(template.shape, *template.size) if template.shape else None


def size_of(given: tuple[float, float, float] | None, safe: float) -> Size | None:
    """Return the size of cards whose width, height and bleed in mm are known; None for cards that cannot be made."""
    if given is None or not all(15 <= side <= 400 for side in given[:2]):
        return None
    width, height, bleed = given
    named = {(63.5, 88.9): "us-poker", (63, 88): "standard-card", (57.15, 88.9): "bridge", (44, 63): "mini-card"}
    size = named.get((width, height))
    kind = f"size: {size}" if size else f"width: {width:g}, height: {height:g}"
    inside = max(0.0, math.floor(10 * min(safe, 3)) / 10)
    return Size(f"{{kind: card, {kind}, corner: 3}}", width, height, min(bleed or 3, 20), inside)


def backs(decks: Sequence[tuple[DeckOfTable, Size]]) -> dict[str, Size]:
    """Return the names of the layouts of backs, one for each size of card."""
    sizes = list(dict.fromkeys(size for _, size in decks))
    return {"back" if not number else f"back-{number + 1}": size for number, size in enumerate(sizes)}


def front(slots: Sequence[str], size: Size, frame: str = "") -> str:
    """Write the layout of a front whose slots are known, with a frame if there is one."""
    heading = (
        f"# A card is {size.width:g} x {size.height:g} mm. A box is x, y, width, height in mm from the trim's top left"
    )
    return "\n".join(
        [
            heading,
            "# corner. Slots are drawn in this order; {name} becomes what that column holds.",
            f"size: [{size.width:g}, {size.height:g}]",
            *([f"frame: {frame}"] if frame else []),
            "slots:" if slots else "slots: {}",
            *slots,
            "",
        ]
    )


def palette(look: Look, more: Mapping[str, str]) -> str:
    """Write palette.yaml: the inks of a look, and more colours by the names of their inks."""
    others = {name: value for name, value in more.items() if name not in look.inks}
    return look.palette + "".join(f'{name}: "{value}"\n' for name, value in others.items())
