"""Read what a Squib script says of its cards: tables, size, and the boxes of its layouts; nothing of it is run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.colour import parse
from beeprint.base.problems import BuildError
from beeprint.files.nodes import read_yaml

#: The pixels of Squib's cards, if a script does not say otherwise: 2.75 by 3.75 inches at 300 dots per inch, of which
#: an eighth of an inch on each side is cut off.
_WIDTH, _HEIGHT, _DPI, _TRIM = 825.0, 1125.0, 300.0, 37.5
#: Pango sets a text of one point in 96/72 pixels, whatever the resolution of the card.
_PANGO = 96 / 72
_MM = {"in": 25.4, "mm": 1.0, "cm": 10.0, "pt": 25.4 / 72, "cell": 25.4 / 8}
_LENGTH = re.compile(r"(-?\d+(?:\.\d+)?|-?\.\d+)\s*(in|mm|cm|pt|px|cells?)?")
_CHANGE = re.compile(r"([+*/-])=\s*(.+)")
_WORDS = {"black": "#000000", "white": "#ffffff"}
#: A variable that holds a table, and the table's file.
_DATA = re.compile(r"""\b(\w++)\s*+=[^\n#=]*?\b(?:csv|xlsx|yaml)\b[\s(]*+(?:file:|path:)?\s*+['"]([^'"\n]++)['"]""")
#: What may be a variable whose columns are asked for.
_USED = re.compile(r"\b(\w+)(?:\[|\.(?!csv|xlsx|ya?ml))")
_LAYOUT = re.compile(r"""['"]([^'"\n]+\.ya?ml)['"]""")
#: A step that draws: its name, and what is written after it up to the end of its line or of lines that go on.
_STEP = re.compile(
    r"^[ \t]*(text|png|svg|rect|circle|ellipse|background)\b[ (]((?:[^\n]*,[ \t]*\n)*[^\n]*)", re.MULTILINE
)
_NAMED = re.compile(r"""layout:\s*(?::(\w+)|['"]([^'"\n]+)['"])""")
_COLUMN = re.compile(r"""(?:str|file):\s*(\w+)(?:\[\s*(?:['"]([^'"\n]+)['"]|:(\w+))\s*\]|\.(\w+))""")
_COLOUR = re.compile(r"""\bcolor:\s*['":]?(#?\w+)""")
_FILE = re.compile(r"""file:\s*['"]([^'"\n#]+)['"]""")


class Bound(Struct, frozen=True):
    """A step of a script: what it draws, in which box, from which column or file."""

    step: str
    box: str
    variable: str = ""
    column: str = ""
    file: str = ""
    changed: bool = False  # the script computes with the column before it prints it
    colour: str = ""


class Box(Struct, frozen=True):
    """A box of a layout, in mm from the top left corner of the trim; what it does not say is None or empty."""

    x: float
    y: float
    width: float | None
    height: float | None
    points: float = 0
    bold: bool = False
    align: str = ""
    valign: str = ""
    colour: str = ""
    fill: str = ""
    stroke: str = ""
    corner: float = 0
    file: str = ""


class Script(Struct, frozen=True):
    """What a script says: tables by their variables, layouts, width, height and bleed in mm, steps, and boxes."""

    data: Mapping[str, str]
    layouts: tuple[str, ...]
    size: tuple[float, float, float]
    bound: tuple[Bound, ...]
    ground: str = ""
    dpi: float = _DPI
    assumed: bool = False  # the script does not say how much of its cards is cut off
    boxes: Mapping[str, Box] = field(default_factory=dict)

    def placed(self, layouts: Mapping[str, bytes], notes: list[str]) -> Script:
        """Return the script with the boxes of its layouts, by name; those that cannot be read are added to `notes`."""
        entries: dict[str, Mapping[str, object]] = {}
        for name, data in layouts.items():
            try:
                plain = read_yaml(data, name).plain()
            except BuildError as error:
                notes.append(f"left out: {error.problems[0]}")
                continue
            found = plain.items() if isinstance(plain, dict) else ()
            entries |= {key: value for key, value in found if isinstance(value, dict)}
        whole = {name: _whole(entries, name) for name in entries}
        size = self.size
        starts = [_mm(entry.get(key, "0"), self.dpi) or 0 for entry in whole.values() for key in ("x", "y")]
        if self.assumed and any(0 < start < size[2] for start in starts):
            size = (
                round(size[0] + 2 * size[2], 2),
                round(size[1] + 2 * size[2], 2),
                0.0,
            )  # nothing is cut off after all
        boxes = {name: box for name, entry in whole.items() if (box := _box(entry, size[2], self.dpi))}
        return replace(self, boxes=boxes, size=size)


def scripts(text: str) -> Iterator[Script]:
    """Read a script without running it, and yield what it says of each deck; what it computes is not known."""
    text = re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE)
    head, *decks = re.split(r"(?=\bDeck\.new\b)", text)
    data = {match[1]: match[2] for match in _DATA.finditer(text)}
    shared = _LAYOUT.findall(head)
    for deck in decks:
        named = set(_USED.findall(deck))
        used = {name: file for name, file in data.items() if name in named} or data
        layouts = [name for name in _LAYOUT.findall(deck) or shared if name not in data.values()]
        yield _script(deck, used, [name for name in layouts if not name.endswith("config.yml")])


