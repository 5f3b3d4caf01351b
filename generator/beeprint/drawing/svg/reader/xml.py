"""Parse SVG files into trees of located elements, with expat: entities that do not nest, everything bounded."""

from __future__ import annotations

import codecs
import re
from xml.parsers import expat

from msgspec import Struct, field

from beeprint.base.problems import BuildError, Place, did_you_mean, error_at

MAX_BYTES = 8_000_000
MAX_ELEMENTS = 50_000
MAX_DEPTH = 64

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"


class Element(Struct, eq=False):
    """An element: its name without the SVG namespace (`{uri}name` for others), attributes, children and place.

    `text` is the text before its first child, from the line `says` on, `tail` the text between its end and the next
    element; they are collected only where text matters.
    """

    name: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)
    text: str = ""
    tail: str = ""
    says: int = 0


# Elements whose text matters; elsewhere the text between elements is mostly white space and not collected.
_SAYING = {"text", "style", "flowRoot"}
# A start tag, which may contain a quoted >, and the end of a line.
_TAG = re.compile(rb"""<(?:[^>"']++|"[^"]*+"|'[^']*+')*+>""")
_LINE_END = re.compile(rb"\r\n?|\n")
_PREFIXES = {XLINK: "xlink", XML: "xml"}
# Any entity but XML's own five.
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z_][A-Za-z0-9_.-]*);")


