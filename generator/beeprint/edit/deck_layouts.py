"""The layouts of a deck: which are its own, copies of shared layouts, and their boxes for another size."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from beeprint.base.geometry import Rect, millimetres
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.drawing.shape import Shape
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft, layout_names
from beeprint.edit.snapshot import Snapshot
from beeprint.game.model import Game
from beeprint.sources.workspace import GAME, shown

_PARTS = re.compile(r"[\s,x]+")


def family(game: Game, deck: str, sides: Collection[str] = ("front", "back")) -> dict[str, list[str]]:
    """Return the layouts that sides of a deck use, each with the layouts that it extends; empty where one is faulty."""
    snapshot = Snapshot(game.workspace.game)
    try:
        wanted = [name for side, names in layout_names(game, deck).items() if side in sides for name in names]
    except BuildError:
        return {}
    members: dict[str, list[str]] = {}
    while wanted:
        name = wanted.pop()
        if name not in members:
            members[name] = sorted(snapshot.parents(name))
            wanted += members[name]
    return members


def shared_layouts(game: Game, deck: str) -> set[str]:
    """Return the layouts of a deck that another deck uses too, or that are not in the game's folder."""
    snapshot = Snapshot(game.workspace.game)
    own, others = family(game, deck), {name for other in game.decks if other != deck for name in family(game, other)}
    foreign = {name for name in own if not snapshot.file(name).is_relative_to(game.workspace.game)}
    return (others | foreign) & own.keys()


def layout_path(game: Game, name: str) -> Path:
    """Return where a layout of the game is, or would be."""
    return game.workspace.game / "layouts" / f"{name}.yaml"


def free_layout(game: Game, draft: Draft, name: str) -> str:
    """Return a name for a layout that no other has."""
    snapshot, wanted, number = Snapshot(game.workspace.game), name, 2
    while snapshot.find("layouts", wanted, (".yaml",)) or draft.read(layout_path(game, wanted)) is not None:
        wanted, number = f"{name}-{number}", number + 1
    return wanted


def copy_layouts(
    game: Game, draft: Draft, names: Sequence[str], deck: str, source: Game | None = None
) -> dict[str, str]:
    """Copy layouts of a game, or of another one, for a deck; return the new names by the old ones.

    Layouts that extend each other go on to do so.
    """
    source = source or game
    snapshot = Snapshot(source.workspace.game)
    new: dict[str, str] = {}
    for name in names:
        plain = name.rpartition("/")[2]
        wanted = deck if plain in (deck, "front", "card") else plain if source is not game else f"{deck}-{plain}"
        new[name] = free_layout(game, draft, wanted)
        draft.write(layout_path(game, new[name]), snapshot.file(name).read_bytes())
    for name in names:
        document = draft.yaml(layout_path(game, new[name]))
        listed = document.get(["extends"])
        if isinstance(listed, str):
            document = document.set(["extends"], new.get(listed, listed))
        for index, parent in enumerate(listed if isinstance(listed, list) else ()):
            document = document.set(["extends", index], new.get(parent, parent))
        draft.put(document)
    return new


def own_layouts(game: Game, draft: Draft, deck: str) -> dict[str, str]:
    """Make copies of the layouts that a deck shares, let the deck use them, and return the copies by the old names."""
    spec, shared = game.decks[deck].spec, shared_layouts(game, deck)
    # A layout that extends a copy is a copy itself, if it is shared, or is changed.
    members = family(game, deck)
    copies = copy_layouts(game, draft, [name for name in members if name in shared], deck)
    names = [("front", spec.front), *([("back", spec.back.layout)] if spec.back else [])]
    for side, name in names:
        if "{" in name and any(other in shared for other in layout_names(game, deck)[side]):
            message = f"the layouts {name} of {deck} are shared with another deck"
            raise error_at(Place(shown(game.workspace.game / GAME)), message, "give the deck layouts of its own first")
        if name in copies:
            keys = ["decks", deck, side, *(["layout"] if side == "back" else [])]
            draft.put(draft.game_yaml.set(keys, copies[name]))
    for name, parents in members.items():
        if name not in shared and copies.keys() & set(parents):
            document = draft.yaml(layout_path(game, name))
            listed = document.get(["extends"])
            for index, parent in enumerate([listed] if isinstance(listed, str) else listed):
                place: list[str | int] = ["extends"] if isinstance(listed, str) else ["extends", index]
                document = document.set(place, copies.get(parent, parent))
            draft.put(document)
    return copies


#: The part of a piece's width and height, from each edge, in which slots keep to that edge.
_NEAR = 0.3
#: Which part of a piece a slot has to span to be stretched with it: what has a shape of its own, a text, and others.
_SPANS = {"picture": 0.8, "icon": 1.0, "text": 0.2}
_SPAN = 0.5
#: The shapes that are not stretched unless they fill the piece.
_ROUND = ("ellipse", "hexagon")
#: Text that is larger becomes no smaller than this, in points.
_LEGIBLE = 6.0
#: How far places stay from the edge of an outline that is not a rectangle, in mm.
_SAFE = 3.0
#: In how many steps a side is measured.
_STEPS = 16


