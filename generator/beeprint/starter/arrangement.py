"""Where things stand on cards that are made from a table: measured from its texts, in the proportions of a template."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from beeprint.base.geometry import PT_PER_MM
from beeprint.starter import letters
from beeprint.starter.card_columns import FOOT, GAP, LABEL, LEGIBLE, NAME, SMALLEST, Columns, Foot, line
from beeprint.starter.card_templates import Strip, Template
from beeprint.starter.deck_of_table import DeckOfTable, Guess
from beeprint.starter.looks import Look

#: The sizes in points that the texts of a deck may have, on common and on small cards.
_SIZES, _SMALL = (11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5), (9.5, 9, 8.5, 8, 7.5)
#: The size in points up to which a text takes no room from the picture.
_GOOD = 9
#: The sizes that the longest texts may have where the picture leaves them room, and what is left over, in mm.
_SHRUNK, _SPARE = (10, 9.5, 9, 8.5, 8), 0.1
#: The share of texts that may be too long for the usual size, and the share that may shrink by more.
_USUAL, _LONG = 0.4, 0.15
#: How much smaller the size of a usual text may make one of the others, and the sizes in points up to which it takes
#: some room from the picture, and how much.
_EVEN, _FAIR, _LENT = 0.85, 10.5, 0.93
#: The lines of a text that is so short that it is centred.
_FEW = 3
#: The area of a card, in mm², below which it is small.
_LITTLE = 4500
#: The width of a picture by its height below which its place is upright, and the parts of the width that it has then.
_UPRIGHT, _NARROW = 0.9, (0.56, 0.66)
#: The part of a card that a place without pictures has at best, at least, and at most where there is a text.
_BARE, _LEAST_BARE, _MOST_BARE = 0.24, 0.12, 0.5
#: The corners of numbers, by how many there are.
_CORNERS = {1: ("tl",), 2: ("tl", "br"), 3: ("tl", "bl", "br"), 4: ("tl", "tr", "bl", "br")}
#: The numbers beside an upright picture that leave room for a mark.
_BESIDE = 2
#: How far down a round piece its title may begin, the best first, as parts of its height; how far from its edge in mm
#: the title stays; how far words stay from the ends of their plate, as a part of its height.
_BANDS, _INSIDE, _WORDS_END = (0.66, 0.63, 0.6, 0.57, 0.54, 0.5, 0.46, 0.42, 0.38), 2.6, 0.5
#: How many of them leave room for a mark above the title.
_LOW_BANDS = 5
#: The height in mm below which a plate has little room round its words.
_LOW_PLATE = 8
#: How far above the trim a panel ends between badges, in mm.
_LOW_END = 6.5
#: The width in mm from which a round piece has a plate for two lines.
_TWO_LINES = 50
#: How near the trim a badge comes, in mm: its number and its name stay in the safe zone.
RIM = 3.2


class Room(NamedTuple):
    """What is given up on cards that are too small for their texts.

    `foot` is the part of the height that may stand below the text; `picture` the part that the picture keeps of its
    least; `corners` is the most numbers that stand in corners.
    """

    foot: float = 0.4
    picture: float = 0.66
    flavour: bool = True
    corners: int = 4


_ROOMY = Room()
_TIGHT = (
    Room(picture=0.5), Room(picture=0.5, flavour=False), Room(0.3, 0.4, False), Room(0.2, 0.4, False),
    Room(0.2, 0.2, False, 1), Room(0.0, 0.2, False, 1), Room(0.0, 0.0, False, 1),
)  # fmt: skip


class Box(NamedTuple):
    """A box in mm."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return f"[{', '.join(f'{round(number, 1):g}' for number in self)}]"

    def grow(self, by: float) -> Box:
        """Return a box that is larger on all sides."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    @property
    def end(self) -> float:
        """Return where the box ends below."""
        return self.y + self.height


class BadgeSize(NamedTuple):
    """How large badges are, in mm: the side of one, and the width of the name below it."""

    side: float
    label: float

    @property
    def wide(self) -> float:
        """Return the width of a badge with its name."""
        return max(self.side, self.label)

    @property
    def high(self) -> float:
        """Return the height of a badge with its name."""
        return self.side - 0.7 + NAME


class Case(NamedTuple):
    """The columns that are empty on cards which lack what others have, and where things stand on these cards."""

    columns: Sequence[Guess]
    plan: Plan


def is_small(width: float, height: float) -> bool:
    """Return whether a card is small, by its sides in mm."""
    return width * height < _LITTLE


def badge_size(heads: Sequence[str], width: float, height: float) -> BadgeSize:
    """Return how large badges are for columns of these heads, on cards of a size in mm."""
    side = 8.4 if is_small(width, height) else 10.4
    widest = max((letters.width(head, LABEL, "semibold") + 1.8 for head in heads), default=0)
    return BadgeSize(side, min(max(side - 1, widest), 17.0, width * 0.26))


class Plan:
    """Where things are on the cards of a deck, in mm."""

    def __init__(
        self,
        deck: DeckOfTable,
        width: float,
        height: float,
        template: Template,
        look: Look,
        room: Room = _ROOMY,
        upright: bool = True,
        usual: Plan | None = None,
        free: Collection[str] = (),
    ) -> None:
        """Place everything on cards of a size; of what does not fit, `room` says how much may be given up.

        With `upright`, upright pictures have an upright place, if the numbers beside it fit there. Cards that lack what
        the `usual` ones have leave corners `free`, or else their panel.
        """
        self.usual, self.free = usual, free
        self.deck, self.width, self.height, self.template, self.look = deck, width, height, template, look
        self.given, self.family = room, look.text
        self.small = is_small(width, height)
        self.is_round = template.shape.startswith(("{kind: round", "{kind: hexagon"))
        self.edge = 3.4 if self.small else 4.0
        self.columns = Columns(deck, min(template.corners, room.corners), room.flavour)
        self.pad = 2.2 if self.small else 3.2
        self.wide = width - 2 * self.edge
        self.inner = self.wide - 2 * self.pad
        self.left = self.edge + self.pad
        self.foot = Foot(self.columns, self.inner, height * room.foot, self.family)
        is_low = self.small and not (self.is_round and width > _TWO_LINES)
        self.plate_height = (7.4 if is_low else 9.6) if self.columns.called else 0.0
        self.has_value = template.is_value and self.columns.picture is None and bool(self.columns.numbers)
        self.numbers = self.columns.numbers[1:] if self.has_value else self.columns.numbers
        self.upright = upright and self._is_upright()
        self._badges()
        self.low_foot = self._has_low_foot()
        quote = self.foot.quote + GAP if self.foot.quote else 0.0
        self.foot_height = quote if self.low_foot else self.foot.height
        self._strips()
        self.least_title: float = LEGIBLE
        if self.is_round:
            self._fit_outline()

    # ---- cards that lack something

    @cached_property
    def cases(self) -> list[Case]:
        """Return the cards on which things stand elsewhere: those without a panel, or without numbers at the top."""
        held = self.on_panel if self.panel else []
        bare = [Case(held, self._without())] if held and all(column.optional for column in held) else []
        pairs = zip(self.corners, self.numbers, strict=True)
        free = {corner: column for corner, column in pairs if corner[0] == "t" and column.optional}
        return [*bare, Case([*free.values()], self._without(free))] if free else bare

    def _without(self, free: Collection[str] = ()) -> Plan:
        deck, width, height, template, look = self.deck, self.width, self.height, self.template, self.look
        return Plan(deck, width, height, template, look, self.given, self.upright, self, free)

    @property
    def on_panel(self) -> list[Guess]:
        """Return the columns that the panel holds."""
        foot, columns = self.foot, self.columns
        texts = filter(None, (columns.text, columns.flavour if foot.quote else None))
        return [*texts, *foot.figures, *foot.short, *foot.long]

    # ---- badges

    def _badges(self) -> None:
        """Measure badges with the names below them, and choose their corners."""
        heads = [column.head for column in self.numbers]
        self.badge_size = badge_size(heads, self.width, self.height)
        self.badge, self.badge_wide, self.badge_high = self.badge_size.side, self.badge_size.wide, self.badge_size.high
        self.corners = _CORNERS[len(heads)] if heads else ()
        if self.upright:
            self.corners = tuple(str(number) for number in range(len(heads)))

    def corner(self, name: str) -> tuple[float, float]:
        """Return where the badge of a corner begins: the left of its name and the top of its number.

        Beside an upright picture, badges stand one below the other, by their number.
        """
        if name.isdigit():
            side, top = self.side, self.side.y + (self.badge if self.mark else 0)
            pitch = max(self.badge_high + 0.3, min(self.badge_high + 3, (side.end - 0.5 - top) / len(self.corners)))
            return side.x + (side.width - self.badge_wide) / 2, top + int(name) * pitch
        if self.is_round:
            return (self.width - self.badge_wide) / 2, 3.6 if self.width < 50 else 6.4
        x = RIM + 0.4 if name[1] == "l" else self.width - RIM - 0.4 - self.badge_wide
        return x, RIM if name[0] == "t" else self.height - RIM - self.badge_high

    @property
    def side(self) -> Box:
        """Return the column beside an upright picture."""
        x, y = self.place.x + self.place.width, max(RIM, self.place.y)
        end = self.width - (self.edge if self.place.x else 0)
        return Box(x, y, end - x, (self.plate.y if self.straddles and self.plate else self.place.end) - y)

    @property
    def is_crowded(self) -> bool:
        """Return whether the column beside an upright picture is too short for its numbers."""
        if not self.upright or not self.corners:
            return False
        x, y = self.corner(self.corners[-1])
        return y + self.badge_high > self.side.end or x < self.side.x + 0.5

    @property
    def has_low(self) -> bool:
        """Return whether a number stands in a corner at the foot."""
        return any(corner[0] == "b" for corner in self.corners)

    @property
    def low_room(self) -> Box:
        """Return the room between the badges at the foot, in which a short list stands."""
        x, wide = self._between("bl", "br", self.left, self.inner)
        y = self.height - RIM - self.badge_high
        return Box(x + 0.6, y, wide - 1.2, self.badge_high - (_LOW_END - RIM) - 1.2)

    def _has_low_foot(self) -> bool:
        """Return whether all that stands below the text has room between the badges at the foot."""
        foot, columns = self.foot, [*self.foot.short, *self.foot.long]
        if self.is_round or not self.has_low or not columns or foot.figures or not self.columns.text:
            return False
        room = self.low_room
        texts = [text for column in columns for text in foot.label_texts(column)]
        fits = all(letters.height(text, room.width, FOOT, self.family) <= line(FOOT) for text in texts)
        return fits and line(FOOT) * len(columns) <= room.height and self.template.order[-1] in ("text", "kind")

    def _is_upright(self) -> bool:
        """Return whether the pictures are upright and get a place that is."""
        order = self.template.order
        is_above = "text" in order and order.index("picture") < order.index("text")
        pictured = self.columns.picture is not None and self.template.form != "whole" and is_above
        return (
            pictured and 0 < self.deck.aspect < _UPRIGHT and self.height > self.width and self.columns.text is not None
        )

    # ---- strips

    def _strips(self) -> None:
        """Stack the strips of the template; the picture has what the text does not need."""
        order = self._order()
        bleeds = self.template.form != "inset"
        is_above = order[0] == "title" and order[1:2] != ["kind"]
        self.is_beside_badges = is_above and any(corner[0] == "t" for corner in self.corners)
        before = dict(zip(order[1:], order, strict=False))
        self.straddles = bool(self.plate_height) and before.get("title") == "picture" and bleeds
        start = 0.0 if order[0] == "picture" and bleeds else self.edge
        over = self.plate_height / 2 if self.straddles else 0.0
        self.top_pad = over + 1.5 if self.straddles and before.get("text") == "title" else self.pad - 0.6
        end = self._end(order[-1], bleeds)
        fixed = sum(self._fixed(strip) for strip in order)
        if self.straddles:  # the plate hides half of its height of the picture, and half of what is below
            fixed -= self.plate_height + 1
            end -= 0 if before.get("text") == "title" else over + 1
        free = end - start - fixed
        self.size, self.drawn = self._sizes(free, over)
        y = start
        self.kind_box: Box | None = None
        self.plate: Box | None = None
        self.panel: Box | None = None
        for strip in order:
            y = self._place(strip, y, bleeds, over, free)
        self._low_row()

    def _order(self) -> list[Strip]:
        """Return the strips that the deck has, without a kind below all others."""
        is_bare = self.usual is not None and not self.free
        self.has_panel = bool(self.columns.text or self.foot.height) and "text" in self.template.order and not is_bare
        has = {"kind": self.columns.suit is not None, "text": self.has_panel}
        order = [strip for strip in self.template.order if has.get(strip, True)]
        self.low_kind = order[-1] == "kind"
        return order[: -1 if self.low_kind else None]

    def _end(self, last: str, bleeds: bool) -> float:
        """Return where the last strip ends; find out how far texts stay above it."""
        self.low_pad = self.pad - 0.6
        low = self.height - RIM - self.badge_high - 0.4
        if last == "picture" and bleeds:
            return self.height
        if self.low_kind:
            end = self.height - (8.0 if self.small else 8.4)
        else:
            end = self.height - (_LOW_END if self.has_low else self.edge)
        self.low_pad = max(self.low_pad, end - low) if self.has_low else self.low_pad
        if not self.has_panel and self.has_low and (self.straddles or not bleeds):
            return low
        return end

    def _fixed(self, strip: str) -> float:
        """Return the height of a strip that does not depend on texts, with the room below it."""
        if strip == "title":
            badges = RIM + self.badge_high - self.edge + 0.4 if self.is_beside_badges else 0.0
            return max(self.plate_height + 1, badges)
        return {"kind": 5.6, "picture": 1.0 if self.template.form == "inset" else 0}.get(strip, 0)

    def _place(self, strip: str, y: float, bleeds: bool, over: float, free: float) -> float:
        """Place a strip that begins at a height; return where the next one begins."""
        if strip == "picture":
            self.place = self._picture_place(y, bleeds)
            return y + self.drawn + self._fixed(strip)
        if strip == "text":
            self.panel = Box(self.edge, y, self.wide, free - self.drawn)
            return y + self.panel.height
        x, wide = self.edge, self.wide
        top = y - over if strip == "title" and self.straddles else y
        if top < RIM + self.badge_high:  # beside the badges at the top
            x, wide = self._between("tl", "tr", x, wide)
        if strip == "title":
            self.plate = Box(x, top, wide, self.plate_height) if self.plate_height else None
            return y if self.straddles else y + self._fixed(strip)
        self.kind_box = Box(x, y, wide, 4.8)
        return y + self._fixed(strip)

    def _between(self, left: str, right: str, x: float, wide: float) -> tuple[float, float]:
        """Return the part of a row that is between two corners."""
        end = x + wide
        if left in self.corners and left not in self.free:
            x = self.corner(left)[0] + self.badge_wide + 0.8
        if right in self.corners and right not in self.free:
            end = self.corner(right)[0] - 0.8
        return x, end - x

    def _picture_place(self, y: float, bleeds: bool) -> Box:
        """Return the place of the picture, inside the trim."""
        if self.template.form == "whole":
            return Box(0, 0, self.width, self.height)
        x, wide = (0.0, self.width) if bleeds else (self.edge, self.wide)
        if self.upright:
            narrow = min(max(self.drawn * self.deck.aspect, _NARROW[0] * wide), _NARROW[1] * wide)
            narrow = self.usual.place.width if self.usual else narrow  # numbers stay where they are beside it
            has_side = bool(self.columns.numbers or self.columns.suit)
            return Box(x if has_side else x + (wide - narrow) / 2, y, narrow, self.drawn)
        return Box(x, y, wide, self.drawn)

    def _low_row(self) -> None:
        """Place the kind below everything, between the numbers in corners."""
        if self.low_kind and self.columns.suit:
            x, wide = self._between("bl", "br", self.edge, self.wide)
            self.kind_box = Box(x, self.height - (7.7 if self.small else 8.0), wide, 4.8)

    @property
    def mark(self) -> Box | None:
        """Return the box of the mark in a corner of the picture; None where the kind's own line has it in view."""
        if self.columns.suit is None or self.columns.picture is None or "tr" in self.corners or not self.straddles:
            return None
        size = self.badge - 1
        if self.is_round:
            return (
                Box((self.width - size) / 2, self.plate.end + 2, size, size) if self.plate and self.width > 50 else None
            )
        if self.upright and len(self.corners) > _BESIDE:
            return None
        if self.upright:
            return Box(self.side.x + (self.side.width - size) / 2, RIM, size, size)
        return Box(self.width - RIM - 0.4 - size, RIM, size, size)

    @property
    def words(self) -> Box:
        """Return the box of the text, above what stands at its foot."""
        assert self.panel is not None
        y = self.panel.y + self.top_pad
        return Box(self.left, y, self.inner, self.panel.height - self.top_pad - self.low_pad - self.foot_height)

    @property
    def centres(self) -> bool:
        """Return whether texts are centred: as the template has it, and where most have few lines."""
        texts = self.columns.texts(self.columns.text)
        heights = sorted(letters.height(text, self.inner, self.size, self.family) for text in texts)
        few = bool(heights) and heights[len(heights) // 2] <= line(self.size) * _FEW
        return self.template.align == "centre" or few

    @property
    def is_level(self) -> bool:
        """Return whether texts that are centred in height all begin at one height, for all have as many lines.

        Other texts begin at the top of their box, so that no card's text begins elsewhere.
        """
        columns = self.columns
        heights = {letters.height(text, self.inner, self.size, self.family) for text in columns.texts(columns.text)}
        has_one_box = not columns.flavour or not columns.flavour.optional or not self.foot.quote
        return len(heights) < 2 and has_one_box

    # ---- sizes

    def _sizes(self, free: float, over: float) -> tuple[float, float]:
        """Return the size of the deck's texts in points, the largest that suits nearly all, and a picture's height."""
        if not self.has_panel:
            return 0, free
        best, least, most = self._pictures(free, over)
        size = 0.0
        for size in _SMALL if self.small else _SIZES:
            room = least if size <= _GOOD else max(least, best * _LENT) if size <= _FAIR else best
            if max(self._needs(size, _USUAL), self._needs(size * _EVEN, _LONG)) + room <= free:
                break
        # The few longest texts shrink: as little as leaves the picture its room, and not below what is legible.
        needs = [self._needs(small, 0) for small in (*_SHRUNK, LEGIBLE) if small <= max(size, LEGIBLE)]
        longest = next((need for need in needs if free - need >= best), needs[-1])
        return size, max(least, min(free - max(longest, self._needs(size, _USUAL)) - _SPARE, most))

    def _pictures(self, free: float, over: float) -> tuple[float, float, float]:
        """Return how high the picture's place is at best, at least and at most, in mm."""
        area, wide = self.width * self.height, self.width if self.template.form != "inset" else self.wide
        if self.columns.picture is None:
            return _BARE * area / wide, _LEAST_BARE * self.given.picture * area / wide, _MOST_BARE * area / wide
        part, most = self.template.picture
        wide *= _NARROW[1] if self.upright else 1
        return part * area / wide, part * self.given.picture * area / wide, max(part, most) * self.height

    def _needs(self, size: float, but: float) -> float:
        """Return the height in mm of a panel that holds all texts at a size, all but a share."""
        text = self.columns.text
        rows = range(len(self.deck.table.rows)) if text else ()
        heights = sorted(self._high(row, size) - self._spared(row) for row in rows)
        kept = heights[: len(heights) - math.ceil(len(heights) * but)] or heights
        return self.top_pad + self.low_pad + self.foot_height + max(kept, default=0)

    def _high(self, row: int, size: float) -> float:
        """Return the height in mm of the text of a row at a size in points."""
        assert self.columns.text is not None
        return letters.height(self.deck.words(self.columns.text, row), self.inner, size, self.family)

    def _spared(self, row: int) -> float:
        """Return the height in mm that a row leaves to its text, since it has no flavour."""
        flavour = self.columns.flavour
        if not flavour or not flavour.optional or not self.foot.quote or self.deck.words(flavour, row):
            return 0
        return self.foot.quote + GAP

    def excess(self, row: int, size: float) -> float:
        """Return by how much the text of a row is too high for its place at a size in points, in mm."""
        if self.columns.text is None or self.panel is None:
            return 0
        return self._high(row, size) - self._spared(row) - self.words.height

    @property
    def fits(self) -> bool:
        """Return whether all texts fit, if only at the smallest size."""
        return all(self.excess(row, SMALLEST) <= 0 for row in range(len(self.deck.table.rows)))

    @property
    def off(self) -> list[Guess]:
        """Return the columns for which there is no room."""
        if "text" in self.template.order:
            return self.foot.off
        hidden = [*self.off_title, self.columns.text, *self.columns.others, self.columns.flavour]
        return [*self.foot.off, *(column for column in hidden if column and column not in self.foot.off)]

    def _fit_outline(self) -> None:
        """Move the title into the outline of a hexagon or a round piece; leave it out where none of them fits."""
        if self.plate is None:
            return
        low = self.corner("t")[1] + self.badge_high + 0.6 if self.corners else self.height * 0.3
        places = [self._band(self.height * part) for part in _BANDS if self.height * part >= low]
        for number, self.least_title in ((_LOW_BANDS, LEGIBLE), (len(places), LEGIBLE), (len(places), SMALLEST)):
            longest = [place for place in places[:number] if self._holds_titles(place, 0, self.least_title, 1)]
            usual = (place for place in longest if self._holds_titles(place, _LONG, 9))
            self.plate = next(usual, longest[-1] if longest else None)
            if self.plate is not None:
                break

    def _band(self, y: float) -> Box:
        """Return the place of a title from a height on, inside the safe zone of an outline."""
        high = self.plate_height
        ends = (self._chord(each) for each in (y + 0.6, y + high - 0.6))
        wide = max(0.0, min(ends) - 2 * _INSIDE)
        return Box((self.width - wide) / 2, y, wide, high)

    def _chord(self, y: float) -> float:
        """Return how wide a round piece or a hexagon is at a height."""
        off = min(1.0, abs(2 * y / self.height - 1))
        if "hexagon" not in self.template.shape:
            return self.width * math.sqrt(1 - off**2)
        return self.width * (1 - off / 2) if self.width > self.height else self.width * min(1, 2 * (1 - off))

    def _holds_titles(self, place: Box, but: float, size: float, large: float = 0) -> bool:
        """Return whether a place holds all titles but a share at a size in points, in one line or two.

        Letters are `large` times this size, or as a look has them.
        """
        box, column = title_box(place), self.columns.title or self.deck.column("id")
        if box.width <= 1:
            return False
        size = min(size * (large or self.look.large), box.height * PT_PER_MM / letters.LEADING)
        family, _, weight = self.look.heading.partition("/")
        fits = [
            letters.height(text, box.width * 0.94, size, family) <= box.height
            and max(letters.width(word, size, weight, family) for word in text.split() or [""]) <= box.width
            for text in self.columns.texts(column)
        ]
        return fits.count(False) <= but * len(fits)

    @property
    def off_title(self) -> list[Guess]:
        """Return the column of titles where no title has room."""
        has_none = self.is_round and self.plate is None and bool(self.columns.called)
        return [self.columns.title] if has_none and self.columns.title else []


def title_box(plate: Box) -> Box:
    """Return the box of a title's words on its plate: clear of its ends, with room for two lines that keep apart."""
    end = min(plate.height * _WORDS_END, plate.width * 0.12)
    edge = 0.5 if plate.height < _LOW_PLATE else 1.1
    return Box(plate.x + end, plate.y + edge, plate.width - 2 * end, plate.height - 2 * edge)


def fitting(deck: DeckOfTable, width: float, height: float, template: Template, look: Look) -> Plan:
    """Plan cards of a size, with less for picture and foot where texts do not fit otherwise."""
    plan = _roomy(deck, width, height, template, look)
    for room in _TIGHT:
        if plan.fits:
            break
        plan = Plan(deck, width, height, template, look, room, plan.upright)
    return plan if not plan.is_crowded else Plan(deck, width, height, template, look, plan.given, upright=False)


def _roomy(deck: DeckOfTable, width: float, height: float, template: Template, look: Look) -> Plan:
    plan = Plan(deck, width, height, template, look)
    return Plan(deck, width, height, template, look, upright=False) if plan.is_crowded else plan


def too_long(deck: DeckOfTable, width: float, height: float, template: Template, look: Look) -> str:
    """Return the cell whose text is too long for cards of a size, by what is legible; empty for none."""
    plan = _roomy(deck, width, height, template, look)
    if plan.foot.off:
        return deck.table.cell(0, plan.foot.off[0].head)
    if plan.columns.text is None:
        return ""
    number = max(range(len(deck.table.rows)), key=lambda row: plan.excess(row, LEGIBLE), default=0)
    return deck.table.cell(number, plan.columns.text.head) if plan.excess(number, LEGIBLE) > 0 else ""
