"""Make frames of SVG templates, whose texts hold columns as `{Card Name}` or `%VAR_name%` or are named after them."""

from __future__ import annotations

import math
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.geometry import IDENTITY, Affine, Rect
from beeprint.base.problems import BuildError
from beeprint.drawing.shape import SIZES
from beeprint.drawing.svg.reader.elements import read as svg_drawing
from beeprint.drawing.svg.reader.geometry import read_page
from beeprint.drawing.svg.reader.paths import parse_transform
from beeprint.drawing.svg.reader.slot_boxes import names_of
from beeprint.drawing.svg.reader.style import declarations, length, properties
from beeprint.drawing.svg.reader.text.typeface import families
from beeprint.drawing.svg.reader.xml import Element, decoded, parse
from beeprint.sources.names import slug
from beeprint.starter.folder import Folder
from beeprint.starter.sketch import MM_PER_POINT, Box, Column, Font, Losses, Mark, Parts, Sketch, colour

#: Elements that become slots: texts and, if they are named after a column, pictures.
_TAKEN = ("text", "flowRoot", "image")
_ELEMENT = re.compile(
    r"<!--.*?-->|<((?:[\w-]+:)?(?:text|flowRoot|image))\b((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>", re.DOTALL
)
#: What a template writes for a column: `{Card Name}`, perhaps with a format, `{0}`, `%VAR_name%` and `%name%`.
_PLACEHOLDER = re.compile(r"\{\{?\s{0,3}([^{}\n]{1,80}?)\s{0,3}\}?\}|%VAR_([^%\s]+)%|%([^%\n]{1,40})%")
_SHAPE = re.compile(r"url\(\s*[\"']?#([^)\"']+)[\"']?\s*\)")
#: How high a line is above its baseline and in all, in em; the least width of a text's box, in em.
_ASCENT, _LINE, _LEAST = 0.95, 1.3, 1.0
#: How far a page may differ from a size of cards with bleed, in mm, and the greatest bleed that is looked for.
_NEAR, _BLEED = 0.3, 5.0
#: The greatest picture that is put into a frame, in bytes.
_IMAGE = 4_000_000
_ANCHORS = {"middle": "centre", "center": "centre", "end": "right", "justify": "justify"}
_INVISIBLE = "fill:none;stroke:none"


class Template(Struct, frozen=True):
    """A template: its cards, the drawing of their frame, and the columns that it uses."""

    file: str
    sketch: Sketch
    drawing: str
    columns: frozenset[str]
    copies: str = ""  # the column that counts the cards


class PlacedElement(NamedTuple):
    """An element of a template that becomes a slot, with the matrix from its own units to the page."""

    element: Element
    matrix: Affine


def read(file: str, folder: Folder, table: str, heads: Sequence[str], notes: list[str]) -> Template | None:
    """Read a drawing as a template for a table with these heads; None where it uses none of its columns."""
    try:
        text = decoded(folder.read(file, 16_000_000), file)
        if not _uses(text, heads):
            return None
        root = parse(text, file)
        return _Reader(folder, file, text, root, heads).template(table, notes)
    except (BuildError, OSError, ValueError) as error:
        why = error.problems[0].message if isinstance(error, BuildError) else str(error)
        notes.append(f"{file}: left out: this drawing, which is not read: {why}")
        return None


def _uses(text: str, heads: Sequence[str]) -> bool:
    """Return whether a drawing mentions a column in a way that a template does."""
    known = {head.rstrip(">").casefold() for head in heads}
    if any(_head_of(match, heads) for match in _PLACEHOLDER.finditer(text)):
        return True
    ids = re.findall(
        r"""<(?:\w+:)?(?:text|flowRoot|image)\b[^>]{0,2000}?\b(?:id|inkscape:label)=["']([^"']+)["']""", text
    )
    return len({name.casefold() for name in ids} & known) > 1


def _head_of(match: re.Match[str], heads: Sequence[str]) -> str:
    """Return the head that a placeholder means; empty for none. `{0}` is the first column."""
    name = next(group for group in match.groups() if group is not None).strip()
    plain = re.split(r"[:!]", name)[0].strip()
    for wanted in (name, plain):
        for head in heads:
            if wanted.casefold().replace("_", " ") == head.strip().casefold().replace("_", " "):
                return head
    if match[1] is not None and plain.isdigit() and int(plain) < len(heads) and match[0].startswith("{"):
        return heads[int(plain)]
    return ""


