"""Lay a row of data out by a layout: slots become marks, faults become problems at the cell they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from beeprint import text as setting
from beeprint.binding import Scope, bind, names_in
from beeprint.colour import Colour, parse
from beeprint.drawing import Drawing, Mark, Solid, Stroke, group, path_mark, rounded_rect
from beeprint.frame import NO_GROUND, Ground, lay_under
from beeprint.game import Deck
from beeprint.geometry import (
    IDENTITY,
    Path,
    Point,
    Rect,
    bounds,
    line,
    mirror_x,
    rotate,
)
from beeprint.layout.face import Face, Ink, Side, Studio, blamed
from beeprint.layout.figures import MAX_REPEATS, cells_of, centre_of, degrees, dpi_of, holds, inscribed, placed
from beeprint.picture import Picture
from beeprint.problems import BuildError, Place, Problem, did_you_mean, whole
from beeprint.rows import Row, Rows
from beeprint.template import (
    Choice,
    GridSlot,
    IconSlot,
    Layout,
    PictureSlot,
    ShapeSlot,
    Slot,
    TextSlot,
    columns_named,
    first_column,
    names_used,
)

#: Results of one slot kept for further rows; where there are more, its values hardly repeat.
_KEPT = 1024


def lay_out(studio: Studio, deck: Deck, layout: Layout, rows: Iterable[Row | None], side: Side) -> Iterator[Face]:
    """Yield the face of each row, or of the whole deck (row None); its problems are in it, none is raised."""
    desk = _Desk(studio, deck, layout, side)
    for row in rows:
        yield desk.face(row)


class _Drawn(NamedTuple):
    """What a slot without problems has drawn."""

    marks: tuple[Mark, ...]
    inks: tuple[Ink, ...]


class _Desk:
    """Where the faces of one side of a deck are laid out, row after row.

    What a slot draws follows from the values that it names. It is drawn once for each set of them, and rows that agree
    share the very same marks, so that outputs can put these into words once as well.
    """

    def __init__(self, studio: Studio, deck: Deck, layout: Layout, side: Side) -> None:
        self.studio, self.deck, self.layout, self.side = studio, deck, layout, side
        self.row: Row | None = None
        self.inks: list[Ink] = []
        self.problems: list[Problem] = []
        self.ground = NO_GROUND
        self._grounds: dict[tuple[object, ...], Ground] = {}
        self._names: dict[int, tuple[str, ...]] = {}
        self._drawn: dict[tuple[str, ...], dict[tuple[object, ...], _Drawn]] = {}

    def face(self, row: Row | None) -> Face:
        """Return the face of a row, or of the whole deck (None); its problems are in it, none is raised."""
        scope = Scope(self.studio.game, self.deck.rows if row else None, row)
        self.ground = self._ground(row, scope)
        self.row, self.inks, self.problems = row, [], list(self.ground.problems)
        if self.ground.dpi:
            place = self.layout.at_frame("raster")
            self.inks.append(Ink("frame", self._box, "", place, dpi=self.ground.dpi, guarded=False))
        marks = [*self.ground.marks, *self.slots(self.ground.slots, (), scope, Point(0, 0))]
        deck = self.deck
        if deck.shape.kind != "rectangle":
            marks = [group(marks, clip=deck.shape.path(deck.spec.bleed))]
        drawing = Drawing(self._box, tuple(marks))
        return Face(deck.name, row.id if row else "", self.side, drawing, tuple(self.inks), tuple(self.problems))

    def _ground(self, row: Row | None, scope: Scope) -> Ground:
        """Return what lies under the slots of a row: one for all rows whose frame is the same."""
        frame = self.layout.frame
        key = tuple(map(scope.value, (*names_in(frame.art), *names_in(frame.colour)))) if frame else ()
        found = self._grounds.get(key)
        if found is None or found.problems or (row and row.faulty):
            found = self._grounds[key] = lay_under(self.studio.frames, self.deck, self.layout, scope)
        return found

    @cached_property
    def _box(self) -> Rect:
        return rounded_rect(self.deck.shape.bleed_box(self.deck.spec.bleed))

    # places -----------------------------------------------------------------------------------------------------

    def rows(self) -> Rows | None:
        return self.deck.rows if self.row else None

    def ink(self, path: tuple[str, ...], slot: Slot, key: str, box: Rect) -> Ink:
        """Return the ink of a slot whose content is under a key."""
        column = first_column(slot, self.rows()) or ""
        spot = self.ground.box(path)
        home = f"{spot.place.file}:{spot.place.line}" if spot is not None else ""
        return Ink(path[-1], box, column, self.layout.at((*path, key)), home=home)

    def blame(self, path: tuple[str, ...], slot: Slot, key: str) -> tuple[Place, str]:
        """Return where to point for a slot's content: the cell it comes from, else the layout's key."""
        return blamed(self.deck, self.row, first_column(slot, self.rows()) or "", self.layout.at((*path, key)))

    def problem(self, place: Place, message: str, hint: str = "") -> None:
        self.problems.append(Problem(place, message, hint))

    # slots ------------------------------------------------------------------------------------------------------

    def slots(
        self, slots: Iterable[tuple[str, Slot | Choice]], path: tuple[str, ...], scope: Scope, origin: Point
    ) -> list[Mark]:
        """Return the marks of slots in painting order, their boxes moved by `origin`."""
        marks: list[Mark] = []
        for name, entry in slots:
            marks += self.slot(entry, (*path, name), scope, origin)
        return marks

    def slot(self, entry: Slot | Choice, path: tuple[str, ...], scope: Scope, origin: Point) -> tuple[Mark, ...]:
        """Return the marks of a slot: as drawn before where its values are the same, else drawn now."""
        names = self._names.get(id(entry))
        if names is None:
            names = self._names[id(entry)] = names_used(entry)
        known = self._drawn.setdefault(path, {})
        key = (origin, self.ground.box(path), *map(scope.value, names))
        found = known.get(key)
        if found is not None and not (self.row and self.row.faulty):
            self.inks += found.inks
            return found.marks
        inks, problems = len(self.inks), len(self.problems)
        marks = self.drawn(entry, path, scope, origin)
        if len(self.problems) == problems and len(known) < _KEPT:
            known[key] = _Drawn(marks, tuple(self.inks[inks:]))
        return marks

    def drawn(self, entry: Slot | Choice, path: tuple[str, ...], scope: Scope, origin: Point) -> tuple[Mark, ...]:
        """Return the marks of a slot; what is wrong becomes a problem."""
        if self.row and self.row.faulty and not self.row.faulty.isdisjoint(columns_named(entry)):
            return ()  # the cell is wrong and reported; what would be drawn from it is only noise
        try:
            slot = self.chosen(entry, path, scope)
            if slot is not None and holds(slot.when, scope):
                return tuple(self.repeated(slot, path, scope, origin))
        except KeyError as error:
            who = f" ({self.row.id})" if self.row else ""
            self.problem(self.layout.at(path), f"{error.args[0]} has no value here{who}")
        except BuildError as error:
            self.problems += error.problems
        return ()

    def chosen(self, entry: Slot | Choice, path: tuple[str, ...], scope: Scope) -> Slot | None:
        """Return the slot as `choose:` makes it; a value without a case is a problem."""
        if not isinstance(entry, Choice):
            return entry
        if not holds(entry.when, scope):
            return None
        value = bind(entry.by, scope)
        slot = entry.variants.get(value, entry.variants.get("else"))
        if slot is None:
            place = self.layout.at((*path, "choose"))
            who = f" ({self.row.id})" if self.row else ""
            self.problem(place, f"choose has no case for {value!r}{who}", did_you_mean(value, entry.variants))
        return slot

    def repeated(self, slot: Slot, path: tuple[str, ...], scope: Scope, origin: Point) -> Iterator[Mark]:
        """Yield the slot's marks, as often as `repeat:` says."""
        box = self.box(slot, path).move(*origin)
        if slot.repeat is None:
            yield from self.turned(slot, path, scope, box)
            return
        text = bind(slot.repeat.times, scope).strip() or "0"
        times = whole(text)
        if times is None or times > MAX_REPEATS:
            self.problem(
                self.layout.at((*path, "repeat", "times")), f"repeat: {text!r} is no number up to {MAX_REPEATS}"
            )
            return
        places: Sequence[tuple[float, float]]
        if slot.repeat.at:
            if times and text not in slot.repeat.at:
                self.problem(self.layout.at((*path, "repeat", "at")), f"repeat has no places for {text}")
                return
            places = slot.repeat.at.get(text, ())
        else:
            (dx, dy), share = slot.repeat.step, {"start": 0.0, "center": 0.5, "end": 1.0}[slot.repeat.align]
            shift = (times - 1) * share
            places = [(dx * (index - shift), dy * (index - shift)) for index in range(times)]
        for number, (dx, dy) in enumerate(places, start=1):
            inner = replace(scope, extra={**scope.extra, "n": str(number)})
            yield from self.turned(slot, path, inner, box.move(dx, dy))

    def box(self, slot: Slot, path: tuple[str, ...]) -> Rect:
        """Return a slot's box in mm."""
        trim = self.deck.shape.box
        if slot.box is None or slot.box == "frame":
            spot = self.ground.box(path)
            return spot.box if spot is not None else Rect(0, 0, 0, 0)
        if slot.box == "trim":
            return trim
        if slot.box == "bleed":
            return self.deck.shape.bleed_box(self.deck.spec.bleed)
        return trim.grow(-self.deck.spec.safe) if slot.box == "safe" else Rect(*slot.box)

    def turned(self, slot: Slot, path: tuple[str, ...], scope: Scope, box: Rect) -> Iterator[Mark]:
        """Yield the slot's marks, turned and mirrored about the middle of its box."""
        text = bind(slot.rotate, scope) or "0"
        try:
            spot = self.ground.box(path)
            matrix = rotate(degrees(text) + (spot.turn if spot is not None else 0), box.centre)
        except ValueError:
            self.problem(self.layout.at((*path, "rotate")), f"rotate is {text!r}, not a number of degrees")
            return
        if slot.mirror:
            matrix = matrix @ mirror_x(box.centre.x)
        engrave = "" if slot.engrave == "tone" else slot.engrave
        start = len(self.inks)
        marks = list(self.draw(slot, path, scope, box))
        if not marks or (matrix == IDENTITY and not engrave):
            yield from marks
            return
        self.inks[start:] = [replace(ink, box=matrix.rect(ink.box)) for ink in self.inks[start:]]
        yield group(marks, matrix, engrave=engrave)

    def draw(self, slot: Slot, path: tuple[str, ...], scope: Scope, box: Rect) -> Iterable[Mark]:
        """Return the marks of one slot in a box."""
        if isinstance(slot, TextSlot):
            return self.text(slot, path, scope, box)
        if isinstance(slot, PictureSlot):
            return self.picture(slot, path, scope, box)
        if isinstance(slot, IconSlot):
            return self.icon(slot, path, scope, box)
        if isinstance(slot, ShapeSlot):
            return self.shape(slot, path, scope, box)
        return self.grid(slot, path, scope, box) if isinstance(slot, GridSlot) else ()

    # kinds of slots ---------------------------------------------------------------------------------------------

    def colour(self, text: str, path: tuple[str, ...], scope: Scope) -> Colour | None:
        """Return the colour of an ink's name or `#rrggbb`; None for `none`."""
        name = bind(text, scope)
        if name == "none":
            return None
        found = self.studio.game.palette.get(name) or parse(name)
        if found is None:
            self.problem(self.layout.at(path), f"there is no ink {name}", did_you_mean(name, self.studio.game.palette))
        return found

    def text(self, slot: TextSlot, path: tuple[str, ...], scope: Scope, box: Rect) -> Iterator[Mark]:
        content = bind(slot.text, scope)
        if not content.strip():
            return
        colour = self.colour(slot.colour, (*path, "colour"), scope)
        if colour is None:
            return
        smallest = slot.size if slot.min is None else slot.min
        language = self.studio.game.written_in
        style = setting.Style(
            slot.font,
            slot.weight,
            slot.size,
            smallest,
            slot.leading,
            slot.align,
            slot.valign,
            Solid(colour),
            language,
            slot.patterns(language),
        )
        place, where = self.blame(path, slot, "text")

        def icon(name: str, tint: Colour = colour) -> Picture:
            return self.studio.pictures.get(f"icons/{name}", tint, place, where)

        unknown: dict[str, None] = {}

        def paint_of(name: str) -> Solid | None:
            found = self.studio.game.palette.get(name) or parse(name)
            if found is None:
                unknown[name] = None
            return None if found is None else Solid(found)

        try:
            self.studio.fonts[f"{slot.font}/{slot.weight}"]
        except BuildError as error:
            # The font is named in the layout: point there.
            named = self.layout.at((*path, "font"))
            self.problems += [replace(problem, place=named) for problem in error.problems]
            return
        block = setting.compose(
            self.studio.fonts, content, style, box, lambda name: icon(name).box.width / icon(name).box.height, paint_of
        )
        what = first_column(slot, self.rows()) or path[-1]
        if block.overflow:
            self.problem(
                place,
                f"{what} does not fit at {smallest:g} pt: {block.overflow} {where}".rstrip(),
                f"shorten the text, or enlarge the box of slot {path[-1]} in {self.ground.file(path, self.layout)}",
            )
        for char in block.missing:
            self.problem(
                place,
                f"{what} holds {char!r} (U+{ord(char):04X}), which the font {slot.font} lacks {where}".rstrip(),
                "use another character, or a font that has it",
            )
        for message, hint in block.faults:
            self.problem(place, f"{what}: {message} {where}".rstrip(), hint)
        for name in unknown:
            near = did_you_mean(name, self.studio.game.palette)
            hint = f"{near}{'' if near.endswith('?') else ';'} write \\[ for a bracket itself"
            self.problem(place, f"there is no ink {name} {where}".rstrip(), hint)
        ink = self.ink(path, slot, "text", block.box)
        self.inks.append(replace(ink, size=block.size, guarded=not (slot.unsafe or block.overflow)))
        yield from block.runs
        for name, spot, paint in block.icons:
            yield placed(icon(name, paint.colour), spot)

    def picture(self, slot: PictureSlot, path: tuple[str, ...], scope: Scope, box: Rect) -> Iterator[Mark]:
        place, where = self.blame(path, slot, "art")
        tint = self.colour(slot.colour, (*path, "colour"), scope)
        if tint is None:
            return
        name, pictures = bind(slot.art, scope), self.studio.pictures
        if slot.raster:
            picture = pictures.flat(name, tint, place, where, slot.raster, box, slot.fit)
        else:
            picture = pictures.get(name, tint, place, where)
        mark = placed(picture, box, slot.fit)
        if not picture.vector and box.width > 0 and box.height > 0:
            ink = self.ink(path, slot, "art", box)
            self.inks.append(replace(ink, dpi=dpi_of(picture, mark), guarded=False))
        if slot.clip != "none" or slot.round or slot.fit == "cover":
            yield group([mark], opacity=slot.opacity, clip=inscribed(slot.clip, box, slot.round))
        elif slot.opacity < 1:
            yield group([mark], opacity=slot.opacity)
        else:
            yield mark

    def icon(self, slot: IconSlot, path: tuple[str, ...], scope: Scope, box: Rect) -> Iterator[Mark]:
        place, where = self.blame(path, slot, "icon")
        name = bind(slot.icon, scope)
        tint = self.colour(slot.colour, (*path, "colour"), scope)
        if not name or tint is None:
            return
        if slot.raster:
            picture = self.studio.pictures.flat(f"icons/{name}", tint, place, where, slot.raster, box)
        else:
            picture = self.studio.pictures.get(f"icons/{name}", tint, place, where)
        mark = placed(picture, box)
        dpi = 0 if picture.vector or not box.width or not box.height else dpi_of(picture, mark)
        self.inks.append(replace(self.ink(path, slot, "icon", box), dpi=dpi, guarded=not slot.unsafe))
        yield group([mark], opacity=slot.opacity) if slot.opacity < 1 else mark

    def shape(self, slot: ShapeSlot, path: tuple[str, ...], scope: Scope, box: Rect) -> Iterator[Mark]:
        fill = self.colour(slot.fill, (*path, "fill"), scope)
        stroke = self.colour(slot.stroke, (*path, "stroke"), scope)
        line_ = None
        if stroke is not None:
            line_ = Stroke(Solid(stroke, slot.opacity), slot.width, "round", "round", 4.0, slot.dash)
        if fill is not None or line_ is not None:
            yield path_mark(self.outline(slot, box), None if fill is None else Solid(fill, slot.opacity), line_)

    def outline(self, slot: ShapeSlot, box: Rect) -> Path:
        """Return the path of a shape slot."""
        if slot.shape == "outline":
            return self.deck.shape.path(slot.grow)
        if slot.shape == "line":
            return line((box.x, box.y), (box.right, box.bottom))
        return inscribed(slot.shape, box.grow(slot.grow), slot.radius)

    def grid(self, slot: GridSlot, path: tuple[str, ...], scope: Scope, box: Rect) -> Iterator[Mark]:
        game = self.studio.game
        table = game.rows(slot.table) if slot.table else None
        if table is not None and any({"x", "y"} & row.faulty for row in table.rows):
            return  # reported already
        if table is not None:
            cells = tuple((int(row.values["x"]), int(row.values["y"])) for row in table.rows)
            values = [row.id for row in table.rows]
        else:
            try:
                cells = cells_of(bind(slot.cells, scope))
            except ValueError as error:
                message, _, hint = str(error).partition("\n")
                self.problem(self.layout.at((*path, "cells")), f"cells {message}", hint)
                return
            values = bind(slot.values, scope).split() if slot.values else [""] * len(cells)
        if len(values) != len(cells):
            place, where = self.blame(path, slot, "values")
            self.problem(
                place, f"{len(values)} values for {len(cells)} cells {where}".rstrip(), "give each cell one value"
            )
            return
        lookup = table or (game.rows(slot.lookup) if slot.lookup else None)
        centres = [centre_of(slot, q, r) for q, r in cells]
        around = bounds(centres) if centres else Rect(0, 0, 0, 0)
        dx, dy = (box.centre.x - around.centre.x, box.centre.y - around.centre.y) if slot.centre else (box.x, box.y)
        inner: list[tuple[Scope, Point]] = []
        for index, (centre, value) in enumerate(zip(centres, values, strict=True)):
            found = lookup.by_id.get(value) if lookup is not None else None
            if lookup is not None and found is None:
                place, where = self.blame(path, slot, "values")
                hint = did_you_mean(value, lookup.by_id)
                self.problem(place, f"{value} is not in {lookup.file} {where}".rstrip(), hint)
                continue
            extra = {**scope.extra, "cell": value, "i": str(index)}
            inner.append((replace(scope, extra=extra, cell=found), Point(centre.x + dx, centre.y + dy)))
        # Slot by slot, not cell by cell: what reaches over a cell's edge lies under all that is painted later.
        for child in slot.each.items():
            for cell, origin in inner:
                yield from self.slots([child], (*path, "each"), cell, origin)
