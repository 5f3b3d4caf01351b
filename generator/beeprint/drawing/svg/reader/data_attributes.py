"""Read our own data attributes: runs of text as `write` serialises them, layers, and how a laser engraves a group."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from beeprint.base.geometry import Affine
from beeprint.base.problems import did_you_mean
from beeprint.drawing.drawing import ENGRAVE, Glyph, Layer, Run, Solid
from beeprint.drawing.svg.reader.paths import numbers
from beeprint.drawing.svg.reader.style import is_harmless
from beeprint.drawing.svg.reader.xml import Element

_RUN_ATTRIBUTES = {"transform", "fill", "fill-opacity", "opacity"}
_GLYPH = re.compile(r"#(.+)\.([0-9]{1,6})")
_WHOLE = re.compile(r"-?[0-9]{1,7}")


def read_layer(element: Element, around: Layer = Layer.PRINT) -> Layer:
    """Read the layer that an element names, by default that of the element around it."""
    name = element.attributes.get("data-layer", around.value)
    try:
        return Layer(name)
    except ValueError:
        raise ValueError(f"data-layer is {name!r}; {did_you_mean(name, [layer.value for layer in Layer])}") from None


def read_engrave(element: Element) -> str:
    """Read how a laser is to engrave a group, empty by default."""
    word = element.attributes.get("data-engrave", "")
    if word not in ENGRAVE:
        raise ValueError(f"data-engrave is {word!r}; {did_you_mean(word, ENGRAVE[1:])}")
    return word


def read_run(element: Element, matrix: Affine, paint: Solid, ids: Collection[str], layer: Layer) -> Run:
    """Read a group of placed glyphs as the run of text it declares; ValueError where its parts disagree."""
    attributes = element.attributes
    needs = ("aria-label", "data-size", "data-place", "data-clusters")
    for name in (*attributes, *needs):
        if name not in attributes or not (name in _RUN_ATTRIBUTES or is_harmless(name)) or name == "style":
            raise ValueError(_changed(f"{name} is {'missing' if name not in attributes else 'new'}"))
    clusters = [_whole(value) for value in attributes["data-clusters"].split()]
    place, size = numbers(attributes["data-place"]), numbers(attributes["data-size"])
    if len(clusters) != len(element.children) or len(place) != 6 or len(size) != 1 or min(clusters, default=0) < 0:
        raise ValueError(_changed("its glyphs, clusters, size and place do not match"))
    if not _agree(matrix, Affine(*place)):
        raise ValueError(_changed("transform and data-place differ"))
    glyphs = tuple(_glyph(child, cluster, ids) for child, cluster in zip(element.children, clusters, strict=True))
    text, font = attributes["aria-label"], attributes["data-font"]
    return Run(text, font, size[0], Affine(*place), paint, glyphs, layer)


def _changed(how: str) -> str:
    return f"a run of text has been changed since it was written ({how}); remove data-font to read it as outlines"


def _agree(matrix: Affine, place: Affine) -> bool:
    """Return whether the matrix is the place after some scaling, as exact as `write` prints it."""
    largest = max(range(4), key=lambda index: abs(place[index]))
    factor = matrix[largest] / place[largest] if place[largest] else 0.0
    wanted = (*(value * factor for value in place[:4]), *place[4:])
    return factor >= 0 and all(abs(a - b) <= 5e-9 for a, b in zip(matrix, wanted, strict=True))


def _glyph(element: Element, cluster: int, ids: Collection[str]) -> Glyph:
    attributes: Mapping[str, str] = element.attributes
    match = _GLYPH.fullmatch(attributes.get("href", ""))
    if element.name != "use" or not match or not attributes.keys() <= {"href", "x", "y"}:
        raise ValueError(_changed("a glyph is not a plain use"))
    if attributes["href"][1:] not in ids:
        raise ValueError(_changed(f"the outline {attributes['href']} is missing"))
    return Glyph(int(match[2]), _whole(attributes.get("x", "0")), -_whole(attributes.get("y", "0")), cluster)


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError(_changed(f"{text!r} is not a whole number"))
    return int(text)
