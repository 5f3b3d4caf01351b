"""The plain layout of cards that are made from a table: every column has its place, and the space is used."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from beeprint.base.geometry import PT_PER_MM
from beeprint.drawing.text.markup import escaped
from beeprint.starter import letters
from beeprint.starter.deck_of_table import DeckOfTable, Guess, yaml_text

#: The sizes in points that the texts of a deck may have on cards of their own, beside a picture, and on small cards.
_ALONE, _BESIDE, _SMALL = (12, 11, 10.5, 10), (10.5, 10), (9.5, 9, 8.5, 8, 7.5)
#: The size in points up to which a text takes room from the picture.
_GOOD = 9
#: The share of texts that may be too long for the size of the others, and shrink.
_LONG = 0.15
#: The sizes in points that are legible, and that a text may shrink to; those of the list at the foot and of labels; the
#: least that a long label has.
_LEGIBLE, _SMALLEST, _FOOT, _LABEL = 7.5, 6, 8, 6.5
#: How far the panel lies inside the trim, and the words inside that, in mm, on common and on small cards.
_EDGES, _SMALL_EDGES = (4.0, 3.0), (3.0, 2.0)
#: The area of a card, in mm², below which it is small; how much wider than high the space is in which a text stands at
#: the right of its picture.
_LITTLE, _WIDE = 4500, 1.6
#: The room between one thing and the next, in mm.
_GAP = 2.0
#: The part of the space below the head that a picture has at best and at most; its width by its height, where no
#: picture says it.
_PICTURE, _ASPECT = (0.45, 0.66), 1.25
#: The parts of the width that a picture may have beside a text, and how much larger than above the text it must be
#: there.
_BESIDES, _LARGER = (0.45, 0.36, 0.28), 1.25
#: The longest value of a column that stands as a number above its name, and the least width of one, in mm.
_FIGURE, _COLUMN = 6, 9.5
#: The longest value in a badge that holds numbers and a few other words.
_NEARLY = 3
#: How high the numbers above their names are, and one line of names, in mm.
_NUMBER, _NAME = 4.8, 2.7
#: Inks for the values of a choice: hues apart for all kinds of sight, after Okabe and Ito, lightened for grounds.
INKS = {
    "amber": "#E8B04A", "sky": "#7FB7D9", "leaf": "#7FB08A", "rose": "#D98FA0", "sand": "#D9C79A", "slate": "#8FA3B0",
    "plum": "#A98FC0", "clay": "#D08A62",
}  # fmt: skip
_WORDS = ("empty", "not-empty", "else", "by")


class _Room(NamedTuple):
    """The part of a card's height that may lie below text and picture, and the part of the rest that a picture has."""

    foot: float = 0.4
    picture: float = 0.35
    flavour: bool = True


_ROOMY = _Room()
#: What is given up on cards that are too small for their texts, one after the other.
_TIGHT = (
    _Room(picture=0.25), _Room(picture=0.25, flavour=False), _Room(0.3, 0.25, False), _Room(0.2, 0.25, False),
    _Room(0.2, 0.15, False), _Room(0.0, 0.15, False),
)  # fmt: skip


