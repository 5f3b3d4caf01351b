"""Open the frames of faces: drawings placed under all slots, whose shapes named like slots are the slots' boxes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import Rect, polygon
from beeprint.base.problems import BuildError, Faults, Place, Problem, did_you_mean, error_at, sound
from beeprint.drawing import svg
from beeprint.drawing.drawing import Mark, Symbol, group, use
from beeprint.face.picture import Pictures, overlaps_page
from beeprint.face.template import Choice, FrameSpec, Layout, Slot, bound_texts, own_box
from beeprint.game.binding import Scope, bind
from beeprint.game.model import Deck


class Wish(Struct, frozen=True):
    """What a layout asks of its frame: the boxes of slots with these names on a face of this trim and bleed.

    `drawn` is the bleed that the frame's page may represent, where a printer asks for another.
    """

    names: tuple[str, ...]
    trim: Rect
    bleed: Rect
    drawn: Rect
    tint: Colour
    page: str = ""
    dpi: int = 0


class Frame(Struct, frozen=True):
    """A frame on the face: what it draws, the boxes of slots by name, and its resolution where it is pixels."""

    file: str
    mark: Mark
    boxes: Mapping[str, svg.SlotBox]
    names: tuple[str, ...]
    others: Mapping[str, str]
    dpi: int = 0

    def faults(self, slots: Mapping[str, tuple[Place, bool | None]]) -> list[Problem]:
        """Return a problem for each slot with no box or two; `slots` gives each one's place and if it has a box."""
        problems = []
        for name, (place, has_box) in slots.items():
            spot = self.boxes.get(name)
            if has_box is not False and spot is not None:
                message = f"slot {name} has a box here and another in the frame, {spot.place.file}:{spot.place.line}"
                hint = (
                    "remove one of the two; if the box: comes from a parent layout, write box: frame to use the frame's"
                )
                problems.append(Problem(place, message, hint))
            elif not has_box and spot is None:
                other = self.others.get(name)
                hint = did_you_mean(name, self.names)
                if other:
                    hint = f"in the frame, {name} is a {other}, not a shape; draw a rectangle and name it {name}"
                elif not self.names:
                    hint = f"draw a rectangle there and name it {name} (Inkscape: Object > Object Properties, label)"
                problems.append(
                    Problem(place, f"slot {name} has no box, and the frame {self.file} has no shape of that name", hint)
                )
        return problems


class Frames:
    """The frames of a game, each read once per use."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._open: dict[tuple[str, Wish], Frame | Faults] = {}

    def get(self, name: str, wish: Wish, place: Place, where: str) -> Frame:
        """Return a frame; BuildError at `place` if it does not exist, in its own file for its faults."""
        text, shown = self._pictures.source(name, place, where, "frame")
        if not text:
            raise error_at(place, f"a frame has to be an SVG picture; {shown} is not", "use a picture slot for it")
        frame = self._open.get((name, wish))
        if frame is None:
            try:
                frame = self._read(name, text, shown, wish)
            except BuildError as error:
                frame = Faults(error.problems)
            self._open[name, wish] = frame
        return sound(frame)

    def forget(self, names: Collection[str]) -> None:
        """Forget the frames whose files have changed."""
        self._open = {key: frame for key, frame in self._open.items() if key[0] not in names}

    def _read(self, name: str, text: str, shown: str, wish: Wish) -> Frame:
        root = svg.parse(text, shown)
        spots = svg.take_slot_boxes(root, wish.names)
        matrix = svg.page_to_face(spots, shown, wish.trim, wish.drawn, wish.page)
        drawn, dpi = None, wish.dpi
        if not dpi:
            try:
                drawn = svg.read_tree(root, wish.tint, self._pictures.fonts, self._pictures.warned(name))
            except BuildError as error:
                dpi = self._pictures.resolution(name)
                if not dpi or not svg.suits_pixels(error):
                    raise
        if drawn is None:
            taken = {spot.place for spot in spots.boxes.values()}
            area = matrix.inverse().rect(wish.bleed)
            mark: Mark = use(self._pictures.flat_symbol(name, wish.tint, dpi, area, wish.bleed, taken))
        else:
            mark = use(Symbol.of(drawn.marks), matrix)
            if overlaps_page(mark.symbol, matrix.inverse().rect(wish.bleed), self._pictures.fonts):
                mark = group([mark], clip=polygon(wish.bleed.corners))
        boxes = {key: svg.SlotBox(matrix.rect(spot.box), spot.turn, spot.place) for key, spot in spots.boxes.items()}
        others = {key: "group" if element.name == "g" else element.name for key, element in spots.others.items()}
        return Frame(shown, mark, boxes, spots.names, others, dpi)


class Ground(Struct, frozen=True):
    """What lies under the slots of a face: the frame's marks and boxes, the slots to draw, and problems.

    `dpi` is the frame's resolution where it is flattened to pixels.
    """

    marks: tuple[Mark, ...]
    boxes: Mapping[str, svg.SlotBox]
    slots: tuple[tuple[str, Slot | Choice], ...]
    problems: tuple[Problem, ...]
    dpi: int = 0

    def box(self, path: tuple[str, ...]) -> svg.SlotBox | None:
        """Return a slot's box in the frame; None for a slot with its own box, or one inside a grid."""
        return self.boxes.get(path[0]) if len(path) == 1 else None

    def file(self, path: tuple[str, ...], layout: Layout) -> str:
        """Return the file that sets a slot's box."""
        spot = self.box(path)
        return layout.at(path).file if spot is None else spot.place.file


