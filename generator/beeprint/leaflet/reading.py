"""Read a leaflet's text: the part of Markdown that rules need, each fault at its line.

The words of a paragraph are left as written; they use the same markup as all texts of a game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from beeprint.base.problems import BuildError, Place, Problem
from beeprint.base.store import Store
from beeprint.game.translation import differences
from beeprint.leaflet.passages import Text

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


Kind = Literal[
    "title", "heading", "subheading", "body", "item", "aside", "figure", "components", "contents", "page", "abreast"
]

_FIGURE = re.compile(r"!\[(?P<caption>(?:[^\]\\]|\\.)*+)\]\((?P<shown>[^()\"]++)(?:(?<=\s)\"(?P<height>[^\"]*+)\")?\)")
_SIZE = re.compile(r"(\d{1,3}(?:\.\d+)?)?(?: ?\b(beside))?")
_HEADINGS: dict[str, Kind] = {"h1": "title", "h2": "heading", "h3": "subheading"}
#: Other parts of Markdown, by the names that messages use.
_OTHERS = {
    "html_block": "HTML",
    "code_block": "text indented by four spaces, which Markdown treats as code",
    "fence": "code",
    "table": "a table",
}
_MOST_DEPTH = 2


@dataclass(frozen=True)
class Block:
    """A part of the text: a paragraph of some kind, or a figure with what it shows; an aside holds others.

    `mark` is the bullet or number of a list item, `depth` its level; a figure's `height` is in mm, 0 where it has none,
    and `beside` says whether it stands beside the text above it. Blocks side by side are in one of kind `abreast`.
    """

    kind: Kind
    place: Place
    text: str = ""
    mark: str = ""
    depth: int = 0
    shown: tuple[str, ...] = ()
    height: float = 0
    beside: bool = False
    inner: tuple[Block, ...] = ()
    lines: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def find(self, word: str) -> Place:
        """Return the place of a word of the block in the file."""
        for number, line in enumerate(self.lines):
            if word in line:
                return Place(self.place.file, (self.place.line or 1) + number, line.index(word) + 1)
        return self.place


def read(text: str, file: str, store: Store | None = None, shown: Text | None = None) -> tuple[Block, ...]:
    """Read the blocks of a text, or of what is `shown` of it; BuildError with every part that a leaflet cannot contain.

    Places are those of the whole text.
    """
    store = store or Store()
    lines = text.split("\n")
    shown = shown or Text(tuple(lines), tuple(range(1, len(lines) + 1)))
    parts = text, file, json.dumps(shown)
    known = store.get("leaflet", *parts)
    if known is not None:
        return tuple(_unpacked(packed) for packed in json.loads(known))
    blocks = _parsed(shown, lines, file)
    store.put("leaflet", json.dumps([_packed(block) for block in blocks]).encode("utf-8"), *parts)
    return blocks


def _parsed(shown: Text, lines: list[str], file: str) -> tuple[Block, ...]:
    from markdown_it import MarkdownIt  # imported here: a game without a leaflet does not need it
    from markdown_it.tree import SyntaxTreeNode

    # Words in ink look like references; a paragraph above a stray line would become an underlined heading; and marks
    # within paragraphs are not Markdown's.
    markdown = MarkdownIt("commonmark").enable("table").disable(["reference", "lheading", "inline"])
    reader = _Reader(shown.numbers, lines, file)
    blocks = tuple(reader.blocks(SyntaxTreeNode(markdown.parse("\n".join(shown.lines)))))
    if not any(block.kind == "title" for block in blocks):
        reader.problems.append(
            Problem(Place(file, 1, 1), "the leaflet has no title", "begin it with a line such as # Rules")
        )
    if reader.problems:
        raise BuildError(reader.problems)
    return blocks


def _packed(block: Block) -> dict[str, Any]:
    """Return a block as values that JSON can hold."""
    return {**vars(block), "place": list(block.place), "inner": [_packed(packed) for packed in block.inner]}


def _unpacked(packed: dict[str, Any]) -> Block:
    """Return a block, equal to the one packed."""
    inner = tuple(_unpacked(part) for part in packed["inner"])
    listed = {key: tuple(packed[key]) for key in ("shown", "lines")}
    return Block(**{**packed, **listed, "place": Place(*packed["place"]), "inner": inner})


class _Reader:
    """Reads the nodes of the text that is shown; `numbers` are its lines' in the file, whose `lines` messages name."""

    def __init__(self, numbers: tuple[int, ...], lines: list[str], file: str) -> None:
        self.numbers, self.lines, self.file = numbers, lines, file
        self.problems: list[Problem] = []

    def place(self, node: SyntaxTreeNode) -> Place:
        return Place(self.file, self.numbers[node.map[0]] if node.map else 1, 1)

    def source(self, node: SyntaxTreeNode) -> tuple[str, ...]:
        """Return the lines of a node as they are in the file, with what is not shown of them."""
        start, end = node.map or (0, 0)
        numbers = self.numbers[start:end]
        return tuple(self.lines[numbers[0] - 1 : numbers[-1]]) if numbers else ()

    def blocks(self, parent: SyntaxTreeNode) -> Iterator[Block]:
        """Yield the blocks below a node."""
        for node in parent.children:
            if node.type == "heading":
                yield from self.heading(node)
            elif node.type == "paragraph":
                yield self.paragraph(node)
            elif node.type in ("bullet_list", "ordered_list"):
                yield from self.items(node, 0)
            elif node.type == "blockquote" and parent.type == "root":
                yield Block("aside", self.place(node), inner=tuple(self.blocks(node)))
            elif node.type == "blockquote":
                self.problems.append(Problem(self.place(node), "an aside is inside another aside", "remove one >"))
            elif node.type == "hr":
                yield Block("page", self.place(node))
            else:
                self.refuse(node)

    def heading(self, node: SyntaxTreeNode) -> Iterator[Block]:
        kind = _HEADINGS.get(node.tag)
        if kind is None:
            self.problems.append(Problem(self.place(node), "this heading is too deep", "use #, ## or ###"))
            return
        yield Block(kind, self.place(node), _words(node), lines=self.source(node))

    def paragraph(self, node: SyntaxTreeNode) -> Block:
        """Return a paragraph, a figure, the list of components, or the contents."""
        text, place, lines = _words(node), self.place(node), self.source(node)
        if text in ("{components}", "{contents}"):
            return Block("components" if text == "{components}" else "contents", place, lines=lines)
        figure = _FIGURE.fullmatch(text)
        if figure is None:
            if "![" in text:
                hint = "write it as a paragraph by itself, such as ![A guard](honey/H01)"
                self.problems.append(Problem(place, "a picture is inside a paragraph, or its brackets are wrong", hint))
            return Block("body", place, text, lines=lines)
        size = _SIZE.fullmatch(figure["height"] or "")
        if size is None:
            self.problems.append(Problem(place, f"the height of a picture is {figure['height']!r}, not a number of mm"))
        height, beside = (float(size[1] or 0), bool(size[2])) if size else (0.0, False)
        shown = tuple(figure["shown"].split())
        return Block("figure", place, figure["caption"], shown=shown, height=height, beside=beside, lines=lines)

    def items(self, node: SyntaxTreeNode, depth: int) -> Iterator[Block]:
        """Yield the items of a list, those of lists within it after their own."""
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else 0
        for number, item in enumerate(node.children, start=start):
            mark = f"{number}." if node.type == "ordered_list" else "\u2022"
            for child in item.children:
                if child.type == "paragraph":
                    yield Block("item", self.place(child), _words(child), mark, depth, lines=self.source(child))
                    mark = ""  # further paragraphs of an item stand below it without one
                elif child.type in ("bullet_list", "ordered_list") and depth + 1 < _MOST_DEPTH:
                    yield from self.items(child, depth + 1)
                elif child.type in ("bullet_list", "ordered_list"):
                    self.problems.append(
                        Problem(self.place(child), f"lists are nested deeper than {_MOST_DEPTH} levels")
                    )
                else:
                    self.refuse(child)

    def refuse(self, node: SyntaxTreeNode) -> None:
        what = _OTHERS.get(node.type, node.type)
        hint = "leaflets have headings, paragraphs, lists, asides (>), pictures and page breaks (---)"
        self.problems.append(Problem(self.place(node), f"a leaflet cannot contain {what}", hint))


