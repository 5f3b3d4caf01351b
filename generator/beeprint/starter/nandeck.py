"""Read what a nanDECK script says of its cards: tables, size, fonts, texts, pictures and shapes. Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.starter.folder import Folder
from beeprint.starter.sketch import Box, Column, Font, Losses, Mark, Parts, Sketch, colour

_UNITS = {"MM": 1.0, "CM": 10.0, "INCH": 25.4}
#: The sides of a card in mm where the script does not say them; the least and the greatest side that is taken.
_SIZE, _SIDES = (60.0, 90.0), (15, 400)
_BLEED = 3.0
#: A line of a script: a directive or a label in brackets, perhaps with a letter before it, and what is given to it.
_LINE = re.compile(r"\s*+(?:[A-Z](?=\[))?(\[[^\]\n]++\]|[A-Za-z]++)(\[[^\]\n]*+\]|%)?\s*+=\s*+(.*)", re.DOTALL)
_LABEL = re.compile(r"\[([^\[\]\n]+)\]")
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(%?)")
_CONDITION = re.compile(r"\s*\[([^\[\]]+)\]\s*(<>|=)\s*\"?([^\"\[\]&|<>=]*)\"?\s*")
_SCRIPT = re.compile(r"^\s*(?:LINK|CARDSIZE|CARDS)\s*=", re.IGNORECASE | re.MULTILINE)
#: Directives that draw nothing on a card: pages, files, the program itself.
_SILENT = frozenset(
    (
        *("PAGE", "MARGINS", "DPI", "BORDER", "GAP", "ZOOM", "VISUAL", "ENDVISUAL", "RENDER", "BASERANGE", "EDGE"),
        *("LINKSEP", "LINKENCODE", "LINKUNI", "LINKNEW", "LINKTRIM", "LINKFILL", "LINKCOLOR", "LINKSTYLES"),
        *("LINKMULCOPY", "LINKMULDIS", "COMMENT", "CARDS", "DUPLEX", "SAVE", "SAVEPDF", "SAVEPAGE", "SAVEPAGES"),
        *("PRINT", "TAG", "SECTION", "ENDSECTION", "OVERSAMPLE", "BOOKMARK", "DISPLAY", "END", "INPUTTEXT"),
        *("NEXT", "ENDLOOP", "ENDFRAME", "ENDMACRO"),  # of loops in loops
    )
)
_SHAPES = {
    "RECTANGLE": "rectangle",
    "ROUNDRECT": "rectangle",
    "ELLIPSE": "ellipse",
    "CIRCLE": "ellipse",
    "LINE": "line",
}
#: Directives that begin a part whose lines may be drawn often or never, and those that end it.
_LOOPS = {"LOOP": "ENDLOOP", "FOR": "NEXT", "FRAME": "ENDFRAME", "MACRO": "ENDMACRO"}
_ALIGN = {"LEFT": "left", "RIGHT": "right", "CENTER": "centre"}
_VALIGN = {"CENTER": "middle", "WWCENTER": "middle", "BOTTOM": "bottom", "WWBOTTOM": "bottom"}
#: How deep labels and scripts lie in each other, and how many lines and letters of one are read.
_DEPTH, _LINES, _LETTERS = 8, 20_000, 10_000


class Deck(Struct, frozen=True):
    """The cards of a script: its tables, with the sheet that each names, and its column of copies."""

    tables: tuple[tuple[str, str], ...]
    copies: str
    sketch: Sketch


class _Line(NamedTuple):
    """A line of a script: a directive in capitals or a label in brackets, what is given to it, its number."""

    key: str
    given: str
    number: int


def is_script(text: str) -> bool:
    """Return whether a text is a script of nanDECK."""
    return bool(_SCRIPT.search(text))


def deck(file: str, folder: Folder, notes: list[str]) -> Deck:
    """Read a script; what is left out is added to `notes`."""
    reader = _Reader(file, folder)
    reader.run(list(_lines(folder.text(file))))
    notes += [*reader.notes, *reader.losses.notes()]
    tables = tuple(dict.fromkeys(reader.tables))
    size = (round(reader.size[0], 2), round(reader.size[1], 2), _BLEED)
    known = all(_SIDES[0] <= side <= _SIDES[1] for side in size[:2])
    return Deck(tables, reader.copies, Sketch(file, size if known else None, tuple(reader.marks)))


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that say anything; braces hold a line together that goes on in the next ones."""
    rest = text.split("\n")[:_LINES]
    number = 0
    while number < len(rest):
        first, line = number, rest[number].split(";;")[0].strip().removeprefix("\ufeff")
        number += 1
        if line.startswith("{") and line.count("{") > line.count("}"):
            while number < len(rest) and line.count("{") > line.count("}"):
                line, number = f"{line} {rest[number].strip()}", number + 1
            line = line[1:].removesuffix("}")
        match = _LINE.fullmatch(line) if line and line[0] not in ";#'" else None
        if match:
            label = match[1].startswith("[")
            yield _Line(match[1] if label else match[1].upper(), match[3].strip(), first + 1)
        elif line and line[0].isalpha() and line.isalnum():
            yield _Line(line.upper(), "", first + 1)