class _Reader:
    """Makes marks of the texts of a template, and a drawing in which rectangles are in their places."""

    def __init__(self, folder: Folder, file: str, text: str, root: Element, heads: Sequence[str]) -> None:
        self.folder, self.file, self.text, self.root, self.heads = folder, file, text, root, heads
        self.page, matrix = read_page(root.attributes)
        self.matrix = matrix or IDENTITY
        self.losses = Losses(file)
        self.by_id = {element.attributes["id"]: element for element in _all(root) if "id" in element.attributes}
        self.copies = ""
        self._crop()
        self.names = {name for element in _all(root) for name in names_of(element)}
        self.columns: set[str] = set()
        self.size = self._card()

    def _crop(self) -> None:
        """Make the rectangle that the table's first head names the page: a countersheet has its counters on one."""
        head = self.heads[0].rstrip(">") if self.heads else ""
        card = self.by_id.get(head)
        spaces = {id(placed.element): placed.matrix for placed in _walk(self.root, self.matrix, (*_TAKEN, "rect"))}
        box = _rectangle(card) if card is not None and card.name == "rect" else None
        if box is None or card is None or id(card) not in spaces:
            return
        area = spaces[id(card)].rect(box)
        view = self.matrix.inverse().rect(area)
        start = re.search(r"<(?:svg:)?svg\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>", self.text)
        if start is None:
            return
        tag = re.sub(r"""\s(?:width|height|viewBox)\s*=\s*(?:"[^"]*"|'[^']*')""", "", start[0])
        page = f'width="{area.width:.4f}mm" height="{area.height:.4f}mm" viewBox="{" ".join(f"{v:.6g}" for v in view)}"'
        tag = re.sub(r"svg\b", f"svg {page}", tag, count=1)
        self.text = f"{self.text[: start.start()]}{tag}{self.text[start.end() :]}"
        self.matrix = Affine(e=-area.x, f=-area.y) @ self.matrix
        self.page = Rect(0, 0, area.width, area.height)
        self.copies = self.heads[0]
        for other in self.heads[1:]:
            if re.search(r"[\[?@]|^BACK$", other):
                self.losses.add(f"the column {other}", "what it changes in the drawing", 0)

    def _card(self) -> tuple[float, float, float]:
        """Return the size of the cards and their bleed: a page around a common size has a bleed on all sides."""
        for width, height in SIZES.values():
            across, down = self.page.width - width, self.page.height - height
            if abs(across - down) < _NEAR and _NEAR < across < 2 * _BLEED:
                return width, height, round(across / 2, 3)
        return round(self.page.width, 2), round(self.page.height, 2), 0.0

    def template(self, table: str, notes: list[str]) -> Template | None:
        """Return the template; None where its texts use no column."""
        elements = list(_walk(self.root, self.matrix))
        spans = list(self._spans())
        if len(elements) != len(spans):
            notes.append(f"{self.file}: left out: this drawing, whose texts are not where its source has them")
            return None
        marks: list[Mark] = []
        pieces: list[str] = []
        position = 0
        for element, (start, end) in zip(elements, spans, strict=True):
            made = self._mark(element, self.text[start:end])
            if made is None:
                continue
            mark, rectangle = made
            marks += [mark] if mark is not None else []
            pieces += [self.text[position:start], rectangle]
            position = end
        if not self.columns:
            return None
        notes += self.losses.notes()
        drawing = "".join([*pieces, self.text[position:]])
        raster = self._must_be_pixels(drawing, notes)
        width, height, bleed = self.size
        stem = f"{slug(PurePosixPath(table).stem)}-{slug(PurePosixPath(self.file).stem)}".lower()
        sketch = Sketch(
            self.file,
            (width, height, bleed),
            tuple(marks),
            frame=f"frames/{stem}",
            frame_page="bleed" if bleed else "trim",
            frame_raster=raster,
        )
        return Template(self.file, sketch, drawing, frozenset(self.columns), self.copies)

    def _must_be_pixels(self, drawing: str, notes: list[str]) -> bool:
        """Return whether a drawing cannot be drawn as outlines, such as one that blends."""
        try:
            svg_drawing(drawing, self.file)
        except BuildError as error:
            if all(problem.message.startswith("there is no font") for problem in error.problems):
                return False  # the game has fonts
            notes.append(f"{self.file}: drawn as pixels (raster: 600dpi), since {error.problems[0].message}")
            return True
        return False

    def _spans(self) -> Iterator[tuple[int, int]]:
        """Yield where the elements that are taken begin and end in the source, in its order."""
        for match in _ELEMENT.finditer(self.text):
            if match[1] is None:
                continue
            if match[2].rstrip().endswith("/"):
                yield match.span()
            else:
                closing = re.compile(rf"</{re.escape(match[1])}\s*>").search(self.text, match.end())
                yield match.start(), closing.end() if closing else len(self.text)

    def _mark(self, placed: PlacedElement, source: str) -> tuple[Mark | None, str] | None:
        """Return the mark of a text or a picture, and the rectangle in its place; None for one that stays art."""
        element, matrix = placed
        line = element.place.line or 0
        named = self._column_of(element)
        if element.name == "image":
            return self._image(placed, named, source)
        spans = list(_spans_of(element))
        if any(span.name == "textPath" for span in spans):
            return None
        looks = _looks([element, *spans])
        parts = (Column(named),) if named else self._parts(element)
        if not "".join(part if isinstance(part, str) else "x" for part in parts).strip():
            return None
        size = _length(looks.get("font-size", "16"))
        scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        box = self._box(placed, looks, size, spans)
        if box is None or not scale or not size:
            self.losses.add("a text", "its place is not known", line)
            return None
        columns = [part.head for part in parts if isinstance(part, Column)]
        name = self._name(columns[0] if columns else "words")
        anchor = looks.get("text-align") or looks.get("text-anchor") or ""
        on_card = self._on_card(box, matrix)
        share = {"centre": 0.5, "right": 1.0}.get(_ANCHORS.get(anchor, ""), 0.0)
        if self.copies and not self._holds(*matrix.point(box.x + share * box.width, box.y + box.height / 2)):
            return None, ""  # of another counter on the sheet
        mark = Mark(
            "text",
            name,
            on_card,
            parts=parts,
            font=self._font(looks, size * scale / MM_PER_POINT),
            align=_ANCHORS.get(anchor, ""),
            colour=colour(looks.get("fill", "#000000")) or "#000000",
            line=line,
        )
        return mark, self._cover(name, box, element)

    def _image(self, placed: PlacedElement, named: str, source: str) -> tuple[Mark | None, str] | None:
        """Return the mark of a picture that a column names, or what stands for one from a file in the drawing."""
        element, matrix = placed
        box = _rectangle(element)
        href = next((element.attributes[key] for key in ("href", "xlink:href") if key in element.attributes), "")
        parts = (Column(named),) if named else self._columns_in(href)
        if box is not None and any(isinstance(part, Column) for part in parts):
            name = self._name(next(part.head for part in parts if isinstance(part, Column)))
            return Mark("picture", name, self._on_card(box, matrix), parts=parts), self._cover(name, box, element)
        if href.startswith("data:"):
            return None
        file = self.folder.picture(href, self.file)
        kind = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}.get(PurePosixPath(file).suffix.lower(), "")
        try:
            data = self.folder.read(file, _IMAGE) if kind else b""
        except OSError:
            data = b""
        if not data:
            self.losses.add("a picture", f"{href or 'its file'} is not in the folder", element.place.line or 0)
            return None, ""
        link = f"data:image/{kind};base64,{b64encode(data).decode()}"
        return None, re.sub(r"""(href\s*=\s*)("[^"]*"|'[^']*')""", lambda match: f'{match[1]}"{link}"', source)

    def _on_card(self, box: Rect, matrix: Affine) -> Box:
        """Return a box of an element's own units in mm from the trim's corner."""
        x, y, width, height = matrix.rect(box)
        return Box(x - self.size[2] - self.page.x, y - self.size[2] - self.page.y, width, height)

    def _holds(self, x: float, y: float) -> bool:
        """Return whether a point in mm is on the card."""
        return 0 <= x <= self.page.width and 0 <= y <= self.page.height

    def _column_of(self, element: Element) -> str:
        """Return the head after which an element is named, as `{Card Name}` or plainly; empty for none."""
        for name in names_of(element):
            match = _PLACEHOLDER.fullmatch(name)
            named = next((head for head in self.heads if head.rstrip(">").casefold() == name.casefold()), "")
            head = _head_of(match, self.heads) if match else named
            if head:
                self.columns.add(head)
                return head
        return ""

    def _parts(self, element: Element) -> Parts:
        """Return the words of a text with the columns in them."""
        return self._columns_in(_words_of(element))

    def _columns_in(self, words: str) -> Parts:
        """Return words with the columns in them."""
        parts: list[str | Column] = []
        position = 0
        for match in _PLACEHOLDER.finditer(words):
            head = _head_of(match, self.heads)
            if head:
                parts += [words[position : match.start()], Column(head)]
                position = match.end()
                self.columns.add(head)
        return tuple(part for part in (*parts, words[position:]) if part)

    def _name(self, head: str) -> str:
        """Return a name for a slot that no element of the drawing has."""
        stem = slug(head).lower().replace(".", "-").strip("-") or "text"
        name = next(name for name in (stem, *(f"{stem}-{n}" for n in range(2, 10_000))) if name not in self.names)
        self.names.add(name)
        return name

    def _box(
        self, placed: PlacedElement, looks: Mapping[str, str], size: float, spans: Sequence[Element]
    ) -> Rect | None:
        """Return the box of a text in its own units: the shape that it flows in, or the room beside its anchor."""
        element, matrix = placed
        flowing = self._flow(element, looks)
        if flowing is not None:
            return flowing
        points = [part.attributes for part in (element, *spans) if {"x", "y"} <= part.attributes.keys()]
        starts = [(_length(own["x"]), _length(own["y"])) for own in points]
        starts = [start for start in starts if start != (0.0, 0.0)] or [(0.0, 0.0)]
        x, y = starts[0]
        lines = len({start[1] for start in starts})
        try:
            room = matrix.inverse().rect(self.page)
        except ZeroDivisionError:
            return None
        upright = abs(matrix.b) < 1e-6 and abs(matrix.c) < 1e-6
        left, right = (room.x, room.x + room.width) if upright else (x - 5 * size, x + 5 * size)
        anchor = looks.get("text-anchor") or {"center": "middle"}.get(looks.get("text-align", ""), "start")
        wanted = _length(looks.get("inline-size", "0"))
        width = {"middle": 2 * min(x - left, right - x), "end": x - left}.get(anchor, right - x)
        width = max(wanted or width - size / 4, _LEAST * size)
        begin = {"middle": x - width / 2, "end": x - width}.get(anchor, x)
        return Rect(begin, y - _ASCENT * size, width, _LINE * size * lines)

    def _flow(self, element: Element, looks: Mapping[str, str]) -> Rect | None:
        """Return the rectangle that a text flows in; None where there is none."""
        inside = _SHAPE.match(looks.get("shape-inside", ""))
        shape = self.by_id.get(inside[1]) if inside else None
        if element.name == "flowRoot":
            shape = next((part for part in _all(element) if part.name == "rect"), None)
        return _rectangle(shape) if shape is not None else None

    def _font(self, looks: Mapping[str, str], points: float) -> Font:
        try:
            names = tuple(families(looks.get("font-family", "sans-serif")))
        except ValueError:
            names = ()
        weight = looks.get("font-weight", "normal")
        bold = weight in ("bold", "bolder") or (weight.isdigit() and int(weight) >= 600)
        return Font(names, round(points, 2), bold, looks.get("font-style", "normal") in ("italic", "oblique"))

    def _cover(self, name: str, box: Rect, element: Element) -> str:
        """Return a rectangle that is not seen, in the units of the element in whose place it is."""
        transform = element.attributes.get("transform", "")
        moved = f' transform="{transform}"' if re.fullmatch(r"[\w\s(),.+-]+", transform) else ""
        prefix = "svg:" if re.search(r"<svg:svg\b", self.text) else ""
        sides = " ".join(f'{key}="{value:.6g}"' for key, value in zip(("x", "y", "width", "height"), box, strict=True))
        named = f' id="{name}"' if name else ""
        return f'<{prefix}rect{named} {sides}{moved} style="{_INVISIBLE}"/>'


