"""The pages of a PDF, with what they inherit and their boxes in mm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pikepdf
from msgspec import Struct

from beeprint.press.pdfcheck import objects
from beeprint.press.pdfcheck.marks import Edges, Findings, meeting
from beeprint.press.pdfcheck.objects import get
from beeprint.press.pdfcheck.state import Matrix
from beeprint.press.standard import Expected

#: The most pages that are looked at, and how deep the tree of pages may be.
MAX_PAGES, _MAX_DEPTH = 3_000, 60
_INHERITED = ("Resources", "MediaBox", "CropBox")
_INNER = ("CropBox", "BleedBox", "TrimBox", "ArtBox")
_A4 = (0.0, 0.0, 595.276, 841.89)
_MM = 25.4 / 72
#: How far boxes may be apart, in points and mm, and still count as equal.
_NEAR, _NEAR_MM = 0.01, 0.1


class Page(Struct, frozen=True, dict=True):
    """A page: its number from 1, and its boxes in points, those that it states itself or inherits.

    `to_mm` leads to mm from the top left corner of the page as it is shown unturned.
    """

    number: int
    value: Any
    resources: Any
    boxes: Mapping[str, Edges]
    to_mm: Matrix

    def mm(self, box: Edges) -> Edges:
        """Return a box in mm; y points down."""
        scale, _, _, _, e, f = self.to_mm
        return box[0] * scale + e, f - box[3] * scale, box[2] * scale + e, f - box[1] * scale

    @property
    def media(self) -> Edges:
        """Return the MediaBox in mm."""
        return self.mm(self.boxes["MediaBox"])

    @property
    def trim(self) -> Edges:
        """Return the size that is cut, in mm."""
        return self.mm(
            next(self.boxes[key] for key in ("TrimBox", "ArtBox", "CropBox", "MediaBox") if key in self.boxes)
        )

    @property
    def bleed(self) -> Edges:
        """Return what is printed, in mm."""
        return self.mm(self.boxes["BleedBox"]) if "BleedBox" in self.boxes else self.trim


def pages(pdf: pikepdf.Pdf) -> Iterator[Page]:
    """Yield the pages, at most MAX_PAGES and one more; a page of a tree that comes back to itself is left out."""
    count = 0
    waiting: list[tuple[Any, dict[str, Any], tuple[object, ...]]] = [(get(pdf.Root, "Pages"), {}, ())]
    while waiting and count <= MAX_PAGES:
        node, above, path = waiting.pop()
        own = {**above, **{key: get(node, key) for key in _INHERITED if get(node, key) is not None}}
        kids = get(node, "Kids")
        if isinstance(kids, pikepdf.Array):
            key = objects.identity(node)
            if len(path) < _MAX_DEPTH and (key is None or key not in path):
                inner = list(objects.items(kids, MAX_PAGES + 1 - count))
                waiting += [(kid, own, (*path, key)) for kid in reversed(inner)]
        elif objects.is_dictionary(node):
            count += 1
            yield _page(count, node, own)


def _page(number: int, node: Any, inherited: Mapping[str, Any]) -> Page:
    boxes = {key: box for key in ("MediaBox", *_INNER) if (box := _box(inherited.get(key, get(node, key))))}
    boxes.setdefault("MediaBox", _A4)
    unit = objects.number(get(node, "UserUnit"), 1.0)
    scale = _MM * (unit if 0 < unit < 1000 else 1.0)
    shown = meeting(boxes.get("CropBox", boxes["MediaBox"]), boxes["MediaBox"]) or boxes["MediaBox"]
    return Page(
        number, node, inherited.get("Resources"), boxes, (scale, 0, 0, -scale, -shown[0] * scale, shown[3] * scale)
    )


def _box(value: Any) -> Edges | None:
    numbers = objects.numbers(value, 4)
    if not numbers:
        return None
    x0, y0, x1, y1 = numbers
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def check_boxes(page: Page, expected: Expected, findings: Findings) -> None:
    """Check the boxes of a page: which there are, and that they lie in each other."""
    there = [key for key in ("TrimBox", "ArtBox") if key in page.boxes]
    if len(there) != 1:
        fault = "both a TrimBox and an ArtBox" if there else "no TrimBox"
        findings.add("trim-box", fault, "one TrimBox", objects.label(page.value), page.trim, page.number)
    order = ("TrimBox", "ArtBox", "BleedBox", "CropBox", "MediaBox")
    for inner, outer in ((box, other) for index, box in enumerate(order) for other in order[index + 1 :]):
        if not {inner, outer} <= page.boxes.keys() or (inner, outer) == ("TrimBox", "ArtBox"):
            continue
        if not _within(page.boxes[inner], page.boxes[outer]):
            fault = f"a {inner} that reaches outside the {outer}"
            place = page.mm(page.boxes[inner])
            findings.add("box-nesting", fault, f"a {inner} inside it", objects.label(page.value), place, page.number)
    if expected.bleed and there:
        _check_bleed(page, expected, findings)
    if there and not expected.marks:
        _check_rim(page, findings)


def _check_bleed(page: Page, expected: Expected, findings: Findings) -> None:
    (x0, y0, x1, y1), (left, top, right, bottom) = page.trim, page.bleed
    least = min(x0 - left, y0 - top, right - x1, bottom - y1)
    if least < expected.bleed - 0.02:
        wanted = f"{expected.bleed:g} mm on each side"
        findings.add("bleed-width", "{} mm of bleed", wanted, objects.label(page.value), page.bleed, page.number, least)


def _check_rim(page: Page, findings: Findings) -> None:
    (x0, y0, x1, y1), (left, top, right, bottom) = page.bleed, page.media
    more = max(x0 - left, y0 - top, right - x1, bottom - y1)
    if more > _NEAR_MM:
        place = objects.label(page.value)
        findings.add("page-marks", "{} mm of paper round the bleed", "none", place, page.media, page.number, more)


def _within(inner: Edges, outer: Edges) -> bool:
    x0, y0, x1, y1 = outer
    return inner[0] >= x0 - _NEAR and inner[1] >= y0 - _NEAR and inner[2] <= x1 + _NEAR and inner[3] <= y1 + _NEAR


def check_sizes(page_list: list[Page], expected: Expected, findings: Findings) -> None:
    """Check that all pages have one trim size, and one of those that the press offers."""
    if not page_list:
        return
    wanted = expected.sizes or (_size(page_list[0]),)
    named = " or ".join(f"{width:g} x {height:g} mm" for width, height in wanted)
    for page in page_list:
        width, height = _size(page)
        if not any(abs(width - w) < _NEAR_MM and abs(height - h) < _NEAR_MM for w, h in wanted):
            words = named if expected.sizes else f"{named}, as page 1"
            findings.add("page-size", f"a page of {width:g} x {height:g} mm", words, "", page.trim, page.number)


def _size(page: Page) -> tuple[float, float]:
    x0, y0, x1, y1 = page.trim
    return round(x1 - x0, 2), round(y1 - y0, 2)
