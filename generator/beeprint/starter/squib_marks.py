"""Make the marks of a card from the steps of a Squib script and the boxes of its layouts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.problems import BuildError
from beeprint.sources.nodes import plain_values
from beeprint.starter.folder import Folder
from beeprint.starter.ruby_values import Cells, Chosen, Index, Lost, Rows, Sheet
from beeprint.starter.sketch import Box, Column, Losses, Mark, Parts, Sketch, colour, font

#: The pixels of Squib's cards, if a script does not say otherwise: 2.75 by 3.75 inches at 300 dots per inch, of which
#: an eighth of an inch on each side is cut off; the pixels of a cell.
_WIDTH, _HEIGHT, _DPI, _TRIM, _CELL = 825.0, 1125.0, 300.0, 37.5, 37.5
#: The version since which a point is one at the card's resolution; before, Pango took 96 dots per inch for every card.
_DPI_SINCE, _PANGO_DPI = (0, 14), 96
#: The font of texts that do not name one, in the versions since and before.
_FONTS = ("Arial 12", "Arial 36")
_STROKE = 2.0
_MM = {"in": 25.4, "mm": 1.0, "cm": 10.0, "pt": 25.4 / 72}
_LENGTH = re.compile(r"(-?\d+(?:\.\d*)?|-?\.\d+)\s*(in|mm|cm|pt|px|cells?|c)?")
_CHANGE = re.compile(r"([+*/-])=\s*(.+)")
_SIDES = {"x": 0, "width": 0, "x1": 0, "x2": 0, "y": 1, "height": 1, "y1": 1, "y2": 1}
_COMPUTED = "the script computes it"


def listed(value: object) -> list[object]:
    """Return a value as a list: itself, or with it alone; empty for None."""
    return value if isinstance(value, list) else [] if value is None else [value]


class Step(Struct, frozen=True):
    """A step that draws: its verb, its arguments, its line."""

    verb: str
    named: Mapping[str, object]
    line: int


class Draft:
    """A deck that is being read, from a line of the script."""

    def __init__(self, named: Mapping[str, object], line: int) -> None:
        self.named, self.line = named, line
        self.steps: list[Step] = []
        self.layouts = [name for name in listed(named.get("layout")) if isinstance(name, str)]
        self.trims: list[object] = []
        self.font: object = ""


def version(file: str, folder: Folder) -> tuple[int, int]:
    """Return the version of Squib that Gemfile.lock names; one after all known where there is none."""
    lock = folder.find("Gemfile.lock", file)
    match = re.search(r"^ {4}squib \((\d+)\.(\d+)", folder.text(lock) if lock else "", re.MULTILINE)
    return (int(match[1]), int(match[2])) if match else (999, 0)


class Marks:
    """Makes the marks of a deck from its steps and the boxes of its layouts."""

    def __init__(self, draft: Draft, file: str, folder: Folder, losses: Losses, notes: list[str]) -> None:
        self.draft, self.file, self.folder, self.losses = draft, file, folder, losses
        dots = draft.named.get("dpi")
        self.dpi = float(dots) if isinstance(dots, (int, float)) and dots >= 10 else _DPI
        self.new = version(file, folder) >= _DPI_SINCE
        config = self._yaml(folder.find(str(draft.named.get("config", "config.yml")), file), notes)
        colours = config.get("custom_colors")
        self.colours = {str(key): str(value) for key, value in colours.items()} if isinstance(colours, dict) else {}
        self.images = str(config.get("img_dir", "."))
        cell = config.get("cell_px")
        self.cell = float(cell) if isinstance(cell, (int, float)) else _CELL
        self.entries = self._layouts(notes)
        self.width, self.height, self.bleed = self._size()
        self.deck: Sheet | None = None

    def _yaml(self, file: str, notes: list[str]) -> dict[str, Any]:
        """Read a YAML file as plain values; empty for none, and for one that cannot be read, which is noted."""
        try:
            return plain_values(self.folder.read(file), file) if file else {}
        except (BuildError, OSError) as error:
            notes.append(
                f"left out: {error.problems[0] if isinstance(error, BuildError) else f'{file}: {error.strerror}'}"
            )
            return {}

    def _layouts(self, notes: list[str]) -> dict[str, dict[str, str]]:
        """Return the entries of all layouts with what they inherit."""
        raw: dict[str, Mapping[str, object]] = {}
        for name in dict.fromkeys(self.draft.layouts):
            file = self.folder.find(name, self.file)
            if not file:
                notes.append(f"{self.file}: left out: {name}, which is not in the folder")
            raw |= {key: value for key, value in self._yaml(file, notes).items() if isinstance(value, dict)}
        return {name: _whole(raw, name) for name in raw}

    def _size(self) -> tuple[float, float, float]:
        """Return width, height and bleed in mm: what the script says is trimmed, else what Squib cuts off."""
        own = [self._mm(self.draft.named.get(side)) for side in ("width", "height")]
        full = (own[0] or self._px(_WIDTH), own[1] or self._px(_HEIGHT))
        trims = [trim for value in self.draft.trims if (trim := self._mm(value)) is not None]
        trim = max(trims, default=0.0)
        if not trims and not any(own):
            trim = self._px(_TRIM)
            starts = [self._mm(entry.get(key, "0")) or 0 for entry in self.entries.values() for key in ("x", "y")]
            trim = 0.0 if any(0 < start < trim for start in starts) else trim  # nothing is cut off after all
        return round(full[0] - 2 * trim, 2), round(full[1] - 2 * trim, 2), round(trim, 3)

    def _px(self, pixels: float) -> float:
        return pixels * 25.4 / self.dpi

    def _mm(self, value: object, side: str = "") -> float | None:
        """Return a length with its changes in mm; None for what is none, such as `auto`."""
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._px(float(value))
        if not isinstance(value, str):
            return None
        if value.strip() in ("scale", "auto", "native"):
            return None
        parts = re.split(r" *([+*/]|(?<=[\w ])-) *(?=[\d.])", re.sub(r"(?<=\d)\s+(?=[a-z])", "", value.strip()))
        total = self._length(parts[0], side)
        for sign, part in zip(parts[1::2], parts[2::2], strict=False):
            number, length = _LENGTH.fullmatch(part.strip()), self._length(part, side)
            if total is None or length is None or number is None or (sign == "/" and not float(number[1])):
                return None
            factor = float(number[1])
            total = {"+": total + length, "-": total - length, "*": total * factor}.get(sign, total / (factor or 1))
        return total

    def _length(self, text: str, side: str) -> float | None:
        """Return one length in mm, or a share of the card's side."""
        if side and text in ("deck", "middle", "center"):
            whole = (self.width, self.height)[_SIDES[side]] + 2 * self.bleed
            return whole if text == "deck" else whole / 2
        match = _LENGTH.fullmatch(text.strip())
        if match is None:
            return None
        unit = self._px(self.cell if match[2] and match[2].startswith("c") and match[2] != "cm" else 1)
        length = float(match[1]) * _MM.get(match[2] or "px", unit)
        return length if math.isfinite(length) else None

    def sketch(self, sheet: Sheet) -> Sketch:
        """Return the cards of the deck, which prints a table."""
        self.deck = sheet
        ground, marks = "", []
        for step in self.draft.steps:
            if step.verb == "background":
                ground = self._colour(step.named, "color", step) or ground
                continue
            mark = self._mark(step)
            marks += [mark] if mark is not None else []
        marks += self._like_columns()
        return Sketch(self.file, (self.width, self.height, self.bleed), tuple(marks), ground)

    def _like_columns(self) -> Iterator[Mark]:
        """Yield the boxes that no step names, where a step computes its box: they may show columns of their names."""
        literal = {
            name for step in self.draft.steps for name in listed(step.named.get("layout")) if isinstance(name, str)
        }
        computed = {step.verb: step for step in self.draft.steps if isinstance(step.named.get("layout"), (Lost, Cells))}
        for name in [name for name in self.entries if name not in literal]:
            for verb, step in computed.items():
                mark = self._mark(Step(verb, {"layout": name, **dict.fromkeys(("str", "file"), name)}, step.line))
                if mark is not None and verb in ("text", "png", "svg"):
                    yield replace(mark, parts=(Column(name),), tentative=True)

    def _mark(self, step: Step) -> Mark | None:
        """Return what a step draws; None for what is left out."""
        name = step.named.get("layout", "")
        name = name[0] if isinstance(name, list) and name else name
        if not isinstance(name, str):
            self._drop(step, "which box of the layout it has, the script computes")
            return None
        if name and name not in self.entries:
            self._drop(step, f"its box {name} is in no layout of the folder")
            return None
        entry: dict[str, object] = {**self.entries.get(name, {}), **step.named}
        box = self._line(entry) if step.verb == "line" else self._box(step.verb, entry)
        if box is None:
            self._drop(step, "its box is computed, or off the card")
            return None
        when = self._when(step)
        if when is None:
            self._drop(step, "the script draws it on some cards only")
            return None
        mark = Mark("shape", name or step.verb, box, when=when, line=step.line)
        return self._fill(step, entry, mark)

    def _drop(self, step: Step, why: str) -> None:
        self.losses.add(step.verb, why, step.line)

    def _when(self, step: Step) -> tuple[tuple[Column, str], ...] | None:
        """Return the values that a step asks for; None where its cards are not known."""
        rows = step.named.get("range", "all")
        if rows == "all" or isinstance(rows, Index):
            return ()
        if isinstance(rows, Rows) and isinstance(rows.cells.parts[0], Column):
            return ((rows.cells.parts[0], rows.value),)
        return None

    def _box(self, verb: str, entry: Mapping[str, object]) -> Box | None:
        """Return the box of an entry, from the trim's corner; what is as large as the card has no size in Squib."""
        lengths: list[float | None] = []
        for side in ("x", "y", "width", "height"):
            value = entry.get(side, "0" if side in "xy" else "deck" if verb in ("rect", "ellipse") else "auto")
            known = isinstance(value, (str, int, float))
            length = self._mm(value, side)
            if not known or (length is None and side in "xy"):
                return None
            lengths.append(length)
        x, y, width, height = lengths
        if verb == "circle":
            radius = self._mm(entry.get("radius", 100)) or 0
            x, y, width, height = (x or 0) - radius, (y or 0) - radius, 2 * radius, 2 * radius
        return Box(round((x or 0) - self.bleed, 2), round((y or 0) - self.bleed, 2), width, height)

    def _line(self, entry: Mapping[str, object]) -> Box | None:
        """Return the box of a line, from its one end to the other."""
        defaults = {"x1": 100, "y1": 100, "x2": 150, "y2": 150}
        ends = [self._mm(entry.get(side, start), side) for side, start in defaults.items()]
        known = [end for end in ends if end is not None]
        if len(known) < 4:
            return None
        x1, y1, x2, y2 = known
        return Box(round(x1 - self.bleed, 2), round(y1 - self.bleed, 2), round(x2 - x1, 2), round(y2 - y1, 2))

    def _fill(self, step: Step, entry: Mapping[str, object], mark: Mark) -> Mark | None:
        """Return a mark with its content and its looks."""
        turn = self._turn(entry.get("angle"))
        mark = replace(mark, turn=turn, box=_turned(mark.box, turn))
        if step.verb == "text":
            content = self._parts(step, entry.get("str"))
            return None if content is None else self._text(step, entry, mark, *content)
        if step.verb in ("png", "svg"):
            return self._picture(step, entry, mark)
        fill = "" if step.verb == "line" else self._colour(entry, "fill_color", step)
        width = self._mm(entry.get("stroke_width", _STROKE))
        by = self._by(step, entry, "fill_color", "fill")
        radius = self._mm(entry.get("radius", entry.get("x_radius", 0))) if step.verb == "rect" else 0
        return replace(
            mark,
            shape={"rect": "rectangle", "line": "line"}.get(step.verb, "ellipse"),
            fill=fill,
            stroke=self._colour({"stroke_color": "black", **entry}, "stroke_color", step) if width else "",
            stroke_width=round(width or 0, 3),
            corner=round(radius or 0, 3),
            by=by[0] if by else None,
            cases=by[1] if by else {},
        )

    def _text(self, step: Step, entry: Mapping[str, object], mark: Mark, parts: Parts, computed: bool) -> Mark:
        words = next((str(name) for name in (entry.get("font"), self.draft.font) if isinstance(name, str) and name), "")
        named = font(words or _FONTS[not self.new])
        size = entry.get("font_size")
        if isinstance(size, (str, int, float)) and re.fullmatch(r"\d+(\.\d+)?", str(size)):
            named = named._replace(points=float(size))
        elif isinstance(size, (list, Lost, Cells)):
            self.losses.add("font_size", _COMPUTED, step.line)
        if not self.new:
            named = named._replace(points=named.points * _PANGO_DPI / self.dpi)
        align = {"left": "left", "right": "right", "center": "centre"}.get(str(entry.get("align", "")).lower(), "")
        by = self._by(step, entry, "color", "colour")
        return replace(
            mark,
            kind="text",
            parts=parts,
            computed=computed,
            font=named,
            align="justify" if entry.get("justify") is True else align,
            valign={"middle": "middle", "bottom": "bottom"}.get(str(entry.get("valign", "")).lower(), ""),
            colour=self._colour({"color": "black", **entry}, "color", step) or "#000000",
            by=by[0] if by else None,
            cases=by[1] if by else {},
        )

    def _picture(self, step: Step, entry: Mapping[str, object], mark: Mark) -> Mark | None:
        if "data" in step.named:
            self._drop(step, "the script computes the drawing")
            return None
        content = self._parts(step, entry.get("file"))
        if content is None:
            return None
        parts, computed = content
        prefix = f"{self.images}/" if self.images != "." else ""
        sized = mark.box.width is not None and mark.box.height is not None
        scaled = entry.get("width") in ("scale",) or entry.get("height") in ("scale",)
        alpha = entry.get("alpha", 1)
        opacity = min(1.0, max(0.0, float(alpha))) if isinstance(alpha, (int, float)) else 1.0
        fit = "stretch" if sized and not scaled else "contain"
        if computed:
            self._drop(step, _COMPUTED)
            return None
        return replace(mark, kind="picture", parts=(prefix, *parts) if prefix else parts, fit=fit, opacity=opacity)

    def _parts(self, step: Step, value: object) -> tuple[Parts, bool] | None:
        """Return the parts of a text or of a file's name, and whether more is done with them; None for what is lost."""
        if isinstance(value, Lost) and len(value.cells) == 1:
            value = Cells(value.cells[0].parts, value.cells[0].tables, True)
        if isinstance(value, list) and value and all(part == value[0] for part in value):
            value = value[0]
        if isinstance(value, (str, int, float)) and value is not True and str(value).strip():
            return (str(value),), False
        if isinstance(value, Cells) and set(value.tables) <= {self.deck}:
            return value.parts, value.computed
        if value is None or value == "":
            self._drop(step, "it says nothing")
            return None
        self._drop(step, "it is from another table" if isinstance(value, Cells) else _COMPUTED)
        return None

    def _colour(self, entry: Mapping[str, object], key: str, step: Step) -> str:
        """Return a colour as `#rrggbb`; empty for none, and for one that depends on the card."""
        value = entry.get(key, "")
        if isinstance(value, str):
            known = colour(self.colours.get(value.lstrip(":"), value))
            if known is None:
                self.losses.add(key, f"{value} is no plain colour", step.line)
            return known or ""
        if not isinstance(value, (Cells, Chosen)):
            self.losses.add(key, _COMPUTED, step.line)
        return ""

    def _by(
        self, step: Step, entry: Mapping[str, object], key: str, target: str
    ) -> tuple[tuple[str, Column], dict[str, str]] | None:
        """Return the column on which a colour depends, with the colours by its values where the script has them."""
        value = entry.get(key)
        cells = value.cells if isinstance(value, Chosen) else value
        if not isinstance(cells, Cells) or len(cells.parts) != 1 or cells.computed:
            if isinstance(cells, Cells):
                self.losses.add(key, _COMPUTED, step.line)
            return None
        (column,) = cells.parts
        cases = value.cases.items() if isinstance(value, Chosen) else ()
        known = {str(case): colour(self.colours.get(str(value_name), str(value_name))) for case, value_name in cases}
        return (
            ((target, column), {case: value_name or "" for case, value_name in known.items()})
            if isinstance(column, Column)
            else None
        )

    def _turn(self, angle: object) -> float:
        """Return an angle in degrees clockwise: Squib's are radians, or texts such as `90deg`."""
        match = re.fullmatch(r"(-?\d+(?:\.\d+)?)\s*(deg)?", str(angle or 0))
        return 0.0 if match is None else round(float(match[1]) if match[2] else math.degrees(float(match[1])), 2)