class _Box(NamedTuple):
    """A box in mm."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return f"[{', '.join(f'{round(number, 1):g}' for number in self)}]"


class _Plan:
    """Where things are on the cards of a deck, in mm."""

    def __init__(self, deck: DeckOfTable, width: float, height: float, room: _Room = _ROOMY, beside: float = 0) -> None:
        """Place everything; `beside` is the part of the width that the picture has beside the text, 0 for a guess."""
        self.deck, self.given, self.aspect = deck, room, deck.aspect or _ASPECT
        self.least = room.picture
        self.small = width * height < _LITTLE
        panel, inset = _SMALL_EDGES if self.small else _EDGES
        self.panel = _Box(panel, panel, width - 2 * panel, height - 2 * panel)
        self.left = panel + inset
        self.inner = width - 2 * self.left
        others = self._choose_columns()
        self._head(panel + 2)
        self._foot(others, height * room.foot)
        self.top = panel + 2 + self.head + _GAP
        self.end = self.panel.y + self.panel.height - 2.5 - self.foot
        self._body(beside)

    def _body(self, beside: float) -> None:
        """Place picture and text; `beside` is the part of the width of a picture beside the text, 0 for a guess."""
        both = self.picture is not None and self.text is not None
        part = beside or (_BESIDES[0] if both and self.inner > _WIDE * self.room else 0)
        self.beside = min(part * self.inner, self.room * self.aspect)  # how wide a picture beside the text is, or 0
        self.size, drawn = self._common_size()
        self.whole = _Box(self.left, self.top, self.inner, self.room)
        if self.beside:
            wide = self.beside
            self.drawn = self.whole._replace(width=wide, height=min(self.room, wide / self.aspect))
            self.below = _Box(self.left + wide + _GAP, self.top, self.inner - wide - _GAP, self.room)
        else:
            self.drawn = self._in_shape(self.whole._replace(height=drawn))
            self.below = _Box(self.left, self.top + drawn + _GAP, self.inner, self.room - drawn - _GAP)

    def _in_shape(self, place: _Box) -> _Box:
        """Return the largest box in the middle of a place that has the shape of most pictures, where that is known."""
        if not self.deck.aspect:
            return place
        width, height = min(place.width, place.height * self.aspect), min(place.height, place.width / self.aspect)
        return _Box(place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height)

    def _choose_columns(self) -> list[Guess]:
        """Choose the columns with places of their own; return the others, which may be printed at the foot."""
        deck = self.deck
        self.title, self.text, self.picture = (deck.column(role) for role in ("title", "text", "picture"))
        self.flavour = deck.column("flavour") if self.given.flavour else None
        rest = [column for column in deck.columns if not column.role]
        numbers = [column for column in rest if column.kind == "int"] or list(filter(self._is_nearly_numbers, rest))
        self.badge = next(iter(numbers), None)
        self.suit = next((column for column in rest if column.kind == "choice"), None)
        self.called = self.title.name if self.title else "id" if self._says_its_id() else ""
        return [column for column in rest if column not in (self.badge, self.suit)]

    def _says_its_id(self) -> bool:
        """Return whether cards without a title are called by their ids: by words, or if they have nothing else."""
        id_ = self.deck.column("id")
        texts = [row[id_.head] for row in self.deck.table.rows] if id_ else []
        others = [column for column in self.deck.columns if column.role not in ("copies", "id")]
        return not others or 2 * sum(any(map(str.isdigit, text)) for text in texts) < len(texts)

    def _head(self, y: float) -> None:
        """Place badge, name and kind, which begin at a height."""
        side = 7.0 if self.small else 8.0
        named = side if self.called else 1.0
        self.head = side + 0.3 + _NAME if self.badge else named + 2.5 if self.suit else named - 1.0
        x = self.left
        if self.badge:
            wide = max(side, min(letters.width(self.badge.head, _LABEL) + 0.5, 2 * side))
            self.disc = _Box(x + (wide - side) / 2, y, side, side)
            self.label = _Box(x, y + side + 0.3, wide, _NAME)
            x += wide + _GAP
        wide = self.left + self.inner - x
        self.name = _Box(x, y, wide, side - 0.9 if self.suit else side)
        self.kind = _Box(x, y + self.head - 3.5, wide, 3.5)

    def _foot(self, columns: Sequence[Guess], room: float) -> None:
        """Choose what stands below text and picture, up to a height, and find out how high it is."""
        self.off: list[Guess] = []
        self.short: list[Guess] = []
        self.long: list[Guess] = []
        self.figures = self._figures(columns) if room >= _NUMBER + 2 * _NAME else []
        self.wide = min(self.inner / max(1, len(self.figures)), 2 * _COLUMN)
        tall = max((letters.height(column.head, self.wide - 1, _LABEL) for column in self.figures), default=0)
        self.names = 0 if not tall else _NAME if tall <= _line(_LABEL) else 2 * _NAME
        self._list([column for column in columns if column not in self.figures], room - self.height_of(self.figures))
        self.foot = self.height_of(self.figures) + self.listed
        self.quote = max((letters.height(text, self.inner, _FOOT) for text in self._texts(self.flavour)), default=0)
        flavour = self.deck.column("flavour")
        if flavour and (self.flavour is None or self.foot + self.quote > room):
            self.quote = 0
            self.off.append(flavour)
        self.foot += (_GAP if self.foot else 0) + (self.quote + _GAP if self.quote else 0)

    def _figures(self, columns: Sequence[Guess]) -> list[Guess]:
        """Return the columns of numbers that stand side by side, above their names."""
        numbers = [column for column in columns if self._is_figure(column)][: int(self.inner / _COLUMN)]
        wide = self.inner / max(1, len(numbers))
        numbers = [column for column in numbers if letters.longest_word(column.head, _SMALLEST) <= wide - 1]
        return [] if len(numbers) == 1 and numbers[0].optional else numbers  # in a list, it leaves no hole

    def _list(self, columns: Sequence[Guess], room: float) -> None:
        """Choose the columns of the list, up to a height: short ones in two columns, long ones below them."""
        half = self.inner / 2 - 1
        for column in columns:
            short = all(letters.height(text, half, _FOOT) <= _line(_FOOT) for text in self._label_texts(column))
            part = self.short if short else self.long
            part.append(column)
            if self.listed > room:
                part.remove(column)
                self.off.append(column)
        if len(self.short) == 1:
            self.short, self.long = [], [column for column in columns if column in (*self.short, *self.long)]
        self.short.sort(key=lambda column: self.lacking([column]))  # what is missing is so at the right

    @property
    def listed(self) -> float:
        """Return the height of the list: lines of two columns, then lines of one."""
        return self.height_of(self.short) + self.height_of(self.long)

    def height_of(self, part: Sequence[Guess]) -> float:
        """Return the height in mm of a part of the foot: of numbers, of short lines, of long ones."""
        if part is self.figures:
            return self.names + (_NUMBER + _GAP / 2 if part else 0)
        if part is self.short:
            return _line(_FOOT) * math.ceil(len(part) / 2)
        return sum(
            max(letters.height(text, self.inner, _FOOT) for text in self._label_texts(column)) for column in part
        )

    def lacking(self, part: Sequence[Guess]) -> int:
        """Return how many rows have nothing in any of these columns."""
        return sum(not any(row[column.head].strip() for column in part) for row in self.deck.table.rows)

    def excess(self, row: int, size: float) -> float:
        """Return by how much the text of a row is too high for its place at a size in points, in mm."""
        if self.text is None:
            return 0
        cells = self.deck.table.rows[row]
        box = self.below if self.picture is not None and cells[self.picture.head].strip() else self.whole
        return letters.height(self.deck.words(self.text, row), box.width, size) - box.height

    def _texts(self, column: Guess | None) -> list[str]:
        words = [self.deck.words(column, row) for row in range(len(self.deck.table.rows))] if column else []
        return list(filter(None, words))

    def _label_texts(self, column: Guess) -> list[str]:
        return [f"{_label(column)} {text}" for text in self._texts(column)] or [_label(column)]

    def _is_figure(self, column: Guess) -> bool:
        """Return whether a column holds nothing but numbers and what looks like them: 3, $2.50, 2-4."""
        texts = [text for row, text in enumerate(self._texts(column)) if row not in column.odd]
        figures = all(len(text) <= _FIGURE and any(map(str.isdigit, text)) for text in texts)
        return column.kind == "int" or (column.kind == "text" and not column.markup and figures)

    def _is_nearly_numbers(self, column: Guess) -> bool:
        """Return whether most cells of a column are whole numbers, and the others as short: X, 2+, any."""
        texts = self._texts(column)
        short = column.kind == "text" and not column.markup and all(len(text) <= _NEARLY for text in texts)
        return short and 4 * sum(map(str.isdigit, texts)) > 3 * len(texts) > 0

    @property
    def room(self) -> float:
        """Return the height of the space between head and foot."""
        return self.end - self.top

    @property
    def pictured(self) -> float:
        """Return the area in mm² that a typical picture covers."""
        return min(self.drawn.width, self.drawn.height * self.aspect) ** 2 / self.aspect

    @property
    def fits(self) -> bool:
        """Return whether all texts fit, if only at the smallest size."""
        return all(self.excess(row, _SMALLEST) <= 0 for row in range(len(self.deck.table.rows)))

    def _common_size(self) -> tuple[float, float]:
        """Return the size of the deck's texts in points, the largest that suits nearly all, and a picture's height."""
        if self.text is None:
            return 0, self.room if self.picture else 0
        least, best, most = (min(part * self.room, self.inner / self.aspect) for part in (self.least, *_PICTURE))
        size, beside = 0.0, 0.0
        for size in (() if self.small else _BESIDE if self.picture else _ALONE) + _SMALL:
            beside, alone = self._heights(size, _LONG)
            spare = 0 if self.beside or not self.picture else _GAP + (best if size > _GOOD else least)
            if max(alone, beside + spare) <= self.room:
                break
        longest = max(beside, self._heights(_LEGIBLE, 0)[0])  # the few longest texts shrink, but not the picture's room
        return size, max(least, min(self.room - longest - _GAP, most))

    def _heights(self, size: float, but: float) -> tuple[float, float]:
        """Return the heights in mm that texts need at a size, beside a picture and without one, all but a share."""
        if self.text is None:
            return 0, 0
        wide = self.inner - self.beside - _GAP if self.beside else self.inner
        needs: tuple[list[float], list[float]] = [], []
        for number, row in enumerate(self.deck.table.rows):
            alone = self.picture is None or not row[self.picture.head].strip()
            words = self.deck.words(self.text, number)
            needs[alone].append(letters.height(words, self.inner if alone else wide, size))
        beside, alone_ = (max(sorted(need)[: len(need) - math.ceil(len(need) * but)], default=0) for need in needs)
        return beside, alone_


def _fitting(deck: DeckOfTable, width: float, height: float) -> _Plan:
    """Plan cards of a size, with less for picture and foot where texts do not fit otherwise."""
    for room in (_ROOMY, *_TIGHT):
        plan = _Plan(deck, width, height, room)
        if plan.fits:
            break
    return _beside_its_text(plan, width, height) or plan


def _beside_its_text(plan: _Plan, width: float, height: float) -> _Plan | None:
    """Plan upright pictures beside the texts, where they are larger than above them; None where they are not."""
    if plan.picture is None or plan.text is None or plan.beside or plan.aspect >= 1:
        return None
    for part in _BESIDES:
        other = _Plan(plan.deck, width, height, plan.given, part)
        if other.fits and other.size >= min(plan.size, _GOOD) and other.pictured > _LARGER * plan.pictured:
            return other
    return None


def too_long(deck: DeckOfTable, width: float, height: float) -> str:
    """Return the cell whose text is too long for cards of a size, by what is legible; empty for none."""
    plan = _Plan(deck, width, height)
    if plan.off:
        return deck.table.cell(0, plan.off[0].head)
    if plan.text is None:
        return ""
    number = max(range(len(deck.table.rows)), key=lambda row: plan.excess(row, _LEGIBLE), default=0)
    return deck.table.cell(number, plan.text.head) if plan.excess(number, _LEGIBLE) > 0 else ""


def off_the_cards(deck: DeckOfTable, width: float, height: float) -> list[str]:
    """Return the heads of the columns for which a card has no room."""
    return [column.head for column in _fitting(deck, width, height).off]


def front(deck: DeckOfTable, width: float, height: float) -> str:
    """Write the layout of a deck's fronts."""
    plan = _fitting(deck, width, height)
    lines = [
        f"# A card is {width:g} x {height:g} mm. A box is x, y, width, height in mm from the trim's top left corner.",
        f"size: [{width:g}, {height:g}]",
        "# Slots are drawn in this order. {name} becomes what the column of that name holds.",
        "styles:",
        f"  words: {{font: source-sans, size: 10, min: {_SMALLEST:g}, colour: ink}}",
        f"  label: {{font: source-sans, size: {_LABEL:g}, min: {_SMALLEST:g}, legible: {_SMALLEST:g}, "
        "break: anywhere, overflow: clip, colour: ink}",
        "slots:",
        "  ground: {kind: shape, shape: rectangle, box: bleed, fill: " + _ground(plan.suit) + "}",
        f"  panel: {{kind: shape, shape: rectangle, box: {plan.panel}, corner: 2.5, fill: paper}}",
        *_head(plan),
        *_body(plan),
        *_foot(plan),
    ]
    return "\n".join([*lines, ""])


