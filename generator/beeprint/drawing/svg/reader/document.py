"""Shared by the parts of the reader: a document's elements by id, inherited properties, problems, budget."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

from msgspec import Struct

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Path, Segment
from beeprint.base.problems import BuildError, Problem, nearest
from beeprint.drawing.drawing import Layer, Paint, Stop
from beeprint.drawing.svg.reader import animations, ignored, style
from beeprint.drawing.svg.reader.animations import ANIMATIONS
from beeprint.drawing.svg.reader.colours import colour
from beeprint.drawing.svg.reader.css.values import is_plain, resolved
from beeprint.drawing.svg.reader.limits import PIXELS, Budget, Drawn, FlatError, RefusedError, SpentError
from beeprint.drawing.svg.reader.paths import path_segments
from beeprint.drawing.svg.reader.shapes import shape_path
from beeprint.drawing.svg.reader.style import Measure
from beeprint.drawing.svg.reader.xml import Element

# Budget: steps for an element each time it is drawn, each of its attributes, each letter and number of a path when read
# and when drawn, a mistake, an id compared with a misspelt one, and an unknown attribute compared with those known.
_ELEMENT, _ATTRIBUTE, _READ, _DRAWN, _MISTAKE, _COMPARED, _UNKNOWN = 40, 1, 0.8, 1, 2_000, 5, 70
# A custom property looked up in an element, with its value searched for more.
_LOOKED_UP = 60
# How many characters of a style count as an attribute; how many segments are read between counts.
_LETTERS, _BATCH = 20, 1_000
#: The most warnings of one picture.
MAX_WARNINGS = 20
#: Elements that describe the picture and draw nothing.
TEXTS = {"title", "desc", "metadata"}
#: Hints by the refused element, or by the property that refers to one.
HINTS = {
    "text": "convert the text to paths (Inkscape: Path > Object to Path), or use a text slot",
    "font": "use one of the project's fonts, or put one into the folder fonts/ of the game",
    "flowRoot": "convert it to text (Inkscape: Text > Convert to Text), or to paths (Path > Object to Path)",
    "filter": f"remove the filter, or {PIXELS}",
    "mask": f"use a clip path, or {PIXELS}",
    "pattern": f"replace the pattern with shapes, or {PIXELS}",
    "mix-blend-mode": f"remove it, or {PIXELS}",
    "transform-origin": f"write it into the transform, or {PIXELS}",
    "foreignObject": "remove it",
    "script": "remove it; pictures never run code",
    "animation": f"remove the animation and draw what should be seen, or {PIXELS}, which shows the picture at rest",
    "vector-effect": "turn the line into a path (Inkscape: Path > Stroke to Path), or remove it",
}
HINTS["-webkit-transform-origin"] = HINTS["transform-origin"]
HINTS["animation-name"] = HINTS["-webkit-animation"] = HINTS["-webkit-animation-name"] = HINTS["animation"]
HINTS |= dict.fromkeys(ANIMATIONS, HINTS["animation"])
_OTHER_HINT = "remove it, and draw its effect as shapes"
_LEAVE = "remove it, or add what it refers to"
_MOMENT = "remove the animation, and draw what should be seen if that is another moment"
_VIEWPORTS = {"svg", "symbol", "marker", "pattern", "image"}
_UNSAID = {"initial", "unset", "revert", "revert-layer"}
_WIDE = {"inherit", *_UNSAID}
# The features named in SVG 1.1 (appendix N) that are drawn: no animation, scripting or filters.
_FEATURES = {
    f"http://www.w3.org/TR/SVG11/feature#{name}"
    for name in (
        *("SVG-static", "CoreAttribute", "Structure", "BasicStructure", "ContainerAttribute", "ConditionalProcessing"),
        *("Image", "Style", "ViewportAttribute", "Shape", "Text", "BasicText", "PaintAttribute", "BasicPaintAttribute"),
        *("OpacityAttribute", "GraphicsAttribute", "BasicGraphicsAttribute", "Marker", "Gradient", "Clip", "BasicClip"),
        *("XlinkAttribute", "Hyperlinking", "Extensibility"),
    )
} | {"org.w3c.svg.static"}

T = TypeVar("T")


class Context(Struct, frozen=True):
    """The context of an element.

    `style` holds the inherited properties, `measure` the viewport and font size that relative lengths refer to,
    `through` the ids that led here, `growth` the enlargement, `level` the number of levels above; `shape` holds the
    fill and stroke of the shape whose marker is drawn; `layer` is what the marks are for.
    """

    style: Mapping[str, str]
    measure: Measure
    through: tuple[str, ...] = ()
    growth: float = 1.0
    level: int = 0
    shape: tuple[Paint | None, Paint | None] | None = None
    layer: Layer = Layer.PRINT


class Document:
    """A document being read: its elements by id, results and problems so far."""

    def __init__(self, root: Element, current: Colour) -> None:
        self.root, self.current = root, current
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.ids: dict[str, Element] = {}
        self.parents: dict[Element, Element] = {}
        self.sheets: list[Element] = []
        self.moving: list[Element] = []
        self.drawn = Drawn()
        self.budget = Budget()
        #: Whether clip paths or masks may ask for the box round shapes, which hidden and unpainted ones are part of.
        self.boxed = False
        self.stops: dict[Element, tuple[Stop, ...]] = {}
        self.checked: set[Element] = set()
        self._paths: dict[tuple[Element, Measure | None], Path] = {}
        self._own: dict[Element, Mapping[str, str]] = {}
        self._standing: dict[Element, Mapping[str, str]] = {}
        self._meant: dict[tuple[str, frozenset[str]], str] = {}

    def index(self, element: Element) -> None:
        """Index an element and all below it; refuse at once whatever changes the picture from anywhere."""
        name = element.name
        if name in TEXTS or name.startswith("{"):
            if name in _WEB:
                self.refuse(element, _WEB[name])
            return
        if name == "style":
            self.sheets.append(element)
            return
        if name == "script":
            self.refuse(element, name)
        elif name in ANIMATIONS:
            self.moving.append(element)
        self.boxed |= element.attributes.get("clipPathUnits") == "objectBoundingBox" or name == "mask"
        key = element.attributes.get("id")
        if key:
            self.ids.setdefault(key, element)
        for child in element.children:
            self.parents[child] = element
            self.index(child)

    def check_animations(self) -> None:
        """Refuse animations that change the first moment of the picture, and warn of all others that play."""
        for element in self.moving:
            parent = self.parents.get(element)
            if not animations.begins(element):
                if animations.begins_later(element):
                    message = f"{element.name} begins after the first moment of the picture, which is drawn"
                    self.warn(element, message, _MOMENT)
            elif parent is not None and animations.begins_as_drawn(element, parent):
                self.warn(element, f"{element.name} begins with the picture as it is drawn, at rest", _MOMENT)
            else:
                self.refuse(element)

    # problems ---------------------------------------------------------------------------------------------------

    def note(self, problem: Problem) -> None:
        """Note a problem, at a cost: nobody reads thousands of them, and each takes time to word."""
        self.problems.append(problem)
        try:
            self.budget.spend(_MISTAKE, "mistakes")
        except SpentError as spent:
            spent.place = problem.place
            raise

    def warn(self, element: Element, message: str, hint: str = "") -> None:
        """Note what is drawn otherwise than its author may think."""
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(Problem(element.place, message, hint, "warning"))

    def refuse(self, element: Element, name: str = "") -> None:
        """Note that an element cannot be drawn."""
        name = name or element.name
        self.note(Problem(element.place, f"the element {name} cannot be drawn exactly", HINTS.get(name, "")))

    def trying(self, element: Element, action: Callable[[], T], fallback: T) -> T:
        """Run an action; what it refuses becomes a problem at the element, and `fallback` the result."""
        try:
            return action()
        except SpentError as spent:
            spent.place = spent.place or element.place
            raise
        except RefusedError as refused:
            self.note(refused.problem)
        except BuildError as error:
            for problem in error.problems:
                self.note(problem)
        except ValueError as error:
            hint = error.hint if isinstance(error, FlatError) else ""
            self.note(Problem(element.place, f"{element.name}: {error}", hint))
        return fallback

    def check_attributes(self, element: Element, known: Iterable[str]) -> None:
        """Note attributes that are neither known, nor properties, nor without effect."""
        for name in element.attributes:
            if name in known or style.is_property(name) or style.is_harmless(name):
                continue
            if name.startswith("on"):
                self.note(Problem(element.place, f"{element.name} runs a script ({name})", HINTS["script"]))
            elif near := self._near(name, frozenset(known)):
                # Anything else that SVG does not know has no effect, whatever program wrote it.
                message = f"{element.name} has an unknown attribute {name}"
                self.note(Problem(element.place, message, f"did you mean {near}? Otherwise remove it"))

    def _near(self, name: str, known: frozenset[str]) -> str:
        """Return what an unknown attribute is most likely a slip of the pen for, or nothing; each is compared once."""
        names = self._meant.get((name, known))
        if names is None:
            self.budget.spend(_UNKNOWN, "elements")
            names = self._meant[name, known] = style.meant(name, sorted(known))
        return names

    def check_refused(self, element: Element, own: Mapping[str, str], masked: bool = False) -> None:
        """Note properties that cannot be drawn, and unknown ones; `masked`: a mask takes effect on the element."""
        for name, value in own.items():
            if (masked and name == "mask") or (name.endswith("transform-origin") and "transform" not in own):
                continue
            if name in style.REFUSED and value not in style.REFUSED[name] and value not in ("inherit", ""):
                message = f"{name} on {element.name} cannot be drawn exactly"
                self.note(Problem(element.place, message, HINTS.get(name, _OTHER_HINT)))
            elif name in style.GEOMETRY:
                if element is not self.root and style.is_sized(element.name, name):
                    message = f"{name} in the style of {element.name} is not supported"
                    self.note(Problem(element.place, message, f"write it as the attribute {name}"))
            elif not style.is_property(name):
                near = style.meant(name, ())
                hint = f"did you mean {near}? {_OTHER_HINT.capitalize()}" if near else _OTHER_HINT
                self.note(Problem(element.place, f"{element.name} has an unknown property {name}", hint))

    def spend_on(self, element: Element) -> None:
        """Charge a drawn element to the budget."""
        own = self.own(element)
        size = len(element.attributes) + len(own) + len(own.get("transform", "")) / 2
        self.budget.spend(_ELEMENT + _ATTRIBUTE * size, "elements")

    def spend_on_path(self, path: Path, on: str = "path segments") -> None:
        """Charge a drawn path to the budget."""
        self.budget.spend(_DRAWN * sum(map(len, path)), on)

    # attributes and references ------------------------------------------------------------------------------------

    def own(self, element: Element) -> Mapping[str, str]:
        """Return an element's own properties, `inherit` resolved for those that are not inherited by default."""
        properties = self._own.get(element)
        if properties is None:
            properties = self._own[element] = self._read_own(element)
        return properties

    def _read_own(self, element: Element) -> dict[str, str]:
        letters = len(element.attributes.get("style", ""))
        self.budget.spend(_ATTRIBUTE * (len(element.attributes) + letters / _LETTERS), "elements")
        properties = style.properties(element.attributes)
        if not ignored.CHECKED.isdisjoint(properties):
            properties = self._without_unusable(element, properties)
        if not all(map(is_plain, properties.values())):
            properties = self._computed(element, properties)
        if _WIDE.isdisjoint(properties.values()):
            return properties
        if properties.get("overflow") in _WIDE:
            properties["overflow"] = self._overflow(element, properties["overflow"])
        if not _UNSAID.isdisjoint(properties.values()):
            properties = {
                name: value for name, value in properties.items() if value not in _UNSAID or name in style.INITIAL
            }
        if "inherit" in properties.values():
            parent = self.parents.get(element)
            for name in [name for name, value in properties.items() if value == "inherit" and name in style.OWN]:
                above = self.own(parent).get(name) if parent else None
                if above is None:
                    del properties[name]
                else:
                    properties[name] = above
        return properties

    def _without_unusable(self, element: Element, own: dict[str, str]) -> dict[str, str]:
        """Return an element's properties without values that every program ignores, with a warning for each."""
        if (limit := own.get("stroke-miterlimit")) and re.fullmatch(r"\+?0*(\.\d+)?", limit):
            message = f"{element.name}: stroke-miterlimit {limit} bevels every corner, as 1 does"
            self.warn(element, message, "write 1 for that, or a larger number for mitres")
        hints = {name: hint for name in ignored.CHECKED & own.keys() if (hint := ignored.unusable(name, own[name]))}
        for name, hint in sorted(hints.items()):
            message = f"{element.name}: {name} {own[name][:40]!r} is ignored, as every program does"
            self.warn(element, message, f"{hint}, or remove it")
        return ignored.without(own, set(hints), element.attributes) if hints else own

    def _overflow(self, element: Element, word: str) -> str:
        """Return what a word such as inherit means for overflow: viewports clip by default, all else does not."""
        if word != "inherit":
            return "visible" if word in ("initial", "unset") else "hidden"
        parent = self.parents.get(element)
        if parent is None or parent is self.root or parent.name not in _VIEWPORTS:
            return self.own(parent).get("overflow", "visible") if parent else "visible"
        return self.own(parent).get("overflow", "hidden")

    def _computed(self, element: Element, own: dict[str, str]) -> dict[str, str]:
        """Resolve the functions in an element's properties; a property whose value is invalid then is not set."""
        parent = self.parents.get(element)

        def custom(name: str) -> str | None:
            self.budget.spend(_LOOKED_UP, "elements")
            name = name.lower()
            return own.get(name) or (self._custom(parent, name) if parent is not None else None)

        values: dict[str, str] = {}
        for name, value in own.items():
            # Custom properties are resolved where they are used.
            paints = not name.startswith("--") and not style.is_idle(name)
            text = resolved(value, custom) if paints and not is_plain(value) else value
            if text is not None:
                values[name] = text
                self.budget.spend(len(text) / _LETTERS, "elements")
        return values

    def _custom(self, element: Element | None, name: str) -> str | None:
        """Return a custom property that an element sets or inherits."""
        while element is not None:
            self.budget.spend(_LOOKED_UP, "elements")
            value = self.own(element).get(name)
            if value is not None:
                return value
            element = self.parents.get(element)
        return None

    def standing(self, element: Element) -> Mapping[str, str]:
        """Return the inherited properties of an element at its place in the file."""
        inherited_style = self._standing.get(element)
        if inherited_style is None:
            above = self.standing(self.parents[element]) if element in self.parents else style.INITIAL
            inherited_style = self._standing[element] = style.inherited(above, self.own(element))
        return inherited_style

    def current_colour(self, inherited: Mapping[str, str]) -> Colour:
        """Return what currentColor means, given inherited properties."""
        word = inherited["color"]
        return self.current if not word or word.lower() == "currentcolor" else colour(word, self.current)[0]

    def path(self, element: Element, measure: Measure) -> Path:
        """Return a shape's path in its own space, read only once."""
        plain = element.name == "path"
        key = (element, None if plain else measure)
        segments = self._paths.get(key)
        if segments is None:
            attributes = element.attributes
            self.budget.spend(len(attributes.get("points", "")) * _READ / 2, "path segments")
            made = path_segments(attributes.get("d", "")) if plain else shape_path(element.name, attributes, measure)
            segments = self._paths[key] = tuple(self._counted(iter(made)))
        return segments

    def _counted(self, segments: Iterator[Segment]) -> Iterator[Segment]:
        """Yield segments as they are read, charging the budget: an arc of a few characters may become hundreds."""
        while batch := tuple(islice(segments, _BATCH)):
            self.budget.spend(_READ * sum(map(len, batch)), "path segments")
            yield from batch

    def target(self, element: Element, text: str, what: str) -> Element | None:
        """Find the element that a reference points to, None with a warning where the file has none.

        RefusedError for a reference out of the file.
        """
        key = text.strip()
        if key and not key.startswith("#"):
            raise RefusedError(element.place, f"{what} refers to {text!r} outside the file", "copy it into the file")
        referent = self.ids.get(key[1:])
        if referent is None:
            self.warn_of_nothing(element, f"{what} refers to {key or 'nothing'}", key[1:], "draws nothing")
        return referent

    def warn_of_nothing(self, element: Element, message: str, key: str, so: str) -> None:
        """Warn that a reference leads nowhere."""
        if len(self.warnings) < MAX_WARNINGS:
            self.budget.spend(_COMPARED * len(self.ids), "mistakes")
            near = nearest(key, self.ids)
            self.warn(
                element, f"{message}, which is not in the file, and {so}", f"did you mean {near}?" if near else _LEAVE
            )


_XHTML = "{http://www.w3.org/1999/xhtml}"
#: HTML elements that take effect in SVG as well.
_WEB = {f"{_XHTML}{name}": name for name in ("style", "link", "script")}


def applies(element: Element) -> bool:
    """Return whether an element's conditions hold for this reader: static SVG, English, no extensions."""
    attributes = element.attributes
    if attributes.get("requiredExtensions") is not None:
        return False
    features = attributes.get("requiredFeatures")
    if features is not None and not (features.split() and set(features.split()) <= _FEATURES):
        return False
    languages = attributes.get("systemLanguage")
    return languages is None or any(
        part.strip().lower() == "en" or part.strip().lower().startswith("en-") for part in languages.split(",")
    )


def is_blank(element: Element) -> bool:
    """Return whether an element has no words, such as the flowRoot that a click in Inkscape leaves behind."""
    return not element.text.strip() and all(is_blank(child) and not child.tail.strip() for child in element.children)


def growth_of(matrix: Affine) -> float:
    """Return the largest factor by which a matrix stretches lengths along its axes."""
    return max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
