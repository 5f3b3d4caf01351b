"""What a profile prints of a checked game, drawn to be looked at: sheets, a laser's beds, the leaflet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from beeprint import outputs, sheet
from beeprint.base import geometry
from beeprint.base.options import DEFAULT_PROFILES, LaserOptions, Options
from beeprint.base.printer import Flip, Printer
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Symbol
from beeprint.drawing.fonts import Fonts
from beeprint.outputs.shared import Checked, Product
from beeprint.outputs.shared.files import slug_of
from beeprint.press.inks import Inks
from beeprint.sources.workspace import Workspace

#: The decks that are printed; none means all of them.
Decks = tuple[str, ...]


class Asked(NamedTuple):
    """What is printed: a profile, the decks of it, and the printer that sheets are corrected for."""

    profile: str
    only: Decks = ()
    printer: Printer | None = None


_FAULTY = "cannot be used: its file has errors"


class Page(Struct, frozen=True, dict=True):
    """A drawing to look at: the index of its sheet among all of its profile, the file and its number there, its side.

    `what` is printed there: a sheet, a bed, or a page or picture of one piece. `cut` is the path of its cuts in mm, as
    far as they are not drawn; `flip` the edge on which the paper is turned; `inks` are what a press prints it with.
    """

    index: int
    file: str
    number: int
    side: str
    drawing: Drawing
    pieces: int = 0
    flip: str = ""
    what: Literal["sheet", "bed", "page", "picture"] = "sheet"
    cut: geometry.Path = ()
    inks: Inks | None = None

    @cached_property
    def key(self) -> str:
        """Return a key that changes with what the page shows."""
        shown = Symbol.of(self.drawing.marks).key
        return shown if self.inks is None else f"{shown}-{self.inks.key}"


class Prints:
    """The pages of a checked game by profile, each profile laid out when first asked for."""

    def __init__(self) -> None:
        self._checked: Checked | None = None
        self._pages: dict[tuple[str, Asked], tuple[Page, ...]] = {}
        self._making = threading.Lock()

    def pages(self, checked: Checked, asked: Asked) -> tuple[Page, ...]:
        """Return the pages of a profile; BuildError where there is none, or where it cannot take the game's pieces."""
        return self._made(checked, "sheets", asked, _sheets)

    def beds(self, checked: Checked, asked: Asked) -> tuple[Page, ...]:
        """Return the proofs of a laser's beds; BuildError as for sheets."""
        return self._made(checked, "beds", asked, _beds)

    def _made(
        self, checked: Checked, kind: str, asked: Asked, make: Callable[[Checked, Asked], Iterator[Page]]
    ) -> tuple[Page, ...]:
        with self._making:
            if checked is not self._checked:
                self._checked, self._pages = checked, {}
            if (kind, asked) not in self._pages:
                self._pages[kind, asked] = tuple(make(checked, asked))
            return self._pages[kind, asked]


def profiles(place: Workspace) -> list[dict[str, Any]]:
    """Return the name, title and output of each profile, and whether its sheets are corrected for a printer.

    Laser profiles come last; there is no output where a profile is faulty.
    """
    from beeprint.laser import layers

    listed: list[dict[str, Any]] = []
    for name in outputs.names(place):
        try:
            known = outputs.load(place, name, Place(name))
            title, output = known.profile.title, known.profile.output
            listed.append({"name": name, "title": title, "output": output, "printer": "printer" in known.output.uses})
        except BuildError:
            listed.append({"name": name, "title": _FAULTY, "output": "", "printer": False})
    listed.sort(key=lambda item: item["name"] not in DEFAULT_PROFILES)  # those of a plain build come first
    lasers = [file.removeprefix("laser/") for file in place.names("layouts", [".yaml"]) if file.startswith("laser/")]
    for name in lasers:
        try:
            title = layers.load(place, name, Place(name)).title
        except BuildError:
            title = _FAULTY
        listed.append({"name": name, "title": title, "output": "laser", "printer": True})
    return listed


def _sheets(checked: Checked, asked: Asked) -> Iterator[Page]:
    """Yield the pages that a profile prints, fronts and backs alternating where paper is printed on both sides."""
    profile, only, printer = asked
    known = outputs.load(checked.game.workspace, profile, Place(profile))
    options = Options(profiles=(profile,), only=dict.fromkeys(only, ()), printer=printer)
    product = known.product(checked, Path("made", "of", profile), options)
    printer = product.printer
    index = 0
    for file, sheets in product.sheets.items():
        for imposed in sheets:
            flip: Flip | Literal[""] = options.flip if imposed.two_sided else ""
            if imposed.glued:  # turned over from left to right
                flip = "long" if imposed.paper.height >= imposed.paper.width else "short"
            for side in imposed.sides:
                pieces = len(imposed.fronts if side == "front" else imposed.backs)
                words = slug_of(imposed, Path(file).stem, checked, printer, side)
                drawing, cut = (
                    sheet.draw(imposed, side, words, checked.fonts),
                    chain.from_iterable(imposed.cut_lines(side)),
                )
                if printer is not None:
                    printed = "front" if imposed.glued else side
                    drawing, moved = sheet.corrected(drawing, printed, printer, options.flip)
                    cut = chain(geometry.transformed(tuple(cut), moved))
                yield Page(index, file, imposed.number, side, drawing, pieces, flip, cut=tuple(cut))
            index += 1
    yield from _others(product, index)


def _others(product: Product, index: int) -> Iterator[Page]:
    """Yield pages and pictures that are not sheets; those of one leaf have one index, counted on from `index`."""
    leaves: dict[str, int] = {}
    for side in product.sides():
        at = leaves.setdefault(side.leaf, index + len(leaves))
        picture = not side.file.endswith(".pdf")
        # A page is turned over from left to right, whatever its proportions.
        flip = "long" if side.drawing.box.height >= side.drawing.box.width else "short"
        what: Literal["page", "picture"] = "picture" if picture else "page"
        yield Page(
            at,
            side.file,
            side.number,
            side.side,
            side.drawing,
            0,
            flip,
            what,
            side.cut,
            None if picture else product.inks,
        )


def _beds(checked: Checked, asked: Asked) -> Iterator[Page]:
    from beeprint.laser import layers
    from beeprint.laser.proof import proof
    from beeprint.outputs.shared import cutting

    profile, only, printer = asked
    known = layers.load(checked.game.workspace, profile, Place(profile))
    options = LaserOptions(profiles=(profile,), only=dict.fromkeys(only, ()), printer=printer)
    product = cutting.product(checked, known, Path(profile), options)
    for index, (file, bed) in enumerate(product.beds.items()):
        drawing = proof(bed, known, checked.fonts, file)
        yield Page(index, file, bed.number, bed.side, drawing, len(bed.placed), what="bed")


def leaflet(checked: Checked) -> list[Page]:
    """Return the pages of the leaflet."""
    pages = checked.leaflet.pages if checked.leaflet else ()
    return [Page(index, "leaflet", index + 1, "front", drawing) for index, drawing in enumerate(pages)]


def drawn(drawing: Drawing, fonts: Fonts) -> bytes:
    """Return a drawing as an SVG file."""
    return svg.write(drawing, fonts).encode()
