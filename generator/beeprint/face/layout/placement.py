"""The state of a face being laid out, and a slot placed on it."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import Rect
from beeprint.base.panels import PanelBox
from beeprint.base.problems import Place, Problem, Severity, did_you_mean
from beeprint.drawing.drawing import Mark
from beeprint.drawing.shape import Shape
from beeprint.face.frame import NO_GROUND, Ground
from beeprint.face.layout.face import Art, Ink, LayoutContext, Painted, Side, blamed
from beeprint.face.layout.pushing import Push
from beeprint.face.layout.sizes import Fit, Sizes
from beeprint.face.template import Layout, Slot, TextSlot, first_column
from beeprint.game.binding import Scope, bind
from beeprint.game.model import Deck
from beeprint.game.rows import Row, Rows

#: The most repetitions of a slot, and cells of a grid.
MAX_REPEATS = 2_000
_QUARTERS = ("90", "-90", "270", "-270")
#: A slot's path in its layout: the names of the grids it is in, then its own.
SlotPath = tuple[str, ...]


class FaceState(Struct):
    """A row's face being laid out (None: a face of the whole deck), with its inks, problems and texts so far.

    `sizes` are those of the deck's texts; `pushed` is how far slots move. `alone` is the size that fits the one text of
    the slot being drawn, where it has been set before.
    """

    context: LayoutContext
    deck: Deck
    layout: Layout
    row: Row | None = None
    ground: Ground = NO_GROUND
    inks: list[Painted] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    fits: list[Fit] = field(default_factory=list)
    sizes: Sizes = field(default_factory=Sizes)
    holes: list[str] = field(default_factory=list)
    pushed: dict[SlotPath, Push] = field(default_factory=dict)
    side: Side = "front"
    alone: Fit | None = None

    @property
    def outline(self) -> Shape:
        """Return the piece's outline as this side shows it."""
        return self.deck.outline(self.side)

    @property
    def rows(self) -> Rows | None:
        """Return the rows that this one belongs to."""
        return self.deck.rows if self.row else None

    @property
    def who(self) -> str:
        """Return the row's id in brackets after a blank, for messages."""
        return f" ({self.row.id})" if self.row else ""

    def box(self, slot: Slot, path: SlotPath) -> Rect:
        """Return a slot's box in mm, where other slots have pushed it."""
        box, push = self.home(slot, path), self.pushed.get(path)
        if push is None:
            return box
        higher = 0.0 if isinstance(slot, TextSlot) else push.bottom - push.top
        return Rect(box.x, box.y + push.top, box.width, max(0.0, box.height + higher))

    def home(self, slot: Slot, path: SlotPath) -> Rect:
        """Return a slot's box in mm as the layout or the frame has it."""
        panel, shape, (bleed, safe) = self.panel(slot), self.deck.shape, (self.deck.spec.bleed, self.deck.spec.safe)
        trim = shape.box if panel is None else panel.box
        if slot.box is None or slot.box == "frame":
            spot = self.ground.box(path)
            return spot.box if spot is not None else Rect(0, 0, 0, 0)
        if not isinstance(slot.box, str):
            return Rect(*slot.box)
        grown = shape.bleed_box(bleed) if panel is None else panel.grown(bleed)
        homes = {"trim": trim, "bleed": grown, "safe": trim.grow(-safe)}[slot.box]
        # What fills a panel fills it lying on its side, too.
        return homes.on_its_side if panel is not None and slot.rotate in _QUARTERS else homes

    def panel(self, slot: Slot) -> PanelBox | None:
        """Return the panel of a folded piece that a slot lies on; None where it lies on the flat piece."""
        return next((panel for panel in self.deck.shape.panels if panel.name == slot.panel), None)

    def problem(self, place: Place, message: str, hint: str = "") -> None:
        """Note a problem."""
        self.problems.append(Problem(place, message, hint))

    def hole(self, kind: str, problem: Problem, count: int = 1) -> bool:
        """Note a problem that a draft may have, as a warning there, else as an error; return whether it is a hole.

        A draft counts it as `count` holes.
        """
        draft = self.context.draft
        severity: Severity = "warning" if draft else "error"
        self.problems.append(replace(problem, severity=severity, hole=kind))
        self.holes += [kind] * count if draft else []
        return draft


class Placement(Struct, frozen=True):
    """A slot placed on a face: what its names mean there, and its box in mm."""

    state: FaceState
    path: SlotPath
    scope: Scope
    box: Rect

    def place(self, key: str) -> Place:
        """Return where a key of the slot stands in the layout."""
        return self.state.layout.at((*self.path, key))

    def blame(self, slot: Slot, key: str) -> tuple[Place, str]:
        """Return the place to blame for a slot's content, a cell or else the layout's key, and words for it."""
        state = self.state
        return blamed(state.deck, state.row, first_column(slot, state.rows) or "", self.place(key))

    def blame_text(self, text: str, key: str) -> tuple[Place, str]:
        """Return the place to blame for a word that a key names, a cell or else the key, and the cell's name."""
        place, where = self.scope.origin(text) or (self.place(key), "")
        return place, f" {where}" if where else ""

    def ink(self, slot: Slot, key: str, box: Rect) -> Ink:
        """Return the ink of a slot whose content is under a key."""
        state = self.state
        spot = state.ground.box(self.path)
        home = f"{spot.place.file}:{spot.place.line}" if spot is not None else ""
        return Ink(self.path[-1], box, first_column(slot, state.rows) or "", self.place(key), home=home)

    def note_art(self, slot: Slot, box: Rect, mark: Mark) -> None:
        """Note what a picture or a shape paints, where a printer asks for another bleed."""
        state = self.state
        if state.deck.drawn_bleed is None:
            return
        spot = state.ground.box(self.path)
        place = self.place("box") if spot is None else spot.place
        state.inks.append(Art(self.path[-1], box, first_column(slot, state.rows) or "", place, (mark,)))

    def colour(self, text: str, key: str) -> Colour | None:
        """Return the colour of an ink's name or `#rrggbb`; None for `none`, and where there is no such ink."""
        name, palette = bind(text, self.scope), self.state.context.game.palette
        if name == "none":
            return None
        ink_colour = palette.get(name) or parse(name)
        if ink_colour is None:
            place, where = self.blame_text(text, key)
            self.state.problem(place, f"there is no ink {name}{where}", did_you_mean(name, palette))
        return ink_colour