# Byte order marks; UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    *((mark, "utf-32") for mark in (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)),
    *((mark, "utf-16") for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)),
)
# How a file without a mark begins (XML 1.0, appendix F).
_STARTS = ((b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"))
_DECLARED = re.compile(rb"""\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""")
# Encodings of text that files declare, as Python calls them. Others that Python knows may take time without end
# (punycode) or unpack data.
_ENCODINGS = {
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "ascii", "koi8-r", "koi8-u", "mac-roman"),
    *(f"iso8859-{part}" for part in range(1, 17) if part != 12),
    *(f"cp{page}" for page in (437, 850, 852, 866, 874, 932, 949, 950, *range(1250, 1259))),
    *("shift_jis", "euc_jp", "iso2022_jp", "gb2312", "gbk", "gb18030", "big5", "euc_kr", "tis-620"),
}


def decoded(data: bytes, shown: str) -> str:
    """Return an SVG file's text in the encoding that it declares, UTF-8 by default; a problem for any other bytes."""
    if len(data) > 2 * MAX_BYTES:  # in UTF-16 a letter takes two bytes
        raise _too_large(len(data), shown)
    declared = _DECLARED.match(data[:400])
    word = declared[1].decode() if declared else "UTF-8"
    name = next((name for start, name in (*_MARKS, *_STARTS) if data.startswith(start)), None)
    if name is None:
        try:
            name = codecs.lookup(word).name
        except LookupError:
            name = ""
    # A file whose declaration can be read byte by byte is not in UTF-16, whatever it says.
    name = "utf-8" if declared and name.startswith(("utf-16", "utf-32")) else name
    if name not in _ENCODINGS:
        hint = did_you_mean(word, ["UTF-8", "UTF-16", "ISO-8859-1", "windows-1252"])
        raise error_at(Place(shown, 1, 1), f"the encoding {word} is not supported", hint or "save the file as UTF-8")
    try:
        return data.decode(name).removeprefix("\ufeff")
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        place = Place(shown, data.count(b"\n", 0, at) + 1)
        byte = f"0x{data[at]:02x}" if at < len(data) else "at its end"
        raise error_at(place, f"the file is not in {word}: it contains the byte {byte}", "save it as UTF-8") from error


def _too_large(size: int, shown: str) -> BuildError:
    return error_at(Place(shown), f"the picture has {size:,} bytes, more than {MAX_BYTES:,}", "simplify it")


def parse(text: str | bytes, shown: str) -> Element:
    """Parse a file into its root element; a problem where it is invalid XML, has unsafe entities or is too large."""
    if isinstance(text, bytes):
        text = decoded(text, shown)
    # Lone surrogates are left for expat to refuse.
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_BYTES:
        raise _too_large(len(data), shown)
    root = _TreeBuilder(data, shown).root()
    if root is None or root.name != "svg":
        raise error_at(Place(shown, 1, 1), "the file is not an SVG picture", "its first element has to be svg")
    return root


class _TreeBuilder:
    """Builds a tree with expat from UTF-8, whatever encoding the first line declares."""

    def __init__(self, data: bytes, shown: str) -> None:
        self._data, self._shown = data, shown
        self._root: Element | None = None
        # The elements that are open, the innermost last, and how many there have been.
        self._open: list[Element] = []
        self._count = 0
        self._entities: dict[str, str] = {}
        self._references = data.count(b"&")
        parser = self._parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        parser.buffer_text, parser.buffer_size = True, 1 << 20
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CommentHandler = self._comment
        parser.ProcessingInstructionHandler = self._instruction
        parser.EntityDeclHandler = self._declare_entity
        parser.ExternalEntityRefHandler = self._refuse_file
        parser.EndDoctypeDeclHandler = self._end_doctype

    def root(self) -> Element | None:
        """Parse the file and return its first element, None where there is none; a problem for invalid XML."""
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            place = Place(self._shown, error.lineno, error.offset + 1)
            raise error_at(place, f"invalid XML: {expat.ErrorString(error.code)}", "export it again as SVG") from error
        return self._root

    def _here(self) -> Place:
        return Place(self._shown, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    # elements -------------------------------------------------------------------------------------------------------

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise error_at(self._here(), f"the picture has more than {MAX_ELEMENTS:,} elements", "simplify it")
        if len(self._open) >= MAX_DEPTH:
            raise error_at(self._here(), f"elements are nested deeper than {MAX_DEPTH} levels", "ungroup it")
        element = Element(_element_name(name), _named(attributes), self._here())
        if self._open:
            self._open[-1].children.append(element)
        elif self._root is None:
            self._root = element
        self._open.append(element)
        if element.name in _SAYING:
            tag = _TAG.match(self._data, self._parser.CurrentByteIndex)
            element.says = element.place.line + (len(_LINE_END.findall(tag[0])) if tag else 0)
            self._parser.CharacterDataHandler = self._say

    def _end(self, name: str) -> None:
        if self._open.pop().name in _SAYING:
            self._parser.CharacterDataHandler = None

    def _say(self, words: str) -> None:
        if not self._open:
            return
        element = self._open[-1]
        if element.children:
            element.children[-1].tail += words
        else:
            element.text += words

    def _comment(self, words: str) -> None:
        # Keeps line numbers right after a comment in a stylesheet.
        if self._open and self._open[-1].name == "style":
            self._say("\n" * words.count("\n"))

    # outside the elements -------------------------------------------------------------------------------

    def _instruction(self, target: str, words: str) -> None:
        if target == "xml-stylesheet":
            hint = "copy its rules into a style element"
            raise error_at(self._here(), "the file uses an external stylesheet", hint)

    def _declare_entity(self, name: str, parameter: bool, value: str | None, *rest: object) -> None:
        # Illustrator declares the addresses of its namespaces as entities. Text and elements are read; nested and
        # external entities are refused, and so is what would grow too large.
        if parameter or value is None or set("&%") & set(value):
            raise error_at(self._here(), f"the entity {name} contains other entities or a file", "save it as plain SVG")
        self._entities[name] = value
        if self._references * len(value) > MAX_BYTES:
            raise error_at(self._here(), f"the entity {name} makes the picture too large", "save it as plain SVG")

    def _refuse_file(self, *arguments: object) -> int:
        raise error_at(self._here(), "the file includes another file as an entity", "save it as plain SVG")

    def _end_doctype(self) -> None:
        # expat silently skips entities that an external file would declare, in attributes as well.
        for entity in _ENTITY.finditer(self._data):
            if entity[1].decode() not in self._entities:
                place = Place(self._shown, self._data.count(b"\n", 0, entity.start()) + 1)
                raise error_at(
                    place, f"the entity {entity[0].decode()} is not defined in the file", "save it as plain SVG"
                )


def _element_name(name: str) -> str:
    uri, _, local = name.rpartition(" ")
    return local if uri in (SVG, "") else f"{{{uri}}}{local}"


def _named(attributes: dict[str, str]) -> dict[str, str]:
    """Rename attributes as the reader knows them: `href` for `xlink:href` too, `{}uri name` for other namespaces."""
    entities = {}
    for name, value in attributes.items():
        uri, _, local = name.rpartition(" ")
        entities[local if not uri else f"{_PREFIXES[uri]}:{local}" if uri in _PREFIXES else f"{{}}{name}"] = value
    if "xlink:href" in entities:
        # SVG 2 (section 16.1.5): the plain href wins where an element has both.
        entities.setdefault("href", entities.pop("xlink:href"))
    return entities
