"""Write a PDF: pages of a drawing each, and what they share: forms, fonts, images, shadings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from beeprint.base.geometry import PT_PER_MM, Affine, Rect
from beeprint.drawing.drawing import Drawing, Group, ImageMark, Mark, Run, Solid, Symbol, Use, marks_box
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.structure import Structure
from beeprint.drawing.text import BOTH_WAYS
from beeprint.formats.pdf import pdfx, shading
from beeprint.formats.pdf.content import Content, Gradient, Words
from beeprint.formats.pdf.fonts import embed, texts_of
from beeprint.formats.pdf.objects import Document, Name, Reference, array, dictionary, number
from beeprint.formats.pdf.operators import matrix
from beeprint.formats.pdf.paints import Paints, Screen, Written
from beeprint.formats.pdf.pdfx import PressFile
from beeprint.formats.pdf.structure import Tagged, page_name, tags_of

if TYPE_CHECKING:
    from PIL import Image

_MAX_KNOWN = 20_000


class Page(Struct, frozen=True, dict=True):
    """A page: a drawing whose box is the paper, (0, 0) its top left, and the trim and bleed boxes, in mm.

    With `layers` these are drawn in its place, pictures in inks among them.
    """

    drawing: Drawing
    trim: Rect
    bleed: Rect
    layers: tuple[Mark | InkPicture, ...] = ()


class InkPicture(Struct, frozen=True):
    """A picture in CMYK, stretched over a box in mm: what has been flattened for a press."""

    box: Rect
    picture: Image.Image


class Info(Struct, frozen=True):
    """What the file says of itself; empty entries are left out."""

    title: str
    author: str = ""
    subject: str = ""
    creator: str = ""


def write(
    path: Path,
    pages: Iterable[Page],
    fonts: Fonts,
    info: Info,
    duplex: str = "",
    structure: Structure | None = None,
    press: PressFile | None = None,
) -> None:
    """Write the pages; `duplex` (long or short) asks the printer to turn the paper on that edge, none not to turn it.

    With the structure of what the pages say, the file is tagged, and has bookmarks and links. With `press`, it is for a
    press: in inks, with what PDF/X asks for.
    """
    entries = {"Title": info.title, "Author": info.author, "Subject": info.subject, "Creator": info.creator}
    preferences: dict[str, Any] = {"DisplayDocTitle": "true"}
    if structure is None:
        preferences["PrintScaling"] = Name("None")
    if duplex:
        preferences["Duplex"] = Name(
            {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}[duplex]
        )
    if press is None:
        book = Book(Document(entries, preferences), fonts)
    else:
        from beeprint.formats.pdf.press import Press  # loads slowly, and only files for a press need it

        book = Book(pdfx.document(entries, preferences, press), fonts, Press(press.inks, fonts, press.transparency))
    with closing(book.document):
        if structure is None:
            if press is None:
                pages = tuple(pages)  # those for a press may come one by one, since each can hold a large picture
                book.expect(pages)
            for page in pages:
                book.page(page)
        else:
            tags, pages = tags_of(structure), list(pages)
            for number, page in enumerate(pages):
                book.tagged_page(page, number, tags)
            tagged = Tagged(book.document, structure, [_to_points(page) for page in pages])
            book.document.extend(tagged.write(info.title))
        book.finish()
        book.document.save(path)


class Book:
    """What the pages of a file share; each thing is made when first used, and once."""

    def __init__(self, document: Document, fonts: Fonts, paints: Paints | None = None) -> None:
        self.document, self.fonts, self.paints = document, fonts, paints or Screen()
        self._contents: dict[int, tuple[Drawing, Reference, str]] = {}
        self._symbols: dict[tuple[str, object], str] = {}
        self._fonts: dict[str, tuple[str, dict[int, str], set[tuple[int, str]]]] = {}
        self._named: dict[tuple[str, object], str] = {}
        self._counts: Counter[str] = Counter()
        self._single: frozenset[str] = frozenset()
        self.known: dict[tuple[object, ...], Words | tuple[()]] = {}
        self._numbers: dict[tuple[object, ...], int] = {}
        self._next = count()

    def remember(self, key: tuple[object, ...], words: Words | tuple[()]) -> None:
        """Keep the words of a mark, or that it has been met."""
        if len(self.known) >= _MAX_KNOWN:
            self.known.clear()
        self.known[key] = words

    def numbered(self, where: tuple[object, ...]) -> int:
        """Return the number of where and in which state a mark is drawn; no other has it."""
        number = self._numbers.get(where)
        if number is None:
            if len(self._numbers) >= _MAX_KNOWN:
                self._numbers.clear()
            number = self._numbers[where] = next(self._next)
        return number

    def expect(self, pages: Iterable[Page]) -> None:
        """Look at the pages to come: what only one piece shows is drawn in the page, beside what it resembles.

        There it takes half the room that a form of its own does, since a form is packed by itself.
        """
        drawings = {id(page.drawing): page.drawing for page in pages if not page.layers}.values()
        marks = [symbol_mark for drawing in drawings for mark in drawing.marks for symbol_mark in _placed(mark)]
        counts = Counter(key for key, _ in marks)
        self._single = frozenset(key for key, is_whole in marks if is_whole and counts[key] == 1)

    def inline(self, symbol: Symbol, scale: float) -> Content | None:
        """Return what draws a symbol that lies on the pages once; None where it is to be a form."""
        if symbol.key not in self._single:
            return None
        content = Content(self, placed=scale)
        content.draw(symbol.marks)
        # The matrix of a pattern leads to the default space of its stream.
        return None if "Pattern" in content.used else content

    def page(self, page: Page) -> None:
        """Add a page. Here, and only here, millimetres become points and y turns up."""
        known = self._contents.get(id(page.drawing))
        if known is not None:
            self._put(page, known[1], known[2])
            return
        to_points = _to_points(page)
        content = Content(self, unit=PT_PER_MM)
        plain: list[Mark] = []
        for mark in (*(page.layers or self.paints.settled(page.drawing).marks), None):
            if isinstance(mark, InkPicture):
                if plain:
                    content.save(to_points)
                    content.draw(plain)
                    content.restore()
                    plain = []
                content.picture(self._ink_picture(mark), mark.box, to_points)
                continue
            if mark is not None and not (isinstance(mark, Group) and mark.piece):
                plain.append(mark)
                continue
            if plain:
                content.save(to_points)
                content.draw(plain)
                content.restore()
                plain = []
            if isinstance(mark, Group):
                # Each piece carries its whole matrix, so that a tool that reads the marks needs no state.
                content.group(mark, to_points)
        resources = self.resources(content)
        self._contents[id(page.drawing)] = page.drawing, resources, self._put(page, resources, content.data())

    def tagged_page(self, page: Page, number: int, tags: Mapping[tuple[int, int], tuple[str, int]]) -> None:
        """Add the page `number`, each mark with its tag: what kind of element it belongs to, and its number there."""
        content = Content(self)
        content.save(_to_points(page))
        for index, mark in enumerate(page.drawing.marks):
            content.tagged(mark, tags.get((number, index)))
        content.restore()
        self._put(page, self.resources(content), content.data(), page_name(number))

    def _put(self, page: Page, resources: Reference, content: bytes | str, name: str = "") -> str:
        """Add a page with a content, or the name of an earlier page's; return the name of its content."""
        to_points = _to_points(page)
        boxes = {"MediaBox": page.drawing.box, "TrimBox": page.trim, "BleedBox": page.bleed}
        group = {"S": Name("Transparency"), "CS": Name(self.paints.space)} if self.paints.says_space else None
        return self.document.add_page(
            {key: _box(to_points.rect(box)) for key, box in boxes.items()},
            resources,
            content,
            name,
            None if group is None else dictionary(group),
        )

    def resources(self, content: Content) -> Reference:
        """Return the resources that a stream uses; streams that use the same share them."""
        used = tuple((kind, tuple(sorted(names))) for kind, names in sorted(content.used.items()))
        name, new = self._once("Q", used)
        if new:
            kinds = {kind: dictionary({key: Reference(key) for key in names}) for kind, names in used}
            self.document.add(name, dictionary(kinds))
        return Reference(name)

    def symbol(self, symbol: Symbol, scale: float) -> str:
        """Return the form of a symbol, drawn at a scale."""
        key = (symbol.key, self.paints.detail(symbol, scale))
        name = self._symbols.get(key)
        if name is None:
            name = self._symbols[key] = self.form(symbol.marks, scale=scale)
        return name

    def line_width(self, width: float, scale: float) -> float:
        """Return how wide a line is drawn, where a unit is `scale` mm."""
        return self.paints.line_width(width, scale)

    def form(self, marks: Iterable[Mark], isolated: bool = False, scale: float = 1) -> str:
        """Add marks as a form in mm, y down; isolated, it is a transparency group, so that it fades as a whole."""
        marks = tuple(marks)
        content = Content(self, placed=scale)
        content.draw(marks)
        name = self._new("X")
        self._add_form(
            name,
            content,
            (marks_box(marks) or Rect(0, 0, 1, 1)).grow(0.1),
            self._isolated if isolated else None,
        )
        return name

    @property
    def _isolated(self) -> dict[str, Any]:
        return {"S": Name("Transparency"), **({"CS": Name(self.paints.space)} if self.paints.says_space else {})}

    def _add_form(self, name: str, content: Content, box: Rect, group: Mapping[str, Any] | None) -> None:
        entries = {
            "Type": Name("XObject"),
            "Subtype": Name("Form"),
            "BBox": array([box.x, box.y, box.right, box.bottom]),
            "Resources": self.resources(content),
            "Group": dictionary(group) if group else None,
        }
        self.document.add_stream(name, content.data(), entries)

    def _new(self, letter: str) -> str:
        """Return the next free name of a kind."""
        self._counts[letter] += 1
        return f"{letter}{self._counts[letter]}"

    def _once(self, letter: str, key: object) -> tuple[str, bool]:
        """Return the name of a shared thing and whether it is new."""
        reference = self._named.get((letter, key))
        if reference is not None:
            return reference, False
        name = self._named[letter, key] = self._new(letter)
        return name, True

    def opacity(self, fill: float, stroke: float) -> str:
        """Return the graphics state of two opacities, without any soft mask."""
        name, new = self._once("G", (round(fill, 4), round(stroke, 4)))
        if new:
            entries = {"Type": Name("ExtGState"), "ca": number(fill), "CA": number(stroke), "SMask": Name("None")}
            self.document.add(name, dictionary(entries))
        return name

    def shading(self, paint: Gradient, grey: bool = False) -> str:
        """Return the shading of a gradient's colours, or of its stops' opacities as greys."""
        name, new = self._once("S", (paint, grey))
        if new:
            self.document.add(name, shading.shading(paint, self.paints, grey))
        return name

    def pattern(self, paint: Gradient, transform: Affine) -> str:
        """Return the pattern that strokes with a gradient; `transform` leads to the stream's default space."""
        name, new = self._once("P", (paint, transform))
        if new:
            entries = {
                "Type": Name("Pattern"),
                "PatternType": 2,
                "Shading": Reference(self.shading(paint)),
                "Matrix": f"[{matrix(transform)}]",
            }
            self.document.add(name, dictionary(entries))
        return name

    def stop_mask(self, paint: Gradient) -> str:
        """Return the graphics state whose soft mask is the opacities of a gradient's stops; nothing if all are full."""
        if all(stop.opacity >= 1 for stop in paint.stops):
            return ""
        name, new = self._once("M", paint)
        if new:
            content = Content(self)
            content.parts.append(f"q {matrix(paint.transform)} cm")
            content.parts.append(f"{content.resource('Shading', self.shading(paint, grey=True))} sh Q")
            form = self._new("X")
            group = {"S": Name("Transparency"), "CS": Name("DeviceGray")}
            self._add_form(form, content, Rect(-10000, -10000, 20000, 20000), group)
            mask = {"Type": Name("Mask"), "S": Name("Luminosity"), "G": Reference(form)}
            # The mask holds all of the opacity; what an earlier mark has set must not come on top.
            entries = {"Type": Name("ExtGState"), "ca": 1, "CA": 1, "SMask": dictionary(mask)}
            self.document.add(name, dictionary(entries))
        return name

    def font(self, run: Run) -> tuple[str, bool]:
        """Return the font of a run, its glyphs noted, and whether ToUnicode tells the run's text rightly.

        A glyph stands for what it stood for first. One that stands for nothing cannot be told so, and readers take
        the step back to an accent for a space.
        """
        if run.font not in self._fonts:
            self._fonts[run.font] = (f"F{len(self._fonts) + 1}", {}, set())
        name, glyphs, plain = self._fonts[run.font]
        numbers, _, _, clusters = zip(*run.glyphs, strict=True)
        by_letter = list(zip(numbers, run.text, strict=False)) if clusters == tuple(range(len(run.text))) else []
        if by_letter and plain.issuperset(by_letter):
            return name, True  # as nearly always: a glyph a letter, all told rightly before
        told = len({*clusters}) == len(clusters)
        for index, (glyph, text) in enumerate(texts_of(run, self.fonts[run.font])):
            right = glyphs.setdefault(glyph, text) == text != ""
            if right and by_letter:
                plain.add(by_letter[index])
            told = right and told
        # Readers turn what runs leftwards themselves, and would turn a text that is told in reading order once more.
        return name, told or bool(BOTH_WAYS.search(run.text))

    def image(self, mark: ImageMark) -> str:
        """Return the image of a mark."""
        name, new = self._once("I", mark.digest)
        if new:
            self.paints.image(self.document, name, mark.data)
        return name

    def _ink_picture(self, ink_picture: InkPicture) -> str:
        from beeprint.formats.pdf.press import add_inks

        name = self._new("J")
        add_inks(self.document, name, ink_picture.picture)
        return name

    def ink(self, paint: Solid, fine: bool) -> Written:
        """Return a paint as the file writes it."""
        return self.paints.solid(paint, fine)

    def spot(self, name: str) -> str:
        """Return the colour space of a spot ink."""
        reference, new = self._once("C", name)
        if new:
            self.paints.spot(self.document, reference, name)
        return reference

    def overprint(self, fill: bool, stroke: bool) -> str:
        """Return the graphics state in which fills or lines do not knock out what lies below.

        With OPM 1, inks of which a colour has none stay as they are below it (ISO 32000-1, 8.6.7).
        """
        name, new = self._once("O", (fill, stroke))
        if new:
            said = {True: "true", False: "false"}
            entries = {"Type": Name("ExtGState"), "op": said[fill], "OP": said[stroke], "OPM": 1}
            self.document.add(name, dictionary(entries))
        return name

    def finish(self) -> None:
        """Embed the fonts, now that all their glyphs are known."""
        for key, (name, glyphs, _) in self._fonts.items():
            embed(self.document, name, self.fonts[key], glyphs)


def _placed(mark: Mark) -> Iterator[tuple[str, bool]]:
    """Yield the keys of the symbols that a mark places, and whether it is a piece, seen whole."""
    if isinstance(mark, Use):
        yield mark.symbol.key, False
    if not isinstance(mark, Group):
        return
    for inner in mark.marks:
        if mark.piece and isinstance(inner, Use):
            yield inner.symbol.key, True
        else:
            yield from _placed(inner)


def _to_points(page: Page) -> Affine:
    """Return the way from the millimetres of a page to points, y up."""
    paper = page.drawing.box
    return Affine(PT_PER_MM, 0, 0, -PT_PER_MM, -paper.x * PT_PER_MM, paper.bottom * PT_PER_MM)


def _box(box: Rect) -> Any:
    return array([box.x, box.y, box.right, box.bottom])
