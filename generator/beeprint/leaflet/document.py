"""The words and figures of a leaflet without pages: the document that a web page shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from beeprint.base import budget
from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError
from beeprint.drawing.drawing import Drawing, group, use
from beeprint.drawing.structure import TINT, Element, Said, Shape, Words
from beeprint.drawing.text.markup import Part as Phrase
from beeprint.drawing.text.markup import parse as phrases
from beeprint.drawing.text.markup import words_cost
from beeprint.face.layout import LayoutContext
from beeprint.game.binding import icon_name, plain
from beeprint.leaflet import links
from beeprint.leaflet.figures import Figure, Figures
from beeprint.leaflet.outline import CONTENTS_LEVEL, Heading
from beeprint.leaflet.parts import Listed, Part, gathered
from beeprint.leaflet.reading import Block
from beeprint.leaflet.values import components, filled

#: The box of a component's picture, in mm.
_THUMB = (15.0, 13.0)
#: The kinds of elements that blocks become.
_KINDS = {"title": "H1", "heading": "H2", "subheading": "H3"}


class Writer(Struct, frozen=True, dict=True):
    """Makes the document of a leaflet's blocks; faults in them are reported where its pages are set."""

    context: LayoutContext
    figures: Figures
    height: float
    heads: Mapping[int, Heading]

    def document(self, blocks: Iterable[Block], imprint: Iterable[str]) -> Element[Said]:
        """Return the document, with contents before its first heading; its last paragraph is the imprint."""
        blocks = [block for block in blocks if block.kind != "contents"]
        first = next((at for at, block in enumerate(blocks) if block.kind == "heading"), None)
        if first is not None:
            blocks.insert(first, Block("contents", blocks[first].place))
        lines = [Words(line) for line in "\0\n\0".join(imprint).split("\0") if line]
        return Element("Document", (*gathered(self._parts(blocks)), Element("P", tuple(lines))))

    def _parts(self, blocks: Iterable[Block]) -> Iterator[Part[Said]]:
        parts = tuple(blocks)
        for block, after in zip(parts, (*parts[1:], None), strict=True):
            if block.kind == "item":
                label: list[Element[Said]] = [Element("Lbl", (Words(block.mark),))] if block.mark else []
                listed = Listed(block.depth, bool(block.mark), block.mark[:-1].isdigit())
                yield Part((*label, Element("P", tuple(self._words(block)))), listed)
            elif block.kind == "aside":
                yield Part((Element("Aside", gathered(self._parts(block.inner))),))
            elif block.kind == "figure":
                cover = after is not None and after.kind == "title"
                yield Part(tuple(self._illustration(block, cover)))
            elif block.kind == "components":
                yield from self._components()
            elif block.kind == "contents":
                yield Part((self._contents(),))
            elif block.kind == "body":
                yield Part((Element("P", tuple(self._words(block))),))
            elif block.kind in _KINDS:
                yield Part((self._heading(block),))

    def _heading(self, block: Block) -> Element[Said]:
        name = self.heads[id(block)].name if id(block) in self.heads else ""
        words = tuple(self._words(block))
        if block.kind == "title":
            return Element("H1", words, name=name)
        return Element("H2" if block.kind == "heading" else "H3", words, name=name)

    def _components(self) -> Iterator[Part[Said]]:
        for component in components(self.context.game):
            figure = self.figures.first(component.deck)
            box = figure.box
            high = min(_THUMB[1], _THUMB[0] * box.height / box.width)
            picture = Element[Said]("Figure", (_shape(figure, high),), alt=figure.alt)
            words = Words(f"{component.number} ", bold=True), Words(plain(component.title))
            yield Part((picture, Element("P", words)), Listed(0, True, ordered=False))

    def _contents(self) -> Element[Said]:
        heads = [head for head in self.heads.values() if head.level == CONTENTS_LEVEL]
        return Element(
            "TOC",
            tuple(Element("TOCI", (Element("Link", (Words(heading.title),), to=heading.name),)) for heading in heads),
        )

    @cached_property
    def _named(self) -> dict[str, Heading]:
        """Return the headings by their names."""
        return {head.name: head for head in self.heads.values()}

    def _words(self, block: Block) -> Iterator[Element[Said] | Words]:
        """Yield the words of a block, links among them."""
        for text, name in links.parts(filled(block, self.context.game, []), self._named):
            words = tuple(self._phrases(block, text)) if text else ()
            yield from [Element[Said]("Link", words, to=name)] if name else words

    def _phrases(self, block: Block, text: str) -> Iterator[Element[Said] | Words]:
        words = self.context.game.spec.icon_words
        budget.spend("leaflets", words_cost(text, words), at=lambda: block.place)
        for number, paragraph in enumerate(phrases(text, words).paragraphs):
            if number:
                yield Words("\n")
            for phrase in paragraph:
                if phrase.icon:
                    yield from self._icon(block, phrase)
                else:
                    yield Words(phrase.text, phrase.bold, phrase.italic, self._ink(phrase.ink))

    def _ink(self, name: str) -> Colour | None:
        return (self.context.game.palette.get(name) or parse(name)) if name else None

    def _icon(self, block: Block, phrase: Phrase) -> Iterator[Element[Said]]:
        try:
            icon = self.context.pictures.get(f"icons/{phrase.icon}", TINT, block.place, "")
        except BuildError:
            return  # reported where pages are set
        shape = Shape(Drawing(icon.box, icon.symbol.marks), ink=self._ink(phrase.ink))
        yield Element("Span", (shape,), actual=icon_name(self.context.game, phrase.icon))

    def _illustration(self, block: Block, cover: bool) -> Iterator[Element[Said]]:
        figures = self.figures.shown(block, [])
        height = block.height or self.height
        pictures = [Element[Said]("Figure", (_shape(figure, height),), alt=figure.alt) for figure in figures]
        # A cover's caption only describes it.
        words = () if cover else tuple(self._words(block))
        caption = [Element[Said]("Caption", words)] if words else []
        if pictures:
            yield Element("Illustration", (*pictures, *caption))


def _shape(figure: Figure, height: float) -> Shape:
    """Return a figure as a drawing of its own, cut along its outline if it is a piece."""
    if not figure.piece:
        return Shape(Drawing(figure.box, (use(figure.symbol),)), height)
    box = Rect(*figure.box)
    return Shape(Drawing(box, (group([use(figure.symbol)], clip=figure.outline),)), height, plain=False)
