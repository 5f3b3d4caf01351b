"""Write a document's structure as HTML: each element as the one that browsers and screen readers know it by."""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from msgspec import Struct

from beeprint.base.colour import Colour, lightness, parse
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.structure import TINT, Element, Said, Shape, Words
from beeprint.drawing.text import stretches, style_of
from beeprint.formats.html.style import Inks, Type, faces, sheet

_TAGS = {
    "H2": "h2", "H3": "h3", "P": "p", "LBody": "", "Lbl": "", "Illustration": "figure", "Caption": "figcaption",
    "Table": "table", "TR": "tr", "TOC": "ol", "TOCI": "li",
}  # fmt: skip
#: The width of the text on a large screen, in rem, as in the style sheet.
_WIDTH = 39.5
#: What ends a phrase, with the space that some languages put before it, and a word that a no-break space ties to what
#: follows.
_ENDS = r",.;:!?)\]\u2026\u2019\u201d\u00bb"
_CLOSING, _TIED = re.compile(rf"[\u00a0\u202f]?[{_ENDS}]+"), re.compile(rf"[^\s{_ENDS}]*[\u00a0\u202f]$")
#: CIE L* below which a colour is hard to see on a dark screen.
_DARK = 40
#: The selector of the paragraph below the title.
INTRO = "h1+p"
#: The selector of the kind of text that an element is set in, where it is not that of what is around it.
_SELECTORS = {"H1": "h1", "H2": "h2", "H3": "h3", "Caption": "figcaption"}


class Info(Struct, frozen=True):
    """What the page says of itself: its title, its language as a tag, a description, and what made it."""

    title: str
    language: str
    description: str = ""
    generator: str = ""


def write(
    path: Path,
    document: Element[Said],
    info: Info,
    types: Mapping[str, Type],
    accent: Colour,
    aside: Colour,
    width: float,
    fonts: Fonts,
) -> None:
    """Write the page; `types` say how kinds of text look, `width` is that of the text in mm where heights are given."""
    page = _Page(types, aside, width, fonts)
    body = page.document(document)
    lent = dict.fromkeys(family for family, _ in sorted(page.used))
    types = {name: kind._replace(stack=tuple(dict.fromkeys((*kind.stack, *lent)))) for name, kind in types.items()}
    style = sheet(types, accent, aside, page.inks, "".join(faces(page.used, fonts)))
    description = f'<meta name="description" content="{escape(info.description)}">\n' if info.description else ""
    text = (
        f'<!doctype html>\n<html lang="{escape(info.language or "und")}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(info.title)}</title>\n'
        f'{description}<meta name="generator" content="{escape(info.generator)}">\n<style>\n{style}</style>\n</head>\n'
        f"<body>\n{page.sprite()}{body}</body>\n</html>\n"
    )
    path.write_text(text, "utf-8", newline="\n")


