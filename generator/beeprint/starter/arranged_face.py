"""The layouts of cards that are made from a table, as YAML that a person reads and changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from beeprint.drawing.text.markup import parse
from beeprint.game.conditions import one_of
from beeprint.starter import letters
from beeprint.starter.arranged_cases import WORDS, mark, placed
from beeprint.starter.arrangement import BadgeSize, Box, Plan, title_box
from beeprint.starter.card_columns import FOOT, GAP, LABEL, NAME, NUMBER, SMALLEST, label
from beeprint.starter.deck_of_table import Guess, yaml_text
from beeprint.starter.looks import KIND_INK, KINDS, LOOK, MARK, MARKS, Look, colour_of, marks_of

#: The sizes in points that titles may have, the share of them that may be too long for it, and shrink.
_TITLES, _LONG = (17, 16, 15, 14, 13, 12, 11, 10), 0.15
#: How far inside the trim the ring of a round piece is, and that of a note, in mm.
_RING, _EDGE = 1.8, 3.4
#: The side in mm of a place that is too small for a mark.
_TINY = 12
#: The ink of the ground where there are no kinds.
_PLAIN = "sky"
#: The quarters of a turn.
_TURNS = (0, 90, 180, 270)


def front(plan: Plan, icons: Mapping[str, str]) -> str:
    """Write the layout of a deck's fronts; `icons` are those of words in texts."""
    width, height = plan.width, plan.height
    lines = [
        f"# A card is {width:.4g} x {height:.4g} mm. A box is x, y, width, height in mm from the top left of the trim.",
        f"size: [{width:.4g}, {height:.4g}]",
        "# Slots are drawn in this order. {name} becomes what the column of that name holds; inks are in palette.yaml.",
        "styles:",
        *_styles(plan, icons),
        "slots:",
        *_ground(plan),
        *_picture(plan),
        *_ring(plan),
        *_panel(plan),
        *_words(plan),
        *_kind(plan),
        *_title(plan),
        *_badges(plan),
    ]
    return "\n".join([*lines, ""])


def back(width: float, height: float, look: Look, is_round: bool = False) -> str:
    """Write the layout of a back: a pattern that runs over the edges, a frame, and the game's title, small.

    A round piece, or any other that has no corners to adorn, has a frame along its outline.
    """
    edge = max(3.0, min(4.5, min(width, height) / 12))
    side = min(width, height) * (0.5 if not is_round else 0.62)
    middle = Box((width - side) / 2, (height - side) / 2, side, side)
    name = Box(middle.x + side * 0.17, middle.y + side * 0.32, side * 0.66, side * 0.36)
    inner = Box(edge, edge, width - 2 * edge, height - 2 * edge)
    size = 15 * look.large * min(1, side / 30)
    outline = f"kind: shape, shape: rectangle, box: {inner}, corner: {look.corner:g}"
    framed = [
        f"  frame: {{kind: shape, shape: outline, grow: -{min(edge, side * 0.08):.3g}, stroke: gilt, width: 0.5}}",
    ] if is_round else [
        f"  frame-edge: {{{outline}, stroke: back, width: 2.4}}",
        f"  frame: {{{outline}, stroke: gilt, width: 0.5}}",
        _corners(_in_corners(inner.grow(-1.2), min(9.0, side / 4))),
    ]  # fmt: skip
    medal = f"kind: picture, art: {LOOK}/medal, box: {middle}"
    lines = [
        "# The back that all cards share.",
        f"size: [{width:.4g}, {height:.4g}]",
        "slots:",
        "  ground: {kind: shape, shape: outline, grow: 3, fill: back}",
        f"  pattern: {{kind: picture, art: {LOOK}/back, box: bleed, fit: cover, colour: back-line}}",
        *framed,
        f"  disc: {{kind: shape, shape: ellipse, box: {middle.grow(-side * 0.03)}, fill: plate}}",
        f"  medal: {{{medal}, colour: gilt}}",
        f"  middle: {{kind: shape, shape: ellipse, box: {middle.grow(-side * 0.115)}, fill: plate}}",
        f"  title: {{kind: text, {_heading(look)}, size: {size:.3g}, min: {SMALLEST:g}, legible: {SMALLEST:g}, "
        f'break: anywhere, text: "{{game.title}}", box: {name}, align: centre, valign: middle, colour: plate-ink}}',
    ]
    if side < 18:  # on a counter there is no room for a title, and the medal is whole
        del lines[-2:]
    return "\n".join([*lines, ""])