def _turned(box: Box, turn: float) -> Box:
    """Return the box that is turned about its middle where another is turned about its top left corner."""
    if not turn or box.width is None or box.height is None:
        return box
    angle = math.radians(turn)
    right, below = box.width / 2, box.height / 2
    x = box.x + right * math.cos(angle) - below * math.sin(angle) - right
    y = box.y + right * math.sin(angle) + below * math.cos(angle) - below
    return Box(round(x, 2), round(y, 2), box.width, box.height)


def _whole(entries: Mapping[str, Mapping[str, object]], name: str, seen: tuple[str, ...] = ()) -> dict[str, str]:
    """Return an entry of a layout with all that it inherits, its changes (`+= 5`) worked out later: parents first."""
    entry = entries.get(name, {})
    parents = entry.get("extends", ())
    merged: dict[str, str] = {}
    for parent in [parents] if isinstance(parents, str) else parents if isinstance(parents, (list, tuple)) else ():
        if isinstance(parent, str) and parent not in (*seen, name):
            merged |= _whole(entries, parent, (*seen, name))
    for key, value in entry.items():
        if isinstance(value, (str, int, float)) and key != "extends":
            before, change = merged.get(key, "0"), _CHANGE.fullmatch(str(value).strip())
            merged[key] = f"{before} {change[1]} {change[2]}" if change else str(value)
    return merged
