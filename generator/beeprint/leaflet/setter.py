"""Typeset the blocks of a leaflet: each becomes marks of a known height, to be laid out on pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import astuple, replace

from beeprint.base import budget
from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import PT_PER_MM, Rect, line, rectangle, translate
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.base.words import lacking
from beeprint.drawing import text as setting
from beeprint.drawing.drawing import Mark, Solid, Stroke, path_mark
from beeprint.drawing.structure import Element, Kind
from beeprint.drawing.text import Style, styles
from beeprint.face.layout import Inline, LayoutContext
from beeprint.face.template import merge
from beeprint.game.binding import icon_name
from beeprint.game.game_fonts import how_to_lend
from beeprint.game.model import Game
from beeprint.game.words import say
from beeprint.leaflet import links
from beeprint.leaflet.figures import Faces, Figures, row_of, row_width, widest
from beeprint.leaflet.kept import Kept
from beeprint.leaflet.links import Link
from beeprint.leaflet.outline import Heading
from beeprint.leaflet.parts import (
    GUTTER,
    Body,
    Column,
    Inked,
    Item,
    Listed,
    Part,
    Row,
    abreast,
    elements,
    gathered,
    grouped,
    marks,
    moved,
    text_parts,
)
from beeprint.leaflet.reading import Block
from beeprint.leaflet.values import filled, plain
from beeprint.sources.conversion import understand, written
from beeprint.sources.nodes import Node
from beeprint.sources.records import Model, keys_of
from beeprint.sources.schema import CENTRE, Families, Mm, Number, Pt, Side, former, numbers
from beeprint.sources.workspace import Workspace

# The look of a leaflet, from layouts/leaflets/*.yaml.


_MOST_PARENTS = 8


class Look(Model):
    """The look of one kind of text: `size` in points, `space` above it in mm."""

    font: Families
    weight: str = "regular"
    size: Annotated[Pt, Meta(ge=4, le=100)]
    leading: Annotated[Number, Meta(ge=0.8, le=3)] = 1.25
    align: Literal["left", "centre", "right", "justify", "start", "end"] = "left"
    colour: str = "#222222"
    space: Annotated[Mm, Meta(ge=0, le=50)] = 2
    _former = former(values=CENTRE)


class LeafletLayout(Model):
    """A page in mm, its margin, and the look of each kind of text.

    `accent` colours rules, numbers and bullets; `tint` is the ground of an aside; `figure` is the height of pictures.
    """

    page: Annotated[tuple[Side, Side], numbers("width", "height")]
    margin: Annotated[Mm, Meta(ge=0, le=60)] = 8
    accent: str = "#8a6d1d"
    tint: str = "#f3efe2"
    figure: Annotated[Mm, Meta(ge=8, le=150)] = 32
    title: Look
    intro: Look
    heading: Look
    subheading: Look
    body: Look
    caption: Look
    note: str = ""


def load(workspace: Workspace, name: str, place: Place) -> tuple[LeafletLayout, Node]:
    """Load a leaflet's layout by name, merged with its parents; return it and its node. BuildError with every fault."""
    node = _merged(workspace, name, place, ())
    return understand(LeafletLayout, node), node


def _merged(workspace: Workspace, name: str, place: Place, above: tuple[str, ...]) -> Node:
    if name in above:
        raise error_at(place, f"the leaflet layout {name} extends itself: {' > '.join((*above, name))}")
    if len(above) > _MOST_PARENTS:
        message = f"the leaflet layout {above[0]} extends a chain of more than {_MOST_PARENTS} layouts"
        raise error_at(place, message, "put the keys into fewer layouts")
    node = workspace.yaml("layouts", f"leaflets/{name}", place)
    parent = node.find(["extends"])
    if parent is None or not isinstance(node.value, dict):
        return node
    own = Node({key: value for key, value in node.value.items() if key != "extends"}, node.place, node.keys)
    if not isinstance(parent.value, str):
        raise error_at(parent.place, f"extends is {written(parent.plain())}, not the name of one leaflet layout")
    return merge(_merged(workspace, parent.value, parent.place, (*above, name)), own)


#: What a text of a leaflet costs beside its setting, in steps, and what it takes, in bytes.
_TEXT, _TEXT_KEPT = 200, 3_000
#: Higher than any page, in mm, so that every text fits; one that is too high is found when pages are laid out.
_ENDLESS = 10_000.0
_INDENT = 5.0
_PADDING = 3.0
_RULE = 0.35
#: The share of its column that a last line fills, if the line above can spare the words.
_SHORTEST = 0.12


#: Typesets a block, followed by another, in a column of a width.
Other = Callable[["Setter", Block, Block | None, float], list[Item]]