def _arguments(given: str) -> list[str]:
    """Return what stands between commas, outside of quotes and brackets; quotes are left out."""
    depth, quoted = 0, False
    pieces: list[list[str]] = [[]]
    for char in given:
        quoted = not quoted if char == '"' else quoted
        depth += 0 if quoted else (char in "([{") - (char in ")]}")
        if char == "," and not quoted and depth <= 0:
            pieces.append([])
        else:
            pieces[-1].append(char)
    parts = ["".join(piece).strip() for piece in pieces]
    return [part[1:-1] if len(part) > 1 and part[0] == part[-1] == '"' else part for part in parts]


class _Reader:
    """Follows the lines of a script."""

    def __init__(self, file: str, folder: Folder) -> None:
        self.file, self.folder, self.losses = file, folder, Losses(file)
        self.tables: list[tuple[str, str]] = []
        self.copies = ""
        self.unit, self.size = 10.0, _SIZE
        self.labels: dict[str, str] = {}
        self.marks: list[Mark] = []
        self.font, self.colour = Font(("Arial",), 12), "#000000"
        self.html: dict[str, tuple[Font, str]] = {}
        self.conditions: list[tuple[Column, str, bool] | None] = []  # None for one that is not understood
        self.notes: list[str] = []  # what is left out of the scripts that this one includes
        self.last = 0  # the last card of the ranges that are numbers
        self._included = {file}

    def run(self, lines: list[_Line], depth: int = 0) -> None:
        """Read lines one after the other, with those of the scripts that they include."""
        ends = [int(match[1]) for line in lines if (match := re.match(r'"?1-(\d+)\b', line.given))]
        self.last = max([self.last, *ends])
        waiting = ""
        for line in lines:
            if waiting:
                waiting = "" if line.key == waiting else waiting
            elif line.key in _LOOPS:
                waiting = _LOOPS[line.key]
                self.losses.add(line.key, "what stands in it, which may be drawn often or never", line.number)
            elif line.key == "INCLUDE" and depth < _DEPTH:
                self._include(line, depth)
            else:
                self._line(line)

    def _include(self, line: _Line, depth: int) -> None:
        file = self.folder.find(_arguments(line.given)[0], self.file)
        if not file:
            self.losses.add("INCLUDE", f"{_arguments(line.given)[0]} is not in the folder", line.number)
        elif file not in self._included:
            self._included.add(file)
            outer, self.losses = self.losses, Losses(file)
            self.run(list(_lines(self.folder.text(file))), depth + 1)
            self.notes += self.losses.notes()
            self.losses = outer

    def _line(self, line: _Line) -> None:
        key, given = line.key, line.given
        if key.startswith("["):
            self.labels.setdefault(key[1:-1].lower(), given)
        elif key in ("IF", "ELSEIF", "ELSE", "ENDIF"):
            self._condition(line)
        elif key in ("LINK", "LINKMULTI", "UNIT", "CARDSIZE"):
            self._setting(key, _arguments(given))
        elif key in ("FONT", "HTMLFONT"):
            self._set_font(key, _arguments(given), line)
        elif key in ("TEXT", "TEXTFONT", "HTMLTEXT", "IMAGE", *_SHAPES):
            self._draw(line)
        elif key not in _SILENT:
            self.losses.add(key, "beeprint has no such step", line.number)

    def _setting(self, key: str, given: list[str]) -> None:
        if key == "LINK":
            name, _, sheet = given[0].partition("!")
            if name and not name.startswith("["):
                self.tables.append((name, sheet))
        elif key == "LINKMULTI":
            self.copies = given[0].strip("[]{}() ")
        elif key == "UNIT":
            self.unit = _UNITS.get(given[0].upper(), 10.0)
        elif len(given) > 1 and all(re.fullmatch(r"\d{1,4}(?:\.\d*)?", side) for side in given[:2]):
            self.size = (float(given[0]) * self.unit, float(given[1]) * self.unit)

    def _set_font(self, key: str, given: list[str], line: _Line) -> None:
        """Set the font of the texts that follow, or one that they name."""
        name, *looks = given[1:] if key == "HTMLFONT" else given
        made = self._font([name, *looks], line)
        if key == "HTMLFONT":
            self.html[given[0].lower()] = made
        else:
            self.font, self.colour = made

    def _font(self, given: list[str], line: _Line) -> tuple[Font, str]:
        """Return the font and the colour of `family, points, flags, colour`."""
        family, size, flags, ink = (self._plain(part) for part in [*given, "", "", "", ""][:4])
        if not re.fullmatch(r"\d{1,3}(?:\.\d+)?", size):
            self.losses.add("FONT", f"its size {size or 'is not given'}", line.number)
        points = float(size) if re.fullmatch(r"\d{1,3}(?:\.\d+)?", size) else 0.0
        words = family.replace("_", " ").split()
        bold = "B" in flags.upper() or "bold" in family.lower().split()
        made = Font((" ".join(words),) if words else (), points, bold, "I" in flags.upper())
        return made, ink if _LABEL.fullmatch(ink) else self._ink(ink, "FONT", line) or "#000000"

    def _plain(self, text: str, depth: int = 0) -> str:
        """Return a text with the labels in it as what they stand for; columns stay in brackets."""
        if depth > _DEPTH:
            return text

        def swap(match: re.Match[str]) -> str:
            label = self.labels.get(match[1].lower())
            return match[0] if label is None else self._plain(_arguments(label)[0], depth + 1)

        return _LABEL.sub(swap, text[:_LETTERS])[:_LETTERS]

    def _ink(self, text: str, key: str, line: _Line) -> str:
        """Return a colour as `#rrggbb`; empty for none, and for one that a column holds."""
        plain = self._plain(text)
        if not plain or plain.upper() == "EMPTY" or _LABEL.fullmatch(plain):
            return ""
        first = re.match(r"#[0-9A-Fa-f]{6}|#[0-9A-Fa-f]{3}\b", plain)
        if first is None or len(first[0]) < len(plain):
            self.losses.add(key, f"the colour {plain}, of which it has {first[0] if first else 'none'}", line.number)
        return (colour(first[0]) or "") if first else ""

    def _condition(self, line: _Line) -> None:
        """Begin, change or end a condition: those of one column and a value are understood."""
        if line.key == "IF":
            match = _CONDITION.fullmatch(self._plain(line.given))
            self.conditions.append((Column(match[1]), match[3].strip(), match[2] == "=") if match else None)
        elif self.conditions and line.key == "ENDIF":
            self.conditions.pop()
        elif self.conditions:
            last = self.conditions[-1]
            plain = line.key == "ELSE" and last is not None
            self.conditions[-1] = (last[0], last[1], not last[2]) if plain and last is not None else None

    def _everywhere(self, text: str) -> bool:
        """Return whether a range means all cards: none, or from the first to the last."""
        plain = self._plain(text).replace(" ", "")
        if re.fullmatch(r"(?:1-)?\{\(?[^{}]*\)?\}", plain) or plain in ("", "1-", "ALL"):
            return True
        match = re.fullmatch(r"1-(\d+)", plain)
        return match is not None and int(match[1]) >= max(2, self.last)

    def _draw(self, line: _Line) -> None:
        """Add the mark of a line, or note why there is none."""
        given = _arguments(line.given)
        if None in self.conditions:
            self.losses.add(line.key, "drawn only where a condition holds that is not of one column", line.number)
            return
        if not self._everywhere(given[0]):
            self.losses.add(line.key, f"drawn only on the cards {given[0]}", line.number)
            return
        start = 1 if line.key in _SHAPES else 2
        box = self._box(given[start : start + 4], line.key == "LINE")
        if box is None:
            why = f"its box is not four lengths: {', '.join(given[start : start + 4])}"
            self.losses.add(line.key, why, line.number)
            return
        when = tuple(
            (column, value if holds else f"\0{value}") for column, value, holds in filter(None, self.conditions)
        )
        # A negative width and height turn a thing upside down.
        turned = (
            180.0 if all(self._plain(side).lstrip().startswith("-") for side in given[start + 2 : start + 4]) else 0.0
        )
        mark = Mark("shape", line.key.lower(), box, turn=turned, when=when, line=line.number)
        rest = [*given[start + 4 :], *[""] * 10]
        content = None if line.key in _SHAPES else self._parts(given[1])
        if content == ():
            self.losses.add(line.key, "it says nothing", line.number)
        elif content is None:
            self.marks.append(self._shape(line, mark, rest))
        elif line.key == "IMAGE":
            self.marks.append(self._image(mark, content, rest))
        else:
            self.marks.append(self._text(line, mark, content, rest))

    def _box(self, sides: list[str], line: bool) -> Box | None:
        """Return a box in mm from lengths, of which those in percent are of the card's sides."""
        lengths: list[float] = []
        for index, side in enumerate(sides):
            match = _LENGTH.fullmatch(self._plain(side).strip())
            if match is None:
                return None
            whole = self.size[index % 2]
            lengths.append(float(match[1]) * (whole / 100 if match[2] else self.unit))
        if len(lengths) < 4:
            return None
        x, y, width, height = (round(length, 2) for length in lengths)
        if line:
            return Box(x, y, round(width - x, 2), round(height - y, 2))
        return Box(min(x, x + width), min(y, y + height), abs(width), abs(height))

    def _shape(self, line: _Line, mark: Mark, rest: list[str]) -> Mark:
        edge, inside, thick = rest[0], rest[1], rest[2] if line.key != "LINE" else rest[1]
        match = _LENGTH.fullmatch(self._plain(thick).strip()) if thick else None
        width = float(match[1]) * (self.size[0] / 100 if match[2] else self.unit) if match else 0.1
        area = edge if not inside and line.key != "LINE" else inside
        label = _LABEL.fullmatch(self._plain(area))
        shape = _SHAPES[line.key]
        return replace(
            mark,
            shape=shape,
            stroke=self._ink(edge, line.key, line) if edge != area or shape == "line" else "",
            stroke_width=round(width, 3),
            fill="" if shape == "line" else self._ink(area, line.key, line),
            corner=round(min(mark.box.width or 0, mark.box.height or 0) / 6, 2) if line.key == "ROUNDRECT" else 0,
            by=("fill", Column(label[1])) if label and shape != "line" else None,
        )

    def _image(self, mark: Mark, parts: Parts, rest: list[str]) -> Mark:
        angle, flags = rest[0], rest[1].upper()
        fit = "contain" if "P" in flags else "cover" if "C" in flags else "stretch"
        return replace(mark, kind="picture", parts=parts, fit=fit, turn=(mark.turn + _turn(self._plain(angle))) % 360)

    def _text(self, line: _Line, mark: Mark, parts: Parts, rest: list[str]) -> Mark:
        """Return a text; without alignment, it is in the middle of its box."""
        font, ink = self.font, self.colour
        across, down, angle = (self._plain(part).upper() for part in rest[:3])
        if line.key == "TEXTFONT" and rest[4]:
            font, ink = self._font(rest[4:8], line)
        if line.key == "HTMLTEXT":
            across, down, angle = "LEFT", "WORDWRAP", self._plain(rest[1])
            font, ink = self.html.get(rest[4].lower(), (self.font, self.colour))
        held = _LABEL.fullmatch(ink)
        wrapped = down in ("WORDWRAP", "WWTOP", "TOP", "CHARWRAP")
        return replace(
            mark,
            kind="text",
            parts=parts,
            font=font,
            colour="#000000" if held else ink,
            by=("colour", Column(held[1])) if held else None,
            align=_ALIGN.get(across, "centre"),
            valign="top" if wrapped else _VALIGN.get(down, "middle"),
            turn=(mark.turn + _turn(angle)) % 360,
        )

    def _parts(self, text: str, depth: int = 0) -> Parts:
        """Return a text of literal words and columns, with what labels stand for; empty for none."""
        joined = re.fullmatch(r"\s*(?:JOIN|CONCAT)\s*\((.*)\)\s*", text, re.IGNORECASE | re.DOTALL)
        if joined and depth < _DEPTH:
            return tuple(part for piece in _arguments(joined[1]) for part in self._parts(piece, depth + 1))
        parts: list[str | Column] = []
        end = 0
        for match in _LABEL.finditer(text):
            parts += [_words(text[end : match.start()])]
            end = match.end()
            label = self.labels.get(match[1].lower())
            if label is None:
                parts.append(Column(match[1].strip()))
            elif depth < _DEPTH:
                whole = re.match(r"\s*(?:JOIN|CONCAT)\s*\(", label, re.IGNORECASE)
                parts += self._parts(label if whole else _arguments(label)[0], depth + 1)
        return tuple(part for part in (*parts, _words(text[end:])) if part != "")


def _words(text: str) -> str:
    """Return words in which nanDECK's code for the end of a line is one."""
    return text.replace("\\13\\", "\n")


def _turn(angle: str) -> float:
    """Return an angle in degrees clockwise; nanDECK turns counterclockwise."""
    return -float(angle) % 360 if re.fullmatch(r"-?\d{1,3}(?:\.\d+)?", angle) else 0.0