def _script(deck: str, data: Mapping[str, str], layouts: list[str]) -> Script:
    """Read the part of a script that makes a deck."""
    given = re.split(r"\bdo\b|\{", deck[:600])[0]
    dots = re.fullmatch(r"\d{2,4}(?:\.\d+)?", _given("dpi", given))
    dpi = float(dots[0]) if dots else _DPI
    own = _mm(_given("width", given), dpi), _mm(_given("height", given), dpi)
    trim = _mm(_given("trim", deck), dpi)
    assumed = trim is None and not (own[0] or own[1])
    if trim is None:
        trim = 0.0 if own[0] or own[1] else _TRIM * 25.4 / dpi
    width = own[0] or _WIDTH * 25.4 / dpi
    height = own[1] or _HEIGHT * 25.4 / dpi
    ground = re.search(r"""background\s*+\(?\s*+color:\s*+['":]?([#\w]+)""", deck)
    size = (round(width - 2 * trim, 2), round(height - 2 * trim, 2), round(trim, 3))
    steps = tuple(_steps(deck))
    fill = colour(ground[1]) if ground else ""
    return Script(data, tuple(dict.fromkeys(layouts)), size, steps, fill, dpi, assumed)


def _given(key: str, text: str) -> str:
    match = re.search(rf"""\b{key}:\s*(?:['"]([^'"\n]*)['"]|([\d.]+))""", text)
    return (match[1] or match[2] or "") if match else ""


def _steps(text: str) -> Iterator[Bound]:
    for match in _STEP.finditer(text):
        step, rest = match[1], match[2]
        box = _NAMED.search(rest)
        if step == "background" or box is None:
            continue
        column, file = _COLUMN.search(rest), _FILE.search(rest)
        name = (column[2] or column[3] or column[4]) if column else ""
        changed = bool(column and re.match(r"\s*\.\w", rest[column.end() :]))
        own = _COLOUR.search(rest)
        ink = colour(own[1]) if own else ""
        yield Bound(step, box[1] or box[2], column[1] if column else "", name, file[1] if file else "", changed, ink)


def _whole(entries: Mapping[str, Mapping[str, object]], name: str, seen: tuple[str, ...] = ()) -> dict[str, str]:
    """Return an entry of a layout with all that it inherits, its changes (`+= 5`) worked out later: parents first."""
    entry = entries.get(name, {})
    parents = entry.get("extends", ())
    found: dict[str, str] = {}
    for parent in [parents] if isinstance(parents, str) else parents if isinstance(parents, (list, tuple)) else ():
        if isinstance(parent, str) and parent not in (*seen, name):
            found |= _whole(entries, parent, (*seen, name))
    for key, value in entry.items():
        if isinstance(value, (str, int, float)) and key != "extends":
            before, change = found.get(key, "0"), _CHANGE.fullmatch(str(value).strip())
            found[key] = f"{before} {change[1]} {change[2]}" if change else str(value)
    return found


def _mm(text: str, dpi: float) -> float | None:
    """Return a length with its changes in mm; None for what is none, such as `auto` or `middle`."""
    parts = re.split(r" ([+*/-]) ", text.strip())
    total: float | None = None
    for sign, part in zip(["", *parts[1::2]], parts[::2], strict=True):
        match = _LENGTH.fullmatch(part.strip())
        if match is None:
            return None
        number, unit = float(match[1]), (match[2] or "px").removesuffix("s")
        length = number * _MM.get(unit, 25.4 / dpi)
        if not sign:
            total = length
        elif total is None or (sign == "/" and not number):
            return None
        else:
            total = {"+": total + length, "-": total - length, "*": total * number}.get(sign, total / (number or 1))
    return total


def _box(entry: Mapping[str, str], bleed: float, dpi: float) -> Box | None:
    """Return the box of an entry; None for one without a place or of nothing but inherited looks."""
    x, y = _mm(entry.get("x", "0"), dpi), _mm(entry.get("y", "0"), dpi)
    if x is None or y is None or not {"x", "y", "width", "height"} & set(entry):
        return None
    font = entry.get("font", "")
    points = re.search(r"(?<!\d)(\d++(?:\.\d++)?)\s*+$", entry.get("font_size") or font)
    return Box(
        round(x - bleed, 2),
        round(y - bleed, 2),
        _mm(entry.get("width", ""), dpi),
        _mm(entry.get("height", ""), dpi),
        float(points[1]) * _PANGO * 72 / dpi if points else 0,
        "bold" in font.lower(),
        {"left": "left", "right": "right", "center": "centre"}.get(entry.get("align", "").lower(), ""),
        {"middle": "middle", "bottom": "bottom"}.get(entry.get("valign", "").lower(), ""),
        colour(entry.get("color", "")),
        colour(entry.get("fill_color", "")),
        colour(entry.get("stroke_color", "")),
        _mm(entry.get("radius", entry.get("x_radius", "0")), dpi) or 0,
        entry.get("file", ""),
    )


def colour(text: str) -> str:
    """Return a colour as `#rrggbb`; empty for one that is not known."""
    plain = _WORDS.get(text.strip(" :").lower(), text.strip())
    found = parse(plain)
    return found.hex if found else ""
