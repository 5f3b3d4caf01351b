"""What a profile prints of a checked game, drawn to be looked at: sheets, beds, the leaflet, soft proofs."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct

from beeprint import outputs
from beeprint.base import geometry
from beeprint.base.options import DEFAULT_PROFILES, LaserOptions, Options
from beeprint.base.printer import Flip, Printer
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Symbol
from beeprint.drawing.fonts import Fonts
from beeprint.game.model import Game
from beeprint.outputs.shared import Checked, Product, Profile
from beeprint.outputs.shared.files import slug_of
from beeprint.outputs.shared.inks import InkKeys, printing
from beeprint.sheet import corrected, draw, printers
from beeprint.sheet import load as load_sheet
from beeprint.sources.workspace import Workspace, shown

if TYPE_CHECKING:
    from beeprint.press.inks import Inks
    from beeprint.press.softproof import SoftProof

#: The decks that are printed; none means all of them.
Decks = tuple[str, ...]


class Selection(NamedTuple):
    """What to print: by which profile, which decks, and for which printer sheets are corrected."""

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
        self._pages: dict[tuple[str, Selection], tuple[Page, ...]] = {}
        self._making = threading.Lock()

    def pages(self, checked: Checked, selection: Selection) -> tuple[Page, ...]:
        """Return the pages of a profile; BuildError where there is none, or where it cannot take the game's pieces."""
        return self._make(checked, "sheets", selection, _sheets)

    def beds(self, checked: Checked, selection: Selection) -> tuple[Page, ...]:
        """Return the proofs of a laser's beds; BuildError as for sheets."""
        return self._make(checked, "beds", selection, _beds)

    def _make(
        self, checked: Checked, kind: str, selection: Selection, make: Callable[[Checked, Selection], Iterator[Page]]
    ) -> tuple[Page, ...]:
        with self._making:
            if checked is not self._checked:
                self._checked, self._pages = checked, {}
            if (kind, selection) not in self._pages:
                self._pages[kind, selection] = tuple(make(checked, selection))
            return self._pages[kind, selection]


def profiles(place: Workspace) -> list[dict[str, Any]]:
    """Return the name, title, output and papers of each profile, and whether its sheets are corrected for a printer.

    Laser profiles come last; there is no output where a profile is faulty.
    """
    from beeprint.laser import layers

    profiles: list[dict[str, Any]] = []
    for name in outputs.names(place):
        try:
            known = outputs.load(place, name, Place(name))
            title, output = known.profile.title, known.profile.output
            entry = {"name": name, "title": title, "output": output, "papers": _papers(place, known.profile)}
            profiles.append({**entry, "printer": "printer" in known.output.uses})
        except BuildError:
            profiles.append({"name": name, "title": _FAULTY, "output": "", "papers": [], "printer": False})
    profiles.sort(key=lambda profile: profile["name"] not in DEFAULT_PROFILES)  # those of a plain build come first
    for file in place.names("layouts", [".yaml"]):
        if file.startswith("laser/"):
            name = file.removeprefix("laser/")
            try:
                title = layers.load(place, name, Place(name)).title
            except BuildError:
                title = _FAULTY
            profiles.append({"name": name, "title": title, "output": "laser", "papers": [], "printer": True})
    return profiles


def _papers(place: Workspace, profile: Profile) -> list[str]:
    """Return the names of the papers that a profile prints sheets on; pages as large as their pieces have none."""
    sheets = (load_sheet(place, name, Place(name)) for name in getattr(profile, "sheets", ()))
    return list(dict.fromkeys(paper.name for spec, paper in sheets if not spec.fits_pieces))


def _sheets(checked: Checked, selection: Selection) -> Iterator[Page]:
    """Yield the pages that a profile prints, fronts and backs alternating where paper is printed on both sides."""
    profile, only, printer = selection
    known = outputs.load(checked.game.workspace, profile, Place(profile))
    options = Options(profiles=(profile,), only=dict.fromkeys(only, ()), printer=printer)
    product = known.product(checked, Path("made", "of", profile), options)
    printer = product.printer
    index = 0
    for file, sheets in product.sheets.items():
        for sheet in sheets:
            flip: Flip | Literal[""] = options.flip if sheet.two_sided else ""
            if sheet.glued:  # turned over from left to right
                flip = "long" if sheet.paper.height >= sheet.paper.width else "short"
            for side in sheet.sides:
                pieces = len(sheet.fronts if side == "front" else sheet.backs)
                words = slug_of(sheet, Path(file).stem, checked, printer, side)
                drawing, cut = draw(sheet, side, words, checked.fonts), chain.from_iterable(sheet.cut_lines(side))
                if printer is not None:
                    printed = "front" if sheet.glued else side
                    drawing, moved = corrected(drawing, printed, printer, options.flip)
                    cut = chain(geometry.transformed(tuple(cut), moved))
                yield Page(index, file, sheet.number, side, drawing, pieces, flip, cut=tuple(cut))
            index += 1
    yield from _others(product, index)