def _head(plan: _Plan) -> Iterator[str]:
    """Yield the slots of badge, name and kind."""
    if plan.badge:
        when = _when(plan.badge)
        yield f"  badge: {{kind: shape, shape: ellipse, box: {plan.disc}, fill: ink{when}}}"
        yield (
            f'  number: {{kind: text, style: words, weight: bold, size: 13, text: "{{{plan.badge.name}}}", '
            f"box: {plan.disc}, align: centre, valign: middle, colour: paper}}"
        )
        yield (
            f"  number-label: {{kind: text, style: label, text: {_quote(_literal(plan.badge.head))}, "
            f"box: {plan.label}, align: centre, valign: bottom{when}}}"
        )
    if plan.called:
        size = 11 if plan.small else 13
        words = f'kind: text, style: words, weight: bold, size: {size}, text: "{{{plan.called}}}", valign: middle'
        yield f"  title: {{{words}, {_beside(plan, plan.name)}}}"
    if plan.suit:
        words = f'kind: text, style: words, weight: semibold, size: 8, text: "{{{plan.suit.name}}}", valign: bottom'
        yield f"  kind: {{{words}, {_beside(plan, plan.kind)}}}"


def _beside(plan: _Plan, box: _Box) -> str:
    """Return the box of what stands beside the badge, or in its place on cards without one."""
    if plan.badge is None or not plan.badge.optional:
        return f"box: {box}"
    wider = box._replace(x=plan.left, width=plan.inner)
    return f'choose: {{by: "{{{plan.badge.name}}}", not-empty: {{box: {box}}}, empty: {{box: {wider}}}}}'


