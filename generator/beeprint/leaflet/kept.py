"""Keep typeset texts between builds: most of a leaflet stays the same when a card changes."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect
from beeprint.base.store import Store
from beeprint.drawing.drawing import Mark, Run, Solid, Use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.packing import pack, unpack
from beeprint.drawing.text import Block, Icon, Style
from beeprint.face.layout import Inline


class Kept(Struct):
    """The texts of the leaflet `name`, by their words and style.

    The fonts, icons and inks that a text depends on are kept with it, and compared again before it is used.
    """

    store: Store
    name: str
    fonts: Fonts
    _marks: tuple[Mark, ...] = ()
    _known: dict[str, dict[str, Any]] = field(default_factory=dict)
    _used: dict[str, tuple[Block, dict[str, Any]]] = field(default_factory=dict)
    _changed: bool = False

    def __post_init__(self) -> None:
        data = self.store.get("leaflet", self.name)
        if data is not None:
            self._marks, more = unpack(data)
            self._known = more["texts"]

    def compose(self, inline: Inline, text: str, style: Style, box: Rect) -> Block:
        """Return a text set into a box, from an earlier build or set anew."""
        key = f"{text} {style} {box}{self._several(style)}"
        entry = self._known.get(key)
        inline.text = text  # an icon that is missing now is one of this text, whether it is set anew or not
        if entry is not None and self._holds(entry, inline):
            block = self._block(entry, style, box)
        else:
            block = inline.compose(text, style, box)
            entry, self._changed = _entry(inline), True
        if self.store.keeps and not (block.overflow or block.missing or block.faults or inline.unknown):
            self._used[key] = block, entry
        return block

    def _several(self, style: Style) -> str:
        """Return what a text in several fonts also depends on: the fonts that it has not been set in."""
        chain = self.fonts.chain(style.family, style.weight)
        return "" if len(chain) == 1 else f" {[(key, self.fonts[key].digest) for key in chain]}"

    def _holds(self, entry: dict[str, Any], inline: Inline) -> bool:
        """Return whether everything that a text depends on is unchanged."""
        return (
            all([*inline.breadth(name)] == breadth for name, breadth in entry["icons"].items())
            and all((ink := inline.ink(name)) and list(ink.colour) == colour for name, colour in entry["inks"].items())
            and all(
                self.fonts.knows(name.partition("/")[0]) and self.fonts[name].digest == digest
                for name, digest in entry["fonts"].items()
            )
        )

    def _block(self, entry: dict[str, Any], style: Style, box: Rect) -> Block:
        first, last = entry["runs"]
        runs = tuple(mark for mark in self._marks[first:last] if isinstance(mark, Run))
        icons = tuple(
            Icon(name, Rect(*place), Solid(Colour(*ink), share)) for name, place, ink, share in entry["shown"]
        )
        shown = ((number, self._marks[at]) for number, at in entry.get("pictures", ()))
        pictures = tuple((number, mark) for number, mark in shown if isinstance(mark, Use))
        return Block(runs, icons, box, style.size, entry["lines"], pictures=pictures)

    def save(self) -> None:
        """Save the texts of this build, if they have changed."""
        if not self._changed:
            return
        marks: list[Mark] = []
        texts = {}
        for key, (block, entry) in self._used.items():
            texts[key] = {
                **entry,
                "runs": [len(marks), len(marks) + len(block.runs)],
                "shown": [[icon.name, [*icon.box], [*icon.paint.colour], icon.paint.opacity] for icon in block.icons],
                "lines": block.lines,
                "fonts": {run.font: self.fonts[run.font].digest for run in block.runs},
            }
            marks += block.runs
            texts[key]["pictures"] = [[number, len(marks) + at] for at, (number, _) in enumerate(block.pictures)]
            marks += (mark for _, mark in block.pictures)
        self.store.put("leaflet", pack(marks, texts=texts), self.name)


def _entry(inline: Inline) -> dict[str, Any]:
    return {"icons": inline.breadths, "inks": {name: [*ink.colour] for name, ink in inline.inks.items() if ink}}