def _all(root: Element) -> Iterator[Element]:
    """Yield an element and all in it, in the order of the source."""
    stack = [root]
    while stack:
        element = stack.pop()
        yield element
        stack += reversed(element.children)


def _walk(root: Element, matrix: Affine, names: Sequence[str] = _TAKEN) -> Iterator[PlacedElement]:
    """Yield the elements of some kinds, with their matrices, in the order of the source."""
    stack = [(child, matrix) for child in reversed(root.children)]
    while stack:
        element, outer = stack.pop()
        try:
            own = outer @ parse_transform(properties(element.attributes).get("transform", ""))
        except ValueError:
            own = outer
        if element.name in names:
            yield PlacedElement(element, own)
        if element.name not in ("text", "flowRoot"):
            stack += [(child, own) for child in reversed(element.children)]


def _spans_of(element: Element) -> Iterator[Element]:
    for child in element.children:
        yield child
        yield from _spans_of(child)


def _looks(elements: Sequence[Element]) -> dict[str, str]:
    """Return the properties of a text with those of its parts, of which the last with words counts."""
    looks: dict[str, str] = {}
    for element in elements:
        own = {**properties(element.attributes), **declarations(element.attributes.get("style", ""))}
        if element is elements[0] or element.text.strip():
            looks |= own
        else:
            looks = {**own, **looks}
    return looks


def _words_of(element: Element) -> str:
    """Return the words of a text; its lines are those of its parts."""
    lines = [element.text]
    for child in element.children:
        begins = "sodipodi" in "".join(child.attributes) or child.name == "flowPara"
        lines.append("\n" if begins and "".join(lines).strip() else "")
        lines += [_words_of(child), child.tail]
    return re.sub(r"[ \t]*\n\s*", "\n", "".join(lines)).strip()


def _rectangle(element: Element) -> Rect | None:
    """Return the box of a rectangle or picture in its own units; None for one without a size."""
    sides = [_length(element.attributes.get(key, "0")) for key in ("x", "y", "width", "height")]
    return Rect(*sides) if min(sides[2:]) > 0 else None


def _length(text: str) -> float:
    """Return a length in user units; 0 for one that is not known."""
    try:
        return length(text.split()[0] if text.split() else "0")
    except (ValueError, TypeError):
        return 0.0