def _heading(look: Look) -> str:
    """Return the keys of the font of titles; letters that it lacks are set in that of texts."""
    family, _, weight = look.heading.partition("/")
    fonts = family if family == letters.FAMILY else f"[{family}, {letters.FAMILY}]"
    return f"font: {fonts}" + (f", weight: {weight}" if weight != "regular" else "")


def _has_styles(plan: Plan) -> bool:
    """Return whether titles or numbers ask for bold or italics, which fonts of titles lack."""
    columns = [plan.columns.title or plan.deck.column("id"), *plan.columns.numbers, *plan.foot.figures]
    texts = (text for column in columns for text in plan.columns.texts(column))
    return any(part.bold or part.italic for text in texts for line in parse(text).paragraphs for part in line)


def _styles(plan: Plan, icons: Mapping[str, str]) -> Iterator[str]:
    look, suit = plan.look, plan.columns.tint
    heading = f"font: {look.text}, weight: bold" if _has_styles(plan) else _heading(look)
    yield f"  words: {{font: {look.text}, size: 9.5, min: {SMALLEST:g}, colour: ink}}"
    yield (f"  heading: {{{heading}, min: {SMALLEST:g}, align: centre, valign: middle, colour: plate-ink}}")
    yield (
        f"  label: {{font: {look.text}, weight: semibold, size: {LABEL:g}, min: {SMALLEST:g}, legible: {SMALLEST:g}, "
        "break: anywhere, overflow: clip, align: centre, valign: middle}"
    )
    if suit:
        yield f"  mark: {{kind: icon, icon: {_marks(suit, icons)}, colour: kind-ink}}"


def _cases(suit: Guess, key: str, words: Sequence[str]) -> str:
    """Return what a slot has for each value of a choice, after what it has for others."""
    cases = ", ".join(
        f"{yaml_text(value)}: {{{key}: {word}}}" for value, word in zip(suit.choices, words, strict=False)
    )
    return f'choose: {{by: "{{{suit.name}}}", {cases}, else: {{}}}}'


def _marks(suit: Guess, icons: Mapping[str, str]) -> str:
    if _is_odd(suit):
        return f"{MARK}/{MARKS[0]}"
    return f"{MARK}/{MARKS[0]}, {_cases(suit, 'icon', marks_of(suit.choices, icons))}"


def _is_odd(suit: Guess | None) -> bool:
    """Return whether a layout cannot choose by the values of a choice."""
    return suit is None or any(value in WORDS for value in suit.choices)


def _tint(suit: Guess | None, key: str) -> str:
    """Return the ink of a kind."""
    if suit is None or _is_odd(suit):
        return _PLAIN
    return f"slate, {_cases(suit, key, KINDS)}"


def _ground_ink(plan: Plan) -> str:
    """Return the ink of the ground: that of the colour that a table names, else that of the kind."""
    colour = plan.columns.colour
    if colour is None:
        return _tint(plan.columns.tint, "fill")
    return f"slate, {_cases(colour, 'fill', [colour_of(word) for word in colour.choices])}"


def _ground(plan: Plan) -> Iterator[str]:
    """Yield the ground in the colour of the kind, and its pattern."""
    shape = "shape: outline, grow: 3" if plan.is_round else "shape: rectangle, box: bleed"
    yield f"  ground: {{kind: shape, {shape}, fill: {_ground_ink(plan)}}}"
    yield (
        f"  pattern: {{kind: picture, art: {LOOK}/ground, box: bleed, fit: cover, colour: shade, "
        f"opacity: {plan.look.pattern:g}}}"
    )


