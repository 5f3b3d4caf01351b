"""What a profile prints of a checked game, drawn to be looked at: sheets, a laser's beds, the leaflet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from beeprint import outputs, sheet
from beeprint.base.options import DEFAULT_PROFILES, LaserOptions, Options
from beeprint.base.problems import BuildError, Place
from beeprint.draw import svg
from beeprint.draw.drawing import Drawing, Symbol
from beeprint.draw.fonts import Fonts
from beeprint.files.workspace import Workspace
from beeprint.products import Checked
from beeprint.products.files import slug_of


@dataclass(frozen=True)
class Page:
    """A drawing to look at: its sheet's index among all of its profile, the file and its number there, and its side."""

    index: int
    file: str
    number: int
    side: str
    drawing: Drawing
    pieces: int = 0
    flip: str = ""

    @property
    def key(self) -> str:
        """Return a key that changes with what the page shows."""
        return Symbol.of(self.drawing.marks).key


class Prints:
    """The pages of a checked game by profile, each profile laid out when first asked for."""

    def __init__(self) -> None:
        self._checked: Checked | None = None
        self._pages: dict[tuple[str, str], tuple[Page, ...]] = {}
        self._making = threading.Lock()

    def pages(self, checked: Checked, profile: str) -> tuple[Page, ...]:
        """Return the pages of a profile; BuildError where there is none, or where it cannot take the game's pieces."""
        return self._made(checked, "sheets", profile, _sheets)

    def beds(self, checked: Checked, profile: str) -> tuple[Page, ...]:
        """Return the proofs of a laser's beds; BuildError as for sheets."""
        return self._made(checked, "beds", profile, _beds)

    def _made(
        self, checked: Checked, kind: str, profile: str, make: Callable[[Checked, str], Iterator[Page]]
    ) -> tuple[Page, ...]:
        with self._making:
            if checked is not self._checked:
                self._checked, self._pages = checked, {}
            if (kind, profile) not in self._pages:
                self._pages[kind, profile] = tuple(make(checked, profile))
            return self._pages[kind, profile]


def profiles(place: Workspace) -> list[dict[str, str]]:
    """Return the name, the title and the output of each profile, laser profiles last; without those that are faulty."""
    from beeprint.laser import layers

    found = []
    for name in outputs.names(place):
        try:
            known = outputs.load(place, name, Place(name))
        except BuildError:
            continue
        found.append({"name": name, "title": known.profile.title, "output": known.profile.output})
    found.sort(key=lambda one: one["name"] not in DEFAULT_PROFILES)  # those of a plain build come first
    lasers = [one.removeprefix("laser/") for one in place.names("layouts", [".yaml"]) if one.startswith("laser/")]
    for name in lasers:
        try:
            found.append({"name": name, "title": layers.load(place, name, Place(name)).title, "output": "laser"})
        except BuildError:
            continue
    return found


def _sheets(checked: Checked, profile: str) -> Iterator[Page]:
    """Yield the pages that a profile prints, fronts and backs alternating where paper is printed on both sides."""
    known = outputs.load(checked.game.workspace, profile, Place(profile))
    options = Options(profiles=(profile,))
    product = known.product(checked, Path(profile), options)
    index = 0
    for file, sheets in product.sheets.items():
        for one in sheets:
            words = slug_of(one, Path(file).stem, checked)
            flip = options.flip if one.two_sided else ""
            front = sheet.draw(one, "front", words, checked.fonts)
            yield Page(index, file, one.number, "front", front, len(one.fronts), flip)
            if one.two_sided:
                back = sheet.draw(one, "back", words, checked.fonts)
                yield Page(index, file, one.number, "back", back, len(one.backs), flip)
            index += 1


def _beds(checked: Checked, profile: str) -> Iterator[Page]:
    from beeprint.laser import layers
    from beeprint.laser.proof import proof
    from beeprint.products import cutting

    known = layers.load(checked.game.workspace, profile, Place(profile))
    product = cutting.product(checked, known, Path(profile), LaserOptions(profiles=(profile,)))
    for index, (file, bed) in enumerate(product.beds.items()):
        drawing = proof(bed, known, checked.fonts, file)
        yield Page(index, file, bed.number, bed.side, drawing, len(bed.placed))


def leaflet(checked: Checked) -> list[Page]:
    """Return the pages of the leaflet."""
    pages = checked.leaflet.pages if checked.leaflet else ()
    return [Page(index, "leaflet", index + 1, "front", drawing) for index, drawing in enumerate(pages)]


def drawn(drawing: Drawing, fonts: Fonts) -> bytes:
    """Return a drawing as an SVG file."""
    return svg.write(drawing, fonts).encode()
