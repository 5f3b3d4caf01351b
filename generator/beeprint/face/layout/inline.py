"""Set texts with the icons and inks that their markup names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import Rect
from beeprint.base.problems import Place
from beeprint.draw import text as setting
from beeprint.draw.drawing import Mark, Solid
from beeprint.draw.text import Block, Style
from beeprint.face.layout.art import placed
from beeprint.face.layout.face import LayoutContext
from beeprint.face.picture import Picture


@dataclass
class Inline:
    """One text to set: `place` locates an icon's name, `where` describes that place in messages.

    Icons are drawn in the colour of the words round them, `tint` by default. `proportions` and `inks` cache lookups: an
    icon's width divided by its height; an ink's paint, None where the name is unknown.
    """

    context: LayoutContext
    tint: Colour
    place: Callable[[str], Place]
    where: str = ""
    proportions: dict[str, float] = field(default_factory=dict)
    inks: dict[str, Solid | None] = field(default_factory=dict)

    @property
    def unknown(self) -> list[str]:
        """Return the inks that the text names but the game lacks."""
        return [name for name, ink in self.inks.items() if ink is None]

    def compose(self, text: str, style: Style, box: Rect) -> Block:
        """Set the text into a box; BuildError for a missing icon."""
        return setting.compose(self.context.fonts, text, style, box, self.proportion, self.ink)

    def marks(self, block: Block) -> Iterator[Mark]:
        """Yield the runs of a text and then its icons."""
        yield from block.runs
        for name, box, paint in block.icons:
            yield placed(self._icon(name, paint.colour), box)

    def _icon(self, name: str, tint: Colour) -> Picture:
        return self.context.pictures.get(f"icons/{name}", tint, self.place(name), self.where)

    def proportion(self, name: str) -> float:
        """Return an icon's width for a height of 1; BuildError where there is no such icon."""
        box = self._icon(name, self.tint).box
        return self.proportions.setdefault(name, box.width / box.height)

    def ink(self, name: str) -> Solid | None:
        """Return the paint of an ink's name or `#rrggbb`, None where there is none."""
        found = self.context.game.palette.get(name) or parse(name)
        return self.inks.setdefault(name, None if found is None else Solid(found))