def _picture(plan: Plan) -> Iterator[str]:
    """Yield the slots of the picture's place; on cards without one it holds a large mark."""
    columns = plan.columns
    medal = _medal(plan)
    if medal.width > _TINY - 3 and (columns.picture is None or columns.picture.optional):
        when = "" if columns.picture is None else f", when: {{{columns.picture.name}: empty}}"
        yield (
            f"  medal: {{kind: picture, art: {LOOK}/medal, {placed(plan, lambda each: f'box: {_medal(each)}')}, "
            f"colour: shade, opacity: {min(1, plan.look.pattern * 1.6):.2g}{when}}}"
        )
        if plan.has_value:
            middle = _emblem(plan)
            size = middle.height * 2.2 * plan.look.large
            yield (
                f'  value: {{kind: text, style: heading, size: {size:.3g}, text: "{{{columns.numbers[0].name}}}", '
                f"{placed(plan, lambda each: f'box: {middle}', on_ground=True)}, colour: {KIND_INK}{when}}}"
            )
        elif columns.tint:
            tests = [f"{columns.picture.name}: empty"] if columns.picture else []
            yield mark(plan, "emblem", lambda each: f"box: {_emblem(each)}", *tests)
        else:
            boxes = placed(plan, lambda each: f"box: {_emblem(each)}", on_ground=True)
            yield f"  emblem: {{kind: icon, icon: {MARK}/star, {boxes}, colour: {KIND_INK}{when}}}"
    if columns.picture is None:
        return
    when = _when(columns.picture)
    box, inset = placed(plan, lambda each: f"box: {_bled(each)}"), placed(plan, lambda each: f"box: {each.place}")
    corner = f", corner: {plan.look.corner:g}" if plan.template.form == "inset" else ""
    focus = ", focus: [0.5, 0.1]"  # where a tall picture is cut, its face stays
    art = f"art: {_quote(plan.deck.art or f'pictures/{{{columns.picture.name}}}')}"
    if plan.template.form == "inset":
        yield f"  mat: {{kind: shape, shape: rectangle, {inset}{corner}, fill: mat{when}}}"
    yield "  # fit: cover fills the box and cuts off the rest; fit: contain shows all of a picture."
    yield f"  picture: {{kind: picture, {art}, {box}, fit: cover{focus}{corner}{when}}}"
    if plan.template.form == "inset":
        yield (f"  frame: {{kind: shape, shape: rectangle, {inset}{corner}, stroke: gilt, width: 0.6}}")
        side = min(9.0, plan.place.height / 4)
        yield _corners(placed(plan, lambda each: _in_corners(each.place.grow(-1), side)))
    elif plan.template.form == "bleed":
        boxes = placed(plan, lambda each: f"box: {_beyond(each)}")
        yield f"  frame: {{kind: shape, shape: rectangle, {boxes}, stroke: gilt, width: 0.8}}"


def _ring(plan: Plan) -> Iterator[str]:
    """Yield the slot of the ring round a piece that has no panel: along its outline."""
    if plan.is_round:
        yield f"  ring: {{kind: shape, shape: outline, grow: -{_RING:g}, stroke: gilt, width: 0.7}}"
    elif plan.template.is_value:
        outline = f"shape: rectangle, box: {Box(0, 0, plan.width, plan.height).grow(-_EDGE)}"
        yield f"  ring: {{kind: shape, {outline}, corner: {plan.look.corner:g}, stroke: gilt, width: 0.7}}"


def _seen(plan: Plan) -> Box:
    """Return the part of the picture's place that is not hidden."""
    place = plan.place
    end = plan.plate.y if plan.plate and plan.plate.y > place.y and plan.plate.y < place.end else place.end
    top = max(place.y, 0)
    if plan.is_round:
        top = plan.corner("t")[1] + plan.badge_high if plan.corners else 2.4
    return Box(place.x, top, place.width, end - top)


def _bled(plan: Plan) -> str:
    """Return the box of a picture, which runs over the edges that its place touches."""
    if plan.template.form == "whole":
        return "bleed"
    return str(plan.place if plan.template.form == "inset" else _beyond(plan, 3))


def _beyond(plan: Plan, by: float = 4) -> Box:
    """Return the place of the picture, larger by some mm where it touches the edges of the card."""
    place = plan.place
    left, top = (-by if place.x <= 0 else place.x), (-by if place.y <= 0 else place.y)
    right = place.x + place.width + (by if place.x + place.width >= plan.width - 0.01 else 0)
    end = place.end + (by if place.end >= plan.height - 0.01 else 0)
    return Box(left, top, right - left, end - top)


def _medal(plan: Plan) -> Box:
    """Return the box of the large mark's ground, in the middle of the picture's place."""
    seen = _seen(plan)
    side = min(seen.width, seen.height, 60) - 3
    return Box(seen.x + (seen.width - side) / 2, seen.y + (seen.height - side) / 2, side, side)


