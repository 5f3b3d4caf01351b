"""Write the layout of a face from what another program draws on it, as far as the deck's columns and files allow."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.drawing.text.markup import escaped
from beeprint.sources.fonts import FontFolder, font_key, metric_compatible
from beeprint.sources.names import is_safe, slug
from beeprint.starter import letters
from beeprint.starter.deck_of_table import DeckOfTable, Guess
from beeprint.starter.folder import Folder, name_few
from beeprint.starter.looks import DEFAULT, LOOKS
from beeprint.starter.ruby_values import snake_case
from beeprint.starter.sketch import MM_PER_POINT, Box, Column, Font, Mark, Parts, Sketch, colour, named_lines

#: The size in points of a text that does not have one, and the one down to which texts shrink, which is smaller than in
#: games that beeprint lays out itself: other programs cut off what does not fit, or let it run over the card.
_POINTS, LEAST = 12.0, 5.0
#: How far texts stay inside the trim at least, wherever their boxes are, and the least height of a line, in em.
_MARGIN, _LINE = 1.0, 1.3
#: Families that stand in for those by which Pango, browsers and Windows mean any font of a kind.
_GENERIC = {
    **dict.fromkeys(("serif", "times", "times new roman", "georgia", "garamond", "palatino"), "source-serif"),
    **dict.fromkeys(("sans", "sans-serif", "system-ui", "source sans pro"), "source-sans"),
    "bitstream vera sans": "vera",
}
_CUT_GUIDE = "it shows where cards are cut"
#: How many cells are named in a note.
_CELLS = 3
#: The most values of a column that have a colour each.
_MANY_CASES = 40
#: Drawings that vendors of cards and programs give out to be laid over a card while it is designed.
_GUIDE = re.compile(
    r"(?:^|[-_ ])(?:proof|cut|trim|bleed|safe|safe[-_ ]?zone)[-_ ]?(?:overlay|guides?|lines?|template)", re.I
)
_ENDING = re.compile(r"\.(?:png|jpe?g|svg|webp|gif|bmp|tiff?)$", re.IGNORECASE)


class Face(Struct):
    """A face as it is written: the lines of its slots, inks by their colours, files to copy, and what is left out."""

    lines: list[str] = field(default_factory=list)
    inks: dict[str, str] = field(default_factory=dict)  # colours by the names of their inks
    notes: list[str] = field(default_factory=list)
    margin: float = 3.0
    shown: set[str] = field(default_factory=set)  # names of columns
    pictures: dict[str, str] = field(default_factory=dict)  # files of the project, by their names in art/
    fonts: dict[str, str] = field(default_factory=dict)  # files of the project, by their names in fonts/
    frame: str = ""  # the value of `frame:`
    drawings: dict[str, str] = field(default_factory=dict)  # SVG, by its name in art/

    def ink(self, value: str, otherwise: str) -> str:
        """Return the name of the ink of a colour."""
        if not value:
            return otherwise
        known = next((name for name, ink in LOOKS[DEFAULT].inks.items() if ink.lower() == value), "")
        if not known:
            known = f"x{value[1:]}"
            self.inks[known] = value
        return known


class _Typeface(NamedTuple):
    """A family of a layout and its style."""

    family: str
    weight: str


def face(sketch: Sketch, deck: DeckOfTable, folder: Folder) -> Face:
    """Return the face of a deck; its lines are empty where the sketch shows no column of it."""
    writer = _Writer(sketch, deck, folder)
    for mark in sketch.marks:
        writer.write(_as_line(mark) if (mark.kind, mark.shape) == ("shape", "line") else mark)
    made = writer.face
    if sketch.frame:
        raster = ", raster: 600dpi" if sketch.frame_raster else ""
        made.frame = f"{{art: {sketch.frame}, page: {sketch.frame_page}{raster}}}"
    elif not made.shown:
        made.lines.clear()  # what the project does with its cards is not understood
    made.notes += writer.closing()
    return made


class _Writer:
    """Writes the slots of a face one after the other."""

    def __init__(self, sketch: Sketch, deck: DeckOfTable, folder: Folder) -> None:
        self.sketch, self.deck, self.folder = sketch, deck, folder
        self.face = Face()
        self.size = sketch.size or (63.0, 88.0, 3.0)
        self.names: set[str] = {"ground"}
        self.lost: dict[tuple[str, str], list[int]] = {}
        self.computed: dict[str, list[int]] = {}
        self.stand_ins: dict[str, str] = {}
        self.small: dict[float, list[int]] = {}
        self.long: dict[str, list[str]] = {}  # cells by the names of their slots
        if not sketch.frame:
            fill = self.face.ink(sketch.ground or "#ffffff", "")
            self.face.lines.append(
                f"  ground: {{kind: shape, shape: outline, grow: {self.size[2] or 3:g}, fill: {fill}}}"
            )

    def closing(self) -> Iterator[str]:
        """Yield what is left out, what is computed and which fonts stand in for others."""
        for (what, why), lines in self.lost.items():
            yield f"  {self.sketch.file}: left out: {what}{_in_lines(lines)}: {why}"
        for head, lines in self.computed.items():
            where = f"  {self.sketch.file}{_in_lines(lines)}"
            yield f"{where}: {head} is printed as its cells are, without what is computed"
        for points, lines in self.small.items():
            where = f"  {self.sketch.file}{_in_lines(lines)}"
            yield f"{where}: text of {points:g} pt is set at {LEAST:g} pt, the smallest that is printed"
        for name, cells in self.long.items():
            yield (
                f"  slot {name}: {name_few(cells, _CELLS)} may be too long for its box at {LEAST:g} pt: "
                "shorten the text, enlarge the box, or cut what is too much with overflow: clip"
            )
        for family, key in self.stand_ins.items():
            yield f"  {family} is not in the project: {key} stands in for it (a font file in fonts/ changes that)"

    def write(self, mark: Mark) -> None:
        """Write the slot of a mark, or note why there is none."""
        columns = {part: self._column(part) for part in mark.parts if isinstance(part, Column)}
        columns |= {column: self._column(column) for column, _ in mark.when}
        unknown = [column.head for column, guess in columns.items() if guess is None]
        if unknown:
            self._lose(mark, f"the table has no column {', '.join(unknown)} that cards use")
            return
        known = {column: guess for column, guess in columns.items() if guess is not None}
        keys = {"text": self._text, "picture": self._picture, "shape": self._shape}[mark.kind](mark, known)
        if not keys:
            return
        when = self._when(mark, known)
        turn = f", rotate: {round(mark.turn, 2):g}" if mark.turn else ""
        name = self._name(mark)
        self.face.lines.append(f"  {name}: {{{keys}{turn}{self._choice(mark)}{when}}}")
        self._measure(mark, name, known)
        self.face.shown |= {known[part].name for part in mark.parts if isinstance(part, Column)}
        if mark.computed:
            heads = ", ".join(dict.fromkeys(known[part].head for part in mark.parts if isinstance(part, Column)))
            self.computed.setdefault(heads, []).append(mark.line)

    def _lose(self, mark: Mark, why: str) -> None:
        if not mark.tentative:
            self.lost.setdefault((mark.name, why), []).append(mark.line)

    def _column(self, column: Column) -> Guess | None:
        """Return the deck's column that a project means."""
        head = head_of(column, [guess.head for guess in self.deck.columns])
        return next((guess for guess in self.deck.columns if guess.head == head), None)

    def _name(self, mark: Mark) -> str:
        stem = slug(mark.name).lower().replace(".", "-").strip("-") or mark.kind
        name = next(name for name in (stem, *(f"{stem}-{n}" for n in range(2, 10_000))) if name not in self.names)
        self.names.add(name)
        return name

    def _words(self, parts: Parts, known: Mapping[Column, Guess]) -> str:
        """Return the text of a slot that prints parts."""
        return "".join(f"{{{known[part].name}}}" if isinstance(part, Column) else _literal(part) for part in parts)

    def _text(self, mark: Mark, known: Mapping[Column, Guess]) -> str:
        font = mark.font
        points = max(LEAST, font.points or _POINTS)
        if font.points and font.points < LEAST:
            self.small.setdefault(round(font.points, 1), []).append(mark.line)
        area = self._area(mark, _MARGIN, 2.5 * points * MM_PER_POINT)
        if area is None:
            return ""
        self.face.margin = max(0.0, min(self.face.margin, self._inside(area, mark.turn)))
        typeface = self._typeface(font)
        looks = f", weight: {typeface.weight}" if typeface.weight != "regular" else ""
        looks += f", align: {mark.align}" if mark.align else ""
        looks += f", valign: {mark.valign}" if mark.valign else ""
        looks += f", colour: {self.face.ink(mark.colour, 'ink')}"
        text = f'size: {points:.3g}, min: {LEAST:g}, text: "{self._words(mark.parts, known)}"'
        box = self._box(area)
        return f"kind: text, font: {typeface.family}, {text}{box}{looks}"

    def _measure(self, mark: Mark, name: str, known: Mapping[Column, Guess]) -> None:
        """Note the cells that are likely too long for the box of a text in one column, at the least size."""
        area = self._area(mark, _MARGIN, 2.5 * LEAST * MM_PER_POINT)
        if mark.kind != "text" or len(mark.parts) != 1 or not known or area is None or not mark.box.height:
            return
        (head,) = [guess.head for column, guess in known.items() if column == mark.parts[0]] or [""]
        for row, cells in enumerate(self.deck.table.rows if head else ()):
            if letters.height(cells[head], area[2], LEAST) > area[3]:
                self.long.setdefault(name, []).append(self.deck.table.cell(row, head))

    def _box(self, area: tuple[float, float, float, float]) -> str:
        """Return the key of a box, which a mark has from the frame where there is one."""
        return "" if self.sketch.frame else f", box: {_write(area)}"

    def _inside(self, area: tuple[float, float, float, float], turn: float) -> float:
        """Return how far an area that is turned about its middle stays inside the trim, in mm."""
        cosine, sine = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
        across, down = (area[2] * cosine + area[3] * sine) / 2, (area[2] * sine + area[3] * cosine) / 2
        x, y = area[0] + area[2] / 2, area[1] + area[3] / 2
        return min(x - across, y - down, self.size[0] - x - across, self.size[1] - y - down)

    def _typeface(self, font: Font) -> _Typeface:
        """Return the family and style that a layout has for a font: the project's own, a shipped one, or a stand-in."""
        style = "-".join([*(["bold"] if font.bold else []), *(["italic"] if font.italic else [])]) or "regular"
        alike = {name.casefold(): key for name, key in metric_compatible().items()}
        for family in font.families:
            plain = " ".join(family.casefold().split())
            own = next((s for s in (style, "bold" if font.bold else "regular", "regular") if self._own(family, s)), "")
            if own:
                return _Typeface(font_key(family), own)
            key = alike.get(plain) or _GENERIC.get(plain)
            if key:
                return _Typeface(key, style)
        if font.families:
            self.stand_ins[font.families[0]] = "source-sans"
        return _Typeface("source-sans", style)

    def _own(self, family: str, style: str) -> bool:
        """Return whether the project has a font, which is then copied."""
        fonts: FontFolder = self.folder.fonts
        file = fonts.find(font_key(family), style)
        if file is None:
            return False
        self.face.fonts[file.path.name] = file.path.relative_to(self.folder.home).as_posix()
        return True

    def _shape(self, mark: Mark, known: Mapping[Column, Guess]) -> str:
        area = self._area(mark, -self.size[2], None)
        if area is None:
            return ""
        if mark.shape == "rectangle" and not mark.fill and not mark.by and min(area[:2]) < 0.5 and self._reaches(area):
            self._lose(mark, _CUT_GUIDE)
            return ""
        looks = "" if mark.shape == "line" else f", fill: {self.face.ink(mark.fill, 'none')}"
        looks += f", stroke: {self.face.ink(mark.stroke, 'none')}"
        looks += f", width: {mark.stroke_width:.3g}" if mark.stroke and mark.stroke_width else ""
        corner = f", corner: {min(mark.corner, area[2] / 2, area[3] / 2):.4g}" if mark.corner else ""
        return f"kind: shape, shape: {mark.shape}, box: {_write(area)}{looks}{corner}"

    def _picture(self, mark: Mark, known: Mapping[Column, Guess]) -> str:
        area = self._area(mark, -self.size[2], None)
        if area is None:
            return ""
        parts = list(mark.parts)
        if isinstance(parts[0], str) and isinstance(parts[-1], Column | str) and len(parts) > 1:
            parts[0] = re.split(r"[/\\]", parts[0])[-1]
        if isinstance(parts[-1], str):
            parts[-1] = _ENDING.sub("", re.split(r"[/\\]", parts[-1])[-1] if len(parts) == 1 else parts[-1])
        name = "".join(f"{{{known[p].name}}}" if isinstance(p, Column) else _brace(p) for p in parts)
        if not known and _GUIDE.search(name) and self._reaches(area):
            self._lose(mark, _CUT_GUIDE)
            return ""
        missing = self._copy(mark, parts, known)
        if missing is None:
            return ""
        fit = f", fit: {mark.fit}" if mark.fit != "contain" else ""
        opacity = f", opacity: {mark.opacity:.3g}" if mark.opacity < 1 else ""
        return f'kind: picture, art: "pictures/{name}"{self._box(area)}{fit}{opacity}'

    def _copy(self, mark: Mark, parts: list[str | Column], known: Mapping[Column, Guess]) -> int | None:
        """Note the files to copy for a picture; return how many are missing, None if all are."""
        missing, copied = set[str](), 0
        for row in self.deck.table.rows:
            cells = {column: row[guess.head].strip() for column, guess in known.items()}
            if cells and not all(cells[part] for part in mark.parts if isinstance(part, Column)):
                continue
            file = self.folder.picture(
                "".join(cells.get(p, "") if isinstance(p, Column) else p for p in mark.parts), self.sketch.file
            )
            name = "".join(cells.get(p, "") if isinstance(p, Column) else p for p in parts)
            ending = PurePosixPath(file).suffix.lower()
            name = name if ending and name.lower().endswith(ending) else f"{name}{ending}"
            if file and is_safe(name):
                self.face.pictures[f"pictures/{name}"] = file
                copied += 1
            else:
                missing.add(name)
        if not copied:
            self._lose(mark, f"its picture is not in the folder: {', '.join(sorted(missing)[:3]) or 'none is named'}")
            return None
        return len(missing)

    def _choice(self, mark: Mark) -> str:
        """Return the colours of a mark that depend on a column."""
        if mark.by is None:
            return ""
        key, column = mark.by
        guess = self._column(column)
        values = dict.fromkeys(row[guess.head].strip() for row in self.deck.table.rows) if guess else {}
        known = {value: colour(mark.cases.get(value, "" if mark.cases else value)) for value in values if value}
        if guess is None or len(known) > _MANY_CASES or not any(known.values()):
            self._lose(mark, f"its {key}, which is not clear from the column {column.head}")
            return ""
        cases = ", ".join(
            f'"{_quote(value)}": {{{key}: {self.face.ink(entry, "")}}}' for value, entry in known.items() if entry
        )
        return f', choose: {{by: "{{{guess.name}}}", {cases}, else: {{}}}}'

    def _when(self, mark: Mark, known: Mapping[Column, Guess]) -> str:
        """Return the conditions of a mark: its own, and for a mark of one column that the cell holds anything."""
        tests: dict[str, list[str]] = {}
        for column, value in mark.when:
            tests.setdefault(known[column].name, []).extend(self._test(known[column], value))
        drawn = [known[part] for part in mark.parts if isinstance(part, Column)]
        if len(mark.parts) == 1 or mark.kind == "picture":
            for guess in drawn:
                if guess.optional:
                    tests.setdefault(guess.name, ["not-empty"])
        listed = {name: values[0] if len(values) == 1 else f"[{', '.join(values)}]" for name, values in tests.items()}
        words = ", ".join(f"{name}: {values}" for name, values in listed.items())
        return f", when: {{{words}}}" if words else ""

    def _test(self, column: Guess, value: str) -> list[str]:
        """Return the values that a cell may have: one, or all that the table has but one."""
        if value in ("", "\0"):
            return ["not-empty"]
        if not value.startswith("\0"):
            return [f'"{_quote(value)}"']
        cells = dict.fromkeys(row[column.head].strip() for row in self.deck.table.rows)
        return [f'"{_quote(cell)}"' if cell else "empty" for cell in cells if cell != value[1:]]

    def _area(self, mark: Mark, edge: float, tall: float | None) -> tuple[float, float, float, float] | None:
        """Return the part of a box on the card, from `edge`, `tall` where it has no height; None for none."""
        width, height, _ = self.size
        box = mark.box
        if mark.shape == "line" and mark.kind == "shape":
            return (box.x, box.y, box.width or 0, box.height or 0)
        if self.sketch.frame:
            return (box.x, box.y, box.width or 0, box.height or 0)
        line = (mark.font.points or _POINTS) * MM_PER_POINT * _LINE if mark.kind == "text" else 0
        top, depth = box.y, box.height if box.height else tall
        if depth and depth < line:
            top -= {"middle": 0.5, "bottom": 1}.get(mark.valign, 0) * (line - depth)
            depth = line
        words = mark.kind == "text"
        left, right = _clip(box.x, box.width, edge, width - edge, words and mark.align == "centre")
        upper, lower = _clip(top, depth, edge, height - edge, words and mark.valign == "middle")
        if 0.3 <= lower - upper < line <= height - 2 * edge:  # a line at the foot of the card stays whole
            upper = min(upper, height - edge - line)
            lower = upper + line
        area = (round(left, 2), round(upper, 2), round(right - left, 2), round(lower - upper, 2))
        if min(area[2:]) >= 0.3:
            return area
        self._lose(mark, "it is off the card")
        return None

    def _reaches(self, area: tuple[float, float, float, float]) -> bool:
        """Return whether an area ends where the card does, or beyond."""
        return area[0] + area[2] > self.size[0] - 0.5 and area[1] + area[3] > self.size[1] - 0.5


