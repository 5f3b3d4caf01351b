"""What goes onto a virtual table, and the pictures its faces become."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, path_box, scale
from beeprint.draw.drawing import Drawing, Group, Mark, Symbol, Use, digest, group, use
from beeprint.draw.shape import Shape
from beeprint.files.names import slug
from beeprint.game.shapes import Role

#: The faces of a die's net as cells of its edge: down the column, then left and right of the second.
NET = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
#: More tiles and tokens of a deck than this do not lie about one by one.
LOOSE = 6


@dataclass(frozen=True)
class Item:
    """A row's pieces: id, what they are called, how many there are, their faces; a die's values where it has some."""

    id: str
    name: str
    description: str
    copies: int
    front: Symbol
    back: Symbol | None = None
    values: tuple[str, ...] = ()
    stem: str = ""  # the name of its pictures' files


@dataclass(frozen=True)
class Component:
    """A deck as a virtual table knows it; `one_back` is whether its pieces share a back, and so begin face down."""

    name: str
    title: str
    role: Role
    shape: Shape
    items: tuple[Item, ...]
    one_back: bool = False

    @property
    def pieces(self) -> tuple[Item, ...]:
        """Return each piece, copies one by one."""
        return tuple(item for item in self.items for _ in range(item.copies))

    @property
    def shared_back(self) -> Symbol | None:
        """Return the back that all pieces show, where there is one."""
        backs = {item.back for item in self.items}
        return next(iter(backs)) if len(backs) == 1 else None


def heaps(deck: Component) -> tuple[Component, ...]:
    """Return a deck as it is laid out: tokens of several kinds, more than a few of each, as a heap of each kind."""
    kinds = [item for item in deck.items if item.copies]
    if deck.role != "tile" or len(deck.pieces) <= LOOSE or len(kinds) < 2 or any(item.copies < 2 for item in kinds):
        return (deck,)
    return tuple(replace(deck, title=item.name, items=(item,)) for item in kinds)


@dataclass(frozen=True)
class Picture:
    """A drawing whose unit is a pixel; `cut` is whether what is not drawn on stays transparent."""

    drawing: Drawing
    cut: bool = False

    @property
    def key(self) -> str:
        """Return a short text that follows from what is shown."""
        return digest(f"{self.drawing.box} {self.cut} {' '.join(mark.key for mark in self.drawing.marks)}")


@dataclass(frozen=True)
class Mosaic:
    """Pictures of one size put together edge to edge, by their place counted row by row from the top left."""

    columns: int
    rows: int
    width: int
    height: int
    cells: Mapping[int, Picture]

    @property
    def key(self) -> str:
        """Return a short text that follows from what is shown."""
        cells = " ".join(f"{place}:{picture.key}" for place, picture in sorted(self.cells.items()))
        return digest(f"{self.columns} {self.rows} {self.width} {self.height} {cells}")


@dataclass(frozen=True)
class Made:
    """What a virtual table loads, by file name: pictures to draw, texts to write as they are."""

    pictures: Mapping[str, Picture | Mosaic] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)


class Names:
    """Names of picture files that follow from what is shown: programs keep a picture by its address for ever."""

    def __init__(self, folder: str = "") -> None:
        self.folder = folder
        self.pictures: dict[str, Picture | Mosaic] = {}

    def file(self, stem: str, picture: Picture | Mosaic) -> str:
        """Return the name of a picture's file, the same for the same picture."""
        name = f"{self.folder}{slug(stem)}-{picture.key[:10]}.png"
        self.pictures[name] = picture
        return name


def face_picture(symbol: Symbol, box: Rect, width: int, height: int, outline: Path | None = None) -> Picture:
    """Return a face's part in `box`, in mm, as a picture of so many pixels; with an outline, cut out along it."""
    place = scale(width / box.width, height / box.height) @ Affine(1, 0, 0, 1, -box.x, -box.y)
    mark: Mark = group([use(shown_part(symbol, box))], place, clip=outline)
    return Picture(Drawing(Rect(0, 0, width, height), (mark,)), outline is not None)


def pixels(shape: Shape, dpi: float, most: int, area: float = 1e9) -> tuple[int, int]:
    """Return a shape's size in pixels at `dpi`, or less where a side or the area would have too many."""
    each = min(
        dpi / 25.4,
        most / max(shape.width, shape.height),
        (area / (shape.width * shape.height)) ** 0.5,
    )
    return max(1, int(shape.width * each)), max(1, int(shape.height * each))


def shown_part(symbol: Symbol, box: Rect) -> Symbol:
    """Return the symbol without the clips that hide nothing inside the box: each costs a pass over all its pixels."""
    return Symbol.of(_unclipped(symbol.marks, IDENTITY, box))


def _unclipped(marks: Sequence[Mark], place: Affine, box: Rect) -> list[Mark]:
    return [_without(mark, place, box) for mark in marks]


def _without(mark: Mark, place: Affine, box: Rect) -> Mark:
    if isinstance(mark, Use):
        inner = _unclipped(mark.symbol.marks, place @ mark.transform, box)
        same = all(one is other for one, other in zip(inner, mark.symbol.marks, strict=True))
        return mark if same else Use(Symbol.of(inner), mark.transform)
    if not isinstance(mark, Group):
        return mark
    matrix = place @ mark.transform
    inner = _unclipped(mark.marks, matrix, box)
    hides = mark.clip is not None and not _covers(mark.clip, matrix, box)
    if hides == (mark.clip is not None) and all(one is other for one, other in zip(inner, mark.marks, strict=True)):
        return mark
    even_odd = hides and mark.even_odd
    return Group(
        tuple(inner), mark.transform, mark.opacity, mark.clip if hides else None, mark.piece, even_odd=even_odd
    )


def _covers(clip: Path, matrix: Affine, box: Rect) -> bool:
    """Return whether a clip is an upright rectangle that holds the whole box, a pixel's width to spare."""
    around = path_box(clip)
    upright = matrix.b == matrix.c == 0 or matrix.a == matrix.d == 0
    plain = upright and len(clip) <= 6 and all(segment[0] in "MLZ" for segment in clip)
    corners = {(segment[1], segment[2]) for segment in clip if segment[0] != "Z"}
    if not plain or corners != {(point.x, point.y) for point in around.corners}:
        return False
    return matrix.rect(around).contains(box.grow(0.2), 0)


Address = Callable[[str], str]