class _Page:
    """A page in progress: the fonts, inks and icons that it uses."""

    def __init__(self, types: Mapping[str, Type], aside: Colour, width: float, fonts: Fonts) -> None:
        self.inks = Inks(aside)
        self.used: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._types, self._scale, self._fonts = types, _WIDTH / width, fonts
        self._icons: dict[str, str] = {}  # each symbol by its id
        self._dark: dict[str, str] = {}  # of each, the class that gives it a light ground on dark screens

    def document(self, document: Element[Said]) -> str:
        """Return the body: what is above the first heading as header, the last paragraph as footer."""
        inside = [element for element in document.inside if isinstance(element, Element)]
        first = next((at for at, element in enumerate(inside) if element.kind in ("H2", "H3")), len(inside) - 1)
        head, rest, foot = inside[:first], inside[first:-1], inside[-1:]
        parts = ["<header>", *self._head(head), "</header>"]
        parts += ["<main>", *self._blocks(rest, "body"), "</main>"]
        parts += ["<footer><hr>", *self._blocks(foot, "footer"), "</footer>", ""]
        return "\n".join(parts)

    def _head(self, elements: Sequence[Element[Said]]) -> Iterator[str]:
        """Yield what is above the first heading; the paragraph below the title is the introduction."""
        before = ""
        for element in elements:
            yield self._block(element, INTRO if before == "H1" else "body")
            before = element.kind

    def sprite(self) -> str:
        """Return the icons, each drawn once."""
        if not self._icons:
            return ""
        symbols = "\n".join(self._icons.values())
        return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">\n{symbols}\n</svg>\n'

    def _blocks(self, elements: Sequence[Element[Said]], kind: str) -> Iterator[str]:
        for element in elements:
            yield self._block(element, kind)

    def _block(self, element: Element[Said], kind: str) -> str:
        kind = _SELECTORS.get(element.kind, kind)
        anchor = f' id="{escape(element.name)}"' if element.name else ""
        if element.kind == "L":
            return self._list(element, kind)
        if element.kind == "Aside":
            return f'<div class="aside" role="note">{self._inside(element, "body")}</div>'
        if element.kind == "Illustration":
            return self._illustration(element, kind)
        if element.kind == "TOC":
            return f"<nav><ol>{self._inside(element, kind)}</ol></nav>"
        if element.kind in ("TH", "TD"):
            scope = ' scope="row"' if element.kind == "TH" else ""
            return f"<{element.kind.lower()}{scope}>{self._inside(element, kind)}</{element.kind.lower()}>"
        if element.kind == "H1":
            return f"<h1{anchor}>{self._inside(element, 'h1')}</h1>"
        tag = _TAGS.get(element.kind)
        if tag is None:
            return self._inline(element, kind)
        inner = self._inside(element, kind)
        return f"<{tag}{anchor}>{inner}</{tag}>" if tag else inner

    def _inside(self, element: Element[Said], kind: str) -> str:
        """Return what is inside an element; an icon stays on one line with the words that are tied to it."""
        parts = element.inside
        shown = []
        for before, part, after in zip((None, *parts), parts, (*parts[1:], None), strict=False):
            if isinstance(part, Words):
                shown.append(self._leaf(_untied(before, part, after), kind))
            elif _is_icon(part):
                tied = self._leaf(_tied_before(before), kind), self._leaf(_tied_after(after), kind)
                icon = self._block(part, kind) if isinstance(part, Element) else ""
                shown.append(f'<span class="kept">{tied[0]}{icon}{tied[1]}</span>' if any(tied) else icon)
            elif isinstance(part, Element):
                shown.append(self._block(part, kind))
        return "".join(shown)

    def _list(self, element: Element[Said], kind: str) -> str:
        """Return a list; an item of one paragraph is not a paragraph."""
        tag, start = ("ol", self._start(element)) if element.ordered else ("ul", "")
        items = []
        bodies = [_body(item) for item in element.inside if isinstance(item, Element)]
        pictured = ' class="pictured"' if all(inner and inner[0].kind == "Figure" for inner in bodies) else ""
        for inner in bodies:
            single = inner and inner[0].kind == "P" and all(later.kind != "P" for later in inner[1:])
            parts = [self._inside(inner[0], kind)] if single else []
            parts += self._blocks(inner[1:] if single else inner, kind)
            items.append(f"<li>{''.join(parts)}</li>")
        return "\n".join((f"<{tag}{start}{pictured}>", *items, f"</{tag}>"))

    def _start(self, element: Element[Said]) -> str:
        """Return where a numbered list begins, if not with 1."""
        first = next(iter(element.leaves()), None)
        number = first.text.rstrip(".") if isinstance(first, Words) else "1"
        return f' start="{number}"' if number.isdigit() and number != "1" else ""

    def _illustration(self, element: Element[Said], kind: str) -> str:
        pictures = [part for part in element.inside if isinstance(part, Element) and part.kind == "Figure"]
        captions = [part for part in element.inside if isinstance(part, Element) and part.kind == "Caption"]
        row = "".join(map(self._picture, pictures))
        return f'<figure><div class="row">{row}</div>{"".join(self._blocks(captions, kind))}</figure>'

    def _picture(self, element: Element[Said]) -> str:
        """Return a picture as an image that holds its drawing."""
        parts = ""
        for shape in element.leaves():
            assert isinstance(shape, Shape)
            box = shape.drawing.box
            data = base64.b64encode(svg.write(shape.drawing, self._fonts).encode("utf-8")).decode("ascii")
            height = shape.height * self._scale
            width = height * box.width / box.height
            plate = ' class="plate"' if shape.plain else ""
            parts += (
                f'<img{plate} alt="{escape(element.alt)}" style="width:{width:.2f}rem" width="{box.width * 10:.0f}" '
                f'height="{box.height * 10:.0f}" src="data:image/svg+xml;base64,{data}">'
            )
        return parts

    def _inline(self, element: Element[Said], kind: str) -> str:
        if element.kind == "Link":
            return f'<a href="#{escape(element.to)}">{self._inside(element, kind)}</a>'
        if element.kind == "Figure":
            return self._picture(element)
        if element.actual:
            return "".join(self._icon(leaf, element.actual) for leaf in element.leaves() if isinstance(leaf, Shape))
        return self._inside(element, kind)

    def _icon(self, shape: Shape, words: str) -> str:
        box = shape.drawing.box
        name = f"icon-{re.sub('[^a-z0-9]+', '-', words.lower())}-{_digest(shape.drawing)}"
        if name not in self._icons:
            text = svg.write(shape.drawing, self._fonts)
            self._icons[name] = _symbol(name, text)
            self._dark[name] = " dark" if any(map(_is_dark, re.findall('#[0-9a-f]{6}(?=")', text))) else ""
        ratio = f"{box.width / box.height * 1.15:.3g}em"
        ink = f" {self.inks.name(shape.ink)}" if shape.ink is not None else ""
        return (
            f'<svg class="icon{self._dark[name]}{ink}" role="img" aria-label="{escape(words)}" style="width:{ratio}">'
            f'<use href="#{name}"/></svg>'
        )

    def _leaf(self, leaf: Said, kind: str) -> str:
        if isinstance(leaf, Shape) or not leaf.text:
            return ""
        look = self._types.get(kind, self._types["body"])
        chain = self._fonts.chain(look.family, style_of(look.weight, leaf.bold, leaf.italic))
        for words, key in stretches(self._fonts, leaf.text, chain):
            family, _, style = key.partition("/")
            self.used[family, style] |= set(words)
        text = escape(leaf.text, quote=False).replace("\n", "<br>")
        if leaf.ink is not None:
            text = f'<span class="{self.inks.name(leaf.ink)}">{text}</span>'
        text = f"<em>{text}</em>" if leaf.italic else text
        return f"<strong>{text}</strong>" if leaf.bold else text


