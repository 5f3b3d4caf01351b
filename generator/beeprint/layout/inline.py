"""Texts with what their markup names: icons on the line, words in ink."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from beeprint import text as setting
from beeprint.colour import Colour, parse
from beeprint.drawing import Mark, Solid
from beeprint.geometry import Rect
from beeprint.layout.face import Studio
from beeprint.layout.figures import placed
from beeprint.picture import Picture
from beeprint.problems import Place
from beeprint.text import Block, Style


@dataclass
class Inline:
    """One text to set: `place` says where it names an icon, `where` how to tell a person; `unknown` are its lost inks.

    Icons are drawn in the colour of the words round them, `tint` where nothing else is said.
    """

    studio: Studio
    tint: Colour
    place: Callable[[str], Place]
    where: str = ""
    unknown: dict[str, None] = field(default_factory=dict)

    def compose(self, text: str, style: Style, box: Rect) -> Block:
        """Return the text set into a box; BuildError for an icon that is not there."""
        return setting.compose(self.studio.fonts, text, style, box, self._proportion, self._ink)

    def marks(self, block: Block) -> Iterator[Mark]:
        """Yield the runs of a text and then its icons."""
        yield from block.runs
        for name, box, paint in block.icons:
            yield placed(self._icon(name, paint.colour), box)

    def _icon(self, name: str, tint: Colour) -> Picture:
        return self.studio.pictures.get(f"icons/{name}", tint, self.place(name), self.where)

    def _proportion(self, name: str) -> float:
        box = self._icon(name, self.tint).box
        return box.width / box.height

    def _ink(self, name: str) -> Solid | None:
        found = self.studio.game.palette.get(name) or parse(name)
        if found is None:
            self.unknown[name] = None
        return None if found is None else Solid(found)
