"""SVG files as trees of located elements: expat with lines, no entities, everything bounded."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from beeprint.base.problems import Place, error_at

MAX_BYTES = 8_000_000
MAX_ELEMENTS = 50_000
MAX_DEPTH = 64

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"


@dataclass(eq=False, slots=True)
class Element:
    """An element: its name without the SVG namespace (`{uri}name` for others), attributes, children and place.

    `text` is what it says before its first child, from the line `says` on, `tail` what follows its end before the next
    element; they are gathered in the elements only whose words count.
    """

    name: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)
    text: str = ""
    tail: str = ""
    says: int = 0


# Elements whose words count; elsewhere what stands between elements is white space, mostly, and not gathered.
_SAYING = {"text", "style"}
# A start tag, in which a > may stand in quotes, and the end of a line.
_TAG = re.compile(rb"""<(?:[^>"']++|"[^"]*+"|'[^']*+')*+>""")
_LINE_END = re.compile(rb"\r\n?|\n")
_PREFIXES = {XLINK: "xlink", XML: "xml"}
# Any entity but XML's own five.
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z_][A-Za-z0-9_.-]*);")


def parse(text: str | bytes, shown: str) -> Element:
    """Return the root element; a problem where the file is no XML, holds entities or is too large."""
    # A text's encoding is known, whatever its first line says; lone surrogates are left for expat to refuse.
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > MAX_BYTES:
        raise error_at(Place(shown), f"the picture has {len(data):,} bytes, more than {MAX_BYTES:,}")
    parser = expat.ParserCreate("utf-8" if isinstance(text, str) else None, namespace_separator=" ")
    stack: list[Element] = []
    roots: list[Element] = []
    count = 0

    def here() -> Place:
        return Place(shown, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def name_of(name: str) -> str:
        uri, _, local = name.rpartition(" ")
        return local if uri in (SVG, "") else f"{{{uri}}}{local}"

    def key_of(key: str) -> str:
        uri, _, local = key.rpartition(" ")
        return local if not uri else f"{_PREFIXES[uri]}:{local}" if uri in _PREFIXES else f"{{}}{key}"

    def say(words: str) -> None:
        if stack and stack[-1].children:
            stack[-1].children[-1].tail += words
        elif stack:
            stack[-1].text += words

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MAX_ELEMENTS:
            raise error_at(here(), f"the picture has more than {MAX_ELEMENTS:,} elements", "simplify it")
        if len(stack) >= MAX_DEPTH:
            raise error_at(here(), f"elements are nested deeper than {MAX_DEPTH} levels", "ungroup it")
        found = {key_of(key): value for key, value in attributes.items()}
        element = Element(name_of(name), found, here())
        (stack[-1].children if stack else roots).append(element)
        stack.append(element)
        if element.name in _SAYING:
            tag = _TAG.match(data, parser.CurrentByteIndex)
            element.says = element.place.line + (len(_LINE_END.findall(tag[0])) if tag else 0)
            parser.CharacterDataHandler = say

    def end(name: str) -> None:
        if stack.pop().name in _SAYING:
            parser.CharacterDataHandler = None

    def comment(words: str) -> None:
        # So that what follows a comment in a stylesheet is found in its line.
        if stack and stack[-1].name == "style":
            say("\n" * words.count("\n"))

    words: dict[str, str] = {}
    references = data.count(b"&")

    def entity(name: str, parameter: bool, value: str | None, *rest: object) -> None:
        # Illustrator declares the addresses of its namespaces as entities. Words are read; markup, other entities and
        # what lies outside are not, nor what would grow.
        if parameter or value is None or set("<&%") & set(value):
            raise error_at(here(), f"the entity {name} holds more than plain words", "save it as plain SVG")
        words[name] = value
        if references * len(value) > MAX_BYTES:
            raise error_at(here(), f"the entity {name} makes the picture too large", "save it as plain SVG")

    def refuse_entity(*arguments: object) -> None:
        raise error_at(here(), "the file refers to another by an entity", "save it as plain SVG")

    def doctype() -> None:
        # Entities that an outside file would declare are skipped by expat without a word, in attributes as well.
        for found in _ENTITY.finditer(data):
            if found[1].decode() not in words:
                line = data.count(b"\n", 0, found.start()) + 1
                raise error_at(
                    Place(shown, line), f"the entity {found[0].decode()} is not read", "save it as plain SVG"
                )

    def instruction(target: str, words: str) -> None:
        if target == "xml-stylesheet":
            raise error_at(here(), "the file takes a stylesheet from outside", "copy its rules into a style element")

    parser.ProcessingInstructionHandler = instruction
    parser.EndDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CommentHandler = comment
    parser.buffer_text, parser.buffer_size = True, 1 << 20
    parser.EntityDeclHandler = entity
    parser.ExternalEntityRefHandler = refuse_entity  # type: ignore[assignment]
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = Place(shown, error.lineno, error.offset + 1)
        raise error_at(place, f"no valid XML: {expat.ErrorString(error.code)}", "save the picture anew") from error
    except (LookupError, ValueError) as error:
        raise error_at(Place(shown, 1, 1), f"the file's encoding is not read: {error}", "save it as UTF-8") from error
    if not roots or roots[0].name != "svg":
        raise error_at(Place(shown, 1, 1), "the file is no SVG picture", "its first element has to be svg")
    return roots[0]
