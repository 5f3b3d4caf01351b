"""The plain layout of cards that are made from a table: every column has its place, and the space is used."""

from __future__ import annotations

import math
from collections.abc import Iterator

from beeprint.draw.text.markup import escaped
from beeprint.starter.guess import DeckOfTable, Guess, yaml_text

#: How wide a letter is on average, and how far lines are apart, in ems; how long an em of one point is, in mm.
_LETTER, _LEADING, _POINT = 0.48, 1.2, 25.4 / 72
#: The sizes in points at which texts have to fit on a card: what is legible, and what looks good beside a picture.
_LEGIBLE, _BESIDE, _FOOT = 7.5, 8.0, 8.0
#: The sizes in points of short texts beside a picture, and of those that have a card to themselves.
_SHORT, _ALONE = 12, 14
#: How far the panel lies inside the trim, and the words inside that, in mm; the room between one thing and the next.
_PANEL, _INSET, _GAP = 4.0, 3.0, 2.0
#: How high the name of a kind is, in mm.
_KIND = 3.5
#: The part of the space below the head that a picture may have at least and at most; its sides at most, as a ratio.
_PICTURE, _RATIO = (0.35, 0.66), 0.8
#: The part of a card's height that the list at its foot may have.
_LIST = 0.4
#: The widest card whose head is small.
_NARROW = 50
#: Inks for the values of a choice: hues apart for all kinds of sight, after Okabe and Ito, lightened for grounds.
INKS = {
    "amber": "#E8B04A", "sky": "#7FB7D9", "leaf": "#7FB08A", "rose": "#D98FA0", "sand": "#D9C79A", "slate": "#8FA3B0",
    "plum": "#A98FC0", "clay": "#D08A62",
}  # fmt: skip
_WORDS = ("empty", "not-empty", "else", "by")


class _Plan:
    """Where things are on the cards of a deck, in mm."""

    def __init__(self, deck: DeckOfTable, width: float, height: float) -> None:
        self.deck = deck
        self.left = _PANEL + _INSET
        self.inner = width - 2 * self.left
        self.head = 11.0 if width > _NARROW else 9.0
        self.title, self.text, self.picture = (deck.column(role) for role in ("title", "text", "picture"))
        rest = [column for column in deck.columns if not column.role]
        self.badge = next((column for column in rest if column.kind == "int"), None)
        self.suit = next((column for column in rest if column.kind == "choice"), None)
        self.flavour = deck.column("flavour")
        listed = [column for column in rest if column not in (self.badge, self.suit)]
        listed = [self.flavour, *listed] if self.flavour else listed
        self.listed: dict[Guess, float] = {}
        for column in listed:
            tall = self._tall(column)
            if sum(self.listed.values()) + tall <= height * _LIST:
                self.listed[column] = tall
        self.off = [column for column in listed if column not in self.listed]
        self.top = _PANEL + 1 + self.head + 1
        foot = sum(self.listed.values())
        self.bottom = height - _PANEL - 2 - foot
        self.end = self.bottom - (_GAP if foot else 0)

    @property
    def room(self) -> float:
        """Return the height of the space between head and foot."""
        return self.end - self.top

    @property
    def drawn(self) -> float:
        """Return the height of the picture: what the longest text beside one leaves of the space."""
        if self.picture is None:
            return 0
        if self.text is None:
            return self.room
        texts = [row[self.text.head] for row in self.deck.table.rows if row[self.picture.head].strip()]
        least, most = (part * self.room for part in _PICTURE)
        needed = max((_height(text, self.inner, _BESIDE) for text in texts), default=0) + _GAP
        return round(max(least, min(self.room - needed, most, self.inner * _RATIO)), 1)

    def _tall(self, column: Guess) -> float:
        """Return the height in mm of the place of a column in the list at the foot, for its longest text."""
        label = "" if column.role == "flavour" else f"{column.head} "
        texts = [label + row[column.head] for row in self.deck.table.rows]
        return round(max(4.0, max(_height(text, self.inner, _FOOT) for text in texts) + 0.8), 1)


def _height(text: str, width: float, size: float) -> float:
    """Return how high a text is at most, in mm, set at a size in points to a width in mm."""
    letters = max(1.0, width / (size * _POINT * _LETTER))
    lines = sum(max(1, math.ceil(len(line) / letters)) for line in text.splitlines() or [""])
    return lines * size * _POINT * _LEADING


def too_long(deck: DeckOfTable, width: float, height: float) -> str:
    """Return the cell whose text is too long for cards of a size, by what is legible; empty for none."""
    plan = _Plan(deck, width, height)
    if plan.off:
        return deck.table.cell(0, plan.off[0].head)
    if plan.text is None:
        return ""
    worst, cell = 0.0, ""
    for number, row in enumerate(deck.table.rows):
        shows = plan.picture is not None and bool(row[plan.picture.head].strip())
        room = plan.room * (1 - _PICTURE[0]) - _GAP if shows else plan.room
        excess = _height(row[plan.text.head], plan.inner, _LEGIBLE) - room
        if excess > worst:
            worst, cell = excess, deck.table.cell(number, plan.text.head)
    return cell


def off_the_cards(deck: DeckOfTable, width: float, height: float) -> list[str]:
    """Return the heads of the columns for which a card has no room."""
    return [column.head for column in _Plan(deck, width, height).off]


