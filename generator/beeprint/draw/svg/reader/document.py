"""What the parts of the reader share: a document's elements by id, what an element inherits, problems, bounds."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from beeprint.base.colour import Colour
from beeprint.base.geometry import Affine, Path, Segment
from beeprint.base.problems import BuildError, Problem, did_you_mean
from beeprint.draw.drawing import Paint, Stop
from beeprint.draw.svg.reader import style
from beeprint.draw.svg.reader.colours import colour
from beeprint.draw.svg.reader.limits import Budget, Drawn, RefusedError, SpentError
from beeprint.draw.svg.reader.paths import path_segments
from beeprint.draw.svg.reader.shapes import shape_path
from beeprint.draw.svg.reader.style import Measure
from beeprint.draw.svg.reader.xml import Element

# What is spent on an element each time it is drawn, on each of its attributes, each letter and number of a path where
# it is read and where a mark is made of it, on a mistake, on an id that it is compared with.
_ELEMENT, _ATTRIBUTE, _READ, _DRAWN, _MISTAKE, _COMPARED = 40, 1, 0.8, 1, 2_000, 5
# So many letters of a style count as an attribute; so many segments are read before they are counted.
_LETTERS, _BATCH = 20, 1_000
#: Elements that say something about the picture and show nothing.
TEXTS = {"title", "desc", "metadata"}
#: Hints by what is refused: an element, or a property that refers to one.
HINTS = {
    "text": "convert the text to paths (Inkscape: Path > Object to Path), or use a text slot",
    "font": "use one of the project's fonts, or put one into the game's folder fonts/",
    "flowRoot": "convert it to text (Inkscape: Text > Convert to Text), or to paths (Path > Object to Path)",
    "filter": "remove the filter, or set raster: 600dpi where the layout places the picture",
    "mask": "use a clip path, or set raster: 600dpi where the layout places the picture",
    "pattern": "replace the pattern with shapes, or set raster: 600dpi where the layout places the picture",
    "foreignObject": "remove it",
    "script": "remove it; pictures never run code",
    "animation": "remove the animation and draw what should be seen",
    "vector-effect": "turn the line into a path (Inkscape: Path > Stroke to Path), or remove it",
}
ANIMATIONS = {"animate", "animateColor", "animateMotion", "animateTransform", "set", "discard"}
HINTS |= dict.fromkeys(ANIMATIONS, HINTS["animation"])
_OTHER_HINT = "remove it, or set raster: 600dpi where the layout places the picture"
_UNSAID = {"initial", "unset", "revert", "revert-layer"}
_WIDE = {"inherit", *_UNSAID}
# What is drawn of the features that SVG 1.1 gives names to (appendix N): nothing that moves, runs or filters.
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


@dataclass(frozen=True)
class Context:
    """What an element stands in.

    `style` are inherited properties, `measure` what shares of the viewport and font units refer to, `through` the ids
    that led here, `growth` how much is enlarged, `level` the number of levels above; `shape` holds the paints of the
    shape whose marker is drawn, its fill and its stroke.
    """

    style: Mapping[str, str]
    measure: Measure
    through: tuple[str, ...] = ()
    growth: float = 1.0
    level: int = 0
    shape: tuple[Paint | None, Paint | None] | None = None


class Document:
    """One document being read: its elements by id, what was made of them so far, problems found so far."""

    def __init__(self, root: Element, current: Colour) -> None:
        self.root, self.current = root, current
        self.problems: list[Problem] = []
        self.ids: dict[str, Element] = {}
        self.parents: dict[Element, Element] = {}
        self.sheets: list[Element] = []
        self.drawn = Drawn()
        self.budget = Budget()
        self.stops: dict[Element, tuple[Stop, ...]] = {}
        self.checked: set[Element] = set()
        self.nonzero: dict[Path, Path | None] = {}
        self._paths: dict[tuple[Element, Measure | None], Path] = {}
        self._own: dict[Element, Mapping[str, str]] = {}
        self._standing: dict[Element, Mapping[str, str]] = {}
        self._index(root)

    def _index(self, element: Element) -> None:
        """Note an element and all below it; refuse at once what changes the picture wherever it stands."""
        name = element.name
        if name in TEXTS or name.startswith("{"):
            if name in _WEB:
                self.refuse(element, _WEB[name])
            return
        if name == "style":
            self.sheets.append(element)
            return
        if name == "script" or (name in ANIMATIONS and _begins(element)):
            self.refuse(element, name)
        key = element.attributes.get("id")
        if key:
            self.ids.setdefault(key, element)
        for child in element.children:
            self.parents[child] = element
            self._index(child)

    # problems ---------------------------------------------------------------------------------------------------

    def note(self, problem: Problem) -> None:
        """Note a problem; nobody reads thousands, and each takes time to word."""
        self.problems.append(problem)
        try:
            self.budget.spend(_MISTAKE, "mistakes")
        except SpentError as spent:
            spent.place = problem.place
            raise

    def refuse(self, element: Element, name: str = "") -> None:
        """Note that an element cannot be drawn."""
        name = name or element.name
        self.note(Problem(element.place, f"the element {name} cannot be drawn exactly", HINTS.get(name, "")))

    def trying(self, element: Element, action: Callable[[], T], fallback: T) -> T:
        """Return what an action returns; what it refuses becomes a problem at the element."""
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
            self.note(Problem(element.place, f"{element.name}: {error}"))
        return fallback

    def check_attributes(self, element: Element, known: Iterable[str]) -> None:
        """Note attributes that are neither among the known ones nor properties nor without any effect."""
        for name in element.attributes:
            if name in known or style.is_property(name) or style.is_harmless(name):
                continue
            if name.startswith("on"):
                message, hint = f"{element.name} runs a script ({name})", HINTS["script"]
            else:
                message, hint = f"{element.name} has an unknown attribute {name}", did_you_mean(name, known)
            self.note(Problem(element.place, message, hint))

    def check_refused(self, element: Element, own: Mapping[str, str]) -> None:
        """Note properties that cannot be drawn, and those that are not known."""
        for name, value in own.items():
            if name in style.REFUSED and value not in style.REFUSED[name] and value not in ("inherit", ""):
                message = f"{name} on {element.name} cannot be drawn exactly"
                self.note(Problem(element.place, message, HINTS.get(name, _OTHER_HINT)))
            elif not style.is_property(name):
                self.note(Problem(element.place, f"{element.name} has an unknown property {name}"))

    def spend_on(self, element: Element) -> None:
        """Take an element that is drawn from the budget."""
        own = self.own(element)
        said = len(element.attributes) + len(own) + len(own.get("transform", "")) / 2
        self.budget.spend(_ELEMENT + _ATTRIBUTE * said, "elements")

    def spend_on_path(self, path: Path, on: str = "path segments") -> None:
        """Take a path of which a mark is made from the budget."""
        self.budget.spend(_DRAWN * sum(map(len, path)), on)

    # what elements say ------------------------------------------------------------------------------------------

    def own(self, element: Element) -> Mapping[str, str]:
        """Return an element's properties; those that it takes from above as they are there."""
        found = self._own.get(element)
        if found is None:
            found = self._own[element] = self._read_own(element)
        return found

    def _read_own(self, element: Element) -> dict[str, str]:
        letters = len(element.attributes.get("style", ""))
        self.budget.spend(_ATTRIBUTE * (len(element.attributes) + letters / _LETTERS), "elements")
        found = style.properties(element.attributes)
        if _WIDE.isdisjoint(found.values()):
            return found
        if not _UNSAID.isdisjoint(found.values()):
            found = {name: value for name, value in found.items() if value not in _UNSAID or name in style.INITIAL}
        if "inherit" in found.values():
            parent = self.parents.get(element)
            for name in [name for name, value in found.items() if value == "inherit" and name in style.OWN]:
                above = self.own(parent).get(name) if parent else None
                if above is None:
                    del found[name]
                else:
                    found[name] = above
        return found

    def standing(self, element: Element) -> Mapping[str, str]:
        """Return the inherited properties of an element where it stands in the file."""
        found = self._standing.get(element)
        if found is None:
            above = self.standing(self.parents[element]) if element in self.parents else style.INITIAL
            found = self._standing[element] = style.inherited(above, self.own(element))
        return found

    def current_colour(self, inherited: Mapping[str, str]) -> Colour:
        """Return what currentColor is among inherited properties."""
        word = inherited["color"]
        return self.current if not word or word.lower() == "currentcolor" else colour(word, self.current)[0]

    def path(self, element: Element, measure: Measure) -> Path:
        """Return a shape's path in its own space, read once however often it is drawn."""
        plain = element.name == "path"
        key = (element, None if plain else measure)
        found = self._paths.get(key)
        if found is None:
            attributes = element.attributes
            self.budget.spend(len(attributes.get("points", "")) * _READ / 2, "path segments")
            made = path_segments(attributes.get("d", "")) if plain else shape_path(element.name, attributes, measure)
            found = self._paths[key] = tuple(self._counted(iter(made)))
        return found

    def _counted(self, segments: Iterator[Segment]) -> Iterator[Segment]:
        """Yield segments that are read, taking them from the budget: an arc of a few letters may be hundreds."""
        while batch := tuple(islice(segments, _BATCH)):
            self.budget.spend(_READ * sum(map(len, batch)), "path segments")
            yield from batch

    def target(self, element: Element, text: str, what: str) -> Element:
        """Return the element that a reference leads to; RefusedError where that is nothing in the file."""
        key = text.strip().removeprefix("#")
        found = self.ids.get(key) if text.strip().startswith("#") else None
        if found is None and text.strip().startswith("#"):
            self.budget.spend(_COMPARED * len(self.ids), "mistakes")
            raise RefusedError(
                element.place, f"{what} refers to {text}, which is not in the file", did_you_mean(key, self.ids)
            )
        if found is None:
            raise RefusedError(element.place, f"{what} refers to {text!r} outside the file", "copy it into the file")
        return found


_XHTML = "{http://www.w3.org/1999/xhtml}"
#: Elements of HTML that take effect in SVG as well.
_WEB = {f"{_XHTML}{name}": name for name in ("style", "link", "script")}


def applies(element: Element) -> bool:
    """Return whether an element is for a reader such as this one: of static SVG, English, without extensions."""
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


# When an animation begins: at what a reader of a page does, or never by itself.
_AT_A_READER = re.compile(
    r"(?:[\w-]+\.)?(?:click|mouse(?:down|up|over|move|out)|focus(?:in|out)|activate|key(?:down|up|press))(?:\s*[+].*)?"
    r"|accessKey\(.\).*|indefinite"
)


def _begins(element: Element) -> bool:
    """Return whether an animation may begin on paper, where nobody clicks."""
    parts = element.attributes.get("begin", "0").split(";")
    return not all(_AT_A_READER.fullmatch(part.strip()) for part in parts)


def growth_of(matrix: Affine) -> float:
    """Return the largest factor by which a matrix stretches lengths along its axes."""
    return max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