def _others(product: Product, index: int) -> Iterator[Page]:
    """Yield pages and pictures that are not sheets; those of one leaf have one index, counted on from `index`."""
    leaves: dict[str, int] = {}
    for page in product.sides():
        at = leaves.setdefault(page.leaf, index + len(leaves))
        picture = not page.file.endswith(".pdf")
        # A page is turned over from left to right, whatever its proportions.
        flip = "long" if page.drawing.box.height >= page.drawing.box.width else "short"
        what: Literal["page", "picture"] = "picture" if picture else "page"
        inks = None if picture else product.inks
        yield Page(at, page.file, page.number, page.side, page.drawing, 0, flip, what, page.cut, inks)


def _beds(checked: Checked, selection: Selection) -> Iterator[Page]:
    from beeprint.laser import layers
    from beeprint.laser.proof import proof
    from beeprint.outputs.shared import cutting

    profile, only, printer = selection
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


def decks_of(game: Game, names: Iterable[str]) -> Decks:
    """Return the names of decks that a game has; none means all of them."""
    wanted = set(names)
    return tuple(name for name in game.components if name in wanted)


def printer_named(name: str) -> Printer | None:
    """Return a printer of the user's settings, "" as None; BuildError where there is none, or their file is faulty."""
    known = printers.printers() if name else {}
    if name and name not in known:
        raise error_at(Place(shown(printers.file())), printers.unknown(name, known))
    return known.get(name)


def as_svg(drawing: Drawing, fonts: Fonts) -> bytes:
    """Return a drawing as an SVG file."""
    return svg.write(drawing, fonts).encode()


# Faces and pages as presses print them, kept for each way of printing that somebody looks at.


#: How many ways of printing are kept.
_MOST = 4


class Press(NamedTuple):
    """A profile that prints in inks, and what with; two of the same `key` print every face alike."""

    name: str
    title: str
    condition: str
    limit: float
    key: str


class Proofs:
    """Soft proofs of a game's faces, by profile."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._known: dict[str, tuple[Press, Inks]] = {}
        self._proofs: dict[str, SoftProof] = {}
        self._turn = threading.Lock()

    def presses(self, game: Game) -> Iterator[Press]:
        """Yield the profiles that print in inks; those that are faulty are left out."""
        for name in outputs.names(game.workspace):
            with contextlib.suppress(BuildError, LookupError):
                yield self._press(game, name)[0]

    def inks(self, game: Game, profile: str) -> Inks:
        """Return the inks of a profile; LookupError where it prints in none, BuildError where it is faulty."""
        return self._press(game, profile)[1]

    def drawn(self, drawing: Drawing, inks: Inks) -> Drawing:
        """Return a drawing as it is printed."""
        with self._turn:
            from beeprint.press.softproof import SoftProof  # loads slowly, and only whoever sees the print needs it

            proof = self._proofs.pop(inks.key, None) or SoftProof(inks)
            self._proofs[inks.key] = proof  # the last of them was asked for last
            while len(self._proofs) > _MOST:
                del self._proofs[next(iter(self._proofs))]
            return proof.drawing(drawing)

    def _press(self, game: Game, name: str) -> tuple[Press, Inks]:
        with self._turn:
            if game is not self._game:
                self._game, self._known = game, {}
            if name not in self._known:
                known = outputs.load(game.workspace, name, Place(name))
                if not isinstance(known.profile, InkKeys):
                    raise LookupError(name)
                condition, inks = printing(game, known.profile, known.node)
                press = Press(name, known.profile.title, condition.title, inks.limit, inks.key)
                self._known[name] = press, inks
            return self._known[name]