def front(deck: DeckOfTable, width: float, height: float) -> str:
    """Write the layout of a deck's fronts."""
    plan = _Plan(deck, width, height)
    lines = [
        f"# A card is {width:g} x {height:g} mm. A box is x, y, width, height in mm from the trim's top left corner.",
        f"size: [{width:g}, {height:g}]",
        "# Slots are drawn in this order. {name} becomes what the column of that name holds.",
        "styles:",
        "  words: {font: source-sans, size: 10, min: 6, colour: ink}",
        "slots:",
        "  ground: {kind: shape, shape: rectangle, box: bleed, fill: " + _ground(plan.suit) + "}",
        f"  panel: {{kind: shape, shape: rectangle, box: [{_PANEL:g}, {_PANEL:g}, {width - 2 * _PANEL:g}, "
        f"{height - 2 * _PANEL:g}], corner: 2.5, fill: paper}}",
        *_head(plan),
        *_body(plan),
        *_foot(plan),
    ]
    return "\n".join([*lines, ""])


def _head(plan: _Plan) -> Iterator[str]:
    """Yield the slots of name, badge and kind."""
    y, tall, x = _PANEL + 1, plan.head, plan.left
    if plan.badge:
        round_ = tall - 1.5
        box = f"[{_PANEL + 1.5:g}, {y + 0.75:g}, {round_:g}, {round_:g}]"
        x = _PANEL + 1.5 + round_ + 2
        yield f"  badge: {{kind: shape, shape: ellipse, box: {box}, fill: ink{_when(plan.badge)}}}"
        yield (
            f'  number: {{kind: text, style: words, weight: bold, size: 14, text: "{{{plan.badge.name}}}", box: {box}, '
            "align: centre, valign: middle, colour: paper}"
        )
    name = f'"{{{plan.title.name}}}"' if plan.title else '"{id}"'
    wide = plan.left + plan.inner - x
    yield (
        f"  title: {{kind: text, style: words, weight: bold, size: 13, text: {name}, "
        f"box: [{x:g}, {y:g}, {wide:g}, {tall - _KIND - 0.5 if plan.suit else tall:g}], valign: middle}}"
    )
    if plan.suit:
        yield (
            f'  kind: {{kind: text, style: words, weight: semibold, size: 8, text: "{{{plan.suit.name}}}", '
            f"box: [{x:g}, {y + tall - _KIND:g}, {wide:g}, {_KIND:g}]}}"
        )


def _body(plan: _Plan) -> Iterator[str]:
    """Yield the slots of picture and text; a text has the picture's space as well where a row has none."""
    x, wide, drawn = plan.left, plan.inner, plan.drawn
    whole = f"[{x:g}, {plan.top:g}, {wide:g}, {plan.room:.4g}]"
    if plan.picture:
        yield (
            f'  picture: {{kind: picture, art: "pictures/{{{plan.picture.name}}}", '
            f"box: [{x:g}, {plan.top:g}, {wide:g}, {drawn:.4g}]{_when(plan.picture)}}}"
        )
    if plan.text:
        words = f'kind: text, style: words, valign: middle, text: "{{{plan.text.name}}}"'
        y = plan.top + drawn + _GAP
        below = f"[{x:g}, {y:.4g}, {wide:g}, {plan.end - y:.4g}]"
        if plan.picture is None:
            yield f"  text: {{{words}, max: {_ALONE}, box: {whole}}}"
        elif not plan.picture.optional:
            yield f"  text: {{{words}, max: {_SHORT}, box: {below}}}"
        else:
            yield (
                f'  text: {{{words}, choose: {{by: "{{{plan.picture.name}}}", '
                f"not-empty: {{max: {_SHORT}, box: {below}}}, empty: {{max: {_ALONE}, box: {whole}}}}}}}"
            )


def _foot(plan: _Plan) -> Iterator[str]:
    """Yield the slots of the list at the foot."""
    y, number = plan.bottom, 0
    for column, tall in plan.listed.items():
        box = f"box: [{plan.left:g}, {y:.4g}, {plan.inner:g}, {tall:.4g}]"
        y += tall
        if column.role == "flavour":
            words = f'weight: italic, text: "{{{column.name}}}", {box}, valign: bottom'
            yield f"  flavour: {{kind: text, style: words, size: 8, {words}{_when(column)}}}"
            continue
        number += 1
        label = yaml_text(f"**{_literal(column.head)}** {{{column.name}}}")
        label = label if label.startswith('"') else f'"{label}"'
        words = f"size: 8, text: {label}, {box}, valign: middle"
        yield f"  line-{number}: {{kind: text, style: words, {words}{_when(column)}}}"


def _literal(text: str) -> str:
    """Return the text of a slot that prints these words and nothing else."""
    return escaped(" ".join(text.split())).replace("{", "{{").replace("}", "}}")


def _when(column: Guess) -> str:
    return f", when: {{{column.name}: not-empty}}" if column.optional else ""


def _ground(suit: Guess | None) -> str:
    """Return the ink of the ground: one for each value of a choice."""
    if suit is None or any(value in _WORDS for value in suit.choices):
        return "amber"
    cases = ", ".join(f"{yaml_text(value)}: {{fill: {ink}}}" for value, ink in zip(suit.choices, INKS, strict=False))
    return f'slate, choose: {{by: "{{{suit.name}}}", {cases}, else: {{}}}}'
