"""Set texts with the icons and inks that their markup names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place, Problem, otherwise
from beeprint.drawing import svg
from beeprint.drawing import text as setting
from beeprint.drawing.drawing import Mark, Solid, group
from beeprint.drawing.text import BOX, Block, Breadth, Style, box_mark
from beeprint.face.layout.art import placed
from beeprint.face.layout.face import LayoutContext
from beeprint.face.layout.holes import PICTURES
from beeprint.face.layout.stand_ins import stand_in
from beeprint.face.picture import MissingError, Picture


class Inline(Struct):
    """One text to set: `blame` locates an icon's name and describes that place in messages, once there is an icon.

    Icons are drawn in the colour of the words round them, `tint` by default. `icon_tint` replaces `tint` in icons, None
    if it does not. `blamed`, `proportions` and `inks` cache lookups: where an icon's name is; its breadth for a height
    of 1; an ink's paint, None where the name is unknown.
    `hole` notes an icon that a draft lacks. `text` is the one that was set last.
    """

    context: LayoutContext
    tint: Colour
    blame: Callable[[str], tuple[Place, str]]
    hole: Callable[[str, Problem], bool] = lambda kind, problem: False
    icon_tint: Colour | None = None
    text: str = ""
    missing: set[str] = field(default_factory=set)
    blamed: dict[str, tuple[Place, str]] = field(default_factory=dict)
    breadths: dict[str, Breadth] = field(default_factory=dict)
    inks: dict[str, Solid | None] = field(default_factory=dict)

    @property
    def unknown(self) -> list[str]:
        """Return the inks that the text names but the game lacks."""
        return [name for name, ink in self.inks.items() if ink is None]

    def compose(self, text: str, style: Style, box: Rect) -> Block:
        """Set the text into a box; BuildError for a missing icon."""
        self.text = text
        fonts, boxed = self.context.fonts, self.context.draft
        return setting.compose(fonts, text, style, box, self.breadth, self.ink, boxed)

    def marks(self, block: Block) -> Iterator[Mark]:
        """Yield the runs of a text, its glyphs in colours, and its icons."""
        yield from block.runs
        yield from (mark for _, mark in block.pictures)
        yield from self.icons(block)

    def icons(self, block: Block) -> Iterator[Mark]:
        """Yield the icons of a text."""
        for name, box, paint in block.icons:
            if name.startswith(BOX):
                yield box_mark(box)
                continue
            tint = self.icon_tint if self.icon_tint and paint.colour == self.tint else paint.colour
            icon = self._icon(name, tint)
            yield placed(icon, box) if icon else group(stand_in(name, name, name, box, self.context.fonts))

    def _icon(self, name: str, tint: Colour) -> Picture | None:
        """Return an icon; None for one that a draft lacks, which is noted once."""
        if name not in self.blamed:
            self.blamed[name] = self.blame(name)
        try:
            return self.context.pictures.get(f"icons/{name}", tint, *self.blamed[name])
        except MissingError as error:
            problem = error.problem
            if f":{name}:" in self.text:
                problem = replace(problem, hint=otherwise(problem.hint, f"write \\:{name}: to print the colons"))
            if not self.context.draft:
                raise MissingError(replace(problem, hole=PICTURES)) from error
            if name not in self.missing:
                self.missing.add(name)
                self.hole(PICTURES, problem)
            return None
        except BuildError as error:
            raise svg.in_text(error) from error

    def breadth(self, name: str) -> Breadth:
        """Return an icon's breadth for a height of 1; BuildError where there is no such icon."""
        if name not in self.breadths:
            icon = self._icon(name, self.tint)
            self.breadths[name] = _breadth(icon) if icon else Breadth(1.0)
        return self.breadths[name]

    def ink(self, name: str) -> Solid | None:
        """Return the paint of an ink's name or `#rrggbb`, None where there is none."""
        ink_colour = self.context.game.palette.get(name) or parse(name)
        return self.inks.setdefault(name, None if ink_colour is None else Solid(ink_colour))


def _breadth(icon: Picture) -> Breadth:
    """Return the breadth of a picture for a height of 1; pixels count as ink, whether they show anything or not."""
    box, reach = icon.box, icon.symbol.reach
    ink = box if reach is None else box.intersection(reach)
    ink = ink if ink.width else box
    return Breadth(box.width, ink.x - box.x, box.right - ink.right).scaled(1 / box.height)
