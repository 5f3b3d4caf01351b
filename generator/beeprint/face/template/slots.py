"""The models of slots and frames, and the layout as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from beeprint.base.problems import Place, Problem
from beeprint.files.nodes import Node
from beeprint.files.schema import CENTRE, Flag, Model, Number, Resolution, flag, former, numbers
from beeprint.game.binding import names_in
from beeprint.game.conditions import Conditions


@dataclass(frozen=True, slots=True)
class Binds:
    """Marks a key of a slot whose text may name columns in braces.

    What a slot draws depends on all of these. `shows` marks its content: content that is missing or does not fit is
    reported at the first column that such a key names, in the order of the model's keys.
    """

    shows: bool = False


Bound = Annotated[str, Binds()]
Content = Annotated[str, Binds(shows=True)]


def _pair(value: Any) -> Any:
    return value if not isinstance(value, str) else value.replace(",", " ").split()


def _flag_or_word(value: Any) -> Any:
    try:
        return flag(value)
    except ValueError:
        return str(value)


#: Sizes of text in points, opacities, and lengths in mm that cannot be negative.
Points = Annotated[Number, Field(ge=1, le=500)]
Share = Annotated[Number, Field(ge=0, le=1)]
Length = Annotated[Number, Field(ge=0, le=2000)]
Pair = Annotated[tuple[Number, Number], numbers("x", "y")]
Box = Annotated[
    tuple[Number, Number, Number, Number] | Literal["trim", "bleed", "safe", "frame"],
    numbers("x", "y", "width", "height", words=("trim", "bleed", "safe", "frame")),
]


#: How a laser engraves a slot or a frame.
Engraving = Literal["tone", "line", "fill", "score", "none"]


class Repeat(Model):
    """Draw a slot several times: each `step` mm further, or at the places listed for that number."""

    times: Bound
    step: Pair = (0, 0)
    align: Literal["start", "centre", "end"] = "start"
    at: dict[str, tuple[Pair, ...]] = Field(default_factory=dict)
    _former = former(values=CENTRE)


class Slot(Model):
    """What every slot has; `{column}` is filled in from the row, `rotate` turns clockwise about the box's middle.

    `engrave` is how a laser engraves it: lines along its edges, filled areas, scored lines or nothing; `tone`, the
    default, goes by how dark it is against the piece's ground.
    Without a box, or with `box: frame`, the slot lies where the shape of its name lies in the layout's frame.
    """

    box: Box | None = None
    when: Conditions = {}
    repeat: Repeat | None = None
    rotate: Bound = "0"
    mirror: Flag = False
    engrave: Engraving = "tone"
    note: str = ""


class TextSlot(Slot):
    """Text: wrapped, shrunk from `size` to `min` points until it fits; `unsafe` allows it outside the safe zone.

    `start` and `end` are left and right where the text runs from left to right; `hyphenate` is true for the game's
    language, or a language such as `de`.
    """

    kind: Literal["text"]
    text: Content
    font: str
    weight: str = "regular"
    size: Points
    min: Points | None = None
    leading: Annotated[Number, Field(ge=0.5, le=5)] = 1.2
    align: Literal["left", "centre", "right", "justify", "start", "end"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    colour: Bound = "#000000"
    hyphenate: Annotated[bool | str, BeforeValidator(_flag_or_word)] = False
    unsafe: Flag = False
    _former = former(values=CENTRE)

    def patterns(self, language: str) -> str:
        """Return the language whose words are hyphenated in a game written in `language`, or nothing."""
        return self.hyphenate if isinstance(self.hyphenate, str) else language if self.hyphenate else ""


class PictureSlot(Slot):
    """A picture of the game's art folder, its box cut to `clip`; `colour` is what currentColor becomes.

    `corner` is the radius of the box's corners. `raster: 600dpi` draws art as pixels that cannot be drawn exactly.
    """

    kind: Literal["picture"]
    art: Content
    fit: Literal["contain", "cover", "stretch"] = "contain"
    colour: Bound = "#000000"
    opacity: Share = 1
    clip: Literal["none", "rectangle", "ellipse", "hexagon"] = "none"
    corner: Length = 0
    raster: Resolution = 0
    _former = former(keys={"round": "corner"})


class IconSlot(Slot):
    """A picture of art/icons that has to lie in the safe zone."""

    kind: Literal["icon"]
    icon: Content
    colour: Bound = "#000000"
    opacity: Share = 1
    unsafe: Flag = False
    raster: Resolution = 0


class ShapeSlot(Slot):
    """A rectangle, ellipse, line (the box's diagonal), hexagon, or the piece's own outline grown by `grow` mm.

    `corner` is the radius of a rectangle's corners.
    """

    kind: Literal["shape"]
    shape: Literal["rectangle", "ellipse", "line", "hexagon", "outline"]
    corner: Length = 0
    grow: Number = 0
    fill: Bound = "none"
    stroke: Bound = "none"
    width: Length = 0.35
    dash: Annotated[tuple[Number, ...], BeforeValidator(_pair)] = ()
    opacity: Share = 1
    _former = former(keys={"radius": "corner"})


class GridSlot(Slot):
    """Cells of a lattice, each drawn with the slots of `each`, whose boxes are relative to the cell's middle.

    `cells` lists them (`0,0 1,0`), names a column of them, or is `rosette` or `4x3`; `table` takes a table's rows with
    columns x and y instead. `values` gives each cell a value, `{cell}`, which `lookup` finds in a table.
    """

    kind: Literal["grid"]
    lattice: Literal["square", "hex", "hex-flat"] = "square"
    pitch: Length
    values: Content = ""
    cells: Content = ""
    table: str = ""
    lookup: str = ""
    centre: Flag = True
    each: dict[str, Any] = Field(default_factory=dict)  # Slot or Choice, understood one by one


AnySlot = Annotated[
    TextSlot | PictureSlot | IconSlot | ShapeSlot | GridSlot,
    Field(discriminator="kind"),
]


class Choice(Model):
    """A slot that depends on the value of `by`: its variants by value."""

    by: Bound
    variants: dict[str, Slot]
    when: Conditions = {}

    @property
    def column(self) -> str:
        """Return the name whose value chooses, empty where `by` is more than a single name."""
        return next((name for name in names_in(self.by) if self.by == f"{{{name}}}"), "")


class FrameSpec(Model):
    """The drawing that lies under all slots, whose shapes named like slots are their boxes.

    `page` says whether its page represents the trim or the bleed where its size in mm does not;
    `engrave` is how a laser engraves the drawing, as for slots.
    """

    art: Content
    colour: Bound = "#000000"
    page: Literal["", "trim", "bleed"] = ""
    engrave: Engraving = "tone"
    raster: Resolution = 0


class Slots(Model):
    """Slots by name, each of its kind."""

    slots: dict[str, AnySlot]
    note: str = ""


@dataclass(frozen=True)
class Layout:
    """A layout's slots in painting order, with the node each came from."""

    name: str
    place: Place
    slots: Mapping[str, Slot | Choice]
    nodes: Mapping[str, Node] = field(repr=False)
    frame: FrameSpec | None = None
    frame_node: Node | None = field(default=None, repr=False)
    warnings: tuple[Problem, ...] = ()

    def at_frame(self, *path: str) -> Place:
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


def own_box(entry: Slot | Choice) -> bool | None:
    """Return whether a slot has its own box or, as an outline, needs none; None where variants differ."""
    if isinstance(entry, Choice):
        found = {own_box(variant) for variant in entry.variants.values()}
        return found.pop() if len(found) == 1 else None
    outline = isinstance(entry, ShapeSlot) and entry.shape == "outline"
    return outline or entry.box not in (None, "frame")