def _is_icon(part: Element[Said] | Said | None) -> bool:
    return isinstance(part, Element) and bool(part.actual)


def _tied_before(part: Element[Said] | Said | None) -> Words:
    """Return the last word of what is before an icon, if a no-break space ties it to the icon."""
    match = _TIED.search(part.text) if isinstance(part, Words) else None
    return part._replace(text=match[0]) if match and isinstance(part, Words) else Words("")


def _tied_after(part: Element[Said] | Said | None) -> Words:
    """Return what ends the phrase before it, of what follows an icon."""
    match = _CLOSING.match(part.text) if isinstance(part, Words) else None
    return part._replace(text=match[0]) if match and isinstance(part, Words) else Words("")


def _untied(before: Element[Said] | Said | None, words: Words, after: Element[Said] | Said | None) -> Words:
    """Return words without what is tied to the icons before and after them."""
    start = len(_tied_after(words).text) if _is_icon(before) else 0
    end = len(_tied_before(words).text) if _is_icon(after) else 0
    return words._replace(text=words.text[start : len(words.text) - end])


def _body(item: Element[Said]) -> list[Element[Said]]:
    """Return the blocks of a list's item, without its label."""
    bodies = (part for part in item.inside if isinstance(part, Element) and part.kind == "LBody")
    return [block for body in bodies for block in body.inside if isinstance(block, Element)]


def _is_dark(colour: str) -> bool:
    """Return whether marks of a colour, other than that of the words, are lost on a dark ground."""
    parsed = parse(colour)
    return parsed is not None and parsed != TINT and lightness(parsed) < _DARK


def _digest(drawing: Drawing) -> str:
    return "".join(mark.key[:4] for mark in drawing.marks)[:8]


def _symbol(name: str, text: str) -> str:
    """Return an SVG document as a symbol whose tint is that of the words round it."""
    head = re.search(r'<svg[^>]*viewBox="([^"]*)">', text)
    assert head is not None
    inner = text[head.end() :].removesuffix("</svg>\n").replace(TINT.hex, "currentColor")
    return f'<symbol id="{name}" viewBox="{head[1]}">{inner}</symbol>'
