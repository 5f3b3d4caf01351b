"""What a document says, apart from how it looks: a tree of headings, paragraphs, lists, tables and figures.

The leaves are whatever an output shows at that place: a mark, the place of a mark on a page, or words. The kinds are
those of PDF (ISO 32000-1, 14.8.4), and two more that a PDF maps to `Div`: an `Aside`, and an `Illustration`, which
holds figures with their caption.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect
from beeprint.drawing.drawing import Drawing

Kind = Literal[
    "Document", "H1", "H2", "H3", "P", "Aside", "Illustration", "Figure", "Caption", "L", "LI", "Lbl", "LBody",
    "Table", "TR", "TH", "TD", "TOC", "TOCI", "Span", "Link",
]  # fmt: skip

#: A colour that no palette is likely to have: marks of an icon in it take the colour of the words round them.
TINT = Colour(1, 2, 3)

Leaf = TypeVar("Leaf")
Other = TypeVar("Other")


class Element(Struct, Generic[Leaf], frozen=True):
    """A part of a document, with what is inside it in reading order.

    `alt` describes a figure in words, `actual` says what a drawing such as an icon stands for. A link leads `to` the
    element of that `name`. `ordered` is true of a list with numbers.
    """

    kind: Kind
    inside: tuple[Element[Leaf] | Leaf, ...] = ()
    alt: str = ""
    actual: str = ""
    name: str = ""
    to: str = ""
    ordered: bool = False

    def mapped(self, change: Callable[[Leaf], Other]) -> Element[Other]:
        """Return the same element with other leaves."""
        inside = tuple(
            element.mapped(change) if isinstance(element, Element) else change(element) for element in self.inside
        )
        return Element(self.kind, inside, self.alt, self.actual, self.name, self.to, self.ordered)

    def elements(self) -> Iterator[Element[Leaf]]:
        """Yield this element and all those inside it, in reading order."""
        yield self
        for element in self.inside:
            if isinstance(element, Element):
                yield from element.elements()

    def leaves(self) -> Iterator[Leaf]:
        """Yield what the element and those inside it show, in reading order."""
        for element in self.inside:
            if isinstance(element, Element):
                yield from element.leaves()
            else:
                yield element


class Shown(NamedTuple):
    """Where something stands: a page from 0, the place of its mark among the page's, the box in mm that it fills."""

    page: int
    mark: int
    box: Rect


class Bookmark(NamedTuple):
    """An entry of a document's outline: its level from 1, its words, and the name of the element that it leads to."""

    level: int
    title: str
    to: str


class Structure(Struct, frozen=True):
    """The structure of pages: the document as a tree, its language as a tag such as `en`, and its bookmarks.

    Marks of a page to which no leaf leads are not part of what the document says: rules, grounds, page numbers.
    """

    document: Element[Shown]
    language: str
    bookmarks: tuple[Bookmark, ...] = ()


class Words(NamedTuple):
    """Words in one style; `ink` is None for the colour of the words round them."""

    text: str
    bold: bool = False
    italic: bool = False
    ink: Colour | None = None


class Shape(NamedTuple):
    """A drawing among words: `height` in mm, 0 for an icon as high as the words; `plain` if it needs a light ground.

    `ink` replaces `TINT`; None for the colour of the words round it.
    """

    drawing: Drawing
    height: float = 0
    plain: bool = True
    ink: Colour | None = None


Said = Words | Shape
