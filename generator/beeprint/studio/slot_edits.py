"""The slots of a face in the page: what their keys hold, and every change of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from msgspec.structs import asdict

from beeprint import edit
from beeprint.base.colour import Colour
from beeprint.base.geometry import Point, Rect
from beeprint.base.problems import Place, error_at
from beeprint.drawing.drawing import Drawing
from beeprint.edit import heirs, palette, slot_list, slots
from beeprint.edit.boxes import SlotPlace, find_place
from beeprint.edit.column_slots import place_column, turn_into_picture
from beeprint.edit.filling import fill_piece, grounds_of
from beeprint.edit.new_slots import NewSlot, new_slot
from beeprint.edit.one_colour import tint_of_slot
from beeprint.edit.picture_columns import DeckPictures
from beeprint.edit.picture_sizes import picture_size
from beeprint.edit.shown_on import add_for, take_off
from beeprint.edit.slot_keys import keys_of_kind
from beeprint.edit.slots import SlotSource
from beeprint.edit.snapshot import Box
from beeprint.edit.splitting import split_slot
from beeprint.face.template.slots import KINDS
from beeprint.formats import png
from beeprint.game.binding import bind
from beeprint.sources.workspace import shown
from beeprint.studio import views
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic, box_of, only_of
from beeprint.studio.views import Answer, Request, of_json, side_of

#: The keys of a slot that a page sends as they are written: texts, numbers, lists and mappings.
Written = Mapping[str, Any]


#: The resolution, in dots per inch, in which the ground of a new slot is looked at.
_DOTS = 50


class SlotEdits(Topic):
    """Slots of a face by deck, piece and side; a path is the names of the grids around a slot and its own."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"kinds": self._kinds, "slot": self._slot, "columns": self._columns}
        self.actions = {
            "slot-keys": self._set_keys,
            "slot-fill": self._fill,
            "slot-as-picture": self._as_picture,
            "slot-add": self._add,
            "slot-paste": self._paste,
            "slot-delete": self._delete,
            "slot-duplicate": self._duplicate,
            "slot-split": self._split,
            "slot-rename": self._rename,
            "slot-move": self._move,
            "slot-align": self._align,
        }

    def _kinds(self, request: Request) -> Answer:
        """List the keys of each kind of slot, with the controls that set them."""
        return of_json({kind: [asdict(key) for key in keys_of_kind(kind)] for kind in KINDS})

    def _slot(self, request: Request) -> Answer:
        """Say what each key of a slot holds, and where that is written."""
        _, deck, piece, side, *path = request.parts
        source = slots.find_slot(self.game(request), deck, side_of(side), path, piece)
        home = self.studio.wording.places.home
        styles = edit.Document(source.file, source.at.snapshot.held[source.file]).get(("styles",)) or {}
        return of_json(
            {
                "name": source.name,
                "kind": source.kind,
                "layout": source.at.use.layout,
                "file": shown(source.file),
                "home": home(source.at.use.layout),
                "extended-by": list(map(home, heirs.of(source.at))),
                "style": source.style,
                "styles": list(styles),
                "picture": _picture_size(source),
                "plain": {key: value.plain for key, value in source.values.items()},
                "values": {
                    key: {
                        "origin": value.origin,
                        "source": value.source,
                        "by": value.by,
                        "place": views.place(value.place),
                    }
                    for key, value in source.values.items()
                },
            }
        )

    def _columns(self, request: Request) -> Answer:
        """List the columns of a deck with what the file calls them, their types, and what shows their pictures."""
        game = self.game(request)
        deck = game.components[request.parts[1]]
        pictures = DeckPictures(game, deck) if deck.name in game.decks else None
        columns, patterns = (pictures.columns, pictures.patterns) if pictures else ((), {})
        printed = pictures.printed_names if pictures else ()
        return of_json(
            [
                {
                    "name": name,
                    "head": views.head_of(deck, name),
                    "type": each.type,
                    "pictures": name in columns,
                    "names": pictures is not None and pictures.takes_names(name),
                    "art": patterns.get(name, ""),
                    "printed": name in printed,
                    "optional": each.optional,
                }
                for name, each in deck.rows.columns.items()
            ]
        )

    def _source(self, request: Request, path: Any = None) -> SlotSource:
        body = request.body
        names = [str(name) for name in (body["path"] if path is None else path)]
        side, row = side_of(str(body["side"])), str(body.get("id") or "")
        return slots.find_slot(self.game(request), str(body["deck"]), side, names, row)

    def _sources(self, request: Request) -> list[SlotSource]:
        sources = [self._source(request, path) for path in request.body["paths"]]
        if not sources:
            raise ValueError("no slot")
        return sources

    def _set_keys(self, request: Request) -> Answer:
        """Set keys of slots; `ink` is a new ink that they use, which becomes part of the same edit."""
        body = request.body
        where: Literal["here", "source"] = "source" if body.get("where") == "source" else "here"
        only = only_of(body)
        changes = {str(key): _as_written(value) for key, value in dict(body["changes"]).items()}
        paths = body.get("paths") or [body["path"]]
        ink = body.get("ink")
        beside = palette.add_ink(self.game(request), str(ink["name"]), str(ink["colour"])).changes if ink else ()
        sources = [self._source(request, path) for path in paths]
        tinted = where == "here" and any(changes.get(key) is not None for key in ("colour", "icon"))
        wished = [(each, {**changes, **(tint_of_slot(each, changes) if tinted else {})}) for each in sources]
        change = slots.set_keys(wished, where, only, beside)
        return self.apply(change, str(body.get("joins") or ""))

    def _fill(self, request: Request) -> Answer:
        """Let a picture fill the whole piece, behind what people read there."""
        body, source = request.body, self._source(request)
        view = self.studio.view(request.query)
        views = view.anatomy(str(body["deck"]), str(body.get("id") or ""), side_of(str(body["side"])))
        return self.apply(fill_piece(source, views, only_of(body)))

    def _as_picture(self, request: Request) -> Answer:
        """Let a text that shows names of pictures show the pictures."""
        source = self._source(request)
        return self.apply(turn_into_picture(source.at, source.name))

    def _add(self, request: Request) -> Answer:
        body = request.body
        at = find_place(
            self.game(request), str(body["deck"]), side_of(str(body["side"])), (), str(body.get("id") or "")
        )
        kind, shape = str(body.get("kind") or ""), str(body.get("shape") or "rectangle")
        column, beneath = str(body.get("column") or ""), partial(self._beneath, request, at)
        point = Point(*map(float, body["at"])) if body.get("at") else None
        shown = self.studio.view(request.query).boxes_shown(at.deck.name, side_of(str(body["side"])))
        only = only_of(body)
        if column and not point and not body.get("box") and only is None:
            placed = place_column(at, kind, column, shown, beneath=beneath)
            self.studio.apply(placed.edit)
            return of_json({**self.done(placed.edit), "slot": placed.slot, "where": placed.where})
        box = box_of(body["box"]) if body.get("box") else None
        slot = new_slot(at, kind, column, shape, box, point, shown, beneath)
        change = add_for(at, [slot], only)
        self.studio.apply(change)
        return self._added(change, where=slot.where)

    def _beneath(self, request: Request, at: SlotPlace, box: Rect) -> tuple[Colour, ...]:
        """Return the colours that a piece shows within a box in mm; none where the face is not drawn yet."""
        now, row = self.studio.view(request.query).now, at.scope.row
        face = now.face(at.deck.name, row.id if row else "", side_of(str(request.body["side"])))
        if face is None or now.fonts is None:
            return ()
        pixels = png.drawn(Drawing(box, face.drawing.marks), now.fonts, _DOTS)
        return tuple(Colour(*each) for each in zip(*[iter(pixels.tobytes())] * 3, strict=True))

    def _paste(self, request: Request) -> Answer:
        """Add slots that were copied, of this layout or of another one."""
        body = request.body
        at = find_place(
            self.game(request), str(body["deck"]), side_of(str(body["side"])), (), str(body.get("id") or "")
        )
        pasted = [NewSlot(str(name), _as_written(keys)) for name, keys in dict(body["slots"]).items()]
        change = add_for(at, pasted, only_of(body))
        self.studio.apply(change)
        return self._added(change)

    def _added(self, change: edit.Edit, **more: str) -> Answer:
        """Return what an edit added, with the names of the slots."""
        return of_json({**self.done(change), "slot": ", ".join(change.added), **more})

    def _delete(self, request: Request) -> Answer:
        sources, only = self._sources(request), only_of(request.body)
        return self.apply(slot_list.delete_slots(sources) if only is None else take_off(sources, only))

    def _duplicate(self, request: Request) -> Answer:
        change = slot_list.duplicate_slots(self._sources(request))
        self.studio.apply(change)
        return self._added(change)

    def _split(self, request: Request) -> Answer:
        """Make single layers of one that is repeated."""
        change = split_slot(self._source(request))
        self.studio.apply(change)
        return self._added(change)

    def _rename(self, request: Request) -> Answer:
        return self.apply(slot_list.rename_slot(self._source(request), str(request.body["name"]).strip()))

    def _move(self, request: Request) -> Answer:
        """Draw slots a step further forward or backward, in front or at the back, or a slot right below another one."""
        to, before = request.body.get("to"), request.body.get("before")
        if to in ("forward", "backward"):
            return self.apply(slot_list.move_slots(self._sources(request), to))
        if to == "front":
            return self.apply(slot_list.bring_to_front(self._sources(request)))
        if to == "back":
            return self.apply(slot_list.send_to_back(self._sources(request), self._grounds(request)))
        return self.apply(slot_list.move_slot(self._source(request), None if before is None else str(before)))

    def _grounds(self, request: Request) -> frozenset[str]:
        """Return the slots that cover the whole piece that the page shows."""
        body = request.body
        deck, side = str(body["deck"]), side_of(str(body["side"]))
        views = self.studio.view(request.query).anatomy(deck, str(body.get("id") or ""), side)
        return grounds_of(views, self.game(request).components[deck].shape.box)

    def _align(self, request: Request) -> Answer:
        sources = self._sources(request)
        boxes = [_numbers(source) for source in sources]
        placed = slot_list.aligned(boxes, str(request.body["how"]))
        changes = [
            (source, {"box": [round(number, 2) for number in box]})
            for source, box, before in zip(sources, placed, boxes, strict=True)
            if box != before
        ]
        return self.apply(slots.set_keys(changes)) if changes else self.history("")


def _picture_size(source: SlotSource) -> tuple[float, float] | None:
    """Return the width and height, in any unit, of the picture that a slot shows; None where it shows none."""
    art = source.values.get("art")
    if source.kind != "picture" or art is None:
        return None
    try:
        return picture_size(source.at.snapshot, bind(str(art.plain), source.at.scope))
    except KeyError:
        return None


def _numbers(source: SlotSource) -> Box:
    """Return the numbers of a slot's box; BuildError where it has none."""
    plain = source.values["box"].plain if "box" in source.values else None
    try:
        x, y, width, height = map(float, plain if isinstance(plain, list) else str(plain).replace(",", " ").split())
    except (TypeError, ValueError):
        place = source.values["box"].place if "box" in source.values else Place(shown(source.file))
        raise error_at(place, f"the box of {source.name} has no numbers", "give it a box of its own first") from None
    return x, y, width, height


def _as_written(value: Any) -> Any:
    """Return a value of JSON as a layout holds it; ValueError for what no layout holds."""
    if isinstance(value, dict):
        return {str(key): _as_written(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_written(item) for item in value]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise ValueError(value)
