"""What goes onto a virtual table, and the pictures its faces become."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Path, Rect, rectangle, scale
from beeprint.drawing.drawing import Drawing, Mark, Solid, Symbol, digest, group, path_mark, use
from beeprint.drawing.marks import shown_part
from beeprint.drawing.shape import Shape
from beeprint.game.piece_shape import Role
from beeprint.sources.names import slug

#: The faces of a die's net as cells of its edge: down the column, then left and right of the second.
NET = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
#: More tiles and tokens of a deck than this do not lie about one by one.
LOOSE = 6


class Item(Struct, frozen=True):
    """A row's pieces: id, what they are called, how many there are, their faces; a die's values where it has some."""

    id: str
    name: str
    description: str
    copies: int
    front: Symbol
    back: Symbol | None = None
    values: tuple[str, ...] = ()
    stem: str = ""  # the name of its pictures' files


class Component(Struct, frozen=True):
    """A deck as a virtual table knows it; `one_back` is whether its pieces share a back, and so begin face down."""

    name: str
    title: str
    role: Role
    shape: Shape
    items: tuple[Item, ...]
    one_back: bool = False
    bleed: float = 0.0  # in mm

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


class Picture(Struct, frozen=True):
    """A drawing whose unit is a pixel; `cut` is whether what is not drawn on stays transparent."""

    drawing: Drawing
    cut: bool = False

    @property
    def key(self) -> str:
        """Return a short text that follows from what is shown."""
        return digest(f"{self.drawing.box} {self.cut} {' '.join(mark.key for mark in self.drawing.marks)}")


class Mosaic(Struct, frozen=True):
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


class Made(Struct, frozen=True):
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


def face_picture(
    symbol: Symbol,
    box: Rect,
    width: int,
    height: int,
    outline: Path | None = None,
    ground: Colour | None = None,
) -> Picture:
    """Return a face's part in `box`, in mm, as a picture of so many pixels; with an outline, cut out along it.

    A `ground` is what is seen beyond the outline, instead of nothing.
    """
    place = scale(width / box.width, height / box.height) @ Affine(1, 0, 0, 1, -box.x, -box.y)
    mark: Mark = group([use(shown_part(symbol, box))], place, clip=outline)
    paper = Rect(0, 0, width, height)
    under = () if ground is None else (path_mark(rectangle(paper), Solid(ground)),)
    return Picture(Drawing(paper, (*under, mark)), outline is not None and ground is None)


def pixels(shape: Shape, dpi: float, most: int, area: float = 1e9) -> tuple[int, int]:
    """Return a shape's size in pixels at `dpi`, or less where a side or the area would have too many."""
    each = min(
        dpi / 25.4,
        most / max(shape.width, shape.height),
        (area / (shape.width * shape.height)) ** 0.5,
    )
    return max(1, int(shape.width * each)), max(1, int(shape.height * each))


Address = Callable[[str], str]