#: An empty ground, before the first face.
NO_GROUND = Ground((), {}, (), ())


def lay_under(frames: Frames, deck: Deck, layout: Layout, scope: Scope) -> Ground:
    """Open the frame of a row's layout; slots without a box are problems and are left out."""
    slots = {name: (layout.at([name, "box"]), own_box(entry)) for name, entry in layout.slots.items()}
    frame, problems = None, list[Problem]()
    if layout.frame is not None:
        try:
            frame = _of_row(frames, layout.frame, deck, layout, scope)
        except KeyError as error:
            problems.append(Problem(layout.at_frame("art"), f"{error.args[0]} has no value here"))
        except BuildError as error:
            problems += error.problems
    if frame is not None:
        problems += frame.faults(slots)
    boxes = frame.boxes if frame is not None else {}
    drawn = tuple(item for item in layout.slots.items() if slots[item[0]][1] or item[0] in boxes)
    if frame is None or layout.frame is None:
        return Ground((), boxes, drawn, tuple(problems))
    engrave = layout.frame.engrave
    mark = frame.mark if engrave == "tone" else group([frame.mark], engrave=engrave)
    return Ground((mark,), boxes, drawn, tuple(problems), frame.dpi)


def _of_row(frames: Frames, spec: FrameSpec, deck: Deck, layout: Layout, scope: Scope) -> Frame | None:
    """Return the frame of a row; None where its cell is wrong, which has been reported."""
    columns = [name.partition(".")[0] for bound in bound_texts(spec) for name in bound.names]
    row, place, where = scope.row, layout.at_frame("art"), ""
    if row is not None:
        if not row.faulty.isdisjoint(columns):
            return None
        column = next((name for name in columns if name in deck.rows.columns), None)
        if column is not None:
            place, where = deck.rows.place(row, column), deck.rows.cell(row, column)
    ink = bind(spec.colour, scope)
    tint = scope.game.palette.get(ink) or parse(ink)
    if tint is None:
        raise error_at(layout.at_frame("colour"), f"there is no ink {ink}", did_you_mean(ink, scope.game.palette))
    shape, bleed = deck.shape, deck.spec.bleed
    drawn = shape.bleed_box(bleed if deck.drawn_bleed is None else deck.drawn_bleed)
    wish = Wish(tuple(layout.slots), shape.box, shape.bleed_box(bleed), drawn, tint, spec.page, spec.raster)
    return frames.get(bind(spec.art, scope), wish, place, where)
