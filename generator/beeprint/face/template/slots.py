"""The models of slots and frames, and the layout as a value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct

from beeprint.base.problems import Place, Problem, whole
from beeprint.game.binding import names_in
from beeprint.game.conditions import Conditions
from beeprint.sources.conversion import convert, written
from beeprint.sources.nodes import Node
from beeprint.sources.records import Before, ByKey, Model, words_of
from beeprint.sources.schema import (
    CENTRE,
    Count,
    Families,
    Flag,
    Length,
    Line,
    Mm,
    Number,
    Points,
    Position,
    Pt,
    Resolution,
    Side,
    Words,
    flag,
    former,
    numbers,
    numbers_or_word,
    reads,
)


class Binds(Struct, frozen=True):
    """Marks a key of a slot whose text may name columns in braces.

    What a slot draws depends on all of these. `shows` marks its content: content that is missing or does not fit is
    reported at the first column that such a key names, in the order of the model's keys. `inks` marks a colour.
    """

    shows: bool = False
    inks: bool = False


Bound = Annotated[str, Binds()]
Content = Annotated[str, Binds(shows=True)]
#: An ink of the palette or a colour.
Ink = Annotated[str, Binds(inks=True)]


@reads({"type": ["string", "number"]}, besides=True)
def _pair(value: Any) -> Any:
    return value if not isinstance(value, str) else value.replace(",", " ").split()


@reads({"type": "string"}, besides=True)
def _range(value: Any) -> Any:
    pair = _pair(value)
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        expected = "expected the least and the most that the box may be high, such as [10, 30]"
        raise ValueError(f"{expected}; found {written(value)}")
    return pair


@reads({"type": ["string", "boolean"]})
def _flag_or_word(value: Any) -> Any:
    if not isinstance(value, str | bool):
        raise ValueError(f"expected yes, no or a language; found {written(value)}")
    try:
        return flag(value)
    except ValueError:
        return str(value)


#: An opacity, or another part of a whole.
Share = Annotated[Number, Meta(ge=0, le=1)]
#: A place in a box, from 0 at the left and the top to 1 at the right and the bottom.
Focus = Annotated[tuple[Share, Share], Before(_pair)]
Pair = Annotated[tuple[Position, Position], numbers("x", "y")]
Heights = Annotated[tuple[Length, Length], Before(_range)]
_BoxWord = Literal["trim", "bleed", "safe", "frame"]
_BOX = numbers("x", "y", "width", "height", words=("trim", "bleed", "safe", "frame"))
#: A place on a face, in mm: a line may have no width or height, and a grid neither.
_BoxNumbers = tuple[Position, Position, Length, Length]
Box = Annotated[_BoxNumbers | _BoxWord, numbers_or_word, _BOX]
#: The place of what fills its box.
_FilledNumbers = tuple[Position, Position, Side, Side]
FilledBox = Annotated[_FilledNumbers | _BoxWord, numbers_or_word, _BOX]


#: How a laser engraves a slot or a frame.
Engraving = Literal["tone", "line", "fill", "score", "none"]


class Repeat(Model):
    """Draw a slot several times: each `step` mm further, or at the places listed for that number.

    With `over` it is drawn for each item, `times` times each: for the words of a text, or for each text of a list, but
    not for empty ones. `{item}` is the item; where the list is of columns, `{item.value}` is what the column holds,
    and `{item.head}` what the data file calls it.
    With `gaps`, an item that is left out keeps its place.
    """

    times: Bound = "1"
    over: Annotated[str | tuple[str, ...], Binds()] = ""
    step: Pair = (0, 0)
    align: Literal["start", "centre", "end"] = "start"
    gaps: Flag = False
    at: dict[str, tuple[Pair, ...]] = {}
    _former = former(values=CENTRE)

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that it repeats over, empty where it lists anything else."""
        named = self.over if isinstance(self.over, tuple) else ()
        return () if any(names_in(text) for text in named) else named

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if not self.over and "times" not in given:
            raise ValueError("expected times: or over:, or both")
        if not names_in(self.times) and whole(self.times) is None:
            raise ValueError(f"times is a whole number or a column in braces, such as {{cost}}; found {self.times!r}")