def _body(plan: _Plan) -> Iterator[str]:
    """Yield the slots of picture and text; a text has the picture's space as well where a row has none."""
    if plan.picture:
        when = _when(plan.picture)
        yield "  # fit: cover fills the box and cuts off what is too much."
        yield (
            f'  picture: {{kind: picture, art: "pictures/{{{plan.picture.name}}}", box: {plan.drawn}, fit: contain, '
            f"corner: 1{when}}}"
        )
    if plan.text and (plan.picture is None or plan.picture.optional):
        yield _rule("head-rule", plan.whole, f", when: {{{plan.picture.name}: empty}}" if plan.picture else "")
    if plan.text:
        words = f'kind: text, style: words, size: {plan.size:g}, text: "{{{plan.text.name}}}"'
        if plan.picture is None:
            yield f"  text: {{{words}, valign: middle, box: {plan.whole}}}"
        elif not plan.picture.optional:
            yield f"  text: {{{words}, box: {plan.below}}}"
        else:
            yield (
                f'  text: {{{words}, choose: {{by: "{{{plan.picture.name}}}", '
                f"not-empty: {{box: {plan.below}}}, empty: {{box: {plan.whole}, valign: middle}}}}}}"
            )


def _foot(plan: _Plan) -> Iterator[str]:
    """Yield the slots at the foot: flavour, a line, numbers above their names, a list."""
    box = _Box(plan.left, plan.end + _GAP, plan.inner, plan.quote)
    if plan.flavour and plan.quote:
        words = f'weight: italic, size: {_FOOT}, text: "{{{plan.flavour.name}}}", box: {box}, valign: bottom'
        yield f"  flavour: {{kind: text, style: words, {words}{_when(plan.flavour)}}}"
        box = box._replace(y=box.y + plan.quote + _GAP)
    # What most cards have comes first, so that what a card lacks is missing at its foot.
    parts = [part for part in (plan.figures, plan.short, plan.long) if part]
    for number, part in enumerate(sorted(parts, key=plan.lacking)):
        if number == 0 and (len(part) == 1 or not plan.lacking(part)):
            yield _rule("foot-rule", box, _when(part[0]) if len(part) == 1 else "")
        box = box._replace(height=plan.height_of(part))
        yield from _figures(plan, box) if part is plan.figures else _lists(plan, part, box)
        box = box._replace(y=box.y + box.height)