class Fitting(NamedTuple):
    """How the places of a piece move when it gets another size: sizes in mm before and after, width first.

    `room` is the rectangle in which all stays that does not reach the edges; None for the whole piece.
    """

    old: tuple[float, float]
    new: tuple[float, float]
    room: Rect | None = None

    @classmethod
    def between(cls, old: Shape, new: Shape) -> Fitting:
        """Return how places move from one outline to another; places of a rectangle go into the middle of another."""
        sizes = (old.width, old.height), (new.width, new.height)
        if new.is_rectangle or not old.is_rectangle:
            return cls(*sizes)
        return cls(*sizes, largest_rectangle(new, 0, _SAFE))

    @property
    def inner(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return where the places of the new piece begin, and how far they go: x and width, y and height."""
        room = self.room or Rect(0, 0, *self.new)
        return (room.x, room.width), (room.y, room.height)

    @property
    def scale(self) -> float:
        """Return by which factor all grows that keeps its shape."""
        return min(length / old for old, (_, length) in zip(self.old, self.inner, strict=True))

    def place(self, axis: int, at: float) -> float:
        """Return where a place goes: it keeps its distance from an edge that is near, as large as all else becomes."""
        old, near, (begin, new) = self.old[axis], _NEAR * self.old[axis], self.inner[axis]
        if at <= near:
            return begin + self._from_edge(at)
        if at >= old - near:
            return begin + new - self._from_edge(old - at)
        first, last = self._from_edge(near), new - self._from_edge(near)
        return begin + first + (last - first) * (at - near) / (old - 2 * near)

    def _from_edge(self, distance: float) -> float:
        """Return how far from an edge a place is that was near it: no nearer to the safe zone of a smaller piece."""
        kept = min(max(distance, 0.0), _SAFE) if self.scale < 1 and self.room is None else 0.0
        return kept + (distance - kept) * self.scale

    def box(self, box: Sequence[float], spans: float) -> list[float]:
        """Return a box of the new piece; a side that has the part `spans` of the piece is stretched with it.

        A side at the edge of the piece, or beyond it, stays there.
        """
        fitted = [0.0] * 4
        for axis in (0, 1):
            start, length = box[axis], box[axis + 2]
            first, last = self.place(axis, start), self.place(axis, start + length)
            if length < spans * self.old[axis]:
                middle = self.place(axis, start + length / 2)
                first, last = middle - length * self.scale / 2, middle + length * self.scale / 2
            elif self.room is not None:
                first = start * self.scale if start <= 0 else first
                beyond = start + length - self.old[axis]
                last = self.new[axis] + beyond * self.scale if beyond >= 0 else last
            fitted[axis], fitted[axis + 2] = first, last - first
        return [round(number, 1) for number in fitted]


def fit(document: Document, fitting: Fitting) -> Document:
    """Return a layout for pieces of another size: what spans them is stretched, all else keeps its shape.

    Words such as bleed stay. Text sizes and what is in the cells of a grid grow as all that keeps its shape.
    """
    if document.get(["size"]) is not None:
        document = document.set(["size"], list(fitting.new))
    for part in ("slots", "styles"):
        for keys, value in _fitted(document.plain.get(part), (part,), fitting, _SPAN):
            document = document.set(keys, value)
    return document


#: Keys of a value, and the value that it gets.
Fitted = tuple[tuple[str | int, ...], Any]


def _fitted(value: Any, keys: tuple[str | int, ...], to: Fitting, spans: float) -> Iterator[Fitted]:
    """Yield each number, or text of numbers, that follows the size of a piece, with what it becomes."""
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _fitted(inner, (*keys, index), to, spans)
    if not isinstance(value, dict):
        return
    if isinstance(value.get("kind"), str):
        spans = 1.0 if value.get("shape") in _ROUND else _SPANS.get(value["kind"], _SPAN)
    by = tuple(new / old for old, new in zip(to.old, to.new, strict=True))
    for name, inner in value.items():
        path = (*keys, name)
        if name == "box":
            yield from _box(inner, path, to, spans)
        elif name == "repeat" and isinstance(inner, dict):
            yield from _scaled_numbers(inner.get("step"), (*path, "step"), by)
            for times, places in (inner.get("at") or {}).items():
                for index, place in enumerate(places):
                    yield from _moved_place(place, value.get("box"), (*path, "at", times, index), to, spans)
        elif name == "height":
            yield from _scaled_numbers(inner, path, (by[1], by[1]))
        elif name == "pitch" and _is_number(inner):
            yield path, _times(inner, (to.scale,))
        elif name in ("size", "min") and _is_number(inner):
            size = millimetres(str(inner))
            yield path, max(round(size * to.scale, 1), min(size, _LEGIBLE))
        elif name in ("each", "edges"):
            yield from _fitted(inner, path, _Uniform(*to), spans)
        else:
            yield from _fitted(inner, path, to, spans)


def _moved_place(place: Any, box: Any, keys: tuple[str | int, ...], to: Fitting, spans: float) -> Iterator[Fitted]:
    """Yield the place of an item of a repeated slot: the item is where its box would be, by its own distances."""
    lists = isinstance(box, list) and isinstance(place, list) and len(box) == 4 and len(place) == 2
    if not lists or not all(map(_is_number, (*box, *place))):
        by = tuple(new / old for old, new in zip(to.old, to.new, strict=True))
        yield from _scaled_numbers(place, keys, by)
        return
    first = [millimetres(str(number)) for number in box]
    x, y = (millimetres(str(number)) for number in place)
    (left, top, *_), (right, low, *_) = (
        to.box(each, spans) for each in (first, [first[0] + x, first[1] + y, *first[2:]])
    )
    for index, moved in enumerate((right - left, low - top)):
        yield (*keys, index), round(moved, 1)


class _Uniform(Fitting):
    """How the places in the cells of a grid move, which are counted from their middle."""

    def box(self, box: Sequence[float], spans: float) -> list[float]:
        return [round(number * self.scale, 1) for number in box]


def _box(box: Any, keys: tuple[str | int, ...], to: Fitting, spans: float) -> Iterator[Fitted]:
    by = tuple(new / old for old, new in zip(to.old, to.new, strict=True)) * 2
    parts = box if isinstance(box, list) else _PARTS.split(box.strip()) if isinstance(box, str) else []
    if len(parts) == 4 and all(_is_number(part) and not str(part).startswith("+") for part in parts):
        numbers = to.box([millimetres(str(part)) for part in parts], spans)
        if isinstance(box, str):
            yield keys, ", ".join(f"{number:g}" for number in numbers)
        else:
            yield from (((*keys, index), number) for index, number in enumerate(numbers))
    elif isinstance(box, dict):  # some numbers, which a parent's box has others beside
        names = zip(("x", "y", "width", "height"), by, strict=True)
        yield from (
            ((*keys, name), _times(box[name], (factor,))) for name, factor in names if _is_number(box.get(name))
        )
    else:
        yield from _scaled_numbers(box, keys, by)


def _scaled_numbers(value: Any, keys: tuple[str | int, ...], factors: Sequence[float]) -> Iterator[Fitted]:
    """Yield the numbers of a list, or a text of numbers, times factors."""
    return ((path, _times(text, by)) for path, text, by in _numbers(value, keys, factors))


#: Keys of a value, the value, and the factor of each number in it.
Length = tuple[tuple[str | int, ...], str, Sequence[float]]


def _numbers(value: Any, keys: tuple[str | int, ...], factors: Sequence[float]) -> Iterator[Length]:
    """Yield the numbers of a list; those of a text in one line are replaced together by `_times`."""
    if isinstance(value, list) and len(value) == len(factors):
        yield from (
            ((*keys, index), text, (factor,))
            for index, (text, factor) in enumerate(zip(value, factors, strict=True))
            if _is_number(text)
        )
    elif isinstance(value, str):
        parts = _PARTS.split(value.strip())
        if len(parts) == len(factors) and all(map(_is_number, parts)):
            yield keys, value, factors


def _is_number(text: Any) -> bool:
    try:
        millimetres(str(text).removeprefix("+"))
    except ValueError:
        return False
    return True


def _times(text: str, factors: Sequence[float]) -> str | float:
    """Return a length, or several in one text, times factors, to a tenth of a millimetre."""
    parts = zip(_PARTS.split(text.strip()), factors, strict=True)
    numbers = [f"{'+' if part.startswith('+') else ''}{_scaled(part, factor):g}" for part, factor in parts]
    return ", ".join(numbers) if len(numbers) > 1 or numbers[0].startswith("+") else float(numbers[0])


def _scaled(text: str, factor: float) -> float:
    return round(millimetres(text.removeprefix("+")) * factor, 1)


def largest_rectangle(outline: Shape, rim: float, safe: float) -> Rect:
    """Return the largest of some upright rectangles in the middle of an outline, inside its rim and its safe zone."""
    inset = max(safe, rim + 1)
    width, height = outline.width, outline.height
    rectangles = (
        Rect(width / 2 * (1 - half / _STEPS), top * height / _STEPS, width * half / _STEPS, rows * height / _STEPS)
        for half in range(1, _STEPS)
        for top in range(_STEPS)
        for rows in range(1, _STEPS - top)
    )
    inside = (rectangle for rectangle in rectangles if outline.encloses(rectangle, inset))
    return max(inside, key=_roominess, default=outline.box.grow(-inset))


def _roominess(rectangle: Rect) -> float:
    """Return the area of a rectangle, less where it is narrow: words need room both ways."""
    return rectangle.width * rectangle.height * min(1, 2 * rectangle.height / rectangle.width)