class Slot(Model):
    """What every slot has; `{column}` is filled in from the row, `rotate` turns clockwise about the box's middle.

    `engrave` is how a laser engraves it: lines along its edges, filled areas, scored lines or nothing; `tone`, the
    default, goes by how dark it is against the piece's ground.
    Without a box, or with `box: frame`, the slot lies where the shape of its name lies in the layout's frame.
    On a folded piece, `panel` names the panel that it lies on: its box counts from the panel's corner, upright.
    `moves_with` names slots: it moves down as far as the bottom edge of the one that moves furthest.

    Each kind says which key holds the content that fills its box, "" where none does, and which section of
    docs/layouts.md lists its keys.
    """

    filled_in: ClassVar[tuple[str, ...]] = ("style", "choose")
    content_key: ClassVar[str] = ""
    section: ClassVar[str]
    if TYPE_CHECKING:
        kind: str

    box: Box | None = None
    panel: Line = ""
    when: Conditions = {}
    repeat: Repeat | None = None
    moves_with: Words = ()
    rotate: Bound = "0"
    mirror: Flag = False
    engrave: Engraving = "tone"
    note: str = ""


class TextSlot(Slot):
    """Text: wrapped, shrunk from `size` to `min` points until it fits; `unsafe` allows it outside the safe zone.

    A text that fills at most half of its box at `max` is set at that size. `uniform` texts of a deck share a size where
    that costs a point at most. `clear` is how far, in mm, ink stays from the edges of the box, and `legible` the size
    from which it is easy to read, instead of the deck's.
    Of several fonts, each letter is set in the first that has it.
    `start` and `end` are left and right where the text runs from left to right; `hyphenate` is true for the game's
    language, or a language such as `de`.
    `height` is the least and the most, in mm, that the box may be high: it is as high as the text needs at `size`.
    `overflow` is what happens to a text that does not fit at `min`: an error, or it is cut, with a warning or without.
    `resize` changes `size` by so many points; `break` may divide anywhere the words that fit at no size.
    `icon_size` is how high icons in the text are, as a multiple of their usual height, and `icon_colour` what
    currentColor becomes in them where no ink is marked, `none` for the colour of the text.
    `empty_lines` is what happens to lines of `text` whose names all stand for nothing.
    """

    content_key, section = "text", "Text"

    kind: Literal["text"]
    box: FilledBox | None = None
    text: Content
    empty_lines: Literal["keep", "omit"] = "keep"
    font: Families
    weight: str = "regular"
    size: Points
    min: Points | None = None
    max: Points | None = None
    resize: Bound = ""
    height: Heights | None = None
    overflow: Literal["shrink", "clip", "hide"] = "shrink"
    break_: Literal["words", "anywhere"] = "words"
    uniform: Flag = True
    legible: Annotated[Pt, Meta(ge=0, le=500)] | None = None
    clear: Length = 0
    leading: Annotated[Number, Meta(ge=0.5, le=5)] = 1.2
    icon_size: Annotated[Number, Meta(ge=0.5, le=3)] = 1
    icon_colour: Ink = "none"
    align: Literal["left", "centre", "right", "justify", "start", "end"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    colour: Ink = "#000000"
    hyphenate: Annotated[bool | str, Before(_flag_or_word)] = False
    unsafe: Flag = False
    _former = former(values=CENTRE)

    @property
    def smallest(self) -> float:
        """Return the smallest size allowed."""
        return self.size if self.min is None else self.min

    @property
    def largest(self) -> float:
        """Return the size of short texts."""
        return self.size if self.max is None else self.max

    def patterns(self, language: str) -> str:
        """Return the language whose words are hyphenated in a game written in `language`, or nothing."""
        return self.hyphenate if isinstance(self.hyphenate, str) else language if self.hyphenate else ""


class PictureSlot(Slot):
    """A picture of the game's art folder, its box cut to `clip`.

    `colour` is what currentColor becomes, and so does the colour that it `replaces`.

    `focus` says which part of a cropped picture shows, or where a whole picture lies in a box with room beside it.
    `corner` is the radius of the picture's corners. `raster: 600dpi` draws art as pixels that cannot be drawn exactly.
    `within` is for art that must stay whole: no part of it may cross the trim, or leave the safe zone.
    `stretches_with` names slots: its bottom edge moves down as theirs do, while its top stays.
    """

    content_key, section = "art", "Pictures and icons"

    kind: Literal["picture"]
    box: FilledBox | None = None
    art: Content
    fit: Literal["contain", "cover", "stretch", "ends"] = "contain"
    focus: Focus = (0.5, 0.5)
    colour: Ink = "#000000"
    replaces: Ink = "none"
    opacity: Share = 1
    clip: Literal["none", "rectangle", "ellipse", "hexagon"] = "none"
    corner: Length = 0
    within: Literal["", "trim", "safe"] = ""
    stretches_with: Words = ()
    raster: Resolution = 0
    _former = former(keys={"round": "corner"})


class IconSlot(Slot):
    """A picture of art/icons that has to lie in the safe zone, clear of the lines of shapes; not so if `unsafe`."""

    content_key, section = "icon", "Pictures and icons"

    kind: Literal["icon"]
    box: FilledBox | None = None
    icon: Content
    colour: Ink = "#000000"
    replaces: Ink = "none"
    opacity: Share = 1
    unsafe: Flag = False
    raster: Resolution = 0


class ShapeSlot(Slot):
    """A rectangle, ellipse, line (the box's diagonal), hexagon, or the piece's own outline grown by `grow` mm.

    `corner` is the radius of a rectangle's corners, `ends` the form of the ends of a line and of its dashes;
    `stretches_with` is that of pictures.
    """

    section = "Shapes"

    kind: Literal["shape"]
    shape: Literal["rectangle", "ellipse", "line", "hexagon", "outline"]
    corner: Length = 0
    grow: Annotated[Mm, Meta(ge=-50, le=50)] = 0
    fill: Ink = "none"
    stroke: Ink = "none"
    width: Length = 0.35
    dash: Annotated[tuple[Length, ...], Before(_pair)] = ()
    ends: Literal["round", "flat"] = "round"
    opacity: Share = 1
    stretches_with: Words = ()
    _former = former(keys={"radius": "corner"})

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where its values contradict each other."""
        if self.shape not in ("line", "outline") and isinstance(self.box, tuple):
            wide, high = (side + 2 * self.grow for side in self.box[2:])
            if wide <= 0 or high <= 0:
                raise ValueError(f"the {self.shape} is {max(wide, 0):g} x {max(high, 0):g} mm; give it a size")


class GridSlot(Slot):
    """Cells of a lattice, each drawn with the slots of `each`, whose boxes are relative to the cell's middle.

    `edges` are slots that draw lines along the edges of cells, over all of `each`.

    `cells` lists them (`0,0 1,0`), names a column of them, or is `rosette` or `4x3`; `table` takes a table's rows with
    columns x and y instead. `values` gives each cell a value, `{cell}`, which `lookup` finds in a table.
    """

    section = "Grids"

    kind: Literal["grid"]
    lattice: Literal["square", "hex", "hex-flat"] = "square"
    pitch: Length
    values: Content = ""
    cells: Content = ""
    table: str = ""
    lookup: str = ""
    centre: Flag = True
    each: dict[str, Any] = {}  # Slot or Choice, understood one by one
    edges: dict[str, Any] = {}  # EdgeSlot or Choice, likewise

    @property
    def inside(self) -> tuple[Slot | Choice, ...]:
        """Return the slots of its cells and their edges."""
        return (*self.each.values(), *self.edges.values())


class EdgeSlot(Slot):
    """A line along edges of cells, under `edges:` of a grid; each edge is drawn once, for the first cell that asks.

    `on` says which edges of a cell: all, those to other cells (inner) or to none (outer), or sides such as `ne e`. With
    `differ`, only those between cells for which this text is not the same. `inset` shortens the line at both ends.
    """

    section = "Lines along edges"

    kind: Literal["edge"]
    on: Content = "all"
    differ: Bound = ""
    stroke: Ink
    width: Length = 0.35
    dash: Annotated[tuple[Length, ...], Before(_pair)] = ()
    ends: Literal["round", "flat"] = "round"
    inset: Length = 0
    opacity: Share = 1


AnySlot = Annotated[
    TextSlot | PictureSlot | IconSlot | ShapeSlot | GridSlot | EdgeSlot,
    ByKey("kind"),
]
#: The models of all kinds, by their words.
KINDS: dict[str, type[Slot]] = {
    word: model for model in get_args(get_args(AnySlot)[0]) for word in words_of(model, "kind")
}


#: The key of a choice for a further one that is laid over it, and the keys of a choice that are no cases.
ALSO = "also"
CHOICE_KEYS = ("by", ALSO)


class Choice(Model):
    """A slot that depends on the value of `by`: its variants by value.

    A variant may depend on another value in turn, which `also:` of the layout names; `level` counts how often.
    """

    by: Bound
    variants: dict[str, Any]  # Slot or Choice, understood one by one
    when: Conditions = {}
    level: Count = 0

    @property
    def column(self) -> str:
        """Return the name whose value chooses, empty where `by` is more than a single name."""
        return next((name for name in names_in(self.by) if self.by == f"{{{name}}}"), "")

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of a slot that lead to this choice in its layout."""
        return ("choose", *(ALSO,) * self.level)


class FrameSpec(Model):
    """The drawing that lies under all slots, whose shapes named like slots are their boxes.

    `page` says whether its page represents the trim or the bleed where its size in mm does not;
    `engrave` is how a laser engraves the drawing, as for slots.
    """

    art: Content
    colour: Ink = "#000000"
    page: Literal["", "trim", "bleed"] = ""
    engrave: Engraving = "tone"
    raster: Resolution = 0


class DrawnFor(Model):
    """The width and height, in mm, of the pieces that a layout is drawn for."""

    size: Annotated[tuple[Side, Side], numbers("width", "height")]


class Slots(Model):
    """Slots by name, each of its kind."""

    slots: dict[str, AnySlot]
    note: str = ""


class Layout(Struct, frozen=True, dict=True):
    """A layout's slots in painting order, with the node each came from."""

    name: str
    place: Place
    slots: Mapping[str, Slot | Choice]
    nodes: Mapping[str, Node]
    frame: FrameSpec | None = None
    frame_node: Node | None = None
    warnings: tuple[Problem, ...] = ()
    size: tuple[Place, float, float] | None = None  # the trim, in mm, that it says it is drawn for, and where

    def at_frame(self, *path: str | int) -> Place:
        """Return the place of a key of the frame."""
        return self.place if self.frame_node is None else self.frame_node.at(path)

    def at(self, path: Iterable[str | int]) -> Place:
        """Return the place of a slot's key."""
        name, *rest = path
        return self.nodes[str(name)].at(rest) if name in self.nodes else self.place

    def key_at(self, path: Iterable[str | int], key: str) -> Place:
        """Return the place of a key's name in a slot, not that of its value."""
        name, *rest = path
        return self.nodes[str(name)].key_at(rest, key) if name in self.nodes else self.place


def is_box(kind: str, numbers: Sequence[float]) -> bool:
    """Return whether a layout may give a slot of a kind this box, in mm."""
    try:
        convert(_FilledNumbers if kind in KINDS and KINDS[kind].content_key else _BoxNumbers, numbers)
    except ValueError:
        return False
    return True


def variants_of(entry: Slot | Choice) -> tuple[Slot, ...]:
    """Return the variants of a choice, or else the slot itself."""
    if isinstance(entry, Choice):
        return tuple(slot for variant in entry.variants.values() for slot in variants_of(variant))
    return (entry,)


def own_box(entry: Slot | Choice) -> bool | None:
    """Return whether a slot has its own box or, as an outline, needs none; None where variants differ."""
    if isinstance(entry, Choice):
        boxes = {own_box(variant) for variant in entry.variants.values()}
        return boxes.pop() if len(boxes) == 1 else None
    outline = isinstance(entry, EdgeSlot) or (isinstance(entry, ShapeSlot) and entry.shape == "outline")
    return outline or entry.box not in (None, "frame")