def _figures(plan: _Plan, box: _Box) -> Iterator[str]:
    """Yield the slots of numbers above their names, side by side."""
    names = ", ".join(column.name for column in plan.figures)
    when = ", when: {item.value: not-empty}" if any(column.optional for column in plan.figures) else ""
    loop = f"repeat: {{over: [{names}], step: [{plan.wide:.4g}, 0]}}{when}"
    number = box._replace(width=plan.wide - 1, height=_NUMBER)
    name = number._replace(y=box.y + _NUMBER, height=plan.names)
    words = f'style: words, weight: bold, size: 11, text: "{{item.value}}", box: {number}, valign: bottom'
    yield f"  figures: {{kind: text, {words}, {loop}}}"
    yield f'  figure-names: {{kind: text, style: label, text: "{{item.head}}", box: {name}, {loop}}}'


def _lists(plan: _Plan, columns: Sequence[Guess], box: _Box) -> Iterator[str]:
    """Yield the slots of a list: short lines side by side, or long ones."""
    halves = {"list": columns[::2], "list-right": columns[1::2]} if columns is plan.short else {"lines": columns}
    for number, (name, part) in enumerate(halves.items()):
        if not part:
            continue
        if columns is plan.short:
            box = box._replace(x=plan.left + number * plan.inner / 2, width=plan.inner / 2)
        text = _quote("\n".join(f"{_label(column)} {{{column.name}}}" for column in part))
        omit = ", empty-lines: omit" if any(column.optional for column in part) else ""
        yield f"  {name}: {{kind: text, style: words, size: {_FOOT}, break: anywhere, text: {text}, box: {box}{omit}}}"