def _emblem(plan: Plan) -> Box:
    medal = _medal(plan)
    return medal.grow(-medal.width * 0.2)


def _corners(places: str) -> str:
    """Return the slot of a drawing that is turned in each corner of a box."""
    return f'  corners: {{kind: picture, art: {LOOK}/corner, {places}, rotate: "{{item}}", colour: gilt}}'


def _in_corners(box: Box, side: float) -> str:
    """Return the keys of a drawing that is repeated in each corner of a box."""
    right, low = box.width - side, box.height - side
    at = f"[[0, 0], [{right:.4g}, 0], [{right:.4g}, {low:.4g}], [0, {low:.4g}]]"
    loop = f"repeat: {{over: [{', '.join(map(str, _TURNS))}], at: {{4: {at}}}}}"
    return f"box: {Box(box.x, box.y, side, side)}, {loop}"


def _panel(plan: Plan) -> Iterator[str]:
    """Yield the panel below texts and its line; cards on which it holds nothing have none."""
    if plan.panel is None:
        return
    corner, when = plan.look.corner, _when_any(plan.on_panel)
    yield f"  panel: {{kind: shape, shape: rectangle, box: {plan.panel}, corner: {corner:g}, fill: paper{when}}}"
    yield (
        f"  panel-line: {{kind: shape, shape: rectangle, box: {plan.panel.grow(-1)}, corner: {max(0, corner - 1):g}, "
        f"stroke: line, width: 0.25{when}}}"
    )


def _words(plan: Plan) -> Iterator[str]:
    """Yield the slots of the text and of what stands at its foot."""
    if plan.panel is None:
        return
    text, box = plan.columns.text, plan.words
    if text:
        yield (
            f'  text: {{kind: text, style: words, size: {plan.size:g}, text: "{{{text.name}}}", '
            f"{_text_box(plan, box)}{_align(plan)}{', valign: middle' if plan.is_level else ''}}}"
        )
        below = box.end
    else:
        below = plan.panel.y + plan.top_pad - GAP
    yield from _foot(plan, below)


def _align(plan: Plan) -> str:
    return ", align: centre" if plan.centres else ""


def _text_box(plan: Plan, box: Box) -> str:
    """Return the box of a text, which has the place of the flavour where a row has none."""
    flavour, foot = plan.columns.flavour, plan.foot
    if not flavour or not flavour.optional or not foot.quote:
        return f"box: {box}"
    taller = box._replace(height=box.height + foot.quote + GAP)
    return f'choose: {{by: "{{{flavour.name}}}", not-empty: {{box: {box}}}, empty: {{box: {taller}}}}}'


def _foot(plan: Plan, below: float) -> Iterator[str]:
    """Yield the slots at the foot: flavour, a line, numbers above their names, a list."""
    foot, columns = plan.foot, plan.columns
    box = Box(plan.left, below + GAP, plan.inner, foot.quote)
    if columns.flavour and foot.quote:
        words = f'weight: italic, size: {FOOT}, text: "{{{columns.flavour.name}}}", box: {box}, valign: bottom'
        yield f"  flavour: {{kind: text, style: words, {words}{_align(plan)}{_when(columns.flavour)}}}"
        box = box._replace(y=box.y + foot.quote + GAP)
    if plan.low_foot:
        yield _list("lines", [*foot.short, *foot.long], plan.low_room, ", align: centre, valign: middle")
        return
    # What most cards have comes first, so that what a card lacks is missing at its foot.
    parts = [part for part in (foot.figures, foot.short, foot.long) if part]
    for number, part in enumerate(sorted(parts, key=columns.lacking)):
        if number == 0 and (len(part) == 1 or not columns.lacking(part)):
            yield _rule("foot-rule", box, _when(part[0]) if len(part) == 1 else "")
        box = box._replace(height=foot.of(part))
        yield from _figures(plan, box) if part is foot.figures else _lists(plan, part, box)
        box = box._replace(y=box.y + box.height)


