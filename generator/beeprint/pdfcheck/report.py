"""What a check of a PDF has found: faults, each once with its places, and the words and data in which it is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from beeprint.base.words import counted, legible

#: How many places of a fault are kept, how many of a page, and how many the text names.
MAX_PLACES, PAGE_PLACES, SHOWN_PLACES = 400, 8, 3
#: How many different faults are kept.
MAX_FAULTS = 500
#: How many characters of a text of the file are told, and how many inks the text names.
MAX_WORDS, _SHOWN_INKS = 400, 40
_RUNS = 12
Box = tuple[float, float, float, float]


class Spot(Struct, frozen=True):
    """Where a fault is: the page from 1, or 0 for the file as a whole; the object; a box in mm.

    A box is x, y, width and height; x and y count from the left and the top edge of the page as it is shown unturned.
    """

    page: int = 0
    object: str = ""
    box: Box | None = None

    def __str__(self) -> str:
        words = [f"page {self.page}"] if self.page else []
        if self.box is not None:
            x, y, width, height = self.box
            words.append(f"at {x:.1f}, {y:.1f} mm, {width:.1f} x {height:.1f} mm")
        if self.object:
            words.append(self.object)
        return ", ".join(words) or "the file"


class Fault(Struct, frozen=True):
    """A fault, as often as it occurs: what was found, what was expected, what to do, where.

    `places` are the first of each page; `pages` are all on which it occurs, none where it is the file's own.
    """

    rule: str
    severity: str
    found: str
    expected: str
    hint: str
    count: int
    places: tuple[Spot, ...]
    pages: tuple[int, ...]


class Report(Struct, frozen=True):
    """What is known of a file after its structure was checked; `notes` say what could not be known."""

    file: str
    pages: int
    profile: str
    standard: str
    claims: str
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    inks: tuple[str, ...] = ()
    most_ink: float = 0
    lowest_resolution: float = 0
    fonts: tuple[str, ...] = ()

    @property
    def errors(self) -> int:
        """Return how many different errors there are."""
        return sum(fault.severity == "error" for fault in self.faults)

    @property
    def warnings(self) -> int:
        """Return how many different warnings there are."""
        return len(self.faults) - self.errors

    def verdict(self) -> str:
        """Return the line that says whether the file is sound; it is never called certified."""
        if not self.faults:
            return f"no fault found; structure checked as {self.standard}"
        return (
            f"{counted(self.errors, 'error')}, {counted(self.warnings, 'warning')}; "
            f"structure checked as {self.standard}"
        )

    def lines(self, every: bool = False) -> Iterator[str]:
        """Yield the report as text; `every` names all places that are known."""
        claims = f", which says it is {legible(self.claims)}" if self.claims else ""
        yield f"{legible(self.file)}: {counted(self.pages, 'page')}{claims}"
        if self.inks:
            more = f" and {len(self.inks) - _SHOWN_INKS:,} more" if len(self.inks) > _SHOWN_INKS else ""
            yield f"    inks: {', '.join(map(legible, self.inks[:_SHOWN_INKS]))}{more}"
        if self.most_ink:
            yield f"    most ink of what could be measured: {self.most_ink:.0f} %"
        if self.lowest_resolution:
            yield f"    lowest resolution of a picture: {self.lowest_resolution:.0f} dpi"
        for number, fault in enumerate(self.faults, start=1):
            yield from _told(number, fault, MAX_PLACES if every else SHOWN_PLACES)
        for note in self.notes:
            yield f"note: {legible(note)}"
        yield self.verdict()

    def json(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
        return {"checked": "structure", **to_builtins(self)}

    @staticmethod
    def of(data: Mapping[str, Any]) -> Report:
        """Return the report that `json` gave."""
        faults = []
        for one in data["faults"]:
            places = (Spot(at["page"], at["object"], tuple(at["box"]) if at["box"] else None) for at in one["places"])
            faults.append(Fault(**{**one, "places": tuple(places), "pages": tuple(one["pages"])}))
        known = {key: value for key, value in data.items() if key in Report.__struct_fields__}
        lists = {key: tuple(known[key]) for key in ("notes", "inks", "fonts")}
        return Report(**{**known, **lists, "faults": tuple(faults)})


def shortened(text: str) -> str:
    """Return a text of the file, cut where it is longer than a person would write it."""
    return text if len(text) <= MAX_WORDS else f"{text[:MAX_WORDS]}..."


def _told(number: int, fault: Fault, most: int) -> Iterator[str]:
    times = f", {fault.count:,} times" if fault.count > 1 else ""
    on = f", on {in_ranges(fault.pages)}" if len(fault.pages) > 1 else ""
    found = legible(fault.found)
    yield f"{number}. {fault.severity}: {fault.rule}: {found}{times}{on}; expected {legible(fault.expected)}"
    for place in fault.places[:most]:
        if place != Spot():
            yield f"    {legible(str(place))}"
    if len(fault.places) > most:
        yield "    and elsewhere; --all names more places"
    yield f"    hint: {fault.hint}"


def in_ranges(pages: Sequence[int]) -> str:
    """Write numbers of pages: page 3, pages 1-4, 7."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    words = [str(first) if first == last else f"{first}-{last}" for first, last in runs[:_RUNS]]
    more = ", ..." if len(runs) > _RUNS else ""
    return f"page{'s' if len(pages) > 1 else ''} {', '.join(words)}{more}"
