"""Typeset the blocks of a leaflet: each becomes marks of a known height, to be laid out on pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import PT_PER_MM, Rect, line, rectangle, translate
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean
from beeprint.draw import text as setting
from beeprint.draw.drawing import Mark, Solid, Stroke, group, path_mark
from beeprint.draw.text import Style, styles
from beeprint.face.layout import Inline, LayoutContext
from beeprint.files.nodes import Node
from beeprint.game.model import Game
from beeprint.leaflet.figures import Faces, Figures, row_of
from beeprint.leaflet.kept import Kept
from beeprint.leaflet.reading import Block
from beeprint.leaflet.style import LeafletLayout, Look
from beeprint.leaflet.values import components, filled, plain

#: Higher than any page, in mm, so that every text fits; one that is too high is found when pages are laid out.
_ENDLESS = 10_000.0
_INDENT = 5.0
_PADDING = 3.0
_RULE = 0.35


@dataclass(frozen=True)
class Item:
    """Marks whose top left corner is at 0, 0: how high they are and how far from what is above them, in mm.

    `keep` keeps them on one page with what follows; `fresh` begins a new page with them.
    """

    place: Place
    marks: tuple[Mark, ...]
    height: float
    space: float
    keep: bool = False
    fresh: bool = False


class Setter:
    """Typesets blocks in a column, and collects their problems."""

    def __init__(self, context: LayoutContext, layout: LeafletLayout, node: Node, faces: Faces, kept: Kept) -> None:
        self.context, self.layout, self.node, self.kept = context, layout, node, kept
        self.problems: list[Problem] = []
        self.width = layout.page[0] - 2 * layout.margin
        self.accent = self._colour(layout.accent, "accent")
        self.tint = self._colour(layout.tint, "tint")
        self._figures = Figures(context, self.accent, faces)

    @property
    def game(self) -> Game:
        """Return the game whose leaflet it is."""
        return self.context.game

    @property
    def _round_figures(self) -> float:
        """Return the space above and below figures, in mm."""
        return self.layout.body.space + 1.5

    def items(self, blocks: Iterable[Block], width: float | None = None) -> Iterator[Item]:
        """Yield the blocks typeset in a column `width` mm wide, or as wide as the page's."""
        fresh, before = False, ""
        width = self.width if width is None else width
        for block in blocks:
            if block.kind == "page":
                fresh = True
                continue
            # The first paragraph below the title is the introduction.
            for item in self._set(block, width, intro=before == "title"):
                # A figure has as much room below as above.
                space = max(item.space, self._round_figures) if before == "figure" else item.space
                yield Item(item.place, item.marks, item.height, space, item.keep, fresh)
                fresh, before = False, ""
            before = block.kind

    def imprint(self) -> Item:
        """Return the imprint that ends the leaflet: credits, title and version."""
        spec, look = self.game.spec, self.layout.caption
        lines = [*spec.credits, f"{spec.title}, version {spec.version}{', unofficial' if spec.unofficial else ''}"]
        place = self.game.node.at(["leaflet"])
        marks, height = self._words(
            Block("body", place, _braced(plain("\n".join(lines)))), look, self.width, align="centre"
        )
        rule = path_mark(line((0, 0), (self.width, 0)), None, Stroke(Solid(self.accent), _RULE))
        return Item(place, (rule, group(marks, translate(0, 2))), height + 2, 6)

    def _set(self, block: Block, width: float, intro: bool) -> Iterator[Item]:
        looks = self.layout
        if block.kind == "title":
            yield self._title(block, width)
        elif block.kind in ("heading", "subheading"):
            look = looks.heading if block.kind == "heading" else looks.subheading
            marks, height = self._words(block, look, width)
            yield Item(block.place, marks, height, look.space, keep=True)
        elif block.kind == "body":
            look = looks.intro if intro else looks.body
            marks, height = self._words(block, look, width)
            yield Item(block.place, marks, height, look.space)
        elif block.kind == "item":
            yield self._item(block, width)
        elif block.kind == "aside":
            yield self._aside(block, width)
        elif block.kind == "figure":
            yield self._figure(block, width)
        else:
            yield from self._components(block, width)

    def _title(self, block: Block, width: float) -> Item:
        """Return the title with a line below it."""
        marks, height = self._words(block, self.layout.title, width)
        rule = path_mark(line((0, height + 2.2), (width, height + 2.2)), None, Stroke(Solid(self.accent), 2 * _RULE))
        return Item(block.place, (*marks, rule), height + 2.6, self.layout.title.space, keep=True)

    def _item(self, block: Block, width: float) -> Item:
        """Return an item of a list, its mark before it."""
        look, inset = self.layout.body, _INDENT * (block.depth + 1)
        marks, height = self._words(block, look, width - inset)
        mark = Block("body", block.place, f"**{block.mark}**" if block.mark else "")
        before, _ = self._words(mark, look, _INDENT * 2, self.accent)
        moved = (group(before, translate(inset - _INDENT, 0)), group(marks, translate(inset, 0)))
        return Item(block.place, moved, height, look.space * (0.45 if block.mark else 0.3))

    def _aside(self, block: Block, width: float) -> Item:
        """Return the blocks of an aside, on a tinted ground."""
        y, marks = _PADDING, list[Mark]()
        for number, item in enumerate(self.items(block.inner, width - 2 * _PADDING)):
            y += item.space if number else 0
            marks.append(group(item.marks, translate(_PADDING, y)))
            y += item.height
        look, last = self.layout.body, block.inner[-1] if block.inner else block
        # Leading is below its line, so the last line already brings some of the padding.
        height = y + _PADDING - (0 if last.kind == "figure" else (look.leading - 1) * look.size / PT_PER_MM)
        ground = path_mark(rectangle(Rect(0, 0, width, height), 1.6), Solid(self.tint))
        return Item(block.place, (ground, *marks), height, look.space + 1)

    def _figure(self, block: Block, width: float) -> Item:
        """Return pieces side by side, with their caption."""
        figures = self._figures.shown(block, self.problems)
        if not figures:
            return Item(block.place, (), 0, 0)
        marks, height = row_of(figures, width, block.height or self.layout.figure)
        words, more = self._words(block, self.layout.caption, width)
        below = height + self.layout.caption.space
        whole = below + more if words else height
        return Item(block.place, (*marks, group(words, translate(0, below))), whole, self._round_figures)

    def _components(self, block: Block, width: float) -> Iterator[Item]:
        """Yield the contents of the box, a line for each deck, with the counts aligned."""
        look = self.layout.body
        for number, (count, title) in enumerate(components(self.game)):
            figure, _ = self._words(Block("body", block.place, f"**{count}**"), look, _INDENT * 2, self.accent, "right")
            words, height = self._words(Block("body", block.place, _braced(title)), look, width - _INDENT * 2 - 2)
            marks = (group(figure, translate(0, 0)), group(words, translate(_INDENT * 2 + 2, 0)))
            yield Item(block.place, marks, height, look.space if not number else 0.3)

    def _words(
        self, block: Block, look: Look, width: float, colour: Colour | None = None, align: str = ""
    ) -> tuple[tuple[Mark, ...], float]:
        """Return a text typeset in a column and its height; nothing for an empty text."""
        text = filled(block, self.game, self.problems)
        if not text.strip():
            return (), 0.0
        tint = colour or self._colour(look.colour, "colour")
        language = self.game.written_in
        size = look.size
        style = Style(
            look.font, look.weight, size, size, look.leading, align or look.align, "top", Solid(tint), language
        )
        inline = Inline(self.context, tint, lambda name: block.find(f":{name}:"))
        if not self.has_fonts(look, text, block.place):
            return (), 0.0
        try:
            made = self.kept.compose(inline, text, style, Rect(0, 0, width, _ENDLESS))
        except BuildError as error:
            self.problems += error.problems
            return (), 0.0
        self._blame(block, look, made, inline.unknown)
        return tuple(inline.marks(made)), made.lines * size * look.leading / PT_PER_MM

    def has_fonts(self, look: Look, text: str = "", place: Place | None = None) -> bool:
        """Return whether there are the fonts of a text at a place; if not, add problems."""
        count = len(self.problems)
        for wanted in styles(text, look.weight):
            try:
                self.context.fonts[f"{look.font}/{wanted}"]
            except BuildError as error:
                own = wanted == look.weight
                at = self._font_at(look) if own or place is None else place
                ask = "" if own else f"asterisks in the text ask for {wanted}, but "
                self.problems += (replace(one, place=at, message=f"{ask}{one.message}") for one in error.problems)
                if own:
                    break
        return len(self.problems) == count

    def _font_at(self, look: Look) -> Place:
        """Return where the layout names the font of a look, or its style where that is what is missing."""
        name = next(name for name, other in self.layout if other is look)
        known = look.font in self.context.fonts.families
        return self.node.at([name, "weight" if known and look.weight != "regular" else "font"])

    def _blame(self, block: Block, look: Look, made: setting.Block, unknown: Iterable[str]) -> None:
        """Add the problems of a text that was typeset."""
        if made.overflow:
            self.problems.append(Problem(block.place, f"the text does not fit in its column: {made.overflow}"))
        for char in made.missing:
            message = f"the text holds {char!r} (U+{ord(char):04X}), which the font {look.font} lacks"
            self.problems.append(Problem(block.find(char), message, "use another character, or a font that has it"))
        for message, hint in made.faults:
            self.problems.append(Problem(block.place, message, hint))
        for name in unknown:
            hint = did_you_mean(name, self.game.palette)
            self.problems.append(Problem(block.find(f"[{name}:"), f"there is no ink {name}", hint))

    def _colour(self, name: str, key: str) -> Colour:
        """Find the colour of an ink's name or `#rrggbb`; black, and a problem, where there is none."""
        found = self.game.palette.get(name) or parse(name)
        if found is None:
            self.problems.append(
                Problem(self.node.at([key]), f"there is no ink {name}", did_you_mean(name, self.game.palette))
            )
        return found or Colour(0, 0, 0)


def _braced(text: str) -> str:
    """Return a text with its braces doubled, so that they are not values."""
    return text.replace("{", "{{").replace("}", "}}")
