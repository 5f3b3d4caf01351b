"""Write the layout of a face from the boxes of a Squib layout, as far as columns and files say what stands in them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.files.names import slug
from beeprint.starter.guess import DeckOfTable, Guess
from beeprint.starter.pages import PALETTE
from beeprint.starter.squib import Bound, Box, Script

#: The size in points of a text whose layout does not give one: Squib's "Arial 36" at 300 dots per inch.
_POINTS = 11.5
_LEAST = 6.0
_POINT = 25.4 / 72
#: How far texts stay inside the trim at least, in mm, wherever their boxes are.
_MARGIN = 1.0


class Face(Struct):
    """A face as it is written: the lines of its slots, inks by their colours, and what was left out or changed."""

    lines: list[str] = field(default_factory=list)
    inks: dict[str, str] = field(default_factory=dict)  # colours by the names of their inks
    changed: list[str] = field(default_factory=list)
    margin: float = 3.0
    used: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    files: list[str] = field(default_factory=list)  # files of pictures that do not stand in cells

    def ink(self, colour: str, otherwise: str) -> str:
        """Return the name of the ink of a colour."""
        if not colour:
            return otherwise
        known = next((name for name, value in PALETTE.items() if value.lower() == colour), "")
        if not known:
            known = f"x{colour[1:]}"
            self.inks[known] = colour
        return known


def face(script: Script, deck: DeckOfTable, pictures: Mapping[str, str]) -> Face:
    """Return the face of a deck; its lines are empty where no box of the layout shows the names of its cards.

    `pictures` are the files in the project by the names that the script gives them.
    """
    made = Face()
    fill = made.ink(script.ground or "#ffffff", "")
    made.lines.append(f"  ground: {{kind: shape, shape: outline, grow: {script.size[2] or 3:g}, fill: {fill}}}")
    for step in _steps(script, deck):
        column = _column(deck, step.column or ("" if step.file else step.box))
        line = _slot(made, step, column, script, deck, pictures)
        if line:
            made.lines.append(f"  {_name(step.box, made)}: {line}")
            made.used.add(step.box)
            made.shown |= {column.name} if column and step.step != "rect" else set()
            made.changed += [step.box] if step.changed else []
    named = deck.column("title") or deck.column("id")
    if named is None or named.name not in made.shown:
        made.lines.clear()  # what the script does with its cards is not understood
    return made


def _steps(script: Script, deck: DeckOfTable) -> list[Bound]:
    """Return the steps that draw with a deck's table, and those for boxes that no step names but a column may."""
    own = {name for name, file in script.data.items() if deck.file.endswith(file.replace("\\", "/").lstrip("./"))}
    steps = [step for step in script.bound if not step.variable or step.variable in own or not own]
    taken = {step.box for step in steps}
    free = {name: _column(deck, name) for name in script.boxes if name not in taken}
    kinds = {name: "png" if column and column.role == "picture" else "text" for name, column in free.items()}
    return [*steps, *(Bound(kind, name) for name, kind in kinds.items())]


def _name(box: str, made: Face) -> str:
    stem = slug(box).lower().replace(".", "-")
    taken = {line.split(":")[0].strip() for line in made.lines}
    return next(name for name in (stem, *(f"{stem}-{number}" for number in range(2, 1000))) if name not in taken)


def _column(deck: DeckOfTable, name: str) -> Guess | None:
    """Return the column that a script means, whose methods write names in lower case with underscores."""
    plain = name.casefold().replace("_", " ").replace("-", " ")
    heads = {column.head.strip().casefold().replace("_", " ").replace("-", " "): column for column in deck.columns}
    return heads.get(plain)


def _slot(
    made: Face, step: Bound, column: Guess | None, script: Script, deck: DeckOfTable, pictures: Mapping[str, str]
) -> str:
    """Return a slot; empty for a step whose box or content is not known."""
    box = script.boxes.get(step.box)
    if box is None:
        return ""
    if step.step == "text":
        return _text(made, replace(box, colour=step.colour or box.colour), column, script)
    area = _area(box, script.size, -script.size[2], None)
    if area is None:
        return ""
    if step.step == "rect":
        if not box.fill and min(area[:2]) < 0.5 and _reaches(area, script.size):
            return ""  # it shows where to cut
        looks = f"fill: {made.ink(box.fill, 'none')}, stroke: {made.ink(box.stroke, 'none' if box.fill else 'ink')}"
        corner = f", corner: {min(box.corner, area[2] / 2, area[3] / 2):.4g}" if box.corner else ""
        return f"{{kind: shape, shape: rectangle, box: {_written(area)}, {looks}{corner}}}"
    if step.step in ("png", "svg"):
        art = _art(made, step, box, column, deck, pictures)
        return f'{{kind: picture, art: "{art}", box: {_written(area)}{_when(column)}}}' if art else ""
    return ""


def _art(
    made: Face, step: Bound, box: Box, column: Guess | None, deck: DeckOfTable, pictures: Mapping[str, str]
) -> str:
    """Return the picture that a step draws: the one that it or its box names, or those of a column."""
    file = step.file or ("" if step.column else box.file)
    if file:
        found = pictures.get(file, "")
        made.files += [found] if found else []
        return f"pictures/{PurePosixPath(found).stem}" if found else ""
    drawn = column is not None and any(row[column.head].strip() in deck.pictures for row in deck.table.rows)
    return f"pictures/{{{column.name}}}" if column is not None and drawn else ""


def _text(made: Face, box: Box, column: Guess | None, script: Script) -> str:
    """Return a slot that prints a column."""
    if column is None or column.role in ("copies", "picture"):
        return ""
    points = max(_LEAST, box.points or _POINTS)
    area = _area(box, script.size, _MARGIN, 2.5 * points * _POINT)
    if area is None:
        return ""
    width, height, _ = script.size
    made.margin = max(0.0, min(made.margin, *area[:2], width - area[0] - area[2], height - area[1] - area[3]))
    looks = ", weight: bold" if box.bold else ""
    looks += f", align: {box.align}" if box.align else ""
    looks += f", valign: {box.valign}" if box.valign else ""
    looks += f", colour: {made.ink(box.colour, 'ink')}"
    text = f'size: {points:.3g}, min: {_LEAST:g}, text: "{{{column.name}}}"'
    return f"{{kind: text, font: source-sans, {text}, box: {_written(area)}{looks}{_when(column)}}}"


def _area(
    box: Box, size: tuple[float, float, float], edge: float, tall: float | None
) -> tuple[float, float, float, float] | None:
    """Return the part of a box on the card, which begins at `edge`; None for none. `tall` is its height by default."""
    width, height, _ = size
    left, top = max(box.x, edge), max(box.y, edge)
    right = min(box.x + box.width if box.width else width - edge, width - edge)
    depth = box.height if box.height else tall
    bottom = min(box.y + depth if depth else height - edge, height - edge)
    area = (round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2))
    return area if min(area[2:]) >= 1 else None


def _reaches(area: tuple[float, float, float, float], size: tuple[float, float, float]) -> bool:
    """Return whether an area ends where the card does, or beyond."""
    return area[0] + area[2] > size[0] - 0.5 and area[1] + area[3] > size[1] - 0.5


def _written(area: tuple[float, float, float, float] | None) -> str:
    return f"[{', '.join(f'{value:g}' for value in area or ())}]"


def _when(column: Guess | None) -> str:
    return f", when: {{{column.name}: not-empty}}" if column is not None and column.optional else ""