def head_of(column: Column, heads: Sequence[str]) -> str:
    """Return the head that a project means, whose methods may write it in lower case with underscores; empty if none.

    An exact head goes before one that merely resembles it.
    """
    exact = next((head for head in heads if head.strip() == column.head.strip()), "")
    plain = _plain(column.head)
    return exact or next((head for head in heads if plain in (_plain(head), _plain(snake_case(head)))), "")


def _as_line(mark: Mark) -> Mark:
    """Return a line in a box whose sides are not negative.

    A line of a layout runs from the top left of its box to the bottom right: one that rises is a level line, turned.
    """
    across, down = mark.box.width or 0.0, mark.box.height or 0.0
    left, top = mark.box.x + min(across, 0), mark.box.y + min(down, 0)
    if across * down >= 0:
        return replace(mark, box=Box(left, top, abs(across), abs(down)))
    length = math.hypot(across, down)
    box = Box(left + (abs(across) - length) / 2, top + abs(down) / 2, length, 0)
    return replace(mark, box=box, turn=-math.degrees(math.atan2(abs(down), abs(across))))


def _clip(start: float, length: float | None, low: float, high: float, centred: bool) -> tuple[float, float]:
    """Return the part of a span between two bounds, to one of which it extends without a length.

    A span whose words are `centred` keeps its middle, so that they stay where they are.
    """
    end = start + length if length else high
    middle = (start + end) / 2
    if centred and length and low < middle < high:
        half = min((end - start) / 2, middle - low, high - middle)
        return middle - half, middle + half
    return max(start, low), min(end, high)


def _in_lines(lines: list[int]) -> str:
    return f" in {named_lines(lines)}" if any(lines) else ""


def _plain(head: str) -> str:
    return re.sub(r"[\s_-]+", " ", head).strip().casefold()


def _write(area: tuple[float, float, float, float]) -> str:
    return f"[{', '.join(f'{round(value, 2):g}' for value in area)}]"


def _brace(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _literal(text: str) -> str:
    """Return a text for a slot, in YAML's quotes, that prints these words and nothing else."""
    return _quote(_brace("\n".join(escaped(line) for line in text.split("\n"))))


def _quote(text: str) -> str:
    written = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return re.sub(r"[\x00-\x1f\x7f]", " ", written)