class Setter:
    """Typesets blocks in a column, and collects their problems; `heads` are the headings of the text.

    `other` typesets what is not text, and returns nothing for what is. `go_on` is called before each block.
    """

    def __init__(
        self,
        context: LayoutContext,
        layout: LeafletLayout,
        node: Node,
        faces: Faces,
        kept: Kept,
        heads: Mapping[int, Heading],
        other: Other,
        go_on: Callable[[], None],
    ) -> None:
        self.context, self.layout, self.node, self.kept, self._heads = context, layout, node, kept, heads
        self._other, self._go_on = other, go_on
        #: The number of the page that each heading is on, by its name; known once pages are laid out.
        self.numbers: Mapping[str, int] = {}
        #: Whether any text gives such a number.
        self.refers = False
        #: The lines at the foot of the last page.
        self.imprint_lines: Sequence[str] = ()
        self.problems: list[Problem] = []
        self.language = self.game.written_in
        self.width = layout.page[0] - 2 * layout.margin
        self.accent = self._colour(layout.accent, "accent")
        self.tint = self._colour(layout.tint, "tint")
        self.figures = Figures(context, self.accent, faces)

    @cached_property
    def named(self) -> dict[str, Heading]:
        """Return the headings by their names, in order."""
        return {head.name: head for head in self._heads.values()}

    @property
    def game(self) -> Game:
        """Return the game whose leaflet it is."""
        return self.context.game

    def inks(self) -> dict[str, Colour]:
        """Return the colours that the layout names, by these names."""
        looks = (look.colour for look in astuple(self.layout) if isinstance(look, Look))
        names = dict.fromkeys((self.layout.accent, self.layout.tint, *looks))
        return {name: self._colour(name, "colour") for name in names}

    @property
    def _round_figures(self) -> float:
        """Return the space above and below figures, in mm."""
        return self.layout.body.space + 1.5

    def items(self, blocks: Iterable[Block], width: float | None = None) -> Iterator[Item]:
        """Yield the blocks typeset in a column `width` mm wide, or as wide as the page's."""
        fresh, before = False, ""
        width = self.width if width is None else width
        blocks = tuple(grouped(blocks, width, self._wide))
        for block, after, third in zip(
            blocks, (*blocks[1:], None), (*blocks[2:], None, None)[: len(blocks)], strict=True
        ):
            if block.kind == "page":
                fresh = True
                continue
            self._go_on()
            # The first paragraph below the title is the introduction.
            for item in self._other(self, block, after, width) or self._set(block, width, intro=before == "title"):
                space = self._space(item.space, before, block.kind)
                near = _belongs(before, block, after, third)
                yield replace(item, space=space, fresh=fresh, near=near, kind=block.kind)
                fresh, before = False, ""
            before = block.kind

    def _space(self, space: float, before: str, kind: str) -> float:
        """Return the space above an item, in mm, by what stands there."""
        heading = ("heading", "subheading")
        if kind in heading and before in ("figure", "aside"):
            # The last line of a text has leading below it; a picture and a tinted ground end where they end.
            body = self.layout.body
            space += (body.leading - 1) * body.size / PT_PER_MM
        if kind == "item" and before in heading:
            return max(space, self.layout.body.space)  # a list stands below its heading as a paragraph does
        # A figure has as much room below as above.
        return max(space, self._round_figures) if before == "figure" else space

    def imprint(self) -> Item:
        """Return the imprint that ends the leaflet."""
        look = self.layout.caption
        place = self.game.node.at(["leaflet"])
        block = Block("body", place, braced(plain("\n".join(self.imprint_lines))))
        body, height = self.said("P", block, look, self.width, align="centre")
        rule = path_mark(line((0, 0), (self.width, 0)), None, Stroke(Solid(self.accent), _RULE))
        return Item(place, (rule, *moved(body, translate(0, 2))), height + 2, 6)

    def _set(self, block: Block, width: float, intro: bool) -> Iterator[Item]:
        looks = self.layout
        if block.kind == "title":
            yield self._title(block, width)
        elif block.kind in ("heading", "subheading"):
            first = block.kind == "heading"
            look = looks.heading if first else looks.subheading
            body, height = self.said("H2" if first else "H3", block, look, width)
            yield Item(block.place, body, height, look.space, keep=True)
        elif block.kind == "body":
            look = looks.intro if intro else looks.body
            body, height = self.said("P", block, look, width)
            yield Item(block.place, body, height, look.space)
        elif block.kind == "item":
            yield self._item(block, width)
        elif block.kind == "aside":
            yield self._aside(block, width)
        elif block.kind == "figure":
            yield self._figure(block, width)
        elif block.kind == "abreast":
            yield self._abreast(block, width)

    def _title(self, block: Block, width: float) -> Item:
        """Return the title with a line below it."""
        body, height = self.said("H1", block, self.layout.title, width)
        rule = path_mark(line((0, height + 2.2), (width, height + 2.2)), None, Stroke(Solid(self.accent), 2 * _RULE))
        return Item(block.place, (*body, rule), height + 2.6, self.layout.title.space, keep=True)

    def _item(self, block: Block, width: float) -> Item:
        """Return an item of a list, its mark before it."""
        look, inset = self.layout.body, _INDENT * (block.depth + 1)
        body, height = self.said("P", block, look, width - inset)
        mark = Block("body", block.place, f"**{block.mark}**" if block.mark else "")
        before, _ = self.said("Lbl", mark, look, _INDENT * 2, self.accent)
        whole = (*moved(before, translate(inset - _INDENT, 0)), *moved(body, translate(inset, 0)))
        listed = Listed(block.depth, bool(block.mark), block.mark[:-1].isdigit())
        return Item(block.place, whole, height, look.space * (0.45 if block.mark else 0.3), listed=listed)

    def _aside(self, block: Block, width: float, share: float = 1.0) -> Item:
        """Return the blocks of an aside, on a tinted ground, its pictures of a share of their size."""
        y, below, parts, rows = _PADDING, list[Mark](), list[Part[Inked]](), list[Row]()
        for number, whole in enumerate(self.items(block.inner, width - 2 * _PADDING)):
            item = whole.at(share)
            rows += item.pictures
            y += item.space if number else 0
            body = moved(item.body, translate(_PADDING, y))
            below += marks(body)
            parts.append(Part(elements(body), item.listed))
            y += item.height
        look, last = self.layout.body, block.inner[-1] if block.inner else block
        # Leading is below its line, so the last line already brings some of the padding.
        height = y + _PADDING - (0 if last.kind == "figure" else (look.leading - 1) * look.size / PT_PER_MM)
        ground = path_mark(rectangle(Rect(0, 0, width, height), 1.6), Solid(self.tint))
        body = (ground, *below, Element("Aside", gathered(parts)))
        drawn = partial(self._aside, block, width)
        return Item(block.place, body, height, look.space + 1, pictures=tuple(rows), drawn=drawn)

    def _figure(self, block: Block, width: float, share: float = 1.0) -> Item:
        """Return pieces side by side, of a share of their size, with their caption."""
        figures = self.figures.shown(block, self.problems)
        if not figures:
            return Item(block.place, (), 0, 0)
        most = widest(figures, width)
        row = Row(min(block.height or self.layout.figure, most), most)
        shown, height = row_of(figures, width, row.high(share))
        words, more = self.said("Caption", block, self.layout.caption, width)
        below = height + self.layout.caption.space
        whole = below + more if words else height
        # A picture without any words is an ornament.
        pictures: Body = tuple(
            Element("Figure", (size,), alt=figure.alt) if figure.alt else size.mark
            for figure, size in zip(figures, shown, strict=True)
        )
        caption = elements(moved(words, translate(0, below)))
        said = (*elements(pictures), *caption)
        body: Body = (*marks(pictures), *([Element[Inked]("Illustration", said)] if said else ()))
        drawn = partial(self._figure, block, width)
        return Item(block.place, body, whole, self._round_figures, pictures=(row,), drawn=drawn)

    def _wide(self, block: Block) -> float:
        """Return the width of a row of pictures, in mm."""
        figures = self.figures.shown(block, [])
        return row_width(figures, block.height or self.layout.figure) if figures else 0.0

    def _abreast(self, block: Block, width: float) -> Item:
        """Return a picture beside the text above it, or two pictures side by side."""
        texts = tuple(inner for inner in block.inner if inner.kind != "figure")
        columns = [
            Column((self._figure(inner, self._wide(inner)),), self._wide(inner)) for inner in block.inner[len(texts) :]
        ]
        if texts:
            left = width - columns[0].width - GUTTER
            columns = [Column(tuple(self.items(texts, left)), left), *columns]
        return abreast(block, columns, self._round_figures if not texts else columns[0].items[0].space, width)

    def said(
        self, kind: Kind, block: Block, look: Look, width: float, colour: Colour | None = None, align: str = ""
    ) -> tuple[Body, float]:
        """Return a text typeset in a column, as an element of a kind, and its height; nothing for an empty text."""
        inside, height = self.words(block, look, width, colour, align)
        name = self._heads[id(block)].name if id(block) in self._heads else ""
        return ((Element(kind, inside, name=name),) if inside else ()), height

    def words(
        self, block: Block, look: Look, width: float, colour: Colour | None = None, align: str = ""
    ) -> tuple[tuple[Element[Inked] | Inked, ...], float]:
        """Return what a text says, typeset in a column, and its height; nothing for an empty text."""
        budget.spend("leaflets", _TEXT, _TEXT_KEPT, lambda: block.place)
        text, linked = self._linked(block)
        if not text.strip():
            return (), 0.0
        tint = colour or self._colour(look.colour, "colour")
        size = look.size
        lined, spoken = align or look.align, self.language
        style = Style(look.font, look.weight, size, size, look.leading, lined, "top", Solid(tint), spoken, clear=None)
        style = replace(style, shortest=_SHORTEST, icons=self.game.spec.icon_words)
        inline = Inline(self.context, tint, lambda name: (block.find(f":{name}:"), ""), hole=self._hole)
        if not self.has_fonts(look, text, block.place):
            return (), 0.0
        try:
            made = self.kept.compose(inline, text, style, Rect(0, 0, width, _ENDLESS))
        except BuildError as error:
            self.problems += error.problems
            return (), 0.0
        self._blame(block, look, made, inline.unknown)
        icons = list(inline.icons(made))
        inside = tuple(text_parts(made, icons, self.context.fonts, partial(icon_name, self.game), linked))
        return inside, made.lines * size * look.leading / PT_PER_MM

    def _hole(self, _kind: str, problem: Problem) -> bool:
        """Note an icon that a draft lacks."""
        self.problems.append(replace(problem, severity="warning"))
        return True

    def _linked(self, block: Block) -> tuple[str, list[Link]]:
        """Return a block's text with its values and with the pages that it refers to, and its links."""
        text, heads = filled(block, self.game, self.problems), self.named
        self.problems += links.faults(text, block, heads)
        ink = self.accent.hex
        text, printed_links = links.printed(text, heads, self.numbers, ink, self.language)
        self.refers = self.refers or bool(printed_links)
        return text, printed_links

    def has_fonts(self, look: Look, text: str = "", place: Place | None = None) -> bool:
        """Return whether there are the fonts of a text at a place; if not, add problems."""
        count = len(self.problems)
        for wanted in styles(text, look.weight):
            try:
                self.context.fonts.open(look.font, wanted)
            except BuildError as error:
                own = wanted == look.weight
                at = self._font_at(look) if own or place is None else place
                ask = "" if own else f"asterisks in the text ask for {wanted}, but "
                self.problems += (
                    replace(problem, place=at, message=f"{ask}{problem.message}") for problem in error.problems
                )
                if own:
                    break
        return len(self.problems) == count

    def _font_at(self, look: Look) -> Place:
        """Return where the layout names the font of a look, or its style where that is what is missing."""
        name = next(key.field for key in keys_of(LeafletLayout) if getattr(self.layout, key.field) is look)
        known = self.context.fonts.knows(look.font)
        return self.node.at([name, "weight" if known and look.weight != "regular" else "font"])

    def _blame(self, block: Block, look: Look, made: setting.Block, unknown: Iterable[str]) -> None:
        """Add the problems of a text that was typeset."""
        if made.overflow:
            self.problems.append(Problem(block.place, f"the text does not fit in its column: {made.overflow}"))
        if made.missing:
            message = f"the text holds {lacking(made.missing, self.context.fonts.named(look.font, look.weight))}"
            problem = Problem(block.find(made.missing[0]), message, how_to_lend(made.missing, self.game))
            self.problems.append(replace(problem, severity="warning") if self.context.draft else problem)
        for message, hint in made.faults:
            self.problems.append(Problem(block.place, message, hint))
        for name in unknown:
            hint = did_you_mean(name, self.game.palette)
            self.problems.append(Problem(block.find(f"[{name}:"), f"there is no ink {name}", hint))

    def _colour(self, name: str, key: str) -> Colour:
        """Find the colour of an ink's name or `#rrggbb`; black, and a problem, where there is none."""
        palette_colour = self.game.palette.get(name) or parse(name)
        if palette_colour is None:
            self.problems.append(
                Problem(self.node.at([key]), f"there is no ink {name}", did_you_mean(name, self.game.palette))
            )
        return palette_colour or Colour(0, 0, 0)


def _belongs(before: str, block: Block, after: Block | None, third: Block | None) -> bool:
    """Return whether a block should be on one page with the next: a picture, an aside, a list that it announces.

    Of a list neither the first item nor the last one should be alone.
    """
    if after is None or after.kind in ("figure", "aside"):
        return after is not None
    if after.kind != "item":
        return False
    if block.kind == "item":
        return before != "item" or third is None or third.kind != "item"
    return block.kind == "body" and block.text.rstrip(" *").endswith(":")


def imprint(game: Game) -> list[str]:
    """Return the lines of the imprint: credits, then title, edition and version."""
    spec, language = game.spec, game.written_in
    about = [game.full_title, say(language, "version", version=spec.version)]
    return [*spec.credits, ", ".join([*about, *([say(language, "unofficial")] if spec.unofficial else [])])]


def braced(text: str) -> str:
    """Return a text with its braces doubled, so that they are not values."""
    return text.replace("{", "{{").replace("}", "}}")
