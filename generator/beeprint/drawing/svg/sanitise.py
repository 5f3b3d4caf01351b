"""Sanitise SVG for an external renderer: nothing that refers outside the file, nothing that it would drop silently.

Such a renderer opens files that are referred to, and skips unknown elements. So it only gets what is listed here.
"""

from __future__ import annotations

import base64
import copy
import re
import xml.etree.ElementTree as ET
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, Rect
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean
from beeprint.base.words import quoted
from beeprint.drawing.svg.reader import style, viewports
from beeprint.drawing.svg.reader.animations import ANIMATIONS
from beeprint.drawing.svg.reader.document import HINTS, is_blank
from beeprint.drawing.svg.reader.images import EMBED, embedded
from beeprint.drawing.svg.reader.limits import Budget, SpentError
from beeprint.drawing.svg.reader.xml import SVG, XLINK, Element, decoded, parse

_DRAWN = {
    *("svg", "g", "defs", "a", "switch", "use", "symbol", "style", "title", "desc", "metadata"),
    *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image"),
    *("text", "tspan", "textPath", "linearGradient", "radialGradient", "stop", "pattern", "mask", "clipPath", "marker"),
    *("filter", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix"),
    *("feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB"),
    *("feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight"),
    *("feSpecularLighting", "feSpotLight", "feTile", "feTurbulence"),
}
#: Hints for elements that may be drawn otherwise than as pixels.
_INSTEAD = {"flowRoot": f"place it without raster, or {HINTS['flowRoot']}"}
_UNDRAWN = {"metadata", "title", "desc", *ANIMATIONS}
_TEXTS = {"text", "tspan", "textPath"}
_KEPT = (f"{{{XLINK}}}", "{http://www.w3.org/XML/1998/namespace}")
_PLACES = {"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"}
_PLACED = {"svg", "use", "image", "rect", "circle", "ellipse", "line"}
_HREF = re.compile(r"(.* )?(xlink:)?href", re.IGNORECASE)
_INSIDE = re.compile(r"url\(\s*+(['\"]?+)#([^'\"()]*+)\1\s*+\)", re.IGNORECASE)
_OF_SCREENS = {"width", "height", "background", "background-color"}
_COMPUTED = re.compile(r"(?<![-\w])(?:var|light-dark)\(", re.IGNORECASE)
_URL = re.compile(r"url\(\s*+['\"]?+\s*+(?!#)", re.IGNORECASE)
# The address of a url() or an @import that leaves the file; escapes are not undone.
_ADDRESS = re.compile(r"(?:url\(\s*+|@import\s++(?:url\(\s*+)?)['\"]?([^'\")#\s;][^'\")\s;]*)", re.IGNORECASE)
# The families in `font-family:`, or after the size in `font:`; bounded, since the text searched may be long.
_FAMILY = re.compile(
    r"(?<![-\w])(?:font-family\s*:|font\s*+:[^;}]{0,100}?\d[\w.%]{0,20}(?:\s{0,9}/\s{0,9}[\w.%]{1,20})?\s(?=\s*+[\"'A-Za-z]))\s*([^;}]+)",
    re.IGNORECASE,
)
# Budget: steps for a fault, an id compared with a misspelt one, and a list of families for a text.
_FAULT, _COMPARED, _FAMILIES = 200, 5, 5
# More rounds of noise than these make no visible difference; unbounded values never finish.
_MOST = {"numOctaves": 12, "order": 25}


class Sanitised(Struct, frozen=True):
    """A picture without references outside the file: its page in mm and its elements.

    `families` lists the font families that each text asks for, with its place and characters.
    `shares` are problems only where more than the page is shown: lengths in per cent of it.
    """

    page: Rect
    body: ET.Element
    families: tuple[tuple[Place, tuple[str, ...], str], ...]
    shares: tuple[Problem, ...] = ()

    def text(
        self, area: Rect, width: int, height: int, current: Colour, renamed: Mapping[str, str] | None = None
    ) -> str:
        """Return SVG that shows `area`, in mm on the page, at a size in pixels; `current` is the currentColor.

        `renamed` gives the families of fonts to use for others, by the names of these in lower case, `""` where a text
        names none.
        """
        if self.shares and area != self.page:
            raise BuildError(self.shares)
        root = ET.Element(self.body.tag, self.body.attrib)
        root.extend(copy.deepcopy(self.body) if renamed else self.body)
        root.text = self.body.text
        root.attrib = {**root.attrib, **_unsized(root.attrib)}
        root.attrib |= {"width": str(width), "height": str(height), "preserveAspectRatio": "none"}
        root.attrib["viewBox"] = " ".join(f"{value:.9g}" for value in self._in_units(area))
        root.attrib.setdefault("color", current.hex)
        if renamed:
            _rename(root, renamed)
        return ET.tostring(root, encoding="unicode")

    def _in_units(self, area: Rect) -> Rect:
        _, matrix = viewports.read_page(self.body.attrib)
        return (IDENTITY if matrix is None else matrix).inverse().rect(area)


def sanitised(text: str | bytes, shown: str, taken: Collection[Place] = ()) -> Sanitised:
    """Sanitise an SVG file, leaving out the elements at the places `taken`; BuildError with every fault."""
    if isinstance(text, bytes):
        text = decoded(text, shown)
    tree = parse(text, shown)
    body = ET.fromstring(text)
    pairs = list(_pairs(tree, body))
    ids = {
        element.attributes["id"] for element, _ in pairs if "id" in element.attributes and element.place not in taken
    }
    faults = list(_all_faults(pairs, ids))
    shares = tuple(share for element, _ in pairs for share in _shares(element))
    try:
        box, _ = viewports.read_page(tree.attributes)
    except ValueError as error:
        faults.append(Problem(tree.place, f"svg: {error}"))
        box = Rect(0, 0, 1, 1)
    if faults:
        raise BuildError(dict.fromkeys(faults))
    try:
        families = tuple(_families(tree, body, (), _of_sheets(body), Budget()))
    except SpentError as spent:
        raise BuildError([spent.problem(tree.place)]) from spent
    _prune(tree, body, taken)
    return Sanitised(box, body, families, shares)


def _all_faults(pairs: Iterable[tuple[Element, ET.Element]], ids: Collection[str]) -> Iterator[Problem]:
    """Yield the faults of a picture until the budget is spent."""
    budget = Budget()
    for element, twin in pairs:
        try:
            for fault in (*_faults(element, twin, budget), *_loose(element, twin, ids)):
                yield fault
                budget.spend(_FAULT + _COMPARED * len(ids), "mistakes")
        except SpentError as spent:
            yield spent.problem(element.place)
            return


def _pairs(element: Element, twin: ET.Element) -> Iterator[tuple[Element, ET.Element]]:
    """Yield every element that the renderer will see, with its place and its text."""
    yield element, twin
    if element.name == "flowRoot":
        return  # it is refused as a whole
    for child, other in zip(element.children, twin, strict=True):
        if not _passed_over(child):
            yield from _pairs(child, other)


def _passed_over(element: Element) -> bool:
    """Return whether an element is never drawn: an editor's own, for other programs, an animation, or empty."""
    foreign = element.name == "foreignObject" and "requiredExtensions" in element.attributes
    empty = element.name == "flowRoot" and is_blank(element)
    return element.name.startswith("{") or element.name in _UNDRAWN or foreign or empty


def _faults(element: Element, twin: ET.Element, budget: Budget) -> Iterator[Problem]:
    """Yield what rules an element out: it is not rendered, or refers outside the file."""
    if element.name not in _DRAWN:
        hint = _INSTEAD.get(element.name, "remove it")
        yield Problem(element.place, f"the element {element.name} cannot be drawn, not even as pixels", hint)
        return
    if element.attributes.get("data-layer") == "cut":
        hint = "place the holes as a picture of their own, without raster"
        yield Problem(element.place, "a cut is lost where the picture is turned into pixels", hint)
    yield from _computed(element, twin)
    for name, value in element.attributes.items():
        if _HREF.fullmatch(name) and not value.strip().startswith("#"):
            if element.name == "image" and value.strip().startswith("data:"):
                yield from _image_faults(element, twin, budget)
            elif element.name != "a":
                what = f"{value[:40]}..." if len(value) > 40 else value
                hint = EMBED if element.name == "image" else "copy it into the file"
                yield Problem(element.place, f"{element.name} refers to {what!r} outside the file", hint)
        elif not name.startswith(("{", "data-", "aria-")) and _reaches_out(value):
            yield Problem(element.place, f"{name} refers to {_target(value)} outside the file", "copy it into the file")
        most = _MOST.get(name)
        if most and any(_more(part, most) for part in value.replace(",", " ").split()):
            yield Problem(element.place, f"{name} is {value}, more than {most}", "use a smaller number")
    if element.name == "style":
        content = "".join(twin.itertext())
        if _reaches_out(content) or "@import" in content.lower() or "@font-face" in content.lower():
            message = f"the stylesheet refers to {_target(content)} outside the file"
            yield Problem(element.place, message, "copy it into the file")


def _target(text: str) -> str:
    """Return what to call the address in a style or a stylesheet."""
    match = _ADDRESS.search(text)
    return "something" if match is None else quoted(match[1])


def _computed(element: Element, twin: ET.Element) -> Iterator[Problem]:
    """Yield a problem for each value that the renderer cannot compute."""
    names = [name for name, value in element.attributes.items() if _COMPUTED.search(value) and not style.is_idle(name)]
    if element.name == "style" and _COMPUTED.search("".join(twin.itertext())):
        names.append("a stylesheet")
    for name in names:
        message = f"{name} with var() or light-dark() cannot be drawn as pixels"
        yield Problem(element.place, message, "write the value itself")


def _loose(element: Element, twin: ET.Element, ids: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each dangling reference: the renderer drops such elements."""
    texts = ["".join(twin.itertext())] if element.name == "style" else list(element.attributes.values())
    texts_inside = [match[2].strip() for text in texts for match in _INSIDE.finditer(text)]
    if element.name != "a":
        hrefs = (value.strip() for name, value in element.attributes.items() if _HREF.fullmatch(name))
        texts_inside += [href[1:] for href in hrefs if href.startswith("#")]
    for key in dict.fromkeys(texts_inside):
        if key not in ids:
            message = f"{element.name} refers to #{key}, which is not in the file"
            yield Problem(element.place, message, did_you_mean(key, ids))


def _shares(element: Element) -> Iterator[Problem]:
    """Yield a problem for each length in per cent of the page, which does not fit a view that includes the bleed."""
    for name, value in element.attributes.items():
        if name in _PLACES and element.name in _PLACED and value.strip().endswith("%"):
            hint = "write a length, or make the page as large as the bleed"
            yield Problem(
                element.place, f"{name} is {value}, a share of the page, which does not include the bleed", hint
            )


def _reaches_out(value: str) -> bool:
    """Return whether a value may refer outside the file; an escape could hide a reference."""
    return ("url" in value.lower() and bool(_URL.search(value))) or ("\\" in value and "(" in value)


def _more(text: str, most: int) -> bool:
    try:
        return not float(text) <= most
    except ValueError:
        return False


def _image_faults(element: Element, twin: ET.Element, budget: Budget) -> Iterator[Problem]:
    """Yield what is wrong with an embedded picture; replace a sound one by its normal form."""
    href = next(value for name, value in element.attributes.items() if _HREF.fullmatch(name))
    try:
        data = embedded(href, budget, element.place)
    except ValueError as error:
        yield Problem(element.place, f"image: {error}")
        return
    for name in twin.attrib:
        if name.rpartition("}")[2].lower() == "href":
            twin.set(name, f"data:{data.mime};base64,{base64.b64encode(data.data).decode('ascii')}")


def _of_sheets(body: ET.Element) -> tuple[tuple[str, ...], ...]:
    """Return the lists of font families that stylesheets name."""
    sheets = ("".join(twin.itertext()) for twin in body.iter(f"{{{SVG}}}style"))
    return tuple(_list(family) for sheet in sheets for family in _FAMILY.findall(sheet))


def _families(
    element: Element, twin: ET.Element, above: tuple[str, ...], sheets: tuple[tuple[str, ...], ...], budget: Budget
) -> Iterator[tuple[Place, tuple[str, ...], str]]:
    """Yield the font families that each piece of text may be set in, and its characters."""
    own = element.attributes.get("font-family", "")
    named = _FAMILY.search(element.attributes.get("style", ""))
    named_families = _list(named[1]) if named else _list(own) or above
    if element.name in _TEXTS:
        children = [twin.text, *(other.tail for other in twin)]
        content = "".join(part for part in children if part and part.strip())
        if content:
            # Which rule of a stylesheet applies is up to the renderer: all its families have to be available.
            for families in (*sheets, named_families) if named_families else sheets or (named_families,):
                budget.spend(_FAMILIES, "text")
                yield element.place, families, content
    for child, other in zip(element.children, twin, strict=True):
        if not _passed_over(child):
            yield from _families(child, other, named_families, sheets, budget)


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("'\"").strip() for part in text.split(",") if part.strip())


def _unsized(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the style of the outermost svg without its size, which is that of what is drawn, and its background."""
    kept = style.declarations(attributes.get("style", ""))
    text = ";".join(f"{key}:{value}" for key, value in kept.items() if key not in _OF_SCREENS)
    return {"style": text} if "style" in attributes else {}


def _rename(root: ET.Element, renamed: Mapping[str, str]) -> None:
    """Rename the font families that attributes and stylesheets name."""
    if "" in renamed:
        root.attrib.setdefault("font-family", renamed[""])

    def family(name: str) -> str:
        return f"'{other}'" if (other := renamed.get(name.strip(" \t\r\n\"'").lower())) else name

    def families(match: re.Match[str]) -> str:
        kept = match[0][: match.start(1) - match.start()]
        return kept + ",".join(family(name) for name in match[1].split(","))

    for element in root.iter():
        attributes = element.attrib
        if "font-family" in attributes:
            attributes["font-family"] = ",".join(family(name) for name in attributes["font-family"].split(","))
        if "style" in attributes:
            attributes["style"] = _FAMILY.sub(families, attributes["style"])
        if element.tag == f"{{{SVG}}}style" and element.text:
            element.text = _FAMILY.sub(families, element.text)


def _plainly(reference: re.Match[str]) -> str:
    return f"url(#{reference[2].strip()})"


def _prune(element: Element, twin: ET.Element, taken: Collection[Place]) -> None:
    """Remove what is not drawn, and adapt namespaces and references to the renderer."""
    twin.tag = f"{{{SVG}}}{element.name}"
    # The renderer ignores filters whose reference is quoted.
    twin.attrib = {
        name: _INSIDE.sub(_plainly, value)
        for name, value in twin.attrib.items()
        if name.startswith(_KEPT) or "{" not in name
    }
    if element.name == "style":
        twin.text = _INSIDE.sub(_plainly, "".join(twin.itertext()))
    for child, other in list(zip(element.children, twin, strict=True)):
        if child.place in taken or _passed_over(child):
            twin.remove(other)
        else:
            _prune(child, other, taken)


ET.register_namespace("", SVG)
ET.register_namespace("xlink", XLINK)
