"""Check a PDF from its first key to its last mark."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf

from beeprint.base.words import counted
from beeprint.press.pdfcheck import document, objects
from beeprint.press.pdfcheck.colours import PLATES
from beeprint.press.pdfcheck.filters import DamagedError, TooLargeError
from beeprint.press.pdfcheck.interpreter import Interpreter
from beeprint.press.pdfcheck.marks import Edges, Findings, around, meeting
from beeprint.press.pdfcheck.objects import get
from beeprint.press.pdfcheck.pages import MAX_PAGES, Page, check_boxes, check_sizes, pages
from beeprint.press.pdfcheck.plates import MAX_DOTS, Plates
from beeprint.press.pdfcheck.report import Report, shortened
from beeprint.press.pdfcheck.shared import MAX_MARKS, SpentError
from beeprint.press.pdfcheck.state import State, times
from beeprint.press.standard import Expected

#: How many objects of a file are looked at by themselves, and how many annotations of a page.
MAX_OBJECTS, MAX_ANNOTATIONS = 300_000, 2_000
_MARKS_OF_PRINTERS = ("PrinterMark", "TrapNet")


@contextlib.contextmanager
def open_pdf(path: Path) -> Iterator[pikepdf.Pdf]:
    """Open a PDF; ValueError says why it cannot be read."""
    with contextlib.ExitStack() as stack:
        yield _opened(path, stack)


def _opened(path: Path, stack: contextlib.ExitStack) -> pikepdf.Pdf:
    try:
        file = stack.enter_context(path.open("rb"))  # the library takes no name that is not UTF-8
        opened = pikepdf.open(file, access_mode=pikepdf.AccessMode.stream, suppress_warnings=True)
        return stack.enter_context(opened)
    except pikepdf.PasswordError:
        raise ValueError("it is protected by a password; save it without") from None
    except (pikepdf.PdfError, RuntimeError, ValueError) as error:
        words = re.sub(r"\s+", " ", str(error).rpartition(":")[2]).strip()[:100]
        raise ValueError(f"it is no PDF that can be read ({words})") from None
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror or error}") from None


def claims(path: Path) -> str:
    """Return the standard that a file says it follows, as `document.claims`."""
    with open_pdf(path) as pdf:
        return document.claims(pdf)


def check(path: Path, shown: str, profile: str, expected: Expected) -> Report:
    """Check a file, which is called `shown`; ValueError says why it cannot be read."""
    with open_pdf(path) as pdf:
        return _Check(pdf, expected).report(shown, profile)


class _Check:
    def __init__(self, pdf: pikepdf.Pdf, expected: Expected) -> None:
        self.pdf, self.expected = pdf, expected
        self.findings = Findings(expected.allows.strict)
        self.interpreter = Interpreter(expected)
        self.most_ink, self.dots = 0.0, MAX_DOTS
        self.notes: dict[str, None] = {}

    def report(self, shown: str, profile: str) -> Report:
        """Check everything, and return what was found."""
        document.check(self.pdf, self.expected, self.findings)
        count = document.check_objects(self.pdf, self.expected, self.findings, MAX_OBJECTS)
        if count > MAX_OBJECTS:
            self._unchecked(f"{count:,} objects", f"at most {MAX_OBJECTS:,}")
        pages = self._pages()
        check_sizes(pages, self.expected, self.findings)
        self._unused_fonts(pages)
        if self.pdf.get_warnings():
            self.findings.add("syntax", "a damaged file, which was repaired to be read", "a whole file")
        judge = self.interpreter.judge
        for name in self.expected.needs:
            if name not in judge.spots:
                self.findings.add("spot-missing", f"nothing in the spot colour {name}", f"{name}, letter by letter")
        inks = (*(name for name in PLATES if name in judge.process), *judge.spots)
        notes = [f"not measured: {what}" for what in judge.unknown]
        return Report(
            shown,
            len(pages),
            profile,
            self.expected.allows.title + (f" for {self.expected.title}" if self.expected.title else ""),
            shortened(document.claims(self.pdf)),
            self.findings.faults(),
            tuple([*notes, *self.notes][:20]),
            tuple(map(shortened, inks)),
            round(self.most_ink * 100, 1),
            round(self.interpreter.lowest_resolution, 1),
            tuple(map(shortened, self.interpreter.named_fonts)),
        )

    def _unchecked(self, reason: str, expected: str, page: int = 0) -> None:
        self.findings.add("unchecked", reason, expected, page=page)

    def _pages(self) -> list[Page]:
        checked: list[Page] = []
        for page in pages(self.pdf):
            if page.number > MAX_PAGES:
                self._unchecked(f"more than {MAX_PAGES:,} pages", "fewer", page.number)
                break
            checked.append(page)
        self._count(len(checked))
        for page in checked:
            check_boxes(page, self.expected, self.findings)
            self._annotations_of_page(page)
        for page in checked:
            try:
                self._read(page)
            except SpentError:
                self._unchecked("more content than is read; this page and those after it were not", "less", page.number)
                break
            except RecursionError:
                self._unchecked("content that is nested too deep", "less", page.number)
        return checked

    def _count(self, count: int) -> None:
        wanted = self.expected.pages
        if not count or (wanted and count != wanted):
            self.findings.add("page-count", counted(count, "page"), str(wanted or "1 or more"))
        elif self.expected.even and count % 2:
            self.findings.add("page-count", counted(count, "page"), "an even number: each piece has a front and a back")

    def _read(self, page: Page) -> None:
        """Read the content of a page and the appearances of its annotations, and lay its marks over each other."""
        self.interpreter.unit = page.to_mm[0] / (25.4 / 72)
        state = State(page.to_mm)
        state.clip = page.media
        outcome = self.interpreter.page(_content(page, self.findings), page.value, page.resources, state)
        for annotation in objects.items(get(page.value, "Annots"), MAX_ANNOTATIONS):
            form = _appearance(annotation)
            if form is not None:
                box = _placed(form, annotation)
                inner = State(times(box, page.to_mm)) if box else None
                if inner is not None:
                    inner.clip = page.media
                    self.interpreter.appearance(form, page.resources, inner, outcome)
        self.findings.take(outcome.findings, page.number)
        plates = Plates(self.expected, page.trim, meeting(page.bleed, page.media) or page.media)
        self.dots = plates.paint(outcome.marks, self.findings, page.number, self.dots)
        if self.dots <= 0 or len(outcome.marks) >= MAX_MARKS:
            self.notes.setdefault("not measured: how all marks lie over each other, of which there are too many")
        self.most_ink = max(self.most_ink, plates.most)

    def _annotations_of_page(self, page: Page) -> None:
        document.actions(page.value, "of the page", self.findings, page.number)
        there = get(page.value, "Annots")
        if len(objects.one_or_more(there, MAX_ANNOTATIONS + 1)) > MAX_ANNOTATIONS:
            self._unchecked(f"more than {MAX_ANNOTATIONS:,} annotations", "fewer", page.number)
        for annotation in objects.items(there, MAX_ANNOTATIONS):
            kind = objects.name(get(annotation, "Subtype"))
            place = objects.label(annotation)
            document.actions(annotation, f"of an annotation ({kind})", self.findings, page.number, place)
            box = _edges(get(annotation, "Rect"))
            here = page.mm(box) if box else None
            if kind in _MARKS_OF_PRINTERS or kind == "Popup" or here is None:
                continue
            if kind == "Widget":
                self.findings.add("forms", "a form field", "none", place, here, page.number)
            elif meeting(here, page.bleed) is not None:
                self.findings.add(
                    "annotations", f"an annotation ({kind})", "none inside the bleed", place, here, page.number
                )

    def _unused_fonts(self, page_list: list[Page]) -> None:
        """Check the fonts that pages name and do not use."""
        if not self.expected.allows.strict:
            return
        seen = set(self.interpreter.fonts)
        for page in page_list:
            there = get(page.resources, "Font")
            for key in objects.keys(there)[:200]:
                identity = objects.identity(get(there, key))
                if identity is not None and identity not in seen:
                    seen.add(identity)
                    font = self.interpreter.font(get(there, key))
                    part = Findings(True)
                    self.interpreter.judge.font(font, False, part, "", None)
                    self.findings.take(part, page.number)


def _content(page: Page, findings: Findings) -> bytes:
    parts = []
    for stream in objects.one_or_more(get(page.value, "Contents"), 10_000):
        if not isinstance(stream, pikepdf.Stream):
            continue
        try:
            parts.append(objects.data(stream)[0])
        except TooLargeError:
            fault = "a content stream that is too large to be read"
            findings.add(
                "unchecked", fault, f"at most {objects.MAX_DATA:,} bytes", objects.label(stream), page=page.number
            )
        except DamagedError as error:
            findings.add(
                "syntax",
                f"a content stream of which {error}",
                "a whole stream",
                objects.label(stream),
                page=page.number,
            )
        if sum(map(len, parts)) > objects.MAX_DATA:
            findings.add(
                "unchecked", "more content than is read", f"at most {objects.MAX_DATA:,} bytes", page=page.number
            )
            break
    return b"\n".join(parts)


def _appearance(annotation: Any) -> Any:
    """Return the form that shows an annotation, None where it is hidden or has none."""
    flags = int(objects.number(get(annotation, "F")))
    if flags & 2 or objects.name(get(annotation, "Subtype")) == "Popup":
        return None
    form = get(get(annotation, "AP"), "N")
    if objects.is_dictionary(form) and not isinstance(form, pikepdf.Stream):
        form = get(form, objects.name(get(annotation, "AS")))
    return form if isinstance(form, pikepdf.Stream) else None


def _placed(form: Any, annotation: Any) -> tuple[float, float, float, float, float, float] | None:
    """Return what takes a form's box, moved by its matrix, into the annotation's (ISO 32000-1, 12.5.5)."""
    box, target = _edges(get(form, "BBox")), _edges(get(annotation, "Rect"))
    matrix = objects.numbers(get(form, "Matrix"), 6) or (1, 0, 0, 1, 0, 0)
    if box is None or target is None:
        return None
    a, b, c, d, e, f = matrix
    x0, y0, x1, y1 = around(
        (a * x + c * y + e, b * x + d * y + f)
        for x, y in ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]))
    )
    if x1 <= x0 or y1 <= y0:
        return None
    wide, high = (target[2] - target[0]) / (x1 - x0), (target[3] - target[1]) / (y1 - y0)
    return wide, 0, 0, high, target[0] - x0 * wide, target[1] - y0 * high


def _edges(value: Any) -> Edges | None:
    numbers = objects.numbers(value, 4)
    if not numbers:
        return None
    x0, y0, x1, y1 = numbers
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
