"""Draw a text element with what the document knows of it: styles, paints, paths, budget."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from beeprint.base.geometry import Path, Rect, rectangle
from beeprint.drawing.drawing import Mark, Paint, PathMark, Stroke
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.svg.reader.document import Context, Document
from beeprint.drawing.svg.reader.grouping import UNMEASURED
from beeprint.drawing.svg.reader.limits import Weight
from beeprint.drawing.svg.reader.paint import read_paint, read_stroke
from beeprint.drawing.svg.reader.text.flow import FlowContext, read_flow
from beeprint.drawing.svg.reader.text.letters import ATTRIBUTES, PATH_ATTRIBUTES, TextContext
from beeprint.drawing.svg.reader.text.runs import read_text
from beeprint.drawing.svg.reader.xml import Element

#: The attributes of a link, around words or around whole elements.
LINK_ATTRIBUTES = {"href", "target", "download", "hreflang", "ping", "referrerpolicy", "rel", "type"}
# The attributes of parts of a text, those of a tspan aside.
_PARTS = {
    "a": LINK_ATTRIBUTES,
    "tref": ATTRIBUTES | {"href"},
    "textPath": PATH_ATTRIBUTES,
    **{name: set[str]() for name in ("flowDiv", "flowPara", "flowSpan", "flowLine")},
}
# Budget: steps for a mark of a text.
_PLACED = 40
# Budget: steps for looking for a property in an element around flowed text.
_LOOKED_UP = 10


def text_marks(document: Document, fonts: Fonts, element: Element, context: Context) -> list[Mark]:
    """Return the marks of a text element; one without a size, where boxes are wanted and nothing is set."""

    def own(part: Element) -> Mapping[str, str]:
        properties = document.own(part)
        document.spend_on(part)
        if part is not element:
            document.check_attributes(part, _PARTS.get(part.name, ATTRIBUTES))
            document.check_refused(part, properties)
        return properties

    def paint(part: Element, key: str, properties: Mapping[str, str], box: Rect) -> Paint | None:
        return read_paint(document, part, key, replace(context, style=properties), rectangle(box))

    def stroke(paint: Paint, properties: Mapping[str, str]) -> Stroke | None:
        return read_stroke(document, paint, replace(context, style=properties))

    def target(part: Element, text: str) -> Element | None:
        return document.target(part, text, part.name)

    def path(shape: Element) -> Path:
        return document.path(shape, context.measure)

    text_context = TextContext(
        fonts,
        own,
        paint,
        stroke,
        target,
        path,
        document.budget,
        context.growth,
        context.measure,
        context.layer,
    )
    marks: list[Mark] = []
    flows = element.name == "flowRoot"
    read = read_flow(element, context.style, _flow_context(document, text_context)) if flows else None
    for mark in read_text(element, context.style, text_context) if read is None else read:
        document.drawn.count(Weight(1, len(mark.path) if isinstance(mark, PathMark) else 0), "use a text slot")
        document.budget.spend(_PLACED, "text")
        marks.append(mark)
    if document.boxed and not marks:
        marks.append(UNMEASURED)
    return marks


def _flow_context(document: Document, text: TextContext) -> FlowContext:
    """Return what flowed text needs of the document."""

    def nearest(part: Element, name: str) -> tuple[str, float] | None:
        at: Element | None = part
        while at is not None:
            document.budget.spend(_LOOKED_UP, "text")
            value = document.own(at).get(name, "inherit")
            if value != "inherit":
                return value, float(document.standing(at)["font-size"])
            at = document.parents.get(at)
        return None

    return FlowContext(text, nearest, document.warn, document.root)