def _figures(plan: Plan, box: Box) -> Iterator[str]:
    """Yield the slots of numbers above their names, side by side on tiles."""
    foot = plan.foot
    names = ", ".join(column.name for column in foot.figures)
    when = ", when: {item.value: not-empty}" if any(column.optional for column in foot.figures) else ""
    loop = f"repeat: {{over: [{names}], step: [{foot.wide:.4g}, 0]}}{when}"
    number = box._replace(x=box.x + 0.5, width=foot.wide - 1, height=NUMBER)
    name = number._replace(y=box.y + NUMBER, height=foot.names)
    tile = number._replace(height=NUMBER + foot.names + 0.3)
    yield f"  figure-tiles: {{kind: shape, shape: rectangle, box: {tile}, corner: 1, fill: mat, {loop}}}"
    words = f'style: heading, size: {12 * plan.look.large:.3g}, text: "{{item.value}}", box: {number}, colour: ink'
    yield f"  figures: {{kind: text, {words}, {loop}}}"
    yield f'  figure-names: {{kind: text, style: label, text: "{{item.head}}", box: {name}, colour: ink, {loop}}}'


def _lists(plan: Plan, columns: Sequence[Guess], box: Box) -> Iterator[str]:
    """Yield the slots of a list: short lines side by side, or long ones."""
    is_short = columns is plan.foot.short
    halves = {"list": columns[::2], "list-right": columns[1::2]} if is_short else {"lines": columns}
    for number, (name, part) in enumerate(halves.items()):
        if not part:
            continue
        if is_short:
            box = box._replace(x=plan.left + number * plan.inner / 2, width=plan.inner / 2)
        yield _list(name, part, box)


def _list(name: str, columns: Sequence[Guess], box: Box, more: str = "") -> str:
    """Return the slot of a list: a line for each column, after its name."""
    text = _quote("\n".join(f"{label(column)} {{{column.name}}}" for column in columns))
    omit = ", empty-lines: omit" if any(column.optional for column in columns) else ""
    return (
        f"  {name}: {{kind: text, style: words, size: {FOOT}, break: anywhere, text: {text}, box: {box}{more}{omit}}}"
    )


def _rule(name: str, below: Box, when: str = "") -> str:
    """Return the slot of a thin line above a box."""
    box = below._replace(y=below.y - GAP / 2, height=0)
    return f"  {name}: {{kind: shape, shape: line, box: {box}, stroke: line, width: 0.25{when}}}"


def _kind(plan: Plan) -> Iterator[str]:
    """Yield the slots of the kind: its mark and its words, on the ground."""
    suit, box = plan.columns.suit, plan.kind_box
    if suit is None or box is None:
        return
    if (
        plan.template.form == "whole" and plan.columns.picture is not None
    ):  # words on a picture need a ground of their own
        band = Box(-3, box.y - 0.7, plan.width + 6, plan.height + 3.7 - box.y)
        yield f"  kind-band: {{kind: shape, shape: rectangle, box: {band}, fill: {_tint(suit, 'fill')}{_when(suit)}}}"
    tests = [f"{suit.name}: not-empty"] if suit.optional else []
    yield mark(plan, "kind-mark", lambda each: f"box: {_kind_boxes(each)[0]}", *tests)
    boxes = placed(plan, lambda each: f"box: {_kind_boxes(each)[1]}, valign: middle", on_ground=True)
    yield (
        f'  kind: {{kind: text, style: words, weight: bold, size: 9, text: "{{{suit.name}}}", {boxes}, '
        f"colour: {KIND_INK}}}"
    )


def _kind_boxes(plan: Plan) -> tuple[Box, Box]:
    """Return the boxes of a kind's mark and of its words."""
    box = plan.kind_box
    assert box is not None
    mark = Box(box.x + 0.6, box.y + 0.4, 4, 4)
    return mark, Box(mark.x + 5, box.y, box.x + box.width - mark.x - 5, box.height)


def _title_box(plan: Plan) -> Box:
    """Return the box of the words of a title."""
    assert plan.plate is not None
    return title_box(plan.plate)


def _title(plan: Plan) -> Iterator[str]:
    """Yield the slots of the title and its plate, whose ends are as the look has them."""
    called = plan.columns.called
    if plan.plate is None:
        return
    boxes = placed(plan, lambda each: f"box: {each.plate}")
    yield f"  plate: {{kind: picture, art: {LOOK}/plate, {boxes}, fit: ends, colour: plate}}"
    size = _title_size(plan, _title_box(plan)) * plan.look.large
    boxes = placed(plan, lambda each: f"box: {_title_box(each)}")
    small = f", legible: {SMALLEST:g}" if plan.least_title == SMALLEST else ""
    yield f'  title: {{kind: text, style: heading, size: {size:.3g}, text: "{{{called}}}", {boxes}{small}}}'