def _words(node: SyntaxTreeNode) -> str:
    """Return the text of a node, its lines joined."""
    return " ".join(line.strip() for child in node.children for line in child.content.split("\n"))


# Compare a translated leaflet with its original: the same blocks, and in each the same names, icons and figures.


#: What messages call the kinds of blocks.
_KINDS = {
    "title": "the title",
    "heading": "a heading",
    "subheading": "a subheading",
    "body": "a paragraph",
    "item": "an item of a list",
    "aside": "an aside",
    "figure": "a picture",
    "components": "the list of components",
    "page": "a page break",
}


def compared(blocks: Iterable[Block], originals: Iterable[Block]) -> Iterator[Problem]:
    """Yield what differs between a translation and its original, each at its place in the translation.

    Where the blocks part, what follows is not compared.
    """
    flat, wanted = list(_flat(blocks)), list(_flat(originals))
    for block, original in zip(flat, wanted, strict=False):
        if (block.kind, block.depth, bool(block.mark)) != (original.kind, original.depth, bool(original.mark)):
            message = f"here is {_KINDS[block.kind]}, but in the original {_KINDS[original.kind]}"
            yield Problem(block.place, message, f"translate block by block: the original's is in {original.place}")
            return
        if block.shown != original.shown:
            message = f"the picture shows {' '.join(block.shown)}, but in the original {' '.join(original.shown)}"
            yield Problem(block.place, message, f"the original's is in {original.place}")
        for wrong in differences(original.text, block.text):
            message = f"{_KINDS[block.kind]} {wrong.message}"
            hint = f"the original is in {original.place}"
            yield Problem(block.place, message, hint, wrong.severity)
    longer, shorter = (flat, wanted) if len(flat) > len(wanted) else (wanted, flat)
    if len(longer) > len(shorter):
        block = longer[len(shorter)]
        which = ("translation", "original") if longer is flat else ("original", "translation")
        message = f"the {which[0]} goes on here with {_KINDS[block.kind]}, where the {which[1]} ends"
        yield Problem(block.place, message, "translate block by block")


def _flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, each aside followed by those within it."""
    for block in blocks:
        yield block
        yield from _flat(block.inner)