def _rule(name: str, below: _Box, when: str = "") -> str:
    """Return the slot of a thin line above a box."""
    box = below._replace(y=below.y - _GAP / 2, height=0)
    return f"  {name}: {{kind: shape, shape: line, box: {box}, stroke: sand, width: 0.25{when}}}"


def _label(column: Guess) -> str:
    return f"**{_literal(column.head)}**"


def _line(size: float) -> float:
    """Return the height of a line in mm, and a little more, at a size in points."""
    return letters.LEADING * size / PT_PER_MM + 1e-6


def _literal(text: str) -> str:
    """Return the text of a slot that prints these words and nothing else."""
    return escaped(" ".join(text.split())).replace("{", "{{").replace("}", "}}")


def _quote(text: str) -> str:
    """Return a text for YAML in quotes."""
    quoted = yaml_text(text)
    return quoted if quoted.startswith('"') else f'"{quoted}"'


def _when(column: Guess) -> str:
    return f", when: {{{column.name}: not-empty}}" if column.optional else ""


def _ground(suit: Guess | None) -> str:
    """Return the ink of the ground: one for each value of a choice."""
    if suit is None or any(value in _WORDS for value in suit.choices):
        return "amber"
    cases = ", ".join(f"{yaml_text(value)}: {{fill: {ink}}}" for value, ink in zip(suit.choices, INKS, strict=False))
    return f'slate, choose: {{by: "{{{suit.name}}}", {cases}, else: {{}}}}'