def _title_size(plan: Plan, box: Box) -> float:
    """Return the size in points at which nearly all titles have one line, before a look makes it larger."""
    family, _, weight = plan.look.heading.partition("/")
    column = plan.columns.title or plan.deck.column("id")
    texts = plan.columns.texts(column) or [""]
    widths = sorted(letters.width(text, 1, weight, family) * plan.look.large for text in texts)
    usual = widths[int((len(widths) - 1) * (1 - _LONG))]
    most = 12 if plan.small else 17
    return next((size for size in _TITLES if size <= most and usual * size <= box.width), _TITLES[-1])


def _badges(plan: Plan) -> Iterator[str]:
    """Yield the slots of the mark in a corner, and of numbers in corners with their names."""
    mark = plan.mark
    suit = plan.columns.suit
    if mark and suit:
        when = _when(suit, *filter(None, [plan.columns.picture]))
        yield f"  seal: {{kind: picture, art: {LOOK}/badge, box: {mark}, colour: plate{when}}}"
        yield f"  seal-ring: {{kind: picture, art: {LOOK}/ring, box: {mark}, colour: gilt{when}}}"
        yield f"  seal-mark: {{style: mark, colour: plate-ink, box: {mark.grow(-mark.width * 0.27)}{when}}}"
    if plan.numbers:
        places = [plan.corner(corner) for corner in plan.corners]
        yield from badges(plan.numbers, places, plan.badge_size, plan.look, plan.small)


def badges(
    numbers: Sequence[Guess], places: Sequence[tuple[float, float]], size: BadgeSize, look: Look, small: bool
) -> Iterator[str]:
    """Yield the slots of numbers in badges with names below; a place is the left of a name and the top of a badge."""
    x, y = places[0]
    steps = ", ".join(f"[{left - x:.4g}, {top - y:.4g}]" for left, top in places)
    names = ", ".join(column.name for column in numbers)
    when = ", when: {item.value: not-empty}" if any(column.optional for column in numbers) else ""
    at = f"at: {{{len(numbers)}: [{steps}]}}"
    loop = f"repeat: {{over: [{names}], {at}{', gaps: yes' if when else ''}}}{when}"
    bare = loop if when else f"repeat: {{times: {len(numbers)}, {at}}}"
    badge = Box(x + (size.wide - size.side) / 2, y, size.side, size.side)
    name = Box(x + (size.wide - size.label) / 2, y + size.side - 0.7, size.label, NAME)
    yield f"  badges: {{kind: picture, art: {LOOK}/badge, box: {badge}, colour: plate, {bare}}}"
    yield f"  badge-rings: {{kind: picture, art: {LOOK}/ring, box: {badge}, colour: gilt, {bare}}}"
    yield f"  badge-plates: {{kind: shape, shape: rectangle, box: {name}, corner: 1, fill: plate, {bare}}}"
    points = (13 if small else 16) * look.large
    number = badge.grow(-size.side * 0.13)
    shows = f'style: heading, size: {points:.3g}, text: "{{item.value}}", box: {number}'
    yield f"  numbers: {{kind: text, {shows}, {loop}}}"
    yield f'  number-names: {{kind: text, style: label, text: "{{item.head}}", box: {name}, colour: plate-ink, {loop}}}'


def _quote(text: str) -> str:
    """Return a text for YAML in quotes."""
    quoted = yaml_text(text)
    return quoted if quoted.startswith('"') else f'"{quoted}"'


def _when(*columns: Guess) -> str:
    """Return the condition that none of these columns is empty in a row."""
    tests = ", ".join(f"{column.name}: not-empty" for column in columns if column.optional)
    return f", when: {{{tests}}}" if tests else ""


def _when_any(columns: Sequence[Guess]) -> str:
    """Return the condition that one of these columns is not empty in a row."""
    tested = one_of(column.name for column in columns)
    return f", when: {{{tested}: not-empty}}" if columns and all(column.optional for column in columns) else ""
