"""Change the XML of a workbook's part by replacing pieces of its bytes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.problems import Place, error_at
from beeprint.sources.workbook import AGAIN, locate, parse

_TAG = re.compile(rb"""<[^\s/>]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(/?)>""")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]")
#: What an attribute's value writes as a reference: XML would read line ends and tabs as spaces.
_REFERENCES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
)

Spot = tuple[int, int]


class XmlSplice(NamedTuple):
    """Replace the bytes of the XML from `start` to `end` by `new`."""

    start: int
    end: int
    new: bytes


class Element(Struct):
    """An element of the XML from `start` to `end`, its inside from `inner` to `close`; an empty one is a single tag.

    `local` is the name without its prefix.
    """

    name: str
    local: str
    start: int
    inner: int
    attributes: dict[str, str]
    empty: bool
    close: int = 0
    end: int = 0

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute by its name without a prefix."""
        return next((value for key, value in self.attributes.items() if key.rpartition(":")[2] == name), default)


def elements_of(xml: bytes, shown: str) -> Iterable[tuple[Element, tuple[Element, ...]]]:
    """Return all elements in the order of their starts, each with those around it; BuildError unless it is UTF-8."""
    parse(xml, shown, lambda *_: None, lambda _: None, lambda _: None)  # refuse what the reader refuses
    try:
        xml.decode("utf-8")
    except UnicodeDecodeError:
        raise error_at(Place(shown), "the workbook's XML is not UTF-8", AGAIN) from None
    elements: list[tuple[Element, tuple[Element, ...]]] = []
    around: tuple[Element, ...] = ()

    def start(name: str, attributes: dict[str, str], at: int) -> None:
        nonlocal around
        match = _TAG.match(xml, at)
        if match is None:
            raise error_at(Place(shown), "the workbook holds faulty XML", AGAIN)
        element = Element(
            name, name.rpartition(":")[2], at, match.end(), attributes, match[1] == b"/", match.end(), match.end()
        )
        elements.append((element, around))
        around = (*around, element)

    def end(at: int) -> None:
        nonlocal around
        element, around = around[-1], around[:-1]
        if not element.empty:
            element.close, element.end = at, xml.index(b">", at) + 1

    locate(xml, start, end)
    return elements


def spliced(xml: bytes, splices: Iterable[XmlSplice]) -> bytes:
    """Return XML after splices, which do not overlap; those of a place come in their order."""
    out, at = bytearray(), 0
    for splice in sorted(splices, key=lambda splice: splice[:2]):
        out += xml[at : splice.start] + splice.new
        at = splice.end
    return bytes(out + xml[at:])


def without(
    xml: bytes, splices: Iterable[XmlSplice], gone: Iterable[tuple[Element, Element]], sizes: Mapping[int, int]
) -> bytes:
    """Return XML after splices, without elements that go, each with the one around it.

    `sizes` are the numbers of elements in each, by its start. An element goes too if nothing is left in it, else its
    `count` follows; splices within what goes are left out.
    """
    inside: dict[int, tuple[Element, list[Element]]] = {}
    for element, around in gone:
        inside.setdefault(around.start, (around, []))[1].append(element)
    cuts: list[Element] = []
    counts: list[XmlSplice] = []
    for around, elements in inside.values():
        left = sizes[around.start] - len(elements)
        cuts += elements if left else [around]
        if left and "count" in around.attributes:
            counts.append(set_attribute(xml, around, "count", str(left)))
    cuts.sort(key=lambda element: element.start)
    starts = [element.start for element in cuts]

    def stays(splice: XmlSplice) -> bool:
        at = bisect_right(starts, splice.start) - 1
        return at < 0 or splice.start >= cuts[at].end or splice.end == splice.start == cuts[at].start

    kept = filter(stays, [*splices, *counts])
    return spliced(xml, [*kept, *(XmlSplice(element.start, element.end, b"") for element in cuts)])


def tag_of(name: str, attributes: Mapping[str, str], *, empty: bool = False) -> bytes:
    """Write the start of an element."""
    written = "".join(f' {key}="{value.translate(_REFERENCES)}"' for key, value in attributes.items())
    return f"<{name}{written}{'/' if empty else ''}>".encode()


def set_attribute(xml: bytes, element: Element, name: str, value: str) -> XmlSplice:
    """Return what gives an element another value of an attribute, which it has."""
    old = re.compile(rb"(\s" + re.escape(name).encode() + rb"\s*=\s*)(\"[^\"]*\"|'[^']*')")
    new = f'"{value.translate(_REFERENCES)}"'.encode()
    tag = old.sub(lambda match: match[1] + new, xml[element.start : element.inner], count=1)
    return XmlSplice(element.start, element.inner, tag)


def check_text(text: str, place: Place) -> None:
    """Raise BuildError for characters that XML cannot hold."""
    illegal = _ILLEGAL.search(text)
    if illegal:
        raise error_at(place, f"a workbook cannot hold the character U+{ord(illegal[0]):04X}", "leave it out")
